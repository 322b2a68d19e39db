"""Tic-tac-toe on one board, with a window: each move is taken back."""

import math


class Board:
    def __init__(self, cells):
        self.cells = list(cells)

    def __str__(self):
        rows = ["|".join(self.cells[i : i + 3]) for i in (0, 3, 6)]
        return "\n-+-+-\n".join(rows)

    def available_moves(self):
        return [i for i, cell in enumerate(self.cells) if cell == " "]

    def make_move(self, i, letter):
        self.cells[i] = letter

    def undo(self, i):
        self.cells[i] = " "

    def winner(self):
        lines = [
            (0, 1, 2),
            (3, 4, 5),
            (6, 7, 8),
            (0, 3, 6),
            (1, 4, 7),
            (2, 5, 8),
            (0, 4, 8),
            (2, 4, 6),
        ]
        for a, b, c in lines:
            if self.cells[a] != " " and self.cells[a] == self.cells[b] == self.cells[c]:
                return self.cells[a]
        return None


def minimax(board, alpha, beta, is_max):
    winner = board.winner()
    if winner:
        return 1 if winner == "X" else -1
    if not board.available_moves():
        return 0
    if is_max:
        best = -math.inf
        for m in board.available_moves():
            board.make_move(m, "X")
            best = max(best, minimax(board, alpha, beta, False))
            board.undo(m)
            alpha = max(alpha, best)
            if alpha >= beta:
                break
    else:
        best = math.inf
        for m in board.available_moves():
            board.make_move(m, "O")
            best = min(best, minimax(board, alpha, beta, True))
            board.undo(m)
            beta = min(beta, best)
            if alpha >= beta:
                break
    return best


if __name__ == "__main__":
    print(minimax(Board("X O  O X "), -math.inf, math.inf, True))
