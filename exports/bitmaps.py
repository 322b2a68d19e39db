"""Drawings of one size as bitmaps, one after the other: only the parts that have changed are drawn again."""

from __future__ import annotations

import io
from collections.abc import Iterable
from dataclasses import replace
from math import ceil, floor
from typing import TYPE_CHECKING

from exports.png import dots_of
from exports.shapes import around, loose
from exports.svg import part_of
from visualizer.look.shapes import Drawing, Shape

if TYPE_CHECKING:
    from PIL.Image import Image

PEN = 4
"""Dots that a pen may reach beyond its shape."""

DotArea = tuple[int, int, int, int]
"""A part of the bitmap in dots: left, top, right, bottom."""


class Bitmaps:
    """Makes bitmaps of drawings that share most of their shapes; `size` is theirs in dots."""

    def __init__(self, width: float, height: float, scale: float) -> None:
        """Draw drawings of a size, so many dots for each of their points."""
        self.scale, self.size = scale, (max(1, round(width * scale)), max(1, round(height * scale)))
        self.image: Image | None = None
        self.shapes = frozenset[Shape]()
        """What was drawn last."""

    def of(self, drawing: Drawing) -> Image:
        """Return the bitmap of a drawing, made from the last one."""
        from PIL import Image

        before, self.shapes = self.shapes, frozenset(loose(drawing.shapes))
        changed = map(self.around, self.shapes ^ before) if self.image else [(0, 0, *self.size)]
        image = self.image.copy() if self.image else Image.new("RGB", self.size)
        for part in merged(changed):
            left, top, right, bottom = inside = within(part, (0, 0, *self.size))
            if left < right and top < bottom:
                image.paste(self.drawn(drawing, inside), (left, top))
        self.image = image
        return image

    def drawn(self, drawing: Drawing, part: DotArea) -> Image:
        """Return a part of a drawing as a bitmap."""
        from PIL import Image

        left, top, right, bottom = part
        shapes = tuple(shape for shape in loose(drawing.shapes) if meet(self.around(shape), part))
        region = (left / self.scale, top / self.scale, (right - left) / self.scale, (bottom - top) / self.scale)
        svg = part_of(replace(drawing, shapes=shapes), region, (right - left, bottom - top))
        return Image.open(io.BytesIO(dots_of(svg))).convert("RGB")

    def around(self, shape: Shape) -> DotArea:
        """Return the part of the bitmap that a shape may touch."""
        left, top, width, height = (length * self.scale for length in around(shape))
        return floor(left) - PEN, floor(top) - PEN, ceil(left + width) + PEN, ceil(top + height) + PEN


def merged(parts: Iterable[DotArea]) -> list[DotArea]:
    """Return parts of which no two overlap, and which cover all of the given ones.

    >>> merged([(0, 0, 2, 2), (5, 5, 6, 6), (1, 1, 3, 3)])
    [(5, 5, 6, 6), (0, 0, 3, 3)]
    """
    found: list[DotArea] = []
    for each in parts:
        part = each
        while touched := [other for other in found if meet(part, other)]:
            found = [other for other in found if other not in touched]
            lefts, tops, rights, bottoms = zip(part, *touched, strict=True)
            part = min(lefts), min(tops), max(rights), max(bottoms)
        found.append(part)
    return found


def within(part: DotArea, limits: DotArea) -> DotArea:
    """Return the intersection of two parts.

    >>> within((-4, 5, 10, 20), (0, 0, 30, 15))
    (0, 5, 10, 15)
    """
    return max(part[0], limits[0]), max(part[1], limits[1]), min(part[2], limits[2]), min(part[3], limits[3])


def meet(part: DotArea, other: DotArea) -> bool:
    """Return whether two parts overlap."""
    left, top, right, bottom = within(part, other)
    return left < right and top < bottom
