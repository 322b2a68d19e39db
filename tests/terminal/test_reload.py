"""A position in a file that is followed as it is saved, and one that is edited as text in an
editor of one's own.
"""

from __future__ import annotations

import shlex
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from functools import partial
from pathlib import Path

import pytest

from tests.terminal.hands import AIMA, TICTACTOE, Hands, explored, in_lecture, stand_still, until
from tests.terminal.searches import recipe_of, searched
from visualizer.apps.activities.position_file import PositionFile, matching_path, matching_step
from visualizer.apps.cli.position_options import read_position_text
from visualizer.apps.tui.app import VisualizerApp
from visualizer.apps.tui.options import OpeningOptions
from visualizer.apps.tui.screens import position_text
from visualizer.searching.lookup import default_search
from visualizer.searching.recipe import PositionSpec, Recipe
from visualizer.searching.run import Run
from visualizer.support.errors import InputError

FIRST = "[[3,12,8],[2,4,6],[14,5,2]]"
SECOND = "[[3,12,8],[2,4,6],[14,5,1,7]]"
AT_CUT = 12
DEEPENING = recipe_of("tree", SECOND, "iterative-deepening")
Follow = Callable[..., AbstractAsyncContextManager[Hands]]
Edit = Callable[[str], None]


def tree(text: str) -> Run:
    """Return the finished search of a written tree."""
    return searched("tree", text)


def in_file(file: Path, *, followed: bool = True) -> PositionFile:
    """Return the file of a tree, as `-p @FILE` gives it."""

    def read() -> Recipe:
        where = PositionSpec("tree", read_position_text(f"@{file}"))
        return Recipe(where, default_search(where))

    return PositionFile(str(file), read, is_followed=followed)


# The file and the place.


def test_a_file_is_saved_once_it_rests(tmp_path: Path) -> None:
    """It is read once for each time: not half-written, and also replaced by another, gone, or
    back again.
    """
    file = tmp_path / "t.txt"
    other = tmp_path / "t.txt.new"
    file.write_text("[1,2]", encoding="utf-8")
    followed = in_file(file)

    assert not any(followed.notice_save() for _ in range(3))
    file.write_text("[1", encoding="utf-8")
    assert not followed.notice_save()
    file.write_text("[1,23]", encoding="utf-8")
    assert [followed.notice_save() for _ in range(3)] == [False, True, False]
    assert followed.read().where.position == "[1,23]"
    assert followed.recipe is not None
    other.write_text("[1,24]", encoding="utf-8")
    other.replace(file)
    assert [followed.notice_save() for _ in range(3)] == [False, True, False]
    file.unlink()
    assert [followed.notice_save() for _ in range(3)] == [False, True, False]
    with pytest.raises(InputError, match="No such file"):
        followed.read()
    file.mkdir()
    assert [followed.notice_save() for _ in range(3)] == [False, True, False]
    with pytest.raises(InputError, match=r"directory|denied"):
        followed.read()


@pytest.mark.parametrize("recipe", [AIMA, DEEPENING], ids=["once", "in passes"])
def test_the_place_in_the_same_search_is_the_same(recipe: Recipe) -> None:
    """Every step of a search is found again in another run of it, also where nodes are visited
    several times.
    """
    one = Run(recipe).finish()
    other = Run(recipe).finish()

    assert [matching_step(one, step, other) for step in range(one.trace.steps + 1)] == [
        *range(one.trace.steps + 1)
    ]


def test_the_place_in_another_tree_is_where_the_same_happens() -> None:
    """The end stays the end; else the same node is entered or left, or the step has the same
    number.
    """
    before = tree(FIRST)
    now = tree("[[3,8],[2,4,6],[14,5,2]]")

    assert matching_step(before, before.trace.last_step, now) == now.trace.last_step
    assert matching_step(before, 0, now) == 0
    entered = before.trace.enter_step(before.node_at((1, 0)) or 0)
    assert (
        matching_step(before, entered, now)
        == now.trace.enter_step(now.node_at((1, 0)) or 0)
        == entered - 2
    )
    gone = before.trace.enter_step(before.node_at((0, 2)) or 0)
    assert matching_step(before, gone, now) == gone
    assert matching_path(before, (0, 2), now) == (0,)
    assert matching_path(before, (2, 1), now) == (
        2,
        1,
    )
    named = tree("A(C(2,4),B(3,8))")
    assert matching_path(tree("A(B(3,8),C(2,4))"), (1, 0), named) == (0, 0)


