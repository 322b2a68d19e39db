"""Quiescence: against a slow reference, visit for visit, and against minimax that stands pat."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from math import inf, nextafter
from typing import Any

import pytest

import games
from tests.few import one_in
from visualizer.explaining.explanation.explainer import explain
from visualizer.explaining.measures.summary import SearchResult
from visualizer.searching.algorithms import algorithms
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.support.errors import InputError
from visualizer.support.plugins import discovery
from visualizer.trace.counts import visits_beyond_horizon
from visualizer.trace.held import TracePrefix
from visualizer.trace.rows import READ_LEAF_KINDS, Kind
from visualizer.trace.tree_at_step import TreeAtStep

Visit = tuple[tuple[str, ...], str, float]
"""The moves from the root; how the visit ended; the value returned."""

GOING_ON = ("alpha-beta", "ordered-alpha-beta", "pvs", "iterative-deepening")


def wins(position: Any, column: str, *, passing: bool) -> bool:
    """Return whether a stone in a column wins at once, for who is to move or, `passing`, for the
    other.
    """
    if passing:
        position = position._replace(
            own=position.own ^ position.stones, maximizing=not position.maximizing
        )
    after = position.play(position.moves()[[*map(position.name, position.moves())].index(column)])
    return bool(after.outcome())


def noisy_in_chess(position: Any, name: str) -> bool:
    """Return whether SAN tells of a capture or a promotion."""
    return "x" in name or "=" in name


def noisy_in_draughts(position: Any, name: str) -> bool:
    """Return whether PDN tells of a capture."""
    return "x" in name


def noisy_in_connect_four(position: Any, name: str) -> bool:
    """Return whether a move wins, or takes the cell in which the opponent would win."""
    return wins(position, name, passing=False) or wins(position, name, passing=True)


NOISY: dict[str, Callable[[Any, str], bool]] = {
    "chess": noisy_in_chess,
    "italian-draughts": noisy_in_draughts,
    "connect-four": noisy_in_connect_four,
}
"""What is noisy, by how moves are written or what they lead to."""
EVALUATIONS = {
    "chess": "material",
    "italian-draughts": "material",
    "connect-four": "lines",
}


def position_of(game: str, seed: int) -> PositionSpec:
    """Return a position some random moves into a game, in which captures or threats are likely."""
    if game == "chess":
        pytest.importorskip("chess", reason="python-chess is not installed")
    dice = random.Random(seed)
    plies = {
        "chess": 12,
        "italian-draughts": 14,
        "connect-four": 7,
    }[game]
    position = discovery.game_named(game).start({})
    for _ in range(plies):
        after = position.play(dice.choice([*position.moves()]))
        if after.outcome() is None:
            position = after
    return PositionSpec(game, position.text())


class Reference:
    """A search from the mover's side, written apart from the code under test: slow and simple."""

    def __init__(
        self,
        run: Run,
        depth: int,
        plies: int,
        *,
        strict: bool = False,
    ) -> None:
        """Take the position of a run; `strict` cuts where alpha is greater than beta only."""
        self.run = run
        self.depth = depth
        self.plies = plies
        self.strict = strict
        self.visits: list[Visit] = []
        self.noisy = NOISY[run.game.name]
        self.compulsory = run.game.name == "italian-draughts"

    def closed(self, alpha: float, beta: float) -> bool:
        """Return whether a window is closed."""
        if self.strict:
            return alpha > beta
        return alpha >= beta

    def value(self, position: Any) -> float:
        """Return what a position is worth to who is to move."""
        found = self.run.problem.evaluate(position, position.outcome())
        return found if position.maximizing else 0 - found

    def moves(
        self,
        position: Any,
        ply: int,
        path: tuple[str, ...],
    ) -> list[tuple[str, Any]]:
        """Return what may be tried, by name, in the order tried; nothing at a leaf."""
        if position.outcome() is not None or ply >= self.depth + self.plies:
            return []
        listed = [*position.moves()]
        order = self.run.ordering.order(position, listed, lambda: ())
        named = [(position.name(move), move) for _, move in order]
        if ply < self.depth:
            return named
        return [each for each in named if self.noisy(position, each[0])]

    def search(
        self, position: Any, ply: int = 0, alpha: float = -inf, beta: float = inf, path: Any = ()
    ) -> float:
        """Return the value for who is to move, and note the visit."""
        place = len(self.visits)
        moves = self.moves(position, ply, path)
        self.visits.append((path, "", 0))
        best = -inf
        how = "full"
        if not moves:
            best = self.value(position)
            how = "leaf"
        elif ply >= self.depth and not self.compulsory:
            best = self.value(position)
            alpha = max(alpha, best)
            if self.closed(alpha, beta):
                moves = []
                how = "cut"
        for number, (name, move) in enumerate(moves):
            value = self.child(
                position.play(move), ply, alpha, beta, (*path, name), first=number == 0
            )
            best = max(best, value)
            alpha = max(alpha, best)
            if self.closed(alpha, beta):
                if number + 1 < len(moves):
                    how = "cut"
                else:
                    how = "full"
                break
        self.visits[place] = (path, how, best if position.maximizing else 0 - best)
        return best

    def child(
        self, after: Any, ply: int, alpha: float, beta: float, path: Any, *, first: bool
    ) -> float:
        """Return the value of a child for who moved there."""
        return -self.search(after, ply + 1, -beta, -alpha, path)


