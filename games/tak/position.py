"""What Tak positions share under our rules and takpy's: counts, the drawn board, the ending."""

from collections.abc import Hashable, Sequence
from functools import cache
from typing import Protocol

from games import Board, Cell, Ground, Player, Position
from games.tak.grid import TAK_COLUMN_LETTERS, TakGrid, read_spread
from games.tak.notation import reserves_left, write_komi, write_tps

ROAD_TOPS = (("1", "1C"), ("2", "2C"))
"""The ends of stacks in TPS whose top piece can be part of a road, for White and for Black."""


def mover_digit(ply: int) -> str:
    """Return the digit of the mover's pieces in TPS: 1 for White, in even plies, else 2."""
    return "12"[ply % 2]


def opponent_digit(ply: int) -> str:
    """Return the digit of the opponent's pieces in TPS."""
    return "21"[ply % 2]


def road_counts(squares: Sequence[str], size: int, ply: int) -> list[int]:
    """Return the number of the mover's road pieces in the row and the column of each square.

    White is the mover in even plies. In plies 0 and 1, when each player places an opponent's piece,
    the mover's own pieces still count.
    """
    tops_of_mover = ROAD_TOPS[ply % 2]
    is_road_piece = [stack.endswith(tops_of_mover) for stack in squares]
    # Squares are listed column by column.
    column_starts = range(0, size * size, size)
    column_counts = [sum(is_road_piece[start : start + size]) for start in column_starts]
    row_counts = [sum(is_road_piece[row::size]) for row in range(size)]
    return [in_column + in_row for in_column in column_counts for in_row in row_counts]


def heights_beside(board: TakGrid, squares: Sequence[str], ply: int) -> list[int]:
    """Return for each square the total height of the opponent's stacks next to it."""
    opponent = opponent_digit(ply)
    heights = [0] * len(squares)
    for square, stack in enumerate(squares):
        owners = stack.rstrip("SC")
        if owners.endswith(opponent):
            for neighbour in board.neighbours[square]:
                heights[neighbour] += len(owners)
    return heights


