"""Random order: the same for the same seed and path, whatever else the search does."""

import random
import zlib
from collections.abc import Iterable, Sequence
from typing import Any

from games import AnyPosition
from visualizer.algorithms import CurrentPath
from visualizer.ordering import Ordering, OrderingContext, OrderingKind


def make(context: OrderingContext) -> Ordering:
    """Shuffle the moves of each position with a generator seeded by a checksum of the seed and the path."""
    seed = context.seed

    def order(position: AnyPosition, moves: Sequence[Any], path: CurrentPath) -> Iterable[tuple[int, Any]]:
        places = [*enumerate(moves)]
        random.Random(zlib.crc32(repr((seed, path())).encode())).shuffle(places)
        return places

    return Ordering(order)


ORDERING = OrderingKind("random", "at random, by --seed", make)
