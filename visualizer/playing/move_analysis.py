"""What a search says of the moves of a position: what each is worth, which is best, and what another gives away.

The position is searched. A move is worth what that search found if it is its best move; else what the same search finds
after it, a ply less deep (at depth 1 the evaluation); where a search adds up samples, their mean. Where chance moves no
move is best; what the search found of the position is the value expected, which outcomes are held against.
"""

import time
from collections.abc import Iterable
from dataclasses import replace
from functools import cached_property
from math import inf

from games import AnyPosition, Turn, turn_of
from visualizer.explanation.standings import Standings
from visualizer.playing.found import best_of, found_by, means, valued
from visualizer.playing.move_value import MoveValue
from visualizer.playing.verdict import Verdict
from visualizer.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.run import Run
from visualizer.trace.proved import NOTHING, Proved
from visualizer.trace.tree_at_step import Bound, TreeAtStep


class MoveAnalysis:
    """A search of a position, and then of what follows its other moves, as far as they are asked for.

    `found` has what is known of moves by their names; it grows while the analysis is advanced. `best` is there once
    `has_best` is.
    """

    best: MoveValue

    def __init__(self, where: PositionSpec, position: AnyPosition, search: SearchSpec, seconds: float = inf) -> None:
        """Prepare to judge moves of a position of the game that `where` names; InputError says what is wrong.

        The search of the position itself may take `seconds`, and then answers with what it has.
        """
        self.where, self.position, self.search, self.limit = where, position, search, seconds
        self.run = Run(Recipe(here(where, position), search), root=position)
        self.found: dict[str, MoveValue] = {}
        self.stopped: list[str] = []
        """Why searches were stopped before their end, such as by their limit of nodes."""
        self.waited = 0.0
        """Seconds of waiting for the search of the position."""
        self._asked: list[str] = []
        self._asked_all = False
        self._after: dict[str, Run] = {}
        """The searches behind moves that have begun and not ended."""

    # What is asked.

    def ask(self, *names: str) -> None:
        """Ask for moves beside the best one, by their names; they are next in turn."""
        self._asked = [*dict.fromkeys((*names, *self._asked))]

    def ask_all(self) -> None:
        """Ask for every legal move, in the order of the search."""
        if not self._asked_all:
            self._asked_all = True
            self.ask(*(self.names[index] for index in self.run.order(())))

    @property
    def has_best(self) -> bool:
        """Return whether the search of the position has ended."""
        return self.run.trace.finished

    @property
    def finished(self) -> bool:
        """Return whether all that is asked for is found."""
        return self.has_best and self._next is None

    @property
    def samples(self) -> bool:
        """Return whether the search is one by random games: it looks at all moves side by side."""
        return self.run.algorithm.samples

    def has(self, *names: str) -> bool:
        """Return whether the best move and some others are found, or no more can be."""
        return self.has_best and (self.samples or self.found.keys() >= {*names})

    @property
    def _next(self) -> str | None:
        """The next move that is asked for and has to be searched."""
        return None if self.samples else next((name for name in self._asked if name not in self.found), None)

    # Searching.

    def advance(self, seconds: float | None = None) -> bool:
        """Search on for some seconds, or until all that is asked for is found; return whether that is so.

        InputError for an error in user-supplied code.
        """
        until = inf if seconds is None else time.perf_counter() + seconds
        while not self.finished:
            left = None if seconds is None else max(0.0, until - time.perf_counter())
            if not self.has_best:
                self._search_position(left)
            elif self._next is not None:
                self._search_after(self._next, left)
            if seconds is not None and time.perf_counter() >= until:
                break
        return self.finished

    def hurry(self, reason: str) -> None:
        """End the search of the position where it stands: it answers with what it has."""
        self.run.stop(reason)
        self._take()

    def _search_position(self, seconds: float | None) -> None:
        """Let the search of the position go on, and take its answer."""
        begun = time.perf_counter()
        rest = self.limit - self.waited
        self.run.advance(seconds=rest if seconds is None else min(seconds, rest))
        self.waited += time.perf_counter() - begun
        if not self.has_best and self.waited >= self.limit:
            self.run.stop(f"{self.limit:g} seconds were up")
        if self.has_best or self.samples:
            self._take()

    def _search_after(self, name: str, seconds: float | None) -> None:
        """Search the position after a move, or evaluate it where that is all there is to do."""
        run = self._after.get(name) or self._begin_after(name)
        if run is not None and run.advance(seconds=seconds):
            self.found[name] = found_by(run, name, (self._label(name),), maximizing=self.position.maximizing)
            self.stopped += filter(None, [run.trace.reason])
            del self._after[name]

    def _begin_after(self, name: str) -> Run | None:
        """Prepare the search of the position after a move, a ply less deep; evaluate it if there is none."""
        after, depth = self._after_move(name), self.run.recipe.search.depth
        if depth == 1 or after.outcome() is not None:
            self.found[name] = self._evaluated(name, after)
            return None
        less = self.search.given({"depth": str(depth - 1)}) if isinstance(depth, int) else self.search
        self._after[name] = Run(Recipe(here(self.where, after), less), root=after)
        return self._after[name]

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the moves of the position."""
        return (*map(self.position.name, self.position.moves()),)

    def _after_move(self, name: str) -> AnyPosition:
        """Return the position after a move."""
        return self.position.play(self.position.moves()[self.names.index(name)])

    def _label(self, name: str) -> str:
        """Return a move as people call it."""
        return self.run.choices(())[self.names.index(name)]

    # What is found.

    def _take(self) -> None:
        """Take what the search of the position has found: the best move once it has ended, and all means of samples."""
        if self.samples:
            self.found.update({each.move: each for each in means(self.run)})
        if self.has_best:
            self.best = best_of(self.run)
            self.stopped += filter(None, [self.run.trace.reason])
            if self.best.move:
                self.found[self.best.move] = self.best

    def _evaluated(self, name: str, after: AnyPosition) -> MoveValue:
        """Return what the evaluation gives the position after a move."""
        run, outcome = self.run, after.outcome()
        value = run.problem.evaluate(after, outcome)
        tree, proved = TreeAtStep(run.trace), NOTHING if outcome is None else Proved(value, value)
        standing = Standings(run, tree).standing(0, (Bound.EXACT, value), proved)
        maximizing, line = self.position.maximizing, (self._label(name),)
        wins = standing is not None and standing[0].is_plain_win and (standing[0].side > 0) is maximizing
        return valued(run, tree, name, value, Bound.EXACT, standing, line, maximizing=maximizing, moves=int(wins))

    @property
    def so_far(self) -> MoveValue | None:
        """What the search of the position has found by now; None before it has found anything."""
        run = self.run
        found = found_by(run, "", maximizing=self.position.maximizing) if len(run.trace) else None
        return found if found is not None and found.value is not None else None

    def verdict(self, name: str) -> Verdict:
        """Return a move beside the best one, once both are found; a move that no sample has tried has no value."""
        found = self.found.get(name)
        if found is None:
            line = (self._label(name),)
            found = replace(self.best, move=name, value=None, bound="", standing=None, clause="", label="", line=line)
        after, by_chance = self._after_move(name), turn_of(self.position) == Turn.CHANCE
        return Verdict(
            found, self.best, after.maximizing, self.run.game.sides, self.run.stakes, by_chance,
            is_over=after.outcome() is not None,
        )  # fmt: skip

    def best_among(self, names: Iterable[str]) -> MoveValue | None:
        """Return the best of some moves for the side to move, None if none of them is known."""
        meant = {*names}
        return next((each for each in self.ranked() if each.move in meant), None)

    def ranked(self) -> list[MoveValue]:
        """Return what is known, the best for the side to move first."""
        valued = [(each.value, each) for each in self.found.values() if each.value is not None]
        return [each for _, each in sorted(valued, key=lambda pair: pair[0], reverse=self.position.maximizing)]


def here(where: PositionSpec, position: AnyPosition) -> PositionSpec:
    """Return a position of a game as a recipe names it."""
    return PositionSpec(where.game, position.text(), "", where.settings_beside_size())
