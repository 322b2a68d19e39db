"""The facts of a step are true: numbers, nodes and players, as in a naive replay."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from math import inf, nextafter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.oracles.checker import Question, question_of, true_value
from tests.trees import STOPS, Tree, searched, searches, some_trees, trees
from visualizer.explaining.explanation.english.cuts import window_chain
from visualizer.explaining.explanation.english.windows import values_that_cut
from visualizer.explaining.explanation.explainer import describe_node, explain
from visualizer.explaining.explanation.facts.steps import (
    CutFact,
    Effect,
    KnownSoFar,
    ReturnedToParent,
    WindowFact,
    cut_of,
    fact_of_node,
    fact_of_step,
    new_question_of,
    window_fact_of,
)
from visualizer.explaining.explanation.naming import Naming
from visualizer.look.legend import State
from visualizer.look.numbers import parse_shown_number
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.trace.rows import Kind
from visualizer.trace.tree_at_step import TreeAtStep

DEEP: Tree = [5, [[[4, 0], 10]]]
"""C is cut by the root's bound three plies up, and A is the best move all the same."""


def cuts_of(run: Run) -> Iterator[CutFact]:
    """Give the cut of every step in which there is one."""
    for row in run.trace.cuts:
        yield cut_of(run, TreeAtStep(run.trace, run.trace.cut_step(row)), row)


def trees_of(run: Run) -> Iterator[TreeAtStep]:
    """Give what is known at every step."""
    for step in range(run.trace.last_step + 1):
        yield TreeAtStep(run.trace, step)


@given(trees(), st.booleans(), searches())
@settings(max_examples=100)
def test_what_will_not_be_played_is_no_better(
    nested: Tree, maximizing: bool, search: dict[str, Any]
) -> None:
    """What one side will not choose is truly worse for it than what it has, what it need not choose
    no better.

    Where best play does not come to a node, its true value is another than what the line above is
    truly worth.
    """
    run = searched(nested, maximizing, **search)
    question = question_of(nested, maximizing, search)
    for cut in cuts_of(run):
        if cut.end.setter is None:
            continue
        sign = -1 if cut.maximizing else 1
        as_good = cut.value == cut.bound
        nodes = cut.node, run.trace[cut.end.setter].parent, cut.end.rejected, cut.end.setter
        tree, line, avoided, kept = (sign * true_value(question, run.path(node)) for node in nodes)
        if cut.end.plies_up == 1:
            assert avoided <= kept if as_good else avoided < kept
        else:
            assert tree <= min(line, kept) if as_good else tree < line


def test_a_deep_cut_does_not_judge_the_alternative() -> None:
    """A bound from three plies up cuts a node of the best move: only the node is said to be out
    of the way.
    """
    run = searched(DEEP)

    assert run.trace[0].value == 10
    assert explain(run, 8) == (
        "Deep cut at C: MIN's c1 is already worth 4, and MAX can have 5 with branch 1 instead "
        "of A, 3 plies up, so MAX will not come here. MIN's other branch there is skipped. "
        "(4 ≤ α = 5)"
    )
    assert window_chain(run, 8).endswith("\nThe bound was set 3 plies up: a deep cut.")


@given(trees(plies=4), st.booleans(), searches())
@settings(max_examples=100)
def test_what_would_cut_a_node(nested: Tree, maximizing: bool, search: dict[str, Any]) -> None:
    """Of every open node it is known at every step which value of the next child cuts it, or why
    none does.
    """
    run = searched(nested, maximizing, **search)
    for tree in trees_of(run):
        for row in tree.path:
            if run.trace[row].children and not tree.is_cut(row):
                window = window_fact_of(run, tree, row)
                assert window is not None
                assert window.children_left == run.trace[row].children - sum(
                    map(tree.returned, tree.children(row))
                )
                would_cut(window, run, tree)


def would_cut(window: WindowFact, run: Run, tree: TreeAtStep) -> None:
    """Check what is known of the next child's value against what that child returned, and what
    it did.
    """
    row = window.node
    turn = run.trace[window.node].maximizing
    children = [child for child, at in enumerate(run.trace) if at.parent == row]
    coming = [child for child in children if not (tree.entered(child) and tree.returned(child))]
    if abs(window.bound) == inf:
        above = row
        while (above := run.trace[above].parent) >= 0:
            assert run.trace[above].maximizing == turn or tree.best(above) is None
        assert window.opponent_has_no_value
    elif coming:
        value = run.trace[coming[0]].value
        cuts = run.trace[row].kind is Kind.CUT and coming[0] == children[-1]
        if turn:
            beyond = value > window.bound
        else:
            beyond = value < window.bound
        assert window.strict == (run.recipe.search.cut == ">")
        assert cuts == (
            (beyond or (not window.strict and value == window.bound)) and window.children_left > 1
        )


