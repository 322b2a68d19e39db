"""One call of a graded function in this process: whatever it raises, prints or returns becomes an answer."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from io import TextIOBase
from typing import IO, Any, NamedTuple

from visualizer.data_files import write_json
from visualizer.grading.answers import GivenAnswer, WrongType, number_of, returned, shown
from visualizer.grading.calling import call, meaning, parameters_of
from visualizer.grading.limits import MEMORY
from visualizer.grading.node import MOST_READS, GradedNode, Reads, TooManyReads
from visualizer.grading.trees import MIN, Limited
from visualizer.grading.watching import listening, watchers_of
from visualizer.plugins.watchdog import described, user_place
from visualizer.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.run import Run
from visualizer.trace.checked_recorder import CheckedRecorder
from visualizer.trace.rows import LEAVES, MovePath, Trace

MOST_PRINTED = 2_000
"""Characters of what is printed that are kept, for one tree."""
MOST_TOLD = 2_000
"""Leaves that are told, of trees that have some dozen."""
MOST_OF_EVENTS = 500_000
"""Characters of the events that are told; of more there are none, and nothing is drawn."""
DEEPEST = 1_000
"""Calls inside calls that a function may make, of trees with some ten plies."""


class Asked(NamedTuple):
    """What a search is asked: a tree, how deep, and the rule of cutting, which a search as ours are is told."""

    limited: Limited
    cut: str = ">="
    watch: bool = False
    """Whether the events are wanted, too."""
    movers: bool = False
    """Whether the values of the search are from the side of who moves."""


class KeptText(TextIOBase):
    """A stream that keeps the beginning of what is written, also in a file at once, which outlives this process."""

    def __init__(self, file: IO[bytes] | None = None) -> None:
        """Begin with nothing; the file is one without a buffer."""
        self.text, self.file = "", file

    def writable(self) -> bool:
        """Return that it takes texts."""
        return True

    def write(self, text: str) -> int:
        """Keep a text as far as there is room."""
        kept = text[: MOST_PRINTED - len(self.text)]
        self.text += kept
        if self.file is not None and kept:
            with suppress(OSError, ValueError):  # a function may have closed all files
                self.file.write(kept.encode(errors="replace"))
        return len(text)


@contextmanager
def recursion_limit(frames: int) -> Iterator[None]:
    """Let this block make no more calls inside calls than this."""
    before = sys.getrecursionlimit()
    depth, frame = 0, inspect.currentframe()
    while frame is not None:
        depth, frame = depth + 1, frame.f_back
    sys.setrecursionlimit(depth + frames)
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


def tried(function: Callable[..., Any], asked: Asked, file: IO[bytes] | None = None) -> GivenAnswer:
    """Return what a function does with a tree, and keep in a file what it prints; KeyboardInterrupt goes through."""
    watchers = watchers_of(asked.limited, movers=asked.movers) if asked.watch else []
    reads, printed = Reads([watcher.read for watcher in watchers]), KeptText(file)
    value: float | None = None
    move: int | None = None
    failure = ""
    try:
        with recursion_limit(DEEPEST), redirect_stdout(printed), redirect_stderr(printed):
            if "problem" in map(meaning, parameters_of(function)):  # as our searches do
                value = recorded(function, asked, reads)
            else:
                root = GradedNode(asked.limited, reads)
                with listening(watchers):
                    found = call(function, root, asked.limited.depth)
                value, move = returned(found, root)
    except KeyboardInterrupt:
        raise
    except WrongType as error:
        failure = str(error)
    except TooManyReads:
        failure = f"reads values without end, more than {MOST_READS:,}"
    except MemoryError as error:
        place = user_place(error)
        failure = f"needs more than {MEMORY >> 30} GB of memory{place and f', in {place}'}"
    except BaseException as error:  # noqa: BLE001  whatever it raises is told as its own
        failure = f"raised {described(error)}"
    leaves = tuple(reads.leaves[:MOST_TOLD])
    events: tuple[str, ...] = ()
    if watchers:
        turned = value is not None and asked.movers and asked.limited.tree.mover == MIN
        told = min(watchers, key=lambda each: each.strange).told(leaves, -value if turned and value else value)
        events = tuple(map(write_json, told))
        events = events if sum(map(len, events)) < MOST_OF_EVENTS else ()
    return GivenAnswer(leaves, value, move, failure, printed=printed.text, events=events)


def pause(visits: int) -> int:
    """Return at how many visits to be called again; TooManyReads where there are too many."""
    if visits >= MOST_READS:
        raise TooManyReads
    return MOST_READS


def recorded(function: Callable[..., Any], asked: Asked, reads: Reads) -> float:
    """Run a search of a problem and a recorder; note the leaves that it tells, and return its value."""
    tree, depth = asked.limited
    search = SearchSpec(depth=depth or "all", cut=asked.cut)
    run, trace = Run(Recipe(PositionSpec("tree", tree.text()), search)), Trace(revisits=True)
    recorder = CheckedRecorder(trace, pause, None, lambda: None, run.position)
    value = None
    try:
        value = function(run.problem, recorder)
        recorder.check_result(value)
    finally:
        recorder.close()
        for path in leaves_of(trace):
            reads.note(path)
    if (number := number_of(value)) is None:
        raise WrongType(f"returned {shown(value)}; the value of the root is needed")
    return float(number)


def leaves_of(trace: Trace) -> tuple[MovePath, ...]:
    """Return the leaves that a search has told, in order."""
    return tuple(trace.path(number) for number, row in enumerate(trace) if row.kind in LEAVES)
