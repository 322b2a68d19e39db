"""Lessons on the screen: frames, the question, the start screen's first line."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from rich.console import RenderableType
from textual.screen import Screen

from tests.few import one_in
from tests.terminal.hands import Hands, in_mode, letters_of, program_on, until
from tests.terminal.searches import recipe_of
from visualizer.apps.activities.lesson import LessonReading
from visualizer.apps.tui.app import VisualizerApp
from visualizer.apps.tui.board_screens.screen import PlayScreen
from visualizer.apps.tui.options import RememberedOptions
from visualizer.apps.tui.screens.dialog import ListDialog
from visualizer.apps.tui.screens.explore import ExploreScreen
from visualizer.apps.tui.screens.lesson import LessonScreen
from visualizer.apps.tui.start.doors import DoorsScreen
from visualizer.apps.tui.start.screen import StartScreen
from visualizer.apps.tui.widgets import Canvas, Timeline
from visualizer.play.playing import progress
from visualizer.teach.lessons import read_lesson
from visualizer.teach.tasks import COURSE_LENGTH

QUESTION = 10
"""The place behind the frames of a lesson, where its question is asked."""


async def test_a_lesson_to_its_end() -> None:
    """Enter leads through all frames to the question; a wrong answer is told why, the right one
    leads on.
    """
    async with program_on(read_lesson(1)) as hands:
        for number, frame in enumerate(read_lesson(1).frames):
            screen = hands.app.screen

            assert isinstance(screen, ExploreScreen)
            assert reading_of(screen).number == number
            assert screen.scene.step == read_lesson(1).step(frame)
            shown = hands.prose()
            assert read_lesson(1).text(frame)[:60] in shown
            assert f"{number + 1} of 10" in shown
            assert "MAX" in shown
            await hands.see(*([] if frame.ask else ["right", "left"]), "enter")
            if frame.ask:
                assert reading_of(screen).number == number
                assert "enter; space shows" in hands.words()
                await hands.see("space")
                await hands.see("enter")

        assert "What is the tree worth?" in hands.prose()
        for key in ("2", "v", "B", "Z", "enter"):
            await hands.see(key)

            assert "Press a, b, c or d" in hands.words(), key
            assert hands.explorer.view_name == "tree", key
        assert "No: 7 is below C" in await hands.see("a")
        words = await hands.see("b")
        assert "Right. MIN takes the 4" in words
        assert "enter: lesson 2" in words
        words = await hands.see("enter")
        assert "Lesson 2" in words
        assert "1 of 10" in words


def reading_of(screen: Screen[Any]) -> LessonReading:
    """Return where a screen of a lesson has come to."""
    return in_mode(screen, LessonScreen).reading


async def go_to_frame(hands: Hands, number: int) -> ExploreScreen:
    """Go on through a lesson to a frame, and be shown what others ask."""
    while reading_of(hands.explorer).number < number:
        await hands.see(*["space"] * (hands.session.question is not None), "enter")
    return hands.explorer


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
@pytest.mark.parametrize("number", [1, 2, 4])
async def test_nothing_shows_what_follows_the_question_at_the_end(
    number: int, size: tuple[int, int]
) -> None:
    """No pane, count, tick or key goes beyond the step that is asked about, until the answer is
    right.
    """
    async with program_on(read_lesson(number), size) as hands:
        screen = await go_to_frame(hands, QUESTION)
        step = reading_of(screen).step
        question = read_lesson(number).question
        wrong, right = (
            next(
                letter
                for letter, words in question.choices.items()
                if (words == question.right) is so
            )
            for so in (False, True)
        )
        for key in ("right", "x", "n", "f", "end", wrong, "P", "E", "Y", "C", "enter", "right"):
            words = await hands.see(key)

            assert hands.explorer is screen, key
            assert screen.place == "lesson", key
            assert screen.run.hides_later_steps, key
            assert screen.run.trace.last_step == step >= screen.scene.step, key
            assert not any(told in words for told in ("would cut", "in all", "of 1 cutoff", "┷")), (
                key
            )

        assert screen.how_to_answer in hands.words()
        assert question.asks[:40] in hands.prose()  # after a wrong answer it can still be read
        await hands.see(right, "right")
        assert not screen.run.hides_later_steps
        assert screen.scene.step == step + 1


async def test_a_question_of_a_frame_hides_what_follows_and_is_not_left() -> None:
    """Its keys and messages say in full how to answer; once it is answered, what the frame
    offers can be done.
    """
    async with program_on(read_lesson(3)) as hands:
        screen = await go_to_frame(hands, 9)
        listed = letters_of(*screen.query_one("#view", Canvas).rendering().lines)

        assert "1 ▸ d4" in listed
        assert re.search(r"│ {3}· a1\+", listed)
        assert "only a2" in hands.words()
        for key in ("c", "P", "E", "enter", "right"):
            await hands.see(key)

            assert hands.explorer is screen is hands.app.screen, key
            assert screen.run.hides_later_steps, key
            (line,) = screen.query_one(Timeline).rendering().lines
            assert key == "c" or screen.how_to_answer in letters_of(line), (
                key
            )  # which is an answer there
        assert "No: A node's other children are skipped" in hands.words()
        assert "What is skipped then?" in hands.words()
        await hands.see("b")
        await hands.see("c")
        assert not isinstance(hands.app.screen, ExploreScreen)  # it compares, as the frame says
        await hands.see("escape", "enter")
        assert reading_of(hands.explorer).is_closing


async def test_a_question_is_not_given_up_by_stepping_back() -> None:
    """Before it is answered no key leads past it from an earlier step; afterwards nothing more
    is asked there.
    """
    async with program_on(read_lesson(2)) as hands:
        screen = await go_to_frame(hands, 7)
        for key in ("E", "P", "c", "Y"):
            await hands.see("left", key)

            assert hands.app.screen is screen, key
            assert screen.place == "lesson", key
            assert screen.run.hides_later_steps, key
            assert "goes back to the question" in hands.words(), key
        await hands.see("enter")

        assert screen.shows_question
        assert reading_of(screen).number == 7
        await hands.see("space", "right", "right", "right")
        assert not (screen.choices or screen.run.hides_later_steps)
        await hands.see("enter")
        assert reading_of(hands.explorer).number == 8


async def test_no_picture_of_a_frame_comes_before_its_question(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Where a frame that asks shows another search, nothing is sent to the terminal before that
    is held.
    """
    display = VisualizerApp._display
    held = list[bool]()

    def displayed(app: VisualizerApp, screen: Screen[Any], picture: RenderableType | None) -> None:
        if picture is not None and reading_of(screen).number == 2:
            held.append(in_mode(screen, LessonScreen).shows_question)
        display(app, screen, picture)

    monkeypatch.setattr(VisualizerApp, "_display", displayed)
    async with VisualizerApp(read_lesson(3)).run_test(size=(80, 24)) as pilot:
        await pilot.press("space", "enter", "enter")
        await until(pilot, lambda: bool(held))

        assert all(held)


