"""Evaluations and scores of moves by discs, mobility, and weights or classes of squares.

The five classes and the two phases come from Ian Magnusson, "Othello" (CS5001, homework 6,
2018): early on a move is judged by the moves it leaves to both sides, later by the discs it flips.
The weights come from Peter Norvig, "Paradigms of Artificial Intelligence Programming" (1992),
chapter 18.
"""

from collections.abc import Mapping, Sequence
from functools import cache

from games import MoveScores, Stakes, counted
from games.othello.rules import OTHELLO_PASS, Othello, flipped_discs, othello_grid


def mobility_then_discs(position: Othello, outcome: float | None) -> float:
    """Return Black's lead: early in the game in possible moves, later and at the end in discs."""
    is_late = position.disc_count >= position.threshold
    if outcome is not None or is_late:
        return position.disc_lead()
    lead_of_mover = position.legal.bit_count() - position.replies().bit_count()
    return lead_of_mover if position.maximizing else -lead_of_mover


def weighted_squares(position: Othello, outcome: float | None) -> float:
    """Return the weights of Black's squares minus White's; in a finished game, count the discs."""
    if outcome is not None:
        return outcome
    black, white = position.sides()
    value = 0
    # A loop over the ten weights is faster than a loop over the squares.
    for weight, bits in squares_by_weight(position.size).items():
        value += weight * ((black & bits).bit_count() - (white & bits).bit_count())
    return value


@cache
def squares_by_weight(size: int) -> Mapping[int, int]:
    """Return the squares of each weight: a set, as bits, by weight."""
    board = othello_grid(size)
    return {
        weight: sum(bit for bit in board.bits if board.weights[bit] == weight)
        for weight in board.weights.values()
    }


def score_othello_moves(position: Othello, moves: Sequence[int]) -> Sequence[Sequence[float]]:
    """Score each move by the class of its square, then by a tie-breaker; a pass scores 0.

    Early in the game, the tie-breaker is the mobility after the move. Later, it is the number of
    discs that the move flips.
    """
    if moves[0] == OTHELLO_PASS:
        return [(0, 0)]
    classes = position.grid.classes
    weight = class_weight(position.size)
    is_early = position.disc_count < position.threshold
    tie_breaker = mobility if is_early else count_flips
    return [(weight * classes[move], tie_breaker(position, move)) for move in moves]


@cache
def class_weight(size: int) -> int:
    """Return the factor with which a square's class (0 to 4) outweighs any tie-breaker.

    It is the next multiple of 100 above the greatest difference between two tie-breakers.

    >>> class_weight(8)
    200
    """
    # A tie-breaker lies between plus and minus the number of squares that are empty at the start.
    greatest_difference = 2 * (size * size - 4)
    return (greatest_difference // 100 + 1) * 100


def mobility(position: Othello, move: int) -> int:
    """Return the mover's possible moves minus the opponent's, after a move."""
    after = position.play(move)
    return after.replies().bit_count() - after.legal.bit_count()


def count_flips(position: Othello, move: int) -> int:
    """Count the discs that a move flips."""
    return flipped_discs(position.grid, position.own, position.other, move).bit_count()


ORDERINGS = {
    "scored": MoveScores(
        "corners, edges, the middle, next to edges, next to corners; then the moves left to the "
        "opponent (early) or discs flipped (late)",
        ("square", "phase"),
        score_othello_moves,
    ),
    "weights": MoveScores(
        "the usual weights of squares: corners first, the squares next to them last",
        ("weight",),
        lambda position, moves: [(position.grid.weights.get(move, 0),) for move in moves],
    ),
}


BY_DISCS = counted("a disc", "discs", "", "by ")
STAKES = {
    "discs": Stakes(
        about="1 = a disc more",
        ahead=counted("a disc", "discs"),
        by=BY_DISCS,
        most=lambda position: position.size**2,
        slight=4,
    ),
    "seed": Stakes(
        about="1 = one more move, later in the game one more disc",
        ahead=lambda amount: f"ahead by {amount:,}",
        by=BY_DISCS,
        slight=4,
        amount=lambda amount: f"{amount:,}",
    ),
    "weights": Stakes(
        about="the sum of the weights of squares, 120 = a corner; at the end 1 = one more disc",
        ahead=counted("a point", "points"),
        by=BY_DISCS,
        slight=10,
    ),
}
