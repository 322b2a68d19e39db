"""What is counted on a board of Tak, square by square, to judge positions and moves."""

from collections.abc import Sequence
from functools import cache
from typing import Protocol

from games import Position
from games.tak.grid import Grid

ROAD_TOPS = (("1", "1C"), ("2", "2C"))
"""How stacks that make roads end, White's and Black's."""


class TakPosition(Position[str], Protocol):
    """A position of Tak, whoever keeps its rules; its moves are their names in PTN."""

    @property
    def size(self) -> int:
        """Side of the board."""

    @property
    def ply(self) -> int:
        """Moves played; 0 and 1 place a piece of the opponent's."""

    def squares(self) -> tuple[str, ...]:
        """List each square's stack as TPS writes it, file by file from a1 up."""

    def top_flats(self) -> int:
        """Return White's top flats less Black's, without komi."""

    def road_bits(self) -> tuple[int, int, int]:
        """Return the squares of White's road pieces, those of Black's, and the empty ones, as bits."""


def road_counts(squares: Sequence[str], size: int, ply: int) -> list[int]:
    """Count for every square the road pieces of the side to move in its row and in its column.

    As in the tutorial these are the side to move's also in plies 0 and 1, where it places a piece of the opponent's.
    """
    tops = ROAD_TOPS[ply % 2]
    roads = [stack.endswith(tops) for stack in squares]
    in_column = [sum(roads[first : first + size]) for first in range(0, size * size, size)]
    in_row = [sum(roads[row::size]) for row in range(size)]
    return [column + row for column in in_column for row in in_row]


def heights_beside(board: Grid, squares: Sequence[str], ply: int) -> list[int]:
    """Add up for every square the heights of the opponent's stacks beside it."""
    opponent = "21"[ply % 2]
    heights = [0] * len(squares)
    for square, stack in enumerate(squares):
        owners = stack.rstrip("SC")
        if owners.endswith(opponent):
            for neighbour in board.neighbours[square]:
                heights[neighbour] += len(owners)
    return heights


@cache
def distances_from_centre(size: int) -> tuple[int, ...]:
    """Return each square's distance in steps along rows and columns, a whole number on every board.

    >>> distances_from_centre(3)
    (2, 1, 2, 1, 0, 1, 2, 1, 2)
    """
    doubled = [abs(2 * line - size + 1) for line in range(size)]
    return tuple((across + up) // 2 for across in doubled for up in doubled)
