"""The screens as they are: letters at three sizes, and pictures in each theme.

`make snapshots` takes new ones of them all, those of slow tests too; look at the differences before
they are kept.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import rich
import textual
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

from tests.terminal.hands import AIMA, TAK, Hands, explored, program_on, started
from tests.terminal.playing_hands import playing, stop_clock
from tests.terminal.searches import recipe_of
from visualizer.apps.actions import ACTIONS, BASE_SCREENS
from visualizer.apps.tui.app import VisualizerApp
from visualizer.apps.tui.options import OpeningOptions, RememberedOptions
from visualizer.play.playing.game_file import EXAMPLE_GAME_FILE, open_game_file
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.teach.lessons import read_lesson
from visualizer.teach.tasks import Practice, SearchPractice

SIZES = [
    (80, 24),
    (120, 40),
    (200, 60),
]
STAR1 = Recipe(PositionSpec("tree", "star1-cut"), SearchSpec("star1", options={"bounds": (0, 10)}))
DICE = recipe_of("einstein", "two-stones", "star1,depth=4")
SCREENS: dict[str, tuple[Recipe, tuple[str, ...]]] = {
    "start": (AIMA, ()),
    "tree": (AIMA, ("x", "1")),
    "tree-end": (AIMA, ("end", "1")),
    "columns": (TAK, ("x", "x", "x", "2")),
    "columns-selected": (TAK, ("x", "x", "x", "2", "backspace", "down")),
    "overview": (TAK, ("colon", "5", "0", "percent_sign", "enter", "3")),
    "why": (AIMA, ("x", "w")),
    "help": (AIMA, ("question_mark",)),
    "go": (AIMA, ("colon", "9", "9", "enter")),
    "find": (AIMA, ("end", "slash", "2")),
    "copy": (AIMA, ("x", "y")),
    "export": (AIMA, ("x", "e")),
    "chance": (STAR1, ("x", "1")),
    "dice": (DICE, ("x", "2")),
    "lecture": (AIMA, ("x", "l")),
    "edit": (AIMA, ("x", "E")),
}
BEGUN: dict[str, tuple[Callable[[], Any], tuple[str, ...]]] = {
    "doors": (lambda: None, ()),
    "form": (lambda: None, ("c",)),
    "lesson": (lambda: read_lesson(1), ("enter",)),
    "question": (lambda: read_lesson(1), ("enter",) * 5),
    "practice": (Practice, ("1",)),
    "steps": (SearchPractice, ("down",)),
}
"""Screens with which the program begins, where no search is given: what is, and the keys."""
COMPARED: dict[str, tuple[str, tuple[str, ...]]] = {
    "columns": ("tak", ("x", "x", "x")),
    "views": ("tree", ("1", "x", "V")),
    "trees": ("tree", ("1", "end")),
    "overview": ("tak", ("3", "a", "a", "x")),
    "differences": ("tak", ("d",)),
    "difference": ("tak", ("d", "enter")),
    "numbers": ("tak", ("end", "s")),
    "help": ("tree", ("question_mark",)),
}
"""Screens of searches side by side: the game, and the keys."""
PLAYED: dict[str, tuple[str, ...]] = {
    "begun": ("down", "right"),
    "values": ("u", "h"),
    "list": ("tab", "up"),
    "review": ("v",),
    "better": ("v", "f"),
    "refuted": ("v", "f", "b", "4", "enter"),
    "shown": ("v", "s"),
}
"""Screens of a game of Tak that was lost: the keys."""
THREE = [
    SearchSpec("alpha-beta"),
    SearchSpec("ordered-alpha-beta"),
    SearchSpec("minimax"),
]
LOOKS: dict[str, dict[str, Any]] = {
    "dark": {"begin": OpeningOptions(theme="dark")},
    "light": {"begin": OpeningOptions(theme="light")},
    "contrast": {"begin": OpeningOptions(theme="contrast")},
    "mono": {"begin": OpeningOptions(theme="mono")},
    "ascii": {"begin": OpeningOptions(theme="dark"), "ascii_only": True},
}
DRAWN_WITH = "8.2"
"""Pictures are compared with the Textual that drew them; letters with every one."""


class StyledText(SingleFileSnapshotExtension):
    """A picture in a file of its own."""

    _write_mode = WriteMode.TEXT
    file_extension = "svg"


def name_of(size: tuple[int, int]) -> str:
    return f"{size[0]}x{size[1]}"


async def shown(name: str, size: tuple[int, int], **looks: Any) -> tuple[str, str]:
    """Return the letters and the picture of a screen."""
    recipe, keys = SCREENS[name]
    async with explored(recipe, size, **looks) as hands:
        for key in keys:
            await hands.see(key)
        return hands.words(), hands.app.export_screenshot(title=name)


@pytest.fixture(autouse=True)
def colours(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no setting of whoever runs the tests change the looks."""
    for name in ("NO_COLOR", "TEXTUAL_THEME", "TEXTUAL_ANIMATIONS"):
        monkeypatch.delenv(name, raising=False)


