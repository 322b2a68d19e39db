"""Who is said to win does win: labels, sentences and analyses are held against solvers that know no search."""

import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping
from math import inf
from random import Random
from typing import Any, NamedTuple

import pytest

import games
from games import AnyPosition, probabilities
from games.othello.rules import Othello
from visualizer.explanation.explainer import Explainer, explain
from visualizer.lookup import resolve
from visualizer.playing.move_analysis import MoveAnalysis
from visualizer.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.run import Run
from visualizer.trace.tree_at_step import TreeAtStep

Results = tuple[float, float]
"""The least and the greatest result that MAX and MIN can force, from MAX's side: equal where no dice are thrown."""
MOST_SOLVED = 20_000
"""Positions that a solver looks at before it gives up on one."""


class TooLargeError(Exception):
    """A position has too many before its end."""


class Solver:
    """What best play comes to, by going through all of a game: the rules are those of the game's positions."""

    def __init__(self, worth: Callable[[AnyPosition, float], float]) -> None:
        """Begin with nothing solved; `worth` is what a finished game counts."""
        self.worth, self.solved, self.left = worth, dict[Hashable, Results](), MOST_SOLVED

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
        lows, highs = zip(*(self.solve(position.play(move)) for move in position.moves()), strict=True)
        if probabilities(position) is not None:
            return min(lows), max(highs)
        return (max(lows), max(highs)) if position.maximizing else (min(lows), min(highs))


class OthelloSolver(Solver):
    """The same with rules of its own: a board is a text of signs, X and O, of which X is to move."""

    def solve(self, position: AnyPosition) -> Results:
        """Return the difference in discs that best play comes to, from MAX's side."""
        assert isinstance(position, Othello)
        cells = "".join({"X": "X", "O": "O"}.get(sign, ".") for sign in drawn(position))
        value = self.discs(cells if position.maximizing else exchanged(cells))
        return (value if position.maximizing else 0 - value,) * 2

    def discs(self, cells: str) -> int:
        """Return how many discs more than the other X has in the end."""
        if cells not in self.solved:
            self.spend()
            after = [exchanged(board) for board in placed(cells)]
            if after:
                value = max(-self.discs(board) for board in after)
            elif [*placed(exchanged(cells))]:
                value = -self.discs(exchanged(cells))
            else:
                value = cells.count("X") - cells.count("O")
            self.solved[cells] = value, value
        return int(self.solved[cells][0])


def drawn(position: Othello) -> str:
    """Return the squares row by row, X for Black's discs, O for White's."""
    black, white = position.sides()
    squares = {name: bit for bit, name in position.grid.names.items() if len(name) == 2}
    bits = [squares[name] for name in sorted(squares, key=lambda name: name[::-1])]
    return "".join("X" if black & bit else "O" if white & bit else "." for bit in bits)


def exchanged(cells: str) -> str:
    """Return a board with the sides exchanged."""
    return cells.translate({ord("X"): "O", ord("O"): "X"})


def placed(cells: str) -> Iterator[str]:
    """Yield the boards after each move of X, which must flip a disc."""
    size = round(len(cells) ** 0.5)
    for at in (place for place, sign in enumerate(cells) if sign == "."):
        turned = list[int]()
        for down in (-1, 0, 1):
            for right in (-1, 0, 1):
                row, column, line = at // size + down, at % size + right, list[int]()
                while 0 <= row < size and 0 <= column < size and cells[row * size + column] == "O":
                    line.append(row * size + column)
                    row, column = row + down, column + right
                if line and 0 <= row < size and 0 <= column < size and cells[row * size + column] == "X":
                    turned += line
        if turned:
            yield "".join("X" if place == at or place in turned else sign for place, sign in enumerate(cells))


class Kind(NamedTuple):
    """Positions of a game: with which settings, and how many moves are played at random before."""

    game: str
    settings: Mapping[str, str]
    played: tuple[int, int]


KINDS = {
    "othello 4x4": Kind("othello", {"size": "4"}, (4, 9)),
    "othello 6x6": Kind("othello", {"size": "6"}, (21, 28)),
    "connect-four": Kind("connect-four", {"size": "4x4"}, (4, 9)),
    "tictactoe": Kind("tictactoe", {}, (1, 5)),
    "kalah": Kind("kalah", {"pits": "3", "seeds": "3"}, (3, 9)),
    "hex": Kind("hex", {"size": "3"}, (1, 4)),
    "einstein": Kind("einstein", {}, (24, 60)),
}
"""Six games, one of them with dice, and Othello on two boards."""
EXACT = ("alpha-beta", "minimax", "ordered-alpha-beta", "pvs", "mtdf", "iterative-deepening")
DICED = ("star1", "expectiminimax", "expectimax")


def opening(kind: Kind, random: Random) -> AnyPosition:
    """Return a position after some random moves, before the end of the game."""
    _, position = resolve(PositionSpec(kind.game, settings=kind.settings))
    for _ in range(random.randint(*kind.played)):
        after = position.play(random.choice([*position.moves()]))
        if after.outcome() is not None:
            break
        position = after
    return position


