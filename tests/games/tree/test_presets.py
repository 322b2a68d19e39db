"""The preset trees: what every search does on them, against a data file, an own oracle and
published answers.
"""

import json
from dataclasses import replace
from functools import cache
from math import isclose
from pathlib import Path
from typing import Any

import pytest

from games import Preset
from games.tree import GAME
from games.tree.notation import Node, parse_tree
from tests.few import one_in
from tests.oracles.trees import Seen, alpha_beta, minimax
from visualizer.explaining.measures.proof_tree import knuth_moore_leaves, minimum
from visualizer.explaining.measures.summary import summary, visited_leaves
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run

DATA = Path(__file__).parents[2] / "data" / "trees" / "presets.json"
TREES: dict[str, Any] = json.loads(DATA.read_text(encoding="utf-8"))["trees"]
PRESETS = {
    preset.name: preset for preset in GAME.presets if not GAME.chance(GAME.read(preset.text, {}))
}
"""Those without chance."""
WITH_CHANCE = {preset.name: preset for preset in GAME.presets if preset.name not in PRESETS}
CUTS = (">=", ">")

AUTOGRADER = {
    "cs188-lecture-6": "A B C D E F G H max min1 min2 min3",
    "cs188-tied-root": "A B C max min1 min2",
    "cs188-decimals": "A B C D E F G Z a b1 b2 c1 c2 cx d1 d2 d3 d4 dx",
    "cs188-four-plies": "A B C D E F I K a b1 b2 c1 c2 c3 d1 d2 d3 d5 d6",
}
"""What Berkeley's own solution files say that alpha-beta, which cuts at > there, must have
generated.
"""

BEST_MOVES = {
    "aima-5.2": "1",
    "cs188-lecture-6": "min2",
    "cs188-tied-root": "min1",
    "cs188-decimals": "b2",
    "cs188-four-plies": "b1",
    "wikipedia": "2",
    "mit-lab-1": "I",
    "mit-lab-2": "B",
    "mit-lab-3": "B",
    "millington-funge": "1",
}
"""The moves that the sources give as the right ones."""

DEEP = {
    "cs188-four-plies": 2,
    "ucla-cs161": 1,
    "mit-lab-3": 1,
    "cmu-15150-big": 1,
    "millington-funge": 2,
}
"""How many cutoffs come from a bound that was set above the parent; no other preset has any."""

every_preset = pytest.mark.parametrize("name", PRESETS)


@cache
def run(name: str, algorithm: str = "alpha-beta", **options: str) -> Run:
    """Search a preset to its end with the program, in natural order if `options` name no
    ordering.
    """
    search = replace(SearchSpec(algorithm, "natural"), **options)  # type: ignore[arg-type]  # these are words
    return Run(Recipe(PositionSpec("tree", name), search)).finish()


def nested(node: Node) -> Any:
    """Return the lists that a parsed tree stands for."""
    if node.children:
        return [nested(child) for child in node.children]
    return node.value


def leaf_numbers(tree: Node) -> dict[tuple[str, ...], int]:
    """Number a tree's leaves from 1, left to right, each under the moves that lead to it."""
    paths: list[tuple[str, ...]] = []

    def walk(node: Node, path: tuple[str, ...]) -> None:
        for place, child in enumerate(node.children, 1):
            walk(child, (*path, child.own_name or str(place)))
        if not node.children:
            paths.append(path)

    walk(tree, ())
    return {path: number for number, path in enumerate(paths, 1)}


def leaves(searched: Run, name: str) -> list[int]:
    """Return the numbers of the leaves that the program visited, in order."""
    numbers = leaf_numbers(parse_tree(PRESETS[name].text))
    return [numbers[tuple(path)] for path in visited_leaves(searched)]


def value_at(searched: Run, *path: int) -> float:
    """Return what the visit of the node at a path passed up."""
    trace = searched.trace
    return next(trace.value(row) for row in range(len(trace)) if searched.path(row) == path)


def test_there_are_enough_and_the_first_is_aima() -> None:
    """At least fourteen trees come from publications, at least two are said to be ours, and
    AIMA's comes first.
    """
    ours = [
        preset
        for preset in GAME.presets
        if "ours" in preset.source or "this program" in preset.source
    ]

    assert len(GAME.presets) - len(ours) >= 14
    assert len(ours) >= 2
    assert GAME.presets[0].name == "aima-5.2"
    assert len({preset.name for preset in GAME.presets}) == len(GAME.presets)


@pytest.mark.parametrize("preset", GAME.presets, ids=lambda preset: preset.name)
def test_every_preset_says_why_and_whence(preset: Preset) -> None:
    """Every preset has a sentence that fits on a line, a source, and its counts; its name can be
    typed.
    """
    assert 20 < len(preset.about) <= 110
    assert preset.about.isprintable()
    assert not preset.about.endswith(".")
    assert preset.source
    assert preset.counts
    assert preset.name == preset.name.lower()
    assert " " not in preset.name


