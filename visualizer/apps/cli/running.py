"""How commands run searches and long work: with a line of progress, until the end or Ctrl-C."""

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
from visualizer.explaining.measures.estimate import duration_words
from visualizer.searching.recipe import Recipe
from visualizer.searching.run import Run
from visualizer.support.errors import InputError, print_lines
from visualizer.support.plugins.watchdog import faults_as_input_errors

ReportProgress = Callable[[int, int], None]
"""Takes the number of things that are done, and of all."""
SLICE_SECONDS = 0.2
"""Seconds of searching between two updates of the progress."""
YIELD_SECONDS = 0.0005
"""Seconds of a pause after each slice, so that a search that waits takes no processor time."""
PROGRESS_SECONDS = 0.3
"""Seconds between two lines of progress of long work."""


def redirect_stdout_to_stderr() -> AbstractContextManager[object]:
    """Redirect the output of user-supplied code, which must not mix with a result."""
    return redirect_stdout(SanitizedOutput(sys.stderr))


def run_to_end(recipe: Recipe, *, is_one_of_many: bool = False) -> Run:
    """Search until the end, the limit of nodes, or Ctrl-C, and return the run.

    Note which options have no effect, unless the search is one of many: the command then notes this
    for all of them.
    """
    with redirect_stdout_to_stderr():
        run = Run(recipe)
        if not is_one_of_many:
            note_unused_options([(recipe.search, run.recipe.search)])
        is_finished = advance_to_end(
            lambda seconds: run.advance(seconds=seconds),
            lambda: f"searching, {len(run.trace):,} nodes (Ctrl-C stops) ",
        )
        if not is_finished:
            run.interrupt()
    reason = run.trace.reason
    if reason:
        name = f"{run.algorithm.title}: " if is_one_of_many else ""
        add_note(f"{name}{reason}; here is what is known so far")
    return run


@contextmanager
def progress_line(delay: float = 1, interval: float = 0) -> Iterator[Callable[[str], None]]:
    """Yield a function that shows a text as the line of progress, if there is a terminal.

    The function may be called at any time. It shows nothing during the first `delay` seconds, and
    nothing for `interval` seconds after each line. The line is cleared at the end.
    """
    next_time = time.monotonic() + delay
    is_shown = False

    def show_line(line: str) -> None:
        nonlocal next_time, is_shown
        if sys.stderr.isatty() and time.monotonic() > next_time:
            next_time = time.monotonic() + interval
            is_shown = True
            show_progress(line)

    try:
        yield show_line
    finally:
        if is_shown:
            # Without a text, this clears the line.
            show_progress()


def advance_to_end(advance: Callable[[float], bool], progress_text: Callable[[], str]) -> bool:
    """Call `advance` until it returns True; return False if Ctrl-C comes first.

    `advance` gets the seconds that it may take, and `progress_text` returns the line of progress.
    """
    with progress_line() as show_line:
        try:
            while not advance(SLICE_SECONDS):
                show_line(progress_text())
                time.sleep(YIELD_SECONDS)
        except KeyboardInterrupt:
            return False
    return True


def exit_status_of(run: Run) -> int:
    """Return the exit status of a command that shows a run."""
    return EXIT_STOPPED if run.trace.reason else EXIT_DONE


def do_long_work(units: str, work: Callable[[ReportProgress], object], file: str | None) -> bool:
    """Do work that may take hours, with a line of progress; return False if Ctrl-C stopped it.

    `units` is the plural of what is counted, such as "games". `work` gets a function, and calls it
    with the number of finished units and the number of all units. The finished units are in `file`,
    so that the work can be resumed; `file` is None if nothing is written.
    """
    progress = WorkProgress(units)
    hint = "Ctrl-C stops"
    outcome = "are finished"
    if file is not None:
        hint = f"{hint}, --resume continues"
        outcome = f"are in {file}; --resume continues"

    def report(done: int, count: int) -> None:
        progress.update(done, count)
        line = f"{progress.in_words}{progress.time_left()} ({hint})"
        # A longer line would wrap, and could not be cleared.
        show_line(line[: get_terminal_size().columns - 1])

    with (
        progress_line(PROGRESS_SECONDS, PROGRESS_SECONDS) as show_line,
        redirect_stdout_to_stderr(),
    ):
        try:
            work(report)
        except KeyboardInterrupt as cause:
            reason = str(cause) or "Ctrl-C"
            add_note(f"stopped by {reason}; {progress.in_words} {outcome}")
            return False
    return True


class WorkProgress:
    """The progress of long work, and an estimate of the time for the rest."""

    def __init__(self, units: str) -> None:
        """Begin to measure the time."""
        self.units = units
        self.start_time = time.monotonic()
        self.done = 0
        self.count = 0
        self.done_before: int | None = None
        """The number of units done at the first report, by an earlier command that was stopped."""

    def update(self, done: int, count: int) -> None:
        """Take the numbers of a report."""
        if self.done_before is None:
            self.done_before = done
        self.done = done
        self.count = count

    @property
    def in_words(self) -> str:
        """Return the progress in words."""
        return f"{self.done:,} of {self.count:,} {self.units}"

    def time_left(self) -> str:
        """Return an estimate of the time for the rest, or "" before anything is done."""
        done_here = self.done - (self.done_before or 0)
        if not done_here:
            return ""
        seconds = time.monotonic() - self.start_time
        return f", {duration_words(seconds * (self.count - self.done) / done_here)} left"


def rewrite_when_saved(file: PositionFile, write: Callable[[], Sequence[str]]) -> int:
    """Call `write` whenever the file of a position is saved, until Ctrl-C; return the exit status.

    `write` returns the names of the files that it has written. After each call, a line with these
    names is printed, or a line with the error.
    """
    # A program that reads the output needs the names printed so far now, not after Ctrl-C.
    print_notes()
    sys.stdout.flush()
    print_to_stderr(f"following {file.name}; Ctrl-C ends it")
    with suppress(KeyboardInterrupt):
        while True:
            time.sleep(FILE_CHECK_SECONDS)
            if file.notice_save():
                outcome = rewrite_files(file, write)
                print_lines(f"{time.strftime('%H:%M:%S')} {outcome}", sys.stderr)
                print_notes()
    return EXIT_DONE


def rewrite_files(file: PositionFile, write: Callable[[], Sequence[str]]) -> str:
    """Write files again, and return their names or the error in the position's file."""
    # A position is often saved half finished, and the next save may mend it.
    try:
        with faults_as_input_errors(), redirect_stdout_to_stderr():
            return f"wrote {' '.join(write())}"
    except (InputError, OSError, RecursionError, MemoryError) as error:
        return describe_position_fault(error, file.name)


def search_file(file: PositionFile) -> Run:
    """Search the position in a file, from the beginning whenever the file is saved."""
    run = Run(file.read())
    while not run.advance(seconds=SLICE_SECONDS):
        if file.notice_save():
            run = Run(file.read())
    return run
