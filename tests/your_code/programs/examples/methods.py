"""A player whose search is a method; the squares of its board are in an attribute."""


class TicTacToe:
    def __init__(self):
        self.squares = ["X", " ", "O", " ", "O", " ", " ", "X", " "]

    def wins(self, letter):
        s = self.squares
        rows = [s[0:3], s[3:6], s[6:9], s[0:9:3], s[1:9:3], s[2:9:3], s[0:9:4], s[2:8:2]]
        return any(row == [letter] * 3 for row in rows)


class Player:
    def __init__(self, game):
        self.game = game
        self.count = 0

    def alphabeta(self, depth, alpha, beta, maximizing):
        self.count += 1
        if self.game.wins("X"):
            return 10 - depth
        if self.game.wins("O"):
            return depth - 10
        if " " not in self.game.squares:
            return 0
        value = -1000 if maximizing else 1000
        for square in range(9):
            if self.game.squares[square] != " ":
                continue
            self.game.squares[square] = "X" if maximizing else "O"
            score = self.alphabeta(depth + 1, alpha, beta, not maximizing)
            self.game.squares[square] = " "
            if maximizing:
                value = max(value, score)
                alpha = max(alpha, value)
            else:
                value = min(value, score)
                beta = min(beta, value)
            if beta <= alpha:
                break
        return value


player = Player(TicTacToe())
print(player.alphabeta(0, -1000, 1000, True), player.count)
