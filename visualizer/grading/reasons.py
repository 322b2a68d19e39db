"""Why an answer is wrong, in one true sentence."""

from __future__ import annotations

from math import inf

from visualizer.explanation.facts.windows import cut_of
from visualizer.grading.answers import GivenAnswer
from visualizer.grading.faults import FAILURE, MOVE, VALUE, WrongPart, value_of
from visualizer.grading.reference import RightSearch
from visualizer.look.numbers import show
from visualizer.measures.summary import many
from visualizer.trace.rows import MovePath
from visualizer.trace.tree_at_step import TreeAtStep

SIDES = {"max": "MAX", "min": "MIN", "chance": "chance"}


class Reason:
    """Says what is wrong with one answer; `at` is the path of the leaf where the visits part, () for none."""

    def __init__(self, answer: GivenAnswer, right: RightSearch, fault: WrongPart, *, movers: bool = False) -> None:
        """Take an answer that is wrong."""
        self.answer, self.right, self.fault, self.movers = answer, right, fault, movers
        self.tree, self.end = right.limited.tree, TreeAtStep(right.run.trace)
        self.read = answer.leaves[fault.visit] if fault.visit < len(answer.leaves) else None
        self.due = right.leaves[fault.visit] if fault.visit < len(right.leaves) else None

    @property
    def at(self) -> MovePath | None:
        """The leaf where the visits part: the one that is read and should not be, else the one that should be."""
        if self.fault.what in (FAILURE, VALUE, MOVE):
            return None
        return self.read if self.is_wrongly_read() else self.due

    def is_wrongly_read(self) -> bool:
        """Return whether the leaf that is read is none that the right search reads, or was read before."""
        return self.read is not None and (
            self.due is None
            or self.read not in self.right.leaves
            or self.read in self.answer.leaves[: self.fault.visit]
        )

    def why(self) -> str:
        """Return the sentence."""
        if self.fault.what == FAILURE:
            return f"Yours {self.answer.failure}."
        if self.fault.what == VALUE:
            value = value_of(self.answer, self.right, movers=self.movers)
            assert value is not None
            returned = f"Yours returns {show(self.answer.value or 0)}"
            side = f", which is {show(value)} from MAX's side" if value != self.answer.value else ""
            return f"{returned}{side}, and the root is worth {show(self.right.value)}{self.by()}."
        if self.fault.what == MOVE:
            move, best = self.answer.move or 0, self.right.moves[0]
            values = self.right.values
            return (
                f"Yours plays {self.name((move,))}, which is worth {show(values[move])}; "
                f"{self.name((best,))} is worth {show(values[best])}, and {self.mover(())} moves."
            )
        if not self.is_wrongly_read():
            return self.left_out()
        assert self.read is not None
        if self.read in self.answer.leaves[: self.fault.visit]:
            return f"Yours reads {self.leaf(self.read)} again, which it has read before."
        return f"Yours reads {self.leaf(self.read)}, {self.skipped(self.read)}."

    # Parts of sentences.

    def by(self) -> str:
        """Say which move is worth that much; "" at a leaf."""
        if not self.right.moves:
            return ""
        return f": {self.mover(())} has that with {self.name((self.right.moves[0],))}"

    def name(self, path: MovePath) -> str:
        """Return what a node is called; a mere number is told apart from a value."""
        name = self.tree.name_at(path)
        return f"move {name}" if name.isdigit() else name

    def mover(self, path: MovePath) -> str:
        """Return who moves at a node."""
        return SIDES[self.tree.at(path).mover]

    def leaf(self, path: MovePath) -> str:
        """Return a leaf with its value."""
        if not self.right.limited.is_leaf(path):
            return self.name(path)
        name = self.tree.name_at(path)
        return f"{'leaf ' if name.isdigit() else ''}{name} = {show(self.right.limited.value(path))}"

    def left_out(self) -> str:
        """Say that a leaf is not read which is to be read now."""
        assert self.due is not None
        title, due = self.right.task.name, self.leaf(self.due)
        if self.due in self.answer.leaves:
            assert self.read is not None
            return f"Yours reads {self.leaf(self.read)} before {due}; {title} takes the children from left to right."
        return f"Yours never reads {due}, and {title} does{self.still_open(self.due)}."

    def still_open(self, path: MovePath) -> str:
        """Say of a leaf that is to be read that the window above it is open then."""
        if not self.right.task.prunes or not path:
            return ""
        row = self.right.run.node_at(path)
        assert row is not None  # the right search reads it
        trace = self.right.run.trace
        alpha, beta = trace.alpha(row), trace.beta(row)
        why = "and it cuts only where α > β" if alpha == beta else "so its value may matter"
        return f": there α = {show(alpha)} and β = {show(beta)}, {why}"

    def skipped(self, path: MovePath) -> str:
        """Say why the right search does not read a leaf."""
        title, node = self.right.task.name, path
        depth = self.right.limited.depth
        if not self.right.limited.is_leaf(path) and (depth is None or len(path) < depth):
            return "which is no leaf"
        if depth is not None and len(path) > depth:
            return f"which is below the limit of {many(depth, 'ply', 'plies')}"
        while self.right.run.node_at(node) is None:
            node = node[:-1]
        found = self.right.run.node_at(node)
        assert found is not None
        if not self.end.is_cut(found):
            return f"which {title} does not read"
        cut = cut_of(self.right.run, self.end, found)
        assert cut.child is not None  # the right search moves on
        child = self.name(self.right.run.trace.path(cut.child))
        value, sign = show(cut.value), cut.sign
        end = f"{'β' if cut.maximizing else 'α'} = {show(cut.bound)}"
        worth = f"{child} is worth {'at least ' if cut.maximizing else 'at most '}{value}"
        if not self.right.limited.tree.at(self.right.run.trace.path(cut.child)).children:
            worth = f"{child} is worth {value}"
        other = "MIN" if cut.maximizing else "MAX"
        if cut.setter is None or cut.bound in (inf, -inf):
            return f"which {title} skips: {worth} ({value} {sign} {end})"
        kept = self.name(self.right.run.trace.path(cut.setter))
        has = f"{other} has {show(cut.bound)} already with {kept}"
        return f"which {title} skips: {worth}, and {has} ({value} {sign} {end})"
