"""How soon a decided game ends: shallower searches find the fastest win.

A search to a fixed depth gives every winning move the same value, and so plays any of them. In
searches that deepen by a ply at a time, the first depth at which the win shows is the number of
plies that the win takes: the best move there wins fastest. For the losing side, the best move one
ply before that depth holds out longest.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
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
"""Nodes that the shallower searches may visit together, if the search itself visited fewer."""


def proven_winner(run: Run, *, sizes_count: bool = True) -> bool | None:
    """Return which side the search has proved to win: True for MAX, False for MIN, else None.

    A win is proved by finished games, not by evaluations. With `sizes_count`, the result is None in
    a game whose wins differ in size, since the best value is then not simply the fastest win.
    """
    # In a tree without players, nobody wins.
    if nobody_plays(run.game):
        return None
    tree = TreeAtStep(run.trace)
    result = tree.result()
    if result.value is None or result.bound is not Bound.EXACT:
        return None
    if sizes_count and run.stakes is not None:
        standing = run.stakes.standing(result.value, run.root, over=True)
        if standing.words:
            return None

    proved = tree.proved(0, result.value)
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
    """Return the best child of the root, None if no child is known to be the best."""
    line = tree.result().line
    if line:
        return line[0]
    if not tree.visits:
        return None
    # After a fail low there is no line, but a child with the highest bound.
    best = tree.best(0)
    if best is None:
        return None
    _, child = best
    return child


def sides_alternate(trace: Trace) -> bool:
    """Return whether MAX and MIN moved in turn everywhere in a trace."""
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
    """The repeated search of a countdown, and the win that it looks for."""

    search: SearchSpec
    winner: bool
    """Whether MAX wins."""
    max_plies: float
    sizes_count: bool
    """Whether wins that differ in size are told apart by their value."""


class Countdown:
    """Searches a decided position to 1, 2, 3 … plies until the win shows, then follows the line.

    `plies` is how many plies the win takes, None if this is unknown or would take too long to find
    out. If it is known, `move` is the index of the move to play, and `line` has the moves up to the
    win as people write them: the winner takes the fastest way, the loser the slowest.
    """

    def __init__(
        self, searched: Run, prepare: Callable[[AnyPosition, SearchSpec], Run], seconds: float = inf
    ) -> None:
        """Take a search that has ended; if it has not decided the game, there is nothing to do.

        `prepare` makes the run of a search from a position. `seconds` is the most time to use.
        After random games that prove nothing, the countdown only checks whether a move wins at
        once.
        """
        self.plies: int | None = None
        self.winner = False
        """Whether MAX wins, once `plies` is known."""
        self.move: int | None = None
        self.line: list[str] = []
        self.moves = 0
        """How many of its own moves the winner needs; 0 if unknown, as turns need not alternate."""
        self._searched = searched
        self._prepare = prepare
        self._nodes = max(MIN_DECIDED_NODES, len(searched.trace))
        self._seconds = seconds
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
            # Both this call and the whole countdown have a limit of time.
            remaining = min(deadline - time.perf_counter(), self._seconds)
            if remaining == inf:
                has_ended = self._current.advance()
            else:
                has_ended = self._current.advance(seconds=max(0.0, remaining))
            if not has_ended:
                break
            self._current = next(self._searches, None)

        self._seconds -= time.perf_counter() - start_time
        if self._seconds <= 0:
            self.give_up()
        return self.finished

    def give_up(self) -> None:
        """Search no further: what is unknown by now stays unknown."""
        self._current = None

    def _search(self) -> Iterator[Run]:
        """Yield the searches of the countdown one by one, and store what they show.

        The caller must advance each search to its end before it resumes this generator.
        """
        goal = self._goal()
        if goal is None:
            return
        root = self._searched.root
        depth = 0
        shallower_run = None
        run = None
        while run is None or proven_winner(run, sizes_count=goal.sizes_count) is not goal.winner:
            depth += 1
            if depth > goal.max_plies:
                return
            shallower_run = run
            run = self._run(root, goal.search, depth)
            yield run
            if self._is_stopped(run):
                return

        self.plies = depth
        self.winner = goal.winner
        is_winner_to_move = root.maximizing is goal.winner
        # The winner plays the best move of the search that shows the win. To the loser all moves
        # look alike there: in the search one ply shallower, the moves that lose sooner are lost
        # already, so its best move holds out longest.
        deciding_run = run
        if not is_winner_to_move and shallower_run is not None:
            deciding_run = shallower_run
        self.move = first_choice(deciding_run)
        # Of 3 plies the winner makes 2 if it begins, of 4 plies 2 if the loser begins.
        if depth == 1 or sides_alternate(run.trace):
            self.moves = depth // 2
            if is_winner_to_move:
                self.moves = (depth + 1) // 2
        yield from self._follow(goal.search, run)

    def _goal(self) -> _CountdownGoal | None:
        """Return what the countdown searches for, None if the game is not decided."""
        searched = self._searched
        algorithm = searched.algorithm
        if turn_of(searched.root) == Turn.CHANCE or algorithm.source.is_user_search:
            return None
        winner = proven_winner(searched)
        # Only a search by random games has iterations.
        if algorithm.iterations(searched.problem):
            return self._goal_after_random_games(winner)
        can_count_down = algorithm.exact and algorithm.applies("depth")
        if winner is None or not can_count_down:
            return None

        search = searched.recipe.search
        extra_plies = search.options.get("quiescence", 0)
        if extra_plies:
            # A quiescence search would see some wins beyond the depth, and others not.
            search = search.with_options({"quiescence": "0"})
        return _CountdownGoal(
            search,
            winner,
            searched.depth + extra_plies,
            sizes_count=True,
        )

    def _goal_after_random_games(self, winner: bool | None) -> _CountdownGoal:
        """Return the goal after a search by random games.

        `winner` is the side that they have proved to win (True for MAX), None if they prove none.
        """
        searched = self._searched
        # Random games have no depth: the usual opponent's search deepens in their place.
        search = usual_opponent_for(searched.game, searched.root)
        if winner is None:
            # Look one ply ahead, whether the side to move wins at once.
            return _CountdownGoal(
                search,
                searched.root.maximizing,
                1,
                sizes_count=False,
            )
        return _CountdownGoal(search, winner, inf, sizes_count=False)

    def _run(self, position: AnyPosition, search: SearchSpec, depth: int) -> Run:
        """Prepare a search of a position to a depth, limited to the nodes that are left.

        If it would repeat the original search, return the run of that search, which has ended.
        """
        searched = self._searched
        is_original = (
            position is searched.root
            and depth == searched.depth
            and search == searched.recipe.search
        )
        if is_original and not searched.trace.reason:
            return searched
        limited = replace(search, depth=depth, max_nodes=max(1, self._nodes))
        return self._prepare(position, limited)

    def _is_stopped(self, run: Run) -> bool:
        """Subtract the nodes of a search from those left; return whether it was stopped early."""
        if run is not self._searched:
            self._nodes -= len(run.trace)
        return bool(run.trace.reason)

    def _follow(self, search: SearchSpec, run: Run) -> Iterator[Run]:
        """Find the moves up to the win, which `run` is the first search to show.

        Yield the searches that this needs, one by one; the caller advances each to its end.
        """
        assert self.plies is not None
        assert self.move is not None
        position = run.root
        move = self.move
        best_line = run.line(TreeAtStep(run.trace).result().line)
        # If the winner is to move and the search's line reaches the win, it is a fastest win. The
        # loser's line need not be the slowest loss.
        is_winners_line = position.maximizing is self.winner
        is_fastest_win = is_winners_line and len(best_line) == self.plies
        # Rolls of the dice cannot be followed.
        if is_fastest_win or run.has_chance:
            self.line = best_line
            return

        # After each move, `remaining` plies are left up to the win.
        for remaining in range(self.plies - 1, -1, -1):
            self.line.append(run.choices(())[move])
            position = position.play(position.moves()[move])
            if position.outcome() is not None:
                return
            # The winner's best move shows at this depth. The loser needs a search one ply less
            # deep, in which its longest defence is not lost yet.
            depth = remaining
            if position.maximizing is not self.winner:
                depth = max(1, remaining - 1)
            run = self._run(position, search, depth)
            yield run
            if self._is_stopped(run):
                return
            move = first_choice(run)
