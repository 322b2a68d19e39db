"""Measures, jumps and differences are what a naive count of the rows says, and looking changes
nothing.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import games
from tests.oracles.trees import minimax
from tests.trees import (
    DEPTHS,
    ORDERINGS,
    TRACES,
    Tree,
    children,
    limit,
    notation,
    prepared,
    random_tree,
    searched,
    searches,
    size,
    subtree,
    trees,
    uniform,
)
from visualizer.draw.picture.page.options import PictureOptions
from visualizer.draw.picture.page.tree_page import TreePage
from visualizer.explaining.comparison import differences as comparing
from visualizer.explaining.comparison.compare import Comparison, compare
from visualizer.explaining.comparison.differences import node_differences
from visualizer.explaining.measures.proof_tree import (
    OrderingQuality,
    deepest_visit,
    effective_branching,
    knuth_moore_leaves,
    minimum,
    ordering_quality,
    uniform_branching,
)
from visualizer.explaining.measures.summary import nodes_of_search
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.trace.rows import Kind, Trace
from visualizer.trace.tree_at_step import TreeAtStep


@given(TRACES)
def test_places_of_cutoffs_are_counted(trace: Trace) -> None:
    """The place of a cutoff is the number of children that were visited there; depth is that of
    the deepest row.
    """
    places = [
        sum(visit.parent == row for visit in trace)
        for row, cut in enumerate(trace)
        if cut.kind is Kind.CUT
    ]
    found = ordering_quality(trace)
    if places:
        assert found.first_move_cutoffs == sum(place == 1 for place in places) / len(places)
        assert found.mean_cutoff_place == pytest.approx(sum(places) / len(places), rel=1e-12)
    else:
        assert found.first_move_cutoffs is None
        assert found.mean_cutoff_place is None

    assert deepest_visit(trace) == max(visit.depth for visit in trace)
    assert deepest_visit(Trace()) == 0


@given(st.integers(-2, 12), st.integers(0, 3000))
@settings(max_examples=600)
def test_effective_branching_solves_the_sum(depth: int, nodes: int) -> None:
    """1 + b + ... + b^depth is the number of nodes; b is 1 for a single line or less, and
    nothing without a ply.
    """
    found = effective_branching(nodes, depth)
    if depth < 1:
        assert found is None
    elif nodes <= depth + 1:
        assert found == 1
    else:
        assert found is not None
        assert found > 1
        assert sum(found**power for power in range(depth + 1)) == pytest.approx(nodes, rel=1e-9)


@given(st.builds(uniform, st.integers(1, 3), st.integers(1, 4)) | trees(plies=3, widest=2))
@settings(max_examples=250)
def test_uniform_branching_is_that_of_every_node(tree: Tree) -> None:
    """Known only if every inner node has as many children and all leaves are as deep: seen by a
    walk over the tree.
    """
    assume(isinstance(tree, list))
    widths = set[int]()
    depths = set[int]()

    def walk(node: Tree, ply: int) -> None:
        (widths if children(node) else depths).add(len(children(node)) or ply)
        for child in children(node):
            walk(child, ply + 1)

    walk(tree, 0)
    trace = searched(tree, algorithm="minimax").trace
    if len(widths) == len(depths) == 1:
        expected = (*widths, *depths)
    else:
        expected = None

    assert uniform_branching(trace) == expected
    if expected is not None:
        assert effective_branching(len(trace), deepest_visit(trace)) == pytest.approx(expected[0])


def test_a_leaf_and_an_empty_trace_have_no_branching() -> None:
    """Where nothing branches, no uniform branching is told."""
    assert uniform_branching(searched(3, algorithm="minimax").trace) is None
    assert uniform_branching(Trace()) is None
    assert ordering_quality(Trace()) == OrderingQuality(None, None, None)


# Comparisons.


def compared(tree: Tree, *asked: SearchSpec) -> Comparison:
    """Compare searches of a tree."""
    return compare(PositionSpec("tree", notation(tree)), asked, lambda recipe: Run(recipe).finish())


@given(
    trees(plies=4),
    st.lists(st.tuples(DEPTHS, st.booleans()), min_size=1, max_size=3),
    st.booleans(),
)
@settings(max_examples=150)
def test_no_least_across_depths_or_evaluations(
    guesses: str, tree: Tree, others: list[tuple[int | str, bool]], first: bool
) -> None:
    """Minimum and formula are told only if all searches have the same depth and evaluation,
    wherever minimax stands.
    """
    asked = [
        SearchSpec("alpha-beta", depth=depth, evaluation=guesses if guess else None)
        for depth, guess in others
    ]
    whole = SearchSpec("minimax", depth=others[0][0], evaluation=asked[0].evaluation)
    found = compared(tree, *([whole, *asked] if first else [*asked, whole]))
    trace = Run(Recipe(PositionSpec("tree", notation(tree)), whole)).finish().trace

    assert found.guess is None
    if len({*others}) > 1:
        assert found.minimum is None
        assert found.formula is None
        assert found.least is None
        assert found.as_object()["minimum"] is None
        assert found.as_object()["knuth_moore_leaves"] is None
    else:
        shape = uniform_branching(trace)
        assert found.minimum == found.least == minimum(trace)
        assert found.minimum is not None
        assert found.formula == (None if shape is None else knuth_moore_leaves(*shape))


@pytest.fixture(scope="module")
def guesses(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Write another evaluation of inner nodes."""
    file = tmp_path_factory.mktemp("compared") / "other.py"
    file.write_text(
        "def other(position, outcome):\n    return 1 if outcome is None else outcome\n",
        encoding="utf-8",
    )
    games.trust_files([file])
    return f"{file}:other"


