"""A long search is read a little at a time: how much at once, how much for one more event, and
what is kept of it.
"""

from __future__ import annotations

import gzip
import json
import os
import sys
import time
import tracemalloc
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import count, islice
from math import inf
from pathlib import Path
from random import Random
from threading import Thread
from types import FrameType
from typing import Any

import pytest

from tests.few import one_in
from tests.oracles.engine import told
from visualizer.apps.activities.exploring import EXPLORING_SLICE_SECONDS, Session
from visualizer.explaining.explanation.explainer import explain
from visualizer.searching.events import recordings
from visualizer.searching.events.lines import FileLines, GrowingLines
from visualizer.searching.events.recordings import (
    EVENTS_AT_ONCE,
    FOLLOWED_RECORDINGS,
    GRADUAL_FILES,
    Recording,
)
from visualizer.searching.events.replay import Replay
from visualizer.searching.recipe import SearchSpec, recipe_of_recording
from visualizer.searching.run import Run
from visualizer.support.errors import InputError
from visualizer.teach.predicting.quiz import Quiz
from visualizer.trace.recorder import Recorder, SearchStopped
from visualizer.trace.rows import Trace
from visualizer.trace.tree_at_step import TreeAtStep

NAME = "engine.jsonl"
LINE = 10e-6
"""Seconds that a line takes by the clock of these tests, which counts lines."""
BREADTH = 6


def engine(plies: int = 6, *, tagged: bool = False) -> Iterator[str]:
    """Yield the lines of an engine that deepens without end; half of its leaves may have a tag."""
    random = Random(1)

    def search(move: str | None, left: int, *, maximizing: bool) -> Iterator[Any]:
        if not left:
            value = random.randint(-300, 300)
            yield {
                "leaf": move,
                "value": value,
                **({"tags": ["quiet"]} if tagged and value % 2 else {}),
            }
            return
        yield {
            "enter": move,
            "max": maximizing,
            "children": BREADTH,
        }
        for number in range(BREADTH):
            yield from search(f"m{number}", left - 1, maximizing=not maximizing)
        yield {"leave": 0}

    yield '{"search": "engine"}\n'
    for depth in count(1):
        events = ({"pass": f"depth {depth}"}, *search(None, min(depth, plies), maximizing=True))
        yield from (f"{json.dumps(event)}\n" for event in events)


@pytest.fixture
def pipe() -> Iterator[tuple[Callable[[str], int], Run]]:
    """Yield what writes to a pipe, and the run of what comes out of it; it has not begun."""
    read_end, write_end = os.pipe()
    os.write(write_end, b'{"search": "engine"}\n')
    names = [*FOLLOWED_RECORDINGS]
    FOLLOWED_RECORDINGS[NAME] = Recording(
        NAME, GrowingLines(os.fdopen(read_end, "rb"), follows=False)
    )
    yield lambda text: os.write(write_end, text.encode()), Run(recipe_of_recording(NAME))
    os.close(write_end)
    FOLLOWED_RECORDINGS.clear()
    FOLLOWED_RECORDINGS.update(dict.fromkeys(names))


def lines_read(run: Run) -> int:
    """Return how many lines have been read of a run's recording."""
    recording = run._recording
    return 0 if recording is None else recording._line_number


