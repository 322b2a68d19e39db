"""Practice: right answers are accepted, any other is refused, held against an alpha-beta written for this test."""

from __future__ import annotations

from math import inf
from typing import Any

import pytest

from tests.trees import AIMA, Tree, notation
from visualizer.searching.recipe import PositionSpec
from visualizer.support.errors import InputError
from visualizer.teach.exercises.question import AskedField
from visualizer.teach.exercises.rules import LEVELS
from visualizer.teach.exercises.sheet import FillIn

Found = dict[tuple[tuple[int, ...], str], bool | float]


def solved(tree: Tree, *, maximizing: bool, cut: str, fail: str, level: str) -> Found:
    """Return the answers by a plain recursion over nested lists."""
    found: Found = {}

    def visit(node: Tree, path: tuple[int, ...], alpha: float, beta: float, *, maximizing: bool) -> float:
        found[path, "pruned"] = False
        if not isinstance(node, list):
            return min(max(node, alpha), beta) if fail == "hard" else node
        found[path, "alpha"], found[path, "beta"] = alpha, beta
        best, low, high, done = (-inf if maximizing else inf), alpha, beta, False
        for number, child in enumerate(node):
            if done:
                found[(*path, number), "pruned"] = True
                continue
            value = visit(child, (*path, number), low, high, maximizing=not maximizing)
            best = max(best, value) if maximizing else min(best, value)
            low, high = (max(low, best), high) if maximizing else (low, min(high, best))
            done = level != "values" and (low >= high if cut == ">=" else low > high)
            if level == "values":
                low, high = alpha, beta
        found[path, "value"] = min(max(best, alpha), beta) if fail == "hard" else best
        return float(found[path, "value"])

    visit(tree, (), -inf, inf, maximizing=maximizing)
    del found[(), "pruned"]
    return {key: answer for key, answer in found.items() if key[1] in LEVELS[level].kinds}


def typed(number: float) -> float | str:
    """Return a number as JSON has it."""
    return {inf: "inf", -inf: "-inf"}.get(number, number)


@pytest.mark.parametrize(
    ("node", "asked", "answer", "why"),
    [
        ((1, 1), "pruned", False, "Cut at C (a2): MIN's c1 is already worth 2"),
        ((2, 0), "pruned", True, "the first child of D: no value is known there yet"),
        ((2, 1), "pruned", True, "Before it, D has α = 3 and β = 14: α ≥ β does not hold yet"),
        ((1,), "alpha", 2, "α = 3 on entry: at the root MAX can already get that with B."),
        ((1,), "beta", 3, "β = +∞ on entry: MIN has no value above C yet."),
        ((1,), "value", 4, "MIN takes the least of the values that its visited children return, 2."),
        ((0,), "value", "<=3", "only a value that is at most α is such a bound, and α = −∞"),
    ],
)
def test_a_wrong_answer_is_told_why(node: tuple[int, ...], asked: str, answer: Any, why: str) -> None:
    """The sentence has what the search knew there."""
    judged = FillIn(PositionSpec("tree", notation(AIMA))).asked[AskedField(node, asked)].judge(answer)
    assert not judged.right and why in judged.why


@pytest.mark.parametrize(
    ("asked", "answer"),
    [("pruned", 1), ("alpha", True), ("alpha", "<=3"), ("value", "x"), ("value", None)],
)
def test_what_cannot_be_an_answer_is_refused(asked: str, answer: Any) -> None:
    """The sentence names the node, the question and the answer."""
    with pytest.raises(InputError, match=f"{asked} of '1'"):
        FillIn(PositionSpec("tree", notation(AIMA))).asked[AskedField((0,), asked)].judge(answer)
