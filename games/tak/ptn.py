"""PTN, the notation of whole games. See "Portable Tak Notation" on the US Tak Association's site."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from games import (
    GameRecord,
    Movetext,
    PlayedGame,
    read_movetext,
    read_tagged_games,
    shorten,
    write_movetext,
)
from games.tak.grid import TAK_RESERVES, USUAL_TAK_SIZE, tak_grid
from games.tak.notation import (
    MAX_HALF_KOMI,
    empty_tak_setup,
    read_tak_move,
    read_tps,
    write_komi,
    write_tps,
)
from games.tak.position import TakPosition, is_won_by_road

KOMI_PATTERN = re.compile(r"[0-9]{1,2}(\.[0-9]{1,2})?|\.[0-9]{1,2}")
PTN_TAG_PATTERN = re.compile(
    r"^\[\s*(size|player[12]|tps|komi|opening|flats[12]?|caps[12]?)\s*\"",
    re.IGNORECASE | re.MULTILINE,
)
PIECE_TAGS = ("flats", "flats1", "flats2", "caps", "caps1", "caps2")
KNOWN_PTN_TAGS = ("size", "tps", "komi", "opening", "result", *PIECE_TAGS)
"""The tags that are read."""
PTN_PLAYER_TAGS = ("Player1", "Player2")
PTN_OPENINGS = {"swap": ("2", "1"), "no swap": ("1", "2"), "double black stack": ("22", "1")}
"""What the first two moves place, by the openings' names."""


def write_ptn(game: PlayedGame) -> str:
    """Write a game; a result says whether a road or flats have won, and an unfinished game has none."""
    begin: TakPosition = game.start  # type: ignore[assignment]  # a game's own transcript has its own positions
    last: TakPosition = game.last  # type: ignore[assignment]  # as above
    tags = {"Size": str(begin.size), "Komi": write_komi(begin.half_komi)}
    tags |= {
        player: name for player, name in zip(PTN_PLAYER_TAGS, game.players, strict=True) if name
    }
    if begin.ply:
        tags["TPS"] = begin.text()
    result = "" if game.result is None else "1/2-1/2"
    if game.result:  # by a road, by flats, or since a side has given up
        if last.outcome() is None:
            how = "1"
        elif is_won_by_road(last, game.result):
            how = "R"
        else:
            how = "F"
        result = f"{how}-0" if game.result > 0 else f"0-{how}"
    number = int(begin.text().rpartition(" ")[2])
    if result:
        tags["Result"] = result
    return write_movetext(
        tags, game.moves, result, first=number, second_begins=not begin.maximizing
    )


def read_ptn(text: str) -> list[GameRecord]:
    """Read games; ValueError says in which line something is wrong."""
    return read_tagged_games(
        read_movetext(text),
        (PTN_PLAYER_TAGS[0].lower(), PTN_PLAYER_TAGS[1].lower()),
        _ptn_record,
        KNOWN_PTN_TAGS,
    )


def is_ptn(text: str) -> bool:
    """Return whether a text has a tag that only PTN has."""
    return PTN_TAG_PATTERN.search(text) is not None


def _ptn_record(game: Movetext) -> GameRecord:
    """Return a game; ValueError for one under rules that cannot be played."""
    told = {
        name: value.strip() for name, value in game.tags.items() if value.strip() not in ("", "?")
    }
    if "size" in told:
        settings = {"size": told["size"]}
    else:
        settings = {}
    komi = told.get("komi", "0")
    if KOMI_PATTERN.fullmatch(komi):
        halves = 2 * float(komi)
    else:
        halves = -1
    if not (halves == int(halves) and 0 <= halves <= MAX_HALF_KOMI):
        raise ValueError(
            f"the komi {shorten(komi)} is not allowed; it must be 0 to "
            f"{write_komi(MAX_HALF_KOMI)}, in halves"
        )
    if halves:
        settings["half_komi"] = str(int(halves))
    _check_pieces(told)
    position, moves = _skip_opening(told, game.moves)
    by_rules = game.final[:1] in ("R", "F") or game.final[-1:] in ("R", "F")
    record = game.record(
        moves, position=position, settings=settings, result=game.outcome, by_rules=by_rules
    )
    if len(moves) < len(game.moves):
        aside = (
            f"the first two moves of the opening {told['opening']}, which are already on the board"
        )
        record = replace(record, skipped=(*record.skipped, aside))
    return record


def _check_pieces(told: Mapping[str, str]) -> None:
    """Refuse numbers of pieces that are not those of the board's size."""
    size = _ptn_size(told)
    for what, usual in zip(("Flats", "Caps"), TAK_RESERVES.get(size, ()), strict=False):
        for name in (what, f"{what}1", f"{what}2"):
            if told.get(name.lower(), str(usual)) != str(usual):
                value = shorten(told[name.lower()])
                raise ValueError(f"{name} is {value}; with {size} rows it can only be {usual}")


def _ptn_size(told: Mapping[str, str]) -> int:
    """Return the size of the board, 0 for none that there is."""
    if "tps" in told:
        rows = str(told["tps"].count("/") + 1)
    else:
        rows = str(USUAL_TAK_SIZE)
    size = told.get("size", rows)
    if re.fullmatch("[0-9]", size):
        return int(size)
    return 0


def _skip_opening(
    told: Mapping[str, str], moves: Sequence[str]
) -> tuple[str | None, Sequence[str]]:
    """Return the position in which a game begins, and its moves from there.

    If its opening is not the usual one, in which each player places a flat of the other's, its
    first two moves are set up.
    """
    position = told.get("tps")
    opening = told.get("opening", "swap")
    stacks = PTN_OPENINGS.get(re.sub("[^a-z]+", " ", opening.lower()))
    if stacks is None:
        raise ValueError(
            f"the opening {shorten(opening)} is not one of swap, no-swap, double black stack"
        )
    if position is None:
        before = empty_tak_setup(_ptn_size(told))
    else:
        before = read_tps(position)
    if stacks == PTN_OPENINGS["swap"] or before.ply >= len(stacks):
        return position, moves
    if before.ply or len(moves) < len(stacks):
        raise ValueError(
            f"the opening {shorten(opening)} can be read only with its first two moves"
        )
    squares = [*before.squares]
    for word, stack in zip(moves, stacks, strict=False):
        move = read_tak_move(word.removeprefix("2") if len(stack) > 1 else word, before.size)
        square = tak_grid(before.size).placements.get(move, ("S", 0))
        if square[0] or squares[square[1]]:
            raise ValueError(
                f"{move} does not place a flat on an empty square, as the first moves of an "
                "opening must"
            )
        squares[square[1]] = stack
    return write_tps(tuple(squares), before.size, len(stacks)), moves[len(stacks) :]
