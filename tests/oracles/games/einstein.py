"""EinStein würfelt nicht! once more, as simply as can be: a dictionary of squares, by column letter
and row number.

Written from the rules alone, and sharing nothing with the fast version.
"""

from __future__ import annotations

from dataclasses import dataclass, field

START = "123../45.../6...a/...bc/..def"
RED = "123456"
BLUE = "abcdef"


@dataclass
class Simple:
    """The stones by their squares, `r` or `b` for who moves, and the die, 0 where it is to be
    rolled.
    """

    stones: dict[str, str] = field(default_factory=dict)
    side: str = "r"
    die: int = 0

    @classmethod
    def begin(
        cls,
        text: str = START,
        side: str = "r",
        die: int = 0,
    ) -> Simple:
        """Return a position whose rows are written."""
        rows = text.split("/")
        stones = {
            f"{'abcde'[x]}{y + 1}": sign
            for y, row in enumerate(rows)
            for x, sign in enumerate(row)
            if sign != "."
        }
        return cls(stones, side, die)

    def winner(self) -> str:
        """Return who has won, "" for nobody."""
        signs = "".join(self.stones.values())
        if self.stones.get("e5", "") in [*RED] or not any(sign in signs for sign in BLUE):
            return "r"
        if self.stones.get("a1", "") in [*BLUE] or not any(sign in signs for sign in RED):
            return "b"
        return ""

    def moves(self) -> list[str]:
        """Return rolls, or moves as people write them, in any order."""
        if self.winner():
            return []
        if not self.die:
            return [*"123456"]
        own = RED if self.side == "r" else BLUE
        left = [number for number in range(1, 7) if own[number - 1] in self.stones.values()]
        if self.die in left:
            meant = [self.die]
        else:
            meant = [n for n in left if n < self.die][-1:] + [n for n in left if n > self.die][:1]
        if self.side == "r":
            by = 1
        else:
            by = -1
        found = []
        for number in meant:
            square = next(place for place, sign in self.stones.items() if sign == own[number - 1])
            for across, down in (
                (1, 0),
                (0, 1),
                (1, 1),
            ):
                column = ord(square[0]) + by * across
                row = int(square[1]) + by * down
                if ord("a") <= column <= ord("e") and 1 <= row <= 5:
                    found.append(f"{number}{chr(column)}{row}")
        return found

    def play(self, move: str) -> Simple:
        """Return the position after a roll or a move."""
        if len(move) == 1:
            return Simple(dict(self.stones), self.side, int(move))
        sign = (RED if self.side == "r" else BLUE)[int(move[0]) - 1]
        stones = {place: stone for place, stone in self.stones.items() if stone != sign}
        stones[move[1:]] = sign
        return Simple(stones, "b" if self.side == "r" else "r")

    def text(self) -> str:
        """Return the position as people write it."""
        rows = [
            "".join(self.stones.get(f"{column}{row}", ".") for column in "abcde")
            for row in range(1, 6)
        ]
        return f"{'/'.join(rows)} {self.side} {self.die or '-'}"

    def perft(self, depth: int, *, count_ended: bool = False) -> int:
        """Count the ways to play so many plies; games that end earlier count if asked for."""
        if not depth:
            return 1
        moves = self.moves()
        if not moves:
            return int(count_ended)
        return sum(self.play(move).perft(depth - 1, count_ended=count_ended) for move in moves)
