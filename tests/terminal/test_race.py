"""The race: searches on one scale, at any step, in any room."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise

import pytest

from tests.few import one_in
from tests.terminal.hands import Hands, grid, until
from tests.terminal.searches import searched
from visualizer.apps.activities.exploring import PLAYING_SPEEDS, Session
from visualizer.apps.tui.app import VisualizerApp
from visualizer.apps.tui.cells.bars import REMAINING_SIGN, draw_race
from visualizer.apps.tui.scene import Scene
from visualizer.apps.tui.screens.compare import RACE_SECONDS, CompareScreen
from visualizer.draw.picture.charts.race import Race
from visualizer.explaining.measures.summary import PlyCounts
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.trace.tree_at_step import TreeAtStep

TAK = PositionSpec("tak", "ordering-helps")
THREE = tuple(SearchSpec(name, depth=3) for name in ("ordered-alpha-beta", "alpha-beta", "minimax"))
SENTENCE = (
    "pruning cuts the work by a factor of 15 and ordering by another 13.5; no order "
    "needs fewer than 297"
)
BLOCKS = "█▉▊▋▌▍▎▏"


@cache
def runs(game: str) -> tuple[Run, ...]:
    """Return finished searches of a position."""
    if game == "tak":
        return tuple(Run(Recipe(TAK, search)).finish() for search in THREE)
    return tuple(searched(game, search=name) for name in ("alpha-beta", "minimax"))


def race(
    game: str,
    step: int,
    width: int,
    height: int,
) -> Race:
    """Return a race at a step of all."""
    scenes = [Scene(run, min(step, run.trace.last_step)) for run in runs(game)]
    return Race.of(
        [scene.tree for scene in scenes],
        [PlyCounts(run.trace) for run in runs(game)],
        width,
        height,
    )


@pytest.mark.parametrize("game", ["tak", "tree"])
def test_plies_are_counted_as_one_by_one(game: str) -> None:
    """At any number of visits the counts are those of the rows' depths."""
    for run in runs(game):
        counts = PlyCounts(run.trace)
        depths = run.trace.column("depth")
        for visits in (0, 1, 5, 4095, 4096, 5000, len(run.trace)):
            if visits <= len(run.trace):
                found = counts.at(visits)
                assert [*found] == [depths[:visits].count(ply) for ply in range(len(found))]
                assert sum(found) == visits


@pytest.mark.parametrize(
    "size",
    [
        (24, 10),
        (38, 25),
        (64, 40),
        (10, 3),
    ],
)
@pytest.mark.parametrize("game", ["tak", "tree", "tictactoe"])
def test_every_node_has_the_same_area(game: str, size: tuple[int, int]) -> None:
    """In all searches a block has as many cells as its nodes ask for on the one scale, and all
    have room.
    """
    if game == "tictactoe":
        game = "tree"
    for step in (0, 1, 7, 26, 700, 10_000, 200_000):
        drawn = race(game, step, *size)
        for number, run in enumerate(runs(game)):
            rendering = draw_race(drawn, number, run.game)

            assert len(rendering.lines) <= size[1]
            cells = sum(text.count(BLOCKS[0]) for line in rendering.lines for text, _ in line)
            nodes = sum(drawn.counts_at_step[number][1:])
            if size[1] > 5:
                assert (
                    nodes / drawn.nodes_per_cell - drawn.block_count * 60
                    <= cells
                    <= nodes / drawn.nodes_per_cell + drawn.block_count
                )
                assert abs(cells - nodes / drawn.nodes_per_cell) <= sum(
                    drawn.block_lines(n, drawn.nodes_per_cell) for n in drawn.largest_counts
                )


def test_the_scale_only_grows_and_for_all_together() -> None:
    """From step to step the scale stays or is one for more nodes; there is one for all."""
    scales = [race("tak", step, 38, 20).nodes_per_cell for step in range(0, 160_000, 4_000)]

    assert all(before <= after for before, after in pairwise(scales))
    assert scales[0] < 1 < scales[-1]


def test_in_the_end_the_ghost_of_what_was_saved_is_seen() -> None:
    """The smaller searches have a ghost, up to the largest one's size, at the end alone; the
    largest has none.
    """
    end = race("tak", 10**6, 38, 20)
    before = race("tak", 10_262, 38, 20)
    ghosts = [
        sum(
            text.count(REMAINING_SIGN)
            for line in draw_race(drawn, number, run.game).lines
            for text, _ in line
        )
        for drawn in (end, before)
        for number, run in enumerate(runs("tak"))
    ]

    assert ghosts[0] > ghosts[1] > ghosts[2] == 0
    assert ghosts[3:] == [0, 0, 0]


