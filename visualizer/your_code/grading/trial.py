"""One call of a graded function in this process, which results in an answer whatever happens."""

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
    answer_as_number,
    is_number_type,
    read_answer,
    short_repr,
)
from visualizer.your_code.grading.course_data import course_arguments, path_of_argument
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
"""The most printed characters that are kept for one tree."""
MAX_RECORDED_LEAVES = 2_000
"""The most leaves that an answer holds; trees have only a few dozen."""
MAX_CALL_DEPTH = 1_000
"""The most nested calls that a function may make; trees have only about ten plies."""


class TruncatedText(TextIOBase):
    """A stream that keeps the beginning of its text in memory, and in an unbuffered file if given.

    If the function crashes this process, what it printed is still in the file.
    """

    def __init__(self, file: IO[bytes] | None = None) -> None:
        """Begin without text."""
        self.text = ""
        self.file = file

    def writable(self) -> bool:
        """Return True."""
        return True

    def write(self, text: str) -> int:
        """Keep as much of a text as there is room for, and return its full length."""
        kept = text[: MAX_PRINTED_CHARACTERS - len(self.text)]
        self.text += kept
        if self.file is not None and kept:
            with suppress(OSError, ValueError):  # a function may have closed all files
                self.file.write(kept.encode(errors="replace"))
        return len(text)


@contextmanager
def recursion_limit(frames: int) -> Iterator[None]:
    """Allow at most `frames` nested calls in a `with` block."""
    limit_before = sys.getrecursionlimit()
    current_depth = 0
    frame = inspect.currentframe()
    while frame is not None:
        current_depth += 1
        frame = frame.f_back

    # Python's limit also counts the frames that are already on the stack.
    sys.setrecursionlimit(current_depth + frames)
    try:
        yield
    finally:
        sys.setrecursionlimit(limit_before)


def make_root(function: Callable[..., Any], search_task: SearchTask, reads: Reads) -> GradedNode:
    """Return the root of a tree in the form that a function expects."""
    node_type = AgentState if is_agent(function) else GradedNode
    of_mover = call_style_for(function, search_task).of_mover
    return node_type(search_task._replace(of_mover=of_mover), reads)


class ReturnedAnswer(NamedTuple):
    """The value, the move or both that a function returned."""

    value: float | None
    move: int | None = None
    lacks_move: bool = False
    """Whether it returned a pair without a move, although a player chooses at the root."""


RootMaker = Callable[[Callable[..., Any], SearchTask, Reads], GradedNode]
"""Makes the root of the tree that a function gets for a task."""


class Trial:
    """One call of a graded function: the arguments, and the answer or the error."""

    def __init__(
        self,
        function: Callable[..., Any],
        search_task: SearchTask,
        reads: Reads,
        make_root: RootMaker,
        make_context: Callable[[], AbstractContextManager[object]],
    ) -> None:
        """Prepare to call a function on the tree of a task; `run` calls it.

        `reads` records the leaves that the function reads, and `make_root` makes the root that it
        gets. `make_context` returns the context manager of the call, for example one that watches
        the lines that run.
        """
        self.function = function
        self.search_task = search_task
        self.reads = reads
        self.make_root = make_root
        self.make_context = make_context
        self.arguments: dict[str, Any] = {}
        """The arguments by parameter name; empty before the call."""

    def run(self) -> ReturnedAnswer:
        """Call the function, and return what it returned; its exceptions are not caught."""
        if isinstance(self.reads, Playouts):
            return ReturnedAnswer(*run_sampling(self.function, self.search_task, self.reads))
        # Some functions have the parameters of this program's own searches.
        if "problem" in signature_of(self.function).roles.values():
            value = run_recorded_search(self.function, self.search_task, self.reads)
            return ReturnedAnswer(value)
        return self.run_on_nodes()

    def run_on_nodes(self) -> ReturnedAnswer:
        """Call a function or an agent that searches nodes, and return what it returned."""
        root = self.make_root(self.function, self.search_task, self.reads)
        if is_agent(self.function):
            with self.make_context():
                returned = play_agent(self.function, root, self.search_task)
        else:
            self.arguments = make_arguments(self.function, root, self.search_task)
            data = course_arguments(
                self.function, self.arguments, root, self.reads, self.search_task
            )
            with data, self.make_context():
                returned = call_with_arguments(self.function, self.arguments)
        return read_returned(returned, root, self.reads)

    def make_answer(
        self, returned: ReturnedAnswer, error: BaseException | None, printed: str
    ) -> GivenAnswer:
        """Return the answer for a finished call.

        `returned` is what the function returned, `error` the exception that it raised, or None, and
        `printed` what it printed.
        """
        failure = "" if error is None else describe_failure(error, self.reads)
        return GivenAnswer(
            tuple(self.reads.leaves[:MAX_RECORDED_LEAVES]),
            returned.value,
            returned.move,
            failure,
            printed=printed,
            lacks_move=returned.lacks_move,
            misuse=self.describe_misuse(error, failure),
            has_too_few_playouts=isinstance(error, TooFewPlayouts),
        )

    def describe_misuse(self, error: BaseException | None, failure: str) -> str:
        """Say how the function misused its arguments; "" if it did not.

        `error` is the exception that it raised, or None, and `failure` describes it.
        """
        # A function that has read a value knows how to use its arguments.
        if self.reads.leaves:
            return ""
        # Exceptions that we raise ourselves do not show that arguments were misused.
        if isinstance(error, WrongType | TooManyReads):
            error = None
        return describe_misuse(
            self.function,
            self.arguments,
            error,
            failure=failure,
            node_misuse=self.reads.first_misuse,
        )


