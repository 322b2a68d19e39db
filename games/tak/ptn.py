"""PTN, the notation of whole games. See "Portable Tak Notation" on the US Tak Association's site."""

from games import Movetext, Played, Record, read_movetext, write_movetext
from games.tak.endings import is_road
from games.tak.position import TakPosition

KOMI = {"0": "0", "2": "4"}
"""The komi that can be played, in flats, as the setting `half_komi` has it."""

PLAYERS = ("Player1", "Player2")


def write(game: Played) -> str:
    """Write a game; a result says whether a road or flats have won."""
    start: TakPosition = game.start  # type: ignore[assignment]  # a game's own transcript has its own positions
    last: TakPosition = game.last  # type: ignore[assignment]  # as above
    tags = {"Size": str(start.size), "Komi": f"{int(game.settings.get('half_komi', '0')) // 2}"}
    tags |= {player: name for player, name in zip(PLAYERS, game.players, strict=True) if name}
    tags |= {"TPS": start.text()} if start.ply else {}
    result = result_mark(last, game.result)
    number = int(start.text().rpartition(" ")[2])
    return write_movetext(
        {**tags, "Result": result}, game.moves, result, first=number, second_begins=not start.maximizing
    )


def result_mark(last: TakPosition, result: float | None) -> str:
    """Return a result as PTN writes it: `R-0` by a road, `F-0` by flats, `1-0` where Black has given up."""
    if not result:
        return "*" if result is None else "1/2-1/2"
    how = "1" if last.outcome() is None else "R" if is_road(last, result) else "F"
    return f"{how}-0" if result > 0 else f"0-{how}"


def read(text: str) -> list[Record]:
    """Read games; ValueError says in which line something is wrong."""
    return [_record(game) for game in read_movetext(text)]


def _record(game: Movetext) -> Record:
    tags, skipped, komi = game.tags, game.skipped, game.tags.get("Komi", "0")
    settings = {"half_komi": KOMI[komi]} if KOMI.get(komi, "0") != "0" else {}
    if komi not in KOMI:
        skipped += (f"a komi of {komi}",)
    if "Size" in tags:
        settings["size"] = tags["Size"]
    players = (tags.get(PLAYERS[0], ""), tags.get(PLAYERS[1], ""))
    return Record(game.moves, tags.get("TPS"), settings, game.outcome, skipped, game.broken, players)
