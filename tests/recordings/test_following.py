"""A search is read while it is written: however it comes in, and wherever it stops."""

from __future__ import annotations

import gzip
import os
import re
import time
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from threading import Thread

import pytest

from tests.few import one_in
from tests.oracles.engine import told
from tests.processes import PATIENCE
from visualizer.apps.dialogue import stepping
from visualizer.apps.dialogue.stepping import StepLines
from visualizer.apps.tui.scene import Scene
from visualizer.apps.tui.views import views
from visualizer.explaining.explanation.explainer import explain
from visualizer.explaining.measures.summary import visit_counts
from visualizer.searching.events.lines import GrowingLines
from visualizer.searching.events.recordings import FOLLOWED_RECORDINGS, Recording, recording_of
from visualizer.searching.recipe import recipe_of_recording
from visualizer.searching.run import Run
from visualizer.support.errors import InputError
from visualizer.trace.tree_at_step import TreeAtStep

ALIEN = ("info depth 3 score cp 12", "", "bestmove e2e4", "[1, 2]", "info string ♘ schlägt Läufer")
NAME = "piped.jsonl"
"""What the pipe is called."""


@pytest.fixture(autouse=True)
def nothing_followed() -> Iterator[None]:
    """Forget what was followed."""
    names = [*FOLLOWED_RECORDINGS]
    yield
    FOLLOWED_RECORDINGS.clear()
    FOLLOWED_RECORDINGS.update(dict.fromkeys(names))


def with_aliens(text: str, random: Random) -> tuple[str, int]:
    """Return what is told with lines between that are no events, and how many of these are not
    empty.
    """
    lines = []
    count = 0
    for line in text.splitlines():
        if random.random() < 0.2:
            lines.append(random.choice(ALIEN))
            count += bool(lines[-1])
        lines.append(line)
    return "".join(f"{line}\n" for line in lines), count


def piped(data: bytes, pieces: Callable[[int], int], rest: float = 0) -> Run:
    """Return the run of what comes through a pipe in pieces, with rests between; it has not
    begun.
    """
    read_end, write_end = os.pipe()

    def write() -> None:
        place = 0
        while place < len(data):
            size = pieces(place)
            os.write(write_end, data[place : place + size])
            place += size
            time.sleep(rest)
        os.close(write_end)

    Thread(target=write, daemon=True).start()
    return reading(read_end)


def reading(read_end: int) -> Run:
    """Return the run of what comes out of a pipe; it has not begun."""
    stream = os.fdopen(read_end, "rb")
    FOLLOWED_RECORDINGS[NAME] = Recording(NAME, GrowingLines(stream, follows=False))
    return Run(recipe_of_recording(NAME))


def whole(tmp_path: Path, data: bytes) -> Run:
    """Return the finished run of the same in a file."""
    file = tmp_path / "whole.jsonl"
    file.write_bytes(data)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return Run(recipe_of_recording(str(file))).finish()


@pytest.mark.filterwarnings("ignore:.*skipped")
@pytest.mark.parametrize("seed", one_in(3, range(12)))
def test_a_pipe_tells_what_a_file_tells(seed: int, tmp_path: Path) -> None:
    """In pieces of any size, cut at any byte, between lines that are no events, and wherever it
    ends.
    """
    random = Random(seed)
    named = told(seed)[2].replace('"n', '"♞')
    data = with_aliens(named, random)[0].replace("\n", random.choice(("\n", "\r\n"))).encode()
    begin = data.index(b"}", data.index(b"{")) + 60  # the first line has come
    if seed % 3 == 1:
        data = data[: random.randint(begin, len(data))]
    elif seed % 3 == 2:
        data = data[
            : data.index(b"}", random.randint(begin, len(data) - 30)) + 1
        ]  # of a line all but its end
    right = whole(tmp_path, data)
    run = piped(data, lambda place: random.randint(1, 300))
    run.finish()

    assert bytes(run.trace.rows) == bytes(right.trace.rows)
    assert bool(run.trace.reason) == bool(right.trace.reason)
    assert run.trace.engine_notes.probes == right.trace.engine_notes.probes
    steps = range(0, run.trace.last_step + 1, 5)
    said = [explain(right, step).replace(right.algorithm.name, NAME) for step in steps]
    assert [explain(run, step) for step in steps] == said
    assert visit_counts(TreeAtStep(run.trace)) == visit_counts(TreeAtStep(right.trace))


