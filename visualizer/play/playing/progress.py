"""How far a person is: with lessons and practice, kept in the state folder, and in the games kept beside them."""

from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import exports
from visualizer.play.playing.game_file import read_game_header
from visualizer.play.playing.kept import autosave_folder, lock_of_file
from visualizer.searching.data_files import FileEntry, format_json
from visualizer.searching.lookup import MAX_POSITION_LENGTH
from visualizer.searching.search_options import MAX_OPTION_COUNT
from visualizer.support.errors import InputError, bytes_of
from visualizer.support.plugins.discovery import PlugInSource

PROGRESS_FILE_NAME = "progress.json"


def progress_file() -> Path:
    """Return the file of progress."""
    return autosave_folder().parent / PROGRESS_FILE_NAME


def _load_progress() -> FileEntry:
    """Return what is in the file; of a file that is damaged or missing nothing."""
    with suppress(OSError, ValueError):
        return FileEntry.parsed(PROGRESS_FILE_NAME, 0, bytes_of(progress_file()).decode())
    return FileEntry(PROGRESS_FILE_NAME, 0, {})


def _update_progress(change: Callable[[FileEntry], dict[str, object]]) -> None:
    """Write what `change` makes of the file's contents, atomically; where it cannot be written, nothing is kept.

    Another program that keeps its own progress at the same time waits.
    """
    with suppress(OSError, InputError), lock_of_file(progress_file(), wait=True):
        kept = _load_progress()
        exports.save_file(
            progress_file(), f"{format_json(kept.found | change(kept))}\n".encode(), force=True
        )


def solved_trees() -> frozenset[str]:
    """Return the keys of the trees of the course that are solved."""
    return _solved_in(_load_progress())


def _solved_in(kept: FileEntry) -> frozenset[str]:
    with suppress(InputError):
        return frozenset(kept.texts("solved"))
    return frozenset()


def keep_solved(keys: Iterable[str]) -> None:
    """Keep which trees of the course are solved, beside those that are kept already."""
    _update_progress(lambda kept: {"solved": sorted(_solved_in(kept).union(keys))})


def frames_read(lesson: int) -> int:
    """Return how many frames of a lesson have been left behind, 0 for a lesson not begun."""
    return _frames_by_lesson(_load_progress()).get(lesson, 0)


def last_lesson() -> int:
    """Return the number of the lesson that somebody went on with last; 0 before the first."""
    return next(reversed(_frames_by_lesson(_load_progress())), 0)


def describe_lesson_progress(lesson: int, count: int) -> str:
    """Say how far a lesson of so many frames was read; "" where it was not begun."""
    read = frames_read(lesson)
    if not read:
        return ""
    if read >= count:
        return "(done)"
    return f"(at {read + 1} of {count})"


def _frames_by_lesson(kept: FileEntry) -> dict[int, int]:
    with suppress(InputError):
        return kept.counts("lessons", 0, MAX_OPTION_COUNT)
    return {}


def keep_frame(lesson: int, number: int, count: int) -> None:
    """Keep at which frame of a lesson somebody is, as the last; one read to its end, all `count` frames, stays so."""

    def change(kept: FileEntry) -> dict[str, object]:
        frames = _frames_by_lesson(kept)
        if frames.pop(lesson, 0) >= count:
            return {}
        return {"lessons": frames | {lesson: number}}

    _update_progress(change)


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
    for file in filter(Path.is_file, sorted(folder.glob(f"*{PlugInSource.GAME}"))):
        with suppress(InputError, OSError, ValueError), file.open(encoding="utf-8") as lines:
            header = read_game_header(str(file), lines.readline(MAX_POSITION_LENGTH))
            first, second = header.movers
            if first.is_person is not second.is_person:
                opponent = str(second if first.is_person else first)
                counts.setdefault((header.where.game, opponent), Counter())[
                    tally_column(header.result, is_first=first.is_person)
                ] += 1
    return [
        Tally(*names, *(count[column] for column in Tally._fields[2:]))
        for names, count in sorted(counts.items())
    ]


def tally_column(result: float | None, *, is_first: bool) -> str:
    """Return the column of a result from MAX's side, for a person on one side."""
    if not result:
        return "unfinished" if result is None else "drawn"
    if (result > 0) is is_first:
        return "won"
    return "lost"
