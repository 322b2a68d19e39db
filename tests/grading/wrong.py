"""The known mistakes, made in two texts of alpha-beta by replacing lines: one asks α ≥ β, the
other the value.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any

WINDOW = """
def search(node, depth, alpha, beta, maximizing):
    if depth == 0 or not node.children:
        return node.value
    if maximizing:
        best = -inf
        for child in node.children:
            best = max(best, search(child, depth - 1, alpha, beta, False))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best
    best = inf
    for child in node.children:
        best = min(best, search(child, depth - 1, alpha, beta, True))
        beta = min(beta, best)
        if alpha >= beta:
            break
    return best
"""
BOOK = """
def search(game, state, depth=None):
    def max_value(state, alpha, beta, ply):
        if game.is_terminal(state) or ply == depth:
            return game.utility(state, "MAX")
        v = -inf
        for action in game.actions(state):
            v = max(v, min_value(game.result(state, action), alpha, beta, ply + 1))
            if v >= beta:
                return v
            alpha = max(alpha, v)
        return v

    def min_value(state, alpha, beta, ply):
        if game.is_terminal(state) or ply == depth:
            return game.utility(state, "MAX")
        v = inf
        for action in game.actions(state):
            v = min(v, max_value(game.result(state, action), alpha, beta, ply + 1))
            if v <= alpha:
                return v
            beta = min(beta, v)
        return v

    first = max_value if game.to_move(state) == "MAX" else min_value
    return first(state, -inf, inf, 0)
"""
NEGAMAX = """
def search(node, alpha, beta, color):
    if not node.children:
        return color * node.value
    best = -inf
    for child in node.children:
        best = max(best, -search(child, -beta, -alpha, -color))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best
"""
NEGAMAX_BOUND = NEGAMAX.replace("alpha >= beta", "best >= beta").replace(
    "        alpha = max(alpha, best)\n        if best >= beta:\n            break\n",
    "        if best >= beta:\n            return best\n        alpha = max(alpha, best)\n",
)
RIGHT = (WINDOW, BOOK, NEGAMAX, NEGAMAX_BOUND)

Replacements = tuple[tuple[str, str], ...]
CHILDREN_A = "in node.children:"
CHILDREN_B = "in game.actions(state):"
TEXTS: dict[str, tuple[tuple[str, Replacements], ...]] = {
    "no-pruning": (
        (WINDOW, (("alpha >= beta", "False"),)),
        (BOOK, (("v >= beta", "False"), ("v <= alpha", "False"))),
    ),
    "wrong-rule": (
        (WINDOW, (("alpha >= beta", "alpha > beta"),)),
        (BOOK, (("v >= beta", "v > beta"), ("v <= alpha", "v < alpha"))),
    ),
    "not-updated-max": (
        (WINDOW, (("alpha = max(alpha, best)", "pass"),)),
        (BOOK, (("alpha = max(alpha, v)", "pass"),)),
    ),
    "not-updated-min": (
        (WINDOW, (("beta = min(beta, best)", "pass"),)),
        (BOOK, (("beta = min(beta, v)", "pass"),)),
    ),
    "not-passed-down": (
        (WINDOW, (("depth - 1, alpha, beta,", "depth - 1, -inf, inf,"),)),
        (BOOK, (("action), alpha, beta,", "action), -inf, inf,"),)),
    ),
    "shallow-only": (
        (
            WINDOW,
            (
                ("depth - 1, alpha, beta, False", "depth - 1, alpha, inf, False"),
                ("depth - 1, alpha, beta, True", "depth - 1, -inf, beta, True"),
            ),
        ),
        (
            BOOK,
            (
                (
                    "v = max(v, min_value(game.result(state, action), alpha, beta,",
                    "v = max(v, min_value(game.result(state, action), alpha, inf,",
                ),
                (
                    "v = min(v, max_value(game.result(state, action), alpha, beta,",
                    "v = min(v, max_value(game.result(state, action), -inf, beta,",
                ),
            ),
        ),
    ),
    "leaks": (
        (
            WINDOW,
            (
                ("def search(", "alpha, beta = -inf, inf\n\n\ndef below("),
                ("search(child", "below(child"),
                ("depth, alpha, beta, maximizing):", "depth, maximizing):\n    global alpha, beta"),
                ("depth - 1, alpha, beta,", "depth - 1,"),
                (
                    "\n    return best\n",
                    """
    return best