VALUES = st.builds(
    lambda above, below: above / below, st.integers(-50, 50), st.integers(1, 12)
) | st.builds(float, st.integers(10**10, 10**12))
ENDS = VALUES | st.builds(nextafter, VALUES, st.sampled_from([-inf, inf]))
"""Ends of windows: whole numbers, decimals, thirds and the like, and the floating-point
neighbours of all of these.
"""


@given(ENDS, st.booleans(), st.booleans())
@settings(max_examples=500)
def test_which_values_cut_is_said_with_or_without_the_end(
    bound: float, maximizing: bool, strict: bool
) -> None:
    """`2/3 or less` cuts with 2/3, `less than 3` does not with 3: so it is said, also where the
    end is no decimal.
    """
    if maximizing:
        alpha = -inf
        beta = bound
    else:
        alpha = bound
        beta = inf
    said = values_that_cut(
        WindowFact(0, maximizing, alpha, beta, 2, ">" if strict else ">=", None, False)
    )
    more, less = re.fullmatch(r"(\S+) or (?:more|less)|(?:more|less) than (\S+)", said).groups()  # type: ignore[union-attr]
    if (more or less).startswith("≈"):  # which is no value that one could compare with
        assert bool(less) == strict
        return
    number = parse_shown_number(more or less, "it")
    sign = 1 if maximizing else -1
    for value in (
        bound,
        nextafter(bound, inf),
        nextafter(bound, -inf),
        number,
        number + 1,
        number - 1,
    ):
        if strict:
            cuts = sign * value > sign * bound
        else:
            cuts = sign * value >= sign * bound
        assert cuts == (sign * value >= sign * number if more else sign * value > sign * number), (
            said,
            value,
        )


THIRDS = """
def thirds(position, outcome):
    return (outcome if outcome is not None else 0) / 3
"""


@pytest.mark.parametrize("algorithm", ["pvs", "mtdf"])
def test_null_windows_ask_about_values_that_are_no_decimals(
    user_file: Callable[[str], Path], algorithm: str
) -> None:
    """PVS asks at a MAX node for more than it has, at a MIN node for less, MTD(f) about a third:
    a value, always.
    """
    evaluation = f"{user_file(THIRDS)}:thirds"
    asked = set[str]()
    for tree in some_trees(
        60,
        plies=4,
        low=-9,
        high=9,
    ):
        run = searched(tree, algorithm=algorithm, evaluation=evaluation)
        for row in range(len(run.trace)):
            above = run.trace.parent(row)
            found = new_question_of(TreeAtStep(run.trace), row)
            if found is not None:
                assert found.bound == round(found.bound * 3) / 3
                assert above < 0 or (found.sign == ">") == run.trace.maximizing(above)
                asked.add(found.sign)

    assert asked == ({">", "<"} if algorithm == "pvs" else {">", "≥"})


@given(trees(plies=4), st.booleans(), searches())
@settings(max_examples=100)
def test_what_a_value_changes(nested: Tree, maximizing: bool, search: dict[str, Any]) -> None:
    """A returned value is called better, worse or as good only where its true value is, too."""
    run = searched(nested, maximizing, **search)
    question = question_of(nested, maximizing, search)
    for tree in trees_of(run):
        fact = fact_of_step(run, tree)
        if isinstance(fact, ReturnedToParent):
            effect_holds(fact, run, question)


def effect_holds(fact: ReturnedToParent, run: Run, question: Question) -> None:
    """Check what a value that did not cut does: by the values returned, and by the true ones."""
    if fact.best_before is None:
        assert fact.effect is Effect.FIRST
        return
    sign = 1 if fact.maximizing else -1
    value = sign * fact.returned.value
    before = sign * fact.best_before[0]
    true, other = (
        sign * true_value(question, run.path(child))
        for child in (fact.returned.node, fact.best_before[1])
    )
    holds = {
        Effect.UNPROVED: max(value, before) >= max(true, other),
        Effect.EQUAL: value == before and true <= other,
        Effect.BETTER: value > before and true > other,
        Effect.WORSE: value < before and true < other,
    }
    assert holds[fact.effect]


