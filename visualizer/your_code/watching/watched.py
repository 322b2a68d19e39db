"""Watched code: a user's code runs once, and its search is then shown with its lines."""

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
from visualizer.searching.events.writing import event_lines
from visualizer.searching.lookup import concise_recipe, load_game
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec, recipe_of_recording
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
"""By default, no more lines and visits to nodes are recorded."""
REFERENCE_OPTIONS = ("depth", "ordering", "evaluation", "cut")
"""The options of the search that code is compared with."""
BINARY_TREE = "[[[3,5],[6,9]],[[1,2],[0,7]]]"
"""The tree on which code for binary trees is watched, unless a position is given."""
WATCHED_SECONDS = 2 * SECONDS_PER_TREE
"""The time for watched code in seconds, longer since tracing slows it down."""


@dataclass(frozen=True)
class CodeLimits:
    """The limits for a user's code: recorded lines, recorded nodes, and seconds."""

    max_lines: int = MAX_WATCHED_LINES
    max_nodes: int = MAX_WATCHED_NODES
    seconds: float = WATCHED_SECONDS


class WatchedCode:
    """A user's code that has searched a position, with what it did and where it went wrong."""

    difference: FirstDifference | None = None
    """The first difference from the search that the code is compared with, or None."""
    remark = ""
    """Why the first difference cannot be found."""
    is_wrong = False
    """Whether grading finds the code wrong on this tree, although no first difference is found."""
    right_tree_count = 0
    """The number of other trees on which the code is right."""

    def __init__(
        self,
        name: str,
        request: WatchedRequest,
        log: CodeLog,
        against: str | GradedTask | None = None,
        run_class: type[Run] = Run,
    ) -> None:
        """Replay the code's search from its log, and compare the search with a right one.

        `request` is what the code was asked to search. `against` is the algorithm or the graded
        task to compare with; None for no comparison. The replay is a run of the class `run_class`.
        """
        self.name = name
        self.request = request
        self.log = log
        self.run_class = run_class
        self.against: str | None = None
        """The name of the algorithm to compare with, None for no comparison."""
        if isinstance(against, GradedTask):
            self.against = against.search_spec().algorithm
        else:
            self.against = against
        self.reference = request.run()
        """A run that has the position, depth, move order and evaluation, but never begins."""
        search = VisitsOfCalls(self.reference, log).find_search()
        self.has_search_in_calls = search is not None
        """Whether the calls show which nodes the code visited; otherwise only its reads do."""
        self.search = search or search_of_reads(self.reference, log)
        """The visits of the code to nodes."""
        self.run = self._make_run()

        if against is not None:
            self.difference, self.remark = self._compare(against)
        # The explanation is shown at the line that causes the difference.
        if self.difference is not None and len(self.track):
            sentence = capitalized(self.difference.why).removesuffix(".")
            self.track.notes[self.difference.moment] = f"{sentence}."

    @property
    def track(self) -> LineTrack:
        """The lines that the code has run."""
        return self.log.track

    def _compare(self, against: str | GradedTask) -> tuple[FirstDifference | None, str]:
        """Compare the code with the search `against`; return the first difference and a remark.

        The remark says why the code cannot be compared, else it is "". If there is neither a
        difference nor a remark, the code is right.
        """
        remark = self._why_incomparable()
        if remark:
            return None, remark
        search = self.search
        # If the code has read no value, its search is one visit to the root.
        if not self._reading_calls():
            root_call = self._root_call()
            assert root_call is not None
            search = self._search_of_root_call(root_call)

        right_searches = self._right_searches(against, search)
        answer = CodeAnswer(self.log.reads, self.log.value, self.log.move)
        failed = bool(self.log.failure)
        difference = find_first_difference(search, right_searches, answer, failed=failed)
        return difference, ""

    def _why_incomparable(self) -> str:
        """Return why the code cannot be compared with another search, or "" if it can be."""
        if self.log.is_cut or self.log.is_full:
            return "Not all of it was followed, so it was not held against another search."
        calls = self.track.calls
        reading_calls = self._reading_calls()
        # Values may be read outside any call, or in calls without a node among their arguments.
        has_read_elsewhere = any(call < 0 or calls[call].node is None for call in reading_calls)
        if has_read_elsewhere and not self.has_search_in_calls:
            return (
                "Its calls are not given the nodes that they read, so no first difference can be "
                "told."
            )
        if not reading_calls and self._root_call() is None:
            return "It has read no value, so there is nothing to hold against another search."
        return ""

    def _reading_calls(self) -> list[int]:
        """Return the number of the call of each read of a value; -1 for a read outside any call."""
        return [event.call for event in self.log.events if event.kind == "read"]

    def _root_call(self) -> int | None:
        """Return the number of the first call that was given the root, or None."""
        for number, call in enumerate(self.track.calls):
            if call.node == ():
                return number
        return None

    def _search_of_root_call(self, number: int) -> CodeSearch:
        """Return a search with only one visit: the call with this number visits the root."""
        moments = self.track.calls[number].moments
        search = CodeSearch(self.reference, self.track)
        search.enter((), number, moments[0])
        # Code that failed has not left the root.
        if not self.log.failure:
            search.leave(moments[-1], None)
        return search.finish()

    def _right_searches(
        self, against: str | GradedTask, search: CodeSearch
    ) -> list[RightSearchOfCode]:
        """Return the searches that count as right: the code may agree with any of them.

        `against` is the algorithm or the task to compare with, and `search` is the code's search.
        """
        if isinstance(against, GradedTask) and isinstance(self.reference.root, Node):
            return right_searches_of_tasks(self.reference.root, [against])

        # If the code visits the root several times, each visit is a pass of iterative deepening.
        # The depths of the passes are the code's own or, if unknown, 1, 2, 3 and so on.
        depths: list[Any] = []
        root_calls = [search.calls[row] for row in search.trace.roots()]
        if len(root_calls) > 1:
            for number, call in enumerate(root_calls, 1):
                depths.append(self.track.calls[call].arguments.get("depth", number))
        return right_searches_of_algorithm(
            self.reference, str(against), self.request.cut, self.request.depth, depths
        )

    def _make_run(self) -> Run:
        """Return a run that replays the code's search, with the executed lines as its track.

        The run's `counterpart` is the recipe of the search that the code is compared with.
        """
        run = self._replayed_run()
        self._fill_in_steps(run.trace)
        # `reason` says why some visits are unfinished, "" if all are finished.
        if run.trace.reason:
            run.trace.reason = self.stopped or f"{self.name} {self._unfinished_words()}"

        run.track = None
        if len(self.track):
            if self.stopped:
                self.track.stopped = self.stopped
                self.track.notes[self.track.end] = f"{self.stopped}."
            run.track = self.track
        search = self.reference.recipe.search
        right_search = replace(
            search, algorithm=self.against or search.algorithm, depth=run.recipe.search.depth
        )
        run.counterpart = replace(self.reference.recipe, search=right_search)
        return run

    def _unfinished_words(self) -> str:
        """Say how the code ended, if it has left visits unfinished although it did not fail."""
        if self.log.reads:
            return "has not returned there"
        return "has read no value"

    def _replayed_run(self) -> Run:
        """Return a finished run that replays the code's search as a recording."""
        trace = with_values_for_max(self.search)

        def move_in_notation(row: int, move: int) -> str:
            return self.reference.notation_of_move((*trace.path(row), move))

        lines = event_lines(trace, self._recording_header(), move_in_notation)
        # `recording.file` is an invented name, which is known only while `recording` lives.
        recording = hand_over(lines)
        recipe = recipe_of_recording(recording.file)
        search = replace(recipe.search, code=self.words())
        root = self.reference.root if self.reference.game.explicit else None
        return self.run_class(replace(recipe, search=search), root).finish()

    def _recording_header(self) -> dict[str, Any]:
        """Return the header of the recording, without empty fields."""
        where = self._written_position()
        header = {
            "search": self.name,
            "game": where.game,
            "settings": dict(where.settings),
            "position": where.position,
            "moves": where.moves.split(),
            "depth": self._recorded_depth(),
            "evaluation": self.reference.recipe.search.evaluation,
            "windows": "handed",
        }
        return {key: value for key, value in header.items() if value not in (None, {}, [])}

    def _written_position(self) -> PositionSpec:
        """Return the position as the header of a recording can specify it.

        A position without a name, such as a random tree, is specified by its notation.
        """
        where = self.reference.recipe.where
        if where.position is not None:
            return where
        # The notation of a random tree replaces the settings from which it was made.
        settings = where.settings
        if self.reference.game.explicit:
            settings = {}
        return replace(
            where,
            position=self.reference.root.text(),
            moves="",
            settings=settings,
        )

    def _recorded_depth(self) -> int | None:
        """Return the depth limit for the recording, in plies, or None if there is no limit.

        In a tree, it is at most the tree's height.
        """
        depth = self.reference.depth
        if isinstance(self.reference.root, Node):
            depth = max(1, min(depth, tree_height(self.reference.root)))
        if depth > MAX_DEPTH:
            return None
        return depth

    def _fill_in_steps(self, trace: Trace) -> None:
        """Store in the track, for each moment, the step that the search had reached.

        A moment is the index of an executed line. A step is a number of events of the search.
        """
        moments = self._moments_of_steps(trace)
        steps = self.track.steps
        step = 0
        for moment in range(len(steps)):
            while step < len(moments) and moments[step] <= moment:
                step += 1
            steps[moment] = step

    def _moments_of_steps(self, trace: Trace) -> list[int]:
        """Return the moment (index of an executed line) at which each step is reached.

        The step that shows a cutoff is moved to the last line of the visit: before this line, the
        code might still visit another child.
        """
        moments = self.search.moments()
        for row in trace.cuts:
            call = self.search.calls[row]
            if call < 0:
                continue
            last_line = self.track.before(self.search.end_moments[row], call)
            if last_line is not None:
                # Steps are counted from 1, so the moment of step 1 is at index 0.
                index = (trace.cut_step(row) or 1) - 1
                moments[index] = max(moments[index], last_line)
        return moments

    def words(self) -> tuple[str, ...]:
        """Return the arguments of the command `watch` that watch the same code again."""
        recipe = concise_recipe(self.reference.recipe)
        words = [self.name, *recipe.where.words()]
        for name, text in recipe.search.changes().items():
            if name in REFERENCE_OPTIONS:
                words += COMMON_OPTIONS[name].words(text)
        if self.against is not None:
            words += ["--against", self.against]
        return tuple(words)

    @property
    def first_moment_to_show(self) -> int:
        """The moment (index of an executed line) to show first.

        It is the moment of the first difference. If there is none, it is the last moment of code
        that failed, and 0 for other code.
        """
        if self.difference is not None:
            return self.difference.moment
        if self.log.failure and len(self.track):
            return self.track.end
        return 0

    @property
    def stopped(self) -> str:
        """Why the code failed, or was not followed to its end; "" if it ended normally."""
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
    """Raise InputError if a user's code cannot be watched, or cannot be compared with `against`."""
    if against is not None:
        check_reference_search(against)
    if subject.call_description.takes_recorder:
        raise InputError(
            f"{subject.name:.200} searches a problem and tells a recorder; open it with "
            "--algorithm instead"
        )


