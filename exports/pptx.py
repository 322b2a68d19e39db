"""PPTX: a deck of slides with editable shapes and text, and explanations as notes."""

import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from html import escape
from importlib import import_module
from types import ModuleType
from typing import Any

from exports.format import Format, LibraryMissingError
from exports.shapes import TEXT_HEIGHT, TYPEFACES, ShapeWriter, bounds_of, page_scale
from visualizer.draw.picture.film import Film, pages_of
from visualizer.draw.picture.shapes.drawing import LINE_HEIGHT
from visualizer.look.shapes import (
    Circle,
    Drawing,
    Group,
    Pen,
    Polygon,
    Rectangle,
    Shape,
    Stroke,
    Text,
)
from visualizer.support.errors import visible

MAX_PPTX_POINTS = 4_032
"""The longest side of a slide, in points: 56 inches."""
EMUS_PER_POINT = 12_700
"""English metric units in a point; the format measures lengths in these units."""
PPTX_NAMESPACES = (
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" '
    'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"'
)
PPTX_LINE_SPACING = round(100_000 * LINE_HEIGHT / TEXT_HEIGHT)
"""The distance of lines of words, in thousandths of a percent of a line's height."""
TITLE_LAYOUT = 5
"""The number of the layout with a title and nothing else."""
SLIDE_TITLE_SIZE = 12.0
"""The text size of a slide's title, which is above the slide's edge."""
PPTX_REMEDY = (
    "install it with pip install python-pptx, or use .pdf or .html, which need no extra package"
)


def write_film(film: Film) -> bytes:
    """Return a film as a PPTX file, a deck with a slide for each page.

    ExportError if python-pptx is missing. An ExportWarning says that the slides had to be made
    smaller.
    """
    pptx = import_pptx()
    scale = page_scale("deck", film.width, film.height, MAX_PPTX_POINTS)
    deck = pptx.Presentation()
    deck.slide_width = round(film.width * scale * EMUS_PER_POINT)
    deck.slide_height = round(film.height * scale * EMUS_PER_POINT)
    _set_properties(deck, film.title)
    writer = SlideWriter(scale)
    for page in pages_of(film):
        slide = deck.slides.add_slide(deck.slide_layouts[TITLE_LAYOUT])
        if page.drawing.page:
            _fill_background(slide, page.drawing.page)
        fill_slide(slide, writer.slide_markup(page.drawing))
        if page.notes:
            slide.notes_slide.notes_text_frame.text = "\n".join(map(visible, page.notes))
    data = io.BytesIO()
    deck.save(data)
    return data.getvalue()


def _set_properties(deck: Any, title: str) -> None:
    """Set the title and the date of a deck, and no author."""
    properties = deck.core_properties
    properties.title = visible(title)[:255]
    properties.author = ""
    # A constant date: the same film gives the same file.
    date = datetime(2000, 1, 1, tzinfo=UTC)
    properties.created = date
    properties.modified = date


def _fill_background(slide: Any, colour: str) -> None:
    """Fill the background of a slide with a colour such as #ffffff."""
    colours: Any = import_module("pptx.dml.color")  # untyped
    fill = slide.background.fill
    fill.solid()
    fill.fore_color.rgb = colours.RGBColor.from_string(colour[1:])


def import_pptx() -> ModuleType:
    """Return python-pptx; LibraryMissingError says how to install the library."""
    try:
        import pptx
    except ImportError as error:
        sentence = f"slides need python-pptx, which is not installed: {PPTX_REMEDY}"
        raise LibraryMissingError(sentence) from error
    return pptx


def fill_slide(slide: Any, markup: str) -> None:
    """Replace the shapes of a slide by the shapes in `markup`, which is XML of the format."""
    from pptx.oxml import parse_xml

    # Adding the shapes one by one by the library's methods would take ten times as long.
    tree = slide.shapes._spTree  # noqa: SLF001
    for old in [*slide.placeholders]:
        tree.remove(old._element)  # noqa: SLF001  as above
    for shape in parse_xml(f"<p:spTree {PPTX_NAMESPACES}>{markup}</p:spTree>"):
        tree.append(shape)


