"""A user's progress in lessons and practice, and results against opponents, in the state folder."""

from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import exports
from visualizer.play.playing.game_file import GameHeader, read_game_header
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
    """Return the contents of the progress file, empty if it is damaged or missing."""
    with suppress(OSError, ValueError):
        return FileEntry.parsed(PROGRESS_FILE_NAME, 0, bytes_of(progress_file()).decode())
    return FileEntry(PROGRESS_FILE_NAME, 0, {})


def _update_progress(change: Callable[[FileEntry], dict[str, object]]) -> None:
    """Update the progress file with the entries that `change` returns for its contents.

    The file is replaced atomically, or left as it is if it cannot be written. Two programs that
    update it at the same time take turns.
    """
    with suppress(OSError, InputError), lock_of_file(progress_file(), wait=True):
        # Read within the lock, so that nothing is lost that another program has just written.
        saved = _load_progress()
        text = format_json(saved.values | change(saved))
        exports.save_file(progress_file(), f"{text}\n".encode(), force=True)


def solved_trees() -> frozenset[str]:
    """Return the keys of the solved trees of the course."""
    return _solved_in(_load_progress())


def _solved_in(saved: FileEntry) -> frozenset[str]:
    """Return the keys of solved trees in the contents of the file; no keys if they are damaged."""
    with suppress(InputError):
        return frozenset(saved.strings("solved"))
    return frozenset()


def keep_solved(keys: Iterable[str]) -> None:
    """Save that the trees of the course with these keys are solved, too."""
    _update_progress(lambda saved: {"solved": sorted(_solved_in(saved).union(keys))})


def frames_read(lesson: int) -> int:
    """Return how many frames of a lesson have been read, 0 if it was not begun."""
    return _frames_by_lesson(_load_progress()).get(lesson, 0)


def last_lesson() -> int:
    """Return the number of the lesson that was read last, 0 before the first."""
    return next(reversed(_frames_by_lesson(_load_progress())), 0)


def describe_lesson_progress(lesson: int, count: int) -> str:
    """Say how far a lesson of `count` frames has been read; "" if it was not begun."""
    read = frames_read(lesson)
    if not read:
        return ""
    if read >= count:
        return "(done)"
    return f"(at {read + 1} of {count})"


def _frames_by_lesson(saved: FileEntry) -> dict[int, int]:
    """Return how many frames of each lesson have been read; the lesson read last comes last."""
    with suppress(InputError):
        return saved.counts("lessons", 0, MAX_OPTION_COUNT)
    return {}


def keep_frame(lesson: int, number: int, count: int) -> None:
    """Save that `number` of the `count` frames of a lesson have been read.

    A lesson that was read to its end before stays finished.
    """

    def change(saved: FileEntry) -> dict[str, object]:
        frames = _frames_by_lesson(saved)
        # Remove the lesson and add it again, so that it comes last.
        if frames.pop(lesson, 0) >= count:
            return {}
        return {"lessons": frames | {lesson: number}}

    _update_progress(change)


class Tally(NamedTuple):
    """How many games a person won, drew, lost or left unfinished against an opponent."""

    game: str
    opponent: str
    won: int
    drawn: int
    lost: int
    unfinished: int


def tallies(folder: Path) -> list[Tally]:
    """Count the results of a person's saved games in a folder, by game and opponent.

    Games between two people or two searches are left out. Files that are not saved games are
    ignored.
    """
    counts: dict[tuple[str, str], Counter[str]] = {}
    for file in sorted(folder.glob(f"*{PlugInSource.GAME}")):
        header = _header_of_file(file)
        if header is None:
            continue
        first, second = header.movers
        if first.is_person is second.is_person:
            continue
        opponent = str(second if first.is_person else first)
        columns = counts.setdefault((header.where.game, opponent), Counter())
        columns[tally_column(header.result, person_is_max=first.is_person)] += 1
    return [_tally(names, columns) for names, columns in sorted(counts.items())]


def _header_of_file(file: Path) -> GameHeader | None:
    """Return the header (first line) of a saved game, or None if the file is not a saved game."""
    if not file.is_file():
        return None
    with suppress(InputError, OSError, ValueError), file.open(encoding="utf-8") as lines:
        return read_game_header(str(file), lines.readline(MAX_POSITION_LENGTH))
    return None


def _tally(names: tuple[str, str], columns: Counter[str]) -> Tally:
    """Return the tally for a game and an opponent; `columns` has the number of each result."""
    game, opponent = names
    return Tally(
        game=game,
        opponent=opponent,
        won=columns["won"],
        drawn=columns["drawn"],
        lost=columns["lost"],
        unfinished=columns["unfinished"],
    )


def tally_column(result: float | None, *, person_is_max: bool) -> str:
    """Return the column of a tally for a game's result: `won`, `drawn`, `lost` or `unfinished`.

    `result` is from MAX's side, None for an unfinished game.
    """
    if result is None:
        return "unfinished"
    if not result:
        return "drawn"
    if (result > 0) is person_is_max:
        return "won"
    return "lost"
