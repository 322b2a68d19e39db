"""Searches side by side and the overview as pictures: right in their numbers, within the page,
in every format.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import islice
from typing import Any

import pytest

import exports
from tests.exports.pictures import run_of
from tests.films import film_of_run
from visualizer.draw.picture.charts.bars import ChartBar, draw_bars
from visualizer.draw.picture.charts.race_page import RACE_FRAMES, RacePage
from visualizer.draw.picture.model import Fill, Picture
from visualizer.draw.picture.page.options import PictureOptions
from visualizer.draw.picture.shapes.drawing import draw_picture, lines_in
from visualizer.look.legend import State
from visualizer.look.shapes import Rectangle, Text
from visualizer.look.text import LETTER_WIDTH
from visualizer.look.themes import THEMES
from visualizer.publish.outputs import page_of
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.support.errors import InputError

NAMES = ("alpha-beta", "minimax")
WORDS = ("Tree", "nodes visited", "It saves much.")
PAGES = ("16:9", "4:3", "a4", "700x400")


@cache
def raced() -> tuple[Run, ...]:
    """Return two finished searches of a tree."""
    settings = {
        "branching": "3",
        "depth": "5",
        "seed": "1",
    }
    return tuple(
        Run(Recipe(PositionSpec("tree", None, "", settings), SearchSpec(name))).finish()
        for name in NAMES
    )


def race_page(**options: Any) -> RacePage:
    """Return the page on which they race."""
    return RacePage(raced(), NAMES, WORDS, PictureOptions(**options))


def overview(**options: Any) -> Picture:
    """Return the overview of a search at its end."""
    run = raced()[0]
    return page_of(run, PictureOptions(view="overview", **options)).frame(run.trace.last_step)


def check_on_page(picture: Picture) -> None:
    """Check that every tile lies on the page, above what is said below."""
    plan = picture.plan
    assert picture.tiles
    for tile in picture.tiles:
        assert tile.width > 0
        assert tile.height > 0
        assert tile.x >= 0
        assert tile.x + tile.width <= plan.width
        assert plan.heading.y + plan.heading.height - 1 <= tile.y
        assert tile.y + tile.height <= plan.caption.y + 0.1


@pytest.mark.parametrize("page", PAGES)
def test_a_race_has_room_on_every_page(page: str) -> None:
    """At its beginning, on its way and in the end all bars are on the page, and no text is below
    the smallest size.
    """
    race = race_page(page=page)
    for step in (3, 7, 40, race.last // 2, race.last):
        check_on_page(race.frame(step).picture)


def test_in_a_race_every_node_has_the_same_area() -> None:
    """On one scale the bars of each search are as long together as its nodes ask for."""
    race = race_page()
    numbers = race.race(race.last)
    picture = race.frame(race.last).picture
    for number, hue in enumerate(("blue", "vermillion")):
        length = sum(
            tile.width for tile in picture.tiles if tile.hue == hue and tile.fill is Fill.FULL
        )
        nodes = sum(numbers.counts_at_step[number][1:])

        assert (
            abs(length / race.plan.letter - nodes / numbers.nodes_per_cell)
            < 0.05 * nodes / numbers.nodes_per_cell
        )

    assert any(tile.fill is Fill.EMPTY for tile in picture.tiles)
    assert picture.captions[-1] == "It saves much."
    assert "in both" in picture.captions[0]


def test_the_blocks_of_a_small_race_are_its_nodes() -> None:
    """Each node is one block between gaps, none is broken between two lines, and the page says
    so.
    """
    runs = [
        Run(Recipe(PositionSpec("tree", "aima-5.2"), SearchSpec(name))).finish() for name in NAMES
    ]
    race = RacePage(runs, NAMES, WORDS, PictureOptions())
    picture = race.frame(race.last).picture
    letter = race.plan.letter
    cells = 1 / race.race(race.last).nodes_per_cell

    assert cells > 1
    assert picture.captions[0].startswith("one block is 1 node, in both")
    for number, hue in enumerate(("blue", "vermillion")):
        bars = [tile for tile in picture.tiles if tile.hue == hue and tile.fill is Fill.FULL]
        gaps = [tile for tile in picture.tiles if tile.hue == hue and tile.fill is Fill.PAGE]

        assert all(round(bar.width / letter, 6) % cells == 0 for bar in bars)
        assert len(gaps) + len(bars) == len(runs[number].trace) - 1


def test_a_bar_of_a_race_never_shrinks() -> None:
    """From frame to frame the scale is the same, and no search is drawn with less than before."""
    race = race_page()
    before = [0.0, 0.0]

    assert len({race.race(step).nodes_per_cell for step in range(0, race.last, 7)}) == 1
    for frame in race.film():
        tiles = [tile for tile in frame.picture.tiles if tile.fill is Fill.FULL]
        lengths = [sum(tile.width for tile in tiles if tile.hue == hue) for hue in race.hues]

        assert all(now >= was for now, was in zip(lengths, before, strict=True))
        before = lengths


def test_a_race_is_a_film_in_which_each_search_says_how_far_it_is() -> None:
    """Its frames go from the first step to the last, with counts; before the end there is no
    verdict and no ghost.
    """
    frames = [*race_page().film()]

    assert len(frames) <= RACE_FRAMES + 1
    assert frames[0].first == 0
    assert frames[-1].last == race_page().last
    assert all("alpha-beta: " in frame.counts and "minimax: " in frame.counts for frame in frames)
    assert not any(tile.fill is Fill.EMPTY for frame in frames[:-1] for tile in frame.picture.tiles)
    assert frames[3].sentence.startswith("step ")
    assert frames[-1].sentence == "It saves much."


@pytest.mark.parametrize("kind", ["html", "pdf", "tex", "pptx"])
def test_a_race_is_written_as_a_film(kind: str) -> None:
    """Formats of films take it as they take a tree."""
    film = race_page().film()
    short = replace(film, frames=lambda: islice(film.frames(), 4))

    assert len(exports.format_named(kind).film_of(short)) > 5_000


def test_a_race_has_room_for_all_of_its_sentence() -> None:
    """However its words break, none is left out."""
    sentence = "Deepening saves " * 20 + "much."
    race = RacePage(
        raced(), ("alpha-beta", "minimax"), ("Tree", "nodes", sentence), PictureOptions(page="4:3")
    )
    shapes = draw_picture(race.frame(race.last).picture).shapes

    assert sentence in " ".join(shape.text for shape in shapes if isinstance(shape, Text))


def test_no_line_of_a_scale_goes_through_a_number() -> None:
    """Every amount of a chart of bars stands on a patch of the page, above the lines, and the
    scale ends nearby.
    """
    shapes = [*draw_bars("t", "s", [ChartBar("minimax", 13), ChartBar("alpha-beta", 9)]).shapes]
    for place, shape in enumerate(shapes):
        if isinstance(shape, Text) and shape.text in ("13", "9") and shape.bold:
            patch = shapes[place - 1]
            assert isinstance(patch, Rectangle)
            assert patch.fill == THEMES["light"].page
            assert patch.x <= shape.x
            assert patch.x + patch.width >= shape.x + len(shape.text) * LETTER_WIDTH * shape.size

    assert "100" not in [shape.text for shape in shapes if isinstance(shape, Text)]


@pytest.mark.parametrize("letters", range(12, 40))
def test_a_formula_is_not_broken_between_lines(letters: int) -> None:
    """However wide a line is, α ≥ β stands in one, and so does a word with a hyphen."""
    lines = lines_in(
        "cut at α ≥ β in alpha-beta, to the end, fail-soft, with window (2, 5)",
        10,
        letters * 10 * LETTER_WIDTH,
    )
    assert all(
        any(words in line for line in lines)
        for words in ("α ≥ β", "alpha-beta", "fail-soft", "(2, 5)")
    )


def test_a_race_is_of_two_or_three_on_a_page() -> None:
    """Other numbers of searches are refused, and a page that fits."""
    with pytest.raises(InputError, match="two or three searches side by side, not 1"):
        RacePage(raced()[:1], ("a",), ("", "", ""), PictureOptions())
    with pytest.raises(InputError, match="cannot be 'fit'"):
        race_page(page="fit")


@pytest.mark.parametrize("page", PAGES)
def test_the_overview_is_as_wide_as_its_page(page: str) -> None:
    """The root's tile is as wide as all of a ply below it, and everything is on the page."""
    picture = overview(page=page)
    check_on_page(picture)
    rows = Counter(round(tile.y, 1) for tile in picture.tiles)
    top = [tile for tile in picture.tiles if round(tile.y, 1) == min(rows)]

    assert len(top) == 1
    assert rows[sorted(rows)[1]] == 3
    assert top[0].width == pytest.approx(
        max(t.x + t.width for t in picture.tiles) - min(t.x for t in picture.tiles), abs=4
    )


