"""The pieces of chess as outlines, so that they look the same whatever type is installed."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from visualizer.look.shapes import Circle, Pen, Polygon, Shape, Stroke

Points = Sequence[tuple[float, float]]


def mirrored(half: Points) -> Points:
    """Add the left half to the right one.

    >>> mirrored(((0, 0), (1, 2)))
    ((0, 0), (1, 2), (-1, 2))
    """
    return (*half, *((-across, down) for across, down in reversed(half) if across))


FIGURES = tomllib.loads(Path(__file__).with_name("figures.toml").read_text(encoding="utf-8"))
"""The parts of each piece, which figures.toml explains."""
OUTLINES: dict[str, Points] = {
    name: mirrored(parts["half"]) if "half" in parts else parts["outline"] for name, parts in FIGURES.items()
}


@dataclass(frozen=True, slots=True)
class PieceStyle:
    """How a piece is drawn: its fill, the pen of its outline and that of the strokes in it."""

    fill: str
    outline: Pen
    inner: Pen


def figure_shapes(name: str, x: float, y: float, unit: float, look: PieceStyle) -> list[Shape]:
    """Draw a piece around a place; `unit` is half the width of its cell."""
    points = tuple((x + across * unit, y + down * unit) for across, down in OUTLINES[name])
    shapes: list[Shape] = [Polygon(points, look.fill, look.outline)]
    for x1, y1, x2, y2 in FIGURES[name]["lines"]:
        shapes.append(Stroke(x + x1 * unit, y + y1 * unit, x + x2 * unit, y + y2 * unit, look.inner))
    for across, down in FIGURES[name].get("balls", ()):
        shapes.append(Circle(x + across * unit, y + down * unit, 0.09 * unit, look.fill, look.outline))
    for across, down in FIGURES[name].get("eyes", ()):
        shapes.append(Circle(x + across * unit, y + down * unit, 0.06 * unit, look.inner.colour))
    return shapes
