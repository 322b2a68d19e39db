"""The rules of Tak by takpy, a library written in Rust; the only file that knows it.

Version 0.10.0 needs some care. A move that fails leaves a game half changed, so games are only
cloned. Moves are listed after the end of a game, so the result is asked first. Its enumerations
cannot be keys of a dictionary, so they are used as numbers. A position given as text is not
checked, so `notation` does that. A stack of more than 63 pieces is counted wrongly, so positions
with more pieces than that on the board are left to `rules`, and so is komi that takpy does not
know.
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
"""What takpy can add to Black's flats, in halves."""
MAY_GROW_TOO_TALL = {size for size, pieces in PIECES_PER_BOARD.items() if pieces > TALLEST_STACK}

TAKPY_OUTCOMES: tuple[float | None, ...] = (None, 1, -1, 0)
"""Outcomes by the numbers of takpy's results: ongoing, White wins, Black wins, draw."""


@cache
def takpy_library() -> Any:
    """Return the library, or None where it is missing or does not work."""
    try:
        library = import_module("takpy")
        return library if _is_takpy_usable(library) else None
    except Exception:  # noqa: BLE001  an installation can be broken in any way; the rules in Python always work
        return None


def _is_takpy_usable(library: Any) -> bool:
    """Return whether all functions that are used here give the right results for a first move."""
    results = library.GameResult
    numbers = [
        int(result)
        for result in (results.Ongoing, results.WhiteWin, results.BlackWin, results.Draw)
    ]
    game = library.game_from_tps(3, "x3/x3/x3 1 1", 0)
    first = repr(game.possible_moves()[0])
    after = game.clone_and_play(library.Move(first))
    state = (
        after.ply,
        after.reversible_plies,
        after.size,
        after.half_komi,
        int(after.result()),
        after.black_reserves,
    )
    return (numbers, first, repr(after), state) == (
        [0, 1, 2, 3],
        "a1",
        "x3/x3/2,x2 2 1",
        (1, 0, 3, 0, 0, (9, 0)),
    )


@cache
def move_named(name: str) -> Any:
    """Return takpy's move of a name, which is read once."""
    return takpy_library().Move(name)


class TakpyGame(NamedTuple):
    """A game of takpy's that is never changed, and what is often asked of it."""

    game: Any
    grid: TakGrid
    ply: int
    half_komi: int
    run_of_spreads: int


class TakpyTak(TakpyGame, TakPosition):
    """A position. Its moves are their names in PTN."""

    def moves(self) -> Sequence[str]:
        """List the moves in takpy's order; none once the game is over."""
        if self.outcome() is None:
            return [repr(move) for move in self.game.possible_moves()]
        return ()

    def play(self, move: str) -> Any:
        """Return the position after a legal move, under `rules` if a stack could grow too tall."""
        after = _cached_takpy_game(self.game.clone_and_play(move_named(move)))
        left = sum(after.game.white_reserves) + sum(after.game.black_reserves)
        if after.size in MAY_GROW_TOO_TALL and PIECES_PER_BOARD[after.size] - left > TALLEST_STACK:
            return rules.make_own_tak(
                TakSetup(after.size, after.squares, after.ply), after.half_komi
            )
        return after

    def outcome(self) -> float | None:
        """Return 1 if White has won, -1 if Black has, 0 for a draw; komi counts."""
        return TAKPY_OUTCOMES[int(self.game.result())]

    @property
    def squares(self) -> tuple[str, ...]:
        """Each square's stack as TPS writes it, file by file from a1 up."""
        rows = repr(self.game).partition(" ")[0].split("/")
        return rows_to_files([split_tps_row(row) for row in rows])

    def top_flats(self) -> int:
        """Return White's lead in top flats; counting in the TPS is much faster than on the board."""
        stacks = repr(self.game).partition(" ")[0].replace("/", ",") + ","
        return stacks.count("1,") - stacks.count("2,") + stacks.count("x2,")

    def road_bits(self) -> tuple[int, int, int]:
        """Return White's road pieces, Black's road pieces and the empty squares, as bits."""
        pairs = [*zip(self.grid.bits, self.squares, strict=True)]
        white, black = (
            sum(bit for bit, stack in pairs if stack.endswith(tops)) for tops in ROAD_TOPS
        )
        return white, black, sum(bit for bit, stack in pairs if not stack)

    def text(self) -> str:
        """Return the position in TPS."""
        return repr(self.game)


def _cached_takpy_game(game: Any) -> TakpyTak:
    return TakpyTak(game, tak_grid(game.size), game.ply, game.half_komi, game.reversible_plies)


def make_takpy_tak(setup: TakSetup, half_komi: int) -> AnyPosition:
    """Set up a position, under `rules` if a stack could grow too tall or takpy lacks the komi."""
    if half_komi not in KNOWN_KOMI or sum(map(sum, reserves_left(setup.squares, setup.size))) < (
        PIECES_PER_BOARD[setup.size] - TALLEST_STACK
    ):
        return rules.make_own_tak(setup, half_komi)
    return _cached_takpy_game(
        takpy_library().game_from_tps(
            setup.size, write_tps(setup.squares, setup.size, setup.ply), half_komi
        )
    )
