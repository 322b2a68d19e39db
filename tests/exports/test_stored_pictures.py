"""Pictures are drawn as they were stored; `make snapshots` stores them anew.

What each shape is for, other tests say. This one notices when any coordinate, colour or letter of a
picture changes, so that nobody changes one without looking at it: export the picture whose line
differs before and after, and compare the two.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from exports.svg import SvgWriter, svg_of
from visualizer.draw.boards import contents, markup, shapes
from visualizer.draw.picture.charts.overview_page import OverviewPage
from visualizer.draw.picture.film import exercise_film, film_of, lay_out_sheet, pages_of
from visualizer.draw.picture.page.options import PictureOptions
from visualizer.draw.picture.page.tree_page import TreePage, sized_page
from visualizer.draw.picture.shapes.drawing import draw_picture
from visualizer.look.shapes import Drawing
from visualizer.look.themes import THEMES
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run

SEARCHES: dict[str, tuple[str, dict[str, Any]]] = {
    "a tree": ("tree", {"algorithm": "alpha-beta"}),
    "a tree, all of it": ("tree", {"algorithm": "minimax"}),
    "a tree, by samples": ("tree", {"algorithm": "mcts"}),
    "tic-tac-toe": ("tictactoe", {"algorithm": "alpha-beta", "depth": 3}),
    "tic-tac-toe in passes": ("tictactoe", {"algorithm": "iterative-deepening", "depth": 3}),
    "connect four": ("connect-four", {"algorithm": "pvs", "depth": 2}),
    "hex": ("hex", {"algorithm": "ordered-alpha-beta", "depth": 2}),
    "tak": ("tak", {"algorithm": "ordered-alpha-beta", "depth": 1}),
    "othello": ("othello", {"algorithm": "negamax", "depth": 2}),
    "draughts": ("italian-draughts", {"algorithm": "alpha-beta", "depth": 2}),
    "kalah": ("kalah", {"algorithm": "alpha-beta", "depth": 2}),
    "einstein": ("einstein", {"algorithm": "expectiminimax", "depth": 1}),
}
OPTIONS: dict[str, dict[str, Any]] = {
    "usual": {},
    "slide": {"page": "16:9"},
    "ghosts": {"page": "4:3", "ghosts": True, "theme": "dark", "node_windows": "all"},
    "boards": {"page": "a4", "kinds": True, "node_boards": "all", "caption": "cuts"},
    "around": {"page": "16:9", "around_best": 1, "edge_names": False, "caption": "short"},
    "code": {"page": "16:9", "code": True},
    "few": {"node_windows": "entry", "hide_leaves": True, "plies": 2, "caption": "counts"},
    "folded": {"page": "500x400", "fold": 20, "node_windows": "none", "theme": "mono"},
}


def make_run(name: str) -> Run:
    """Run one of the searches to its end."""
    game, search = SEARCHES[name]
    return Run(Recipe(PositionSpec(game), SearchSpec(**search))).finish()


def some_steps(run: Run) -> list[int]:
    """Return four steps, from the first to the last, and one after a middle one."""
    last = run.trace.last_step
    return sorted({1, last // 3, last // 2, last // 2 + 1, last})


def digest(parts: Iterable[Drawing | str]) -> str:
    """Return a short text that differs if any part does."""
    found = hashlib.sha256()
    for part in parts:
        text = svg_of(part) if isinstance(part, Drawing) else part
        found.update(text.encode("utf-8", "replace"))
    return found.hexdigest()[:16]


@pytest.mark.parametrize("name", SEARCHES)
def test_trees_are_drawn_as_before(name: str, snapshot: SnapshotAssertion) -> None:
    """A tree on several kinds of pages, at several steps."""
    run = make_run(name)
    found = {}
    for title, options in OPTIONS.items():
        page = TreePage(run, PictureOptions(**options))
        found[title] = digest(draw_picture(page.frame(step)) for step in some_steps(run))

    assert found == snapshot


@pytest.mark.parametrize("name", SEARCHES)
def test_films_and_overviews_are_drawn_as_before(name: str, snapshot: SnapshotAssertion) -> None:
    """The pages of a film with a cover, and the search at a glance."""
    run = make_run(name)
    page, _ = sized_page(run, PictureOptions(page="16:9", cover=True))
    overview = OverviewPage(run, PictureOptions(view="overview", page="4:3", kinds=True))

    assert {
        "film": digest(each.drawing for each in pages_of(film_of(page, some_steps(run), 4))),
        "overview": digest(draw_picture(overview.frame(step)) for step in some_steps(run)),
    } == snapshot


@pytest.mark.parametrize("name", ["a tree", "a tree, all of it"])
def test_sheets_are_drawn_as_before(name: str, snapshot: SnapshotAssertion) -> None:
    """An exercise and its solution, one and two to a page."""
    sheet = lay_out_sheet(make_run(name), PictureOptions(page="a4"))

    found = []
    for count in (1, 2):
        pages = pages_of(exercise_film([sheet] * count))
        found.append(digest(page.drawing for page in pages))

    assert found == snapshot


@pytest.mark.parametrize("name", [name for name in SEARCHES if not name.startswith("a tree")])
def test_boards_are_drawn_as_before(name: str, snapshot: SnapshotAssertion) -> None:
    """The board after the first move with its scores, in each theme, large, small and in words."""
    run = make_run(name)
    board, marks = contents.board_with_scores(run, (0,))
    found = {
        "text": digest(contents.board_text(board, marks=marks)),
        "words": digest(contents.describe_board(board, ("First", "Second"))),
        "markup": digest([markup.board_table(board, "words", THEMES["light"], 13)]),
    }
    for theme in THEMES.values():
        large = shapes.draw_board_shapes(board, theme, 3, 4, 13, marks=marks)
        small = shapes.draw_small_board(board, theme, 3, 4, 13, marks=marks)
        found[theme.name] = digest([SvgWriter().shapes(large), SvgWriter().shapes(small)])

    assert found == snapshot
