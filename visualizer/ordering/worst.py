"""Worst first: an oracle that knows the true value of every child, and errs on purpose."""

from visualizer.ordering import OrderingKind
from visualizer.ordering.oracle import by_true_value

ORDERING = OrderingKind(
    "worst", "by the true value of every child, worst first: an oracle", lambda context: by_true_value(context, -1)
)
