"""A tree that fits is placed once, as in a book: every node keeps its place at every step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import ceil

from visualizer.look.numbers import show
from visualizer.lookup import is_textbook
from visualizer.picture.room import children_values, longest_value
from visualizer.picture.slots import NodeForm, Slot, SlotLayout, Wedge
from visualizer.picture.tidy import tidy
from visualizer.run import Run
from visualizer.trace.labels import value_label
from visualizer.trace.rows import Kind, MovePath, Passes
from visualizer.trace.tree_at_step import TreeAtStep

MOST = 700
"""A tree of more nodes fits no terminal."""
FEW_UNVISITED = 4
"""So many children that are never visited have places of their own; more have one together."""
GAPS = (12, 9, 7, 5, 4, 3, 2)
"""Letters between neighbours, as many as there is room for."""
NATURAL_GAP = 3
"""Letters between neighbours where there is as much room as it takes."""


MOST_PLIES = 1000
"""No search is deeper."""
USUAL_BESIDE = 5
"""So many places are used on each side of a spine where there is room, unless a person wants more or less."""


IN_TERMINAL = NodeForm()


@dataclass(frozen=True, slots=True)
class Paper:
    """What a tree is drawn on, and how: columns and lines, room on the left, whether windows are shown, and marks.

    Without columns or rows there is as much room as it takes.
    """

    columns: int
    rows: int
    margin: int = 0
    windowed: bool = True
    all_windows: bool = False
    """Whether every node shows its window, and not those of the open path alone."""
    mark: int = 0
    """Letters for a mark beside a name."""
    large: bool = False
    """Whether boxes are to be as large as there is room for."""
    form: NodeForm = IN_TERMINAL
    """What the forms of nodes are made of: those of a terminal or of a page."""
    beside: int = USUAL_BESIDE
    """The most places on each side of a spine."""
    most: int = MOST
    """A tree of more nodes is not drawn whole."""
    plies: int = MOST_PLIES
    """How many plies are drawn below the topmost node."""
    pruned: bool = True
    """Whether what is never visited has a place."""
    ghosts: bool = False
    """Whether in a game the moves below pruned children have places, too."""


@dataclass(slots=True)
class TreeNode:
    """A node or a wedge of the whole tree, before it has a place."""

    path: MovePath
    node: int | None
    above: int | None
    parent: int
    ply: int
    wedge: Wedge | None = None
    children: list[int] = field(default_factory=list)


@lru_cache(maxsize=16)
def whole_tree(run: Run, top: MovePath, paper: Paper) -> SlotLayout | None:
    """Place all of a finished search below a node, as loosely as there is room; None where it does not fit."""
    found = everything(run, top, paper) if run.trace.finished else []
    if not found or (paper.columns and fullest(found) > paper.columns - paper.margin):
        return None
    plies = max(each.ply for each in found)
    has_lowest_window = any(each.ply == plies and each.children for each in found) or not plies
    for form in paper.form.whole(windowed=paper.windowed, large=paper.large):
        lines = form.lines(plies, windowed_below=has_lowest_window)
        if lines <= (paper.rows or lines) and (layout := placed(run, found, form, paper)) is not None:
            layout.rows = lines
            return spread(layout, paper.rows or lines + plies * form.slope(longest_edge(layout)), plies, paper)
    return None


def fullest(found: Sequence[TreeNode]) -> int:
    """Return how many letters the ply with most nodes takes at least: one each, and the least gap between two."""
    most = max(Counter(each.ply for each in found).values())
    return most + (most - 1) * GAPS[-1]


def placed(run: Run, found: Sequence[TreeNode], form: NodeForm, paper: Paper) -> SlotLayout | None:
    """Place nodes of a form, with as much space between them as there is; None where they are too wide."""
    whole = TreeAtStep(run.trace)
    boxes, widths = zip(*(width_of(run, whole, each, form, paper) for each in found), strict=True)
    room = paper.columns - paper.margin
    for gap in GAPS if paper.columns else (NATURAL_GAP,):
        middles = tidy([each.children for each in found], widths, gap)
        needed = max(middle + width / 2 for middle, width in zip(middles, widths, strict=True))
        if not paper.columns or needed + 1 <= room:
            tops = [form.top(ply) for ply in range(max(each.ply for each in found) + 1)]
            left = paper.margin + (int(room - needed) // 2 if paper.columns else 0)
            slots = [
                Slot(each.path, each.node, each.above, each.ply, left + int(middle), tops[each.ply], width,
                     each.parent, each.wedge, box)
                for each, middle, width, box in zip(found, middles, widths, boxes, strict=True)
            ]  # fmt: skip
            return SlotLayout(form, slots, columns=paper.columns or paper.margin + ceil(needed) + 1, is_whole=True)
    return None


def longest_edge(layout: SlotLayout) -> int:
    """Return how many letters the longest edge runs to the side."""
    slots = layout.slots
    return max((abs(slot.x - slots[slot.parent].x) for slot in slots if slot.parent >= 0), default=0)


def spread(layout: SlotLayout, rows: int, plies: int, paper: Paper) -> SlotLayout:
    """Use the lines that a layout leaves: between its plies, or above it."""
    layout.form, above = layout.form.stretched(rows - layout.rows, plies, large=paper.large)
    tops = [layout.form.top(ply) + above for ply in range(plies + 1)]
    for slot in layout.slots:
        slot.top = tops[slot.ply]
    layout.rows = rows
    return layout


def everything(run: Run, top: MovePath, paper: Paper) -> list[TreeNode]:
    """List the nodes of a tree, top down: of a textbook's all, of a game's those ever visited and their siblings.

    The list is empty where there are too many.
    """
    whole = TreeAtStep(run.trace)
    node = whole.node_at(top)
    if node is None or (
        len(run.trace) > paper.most and not run.trace.revisits and not top and paper.plies == MOST_PLIES
    ):
        return []
    found = [TreeNode(top, node, None, -1, 0)]
    for number, each in enumerate(found):  # the list grows
        if each.wedge is None and each.ply < paper.plies:
            for child in below(run, whole, each, paper):
                child.parent = number
                each.children.append(len(found))
                found.append(child)
        if len(found) > paper.most:
            return []
    return found


def below(run: Run, whole: TreeAtStep, each: TreeNode, paper: Paper) -> Iterator[TreeNode]:
    """Go through the children of a node, in the order tried; many that are never visited are one wedge."""
    node, ply = each.node, each.ply + 1
    if node is None and not (paper.ghosts or (is_textbook(run.game) and len(run.trace) <= MOST)):
        return
    known = {} if node is None else {run.trace.move(child): child for child in whole.known_children(node)}
    if not known and not (whole.move_count(node) if node is not None else run.is_inner(each.path)):
        return
    order = run.order(each.path, whole)
    for move in order:
        if move in known:
            yield TreeNode((*each.path, move), known[move], node, 0, ply)
    rest = [move for move in order if move not in known] if paper.pruned else []
    if is_textbook(run.game) or paper.ghosts or len(rest) <= FEW_UNVISITED:
        yield from (TreeNode((*each.path, move), None, node, 0, ply) for move in rest)
    else:
        yield TreeNode((*each.path, rest[0]), None, node, 0, ply, Wedge((*rest,)))


def leaf_number(run: Run, path: MovePath) -> str:
    """Return what a leaf is worth, whether it is ever visited or not."""
    position = run.position(path)
    return show(run.problem.evaluate(position, position.outcome()))


def width_of(run: Run, whole: TreeAtStep, each: TreeNode, form: NodeForm, paper: Paper) -> tuple[int, int]:
    """Return how many letters a node takes at most over all steps: by itself, and with what stands above and below."""
    name = len(run.move_name(each.path)) + 2 * (paper.mark + again(run, whole, each)) if each.path and each.ply else 0
    if each.wedge is not None:
        width = max(len(f"✕ {each.wedge.unvisited:,}"), len("to come")) + 2 * form.boxed
        return width, width
    if each.node is None:
        is_known = (is_textbook(run.game) or paper.ghosts) and not run.is_inner(each.path)
        value = len(leaf_number(run, each.path)) if is_known else 1
        return (box := form.label(value)), max(name, box)
    if not whole.move_count(each.node):
        answered = 2 * any(run.trace.kind(visit) is Kind.TABLE for visit in whole.visits_to(each.node))
        return (box := form.label(answered + len(value_label(whole, each.node)))), max(name, box)
    values = children_values(whole, each.node)
    longest = max(longest_value(values), len(value_label(whole, each.node)))
    is_ever_cut = any(run.trace.kind(visit) is Kind.CUT for visit in whole.visits_to(each.node))
    box = form.label(longest, turn=True, cut=is_ever_cut)
    return box, max(name, box, window_width(whole, each.node, values) if form.windowed else 0)


def again(run: Run, whole: TreeAtStep, each: TreeNode) -> int:
    """Return how many letters it may take to say how often a node was looked at, if ever more than once."""
    if not run.trace.revisits or each.node is None:
        return 0
    looks = whole.visit_count(each.node)
    if run.trace.passes is not Passes.ADD:  # then only the looks of one visit of its parent count
        looks = max(Counter(map(run.trace.parent, whole.visits_to(each.node))).values())
    return len(f" ×{looks:,}") if looks > 1 else 0


def window_width(whole: TreeAtStep, node: int, values: Sequence[str]) -> int:
    """Return how many letters a node's window takes at most, the node in its middle."""
    trace, visits = whole.trace, whole.visits_to(node)
    ends = [show(end(visit)) for visit in visits for end in (trace.alpha, trace.beta)]
    return 2 * (len("α ") + max(map(len, [*ends, *values]))) + 3
