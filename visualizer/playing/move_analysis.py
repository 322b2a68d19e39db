"""What a search says of the moves of a position: what each is worth, which is best, and what another gives away.

The position is searched. A move is worth what that search found if it is its best move; else what the same search finds
after it, a ply less deep (at depth 1 the evaluation); where a search adds up samples, their mean.
"""

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from math import inf

from games import AnyPosition, Standing
from visualizer.explanation.standings import Standings
from visualizer.look.numbers import brief, show, signed, with_sign
from visualizer.measures.summary import many
from visualizer.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.run import Run
from visualizer.trace.labels import bound_label
from visualizer.trace.tree_at_step import Bound, TreeAtStep


@dataclass(frozen=True, slots=True)
class MoveValue:
    """What a search says of a move: `value` is from MAX's side, None where it has found none.

    `label` writes the value with its bound, `standing` and `words` say what it means; `line` is the best line as people
    call its moves, this one first, empty where the search has none. `recipe` is the search that found it, of
    `searched`: the position where the move is best there, else the one after it; it visited `nodes` in `seconds`.
    `limit` says what an answer before the end of that search rests on, "" for one that has ended.
    """

    move: str
    value: float | None
    label: str
    standing: Standing | None
    words: str
    line: tuple[str, ...]
    sampled: bool
    """Whether it is a mean of random games, which proves nothing."""
    nodes: int
    seconds: float
    limit: str
    recipe: Recipe
    searched: AnyPosition

    def signed(self) -> str:
        """Return the value with its sign: `+2`, `−1,000`, `≈+0.25`; "" for none."""
        if self.value is None:
            return ""
        return f"≈{with_sign(self.value)}" if self.sampled else signed(self.value)

    def verdict(self, *, maximizing: bool) -> str:
        """Return the value in a few letters; where wins do not differ, `wins` or `loses` for the mover."""
        if self.standing is not None and self.standing.won and not self.standing.words:
            return "wins" if (self.standing.side > 0) == maximizing else "loses"
        return brief(self.signed()).removeprefix("≈")


@dataclass(frozen=True, slots=True)
class Verdict:
    """A move held against the best one of its position."""

    move: MoveValue
    best: MoveValue
    maximizing: bool
    """Whether MAX moves."""
    maximizing_after: bool
    """Whether MAX is to move after it: turns need not alternate."""
    number: int = 0
    """The move's number in a game, from 1."""
    depth: int = 0
    """How many plies the search saw that played the move; 0 where that is not known."""

    @property
    def is_best(self) -> bool:
        """Return whether it is the search's best move itself."""
        return self.best.line != () and self.move.move == self.best.move

    @property
    def lost(self) -> float | None:
        """What the move gives away, from the side of its player, never below 0; None where a value is not known."""
        if self.move.value is None or self.best.value is None:
            return None
        return max(0, (self.best.value - self.move.value) * (1 if self.maximizing else -1))

    @property
    def refutation(self) -> tuple[str, ...]:
        """The line that answers the move, as far as it was searched."""
        return self.move.line[1:]

    @property
    def unseen(self) -> str:
        """The move of that line which came too late for the search that played this one; "" for none."""
        late = not self.is_best and 0 < self.depth < len(self.move.line)
        return self.move.line[self.depth] if late else ""


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
            self.ask(*(self._names[index] for index in self.run.order(())))

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
    def has_all(self) -> bool:
        """Return whether every move is found, or no more can be."""
        return self.has_best and (self.samples or len(self.found) == len(self._names))

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
            self.found[name] = found_by(run, name, (self._label(name),))
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
    def _names(self) -> list[str]:
        """The names of the moves of the position."""
        return [*map(self.position.name, self.position.moves())]

    def _after_move(self, name: str) -> AnyPosition:
        """Return the position after a move."""
        return self.position.play(self.position.moves()[self._names.index(name)])

    def _label(self, name: str) -> str:
        """Return a move as people call it."""
        return self.run.choices(())[self._names.index(name)]

    # What is found.

    def _take(self) -> None:
        """Take what the search of the position has found: the best move once it has ended, and all means of samples."""
        if self.samples:
            self.found.update({each.move: each for each in means(self.run)})
        if self.has_best:
            self.best = best_of(self.run)
            self.stopped += filter(None, [self.run.trace.reason])
            self.found[self.best.move] = self.best

    def _evaluated(self, name: str, after: AnyPosition) -> MoveValue:
        """Return what the evaluation gives the position after a move."""
        run, outcome = self.run, after.outcome()
        value = run.problem.evaluate(after, outcome)
        standing = None if run.stakes is None else run.stakes.standing(value, self.position, over=outcome is not None)
        words, line = meaning(run, standing, Bound.EXACT, show(value)), (self._label(name),)
        return MoveValue(name, value, show(value), standing, words, line, False, 1, 0.0, "", run.recipe, self.position)

    def verdict(self, name: str) -> Verdict:
        """Return a move beside the best one, once both are found; a move that no sample has tried has no value."""
        found = self.found.get(name)
        if found is None:
            line = (self._label(name),)
            found = replace(self.best, move=name, value=None, label="", standing=None, words="", line=line)
        return Verdict(found, self.best, self.position.maximizing, self._after_move(name).maximizing)

    def best_among(self, names: Iterable[str]) -> MoveValue | None:
        """Return the best of some moves for the side to move, None if none of them is known."""
        meant = {*names}
        return next((each for each in self.ranked() if each.move in meant), None)

    def ranked(self) -> list[MoveValue]:
        """Return what is known, the best for the side to move first."""
        valued = [(each.value, each) for each in self.found.values() if each.value is not None]
        return [each for _, each in sorted(valued, key=lambda pair: pair[0], reverse=self.position.maximizing)]


