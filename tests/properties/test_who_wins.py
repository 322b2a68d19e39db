"""Who is said to win does win: labels, sentences and analyses are held against solvers that know
no search.
"""

import re
from collections import Counter
from collections.abc import Callable, Generator, Hashable, Iterator, Mapping
from math import inf
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

import games
from games import AnyPosition, Standing, probabilities
from visualizer.apps.cli.search_commands import format_search_result
from visualizer.apps.tui.panes.found import draw_best_line
from visualizer.apps.tui.scene import Scene
from visualizer.draw.picture.charts.race import race_sentence
from visualizer.explaining.explanation.explainer import explain
from visualizer.explaining.explanation.naming import Naming
from visualizer.explaining.explanation.standings import (
    label_of_answer,
    label_of_value,
    meaning_of,
    meaning_of_number,
)
from visualizer.explaining.measures.summary import SearchResult
from visualizer.play.playing.found_move import best_move_of
from visualizer.play.playing.move_analysis import MoveAnalysis
from visualizer.searching.lookup import resolve_position
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.trace.proved import NOTHING_PROVED, ProofGoal, Proved, ResultProofs
from visualizer.trace.rows import Kind, Trace
from visualizer.trace.tree_at_step import Bound, TreeAtStep

Results = tuple[float, float]
"""The least and the greatest result that MAX and MIN can force, from MAX's side: equal where no
dice are thrown.
"""
MOST_SOLVED = 20_000
"""Positions that a solver looks at before it gives up on one."""


class TooLargeError(Exception):
    """A position has too many before its end."""


class Solver:
    """What best play comes to, by going through all of a game: the rules are those of the game's
    positions.
    """

    def __init__(self, worth: Callable[[AnyPosition, float], float]) -> None:
        """Begin with nothing solved; `worth` is what a finished game counts."""
        self.worth = worth
        self.solved = dict[Hashable, Results]()
        self.left = MOST_SOLVED

    def solve(self, position: AnyPosition) -> Results:
        """Return the result; TooLargeError where that takes too long."""
        key = position.key()
        if key not in self.solved:
            self.spend()
            self.solved[key] = self._solve(position)
        return self.solved[key]

    def spend(self) -> None:
        """Count a position that is looked at; TooLargeError for one too many."""
        self.left -= 1
        if self.left < 0:
            raise TooLargeError

    def _solve(self, position: AnyPosition) -> Results:
        if (outcome := position.outcome()) is not None:
            return (self.worth(position, outcome),) * 2
        lows, highs = zip(
            *(self.solve(position.play(move)) for move in position.moves()), strict=True
        )
        if probabilities(position) is not None:
            return min(lows), max(highs)
        if position.maximizing:
            return (max(lows), max(highs))
        return (min(lows), min(highs))


class Positions(NamedTuple):
    """Positions of a game: with which settings, and how many moves are played at random before."""

    game: str
    settings: Mapping[str, str]
    played: tuple[int, int]


KINDS = {
    "othello 4x4": Positions("othello", {"size": "4"}, (4, 9)),
    "othello 6x6": Positions("othello", {"size": "6"}, (21, 28)),
    "connect-four": Positions("connect-four", {"size": "4x4"}, (4, 9)),
    "tictactoe": Positions("tictactoe", {}, (1, 5)),
    "kalah": Positions("kalah", {"pits": "3", "seeds": "3"}, (3, 9)),
    "hex": Positions("hex", {"size": "3"}, (1, 4)),
    "einstein": Positions("einstein", {}, (24, 60)),
}
"""Six games, one of them with dice, and Othello on two boards."""
EXACT = ("alpha-beta", "minimax", "ordered-alpha-beta", "pvs", "mtdf", "iterative-deepening")
DICED = ("star1", "expectiminimax", "expectimax")


def opening(kind: Positions, random: Random) -> AnyPosition:
    """Return a position after some random moves, before the end of the game."""
    _, position = resolve_position(PositionSpec(kind.game, settings=kind.settings))
    for _ in range(random.randint(*kind.played)):
        after = position.play(random.choice([*position.moves()]))
        if after.outcome() is not None:
            break
        position = after
    return position


