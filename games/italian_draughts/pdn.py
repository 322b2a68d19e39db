"""PDN, the notation of whole games. See "Portable Draughts Notation", where Italian draughts is GameType 22."""

import re

from games import Played, Record, read_movetext, write_movetext
from games.italian_draughts.notation import START, write_fen

GAME_TYPE = "22,W,8,8,N2,1"
RESULTS = {1: "2-0", 0: "1-1", -1: "0-2"}
"""By the side that has won."""
SIDES = ("White", "Black")


def write(game: Played) -> str:
    """Write a game."""
    tags = {side: name for side, name in zip(SIDES, game.players, strict=True) if name}
    fen, result = game.start.text(), "*" if game.result is None else RESULTS[(game.result > 0) - (game.result < 0)]
    tags |= {"Result": result, "GameType": GAME_TYPE} | ({} if fen == write_fen(START) else {"FEN": fen})
    return write_movetext(tags, game.moves, result, second_begins=not game.start.maximizing)


def read(text: str) -> list[Record]:
    """Read games; ValueError for those of other draughts, and says in which line something is wrong."""
    games = read_movetext(text)
    for game in games:
        kind = game.tags.get("GameType", GAME_TYPE)
        if not re.match(r"22\b", kind):
            raise ValueError(f"GameType {kind} is not Italian draughts, which is 22")
    return [
        Record(
            [move.replace(":", "x") for move in game.moves], game.tags.get("FEN"), {}, game.outcome, game.skipped,
            game.broken, (game.tags.get(SIDES[0], ""), game.tags.get(SIDES[1], "")),
        )
        for game in games
    ]  # fmt: skip
