"""Which steps a film shows: the words that choose them, and what `changes` leaves out."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.trees import AIMA, Tree, trees
from visualizer.explaining.explanation.explainer import explain
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.support.errors import InputError
from visualizer.trace.jumps import (
    all_steps,
    change_steps,
    cut_steps,
    film_steps_of,
    more_cuts_alike,
    new_cut_steps,
    next_new_cut,
    read_steps,
)
from visualizer.trace.rows import Trace
from visualizer.trace.tree_at_step import TreeAtStep

ALGORITHMS = ("minimax", "alpha-beta", "negamax", "pvs", "mtdf")


def run_of(tree: Tree, algorithm: str = "alpha-beta") -> Run:
    """Return a finished search of a tree."""
    return Run(Recipe(PositionSpec("tree", str(tree)), SearchSpec(algorithm))).finish()


def has_changed(trace: Trace, step: int) -> bool:
    """Say whether something changes in a step, by what is known before and after it: a second
    opinion.
    """
    tree = TreeAtStep(trace, step)
    before = TreeAtStep(trace, step - 1)
    node = tree.current
    if node is None:
        return False
    if tree.entering:
        return tree.move_count(node) > 0
    parent = tree.parent(node)
    if not tree.move_count(node) or parent < 0 or tree.is_cut(parent):
        return True
    return tree.best(parent) != before.best(parent)


@given(tree=trees(4, 3), algorithm=st.sampled_from(ALGORITHMS))
def test_changes_are_the_steps_in_which_something_changes(tree: Tree, algorithm: str) -> None:
    """An inner node is entered, a leaf or a pass returns, or a parent gets a new best or is cut."""
    trace = run_of(tree, algorithm).trace
    assert [*change_steps(trace)] == [step for step in all_steps(trace) if has_changed(trace, step)]


@given(tree=trees(4, 3))
def test_cuts_are_among_the_changes_and_the_last_step_is_one(tree: Tree) -> None:
    """Every cutoff is a change, and so is the result."""
    trace = run_of(tree).trace

    assert {*cut_steps(trace)} <= {*change_steps(trace)}
    assert change_steps(trace)[-1] == trace.last_step


@given(tree=trees(4, 3), algorithm=st.sampled_from(ALGORITHMS))
def test_a_cut_is_new_if_its_reason_is_not_that_of_the_cut_before(
    tree: Tree, algorithm: str
) -> None:
    """Pass, ply, end of the window and who set it say whether two cuts in a row are alike; `x`
    goes to the new ones.
    """
    trace = run_of(tree, algorithm).trace

    def reason(row: int) -> object:
        at = TreeAtStep(trace, trace.cut_step(row))
        maximizing = trace.maximizing(row)
        bound = (trace.beta if maximizing else trace.alpha)(row)
        node = at.node_of(row)
        return (
            at.pass_name,
            trace.depth(row),
            maximizing,
            bound,
            at.bound_source(node, lower=not maximizing).node,
        )

    reasons = [reason(row) for row in trace.cuts]
    new = [
        place for place in range(len(reasons)) if not place or reasons[place] != reasons[place - 1]
    ]
    steps = [trace.cut_step(trace.cuts[place]) for place in new]

    assert [*new_cut_steps(trace)] == steps
    visited = []
    step = next_new_cut(trace, 0)
    while step is not None:
        visited.append(step)
        step = next_new_cut(trace, step)
    assert visited == steps
    for place, following in zip(new, [*new[1:], len(reasons)], strict=False):
        assert more_cuts_alike(trace, place) == following - place - 1


def test_a_value_that_changes_nothing_is_left_out() -> None:
    """In AIMA 5.5 branch 2 returns a value that MAX does not want in step 13, which is no
    change.
    """
    run = run_of(AIMA)

    assert [*change_steps(run.trace)] == [1, 2, 4, 6, 8, 9, 10, 12, 14, 16, 18, 20, 22]
    assert "worse" in explain(run, 13)


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("all", range(23)),
        ("cuts", [12]),
        ("cuts:new", [12]),
        ("every:10", [0, 10, 20]),
        ("3-5", [3, 4, 5]),
        ("0-0", [0]),
    ],
)
def test_steps_are_chosen_by_a_word(text: str, steps: list[int]) -> None:
    """Each choice is a word."""
    assert [*read_steps(text)(run_of(AIMA).trace)] == [*steps]


def test_a_film_of_one_cutoff_shows_before_and_after() -> None:
    """AIMA's tree has one: the step before it and the end are shown too; with more cutoffs there
    are only these.
    """
    one = run_of(AIMA).trace
    more = run_of(
        [
            [3, 12, 8],
            [2, 4, 6],
            [1, 5, 2],
            [5, 7, 9],
            [4, 1, 6],
        ]
    ).trace
    for choice in (cut_steps, new_cut_steps):
        assert film_steps_of(choice, one) == [11, 12, 22]
        assert film_steps_of(choice, more) == choice(more)
        assert len(choice(more)) > 1


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("some", "'some' are not A-B, all, cuts, cuts:new, changes or every:N"),
        ("5-3", "run backwards; write 3-5"),
        ("every:0", "N at least 1"),
        ("every:", "N at least 1"),
        ("1-", "not A-B"),
        ("²-3", "not A-B"),
    ],
)
def test_what_is_no_choice_is_refused(text: str, sentence: str) -> None:
    """The sentence has the bad words and says what is allowed."""
    with pytest.raises(InputError, match=sentence):
        read_steps(text)


def test_steps_that_there_are_not_are_refused() -> None:
    """The last step is named."""
    with pytest.raises(InputError, match="no step 23; the last is 22"):
        read_steps("3-23")(run_of(AIMA).trace)
