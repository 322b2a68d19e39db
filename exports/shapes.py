"""Parts that formats of drawings share: writers of shapes, bounds, layers, bundled type."""

import warnings
from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import cache
from importlib import import_module
from itertools import groupby
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar, get_args

from exports.format import ExportWarning
from visualizer.look.shapes import Circle, Drawing, Group, Polygon, Rectangle, Shape, Stroke, Text
from visualizer.look.text import LETTER_WIDTH, display_width

TEXT_ASCENT = 0.93
"""The height of a line of words above its baseline, in units of the text size."""
TEXT_HEIGHT = 1.17
"""The whole height of a line of words, in units of the text size."""
ANCHOR_SHARES = {
    "start": 0.0,
    "middle": 0.5,
    "end": 1.0,
}
"""The part of a text that is left of its anchor."""
Layer = tuple[tuple[int, ...], list[Shape]]
"""Numbers of pages, from 0, and the shapes on exactly these pages, from back to front."""
SHAPE_METHODS = {kind: kind.__name__.lower() for kind in get_args(Shape)}
"""The method of a writer for each kind of shape."""
Stacked = TypeVar("Stacked", bound=Hashable)


class ShapeWriter:
    """Base of writers, with a method for each kind of shape: from `rectangle` to `group`."""

    def shape(self, shape: Shape) -> Any:
        """Write a shape by the method of its kind."""
        return getattr(self, SHAPE_METHODS[type(shape)])(shape)

    def shapes(self, shapes: Iterable[Shape]) -> str:
        """Return shapes one after the other, in a format of text."""
        return "".join([getattr(self, SHAPE_METHODS[type(shape)])(shape) for shape in shapes])

    def group(self, group: Group) -> Any:
        """Write the shapes of a group."""
        return self.shapes(group.shapes)


def shapes_with_page(drawing: Drawing) -> tuple[Shape, ...]:
    """Return the page as a shape, and the shapes on it."""
    return Rectangle(0, 0, drawing.width, drawing.height, drawing.page), *drawing.shapes


def bounds_of(shape: Shape) -> tuple[float, float, float, float]:
    """Return the left edge, top, width and height of a shape without its pen."""
    corners = outline_points(shape)
    left = min(x for x, _ in corners)
    top = min(y for _, y in corners)
    right = max(x for x, _ in corners)
    bottom = max(y for _, y in corners)
    return left, top, right - left, bottom - top


def outline_points(shape: Shape) -> Sequence[tuple[float, float]]:
    """Return some points of a shape that reach its left, top, right and lower edges."""
    if isinstance(shape, Group):
        # An empty group has a point, too, so that its bounds can be computed.
        return [point for part in shape.shapes for point in outline_points(part)] or [(0, 0)]
    if isinstance(shape, Polygon):
        return shape.points
    if isinstance(shape, Stroke):
        return (shape.x1, shape.y1), (shape.x2, shape.y2)
    return _opposite_corners(shape)


def _opposite_corners(shape: Circle | Rectangle | Text) -> Sequence[tuple[float, float]]:
    """Return the upper left and the lower right corner of the rectangle around a shape."""
    if isinstance(shape, Circle):
        radius = shape.radius
        return (shape.x - radius, shape.y - radius), (shape.x + radius, shape.y + radius)
    if isinstance(shape, Rectangle):
        return (shape.x, shape.y), (shape.x + shape.width, shape.y + shape.height)
    # A text is placed by the start, the middle or the end of its baseline.
    width = display_width(shape.text) * LETTER_WIDTH * shape.size
    left = shape.x - ANCHOR_SHARES[shape.anchor] * width
    top = shape.y - TEXT_ASCENT * shape.size
    return (left, top), (left + width, top + TEXT_HEIGHT * shape.size)