def make_watch_request(
    subject: Subject, recipe: Recipe, limits: CodeLimits, against: str | None
) -> WatchedRequest:
    """Return the request to watch a user's code search the position of a recipe.

    `against` is the search to compare with, or None. InputError if the code cannot search such a
    position.
    """
    shape: TreeShape = subject.shape.with_agents(None)
    recipe = with_binary_tree(recipe, subject)
    run = Run(recipe)
    is_tree = isinstance(run.root, Node)
    if not (is_tree or shape.is_any):
        raise InputError(
            f"{subject.name:.200} is given a tree, not a game; watch it on the game tree"
        )
    # Of several ways to call the code, the one with the best grade in alpha-beta is used.
    task = make_task("alpha-beta", recipe.search.cut, None, None, table=False).for_shape(
        shape, cut=recipe.search.cut
    )
    style = fitting_call_style(subject, task)
    _refuse_side_to_move(subject, run, style, against)
    _refuse_tree(subject, run)

    # In a game, the nodes at the depth limit have no children. In a tree they have, so the code
    # itself must stop at the limit: it is told the limit that the user gave, if any.
    depth: int | None = run.depth
    if is_tree:
        depth = requested_depth(recipe.search)
    return WatchedRequest(
        game=recipe.where.game,
        position=recipe.where.position,
        moves=recipe.where.moves,
        settings=dict(recipe.where.settings),
        search=run.recipe.search.to_spec(),
        depth=depth,
        style=style,
        agents=shape.agents,
        cut=recipe.search.cut,
        max_lines=limits.max_lines,
        max_nodes=limits.max_nodes,
        seconds=limits.seconds,
        # Iterative deepening also reads inner nodes of a tree.
        estimates=is_tree and against == DEEPENING_TASK,
    )


