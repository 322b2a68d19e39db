"""The process that runs watched code, and logs what it does to a file, line by line.

It is started as `python -m visualizer.your_code.watching.worker FILE FUNCTION REQUEST LOG NAME` for
a file that the user has named; REQUEST is JSON. A function in a notebook runs in a copy of its
process instead, or in the process itself if the system cannot copy processes.
"""

import os
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from pathlib import Path
from types import CodeType
from typing import Any, TextIO

import games
from games import AnyPosition
from games.tree.notation import Node
from visualizer.searching.data_files import format_json, read_json
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.support.errors import InputError
from visualizer.support.plugins.watchdog import is_of_this_program, is_user_code
from visualizer.support.processes import end_after_seconds, limit_resources, redirect_to_nowhere
from visualizer.trace.rows import MovePath
from visualizer.your_code.grading.node import ChildList, GradedNode, Reads, Truth, call_style_for
from visualizer.your_code.grading.trees import (
    SearchTask,
    leaf_value_or_mean,
    parse_literal_tree,
    tree_height,
)
from visualizer.your_code.grading.trial import make_root, try_search
from visualizer.your_code.grading.worker import load_checked_function
from visualizer.your_code.watching.tracer import Tracer, value_for_log

MAX_LOG_BYTES = 1 << 28
"""The largest log, in bytes."""


@dataclass(frozen=True)
class WatchedRequest:
    """What watched code is to search, as strings and numbers, and the limits of the log."""

    game: str
    position: str | None
    moves: str
    settings: Mapping[str, str]
    search: str
    """The search that sets depth, evaluation and move order, as one word."""
    depth: int | None
    """The depth limit, None if the user gave none."""
    style: int
    """The number of the call style, the way to call the code."""
    agents: int
    cut: str
    """The rule for cutoffs, such as ">="."""
    max_lines: int
    max_nodes: int
    seconds: float
    estimates: bool = False
    """Whether inner nodes of a tree have values too, for iterative deepening."""

    def run(self) -> Run:
        """Return a run of the search that has not begun; it has the positions of all nodes."""
        where = PositionSpec(self.game, self.position, self.moves, self.settings)
        run = Run(Recipe(where, SearchSpec.from_spec(self.search)))
        if self.estimates:
            run.problem = replace(run.problem, evaluate=leaf_value_or_mean)
        return run

    def written(self) -> str:
        """Return the request as JSON."""
        return format_json(asdict(self))


class PositionNode(GradedNode):
    """A position of a game as a node.

    `children` are in the move order of the request, and empty at the end of the game and at the
    depth limit. Reading `value`, the outcome or the evaluation, is a visit. `move` is the name of
    the move to the position.
    """

    offered = ("children", "is_terminal", "value", "maximizing", "move", "position", "key", "name")

    def __init__(
        self, run: Run, reads: Reads, path: MovePath = (), *, of_mover: bool = False
    ) -> None:
        """Start with the position at a path in a run.

        `reads` collects the nodes whose values are read. If `of_mover` is true, values are from the
        side of the player to move, otherwise from MAX's side.
        """
        self._run = run
        self._reads = reads
        self._path = path
        self._of_mover = of_mover
        self.position: AnyPosition = run.position(path)
        self.move = ""
        if path:
            self.move = run.move_name(path)
        self.name = self.move or "root"
        self._action = self.move
        self._written = False
        self.maximizing = None
        odds = run.odds(path)
        if odds is None:
            self.maximizing = self.position.maximizing
        else:
            self.probabilities = tuple(map(float, odds))

    @cached_property
    def _below(self) -> tuple[GradedNode, ...]:  # type: ignore[override]
        """Return the child nodes in the move order of the request; a leaf has none."""
        if self.is_terminal:
            return ()
        order, _ = self._run.order_and_scores(self._path)
        paths = ((*self._path, move) for move in order)
        return tuple(
            PositionNode(
                self._run,
                self._reads,
                path,
                of_mover=self._of_mover,
            )
            for path in paths
        )

    @cached_property
    def children(self) -> ChildList:  # type: ignore[override]
        """Return the nodes that the moves lead to."""
        return ChildList(self._below)

    @property
    def is_terminal(self) -> Truth:
        """Whether the game is over, or the depth limit is reached."""
        return Truth(not self._run.is_inner(self._path))

    is_leaf = is_terminal

    @property
    def key(self) -> Any:
        """A key that is equal for equal positions."""
        return self.position.key()

    @property
    def value(self) -> Any:
        """The outcome or, while the game goes on, the evaluation; a whole number is an int.

        Reading the value counts as a visit, unless the code itself has set the value before.
        """
        if self._written:
            return self._value

        self._reads.note(self._path)
        value = self._run.evaluated(self._path)
        if self._of_mover and not self.position.maximizing:
            value = -value
        if value == int(value):
            return int(value)
        return value

    @value.setter
    def value(self, value: object) -> None:
        self._value = value
        self._written = True