def searched(
    kind: Positions,
    position: AnyPosition,
    random: Random,
    most: int = 3_000,
) -> Run:
    """Search a position in one of many ways."""
    game = games.load_game(kind.game)
    sampled = ("mcts",) if kind.game in ("tictactoe", "hex") else ()
    algorithm = random.choice(DICED if kind.game == "einstein" else (*EXACT, *sampled))
    options: dict[str, Any] = {}
    if algorithm in ("alpha-beta", "minimax", "pvs") and random.random() < 0.3:
        options = {"table": True}
    if kind.game == "connect-four" and algorithm == "alpha-beta" and random.random() < 0.5:
        options = {"quiescence": 2}
    if algorithm == "mcts":
        options = {"solver": True, "iterations": 150}
    depth = random.randint(1, 3 if kind.game == "einstein" else 6)
    search = SearchSpec(
        algorithm,
        evaluation=random.choice([*game.evaluations]),
        depth=depth,
        options=options,
        max_nodes=most,
        ordering="random" if random.random() < 0.5 else None,
        seed=random.randint(0, 99),
        fail="hard" if algorithm == "alpha-beta" and random.random() < 0.2 else "soft",
    )
    return Run(
        Recipe(PositionSpec(kind.game, position.text(), "", {}), search), root=position
    ).finish()


class Claim(NamedTuple):
    """What is said of a position."""

    position: AnyPosition
    words: str
    source: str


def claims(kind: Positions, run: Run, random: Random) -> Iterator[Claim]:
    """Yield what labels, sentences, hints and the list of moves say of who wins, at some steps."""
    last = run.trace.last_step
    for step in [last, *(random.randint(1, last) for _ in range(3))]:
        tree = TreeAtStep(run.trace, step)
        said = Naming(run, tree)
        nodes = [*tree.nodes()]
        for node in {0, *random.choices(nodes, k=8)}:
            yield Claim(
                run.position(run.path(node)), label_of_value(said, node), f"label at step {step}"
            )
    for step in [last, *random.sample(range(1, last + 1), min(last, 15))]:
        sentence = explain(run, step)
        names = {
            " ".join(run.names(run.path(row))): run.path(row)
            for row in range(min(len(run.trace), 3_000))
        }
        for after, words in re.findall(
            r"After ([^;:.]+?) (\w+ (?:wins|has at most a win)[^;,:.()]*)", sentence
        ):
            if after in names:
                yield Claim(run.position(names[after]), words, f"step {step}: {sentence}")
    for root in run.trace.roots():
        returned = run.trace.return_step(root)
        if returned is not None and returned <= last and not run.trace.is_sampled:
            yield from claims_of_a_finish(run, returned)
    if last < 600 and random.random() < 0.3 and kind.game != "einstein":
        where = PositionSpec(kind.game, run.root.text())
        analysis = MoveAnalysis(where, run.root, run.recipe.search)
        analysis.request_all()
        while not analysis.advance():
            pass
        moves = {
            name: run.root.play(move)
            for name, move in zip(analysis.names, run.root.moves(), strict=True)
        }
        for name, value in analysis.values.items():
            yield Claim(moves[name], value.words, f"move {name}")
            if value.standing is not None and value.standing.won and value.label_with_distance:
                yield Claim(
                    moves[name],
                    f"{run.game.side(maximizing=value.standing.side > 0)} wins",
                    f"curve {name}",
                )


FOUND = re.compile(
    r"finished: (?:.+? is best for (?P<side>\w+), (?:who|but) |\w+'s best is [^,]+, which )?"
    r"(?P<words>[^.(;]*?)(?P<to_end> after [^.(;]+)?(?:; best line [^(]+)? \(",
    re.IGNORECASE,
)


def claims_of_a_finish(run: Run, step: int) -> Iterator[Claim]:
    """Yield what the last sentence of a search or a pass says of who wins with the best move,
    and after the line.
    """
    sentence = explain(run, step)
    found = FOUND.search(sentence)
    if found is None or not re.search("win|draw", found["words"]):
        return
    words = found["words"]
    if found["side"] and not re.match(r"\w+ (?:wins|can)", words):
        words = f"{found['side']} {words}"  # who wins
    line = TreeAtStep(run.trace, step).result().line
    named = [run.root, *(run.position(run.path(node)) for node in line)]
    if not found["to_end"]:
        named = named[:2]
    for position in named:
        yield Claim(position, words, f"finish {step}: {sentence}")


