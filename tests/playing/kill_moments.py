"""Plays in a forked process, kills it at a random moment, and compares what it showed with its file; a hundred times.

Run as a program: `python kill_moments.py FOLDER TIMES`. It prints how many games were killed while they went on.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from visualizer.playing.game_file import opened
from visualizer.playing.kept import Kept
from visualizer.playing.lines import MatchLines
from visualizer.playing.match import Match
from visualizer.playing.movers import PERSON, Mover
from visualizer.recipe import Search, Where


def play(file: Path, shown: int, seed: int) -> None:
    """Play random moves against a search; what is said is written to a pipe, each time with the moves so far."""
    chance = random.Random(seed)

    def say(words: str) -> None:
        os.write(shown, f"{' '.join(match.moves)}\n".encode())

    match = Match(Where("hex", None, "", {"size": "6"}), PERSON, Mover(Search("ordered-alpha-beta", depth=1)))
    lines = MatchLines(match, say, Kept(match, str(file)))
    while not match.is_over():
        lines.play([match.position.name(chance.choice(match.position.moves()))])


def killed(file: Path, seed: int) -> bool:
    """Play until killed; return whether the game still went on. What was shown last must be in the file."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        play(file, writing, seed)
        os._exit(0)
    os.close(writing)
    time.sleep(random.Random(seed).uniform(0.005, 0.15))
    os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    with os.fdopen(reading) as pipe:
        shown = [line.split() for line in pipe.read().split("\n")[:-1]]
    if any(shown):
        found = opened(str(file))
        assert found.whole and not found.notes, found.notes
        assert list(found.match.moves)[: len(shown[-1])] == shown[-1], (found.match.moves, shown[-1])
    return os.WIFSIGNALED(status)


if __name__ == "__main__":
    folder, times = Path(sys.argv[1]), int(sys.argv[2])
    print(sum(killed(folder / f"{seed}.game", seed) for seed in range(times)))
