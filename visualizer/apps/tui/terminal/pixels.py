"""Pictures in the terminal: the only file that uses textual-image, which asks the terminal."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.control import Control
from rich.segment import ControlType, Segment
from textual.strip import Strip
from textual.widget import Widget

from visualizer.apps.tui.terminal.ascii_looks import in_ascii

if TYPE_CHECKING:
    from PIL.Image import Image

SIXEL_BAND_ROWS = 3
"""Rows of cells that are sent at a time as sixels."""


@dataclass
class Pixels:
    """Draws pictures in a terminal, as sixels or by kitty's protocol.

    `cell` is the size of a cell in pixels. `picture_class` is textual-image's class that places a
    picture in cells of text by kitty's protocol, None for sixels. `placed_picture` is the last such
    picture, which is freed before the next one.
    """

    cell: tuple[int, int]
    picture_class: Any = None
    placed_picture: Any = None

    def lines(self, texts: Sequence[str], image: Image) -> list[Strip]:
        """Return the terminal lines that show a picture.

        `texts` are the sixels of the bands, each of which covers several lines.
        """
        cell_width, cell_height = self.cell
        columns = image.width // cell_width
        lines: list[Strip] = []
        for text, (top, bottom) in zip(texts, self.bands(image), strict=True):
            # As a control code, because Textual would count the characters of any other text.
            drawing = Segment(text, control=[(ControlType.CURSOR_FORWARD, 0)])
            # The last line of a band draws all of it: lines written later would erase it.
            line_count = (bottom - top) // cell_height
            lines += [Strip([], columns)] * (line_count - 1)
            lines.append(Strip([drawing], columns))
        return lines

    def bands(self, image: Image) -> list[tuple[int, int]]:
        """Return the range of pixel rows, (start, end), of each band of a picture."""
        band_height = SIXEL_BAND_ROWS * self.cell[1]
        tops = range(0, image.height, band_height)
        return [(top, min(image.height, top + band_height)) for top in tops]

    def band_texts(
        self, image: Image, origin: tuple[int, int], before: Image | None = None
    ) -> list[str]:
        """Return the sixels (codes that draw dots) for each band of a picture.

        `origin` is the terminal cell of the picture's upper left corner, as column and row.
        `before` is the picture that the terminal shows in the same place now, if any: only cells
        that differ from `before` are drawn, and an unchanged band has the text "".
        """
        texts: list[str] = []
        for top, bottom in self.bands(image):
            changed_range = self.changed_columns(image, (0, top, image.width, bottom), before)
            if changed_range is None:
                texts.append("")
            else:
                left, right = changed_range
                texts.append(self.draw_cells(image, (left, top, right, bottom), origin))
        return texts

    def changed_columns(
        self, image: Image, band: tuple[int, int, int, int], before: Image | None
    ) -> tuple[int, int] | None:
        """Return the range of pixel columns in which a band differs from the picture `before`.

        A pair (start, end) includes `start` but not `end`, and covers whole cells. None means that
        the band is unchanged. If `before` is None, the range is the full width of the band.
        """
        from PIL import ImageChops

        box: tuple[int, int, int, int] | None = band
        if before is not None:
            box = ImageChops.difference(before.crop(band), image.crop(band)).getbbox()
        if box is None:
            return None
        cell_width, _ = self.cell
        left, _, right, _ = box
        start = left // cell_width * cell_width
        end = math.ceil(right / cell_width) * cell_width
        return start, end

    def draw_cells(
        self, image: Image, box: tuple[int, int, int, int], origin: tuple[int, int]
    ) -> str:
        """Return the control codes that draw a part of a picture in the terminal.

        `box` is the part, in pixels of the picture; it covers whole cells. `origin` is the terminal
        cell of the picture's upper left corner. The cursor ends on the last line of the box.
        """
        cell_width, cell_height = self.cell
        column, row = origin
        left, top, right, bottom = box
        to_start = Control.move_to(column + left // cell_width, row + top // cell_height)
        to_end = Control.move_to(column + right // cell_width, row + bottom // cell_height - 1)
        return f"{to_start.segment.text}{encode_sixels(image.crop(box))}{to_end.segment.text}"

    def place_picture(self, image: Image) -> list[Strip]:
        """Send a picture to the terminal, free the last one, and return the lines that show it."""
        self.free_picture()
        columns = image.width // self.cell[0]
        rows = image.height // self.cell[1]
        self.placed_picture = self.picture_class(image, columns, rows)
        lines = Segment.split_lines(segments_of(self.placed_picture))
        return [Strip(line, columns) for line in lines if line]

    def free_picture(self) -> None:
        """Free the picture that was placed, if one was."""
        if self.placed_picture is not None:
            self.placed_picture.cleanup()
            self.placed_picture = None


def encode_sixels(image: Image) -> str:
    """Return the escape sequence that draws a picture of whole cells as sixels.

    The cells around the picture stay as they are.
    """
    from textual_image.renderable.sixel import Image as Sixels
    from textual_image.renderable.sixel import SixelOptions

    # Other methods to reduce the number of colours would change the background.
    options = SixelOptions(quantize="maxcoverage")
    segments = segments_of(Sixels(image, sixel_options=options))
    drawn = next(segment.text for segment in segments if segment.text.startswith("\x1bP"))
    # With the parameter 0, the terminal would clear the dots that are not drawn; 1 keeps them.
    return drawn.replace(";0;0q", ";1;0q", 1)


def segments_of(drawing: Any) -> Iterable[Segment]:
    """Return the output of a drawing of textual-image."""
    return Console(color_system="truecolor", force_terminal=True).render(drawing)


def pixels_of(widget: Widget) -> Pixels | None:
    """Return the drawer of pictures of a widget's app, or None if the app shows no pictures."""
    if in_ascii(widget):
        return None
    return getattr(widget.app, "pixels", None)


