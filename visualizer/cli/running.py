"""Running a search for a command: with progress on a terminal, and what is known when Ctrl-C ends it."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, redirect_stdout

from visualizer.cli.exit_status import DONE, STOPPED
from visualizer.cli.messages import note, show_progress
from visualizer.cli.options import note_unused
from visualizer.driver import BY_HAND
from visualizer.recipe import Recipe
from visualizer.run import Run

SLICE = 0.2


def aside() -> AbstractContextManager[object]:
    """Redirect what user-supplied code prints to standard error: it is no part of a result."""
    return redirect_stdout(sys.stderr)


def run_to_end(recipe: Recipe, *, notes: bool = True) -> Run:
    """Search to the end, to the limit of nodes, or until Ctrl-C; with `notes` say which options do nothing."""
    with aside():
        run = Run(recipe)
        if notes:
            note_unused([(recipe.search, run.recipe.search)])
        with progress() as tell:
            try:
                while not run.advance(seconds=SLICE):
                    tell(f"searching, {len(run.trace):,} nodes (Ctrl-C stops) ")
            except KeyboardInterrupt:
                run.stop(BY_HAND)
    if run.trace.reason:
        which = "" if notes else f"{run.algorithm.title}: "
        note(f"{which}{run.trace.reason}; what is known so far is shown")
    return run


@contextmanager
def progress(after: float = 1, between: float = 0) -> Iterator[Callable[[str], None]]:
    """Yield a function that shows a line of progress, on a terminal and after some seconds; it is cleared at the end.

    Lines that come sooner than `between` seconds after the last one are not shown.
    """
    due, shown = time.monotonic() + after, False

    def tell(line: str) -> None:
        nonlocal due, shown
        if sys.stderr.isatty() and time.monotonic() > due:
            due, shown = time.monotonic() + between, True
            show_progress(line)

    try:
        yield tell
    finally:
        if shown:
            show_progress()


def status(run: Run) -> int:
    """Return the status of a command that shows a run."""
    return STOPPED if run.trace.reason else DONE
