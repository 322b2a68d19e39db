"""Searches of trees with chance do, show and count exactly what a slow reference does."""

from __future__ import annotations

import operator
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import inf
from random import Random
from typing import Any

import pytest

from tests.oracles import chance
from tests.oracles.chance import FREE, Branch, Interval, Tree, Visit, true_value, written
from visualizer.explaining.explanation.english.cuts import window_chain
from visualizer.explaining.explanation.explainer import explain
from visualizer.explaining.measures.summary import Counts, visit_counts
from visualizer.look.numbers import format_number, look_the_same, parse_shown_number
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.support.errors import InputError
from visualizer.trace.labels import value_label
from visualizer.trace.rows import READ_LEAF_KINDS
from visualizer.trace.tree_at_step import TreeAtStep

MANY = pytest.mark.parametrize("count", [40, pytest.param(10_000, marks=pytest.mark.slow)])


def searched(tree: Tree, algorithm: str, **search: Any) -> Run:
    """Return a finished run."""
    return Run(
        Recipe(PositionSpec("tree", written(tree)), SearchSpec(algorithm, **search))
    ).finish()


def asked(seed: int, tree: Tree) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return a question on a tree: as the reference takes it, and as the program does."""
    dice = Random(seed)
    values = chance.leaves(tree)
    limits: Interval = dice.choice(
        [FREE, (min(values), max(values)), (Fraction(-1), Fraction(4)), (min(values), inf)]
    )
    if limits[0] == limits[1]:
        limits = limits[0], limits[1] + 1
    window: Interval = FREE
    if dice.random() < 0.4:
        low = max(Fraction(dice.randint(-2, 6), 2), limits[0] if limits[0] != -inf else -2)
        if low < limits[1]:
            window = (low, low + Fraction(dice.randint(1, 4), 2))
        else:
            window = FREE
    rule = dice.choice([">=", ">=", ">"])
    order = dice.choice([1, -1])
    given: dict[str, Any] = {
        "cut": rule,
        "window": tuple(map(float, window)),
        "ordering": "natural" if order == 1 else "reverse",
    }
    if limits != FREE:
        given["options"] = {"bounds": tuple(map(float, limits))}
    return {
        "window": window,
        "limits": limits,
        "rule": rule,
        "order": order,
    }, given


def check_visits(run: Run, root: Visit) -> None:
    """Compare every row with the reference's visits: path, window, value, kind; and the counts."""
    expected = [*root.all]
    assert [run.trace.path(row) for row in range(len(run.trace))] == [
        each.path for each in expected
    ]
    for row, each in enumerate(expected):
        found = run.trace[row]
        assert (found.alpha, found.beta) == tuple(map(float, each.window)), each.path
        assert found.value == float(each.value), each.path
        assert (found.kind in READ_LEAF_KINDS) == (not isinstance(each.tree, Branch))
    ends = sum(not isinstance(each.tree, Branch) for each in expected)
    cutoffs = sum(each.cut for each in expected)
    assert visit_counts(TreeAtStep(run.trace)) == Counts(
        len(expected), ends, cutoffs, chance.pruned(root)
    )


def events(visit: Visit) -> list[tuple[str, Visit]]:
    """Return entries and returns in order."""
    return [
        ("enter", visit),
        *(each for child in visit.tried for each in events(child)),
        ("return", visit),
    ]


def check_labels(run: Run, root: Visit, limits: Interval) -> None:
    """Compare what every entered node shows in every step."""
    entered = list[Visit]()
    returned = set[chance.Path]()
    for step, (what, visit) in enumerate(events(root), 1):
        entered += [visit] * (what == "enter")
        if what == "return":
            returned |= {visit.path}
        else:
            returned |= set()
        tree = TreeAtStep(run.trace, step)
        for node, each in enumerate(entered):
            left = each.cut and each.tried[-1].path in returned
            assert value_label(tree, node) == chance.label(each, limits, returned, left), (
                step,
                each.path,
            )


@MANY
def test_star1_does_what_the_reference_does(count: int) -> None:
    """Values, windows, nodes, leaves in order and cutoffs of Star1, with all kinds of bounds,
    windows and rules.
    """
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
        check_labels(
            searched(tree, "star1", **given), chance.star1(tree, **question), question["limits"]
        )


