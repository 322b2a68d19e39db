"""Orders without scores: as the game lists its moves, that backwards, and at random."""

import zlib
from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

from games import AnyPosition
from visualizer.algorithms import CurrentPath
from visualizer.ordering import Ordering, OrderingContext, OrderingKind


def shuffled(context: OrderingContext) -> Ordering:
    """Shuffle the moves of each position with a generator seeded by a checksum of the seed and the path.

    So they are the same for the same seed and path, whatever else the search does.
    """

    def order(position: AnyPosition, moves: Sequence[Any], path: CurrentPath) -> Iterable[tuple[int, Any]]:
        places = [*enumerate(moves)]
        Random(zlib.crc32(repr((context.seed, path())).encode())).shuffle(places)
        return places

    return Ordering(order)


ORDERING = (
    OrderingKind("natural", "as the game lists its moves", lambda context: Ordering()),
    OrderingKind(
        "reverse",
        "natural order from its end",
        lambda context: Ordering(lambda position, moves, path: [*enumerate(moves)][::-1]),
    ),
    OrderingKind("random", "at random, by --seed", shuffled),
)
