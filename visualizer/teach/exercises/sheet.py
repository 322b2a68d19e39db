"""A searched tree to practise with: its fields and questions, and what a person has written into them."""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice

from visualizer.explaining.explanation.naming import Naming, listed
from visualizer.look.numbers import alike
from visualizer.searching.algorithms.star1 import bounds_words
from visualizer.searching.lookup import WITH_CHANCE
from visualizer.searching.recipe import PositionSpec, Recipe
from visualizer.searching.run import Run
from visualizer.support.errors import InputError
from visualizer.teach.exercises.fields import KINDS, FieldKind, FieldPlace, never_visited
from visualizer.teach.exercises.question import (
    RULE,
    WHOLE,
    AskedField,
    Given,
    Judgement,
    Question,
    ReasonSteps,
    normal_form,
)
from visualizer.teach.exercises.rules import LEVELS, USUAL_RULES, Rules
from visualizer.trace.rows import MovePath
from visualizer.trace.tree_at_step import TreeAtStep

MOST_SIBLINGS = 10**9
"""More than any node has children."""


class Exercise:
    """The questions about a search of a tree in natural order."""

    def __init__(self, where: PositionSpec, rules: Rules = USUAL_RULES) -> None:
        """Search the tree; InputError for what is no tree, a mere leaf, no level, or one that it cannot have."""
        self.levels, self.rules = rules.levels(where), rules.of(where)
        self.asks = LEVELS[self.rules.level]
        self.run = Run(Recipe(where, self.rules.search(where))).finish()
        self.run.need_tree(
            f"you can practise only with a tree that is written out leaf by leaf, not with {self.run.game.title}"
        )
        if not self.run.is_inner(()):
            raise InputError("the tree is just a leaf, so there is nothing to fill in")
        self.tree = TreeAtStep(self.run.trace)
        self.naming = Naming(self.run, self.tree)

    @property
    def look_by_chance(self) -> str:
        """What to look for in a tree in which chance moves, "" in any other."""
        return self.asks.look_by_chance if self.run.movers(()) else ""

    @cached_property
    def kinds(self) -> tuple[FieldKind, ...]:
        """What is asked about."""
        return tuple(KINDS[key] for key in self.asks.kinds)

    @property
    def edges(self) -> FieldKind | None:
        """What is asked about edges, None for nothing."""
        return next((kind for kind in self.kinds if kind.is_edge), None)

    @cached_property
    def fields(self) -> tuple[AskedField, ...]:
        """What may be asked, at all nodes in preorder: of each edge, alpha, beta and value."""
        return tuple(
            AskedField(path, kind.key)
            for path in self.run.all_paths()
            for kind in self.kinds
            if (bool(path) if kind.is_edge else self.run.is_inner(path))
        )

    @cached_property
    def in_order(self) -> tuple[AskedField, ...]:
        """What may be asked, in the order in which a search can answer it: a node's value after what is below it."""

        def place(field: AskedField) -> MovePath:
            return (*field.path, MOST_SIBLINGS) if KINDS[field.kind].place is FieldPlace.VALUE else field.path

        return tuple(sorted(self.fields, key=place))

    @cached_property
    def asked(self) -> dict[AskedField, Question]:
        """The questions about the fields that the search comes to: none about what is below a pruned node."""
        found = {field: KINDS[field.kind] for field in self.fields}
        return {field: kind.question(self.naming, field) for field, kind in found.items()
                if kind.comes_up(self.naming, field.path)}  # fmt: skip

    def reason(self, field: AskedField) -> ReasonSteps:
        """Return why what is right in a field is so: the answer, or that nothing belongs there."""
        question = self.asked.get(field)
        return never_visited(self.naming, field.path) if question is None else question.reason(Given(question.right))

    def describe_rules(self) -> str:
        """Return the rules by which answers are right: `cut α ≥ β, fail-soft`."""
        search = self.run.recipe.search
        if not self.asks.cuts:
            return search.algorithm
        rule = f"cut α {search.cut_sign} β"
        if search.algorithm == WITH_CHANCE:
            return f"Star1, {bounds_words(self.run.trace.limits)}, {rule}"
        return f"PVS, {rule}" if self.asks.search else f"{rule}, fail-{search.fail}"


