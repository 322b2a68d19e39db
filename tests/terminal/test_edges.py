"""Small things that are seen: round discs, players' edges, a code pane only where there is code,
what comes later.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from games import Cell, Player
from tests.terminal.hands import AIMA, explored, letters_of
from visualizer.apps.tui.cells.squares import Squares, piece_lines
from visualizer.apps.tui.panes.step import sentence_or_hint
from visualizer.apps.tui.scene import Scene
from visualizer.apps.tui.screens.destinations import find_nodes, value_or_first_step
from visualizer.apps.tui.screens.headings import search_heading
from visualizer.searching.lookup import resolve_position
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec, recipe_of_recording
from visualizer.searching.run import Run

DOTS = {
    " ": (0, 0),
    "▄": (0, 2),
    "▀": (2, 0),
    "█": (2, 2),
    "▐": (1, 1),
    "▌": (1, 1),
    "▗": (0, 1),
    "▖": (0, 1),
}
"""How many half columns of a letter are full in its upper and its lower half."""
DOTS |= {"▝": (1, 0), "▘": (1, 0)}


@pytest.mark.parametrize("piece", ["stone", "man", "capstone"])
def test_large_discs_are_round(piece: str) -> None:
    """A cell is twice as high as wide: of three lines each half line is as wide as a circle is
    there, to a column.
    """
    drawn = piece_lines(Cell(piece, Player.FIRST), 3, 7)

    assert drawn is not None
    widths = [sum(DOTS[letter][half] for letter in line) / 2 for line in drawn for half in (0, 1)]
    circle = [2 * (9 - above**2) ** 0.5 for above in (2.5, 1.5, 0.5, 0.5, 1.5, 2.5)]
    assert all(abs(width - wanted) <= 1 for width, wanted in zip(widths, circle, strict=True))


def test_the_edges_of_hex_are_in_the_colours_of_their_players() -> None:
    """Black's are the upper and the lower one, White's left and right; with letters for pieces
    there are none.
    """
    _, position = resolve_position(PositionSpec("hex"))
    for size in ((40, 20), (20, 10)):
        lines = Squares(position.board()).draw(*size)

        assert all(
            line[1][1].startswith("dark+") and "━" in line[1][0] for line in (lines[0], lines[-1])
        )
        assert all(
            line[1][1].startswith("light+") and line[-1][1].startswith("light+")
            for line in lines[1:-1]
        )

    assert "━" not in letters_of(*Squares(position.board(), letters=True).draw(40, 20))
    _, other = resolve_position(PositionSpec("othello"))
    assert "━" not in letters_of(*Squares(other.board()).draw(60, 30))


def test_the_heading_of_a_search_without_a_depth_begins_with_its_rule(tmp_path: Path) -> None:
    """A recording that says how it cuts, but not how deep, has no dot before the first words."""
    file = tmp_path / "bot.jsonl"
    file.write_text(
        '{"search": "bot", "cut": ">="}\n{"enter": null, "max": true, "children": 1, '
        '"alpha": 0, "beta": 9}'
        '\n{"leaf": "a", "value": 2}\n{"leave": 2}\n',
        encoding="utf-8",
    )
    line = search_heading(Scene(Run(recipe_of_recording(str(file))).finish(), 0), 100)

    assert "".join(words for words, *_ in line).endswith("bot  │  cut α ≥ β")


def test_a_search_without_code_gives_its_room_to_the_whole_search(tmp_path: Path) -> None:
    """A search written elsewhere has no pseudocode: no pane is empty, and `tab` shows none."""
    file = tmp_path / "bot.jsonl"
    file.write_text(
        '{"search": "bot"}\n{"enter": null, "max": true, "children": 1}\n{"leaf": "a", '
        '"value": 2}\n'
        '{"leave": 2}\n',
        encoding="utf-8",
    )

    async def walk(recipe: Recipe) -> tuple[bool, int]:
        async with explored(recipe, (120, 40)) as hands:
            await hands.rest()
            code = hands.explorer.query_one("#code")
            whole = hands.explorer.query_one("#whole")
            return code.display, whole.size.width

    async def panes_of(recipe: Recipe) -> str:
        async with explored(recipe) as hands:
            shown = ""
            for _ in range(6):
                await hands.see("tab")
                shown += hands.words()
            return shown

    without = Recipe(PositionSpec(str(file)), SearchSpec(str(file)))
    with_code = AIMA

    assert asyncio.run(walk(without)) == (False, 116)
    displayed, width = asyncio.run(walk(with_code))
    assert displayed
    assert width < 60
    assert "code · " not in asyncio.run(panes_of(without))
    assert "code · " in asyncio.run(panes_of(with_code))


def test_what_is_found_says_where_it_comes_first_if_that_is_later() -> None:
    """In step 5 branch 3 is still to come: it is found by its move, behind what has been
    visited, without its value.
    """
    scene = Scene(Run(AIMA).finish(), 5)
    found = find_nodes(scene, "3")

    assert (0, 0) in found
    assert (2,) in found
    assert found.index((0, 0)) < found.index((2,))
    assert value_or_first_step(scene, (0, 0)) == "3"
    assert value_or_first_step(scene, (2,)) == "first at step 14"
    assert find_nodes(scene, "14") == []
    assert find_nodes(Scene(scene.run, 22), "14") == [(2, 0)]


@pytest.mark.parametrize(
    ("tree", "key"), [("[[3,5],[2,9]]", "Press x to see the first cut"), ("[1,2]", "Press → for")]
)
def test_how_to_begin_names_the_first_cut_where_there_is_one(tree: str, key: str) -> None:
    """Where a search has ended without a cut, no key is offered that leads to the first."""
    run = Run(Recipe(PositionSpec("tree", tree))).finish()
    assert sentence_or_hint(Scene(run, 0)).startswith(key)
