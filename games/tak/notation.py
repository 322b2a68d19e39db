"""TPS for positions and PTN for moves, read strictly and written canonically.

In TPS rows come from the top: `x3` are three empty squares, `12S` is a stack from bottom to top
with S (wall) or C (capstone) for its top piece. The side to move, 1 or 2, and the number of the
move follow. See "Tak Positional System" and "Portable Tak Notation" on the US Tak Association's
site.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, groupby

from games import check_length, shorten
from games.tak.grid import TAK_RESERVES, tak_grid

MAX_TPS_LENGTH = 1000
"""Longer texts are refused; every position is shorter."""

MAX_PTN_MOVE_LENGTH = 40
"""Words of this length or more are not moves."""

MAX_TAK_MOVE_NUMBER = 9999
"""The highest move number that is accepted."""

MAX_HALF_KOMI = 12
"""The greatest komi, in half flats added to Black's count."""

SQUARE_OR_RUN_PATTERN = re.compile(r"x(?P<run>[1-9]?)|(?P<pieces>[12]+)[SC]?", re.ASCII)
PLACEMENT_PATTERN = re.compile(r"(?P<letter>[FSC]?)(?P<square>[A-Za-z]\d+)", re.ASCII)
SPREAD_PATTERN = re.compile(
    r"(?P<count>(?:[1-9]\d*)?)(?P<square>[A-Za-z]\d+)(?P<direction>[-+<>])(?P<drops>\d*)", re.ASCII
)


@dataclass(frozen=True, slots=True)
class TakSetup:
    """The pieces on a board and the side to move, independent of the rules in use.

    `squares` holds the stack of each square as TPS writes it, "" for an empty square, file by file
    from a1 up. `ply` counts the moves played, 0 at the start.
    """

    size: int
    squares: tuple[str, ...]
    ply: int = 0


def empty_tak_setup(size: int) -> TakSetup:
    """Return the empty board."""
    return TakSetup(size, ("",) * (size * size))


def write_tps(squares: tuple[str, ...], size: int, ply: int) -> str:
    """Return a position in TPS.

    >>> write_tps(("",) * 9, 3, 0)
    'x3/x3/x3 1 1'
    """
    rows = "/".join([_write_tps_row(squares[row::size]) for row in range(size - 1, -1, -1)])
    return f"{rows} {ply % 2 + 1} {ply // 2 + 1}"


@lru_cache(maxsize=1 << 14)
def _write_tps_row(stacks: tuple[str, ...]) -> str:
    """Return a row in TPS, such as `x2,12S`; cached, since a move changes few rows."""
    parts = []
    for stack, equal_stacks in groupby(stacks):
        count = sum(1 for _ in equal_stacks)
        if stack:
            parts += [stack] * count
        elif count == 1:
            parts.append("x")
        else:
            parts.append(f"x{count}")
    return ",".join(parts)


@lru_cache(maxsize=1 << 14)
def split_tps_row(row: str) -> tuple[str, ...]:
    """Return the stacks in a row of a TPS; the row must be correct.

    >>> split_tps_row("x2,12S")
    ('', '', '12S')
    """
    stacks: list[str] = []
    for part in row.split(","):
        if part[0] == "x":
            count = int(part[1:] or 1)
            stacks += [""] * count
        else:
            stacks.append(part)
    return tuple(stacks)


