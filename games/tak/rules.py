"""The rules of Tak in pure Python, on stacks as TPS writes them.

What is on top of them is kept as sets of squares, too: integers (see `grid`), of which a move
changes few bits. Moves are their names in PTN, listed file by file.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from games.tak.grid import TakGrid, apply_spread, spread_names, tak_grid
from games.tak.notation import TakSetup, empty_tak_setup, reserves_left
from games.tak.position import MAX_SPREADS_IN_A_ROW, TakPosition, has_road


class Stacks(NamedTuple):
    """The fields of a position.

    `white` and `black` are the squares with a road piece of White's or Black's on top, `walls` and
    `capstones` those with such a piece. `reserves` are (stones, capstones) not yet placed, of White
    and of Black; `result` is the outcome, None while the game is not over.
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
    """A position."""

    def moves(self) -> Sequence[str]:
        """Return the placements on empty squares and spreads of the mover's stacks, by square."""
        if self.result is not None:
            return ()
        board = self.grid
        squares = self.squares
        own = "12"[self.ply & 1]
        if self.ply < 2:
            return [name for name, stack in zip(board.names, squares, strict=True) if not stack]
        stones, capstones = self.reserves[self.ply & 1]
        placements = board.placements_by_reserve[(stones > 0) + 2 * (capstones > 0)]
        walls = self.walls
        blocked = self.walls | self.capstones
        size = board.size
        names: list[str] = []
        for square, stack in enumerate(squares):
            if not stack:
                names += placements[square]
            elif (pieces := stack.rstrip("SC"))[-1] == own:
                names += spread_names(
                    board, square, min(len(pieces), size), blocked, walls if stack[-1] == "C" else 0
                )
        return names

    def play(self, move: str) -> "Tak":
        """Return the position after a legal move; the first two moves place the opponent's flats."""
        placement = self.grid.placements.get(move)
        if placement is None:
            return self.changed(
                apply_spread(self.grid, self.squares, move), self.run_of_spreads + 1
            )
        letter, square = placement
        return self.changed({square: "12"[self.ply & 1 ^ (self.ply < 2)] + letter}, 0)

    def changed(self, stacks: Mapping[int, str], run_of_spreads: int) -> "Tak":
        """Return the position in which some squares have other stacks, a ply later."""
        board, before, ply, half_komi, _, white, black, walls, capstones, reserves, _ = self
        squares = [*before]
        for square, stack in stacks.items():
            squares[square] = stack
            bit = board.bits[square]
            top = stack[-1:]
            owner = stack.rstrip("SC")[-1:]
            # Clear the square in all sets, then set what is on top of it now.
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
        if not run_of_spreads:
            reserves = reserves_left(squares, board.size)
        sets = white, black, walls, capstones
        after = Tak(board, tuple(squares), ply + 1, half_komi, run_of_spreads, *sets, reserves)
        result = after.judged(self)
        if result is None:
            return after
        return after._replace(result=result)

    def judged(self, before: "Tak") -> float | None:
        """Return the outcome, or None; if both players have a road, the last mover has won.

        A new road has a square that its owner has gained. By flats, komi is added to Black's; it is
        a whole number, so draws are possible.
        """
        roads = ((self.white, before.white, 1), (self.black, before.black, -1))
        for road, road_before, winner in roads[:: -1 if self.maximizing else 1]:
            if road & ~road_before and has_road(self.grid, road):
                return winner
        if all(self.squares) or not all(map(any, self.reserves)):
            ahead = 2 * self.top_flats() - self.half_komi
            return (ahead > 0) - (ahead < 0)
        return 0 if self.run_of_spreads >= MAX_SPREADS_IN_A_ROW else None

    def outcome(self) -> float | None:
        """Return 1 if White has won, -1 if Black has, 0 for a draw; komi counts."""
        return self.result

    def top_flats(self) -> int:
        """Return White's top flats less Black's, without komi."""
        return (self.white & ~self.capstones).bit_count() - (
            self.black & ~self.capstones
        ).bit_count()

    def road_bits(self) -> tuple[int, int, int]:
        """Return White's road pieces, Black's road pieces and the empty squares, as bits."""
        return self.white, self.black, self.grid.full & ~(self.white | self.black | self.walls)


def make_own_tak(setup: TakSetup, half_komi: int) -> Tak:
    """Set up a position; the game may be over in it."""
    empty = Tak(tak_grid(setup.size), empty_tak_setup(setup.size).squares, setup.ply - 1, half_komi)
    return empty.changed(dict(enumerate(setup.squares)), 0)
