"""PDF: a page of lines and text for each picture, with the bundled type embedded."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from typing import TYPE_CHECKING, Any

from exports.format import Format
from exports.shapes import (
    ANCHOR_SHARES,
    TYPEFACES,
    ShapeWriter,
    bundled_characters,
    page_scale,
    shapes_with_page,
)
from visualizer.draw.picture.film import Film, pages_of
from visualizer.look.shapes import Circle, Drawing, Pen, Polygon, Rectangle, Shape, Stroke, Text
from visualizer.look.text import LETTER_WIDTH, display_width

if TYPE_CHECKING:
    from fpdf import FPDF

MAX_PDF_POINTS = 14_400
"""The longest side of a page, in points, that PDF readers can open."""


def write(drawing: Drawing) -> bytes:
    """Return the drawing as a PDF file; ExportWarning says if the page had to be made smaller."""
    return _write_pdf([drawing], drawing.title, drawing.width, drawing.height)


def write_film(film: Film) -> bytes:
    """Return a film as a PDF file with a page for each frame; ExportWarning as for a still."""
    return _write_pdf(
        (page.drawing for page in pages_of(film)), film.title, film.width, film.height
    )


def _write_pdf(drawings: Iterable[Drawing], title: str, width: float, height: float) -> bytes:
    """Return drawings of one size, in points, as the pages of a PDF file."""
    from fpdf import FPDF  # slow to load

    scale = page_scale("PDF", width, height, MAX_PDF_POINTS)
    pdf = FPDF(unit=scale, format=(width, height))
    # A constant date: the same picture gives the same file.
    pdf.set_creation_date(datetime(2000, 1, 1, tzinfo=UTC))
    pdf.set_auto_page_break(False)
    pdf.set_margin(0)
    for number, drawing in enumerate(drawings):
        if number == 0:
            # All pages have the typeface of the first.
            typeface = TYPEFACES[drawing.font]
            pdf.set_title(title)
            pdf.set_subject(drawing.words)
            pdf.add_font(drawing.font, "", typeface.regular)
            pdf.add_font(drawing.font, "B", typeface.bold)
        pdf.add_page()
        PdfWriter(pdf, drawing.font).shapes(shapes_with_page(drawing))
    return bytes(pdf.output())


@dataclass(slots=True)
class PdfWriter(ShapeWriter):
    """Draws shapes on a page."""

    pdf: FPDF
    font: str
    current_pen: Pen | None = None
    """The pen in use."""

    def shapes(self, shapes: Iterable[Shape]) -> str:
        """Draw shapes one after the other; the text is empty."""
        for shape in shapes:
            self.shape(shape)
        return ""

    def set_style(self, fill: str, pen: Pen | None) -> str:
        """Set pen and fill, if given, and return the library's code for what to draw.

        The code is "D" for the outline, "F" for the fill, "DF" for both.
        """
        if pen is not None:
            self.set_pen(pen)
        if fill:
            self.pdf.set_fill_color(_pdf_colour(fill))
        line_code = "D" if pen is not None else ""
        fill_code = "F" if fill else ""
        return line_code + fill_code

    def set_pen(self, pen: Pen) -> None:
        """Draw with a pen from now on."""
        # Setting the same pen again would only make the file larger.
        if pen == self.current_pen:
            return
        self.current_pen = pen
        self.pdf.set_draw_color(_pdf_colour(pen.colour))
        self.pdf.set_line_width(pen.width)
        if pen.dashes is None:
            self.pdf.set_dash_pattern()
            return
        # The library's lines have square ends, which make every stroke longer by the line's width.
        dash = max(pen.dashes[0] - pen.width, 0.01)
        gap = pen.dashes[1] + pen.width
        self.pdf.set_dash_pattern(dash, gap)

    def rectangle(self, shape: Rectangle) -> None:
        """Draw a rectangle, with round corners if it has a radius."""
        style = self.set_style(shape.fill, shape.pen)
        # The library needs a radius of less than half of each side.
        radius = min(shape.radius, 0.49 * shape.width, 0.49 * shape.height)
        self.pdf.rect(
            shape.x,
            shape.y,
            shape.width,
            shape.height,
            style=style,
            round_corners=bool(radius),
            corner_radius=radius,
        )

    def polygon(self, shape: Polygon) -> None:
        """Draw a polygon."""
        self.pdf.polygon(shape.points, style=self.set_style(shape.fill, shape.pen))

    def stroke(self, shape: Stroke) -> None:
        """Draw a line."""
        self.set_pen(shape.pen)
        self.pdf.line(shape.x1, shape.y1, shape.x2, shape.y2)

    def circle(self, shape: Circle) -> None:
        """Draw a circle."""
        self.pdf.circle(
            shape.x,
            shape.y,
            shape.radius,
            style=self.set_style(shape.fill, shape.pen),
        )

    def text(self, shape: Text) -> None:
        """Write a text, placed by its start, its middle or its end."""
        words = shape.text
        # The bundled typeface does not have every character.
        if not words.isascii():
            words = "".join(each if ord(each) in bundled_characters() else "�" for each in words)
        weight = "B" if shape.bold else ""
        self.pdf.set_font(self.font, weight, shape.size * self.pdf.k)
        self.pdf.set_text_color(_pdf_colour(shape.colour))
        # In the typeface "mono" all characters are equally wide.
        if self.font == "mono":
            width = display_width(words) * LETTER_WIDTH * shape.size
        else:
            width = self.pdf.get_string_width(words)
        left = shape.x - width * ANCHOR_SHARES[shape.anchor]
        self.pdf.text(left, shape.y, words)


@cache
def _pdf_colour(name: str) -> Any:
    """Return a colour of the library; cached, since the library is slow to read colours."""
    from fpdf.drawing_primitives import color_from_hex_string

    return color_from_hex_string(name)


ABOUT = (
    "vector graphics with embedded fonts, for papers, printing and slides; "
    "a film has one frame per page"
)
FORMAT = Format(
    "pdf",
    (".pdf",),
    ABOUT,
    write_drawing=write,
    write_film=write_film,
    is_binary=True,
)
