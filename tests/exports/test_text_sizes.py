"""Text on slides: as large as leaves the tree what matters, never smaller than said, and nothing lies on anything."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from itertools import combinations

import pytest
from pypdf import PdfReader

import exports
from visualizer.errors import InputError
from visualizer.exporting.runs import rendered
from visualizer.look.legend import LEGEND
from visualizer.look.shapes import LETTER, letters
from visualizer.picture.layout.spine_ruler import ruler_of
from visualizer.picture.model import BoxShape, Picture
from visualizer.picture.page.options import PictureOptions
from visualizer.picture.page.text_sizes import sized_page
from visualizer.picture.page.tree_page import TreePage
from visualizer.recipe import Recipe, Search, Where
from visualizer.run import Run

RECIPES = {
    "aima": Recipe(Where("tree")),
    "four plies": Recipe(Where("tree", "cs188-four-plies")),
    "tak": Recipe(Where("tak", "ordering-helps"), Search("ordered-alpha-beta", depth=3)),
    "othello": Recipe(Where("othello", "first-look"), Search("ordered-alpha-beta")),
    "hex": Recipe(Where("hex", "small"), Search("alpha-beta", depth=3)),
    "draughts": Recipe(Where("italian-draughts"), Search("alpha-beta", depth=4)),
    "connect four": Recipe(Where("connect-four", "small"), Search("alpha-beta", depth=4)),
}
STEPS = (0.02, 0.3, 1.0)
SIGNS = {"α", "β", *(look.glyph for look in LEGEND.values())}
"""Signs on discs at the corners of nodes."""


@cache
def run_of(name: str) -> Run:
    return Run(RECIPES[name]).finish()


@dataclass(frozen=True)
class Place:
    """What is on a page, with its distances from the left and upper edges."""

    words: str
    left: float
    right: float
    top: float
    bottom: float
    size: float = 0

    def meets(self, other: Place, most: float = 1) -> bool:
        """Say whether two lie on each other by more than a hair."""
        across = min(self.right, other.right) - max(self.left, other.left)
        return across > most and min(self.bottom, other.bottom) - max(self.top, other.top) > most

    def is_within(self, other: Place, most: float = 1) -> bool:
        """Say whether it lies in another."""
        across = other.left - most <= self.left and self.right <= other.right + most
        return across and other.top - most <= self.top and self.bottom <= other.bottom + most


def texts_of(pdf: bytes) -> Iterator[Place]:
    """Read the texts of a page: their small letters, without what rises above or hangs below."""
    page = PdfReader(BytesIO(pdf)).pages[0]
    height = float(page.mediabox.height)
    found: list[Place] = []

    def visit(text: str, outer: list[float], inner: list[float], font: object, size: float) -> None:
        words = text.strip()
        if words:
            x, y, size = inner[4] * outer[0] + outer[4], height - inner[5] * outer[3] - outer[5], size * inner[3]
            found.append(Place(words, x, x + letters(words) * LETTER * size, y - 0.5 * size, y, size))

    page.extract_text(visitor_text=visit)
    return iter(found)


def nodes_of(picture: Picture) -> list[Place]:
    """Return the outlines of nodes."""
    return [
        Place(box.key, box.x - box.width / 2, box.x + box.width / 2, box.y, box.y + box.height)
        for box in picture.boxes
        if box.shape is not BoxShape.FOLDED
    ]


@pytest.mark.parametrize("page", ["16:9", "4:3"])
@pytest.mark.parametrize("name", RECIPES)
def test_no_text_is_smaller_and_none_lies_on_another(name: str, page: str) -> None:
    """At several steps every text has at least the size that was taken, boards' letters too, and its own place."""
    run = run_of(name)
    made, words = sized_page(run, PictureOptions(page=page))
    assert made.options.text_size is not None
    assert 12 <= made.options.text_size <= 18 and words.startswith(f"text of {made.options.text_size:g} points")
    assert checked(made, run, made.options.text_size) == []


