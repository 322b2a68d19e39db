"""Files of an explored tree: a format is a module of this folder with a constant FORMAT."""

import os
import sys
from dataclasses import replace
from functools import cache

from exports.atomic_files import STANDARD_OUTPUT, AnyPath, Contents, check, is_there, save, save_all
from exports.format import ExportError, ExportWarning, Format, LibraryMissingError
from visualizer.support.plugins import discovery
from visualizer.support.plugins.installed import Extensible

__all__ = [
    "STANDARD_OUTPUT", "Contents", "ExportError", "ExportWarning", "Format", "LibraryMissingError", "check",
    "folder_marks", "format_named", "format_of", "formats", "is_there", "save", "save_all",
]  # fmt: skip


@cache
def formats() -> Extensible[Format]:
    """Return every format by name."""
    built_in = discovery.constants(sys.modules[__name__], "FORMAT")
    return Extensible(
        "format", built_in, lambda found: isinstance(found, Format), lambda name, found: replace(found, name=name)
    )


def folder_marks() -> tuple[bytes, ...]:
    """Return the marks by which the stills of films are recognized."""
    return tuple(found.folder_mark for found in formats().values() if found.folder_mark)


def format_named(name: str) -> Format:
    """Return a format by its name; ExportError lists those there are."""
    if name not in formats():
        raise ExportError(f"there is no format called {name!r:.80}; the formats are: {' '.join(formats().names())}")
    return formats()[name]


def format_of(path: AnyPath) -> Format:
    """Return the format that a file's ending names; ExportError lists the endings, or the formats of that ending.

    Where no format that is built in has the ending, those of installed packages are asked.
    """
    name, known, broken = os.fspath(path), dict(formats()), dict[str, str]()
    if not name.lower().endswith(tuple(ending for found in known.values() for ending in found.endings)):
        known, broken = formats().everything()
    ends = [(each, found) for found in known.values() for each in found.endings if name.lower().endswith(each)]
    longest = max((len(each) for each, _ in ends), default=0)
    named = [found for each, found in ends if len(each) == longest]
    if len(named) == 1:
        return named[0]
    if named:
        words = " or ".join(found.name for found in named)
        raise ExportError(
            f"the file name {name!r:.80} may be {words}: give --format, or let it end in {named[0].endings[0]}"
        )
    endings = " ".join(dict.fromkeys(ending for found in known.values() for ending in found.endings))
    sentence = f"the file name {name!r:.80} does not end in a known format; the formats are: {endings}"
    raise ExportError("; ".join([sentence, *broken.values()]))
