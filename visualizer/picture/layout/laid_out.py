"""The layout of a tree, for explorer and exports: the whole tree where it fits, else a spine."""

from collections.abc import Sequence
from dataclasses import replace

from visualizer.look.legend import State
from visualizer.picture.layout.node_measures import LayoutLimits
from visualizer.picture.layout.placed_nodes import TreeLayout
from visualizer.picture.layout.spine import along
from visualizer.picture.layout.spine_ruler import deepest_below, ruler_of
from visualizer.picture.layout.whole_tree import whole_tree
from visualizer.run import Run
from visualizer.trace.labels import state_of, unvisited_state
from visualizer.trace.rows import MovePath
from visualizer.trace.tree_at_step import TreeAtStep


def laid_out(run: Run, tree: TreeAtStep, top: MovePath, selected: MovePath | None, limits: LayoutLimits) -> TreeLayout:
    """Return the places of all nodes drawn below `top` at a step; `selected` is the path selected, if any."""
    whole = whole_tree(run, top, limits)
    return whole if whole is not None else along(run, tree, top, spine_of(run, tree, top, selected), limits)


def level(runs: Sequence[Run], top: MovePath, limits: LayoutLimits) -> LayoutLimits:
    """Return the limits, made narrower until the roots of all the trees are drawn in one row."""
    plain = replace(limits, boxed=False)
    choices = (limits, plain, replace(plain, windowed=False), replace(plain, most=0))
    return next((each for each in choices if len({root_row(run, top, each) for run in runs}) == 1), choices[-1])


def root_row(run: Run, top: MovePath, limits: LayoutLimits) -> int:
    """Return the line of the root's value, -1 if it is not the same for all steps."""
    whole = whole_tree(run, top, limits)
    if whole is not None:
        return whole.nodes[0].top + whole.measures.value
    ruler = ruler_of(run, top, limits)
    is_steady = not ruler.measures.boxed or ruler.plies >= deepest_below(run, top)
    return ruler.top(0, 0) + ruler.measures.value if is_steady else -1


def spine_of(run: Run, tree: TreeAtStep, top: MovePath, selected: MovePath | None = None) -> MovePath:
    """Return the path drawn straight down: to the selected node, else to the current one, else the best line."""
    path = selected
    if path is None:
        path = best_path(run, tree) if tree.at_end else () if tree.current is None else run.path(tree.current)
    return path if path[: len(top)] == top else top


def best_path(run: Run, tree: TreeAtStep) -> MovePath:
    """Return the moves of the best line known."""
    return tuple(run.trace.move(node) for node in tree.principal_variation())


def states_of(tree: TreeAtStep, layout: TreeLayout, best: frozenset[int]) -> list[State]:
    """Return the state of each placed node, or of those folded there; `best` are the nodes of the best line."""
    states: list[State] = []
    for placed in layout.nodes:
        if placed.folded is not None and placed.folded.visited:
            states.append(State.DONE)
        elif placed.node is not None and tree.entered(placed.node):
            states.append(state_of(tree, placed.node, best))
        elif placed.above is not None and tree.entered(placed.above):
            states.append(State.PRUNED if tree.is_cut(placed.above) else State.TO_COME)
        elif placed.parent >= 0:
            states.append(State.PRUNED if states[placed.parent] is State.PRUNED else State.TO_COME)
        else:
            states.append(unvisited_state(tree, placed.path))
    return states
