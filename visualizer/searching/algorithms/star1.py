"""Star1: alpha-beta with chance nodes, cut by the bounds on what leaves can be worth."""

# tests/oracles/chance.py searches the same trees slowly and in fractions.

from collections.abc import Callable, Sequence
from functools import partial
from math import inf
from typing import Any

from games import Probabilities, probabilities
from visualizer.look.numbers import format_number, json_number
from visualizer.searching.algorithms import (
    PSEUDOCODE,
    Algorithm,
    LeafFunction,
    Problem,
    WindowedSearch,
)
from visualizer.searching.algorithms.expectiminimax import with_fractions
from visualizer.searching.search_options import (
    SearchOption,
    describe_range,
    format_option_value,
    read_ends,
)
from visualizer.support.errors import InputError
from visualizer.trace.recorder import CUT, LIMIT, TERMINAL, Recorder
from visualizer.trace.rows import CHANCE_TURN, Window

ChanceNodeSearch = Callable[[Any, Any, Probabilities, int, Window], float]
"""From a chance node, its moves, their probabilities, its ply and its window to its value."""


def star1(problem: Problem, recorder: Recorder) -> float:
    """Return the root's expectiminimax value from MAX's side, or a bound outside its window.

    Fail-soft. All leaves have values within `problem.limits`, so the value of a chance node has
    limits even before all its children are known. The node is cut as soon as its value must be
    outside its window. After Ballard, "The *-minimax search procedure for trees containing chance
    nodes", 1983.
    """
    problem = with_fractions(problem)
    evaluate_leaf = bounded_leaf_evaluation(problem, recorder)
    order = problem.order
    limit = problem.depth
    cut = problem.cut
    enter = recorder.enter
    leave = recorder.leave
    path = recorder.path
    min_value, max_value = problem.limits

    def search(
        position: Any,
        depth: int,
        number: int,
        alpha: float,
        beta: float,
    ) -> float:
        """Return the value of a node at a ply `depth`; `number` is the index of the move to it."""
        outcome = position.outcome()
        if outcome is not None or depth == limit:
            return evaluate_leaf(position, outcome, number, alpha, beta)
        moves = position.moves()
        chances = probabilities(position)
        if chances is not None:
            enter(number, CHANCE_TURN, len(moves), alpha, beta)
            return expect(position, moves, chances, depth, (alpha, beta))
        enter(number, position.maximizing, len(moves), alpha, beta)
        value = -inf if position.maximizing else inf
        for child, move in order(position, moves, path):
            child_value = search(position.play(move), depth + 1, child, alpha, beta)
            if position.maximizing:
                value = max(value, child_value)
                alpha = max(alpha, value)
            else:
                value = min(value, child_value)
                beta = min(beta, value)
            if cut(alpha, beta):
                return leave(value, CUT)
        return leave(value)

    expect = star1_of_chance(problem, recorder, search)
    alpha = max(problem.alpha, min_value)
    beta = min(problem.beta, max_value)
    return search(problem.root, 0, 0, alpha, beta)


def star1_of_chance(
    problem: Problem, recorder: Recorder, search: WindowedSearch
) -> ChanceNodeSearch:
    """Return Ballard's procedure Star1: a function that searches the children of a chance node.

    The node must have been entered before. `search` searches a child.
    """
    order = problem.order
    cut = problem.cut
    leave = recorder.leave
    path = recorder.path
    min_value, max_value = problem.limits

    def expect(
        position: Any, moves: Any, chances: Probabilities, depth: int, window: Window
    ) -> float:
        """Return the value of a chance node: the sum of probability times value of its children."""
        alpha, beta = window
        # The weighted sum of the children so far, and the probability of those still to come.
        known: Any = 0
        rest: Any = 1
        children_left = len(moves)
        for child, move in order(position, moves, path):
            chance = chances[child]
            children_left -= 1
            if children_left:
                rest -= chance
                # The least and the most that the children still to come can add to the sum.
                rest_min = min_value * rest
                rest_max = max_value * rest
            else:
                # After the last child nothing is left, but `rest` may have a rounding error.
                rest_min = 0
                rest_max = 0
            # If the child is worth at most `low`, the node is worth at most alpha, even if all
            # later children have the greatest value. If it is worth at least `high`, the node is
            # worth at least beta, even if all later children have the least value.
            low = max(min_value, (alpha - known - rest_max) / chance)
            high = min(max_value, (beta - known - rest_min) / chance)
            known += chance * search(position.play(move), depth + 1, child, low, high)
            if children_left and cut(alpha, known + rest_max):
                return leave(known + rest_max, CUT)
            if children_left and cut(known + rest_min, beta):
                return leave(known + rest_min, CUT)
        return leave(known)

    return expect


