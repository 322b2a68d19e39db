"""You are the search, on the screen and in lines, as a person does it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest

from tests.few import one_in
from tests.terminal.hands import AIMA, Hands, letters_of, program_on
from tests.terminal.searches import recipe_of
from visualizer.apps.actions import fill_in_keys
from visualizer.apps.dialogue.practising import ByHandLines
from visualizer.apps.tui.practice_screens.paper import StepsOnPaper
from visualizer.apps.tui.practice_screens.screens import StepsScreen
from visualizer.apps.tui.screens.compare_dialogs import usual_counterpart
from visualizer.apps.tui.screens.explore import ExploreScreen
from visualizer.explaining.explanation.naming import Naming
from visualizer.look.numbers import number_as_typed
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.teach.by_hand.machine import Act, ActKind
from visualizer.teach.by_hand.walk import VisibleTree
from visualizer.teach.rules import ExerciseRules
from visualizer.teach.tasks import BY_HAND_COURSE, SearchPractice, practice_with
from visualizer.trace.rows import MovePath
from visualizer.trace.tree_at_step import TreeAtStep

KEYS = {
    "-": "minus",
    ".": "full_stop",
    "i": "i",
    **{str(digit): str(digit) for digit in range(10)},
}
STARTS = {
    ActKind.RETURN: [],
    ActKind.ALPHA: ["a"],
    ActKind.BETA: ["b"],
}
CHANCE = "[~[4,8],~[0,9],~[min[3,4],1]]"


def of_tree(tree: str, **options: object) -> SearchPractice:
    """Return the practice with one tree."""
    return practice_with(Run(Recipe(PositionSpec("tree", tree), SearchSpec(**options))))  # type: ignore[arg-type]


@asynccontextmanager
async def shown(
    practice: SearchPractice, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[tuple[Hands, StepsScreen]]:
    async with program_on(practice, size) as hands:
        assert isinstance(hands.app.screen, StepsScreen)
        yield hands, hands.app.screen


def keys_of(act: Act) -> list[str]:
    """Return the keys that do something."""
    if not act.kind.takes_number:
        return ["down" if act.kind is ActKind.DOWN else "x"]
    return [
        *STARTS[act.kind],
        *(KEYS[each] for each in number_as_typed(act.number).replace("inf", "i")),
        "enter",
    ]


def due(screen: StepsScreen) -> Act:
    """Return what comes next."""
    return next(iter(screen.walk.moment.right_acts))


@pytest.mark.parametrize(
    "practice",
    one_in(
        3,
        [
            lambda: SearchPractice(rules=ExerciseRules(fail="hard")),
            lambda: of_tree("min [[1,2],[3,[0,5]]]"),
            lambda: of_tree(CHANCE, algorithm="star1", options={"bounds": (0, 10)}),
        ],
    ),
    ids=["hard", "MIN", "Star1"],
)
async def test_a_tree_is_searched_by_keys(practice: Callable[[], SearchPractice]) -> None:
    """The rule, the fail mode, the window and the counts are above at each step; the end says
    how it went.
    """
    async with shown(practice()) as (hands, screen):
        while not screen.walk.is_over:
            hand = screen.walk.hand
            moment = screen.walk.moment
            heading = letters_of(*screen.draw_header(80, 1))

            assert hand.describe_rules() in heading or hand.run.has_chance
            assert "α" in heading
            assert "β" in heading
            assert "slip" in letters_of(*screen.draw_header(120, 1))
            await hands.press(*keys_of(due(screen)))
            assert screen.walk.moment != moment
            assert not screen.message
        await hands.rest()

        assert f"{screen.walk.hand.steps} steps, 0 slips." in hands.words()


async def test_it_is_done_by_mouse() -> None:
    """A click on a child enters it, words and numbers below the tree do the rest; another node
    is refused.
    """
    async with shown(of_tree("[[3,12],[2,4]]"), (120, 40)) as (hands, screen):
        paper = screen.query_one("#paper").region

        async def click(path: MovePath) -> None:
            place = StepsOnPaper(VisibleTree(screen.walk.moment), paper.width - 1, paper.height)
            at = next(each for each in place.places if each.target == path)
            await hands.click(paper.x + 1 + (at.left + at.right) // 2, paper.y + at.y)

        await click((1,))

        assert screen.message.startswith("✗ ↓ B: From a node you can enter only its own children")
        await click((0,))
        await click((0, 0))
        assert screen.walk.steps == 2
        spans = [span for line in screen.draw_message(120, 9) for span in line]
        clicks = {text.strip(): style.partition("@")[2] for text, style in spans if "@" in style}
        assert clicks["b"] == "screen.act('type_beta')"
        assert clicks["3"] == "screen.number('3')"
        for key in ("b", "3"):
            await hands.app.run_action(clicks[key], screen)
        assert screen.walk.moment.beta == 3
        assert screen.walk.steps == 3


async def test_y_in_the_explorer_begins_with_its_tree_and_rules() -> None:
    """It takes the tree and its rules from the explorer, and escape leads back."""
    run = Run(Recipe(AIMA.where, SearchSpec(fail="hard"))).finish()
    async with program_on(run, (120, 40)) as hands:
        assert "You are alpha-beta · you stand at the root (MAX)" in await hands.see("Y")
        assert "fail-hard" in hands.words()
        await hands.press("5", "escape", "escape")
        assert isinstance(hands.app.screen, ExploreScreen)


async def test_rules_are_changed_and_trees_follow_each_other() -> None:
    """`c` and `f` begin by another rule, where that can be; `n` and `N` go from tree to tree,
    `r` begins again.
    """
    async with shown(SearchPractice()) as (hands, screen):
        assert "start over with another rule?" in await hands.see("down", "c")
        await hands.press("enter")
        assert screen.walk.steps == 1
        assert screen.walk.hand.describe_rules() == "cut at α ≥ β, fail-soft"
        await hands.press("c", "down", "enter")
        assert screen.walk.steps == 0
        assert screen.walk.hand.describe_rules() == "cut at α > β, fail-soft"
        await hands.press("f")
        assert "never cuts" in screen.message
        assert screen.practice.rules.fail == "soft"
        await hands.press("n")
        assert screen.practice.task.where == BY_HAND_COURSE[1].where
        await hands.press("N", "N")
        assert screen.message == "this is the first tree"
        assert screen.practice.number == 0
        await hands.press("down", "r")
        assert screen.walk.steps == 0


def test_a_tree_is_searched_in_words() -> None:
    """Each step is said without signs, what is wrong with its reason; at the end how it went,
    then the next tree.
    """
    said: list[str] = []
    lines = ByHandLines(SearchPractice(), said.append)
    walk = lines.practice.walk

    def typed() -> list[str]:
        return [fill_in_keys(act.says) for act in [next(iter(walk.moment.right_acts))]]

    lines.greet()
    while not walk.is_over:
        lines.obey("777")

        assert said[-1].startswith("No: ")
        lines.obey(fill_in_keys(typed()[0]).replace("↓", "down"))

    assert any(
        f"{walk.hand.steps} steps, {walk.hand.steps} slips; missed most: " in each for each in said
    )
    assert said[1].startswith(
        "\ntree 1 of 8, one shallow cut, cut when alpha is at least beta, fail-soft."
    )
    assert lines.practice.number == 1
    assert not any(sign in "".join(said) for sign in "αβ≥≤∞↓")


def test_line_mode_says_what_is_no_act() -> None:
    """Each word that the search by hand does not know, or that lacks something, is refused."""
    said: list[str] = []
    ByHandLines(of_tree("[[3,12],[2,4]]"), said.append).carry_out(
        ["beta", "alpha 3 4", "down 3", "x y"]
    )

    assert sum(each.startswith("! ") for each in said) == 4


def test_a_node_keeps_its_name() -> None:
    """By hand and beside another search each node of a tree is called as in the explorer."""
    recipe = recipe_of("tree", "[[3,[4,5]],[2,9]]")
    run = Run(recipe)
    others = practice_with(run).run, run.run_of_same_position(usual_counterpart(run.recipe))
    names = [
        [Naming(each, TreeAtStep(each.trace)).place_at(path) for path in run.all_paths()]
        for each in (run, *others)
    ]

    assert names[0] == names[1] == names[2]
    assert {"A", "B", "C", "a1", "c1", "c2", "b2"} <= {*names[0]}
