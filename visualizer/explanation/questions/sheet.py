"""A tree to fill in: what a person has written into its fields, and what is right and wrong of that."""

from dataclasses import dataclass
from itertools import islice

from visualizer.errors import InputError
from visualizer.explanation.english.cuts import Cutoffs
from visualizer.explanation.facts.steps import unvisited
from visualizer.explanation.naming import Naming, capital, listed
from visualizer.explanation.questions.exercise import Exercise
from visualizer.explanation.questions.kinds import KINDS
from visualizer.explanation.questions.question import AskedField, Given, Judgement, Question, read_number
from visualizer.look.numbers import alike
from visualizer.run import Run
from visualizer.trace.rows import MovePath

WROTE = "You wrote {text} for {what} at {at}. {why}"
EDGE = "{at} is {done}. {why}"
FOLLOWS = "That follows from what you wrote below it, but {wrong} wrong."
NO_NUMBER = "'{text}' is no number; inf is ∞{signs}."
OR_A_BOUND = "; ≤ or ≥ may stand before it"
NEVER = "{at} is never visited, so it has no window and no value. {cut}"
MOST_NODES = 2_000
"""Nodes that are filled in: with more, each key takes long on the screen, and a page as long to lay out."""


@dataclass(frozen=True, slots=True)
class SheetCheck:
    """What a check has found: fields that are right, those that are wrong, and how many are not filled in yet."""

    right: int
    wrong: tuple[AskedField, ...]
    missing: int

    @property
    def solved(self) -> bool:
        """Return whether all is filled in and right."""
        return not self.wrong and not self.missing


