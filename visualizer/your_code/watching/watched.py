"""Watch a user's code search a position: run it once, then show the search with its lines."""

import time
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from math import isfinite
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Any

from games.tree.notation import Node
from visualizer.explaining.explanation.naming import capitalized
from visualizer.searching.data_files import format_json, read_json
from visualizer.searching.events.recordings import hand_over
from visualizer.searching.events.writing import written_event_lines
from visualizer.searching.lookup import concise_recipe, load_game
from visualizer.searching.recipe import Recipe, SearchSpec, recipe_of_recording
from visualizer.searching.run import Run
from visualizer.searching.search_options import COMMON_OPTIONS
from visualizer.support.errors import InputError
from visualizer.support.processes import (
    ChildProcess,
    can_fork,
    end_after_seconds,
    limit_resources,
    own_python_command,
)
from visualizer.trace.line_track import LineTrack, NodeValue, OpaqueValue, TrackedValue
from visualizer.trace.recorder import MAX_DEPTH
from visualizer.trace.rows import MovePath, Trace
from visualizer.your_code.grading.answers import value_as_json
from visualizer.your_code.grading.grading import SECONDS_PER_TREE, Grading, make_trees_for_task
from visualizer.your_code.grading.reference import (
    CUTTING_TASKS,
    GRADED_TASKS,
    GradedTask,
    make_task,
)
from visualizer.your_code.grading.report import GradeReport, WrongTree
from visualizer.your_code.grading.shapes import TreeShape
from visualizer.your_code.grading.subjects import FileSubject, FunctionSubject, Subject
from visualizer.your_code.grading.trees import DEEPENING_TASK, MIN_TURN, tree_height
from visualizer.your_code.grading.worker import GRACE_SECONDS, describe_copy_failure
from visualizer.your_code.watching.first_wrong_line import (
    CodeAnswer,
    FirstDifference,
    find_first_difference,
)
from visualizer.your_code.watching.log import CodeLog
from visualizer.your_code.watching.right import (
    RightSearchOfCode,
    check_reference_search,
    right_searches_of_algorithm,
    right_searches_of_tasks,
)
from visualizer.your_code.watching.visits import (
    CodeSearch,
    VisitsOfCalls,
    search_of_reads,
    with_values_for_max,
)
from visualizer.your_code.watching.worker import MAX_LOG_BYTES, WatchedRequest, run_watched

MAX_WATCHED_LINES = 100_000
MAX_WATCHED_NODES = 100_000
REFERENCE_OPTIONS = ("depth", "ordering", "evaluation", "cut")
"""The options of the search that code is compared with."""
WATCHED_SECONDS = 2 * SECONDS_PER_TREE
"""The time for watched code, which is slower, in seconds."""


@dataclass(frozen=True)
class CodeLimits:
    """How many lines, nodes and seconds of code are followed."""

    max_lines: int = MAX_WATCHED_LINES
    max_nodes: int = MAX_WATCHED_NODES
    seconds: float = WATCHED_SECONDS


