"""A widget that shows a picture in true pixels."""

from __future__ import annotations

from collections.abc import Callable

from PIL import Image, ImageChops
from textual.app import RenderResult
from textual.geometry import Region, Size
from textual.strip import Strip
from textual.timer import Timer
from textual.widget import Widget

from visualizer.tui.pixels import BAND, Pixels

SETTLED = 0.02
"""Seconds without another key after which a picture is drawn."""


class PixelView(Widget):
    """Shows a picture as large as itself, and sends only those of its bands that have changed."""

    def __init__(self, pixels: Pixels, *, id: str | None = None) -> None:  # noqa: A002  Textual's name
        """Show nothing yet."""
        super().__init__(id=id)
        self.pixels = pixels
        self.image: Image.Image | None = None
        self.lines: list[Strip] = []
        self.shown_at: Region | None = None
        self.waiting: Timer | None = None
        self.draw: Callable[[], Image.Image] | None = None
        """Draws the picture that is wanted for the present size, None for none."""

    @property
    def dots(self) -> tuple[int, int]:
        """Return the size in pixels."""
        return self.size.width * self.pixels.cell[0], self.size.height * self.pixels.cell[1]

    def soon(self, draw: Callable[[], Image.Image]) -> None:
        """Show what `draw` returns, once there has been no other call for a moment."""
        self.stop()
        self.draw = draw
        self.waiting = self.set_timer(SETTLED, self.draw_now)

    def draw_now(self) -> None:
        """Draw what is wanted, if there is room for it."""
        if self.draw is not None and self.display and all(self.dots):
            self.put(self.draw())

    def on_resize(self) -> None:
        """Draw for the new size, once it has settled."""
        self.image, self.lines = None, []
        if self.draw is not None:
            self.soon(self.draw)

    def stop(self) -> None:
        """Drop a picture that waits to be drawn."""
        if self.waiting is not None:
            self.waiting.stop()
            self.waiting = None

    def put(self, image: Image.Image) -> None:
        """Show a picture with the size `dots`."""
        if image.size != self.dots:
            return
        before, self.image = self.image, image
        if before is None or before.size != image.size or self.pixels.placing is not None:
            self.refresh()
            self.lines = []
            return
        changed = ImageChops.difference(before, image).convert("L")
        high = BAND * self.pixels.cell[1]
        for band in range(-(-self.size.height // BAND)):
            if changed.crop((0, band * high, image.width, (band + 1) * high)).getbbox():
                self.lines[band * BAND : (band + 1) * BAND] = []
                rows = self.band(band)
                self.lines[band * BAND : band * BAND] = rows
                self.refresh(Region(0, band * BAND, self.size.width, len(rows)))

    def band(self, number: int) -> list[Strip]:
        """Return the lines of a band."""
        assert self.image is not None
        assert self.shown_at is not None
        return self.pixels.band(self.image, number, self.shown_at.offset)

    def clear(self) -> None:
        """Show nothing."""
        self.stop()
        self.draw, self.image, self.lines = None, None, []
        self.pixels.free()
        self.refresh()

    def on_unmount(self) -> None:
        """Free what the terminal holds."""
        self.stop()
        self.pixels.free()

    def render(self) -> RenderResult:
        """Return nothing: lines are made by `render_lines`."""
        return ""

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return the lines of the picture; empty ones where it cannot be shown, as below a dialog."""
        whole = Size(crop.width, crop.height) == self.size
        if self.image is None or self.image.size != self.dots or not whole or not self.screen.is_active:
            return [Strip.blank(crop.width, self.rich_style)] * crop.height
        at = self.region
        if not self.lines or at != self.shown_at:
            self.shown_at = at
            if self.pixels.placing is None:
                self.lines = [line for band in range(-(-crop.height // BAND)) for line in self.band(band)]
            else:
                self.lines = self.pixels.place(self.image)
        return self.lines