class SlideWriter(ShapeWriter):
    """Writes shapes in the format's XML; keeps the XML, since pages share most of their shapes."""

    def __init__(self, scale: float) -> None:
        """Start without shapes; the lengths of all shapes will be multiplied by `scale`."""
        self.unit = scale * EMUS_PER_POINT
        """The number of the format's units in a point."""
        self.written: dict[int, tuple[Shape, str]] = {}
        """The shapes written before and their XML, by the shapes' `id`."""
        self.last_id = 1
        """The id of the last shape."""
        self.family = ""
        """The typeface of the current slide."""

    def slide_markup(self, drawing: Drawing) -> str:
        """Return the XML of a slide: its title and the shapes of a drawing.

        Presentation programs list the title and read it out. They have the chosen typeface or can
        replace it; it is no wider than the drawing's typeface.
        """
        self.family = TYPEFACES[drawing.font].office
        written = [self.title_markup(drawing)]
        for part in joined_text_lines(drawing.shapes):
            if not isinstance(part, list):
                written.append(self.shape(part))
            elif len(part) == 1:
                written.append(self.shape(part[0]))
            else:
                written.append(self.text(*part))
        return "".join(written)

    def shape(self, shape: Shape) -> Any:
        """Return the XML of a shape; a shape that was written before is only looked up."""
        if id(shape) not in self.written:
            self.written[id(shape)] = shape, super().shape(shape)
        _, markup = self.written[id(shape)]
        return markup

    def head_markup(self, kind: str, name: str, words: str = "") -> str:
        """Return the XML of a shape's head: id, name, and `words` for screen readers.

        `kind` is the XML of the properties that only this kind of shape has.
        """
        self.last_id += 1
        description = f' descr="{escape(visible(words))}"' if words else ""
        name = escape(visible(name))
        return f'<p:cNvPr id="{self.last_id}" name="{name}"{description}/>{kind}<p:nvPr/>'

    def place_markup(self, left: float, top: float, width: float, height: float) -> str:
        """Return the XML of the place and the size of a shape, which are given in points."""
        x, y, cx, cy = (round(length * self.unit) for length in (left, top, width, height))
        return f'<a:off x="{x}" y="{y}"/><a:ext cx="{cx}" cy="{cy}"/>'

    def line_markup(self, pen: Pen | None) -> str:
        """Return the XML for the line of a pen; None draws no line."""
        if pen is None:
            return "<a:ln><a:noFill/></a:ln>"
        dashes = ""
        if pen.dashes is not None:
            # Dashes are measured in thousandths of a percent of the line's width.
            dash, gap = (round(100_000 * length / pen.width) for length in pen.dashes)
            dashes = f'<a:custDash><a:ds d="{dash}" sp="{gap}"/></a:custDash>'
        return f'<a:ln w="{round(pen.width * self.unit)}">{fill_markup(pen.colour)}{dashes}</a:ln>'

    def shape_markup(
        self,
        name: str,
        where: str,
        geometry: str,
        fill: str,
        pen: Pen | None,
    ) -> str:
        """Return the XML of a shape with a fill and an outline.

        `name` is shown in lists of shapes. `where` and `geometry` are the XML of the place and the
        form. `fill` is a colour, or "" for none.
        """
        head = self.head_markup("<p:cNvSpPr/>", name)
        style = f"{fill_markup(fill)}{self.line_markup(pen)}"
        return (
            f"<p:sp><p:nvSpPr>{head}</p:nvSpPr><p:spPr><a:xfrm>{where}</a:xfrm>{geometry}{style}"
            "</p:spPr></p:sp>"
        )

    def group(self, shape: Group) -> str:
        """Return the XML of a group of shapes, which a user of the slide can move together.

        Only nodes of the tree become groups of the slide. A group without words is not a node: only
        its shapes are written.
        """
        members = self.shapes(shape.shapes)
        if not shape.words:
            return members
        where = self.place_markup(*bounds_of(shape))
        # The places of the members are relative to the slide, not to the group.
        member_area = where.replace("a:off", "a:chOff").replace("a:ext", "a:chExt")
        head = self.head_markup("<p:cNvGrpSpPr/>", shape.key, shape.words)
        return (
            f"<p:grpSp><p:nvGrpSpPr>{head}</p:nvGrpSpPr>"
            f"<p:grpSpPr><a:xfrm>{where}{member_area}</a:xfrm></p:grpSpPr>{members}</p:grpSp>"
        )

    def rectangle(self, shape: Rectangle) -> str:
        """Return the XML of a rectangle, with round corners if it has a radius."""
        where = self.place_markup(shape.x, shape.y, shape.width, shape.height)
        geometry = preset_geometry("rect")
        if shape.radius:
            # The radius is measured in thousandths of a percent of the shorter side.
            shorter_side = min(shape.width, shape.height)
            share = min(50_000, round(100_000 * shape.radius / shorter_side))
            geometry = preset_geometry("roundRect", f'<a:gd name="adj" fmla="val {share}"/>')
        return self.shape_markup("box", where, geometry, shape.fill, shape.pen)

    def polygon(self, shape: Polygon) -> str:
        """Return the XML of a polygon, whose points are relative to its upper left corner."""
        left, top, width, height = bounds_of(shape)
        first, *others = self.point_markup(shape, left, top)
        lines = "".join(f"<a:lnTo>{point}</a:lnTo>" for point in others)
        size = f'w="{round(width * self.unit)}" h="{round(height * self.unit)}"'
        path = (
            f"<a:custGeom><a:avLst/><a:pathLst><a:path {size}>"
            f"<a:moveTo>{first}</a:moveTo>{lines}<a:close/></a:path></a:pathLst></a:custGeom>"
        )
        where = self.place_markup(left, top, width, height)
        return self.shape_markup("node", where, path, shape.fill, shape.pen)

    def point_markup(self, shape: Polygon, left: float, top: float) -> list[str]:
        """Return the XML of each point of a polygon, relative to its upper left corner."""
        points = []
        for x, y in shape.points:
            across = round((x - left) * self.unit)
            down = round((y - top) * self.unit)
            points.append(f'<a:pt x="{across}" y="{down}"/>')
        return points

    def stroke(self, shape: Stroke) -> str:
        """Return the XML of a line."""
        # The format draws a line from the upper left to the lower right; any other line is flipped.
        flips = ""
        if shape.x1 > shape.x2:
            flips += ' flipH="1"'
        if shape.y1 > shape.y2:
            flips += ' flipV="1"'
        head = self.head_markup("<p:cNvCxnSpPr/>", "line")
        where = self.place_markup(*bounds_of(shape))
        return (
            f"<p:cxnSp><p:nvCxnSpPr>{head}</p:nvCxnSpPr><p:spPr>"
            f"<a:xfrm{flips}>{where}</a:xfrm>{preset_geometry('line')}{self.line_markup(shape.pen)}"
            "</p:spPr></p:cxnSp>"
        )

    def circle(self, shape: Circle) -> str:
        """Return a circle."""
        where = self.place_markup(*bounds_of(shape))
        return self.shape_markup("sign", where, preset_geometry("ellipse"), shape.fill, shape.pen)

    def text(self, *lines: Text) -> str:
        """Return lines of words as one text, which can be edited as a whole."""
        where = self.place_markup(*bounds_of(Group("", "", lines)))
        return self.text_markup(self.head_markup('<p:cNvSpPr txBox="1"/>', "words"), where, lines)

    def title_markup(self, drawing: Drawing) -> str:
        """Return the XML of a slide's title, placed above the slide's edge, where nobody sees it.

        Such a title is only listed and read out; PowerPoint uses the same trick. The heading drawn
        on a slide cannot be its title, since all slides may have the same heading.
        """
        head = self.head_markup("<p:cNvSpPr/>", "title")
        head = head.replace("<p:nvPr/>", '<p:nvPr><p:ph type="title"/></p:nvPr>')
        line = Text(0, 0, visible(drawing.title), SLIDE_TITLE_SIZE, "#000000", "start")
        where = self.place_markup(
            0, -2 * SLIDE_TITLE_SIZE, drawing.width, LINE_HEIGHT * SLIDE_TITLE_SIZE
        )
        return self.text_markup(head, where, [line])

    def text_markup(self, head: str, where: str, lines: Sequence[Text]) -> str:
        """Return the XML of a text: lines of the same size, colour and weight in an area.

        `head` and `where` are the XML of the head and the area. The text is at the lower edge of
        the area, where presentation programs differ least in how they place a text.
        """
        first = lines[0]
        size = round(100 * first.size * self.unit / EMUS_PER_POINT)
        # The rest of an element <a:rPr> (run properties), for each line and each line break.
        run_properties = (
            f'lang="en-US" sz="{size}" b="{int(first.bold)}">{fill_markup(first.colour)}'
            f'<a:latin typeface="{self.family}"/><a:cs typeface="{self.family}"/></a:rPr>'
        )
        spacing = ""
        if len(lines) > 1:
            spacing = f'<a:lnSpc><a:spcPct val="{PPTX_LINE_SPACING}"/></a:lnSpc>'
        runs = [
            f"<a:r><a:rPr {run_properties}<a:t>{escape(line.text, quote=False)}</a:t></a:r>"
            for line in lines
        ]
        line_break = f"<a:br><a:rPr {run_properties}</a:br>"
        geometry = preset_geometry("rect")
        return (
            f"<p:sp><p:nvSpPr>{head}</p:nvSpPr><p:spPr><a:xfrm>{where}</a:xfrm>{geometry}"
            "<a:noFill/></p:spPr><p:txBody>"
            '<a:bodyPr wrap="none" lIns="0" tIns="0" rIns="0" bIns="0" anchor="b">'
            "<a:noAutofit/></a:bodyPr>"
            f'<a:p><a:pPr algn="{PPTX_ALIGNMENTS[first.anchor]}">{spacing}</a:pPr>'
            f"{line_break.join(runs)}</a:p></p:txBody></p:sp>"
        )


