"""Natural order: as the game lists its moves."""

from visualizer.ordering import Ordering, OrderingKind

ORDERING = OrderingKind("natural", "as the game lists its moves", lambda context: Ordering())
