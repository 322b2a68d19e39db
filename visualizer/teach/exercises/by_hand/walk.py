"""A person's way through a search by hand: what was done, what was refused and why, and how it went."""

from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from visualizer.look.numbers import show
from visualizer.teach.exercises.by_hand.machine import Act, ByHand, Moment
from visualizer.teach.exercises.by_hand.sentences import (
    Situation,
    describe_act,
    describe_standpoint,
    reason_against,
    why_due,
)
from visualizer.teach.exercises.question import RULE, WHOLE, AnswerScore, How, Judgement, Question, ReasonSteps
from visualizer.trace.rows import Kind, MovePath

UNKNOWN = "?"


class NodeStatus(Enum):
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
class NodeView:
    """What a node shows: what it is, and what is known of it, `?`, `≥3` or `3`; `cut_here` is the edge that was cut."""

    status: NodeStatus
    text: str
    cut_here: bool = False


class VisibleTree:
    """The nodes of a tree as they are seen at a moment."""

    def __init__(self, hand: ByHand, moment: Moment) -> None:
        """Look at a search by hand at a moment."""
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

    def at(self, path: MovePath) -> NodeView:
        """Return how a node is seen."""
        node = self.tree.node_at(path)
        if node is None:
            is_struck = any(path[:end] in self.struck for end in range(1, len(path) + 1))
            if is_struck:
                return NodeView(NodeStatus.STRUCK, "", path in self.struck)
            return NodeView(NodeStatus.BLANK, UNKNOWN)
        if node in self.open:
            return NodeView(NodeStatus.HERE if node == self.open[-1] else NodeStatus.OPEN, self.so_far(node))
        value = show(self.hand.trace.value(node))
        return NodeView(NodeStatus.CUT if self.hand.trace.kind(node) is Kind.CUT else NodeStatus.DONE, value)

    def so_far(self, node: int) -> str:
        """Return what is known of an open node: its best so far, once that was typed as α or β."""
        trace, (alpha, beta) = self.hand.trace, self.tree.window(node)
        if node == self.open[-1]:
            alpha, beta = self.moment.alpha, self.moment.beta
        if (alpha, beta) == (trace.alpha(node), trace.beta(node)):
            return UNKNOWN
        is_max = trace.maximizing(node)
        changed = alpha != trace.alpha(node) if is_max else beta != trace.beta(node)
        if not changed or not self.tree.children(node):
            return UNKNOWN
        return f"≥{show(alpha)}" if is_max else f"≤{show(beta)}"


class Walk:
    """A search that is being made by hand: `moment` is where one is, `said` what is said of it.

    `slips` counts the acts that were refused, `tries` those of the moment at hand.
    """

    def __init__(self, hand: ByHand) -> None:
        """Stand at the root."""
        self.hand = hand
        self.begin()

    def begin(self) -> None:
        """Begin again."""
        self.moment = self.hand.beginning
        self.done, self.slips, self.tries, self.score = list[Act](), 0, 0, AnswerScore()
        self.said = describe_standpoint(self.situation)

    @property
    def is_over(self) -> bool:
        """Return whether the root has returned."""
        return self.hand.is_over(self.moment)

    @property
    def steps(self) -> int:
        """Return how many things were done."""
        return len(self.done)

    def do(self, act: Act, tries: int = 0) -> Judgement:
        """Do something, or say why the search would not: as much as was earned, or as the `tries`-th slip here."""
        there = self.hand.after(self.moment, act)
        if there is not None:
            self._go(act, there, How.LATER if self.tries else How.AT_ONCE)
            return Judgement(right=True, why=self.said)
        if not self.is_over:  # behind the end nothing counts any more
            self.tries += 1
            self.slips += 1
        reason, tries = self.reason(act), tries or self.tries or WHOLE
        return Judgement(right=False, why=reason.told(min(tries, WHOLE), ()), lit=reason.lit(RULE))

    def reason(self, act: Act) -> ReasonSteps:
        """Return why the search would not do something."""
        return reason_against(self.situation, act)

    def show(self) -> Judgement:
        """Do what is due, and say why; it counts as shown."""
        right = self.hand.right(self.moment)
        if not right:
            return Judgement(right=False, why=self.said)
        act, there = next(iter(right.items()))
        why = why_due(self.situation)
        self._go(act, there, How.SHOWN)
        return Judgement(right=False, why=why, shown=act.says)

    def _go(self, act: Act, there: Moment, how: How) -> None:
        """Go on to another moment, and count how it was found."""
        question = Question(act.kind.done, "What do you do?", act.says, lambda given: self.reason(act),
                            self.hand.path(self.moment), step=len(self.done))  # fmt: skip
        self.score.answers.append((question, how))
        self.done.append(act)
        self.said = describe_act(Situation(self.hand, there), self.moment, act)
        self.moment, self.tries = there, 0

    @property
    def situation(self) -> Situation:
        """Return where one stands."""
        return Situation(self.hand, self.moment)

    @property
    def visible(self) -> VisibleTree:
        """Return what the tree shows."""
        return VisibleTree(self.hand, self.moment)

    def report(self) -> str:
        """Say how many things were done and refused, and what was missed most."""
        shown = self.score.count(How.SHOWN)
        parts = [f"{self.steps:,} step{'s' * (self.steps != 1)}", f"{self.slips:,} slip{'s' * (self.slips != 1)}"]
        parts += [f"{shown:,} shown"] if shown else []
        return "; ".join(filter(None, (", ".join(parts), self.score.missed_most())))
