"""The few words that stand for a node in every view: its value with its bound, its window, its state."""

from collections.abc import Sequence
from math import isinf

from visualizer.look.legend import STAND_PAT_SIGN, TABLE_ANSWER_SIGN, State
from visualizer.look.numbers import format_number
from visualizer.trace.bounds import FOR_MAX, FOR_MIN, Expected, PointOfView
from visualizer.trace.rows import Kind, Trace
from visualizer.trace.tree_at_step import Bound, TreeAtStep

SAMPLE_BOUNDS = (Bound.MEAN, Bound.PROVEN)
"""What is known of nodes that are sampled: it is told for who moved there."""


def mean_caption(trace: Trace) -> str:
    """Return what is said where means stand in a tree, "" where none do: at the root they are for who is to move.

    >>> mean_caption(Trace())
    ''
    """
    if not trace.adds:
        return ""
    return f"≈ mean{', ∎ proven,' if trace.proves else ''} for who moved there"


def value_label(tree: TreeAtStep, node: int, view: PointOfView = FOR_MAX) -> str:
    """Return a node's value as known now: `3`, `≥3`, `≤3`, `≤3…` (at most 3 so far), `≈+0.30` a mean, or nothing.

    A value that a table answered has a sign before it. It is told from a point of view; a mean always for who moved
    there, and so is what a search of means has proved, `∎+1`.
    """
    bound, value = tree.known(node)
    if value is None:
        return ""
    if bound is Bound.SUM:
        return sum_label(tree.expected(node), view)
    if bound in SAMPLE_BOUNDS:
        if tree.is_for_max(node):
            view = FOR_MAX
        else:
            view = FOR_MIN
    if tree.kind(node) is Kind.TABLE:
        before = f"{TABLE_ANSWER_SIGN} "
    elif tree.stands(node):
        before = f"{STAND_PAT_SIGN} "
    else:
        before = ""
    return f"{before}{view.label(value, bound)}"


def answer_label(tree: TreeAtStep) -> str:
    """Return the value that a search has found, or nothing: that of its last finished pass, not of the open one."""
    found = tree.result()
    if found.value is None:
        return ""
    if found.bound is Bound.SUM:
        return sum_label(tree.expected(0))
    return FOR_MAX.label(found.value, found.bound)


def sum_label(found: Expected, view: PointOfView = FOR_MAX) -> str:
    """Return what a chance node can still be, `4.5 … 8` or `≥4.5`; where that is not known the sum so far, `2+…`.

    >>> from math import inf
    >>> sum_label(Expected(2, 0.5, 2, 7)), sum_label(Expected(2, 0.5, 2, 7), PointOfView(is_min=True))
    ('2 … 7', '−7 … −2')
    >>> sum_label(Expected(2, 0.5, -inf, inf)), sum_label(Expected(2, 0.5, -inf, 7))
    ('2+…', '≤7')
    """
    low, high = view.window(found.low, found.high)
    if isinf(low) and isinf(high):
        return f"{view.show(found.known)}+…"
    if isinf(low) or isinf(high):
        return f"≤{format_number(high)}" if isinf(low) else f"≥{format_number(low)}"
    return f"{format_number(low)} … {format_number(high)}"


def node_being_cut(tree: TreeAtStep) -> int | None:
    """Return the node that is cut in this very step, None if none is."""
    if tree.current is None or tree.entering:
        if tree.current is not None and tree.is_cut(tree.current):
            return tree.current
        return None
    parent = tree.parent(tree.current)
    if parent >= 0 and tree.is_cut(parent):
        return parent
    return None


def bound_at_cut(tree: TreeAtStep) -> tuple[int, str] | None:
    """Return the node that set the bound by which another is cut in this very step, and that bound, α or β."""
    node = node_being_cut(tree)
    if node is None:
        return None
    lower = not tree.at_beta(node)
    child = tree.bound_source(node, lower=lower).child
    if child is None:
        return None
    return (child, FOR_MAX.end(lower=lower))


def changed_node(tree: TreeAtStep) -> int | None:
    """Return the node whose label or window changed when its child returned in the last event, if there is one."""
    if (
        tree.current is None
        or not tree.returned(tree.current)
        or (node := tree.parent(tree.current)) < 0
    ):
        return None
    before = TreeAtStep(tree.trace, tree.step - 1)
    said = [(value_label(each, node), each.window(node)) for each in (before, tree)]
    if said[0] != said[1]:
        return node
    return None


def state_of(tree: TreeAtStep, node: int, best_line: frozenset[int] = frozenset()) -> State:
    """Return how a node is drawn now; `best_line` are the nodes of the best line known."""
    if node == tree.current and not tree.at_end:
        return State.CURRENT
    return lasting_state(tree, node, best_line)


def lasting_state(tree: TreeAtStep, node: int, best_line: frozenset[int] = frozenset()) -> State:
    """Return how a node is drawn now, wherever the last event was."""
    status = tree.status(node)
    if status is State.DONE and node in best_line:
        return State.BEST
    return status


def unvisited_state(tree: TreeAtStep, path: Sequence[int]) -> State:
    """Return the state of an unvisited node: PRUNED where its nearest visited ancestor is cut, else TO_COME."""
    while path:
        path = path[:-1]
        if (node := tree.node_at(path)) is not None:
            if tree.is_cut(node):
                return State.PRUNED
            return State.TO_COME
    return State.TO_COME