def with_binary_tree(recipe: Recipe, subject: Subject) -> Recipe:
    """Return a recipe without a position with a binary tree, if the code takes no other tree."""
    # Code for the leaves as an array has no form, and says which trees it takes.
    if has_position(recipe) or not (subject.shape.width and subject.call_description.forms):
        return recipe
    return replace(recipe, where=replace(recipe.where, position=BINARY_TREE))


def _refuse_side_to_move(subject: Subject, run: Run, style: int, against: str | None) -> None:
    """Raise InputError if MIN is to move at the root, but the code assumes that MAX begins.

    `style` is the number of the style in which the code is called. `against` is the search to
    compare with, or None.
    """
    # Without a comparison, the code cannot be found wrong.
    if against is None:
        return
    assumes_max = subject.shape.with_agents(None).max_begins
    # Values from the mover's side do not depend on who begins.
    has_values_for_mover = subject.call_description.of_mover[style]
    if not assumes_max or has_values_for_mover:
        return
    if run.turn(()) == MIN_TURN:
        raise InputError(
            f"{subject.name:.200} begins with MAX, but MIN is to move at the root; leave out "
            f"--against {against}"
        )


def _refuse_tree(subject: Subject, run: Run) -> None:
    """Raise InputError if the root is a tree whose shape does not suit the code."""
    shape = subject.shape.with_agents(None)
    if not isinstance(run.root, Node) or shape.is_any:
        return
    why = shape.why_unsuitable(shape.with_agents_in_turn(run.root))
    if why:
        raise InputError(f"the tree cannot be searched by {subject.name:.200}: {why}")


