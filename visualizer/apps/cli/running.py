"""Running a search for a command: with progress on a terminal, and what is known when Ctrl-C ends it."""

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, redirect_stdout, suppress
from shutil import get_terminal_size

from games._files import SanitizedOutput
from visualizer.apps.activities.position_file import (
    FILE_CHECK_SECONDS,
    PositionFile,
    describe_position_fault,
)
from visualizer.apps.cli.messages import (
    EXIT_DONE,
    EXIT_STOPPED,
    add_note,
    print_notes,
    print_to_stderr,
    show_progress,
)
from visualizer.apps.cli.position_options import note_unused_options
from visualizer.explaining.measures.estimate import duration
from visualizer.searching.recipe import Recipe
from visualizer.searching.run import Run
from visualizer.support.errors import InputError, print_lines
from visualizer.support.plugins.watchdog import faults_as_input_errors

ReportProgress = Callable[[int, int], None]
"""Is told how many things are done, of how many."""
SLICE_SECONDS = 0.2
YIELD_SECONDS = 0.0005
"""Seconds between two slices: a search that waits for another program would take a whole processor."""
FILE_POLL_SECONDS = 0.3
"""Seconds between two updates of a line of progress."""


def redirect_stdout_to_stderr() -> AbstractContextManager[object]:
    """Redirect what user-supplied code prints to standard error: it is no part of a result."""
    return redirect_stdout(SanitizedOutput(sys.stderr))


def run_to_end(recipe: Recipe, *, notes: bool = True) -> Run:
    """Search to the end, to the limit of nodes, or until Ctrl-C; with `notes` say which options do nothing."""
    with redirect_stdout_to_stderr():
        run = Run(recipe)
        if notes:
            note_unused_options([(recipe.search, run.recipe.search)])
        if not advance_to_end(
            lambda seconds: run.advance(seconds=seconds),
            lambda: f"searching, {len(run.trace):,} nodes (Ctrl-C stops) ",
        ):
            run.interrupt()
    if run.trace.reason:
        which = "" if notes else f"{run.algorithm.title}: "
        add_note(f"{which}{run.trace.reason}; here is what is known so far")
    return run


@contextmanager
def progress_line(after: float = 1, between: float = 0) -> Iterator[Callable[[str], None]]:
    """Yield a function that shows a line of progress, on a terminal and after some seconds; it is cleared at the end.

    Lines that come sooner than `between` seconds after the last one are not shown.
    """
    due = time.monotonic() + after
    shown = False

    def tell(line: str) -> None:
        nonlocal due, shown
        if sys.stderr.isatty() and time.monotonic() > due:
            due = time.monotonic() + between
            shown = True
            show_progress(line)

    try:
        yield tell
    finally:
        if shown:
            show_progress()


def advance_to_end(advance: Callable[[float], bool], line: Callable[[], str]) -> bool:
    """Advance to the end, some seconds at a time, with a line of progress; return whether Ctrl-C did not end it."""
    with progress_line() as tell:
        try:
            while not advance(SLICE_SECONDS):
                tell(line())
                time.sleep(YIELD_SECONDS)
        except KeyboardInterrupt:
            return False
    return True


def exit_status_of(run: Run) -> int:
    """Return the status of a command that shows a run."""
    return EXIT_STOPPED if run.trace.reason else EXIT_DONE


def do_long_work(things: str, work: Callable[[ReportProgress], object], file: str | None) -> bool:
    """Do what takes long and tells how many things are done of how many; return whether Ctrl-C did not end it.

    A line of progress says so, and about how long the rest will take. What is done is in the file, if there is one, and
    the work can be resumed.
    """
    begun = time.monotonic()
    so_far = f"0 of 0 {things}"
    first: int | None = None
    hint = "Ctrl-C stops"
    kept = " are finished"
    if file is not None:
        hint = f"{hint}, --resume continues"
        kept = f" are in {file}; --resume continues"

    def watch(done: int, count: int) -> None:
        nonlocal first, so_far
        first = done if first is None else first
        so_far = f"{done:,} of {count:,} {things}"
        fresh = done - first
        left = (
            f", {duration((time.monotonic() - begun) * (count - done) / fresh)} left"
            if fresh
            else ""
        )
        tell(f"{so_far}{left} ({hint})"[: get_terminal_size().columns - 1])

    with progress_line(FILE_POLL_SECONDS, FILE_POLL_SECONDS) as tell, redirect_stdout_to_stderr():
        try:
            work(watch)
        except KeyboardInterrupt as cause:
            add_note(f"stopped by {str(cause) or 'Ctrl-C'}; {so_far}{kept}")
            return False
    return True


def rewrite_when_saved(file: PositionFile, write: Callable[[], Sequence[str]]) -> int:
    """Write files anew whenever the file of the position is saved, with a line for each time, until Ctrl-C.

    What is wrong is a line, too, and the files stay as they are.
    """
    print_notes()
    sys.stdout.flush()
    print_to_stderr(f"following {file.name}; Ctrl-C ends it")
    with suppress(KeyboardInterrupt):
        while True:
            time.sleep(FILE_CHECK_SECONDS)
            if not file.is_saved():
                continue
            try:
                with faults_as_input_errors(), redirect_stdout_to_stderr():
                    said = f"wrote {' '.join(write())}"
            except (InputError, OSError, RecursionError, MemoryError) as error:
                said = describe_position_fault(error, file.name)
            print_lines(f"{time.strftime('%H:%M:%S')} {said}", sys.stderr)
            print_notes()
    return EXIT_DONE


def search_file(file: PositionFile) -> Run:
    """Search what a file holds; from the beginning whenever it is saved meanwhile."""
    run = Run(file.read())
    while not run.advance(seconds=SLICE_SECONDS):
        if file.is_saved():
            run = Run(file.read())
    return run
