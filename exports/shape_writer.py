"""Writes shapes one by one: what the formats of drawings have in common."""

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any, get_args

from visualizer.look.shapes import Group, Shape


class ShapeWriter:
    """Has a method for each kind of shape: `rectangle`, `polygon`, `stroke`, `circle`, `text`, `group`."""

    @cached_property
    def _methods(self) -> dict[type, Callable[[Any], Any]]:
        return {kind: getattr(self, kind.__name__.lower()) for kind in get_args(Shape)}

    def shape(self, shape: Shape) -> Any:
        """Write a shape by the method of its kind."""
        return self._methods[type(shape)](shape)

    def shapes(self, shapes: Iterable[Shape]) -> str:
        """Return shapes one after the other, in a format of text."""
        return "".join(map(self.shape, shapes))

    def group(self, group: Group) -> Any:
        """Return the shapes of a group, in a format of text."""
        return self.shapes(group.shapes)
