"""A real terminal: the program is started, looked at, resized and left, and the terminal is as
it was before.
"""

from __future__ import annotations

import os
import re
import signal
import sys
import time
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path

import pytest

from tests.few import one_in
from tests.processes import PATIENCE, ROOT, waits_until

pexpect = pytest.importorskip("pexpect", reason="pexpect is not installed")
pyte = pytest.importorskip("pyte", reason="pyte is not installed")
termios = pytest.importorskip("termios", reason="this platform has no pseudo-terminals")
pytestmark = pytest.mark.skipif(
    not hasattr(pexpect, "spawn"), reason="this platform has no pseudo-terminals"
)

UNKNOWN = re.compile(
    rb"\x1b\[>[0-9;]*[a-zA-Z]|\x1b\[=[0-9;]*[a-zA-Z]|\x1b\[\?[0-9;]*\$p|\x1b\[<[0-9;]*u"
)
"""What pyte takes for text."""
COLOUR = re.compile(rb"\x1b\[(?:[0-9]+;)*(?:[349][0-9]|10[0-7])[0-9;]*m")
"""A sequence that sets a colour, the terminal's own too."""

ESCAPES = re.compile(rb"\x1b\[[?<>=]?[0-9;]*[a-zA-Z]")
"""What steers a terminal, without a word on it."""


class Terminal:
    """A program in a terminal, and what stands on its screen."""

    def __init__(self, arguments: list[str], folder: Path, **more: str) -> None:
        """Start the program, with `more` in its environment."""
        environment = {
            key: value
            for key, value in os.environ.items()
            if key not in ("NO_COLOR", "COLUMNS", "LINES")
        }
        environment |= {
            "TERM": "xterm-256color",
            "LC_ALL": "C.UTF-8",
            "VISUALIZER_CONFIG": str(folder),
            **more,
        }
        self.screen = pyte.Screen(80, 24)
        self.stream = pyte.ByteStream(self.screen)
        self.raw = b""
        self.child = pexpect.spawn(
            sys.executable,
            ["-m", "visualizer", *arguments],
            cwd=str(ROOT),
            env=environment,
            dimensions=(24, 80),
            timeout=PATIENCE,
        )
        self.before = self.modes()

    def read(self) -> bool:
        """Take what the program has written; say whether it goes on."""
        try:
            data = self.child.read_nonblocking(65536, timeout=0.05)
        except pexpect.TIMEOUT:
            return True
        except pexpect.EOF:
            return False
        self.raw += data
        self.stream.feed(UNKNOWN.sub(b"", data))
        return True

    def text(self) -> str:
        """Return the screen, line by line."""
        return "\n".join(line.rstrip() for line in self.screen.display)

    def waits_until(self, holds: Callable[[], object]) -> None:
        """Take what the program writes until a condition holds; fail once it has ended."""
        deadline = time.monotonic() + PATIENCE
        while not holds():
            assert self.read(), f"the program ended:\n{self.text()}"
            assert time.monotonic() < deadline, f"it never came:\n{self.text()}"

    def sees(self, *words: str) -> None:
        """Wait until words stand on the screen."""
        self.waits_until(lambda: all(word in self.text() for word in words))

    def no_longer_sees(self, word: str) -> None:
        """Wait until a word is gone: after a resize the old screen stands until the program has
        drawn the new one.
        """
        self.waits_until(lambda: word not in self.text())

    def press(self, keys: str) -> None:
        """Send keys."""
        self.child.send(keys)

    def resize(self, width: int, height: int) -> None:
        """Make the terminal larger or smaller."""
        self.screen.resize(height, width)
        self.child.setwinsize(height, width)

    def ends(self) -> int:
        """Wait for the end; return the status, or that of the signal as a shell has it."""
        deadline = time.monotonic() + PATIENCE
        while self.read():
            assert time.monotonic() < deadline, f"it does not end:\n{self.text()}"
        self.child.wait()
        status = self.child.exitstatus
        signal = self.child.signalstatus
        if status is not None:
            return int(status)
        return 128 + int(signal)

    def stops(self) -> None:
        """Wait until the program is suspended."""
        self.waits_until(lambda: os.waitpid(self.child.pid, os.WNOHANG | os.WUNTRACED)[0])
        self.read()

    def modes(self) -> object:
        """Return how the terminal treats what is typed."""
        return termios.tcgetattr(self.child.child_fd)[:4]

    def is_restored(self) -> bool:
        """Say whether the other screen was left, the cursor shown, the mouse let go and typing
        is as it was before.
        """
        ends = [
            (b"\x1b[?1049h", b"\x1b[?1049l"),
            (b"\x1b[?25l", b"\x1b[?25h"),
            (b"\x1b[?1000h", b"\x1b[?1000l"),
        ]
        has_left = all(self.raw.rfind(back) > self.raw.rfind(there) for there, back in ends)
        return has_left and self.modes() == self.before


