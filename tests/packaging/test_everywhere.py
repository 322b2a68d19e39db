"""Nothing is for one operating system only: what others lack or do differently is simulated
here.
"""

import json
import runpy
import sys
from pathlib import Path

import pytest

from tests.few import one_in
from tests.packaging.conftest import PROJECT, Run

COMMANDS = [
    ["--help"],
    ["search", "--help"],
    ["search", "tak", "-p", "ordering-helps"],
    ["search", "tree", "-p", "−7"],
    ["compare", "tree"],
    ["explain", "tree"],
    ["show", "tak"],
    ["moves", "tak", "-o", "scored"],
    ["list"],
]

EACH = """
import io, json, sys

from visualizer.apps.cli import run_command_line
for words in json.loads(sys.argv[1]):
    sys.stdout.flush()
    sys.stdout = io.TextIOWrapper(sys.stdout.detach(), encoding=sys.stdout.encoding)  # as a process of its own has it
    try:
        run_command_line(words)
    except SystemExit as done:
        assert not done.code, words
    print("\\n--", flush=True)
"""
"""Runs several commands, so that one process is enough."""

LACKING = """
import signal, sys

for name in ("fcntl", "grp", "pty", "pwd", "readline", "resource", "termios", "tty"):
    sys.modules[name] = None
for name in ("SIGALRM", "SIGHUP", "SIGKILL", "SIGPIPE", "SIGUSR1", "SIGWINCH", "alarm", "pause", "setitimer"):
    delattr(signal, name) if hasattr(signal, name) else None
"""
WINDOWS = (
    f"{LACKING}\nfrom visualizer.apps.cli import run_command_line\nrun_command_line(sys.argv[1:])"
)

SPAWN = """
import multiprocessing
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run

def steps(algorithm):
    return Run(Recipe(PositionSpec("tree"), SearchSpec(algorithm=algorithm))).finish().trace.last_step

if __name__ == "__main__":
    names = ["minimax", "alpha-beta"]
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        print(pool.map(steps, names) == [steps(name) for name in names])
"""


@pytest.mark.parametrize("encoding", one_in(5, ["cp437", "cp1252", "latin-1", "ascii", "utf-8"]))
def test_output_fits_the_encoding(encoding: str, run: Run) -> None:
    """Whatever the terminal's encoding lacks is written in other signs, by every command."""
    words = [sys.executable, "-c", EACH, json.dumps(COMMANDS)]
    done = run(
        *words,
        folder=PROJECT,
        PYTHONIOENCODING=encoding,
        PYTHONUTF8="0",
    )

    assert done.returncode == 0
    assert done.stderr == b""
    helps = done.stdout.decode(encoding).split("\n--\n")[:-1]
    assert len(helps) == len(COMMANDS)
    assert all(text.strip() for text in helps)
    assert not any(sign in text for text in helps for sign in ("\\u", "\ufffd"))


def test_an_error_fits_the_encoding(run: Run) -> None:
    """The bad value may hold any sign."""
    words = ["search", "tree", "-p", "[3, ♞]"]
    done = run(
        sys.executable,
        "-m",
        "visualizer",
        *words,
        folder=PROJECT,
        PYTHONIOENCODING="cp1252",
        PYTHONUTF8="0",
    )

    assert done.returncode == 2
    assert done.stdout == b""
    assert len(done.stderr.decode("cp1252").splitlines()) == 1


def test_commands_do_without_what_windows_lacks(run: Run) -> None:
    """No signal or module of Unix is needed."""
    done = run(
        sys.executable,
        "-c",
        LACKING + EACH,
        json.dumps(COMMANDS),
        folder=PROJECT,
    )

    assert done.returncode == 0
    assert done.stderr == b""
    assert done.stdout.count(b"\n--") == len(COMMANDS)


def test_line_mode_does_without_what_windows_lacks(run: Run) -> None:
    """With nothing to read, it ends at once."""
    done = run(
        sys.executable,
        "-c",
        WINDOWS,
        "open",
        "tree",
        "--plain",
        folder=PROJECT,
    )

    assert done.returncode == 0
    assert done.stderr == b""


def test_an_own_function_is_watched_without_signals(tmp_path: Path, run: Run) -> None:
    """A person's ordering needs no SIGALRM to be called with care."""
    (tmp_path / "mine.py").write_text("def score(position, move):\n    return -move\n")
    words = ["search", "tree", "-o", f"{tmp_path / 'mine.py'}:score", "--json"]
    done = run(
        sys.executable,
        "-c",
        WINDOWS,
        *words,
        folder=PROJECT,
    )

    assert done.returncode == 0
    assert done.stderr == b""
    assert json.loads(done.stdout)["ordering"].endswith("mine.py:score")


def test_searches_run_in_spawned_processes(tmp_path: Path, run: Run) -> None:
    """Where processes cannot fork, a recipe is all that has to be sent."""
    (tmp_path / "script.py").write_text(SPAWN)
    done = run(sys.executable, tmp_path / "script.py", PYTHONPATH=str(PROJECT))

    assert done.returncode == 0
    assert done.stderr == b""
    assert done.stdout.split() == [b"True"]


def test_a_spawned_process_does_not_start_the_command_line_again(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A child of `python -m visualizer` loads the main file under another name."""
    before = list(sys.path)
    runpy.run_module("visualizer.__main__", run_name="__mp_main__")

    assert sys.path == before
    assert capsys.readouterr().out == ""
