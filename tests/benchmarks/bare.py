"""The textbook's searches with nothing recorded, to measure what recording costs."""

from __future__ import annotations

from math import inf
from typing import Any

from games import probabilities
from visualizer.searching.algorithms import NO_DEPTH_LIMIT, Problem


def bare_minimax(problem: Problem) -> float:
    """Return the value of the root by minimax."""
    evaluate = problem.evaluate
    limit = problem.depth

    def search(position: Any, depth: int) -> float:
        outcome = position.outcome()
        if outcome is not None or depth == limit:
            return evaluate(position, outcome)
        if position.maximizing:
            value = -inf
            for move in position.moves():
                value = max(value, search(position.play(move), depth + 1))
            return value
        value = inf
        for move in position.moves():
            value = min(value, search(position.play(move), depth + 1))
        return value

    return search(problem.root, 0)


def bare_alpha_beta(problem: Problem) -> float:
    """Return the value of the root by alpha-beta, in the problem's order."""
    evaluate = problem.evaluate
    limit = problem.depth
    order = problem.order

    def path() -> tuple[int, ...]:
        return ()

    def search(
        position: Any,
        depth: int,
        alpha: float,
        beta: float,
    ) -> float:
        outcome = position.outcome()
        if outcome is not None or depth == limit:
            return evaluate(position, outcome)
        if position.maximizing:
            value = -inf
            for _, move in order(position, position.moves(), path):
                value = max(value, search(position.play(move), depth + 1, alpha, beta))
                alpha = max(alpha, value)
                if alpha >= beta:
                    return value
            return value
        value = inf
        for _, move in order(position, position.moves(), path):
            value = min(value, search(position.play(move), depth + 1, alpha, beta))
            beta = min(beta, value)
            if alpha >= beta:
                return value
        return value

    return search(problem.root, 0, problem.alpha, problem.beta)


def bare_alpha_beta_with_table(problem: Problem) -> float:
    """Return the value of the root by alpha-beta with a table, in the problem's order."""
    evaluate = problem.evaluate
    limit = problem.depth
    order = problem.order
    table: dict[Any, tuple[float, bool, bool, int]] = {}

    def path() -> tuple[int, ...]:
        return ()

    def search(
        position: Any,
        depth: int,
        low: float,
        high: float,
    ) -> float:
        outcome = position.outcome()
        if outcome is not None or depth == limit:
            return evaluate(position, outcome)
        key = position.key()
        remaining = limit if limit == NO_DEPTH_LIMIT else limit - depth
        if (known := table.get(key)) is not None and known[3] == remaining:
            value, at_least, at_most, _ = known
            if (at_least and (at_most or value >= high)) or (at_most and value <= low):
                return value
        alpha = low
        beta = high
        maximizing = position.maximizing
        best = -inf if maximizing else inf
        for _, move in order(position, position.moves(), path):
            value = search(position.play(move), depth + 1, alpha, beta)
            if maximizing:
                best = max(best, value)
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                beta = min(beta, best)
            if alpha >= beta:
                break
        table[key] = best, best > low, best < high, remaining
        return best

    return search(problem.root, 0, problem.alpha, problem.beta)


def bare_expectiminimax(problem: Problem) -> float:
    """Return the value of the root by expectiminimax."""
    evaluate = problem.evaluate
    limit = problem.depth

    def search(position: Any, depth: int) -> float:
        outcome = position.outcome()
        if outcome is not None or depth == limit:
            return evaluate(position, outcome)
        moves = position.moves()
        odds = probabilities(position)
        if odds is not None:
            return sum(
                chance * search(position.play(move), depth + 1)
                for chance, move in zip(odds, moves, strict=True)
            )
        return (max if position.maximizing else min)(
            [search(position.play(move), depth + 1) for move in moves]
        )

    return search(problem.root, 0)


def bare_star1(problem: Problem) -> float:
    """Return the value of the root by Star1, in natural order."""
    evaluate = problem.evaluate
    limit = problem.depth
    least, most = problem.limits

    def search(
        position: Any,
        depth: int,
        alpha: float,
        beta: float,
    ) -> float:
        outcome = position.outcome()
        if outcome is not None or depth == limit:
            return evaluate(position, outcome)
        moves = position.moves()
        odds = probabilities(position)
        if odds is not None:
            known = 0.0
            rest = 1.0
            left = len(moves)
            for chance, move in zip(odds, moves, strict=True):
                left -= 1
                rest = rest - chance if left else 0
                low = (alpha - known - most * rest) / chance
                high = (beta - known - least * rest) / chance
                known += chance * search(
                    position.play(move), depth + 1, max(least, low), min(most, high)
                )
                if left and known + most * rest <= alpha:
                    return known + most * rest
                if left and known + least * rest >= beta:
                    return known + least * rest
            return known
        if position.maximizing:
            value = -inf
            for move in moves:
                value = max(value, search(position.play(move), depth + 1, alpha, beta))
                alpha = max(alpha, value)
                if alpha >= beta:
                    return value
            return value
        value = inf
        for move in moves:
            value = min(value, search(position.play(move), depth + 1, alpha, beta))
            beta = min(beta, value)
            if alpha >= beta:
                return value
        return value

    return search(problem.root, 0, max(problem.alpha, least), min(problem.beta, most))
