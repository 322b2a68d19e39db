"""Everything can be done with the mouse: what is clicked, dragged or turned means what stands
there.
"""

from __future__ import annotations

import pytest
from textual import events

from tests.few import one_in
from tests.terminal.hands import AIMA, TAK, Hands, explored
from visualizer.apps.tui.widgets import Canvas, KeyBar, Timeline
from visualizer.searching.recipe import Recipe
from visualizer.searching.run import read_path

PLACES = [
    (AIMA, "1", "view", "1 3"),
    (AIMA, "1", "view", "2 2"),
    (AIMA, "1", "view", "3"),
    (AIMA, "2", "view", "2 3"),
    (AIMA, "2", "view", "1"),
    (AIMA, "3", "view", "1 2"),
    (AIMA, "3", "view", "2"),
    (AIMA, "1", "window", "2"),
    (AIMA, "1", "window", ""),
    (TAK, "2", "view", "d1 b5 a2"),
    (TAK, "2", "view", "d1 a2"),
    (TAK, "2", "view", "d4"),
    (TAK, "3", "view", "d1"),
]


@pytest.mark.parametrize(("recipe", "view", "canvas", "moves"), one_in(7, PLACES))
async def test_a_click_selects_what_stands_there(
    recipe: Recipe, view: str, canvas: str, moves: str
) -> None:
    """A click on a move, a node, a cell or a line of the open path selects that node, and the
    step stays.
    """
    async with explored(recipe, (120, 40)) as hands:
        await hands.see("x", view)
        step = hands.scene.step
        path = read_path(hands.scene.run, moves)
        await hands.click_node(canvas, path)

        assert hands.scene.selected == path
        assert hands.scene.step == step


@pytest.mark.parametrize("view", ["1", "2"])
async def test_a_double_click_goes_there(view: str) -> None:
    """A double click on a node to come goes to the step that enters it; on a visited one it only
    selects.
    """
    async with explored(AIMA, (120, 40)) as hands:
        await hands.see("x", view)
        await hands.click_node("view", (2,), times=2)

        assert hands.scene.selected == (2,)
        assert hands.scene.step == 14
        await hands.rest()
        await hands.click_node("view", (0,), times=2)
        assert hands.scene.selected == (0,)
        assert hands.scene.step == 14


async def test_folded_nodes_are_a_list_to_choose_from() -> None:
    """A click on folded nodes, or `enter`, lists their moves, each with what is known; a click or
    `enter` selects one.

    `z` and `escape` close it, and then nothing has changed.
    """
    async with explored(TAK) as hands:
        explorer = hands.explorer
        await hands.press("1")
        explorer.seek(35)
        await hands.rest()
        drawn = explorer.query_one("#view", Canvas)
        done, to_come = sorted(
            {
                hit.path: hit for hit in drawn.rendering().hits if len(hit.path) == 2 and hit.folded
            }.values(),
            key=lambda hit: hit.left,
        )
        inside = drawn.content_region
        await hands.click(inside.x + to_come.left, inside.y + to_come.y)
        await hands.rest()

        assert hands.text_of("#box").count("to come") == 18 and "32 moves after d1" in hands.words()
        await hands.press("z")
        assert not hands.text_of("#box") and explorer.scene.focus == explorer.scene.running_path
        await hands.click(inside.x + done.left, inside.y + done.y)
        await hands.rest()
        lines = hands.text_of("#choices").split("\n")
        for line, move in zip(lines, done.folded, strict=False):
            path = (*done.path[:-1], move)

            assert explorer.scene.value(path) in line
            assert explorer.scene.run.move_name(path) in line
        await hands.press("down", "enter")
        assert explorer.scene.selected == (*done.path[:-1], done.folded[1]) and not hands.text_of(
            "#box"
        )


async def test_a_click_on_nothing_changes_nothing() -> None:
    """Between the nodes there is nothing to select."""
    async with explored(AIMA, (120, 40)) as hands:
        await hands.see("x", "1")
        inside = hands.explorer.query_one("#view").content_region
        await hands.click(inside.x, inside.bottom - 1)

        assert hands.scene.selected is None


async def test_the_wheel_selects_siblings() -> None:
    """One notch is one sibling, down is the one tried after; at the ends nothing happens."""
    async with explored(TAK, (120, 40)) as hands:
        await hands.press("x", "backspace")
        siblings = hands.explorer.run.order((22,))
        place = siblings.index(18)
        inside = hands.explorer.query_one("#view").content_region
        await hands.wheel(inside.x + 3, inside.y + 3, down=True)

        assert hands.scene.selected == (22, siblings[place + 1])
        for _ in range(place + 3):
            await hands.wheel(inside.x + 3, inside.y + 3, down=False)
        assert hands.scene.selected == (22, siblings[0])


def bar(hands: Hands) -> tuple[int, int, int]:
    """Return the line, first and last column of the timeline's bar."""
    timeline = hands.explorer.query_one(Timeline)
    begin, length = timeline.bar()
    return timeline.region.y, timeline.region.x + begin, timeline.region.x + begin + length - 1


async def test_the_timeline_is_clicked_and_dragged() -> None:
    """A click seeks; while the button is held the step follows the mouse, past the ends too, and
    then no longer.
    """
    async with explored(TAK, (120, 40)) as hands:
        y, first, last = bar(hands)
        await hands.click((first + last) // 2, y)

        assert abs(hands.scene.step - 379) <= 6
        y, first, last = bar(hands)
        hands.mouse(events.MouseDown, first, y, 1)
        await hands.settle()
        assert hands.scene.step == 0
        steps = []
        for x in range(first, last, 7):
            hands.mouse(events.MouseMove, x, y, 1)
            await hands.settle()
            steps.append(hands.scene.step)
        assert steps == sorted(steps)
        assert steps[-1] > 600
        hands.mouse(events.MouseMove, 119, y - 9, 1)
        await hands.settle()
        assert hands.scene.step == 758
        hands.mouse(events.MouseUp, 119, y - 9, 1)
        hands.mouse(events.MouseMove, first, y)
        await hands.settle()
        assert hands.scene.step == 758


async def test_the_footer_shows_what_can_be_clicked() -> None:
    """Help and quit stand in the footer at every width, and whatever stands there whole can be
    clicked.
    """
    for width in (60, 80, 200):
        async with explored(AIMA, (width, 24)) as hands:
            line = hands.words().split("\n")[-1]

            assert "? help" in line
            assert "q quit" in line
            for key, word, _ in hands.explorer.query_one(KeyBar).fitting_keys():
                assert f"{key} {word}" in line
