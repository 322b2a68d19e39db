"""The rules of EinStein würfelt nicht! (Ingo Althöfer, 2004): a die says which of six stones moves.

Red, who is MAX, goes from the upper left corner to the lower right one, Blue the other way. Squares are numbered row by
row from the upper left. A position has the square of each stone, Red's 1 to 6 and then Blue's, `GONE` for one that was
taken. Before each move the die is rolled, which is a move of chance: a number from 1 to 6; a player's move is a stone,
by its place in that list, and the square where it goes.
"""

from collections.abc import Hashable, Sequence
from typing import NamedTuple

from games import Board, Cell, Coordinates, Ground, Player

NEW = tuple.__new__
"""Makes a position in half the time that its class takes."""
SIZE, STONES = 5, 6
"""Squares along an edge; stones of a side, and faces of the die."""
GONE = SIZE * SIZE
"""The square of a stone that was taken."""
GOALS = SIZE * SIZE - 1, 0
"""The corner that Red goes to, and Blue's."""
ROLLS = range(1, STONES + 1)
EVENLY = (1 / STONES,) * STONES
"""What each roll is probable."""
COLUMNS, ROWS = "abcde", "12345"
NAMES = tuple(f"{COLUMNS[square % SIZE]}{ROWS[square // SIZE]}" for square in range(SIZE * SIZE))
DIE: Coordinates = (SIZE // 2, SIZE + 1)
"""The row and the column of the die, beside the board."""


class Step(NamedTuple):
    """A stone, by its place in `Einstein.stones`, and the square to which it goes."""

    stone: int
    square: int


def steps(stone: int, square: int) -> Sequence[Step]:
    """List where a stone can go from a square: sideways, straight on and diagonally, towards its goal."""
    row, column = divmod(square, SIZE)
    by = 1 if stone < STONES else -1
    ends = ((row, column + by), (row + by, column), (row + by, column + by))
    return tuple(Step(stone, y * SIZE + x) for y, x in ends if 0 <= y < SIZE and 0 <= x < SIZE)


STEPS = tuple(tuple(steps(stone, square) for square in range(SIZE * SIZE)) for stone in range(2 * STONES))
"""Where a stone can go, by stone and square."""


class Einstein(NamedTuple):
    """A position: the square of each stone, whether Red moves (also where the die is to be rolled for it), the die.

    `die` is the number that was rolled, 0 where it is to be rolled.
    """

    stones: tuple[int, ...]
    maximizing: bool = True
    die: int = 0

    def probabilities(self) -> Sequence[float] | None:
        """Return what each roll is probable, None once the die is rolled or the game is over."""
        return None if self.die or self.outcome() is not None else EVENLY

    def moves(self) -> Sequence[int | Step]:
        """List the rolls, or the steps of the stone that was rolled, else of the next lower and the next higher one."""
        if self.outcome() is not None:
            return ()
        if not self.die:
            return ROLLS
        stones = self.stones
        return [step for stone in self.movable() for step in STEPS[stone][stones[stone]]]

    def movable(self) -> Sequence[int]:
        """List the stones of the side to move that the die lets move."""
        first, stones = (0 if self.maximizing else STONES), self.stones
        meant = first + self.die - 1
        if stones[meant] != GONE:
            return (meant,)
        lower = [stone for stone in range(first, meant) if stones[stone] != GONE][-1:]
        return lower + [stone for stone in range(meant + 1, first + STONES) if stones[stone] != GONE][:1]

    def play(self, move: int | Step) -> "Einstein":
        """Roll the die, or move a stone, which takes what stands where it goes."""
        if not isinstance(move, Step):
            return NEW(Einstein, (self.stones, self.maximizing, move))
        stones, (stone, square) = [*self.stones], move
        if square in stones:
            stones[stones.index(square)] = GONE
        stones[stone] = square
        return NEW(Einstein, (tuple(stones), not self.maximizing, 0))

    def outcome(self) -> float | None:
        """Return 1 once Red is in its corner or Blue has no stone, -1 for Blue; there are no draws."""
        red, blue = self.stones[:STONES], self.stones[STONES:]
        if GOALS[0] in red or all(square == GONE for square in blue):
            return 1
        if GOALS[1] in blue or all(square == GONE for square in red):
            return -1
        return None

    def key(self) -> Hashable:
        """Return the stones, whose turn it is, and the die."""
        return self

    def text(self) -> str:
        """Return the rows from the top, the side, and the die.

        >>> START.text()
        '123../45.../6...a/...bc/..def r -'
        """
        signs = ["."] * (GONE + 1)
        for sign, square in zip("123456abcdef", self.stones, strict=True):
            signs[square] = sign
        rows = "/".join("".join(signs[at : at + SIZE]) for at in range(0, GONE, SIZE))
        return f"{rows} {'r' if self.maximizing else 'b'} {self.die or '-'}"

    def name(self, move: int | Step) -> str:
        """Return the number rolled, or that of the stone and its target."""
        return f"{move.stone % STONES + 1}{NAMES[move.square]}" if isinstance(move, Step) else str(move)

    def board(self) -> Board:
        """Return the squares, and beside them the die; Red's stones have an R before their number, Blue's a B."""
        cells = [EMPTY] * (GONE + 1)
        for stone, square in enumerate(self.stones):
            cells[square] = PIECES[stone]
        rows = [(*cells[at : at + SIZE], ASIDE, ASIDE) for at in range(0, GONE, SIZE)]
        rows[DIE[0]] = (*rows[DIE[0]][:-1], Cell("die", label=str(self.die or "")))
        over = self.outcome() is not None
        return Board(
            title="EinStein würfelt nicht!",
            cells=tuple(rows),
            columns=(*COLUMNS, "", "die"),
            rows=tuple(ROWS),
            captions=() if over else (f"Die: {self.die or 'to be rolled'}",),
            ground=Ground.WOOD,
        )


EMPTY, ASIDE = Cell(), Cell(playable=False)
PIECES = tuple(
    Cell("stone", owner, label=f"{letter}{number}")
    for owner, letter in ((Player.FIRST, "R"), (Player.SECOND, "B"))
    for number in ROLLS
)
START = Einstein((0, 1, 2, 5, 6, 10, 14, 18, 19, 22, 23, 24))
"""The first position."""