class WatchedCode:
    """A user's code that has searched a position."""

    difference: FirstDifference | None = None
    """The first thing that it does differently from the search it is compared with, or None."""
    remark = ""
    """Why the first difference cannot be found."""
    is_wrong = False
    """Whether grading finds it wrong on this tree, although no first difference is found."""
    others_right = 0
    """The number of other trees on which it is right."""

    def __init__(
        self,
        name: str,
        request: WatchedRequest,
        log: CodeLog,
        against: str | GradedTask | None = None,
        kind: type[Run] = Run,
    ) -> None:
        """Make a run of type `kind` from a log; compare it with an algorithm, or with a task."""
        self.name = name
        self.request = request
        self.log = log
        self.kind = kind
        self.against = against.search().algorithm if isinstance(against, GradedTask) else against
        self.reference = request.run()
        """A run, not begun, with the position, depth, move order and evaluation."""
        of_calls = VisitsOfCalls(self.reference, log).told()
        self.tells_calls = of_calls is not None
        """Whether its calls show all that it did; otherwise only the values read do."""
        self.search = of_calls or search_of_reads(self.reference, log)
        self.run = self.made_run()
        if against is not None:
            self.difference, self.remark = self.compared(against)
        if self.difference is not None and len(self.track):
            self.track.said[self.difference.moment] = (
                f"{capitalized(self.difference.why).removesuffix('.')}."
            )

    @property
    def track(self) -> LineTrack:
        """The lines that it has run."""
        return self.log.track

    def compared(self, against: str | GradedTask) -> tuple[FirstDifference | None, str]:
        """Return the first difference from a search, or None and why it cannot be found."""
        log = self.log
        calls = self.track.calls
        if log.is_cut or log.is_full:
            return None, "Not all of it was followed, so it was not held against another search."

        reading_calls = [event.call for event in log.happenings if event.what == "read"]
        search = self.search
        if not self.tells_calls:
            if any(call < 0 or calls[call].node is None for call in reading_calls):
                remark = (
                    "Its calls are not given the nodes that they read, so no first difference can "
                    "be told."
                )
                return None, remark
        if not reading_calls:
            root_calls = [number for number, call in enumerate(calls) if call.node == ()]
            if not root_calls:
                return (
                    None,
                    "It has read no value, so there is nothing to hold against another search.",
                )
            search = self.search_of_root_call(root_calls[0])

        rights = self.right_searches(against, search)
        answer = CodeAnswer(log.reads, log.value, log.move)
        return find_first_difference(search, rights, answer, failed=bool(log.failure)), ""

    def search_of_root_call(self, number: int) -> CodeSearch:
        """Return a search with one visit, that of the root by a call."""
        moments = self.track.calls[number].moments
        search = CodeSearch(self.reference, self.track)
        search.enter((), number, moments[0])
        if not self.log.failure:
            search.leave(moments[-1], None)
        search.finish()
        return search

    def right_searches(
        self, against: str | GradedTask, search: CodeSearch
    ) -> list[RightSearchOfCode]:
        """Return the searches that would be right."""
        if isinstance(against, GradedTask) and isinstance(self.reference.root, Node):
            return right_searches_of_tasks(self.reference.root, [against])

        # Several visits of the root are passes of a deepening search, each with its depth.
        depths: list[Any] = []
        root_calls = [search.calls[row] for row in search.trace.roots()]
        if len(root_calls) > 1:
            for number, call in enumerate(root_calls, 1):
                depths.append(self.track.calls[call].handed.get("depth", number))
        return right_searches_of_algorithm(
            self.reference, str(against), self.request.cut, self.request.depth, depths
        )

    def made_run(self) -> Run:
        """Return a run that plays back what the code did, with its track."""
        run = self.replayed_run()
        self.tell_steps(run.trace)
        if run.trace.reason:
            how = "has not returned there" if self.log.reads else "has read no value"
            run.trace.reason = self.stopped or f"{self.name} {how}"

        run.track = None
        if len(self.track):
            if self.stopped:
                self.track.stopped = self.stopped
                self.track.said[self.track.end] = f"{self.stopped}."
            run.track = self.track
        search = self.reference.recipe.search
        right = replace(
            search, algorithm=self.against or search.algorithm, depth=run.recipe.search.depth
        )
        run.counterpart = replace(self.reference.recipe, search=right)
        return run

    def replayed_run(self) -> Run:
        """Return a finished run that replays the code's search as a recording."""
        trace = with_values_for_max(self.search)
        lines = written_event_lines(
            trace,
            self.recording_header(),
            lambda row, move: self.reference.written((*trace.path(row), move)),
        )
        recording = hand_over(lines)  # the file is there as long as this object is
        recipe = recipe_of_recording(recording.file)
        search = replace(recipe.search, code=self.words())
        root = self.reference.root if self.reference.game.explicit else None
        return self.kind(replace(recipe, search=search), root).finish()

    def recording_header(self) -> dict[str, Any]:
        """Return the header of the recording."""
        where = self.reference.recipe.where
        depth = self.reference.depth
        if isinstance(self.reference.root, Node):
            depth = max(1, min(depth, tree_height(self.reference.root)))
        if where.position is None:  # with settings that make a random tree, which has no text yet
            settings = {} if self.reference.game.explicit else where.settings
            where = replace(where, position=self.reference.root.text(), moves="", settings=settings)

        header = {
            "search": self.name,
            "game": where.game,
            "settings": dict(where.settings),
            "position": where.position,
            "moves": where.moves.split(),
            "depth": depth if depth <= MAX_DEPTH else None,
            "evaluation": self.reference.recipe.search.evaluation,
            "windows": "handed",
        }
        return {key: value for key, value in header.items() if value not in (None, {}, [])}

    def tell_steps(self, trace: Trace) -> None:
        """Fill in the step of a trace that each moment of the track has reached."""
        moments = self.search.moments()
        for row in trace.cuts:
            # A cutoff is certain only when the code has left the children, not before.
            call = self.search.calls[row]
            if call < 0:
                continue
            moment = self.track.before(self.search.ended[row], call)
            if moment is not None:
                cut_step = trace.cut_step(row) or 1
                moments[cut_step - 1] = max(moments[cut_step - 1], moment)

        steps = self.track.steps
        step = 0
        for moment in range(len(steps)):
            while step < len(moments) and moments[step] <= moment:
                step += 1
            steps[moment] = step

    def words(self) -> tuple[str, ...]:
        """Return the arguments of `watch` that repeat this."""
        recipe = concise_recipe(self.reference.recipe)
        words = [self.name, *recipe.where.words()]
        for name, text in recipe.search.changes().items():
            if name in REFERENCE_OPTIONS:
                words += COMMON_OPTIONS[name].words(text)
        if self.against is not None:
            words += ["--against", self.against]
        return tuple(words)

    @property
    def difference_moment(self) -> int:
        """The moment of the first difference; without one, the end if the code failed, or 0."""
        if self.difference is not None:
            return self.difference.moment
        if self.log.failure and len(self.track):
            return self.track.end
        return 0

    @property
    def stopped(self) -> str:
        """Why the code failed, or was not followed to its end; "" if it was."""
        if self.log.failure:
            return f"{self.name} {self.log.failure}"
        if self.log.is_cut:
            followed = f"{self.request.max_nodes:,} nodes"
            return f"{followed} were followed, and not those after them; --max-nodes N follows more"
        if self.log.is_full:
            followed = f"{self.request.max_lines:,} lines"
            return f"{followed} were followed, and not those after them; --max-lines N follows more"
        return ""