class PrincipalVariation(Reference):
    """The same with null windows above the depth limit."""

    def child(
        self, after: Any, ply: int, alpha: float, beta: float, path: Any, *, first: bool
    ) -> float:
        """Return the value of a child, asked first whether it is better."""
        if first or ply >= self.depth:
            return super().child(
                after,
                ply,
                alpha,
                beta,
                path,
                first=first,
            )
        value = super().child(
            after,
            ply,
            alpha,
            nextafter(alpha, inf),
            path,
            first=first,
        )
        if alpha < value < beta:
            value = super().child(
                after,
                ply,
                alpha,
                beta,
                path,
                first=first,
            )
        return value


def visits_of(run: Run) -> Iterator[Visit]:
    """Yield what a run has visited."""
    kinds = {
        Kind.FULL: "full",
        Kind.CUT: "cut",
        **dict.fromkeys(READ_LEAF_KINDS, "leaf"),
    }
    for number, row in enumerate(run.trace):
        yield tuple(run.notation_of_moves(run.path(number))), kinds[row.kind], row.value


def going_on(where: PositionSpec, algorithm: str, depth: int, plies: int, **others: Any) -> Run:
    """Return a finished run that goes on beyond its depth limit."""
    options = {"quiescence": plies, **others.pop("options", {})}
    search = SearchSpec(
        algorithm, depth=depth, evaluation=EVALUATIONS[where.game], options=options, **others
    )
    return Run(Recipe(where, search)).finish()


CASES = [(game, seed) for seed in range(3) for game in NOISY if (game, seed) != ("chess", 1)] + [
    pytest.param(game, seed, marks=pytest.mark.slow) for seed in range(3, 20) for game in NOISY
]


@pytest.mark.parametrize(("game", "seed"), one_in(4, CASES))
@pytest.mark.parametrize("algorithm", ["alpha-beta", "ordered-alpha-beta", "pvs"])
def test_every_visit_is_that_of_a_slow_reference(game: str, seed: int, algorithm: str) -> None:
    """The same nodes are visited in the same order, leaves, cuts and values alike, under both
    rules of the cut.
    """
    where = position_of(game, seed)
    depth = 1 + seed % 2
    plies = 1 + seed % 3
    for rule in (">=", ">") if algorithm != "pvs" else (">=",):
        run = going_on(
            where,
            algorithm,
            depth,
            plies,
            cut=rule,
        )
        expected = (PrincipalVariation if algorithm == "pvs" else Reference)(
            run, depth, plies, strict=rule == ">"
        )
        expected.search(run.root)

        assert [*visits_of(run)] == expected.visits
        beyond = sum(len(path) > depth for path, *_ in expected.visits)
        assert SearchResult(run).as_object()["quiescence_nodes"] == beyond