def best_of(run: Run) -> MoveValue:
    """Return the best move of a search that has ended.

    One that was stopped answers with its last finished pass, or with the best of the moves that it has finished; if it
    has finished none, with the first in its order.
    """
    tree = TreeAtStep(run.trace)
    line = tree.result().line
    best = line[0] if line else (tree.best(0) or (0, None))[1] if tree.visits else None  # no line after a fail low
    index = run.order(())[0] if best is None else run.trace.move(best)
    return found_by(run, run.written((index,)))


def found_by(run: Run, move: str, ahead: tuple[str, ...] = ()) -> MoveValue:
    """Return what a search that has ended found of its best move, or of the one `ahead` of the position searched."""
    tree = TreeAtStep(run.trace)
    result = tree.result()
    value, standing, words, label = result.value, None, "", ""
    if value is not None:
        label = bound_label(result.bound, value, maximizing=run.root.maximizing)
        standing = Standings(run, tree).standing(value, 0)
        words = meaning(run, standing, result.bound, label)
    recipe = run.recipe.as_far(len(run.trace)) if run.trace.reason else run.recipe
    return MoveValue(
        move, value, label, standing, words, (*ahead, *run.line(result.line)), run.algorithm.samples,
        len(run.trace), run.seconds, rests_on(run, tree), recipe, run.root,
    )  # fmt: skip


def means(run: Run) -> Iterator[MoveValue]:
    """Yield what random games have found so far of each move that they tried."""
    tree = TreeAtStep(run.trace)
    for node in tree.children(0) if tree.visits else ():
        if (value := tree.value(node)) is not None:
            path, label = run.path(node), bound_label(Bound.MEAN, value, maximizing=run.root.maximizing)
            yield MoveValue(
                run.written(path), value, label, None, meaning(run, None, Bound.MEAN, label),
                (run.move_name(path),), True, tree.visit_count(node), run.seconds, "", run.recipe, run.root,
            )  # fmt: skip


def meaning(run: Run, standing: Standing | None, bound: Bound, label: str) -> str:
    """Return a value in words: `White is a flat ahead`, or `it is worth 3 to White` where the evaluation is silent."""
    if standing is not None and bound in (Bound.EXACT, Bound.LOWER, Bound.UPPER):
        return Standings(run, TreeAtStep(run.trace)).clause(standing, bound)
    return f"it is worth {label} to {run.game.sides[0]}"


def rests_on(run: Run, tree: TreeAtStep) -> str:
    """Say why a search was stopped, and what its answer rests on; "" for one that has come to its end."""
    reason = run.trace.reason
    if not reason:
        return ""
    if run.algorithm.samples:
        return f"{reason}; {many(tree.returned_count(0), 'random game was', 'random games were')} played"
    if tree.passes > 1:
        return f"{reason}; {many(tree.passes - 1, 'pass was', 'passes were')} finished"
    count = len(run.root.moves())
    done = sum(tree.returned(child) for child in tree.children(0)) if tree.visits else 0
    return f"{reason}; {done:,} of {many(count, 'move was', 'moves were')} finished"


def here(where: PositionSpec, position: AnyPosition) -> PositionSpec:
    """Return a position of a game as a recipe names it."""
    return PositionSpec(where.game, position.text(), "", where.settings_beside_size())
