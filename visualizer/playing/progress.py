"""How far a person is with lessons and practice: kept in the folder for state, beside the games."""

import json
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

import exports
from visualizer.errors import InputError
from visualizer.playing.kept import folder

NAME = "progress.json"


def file() -> Path:
    """Return the file of progress."""
    return folder().parent / NAME


def _load() -> dict[str, Any]:
    """Return what is in the file; of a file that is damaged or missing nothing."""
    with suppress(OSError, ValueError, RecursionError):
        kept = json.loads(file().read_text(encoding="utf-8"))
        return kept if isinstance(kept, dict) else {}
    return {}


def _keep(name: str, value: object) -> None:
    """Write a part of the file anew, atomically; where it cannot be written, nothing is kept."""
    with suppress(OSError, InputError):
        file().parent.mkdir(parents=True, exist_ok=True)
        exports.save(file(), f"{json.dumps(_load() | {name: value})}\n".encode(), force=True)


def solved() -> frozenset[str]:
    """Return the keys of the trees of the course that are solved."""
    keys = _load().get("solved")
    return frozenset(key for key in keys if isinstance(key, str)) if isinstance(keys, list) else frozenset()


def keep_solved(keys: Iterable[str]) -> None:
    """Keep which trees of the course are solved."""
    _keep("solved", sorted(keys))


def frame(lesson: int) -> int:
    """Return how many frames of a lesson have been left behind, 0 for a lesson not begun."""
    return _frames().get(str(lesson), 0)


def _frames() -> dict[str, int]:
    frames = _load().get("lessons")
    return (
        {key: at for key, at in frames.items() if isinstance(at, int) and at >= 0} if isinstance(frames, dict) else {}
    )


def keep_frame(lesson: int, number: int, count: int) -> None:
    """Keep at which frame of a lesson somebody is; a lesson that was read to its end, all `count` frames, stays so."""
    if frame(lesson) < count:
        _keep("lessons", _frames() | {str(lesson): number})