@cache
def distances_from_centre(size: int) -> tuple[int, ...]:
    """Return the distance of each square from the centre, in steps along rows and columns.

    On a board with an even number of rows, the centre is where the four middle squares meet.

    >>> distances_from_centre(3)
    (2, 1, 2, 1, 0, 1, 2, 1, 2)
    """
    last_line = size - 1
    # Count in half steps, since the centre may lie between two lines of squares.
    half_steps = [abs(2 * line - last_line) for line in range(size)]
    return tuple((across + up) // 2 for across in half_steps for up in half_steps)


TAK_PIECE_NAMES = {"S": "wall", "C": "capstone"}
OWNER_OF_DIGIT = {"1": Player.FIRST, "2": Player.SECOND}


def tak_cell(stack: str) -> Cell:
    """Return the cell for a stack as TPS writes it.

    >>> tak_cell("12S").piece
    'wall'
    """
    if not stack:
        return Cell()
    owners = tuple(OWNER_OF_DIGIT[piece] for piece in stack.rstrip("SC"))
    return Cell(TAK_PIECE_NAMES.get(stack[-1], "flat"), owners[-1], owners)


def draw_tak_board(squares: tuple[str, ...], size: int, ply: int, half_komi: int) -> Board:
    """Return the board, with captions that count the pieces left to place.

    The layer "road" counts, for each empty square, the mover's road pieces in its row and column.
    """
    cells = tuple(map(tak_cell, squares))
    counts = road_counts(squares, size, ply)
    layer = tuple(None if stack else count for stack, count in zip(squares, counts, strict=True))
    white, black = reserves_left(squares, size)
    title = f"Tak {size}×{size}"
    if half_komi:
        title += f", komi {write_komi(half_komi)}"
    rows_from_top = range(size - 1, -1, -1)
    return Board(
        title,
        cells=tuple(cells[row::size] for row in rows_from_top),
        columns=tuple(TAK_COLUMN_LETTERS[:size]),
        rows=tuple(str(row + 1) for row in rows_from_top),
        spoken=(reserves_in_words("White", white), reserves_in_words("Black", black)),
        captions=(f"White {white[0]}+{white[1]}  Black {black[0]}+{black[1]}",),
        ground=Ground.WOOD,
        layers={"road": tuple(layer[row::size] for row in rows_from_top)},
    )


def reserves_in_words(side: str, left: tuple[int, int]) -> str:
    """Say how many pieces a side has left to place; `left` counts (stones, capstones).

    >>> reserves_in_words("White", (16, 0)), reserves_in_words("Black", (1, 1))
    ('White has 16 stones and no capstone left', 'Black has 1 stone and 1 capstone left')
    """
    stones = _count_pieces(left[0], "stone")
    capstones = _count_pieces(left[1], "capstone")
    return f"{side} has {stones} and {capstones} left"


def _count_pieces(count: int, piece: str) -> str:
    """Return a number of pieces in words: "no stone", "1 stone", "2 stones"."""
    if not count:
        return f"no {piece}"
    if count == 1:
        return f"1 {piece}"
    return f"{count} {piece}s"


class TakPosition(Position[str], Protocol):
    """A position of Tak, under the rules in Python or in takpy; a move is its name in PTN."""

    @property
    def grid(self) -> TakGrid:
        """The constants of the board."""

    @property
    def squares(self) -> tuple[str, ...]:
        """The stack of each square as TPS writes it, file by file from a1 up."""

    @property
    def ply(self) -> int:
        """The number of moves played; in plies 0 and 1 a player places an opponent's piece."""

    @property
    def half_komi(self) -> int:
        """The number of half flats that are added to Black's count."""

    @property
    def run_of_spreads(self) -> int:
        """The number of spreads since the last placement."""

    @property
    def size(self) -> int:
        """The number of rows of the board."""
        return self.grid.size

    @property
    def maximizing(self) -> bool:
        """Whether White is to move."""
        return not self.ply & 1

    def top_flat_lead(self) -> int:
        """Return White's top flats minus Black's, without komi."""

    def road_bits(self) -> tuple[int, int, int]:
        """Return White's road pieces, Black's road pieces and the empty squares, as bits."""

    def key(self) -> Hashable:
        """Return the board, the side to move, the run of spreads, the opening and komi."""
        return (self.text().rpartition(" ")[0], self.run_of_spreads, self.ply < 2, self.half_komi)

    def text(self) -> str:
        """Return the position in TPS."""
        return write_tps(self.squares, self.size, self.ply)

    def name(self, move: str) -> str:
        """Return the move itself, since a move is its name."""
        return move

    def landing(self, move: str) -> tuple[int, int]:
        """Return the row from the top and the column where the last piece of a move lands."""
        placement = self.grid.placements.get(move)
        if placement is None:
            square = read_spread(self.grid, move).steps[-1].square
        else:
            _, square = placement
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
    for near_edge, far_edge in board.edges:
        reached = board.connected_squares(near_edge & road, road)
        if reached & far_edge:
            return True
    return False


def is_won_by_road(position: TakPosition, outcome: float) -> bool:
    """Return whether the winner of a finished game has a road."""
    white_road, black_road, _ = position.road_bits()
    return has_road(position.grid, white_road if outcome > 0 else black_road)


def flats_in_words(count: int) -> str:
    """Return a number of flats in words: "1 flat", "2 flats"."""
    plural = "s" if count != 1 else ""
    return f"{count} flat{plural}"


def tak_ending(position: TakPosition, outcome: float) -> str:
    """Say how a game has ended: by a road, by flats, or by too many spreads in a row."""
    if outcome and is_won_by_road(position, outcome):
        winner = "White" if outcome > 0 else "Black"
        return f"{winner} completes a road and wins"

    _, _, empty = position.road_bits()
    white_reserve, black_reserve = reserves_left(position.squares, position.size)
    if not empty:
        reason = "the board is full"
    elif not any(white_reserve):
        reason = "White has no pieces left"
    elif not any(black_reserve):
        reason = "Black has no pieces left"
    else:
        return f"{MAX_SPREADS_IN_A_ROW} spreads in a row: a draw"
    return f"{reason}{_flat_count_words(position, outcome)}"


def _flat_count_words(position: TakPosition, outcome: float) -> str:
    """Say who won by flats and by how much, as words to append to the reason for the end.

    For example " and White wins by 9 flats to 7" or ": a draw with 8 flats each".
    """
    white = sum(stack.endswith("1") for stack in position.squares)
    black = sum(stack.endswith("2") for stack in position.squares)
    if not outcome and white == black:
        return f": a draw with {flats_in_words(white)} each"
    if not outcome:
        return f": a draw by {flats_in_words(white)} to {black} with komi"

    if outcome > 0:
        return f" and White wins by {flats_in_words(white)} to {black}"
    # With komi, Black may win with fewer flats.
    komi = " and komi" if black <= white else ""
    return f" and Black wins by {flats_in_words(black)}{komi} to {white}"
