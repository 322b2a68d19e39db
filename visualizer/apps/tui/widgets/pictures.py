"""The picture that an export draws, on the screen: in the terminal's pixels, or in few dots."""

from asyncio import Event, sleep, to_thread
from collections.abc import Callable, Sequence
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
"""Letters that draw a picture and all its changes, beyond which it is drawn again."""
UPPER_HALF_BLOCK = "▀"
"""The upper half of a cell: two dots, one in the letter's colour and one in the ground's."""
OVERSAMPLING = 4
"""Dots each way that are drawn for one dot of a thumbnail."""
CONTRAST_FACTOR = 3.5
"""How much stronger the contrasts of a thumbnail are."""


def slide_options(scene: Scene, theme: str) -> PictureOptions:
    """Return the options of a picture of a scene, as lecture mode shows it on a slide."""
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
    """Draws the steps of a page in an area of the screen, each time only the changes."""

    def __init__(self, page: TreePage, options: PictureOptions, area: tuple[int, int]) -> None:
        """Draw pictures of a page, as large as fits into `area`: its width and height in dots."""
        self.page = page
        self.options = options
        self.area = area
        self.ground = PICTURE_THEMES[options.theme].page
        width = page.plan.width
        height = page.plan.height
        scale = min(area[0] / width, area[1] / height)
        self.pictures = Bitmaps(width, height, scale)
        self.drawn = DrawnParts()
        self.cache: dict[int, Image.Image] = {}
        """The pictures drawn last, by step."""

    def at(self, step: int) -> Image.Image:
        """Return the picture of a step; it fills the area, with the page's colour around it."""
        if step not in self.cache:
            # The oldest picture is dropped.
            if len(self.cache) >= MAX_CACHED_PICTURES:
                del self.cache[next(iter(self.cache))]
            self.cache[step] = self.draw(step)
        return self.cache[step]

    def draw(self, step: int) -> Image.Image:
        """Draw the picture of a step in the middle of the area."""
        picture = self.pictures.next_bitmap(draw_picture(self.page.frame(step), self.drawn))
        width, height = self.area
        corner = ((width - picture.width) // 2, (height - picture.height) // 2)
        image = Image.new("RGB", self.area, self.ground)
        image.paste(picture, corner)
        return image


class PixelView(Widget):
    """Shows a picture as large as itself, drawn in a thread; only changed cells are sent."""

    def __init__(self, pixels: Pixels, **named: Any) -> None:
        """Begin empty; `show_soon` requests a picture."""
        super().__init__(**named)
        self.pixels = pixels
        self.image: Image.Image | None = None
        self.image_on_terminal: Image.Image | None = None
        """The picture that the terminal shows for certain, else None."""
        self.texts: list[str] = []
        """The text that draws each band (row of cells) of the picture, with all changes since."""
        self.lines: list[Strip] = []
        """The lines of cells of a picture that was placed."""
        self.image_region: Region | None = None
        """The place on the screen for which the picture was drawn."""
        self.request = Event()
        """Set while a requested picture has not been drawn yet."""
        self.draw: Callable[[], Image.Image] | None = None
        """Draws the requested picture for the current size, None for no picture."""
        self.prepare: Callable[[], object] | None = None
        """Prepares the picture that is likely to be requested next."""

    def on_mount(self) -> None:
        """Begin to draw requested pictures."""
        self.run_worker(self.draw_all())

    @property
    def dots(self) -> tuple[int, int]:
        """Return the size in pixels."""
        cell_width, cell_height = self.pixels.cell
        return self.size.width * cell_width, self.size.height * cell_height

    def show_soon(
        self, draw: Callable[[], Image.Image], prepare: Callable[[], object] | None = None
    ) -> None:
        """Request the picture that `draw` returns; it is shown soon, unless another is requested.

        After that, if there is time, `prepare` is called; both are called in a thread.
        """
        self.draw = draw
        self.prepare = prepare
        self.request.set()

    async def draw_all(self) -> None:
        """Draw requested pictures one after another, for as long as the widget exists."""
        while True:
            await self.request.wait()
            self.request.clear()
            # While a key is held down, only its last picture is drawn.
            await sleep(SETTLE_SECONDS)
            if self.request.is_set() or self.draw is None:
                continue
            if self.display and all(self.dots):
                await self.draw_one(self.draw)

    async def draw_one(self, draw: Callable[[], Image.Image]) -> None:
        """Draw a picture and show it.

        If possible, only the differences from the picture shown before are sent to the terminal.
        """
        # What the screen shows may change while the thread draws.
        image_before = self.image_on_terminal
        region = self.region
        pixels = self.pixels
        image = await to_thread(draw)
        has_same_place = region == self.image_region
        has_same_size = image_before is not None and image_before.size == image.size
        can_send_changes = has_same_place and has_same_size
        # The changes sent since the last whole picture have made the texts too long to keep.
        is_too_long = sum(map(len, self.texts)) > MAX_DRAWING_LETTERS
        if pixels.picture_class is not None:
            # This terminal takes pictures as a whole, without a text for each band.
            self.show_image(image, [], region)
        elif is_too_long or not can_send_changes:
            texts = await to_thread(pixels.band_texts, image, region.offset)
            self.show_image(image, texts, region)
        else:
            texts = await to_thread(pixels.band_texts, image, region.offset, image_before)
            self.send_changes(image, texts)
        # Unless another picture has been requested meanwhile, there is time for the next one.
        if self.prepare is not None and self.draw is draw:
            await to_thread(self.prepare)

    def show_image(self, image: Image.Image, texts: list[str], region: Region) -> None:
        """Show a picture at its place on the screen; each of `texts` draws one band of it."""
        # The widget may have been cleared while the picture was drawn.
        if self.draw is None:
            return
        self.image = image
        self.texts = texts
        self.lines = []
        self.image_region = region
        self.refresh()

    def send_changes(self, image: Image.Image, texts: list[str]) -> None:
        """Send the texts that draw the differences from the picture shown.

        If it is not certain that the terminal shows a picture, request a whole picture instead.
        """
        driver = self.app._driver  # noqa: SLF001  Textual has no other way to its terminal
        is_visible = self.draw is not None and self.screen.is_active
        if not is_visible or self.image_on_terminal is None or driver is None:
            self.request.set()
            return
        driver.write("".join(texts))
        self.image = image
        self.image_on_terminal = image
        self.texts = [before + after for before, after in zip(self.texts, texts, strict=True)]

    def on_resize(self) -> None:
        """Draw for the new size, once it has settled."""
        self.image = None
        self.image_on_terminal = None
        self.request.set()

    def clear(self) -> None:
        """Show nothing."""
        self.draw = None
        self.image = None
        self.image_on_terminal = None
        self.pixels.free_picture()
        self.refresh()

    def on_unmount(self) -> None:
        """Free the picture that the terminal holds."""
        self.pixels.free_picture()

    def render(self) -> RenderResult:
        """Return nothing: lines are made by `render_lines`."""
        return ""

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return the lines of the picture.

        The lines are empty while a dialog covers a part of the widget, and until a picture has been
        drawn for its current size and place.
        """
        # Only if the picture is returned below is it certain to be on the terminal.
        self.image_on_terminal = None
        image = self.image
        if image is None or image.size != self.dots or not self._shows_whole(crop):
            return self._empty_lines(crop)
        # Bands are drawn at places of the screen, so a picture that has moved is drawn again.
        if self.region != self.image_region:
            self.request.set()
            return self._empty_lines(crop)
        self.image_on_terminal = image
        if self.pixels.picture_class is None:
            return self.pixels.lines(self.texts, image)
        self.lines = self.lines or self.pixels.place_picture(image)
        return self.lines

    def _shows_whole(self, crop: Region) -> bool:
        """Return whether the whole widget is painted, with no dialog above it."""
        return crop.size == self.size and self.screen.is_active

    def _empty_lines(self, crop: Region) -> list[Strip]:
        return [Strip.blank(crop.width, self.rich_style)] * crop.height


class Thumbnail(Static):
    """Shows a picture in few dots, two in each cell.

    Contrasts are made stronger, since lines are thinner than a dot.
    """

    @property
    def dots(self) -> tuple[int, int]:
        """Return the size of the picture to draw."""
        return self.size.width * OVERSAMPLING, 2 * self.size.height * OVERSAMPLING

    def show_soon(self, draw: Callable[[], Image.Image]) -> None:
        """Show the picture that `draw` returns, if the widget has any room.

        Like `PixelView.show_soon`, but immediately, since a thumbnail has few dots.
        """
        if not all(self.dots):
            return
        # The picture is reduced first, so that the contrast of fewer dots has to be enhanced.
        small = draw().reduce(OVERSAMPLING)
        image = ImageEnhance.Contrast(small).enhance(CONTRAST_FACTOR)
        rows = dot_colours(image)
        row_pairs = zip(rows[::2], rows[1::2], strict=True)
        lines = [half_block_line(upper, lower) for upper, lower in row_pairs]
        self.update(Text("\n").join(lines))


def dot_colours(image: Image.Image) -> list[list[str]]:
    """Return the colours of the dots of an image in hexadecimal digits, row by row."""
    colours = image.tobytes().hex("#", 3).split("#")
    starts = range(0, len(colours), image.width)
    return [colours[start : start + image.width] for start in starts]


def half_block_line(upper: Sequence[str], lower: Sequence[str]) -> Text:
    """Return a line of cells, each with a dot of an upper row and the one below it."""
    pairs = zip(upper, lower, strict=True)
    cells = ((UPPER_HALF_BLOCK, f"#{above} on #{below}") for above, below in pairs)
    return Text.assemble(*cells)


def preview_widget(widget: Widget) -> Thumbnail | PixelView:
    """Return a widget that shows a picture as well as the terminal can."""
    pixels = pixels_of(widget)
    if pixels is None:
        return Thumbnail("", id="preview", markup=False)
    return PixelView(pixels, id="preview")
