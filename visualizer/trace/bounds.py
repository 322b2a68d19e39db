"""What the value that a visit has returned says of its node's true value, and what narrowing passes say together."""

from collections.abc import Iterator, Sequence
from enum import Enum
from functools import lru_cache
from math import isnan
from typing import NamedTuple

from visualizer.trace.child_visits import last_looks
from visualizer.trace.rows import LEAVES, Kind, Trace


class Bound(Enum):
    """What is known of a node's true value, given the number that is shown."""

    EXACT = "="
    LOWER = "≥"
    UPPER = "≤"
    SO_FAR = "≤…"
    """Every child tried so far is at most this for the player to move: nothing is proved of the node yet."""
    SUM = "+…"
    """The sum of the outcomes of chance that have returned, each times its probability; others are missing."""
    MEAN = "≈"
    """The mean of samples: no bound at all."""
    PROVEN = "∎"
    """The value of the game, proved by a search that otherwise samples."""
    NONE = ""
    """Nothing is known yet."""


OPPOSITE = {Bound.LOWER: Bound.UPPER, Bound.UPPER: Bound.LOWER}
"""A bound seen from the other side."""


def bound_of(trace: Trace, row: int) -> Bound:
    """Return what the value of a visit says of the true value; the visit must have returned, and not been stopped.

    A value inside the window is exact. One outside is a bound, unless all children were visited and prove it exact.
    """
    if row in trace.said.bounds:
        return Bound(trace.said.bounds[row])
    if trace.answered:
        row = _stored(trace, row)
    bound = bound_by_window(trace, row)
    if bound is Bound.EXACT or not _has_seen_all(trace, row):
        return bound
    value = trace.value(row)
    proved = all(_children_prove(trace, row, value, at_least=side) for side in (True, False))
    return Bound.EXACT if proved else bound


def _stored(trace: Trace, row: int) -> int:
    """Return the visit that stored what a table answered, as far as it is known; any other visit itself."""
    while (source := trace.source(row)) >= 0:
        row = source
    return row


def bound_by_window(trace: Trace, row: int) -> Bound:
    """Return what a value says by its window alone, or what its visit says it is.

    Where both ends are equal to it, it is a bound on both sides.

    No value is beyond the least and the greatest that leaves can have: a bound that is one of these is exact.
    """
    if row in trace.said.bounds:
        return Bound(trace.said.bounds[row])
    if trace.kind(row) in LEAVES or not trace.has_window:
        return Bound.EXACT
    value, alpha, beta = trace.value(row), trace.alpha(row), trace.beta(row)
    if isnan(alpha) or (alpha > beta and not trace.narrows):  # then the number is all that is known
        return Bound.EXACT
    if alpha < value < beta or alpha == value == beta:
        return Bound.EXACT
    least, most = trace.limits
    if value <= alpha:
        return Bound.EXACT if value <= least else Bound.UPPER
    return Bound.EXACT if value >= most else Bound.LOWER


def _has_seen_all(trace: Trace, row: int) -> bool:
    """Return whether a visit has visited all its children."""
    return trace.kind(row) is Kind.FULL


class _Question(NamedTuple):
    """Whether the children of a visit prove that it is worth at least (else at most) a value.

    One is enough where the player to move wants it, else all must. Where chance moves, each must prove its own value.
    """

    row: int
    value: float
    children: Iterator[int]
    settling: bool
    """The answer of a child that settles the question, whatever the others answer."""


def _children_prove(trace: Trace, row: int, value: float, *, at_least: bool) -> bool:
    """Return whether the children of a visit prove that its node is worth at least (else at most) a value.

    A search of the and-or tree below, which ends at windows that answer; with a stack of its own, since a thousand
    plies are more than Python's. What is known of a visit is kept: tables lead to the same visit again and again.
    """
    known: dict[tuple[int, float], bool] = {}
    stack: list[_Question] = []
    answer: bool | None = None
    while answer is None or stack:
        if answer is None:
            stand = trace.stands.get(row)
            children = iter(last_looks(trace, row, len(trace)))
            one_is_enough = trace.maximizing(row) is at_least and not trace.is_chance(row)
            stack.append(_Question(row, value, children, one_is_enough))
            if stand is not None and (stand >= value if at_least else stand <= value) is one_is_enough:
                answer = one_is_enough
        elif answer is stack[-1].settling:
            question = stack.pop()
            known[question.row, question.value] = answer
            continue
        above = stack[-1]
        row = next(above.children, -1)
        if row < 0:
            answer = not above.settling
            known[above.row, above.value] = answer
            stack.pop()
        else:
            row = _stored(trace, row)
            value = trace.value(row) if trace.is_chance(above.row) else above.value
            settled = known.get((row, value))
            answer = _window_proves(trace, row, value, at_least=at_least) if settled is None else settled
    return answer


def _window_proves(trace: Trace, row: int, value: float, *, at_least: bool) -> bool | None:
    """Return whether a visit's own value and window prove that bound; None where that depends on its children."""
    returned, bound = trace.value(row), bound_by_window(trace, row)
    if not (returned >= value if at_least else returned <= value):
        return False
    if bound in (Bound.EXACT, Bound.LOWER if at_least else Bound.UPPER):
        return True
    return None if _has_seen_all(trace, row) else False


# Passes that ask the same question: each narrows the bounds of the answer, as in MTD(f).


def narrowed(trace: Trace, roots: Sequence[int]) -> tuple[Bound, float]:
    """Return what finished passes, given by the rows of their roots, have found: the last one's value and its bound.

    It is exact if an earlier pass bounds it from the other side.
    """
    last, (known, first) = roots[-1], _known_passes(trace)
    value, bound = trace.value(last), bound_of(trace, last)
    count, new = len(known), roots[len(known) :]
    for row in new:
        first.setdefault((trace.value(row), bound_of(trace, row)), row)
    known[count : count + len(new)] = new  # another thread may have put the same there meanwhile
    met = any(first.get((value, each), last) < last for each in (OPPOSITE.get(bound), Bound.EXACT))
    return Bound.EXACT if met else bound, value


@lru_cache(maxsize=4)
def _known_passes(trace: Trace) -> tuple[list[int], dict[tuple[float, Bound | None], int]]:
    """Return what keeps the passes seen so far, and the first that has found a value, by that and what it says."""
    return [], {}


def proof(trace: Trace, roots: Sequence[int]) -> int | None:
    """Return the last of some finished passes that found a move worth what it asked for, None if none did."""
    return next((row for row in reversed(roots) if _found_a_move(trace, row)), None)


def _found_a_move(trace: Trace, root: int) -> bool:
    """Return whether a pass has found that the player to move at the root reaches the bound that it asked about."""
    value = trace.value(root)
    return value >= trace.beta(root) if trace.maximizing(root) else value <= trace.alpha(root)
