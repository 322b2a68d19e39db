"""Cells of the overview in which several nodes lie: how many, since when, and what is drawn over
them.
"""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.terminal.hands import AIMA, letters_of
from tests.terminal.searches import recipe_of, searched
from visualizer.apps.tui.scene import Scene
from visualizer.apps.tui.terminal.ascii_looks import with_single_signs
from visualizer.apps.tui.views.overview import DENSITY_SIGNS, count_merged_cells, draw_overview
from visualizer.draw.picture.charts.icicle import merged_nodes
from visualizer.searching.run import Run

WIDTH = 70
MARGIN = 6
PLIES = 7


@pytest.fixture(scope="module")
def run() -> Run:
    """Return a search of more nodes than there are cells."""
    return searched("tictactoe", search="alpha-beta,depth=6")


def letters(scene: Scene) -> list[str]:
    """Return the lines of the overview without their margin."""
    return [
        "".join(text for text, _ in line[1:])
        for line in draw_overview(scene, WIDTH + MARGIN, PLIES + 2).lines[:-2]
    ]


def test_each_node_is_drawn_or_counted_in_one_cell(run: Run) -> None:
    """Cells with several nodes have no node in common, and each has at least two of its first
    ply.
    """
    cells = sorted(merged_nodes(run, (), WIDTH, PLIES), key=lambda crowd: crowd.rows.start)

    assert cells
    assert all(before.rows.stop <= after.rows.start for before, after in pairwise(cells))
    for ply, counted in enumerate(count_merged_cells(run, (), WIDTH, PLIES)):
        for crowd, number in counted:
            assert (
                number
                == sum(run.trace.depth(row) == ply for row in crowd.rows)
                >= 1 + (ply == crowd.ply)
            )


def test_a_cell_fills_as_its_nodes_are_visited(run: Run) -> None:
    """A cell is never less dense than before, and in the end one of each ply is as dense as can
    be.
    """
    before = [" " * WIDTH] * 20
    for step in range(0, run.trace.last_step + 1, run.trace.last_step // 40):
        now = letters(Scene(run, step=step))
        for old, new in zip(before, now, strict=False):
            for one, other in zip(old, new, strict=False):
                assert not (one in DENSITY_SIGNS and other in DENSITY_SIGNS) or DENSITY_SIGNS.index(
                    one
                ) <= DENSITY_SIGNS.index(other)
        before = now
    last = letters(Scene(run, step=run.trace.last_step))
    for counted, line in zip(count_merged_cells(run, (), WIDTH, PLIES), last, strict=False):
        assert not counted or DENSITY_SIGNS[-1] in line


def test_the_best_line_is_seen_down_to_its_end(run: Run) -> None:
    """Where it is one of several nodes in a cell, its star is what is drawn."""
    scene = Scene(run, step=run.trace.last_step)
    starred = ["★" in line for line in letters(scene)[1:]]

    assert starred == [True] * len(scene.best_nodes)
    assert len(scene.best_nodes) == 6


def test_nothing_is_counted_where_each_node_has_its_cell_or_the_search_runs() -> None:
    """A textbook's tree has room for all its nodes; of a search that goes on nobody knows how
    many there will be.
    """
    assert not merged_nodes(Run(AIMA).finish(), (), WIDTH, PLIES)
    going_on = Run(recipe_of("tictactoe", search="alpha-beta,depth=6"))
    going_on.advance(step=2_000, seconds=5)
    assert not merged_nodes(going_on, (), WIDTH, PLIES)


@pytest.mark.parametrize("width", [49, 70, 110])
def test_the_legend_says_what_several_nodes_in_a_cell_are(run: Run, width: int) -> None:
    """At every usual width there is room for it: where it is narrow, that of the best line gives
    way.
    """
    legend = letters_of(draw_overview(Scene(run, 2000), width, PLIES + 2).lines[-1])

    assert "many" in legend
    assert all(word in legend for word in ("visited", "cut", "open", "pruned", "to come"))
    assert ("best line" in legend) == (width > 66)


def test_in_ascii_a_cell_of_several_nodes_is_a_digit() -> None:
    """The denser, the greater: it can be told from the signs of states, of which none is a
    digit.
    """
    assert [with_single_signs(sign) for sign in DENSITY_SIGNS] == [*"12345678"]
