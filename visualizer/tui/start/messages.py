"""What the start screen says of a draft: plain functions that return lines."""

from __future__ import annotations

import textwrap

from games import Game, Option, Preset
from visualizer.look.ascii import printable
from visualizer.tui.start import field_values
from visualizer.tui.start.draft import Checked, Draft, attempt
from visualizer.tui.start.preview import drawn_position
from visualizer.tui.styled_lines import Line, wrapped

ASKING = "Type a position"
"""How the sentence begins that is no complaint."""
POSITION = ("position", "moves")
LONGEST = 600
"""Characters of a complaint or an example that are shown at most."""
SAME = " same as  "


def sentence(text: str) -> str:
    """Return a text with a capital letter and a full stop.

    >>> sentence("one cutoff")
    'One cutoff.'
    """
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".") if text else ""


def preset_of(draft: Draft, game: Game | None) -> Preset | None:
    """Return the preset that a draft names, if it names one."""
    presets = game.presets if game is not None else ()
    return next((preset for preset in presets if preset.name == draft.position), None)


def option_of(game: Game | None, name: str) -> Option | None:
    """Return a setting of a game by its name."""
    return next((option for option in game.options if option.name == name), None) if game is not None else None


def turn(checked: Checked) -> str:
    """Say whose turn it is, and how many moves there are."""
    game, root = checked.game, checked.root
    if game is None or root is None:
        return ""
    if root.outcome() is not None:
        return "The game is over here."
    count = len(root.moves())
    return f"{game.side(maximizing=root.maximizing)} to move, {count:,} {'move' if count == 1 else 'moves'}."


def board(checked: Checked, width: int, height: int, *, letters: bool = False) -> list[Line]:
    """Draw the position as far as it can be read, else say how one is written."""
    if checked.root is None:
        return notation(checked.game, width)
    root, wrong = checked.root, dict[str, str]()
    notes: list[Line] = [[], [(turn(checked), "dim")]]
    drawn = attempt(wrong, "board", lambda: drawn_position(root, width, height, notes, letters=letters))
    return drawn or [[(printable(wrong.get("board", "")), "cut")]]


def notation(game: Game | None, width: int) -> list[Line]:
    """Say how a position is written, with an example."""
    if game is None:
        return []
    example = printable(game.presets[0].text[:LONGEST])
    lines = wrapped(printable(f"How a position is written: {game.notation}"), width, "dim")
    text = [example[at : at + width] for at in range(0, len(example), max(1, width))]
    return [*lines, [], [("For example:", "dim")], *([(line, "text")] for line in text)]


def about_position(draft: Draft, checked: Checked, width: int) -> list[Line]:
    """Write what is interesting about the position, and its source."""
    preset = preset_of(draft, checked.game)
    if preset is None or draft.moves.strip():
        return []
    source = f" ({preset.source})" if preset.source else ""
    return wrapped(printable(sentence(preset.about) + source), width, "text")


def about_field(part: str, key: str, draft: Draft, checked: Checked) -> str:
    """Return a sentence about a field."""
    game = checked.game
    if game is None:
        return ""
    if part == "search":
        return field_values.about_search(key, draft, game)
    if part == "setting":
        option = option_of(game, key)
        return f"{option.name}: {option.about} (default {option.default})" if option else ""
    texts = {
        "typed": f"Your own position. {game.notation}",
        "moves": f"Moves played from there, one after the other; ctrl+n lists the legal ones. {turn(checked)}",
        "file": "A game in a Python file, or a saved run: type its name, then enter.",
    }
    return texts.get(part, "")


def complaint(checked: Checked, width: int) -> list[Line]:
    """Say what is wrong first of all."""
    wrong = next(iter(checked.wrong.values()), "")[:LONGEST]
    return wrapped(printable(sentence(wrong)), width, "dim" if wrong.startswith(ASKING) else "cut")


def position_complaint(checked: Checked, width: int) -> list[Line]:
    """Say in one line what is wrong with the position or the moves."""
    wrong = next((checked.wrong[part] for part in POSITION if part in checked.wrong), "")[:LONGEST]
    style = "dim" if wrong.startswith(ASKING) else "cut"
    return [[(textwrap.shorten(printable(wrong), max(8, width), placeholder=" …"), style)]]


def search_complaint(checked: Checked, width: int) -> list[Line]:
    """Say what is wrong with the search."""
    wrong = next((text for part, text in checked.wrong.items() if part not in (*POSITION, "game")), "")[:LONGEST]
    return wrapped(printable(sentence(wrong)), width, "cut")


def command(draft: Draft, width: int, height: int) -> list[Line]:
    """Write the command that does the same, cut with an ellipsis where it is too long."""
    text = printable((SAME + draft.command())[: width * (height + 1)])
    lines = [text[at : at + width] for at in range(0, len(text), max(1, width))]
    if len(lines) > height > 0:
        lines = [*lines[: height - 1], lines[height - 1][: width - 1] + "…"]
    first: Line = [(lines[0][: len(SAME)], "dim"), (lines[0][len(SAME) :], "text")] if lines else []
    return [first, *([(line, "text")] for line in lines[1:])]
