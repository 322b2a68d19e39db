"""Measures how fast films are written, and how large they are."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial

import exports
from tests.benchmarks.measure import leave_out, median_of, most_megabytes
from tests.films import film_of_run
from visualizer.draw.picture.page.options import FOLD_NOTHING, PictureOptions
from visualizer.draw.picture.page.tree_page import TreePage
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.trace.jumps import read_steps

Line = tuple[str, str, str]
Section = Callable[[], Iterator[Line]]
KILO = 1000
MEGA = 1_000_000


def run_of(branching: int, depth: int) -> Run:
    """Return minimax of a uniform tree."""
    settings = {
        "branching": str(branching),
        "depth": str(depth),
        "seed": "1",
    }
    return Run(Recipe(PositionSpec("tree", None, "", settings), SearchSpec("minimax"))).finish()


def written(
    run: Run,
    name: str,
    frames: int,
    page: str = "16:9",
) -> bytes:
    """Return a film of some steps in a format of one file."""
    options = PictureOptions(page=page, fold=FOLD_NOTHING)
    return exports.format_named(name).film_of(
        film_of_run(run, read_steps(f"30-{29 + frames}"), options, frames)
    )


def small_films() -> Iterator[Line]:
    """Measure a film of 63 nodes over 40 steps in the formats of one file."""
    run = run_of(2, 5)
    goals = {
        "html": "50 ms",
        "pdf": "400 ms",
        "pptx": "3,000 ms",
        "gif": "2,000 ms",
    }
    for name, goal in goals.items():
        try:
            seconds = median_of(partial(written, run, name, 40))
        except exports.ExportError as error:
            leave_out(name, str(error))
            continue
        yield f"{name} of 63 nodes × 40 steps", f"{1000 * seconds:.0f} ms", goal
    yield "its size as html", f"{len(written(run, 'html', 40)) / KILO:.0f} kB", "80 kB"


def still() -> Iterator[Line]:
    """Measure a picture of 63 nodes as a bitmap for a slide."""
    layout = TreePage(run_of(2, 5), PictureOptions(page="16:9", fold=FOLD_NOTHING))
    last = 126
    seconds = median_of(lambda: exports.format_named("png").bytes_of(layout.frame(last)))
    yield "png of 63 nodes, 1920×1080", f"{1000 * seconds:.0f} ms", "500 ms"


def large_film() -> Iterator[Line]:
    """Measure a web page with 1,000 steps of 1,111 nodes, all drawn."""
    run = run_of(10, 3)
    begun = time.perf_counter()
    size = len(written(run, "html", 1000, "fit"))
    yield "html of 1,111 nodes × 1,000 steps", f"{time.perf_counter() - begun:.1f} s", "10 s"
    yield "its size", f"{size / MEGA:.1f} MB", "3 MB"
    yield "memory with it", f"{most_megabytes():.0f} MB", "500 MB"


SECTIONS = (small_films, still, large_film)
