"""Reverse order: natural order from its end."""

from collections.abc import Iterable, Sequence
from typing import Any

from games import AnyPosition
from visualizer.algorithms import CurrentPath
from visualizer.ordering import Ordering, OrderingKind


def backwards(position: AnyPosition, moves: Sequence[Any], path: CurrentPath) -> Iterable[tuple[int, Any]]:
    """Try the last move first."""
    return [*enumerate(moves)][::-1]


ORDERING = OrderingKind("reverse", "natural order from its end", lambda context: Ordering(backwards))
