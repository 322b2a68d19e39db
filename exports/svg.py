"""SVG, written by hand: sharp at any size, with every node a group that has a name and a tooltip."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from html import escape
from typing import Any

from exports.format import Format
from visualizer.look.shapes import Circle, Drawing, Group, Pen, Polygon, Rectangle, Shape, Stroke, Text

FAMILY = "'DejaVu Sans Mono', Menlo, Consolas, monospace"


def write(drawing: Drawing) -> bytes:
    """Return the drawing as an SVG file."""
    return svg_of(drawing).encode()


def part_of(drawing: Drawing, part: tuple[float, float, float, float], dots: tuple[int, int]) -> str:
    """Return a part of a drawing (left, top, width, height) as SVG text with a size in dots."""
    left, top, width, height = part
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{dots[0]}" height="{dots[1]}"'
        f' viewBox="{left:g} {top:g} {width:g} {height:g}" text-anchor="middle">'
        f'<rect x="{left:g}" y="{top:g}" width="{width:g}" height="{height:g}" fill="{drawing.page or "#FFFFFF"}"/>\n'
        f"{_all(drawing.shapes)}</svg>\n"
    )


def svg_of(drawing: Drawing) -> str:
    """Return a drawing as SVG text."""
    width, height = f"{drawing.width:g}", f"{drawing.height:g}"
    head = (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
        f' role="img" aria-labelledby="title desc" font-family="{FAMILY}" text-anchor="middle">\n'
        f'<title id="title">{escape(drawing.title)}</title>\n<desc id="desc">{escape(drawing.words)}</desc>\n'
    )
    if drawing.page:
        head += f'<rect width="{width}" height="{height}" fill="{drawing.page}"/>\n'
    return f"{head}{_all(drawing.shapes)}</svg>\n"


def _all(shapes: Iterable[Shape]) -> str:
    """Write shapes one after the other."""
    return "".join([WRITERS[type(shape)](shape) for shape in shapes])


@lru_cache(256)
def _pen(pen: Pen | None) -> str:
    if pen is None:
        return ""
    dashes = "" if pen.dashes is None else f' stroke-dasharray="{pen.dashes[0]:g} {pen.dashes[1]:g}"'
    return f' stroke="{pen.colour}" stroke-width="{pen.width:g}"{dashes}'


def _group(group: Group) -> str:
    title = f"<title>{escape(group.words)}</title>" if group.words else ""
    return f'<g id="{escape(group.key)}">{title}{_all(group.shapes)}</g>\n'


def _rectangle(shape: Rectangle) -> str:
    radius = f' rx="{shape.radius:g}"' if shape.radius else ""
    return (
        f'<rect x="{shape.x:.1f}" y="{shape.y:.1f}" width="{shape.width:.1f}" height="{shape.height:.1f}"{radius}'
        f' fill="{shape.fill or "none"}"{_pen(shape.pen)}/>'
    )


def _polygon(shape: Polygon) -> str:
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in shape.points)
    return f'<polygon points="{points}" fill="{shape.fill or "none"}"{_pen(shape.pen)} stroke-linejoin="round"/>'


def _line(shape: Stroke) -> str:
    return f'<line x1="{shape.x1:.1f}" y1="{shape.y1:.1f}" x2="{shape.x2:.1f}" y2="{shape.y2:.1f}"{_pen(shape.pen)}/>'


def _circle(shape: Circle) -> str:
    return (
        f'<circle cx="{shape.x:.1f}" cy="{shape.y:.1f}" r="{shape.radius:.1f}" fill="{shape.fill or "none"}"'
        f"{_pen(shape.pen)}/>"
    )


def _text(shape: Text) -> str:
    anchor = "" if shape.anchor == "middle" else f' text-anchor="{shape.anchor}"'
    bold = ' font-weight="bold"' if shape.bold else ""
    # Two spaces in a row would be drawn as one.
    words = escape(shape.text, quote=False).replace("  ", " \u00a0")
    return (
        f'<text x="{shape.x:.1f}" y="{shape.y:.1f}" font-size="{shape.size:.1f}" fill="{shape.colour}"{anchor}{bold}>'
        f"{words}</text>"
    )


WRITERS: dict[type, Callable[[Any], str]] = {
    Group: _group,
    Rectangle: _rectangle,
    Polygon: _polygon,
    Stroke: _line,
    Circle: _circle,
    Text: _text,
}

MARK = b'role="img" aria-labelledby="title desc"'
"""Stands at the head of our files, and not of those of other programs."""
ABOUT = "a drawing that is sharp at any size, for web pages and slides; a film is a folder"
FORMAT = Format("svg", (".svg",), ABOUT, write_drawing=write, folder_mark=MARK)