def slices(run: Run, monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """Let a search go on a slice at a time, by a clock that counts lines; yield how many lines
    each slice reads.
    """
    monkeypatch.setattr(time, "perf_counter", lambda: lines_read(run) * LINE)
    while not run.trace.finished:
        before = lines_read(run)
        run.advance(seconds=EXPLORING_SLICE_SECONDS)
        yield lines_read(run) - before


MOST = EXPLORING_SLICE_SECONDS / LINE + EVENTS_AT_ONCE
"""Lines that a slice may read: those for which it has time, and what is read at once."""


def test_a_slice_reads_no_more_than_it_has_time_for(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Of a file with very many events each slice reads a few hundred lines, however many are
    there.
    """
    monkeypatch.setattr(recordings, "EVENTS_READ_BEFORE", 2_000)
    file = tmp_path / "many.jsonl"
    file.write_text("".join(islice(engine(), 12_000)), encoding="utf-8")
    GRADUAL_FILES.add(str(file))
    run = Run(recipe_of_recording(str(file)))

    assert lines_read(run) <= recordings.EVENTS_READ_BEFORE + EVENTS_AT_ONCE
    read = [*islice(slices(run, monkeypatch), 15)]
    assert sum(read) > 15 * EVENTS_AT_ONCE
    assert max(read) <= MOST
    GRADUAL_FILES.clear()


def test_a_slice_of_an_endless_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    """What never ends is read no further than there is time for, and the engine has to wait."""
    read_end, write_end = os.pipe()

    def write() -> None:
        try:
            with os.fdopen(write_end, "w", encoding="utf-8") as out:
                out.writelines(engine())
        except BrokenPipeError:
            pass

    Thread(target=write, daemon=True).start()
    stream = os.fdopen(read_end, "rb")
    FOLLOWED_RECORDINGS[NAME] = Recording(NAME, GrowingLines(stream, follows=False))
    try:
        run = Run(recipe_of_recording(NAME))
        assert max(islice(slices(run, monkeypatch), 60)) <= MOST
        run.stop("enough")
    finally:
        del FOLLOWED_RECORDINGS[NAME]


def test_a_slice_of_an_engine_that_says_half_a_line(
    pipe: tuple[Callable[[str], int], Run], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where nothing more comes, or half a line, a slice reads nothing and ends; what has come
    can be shown.
    """
    write, run = pipe
    write("".join(islice(engine(), 1, 30)) + '{"leaf": "m')
    read = slices(run, monkeypatch)
    while not run.is_waiting or lines_read(run) < 30:
        next(read)
        time.sleep(0.001)

    assert [*islice(read, 20)] == [0] * 20
    assert explain(run, run.trace.last_step)


def test_one_more_event_costs_as_much_late_as_early() -> None:
    """Reading an event, playing it back and counting tags takes as many calls after many events
    as after few.
    """
    lot = 800
    made = list[int]()
    lines = engine(3, tagged=True)
    recording = Recording(NAME, FileLines(islice(lines, 7 * lot)))
    trace = Trace(revisits=True)
    at = count(lot, lot)
    due = next(at)
    begun = 0

    def pause(visits: int) -> int:
        nonlocal due, begun
        if recording._line_number >= due:
            TreeAtStep(trace, trace.last_step).tag_counts()
            made.append(total - begun)
            begun = total
            due = next(at)
        return visits + 1

    total = 0

    def note(frame: FrameType, event: str, argument: object) -> None:
        nonlocal total
        total += event in ("call", "c_call")

    recorder = Recorder(
        trace,
        pause,
        None,
        revisits=True,
    )
    sys.setprofile(note)
    try:
        Replay(recording, recording.tree, recorder).run()
    except SearchStopped:
        pass  # it ends early
    finally:
        sys.setprofile(None)

    assert len(made) > 4
    assert max(made[1:]) < 1.1 * min(made[1:])


@pytest.mark.parametrize("ending", one_in(3, [".jsonl", ".jsonl.gz"]))
@pytest.mark.parametrize("seed", range(6))
def test_a_long_file_tells_the_same_in_slices(
    seed: int, ending: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is read while it is shown is in the end what is read before."""
    monkeypatch.setattr(recordings, "EVENTS_READ_BEFORE", 5)
    monkeypatch.setattr(recordings, "EVENTS_AT_ONCE", 7)
    runs = []
    for name in ("whole", "slices"):
        file = tmp_path / f"{name}{ending}"
        text = told(seed)[2].encode()
        file.write_bytes(gzip.compress(text) if ending.endswith(".gz") else text)
        if name == "slices":
            GRADUAL_FILES.add(str(file))
        runs.append(Run(recipe_of_recording(str(file))))
    whole, gradual = runs

    assert gradual.limit_if_live(1) == 1
    assert whole.limit_if_live(1) is None
    gradual.advance(step=3)
    assert 5 <= lines_read(gradual) < lines_read(whole)
    whole.finish()
    gradual.finish()
    assert bytes(gradual.trace.rows) == bytes(whole.trace.rows)
    assert gradual.trace.remarks == whole.trace.remarks
    for step in range(0, whole.trace.last_step + 1, 7):
        assert explain(gradual, step) == explain(whole, step).replace(
            whole.algorithm.name, gradual.algorithm.name
        )
    GRADUAL_FILES.clear()


def test_what_comes_before_a_wrong_line_is_shown(pipe: tuple[Callable[[str], int], Run]) -> None:
    """The search ends where a line is wrong, with that as the reason; what was told before it
    stands.
    """
    write, run = pipe
    write("".join(islice(engine(), 1, 30)) + '{"leave": "x"}\n')

    with pytest.raises(InputError, match="line 31: 'leave' is 'x'"):
        run.finish()
    assert len(run.trace) > 15
    assert "line 31" in run.trace.reason
    again = Run(recipe_of_recording(NAME))
    with pytest.raises(InputError, match="line 31: 'leave' is 'x'"):
        again.finish()
    assert bytes(again.trace.rows) == bytes(run.trace.rows)


def test_naming_a_file_reads_one_line(tmp_path: Path) -> None:
    """That a search is one of a file says nothing of its events: they are read once it is run."""
    file = tmp_path / "wrong.jsonl"
    file.write_text('{"search": "engine", "depth": 4}\n{"leave": 1}\n', encoding="utf-8")
    recipe = recipe_of_recording(str(file))

    assert SearchSpec.from_spec(recipe.search.to_spec()) == recipe.search
    with pytest.raises(InputError, match="line 2: there are more leaves than enters"):
        Run(recipe)


def test_a_step_that_has_not_come_is_waited_for(pipe: tuple[Callable[[str], int], Run]) -> None:
    """Session stands at the last step until the one asked for comes, and goes there by itself."""
    write, run = pipe
    lines = engine()
    write("".join(islice(lines, 1, 12)))
    session = Session(run)
    session.wait_for(40)

    assert session.step == 0
    assert session.waiting_jump == "go"
    for _ in range(20):
        session.search()
        session.make_jump(session.waiting_jump)
    assert session.step == 0
    assert session.waiting_jump == "go"
    write("".join(islice(lines, 60)))
    while session.waiting_jump:
        session.search()
        session.make_jump(session.waiting_jump)
    assert session.step == 40


def test_predicting_waits_for_no_engine(pipe: tuple[Callable[[str], int], Run]) -> None:
    """Predicting begins at once where an engine has said little, and asks as soon as it has said
    enough.
    """
    write, run = pipe
    lines = engine()
    write("".join(islice(lines, 1, 12)))
    quiz = Quiz(run, 0, "values")
    for _ in range(20):
        quiz.run.advance(seconds=0.001)

    assert not (quiz.run.stopped or run.trace.finished)
    write("".join(islice(lines, 300)))
    while quiz.question is None:
        quiz.run.advance(seconds=0.001)
    assert not run.trace.finished


def test_few_bytes_are_kept_of_an_event() -> None:
    """Log, tree and trace of a million events of labels would take 180 MB, and never more than
    215 on the way.
    """
    events = 6_000
    text = [*islice(engine(), events)]
    trace = Trace(revisits=True)
    tracemalloc.start()
    try:
        recording = Recording(NAME, FileLines(text)).read()
        recorder = Recorder(
            trace,
            lambda visits: visits + 1_000,
            None,
            revisits=True,
        )
        with pytest.raises(SearchStopped):
            Replay(recording, recording.tree, recorder).run()
        kept, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert kept < 180 * events
    assert peak < 215 * events


def test_tags_are_counted_as_they_come(pipe: tuple[Callable[[str], int], Run]) -> None:
    """At any step, however far the search has come since it was asked last, each tag counts once
    for each remark.
    """
    write, run = pipe
    lines = engine(3, tagged=True)
    next(lines)
    trace = run.trace
    right = Counter[str]()
    for lot in range(1, 7):
        write("".join(islice(lines, 90)))
        while lines_read(run) <= 90 * lot or not run.is_waiting:
            run.advance(seconds=0.01)
        for step in range(0, trace.last_step + 1, 3):
            tree = TreeAtStep(trace, step)
            right = Counter[str]()
            for key, (tags, _) in trace.remarks.items():
                if key % 2 == 0:
                    known = tree.visits > key // 2
                else:
                    known = step >= (trace.return_step(key // 2) or inf)
                right.update({tag: int(known) for tag in tags})

            assert tree.tag_counts() == right

    assert {*right} == {"quiet", "unlike its children"}
    assert min(right.values()) > 20
