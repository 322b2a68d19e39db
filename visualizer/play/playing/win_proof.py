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


def prove_moves_to_win(run: Run, node: int, *, for_max: bool) -> int | None:
    """Return n if a side can force a win in n moves from a node, as in "mate in n".

    The side is MAX if `for_max` is True, else MIN. None if n is unknown, or if the proof would take
    too long.
    """
    # Quiescence search leaves out quiet moves, so its nodes beyond the depth prove nothing.
    can_prove = run.trace.is_sound and not run.problem.options.get("quiescence")
    if not can_prove or len(run.trace) > MAX_PROOF_VISITS:
        return None
    try:
        return WinProof(run, for_max=for_max).moves_to_win(node)
    except ProofTooLongError:
        return None


class WinProof:
    """Proves in how many moves a side wins, by the nodes that a search has visited.

    As in "mate in n", only the moves of this side are counted. Two proofs are needed: the side wins
    within n moves, and it cannot win in fewer. The nodes of all passes count.
    """

    def __init__(self, run: Run, *, for_max: bool) -> None:
        """Take a search that has ended; the side is MAX if `for_max` is True, else MIN."""
        self.run = run
        self.tree = TreeAtStep(run.trace)
        self.trace = run.trace
        self.for_max = for_max
        # The answers of `wins_within` and `needs_at_least`, by their arguments.
        self._wins_within_cache: dict[tuple[int, int], bool] = {}
        self._needs_at_least_cache: dict[tuple[int, int], bool] = {}

    def moves_to_win(self, node: int) -> int | None:
        """Return in how many moves the side wins from a node, None if unknown.

        ProofTooLongError if there are too many nodes to look at.
        """
        # Try 0, 1, 2 … moves: each number is excluded before the next is tried.
        moves = 0
        while not self.wins_within(node, moves):
            moves += 1
            if not self.needs_at_least(node, moves):
                return None
        return moves

    def wins_within(self, node: int, moves: int) -> bool:
        """Return whether it is proved that the side wins from a node in at most `moves` moves."""
        key = (node, moves)
        if key not in self._wins_within_cache:
            self._count_question()
            # A table entry may lead back to the same question. The answer is False until the proof
            # is finished, so that no proof is circular.
            self._wins_within_cache[key] = False
            self._wins_within_cache[key] = self._prove_wins_within(node, moves)
        return self._wins_within_cache[key]

    def needs_at_least(self, node: int, moves: int) -> bool:
        """Return whether it is proved that the side needs at least `moves` moves to win."""
        key = (node, moves)
        if key not in self._needs_at_least_cache:
            self._count_question()
            # False until the proof is finished, as in `wins_within`.
            self._needs_at_least_cache[key] = False
            self._needs_at_least_cache[key] = self._prove_needs_at_least(node, moves)
        return self._needs_at_least_cache[key]

    def _count_question(self) -> None:
        """Raise ProofTooLongError if too many questions have been asked."""
        if len(self._wins_within_cache) + len(self._needs_at_least_cache) >= MAX_PROOF_QUESTIONS:
            raise ProofTooLongError

    def _prove_wins_within(self, node: int, moves: int) -> bool:
        """Return whether the trace proves that the side wins in at most `moves` moves.

        The proof is the result of a finished game, another node with the same position, or the
        children of the node.
        """
        has_won = self._has_won(node)
        if has_won is not None:
            return has_won
        if any(self.wins_within(other, moves) for other in self._same_positions(node)):
            return True

        children = self.tree.known_children(node)
        if not children:
            return False
        row = self._expanded_visit(node)
        # The side needs one winning move, which counts as one of its `moves`.
        if self.trace.maximizing(row) is self.for_max:
            return moves > 0 and any(self.wins_within(child, moves - 1) for child in children)
        # All moves of the other side must lose. A move that was not visited might not.
        if len(children) != self.trace.move_count(row):
            return False
        return all(self.wins_within(child, moves) for child in children)

    def _prove_needs_at_least(self, node: int, moves: int) -> bool:
        """Return whether the trace proves that the side needs at least `moves` moves to win.

        The proof is the result of a finished game, a search of the node that found no win, another
        node with the same position, or the children of the node. `moves` is at least 1.
        """
        has_won = self._has_won(node)
        if has_won is not None:
            return not has_won
        if self._min_moves_by_depth(node) >= moves:
            return True
        if any(self.needs_at_least(other, moves) for other in self._same_positions(node)):
            return True

        position = self.run.position(self.run.path(node))
        # The other side chooses its move, so a single move that delays the win is enough.
        if position.maximizing is not self.for_max:
            return any(self._need_after_each_move(node, position, moves))
        # The game is not over, so the side makes at least this move. After each of its moves, it
        # must need `moves - 1` more.
        return moves == 1 or all(self._need_after_each_move(node, position, moves - 1))

    def _need_after_each_move(self, node: int, position: AnyPosition, moves: int) -> Iterator[bool]:
        """Yield, for each move at a node, whether the side needs at least `moves` moves after it.

        `position` is the position of the node.
        """
        for index, move in enumerate(position.moves()):
            child = self.tree.child(node, index)
            if child is not None:
                yield self.needs_at_least(child, moves)
            else:
                # The move was not searched: the rules can show only that one more move is needed.
                yield moves == 1 and self._has_to_move(position.play(move))

    def _has_to_move(self, position: AnyPosition) -> bool:
        """Return whether the side must make a move to win."""
        if position.outcome() is not None:
            return not self._is_won(position)
        if position.maximizing is self.for_max:
            return True
        # The side wins without a move only if every move of the other side loses.
        return not all(self._is_won(position.play(move)) for move in position.moves())

    def _is_won(self, position: AnyPosition) -> bool:
        """Return whether the game is over and the side has won."""
        outcome = position.outcome()
        if outcome is None:
            return False
        if self.for_max:
            return outcome > 0
        return outcome < 0

    def _has_won(self, node: int) -> bool | None:
        """Return whether the side has won at a node where the game is over, None elsewhere."""
        row = self.tree.visit(node)
        if self.trace.kind(row) is not Kind.TERMINAL:
            return None
        if self.for_max:
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

    def _min_moves_by_depth(self, node: int) -> int:
        """Return how many moves a win takes at least, since the searches of a node found none.

        After a search 4 plies deep, for example, a win takes at least 5 plies. The result is 0 if
        no search of the node shows anything.
        """
        # If a side may move twice in a row, the number of plies does not show who made them.
        if not self._sides_alternate:
            return 0
        min_moves = 0
        for row in self.tree.visits_to(node):
            if self._proves_no_win(row):
                min_moves = max(min_moves, self._moves_beyond_limit(row))
        return min_moves

    def _proves_no_win(self, row: int) -> bool:
        """Return whether a visit proves that the side cannot win within the depth limit."""
        stakes = self.run.stakes
        has_been_searched = bool(self.trace.children(row))
        if stakes is None or not has_been_searched:
            return False
        if self.trace.kind(row) is Kind.STOPPED:
            return False

        # Values are from MAX's side, so an upper bound limits what MAX can reach, and a lower bound
        # limits what MIN can reach.
        value_for_side = self.trace.value(row)
        limiting_bound = Bound.UPPER
        if not self.for_max:
            value_for_side = -value_for_side
            limiting_bound = Bound.LOWER
        if bound_of(self.trace, row) not in (Bound.EXACT, limiting_bound):
            return False
        is_win = value_for_side > 0 and value_for_side >= stakes.winning_value(self.run.root)
        return not is_win

    def _moves_beyond_limit(self, row: int) -> int:
        """Return the least number of moves with which the side can win beyond the depth limit.

        The moves are counted from a visit (`row`) to the win, and include the winning move.
        """
        pass_number = bisect_right(self.trace.roots(), row) - 1
        plies = self._depth_limit_by_pass[pass_number] - self.trace.depth(row)
        # If the side is to move, it makes plies 1, 3, 5 … Beyond a limit of 4 plies, it can win
        # with ply 5, which is its third move.
        if self.trace.maximizing(row) is self.for_max:
            return plies // 2 + 1
        # Otherwise it makes plies 2, 4, 6 … Beyond a limit of 4 plies, ply 5 of the other side may
        # end the game, so two moves may be enough.
        return (plies + 1) // 2

    @cached_property
    def _depth_limit_by_pass(self) -> list[int]:
        """For each pass, the depth in plies of the shallowest node at its depth limit.

        If a pass has no such node, this is a number larger than all depths.
        """
        roots = self.trace.roots()
        larger_than_all_depths = len(self.trace)
        depths = [larger_than_all_depths] * len(roots)
        for row in range(len(self.trace)):
            if self.trace.kind(row) is Kind.LIMIT:
                pass_number = bisect_right(roots, row) - 1
                depths[pass_number] = min(depths[pass_number], self.trace.depth(row))
        return depths

    @cached_property
    def _sides_alternate(self) -> bool:
        """Whether the sides moved in turn everywhere in the trace."""
        return sides_alternate(self.trace)
