"""The tutorial's bot: take a win in one, else avoid a loss in one, else play the first move."""

from math import inf
from typing import Any

from visualizer.searching.algorithms import PSEUDOCODE, Algorithm, Problem
from visualizer.trace.recorder import CUT, LIMIT, TERMINAL, Recorder

TUTORIAL_PLIES = 2
"""A move and the reply to it."""


def tutorial_bot(problem: Problem, recorder: Recorder) -> float:
    """Return 1 if the bot sees that MAX wins, -1 if it sees that MIN wins, else 0.

    The bot plays the first winning move of its ordering. If no move wins, it plays the first move
    after which the opponent has no winning reply or, if there is none, the first move. So:

    - A move that ends the game is worth its result, 1, 0 or -1.
    - A move with a winning reply is a loss; the other replies are skipped.
    - Every other move is worth 0. After the first such move, only a winning move can be better, so
      no replies to later moves are searched.

    A reply with which the opponent loses is worth 0, since the opponent need not play it. If the
    bot moves twice in a row, its first move is a loss only if all its next moves lose. Positions
    are not evaluated; in a tree of numbers, MAX has won if the number is above 0. With a depth
    limit of 1, the bot sees no replies. After Viliam Vadocz, "takbot-tutorial", part 2 (Move
    Ordering), "One-move Lookahead".
    """
    order = problem.order
    limit = min(TUTORIAL_PLIES, problem.depth)
    enter = recorder.enter
    leaf = recorder.leaf
    leave = recorder.leave
    path = recorder.path
    win_for_bot = 1 if problem.root.maximizing else -1

    def won(outcome: float, ply: int) -> int:
        """Return 1 if MAX has won at a ply, -1 if MIN has won, else 0."""
        if outcome == 0:
            return 0
        winner = 1 if outcome > 0 else -1
        # After a reply, a win of the bot does not count.
        if ply == TUTORIAL_PLIES and winner == win_for_bot:
            return 0
        return winner

    def search(position: Any, ply: int, number: int, *, has_safe_sibling: bool) -> float:
        """Return a node's value, 1, 0 or -1; `number` is the index of the move to it.

        If an earlier sibling is worth 0 (`has_safe_sibling`), the node is a leaf unless the game is
        over: its replies are not searched.
        """
        outcome = position.outcome()
        if outcome is not None:
            return leaf(number, won(outcome, ply), TERMINAL)
        if ply == limit or has_safe_sibling:
            return leaf(number, 0, LIMIT)
        moves = position.moves()
        enter(number, position.maximizing, len(moves))
        win = 1 if position.maximizing else -1
        best = -inf * win  # worse for the mover than any value
        for child, move in order(position, moves, path):
            value = search(
                position.play(move),
                ply + 1,
                child,
                has_safe_sibling=best == 0,
            )
            if position.maximizing:
                best = max(best, value)
            else:
                best = min(best, value)
            if best == win:
                return leave(best, CUT)
        return leave(best)

    return search(
        problem.root,
        0,
        0,
        has_safe_sibling=False,
    )


ALGORITHM = Algorithm(
    name="tutorial-bot",
    title="tutorial bot",
    about="looks two plies ahead: wins at once if it can, else avoids losing at once, "
    "else plays the first move of the ordering",
    fail={"soft": tutorial_bot, "hard": tutorial_bot},
    pseudocode=PSEUDOCODE["tutorial-bot"],
    ordering=("scored",),
    uses_window=False,
    max_depth=TUTORIAL_PLIES,
    exact=False,
)
