"""A tree to play with on the screen: by keys, by mouse, and by whatever is pressed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from textual.events import MouseScrollDown, MouseScrollUp

from tests.terminal.hands import AIMA, Hands, in_mode, program_on
from visualizer.apps.cli.search_commands import recording_lines_of
from visualizer.apps.tui.practice_screens.edit import EditScreen
from visualizer.apps.tui.screens.explore import ExploreScreen
from visualizer.searching.algorithms import algorithms
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec, recipe_of_recording
from visualizer.searching.run import Run


async def edited(hands: Hands, *keys: str) -> ExploreScreen:
    """Press keys and return the screen."""
    await hands.see(*keys)
    screen = hands.app.screen
    in_mode(screen, EditScreen)
    assert isinstance(screen, ExploreScreen)
    return screen


async def test_a_cut_vanishes_and_comes_back() -> None:
    """A leaf is given another value by keys, and it is said why nothing is cut there any more; u
    takes it back.
    """
    async with program_on(Run(AIMA)) as hands:
        screen = await edited(hands, "home", "E")

        assert len(screen.run.trace.cuts) == 1
        assert "✂" in hands.words()
        assert screen.scene.selected == (0, 0)  # a number can be typed at once
        screen = await edited(hands, "right", "right", "right", "4", "enter")
        assert screen.scene.selected == (1, 0)
        assert len(screen.run.trace.cuts) == 0
        said = hands.prose()
        assert "At C nothing is cut any more: with 4" in said
        assert "At 3 or less C is also cut" in said
        screen = await edited(hands, "u")
        assert len(screen.run.trace.cuts) == 1
        assert screen.scene.selected == (1, 0)
        screen = await edited(hands, "U")
        assert len(screen.run.trace.cuts) == 0
        screen = await edited(hands, "up", "less_than_sign")
        assert screen.scene.selected == (0,)
        assert screen.run.root.text().startswith("A(C(c1=4")
        assert "Practice your tree" in await hands.see("p")
        assert "step 0 of" in await hands.see("escape", "escape")


async def test_the_mouse_goes_to_nodes() -> None:
    """A click on a leaf makes it the one at hand, visited or not."""
    async with program_on(Run(AIMA), (120, 40)) as hands:
        screen = await edited(hands, "E")
        await hands.click_node("view", (1, 2))

        assert screen.scene.selected == (1, 2)


def leaves(screen: ExploreScreen) -> list[float]:
    """Return the values of the first two leaves."""
    return [in_mode(screen, EditScreen).editing.root.at((0, place)).value for place in range(2)]


async def test_a_leaf_is_scrubbed_and_its_thresholds_move() -> None:
    """By + and -, and by the wheel: each value is searched at once, and u takes all of it back."""
    async with program_on(Run(AIMA), (120, 40)) as hands:
        screen = await edited(hands, "E")
        screen = await edited(hands, "plus", "equals_sign", "plus")

        assert leaves(screen) == [6, 12]
        screen = await edited(hands, "minus", "minus")
        assert "b1 is 4. Below 2 the cut at C disappears; from 5 on D is also cut." in hands.words()
        view = screen.query_one("#view")
        for event in (MouseScrollUp, MouseScrollDown, MouseScrollUp):
            view.post_message(event(view, 0, 0, 0, 0, 0, False, False, False))
            await hands.rest()
        assert leaves(screen) == [5, 12]
        screen = await edited(hands, "u")
        assert leaves(screen) == [3, 12]
        screen = await edited(hands, "plus", "right", "plus", "u")
        assert leaves(screen) == [4, 12]
        await edited(hands, "up", "plus")
        assert "you can set only a leaf's value" in hands.words()


async def test_challenges_are_set_and_judged() -> None:
    """`c` sets one for the tree as it is; what is done is judged at once, `C` only shows a way."""
    async with program_on(Run(AIMA)) as hands:
        await edited(hands, "E", "C")

        assert "there is no challenge; c sets one" in hands.words()
        await edited(hands, "c")
        assert "Reorder until only 5 leaves are visited. (c: another" in hands.words()
        await edited(hands, "up", "right", "right", "s")
        assert "✓ Reorder until only 5 leaves are visited. Done. c: the next one" in hands.words()
        await edited(hands, "u", "C")
        assert "This is one way. c: the next one" in hands.words()
        assert "✓" not in hands.words()


async def test_a_changed_tree_keeps_its_name() -> None:
    """A figure that was changed is called so, also where it is explored; undone it is the figure
    again.
    """
    async with program_on(Run(AIMA), (120, 40)) as hands:
        await edited(hands, "E")

        assert "AIMA figure 5.2 · MAX to move" in hands.words()
        for _ in range(2):
            await edited(hands, "plus")
            assert "AIMA figure 5.2, changed · MAX to move" in hands.words()
        await edited(hands, "u")
        assert "AIMA figure 5.2 · MAX to move" in hands.words()
        await edited(hands, "U")
        await hands.see("enter")
        assert hands.app.screen is hands.explorer
        assert "AIMA figure 5.2, changed · MAX to move" in hands.words()


@pytest.mark.parametrize(
    ("where", "search", "told"),
    [
        ("aima-5.2", SearchSpec("minimax", "reverse"), {}),
        ("star1-cut", SearchSpec("star1", options={"bounds": (0.0, 10.0)}), {}),
        ("aima-5.2", SearchSpec("alpha-beta"), {"search": "an engine", "order": "its own"}),
    ],
)
async def test_a_recorded_tree_is_changed_by_a_search_made_here(
    where: str, search: SearchSpec, told: dict[str, str], tmp_path: Path
) -> None:
    """What was recorded of a tree with names cannot be made of another tree: its search is, or
    else the usual one.
    """
    made = Run(Recipe(PositionSpec("tree", where), search)).finish()
    file = tmp_path / "recorded.jsonl"
    first, *others = recording_lines_of(made)
    file.write_text(
        "\n".join([json.dumps(json.loads(first) | told), *others, ""]), encoding="utf-8"
    )
    async with program_on(Run(recipe_of_recording(str(file)))) as hands:
        screen = await edited(hands, "E")
        shown = screen.run.recipe.search
        if not told:
            assert shown.algorithm == search.algorithm
            assert shown.ordering == (search.ordering or "natural")
            assert [*recording_lines_of(screen.run)][1:] == others

        assert shown.algorithm in algorithms()
        screen = await edited(hands, "9", "enter")
        assert in_mode(screen, EditScreen).editing.root.at(screen.scene.selected or ()).value == 9


FAILS = """
def worth(position):
    return position.outcome() + 0 / (position.outcome() - 13) / (position.outcome() - 12.5)
"""


async def test_a_search_that_fails_with_a_value_is_no_end(user_file: Callable[[str], Path]) -> None:
    """Where an evaluation of one's own would fail no thresholds are told, and a value with which
    it does is refused.
    """
    run = Run(
        Recipe(
            PositionSpec("tree", "[[3,12],[14,5]]"),
            SearchSpec(evaluation=f"{user_file(FAILS)}:worth"),
        )
    )
    async with program_on(run) as hands:
        screen = await edited(hands, "E")

        assert "is 3." in hands.words()
        assert "the same is visited" not in hands.words()
        await edited(hands, "1", "3", "enter")
        assert "ZeroDivisionError" in hands.words()
        assert in_mode(screen, EditScreen).editing.root.at((0, 0)).value == 3
        await edited(hands, "1", "4", "enter")
        assert in_mode(screen, EditScreen).editing.root.at((0, 0)).value == 14
