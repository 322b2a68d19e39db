"""Windows as values: what a null window asks, who set an end, and which value of the next child closes it."""

import operator
from collections.abc import Callable
from dataclasses import dataclass
from math import inf, isinf, nextafter

from visualizer.look.numbers import short
from visualizer.run import Run
from visualizer.trace.tree_at_step import TreeAtStep

COMPARE: dict[str, Callable[[float, float], bool]] = {">": operator.gt, "≥": operator.ge, "<": operator.lt}


@dataclass(frozen=True, slots=True)
class WindowQuestion:
    """What a null window asks of a value: whether it is above a number, at least that, or below it.

    >>> WindowQuestion(">", 3).holds(3), WindowQuestion("≥", 3).holds(3), WindowQuestion("<", 3).holds(2)
    (False, True, True)
    """

    sign: str
    bound: float

    def holds(self, value: float) -> bool:
        """Return the answer."""
        return COMPARE[self.sign](value, self.bound)


def is_null(low: float, high: float) -> bool:
    """Return whether no number is between two."""
    return not isinf(low) and high == nextafter(low, inf)


def question_of(tree: TreeAtStep, row: int) -> WindowQuestion | None:
    """Return what the null window of a visit asks of its value; None for any other window.

    It is asked from the side of the player who has the bound, at the root of a pass from MAX's.
    """
    trace = tree.trace
    if not tree.has_window or not is_null(low := trace.alpha(row), high := trace.beta(row)):
        return None
    if low == short(low):
        return WindowQuestion(">", low)
    above = trace.parent(row)
    while above >= 0 and is_null(trace.alpha(above), trace.beta(above)):
        above = trace.parent(above)
    return WindowQuestion("≥" if above < 0 else "<", high)


def first_asked(tree: TreeAtStep, row: int) -> WindowQuestion | None:
    """Return what the null window of a visit asks if the visit above has no such window, else None."""
    question, above = question_of(tree, row), tree.trace.parent(row)
    return None if question and above >= 0 and question_of(tree, above) else question


@dataclass(frozen=True, slots=True)
class WindowEnd:
    """Alpha (`lower`) or beta at a node, and the child that set it; else whether a null window or the given one did."""

    lower: bool
    value: float
    child: int | None
    is_null: bool


def end_of(tree: TreeAtStep, node: int, *, lower: bool) -> WindowEnd:
    """Return an end of a node's window as it is now: set by a child of its own, or of a node above it."""
    value, visit = tree.window(node)[0 if lower else 1], tree.visit(node)
    best = tree.best(node)
    if best is not None and value != (tree.trace.alpha(visit) if lower else tree.trace.beta(visit)):
        return WindowEnd(lower, value, best[1], is_null=False)
    source = tree.bound_source(node, lower=lower)
    return WindowEnd(lower, value, source.child, source.node is not None and source.child is None)


@dataclass(frozen=True, slots=True)
class WindowFact:
    """The window of an inner node, and what it means for the values that are still to come.

    `left` is how many children have not returned, infinity where that is unknown. `strict` says that only a value
    beyond the end cuts; so it is where the rule is not known.
    """

    node: int
    maximizing: bool
    alpha: float
    beta: float
    left: float
    strict: bool
    setter: int | None
    """The child that set the end that cuts; None where no move has."""
    nothing_above: bool
    """Whether the end that cuts is infinite because the other player has no value at any node above."""

    @property
    def bound(self) -> float:
        """The end that cuts."""
        return self.beta if self.maximizing else self.alpha

    @property
    def closed(self) -> bool:
        """Whether the last child's return has closed the window."""
        return not self.left and (self.alpha > self.beta or (self.alpha == self.beta and not self.strict))


def window_of(run: Run, tree: TreeAtStep, node: int) -> WindowFact | None:
    """Return the window of a node at a step; None in a search that tells none."""
    if not tree.has_window:
        return None
    maximizing, (alpha, beta) = tree.maximizing(node), tree.window(node)
    setter, others = tree.bound_source(node, lower=not maximizing).child, tree.line_to(node)[:-1]
    nothing_above = isinf(beta if maximizing else alpha) and not any(
        tree.maximizing(above) != maximizing and tree.best(above) for above in others
    )
    strict = run.recipe.search.cut == ">" or not run.applies("cut")
    return WindowFact(node, maximizing, alpha, beta, tree.left(node), strict, setter, nothing_above)
