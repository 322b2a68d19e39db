"""The pieces of chess as outlines, so that they look the same wherever a picture is opened, whatever type is there."""

from __future__ import annotations

from dataclasses import dataclass

from visualizer.look.shapes import Circle, Pen, Polygon, Shape, Stroke

Points = tuple[tuple[float, float], ...]

HALVES: dict[str, Points] = {
    "pawn": (
        (0, -0.64), (0.15, -0.6), (0.25, -0.5), (0.28, -0.36), (0.24, -0.23), (0.16, -0.14), (0.33, -0.03),
        (0.33, 0.06), (0.17, 0.09), (0.21, 0.3), (0.32, 0.48), (0.5, 0.6), (0.54, 0.66), (0.54, 0.82),
    ),
    "rook": (
        (0, -0.7), (0.14, -0.7), (0.14, -0.54), (0.3, -0.54), (0.3, -0.7), (0.52, -0.7), (0.52, -0.34), (0.35, -0.2),
        (0.37, 0.36), (0.52, 0.52), (0.52, 0.6), (0.62, 0.6), (0.62, 0.82),
    ),
    "bishop": (
        (0, -0.88), (0.09, -0.82), (0.1, -0.74), (0.05, -0.67), (0.22, -0.5), (0.33, -0.27), (0.32, -0.08), (0.2, 0.1),
        (0.34, 0.18), (0.34, 0.27), (0.2, 0.3), (0.26, 0.48), (0.56, 0.6), (0.58, 0.68), (0.58, 0.82),
    ),
    "queen": (
        (0, -0.74), (0.15, -0.12), (0.4, -0.68), (0.42, -0.06), (0.76, -0.46), (0.56, 0.22), (0.5, 0.34), (0.52, 0.46),
        (0.6, 0.6), (0.62, 0.66), (0.62, 0.82),
    ),
    "king": (
        (0, -0.94), (0.09, -0.94), (0.09, -0.83), (0.22, -0.83), (0.22, -0.66), (0.09, -0.66), (0.09, -0.52),
        (0.16, -0.44), (0.16, -0.3), (0.34, -0.4), (0.54, -0.38), (0.68, -0.24), (0.7, -0.06), (0.58, 0.16),
        (0.5, 0.34), (0.52, 0.46), (0.6, 0.6), (0.62, 0.66), (0.62, 0.82),
    ),
}  # fmt: skip
"""The right half of each piece, from the top down; a cell reaches from -1 to 1."""
KNIGHT: Points = (
    (-0.04, -0.86), (0.08, -0.64), (0.28, -0.52), (0.44, -0.3), (0.53, 0), (0.56, 0.34), (0.56, 0.6), (0.62, 0.66),
    (0.62, 0.82), (-0.44, 0.82), (-0.44, 0.66), (-0.38, 0.6), (-0.33, 0.44), (-0.2, 0.28), (0, 0.1), (0.03, -0.06),
    (-0.14, 0.01), (-0.28, 0.06), (-0.38, 0.19), (-0.5, 0.22), (-0.6, 0.13), (-0.62, 0), (-0.46, -0.26), (-0.36, -0.46),
    (-0.22, -0.6), (-0.16, -0.62),
)  # fmt: skip
LINES: dict[str, tuple[tuple[float, float, float, float], ...]] = {
    "pawn": ((-0.5, 0.6, 0.5, 0.6),),
    "rook": ((-0.62, 0.6, 0.62, 0.6),),
    "bishop": ((-0.56, 0.6, 0.56, 0.6), (0, -0.36, 0, -0.08), (-0.13, -0.24, 0.13, -0.24)),
    "queen": ((-0.52, 0.46, 0.52, 0.46),),
    "king": ((-0.52, 0.46, 0.52, 0.46),),
    "knight": ((-0.38, 0.6, 0.56, 0.6),),
}
"""Strokes within each piece."""
BALLS = ((0, -0.76), (0.4, -0.7), (-0.4, -0.7), (0.76, -0.48), (-0.76, -0.48))
"""Where the balls of a queen's crown are."""
EYE = (-0.2, -0.34)


def mirrored(half: Points) -> Points:
    """Add the left half to the right one.

    >>> mirrored(((0, 0), (1, 2)))
    ((0, 0), (1, 2), (-1, 2))
    """
    return (*half, *((-across, down) for across, down in reversed(half) if across))


OUTLINES = {"knight": KNIGHT} | {name: mirrored(half) for name, half in HALVES.items()}


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
    for x1, y1, x2, y2 in LINES[name]:
        shapes.append(Stroke(x + x1 * unit, y + y1 * unit, x + x2 * unit, y + y2 * unit, look.inner))
    if name == "queen":
        balls = ((x + across * unit, y + down * unit) for across, down in BALLS)
        shapes += [Circle(*ball, 0.09 * unit, look.fill, look.outline) for ball in balls]
    if name == "knight":
        shapes.append(Circle(x + EYE[0] * unit, y + EYE[1] * unit, 0.06 * unit, look.inner.colour))
    return shapes
