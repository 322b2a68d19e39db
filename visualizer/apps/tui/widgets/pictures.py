"""The picture that an export draws, on the screen: in the terminal's pixels, or in few dots."""

from asyncio import Event, sleep, to_thread
from collections.abc import Callable
from typing import Any

from PIL import Image, ImageEnhance
from rich.text import Text
from textual.app import RenderResult
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Static

from exports.bitmaps import Bitmaps
from visualizer.apps.tui.scene import Scene
from visualizer.apps.tui.terminal.pixels import Pixels, pixels_of
from visualizer.draw.picture.page.options import FILM_PAGE, PictureOptions
from visualizer.draw.picture.page.tree_page import TreePage
from visualizer.draw.picture.shapes.drawing import draw_picture
from visualizer.draw.picture.shapes.nodes import DrawnParts
from visualizer.look.themes import PICTURE_THEMES

MAX_CACHED_PICTURES = 12
"""Pictures that are cached, by step."""
SETTLE_SECONDS = 0.005
"""Seconds without another key after which a picture is drawn."""
MAX_DRAWING_LETTERS = 2_000_000
"""Letters that draw a picture and all its changes, beyond which it is drawn anew."""
UPPER_HALF_BLOCK = "▀"
"""The upper half of a cell: two dots, one in the letter's colour and one in the ground's."""
OVERSAMPLING = 4
"""Dots each way that are drawn for one dot of a thumbnail."""
CONTRAST_FACTOR = 3.5
"""How much stronger the contrasts of a thumbnail are."""


def slide_options(scene: Scene, theme: str) -> PictureOptions:
    """Return the options of an export of a scene on a slide, as lecture mode shows it."""
    return PictureOptions(
        page=FILM_PAGE,
        top=scene.top,
        hide_leaves=scene.hide_leaves,
        node_windows=scene.windows,
        caption="short",
        legend=False,
        theme=theme,
    )


