"""The rules of Othello on bits: a move must flip a disc, and a player who cannot flip one passes.

The game ends when neither side can move. The rules are those of the World Othello Federation. A set
of squares is an integer (see `othello_grid`); a move is the bit of its square, or OTHELLO_PASS. A
direction is a shift, which moves all discs of a side together.
"""

# tests/oracles/games/othello.py has the same rules, written apart.

from collections.abc import Hashable, Sequence
from functools import cache
from typing import NamedTuple

from games import Board, Cell, Ground, Player
from games._squares import SquareGrid

OTHELLO_SIZES = range(4, 17, 2)
USUAL_OTHELLO_SIZE = 8

OTHELLO_PASS = 0
"""The move that passes; any other move is the bit of its square."""

SQUARE_WEIGHTS = ((120, -20, 20, 5), (-20, -40, -5, -5), (20, -5, 15, 3), (5, -5, 3, 3))
"""The usual weights of squares on 8×8, by the row's and the column's distance from the edge.

The last index, 3, is also for all larger distances.
"""

# Classes of squares; a higher class is better.
CORNER_CLASS = 4
EDGE_CLASS = 3
MIDDLE_CLASS = 2
NEXT_TO_EDGE_CLASS = 1
NEXT_TO_CORNER_CLASS = 0


class OthelloGrid(SquareGrid):
    """The constants of a board of one size.

    `steps` are the shifts to four of the neighbours: to the right, and down in three directions.
    Shifting back leads to the other four. `weights` and `classes` are indexed by bit.

    >>> board = othello_grid(4)
    >>> [board.names[bit] for bit in board.bits[:5]]
    ['a1', 'b1', 'c1', 'd1', 'a2']
    """

    move_without_cell = "pass"
    cell_word = "square"
    example = "a square such as d3, or pass"

    def __init__(self, size: int) -> None:
        """Lay out a board of `size` rows and columns."""
        super().__init__(size)
        edge_distances = [min(line, size - 1 - line) for line in range(size)]
        self.steps = (1, self.stride - 1, self.stride, self.stride + 1)
        self.weights = {}
        self.classes = {}
        for bit in self.bits:
            row, column = self.row_and_column(bit)
            self.weights[bit] = square_weight(edge_distances[row], edge_distances[column])
            self.classes[bit] = square_class(edge_distances[row], edge_distances[column])


othello_grid = cache(OthelloGrid)
"""Returns the board of a size, always the same object, so grids are compared by identity."""


def square_weight(down: int, across: int) -> int:
    """Return the weight of a square by its distances from the nearest edges.

    `down` is the distance from the top or the bottom, `across` from the left or the right.

    >>> square_weight(0, 0), square_weight(7, 5)
    (120, 3)
    """
    return SQUARE_WEIGHTS[min(down, 3)][min(across, 3)]


def square_class(down: int, across: int) -> int:
    """Return the class of a square by its distances from the nearest edges.

    `down` is the distance from the top or the bottom, `across` from the left or the right.

    >>> [square_class(*distances) for distances in ((0, 0), (0, 1), (0, 2), (1, 2), (2, 2))]
    [4, 0, 3, 1, 2]
    """
    near, far = sorted((down, across))
    if far == 0:
        return CORNER_CLASS
    if far == 1:
        return NEXT_TO_CORNER_CLASS
    if near == 0:
        return EDGE_CLASS
    if near == 1:
        return NEXT_TO_EDGE_CLASS
    return MIDDLE_CLASS


OTHELLO_DISC_CELLS = Cell("stone", Player.FIRST), Cell("stone", Player.SECOND), Cell()


def legal_squares(board: OthelloGrid, own: int, other: int) -> int:
    """Return the squares, as bits, where a side's new disc would enclose discs of the opponent.

    `own` are the discs of that side, `other` the discs of the opponent.

    >>> position = othello_start(8)
    >>> bits = legal_squares(position.grid, position.own, position.other)
    >>> [name for bit, name in position.grid.names.items() if bit & bits]
    ['d3', 'c4', 'f5', 'e6']
    """
    ends_of_lines = 0
    # From all own discs together, walk over lines of the opponent's discs, forward and backward in
    # four directions. This is the hot loop of every search of this game.
    for step in board.steps:
        forward = (own << step) & other
        backward = (own >> step) & other
        while forward or backward:
            forward <<= step
            backward >>= step
            ends_of_lines |= forward | backward
            forward &= other
            backward &= other
    return ends_of_lines & board.full & ~(own | other)


def flipped_discs(board: OthelloGrid, own: int, other: int, bit: int) -> int:
    """Return the discs, as bits, that are flipped by a new disc on the empty square `bit`.

    `own` are the discs of the side that places the new disc, `other` the discs of the opponent.
    """
    flipped = 0
    for step in board.steps:
        line = 0
        square = bit << step
        while square & other:
            line |= square
            square <<= step
        # A line counts only if one of the mover's discs encloses it at the far end.
        if square & own:
            flipped |= line

        # The same in the opposite direction: a call would make this hot loop slower.
        line = 0
        square = bit >> step
        while square & other:
            line |= square
            square >>= step
        if square & own:
            flipped |= line
    return flipped


