"""Locks: one program at a time plays a game's file, and what several remember is merged; nobody
stays locked out.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.cli.conftest import Call
from tests.few import one_in
from tests.processes import ROOT
from visualizer.apps.cli.screen import ScreenChoice
from visualizer.play.playing import progress
from visualizer.play.playing.kept import lock_of_file, new_autosave_file
from visualizer.play.playing.match import Match
from visualizer.play.playing.movers import HUMAN_MOVER
from visualizer.searching.lookup import opening_position
from visualizer.searching.recipe import PositionSpec

HOLD = "import sys; from visualizer.play.playing.kept import lock_of_file\n"
HOLD += "with lock_of_file(sys.argv[1]) as ours: print(ours, flush=True); sys.stdin.read()"


@pytest.fixture
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder for state of this test."""
    monkeypatch.setenv("VISUALIZER_STATE", str(tmp_path / "state"))
    return tmp_path / "state"


def holder(file: Path, state: Path) -> subprocess.Popen[str]:
    """Start a program that holds the lock of a file until it ends."""
    words = [sys.executable, "-c", HOLD, str(file)]
    place = {**os.environ, "VISUALIZER_STATE": str(state)}
    process = subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT, env=place
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "True\n"
    return process


@pytest.mark.parametrize("full", one_in(2, [False, True]), ids=["line mode", "screen"])
def test_a_game_is_played_by_one_program_at_a_time(
    call: Call, state: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, full: bool
) -> None:
    """The second is told so in one sentence, under any name of the file; once the first was
    killed, it plays.
    """
    file = tmp_path / "a.game"
    link = tmp_path / "b.game"
    call(f"play tictactoe --side both --save {file}", stdin="a1\n")
    link.symlink_to(file)
    before = file.read_bytes()
    process = holder(file, state)
    with monkeypatch.context() as patch:
        patch.setattr(ScreenChoice, "is_full", lambda self: full)
        for words in (
            ["play", str(file)],
            ["play", str(link)],
            ["play", "hex", "--save", str(file), "--force"],
        ):
            second = call(*words, stdin="b2\n")

            assert second.status == 2
            assert second.out == ""
            assert second.err.count("\n") == 1
            assert (
                f"'{words[-1 if len(words) == 2 else 3]}' is in use: another program is "
                "playing this game"
            ) in second.err

    assert file.read_bytes() == before
    assert call(f"play {file} --save {tmp_path}/c.game", stdin="b2\n").status == 0
    process.kill()
    process.communicate()
    assert call(f"play {file}", stdin="b2\n").status == 0
    assert file.read_text(encoding="utf-8").split()[-2:] == ["a1", "b2"]
    assert [*(state / "locks").iterdir()] == []


@pytest.mark.usefixtures("state")
def test_a_lock_is_held_once() -> None:
    """Until its block ends; a lock that was waited for is held in turn."""
    for _ in range(2):
        with lock_of_file("a") as first, lock_of_file("b") as other, lock_of_file("a") as second:
            assert first is True
            assert other is True
            assert second is False


def test_where_there_are_no_locks_one_plays_on(state: Path) -> None:
    """Say where the folder for state is a file."""
    state.touch()
    with lock_of_file("a") as ours:
        assert ours


def test_what_two_practices_remember_is_merged(state: Path) -> None:
    """Each adds to what the others have kept since it began, also at the same moment; lessons
    stay beside it.
    """
    progress.keep_frame(1, 3, 10)
    with ThreadPoolExecutor(8) as pool:
        for number in range(24):
            pool.submit(progress.keep_solved, [f"tree {number}"])
            pool.submit(progress.keep_frame, 2 + number, 1, 10)

    assert progress.solved_trees() == {f"tree {number}" for number in range(24)}
    assert [progress.frames_read(lesson) for lesson in range(1, 26)] == [3, *[1] * 24]
    assert [*json.loads((state / "progress.json").read_text(encoding="utf-8"))] == [
        "lessons",
        "solved",
    ]


def test_games_begun_in_the_same_second_have_files_of_their_own(state: Path) -> None:
    """Before the first move too, when no file is there yet."""
    match = opening_position(PositionSpec("tictactoe"))
    files = {new_autosave_file(Match(match, HUMAN_MOVER, HUMAN_MOVER)) for _ in range(20)}

    assert len(files) == 20
    assert {Path(file).parent for file in files} == {state / "games"}