def joined_text_lines(shapes: Iterable[Shape]) -> Iterator[Shape | list[Text]]:
    """Yield shapes in order; successive lines of text that form one text are yielded as a list.

    Users of a slide can edit such lines as one text. A line continues the text if it is right below
    the text's last line, with the same size, colour and weight.
    """
    lines = list[Text]()
    for shape in shapes:
        if lines and not _is_next_line(shape, lines[-1]):
            yield lines
            lines = []
        if isinstance(shape, Text):
            lines.append(shape)
        else:
            yield shape
    if lines:
        yield lines


def _is_next_line(shape: Shape, above: Text) -> bool:
    """Return whether a shape is a line of text right below `above`, in the same look."""
    if not isinstance(shape, Text):
        return False
    expected_y = above.y + LINE_HEIGHT * above.size
    is_right_below = abs(shape.y - expected_y) < 0.01 * above.size
    has_same_look = replace(shape, y=above.y, text=above.text) == above
    return is_right_below and has_same_look


PPTX_ALIGNMENTS = {
    "start": "l",
    "middle": "ctr",
    "end": "r",
}


def fill_markup(colour: str) -> str:
    """Return a fill of a colour, "" for no fill."""
    if not colour:
        return "<a:noFill/>"
    return f'<a:solidFill><a:srgbClr val="{colour[1:]}"/></a:solidFill>'


def preset_geometry(kind: str, adjusted: str = "") -> str:
    """Return the XML of a shape's form that every program knows by name, such as "rect".

    `adjusted` is the XML of measures of the form, such as the radius of its corners.
    """
    return f'<a:prstGeom prst="{kind}"><a:avLst>{adjusted}</a:avLst></a:prstGeom>'


ABOUT = (
    "slides with speaker notes and editable shapes and text, "
    "for PowerPoint, Keynote and LibreOffice"
)
FORMAT = Format(
    "pptx",
    (".pptx",),
    ABOUT,
    write_film=write_film,
    check=import_pptx,
)
