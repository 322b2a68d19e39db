"""Expectimax: the opponent does not choose, but moves at random."""

from games import AnyPosition, Probabilities, probabilities
from visualizer.searching.algorithms import PSEUDOCODE, Algorithm, Problem
from visualizer.searching.algorithms.expectiminimax import equally_likely, expectiminimax
from visualizer.searching.algorithms.table import TABLE_OPTION
from visualizer.trace.recorder import Recorder


def expectimax(problem: Problem, recorder: Recorder) -> float:
    """Return the root's mean value for MAX if the opponent of the root's player moves at random.

    The opponent makes each of its moves with the same probability. If chance moves at the root, MIN
    is the opponent. As in project 2 of Berkeley's course CS 188, and Russell and Norvig,
    "Artificial Intelligence", 4th edition, chapter 16.
    """
    opponent_is_min = probabilities(problem.root) is not None or problem.root.maximizing

    def odds(position: AnyPosition) -> Probabilities | None:
        by_rules = probabilities(position)
        is_opponent = position.maximizing != opponent_is_min
        if by_rules is None and is_opponent:
            return equally_likely(len(position.moves()), exact=problem.exact)
        return by_rules

    return expectiminimax(problem, recorder, odds)


ALGORITHM = Algorithm(
    name="expectimax",
    title="expectimax",
    about="the opponent moves at random: all its moves are equally likely",
    fail={"soft": expectimax, "hard": expectimax},
    pseudocode=PSEUDOCODE["expectimax"],
    options=(TABLE_OPTION,),
    uses_window=False,
    exact=False,
    chance=True,
    random_opponent=True,
)