@pytest.mark.parametrize("size", [16, pytest.param(12, marks=pytest.mark.slow), 20])
@pytest.mark.parametrize("name", RECIPES)
def test_a_size_that_is_asked_for_is_kept_or_refused(name: str, size: int) -> None:
    """Where a slide has room for it, every text has at least that size; where it has none, the sentence says so."""
    run = run_of(name)
    try:
        made, _ = sized_page(run, PictureOptions(page="16:9", text_size=size))
    except InputError as error:
        refused = str(error)
    else:
        assert checked(made, run, size) == []
        return
    assert f"the text size {size} cannot be kept" in refused and size > 12


def checked(made: TreePage, run: Run, size: float) -> list[object]:
    """Return what is wrong with the pages at several steps: small texts, and ones that meet others, nodes or edges."""
    wrong: list[object] = []
    for part in STEPS:
        step = max(1, round(part * run.trace.last_step))
        texts, picture = [*texts_of(rendered(made, exports.format_named("pdf"), step))], made.frame(step)
        page = Place("", 0, picture.plan.width, 0, picture.plan.height)
        wrong += [text for text in texts if text.size < size - 0.01 or not text.is_within(page)]
        wrong += [pair for pair in combinations(texts, 2) if pair[0].meets(pair[1])]
        wrong += [
            (text, node)
            for text in texts
            for node in nodes_of(picture)
            if text.words not in SIGNS and text.meets(node) and not text.is_within(node)
        ]
    return wrong


def test_the_tree_of_a_textbook_is_whole() -> None:
    """On both pages, with the windows at the cut; the legend is the first to give way."""
    for page in ("16:9", "4:3"):
        made, words = sized_page(run_of("aima"), PictureOptions(page=page))
        assert made.is_whole and not made.options.legend and "the legend" in words
        cut = made.frame(12)
        assert any(box.is_cut and box.window is not None and box.window.closed for box in cut.boxes)
    assert sized_page(run_of("aima"), PictureOptions(page="16:9"))[0].options.text_size == 18


@pytest.mark.parametrize("name", ["tak", "othello", "hex"])
def test_along_a_spine_the_window_at_a_cut_is_kept(name: str) -> None:
    """Whatever gives way, α and β at a cutoff do not, and two siblings stand beside the path."""
    run = run_of(name)
    made, _ = sized_page(run, PictureOptions(page="16:9"))
    cut = run.trace.cut_step(run.trace.cuts[0])
    assert cut is not None
    boxes = made.frame(cut).boxes
    assert any(box.is_cut and box.window is not None and box.window.closed for box in boxes)
    middle = round(0.6 * run.trace.last_step)
    plies = Counter(box.ply for box in made.frame(middle).boxes if box.shape is not BoxShape.FOLDED)
    assert all(count >= 2 for ply, count in plies.items() if ply)
    ruler = ruler_of(run, (), made.limits)
    assert min(ruler.left, ruler.right) >= 2 and ruler.plies >= 3


def test_a_size_that_cannot_be_kept_is_refused_with_the_one_that_can() -> None:
    """The size named in the sentence is kept when it is asked for, and the next larger one is refused."""
    run = run_of("aima")
    with pytest.raises(InputError, match=r"the text size 28 cannot .* the largest that can be is (\d+)$") as refused:
        sized_page(run, PictureOptions(page="16:9", text_size=28))
    most = int(str(refused.value).split()[-1])
    assert sized_page(run, PictureOptions(page="16:9", text_size=most))[0].options.text_size == most
    with pytest.raises(InputError):
        sized_page(run, PictureOptions(page="16:9", text_size=most + 1))


def test_other_pages_keep_their_sizes() -> None:
    """A page that fits, and one of another shape, have the usual size and say nothing."""
    for page in ("fit", "a4", "1000x700"):
        made, words = sized_page(run_of("aima"), PictureOptions(page=page))
        assert words == "" and made.plan == TreePage(run_of("aima"), PictureOptions(page=page)).plan