def test_data_file_has_every_preset() -> None:
    """The data file and the presets name the same trees, in the same order."""
    assert list(TREES) == list(PRESETS)


@every_preset
def test_notation_means_the_tree_of_the_data_file(name: str) -> None:
    """The preset's text, read by the program, is the tree that the data file has as plain lists,
    and MAX begins.
    """
    tree = parse_tree(PRESETS[name].text)

    assert nested(tree) == TREES[name]["tree"]
    assert tree.maximizing


@every_preset
def test_oracle_agrees_with_data_file(name: str) -> None:
    """A textbook alpha-beta of a few lines finds what the data file says, under both cut rules."""
    entry = TREES[name]

    assert isclose(minimax(entry["tree"], True), entry["value"])
    for cut in CUTS:
        seen = alpha_beta(entry["tree"], cut=cut)

        assert seen.value == entry["value"]
        assert seen.nodes == entry[cut]["nodes"]
        assert seen.leaves == entry[cut]["leaves"]


@every_preset
def test_minimax_agrees_with_data_file(name: str) -> None:
    """The program's minimax visits every node once, and every leaf from left to right."""
    entry = TREES[name]
    found = summary(run(name, "minimax"))

    assert found["value"] == entry["value"]
    assert found["nodes"] == entry["nodes"]
    assert found["leaves"] == entry["leaves"]
    assert leaves(run(name, "minimax"), name) == list(range(1, entry["leaves"] + 1))


@every_preset
@pytest.mark.parametrize("cut", one_in(2, CUTS))
def test_alpha_beta_visits_the_leaves_of_the_data_file(name: str, cut: str) -> None:
    """The program's alpha-beta visits exactly the leaves of the data file, in that order, and
    finds the value.
    """
    entry = TREES[name]
    searched = run(name, cut=cut)
    found = summary(searched)

    assert leaves(searched, name) == entry[cut]["leaves"]
    assert found["value"] == entry["value"]
    assert found["nodes"] == entry[cut]["nodes"]


@every_preset
@pytest.mark.parametrize("ordering", one_in(4, ["natural", "reverse", "best", "worst"]))
def test_every_order_agrees_with_the_oracle(name: str, ordering: str) -> None:
    """In natural, reverse, best and worst order the program visits the oracle's leaves, and cuts
    as often.
    """
    for cut in CUTS:
        seen: Seen = alpha_beta(TREES[name]["tree"], cut=cut, order=ordering)
        searched = run(name, ordering=ordering, cut=cut)

        assert leaves(searched, name) == seen.leaves
        assert summary(searched)["cutoffs"] == seen.cutoffs


@every_preset
def test_fail_hard_visits_the_same_leaves(name: str) -> None:
    """Fail-hard and fail-soft differ in what inner nodes pass up, never in the leaves they visit
    or in the value.
    """
    hard = run(name, fail="hard")
    soft = run(name)

    assert leaves(hard, name) == leaves(soft, name)
    assert summary(hard)["value"] == summary(soft)["value"]


@every_preset
def test_counts_are_measured(name: str) -> None:
    """Every count that a preset states is what the program counts."""
    for what, count in PRESETS[name].counts.items():
        kind, _, difference = what.partition(", ")
        if kind == "value":
            assert summary(run(name, "minimax"))["value"] == count
            continue
        if difference == ">":
            changed = {"cut": difference}
        elif difference:
            changed = {"ordering": difference}
        else:
            changed = {}
        if kind.endswith(" value"):
            assert summary(run(name, kind.removesuffix(" value")))["value"] == count
            continue

        assert kind.endswith(" leaves")
        assert summary(run(name, kind.removesuffix(" leaves"), **changed))["leaves"] == count, what


@pytest.mark.parametrize("name", WITH_CHANCE)
def test_counts_with_chance_are_measured(name: str) -> None:
    """The value that a source gives, and the leaves that searches visit, without bounds."""
    for what, count in WITH_CHANCE[name].counts.items():
        kind, _, noun = what.rpartition(" ")
        found = summary(run(name, kind or "expectiminimax"))

        assert (found["value"] if noun == "value" else found["leaves"]) == count, what


def test_the_best_move_changes_though_the_order_of_the_leaves_does_not() -> None:
    """AIMA's pair: the leaves of both trees have the same order, and a1 is best in one, a2 in
    the other.
    """
    pair = ("aima-chance", "aima-chance-scaled")
    leaves = [
        [node.value for node in everything(parse_tree(WITH_CHANCE[name].text)) if not node.children]
        for name in pair
    ]
    ranks = [[sorted(each).index(leaf) for leaf in each] for each in leaves]

    assert ranks[0] == ranks[1]
    assert [summary(run(name, "star1"))["best_move"] for name in pair] == ["a1", "a2"]


def everything(node: Node) -> list[Node]:
    """Return a node and all below it."""
    return [node, *(below for child in node.children for below in everything(child))]


