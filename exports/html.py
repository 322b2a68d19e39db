"""HTML: a film as one web page that loads nothing from the network, with a slider, keys and the words beside it.

The pictures are divided into pieces: nodes, edges, lines of words. Each piece is stored once, pieces that differ in
their place alone share one text, and a frame lists the pieces that are added and removed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache, lru_cache
from html import escape
from pathlib import Path
from typing import Any

from exports.format import Format
from exports.layers import loose
from visualizer.look.ascii import printable
from visualizer.look.shapes import Circle, Group, Pen, Polygon, Rectangle, Shape, Stroke, Text, clip
from visualizer.look.themes import STYLED, THEMES, style_variables
from visualizer.picture.film.frames import Film, Frame
from visualizer.picture.model import Picture
from visualizer.picture.shapes.drawing import Drawn, draw
from visualizer.picture.shapes.sizes import LONGEST_WORDS

PLAYER = Path(__file__).parent / "player"
LONGEST_SENTENCE = 2000
SHADES = ("light", "dark")
"""Themes between which a reader may change."""


def write_film(film: Film) -> bytes:
    """Return a film as a page of the web."""
    pieces, rows, frames, theme, view = Pieces(), Numbered(), list[dict[str, Any]](), "", ""
    for frame in film:
        theme, view = frame.picture.theme, view or _view(frame.picture)
        frames.append({"pieces": pieces.of(_bare(frame.picture)), **_told(frame, rows)})
    place, before = pieces.places(), set[int]()
    for each in frames:
        after = {place[piece] for piece in each.pop("pieces")}
        each |= {"come": sorted(after - before), "go": sorted(before - after)}
        before = after
    data = {
        "last": film.last, "frames": frames, "rows": [*rows], "code": [*map(printable, film.code)],
        "follows": theme == SHADES[0], "themes": SHADES if theme in SHADES else (theme,), **pieces.data(place),
    }  # fmt: skip
    parts = {
        "title": escape(clip(film.title, LONGEST_WORDS)), "subtitle": escape(clip(film.subtitle, LONGEST_WORDS)),
        "theme": theme, "view": view, "style": _themes(theme) + _read("style.css") + pieces.rules(),
        "film": _in_script(data), "script": _read("script.js"),
    }  # fmt: skip
    return re.sub(r"\{([a-z]+)\}", lambda found: parts[found[1]], _read("page.html")).encode()


def _read(name: str) -> str:
    """Return a part of the player."""
    return (PLAYER / name).read_text("utf-8")


def _themes(theme: str) -> str:
    """Return what the colours are in each theme in which the page can be shown."""
    names = SHADES if theme in SHADES else (theme,)
    return "".join(f":root[data-theme={name}]{{{style_variables(THEMES[name])}}}" for name in names)


def _in_script(data: Any) -> str:
    """Return data as JSON for a script element, which no words in it can end."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _bare(picture: Picture) -> Picture:
    """Return a picture without its title and captions, which the web page shows beside it."""
    plan, theme = picture.plan, STYLED.name if picture.theme in (*SHADES, "contrast") else picture.theme
    legend = replace(plan.legend, y=plan.caption.y) if plan.caption.height else plan.legend
    return replace(picture, title="", subtitle="", captions=(), theme=theme, plan=replace(plan, legend=legend))


def _view(picture: Picture) -> str:
    """Return the viewBox of a bare picture."""
    plan = picture.plan
    top = plan.heading.y + plan.heading.height - plan.heading.x / 2
    return f"0 {_short(top)} {_short(plan.width)} {_short(plan.height - top - plan.caption.height)}"


def _told(frame: Frame, rows: Numbered) -> dict[str, Any]:
    """Return the words shown beside a picture."""
    said = (frame.sentence, frame.counts)
    captions = (line for line in frame.picture.captions if not any(words in line for words in said))
    others = () if frame.name else (frame.counts, *captions)
    return {
        "first": frame.first, "last": frame.last, "name": frame.name,
        "sentence": clip(frame.sentence, LONGEST_SENTENCE), "more": clip("; ".join(others), LONGEST_SENTENCE),
        "path": [rows[tuple(map(clip, row))] for row in frame.windows],
        "line": frame.code.number, "values": printable(frame.code.values),
    }  # fmt: skip


class Numbered(dict[Any, int]):
    """Numbers things in the order in which they are first asked for."""

    def __missing__(self, thing: Any) -> int:
        """Give a new thing its number."""
        self[thing] = number = len(self)
        return number


