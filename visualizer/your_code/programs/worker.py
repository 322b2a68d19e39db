"""The process that runs a person's program, and reports the calls and the lines of its search.

It is started as `python -m visualizer.your_code.programs.worker REQUEST FOLDER`, where REQUEST is
JSON, and writes its reports to files in FOLDER.
"""

import ast
import linecache
import os
import random
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from traceback import walk_tb
from types import CodeType, FrameType
from typing import IO, Any, NoReturn

from visualizer.searching.data_files import format_json, read_json
from visualizer.support.errors import InputError
from visualizer.support.plugins.watchdog import is_of_this_program, is_user_code
from visualizer.support.processes import limit_resources
from visualizer.your_code.grading.notebooks import read_program
from visualizer.your_code.programs import instrumenting
from visualizer.your_code.programs.loading import (
    SearchImporter,
    evaluate,
    load_module,
    module_for,
    run_as_program,
)
from visualizer.your_code.programs.plan import board_finder, plan_search, search_source
from visualizer.your_code.programs.recording import CallRecorder, VisitLimits, VisitRecorder
from visualizer.your_code.programs.roles import Roles
from visualizer.your_code.programs.source import ProgramSource
from visualizer.your_code.programs.uncut import UNCUT_NAME, RootWindow, remove_cuts
from visualizer.your_code.watching.tracer import TRACER_CALL_DEPTH, Tracer, error_text

CALLS_FILE = "calls"
LINES_FILE = "lines"
OUTPUT_FILE = "output"
END_FILE = "end"
"""The files in the folder of a run."""
SEED = 1
"""What `random` begins with, so that a second run does the same."""
MAX_WRITTEN_BYTES = 1 << 30
"""The largest file that a program may write."""
FRAMES_PER_CALL = 2
"""A reported call with ours around it."""


@dataclass(frozen=True)
class ProgramRequest:
    """What to run, and the limits."""

    file: str
    arguments: tuple[str, ...] = ()
    stdin: str | None = None
    call: str | None = None
    """An expression to evaluate in the loaded module; None to run the program as it is."""
    function: str | None = None
    board: str | None = None
    roles: dict[str, str] = field(default_factory=dict)
    is_uncut: bool = False
    """Whether its cuts are switched off."""
    restores: bool = False
    """Whether each call leaves the board as it was."""
    first_visit_with_lines: int = 0
    """The visit, from 0, with which lines begin to be followed."""
    max_lines: int = 100_000
    max_nodes: int = 2_000_000
    seconds: float = 20

    def written(self) -> str:
        """Return the request as JSON."""
        return format_json(asdict(self))


Start = Callable[[ast.Module, dict[str, Any]], object]
"""Runs a program, given its syntax tree and the names by which it calls the recorder."""


class SearchTracer(Tracer):
    """Follows the lines of a search, but not those that only print its board for us."""

    board_reader: VisitRecorder | None = None
    """What reads the board."""

    def handle_call(self, frame: FrameType) -> Any:
        """Handle the beginning of a call, unless it is a part of reading the board."""
        reader = self.board_reader
        if reader is not None and reader.is_reading_state:
            return None
        return super().handle_call(frame)


