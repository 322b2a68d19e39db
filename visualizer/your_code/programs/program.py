"""A program that has run: its searches, and the one that is shown as a run with its lines."""

import ast
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from visualizer.searching.data_files import read_json
from visualizer.searching.events.recordings import hand_over, without_collection
from visualizer.searching.recipe import recipe_of_recording
from visualizer.searching.run import Run
from visualizer.support.errors import InputError
from visualizer.support.processes import ChildProcess, own_python_command
from visualizer.trace.line_track import LineTrack
from visualizer.your_code.programs.calls import RecordedCalls
from visualizer.your_code.programs.instrumenting import instrumented
from visualizer.your_code.programs.meaning import NumberMeaning, NumberMeaningFinder, result_number
from visualizer.your_code.programs.plan import SearchPlan, plan_search, search_source
from visualizer.your_code.programs.roles import RESULT_ROLE, Roles
from visualizer.your_code.programs.searches import (
    RecordedSearch,
    SearchFinder,
    choose_search,
)
from visualizer.your_code.programs.source import FunctionSyntax
from visualizer.your_code.programs.tree import EventsOfCalls, StatesByPath
from visualizer.your_code.programs.worker import (
    CALLS_FILE,
    END_FILE,
    LINES_FILE,
    OUTPUT_FILE,
    ProgramRequest,
)
from visualizer.your_code.watching.log import CodeLog
from visualizer.your_code.watching.tracer import WINDOW_ENDS

START_SECONDS = 10.0
"""Seconds that the process has to start, before its own time begins."""
MAX_OUTPUT_LINES = 200
MAX_OUTPUT_BYTES = 1 << 16


@dataclass(frozen=True)
class ProgramEnd:
    """How a program ended."""

    failure: str = ""
    """The error that it raised, as Python writes it."""
    limit: str = ""
    """Why it was stopped."""
    refusal: str = ""
    """What is wrong with an option, found only as it ran."""
    left_out: tuple[tuple[int, str], ...] = ()
    """The lines of statements that were not loaded, with the reason."""


class RecordedProgram:
    """What the process of a program has written."""

    def __init__(self, request: ProgramRequest, folder: Path, end: ProgramEnd) -> None:
        """Read the files in a folder."""
        self.request = request
        self.end = end
        self.source = search_source(request.file, request.function)
        self.plan: SearchPlan = plan_search(self.source, request.function, request.roles)
        self.roles = Roles(self.plan.functions, request.roles)
        _, sites = instrumented(self.source, self.plan.functions)
        self.calls = RecordedCalls(self.plan.functions, sites)
        with without_collection():
            self.calls.read(folder / CALLS_FILE)
        self.calls.forget_constant_states()
        self.calls.forget_false_windows(self.roles)
        self.lines = read_lines(folder / LINES_FILE)
        self.output = last_lines(folder / OUTPUT_FILE)
        self.searches: list[RecordedSearch] = SearchFinder(self.calls, self.plan, self.roles).find()

    def check_has_search(self) -> None:
        """Raise InputError if no search ran, with the reason and what to do about it."""
        if self.end.refusal:
            raise InputError(self.end.refusal)
        if self.searches:
            return
        why = "it ended without a recorded call of "
        if self.end.failure:
            why = f"it ended with {self.end.failure:.200}, without a recorded call of "
        elif self.end.limit:
            why = f"{self.end.limit}, without a recorded call of "
        function = self.plan.functions[0]
        call = suggested_call(self)
        raise InputError(
            f"{self.request.file}: {why}{function.name}; call it with --call {call!r}, with values "
            "for the parameters"
        )


def suggested_call(recorded: RecordedProgram) -> str:
    """Return a call that starts the search: that of the function with the fewest parameters.

    It is one of the search, or one that calls it; a method is called on a new object.
    """
    source = recorded.source
    searching = recorded.plan.functions
    names = {function.short_name for function in searching}
    classes = {node.name for node in ast.walk(source.tree) if isinstance(node, ast.ClassDef)}
    callable_ones = []
    for function in source.functions:
        starts = function in searching or names & function.called
        owner = function.name.rpartition(".")[0]
        if starts and function.short_name != "main" and owner in ("", *classes):
            callable_ones.append(function)
    function = min(callable_ones or searching, key=lambda one: len(one.parameters))
    name = function.name
    parameters = function.parameters
    if parameters[:1] == ("self",):
        name = f"{function.name.rpartition('.')[0]}().{function.short_name}"
        parameters = parameters[1:]
    return f"{name}({', '.join(parameters)})"