def bounded_leaf_evaluation(problem: Problem, recorder: Recorder) -> LeafFunction:
    """Return a function that evaluates a leaf, records the visit, and returns the leaf's value.

    The function raises InputError for a value outside the bounds `problem.limits`, with which the
    result of Star1 would be wrong.
    """
    evaluate = problem.evaluate
    leaf = recorder.leaf
    min_value, max_value = problem.limits

    def evaluate_leaf(
        position: Any, outcome: float | None, number: int, alpha: float, beta: float
    ) -> float:
        """Record the visit to a leaf, and return its value; InputError outside the bounds."""
        value = evaluate(position, outcome)
        if not min_value <= value <= max_value:
            is_root = recorder.row() < 0  # no visit is open
            leaf_path = () if is_root else (*recorder.path(), number)
            raise value_outside_bounds(problem, value, leaf_path)
        kind = LIMIT if outcome is None else TERMINAL
        return leaf(number, value, kind, alpha, beta)

    return evaluate_leaf


def value_outside_bounds(problem: Problem, value: float, path: Sequence[int]) -> InputError:
    """Return the error for a leaf whose value is outside the bounds; `path` leads to the leaf."""
    low, high = map(format_number, map(float, problem.limits))
    position = problem.root
    names = list[str]()
    for number in path:
        move = position.moves()[number]
        names.append(position.name(move))
        position = position.play(move)
    leaf = " ".join(names) or "at the root"
    return InputError(
        f"the leaf {leaf} is worth {format_number(float(value))}, "
        f"which is outside the bounds, {low} to {high}"
    )


def check_star1_bounds(problem: Problem) -> None:
    """Raise InputError if no value of a leaf can be inside the window."""
    min_value, max_value = problem.limits
    alpha = problem.alpha
    beta = problem.beta
    if not max(alpha, min_value) < min(beta, max_value):
        window = format_option_value((alpha, beta))
        bounds = format_option_value((min_value, max_value))
        raise InputError(f"the window {window} does not overlap the bounds {bounds}")


bounds_words = partial(describe_range, "leaves from")
"""Describe the bounds on leaf values; None stands for an infinity."""


def read_bounds(text: str) -> tuple[float, float]:
    """Read `L,U` or `L:U`, two numbers; InputError if the first is not less than the second."""
    refusal = "the bounds {} are not two numbers L,U or L:U, for example 0:10"
    low, high = read_ends(text, refusal, ("the lower bound", "the upper bound"))
    if not low < high:
        raise InputError(
            f"the bounds {text!r:.60} are empty; the first number must be less than the second"
        )
    return low, high


ALGORITHM = Algorithm(
    name="star1",
    title="Star1",
    about="alpha-beta with chance: skips outcomes, using bounds on leaf values",
    fail={"soft": star1},
    pseudocode=PSEUDOCODE["star1"],
    options=(
        SearchOption(
            "bounds",
            "The lowest and highest possible leaf value, L,U (default: those of the evaluation).",
            None,
            read_bounds,
            metavar="L,U",
            example="as the evaluation says",
            types=(Sequence,),
            as_json=lambda ends: None if ends is None else [*map(json_number, ends)],
            in_heading=lambda ends: "" if ends is None else bounds_words(ends),
            in_name=lambda ends: "" if ends is None else bounds_words(ends),
        ),
    ),
    refusals={
        "table": "star1 cannot keep a table, because what a chance node returns depends on its "
        "window; use expectiminimax"
    },
    check=check_star1_bounds,
    chance=True,
)
