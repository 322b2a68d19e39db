"""Searches of trees with chance do, show and count exactly what a slow reference does."""

from __future__ import annotations

from fractions import Fraction
from math import inf
from random import Random
from typing import Any

import pytest

from tests.oracles import chance
from tests.oracles.chance import FREE, Branch, Interval, Tree, Visit, true_value, written
from visualizer.errors import InputError
from visualizer.explanation.explainer import explain
from visualizer.measures.summary import Counts, counts
from visualizer.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.run import Run
from visualizer.trace.labels import value_label
from visualizer.trace.rows import LEAVES
from visualizer.trace.tree_at_step import TreeAtStep

MANY = pytest.mark.parametrize("count", [40, pytest.param(10_000, marks=pytest.mark.slow)])


def searched(tree: Tree, algorithm: str, **search: Any) -> Run:
    """Return a finished run."""
    return Run(Recipe(PositionSpec("tree", written(tree)), SearchSpec(algorithm, **search))).finish()


def asked(seed: int, tree: Tree) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return a question on a tree: as the reference takes it, and as the program does."""
    dice, values = Random(seed), chance.leaves(tree)
    limits: Interval = dice.choice([FREE, (min(values), max(values)), (Fraction(-1), Fraction(4)), (min(values), inf)])
    if limits[0] == limits[1]:
        limits = limits[0], limits[1] + 1
    window: Interval = FREE
    if dice.random() < 0.4:
        low = max(Fraction(dice.randint(-2, 6), 2), limits[0] if limits[0] != -inf else -2)
        window = (low, low + Fraction(dice.randint(1, 4), 2)) if low < limits[1] else FREE
    rule, order = dice.choice([">=", ">=", ">"]), dice.choice([1, -1])
    given: dict[str, Any] = {
        "cut": rule, "window": tuple(map(float, window)), "ordering": "natural" if order == 1 else "reverse",
    }  # fmt: skip
    if limits != FREE:
        given["options"] = {"bounds": tuple(map(float, limits))}
    return {"window": window, "limits": limits, "rule": rule, "order": order}, given


def check_visits(run: Run, root: Visit) -> None:
    """Compare every row with the reference's visits: path, window, value, kind; and the counts."""
    expected = [*root.all]
    assert [run.trace.path(row) for row in range(len(run.trace))] == [each.path for each in expected]
    for row, each in enumerate(expected):
        found = run.trace[row]
        assert (found.alpha, found.beta) == tuple(map(float, each.window)), each.path
        assert found.value == float(each.value), each.path
        assert (found.kind in LEAVES) == (not isinstance(each.tree, Branch))
    ends = sum(not isinstance(each.tree, Branch) for each in expected)
    cutoffs = sum(each.cut for each in expected)
    assert counts(TreeAtStep(run.trace)) == Counts(len(expected), ends, cutoffs, chance.pruned(root))


def events(visit: Visit) -> list[tuple[str, Visit]]:
    """Return entries and returns in order."""
    return [("enter", visit), *(each for child in visit.tried for each in events(child)), ("return", visit)]


def check_labels(run: Run, root: Visit, limits: Interval) -> None:
    """Compare what every entered node shows in every step."""
    entered, returned = list[Visit](), set[chance.Path]()
    for step, (what, visit) in enumerate(events(root), 1):
        entered += [visit] * (what == "enter")
        returned |= {visit.path} if what == "return" else set()
        tree = TreeAtStep(run.trace, step)
        for node, each in enumerate(entered):
            left = each.cut and each.tried[-1].path in returned
            assert value_label(tree, node) == chance.label(each, limits, returned, left), (step, each.path)


@MANY
def test_star1_does_what_the_reference_does(count: int) -> None:
    """Values, windows, nodes, leaves in order and cutoffs of Star1, with all kinds of bounds, windows and rules."""
    for seed in range(count):
        tree = chance.random_tree(seed)
        question, given = asked(seed, tree)
        run = searched(tree, "star1", **given)
        check_visits(run, chance.star1(tree, **question))


@MANY
def test_labels_are_those_of_the_reference(count: int) -> None:
    """Every label of every node in every step says what the reference knows, and no more."""
    for seed in range(count):
        tree = chance.random_tree(seed, plies=3)
        question, given = asked(seed, tree)
        check_labels(searched(tree, "star1", **given), chance.star1(tree, **question), question["limits"])