def check_watchable(subject: Subject, against: str | None) -> None:
    """Raise InputError for a subject that cannot be watched, or compared with a search."""
    if against is not None:
        check_reference_search(against)
    if subject.handed.tells_recorder:
        raise InputError(
            f"{subject.name:.200} searches a problem and tells a recorder; open it with "
            "--algorithm instead"
        )


def make_watch_request(
    subject: Subject, recipe: Recipe, limits: CodeLimits, against: str | None
) -> WatchedRequest:
    """Return the request to watch a subject; InputError if it cannot search such a position.

    If it is compared with iterative deepening, inner nodes of trees have estimates.
    """
    run = Run(recipe)
    shape: TreeShape = subject.shape.with_agents(None)
    depth = requested_depth(recipe.search)
    is_tree = isinstance(run.root, Node)
    if not (is_tree or shape.is_any):
        raise InputError(
            f"{subject.name:.200} is given a tree, not a game; watch it on the game tree"
        )
    task = make_task("alpha-beta", recipe.search.cut, None, None, table=False).on(
        shape, cut=recipe.search.cut
    )
    style = fitting_call_style(subject, task)
    of_mover = subject.handed.of_mover[style]
    if against is not None and shape.max_begins and not of_mover and run.turn(()) == MIN_TURN:
        raise InputError(
            f"{subject.name:.200} begins with MAX, but MIN is to move at the root; leave out "
            f"--against {against}"
        )
    if isinstance(run.root, Node) and not shape.is_any:
        why = shape.why_not(shape.shaped(run.root))
        if why:
            raise InputError(f"the tree cannot be searched by {subject.name:.200}: {why}")
    return WatchedRequest(
        recipe.where.game,
        recipe.where.position,
        recipe.where.moves,
        dict(recipe.where.settings),
        run.recipe.search.to_spec(),
        depth if is_tree else run.depth,
        style,
        shape.agents,
        recipe.search.cut,
        limits.max_lines,
        limits.max_nodes,
        limits.seconds,
        is_tree and against == DEEPENING_TASK,
    )


