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
    """Return how many moves of its own a side needs to force a win from a node.

    `winner` is True for MAX and False for MIN. None if the number is unknown, or would take too
    long to find out.
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
    """The number of moves that a side needs to win, proved by the visited nodes of a search.

    To prove that the number is n, two proofs are needed: the side wins within n moves of its own,
    and it cannot win in fewer. The nodes of all passes count.
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
        """Return how many moves of its own the side needs to win from a node, None if unknown.

        ProofTooLongError if there are too many nodes to look at.
        """
        moves = 0
        while not self.wins_within(node, moves):
            moves += 1
            if not self.needs(node, moves):
                return None
        return moves

    def wins_within(self, node: int, moves: int) -> bool:
        """Return whether the side is known to win from a node within `moves` moves of its own."""
        key = (node, moves)
        if key not in self._wins:
            self._count_question()
            # A node that a table answered may lead back to this node: such a circle proves no win,
            # so the answer is False until it is known.
            self._wins[key] = False
            self._wins[key] = self._prove_win(node, moves)
        return self._wins[key]

    def needs(self, node: int, moves: int) -> bool:
        """Return whether the side is known to need at least `moves` moves of its own to win."""
        key = (node, moves)
        if key not in self._needs:
            self._count_question()
            # As for wins, a circle proves nothing. No win takes fewer than 0 moves.
            self._needs[key] = moves <= 0
            self._needs[key] = moves <= 0 or self._prove_need(node, moves)
        return self._needs[key]

    def _count_question(self) -> None:
        """Raise ProofTooLongError if too many questions have been asked."""
        if len(self._wins) + len(self._needs) >= MAX_PROOF_QUESTIONS:
            raise ProofTooLongError

    def _prove_win(self, node: int, moves: int) -> bool:
        """Return whether a node's result or its children prove a win within `moves` moves."""
        has_won = self._has_won(node)
        if has_won is not None:
            return has_won
        if any(self.wins_within(other, moves) for other in self._same_positions(node)):
            return True

        children = self.tree.known_children(node)
        if not children:
            return False
        row = self._expanded_visit(node)
        # The side itself needs one winning move, which is counted.
        if self.trace.maximizing(row) is self.winner:
            return moves > 0 and any(self.wins_within(child, moves - 1) for child in children)
        # The other side may escape by a move that was not visited.
        if len(children) != self.trace.move_count(row):
            return False
        return all(self.wins_within(child, moves) for child in children)

    def _prove_need(self, node: int, moves: int) -> bool:
        """Return whether a node proves that the side cannot win in fewer than `moves` moves."""
        has_won = self._has_won(node)
        if has_won is not None:
            return not has_won
        if self._min_moves(node) >= moves:
            return True
        if any(self.needs(other, moves) for other in self._same_positions(node)):
            return True

        position = self.run.position(self.run.path(node))
        # The other side needs one move after which the win takes long enough.
        if position.maximizing is not self.winner:
            return any(self._needs_after_moves(node, position, moves))
        # The side itself must make at least one move, since the game is not over. After each of its
        # moves, the rest of the moves must be needed.
        return moves == 1 or all(self._needs_after_moves(node, position, moves - 1))

    def _needs_after_moves(self, node: int, position: AnyPosition, moves: int) -> Iterator[bool]:
        """Yield for each move whether the side needs at least `moves` moves of its own after it."""
        for index, move in enumerate(position.moves()):
            child = self.tree.child(node, index)
            if child is not None:
                yield self.needs(child, moves)
            else:
                # For a move that was not visited, only the rules tell whether the game ends soon.
                yield moves == 1 and self._has_to_move(position.play(move))

    def _has_to_move(self, position: AnyPosition) -> bool:
        """Return whether the side cannot win without a move of its own."""
        if position.outcome() is not None:
            return not self._is_won(position)
        if position.maximizing is self.winner:
            return True
        # Without a move of its own it wins only if every move of the other side ends the game so.
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
        """Yield the nodes with the same position from which a table took the value of a node."""
        for row in self.tree.visits_to(node):
            source = self.trace.source(row)
            if source >= 0:
                yield self.tree.node_of(source)

    def _expanded_visit(self, node: int) -> int:
        """Return the last visit to a node in which children were visited."""
        return next(row for row in reversed(self.tree.visits_to(node)) if self.trace.children(row))

    def _min_moves(self, node: int) -> int:
        """Return how many moves the side needs at least, 0 if unknown.

        A visit that found no win before its depth limit proves that the win takes longer.
        """
        # If a side may move twice in a row, plies do not tell the number of its moves.
        if not self._sides_alternate:
            return 0
        most = 0
        for row in self.tree.visits_to(node):
            if self._found_no_win(row):
                most = max(most, self._moves_before_limit(row))
        return most

    def _found_no_win(self, row: int) -> bool:
        """Return whether a visit proves that the side cannot win before the depth limit."""
        stakes = self.run.stakes
        has_been_searched = bool(self.trace.children(row))
        if stakes is None or not has_been_searched:
            return False
        if self.trace.kind(row) is Kind.STOPPED:
            return False

        # Take the value from the side's point of view. It must be exact, or an upper bound: for
        # MIN that is a lower bound of the value from MAX's point of view.
        value = self.trace.value(row)
        upper_bound = Bound.UPPER
        if not self.winner:
            value = -value
            upper_bound = Bound.LOWER
        if bound_of(self.trace, row) not in (Bound.EXACT, upper_bound):
            return False
        is_win = 0 < value >= stakes.least_win(self.run.root)
        return not is_win

    def _moves_before_limit(self, row: int) -> int:
        """Return how many moves the side needs at least if it cannot win before the depth limit.

        This is the number of the first move, from the visit on, that may win beyond the limit.
        """
        pass_number = bisect_right(self.trace.roots(), row) - 1
        plies = self._limits[pass_number] - self.trace.depth(row)
        # If the side is to move, it makes plies 1, 3, 5 …, so its first move after 4 plies is its
        # third.
        if self.trace.maximizing(row) is self.winner:
            return plies // 2 + 1
        # Its moves are plies 2, 4, 6 …: after 4 plies, the other side's ply 5 may end the game, so
        # two moves may be enough.
        return (plies + 1) // 2

    @cached_property
    def _limits(self) -> list[int]:
        """The smallest depth, in plies, at which each pass met its depth limit.

        For a pass that never met its limit, a number larger than all depths.
        """
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
