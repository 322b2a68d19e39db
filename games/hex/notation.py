"""Positions as rows of signs (`b../.w./... b`), read strictly; whole games as cells, or in SGF."""

import re
from dataclasses import replace

from games import Movetext, Record, read_names, read_properties, shorten
from games._notation import check_signs, is_first_side
from games.hex.grid import LARGEST, SMALLEST, grid
from games.hex.rules import Hex, position

LONGEST_TEXT = 2000
"""More characters than any position or transcript has; longer texts are refused."""

EXAMPLE = "b../.w./... b"


def read_board(text: str, *, swap: bool = False) -> Hex:
    """Read rows of `b`, `w` and `.` from the top, followed by the side to move; ValueError if it is not a board.

    >>> read_board("b../.w./... b").size
    3
    """
    words = text.lower().split() if text.isascii() else text.split()
    if not words:
        raise ValueError(f"a position is rows and the side to move, as in {EXAMPLE}; this is empty")
    rows = words[0].split("/")
    size = len(rows)
    check_signs("".join(rows), "bw.", " and / between rows")
    if not SMALLEST <= size <= LARGEST:
        raise ValueError(f"a board has {SMALLEST} to {LARGEST} rows, joined by /, not {size}: {shorten(words[0])}")
    for row in rows:
        if len(row) != size:
            raise ValueError(f"a board of {size} rows has rows of {size} cells, not {len(row)}: {shorten(row)}")
    if len(words) == 1:
        raise ValueError(f"the side to move, b or w, is missing behind the rows, as in {EXAMPLE}")
    maximizing = is_first_side(" ".join(words[1:]), "b", "w")
    return position(size, *grid(size).sets("".join(rows), "bw"), maximizing=maximizing, swap=swap)


def read_games(text: str) -> list[Record]:
    """Read games: cells in the order played, or SGF; ValueError for what begins like it and is none.

    A game in which White swaps is one with the swap rule.
    """
    is_sgf = re.match(r"\s*\(\s*;", text)
    games = [_record(game) for game in read_properties(text)] if is_sgf else read_names(text)
    swaps = {"swap": "on"}
    return [
        replace(game, settings={**game.settings, **swaps}) if "swap" in " ".join(game.moves).lower() else game
        for game in games
    ]


def _record(game: Movetext) -> Record:
    """Return a game in SGF; one that is not Hex, or begins with stones, is broken off before its first move."""
    tags, players = game.tags, (game.tags.get("pb", ""), game.tags.get("pw", ""))
    moves = ["swap" if move.lower() == "swap-pieces" else move for move in game.in_turn("B", "W")]
    broken = game.broken
    if tags.get("gm", "") != "11":
        broken = f"the game GM[{shorten(tags.get('gm', ''))[1:-1]}] is not Hex, which is 11"
    elif setup := {"ab", "aw", "ae", "ha", "pl"} & tags.keys():
        broken = f"stones that are set up, {min(setup).upper()}, are not read"
    elif "swap-sides" in moves:
        broken = "a swap of the sides, swap-sides, is not read; swap-pieces is"
    if broken and broken != game.broken:
        return Record((), players=players, broken=broken)
    result = {"B": 1, "W": -1}.get(tags.get("re", "")[:1].upper())
    if moves and moves[-1].lower() in ("resign", "forfeit"):
        del moves[-1]
        result = 1 if len(moves) % 2 else -1
    size = {"size": tags["sz"]} if "sz" in tags else {}
    return Record(moves, None, size, result, game.skipped, broken, players)
