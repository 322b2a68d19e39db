"""What a format is, which formats there are, and what can go wrong."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any

from visualizer.support.errors import InputError
from visualizer.support.plugins import discovery
from visualizer.support.plugins.discovery import Extensible

if TYPE_CHECKING:
    from visualizer.draw.picture.film import Film
    from visualizer.draw.picture.model import Picture
    from visualizer.look.shapes import Drawing


class ExportError(InputError):
    """A file cannot be made or written; the message is one sentence."""


class LibraryMissingError(ExportError):
    """A format needs a library that is not installed; the message says how to get it."""


class ExportWarning(UserWarning):
    """A file is made, but not quite as asked for; the message is one sentence."""


@dataclass(frozen=True, slots=True)
class Format:
    """A kind of file. A module of this folder with a constant FORMAT is a format and is offered everywhere.

    For stills a format has exactly one of three functions, each of which returns the bytes of a file: `write_drawing`
    takes shapes with places and colours, `write` a picture, `write_graph` the networkx graph of the tree and a picture.
    For films it has `write_film`, which returns one file, or a `folder_mark`: then its films are folders of stills, and
    the mark is a text near the beginning of each, by which such a folder is recognized. With `write_deck` they are
    both: given the folder's name, it returns the text of a file, and the names and bytes of the stills that it shows.
    A format with one of these two functions alone is always a film; `film_note` is what is to be known before one is
    shown, if anything. `about` says in a few words what the file is good for; `endings` are in lower case, with their
    dot. `is_binary` says that its stills are no text. All may raise ExportError, with a sentence, and warn with
    ExportWarning. `check` raises LibraryMissingError where no such file can be made, so that this is known before a
    search.
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
        """Return whether a file can be one picture."""
        return any(way is not None for way in (self.write, self.write_graph, self.write_drawing))

    @property
    def takes_films(self) -> bool:
        """Return whether a file, or a folder, can be a film."""
        return self.write_film is not None or self.write_deck is not None or bool(self.folder_mark)

    def bytes_of(self, picture: Picture, graph: Callable[[], Any] = lambda: None) -> bytes:
        """Return the bytes of a still; `graph` is called only if the format takes the graph.

        ExportError if the format, which takes stills, cannot draw this one.
        """
        if self.write_graph is not None:
            return self.write_graph(graph(), picture)
        if self.write_drawing is not None:
            from visualizer.draw.picture.shapes.drawing import draw_picture

            return self.write_drawing(draw_picture(picture))
        assert self.write is not None, self.name
        return self.write(picture)

    def film_of(self, film: Film) -> bytes:
        """Return the bytes of a film in one file. ExportError if the format, which takes films, cannot."""
        assert self.write_film is not None, self.name
        return self.write_film(film)

    def files_of(self, film: Film) -> Iterator[tuple[str, bytes]]:
        """Yield the names and bytes of a film's stills, `001.svg` and so on, each made when it is asked for.

        ExportError as in `bytes_of`.
        """
        places = max(3, len(str(film.most)))
        for number, frame in enumerate(film, 1):
            yield f"{number:0{places}}{self.endings[0]}", self.bytes_of(frame.picture)


@cache
def formats() -> Extensible[Format]:
    """Return every format by name."""
    built_in = discovery.module_constants(sys.modules["exports"], "FORMAT")
    return Extensible(
        "format",
        built_in,
        lambda found: isinstance(found, Format),
        lambda name, found: replace(found, name=name),
    )


def folder_marks() -> tuple[bytes, ...]:
    """Return the marks by which the stills of films are recognized."""
    return tuple(found.folder_mark for found in formats().values() if found.folder_mark)


def format_named(name: str) -> Format:
    """Return a format by its name; ExportError lists those there are."""
    if name not in formats():
        raise ExportError(
            f"there is no format called {name!r:.80}; the formats are: {' '.join(formats().names())}"
        )
    return formats()[name]


def format_of(path: str | os.PathLike[str]) -> Format:
    """Return the format that a file's ending names; ExportError lists the endings, or the formats of that ending.

    Where no format that is built in has the ending, those of installed packages are asked.
    """
    name = os.fspath(path)
    known = dict(formats())
    broken = dict[str, str]()
    if not name.lower().endswith(
        tuple(ending for found in known.values() for ending in found.endings)
    ):
        known, broken = formats().everything()
    ends = [
        (each, found)
        for found in known.values()
        for each in found.endings
        if name.lower().endswith(each)
    ]
    longest = max((len(each) for each, _ in ends), default=0)
    named = [found for each, found in ends if len(each) == longest]
    if len(named) == 1:
        return named[0]
    if named:
        words = " or ".join(found.name for found in named)
        raise ExportError(
            f"the file name {name!r:.80} may be {words}: give --format, or let it end in {named[0].endings[0]}"
        )
    endings = " ".join(
        dict.fromkeys(ending for found in known.values() for ending in found.endings)
    )
    sentence = (
        f"the file name {name!r:.80} does not end in a known format; the formats are: {endings}"
    )
    raise ExportError("; ".join([sentence, *broken.values()]))
