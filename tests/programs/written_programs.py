"""Programs written at random: small games and searches in six styles, some with a planted mistake."""

import random
from dataclasses import dataclass
from typing import Any

Tree = int | list["Tree"]

COPIES = """
def alphabeta(node, alpha, beta, is_max):
    if isinstance(node, int):
        return node
    if is_max:
        best = -1000
        for index, child in enumerate(node):
            best = max(best, alphabeta(child, alpha, beta, False))
            alpha = max(alpha, best)
            if alpha >= beta:
                EXIT
        return best
    best = 1000
    for index, child in enumerate(node):
        best = min(best, alphabeta(child, alpha, beta, True))
        beta = min(beta, best)
        if alpha >= beta:
            EXIT
    return best


print(alphabeta(TREE, -1000, 1000, True))
"""

UNDO = """
path = []


def node_at():
    node = TREE
    for index in path:
        node = node[index]
    return node


def search(alpha, beta, player):
    node = node_at()
    if isinstance(node, int):
        return node
    value = -1000 if player == "X" else 1000
    for move in range(len(node)):
        path.append(move)
        score = search(alpha, beta, "O" if player == "X" else "X")
        path.pop()
        if player == "X":
            if score > value:
                value = score
            if value > alpha:
                alpha = value
        else:
            if score < value:
                value = score
            if value < beta:
                beta = value
        if beta <= alpha:
            EXIT_VALUE
    return value


print(search(-1000, 1000, "X"))
"""

NEGAMAX = """
def children(position):
    return list(enumerate(position))


def negamax(position, alpha, beta, color):
    if isinstance(position, int):
        return color * position
    best = -1000
    for move, after in children(position):
        score = -negamax(after, -beta, -alpha, -color)
        best = max(best, score)
        alpha = max(alpha, score)
        if alpha >= beta:
            EXIT
    return best


print(negamax(TREE, -1000, 1000, 1))
"""

MUTUAL = """
def max_value(state, alpha, beta):
    if isinstance(state, int):
        return state
    v = float("-inf")
    for action in range(len(state)):
        v = max(v, min_value(state[action], alpha, beta))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(state, alpha, beta):
    if isinstance(state, int):
        return state
    v = float("inf")
    for action in range(len(state)):
        v = min(v, max_value(state[action], alpha, beta))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v


print(max_value(TREE, float("-inf"), float("inf")))
"""

PAIRS = """
def minimax(board, alpha, beta, maximizing):
    if isinstance(board, int):
        return board, None
    best_move = None
    if maximizing:
        best = -1000
        for move in range(len(board)):
            score, _ = minimax(board[move], alpha, beta, False)
            if score > best:
                best, best_move = score, move
            alpha = max(alpha, best)
            if beta <= alpha:
                break
        return best, best_move
    best = 1000
    for move in range(len(board)):
        score, _ = minimax(board[move], alpha, beta, True)
        if score < best:
            best, best_move = score, move
        beta = min(beta, best)
        if beta <= alpha:
            break
    return best, best_move


print(minimax(TREE, -1000, 1000, True))
"""

METHODS = """
class Game:
    def __init__(self, tree):
        self.stack = [tree]

    def moves(self):
        top = self.stack[-1]
        return [] if isinstance(top, int) else list(range(len(top)))

    def push(self, move):
        self.stack.append(self.stack[-1][move])

    def pop(self):
        self.stack.pop()

    def __str__(self):
        return f"level {len(self.stack)}: {self.stack[-1]}"


class Agent:
    def __init__(self, game):
        self.game = game

    def ab(self, lo, hi, turn):
        moves = self.game.moves()
        if not moves:
            return self.game.stack[-1]
        best = None
        for move in moves:
            self.game.push(move)
            value = self.ab(lo, hi, -turn)
            self.game.pop()
            if best is None or value * turn > best * turn:
                best = value
            if turn > 0:
                lo = max(lo, best)
            else:
                hi = min(hi, best)
            if lo >= hi:
                EXIT
        return best


print(Agent(Game(TREE)).ab(-1000, 1000, 1))
"""

STYLES = {
    "copies": COPIES,
    "undo": UNDO,
    "negamax": NEGAMAX,
    "mutual": MUTUAL,
    "pairs": PAIRS,
    "methods": METHODS,
}
FUNCTIONS = {
    "copies": {"alphabeta"},
    "undo": {"search"},
    "negamax": {"negamax"},
    "mutual": {"max_value", "min_value"},
    "pairs": {"minimax"},
    "methods": {"ab"},
}
ROLES = {"methods": {"alpha": "lo", "beta": "hi"}}
"""The roles that names do not tell, by style."""


@dataclass(frozen=True)
class WrittenProgram:
    """A program, with the tree that it searches."""

    style: str
    tree: Any
    text: str

    @property
    def value(self) -> int:
        """The value of its tree, by a search without cuts."""
        return minimax_value(self.tree, is_max=True)


def minimax_value(tree: Any, *, is_max: bool) -> int:
    """Return the value of a tree of nested lists."""
    if isinstance(tree, int):
        return tree
    values = [minimax_value(child, is_max=not is_max) for child in tree]
    return max(values) if is_max else min(values)


def random_tree(rng: random.Random, plies: int) -> Any:
    """Return an irregular tree of nested lists with many equal leaves."""
    if not plies or (plies < 3 and rng.random() < 0.2):
        return rng.randint(-4, 4)
    return [random_tree(rng, plies - 1) for _ in range(rng.randint(1, 4))]


def random_program(seed: int, style: str | None = None, plies: int = 3) -> WrittenProgram:
    """Return a program written at random; the same seed writes the same program."""
    rng = random.Random(seed)
    style = style or rng.choice([*STYLES])
    tree = random_tree(rng, plies)
    exits = rng.random() < 0.5
    text = STYLES[style].replace("EXIT_VALUE", "return value" if exits else "break")
    text = text.replace("EXIT", "return best" if exits else "break")
    return WrittenProgram(style, tree, f"TREE = {tree!r}\n{text}")
