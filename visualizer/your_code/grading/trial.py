"""One call of a graded function in this process: whatever it does, raises, prints or returns becomes an answer."""

import inspect
import sys
from collections.abc import Callable, Iterator
from contextlib import (
    AbstractContextManager,
    contextmanager,
    nullcontext,
    redirect_stderr,
    redirect_stdout,
    suppress,
)
from dataclasses import replace
from io import TextIOBase
from typing import IO, Any, NamedTuple

from visualizer.searching.algorithms import algorithm, algorithms
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.searching.search_options import ALGORITHM_OPTION, CUT_OPTION
from visualizer.support.plugins.watchdog import describe_error, user_place
from visualizer.support.processes import EXTRA_MEMORY_BYTES
from visualizer.trace.checked_recorder import CheckedRecorder
from visualizer.trace.rows import Trace
from visualizer.your_code.grading.agents import AgentState, play_agent
from visualizer.your_code.grading.answers import (
    GivenAnswer,
    WrongType,
    answer_as_float,
    read_answer,
    short_repr,
)
from visualizer.your_code.grading.misuse import describe_misuse
from visualizer.your_code.grading.node import (
    MAX_VALUE_READS,
    GradedNode,
    Reads,
    TooManyReads,
    call_style_for,
    call_with_arguments,
    make_arguments,
)
from visualizer.your_code.grading.playouts import (
    MAX_PLAYOUTS,
    Playouts,
    TooFewPlayouts,
    run_sampling,
)
from visualizer.your_code.grading.signatures import is_agent, signature_of
from visualizer.your_code.grading.trees import SearchTask, leaf_value_or_mean

MAX_PRINTED_CHARACTERS = 2_000
"""Characters of what is printed that are kept, for one tree."""
MAX_RECORDED_LEAVES = 2_000
"""Leaves that are told, of trees that have some dozen."""
MAX_CALL_DEPTH = 1_000
"""Calls inside calls that a function may make, of trees with some ten plies."""


class TruncatedText(TextIOBase):
    """A stream that keeps the beginning of what is written, also in a file at once, which outlives this process."""

    def __init__(self, file: IO[bytes] | None = None) -> None:
        """Begin with nothing; the file is one without a buffer."""
        self.text = ""
        self.file = file

    def writable(self) -> bool:
        """Return that it takes texts."""
        return True

    def write(self, text: str) -> int:
        """Keep a text as far as there is room."""
        kept = text[: MAX_PRINTED_CHARACTERS - len(self.text)]
        self.text += kept
        if self.file is not None and kept:
            with suppress(OSError, ValueError):  # a function may have closed all files
                self.file.write(kept.encode(errors="replace"))
        return len(text)


@contextmanager
def recursion_limit(frames: int) -> Iterator[None]:
    """Let this block make no more calls inside calls than this."""
    before = sys.getrecursionlimit()
    depth = 0
    frame = inspect.currentframe()
    while frame is not None:
        depth = depth + 1
        frame = frame.f_back
    sys.setrecursionlimit(depth + frames)
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


def make_root(function: Callable[..., Any], asked: SearchTask, reads: Reads) -> GradedNode:
    """Return the root of a tree as a function wants it."""
    kind = AgentState if is_agent(function) else GradedNode
    return kind(asked._replace(of_mover=call_style_for(function, asked).of_mover), reads)


class ReturnedAnswer(NamedTuple):
    """What a function has returned: a value, a move, or both."""

    value: float | None
    move: int | None = None
    lacks_move: bool = False
    """Whether it returned a pair without a move, although a player chooses at the root."""


