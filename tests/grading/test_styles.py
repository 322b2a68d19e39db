"""Whatever style a right search is written in, it is right; a known mistake is named in whatever
style it is made.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.few import one_in
from tests.grading import right, wrong
from tests.grading.here import graded
from visualizer.your_code.grading.mutants import KNOWN_MISTAKES
from visualizer.your_code.grading.reference import GradedTask

NOTHING_CUT = {"no-pruning", "not-updated-max", "not-updated-min", "not-passed-down"}
DEEP = {"one-ply-off"}


@pytest.mark.parametrize("function", right.ALPHA_BETAS)
def test_a_right_search_is_right_in_any_style(function: Callable[..., Any]) -> None:
    """Recursion, negamax, a stack, the book's interface, fail-hard, value, move or both: all
    trees are right.
    """
    report = graded(function)

    assert report.right == 60
    assert report.first_wrong is None
    assert [*report.looks_like] == []
    assert report.text() == f"Called with {', '.join(report.given)}.\n60 of 60 trees right."


def test_a_parameter_player_may_be_a_truth_value_or_a_text() -> None:
    """`if player:` with True and False handed down, `player == "MAX"` and `player == 1` are all
    right.
    """
    for asks, other in (
        ("player", "not player"),
        ('player == "MAX"', '"MIN" if player == "MAX" else "MAX"'),
        ("player == 1", "1 if player == 0 else 0"),
        ("player == True", "player == False"),
    ):
        text = wrong.WINDOW.replace("maximizing)", "player)").replace("if maximizing", f"if {asks}")
        for said in ("False", "True"):
            text = text.replace(f"beta, {said})", f"beta, {other})")

        assert graded(wrong.made(text)).right == 60, asks


@pytest.mark.parametrize("depth", [1, 2, 3])
@pytest.mark.parametrize("function", right.LIMITED)
def test_a_right_search_is_right_with_a_limit(function: Callable[..., Any], depth: int) -> None:
    """With a limit of depth an inner node there is a leaf of value 0."""
    assert graded(function, GradedTask(depth=depth)).is_right


def test_minimax_is_right_where_minimax_is_asked_for() -> None:
    """It is right for that task, with a limit, too, and wrong for alpha-beta; and alpha-beta is
    no minimax.
    """
    assert graded(right.minimax, GradedTask("minimax")).is_right
    assert graded(right.minimax, GradedTask("minimax", depth=2)).is_right
    assert not graded(right.wikipedia, GradedTask("minimax")).is_right


@pytest.mark.parametrize("text", wrong.RIGHT)
def test_the_texts_that_mistakes_are_made_in_are_right(text: str) -> None:
    """Nothing but the mistake is wrong in them."""
    assert graded(wrong.made(text)).is_right


@pytest.mark.parametrize(("name", "number", "function"), one_in(3, wrong.mistakes()))
def test_a_known_mistake_is_named(name: str, number: int, function: Callable[..., Any]) -> None:
    """Each known mistake, written twice in two styles by other code, is found wrong and named.

    With it stand only such as come to the same: nothing is ever cut.
    """
    report = graded(function, GradedTask(depth=2) if name in DEEP else GradedTask())

    assert not report.is_right
    assert name in report.looks_like
    assert {*report.looks_like} <= {name} | NOTHING_CUT
    if {*report.looks_like} & NOTHING_CUT - {name}:
        assert name in NOTHING_CUT


def test_all_known_mistakes_are_made_twice_here() -> None:
    """No mistake is known that is not tried."""
    assert {*wrong.TEXTS} == {mistake.name for mistake in KNOWN_MISTAKES}
    assert all(len(texts) == 2 and texts[0] != texts[1] for texts in wrong.TEXTS.values())


def test_nothing_is_ever_cut_is_one_finding() -> None:
    """Mistakes that come to the same are told as one."""
    report = graded(wrong.made(*wrong.TEXTS["no-pruning"][0]))

    assert {*report.looks_like} == NOTHING_CUT
    said, asked = report.explanation_lines()[0].split(" (")
    assert said == "It never cuts: on all 60 trees it visits exactly the nodes that minimax visits."
    assert asked == (
        "Does it raise α at MAX and lower β at MIN? Does it pass the window down? Does a "
        "negamax swap "
        "and negate α and β? "
        "Does it test for a cutoff?)"
    )
