"""The solver proves what is so: a proven value is the game's value, recomputed from the rows and
by a whole search.
"""

from __future__ import annotations

import json
from collections.abc import Hashable
from functools import cache
from typing import Any

import pytest

from games import AnyPosition
from tests.cli.conftest import Call
from tests.cli.conftest import call as call  # noqa: PLC0414  a fixture
from tests.few import one_in
from visualizer.explaining.explanation.explainer import explain
from visualizer.explaining.measures.sampling import root_moves
from visualizer.explaining.measures.summary import summary
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.trace.labels import value_label
from visualizer.trace.rows import Kind, MovePath
from visualizer.trace.tree_at_step import TreeAtStep

SMALL = {"size": "4x4"}
EARLY = [
    PositionSpec("connect-four", None, moves, SMALL)
    for moves in ("1 1 1 1 2 2", "2 2 3 1 3 3 2 1", "1 2 1 2 3 1", "2 3 3 2 2 3 4")
]
WON = PositionSpec("hex", None, "", {"size": "3"})
TICTACTOE = [
    PositionSpec("tictactoe", name) for name in ("corner", "fork", "only-move", "edge-loses")
]
WHERE = [*EARLY, PositionSpec("tictactoe"), *TICTACTOE, WON]


def searched(
    where: PositionSpec, iterations: int = 1_500, order: str = "natural", **options: Any
) -> Run:
    """Return a finished search with the solver."""
    own = {
        "iterations": iterations,
        "solver": True,
        **options,
    }
    return Run(Recipe(where, SearchSpec("mcts", ordering=order, options=own))).finish()


@cache
def of(where: int, selection: str) -> Run:
    """Return a search that several tests look at."""
    return searched(WHERE[where], selection=selection)


RUNS = [(number, selection) for number in range(len(WHERE)) for selection in ("uct", "puct")]


def true_value(position: AnyPosition, known: dict[Hashable, float]) -> float:
    """Return the game's value by looking at everything: 1, 0 or -1 from the first player's side."""
    key = position.key()
    if key not in known:
        outcome = position.outcome()
        if outcome is None:
            values = [true_value(position.play(move), known) for move in position.moves()]
            if position.maximizing:
                known[key] = max(values)
            else:
                known[key] = min(values)
        else:
            known[key] = (outcome > 0) - (outcome < 0)
    return known[key]


def proofs_of(run: Run) -> dict[MovePath, float]:
    """Return what the rows prove, by a fixed point over all nodes: nothing that the search says
    of it is used.
    """
    nodes: dict[MovePath, tuple[int, bool]] = {}
    proven: dict[MovePath, float] = {}
    for row, visit in enumerate(run.trace):
        path = run.path(row)
        if visit.kind is Kind.TERMINAL:
            proven[path] = visit.value
        elif visit.children:
            nodes[path] = (visit.children, visit.maximizing)
    for path in sorted(nodes, key=len, reverse=True):
        count, maximizing = nodes[path]
        values = [proven[(*path, move)] for move in range(count) if (*path, move) in proven]
        win = 1 if maximizing else -1
        if win in values or len(values) == count:
            if maximizing:
                proven[path] = max(values)
            else:
                proven[path] = min(values)
    return proven


@pytest.mark.parametrize(("where", "selection"), one_in(3, RUNS))
def test_what_is_proven_is_what_the_rows_prove_and_the_value_of_the_game(
    where: int, selection: str
) -> None:
    """At the end a node is proven exactly if finished games prove it, and then is worth what
    perfect play gives.
    """
    run = of(where, selection)
    tree = TreeAtStep(run.trace)
    expected = proofs_of(run)
    found = {
        run.path(node): value
        for node in tree.nodes()
        if (value := tree.value_by_solver(node)) is not None
    }

    assert found == expected
    assert found
    known: dict[Hashable, float] = {}
    for path, value in found.items():
        assert value == true_value(run.position(path), known)


@pytest.mark.parametrize(("where", "selection"), one_in(3, RUNS))
def test_nothing_proven_is_selected_again(where: int, selection: str) -> None:
    """The visit that proves a node is its last, and the root's is the last of the search."""
    run = of(where, selection)
    ended: set[MovePath] = set()
    for row, visit in enumerate(run.trace):
        path = run.path(row)

        assert path not in ended
        if visit.kind in (Kind.TERMINAL, Kind.PROVEN):
            ended.add(path)
    asked = run.problem.options["iterations"]

    assert (summary(run)["iterations"] < asked) == (() in ended) or run.trace[0].kind is Kind.PROVEN


