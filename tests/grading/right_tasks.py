"""Right searches for the tasks with variants, as courses and web pages write them; plain
functions.
"""

from __future__ import annotations

from functools import partial
from math import inf, nextafter
from typing import Any

from tests.grading import right


def plain_negamax(node: Any, depth: Any, color: Any) -> Any:
    """Negamax without a window."""
    if depth == 0 or not node.children:
        return color * node.value
    return max(-plain_negamax(child, depth - 1, -color) for child in node.children)


def pvs(
    node: Any,
    depth: Any,
    alpha: Any,
    beta: Any,
    color: Any,
) -> Any:
    """As on Wikipedia's page: returns α."""
    if depth == 0 or not node.children:
        return color * node.value
    for child in node.children:
        if child is node.children[0]:
            score = -pvs(child, depth - 1, -beta, -alpha, -color)
        else:
            score = -pvs(child, depth - 1, -alpha - 1, -alpha, -color)
            if alpha < score < beta:
                score = -pvs(child, depth - 1, -beta, -alpha, -color)
        alpha = max(alpha, score)
        if alpha >= beta:
            break
    return alpha


def pvs_from_value(
    node: Any,
    depth: Any,
    alpha: Any,
    beta: Any,
    color: Any,
) -> Any:
    """An older edition of that page: searches again with (v, β)."""
    if depth == 0 or not node.children:
        return color * node.value
    for number, child in enumerate(node.children):
        if not number:
            score = -pvs_from_value(child, depth - 1, -beta, -alpha, -color)
        else:
            score = -pvs_from_value(child, depth - 1, -alpha - 1, -alpha, -color)
            if alpha < score < beta:
                score = -pvs_from_value(child, depth - 1, -beta, -score, -color)
        alpha = max(alpha, score)
        if alpha >= beta:
            break
    return alpha


def negascout(
    node: Any,
    alpha: Any,
    beta: Any,
    maximizing: Any,
) -> Any:
    """Fail-soft, with a branch for each player."""
    if not node.children:
        return node.value
    best = None
    for child in node.children:
        if best is None:
            best = negascout(child, alpha, beta, not maximizing)
        elif maximizing:
            value = negascout(child, alpha, alpha + 1, False)
            if value > alpha and value < beta:
                value = negascout(child, alpha, beta, False)
            best = max(best, value)
        else:
            value = negascout(child, beta - 1, beta, True)
            if alpha < value < beta:
                value = negascout(child, alpha, beta, True)
            best = min(best, value)
        if maximizing:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if beta <= alpha:
            return best
    return best


def mtdf_plain(root: Any, f: Any, d: Any) -> Any:
    """Plaat's driver around an alpha-beta without memory."""
    g = f
    upper = inf
    lower = -inf
    while lower < upper:
        beta = max(g, lower + 1)
        g = right.wikipedia(root, d, beta - 1, beta, root.maximizing)
        if g < beta:
            upper = g
        else:
            lower = g
    return g


class Memory(dict[Any, Any]):
    """Bounds by node."""


def with_memory(
    table: Any,
    n: Any,
    alpha: Any,
    beta: Any,
    d: Any,
) -> Any:
    """Plaat's AlphaBetaWithMemory."""
    if n in table:
        low, high = table[n]
        if low >= beta:
            return low
        if high <= alpha:
            return high
        alpha = max(alpha, low)
        beta = min(beta, high)
    if d == 0 or not n.children:
        g = n.value
    else:
        if n.maximizing:
            g = -inf
            a = alpha
            b = beta
            best = max
        else:
            g = inf
            a = alpha
            b = beta
            best = min
        for c in n.children:
            g = best(g, with_memory(table, c, a, b, d - 1))
            if n.maximizing:
                a = best(a, g)
            else:
                b = best(b, g)
            if a >= b:
                break
    low, high = table.get(n, (-inf, inf))
    if g <= alpha:
        high = g
    if alpha < g < beta:
        low = high = g
    if g >= beta:
        low = g
    table[n] = low, high
    return g


def mtdf(root: Any, f: Any, d: Any) -> Any:
    """MTD(f) as Plaat wrote it."""
    table = Memory()
    g = f
    bounds = [-inf, inf]
    while bounds[0] < bounds[1]:
        if g == bounds[0]:
            beta = g + 1
        else:
            beta = g
        g = with_memory(table, root, beta - 1, beta, d)
        bounds[g < beta] = g
    return g


def mtdf_next(node: Any) -> Any:
    """MTD(f) whose null windows reach up to the next number, with a table of inner nodes only,
    from 0 on.
    """
    table: dict[Any, Any] = {}

    def search(node: Any, beta: Any) -> Any:
        if not node.children:
            return node.value
        low, high = table.get(node, (-inf, inf))
        if low >= beta:
            return low
        if high < beta:
            return high
        best = -inf if node.maximizing else inf
        for child in node.children:
            value = search(child, beta)
            if node.maximizing:
                best = max(best, value)
            else:
                best = min(best, value)
            if (best >= beta) == node.maximizing:
                break
        if best >= beta:
            table[node] = (best, high)
        else:
            table[node] = (low, best)
        return best

    guess = 0
    low = -inf
    high = inf
    while low < high:
        if guess == low:
            beta = nextafter(guess, inf)
        else:
            beta = guess
        guess = search(node, beta)
        if guess < beta:
            high = guess
        else:
            low = guess
    return guess


