"""Watching code of one's own search a position: run once, then seen as a search with its lines beside the tree."""

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
"""How many lines are told, and how many nodes."""
REFERENCE_OPTIONS = ("depth", "ordering", "evaluation", "cut")
"""What may be asked of the search that code is held against."""
WATCHED_SECONDS = 2 * SECONDS_PER_TREE
"""Seconds that code may take while it is watched, which makes it slower."""


@dataclass(frozen=True)
class CodeLimits:
    """How much of code is watched."""

    max_lines: int = MAX_WATCHED_LINES
    max_nodes: int = MAX_WATCHED_NODES
    seconds: float = WATCHED_SECONDS


class WatchedCode:
    """A person's code that has searched a position."""

    difference: FirstDifference | None = None
    """Where it first does something that the search it is held against does not; None where all agrees."""
    remark = ""
    """Why there is none, where that cannot be told."""
    is_wrong = False
    """Whether grading has found that it is wrong on this tree, though no first difference can be told."""
    others_right = 0
    """On how many other trees it does what it should, where these were tried."""

    def __init__(
        self,
        name: str,
        request: WatchedRequest,
        log: CodeLog,
        against: str | GradedTask | None = None,
        kind: type[Run] = Run,
    ) -> None:
        """Make a search of what was heard, held `against` another, or the right way of a task, as a run of a `kind`."""
        self.name = name
        self.request = request
        self.log = log
        self.kind = kind
        self.against = against.search().algorithm if isinstance(against, GradedTask) else against
        self.reference = request.run()
        """The run of the search whose depth, order and evaluation held; it is not begun."""
        of_calls = VisitsOfCalls(self.reference, log).told()
        self.tells_calls = of_calls is not None
        """Whether its calls tell all that the code did: else only the values read do."""
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
        """The lines that it has run through."""
        return self.log.track

    def compared(self, against: str | GradedTask) -> tuple[FirstDifference | None, str]:
        """Return the first difference from a search, and why there is none where that cannot be told."""
        log = self.log
        request = self.request
        calls = self.track.calls
        search = self.search
        if log.is_cut or log.is_full:
            return None, "Not all of it was followed, so it was not held against another search."
        reads = [each.call for each in log.happenings if each.what == "read"]
        if not self.tells_calls and any(call < 0 or calls[call].node is None for call in reads):
            return (
                None,
                "Its calls are not given the nodes that they read, so no first difference can be told.",
            )
        if not reads:
            given = next((number for number, call in enumerate(calls) if call.node == ()), None)
            if given is None:
                return (
                    None,
                    "It has read no value, so there is nothing to hold against another search.",
                )
            search = CodeSearch(self.reference, self.track)
            search.enter((), given, calls[given].moments[0])
            if not log.failure:
                search.leave(calls[given].moments[-1], None)
            search.finish()
        if isinstance(against, GradedTask) and isinstance(self.reference.root, Node):
            rights = right_searches_of_tasks(self.reference.root, [against])
        else:
            roots = [search.calls[row] for row in search.trace.roots()]
            depths = [calls[call].handed.get("depth", place) for place, call in enumerate(roots, 1)]
            rights = right_searches_of_algorithm(
                self.reference,
                str(against),
                request.cut,
                request.depth,
                depths if len(roots) > 1 else (),
            )
        answer = CodeAnswer(log.reads, log.value, log.move)
        return find_first_difference(search, rights, answer, failed=bool(log.failure)), ""

    def made_run(self) -> Run:
        """Return a run that plays back what the code did, with its track."""
        where = self.reference.recipe.where
        depth = self.reference.depth
        if isinstance(self.reference.root, Node):
            depth = max(1, min(depth, tree_height(self.reference.root)))
        if where.position is None:  # with settings that deal a tree there is no text beside them
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
        known = {key: value for key, value in header.items() if value not in (None, {}, [])}
        trace = with_values_for_max(self.search)
        lines = written_event_lines(
            trace, known, lambda row, move: self.reference.written((*trace.path(row), move))
        )
        recording = hand_over(lines)
        recipe = recipe_of_recording(recording.file)
        if self.reference.game.explicit:
            root = self.reference.root
        else:
            root = None
        run = self.kind(
            replace(recipe, search=replace(recipe.search, code=self.words())), root
        ).finish()
        self.tell_steps(run.trace)
        if run.trace.reason:
            how = "has not returned there" if self.log.reads else "has read no value"
            run.trace.reason = self.stopped or f"{self.name} {how}"
        if self.stopped and len(self.track):
            self.track.stopped = self.stopped
            self.track.said[self.track.end] = f"{self.stopped}."
        if len(self.track):
            run.track = self.track
        else:
            run.track = None
        search = self.reference.recipe.search
        right = replace(
            search, algorithm=self.against or search.algorithm, depth=run.recipe.search.depth
        )
        run.counterpart = replace(self.reference.recipe, search=right)
        return run

    def tell_steps(self, trace: Trace) -> None:
        """Note at each moment which step of a trace has been reached by then."""
        moments = self.search.moments()
        steps = self.track.steps
        for row in trace.cuts:  # it is not known before the code has done with its children
            call = self.search.calls[row]
            cut_step = trace.cut_step(row) or 1
            if (
                call >= 0
                and (moment := self.track.before(self.search.ended[row], call)) is not None
            ):
                moments[cut_step - 1] = max(moments[cut_step - 1], moment)
        step = 0
        for moment in range(len(steps)):
            while step < len(moments) and moments[step] <= moment:
                step += 1
            steps[moment] = step

    def words(self) -> tuple[str, ...]:
        """Return what `watch` is told to do the same again."""
        asked = concise_recipe(self.reference.recipe)
        options = [
            word
            for name, text in asked.search.changes().items()
            if name in REFERENCE_OPTIONS
            for word in COMMON_OPTIONS[name].words(text)
        ]
        against = [] if self.against is None else ["--against", self.against]
        return (self.name, *asked.where.words(), *options, *against)

    @property
    def difference_moment(self) -> int:
        """Return the moment of the first difference; the end where it did not come to its own, else the beginning."""
        if self.difference is not None:
            return self.difference.moment
        if self.log.failure and len(self.track):
            return self.track.end
        return 0

    @property
    def stopped(self) -> str:
        """Say why the code did not come to its end, or why not all of it was heard; "" where it did."""
        if self.log.failure:
            return f"{self.name} {self.log.failure}"
        if self.log.is_cut:
            most = self.request.max_nodes
            return f"{most:,} nodes were followed, and not those after them; --max-nodes N follows more"
        if self.log.is_full:
            most = self.request.max_lines
            return f"{most:,} lines were followed, and not those after them; --max-lines N follows more"
        return ""


