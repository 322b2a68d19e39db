"""Pictures in the terminal: the only file that uses textual-image, which asks the terminal."""

from __future__ import annotations

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
    """How the terminal shows pictures.

    `cell` is the size of a cell in pixels. `placing` is textual-image's class that places a picture
    in cells of text, as kitty has it, None for sixels; `placed` is freed when the next one is.
    """

    cell: tuple[int, int]
    placing: Any = None
    placed: Any = None

    def lines(self, texts: Sequence[str], image: Image) -> list[Strip]:
        """Return the lines of cells that show a picture whose bands are drawn by these texts."""
        cell_width, cell_height = self.cell
        columns = image.width // cell_width
        lines: list[Strip] = []
        for text, (top, bottom) in zip(texts, self.bands(image), strict=True):
            # The last line of a band draws all of it: what is written later would erase it.
            drawing = Segment(text, control=[(ControlType.CURSOR_FORWARD, 0)])
            lines += [Strip([], columns)] * ((bottom - top) // cell_height - 1)
            lines.append(Strip([drawing], columns))
        return lines

    def bands(self, image: Image) -> list[tuple[int, int]]:
        """Return the first row of dots of each band of a picture, and its end."""
        high = SIXEL_BAND_ROWS * self.cell[1]
        return [(top, min(image.height, top + high)) for top in range(0, image.height, high)]

    def texts(self, image: Image, at: tuple[int, int], before: Image | None = None) -> list[str]:
        """Return what draws each band of a picture as sixels; `at` is its upper left cell.

        If the picture `before` stands there, only the cells that differ are drawn.
        """
        from PIL import ImageChops

        cell_width, _ = self.cell
        texts: list[str] = []
        for top, bottom in self.bands(image):
            band = (0, top, image.width, bottom)
            box: tuple[int, int, int, int] | None = band
            if before is not None:
                box = ImageChops.difference(before.crop(band), image.crop(band)).getbbox()
            if box is None:
                texts.append("")
                continue
            left = box[0] // cell_width * cell_width
            right = -(-box[2] // cell_width) * cell_width
            texts.append(self.part(image, (left, top, right, bottom), at))
        return texts

    def part(self, image: Image, box: tuple[int, int, int, int], at: tuple[int, int]) -> str:
        """Return what draws whole cells of a picture; the cursor ends behind their last line."""
        cell_width, cell_height = self.cell
        x, y = at
        left, top, right, bottom = box
        begin = Control.move_to(x + left // cell_width, y + top // cell_height)
        end = Control.move_to(x + right // cell_width, y + bottom // cell_height - 1)
        return f"{begin.segment.text}{encode_sixels(image.crop(box))}{end.segment.text}"

    def place(self, image: Image) -> list[Strip]:
        """Send a picture to the terminal, free the last one, and return the lines that show it."""
        self.free()
        columns = image.width // self.cell[0]
        rows = image.height // self.cell[1]
        self.placed = self.placing(image, columns, rows)
        lines = Segment.split_lines(segments_of(self.placed))
        return [Strip(line, columns) for line in lines if line]

    def free(self) -> None:
        """Free the picture that was placed, if one was."""
        if self.placed is not None:
            self.placed.cleanup()
            self.placed = None


def encode_sixels(image: Image) -> str:
    """Return a picture of whole cells as sixels, which leave what lies outside of it as it is."""
    from textual_image.renderable.sixel import Image as Sixels
    from textual_image.renderable.sixel import SixelOptions

    options = SixelOptions(
        quantize="maxcoverage"
    )  # the other ways to choose colours change that of the page
    segments = segments_of(Sixels(image, sixel_options=options))
    drawn = next(segment.text for segment in segments if segment.text.startswith("\x1bP"))
    return drawn.replace(
        ";0;0q", ";1;0q", 1
    )  # else the rest of the last line of dots would be cleared


def segments_of(drawing: Any) -> Iterable[Segment]:
    """Return what one of textual-image's drawings writes."""
    return Console(color_system="truecolor", force_terminal=True).render(drawing)


def pixels_of(widget: Widget) -> Pixels | None:
    """Return what draws pictures for a widget's app, None where pictures are not to be drawn."""
    if in_ascii(widget):
        return None
    return getattr(widget.app, "pixels", None)


ASK_ATTRIBUTES = "\x1b[c"
ASK_CELL_SIZE = "\x1b[16t"
"""Ask a terminal what it is and can, and how large its cells are."""
ASK_KITTY = "\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\"
"""Asks a terminal whether it shows pictures as kitty does."""
SIXEL_ATTRIBUTE = "4"
"""The number of sixels among what a terminal says that it can."""
ANSWER_SECONDS = 1.0
"""Seconds to wait for an answer where no keys are read."""
USUAL_CELL_DOTS = (10, 20)
"""The dots of a cell of the first terminal with sixels, for those that do not tell."""


def asks_for_pixels() -> bool:
    """Return whether textual-image is installed, and the terminal worth asking what it can show."""
    return find_spec("textual_image") is not None


def ask_picture_protocol() -> str:
    """Say how the terminal shows pictures, having asked it; for a program that reads no keys."""
    told = _answer(ASK_ATTRIBUTES, "\x1b[?", "c")
    if SIXEL_ATTRIBUTE in told.strip("\x1b[?c").split(";"):
        return "yes, as sixels"
    if _answer(ASK_KITTY, "\x1b_G", "\x1b\\").endswith(";OK\x1b\\"):
        return "yes, as kitty does"
    return "no, it says"


def _answer(question: str, begin: str, end: str) -> str:
    """Return what the terminal answers, "" for nothing in time."""
    with suppress(_terminal().TerminalError, OSError):
        with _terminal().capture_terminal_response(begin, end, ANSWER_SECONDS) as response:
            print(question, end="", file=sys.__stdout__, flush=True)
        return str(response.sequence)
    return ""


class PixelQuestions:
    """Asks a terminal what it can show, one thing after the other, while its keys are read.

    textual-image itself would ask before the app starts, and take a key for the answer.
    """

    def __init__(self, write: Callable[[str], object]) -> None:
        """Ask the first; `write` sends to the terminal."""
        self.write = write
        self.placing: Any = None
        self.cell: tuple[int, int] | None = None
        write(ASK_ATTRIBUTES)

    def take(self, answer: str) -> Pixels | None:
        """Take an answer and ask the next question; return what is known at the end, else None."""
        if answer.endswith("c") and SIXEL_ATTRIBUTE in answer.strip("\x1b[?>c").split(";"):
            return self.found()
        if answer.endswith("c"):
            self.write(ASK_KITTY)
        elif answer.endswith(";OK\x1b\\"):
            self.placing = load_textual_image().TGPImage
            return self.found()
        elif answer.endswith("t"):
            _, high, wide = map(int, answer.strip("\x1b[t").split(";"))
            return self.found((wide, high))
        return None

    def found(self, cell: tuple[int, int] | None = None) -> Pixels:
        """Return what the terminal can show, and ask for the size of its cells if need be."""
        load_textual_image()
        if cell is None:
            cell = _cell_of_window()
            if 0 in cell:
                self.write(ASK_CELL_SIZE)
                cell = USUAL_CELL_DOTS
        # Without a cached size textual-image would ask the terminal.
        vars(_terminal().get_cell_size)["_result"] = _terminal().CellSize(*cell)
        return Pixels(cell, self.placing)


def _cell_of_window() -> tuple[int, int]:
    """Return the dots of a cell by the size of the terminal's window, 0 where it has none."""
    from textual_image._posix import get_tiocgwinsz

    try:
        rows, columns, wide, high = get_tiocgwinsz()
    except OSError:
        return 0, 0
    return wide // max(1, columns), high // max(1, rows)


def _terminal() -> Any:
    """Return textual-image's part that asks the terminal."""
    from textual_image import _terminal as part

    return part


def load_textual_image() -> Any:
    """Load textual-image without letting it ask the terminal."""

    def ask_nothing(*_: object, **__: object) -> None:
        raise _terminal().TerminalError

    _terminal().capture_terminal_response = ask_nothing
    from textual_image import renderable

    return renderable
