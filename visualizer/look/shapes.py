"""The shapes of a drawing, with absolute positions and colours.

Lengths are in points, x grows to the right, y downwards. Texts have no control characters and no
lone surrogates. Shapes never change once made. They are not frozen dataclasses, because thousands
are made, which would take three times as long.
"""

from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

CAPITAL_HEIGHT = 0.73
"""The height of a capital letter, in units of its size."""

DASHES: dict[str, tuple[float, float] | None] = {
    "solid": None,
    "dashed": (5, 3),
    "dotted": (1.5, 2.5),
}
"""Lengths of strokes and gaps, in units of the pen's width, or of a point if that is less."""


class Pen(NamedTuple):
    """A line: colour, width and style (solid, dashed, dotted). A tuple, since writers hash it."""

    colour: str
    width: float
    line: str = "solid"

    @property
    def dashes(self) -> tuple[float, float] | None:
        """Return the lengths of the strokes and of the gaps, or None for a solid line."""
        lengths = DASHES[self.line]
        if lengths is None:
            return None
        stroke, gap = lengths
        # Dashes grow with the width of the line, but a line thinner than 1 has the dashes of 1.
        unit = max(self.width, 1)
        return (round(stroke * unit, 2), round(gap * unit, 2))


@dataclass(slots=True, unsafe_hash=True)
class Rectangle:
    """A rectangle; `x` and `y` are its top left corner, and `fill` is "" for no filling."""

    x: float
    y: float
    width: float
    height: float
    fill: str
    pen: Pen | None = None
    radius: float = 0


@dataclass(slots=True, unsafe_hash=True)
class Polygon:
    """A closed outline through points."""

    points: tuple[tuple[float, float], ...]
    fill: str
    pen: Pen | None = None


@dataclass(slots=True, unsafe_hash=True)
class Stroke:
    """A straight line."""

    x1: float
    y1: float
    x2: float
    y2: float
    pen: Pen


@dataclass(slots=True, unsafe_hash=True)
class Circle:
    """A circle; `x` and `y` are its centre."""

    x: float
    y: float
    radius: float
    fill: str
    pen: Pen | None = None


@dataclass(slots=True, unsafe_hash=True)
class Text:
    """A line of words; `y` is its baseline, and `anchor` says which part of it is at `x`."""

    x: float
    y: float
    text: str
    size: float
    colour: str
    anchor: str = "middle"
    bold: bool = False


@dataclass(slots=True, unsafe_hash=True)
class Group:
    """Shapes of one node, by its key, with words for tooltips and screen readers."""

    key: str
    words: str
    shapes: "tuple[Shape, ...]"


Shape: TypeAlias = Rectangle | Polygon | Stroke | Circle | Text | Group


@dataclass(frozen=True, slots=True)
class Drawing:
    """A page of shapes, from back to front; `title` and `words` describe it, `font` is its type."""

    width: float
    height: float
    page: str
    title: str
    words: str
    shapes: tuple[Shape, ...] = field(repr=False)
    font: str = "mono"