def check_watchable(subject: Subject, against: str | None) -> None:
    """Raise InputError for a subject that cannot be watched anywhere, or a search it cannot be held against."""
    if against is not None:
        check_reference_search(against)
    if subject.handed.tells_recorder:
        raise InputError(
            f"{subject.name:.200} searches a problem and tells a recorder; open it with --algorithm instead"
        )


def make_watch_request(
    subject: Subject, recipe: Recipe, limits: CodeLimits, against: str | None
) -> WatchedRequest:
    """Return what a subject is watched on; InputError where it cannot search such a position.

    Held `against` a search that deepens, it is given estimates of a tree's inner nodes.
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
            f"{subject.name:.200} begins with MAX, but MIN is to move at the root; leave out --against {against}"
        )
    if (
        isinstance(run.root, Node)
        and not shape.is_any
        and (why := shape.why_not(shape.shaped(run.root)))
    ):
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


def requested_depth(asked: SearchSpec) -> int | None:
    """Return the limit of depth that was asked for, None for none."""
    if asked.depth in (None, "all"):
        return None
    return int(asked.depth)


def needed_depth(recipe: Recipe) -> int | None:
    """Return the limit of depth that a function must take: none in a game, whose nodes have no children there."""
    if load_game(recipe.where.game).explicit:
        return requested_depth(recipe.search)
    return None


def fitting_call_style(subject: Subject, task: GradedTask) -> int:
    """Return which of several things that may stand for MAX and MIN fits, as grading finds it."""
    if len(subject.handed.given) > 1:
        return Grading(subject, task, make_trees_for_task(task)).best_style()
    return 0


def watch_file(
    name: str, recipe: Recipe, limits: CodeLimits, against: str | None = None, kind: type[Run] = Run
) -> WatchedCode:
    """Run a function of a file, `FILE.py:FUNCTION`, on a position; InputError where it cannot be loaded or called.

    KeyboardInterrupt stops it, and what was heard until then is shown.
    """
    with closing(FileSubject(name, limits.seconds, needed_depth(recipe))) as subject:
        return watch_subject(
            subject, recipe, limits, against, kind, lambda request: record_file(name, request)
        )


def watch_subject(
    subject: Subject,
    recipe: Recipe,
    limits: CodeLimits,
    against: str | None,
    kind: type[Run],
    hear: Callable[[WatchedRequest], CodeLog],
) -> WatchedCode:
    """Return what a subject does with a position, as it is heard.

    Held `against` a search without a position, that is the smallest tree that it gets wrong; where it gets none wrong,
    the textbook's.
    """
    check_watchable(subject, against)
    report, style = grade_subject(subject, recipe, against)
    if report is not None and isinstance(wrong := report.first_wrong, WrongTree):
        return watch_on_wrong_tree(subject.name, wrong, style, limits, kind=kind, hear=hear)
    request = make_watch_request(subject, recipe, limits, against)
    found = WatchedCode(subject.name, request, hear(request), against, kind)
    if report is not None and report.is_right:
        found.others_right = report.trees
    elif report is not None and report.without_move:
        found.remark = report.count()
        found.is_wrong = True
    return found


def grade_subject(
    subject: Subject, recipe: Recipe, against: str | None
) -> tuple[GradeReport | None, int]:
    """Return the report on a subject that is held against a task, and what it was given for MAX and MIN.

    There is none where a position is given, or the search is no task.
    """
    where = recipe.where
    search = recipe.search
    is_given = (
        where.position is not None
        or where.moves
        or where.settings
        or not load_game(where.game).explicit
    )
    if (
        against not in GRADED_TASKS
        or is_given
        or search.ordering is not None
        or search.evaluation is not None
    ):
        return None, 0
    cut = search.cut if against in CUTTING_TASKS else None
    task = make_task(against, cut, requested_depth(search)).on(
        subject.shape.with_agents(None), cut=cut
    )
    grading = Grading(subject, task, make_trees_for_task(task))
    with suppress(InputError):  # what cannot be graded can be watched all the same
        return grading.run(), grading.style
    return None, 0


def make_wrong_tree_request(wrong: WrongTree, style: int, limits: CodeLimits) -> WatchedRequest:
    """Return what is watched on a tree that goes wrong."""
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
    """Run a function of a file once more on the smallest tree that it gets wrong, held against the right search."""
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
    """Return what code does on a tree that it gets wrong; where no line can be named, grading says what is wrong."""
    request = make_wrong_tree_request(wrong, style, limits)
    found = WatchedCode(name, request, hear(request), wrong.right.task, kind)
    if found.difference is None and not found.log.failure:
        found.remark = wrong.why
        found.is_wrong = True
    return found


def record_file(name: str, request: WatchedRequest) -> CodeLog:
    """Return what is heard of a function of a file in a process of its own; InputError where it cannot be loaded."""
    file, _, function = name.rpartition(":")
    if Path(file).is_file():
        whole = str(Path(file).absolute())
    else:
        whole = file
    with TemporaryDirectory() as folder:
        log = Path(folder) / "heard"
        words = (whole, function, request.written(), str(log), file)
        is_interrupted = False
        line: str | None = None
        with ChildProcess.start(
            *own_python_command("visualizer.your_code.watching.worker", *words)
        ) as process:
            try:
                line = process.hear(time.monotonic() + request.seconds + 3 * GRACE_SECONDS)
            except KeyboardInterrupt:
                is_interrupted = True
            failure = describe_copy_failure(
                process, line, request.seconds, str(Path(whole).parent)
            ).failure
        heard = read_log_file(log, failure, is_interrupted=is_interrupted)
    if heard.error:
        raise InputError(heard.error)
    return heard


def read_log_file(file: Path, failure: str, *, is_interrupted: bool) -> CodeLog:
    """Return what is in a file of what was heard, with a failure where it was stopped by hand, or tells no end."""
    if file.exists():
        heard = CodeLog.read(file.read_text(encoding="utf-8").splitlines())
    else:
        heard = CodeLog()
    if is_interrupted:
        heard.failure = "was stopped by Ctrl-C"
    elif not heard.has_ended:
        heard.failure = failure
    return heard


def watch_function(
    function: Callable[..., Any],
    recipe: Recipe,
    limits: CodeLimits,
    against: str | None = None,
    kind: type[Run] = Run,
) -> WatchedCode:
    """Run a function of this process on a position, in a copy of it where there are copies; InputError as above."""
    subject = FunctionSubject(function, limits.seconds, needed_depth(recipe))
    return watch_subject(
        subject,
        recipe,
        limits,
        against,
        kind,
        lambda request: record_function(function, subject, request, limits),
    )


def record_function(
    function: Callable[..., Any],
    subject: FunctionSubject,
    request: WatchedRequest,
    limits: CodeLimits,
) -> CodeLog:
    """Return what is heard of a function of this process."""
    with TemporaryDirectory() as folder:
        log = Path(folder) / "heard"

        def limited(calls: IO[str]) -> str:
            limit_resources(MAX_LOG_BYTES)
            end_after_seconds(limits.seconds, calls)
            run()
            return "done"

        def run() -> None:
            with log.open("w", 1, encoding="utf-8") as heard:
                run_watched(function, request, heard)

        def watched(calls: IO[str]) -> str:
            with ChildProcess.copy(limited) as copy:
                line = copy.hear(time.monotonic() + limits.seconds + GRACE_SECONDS)
                if not line and copy.status() == 0:
                    line = None
                return format_json(
                    describe_copy_failure(copy, line, limits.seconds, subject.folder).failure
                )

        failure = ""
        is_interrupted = False
        try:
            if not can_fork():
                run()
            else:
                with ChildProcess.copy(watched, guards=True) as guard:
                    line = guard.hear(time.monotonic() + limits.seconds + 2 * GRACE_SECONDS)
                    if line:
                        failure = read_json(line)
                    else:
                        failure = describe_copy_failure(guard, line, limits.seconds, "").failure
        except KeyboardInterrupt:
            is_interrupted = True
        return read_log_file(log, failure, is_interrupted=is_interrupted)


def watched_as_json(watched: WatchedCode) -> dict[str, Any]:
    """Return it for JSON, as `watch --json` prints it."""
    track = watched.track
    run = watched.run

    def place(path: MovePath | None) -> str | None:
        if path is None:
            return None
        return " ".join(run.all_written(path))

    def plain(value: TrackedValue) -> Any:
        match value:
            case NodeValue(path):
                return place(path)
            case OpaqueValue(kind):
                return f"<{kind}>"
            case float() if value.is_integer():
                return int(value)
            case float() if not isfinite(value):
                return str(value)
            case list():
                return [*map(plain, value)]
            case dict():
                return {key: plain(each) for key, each in value.items()}
        return value

    moves = [*run.choices(())]
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
        "first_difference": None
        if watched.difference is None
        else watched.difference.as_object(place, plain),
    }


def describe_watched(watched: WatchedCode) -> list[str]:
    """Say how the code ended, where it went wrong, and what is not known of it; or that it does what it should."""
    if watched.difference is None:
        why = ""
    else:
        why = watched.difference.why
    words = [*filter(None, (watched.stopped, why, watched.remark))]
    if words or watched.against is None:
        return words
    if watched.run.game.explicit:
        where = "on this tree"
    else:
        where = "in this position"
    if watched.others_right:
        where += f" and on {watched.others_right} others"
    return [f"{where} it does what {watched.against} does"]
