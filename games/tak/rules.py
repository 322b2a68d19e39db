"""The rules of Tak in pure Python, on stacks as TPS writes them.

Sets of squares, as integers (see `grid`), hold the squares of each kind of top piece, since a move
changes few of their bits. Moves are their names in PTN, listed file by file.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from games.tak.grid import TakGrid, apply_spread, spread_names, tak_grid
from games.tak.notation import TakSetup, empty_tak_setup, reserves_left
from games.tak.position import (
    MAX_SPREADS_IN_A_ROW,
    TakPosition,
    has_road,
    mover_digit,
    opponent_digit,
)


class Stacks(NamedTuple):
    """The fields of a position.

    `white` and `black` are the squares with a road piece of that side on top, `walls` and
    `capstones` the squares with such a piece on top. `reserves` are the (stones, capstones) that
    White and Black have not placed yet. `result` is the outcome, None while the game goes on.
    """

    grid: TakGrid
    squares: tuple[str, ...]
    ply: int
    half_komi: int
    run_of_spreads: int = 0
    white: int = 0
    black: int = 0
    walls: int = 0
    capstones: int = 0
    reserves: tuple[tuple[int, int], tuple[int, int]] = ((0, 0), (0, 0))
    result: float | None = None


class Tak(Stacks, TakPosition):
    """A position under the rules in pure Python."""

    def moves(self) -> Sequence[str]:
        """Return the placements and the spreads, ordered by square; () after the end."""
        if self.result is not None:
            return ()
        board = self.grid
        squares = self.squares
        # The first move of each side places an opponent's flat on an empty square.
        if self.ply < 2:
            return [name for name, stack in zip(board.names, squares, strict=True) if not stack]

        own = mover_digit(self.ply)
        stones, capstones = self.reserves[self.ply & 1]
        placements = board.placements_by_reserve[stones > 0, capstones > 0]
        blocked = self.walls | self.capstones
        names: list[str] = []
        for square, stack in enumerate(squares):
            if not stack:
                names += placements[square]
                continue
            pieces = stack.rstrip("SC")
            if pieces[-1] == own:
                # A player may lift as many pieces as the board has rows.
                max_lifted = min(len(pieces), board.size)
                flattenable = self.walls if stack[-1] == "C" else 0
                names += spread_names(board, square, max_lifted, blocked, flattenable)
        return names

    def play(self, move: str) -> "Tak":
        """Return the position after a legal move."""
        placement = self.grid.placements.get(move)
        if placement is None:
            stacks = apply_spread(self.grid, self.squares, move)
            return self.with_stacks(stacks, self.run_of_spreads + 1)
        letter, square = placement
        # The first move of each side places an opponent's flat.
        owner = opponent_digit(self.ply) if self.ply < 2 else mover_digit(self.ply)
        return self.with_stacks({square: owner + letter}, 0)

    def with_stacks(self, stacks: Mapping[int, str], run_of_spreads: int) -> "Tak":
        """Return the position after a move, given the stacks that it changes.

        `stacks` are the new stacks by square, each as TPS writes it. `run_of_spreads` is the number
        of spreads since the last placement, 0 if the move is a placement.
        """
        # Most of the time that a move takes is spent here, so use plain local variables.
        board = self.grid
        white = self.white
        black = self.black
        walls = self.walls
        capstones = self.capstones
        squares = [*self.squares]
        for square, stack in stacks.items():
            squares[square] = stack
            bit = board.bits[square]
            top = stack[-1:]
            owner = stack.rstrip("SC")[-1:]
            # Clear the square in all sets, then add it to the sets of its new top piece.
            walls &= ~bit
            capstones &= ~bit
            white &= ~bit
            black &= ~bit
            if top == "S":
                walls |= bit
            elif owner == "1":
                white |= bit
            elif owner == "2":
                black |= bit
            if top == "C":
                capstones |= bit

        is_spread = run_of_spreads > 0
        # Only a placement changes the reserves.
        reserves = self.reserves if is_spread else reserves_left(squares, board.size)
        after = Tak(
            board,
            tuple(squares),
            self.ply + 1,
            self.half_komi,
            run_of_spreads=run_of_spreads,
            white=white,
            black=black,
            walls=walls,
            capstones=capstones,
            reserves=reserves,
        )
        result = after.result_after(self)
        if result is None:
            return after
        return after._replace(result=result)

    def result_after(self, before: "Tak") -> float | None:
        """Return 1 if White has won by the last move, -1 if Black has, 0 for a draw, else None.

        `before` is the position before that move. If both players have a road, the last mover has
        won. If the result depends on the number of flats, komi is added to Black's.
        """
        white_road = (self.white, before.white, 1)
        black_road = (self.black, before.black, -1)
        # Look for a road of the last mover first; if White is to move, this is Black.
        roads = (black_road, white_road) if self.maximizing else (white_road, black_road)
        for road, road_before, winner in roads:
            # Only a side that has gained a square can have a new road.
            if road & ~road_before and has_road(self.grid, road):
                return winner
        is_board_full = all(self.squares)
        has_empty_reserve = (0, 0) in self.reserves
        if is_board_full or has_empty_reserve:
            lead_in_half_flats = 2 * self.top_flat_lead() - self.half_komi
            if not lead_in_half_flats:
                return 0
            return 1 if lead_in_half_flats > 0 else -1
        if self.run_of_spreads >= MAX_SPREADS_IN_A_ROW:
            return 0
        return None

    def outcome(self) -> float | None:
        """Return 1 if White has won, -1 if Black has, 0 for a draw, None while the game goes on."""
        return self.result

    def top_flat_lead(self) -> int:
        """Return White's top flats minus Black's, without komi."""
        white_flats = self.white & ~self.capstones
        black_flats = self.black & ~self.capstones
        return white_flats.bit_count() - black_flats.bit_count()

    def road_bits(self) -> tuple[int, int, int]:
        """Return White's road pieces, Black's road pieces and the empty squares, as bits."""
        return self.white, self.black, self.grid.full & ~(self.white | self.black | self.walls)


def make_own_tak(setup: TakSetup, half_komi: int) -> Tak:
    """Return a position under the rules in Python; the game may be over."""
    grid = tak_grid(setup.size)
    # Place all pieces as if in one move, so that the result of the game is found, too.
    empty = Tak(grid, empty_tak_setup(setup.size).squares, setup.ply - 1, half_komi)
    return empty.with_stacks(dict(enumerate(setup.squares)), 0)
