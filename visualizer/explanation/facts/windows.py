"""The window of a node, what a null window asks, and why a node was cut."""

import operator
from collections.abc import Callable
from dataclasses import dataclass
from math import inf, isinf
from typing import NamedTuple

from visualizer.look.numbers import asks_above, is_null
from visualizer.run import Run
from visualizer.trace.tree_at_step import BoundSource, TreeAtStep

COMPARE: dict[str, Callable[[float, float], bool]] = {">": operator.gt, "≥": operator.ge, "<": operator.lt}


class WindowQuestion(NamedTuple):
    """What a null window asks of a value: whether it is above a number, at least that, or below it.

    >>> WindowQuestion(">", 3).holds(3), WindowQuestion("≥", 3).holds(3), WindowQuestion("<", 3).holds(2)
    (False, True, True)
    """

    sign: str
    bound: float

    def holds(self, value: float) -> bool:
        """Return the answer."""
        return COMPARE[self.sign](value, self.bound)


def question_of(tree: TreeAtStep, row: int) -> WindowQuestion | None:
    """Return what the null window of a visit asks of its value; None for any other window.

    It is asked from the side of the player who has the bound, at the root of a pass from MAX's.
    """
    trace = tree.trace
    window = trace.window(row)
    if window is None or not is_null(*window):
        return None
    low, high = window
    if asks_above(low, high):
        return WindowQuestion(">", low)
    above = trace.parent(row)
    while above >= 0 and is_null(trace.alpha(above), trace.beta(above)):
        above = trace.parent(above)
    return WindowQuestion("≥" if above < 0 else "<", high)


def first_asked(tree: TreeAtStep, row: int) -> WindowQuestion | None:
    """Return what the null window of a visit asks if the visit above has no such window, else None."""
    question, above = question_of(tree, row), tree.trace.parent(row)
    return None if question and above >= 0 and question_of(tree, above) else question


class WindowEnd(NamedTuple):
    """Alpha (`lower`) or beta at a node, and who set it."""

    lower: bool
    value: float
    source: BoundSource

    @property
    def is_held(self) -> bool:
        """Return whether a player holds it, by a move or by not moving on."""
        return self.source.child is not None or self.source.stand


def end_of(tree: TreeAtStep, node: int, *, lower: bool) -> WindowEnd:
    """Return an end of a node's window as it is now: set by a child of its own, or of a node above it."""
    value, visit = tree.window(node)[0 if lower else 1], tree.visit(node)
    best = tree.best(node)
    on_entry = tree.trace.alpha(visit) if lower else tree.trace.beta(visit)
    if best is not None and tree.trace.narrows and value != on_entry:
        return WindowEnd(lower, value, BoundSource(node, best[1], stand=best[1] is None))
    return WindowEnd(lower, value, tree.bound_source(node, lower=lower))


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
    is_told: bool
    """Whether the rule is known."""
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
    """Return the window of a node at a step; None where chance moves, and in a search that tells none.

    So it is of one of which only the windows are told that it handed down: nobody knows what it does with them.
    """
    window = None if tree.is_chance(node) else tree.moving_window(node)
    if window is None:
        return None
    maximizing, (alpha, beta) = tree.maximizing(node), window
    setter, others = tree.bound_source(node, lower=not maximizing).child, tree.line_to(node)[:-1]
    nothing_above = isinf(beta if maximizing else alpha) and not any(
        tree.maximizing(above) != maximizing and tree.best(above) for above in others
    )
    is_told = run.applies("cut")
    strict = run.recipe.search.cut == ">" or not is_told
    return WindowFact(node, maximizing, alpha, beta, tree.left(node), strict, is_told, setter, nothing_above)


class CutFact(NamedTuple):
    """A node was left after a child: by whom, for which value, and against which end of its window.

    A chance node is left when nothing that is still to come brings its value, then with all of that worth `limit`,
    into its window: `maximizing` says that this is too high, as where MAX moves. Values are from MAX's side. The end
    was set by the child `setter` of a node above, by what not moving on is worth there (`by_stand`), by the window that
    the search was given (`setter` and `asks` are None), or by a null window.
    """

    node: int
    maximizing: bool
    child: int | None
    """None where the value is that of not moving on."""
    value: float
    bound: float
    """The end of the window that the value met; infinite where the search has told none."""
    setter: int | None
    by_stand: bool
    """Whether what not moving on is worth at a node above has set the bound."""
    avoided: int
    """The child of the setter's parent on the way to the node: where the bound is had, it is not played."""
    plies_up: int
    """From the node to the setter's parent."""
    asks: WindowQuestion | None
    is_asked: bool
    """Whether the bound is the search's own, as that of a null window, and not the one it was given."""
    asking: str | None
    """What the probe is called whose window the bound is of; None where it is that of a look at a child."""
    tried: int
    left_out: int | None
    """How many children were not visited; None where that is unknown."""
    limit: float | None
    """What all that is left of a chance node is worth at most, or at least; None where a player moves."""
    by_chance: bool
    """Whether a chance node above has worked the bound out."""
    probe: str | None
    """What the probe is called whose value it is; None for a child's."""
    strict: bool
    """Whether it was cut because the value is beyond the bound, by a search that cuts only then."""

    @property
    def is_held(self) -> bool:
        """Whether a player holds the bound, by a move or by not moving on."""
        return self.setter is not None or self.by_stand

    @property
    def met(self) -> bool:
        """Whether the value meets a bound; a user-supplied search may leave a node although its window is open."""
        reached = self.value >= self.bound if self.maximizing else self.value <= self.bound
        return reached and not isinf(self.bound)

    @property
    def sign(self) -> str:
        """The sign between the value and the bound that it met."""
        if self.strict:
            return ">" if self.maximizing else "<"
        return "≥" if self.maximizing else "≤"


def cut_of(run: Run, tree: TreeAtStep, node: int) -> CutFact:
    """Return why a node was cut that has been cut at the tree's step."""
    maximizing, trace = tree.at_beta(node), tree.trace
    child, moves = tree.last_child(node), tree.known_move_count(node)
    is_chance = tree.is_chance(node)
    stand = tree.stand(node)
    if child is None and stand is not None:
        value = stand
    else:
        value = tree.returned_value(node if is_chance or child is None else child)
    alpha, beta = tree.window_on_entry(node) or (-inf, inf)
    bound, source = beta if maximizing else alpha, tree.bound_source(node, lower=not maximizing)
    avoided = node
    while source.node is not None and (above := tree.parent(avoided)) != source.node:
        avoided = above
    asking = tree.probe(avoided) if source.node is not None else None
    return CutFact(
        node=node, maximizing=maximizing, child=child, value=value, bound=bound,
        setter=source.child,
        by_stand=source.stand,
        avoided=avoided,
        plies_up=0 if source.node is None else trace.depth(node) - trace.depth(source.node),
        asks=question_of(tree, tree.visit(node)),
        is_asked=source.node is not None and not source.stand,
        asking=asking,
        limit=trace.limits[0 if maximizing else 1] if is_chance else None,
        by_chance=source.by_sum,
        tried=tree.tried(node),
        left_out=None if moves is None else moves - tree.tried(node),
        probe=None if child is None else tree.probe(child),
        strict=run.recipe.search.cut == ">" and value != bound,
    )  # fmt: skip