def read_lines(file: Path) -> CodeLog:
    """Return the log of lines in a file, up to where it ends."""
    if not file.exists():
        return CodeLog()
    return CodeLog.read(file.read_text(encoding="utf-8").splitlines())


def last_lines(file: Path) -> list[str]:
    """Return the last lines of what a program has printed."""
    if not file.exists():
        return []
    with file.open("rb") as stream:
        size = stream.seek(0, 2)
        stream.seek(max(0, size - MAX_OUTPUT_BYTES))
        text = stream.read().decode("utf-8", "replace")
    return text.splitlines()[-MAX_OUTPUT_LINES:]


def record_program(request: ProgramRequest) -> RecordedProgram:
    """Run a program in another process, and return what it has recorded.

    Ctrl-C stops the program, and what it did until then is recorded.
    """
    # A mistake in the source or the request is told before anything runs.
    source = search_source(request.file, request.function)
    plan_search(source, request.function, request.roles)
    absolute = replace(request, file=str(Path(request.file).absolute()))
    with TemporaryDirectory() as name:
        folder = Path(name)
        words = (absolute.written(), name)
        command = own_python_command("visualizer.your_code.programs.worker", *words)
        limit = ""
        with ChildProcess.start(*command) as process:
            try:
                is_late = wait_for_end(process, folder / END_FILE, request.seconds)
            except KeyboardInterrupt:
                limit = "it was stopped by Ctrl-C"
            else:
                limit = f"it did not end within {request.seconds:g} s"
                if not is_late:
                    # A program that kills its process, or leaves by os._exit, writes no end.
                    limit = f"its process ended with status {process.status()}"
        return RecordedProgram(request, folder, read_program_end(folder, limit))


def read_program_end(folder: Path, limit: str) -> ProgramEnd:
    """Return how a program says that it ended; if it says nothing, a limit has ended it."""
    file = folder / END_FILE
    if not file.exists():
        return ProgramEnd(limit=limit)
    return ProgramEnd(**read_json(file.read_text(encoding="utf-8")))


def wait_for_end(process: ChildProcess, end_file: Path, seconds: float) -> bool:
    """Wait until a program ends; return whether its time was up before."""
    until = time.monotonic() + seconds + START_SECONDS
    return process.read_line(until) is None and not end_file.exists()


