"""Plays a game again and again in a forked process, which is killed each time one call to the system later.

Nothing is lost between two such calls, so these are all moments that there are. What was shown is then compared with
the file. Run as a program: `python kill_moments.py FOLDER`. It prints a line for each game that was killed: how many
moves it had shown, how many are in its file, and how many torn files lie beside it.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path
from types import FrameType
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

from visualizer.playing.game_file import opened
from visualizer.playing.kept import Kept
from visualizer.playing.lines import MatchLines
from visualizer.playing.match import Match
from visualizer.playing.movers import PERSON, Mover
from visualizer.recipe import Search, Where

SYSTEM = ("posix", "fcntl", "_io")
"""The modules whose functions and methods change files and write to pipes."""


def play(file: Path, shown: int) -> None:
    """Play the first moves there are against a search; what is said is written to a pipe, as the moves so far."""

    def say(words: str) -> None:
        os.write(shown, f"{' '.join(match.moves)}\n".encode())

    match = Match(Where("tictactoe", "XOXO-O-X-"), PERSON, Mover(Search("ordered-alpha-beta", depth=1)))
    lines = MatchLines(match, say, Kept(match, str(file)))
    while not match.is_over():
        lines.play([match.position.name(match.position.moves()[0])])


def kill_at(moment: int) -> Callable[[FrameType, str, Any], None]:
    """Return a profiler that kills this process before it calls the system once more than so many times."""
    left = moment

    def heed(frame: FrameType, event: str, called: Any) -> None:
        nonlocal left
        if event == "c_call" and (called.__module__ or type(called.__self__).__module__) in SYSTEM:
            if not left:
                os.kill(os.getpid(), signal.SIGKILL)
            left -= 1

    return heed


def killed(file: Path, moment: int) -> bool:
    """Play until killed, tell what is left, and return whether the game still went on."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        sys.setprofile(kill_at(moment))
        play(file, writing)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        shown = [line.split() for line in pipe.read().split("\n")[:-1]]
    _, status = os.waitpid(child, 0)
    compare(file, shown[-1] if shown else [])
    return os.WIFSIGNALED(status)


def compare(file: Path, shown: list[str]) -> None:
    """Tell what is left of a game; the moves that were shown last must be in the file, which opens whole."""
    kept: list[str] = []
    if shown or file.exists():
        found = opened(str(file))
        assert found.whole and not found.notes, found.notes
        kept = [*found.match.moves]
    assert kept[: len(shown)] == shown, (kept, shown)
    print(len(shown), len(kept), sum(path != file for path in file.parent.iterdir()))


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    play(folder / "a.game", os.open(os.devnull, os.O_WRONLY))  # so that no forked process loads anything
    for moment in count():
        (folder / str(moment)).mkdir()
        if not killed(folder / str(moment) / "a.game", moment):
            break