def test_a_window_has_no_least_of_its_own() -> None:
    """Of three children and three plies the least is the formula's, and not told beside a search
    with a window.
    """
    windowed = SearchSpec("alpha-beta", depth=3, window=(-1, 1))
    found = compared(uniform(3, 3), SearchSpec("minimax", depth=3), windowed)

    assert found.minimum is not None
    assert found.minimum.leaves == 11
    assert found.least is None


@given(trees(plies=4), st.sampled_from(ORDERINGS), DEPTHS)
@settings(max_examples=80)
def test_a_comparison_tells_the_measures_of_its_traces(
    tree: Tree, ordering: str, depth: int | str
) -> None:
    """What is told of a search are its own cutoffs and its own nodes and plies."""
    search = SearchSpec("alpha-beta", ordering=ordering, depth=depth)
    (found,) = compared(tree, search).searches
    trace = Run(Recipe(PositionSpec("tree", notation(tree)), search)).finish().trace

    assert found.quality == ordering_quality(trace)


# Differences.


def paths(run: Run) -> dict[tuple[int, ...], int]:
    """Return the row of every path."""
    return {run.path(row): row for row in range(len(run.trace))}


def differing(
    first: Run, second: Run
) -> dict[tuple[int, ...], tuple[tuple[int, int], tuple[int, int]]]:
    """Return the nodes that both searches have left after some children, and not as many: how
    many, and the nodes.
    """
    found = {}
    tree = (paths(first), paths(second))
    known = [TreeAtStep(run.trace, run.trace.last_step) for run in (first, second)]
    for path in tree[0].keys() & tree[1].keys():
        tried = [
            sum(len(other) == len(path) + 1 and other[:-1] == path for other in side if other)
            for side in tree
        ]
        nodes = [sum(other[: len(path)] == path for other in side) for side in tree]
        left = all(side.returned(rows[path]) for side, rows in zip(known, tree, strict=True))
        if left and tried[0] != tried[1] and min(tried) > 0:
            found[path] = (tried[0], tried[1]), (nodes[0], nodes[1])
    return found


def listed(
    first: Run, second: Run
) -> dict[tuple[int, ...], tuple[tuple[int, int], tuple[int, int]]]:
    """Return what the code under test lists, and check that the largest saving comes first."""
    found = node_differences(first, second, limit=10**6)
    keys = [(-abs(one.saved), one.path) for one in found]
    assert keys == sorted(keys)
    assert all(one.saved == one.nodes[0] - one.nodes[1] for one in found)
    assert node_differences(first, second, limit=3) == found[:3]
    return {one.path: (one.tried, one.nodes) for one in found}


BIG = (
    st.integers(0, 10**9)
    .map(lambda seed: random_tree(seed, 5, 4))
    .filter(lambda tree: 60 < size(tree) < 500)
)


@given(BIG | trees(), st.booleans(), searches(), searches())
@settings(max_examples=150)
def test_differences_are_those_of_a_walk(
    tree: Tree, maximizing: bool, one: dict[str, Any], other: dict[str, Any]
) -> None:
    """Listed are all nodes, and only those, that both go into and one leaves sooner; none where
    one has a leaf.
    """
    first = searched(tree, maximizing, **one)
    second = searched(tree, maximizing, **other)

    assert listed(first, second) == differing(first, second)


@given(BIG, searches(), searches(), st.integers(0, 10**9))
@settings(max_examples=120)
def test_differences_of_searches_that_go_on(
    tree: Tree, one: dict[str, Any], other: dict[str, Any], seed: int
) -> None:
    """A node that one of them has not left is not listed yet: who is there still may try as many
    children.
    """
    dice = random.Random(seed)
    runs = list[Run]()
    for search in (one, other):
        run = prepared(tree, **search)
        run.advance(step=dice.randint(1, 150))
        runs.append(run)

    assert listed(*runs) == differing(*runs)


