"""Orderings with memory or look-ahead try moves as a naive replay of the trace says, and score
and count as it does.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from math import inf
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import games
from games import AnyPosition, probabilities
from tests.few import one_in
from tests.oracles import chance
from tests.oracles.laws import minimax
from tests.oracles.replay import events
from tests.presets import PLAYED
from tests.trees import AIMA, CUT_AND_FAIL, DEPTHS, Tree, prepared, trees
from visualizer.explaining.explanation.explainer import explain
from visualizer.searching.ordering import pv
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.support.plugins import discovery
from visualizer.trace.rows import Kind

Think = Callable[[AnyPosition, tuple[int, ...]], list[float]]
"""What an ordering thinks of the moves of a position at a path: a number for each, in natural
order.
"""
Learn = Callable[[AnyPosition, int, int], None]
"""Is told of a cutoff: the position, its ply, and the natural number of the move that cut."""

SUITING = {
    "tictactoe": "fork",
    "connect-four": "open-three",
    "italian-draughts": "ordering-hurts",
    "hex": "end-game",
}


def suiting(name: str) -> PositionSpec:
    """Return a position of a game in which small searches cut: a preset known to suit, else the
    game's first.
    """
    presets = [preset.name for preset in games.load_game(name).presets]
    known = SUITING.get(name, "ordering-helps")
    return PositionSpec(name, known if known in presets else presets[0])


REAL = [suiting(name) for name in reversed(PLAYED)]
LOOSE = st.tuples(trees(), st.booleans(), DEPTHS, CUT_AND_FAIL)
"""A tree, whose turn it is, a depth, the rule of the cut and the way to fail."""

GUESS = """
def guess(position, outcome):
    return outcome if outcome is not None else position.key() * 7 % 5 - 2
