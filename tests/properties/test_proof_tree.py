"""Node types: a proof within what was visited, and exactly what alpha-beta visits when it tries
those moves first.
"""

from __future__ import annotations

import random
from collections.abc import Container
from math import inf

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.properties.test_quiescence import going_on, position_of
from tests.trees import (
    FULL,
    ORDERINGS,
    RULES,
    WINDOWS,
    Tree,
    Window,
    children,
    searched,
    size,
    trees,
)
from visualizer.apps.tui.scene import Scene
from visualizer.apps.tui.views import views
from visualizer.draw.picture.charts.overview_page import OverviewPage
from visualizer.draw.picture.page.options import PictureOptions
from visualizer.explaining.explanation.explainer import node_type_lines
from visualizer.explaining.measures.graph import graph
from visualizer.explaining.measures.proof_tree import (
    NodeType,
    minimum,
    node_types,
    proof_tree,
    proof_words,
)
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.trace.rows import MovePath

SEARCHES = ("minimax", "alpha-beta", "negamax", "pvs")

LEAVES_OUT_THE_BETTER = "A(B(D(H(3,17),I(2,12)),E(J(15),K(25,0))),C(F(L(2,5),M(3)),G(N(2,14))))"
"""A tree of which 15 nodes prove the value, and alpha-beta from left to right visits 17."""


def marked(run: Run) -> dict[MovePath, NodeType]:
    """Return the types of a run's nodes by their paths."""
    found = proof_tree(run.trace)
    assert found is not None
    return {run.path(row): kind for row, kind in found.types.items()}


def visited(
    tree: Tree,
    maximizing: bool,
    first: Container[MovePath],
    window: Window = FULL,
    rule: str = ">=",
) -> set[MovePath]:
    """Return the paths that alpha-beta, written apart, visits if it tries some nodes before
    their siblings.
    """
    seen: set[MovePath] = set()

    def search(
        node: Tree,
        mine: bool,
        path: MovePath,
        alpha: float,
        beta: float,
    ) -> float:
        seen.add(path)
        below = children(node)
        if not isinstance(node, list):
            return node
        best = -inf if mine else inf
        places = sorted(range(len(below)), key=lambda place: (*path, place) not in first)
        for place in places:
            value = search(below[place], not mine, (*path, place), alpha, beta)
            if mine:
                best = max(best, value)
            else:
                best = min(best, value)
            if mine:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if alpha > beta or (alpha == beta and rule == ">="):
                break
        return best

    search(tree, maximizing, (), *window)
    return seen


class Drawn:
    """Contains a random half of all paths, the same ones for a seed."""

    def __init__(self, seed: int) -> None:
        """Draw anew."""
        self.seed = seed

    def __contains__(self, path: object) -> bool:
        """Return whether a path was drawn."""
        return random.Random(f"{self.seed} {path}").random() < 0.5


@given(
    trees(),
    st.booleans(),
    st.sampled_from(SEARCHES),
    st.sampled_from(ORDERINGS),
    st.integers(0, 99),
)
@settings(max_examples=250)
def test_tried_first_they_are_what_alpha_beta_visits(
    tree: Tree, maximizing: bool, algorithm: str, ordering: str, seed: int
) -> None:
    """Alpha-beta that tries PV nodes first, then at a cut node the marked child, visits the
    marked nodes.
    """
    types = marked(
        searched(
            tree,
            maximizing,
            algorithm=algorithm,
            ordering=ordering,
            seed=seed,
        )
    )
    first = {path for path, kind in types.items() if kind is NodeType.PV}
    first |= {path for path in types if path and types[path[:-1]] is NodeType.CUT}

    assert visited(tree, maximizing, first) == {*types}


@given(trees(), st.booleans())
@settings(max_examples=150)
def test_of_the_whole_tree_it_is_the_minimum(tree: Tree, maximizing: bool) -> None:
    """What minimax has visited is all there is, so its smallest proof is the least that any
    order can visit.
    """
    trace = searched(tree, maximizing, algorithm="minimax").trace
    least = minimum(trace)
    found = proof_tree(trace)

    assert least is not None
    assert found is not None
    assert len(found.types) == least.nodes


@given(trees(), st.booleans(), st.sampled_from(SEARCHES), st.sampled_from(ORDERINGS))
@settings(max_examples=150)
def test_no_order_is_said_to_be_better_only_where_none_is(
    tree: Tree, maximizing: bool, algorithm: str, ordering: str
) -> None:
    """That no order saves a node is said where the least of the whole tree is what was visited."""
    least = minimum(searched(tree, maximizing, algorithm="minimax").trace)
    run = searched(
        tree,
        maximizing,
        algorithm=algorithm,
        ordering=ordering,
    )
    found = proof_tree(run.trace)

    assert least is not None
    assert found is not None
    assert "no order" not in proof_words(found) or least.nodes == len(run.trace)
    assert found.has_unvisited == (
        size(tree) > len({run.path(row) for row in range(len(run.trace))})
    )