def page_scale(file_kind: str, width: float, height: float, max_side: int) -> float:
    """Return the factor, at most 1, by which a page must be scaled to fit a format.

    `max_side` is the longest side that the format allows, in points. ExportWarning, which names the
    `file_kind`, if the page must be made smaller.
    """
    scale = min(1.0, max_side / max(width, height))
    if scale < 1:
        warnings.warn(
            f"the {file_kind} is drawn at {scale:.0%} of its full size, since a page is at most "
            f"{max_side:,} points long; SVG has no such limit, and folding makes the tree smaller",
            ExportWarning,
            stacklevel=4,
        )
    return scale


class Stack(Generic[Stacked]):
    """A linked list of items from back to front."""

    def __init__(self) -> None:
        """Begin without items."""
        self.next: dict[Stacked | None, Stacked | None] = {None: None}
        """The next item towards the front; None is both the very back and the very front."""

    def insert(self, item: Stacked, behind: Stacked | None) -> None:
        """Insert a new item directly in front of the item `behind`; for None, at the very back."""
        if item not in self.next:
            self.next[item] = self.next[behind]
            self.next[behind] = item

    def __iter__(self) -> Iterator[Stacked]:
        """Yield the items from back to front."""
        item = self.next[None]
        while item is not None:
            yield item
            item = self.next[item]


def page_layers(pages: Iterable[Sequence[Shape]]) -> list[Layer]:
    """Return the shapes of all pages, without repetition, as layers from back to front.

    A layer is a list of page numbers, from 0, and the successive shapes on exactly these pages.
    """
    stack = Stack[Shape]()
    numbers_of_shape = dict[Shape, list[int]]()
    for number, page in enumerate(pages):
        shape_behind: Shape | None = None
        for shape in ungrouped_shapes(page):
            numbers = numbers_of_shape.setdefault(shape, [])
            is_new = not numbers
            if is_new:
                stack.insert(shape, shape_behind)
            # A page with two equal shapes is counted once.
            if number not in numbers[-1:]:
                numbers.append(number)
            shape_behind = shape
    layers = groupby(stack, key=lambda shape: tuple(numbers_of_shape[shape]))
    return [(pages_shown, [*shapes]) for pages_shown, shapes in layers]


def ungrouped_shapes(shapes: Iterable[Shape]) -> Iterator[Shape]:
    """Yield shapes; a group without words, which is not a node, is replaced by its shapes."""
    for shape in shapes:
        if isinstance(shape, Group) and not shape.words:
            yield from shape.shapes
        else:
            yield shape


class Typeface(NamedTuple):
    """A family in two weights, and the fallbacks for web pages (`css`) and slides (`office`)."""

    family: str
    files: str
    css: str
    office: str

    @property
    def regular(self) -> Path:
        """Return the file of the regular weight."""
        return Path(__file__).parent / "fonts" / f"{self.files}.ttf"

    @property
    def bold(self) -> Path:
        """Return the file of the bold weight."""
        return Path(__file__).parent / "fonts" / f"{self.files}-Bold.ttf"


TYPEFACES = {
    "mono": Typeface(
        "DejaVu Sans Mono", "DejaVuSansMono", "Menlo, Consolas, monospace", "Consolas"
    ),
    "sans": Typeface(
        "DejaVu Sans Condensed", "DejaVuSansCondensed", "Arial, Helvetica, sans-serif", "Arial"
    ),
}
"""The typefaces by the names of `--font`.

The layout is made for the first; numbers of the second are hardly wider.
"""
MONO_FAMILY = TYPEFACES["mono"].family
MONO_REGULAR = TYPEFACES["mono"].regular
MONO_BOLD = TYPEFACES["mono"].bold


@cache
def bundled_characters() -> frozenset[int]:
    """Return the code points that the bundled type has in both weights."""
    fonts = import_module("fontTools.ttLib")  # slow to load, rarely needed, and untyped
    with (
        fonts.TTFont(MONO_REGULAR, lazy=True) as regular,
        fonts.TTFont(MONO_BOLD, lazy=True) as bold,
    ):
        return frozenset(regular.getBestCmap()) & frozenset(bold.getBestCmap())
