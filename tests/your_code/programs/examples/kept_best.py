"""The best move is kept in a global; the board is a global list that changes in place."""

board = list("XO XO    ")
best_move = None
nodes = 0


def win(letter):
    lines = ["012", "345", "678", "036", "147", "258", "048", "246"]
    return any(all(board[int(i)] == letter for i in line) for line in lines)


def search(letter, ply):
    global best_move, nodes
    nodes += 1
    if win("X"):
        return 1
    if win("O"):
        return -1
    if " " not in board:
        return 0
    best = -2 if letter == "X" else 2
    for i in range(9):
        if board[i] == " ":
            board[i] = letter
            value = search("O" if letter == "X" else "X", ply + 1)
            board[i] = " "
            if (letter == "X" and value > best) or (letter == "O" and value < best):
                best = value
                if ply == 0:
                    best_move = i
    return best


value = search("X", 0)
print(value, best_move, nodes)