Start = Callable[..., Terminal]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Start the program in a terminal, with more in its environment; end it in any case."""
    terminals: list[Terminal] = []

    def begin(*arguments: str, **environment: str) -> Terminal:
        terminals.append(Terminal([*arguments], tmp_path, **environment))
        return terminals[-1]

    yield begin
    for terminal in terminals:
        terminal.child.close(force=True)


def test_starting_stepping_resizing_and_leaving(start: Start) -> None:
    """The first frame is whole; a key is a step; a resize lays out anew, too small a size says
    so; `q` restores all.
    """
    terminal = start("open", "tree")
    terminal.sees("step 0 of 22", "space play", "q quit", "AIMA figure 5.2")
    terminal.press("x")
    terminal.sees("step 12 of 22", "Cut at C")
    terminal.press("\x1b[C")
    terminal.sees("step 13 of 22")
    terminal.resize(120, 40)
    terminal.sees("code · alpha-beta", "whole search", "step 13 of 22")
    terminal.resize(40, 10)
    terminal.sees("too small")
    terminal.no_longer_sees("step 13")
    terminal.resize(80, 24)
    terminal.sees("step 13 of 22", "q quit")
    terminal.press("q")

    assert terminal.ends() == 0
    assert terminal.is_restored()


QUESTIONS = {
    rb"\x1b\[c": b"\x1b[?62;22c",
    rb"\x1b\[16t": b"\x1b[6;20;10t",
    rb"\x1b_G[^\x1b]*\x1b\\": b"\x1b_Gi=31;ENOTSUP\x1b\\",
    rb"\x1b\[\?2026\$p": b"\x1b[?2026;2$y",
    rb"\x1b\[\?2048\$p": b"\x1b[?2048;0$y",
}
"""What a terminal is asked, and what one answers that shows no pictures."""


@pytest.mark.parametrize(
    ("moment", "delay"),
    [
        (0.05, 0.0),
        *(
            pytest.param(*each, marks=pytest.mark.slow)
            for each in product((0.3, 0.6, 1.2), (0.0, 0.4))
        ),
    ],
)
def test_a_key_at_the_start_is_neither_lost_nor_taken_for_another(
    start: Start, moment: float, delay: float
) -> None:
    """Whenever it comes, before the program has asked its terminal anything, or while answers
    are waited for.
    """
    terminal = start("open", "tree")
    begun = time.monotonic()
    waiting = list[float]()
    asked = 0
    keys = ["x", "\r"]
    answers = list[bytes]()
    deadline = begun + PATIENCE
    while "step 12" not in terminal.text() or keys or answers:
        assert terminal.read(), terminal.text()
        assert time.monotonic() < deadline, terminal.text()
        passed = time.monotonic() - begun
        if keys and passed >= moment:
            terminal.press(keys.pop(0))
        found = sorted(
            (match.start(), answer)
            for question, answer in QUESTIONS.items()
            for match in re.finditer(question, terminal.raw)
        )
        answers += [answer for _, answer in found[asked:]]
        waiting += [passed + delay] * (len(found) - asked)
        asked = len(found)
        while answers and passed >= waiting[0]:
            del waiting[0]
            terminal.child.send(answers.pop(0))
    terminal.press("\x1b[C")
    terminal.sees("step 13")

    assert "keys (escape" not in terminal.text()
    terminal.press("q")
    assert terminal.ends() == 0


@pytest.mark.slow
@pytest.mark.parametrize(("words", "variable"), one_in(2, [((), "1"), (("--no-color",), "")]))
def test_no_colour_reaches_the_terminal(
    start: Start, words: tuple[str, ...], variable: str
) -> None:
    """Without colours no sequence sets one, in the explorer and the start screen; reverse marks."""
    terminal = start(
        "open",
        "tree",
        *words,
        NO_COLOR=variable,
    )
    terminal.sees("step 0 of 22", "q quit")
    for key, seen in (
        ("x", "step 12 of 22"),
        ("o", "1 game"),
        ("q", ""),
    ):
        terminal.press(key)
        terminal.sees(seen)

    assert terminal.ends() == 0
    assert not COLOUR.search(terminal.raw)
    assert re.search(rb"\x1b\[(?:1;)?7m", terminal.raw)
    assert COLOUR.search(b"\x1b[1;38;2;1;2;3m")
    assert COLOUR.search(b"\x1b[0;49m")
    assert not COLOUR.search(b"\x1b[1;4m")


@pytest.mark.slow
@pytest.mark.parametrize("name", one_in(2, ["C", "POSIX"]))
def test_a_locale_of_ascii(start: Start, name: str) -> None:
    """Where the locale promises no more than ASCII, no other sign is written."""
    terminal = start("open", "tree", LC_ALL=name)
    terminal.sees("step 0 of 22", "q quit")

    assert terminal.raw.isascii()


# Signals.

SLOW = """
import asyncio, pathlib, re, threading, time
from visualizer.support.plugins.watchdog import WATCHDOG
BEGUN = pathlib.Path(__file__ + ".begun")
def begin():
    if not BEGUN.exists(): WATCHDOG.patience = 1_000; BEGUN.touch()