def test_what_has_come_is_shown_while_more_comes() -> None:
    """A slow engine is stepped through while it runs: nothing that is shown changes, and no view
    fails.
    """
    data = told(3)[2].encode()
    run = piped(data, lambda place: len(data) // 30, rest=0.02)
    seen: dict[int, str] = {}
    while not run.trace.finished:
        run.advance(seconds=0.01)
        step = run.trace.last_step
        seen[step] = explain(run, step)
        for view in views().values():
            view.draw(Scene(run, step), 80, 24)

    assert len(seen) > 2
    assert {step: explain(run, step) for step in seen} == seen


def test_waiting_takes_no_time() -> None:
    """Where an engine says nothing for long, a slice of the search ends at once."""
    data = told(3)[2].encode()
    run = piped(data, lambda place: len(data) // 2 + 1, rest=1)
    while not run.is_waiting:
        run.advance(seconds=0.01)
    began = time.monotonic()
    for _ in range(10):
        run.advance(seconds=PATIENCE)

    assert time.monotonic() - began < PATIENCE
    assert run.trace.last_step > 10


def test_a_file_is_followed_to_its_result(tmp_path: Path) -> None:
    """What is added to a file that is followed is read, until the result has been told."""
    text = told(1)[2]
    file = tmp_path / "growing.jsonl"
    begun = text[: len(text) // 2]
    file.write_text(begun, encoding="utf-8")
    FOLLOWED_RECORDINGS.setdefault(str(file))
    run = Run(recipe_of_recording(str(file)))
    while not run.is_waiting:
        run.advance(seconds=0.01)
    before = len(run.trace)
    with file.open("a", encoding="utf-8") as more:
        more.write(text[len(begun) :])
    run.finish()

    assert len(run.trace) > before > 0
    assert not run.trace.reason


def test_compressed_files_are_read(tmp_path: Path) -> None:
    """A file that ends in .jsonl.gz is read as the same file without."""
    text = told(2)[2].encode()
    file = tmp_path / "told.jsonl.gz"
    file.write_bytes(gzip.compress(text))
    run = Run(recipe_of_recording(str(file))).finish()

    assert bytes(run.trace.rows) == bytes(whole(tmp_path, text).trace.rows)
    file.write_bytes(b"no gzip")
    with pytest.raises(InputError, match="cannot be read"):
        recipe_of_recording(str(file))


def test_lines_that_are_no_events_are_counted(tmp_path: Path) -> None:
    """How many lines were skipped is said once."""
    text, count = with_aliens(told(2)[2], Random(1))
    file = tmp_path / "aliens.jsonl"
    file.write_text(text, encoding="utf-8")
    with pytest.warns(
        UserWarning, match=f"aliens.jsonl: {count:,} lines that are not events were skipped"
    ):
        recording_of(str(file))


def test_chance_may_be_told_late() -> None:
    """A run that was asked before whether chance moves knows it as soon as that is told."""
    begun = b'{"search": "x"}\n{"enter": null, "max": true}\n{"leaf": "a", "value": 1}\n'
    rest = (
        b'{"enter": "b", "chance": true}\n{"leaf": "c", "value": 2}\n{"leave": 2}\n{"leave": 2}\n'
    )
    run = piped(begun + rest, lambda place: len(begun) if not place else len(rest), rest=0.3)
    run.advance(step=1)
    asked = [run.has_chance]

    assert run.odds(()) is None
    run.finish()
    assert [*asked, run.has_chance] == [False, True]
    assert run.odds(run.path(2)) is not None


def test_line_mode_says_that_no_more_has_come(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever leads on from the last step that has come is answered, and works once more has
    come.
    """
    monkeypatch.setattr(stepping, "WAIT_NOTICE_SECONDS", 0.02)
    lines = told(3)[2].encode().splitlines(keepends=True)
    begun = b"".join(lines[:12])
    rest = b"".join(lines[12:])
    read_end, write_end = os.pipe()
    os.write(write_end, begun)
    run = reading(read_end)
    said: list[str] = []
    dialogue = StepLines(run, said.append)
    dialogue.carry_out(["next"] * 100)

    assert re.fullmatch(
        r"! nothing new has come yet: \d+ steps so far; repeat the command to look again", said[-1]
    )
    before = dialogue.step
    for command in ("finish", "last", "next pass", "99999", "100%", "kinds", "next visit"):
        with pytest.raises(InputError, match="nothing new has come yet"):
            dialogue.obey(command)
    dialogue.obey("tree")
    assert dialogue.step == before > 5
    os.write(write_end, rest)
    os.close(write_end)
    dialogue.obey("next")
    assert dialogue.step == before + 1
    dialogue.obey("last")
    assert dialogue.step == run.trace.steps
    assert run.trace.finished
