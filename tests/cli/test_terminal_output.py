"""How the command line behaves: Ctrl-C, broken pipes, encodings, colours, help."""

from __future__ import annotations

import inspect
import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import visualizer
from tests.cli.conftest import Call
from tests.few import one_in
from tests.grading import right
from tests.processes import MODULE, PATIENCE, ROOT, start
from visualizer.apps.cli import COMMAND_ROWS
from visualizer.searching.run import Run

AIMA = "[[3,12,8],[2,4,6],[14,5,2]]"
NOT_FOR_HELP = (
    "textual",
    "networkx",
    "fpdf",
    "resvg_py",
    "takpy",
    "games.tree",
    "games.tak",
    "games.tictactoe",
)


SAYS_WHEN_IT_SEARCHES = """
import sys
from visualizer.apps.cli import run_command_line
from visualizer.searching.driver import Driver

pause = Driver.pause

def pause_and_say(driver, visits):
    if visits:
        print("searching", file=sys.stderr, flush=True)
        Driver.pause = pause
    return pause(driver, visits)

Driver.pause = pause_and_say
run_command_line()
"""

INTERRUPTED_WHILE_LOADING = """
import runpy, sys

class Interruption:
    @staticmethod
    def find_spec(name, *_):
        if name == "visualizer.apps.cli":
            raise KeyboardInterrupt

sys.meta_path.insert(0, Interruption)
runpy.run_module("visualizer", run_name="__main__")
"""


# Help.


