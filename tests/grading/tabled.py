"""Searches that keep a table of positions, right ones and wrong ones, made of one text by
replacing lines.
"""

from __future__ import annotations

from tests.grading.wrong import Replacements

SOFT = """
def search(node, depth, alpha, beta, maximizing):
    table = {}

    def worth(node, depth, alpha, beta, maximizing):
        known = table.get(node.key)
        if known is not None and known["depth"] == depth:
            value, flag = known["value"], known["flag"]
            if flag == "exact":
                return value
            if flag == "lower" and value >= beta:
                return value
            if flag == "upper" and value <= alpha:
                return value
        if depth == 0 or not node.children:
            return node.value
        first_alpha, first_beta = alpha, beta
        best = -inf if maximizing else inf
        for child in node.children:
            value = worth(child, depth - 1, alpha, beta, not maximizing)
            if maximizing:
                best = max(best, value)
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                beta = min(beta, best)
            if alpha >= beta:
                break
        flag = "upper" if best <= first_alpha else "lower" if best >= first_beta else "exact"
        table[node.key] = {"value": best, "flag": flag, "depth": depth}
        return best

    return worth(node, depth, alpha, beta, maximizing)
"""
NEGAMAX = """
def search(node, depth, alpha, beta, color):
    table = {}

    def negamax(node, depth, alpha, beta, color):
        alpha_orig = alpha
        if node.key in table:
            entry_depth, flag, value = table[node.key]
            if entry_depth >= depth:
                if flag == "EXACT":
                    return value
                if flag == "LOWERBOUND":
                    alpha = max(alpha, value)
                elif flag == "UPPERBOUND":
                    beta = min(beta, value)
                if alpha >= beta:
                    return value
        if depth == 0 or not node.children:
            return color * node.value
        value = -inf
        for child in node.children:
            value = max(value, -negamax(child, depth - 1, -beta, -alpha, -color))
            alpha = max(alpha, value)
            if alpha >= beta:
                break
        flag = "UPPERBOUND" if value <= alpha_orig else "LOWERBOUND" if value >= beta else "EXACT"
        table[node.key] = depth, flag, value
        return value

    return negamax(node, depth, alpha, beta, color)
"""
BOOK = """
def search(game, state):
    memory = {}

    def value(state, alpha, beta):
        if game.is_terminal(state):
            return game.utility(state, "MAX")
        if state.key in memory:
            low, high = memory[state.key]
            if low == high or low >= beta:
                return low
            if high <= alpha:
                return high
        first = alpha, beta
        v = -inf if game.to_move(state) == "MAX" else inf
        for action in game.actions(state):
            found = value(game.result(state, action), alpha, beta)
            if game.to_move(state) == "MAX":
                v = max(v, found)
                alpha = max(alpha, v)
            else:
                v = min(v, found)
                beta = min(beta, v)
            if alpha >= beta:
                break
        memory[state.key] = (v if v > first[0] else -inf), (v if v < first[1] else inf)
        return v

    return value(state, -inf, inf)
"""
LEAF = "            return node.value\n"
KEPT_LEAF = """            table[node.key] = {"value": node.value, "flag": "exact", "depth": depth}
            return table[node.key]["value"]
"""
WITH_LEAVES: Replacements = ((LEAF, KEPT_LEAF),)
EXACT_ONLY: Replacements = (
    ('flag == "lower" and', "False and"),
    ('flag == "upper" and', "False and"),
)
NARROWS: Replacements = (
    (
        'flag == "lower" and value >= beta:',
        'flag == "lower" and (alpha := max(alpha, value)) >= beta:',
    ),
    (
        'flag == "upper" and value <= alpha:',
        'flag == "upper" and (beta := min(beta, value)) <= alpha:',
    ),
)
CLIPPED = "        return max(first_alpha, min(best, first_beta))\n\n    return"
HARD: Replacements = (("        return best\n\n    return", CLIPPED),)
RIGHT: tuple[tuple[str, Replacements], ...] = (
    (SOFT, ()),
    (SOFT, (('known["depth"] == depth', 'known["depth"] >= depth'),)),
    (SOFT, EXACT_ONLY),
    (SOFT, WITH_LEAVES),
    (SOFT, NARROWS),
    (SOFT, HARD),
    (NEGAMAX, ()),
    (NEGAMAX, (("entry_depth >= depth", "entry_depth == depth"),)),
    (BOOK, ()),
)
FLAG = 'flag = "upper" if best <= first_alpha else "lower" if best >= first_beta else "exact"'
WRONG: dict[str, tuple[tuple[str, Replacements], ...]] = {
    "bound-as-exact": (
        (SOFT, (('if flag == "exact"', "if flag"),)),
        (SOFT, ((FLAG, 'flag = "exact"'),)),
        (NEGAMAX, (('if flag == "EXACT"', "if flag"),)),
        (BOOK, (("(v if v > first[0] else -inf), (v if v < first[1] else inf)", "v, v"),)),
    ),
    "depth-ignored": (
        (SOFT, ((' and known["depth"] == depth', ""),)),
        (NEGAMAX, (("entry_depth >= depth", "True"),)),
    ),
}
UNUSED: tuple[tuple[str, Replacements], ...] = (
    (SOFT, (("table.get(node.key)", "None"),)),
    (NEGAMAX, (("table[node.key] = depth, flag, value", "pass"),)),
    (BOOK, (("if state.key in memory", "if state in memory"),)),
)