class ProgramProcess:
    """Runs one program in this process, which it ends."""

    def __init__(self, request: ProgramRequest, folder: Path) -> None:
        """Prepare to run; nothing of the program has run yet."""
        self.request = request
        self.folder = folder
        self.source = search_source(request.file, request.function)
        # The lines of a notebook are those of its cells.
        lines = self.source.text.splitlines(keepends=True)
        linecache.cache[self.source.file] = (len(self.source.text), None, lines, request.file)
        self.plan = plan_search(self.source, request.function, request.roles)
        self.roles = Roles(self.plan.functions, request.roles)
        self.recorder = CallRecorder((folder / CALLS_FILE).open("wb"))
        self.lines: IO[str] = (folder / LINES_FILE).open("w", 1 << 16, encoding="utf-8")
        self.tracer: SearchTracer | None = SearchTracer(
            self.write_line, self.is_own, request.max_lines, request.max_nodes
        )
        self.left_out: list[tuple[int, str]] = []
        self.visits: VisitRecorder | None = None
        """What reports the calls, once the program runs."""

    def is_own(self, code: CodeType) -> bool:
        """Return whether code is the person's, so that its lines are followed."""
        return is_user_code(code) and not is_of_this_program(code)

    def write_line(self, entry: list[Any]) -> None:
        """Write an entry of the log of lines; after the last allowed line, stop following."""
        self.lines.write(format_json(entry) + "\n")
        if entry[0] == "full":
            sys.settrace(None)
            self.tracer = None

    def begin_search(self, call: Callable[[], Any]) -> Any:
        """Run a search that begins, and follow its lines."""
        if self.tracer is None:
            return call()
        with self.tracer.tracing():
            return call()

    def run(self, start: Start) -> NoReturn:
        """Run the program by a function that starts it, and end this process."""
        finder = board_finder(self.source, self.plan, self.request.roles, self.request.board)
        root_window = RootWindow(self.plan.functions, self.roles, is_negamax=self.plan.negates)
        limits = VisitLimits(
            self.request.max_nodes,
            self.stop_at_limit,
            self.request.first_visit_with_lines,
            self.request.restores,
        )
        visits = VisitRecorder(self.recorder.reports, finder.source_for, limits, self.begin_search)
        self.visits = visits
        if self.tracer is not None:
            self.tracer.board_reader = visits
        random.seed(SEED)
        allow_deep_calls()
        signal.signal(signal.SIGTERM, self.stop_when_told)
        try:
            start(self.prepared_tree(), hook_names(visits, root_window))
        except SystemExit as error:
            if error.code or visits.left_by is error:
                self.end(failure=f"sys.exit({error.code!r:.100}){self.place(error)}")
        except InputError as error:
            self.end(refusal=str(error))
        except BaseException as error:  # noqa: BLE001  whatever ends the program is told
            self.end(failure=f"{error_text(error)}{self.place(error)}")
        self.end()

    def place(self, error: BaseException) -> str:
        """Say in which line of the person's an error was raised; "" if it was in none."""
        lines = [
            line
            for frame, line in walk_tb(error.__traceback__)
            if frame.f_code.co_filename == self.source.file
        ]
        return f" (line {lines[-1]})" if lines else ""

    def start_file(self, tree: ast.Module, names: dict[str, Any]) -> None:
        """Run the file as Python does, or load it as a module and evaluate the call in it."""
        file = self.request.file
        sys.argv = [file, *self.request.arguments]
        if self.source.file != file:
            sys.meta_path.insert(0, SearchImporter(self.source.file, tree, names))
            tree = ProgramSource(read_program(file), file).tree
        if self.request.call is None:
            run_as_program(tree, module_for("__main__", file, names), file)
            return
        module = module_for(Path(file).stem, file, names)
        assert self.visits is not None
        # What the module searches as it is loaded is not the search that was asked for.
        self.visits.is_waiting = True
        self.left_out = load_module(tree, module, file)
        self.visits.is_waiting = False
        evaluate(self.request.call, module)

    def prepared_tree(self) -> ast.Module:
        """Return the syntax tree to run: it reports its calls, and may have no cuts."""
        functions = self.plan.functions
        change = None
        if self.request.is_uncut:
            change = partial(remove_cuts, functions=functions, roles=self.roles)
        tree, _ = instrumenting.instrumented(self.source, functions, change)
        return tree

    def stop_at_limit(self) -> NoReturn:
        """End the process, as it has made all the calls that are recorded."""
        self.end(limit=f"{self.request.max_nodes:,} visits were recorded; the rest is left out")

    def stop_when_told(self, number: int, frame: FrameType | None) -> NoReturn:
        """End the process, as its time is up or Ctrl-C was pressed."""
        self.end(limit="it was stopped")

    def end(self, failure: str = "", limit: str = "", refusal: str = "") -> NoReturn:
        """Write what is left, and end the process at once, whatever else runs in it."""
        with suppress(BaseException):
            sys.settrace(None)
            self.recorder.end()
            self.lines.flush()
            sys.stdout.flush()
        end = {
            "failure": failure,
            "limit": limit,
            "refusal": refusal,
            "left_out": self.left_out,
        }
        (self.folder / END_FILE).write_text(format_json(end), encoding="utf-8")
        os._exit(0)


def allow_deep_calls() -> None:
    """Let the program call as deeply as without us, now and when it sets the limit itself.

    Each of its calls that is reported needs a call of ours.
    """
    set_limit = sys.setrecursionlimit
    own_limit = sys.getrecursionlimit()

    def set_own_limit(limit: int) -> None:
        nonlocal own_limit
        set_limit(FRAMES_PER_CALL * limit + TRACER_CALL_DEPTH)
        own_limit = limit

    set_own_limit(own_limit)
    sys.setrecursionlimit = set_own_limit
    sys.getrecursionlimit = lambda: own_limit


def hook_names(visits: VisitRecorder, root_window: RootWindow) -> dict[str, Any]:
    """Return the names by which an instrumented program calls the recorder."""
    return {
        instrumenting.VISIT_NAME: visits.decorator,
        instrumenting.CHILD_NAME: visits.note_child,
        instrumenting.LOOP_NAME: visits.note_loop,
        instrumenting.RAN_OUT_NAME: visits.note_end,
        UNCUT_NAME: root_window.decorator,
    }


def redirect(request: ProgramRequest, folder: Path) -> None:
    """Send what the program prints to a file, and let it read the file that the user has named."""
    # The other process waits until standard output is closed: a copy stays open to the end.
    os.dup(1)
    output = os.open(folder / OUTPUT_FILE, os.O_WRONLY | os.O_CREAT)
    os.dup2(output, 1)
    os.dup2(output, 2)
    sys.stdin = Path(request.stdin or os.devnull).open(encoding="utf-8")  # noqa: SIM115  it stays open


if __name__ == "__main__":
    given = ProgramRequest(**read_json(sys.argv[1]))
    where = Path(sys.argv[2])
    limit_resources(MAX_WRITTEN_BYTES)
    redirect(given, where)
    process = ProgramProcess(given, where)
    process.run(process.start_file)
