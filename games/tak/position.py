"""What positions of Tak have in common, whoever's rules they are of."""

from collections.abc import Hashable
from typing import Protocol

from games import Board, Position
from games.tak.drawing import draw
from games.tak.grid import Grid
from games.tak.notation import write_tps
from games.tak.spreads import path

TOPS = ("1", "2")


class TakPosition(Position[str], Protocol):
    """A position of Tak, of our own rules or takpy's; its moves are their names in PTN."""

    @property
    def grid(self) -> Grid:
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
        """Return the board, the side to move, and what TPS does not contain: the run of spreads, the opening, komi."""
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
        square = path(self.grid, move)[2][-1][0] if placement is None else placement[1]
        column, row = divmod(square, self.size)
        return self.size - 1 - row, column

    def board(self) -> Board:
        """Return the position as a board to draw."""
        return draw(self.squares, self.size, self.ply, self.half_komi)