def larger(names: Iterable[str], sizes: Sequence[tuple[int, int]] = SIZES) -> list[Any]:
    """Return the cases of slow tests: the screens at all sizes but the smallest, in which quick
    tests look at them.

    Those have a test of their own: a stored screen counts as unused where another case of its test
    ran and it did not.
    """
    return [
        pytest.param(name, size, id=f"{name}-{name_of(size)}")
        for name in names
        for size in sizes[1:]
    ]


def test_each_screen_is_stored() -> None:
    """Of each screen that the table of actions knows, quick tests compare one at least with what
    was stored.
    """
    places = {where for action in ACTIONS for where in action.where} | {*BASE_SCREENS}
    by_name = {
        "explorer": "tree",
        "sides": "columns",
        "play": "begun",
        "start": "doors",
    }

    assert {by_name.get(place, place) for place in places} <= {*SCREENS, *BEGUN, *PLAYED, *COMPARED}


@pytest.mark.parametrize("name", SCREENS)
def test_the_letters_on_the_screen(name: str, snapshot: SnapshotAssertion) -> None:
    """Each screen of 80×24 has the letters that were looked at when it was last changed."""
    words, _ = asyncio.run(shown(name, SIZES[0]))
    assert words == snapshot


@pytest.mark.slow
@pytest.mark.parametrize(("name", "size"), larger(SCREENS))
def test_the_letters_on_more_screens(
    name: str, size: tuple[int, int], snapshot: SnapshotAssertion
) -> None:
    """The same on screens of 120×40 and 200×60."""
    words, _ = asyncio.run(shown(name, size))
    assert words == snapshot


async def begun(name: str, size: tuple[int, int]) -> str:
    """Return the letters of a screen with which the program begins."""
    subject, keys = BEGUN[name]
    still = RememberedOptions(
        reduced_motion=True
    )  # else what is seen beside the doors depends on the time
    async with program_on(subject(), size, remembered=still) as hands:
        for key in keys:
            await hands.see(key)
        return hands.words()


