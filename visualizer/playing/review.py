"""A review of a game: what each move gave away by a search, and whether another move would have been better.

Before each move the position is searched. A move is worth what that search found if it is its best move; else what the
same search finds after it, a ply less deep (at depth 1 the evaluation); where a search adds up samples, their mean.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games import AnyPosition
from visualizer.errors import as_input_error
from visualizer.look.numbers import decimal, plain, show
from visualizer.lookup import resolve_evaluation
from visualizer.measures.summary import SearchResult, result_of
from visualizer.playing.match import Match
from visualizer.playing.reply import said
from visualizer.playing.reviewer import plies, reviewer
from visualizer.playing.stepwise import SLICE, Steps, Stepwise
from visualizer.recipe import Recipe, Search, Where
from visualizer.run import Run
from visualizer.trace.tree_at_step import TreeAtStep

SIDES = ("second", "first")
"""The sides, by whether MAX moves."""
SHOWN = 3
"""Turning points."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A move and what it gave away; values are from MAX's side, None where the search has found none.

    `number` counts plies from 1. `line` begins with the move, `best_line` with the best one; `words` and `best_words`
    say what they lead to. `unseen` is a move of the line that came too late for the search that chose the move, which
    saw `depth` plies.
    """

    number: int
    maximizing: bool
    move: str
    value: float | None
    best_move: str | None
    best_value: float | None
    line: tuple[str, ...]
    best_line: tuple[str, ...]
    words: str
    best_words: str
    depth: int = 0
    unseen: str = ""

    @property
    def lost(self) -> float | None:
        """What the move gave away, from the side of its player; never below 0."""
        if self.value is None or self.best_value is None:
            return None
        return plain(max(0, (self.best_value - self.value) * (1 if self.maximizing else -1)))

    def as_object(self) -> dict[str, Any]:
        """Return it under the names that scripts rely on."""
        return {
            "number": self.number, "side": SIDES[self.maximizing], "move": self.move, "value": self.value,
            "best_move": self.best_move, "best_value": self.best_value, "lost": self.lost,
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Tried:
    """What a try is worth in the place of a move that was played, whether it is accepted, and the answer in words."""

    judged: Judged
    accepted: bool
    words: str


class Review(Stepwise[None]):
    """A review of a match, or of its first moves where they are still being judged."""

    def __init__(self, match: Match, search: Search | None = None) -> None:
        """Review by a search: the one given, else the stronger of the usual one and of those that played."""
        super().__init__(self._steps_of_all())
        self.match = match
        self.search = search or reviewer(match)
        self.judged: list[Judged] = []
        self.stopped: list[str] = []
        """Why searches were stopped before their end, such as by their limit of nodes; values rest on what they had."""

    def _steps_of_all(self) -> Steps[None]:
        for number, turn in enumerate(self.match.turns, 1):
            self.judged.append((yield from self._judge(number, turn.move)))

    @property
    def worst(self) -> Sequence[Judged]:
        """The moves that gave something away, worst first."""
        return sorted((each for each in self.judged if each.lost), key=lambda each: -(each.lost or 0))

    @property
    def turning_points(self) -> Sequence[Judged]:
        """The worst moves, in the order played."""
        return sorted(self.worst[:SHOWN], key=lambda each: each.number)

    @property
    def values(self) -> Sequence[float | None]:
        """What the search thought of the first position, then of each move."""
        return [*(each.best_value for each in self.judged[:1]), *(each.value for each in self.judged)]

    def as_object(self) -> dict[str, Any]:
        """Return the review under the names that scripts rely on."""
        return {
            "game": self.match.game.name,
            "search": self.search.grammar(),
            "moves": [each.as_object() for each in self.judged],
        }

    def recipe_before(self, number: int) -> Recipe:
        """Return the search of the position before a move, by its number from 1."""
        return Recipe(self.match.where_before(number - 1), self.search)

    def recipe_after(self, number: int, move: str, asked: Run) -> Recipe:
        """Return the search that `asked` makes after a move in the place of one: a ply less deep."""
        depth, where = asked.recipe.search.depth, self.match.where_before(number - 1)
        less = {} if isinstance(depth, str) or depth is None else {"depth": str(depth - 1)}
        after = Where(where.game, where.position, f"{where.moves} {move}".strip(), where.settings)
        return Recipe(after, self.search.given(less))

    def side(self, judged: Judged) -> str:
        """Return the name of the side that played a move."""
        return self.match.side(maximizing=judged.maximizing)

    # Trying another move.

    def try_move(self, number: int, word: str) -> Stepwise[Tried]:
        """Begin to judge another move in the place of one; InputError if it is not legal.

        It is accepted if it gives away less than half of what the move played did, or nothing.
        """
        before = self.match.before(number - 1)
        with as_input_error():
            *_, move = self.match.game.find_moves(before, word)
        return Stepwise(self._try(number, before.name(move)))

    def _try(self, number: int, move: str) -> Steps[Tried]:
        tried = yield from self._judge(number, move)
        known = len(self.judged) >= number
        played = self.judged[number - 1] if known else (yield from self._judge(number, self.match.moves[number - 1]))
        lost, of_played = tried.lost, played.lost or 0
        accepted = lost is not None and (not lost or 2 * lost < of_played)
        return Tried(tried, accepted, answer(tried, accepted=accepted))

    # Judging.

    def _judge(self, number: int, name: str) -> Steps[Judged]:
        position = self.match.before(number - 1)
        names = [position.name(move) for move in position.moves()]
        move = position.moves()[names.index(name)]
        run = yield from self._searched(self.recipe_before(number), position)
        found, tree = result_of(run), TreeAtStep(run.trace)
        written = run.all_written((names.index(name),))[0]
        words = "" if found.value is None else said(run, tree, found.value)
        value, line, after = found.value, found.labels, words
        if written != found.best_move:
            value, line, after = yield from self._value_of(number, position.play(move), run, found, written)
            line = (written, *line)
        depth = yield from self._depth_of_player(number)
        late = written != found.best_move and 0 < depth < len(line)
        return Judged(
            number, position.maximizing, written, value, found.best_move, found.value, tuple(line), found.labels,
            after, words, depth if late else 0, line[depth] if late else "",
        )  # fmt: skip

    def _value_of(
        self, number: int, after: AnyPosition, run: Run, found: SearchResult, written: str
    ) -> Steps[tuple[float | None, tuple[str, ...], str]]:
        """Return what another move than the best is worth, the best line behind it, and what that means."""
        if found.root_moves is not None:
            mean = next((move.mean for move in found.root_moves if move.move == written), None)
            return mean, (), worth(run, mean)
        if run.recipe.search.depth == 1:
            value = plain(resolve_evaluation(run.game, run.recipe.search.evaluation)[1](after, after.outcome()))
            return value, (), worth(run, value)
        behind = yield from self._searched(self.recipe_after(number, written, run), after)
        result = result_of(behind)
        words = "" if result.value is None else said(behind, TreeAtStep(behind.trace), result.value)
        return result.value, result.labels, words

    def _searched(self, recipe: Recipe, position: AnyPosition) -> Steps[Run]:
        """Search a position to the end."""
        run = Run(recipe, position)
        while not run.advance(seconds=SLICE):
            yield
        self.stopped += filter(None, [run.trace.reason])
        return run

    def _depth_of_player(self, number: int) -> Steps[int]:
        """Return how many plies the search sees that played a move; 0 for a person, or if it has no such limit."""
        yield
        search = self.match.movers[0 if self.match.before(number - 1).maximizing else 1].search
        return 0 if search is None else plies(self.match, search, number - 1)


def worth(run: Run, value: float | None) -> str:
    """Say a value that no search has found, "" if there is none."""
    return "" if value is None else f"it is worth {shown(value)} to {run.game.sides[0]}"


def shown(value: float | None) -> str:
    """Write a value with two digits behind the point where it is not whole.

    >>> shown(-1000), shown(0.26787), shown(None)
    ('−1,000', '0.27', '–')
    """
    return "–" if value is None else show(value) if value == int(value) else decimal(value)


def answer(tried: Judged, *, accepted: bool) -> str:
    """Say whether a try is better, and what refutes it if it is not."""
    words = tried.words and f": {tried.words}"
    if not accepted:
        reply = f"; then {' '.join(tried.line[1:])}" if len(tried.line) > 1 else ""
        return f"{tried.move}: no{words}{reply}. Find a better one."
    if tried.move == tried.best_move:
        return f"{tried.move}: yes, the best move{words}."
    return f"{tried.move}: yes{words}; the search's best is {tried.best_move}."
