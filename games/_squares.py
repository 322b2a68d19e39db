"""Square boards as bits: how cells are named, read, written and drawn; a1 is at the top left."""

import re
from collections.abc import Sequence
from typing import Any, TypeVar

from games._notation import shorten
from games._position import Board, Cell

COLUMN_LETTERS = "abcdefghijklmnopqrs"
SQUARE_NAME_PATTERN = re.compile(r"[a-s][1-9][0-9]?")
TRANSCRIPT_START_PATTERN = re.compile(r"\s*(?:[a-z][0-9]|swap|pass)", re.ASCII | re.IGNORECASE)
MOVES_OR_REST = re.compile(r"[a-z][0-9]+|swap|pass|\S+", re.ASCII | re.IGNORECASE)
CellContent = TypeVar("CellContent")


class SquareGrid:
    """The constants of a board of one size.

    `bits` are the bits of the cells in order, `cells` the bits by name, `names` the names of moves
    by bit; the move `other`, which names no cell, has 0. Each row has `spare` bits more than it has
    cells; they are never set, so a shifted set of cells cannot run over into the next row.
    """

    other = ""
    cell = "cell"
    example = "a cell such as b2"

    def __init__(self, size: int, spare: int = 1) -> None:
        """Lay out a board of that size."""
        places = [(row, column) for row in range(size) for column in range(size)]
        self.size = size
        self.stride = size + spare
        self.bits = tuple(1 << row * self.stride + column for row, column in places)
        self.cells = {
            f"{COLUMN_LETTERS[column]}{row + 1}": bit
            for (row, column), bit in zip(places, self.bits, strict=True)
        }
        self.names = {**{bit: name for name, bit in self.cells.items()}, 0: self.other}
        self.full = sum(self.bits)

    def place(self, bit: int) -> tuple[int, int]:
        """Return the row from the top and the column of a cell."""
        return divmod(bit.bit_length() - 1, self.stride)

    def filled(self, first: int, second: int, things: Sequence[CellContent]) -> list[CellContent]:
        """Return the first thing for a cell of MAX, the second for one of MIN, else the third.

        >>> "".join(SquareGrid(2).filled(0b1, 0b1000, "XO-"))
        'X-O-'
        """
        of_first, of_second, of_nobody = things
        content = []
        for bit in self.bits:
            if first & bit:
                content.append(of_first)
            elif second & bit:
                content.append(of_second)
            else:
                content.append(of_nobody)
        return content

    def sets(self, signs: Sequence[str], sides: str) -> list[int]:
        """Return for each side the set of cells with its sign."""
        pairs = [*zip(signs, self.bits, strict=True)]
        return [sum(bit for sign, bit in pairs if sign == side) for side in sides]

    def rows(self, values: Sequence[CellContent]) -> tuple[tuple[CellContent, ...], ...]:
        """Return the values of the cells, row by row."""
        starts = range(0, len(values), self.size)
        return tuple(tuple(values[start : start + self.size]) for start in starts)

    def board(self, title: str, cells: Sequence[Cell], **more: Any) -> Board:
        """Return the board with its labels."""
        return Board(
            title,
            self.rows(cells),
            columns=tuple(COLUMN_LETTERS[: self.size]),
            rows=tuple(str(row + 1) for row in range(self.size)),
            **more,
        )

    def read_move(self, word: str) -> str:
        """Return a move in its canonical form.

        ValueError if it names neither a cell of the board nor the other move.

        >>> SquareGrid(5).read_move("B2")
        'b2'
        """
        # Lower case would turn a few letters beyond ASCII, such as the Kelvin sign, into a to z.
        move = word.lower() if word.isascii() else ""
        if move in self.cells or (move and move == self.other):
            return move
        if not SQUARE_NAME_PATTERN.fullmatch(move):
            raise ValueError(f"{shorten(word)} is not a move: {self.example}")
        last = [*self.cells][-1]
        raise ValueError(
            f"{self.cell} {move} is not on a {self.size}×{self.size} board (a1 to {last})"
        )


def is_transcript(text: str) -> bool:
    """Return whether a text begins like a transcript, not like a board.

    >>> is_transcript("b2 c1"), is_transcript("b../.w./... b")
    (True, False)
    """
    return TRANSCRIPT_START_PATTERN.match(text) is not None


def split_transcript(text: str) -> list[str]:
    """Split a transcript into moves, with or without spaces between them.

    A part that is no move stays whole.

    >>> split_transcript("F5D6 passc3")
    ['F5', 'D6', 'pass', 'c3']
    """
    return MOVES_OR_REST.findall(text)