def try_search(
    function: Callable[..., Any],
    asked: SearchTask,
    file: IO[bytes] | None = None,
    reads: Reads | None = None,
    root_of: Callable[[Callable[..., Any], SearchTask, Reads], GradedNode] = make_root,
    listening: Callable[[], AbstractContextManager[object]] = nullcontext,
) -> GivenAnswer:
    """Return what a function does with a tree, and keep in a file what it prints; KeyboardInterrupt goes through.

    It runs while somebody is `listening`; `reads` are noted, by default for the answer alone.
    """
    printed = TruncatedText(file)
    if asked.exploration is not None:
        reads = Playouts(asked.tree)
    elif reads is None:
        reads = Reads()
    given: dict[str, Any] = {}
    found = ReturnedAnswer(None)
    error: BaseException | None = None
    try:
        with recursion_limit(MAX_CALL_DEPTH), redirect_stdout(printed), redirect_stderr(printed):
            if isinstance(reads, Playouts):
                found = ReturnedAnswer(*run_sampling(function, asked, reads))
            elif "problem" in signature_of(function).roles.values():  # as our searches do
                found = ReturnedAnswer(run_recorded_search(function, asked, reads))
            else:
                root = root_of(function, asked, reads)
                if not is_agent(function):
                    given = make_arguments(function, root, asked)
                with listening():
                    if is_agent(function):
                        value = play_agent(function, root, asked)
                    else:
                        value = call_with_arguments(function, given)
                found = read_returned(value, root, reads)
    except KeyboardInterrupt:
        raise
    except BaseException as raised:  # noqa: BLE001  whatever it raises is told as its own
        error = raised
    if error is None:
        failure = ""
    else:
        failure = describe_failure(error, reads)
    leaves = tuple(reads.leaves[:MAX_RECORDED_LEAVES])
    if isinstance(error, WrongType | TooManyReads):
        own_error = None
    else:
        own_error = error
    if leaves:
        strange = ""
    else:
        strange = describe_misuse(function, given, own_error, failure, reads.strange)
    return GivenAnswer(
        leaves,
        found.value,
        found.move,
        failure,
        printed=printed.text,
        lacks_move=found.lacks_move,
        misuse=strange,
        has_too_few_playouts=isinstance(error, TooFewPlayouts),
    )


def read_returned(found: object, root: GradedNode, reads: Reads) -> ReturnedAnswer:
    """Return the value and the move that a function has returned; WrongType for anything else."""
    if found is root:
        reads.strange = reads.strange or "returned the node that it was given"
    value, move = read_answer(found, root)
    is_pair = isinstance(found, tuple | list) and len(found) == 2
    return ReturnedAnswer(value, move, is_pair and move is None and root.maximizing is not None)


def describe_failure(error: BaseException, reads: Reads) -> str:
    """Say how a function has failed, as the end of a sentence that begins with the search."""
    match error:
        case WrongType():
            return str(error)
        case TooManyReads() if isinstance(reads, Playouts):
            return f"makes more than {MAX_PLAYOUTS:,} playouts on one tree"
        case TooManyReads():
            return f"never stops reading values: more than {MAX_VALUE_READS:,}"
        case MemoryError():
            place = user_place(error)
            where = f", in {place}" if place else ""
            return f"needs more than {EXTRA_MEMORY_BYTES >> 30} GB of memory{where}"
    return f"raised {describe_error(error)}"


def next_pause(visits: int) -> int:
    """Return at how many visits to be called again; TooManyReads where there are too many."""
    if visits >= MAX_VALUE_READS:
        raise TooManyReads
    return MAX_VALUE_READS


def run_recorded_search(function: Callable[..., Any], asked: SearchTask, reads: Reads) -> float:
    """Run a search of a problem and a recorder; note the leaves that it tells, and return its value."""
    own = next(
        (each.name for each in algorithms().values() if function in each.fail.values()),
        ALGORITHM_OPTION.default,
    )
    if algorithm(own).applies("cut"):
        cut = asked.cut
    else:
        cut = CUT_OPTION.default
    search = SearchSpec(own, ordering="natural", depth=asked.depth or "all", cut=cut)
    run = Run(Recipe(PositionSpec("tree", asked.tree.text()), search))
    trace = Trace(revisits=True)
    problem = run.problem
    if asked.estimates:
        problem = replace(problem, evaluate=leaf_value_or_mean)
    recorder = CheckedRecorder(trace, next_pause, None, lambda: None, run.position)
    value = None
    try:
        value = function(problem, recorder)
        recorder.check_result(value)
    finally:
        recorder.close()
        for path in trace.leaf_paths():
            reads.note(path)
    if (number := answer_as_float(value)) is None:
        raise WrongType(f"returned {short_repr(value)}; it should return the value of the root")
    return float(number)
