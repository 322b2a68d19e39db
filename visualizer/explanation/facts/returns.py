"""What a node has returned, and what its parent does with that."""

from dataclasses import dataclass
from enum import Enum, auto

from visualizer.explanation.facts.windows import WindowFact, WindowQuestion, first_asked, question_of, window_of
from visualizer.run import Run
from visualizer.trace.tree_at_step import Best, Bound, TreeAtStep


@dataclass(frozen=True, slots=True)
class Returned:
    """What a node's latest visit has returned, or the sample that was backed up to it."""

    node: int
    value: float
    bound: Bound
    best: float | None
    """The best value of its children; fail-hard returns another, and a user-supplied search may."""
    stood: bool
    """Whether the value is that of not moving on."""
    asks: WindowQuestion | None
    """What the node's null window has asked, where it was first set."""
    horizon: tuple[float, int] | None = None
    """At the depth limit, what the node looked like there and the noisy move that has changed that, if one has."""


def returned_of(tree: TreeAtStep, node: int) -> Returned:
    """Return what a node has returned by a step."""
    best = tree.best(node) if tree.move_count(node) else None
    best_value, asks = None if best is None else best[0], first_asked(tree, tree.visit(node))
    value = tree.returned_value(node)
    stood = best is not None and best == (value, None)
    return Returned(node, value, tree.bound(node), best_value, stood, asks, seen_beyond(tree, node))


def seen_beyond(tree: TreeAtStep, node: int) -> tuple[float, int] | None:
    """Return what a node looked like at the depth limit and the noisy move that has changed that; None for neither."""
    looked, best, row = tree.stand(node), tree.best(node), tree.visit(node)
    at_horizon = looked is not None and tree.trace.depth(row) == tree.trace.horizon(row)
    if looked is None or best is None or not at_horizon or best[1] is None or best[0] == looked:
        return None
    return looked, best[1]


class Effect(Enum):
    """What a parent does with a value that does not cut it."""

    FIRST = auto()
    BETTER = auto()
    WORSE = auto()
    EQUAL = auto()
    UNPROVED = auto()
    """The greater value is only a bound, so neither can be said to be better."""
    SEARCHED_AGAIN = auto()
    """A null window's answer calls for a search with the whole window."""
    SHARE = auto()
    """Chance moves there: it adds to the sum."""
    PROBED = auto()
    """Only a probe has found it, a side search: it is no candidate."""
    LOOKED_AT_AGAIN = auto()
    """The child is looked at once more for a reason of the search's own, and the value does not count."""


@dataclass(frozen=True, slots=True)
class PassedUp:
    """A value was passed up to a parent that it did not cut; `maximizing` says whose turn it is there."""

    returned: Returned
    parent: int
    maximizing: bool
    effect: Effect
    before: Best | None
    """The best value that the parent had before, and the first child with it, None for not moving on."""
    end: tuple[float, float] | None
    """The end of the parent's window that its player improves, before and now; None where none is known to move."""
    closed: WindowFact | None
    """The parent's window if its last child has closed it."""


def passed_up(run: Run, tree: TreeAtStep, node: int) -> PassedUp:
    """Return what the parent of a node that returns in the tree's step does with its value."""
    parent, returned = tree.parent(node), returned_of(tree, node)
    maximizing, earlier = tree.maximizing(parent), TreeAtStep(tree.trace, tree.step - 1)
    best, own = earlier.best(parent), 0 if maximizing else 1
    moves = tree.has_window and tree.trace.narrows
    end = (earlier.window(parent)[own], tree.window(parent)[own]) if moves else None
    window = None if tree.left(parent) else window_of(run, tree, parent)
    closed = window if window and window.closed else None
    return PassedUp(returned, parent, maximizing, effect_of(tree, returned, best), best, end, closed)


def effect_of(tree: TreeAtStep, returned: Returned, best: Best | None) -> Effect:
    """Return what a parent that has a best value does with one more."""
    node, value = returned.node, returned.value
    parent = tree.parent(node)
    if tree.probe(node) is not None:
        return Effect.PROBED
    if tree.looked_again(node):
        return Effect.SEARCHED_AGAIN if question_of(tree, tree.visit(node)) else Effect.LOOKED_AT_AGAIN
    if tree.is_chance(parent):
        return Effect.SHARE
    if best is None:
        return Effect.FIRST
    is_better = value > best[0] if tree.maximizing(parent) else value < best[0]
    if not tree.reaches(parent, node if is_better else best[1]):
        return Effect.UNPROVED
    return Effect.EQUAL if value == best[0] else Effect.BETTER if is_better else Effect.WORSE
