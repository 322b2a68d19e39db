"""Quiescence: search noisy moves beyond the depth limit, so that no exchange is cut in half."""

from collections.abc import Callable
from math import inf
from typing import Any

from visualizer.searching.algorithms import (
    PSEUDOCODE,
    Problem,
    VisitFunction,
    WindowedSearch,
    leaf_evaluation,
)
from visualizer.searching.search_options import MAX_SEARCH_DEPTH, SearchOption, count_reader
from visualizer.trace.recorder import CUT, Recorder
from visualizer.trace.rows import Window

QUIESCENCE_OPTION = SearchOption(
    "quiescence",
    "Search noisy moves, such as captures, at most N plies beyond the depth limit.",
    0,
    count_reader("the number of plies beyond the limit", 0, MAX_SEARCH_DEPTH),
    left_out_values=(0,),
)


def with_quiescence(
    problem: Problem, recorder: Recorder, clip: Callable[[float, float, float], float]
) -> Callable[[VisitFunction], VisitFunction]:
    """Return a decorator that lets a recursive search continue beyond its depth limit.

    A visit beyond the limit returns `clip(value, alpha, beta)`, where alpha and beta are its window
    on entry.
    """
    plies = problem.options[QUIESCENCE_OPTION.name]
    limit = problem.depth
    recorder.tell_horizon(limit)
    quiesce = quiescence(problem, recorder, clip)

    def decorate(search: VisitFunction) -> VisitFunction:
        """Return a search that continues `search` by quiescence beyond the depth limit."""

        def visit(
            position: Any,
            depth: int,
            number: int,
            alpha: float,
            beta: float,
        ) -> float:
            """Search as usual above the depth limit; beyond it, search only noisy moves."""
            if depth < limit:
                return search(position, depth, number, alpha, beta)
            return quiesce(position, plies, number, alpha, beta)

        decorated: VisitFunction = visit  # type: ignore[assignment]  # called alike
        return decorated

    return decorate


def quiescence(
    problem: Problem, recorder: Recorder, clip: Callable[[float, float, float], float]
) -> WindowedSearch:
    """Return a search that tries only noisy moves, such as captures.

    The player to move may refuse all noisy moves ("stand pat"), unless they are compulsory. So the
    position is worth at least its evaluation to that player. A visit returns `clip(value, low,
    high)`, where `low` and `high` are its window on entry. After Harris, "The heuristic search and
    the game of chess", 1975, and Beal, "A generalised quiescence search algorithm", 1990.
    """
    noisy = problem.noisy
    evaluate = problem.evaluate
    evaluate_leaf = leaf_evaluation(problem, recorder)
    cut = problem.cut
    order = problem.order if problem.order_beyond is None else problem.order_beyond
    enter = recorder.enter
    leave = recorder.leave
    stand = recorder.stand
    path = recorder.path
    assert noisy is not None  # a game without noisy moves was refused

    def search(
        position: Any,
        plies: int,
        number: int,
        low: float,
        high: float,
    ) -> float:
        """Search a node at most `plies` plies deep, with the window `low` to `high`.

        `number` is the index of the move to the node.
        """
        outcome = position.outcome()
        if outcome is not None or plies == 0:
            return evaluate_leaf(position, outcome, number, low, high)
        moves = position.moves()
        noisy_moves = noisy.among(position, moves) if moves else ()
        if not noisy_moves:
            return evaluate_leaf(position, None, number, low, high)
        alpha = low
        beta = high
        maximizing = position.maximizing
        enter(number, maximizing, len(noisy_moves), alpha, beta)
        best = -inf if maximizing else inf
        # In draughts, for example, captures are compulsory: a player may not stand pat.
        if not noisy.compulsory:
            best = stand(evaluate(position, None))
            alpha, beta = narrowed(
                alpha,
                beta,
                best,
                maximizing=maximizing,
            )
            if cut(alpha, beta):
                return leave(clip(best, low, high), CUT)
        for child, move in order(position, moves, path):
            if child not in noisy_moves:
                continue
            value = search(position.play(move), plies - 1, child, alpha, beta)
            best = max(best, value) if maximizing else min(best, value)
            alpha, beta = narrowed(
                alpha,
                beta,
                best,
                maximizing=maximizing,
            )
            if cut(alpha, beta):
                return leave(clip(best, low, high), CUT)
        return leave(clip(best, low, high))

    return search


def narrowed(alpha: float, beta: float, best: float, *, maximizing: bool) -> Window:
    """Return the window (alpha, beta) narrowed by the mover's best value so far.

    >>> narrowed(0, 9, 4, maximizing=True), narrowed(0, 9, 4, maximizing=False)
    ((4, 9), (0, 4))
    """
    if maximizing:
        return max(alpha, best), beta
    return alpha, min(beta, best)


def code_with_quiescence(pseudocode: str, *, compulsory: bool, hard: bool) -> str:
    """Return the pseudocode of a search, extended by quiescence beyond its depth limit.

    If noisy moves are `compulsory`, a player may not stand pat (refuse them all). If the search is
    `hard` (fail-hard), values are clipped to the window.

    >>> code = code_with_quiescence("def search(node): # enter", compulsory=True, hard=False)
    >>> code.splitlines()[1]
    '    if at_limit(node): return quiesce(node, alpha, beta)'
    """
    head, mark, rest = pseudocode.rpartition("# enter")
    first_lines = PSEUDOCODE["compulsory" if compulsory else "stand-pat"].lstrip("\n")
    result = "best"
    if hard:
        first_lines = f"    low, high = alpha, beta\n{first_lines}"
        result = "min(max(best, low), high)"
    quiesce_code = PSEUDOCODE["quiescence"].replace("{first}", first_lines)
    quiesce_code = quiesce_code.replace("{best}", result)
    call = "    if at_limit(node): return quiesce(node, alpha, beta)"
    return f"{head}{mark}\n{call}{rest}{quiesce_code}"