def requested_depth(search: SearchSpec) -> int | None:
    """Return the depth limit of a search, or None."""
    if search.depth in (None, "all"):
        return None
    return int(search.depth)


def needed_depth(recipe: Recipe) -> int | None:
    """Return the depth limit that a function must be passed, None if it needs none.

    In a game it needs none, since the nodes at the limit have no children.
    """
    if load_game(recipe.where.game).explicit:
        return requested_depth(recipe.search)
    return None


def fitting_call_style(subject: Subject, task: GradedTask) -> int:
    """Return the number of the call style (the way to call the code) with the best grade."""
    if len(subject.call_description.arguments) > 1:
        return Grading(subject, task, make_trees_for_task(task)).best_style()
    return 0


def watch_file(
    name: str,
    recipe: Recipe,
    limits: CodeLimits,
    against: str | None = None,
    run_class: type[Run] = Run,
) -> WatchedCode:
    """Watch a function `FILE.py:FUNCTION` on a position; InputError if it cannot be called.

    `against` is the search to compare with, or None. The run in the result has the class
    `run_class`. Ctrl-C stops only the function: the result has what it did until then.
    """
    with closing(FileSubject(name, limits.seconds, needed_depth(recipe))) as subject:
        return watch_subject(
            subject,
            recipe,
            limits,
            against,
            run_class=run_class,
            record=lambda request: record_file(name, request),
        )


