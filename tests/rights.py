"""What is right in a field of a tree to fill in."""

from visualizer.teach.question import AskedField
from visualizer.teach.sheet import FillIn


def right_of(exercise: FillIn, field: AskedField) -> bool | float:
    """Return whether a node is pruned or looked at again, or a number from MAX's side."""
    right = exercise.asked[field].right
    assert not isinstance(right, str)
    return right