NUMBER = re.compile(
    r"(?:by|with) (at least )?(?:(an?) \w+|([\d,]+) \w+|(its last) stone)(?: left| to (\d+))?"
)


def wrong(
    claim: Claim,
    sides: tuple[str, str],
    low: float,
    high: float,
) -> str | None:
    """Return what a claim says that is not so; "" if it is true, None if it says nothing of the
    end of the game.
    """
    words = claim.words
    most = re.search(r"at most a win for (\w+)|(\w+) has at most a win", words)
    found = re.search(r"(\w+) wins", words)
    if found is None and most is None:
        if "draw" not in words:
            return None
        favoured = re.search(r"a draw or better for (\w+)|(\w+) has at least a draw", words)
        if favoured is None:
            return "" if low == high == 0 else words
        return (
            "" if (low >= 0 if (favoured[1] or favoured[2]) == sides[0] else high <= 0) else words
        )
    if found:
        side = found[1]
    else:
        side = most and (most[1] or most[2])
    if side == sides[0]:
        mine = low
        other = high
    else:
        mine = -high
        other = -low
    number = NUMBER.search(words)
    amount = (
        None
        if number is None
        else 1
        if number[2] or number[4]
        else float((number[3] or "0").replace(",", ""))
    )
    if number is not None and amount is not None:
        amount += 1 if " left" in words else -int(number[5] or 0)  # the stones left, and one more
    if found is None:
        return "" if amount is not None and other <= amount else words
    if mine <= 0 or (amount is not None and mine < amount):
        return words
    return words if amount is not None and not (number and number[1]) and other > amount else ""


def counted(name: str, wanted: int, seed: int) -> Counter[str]:
    """Return how many claims were made of a kind of positions, by where; AssertionError for one
    that is false.
    """
    kind = KINDS[name]
    random = Random(seed)
    count = Counter[str]()
    game = games.load_game(kind.game)
    solvers = dict[str | None, Solver]()
    while count["claims"] < wanted:
        position = opening(kind, random)
        run = searched(kind, position, random)
        solver = solvers.setdefault(run.recipe.search.evaluation, Solver(run.problem.evaluate))
        solver.left = MOST_SOLVED
        try:
            for claim in claims(kind, run, random):
                if wrong(claim, game.sides, -inf, inf) is None:
                    continue
                lie = wrong(claim, game.sides, *solver.solve(claim.position))
                assert not lie, (
                    name,
                    seed,
                    position.text(),
                    run.recipe.search.to_spec(),
                    claim.source,
                    lie,
                )
                count["claims"] += 1
                count[claim.source.split()[0]] += 1
        except TooLargeError:
            continue
    return count


@pytest.mark.parametrize(
    ("wanted", "seed"), [(100, 1), pytest.param(2_000, 2, marks=pytest.mark.slow)]
)
@pytest.mark.parametrize("name", KINDS)
def test_who_is_said_to_win_wins(name: str, wanted: int, seed: int) -> None:
    """No claim that a side wins, by how much, or that nobody does, is false; the counts are
    printed.
    """
    count = counted(name, wanted, seed)
    print(name, dict(count), "seed", seed)

    assert count["finish"]


def by_the_rule(
    trace: Trace,
    row: int,
    until: int,
    sign: int,
) -> float:
    """Return what the rule proves at least, for MAX (1) or MIN (-1), at a node by a visit among the
    first so many.

    It is the rule as it is said, and takes its time.
    """
    path = trace.path(row)
    ended = 0 <= trace.end(row) < until
    if ended:
        until = trace.end(row) + 1
    visits = [visit for visit in range(until) if trace.path(visit) == path]
    found = [-inf]
    for visit in visits:
        if trace.kind(visit) is Kind.TERMINAL:
            found.append(sign * trace.value(visit))
        if (source := trace.source(visit)) >= 0:
            found.append(by_the_rule(trace, source, len(trace), sign))
    children = dict[int, int]()
    for visit in range(until):
        if trace.parent(visit) in visits:
            children[trace.move(visit)] = visit
    inner = [visit for visit in visits if trace.children(visit)]
    if inner:
        below = [by_the_rule(trace, child, until, sign) for child in children.values()]
        if trace.turn(inner[-1]) == (sign > 0):
            found += below
        elif len(below) == trace.children(inner[-1]) and inner[-1] not in trace.stand_pat_values:
            found.append(min(below))
    return max(found)