def rows_to_files(rows: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """Return the squares file by file from a1 up, given the rows from the top."""
    files = zip(*reversed(rows), strict=True)
    return tuple(chain.from_iterable(files))


def read_tps(text: str) -> TakSetup:
    """Read a position in TPS; ValueError for any other text or an impossible position.

    >>> read_tps("x3/x,2,x/x3 2 1").squares.index("2")
    4
    """
    check_length(text, MAX_TPS_LENGTH, "a position in TPS")
    parts = text.split()
    if len(parts) != 3:
        raise ValueError(
            f"a TPS has three parts (board, side and move number), not {len(parts)}: "
            f"{shorten(text)}"
        )
    board, side, number = parts
    size, squares = _read_tps_board(board)
    if side not in ("1", "2"):
        raise ValueError(f"the side to move is 1 (White) or 2 (Black), not {shorten(side)}")
    if not re.fullmatch(r"[1-9][0-9]{0,3}", number):
        raise ValueError(
            f"the move number is from 1 to {MAX_TAK_MOVE_NUMBER}, not {shorten(number)}"
        )
    # A move of White and the reply of Black have the same number, from 1; plies count from 0.
    ply = 2 * (int(number) - 1)
    if side == "2":
        ply += 1
    setup = TakSetup(size, squares, ply)
    _check_reserves(setup)
    _check_opening(setup)
    return setup


def _read_tps_board(board: str) -> tuple[int, tuple[str, ...]]:
    """Return the size of a board in TPS, and the stacks of its squares, file by file.

    ValueError for an impossible size or a wrong row.
    """
    rows = board.split("/")
    size = len(rows)
    if size not in TAK_RESERVES:
        raise ValueError(
            f"a board has {min(TAK_RESERVES)} to {max(TAK_RESERVES)} rows, not {size}: "
            f"{shorten(board)}"
        )
    return size, rows_to_files([_read_tps_row(row, size) for row in rows])


def _read_tps_row(row: str, size: int) -> tuple[str, ...]:
    """Return the stacks of a row; ValueError for a wrong square or a wrong number of squares."""
    for part in row.split(","):
        if not SQUARE_OR_RUN_PATTERN.fullmatch(part):
            raise ValueError(
                f"{shorten(part)} is not a square: write x, x2 to x{size}, or 1s and 2s from "
                "bottom to top, then S or C"
            )
    stacks = split_tps_row(row)
    if len(stacks) != size:
        raise ValueError(
            f"on a board of {size} rows each row has {size} squares, not {len(stacks)}: "
            f"{shorten(row)}"
        )
    return stacks


def reserves_left(squares: Sequence[str], size: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the (stones, capstones) that White and Black have left to place.

    A number is negative if more pieces than a player owns are on the board.
    """
    stones, capstones = TAK_RESERVES[size]
    pieces = "".join(squares)
    white_capstones = pieces.count("1C")
    black_capstones = pieces.count("2C")
    # Flats and walls are stones.
    white_stones = pieces.count("1") - white_capstones
    black_stones = pieces.count("2") - black_capstones
    return (
        (stones - white_stones, capstones - white_capstones),
        (stones - black_stones, capstones - black_capstones),
    )


def _check_reserves(setup: TakSetup) -> None:
    """Raise ValueError if the board has more pieces of a player than the player owns."""
    white, black = reserves_left(setup.squares, setup.size)
    for player, reserve in (("White", white), ("Black", black)):
        pieces = zip(
            ("stones", "capstones"),
            reserve,
            TAK_RESERVES[setup.size],
            strict=True,
        )
        for piece, left, total in pieces:
            if left < 0:
                raise ValueError(
                    f"{player} has {total - left} {piece} on the board; size {setup.size} "
                    f"has {total}"
                )


def _check_opening(setup: TakSetup) -> None:
    """Raise ValueError if the board is impossible before White's or Black's first move."""
    stacks = [stack for stack in setup.squares if stack]
    if setup.ply == 0 and stacks:
        plural = "s" if len(stacks) > 1 else ""
        raise ValueError(
            f"before White's move 1 the board is empty, but this one has "
            f"{len(stacks)} stack{plural}: is the move number right?"
        )
    # White's first move places a black flat.
    if setup.ply == 1 and stacks != ["2"]:
        raise ValueError(
            "before Black's move 1 there is only one black flat on the board: is the move number "
            "right?"
        )


def write_komi(half_komi: int) -> str:
    """Return a komi, given in half flats, as text in flats.

    >>> write_komi(4), write_komi(5)
    ('2', '2.5')
    """
    return f"{half_komi / 2:g}"


def read_tak_move(word: str, size: int) -> str:
    """Return a move in canonical PTN; ValueError for a text that is not a move in PTN.

    The canonical form leaves out marks at the end (`' " ! ? *`), `F` for a flat, a count of one and
    a single drop.

    >>> read_tak_move("1d2+1", 5)
    'd2+'
    """
    # A word that is too long is not a move either, so treat it like an empty word.
    bare = word.rstrip("'\"!?*") if len(word) < MAX_PTN_MOVE_LENGTH else ""
    placement = PLACEMENT_PATTERN.fullmatch(bare)
    if placement is not None:
        letter = placement["letter"].replace("F", "")
        return letter + _check_tak_square(placement["square"], size)
    spread = SPREAD_PATTERN.fullmatch(bare)
    if spread is None:
        raise ValueError(
            f"{shorten(word)} is not a move in PTN, such as a1, Sa1, Ca1, a1+ or 3a1>21"
        )
    return _canonical_spread(spread, size)


def _canonical_spread(spread: re.Match[str], size: int) -> str:
    """Return a spread, given as a match of its pattern, in canonical PTN.

    ValueError for a square off the board, for more pieces lifted than the board has rows, and for
    drops that do not add up to the pieces lifted.
    """
    square = _check_tak_square(spread["square"], size)
    count = int(spread["count"] or 1)
    drops = spread["drops"]
    if not 1 <= count <= size:
        raise ValueError(
            f"{spread[0]} takes {count} pieces; a move takes 1 to {size} on a {size}×{size} board"
        )
    are_drops_wrong = "0" in drops or sum(map(int, drops)) != count
    if drops and are_drops_wrong:
        raise ValueError(
            f"{spread[0]} takes {count} and drops {'+'.join(drops)}: the drops, at least 1 each, "
            "must add up"
        )
    written_count = str(count) if count > 1 else ""
    written_drops = drops if len(drops) > 1 else ""
    return f"{written_count}{square}{spread['direction']}{written_drops}"


def _check_tak_square(square: str, size: int) -> str:
    """Return the name of a square; ValueError if it is not on the board."""
    names = tak_grid(size).names
    if square not in names:
        raise ValueError(f"square {square} is not on a {size}×{size} board (a1 to {names[-1]})")
    return square