@pytest.mark.parametrize(("where", "selection"), one_in(3, RUNS))
def test_what_a_visit_returns_is_backed_up(where: int, selection: str) -> None:
    """A visit returns what its child did, unless it proves its node: then that value, and so on
    above it.
    """
    run = of(where, selection)
    expected: dict[MovePath, float] = {}
    moves: dict[MovePath, int] = {}
    rows = [*run.trace]
    for row in sorted(range(len(rows)), key=lambda row: rows[row].end * 1_000 - rows[row].depth):
        visit = rows[row]
        path = run.path(row)
        if visit.kind is Kind.TERMINAL:
            expected[path] = visit.value
        if not visit.children:
            continue
        moves[path] = visit.children
        values = [
            expected[each] for move in range(visit.children) if (each := (*path, move)) in expected
        ]
        child = rows[row + 1]
        if (1 if visit.maximizing else -1) in values or len(values) == visit.children:
            expected[path] = (max if visit.maximizing else min)(values)
            assert visit.kind == Kind.PROVEN
            assert visit.value == expected[path]
        else:
            assert visit.kind == Kind.SAMPLED
            assert visit.value == child.value


@pytest.mark.parametrize(("where", "selection"), one_in(3, RUNS))
def test_the_answer_is_a_child_that_proves_it(where: int, selection: str) -> None:
    """Of a proven root: the most visited of those with its value; of another the most visited
    that is not lost.
    """
    run = of(where, selection)
    found = summary(run)
    tree = TreeAtStep(run.trace)
    moves = found["root_moves"]
    value = tree.value_by_solver(0)
    if run.root.maximizing:
        lost = -1
    else:
        lost = 1
    if value is not None:
        candidates = [move for move in moves if move["proven"] == value]
        assert found["value"] == value
        assert found["bound"] == "="
        assert found["iterations"] == len(run.trace.roots())
    else:
        candidates = [move for move in moves if move["proven"] != lost] or moves
    best = max(candidates, key=lambda move: move["visits"])

    assert found["best_move"] == best["move"]
    assert value is not None or found["value"] == best["mean"]
    assert sum(move["visits"] for move in moves) == found["iterations"]
    assert all(move["proven"] in (1, 0, -1, None) for move in moves)


def test_proofs_are_known_step_by_step() -> None:
    """A node is proven from the return on that proves it, and is not before."""
    run = of(6, "uct")
    for row, visit in enumerate(run.trace):
        if visit.kind in (Kind.TERMINAL, Kind.PROVEN):
            step = run.trace.return_step(row)
            assert step is not None
            before = TreeAtStep(run.trace, step - 1)
            after = TreeAtStep(run.trace, step)
            node = after.node_of(row)
            assert before.value_by_solver(node) is None
            assert after.value_by_solver(node) == visit.value
            assert value_label(after, node).startswith("∎")
            assert not value_label(before, node).startswith("∎")


def test_it_is_said() -> None:
    """By which children a node is proven, that proven ones are left out, and what is found."""
    run = searched(PositionSpec("tictactoe", "only-move"))
    said = [explain(run, step) for step in range(run.trace.last_step + 1)]

    assert any("is proven: no reply is better for" in words for words in said)
    assert any("wins for X" in words for words in said)
    assert any("proven and left out" in words for words in said)
    assert said[-1].startswith("Finished: proven: a draw.")
    lost = searched(PositionSpec("tictactoe", "X-X-O-X-O"), 5_000)
    last = explain(lost, lost.trace.last_step)
    assert "every move loses, so X wins" in last.lower().replace(" x ", " X ")


@pytest.mark.parametrize("iterations", [1, 7, 60, 400])
def test_without_the_solver_nothing_is_proven(iterations: int) -> None:
    """Finished games are visited again, as ever; with it, the visits are the same until
    something is proven.
    """
    plain, solved = (searched(WHERE[6], iterations, solver=solver) for solver in (False, True))
    tree = TreeAtStep(plain.trace)

    assert all(tree.value_by_solver(node) is None for node in tree.nodes())
    assert all(visit.kind is not Kind.PROVEN for visit in plain.trace)
    assert {move.proven for move in root_moves(plain, tree)} == {None}
    ends = (row for row, visit in enumerate(solved.trace) if visit.kind is Kind.TERMINAL)
    first = next(ends, len(solved.trace))
    paths = [
        [each.path(row) for row in range(min(first, len(each.trace)))] for each in (plain, solved)
    ]
    assert paths[0] == paths[1]


@pytest.mark.parametrize("selection", ["uct", "puct"])
def test_with_threats_answered_a_root_is_proven_all_the_same(selection: str) -> None:
    """The moves that are left out lose, so the proof of the others is one of the root."""
    run = searched(
        PositionSpec("tictactoe", "only-move"),
        4_000,
        threats=True,
        selection=selection,
    )
    tree = TreeAtStep(run.trace)

    assert tree.value_by_solver(0) == true_value(run.root, {})
    assert len(tree.children(0)) < tree.move_count(0)


def test_json_says_what_is_proven_only_with_the_solver(call: Call) -> None:
    """`proven` is among the root's moves; without the solver they are as they were."""
    words = ["search", "hex", "--size", "3", "--json", "-a"]
    found, plain = (
        json.loads(call(*words, f"mcts,iterations=3000{more}").out) for more in (",solver=yes", "")
    )

    assert found["iterations"] < 3_000
    assert found["value"] == 1
    assert plain["iterations"] == 3_000
    assert "proven" in found["root_moves"][0]
    assert "proven" not in plain["root_moves"][0]
