"""Shallow search of two plies: the move and the best reply to it."""

from visualizer.ordering import OrderingKind
from visualizer.ordering.shallow import looking

ORDERING = OrderingKind("shallow-2", "by a search of two plies", lambda context: looking(context, 2))
