"""A tree to fill in: its fields, and what a person has written into them."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from visualizer.explaining.explanation.naming import Naming, join_words
from visualizer.look.numbers import numbers_alike
from visualizer.searching.algorithms.star1 import bounds_words
from visualizer.searching.lookup import ALGORITHM_FOR_CHANCE
from visualizer.searching.recipe import PositionSpec
from visualizer.searching.search_options import CUT_OPTION
from visualizer.support.errors import InputError
from visualizer.teach.attempt import Attempt
from visualizer.teach.exercise import Exercise, SubmittedAnswer, check_exercise_size
from visualizer.teach.fields import EdgeField, FieldPlace, TreeField
from visualizer.teach.question import (
    TELL_RULE,
    TELL_WHOLE,
    AnswerState,
    AskedField,
    Judgement,
    ParsedAnswer,
    normal_form,
)
from visualizer.teach.reasons import FIELD_KINDS
from visualizer.teach.rules import EXERCISE_LEVELS, USUAL_RULES, ExerciseRules
from visualizer.trace.rows import MovePath
from visualizer.trace.tree_at_step import TreeAtStep

SIBLINGS_LIMIT = 10**9
"""More than any node has children."""


class FillIn(Exercise):
    """The fields of a tree in natural order: at all inner nodes and edges."""

    asked_of = (
        "you can practise only with a tree that is written out leaf by leaf, not with {title}"
    )
    to_do = "fill in"

    def __init__(self, where: PositionSpec, rules: ExerciseRules = USUAL_RULES) -> None:
        """Search the tree; InputError for what is no tree, a mere leaf, no level, or one that it cannot have."""
        self.levels = rules.levels(where)
        super().__init__(where, rules.of(where))
        self.asks = EXERCISE_LEVELS[self.rules.level]
        self.tree = TreeAtStep(self.run.finish().trace)
        self.naming = Naming(self.run, self.tree)

    def questions(self) -> list[tuple[str, str]]:
        """Return what is asked: all fields to which the search comes."""
        return [(name.node, name.kind) for name in self.asked]

    def mark(self, answers: Sequence[SubmittedAnswer]) -> tuple[list[Judgement], int]:
        """Judge answers in the order given, and count what is still open.

        InputError for a question that there is not, or that is answered twice.
        """
        fields = dict(zip(self.questions(), self.asked.values(), strict=True))
        given = dict[AskedField, SubmittedAnswer]()
        for each in answers:
            field = fields.get((each.node, each.question))
            if field is None:
                raise InputError(f"there is no question {each.asked} in this task")
            if field.id in given:
                raise InputError(f"the question {each.asked} is answered twice")
            given[field.id] = each
        known = {name for name, each in given.items() if self.asked[name].judge(each.answer).right}
        judged = [
            self.asked[name].judge(each.answer, AnswerState(each.tries, known))
            for name, each in given.items()
        ]
        return judged, len(self.asked) - len(answers)

    @property
    def look_by_chance(self) -> str:
        """What to look for in a tree in which chance moves, "" in any other."""
        if self.run.has_chance:
            return self.asks.look_by_chance
        return ""

    @cached_property
    def kinds(self) -> tuple[type[TreeField], ...]:
        """What is asked about."""
        return tuple(FIELD_KINDS[key] for key in self.asks.kinds)

    @property
    def edges(self) -> type[EdgeField] | None:
        """What is asked about edges, None for nothing."""
        return next((kind for kind in self.kinds if issubclass(kind, EdgeField)), None)

    @cached_property
    def fields(self) -> dict[AskedField, TreeField]:
        """What may be asked, at all nodes in preorder: of each edge, alpha, beta and value."""
        found = [
            kind(self.naming, path)
            for path in self.run.all_paths()
            for kind in self.kinds
            if (bool(path) if kind.is_edge else self.run.is_inner(path))
        ]
        return {field.id: field for field in found}

    @cached_property
    def in_order(self) -> tuple[AskedField, ...]:
        """What may be asked, in the order in which a search can answer it: a node's value after what is below it."""

        def place(field: AskedField) -> MovePath:
            is_value = self.fields[field].place is FieldPlace.VALUE
            if is_value:
                return (*field.path, SIBLINGS_LIMIT)
            return field.path

        return tuple(sorted(self.fields, key=place))

    @cached_property
    def asked(self) -> dict[AskedField, TreeField]:
        """The fields to which the search comes: none below a pruned node."""
        return {name: field for name, field in self.fields.items() if field.comes_up}

    def describe_rules(self) -> str:
        """Return the rules by which answers are right: `cut α ≥ β, fail-soft`."""
        search = self.run.recipe.search
        if not self.asks.cuts:
            return search.algorithm
        rule = CUT_OPTION.heading(search.cut)
        if search.algorithm == ALGORITHM_FOR_CHANCE:
            return f"Star1, {bounds_words(self.run.trace.limits)}, {rule}"
        return f"PVS, {rule}" if self.asks.search else f"{rule}, fail-{search.fail}"


FOLLOWS_FROM_WRONG = "That follows from what you wrote below it, but {wrong} wrong."
NOT_A_NUMBER = "'{text}' is not a number; inf is ∞{signs}."
OR_A_BOUND = "; ≤ or ≥ may stand before it"