@MANY
def test_sentences_have_the_sums_of_the_reference(count: int) -> None:
    """Whenever an outcome returns, the sentence says the sum, what it can still be, and at a cut
    the comparison.
    """
    for seed in range(count):
        tree = chance.random_tree(seed, plies=3)
        question, given = asked(seed, tree)
        run = searched(tree, "star1", **given)
        root = chance.star1(tree, **question)
        by_path = {each.path: each for each in root.all}
        for step, (what, visit) in enumerate(events(root), 1):
            if visit.path:
                above = by_path.get(visit.path[:-1])
            else:
                above = None
            said = explain(run, step)
            if what == "return" and above is not None and above.tree.mover == "~":
                if above.path:
                    named = run.node_label(above.path)
                else:
                    named = "the root"
                assert (
                    chance.sentence(above, visit, question["limits"], question["rule"], named)
                    in said
                ), (seed, step)
            if what == "return" and above is not None and above.cut and above.tried[-1] is visit:
                assert ("Even if all that is left were worth" in said) == (above.tree.mover == "~")
            if what == "enter" and above is not None and above.tree.mover == "~":
                odds = above.tree.odds[visit.path[-1]]
                place = above.tried.index(visit) + 1
                assert outcome_words(place, len(above.tree.odds), odds) in said
            if what == "enter" and isinstance(visit.tree, Branch) and visit.tree.mover == "~":
                assert f"chance has {len(visit.tree.odds)} outcome" in said


def outcome_words(place: int, count: int, odds: Fraction) -> str:
    """Return what is said of an outcome that is tried for the first time."""
    which = f" (outcome {place} of {count})" if count > 1 else ", the only outcome"
    return f"{which}, with probability {odds}: "


REASON = re.compile(r"asks for (?:more|less) than ([^ ,]+), which is (\(.+?\) / \([\d/]+\))")


@MANY
def test_an_end_below_chance_is_what_it_is_reckoned_from(count: int) -> None:
    """The sum, difference and quotient from which `w` says that an outcome's α or β comes is
    that number.
    """
    met = 0
    for seed in range(count):
        tree = chance.random_tree(seed, plies=3)
        run = searched(tree, "star1", **asked(seed, tree)[1])
        for step in range(run.trace.last_step + 1):
            for end, reckoning in REASON.findall(window_chain(run, step)):
                term = re.sub(
                    r"[\d.]+", r"Fraction('\g<0>')", reckoning.replace("−", "-").replace("·", "*")
                )
                if "≈" not in end + reckoning:
                    assert look_the_same(float(eval(term)), read(end)), (seed, step, reckoning)
                    met += 1

    assert met > count


def leaf_paths(tree: Tree, path: chance.Path = ()) -> list[chance.Path]:
    """Return the paths of all leaves."""
    if not isinstance(tree, Branch):
        return [path]
    return [
        leaf
        for place, child in enumerate(tree.children)
        for leaf in leaf_paths(child, (*path, place))
    ]


def with_leaves(tree: Tree, values: dict[chance.Path, Fraction], path: chance.Path = ()) -> Tree:
    """Return a tree in which some leaves have other values."""
    if not isinstance(tree, Branch):
        return values.get(path, tree)
    below = [
        with_leaves(child, values, (*path, place)) for place, child in enumerate(tree.children)
    ]
    return replace(tree, children=below)


def extremes(
    tree: Tree, path: chance.Path, ends: Interval, seen: set[chance.Path], dice: Random
) -> Iterator[Tree]:
    """Yield trees in which the leaves below a chance node that were not seen yet are as extreme
    as they can be.
    """
    low, high = (
        Fraction(end) if abs(end) < inf else Fraction(1000 if end > 0 else -1000) for end in ends
    )
    new = [leaf for leaf in leaf_paths(tree) if leaf[: len(path)] == path and leaf not in seen]
    if len(new) < 5:
        every = [*product((low, high), repeat=len(new))]
    else:
        every = []
    some = [tuple(dice.choice((low, high, (low + high) / 2)) for _ in new) for _ in range(8)]
    for values in every or [(low,) * len(new), (high,) * len(new), *some]:
        yield with_leaves(tree, dict(zip(new, values, strict=True)))