# The explorer of a file.


@pytest.fixture
def follow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Follow:
    """Open the explorer of a file that holds a tree, which it looks at all the time."""
    monkeypatch.setattr(position_text, "FILE_CHECK_SECONDS", 0.01)

    @asynccontextmanager
    async def opened(
        text: str = FIRST, size: tuple[int, int] = (80, 24), *, followed: bool = True
    ) -> AsyncIterator[Hands]:
        (tmp_path / "t.txt").write_text(text, encoding="utf-8")
        file = in_file(tmp_path / "t.txt", followed=followed)
        async with explored(file.read(), size, begin=OpeningOptions(read_from=file)) as hands:
            yield hands

    return opened


def heading(hands: Hands) -> str:
    """Return the first line."""
    return hands.words().split("\n")[0]


def says(hands: Hands, words: str) -> bool:
    """Return whether words stand in the first line."""
    return words in heading(hands)


async def saved(
    hands: Hands,
    file: Path,
    text: str | bytes,
    holds: Callable[[], bool],
) -> None:
    """Save a file, and wait until something is true."""
    file.write_bytes(text.encode() if isinstance(text, str) else text)
    await until(hands.pilot, holds)
    await hands.rest()


async def test_the_explorer_follows_its_file(follow: Follow, tmp_path: Path) -> None:
    """The tree is searched again at the same event, with the same node selected, in the same
    view; a note says so.
    """
    file = tmp_path / "t.txt"
    async with follow() as hands:
        assert "following t.txt as you save it" in hands.words()
        screen = hands.explorer
        await hands.press("x", "backspace", "3")
        assert screen.scene.step == AT_CUT
        assert screen.scene.selected == (1,)
        await saved(hands, file, SECOND, lambda: screen.run.root.text() == SECOND)
        assert hands.explorer is screen
        assert screen.view_name == "overview"
        assert screen.scene.step == AT_CUT
        assert screen.scene.selected == (1,)
        assert screen.session.step == AT_CUT
        assert "t.txt was saved: read again" in hands.words()
        await hands.press("end")
        await saved(hands, file, FIRST, lambda: screen.run.root.text() == FIRST)
        assert screen.scene.step == screen.run.trace.last_step
        await saved(hands, file, "[~[1,2],3]", lambda: screen.run.algorithm.name == "star1")


async def test_an_error_stays_until_the_file_is_right(follow: Follow, tmp_path: Path) -> None:
    """It takes the heading's place whatever is pressed, and the last good tree can be stepped
    through.
    """
    file = tmp_path / "t.txt"
    async with follow() as hands:
        screen = hands.explorer
        before = heading(hands)
        faults = {
            b"[[3,,12]]": "',' at character 5, where a number",
            b"\xff\xfe\0": "it is not a text file",
            b"": "no tree",
            b"\n[[3],\n  [1,,2]]\n": "',' at line 3, column 6",
        }
        for text, fault in faults.items():
            words = f" t.txt: {fault}"
            await saved(hands, file, text, partial(says, hands, words))
            await hands.press("right", "v")

            assert words in heading(hands)
            assert screen.run.root.text() == FIRST
            assert screen.scene.step
        file.unlink()
        await until(hands.pilot, lambda: " t.txt: No such file" in heading(hands))
        await saved(hands, file, FIRST, lambda: heading(hands) == before)

        assert screen.run.root.text() == FIRST
        assert screen.scene.step == len(faults)


@pytest.mark.parametrize(
    "size",
    [
        (80, 24),
        (60, 16),
        (120, 40),
    ],
    ids=str,
)
async def test_a_long_error_is_shown_whole(
    size: tuple[int, int], follow: Follow, tmp_path: Path
) -> None:
    """It takes as many lines as it needs, in the explorer and in a lecture; they go when the
    file is right.
    """
    file = tmp_path / "t.txt"
    text = "[[1,2],[3,a-name-of-a-branch-that-takes-room]]"
    fault = (
        "t.txt: ']' at character 45, where ( or = after the name "
        "'a-name-of-a-branch-that-takes-room' is expected"
    )
    async with follow(size=size) as hands:
        view = hands.explorer.query_one("#view")
        height = view.size.height
        for keys in ((), ("l",)):
            await hands.press(*keys)
            await saved(hands, file, text, lambda: "t.txt: " in hands.words())
            words = hands.prose()

            assert fault in words
            await saved(hands, file, FIRST, lambda: "t.txt: " not in hands.words())
            assert view.size.height == height


