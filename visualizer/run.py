"""A run: a recipe made ready, the search it starts, and the trace that grows.

The search is an ordinary recursive function. It runs in a greenlet, a second call stack that waits whenever the
recorder pauses: so an algorithm reads like the textbook, and can still be watched one event at a time.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, Self

from greenlet import GreenletExit, getcurrent, greenlet

from games import AnyPosition
from visualizer import ordering
from visualizer.algorithms import CUTS, TO_THE_END, CurrentPath, Problem, SearchFunction, algorithm
from visualizer.errors import InputError
from visualizer.lookup import default_depth, default_ordering, load_game, played, resolve, resolve_evaluation
from visualizer.ordering import Ordering, OrderingContext, Score
from visualizer.plugins import discovery
from visualizer.plugins.places import described
from visualizer.plugins.watchdog import WATCHDOG, Overdue
from visualizer.recipe import Recipe, Search
from visualizer.search_options import COMMON, weights_of
from visualizer.trace.checked_recorder import CheckedRecorder
from visualizer.trace.playhead import Playhead
from visualizer.trace.recorder import Recorder, SearchStopped
from visualizer.trace.rows import MovePath, Passes, Trace

MOST_AHEAD = 1_000_000
"""Positions that an ordering may look at ahead, and remember: more would not fit into a small machine's memory."""
BY_HAND = "stopped by Ctrl-C"
"""Why a search was stopped that a person has interrupted."""
STRIDE = 64
"""Plies that a position is worked out from one that is known."""
RECURSION = 20_000
SLICE = 0.002
"""Seconds between two looks at the clock, about."""


