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
    ends_in_words,
    read_ends,
    written_option_value,
)
from visualizer.support.errors import InputError
from visualizer.trace.recorder import CUT, LIMIT, TERMINAL, Recorder
from visualizer.trace.rows import CHANCE_TURN, Window

ChanceNodeSearch = Callable[[Any, Any, Probabilities, int, Window], float]
"""From a chance node, its moves, their probabilities, its ply and its window to its value."""


def star1(problem: Problem, recorder: Recorder) -> float:
    """Return the root's expectiminimax value from MAX's side, or a bound outside its window.

    Fail-soft. Leaves have values within `problem.limits`, so a chance node's value has limits, too,
    before all its children are known. The node is cut as soon as these limits are outside its
    window. After Ballard, "The *-minimax search procedure for trees containing chance nodes", 1983.
    """
    problem = with_fractions(problem)
    evaluate_leaf = bounded_leaf_evaluation(problem, recorder)
    order = problem.order
    limit = problem.depth
    cut = problem.cut
    enter = recorder.enter
    leave = recorder.leave
    path = recorder.path
    least, most = problem.limits

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
    alpha = max(problem.alpha, least)
    beta = min(problem.beta, most)
    return search(problem.root, 0, 0, alpha, beta)


def star1_of_chance(
    problem: Problem, recorder: Recorder, search: WindowedSearch
) -> ChanceNodeSearch:
    """Return Ballard's procedure Star1 as a function that searches the children of a chance node.

    The node must have been entered before. `search` searches a child.
    """
    order = problem.order
    cut = problem.cut
    leave = recorder.leave
    path = recorder.path
    least, most = problem.limits

    def expect(
        position: Any, moves: Any, chances: Probabilities, depth: int, window: Window
    ) -> float:
        """Return the value of a chance node: the sum of its children's values times probabilities.

        `known` is the sum so far. The children still to come have the probability `rest`. They add
        at least `at_least` and at most `at_most` to the sum.
        """
        alpha, beta = window
        known: Any = 0
        rest: Any = 1
        left = len(moves)
        for child, move in order(position, moves, path):
            chance = chances[child]
            left -= 1
            if left:
                rest -= chance
                at_least = least * rest
                at_most = most * rest
            else:
                # The last child leaves nothing to come, not even a rounding error of `rest`.
                at_least = 0
                at_most = 0
            # The child's window: below `low`, the node stays at most alpha even if all others are
            # worth the most; above `high`, at least beta even if all others are worth the least.
            low = max(least, (alpha - known - at_most) / chance)
            high = min(most, (beta - known - at_least) / chance)
            known += chance * search(position.play(move), depth + 1, child, low, high)
            if left and cut(alpha, known + at_most):
                return leave(known + at_most, CUT)
            if left and cut(known + at_least, beta):
                return leave(known + at_least, CUT)
        return leave(known)

    return expect


def bounded_leaf_evaluation(problem: Problem, recorder: Recorder) -> LeafFunction:
    """Return a function that evaluates a leaf, records the visit, and returns the leaf's value.

    Star1 skips outcomes by the bounds `problem.limits`, so a value outside of them would make its
    result wrong. For such a value, the function raises InputError.
    """
    evaluate = problem.evaluate
    leaf = recorder.leaf
    least, most = problem.limits

    def evaluate_leaf(
        position: Any, outcome: float | None, number: int, alpha: float, beta: float
    ) -> float:
        """Return a leaf's value, after recording the visit; InputError outside the bounds."""
        value = evaluate(position, outcome)
        if not least <= value <= most:
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
    """Raise InputError for a window that no leaf's value can be in."""
    least, most = problem.limits
    alpha = problem.alpha
    beta = problem.beta
    if not max(alpha, least) < min(beta, most):
        window = written_option_value((alpha, beta))
        bounds = written_option_value((least, most))
        raise InputError(f"the window {window} does not overlap the bounds {bounds}")


bounds_words = partial(ends_in_words, "leaves from")
"""Describe the bounds on leaves; None stands for an infinity."""


def read_bounds(text: str) -> tuple[float, float]:
    """Read `L,U` or `L:U`; InputError unless it is two numbers, the first less than the second."""
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
