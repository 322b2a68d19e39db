"""The rules of Tak by takpy, a library written in Rust; only this file calls it.

Version 0.10.0 needs some care. A move that fails leaves a game half changed, so games are only
cloned. takpy lists moves after the end of a game, so the result is asked first. Its enumerations
cannot be keys of a dictionary, so they are used as numbers. takpy does not check a position given
as text, so `notation` does. It counts a stack of more than 63 pieces wrongly, so `rules` plays
positions with more pieces than that on the board, and those with a komi that takpy lacks.
"""

from collections.abc import Sequence
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

from games import AnyPosition
from games.tak import rules
from games.tak.grid import TAK_RESERVES, TakGrid, tak_grid
from games.tak.notation import TakSetup, reserves_left, rows_to_files, split_tps_row, write_tps
from games.tak.position import ROAD_TOPS, TakPosition

TALLEST_STACK = 63
"""takpy stores a stack in 64 bits, one of which marks its height."""

PIECES_PER_BOARD = {
    size: 2 * (stones + capstones) for size, (stones, capstones) in TAK_RESERVES.items()
}
KNOWN_KOMI = (0, 4)
"""The half flats that takpy can add to Black's count."""
MAY_GROW_TOO_TALL = {size for size, pieces in PIECES_PER_BOARD.items() if pieces > TALLEST_STACK}

TAKPY_OUTCOMES: tuple[float | None, ...] = (None, 1, -1, 0)
"""Outcomes by the numbers of takpy's results: ongoing, White wins, Black wins, draw."""


@cache
def takpy_library() -> Any:
    """Return the library, or None if it is missing or does not work."""
    try:
        library = import_module("takpy")
        is_usable = _is_takpy_usable(library)
    except Exception:  # noqa: BLE001  an installation can be broken in any way
        return None
    return library if is_usable else None


def _is_takpy_usable(library: Any) -> bool:
    """Return whether takpy's functions give the right results for the first move on 3×3."""
    results = library.GameResult
    numbers = [*map(int, (results.Ongoing, results.WhiteWin, results.BlackWin, results.Draw))]
    game = library.game_from_tps(3, "x3/x3/x3 1 1", 0)
    first = repr(game.possible_moves()[0])
    after = game.clone_and_play(library.Move(first))
    checks = (
        numbers == [0, 1, 2, 3],
        first == "a1",
        repr(after) == "x3/x3/2,x2 2 1",
        (after.size, after.ply, after.reversible_plies) == (3, 1, 0),
        (after.half_komi, int(after.result()), after.black_reserves) == (0, 0, (9, 0)),
    )
    return all(checks)


@cache
def read_takpy_move(name: str) -> Any:
    """Return takpy's move with a name; cached, so each name is read once."""
    return takpy_library().Move(name)


class TakpyGame(NamedTuple):
    """A game of takpy, with copies of the attributes that are often read."""

    game: Any
    grid: TakGrid
    ply: int
    half_komi: int
    run_of_spreads: int


class TakpyTak(TakpyGame, TakPosition):
    """A position under takpy's rules."""

    def moves(self) -> Sequence[str]:
        """Return the moves in takpy's order; () once the game is over."""
        if self.outcome() is None:
            return [repr(move) for move in self.game.possible_moves()]
        return ()

    def play(self, move: str) -> Any:
        """Return the position after a legal move.

        If a stack could become too tall for takpy, the rules in Python take over.
        """
        after = _takpy_position(self.game.clone_and_play(read_takpy_move(move)))
        if after.size in MAY_GROW_TOO_TALL:
            unplaced = sum(after.game.white_reserves) + sum(after.game.black_reserves)
            placed = PIECES_PER_BOARD[after.size] - unplaced
            if placed > TALLEST_STACK:
                setup = TakSetup(after.size, after.squares, after.ply)
                return rules.make_own_tak(setup, after.half_komi)
        return after

    def outcome(self) -> float | None:
        """Return 1 if White has won, -1 if Black has, 0 for a draw, None while the game goes on."""
        return TAKPY_OUTCOMES[int(self.game.result())]

    @property
    def squares(self) -> tuple[str, ...]:
        """The stack of each square as TPS writes it, file by file from a1 up."""
        rows = repr(self.game).partition(" ")[0].split("/")
        return rows_to_files([split_tps_row(row) for row in rows])

    def top_flat_lead(self) -> int:
        """Return White's top flats minus Black's, without komi."""
        # Count in the TPS, which is much faster than on the board.
        stacks = repr(self.game).partition(" ")[0].replace("/", ",") + ","
        # The text `x2,` is not a black flat but two empty squares.
        return stacks.count("1,") - stacks.count("2,") + stacks.count("x2,")

    def road_bits(self) -> tuple[int, int, int]:
        """Return White's road pieces, Black's road pieces and the empty squares, as bits."""
        pairs = [*zip(self.grid.bits, self.squares, strict=True)]
        white_tops, black_tops = ROAD_TOPS
        white = sum(bit for bit, stack in pairs if stack.endswith(white_tops))
        black = sum(bit for bit, stack in pairs if stack.endswith(black_tops))
        empty = sum(bit for bit, stack in pairs if not stack)
        return white, black, empty

    def text(self) -> str:
        """Return the position in TPS."""
        return repr(self.game)


def _takpy_position(game: Any) -> TakpyTak:
    """Return a game of takpy as a position."""
    return TakpyTak(
        game, tak_grid(game.size), game.ply, game.half_komi, run_of_spreads=game.reversible_plies
    )


def make_takpy_tak(setup: TakSetup, half_komi: int) -> AnyPosition:
    """Return a position under takpy's rules, or under the rules in Python if takpy cannot play it.

    takpy supports only KNOWN_KOMI, and cannot count stacks of more than TALLEST_STACK pieces.
    """
    white, black = reserves_left(setup.squares, setup.size)
    placed = PIECES_PER_BOARD[setup.size] - sum(white) - sum(black)
    if half_komi not in KNOWN_KOMI or placed > TALLEST_STACK:
        return rules.make_own_tak(setup, half_komi)
    tps = write_tps(setup.squares, setup.size, setup.ply)
    game = takpy_library().game_from_tps(setup.size, tps, half_komi)
    return _takpy_position(game)
