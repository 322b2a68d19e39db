"""The pseudocode of quiescence is what runs, and each step has its line in it."""

from __future__ import annotations

import operator
from collections.abc import Iterator
from math import inf, nextafter
from typing import Any

import pytest

from tests.few import one_in
from tests.properties.test_quiescence import CASES, NOISY, going_on, position_of
from visualizer.explaining.explanation.code_line import code_line_at, code_lines, pseudocode_of
from visualizer.searching.recipe import PositionSpec
from visualizer.searching.run import Run
from visualizer.trace.rows import Kind
from visualizer.trace.tree_at_step import TreeAtStep

Node = tuple[Any, tuple[str, ...]]
"""A position, and the names of the moves to it."""


class Words:
    """What the pseudocode speaks of, in a game."""

    def __init__(
        self,
        run: Run,
        depth: int,
        plies: int,
        rule: str,
    ) -> None:
        """Begin with nothing visited."""
        self.run = run
        self.limit = depth
        self.plies = plies
        self.noisy = NOISY[run.game.name]
        if rule == ">":
            self.cut = operator.gt
        else:
            self.cut = operator.ge
        self.visited: list[tuple[str, ...]] = []
        self.tried: dict[tuple[str, ...], int] = {}

    def is_max(self, node: Node) -> bool:
        return bool(node[0].maximizing)

    def is_leaf(self, node: Node) -> bool:
        self.visited.append(node[1])
        return node[0].outcome() is not None

    def at_limit(self, node: Node) -> bool:
        return len(node[1]) == self.limit

    def is_quiet(self, node: Node) -> bool:
        self.visited.append(node[1])
        return node[0].outcome() is not None or not self.noisy_moves(node)

    def value(self, node: Node) -> float:
        return self.run.problem.evaluate(node[0], node[0].outcome())

    def ordered(self, node: Node) -> list[Node]:
        position, path = node
        ordered = self.run.ordering.order(position, [*position.moves()], lambda: ())
        return [(position.play(move), (*path, position.name(move))) for _, move in ordered]

    def noisy_moves(self, node: Node) -> list[Node]:
        if len(node[1]) == self.limit + self.plies:
            return []
        return [child for child in self.ordered(node) if self.noisy(node[0], child[1][-1])]

    def null(
        self,
        node: Node,
        child: Node,
        alpha: float,
        beta: float,
    ) -> tuple[float, float]:
        if child[1] == self.ordered(node)[0][1]:
            return alpha, beta
        if self.is_max(node):
            return (alpha, nextafter(alpha, inf))
        return (nextafter(beta, -inf), beta)

    def depths(self) -> Iterator[int]:
        return iter(range(1, self.limit + 1))

    def set_limit(self, depth: int) -> None:
        self.limit = depth


WAYS = [
    ("alpha-beta", "soft", ">="),
    ("alpha-beta", "soft", ">"),
    ("alpha-beta", "hard", ">="),
    ("pvs", "soft", ">="),
    ("ordered-alpha-beta", "soft", ">="),
    ("iterative-deepening", "soft", ">="),
]


@pytest.mark.parametrize(("game", "seed"), one_in(4, CASES))
@pytest.mark.parametrize(("algorithm", "fail", "rule"), WAYS)
def test_pseudocode_of_quiescence_is_what_runs(
    game: str, seed: int, algorithm: str, fail: str, rule: str
) -> None:
    """The pseudocode, run as it stands, visits the same nodes beyond the limit too and returns
    the same value.
    """
    where = position_of(game, seed)
    depth = 1 + seed % 2
    plies = 1 + seed % 3
    if algorithm == "iterative-deepening":
        options = {"table": False}
    else:
        options = {}
    run = going_on(
        where,
        algorithm,
        depth,
        plies,
        fail=fail,
        cut=rule,
        options=options,
    )
    words = Words(run, depth, plies, rule)
    space = {word: getattr(words, word) for word in dir(words) if not word.startswith("_")} | {
        "inf": inf
    }
    exec(pseudocode_of(run), space)
    value = space[algorithm.replace("ordered-", "").replace("-", "_")]((run.root, ()), -inf, inf)

    assert value == run.trace.value(run.trace.roots()[-1])
    assert words.visited == [
        tuple(run.notation_of_moves(run.path(row))) for row in range(len(run.trace))
    ]


def expected_line(run: Run, tree: TreeAtStep) -> str:
    """Return how the line of a step begins, by its place and what it does: read from the rows
    alone.
    """
    trace = run.trace
    step = tree.step
    limit = run.depth
    entered = {trace.enter_step(row): row for row in range(len(trace))}
    if step in entered:
        row = entered[step]
        if trace.kind(row) in (Kind.LIMIT, Kind.TERMINAL):
            return "if is_leaf(" if trace.depth(row) < limit else "if is_quiet("
        if trace.depth(row) < limit:
            return "def alpha_beta("
        if row not in trace.stand_pat_values:
            return "def quiesce("
        return (
            "if cut("
            if trace.return_step(row) is None or not _children(run, row)
            else "best = stand_pat"
        )
    (row,) = (row for row in range(len(trace)) if trace.return_step(row) == step)
    above = trace.parent(row)
    if above < 0:
        return "return "
    return "" if trace.depth(above) < limit else "quiesce"


def _children(run: Run, row: int) -> list[int]:
    return [child for child in range(row + 1, len(run.trace)) if run.trace.parent(child) == row]


@pytest.mark.parametrize("game", ["connect-four", "italian-draughts"])
def test_each_step_has_its_line(game: str) -> None:
    """Standing pat, a cut by it, a leaf and a noisy move that returns are marked in the code
    beyond the limit.
    """
    run = going_on(PositionSpec(game, "horizon"), "alpha-beta", 1, 2)
    lines = code_lines(run)
    seen = set[str]()
    first = next(number for number, line in enumerate(lines) if line.startswith("def quiesce"))
    for step in range(1, run.trace.last_step + 1):
        tree = TreeAtStep(run.trace, step)
        now = code_line_at(run, tree)

        assert now.number is not None
        words = lines[now.number].strip()
        expected = expected_line(run, tree)
        if expected == "quiesce":
            assert now.number > first
            assert words.startswith(("v = ", "if is_max", "else", "if cut"))
        elif expected:
            assert words.startswith(expected)
        else:
            assert now.number < first
        seen.add(words)

    assert ("best = stand_pat = value(node)" in seen) == (game == "connect-four")