async def test_what_stands_on_a_node_goes_with_it(follow: Follow, tmp_path: Path) -> None:
    """The selected node and its breakpoint keep to its name; without the node neither stands on
    another.
    """
    file = tmp_path / "t.txt"
    async with follow("A(B(3,12,8),C(2,4,6))") as hands:
        screen = hands.explorer
        await hands.press("x", "backspace", "b")

        assert screen.scene.selected == (1,)
        assert screen.session.breakpoints == {(1,)}
        await saved(
            hands, file, "A(X(1,2),B(3,12,8),C(2,4,6))", lambda: screen.scene.selected == (2,)
        )
        assert screen.session.breakpoints == {(2,)}
        await saved(
            hands, file, "A(X(1,2),B(3,12,8),D(2,4,6))", lambda: screen.scene.selected is None
        )
        assert not screen.session.breakpoints


async def test_what_is_open_is_not_disturbed(follow: Follow, tmp_path: Path) -> None:
    """Behind a dialog the file waits; a lecture goes on with the new tree; what was predicted is
    over.
    """
    file = tmp_path / "t.txt"
    async with follow(size=(80, 30)) as hands:
        screen = hands.explorer
        await hands.press("x", "question_mark")
        file.write_text(SECOND, encoding="utf-8")
        await hands.pilot.pause(0.1)

        assert screen.run.root.text() == FIRST
        await hands.press("escape")
        await until(hands.pilot, lambda: screen.run.root.text() == SECOND)
        await hands.press("l")
        await saved(hands, file, FIRST, lambda: screen.run.root.text() == FIRST)
        in_lecture(screen)
        assert screen.session.step == AT_CUT
        assert "l closes" in hands.words()
        await hands.press("l", "P")
        is_held_before = screen.run.hides_later_steps
        await saved(hands, file, SECOND, lambda: screen.run.root.text() == SECOND)

        assert is_held_before
        assert not screen.run.hides_later_steps
        assert screen.session.quiz is None