def test_a_race_is_over_in_time() -> None:
    """It is played so fast that all of it takes no longer than it may, a small one slowly."""
    for game in ("tak", "tree"):
        longest = max(runs(game), key=lambda run: run.trace.steps)
        session = Session(longest, play_seconds=RACE_SECONDS)

        assert longest.trace.steps / PLAYING_SPEEDS[session.speed] <= RACE_SECONDS
        assert (
            session.speed == 0
            or longest.trace.steps / PLAYING_SPEEDS[session.speed - 1] > RACE_SECONDS
        )


@pytest.mark.parametrize(
    ("game", "size", "sentence"),
    one_in(
        2,
        [
            ("tree", (120, 40), "pruning cuts the work by a factor of 1.2; no order needs"),
            ("tak", (80, 24), SENTENCE),
        ],
    ),
)
async def test_the_race_ends_on_the_sentence(
    game: str, size: tuple[int, int], sentence: str
) -> None:
    """All searches are on the screen, the counts run, the scale is said, and the end says what
    was saved.
    """
    raced = runs(game)
    app = VisualizerApp(None, compared=raced)
    async with app.run_test(size=size) as pilot:
        await pilot.press("3", "right", "right", "right")
        screen = app.screen

        assert isinstance(screen, CompareScreen)
        assert {side.scene.step for side in screen.sides} == {3}
        words = grid(app)
        assert ("in all three" if len(raced) == 3 else "in both") in words
        assert "aligned by step" in words
        assert words.count("so far") == len(raced)
        await pilot.press("end")
        await until(pilot, lambda: sentence in " ".join(grid(app).replace("│", " ").split()))
        assert all(
            re.search(f"\\b{run.trace.steps // 2:,} nodes(?: with the root)?, done", grid(app))
            for run in raced
        )


async def test_c_in_the_overview_begins_a_race() -> None:
    """The explorer's key for comparing leads to a race where the whole search is what is seen."""
    app = VisualizerApp(runs("tree")[0])
    async with app.run_test(size=(80, 24)) as pilot:
        hands = Hands(pilot)
        await hands.see("3", "c")
        screen = app.screen

        assert isinstance(screen, CompareScreen)
        assert screen.sides.alignment == "step"
        assert "in both" in grid(app)
        await hands.see("1")
        assert screen.sides.alignment == "position"
        assert "in both" not in grid(app)


def test_a_search_that_still_runs_is_not_done() -> None:
    """While a search goes on, what is known of it is a least, and it is not said to be done."""
    run = Run(Recipe(TAK, THREE[2]))
    run.advance(step=100)
    drawn = draw_race(Race.of([TreeAtStep(run.trace)], [PlyCounts(run.trace)], 40, 12), 0, run.game)

    assert " of ≥ " in drawn.lines[0][0][0]
    assert "so far" in drawn.lines[0][0][0]


@pytest.mark.parametrize("height", [1, 2, 3, 8, 30])
def test_where_there_are_more_plies_than_lines_the_last_ones_are_one_block(height: int) -> None:
    """No ply is left out, however few lines there are, and every search has its line of counts."""
    run = Run(
        Recipe(PositionSpec("tictactoe", None, "a1 b2 c3"), SearchSpec("alpha-beta"))
    ).finish()
    drawn = Race.of([TreeAtStep(run.trace)], [PlyCounts(run.trace)], 24, height)

    assert sum(drawn.count_by_block(drawn.counts_at_step[0])) == len(run.trace) - 1
    assert 1 <= len(draw_race(drawn, 0, run.game).lines) <= height


@pytest.mark.parametrize("width", [8, 14, 18, 20, 24, 30, 40])
def test_all_searches_say_alike_how_many_nodes_they_visited(width: int) -> None:
    """At the end of a race either all counts are said to be with the root or none is, and each
    is what was visited.
    """
    last = max(run.trace.last_step for run in runs("tak"))
    drawn = race("tak", last, width, 20)
    headers = [drawn.header(number) for number in range(3)]
    words = {re.sub(r"^[\d,]+", "", header) for header in headers}

    assert len(words) == 1
    assert words <= {" nodes with the root, done", " nodes, done", " done"}
    counted = [int(re.match(r"[\d,]+", header)[0].replace(",", "")) for header in headers]  # type: ignore[index]
    assert counted == [len(run.trace) for run in runs("tak")]
