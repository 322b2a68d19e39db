"""SVG, written by hand; every node is a group with a name and a tooltip.

The shapes come from `visualizer/draw/picture/shapes/drawing.py`.
"""

from functools import cache, lru_cache
from html import escape

from exports.format import Format
from exports.shapes import TYPEFACES, ShapeWriter
from visualizer.look.shapes import Circle, Drawing, Group, Pen, Polygon, Rectangle, Stroke, Text


def font_families(font: str) -> str:
    """Return the CSS font families for a name of `--font`."""
    return f"'{TYPEFACES[font].family}', {TYPEFACES[font].css}"


def svg_part(
    drawing: Drawing, part: tuple[float, float, float, float], dots: tuple[int, int]
) -> str:
    """Return a part of a drawing as SVG text.

    `part` is the left edge, top, width and height in points; `dots` are the width and height of the
    part in the bitmap.
    """
    left, top, width, height = part
    width_dots, height_dots = dots
    place = f'x="{left:g}" y="{top:g}" width="{width:g}" height="{height:g}"'
    page = drawing.page or "#FFFFFF"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width_dots}" height="{height_dots}"'
        f' viewBox="{left:g} {top:g} {width:g} {height:g}"'
        f' font-family="{font_families(drawing.font)}" text-anchor="middle">'
        f'<rect {place} fill="{page}"/>\n'
        f"{SvgWriter().shapes(drawing.shapes)}</svg>\n"
    )


def svg_of(drawing: Drawing) -> str:
    """Return a whole drawing as SVG text, with a title and a description for screen readers."""
    width = f"{drawing.width:g}"
    height = f"{drawing.height:g}"
    head = (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
        f' viewBox="0 0 {width} {height}" role="img" aria-labelledby="title desc"'
        f' font-family="{font_families(drawing.font)}" text-anchor="middle">\n'
        f'<title id="title">{escape(drawing.title)}</title>\n'
        f'<desc id="desc">{escape(drawing.words)}</desc>\n'
    )
    if drawing.page:
        head += f'<rect width="{width}" height="{height}" fill="{drawing.page}"/>\n'
    return f"{head}{SvgWriter().shapes(drawing.shapes)}</svg>\n"


# Films repeat most lengths and words, so caches save much of the time.


@lru_cache(1 << 12)
def escape_svg_text(text: str) -> str:
    r"""Escape the text of an element; no-break spaces keep several spaces from becoming one.

    >>> escape_svg_text("a  < b")
    'a \xa0&lt; b'
    """
    return escape(text, quote=False).replace("  ", " \u00a0")


@lru_cache(1 << 16)
def short_number(number: float) -> str:
    """Return a length, rounded to tenths, in as few characters as possible.

    >>> short_number(12.04), short_number(-0.01)
    ('12', '0')
    """
    return f"{round(number, 1) or 0:g}"


@lru_cache(1 << 16)
def length_attribute(name: str, value: float) -> str:
    """Return a length as an attribute, "" for 0, which is the default.

    >>> length_attribute("width", 2.51), length_attribute("x", 0)
    (' width="2.5"', '')
    """
    text = short_number(value)
    return "" if text == "0" else f' {name}="{text}"'


Style = tuple[tuple[str, str], ...]
"""Properties of an element with their values, for attributes and for CSS."""


@cache
def outline_style(fill: str | None, pen: Pen | None, corners: str = "") -> Style:
    """Return the properties of an outline.

    `fill` is a colour, "" for no fill, or None for a line, which has no inside. `corners` is the
    way in which lines meet, such as "round".
    """
    style = []
    if fill is not None:
        style.append(("fill", fill or "none"))
    if pen is not None:
        style.append(("stroke", pen.colour))
        style.append(("stroke-width", f"{pen.width:g}"))
        if pen.dashes is not None:
            dash, gap = pen.dashes
            style.append(("stroke-dasharray", f"{dash:g} {gap:g}"))
        if corners:
            style.append(("stroke-linejoin", corners))
    return tuple(style)


