"""What a format is: the endings of its files, and functions from a picture, a film or the explored tree to bytes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from visualizer.look.shapes import Drawing
from visualizer.picture.film.frames import Film
from visualizer.picture.model import Picture
from visualizer.picture.shapes.drawing import draw


@dataclass(frozen=True, slots=True)
class Format:
    """A kind of file. A module of this folder with a constant FORMAT is a format and appears everywhere.

    A format that takes stills gives exactly one of three: `write_drawing` if it draws shapes, `write` if it says what a
    picture holds, `write_graph` if it takes the networkx graph of the tree as well. One that takes films gives
    `write_film`, which returns one file, or `folder_mark`: its films are folders of stills, and the mark is what all of
    its files have near their beginning, by which such a folder is known again. A format of films alone gives
    `write_film` only, and is a film without being asked.
    `about` says in a few words what the file is good for; `endings` have their dot and are in lower case.
    """

    name: str
    endings: tuple[str, ...]
    about: str
    write: Callable[[Picture], bytes] | None = None
    write_graph: Callable[[Any, Picture], bytes] | None = None
    write_drawing: Callable[[Drawing], bytes] | None = None
    write_film: Callable[[Film], bytes] | None = None
    folder_mark: bytes = b""

    @property
    def needs_graph(self) -> bool:
        """Say whether the explored tree itself is needed, not only its picture."""
        return self.write_graph is not None

    @property
    def takes_stills(self) -> bool:
        """Say whether a file can be one picture."""
        return any(way is not None for way in (self.write, self.write_graph, self.write_drawing))

    @property
    def takes_films(self) -> bool:
        """Say whether a file, or a folder, can be a film."""
        return self.write_film is not None or bool(self.folder_mark)

    def bytes_of(self, picture: Picture, graph: Callable[[], Any]) -> bytes:
        """Return a still's content; the graph is made only if it is needed.

        TypeError if the format takes none, ExportError if it cannot draw this one.
        """
        if self.write_graph is not None:
            return self.write_graph(graph(), picture)
        if self.write_drawing is not None:
            return self.write_drawing(draw(picture))
        if self.write is None:
            raise TypeError(f"the format {self.name} has none of write, write_graph and write_drawing")
        return self.write(picture)

    def film_of(self, film: Film) -> bytes:
        """Return the content of a film in one file. TypeError if the format writes none, ExportError if it cannot."""
        if self.write_film is None:
            raise TypeError(f"the format {self.name} has no write_film")
        return self.write_film(film)

    def files_of(self, film: Film) -> Iterator[tuple[str, bytes]]:
        """Go through the names and contents of a film's stills, `001.svg` and so on, each made when its turn comes.

        TypeError and ExportError as in `bytes_of`.
        """
        places = max(3, len(str(film.most)))
        for number, frame in enumerate(film, 1):
            yield f"{number:0{places}}{self.endings[0]}", self.bytes_of(frame.picture, lambda: None)
