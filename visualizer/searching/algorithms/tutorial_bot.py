"""The tutorial's bot: take a win in one, else avoid a loss in one, else play the first move."""

from math import inf
from typing import Any

from visualizer.searching.algorithms import PSEUDOCODE, Algorithm, Problem
from visualizer.trace.recorder import CUT, LIMIT, TERMINAL, Recorder

TUTORIAL_PLIES = 2
"""A move and the reply to it."""


def tutorial_bot(problem: Problem, recorder: Recorder) -> float:
    """Return 1 if the bot sees that MAX wins, -1 if it sees that MIN wins, else 0.

    After Viliam Vadocz, "takbot-tutorial", part 2 (Move Ordering), "One-move Lookahead". The bot
    plays the first move of its ordering that wins, else the first after which the opponent has no
    winning move, else the first. That is the root's best child, of equals the first tried, since
    nodes are worth this:

    - a move that ends the game is worth its result, 1, 0 or -1;
    - a move with a winning reply is worth that reply's win, and the other replies are skipped;
    - every other move is worth 0. Once one is known to be worth 0, later moves are only asked
      whether they win, and are leaves.

    Replies are only asked whether they win, too: one that loses is worth 0. The bot asks for no
    evaluation, only who has won; in a tree of numbers, MAX has won if the number is above 0. With a
    depth of 1 it sees no replies. After a move that lets the bot move again, it asks only whether
    all its next moves lose.
    """
    order = problem.order
    limit = min(TUTORIAL_PLIES, problem.depth)
    enter = recorder.enter
    leaf = recorder.leaf
    leave = recorder.leave
    path = recorder.path
    bots_win = 1 if problem.root.maximizing else -1

    def won(outcome: float, ply: int) -> int:
        """Return 1, -1 or 0 as MAX, MIN or nobody has won; but 0 if the bot wins by a reply."""
        if outcome == 0:
            return 0
        winner = 1 if outcome > 0 else -1
        if ply == TUTORIAL_PLIES and winner == bots_win:
            return 0
        return winner

    def search(position: Any, ply: int, number: int, *, safe: bool) -> float:
        """Return a node's value, 1, 0 or -1; if `safe`, only look whether the game is over.

        `safe` says that an earlier move at the parent is already known to be worth 0.
        """
        outcome = position.outcome()
        if outcome is not None:
            return leaf(number, won(outcome, ply), TERMINAL)
        if ply == limit or safe:
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
                safe=best == 0,
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
        safe=False,
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