def watch_subject(
    subject: Subject,
    recipe: Recipe,
    limits: CodeLimits,
    against: str | None,
    *,
    run_class: type[Run],
    record: Callable[[WatchedRequest], CodeLog],
) -> WatchedCode:
    """Watch a user's code on the smallest tree that it gets wrong, or on the recipe's position.

    The code is graded first if `against` is a graded task and the recipe names no position. If
    grading finds no wrong tree, the recipe's position is used. `record(request)` runs the code and
    returns its log. The run in the result has the class `run_class`.
    """
    check_watchable(subject, against)
    report, style = grade_subject(subject, recipe, against)
    wrong = None if report is None else report.first_wrong
    if isinstance(wrong, WrongTree):
        return watch_on_wrong_tree(
            subject.name,
            wrong,
            style,
            limits,
            run_class=run_class,
            record=record,
        )

    request = make_watch_request(subject, recipe, limits, against)
    watched = WatchedCode(subject.name, request, record(request), against, run_class)
    if report is not None and report.is_right:
        watched.right_tree_count = report.trees
    elif report is not None and report.without_move:
        # The task asks for a move, and the code returned none: no tree shows this mistake.
        watched.remark = report.describe_counts()
        watched.is_wrong = True
    return watched


def grade_subject(
    subject: Subject, recipe: Recipe, against: str | None
) -> tuple[GradeReport | None, int]:
    """Grade a user's code, and return the report and the number of the call style, or (None, 0).

    The code is graded only if `against` is a graded task, and if the recipe names no position, move
    order or evaluation: grading uses its own trees. Some code cannot be graded, either.
    """
    search = recipe.search
    has_options = search.ordering is not None or search.evaluation is not None
    if against not in GRADED_TASKS or has_options or has_position(recipe):
        return None, 0

    cut = search.cut if against in CUTTING_TASKS else None
    task = make_task(against, cut, requested_depth(search)).for_shape(
        subject.shape.with_agents(None), cut=cut
    )
    grading = Grading(subject, task, make_trees_for_task(task))
    # Code that cannot be graded can still be watched.
    with suppress(InputError):
        return grading.run(), grading.style
    return None, 0


def has_position(recipe: Recipe) -> bool:
    """Return whether a recipe names a position or a game, rather than trees in general."""
    where = recipe.where
    if where.position is not None or where.moves or where.settings:
        return True
    return not load_game(where.game).explicit


def make_wrong_tree_request(wrong: WrongTree, style: int, limits: CodeLimits) -> WatchedRequest:
    """Return the request to watch a user's code on a tree that it gets wrong.

    `style` is the number of the style in which the code is called.
    """
    task = wrong.right.task
    search_task = wrong.right.search_task
    return WatchedRequest(
        game="tree",
        position=wrong.tree.text(),
        moves="",
        settings={},
        search=task.search_spec().to_spec(),
        depth=search_task.depth,
        style=style,
        agents=task.shape.agents,
        cut=task.cut,
        max_lines=limits.max_lines,
        max_nodes=limits.max_nodes,
        seconds=limits.seconds,
        estimates=search_task.estimates,
    )


def watch_wrong(name: str, wrong: WrongTree, style: int) -> WatchedCode:
    """Watch the function `FILE.py:FUNCTION` on a tree that it gets wrong, as grading has found.

    `style` is the number of the style in which the function is called.
    """
    return watch_on_wrong_tree(
        name,
        wrong,
        style,
        CodeLimits(),
        run_class=Run,
        record=lambda request: record_file(name, request),
    )


def watch_on_wrong_tree(
    name: str,
    wrong: WrongTree,
    style: int,
    limits: CodeLimits,
    *,
    run_class: type[Run],
    record: Callable[[WatchedRequest], CodeLog],
) -> WatchedCode:
    """Watch code on a tree that it gets wrong, as grading has found.

    If no wrong line is found, the remark is the reason from the grading. `style` is the number of
    the style in which the code is called. `record(request)` runs the code and returns its log. The
    run in the result has the class `run_class`.
    """
    request = make_wrong_tree_request(wrong, style, limits)
    watched = WatchedCode(name, request, record(request), wrong.right.task, run_class)
    if watched.difference is None and not watched.log.failure:
        watched.remark = wrong.why
        watched.is_wrong = True
    return watched