class ProgramSearch:
    """One search of a program, as a run with the lines of its code."""

    def __init__(
        self, recorded: RecordedProgram, number: int | None = None, kind: type[Run] = Run
    ) -> None:
        """Take the search with a number from 1; None for the first with more than one visit.

        InputError if there is no such search.
        """
        recorded.check_has_search()
        self.recorded = recorded
        count = len(recorded.searches)
        if number is not None and not 1 <= number <= count:
            raise InputError(f"--search {number} is not a search; there are {count}, from 1")
        self.number = choose_search(recorded.searches, number)
        self.search = recorded.searches[self.number]
        calls = recorded.calls
        self.meaning: NumberMeaning = NumberMeaningFinder(
            calls,
            recorded.roles,
            recorded.plan,
            recorded.request.roles.get(RESULT_ROLE),
        ).find()
        self._check_value_role()
        self.name = Path(recorded.request.file).name
        self.events = EventsOfCalls(calls, self.search, self.meaning, recorded.roles, self.value_of)
        self.traced = [*self._traced_calls()]
        """The number in the track of each recorded call, as far as lines were followed."""
        self.run = self._make_run(kind)

    def _check_value_role(self) -> None:
        """Raise InputError if the user names an entry for the value that holds no number."""
        name = self.recorded.request.roles.get(RESULT_ROLE)
        place = self.meaning.value
        results = (call.result for call in self.recorded.calls.calls)
        has_value = any(
            isinstance(result, tuple | dict) and result_number(result, place) is not None
            for result in results
        )
        if name is not None and not has_value:
            raise InputError(f"--roles {RESULT_ROLE}={name:.60}: no result has a number there")

    @property
    def function(self) -> str:
        """The name of the function that is called at the root."""
        root = self.recorded.calls.calls[self.search.passes[0]]
        return self.recorded.plan.functions[root.function].name

    @property
    def track(self) -> LineTrack:
        """The lines that were followed."""
        return self.recorded.lines.track

    def _make_run(self, kind: type[Run]) -> Run:
        """Return a finished run that replays the search, with the lines as its track."""
        title = "uncut" if self.recorded.request.is_uncut else "yours"
        with without_collection():
            recording = hand_over(self.events.lines(self.function), title)
        assert recording.tree is not None  # no game is named
        recording.tree.source = StatesByPath(self.name, self.recorded.calls, self.events)
        recipe = recipe_of_recording(recording.file)
        search = replace(recipe.search, code=self.words())
        run = kind(replace(recipe, search=search)).finish()
        if run.trace.reason:
            run.trace.reason = self.stopped or self.events.remark or run.trace.reason
        self._attach_lines(run)
        run.searches = ProgramSearches(self.recorded, self.number + 1, kind)
        return run

    def _attach_lines(self, run: Run) -> None:
        """Join the lines to the run: each line knows its step, and each call its node."""
        track = self.track
        if not len(track):
            return
        for row, number in enumerate(self.events.drawn):
            traced = self.traced_call(number)
            if traced is not None and row < len(run.trace):
                track.calls[traced].node = run.trace.path(row)
        moments = self._moments(run)
        step = 0
        for moment in range(len(track)):
            while step < len(moments) and moments[step] <= moment:
                step += 1
            track.steps[moment] = step
        run.track = track

    def traced_call(self, number: int) -> int | None:
        """Return the track's number of a recorded call, None if its lines were not followed."""
        index = number - self.recorded.request.first_visit_with_lines
        return self.traced[index] if 0 <= index < len(self.traced) else None

    def moments_of_call(self, number: int) -> Sequence[int]:
        """Return the moments of a recorded call, () if its lines were not followed."""
        traced = self.traced_call(number)
        return () if traced is None else self.track.calls[traced].moments

    def value_of(self, number: int) -> float | None:
        """Return the value that a recorded call has returned, None if it is no number.

        A function that tries the root's moves itself mostly returns a move.
        """
        call = self.recorded.calls.calls[number]
        if call.function in self.recorded.plan.root_callers:
            return None
        return result_number(call.result, self.meaning.value)

    def window_of(self, number: int) -> tuple[float, float] | None:
        """Return the window that a recorded call was handed, None if it is not known."""
        ends = []
        for role in WINDOW_ENDS:
            end = self.recorded.calls.argument(number, self.recorded.roles, role)
            if isinstance(end, bool) or not isinstance(end, int | float):
                return None
            ends.append(end)
        return ends[0], ends[1]

    def _traced_calls(self) -> Iterator[int]:
        """Yield the calls in the track that are visits, in the order of the recorded calls."""
        places = {
            (function.short_name, first_line(function.syntax))
            for function in self.recorded.plan.functions
        }
        track = self.track
        for number, call in enumerate(track.calls):
            is_followed = len(call.moments) > 0
            if is_followed and (call.function, track.lines[call.moments[0]]) in places:
                yield number

    def _moments(self, run: Run) -> list[int]:
        """Return the moment at which each step is reached, as far as lines were followed.

        Steps before the first followed visit are reached from the beginning. The step that shows a
        cutoff is reached at the last line of the visit: before it, another child might be visited.
        """
        moments: list[int] = []
        for row, returns in run.trace.events():
            traced = self.traced_call(self.events.drawn[row])
            if traced is None and moments and moments[-1] > 0:
                break
            if traced is None:
                moments.append(0)
                continue
            call = self.track.calls[traced]
            if not returns:
                moments.append(call.moments[0])
            elif call.has_returned:
                moments.append(call.moments[-1] + 1)
            else:
                break
        for row in run.trace.cuts:
            traced = self.traced_call(self.events.drawn[row])
            # Steps are counted from 1.
            index = (run.trace.cut_step(row) or 1) - 1
            if traced is not None and index < len(moments):
                last_line = self.track.calls[traced].moments[-1]
                moments[index] = max(moments[index], last_line)
        return moments

    @property
    def stopped(self) -> str:
        """Why the program failed or was stopped, as a sentence without a full stop; or ""."""
        end = self.recorded.end
        if end.failure:
            return f"{self.name} ended with {end.failure}"
        if end.limit:
            return f"{self.name}: {end.limit}"
        return ""

    def words(self) -> tuple[str, ...]:
        """Return the command-line arguments of `watch` that show this search again."""
        request = self.recorded.request
        words = [self.name]
        if request.call is not None:
            words += ["--call", request.call]
        if request.function is not None:
            words += ["--function", request.function]
        if request.board is not None:
            words += ["--board", request.board]
        if request.roles:
            words += ["--roles", ",".join(f"{role}={name}" for role, name in request.roles.items())]
        if self.number:
            words += ["--search", str(self.number + 1)]
        if request.arguments:
            words += ["--", *request.arguments]
        return tuple(words)

    def found(self) -> str:
        """Say what is what in the search: its window, whose turn it is, its board and its moves."""
        recorded = self.recorded
        used = {recorded.calls.calls[number].function for number in self.events.numbers[:1000]}
        names = [recorded.plan.functions[index].name for index in sorted(used)]
        parts = []
        alpha = self._parameter(used, "alpha")
        if alpha:
            parts.append(f"{alpha}, {self._parameter(used, 'beta')} are the window")
        depth = self._parameter(used, "depth")
        if depth:
            parts.append(f"{depth} is the depth")
        if self.meaning.is_negamax:
            parts.append("values are from the side of the player to move")
        if self.meaning.side_words:
            parts.append(self.meaning.side_words)
        board = self._board_name(used)
        if board:
            parts.append(f"{board} is the board")
        moves = sorted({" ".join(self._targets(number)) for number in self.events.numbers[:1000]})
        named = [f"`{move}`" for move in moves if move]
        if named:
            parts.append(f"moves are {' or '.join(named)}")
        listed = ", ".join(f"`{name}`" for name in names)
        return f"{listed}: {'; '.join(parts) or 'its calls are the tree'}"

    def _parameter(self, used: set[int], role: str) -> str:
        """Return the parameter with a role in one of the used functions, in back quotes; or ""."""
        for function in sorted(used):
            name = self.recorded.roles.parameter(function, role)
            if name:
                return f"`{name}`"
        return ""

    def _board_name(self, used: set[int]) -> str:
        """Return the parameter or variable that holds the board, in back quotes; or ""."""
        if self.recorded.calls.state_is_constant:
            return ""
        for function in sorted(used):
            name = self.recorded.calls.state_names.get(function)
            if name:
                return f"`{name}`"
        return ""

    def _targets(self, number: int) -> Sequence[str]:
        """Return the loop variables that name the move to a call."""
        site = self.recorded.calls.calls[number].site
        return self.recorded.calls.sites[site].targets if site >= 0 else ()


def first_line(function: FunctionSyntax) -> int:
    """Return the line at which Python says that a function begins: its first decorator's."""
    return min([function.lineno, *(decorator.lineno for decorator in function.decorator_list)])


class ProgramSearches:
    """The searches of a program, of which one is shown."""

    def __init__(self, recorded: RecordedProgram, shown: int, kind: type[Run]) -> None:
        """Take the program and the number of the search that is shown, from 1."""
        self.recorded = recorded
        self.shown = shown
        self.kind = kind

    def lines(self) -> list[tuple[str, int]]:
        """Return a line about each search, with its number."""
        return [
            (f"search {number}: {search.visits:,} visit{'s' * (search.visits != 1)}", number)
            for number, search in enumerate(self.recorded.searches, 1)
        ]

    def open(self, number: int) -> Run:
        """Return the run of the search with a number."""
        return ProgramSearch(self.recorded, number, self.kind).run
