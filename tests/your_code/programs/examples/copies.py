"""Tic-tac-toe on copies: a function for each rule of the game."""

EMPTY = None


def player(board):
    flat = [square for row in board for square in row]
    return "X" if flat.count("X") == flat.count("O") else "O"


def actions(board):
    return [(i, j) for i in range(3) for j in range(3) if board[i][j] is EMPTY]


def result(board, action):
    copy = [row[:] for row in board]
    copy[action[0]][action[1]] = player(board)
    return copy


def winner(board):
    lines = board + [[board[i][j] for i in range(3)] for j in range(3)]
    lines += [[board[i][i] for i in range(3)], [board[i][2 - i] for i in range(3)]]
    for line in lines:
        if line[0] is not EMPTY and line.count(line[0]) == 3:
            return line[0]
    return None


def terminal(board):
    return winner(board) is not None or not actions(board)


def utility(board):
    return {"X": 1, "O": -1}.get(winner(board), 0)


def max_value(board):
    if terminal(board):
        return utility(board)
    v = float("-inf")
    for action in actions(board):
        v = max(v, min_value(result(board, action)))
    return v


def min_value(board):
    if terminal(board):
        return utility(board)
    v = float("inf")
    for action in actions(board):
        v = min(v, max_value(result(board, action)))
    return v


def minimax(board):
    if terminal(board):
        return None
    best = None
    best_value = float("-inf") if player(board) == "X" else float("inf")
    for action in actions(board):
        if player(board) == "X":
            value = min_value(result(board, action))
            if value > best_value:
                best, best_value = action, value
        else:
            value = max_value(result(board, action))
            if value < best_value:
                best, best_value = action, value
    return best


if __name__ == "__main__":
    print(minimax([["X", "O", "X"], ["O", EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY]]))