@MANY
def test_sentences_have_the_sums_of_the_reference(count: int) -> None:
    """Whenever an outcome returns, the sentence says the sum, what it can still be, and at a cut the comparison."""
    for seed in range(count):
        tree = chance.random_tree(seed, plies=3)
        question, given = asked(seed, tree)
        run, root = searched(tree, "star1", **given), chance.star1(tree, **question)
        by_path = {each.path: each for each in root.all}
        for step, (what, visit) in enumerate(events(root), 1):
            above = by_path.get(visit.path[:-1]) if visit.path else None
            said = explain(run, step)
            if what == "return" and above is not None and above.tree.mover == "~":
                assert chance.sentence(above, visit, question["limits"], question["rule"]) in said, (seed, step)
            if what == "return" and above is not None and above.cut and above.tried[-1] is visit:
                assert ("Even if all that is left were worth" in said) == (above.tree.mover == "~")
            if what == "enter" and above is not None and above.tree.mover == "~":
                odds, place = above.tree.odds[visit.path[-1]], above.tried.index(visit) + 1
                assert f", {place} of {len(above.tree.odds)}, with the probability {odds}: " in said
            if what == "enter" and isinstance(visit.tree, Branch) and visit.tree.mover == "~":
                assert f"chance has {len(visit.tree.odds)} outcome" in said


@MANY
def test_star1_finds_what_expectiminimax_finds(count: int) -> None:
    """The root's value is the mean that a textbook's recursion finds, and Star1 never visits more."""
    for seed in range(count):
        tree = chance.random_tree(seed)
        whole, values = searched(tree, "expectiminimax"), chance.leaves(tree)
        bounds = (float(min(values)), float(max(values) + 1))
        pruned = searched(tree, "star1", options={"bounds": bounds})
        assert whole.trace.value(0) == pruned.trace.value(0) == float(true_value(tree))
        assert len(pruned.trace) <= len(whole.trace)
        for row in range(len(whole.trace)):
            assert whole.trace.value(row) == float(true_value(at(tree, whole.trace.path(row))))


@MANY
def test_expectimax_takes_the_mean_of_the_opponents_moves(count: int) -> None:
    """The side that is not to move at the root, MIN below chance, makes any of its moves with equal probability."""
    for seed in range(count):
        tree = chance.random_tree(seed)
        opponent = "max" if isinstance(tree, Branch) and tree.mover == "min" else "min"
        assert searched(tree, "expectimax").trace.value(0) == float(true_value(tree, opponent))


def at(tree: Tree, path: chance.Path) -> Tree:
    """Return the node at a path."""
    for place in path:
        tree = tree.children[place]
    return tree


TWO = "[~[4,8],~[0,9]]"


def test_the_smallest_cut_at_a_chance_node() -> None:
    """With leaves from 0 to 10, the second move is worth at most 5 after its 0, and 9 is not looked at."""
    run = Run(Recipe(PositionSpec("tree", TWO), SearchSpec("star1", options={"bounds": (0, 10)}))).finish()
    assert (run.trace.value(0), counts(TreeAtStep(run.trace))) == (6, Counts(6, 3, 1, 1))
    assert value_label(TreeAtStep(run.trace), 4) == "≤5"


def test_without_bounds_nothing_is_cut_there() -> None:
    """The 9 might be a million."""
    run = Run(Recipe(PositionSpec("tree", TWO), SearchSpec("star1"))).finish()
    assert counts(TreeAtStep(run.trace)) == Counts(7, 4, 0, 0)


@pytest.mark.parametrize("bounds", [(0, 5), (5, 10), (8.5, 8.75)])
def test_a_leaf_outside_of_the_bounds_is_refused_by_its_name(bounds: tuple[float, float]) -> None:
    """The sentence names the leaf and its value."""
    with pytest.raises(InputError, match=r"the leaf 1 [12] is worth [48], which is not from .* to .*, the bounds"):
        Run(Recipe(PositionSpec("tree", TWO), SearchSpec("star1", options={"bounds": bounds}))).finish()


@pytest.mark.parametrize(
    "name", ["minimax", "alpha-beta", "ordered-alpha-beta", "negamax", "pvs", "mtdf", "iterative-deepening"]
)
def test_searches_without_chance_refuse_it(name: str) -> None:
    """They name the searches that can."""
    with pytest.raises(InputError, match="these can: expectimax expectiminimax mcts star1"):
        Run(Recipe(PositionSpec("tree", TWO), SearchSpec(name)))
