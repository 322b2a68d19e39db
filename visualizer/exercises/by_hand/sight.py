"""What the tree shows of a search that is made by hand: what has been done so far, and nothing else."""

from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from visualizer.exercises.by_hand.machine import ByHand, Moment
from visualizer.look.numbers import show
from visualizer.trace.rows import Kind, MovePath

UNKNOWN = "?"


class Glance(Enum):
    """What a node is so far; the values are the words of pages."""

    BLANK = "blank"
    """It has not been entered."""
    OPEN = "open"
    HERE = "here"
    """One stands there."""
    DONE = "done"
    CUT = "cut"
    """It has returned, and some of its children were cut."""
    STRUCK = "struck"
    """It will never be entered."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What a node shows: what it is, and what is known of it, `?`, `≥3` or `3`; `cut_here` is the edge that was cut."""

    look: Glance
    text: str
    cut_here: bool = False


class Sight:
    """The nodes of a tree as they are seen at a moment."""

    def __init__(self, hand: ByHand, moment: Moment) -> None:
        """Glance at a search by hand at a moment."""
        self.hand, self.moment, self.tree = hand, moment, hand.tree(moment.step)
        self.open = () if hand.is_over(moment) else tuple(self.tree.path)

    @cached_property
    def struck(self) -> frozenset[MovePath]:
        """The nodes whose edge was cut: the children left out where one stands, and where nodes have returned."""
        hand, found = self.hand, set[MovePath]()
        if self.moment.is_struck:
            found |= {*hand.left(self.moment)}
        for node in self.tree.nodes():
            if hand.trace.kind(node) is Kind.CUT and self.tree.returned(node):
                path = hand.run.path(node)
                found |= {below for below in hand.run.below(path) if self.tree.node_at(below) is None}
        return frozenset(found)

    def at(self, path: MovePath) -> Seen:
        """Return how a node is seen."""
        node = self.tree.node_at(path)
        if node is None:
            is_struck = any(path[:end] in self.struck for end in range(1, len(path) + 1))
            return Seen(Glance.STRUCK if is_struck else Glance.BLANK, "" if is_struck else UNKNOWN, path in self.struck)
        if node in self.open:
            return Seen(Glance.HERE if node == self.open[-1] else Glance.OPEN, self.so_far(node))
        value = show(self.hand.trace.value(node))
        return Seen(Glance.CUT if self.hand.trace.kind(node) is Kind.CUT else Glance.DONE, value)

    def so_far(self, node: int) -> str:
        """Return what is known of an open node: its best so far, once that was typed as α or β."""
        trace, (alpha, beta) = self.hand.trace, self.tree.window(node)
        if node == self.open[-1]:
            alpha, beta = self.moment.alpha, self.moment.beta
        if trace.is_chance(node) or (alpha, beta) == (trace.alpha(node), trace.beta(node)):
            return UNKNOWN
        is_max = trace.maximizing(node)
        changed = alpha != trace.alpha(node) if is_max else beta != trace.beta(node)
        return (
            UNKNOWN
            if not changed or not self.tree.children(node)
            else f"≥{show(alpha)}"
            if is_max
            else f"≤{show(beta)}"
        )