def sleeps(position): begin(); time.sleep(1_000)
def matches(position): begin(); re.match("(a+)+$", "a" * 60 + "b")
def loops(position):
    begin()
    while True: pass
def sums(position): begin(); return sum(range(10**12))
def beside(position):
    if not BEGUN.exists(): asyncio.get_running_loop().run_in_executor(None, threading.Event().wait)
    BEGUN.touch()
    return 0
"""


@pytest.fixture
def slow(tmp_path: Path) -> str:
    """Write evaluations that never answer, and return the file's name."""
    file = tmp_path / "slow.py"
    file.write_text(SLOW, encoding="utf-8")
    return str(file)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_the_program_in_order(start: Start, number: signal.Signals) -> None:
    """Ended by a signal, the program leaves a whole terminal behind, and the shell hears of the
    signal.
    """
    terminal = start("open", "tree")
    terminal.sees("step 0 of 22", "q quit")

    assert terminal.modes() != terminal.before
    terminal.child.kill(number)
    assert terminal.ends() == 128 + number
    assert terminal.is_restored()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "seen", "key", "ending"),
    one_in(
        3,
        [
            (("open", "tree"), "step 0 of 22", "\x1b[C", "q"),
            ((), "watch", "\x1b[B", "q"),
            (("open", "tree"), "step 0 of 22", "\x1b[C", signal.SIGTERM),
            (("play", "tictactoe"), "your turn", "\x1b[B", signal.SIGHUP),
        ],
    ),
)
def test_thousands_of_keys_hold_nothing_up(
    start: Start, words: tuple[str, ...], seen: str, key: str, ending: str | signal.Signals
) -> None:
    """Behind 20,000 arrow keys, the key that leaves and a signal end the program; what still
    waits is dropped.
    """
    terminal = start(*words)
    terminal.sees(seen, "quit")
    keys = (key * 20_000).encode()
    while keys:
        keys = keys[os.write(terminal.child.child_fd, keys[:1000]) :]
        terminal.read()
    if isinstance(ending, str):
        terminal.press(ending)
    else:
        terminal.child.kill(ending)

    assert terminal.ends() == (0 if isinstance(ending, str) else 128 + ending)
    assert terminal.is_restored()


@pytest.mark.slow  # one signal is tried usually
def test_many_signals_leave_a_whole_terminal(start: Start) -> None:
    """Ctrl-C again and again, while the program is ending, does no harm."""
    terminal = start("open", "tree")
    terminal.sees("step 0 of 22", "q quit")
    while terminal.read():
        terminal.child.kill(signal.SIGINT)

    assert terminal.ends() in (0, 1, 128 + signal.SIGINT)
    assert terminal.is_restored()
    assert b"Traceback" not in terminal.raw


def test_suspending(start: Start) -> None:
    """Ctrl-Z stops the program with the terminal whole; gone on with, it draws anew and heeds
    keys.
    """
    terminal = start("open", "tree")
    terminal.sees("step 0 of 22", "q quit")
    terminal.press("x")
    terminal.sees("step 12 of 22")
    terminal.press("\x1a")
    terminal.stops()

    assert terminal.is_restored()
    terminal.screen.reset()
    terminal.child.kill(signal.SIGCONT)
    terminal.sees("step 12 of 22", "q quit")
    terminal.press("\x1b[C")
    terminal.sees("step 13 of 22")
    terminal.press("q")
    assert terminal.ends() == 0
    assert terminal.is_restored()


@pytest.mark.parametrize("function", one_in(3, ["matches", "loops", "sleeps"]))
def test_ctrl_c_ends_what_never_answers(start: Start, slow: str, function: str) -> None:
    """Ctrl-C ends a user-supplied function that never returns: status 1, a whole terminal, and
    not a word on it.
    """
    terminal = start("open", "tree", "-e", f"{slow}:{function}")
    terminal.waits_until(Path(f"{slow}.begun").exists)
    terminal.press("\x03")

    assert terminal.ends() == 1
    assert terminal.is_restored()
    assert ESCAPES.sub(b"", terminal.raw.rpartition(b"\x1b[?1049l")[2]).strip() == b""