def mtdf_negamax(
    node: Any,
    depth: Any,
    color: Any,
    guess: Any = 0,
) -> Any:
    """From the side of who moves."""
    g = guess
    lower = -inf
    upper = inf
    while lower < upper:
        beta = g + (g == lower)
        g = right.negamax(node, depth, beta - 1, beta, color)
        if g < beta:
            upper = g
        else:
            lower = g
    return g


def deepening(root: Any, max_depth: Any) -> Any:
    """Alpha-beta to depth 1, 2, 3 ... without memory."""
    value = None
    for depth in range(1, max_depth + 1):
        value = right.wikipedia(root, depth, -inf, inf, root.maximizing)
    return value


def deepening_minimax(root: Any, max_depth: Any) -> Any:
    """The same with minimax."""
    return [right.minimax(root, depth, root.maximizing) for depth in range(1, max_depth + 1)][-1]


def deepening_best_first(root: Any, max_depth: Any) -> Any:
    """The best move of the pass before is tried first; returns it with its value."""
    best: Any = None
    found: Any = None
    for depth in range(1, max_depth + 1):
        children = sorted(root.children, key=lambda child: child is not best)
        alpha = -inf
        beta = inf
        found = None
        for child in children:
            value = right.wikipedia(child, depth - 1, alpha, beta, not root.maximizing)
            if found is None or (value > found if root.maximizing else value < found):
                found = value
                best = child
            if root.maximizing:
                alpha = max(alpha, found)
            else:
                beta = min(beta, found)
    return found, best


def deepening_sorted(root: Any, max_depth: Any) -> Any:
    """The root's moves are sorted by what they were worth."""
    moves = list(root.children)
    worth = dict[Any, Any]()
    for depth in range(1, max_depth + 1):
        worth = {}
        alpha = -inf
        beta = inf
        for child in moves:
            worth[child] = right.wikipedia(child, depth - 1, alpha, beta, not root.maximizing)
            if root.maximizing:
                alpha = max(alpha, worth[child])
            else:
                beta = min(beta, worth[child])
        moves.sort(key=worth.__getitem__, reverse=root.maximizing)
    return worth[moves[0]]


def deepening_hash_move(root: Any, max_depth: Any) -> Any:
    """A table says what was best at every node; negamax."""
    best_move: dict[Any, Any] = {}

    def search(
        node: Any,
        depth: Any,
        alpha: Any,
        beta: Any,
        color: Any,
    ) -> Any:
        if depth == 0 or not node.children:
            return color * node.value
        moves = list(node.children)
        if node in best_move:
            moves.remove(best_move[node])
            moves.insert(0, best_move[node])
        best = -inf
        for child in moves:
            value = -search(child, depth - 1, -beta, -alpha, -color)
            if value > best:
                best = value
                best_move[node] = child
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best

    value = None
    for depth in range(1, max_depth + 1):
        value = search(root, depth, -inf, inf, 1 if root.maximizing else -1)
    return value


def random_opponent(node: Any, depth: Any) -> Any:
    """Who moves at the root chooses, for its own side; the other moves at random."""
    side = node.maximizing

    def worth(node: Any, depth: Any) -> Any:
        if depth == 0 or not node.children:
            return node.value
        values = [worth(child, depth - 1) for child in node.children]
        if node.maximizing != side:
            return sum(values) / len(values)
        if side:
            return max(values)
        return min(values)

    return worth(node, depth)


def random_opponent_moves(node: Any) -> Any:
    """The same as two functions, of which the first returns the move."""

    def chooses(node: Any, sign: int) -> Any:
        if node.children:
            return max(averages(child, sign) for child in node)
        return sign * node.value

    def averages(node: Any, sign: int) -> Any:
        if not node.children:
            return sign * node.value
        return sum(chooses(child, sign) for child in node) / len(node)

    sign = 1 if node.maximizing else -1
    return max(node.children, key=partial(averages, sign=sign))


TASKS: dict[str, tuple[tuple[Any, str], ...]] = {
    "negamax": ((right.negamax, "with α and β"), (plain_negamax, "without pruning")),
    "pvs": (
        (pvs, "that searches again with (α, β)"),
        (pvs_from_value, "that searches again with (v, β)"),
        (negascout, "that searches again with (α, β)"),
    ),
    "mtdf": (
        (mtdf, "with a table"),
        (mtdf_plain, "without a table"),
        (mtdf_next, "with a table, for inner nodes only"),
        (mtdf_negamax, "without a table, with values for the side to move"),
    ),
    "iterative-deepening": (
        (deepening, "of alpha-beta, without memory"),
        (deepening_minimax, "of minimax, without memory"),
        (deepening_best_first, "of alpha-beta, trying the best move first"),
        (deepening_sorted, "of alpha-beta, sorting the root's moves"),
        (deepening_hash_move, "of alpha-beta, trying the best move first, at every node"),
    ),
    "random-opponent": ((random_opponent, ""), (random_opponent_moves, "")),
}
"""By task, right programs and the variant that a report names."""
