"""Mistakes planted in written programs: in the cuts, in the window, in undoing moves, and others."""

from dataclasses import dataclass, replace

from tests.programs.written_programs import WrittenProgram


@dataclass(frozen=True)
class PlantedMistake:
    """A mistake: in a style of programs, some text is replaced by other text."""

    style: str
    right: str
    wrong: str
    count: int = 1
    """How many times it is replaced, from the first."""

    def plant(self, program: WrittenProgram) -> tuple[WrittenProgram, int]:
        """Return the program with the mistake, and the line of the mistake, from 1."""
        if self.right not in program.text:
            raise ValueError(f"{self.right!r} does not occur in the style {self.style}")
        text = program.text.replace(self.right, self.wrong, self.count)
        before, _, _ = program.text.partition(self.right)
        # A text that begins with a line's end names the line after it.
        skipped = len(self.right) - len(self.right.lstrip("\n"))
        return replace(program, text=text), before.count("\n") + skipped + 1


CUT_MISTAKES = [
    PlantedMistake("copies", "if alpha >= beta:", "if alpha <= beta:"),
    PlantedMistake("copies", "if alpha >= beta:", "if best >= alpha:"),
    PlantedMistake("copies", "if alpha >= beta:", "if best >= 0:"),
    PlantedMistake("copies", "if alpha >= beta:", "if alpha >= beta - 3:"),
    PlantedMistake("copies", "if alpha >= beta:", "if alpha + 2 >= beta:"),
    PlantedMistake("copies", "beta = min(beta, best)", "beta = max(-1, min(beta, best)) - 2"),
    PlantedMistake("copies", "alpha = max(alpha, best)", "alpha = max(alpha, best) + 2"),
    PlantedMistake("copies", "alpha = max(alpha, best)", "alpha = beta - 1"),
    PlantedMistake(
        "copies", "alphabeta(child, alpha, beta, False)", "alphabeta(child, beta, alpha, False)"
    ),
    PlantedMistake(
        "copies", "alphabeta(child, alpha, beta, False)", "alphabeta(child, best, best + 1, False)"
    ),
    PlantedMistake(
        "copies", "alphabeta(child, alpha, beta, True)", "alphabeta(child, alpha, beta - 3, True)"
    ),
    PlantedMistake(
        "copies", "alphabeta(child, alpha, beta, True)", "alphabeta(child, beta, alpha, True)"
    ),
    PlantedMistake("undo", "if beta <= alpha:", "if beta >= alpha:"),
    PlantedMistake("undo", "if beta <= alpha:", "if value <= alpha:"),
    PlantedMistake("undo", "if beta <= alpha:", "if beta - 2 <= alpha:"),
    PlantedMistake("undo", "if beta <= alpha:", "if score >= 1 and beta < 1000:"),
    PlantedMistake("undo", "                beta = value", "                beta = value - 1"),
    PlantedMistake("undo", "                alpha = value", "                alpha = value + 1"),
    PlantedMistake(
        "undo",
        "            if value < beta:\n",
        "            if value < 5:\n                alpha = value\n            if value < beta:\n",
    ),
    PlantedMistake("undo", 'search(alpha, beta, "O"', 'search(beta, alpha, "O"'),
    PlantedMistake("undo", 'search(alpha, beta, "O"', 'search(alpha, min(beta, 1), "O"'),
    PlantedMistake("undo", 'search(alpha, beta, "O"', 'search(alpha, beta - 997, "O"'),
    PlantedMistake(
        "undo", "        path.pop()\n", "        if score != 2:\n            path.pop()\n"
    ),
    PlantedMistake(
        "undo", "        path.pop()\n", "        if score < 3:\n            path.pop()\n"
    ),
    PlantedMistake("negamax", "if alpha >= beta:", "if alpha <= beta:"),
    PlantedMistake("negamax", "if alpha >= beta:", "if best >= alpha:"),
    PlantedMistake("negamax", "if alpha >= beta:", "if alpha >= beta - 2:"),
    PlantedMistake("negamax", "if alpha >= beta:", "if score >= -beta:"),
    PlantedMistake(
        "negamax",
        "-negamax(after, -beta, -alpha, -color)",
        "-negamax(after, -alpha, -beta, -color)",
    ),
    PlantedMistake(
        "negamax",
        "-negamax(after, -beta, -alpha, -color)",
        "-negamax(after, -beta + 998, -alpha, -color)",
    ),
    PlantedMistake(
        "negamax",
        "-negamax(after, -beta, -alpha, -color)",
        "-negamax(after, -alpha - 1, -alpha, -color)",
    ),
    PlantedMistake(
        "negamax",
        "-negamax(after, -beta, -alpha, -color)",
        "-negamax(after, -beta, -alpha - 2, -color)",
    ),
    PlantedMistake("negamax", "alpha = max(alpha, score)", "alpha = max(alpha, -score)"),
    PlantedMistake("negamax", "alpha = max(alpha, score)", "alpha = max(alpha, score + 1)"),
    PlantedMistake("negamax", "alpha = max(alpha, score)", "beta = min(beta, score)"),
    PlantedMistake("mutual", "if v >= beta:", "if v <= beta:"),
    PlantedMistake("mutual", "if v >= beta:", "if v >= alpha:"),
    PlantedMistake("mutual", "if v >= beta:", "if v >= beta - 2:"),
    PlantedMistake("mutual", "if v <= alpha:", "if v >= alpha:"),
    PlantedMistake("mutual", "if v <= alpha:", "if v <= beta:"),
    PlantedMistake("mutual", "if v <= alpha:", "if v <= alpha + 3:"),
    PlantedMistake("mutual", "alpha = max(alpha, v)", "alpha = max(alpha, v) + 1"),
    PlantedMistake("mutual", "alpha = max(alpha, v)", "beta = min(beta, v)"),
    PlantedMistake("mutual", "beta = min(beta, v)", "beta = min(beta, v) - 2"),
    PlantedMistake("mutual", "beta = min(beta, v)", "alpha = max(alpha, v)"),
    PlantedMistake(
        "mutual", "min_value(state[action], alpha, beta)", "min_value(state[action], beta, alpha)"
    ),
    PlantedMistake(
        "mutual", "max_value(state[action], alpha, beta)", "max_value(state[action], beta, alpha)"
    ),
    PlantedMistake("pairs", "if beta <= alpha:", "if beta >= alpha:"),
    PlantedMistake("pairs", "if beta <= alpha:", "if score <= alpha:"),
    PlantedMistake("pairs", "alpha = max(alpha, best)", "alpha = max(alpha, best + 1)"),
    PlantedMistake("pairs", "beta = min(beta, best)", "beta = min(beta, best - 1)"),
    PlantedMistake(
        "pairs",
        "minimax(board[move], alpha, beta, False)",
        "minimax(board[move], alpha, best, False)",
    ),
    PlantedMistake(
        "pairs",
        "minimax(board[move], alpha, beta, True)",
        "minimax(board[move], alpha, beta - 998, True)",
    ),
    PlantedMistake(
        "pairs",
        "minimax(board[move], alpha, beta, True)",
        "minimax(board[move], beta, alpha, True)",
    ),
    PlantedMistake("methods", "if lo >= hi:", "if lo <= hi:"),
    PlantedMistake("methods", "if lo >= hi:", "if best >= lo:"),
    PlantedMistake("methods", "lo = max(lo, best)", "lo = max(lo, best + 1)"),
    PlantedMistake("methods", "hi = min(hi, best)", "hi = min(hi, best - 1)"),
    PlantedMistake("methods", "self.ab(lo, hi, -turn)", "self.ab(hi, lo, -turn)"),
    PlantedMistake("methods", "            self.game.pop()\n", ""),
]
"""Sixty mistakes of pruning, each on a line of its own."""
OTHER_MISTAKES = [
    PlantedMistake("copies", "best = max(best, alphabeta(", "best = min(best, alphabeta("),
    PlantedMistake("copies", "best = min(best, alphabeta(", "best = max(best, alphabeta("),
    PlantedMistake(
        "copies", "best = max(best, alphabeta(child", "best = (0 * best + alphabeta(child"
    ),
    PlantedMistake(
        "copies",
        "        return best\n    best = 1000",
        "        return alpha + beta\n    best = 1000",
    ),
    PlantedMistake("undo", "if score > value:", "if score < value:"),
    PlantedMistake("undo", "if score < value:", "if score > value:"),
    PlantedMistake("undo", "if score > value:", "if True:"),
    PlantedMistake("undo", "if score < value:", "if True:"),
    PlantedMistake("undo", '-1000 if player == "X" else 1000', "-1000"),
    PlantedMistake("negamax", "best = max(best, score)", "best = score"),
    PlantedMistake("negamax", "best = max(best, score)", "best = min(best, score)"),
    PlantedMistake("negamax", "score = -negamax(", "score = negamax("),
    PlantedMistake("mutual", "v = max(v, min_value(", "v = min(v, min_value("),
    PlantedMistake("mutual", "v = min(v, max_value(", "v = max(v, max_value("),
    PlantedMistake(
        "mutual",
        "v = max(v, min_value(state[action], alpha, beta))",
        "v = min_value(state[action], alpha, beta)",
    ),
    PlantedMistake("pairs", "if score > best:", "if score >= -1000:"),
    PlantedMistake("pairs", "if score < best:", "if score <= 1000:"),
    PlantedMistake("pairs", "if score < best:", "if score > best:"),
    PlantedMistake("methods", "value * turn > best * turn", "value * turn < best * turn"),
    PlantedMistake("methods", "if best is None or value * turn > best * turn:", "if True:"),
]
"""Twenty other mistakes: the best for the wrong side, or not kept. They stand in the uncut run, too."""
