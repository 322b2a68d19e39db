"""However code ends, what it did until then is shown, and one sentence says why; in a process of
its own, or a copy.
"""

from __future__ import annotations

import json
import linecache
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from tests.watching.heard import module_of, watched
from visualizer import watch
from visualizer.apps.api import WatchedRun
from visualizer.apps.cli import visualizer
from visualizer.apps.cli.messages import run_command
from visualizer.support.errors import InputError
from visualizer.your_code.grading.node import OTHER_POSITIONS_HINT
from visualizer.your_code.watching import watched as watching
from visualizer.your_code.watching.log import CodeLog

CODE = """
import os, sys, threading, time

def largest(node):
    if not node.children:
        return node.value
    best = None
    for child in node.children:
        found = largest(child)
        best = found if best is None else max(best, found)
    return best

def exits(node):
    value = largest(node)
    later = value + 1
    os._exit(3)

def endless(node):
    value = largest(node)
    while True:
        value += 1

def slow(node):
    time.sleep(1.5)
    return largest(node)

def prints(node):
    print("hello", node)
    print("again", file=sys.stderr)
    return largest(node)

def in_a_thread(node):
    found = []
    thread = threading.Thread(target=lambda: found.append(largest(node)))
    thread.start()
    thread.join()
    return found[0]

def no_node(depth):
    return depth

class NoAction:
    pass

class Searcher:
    def search(self, node):
        self.count = 1
        return largest(node)
"""
LARGEST = ["call", "line", "line", "return"]
TREE = "[[3,5],[2,9]]"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return a file of functions."""
    found = tmp_path / "mine.py"
    found.write_text(CODE, encoding="utf-8")
    return found


def lines_of(run: WatchedRun) -> list[int]:
    """Return the numbers of the lines in order."""
    assert run.track is not None
    return [*run.track.lines]


def test_a_process_that_ends_itself(file: Path) -> None:
    """The last line is the one that ended it, with all variables up to then, and the whole tree."""
    run = watch(f"{file}:exits", TREE)

    assert run.remarks == [f"{file}:exits ended with status 3"]
    assert run.track is not None
    assert lines_of(run)[-1] == CODE.splitlines().index("    os._exit(3)") + 1
    assert run.track.variables(0, len(run.track) - 1)["later"] == 10
    assert run.counts().leaves == 4


def test_a_loop_without_end(file: Path) -> None:
    """It is stopped after its seconds, and the place is named; what was seen until then is
    shown.
    """
    run = watch(
        f"{file}:endless",
        TREE,
        seconds=1,
        max_lines=500,
    )
    (why,) = run.remarks

    assert why.startswith(f"{file}:endless did not return within 1 s, in endless (mine.py, line ")
    assert len(lines_of(run)) == 500
    assert run.counts().leaves == 4
    assert run.trace.finished


def test_code_that_takes_its_time(file: Path) -> None:
    """What takes longer than a second, and not more than it may, comes to its end."""
    run = watch(f"{file}:slow", TREE)

    assert not run.remarks
    assert run.summary["value"] == 9


def test_the_command_tells_all(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """JSON is as the contract has it; what it printed is said aside, and no part of the answer."""
    assert run_command(visualizer, ["watch", f"{file}:prints", "-p", TREE, "--json"]) == 0
    out, aside = capsys.readouterr()
    found = json.loads(out)
    assert [*found] == [
        "function",
        "game",
        "position",
        "value",
        "move",
        "lines",
        "calls",
        "stopped",
        "first_difference",
    ]
    assert found["function"] == f"{file}:prints"
    assert found["game"] == "tree"
    assert found["position"] == TREE
    assert found["value"] == 9
    assert found["move"] is None
    assert found["stopped"] is None
    assert found["first_difference"] is None
    assert found["lines"][0] == {
        "line": 27,
        "call": 0,
        "node": "",
        "event": "call",
        "variables": {"node": ""},
    }
    assert found["calls"][2] == {
        "call": 2,
        "parent": 1,
        "node": "1",
        "handed": {},
        "returned": 5,
    }
    leaf = [each for each in found["lines"] if each["call"] == 3]
    assert [each["event"] for each in leaf] == LARGEST
    assert leaf[0]["node"] == "1 1"
    assert "it printed 'hello <node" in aside
    assert "again" in aside


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("mine.py:no_node", "no_node takes no node to search; "),
        ("mine.py:NoAction", "NoAction is a class without getAction"),
        (
            "mine.py:nothing",
            "'mine.py' has no function 'nothing'; it has: NoAction Searcher endless exits",
        ),
        ("other.py:search", "there is no file 'other.py' to load 'search' from"),
        (
            "broken.py:search",
            (
                "'broken.py' cannot be loaded: ZeroDivisionError: division by zero, in "
                "broken.py, line 1"
            ),
        ),
        (
            "mine.py",
            "mine.py: it ended without a recorded call of largest",
        ),
        ("not_there:search", "'not_there' cannot be loaded: ModuleNotFoundError"),
    ],
)
def test_what_cannot_be_run(
    file: Path, monkeypatch: pytest.MonkeyPatch, name: str, why: str
) -> None:
    """One sentence says what is wrong."""
    monkeypatch.chdir(file.parent)
    Path("broken.py").write_text("1 / 0\n", encoding="utf-8")

    with pytest.raises(InputError) as raised:
        watch(name, TREE)
    assert str(raised.value).startswith(why)


@pytest.mark.slow
def test_modules_methods_and_files_beside(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """MODULE:FUNCTION, a method, and a file that imports another: the lines of all one's own
    files are followed.
    """
    monkeypatch.chdir(file.parent)
    monkeypatch.setenv("PYTHONPATH", str(file.parent))
    Path("partner.py").write_text(
        "import mine\n\ndef search(node):\n    return mine.largest(node)\n", encoding="utf-8"
    )
    run = watch("partner.py:search", TREE)

    assert run.track is not None
    assert [each.name for each in run.track.files] == [
        "partner.py",
        "mine.py",
    ]
    assert lines_of(watch("mine:largest", TREE)) == [
        line for line, owner in zip(run.track.lines, run.track.call_numbers, strict=True) if owner
    ]
    method = watch("mine.py:Searcher.search", TREE)
    assert method.track is not None
    assert method.track.calls[0].function == "search"
    assert method.track.variables(0, len(method.track) - 1)["self.count"] == 1


MOVED = """
def moved(node):
    node.children[0]._path = (9, 9)
    return node.children[0]