@pytest.mark.parametrize(("name", "tried"), [(name, 12) for name in KINDS])
def test_what_is_proved_is_what_the_rule_says(name: str, tried: int) -> None:
    """At every step finished games prove of a node what the rule says of the tree visited by
    then, and no more.
    """
    kind = KINDS[name]
    random = Random(3)
    won = 0
    for _ in range(tried):
        run = searched(
            kind,
            opening(kind, random),
            random,
            most=120,
        )
        if run.recipe.search.fail == "hard" or run.trace.is_sampled:
            continue
        for step in [
            run.trace.last_step,
            *(random.randint(1, run.trace.last_step) for _ in range(2)),
        ]:
            tree = TreeAtStep(run.trace, step)
            known = tree.visits - (run.trace.enter_step(tree.visits - 1) == step)
            for node in {0, *random.choices([*tree.nodes()], k=3)}:
                row = max((visit for visit in tree.visits_to(node) if visit < known), default=-1)
                if row < 0:
                    low = -inf
                    high = inf
                else:
                    low = by_the_rule(run.trace, row, known, 1)
                    high = 0 - by_the_rule(run.trace, row, known, -1)
                told = (low if low >= min(0, high) else -inf, high if high <= max(0, low) else inf)

                assert tree.proved_range(node) == told, (run.recipe, step, node)
                won += told[0] > 0 or told[1] < 0

    assert won


@pytest.mark.parametrize("algorithm", ["alpha-beta", "pvs", "negamax"])
def test_another_moves_proof_is_not_the_best_moves(algorithm: str) -> None:
    """Where finished games prove a win by another move than the best one, no sentence and no
    hint gives it to that.
    """
    where = PositionSpec("othello", "OX--XXX-XXO-X-XO O")
    run = Run(Recipe(where, SearchSpec(algorithm, depth=5))).finish()
    naming = Naming(run, TreeAtStep(run.trace))

    assert label_of_value(naming, 0) == "White wins by at least 4 discs"
    assert label_of_answer(naming) == "White 5 discs ahead"
    said = "b4 is best for White, who is 5 discs ahead after b4 d3 d2 pass c1 (−5, depth 5)"
    assert said in explain(run, run.trace.last_step)
    assert best_move_of(run).label == "White 5 discs ahead"
    assert "5 discs ahead" in race_sentence(run, naming.tree, algorithm)
    assert "value      −5, White 5 discs ahead\n" in format_search_result(run, SearchResult(run))
    drawn = draw_best_line(Scene(run, run.trace.last_step), width=60, height=8)
    assert "".join(text for text, _ in drawn.lines[-1]).endswith("5  White 5 discs ahead")


def test_a_win_by_more_than_is_proved_is_at_least_that() -> None:
    """Where only one side of a result is proved, the win is by at least so much, in labels,
    clauses and sentences.
    """
    run = Run(
        Recipe(PositionSpec("othello", settings={"size": "4"}), SearchSpec("alpha-beta", depth=2))
    ).finish()
    words = Naming(run, TreeAtStep(run.trace))

    def said(low: float, high: float) -> list[str]:
        found = meaning_of(words, 0, (Bound.EXACT, 3), Proved(low, high))
        assert found is not None
        return [found.label, found.clause]

    assert said(4, inf) == said(4, 6) == ["Black wins by at least 4 discs"] * 2
    assert said(-inf, -1) == ["White wins by at least a disc"] * 2
    assert said(4, 4) == ["Black wins by 4 discs"] * 2
    assert said(0, 0) == ["a draw", "it is a draw"]
    assert [found.standing for value in (16, 4) if (found := meaning_of_number(words, value))] == [
        Standing(1, "by 16 discs", won=True),
        Standing(1, "4 discs ahead"),
    ]
    assert said(-2, inf) == said(0, 2) == ["Black 3 discs ahead", "Black is 3 discs ahead"]