def record_file(name: str, request: WatchedRequest) -> CodeLog:
    """Run the function `FILE.py:FUNCTION` in another process, and return its log.

    InputError if the function could not be called. If it failed, the log says how.
    """
    file, _, function = name.rpartition(":")
    source = file
    if Path(file).is_file():
        source = str(Path(file).absolute())
    with TemporaryDirectory() as folder:
        log_file = Path(folder) / "log"
        words = (source, function, request.written(), str(log_file), file)
        command = own_python_command("visualizer.your_code.watching.worker", *words)
        is_interrupted = False
        line: str | None = None
        with ChildProcess.start(*command) as process:
            try:
                # The worker ends itself after `request.seconds`, but it also needs time to start.
                line = process.read_line(time.monotonic() + request.seconds + 3 * GRACE_SECONDS)
            except KeyboardInterrupt:
                is_interrupted = True
            source_folder = str(Path(source).parent)
            answer = describe_copy_failure(process, line, request.seconds, source_folder)
        log = read_log_file(log_file, answer.failure, is_interrupted=is_interrupted)
    if log.error:
        raise InputError(log.error)
    return log


def read_log_file(file: Path, failure: str, *, is_interrupted: bool) -> CodeLog:
    """Return the log in a file, including how the code failed if the log has no end.

    `failure` says how its process ended, as in "ran out of memory". `is_interrupted` says whether
    Ctrl-C ended it instead.
    """
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
    run_class: type[Run] = Run,
) -> WatchedCode:
    """Watch a function of this process on a position, in a copy of the process if possible.

    `against` is the search to compare with, or None. The run in the result has the class
    `run_class`.
    """
    subject = FunctionSubject(function, limits.seconds, needed_depth(recipe))
    return watch_subject(
        subject,
        recipe,
        limits,
        against,
        run_class=run_class,
        record=lambda request: record_function(function, subject, request, limits),
    )


def record_function(
    function: Callable[..., Any],
    subject: FunctionSubject,
    request: WatchedRequest,
    limits: CodeLimits,
) -> CodeLog:
    """Run a function of this process, in a copy of the process if possible; return its log."""
    with TemporaryDirectory() as folder:
        log_file = Path(folder) / "log"

        def run() -> None:
            # Buffered by the line, so that no line is lost if the process is killed.
            with log_file.open("w", 1, encoding="utf-8") as log:
                run_watched(function, request, log)

        failure = ""
        is_interrupted = False
        try:
            if can_fork():
                failure = run_in_copy(run, subject, limits)
            else:
                run()
        except KeyboardInterrupt:
            is_interrupted = True
        return read_log_file(log_file, failure, is_interrupted=is_interrupted)


def run_in_copy(run: Callable[[], None], subject: FunctionSubject, limits: CodeLimits) -> str:
    """Run code in a copy of this process, within the limits; return in words how the copy ended.

    A second copy, the guard, waits for the first and survives whatever the code does.
    """

    def run_within_limits(calls: IO[str]) -> str:
        limit_resources(MAX_LOG_BYTES)
        end_after_seconds(limits.seconds, calls)
        run()
        return "done"

    def guard_copy(calls: IO[str]) -> str:
        with ChildProcess.fork(run_within_limits) as copy:
            line = copy.read_line(time.monotonic() + limits.seconds + GRACE_SECONDS)
            # Code that ended its process by `os._exit(0)` is described like code that was not done
            # in time, for which the line is None.
            if not line and copy.status() == 0:
                line = None
            answer = describe_copy_failure(copy, line, limits.seconds, subject.folder)
            return format_json(answer.failure)

    return _run_guard(guard_copy, limits)


def _run_guard(work: Callable[[IO[str]], str], limits: CodeLimits) -> str:
    """Run `work` in a copy of this process, the guard, which sends words on how the code ended.

    Return these words. If the guard sends none, it has failed itself: say how.
    """
    with ChildProcess.fork(work, guards=True) as guard:
        line = guard.read_line(time.monotonic() + limits.seconds + 2 * GRACE_SECONDS)
        if not line:
            return describe_copy_failure(guard, line, limits.seconds, "").failure
        failure: str = read_json(line)
        return failure