def check_threshold(
    run: Run, root: Visit, tree: Tree, question: dict[str, Any], step: int, dice: Random
) -> str:
    """Check what is said of a chance node that is entered: when it is left, or why nothing can
    be left out of it.
    """
    least, most = question["limits"]
    done = events(root)[:step]
    visit = done[-1][1]
    returned = {each.path: each for what, each in done if what == "return"}
    said = explain(run, step)
    low, high = visit.window
    left = re.search(r"It is abandoned once it (.*), whatever comes\.$", said)
    if left:
        ends, at_most, at_least = left[1].split(" or "), *chance.ENDS[question["rule"]]
        wanted = [f"{at_most} {format_number(float(low))}"] * (low > least) * (most < inf)
        assert ends == wanted + [f"{at_least} {format_number(float(high))}"] * (high < most) * (
            least > -inf
        )
        return "left"
    why = re.search(r"No outcome can be left out here: (.*)\.$", said)
    assert why or len(visit.tree.children) < 2, said
    if why is None:
        return ""
    above = [
        each
        for each in returned.values()
        if each.path and visit.path[: len(each.path) - 1] == each.path[:-1]
    ]
    players = [each for each in above if at(tree, each.path[:-1]).mover != "~"]
    if why[1] == "no value is known higher up yet":
        assert not players
    elif why[1].startswith("its window"):
        ends = (
            f"its window, α {format_number(float(low))} and β "
            f"{format_number(float(high))}, is all that leaves can be worth"
        )
        assert why[1] == ends
        assert low <= least
        assert high >= most
    else:
        bounds = [end for end in (least, most) if abs(end) < inf]
        assert len(bounds) < 2
        assert (
            f"since no {'bounds are' if not bounds else 'upper' if most == inf else 'lower'}"
            in said
        )
    for other in extremes(tree, visit.path, (least, most), {*returned}, dice):
        again = next(
            each for each in chance.star1(other, **question).all if each.path == visit.path
        )
        assert not again.cut, (chance.written(tree), chance.written(other), said)
    return why[1].split()[0]


@pytest.mark.parametrize("count", [40, pytest.param(1_500, marks=pytest.mark.slow)])
def test_what_is_said_to_be_needed_is_needed(count: int) -> None:
    """Where no outcome can be left out, none is, whatever the leaves to come are worth; and the
    reason given is so.
    """
    said = Counter[str]()
    for seed in range(count):
        tree = chance.random_tree(seed, plies=4 if seed % 4 else 3)
        question, given = asked(seed, tree)
        run = searched(tree, "star1", **given)
        root = chance.star1(tree, **question)
        for step, (what, visit) in enumerate(events(root), 1):
            if what == "enter" and isinstance(visit.tree, Branch) and visit.tree.mover == "~":
                said[check_threshold(run, root, tree, question, step, Random(seed))] += 1

    assert {"left", "its", "no", "what"} <= {*said}, said


@pytest.mark.parametrize(
    ("tree", "bounds", "step", "says"),
    [
        (
            "[2,~[~[1,2],~[3,0]]]",
            (0, 9),
            5,
            "its window, α 0 and β 9, is all that leaves can be worth.",
        ),
        ("[0,~[1,3]]", (0, 9), 4, "its window, α 0 and β 9, is all that leaves can be worth."),
        (
            "[2,~[1,3]]",
            (0, inf),
            4,
            "what is left may be worth anything from 0 up, since no upper bound is known.",
        ),
        (
            "min[2,~[1,3]]",
            (-inf, 9),
            4,
            "what is left may be worth anything up to 9, since no lower bound is known.",
        ),
        (
            "[2,~[1,3]]",
            (-inf, inf),
            4,
            "what is left may be worth anything, since no bounds are known.",
        ),
        ("[~[1,3],2]", (0, 9), 2, "no value is known higher up yet."),
    ],
)
def test_why_no_outcome_can_be_left_out(
    tree: str,
    bounds: Interval,
    step: int,
    says: str,
) -> None:
    """That no value is known higher up is said only where it is so: MAX has 2, or 0, in the
    first two trees.
    """
    run = Run(
        Recipe(PositionSpec("tree", tree), SearchSpec("star1", options={"bounds": bounds}))
    ).finish()
    assert explain(run, step).endswith(f"No outcome can be left out here: {says}")