"""
"""Gives inner nodes at the depth limit different values, so that the best line changes from
depth to depth.
"""

WALK = '''
"""Both sides push a stone along a road, or leave it; the same place comes again at other depths."""
from dataclasses import dataclass
from games import Board, Game, Preset

@dataclass(frozen=True)
class Road:
    place: int = 3
    maximizing: bool = True
    def moves(self): return (-1, 0, 2)
    def play(self, move): return Road(self.place + move, not self.maximizing)
    def outcome(self): return None if 0 < self.place < 9 else self.place % 3 - 1
    def key(self): return (self.place, self.maximizing)
    def text(self): return str(self.place)
    def name(self, move): return str(move)
    def board(self): return Board("Road", ((),))

GAME = Game(name="road", title="Road", about="push a stone", sides=("one", "other"), notation="a number",
    start=lambda settings: Road(), read=lambda text, settings: Road(int(text)),
    evaluations={"place": lambda position, outcome: position.place * 5 % 7 if outcome is None else outcome},
    presets=(Preset("three", "3", "in the third place"),), depth=4)
'''


def on_tree(asked: tuple[Tree, bool, int | str, tuple[str, str]], **search: Any) -> Run:
    """Search a tree as it was drawn."""
    tree, maximizing, depth, (cut, fail) = asked
    return prepared(
        tree,
        maximizing,
        depth=depth,
        cut=cut,
        fail=fail,
        **search,
    ).finish()


def on_board(
    where: PositionSpec, ordering: str, depth: int = 3, algorithm: str = "alpha-beta"
) -> Run:
    """Search a position of a real game."""
    return Run(Recipe(where, SearchSpec(algorithm, ordering=ordering, depth=depth))).finish()


def never(position: AnyPosition, ply: int, number: int) -> None:
    """Learn nothing."""


def inner_nodes(run: Run) -> Iterator[tuple[AnyPosition, tuple[int, ...]]]:
    """Give position and path of every inner node that was visited."""
    for row, visit in enumerate(run.trace):
        if visit.children:
            yield at(run, run.path(row)), run.path(row)


def at(run: Run, path: tuple[int, ...]) -> AnyPosition:
    """Play the moves of a path."""
    position = run.root
    for number in path:
        position = position.play(position.moves()[number])
    return position


def replay(run: Run, think: Think, learn: Learn = never) -> int:
    """Go through the trace event by event: check order and scores at each node on entry, and learn
    from each cutoff.

    Outcomes of chance are tried in natural order and teach nothing, nor does standing pat; beyond
    the depth limit only noisy moves are tried. Returns at how many nodes another order than the
    natural one was tried.
    """
    tried = defaultdict[int, list[int]](list)
    for visit in run.trace:
        tried[visit.parent].append(visit.move)
    changed = 0
    for what, row in events(run.trace):
        visit = run.trace[row]
        if not visit.children:
            continue
        path = run.path(row)
        position = at(run, path)
        if probabilities(position) is not None or not tried[row]:
            assert tried[row] == [*range(len(tried[row]))], path
        elif what == "enter":
            totals = think(position, path)
            noisy = run.noisy_moves_beyond_limit(path)
            wanted = sorted(range(len(totals)), key=lambda number: (-totals[number], number))
            wanted = [number for number in wanted if noisy is None or number in noisy]
            assert tried[row] == wanted[: len(tried[row])], path
            order, scores = run.order_with_scores(path)
            assert order == tuple(wanted)
            assert scores is not None
            assert [score.total for score in scores] == totals
            changed += wanted != sorted(wanted)
        elif visit.kind is Kind.CUT:
            learn(position, visit.depth, tried[row][-1])
    return changed


def below(position: AnyPosition, plies: float) -> Iterator[tuple[AnyPosition, float]]:
    """Yield a position and all that follow it within that many plies, each with the plies left."""
    yield position, plies
    if plies > 0 and position.outcome() is None:
        for move in position.moves():
            yield from below(position.play(move), plies - 1)


# Killer.


def check_killer(run: Run) -> int:
    """Replay a search with killers: at each ply the last two different moves that have cut
    there.
    """
    cut_by = defaultdict[int, list[Any]](list)

    def think(position: AnyPosition, path: tuple[int, ...]) -> list[float]:
        recent: list[Any] = []
        for move in reversed(cut_by[len(path)]):
            if move not in recent:
                recent.append(move)
        latest, before = [*recent, None, None][:2]
        return [
            2.0 if move == latest else 1.0 if move == before else 0.0 for move in position.moves()
        ]

    def learn(position: AnyPosition, ply: int, number: int) -> None:
        cut_by[ply].append(position.moves()[number])

    return replay(run, think, learn)


# History.


def check_history(run: Run) -> int:
    """Replay a search with history: every cutoff counts the square of the plies left, 1 where
    that is not known.
    """
    cutoffs: list[tuple[bool, Any, int]] = []
    limit = run.recipe.search.depth

    def think(position: AnyPosition, path: tuple[int, ...]) -> list[float]:
        return [
            float(
                sum(
                    credit
                    for turn, cutter, credit in cutoffs
                    if (turn, cutter) == (position.maximizing, move)
                )
            )
            for move in position.moves()
        ]

    def learn(position: AnyPosition, ply: int, number: int) -> None:
        if isinstance(limit, int):
            credit = (limit - ply) ** 2
        else:
            credit = 1
        cutoffs.append((position.maximizing, position.moves()[number], credit))

    return replay(run, think, learn)


# Chance, and noisy moves beyond the depth limit.

NAMES = (
    "natural",
    "random",
    "reverse",
    "killer",
    "history",
    "pv",
    "shallow",
    "shallow-2",
    "best",
    "worst",
)
"""The orderings that serve every game; those with scores are combined, too."""
LEARNING = ("killer", "history")
"""Those that learn from cutoffs."""
COMBINED = ("killer+history", "history+pv", "shallow+killer", "best+history+random")
MANY = pytest.mark.parametrize(
    "seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 40))]
)


def told(run: Run) -> Run:
    """Check that there is a sentence for every step of a finished search; for about fifty of a
    long one.
    """
    for step in range(0, run.trace.last_step + 1, 1 + run.trace.last_step // 50):
        assert explain(run, step)
    return run


@MANY
def test_every_ordering_serves_every_search_with_chance(seed: int) -> None:
    """Whatever the order, star1 and expectiminimax find the true value of a tree with chance, and
    tell every step.

    Where an ordering learns from cutoffs, it does so from those of players alone.
    """
    for number in range(4 * seed, 4 * seed + 4):
        tree = chance.random_tree(number)
        where = PositionSpec("tree", chance.written(tree))
        bounds = {"bounds": (-1.0, 4.0)}
        for name in (*NAMES, *COMBINED):
            for algorithm in ("star1", "expectiminimax", "expectimax"):
                options = bounds if algorithm == "star1" else {}
                run = told(
                    Run(
                        Recipe(where, SearchSpec(algorithm, ordering=name, options=options))
                    ).finish()
                )
                if algorithm != "expectimax":
                    assert run.trace.value(0) == float(chance.true_value(tree)), (name, algorithm)
                if name in LEARNING:
                    CHECKS[name](run)


@MANY
@pytest.mark.parametrize("algorithm", ["star1", "expectiminimax"])
def test_every_ordering_serves_a_game_with_dice(seed: int, algorithm: str) -> None:
    """In a game with dice all orders find the same value; killers and history learn as a replay
    of them does.
    """
    dice = random.Random(seed)
    position = discovery.game_named("einstein").start({})
    for _ in range(10 + seed % 8):
        after = position.play(dice.choice([*position.moves()]))
        if after.outcome() is None:
            position = after
    where = PositionSpec("einstein", position.text())
    values = set[float]()
    for name in ("killer", "history", "killer+scored", "history+killer", "scored"):
        run = told(Run(Recipe(where, SearchSpec(algorithm, ordering=name, depth=3))).finish())
        values.add(round(run.trace.value(0), 9))
        if name in LEARNING:
            CHECKS[name](run)

    assert len(values) == 1


@MANY
@pytest.mark.parametrize("game", ["connect-four", "italian-draughts"])
def test_every_ordering_serves_quiescence(seed: int, game: str) -> None:
    """Where noisy moves are searched on, killers and history learn from cutoffs by moves, not by
    standing pat.
    """
    for number in range(3 * seed, 3 * seed + 3):
        dice = random.Random(number)
        position = discovery.game_named(game).start({})
        for _ in range(number % 10 + 4):
            after = position.play(dice.choice([*position.moves()]))
            if after.outcome() is None:
                position = after
        where = PositionSpec(game, position.text())
        values = set[float]()
        for name in ("killer", "history", "killer+scored", "natural"):
            options = {"quiescence": 1 + number % 3}
            run = told(
                Run(
                    Recipe(where, SearchSpec(ordering=name, depth=1 + number % 2, options=options))
                ).finish()
            )
            values.add(run.trace.value(0))
            if name in LEARNING:
                CHECKS[name](run)

        assert len(values) == 1


def test_standing_pat_teaches_killers_nothing() -> None:
    """A node that is left at once because standing pat is enough was cut by no move; it hung the
    search once.
    """
    where = PositionSpec("connect-four", None, "4 7 4 4 6")
    run = Run(
        Recipe(where, SearchSpec(ordering="killer", depth=2, options={"quiescence": 3}))
    ).finish()

    assert any(run.trace.end(row) == row for row in run.trace.cuts)
    check_killer(run)


@pytest.mark.parametrize("white", one_in(6, range(5, 29)))
def test_a_capture_beyond_the_horizon_may_end_the_game(white: int) -> None:
    """In every ending of two men each step is told, also where the last piece is captured beyond
    the depth limit.
    """
    for black in {*range(5, 29)} - {white}:
        where = PositionSpec("italian-draughts", f"W:W{white}:B{black}")
        told(Run(Recipe(where, SearchSpec(depth=1, options={"quiescence": 2}))).finish())


OWN_ORDER = """
from math import inf

