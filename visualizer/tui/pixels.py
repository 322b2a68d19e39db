"""Pictures in the terminal, where it can show them: the only file that knows textual-image."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.control import Control
from rich.segment import ControlType, Segment
from textual.strip import Strip

if TYPE_CHECKING:
    from PIL.Image import Image

BAND, TILE = 3, 24
"""Rows and columns of cells that are encoded at a time as sixels: what is known already is not encoded again."""
COLOURS = 16
"""Colours of a tile: the most frequent ones, so that flat areas keep theirs, and the edges of letters have a few."""
MOST_TILES = 4_000
"""Encoded tiles that are kept."""
SIXELS = "\x1bP"
"""The beginning of a picture in sixels."""


@dataclass
class Pixels:
    """What the terminal can show: the size of a cell in pixels, and textual-image's way to draw, by sixels or not."""

    cell: tuple[int, int]
    drawing: Any
    by_sixels: bool
    tiles: dict[bytes, str] = field(default_factory=dict)
    placed: Any = None
    """The picture that is shown, where it is not by sixels: it is freed when the next one is shown."""

    def strips(self, image: Image, band: int, at: tuple[int, int]) -> list[Strip]:
        """Return lines of cells that show a band of a picture whose upper left cell on the screen is `at`.

        The picture's width and height are whole cells; the band has its number, from 0.
        """
        wide, high = self.cell
        part = image.crop((0, band * BAND * high, image.width, min(image.height, (band + 1) * BAND * high)))
        columns, rows = part.width // wide, part.height // high
        written = []
        for left in range(0, columns, TILE):
            tile = part.crop((left * wide, 0, min(part.width, (left + TILE) * wide), part.height))
            written += [Control.move_to(at[0] + left, at[1] + band * BAND).segment.text, self.sixels(tile)]
        end = Control.move_to(at[0] + columns, at[1] + band * BAND + rows - 1).segment.text
        shown = Segment("".join([*written, end]), control=[(ControlType.CURSOR_FORWARD, 0)])
        return [Strip([], columns)] * (rows - 1) + [Strip([shown], columns)]

    def sixels(self, tile: Image) -> str:
        """Return a picture as sixels."""
        key = b"%d %d " % tile.size + tile.tobytes()
        if key not in self.tiles:
            if len(self.tiles) > MOST_TILES:
                self.tiles.clear()
            segments = self._drawn(in_few_colours(tile))
            self.tiles[key] = next(each.text for each in segments if each.text.startswith(SIXELS))
        return self.tiles[key]

    def place(self, image: Image) -> list[Strip]:
        """Send a picture to the terminal and return the lines of cells that show it; frees the one before."""
        self.free()
        self.placed = self.drawing(image, image.width // self.cell[0], image.height // self.cell[1])
        lines = Segment.split_lines(self._segments(self.placed, image))
        return [Strip(line, image.width // self.cell[0]) for line in lines if line]

    def free(self) -> None:
        """Free the picture that was placed, if one was."""
        if self.placed is not None:
            self.placed.cleanup()
            self.placed = None

    def _drawn(self, image: Image) -> Iterator[Segment]:
        """Return what textual-image writes for a picture."""
        return self._segments(self.drawing(image, image.width // self.cell[0], image.height // self.cell[1]), image)

    def _segments(self, drawn: Any, image: Image) -> Iterator[Segment]:
        """Return what is written for something drawn."""
        columns, rows = image.width // self.cell[0], image.height // self.cell[1]
        console = Console(width=columns, height=rows, color_system="truecolor", force_terminal=True)
        found = drawn.__rich_console__(console, console.options)
        yield from (each for each in found if isinstance(each, Segment))


def in_few_colours(tile: Image) -> Image:
    """Return a picture in its most frequent colours."""
    from PIL import Image as Bitmap

    counts = tile.getcolors(tile.width * tile.height) or []
    frequent: list[Any] = [colour for _, colour in sorted(counts, reverse=True)[:COLOURS]]
    palette = Bitmap.new("P", (1, 1))
    palette.putpalette([part for colour in frequent for part in colour])
    return tile.quantize(palette=palette, dither=Bitmap.Dither.NONE)


def terminal_pixels() -> Pixels | None:
    """Ask the terminal what it can show; None if it shows no pictures, or if textual-image is not installed.

    To be called before Textual starts, which reads all that the terminal answers from then on.
    """
    if find_spec("textual_image") is None:
        return None
    from textual_image._terminal import get_cell_size
    from textual_image.renderable import Image as Found
    from textual_image.renderable import SixelImage, TGPImage

    drawing: Any = Found
    if drawing not in (SixelImage, TGPImage):
        return None
    wide, high = get_cell_size()
    return Pixels((wide, high), drawing, drawing is SixelImage)