@pytest.mark.parametrize("name", BEGUN)
def test_the_letters_where_one_begins(
    name: str, snapshot: SnapshotAssertion, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The doors, the form, lessons and practice, for somebody of whom nothing is remembered."""
    monkeypatch.setenv("VISUALIZER_STATE", str(tmp_path))
    monkeypatch.setenv("VISUALIZER_CONFIG", str(tmp_path))
    monkeypatch.setattr(
        "visualizer.apps.tui.start.form.ESTIMATE_SLICE_SECONDS", 5.0
    )  # the search is counted, however slow the machine is

    assert asyncio.run(begun(name, SIZES[0])) == snapshot


@cache
def played(keys: tuple[str, ...], size: tuple[int, int]) -> list[str]:
    """Return the letters after each key in the game that comes with the program, as far as move
    21, or its review.
    """
    match = open_game_file(EXAMPLE_GAME_FILE).match
    words = list[str]()
    match.go_to(22 if keys[0] in ("v", "tab") else 20)

    async def walk() -> None:
        async with playing(match, size) as hands:
            for key in keys:
                await hands.see(key)
                if hands.screen.place == "review":
                    stop_clock(hands.screen)
                    await hands.judge()
                else:
                    await hands.think()
                await hands.rest()
                words.append(hands.words())

    asyncio.run(walk())
    return words


def letters_of_a_game(name: str, size: tuple[int, int]) -> str:
    """Return the letters of a screen; those whose keys begin alike are of one walk."""
    keys = PLAYED[name]
    longest = max((each for each in PLAYED.values() if each[: len(keys)] == keys), key=len)
    return played(longest, size)[len(keys) - 1]


@pytest.mark.parametrize("name", PLAYED)
def test_the_letters_where_one_plays_and_reviews(name: str, snapshot: SnapshotAssertion) -> None:
    """The board with moves, values and words, and its review with the worst move, a try and the
    better move.
    """
    assert letters_of_a_game(name, SIZES[0]) == snapshot


@pytest.mark.slow
@pytest.mark.parametrize(("name", "size"), larger(PLAYED, SIZES[:2]))
def test_the_letters_of_more_of_a_game(
    name: str, size: tuple[int, int], snapshot: SnapshotAssertion
) -> None:
    """The same on a larger screen."""
    assert letters_of_a_game(name, size) == snapshot


async def compared(name: str, size: tuple[int, int], searches: Sequence[SearchSpec]) -> str:
    """Return the letters of a screen that compares searches."""
    game, keys = COMPARED[name]
    depth = 3 if game == "tak" else None
    runs = [
        Run(Recipe(PositionSpec(game), replace(search, depth=depth))).finish()
        for search in searches
    ]
    for run in runs:
        run._driver.seconds = 0.25
    app = VisualizerApp(None, compared=runs)
    async with started(app, Hands, size) as hands:
        words = ""
        for key in keys:
            await hands.press(key)
            while words != (
                words := hands.words()
            ):  # a worker looks for differences, and may begin late
                await app.workers.wait_for_complete()
                await hands.rest()
        return words


@pytest.mark.parametrize("name", COMPARED)
def test_the_letters_of_a_comparison(name: str, snapshot: SnapshotAssertion) -> None:
    """Searches side by side have the letters that were looked at, but for the seconds, which
    differ each time.
    """
    if name in ("numbers", "trees"):
        searches = THREE
    else:
        searches = THREE[:2]
    assert asyncio.run(compared(name, SIZES[0], searches)) == snapshot


@pytest.mark.slow
@pytest.mark.parametrize(("name", "size"), larger(COMPARED))
def test_the_letters_of_more_comparisons(
    name: str, size: tuple[int, int], snapshot: SnapshotAssertion
) -> None:
    """The same on larger screens."""
    if name in ("numbers", "trees"):
        searches = THREE
    else:
        searches = THREE[:2]
    assert asyncio.run(compared(name, size, searches)) == snapshot


DRAWN = pytest.mark.skipif(
    not textual.__version__.startswith(DRAWN_WITH) or not hasattr(rich, "get_console"),
    reason=f"pictures are of Textual {DRAWN_WITH} and rich",
)


@DRAWN
@pytest.mark.parametrize("look", LOOKS)
def test_the_picture_of_the_screen(look: str, snapshot: SnapshotAssertion) -> None:
    """In every theme, without colour and in ASCII, a screen looks as it did when it was last
    looked at.
    """
    _, picture = asyncio.run(shown("tree", (80, 24), **LOOKS[look]))
    assert picture == snapshot(extension_class=StyledText)


@DRAWN
@pytest.mark.slow
@pytest.mark.parametrize("look", LOOKS)
def test_the_picture_of_columns(look: str, snapshot: SnapshotAssertion) -> None:
    """So do columns."""
    _, picture = asyncio.run(shown("columns", (80, 24), **LOOKS[look]))
    assert picture == snapshot(extension_class=StyledText)