def searched(kind: Kind, position: AnyPosition, random: Random) -> Run:
    """Search a position in one of many ways."""
    game = games.load(kind.game)
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
        algorithm, evaluation=random.choice([*game.evaluations]), depth=depth, options=options, max_nodes=3_000,
        ordering="random" if random.random() < 0.5 else None, seed=random.randint(0, 99),
        fail="hard" if algorithm == "alpha-beta" and random.random() < 0.2 else "soft",
    )  # fmt: skip
    return Run(Recipe(PositionSpec(kind.game, position.text(), "", {}), search), root=position).finish()


class Claim(NamedTuple):
    """What is said of a position."""

    position: AnyPosition
    words: str
    source: str


def claims(kind: Kind, run: Run, random: Random) -> Iterator[Claim]:
    """Yield what labels, sentences, hints and the list of moves say of who wins, at some steps."""
    last = run.trace.last_step
    for step in [last, *(random.randint(1, last) for _ in range(3))]:
        tree = TreeAtStep(run.trace, step)
        said, nodes = Explainer(run, tree), [*tree.nodes()]
        for node in {0, *random.choices(nodes, k=8)}:
            yield Claim(run.position(run.path(node)), said.label_of(node), f"label at step {step}")
    for step in [last, *random.sample(range(1, last + 1), min(last, 15))]:
        sentence = explain(run, step)
        names = {" ".join(run.names(run.path(row))): run.path(row) for row in range(min(len(run.trace), 3_000))}
        for after, words in re.findall(r"After ([^;:.]+?) (\w+ (?:wins|has at most a win)[^;,:.()]*)", sentence):
            if after in names:
                yield Claim(run.position(names[after]), words, f"step {step}: {sentence}")
        if found := re.search(r"Finished: (?:.* is best for (\w+), (?:who|but) )?([^.]*wins[^.]*?) after", sentence):
            words = found[2] if " wins" in found[2] else f"{found[1]} {found[2]}"
            yield Claim(run.root, words, f"step {step}: {sentence}")
    if last < 600 and random.random() < 0.3 and kind.game != "einstein":
        where = PositionSpec(kind.game, run.root.text())
        analysis = MoveAnalysis(where, run.root, run.recipe.search)
        analysis.ask_all()
        while not analysis.advance():
            pass
        moves = {name: run.root.play(move) for name, move in zip(analysis.names, run.root.moves(), strict=True)}
        for name, value in analysis.found.items():
            yield Claim(moves[name], value.words, f"move {name}")
            if value.standing is not None and value.standing.won and value.called:
                yield Claim(moves[name], f"{run.game.side(maximizing=value.standing.side > 0)} wins", f"curve {name}")


NUMBER = re.compile(r"(?:by|with) (at least )?(?:(an?) \w+|([\d,]+) \w+|(its last) stone)(?: left| to (\d+))?")


def wrong(claim: Claim, sides: tuple[str, str], low: float, high: float) -> str | None:
    """Return what a claim says that is not so; "" if it is true, None if it says nothing of the end of the game."""
    words = claim.words
    most = re.search(r"at most a win for (\w+)|(\w+) has at most a win", words)
    found = re.search(r"(\w+) wins", words)
    if found is None and most is None:
        if "draw" not in words:
            return None
        favoured = re.search(r"at least a draw for (\w+)|(\w+) has at least a draw", words)
        if favoured is None:
            return "" if low == high == 0 else words
        return "" if (low >= 0 if (favoured[1] or favoured[2]) == sides[0] else high <= 0) else words
    side = found[1] if found else most and (most[1] or most[2])
    mine, other = (low, high) if side == sides[0] else (-high, -low)
    number = NUMBER.search(words)
    amount = None if number is None else 1 if number[2] or number[4] else float((number[3] or "0").replace(",", ""))
    if number is not None and amount is not None:
        amount += 1 if " left" in words else -int(number[5] or 0)  # the stones left, and one more
    if found is None:
        return "" if amount is not None and other <= amount else words
    if mine <= 0 or (amount is not None and mine < amount):
        return words
    return words if amount is not None and not (number and number[1]) and other > amount else ""


def counted(name: str, wanted: int, seed: int) -> Counter[str]:
    """Return how many claims were made of a kind of positions, by where; AssertionError for one that is false."""
    kind, random, count = KINDS[name], Random(seed), Counter[str]()
    game, solvers = games.load(kind.game), dict[str | None, Solver]()
    while count["claims"] < wanted:
        position = opening(kind, random)
        run = searched(kind, position, random)
        make = OthelloSolver if kind.game == "othello" else Solver
        solver = solvers.setdefault(run.recipe.search.evaluation, make(run.problem.evaluate))
        solver.left = MOST_SOLVED
        try:
            for claim in claims(kind, run, random):
                if wrong(claim, game.sides, -inf, inf) is None:
                    continue
                lie = wrong(claim, game.sides, *solver.solve(claim.position))
                assert not lie, (name, seed, position.text(), run.recipe.search.to_spec(), claim.source, lie)
                count["claims"] += 1
                count[claim.source.split()[0]] += 1
        except TooLargeError:
            continue
    return count


@pytest.mark.parametrize("name", KINDS)
def test_who_is_said_to_win_wins(name: str) -> None:
    """No claim that a side wins, by how much, or that nobody does, is false."""
    print(name, dict(counted(name, 100, 1)), "seed 1")


@pytest.mark.slow
@pytest.mark.parametrize("name", KINDS)
def test_two_thousand_claims_of_each_game_are_true(name: str) -> None:
    """The same at length; the counts are printed."""
    print(name, dict(counted(name, 2_000, 2)), "seed 2")