def requested_depth(search: SearchSpec) -> int | None:
    """Return the depth limit of a search, or None."""
    if search.depth in (None, "all"):
        return None
    return int(search.depth)


def needed_depth(recipe: Recipe) -> int | None:
    """Return the depth limit for a function; none in a game, whose nodes end at the limit."""
    if load_game(recipe.where.game).explicit:
        return requested_depth(recipe.search)
    return None


def fitting_call_style(subject: Subject, task: GradedTask) -> int:
    """Return the number of the call style that fits best, as grading finds it."""
    if len(subject.handed.given) > 1:
        return Grading(subject, task, make_trees_for_task(task)).best_style()
    return 0


def watch_file(
    name: str, recipe: Recipe, limits: CodeLimits, against: str | None = None, kind: type[Run] = Run
) -> WatchedCode:
    """Watch a function `FILE.py:FUNCTION` on a position; InputError if it cannot be called.

    KeyboardInterrupt stops it, and the log up to then is used.
    """
    with closing(FileSubject(name, limits.seconds, needed_depth(recipe))) as subject:
        return watch_subject(
            subject,
            recipe,
            limits,
            against,
            kind=kind,
            hear=lambda request: record_file(name, request),
        )


def watch_subject(
    subject: Subject,
    recipe: Recipe,
    limits: CodeLimits,
    against: str | None,
    *,
    kind: type[Run],
    hear: Callable[[WatchedRequest], CodeLog],
) -> WatchedCode:
    """Watch a subject on a position; `hear` runs it and returns the log.

    If it is compared with a task, and no position is given, it is watched on the smallest tree that
    it gets wrong; if there is none, on the default tree.
    """
    check_watchable(subject, against)
    report, style = grade_subject(subject, recipe, against)
    wrong = None if report is None else report.first_wrong
    if isinstance(wrong, WrongTree):
        return watch_on_wrong_tree(subject.name, wrong, style, limits, kind=kind, hear=hear)

    request = make_watch_request(subject, recipe, limits, against)
    watched = WatchedCode(subject.name, request, hear(request), against, kind)
    if report is not None and report.is_right:
        watched.others_right = report.trees
    elif report is not None and report.without_move:
        watched.remark = report.count()
        watched.is_wrong = True
    return watched


def grade_subject(
    subject: Subject, recipe: Recipe, against: str | None
) -> tuple[GradeReport | None, int]:
    """Return the report on a subject that is compared with a task, and its call style.

    The report is None if a position is given, or the search is not a task.
    """
    search = recipe.search
    has_options = search.ordering is not None or search.evaluation is not None
    if against not in GRADED_TASKS or has_options or has_position(recipe):
        return None, 0

    cut = search.cut if against in CUTTING_TASKS else None
    task = make_task(against, cut, requested_depth(search)).on(
        subject.shape.with_agents(None), cut=cut
    )
    grading = Grading(subject, task, make_trees_for_task(task))
    with suppress(InputError):  # what cannot be graded can be watched all the same
        return grading.run(), grading.style
    return None, 0


