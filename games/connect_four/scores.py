"""What makes a position or a move look good: lines that are still open, an early win, and the middle."""

from collections.abc import Sequence
from functools import cache

from games import WIN_OR_DRAW, MoveScores, Stakes, counted
from games.connect_four.rules import ConnectFour

WIN = 1000
"""Value of a won game where lines are counted: more than there are lines on any board."""


def lines(position: ConnectFour, outcome: float | None) -> float:
    """Value a position by the lines that are open to the first player less those open to the second.

    A line is open to a side while the other side has no stone in it. A win counts 1000, a draw nothing.
    """
    if outcome is not None:
        return WIN * outcome
    board, (first, second) = position.grid, position.sides()
    return board.count_lines(board.full & ~second) - board.count_lines(board.full & ~first)


def score(position: ConnectFour, outcome: float | None) -> float:
    """Value a won game by how early it was won, all else as 0.

    As in Pascal Pons, "Solving Connect 4", part 2: a win is worth the winner's stones that are left, and one more. On
    7×6 each side has 21, so that is 22 less the stones played by the winner. On other boards the cells are shared in
    the same way: the first player has half of them, of an odd number one more than the second.
    """
    if not outcome:
        return 0
    first, second = position.sides()
    cells = position.grid.full.bit_count()
    left = (cells + 1) // 2 - first.bit_count() if outcome > 0 else cells // 2 - second.bit_count()
    return outcome * (left + 1)


def centre(position: ConnectFour, moves: Sequence[int]) -> Sequence[Sequence[float]]:
    """Score columns by how many there are between them and the nearer edge."""
    scores = to_edge(position.size.columns)
    return [scores[move] for move in moves]


@cache
def to_edge(columns: int) -> tuple[tuple[int], ...]:
    """Return for each column how many there are between it and the nearer edge, as a row of one component.

    >>> to_edge(4)
    ((0,), (1,), (1,), (0,))
    """
    return tuple((min(column, columns - 1 - column),) for column in range(columns))


ORDERINGS = {"scored": MoveScores("nearest the centre first, the left one of two: 4 3 5 2 6 1 7", ("centre",), centre)}


def stones_left(amount: float) -> str:
    """Say how early a game is won, from its score.

    >>> stones_left(3), stones_left(1)
    ('with 2 stones left', 'with the last stone')
    """
    return f"with {counted('a stone', 'stones', ' left')(amount - 1)}" if amount > 1 else "with the last stone"


STAKES = {
    "result": WIN_OR_DRAW,
    "lines": Stakes(
        about="1 = an open line more, ±1,000 = a win",
        ahead=counted("an open line", "open lines"),
        win=lambda position: WIN,
        most=lambda position: WIN,
    ),
    "score": Stakes(
        about="a win counts the winner's stones left and one more; 0 = a draw, or nothing decided yet",
        ahead=counted("1", "", ""),
        even="nothing decided",
        by=lambda amount: (
            f"with {counted('a stone', 'stones', ' left')(amount - 1)}" if amount > 1 else "with its last stone"
        ),
        win=lambda position: 0,
    ),
}
