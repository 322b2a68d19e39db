"""Square boards as bits: cells are named, read, written and drawn here; a1 is at the top left."""

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

    `bits` are the bits of the cells in order, `cells` the bits by name, and `names` the names of
    moves by bit. A game may have one `other` move, which names no cell and is 0. Each row has
    `spare` bits more than cells; they are never set, so a shifted set of cells cannot run over into
    the next row.
    """

    other = ""
    cell = "cell"
    example = "a cell such as b2"

    def __init__(self, size: int, spare: int = 1) -> None:
        """Lay out a board of `size` rows and columns, with `spare` unused bits after each row."""
        places = [(row, column) for row in range(size) for column in range(size)]
        names = [f"{COLUMN_LETTERS[column]}{row + 1}" for row, column in places]
        self.size = size
        # The number of bits from a cell to the cell below it.
        self.stride = size + spare
        self.bits = tuple(1 << (row * self.stride + column) for row, column in places)
        self.cells = dict(zip(names, self.bits, strict=True))
        self.names = dict(zip(self.bits, names, strict=True))
        # The move that names no cell, such as a pass, is the number 0.
        self.names[0] = self.other
        self.full = sum(self.bits)

    def place(self, bit: int) -> tuple[int, int]:
        """Return the row from the top and the column of a cell."""
        return divmod(bit.bit_length() - 1, self.stride)

    def contents_by_cell(
        self, first: int, second: int, contents: Sequence[CellContent]
    ) -> list[CellContent]:
        """Return what each cell contains, row by row.

        `first` and `second` are the sets of MAX's and of MIN's cells. `contents` are what a cell of
        MAX, a cell of MIN and an empty cell contain.

        >>> "".join(SquareGrid(2).contents_by_cell(0b1, 0b1000, "XO-"))
        'X-O-'
        """
        for_first, for_second, for_nobody = contents
        cells = []
        for bit in self.bits:
            if first & bit:
                cells.append(for_first)
            elif second & bit:
                cells.append(for_second)
            else:
                cells.append(for_nobody)
        return cells

    def cells_by_sign(self, signs: Sequence[str], sides: str) -> list[int]:
        """Return the set of cells with the sign of each side."""
        pairs = [*zip(signs, self.bits, strict=True)]
        return [sum(bit for sign, bit in pairs if sign == side) for side in sides]

    def rows(self, values: Sequence[CellContent]) -> tuple[tuple[CellContent, ...], ...]:
        """Return the values of the cells, row by row."""
        starts = range(0, len(values), self.size)
        return tuple(tuple(values[start : start + self.size]) for start in starts)

    def board(self, title: str, cells: Sequence[Cell], **more: Any) -> Board:
        """Return the board of `cells` with labelled rows and columns; `more` are other fields."""
        return Board(
            title,
            self.rows(cells),
            columns=tuple(COLUMN_LETTERS[: self.size]),
            rows=tuple(str(row + 1) for row in range(self.size)),
            **more,
        )

    def read_move(self, word: str) -> str:
        """Return the name of a move in lower case.

        ValueError for a word that names neither a cell of the board nor `other`, the move of some
        games that names no cell.

        >>> SquareGrid(5).read_move("B2")
        'b2'
        """
        # Lower case would turn a few letters beyond ASCII, such as the Kelvin sign, into a to z.
        move = word.lower() if word.isascii() else ""
        names_other_move = bool(move) and move == self.other
        if move in self.cells or names_other_move:
            return move
        if not SQUARE_NAME_PATTERN.fullmatch(move):
            raise ValueError(f"{shorten(word)} is not a move: {self.example}")
        *_, last = self.cells
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
    """Split a transcript into moves, with or without spaces between them; other words stay whole.

    >>> split_transcript("F5D6 passc3")
    ['F5', 'D6', 'pass', 'c3']
    """
    return MOVES_OR_REST.findall(text)
