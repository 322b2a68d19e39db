"""Wrong searches for the tasks with variants."""

from __future__ import annotations

from math import inf
from typing import Any

from tests.grading import right


def never_again(
    node: Any,
    depth: Any,
    alpha: Any,
    beta: Any,
    color: Any,
) -> Any:
    """PVS without the second search."""
    if depth == 0 or not node.children:
        return color * node.value
    for number, child in enumerate(node.children):
        low = -alpha - 1 if number else -beta
        alpha = max(alpha, -never_again(child, depth - 1, low, -alpha, -color))
        if alpha >= beta:
            break
    return alpha


def always_again(
    node: Any,
    depth: Any,
    alpha: Any,
    beta: Any,
    color: Any,
) -> Any:
    """PVS that searches every later child twice."""
    if depth == 0 or not node.children:
        return color * node.value
    for number, child in enumerate(node.children):
        if number:
            always_again(child, depth - 1, -alpha - 1, -alpha, -color)
        alpha = max(alpha, -always_again(child, depth - 1, -beta, -alpha, -color))
        if alpha >= beta:
            break
    return alpha


def wrong_bound(root: Any, f: Any, d: Any) -> Any:
    """MTD(f) that takes a bound from below for one from above."""
    lower = -inf
    upper = inf
    for _ in range(50):
        if lower >= upper:
            break
        beta = f + (f == lower)
        f = right.wikipedia(root, d, beta - 1, beta, root.maximizing)
        if f < beta:
            lower = f
        else:
            upper = f
    return f


def one_pass(root: Any, f: Any, d: Any) -> Any:
    """MTD(f) that asks once."""
    return right.wikipedia(root, d, f - 1, f, root.maximizing)


def one_short(root: Any, max_depth: Any) -> Any:
    """Deepening that leaves out the last pass."""
    value = root.value
    for depth in range(1, max_depth):
        value = right.wikipedia(root, depth, -inf, inf, root.maximizing)
    return value


def first_pass_returned(root: Any, max_depth: Any) -> Any:
    """Deepening that returns what its first pass has found."""
    values = [
        right.wikipedia(root, depth, -inf, inf, root.maximizing)
        for depth in range(1, max_depth + 1)
    ]
    return values.pop(0)


def max_at_random(node: Any) -> Any:
    """The wrong side moves at random."""
    side = node.maximizing

    def worth(node: Any) -> Any:
        if not node.children:
            return node.value
        values = [worth(child) for child in node.children]
        if node.maximizing == side:
            return sum(values) / len(values)
        if node.maximizing:
            return max(values)
        return min(values)

    return worth(node)


def sum_for_mean(node: Any) -> Any:
    """The values at random moves are added up, and not divided."""
    side = node.maximizing

    def worth(node: Any) -> Any:
        if not node.children:
            return node.value
        values = [worth(child) for child in node.children]
        if node.maximizing != side:
            return sum(values)
        if side:
            return max(values)
        return min(values)

    return worth(node)


def no_sign(node: Any, depth: Any, color: Any) -> Any:
    """Negamax without its minus."""
    if depth == 0 or not node.children:
        return color * node.value
    return max(no_sign(child, depth - 1, -color) for child in node.children)


def one_too_few(
    node: Any,
    depth: Any,
    alpha: Any,
    beta: Any,
    color: Any,
) -> Any:
    """Negamax that stops a ply above the limit."""
    if depth == 1 or not node.children:
        return color * node.value
    for child in node.children:
        alpha = max(alpha, -one_too_few(child, depth - 1, -beta, -alpha, -color))
        if alpha >= beta:
            break
    return alpha


def one_too_many(node: Any, depth: Any, color: Any) -> Any:
    """Negamax that goes on a ply below the limit."""
    if depth < 0 or not node.children:
        return color * node.value
    return max(-one_too_many(child, depth - 1, -color) for child in node.children)


TASKS: dict[str, tuple[Any, ...]] = {
    "negamax": (no_sign,),
    "pvs": (never_again, always_again, right.wikipedia),
    "mtdf": (wrong_bound, one_pass),
    "iterative-deepening": (one_short, first_pass_returned, right.wikipedia),
    "random-opponent": (max_at_random, sum_for_mean, right.minimax),
}
