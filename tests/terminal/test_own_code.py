"""A person's own code beside its tree: its lines and variables, the keys that step them, and the
list of calls.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from tests.terminal.hands import AIMA, Hands, explored, until
from tests.terminal.searches import recipe_of
from tests.terminal.test_snapshots import SIZES, larger
from visualizer.apps.activities.exploring import Session
from visualizer.apps.dialogue.stepping import StepLines
from visualizer.apps.tui.options import OpeningOptions
from visualizer.apps.tui.scene import Scene
from visualizer.apps.tui.screens.export import ExportChoices
from visualizer.explaining.explanation.own_code import CodeView, open_call_lines
from visualizer.searching.run import Run
from visualizer.support.errors import InputError
from visualizer.trace.line_track import LineEvent, LineTrack
from visualizer.your_code.watching.watched import (
    CodeLimits,
    WatchedCode,
    describe_watched,
    watch_file,
)

MINE = """\
INF = float("inf")


def alphabeta(node, depth, alpha, beta, maximizing):
    if depth == 0 or not node.children:
        return node.value
    if maximizing:
        best = -INF
        for child in node.children:
            best = max(best, alphabeta(child, depth - 1, alpha, beta, False))
            alpha = best
            if alpha >= beta:
                break
        return best
    best = INF
    for child in node.children:
        best = min(best, alphabeta(child, depth - 1, alpha, beta, True))
        beta = min(beta, best)
        if alpha >= beta:
            break
    return best


def broken(node):
    scores = []
    for child in node.children:
        scores.append(child.value if child.is_terminal else broken(child))
        if len(scores) == 3:
            scores[7] = 0
    return max(scores)
