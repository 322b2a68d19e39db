"""The rules of Tak in pure Python, on bits.

A set of squares is an integer (see `grid`). The pieces below a stack's top are an integer too: a leading 1, then from
bottom to top a 1 for each of White's and a 0 for each of Black's. So a placement copies only a few numbers, and only
the squares that the last move changed are searched for a road. Moves are their names in PTN, listed file by file.
"""

from collections.abc import Hashable, Sequence
from functools import lru_cache
from typing import NamedTuple

from games import Board
from games.tak.drawing import draw
from games.tak.endings import LONGEST_RUN_OF_SPREADS, any_road, completes_road, flat_result, road_result, top_flats
from games.tak.grid import Grid, grid
from games.tak.notation import Setup, reserves_left, write_board, write_tps
from games.tak.spreads import path, spreads

NOTHING_BENEATH = 1


class Tak(NamedTuple):
    """A position.

    `white` and `black` are the squares whose top piece is White's or Black's, `walls` and `capstones` those with such a
    piece on top, `beneath` the pieces below the top of each square. Then come the pieces not yet placed, the number of
    moves played, the number of spreads since the last placement, and the outcome (None: not over).
    """

    grid: Grid
    half_komi: int
    white: int
    black: int
    walls: int
    capstones: int
    beneath: tuple[int, ...]
    white_stones: int
    white_capstones: int
    black_stones: int
    black_capstones: int
    ply: int = 0
    run_of_spreads: int = 0
    result: float | None = None

    @property
    def size(self) -> int:
        """Side of the board."""
        return self.grid.size

    @property
    def maximizing(self) -> bool:
        """Whether White is to move."""
        return not self.ply & 1

    def moves(self) -> Sequence[str]:
        """Return the moves, square by square: placements on empty squares, spreads of the mover's stacks."""
        if self.result is not None:
            return ()
        board, white, black = self.grid, self.white, self.black
        empty = board.full & ~(white | black)
        if self.ply < 2:
            return [name for name, bit in zip(board.names, board.bits, strict=True) if empty & bit]
        own, stones, capstones = (
            (black, self.black_stones, self.black_capstones)
            if self.ply & 1
            else (white, self.white_stones, self.white_capstones)
        )
        placements = board.placements_by_reserve[(stones > 0) + 2 * (capstones > 0)]
        own_capstones = own & self.capstones
        blocked = self.walls | self.capstones
        names: list[str] = []
        for square, bit in enumerate(board.bits):
            if empty & bit:
                names += placements[square]
            elif own & bit:
                most = min(self.beneath[square].bit_length(), board.size)
                names += spreads(board, square, most, blocked, self.walls if own_capstones & bit else 0)
        return names

    def play(self, move: str) -> "Tak":
        """Return the position after one of the listed moves."""
        placement = self.grid.placements.get(move)
        return self._spread(move) if placement is None else self._place(*placement)

    def _place(self, letter: str, square: int) -> "Tak":
        """Place a piece on an empty square; in the first two plies one of the opponent's flats."""
        (board, half_komi, white, black, walls, capstones, beneath,
         white_stones, white_capstones, black_stones, black_capstones, ply, _, _) = self  # fmt: skip
        bit = board.bits[square]
        whites = (ply & 1 == 0) == (ply > 1)
        if letter == "S":
            walls |= bit
        elif letter == "C":
            capstones |= bit
        if whites:
            white |= bit
            white_stones, white_capstones = _take(letter, white_stones, white_capstones)
            tops, stones_left = white, white_stones + white_capstones
        else:
            black |= bit
            black_stones, black_capstones = _take(letter, black_stones, black_capstones)
            tops, stones_left = black, black_stones + black_capstones
        result: float | None = None
        if letter != "S" and completes_road(board, tops & ~walls, square):
            result = 1 if whites else -1
        elif not stones_left or white | black == board.full:
            result = flat_result(white, black, walls | capstones, half_komi)
        return Tak(board, half_komi, white, black, walls, capstones, beneath,
                   white_stones, white_capstones, black_stones, black_capstones, ply + 1, 0, result)  # fmt: skip

    def _spread(self, move: str) -> "Tak":
        """Take pieces from the top of one of the mover's stacks and drop them along a line."""
        (board, half_komi, white, black, walls, capstones, beneath,
         white_stones, white_capstones, black_stones, black_capstones, ply, run_of_spreads, _) = self  # fmt: skip
        source, count, steps = path(board, move)
        bits, piles = board.bits, list(beneath)
        moved = touched = bit = bits[source]
        pile = beneath[source] << 1 | (white & moved != 0)
        carried = pile & (1 << count) - 1
        pile >>= count
        piles[source] = pile >> 1 or NOTHING_BENEATH
        emptied = moved if pile == 1 else 0
        whites = moved if pile & 1 and not emptied else 0
        for target, dropped, in_hand in steps:
            bit = bits[target]
            pile = beneath[target] << 1 | (white & bit != 0) if (white | black) & bit else 1
            pile = pile << dropped | carried >> in_hand & (1 << dropped) - 1
            piles[target] = pile >> 1
            touched |= bit
            if pile & 1:
                whites |= bit
        white_road, black_road = white & ~walls, black & ~walls
        white = white & ~touched | whites
        black = black & ~touched | touched & ~whites & ~emptied
        if walls & moved:
            walls ^= moved | bit
        elif capstones & moved:
            capstones ^= moved | bit
            walls &= ~bit
        run_of_spreads += 1
        roads = ((white & ~walls, white_road, 1), (black & ~walls, black_road, -1))
        result = road_result(board, roads if ply & 1 == 0 else roads[::-1])
        if result is None:
            if white | black == board.full:
                result = flat_result(white, black, walls | capstones, half_komi)
            elif run_of_spreads >= LONGEST_RUN_OF_SPREADS:
                result = 0
        beneath = tuple(piles)
        return Tak(board, half_komi, white, black, walls, capstones, beneath, white_stones, white_capstones,
                   black_stones, black_capstones, ply + 1, run_of_spreads, result)  # fmt: skip

    def outcome(self) -> float | None:
        """Return 1 if White has won, -1 if Black has, 0 for a draw; komi counts."""
        return self.result

    def squares(self) -> tuple[str, ...]:
        """List the stacks as TPS writes them, file by file from a1 up."""
        white, walls, capstones = self.white, self.walls, self.capstones
        occupied = white | self.black
        return tuple([
            stack_text(pile << 1 | (white & bit != 0), "S" if walls & bit else "C" if capstones & bit else "")
            if occupied & bit
            else ""
            for pile, bit in zip(self.beneath, self.grid.bits, strict=True)
        ])  # fmt: skip

    def top_flats(self) -> int:
        """Return White's top flats minus Black's."""
        return top_flats(self.white, self.black, self.walls | self.capstones)

    def road_bits(self) -> tuple[int, int, int]:
        """Return the squares of White's road pieces, those of Black's, and the empty ones, as bits."""
        white, black = self.white, self.black
        return white & ~self.walls, black & ~self.walls, self.grid.full & ~(white | black)

    def key(self) -> Hashable:
        """Return the board, the side to move, and what TPS does not contain: the run of spreads, the opening, komi."""
        placed = f"{write_board(self.squares(), self.grid.size)} {(self.ply & 1) + 1}"
        return (placed, self.run_of_spreads, self.ply < 2, self.half_komi)

    def text(self) -> str:
        """Return the position in TPS."""
        return write_tps(Setup(self.grid.size, self.squares(), self.ply))

    def name(self, move: str) -> str:
        """Return the move: moves are their names."""
        return move

    def board(self) -> Board:
        """Return what there is to draw."""
        return draw(self, self.half_komi)


