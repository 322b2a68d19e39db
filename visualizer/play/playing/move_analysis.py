"""The analysis of a position: its best move, and the values of other moves on request.

The position is searched. The value of the best move is that of the search; another move has the
value that the same search finds after it, a ply less deep (at depth 1 the evaluation). Random games
give every move its mean. Where chance moves, no move is best: outcomes are compared with the value
that the search expects.
"""

import time
from collections.abc import Iterable
from dataclasses import replace
from functools import cached_property
from math import inf

from games import AnyPosition, Turn, turn_of
from visualizer.explaining.explanation.naming import Naming
from visualizer.explaining.explanation.standings import Meaning, meaning_of
from visualizer.play.playing.decided import Countdown
from visualizer.play.playing.found_move import (
    FoundMove,
    best_move_with_distance,
    decided_move_value,
    line_found_by,
    mean_move_values,
)
from visualizer.play.playing.move_value import MoveValue, Verdict
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.trace.bounds import Bound
from visualizer.trace.proved import NOTHING_PROVED, Proved
from visualizer.trace.tree_at_step import TreeAtStep


class MoveAnalysis:
    """A search of a position, and then searches after those of its moves that are asked for.

    `found` has the known values of moves by name, and grows while the analysis advances. `best` is
    set once `has_best` is true.
    """

    best: MoveValue

    def __init__(
        self,
        where: PositionSpec,
        position: AnyPosition,
        search: SearchSpec,
        seconds: float = inf,
        *,
        counts_down: bool = True,
    ) -> None:
        """Prepare the analysis of a position of the game of `where`; InputError for a bad search.

        The search of the position is stopped after `seconds` and answers with what it has found. If
        it proves who wins, shallower searches then find the fastest win or the slowest loss, unless
        `counts_down` is false.
        """
        self.where = where
        self.position = position
        self.search = search
        self.limit = seconds
        self.run = Run(Recipe(recipe_position(where, position), search), root=position)
        self.values: dict[str, MoveValue] = {}
        self.stopped: list[str] = []
        """Why searches were stopped before their end, such as by their limit of nodes."""
        self.seconds_waited = 0.0
        """Seconds of waiting for the search of the position."""
        self._counts_down = counts_down
        self._countdown: Countdown | None = None
        """Finds how soon the game is decided; None until the search of the position has ended."""
        self._asked: list[str] = []
        self._asked_all = False
        self._runs_after: dict[str, Run] = {}
        """The searches after moves that have begun and are not finished."""
        self._countdowns_after: dict[str, Countdown] = {}
        """The countdowns after moves whose searches have ended, by the move's name."""

    def request(self, *names: str) -> None:
        """Ask for the values of moves by name; they are searched before those asked for earlier."""
        self._asked = [*dict.fromkeys((*names, *self._asked))]

    def request_all(self) -> None:
        """Ask for every legal move, in the order of the search."""
        if not self._asked_all:
            self._asked_all = True
            self.request(*(self.names[index] for index in self.run.order(())))

    @property
    def has_best(self) -> bool:
        """Whether the best move is known, and how soon it decides the game, if it does."""
        return self._countdown is not None and self._countdown.finished

    @property
    def finished(self) -> bool:
        """Whether the values of all moves that were asked for are known."""
        return self.has_best and self._next_move is None

    @property
    def games(self) -> int:
        """How many random games the search plays, 0 if it is no such search."""
        return self.run.algorithm.iterations(self.run.problem)

    def has_moves(self, *names: str) -> bool:
        """Return whether the best move and the values of some others are known."""
        # Random games never begin with some moves: waiting for their values would not end.
        return self.has_best and (self.games > 0 or self.values.keys() >= {*names})

    @property
    def _next_move(self) -> str | None:
        """The next move that is asked for and must be searched."""
        # Random games look at all moves together: no move needs a search of its own.
        if self.games:
            return None
        return next((name for name in self._asked if name not in self.values), None)

    def advance(self, seconds: float | None = None) -> bool:
        """Search for some seconds, by default to the end; return whether all values are known.

        InputError for an error in user-supplied code.
        """
        deadline = inf
        if seconds is not None:
            deadline = time.perf_counter() + seconds

        while not self.finished:
            remaining = None
            if seconds is not None:
                remaining = max(0.0, deadline - time.perf_counter())
            if not self.has_best:
                self._search_position(remaining)
            elif self._next_move is not None:
                self._search_after(self._next_move, remaining)
            if time.perf_counter() >= deadline:
                break
        return self.finished

    def stop_early(self, reason: str) -> None:
        """End the search of the position now: it answers with what it has found."""
        self.run.stop(reason)
        self._start_countdown().give_up()
        self._collect_values()

    def _search_position(self, seconds: float | None) -> None:
        """Advance the search of the position or its countdown, and collect the values."""
        if self.run.trace.finished:
            self._start_countdown().advance(seconds)
        elif self._advance_run(seconds):
            self._start_countdown()
        self._collect_values()

    def _advance_run(self, seconds: float | None) -> bool:
        """Advance the search of the position for some seconds; return whether it has ended.

        The search is stopped once all its time is used up.
        """
        start_time = time.perf_counter()
        remaining = self.limit - self.seconds_waited
        if seconds is not None:
            remaining = min(seconds, remaining)
        has_ended = self.run.advance(seconds=remaining)
        self.seconds_waited += time.perf_counter() - start_time

        if not has_ended and self.seconds_waited >= self.limit:
            self.run.stop(f"{self.limit:g} seconds were up")
            return True
        return has_ended

    def _start_countdown(self) -> Countdown:
        """Return the countdown after the search of the position, which must have ended."""
        if self._countdown is None:
            self._countdown = Countdown(self.run, self._prepare, self.limit)
            if not self._counts_down:
                self._countdown.give_up()
        return self._countdown

    def _prepare(self, position: AnyPosition, search: SearchSpec) -> Run:
        """Prepare a search of a position of the game."""
        return Run(Recipe(recipe_position(self.where, position), search), root=position)

    def _search_after(self, name: str, seconds: float | None) -> None:
        """Advance the search after a move, and then its countdown.

        Store the value of the move when both have ended.
        """
        run = self._runs_after.get(name)
        if run is None:
            run = self._begin_after(name)
        # Without a search, the value is known already.
        if run is None or not run.advance(seconds=seconds):
            return
        if name not in self._countdowns_after:
            self._countdowns_after[name] = Countdown(run, self._prepare)
        countdown = self._countdowns_after[name]
        if not countdown.advance(seconds):
            return

        ahead = (self._label(name),)
        found = line_found_by(
            run,
            name,
            ahead,
            maximizing=self.position.maximizing,
        )
        if countdown.move is not None:
            found = decided_move_value(countdown, found, ahead)
        self.values[name] = found
        self._note_reason(run)
        del self._runs_after[name]
        del self._countdowns_after[name]

    def _begin_after(self, name: str) -> Run | None:
        """Prepare and return the search of the position after a move, to one ply less.

        If no ply is left or the game is over, store the evaluation as the value of the move, and
        return None.
        """
        after = self._after_move(name)
        depth = self.run.recipe.search.depth
        if depth == 1 or after.outcome() is not None:
            self.values[name] = self._evaluate_after(name, after)
            return None

        search = self.search
        if isinstance(depth, int):
            search = search.with_options({"depth": str(depth - 1)})
        run = self._prepare(after, search)
        self._runs_after[name] = run
        return run

    def _note_reason(self, run: Run) -> None:
        """Note why a search was stopped, if it was."""
        if run.trace.reason:
            self.stopped.append(run.trace.reason)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the moves of the position."""
        return (*map(self.position.name, self.position.moves()),)

    def _after_move(self, name: str) -> AnyPosition:
        """Return the position after a move."""
        index = self.names.index(name)
        return self.position.play(self.position.moves()[index])

    def _label(self, name: str) -> str:
        """Return a move as people write it."""
        return self.run.choices(())[self.names.index(name)]

    def _collect_values(self) -> None:
        """Store the values of moves that the search of the position has found by now."""
        for each in mean_move_values(self.run):
            self.values[each.move] = each
        if not self.has_best:
            return
        # The best move replaces a mean: it may be proved, and it knows how soon the game ends.
        self.best = best_move_with_distance(self.run, self._start_countdown())
        self._note_reason(self.run)
        if self.best.move:
            self.values[self.best.move] = self.best

    def _evaluate_after(self, name: str, after: AnyPosition) -> MoveValue:
        """Return the value of a move from the evaluation of the position `after` it."""
        outcome = after.outcome()
        value = self.run.problem.evaluate(after, outcome)
        tree = TreeAtStep(self.run.trace)
        proved = NOTHING_PROVED
        if outcome is not None:
            proved = Proved(value, value)
        meaning = meaning_of(Naming(self.run, tree), 0, (Bound.EXACT, value), proved)

        found = FoundMove(
            run=self.run,
            tree=tree,
            move=name,
            value=value,
            bound=Bound.EXACT,
            meaning=meaning,
            line=(self._label(name),),
            maximizing=self.position.maximizing,
            # A move that wins at once wins in one move; 0 stands for an unknown number.
            moves=1 if self._wins_at_once(meaning) else 0,
        )
        return found.in_words()

    def _wins_at_once(self, meaning: Meaning | None) -> bool:
        """Return whether a meaning after a move is a win for the side that made it."""
        if meaning is None or not meaning.standing.is_plain_win:
            return False
        return (meaning.standing.side > 0) is self.position.maximizing

    @property
    def so_far(self) -> MoveValue | None:
        """What the search of the position has found by now, None before it has found a value."""
        if not len(self.run.trace):
            return None
        found = line_found_by(self.run, "", maximizing=self.position.maximizing)
        if found.value is None:
            return None
        return found

    def verdict(self, name: str) -> Verdict:
        """Return the comparison of a move with the best one, which must be known."""
        found = self.values.get(name)
        if found is None:
            # No random game began with the move: its value is unknown.
            found = replace(
                self.best,
                move=name,
                value=None,
                bound="",
                standing=None,
                clause="",
                label="",
                line=(self._label(name),),
            )
        after = self._after_move(name)
        return Verdict(
            move=found,
            best=self.best,
            maximizing_after=after.maximizing,
            sides=self.run.game.sides,
            stakes=self.run.stakes,
            by_chance=turn_of(self.position) == Turn.CHANCE,
            is_over=after.outcome() is not None,
        )

    def best_among(self, names: Iterable[str]) -> MoveValue | None:
        """Return the best of some moves for the side to move, None if none of them is known."""
        wanted = {*names}
        return next((each for each in self.ranked() if each.move in wanted), None)

    def ranked(self) -> list[MoveValue]:
        """Return the known values of moves, the best for the side to move first.

        Of moves with equal values, the search's own move comes first, then fast wins before slow
        ones, and slow losses before fast ones.
        """
        preferred_move = None
        # Random games play the move that they tried most, whatever its value.
        if self.has_best and not self.games:
            preferred_move = self.best.move
        # Values are from MAX's side, and sorted from low to high.
        sign = 1
        if self.position.maximizing:
            sign = -1

        def rank(pair: tuple[float, MoveValue]) -> tuple[float, bool, float]:
            value, move = pair
            return sign * value, move.move != preferred_move, move.delay

        known = [(each.value, each) for each in self.values.values() if each.value is not None]
        known.sort(key=rank)
        return [each for _, each in known]


def recipe_position(where: PositionSpec, position: AnyPosition) -> PositionSpec:
    """Return the specification of a position of a game for a recipe."""
    return PositionSpec(where.game, position.text(), "", where.settings_beside_size())
