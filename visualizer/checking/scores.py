"""Orderings: a row of finite numbers for each move, and in it one for each named component."""

from collections.abc import Iterator, Sequence
from typing import Any

from games import MoveScores
from visualizer.checking.asking import Fault, Wrong, ask, is_number, shown
from visualizer.checking.spot import Spot


def scores(spot: Spot) -> Iterator[Fault]:
    """Check that every ordering scores every move, and twice the same."""
    if spot.facts.outcome is not None:
        return
    moves = spot.facts.legal
    for name, ordering in spot.game.orderings.items():
        rows, again = (_rows(name, ordering, spot, moves) for _ in range(2))
        if rows != again:
            yield Fault(f"chance in the ordering {name}", f"the ordering {name} scores the same moves differently")
        lowest = ask(f"lowest_first of the ordering {name}", ordering.lowest_first, spot.position)
        if not isinstance(lowest, bool):
            yield Fault(
                f"ordering {name}", f"lowest_first of the ordering {name} is {shown(lowest)}; return True or False"
            )


def _rows(name: str, ordering: MoveScores, spot: Spot, moves: Sequence[Any]) -> list[list[float]]:
    """Return the scores of the moves; Wrong if they are not as many, or no numbers."""
    what = f"the ordering {name}"
    rows = ask(what, lambda: [[*row] for row in ordering.components(spot.position, moves)])
    if len(rows) != len(moves):
        raise Wrong(f"ordering {name}", f"{what} has {len(rows)} rows for {len(moves)} moves; return one for each")
    for row in rows:
        if len(row) != len(ordering.names):
            raise Wrong(
                f"ordering {name}",
                f"{what} has rows of {len(row)} numbers for {len(ordering.names)} names "
                f"({' '.join(map(str, ordering.names))}); return one for each",
            )
        if not all(map(is_number, row)):
            raise Wrong(f"ordering {name}", f"{what} has the row {shown(row)}; finite numbers are needed")
    found: list[list[float]] = rows
    return found