def example(call: Call, command: str) -> list[list[str]]:
    """Return the example in a command's help: the words of each command, where `&&` joins
    several.
    """
    result = call(*([command] if command else []), "--help")
    assert result.status == 0
    assert result.err == ""
    text = re.sub(r"\x1b\[[0-9;]*m", "", result.out)
    found = re.search(r"Example: (visualizer (?:.|\n)+)", text)
    assert found, text
    return [shlex.split(each)[1:] for each in " ".join(found[1].split()).split(" && ")]


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(
            name, marks=[pytest.mark.slow] * (name in ("grade", "match", "review", "sweep"))
        )
        for name in ("", *COMMAND_ROWS)
        if name != "serve"  # that serves until Ctrl-C
    ],
)
def test_the_example_in_the_help_runs(
    call: Call, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The help of every command ends with an example that works when pasted."""
    monkeypatch.chdir(tmp_path)
    commands = example(call, command)
    if command:
        assert commands[-1][0] == command
    for words in commands:
        if command == "watch":
            source = (
                inspect.getsource(right.wikipedia)
                .replace("wikipedia", "alphabeta")
                .replace("Any", "object")
            )
            Path("mine.py").write_text(f"from math import inf\n\n\n{source}", encoding="utf-8")
        if command in ("open", "watch") and "--plain" not in words:
            words.append("--plain")
        result = call(*words)
        agrees = "visualizer: on this tree and on 60 others it does what alpha-beta does\n"

        assert result.status == 0
        assert result.err == (agrees if command == "watch" else "")
        assert result.out


@pytest.mark.parametrize("command", one_in(3, [*COMMAND_ROWS]))
def test_help_names_its_options(call: Call, command: str) -> None:
    """-h is --help; every command knows --no-color."""
    said = call(command, "--help").out

    assert "--no-color" in said
    assert call(command, "-h").out == said


def test_every_command_is_listed(call: Call) -> None:
    """The help of the whole names every command, each with its line, below what one wants."""
    text = call("--help").out
    for name, (group, _, about) in COMMAND_ROWS.items():
        assert name in text.partition(f"─ {group} ─")[2]
        assert about.split(".")[0][:20] in text


@pytest.mark.parametrize(
    "words",
    one_in(
        2,
        [
            ["--help"],
            ["search", "--help"],
            ["export", "--help"],
            ["list", "--help"],
        ],
    ),
)
def test_help_loads_little(words: list[str]) -> None:
    """Help loads neither Textual nor networkx nor any game."""
    script = (
        "import sys\nfrom visualizer.apps.cli import run_command_line\n"
        f"try: run_command_line({words!r})\n"
        "except SystemExit: pass\n"
        f"print([name for name in {NOT_FOR_HELP!r} if name in sys.modules], file=sys.stderr)\n"
    )
    process = start(python=("-c", script))
    out, err = process.communicate(timeout=PATIENCE)

    assert out
    assert err.decode().strip() == "[]"


def test_version(call: Call) -> None:
    """`--version` works."""
    assert call("--version").out == f"visualizer {visualizer.__version__}\n"


# Ctrl-C.


def test_ctrl_c_ends_a_search_with_what_is_known(
    call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    """KeyboardInterrupt in a long search: status 1, the counts so far and the best so far."""
    advance = Run.advance

    def interrupted(self: Run, *, seconds: float | None = None, step: int | None = None) -> bool:
        advance(self, step=4000)
        raise KeyboardInterrupt

    monkeypatch.setattr(Run, "advance", interrupted)
    result = call("search tictactoe -a minimax -d all --json")

    assert result.status == 1
    assert result.json["complete"] is False
    assert 1_000 < result.json["nodes"] < 5_000
    assert result.err.count("\n") == 1
    assert "Traceback" not in result.err


def test_what_ctrl_c_ended_is_not_saved(
    call: Call, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Counts of the moment would never come out again; a saved run that is interrupted is not
    held against them.
    """
    file = tmp_path / "run.run"

    assert call(f"search tictactoe -d 4 --save {file}").status == 0
    saved = file.read_text(encoding="utf-8")
    advance = Run.advance

    def interrupted(self: Run, *, seconds: float | None = None, step: int | None = None) -> bool:
        advance(self, step=100)
        raise KeyboardInterrupt

    monkeypatch.setattr(Run, "advance", interrupted)
    result = call(f"search {file} --json")
    assert result.status == 1
    assert result.json["complete"] is False
    result = call(f"search tictactoe -d 4 --save {file} --force")
    assert result.status == 1
    assert f"{file} was not written" in result.err
    assert file.read_text(encoding="utf-8") == saved


@pytest.mark.skipif(os.name == "nt", reason="a signal is sent")
def test_a_real_ctrl_c() -> None:
    """The signal, in a process of its own: status 1, one JSON object, no traceback."""
    words = ("search", "tak", "-d", "6", "--max-nodes", "100000000", "-a", "minimax", "--json")
    process = start(*words, python=("-c", SAYS_WHEN_IT_SEARCHES))

    assert process.stderr
    assert process.stderr.readline() == b"searching\n"
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 1, err
    assert b'"complete": false' in out
    assert b"Traceback" not in err


def test_ctrl_c_while_loading() -> None:
    """Ctrl-C before the command line has been loaded ends quietly too."""
    process = start(python=("-c", INTERRUPTED_WHILE_LOADING))

    assert process.communicate(timeout=PATIENCE) == (b"", b"")
    assert process.returncode == 1


def test_ctrl_c_elsewhere(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    """Outside of a search Ctrl-C ends quietly with status 1."""

    def interrupted(*arguments: object, **named: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("visualizer.apps.cli.position_commands.perft", interrupted)
    result = call("perft tictactoe -d 3")

    assert result.status == 1
    assert result.out == ""
    assert result.err.strip() == ""


# Pipes and encodings.


@pytest.mark.skipif(os.name == "nt", reason="pipes break otherwise there")
@pytest.mark.parametrize(
    "words",
    one_in(
        3,
        [
            ["explain", "tictactoe", "-p", "corner"],
            ["list"],
            ["open", "tree", "--plain"],
        ],
    ),
)
def test_a_broken_pipe_is_silent(words: list[str]) -> None:
    """A reader that goes away after a line is not answered with an error."""
    process = start(*words)

    assert process.stdout
    assert process.stderr
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait(timeout=PATIENCE) in (0, 1)


def test_errors_in_any_encoding() -> None:
    """A bad value that the terminal cannot write is still one line."""
    process = start(
        "search",
        "ŧree▲",
        PYTHONIOENCODING="ascii",
        PYTHONUTF8="0",
    )
    out, err = process.communicate(timeout=PATIENCE)

    assert process.returncode == 2
    assert out == b""
    assert err.count(b"\n") == 1
    err.decode("ascii")


# What other people's code does.


def test_what_ones_own_code_prints_is_no_result(call: Call, user_file: Callable[..., Path]) -> None:
    """It goes to standard error, so that JSON stays JSON."""
    score = user_file(
        "print('loaded')\ndef score(p, m):\n    print('asked')\n    return 1\n", "score.py"
    )
    value = user_file(
        "print('loaded')\ndef value(p):\n    print('asked')\n    return 1\n", "value.py"
    )
    mine = [["-o", f"{score}:score"], ["-e", f"{value}:value"]]
    for words in mine:
        for command in ("moves", "compare", "search"):
            result = call(command, "tictactoe", "-d", "1", *words, "--json")

            assert result.status == 0
            assert result.json
            assert "loaded" in result.err
            assert "asked" in result.err or command == "moves"


LEAVES = "def value(position):\n    import sys\n    sys.exit(0)\n"


def test_nobody_ends_the_program_silently(call: Call, user_file: Callable[..., Path]) -> None:
    """`sys.exit()` in a user-supplied function is an error that names it, not success."""
    for command in ("search", "compare", "explain"):
        result = call(command, "tictactoe", "-d", "1", "-e", f"{user_file(LEAVES)}:value")

        assert result.status == 2
        assert result.out == ""
        assert result.err.count("\n") == 1
        assert "mine.py:value raised SystemExit" in result.err


# Colours.


@pytest.mark.parametrize(
    "words",
    [
        ["--no-color", "list", "algorithms"],
        ["list", "algorithms", "--no-color"],
        ["search", "tree", "-p", AIMA, "--no-color"],
    ],
)
def test_no_color(call: Call, words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """--no-color is taken before and after the command, and nothing is coloured then even where
    colours are forced.
    """
    monkeypatch.setenv("FORCE_COLOR", "1")
    result = call(*words)

    assert result.status == 0
    assert "\x1b" not in result.out + result.err


# Locales.


@pytest.mark.parametrize(
    ("locale", "is_ascii"),
    one_in(
        3,
        [
            ({"LC_ALL": "POSIX", "LANG": "C.UTF-8"}, True),
            ({"LC_CTYPE": "C.UTF-8", "LANG": "C"}, False),
            ({"LC_ALL": "C", "PYTHONIOENCODING": "utf-8"}, False),
            *(
                pytest.param(*case, marks=pytest.mark.slow)
                for case in (
                    ({"LC_ALL": "C"}, True),
                    ({"LANG": "C"}, True),
                    ({"LC_ALL": "C.UTF-8", "LANG": "C"}, False),
                    ({}, False),
                )
            ),
        ],
    ),
    ids=str,
)
def test_locales(locale: dict[str, str], *, is_ascii: bool) -> None:
    """A locale of ASCII gets ASCII, though Python would write UTF-8 in it; where none is set,
    nothing is known.
    """
    usual = dict.fromkeys(("LC_ALL", "LC_CTYPE", "LANG", "PYTHONUTF8", "PYTHONIOENCODING"), "")
    process = start(
        "explain",
        "tree",
        "--cuts",
        folder=None,
        python=MODULE,
        **{**usual, **locale},
    )
    out, err = process.communicate(timeout=PATIENCE)

    assert err == b""
    assert out.isascii() is is_ascii
    assert ("alpha = 3" if is_ascii else "α = 3").encode() in out


def test_nothing_is_coloured_in_a_pipe(call: Call) -> None:
    """Results that go into a pipe have no escape sequences."""
    for words in (
        ["show", "tak"],
        ["compare", "tree"],
        ["--help"],
        ["search", "--help"],
    ):
        assert "\x1b" not in call(*words).out


@pytest.mark.parametrize("columns", one_in(4, ["20", "40", "80", "200"]))
def test_narrow_terminals(columns: str) -> None:
    """Help fits itself to the terminal and does not fail on a narrow one."""
    process = start("search", "--help", COLUMNS=columns)
    out, err = process.communicate(timeout=PATIENCE)

    assert process.returncode == 0
    assert err == b""
    assert out


@pytest.mark.parametrize("closed", one_in(4, ["<&- >&- 2>&-", "<&-", ">&-", "2>&-"]))
def test_closed_streams(tmp_path: Path, closed: str) -> None:
    """A stream that is closed from the beginning is as good as one nobody looks at."""
    file = tmp_path / "tree.svg"
    command = (
        f"{shlex.quote(sys.executable)} -m visualizer export tree -O "
        f"{shlex.quote(str(file))} {closed}"
    )
    done = subprocess.run(
        ["sh", "-c", command], capture_output=True, text=True, cwd=ROOT, check=False
    )

    assert done.returncode == 0
    assert file.read_text(encoding="utf-8").startswith("<?xml")
    assert "went wrong" not in done.stderr + done.stdout


def test_a_game_that_is_wrong_is_named(call: Call, user_file: Callable[..., Path]) -> None:
    """What a user-supplied game raises is said with its file and line, and without a traceback."""
    good = (ROOT / "games" / "tictactoe.py").read_text(encoding="utf-8")

    assert "    def moves(self)" in good
    bad = good.replace(
        "    def moves(self)",
        "    def moves(self):\n        raise KeyError(7)\n\n    def others(self)",
        1,
    )
    result = call("search", str(user_file(bad)))
    assert result.status == 2
    assert re.fullmatch(
        r"visualizer: a user-supplied function .*KeyError: 7, in moves \(mine\.py, line \d+\)\)\n",
        result.err,
    )


def test_a_search_says_in_words_what_its_value_means(call: Call) -> None:
    """Behind the number stands what it means to the players; for a tree of numbers, the number
    alone.
    """
    assert "value      1, White a flat ahead\n" in call("search tak -p ordering-helps -d 3").out
    assert "value      3\n" in call("search tree").out
