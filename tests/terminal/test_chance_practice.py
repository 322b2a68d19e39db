"""Trees with chance on the screen: fractions are typed, probabilities changed, and levels are
those there can be.
"""

from __future__ import annotations

from tests.terminal.hands import explored, program_on
from tests.terminal.searches import recipe_of
from tests.terminal.test_predicting import asked, press
from visualizer.apps.tui.practice_screens.edit import EditScreen
from visualizer.apps.tui.practice_screens.screens import PracticeScreen
from visualizer.apps.tui.screens.explore import ExploreScreen
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.teach.rules import ExerciseRules
from visualizer.teach.tasks import Practice, PracticeTask

WHERE = PositionSpec("tree", "[~[1/4: 4, 3/4: 8],~[1/3: [1,5], 2/3: 2]]")
STAR1 = Recipe(WHERE, SearchSpec("star1", options={"bounds": (0.0, 10.0)}))


def practice_with(bounds: tuple[float, float] | None) -> Practice:
    """Return the practice with the tree alone."""
    task = PracticeTask("your tree", "", WHERE)
    return Practice(lambda number: None if number else task, ExerciseRules(bounds=bounds))


async def test_fractions_are_typed() -> None:
    """`5/3` and `14/2` are right; probabilities and the rule are in sight; without bounds there
    is one level.
    """
    practice = practice_with(None)
    async with program_on(practice) as hands:
        await hands.rest()

        assert "Practice your tree · expectiminimax" in hands.words()
        assert all(
            odds in hands.words() for odds in ("1/4 a1 │", "3/4 a2 │", "1/3 C │", "2/3 b2 │")
        )
        fields = {
            (0,): "7",
            (1, 0): "1",
            (1,): "5/3",
            (): "14/2",
        }
        for _ in practice.sheet.fields:
            screen = hands.app.screen

            assert isinstance(screen, PracticeScreen)
            await hands.press(
                *(each.replace("/", "slash") for each in fields[screen.selected.path]), "tab"
            )
        await hands.press("l")
        assert "about Star1, which needs --bounds L,U" in hands.prose()
        assert "All 4 are right" in await hands.see("enter")


async def test_a_probability_is_typed() -> None:
    """At a leaf with / or %, at a branch by any number; the others keep their proportions; u
    takes it back.
    """

    def text(screen: ExploreScreen) -> str:
        return screen.run.root.text()

    async with program_on(Run(STAR1), (120, 40)) as hands:
        await hands.see("E", "9", "0", "percent_sign")
        screen = hands.app.screen

        assert isinstance(screen, EditScreen)
        assert "enter sets this probability" in hands.words()
        await hands.press("enter")
        assert "9/10: 1=4, 1/10: 2=8" in text(screen) or "9/10: 4, 1/10: 8" in text(screen)
        await hands.press("right", "right", "full_stop", "5", "enter")
        assert screen.scene.selected == (1, 0)
        assert "~[[1,5],2]" in text(screen)
        await hands.press("u", "u")
        assert text(screen) == Run(STAR1).root.text()
        assert "this is a branch" in await hands.see("up", "slash")


async def test_a_fraction_is_predicted() -> None:
    """What goes up from a chance node is typed as a fraction."""
    recipe = recipe_of("tree", "[~[1/3: 1, 2/3: 4],2]", "expectiminimax")
    async with explored(recipe, (100, 30), finished=True) as hands:
        await press(hands, "home", "P", "end")

        assert "the probabilities are 1/3 and 2/3" in asked(hands)
        await press(hands, "9", "slash", "3", "enter")
        assert "Right. 1/3 · 1 + 2/3 · 4 = 3." in hands.prose()