@pytest.mark.parametrize(("game", "seed"), CASES)
def test_all_that_go_on_find_the_value_of_minimax_that_stands_pat(game: str, seed: int) -> None:
    """Pruning, null windows, passes and tables change nothing of the value; nor does clipping it
    to an open window.
    """
    where = position_of(game, seed)
    depth = 1 + seed % 2
    plies = 1 + seed % 3
    alike = {
        SearchResult(
            going_on(
                where,
                algorithm,
                depth,
                plies,
                options={"table": table},
                fail=fail,
            )
        ).value
        for algorithm in GOING_ON
        for table in (False, True)
        for fail in (("soft", "hard") if "alpha-beta" in algorithm else ("soft",))
    }
    run = going_on(where, "alpha-beta", depth, plies)
    reference = Reference(run, depth, plies)

    def minimax(position: Any, ply: int) -> float:
        moves = reference.moves(position, ply, ())
        if not moves:
            return reference.value(position)
        values = [-minimax(position.play(move), ply + 1) for _, move in moves]
        stands = ply >= depth and not reference.compulsory
        return max([reference.value(position), *values] if stands else values)

    value = minimax(run.root, 0)

    assert alike == {value if run.root.maximizing else 0 - value}


@pytest.mark.parametrize(("game", "seed"), CASES)
def test_clipping_visits_the_same_nodes(game: str, seed: int) -> None:
    """Fail-hard visits what fail-soft does, and returns its values clipped to the windows."""
    where = position_of(game, seed)
    depth = 1 + seed % 2
    plies = 1 + seed % 3
    soft, hard = (
        going_on(
            where,
            "alpha-beta",
            depth,
            plies,
            fail=fail,
        ).trace
        for fail in ("soft", "hard")
    )

    assert soft.column("move") == hard.column("move")
    assert soft.column("kind") == hard.column("kind")
    for a, b in zip(soft, hard, strict=True):
        assert b.value == (
            min(max(a.value, b.alpha), b.beta) if b.kind not in READ_LEAF_KINDS else a.value
        )


@pytest.mark.parametrize(("game", "seed"), CASES)
def test_deepening_without_a_table_is_a_search_to_each_depth(game: str, seed: int) -> None:
    """Without a table the passes are alpha-beta to depth 1, 2 ..., each with its own horizon."""
    where = position_of(game, seed)
    depth = 1 + seed % 2
    plies = 1 + seed % 3
    run = going_on(
        where,
        "iterative-deepening",
        depth,
        plies,
        options={"table": False},
    )
    each = [going_on(where, "alpha-beta", limit, plies) for limit in range(1, depth + 1)]

    assert [*visits_of(run)] == [visit for one in each for visit in visits_of(one)]
    counted = [SearchResult(one).quiescence_nodes for one in [run, *each]]
    assert counted[0] == sum(counted[1:])
    depths = [len(run.path(row)) > (run.trace.horizon(row) or 0) for row in range(len(run.trace))]
    for visits in range(0, len(run.trace) + 1, 1 + len(run.trace) // 50):
        assert visits_beyond_horizon(run.trace, visits) == sum(depths[:visits])


@pytest.mark.parametrize(("game", "seed"), CASES)
def test_every_step_is_told(game: str, seed: int) -> None:
    """At every step there is a sentence, and a held trace knows the horizon that the whole one
    knows.
    """
    run = going_on(position_of(game, seed), GOING_ON[seed % 4], 1 + seed % 2, 2)
    held = TracePrefix(run.trace)
    last = run.trace.last_step
    for step in range(0, last + 1, 1 + last // 40):
        tree = TreeAtStep(run.trace, step)

        assert explain(run, step)
        held.grow(step)
        assert [*map(held.trace.horizon, range(tree.visits))] == [
            *map(run.trace.horizon, range(tree.visits))
        ]


@pytest.mark.parametrize("algorithm", sorted({*algorithms()} - {*GOING_ON}))
def test_other_searches_refuse(algorithm: str) -> None:
    """Who cannot go on beyond the limit says who can, in one line."""
    with pytest.raises(
        InputError, match="works with alpha-beta iterative-deepening ordered-alpha-beta pvs"
    ) as caught:
        Run(Recipe(PositionSpec("connect-four"), SearchSpec(algorithm, options={"quiescence": 3})))
    assert "\n" not in str(caught.value)


def test_games_without_noisy_moves_refuse() -> None:
    """A game that does not say what is noisy names those that do."""
    with pytest.raises(InputError, match=r"hex .* chess connect-four italian-draughts"):
        Run(Recipe(PositionSpec("hex"), SearchSpec(options={"quiescence": 3})))


def test_games_say_what_is_noisy() -> None:
    """Three games do; in draughts captures are compulsory."""
    found = {name: discovery.game_named(name).noisy for name in games.game_names()}
    assert {name: each.compulsory for name, each in found.items() if each} == {
        "chess": False,
        "connect-four": False,
        "italian-draughts": True,
    }
