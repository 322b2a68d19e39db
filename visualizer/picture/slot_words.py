"""What stands in a slot at a step: the move's name, the value with its signs, the window; or what a wedge holds."""

from __future__ import annotations

from dataclasses import dataclass

from visualizer.look.legend import LEGEND, State
from visualizer.look.numbers import question, short, show
from visualizer.lookup import is_textbook
from visualizer.picture.slots import Slot
from visualizer.picture.whole_tree import leaf_number
from visualizer.run import Run
from visualizer.trace.labels import value_label
from visualizer.trace.rows import Passes
from visualizer.trace.tree_at_step import TreeAtStep

TURNS = {True: "▲", False: "▼"}
NOTHING_KNOWN = "·"
PLAIN = frozenset({State.DONE, State.OPEN, State.TO_COME})
"""States that a value says by itself; all others have a sign before it."""


@dataclass(frozen=True, slots=True)
class SlotWords:
    """The words of a slot: `again` stands behind the name, `sign` before the value, `after` behind it.

    `turn` is the sign of whose turn it is, where the node is an inner one.
    """

    name: str = ""
    again: str = ""
    sign: str = ""
    turn: str = ""
    value: str = ""
    after: str = ""
    window: tuple[str, str, str] | None = None
    """Alpha, what stands between, beta."""

    @property
    def label(self) -> str:
        """Return whose turn it is and the value."""
        return f"{self.turn} {self.value}".strip()


@dataclass(frozen=True, slots=True)
class TreeOptions:
    """What a person wants to see: leaves before they are visited, outside textbooks too, and windows of which nodes."""

    hide_leaves: bool = False
    all_leaves: bool = False
    windows: str = "open"
    """`open` for those of the open path, `all`, or `none`."""


def words_of_slot(run: Run, tree: TreeAtStep, slot: Slot, state: State, options: TreeOptions) -> SlotWords:
    """Return what a slot says."""
    if slot.wedge is not None:
        return wedge_words(tree, slot, state)
    name = run.move_name(slot.path) if slot.path and slot.ply else ""
    if slot.node is None or not tree.entered(slot.node):
        known = unvisited(run, slot, options)
        is_pruned = state is State.PRUNED
        turn = TURNS[run.position(slot.path).maximizing] if not known else ""
        sign = LEGEND[state].glyph if is_pruned else ""
        return SlotWords(name, "", sign, turn, "" if is_pruned and known == NOTHING_KNOWN else known)
    node = slot.node
    turn = TURNS[tree.maximizing(node)] if tree.move_count(node) else ""
    sign = "" if state in PLAIN or state is State.CUT else LEGEND[state].glyph
    after = LEGEND[State.CUT].glyph if tree.is_cut(node) else ""
    window = window_at(run, tree, slot, options)
    return SlotWords(name, times(run, tree, node), sign, turn, value_label(tree, node) or "?", after, window)


def times(run: Run, tree: TreeAtStep, node: int) -> str:
    """Say how often a node was looked at, if more than once: where passes add up, in all of them."""
    looks = tree.returned_count(node) if run.trace.passes is Passes.ADD else tree.looks(node)
    return f" ×{looks:,}" if looks > 1 else ""


def unvisited(run: Run, slot: Slot, options: TreeOptions) -> str:
    """Return what is known of a node before it is visited: a leaf's number, if that is to be seen, else nothing."""
    if run.is_inner(slot.path):
        return ""
    is_known = (is_textbook(run.game) or options.all_leaves) and not options.hide_leaves
    return leaf_number(run, slot.path) if is_known else NOTHING_KNOWN


def window_at(run: Run, tree: TreeAtStep, slot: Slot, options: TreeOptions) -> tuple[str, str, str] | None:
    """Return a node's window in three parts, if it is to be seen; closed, it says so, and a null window asks."""
    node = slot.node
    if node is None or not tree.move_count(node) or not has_window(run, tree) or options.windows == "none":
        return None
    if options.windows == "open" and tree.returned(node):
        return None
    low, high = tree.window(node)
    if question(low, high):
        return (show(low), "<", "?") if low == short(low) else ("?", "<", show(high))
    rule = run.recipe.search.cut
    between = {">=": "≥", ">": ">"}[rule] if (low >= high if rule == ">=" else low > high) else "│"
    return f"α {show(low)}", between, f"β {show(high)}"


def has_window(run: Run, tree: TreeAtStep) -> bool:
    """Say whether there is a window to show: minimax has none."""
    return tree.has_window and run.algorithm.uses_window


def wedge_words(tree: TreeAtStep, slot: Slot, state: State) -> SlotWords:
    """Say how many children are in a wedge, and what became of them; where it is narrow, only how many."""
    wedge = slot.wedge
    assert wedge is not None
    sign, count = LEGEND[State.CURRENT].glyph if wedge.running else "", f"{len(wedge.moves):,}"
    pruned = LEGEND[State.PRUNED].glyph
    if slot.width < len("to come"):
        return SlotWords(f"{pruned if state is State.PRUNED else '+'}{count}", sign=sign)
    if wedge.visited and (wedge.unvisited or tree.trace.passes is Passes.ADD):  # there no node is ever done with
        return SlotWords(f"{count} more", sign=sign)
    if wedge.visited:
        return SlotWords(f"{count} done", sign=sign, value=f"{wedge.cut:,} cut" if wedge.cut else "")
    if state is State.PRUNED:
        return SlotWords(f"{pruned} {count}", value="pruned")
    return SlotWords(count, sign=sign, value="to come")
