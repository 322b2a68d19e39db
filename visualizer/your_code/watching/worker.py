"""Running code that is watched in a process of its own; what is heard goes to a file, line by line.

The process is started as `python -m visualizer.your_code.watching.worker FILE FUNCTION ASKED LOG NAME`, by a person
who has named the file so; ASKED is JSON. A function of a notebook runs in a copy of this process, or in this one where
there are no copies.
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
"""Bytes of what is heard."""


@dataclass(frozen=True)
class WatchedRequest:
    """What code is watched on: a position and how deep, as words; and how much of it is told."""

    game: str
    position: str | None
    moves: str
    settings: Mapping[str, str]
    search: str
    """The search whose depth, evaluation and order of moves hold, as one word."""
    depth: int | None
    """The limit of depth where one was asked for."""
    style: int
    agents: int
    cut: str
    max_lines: int
    max_nodes: int
    seconds: float
    estimates: bool = False
    """Whether the inner nodes of a tree have a value, too, for a search that goes deeper step by step."""

    def run(self) -> Run:
        """Return the run of the search, which is not begun: it knows the positions."""
        where = PositionSpec(self.game, self.position, self.moves, self.settings)
        run = Run(Recipe(where, SearchSpec.from_spec(self.search)))
        if self.estimates:
            run.problem = replace(run.problem, evaluate=leaf_value_or_mean)
        return run

    def written(self) -> str:
        """Return it as JSON."""
        return format_json(asdict(self))


class PositionNode(GradedNode):
    """A position of a game as a node.

    `children` are in the order that was asked for, none at the end of the game or at the limit of depth. `value` is the
    outcome or the evaluation, from MAX's side; to read it is a visit. `move` is the name of the move that leads there.
    """

    offered = ("children", "is_terminal", "value", "maximizing", "move", "position", "key", "name")

    def __init__(
        self, run: Run, reads: Reads, path: MovePath = (), *, of_mover: bool = False
    ) -> None:
        """Take the position at a path of the moves of a run that has not begun; values may be those of the mover."""
        self._run = run
        self._reads = reads
        self._path = path
        self._of_mover = of_mover
        self.position: AnyPosition = run.position(path)
        if path:
            self.move = run.move_name(path)
        else:
            self.move = ""
        self.name = self.move or "root"
        self._action = self.move
        self._written = False
        odds = run.odds(path)
        if odds is None:
            self.maximizing = self.position.maximizing
        else:
            self.maximizing = None
        if odds is not None:
            self.probabilities = tuple(map(float, odds))

    @cached_property
    def _below(self) -> tuple[GradedNode, ...]:  # type: ignore[override]
        """Return the nodes that the moves lead to."""
        if self.is_terminal:
            return ()
        order, _ = self._run.computed(self._path)
        paths = ((*self._path, move) for move in order)
        return tuple(
            PositionNode(self._run, self._reads, path, of_mover=self._of_mover) for path in paths
        )

    @cached_property
    def children(self) -> ChildList:  # type: ignore[override]
        """Return the nodes that the moves lead to."""
        return ChildList(self._below)

    @property
    def is_terminal(self) -> Truth:
        """Return whether the game is over, or the limit of depth is reached."""
        return Truth(not self._run.is_inner(self._path))

    is_leaf = is_terminal

    @property
    def key(self) -> Any:
        """Return what is the same at nodes that are the same position."""
        return self.position.key()

    @property
    def value(self) -> Any:
        """Return the outcome, or the evaluation where the game goes on; this is a visit."""
        if self._written:
            return self._value
        self._reads.note(self._path)
        value = self._run.evaluated(self._path)
        if self._of_mover and not self.position.maximizing:
            value = 0 - value
        if value == int(value):
            return int(value)
        return value

    @value.setter
    def value(self, value: object) -> None:
        self._value = value
        self._written = True


def run_watched(function: Callable[..., Any], request: WatchedRequest, log: TextIO) -> None:
    """Run a function on a position, and write down what is heard, and at last how it ended."""

    def tell(heard: list[Any]) -> None:
        log.write(format_json(heard) + "\n")

    run = request.run()
    own_file = getattr(getattr(function, "__code__", None), "co_filename", "")

    def is_own(code: CodeType) -> bool:
        return code.co_filename == own_file or (is_user_code(code) and not is_of_this_program(code))

    tracer = Tracer(tell, is_own, request.max_lines, request.max_nodes)
    if isinstance(run.root, Node):
        tree = run.root
    else:
        tree = parse_literal_tree("[0]")
    depth = tree_height(tree) if request.estimates and request.depth is None else request.depth
    asked = SearchTask(
        tree,
        depth,
        request.cut,
        estimates=request.estimates,
        style=request.style,
        agents=request.agents,
    )

    def root_of(function: Callable[..., Any], asked: SearchTask, reads: Reads) -> GradedNode:
        if tree is run.root:
            return make_root(function, asked, reads)
        return PositionNode(run, reads, of_mover=call_style_for(function, asked).of_mover)

    answer = try_search(
        function, asked, None, Reads([tracer.read]), root_of=root_of, listening=tracer.listening
    )
    tell(["end", value_for_log(answer.value), answer.move, answer.failure, answer.printed])


def serve_watching(file: str, name: str, asked: str, log: str, shown: str) -> None:
    """Load the function of a file and run it; an error on the way there is what standard output says."""
    request = WatchedRequest(**read_json(asked))
    with Path(log).open(
        "w", 1, encoding="utf-8"
    ) as heard:  # line by line, as the process may end at any
        try:
            function = load_checked_function(file, name, None, shown)
        except InputError as error:
            heard.write(format_json(["error", str(error)]) + "\n")
            return
        os.dup(1)  # its end says that this process has ended
        redirect_to_nowhere(0, 1)
        limit_resources(MAX_LOG_BYTES)
        end_after_seconds(request.seconds, sys.__stderr__ or sys.stderr)
        with suppress(MemoryError):
            run_watched(function, request, heard)


if __name__ == "__main__":
    games.trust_files([sys.argv[1]])
    serve_watching(*sys.argv[1:])
