"""Right searches as people write them, in many styles; plain functions that know nothing of this
program.
"""

from __future__ import annotations

from math import inf
from typing import Any


def minimax(node: Any, depth: Any, maximizingPlayer: Any) -> Any:  # noqa: N803
    """As on Wikipedia's page, to be called on every child."""
    if depth == 0 or not node.children:
        return node.value
    if maximizingPlayer:
        value = -inf
        for child in node:
            value = max(value, minimax(child, depth - 1, False))
        return value
    value = inf
    for child in node:
        value = min(value, minimax(child, depth - 1, True))
    return value


def wikipedia(node: Any, depth: Any, alpha: Any, beta: Any, maximizingPlayer: Any) -> Any:  # noqa: N803
    """Alpha-beta, fail-soft, as on many pages."""
    if depth == 0 or not node.children:
        return node.value
    if maximizingPlayer:
        value = -inf
        for child in node.children:
            value = max(value, wikipedia(child, depth - 1, alpha, beta, False))
            alpha = max(alpha, value)
            if alpha >= beta:
                break
        return value
    value = inf
    for child in node.children:
        value = min(value, wikipedia(child, depth - 1, alpha, beta, True))
        beta = min(beta, value)
        if beta <= alpha:
            break
    return value


def fail_hard(node: Any, depth: Any, alpha: Any, beta: Any, maximizingPlayer: Any) -> Any:  # noqa: N803
    """Alpha-beta whose values never leave the window."""
    if depth == 0 or len(node.children) == 0:
        return node.value
    if maximizingPlayer:
        for child in node.children:
            score = fail_hard(child, depth - 1, alpha, beta, False)
            if score >= beta:
                return beta
            if score > alpha:
                alpha = score
        return alpha
    for child in node.children:
        score = fail_hard(child, depth - 1, alpha, beta, True)
        if score <= alpha:
            return alpha
        if score < beta:
            beta = score
    return beta


def negamax(
    node: Any,
    depth: Any,
    alpha: Any,
    beta: Any,
    color: Any,
) -> Any:
    """Negamax with a sign for the side, from the mover's side."""
    if depth == 0 or not node.children:
        return color * node.value
    best = -inf
    for child in node.children:
        best = max(best, -negamax(child, depth - 1, -beta, -alpha, -color))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


def book(game: Any, state: Any) -> Any:
    """Alpha-beta-search as in the code of Russell and Norvig's book: a pair of value and move."""
    player = game.to_move(state)

    def max_value(state: Any, alpha: float, beta: float) -> tuple[float, Any]:
        if game.is_terminal(state):
            return game.utility(state, player), None
        v = -inf
        move = None
        for a in game.actions(state):
            v2, _ = min_value(game.result(state, a), alpha, beta)
            if v2 > v:
                v = v2
                move = a
                alpha = max(alpha, v)
            if v >= beta:
                return v, move
        return v, move

    def min_value(state: Any, alpha: float, beta: float) -> tuple[float, Any]:
        if game.is_terminal(state):
            return game.utility(state, player), None
        v = inf
        move = None
        for a in game.actions(state):
            v2, _ = max_value(game.result(state, a), alpha, beta)
            if v2 < v:
                v = v2
                move = a
                beta = min(beta, v)
            if v <= alpha:
                return v, move
        return v, move

    return max_value(state, -inf, inf)


def best_action(state: Any, game: Any) -> Any:
    """An older edition's: only the move is returned, and the root has a loop of its own."""
    player = game.to_move(state)

    def max_value(state: Any, alpha: float, beta: float) -> float:
        if game.terminal_test(state):
            return float(game.utility(state, player))
        v = -inf
        for a in game.actions(state):
            v = max(v, min_value(game.result(state, a), alpha, beta))
            if v >= beta:
                return v
            alpha = max(alpha, v)
        return v

    def min_value(state: Any, alpha: float, beta: float) -> float:
        if game.terminal_test(state):
            return float(game.utility(state, player))
        v = inf
        for a in game.actions(state):
            v = min(v, max_value(game.result(state, a), alpha, beta))
            if v <= alpha:
                return v
            beta = min(beta, v)
        return v

    best_score = -inf
    beta = inf
    best = None
    for a in game.actions(state):
        v = min_value(game.result(state, a), best_score, beta)
        if v > best_score:
            best_score = v
            best = a
    return best


def with_a_stack(node: Any) -> Any:
    """Alpha-beta without recursion: a list of frames, each with node, window, best value and
    next child.
    """
    result = node.value
    if result is not None:
        stack = []
    else:
        stack = [[node, -inf, inf, -inf if node.maximizing else inf, 0]]
    while stack:
        here, alpha, beta, best, place = stack[-1]
        if place == len(here.children) or alpha >= beta:
            stack.pop()
            result = best
        else:
            child = here.children[place]
            stack[-1][4] += 1
            if child.children:
                stack.append([child, alpha, beta, -inf if child.maximizing else inf, 0])
                continue
            result = child.value
        if stack:
            top = stack[-1]
            if top[0].maximizing:
                top[3] = max(top[3], result)
                top[1] = max(top[1], top[3])
            else:
                top[3] = min(top[3], result)
                top[2] = min(top[2], top[3])
    return result


def ours(problem: Any, recorder: Any) -> Any:
    """A search of a problem and a recorder, as this program's own."""

    def search(
        position: Any,
        depth: int,
        number: int,
        alpha: float,
        beta: float,
    ) -> float:
        outcome = position.outcome()
        if outcome is not None or depth == problem.depth:
            return float(recorder.leaf(number, problem.evaluate(position, outcome)))
        moves = position.moves()
        recorder.enter(number, position.maximizing, len(moves), alpha, beta)
        value = -inf if position.maximizing else inf
        for child, move in problem.order(position, moves, recorder.path):
            found = search(position.play(move), depth + 1, child, alpha, beta)
            if position.maximizing:
                value = max(value, found)
                alpha = max(alpha, value)
            else:
                value = min(value, found)
                beta = min(beta, value)
            if problem.cut(alpha, beta):
                return float(recorder.leave(value, 4))
        return float(recorder.leave(value))

    return search(problem.root, 0, 0, -inf, inf)


ALPHA_BETAS = (wikipedia, fail_hard, negamax, book, best_action, with_a_stack, ours)
LIMITED = (wikipedia, fail_hard, negamax, ours)
"""Those that take a depth."""


def expectiminimax(node: Any) -> Any:
    """MAX, MIN and chance."""
    if not node.children:
        return node.value
    values = [expectiminimax(child) for child in node]
    if node.maximizing is None:
        return sum(chance * value for chance, value in zip(node.probabilities, values, strict=True))
    if node.maximizing:
        return max(values)
    return min(values)


def expectimax(node: Any, depth: Any, isMax: Any) -> Any:  # noqa: N803
    """The opponent moves at random: the root's side chooses, the other's values are averaged."""

    def worth(node: Any, depth: Any) -> Any:
        if depth == 0 or not node.children:
            return node.value
        values = [worth(child, depth - 1) for child in node.children]
        if node.maximizing is None:
            return sum(
                chance * value for chance, value in zip(node.probabilities, values, strict=True)
            )
        if node.maximizing != isMax:
            return sum(values) / len(values)
        if isMax:
            return max(values)
        return min(values)

    return worth(node, depth)
