"""The extents of shapes: the part of a page that each covers."""

from collections.abc import Iterable

from visualizer.look.shapes import LETTER, Circle, Group, Polygon, Rectangle, Shape, Stroke, letters

ASCENT, HEIGHT = 0.93, 1.17
"""Height of a line of words above its baseline, and in all, in units of its size."""
BEFORE = {"start": 0.0, "middle": 0.5, "end": 1.0}
"""The part of a text that stands left of its place."""


def around(shape: Shape) -> tuple[float, float, float, float]:
    """Return the left edge, the top, the width and the height of what a shape covers, without its pen."""
    corners = [*points(shape)]
    left, top = min(x for x, _ in corners), min(y for _, y in corners)
    return left, top, max(x for x, _ in corners) - left, max(y for _, y in corners) - top


def points(shape: Shape) -> Iterable[tuple[float, float]]:
    """Return points around a shape."""
    if isinstance(shape, Group):
        return [point for each in shape.shapes for point in points(each)] or [(0, 0)]
    if isinstance(shape, Polygon):
        return shape.points
    if isinstance(shape, Stroke):
        return (shape.x1, shape.y1), (shape.x2, shape.y2)
    if isinstance(shape, Circle):
        return (shape.x - shape.radius, shape.y - shape.radius), (shape.x + shape.radius, shape.y + shape.radius)
    if isinstance(shape, Rectangle):
        return (shape.x, shape.y), (shape.x + shape.width, shape.y + shape.height)
    width = letters(shape.text) * LETTER * shape.size
    left, top = shape.x - BEFORE[shape.anchor] * width, shape.y - ASCENT * shape.size
    return (left, top), (left + width, top + HEIGHT * shape.size)
