"""Text on slides: as large as leaves the tree what matters, never smaller than said, and nothing lies on anything."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import pytest

from visualizer.errors import InputError
from visualizer.look.shapes import LETTER, Text, letters
from visualizer.picture.page.options import PictureOptions
from visualizer.picture.page.text_sizes import sized_page
from visualizer.picture.page.tree_page import TreePage
from visualizer.picture.shapes.drawing import draw
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


@cache
def run_of(name: str) -> Run:
    return Run(RECIPES[name]).finish()


def place_of(text: Text) -> tuple[float, float, float, float]:
    """Return left, right, top and bottom of a text: its small letters, without what rises above or hangs below."""
    wide = letters(text.text) * LETTER * text.size
    left = text.x - {"start": 0.0, "middle": wide / 2, "end": wide}[text.anchor]
    return left, left + wide, text.y - 0.5 * text.size, text.y


def overlapping(texts: list[Text]) -> list[tuple[str, str]]:
    """Return pairs of texts that lie on each other by more than a hair."""
    found = []
    for one, other in combinations(texts, 2):
        left, right, top, bottom = place_of(one)
        others_left, others_right, others_top, others_bottom = place_of(other)
        if (
            min(right, others_right) - max(left, others_left) > 1
            and min(bottom, others_bottom) - max(top, others_top) > 1
        ):
            found.append((one.text, other.text))
    return found


@pytest.mark.parametrize("page", ["16:9", "4:3"])
@pytest.mark.parametrize("name", RECIPES)
def test_no_text_is_smaller_and_none_lies_on_another(name: str, page: str) -> None:
    """At several steps every text has at least the size that was taken, boards' letters too, and its own place."""
    run = run_of(name)
    made, words = sized_page(run, PictureOptions(page=page))
    assert made.options.text_size is not None
    assert 12 <= made.options.text_size <= 18 and words.startswith(f"text of {made.options.text_size:g} points")
    for part in STEPS:
        shapes = draw(made.frame(max(1, round(part * run.trace.last_step)))).shapes
        texts = [shape for shape in shapes if isinstance(shape, Text) and shape.text.strip()]
        assert min(text.size for text in texts) >= made.options.text_size - 0.01
        assert overlapping(texts) == []


def test_the_tree_of_a_textbook_is_whole() -> None:
    """On both pages, with the windows at the cut; the legend is the first to give way."""
    for page in ("16:9", "4:3"):
        made, words = sized_page(run_of("aima"), PictureOptions(page=page))
        assert made.is_whole and not made.options.legend and "the legend gave way" in words or "and the long" in words
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