def search(problem, recorder):
    def visit(position, number, alpha, beta, depth):
        outcome = position.outcome()
        if outcome is not None or depth == problem.depth:
            return recorder.leaf(number, problem.evaluate(position, outcome))
        moves = [*enumerate(position.moves())]
        recorder.enter(number, position.maximizing, len(moves), alpha, beta)
        if depth % 2:
            moves = problem.order(position, [move for _, move in moves], recorder.path)
        best = -inf if position.maximizing else inf
        for child, move in moves:
            value = visit(position.play(move), child, alpha, beta, depth + 1)
            best = max(best, value) if position.maximizing else min(best, value)
            alpha, beta = (max(alpha, best), beta) if position.maximizing else (alpha, min(beta, best))
            if alpha >= beta:
                return recorder.leave(best, 4)
        return recorder.leave(best)
    return visit(problem.root, 0, -inf, inf, 0)
"""


@pytest.mark.parametrize("ordering", ["killer", "history"])
def test_a_search_need_not_ask_for_an_order(
    user_file: Callable[[str], Path], ordering: str
) -> None:
    """A user-supplied search that asks an ordering at some plies only teaches it nothing at the
    others.
    """
    algorithm = f"{user_file(OWN_ORDER)}:search"
    run = Run(
        Recipe(PositionSpec("tictactoe"), SearchSpec(algorithm, ordering=ordering, depth=4))
    ).finish()
    plain = Run(Recipe(PositionSpec("tictactoe"), SearchSpec("alpha-beta", depth=4))).finish()

    assert len(run.trace.cuts) > 50
    assert run.trace.value(0) == plain.trace.value(0)


# Principal variation.


class Deepening:
    """Iterative deepening from the textbook: the last line first in the next iteration, until
    all lines have ended.
    """

    def __init__(self, run: Run, most: float = inf) -> None:
        """Search all depths less than the run's, with so many visits at most."""
        self.run = run
        self.line: list[int] = []
        self.visits = 0
        limit = run.depth
        plies = 1
        while plies < limit:
            self.limited = False
            _, line = self.search(run.root, plies, -inf, inf, [*self.line])
            if self.visits > most:
                self.visits = int(most)
                return
            self.line = line
            if not self.limited:
                return
            plies += 1

    def search(
        self, position: AnyPosition, plies: int, alpha: float, beta: float, first: list[int]
    ) -> tuple[float, list[int]]:
        """Return value and best line, from MAX's side; `first` is the rest of the last best
        line.
        """
        self.visits += 1
        outcome = position.outcome()
        if outcome is not None or plies == 0:
            self.limited = self.limited or outcome is None
            return self.run.problem.evaluate(position, outcome), []
        turn = 1 if position.maximizing else -1
        moves = position.moves()
        best = -inf * turn
        line = list[int]()
        for number in sorted(range(len(moves)), key=lambda number: [number] != first[:1]):
            if [number] == first[:1]:
                rest = first[1:]
            else:
                rest = []
            found, reply = self.search(position.play(moves[number]), plies - 1, alpha, beta, rest)
            if turn * found > turn * best:
                best = found
                line = [number, *reply]
            if turn > 0:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best, line

    def think(self, position: AnyPosition, path: tuple[int, ...]) -> list[float]:
        """Score the move on the line 1 if the path is the line's beginning."""
        on_it = [*path] == self.line[: len(path)]
        if on_it and len(path) < len(self.line):
            first = self.line[len(path)]
        else:
            first = None
        return [float(number == first) for number in range(len(position.moves()))]


