"""Eighteen styles in which people write alpha-beta, each right; mistakes in them, with the line
that each is on.
"""

from __future__ import annotations

import linecache
from collections.abc import Callable, Iterator
from itertools import count
from textwrap import dedent
from typing import Any, NamedTuple

NUMBERS = count()


class Style(NamedTuple):
    """A right search and mistakes in it: what stands there, and what is written in its place."""

    text: str
    function: str
    mistakes: tuple[tuple[str, str], ...]
    against: str = "alpha-beta"

    def made(self, place: int | None = None) -> Callable[..., Any]:
        """Return the function, right or with one of the mistakes."""
        text = dedent(self.text).strip()
        if place is not None:
            before, after = self.mistakes[place]
            assert text.count(before) == 1, before
            text = text.replace(before, after)
        name = f"<style {next(NUMBERS)}>"
        linecache.cache[name] = (len(text), None, [f"{line}\n" for line in text.split("\n")], name)
        space: dict[str, Any] = {"__name__": "style"}
        exec(compile(text, name, "exec"), space)
        found = space[self.function.partition(".")[0]]
        made: Callable[..., Any] = (
            getattr(found(), self.function.partition(".")[2]) if "." in self.function else found
        )
        return made

    def line(self, place: int) -> int:
        """Return the line that a mistake is on."""
        text = dedent(self.text).strip()
        before, after = self.mistakes[place]
        same = next(
            (n for n, (one, other) in enumerate(zip(before, after, strict=False)) if one != other),
            len(before),
        )
        return text[: text.index(before) + same].count("\n") + 1


