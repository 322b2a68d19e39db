"""A board as lines of text: the one drawer for the command line and the line mode, whatever the game.

White's or the first player's pieces are `○`, the dark ones `●` (ASCII `o` and `#`); walls add `S`, capstones `C`, kings
`K`. A pile of one owner shows its height (`●3`), a mixed one its pieces from the bottom up (`○●●S`; `○3●` is three and
one).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import groupby

from games import Board, Cell, Coordinates, Game, Player
from visualizer.look import numbers
from visualizer.look.shapes import clip, letters

EMPTY = "·"
LIGHT, DARK = "○", "●"
EXCHANGED = str.maketrans({LIGHT: DARK, DARK: LIGHT})
TWO_COLOURS = frozenset({"stone", "flat", "wall", "capstone", "man", "king"})
"""Pieces that are drawn as light and dark discs."""
KINDS = {"wall": "S", "capstone": "C", "king": "K"}
SIGNS = {"cross": "X", "nought": "O"}
TALLEST = 4
"""A mixed pile up to this height is written piece by piece."""

USUAL, NARROW = 3, 2
"""Letters that a cell takes at least."""


def fitting(
    board: Board, width: int, *, marks: Collection[Coordinates] = frozenset(), layer: str | None = None
) -> list[str]:
    """Return a board's lines, drawn narrowly if they are too long otherwise; even then they may be."""
    lines = draw(board, marks=marks, layer=layer)
    if max(map(letters, lines[: len(lines) - len(board.captions)]), default=0) <= width:
        return lines
    return draw(board, marks=marks, layer=layer, narrow=True)


def draw(
    board: Board, *, marks: Collection[Coordinates] = frozenset(), layer: str | None = None, narrow: bool = False
) -> list[str]:
    """Return a board's lines: columns' names, rows with their names, captions.

    `marks` are cells to put into brackets; `layer` is the name of numbers to show, on empty cells or beside pieces;
    `narrow` leaves no more than a space between cells.
    """
    words = [
        [(cell_text(cell, board.dark) + _number(board, layer, row, column)) or EMPTY * cell.playable
         for column, cell in enumerate(cells)]
        for row, cells in enumerate(board.cells)
    ]  # fmt: skip
    widths = _widths(board, words, frozenset() if narrow else marks, NARROW if narrow else USUAL)
    edge = max((letters(clip(name, 8)) for name in board.rows), default=-1) + 1
    slant = (widths[0] + 1) // 2 if board.slant and widths else 0
    lines = [" " * edge + _row(board.columns, widths)] if board.columns else []
    for row, line in enumerate(words):
        name = clip(board.rows[row], 8) if row < len(board.rows) else ""
        marked = {column for column in range(len(line)) if (row, column) in marks}
        before = " " * (slant * row + max(edge - 1 - letters(name), 0)) + name + " " * (edge > 0)
        lines.append(before + _row(line, widths, marked))
    lines = [line.rstrip() for line in lines]
    return lines + [clip(words, 200) for words in board.captions]


def on_page(words: str, theme: str) -> str:
    """Return words as they are written on a page: on a dark one a full disc looks light, and an empty one dark.

    >>> on_page("● Black to move", "light"), on_page("● Black to move", "dark")
    ('● Black to move', '○ Black to move')
    """
    return words.translate(EXCHANGED) if theme == "dark" else words


def side_of(game: Game, board: Board, *, first: bool) -> str:
    """Return the name of a side, after the sign of its pieces if there are any of two colours on the board."""
    name = game.side(maximizing=first)
    if not any(cell.piece in TWO_COLOURS for row in board.cells for cell in row):
        return name
    return f"{DARK if board.dark is (Player.FIRST if first else Player.SECOND) else LIGHT} {name}"


def cell_text(cell: Cell, dark: Player) -> str:
    """Write what is on a cell.

    >>> cell_text(Cell("wall", Player.SECOND, (Player.FIRST, Player.SECOND)), Player.SECOND)
    '○●S'
    """
    if not cell.piece or not cell.playable:
        return ""
    if cell.piece == "label":
        return clip(cell.label, 12)
    if cell.piece in SIGNS:
        return SIGNS[cell.piece]
    pieces = [DARK if owner is dark else LIGHT for owner in cell.stack or (cell.owner,)]
    return _pile(pieces) + KINDS.get(cell.piece, "")


def _pile(pieces: list[str]) -> str:
    """Write a pile from the bottom up, short where it is long.

    >>> _pile(["○", "●", "●"]), _pile(["●"] * 3), _pile(["○"] * 3 + ["●"] * 2)
    ('○●●', '●3', '○3●2')
    """
    runs = [(sign, len([*same])) for sign, same in groupby(pieces)]
    if len(runs) > 1 and len(pieces) <= TALLEST:
        return "".join(pieces)
    return "".join(sign + (str(count) if count > 1 else "") for sign, count in runs)


def _number(board: Board, layer: str | None, row: int, column: int) -> str:
    value = None if layer is None else board.layers[layer][row][column]
    return "" if value is None else numbers.show(value)


def _widths(board: Board, words: list[list[str]], marks: Collection[Coordinates], least: int) -> list[int]:
    """Return the columns' widths: as wide as their words ask for, all alike on a slanted board."""
    widths = [letters(clip(name, 8)) + 1 for name in board.columns]
    widths += [0] * (max(map(len, words), default=0) - len(widths))
    for row, line in enumerate(words):
        for column, word in enumerate(line):
            widths[column] = max(widths[column], letters(word) + 1 + ((row, column) in marks), least)
    return [max(widths)] * len(widths) if board.slant and widths else widths


def _row(words: Sequence[str], widths: list[int], marked: Collection[int] = ()) -> str:
    """Write words into their columns, in brackets where they are marked; a bracket may take the next one's space.

    >>> _row(["a", "b", "c"], [3, 3, 3], [1]), _row(["a", "b", "c"], [2, 2, 2], [1])
    (' a [b] c ', ' a[b]c')
    """
    line, closing = "", ""
    for column, (word, wide) in enumerate(zip(words, widths, strict=False)):
        field = ("[" if column in marked else closing or " ") + clip(word)
        closing = "]" if column in marked else ""
        if closing and letters(field) < wide:
            field, closing = field + closing, ""
        line += field + " " * (wide - letters(field))
    return line + closing
