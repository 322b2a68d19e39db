"""Challenges for a tree to play with: each can be met on that very tree, and each try is judged
as it is.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from fractions import Fraction

import pytest

from games.tree import editing
from games.tree.notation import Node
from tests.oracles import chance
from tests.oracles.chance import Branch
from tests.oracles.chance import Tree as OracleTree
from tests.oracles.trees import Seen, alpha_beta, count_orders, orders
from tests.trees import AIMA, Tree, notation, random_tree, searched
from visualizer.explaining.explanation.facts.what_if import (
    search_of_edited_tree,
    unchanged_value_range,
    written_tree_of,
)
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.support.errors import InputError
from visualizer.teach.tree_editing import (
    CHALLENGE_KINDS,
    Challenge,
    find_challenge,
    judge_challenge,
    next_challenge,
)


def nested(node: Node) -> Tree:
    """Return a tree as nested lists."""
    return [nested(child) for child in node.children] or int(node.value)


def is_brought_about(wanted: str, seen: Seen) -> bool:
    """Say whether a search by the textbook has what a challenge asks for."""
    few = re.search(r"only (\d+) lea", wanted)
    if few is not None:
        return len(seen.leaves) <= int(few[1])
    if "deep cut" in wanted:
        return seen.deep > 0
    return "nothing is cut" in wanted and seen.cutoffs == 0


def leaves_in(tree: Tree) -> list[int]:
    """Return the leaves from left to right."""
    if isinstance(tree, list):
        return [leaf for child in tree for leaf in leaves_in(child)]
    return [tree]


def bare(tree: Tree) -> Tree:
    """Return the form of a tree, without the values."""
    if isinstance(tree, list):
        return [bare(child) for child in tree]
    return 0


def some_runs(count: int) -> list[tuple[Tree, bool, str, Run]]:
    """Return searches of random trees with ties, of three and four plies, with either player at
    the root.
    """
    found = []
    for seed in range(count):
        tree: Tree = [
            random_tree(5 * seed + child, 2 + seed % 2, 3, -3, 6) for child in range(2 + seed % 2)
        ]
        maximizing = seed % 3 > 0
        cut = ">" if seed % 5 == 0 else ">="
        found.append(
            (
                tree,
                maximizing,
                cut,
                searched(
                    tree,
                    maximizing,
                    algorithm="alpha-beta",
                    cut=cut,
                ),
            )
        )
    return found


@pytest.mark.parametrize("count", [14, pytest.param(200, marks=pytest.mark.slow)])
def test_each_challenge_can_be_met_on_this_very_tree(count: int) -> None:
    """A search by the textbook sees it in the solution and not before, and the solution changes
    only what may be.
    """
    kinds = Counter[int]()
    for tree, maximizing, cut, run in some_runs(count):
        for kind in range(len(CHALLENGE_KINDS)):
            found = find_challenge(run, kind)
            if found is None:
                continue
            kinds[kind] += 1
            solution = nested(found.solution)

            assert not is_brought_about(found.wanted, alpha_beta(tree, maximizing, cut))
            assert is_brought_about(found.wanted, alpha_beta(solution, maximizing, cut))
            assert not found.is_met(run)
            assert found.is_met(search_of_edited_tree(run, found.solution))
            if found.wanted.startswith("Reorder") and count_orders(tree) < 2000:
                assert solution in [*orders(tree)]
            elif found.wanted.startswith("Change one leaf"):
                assert bare(solution) == bare(tree)
                assert (
                    sum(
                        one != other
                        for one, other in zip(leaves_in(tree), leaves_in(solution), strict=True)
                    )
                    == 1
                )
            elif found.wanted.startswith("Make"):
                assert bare(solution) == bare(tree)

    assert len(kinds) == len(CHALLENGE_KINDS)


def oracle_tree(node: Node) -> OracleTree:
    """Return a tree as the reference for chance takes it."""
    if not node.children:
        return Fraction(str(node.value))
    children = [*map(oracle_tree, node.children)]
    return Branch(
        "~" if node.chance else "max" if node.maximizing else "min",
        children,
        [*(node.probabilities() or ())],
    )


@pytest.mark.parametrize("count", [12, pytest.param(400, marks=pytest.mark.slow)])
def test_challenges_with_chance_can_be_met(count: int) -> None:
    """The reference sees in the solution what is asked for, and not before; no probability and
    no mover is changed.
    """
    kinds = Counter[int]()
    for seed in range(count):
        tree = chance.random_tree(seed, plies=3)
        if not isinstance(tree, Branch):
            continue
        recipe = Recipe(
            PositionSpec("tree", chance.written(tree)),
            SearchSpec("star1", options={"bounds": (-1, 4)}),
        )
        run = Run(recipe).finish()
        for kind in range(len(CHALLENGE_KINDS)) if run.has_chance else ():
            found = find_challenge(run, kind)
            if found is None:
                continue
            kinds[kind] += 1
            trees = (oracle_tree(each) for each in (written_tree_of(run), found.solution))
            before, after = (
                chance.star1(each, limits=(Fraction(-1), Fraction(4))) for each in trees
            )

            assert not is_seen(found.wanted, before)
            assert is_seen(found.wanted, after)
            assert not found.is_met(run)
            assert found.is_met(search_of_edited_tree(run, found.solution))
            assert sorted(chance.leaves(oracle_tree(found.solution))) == sorted(
                chance.leaves(tree)
            ) or kind in (1, 4)

    assert {*kinds} == {0, 1, 3, 4}


def is_seen(wanted: str, root: chance.Visit) -> bool:
    """Say whether a search by the reference has what a challenge asks for."""
    few = re.search(r"only (\d+) lea", wanted)
    visited = sum(not isinstance(each.tree, Branch) for each in root.all)
    if few:
        return visited <= int(few[1])
    return not any(each.cut for each in root.all)


def test_an_outcome_keeps_its_probability() -> None:
    """Outcomes may be exchanged with their probabilities, but a probability that is changed is
    no other order.
    """
    where = PositionSpec("tree", "[~[0, 9], ~[1/4: 4, 3/4: 8]]")
    run = Run(Recipe(where, SearchSpec("star1", options={"bounds": (0, 10)}))).finish()
    found = next_challenge(run)
    leaf = find_challenge(run, 4)
    root = written_tree_of(run)

    assert leaf is not None
    assert found.wanted.startswith("Reorder until only ")
    assert found.is_allowed(
        search_of_edited_tree(run, editing.with_siblings_swapped(root, (1, 0), 1))
    )
    other = search_of_edited_tree(run, editing.with_probability(root, (1, 0), Fraction(1, 2)))
    assert not found.is_allowed(other)
    assert not leaf.is_allowed(other)


def aima() -> Run:
    """Return a search of the book's tree, without its names."""
    return searched(AIMA, algorithm="alpha-beta")


