"""TPS for positions and PTN for moves, read strictly and written canonically.

In TPS rows come from the top: `x3` are empty squares, `12S` a stack from bottom to top with S
(wall) or C (capstone) for its top piece; then the side to move, 1 or 2, and the number of the move.
See "Tak Positional System" and "Portable Tak Notation" on the US Tak Association's site.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, groupby

from games import check_length, shorten
from games.tak.grid import TAK_RESERVES, tak_grid

MAX_TPS_LENGTH = 1000
"""More characters than any position has; longer texts are refused."""

MAX_TAK_MOVE_NUMBER = 9999
"""The highest move number that is accepted."""

MAX_HALF_KOMI = 12
"""The most that is added to Black's flats, in halves."""

SQUARE_OR_RUN_PATTERN = re.compile(r"x(?P<run>[1-9]?)|(?P<pieces>[12]+)[SC]?", re.ASCII)
PLACEMENT_PATTERN = re.compile(r"(?P<letter>[FSC]?)(?P<square>[A-Za-z]\d+)", re.ASCII)
SPREAD_PATTERN = re.compile(
    r"(?P<count>(?:[1-9]\d*)?)(?P<square>[A-Za-z]\d+)(?P<sign>[-+<>])(?P<drops>\d*)", re.ASCII
)


@dataclass(frozen=True, slots=True)
class TakSetup:
    """A position as it is written.

    `squares` holds each square's stack as TPS writes it, empty text for none, file by file from a1
    up; `ply` counts the moves played, 0 at the start.
    """

    size: int
    squares: tuple[str, ...]
    ply: int = 0


def empty_tak_setup(size: int) -> TakSetup:
    """Return the empty board."""
    return TakSetup(size, ("",) * (size * size))


def write_tps(squares: tuple[str, ...], size: int, ply: int) -> str:
    """Write a position.

    >>> write_tps(("",) * 9, 3, 0)
    'x3/x3/x3 1 1'
    """
    rows = "/".join([_write_row(squares[row::size]) for row in range(size - 1, -1, -1)])
    return f"{rows} {ply % 2 + 1} {ply // 2 + 1}"


@lru_cache(maxsize=1 << 14)
def _write_row(stacks: tuple[str, ...]) -> str:
    parts = []
    for stack, same in groupby(stacks):
        count = sum(1 for _ in same)
        if stack:
            parts += [stack] * count
        else:
            parts += [f"x{count}" if count > 1 else "x"]
    return ",".join(parts)


@lru_cache(maxsize=1 << 14)
def split_tps_row(row: str) -> tuple[str, ...]:
    """Return the stacks of a row that is known to be correct.

    >>> split_tps_row("x2,12S")
    ('', '', '12S')
    """
    parts = ([""] * int(part[1:] or 1) if part[0] == "x" else [part] for part in row.split(","))
    return tuple(chain.from_iterable(parts))


def rows_to_files(rows: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """Reorder rows from the top into squares file by file."""
    return tuple(chain.from_iterable(zip(*reversed(rows), strict=True)))


def read_tps(text: str) -> TakSetup:
    """Read a position in TPS; ValueError if it is not one.

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
    rows = board.split("/")
    size = len(rows)
    if size not in TAK_RESERVES:
        raise ValueError(
            f"a board has {min(TAK_RESERVES)} to {max(TAK_RESERVES)} rows, not {size}: "
            f"{shorten(board)}"
        )
    squares = rows_to_files([_read_tps_row(row, size) for row in rows])
    if side not in ("1", "2"):
        raise ValueError(f"the side to move is 1 (White) or 2 (Black), not {shorten(side)}")
    if not re.fullmatch(r"[1-9][0-9]{0,3}", number):
        raise ValueError(
            f"the move number is from 1 to {MAX_TAK_MOVE_NUMBER}, not {shorten(number)}"
        )
    setup = TakSetup(size, squares, 2 * int(number) - 2 + (side == "2"))
    _check_reserves(setup)
    _check_opening(setup)
    return setup


def _read_tps_row(row: str, size: int) -> tuple[str, ...]:
    """Check the parts of a row and their number of squares."""
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
    """Return White's and Black's (stones, capstones) not placed yet, below 0 if too many are."""
    stones, capstones = TAK_RESERVES[size]
    everything = "".join(squares)
    white_capstones = everything.count("1C")
    black_capstones = everything.count("2C")
    return (
        (stones - everything.count("1") + white_capstones, capstones - white_capstones),
        (stones - everything.count("2") + black_capstones, capstones - black_capstones),
    )


def _check_reserves(setup: TakSetup) -> None:
    """Raise ValueError if a player has more pieces on the board than there are."""
    for player, left in zip(
        ("White", "Black"), reserves_left(setup.squares, setup.size), strict=True
    ):
        for piece, rest, all_of_them in zip(
            ("stones", "capstones"), left, TAK_RESERVES[setup.size], strict=True
        ):
            if rest < 0:
                raise ValueError(
                    f"{player} has {all_of_them - rest} {piece} on the board; size {setup.size} "
                    f"has {all_of_them}"
                )


def _check_opening(setup: TakSetup) -> None:
    """Raise ValueError if one move was played and it was not White placing one of Black's flats."""
    stacks = [stack for stack in setup.squares if stack]
    if setup.ply == 0 and stacks:
        raise ValueError(
            f"before White's move 1 the board is empty, but this one has "
            f"{len(stacks)} stack{'s' * (len(stacks) > 1)}: is the move number right?"
        )
    if setup.ply == 1 and stacks != ["2"]:
        raise ValueError(
            "before Black's move 1 there is only one black flat on the board: is the move number "
            "right?"
        )


def write_komi(half_komi: int) -> str:
    """Write a komi, which is given in halves, in flats.

    >>> write_komi(4), write_komi(5)
    ('2', '2.5')
    """
    return f"{half_komi / 2:g}"


def read_tak_move(word: str, size: int) -> str:
    """Return a move in canonical PTN; ValueError if it does not have the form of a move.

    Marks at the end (`' " ! ? *`), `F` for a flat, a count of one and a single drop are accepted
    and left out.

    >>> read_tak_move("1d2+1", 5)
    'd2+'
    """
    if len(word) < 40:
        bare = word.rstrip("'\"!?*")
    else:
        bare = ""
    if match := PLACEMENT_PATTERN.fullmatch(bare):
        return match["letter"].replace("F", "") + _check_tak_square(match["square"], size)
    if not (match := SPREAD_PATTERN.fullmatch(bare)):
        raise ValueError(
            f"{shorten(word)} is not a move in PTN, such as a1, Sa1, Ca1, a1+ or 3a1>21"
        )
    square = _check_tak_square(match["square"], size)
    count = int(match["count"] or 1)
    dropped = match["drops"]
    if not 1 <= count <= size:
        raise ValueError(
            f"{bare} takes {count} pieces; a move takes 1 to {size} on a {size}×{size} board"
        )
    if dropped and ("0" in dropped or sum(map(int, dropped)) != count):
        raise ValueError(
            f"{bare} takes {count} and drops {'+'.join(dropped)}: the drops, at least 1 each, must "
            "add up"
        )
    return (
        f"{count if count > 1 else ''}{square}{match['sign']}{dropped if len(dropped) > 1 else ''}"
    )


def _check_tak_square(square: str, size: int) -> str:
    if square not in tak_grid(size).names:
        raise ValueError(
            f"square {square} is not on a {size}×{size} board (a1 to {tak_grid(size).names[-1]})"
        )
    return square