WROTE = "You wrote {text} for {what} at {at}. {why}"
EDGE = "{at} is {what}. {why}"
FOLLOWS = "That follows from what you wrote below it, but {wrong} wrong."
NO_NUMBER = "'{text}' is not a number; inf is ∞{signs}."
OR_A_BOUND = "; ≤ or ≥ may stand before it"
MOST_NODES = 2_000
"""Nodes that are filled in: with more, each key takes long on the screen, and a page as long to lay out."""


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

    def show(self, field: AskedField) -> None:
        """Fill in the right answer and mark it, with what gives no other away; it is counted among those asked for."""
        self.shown += 1
        question = self.exercise.asked.get(field)
        if KINDS[field.kind].is_edge:
            if (field.path in self.struck) != (question is not None and question.right is True):
                self.strike(field.path)
        else:
            self.write(field, "" if question is None else question.shown.replace("−", "-"))
        known = {each for each, mark in self.marks.items() if mark.right}
        self.marks[field] = Judgement(right=True, why=self.exercise.reason(field).confirmed(WHOLE, known))

    # Checking.

    def check(self) -> SheetCheck:
        """Mark what is filled in, and count it."""
        answers = {field: right for field in self.fields if (right := self.is_right(field)) is not None}
        self.tries.update(field for field, right in answers.items() if not right and field not in self.marks)
        told = {field: mark for field, mark in self.marks.items() if mark.right}
        known = {*told, *(field for field, right in answers.items() if right)}
        self.marks = {
            field: told.get(field) or self.judged(field, known) for field in self.fields if field in {*answers, *told}
        }
        asked, wrong = self.exercise.asked, tuple(field for field, mark in self.marks.items() if not mark.right)
        missing = sum(asked[field].right is not False for field in asked.keys() - self.marks)
        return SheetCheck(len(self.marks) - len(wrong), wrong, missing)

    def is_right(self, field: AskedField) -> bool | None:
        """Return whether what is filled in is right; None where nothing is, or where it makes no difference."""
        question, text = self.exercise.asked.get(field), self.texts.get(field, "").strip()
        if KINDS[field.kind].is_edge:
            return None if question is None or field.path not in self.struck else question.right is True
        if not text or question is None:
            return False if text else None
        try:
            return question.is_right(question.read(text))
        except InputError:
            return False

    def judged(self, field: AskedField, known: Collection[AskedField] = ()) -> Judgement:
        """Judge what is filled in; of why not more is said than was earned by wrong answers."""
        kind, naming, question = KINDS[field.kind], self.exercise.naming, self.exercise.asked.get(field)
        tries, text = max(self.tries[field], RULE), self.texts.get(field, "").strip()
        if question is None:
            reason = self.exercise.reason(field)
            return Judgement(right=False, why=reason.told(tries, known), lit=reason.lit(tries))
        try:
            given = question.read(kind.is_edge or text)
        except InputError:
            signs = "" if question.bounds is None else OR_A_BOUND
            return Judgement(right=False, why=NO_NUMBER.format(text=text[:20], signs=signs))
        found = question.judge(given, tries, known)
        if found.right:
            too = None if given.sign else kind.right_too(naming, field.path)
            return found if too is None or too.field not in known else Judgement(right=True, why=too.says)
        why = found.why if question.has_number(given) else self._follows(field, given) or found.why
        wrong = EDGE if kind.is_edge else WROTE
        return replace(found, why=wrong.format(text=text, what=kind.name, at=kind.at(naming, field.path), why=why))

    def _follows(self, field: AskedField, given: Given) -> str:
        """Say of a wrong value that it follows from wrong ones below, which is better than to tell those; "" if not."""
        kind, naming = KINDS[field.kind], self.exercise.naming
        below = kind.below(naming, field.path)
        try:
            values = {each: float(normal_form(self.texts.get(each, ""), may_be_bound=True).answer)
                      if each in self.fields else value for each, value in below.items()}  # fmt: skip
        except InputError:
            return ""
        wrong = [naming.at(each.path) for each, value in values.items() if not alike(value, below[each])]
        if not wrong or not alike(kind.combined(naming, field.path, [*values.values()]), float(given.answer)):
            return ""
        return FOLLOWS.format(wrong=f"{listed(wrong)} {'is' if len(wrong) == 1 else 'are'}")

    def hint(self, field: AskedField) -> str:
        """Return a sentence that helps with a field without telling what belongs there."""
        kind = KINDS[field.kind]
        return kind.hint(self.run, kind.turn(self.run, field.path))


def check_size(run: Run) -> None:
    """Raise InputError for a tree with more nodes than a person fills in."""
    if any(islice(run.all_paths(), MOST_NODES, None)):
        raise InputError(f"the tree has more than {MOST_NODES:,} nodes, which is the limit for trees to fill in")
