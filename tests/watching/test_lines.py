"""What is told of lines, calls and variables is what a second tracer hears, for every style and
every statement.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest

import games
from tests.few import one_in
from tests.grading import right, right_tasks, tabled, wrong, wrong_tasks
from tests.grading.courses import AGENTS, ARRAYS, STYLES, styled
from tests.watching.heard import heard_here, heard_naively, module_of, request_of
from tests.watching.naive import told_by
from tests.watching.programs import NAMES, PROGRAMS
from tests.watching.styles import STYLES as WRITTEN
from visualizer.trace.line_track import NodeValue
from visualizer.your_code.grading.worker import load_checked_function
from visualizer.your_code.watching.log import CodeLog

TREE = "[[3,[12,1],8],[2,4,6],[14,5,2]]"
BINARY = "[[[1,2],[3,4]],[[5,6],[7,8]]]"


def compared(make: Callable[[], Callable[..., Any]], tree: str = TREE, **asked: Any) -> CodeLog:
    """Hold both tracers against each other on a function, made anew for each; return what the
    first one heard.
    """
    request = request_of(tree, **asked)
    log = heard_here(make(), request)
    told = told_by(log.track)
    assert told == heard_naively(make(), request)
    assert told
    assert told[0].event == "call"
    return log


def functions_of(*modules: Any) -> list[Any]:
    """Return the functions of modules that search a node or a game, with their names."""
    return [
        pytest.param(each, id=name)
        for module in modules
        for name, each in vars(module).items()
        if isinstance(each, FunctionType)
        and each.__module__ == module.__name__
        and name not in ("ours", "with_memory")
    ]


@pytest.mark.parametrize("function", one_in(3, functions_of(right, right_tasks, wrong_tasks)))
@pytest.mark.parametrize("depth", [None, 2])
def test_right_and_wrong_searches(function: Callable[..., Any], depth: int | None) -> None:
    """Lines, calls, variables, returns and errors agree, with a limit of depth and without."""
    compared(
        lambda: function,
        "[~[0.5:3,0.5:4],2]" if function is right.expectiminimax else TREE,
        depth=depth,
    )


MISTAKES = [
    pytest.param(*each, id=f"{name}-{number}")
    for name, texts in wrong.TEXTS.items()
    for number, each in enumerate(texts)
]


@pytest.mark.parametrize(("text", "changes"), one_in(4, MISTAKES))
def test_planted_mistakes(tmp_path: Path, text: str, changes: wrong.Replacements) -> None:
    """They agree on every mistake that grading knows."""
    for old, new in changes:
        text = text.replace(old, new)
    compared(lambda: module_of(f"from math import inf\n{text}", tmp_path / "mine.py")["search"])


@pytest.mark.parametrize(
    "text", [tabled.SOFT, tabled.NEGAMAX, tabled.BOOK], ids=["soft", "negamax", "book"]
)
def test_memories(tmp_path: Path, text: str) -> None:
    """They agree on searches with a memory."""
    compared(
        lambda: module_of(f"from math import inf\n{text}", tmp_path / "mine.py")["search"],
        "[[3,5],[3,5],[2,9]]",
    )


@pytest.mark.parametrize("name", NAMES)
def test_statements(tmp_path: Path, name: str) -> None:
    """They agree on whatever Python lets people write: generators, closures, globals, `self`,
    numpy, errors.
    """
    pytest.importorskip("numpy")
    compared(lambda: module_of(PROGRAMS, tmp_path / "mine.py")[f"search_{name}"])


def file_of(folder: Path, text: str, name: str) -> Callable[..., Any]:
    """Write a file, and load a function or class of it as the process does."""
    file = folder / "mine.py"
    file.write_text(text, encoding="utf-8")
    games.trust_files([str(file)])
    return load_checked_function(str(file), name, None, "mine.py")


@pytest.mark.parametrize("agents", [2, 3])
@pytest.mark.parametrize("name", ["MinimaxAgent", "AlphaBetaAgent", "ExpectimaxAgent"])
def test_agents(tmp_path: Path, name: str, agents: int) -> None:
    """They agree on the methods of Berkeley's agents, whose states are nodes."""
    tree = "[[3,12,8],[2,4,6]]" if agents == 2 else "[[min [3,4],12],[2,4,6]]"
    log = compared(lambda: file_of(tmp_path, AGENTS, name), tree, agents=agents)

    assert next(call.function for call in log.track.calls if call.node == ()) == "getAction"


@pytest.mark.parametrize("name", ["minimax", "target", "three_below", "max_begins"])
def test_arrays(tmp_path: Path, name: str) -> None:
    """They agree on functions that are given numbers and a list, and no node."""
    tree = "[[1,2,3],[3,4,5],[5,6,7]]" if name == "three_below" else BINARY
    log = compared(lambda: file_of(tmp_path, ARRAYS, name), tree)

    assert all(call.node is None for call in log.track.calls)


@pytest.mark.parametrize("style", one_in(4, STYLES))
def test_who_moves(tmp_path: Path, style: str) -> None:
    """They agree under any names of the parameters."""
    compared(lambda: file_of(tmp_path, styled(style), "minimax"))


def test_values_are_snapshots(tmp_path: Path) -> None:
    """A list that is changed later is shown as it was; True is not 1; of more than ten entries
    the type is told.
    """
    pytest.importorskip("numpy")
    track = compared(lambda: module_of(PROGRAMS, tmp_path / "mine.py")["search_lists"]).track
    ten = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
    shown = [values for _, _, _, values in track.rows()]

    assert next(values["short"] for values in shown if "short" in values) == ten
    told = [repr(values.get("same")) for values in shown if "same" in values]
    assert told[1:] == ["1", "True", "1.0", "[1]", "[True]", "OpaqueValue(kind='')"]
    last = track.variables(0, len(track) - 1)
    assert last["short"] == [-1, *ten[1:]]
    assert last["long"].kind == "list"
    assert last["longest"] == "x" * 80 + "…"
    assert last["table"]["(1, 2)"] == [NodeValue(())]
    assert last["table"]["3"] == [4, 5]


def test_a_change_belongs_to_the_line_before() -> None:
    """The line that wrote a variable is found, also where calls came between."""
    track = compared(lambda: right.wikipedia).track
    lines = Path(right.__file__).read_text(encoding="utf-8").splitlines()
    for moment in range(len(track)):
        for name in track.changes(moment):
            written = track.assignment_moment(track.call_numbers[moment], name, moment)
            if written is not None:
                assert name in lines[track.lines[written] - 1]


@pytest.mark.parametrize("name", ["a trampoline", "a trampoline of requests", "a generator"])
def test_a_generator_is_called_by_the_one_that_waits_for_it(name: str) -> None:
    """Though a trampoline runs all of them: each call at a node is in the call at the node
    above.
    """
    calls = heard_here(WRITTEN[name].made(), request_of(TREE)).track.calls
    visits = [call for call in calls if call.function == "steps"]

    assert {
        (),
        (0,),
        (0, 0),
        (0, 1),
        (2, 0),
    } <= {call.node for call in visits}
    for call in visits:
        above = calls[call.parent]

        assert above.function == ("steps" if call.node else "search")
        assert above.node == (call.node[:-1] if call.node else ())