def has_position(recipe: Recipe) -> bool:
    """Return whether a recipe is about one position, instead of trees in general."""
    where = recipe.where
    if where.position is not None or where.moves or where.settings:
        return True
    return not load_game(where.game).explicit


def make_wrong_tree_request(wrong: WrongTree, style: int, limits: CodeLimits) -> WatchedRequest:
    """Return the request to watch a subject on a tree that it gets wrong."""
    task = wrong.right.task
    search_task = wrong.right.search_task
    return WatchedRequest(
        "tree",
        wrong.tree.text(),
        "",
        {},
        task.search().to_spec(),
        search_task.depth,
        style,
        task.shape.agents,
        task.cut,
        limits.max_lines,
        limits.max_nodes,
        limits.seconds,
        search_task.estimates,
    )


def watch_wrong(name: str, wrong: WrongTree, style: int) -> WatchedCode:
    """Watch a function of a file on the smallest tree that it gets wrong."""
    return watch_on_wrong_tree(
        name,
        wrong,
        style,
        CodeLimits(),
        kind=Run,
        hear=lambda request: record_file(name, request),
    )


def watch_on_wrong_tree(
    name: str,
    wrong: WrongTree,
    style: int,
    limits: CodeLimits,
    *,
    kind: type[Run],
    hear: Callable[[WatchedRequest], CodeLog],
) -> WatchedCode:
    """Watch code on a tree that it gets wrong; if no line can be named, grading says why."""
    request = make_wrong_tree_request(wrong, style, limits)
    watched = WatchedCode(name, request, hear(request), wrong.right.task, kind)
    if watched.difference is None and not watched.log.failure:
        watched.remark = wrong.why
        watched.is_wrong = True
    return watched


def record_file(name: str, request: WatchedRequest) -> CodeLog:
    """Run a function of a file in another process, and return the log; InputError if it fails."""
    file, _, function = name.rpartition(":")
    source = file
    if Path(file).is_file():
        source = str(Path(file).absolute())
    with TemporaryDirectory() as folder:
        log_file = Path(folder) / "heard"
        words = (source, function, request.written(), str(log_file), file)
        is_interrupted = False
        line: str | None = None
        with ChildProcess.start(
            *own_python_command("visualizer.your_code.watching.worker", *words)
        ) as process:
            try:
                line = process.hear(time.monotonic() + request.seconds + 3 * GRACE_SECONDS)
            except KeyboardInterrupt:
                is_interrupted = True
            source_folder = str(Path(source).parent)
            answer = describe_copy_failure(process, line, request.seconds, source_folder)
        log = read_log_file(log_file, answer.failure, is_interrupted=is_interrupted)
    if log.error:
        raise InputError(log.error)
    return log


def read_log_file(file: Path, failure: str, *, is_interrupted: bool) -> CodeLog:
    """Return the log in a file; `failure` is the reason if it lacks the end."""
    log = CodeLog()
    if file.exists():
        log = CodeLog.read(file.read_text(encoding="utf-8").splitlines())
    if is_interrupted:
        log.failure = "was stopped by Ctrl-C"
    elif not log.has_ended:
        log.failure = failure
    return log


def watch_function(
    function: Callable[..., Any],
    recipe: Recipe,
    limits: CodeLimits,
    against: str | None = None,
    kind: type[Run] = Run,
) -> WatchedCode:
    """Watch a function of this process on a position, in a copy of the process if possible."""
    subject = FunctionSubject(function, limits.seconds, needed_depth(recipe))
    return watch_subject(
        subject,
        recipe,
        limits,
        against,
        kind=kind,
        hear=lambda request: record_function(function, subject, request, limits),
    )


