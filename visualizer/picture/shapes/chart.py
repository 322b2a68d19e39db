"""Tiles and labels of a chart as shapes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from visualizer.look.legend import LEGEND, State
from visualizer.look.shapes import Pen, Rectangle, Shape, Text, clip
from visualizer.look.themes import DRAWN, Theme
from visualizer.picture.model import Fill, Label, Picture, Tile
from visualizer.picture.shapes.nodes import pen_of
from visualizer.picture.shapes.sizes import LONGEST_WORDS

LINE_WIDTH = 0.07
"""Width of outlines in units of the text size."""


def chart_shapes(picture: Picture, theme: Theme) -> Iterator[Shape]:
    """Draw the tiles of a picture, then its labels."""
    for tile in picture.tiles:
        yield tile_shape(tile, theme.name, picture.plan.size)
    for label in picture.labels:
        yield label_shape(label, theme.name, picture.plan.size)


@cache
def tile_shape(tile: Tile, theme_name: str, size: float) -> Rectangle:
    """Return the shape of a tile."""
    theme, width = DRAWN[theme_name], round(LINE_WIDTH * size, 2)
    if isinstance(tile.hue, State):
        colour = theme.fills[LEGEND[tile.hue].hue]
        return Rectangle(tile.x, tile.y, tile.width, tile.height, colour, pen_of(tile.hue, theme_name, size))
    looks: dict[Fill, tuple[str, Pen | None]] = {
        Fill.FULL: (theme.lines[tile.hue], None),
        Fill.EMPTY: (theme.fills[tile.hue], Pen(theme.lines[tile.hue], width, "dotted")),
        Fill.PAGE: (theme.page, None),
    }
    fill, pen = looks[tile.fill]
    return Rectangle(tile.x, tile.y, tile.width, tile.height, fill, pen)


@cache
def label_shape(label: Label, theme_name: str, size: float) -> Text:
    """Return the shape of a label."""
    theme = DRAWN[theme_name]
    colour = theme.faint if label.faint else theme.text
    return Text(label.x, label.y, clip(label.text, LONGEST_WORDS), size, colour, label.anchor, label.bold)
