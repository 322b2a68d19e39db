"""The very picture that an export draws, in the dots of an area of the screen."""

from __future__ import annotations

from PIL import Image

from exports.bitmaps import Bitmaps
from visualizer.look.themes import DRAWN
from visualizer.picture.page.options import FILM_PAGE, PictureOptions
from visualizer.picture.page.tree_page import TreePage
from visualizer.picture.shapes.drawing import draw
from visualizer.picture.shapes.nodes import Drawn
from visualizer.tui.scene import Scene

KEPT = 12
"""Pictures that are kept, by step."""


def options_of(scene: Scene, theme: str) -> PictureOptions:
    """Return the options of an export of a scene on a slide, as lecture mode shows it: with one short sentence."""
    return PictureOptions(
        page=FILM_PAGE, top=scene.top, hide_leaves=scene.hide_leaves, node_windows=scene.windows, caption="short",
        legend=False, theme=theme,
    )  # fmt: skip


class TruePicture:
    """Draws the steps of a page in an area of the screen; only what has changed since the last one is drawn."""

    def __init__(self, page: TreePage, options: PictureOptions, area: tuple[int, int]) -> None:
        """Draw a page as large as fits into an area in dots, in its middle."""
        self.page, self.options, self.area, self.ground = page, options, area, DRAWN[options.theme].page
        width, height = page.plan.width, page.plan.height
        self.pictures, self.drawn = Bitmaps(width, height, min(area[0] / width, area[1] / height)), Drawn()
        self.kept: dict[int, Image.Image] = {}

    def at(self, step: int) -> Image.Image:
        """Return the picture of a step; it fills the area, with the page's colour around it."""
        if step not in self.kept:
            if len(self.kept) >= KEPT:
                del self.kept[next(iter(self.kept))]
            picture = self.pictures.of(draw(self.page.frame(step), self.drawn))
            image = self.kept[step] = Image.new("RGB", self.area, self.ground)
            image.paste(picture, ((self.area[0] - picture.width) // 2, (self.area[1] - picture.height) // 2))
        return self.kept[step]
