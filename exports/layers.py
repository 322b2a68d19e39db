"""The pages of a film as layers: each shape once, from back to front, with the numbers of its pages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from visualizer.look.shapes import Drawing, Group, Shape

Layer = tuple[tuple[int, ...], list[Shape]]
"""The numbers of pages, from 0, and the shapes that are on just these, from back to front."""


class Stack:
    """Shapes from back to front; a new one is put right in front of its predecessor on its page."""

    def __init__(self) -> None:
        """Begin with no shapes."""
        self.pages: dict[Shape, list[int]] = {}
        """The pages of each shape."""
        self.next: dict[Shape | None, Shape | None] = {None: None}
        """For each shape the next one towards the front; None is both the back and the front."""
        self.known: dict[int, Shape] = {}
        """Shapes by their identity, as pages of a film share most of theirs: comparing them would be slow."""

    def add(self, number: int, drawing: Drawing) -> None:
        """Add the shapes of a page."""
        before: Shape | None = None
        for shape in loose(drawing.shapes):
            if id(shape) not in self.known:
                self.known[id(shape)] = shape
                if shape not in self.pages:
                    self.pages[shape] = []
                    self.next[shape], self.next[before] = self.next[before], shape
            pages = self.pages[shape]
            if number not in pages[-1:]:
                pages.append(number)
            before = shape

    def __iter__(self) -> Iterator[Shape]:
        """Yield the shapes from back to front."""
        shape = self.next[None]
        while shape is not None:
            yield shape
            shape = self.next[shape]


def layers(drawings: Iterable[Drawing]) -> list[Layer]:
    """Return the layers of pages, from back to front; successive shapes on the same pages are one layer."""
    stack = Stack()
    for number, drawing in enumerate(drawings):
        stack.add(number, drawing)
    return [(pages, [*shapes]) for pages, shapes in groupby(stack, key=lambda shape: tuple(stack.pages[shape]))]


def loose(shapes: Iterable[Shape]) -> Iterator[Shape]:
    """Yield shapes; a group that stands for no node is replaced by its shapes."""
    for shape in shapes:
        if isinstance(shape, Group) and not shape.words:
            yield from shape.shapes
        else:
            yield shape