class Pieces:
    """Every piece that is drawn in a film."""

    def __init__(self) -> None:
        """Begin with none."""
        self.fragments, self.words = Numbered({"": 0}), Numbered({"": 0})
        self.classes, self.pieces = Numbered(), Numbered()
        self.behind: dict[int, int] = {-1: -1}
        """For each piece the next one towards the front; -1 is the page."""
        self.drawn = Drawn()
        self.known: dict[int, tuple[Shape, int]] = {}
        """The piece of a shape that has been seen, by its identity."""

    def of(self, picture: Picture) -> list[int]:
        """Return the pieces of a picture, from back to front."""
        found, before = [], -1
        for shape in loose(draw(picture, self.drawn).shapes):
            before = self._piece(shape, before)
            found.append(before)
        return found

    def _piece(self, shape: Shape, before: int) -> int:
        """Return the number of a shape's piece; a new one is put in front of `before`."""
        seen = self.known.get(id(shape))
        if seen is not None:
            return seen[1]
        x, y = _origin(shape)
        words = printable(shape.words) if isinstance(shape, Group) else ""
        piece = self.pieces[self.fragments[self._markup(shape, x, y)], _short(x), _short(y), self.words[words]]
        if piece not in self.behind:
            self.behind[piece], self.behind[before] = self.behind[before], piece
        self.known[id(shape)] = shape, piece
        return piece

    def places(self) -> dict[int, int]:
        """Return the places of the pieces from back to front."""
        found, piece = dict[int, int](), -1
        while (piece := self.behind[piece]) >= 0:
            found[piece] = len(found)
        return found

    def data(self, places: dict[int, int]) -> dict[str, Any]:
        """Return the pieces in their order, with what they refer to."""
        ordered = sorted(self.pieces.items(), key=lambda item: places[item[1]])
        return {
            "fragments": [*self.fragments], "words": [*self.words],
            "pieces": [[fragment, float(x), float(y), words] for (fragment, x, y, words), _ in ordered],
        }  # fmt: skip

    def rules(self) -> str:
        """Return the style of each class."""
        return "".join(f".c{number}{{{rule}}}" for rule, number in self.classes.items())

    # Shapes as SVG, relative to a point.

    def _markup(self, shape: Shape, x: float, y: float) -> str:
        return MARKUP[type(shape)](self, shape, x, y)

    def group(self, shape: Group, x: float, y: float) -> str:
        """Write what is in a group."""
        return "".join(self._markup(each, x, y) for each in shape.shapes)

    def rectangle(self, shape: Rectangle, x: float, y: float) -> str:
        """Write a rectangle."""
        radius = f' rx="{_short(shape.radius)}"' if shape.radius else ""
        where = f'x="{_short(shape.x - x)}" y="{_short(shape.y - y)}"'
        size = f'width="{_short(shape.width)}" height="{_short(shape.height)}"'
        return f"<rect {where} {size}{radius}{self._class(shape.fill, shape.pen)}/>"

    def polygon(self, shape: Polygon, x: float, y: float) -> str:
        """Write a polygon."""
        points = " ".join(f"{_short(a - x)},{_short(b - y)}" for a, b in shape.points)
        return f'<polygon points="{points}"{self._class(shape.fill, shape.pen)}/>'

    def line(self, shape: Stroke, x: float, y: float) -> str:
        """Write a line."""
        ends = f'x2="{_short(shape.x2 - x)}" y2="{_short(shape.y2 - y)}"'
        begin = f'x1="{_short(shape.x1 - x)}" y1="{_short(shape.y1 - y)}" ' if (shape.x1, shape.y1) != (x, y) else ""
        return f"<line {begin}{ends}{self._class('', shape.pen)}/>"

    def circle(self, shape: Circle, x: float, y: float) -> str:
        """Write a circle."""
        where = f'cx="{_short(shape.x - x)}" cy="{_short(shape.y - y)}" r="{_short(shape.radius)}"'
        return f"<circle {where}{self._class(shape.fill, shape.pen)}/>"

    def text(self, shape: Text, x: float, y: float) -> str:
        """Write a line of words."""
        rule = _type(shape.size, shape.colour, shape.anchor, shape.bold)
        words = escape(shape.text, quote=False).replace("  ", " \u00a0")
        where = f'x="{_short(shape.x - x)}" y="{_short(shape.y - y)}" '.replace('x="0" ', "").replace('y="0" ', "")
        return f'<text {where}class="c{self.classes[rule]}">{words}</text>'

    def _class(self, fill: str, pen: Pen | None) -> str:
        """Return the class of a look."""
        return f' class="c{self.classes[_look(fill, pen)]}"'


MARKUP: dict[type, Callable[[Pieces, Any, float, float], str]] = {
    Group: Pieces.group,
    Rectangle: Pieces.rectangle,
    Polygon: Pieces.polygon,
    Stroke: Pieces.line,
    Circle: Pieces.circle,
    Text: Pieces.text,
}


@cache
def _look(fill: str, pen: Pen | None) -> str:
    """Return how an outline is drawn, as CSS."""
    rule = f"fill:{fill or 'none'}"
    if pen is not None:
        rule += f";stroke:{pen.colour};stroke-width:{_short(pen.width, 2)}"
        rule += "" if pen.dashes is None else f";stroke-dasharray:{pen.dashes[0]:g} {pen.dashes[1]:g}"
    return rule


@cache
def _type(size: float, colour: str, anchor: str, bold: bool) -> str:
    """Return how words are drawn, as CSS."""
    rule = f"font-size:{_short(size)}px;fill:{colour}"
    rule += "" if anchor == "middle" else f";text-anchor:{anchor}"
    return f"{rule};font-weight:700" if bold else rule


def _origin(shape: Shape) -> tuple[float, float]:
    """Return the point that a shape is relative to."""
    if isinstance(shape, Group):
        return _origin(shape.shapes[0]) if shape.shapes else (0, 0)
    if isinstance(shape, Polygon):
        return shape.points[0]
    return (shape.x1, shape.y1) if isinstance(shape, Stroke) else (shape.x, shape.y)


@lru_cache(1 << 16)
def _short(number: float, digits: int = 1) -> str:
    """Return a length in as few letters as it takes.

    >>> _short(12.04), _short(-0.01), _short(0.125, 2)
    ('12', '0', '0.12')
    """
    return f"{round(number, digits) or 0:g}"


ABOUT = "a page of the web with a slider, that works without a network: a film to step through"
FORMAT = Format("html", (".html", ".htm"), ABOUT, write_film=write_film)
