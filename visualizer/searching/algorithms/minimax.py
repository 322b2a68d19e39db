"""Minimax: search every line to the end of the game or to the depth limit."""

from math import inf
from typing import Any

from visualizer.searching.algorithms import PSEUDOCODE, Algorithm, Problem, leaf_evaluation
from visualizer.searching.algorithms.table import TABLE_OPTION, windowless, with_table_lookup
from visualizer.trace.recorder import Recorder


def minimax(problem: Problem, recorder: Recorder) -> float:
    """Return the root's value from MAX's side, if both sides play as well as they can.

    Every node down to the depth limit is visited once. After Shannon, "Programming a computer for
    playing chess", 1950; Russell and Norvig, "Artificial Intelligence", 4th edition, figure 5.3.
    """
    # Looked up once: looking attributes up at every node would take 6 % of the search's time.
    evaluate_leaf = leaf_evaluation(problem, recorder)
    order = problem.order
    limit = problem.depth
    enter = recorder.enter
    leave = recorder.leave
    path = recorder.path

    @with_table_lookup(problem, recorder, windowless)
    def search(position: Any, depth: int, number: int) -> float:
        """Return the value of a node at a ply `depth`; `number` is the index of the move to it."""
        outcome = position.outcome()
        if outcome is not None or depth == limit:
            return evaluate_leaf(position, outcome, number)
        moves = position.moves()
        enter(number, position.maximizing, len(moves))
        if position.maximizing:
            value = -inf
            for child, move in order(position, moves, path):
                value = max(value, search(position.play(move), depth + 1, child))
        else:
            value = inf
            for child, move in order(position, moves, path):
                value = min(value, search(position.play(move), depth + 1, child))
        return leave(value)

    return search(problem.root, 0, 0)


ALGORITHM = Algorithm(
    name="minimax",
    title="minimax",
    about="visits every node: all other exact searches must find the same value",
    fail={"soft": minimax, "hard": minimax},
    pseudocode=PSEUDOCODE["minimax"],
    options=(TABLE_OPTION,),
    uses_window=False,
)