def test_where_expectimax_and_minimax_differ() -> None:
    """In two trees the best move against an opponent who moves at random is another."""
    for name, (one, other) in {"cs188-mean": ("1", "2"), "cs221-bins": ("B", "C")}.items():
        assert [summary(run(name, kind))["best_move"] for kind in ("minimax", "expectimax")] == [
            one,
            other,
        ]


@pytest.mark.parametrize(("name", "generated"), AUTOGRADER.items())
def test_berkeleys_autograder(name: str, generated: str) -> None:
    """With the cut > the program visits exactly the nodes that Berkeley's solution files list."""
    searched = run(name, cut=">")
    root = parse_tree(PRESETS[name].text).own_name
    visited = {
        (searched.names(searched.path(row)) or [root])[-1] for row in range(len(searched.trace))
    }

    assert visited == set(generated.split())


@pytest.mark.parametrize(("name", "move"), BEST_MOVES.items())
def test_published_best_moves(name: str, move: str) -> None:
    """Minimax and alpha-beta choose the move that the source gives."""
    for algorithm in ("minimax", "alpha-beta"):
        assert summary(run(name, algorithm))["best_move"] == move


def test_ucla_by_hand() -> None:
    """UCLA's notes come to 3 after six leaves: 3 and 17, 2, 15, 2, 3."""
    paths = leaf_numbers(parse_tree(PRESETS["ucla-cs161"].text))
    flat = [3, 17, 2, 12, 15, 25, 0, 2, 5, 3, 2, 14]

    assert len(paths) == len(flat)
    assert [flat[number - 1] for number in leaves(run("ucla-cs161"), "ucla-cs161")] == [
        3,
        17,
        2,
        15,
        2,
        3,
    ]


def test_millington_funge_as_counted_elsewhere() -> None:
    """The Java program bb4-games counts 30 moves for minimax and 18 for alpha-beta; a root makes
    one node more.
    """
    assert summary(run("millington-funge", "minimax"))["nodes"] == 31
    assert summary(run("millington-funge"))["nodes"] == 19


@every_preset
def test_deep_cutoffs_are_where_they_are_said_to_be(name: str) -> None:
    """Where a preset speaks of deep cutoffs, the bound was set above the parent, as often as it
    says.
    """
    assert alpha_beta(TREES[name]["tree"]).deep == DEEP.get(name, 0)
    assert "deep" not in PRESETS[name].about or name in DEEP


def test_fail_soft_against_fail_hard() -> None:
    """Winston's second branch passes up 1 or 2, and the branch that 15 refutes at UCLA 15 or 3."""
    assert value_at(run("winston"), 1) == 1
    assert value_at(run("winston", fail="hard"), 1) == 2
    assert value_at(run("ucla-cs161"), 0, 1) == 15
    assert value_at(run("ucla-cs161", fail="hard"), 0, 1) == 3


def test_tied_root() -> None:
    """With >= the second branch seems worth 10, with > it is seen to be worth 0."""
    assert value_at(run("cs188-tied-root"), 1) == 10
    assert value_at(run("cs188-tied-root", cut=">"), 1) == 0


def test_quiz_2_has_a_cutoff_of_each_kind() -> None:
    """One of the two cutoffs of quiz 2 is at a MAX node, the other at a MIN node."""
    trace = run("cs188-quiz-2").trace
    assert sorted(trace.maximizing(row) for row in trace.cuts) == [False, True]


def test_mit_trees_are_mirrors() -> None:
    """The second tree of the MIT lab is the first from right to left, so that reverse order
    swaps their counts.
    """

    def mirrored(tree: Any) -> Any:
        if isinstance(tree, list):
            return [mirrored(child) for child in reversed(tree)]
        return tree

    assert TREES["mit-lab-2"]["tree"] == mirrored(TREES["mit-lab-1"]["tree"])


def test_knuth_moore_is_minimal() -> None:
    """The perfectly ordered tree needs b^⌈d/2⌉ + b^⌊d/2⌋ − 1 = 11 leaves, in natural and in best
    order.
    """
    least = minimum(run("knuth-moore", "minimax").trace)

    assert least is not None
    assert (
        least.leaves
        == knuth_moore_leaves(3, 3)
        == len(leaves(run("knuth-moore"), "knuth-moore"))
        == 11
    )
    assert leaves(run("knuth-moore", ordering="best"), "knuth-moore") == leaves(
        run("knuth-moore"), "knuth-moore"
    )


@pytest.mark.parametrize("name", ["geeksforgeeks-alpha-beta", "best-is-not-least"])
def test_natural_order_is_minimal(name: str) -> None:
    """Of these two trees natural order visits as few leaves as any order can."""
    least = minimum(run(name, "minimax").trace)

    assert least is not None
    assert least.leaves == len(leaves(run(name), name))


def test_nothing_is_cut_where_nothing_may_be() -> None:
    """The tree made against programs that cut too much has no cutoff under any rule or order."""
    for ordering in ("natural", "reverse", "best", "worst"):
        for cut in CUTS:
            assert summary(run("no-cutoff", ordering=ordering, cut=cut))["cutoffs"] == 0
