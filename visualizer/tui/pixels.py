"""What pictures the terminal can show: the only file that knows textual-image, which asks the terminal."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.control import Control
from rich.segment import ControlType, Segment
from textual.strip import Strip
from textual.widget import Widget

from visualizer.tui.ascii_looks import in_ascii
from visualizer.tui.sixels import sixels

if TYPE_CHECKING:
    from PIL.Image import Image

BAND = 3
"""Rows of cells that are sent at a time as sixels."""


@dataclass
class Pixels:
    """How the terminal shows pictures.

    `cell` is the size of a cell in pixels. `placing` is textual-image's way to place a picture in cells of text, as
    kitty has it, None for sixels; what it placed is freed when the next one is.
    """

    cell: tuple[int, int]
    placing: Any = None
    placed: Any = None

    def band(self, image: Image, number: int, at: tuple[int, int]) -> list[Strip]:
        """Return the lines of a band of a picture, counted from 0, whose upper left cell on the screen is `at`."""
        columns, high = image.width // self.cell[0], self.cell[1]
        rows = min(BAND, image.height // high - number * BAND)
        shown = Segment(self.part(image, number, (0, columns), at), control=[(ControlType.CURSOR_FORWARD, 0)])
        return [Strip([], columns)] * (rows - 1) + [Strip([shown], columns)]

    def part(self, image: Image, number: int, columns: tuple[int, int], at: tuple[int, int]) -> str:
        """Return what draws a band of a picture from one column of cells to another; the cursor is behind it."""
        (wide, high), (first, last) = self.cell, columns
        top, bottom = number * BAND * high, min(image.height, (number + 1) * BAND * high)
        begin = Control.move_to(at[0] + first, at[1] + number * BAND).segment.text
        end = Control.move_to(at[0] + last, at[1] + bottom // high - 1).segment.text
        return f"{begin}{sixels(image.crop((first * wide, top, last * wide, bottom)))}{end}"

    def changes(self, before: Image, image: Image) -> dict[int, tuple[int, int]]:
        """Return the bands in which a picture differs from another one of its size, and from which column to which."""
        from PIL import ImageChops

        changed = ImageChops.difference(before, image)
        (wide, high), found = self.cell, dict[int, tuple[int, int]]()
        for number in range(-(-image.height // (BAND * high))):
            box = changed.crop((0, number * BAND * high, image.width, (number + 1) * BAND * high)).getbbox()
            if box is not None:
                found[number] = box[0] // wide, -(-box[2] // wide)
        return found

    def place(self, image: Image) -> list[Strip]:
        """Send a picture to the terminal and return the lines of cells that show it; the one before is freed."""
        self.free()
        columns, rows = image.width // self.cell[0], image.height // self.cell[1]
        self.placed = self.placing(image, columns, rows)
        console = Console(width=columns, height=rows, color_system="truecolor", force_terminal=True)
        lines = Segment.split_lines(self.placed.__rich_console__(console, console.options))
        return [Strip(line, columns) for line in lines if line]

    def free(self) -> None:
        """Free the picture that was placed, if one was."""
        if self.placed is not None:
            self.placed.cleanup()
            self.placed = None


def pixels_of(widget: Widget) -> Pixels | None:
    """Return what draws pictures for a widget's app, None where they cannot or shall not be drawn."""
    return None if in_ascii(widget) else getattr(widget.app, "pixels", None)


def terminal_pixels() -> Pixels | None:
    """Ask the terminal what it can show; None if it shows no pictures, or if textual-image is not installed.

    To be called before Textual starts, which reads all that the terminal answers from then on.
    """
    if find_spec("textual_image") is None:
        return None
    from textual_image._terminal import get_cell_size
    from textual_image.renderable import Image as Found
    from textual_image.renderable import SixelImage, TGPImage

    found: Any = Found
    if found not in (SixelImage, TGPImage):
        return None
    wide, high = get_cell_size()
    return Pixels((wide, high), None if found is SixelImage else TGPImage)
