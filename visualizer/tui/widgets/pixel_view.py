"""A widget that shows a picture in true pixels."""

from __future__ import annotations

from collections.abc import Callable

from PIL import Image
from textual.app import RenderResult
from textual.geometry import Region, Size
from textual.strip import Strip
from textual.timer import Timer
from textual.widget import Widget

from visualizer.tui.pixels import BAND, Pixels

SETTLED = 0.005
"""Seconds without another key after which a picture is drawn."""
Draw = Callable[[], Image.Image]


class PixelView(Widget):
    """Shows a picture as large as itself; it is drawn in a thread, and only the cells that have changed are sent."""

    def __init__(self, pixels: Pixels, *, id: str | None = None) -> None:  # noqa: A002  Textual's name
        """Show nothing yet."""
        super().__init__(id=id)
        self.pixels = pixels
        self.image: Image.Image | None = None
        self.sent: Image.Image | None = None
        """The picture that stands on the terminal, None where none does for certain."""
        self.lines: list[Strip] = []
        self.lines_of: Image.Image | None = None
        """The picture whose lines were made last."""
        self.shown_at: Region | None = None
        self.waiting: Timer | None = None
        self.busy = False
        """Whether a picture is being drawn."""
        self.draw: Draw | None = None
        """Draws the picture that is wanted for the present size, None for none."""

    @property
    def dots(self) -> tuple[int, int]:
        """Return the size in pixels."""
        return self.size.width * self.pixels.cell[0], self.size.height * self.pixels.cell[1]

    def soon(self, draw: Draw) -> None:
        """Show what `draw` returns, once there has been no other call for a moment; it is called in a thread."""
        self.stop()
        self.draw = draw
        self.waiting = self.set_timer(SETTLED, self.draw_now)

    def draw_now(self) -> None:
        """Draw what is wanted, if there is room for it; while another picture is drawn, afterwards."""
        draw = self.draw
        if draw is not None and not self.busy and self.display and all(self.dots):
            self.busy = True
            before, at = self.sent, self.region
            self.run_worker(lambda: self.work(draw, before, at), thread=True)

    def work(self, draw: Draw, before: Image.Image | None, at: Region) -> None:
        """Draw a picture in its thread; what has changed is sent first, then lines are made for a later repaint."""
        image, pixels, call = draw(), self.pixels, self.app.call_from_thread
        number_of_bands = -(-image.height // (BAND * pixels.cell[1]))
        if pixels.placing is not None:
            call(self.put, draw, image, "", None)
        elif before is None or before.size != image.size or at != self.shown_at:
            self.shown_at = at
            bands = {number: pixels.band(image, number, at.offset) for number in range(number_of_bands)}
            call(self.put, draw, image, "", bands)
        else:
            changes = pixels.changes(before, image)
            text = "".join(pixels.part(image, number, changes[number], at.offset) for number in changes)
            if call(self.put, draw, image, text, None):
                for number in changes:
                    self.lines[number * BAND : (number + 1) * BAND] = pixels.band(image, number, at.offset)
        call(self.finish, draw)

    def put(self, draw: Draw, image: Image.Image, text: str, bands: dict[int, list[Strip]] | None) -> bool:
        """Show a picture that was drawn: send a text where the one before stands there; say whether that was done."""
        if self.draw is None or image.size != self.dots:
            return False
        self.image, driver = image, self.app._driver  # noqa: SLF001  Textual has no other way to its terminal
        if bands is not None:
            self.lines, self.lines_of = [line for number in bands for line in bands[number]], image
        if text and self.sent is not None and driver is not None and self.screen.is_active:
            driver.write(text)
            self.sent = self.lines_of = image
            return True
        self.refresh()
        return False

    def finish(self, draw: Draw) -> None:
        """Draw what was wanted in the meantime."""
        self.busy = False
        if draw is not self.draw:
            self.draw_now()

    def on_resize(self) -> None:
        """Draw for the new size, once it has settled."""
        self.image = self.sent = None
        if self.draw is not None:
            self.soon(self.draw)

    def stop(self) -> None:
        """Drop a picture that waits to be drawn."""
        if self.waiting is not None:
            self.waiting.stop()
            self.waiting = None

    def band(self, number: int) -> list[Strip]:
        """Return the lines of a band."""
        assert self.image is not None
        assert self.shown_at is not None
        return self.pixels.band(self.image, number, self.shown_at.offset)

    def clear(self) -> None:
        """Show nothing."""
        self.stop()
        self.draw = self.image = self.sent = self.lines_of = None
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
            self.sent = None
            return [Strip.blank(crop.width, self.rich_style)] * crop.height
        at = self.region
        if self.lines_of is not self.image or at != self.shown_at:
            self.shown_at, self.lines_of = at, self.image
            if self.pixels.placing is None:
                self.lines = [line for band in range(-(-crop.height // BAND)) for line in self.band(band)]
            else:
                self.lines = self.pixels.place(self.image)
        self.sent = self.image
        return self.lines
