"""Questions about a search of a small tree, the answers to them, and why an answer is right or wrong.

Everything is read from the trace of the search that is asked about, so a question never disagrees with what is shown.
"""

from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from visualizer.errors import InputError, one_of
from visualizer.explanation.cutoffs import Cutoffs
from visualizer.explanation.naming import Naming, listed
from visualizer.look import numbers
from visualizer.look.numbers import show
from visualizer.recipe import Recipe, Search, Where
from visualizer.run import Run
from visualizer.trace.rows import MovePath
from visualizer.trace.tree_at_step import TreeAtStep

LEVELS = ("all", "values", "cuts", "windows", "looks")
"""What is asked; the first is the usual one. `values` is about minimax, `looks` about PVS, the others alpha-beta."""
SEARCHES = {"values": "minimax", "looks": "pvs"}
SIGNS = {
    "<=": "at most", "≤": "at most", "at most": "at most", ">=": "at least", "≥": "at least", "at least": "at least"
}  # fmt: skip
"""What may stand before the value of a node, and what it says."""


class Asked(Enum):
    """What is asked about a node: whether it is never visited, or visited again; its window on entry; its value."""

    PRUNED = "pruned"
    AGAIN = "again"
    ALPHA = "alpha"
    BETA = "beta"
    VALUE = "value"


YES_OR_NO, NUMBERS = (Asked.PRUNED, Asked.AGAIN), (Asked.ALPHA, Asked.BETA, Asked.VALUE)
"""What is asked about the edge above a node, and about an inner node."""
ASKED = {
    "all": frozenset({Asked.PRUNED, Asked.ALPHA, Asked.BETA, Asked.VALUE}),
    "values": frozenset({Asked.VALUE}),
    "cuts": frozenset({Asked.PRUNED}),
    "windows": frozenset({Asked.ALPHA, Asked.BETA}),
    "looks": frozenset({Asked.AGAIN}),
}
"""What is asked at each level."""


@dataclass(frozen=True, slots=True)
class NodeQuestion:
    """A question about the node at a path of moves."""

    path: MovePath
    asked: Asked

    @property
    def node(self) -> str:
        """Return the numbers of the moves from the root, counted from 1: `2.1`, and "" for the root."""
        return ".".join(str(number + 1) for number in self.path)


@dataclass(frozen=True, slots=True)
class Judgement:
    """Whether an answer is right, and why: a sentence that is true of the search."""

    right: bool
    why: str