class Run:
    """One search of one position: `advance` lets it go on, `trace` is what it has done so far.

    `recipe` has every default filled in.
    """

    def __init__(self, recipe: Recipe, root: AnyPosition | None = None) -> None:
        """Make everything ready; the search has not begun. InputError says what is wrong with the recipe.

        `root` is the position to search, where that is known already, or where there is more to it than its notation
        tells.
        """
        asked = recipe.search
        self.game, self.root = resolve(recipe.where) if root is None else (load_game(recipe.where.game), root)
        self.algorithm = algorithm(asked.algorithm)
        evaluation_name, evaluate = resolve_evaluation(self.game, asked.evaluation)
        ordering_name = default_ordering(self.game, self.algorithm) if asked.ordering is None else asked.ordering
        depth = asked.depth or default_depth(self.game, recipe.where)
        self.depth = TO_THE_END if isinstance(depth, str) or not self.algorithm.applies("depth") else depth
        if self.depth > self.algorithm.deepest:
            self.depth = depth = self.algorithm.deepest
        options = {option.name: asked.value(option) for option in self.algorithm.options}
        full = replace(asked, ordering=ordering_name, evaluation=evaluation_name, depth=depth, options=options)
        search = self._without_unused(full)
        self.recipe = Recipe(recipe.where, search)
        context = OrderingContext(
            self.game, evaluate, self.depth, search.seed, self.root, weights_of(search.weights), self._look_ahead
        )
        self.ordering = ordering.make(ordering_name, context)
        self._viewing: Ordering = ordering.make(ordering_name, context)
        self.trace = Trace(self.algorithm.entry, revisits=self.algorithm.revisits, passes=self.algorithm.passes)
        self.seconds = 0.0
        """CPU time spent searching so far."""
        order = self._recorded_order if self.ordering.recorded else self.ordering.order
        self.problem = Problem(
            self.root, evaluate, self.depth, order, CUTS[search.cut], search.window[0], search.window[1], search.options
        )
        self._function: SearchFunction = self.algorithm.fail[search.fail]
        if discovery.is_user_supplied(self.algorithm.name):
            checked = CheckedRecorder(
                self.trace, self._pause, self.ordering.learn, WATCHDOG.watch, self._position,
                any_legal=not discovery.is_user_function(self.algorithm.name),
            )  # fmt: skip
            self._recorder: Recorder = checked
            self._search = greenlet(lambda: checked.check_result(self._function(self.problem, checked)))
        else:
            self._recorder = Recorder(self.trace, self._pause, self.ordering.learn, revisits=self.algorithm.revisits)
            self._search = greenlet(lambda: self._function(self.problem, self._recorder))
        self._driver: greenlet | None = None
        self._until: int | None = None
        self._deadline = 0.0
        self._patience = 1
        self._looked = 0.0
        self.position = lru_cache(maxsize=4096)(self._position)
        self.choices = lru_cache(maxsize=1024)(self._choices)
        self._worked_out = lru_cache(maxsize=1024)(self._scored)

    def _without_unused(self, search: Search) -> Search:
        """Return a search with the defaults of what makes no difference to it."""
        unused = {name for name in COMMON if not self.algorithm.applies(name)}
        unused |= set() if ordering.has_weights(search.ordering or "", self.game) else {"weights"}
        return replace(search, **{name: COMMON[name].default for name in unused})

    @property
    def comes_back(self) -> bool:
        """Say whether the search may come back to a node; of a user-supplied one that is not known beforehand."""
        return self.algorithm.revisits or discovery.is_user_supplied(self.algorithm.name)

    # Searching.

    def advance(self, *, seconds: float | None = None, step: int | None = None) -> bool:
        """Let the search go on for some seconds, until a step can be shown, or else to its end.

        Returns whether it has finished. What a user-supplied function does wrong is an InputError; after any error,
        the search is closed where it stood.
        """
        self._deadline = float("inf") if seconds is None else time.perf_counter() + seconds
        while not self.trace.finished and (step is None or self.trace.last_step < step):
            self._until = None if step is None else (step + self.trace.opened) // 2 + 1
            self._switch()
            if time.perf_counter() >= self._deadline:
                break
        return self.trace.finished

    def finish(self) -> Self:
        """Search to the end, or to the limit of nodes; return the run itself."""
        self.advance()
        return self

    def stop(self, reason: str) -> None:
        """End the search where it stands."""
        if not self.trace.finished:
            self.trace.reason = reason
            self._search.throw(GreenletExit)
            self._recorder.close()

    def _switch(self) -> None:
        """Run the search until it pauses or ends."""
        self._driver = getcurrent()
        self._search.parent = self._driver
        begun = time.thread_time()
        limit = sys.getrecursionlimit()
        sys.setrecursionlimit(max(limit, RECURSION))
        supplied = discovery.is_user_supplied(self.algorithm.name)
        try:
            if supplied:
                WATCHDOG.watch()
            self._search.switch()
        except SearchStopped as stop:
            self.trace.reason = str(stop)
        except BaseException as error:
            self.trace.reason = BY_HAND if isinstance(error, KeyboardInterrupt) else str(error) or "failed"
            self._recorder.close()
            if supplied and not isinstance(error, KeyboardInterrupt):
                raise self._user_failure(error) from error
            if not isinstance(error, Exception | KeyboardInterrupt):  # such as SystemExit, from a user-supplied game
                raise InputError(f"the game {self.game.name} ended the search: {described(error)}") from error
            raise
        finally:
            WATCHDOG.rest()
            sys.setrecursionlimit(limit)
            self.seconds += time.thread_time() - begun
        if self._search.dead:
            self._recorder.close()

    def _user_failure(self, error: BaseException) -> InputError:
        """Say what went wrong in a user-supplied search."""
        what = str(error) if isinstance(error, InputError) else described(error)
        if isinstance(error, Overdue):
            what = f"it reported nothing for {WATCHDOG.patience:g} seconds"
        return InputError(f"the search {self.algorithm.name} failed: {what}")

    def _pause(self, visits: int) -> int:
        """Decide, before a visit, whether the search goes on; return when to ask again."""
        most = self.recipe.search.max_nodes
        if visits >= most:
            raise SearchStopped(f"the limit of {most:,} nodes was reached (--max-nodes)")
        now = time.perf_counter()
        if now >= self._deadline or (self._until is not None and visits >= self._until):
            assert self._driver is not None  # a search runs only inside _switch
            self._driver.switch()
            now = time.perf_counter()
        if self._until is not None:
            return min(visits + 1, most)
        self._patience = self._paced(now)
        return min(visits + self._patience, most)

    def _look_ahead(self, visits: int) -> None:
        """Let an ordering that looks far ahead let others run, and end it where it looks too far."""
        searching = getcurrent() is self._search
        most = min(self.recipe.search.max_nodes, MOST_AHEAD)
        if visits > most:
            words = f"the ordering has looked at {most:,} positions ahead"
            raise SearchStopped(f"{words} (--max-nodes)") if searching else InputError(f"{words} and has not finished")
        if searching and time.perf_counter() >= self._deadline:
            assert self._driver is not None  # a search runs only inside _switch
            self._recorder.settle()
            self._driver.switch()

    def _paced(self, now: float) -> int:
        """Return a number of visits that takes about a slice of time, from what the last ones took."""
        took, self._looked = now - self._looked, now
        if took < SLICE / 2:
            return min(self._patience * 2, 4096)
        return max(self._patience // 2, 1) if took > SLICE * 2 else self._patience

    # Positions and moves, played again on demand.

    def path(self, row: int) -> MovePath:
        """Return the natural numbers of the moves from the root to a row."""
        numbers = []
        while (parent := self.trace.parent(row)) >= 0:
            numbers.append(self.trace.move(row))
            row = parent
        return tuple(reversed(numbers))

    def _position(self, path: MovePath) -> AnyPosition:
        """Return the position at a path; `position` does so too and remembers some."""
        if not path:
            return self.root
        for place in range(STRIDE, len(path), STRIDE):
            self.position(path[:place])  # so that the way back to a position that is known is never long
        before = self.position(path[:-1])
        return before.play(before.moves()[path[-1]])

    def is_inner(self, path: MovePath) -> bool:
        """Say whether a position, visited or not, has moves that the search would look at."""
        return len(path) < self.depth and self.position(path).outcome() is None

    def names(self, path: MovePath) -> list[str]:
        """Return the moves of a path as the game writes them."""
        return [self.move_name(path[: place + 1]) for place in range(len(path))]

    def line(self, nodes: Sequence[int], start: MovePath = ()) -> list[str]:
        """Return the moves of a line of nodes from a path on, as the game writes them.

        A line that goes on through a table's answer is played on from there, wherever its nodes were visited.
        """
        return self.names((*start, *map(self.trace.move, nodes)))[len(start) :]

    def move_name(self, path: MovePath) -> str:
        """Return the last move of a path as the game writes it."""
        return self.choices(path[:-1])[path[-1]]

    def _choices(self, path: MovePath) -> tuple[str, ...]:
        """Return the names of the moves at a path, in natural order."""
        position = self.position(path)
        return () if position.outcome() is not None else tuple(map(position.name, position.moves()))

    def _recorded_order(
        self, position: AnyPosition, moves: Sequence[Any], path: CurrentPath
    ) -> Iterable[tuple[int, Any]]:
        """Order moves and record how, for the visit that has just been entered."""
        tried = [*self.ordering.order(position, moves, path)]
        scores = self.ordering.scores
        judged = [] if scores is None else [score.total for score in scores(position, moves, path)]
        self._recorder.judge([number for number, _ in tried], judged)
        return tried

    def scored(self, path: MovePath, here: Playhead | None = None) -> tuple[tuple[int, ...], Sequence[Score] | None]:
        """Return, for the position at a path, the order in which its moves are tried, and the scores if any.

        What was recorded is looked up, as known at `here` (by default, as far as the search has gone). An ordering with
        memory that has not been asked yet remembers nothing at the root; elsewhere natural order stands in for what it
        will think.
        """
        judged = None
        if self.ordering.recorded or self.algorithm.passes is Passes.ADD:
            judged = self._judged(path, here or Playhead(self.trace))
        if judged is None and (self.ordering.learn is None or not path):
            return self._worked_out(path)
        if judged is None:
            return tuple(range(len(self.choices(path)))), None
        name = str(self.recipe.search.ordering)
        return judged[0], [Score(total, {name: total}) for total in judged[1]] or None

    def order(self, path: MovePath, here: Playhead | None = None) -> Sequence[int]:
        """Return the natural numbers of the moves at a path in the order in which they are tried, as far as known.

        Where a search does not keep to its ordering, that is the order in which the latest visit has tried them, then
        what is left.
        """
        order = self.scored(path, here)[0]
        if not self.comes_back:
            return order
        here = here or Playhead(self.trace)
        node = here.node_at(path)
        tried = [] if node is None else [self.trace.move(child) for child in here.tried_ever(node)]
        return [*tried, *sorted(set(order).difference(tried), key=order.index)]

    def _judged(self, path: MovePath, here: Playhead) -> tuple[tuple[int, ...], tuple[float, ...]] | None:
        """Return the order and the scores that were recorded at the last visit of a path that was judged, if any."""
        node = here.node_at(path)
        rows = () if node is None else here.visits_to(node)
        return next(filter(None, map(self.trace.judgements.at, reversed(rows))), None)

    def node_at(self, path: MovePath) -> int | None:
        """Return the node at a path, None where the search has not been (yet)."""
        return Playhead(self.trace).node_at(path)

    def _scored(self, path: MovePath) -> tuple[tuple[int, ...], Sequence[Score] | None]:
        """Return, for the position at a path, the order in which its moves are tried, and the scores if any."""
        position = self.position(path)
        if position.outcome() is not None:
            return (), None
        moves = position.moves()
        order = tuple(place for place, _ in self._viewing.order(position, moves, lambda: path))
        scores = self._viewing.scores
        return order, None if scores is None else scores(position, moves, lambda: path)


def path_of(run: Run, text: str) -> MovePath:
    """Read moves from the root, and return their natural numbers; ValueError says what is wrong."""
    return tuple([*before.moves()].index(move) for before, move, _ in played(run.game, run.root, text))