SEARCH = """
def search(problem, recorder):
    enter, leaf, leave, root = recorder.enter, recorder.leaf, recorder.leave, problem.root
    def winning(position):
        return next(n for n, move in enumerate(position.moves()) if position.play(move).outcome())
    moves, wins = root.moves(), winning(root)
    other = 1 if wins == 0 else 0
    reply = root.play(moves[other])
"""


@pytest.mark.parametrize(
    ("told", "says"),
    [
        ("enter(0, 1, len(moves)); leaf(wins, 1, kind=1); return leave(1, 4)", "X wins"),
        ("enter(0, 1, len(moves)); leaf(other, 1, kind=1); return leave(1, 4)", ""),
        ("enter(0, 1, len(moves)); leaf(other, -1, kind=5, source=-1); return leave(-1, 4)", ""),
        (
            (
                "enter(0, 1, 1); enter(0, 0, 4); leaf(winning(reply), -1, kind=1); leave(-1, 4); "
                "return leave(-1)"
            ),
            "",
        ),
        ("enter(0, 1, 5); leaf(other, 1, kind=2); return leave(1, 4)", ""),
    ],
)
def test_what_a_search_tells_is_held_against_the_rules(
    told: str, says: str, user_file: Callable[[str], Path]
) -> None:
    """Of a search of one's own finished games and numbers of moves count by the rules, whatever
    it tells.
    """
    file = user_file(f"{SEARCH}    {told}\n")
    run = Run(Recipe(PositionSpec("tictactoe", "----XXOO-"), SearchSpec(f"{file}:search"))).finish()

    assert label_of_value(Naming(run, TreeAtStep(run.trace)), 0) == says


def test_a_table_answers_for_the_same_position_alone(user_file: Callable[[str], Path]) -> None:
    """Where a search of one's own says that a table's answer is from another position, that
    proves nothing.
    """
    told = (
        "enter(0, 1, len(moves)); leaf(wins, 1, kind=1); leaf(other, 1, kind=5, "
        "source=1); return leave(1, 4)"
    )
    file = user_file(f"{SEARCH}    {told}\n")
    run = Run(Recipe(PositionSpec("tictactoe", "----XXOO-"), SearchSpec(f"{file}:search"))).finish()

    assert [TreeAtStep(run.trace).proved_range(node) for node in (1, 2)] == [(1, 1), NOTHING_PROVED]


def test_a_step_asks_little_of_what_is_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is proved of the nodes that are open is found from what was kept: a step does not go
    through the tree.
    """
    where = PositionSpec("othello", settings={"size": "4"})
    run = Run(Recipe(where, SearchSpec("minimax", depth=8, max_nodes=8_000))).finish()
    asked = Counter[str]()
    prove = ResultProofs._prove

    def count(
        self: ResultProofs, question: ProofGoal, sign: int
    ) -> Generator[ProofGoal, float, float]:
        asked["nodes"] += 1
        return prove(self, question, sign)

    monkeypatch.setattr(ResultProofs, "_prove", count)
    steps = range(run.trace.last_step // 2, run.trace.last_step // 2 + 400)
    for step in steps:
        said = Naming(run, TreeAtStep(run.trace, step))
        assert all(isinstance(label_of_value(said, node), str) for node in said.tree.path)

    assert run.trace.steps > 10_000
    assert asked["nodes"] < 60 * len(steps)


def test_a_step_knows_nothing_of_later_ones() -> None:
    """What is proved at a step is the same before and after a later one was looked at."""
    where = PositionSpec("othello", settings={"size": "4"}, moves="b1 c1 d4 a1 d1")
    run = Run(Recipe(where, SearchSpec("alpha-beta", depth=6))).finish()
    steps = range(0, run.trace.last_step + 1, 3)
    before = [
        [
            TreeAtStep(run.trace, step).proved_range(node)
            for node in TreeAtStep(run.trace, step).path
        ]
        for step in steps
    ]
    after = [
        [
            TreeAtStep(run.trace, step).proved_range(node)
            for node in TreeAtStep(run.trace, step).path
        ]
        for step in reversed(steps)
    ]

    assert before == after[::-1]
    assert any(found != NOTHING_PROVED for step in before for found in step)
