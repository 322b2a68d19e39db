"""How a person's games against searches came out, by game and opponent: counted from the games that are kept."""

from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from visualizer.errors import InputError
from visualizer.lookup import LONGEST_TEXT
from visualizer.playing.game_file import header_of
from visualizer.plugins.source import Source


class Tally(NamedTuple):
    """How many games of a person against an opponent were won, drawn, lost by the person, or left."""

    game: str
    opponent: str
    won: int
    drawn: int
    lost: int
    unfinished: int


def tallies(folder: Path) -> list[Tally]:
    """Count the games in a folder in which one side is a person's; files that are no games are left out."""
    counts: dict[tuple[str, str], Counter[str]] = {}
    for file in sorted(folder.glob(f"*{Source.GAME}")):
        with suppress(InputError, OSError, ValueError):
            header = header_of(str(file), first_line(file))
            first, second = header.movers
            if first.is_person is not second.is_person:
                opponent = str(second if first.is_person else first)
                counts.setdefault((header.where.game, opponent), Counter())[
                    outcome(header.result, is_first=first.is_person)
                ] += 1
    return [Tally(*names, *(count[column] for column in Tally._fields[2:])) for names, count in sorted(counts.items())]


def first_line(file: Path) -> str:
    """Return the first line of a regular file, as far as it may be that of a game."""
    if not file.is_file():
        raise OSError(f"{file} is no regular file")
    with file.open(encoding="utf-8") as lines:
        return lines.readline(LONGEST_TEXT)


def outcome(result: float | None, *, is_first: bool) -> str:
    """Return the column of a result from MAX's side, for a person on one side."""
    if not result:
        return "unfinished" if result is None else "drawn"
    return "won" if (result > 0) is is_first else "lost"
