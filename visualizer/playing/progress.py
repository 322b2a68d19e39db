"""How far a person is in the course of practice: kept in the folder for state, beside the games."""

import json
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import exports
from visualizer.errors import InputError
from visualizer.playing.kept import folder

NAME = "practice.json"


def file() -> Path:
    """Return the file of progress."""
    return folder().parent / NAME


def solved() -> frozenset[str]:
    """Return the keys of the trees solved so far; of a file that is damaged or missing none."""
    with suppress(OSError, ValueError, TypeError, KeyError, RecursionError):
        keys = json.loads(file().read_text(encoding="utf-8"))["solved"]
        return frozenset(key for key in keys if isinstance(key, str))
    return frozenset()


def keep(keys: Iterable[str]) -> None:
    """Write the file atomically; where it cannot be written, nothing is kept."""
    with suppress(OSError, InputError):
        file().parent.mkdir(parents=True, exist_ok=True)
        exports.save(file(), f"{json.dumps({'solved': sorted(keys)})}\n".encode(), force=True)