async def test_nothing_jumps_and_backspace_goes_back() -> None:
    """What is said takes the same lines in all frames of a lesson, so the tree keeps its place."""
    async with program_on(read_lesson(2)) as hands:
        tops = set[int]()
        for _ in range(9):
            tops.add(hands.app.screen.query_one("#main").region.y)
            await hands.see("space", "enter")

        assert len(tops) == 1
        await hands.see(*["backspace"] * 10)
        assert reading_of(hands.app.screen).number == 0


@pytest.mark.slow
async def test_the_first_door_leads_to_lessons(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`l` or a click lists them, escape leads back; it is said which one comes next."""
    monkeypatch.setenv("VISUALIZER_STATE", str(tmp_path))
    monkeypatch.setenv("VISUALIZER_CONFIG", str(tmp_path))
    async with program_on(None, remembered=RememberedOptions()) as hands:
        assert "begin with lesson 1" in hands.words()
        assert "1 of 10" in await hands.see("l", "enter")
        await hands.see("enter", "escape")
        assert isinstance(hands.app.screen, DoorsScreen)
        assert "go on with lesson 1, frame 2" in hands.words()
        await hands.click(8, 4)
        assert "(at 2 of 10)" in hands.words()
        assert "2 of 10" in await hands.see("0", "1")
        assert isinstance(hands.app, VisualizerApp)
        await hands.see("escape")
        progress.keep_frame(1, 10, 10)
        await hands.see("c")
        words = await hands.see("escape")
        assert "go on with lesson 2" in words
        assert "visualizer lesson 2" in words


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_the_board_and_the_moves_asked_about_are_seen(size: tuple[int, int]) -> None:
    """In lesson 6 the whole board stands beside each question, and each move that is an answer
    is drawn.
    """
    async with program_on(read_lesson(6), size) as hands:
        asked = 0
        for _ in range(9):
            words = hands.words()
            screen = hands.explorer

            assert "a part of the board" not in words
            if screen.session.question is not None:
                asked += 1
                listed = letters_of(*screen.query_one("#view", Canvas).rendering().lines)
                moves = [each for each in screen.session.choices.values() if len(each) == 2]
                assert all(move in listed for move in moves), moves
            await hands.see("space", "enter")

        assert asked


async def test_each_door_is_a_key_and_a_click(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is watched is what was opened last, at first a tree at its first cut; a game is
    played against a search.
    """
    monkeypatch.setenv("VISUALIZER_STATE", str(tmp_path))
    monkeypatch.setenv("VISUALIZER_CONFIG", str(tmp_path))
    async with program_on(None, remembered=RememberedOptions()) as hands:
        screens: dict[str, type] = {
            "w": ExploreScreen,
            "p": ListDialog,
            "c": StartScreen,
            "l": ListDialog,
        }
        for key, screen in screens.items():
            for by_mouse in (False, True):
                row = next(
                    y
                    for y, line in enumerate(hands.words().split("\n"))
                    if line.startswith(f"  {key}  ")
                )
                await (hands.click(8, row) if by_mouse else hands.press(key))
                await hands.rest()

                assert isinstance(hands.app.screen, screen), key
                if key == "w" and not by_mouse:
                    assert "Cut at C" in hands.words()
                await hands.see("escape")

        assert isinstance(hands.app.screen, DoorsScreen)
        assert "go on with AIMA figure 5.2" in hands.words()
        await hands.see("p", "enter")
        assert isinstance(hands.app.screen, PlayScreen)


async def test_what_was_opened_last_and_is_gone_is_said() -> None:
    """A file that is no longer there is named, where another position can be chosen."""
    gone = recipe_of("./gone.py")
    async with program_on(None, notes=True, remembered=RememberedOptions(recent=(gone,))) as hands:
        await hands.see("w")

        assert isinstance(hands.app.screen, StartScreen)
        assert "gone.py" in hands.words()


@pytest.mark.slow
async def test_trees_to_solve_from_a_lesson_and_from_the_start_screen() -> None:
    """`p` after the question and the last line behind the first door open the course; escape
    leads back.
    """
    async with program_on(read_lesson(2)) as hands:
        await go_to_frame(hands, QUESTION)

        assert "p: trees to solve yourself" in await hands.see("b")
        words = await hands.see("p")
        assert f"Practice 1 of {COURSE_LENGTH}" in words
        assert "esc back" in words
        await hands.see("escape")
        in_mode(hands.app.screen, LessonScreen)
    async with program_on(None) as hands:
        assert f"Practice 1 of {COURSE_LENGTH}" in await hands.see("l", "end", "enter")
        await hands.see("escape")
        assert isinstance(hands.app.screen, DoorsScreen)


async def test_away_from_a_frame_the_step_is_told() -> None:
    """On a small screen what is said after an arrow key is the sentence of that step; enter goes
    on as before.
    """
    async with program_on(read_lesson(1)) as hands:
        assert "MIN's first move at B ends the game with 3." in await hands.see(*["enter"] * 2)
        words = await hands.see("right", "right")
        assert "b2 is worth 5" in words
        assert "enter goes on with the lesson" in words
        assert "MIN's first move at B" not in words
        assert "MIN's first move at B ends the game with 3." in await hands.see("left", "left")


@pytest.mark.slow
async def test_help_in_a_lesson_begins_with_its_keys() -> None:
    """`?` says what enter and backspace do here, and not what they do in the explorer."""
    async with program_on(read_lesson(1), (80, 90)) as hands:
        words = await hands.see("question_mark")

        assert 0 < words.index("enter  go on: to the next frame") < words.index("one step forward")
        assert "back one frame" in words
        assert "select the first child" not in words


async def test_what_is_predicted_in_a_lesson_is_answered_with_enter() -> None:
    """A number is typed, taken back and entered; the lesson stays at its frame until then."""
    async with program_on(read_lesson(1)) as hands:
        for _ in range(3):
            await hands.see("enter")
        words = await hands.see("9", "backspace", "5", "enter")

        assert "No: MAX takes the greatest" in words
        assert "4 of 10" in words
        await hands.press("3")
        assert "3▏" in hands.words()
        words = await hands.see("enter")
        assert "Right. MIN takes the least of 3 and 5." in words
        assert "4 of 10" in words
        assert "5 of 10" in await hands.see("enter")


async def test_what_waits_for_an_answer_is_offered_behind_it() -> None:
    """While a frame asks, neither its line nor the footer offers what would be refused; after
    the answer they do.
    """
    async with program_on(read_lesson(1)) as hands:
        in_mode(hands.app.screen, LessonScreen).move_frame(4)
        await hands.rest()

        assert "▸ what comes next? answer below" in hands.words()
        assert "→ goes one step on" not in hands.words()
        footer = hands.words().rstrip().split("\n")[-1]
        assert not any(word in footer for word in ("go on", "view", "edit", "play", "finish")), (
            footer
        )
        assert "→ goes one step on, ← one back; try both; enter goes on" in await hands.see(
            "2", "enter"
        )
        assert "go on" in hands.words().rstrip().split("\n")[-1]


@pytest.mark.parametrize("size", one_in(2, [((80, 24),), ((120, 40),)]))
async def test_the_question_stands_over_its_own_tree(size: tuple[int, int]) -> None:
    """It can be read whole, and letters and clicks answer it; what is no answer does nothing."""
    async with program_on(read_lesson(2), size) as hands:
        await go_to_frame(hands, QUESTION)
        words = hands.prose()

        assert " ".join(read_lesson(2).question.asks.split()) in words
        assert "b no: MIN can hold MAX to 4 there" in words
        screen = hands.app.screen
        mode = in_mode(screen, LessonScreen)
        assert isinstance(screen, ExploreScreen)
        assert screen.run.root.text() == "A(B(6,7), C(4,9))"
        assert screen.scene.step == 9
        await hands.see("2", "enter", "f")
        assert mode.reading.judged is None
        assert mode.reading.is_closing
        row = next(
            y for y, line in enumerate(hands.words().split("\n")) if "yes: 9 is more than 6" in line
        )
        await hands.click(8, row)
        await hands.rest()
        assert "No: MAX would want the 9" in hands.words()
        words = await hands.see("b")
        assert "Right. C is worth 4 or less" in words
        assert "enter: lesson 3" in words