@given(trees(plies=4), st.booleans(), searches(), STOPS)
@settings(max_examples=40)
def test_what_is_known_of_a_node(
    nested: Tree, maximizing: bool, search: dict[str, Any], stop: dict[str, int]
) -> None:
    """Of every visited node there is one fact and one sentence at every step."""
    run = searched(
        nested,
        maximizing,
        **search,
        **stop,
    )
    for tree in trees_of(run):
        for row in range(tree.visits):
            fact = fact_of_node(run, tree, row)
            sentence = describe_node(Naming(run, tree), row)

            assert sentence[-1] in ".)"
            assert "nan" not in sentence
            assert isinstance(fact, KnownSoFar) == (tree.status(row) is State.OPEN)
            assert isinstance(fact, CutFact) == tree.is_cut(row)
            if isinstance(fact, KnownSoFar):
                assert fact.node == row
                assert fact.earlier is False
                assert fact.is_leaf == (not run.trace[row].children)


# Moves with names.


def lettered(tree: Tree, maximizing: bool = True) -> str:
    """Write a tree in which the children of every node are called a, b, c, d: moves that come
    again, as in games.
    """

    def write(node: Tree) -> str:
        if not isinstance(node, list):
            return f"={node}"
        return (
            "("
            + ", ".join(f"{'abcd'[place]}{write(child)}" for place, child in enumerate(node))
            + ")"
        )

    return f"{'max' if maximizing else 'min'} r{write(tree)}"


def letters(path: tuple[int, ...]) -> str:
    """Return the path to a node of such a tree."""
    return " ".join("abcd"[move] for move in path)


def has_no_name_once(tree: Tree) -> bool:
    """Return whether each letter names several nodes: a name that comes once says all by itself."""
    named = re.findall("[abcd]", lettered(tree).partition(" ")[2])
    return isinstance(tree, list) and 1 not in Counter(named).values()


@given(trees(plies=6).filter(has_no_name_once), st.booleans(), searches(windows=False))
@settings(max_examples=80)
def test_no_node_can_be_taken_for_another(
    tree: Tree, maximizing: bool, search: dict[str, Any]
) -> None:
    """A sentence names one node by all its moves, and others by their last move and whose or
    instead of what it is.
    """
    run = Run(
        Recipe(PositionSpec("tree", lettered(tree, maximizing)), SearchSpec(**search))
    ).finish()
    for cut in cuts_of(run):
        sentence = explain(run, run.trace.cut_step(cut.node) or 0)

        assert cut.end.setter is not None
        place = letters(run.path(cut.node))
        side = "MAX" if cut.maximizing else "MIN"
        child, kept, instead = (
            letters(run.path(node)[-1:]) for node in (cut.child, cut.end.setter, cut.end.rejected)
        )
        if kept in (child, *place.split()):
            name = f"{kept} instead of {instead}"
        else:
            name = kept
        assert f"ut at {place or 'the root'}: {side}'s {child} is already worth " in sentence
        then = (" as well, so ", " instead", *[", "] * (name != kept))
        assert any(f" with {name}{words}" in sentence for words in then)
        said = ("choose {}. ", " instead of {}, ", " instead of {} ")
        assert any(words.format(instead) in sentence for words in said)
        assert run.path(cut.end.setter)[:-1] == run.path(cut.end.rejected)[:-1]
    for tree_at_step in trees_of(run):
        step = tree_at_step.step
        node = tree_at_step.current
        if isinstance(fact_of_step(run, tree_at_step), ReturnedToParent) and node:
            begins = (f"{letters(run.path(node))} is worth ", "At the depth limit")
            assert explain(run, step).startswith(begins)


@pytest.mark.parametrize("game", ["tictactoe", "othello", "tak"])
def test_sentences_on_real_games_are_short(game: str) -> None:
    """Deep in a game the way from the root is said once in a sentence, unless a move could be
    taken for another.
    """
    run = Run(
        Recipe(PositionSpec(game), SearchSpec("alpha-beta", depth=6, max_nodes=3_000))
    ).finish()
    met = 0
    for step in range(0, run.trace.last_step, 7):
        sentence = explain(run, step)
        row = TreeAtStep(run.trace, step).current
        if row is None:
            names = []
        else:
            names = run.names(run.path(row))

        assert len(sentence) < 400
        if len(names) > 3:
            met += 1
            assert sentence.count(" ".join(names[:-1])) == 1, sentence

    assert met > 100
