"""What cannot be right in a recording is met wherever one steps: by jumps, in sentences, by ear,
in long recordings.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.recordings.reading import read
from visualizer.apps.activities.exploring import Session
from visualizer.apps.dialogue.stepping import StepLines
from visualizer.explaining.comparison.lint import finding_marks, findings_in_run
from visualizer.searching.run import Run
from visualizer.trace.jumps import next_cut, previous_cut

BRANCHES = 5


def lines(
    draw: random.Random, move: str | None, plies: int, wrong: float, *, maximizing: bool
) -> Iterator[tuple[str, float]]:
    """Yield the events of an alpha-beta that tells no window, with values; some are wrong.

    A node is cut at random, which is no doubt where no window is told.
    """
    if not plies:
        value = float(draw.randint(-9, 9))
        yield json.dumps({"leaf": move, "value": value}), value
        return
    yield (
        json.dumps(
            {
                "enter": move,
                "max": maximizing,
                "children": BRANCHES,
            }
        ),
        0.0,
    )
    found = list[float]()
    for number in range(BRANCHES):
        value = 0.0
        for line, value in lines(
            draw,
            f"m{number}",
            plies - 1,
            wrong,
            maximizing=not maximizing,
        ):
            yield line, value
        found.append(value)
        if draw.random() < 0.02 and number < BRANCHES - 1:
            break
    value = (max if maximizing else min)(found) + (100.0 if draw.random() < wrong else 0.0)
    is_cut = len(found) < BRANCHES
    yield json.dumps({"leave": value} | ({"cut": True} if is_cut else {})), value


def recorded(
    tmp_path: Path,
    seed: int,
    plies: int,
    wrong: float = 0.1,
) -> Run:
    """Return a run that plays back such a search."""
    events = (
        line
        for line, _ in lines(
            random.Random(seed),
            None,
            plies,
            wrong,
            maximizing=True,
        )
    )
    return read(tmp_path, "\n".join(['{"search": "wrong at random"}', *events]))


def stops(run: Run, *, forwards: bool) -> list[int]:
    """Return where a jump from cutoff to cutoff has to stop: at every cutoff that it knows, and
    at every doubt.
    """
    trace = run.trace
    last = run.trace.last_step
    if forwards:
        lead = next_cut
        step = 0
        cuts = set[int]()
    else:
        lead = previous_cut
        step = last
        cuts = set[int]()
    while (found := lead(trace, step)) is not None:
        cuts.add(found)
        step = found
    wrong = {trace.return_step(each.row) or 0 for each in findings_in_run(run)}
    if not forwards:
        wrong.discard(last)
    return sorted(cuts | wrong, reverse=not forwards)


@pytest.mark.parametrize("seed", range(4))
def test_jumps_stop_at_every_doubt_and_every_cutoff(tmp_path: Path, seed: int) -> None:
    """Forwards and backwards; looked for in slices as short as can be, the marks are those found
    at once.
    """
    run = recorded(tmp_path, seed, 4)
    marks = finding_marks(run)
    while not marks.advance(0):
        pass

    assert marks.found == sorted(
        (run.trace.return_step(each.row), each.why) for each in findings_in_run(run)
    )
    assert marks.found
    session = Session(run)
    for forwards in (True, False):
        met = list[int]()
        while True:
            before = session.step
            session.make_jump("next_cut" if forwards else "previous_cut")
            if session.step == before:
                break
            met.append(session.step)
        wanted = stops(run, forwards=forwards)

        assert met == (
            wanted
            if forwards
            else [step for step in wanted if step < max(stops(run, forwards=True))]
        )


def test_a_long_recording_is_looked_through_while_one_waits(tmp_path: Path) -> None:
    """Beyond any number of visits: the jump waits for it, slice by slice, and meets the first
    doubt of all.
    """
    run = recorded(tmp_path, 1, 6, 0.001)

    assert len(run.trace) > 10_000
    session = Session(run)
    waited = 0
    first, why = min(
        (run.trace.return_step(each.row) or 0, each.why) for each in findings_in_run(run)
    )
    session.step = first - 1
    session.make_jump("next_cut")
    while session.waiting_jump:
        session.search()
        session.make_jump(session.waiting_jump)
        waited += 1
    assert waited > 1
    assert session.step == first
    assert session.note == f"lint: {why}"


def test_doubts_are_heard(tmp_path: Path) -> None:
    """In line mode the same jump stops there, and the sentence of that step says why, as does
    every way to it.
    """
    run = recorded(tmp_path, 2, 3)
    said = list[str]()
    first, why = min(
        (run.trace.return_step(each.row) or 0, each.why) for each in findings_in_run(run)
    )
    step_lines = StepLines(recorded(tmp_path, 2, 3), said.append)
    step_lines.session.step = first - 1
    step_lines.act("next_cut")

    assert step_lines.step == first
    assert said[-1].endswith(f"Lint: {why}.")
    step_lines.act("previous")
    assert "Lint" not in said[-1]
    step_lines.act("next")
    assert said[-1].endswith(f"Lint: {why}.")
