"""The very picture that an export draws, in the dots of an area of the screen."""

from __future__ import annotations

from collections.abc import Iterable

from PIL import Image

from exports.gif import Camera, DotArea, cover, meet, within
from exports.shapes import loose
from visualizer.look.shapes import Shape
from visualizer.look.themes import DRAWN
from visualizer.picture.page.options import FILM_PAGE, PictureOptions
from visualizer.picture.page.tree_page import TreePage
from visualizer.picture.shapes.drawing import Drawn, draw
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
        self.page, self.area, self.ground = page, area, DRAWN[options.theme].page
        width, height = page.plan.width, page.plan.height
        self.scale = min(area[0] / width, area[1] / height)
        self.size = max(1, int(width * self.scale)), max(1, int(height * self.scale))
        self.corner = (area[0] - self.size[0]) // 2, (area[1] - self.size[1]) // 2
        self.drawn, self.shapes = Drawn(), frozenset[Shape]()
        self.image: Image.Image | None = None
        """The picture that was drawn last, and above its shapes."""
        self.kept: dict[int, Image.Image] = {}

    def at(self, step: int) -> Image.Image:
        """Return the picture of a step; it fills the area, with the page's colour around it."""
        if step not in self.kept:
            if len(self.kept) >= KEPT:
                del self.kept[next(iter(self.kept))]
            self.kept[step] = self.image = self.draw(step)
        return self.kept[step]

    def draw(self, step: int) -> Image.Image:
        """Return the picture of a step, made from the one that was drawn last."""
        drawing, camera = draw(self.page.frame(step), self.drawn), Camera(self.size, self.scale)
        before, self.shapes = self.shapes, frozenset(loose(drawing.shapes))
        if self.image is None:
            image, parts = Image.new("RGB", self.area, self.ground), [(0, 0, *self.size)]
        else:
            image, parts = self.image.copy(), merged(map(camera.around, self.shapes ^ before))
        for part in parts:
            left, top, right, bottom = inside = within(part, (0, 0, *self.size))
            if left < right and top < bottom:
                image.paste(camera.drawn(drawing, inside), (left + self.corner[0], top + self.corner[1]))
        return image


def merged(parts: Iterable[DotArea]) -> list[DotArea]:
    """Return parts of which no two overlap, and which cover all of the given ones.

    >>> merged([(0, 0, 2, 2), (5, 5, 6, 6), (1, 1, 3, 3)])
    [(5, 5, 6, 6), (0, 0, 3, 3)]
    """
    found: list[DotArea] = []
    for each in parts:
        part = each
        while touched := [other for other in found if meet(part, other)]:
            found = [other for other in found if other not in touched]
            part = cover([part, *touched])
        found.append(part)
    return found
