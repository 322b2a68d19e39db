"""Connect three in a row of five columns, with pairs of a column and a value."""

ROWS, COLUMNS = 3, 4


def drop(board, column, piece):
    for row in range(ROWS):
        if board[row][column] == 0:
            new = [list(line) for line in board]
            new[row][column] = piece
            return new
    return None


def wins(board, piece):
    for r in range(ROWS):
        for c in range(COLUMNS - 2):
            if all(board[r][c + k] == piece for k in range(3)):
                return True
    return any(all(board[r][c] == piece for r in range(ROWS)) for c in range(COLUMNS))


def score(board):
    return sum(line.count(1) - line.count(2) for line in board) + board[0][1]


def minimax(board, depth, alpha, beta, maximizingPlayer):
    columns = [c for c in range(COLUMNS) if board[ROWS - 1][c] == 0]
    if wins(board, 1):
        return (None, 100)
    if wins(board, 2):
        return (None, -100)
    if depth == 0 or not columns:
        return (None, score(board))
    if maximizingPlayer:
        value, column = -10000, columns[0]
        for col in columns:
            new_score = minimax(drop(board, col, 1), depth - 1, alpha, beta, False)[1]
            if new_score > value:
                value, column = new_score, col
            alpha = max(alpha, value)
            if alpha >= beta:
                break
        return column, value
    value, column = 10000, columns[0]
    for col in columns:
        new_score = minimax(drop(board, col, 2), depth - 1, alpha, beta, True)[1]
        if new_score < value:
            value, column = new_score, col
        beta = min(beta, value)
        if alpha >= beta:
            break
    return column, value


if __name__ == "__main__":
    print(minimax([[0] * COLUMNS for _ in range(ROWS)], 4, -10000, 10000, True))