def gone(node):
    del node.children[0]._path
    return node.children[0]

def other(node):
    return node.winner
"""


@pytest.mark.parametrize(
    ("name", "why"),
    [
        (
            "moved",
            "a node's _path says where it stands, and cannot be changed; keep yours elsewhere",
        ),
        ("gone", "a node's _path says where it stands, and cannot be deleted"),
        (
            "other",
            (
                "a node has no 'winner'; it has children value maximizing name; "
                f"{OTHER_POSITIONS_HINT}"
            ),
        ),
    ],
)
def test_what_a_node_is_not_for_is_said(tmp_path: Path, name: str, why: str) -> None:
    """A node that is moved in its tree, or asked for what a game of one's own has: the line and
    a way out are named.
    """
    seen = watched(module_of(MOVED, tmp_path / "moved.py")[name], TREE)

    assert f"raised AttributeError: {why}, in {name} (moved.py, line " in seen.stopped
    assert seen.run.trace.finished


def test_threads_are_not_followed() -> None:
    """Lines of another thread are none; what it reads is."""
    names: dict[str, Any] = {}
    exec(compile(CODE, __file__, "exec"), names)
    seen = watched(names["in_a_thread"], TREE)

    assert {call.function for call in seen.track.calls} <= {"in_a_thread"}
    assert len(seen.log.reads) == 4


@pytest.mark.slow
def test_ctrl_c_shows_what_was_heard_until_then(file: Path) -> None:
    """The code is stopped, and the command ends with status 1."""
    words = [
        sys.executable,
        "-m",
        "visualizer",
        "watch",
        f"{file}:endless",
        "-p",
        TREE,
        "--seconds",
        "60",
        "--json",
    ]
    with subprocess.Popen(
        words,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # noqa: PLW1509
    ) as process:
        timer = threading.Timer(4, process.send_signal, [signal.SIGINT])
        timer.start()
        out, aside = process.communicate(timeout=50)
        timer.cancel()

    assert process.returncode == 1, aside
    found = json.loads(out)
    assert found["stopped"] == f"{file}:endless was stopped by Ctrl-C"
    assert found["lines"][-1]["call"] == 0


def cell(number: int, text: str, names: dict[str, Any]) -> None:
    """Run a cell as IPython does: its lines are known under a name that is no file's."""
    name = f"<ipython-input-{number}-0a1b2c>"
    linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
    exec(compile(text, name, "exec"), names)


@pytest.mark.parametrize("forks", [True, False])
def test_a_notebook(monkeypatch: pytest.MonkeyPatch, forks: bool) -> None:
    """The lines of all cells are followed, in a copy of the process where there are copies; an
    error names its cell.
    """
    names: dict[str, Any] = {}
    monkeypatch.setattr(watching, "can_fork", lambda: forks and hasattr(os, "fork"))
    cell(3, "def better(one, other):\n    return max(one, other)\n", names)
    cell(
        4,
        "seen = []\ndef search(node):\n    seen.append(1)\n    if not node.children:\n       "
        " return node.value\n"
        "    best = -9\n    for child in node.children:\n        best = better(best, "
        "search(child))\n"
        "    return best\n",
        names,
    )
    run = watch(names["search"], TREE)

    assert run.track is not None
    assert [each.name for each in run.track.files] == ["cell 4", "cell 3"]
    assert run.summary["value"] == 9
    assert bool(names["seen"]) is not (forks and hasattr(os, "fork"))
    page = run._repr_html_()
    assert page.startswith("<iframe")
    assert "return max(one, other)" in page
    cell(5, "def broken(node):\n    return node.children[7]\n", names)
    failed = watch(names["broken"], TREE)
    assert failed.remarks == [
        "broken raised IndexError: list index out of range, in broken (cell 5, line 2)"
    ]
    assert failed._repr_html_().startswith("<p>broken raised IndexError")


def test_a_notebook_that_is_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was heard until then is shown."""
    names: dict[str, Any] = {}
    cell(
        6,
        "def search(node):\n    value = node.children[0].children[1].value\n    interrupt()\n",
        names,
    )
    monkeypatch.setattr(watching, "can_fork", lambda: False)

    def interrupt() -> None:
        raise KeyboardInterrupt

    names["interrupt"] = interrupt
    run = watch(names["search"], TREE)

    assert run.remarks == ["search was stopped by Ctrl-C"]
    assert lines_of(run)[:3] == [1, 2, 3]


def test_half_a_line_ends_a_log() -> None:
    """As a process leaves it that dies while it writes."""
    call = '["call", 0, 1, {}, -1, 0, "f", null, {}, []]'
    log = CodeLog.read(['["file", "mine.py", ["def f(): pass"]]', call, '["line", 0, 2, {"x'])

    assert len(log.track) == 1
    assert not log.has_ended
