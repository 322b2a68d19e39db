"""A person's way through a search by hand: the acts done, those refused and why, and the score."""

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
    describe_current_node,
    reason_against,
    why_next_act,
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
"""What a node shows as long as nothing is known about its value."""


class NodeStatus(Enum):
    """The status of a node; the values are the words of pages."""

    BLANK = "blank"
    """Not entered yet."""
    OPEN = "open"
    """Entered, and not returned yet."""
    HERE = "here"
    """The current node."""
    DONE = "done"
    """Returned, after all its children were searched."""
    CUT = "cut"
    """Returned, after some of its children were cut."""
    STRUCK = "struck"
    """Never to be entered."""


@dataclass(frozen=True, slots=True)
class NodeView:
    """How a node looks: its status, and its value as far as it is known (`?`, `≥3`, `3`).

    `cut_here` means that the edge above the node was cut.
    """

    status: NodeStatus
    text: str
    cut_here: bool = False


class VisibleTree:
    """The nodes of a tree as they look at a moment."""

    def __init__(self, moment: Moment) -> None:
        """Show a search by hand at a moment."""
        self.moment = moment
        self.tree = moment.tree
        self.run = moment.hand_search.run
        self.trace = moment.hand_search.trace
        self.open_nodes = () if moment.is_over else tuple(self.tree.path)

    @cached_property
    def struck(self) -> frozenset[MovePath]:
        """The paths to the nodes that a cut has skipped: the edges above them are struck through.

        The cut was made at the current node, or at a node that has returned.
        """
        struck = set[MovePath]()
        if self.moment.has_cut_rest:
            struck.update(self.moment.unentered_children)
        for node in self.tree.nodes():
            has_cut = self.trace.kind(node) is Kind.CUT
            if has_cut and self.tree.returned(node):
                children = self.run.child_paths(self.run.path(node))
                struck.update(child for child in children if self.tree.node_at(child) is None)
        return frozenset(struck)

    def at(self, path: MovePath) -> NodeView:
        """Return how the node at a path looks, with its value as far as the person knows it."""
        node = self.tree.node_at(path)
        if node is None:
            return self.unvisited(path)
        if node in self.open_nodes:
            status = NodeStatus.HERE if node == self.open_nodes[-1] else NodeStatus.OPEN
            return NodeView(status, self.value_so_far(node))
        status = NodeStatus.CUT if self.trace.kind(node) is Kind.CUT else NodeStatus.DONE
        return NodeView(status, format_number(self.trace.value(node)))

    def unvisited(self, path: MovePath) -> NodeView:
        """Return how a node looks that has not been entered: blank, or struck if a cut is above."""
        paths_from_root = (path[:plies] for plies in range(1, len(path) + 1))
        if any(ancestor in self.struck for ancestor in paths_from_root):
            return NodeView(NodeStatus.STRUCK, "", cut_here=path in self.struck)
        return NodeView(NodeStatus.BLANK, UNKNOWN_SIGN)

    def value_so_far(self, node: int) -> str:
        """Return what is known about an open node's value: `≥3` at a MAX node, `≤3` at a MIN node.

        The number is α at a MAX node, β at a MIN node. It is `?` until a child has changed it.
        """
        alpha, beta = self.tree.window(node)
        # At the current node, show α and β as the person has typed them.
        if node == self.open_nodes[-1]:
            alpha = self.moment.alpha
            beta = self.moment.beta
        if not self.tree.children(node):
            return UNKNOWN_SIGN
        if self.trace.maximizing(node):
            if alpha == self.trace.alpha(node):
                return UNKNOWN_SIGN
            return f"≥{format_number(alpha)}"
        if beta == self.trace.beta(node):
            return UNKNOWN_SIGN
        return f"≤{format_number(beta)}"


class ActQuestion(Question):
    """The question what to do next at a moment of a search by hand."""

    asks = "What do you do?"

    def __init__(self, moment: Moment) -> None:
        """Ask at a moment."""
        self.moment = moment
        self.path = moment.path

    def read_act(self, given: Act | SubmittedValue) -> Act:
        """Return an act, which may be typed, and store its kind for the score.

        InputError if the string is not an act.
        """
        self.act = given if isinstance(given, Act) else read_act(str(given))
        self.kind = self.act.kind.name_in_report
        return self.act

    def judge(
        self, given: Act | SubmittedValue, state: AnswerState = UNCOUNTED_ANSWER
    ) -> Judgement:
        """Judge an act: say what a right act does, or why a wrong act is wrong.

        `state` has the number of tries; after more tries, the explanation is longer.
        """
        act = self.read_act(given)
        next_moment = self.moment.after(act)
        if next_moment is None:
            return reason_against(self.moment, act).refusal(*state)
        return Judgement(right=True, why=describe_act(next_moment, self.moment, act), praise="")

    def show(self, known: Collection[AskedField]) -> Judgement:
        """Return the act that the search does, and why."""
        act = self.read_act(next(iter(self.moment.right_acts)))
        return Judgement(right=False, why=why_next_act(self.moment), shown=act.says)


class HandWalk(Attempt[ActQuestion]):
    """A search that a person makes by hand; `step_report` describes the last act or the start."""

    def __init__(self, hand: HandSearch) -> None:
        """Stand at the root."""
        self.hand = hand
        self.begin()

    def begin(self) -> None:
        """Begin again."""
        super().__init__()
        self.step_report = describe_current_node(self.hand.beginning)
        self.go_to(self.hand.beginning)

    def go_to(self, moment: Moment) -> None:
        """Go to a moment, and ask what to do next unless the root has returned."""
        self.moment = moment
        self.question = None if moment.is_over else ActQuestion(moment)

    @property
    def is_over(self) -> bool:
        """Return whether the root has returned."""
        return self.moment.is_over

    @property
    def steps(self) -> int:
        """Return the number of acts done."""
        return len(self.score.answers)

    def answer(self, given: Act | SubmittedValue, tries: int = 0) -> Judgement:
        """Do a right act, or say why an act is wrong; after the end, acts are not counted."""
        # There is no open question any more, but an act still gets an explanation.
        if self.is_over:
            return ActQuestion(self.moment).judge(given, AnswerState(tries or TELL_WHOLE))
        return super().answer(given, tries)

    def show(self) -> Judgement:
        """Do the act that the search does, say why, and count it as shown."""
        if self.is_over:
            return Judgement(right=False, why=self.step_report)
        return super().show()

    def go_on(self, question: ActQuestion) -> None:
        """Go to the moment that the right act leads to."""
        next_moment = self.moment.after(question.act)
        assert next_moment is not None  # the act was right
        self.step_report = describe_act(next_moment, self.moment, question.act)
        self.go_to(next_moment)

    @property
    def visible(self) -> VisibleTree:
        """Return the tree as it looks now."""
        return VisibleTree(self.moment)

    def report(self) -> str:
        """Return the score in words: `12 steps, 1 slip, 2 shown; missed most: …`."""
        counts = [
            count_in_words(self.steps, "step", "steps"),
            count_in_words(self.total_wrong_tries, "slip", "slips"),
        ]
        shown = self.score.count(AnswerOutcome.SHOWN)
        if shown:
            counts.append(f"{shown:,} shown")
        return "; ".join(filter(None, (", ".join(counts), self.score.missed_most())))
