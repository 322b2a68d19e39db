"""What has to be known to judge whatever is written into a field of a tree: of the page of homework, as of the screen.

The words are here, too; what is written is put into them.
"""

from dataclasses import dataclass

from visualizer.explanation.english.cuts import Cutoffs
from visualizer.explanation.naming import Naming, capital
from visualizer.explanation.questions.exercise import Exercise
from visualizer.explanation.questions.kinds import KINDS
from visualizer.explanation.questions.question import SIGNS, AskedField, Given, Judgement
from visualizer.explanation.tree_words import leaf_in_words
from visualizer.trace.rows import MovePath

WROTE = "You wrote {text} for {what} at {at}. {why}"
EDGE = "{at} is {done}. {why}"
FOLLOWS = "That follows from what you wrote below it, but {wrong} wrong."
NO_NUMBER = "'{text}' is no number; inf is ∞{signs}."
OR_A_BOUND = "; ≤ or ≥ may stand before it"
NEVER = "{at} is never visited, so it has no window and no value. {cut}"


@dataclass(frozen=True, slots=True)
class Below:
    """A child of a node that has returned: its name, its value, and whether that is to be filled in."""

    field: AskedField
    at: str
    value: float
    is_field: bool


@dataclass(frozen=True, slots=True)
class FieldFacts:
    """The right answer of a field, None where the search does not come to it, and why any other is wrong.

    `signed` judges the right number by the sign before it, of those that are allowed; `below` is what a value is the
    best of.
    """

    field: AskedField
    at: str
    right: bool | float | None
    why: str
    signed: dict[str, Judgement]
    below: tuple[Below, ...] = ()


def facts_of(exercise: Exercise, field: AskedField) -> FieldFacts:
    """Return the facts of a field."""
    naming, kind, question = exercise.naming, KINDS[field.kind], exercise.asked.get(field)
    if kind.is_edge:
        at = capital(leaf_in_words(exercise.run, naming, field.path))
        if question is None:
            return FieldFacts(field, at, None, "", {})
        return FieldFacts(field, at, question.right is True, question.judge(question.right).why, {})
    at = naming.at(field.path)
    if question is None:
        return FieldFacts(field, at, None, NEVER.format(at=capital(at), cut=_why_skipped(naming, field.path)), {})
    right, too = float(question.right), kind.right_too(naming, field.path)
    why = question.judge(Given(right)).why
    signs = () if question.bounds is None else dict.fromkeys(SIGNS.values())
    signed = {"": Judgement(right=True, why=too or why)} | {sign: question.judge(Given(right, sign)) for sign in signs}
    return FieldFacts(field, at, right, why, signed, _below(exercise, field) if field.kind == "value" else ())


def _below(exercise: Exercise, field: AskedField) -> tuple[Below, ...]:
    """Return the children of a visited node that have returned."""
    run, tree, node = exercise.run, exercise.tree, exercise.tree.node_at(field.path)
    assert node is not None
    rows = {run.path(child): child for child in tree.children(node)}
    return tuple(
        Below(AskedField(path, field.kind), exercise.naming.at(path), run.trace.value(child), run.is_inner(path))
        for path, child in rows.items()
    )


def _why_skipped(naming: Naming, path: MovePath) -> str:
    """Say which cut skips a node that is never visited."""
    above = (naming.tree.node_at(path[:length]) for length in range(len(path) - 1, -1, -1))
    return Cutoffs(naming).sentence(next(node for node in above if node is not None))
