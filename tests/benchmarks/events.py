"""Measures how fast a search written elsewhere is read and compared: a million events, against
`json.loads`.
"""

from __future__ import annotations

import json
import os
import random
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread

from tests.benchmarks.measure import most_megabytes
from visualizer.explaining.comparison.parting import find_divergences
from visualizer.searching.events.lines import GrowingLines
from visualizer.searching.events.recordings import FOLLOWED_RECORDINGS, Recording
from visualizer.searching.recipe import recipe_of_recording
from visualizer.searching.run import Run

EVENTS = 1_000_000
BRANCHES = 8
PLIES = 7


def lines() -> Iterator[str]:
    """Yield the lines of a search of a random tree, which ends early."""
    draw = random.Random(1)

    def search(move: str | None, plies: int, *, maximizing: bool) -> Iterator[str]:
        if not plies:
            yield json.dumps({"leaf": move, "value": draw.randint(-9, 9)})
            return
        yield json.dumps(
            {
                "enter": move,
                "max": maximizing,
                "children": BRANCHES,
            }
        )
        for number in range(BRANCHES):
            yield from search(f"m{number}", plies - 1, maximizing=not maximizing)
        yield json.dumps({"leave": 0})

    yield json.dumps({"search": "benchmark"})
    yield from search(None, PLIES, maximizing=True)


def reading_events() -> Iterator[tuple[str, str, str]]:
    """Time reading, and playing back, a million events."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "large.jsonl"
        with file.open("w", encoding="utf-8") as out:
            out.writelines(f"{line}\n" for line, _ in zip(lines(), range(EVENTS), strict=False))
        begin = time.process_time()
        with file.open(encoding="utf-8") as text:
            for line in text:
                json.loads(line)
        bare = time.process_time() - begin
        begin = time.process_time()
        run = Run(recipe_of_recording(str(file)))
        read = time.process_time() - begin
        begin = time.process_time()
        run.finish()
        played = time.process_time() - begin
    yield "a million events of labels: read / json.loads", f"{read / bare:.2f}", "4"
    yield "… and played back", f"{(read + played) / bare:.2f}", "4"
    yield "MB that the process takes for them, at most", f"{most_megabytes():.0f}", "250"


def comparing_events() -> Iterator[tuple[str, str, str]]:
    """Time the comparison of two files of a million events that are the same, against reading
    both.
    """
    yield compared("such files", lines)
    yield compared("such files with depths", lines_with_depths)


def lines_with_depths() -> Iterator[str]:
    """Yield the same lines, each beginning visit with how deep it is searched and by how much
    that was reduced.
    """
    draw = random.Random(2)
    for line in lines():
        beside = f', "depth": {draw.randint(0, 9)}, "reduced": {draw.randint(0, 2)}}}'
        yield line if line.startswith(('{"search', '{"leave')) else line.removesuffix("}") + beside


def compared(name: str, told: Callable[[], Iterator[str]]) -> tuple[str, str, str]:
    """Time the comparison of two files that tell the same."""
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder) / name for name in ("old.jsonl", "new.jsonl")]
        for file in files:
            with file.open("w", encoding="utf-8") as out:
                out.writelines(f"{line}\n" for line, _ in zip(told(), range(EVENTS), strict=False))
        begin = time.process_time()
        one, other = (Run(recipe_of_recording(str(file))).finish() for file in files)
        read = time.process_time() - begin
        begin = time.process_time()
        found = sum(1 for _ in find_divergences(one.trace, other.trace))
        compared = time.process_time() - begin
    return (
        f"diff of two {name}, {found} parts / reading both",
        f"{(read + compared) / read:.2f}",
        "2",
    )


def reading_while_it_grows() -> Iterator[tuple[str, str, str]]:
    """Time a million events that come through a pipe: the first step, and a visit late against a
    visit early.
    """
    read_end, write_end = os.pipe()

    def write() -> None:
        with os.fdopen(write_end, "w", encoding="utf-8") as out:
            out.writelines(f"{line}\n" for line, _ in zip(lines(), range(EVENTS), strict=False))

    begin = time.perf_counter()
    Thread(target=write, daemon=True).start()
    FOLLOWED_RECORDINGS["pipe.jsonl"] = Recording(
        "pipe.jsonl", GrowingLines(os.fdopen(read_end, "rb"), follows=False)
    )
    run = Run(recipe_of_recording("pipe.jsonl"))
    run.advance(step=1)
    yield (
        "seconds to the first step, while a million events come",
        f"{time.perf_counter() - begin:.2f}",
        "1",
    )
    spent: list[tuple[float, int]] = []
    while not run.trace.finished:
        before = len(run.trace)
        begin = time.thread_time()
        run.advance(seconds=0.008)
        spent.append((time.thread_time() - begin, len(run.trace) - before))
    tenth = len(spent) // 10
    early, late = (
        sum(took for took, _ in some) / max(1, sum(n for _, n in some))
        for some in (spent[:tenth], spent[-tenth:])
    )
    yield "a visit at the end of it / one at its beginning", f"{late / early:.2f}", "1"
    yield "the longest slice, in ms", f"{max(took for took, _ in spent) * 1000:.0f}", "33"
    del FOLLOWED_RECORDINGS["pipe.jsonl"]


SECTIONS = (reading_events, comparing_events, reading_while_it_grows)
