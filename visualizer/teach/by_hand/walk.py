"""A person's way through a search by hand: what was done, what was refused and why, and how it went."""

from collections.abc import Collection
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from visualizer.explaining.measures.summary import count_in_words
from visualizer.look.numbers import format_number
from visualizer.teach.attempt import AnswerOutcome, Attempt
from visualizer.teach.by_hand.machine import Act, HandSearch, Moment, read_act
from visualizer.teach.by_hand.sentences import (
    describe_act,
    describe_standpoint,
    reason_against,
    why_due,
)
from visualizer.teach.question import (
    TELL_WHOLE,
    UNCOUNTED_ANSWER,
    AnswerState,
    AskedField,
    Judgement,
    Question,
    SubmittedValue,
)
from visualizer.trace.rows import Kind, MovePath

UNKNOWN_SIGN = "?"


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

    def __init__(self, moment: Moment) -> None:
        """Look at a search by hand at a moment."""
        self.moment = moment
        self.tree = moment.tree
        self.run = moment.hand.run
        self.trace = moment.hand.trace
        self.open = () if moment.is_over else tuple(self.tree.path)

    @cached_property
    def struck(self) -> frozenset[MovePath]:
        """The nodes whose edge was cut: the children left out where one stands, and where nodes have returned."""
        if self.moment.is_struck:
            found = {*self.moment.left}
        else:
            found = set[MovePath]()
        for node in self.tree.nodes():
            if self.trace.kind(node) is Kind.CUT and self.tree.returned(node):
                below = self.run.below(self.run.path(node))
                found |= {path for path in below if self.tree.node_at(path) is None}
        return frozenset(found)

    def at(self, path: MovePath) -> NodeView:
        """Return how a node is seen."""
        node = self.tree.node_at(path)
        if node is None:
            if any(path[:end] in self.struck for end in range(1, len(path) + 1)):
                return NodeView(NodeStatus.STRUCK, "", path in self.struck)
            return NodeView(NodeStatus.BLANK, UNKNOWN_SIGN)
        if node in self.open:
            return NodeView(
                NodeStatus.HERE if node == self.open[-1] else NodeStatus.OPEN, self.so_far(node)
            )
        is_cut = self.trace.kind(node) is Kind.CUT
        return NodeView(
            NodeStatus.CUT if is_cut else NodeStatus.DONE, format_number(self.trace.value(node))
        )

    def so_far(self, node: int) -> str:
        """Return what is known of an open node: its best so far, once that was typed as α or β."""
        alpha, beta = self.tree.window(node)
        if node == self.open[-1]:
            alpha = self.moment.alpha
            beta = self.moment.beta
        if not self.tree.children(node):
            return UNKNOWN_SIGN
        if self.trace.maximizing(node):
            if alpha != self.trace.alpha(node):
                return f"≥{format_number(alpha)}"
            return UNKNOWN_SIGN
        if beta != self.trace.beta(node):
            return f"≤{format_number(beta)}"
        return UNKNOWN_SIGN


class ActQuestion(Question):
    """What is done next at a moment of a search by hand: each act is right that the search would do."""

    asks = "What do you do?"

    def __init__(self, moment: Moment) -> None:
        """Ask at a moment."""
        self.moment = moment
        self.path = moment.path

    def read_act(self, given: Act | SubmittedValue) -> Act:
        """Return an act, also one that is typed, and take its kind for what is asked about; InputError for else."""
        if isinstance(given, Act):
            self.act = given
        else:
            self.act = read_act(str(given))
        self.kind = self.act.kind.done
        return self.act

    def judge(
        self, given: Act | SubmittedValue, state: AnswerState = UNCOUNTED_ANSWER
    ) -> Judgement:
        """Judge an act by what it does, or by why the search would not do it."""
        act = self.read_act(given)
        there = self.moment.after(act)
        if there is None:
            return reason_against(self.moment, act).refusal(*state)
        return Judgement(right=True, why=describe_act(there, self.moment, act), praise="")

    def show(self, known: Collection[AskedField]) -> Judgement:
        """Return what is due, and why."""
        due = self.read_act(next(iter(self.moment.right)))
        return Judgement(right=False, why=why_due(self.moment), shown=due.says)


class HandWalk(Attempt[ActQuestion]):
    """A search that is being made by hand: `moment` is where one is, `said` what is said of it."""

    def __init__(self, hand: HandSearch) -> None:
        """Stand at the root."""
        self.hand = hand
        self.begin()

    def begin(self) -> None:
        """Begin again."""
        super().__init__()
        self.said = describe_standpoint(self.hand.beginning)
        self.stand(self.hand.beginning)

    def stand(self, moment: Moment) -> None:
        """Stand at a moment, and ask what is done next, unless the root has returned."""
        self.moment = moment
        if moment.is_over:
            self.question = None
        else:
            self.question = ActQuestion(moment)

    @property
    def is_over(self) -> bool:
        """Return whether the root has returned."""
        return self.moment.is_over

    @property
    def steps(self) -> int:
        """Return how many things were done."""
        return len(self.score.answers)

    def answer(self, given: Act | SubmittedValue, tries: int = 0) -> Judgement:
        """Do something, or say why the search would not; behind the end nothing counts any more."""
        if self.is_over:
            return ActQuestion(self.moment).judge(given, AnswerState(tries or TELL_WHOLE))
        return super().answer(given, tries)

    def show(self) -> Judgement:
        """Do what is due, and say why; it counts as shown."""
        if self.is_over:
            return Judgement(right=False, why=self.said)
        return super().show()

    def go_on(self, question: ActQuestion) -> None:
        """Go to the moment to which what was done leads."""
        there = self.moment.after(question.act)
        assert there is not None  # what is done is right
        self.said = describe_act(there, self.moment, question.act)
        self.stand(there)

    @property
    def visible(self) -> VisibleTree:
        """Return what the tree shows."""
        return VisibleTree(self.moment)

    def report(self) -> str:
        """Say how many things were done and refused, and what was missed most."""
        shown = self.score.count(AnswerOutcome.SHOWN)
        counts = [
            count_in_words(self.steps, "step", "steps"),
            count_in_words(self.slips, "slip", "slips"),
        ]
        if shown:
            counts.append(f"{shown:,} shown")
        missed = self.score.missed_most()
        if missed:
            return f"{', '.join(counts)}; {missed}"
        return ", ".join(counts)