def check_pv(run: Run, expected: Deepening) -> None:
    """Check a search against an iterative deepening of this test's own."""
    replay(run, expected.think)
    inner = run.trace[0].children > 0
    assert run.ordering.nodes() == (expected.visits if inner else 0)


@pytest.fixture(scope="module")
def guess(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Write an evaluation that tells inner nodes apart."""
    file: Path = tmp_path_factory.mktemp("pv") / "guess.py"
    file.write_text(GUESS, encoding="utf-8")
    games.trust_files([file])
    return f"{file}:guess"


def test_pv_does_not_deepen_for_ever() -> None:
    """Where every line ends in two plies, a deep search counts two iterations: the last has met
    no limit.
    """
    run = prepared(AIMA, depth=50, ordering="pv").finish()

    assert run.ordering.nodes() == 4 + 11
    check_pv(run, Deepening(run))


@given(LOOSE, st.booleans())
@settings(max_examples=200)
def test_pv_deepens_until_all_lines_have_ended(
    guess: str, asked: tuple[Tree, bool, int | str, tuple[str, str]], guessing: bool
) -> None:
    """A best line that ends the game need not be that of a deeper search, as long as others go
    on.
    """
    run = on_tree(asked, ordering="pv", evaluation=guess if guessing else None)
    check_pv(run, Deepening(run))


@given(LOOSE, st.integers(2, 60))
@settings(max_examples=100)
def test_pv_gives_up_after_so_many_visits(
    guess: str, asked: tuple[Tree, bool, int | str, tuple[str, str]], most: int
) -> None:
    """With few visits allowed, the last iteration that ended counts, and no more visits are made
    than allowed.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pv, "MAX_PV_VISITS", most)
        run = on_tree(asked, ordering="pv", evaluation=guess)
        check_pv(run, Deepening(run, most))


