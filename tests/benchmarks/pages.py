"""Measures a page on which a search of 20,000 nodes with boards is explored: written, how large,
opened, stepped.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.benchmarks.measure import cpu, leave_out
from tests.chromium import CHROMIUM, chromium
from visualizer.publish.explorer import explorer_page
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run

Line = tuple[str, str, str]
Section = Callable[[], Iterator[Line]]
MEGA = 1_000_000
NODES = 20_000
STEPS = 50
OPENED = """(async () => {
    const begun = performance.now();
    while (document.documentElement.dataset.ready !== "yes") await new Promise(done => setTimeout(done, 5));
    return performance.now();
})()"""
UNFOLDED = """(() => {
    for (let turn = 0; turn < 400 && document.querySelectorAll(".row").length < 300; turn++) {
        const fold = [...document.querySelectorAll(".row .fold")].find(each => ["▸", "▿"].includes(each.textContent));
        if (!fold) break;
        fold.click();
    }
    return document.querySelectorAll(".row").length;
})()"""
STEPPED = """(async () => {
    const taken = [];
    for (let step = 0; step < %d; step++) {
        await new Promise(requestAnimationFrame);
        const begun = performance.now();
        document.getElementById("%s").click();
        document.querySelector(".stage").getBoundingClientRect();
        document.querySelector(".about").getBoundingClientRect();
        taken.push(performance.now() - begun);
    }
    return taken;
})()"""


def explored_page() -> Iterator[Line]:
    """Measure the page of an alpha-beta search of tic-tac-toe."""
    search = SearchSpec.typed(f"minimax,max-nodes={NODES}", SearchSpec())
    run = Run(Recipe(PositionSpec("tictactoe"), search)).finish()
    pages = list[bytes]()
    what = f"page of {len(run.trace):,} nodes and {run.trace.last_step:,} sentences"
    yield f"{what}: written", f"{cpu(lambda: pages.append(explorer_page({'': run}))):.1f} s", "15 s"
    yield "its size", f"{len(pages[0]) / MEGA:.2f} MB", "2 MB"
    if CHROMIUM is None:
        return leave_out("opening the page", "Chromium is not installed")
    with (
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder,
        chromium(Path(folder)) as tab,
    ):
        file = Path(folder) / "page.html"
        file.write_bytes(pages[0])
        tab.look(1280, 800)
        times = []
        for _ in range(5):
            tab.ask("Page.navigate", url="about:blank")
            tab.ask("Page.navigate", url=f"{file.as_uri()}#s{run.trace.last_step // 2}")
            while tab.value("document.readyState") != "complete":
                time.sleep(0.01)
            times.append(tab.value(OPENED))
        yield "opened", f"{statistics.median(times) / 1000:.2f} s", "1 s"
        rows = tab.value(UNFOLDED)
        for name in ("next", "back"):
            taken = tab.value(STEPPED % (STEPS, name))
            yield (
                f"a step ({name}) with {rows} rows and a board",
                f"{statistics.median(taken):.1f} ms",
                "16 ms",
            )


SECTIONS = (explored_page,)
