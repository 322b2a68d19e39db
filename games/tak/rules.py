"""The rules of Tak in pure Python, on stacks as TPS writes them.

Sets of squares, as integers (see `grid`), hold the squares of each kind of top piece, since a move
changes few of their bits. Moves are their names in PTN, listed file by file.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from games.tak.grid import TakGrid, apply_spread, spread_names, tak_grid
from games.tak.notation import TakSetup, empty_tak_setup, reserves_left
from games.tak.position import MAX_SPREADS_IN_A_ROW, TakPosition, has_road


class Stacks(NamedTuple):
    """The fields of a position.

    `white` and `black` are the squares with a road piece of that side on top, `walls` and
    `capstones` those with such a piece on top. `reserves` are the (stones, capstones) that White
    and Black have not placed yet. `result` is the outcome, None while the game goes on.
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
        """Return the placements on empty squares and spreads of the mover's stacks, by square."""
        if self.result is not None:
            return ()
        board = self.grid
        squares = self.squares
        # Each side first places a flat of its opponent's.
        if self.ply < 2:
            return [name for name, stack in zip(board.names, squares, strict=True) if not stack]

        # White moves in even plies, and its pieces are written as 1.
        own = "12"[self.ply & 1]
        stones, capstones = self.reserves[self.ply & 1]
        # 0 without any piece left, 1 with stones, 2 with capstones, 3 with both.
        reserve = 1 if stones else 0
        if capstones:
            reserve += 2
        placements = board.placements_by_reserve[reserve]
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
                flattened = self.walls if stack[-1] == "C" else 0
                names += spread_names(board, square, max_lifted, blocked, flattened)
        return names

    def play(self, move: str) -> "Tak":
        """Return the position after a legal move; the first two moves place an opponent's flat."""
        placement = self.grid.placements.get(move)
        if placement is None:
            stacks = apply_spread(self.grid, self.squares, move)
            return self.with_stacks(stacks, self.run_of_spreads + 1)
        letter, square = placement
        owners = "21" if self.ply < 2 else "12"
        owner = owners[self.ply % 2]
        return self.with_stacks({square: owner + letter}, 0)

    def with_stacks(self, stacks: Mapping[int, str], run_of_spreads: int) -> "Tak":
        """Return the position a ply later, with new stacks on some squares.

        `stacks` are the new stacks by square, each as TPS writes it. `run_of_spreads` is the number
        of spreads in a row up to now: 0 if the last move was a placement.
        """
        # Plain assignments on locals: this is most of the time that a move takes.
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

        # A spread moves pieces, but takes none from the reserves.
        reserves = self.reserves if run_of_spreads else reserves_left(squares, board.size)
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
        won. When flats are counted, komi is added to Black's. It may be a whole number, so draws
        are possible.
        """
        white_road = (self.white, before.white, 1)
        black_road = (self.black, before.black, -1)
        # The last mover's road counts first, and White is to move after Black.
        roads = (black_road, white_road) if self.maximizing else (white_road, black_road)
        for road, road_before, winner in roads:
            # Only a road with a square that its owner has gained can be new.
            if road & ~road_before and has_road(self.grid, road):
                return winner
        is_board_full = all(self.squares)
        has_empty_reserve = not all(map(any, self.reserves))
        if is_board_full or has_empty_reserve:
            half_flats_ahead = 2 * self.top_flat_lead() - self.half_komi
            if not half_flats_ahead:
                return 0
            return 1 if half_flats_ahead > 0 else -1
        if self.run_of_spreads >= MAX_SPREADS_IN_A_ROW:
            return 0
        return None

    def outcome(self) -> float | None:
        """Return 1 if White has won, -1 if Black has, 0 for a draw; komi counts."""
        return self.result

    def top_flat_lead(self) -> int:
        """Return White's top flats less Black's, without komi."""
        white_flats = self.white & ~self.capstones
        black_flats = self.black & ~self.capstones
        return white_flats.bit_count() - black_flats.bit_count()

    def road_bits(self) -> tuple[int, int, int]:
        """Return White's road pieces, Black's road pieces and the empty squares, as bits."""
        return self.white, self.black, self.grid.full & ~(self.white | self.black | self.walls)


def make_own_tak(setup: TakSetup, half_komi: int) -> Tak:
    """Set up a position, in which the game may be over."""
    grid = tak_grid(setup.size)
    # One move that places all pieces at once leads to the position.
    empty = Tak(grid, empty_tak_setup(setup.size).squares, setup.ply - 1, half_komi)
    return empty.with_stacks(dict(enumerate(setup.squares)), 0)
