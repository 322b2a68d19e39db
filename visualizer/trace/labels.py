"""How every view describes a node in brief: its value with the bound, and its state."""

from collections.abc import Sequence
from math import isinf

from visualizer.look.legend import STAND_PAT_SIGN, TABLE_ANSWER_SIGN, State
from visualizer.look.numbers import format_number
from visualizer.trace.bounds import FOR_MAX, FOR_MIN, Expected, PointOfView
from visualizer.trace.rows import Kind, Trace
from visualizer.trace.tree_at_step import Bound, TreeAtStep

SAMPLE_BOUNDS = (Bound.MEAN, Bound.PROVEN)
"""The bounds of sampled nodes, whose values are shown from the side of who moved there."""


def mean_caption(trace: Trace) -> str:
    """Return the caption of a tree of means, "" for other trees.

    A mean is shown for the player who moved to the node, at the root for the player to move.

    >>> mean_caption(Trace())
    ''
    """
    if not trace.is_sampled:
        return ""
    if trace.has_solver:
        return "≈ mean, ∎ proven, for who moved there"
    return "≈ mean for who moved there"


def value_label(tree: TreeAtStep, node: int, view: PointOfView = FOR_MAX) -> str:
    """Return a node's value as known now: `3`, `≥3`, `≤3…` (at most 3 so far), `≈+0.30` (a mean).

    Return "" if nothing is known. A sign before the value says that a table answered, or that the
    node stands pat. In a sampling search, means and proved values (`∎+1`) are shown for the player
    who moved to the node; all other values are shown from the point of view `view`.
    """
    bound, value = tree.bound_and_value(node)
    if value is None:
        return ""
    if bound is Bound.SUM:
        return sum_label(tree.expected(node), view)
    if bound in SAMPLE_BOUNDS:
        view = FOR_MAX if tree.is_for_max(node) else FOR_MIN
    label = view.label(value, bound)
    if tree.kind(node) is Kind.TABLE:
        return f"{TABLE_ANSWER_SIGN} {label}"
    if tree.stands_pat(node):
        return f"{STAND_PAT_SIGN} {label}"
    return label


def answer_label(tree: TreeAtStep) -> str:
    """Return the value that a search has found by its last finished pass, "" if none."""
    result = tree.result()
    if result.value is None:
        return ""
    if result.bound is Bound.SUM:
        return sum_label(tree.expected(0))
    return FOR_MAX.label(result.value, result.bound)


def sum_label(expected: Expected, view: PointOfView = FOR_MAX) -> str:
    """Return the range of a chance node's value, or its sum so far if both ends are infinite.

    >>> from math import inf
    >>> for_min = PointOfView(is_min=True)
    >>> sum_label(Expected(2, 0.5, 2, 7)), sum_label(Expected(2, 0.5, 2, 7), for_min)
    ('2 … 7', '−7 … −2')
    >>> sum_label(Expected(2, 0.5, -inf, inf)), sum_label(Expected(2, 0.5, -inf, 7))
    ('2+…', '≤7')
    """
    low, high = view.window(expected.low, expected.high)
    if isinf(low) and isinf(high):
        return f"{view.show(expected.known)}+…"
    if isinf(low):
        return f"≤{format_number(high)}"
    if isinf(high):
        return f"≥{format_number(low)}"
    return f"{format_number(low)} … {format_number(high)}"


def node_being_cut(tree: TreeAtStep) -> int | None:
    """Return the node that is cut in this step, None if the step does not cut a node."""
    if tree.current is None:
        return None
    # A visit may be cut by standing pat, as it is entered. Otherwise it is cut as a child returns.
    node = tree.current if tree.entering else tree.parent(tree.current)
    if node >= 0 and tree.is_cut(node):
        return node
    return None


def bound_at_cut(tree: TreeAtStep) -> tuple[int, str] | None:
    """Return the node that set the bound of this step's cutoff, and the bound's name, "α" or "β".

    None if this step has no cutoff, or if the bound is not the value of a node.
    """
    node = node_being_cut(tree)
    if node is None:
        return None
    lower = not tree.at_beta(node)
    child = tree.bound_source(node, lower=lower).child
    if child is None:
        return None
    return child, FOR_MAX.end(lower=lower)


def changed_node(tree: TreeAtStep) -> int | None:
    """Return the parent of the node that has just returned, if the return changed the parent.

    None if neither the parent's label nor its window has changed, or if the last event is an entry.
    """
    if tree.current is None or not tree.returned(tree.current):
        return None
    parent = tree.parent(tree.current)
    if parent < 0:
        return None
    before = TreeAtStep(tree.trace, tree.step - 1)
    is_same_label = value_label(before, parent) == value_label(tree, parent)
    if is_same_label and before.window(parent) == tree.window(parent):
        return None
    return parent


def state_of(tree: TreeAtStep, node: int, best_line: frozenset[int] = frozenset()) -> State:
    """Return the state in which a node is drawn; `best_line` has the nodes of the best line."""
    if node == tree.current and not tree.at_end:
        return State.CURRENT
    return lasting_state(tree, node, best_line)


def lasting_state(tree: TreeAtStep, node: int, best_line: frozenset[int] = frozenset()) -> State:
    """Return the state in which a node is drawn, without regard to where the last event was."""
    status = tree.status(node)
    if status is State.DONE and node in best_line:
        return State.BEST
    return status


def unvisited_state(tree: TreeAtStep, path: Sequence[int]) -> State:
    """Return the state of the unvisited node at a path of move indices.

    It is PRUNED if the nearest ancestor that has been visited is cut, else TO_COME.
    """
    while path:
        path = path[:-1]
        node = tree.node_at(path)
        if node is not None:
            if tree.is_cut(node):
                return State.PRUNED
            return State.TO_COME
    return State.TO_COME