@given(
    trees(plies=4, widest=3),
    st.booleans(),
    st.sampled_from(ORDERINGS),
    WINDOWS,
    st.sampled_from(RULES),
)
@settings(max_examples=150)
def test_what_another_order_saves_is_so_with_every_window(
    tree: Tree, maximizing: bool, ordering: str, window: Window, rule: str
) -> None:
    """What is said to be saved alpha-beta saves in that window, and where no order saves a node
    none of 60 does.
    """
    run = searched(
        tree,
        maximizing,
        ordering=ordering,
        window=window,
        cut=rule,
    )
    types = marked(run)
    found = proof_tree(run.trace)

    assert found is not None
    said = proof_words(found)
    if "that tries them first" in said:
        first = {path for path, kind in types.items() if kind is NodeType.PV}
        first |= {path for path in types if path and types[path[:-1]] is NodeType.CUT}
        seen = visited(tree, maximizing, first, window)
        assert seen == {*types}
        assert said.endswith(f"saves {len(run.trace) - len(seen):,}")
    if "no order" in said:
        fewest = min(
            len(visited(tree, maximizing, Drawn(seed), window, rule)) for seed in range(60)
        )
        assert fewest >= len(run.trace)
    value = run.trace.value(0)
    low, high = window
    assert ("prove the bound" in said) <= (value <= low or value >= high)


def test_a_move_that_was_left_out_may_need_fewer() -> None:
    """With the second child of C first, 15 nodes do: the 17 that were visited are not said to be
    the least.
    """
    run = Run(Recipe(PositionSpec("tree", LEAVES_OUT_THE_BETTER))).finish()
    first = next(node_type_lines(run))

    assert first == (
        "All 17 nodes visited are needed (5 PV, 7 cut, 5 all); with a move that the search "
        "left out, fewer might do."
    )


@given(trees(), st.booleans(), st.sampled_from(ORDERINGS))
@settings(max_examples=150)
def test_the_types_are_those_of_knuth_and_moore(
    tree: Tree, maximizing: bool, ordering: str
) -> None:
    """A PV node has one PV child and else cut nodes, a cut node one all node, an all node cut
    nodes alone.
    """
    types = marked(searched(tree, maximizing, ordering=ordering))

    assert types[()] is NodeType.PV
    for path, kind in types.items():
        below = [child for other, child in types.items() if other[:-1] == path and other]
        if not below:
            continue
        if kind is NodeType.PV:
            assert sorted(below) == [NodeType.PV] + [NodeType.CUT] * (len(below) - 1)
        elif kind is NodeType.CUT:
            assert below == [NodeType.ALL]
        else:
            assert {*below} == {NodeType.CUT}


@pytest.mark.parametrize("game", ["connect-four", "italian-draughts"])
@pytest.mark.parametrize("seed", [1, 2])
def test_quiescence_has_a_proof_too(game: str, seed: int) -> None:
    """With standing pat, too, the marked nodes are a tree from the root within what was visited."""
    run = going_on(position_of(game, seed), "alpha-beta", 2, 3)
    types = marked(run)

    assert 1 < len(types) <= len(run.trace)
    assert all(path[:-1] in types for path in types if path)


def test_where_it_does_not_apply_there_is_none() -> None:
    """Chance, random games, bounds narrowed in passes and a table's answers have no node types."""
    for where, search in (
        (PositionSpec("tree", "[~[4,8],~[0,9]]"), SearchSpec("star1")),
        (PositionSpec("tictactoe"), SearchSpec("mcts", options={"iterations": 20})),
        (PositionSpec("tree"), SearchSpec("mtdf")),
        (PositionSpec("tictactoe"), SearchSpec(depth=4, options={"table": True})),
    ):
        assert proof_tree(Run(Recipe(where, search)).finish().trace) is None


def test_types_are_in_all_views_and_files() -> None:
    """Tree, columns, overview, its picture, data and sentences mark the same nodes, where that
    is asked.
    """
    run = Run(Recipe(PositionSpec("tree", "aima-5.2"))).finish()
    types = {node: kind.word for node, kind in node_types(run.trace).items()}
    for kinds in (False, True):
        scene = Scene(run, run.trace.last_step, shows_node_types=kinds)
        for name, view in views().items():
            text = "\n".join(
                "".join(words for words, _ in line) for line in view.draw(scene, 110, 30).lines
            )

            assert [word in text for word in ("PV", "cut█", "all")] == [
                kinds
            ] * 3 or name != "overview"
            assert (" PV" in text or "PV█" in text) == kinds, name
        found = {
            node: data.get("node_type") for node, data in graph(run, kinds=kinds).nodes(data=True)
        }

        assert {node: kind for node, kind in found.items() if kind} == (types if kinds else {})
        assert ("proof" in graph(run, kinds=kinds).graph) == kinds
        labels = (
            OverviewPage(run, PictureOptions(view="overview", kinds=kinds))
            .frame(run.trace.last_step)
            .labels
        )
        marks = sorted(
            label.text.split()[-1]
            for label in labels
            if label.text.split()[-1] in ("PV", "cut", "all")
        )
        assert marks == (sorted(types.values()) if kinds else [])
    first, *lists = node_type_lines(run)

    assert first == (
        "9 of 11 nodes prove the value (3 PV, 4 cut, 2 all): alpha-beta that tries them "
        "first saves 2."
    )
    assert lists == ["PV: the root, B, b1.", "cut: b2, b3, C, D.", "all: c1, d3."]