def try_search(
    function: Callable[..., Any],
    search_task: SearchTask,
    file: IO[bytes] | None = None,
    reads: Reads | None = None,
    *,
    root_of: RootMaker = make_root,
    listening: Callable[[], AbstractContextManager[object]] = nullcontext,
) -> GivenAnswer:
    """Call a function on the tree of a task, and return its answer.

    An exception of the function becomes a failure in the answer, except KeyboardInterrupt. What the
    function prints is also written to `file`. `reads` records the leaves that it reads, `root_of`
    makes the root that it gets, and `listening` returns the context manager of the call.
    """
    printed = TruncatedText(file)
    if search_task.exploration is not None:
        reads = Playouts(search_task.tree)
    elif reads is None:
        reads = Reads()

    trial = Trial(
        function,
        search_task,
        reads,
        make_root=root_of,
        make_context=listening,
    )
    returned = ReturnedAnswer(None)
    error: BaseException | None = None
    try:
        with (
            recursion_limit(MAX_CALL_DEPTH),
            redirect_stdout(printed),
            redirect_stderr(printed),
        ):
            returned = trial.run()
    except KeyboardInterrupt:
        raise
    except BaseException as raised:  # noqa: BLE001  any exception becomes part of the answer
        error = raised
    return trial.make_answer(returned, error, printed.text)


def read_returned(returned: object, root: GradedNode, reads: Reads) -> ReturnedAnswer:
    """Return the value and the move from what a function returned; WrongType for anything else.

    If the function returned the root itself, record this misuse in `reads`.
    """
    # The root is not a move. A function that returns its argument was written for other arguments.
    if returned is root or path_of_argument(returned) == ():
        reads.note_misuse("returned the node that it was given")

    value, move = read_answer(returned, root)
    is_pair = isinstance(returned, tuple | list | dict) and len(returned) == 2
    # At a chance node, no player chooses a move, so None is right.
    is_chance = root.maximizing is None
    # A pair of numbers has a leaf as its move, which does not say which one it is.
    is_number_pair = is_pair and all(map(is_number_type, returned))  # type: ignore[call-overload]
    lacks_move = is_pair and move is None and not is_chance and not is_number_pair
    return ReturnedAnswer(value, move, lacks_move)


def describe_failure(error: BaseException, reads: Reads) -> str:
    """Say how a function failed, such as "raised KeyError: 'c'".

    `error` is the exception that ended it. The words are the end of a sentence about the search.
    """
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
    """Return the number of visits at which a recorder calls this function again.

    TooManyReads if the search has already made too many visits.
    """
    if visits >= MAX_VALUE_READS:
        raise TooManyReads
    return MAX_VALUE_READS


def run_recorded_search(
    function: Callable[..., Any], search_task: SearchTask, reads: Reads
) -> float:
    """Call a function as `search(problem, recorder)`, and return its value.

    The leaves that it records are added to `reads`, even if it fails. WrongType if it does not
    return a number.
    """
    where = PositionSpec("tree", search_task.tree.text())
    run = Run(Recipe(where, spec_for(function, search_task)))
    problem = run.problem
    if search_task.estimates:
        problem = replace(problem, evaluate=leaf_value_or_mean)

    trace = Trace(revisits=True)
    recorder = CheckedRecorder(trace, next_pause, None, lambda: None, run.position)
    returned = None
    try:
        returned = function(problem, recorder)
        recorder.check_result(returned)
    finally:
        # Even a search that has failed has read leaves.
        recorder.close()
        for path in trace.leaf_paths():
            reads.note(path)

    value = answer_as_number(returned)
    if value is None:
        raise WrongType(f"returned {short_repr(returned)}; it should return the value of the root")
    return float(value)


def spec_for(function: Callable[..., Any], search_task: SearchTask) -> SearchSpec:
    """Return the specification of a function that is called as `search(problem, recorder)`.

    It has the name of our algorithm if the function is one of ours, otherwise the name of the
    default algorithm.
    """
    name = ALGORITHM_OPTION.default
    for own_algorithm in algorithms().values():
        # An algorithm has a function for fail-soft and one for fail-hard.
        if function in own_algorithm.fail.values():
            name = own_algorithm.name
            break

    cut = search_task.cut if algorithm(name).applies("cut") else CUT_OPTION.default
    return SearchSpec(
        name,
        ordering="natural",
        depth=search_task.depth or "all",
        cut=cut,
    )
