"""Each kind of fact in English, at length and in short: the sentences, letter by letter."""

from typing import Any

import pytest

from tests.trees import AIMA, searched
from visualizer.explaining.explanation.explainer import (
    NOTHING_VISITED,
    describe_node,
    explain_step,
    summarize_step,
)
from visualizer.explaining.explanation.naming import Naming
from visualizer.searching.recipe import PositionSpec, Recipe
from visualizer.searching.run import Run
from visualizer.trace.tree_at_step import TreeAtStep

PVS, MTDF, MCTS = ({"algorithm": name} for name in ("pvs", "mtdf", "mcts"))
AT_C = "MIN's c1 is already worth 2, and"
SKIPPED = "MIN's 2 other branches there are skipped."
STEPS: list[tuple[dict[str, Any], int, str]] = [
    ({}, 0, NOTHING_VISITED),
    ({}, 1, "The search begins: MAX to move, 3 branches."),
    ({}, 3, "MIN tries b1 (move 1 of 3): a leaf."),
    ({}, 4, "b1 is worth 3, the first value for MIN: β falls from +∞ to 3."),
    ({}, 6, "b2 is worth 12, worse for MIN than 3 with b1: nothing changes."),
    (
        {},
        10,
        "MAX tries a2 (move 2 of 3): MIN has 3 branches. A value of 3 or less would cut here.",
    ),
    (
        {"cut": ">"},
        10,
        "MAX tries a2 (move 2 of 3): MIN has 3 branches. A value of less than 3 would cut here.",
    ),
    (
        {},
        12,
        (
            f"Cut at C (a2): {AT_C} MAX can have 3 with a1 instead, so MAX will not choose a2. "
            f"{SKIPPED} (2 ≤ α = 3)"
        ),
    ),
    ({}, 18, "d2 is worth 5, better for MIN than 14 with d1: β falls from 14 to 5."),
    (
        {},
        20,
        (
            "d3 is worth 2, better for MIN than 5 with d2: β falls from 5 to 2. "
            "The window has closed (α 3 ≥ β 2), but nothing is left to prune."
        ),
    ),
    (
        {},
        22,
        (
            "Finished: MAX's best is a1, worth 3; best line a1 b1. 11 nodes visited, 7 of them "
            "leaves; 2 pruned."
        ),
    ),
    (
        {"max_nodes": 6},
        11,
        "The search was stopped here, in C: the limit of 6 nodes was reached (--max-nodes).",
    ),
    (
        {"depth": 1},
        3,
        (
            "At the depth limit, B counts as 0 (no value is written there), the first value "
            "for MAX: "
            "α rises from −∞ to 0."
        ),
    ),
    (
        {"depth": 1},
        8,
        (
            "Finished: MAX's best is a1, worth 0 (inner nodes at the depth limit have no "
            "value and count "
            "as 0); best line a1. 4 nodes visited, 3 of them leaves; 0 pruned."
        ),
    ),
    (
        {"window": (4, 9)},
        9,
        "C is worth at most 2; MAX has nothing better than 3 so far: nothing changes.",
    ),
    (
        PVS,
        10,
        (
            "MAX tries a2 (move 2 of 3): is the value more than 3? MIN has 3 branches. "
            "A value of 3 or less would cut here."
        ),
    ),
    (
        PVS,
        13,
        (
            "Is the value more than 3? No. C is worth at most 2, worse for MAX than 3 with a1: "
            "nothing changes."
        ),
    ),
    (
        MTDF,
        1,
        (
            "Pass f = 0 begins: is the value at least 0? MAX to move, 3 branches. "
            "A value of 0 or more would cut here."
        ),
    ),
    (
        MTDF,
        9,
        (
            "Cut at the root: MAX's a1 is already worth 3, and this pass only asks: is the "
            "value at least 0? Yes. "
            "MAX's 2 other branches there are skipped. (3 ≥ β = 0)"
        ),
    ),
    (
        MTDF,
        10,
        (
            "Is the value at least 0? Yes. Pass f = 0 is finished: MAX's best is a1, worth "
            "at least 3; best line "
            "a1 b1. The lower bound is now 3, the upper bound +∞. 5 nodes visited, 3 of them "
            "leaves; 2 pruned."
        ),
    ),
    (MCTS, 2, "MAX tries a1 (move 1 of 3): it is new, so a random game is played from here."),
    (
        MCTS,
        3,
        (
            "A random game from B takes 1 branch. It ends with 3, which counts as −0.83 for MAX "
            "(2 counts as −1, 14 as 1)."
        ),
    ),
    (MCTS, 4, "Iteration 1 is finished: only a1 has been visited (1 game, −0.83 for MAX)."),
    (MCTS, 20, "MAX tries a3 again (1.00 + 1.18 = 2.18, more than a2's 1.33): MIN has 3 branches."),
    (
        MCTS,
        22,
        "d2 is 5, which counts as +0.50 for MIN (14 counts as −1, 2 as 1): 1 game, +0.50 for MIN.",
    ),
]
"""A search of figure 5.2 of AIMA, a step, and what is said of it."""


def naming_at(search: dict[str, Any], step: int) -> Naming:
    """Return what names nodes at a step of a search of figure 5.2."""
    run = searched(AIMA, **search)
    return Naming(run, TreeAtStep(run.trace, step))


@pytest.mark.parametrize(("search", "step", "said"), STEPS)
def test_what_happens_in_a_step(search: dict[str, Any], step: int, said: str) -> None:
    """Of what happens in a step this is said, and in short the first sentence of it, but for
    cuts.
    """
    at = naming_at(search, step)

    assert explain_step(at) == said
    if not said.startswith("Cut"):
        assert summarize_step(at) == said.partition(". ")[0]


def test_a_search_of_one_leaf() -> None:
    """A written leaf at the root is called a leaf once."""
    run = Run(Recipe(PositionSpec("tree", moves="2 1"))).finish()
    assert explain_step(Naming(run, TreeAtStep(run.trace, 1))) == "The root is a leaf."


@pytest.mark.parametrize(
    ("search", "step", "said"),
    [
        ({}, 12, "Cut: MIN can hold MAX to 2 here; MAX already has 3 with a1"),
        (MTDF, 9, "Cut: MAX can get 3 here. Is the value at least 0? Yes."),
    ],
)
def test_a_cut_in_short(search: dict[str, Any], step: int, said: str) -> None:
    """A lecture's sentence on a cut can be read from the last row."""
    assert summarize_step(naming_at(search, step)) == said


@pytest.mark.parametrize(
    ("step", "path", "said"),
    [
        (
            8,
            (),
            "The root is open: no value yet. Nothing can cut the root: MIN has nothing above it.",
        ),
        (8, (0, 1), "b2 is worth 12."),
        (11, (1, 0), "c1 is a leaf: no value yet."),
        (
            18,
            (2,),
            (
                "D is open: at most 5 so far. A value of 3 or less would close the window, but "
                "prune nothing."
            ),
        ),
    ],
)
def test_what_is_known_of_a_node(step: int, path: tuple[int, ...], said: str) -> None:
    """Of a node this is said at a step, whatever happens in it."""
    at = naming_at({}, step)
    node = at.tree.node_at(path)

    assert node is not None
    assert describe_node(at, node) == said
