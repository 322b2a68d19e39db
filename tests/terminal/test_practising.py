"""Practice on the screen and in lines, as a person does it."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.few import one_in
from tests.rights import right_of
from tests.terminal.hands import Hands, letters_of, started
from visualizer.apps.actions import actions_of
from visualizer.apps.dialogue.practising import PracticeLines
from visualizer.apps.tui.app import VisualizerApp
from visualizer.apps.tui.palette import ActionProvider
from visualizer.apps.tui.practice_screens.paper import SheetOnPaper, StepsOnPaper
from visualizer.apps.tui.practice_screens.screens import PracticeScreen
from visualizer.apps.tui.widgets import StyledText
from visualizer.look.numbers import format_number
from visualizer.play.playing import progress
from visualizer.searching.recipe import PositionSpec
from visualizer.teach.by_hand.search import ByHand
from visualizer.teach.by_hand.walk import VisibleTree
from visualizer.teach.question import AskedField
from visualizer.teach.reasons import FIELD_KINDS
from visualizer.teach.rules import BY_HAND_LEVEL, EXERCISE_LEVELS, ExerciseRules
from visualizer.teach.sheet import FillIn, Sheet
from visualizer.teach.tasks import (
    COURSE,
    COURSE_LENGTH,
    Practice,
    PracticeTask,
    TaskSource,
    make_exercise,
)

KEYS = {
    "-": "minus",
    ".": "full_stop",
    **{str(digit): str(digit) for digit in range(10)},
}
EMPTIED = re.compile(r"[»\[\]▸◂✓!✕×2│╌─w]")
"""What filling in with the letter w changes."""


@asynccontextmanager
async def practising(
    practice: Practice, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[tuple[Hands, PracticeScreen]]:
    app = VisualizerApp(practice)
    async with started(app, Hands, size) as hands:
        assert isinstance(app.screen, PracticeScreen)
        yield hands, app.screen


def only(task: PracticeTask) -> TaskSource:
    return lambda number: None if number else task


def words(screen: PracticeScreen) -> str:
    """Return what is said below the sheet."""
    return " ".join(letters_of(*screen.draw_message(500, 9)).split())


async def fill_in(hands: Hands, screen: PracticeScreen) -> None:
    """Type all answers, from the first field to the last, in the order in which a search can
    answer.
    """
    sheet = screen.practice.sheet
    for asked in sheet.exercise.fields_in_search_order:
        assert screen.selected == asked
        if FIELD_KINDS[asked.kind].is_edge:
            parent = sheet.tree.node_at(asked.path[:-1])
            if parent is not None and right_of(sheet.exercise, asked):
                keys = ["x"]
            else:
                keys = []
        elif sheet.tree.node_at(asked.path) is None:
            keys = []
        else:
            text = format_number(float(right_of(sheet.exercise, asked))).replace("−", "-")
            keys = ["minus"] * text.startswith("-") + [
                KEYS.get(each, "i") for each in text.strip("-+").replace("∞", "i")
            ]
        await hands.press(*keys, "tab")


async def test_trees_are_solved_by_keys() -> None:
    """A tree is filled in and checked, enter goes on to the next; what was solved is kept."""
    kept: list[frozenset[str]] = []
    async with practising(Practice(changed=kept.append)) as (hands, screen):
        for task in COURSE[:3]:
            assert screen.practice.task == task
            await fill_in(hands, screen)
            await hands.press("enter")
            assert words(screen).startswith("✓ All")
            await hands.press("enter")
        await hands.press(*"n" * (len(COURSE) - 4))

        assert screen.practice.task == COURSE[-1]
        await fill_in(hands, screen)
        await hands.press("enter")
        assert "still unsolved: 4, 5, 6, 7, 8, 9, 10 and 11. New trees follow." in " ".join(
            words(screen).split()
        )
        await hands.press("enter")
        assert screen.practice.title().startswith("new tree no. 1 ·")

    assert kept[-1] == {task.key for task in (*COURSE[:3], COURSE[-1])}


async def test_the_rules_and_the_score_are_always_in_sight() -> None:
    """At 80 columns the heading of each tree of the course shows the rules by which it is
    judged, and the score.
    """
    async with practising(Practice()) as (hands, screen):
        for task in COURSE:
            await hands.rest()
            heading = hands.words().split("\n")[0]

            assert task.title in heading
            assert screen.practice.sheet.exercise.describe_rules() in heading
            assert f"0 of {COURSE_LENGTH} solved" in heading
            await hands.press("n")


async def test_from_the_search_that_is_asked_about_one_comes_back() -> None:
    """`w` opens it, its footer says that escape leads back, and what was filled in is there."""
    async with practising(Practice()) as (hands, screen):
        await hands.see("7", "w")

        assert "esc back" in hands.words()
        assert "w why" in hands.words()
        await hands.see("escape")
        assert "7" in screen.practice.sheet.texts.values()
        assert f"Practice 1 of {COURSE_LENGTH}" in hands.words()


async def test_what_is_wrong_is_marked_with_its_reason() -> None:
    """The first wrong field is at hand after a check; a hint tells no answer; s shows it."""
    practice = Practice()
    practice.begin(1)
    async with practising(practice) as (hands, screen):
        await hands.press("shift+tab", "5", "enter")

        assert screen.selected == AskedField((), "value")
        assert words(screen).startswith(
            "! You wrote 5 for the value at the root. MAX takes the greatest"
        )
        assert "▸5   ◂!" in letters_of(*screen.query_one("#paper", StyledText).rendering().lines)
        await hands.press("h")
        assert words(screen).startswith("Hint: MAX takes the greatest value below it")
        await hands.press("s")
        assert "▸6   ◂✓" in letters_of(*screen.query_one("#paper", StyledText).rendering().lines)
        assert "x strike" not in hands.words()
        await hands.press("tab", "x")
        assert words(screen).startswith("there is no edge above the root")


async def test_what_was_corrected_is_checked_again() -> None:
    """After a correction enter says that all is right, and the tree is kept as solved; then it
    goes on.
    """
    kept: list[frozenset[str]] = []
    async with practising(Practice(changed=kept.append)) as (hands, screen):
        first = screen.practice.task
        fields = screen.practice.sheet.exercise.fields_in_search_order
        await fill_in(hands, screen)
        right = screen.practice.sheet.texts[fields[-1]]
        await hands.press("shift+tab", "backspace", "7", "7", "enter")

        assert words(screen).startswith("! You wrote")
        await hands.press(*right.replace("-", ""), "enter")
        assert words(screen).startswith("✓ All")
        assert screen.practice.task == first
        assert kept == [frozenset({first.key})]
        await hands.press("enter")
        assert screen.practice.task == COURSE[1]


async def test_the_mouse_goes_to_fields_and_strikes_edges() -> None:
    """A click on a field makes it the one at hand, a click on an edge strikes it, another takes
    the stroke back.
    """
    practice = Practice()
    practice.begin(1)
    async with practising(practice, (120, 40)) as (hands, screen):
        hands.words()
        for place in [*screen.paper.places]:
            await hands.click((place.left + place.right) // 2 + 1, place.y + 1)
            assert screen.selected == place.target

        assert screen.practice.sheet.marked_edges == {
            path for path in map(path_of, practice.sheet.fields) if path
        }
        await hands.click(1, 2)
        assert screen.practice.sheet.marked_edges


def path_of(asked: AskedField) -> tuple[int, ...]:
    return asked.path


@pytest.mark.parametrize(
    "size",
    one_in(
        4,
        [
            ((80, 24),),
            ((120, 40),),
            ((200, 60),),
            ((60, 20),),
            ((42, 12),),
        ],
    ),
    ids=str,
)
def test_the_field_at_hand_is_in_sight(size: tuple[int, int]) -> None:
    """In every tree of the course, and in one far too large; nothing overlaps, and no field is
    drawn twice.
    """
    large = PracticeTask(
        "large",
        "",
        PositionSpec(
            "tree",
            None,
            "",
            {
                "branching": "3",
                "depth": "4",
                "seed": "1",
            },
        ),
        "all",
    )
    for task in (*COURSE, large):
        practice = Practice(only(task))
        sheet = practice.sheet
        for asked in [*sheet.fields][:: 4 if task is not large else 50]:
            paper = SheetOnPaper(sheet, asked, size[0], size[1] - 8)
            shown = letters_of(*paper.visible_part(size[0], size[1] - 8))

            assert shown.count("▸") == shown.count("◂") == 1
            assert len(shown.split("\n")) <= size[1] - 8
        paper = SheetOnPaper(sheet, next(iter(sheet.fields)), *size)
        cells = [(place.y, x) for place in paper.places for x in range(place.left, place.right)]

        assert len(cells) == len(set(cells))
        assert {place.target for place in paper.places} == {*sheet.fields}


@pytest.mark.parametrize("size", [(80, 16), (120, 32)], ids=str)
def test_nothing_moves_while_a_sheet_is_filled_in(size: tuple[int, int]) -> None:
    """Whatever is at hand, written, struck or checked, each move, field and edge stays where it
    is.
    """
    for task in COURSE:
        sheet = Practice(only(task)).sheet
        lines = []
        places = []
        for asked in [*sheet.fields][::3]:
            if FIELD_KINDS[asked.kind].is_edge:
                sheet.strike(asked.path)
            else:
                sheet.write(asked, "w")
            sheet.check()
            paper = SheetOnPaper(sheet, asked, *size)
            places.append(paper.places)
            lines.append([EMPTIED.sub(" ", letters_of(line)) for line in paper.lines])

        assert all(each == places[0] for each in places)
        assert all(each == lines[0] for each in lines)


@pytest.mark.parametrize("level", [*EXERCISE_LEVELS, BY_HAND_LEVEL])
def test_trees_of_one_shape_look_alike_before_they_are_filled_in(level: str) -> None:
    """No field, edge or gap on the screen tells what belongs there: the values of leaves are the
    only difference.

    By hand, where these are not seen either, nothing differs: also the longest is never visited in
    one of the trees.
    """
    for one, other in (
        ("[[3,12,8],[2,40,6],[14,5,2]]", "[[8,17,2],[9,30,1],[40,8,6]]"),
        ("[[[4,5],[6,70]],[[1],[2,3]]]", "[[[9,1],[0,20]],[[8],[9,9]]]"),
        ("[5,[1,99]]", "[5,[6,99]]"),
    ):
        drawn = [drawn_blank(tree, level) for tree in (one, other)]
        assert drawn[0] == drawn[1]


def drawn_blank(tree: str, level: str) -> list[str]:
    """Return a tree as it is drawn at first, without the values of its leaves."""
    asked = make_exercise(PositionSpec("tree", tree), ExerciseRules(level=level))
    if isinstance(asked, ByHand):
        return letters_of(*StepsOnPaper(VisibleTree(asked.beginning), 120, 32).lines).splitlines()
    assert isinstance(asked, FillIn)
    sheet = Sheet(asked)
    lines = letters_of(*SheetOnPaper(sheet, next(iter(sheet.fields)), 120, 32).lines)
    return re.sub(r"(?<![a-z])\d", "#", lines).splitlines()


def test_a_wrong_answer_by_ear_is_followed_by_its_reason_and_the_same_question() -> None:
    """It is asked again until it is answered."""
    said: list[str] = []
    lines = PracticeLines(Practice(), said.append)
    lines.greet()
    question = lines.attempt.question
    lines.obey("777")

    assert said[-1].startswith("No: ")
    assert lines.attempt.question is question


def test_progress_is_kept_and_a_damaged_file_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is written is read again; whatever somebody made of the file, practice begins."""
    monkeypatch.setenv("VISUALIZER_STATE", str(tmp_path))

    assert progress.solved_trees() == frozenset()
    progress.keep_solved({"b", "a"})
    assert progress.solved_trees() == {"a", "b"}
    for text in ("", "[]", '{"solved": 3}', "{"):
        progress.progress_file().write_text(text)
        assert progress.solved_trees() == frozenset()


