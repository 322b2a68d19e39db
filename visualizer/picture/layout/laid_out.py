"""The layout of a tree: whole where it fits, else along a spine; and a line for upper plies without room."""

from collections.abc import Sequence
from dataclasses import replace

from visualizer.explanation.naming import Perspective
from visualizer.look.legend import State
from visualizer.look.shapes import letters
from visualizer.picture.layout.node_words import TURNS
from visualizer.picture.layout.placed_nodes import LayoutLimits, TreeLayout
from visualizer.picture.layout.spine import along, deepest_below, ruler_of
from visualizer.picture.layout.whole_tree import whole_tree
from visualizer.run import Run
from visualizer.trace.labels import state_of, unvisited_state, value_label
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


ARROW = " › "
ROOT = "root"
SPARE = 2
"""Letters left free behind the last arrow, which is left out otherwise: in ASCII the signs of bounds take more room."""
COUNTED = len("… 99 more …") + len(ARROW)


def node_in_line(run: Run, tree: TreeAtStep, path: MovePath, perspective: Perspective = Perspective.MAX) -> str:
    """Return a node in a few words: its move, the side to move, its value."""
    node, name = tree.node_at(path), run.move_name(path) if path else ROOT
    if node is None:
        return name
    turn = f" {TURNS[tree.turn(node)]}" if tree.move_count(node) else " "
    return f"{name}{turn}{value_label(tree, node, perspective.at(run, path)) or '?'}"


Setter = tuple[MovePath, str]
"""What set a bound: the path to a move and α or β, or the path to its parent and that move with its value."""


def setter_in_line(
    run: Run, tree: TreeAtStep, upper: Sequence[MovePath], setter: Setter | None, perspective: Perspective
) -> Setter | None:
    """Return the node whose child set the bound at a cut, and that child with α or β, if no row shows that child.

    `setter` is the path to the child, with α or β; `upper` are the nodes of the upper plies, the last of which has its
    children drawn.
    """
    if setter is None or setter[0][:-1] not in upper[:-1] or setter[0] in upper:
        return None
    path, bound = setter
    return path[:-1], f"{node_in_line(run, tree, path, perspective)} {bound}"


UpperPart = tuple[MovePath, str, str]
"""A node in a line: its path, its words, their style."""


def upper_line(parts: list[UpperPart], width: int, setter: Setter | None = None) -> list[tuple[UpperPart, int]]:
    """Place nodes in a line, each with an arrow behind it; those in the middle that have no room are counted.

    The words of `setter` stand in brackets behind its node, if there is room for them.

    >>> line = upper_line([((), "root", ""), ((1,), "e3", ""), ((1, 2), "f4", ""), ((1, 2, 0), "g5", "")], 18)
    >>> "".join(text for (_, text, _), x in line)
    'root › … 2 more … › g5'
    >>> line = upper_line([((), "root", ""), ((1,), "e3", "")], 30, ((), "f6 ▼−2 α"))
    >>> "".join(text for (_, text, _), x in line)
    'root (f6 ▼−2 α) › e3 › '
    """
    if setter is not None:
        behind = [(path, f"{text} ({setter[1]})" if path == setter[0] else text, style) for path, text, style in parts]
        line = upper_line(behind, width)
        if all(x + letters(text) <= width for (_, text, _), x in line):
            return line
    kept, dropped = [*parts], 0
    while len(kept) > 2 and sum(letters(text) + len(ARROW) for _, text, _ in kept) + (dropped > 0) * COUNTED > width:
        kept.pop(1)
        dropped += 1
    if dropped:
        kept.insert(1, (parts[1][0], f"… {dropped} more …", "dim"))
    placed: list[tuple[UpperPart, int]] = []
    x = 0
    for part in kept:
        placed += [(part, x), ((part[0], ARROW, "dim"), x + letters(part[1]))]
        x += letters(part[1]) + len(ARROW)
    return placed if x + SPARE <= width else placed[:-1]
