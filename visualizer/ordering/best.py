"""Best first: an oracle that knows the true value of every child."""

from visualizer.ordering import OrderingKind
from visualizer.ordering.oracle import by_true_value

ORDERING = OrderingKind(
    "best", "by the true value of every child, best first: an oracle", lambda context: by_true_value(context, 1)
)
