"""What shows the picture of an export beside other things: the terminal's pixels where it has any, else few dots."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rich.text import Text
from textual.widget import Widget
from textual.widgets import Static

from visualizer.tui.terminal.pixels import pixels_of

if TYPE_CHECKING:
    from PIL.Image import Image

    from visualizer.tui.widgets.pixel_view import PixelView

HALF = "▀"
"""The upper half of a cell: two dots, one in the letter's colour and one in the ground's."""
FINE, CONTRAST = 4, 3.5
"""Into how many dots each way a dot is divided while the picture is drawn, and how much stronger contrasts are."""


class Thumbnail(Static):
    """Shows a picture in few dots, two in each cell, with stronger contrasts: its lines are thinner than a dot."""

    @property
    def dots(self) -> tuple[int, int]:
        """Return the size of the picture to be drawn."""
        return self.size.width * FINE, 2 * self.size.height * FINE

    def soon(self, draw: Callable[[], Image]) -> None:
        """Show what `draw` returns, if there is room."""
        if not all(self.dots):
            return
        from PIL import ImageEnhance

        image = ImageEnhance.Contrast(draw().reduce(FINE)).enhance(CONTRAST)
        colours = image.tobytes().hex("#", 3).split("#")
        rows = [colours[at : at + image.width] for at in range(0, len(colours), image.width)]
        lines = (
            Text.assemble(*((HALF, f"#{above} on #{below}") for above, below in zip(*pair, strict=True)))
            for pair in zip(rows[::2], rows[1::2], strict=True)
        )
        self.update(Text("\n").join(lines))


def preview(widget: Widget) -> Thumbnail | PixelView:
    """Return what shows a picture on a widget's screen."""
    pixels = pixels_of(widget)
    if pixels is None:
        return Thumbnail("", id="preview", markup=False)
    from visualizer.tui.widgets.pixel_view import PixelView

    return PixelView(pixels, id="preview")