def run_watched(function: Callable[..., Any], request: WatchedRequest, log: TextIO) -> None:
    """Run a function on the requested position, and log what it does.

    The log gets the lines that run, the nodes whose values are read, and how the function ended.
    """

    def write_entry(entry: list[Any]) -> None:
        log.write(format_json(entry) + "\n")

    run = request.run()
    tracer = Tracer(write_entry, users_code_test(function), request.max_lines, request.max_nodes)

    def root_of(function: Callable[..., Any], task: SearchTask, reads: Reads) -> GradedNode:
        if isinstance(run.root, Node):
            return make_root(function, task, reads)
        # In a game, the task's tree is not used, only its call style.
        return PositionNode(run, reads, of_mover=call_style_for(function, task).of_mover)

    answer = try_search(
        function,
        watched_search_task(run, request),
        None,
        Reads([tracer.log_read]),
        root_of=root_of,
        listening=tracer.tracing,
    )
    value = value_for_log(answer.value)
    write_entry(["end", value, answer.move, answer.failure, answer.printed])


def users_code_test(function: Callable[..., Any]) -> Callable[[CodeType], bool]:
    """Return a function that returns whether some code is the user's.

    The user's code is in the file of `function`, and in all files that do not belong to an
    installed package or to this program.
    """
    own_file = getattr(getattr(function, "__code__", None), "co_filename", "")

    def is_users_code(code: CodeType) -> bool:
        if code.co_filename == own_file:
            return True
        return is_user_code(code) and not is_of_this_program(code)

    return is_users_code


def watched_search_task(run: Run, request: WatchedRequest) -> SearchTask:
    """Return the task that a request describes, with its call style, depth limit and so on."""
    if isinstance(run.root, Node):
        tree = run.root
    else:
        # A task needs a tree, but in a game the code is passed a `PositionNode` instead.
        tree = parse_literal_tree("[0]")
    depth = request.depth
    if depth is None and request.estimates:
        depth = tree_height(tree)
    return SearchTask(
        tree,
        depth,
        request.cut,
        estimates=request.estimates,
        style=request.style,
        agents=request.agents,
    )


def serve_watching(
    file: str,
    name: str,
    request_text: str,
    log_file: str,
    shown_file: str,
) -> None:
    """Load the function `name` from `file`, run it, and write the log to `log_file`.

    `request_text` is a WatchedRequest in JSON, and `shown_file` the name of the file in messages.
    If the function cannot be loaded, the log has only the error.
    """
    request = WatchedRequest(**read_json(request_text))
    # Buffered by line, so that no line is lost if the process is killed.
    with Path(log_file).open("w", 1, encoding="utf-8") as log:
        try:
            function = load_checked_function(file, name, None, shown_file)
        except InputError as error:
            log.write(format_json(["error", str(error)]) + "\n")
            return

        # The other process waits until standard output is closed, which must not happen before this
        # process ends. So a copy stays open when standard output is redirected.
        os.dup(1)
        redirect_to_nowhere(0, 1)
        limit_resources(MAX_LOG_BYTES)
        end_after_seconds(request.seconds, sys.__stderr__ or sys.stderr)
        with suppress(MemoryError):
            run_watched(function, request, log)


if __name__ == "__main__":
    games.trust_files([sys.argv[1]])
    serve_watching(*sys.argv[1:])