"""
FIGURE = recipe_of("tree", "aima-5.2")
SCREENS: dict[str, tuple[str, ...]] = {
    "begun": (),
    "lines": ("j",) * 7,
    "changed": (*("right",) * 9, "j", "j"),
    "cut": ("x",),
    "calls": ("x", "C"),
    "other call": ("x", "backspace", "backspace"),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Give a folder with the file, in which all is done."""
    found = tmp_path_factory.mktemp("own")
    (found / "mine.py").write_text(MINE, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(found)
        yield found


@pytest.fixture(scope="module")
def watched(folder: Path) -> WatchedCode:
    """Run the search once."""
    return watch_file("mine.py:alphabeta", FIGURE, CodeLimits())


@pytest.fixture(scope="module")
def broken(folder: Path) -> WatchedCode:
    """Run the search that raises an error."""
    return watch_file("mine.py:broken", FIGURE, CodeLimits())


def track_of(watched: WatchedCode) -> LineTrack:
    assert watched.run.track is not None
    return watched.run.track


async def shown(watched: WatchedCode, name: str, size: tuple[int, int], **looks: Any) -> str:
    async with explored(
        watched.run,
        size,
        begin=OpeningOptions(view="tree"),
        **looks,
    ) as hands:
        for key in SCREENS[name]:
            await hands.see(key)
        return hands.words()


@pytest.mark.parametrize("name", SCREENS)
async def test_the_letters_on_the_screen(
    name: str, watched: WatchedCode, snapshot: SnapshotAssertion
) -> None:
    """Each screen of 80×24 has the letters that were looked at when it was last changed."""
    assert await shown(watched, name, SIZES[0]) == snapshot


@pytest.mark.slow
@pytest.mark.parametrize(("name", "size"), larger(SCREENS))
async def test_the_letters_on_more_screens(
    name: str, size: tuple[int, int], watched: WatchedCode, snapshot: SnapshotAssertion
) -> None:
    """The same on screens of 120×40 and 200×60."""
    assert await shown(watched, name, size) == snapshot


async def test_the_letters_in_ascii(watched: WatchedCode) -> None:
    """Without Unicode the marks stay apart: the current line, and what it has changed."""
    words = await shown(
        watched,
        "changed",
        (80, 24),
        ascii_only=True,
    )

    assert words.isascii()
    assert "@ 12" in words
    assert "*alpha 3" in words


def standing(hands: Hands) -> tuple[int, int | None]:
    """Return the step and the number of the line that are shown."""
    scene = hands.scene
    return scene.step, None if scene.code is None else scene.code.line


@pytest.mark.parametrize(
    ("keys", "step", "line"),
    [
        ("", 0, 4),
        ("j j k", 1, 5),
        ("j j j j j j", 2, 4),
        ("j j j j j J", 9, 11),
        ("right right j j U", 9, 11),
        ("x j", 13, 21),
        ("end j", 22, 14),
        ("k", 0, 4),
    ],
)
async def test_a_key_steps_the_lines_and_the_tree(
    keys: str, step: int, line: int, watched: WatchedCode
) -> None:
    """Lines go forwards, back, over and out of calls; the tree stands where they have come to,
    and they where it is.
    """
    async with explored(watched.run) as hands:
        await hands.press(*keys.split())
        assert standing(hands) == (step, line)


def test_lines_are_gone_through_one_by_one(watched: WatchedCode) -> None:
    """From the first to the last, and back; the step is always the one that has been reached by
    then.
    """
    track = track_of(watched)
    session = Session(watched.run)
    seen = [session.moment]
    while session.moment != len(track) - 1:
        session.step_line("line")
        seen.append(session.moment)

        assert session.step == track.steps[session.moment or 0]

    assert seen == [*range(len(track))]
    with pytest.raises(InputError, match="this is the last line"):
        session.step_line("line")
    for moment in reversed(range(len(track) - 1)):
        session.step_line("back_line")
        assert session.moment == moment


def test_a_step_leaves_the_line_that_was_chosen(watched: WatchedCode) -> None:
    """Going to another step shows the first line at which it is reached; going where one is
    keeps the line.
    """
    track = track_of(watched)
    session = Session(watched.run)
    for moment in range(len(track)):
        step = track.steps[moment]
        session.go_to_moment(moment)
        session.seek(step)

        assert session.moment == moment
        session.make_jump("previous")
        session.make_jump("next")
        assert session.step == step
        assert session.moment == track.at_step(step)


def test_over_and_out_stay_in_the_calls_that_are_open(watched: WatchedCode) -> None:
    """Over a line never enters a call, out of a call always leaves it."""
    track = track_of(watched)
    for moment in range(len(track)):
        calls = track.open_calls(moment)
        over = track.step_over(moment)

        assert over == next(
            (each for each in range(moment + 1, len(track)) if track.call_numbers[each] in calls),
            None,
        )
        if (out := track.step_out(moment)) is not None:
            assert track.open_calls(out) == calls[: len(track.open_calls(out))]
            assert calls[-1] not in track.open_calls(out)


def test_variables_are_in_order_and_what_changed_is_marked(watched: WatchedCode) -> None:
    """Parameters come first; what the line before has changed has what it was."""
    track = track_of(watched)
    moment = next(
        each
        for each in range(len(track))
        if track.lines[each] == 12 and not track.calls[track.call_numbers[each]].node
    )
    view = CodeView(watched.run, moment)

    assert [each.name for each in view.variables] == [
        "node",
        "depth",
        "alpha",
        "beta",
        "maximizing",
        "best",
        "child",
    ]
    assert [tuple(each) for each in view.variables if each.is_changed] == [
        ("alpha", "3", True, "−∞")
    ]
    assert view.variables[0].value == "the root"
    assert view.variables[3].value == "+∞"
    assert open_call_lines(watched.run, moment)[0][0].startswith("alphabeta(the root)  depth ")


async def test_choosing_a_call_shows_it(watched: WatchedCode) -> None:
    """The outermost call that is listed waits for the inner ones, with its own variables."""
    async with explored(watched.run) as hands:
        words = await hands.see("right", "right", "right", "C", "up", "up", "enter")

        assert "alphabeta(the root) · line 10" in words
        assert "waits here" in words
        await hands.press("j")
        assert "alphabeta(b1) · line 5" in (await rested(hands))


async def rested(hands: Hands) -> str:
    await hands.rest()
    return hands.words()


async def test_selecting_a_node_shows_its_call(watched: WatchedCode) -> None:
    """Of an open node its open call, of one that was left its latest."""
    async with explored(watched.run) as hands:
        await hands.press("x", "backspace", "up")

        assert "alphabeta(B) · line 21" in (await rested(hands))
        assert "has returned 3" in hands.words()
        await hands.press("down")
        assert "alphabeta(C) · line 21 ─" in (await rested(hands))


async def test_all_is_readable_in_80_columns(watched: WatchedCode) -> None:
    """Beside the tree stand the current line, whole, and all variables, at every moment."""
    track = track_of(watched)
    async with explored(watched.run) as hands:
        for moment in range(0, len(track), 3):
            hands.session.go_to_moment(moment)
            hands.explorer.show(selected=None)
            words = await rested(hands)
            view = CodeView(watched.run, moment)
            pane = " ".join(line[33:79].strip(" │") for line in words.split("\n"))

            assert "".join(view.source_line.split()) in "".join(pane.split())
            for each in view.variables:
                assert f"{each.name} {each.value}" in " ".join(pane.split())


async def test_tab_shows_the_other_panes_and_comes_back(watched: WatchedCode) -> None:
    """The code is one of the panes, at every size."""
    for size in SIZES:
        async with explored(watched.run, size) as hands:
            seen = []
            for _ in range(4):
                seen.append(hands.explorer.only_pane)
                await hands.press("tab")

            assert sorted(seen) == ["code", "counts", "line", "window"]
            assert hands.explorer.only_pane == "code"


async def test_the_lines_are_exported_as_a_film(
    watched: WatchedCode, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The dialog offers it where there are lines, and each is a picture with the code; other
    searches have none.
    """
    monkeypatch.chdir(tmp_path)

    assert "film of lines" not in ExportChoices(Scene(Run(AIMA), 0)).words["what"]
    async with explored(watched.run) as hands:
        await hands.see("e", "tab", "left")

        assert hands.text_of("#size").strip().endswith(f"frames: {len(track_of(watched))}")
        await hands.press("enter")
        await until(hands.pilot, lambda: any(tmp_path.glob("*film-of-lines.html")))
    (made,) = tmp_path.iterdir()
    page = made.read_text(encoding="utf-8")
    assert f"1 of {len(track_of(watched))}: line " in page
    assert "def " in page


async def test_compare_shows_the_right_search_at_the_same_step(watched: WatchedCode) -> None:
    """`c` opens it beside the code's tree, and both stand at this step."""
    async with explored(watched.run, (120, 40)) as hands:
        await hands.press("x", "c")
        words = await rested(hands)

        assert "mine.py:alphabeta  12 of 22" in words
        assert "alpha-beta  12 of 22" in words
        await hands.press("escape", "k", "c", "escape", "l", "l")
        assert standing(hands) == (11, 20), "the line is lost"


def test_it_is_said_that_code_does_what_it_should(folder: Path) -> None:
    """Where it is held against a search, and nothing differs; else nothing is said."""
    agrees = watch_file("mine.py:alphabeta", FIGURE, CodeLimits(), "alpha-beta")

    assert describe_watched(agrees) == ["on this tree it does what alpha-beta does"]
    assert describe_watched(watch_file("mine.py:alphabeta", FIGURE, CodeLimits())) == []


async def test_an_error_is_the_last_line(broken: WatchedCode) -> None:
    """It stands where it was raised, and the reason on the screen; nothing is made up for nodes
    that it left.
    """
    track = track_of(broken)

    assert track.event(track.end) is LineEvent.RAISE
    assert track.lines[track.end] == 29
    async with explored(broken.run, begin=OpeningOptions(moment=track.end)) as hands:
        words = await rested(hands)

        assert "▸ 29" in words
        assert "raises" in words
        assert "mine.py:broken raised IndexError" in words
        await hands.press("end")
        assert "stopped here" in (await rested(hands))
        assert "Finished" not in hands.words()


async def test_what_is_said_of_a_line_stays_until_a_key_leads_away(watched: WatchedCode) -> None:
    """A difference is told where the explorer begins, in the place of the step's sentence; one
    key, and it is gone.
    """
    track = track_of(watched)
    moment = 33
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            track, "notes", {moment: "Line 18, at B (MIN): β became 3; in alpha-beta, β stays 5."}
        )
        async with explored(watched.run, begin=OpeningOptions(moment=moment)) as hands:
            assert standing(hands) == (track.steps[moment], track.lines[moment])
            assert "Line 18, at B (MIN): β became 3; in alpha-beta, β stays 5." in (
                await rested(hands)
            )
            assert "k goes back one line, c shows the right search" in hands.words()
            await hands.press("j")
            assert "Line 18" not in (await rested(hands))
            await hands.press("k")
            assert "Line 18" in (await rested(hands))
        said = list[str]()
        StepLines(watched.run, said.append, moment=moment).carry_out([])

        assert "Line 18, at B (MIN): beta became 3; in alpha-beta, beta stays 5." in said


async def test_lines_go_no_further_than_a_question(watched: WatchedCode) -> None:
    """While the next step is predicted, no line behind it can be seen."""
    async with explored(watched.run) as hands:
        await hands.press("P")
        await hands.press(*("j",) * 100)

        assert (
            standing(hands)[0] == hands.explorer.run.trace.last_step < watched.run.trace.last_step
        )
        assert "no further than the question" in hands.session.note


async def test_many_variables_say_how_many_are_left_out(folder: Path) -> None:
    """Where there is no room for all, those that have just been changed are shown first."""
    lines = [
        f"    {name} = [1, 2, 3, 4, 5, 6, 7]"
        for name in ("first", *(f"v{n}" for n in range(12)), "last")
    ]
    (folder / "many.py").write_text(
        "\n".join(["def many(node):", *lines, "    return node.children[0].value"])
    )
    run = watch_file("many.py:many", recipe_of("tree", "[1,2]"), CodeLimits()).run
    async with explored(run) as hands:
        await hands.press(*("j",) * 15)
        words = await rested(hands)

        assert "*last [1, 2, 3, 4, 5, 6, …]" in words
        assert " more" in words
        assert "node the root" in words


@pytest.mark.parametrize("which", ["watched", "broken"])
async def test_no_file_of_ours_is_named(which: str, request: pytest.FixtureRequest) -> None:
    """The recording that is played back is soon gone; no dialog and no command has its name."""
    run = request.getfixturevalue(which).run
    hidden = Path(run.recipe.search.algorithm)
    async with explored(run, (200, 60)) as hands:
        for keys in ("end", "w", "escape y", "escape e", "escape c", "s", "escape c"):
            await hands.press(*keys.split())
            words = await rested(hands)
            for part in (hidden.name, hidden.parent.name, tempfile.gettempdir() + "/"):
                assert part not in words, keys

    assert run.recipe.command() == (
        f"visualizer watch mine.py:{'alphabeta' if which == 'watched' else which} tree -p aima-5.2"
    )
    assert hidden.name not in run.trace.reason
    assert run.recipe.search.as_object()["algorithm"].startswith("mine.py")


def test_line_mode_goes_through_the_lines(watched: WatchedCode) -> None:
    """It says the line, what has changed, the variables and the open calls, in words."""
    said = list[str]()
    lines = StepLines(watched.run, said.append)
    lines.carry_out(["x", "line", "line", "vars", "calls", "back line", "line over", "out", "L"])
    words = "\n".join(said)

    assert "  return best" in said
    for part in (
        "Line 21 of alphabeta(C):",
        "step 13",
        "  beta: infinity",
        "alphabeta(the root)  depth",
        "Line 11 of alphabeta(the root):",
        "! no further call is open",
    ):
        assert part in words.replace("alphabeta(the root), depth", "alphabeta(the root)  depth"), (
            part
        )
    assert "∞" not in words
    assert "−" not in words


def test_line_mode_says_why_the_code_ended(broken: WatchedCode) -> None:
    """It begins at the line that raised the error."""
    said = list[str]()
    lines = StepLines(broken.run, said.append, moment=track_of(broken).end)
    lines.carry_out([])

    assert "Line 29 of broken(B), which raises:" in said
    assert any(each.startswith("mine.py:broken raised IndexError") for each in said)
