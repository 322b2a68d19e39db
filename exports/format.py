"""The type of export formats, the list of all formats, and their errors."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any

from visualizer.support.errors import InputError
from visualizer.support.plugins import discovery
from visualizer.support.plugins.discovery import PlugInRegistry

if TYPE_CHECKING:
    from visualizer.draw.picture.film import Film
    from visualizer.draw.picture.model import Picture
    from visualizer.look.shapes import Drawing


class ExportError(InputError):
    """A file cannot be made or written; the message is one sentence."""


class LibraryMissingError(ExportError):
    """A format needs a library that is not installed; the message says how to install it."""


class ExportWarning(UserWarning):
    """A file is made, but differs from the request; the message is one sentence."""


@dataclass(frozen=True, slots=True)
class Format:
    """A kind of file. A module of this folder with a constant FORMAT adds a format everywhere.

    Stills: exactly one function returns the bytes of a file. `write_drawing` takes shapes with
    places and colours, `write` takes a picture, and `write_graph` takes the networkx graph of the
    tree and a picture.

    Films: `write_film` returns one file. A format with a `folder_mark` instead writes a folder of
    stills. The mark is a text near the beginning of each still; by it the folder is recognized.
    `write_deck` makes a file and a folder: it takes the name of the folder, and returns the text of
    the file and an iterator over the names and bytes of the stills. A format with only one of
    `write_film` and `write_deck` is always a film. `film_note` is a hint for showing a film.

    `about` names the purpose of the file. `endings` are in lower case, with their dot. `is_binary`
    says that stills are not text. `check` is called before a long search; it raises
    LibraryMissingError if the format needs a library that is missing. All functions may raise
    ExportError, with a sentence, and warn with ExportWarning.
    """

    name: str
    endings: tuple[str, ...]
    about: str
    write: Callable[[Picture], bytes] | None = None
    write_graph: Callable[[Any, Picture], bytes] | None = None
    write_drawing: Callable[[Drawing], bytes] | None = None
    write_film: Callable[[Film], bytes] | None = None
    write_deck: Callable[[Film, str], tuple[bytes, Iterator[tuple[str, bytes]]]] | None = None
    folder_mark: bytes = b""
    film_note: str = ""
    is_binary: bool = False
    check: Callable[[], object] = lambda: None

    @property
    def takes_stills(self) -> bool:
        """Whether a file can be one picture."""
        writers = (self.write, self.write_graph, self.write_drawing)
        return any(writer is not None for writer in writers)

    @property
    def takes_films(self) -> bool:
        """Whether a file, or a folder, can be a film."""
        return self.write_film is not None or self.write_deck is not None or bool(self.folder_mark)

    def bytes_of(self, picture: Picture, graph: Callable[[], Any] = lambda: None) -> bytes:
        """Return a picture as the bytes of a file; the format must have stills, not only films.

        `graph` returns the tree as a networkx graph. It is called only if the format needs one.
        ExportError if the format cannot draw this picture.
        """
        # A format with stills has exactly one of these three functions.
        if self.write_graph is not None:
            return self.write_graph(graph(), picture)
        if self.write_drawing is not None:
            from visualizer.draw.picture.shapes.drawing import draw_picture

            return self.write_drawing(draw_picture(picture))
        assert self.write is not None, self.name
        return self.write(picture)

    def film_of(self, film: Film) -> bytes:
        """Return the bytes of a film in one file; ExportError if the format cannot draw it."""
        assert self.write_film is not None, self.name
        return self.write_film(film)

    def files_of(self, film: Film) -> Iterator[tuple[str, bytes]]:
        """Yield the names and bytes of a film's stills, `001.svg` and so on, each made on demand.

        ExportError as in `bytes_of`.
        """
        places = max(3, len(str(film.max_frames)))
        for number, frame in enumerate(film, 1):
            yield f"{number:0{places}}{self.endings[0]}", self.bytes_of(frame.picture)


@cache
def formats() -> PlugInRegistry[Format]:
    """Return the formats of this folder and of installed packages, by name."""
    built_in = discovery.module_constants(sys.modules["exports"], "FORMAT")
    return PlugInRegistry(
        "format",
        built_in,
        lambda found: isinstance(found, Format),
        lambda name, found: replace(found, name=name),
    )


def folder_marks() -> tuple[bytes, ...]:
    """Return the marks by which the stills of films are recognized."""
    return tuple(found.folder_mark for found in formats().values() if found.folder_mark)


def format_named(name: str) -> Format:
    """Return a format by its name; ExportError lists all formats."""
    if name not in formats():
        names = " ".join(formats().names())
        raise ExportError(f"there is no format called {name!r:.80}; the formats are: {names}")
    return formats()[name]


def format_of(path: str | os.PathLike[str]) -> Format:
    """Return the format for the ending of a file's name.

    ExportError if no format, or more than one, has this ending.
    """
    name = os.fspath(path)
    known = dict(formats())
    broken = dict[str, str]()
    candidates = _formats_ending(name, known)
    if not candidates:
        # Formats of installed packages are slow to load, so they come second.
        known, broken = formats().load_all()
        candidates = _formats_ending(name, known)
    if not candidates:
        raise _unknown_ending(name, known, broken)
    if len(candidates) == 1:
        return candidates[0]
    names = " or ".join(candidate.name for candidate in candidates)
    raise ExportError(
        f"the file name {name!r:.80} may be {names}: give --format, "
        f"or let it end in {candidates[0].endings[0]}"
    )


def _unknown_ending(
    name: str, known: Mapping[str, Format], broken: Mapping[str, str]
) -> ExportError:
    """Return the error for a file name without a known ending.

    `known` are the formats whose endings the error lists. `broken` are sentences about formats that
    could not be loaded, which the error repeats.
    """
    endings = list[str]()
    for found in known.values():
        endings += found.endings
    # Several formats may have the same ending.
    unique = " ".join(dict.fromkeys(endings))
    sentence = (
        f"the file name {name!r:.80} does not end in a known format; the formats are: {unique}"
    )
    return ExportError("; ".join([sentence, *broken.values()]))


def _formats_ending(name: str, known: Mapping[str, Format]) -> list[Format]:
    """Return the formats with the longest ending of a file name, such as `.marp.md`."""
    lower = name.lower()
    matches = list[tuple[str, Format]]()
    for found in known.values():
        matches += [(ending, found) for ending in found.endings if lower.endswith(ending)]
    longest = max((len(ending) for ending, _ in matches), default=0)
    return [found for ending, found in matches if len(ending) == longest]
