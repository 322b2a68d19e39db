"""How soon a decided game ends: shallower searches find the fastest win.

A search to a fixed depth gives every winning move the same value, and so plays any of them. In
searches that deepen by a ply at a time, the first depth at which the win shows is the number of
plies that the win takes: the best move there wins fastest. For the losing side, the best move one
ply before that depth holds out longest.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import count
from math import inf

from games import AnyPosition, Turn, turn_of
from visualizer.explaining.explanation.naming import has_no_players
from visualizer.play.playing.movers import usual_opponent_for
from visualizer.searching.recipe import SearchSpec
from visualizer.searching.run import Run
from visualizer.trace.bounds import Bound
from visualizer.trace.rows import Trace
from visualizer.trace.tree_at_step import TreeAtStep

MIN_DECIDED_NODES = 20_000
"""Nodes that the shallower searches may visit together, if the search itself visited fewer."""


def proven_winner(run: Run, *, plain_wins_only: bool = True) -> bool | None:
    """Return who wins by proof: True for MAX, False for MIN, None if the search proves no win.

    Finished games prove a win, evaluations do not. With `plain_wins_only`, a win that has a size
    (`by 3 discs`) does not count: in such a game the best move wins most, not soonest.
    """
    # An abstract tree has values, but no players who could win.
    if has_no_players(run.game):
        return None
    tree = TreeAtStep(run.trace)
    result = tree.result()
    if result.value is None or result.bound is not Bound.EXACT:
        return None
    if plain_wins_only and run.stakes is not None:
        standing = run.stakes.assess(result.value, run.root, over=True)
        # The words of a plain win are "".
        if standing.words:
            return None

    proved = tree.proved_range(0, result.value)
    if proved.low > 0:
        return True
    if proved.high < 0:
        return False
    return None


def first_choice(run: Run) -> int:
    """Return the index of the best move of a search that has ended.

    If no move is known to be the best, return the first one that the search tries.
    """
    child = _best_child(TreeAtStep(run.trace))
    if child is None:
        return run.order(())[0]
    return run.trace.move(child)


def _best_child(tree: TreeAtStep) -> int | None:
    """Return the best child of the root, or None if no child has a value."""
    line = tree.result().line
    if line:
        return line[0]
    if not tree.visits:
        return None
    # If every value is only a bound, there is no best line, but still a child with the best bound.
    best = tree.best(0)
    if best is None:
        return None
    _, child = best
    return child


def sides_alternate(trace: Trace) -> bool:
    """Return whether no side ever moved twice in a row in a trace."""
    for row in range(len(trace)):
        parent = trace.parent(row)
        # The root has no parent, and at a leaf no side moves.
        if parent < 0 or not trace.children(row):
            continue
        if trace.maximizing(row) == trace.maximizing(parent):
            return False
    return True


@dataclass(frozen=True, slots=True)
class _CountdownGoal:
    """The search that a countdown repeats at growing depths, and the win that it looks for."""

    search: SearchSpec
    max_is_winner: bool
    """Whether MAX wins."""
    max_plies: float
    plain_wins_only: bool
    """Whether a win that has a size does not count."""


class Countdown:
    """Searches a decided position to 1, 2, 3 … plies until the win shows, then follows the line.

    `plies` is how many plies the win takes; None if this is unknown, or takes too long to find out.
    If `plies` is known, `move` is the index of the move to play, and `line` has all moves up to the
    win as people write them: the winner takes the fastest way, the loser the slowest.
    """

    def __init__(
        self, searched: Run, prepare: Callable[[AnyPosition, SearchSpec], Run], seconds: float = inf
    ) -> None:
        """Prepare the countdown after the search `searched`, which must have ended.

        Without a proven winner, the countdown searches nothing; after random games, it only looks
        for a move that wins at once. `prepare(position, search)` makes the runs of its searches.
        `seconds` limits the whole countdown.
        """
        self.plies: int | None = None
        self.max_is_winner = False
        """Whether MAX wins, once `plies` is known."""
        self.move: int | None = None
        self.line: list[str] = []
        self.winner_moves = 0
        """How many moves the winner itself makes; 0 if unknown, as when a side moves twice."""
        self._searched = searched
        self._prepare = prepare
        self._nodes_left = max(MIN_DECIDED_NODES, len(searched.trace))
        self._seconds_left = seconds
        self._searches = self._search()
        self._current = next(self._searches, None)

    @property
    def finished(self) -> bool:
        """Whether nothing is left to search."""
        return self._current is None

    def advance(self, seconds: float | None = None) -> bool:
        """Search for some seconds, by default to the end; return whether the end is reached."""
        start_time = time.perf_counter()
        deadline = inf
        if seconds is not None:
            deadline = start_time + seconds

        while self._current is not None:
            # `seconds` limits this call, `self._seconds_left` the whole countdown.
            remaining = min(deadline - time.perf_counter(), self._seconds_left)
            if remaining == inf:
                has_ended = self._current.advance()
            else:
                has_ended = self._current.advance(seconds=max(0.0, remaining))
            if not has_ended:
                break
            self._current = next(self._searches, None)

        self._seconds_left -= time.perf_counter() - start_time
        if self._seconds_left <= 0:
            self.give_up()
        return self.finished

    def give_up(self) -> None:
        """Stop the countdown: whatever is still unknown stays unknown."""
        self._current = None

    def _search(self) -> Iterator[Run]:
        """Yield the searches of the countdown one by one, and store what they find.

        The caller must advance each search to its end before requesting the next one.
        """
        goal = self._goal()
        if goal is None:
            return
        root = self._searched.root
        shallower_run = None
        for depth in count(1):
            if depth > goal.max_plies:
                return
            run = self._run(root, goal.search, depth)
            yield run
            if self._is_stopped(run):
                return
            if proven_winner(run, plain_wins_only=goal.plain_wins_only) is goal.max_is_winner:
                self.plies = depth
                self.max_is_winner = goal.max_is_winner
                self._store_move(depth, run, shallower_run)
                yield from self._follow_best_line(goal.search, run)
                return
            shallower_run = run

    def _store_move(self, depth: int, run: Run, shallower_run: Run | None) -> None:
        """Store the move to play, and how many moves the winner makes.

        `run` is the search to `depth`, the first that shows the win. `shallower_run` is the search
        before it, None at depth 1.
        """
        is_winner_to_move = run.root.maximizing is self.max_is_winner
        # In `run`, all moves of the loser lose. One ply shallower, the longest defence is not lost
        # yet, so that search prefers it.
        deciding_run = run
        if not is_winner_to_move and shallower_run is not None:
            deciding_run = shallower_run
        self.move = first_choice(deciding_run)
        # Of 3 plies the winner makes 2 if it begins, of 4 plies 2 if the loser begins.
        if depth == 1 or sides_alternate(run.trace):
            self.winner_moves = depth // 2
            if is_winner_to_move:
                self.winner_moves = (depth + 1) // 2

    def _goal(self) -> _CountdownGoal | None:
        """Return what the countdown searches for, or None if there is nothing to count down."""
        searched = self._searched
        algorithm = searched.algorithm
        if turn_of(searched.root) == Turn.CHANCE or algorithm.source.is_user_search:
            return None
        max_is_winner = proven_winner(searched)
        # Only a search by random games has iterations.
        if algorithm.iterations(searched.problem):
            return self._goal_after_random_games(max_is_winner)
        can_count_down = algorithm.exact and algorithm.applies("depth")
        if max_is_winner is None or not can_count_down:
            return None

        search = searched.recipe.search
        quiescence_plies = search.options.get("quiescence", 0)
        if quiescence_plies:
            # Quiescence finds some wins beyond the depth, so the first depth with a win would not
            # be the distance to the win. Without quiescence, the win may need a greater depth.
            search = search.with_options({"quiescence": "0"})
        return _CountdownGoal(
            search,
            max_is_winner,
            searched.depth + quiescence_plies,
            plain_wins_only=True,
        )

    def _goal_after_random_games(self, max_is_winner: bool | None) -> _CountdownGoal:
        """Return the goal after a search by random games.

        `max_is_winner` is True if the search has proved that MAX wins, False for MIN, and None
        without a proof.
        """
        searched = self._searched
        # Random games have no depth, so the usual opponent's search counts down instead.
        search = usual_opponent_for(searched.game, searched.root)
        if max_is_winner is None:
            # One ply shows whether the side to move wins at once.
            return _CountdownGoal(
                search,
                searched.root.maximizing,
                1,
                plain_wins_only=False,
            )
        return _CountdownGoal(search, max_is_winner, inf, plain_wins_only=False)

    def _run(self, position: AnyPosition, search: SearchSpec, depth: int) -> Run:
        """Prepare a search of a position to a depth, limited to the nodes that are left.

        If the search before the countdown was the same, return its run, which has ended.
        """
        searched = self._searched
        is_same_search = (
            position is searched.root
            and depth == searched.depth
            and search == searched.recipe.search
        )
        if is_same_search and not searched.trace.reason:
            return searched
        limited = replace(search, depth=depth, max_nodes=max(1, self._nodes_left))
        return self._prepare(position, limited)

    def _is_stopped(self, run: Run) -> bool:
        """Return whether a search was stopped early; subtract its nodes from those left."""
        if run is not self._searched:
            self._nodes_left -= len(run.trace)
        return bool(run.trace.reason)

    def _follow_best_line(self, search: SearchSpec, run: Run) -> Iterator[Run]:
        """Store the moves up to the win; `run` is the first search that shows the win.

        Yield a search for each further move; the caller must advance each search to its end.
        """
        assert self.plies is not None
        assert self.move is not None
        position = run.root
        move = self.move
        best_line = run.line(TreeAtStep(run.trace).result().line)
        # If the winner is to move, a best line up to the win is a fastest win already. If the loser
        # is to move, the best line need not be the slowest loss.
        is_winner_to_move = position.maximizing is self.max_is_winner
        is_fastest_win = is_winner_to_move and len(best_line) == self.plies
        # In a game with dice, later moves depend on the rolls.
        if is_fastest_win or run.has_chance:
            self.line = best_line
            return

        for plies_left in reversed(range(self.plies)):
            self.line.append(run.choices(())[move])
            position = position.play(position.moves()[move])
            if position.outcome() is not None:
                return
            # The winner's fastest win shows at the depth `plies_left`. The loser searches one ply
            # less, where the longest defence is not lost yet.
            depth = plies_left
            if position.maximizing is not self.max_is_winner:
                depth = max(1, plies_left - 1)
            run = self._run(position, search, depth)
            yield run
            if self._is_stopped(run):
                return
            move = first_choice(run)
