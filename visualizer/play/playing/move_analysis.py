"""The analysis of a position: its best move, and the values of other moves on request.

The search of the position finds the best move and its value. Any other move is searched afterwards,
from the position after the move and a ply less deep (at depth 1 it is evaluated). Random games give
every move a mean. Where chance moves, no move is best, and outcomes are compared with the expected
value.
"""

import time
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cached_property
from itertools import repeat
from math import inf

from games import AnyPosition, Turn, turn_of
from visualizer.explaining.explanation.naming import Naming
from visualizer.explaining.explanation.standings import Meaning, meaning_of
from visualizer.play.playing.decided import Countdown
from visualizer.play.playing.found_move import (
    FoundMove,
    best_move_with_distance,
    decided_move_value,
    mean_move_values,
    value_found_by,
)
from visualizer.play.playing.move_value import MoveValue, Verdict
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.trace.bounds import Bound
from visualizer.trace.proved import NOTHING_PROVED, Proved
from visualizer.trace.tree_at_step import TreeAtStep


class MoveAnalysis:
    """A search of a position, and then a search after each move whose value is requested.

    `values` has the known values of moves by name, and grows while the analysis advances. `best` is
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
        """Prepare the analysis of a position in the game of `where`; InputError for a bad search.

        The search of the position is stopped after `seconds`, and answers with what it has found.
        If it proves who wins and `counts_down` is true, shallower searches then find the fastest
        win or the slowest loss.
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
        """The time used so far for the search of the position."""
        self._counts_down = counts_down
        self._countdown: Countdown | None = None
        """Finds how soon the game is decided; None until the search of the position has ended."""
        self._requested: list[str] = []
        self._requested_all = False
        self._runs_after_moves: dict[str, Run] = {}
        """The unfinished searches after moves, by the move's name."""
        self._countdowns_after_moves: dict[str, Countdown] = {}
        """The unfinished countdowns that follow these searches, by the move's name."""

    def request(self, *names: str) -> None:
        """Request the values of moves by name; they are searched before moves requested earlier."""
        self._requested = [*dict.fromkeys((*names, *self._requested))]

    def request_all(self) -> None:
        """Request the values of all legal moves, in the order of the search."""
        if not self._requested_all:
            self._requested_all = True
            self.request(*(self.names[index] for index in self.run.order(())))

    @property
    def has_best(self) -> bool:
        """Whether the best move is known, and how soon it decides the game, if it does."""
        return self._countdown is not None and self._countdown.finished

    @property
    def finished(self) -> bool:
        """Whether the best move and the values of all requested moves are known."""
        return self.has_best and self._next_move is None

    @property
    def games(self) -> int:
        """How many random games the search plays, 0 for any other kind of search."""
        return self.run.algorithm.iterations(self.run.problem)

    def has_moves(self, *names: str) -> bool:
        """Return whether the best move and the values of the named moves are known.

        Random games may leave some moves without a value for good, so there only the best move is
        waited for.
        """
        return self.has_best and (self.games > 0 or self.values.keys() >= {*names})

    @property
    def _next_move(self) -> str | None:
        """The next requested move without a value, None if no move has to be searched."""
        # Random games try all moves in one search.
        if self.games:
            return None
        return next((name for name in self._requested if name not in self.values), None)

    def advance(self, seconds: float | None = None) -> bool:
        """Search for some seconds, by default to the end; return whether all values are known.

        InputError for an error in user-supplied code.
        """
        for remaining in seconds_left(seconds):
            if self.finished:
                break
            if not self.has_best:
                self._search_position(remaining)
            elif self._next_move is not None:
                self._search_after(self._next_move, remaining)
        return self.finished

    def stop_early(self, reason: str) -> None:
        """Stop the search of the position now, so that it answers with what it has found."""
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
        """Return the countdown that follows the search of the position; begin it if necessary.

        The search must have ended.
        """
        if self._countdown is None:
            self._countdown = Countdown(self.run, self._prepare, self.limit)
            if not self._counts_down:
                self._countdown.give_up()
        return self._countdown

    def _prepare(self, position: AnyPosition, search: SearchSpec) -> Run:
        """Prepare a search of a position of the game."""
        return Run(Recipe(recipe_position(self.where, position), search), root=position)

    def _search_after(self, name: str, seconds: float | None) -> None:
        """Advance the search of the position after a move, and then its countdown.

        Store the value of the move when both have ended.
        """
        run = self._runs_after_moves.get(name)
        if run is None:
            run = self._begin_search_after(name)
        # Without a run, there was nothing to search, and the value is stored already.
        if run is None or not run.advance(seconds=seconds):
            return
        if name not in self._countdowns_after_moves:
            self._countdowns_after_moves[name] = Countdown(run, self._prepare)
        countdown = self._countdowns_after_moves[name]
        if not countdown.advance(seconds):
            return

        moves_before_root = (self._label(name),)
        found = value_found_by(
            run,
            name,
            moves_before_root,
            maximizing=self.position.maximizing,
        )
        if countdown.move is not None:
            found = decided_move_value(countdown, found, moves_before_root)
        self.values[name] = found
        self._store_stop_reason(run)
        del self._runs_after_moves[name]
        del self._countdowns_after_moves[name]

    def _begin_search_after(self, name: str) -> Run | None:
        """Begin the search of the position after a move, one ply less deep, and return its run.

        If no ply is left or the game is over, there is nothing to search: store the evaluation as
        the value of the move, and return None.
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
        self._runs_after_moves[name] = run
        return run

    def _store_stop_reason(self, run: Run) -> None:
        """Store why a search was stopped, if it was."""
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
        for move_value in mean_move_values(self.run):
            self.values[move_value.move] = move_value
        if not self.has_best:
            return
        # This may replace a mean, which says neither who wins by proof nor how soon.
        self.best = best_move_with_distance(self.run, self._start_countdown())
        self._store_stop_reason(self.run)
        if self.best.move:
            self.values[self.best.move] = self.best

    def _evaluate_after(self, name: str, after: AnyPosition) -> MoveValue:
        """Return the value of a move by evaluating `after`, the position after the move."""
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
            # 0 stands for an unknown number of moves.
            moves_to_win=1 if self._wins_at_once(meaning) else 0,
        )
        return found.in_words()

    def _wins_at_once(self, meaning: Meaning | None) -> bool:
        """Return whether the meaning of the position after a move is a win for its player."""
        if meaning is None or not meaning.standing.is_plain_win:
            return False
        return (meaning.standing.side > 0) is self.position.maximizing

    @property
    def so_far(self) -> MoveValue | None:
        """The value that the search of the position has found by now, None if it has none yet."""
        if not len(self.run.trace):
            return None
        found = value_found_by(self.run, "", maximizing=self.position.maximizing)
        if found.value is None:
            return None
        return found

    def verdict(self, name: str) -> Verdict:
        """Return the comparison of a move with the best move, which must be known."""
        found = self.values.get(name)
        if found is None:
            # No random game began with the move, so its value is unknown.
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
        """Return the value of the best of some moves, None if no value of these moves is known."""
        wanted = {*names}
        return next((value for value in self.ranked() if value.move in wanted), None)

    def ranked(self) -> list[MoveValue]:
        """Return the known values of moves, the best for the side to move first.

        Among equal values, the move that the search would play comes first, then fast wins come
        before slow wins, and slow losses before fast losses.
        """
        preferred_move = None
        # Random games are an exception: they play the move tried most, whatever its value.
        if self.has_best and not self.games:
            preferred_move = self.best.move
        # Values are from MAX's side, and sorted from low to high.
        sign = 1
        if self.position.maximizing:
            sign = -1

        def rank(found: MoveValue) -> tuple[float, bool, float]:
            return sign * (found.value or 0), found.move != preferred_move, found.delay

        known = [found for found in self.values.values() if found.value is not None]
        return sorted(known, key=rank)


def seconds_left(seconds: float | None) -> Iterator[float | None]:
    """Yield how many seconds are left until the time is up, at least once; None without a limit."""
    if seconds is None:
        yield from repeat(None)
    else:
        deadline = time.perf_counter() + seconds
        yield max(0.0, seconds)
        while time.perf_counter() < deadline:
            yield max(0.0, deadline - time.perf_counter())


def recipe_position(where: PositionSpec, position: AnyPosition) -> PositionSpec:
    """Return the specification of a position in the game of `where`, for a recipe."""
    return PositionSpec(where.game, position.text(), "", where.settings_except_size())
