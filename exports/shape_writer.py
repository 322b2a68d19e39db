"""Writes shapes one by one: what the formats of drawings have in common."""

from collections.abc import Iterable
from typing import Any

from visualizer.look.shapes import Group, Shape


class ShapeWriter:
    """Has a method for each kind of shape: `rectangle`, `polygon`, `stroke`, `circle`, `text`, `group`."""

    def shape(self, shape: Shape) -> Any:
        """Write a shape by the method of its kind, as `ast.NodeVisitor` visits a node."""
        return getattr(self, type(shape).__name__.lower())(shape)

    def shapes(self, shapes: Iterable[Shape]) -> str:
        """Return shapes one after the other, in a format of text."""
        return "".join(map(self.shape, shapes))

    def group(self, group: Group) -> Any:
        """Return the shapes of a group, in a format of text."""
        return self.shapes(group.shapes)