NEGAMAX = Style(
    """
    from math import inf

    def negamax(node, depth, alpha, beta, color):
        if depth == 0 or not node.children:
            return color * node.value
        best = -inf
        for child in node.children:
            value = -negamax(child, depth - 1, -beta, -alpha, -color)
            best = max(best, value)
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best
    """,
    "negamax",
    (
        ("-beta, -alpha", "-alpha, -beta"),
        ("max(best, value)", "value"),
        ("alpha = max(alpha, best)", "alpha = best"),
        ("alpha >= beta", "alpha > beta"),
        ("alpha >= beta", "alpha <= beta"),
        ("return color * node.value", "return node.value"),
        ("return best", "return alpha + 1"),
        ("max(best, value)", "min(best, value)"),
        ("value = -negamax", "value = negamax"),
        ("in node.children", "in node.children[:-1]"),
        ("-beta, -alpha", "-inf, inf"),
        ("max(alpha, best)", "min(alpha, best)"),
    ),
)
SELF = Style(
    """
    from math import inf

    class Player:
        def __init__(self):
            self.alpha, self.beta = -inf, inf

        def search(self, node):
            if node.is_terminal:
                return node.value
            alpha, beta = self.alpha, self.beta
            best = None
            for child in node.children:
                value = self.search(child)
                if node.maximizing:
                    best = value if best is None else max(best, value)
                    self.alpha = max(self.alpha, best)
                else:
                    best = value if best is None else min(best, value)
                    self.beta = min(self.beta, best)
                if self.alpha >= self.beta:
                    break
            self.alpha, self.beta = alpha, beta
            return best
    """,
    "Player.search",
    (
        ("self.beta = min(self.beta, best)", "self.alpha = min(self.alpha, best)"),
        ("self.alpha = max(self.alpha, best)", "self.alpha = value"),
        ("self.alpha >= self.beta", "self.alpha > self.beta"),
        ("else min(best, value)", "else value"),
        ("self.alpha, self.beta = alpha, beta", "self.alpha, self.beta = alpha, self.beta"),
        ("self.beta = min(self.beta, best)", "self.beta = max(self.beta, best)"),
        ("return best", "return value"),
        ("if node.maximizing", "if not node.maximizing"),
    ),
)
GLOBALS = Style(
    """
    alpha = float("-inf")
    beta = float("inf")

    def search(node):
        global alpha, beta
        if not node.children:
            return node.value
        before = alpha, beta
        if node.maximizing:
            value = float("-inf")
            for child in node.children:
                value = max(value, search(child))
                if value > alpha:
                    alpha = value
                if alpha >= beta:
                    break
        else:
            value = float("inf")
            for child in node.children:
                value = min(value, search(child))
                if value < beta:
                    beta = value
                if beta <= alpha:
                    break
        alpha, beta = before
        return value
    """,
    "search",
    (
        ("if value < beta:", "if value > beta:"),
        ("value = max(value, search(child))", "value = search(child)"),
        ("if alpha >= beta", "if alpha > beta"),
        ("if beta <= alpha", "if beta >= alpha"),
        ("alpha, beta = before", "pass"),
        ("if value > alpha:", "if value != alpha:"),
        ("value = min(value, search(child))", "value = max(value, search(child))"),
        ("                alpha = value\n", "                beta = value\n"),
    ),
)
GENERATOR = Style(
    """
    INFINITY = 10**6

    def steps(node, alpha, beta):
        yield node
        if node.is_terminal:
            return node.value
        best = -INFINITY if node.maximizing else INFINITY
        for child in node:
            value = yield from steps(child, alpha, beta)
            if node.maximizing and value > best:
                best = value
                alpha = max(alpha, value)
            elif not node.maximizing and value < best:
                best = value
                beta = min(beta, value)
            if beta <= alpha:
                return best
        return best

    def search(node):
        walk = steps(node, -INFINITY, INFINITY)
        while True:
            try:
                next(walk)
            except StopIteration as end:
                return end.value
    """,
    "search",
    (
        ("beta = min(beta, value)", "beta = max(beta, value)"),
        ("alpha = max(alpha, value)", "beta = max(alpha, value)"),
        ("beta <= alpha", "beta < alpha"),
        ("steps(child, alpha, beta)", "steps(child, -INFINITY, INFINITY)"),
        ("node.maximizing and value > best", "node.maximizing and value < best"),
        ("for child in node:", "for child in reversed(node.children):"),
        ("steps(child, alpha, beta)", "steps(child, best, beta)"),
    ),
)
DEEPENING = Style(
    """
    from math import inf

    def alphabeta(node, depth, alpha, beta):
        if depth == 0 or not node.children:
            return node.value
        if node.maximizing:
            for child in node.children:
                alpha = max(alpha, alphabeta(child, depth - 1, alpha, beta))
                if alpha >= beta:
                    return alpha
            return alpha
        for child in node.children:
            beta = min(beta, alphabeta(child, depth - 1, alpha, beta))
            if alpha >= beta:
                return beta
        return beta

    def deepen(node, max_depth):
        for depth in range(1, max_depth + 1):
            value = alphabeta(node, depth, -inf, inf)
        return value
    """,
    "deepen",
    (
        (
            "alpha = max(alpha, alphabeta(child, depth - 1, alpha, beta))",
            "alpha = alphabeta(child, depth - 1, alpha, beta)",
        ),
        (
            "beta = min(beta, alphabeta(child, depth - 1, alpha, beta))",
            "beta = alphabeta(child, depth - 1, alpha, beta)",
        ),
        ("        return alpha\n    for", "        return beta\n    for"),
        ("alphabeta(node, depth, -inf, inf)", "alphabeta(node, depth, 0, inf)"),
        (
            "beta = min(beta, alphabeta(child, depth - 1, alpha, beta))",
            "beta = min(beta, alphabeta(child, depth - 1, -inf, beta))",
        ),
        (
            "alpha = max(alpha, alphabeta(child, depth - 1, alpha, beta))",
            "alpha = max(alpha, alphabeta(child, depth - 2, alpha, beta))",
        ),
        ("if depth == 0", "if depth == 1"),
        ("range(1, max_depth + 1)", "range(1, max_depth)"),
    ),
    "iterative-deepening",
)
MEMO = Style(
    """
    from math import inf

    def search(node):
        memo = {}

        def value_of(node, alpha, beta):
            if not node.children:
                return node.value
            kept = memo.get(node.key)
            if kept is not None:
                value, kind = kept
                if kind == "exact" or (kind == "low" and value >= beta) or (kind == "high" and value <= alpha):
                    return value
            low, high = alpha, beta
            best = -inf if node.maximizing else inf
            for child in node.children:
                value = value_of(child, alpha, beta)
                if node.maximizing:
                    best = max(best, value)
                    alpha = max(alpha, best)
                else:
                    best = min(best, value)
                    beta = min(beta, best)
                if alpha >= beta:
                    break
            kind = "high" if best <= low else "low" if best >= high else "exact"
            memo[node.key] = best, kind
            return best

        return value_of(node, -inf, inf)
    """,
    "search",
    (
        ("beta = min(beta, best)", "beta = best"),
        ("alpha = max(alpha, best)", "alpha = best"),
        ("best = max(best, value)", "best = value"),
        ("if alpha >= beta", "if alpha > beta"),
        ("best = min(best, value)", "best = min(best, alpha)"),
        ("value_of(child, alpha, beta)", "value_of(child, low, high)"),
    ),
)
NUMPY = Style(
    """
    import numpy as np

    def search(node, alpha=np.float64(-np.inf), beta=np.float64(np.inf)):
        if not len(node.children):
            return np.int64(node.value)
        values = np.full(len(node.children), np.nan)
        for place, child in enumerate(node.children):
            values[place] = search(child, alpha, beta)
            if node.maximizing:
                alpha = np.maximum(alpha, values[place])
            else:
                beta = np.minimum(beta, values[place])
            if alpha >= beta:
                break
        return np.nanmax(values) if node.maximizing else np.nanmin(values)
    """,
    "search",
    (
        ("alpha = np.maximum(alpha, values[place])", "alpha = values[place]"),
        ("np.minimum(beta, values[place])", "np.maximum(beta, values[place])"),
        ("alpha >= beta", "alpha > beta"),
        ("np.nanmax(values)", "np.nanmin(values)"),
        ("search(child, alpha, beta)", "search(child, beta, alpha)"),
        ("np.nanmin(values)", "values[place]"),
    ),
)
WINDOW = Style(
    """
    from math import inf

    def search(node, window=(-inf, inf)):
        if not node.children:
            return node.value
        window = list(window)
        best = [-inf, inf][not node.maximizing]
        for child in node.children:
            value = search(child, window)
            if node.maximizing:
                best = max(best, value)
                window[0] = max(window[0], best)
            else:
                best = min(best, value)
                window[1] = min(window[1], best)
            if window[0] >= window[1]:
                break
        return best
    """,
    "search",
    (
        ("window[1] = min(window[1], best)", "window[0] = min(window[1], best)"),
        ("window = list(window)", "window = [-inf, inf]"),
        ("window[0] >= window[1]", "window[0] > window[1]"),
        ("window[0] = max(window[0], best)", "window[0] = value"),
        ("best = max(best, value)", "best = value"),
        ("search(child, window)", "search(child, window[::-1])"),
    ),
)
LATE = Style(
    """
    from math import inf

    def search(node, alpha, beta):
        if not node.children:
            return node.value
        if node.maximizing:
            best = -inf
            for child in node.children:
                best = max(best, search(child, max(alpha, best), beta))
                if best >= beta:
                    return best
            return best
        best = inf
        for child in node.children:
            best = min(best, search(child, alpha, min(beta, best)))
            if best <= alpha:
                return best
        return best
    """,
    "search",
    (
        ("search(child, alpha, min(beta, best))", "search(child, alpha, beta)"),
        ("search(child, max(alpha, best), beta)", "search(child, best, beta)"),
        ("best >= beta", "best > beta"),
        ("if best <= alpha", "if best <= alpha + 1"),
        (
            "best = max(best, search(child, max(alpha, best), beta))",
            "best = search(child, max(alpha, best), beta)",
        ),
        ("best = inf", "best = 4"),
        ("search(child, max(alpha, best), beta)", "search(child, max(alpha, best), best)"),
    ),
)
EARLY = Style(
    """
    from math import inf

    def search(node, alpha, beta):
        if alpha >= beta:
            return None
        if not node.children:
            return node.value
        best = None
        for child in node.children:
            value = search(child, alpha, beta)
            if value is None:
                break
            if node.maximizing:
                if best is None or value > best:
                    best = value
                if best > alpha:
                    alpha = best
            else:
                if best is None or value < best:
                    best = value
                if best < beta:
                    beta = best
        return best
    """,
    "search",
    (
        ("if best < beta:", "if best <= alpha:"),
        ("if best is None or value > best", "if best is None or value < best"),
        ("if alpha >= beta", "if alpha > beta"),
        ("if best > alpha", "if best != alpha"),
        ("search(child, alpha, beta)", "search(child, -inf, beta)"),
        ("                alpha = best\n", "                beta = best\n"),
        ("                beta = best\n", "                beta = value + 1\n"),
    ),
)
HARD = Style(
    """
    from math import inf

    def search(node, alpha, beta, is_max):
        if not node.children:
            return node.value
        for child in node.children:
            score = search(child, alpha, beta, not is_max)
            if is_max:
                if score >= beta:
                    return beta
                if score > alpha:
                    alpha = score
            else:
                if score <= alpha:
                    return alpha
                if score < beta:
                    beta = score
        return alpha if is_max else beta
    """,
    "search",
    (
        ("if score > alpha", "if score != alpha"),
        ("score <= alpha", "score < alpha"),
        ("score >= beta", "score > beta"),
        ("beta = score", "beta = score - 1"),
        ("return alpha if is_max else beta", "return score"),
        ("if score < beta", "if score > beta"),
        ("search(child, alpha, beta, not is_max)", "search(child, -inf, inf, not is_max)"),
    ),
)
STACK = Style(
    """
    from math import inf

    def search(node):
        result = node.value
        stack = [] if result is not None else [[node, -inf, inf, -inf if node.maximizing else inf, 0]]
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
    """,
    "search",
    (
        ("or alpha >= beta", "or alpha > beta"),
        ("top[1] = max(top[1], top[3])", "top[1] = result"),
        ("child = here.children[place]", "child = here.children[-1 - place]"),
        ("top[3] = min(top[3], result)", "top[3] = result"),
    ),
)
TRAMPOLINE = Style(
    """
    from math import inf

    def steps(node, alpha, beta):
        if not node.children:
            return node.value
        best = -inf if node.maximizing else inf
        for child in node.children:
            value = yield steps(child, alpha, beta)
            if node.maximizing:
                best = max(best, value)
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best

    def search(node):
        stack, value = [steps(node, -inf, inf)], None
        while stack:
            try:
                called = stack[-1].send(value)
                value = None
                stack.append(called)
            except StopIteration as end:
                stack.pop()
                value = end.value
        return value
    """,
    "search",
    (
        ("beta = min(beta, best)", "alpha = min(beta, best)"),
        ("alpha = max(alpha, best)", "alpha = value"),
        ("alpha >= beta", "alpha > beta"),
        ("steps(child, alpha, beta)", "steps(child, -inf, inf)"),
        ("best = max(best, value)", "best = value"),
        ("return best", "return value"),
        ("in node.children:", "in node.children[:-1] or node.children:"),
        ("return node.value", "return 0"),
    ),
)
REQUESTS = Style(
    """
    from math import inf

    def steps(node, window):
        alpha, beta = window
        if node.is_terminal:
            return node.value
        best = -inf if node.maximizing else inf
        for child in node.children:
            value = yield child, (alpha, beta)
            if node.maximizing:
                best = max(best, value)
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                beta = min(beta, best)
            if alpha >= beta:
                return best
        return best

    def search(node):
        waiting, found = [steps(node, (-inf, inf))], None
        while waiting:
            try:
                waiting.append(steps(*waiting[-1].send(found)))
                found = None
            except StopIteration as done:
                waiting.pop()
                found = done.value
        return found
    """,
    "search",
    (
        ("beta = min(beta, best)", "beta = best - 1"),
        ("best = min(best, value)", "best = value"),
        ("alpha >= beta", "alpha > beta"),
        ("best = max(best, value)", "best = min(best, value)"),
    ),
)
SILENT = Style(
    """
    from math import inf

    memo = {}

    def search(node, alpha=-inf, beta=inf):
        memo.clear()
        return max_value(node, alpha, beta) if node.maximizing else min_value(node, alpha, beta)

    def max_value(node, alpha, beta):
        if not node.children:
            return node.value
        best = -inf
        for child in node.children:
            best = max(best, min_value(child, alpha, beta))
            if best >= beta:
                return best
            alpha = max(alpha, best)
        return best

    def min_value(node, alpha, beta):
        key = node.name
        if key in memo:
            return memo[key]
        if not node.children:
            return node.value
        best = inf
        for child in node.children:
            best = min(best, max_value(child, alpha, beta))
            if best <= alpha:
                return best
            beta = min(beta, best)
        memo[key] = best
        return best
    """,
    "search",
    (
        (
            "memo[key]\n    if not node.children:\n        return node.value",
            "memo[key]\n    if not node.children:\n        return 0",
        ),
        ("return node.value\n    best = -inf", "return 0\n    best = -inf"),
    ),
)
KEPT = Style(
    """
    from math import inf

    class Player:
        def search(self, node):
            self.alpha, self.beta = -inf, inf
            return self.value(node)

        def value(self, node):
            if not node.children:
                return node.value
            alpha, beta = self.alpha, self.beta
            best = -inf if node.maximizing else inf
            for child in node.children:
                value = self.value(child)
                if node.maximizing:
                    best = max(best, value)
                    self.alpha = max(self.alpha, best)
                else:
                    best = min(best, value)
                    self.beta = min(self.beta, best)
                if self.alpha >= self.beta:
                    break
            self.alpha, self.beta = alpha, beta
            return best
    """,
    "Player.search",
    (
        ("        break", "        return best"),
        ("self.alpha, self.beta = alpha, beta", "self.alpha, self.beta = self.alpha, beta"),
        ("self.alpha = max(self.alpha, best)", "self.alpha = value"),
    ),
)
PASSES = Style(
    """
    from math import inf

    class Player:
        alpha, beta = -inf, inf

        def deepen(self, node, max_depth):
            for depth in range(1, max_depth + 1):
                self.alpha, self.beta = -inf, inf
                value = self.value(node, depth)
            return value

        def value(self, node, depth):
            if depth == 0 or not node.children:
                return node.value
            alpha, beta = self.alpha, self.beta
            for child in node.children:
                value = self.value(child, depth - 1)
                if node.maximizing:
                    self.alpha = max(self.alpha, value)
                else:
                    self.beta = min(self.beta, value)
                if self.alpha >= self.beta:
                    break
            best = self.alpha if node.maximizing else self.beta
            self.alpha, self.beta = alpha, beta
            return best
    """,
    "Player.deepen",
    (
        ("self.alpha, self.beta = alpha, beta", "self.alpha, self.beta = self.alpha, beta"),
        ("self.alpha >= self.beta", "self.alpha > self.beta"),
        ("in node.children:", "in node.children[1:]:"),
    ),
    "iterative-deepening",
)
PAIR = Style(
    """
    from math import inf

    class Player:
        def __init__(self):
            self.window = [-inf, inf]

        def search(self, node):
            if not node.children:
                return node.value
            before = list(self.window)
            best = -inf if node.maximizing else inf
            for child in node.children:
                value = self.search(child)
                if node.maximizing:
                    best = max(best, value)
                    self.window[0] = max(self.window[0], best)
                else:
                    best = min(best, value)
                    self.window[1] = min(self.window[1], best)
                if self.window[0] >= self.window[1]:
                    break
            self.window = before
            return best
    """,
    "Player.search",
    (
        ("best = max(best, value)", "best = value"),
        ("self.window[0] >= self.window[1]", "self.window[0] > self.window[1]"),
        ("self.window[1] = min", "self.window[0] = min"),
    ),
)
STYLES = {
    "negamax with a colour": NEGAMAX,
    "self.alpha": SELF,
    "globals": GLOBALS,
    "a generator": GENERATOR,
    "a deepening wrapper": DEEPENING,
    "a memo": MEMO,
    "numpy": NUMPY,
    "a window as a list": WINDOW,
    "a late test": LATE,
    "an early test": EARLY,
    "fail-hard": HARD,
    "a stack": STACK,
    "a trampoline": TRAMPOLINE,
    "a trampoline of requests": REQUESTS,
    "two functions": SILENT,
    "a window in self": KEPT,
    "a window in self for all passes": PASSES,
    "a pair in self": PAIR,
}


def all_mistakes() -> Iterator[tuple[str, int]]:
    """Yield each mistake by the name of its style and its place there."""
    for name, style in STYLES.items():
        for place in range(len(style.mistakes)):
            yield name, place
