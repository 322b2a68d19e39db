"""How far a person is: with lessons and practice, kept in the state folder, and in the games kept beside them."""

from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import exports
from visualizer.play.playing.game_file import header_of
from visualizer.play.playing.kept import folder, locked
from visualizer.searching.data_files import FileEntry, write_json
from visualizer.searching.lookup import LONGEST_TEXT
from visualizer.searching.search_options import MOST
from visualizer.support.errors import InputError, bytes_of
from visualizer.support.plugins.discovery import Source

NAME = "progress.json"


def file() -> Path:
    """Return the file of progress."""
    return folder().parent / NAME


def _load() -> FileEntry:
    """Return what is in the file; of a file that is damaged or missing nothing."""
    with suppress(OSError, ValueError):
        return FileEntry.parsed(NAME, 0, bytes_of(file()).decode())
    return FileEntry(NAME, 0, {})


def _keep(change: Callable[[FileEntry], dict[str, object]]) -> None:
    """Write what `change` makes of the file's contents, atomically; where it cannot be written, nothing is kept.

    Another program that keeps its own progress at the same time waits.
    """
    with suppress(OSError, InputError), locked(file(), wait=True):
        kept = _load()
        exports.save(file(), f"{write_json(kept.found | change(kept))}\n".encode(), force=True)


def solved() -> frozenset[str]:
    """Return the keys of the trees of the course that are solved."""
    return _solved(_load())


def _solved(kept: FileEntry) -> frozenset[str]:
    with suppress(InputError):
        return frozenset(kept.texts("solved"))
    return frozenset()


def keep_solved(keys: Iterable[str]) -> None:
    """Keep which trees of the course are solved, beside those that are kept already."""
    _keep(lambda kept: {"solved": sorted(_solved(kept).union(keys))})


def frame(lesson: int) -> int:
    """Return how many frames of a lesson have been left behind, 0 for a lesson not begun."""
    return _frames(_load()).get(lesson, 0)


def last_lesson() -> int:
    """Return the number of the lesson that somebody went on with last; 0 before the first."""
    return next(reversed(_frames(_load())), 0)


def how_far(lesson: int, count: int) -> str:
    """Say how far a lesson of so many frames was read; "" where it was not begun."""
    read = frame(lesson)
    if not read:
        return ""
    if read >= count:
        return "(done)"
    return f"(at {read + 1} of {count})"


def _frames(kept: FileEntry) -> dict[int, int]:
    with suppress(InputError):
        return kept.counts("lessons", 0, MOST)
    return {}


def keep_frame(lesson: int, number: int, count: int) -> None:
    """Keep at which frame of a lesson somebody is, as the last; one read to its end, all `count` frames, stays so."""

    def change(kept: FileEntry) -> dict[str, object]:
        frames = _frames(kept)
        if frames.pop(lesson, 0) >= count:
            return {}
        return {"lessons": frames | {lesson: number}}

    _keep(change)


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
    for file in filter(Path.is_file, sorted(folder.glob(f"*{Source.GAME}"))):
        with suppress(InputError, OSError, ValueError), file.open(encoding="utf-8") as lines:
            header = header_of(str(file), lines.readline(LONGEST_TEXT))
            first, second = header.movers
            if first.is_person is not second.is_person:
                opponent = str(second if first.is_person else first)
                counts.setdefault((header.where.game, opponent), Counter())[
                    outcome(header.result, is_first=first.is_person)
                ] += 1
    return [
        Tally(*names, *(count[column] for column in Tally._fields[2:]))
        for names, count in sorted(counts.items())
    ]


def outcome(result: float | None, *, is_first: bool) -> str:
    """Return the column of a result from MAX's side, for a person on one side."""
    if not result:
        return "unfinished" if result is None else "drawn"
    if (result > 0) is is_first:
        return "won"
    return "lost"