def value_as_plain_json(value: TrackedValue, place: Callable[[MovePath], str]) -> Any:
    """Return the value of a variable for JSON.

    `place(path)` returns the text for a node. An object of a user's class becomes the name of the
    class, as in `<Board>`.
    """
    match value:
        case NodeValue(path):
            return place(path)
        case OpaqueValue(kind):
            return f"<{kind}>"
        case list():
            return [value_as_plain_json(item, place) for item in value]
        case dict():
            return {key: value_as_plain_json(item, place) for key, item in value.items()}
        case float():
            return _float_as_plain_json(value)
    return value


def _float_as_plain_json(value: float) -> float | int | str:
    """Return a float for JSON: an infinity as text, and a whole number as an int."""
    if not isfinite(value):
        return str(value)
    if value.is_integer():
        return int(value)
    return value


class _WatchedJson:
    """Converts watched code to what `watch --json` prints."""

    def __init__(self, watched: WatchedCode) -> None:
        """Start with the code to convert."""
        self.watched = watched
        self.track = watched.track
        self.run = watched.run

    def as_object(self) -> dict[str, Any]:
        """Return all that `watch --json` prints, under the names that scripts rely on."""
        log = self.watched.log
        difference = None
        if self.watched.difference is not None:
            difference = self.watched.difference.as_object(self._place, self._plain)
        move = None
        if log.move is not None:
            move = self.run.choices(())[log.move]
        return {
            "function": self.watched.name,
            "game": self.run.game.name,
            "position": self.run.root.text(),
            "value": value_as_json(log.value),
            "move": move,
            "lines": self._lines(),
            "calls": self._calls(),
            "stopped": self.watched.stopped or None,
            "first_difference": difference,
        }

    def _lines(self) -> list[dict[str, Any]]:
        """Return each executed line, with the variables that had changed when it was reached."""
        return [
            {
                "line": line,
                "call": call,
                "node": self._place(self.track.calls[call].node),
                "event": event.value,
                "variables": {name: self._plain(value) for name, value in changes.items()},
            }
            for line, call, event, changes in self.track.rows()
        ]

    def _calls(self) -> list[dict[str, Any]]:
        """Return each call, with the numbers that were passed to it and its result."""
        calls = []
        for number, call in enumerate(self.track.calls):
            calls.append(
                {
                    "call": number,
                    "parent": None if call.parent < 0 else call.parent,
                    "node": self._place(call.node),
                    "handed": {role: self._plain(value) for role, value in call.arguments.items()},
                    "returned": self._plain(call.returned),
                }
            )
        return calls

    def _moves_to(self, path: MovePath) -> str:
        """Return the moves to a node."""
        return " ".join(self.run.notation_of_moves(path))

    def _place(self, path: MovePath | None) -> str | None:
        """Return the moves to a node, or None if there is no node."""
        if path is None:
            return None
        return self._moves_to(path)

    def _plain(self, value: TrackedValue) -> Any:
        """Return the value of a variable."""
        return value_as_plain_json(value, self._moves_to)


def watched_as_json(watched: WatchedCode) -> dict[str, Any]:
    """Return watched code for JSON, as `watch --json` prints it."""
    return _WatchedJson(watched).as_object()


def describe_watched(watched: WatchedCode) -> list[str]:
    """Return sentences on how the code ended and where it went wrong, or that it is right.

    The list is empty if the code ended normally and was not compared with a search.
    """
    sentences = [watched.stopped]
    if watched.difference is not None:
        sentences.append(watched.difference.why)
    sentences.append(watched.remark)
    sentences = [sentence for sentence in sentences if sentence]
    if sentences or watched.against is None:
        return sentences

    where = "on this tree" if watched.run.game.explicit else "in this position"
    if watched.right_tree_count:
        where += f" and on {watched.right_tree_count} others"
    return [f"{where} it does what {watched.against} does"]
