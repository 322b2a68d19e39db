"""Whether an answer is right, and where it first parts from the right one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import isclose

from visualizer.grading.answers import GivenAnswer
from visualizer.grading.reference import RightSearch
from visualizer.grading.trees import MIN
from visualizer.trace.rows import MovePath

FAILURE, VISITS, VALUE, MOVE = "failure", "visits", "value", "move"


@dataclass(frozen=True, slots=True)
class WrongPart:
    """What is wrong with an answer: it failed, or its visits, its value or its move are others."""

    what: str
    visit: int = 0
    """The number, from 0, of the first visit that is another."""


def same(value: float, other: float) -> bool:
    """Return whether two values are equal, up to what sums of doubles lose."""
    return isclose(value, other, rel_tol=1e-9, abs_tol=1e-9)


def from_mover(answers: Iterable[tuple[GivenAnswer, RightSearch]]) -> bool:
    """Return whether values are from the mover's side: of trees with MIN at the root more are right so."""
    as_max = as_mover = 0
    for answer, right in answers:
        if answer.value is not None and right.limited.tree.mover == MIN and right.value:
            as_max += same(answer.value, right.value)
            as_mover += same(answer.value, -right.value)
    return as_mover > as_max


def value_of(answer: GivenAnswer, right: RightSearch, *, movers: bool) -> float | None:
    """Return the value of an answer from MAX's side."""
    if answer.value is None or not movers or right.limited.tree.mover != MIN:
        return answer.value
    return -answer.value


def fault_of(answer: GivenAnswer, right: RightSearch, *, movers: bool = False) -> WrongPart | None:
    """Return what is wrong with an answer, None if nothing is; `movers` as `from_mover` says."""
    if answer.leaves != right.leaves and not answer.failure:
        return WrongPart(VISITS, parting(answer.leaves, right.leaves))
    if answer.failure:
        return WrongPart(FAILURE)
    value = value_of(answer, right, movers=movers)
    if value is not None and not same(value, right.value):
        return WrongPart(VALUE)
    if answer.move is not None and right.moves and answer.move not in right.moves:
        return WrongPart(MOVE)
    return None


def parting(leaves: Sequence[MovePath], others: Sequence[MovePath]) -> int:
    """Return the number of the first leaf that is another, from 0."""
    pairs = zip(leaves, others, strict=False)
    return next((number for number, (one, other) in enumerate(pairs) if one != other), min(len(leaves), len(others)))