class Othello(NamedTuple):
    """A position of Othello.

    `own` are the discs of the side to move, `other` the discs of the other side, and `legal` the
    squares where the side to move may place a disc. With `threshold` or more discs on the board,
    evaluations and scores treat the game as late.
    """

    grid: OthelloGrid
    threshold: int
    own: int
    other: int
    legal: int
    maximizing: bool = True

    @property
    def size(self) -> int:
        """The number of rows and of columns."""
        return self.grid.size

    @property
    def disc_count(self) -> int:
        """The number of discs on the board."""
        return (self.own | self.other).bit_count()

    def replies(self) -> int:
        """Return the squares, as bits, where the other side could play if it were to move."""
        return legal_squares(self.grid, self.other, self.own)

    def moves(self) -> Sequence[int]:
        """Return the legal squares row by row, else a pass, or () if neither side can move."""
        remaining = self.legal
        if not remaining:
            if self.replies():
                return (OTHELLO_PASS,)
            return ()
        squares = []
        while remaining:
            lowest = remaining & -remaining
            squares.append(lowest)
            remaining ^= lowest
        return squares

    def play(self, move: int) -> "Othello":
        """Return the position after placing a disc on the square `move`, or after a pass."""
        board, threshold, own, other, _, maximizing = self
        if move:
            flipped = flipped_discs(board, own, other, move)
            own |= flipped | move
            other ^= flipped
        # The other side is to move now, so its discs are `own` in the new position.
        legal = legal_squares(board, other, own)
        return Othello(board, threshold, other, own, legal, not maximizing)

    def passed(self) -> "Othello":
        """Return the position after a null move, which the rules may not allow."""
        return self.play(OTHELLO_PASS)

    def outcome(self) -> float | None:
        """Return Black's discs minus White's once neither side can move, else None."""
        if self.legal or self.replies():
            return None
        return self.disc_lead()

    def disc_lead(self) -> int:
        """Return Black's discs minus White's."""
        lead_of_mover = self.own.bit_count() - self.other.bit_count()
        return lead_of_mover if self.maximizing else -lead_of_mover

    def sides(self) -> tuple[int, int]:
        """Return Black's and White's discs."""
        if self.maximizing:
            return (self.own, self.other)
        return (self.other, self.own)

    def key(self) -> Hashable:
        """Return the discs and the side to move."""
        return (self.grid.size, self.own, self.other, self.maximizing)

    def text(self) -> str:
        """Return the characters from a1, row by row, and the side to move.

        >>> othello_start(4).text()
        '-----OX--XO----- X'
        """
        characters = "".join(self.grid.contents_by_cell(*self.sides(), "XO-"))
        side = "X" if self.maximizing else "O"
        return f"{characters} {side}"

    def name(self, move: int) -> str:
        """Return the column and the row, a1 at the top left, or `pass`."""
        return self.grid.names[move]

    def board(self) -> Board:
        """Return the board, with the heat map "weights" of the empty squares."""
        board = self.grid
        size = self.grid.size
        black, white = self.sides()
        weights = [None if (black | white) & bit else board.weights[bit] for bit in board.bits]
        return board.board(
            f"Othello {size}×{size}",
            board.contents_by_cell(black, white, OTHELLO_DISC_CELLS),
            captions=(f"Black {black.bit_count()}  White {white.bit_count()}",),
            dark=Player.FIRST,
            ground=Ground.GREEN,
            layers={"weights": board.rows(weights)},
        )


def make_othello(size: int, black: int, white: int, *, maximizing: bool) -> Othello:
    """Return the position with these discs, given as bits; Black is to move if `maximizing`."""
    board = othello_grid(size)
    if maximizing:
        own = black
        other = white
    else:
        own = white
        other = black
    return Othello(
        board,
        usual_threshold(size),
        own,
        other,
        legal=legal_squares(board, own, other),
        maximizing=maximizing,
    )


def usual_threshold(size: int) -> int:
    """Return 60 % of the squares of a board, rounded up.

    >>> usual_threshold(8)
    39
    """
    # Negated floor division rounds up.
    return -(-6 * size * size // 10)


def othello_start(size: int) -> Othello:
    """Return the first position: on 8×8, White has discs on d4 and e5, Black on e4 and d5."""
    bits = othello_grid(size).bits
    # `bits` lists the squares row by row; find the four in the middle.
    lower_right = size // 2 * size + size // 2
    lower_left = lower_right - 1
    upper_right = lower_right - size
    upper_left = upper_right - 1
    black = bits[upper_right] | bits[lower_left]
    white = bits[upper_left] | bits[lower_right]
    return make_othello(size, black, white, maximizing=True)


def forced_pass(position: Othello) -> int | None:
    """Return the pass if it is the only move, else None."""
    if not position.legal and position.replies():
        return OTHELLO_PASS
    return None
