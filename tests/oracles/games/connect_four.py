"""Connect Four once more, as simply as can be: a board is a list of columns, each a text from the
bottom up.

Written from the rules alone, before the fast version, and sharing nothing with it.
"""

from dataclasses import dataclass
from functools import cache

DIGITS = "1234567890"
DIRECTIONS = (
    (1, 0),
    (0, 1),
    (1, 1),
    (1, -1),
)


@dataclass(frozen=True)
class Simple:
    """A board: its columns of `F` and `S`, each from the bottom up, the number of rows, how many
    in a row win.
    """

    columns: tuple[str, ...] = ("",) * 7
    rows: int = 6
    connect: int = 4

    def stones(self) -> int:
        """Count the stones."""
        return sum(map(len, self.columns))

    def side(self) -> str:
        """Return whose turn it is, by counting."""
        return "FS"[self.stones() % 2]

    def at(self, column: int, row: int) -> str:
        """Return the stone at a place, "" where there is none, or no such place."""
        if not (0 <= column < len(self.columns) and 0 <= row < len(self.columns[column])):
            return ""
        return self.columns[column][row]

    def lines(self) -> list[list[tuple[int, int]]]:
        """Return all lines of the board, each as its places."""
        return all_lines(len(self.columns), self.rows, self.connect)

    def winner(self) -> str:
        """Return the side that has a whole line, "" for none."""
        for line in self.lines():
            signs = {self.at(*place) for place in line}
            if signs in ({"F"}, {"S"}):
                return signs.pop()
        return ""

    def moves(self) -> list[str]:
        """Return the digits of the columns that are not full; none once the game is over."""
        if self.winner():
            return []
        return [
            digit
            for digit, column in zip(DIGITS, self.columns, strict=False)
            if len(column) < self.rows
        ]

    def play(self, digit: str) -> "Simple":
        """Drop a stone."""
        columns = [*self.columns]
        columns[DIGITS.index(digit)] += self.side()
        return Simple(tuple(columns), self.rows, self.connect)

    def open_lines(self, side: str) -> int:
        """Count the lines without a stone of the other side."""
        other = "S" if side == "F" else "F"
        return sum(other not in {self.at(*place) for place in line} for line in self.lines())

    def result(self) -> int | None:
        """Return 1, 0 or -1 from the first player's side once the game is over, else None."""
        won = self.winner()
        if won:
            return 1 if won == "F" else -1
        return None if self.moves() else 0


@cache
def all_lines(columns: int, rows: int, connect: int) -> list[list[tuple[int, int]]]:
    """Return all straight lines of that many places."""
    return [
        [(column + step * across, row + step * up) for step in range(connect)]
        for column in range(columns)
        for row in range(rows)
        for across, up in DIRECTIONS
        if column + (connect - 1) * across < columns and 0 <= row + (connect - 1) * up < rows
    ]


@cache
def value(board: Simple) -> int:
    """Return the value of a small board with best play by both."""
    result = board.result()
    if result is not None:
        return result
    if board.side() == "F":
        choose = max
    else:
        choose = min
    return choose(value(board.play(move)) for move in board.moves())
