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

    A set of cells is a number with a bit for each cell. `bits` are the bits of the cells row by
    row, `cells` the bits by name, and `names` the names by bit. After each row come unused bits, so
    that a shifted set cannot run over into the next row.

    A move is the bit of its cell. A game may have one move without a cell, such as a pass: its name
    is `move_without_cell`, and its bit 0. Error messages use `cell_word` and `example`.
    """

    move_without_cell = ""
    cell_word = "cell"
    example = "a cell such as b2"

    def __init__(self, size: int, unused_bits: int = 1) -> None:
        """Lay out a board of `size` rows and columns, with `unused_bits` after each row."""
        places = [(row, column) for row in range(size) for column in range(size)]
        names = [f"{COLUMN_LETTERS[column]}{row + 1}" for row, column in places]
        self.size = size
        # The number of bits from a cell to the cell below it.
        self.stride = size + unused_bits
        self.bits = tuple(1 << (row * self.stride + column) for row, column in places)
        self.cells = dict(zip(names, self.bits, strict=True))
        self.names = dict(zip(self.bits, names, strict=True))
        self.names[0] = self.move_without_cell
        self.full = sum(self.bits)

    def row_and_column(self, bit: int) -> tuple[int, int]:
        """Return the row from the top and the column of a cell, both from 0."""
        return divmod(bit.bit_length() - 1, self.stride)

    def contents_by_cell(
        self, first: int, second: int, contents: Sequence[CellContent]
    ) -> list[CellContent]:
        """Return what each cell contains, row by row.

        `first` and `second` are the sets of cells with pieces of the first and the second player.
        `contents` are three values: for the cells of each player, and for empty cells.

        >>> "".join(SquareGrid(2).contents_by_cell(0b1, 0b1000, "XO-"))
        'X-O-'
        """
        first_content, second_content, empty_content = contents
        cells = []
        for bit in self.bits:
            if first & bit:
                cells.append(first_content)
            elif second & bit:
                cells.append(second_content)
            else:
                cells.append(empty_content)
        return cells

    def cells_by_character(self, characters: Sequence[str], sides: str) -> list[int]:
        """Return a set of cells for each character in `sides`: the cells that contain it.

        `characters` are the contents of all cells, row by row.

        >>> SquareGrid(2).cells_by_character("X-O-", "XO")
        [1, 8]
        """
        pairs = [*zip(characters, self.bits, strict=True)]
        return [sum(bit for character, bit in pairs if character == side) for side in sides]

    def rows(self, values: Sequence[CellContent]) -> tuple[tuple[CellContent, ...], ...]:
        """Return the values of the cells, row by row."""
        starts = range(0, len(values), self.size)
        return tuple(tuple(values[start : start + self.size]) for start in starts)

    def board(self, title: str, cells: Sequence[Cell], **board_fields: Any) -> Board:
        """Return a board with labelled rows and columns; `cells` are given row by row."""
        return Board(
            title,
            self.rows(cells),
            columns=tuple(COLUMN_LETTERS[: self.size]),
            rows=tuple(str(row + 1) for row in range(self.size)),
            **board_fields,
        )

    def read_move(self, word: str) -> str:
        """Return the name of a move in lower case; ValueError for a word that names no move.

        Moves have the names of the board's cells; there may also be a `move_without_cell`: "pass".

        >>> SquareGrid(5).read_move("B2")
        'b2'
        """
        # Lower case would turn a few letters beyond ASCII, such as the Kelvin sign, into a to z.
        move = word.lower() if word.isascii() else ""
        if move and move in self.names.values():
            return move
        if not SQUARE_NAME_PATTERN.fullmatch(move):
            raise ValueError(f"{shorten(word)} is not a move: {self.example}")
        *_, last = self.cells
        raise ValueError(
            f"{self.cell_word} {move} is not on a {self.size}×{self.size} board (a1 to {last})"
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