class Sheet:
    """The fields of a tree: at all inner nodes and edges, so that none gives an answer away.

    `texts` is what is written, `struck` are the nodes whose edge is marked: as never visited or, at the level `looks`,
    as visited again. `marks` says of the fields that were checked whether they are right, and why.
    """

    def __init__(self, exercise: Exercise) -> None:
        """Begin with nothing filled in."""
        self.texts: dict[AskedField, str] = {}
        self.struck: set[MovePath] = set()
        self.shown = 0
        """How many answers were asked for."""
        self.change(exercise)

    def change(self, exercise: Exercise) -> None:
        """Ask about another search of the same tree; what is filled in stays, unchecked. InputError for a large one."""
        check_size(exercise.run)
        self.exercise, self.run, self.tree = exercise, exercise.run, exercise.tree
        self.marks: dict[AskedField, Judgement] = {}
        self.fields = exercise.fields

    # Filling in.

    def write(self, field: AskedField, text: str) -> None:
        """Write into a field of a number; its mark goes."""
        self.texts[field] = text
        self.marks.pop(field, None)

    def strike(self, path: MovePath) -> None:
        """Mark the edge above a node, or no longer."""
        self.struck ^= {path}
        if self.exercise.edges is not None:
            self.marks.pop(AskedField(path, self.exercise.edges.key), None)

    def show(self, field: AskedField) -> None:
        """Fill in the right answer and mark it; it is counted among those that were asked for."""
        self.shown += 1
        question = self.exercise.asked.get(field)
        if KINDS[field.kind].is_edge:
            if (field.path in self.struck) != (question is not None and question.right is True):
                self.strike(field.path)
        else:
            self.write(field, "" if question is None else question.shown.replace("−", "-"))
        if (found := self.judged(field)) is not None:
            self.marks[field] = found
        elif question is not None:  # an edge that is left as it is, where no value is written yet
            self.marks[field] = question.judge(question.right)

    # Checking.

    def check(self) -> SheetCheck:
        """Mark what is filled in, and count it."""
        judged = {field: self.judged(field) for field in self.fields}
        self.marks = {field: found for field, found in judged.items() if found is not None}
        wrong = tuple(field for field, found in self.marks.items() if not found.right)
        missing = sum(found is None and field in self.exercise.asked for field, found in judged.items())
        return SheetCheck(len(self.marks) - len(wrong), wrong, missing)

    def judged(self, field: AskedField) -> Judgement | None:
        """Judge what is written into a field; None where nothing is, or where it makes no difference."""
        question = self.exercise.asked.get(field)
        if KINDS[field.kind].is_edge:
            return None if question is None else self._judged_edge(field, question)
        text = self.texts.get(field, "").strip()
        if text and question is not None:
            return self._judged_number(field, question, text)
        return Judgement(right=False, why=never_visited(self.exercise.naming, field.path)) if text else None

    def _judged_edge(self, field: AskedField, question: Question) -> Judgement | None:
        """Judge an edge: no mark is an answer, too, once the value above it is written, or where that is not asked."""
        above, struck = AskedField(field.path[:-1], "value"), field.path in self.struck
        if not struck and above in self.fields and not self.texts.get(above):
            return None
        found = question.judge(struck)
        done = f"{'' if struck else 'not '}{KINDS[field.kind].name}"
        at = capital(self.exercise.naming.with_number(field.path))
        return found if found.right else Judgement(right=False, why=EDGE.format(at=at, done=done, why=found.why))

    def _judged_number(self, field: AskedField, question: Question, text: str) -> Judgement:
        """Judge what is written into the field of a node that is visited."""
        kind, naming = KINDS[field.kind], self.exercise.naming
        try:
            given = question.read(text)
        except InputError:
            signs = "" if question.bounds is None else OR_A_BOUND
            return Judgement(right=False, why=NO_NUMBER.format(text=text[:20], signs=signs))
        found = question.judge(given)
        if found.right:
            return right_number(naming, question, given)
        why = found.why if question.has_number(given) else self._follows(field, given) or found.why
        return Judgement(right=False, why=WROTE.format(text=text, what=kind.name, at=naming.at(field.path), why=why))

    def _follows(self, field: AskedField, given: Given) -> str:
        """Say of a wrong value that it follows from wrong ones below, which is better than to tell those; "" if not."""
        below = returned_below(self.exercise, field)
        try:
            values = {each: float(read_number(self.texts.get(each, ""), may_be_bound=True).answer)
                      if each in self.fields else value for each, value in below.items()}  # fmt: skip
        except InputError:
            return ""
        wrong = [self.exercise.naming.at(each.path) for each, value in values.items() if not alike(value, below[each])]
        best = max if self.run.position(field.path).maximizing else min
        if not wrong or not alike(best(values.values()), float(given.answer)):
            return ""
        return FOLLOWS.format(wrong=f"{listed(wrong)} {'is' if len(wrong) == 1 else 'are'}")

    def hint(self, field: AskedField) -> str:
        """Return a sentence that helps with a field without telling what belongs there."""
        return KINDS[field.kind].hint(self.run, maximizing=self.run.position(field.path).maximizing)


def check_size(run: Run) -> None:
    """Raise InputError for a tree with more nodes than a person fills in."""
    if any(islice(run.all_paths(), MOST_NODES, None)):
        raise InputError(f"the tree has more than {MOST_NODES:,} nodes, the most that are filled in")


def right_number(naming: Naming, question: Question, given: Given) -> Judgement:
    """Return what is said of a right number: without a sign, which sign it could have as well."""
    too = "" if given.sign else KINDS[question.kind].right_too(naming, question.path)
    return Judgement(right=True, why=too or question.judge(given).why)


def returned_below(exercise: Exercise, field: AskedField) -> dict[AskedField, float]:
    """Return the values that a value is the best of, by the fields of the nodes that have returned them."""
    run, tree, node = exercise.run, exercise.tree, exercise.tree.node_at(field.path)
    children = () if node is None or field.kind != "value" else tree.children(node)
    return {AskedField(run.path(child), field.kind): run.trace.value(child) for child in children}


def never_visited(naming: Naming, path: MovePath) -> str:
    """Say that a node is never visited, and which cut skips it."""
    cut = unvisited(naming.run, naming.tree, path).cut
    assert cut is not None  # what a finished search does not visit is cut
    return NEVER.format(at=capital(naming.at(path)), cut=Cutoffs(naming.run, naming.tree).at_length(cut))
