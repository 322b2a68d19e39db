"""Typst: a page for each picture, drawn with Typst's own shapes, packages and fonts."""

from functools import cache

from exports.format import Format
from exports.shapes import ShapeWriter, page_layers, shapes_with_page
from exports.svg import short_number
from visualizer.draw.picture.film import Film, Page, pages_of
from visualizer.look.shapes import Circle, Drawing, Pen, Polygon, Rectangle, Stroke, Text
from visualizer.support.errors import visible

TYPST_PREAMBLE = """\
#set page(width: {width}pt, height: {height}pt, margin: 0pt)
#set text(font: {font}, top-edge: "baseline", bottom-edge: "baseline")
#let at(x, y, shape) = place(dx: x * 1pt, dy: y * 1pt, shape)
#let pen(colour, width, ..dash) = stroke(paint: rgb(colour), thickness: width * 1pt, join: "round",
  dash: if dash.pos().len() > 0 {{ dash.pos().map(x => x * 1pt) }})
#let fill(colour) = if colour != none {{ rgb(colour) }}
#let box-at(x, y, w, h, colour, pen, radius) = at(x, y, rect(
  width: w * 1pt, height: h * 1pt, radius: radius * 1pt, fill: fill(colour), stroke: pen))
#let outline(colour, pen, ..points) = at(0, 0, polygon(
  fill: fill(colour), stroke: pen, ..points.pos().map(point => point.map(x => x * 1pt))))
#let edge(x1, y1, x2, y2, pen) = at(0, 0, \
line(start: (x1 * 1pt, y1 * 1pt), end: (x2 * 1pt, y2 * 1pt), stroke: pen))
#let disc(x, y, r, colour, pen) = at(x - r, y - r, \
circle(radius: r * 1pt, fill: fill(colour), stroke: pen))
#let words(x, y, size, colour, side, weight, body) = at(
  x - (if side == left {{ 0 }} else if side == center {{ 4000 }} else {{ 8000 }}), y,
  box(width: 8000pt, align(side, text(size: size * 1pt, fill: rgb(colour), weight: weight, body))))
"""
"""The functions that draw shapes.

Words are in a box wide enough for any, which is placed by an edge or by its middle.
"""
TWO_SPACES = " \u00a0"
"""A space and a no-break space, which Typst does not merge into one."""
TYPST_FONTS = {
    "mono": '"DejaVu Sans Mono"',
    "sans": '("DejaVu Sans Condensed", "DejaVu Sans", "Arial", "Liberation Sans")',
}
TYPST_ALIGNMENTS = {
    "start": "left",
    "middle": "center",
    "end": "right",
}


@cache
def typst_pen(pen: Pen | None) -> str:
    """Return the call that makes a pen."""
    if pen is None:
        return "none"
    lengths = ", ".join(map(short_number, (pen.width, *(pen.dashes or ()))))
    return f'pen("{pen.colour}", {lengths})'


def typst_string(text: str) -> str:
    r"""Return words as a string of Typst, in which no character is a command.

    >>> typst_string('#x "y\\')
    '"#x \\"y\\\\"'
    """
    safe = visible(text).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{safe}"'


def typst_fill(colour: str) -> str:
    """Return the colour of a fill; `none` for no fill."""
    return f'"{colour}"' if colour else "none"


class TypstWriter(ShapeWriter):
    """Writes each shape as a call on a separate line."""

    def rectangle(self, shape: Rectangle) -> str:
        """Write a rectangle."""
        place = ", ".join(map(short_number, (shape.x, shape.y, shape.width, shape.height)))
        style = f"{typst_fill(shape.fill)}, {typst_pen(shape.pen)}"
        return f"box-at({place}, {style}, {short_number(shape.radius)})\n"

    def polygon(self, shape: Polygon) -> str:
        """Write a polygon."""
        points = ", ".join(f"({short_number(x)}, {short_number(y)})" for x, y in shape.points)
        return f"outline({typst_fill(shape.fill)}, {typst_pen(shape.pen)}, {points})\n"

    def stroke(self, shape: Stroke) -> str:
        """Write a line."""
        ends = ", ".join(map(short_number, (shape.x1, shape.y1, shape.x2, shape.y2)))
        return f"edge({ends}, {typst_pen(shape.pen)})\n"

    def circle(self, shape: Circle) -> str:
        """Write a circle."""
        place = ", ".join(map(short_number, (shape.x, shape.y, shape.radius)))
        return f"disc({place}, {typst_fill(shape.fill)}, {typst_pen(shape.pen)})\n"

    def text(self, shape: Text) -> str:
        """Write a line of words."""
        place = f"{short_number(shape.x)}, {short_number(shape.y)}"
        size = short_number(shape.size)
        weight = "bold" if shape.bold else "regular"
        style = f'{size}, "{shape.colour}", {TYPST_ALIGNMENTS[shape.anchor]}, "{weight}"'
        text = typst_string(shape.text.replace("  ", TWO_SPACES))
        return f"words({place}, {style}, {text})\n"


def write(drawing: Drawing) -> bytes:
    """Return the drawing as a Typst file of one page."""
    return _write_typst([Page(drawing)], drawing.title, drawing.width, drawing.height)


def write_film(film: Film) -> bytes:
    """Return a film as a Typst file, a page for each frame, with the notes as metadata."""
    return _write_typst([*pages_of(film)], film.title, film.width, film.height)


def _write_typst(pages: list[Page], title: str, width: float, height: float) -> bytes:
    """Return pages of one size as a Typst file, in which shared shapes are written once."""
    font = TYPST_FONTS[pages[0].drawing.font]
    text = f"#set document(title: {typst_string(title)})\n"
    text += TYPST_PREAMBLE.format(width=short_number(width), height=short_number(height), font=font)
    writer = TypstWriter()
    # A layer is the shapes that are on the same pages. It is defined under a name, and each page
    # lists the names of its layers.
    layers = page_layers([shapes_with_page(page.drawing) for page in pages])
    layer_names_of_page = list[list[str]]([] for _ in pages)
    for layer, (page_numbers, shapes) in enumerate(layers):
        name = f"layer-{layer}"
        text += f"#let {name} = {{\n{writer.shapes(shapes)}}}\n"
        for number in page_numbers:
            layer_names_of_page[number].append(name)
    for page, names in zip(pages, layer_names_of_page, strict=True):
        text += f"#page[{_typst_note(page)}#{{\n{' ; '.join(names)}\n}}]\n"
    return text.encode()


def _typst_note(page: Page) -> str:
    """Return the notes of a page as metadata, which presentation programs can show; "" for none."""
    if not page.notes:
        return ""
    words = " ".join(page.notes)
    return f"#metadata({typst_string(words)})<note>"


ABOUT = "Typst: a picture for a paper, or plain pages for a lecture, one per step"
FORMAT = Format(
    "typst",
    (".typ",),
    ABOUT,
    write_drawing=write,
    write_film=write_film,
)
