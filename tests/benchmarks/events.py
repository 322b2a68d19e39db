"""Measures how fast a search written elsewhere is read: a million events, against `json.loads` of their lines."""

from __future__ import annotations

import json
import random
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from visualizer.recipe import recipe_of_recording
from visualizer.run import Run

EVENTS = 1_000_000
BRANCHES, PLIES = 8, 7


def lines() -> Iterator[str]:
    """Yield the lines of a search of a random tree, which ends early."""
    draw = random.Random(1)

    def search(move: str | None, plies: int, *, maximizing: bool) -> Iterator[str]:
        if not plies:
            yield json.dumps({"leaf": move, "value": draw.randint(-9, 9)})
            return
        yield json.dumps({"enter": move, "max": maximizing, "children": BRANCHES})
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
        bare, begin = time.process_time() - begin, time.process_time()
        run = Run(recipe_of_recording(str(file)))
        read, begin = time.process_time() - begin, time.process_time()
        run.finish()
        played = time.process_time() - begin
    yield "a million events of labels: read / json.loads", f"{read / bare:.2f}", "4"
    yield "… and played back", f"{(read + played) / bare:.2f}", "4"


SECTIONS = (reading_events,)