def position(setup: Setup, half_komi: int) -> Tak:
    """Set up a position; the game may be over in it."""
    board, squares = grid(setup.size), setup.squares
    (white_stones, white_capstones), (black_stones, black_capstones) = reserves_left(squares, setup.size)

    def having(*letters: str) -> int:
        return sum(bit for bit, stack in zip(board.bits, squares, strict=True) if stack.endswith(letters))

    white, black = having("1", "1S", "1C"), having("2", "2S", "2C")
    walls, capstones = having("S"), having("C")
    beneath = tuple(_beneath(stack) for stack in squares)
    unfinished = Tak(board, half_komi, white, black, walls, capstones, beneath,
                     white_stones, white_capstones, black_stones, black_capstones, setup.ply)  # fmt: skip
    return unfinished._replace(result=_result(unfinished))


def _beneath(stack: str) -> int:
    """Return a stack's pieces below the top as an integer."""
    return int("1" + stack.rstrip("SC")[:-1].replace("2", "0"), base=2)


@lru_cache(maxsize=1 << 14)
def stack_text(pile: int, letter: str) -> str:
    """Return a stack in TPS.

    >>> stack_text(0b110, "S")
    '12S'
    """
    return f"{pile:b}"[1:].replace("0", "2") + letter


def _take(letter: str, stones: int, capstones: int) -> tuple[int, int]:
    """Return the reserve (stones, capstones) after a piece is placed."""
    return (stones, capstones - 1) if letter == "C" else (stones - 1, capstones)


def _result(tak: Tak) -> float | None:
    """Return the outcome, from the whole board; if both players have a road, the last mover has won."""
    roads = ((tak.white & ~tak.walls, 1), (tak.black & ~tak.walls, -1))
    for road, winner in reversed(roads) if tak.maximizing else roads:
        if any_road(tak.grid, road):
            return winner
    out_of_pieces = not (tak.white_stones + tak.white_capstones and tak.black_stones + tak.black_capstones)
    if out_of_pieces or tak.white | tak.black == tak.grid.full:
        return flat_result(tak.white, tak.black, tak.walls | tak.capstones, tak.half_komi)
    return None