@given(BIG, st.integers(1, 60))
@settings(max_examples=60)
def test_large_nodes_are_looked_at_first(nested: Tree, most: int) -> None:
    """Where not all can be looked at, the nodes below which one search has visited most are."""
    first = searched(nested, ordering="natural")
    second = searched(nested, ordering="reverse")
    tree = paths(first), paths(second)
    larger = {
        path: max(sum(other[: len(path)] == path for other in side) for side in tree)
        for path in tree[0].keys() & tree[1].keys()
    }
    inner = sorted(
        (path for path in larger if larger[path] > 1), key=lambda path: (-larger[path], path)
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(comparing, "MAX_COMPARED_NODES", most)
        found = {one.path for one in node_differences(first, second, limit=10**6)}

    assert found == {path for path in differing(first, second) if path in inner[:most]}


# Looking at what goes on.

LEARNING = (
    "killer",
    "history",
    "killer+history",
    "killer+shallow",
    "history+shallow-2",
    "shallow",
    "shallow-2",
    "pv",
    "best",
    "killer+best",
    "pv+killer",
)


@pytest.mark.parametrize("ordering", LEARNING)
@given(trees(plies=4), st.booleans(), searches(), st.integers(0, 10**6))
@settings(max_examples=25)
def test_looking_disturbs_no_memory(
    ordering: str, tree: Tree, maximizing: bool, search: dict[str, Any], seed: int
) -> None:
    """Whoever looks at scores while the search goes on finds the same rows, thoughts and counts
    in the end.
    """
    asked = {
        **search,
        "ordering": ordering,
        "window": (-3, 3),
    }
    alone = searched(tree, maximizing, **asked)
    watched = prepared(tree, maximizing, **asked)
    nodes = [path for path, _ in places(tree)]
    dice = random.Random(seed)
    counted = dict[int, int]()
    while not watched.trace.finished:
        for path in [*dice.sample(nodes, min(4, len(nodes))), ()]:
            row = watched.node_at(path)
            found = watched.order_with_scores(path)
            if row is not None and watched.trace[row].children:
                assert found == alone.order_with_scores(path)
            elif path and watched.ordering.learn is not None:
                assert found == (tuple(range(len(children(subtree(tree, path))))), None)
        counted[len(watched.trace)] = watched.ordering.nodes()
        watched.advance(step=watched.trace.last_step + dice.randint(1, 8))

    assert counted[0] == 0
    assert bytes(watched.trace.rows) == bytes(alone.trace.rows)
    assert watched.ordering.nodes() == alone.ordering.nodes()
    visited = [
        watched.path(row) for row in range(len(watched.trace)) if watched.trace[row].children
    ]
    assert [watched.order_with_scores(path) for path in visited] == [
        alone.order_with_scores(path) for path in visited
    ]
    assert (
        not visited
        or search["depth"] != "all"
        or watched.trace[0].value == minimax(tree, maximizing)
    )


def places(tree: Tree, path: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], Tree]]:
    """Give every node with its path."""
    yield path, tree
    for number, child in enumerate(children(tree)):
        yield from places(child, (*path, number))


@given(trees(plies=4), st.booleans(), searches())
@settings(max_examples=100)
def test_a_written_tree_is_counted_whole(
    tree: Tree, maximizing: bool, search: dict[str, Any]
) -> None:
    """The counts say how many nodes a search visits, and of how many: as a picture of the whole
    tree draws them.
    """
    run = searched(tree, maximizing, **search)
    found = re.fullmatch(r"(\d+) of (\d+) nodes?", nodes_of_search(run))

    assert found is not None
    visited, whole = map(int, found.groups())
    assert visited == len(run.trace)
    assert whole == whole_size(tree, limit(search))
    page = TreePage(run, PictureOptions(ghosts=True))
    assert len(page.frame(run.trace.last_step).boxes) == whole or not page.is_whole


def whole_size(tree: Tree, plies: float) -> int:
    """Return how many nodes a tree has down to a depth limit."""
    if plies:
        return 1 + sum(whole_size(child, plies - 1) for child in children(tree))
    return 1


def test_the_whole_is_known_of_a_written_tree_alone() -> None:
    """Star1 leaves out one of seven nodes; a game has only the nodes of its search; a search
    under way has a least.
    """
    star = Run(
        Recipe(PositionSpec("tree", "star1-cut"), SearchSpec("star1", options={"bounds": (0, 10)}))
    ).finish()

    assert nodes_of_search(star) == "6 of 7 nodes"
    game = Run(Recipe(PositionSpec("tictactoe", "only-move"), SearchSpec(depth=1))).finish()
    assert nodes_of_search(game) == f"{len(game.trace)} nodes"
    begun = prepared([[1, 2], [3, 4]])
    begun.advance(step=2)
    assert nodes_of_search(begun) == f"≥ {len(begun.trace)} nodes"
