"""What Tak positions share under our rules and takpy's: counts, the drawn board, the ending."""

from collections.abc import Hashable, Sequence
from functools import cache
from typing import Protocol

from games import Board, Cell, Ground, Player, Position
from games.tak.grid import TakGrid, read_spread
from games.tak.notation import reserves_left, write_komi, write_tps

ROAD_TOPS = (("1", "1C"), ("2", "2C"))
"""How TPS writes the end of a stack whose top piece is part of a road, for White and for Black."""


def road_counts(squares: Sequence[str], size: int, ply: int) -> list[int]:
    """Return for every square how many road pieces the player to move has in its row and column.

    As in the tutorial, this holds in plies 0 and 1 too, where a piece of the opponent's is placed.
    """
    tops = ROAD_TOPS[ply % 2]
    roads = [stack.endswith(tops) for stack in squares]
    in_column = [sum(roads[first : first + size]) for first in range(0, size * size, size)]
    in_row = [sum(roads[row::size]) for row in range(size)]
    return [column + row for column in in_column for row in in_row]


def heights_beside(board: TakGrid, squares: Sequence[str], ply: int) -> list[int]:
    """Return for every square the sum of the heights of the opponent's stacks beside it."""
    opponent = "21"[ply % 2]
    heights = [0] * len(squares)
    for square, stack in enumerate(squares):
        owners = stack.rstrip("SC")
        if owners.endswith(opponent):
            for neighbour in board.neighbours[square]:
                heights[neighbour] += len(owners)
    return heights


