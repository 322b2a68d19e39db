"""PTN, the notation of whole games of Tak.

See "Portable Tak Notation" on the US Tak Association's site.
"""

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
    TakSetup,
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
"""The tags that are understood, in lower case."""
PTN_PLAYER_TAGS = ("Player1", "Player2")
PTN_OPENINGS = {
    "swap": ("2", "1"),
    "no swap": ("1", "2"),
    "double black stack": ("22", "1"),
}
"""The stacks on the first two squares, by the name of the opening."""


def write_ptn(game: PlayedGame) -> str:
    """Return a game of Tak as text in PTN."""
    start: TakPosition = game.start  # type: ignore[assignment]  # only Tak's games come here
    result = _ptn_result(game)
    tags = {"Size": str(start.size), "Komi": write_komi(start.half_komi)}
    names_by_tag = zip(PTN_PLAYER_TAGS, game.players, strict=True)
    tags.update({tag: name for tag, name in names_by_tag if name})
    if start.ply:
        tags["TPS"] = start.text()
    if result:
        tags["Result"] = result
    return write_movetext(
        tags,
        game.moves,
        result,
        first_number=start.ply // 2 + 1,
        second_begins=not start.maximizing,
    )


def _ptn_result(game: PlayedGame) -> str:
    """Return the result of a game in PTN, "" for an unfinished game.

    `R-0` is a win of White by a road, `0-F` a win of Black by flats, and in `1-0` Black resigned.
    """
    last: TakPosition = game.last  # type: ignore[assignment]  # only Tak's games come here
    if game.result is None:
        return ""
    if not game.result:
        return "1/2-1/2"
    if last.outcome() is None:
        mark = "1"
    elif is_won_by_road(last, game.result):
        mark = "R"
    else:
        mark = "F"
    return f"{mark}-0" if game.result > 0 else f"0-{mark}"


def read_ptn(text: str) -> list[GameRecord]:
    """Read all games of a text in PTN; ValueError names the line with an error."""
    first, second = PTN_PLAYER_TAGS
    player_tags = (first.lower(), second.lower())
    return read_tagged_games(read_movetext(text), player_tags, _ptn_record, KNOWN_PTN_TAGS)


def is_ptn(text: str) -> bool:
    """Return whether a text has a tag that only PTN has."""
    return PTN_TAG_PATTERN.search(text) is not None


def _ptn_record(game: Movetext) -> GameRecord:
    """Return the record of a game; ValueError if its tags ask for rules that this program lacks."""
    tags = {}
    for name, value in game.tags.items():
        if value.strip() not in ("", "?"):
            tags[name] = value.strip()
    settings = {}
    if "size" in tags:
        settings["size"] = tags["size"]
    half_komi = _read_komi(tags.get("komi", "0"))
    if half_komi:
        settings["half_komi"] = str(half_komi)
    _check_pieces(tags)

    position, moves = _skip_opening(tags, game.moves)
    # Results such as R-0 and 0-F name the rule by which the game was won; 1-0 does not.
    by_rules = game.final.startswith(("R", "F")) or game.final.endswith(("R", "F"))
    record = game.record(
        moves, position=position, settings=settings, result=game.outcome, by_rules=by_rules
    )
    if len(moves) == len(game.moves):
        return record
    opening_moves = (
        f"the first two moves of the opening {tags['opening']}, which are already on the board"
    )
    return replace(record, skipped=(*record.skipped, opening_moves))


def _read_komi(komi: str) -> int:
    """Return a komi in half flats; ValueError if the komi is not allowed."""
    if KOMI_PATTERN.fullmatch(komi):
        half_flats = 2 * float(komi)
        if half_flats.is_integer() and half_flats <= MAX_HALF_KOMI:
            return int(half_flats)
    raise ValueError(
        f"the komi {shorten(komi)} is not allowed; it must be 0 to "
        f"{write_komi(MAX_HALF_KOMI)}, in halves"
    )


def _check_pieces(tags: Mapping[str, str]) -> None:
    """Raise ValueError if the players do not have the usual numbers of pieces.

    The tags Flats and Caps give the numbers for both players, Flats1 and Caps1 for White, Flats2
    and Caps2 for Black.
    """
    size = _ptn_size(tags)
    # An impossible size is refused elsewhere.
    if size not in TAK_RESERVES:
        return
    for kind, usual in zip(("Flats", "Caps"), TAK_RESERVES[size], strict=True):
        for name in (kind, f"{kind}1", f"{kind}2"):
            number = tags.get(name.lower(), str(usual))
            if number != str(usual):
                raise ValueError(
                    f"{name} is {shorten(number)}; with {size} rows it can only be {usual}"
                )


def _ptn_size(tags: Mapping[str, str]) -> int:
    """Return the number of rows of a game's board, or 0 if its tag Size is not one digit."""
    rows = USUAL_TAK_SIZE
    if "tps" in tags:
        rows = tags["tps"].count("/") + 1
    size = tags.get("size", str(rows))
    if re.fullmatch("[0-9]", size):
        return int(size)
    return 0


def _skip_opening(
    tags: Mapping[str, str], moves: Sequence[str]
) -> tuple[str | None, Sequence[str]]:
    """Return the first position from which this program can play a game, and the moves from there.

    The position is in TPS, or None for the empty board. This program plays only the opening "swap",
    so a game with another opening is played from the position after its first two moves.
    """
    position = tags.get("tps")
    opening = tags.get("opening", "swap")
    opening_stacks = PTN_OPENINGS.get(re.sub("[^a-z]+", " ", opening.lower()))
    if opening_stacks is None:
        raise ValueError(
            f"the opening {shorten(opening)} is not one of swap, no-swap, double black stack"
        )
    setup = empty_tak_setup(_ptn_size(tags)) if position is None else read_tps(position)
    opening_plies = len(opening_stacks)
    is_opening_played = setup.ply >= opening_plies
    if is_opening_played or opening_stacks == PTN_OPENINGS["swap"]:
        return position, moves
    if setup.ply or len(moves) < opening_plies:
        raise ValueError(
            f"the opening {shorten(opening)} can be read only with its first two moves"
        )
    squares = _place_stacks(setup, moves, opening_stacks)
    return write_tps(squares, setup.size, opening_plies), moves[opening_plies:]


def _place_stacks(setup: TakSetup, moves: Sequence[str], stacks: Sequence[str]) -> tuple[str, ...]:
    """Return the squares after an opening, whose moves place `stacks` in this order.

    ValueError if one of these moves does not place a flat on an empty square.
    """
    squares = [*setup.squares]
    # There are fewer stacks than moves, since only the first moves belong to the opening.
    for word, stack in zip(moves, stacks, strict=False):
        # A stack of two may be written with the number of its pieces, 2a1.
        word_without_count = word.removeprefix("2") if len(stack) > 1 else word
        move = read_tak_move(word_without_count, setup.size)
        names = tak_grid(setup.size).names
        # The placement of a flat is written as the name of its square.
        if move not in names or squares[names.index(move)]:
            raise ValueError(
                f"{move} does not place a flat on an empty square, as the first moves of an "
                "opening must"
            )
        squares[names.index(move)] = stack
    return tuple(squares)
