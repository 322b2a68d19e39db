"""Five more heuristics for moves, which the tutorial leaves as exercises: each returns a number for every move.

They are those at the end of Viliam Vadocz, "takbot-tutorial", part 2 (Move Ordering): blocking roads, captures of a
flat by a flat, walls beside stacks with captives, the difference in flats that a spread makes, and strong shapes. A
number below 0 speaks against a move. All are from the side of the player to move, in plies 0 and 1 too.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache

from games.tak.counts import road_counts
from games.tak.grid import Grid
from games.tak.position import TakPosition
from games.tak.spreads import path, spread

Heuristic = Callable[[TakPosition, Sequence[str]], Sequence[float]]
"""From a position and its moves to a number for each move."""

OWN_FLAT, OPPONENTS_FLAT = 1, -1


def block(position: TakPosition, moves: Sequence[str]) -> Sequence[float]:
    """Return for each placement the opponent's road pieces in the row and column of its square."""
    board = position.grid
    counts = road_counts(position.squares, board.size, position.ply + 1)
    return [counts[board.placements[move][1]] if move in board.placements else 0 for move in moves]


def flat_on_flat(position: TakPosition, moves: Sequence[str]) -> Sequence[float]:
    """Return for each spread of a stack with a flat on top minus the number of the opponent's flats that it covers."""
    board, squares, opponent = position.grid, position.squares, "21"[position.ply % 2]

    def covered(move: str) -> int:
        if move in board.placements:
            return 0
        source, _, steps = path(board, move)
        if squares[source].endswith(("S", "C")):
            return 0
        return -sum(squares[target].endswith(opponent) for target, _, _ in steps)

    return [covered(move) for move in moves]


def captives(position: TakPosition, moves: Sequence[str]) -> Sequence[float]:
    """Return for each wall the captives in the opponent's stacks beside it: the mover's pieces below the top."""
    board, squares = position.grid, position.squares
    own, opponent = "12" if position.ply % 2 == 0 else "21"
    held = [stack.count(own) if stack.rstrip("SC").endswith(opponent) else 0 for stack in squares]

    def beside(move: str) -> int:
        letter, square = board.placements.get(move, ("", 0))
        return sum(held[neighbour] for neighbour in board.neighbours[square]) if letter == "S" else 0

    return [beside(move) for move in moves]


def flat_loss(position: TakPosition, moves: Sequence[str]) -> Sequence[float]:
    """Return for each spread the change of the mover's lead in top flats if it is below 0, else 0."""
    board, squares, own = position.grid, position.squares, "12"[position.ply % 2]

    def worth(stack: str) -> int:
        return 0 if not stack or stack[-1] in "SC" else OWN_FLAT if stack[-1] == own else OPPONENTS_FLAT

    def change(move: str) -> int:
        if move in board.placements:
            return 0
        changed = spread(board, squares, move).items()
        return min(0, sum(worth(stack) - worth(squares[square]) for square, stack in changed))

    return [change(move) for move in moves]


def citadel(position: TakPosition, moves: Sequence[str]) -> Sequence[float]:
    """Return for each flat or capstone the two-by-two blocks of road pieces that it completes."""
    return _completed(position, moves, CITADEL)


def staircase(position: TakPosition, moves: Sequence[str]) -> Sequence[float]:
    """Return for each flat or capstone the stairs of four road pieces that it completes, such as a1 b1 b2 c2."""
    return _completed(position, moves, STAIRCASES)


Pattern = tuple[tuple[int, int], ...]
"""The column and row of each square of a shape, from its lower left corner."""

CITADEL: tuple[Pattern, ...] = (((0, 0), (0, 1), (1, 0), (1, 1)),)
STAIRCASES: tuple[Pattern, ...] = (
    ((0, 0), (1, 0), (1, 1), (2, 1)),
    ((0, 1), (1, 1), (1, 0), (2, 0)),
    ((0, 0), (0, 1), (1, 1), (1, 2)),
    ((1, 0), (1, 1), (0, 1), (0, 2)),
)


def _completed(position: TakPosition, moves: Sequence[str], shapes: tuple[Pattern, ...]) -> Sequence[float]:
    """Return for each placement of a road piece the number of shapes that it completes."""
    board = position.grid
    needed = rest_of_shapes(board, shapes)
    road = position.road_bits()[position.ply % 2]

    def count(move: str) -> int:
        letter, square = board.placements.get(move, ("S", 0))
        return 0 if letter == "S" else sum(rest & road == rest for rest in needed[square])

    return [count(move) for move in moves]


@cache
def rest_of_shapes(board: Grid, shapes: tuple[Pattern, ...]) -> tuple[tuple[int, ...], ...]:
    """Return for every square the shapes on the board that it is part of, each as the bits of its other squares."""
    size = board.size
    rests: list[list[int]] = [[] for _ in board.names]
    for shape in shapes:
        width, height = (max(place[axis] for place in shape) + 1 for axis in (0, 1))
        for column in range(size - width + 1):
            for row in range(size - height + 1):
                squares = [(column + across) * size + row + up for across, up in shape]
                for square in squares:
                    rests[square].append(sum(board.bits[other] for other in squares if other != square))
    return tuple(map(tuple, rests))


HEURISTICS: Mapping[str, Heuristic] = {
    each.__name__: each for each in (block, flat_on_flat, captives, flat_loss, citadel, staircase)
}
"""The heuristics by name, which is also the name of the weight and of the component."""
