"""Counts for each square of a Tak board, which evaluations, scores and heat maps use."""

from collections.abc import Sequence
from functools import cache

from games.tak.grid import Grid

ROAD_TOPS = (("1", "1C"), ("2", "2C"))
"""How TPS writes the end of a stack whose top piece is part of a road, for White and for Black."""


def road_counts(squares: Sequence[str], size: int, ply: int) -> list[int]:
    """Return for every square how many road pieces the player to move has in its row and column.

    As in the tutorial, this holds in plies 0 and 1 too, where a piece of the opponent's is placed.
    """
    tops = ROAD_TOPS[ply % 2]
    roads = [stack.endswith(tops) for stack in squares]
    in_column = [sum(roads[first : first + size]) for first in range(0, size * size, size)]
    in_row = [sum(roads[row::size]) for row in range(size)]
    return [column + row for column in in_column for row in in_row]


def heights_beside(board: Grid, squares: Sequence[str], ply: int) -> list[int]:
    """Return for every square the sum of the heights of the opponent's stacks beside it."""
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
    """Return each square's distance from the centre, in steps along rows and columns: a whole number for each size.

    >>> distances_from_centre(3)
    (2, 1, 2, 1, 0, 1, 2, 1, 2)
    """
    doubled = [abs(2 * line - size + 1) for line in range(size)]
    return tuple((across + up) // 2 for across in doubled for up in doubled)
