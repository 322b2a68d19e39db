"""The pages of a film as layers: each shape once, from back to front, with the numbers of its pages."""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Generic, TypeVar

from visualizer.look.shapes import Group, Shape

Layer = tuple[tuple[int, ...], list[Shape]]
"""The numbers of pages, from 0, and the shapes that are on just these, from back to front."""


Stacked = TypeVar("Stacked", bound=Hashable)


class Stack(Generic[Stacked]):
    """Things from back to front; a new one is put right in front of another."""

    def __init__(self) -> None:
        """Begin with none."""
        self.next: dict[Stacked | None, Stacked | None] = {None: None}
        """For each thing the next one towards the front; None is both the back and the front."""

    def put(self, thing: Stacked, behind: Stacked | None) -> None:
        """Put a thing in front of the one `behind` it, None for the very back; nothing if it has its place already."""
        if thing not in self.next:
            self.next[thing], self.next[behind] = self.next[behind], thing

    def __iter__(self) -> Iterator[Stacked]:
        """Yield the things from back to front."""
        thing = self.next[None]
        while thing is not None:
            yield thing
            thing = self.next[thing]


def layers(pages: Iterable[Sequence[Shape]]) -> list[Layer]:
    """Return the layers of pages of shapes, from back to front; successive shapes on the same pages are one layer."""
    stack, numbers = Stack[Shape](), dict[Shape, list[int]]()
    known: dict[int, Shape] = {}  # by their identity, as pages share most of their shapes: comparing them would be slow
    for number, page in enumerate(pages):
        before: Shape | None = None
        for shape in loose(page):
            if id(shape) not in known:
                known[id(shape)] = shape
                stack.put(shape, before)
            if number not in numbers.setdefault(shape, [])[-1:]:
                numbers[shape].append(number)
            before = shape
    return [(on, [*shapes]) for on, shapes in groupby(stack, key=lambda shape: tuple(numbers[shape]))]


def loose(shapes: Iterable[Shape]) -> Iterator[Shape]:
    """Yield shapes; a group that stands for no node is replaced by its shapes."""
    for shape in shapes:
        if isinstance(shape, Group) and not shape.words:
            yield from shape.shapes
        else:
            yield shape
