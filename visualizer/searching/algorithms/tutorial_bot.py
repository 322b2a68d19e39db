"""The tutorial's bot: take a win in one, else avoid a loss in one, else play the first move of the ordering."""

from math import inf
from typing import Any

from visualizer.searching.algorithms import PSEUDOCODE, Algorithm, Problem
from visualizer.trace.recorder import CUT, LIMIT, TERMINAL, Recorder

TUTORIAL_PLIES = 2
"""A move and the reply to it."""


def tutorial_bot(problem: Problem, recorder: Recorder) -> float:
    """Return 1 if MAX wins as far as the bot sees, -1 if MIN wins, else 0.

    After Viliam Vadocz, "takbot-tutorial", part 2 (Move Ordering), "One-move Lookahead". The bot plays the first move
    of its ordering that wins; else the first after which the opponent has no move that wins; else the first. That is
    the best child of the root, and of equal ones the first tried, because of what the nodes are worth:

    - a move that ends the game is worth its result, 1, 0 or -1;
    - a move with a winning reply is worth that reply's win, and no other reply is looked at;
    - every other move is 0: what the bot cannot win or lose in one, it does not tell apart. So as soon as one is known
      to be 0, the moves after it are only asked whether they win, and are leaves.

    Replies too are only asked whether they win: one that loses is worth 0. The evaluation is not asked, only who has
    won, and in a tree of numbers MAX has won where the number is above 0. With a depth of 1 the bot sees no replies.
    Where a move lets the bot move again, it asks only whether all its next moves lose.
    """
    order = problem.order
    limit = min(TUTORIAL_PLIES, problem.depth)
    enter = recorder.enter
    leaf = recorder.leaf
    leave = recorder.leave
    path = recorder.path
    if problem.root.maximizing:
        bots_win = 1
    else:
        bots_win = -1

    def won(outcome: float, ply: int) -> int:
        winner = (outcome > 0) - (outcome < 0)
        if ply == TUTORIAL_PLIES and winner == bots_win:
            return 0
        return winner

    def search(position: Any, ply: int, number: int, safe: bool) -> float:
        outcome = position.outcome()
        if outcome is not None:
            return leaf(number, won(outcome, ply), TERMINAL)
        if ply == limit or safe:
            return leaf(number, 0, LIMIT)
        moves = position.moves()
        enter(number, position.maximizing, len(moves))
        win = 1 if position.maximizing else -1
        best = -inf * win
        for child, move in order(position, moves, path):
            value = search(position.play(move), ply + 1, child, best == 0)
            if position.maximizing:
                best = max(best, value)
            else:
                best = min(best, value)
            if best == win:
                return leave(best, CUT)
        return leave(best)

    return search(problem.root, 0, 0, safe=False)


ALGORITHM = Algorithm(
    name="tutorial-bot",
    title="tutorial bot",
    about="looks two plies ahead: wins at once if it can, else avoids losing at once, else plays the first move "
    "of the ordering",
    fail={"soft": tutorial_bot, "hard": tutorial_bot},
    pseudocode=PSEUDOCODE["tutorial-bot"],
    ordering=("scored",),
    uses_window=False,
    deepest=TUTORIAL_PLIES,
    exact=False,
)
