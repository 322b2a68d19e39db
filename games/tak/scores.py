"""What makes a position or a move look good: top flats, and the sum of a tutorial's eight constants.

The constants and the sum are those of Viliam Vadocz, "takbot-tutorial", part 2 (Move Ordering).
"""

from collections.abc import Sequence
from functools import cache
from typing import Protocol

from games import MoveScores, Position
from games.tak.grid import Grid, grid

PLACEMENT = 100
SPREAD = 0
FLAT = 100
CAPSTONE = 50
WALL = 0
ROW_COLUMN_ROAD = 10
CAPSTONE_NEXT_TO_OPPONENT_STACK = 50
CENTRE_PLACEMENT = 10

WIN = 1000
"""Value of a won game, whenever it is won."""

PIECES = {"": FLAT, "S": WALL, "C": CAPSTONE}
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


def flats(position: TakPosition, outcome: float | None) -> float:
    """Value a position by its top flats, a finished game by its result alone."""
    return position.top_flats() if outcome is None else WIN * outcome


def in_opening(position: TakPosition) -> bool:
    """Say whether the mover places a piece of the opponent's, so that the worst square is the best."""
    return position.ply < 2


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


def scored(position: TakPosition, moves: Sequence[str]) -> Sequence[Sequence[float]]:
    """Score moves by kind, piece, roads in row and column, stacks beside a capstone, and distance from the centre."""
    board, squares, ply = grid(position.size), position.squares(), position.ply
    roads = [ROW_COLUMN_ROAD * count for count in road_counts(squares, board.size, ply)]
    centre = [-CENTRE_PLACEMENT * distance for distance in distances_from_centre(board.size)]
    beside = [CAPSTONE_NEXT_TO_OPPONENT_STACK * height for height in heights_beside(board, squares, ply)]
    spread = (SPREAD, 0, 0, 0, 0)
    rows = []
    for placement in map(board.placements.get, moves):
        if placement is None:
            rows.append(spread)
            continue
        letter, square = placement
        road = 0 if letter == "S" else roads[square]
        next_to = beside[square] if letter == "C" else 0
        rows.append((PLACEMENT, PIECES[letter], road, next_to, centre[square]))
    return rows


def kinds(position: TakPosition, moves: Sequence[str]) -> Sequence[Sequence[float]]:
    """Score moves by their kind and piece alone."""
    placements = grid(position.size).placements
    by_letter = {letter: (PLACEMENT, value) for letter, value in PIECES.items()}
    return [by_letter[placements[move][0]] if move in placements else (SPREAD, 0) for move in moves]


ORDERINGS = {
    "scored": MoveScores(
        "a tutorial's sum: placements, flats, roads in row and column, capstones beside stacks, the centre",
        ("kind", "piece", "road", "cap_next", "centre"),
        scored,
        in_opening,
    ),
    "kind": MoveScores(
        "placements before spreads, flats before capstones before walls", ("kind", "piece"), kinds, in_opening
    ),
}