@cache
def text_style(size: float, colour: str, anchor: str, bold: bool) -> Style:
    """Return the properties of a text, placed by its start, its middle or its end (`anchor`)."""
    style = [("font-size", f"{short_number(size)}px"), ("fill", colour)]
    # The head of the file makes "middle" the default.
    if anchor != "middle":
        style.append(("text-anchor", anchor))
    if bold:
        style.append(("font-weight", "bold"))
    return tuple(style)


@cache
def style_attributes(style: Style) -> str:
    """Return a style as attributes of an element."""
    return "".join(f' {name}="{value}"' for name, value in style)


class SvgWriter(ShapeWriter):
    """Writes shapes as SVG elements, with places relative to `left` and `top`."""

    left = top = 0.0

    def style_markup(self, style: Style) -> str:
        """Return the attributes of an element with a style."""
        return style_attributes(style)

    def group(self, group: Group) -> str:
        """Write a group with its name and tooltip."""
        title = f"<title>{escape(group.words)}</title>" if group.words else ""
        return f'<g id="{escape(group.key)}">{title}{self.shapes(group.shapes)}</g>\n'

    def rectangle(self, shape: Rectangle) -> str:
        """Return a rectangle as an SVG element, relative to `left` and `top`."""
        x = length_attribute("x", shape.x - self.left)
        y = length_attribute("y", shape.y - self.top)
        width = length_attribute("width", shape.width)
        height = length_attribute("height", shape.height)
        radius = length_attribute("rx", shape.radius)
        style = self.style_markup(outline_style(shape.fill, shape.pen))
        return f"<rect{x}{y}{width}{height}{radius}{style}/>"

    def polygon(self, shape: Polygon) -> str:
        """Return a polygon as an SVG element, relative to `left` and `top`."""
        left = self.left
        top = self.top
        points = " ".join(
            [f"{short_number(x - left)},{short_number(y - top)}" for x, y in shape.points]
        )
        style = self.style_markup(outline_style(shape.fill, shape.pen, "round"))
        return f'<polygon points="{points}"{style}/>'

    def stroke(self, shape: Stroke) -> str:
        """Return a line as an SVG element, relative to `left` and `top`."""
        x1 = length_attribute("x1", shape.x1 - self.left)
        y1 = length_attribute("y1", shape.y1 - self.top)
        x2 = length_attribute("x2", shape.x2 - self.left)
        y2 = length_attribute("y2", shape.y2 - self.top)
        style = self.style_markup(outline_style(None, shape.pen))
        return f"<line{x1}{y1}{x2}{y2}{style}/>"

    def circle(self, shape: Circle) -> str:
        """Return a circle as an SVG element, relative to `left` and `top`."""
        x = length_attribute("cx", shape.x - self.left)
        y = length_attribute("cy", shape.y - self.top)
        radius = length_attribute("r", shape.radius)
        style = self.style_markup(outline_style(shape.fill, shape.pen))
        return f"<circle{x}{y}{radius}{style}/>"

    def text(self, shape: Text) -> str:
        """Return a text as an SVG element, relative to `left` and `top`."""
        x = length_attribute("x", shape.x - self.left)
        y = length_attribute("y", shape.y - self.top)
        style = self.style_markup(text_style(shape.size, shape.colour, shape.anchor, shape.bold))
        return f"<text{x}{y}{style}>{escape_svg_text(shape.text)}</text>"


SVG_MARK = b'role="img" aria-labelledby="title desc"'
"""The text in the head of a file by which this program recognizes its own files."""
ABOUT = "a drawing that stays sharp at any size, for web pages and slides; a film becomes a folder"
FORMAT = Format(
    "svg",
    (".svg",),
    ABOUT,
    write_drawing=lambda drawing: svg_of(drawing).encode(),
    folder_mark=SVG_MARK,
)
