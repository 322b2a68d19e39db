"""How many moves a side needs to force a win, as far as a search proves it."""

from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property

from games import AnyPosition
from visualizer.play.playing.decided import sides_alternate
from visualizer.searching.run import Run
from visualizer.trace.bounds import Bound, bound_of
from visualizer.trace.rows import Kind
from visualizer.trace.tree_at_step import TreeAtStep

MAX_PROOF_VISITS = 200_000
"""A proof in a larger search would take too long while a player waits."""
MAX_PROOF_QUESTIONS = 3_000
"""A proof is given up after so many questions about nodes."""


class ProofTooLongError(Exception):
    """The proof needs more nodes than a player has time to wait for."""


def moves_to_win(run: Run, node: int, *, winner: bool) -> int | None:
    """Return how many of its own moves MAX (True) or MIN needs to force a win from a node.

    None if this is unknown, or would take too long to find out.
    """
    # A quiescence search leaves out quiet moves, so the nodes beyond the depth prove nothing.
    is_proof = run.trace.is_sound and not run.problem.options.get("quiescence")
    if not is_proof or len(run.trace) > MAX_PROOF_VISITS:
        return None
    try:
        return WinProof(run, winner=winner).distance(node)
    except ProofTooLongError:
        return None


class WinProof:
    """The moves that a side needs to win, as proved by the visited nodes of all passes of a search.

    A distance of n is proved from both sides: the side wins within n moves, and it needs n.
    """

    def __init__(self, run: Run, *, winner: bool) -> None:
        """Take a search that has ended, and whether the side is MAX."""
        self.run = run
        self.tree = TreeAtStep(run.trace)
        self.trace = run.trace
        self.winner = winner
        self._wins: dict[tuple[int, int], bool] = {}
        self._needs: dict[tuple[int, int], bool] = {}

    def distance(self, node: int) -> int | None:
        """Return how many moves the side needs, None if unknown; may raise ProofTooLongError."""
        moves = 0
        while not self.wins_within(node, moves):
            moves += 1
            if not self.needs(node, moves):
                return None
        return moves

    def wins_within(self, node: int, moves: int) -> bool:
        """Return whether the side is known to win within some moves of its own."""
        key = (node, moves)
        if key not in self._wins:
            self._count_question()
            # Nodes that a table answered can lead back here: a circle proves no win.
            self._wins[key] = False
            self._wins[key] = self._prove_win(node, moves)
        return self._wins[key]

    def needs(self, node: int, moves: int) -> bool:
        """Return whether the side, if it can win, is known to need some moves of its own."""
        key = (node, moves)
        if key not in self._needs:
            self._count_question()
            # As for wins, a circle proves nothing.
            self._needs[key] = moves <= 0
            self._needs[key] = moves <= 0 or self._prove_need(node, moves)
        return self._needs[key]

    def _count_question(self) -> None:
        """Raise ProofTooLongError if too many questions have been asked."""
        if len(self._wins) + len(self._needs) >= MAX_PROOF_QUESTIONS:
            raise ProofTooLongError

    def _prove_win(self, node: int, moves: int) -> bool:
        """Return whether a node's result or its children prove a win within some moves."""
        has_won = self._has_won(node)
        if has_won is not None:
            return has_won
        if any(self.wins_within(other, moves) for other in self._same_positions(node)):
            return True

        children = self.tree.known_children(node)
        if not children:
            return False
        row = self._expanded_visit(node)
        if self.trace.maximizing(row) is self.winner:
            return moves > 0 and any(self.wins_within(child, moves - 1) for child in children)
        # The other side may escape by a move that was not visited.
        if len(children) != self.trace.move_count(row):
            return False
        return all(self.wins_within(child, moves) for child in children)

    def _prove_need(self, node: int, moves: int) -> bool:
        """Return whether no win within fewer moves than these is possible."""
        has_won = self._has_won(node)
        if has_won is not None:
            return not has_won
        if self._min_moves(node) >= moves:
            return True
        if any(self.needs(other, moves) for other in self._same_positions(node)):
            return True

        position = self.run.position(self.run.path(node))
        if position.maximizing is not self.winner:
            return any(self._needs_after_moves(node, position, moves))
        # The side must make a move at least, since the game is not over.
        return moves == 1 or all(self._needs_after_moves(node, position, moves - 1))

    def _needs_after_moves(self, node: int, position: AnyPosition, moves: int) -> Iterator[bool]:
        """Yield for each move whether the side needs at least some moves of its own after it."""
        for index, move in enumerate(position.moves()):
            child = self.tree.child(node, index)
            if child is not None:
                yield self.needs(child, moves)
            else:
                # Of a move that was not visited, only the rules tell whether the game ends soon.
                yield moves == 1 and self._has_to_move(position.play(move))

    def _has_to_move(self, position: AnyPosition) -> bool:
        """Return whether the side cannot win without a move of its own."""
        if position.outcome() is not None:
            return not self._is_won(position)
        if position.maximizing is self.winner:
            return True
        # The other side would have to end the game in the side's favour by every move.
        return not all(self._is_won(position.play(move)) for move in position.moves())

    def _is_won(self, position: AnyPosition) -> bool:
        """Return whether the game is over and the side has won."""
        outcome = position.outcome()
        if outcome is None:
            return False
        if self.winner:
            return outcome > 0
        return outcome < 0

    def _has_won(self, node: int) -> bool | None:
        """Return whether the side has won at a node where the game is over, None elsewhere."""
        row = self.tree.visit(node)
        if self.trace.kind(row) is not Kind.TERMINAL:
            return None
        if self.winner:
            return self.trace.value(row) > 0
        return self.trace.value(row) < 0

    def _same_positions(self, node: int) -> Iterator[int]:
        """Yield the nodes whose values a table returned at a node: they have the same position."""
        for row in self.tree.visits_to(node):
            source = self.trace.source(row)
            if source >= 0:
                yield self.tree.node_of(source)

    def _expanded_visit(self, node: int) -> int:
        """Return the last visit to a node in which children were visited."""
        return next(row for row in reversed(self.tree.visits_to(node)) if self.trace.children(row))

    def _min_moves(self, node: int) -> int:
        """Return how many moves the side needs at least, as visits found no win in their depth."""
        # If a side may move twice in a row, plies do not tell the number of its moves.
        if not self._sides_alternate:
            return 0
        most = 0
        for row in self.tree.visits_to(node):
            if self._found_no_win(row):
                most = max(most, self._moves_before_limit(row))
        return most

    def _found_no_win(self, row: int) -> bool:
        """Return whether a visit shows that the side cannot win before the depth limit."""
        stakes = self.run.stakes
        is_stopped = self.trace.kind(row) is Kind.STOPPED
        if stakes is None or is_stopped or not self.trace.children(row):
            return False

        # Only an upper bound, from the side's point of view, excludes a win.
        value = self.trace.value(row)
        excluding = Bound.UPPER
        if not self.winner:
            value = -value
            excluding = Bound.LOWER
        if bound_of(self.trace, row) not in (Bound.EXACT, excluding):
            return False
        is_win = 0 < value >= stakes.least_win(self.run.root)
        return not is_win

    def _moves_before_limit(self, row: int) -> int:
        """Return the number of the first move of the side that may win beyond the depth limit."""
        pass_number = bisect_right(self.trace.roots(), row) - 1
        plies = self._limits[pass_number] - self.trace.depth(row)
        if self.trace.maximizing(row) is self.winner:
            return plies // 2 + 1
        # A ply after the side's last move, the other side's may end the game.
        return (plies + 1) // 2

    @cached_property
    def _limits(self) -> list[int]:
        """At which ply each pass first met its depth limit; beyond all plies if it never did."""
        roots = self.trace.roots()
        limits = [len(self.trace)] * len(roots)
        for row in range(len(self.trace)):
            if self.trace.kind(row) is Kind.LIMIT:
                pass_number = bisect_right(roots, row) - 1
                limits[pass_number] = min(limits[pass_number], self.trace.depth(row))
        return limits

    @cached_property
    def _sides_alternate(self) -> bool:
        """Whether the sides moved in turn everywhere in the trace."""
        return sides_alternate(self.trace)