ASK_ATTRIBUTES = "\x1b[c"
ASK_CELL_SIZE = "\x1b[16t"
"""Questions to a terminal: its type and abilities, and the size of its cells."""
ASK_KITTY = "\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\"
"""The question whether a terminal shows pictures by kitty's protocol."""
SIXEL_ATTRIBUTE = "4"
"""The number of sixels in a terminal's list of abilities."""
ANSWER_SECONDS = 1.0
"""Seconds to wait for an answer in a program that reads no keys."""
USUAL_CELL_DOTS = (10, 20)
"""The dots of a cell of the first terminal with sixels, for terminals that do not answer."""


def has_textual_image() -> bool:
    """Return whether textual-image is installed, so that the terminal can be asked for pictures."""
    return find_spec("textual_image") is not None


def ask_picture_protocol() -> str:
    """Ask how the terminal shows pictures, in a program that reads no keys; return the answer."""
    attributes = _ask_terminal(ASK_ATTRIBUTES, "\x1b[?", "c")
    if SIXEL_ATTRIBUTE in attributes.strip("\x1b[?c").split(";"):
        return "yes, as sixels"
    if _ask_terminal(ASK_KITTY, "\x1b_G", "\x1b\\").endswith(";OK\x1b\\"):
        return "yes, as kitty does"
    return "no, it says"


def _ask_terminal(question: str, prefix: str, suffix: str) -> str:
    """Ask the terminal a question, and return its answer, or "" if none comes in time.

    The terminal's answer begins with `prefix` and ends with `suffix`.
    """
    with suppress(_terminal().TerminalError, OSError):
        with _terminal().capture_terminal_response(prefix, suffix, ANSWER_SECONDS) as response:
            print(
                question,
                end="",
                file=sys.__stdout__,
                flush=True,
            )
        return str(response.sequence)
    return ""


class PixelQuestions:
    """Asks a terminal for its abilities, one question after the other, while its keys are read.

    textual-image itself would ask before the app starts, and read a key as the answer.
    """

    def __init__(self, write: Callable[[str], object]) -> None:
        """Ask the first question; `write` sends a text to the terminal."""
        self.write = write
        self.placing: Any = None
        self.cell: tuple[int, int] | None = None
        write(ASK_ATTRIBUTES)

    def read_answer(self, answer: str) -> Pixels | None:
        """Read an answer of the terminal, and ask the next question if one is needed.

        Return the Pixels if the answer is that the terminal shows sixels or has kitty's protocol.
        An answer about the cell size may follow: return new Pixels with this size.
        """
        is_about_attributes = answer.endswith("c")
        is_about_kitty = answer.endswith(";OK\x1b\\")
        is_about_cell_size = answer.endswith("t")
        if is_about_attributes and SIXEL_ATTRIBUTE in answer.strip("\x1b[?>c").split(";"):
            return self.make_pixels()
        if is_about_attributes:
            self.write(ASK_KITTY)
        elif is_about_kitty:
            self.placing = load_textual_image().TGPImage
            return self.make_pixels()
        elif is_about_cell_size:
            _, height, width = map(int, answer.strip("\x1b[t").split(";"))
            return self.make_pixels((width, height))
        return None

    def make_pixels(self, cell: tuple[int, int] | None = None) -> Pixels:
        """Return the Pixels for a cell size, by default the size that the system reports.

        If the system does not know the size, ask the terminal, and use a common size until
        `read_answer` gets the answer.
        """
        load_textual_image()
        if cell is None:
            cell = _cell_size_of_window()
            if 0 in cell:
                self.write(ASK_CELL_SIZE)
                cell = USUAL_CELL_DOTS
        # Stored in the function's cache, since textual-image would otherwise ask the terminal.
        vars(_terminal().get_cell_size)["_result"] = _terminal().CellSize(*cell)
        return Pixels(cell, self.placing)


def _cell_size_of_window() -> tuple[int, int]:
    """Return the width and height of a cell in pixels, (0, 0) if the system does not know them.

    The size is computed from the window's size in cells and in pixels.
    """
    from textual_image._posix import get_tiocgwinsz

    try:
        rows, columns, width, height = get_tiocgwinsz()
    except OSError:
        return 0, 0
    return width // max(1, columns), height // max(1, rows)


def _terminal() -> Any:
    """Return the module of textual-image that asks the terminal."""
    from textual_image import _terminal as part

    return part


def load_textual_image() -> Any:
    """Return textual-image's module `renderable`, which asks the terminal when it is imported.

    These questions are made to fail, because the answers would be mixed with the user's keys.
    """

    def refuse_question(*_: object, **__: object) -> None:
        raise _terminal().TerminalError

    _terminal().capture_terminal_response = refuse_question
    from textual_image import renderable

    return renderable
