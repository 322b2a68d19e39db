"""A tree to fill in: what a person has written into its fields, and what is right and wrong of that."""

from dataclasses import dataclass
from itertools import islice

from visualizer.errors import InputError
from visualizer.explanation.naming import listed
from visualizer.explanation.questions.exercise import Exercise
from visualizer.explanation.questions.field_facts import (
    EDGE,
    FOLLOWS,
    NO_NUMBER,
    OR_A_BOUND,
    WROTE,
    FieldFacts,
    facts_of,
)
from visualizer.explanation.questions.kinds import KINDS
from visualizer.explanation.questions.question import AskedField, Judgement, read_number
from visualizer.look.numbers import alike, show
from visualizer.run import Run
from visualizer.trace.rows import MovePath

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
        """Say whether all is filled in and right."""
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
        self._facts: dict[AskedField, FieldFacts] = {}

    def facts(self, field: AskedField) -> FieldFacts:
        """Return what has to be known to judge a field."""
        if field not in self._facts:
            self._facts[field] = facts_of(self.exercise, field)
        return self._facts[field]

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
        facts = self.facts(field)
        if KINDS[field.kind].is_edge:
            if (field.path in self.struck) != bool(facts.right):
                self.strike(field.path)
        else:
            self.write(field, "" if facts.right is None else show(facts.right).replace("−", "-"))
        if (found := self.judged(field)) is not None:
            self.marks[field] = found
        elif facts.right is not None:  # an edge that is left as it is, where no value is written yet
            self.marks[field] = Judgement(right=True, why=facts.why)

    # Checking.

    def check(self) -> SheetCheck:
        """Mark what is filled in, and count it."""
        judged = {field: self.judged(field) for field in self.fields}
        self.marks = {field: found for field, found in judged.items() if found is not None}
        wrong = tuple(field for field, found in self.marks.items() if not found.right)
        missing = sum(found is None and self.facts(field).right is not None for field, found in judged.items())
        return SheetCheck(len(self.marks) - len(wrong), wrong, missing)

    def judged(self, field: AskedField) -> Judgement | None:
        """Judge what is written into a field; None where nothing is, or where it makes no difference."""
        facts = self.facts(field)
        return self._judged_edge(facts) if KINDS[field.kind].is_edge else self._judged_number(facts)

    def _judged_edge(self, facts: FieldFacts) -> Judgement | None:
        """Judge an edge: no mark is an answer, too, once the value above it is written, or where that is not asked."""
        path = facts.field.path
        above, struck = AskedField(path[:-1], "value"), path in self.struck
        if facts.right is None or (not struck and above in self.fields and not self.texts.get(above)):
            return None
        if struck == facts.right:
            return Judgement(right=True, why=facts.why)
        done = f"{'' if struck else 'not '}{KINDS[facts.field.kind].name}"
        return Judgement(right=False, why=EDGE.format(at=facts.at, done=done, why=facts.why))

    def _judged_number(self, facts: FieldFacts) -> Judgement | None:
        """Judge what is written; None where nothing is."""
        text = self.texts.get(facts.field, "").strip()
        if not text:
            return None
        if facts.right is None:
            return Judgement(right=False, why=facts.why)
        try:
            given = read_number(text, may_be_bound="at most" in facts.signed)
        except InputError:
            signs = OR_A_BOUND if "at most" in facts.signed else ""
            return Judgement(right=False, why=NO_NUMBER.format(text=text[:20], signs=signs))
        number, found = float(given.answer), facts.signed[given.sign]
        is_number = alike(number, facts.right)
        if is_number and found.right:
            return found
        why = found.why if is_number else self._follows(facts, number) or facts.why
        what = KINDS[facts.field.kind].name
        return Judgement(right=False, why=WROTE.format(text=text, what=what, at=facts.at, why=why))

    def _follows(self, facts: FieldFacts, number: float) -> str:
        """Say of a wrong value that it follows from wrong ones below, which is better than to tell those; "" if not."""
        written = {below: self.texts.get(below.field, "") if below.is_field else "" for below in facts.below}
        try:
            values = [float(read_number(text, may_be_bound=True).answer) if below.is_field else below.value
                      for below, text in written.items()]  # fmt: skip
        except InputError:
            return ""
        wrong = [below.at for below, value in zip(facts.below, values, strict=True) if not alike(value, below.value)]
        best = max if self.run.position(facts.field.path).maximizing else min
        if not wrong or not alike(best(values), number):
            return ""
        return FOLLOWS.format(wrong=f"{listed(wrong)} {'is' if len(wrong) == 1 else 'are'}")

    def hint(self, field: AskedField) -> str:
        """Return a sentence that helps with a field without telling what belongs there."""
        return KINDS[field.kind].hint(self.run, maximizing=self.run.position(field.path).maximizing)


def check_size(run: Run) -> None:
    """Raise InputError for a tree with more nodes than a person fills in."""
    if any(islice(run.all_paths(), MOST_NODES, None)):
        raise InputError(f"the tree has more than {MOST_NODES:,} nodes, the most that are filled in")
