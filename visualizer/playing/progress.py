"""How far a person is with lessons and practice: kept in the folder for state, beside the games."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

import exports
from visualizer import strict_json
from visualizer.errors import InputError
from visualizer.playing.kept import folder, locked

NAME = "progress.json"


def file() -> Path:
    """Return the file of progress."""
    return folder().parent / NAME


def _load() -> dict[str, Any]:
    """Return what is in the file; of a file that is damaged or missing nothing."""
    with suppress(OSError, ValueError):
        kept = strict_json.read(file().read_text(encoding="utf-8"))
        return kept if isinstance(kept, dict) else {}
    return {}


def _keep(change: Callable[[dict[str, Any]], dict[str, object]]) -> None:
    """Write what `change` makes of the file's contents, atomically; where it cannot be written, nothing is kept.

    Another program that keeps its own progress at the same time waits.
    """
    with suppress(OSError, InputError), locked(file(), wait=True):
        kept = _load()
        exports.save(file(), f"{strict_json.write(kept | change(kept))}\n".encode(), force=True)


def solved() -> frozenset[str]:
    """Return the keys of the trees of the course that are solved."""
    return _solved(_load())


def _solved(kept: dict[str, Any]) -> frozenset[str]:
    keys = kept.get("solved")
    return frozenset(key for key in (keys if isinstance(keys, list) else ()) if isinstance(key, str))


def keep_solved(keys: Iterable[str]) -> None:
    """Keep which trees of the course are solved, beside those that are kept already."""
    _keep(lambda kept: {"solved": sorted(_solved(kept).union(keys))})


def frame(lesson: int) -> int:
    """Return how many frames of a lesson have been left behind, 0 for a lesson not begun."""
    return _frames(_load()).get(str(lesson), 0)


def _frames(kept: dict[str, Any]) -> dict[str, int]:
    frames = kept.get("lessons")
    known = frames if isinstance(frames, dict) else {}
    return {key: at for key, at in known.items() if isinstance(at, int) and at >= 0}


def keep_frame(lesson: int, number: int, count: int) -> None:
    """Keep at which frame of a lesson somebody is; a lesson that was read to its end, all `count` frames, stays so."""

    def change(kept: dict[str, Any]) -> dict[str, object]:
        frames = _frames(kept)
        return {} if frames.get(str(lesson), 0) >= count else {"lessons": frames | {str(lesson): number}}

    _keep(change)