class TruePicture:
    """Draws the steps of a page in an area of the screen, each time only what has changed."""

    def __init__(self, page: TreePage, options: PictureOptions, area: tuple[int, int]) -> None:
        """Draw a page as large as fits into an area in dots, in its middle."""
        self.page = page
        self.options = options
        self.area = area
        self.ground = PICTURE_THEMES[options.theme].page
        width = page.plan.width
        height = page.plan.height
        self.pictures = Bitmaps(width, height, min(area[0] / width, area[1] / height))
        self.drawn = DrawnParts()
        self.kept: dict[int, Image.Image] = {}

    def at(self, step: int) -> Image.Image:
        """Return the picture of a step; it fills the area, with the page's colour around it."""
        if step not in self.kept:
            if len(self.kept) >= MAX_CACHED_PICTURES:
                del self.kept[next(iter(self.kept))]
            picture = self.pictures.of(draw_picture(self.page.frame(step), self.drawn))
            width, height = self.area
            image = Image.new("RGB", self.area, self.ground)
            image.paste(picture, ((width - picture.width) // 2, (height - picture.height) // 2))
            self.kept[step] = image
        return self.kept[step]


class PixelView(Widget):
    """Shows a picture as large as itself, drawn in a thread; only changed cells are sent."""

    def __init__(self, pixels: Pixels, **named: Any) -> None:
        """Show nothing yet."""
        super().__init__(**named)
        self.pixels = pixels
        self.image: Image.Image | None = None
        self.sent: Image.Image | None = None
        """The picture that stands on the terminal, None where none does for certain."""
        self.texts: list[str] = []
        """What draws each band of the picture, all that was sent since with it."""
        self.lines: list[Strip] = []
        """The lines of cells of a picture that was placed."""
        self.shown_at: Region | None = None
        self.wanted = Event()
        """Whether a picture is wanted that has not been drawn yet."""
        self.draw: Callable[[], Image.Image] | None = None
        """Draws the picture that is wanted for the present size, None for none."""
        self.prepare: Callable[[], object] | None = None
        """Prepares what is likely to be wanted next."""

    def on_mount(self) -> None:
        """Begin to draw what is wanted."""
        self.run_worker(self.draw_all())

    @property
    def dots(self) -> tuple[int, int]:
        """Return the size in pixels."""
        return self.size.width * self.pixels.cell[0], self.size.height * self.pixels.cell[1]

    def soon(
        self, draw: Callable[[], Image.Image], prepare: Callable[[], object] | None = None
    ) -> None:
        """Show what `draw` returns, once there has been no other call for a moment.

        If there is time, `prepare` is called after it, both in a thread.
        """
        self.draw = draw
        self.prepare = prepare
        self.wanted.set()

    async def draw_all(self) -> None:
        """Draw what is wanted and has room, one picture after the other."""
        while True:
            await self.wanted.wait()
            self.wanted.clear()
            await sleep(SETTLE_SECONDS)
            if (
                self.draw is not None
                and not self.wanted.is_set()
                and self.display
                and all(self.dots)
            ):
                await self.draw_one(self.draw)

    async def draw_one(self, draw: Callable[[], Image.Image]) -> None:
        """Draw a picture and show it: all of it, or what differs from the one that stands there."""
        before = self.sent
        at = self.region
        pixels = self.pixels
        image = await to_thread(draw)
        changed = before is not None and before.size == image.size and at == self.shown_at
        if pixels.placing is not None:
            self.put(image, [], at)
        elif not changed or sum(map(len, self.texts)) > MAX_DRAWING_LETTERS:
            self.put(image, await to_thread(pixels.texts, image, at.offset), at)
        else:
            self.put_changes(image, await to_thread(pixels.texts, image, at.offset, before))
        if self.prepare is not None and self.draw is draw:
            await to_thread(self.prepare)

    def put(self, image: Image.Image, texts: list[str], at: Region) -> None:
        """Show a picture whose bands are drawn by these texts, on its place on the screen."""
        if self.draw is not None:
            self.image = image
            self.texts = texts
            self.lines = []
            self.shown_at = at
            self.refresh()

    def put_changes(self, image: Image.Image, texts: list[str]) -> None:
        """Send what differs from the picture on the terminal; draw it anew if none is there."""
        driver = self.app._driver  # noqa: SLF001  Textual has no other way to its terminal
        if (
            self.draw is not None
            and self.sent is not None
            and driver is not None
            and self.screen.is_active
        ):
            driver.write("".join(texts))
            self.image = self.sent = image
            self.texts = [before + after for before, after in zip(self.texts, texts, strict=True)]
        else:
            self.wanted.set()

    def on_resize(self) -> None:
        """Draw for the new size, once it has settled."""
        self.image = self.sent = None
        self.wanted.set()

    def clear(self) -> None:
        """Show nothing."""
        self.draw = self.image = self.sent = None
        self.pixels.free()
        self.refresh()

    def on_unmount(self) -> None:
        """Free what the terminal holds."""
        self.pixels.free()

    def render(self) -> RenderResult:
        """Return nothing: lines are made by `render_lines`."""
        return ""

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return the lines of the picture, empty ones below a dialog or until it is drawn anew."""
        self.sent = None
        image = self.image
        if (
            image is None
            or image.size != self.dots
            or crop.size != self.size
            or not self.screen.is_active
        ):
            return [Strip.blank(crop.width, self.rich_style)] * crop.height
        if self.region != self.shown_at:
            self.wanted.set()
            return [Strip.blank(crop.width, self.rich_style)] * crop.height
        self.sent = image
        if self.pixels.placing is None:
            return self.pixels.lines(self.texts, image)
        self.lines = self.lines or self.pixels.place(image)
        return self.lines


class Thumbnail(Static):
    """Shows a picture in few dots, two in each cell.

    Contrasts are made stronger, since lines are thinner than a dot.
    """

    @property
    def dots(self) -> tuple[int, int]:
        """Return the size of the picture to be drawn."""
        return self.size.width * OVERSAMPLING, 2 * self.size.height * OVERSAMPLING

    def soon(self, draw: Callable[[], Image.Image]) -> None:
        """Show what `draw` returns, if there is room."""
        if not all(self.dots):
            return
        image = ImageEnhance.Contrast(draw().reduce(OVERSAMPLING)).enhance(CONTRAST_FACTOR)
        colours = image.tobytes().hex("#", 3).split("#")
        rows = [colours[at : at + image.width] for at in range(0, len(colours), image.width)]
        lines = []
        for upper, lower in zip(rows[::2], rows[1::2], strict=True):
            pairs = zip(upper, lower, strict=True)
            cells = ((UPPER_HALF_BLOCK, f"#{above} on #{below}") for above, below in pairs)
            lines.append(Text.assemble(*cells))
        self.update(Text("\n").join(lines))


def preview_widget(widget: Widget) -> Thumbnail | PixelView:
    """Return a widget that shows a picture as well as the terminal can."""
    pixels = pixels_of(widget)
    if pixels is None:
        return Thumbnail("", id="preview", markup=False)
    return PixelView(pixels, id="preview")
