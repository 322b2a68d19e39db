"""A run: a recipe made ready, the search it starts, and the trace that grows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, Self

from games import AnyPosition
from visualizer import ordering
from visualizer.algorithms import CUTS, CurrentPath, Problem
from visualizer.driver import Driver
from visualizer.lookup import has_other_evaluations, prepared
from visualizer.ordering import OrderingContext, Score
from visualizer.plugins import discovery
from visualizer.plugins.watchdog import WATCHDOG
from visualizer.positions import Positions
from visualizer.recipe import Recipe
from visualizer.search_options import COMMON, EVALUATION, weights_of
from visualizer.trace.checked_recorder import CheckedRecorder
from visualizer.trace.recorder import Recorder
from visualizer.trace.rows import MovePath, Passes, Trace
from visualizer.trace.tree_at_step import TreeAtStep


class Run:
    """One search of one position: `advance` lets it go on, `trace` is what it has done so far.

    `recipe` has every default filled in.
    """

    def __init__(self, recipe: Recipe, root: AnyPosition | None = None) -> None:
        """Make everything ready; the search has not begun. InputError says what is wrong with the recipe.

        `root` is the position to search, where that is known already, or where there is more to it than its notation
        tells.
        """
        ready = prepared(recipe, root)
        self.game, self.root, self.algorithm, self.depth = ready.game, ready.root, ready.algorithm, ready.depth
        self.recipe, search = ready.recipe, ready.recipe.search
        self.trace = Trace(self.algorithm.entry, revisits=self.algorithm.revisits, passes=self.algorithm.passes)
        self._driver = Driver(self.game.name, self.algorithm.name, supplied=self._is_users, max_nodes=search.max_nodes)
        context = OrderingContext(
            self.game, ready.evaluate, self.depth, search.seed, self.root, weights_of(search.weights),
            self._driver.look_ahead,
        )  # fmt: skip
        self.ordering = ordering.make(search.ordering or "natural", context)
        order = self._recorded_order if self.ordering.recorded else self.ordering.order
        self.problem = Problem(
            self.root, ready.evaluate, self.depth, order, CUTS[search.cut], *search.window, search.options, search.seed,
            ordering.own_scores(self.game), self.game.counting,
        )  # fmt: skip
        self.algorithm.check(self.problem)
        # What an ordering remembers and counts is the search's own: where it does, another one is asked for a look.
        asked = self.ordering if self.ordering.keeps_nothing else ordering.make(search.ordering or "natural", context)
        self._positions = Positions(self.root, self.depth, asked)
        self.position, self.is_inner = self._positions.position, self._positions.is_inner
        self.choices, self.names = self._positions.choices, self._positions.names
        self.move_name = self._positions.move_name
        self.path = lru_cache(maxsize=1024)(self.trace.path)
        """Return the natural numbers of the moves from the root to a row."""
        self._begin(search.fail)

    def _begin(self, fail: str) -> None:
        """Hand the search over to the driver."""
        function, learn = self.algorithm.fail[fail], self.ordering.learn
        if self._is_users:
            checked = CheckedRecorder(self.trace, self._driver.pause, learn, WATCHDOG.watch, self._positions.position)
            self._recorder: Recorder = checked
            self._driver.take(checked, lambda: checked.check_result(function(self.problem, checked)))
        else:
            recorder = Recorder(
                self.trace, self._driver.pause, learn,
                revisits=self.algorithm.revisits, late_cuts=discovery.is_recording(self.algorithm.name),
            )  # fmt: skip
            self._recorder = recorder
            self._driver.take(recorder, lambda: function(self.problem, recorder))

    def headings(self, names: Iterable[str] = COMMON) -> list[str]:
        """Return what a heading says of these options and the search's own; no evaluation if the game has but one."""
        search = self.recipe.search
        has_others = has_other_evaluations(self.game, search.evaluation)
        return search.headings([name for name in names if name != EVALUATION.name or has_others])

    @property
    def _is_users(self) -> bool:
        return discovery.is_user_function(self.algorithm.name)

    @property
    def comes_back(self) -> bool:
        """Say whether the search may come back to a node; of a user-supplied one that is not known beforehand."""
        return self.algorithm.revisits or discovery.is_user_supplied(self.algorithm.name)

    @property
    def seconds(self) -> float:
        """The CPU time spent searching so far."""
        return self._driver.seconds

    def advance(self, *, seconds: float | None = None, step: int | None = None) -> bool:
        """Let the search go on for some seconds, until a step can be shown, or else to its end.

        Returns whether it has finished. What a user-supplied function does wrong is an InputError; after any error,
        the search is closed where it stood.
        """
        return self._driver.advance(seconds, step)

    def finish(self) -> Self:
        """Search to the end, or to the limit of nodes; return the run itself. InputError as for `advance`."""
        self.advance()
        return self

    def stop(self, reason: str) -> None:
        """End the search where it stands."""
        self._driver.stop(reason)

    def node_at(self, path: MovePath) -> int | None:
        """Return the node at a path, None where the search has not been (yet)."""
        return TreeAtStep(self.trace).node_at(path)

    def line(self, nodes: Sequence[int], start: MovePath = ()) -> list[str]:
        """Return the moves of a line of nodes from a path on, as the game writes them.

        A line that goes on through a table's answer is played on from there, wherever its nodes were visited.
        """
        return self.names((*start, *map(self.trace.move, nodes)))[len(start) :]

    # How the moves at a node are ordered.

    def _recorded_order(
        self, position: AnyPosition, moves: Sequence[Any], path: CurrentPath
    ) -> Iterable[tuple[int, Any]]:
        """Order moves and record how, for the visit that has just been entered."""
        tried = [*self.ordering.order(position, moves, path)]
        scores = self.ordering.scores
        totals = [] if scores is None else [score.total for score in scores(position, moves, path)]
        self._recorder.score_moves([number for number, _ in tried], totals)
        return tried

    def scored(self, path: MovePath, tree: TreeAtStep | None = None) -> tuple[tuple[int, ...], Sequence[Score] | None]:
        """Return, for the position at a path, the order in which its moves are tried, and the scores if any.

        What was recorded is looked up, as known at `here` (by default, as far as the search has gone). An ordering with
        memory that has not been asked yet remembers nothing at the root; elsewhere natural order stands in for what it
        will think.
        """
        recorded = None
        adds = self.algorithm.passes is Passes.ADD and self.algorithm.sampling is None
        if self.ordering.recorded or adds:
            recorded = self._recorded_scores(path, tree or TreeAtStep(self.trace))
        if recorded is None and (self.ordering.learn is None or not path):
            return self._positions.scored(path)
        if recorded is None:
            return tuple(range(len(self.choices(path)))), None
        name = str(self.recipe.search.ordering)
        return recorded[0], [Score(total, {name: total}) for total in recorded[1]] or None

    def _recorded_scores(self, path: MovePath, tree: TreeAtStep) -> tuple[tuple[int, ...], tuple[float, ...]] | None:
        """Return the order and scores recorded at the last visit of a path that has any."""
        node = tree.node_at(path)
        rows = () if node is None else tree.visits_to(node)
        return next(filter(None, map(self.trace.move_scores.at, reversed(rows))), None)

    def order(self, path: MovePath, tree: TreeAtStep | None = None) -> Sequence[int]:
        """Return the natural numbers of the moves at a path in the order in which they are tried, as far as known.

        Where a search does not keep to its ordering, that is the order in which the latest visit has tried them, then
        what is left.
        """
        order = self.scored(path, tree)[0]
        if not self.comes_back:
            return order
        tree = tree or TreeAtStep(self.trace)
        node = tree.node_at(path)
        tried = [] if node is None else [self.trace.move(child) for child in tree.tried_ever(node)]
        seen = set(tried)
        return [*tried, *(move for move in order if move not in seen)]


def path_of(run: Run, text: str) -> MovePath:
    """Read moves from the root, and return their natural numbers; ValueError says what is wrong."""
    return tuple([*before.moves()].index(move) for before, move, _ in run.game.played(run.root, text))
