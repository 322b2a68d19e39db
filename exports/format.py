"""What a format is: the endings of its files and a function from a picture, or from the explored tree, to bytes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from visualizer.look.shapes import Drawing
from visualizer.picture import Picture
from visualizer.picture.drawing import draw


@dataclass(frozen=True, slots=True)
class Format:
    """A kind of file. A module of this folder with a constant FORMAT is a format and appears everywhere.

    Exactly one of three is given: `write_drawing` for a format that draws shapes, `write` for one that says what a
    picture holds, `write_graph` for one that takes the networkx graph of the tree as well.
    `about` says in a few words what the file is good for; `endings` have their dot and are in lower case.
    """

    name: str
    endings: tuple[str, ...]
    about: str
    write: Callable[[Picture], bytes] | None = None
    write_graph: Callable[[Any, Picture], bytes] | None = None
    write_drawing: Callable[[Drawing], bytes] | None = None

    @property
    def needs_graph(self) -> bool:
        """Say whether the explored tree itself is needed, not only its picture."""
        return self.write_graph is not None

    def bytes_of(self, picture: Picture, graph: Callable[[], Any]) -> bytes:
        """Return the file's content; the graph is made only if it is needed. TypeError if the format has no writer."""
        if self.write_graph is not None:
            return self.write_graph(graph(), picture)
        if self.write_drawing is not None:
            return self.write_drawing(draw(picture))
        if self.write is None:
            raise TypeError(f"the format {self.name} has none of write, write_graph and write_drawing")
        return self.write(picture)
