"""Writes a page of the site for each game, from what the game says of itself."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

import games
import visualizer
from exports.svg import svg_part
from games import AnyPosition, Game
from visualizer.draw.boards.shapes import board_drawing_size, draw_board_shapes
from visualizer.look.shapes import Drawing
from visualizer.look.table import Table, escaped
from visualizer.look.themes import STYLED_THEME
from visualizer.searching.ordering import orderings
from visualizer.support.errors import InputError

RULES = Path(__file__).parents[1] / "docs" / "games.md"
FOR_A_SLIDE = "small"
"""The preset whose tree is drawn, if a game has this preset."""
TEXT = 13
"""The size of a board's text, in points."""
LARGEST = 1.6
"""The greatest factor by which a board is enlarged."""
WIDEST = 380
"""The greatest width of a board, in dots."""
Example = Callable[[str, str], str]
"""Returns the files of a command as Markdown; the second text is the place to open a page at."""
STEP = "#s10"
"""Where a page that explores is opened."""


def rules(game: Game) -> str:
    """Return the rules in short, from docs/games.md, or ""."""
    text = RULES.read_text(encoding="utf-8")
    found = re.search(
        rf"^## {re.escape(game.title)}\n\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL
    )
    if found:
        return found[1].strip()
    return ""


def board(position: AnyPosition) -> str:
    """Draw a position in the colours of the site; "" where there is nothing to draw."""
    shown = position.board()
    if not any(shown.cells):
        return ""
    width, height = board_drawing_size(shown, TEXT)
    drawing = Drawing(
        width,
        height,
        STYLED_THEME.page,
        "",
        "",
        tuple(draw_board_shapes(shown, STYLED_THEME, 0, 0, TEXT, marks={})),
    )
    scale = min(LARGEST, WIDEST / width)
    svg = svg_part(drawing, (0, 0, width, height), (round(width * scale), round(height * scale)))
    return f'<figure class="board">{svg.replace(chr(10), "")}</figure>'


def words(text: str) -> str:
    r"""Escape a text for Markdown, except in backquotes; MkDocs would show the backslash of \~."""
    parts = re.split("(`[^`]*`)", text)
    return "".join(
        part if part.startswith("`") else escaped(part).replace("\\~", "~") for part in parts
    )


def sentence(text: str) -> str:
    """Return a phrase as a sentence."""
    return words(text[:1].upper() + text[1:]) + ("" if text.endswith((".", "?", "!")) else ".")


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table whose first column is code, without its empty columns; "" without rows."""
    cells = [(f"`{first}`", *map(words, rest)) for first, *rest in rows]
    filled = [place for place in range(len(heads)) if any(row[place] for row in cells)]
    kept = [tuple(row[place] for place in filled) for row in (heads, *cells)]
    if cells:
        return Table(kept[0], tuple(kept[1:])).markdown(marked_up=True)
    return ""


def listed(title: str, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a section with a table, or "" if the table has no rows."""
    text = table(heads, rows)
    return text and f"## {title}\n\n{text}"


def sections(game: Game, example: Example) -> Iterator[str]:
    """Yield the parts of a game's page; some may be empty."""
    first = game.presets[0]
    drawn = next((preset for preset in game.presets if preset.name == FOR_A_SLIDE), first)
    where = f"{game.name} -p {drawn.name}"
    position = first_position(game)
    yield f"# {game.title}\n\n{sentence(game.about)}"
    if position is not None and not game.explicit:
        yield board(position)
    yield f"## Rules\n\n{rules(game)}"
    if game.sides != ("MAX", "MIN"):
        yield f"{game.sides[0]} is MAX and moves first in the game; {game.sides[1]} is MIN."
    if position is not None:
        yield f"## A search to step through\n\n{sentence(drawn.about)} Click into it and press `→`."
        yield example(f"export {where} --explore -O {game.name}-explored.html", STEP)
        yield "The same search as a picture:"
        yield example(f"export {where} -O {game.name}.svg", "")
    lines = [f"open {where}", f"explain {where} --cuts", f"compare {where}", f"play {game.name}"]
    commands = "\n".join(f"visualizer {line}" for line in lines)
    yield f"## Commands to copy\n\n```\n{commands}\n```"
    yield f"## How a position is written\n\n{sentence(game.notation)}"
    yield from tables_of_game(game)


def first_position(game: Game) -> AnyPosition | None:
    """Return the first preset of a game; None if the game's library is not installed here."""
    try:
        return visualizer.start(game.name, preset=game.presets[0].name).root
    except InputError:
        return None


def tables_of_game(game: Game) -> Iterator[str]:
    """Yield the tables of presets, evaluations, orderings, settings and opponents."""
    presets = ((each.name, each.about, each.source) for each in game.presets)
    yield listed("Positions to begin with", ("`-p`", "what it shows", "source"), presets)
    meanings = {name: stakes.about for name, stakes in game.stakes.items()}
    values = ((name, meanings.get(name, "")) for name in game.evaluations)
    yield listed("Evaluations", ("`-e`", "what a value means"), values)
    scores = [(name, kind.about) for name, kind in game.orderings.items()]
    scores += [(name, kind.about) for name, kind in orderings().items()]
    yield listed("Orderings", ("`-o`", "what comes first"), scores)
    if game.noisy is not None:
        yield f"With `--quiescence N` a search follows {game.noisy.about} beyond its depth."
    settings = ((each.name, each.about, f"`{each.default}`") for each in game.options)
    yield listed("Settings", ("`--set`", "what it is", "default"), settings)
    opponents = ((name, f"`{spec}`") for name, spec in game.opponents.items())
    yield listed("Opponents", ("`--opponent`", "the search"), opponents)


def page(name: str, example: Example) -> str:
    """Return the page of a game in Markdown; `example` runs a command and returns what it shows."""
    return "\n\n".join(part for part in sections(games.load_game(name), example) if part) + "\n"
