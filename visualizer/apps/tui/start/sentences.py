"""The sentences of the start screen about its form: functions that return texts and lines."""

from collections.abc import Collection
from functools import partial

from games import Game
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
"""The parts of the form with errors of the position."""
MAX_COMPLAINT_LENGTH = 600
"""Maximum characters of an error that are shown."""
COMMAND_LABEL = " same as  "


def as_sentence(text: str) -> str:
    """Return a text with a capital letter and a full stop.

    >>> as_sentence("one cutoff")
    'One cutoff.'
    """
    if not text:
        return ""
    stop = "" if text.endswith((".", "!", "?")) else "."
    return capitalized(text) + stop


def game_line(form: StartForm, name: str) -> str:
    """Return a line about an entry in the list of games, which may be RECENT_GAMES.

    For a game that lacks a library, the line says how to install the library. For a game whose file
    is faulty, it is the error. For any other game, it describes the rules.
    """
    if name == RECENT_GAMES:
        return f"{len(form.recent)} recent"
    install_hint = form.install_hints.get(name)
    if install_hint:
        return install_hint
    errors: dict[str, str] = {}
    # If it fails, `attempt` returns None and stores the error.
    game = attempt(errors, "game", partial(load_game, name))
    return errors["game"] if game is None else game.about


def about_list(form: StartForm, name: str) -> str:
    """Return a sentence about the chosen entry of a list.

    `name` is "games", or "more" for the list "more choices". With any other name, the sentence is
    about the list of positions.
    """
    if name == "more":
        return "More choices: enter opens and closes them."
    if name != "games":
        return about_choice(form)
    if form.listed_game == RECENT_GAMES:
        return as_sentence("opened recently, latest first")
    return as_sentence(game_line(form, form.listed_game))


def about_choice(form: StartForm) -> str:
    """Return a sentence about the chosen position or, after moves, about the side to move."""
    if form.draft.moves.strip():
        return turn_and_move_count(form.checked)
    preset = form.preset()
    if preset is not None:
        return as_sentence(preset.about)
    entries = form.entries()
    if not entries:
        return ""
    return as_sentence(entries[form.chosen_index()].about)


def about_preset(form: StartForm) -> str:
    """Return a sentence about the chosen preset with its source; "" after some moves."""
    preset = form.preset()
    if preset is None or form.draft.moves.strip():
        return ""
    source = f" ({preset.source})" if preset.source else ""
    return as_sentence(preset.about) + source


def about_field(form: StartForm, part: str, key: str) -> str:
    """Return a sentence about a field."""
    if part in ("search", "named"):
        return about_option(form, key)
    return form.field(part, key).about


def about_option(form: StartForm, key: str) -> str:
    """Return a sentence about an option of the search and its value.

    Return "" if the game cannot be loaded.
    """
    game = form.checked.game
    if game is None:
        return ""
    field = form.field("search", key)
    value = form.draft.word(key)
    if key == "algorithm":
        # The algorithm of a recording is known, though it is not in the list.
        is_known = value in field.words or form.draft.has_recorded_position
        return about_algorithm(value) if is_known else ""
    if key == "ordering" and value not in field.words:
        return (
            "The order in which moves are tried, here by a user-supplied function: "
            "FILE.py:FUNCTION."
        )
    if key in OPTION_TITLES:
        about_value = field.words.get(value, "a user-supplied function")
        return f"{OPTION_TITLES[key]}. {value}: {about_value}"
    if key == "weights":
        return about_weights(game, form.draft.word("ordering"))
    return field.about


def about_algorithm(name: str) -> str:
    """Return a line about an algorithm, "" if it cannot be loaded."""
    found = result_or_none(algorithm, name)
    return "" if found is None else f"{found.title}: {found.about}"


def about_weights(game: Game, ordering: str) -> str:
    """Return a sentence about the option `weights`: which scores it can weight.

    `ordering` is the move ordering that adds up the scores.
    """
    if ordering not in game.orderings:
        return (
            "NAME=NUMBER,NAME=NUMBER works only with an ordering that adds up scores, "
            f"not {ordering}."
        )
    names = " ".join(game.orderings[ordering].names)
    return (
        f"Other weights for the scores of {ordering}, as NAME=NUMBER,NAME=NUMBER; it has: {names}"
    )


def about_search(form: StartForm) -> list[str]:
    """Return sentences about the algorithm and the order of moves."""
    words = [
        about_option(form, key)
        for key in ("algorithm", "ordering")
        if form.draft.offers_option(key)
    ]
    return [as_sentence(text) for text in words if text]


def complaint(form: StartForm, parts: Collection[str] | None = None) -> Span:
    """Return a sentence about the first wrong part of all or some parts, and its style."""
    style = "dim" if form.checked.lacks_position else "cut"
    for part, text in form.checked.errors.items():
        if parts is None or part in parts:
            return text[:MAX_COMPLAINT_LENGTH], style
    return "", style


def wrong_search_parts(form: StartForm) -> set[str]:
    """Return the wrong parts that are options of the search."""
    return form.checked.errors.keys() - {*POSITION_PARTS, "game"}


def size_line(form: StartForm, width: int) -> Line:
    """Return the line about the size of the search, or about what the form waits for.

    If there is room, the line also says which keys to press after the start.
    """
    if form.calls_until_check:
        return [("reading …", "dim")]
    run = form.checked.run
    if run is None:
        return [("not ready: see the sentence above", "dim")]
    words = "…" if form.estimate is None else form.estimate.words()
    keys_hint = fill_in_keys(f"   then <next> steps, {style_words(run).newcomer_hint}")
    if len(words) + len(keys_hint) > width:
        keys_hint = ""
    return [(words, "value"), (keys_hint, "dim")]


def command_lines(form: StartForm, width: int, height: int) -> list[Line]:
    """Return the command that opens the draft, broken into lines of `width` letters.

    A command that needs more than `height` lines is cut off.
    """
    text = COMMAND_LABEL + form.draft.command()
    room = max(1, width * height)
    if len(text) > room:
        text = f"{text[: room - 1]}…"
    # Broken at the width and not between words, so that the command can be copied as a whole.
    starts = range(0, len(text), max(1, width))
    first, *others = [text[start : start + width] for start in starts]
    label = first[: len(COMMAND_LABEL)]
    beginning = first[len(COMMAND_LABEL) :]
    lines: list[Line] = [[(label, "dim"), (beginning, "text")]]
    lines += [[(line, "text")] for line in others]
    return lines
