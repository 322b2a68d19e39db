"""A tree to fill in: its fields, and the answers that a person has written into them."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from visualizer.explaining.explanation.naming import Naming, join_words
from visualizer.look.numbers import look_the_same
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
"""A number larger than the number of any child of a node."""


class FillIn(Exercise):
    """The fields of a tree in natural order: at all inner nodes and edges."""

    asked_of = (
        "you can practise only with a tree that is written out leaf by leaf, not with {title}"
    )
    to_do = "fill in"

    def __init__(self, where: PositionSpec, rules: ExerciseRules = USUAL_RULES) -> None:
        """Search the tree `where` by the rules.

        InputError if it is not a tree with inner nodes, or if its level cannot be asked about it.
        """
        self.levels = rules.levels(where)
        super().__init__(where, rules.for_tree(where))
        self.asks = EXERCISE_LEVELS[self.rules.level]
        self.tree = TreeAtStep(self.run.finish().trace)
        self.naming = Naming(self.run, self.tree)

    def questions(self) -> list[tuple[str, str]]:
        """Return all fields that the search reaches, each as its node and its kind."""
        return [(name.node, name.kind) for name in self.asked]

    def mark(self, answers: Sequence[SubmittedAnswer]) -> tuple[list[Judgement], int]:
        """Return a judgement of each answer, in order, and the number of questions left unanswered.

        InputError if an answer is for a question that does not exist, or if a question is answered
        twice.
        """
        submitted = self.answers_by_field(answers)
        # Judge all answers twice: first to know which are right, and then for the reasons, which
        # mention only fields that were answered correctly.
        known = {
            name
            for name, answer in submitted.items()
            if self.asked[name].judge(answer.answer).right
        }
        judgements = []
        for name, answer in submitted.items():
            state = AnswerState(answer.tries, known)
            judgements.append(self.asked[name].judge(answer.answer, state))
        return judgements, len(self.asked) - len(answers)

    def answers_by_field(
        self, answers: Sequence[SubmittedAnswer]
    ) -> dict[AskedField, SubmittedAnswer]:
        """Return the answers by the fields for which they were submitted, in the order given.

        InputError if an answer is for a question that does not exist, or if a question is answered
        twice.
        """
        fields = dict(zip(self.questions(), self.asked.values(), strict=True))
        submitted = dict[AskedField, SubmittedAnswer]()
        for answer in answers:
            field = fields.get((answer.node, answer.question))
            if field is None:
                raise InputError(f"there is no question {answer.asked} in this task")
            if field.id in submitted:
                raise InputError(f"the question {answer.asked} is answered twice")
            submitted[field.id] = answer
        return submitted

    @property
    def look_by_chance(self) -> str:
        """The hint what to look for in a tree with chance; "" for any other tree."""
        if self.run.has_chance:
            return self.asks.hint_by_chance
        return ""

    @cached_property
    def kinds(self) -> tuple[type[TreeField], ...]:
        """The kinds of fields that are asked."""
        return tuple(FIELD_KINDS[key] for key in self.asks.kinds)

    @property
    def edges(self) -> type[EdgeField] | None:
        """The kind of field for edges that is asked, None if there is no such kind."""
        return next((kind for kind in self.kinds if issubclass(kind, EdgeField)), None)

    @cached_property
    def fields(self) -> dict[AskedField, TreeField]:
        """All fields of the tree by their names, in preorder (a node before the nodes below it).

        A leaf has only one field, for the edge above the leaf; the root has no edge.
        """
        fields = {}
        for path in self.run.all_paths():
            for kind in self.kinds:
                if kind.is_edge:
                    has_field = path != ()
                else:
                    has_field = self.run.is_inner(path)
                if has_field:
                    field = kind(self.naming, path)
                    fields[field.id] = field
        return fields

    @cached_property
    def fields_in_search_order(self) -> tuple[AskedField, ...]:
        """All fields in the order in which a depth-first search could fill them in.

        The value of a node comes after all fields below the node. Its other fields come before the
        fields below.
        """

        def sort_key(field: AskedField) -> MovePath:
            # No child has so large a number, so the value comes after all nodes below.
            if self.fields[field].place is FieldPlace.VALUE:
                return (*field.path, SIBLINGS_LIMIT)
            return field.path

        return tuple(sorted(self.fields, key=sort_key))

    @cached_property
    def asked(self) -> dict[AskedField, TreeField]:
        """The fields that the search reaches, and so all fields except those below a cut."""
        return {name: field for name, field in self.fields.items() if field.is_reached}

    def describe_rules(self) -> str:
        """Return the rules that decide which answers are right: `cut α ≥ β, fail-soft`."""
        search = self.run.recipe.search
        if not self.asks.cuts:
            return search.algorithm
        rule = CUT_OPTION.heading(search.cut)
        if search.algorithm == ALGORITHM_FOR_CHANCE:
            return f"Star1, {bounds_words(self.run.trace.limits)}, {rule}"
        if self.asks.search:
            return f"PVS, {rule}"
        return f"{rule}, fail-{search.fail}"


FOLLOWS_FROM_WRONG = "That follows from what you wrote below it, but {wrong} wrong."
NOT_A_NUMBER = "'{text}' is not a number; inf is ∞{signs}."
OR_A_BOUND = "; ≤ or ≥ may stand before it"


@dataclass(frozen=True, slots=True)
class SheetCheck:
    """The result of a check: how many fields are right, which are wrong, and how many are empty."""

    right: int
    wrong: tuple[AskedField, ...]
    missing: int

    @property
    def solved(self) -> bool:
        """Return whether everything is filled in and right."""
        return not self.wrong and not self.missing


class Sheet:
    """What a person has filled in at the inner nodes and edges of a tree.

    All inner nodes and edges have fields, so that no field gives away what the search visits.
    `texts` has what was written into fields. `marked_edges` has the paths to the nodes whose edge
    was marked: as never visited or, at the level `looks`, as visited again. `marks` has the
    judgements of the fields that were checked; an edge that was not marked has none. `tries` counts
    the wrong answers in each field.
    """

    def __init__(self, exercise: FillIn) -> None:
        """Begin with nothing filled in."""
        self.texts: dict[AskedField, str] = {}
        self.marked_edges: set[MovePath] = set()
        self.shown = 0
        """How many answers the person asked to see."""
        self.change(exercise)

    def change(self, exercise: FillIn) -> None:
        """Ask about another search of the same tree; InputError if the tree is too large.

        The person's answers stay. Their marks and the counts of tries are removed.
        """
        check_exercise_size(exercise.run)
        self.exercise = exercise
        self.run = exercise.run
        self.tree = exercise.tree
        self.fields = exercise.fields
        self.marks: dict[AskedField, Judgement] = {}
        self.tries = Counter[AskedField]()

    def write(self, field: AskedField, text: str) -> None:
        """Write into a field for a number; the judgement of the field is removed."""
        self.texts[field] = text
        self.marks.pop(field, None)

    def strike(self, path: MovePath) -> None:
        """Mark or unmark the edge above a node; the judgement of the edge is removed."""
        self.marked_edges ^= {path}
        if self.exercise.edges is not None:
            self.marks.pop(AskedField(path, self.exercise.edges.key), None)

    def show(self, name: AskedField) -> None:
        """Fill in the right answer with a reason that gives no other answer away, and count it."""
        self.shown += 1
        field = self.fields[name]
        self.fill_in(field)
        why = field.why_right().text_if_right(TELL_WHOLE, self.right_fields())
        self.marks[name] = Judgement(right=True, why=why)

    def fill_in(self, field: TreeField) -> None:
        """Fill in the right answer."""
        if not field.is_edge:
            self.write(field.id, field.shown.replace("−", "-"))
            return
        is_marked = field.path in self.marked_edges
        if is_marked != bool(field.right):
            self.strike(field.path)

    def right_fields(self) -> set[AskedField]:
        """Return the fields that were checked and judged as right."""
        return {name for name, mark in self.marks.items() if mark.right}

    def check(self) -> SheetCheck:
        """Judge every field that is filled in, and count the right, wrong and empty fields.

        A field that was right at the last check keeps its judgement.
        """
        previous_marks = self.marks
        previously_right = self.right_fields()
        is_right_by_field = self.right_by_field()
        known = set(previously_right)
        for name, is_right in is_right_by_field.items():
            if is_right:
                known.add(name)
            # A wrong answer that still has its mark was not changed, so it is not a new try.
            elif name not in previous_marks:
                self.tries[name] += 1

        self.marks = {}
        for name in self.fields:
            if name in previously_right:
                self.marks[name] = previous_marks[name]
            elif name in is_right_by_field:
                self.marks[name] = self.judge_field(name, known)

        wrong = tuple(name for name, mark in self.marks.items() if not mark.right)
        unmarked = (field for name, field in self.exercise.asked.items() if name not in self.marks)
        # The right answer is False for an edge that must be left alone, so it is not missing.
        missing = sum(field.right is not False for field in unmarked)
        return SheetCheck(len(self.marks) - len(wrong), wrong, missing)

    def right_by_field(self) -> dict[AskedField, bool]:
        """Return for each field that is filled in whether the answer is right."""
        is_right_by_field = dict[AskedField, bool]()
        for name in self.fields:
            is_right = self.is_right(name)
            if is_right is not None:
                is_right_by_field[name] = is_right
        return is_right_by_field

    def is_right(self, name: AskedField) -> bool | None:
        """Return whether the answer in a field is right; None if there is no answer.

        An edge has no answer if it is not marked, or if the search never reaches its parent.
        """
        field = self.fields[name]
        if field.is_edge:
            is_marked = name.path in self.marked_edges
            if not field.is_reached or not is_marked:
                return None
            return bool(field.right)
        text = self.texts.get(name, "").strip()
        if not text:
            return None
        try:
            return field.is_reached and field.is_right(field.read(text))
        except InputError:
            return False

    def judge_field(self, name: AskedField, known: Collection[AskedField] = ()) -> Judgement:
        """Judge the answer that the person has given in a field.

        The explanation gets longer with each wrong answer in the field. It mentions only values of
        fields in `known`.
        """
        field = self.fields[name]
        # An answer that is right at the first try gets the short explanation.
        tries = max(self.tries[name], TELL_RULE)
        state = AnswerState(tries, known)
        # Any answer at a node that is never visited is wrong.
        if not field.is_reached:
            return field.why_right().refusal(*state)
        text = self.texts.get(name, "").strip()
        try:
            # An edge has no text: only marked edges are judged, and the mark is the answer True.
            given = field.read(field.is_edge or text)
        except InputError:
            signs = OR_A_BOUND if field.may_be_bound else ""
            return Judgement(right=False, why=NOT_A_NUMBER.format(text=text[:20], signs=signs))

        judgement = field.judge(given, state)
        if judgement.right:
            return self._mention_bound(judgement, field, given, known)
        why = judgement.why
        if not field.has_number(given):
            why = self._blame_values_below(field, given) or why
        comment = field.wrote.format(
            text=text,
            what=field.name,
            at=field.at,
            why=why,
        )
        return replace(judgement, why=comment)

    def _mention_bound(
        self,
        judgement: Judgement,
        field: TreeField,
        given: ParsedAnswer,
        known: Collection[AskedField],
    ) -> Judgement:
        """Return the judgement of a right number, and mention a bound that is right as well: `≤3`.

        No bound is mentioned if the person has written one, or does not know the fields from which
        it follows. Then the judgement is returned as it is.
        """
        bound_clue = None if given.sign else field.other_right_form()
        if bound_clue is None or bound_clue.field not in known:
            return judgement
        return Judgement(right=True, why=bound_clue.says)

    def _blame_values_below(self, field: TreeField, given: ParsedAnswer) -> str:
        """Say that a value is wrong only because the person has written wrong values below it.

        The sentence names the nodes with wrong values, but not the right values. The result is ""
        if the value is wrong for another reason.
        """
        right_values = field.source_values()
        try:
            written_values = self._written_values(right_values)
        except InputError:
            return ""
        wrong_nodes = [
            field.naming.place_at(name.path)
            for name, value in written_values.items()
            if not look_the_same(value, right_values[name])
        ]
        # The values below are right, or the answer is not computed from values.
        if not wrong_nodes:
            return ""
        computed = field.answer_from([*written_values.values()])
        if not look_the_same(computed, float(given.answer)):
            return ""
        are = "is" if len(wrong_nodes) == 1 else "are"
        return FOLLOWS_FROM_WRONG.format(wrong=f"{join_words(wrong_nodes)} {are}")

    def _written_values(self, right_values: Mapping[AskedField, float]) -> dict[AskedField, float]:
        """Return the value that the person has written for each child, by field.

        `right_values` has the right values of the children. Leaves have no fields to write into, so
        their right values are taken. InputError if a written value is not a number.
        """
        written = dict(right_values)
        for name in right_values:
            if name in self.fields:
                parsed = normal_form(self.texts.get(name, ""), may_be_bound=True)
                written[name] = float(parsed.answer)
        return written


class FieldByField(Attempt[TreeField]):
    """The fields of a sheet, asked one by one in the order in which a search can answer them."""

    def __init__(self, sheet: Sheet) -> None:
        """Ask about the first field that the search reaches."""
        super().__init__()
        self.sheet = sheet
        asked = sheet.exercise.asked
        self.unasked = (
            asked[name] for name in sheet.exercise.fields_in_search_order if name in asked
        )
        """A generator of the fields that were not asked yet."""
        self.question = next(self.unasked)

    def show(self) -> Judgement:
        """Return the right answer, and count it as shown on the sheet, too."""
        self.sheet.shown += 1
        return super().show()

    def go_on(self, question: TreeField) -> None:
        """Fill in the right answer, and ask about the next field."""
        self.known.add(question.id)
        self.sheet.fill_in(question)
        self.question = next(self.unasked, None)