class Exercise:
    """The questions about a search of a tree in natural order."""

    def __init__(self, where: Where, *, level: str = LEVELS[0], cut: str = ">=", fail: str = "soft") -> None:
        """Search the tree; InputError for what is no tree, or no level."""
        one_of("the level", level, LEVELS)
        fail = "soft" if level in SEARCHES else fail  # the others have no fail-hard
        search = (
            Search("minimax") if level == "values" else Search(SEARCHES.get(level, "alpha-beta"), cut=cut, fail=fail)
        )
        self.level, self.cut, self.fail = level, cut, fail
        self.run = Run(Recipe(where, search)).finish()
        if not self.run.game.explicit:
            raise InputError(f"the position is one of {self.run.game.title}; practice is on trees that are written out")
        self.tree = TreeAtStep(self.run.trace)
        self.naming = Naming(self.run, self.tree)

    @cached_property
    def questions(self) -> tuple[NodeQuestion, ...]:
        """The questions: by node in preorder, of each edge, alpha, beta and value; none below a pruned one."""
        return tuple(filter(self.comes_up, self.fields))

    @cached_property
    def fields(self) -> tuple[NodeQuestion, ...]:
        """What may be asked, at all nodes in preorder: of each edge, alpha, beta and value."""
        return tuple(
            NodeQuestion(path, asked)
            for path in self.run.all_paths()
            for asked in YES_OR_NO * bool(path) + NUMBERS * self.run.is_inner(path)
            if asked in ASKED[self.level]
        )

    def comes_up(self, question: NodeQuestion) -> bool:
        """Say whether the search comes to what is asked about: to a node, or to the one above its edge."""
        path = question.path[:-1] if question.asked in YES_OR_NO else question.path
        return self.tree.node_at(path) is not None

    def answer(self, question: NodeQuestion) -> bool | float:
        """Return the right answer: whether a node is pruned, or a number from MAX's side."""
        node = self.tree.node_at(question.path)
        if question.asked is Asked.AGAIN:
            return self._second_look(node) is not None
        if question.asked is Asked.PRUNED or node is None:
            return node is None
        trace = self.run.trace
        ends = {Asked.ALPHA: trace.alpha, Asked.BETA: trace.beta, Asked.VALUE: trace.value}
        return ends[question.asked](node)

    def judge(self, question: NodeQuestion, given: object) -> Judgement:
        """Say whether an answer is right and why; InputError for one that cannot be an answer to the question.

        A number is right if it is shown as the right one is.
        """
        right = self.answer(question)
        if question.asked in YES_OR_NO:
            if not isinstance(given, bool):
                asked = question.asked.value
                raise InputError(f"the answer {given!r:.40} to {asked} of {question.node!r} is not true or false")
            why = self._why_pruned if question.asked is Asked.PRUNED else self._why_again
            return Judgement(given is right, why(question.path))
        sign, number = read_answer(given, question)
        is_right = numbers.alike(number, right)
        if question.asked is not Asked.VALUE:
            return Judgement(is_right, self._why_bound(question))
        if not (is_right and sign):
            return Judgement(is_right, self._why_value(question.path))
        node = self.tree.node_at(question.path)
        assert node is not None
        return self._judge_sign(node, sign, float(right))

    def _judge_sign(self, node: int, sign: str, value: float) -> Judgement:
        """Judge the sign of a bound before the right number."""
        trace, naming = self.run.trace, self.naming
        below = SIGNS[sign] == "at most"
        name, end = ("α", trace.alpha(node)) if below else ("β", trace.beta(node))
        met = value <= end if below else value >= end
        compared = f"{show(value)} is {SIGNS[sign]} {name} = {show(end)}"
        if met:
            return Judgement(
                right=True, why=f"{naming.at(self.run.path(node))}: {compared} on entry, so it is a bound."
            )
        which = f"only a value that is {SIGNS[sign]} {name} is such a bound"
        return Judgement(right=False, why=f"The number is right, but {which}, and {name} = {show(end)} on entry.")

    def _why_pruned(self, path: MovePath) -> str:
        """Say why a child is never visited, or why it is."""
        tree, naming, trace = self.tree, self.naming, self.run.trace
        child, parent = tree.node_at(path), tree.node_at(path[:-1])
        assert parent is not None
        if child is None:
            return Cutoffs(naming).sentence(parent)
        if tree.ordinal(child) == 1:
            return f"It is the first child of {naming.place(parent)}: nothing is known there yet, so it is looked at."
        low, high = TreeAtStep(trace, trace.enter_step(child) - 1).window(parent)
        sign = "≥" if self.cut == ">=" else ">"
        return (
            f"Before it {naming.place(parent)} has α = {show(low)} and β = {show(high)}: "
            f"α {sign} β is not so yet, so it may still matter and is looked at."
        )

    def _second_look(self, node: int | None) -> int | None:
        """Return the first visit of a node within a visit of its parent that had one already; None if none had."""
        parents = set[int]()
        for visit in () if node is None else self.tree.visits_to(node):
            parent = self.run.trace.parent(visit)
            if parent in parents:
                return visit
            parents.add(parent)
        return None

    def _why_again(self, path: MovePath) -> str:
        """Say why a node is searched a second time, or is not."""
        tree, naming, trace = self.tree, self.naming, self.run.trace
        node, parent = tree.node_at(path), tree.node_at(path[:-1])
        if node is None or parent is None:
            return self._why_pruned(path)
        second, visits = self._second_look(node), [*tree.visits_to(node)]
        along = " It is visited again only because a node above it is." if second is None and len(visits) > 1 else ""
        if not path[-1]:
            first = f"It is the first child of {naming.place(parent)}, so nothing is asked first: one look is enough."
            return f"{first}{along}"
        look = visits[-1] if second is None else visits[visits.index(second) - 1]
        value, (alpha, beta) = trace.value(look), TreeAtStep(trace, trace.enter_step(look) - 1).window(parent)
        more = tree.maximizing(parent)
        bound, far = (alpha, beta) if more else (beta, alpha)
        question = f"The first look only asks whether it is {'more' if more else 'less'} than {show(bound)}"
        if not (value > alpha if more else value < beta):
            return f"{question}: no, so one look is enough.{along}"
        if not alpha < value < beta:
            ends = f"{show(value)} is at {'least' if more else 'most'} {'β' if more else 'α'} = {show(far)}"
            return f"{question}: yes, but {ends} too, so nobody has to know how much.{along}"
        return f"{question}: yes, {show(value)}, so it is searched again for how much."

    def asks_again(self, where: str) -> str:
        """Return the question whether a place gets a second look."""
        return f"Does {where} get a second look of its own, after a first one that only asked?"

    def _why_bound(self, question: NodeQuestion) -> str:
        """Say who set an end of a window."""
        tree, naming, lower = self.tree, self.naming, question.asked is Asked.ALPHA
        node = tree.node_at(question.path)
        assert node is not None
        name, right = ("α" if lower else "β"), show(float(self.answer(question)))
        source = tree.bound_source(node, lower=lower)
        side = self.run.game.side(maximizing=lower)
        if source.node is None or source.child is None:
            return f"{name} = {right} on entry: {side} has no value above {naming.place(node)} yet."
        where, child = naming.place(source.node), naming.place(source.child)
        return f"{name} = {right} on entry: at {where} {side} can have that with {child} already."

    def _why_value(self, path: MovePath) -> str:
        """Say which values a node chose from."""
        tree, naming, trace = self.tree, self.naming, self.run.trace
        node = tree.node_at(path)
        assert node is not None
        values = [show(trace.value(child)) for child in tree.children(node)]
        best = "greatest" if tree.maximizing(node) else "least"
        why = f"{naming.side(node)} takes the {best} of what its visited children return, {listed(values)}"
        found, result = tree.best(node), trace.value(node)
        if found is not None and found[0] != result:
            why += f"; with fail-hard {show(found[0])} is clipped to the window, {show(result)}"
        return f"{why}."


def read_answer(given: object, question: NodeQuestion) -> tuple[str, float]:
    """Read a number, which may have the sign of a bound before it where a value is asked; InputError for all else.

    It may be written as it is shown: `1,000`, `−3`, `3⁺`, or in words.

    >>> read_answer("<=3", NodeQuestion((), Asked.VALUE)), read_answer("-inf", NodeQuestion((), Asked.ALPHA))
    (('<=', 3.0), ('', -inf))
    """
    what = f"the answer {given!r:.40} to {question.asked.value} of {question.node!r}"
    if isinstance(given, bool) or not isinstance(given, int | float | str):
        raise InputError(f"{what} is not a number, inf or -inf")
    text = str(given).strip()
    sign = next((sign for sign in SIGNS if text.startswith(sign)), "")
    if sign and question.asked is not Asked.VALUE:
        raise InputError(f"{what} has a sign; the ends of a window are plain numbers")
    return sign, numbers.read_shown(
        text.removeprefix(sign), f"the answer to {question.asked.value} of {question.node!r},"
    )