BLOCKS = """
import pathlib, time
from dataclasses import replace
from games import tictactoe
from visualizer.support.plugins.watchdog import WATCHDOG

class Position(tictactoe.TicTacToe):
    def play(self, move):
        return Position(self.other, self.mover | 1 << move, not self.maximizing)

    def board(self):
        if not self.maximizing:
            if not pathlib.Path(__file__ + ".begun").exists():
                WATCHDOG.patience = 1_000
                pathlib.Path(__file__ + ".begun").touch()
            time.sleep(1_000)
        return super().board()

GAME = replace(tictactoe.GAME, name="blocks", start=lambda settings: Position(), read=lambda text, settings: Position())
"""
"""A game whose board is never drawn after a move; every pane that shows one asks for it. The
watchdog is patient.
"""


@pytest.mark.slow
def test_ctrl_c_ends_a_game_that_never_answers(start: Start, tmp_path: Path) -> None:
    """One Ctrl-C is enough where the same user-supplied function is called again and again to
    draw the screen.
    """
    file = tmp_path / "blocks.py"
    file.write_text(BLOCKS, encoding="utf-8")
    terminal = start("open", str(file), "-d", "2")
    terminal.sees("step 0 of", "q quit")
    terminal.press("\x1b[C" * 2)
    terminal.waits_until(Path(f"{file}.begun").exists)
    terminal.press("\x03")

    assert terminal.ends() == 1
    assert terminal.is_restored()
    assert ESCAPES.sub(b"", terminal.raw.rpartition(b"\x1b[?1049l")[2]).strip() == b""


@pytest.mark.slow
@pytest.mark.parametrize("name", one_in(2, ["SIGQUIT", "SIGHUP"]))
def test_code_in_c_is_ended_by_force(start: Start, slow: str, name: str) -> None:
    """Code in C that never lets Python run is ended by SIGQUIT (Ctrl and a backslash) and by a
    closed terminal.
    """
    terminal = start("open", "tree", "-e", f"{slow}:sums")
    terminal.waits_until(Path(f"{slow}.begun").exists)
    terminal.child.kill(getattr(signal, name))

    assert terminal.ends() == 128 + getattr(signal, name)


@pytest.mark.slow  # what never answers is ended usually
def test_ctrl_c_does_not_wait_for_threads(start: Start, slow: str) -> None:
    """Code that never returns beside what is shown, as while an export is drawn, holds the
    program for moments only.
    """
    terminal = start("open", "tree", "-e", f"{slow}:beside")
    terminal.waits_until(Path(f"{slow}.begun").exists)
    terminal.sees("step 0 of", "q quit")
    terminal.press("\x03")

    assert terminal.ends() == 128 + signal.SIGINT
    assert terminal.is_restored()


@pytest.mark.parametrize(("trap", "number"), [(":", signal.SIGHUP), ("''", signal.SIGTERM)])
def test_a_terminal_that_is_gone_ends_it(tmp_path: Path, trap: str, number: int) -> None:
    """A closed terminal ends the program where nobody tells it: below `make`, which keeps the
    signal, and `nohup`.
    """
    said = tmp_path / "status"
    command = f"trap {trap} HUP; '{sys.executable}' -m visualizer open tree; echo $? > '{said}'"
    environment = os.environ | {"TERM": "xterm-256color", "VISUALIZER_CONFIG": str(tmp_path)}
    child = pexpect.spawn(
        "sh", ["-c", command], cwd=str(ROOT), env=environment, dimensions=(24, 80), timeout=PATIENCE
    )
    child.expect("step 0 of")
    os.close(child.child_fd)
    waits_until(lambda: said.exists() and said.read_text())

    assert int(said.read_text()) == 128 + number


def test_an_editor_has_the_terminal_meanwhile(start: Start, tmp_path: Path) -> None:
    """It gets every key, Ctrl-C too, and the explorer comes back with what it has saved."""
    script = tmp_path / "edit.py"
    script.write_text(
        "import pathlib, signal, sys\n"
        "signal.signal(signal.SIGINT, lambda *_: print('heard Ctrl-C', flush=True))\n"
        "print('in the editor', flush=True)\n"
        "pathlib.Path(sys.argv[1]).write_text(input())\n",
        encoding="utf-8",
    )
    editor = f"'{sys.executable}' '{script}'"
    terminal = start(
        "open",
        "tree",
        "-p",
        "[[3,5],[2,9]]",
        VISUAL="",
        EDITOR=editor,
    )
    terminal.sees("step 0 of")
    terminal.press("\x05")
    terminal.sees("in the editor")
    terminal.press("\x03")
    terminal.sees("heard Ctrl-C")
    terminal.press("[[3,5],[2,9],7]\r")
    terminal.sees("searched again")
    terminal.press("q")

    assert terminal.ends() == 0
    assert terminal.is_restored()
