"""In how many moves a game is won, where what was visited proves that it can neither be sooner nor be put off."""

from bisect import bisect_right
from collections.abc import Iterator
from contextlib import suppress
from functools import cached_property

from games import AnyPosition
from visualizer.run import Run
from visualizer.trace.bounds import Bound, bound_of
from visualizer.trace.rows import Kind
from visualizer.trace.tree_at_step import TreeAtStep

MOST_VISITS, MOST_LOOKED = 200_000, 3_000
"""The visits of a search, and the nodes that are looked at, beyond which it takes too long while somebody waits."""


class TooLongError(Exception):
    """The proof needs more nodes than somebody who waits has time for."""


def moves_to_win(run: Run, node: int, *, winner: bool) -> int | None:
    """Return how many moves of its own MAX (True) or MIN needs from a node on to force a win; None if not known.

    Nothing is known where it would take too long to find out.
    """
    own = run.algorithm
    is_proof = own.exact and not (own.samples or own.is_function or run.problem.options.get("quiescence"))
    if len(run.trace) > MOST_VISITS or not is_proof or run.has_chance:
        return None
    proof, moves = Proof(run, winner=winner), 0
    with suppress(TooLongError):
        while not proof.wins(node, moves):
            moves += 1
            if not proof.needs(node, moves):
                return None
        return moves
    return None


class Proof:
    """What the nodes that a search has visited, in all its passes, prove of the moves that a side needs to win."""

    def __init__(self, run: Run, *, winner: bool) -> None:
        """Look at a search that has ended."""
        self.run, self.tree, self.trace, self.winner = run, TreeAtStep(run.trace), run.trace, winner
        self._wins = dict[tuple[int, int], bool]()
        self._needs = dict[tuple[int, int], bool]()

    def wins(self, node: int, moves: int) -> bool:
        """Return whether the side is known to win within some moves of its own, whatever the other side does."""
        key = node, moves
        if key not in self._wins:
            self._look()
            self._wins[key] = False  # where a table leads in a circle
            self._wins[key] = self._won_within(node, moves)
        return self._wins[key]

    def _look(self) -> None:
        """Count one more question about a node; TooLongError where there are too many."""
        if len(self._wins) + len(self._needs) >= MOST_LOOKED:
            raise TooLongError

    def _won_within(self, node: int, moves: int) -> bool:
        won, children = self._result(node), self.tree.known_children(node)
        if won is not None or any(self.wins(other, moves) for other in self._same(node)):
            return won is not False
        if not children:
            return False
        row = self._inner(node)
        if self.trace.maximizing(row) is self.winner:
            return moves > 0 and any(self.wins(child, moves - 1) for child in children)
        is_all = self.trace.is_counted(row) and len(children) == self.trace.children(row)
        return is_all and all(self.wins(child, moves) for child in children)

    def needs(self, node: int, moves: int) -> bool:
        """Return whether the side is known to need at least some moves of its own, if it can win at all."""
        key = node, moves
        if key not in self._needs:
            self._look()
            self._needs[key] = moves <= 0  # where a table leads in a circle
            self._needs[key] = moves <= 0 or self._put_off(node, moves)
        return self._needs[key]

    def _put_off(self, node: int, moves: int) -> bool:
        if (won := self._result(node)) is not None:
            return not won
        if self._without_a_win(node) >= moves or any(self.needs(other, moves) for other in self._same(node)):
            return True
        is_own = self.run.position(self.run.path(node)).maximizing is self.winner
        if is_own and moves == 1:
            return True
        rest = moves - is_own
        answers = (
            rest == 1 and needs_a_move(after, winner=self.winner) if child is None else self.needs(child, rest)
            for child, after in self._all_children(node)
        )
        return all(answers) if is_own else any(answers)

    def _all_children(self, node: int) -> Iterator[tuple[int | None, AnyPosition]]:
        """Yield the node of each legal move, None for one that was not visited, and the position after it."""
        position = self.run.position(self.run.path(node))
        for index, move in enumerate(position.moves()):
            yield self.tree.child(node, index), position.play(move)

    def _result(self, node: int) -> bool | None:
        """Return whether the side has won where the game is over; None where it goes on."""
        row = self.tree.visit(node)
        if self.trace.kind(row) is not Kind.TERMINAL:
            return None
        return self.trace.value(row) > 0 if self.winner else self.trace.value(row) < 0

    def _same(self, node: int) -> Iterator[int]:
        """Yield the nodes whose values a table has answered there: they are the same position."""
        for row in self.tree.visits_to(node):
            if (source := self.trace.source(row)) >= 0:
                yield self.tree.node_of(source)

    def _inner(self, node: int) -> int:
        """Return the last visit to a node that has looked at its children."""
        return next(row for row in reversed(self.tree.visits_to(node)) if self.trace.children(row))

    def _without_a_win(self, node: int) -> int:
        """Return how many moves the side needs at least, since a visit has found no win before its depth limit."""
        found, depth = 0, self.trace.depth(node)
        for row in self.tree.visits_to(node) if self._alternate else ():
            if self.trace.children(row) and self.trace.kind(row) is not Kind.STOPPED and not self._may_win(row):
                limit = self._limits[bisect_right(self.trace.roots(), row) - 1]
                own = self.trace.maximizing(row) is self.winner
                # The side's own move or, a ply later, the other's may end the game.
                found = max(found, (limit - depth) // 2 + 1 if own else (limit - depth + 1) // 2)
        return found

    def _may_win(self, row: int) -> bool:
        """Return whether what a visit has returned leaves it open, or says, that the side wins there."""
        bound, value = bound_of(self.trace, row), self.trace.value(row) * (1 if self.winner else -1)
        is_answered = bound in (Bound.EXACT, Bound.UPPER if self.winner else Bound.LOWER)
        return self.run.stakes is None or not is_answered or 0 < value >= self.run.stakes.least_win(self.run.root)

    @cached_property
    def _limits(self) -> list[int]:
        """At which ply each pass has met its depth limit first; beyond all plies where it has met none."""
        trace, roots = self.trace, self.trace.roots()
        limits = [len(trace)] * len(roots)
        for row in range(len(trace)):
            if trace.kind(row) is Kind.LIMIT:
                place = bisect_right(roots, row) - 1
                limits[place] = min(limits[place], trace.depth(row))
        return limits

    @cached_property
    def _alternate(self) -> bool:
        """Whether the sides have moved in turn everywhere."""
        trace = self.trace
        inner = (row for row in range(len(trace)) if trace.children(row) and trace.parent(row) >= 0)
        return all(trace.maximizing(row) != trace.maximizing(trace.parent(row)) for row in inner)


def needs_a_move(position: AnyPosition, *, winner: bool) -> bool:
    """Return whether MAX (True) or MIN has to make a move, if it can win at all: the other need not end the game."""
    if position.outcome() is not None:
        return not is_win(position, winner=winner)
    replies = (position.play(move) for move in position.moves())
    return position.maximizing is winner or any(not is_win(reply, winner=winner) for reply in replies)


def is_win(position: AnyPosition, *, winner: bool) -> bool:
    """Return whether a game has ended with a win for MAX (True) or MIN."""
    outcome = position.outcome()
    return outcome is not None and (outcome > 0 if winner else outcome < 0)