def test_the_overview_shows_states_as_the_tree_does() -> None:
    """Cut, pruned and best nodes are there with the legend's words; what was cut is shorter."""
    picture = overview()

    assert {State.CUT, State.PRUNED, State.BEST, State.DONE} <= {*picture.states}
    row = [tile for tile in picture.tiles if tile.y == picture.tiles[-1].y]
    heights = {tile.hue: tile.height for tile in row}
    assert State.CUT not in heights or heights[State.CUT] < max(heights.values())
    with pytest.raises(InputError, match="cannot be 'fit': give 16:9"):
        overview(page="fit")


@pytest.mark.parametrize("theme", THEMES)
def test_charts_are_drawn_in_every_theme(theme: str) -> None:
    """Both have a drawing on the theme's page, with a box for each tile."""
    for picture in (overview(theme=theme), race_page(theme=theme).frame(60).picture):
        drawing = draw_picture(picture)

        assert drawing.page == THEMES[theme].page
        assert len(drawing.shapes) > len(picture.tiles)


def test_the_overview_is_a_film_too() -> None:
    """A film of it has one canvas, and tiles come as the search goes on."""
    film = film_of_run(run_of("tree"), options=PictureOptions(view="overview"))
    counts = [sum(tile.hue is not State.TO_COME for tile in frame.picture.tiles) for frame in film]

    assert counts == sorted(counts)
    assert counts[0] < counts[-1]


def test_a_view_that_there_is_not_is_refused() -> None:
    """One sentence names the views."""
    with pytest.raises(InputError, match="the view 'map' is not one of tree overview"):
        PictureOptions(view="map")
