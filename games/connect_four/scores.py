"""Evaluations by open lines or by how early a win is, and scores for moves: the centre first."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from games import WIN_OR_DRAW, MoveScores, Stakes, counted, with_win
from games.connect_four.rules import ConnectFour

CONNECT_FOUR_WIN = 1000
"""The value of a won game in the evaluation lines: no board has so many lines."""


def open_line_lead(position: ConnectFour, outcome: float | None) -> float:
    """Return the number of lines open to the first player minus the number open to the second.

    A line is open to a side if the other side has no stone in it. A win is worth ±1000, a draw 0.
    """
    if outcome is not None:
        return CONNECT_FOUR_WIN * outcome
    board = position.grid
    first, second = position.sides()
    open_to_first = board.count_lines(board.full & ~second)
    open_to_second = board.count_lines(board.full & ~first)
    return open_to_first - open_to_second


def early_win_score(position: ConnectFour, outcome: float | None) -> float:
    """Score an early win higher than a late win; below 0 if the second player has won.

    The score is 0 if nobody has won. As in Pascal Pons, "Solving Connect 4", part 2, a win is worth
    one more than the number of stones that the winner has left. Each side begins with half as many
    stones as the board has cells, with 21 on 7×6. If the number of cells is odd, the first player
    has one stone more.
    """
    if not outcome:
        return 0
    first, second = position.sides()
    cell_count = position.grid.full.bit_count()
    if outcome > 0:
        stones_left = (cell_count + 1) // 2 - first.bit_count()
    else:
        stones_left = cell_count // 2 - second.bit_count()
    return outcome * (stones_left + 1)


def score_distance_from_edge(
    position: ConnectFour, moves: Sequence[int]
) -> Sequence[Sequence[float]]:
    """Score each move by the distance of its column from the nearer edge."""
    scores = distances_from_edge(position.size.columns)
    return [scores[move] for move in moves]


@cache
def distances_from_edge(columns: int) -> tuple[tuple[int], ...]:
    """Return the distance of each column from the nearer edge, as a row of one score.

    >>> distances_from_edge(4)
    ((0,), (1,), (1,), (0,))
    """
    return tuple((min(column, columns - 1 - column),) for column in range(columns))


def winning_or_stopping(position: ConnectFour, moves: Sequence[int]) -> Sequence[int]:
    """Return the indices of the moves that win, or that stop the opponent from winning next."""
    board = position.grid
    own = position.own
    stones = position.stones
    other = own ^ stones
    indices = []
    for index, move in enumerate(moves):
        # Adding the lowest bit of a column sets its lowest free cell: 0b011 + 0b001 is 0b100.
        cell = (stones + board.bottoms[move]) & ~stones
        if board.has_line(own | cell) or board.has_line(other | cell):
            indices.append(index)
    return indices


ORDERINGS = {
    "scored": MoveScores(
        "from the centre outwards, left before right: 4 3 5 2 6 1 7",
        ("centre",),
        score_distance_from_edge,
    )
}


def stones_left_in_words(score: float) -> str:
    """Say how many stones a winner has left: the score (see `early_win_score`) minus 1.

    >>> stones_left_in_words(3), stones_left_in_words(1)
    ('with 2 stones left', 'with its last stone')
    """
    if score <= 1:
        return "with its last stone"
    stones = counted("a stone", "stones", " left")(score - 1)
    return f"with {stones}"


STAKES = {
    "result": WIN_OR_DRAW,
    "lines": replace(
        with_win(
            CONNECT_FOUR_WIN,
            "1 = one more open line, ±1,000 = a win",
            counted("an open line", "open lines"),
        ),
        slight=2,
    ),
    "score": Stakes(
        about=(
            "a win counts the winner's remaining stones plus one; 0 = a draw or an undecided game"
        ),
        ahead=counted("1", "", ""),
        even="nothing decided",
        by=stones_left_in_words,
        win=0,
    ),
}