@dataclass(frozen=True, slots=True)
class SheetCheck:
    """What a check has found of what is filled in: how much is right, what is wrong, and how much is missing."""

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
    as visited again. `marks` says of the fields that were checked whether they are right, and why; an edge that is
    not marked is no answer. `tries` counts the wrong answers to a field.
    """

    def __init__(self, exercise: FillIn) -> None:
        """Begin with nothing filled in."""
        self.texts: dict[AskedField, str] = {}
        self.struck: set[MovePath] = set()
        self.shown = 0
        """How many answers were asked for."""
        self.change(exercise)

    def change(self, exercise: FillIn) -> None:
        """Ask about another search of the same tree; what is filled in stays, unchecked. InputError for a large one."""
        check_exercise_size(exercise.run)
        self.exercise = exercise
        self.run = exercise.run
        self.tree = exercise.tree
        self.marks: dict[AskedField, Judgement] = {}
        self.tries = Counter[AskedField]()
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

    def show(self, name: AskedField) -> None:
        """Fill in the right answer and mark it, with what gives no other away; it is counted among those asked for."""
        self.shown += 1
        field = self.fields[name]
        self.fill_in(field)
        why = field.why_right().confirmed(TELL_WHOLE, self.right_fields())
        self.marks[name] = Judgement(right=True, why=why)

    def fill_in(self, field: TreeField) -> None:
        """Fill in the right answer."""
        if not field.is_edge:
            self.write(field.id, field.shown.replace("−", "-"))
        elif (field.path in self.struck) != bool(field.right):
            self.strike(field.path)

    def right_fields(self) -> set[AskedField]:
        """Return the fields that are marked as right."""
        return {name for name, mark in self.marks.items() if mark.right}

    # Checking.

    def check(self) -> SheetCheck:
        """Mark what is filled in, and count it."""
        before = self.marks
        confirmed = self.right_fields()
        answers = {
            name: right for name in self.fields if (right := self.is_right(name)) is not None
        }
        self.tries.update(
            name for name, right in answers.items() if not right and name not in before
        )
        known = confirmed | {name for name, right in answers.items() if right}
        self.marks = {}
        for name in self.fields:
            if name in confirmed:
                self.marks[name] = before[name]
            elif name in answers:
                self.marks[name] = self.judged(name, known)
        wrong = tuple(name for name, mark in self.marks.items() if not mark.right)
        open_fields = (
            field for name, field in self.exercise.asked.items() if name not in self.marks
        )
        missing = sum(field.right is not False for field in open_fields)
        return SheetCheck(len(self.marks) - len(wrong), wrong, missing)

    def is_right(self, name: AskedField) -> bool | None:
        """Return whether what is filled in is right; None where nothing is, or where it makes no difference."""
        field = self.fields[name]
        if field.is_edge:
            if field.comes_up and name.path in self.struck:
                return bool(field.right)
            return None
        text = self.texts.get(name, "").strip()
        if not text:
            return None
        try:
            return field.comes_up and field.is_right(field.read(text))
        except InputError:
            return False

    def judged(self, name: AskedField, known: Collection[AskedField] = ()) -> Judgement:
        """Judge what is filled in; of why not more is said than was earned by wrong answers."""
        field = self.fields[name]
        state = AnswerState(max(self.tries[name], TELL_RULE), known)
        text = self.texts.get(name, "").strip()
        if not field.comes_up:
            return field.why_right().refusal(*state)
        try:
            given = field.read(field.is_edge or text)
        except InputError:
            signs = OR_A_BOUND if field.may_be_bound else ""
            return Judgement(right=False, why=NOT_A_NUMBER.format(text=text[:20], signs=signs))
        found = field.judge(given, state)
        if found.right:
            if given.sign:
                too = None
            else:
                too = field.right_too()
            if too is None or too.field not in known:
                return found
            return Judgement(right=True, why=too.says)
        why = found.why
        if not field.has_number(given):
            why = self._follows(field, given) or why
        return replace(
            found, why=field.wrote.format(text=text, what=field.name, at=field.at, why=why)
        )

    def _follows(self, field: TreeField, given: ParsedAnswer) -> str:
        """Say of a wrong value that it follows from wrong ones below, which is better than to tell those; "" if not."""
        below = field.below()
        values = dict(below)
        try:
            for name in filter(self.fields.__contains__, below):
                values[name] = float(
                    normal_form(self.texts.get(name, ""), may_be_bound=True).answer
                )
        except InputError:
            return ""
        wrong = [
            field.naming.at(name.path)
            for name, value in values.items()
            if not numbers_alike(value, below[name])
        ]
        if not wrong or not numbers_alike(field.combined([*values.values()]), float(given.answer)):
            return ""
        if len(wrong) == 1:
            are = "is"
        else:
            are = "are"
        return FOLLOWS_FROM_WRONG.format(wrong=f"{join_words(wrong)} {are}")


class FieldByField(Attempt[TreeField]):
    """The fields of a sheet, asked one by one in the order in which the search can answer them."""

    def __init__(self, sheet: Sheet) -> None:
        """Ask about the first field to which the search comes."""
        super().__init__()
        self.sheet = sheet
        asked = sheet.exercise.asked
        self.waiting = (asked[name] for name in sheet.exercise.in_order if name in asked)
        self.question = next(self.waiting)

    def show(self) -> Judgement:
        """Return the right answer, which counts as shown on the sheet too."""
        self.sheet.shown += 1
        return super().show()

    def go_on(self, question: TreeField) -> None:
        """Put the right answer into the sheet, and ask about the next field."""
        self.known.add(question.id)
        self.sheet.fill_in(question)
        self.question = next(self.waiting, None)