@cache
def distances_from_centre(size: int) -> tuple[int, ...]:
    """Return each square's distance from the centre, in whole steps along rows and columns.

    >>> distances_from_centre(3)
    (2, 1, 2, 1, 0, 1, 2, 1, 2)
    """
    doubled = [abs(2 * line - size + 1) for line in range(size)]
    return tuple((across + up) // 2 for across in doubled for up in doubled)


TAK_PIECE_NAMES = {"S": "wall", "C": "capstone"}
OWNER_OF_DIGIT = {"1": Player.FIRST, "2": Player.SECOND}


def tak_cell(stack: str) -> Cell:
    """Return the cell of one stack in TPS.

    >>> tak_cell("12S").piece
    'wall'
    """
    if not stack:
        return Cell()
    owners = tuple(OWNER_OF_DIGIT[piece] for piece in stack.rstrip("SC"))
    return Cell(TAK_PIECE_NAMES.get(stack[-1], "flat"), owners[-1], owners)


def draw_tak_board(squares: tuple[str, ...], size: int, ply: int, half_komi: int) -> Board:
    """Return the board, with the reserves below it and the heat map "road" by `road_counts`."""
    cells = tuple(map(tak_cell, squares))
    counts = road_counts(squares, size, ply)
    roads = tuple(None if stack else count for stack, count in zip(squares, counts, strict=True))
    white, black = reserves_left(squares, size)
    top_down = range(size - 1, -1, -1)
    return Board(
        title=f"Tak {size}×{size}" + (f", komi {write_komi(half_komi)}" if half_komi else ""),
        cells=tuple(cells[row::size] for row in top_down),
        columns=tuple("abcdefgh"[:size]),
        rows=tuple(str(row + 1) for row in top_down),
        spoken=(reserves_in_words("White", white), reserves_in_words("Black", black)),
        captions=(f"White {white[0]}+{white[1]}  Black {black[0]}+{black[1]}",),
        ground=Ground.WOOD,
        layers={"road": tuple(roads[row::size] for row in top_down)},
    )


def reserves_in_words(side: str, left: tuple[int, int]) -> str:
    """Say how many stones and capstones a side has left to place.

    >>> reserves_in_words("White", (16, 0)), reserves_in_words("Black", (1, 1))
    ('White has 16 stones and no capstone left', 'Black has 1 stone and 1 capstone left')
    """
    stones, capstones = (
        f"{count or 'no'} {piece}{'s' * (count > 1)}"
        for count, piece in zip(left, ("stone", "capstone"), strict=True)
    )
    return f"{side} has {stones} and {capstones} left"


class TakPosition(Position[str], Protocol):
    """A position of Tak, of our own rules or takpy's; its moves are their names in PTN."""

    @property
    def grid(self) -> TakGrid:
        """The constants of the board."""

    @property
    def squares(self) -> tuple[str, ...]:
        """Each square's stack as TPS writes it, file by file from a1 up."""

    @property
    def ply(self) -> int:
        """The number of moves played; in plies 0 and 1 a player places a piece of the opponent's."""

    @property
    def half_komi(self) -> int:
        """What is added to Black's flats, in halves."""

    @property
    def run_of_spreads(self) -> int:
        """The number of spreads since the last placement."""

    @property
    def size(self) -> int:
        """Side of the board."""
        return self.grid.size

    @property
    def maximizing(self) -> bool:
        """Whether White is to move."""
        return not self.ply & 1

    def top_flats(self) -> int:
        """Return White's top flats less Black's, without komi."""

    def road_bits(self) -> tuple[int, int, int]:
        """Return the squares of White's road pieces, those of Black's, and the empty ones, as bits."""

    def key(self) -> Hashable:
        """Return the board, the side to move, the run of spreads, the opening and komi."""
        return (self.text().rpartition(" ")[0], self.run_of_spreads, self.ply < 2, self.half_komi)

    def text(self) -> str:
        """Return the position in TPS."""
        return write_tps(self.squares, self.size, self.ply)

    def name(self, move: str) -> str:
        """Return the move: moves are their names."""
        return move

    def landing(self, move: str) -> tuple[int, int]:
        """Return the row from the top and the column of the square where a move places or drops its last piece."""
        placement = self.grid.placements.get(move)
        if placement is None:
            square = read_spread(self.grid, move)[2][-1][0]
        else:
            square = placement[1]
        column, row = divmod(square, self.size)
        return self.size - 1 - row, column

    def board(self) -> Board:
        """Return the position as a board to draw."""
        return draw_tak_board(self.squares, self.size, self.ply, self.half_komi)


MAX_SPREADS_IN_A_ROW = 50
"""The game is a draw after this many spreads in a row."""


def has_road(board: TakGrid, road: int) -> bool:
    """Return whether a set of squares connects two opposite edges.

    >>> from games.tak.grid import tak_grid
    >>> board = tak_grid(3)
    >>> has_road(board, sum(board.bits[:3])), has_road(board, sum(board.bits[:2]))
    (True, False)
    """
    return any(board.joined(first & road, road) & last for first, last in board.edges)


def is_won_by_road(position: TakPosition, outcome: float) -> bool:
    """Return whether the winner of a game that is over, by its outcome, has a road."""
    white_road, black_road, _ = position.road_bits()
    return has_road(position.grid, white_road if outcome > 0 else black_road)


def flats_in_words(count: int) -> str:
    """Return a number of flats in words."""
    return f"{count} flat{'s' * (count != 1)}"


def ending(position: TakPosition, outcome: float) -> str:
    """Say how a game has ended: by a road, by flats, or by the longest run of spreads."""
    if outcome and is_won_by_road(position, outcome):
        return f"{'White' if outcome > 0 else 'Black'} completes a road and wins"
    empty = position.road_bits()[2]
    reserves = reserves_left(position.squares, position.size)
    if empty and all(map(any, reserves)):
        return f"{MAX_SPREADS_IN_A_ROW} spreads in a row: a draw"
    why = "the board is full"
    if empty:
        why = f"{'Black' if any(reserves[0]) else 'White'} has no pieces left"
    white, black = (sum(stack.endswith(owner) for stack in position.squares) for owner in "12")
    if not outcome:
        if white == black:
            return f"{why}: a draw with {flats_in_words(white)} each"
        return f"{why}: a draw by {flats_in_words(white)} to {black} with komi"
    if outcome > 0:
        winner = "White"
        flats = white
        others = black
    else:
        winner = "Black"
        flats = black
        others = white
    return f"{why} and {winner} wins by {flats_in_words(flats)}{' and komi' if flats <= others else ''} to {others}"