async def test_what_is_wanted_is_said_from_the_first_field_on() -> None:
    """Below the tree, in the order in which a search can answer; α is not written large."""
    practice = Practice()
    practice.begin(1)
    async with practising(practice) as (hands, screen):
        assert words(screen).endswith(
            "better? α on entry to the root: what MAX already has above (i is ∞, -i is −∞)."
        )
        await hands.press("tab", "tab")
        assert words(screen) == "Is A skipped? If so, x strikes it."
        await hands.press("shift+tab", "shift+tab", "shift+tab")
        assert words(screen).startswith(
            "What the root returns: the greatest value below it (< and >"
        )


async def test_it_is_said_what_is_asked_now_and_which_key_does_nothing() -> None:
    """`l` names each level in turn; a letter that is no key is said to be none; the palette
    lists the screen's keys.
    """
    async with practising(Practice()) as (hands, screen):
        assert [action for action, _ in ActionProvider(screen).actions()] == [
            *actions_of("practice")
        ]
        levels = screen.practice.sheet.exercise.levels
        for _ in levels:
            await hands.press("l")
            exercise = screen.practice.sheet.exercise

            assert screen.message.startswith(
                f"Now asked: {exercise.rules.level}, by {exercise.describe_rules()}. "
            )
        assert len({*levels}) == len(levels) > 1
        await hands.press("z")
        assert screen.message == "z does nothing here; ? lists the keys"
