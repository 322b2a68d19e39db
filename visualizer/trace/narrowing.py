"""What passes that ask the same question find together: each narrows the bounds of the answer, as in MTD(f)."""

from collections.abc import Sequence

from visualizer.trace.bounds import Bound, bound_of
from visualizer.trace.rows import Trace

OTHER_SIDE = {Bound.LOWER: Bound.UPPER, Bound.UPPER: Bound.LOWER}


def narrowed(trace: Trace, roots: Sequence[int]) -> tuple[Bound, float]:
    """Return what finished passes, given by the rows of their roots, have found: the last one's value and its bound.

    It is exact if an earlier pass bounds it from the other side.
    """
    value, bound = trace.value(roots[-1]), bound_of(trace, roots[-1])
    enough = (OTHER_SIDE.get(bound), Bound.EXACT)
    met = any(trace.value(row) == value and bound_of(trace, row) in enough for row in roots[:-1])
    return Bound.EXACT if met else bound, value


def proof(trace: Trace, roots: Sequence[int]) -> int | None:
    """Return the last of some finished passes that found a move worth what it asked for, None if none did."""
    return next((row for row in reversed(roots) if _found_a_move(trace, row)), None)


def _found_a_move(trace: Trace, root: int) -> bool:
    """Say whether a pass has found that the player to move at the root reaches the bound that it asked about."""
    value = trace.value(root)
    return value >= trace.beta(root) if trace.maximizing(root) else value <= trace.alpha(root)
