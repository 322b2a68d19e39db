"""The least that any order can visit: against all orders, one by one, and against Knuth and
Moore's formula.
"""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.oracles.trees import count_orders, minimax, negamax_alpha_beta, orders
from tests.trees import ORDERINGS, Tree, prepared, searched, trees, uniform
from visualizer.explaining.measures.proof_tree import Minimum, knuth_moore_leaves, minimum
from visualizer.searching.run import Run
from visualizer.trace.rows import READ_LEAF_KINDS

SMALL = trees(plies=4, widest=3).filter(lambda tree: 1 < count_orders(tree) <= 1500)


def least(tree: Tree, maximizing: bool = True, depth: int | str = "all") -> Minimum:
    """Return what the code under test says."""
    found = minimum(
        searched(
            tree,
            maximizing,
            algorithm="minimax",
            depth=depth,
        ).trace
    )
    assert found is not None
    return found


def visited(run: Run) -> Minimum:
    """Return what a search visited."""
    return Minimum(sum(row.kind in READ_LEAF_KINDS for row in run.trace), len(run.trace))


@given(SMALL, st.booleans())
@settings(max_examples=250)
def test_minimum_is_brute_force(tree: Tree, maximizing: bool) -> None:
    """Of all orders of all nodes, none visits fewer leaves or fewer nodes, and one visits as
    few.
    """
    found = [negamax_alpha_beta(order, maximizing) for order in orders(tree)]

    assert {visits.value for visits in found} == {minimax(tree, maximizing)}
    fewest = Minimum(
        min(len(visits.leaves) for visits in found), min(len(visits.nodes) for visits in found)
    )
    assert least(tree, maximizing) == fewest


@given(trees(), st.booleans(), st.just("all") | st.integers(1, 4), st.integers(0, 99))
@settings(max_examples=150)
def test_no_ordering_beats_the_minimum(
    tree: Tree, maximizing: bool, depth: int | str, seed: int
) -> None:
    """No ordering visits fewer, soft or hard, at any depth."""
    floor = least(tree, maximizing, depth)
    for ordering in ORDERINGS:
        run = visited(
            searched(
                tree,
                maximizing,
                ordering=ordering,
                depth=depth,
                seed=seed,
            )
        )

        assert run.leaves >= floor.leaves
        assert run.nodes >= floor.nodes


@pytest.mark.parametrize(
    ("branching", "plies"),
    [
        (1, 3),
        (2, 1),
        (2, 4),
        (2, 5),
        (3, 3),
        (3, 4),
        (4, 3),
        (5, 2),
    ],
)
def test_knuth_and_moore(branching: int, plies: int) -> None:
    """A uniform tree of equal leaves is in best order already: b^⌈d/2⌉ + b^⌊d/2⌋ − 1 leaves."""
    tree = uniform(branching, plies)
    formula = branching ** -(-plies // 2) + branching ** (plies // 2) - 1

    assert visited(searched(tree)).leaves == formula
    assert least(tree).leaves == formula
    assert knuth_moore_leaves(branching, plies) == formula


def test_no_minimum_of_what_is_not_a_whole_minimax() -> None:
    """A trace that was stopped, is empty, or has cutoffs gives none."""
    tree: Tree = [
        [3, 12, 8],
        [2, 4, 6],
        [14, 5, 2],
    ]

    assert minimum(prepared(tree).trace) is None
    assert minimum(searched(tree).trace) is None
    assert minimum(searched(tree, algorithm="minimax", max_nodes=5).trace) is None