def test_every_order_is_judged_as_the_textbook_judges_it() -> None:
    """Of all orders of a tree, those are right that visit as few leaves, and nothing but order
    is accepted.
    """
    run = aima()
    found = next_challenge(run)

    assert found.wanted == "Reorder until only 5 leaves are visited."
    dice = random.Random(1)
    every = [*orders(AIMA)]
    assert len(every) == 6**4
    met = 0
    for tree in dice.sample(every, 120):
        other = searched(tree, algorithm="alpha-beta")

        assert found.is_met(other) == (len(alpha_beta(tree).leaves) <= 5)
        met += found.is_met(other)
    assert met > 1
    best = found.solution
    for changed in (
        editing.with_leaf_value(best, (0, 0), 2),
        editing.with_leaf(best, (2,)),
        editing.without_branch(best, (2, 2)),
    ):
        other = search_of_edited_tree(run, changed)

        assert not found.is_met(other)
        assert judge_challenge(found, other).endswith(
            "Change only the order for this; <take_back> takes a change back."
        )
    assert (
        judge_challenge(found, search_of_edited_tree(run, best))
        == "Reorder until only 5 leaves are visited. Done."
    )


def test_one_leaf_is_one_leaf() -> None:
    """Any value that does it is right; a second leaf, another order or a branch more is not."""
    run = aima()
    found = next_challenge(run, next_challenge(run))
    root = written_tree_of(run)

    assert found.wanted == "Change one leaf so that nothing is cut."
    for path, value in (
        ((1, 0), 4),
        ((1, 0), 99),
        ((0, 0), 1),
    ):
        assert found.is_met(search_of_edited_tree(run, editing.with_leaf_value(root, path, value)))
    assert not found.is_met(search_of_edited_tree(run, editing.with_leaf_value(root, (1, 0), 3)))
    two = editing.with_leaf_value(editing.with_leaf_value(root, (1, 0), 4), (2, 2), 3)
    for other in (
        two,
        editing.with_siblings_swapped(editing.with_leaf_value(root, (1, 0), 4), (0, 0), 1),
        editing.with_leaf(two, ()),
    ):
        assert judge_challenge(found, search_of_edited_tree(run, other)).endswith(
            "Change only one leaf for this; <take_back> takes a change back."
        )


def test_challenges_follow_each_other() -> None:
    """There is a next one for the tree as it has become, and never one that is met already."""
    found: Challenge | None
    run = aima()
    found = None
    seen = list[str]()
    for step in range(8):
        found = next_challenge(run, found)

        assert not found.is_met(run)
        seen.append(found.wanted)
        if step % 2:
            run = search_of_edited_tree(run, found.solution)

    assert len({*seen}) > 3


@pytest.mark.parametrize(
    ("tree", "search", "words"),
    [
        (notation(AIMA), SearchSpec("minimax"), "challenges are about cuts"),
        ("[~[1/2: 4, 1/2: 8], ~[0, 9]]", SearchSpec("expectiminimax"), "need a search that cuts"),
        (
            repr([[*range(9)]] * 8),
            SearchSpec("alpha-beta"),
            "a tree of at most 64 leaves and 20 plies",
        ),
        (
            "[" * 21 + "1" + "]" * 21,
            SearchSpec("alpha-beta"),
            "a tree of at most 64 leaves and 20 plies",
        ),
        (
            "[1,2]",
            SearchSpec("alpha-beta"),
            "no challenge was found for this tree; change it first",
        ),
    ],
)
def test_where_none_is_set_it_is_said(tree: str, search: SearchSpec, words: str) -> None:
    """Searches that cut nothing, a tree too large to be tried, and one in which there is nothing
    to do.
    """
    run = Run(Recipe(PositionSpec("tree", tree), search)).finish()
    with pytest.raises(InputError, match=words):
        next_challenge(run)


def test_where_values_are_added_up_no_threshold_is_told() -> None:
    """With chance, and for means of random games, it is not by comparing leaves that cuts come
    and go.
    """
    for search in (SearchSpec("star1", options={"bounds": (0, 10)}), SearchSpec("mcts")):
        if search.algorithm == "star1":
            tree = "[~[1/2: 4, 1/2: 8], ~[0, 9]]"
        else:
            tree = notation(AIMA)
        assert (
            unchanged_value_range(Run(Recipe(PositionSpec("tree", tree), search)).finish(), (0, 0))
            is None
        )
