"""A tree that fits is placed once, as in a book: every node keeps its place at every step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from visualizer.look.numbers import show
from visualizer.picture.room import children_values, longest_value
from visualizer.picture.slots import NodeForm, Slot, SlotLayout, Wedge
from visualizer.picture.tidy import tidy
from visualizer.run import Run
from visualizer.trace.labels import value_label
from visualizer.trace.playhead import Playhead
from visualizer.trace.rows import Kind, MovePath

MOST = 700
"""A tree of more nodes fits nowhere."""
FEW_UNVISITED = 4
"""So many children that are never visited have places of their own; more have one together."""
GAPS = (12, 9, 7, 5, 4, 3, 2)
"""Letters between neighbours, as many as there is room for."""


@dataclass(frozen=True, slots=True)
class Paper:
    """What a tree is drawn on, and how: columns and lines, room on the left, whether windows are shown, and marks."""

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
    found = everything(run, top) if run.trace.finished else []
    if not found:
        return None
    plies = max(each.ply for each in found)
    has_lowest_window = any(each.ply == plies and each.children for each in found)
    for form in forms(paper):
        lines = form.root + plies * form.height - (form.windowed and plies > 0 and not has_lowest_window)
        if lines <= paper.rows and (layout := placed(run, found, form, paper)) is not None:
            return lowered(layout, (paper.rows - lines) // (2 if paper.large else 4))
    return None


def forms(paper: Paper) -> Iterator[NodeForm]:
    """Go through the forms that nodes may have, from the roomiest."""
    for with_window in (True, False) if paper.windowed else (False,):
        if paper.large:
            yield from (NodeForm(boxed=lines, windowed=with_window) for lines in (3, 2))
        yield NodeForm(boxed=1, windowed=with_window)
        yield NodeForm(boxed=1, windowed=with_window, spare=1)
        yield NodeForm(windowed=with_window)
        yield NodeForm(windowed=with_window, spare=1)
    yield NodeForm(named=False, windowed=False, spare=1)


def placed(run: Run, found: Sequence[TreeNode], form: NodeForm, paper: Paper) -> SlotLayout | None:
    """Place nodes of a form, with as much space between them as there is; None where they are too wide."""
    whole = Playhead(run.trace)
    widths = [width_of(run, whole, each, form, paper) for each in found]
    room = paper.columns - paper.margin
    for gap in GAPS:
        middles = tidy([each.children for each in found], widths, gap)
        needed = max(middle + width / 2 for middle, width in zip(middles, widths, strict=True))
        if needed + 1 <= room:
            left = paper.margin + int(room - needed) // 2
            slots = [
                Slot(each.path, each.node, each.above, each.ply, left + int(middle), form.top(each.ply), width,
                     each.parent, each.wedge)
                for each, middle, width in zip(found, middles, widths, strict=True)
            ]  # fmt: skip
            return SlotLayout(form, slots, is_whole=True)
    return None


def lowered(layout: SlotLayout, lines: int) -> SlotLayout:
    """Move a layout down."""
    for slot in layout.slots:
        slot.top += lines
    return layout


def everything(run: Run, top: MovePath) -> list[TreeNode]:
    """List the nodes of a tree, top down: of a textbook's all, of a game's those ever visited and their siblings.

    The list is empty where there are too many.
    """
    whole = Playhead(run.trace)
    node = whole.node_at(top)
    if node is None or (len(run.trace) > MOST and not run.trace.revisits and not top):
        return []
    found = [TreeNode(top, node, None, -1, 0)]
    for number, each in enumerate(found):  # the list grows
        if each.wedge is None:
            for child in below(run, whole, each):
                child.parent = number
                each.children.append(len(found))
                found.append(child)
        if len(found) > MOST:
            return []
    return found


def below(run: Run, whole: Playhead, each: TreeNode) -> Iterator[TreeNode]:
    """Go through the children of a node, in the order tried; many that are never visited are one wedge."""
    node, ply = each.node, each.ply + 1
    if node is None and not is_textbook(run):
        return
    known = {} if node is None else {run.trace.move(child): child for child in whole.known_children(node)}
    if not known and not (whole.move_count(node) if node is not None else run.is_inner(each.path)):
        return
    order = run.order(each.path, whole)
    for move in order:
        if move in known:
            yield TreeNode((*each.path, move), known[move], node, 0, ply)
    rest = [move for move in order if move not in known]
    if is_textbook(run) or len(rest) <= FEW_UNVISITED:
        yield from (TreeNode((*each.path, move), None, node, 0, ply) for move in rest)
    else:
        yield TreeNode((*each.path, rest[0]), None, node, 0, ply, Wedge(unvisited=len(rest)))


def is_textbook(run: Run) -> bool:
    """Say whether the whole tree is known without a search, its leaves' numbers too."""
    return run.game.name == "tree"


def leaf_number(run: Run, path: MovePath) -> str:
    """Return the number of a textbook tree's leaf."""
    position = run.position(path)
    return show(run.problem.evaluate(position, position.outcome()))


def width_of(run: Run, whole: Playhead, each: TreeNode, form: NodeForm, paper: Paper) -> int:
    """Return how many letters a node's label takes at most over all steps."""
    name = len(run.move_name(each.path)) + 2 * (paper.mark + again(run, whole, each)) if each.path and each.ply else 0
    if each.wedge is not None:
        return max(len(f"✕ {each.wedge.unvisited:,}"), len("to come")) + 2 * form.boxed
    if each.node is None:
        value = 1 if run.is_inner(each.path) or not is_textbook(run) else len(leaf_number(run, each.path))
        return max(name, value + 2 * form.spare) + 2 * form.boxed
    if not whole.move_count(each.node):
        answered = 2 * any(run.trace.kind(visit) is Kind.TABLE for visit in whole.visits_to(each.node))
        return max(name, answered + len(value_label(whole, each.node)) + 2 * form.spare) + 2 * form.boxed
    values = children_values(whole, each.node)
    longest = max(longest_value(values), len(value_label(whole, each.node)))
    is_ever_cut = any(run.trace.kind(visit) is Kind.CUT for visit in whole.visits_to(each.node))
    label = 2 + longest + 2 * (2 if is_ever_cut else form.spare) + 2 * form.boxed
    return max(name, label, window_width(whole, each.node, values) if form.windowed else 0)


def again(run: Run, whole: Playhead, each: TreeNode) -> int:
    """Return how many letters it may take to say how often a node was looked at."""
    return len(f" ×{whole.visit_count(each.node):,}") if run.trace.revisits and each.node is not None else 0


def window_width(whole: Playhead, node: int, values: Sequence[str]) -> int:
    """Return how many letters a node's window takes at most, the node in its middle."""
    trace, visits = whole.trace, whole.visits_to(node)
    ends = [show(end(visit)) for visit in visits for end in (trace.alpha, trace.beta)]
    return 2 * (len("α ") + max(map(len, [*ends, *values]))) + 3