async def test_a_long_search_gives_way(
    follow: Follow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While a search goes on it is replaced by that of the file as it is now, which goes on,
    too.
    """
    monkeypatch.setattr("visualizer.apps.tui.screens.explore.RESTART_SECONDS", 0.0)
    large = "[" + ",".join(["[" + ",".join(["[1,2,3,4,5,6,7,8]"] * 30) + "]"] * 40) + "]"
    async with follow() as hands:
        screen = hands.explorer
        await hands.press("end")
        await saved(hands, tmp_path / "t.txt", large, lambda: screen.run.root.text() == large)

        assert not screen.run.trace.finished
        assert screen.session.waiting_jump == "last"
        await saved(hands, tmp_path / "t.txt", FIRST, lambda: screen.run.root.text() == FIRST)


# An editor.


@pytest.fixture
def edit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Edit:
    """Return what sets the editor: a command of several words that keeps what it is given, then
    runs a line.
    """
    script = tmp_path / "an editor.py"
    monkeypatch.setattr(VisualizerApp, "suspend", lambda app: nullcontext())
    monkeypatch.delenv("VISUAL", raising=False)

    def becomes(line: str) -> None:
        script.write_text(
            "import sys, pathlib\n"
            "file, seen = pathlib.Path(sys.argv[-1]), "
            "pathlib.Path(__file__).with_name('seen.txt')\n"
            "text = file.read_text(encoding='utf-8')\nseen.write_text(text, "
            f"encoding='utf-8')\n{line}\n",
            encoding="utf-8",
        )
        monkeypatch.setenv("EDITOR", shlex.join([sys.executable, str(script), "--wait"]))

    return becomes


def writes(text: str) -> str:
    """Return the line that saves a text."""
    return f"file.write_text({text!r}, encoding='utf-8')"


async def test_an_editor_changes_the_tree(edit: Edit, tmp_path: Path) -> None:
    """What is right is searched again; what is wrong is said and kept, and unchanged text
    changes nothing.
    """
    seen = tmp_path / "seen.txt"
    async with explored(AIMA) as hands:
        screen = hands.explorer
        shown = hands.explorer.run
        text = shown.root.text()
        await hands.press("x")
        edit("pass")
        await hands.press("ctrl+e")

        assert seen.read_text(encoding="utf-8") == f"{text}\n"
        assert screen.run is shown
        assert "nothing was changed" in hands.words()
        edit(writes("[[3,,12]]"))
        await hands.press("ctrl+e")
        assert " your text: ',' at character 5" in heading(hands)
        assert screen.run is shown
        assert "ctrl+e opens what you typed again" in hands.words()
        await hands.press("right")
        assert " your text: ',' at character 5" in heading(hands)
        edit(writes("[~[3,12],[2,4]]\n"))
        await hands.press("ctrl+e")
        assert seen.read_text(encoding="utf-8") == "[[3,,12]]\n"
        assert screen.run.root.text() == "[~[3,12],[2,4]]"
        assert screen.run.algorithm.name == "star1"
        assert "Star1" in heading(hands)
        assert "searched again" in hands.words()
        edit(writes("["))
        await hands.press("ctrl+e")
        edit(writes("\n"))
        await hands.press("ctrl+e")
        assert "Star1" in heading(hands)
        assert screen.position_text.draft is None


async def test_an_editor_changes_the_very_file(edit: Edit, follow: Follow, tmp_path: Path) -> None:
    """With -p @FILE that is what is edited, followed or not; an error is that of the file."""
    for followed in (False, True):
        async with follow(followed=followed) as hands:
            edit(writes(SECOND))
            await hands.press("ctrl+e")
            await until(hands.pilot, lambda: hands.explorer.run.root.text() == SECOND)
            edit(writes("[[3"))
            await hands.press("ctrl+e")
            await until(hands.pilot, partial(says, hands, " t.txt: the tree ends too soon"))

            assert (tmp_path / "t.txt").read_text(encoding="utf-8") == "[[3"


async def test_a_position_of_any_game_can_be_edited(edit: Edit) -> None:
    """Its notation is edited, and the same search made of it."""
    async with explored(TICTACTOE) as hands:
        text = hands.explorer.run.root.text()
        edit(f"file.write_text(text.replace({text[:9]!r}, 'XO-XO-X--'), encoding='utf-8')")
        await hands.press("ctrl+e")

        assert hands.explorer.run.root.text() != text
        assert hands.explorer.run.algorithm.name == "alpha-beta"


@pytest.mark.parametrize(
    ("editor", "words"),
    [
        ("no-such-editor --wait", "there is no editor 'no-such-editor'"),
        ("'", "cannot be read: No closing quotation"),
        (shlex.join([sys.executable, "-c", "raise SystemExit(3)"]), "ended with status 3"),
    ],
    ids=["missing", "quotes", "status"],
)
async def test_an_editor_that_fails_is_told(
    editor: str, words: str, edit: Edit, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that is not there, cannot be read, or ends with another status than 0."""
    monkeypatch.setenv("EDITOR", editor)
    async with explored(AIMA, (160, 40)) as hands:
        before = hands.explorer.run
        await hands.press("ctrl+e")

        assert words in hands.words()
        assert hands.explorer.run is before


async def test_nobody_gets_an_editor_in_a_browser(
    edit: Edit, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A visitor of `serve` would run a program on the machine that serves; nor is there one
    without a terminal.
    """
    edit("pass")
    async with explored(AIMA, (160, 40)) as hands:
        monkeypatch.setenv("TEXTUAL_DRIVER", "textual.drivers.web_driver:WebDriver")
        await hands.press("ctrl+e")

        assert "an editor opens only in a terminal of your own" in hands.words()
        monkeypatch.delenv("TEXTUAL_DRIVER")
        monkeypatch.undo()
        await hands.press("right", "ctrl+e")
        assert not (tmp_path / "seen.txt").exists()


async def test_while_predicting_nothing_is_edited(edit: Edit, tmp_path: Path) -> None:
    """The text would show what is asked about."""
    edit("pass")
    async with explored(AIMA, (160, 40)) as hands:
        stand_still(hands.explorer)
        await hands.press("P", "ctrl+e")

        assert hands.session.quiz is not None
        assert not (tmp_path / "seen.txt").exists()