@pytest.mark.parametrize("where", one_in(3, REAL), ids=lambda where: where.game)
def test_pv_on_real_positions(where: PositionSpec) -> None:
    """The same in real games."""
    run = on_board(where, "pv", 4 if where.game in ("tictactoe", "connect-four") else 3)
    expected = Deepening(run)

    assert expected.visits > 1
    check_pv(run, expected)


# Shallow searches.


def check_shallow(run: Run, plies: int) -> int:
    """Replay a search by shallow searches: a child is worth its minimax value, no deeper than
    the search itself.
    """
    counted = 0
    known = dict[Any, float]()

    def left(path: tuple[int, ...]) -> float:
        return min(plies, run.depth - len(path)) - 1

    def think(position: AnyPosition, path: tuple[int, ...]) -> list[float]:
        sign = 1 if position.maximizing else -1
        return [
            sign * minimax(run.problem, position.play(move), left(path), known)
            for move in position.moves()
        ]

    changed = replay(run, think)
    for position, path in inner_nodes(run):
        counted += sum(
            1 for move in position.moves() for _ in below(position.play(move), left(path))
        )
    assert run.ordering.nodes() == counted
    return changed


# Oracles.


def check_oracle(run: Run, sign: int) -> int:
    """Replay a search by true values: those of the plies that are left below, each position
    counted once a depth.
    """
    looked = set[tuple[Any, float]]()
    known = dict[Any, float]()

    def think(position: AnyPosition, path: tuple[int, ...]) -> list[float]:
        turn = sign if position.maximizing else -sign
        left = run.depth - len(path) - 1
        return [
            turn * minimax(run.problem, position.play(move), left, known)
            for move in position.moves()
        ]

    changed = replay(run, think)
    for position, path in inner_nodes(run):
        for move in position.moves():
            seen = below(position.play(move), run.depth - len(path) - 1)
            looked |= {(place.key(), left) for place, left in seen}
    assert run.ordering.nodes() == len(looked)
    return changed


CHECKS: dict[str, Callable[[Run], int]] = {
    "killer": check_killer,
    "history": check_history,
    "shallow": partial(check_shallow, plies=1),
    "shallow-2": partial(check_shallow, plies=2),
    "best": partial(check_oracle, sign=1),
    "worst": partial(check_oracle, sign=-1),
}
"""The replay of each ordering, which returns at how many nodes it changed the order."""


@pytest.mark.parametrize("name", CHECKS)
@given(LOOSE, st.booleans())
@settings(max_examples=200)
def test_moves_are_tried_as_a_replay_says(
    guess: str, name: str, asked: tuple[Tree, bool, int | str, tuple[str, str]], guessing: bool
) -> None:
    """Order, scores and counts are those of the ordering's definition, also where the game goes
    on at the limit.
    """
    CHECKS[name](on_tree(asked, ordering=name, evaluation=guess if guessing else None))


@pytest.mark.parametrize("name", CHECKS)
def test_moves_of_real_games_are_tried_as_a_replay_says(name: str) -> None:
    """Where a killer may not be legal, and a position is reached in two ways; most orders
    change.
    """
    if name in LEARNING:
        some = REAL
    else:
        some = REAL[::2]
    changed = [CHECKS[name](on_board(where, name)) for where in some]

    assert 2 * sum(map(bool, changed)) > len(changed)


@pytest.mark.parametrize("algorithm", ["minimax", "alpha-beta"])
@pytest.mark.parametrize("depth", [1, 2, 3, 4, 5, 6])
def test_oracles_keep_depths_apart(
    user_file: Callable[[str], Path], depth: int, algorithm: str
) -> None:
    """A position that comes again higher or deeper in the tree has another value there, and is
    looked at again.
    """
    where = PositionSpec(str(user_file(WALK)))
    for name in ("best", "worst"):
        CHECKS[name](on_board(where, name, depth, algorithm))


@pytest.mark.parametrize("most", [2, 50])
def test_the_limit_of_nodes_is_for_the_search_alone(most: int) -> None:
    """However many positions an oracle looks at, the search visits as many nodes as it may."""
    where = PositionSpec("tree", settings={"seed": "3", "depth": "5"})
    run = Run(Recipe(where, SearchSpec(ordering="best", max_nodes=most))).finish()

    assert len(run.trace) == most < 100 < run.ordering.nodes()