NUMBER = r"(≈? ?[−+]?[\d,.]+(?:/\d+)?|[+−]∞)"
BETTER = re.compile(
    rf"is worth (at most |at least )?{NUMBER}, (better|worse) for (MAX|MIN) than {NUMBER}(?: with|[,.:])"
)
MET = re.compile(rf"[(= ]{NUMBER} ([≤≥<>]) [αβ] = {NUMBER}\)")
SIGNS = {
    "≤": operator.le,
    "≥": operator.ge,
    "<": operator.lt,
    ">": operator.gt,
}


def read(text: str) -> float:
    """Return a number as a sentence writes it."""
    return parse_shown_number(text.replace(" ", ""), "it")


@MANY
def test_every_comparison_in_a_sentence_is_true(count: int) -> None:
    """What is called better or worse is so for who moves, bounds included, and a value that cuts
    meets its bound.
    """
    said = Counter[str]()
    for seed in range(min(count, 2_000)):
        tree = chance.random_tree(seed)
        run = searched(tree, "star1", **asked(seed, tree)[1])
        for step in range(1, run.trace.last_step + 1):
            words = explain(run, step)
            for bound, value, how, side, other in BETTER.findall(words):
                sign = 1 if side == "MAX" else -1

                assert (sign * read(value) > sign * read(other)) == (how == "better"), words
                assert bound == "" or (bound == "at least ") == (
                    (how == "better") == (side == "MAX")
                ), words
                said[how] += 1
            for value, compared, end in MET.findall(words):
                assert SIGNS[compared](read(value), read(end)), words
                said[compared] += 1

    assert {"better", "worse", "≤", "≥"} <= {*said}, said


@MANY
def test_expectiminimax_finds_the_mean(count: int) -> None:
    """Each node's value is the mean that a textbook's recursion finds."""
    for seed in range(count):
        tree = chance.random_tree(seed)
        trace = searched(tree, "expectiminimax").trace
        for row in range(len(trace)):
            assert trace.value(row) == float(true_value(at(tree, trace.path(row))))


@MANY
def test_expectimax_takes_the_mean_of_the_opponents_moves(count: int) -> None:
    """The side that is not to move at the root, MIN below chance, makes any of its moves with
    equal probability.
    """
    for seed in range(count):
        tree = chance.random_tree(seed)
        if isinstance(tree, Branch) and tree.mover == "min":
            opponent = "max"
        else:
            opponent = "min"

        assert searched(tree, "expectimax").trace.value(0) == float(true_value(tree, opponent))


def at(tree: Tree, path: chance.Path) -> Tree:
    """Return the node at a path."""
    for place in path:
        tree = tree.children[place]
    return tree


TWO = "[~[4,8],~[0,9]]"


@pytest.mark.parametrize(
    "bounds",
    [
        (0, 5),
        (5, 10),
        (8.5, 8.75),
    ],
)
def test_a_leaf_outside_of_the_bounds_is_refused_by_its_name(bounds: tuple[float, float]) -> None:
    """The sentence names the leaf and its value."""
    with pytest.raises(
        InputError, match=r"the leaf 1 [12] is worth [48], which is outside the bounds, .* to .*"
    ):
        Run(
            Recipe(PositionSpec("tree", TWO), SearchSpec("star1", options={"bounds": bounds}))
        ).finish()


@pytest.mark.parametrize(
    "name",
    [
        "minimax",
        "alpha-beta",
        "ordered-alpha-beta",
        "negamax",
        "pvs",
        "mtdf",
        "iterative-deepening",
    ],
)
def test_searches_without_chance_refuse_it(name: str) -> None:
    """They name the searches that can."""
    with pytest.raises(InputError, match="these can: expectimax expectiminimax mcts star1"):
        Run(Recipe(PositionSpec("tree", TWO), SearchSpec(name)))
