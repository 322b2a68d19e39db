"""How soon a game is decided that a search has found to be won: shallower searches find the fastest win.

A search to a fixed depth gives every move that wins the same value, and so plays any of them. Searched one ply deeper
at a time, the first depth at which the win shows is the number of plies that it takes: the best move there wins
fastest. For the side that loses, the best move one ply before that depth holds out longest.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from math import inf

from games import AnyPosition, Turn, turn_of
from visualizer.explaining.explanation.naming import nobody_plays
from visualizer.play.playing.movers import usual_opponent_for
from visualizer.searching.recipe import SearchSpec
from visualizer.searching.run import Run
from visualizer.trace.bounds import Bound
from visualizer.trace.rows import Trace
from visualizer.trace.tree_at_step import TreeAtStep

MIN_DECIDED_NODES = 20_000
"""Nodes that the shallower searches may visit in all; they may always visit as many as the search itself."""


def proven_winner(run: Run, *, sizes_count: bool = True) -> bool | None:
    """Return whether finished games prove that MAX wins (True) or that MIN does (False); None for neither.

    Where `sizes_count` and wins differ in size, the value itself tells them apart, so none of them is returned.
    """
    tree = TreeAtStep(run.trace)
    result = tree.result()
    if result.value is None or result.bound is not Bound.EXACT or nobody_plays(run.game):
        return None
    if (
        sizes_count
        and run.stakes is not None
        and run.stakes.standing(result.value, run.root, over=True).words
    ):
        return None
    proved = tree.proved(0, result.value)
    if proved.low > 0:
        return True
    return False if proved.high < 0 else None


def first_choice(run: Run) -> int:
    """Return the index of the best move of a search that has ended; of one that has found none, the first it tries."""
    tree = TreeAtStep(run.trace)
    line = tree.result().line
    best = (
        line[0] if line else (tree.best(0) or (0, None))[1] if tree.visits else None
    )  # no line after a fail low
    if best is None:
        return run.order(())[0]
    return run.trace.move(best)


def sides_alternate(trace: Trace) -> bool:
    """Return whether the sides have moved in turn everywhere."""
    inner = (row for row in range(len(trace)) if trace.children(row) and trace.parent(row) >= 0)
    return all(trace.maximizing(row) != trace.maximizing(trace.parent(row)) for row in inner)


class Countdown:
    """Searches a decided position to 1, 2, 3 … plies until the win shows, then follows the play up to that win.

    `plies` is how many plies the win takes; None if that is not known, or would take too long to find out. `move` is
    then the index of the move to play, `line` the moves up to the win as people call them: the winner takes the fastest
    way, the other side the slowest.
    """

    def __init__(
        self, searched: Run, prepare: Callable[[AnyPosition, SearchSpec], Run], seconds: float = inf
    ) -> None:
        """Look into a search that has ended; if it has not decided the game, there is nothing to do.

        `prepare` makes the run of a search from a position. Where random games prove nothing, it is only asked whether
        a move wins at once.
        """
        self.plies: int | None = None
        self.winner = False
        """Whether MAX wins, once `plies` are known."""
        self.move: int | None = None
        self.line: list[str] = []
        self.moves = 0
        """How many moves of its own the winner needs; 0 if that is not known, as the sides need not move in turn."""
        self._searched = searched
        self._prepare = prepare
        self._nodes = max(MIN_DECIDED_NODES, len(searched.trace))
        self._seconds = seconds
        self._steps = self._search()
        self._current = next(self._steps, None)

    @property
    def finished(self) -> bool:
        """Return whether nothing is left to search."""
        return self._current is None

    def advance(self, seconds: float | None = None) -> bool:
        """Search on for some seconds, or to the end; return whether that is reached."""
        begun = time.perf_counter()
        until = inf if seconds is None else begun + seconds
        while self._current is not None:
            left = min(until - time.perf_counter(), self._seconds)
            if not self._current.advance(seconds=None if left == inf else max(0.0, left)):
                break
            self._current = next(self._steps, None)
        self._seconds -= time.perf_counter() - begun
        if self._seconds <= 0:
            self.give_up()
        return self.finished

    def give_up(self) -> None:
        """Search no further: what is not known by now stays unknown."""
        self._current = None

    def _search(self) -> Iterator[Run]:
        """Yield each search that is needed; the next one is asked for when it has ended."""
        asked = self._asked()
        if asked is None:
            return
        search, winner, deepest, sizes_count = asked
        root = self._searched.root
        depth = 0
        before = run = None
        while run is None or proven_winner(run, sizes_count=sizes_count) is not winner:
            depth += 1
            if depth > deepest:
                return
            before = run
            run = self._run(root, search, depth)
            yield run
            if self._is_stopped(run):
                return
        self.plies = depth
        self.winner = winner
        wins = root.maximizing is winner
        self.move = first_choice(run if wins or before is None else before)
        if depth == 1 or sides_alternate(run.trace):
            self.moves = (depth + wins) // 2
        yield from self._follow(search, run)

    def _asked(self) -> tuple[SearchSpec, bool, float, bool] | None:
        """Return the search that is repeated, whether MAX wins, to how many plies, and whether sizes of wins count.

        None if nothing is asked.
        """
        searched = self._searched
        own = searched.algorithm
        if turn_of(searched.root) == Turn.CHANCE or own.source.is_user_search:
            return None
        winner = proven_winner(searched)
        if own.iterations(searched.problem):
            search = usual_opponent_for(searched.game, searched.root)
            if winner is None:
                return search, searched.root.maximizing, 1, False
            return search, winner, inf, False
        if winner is None or not own.exact or not own.applies("depth"):
            return None
        search = searched.recipe.search
        beyond = search.options.get("quiescence", 0)
        if beyond:
            search = search.given(
                {"quiescence": "0"}
            )  # it would see some wins beyond the depth, and not others
        return search, winner, searched.depth + beyond, True

    def _run(self, position: AnyPosition, search: SearchSpec, depth: int) -> Run:
        """Return a search to a depth: the one that has ended already, or another, with the nodes that are left."""
        searched = self._searched
        is_that = (
            position is searched.root
            and depth == searched.depth
            and search == searched.recipe.search
        )
        if is_that and not searched.trace.reason:
            return searched
        return self._prepare(position, replace(search, depth=depth, max_nodes=max(1, self._nodes)))

    def _is_stopped(self, run: Run) -> bool:
        """Count the nodes of a search that has ended; return whether it ended too early to tell anything."""
        if run is not self._searched:
            self._nodes -= len(run.trace)
        return bool(run.trace.reason)

    def _follow(self, search: SearchSpec, run: Run) -> Iterator[Run]:
        """Find the moves up to the win that a run shows first; yield each search that is needed."""
        assert self.plies is not None
        assert self.move is not None
        position = run.root
        move = self.move
        best_line = run.line(TreeAtStep(run.trace).result().line)
        is_whole = len(best_line) == self.plies and position.maximizing is self.winner
        if is_whole or run.has_chance:  # what is rolled is not known
            self.line = best_line
            return
        for left in range(self.plies - 1, -1, -1):
            self.line.append(run.choices(())[move])
            position = position.play(position.moves()[move])
            if position.outcome() is not None:
                return
            # Where the winner is to move, the win shows at this depth; a ply before, the other side still holds out.
            run = self._run(
                position, search, left if position.maximizing is self.winner else max(1, left - 1)
            )
            yield run
            if self._is_stopped(run):
                return
            move = first_choice(run)