def search(node, depth, maximizing):
    global alpha, beta
    alpha, beta = -inf, inf
    return below(node, depth, maximizing)
""",
                ),
            ),
        ),
        (
            BOOK,
            (
                (
                    "def search(game, state, depth=None):",
                    "def search(game, state, depth=None):\n    a, b = -inf, inf\n",
                ),
                ("(state, alpha, beta, ply):", "(state, ply):\n        nonlocal a, b"),
                ("action), alpha, beta,", "action),"),
                ("alpha", "a"),
                ("beta", "b"),
                ("-inf, inf, 0)", "0)"),
            ),
        ),
    ),
    "sides-exchanged": (
        (
            WINDOW,
            (
                ("def search(", "def below("),
                ("search(child", "below(child"),
                (
                    "\n    return best\n",
                    """
    return best


def search(node, depth, alpha, beta, maximizing):
    return below(node, depth, alpha, beta, not maximizing)
""",
                ),
            ),
        ),
        (BOOK, (('to_move(state) == "MAX"', 'to_move(state) == "MIN"'),)),
    ),
    "root-forgotten": (
        (
            WINDOW,
            (
                ("def search(", "def below("),
                ("search(child", "below(child"),
                (
                    "\n    return best\n",
                    """
    return best


def search(node, maximizing):
    values = [below(child, 100, -inf, inf, not maximizing) for child in node.children]
    return max(values) if maximizing else min(values)
""",
                ),
            ),
        ),
        (
            BOOK,
            (
                ("alpha = max(alpha, v)", "alpha = max(alpha, v) if ply else alpha"),
                ("beta = min(beta, v)", "beta = min(beta, v) if ply else beta"),
            ),
        ),
    ),
    "turn-not-changed": (
        (WINDOW, (("beta, False)", "beta, maximizing)"), ("beta, True)", "beta, maximizing)"))),
        (BOOK, (("v = max(v, min_value(", "v = max(v, max_value("),)),
    ),
    "begins-at-zero": (
        (WINDOW, (("best = -inf", "best = 0"), ("best = inf", "best = 0"))),
        (BOOK, (("v = -inf", "v = 0"), ("v = inf", "v = 0"))),
    ),
    "first-child-only": (
        (
            WINDOW,
            (
                ("                break", "                pass\n            return best"),
                ("            break", "            pass\n        return best"),
            ),
        ),
        (BOOK, ((CHILDREN_B, "in game.actions(state)[:1]:"),)),
    ),
    "last-child-missed": (
        (WINDOW, ((CHILDREN_A, "in node.children[:-1]:"),)),
        (BOOK, ((CHILDREN_B, "in game.actions(state)[:-1] or game.actions(state):"),)),
    ),
    "right-to-left": (
        (WINDOW, ((CHILDREN_A, "in reversed(node.children):"),)),
        (BOOK, ((CHILDREN_B, "in game.actions(state)[::-1]:"),)),
    ),
    "sign-forgotten": (
        (NEGAMAX, (("-search(", "search("),)),
        (NEGAMAX_BOUND, (("-search(", "search("),)),
    ),
    "window-not-exchanged": (
        (NEGAMAX, (("-beta, -alpha", "-alpha, -beta"),)),
        (NEGAMAX_BOUND, (("-beta, -alpha", "-alpha, -beta"),)),
    ),
    "one-ply-off": (
        (WINDOW, (("depth == 0", "depth < 0"),)),
        (BOOK, (("ply == depth", "ply == depth - 1"),)),
    ),
}


def made(text: str, replacements: Replacements = ()) -> Callable[..., Any]:
    """Return the function of a text in which each of some lines is replaced; every one of them
    must be there.
    """
    for old, new in replacements:
        assert old in text, old
        text = text.replace(old, new)
    names: dict[str, Any] = {"inf": inf}
    exec(text, names)
    function: Callable[..., Any] = names["search"]
    return function


def mistakes() -> list[tuple[str, int, Callable[..., Any]]]:
    """Return each mistake by its name in each text."""
    return [
        (name, number, made(*each))
        for name, texts in TEXTS.items()
        for number, each in enumerate(texts)
    ]
