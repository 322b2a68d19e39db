"""Evaluations of positions by their stores, and scores for moves: moving again, what is captured, what is stored."""

from collections.abc import Sequence

from games import MoveScores, Stakes, counted
from games.kalah.rules import Kalah

AGAIN = 10
"""What a further move counts in the order of moves, in seeds: more than nearly every capture."""


def stores(position: Kalah, outcome: float | None) -> float:
    """Return the seeds in South's store less those in North's; at the end of the game that is the result."""
    south, north = position.stores
    return south - north


def again(position: Kalah, outcome: float | None) -> float:
    """Return the difference of the stores, and a seed more to the side to move for each pit that moves again.

    At the end of the game only the stores count.
    """
    value = stores(position, outcome)
    if outcome is not None:
        return value
    return value + moving_again(position) if position.maximizing else value - moving_again(position)


def moving_again(position: Kalah) -> int:
    """Count the mover's pits whose last seed would fall into the own store.

    >>> moving_again(Kalah((2, 1, 0, 4, 4, 0)))
    2
    """
    lap = len(position.seeds) - 1
    row = position.south if position.maximizing else position.north
    return sum(seeds % lap == position.pits - pit for pit, seeds in enumerate(row))


def scored(position: Kalah, moves: Sequence[int]) -> Sequence[Sequence[float]]:
    """Return for each move what a further move counts if there is one, the seeds captured, and those put in store."""
    own, rows = position.store, []
    for move in moves:
        seeds, last, captured = position.sow(move)
        rows.append((AGAIN if last == own else 0, captured, seeds[own] - position.seeds[own]))
    return rows


ORDERINGS = {
    "scored": MoveScores(
        "who moves again first, then by the seeds captured and put in store", ("again", "captured", "stored"), scored
    )
}


BY_SEEDS = counted("a seed", "seeds", "", "by ")
STAKES = {
    "stores": Stakes(
        about="1 = a seed more in the store",
        ahead=counted("a seed", "seeds"),
        by=BY_SEEDS,
        most=lambda position: sum(position.seeds),
    ),
    "again": Stakes(
        about="1 = a seed more in the store, or a pit that moves again; at the end 1 = a seed more",
        ahead=counted("a point", "points"),
        by=BY_SEEDS,
    ),
}