def record_function(
    function: Callable[..., Any],
    subject: FunctionSubject,
    request: WatchedRequest,
    limits: CodeLimits,
) -> CodeLog:
    """Run a function of this process, and return the log."""
    with TemporaryDirectory() as folder:
        log_file = Path(folder) / "heard"

        def limited(calls: IO[str]) -> str:
            limit_resources(MAX_LOG_BYTES)
            end_after_seconds(limits.seconds, calls)
            run()
            return "done"

        def run() -> None:
            with log_file.open("w", 1, encoding="utf-8") as log:
                run_watched(function, request, log)

        def watched(calls: IO[str]) -> str:
            with ChildProcess.copy(limited) as copy:
                line = copy.hear(time.monotonic() + limits.seconds + GRACE_SECONDS)
                if not line and copy.status() == 0:
                    line = None
                answer = describe_copy_failure(copy, line, limits.seconds, subject.folder)
                return format_json(answer.failure)

        failure = ""
        is_interrupted = False
        try:
            if can_fork():
                failure = failure_of_guard(watched, limits)
            else:
                run()
        except KeyboardInterrupt:
            is_interrupted = True
        return read_log_file(log_file, failure, is_interrupted=is_interrupted)


def failure_of_guard(work: Callable[[IO[str]], str], limits: CodeLimits) -> str:
    """Run work in a copy of this process that guards another copy, and return how it failed."""
    with ChildProcess.copy(work, guards=True) as guard:
        line = guard.hear(time.monotonic() + limits.seconds + 2 * GRACE_SECONDS)
        if not line:
            return describe_copy_failure(guard, line, limits.seconds, "").failure
        failure: str = read_json(line)
        return failure


def value_as_plain_json(value: TrackedValue, place: Callable[[MovePath], str]) -> Any:
    """Return the value of a variable for JSON; `place` writes the path of a node."""
    match value:
        case NodeValue(path):
            return place(path)
        case OpaqueValue(kind):
            return f"<{kind}>"
        case list():
            return [value_as_plain_json(item, place) for item in value]
        case dict():
            return {key: value_as_plain_json(item, place) for key, item in value.items()}
        case float() if not isfinite(value):
            return str(value)
    is_whole = isinstance(value, float) and value.is_integer()
    return int(value) if is_whole else value


def watched_as_json(watched: WatchedCode) -> dict[str, Any]:
    """Return watched code for JSON, as `watch --json` prints it."""
    track = watched.track
    run = watched.run

    def moves_to(path: MovePath) -> str:
        return " ".join(run.all_written(path))

    def place(path: MovePath | None) -> str | None:
        return None if path is None else moves_to(path)

    def plain(value: TrackedValue) -> Any:
        return value_as_plain_json(value, moves_to)

    difference = None
    if watched.difference is not None:
        difference = watched.difference.as_object(place, plain)
    moves = list(run.choices(()))
    return {
        "function": watched.name,
        "game": run.game.name,
        "position": run.root.text(),
        "value": value_as_json(watched.log.value),
        "move": None if watched.log.move is None else moves[watched.log.move],
        "lines": [
            {
                "line": line,
                "call": call,
                "node": place(track.calls[call].node),
                "event": event.value,
                "variables": {name: plain(value) for name, value in changes.items()},
            }
            for line, call, event, changes in track.rows()
        ],
        "calls": [
            {
                "call": number,
                "parent": None if call.parent < 0 else call.parent,
                "node": place(call.node),
                "handed": {role: plain(value) for role, value in call.handed.items()},
                "returned": plain(call.returned),
            }
            for number, call in enumerate(track.calls)
        ],
        "stopped": watched.stopped or None,
        "first_difference": difference,
    }


def describe_watched(watched: WatchedCode) -> list[str]:
    """Return sentences on how the code ended and where it went wrong, or that it is right."""
    difference = "" if watched.difference is None else watched.difference.why
    sentences = [watched.stopped, difference, watched.remark]
    sentences = [sentence for sentence in sentences if sentence]
    if sentences or watched.against is None:
        return sentences

    where = "on this tree" if watched.run.game.explicit else "in this position"
    if watched.others_right:
        where += f" and on {watched.others_right} others"
    return [f"{where} it does what {watched.against} does"]
