"""Positions as signs row by row, read strictly; whole games as moves alone, or in GGF."""

import re
import warnings
from math import isqrt

from games import Movetext, Record, read_names, read_properties, shorten
from games._notation import check_signs
from games.othello.grid import SIZES, grid
from games.othello.rules import Othello, position

LONGEST_TEXT = 2000
"""More characters than any position or transcript has; longer texts are refused."""

BOARDS = ", ".join(str(size * size) for size in SIZES[:-1]) + f" or {SIZES[-1] ** 2}"


WORTH = re.compile(r"\s*([A-S][0-9]{1,2}:[+-]?[0-9.]+;\s*)*", re.IGNORECASE)
"""What OBF, a position in a line of tests, says behind a board: what moves are worth."""
RESULT = re.compile(r"(?P<ahead>[+-]?[0-9]+(?:\.[0-9]+)?)(?P<how>:[rtls])?")
"""GGF's: the discs that Black is ahead, and how the game ended, if not by the rules."""


def read_board(text: str) -> Othello:
    """Read signs row by row from a1, then the side to move, with or without spaces; ValueError if it is no board.

    >>> read_board("---- -OX- -XO- ---- X").text()
    '-----OX--XO----- X'
    """
    text, semicolon, worth = text.partition(";")
    if semicolon and not WORTH.fullmatch(worth):
        raise ValueError(f"behind a board and ; stands what moves are worth, as in G8:+18; not {shorten(worth)}")
    if worth.strip():
        warnings.warn(f"what is said of moves behind the board is skipped: {worth.strip():.100}", stacklevel=2)
    words = text.upper().split() if text.isascii() else text.split()
    if not words:
        raise ValueError(f"a position has {BOARDS} signs X O -, a space, and the side X or O; this is empty")
    joined = "".join(words)
    is_whole = len(words) > 1 and len(words[-1]) == 1 or is_board(len(joined) - 1)
    signs, side = (joined[:-1], joined[-1]) if is_whole else ("".join(words[:-1]), words[-1])
    check_signs(signs or side, "XO-")
    if side not in ("X", "O"):
        if is_board(len(signs + side)):
            raise ValueError(f"the side to move, X or O, is missing behind the {len(signs + side)} signs")
        raise ValueError(f"the side to move is X or O, behind the board and a space, not {shorten(side)}")
    if not is_board(len(signs)):
        raise ValueError(f"a board has {BOARDS} squares, not {len(signs)}")
    size = isqrt(len(signs))
    return position(size, *grid(size).sets(signs, "XO"), maximizing=side == "X")


def is_board(squares: int) -> bool:
    """Return whether a board may have that many squares.

    >>> is_board(64), is_board(81)
    (True, False)
    """
    return isqrt(squares) in SIZES and isqrt(squares) ** 2 == squares


def read_games(text: str) -> list[Record]:
    """Read games: moves alone, or GGF; ValueError for what begins like it and is none."""
    return (
        [_record(game) for game in read_properties(text)] if re.match(r"\s*[0-9]*\s*\(\s*;", text) else read_names(text)
    )


def _record(game: Movetext) -> Record:
    """Return a game in GGF; one that is not Othello is broken off before its first move."""
    tags, players = game.tags, (game.tags.get("pb", ""), game.tags.get("pw", ""))
    _, *board = tags.get("bo", "8 ").translate(str.maketrans("*", "X")).upper().split()
    broken = game.broken
    if tags.get("gm", "").lower() != "othello":
        broken = f"the game GM[{shorten(tags.get('gm', ''))[1:-1]}] is not Othello"
    elif "a" in tags.get("ty", "").lower():
        broken = f"the game is of the type {shorten(tags['ty'])}, in which the fewer discs win"
    elif setup := {"ab", "aw", "ae"} & tags.keys():
        broken = f"discs that are set up, {min(setup).upper()}, are not read"
    if broken and broken != game.broken:
        return Record((), players=players, broken=broken)
    sides = "WB" if board[-1:] == ["O"] else "BW"
    moves = ["pass" if move[:2].lower() == "pa" else move.split("/")[0].strip() for move in game.in_turn(*sides)]
    told = RESULT.match(tags.get("re", ""))
    result = float(told["ahead"]) if told else None
    return Record(
        moves, " ".join(board) or None, {}, result, game.skipped, broken, players,
        by_rules=bool(told and not told["how"]),
    )  # fmt: skip
