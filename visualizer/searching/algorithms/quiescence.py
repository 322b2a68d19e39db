"""Quiescence: search noisy moves beyond the depth limit, so that no exchange is cut in half."""

from collections.abc import Callable
from math import inf
from typing import Any

from visualizer.searching.algorithms import PSEUDOCODE, Problem, VisitFunction
from visualizer.searching.search_options import MAX_SEARCH_DEPTH, SearchOption, count_reader
from visualizer.trace.recorder import CUT, LIMIT, TERMINAL, Recorder

QUIESCENCE_OPTION = SearchOption(
    "quiescence",
    "Search noisy moves, such as captures, at most N plies beyond the depth limit.",
    0,
    count_reader("the number of plies beyond the limit", 0, MAX_SEARCH_DEPTH),
    unsaid=(0,),
)


def with_quiescence(
    problem: Problem, recorder: Recorder, returned: Callable[[float, float, float], float]
) -> Callable[[VisitFunction], VisitFunction]:
    """Return a decorator that lets a recursive search continue beyond its depth limit.

    `returned` turns the value of a visit there, with alpha and beta on entry, into the value that
    the visit returns: fail-hard clips it.
    """
    plies = problem.options[QUIESCENCE_OPTION.name]
    limit = problem.depth
    recorder.tell_horizon(limit)
    quiesce = quiescence(problem, recorder, returned)

    def decorate(search: VisitFunction) -> VisitFunction:
        def visit(position: Any, depth: int, number: int, alpha: float, beta: float) -> float:
            if depth < limit:
                return search(position, depth, number, alpha, beta)
            return quiesce(position, plies, number, alpha, beta)

        decorated: VisitFunction = visit  # type: ignore[assignment]  # it has the search's signature
        return decorated

    return decorate


def quiescence(
    problem: Problem, recorder: Recorder, returned: Callable[[float, float, float], float]
) -> Callable[[Any, int, int, float, float], float]:
    """Return a search of noisy moves alone, `plies` deep, from MAX's side.

    The player to move need not make any of them, and so has at least the value of the position as
    it stands ("stand pat"), unless noisy moves are compulsory. After Harris, "The heuristic search
    and the game of chess", 1975, and Beal, "A generalised quiescence search algorithm", 1990.
    """
    noisy = problem.noisy
    evaluate = problem.evaluate
    cut = problem.cut
    order = problem.order if problem.order_beyond is None else problem.order_beyond
    enter = recorder.enter
    leaf = recorder.leaf
    leave = recorder.leave
    stand = recorder.stand
    path = recorder.path
    assert noisy is not None  # a game without noisy moves was refused

    def search(position: Any, plies: int, number: int, low: float, high: float) -> float:
        outcome = position.outcome()
        moves = position.moves() if outcome is None and plies else ()
        noisy_moves = noisy.among(position, moves) if moves else ()
        if not noisy_moves:
            kind = LIMIT if outcome is None else TERMINAL
            return leaf(number, evaluate(position, outcome), kind, low, high)
        alpha = low
        beta = high
        maximizing = position.maximizing
        enter(number, maximizing, len(noisy_moves), alpha, beta)
        best = -inf if maximizing else inf
        if not noisy.compulsory:
            best = stand(evaluate(position, None))
            if maximizing:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if cut(alpha, beta):
                return leave(returned(best, low, high), CUT)
        for child, move in order(position, moves, path):
            if child in noisy_moves:
                value = search(position.play(move), plies - 1, child, alpha, beta)
                if maximizing:
                    best = max(best, value)
                    alpha = max(alpha, best)
                else:
                    best = min(best, value)
                    beta = min(beta, best)
                if cut(alpha, beta):
                    return leave(returned(best, low, high), CUT)
        return leave(returned(best, low, high))

    return search


def code_with_quiescence(pseudocode: str, *, compulsory: bool, hard: bool) -> str:
    """Return the pseudocode of a search, with what it does beyond its depth limit.

    `compulsory` says that nobody may stand pat, `hard` that values are clipped.

    >>> code = code_with_quiescence("def search(node): # enter", compulsory=True, hard=False)
    >>> code.splitlines()[1]
    '    if at_limit(node): return quiesce(node, alpha, beta)'
    """
    head, mark, rest = pseudocode.rpartition("# enter")
    first = PSEUDOCODE["compulsory" if compulsory else "stand-pat"].lstrip("\n")
    if hard:
        first = f"    low, high = alpha, beta\n{first}"
    beyond = PSEUDOCODE["quiescence"].replace("{first}", first)
    beyond = beyond.replace("{best}", "min(max(best, low), high)" if hard else "best")
    return f"{head}{mark}\n    if at_limit(node): return quiesce(node, alpha, beta){rest}{beyond}"
