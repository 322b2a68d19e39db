"""What the start screen says of its form: plain functions that return texts and lines."""

from collections.abc import Collection
from functools import partial

from visualizer.apps.actions import fill_in_keys
from visualizer.apps.tui.cells.position_picture import turn_and_move_count
from visualizer.apps.tui.cells.styled_lines import Line, Span
from visualizer.apps.tui.draft import attempt, result_or_none
from visualizer.apps.tui.start.choices import RECENT_GAMES
from visualizer.apps.tui.start.form import StartForm
from visualizer.explaining.explanation.naming import capitalized
from visualizer.explaining.measures.style_words import style_words
from visualizer.searching.algorithms import algorithm
from visualizer.searching.lookup import load_game

OPTION_TITLES = {
    "ordering": "The order in which moves are tried",
    "evaluation": "What a leaf is worth",
}
POSITION_PARTS = ("position", "moves")
"""The parts that are wrong with a position."""
MAX_COMPLAINT_LENGTH = 600
"""Characters of a complaint that are shown at most."""
COMMAND_LABEL = " same as  "


def as_sentence(text: str) -> str:
    """Return a text with a capital letter and a full stop.

    >>> as_sentence("one cutoff")
    'One cutoff.'
    """
    if text:
        return capitalized(text) + ("" if text.endswith((".", "!", "?")) else ".")
    return ""


def game_line(form: StartForm, name: str) -> str:
    """Return the line about a game, or about what was opened last."""
    if name == RECENT_GAMES:
        return f"{len(form.recent)} recent"
    wrong: dict[str, str] = {}
    game = attempt(wrong, "game", partial(load_game, name))
    return form.missing.get(name) or (wrong["game"] if game is None else game.about)


def about_list(form: StartForm, name: str) -> str:
    """Return a sentence about what is chosen in a list: `games`, `more`, or the positions."""
    if name == "more":
        return "More choices: enter opens and closes them."
    if name != "games":
        return about_choice(form)
    return as_sentence(
        game_line(form, form.listed) if form.listed else "opened recently, latest first"
    )


def about_choice(form: StartForm) -> str:
    """Return a sentence about the position that is chosen, or whose turn it is once moves are played."""
    if form.draft.moves.strip():
        return turn_and_move_count(form.checked)
    preset = form.preset()
    entries = form.entries()
    place = form.place()
    if preset is not None:
        about = preset.about
    elif 0 <= place < len(entries):
        about = entries[place].about
    else:
        about = ""
    return as_sentence(about)


def about_preset(form: StartForm) -> str:
    """Return what is interesting about the preset that is chosen, and its source; "" once moves are played."""
    if form.draft.moves.strip():
        preset = None
    else:
        preset = form.preset()
    if preset is None:
        return ""
    return as_sentence(preset.about) + f" ({preset.source})" * bool(preset.source)


def about_field(form: StartForm, part: str, key: str) -> str:
    """Return a sentence about a field."""
    if part in ("search", "named"):
        return about_option(form, key)
    return form.field(part, key).about


def about_option(form: StartForm, key: str) -> str:
    """Return a sentence about an option of the search and its value, "" while there is no game."""
    game = form.checked.game
    if game is None:
        return ""
    field = form.field("search", key)
    value = form.draft.word(key)
    if key == "algorithm":
        is_known = value in field.words or form.draft.tells_position
        if is_known:
            found = result_or_none(algorithm, value)
        else:
            found = None
        return "" if found is None else f"{found.title}: {found.about}"
    if key == "ordering" and value not in field.words:
        return "The order in which moves are tried, here by a user-supplied function: FILE.py:FUNCTION."
    if key in OPTION_TITLES:
        return (
            f"{OPTION_TITLES[key]}. {value}: {field.words.get(value, 'a user-supplied function')}"
        )
    if key != "weights":
        return field.about
    name = form.draft.word("ordering")
    if name not in game.orderings:
        return (
            f"NAME=NUMBER,NAME=NUMBER works only with an ordering that adds up scores, not {name}."
        )
    names = " ".join(game.orderings[name].names)
    return f"Other weights for the scores of {name}, as NAME=NUMBER,NAME=NUMBER; it has: {names}"


def about_search(form: StartForm) -> list[str]:
    """Return sentences about the algorithm and the order of moves."""
    words = [about_option(form, key) for key in ("algorithm", "ordering") if form.draft.shows(key)]
    return [as_sentence(text) for text in words if text]


def complaint(form: StartForm, parts: Collection[str] | None = None) -> Span:
    """Return what is wrong with the first wrong part, of some or of all, and its style."""
    wrong = form.checked.wrong
    text = next((text for part, text in wrong.items() if parts is None or part in parts), "")[
        :MAX_COMPLAINT_LENGTH
    ]
    return text, "dim" if form.checked.lacks_position else "cut"


def wrong_search_parts(form: StartForm) -> set[str]:
    """Return the wrong parts that are about the search."""
    return form.checked.wrong.keys() - {*POSITION_PARTS, "game"}


def size_line(form: StartForm, width: int) -> Line:
    """Say how large the search will be, and how to go on where there is room."""
    if form.unread:
        return [("reading …", "dim")]
    run = form.checked.run
    if run is None:
        return [("not ready: see the sentence above", "dim")]
    if form.known is None:
        words = "…"
    else:
        words = form.known.words()
    then = fill_in_keys(f"   then <next> steps, {style_words(run).then}")
    return [(words, "value"), (then if len(words) + len(then) <= width else "", "dim")]


def command_lines(form: StartForm, width: int, height: int) -> list[Line]:
    """Write the command that opens the same, with an ellipsis where it is too long."""
    text = COMMAND_LABEL + form.draft.command()
    room = max(1, width * height)
    if len(text) > room:
        text = f"{text[: room - 1]}…"
    first, *others = [text[at : at + width] for at in range(0, len(text), max(1, width))]
    return [
        [(first[: len(COMMAND_LABEL)], "dim"), (first[len(COMMAND_LABEL) :], "text")],
        *([(line, "text")] for line in others),
    ]
