"""Plays a game again and again, killed each time a moment later, and compares what was shown with
the file.

Run as a program: `python kill_moments.py FOLDER MOMENTS`, so many moments later each time. It
prints a line for each game: how many moves it had shown, how many are in its file, and how many
torn files lie beside it.
"""

from __future__ import annotations

import os
import sys
from functools import partial
from itertools import count
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.killing import killed
from visualizer.apps.dialogue.playing import MatchLines
from visualizer.play.playing.game_file import open_game_file
from visualizer.play.playing.kept import AutosavedMatch
from visualizer.play.playing.match import Match
from visualizer.play.playing.movers import HUMAN_MOVER, Mover
from visualizer.searching.recipe import PositionSpec, SearchSpec


def play(file: Path, shown: int) -> None:
    """Play the first moves there are against a search; what is said is written to a pipe, as the
    moves so far.
    """

    def say(words: str) -> None:
        os.write(shown, f"{' '.join(match.moves)}\n".encode())

    match = Match(
        PositionSpec("tictactoe", "XOXO-O-X-"),
        HUMAN_MOVER,
        Mover(SearchSpec("ordered-alpha-beta", depth=1)),
    )
    lines = MatchLines(match, say, AutosavedMatch(match, str(file)))
    while not match.is_over():
        lines.carry_out([match.position.name(match.position.moves()[0])])


def killed_game(file: Path, moment: int) -> bool:
    """Play until killed, tell what is left, and return whether the game still went on."""
    reading, writing = os.pipe()
    goes_on = killed(partial(play, file, writing), moment)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        shown = [line.split() for line in pipe.read().split("\n")[:-1]]
    compare(file, shown[-1] if shown else [])
    return goes_on


def compare(file: Path, shown: list[str]) -> None:
    """Tell what is left of a game; the moves that were shown last must be in the file, which
    opens whole.
    """
    kept: list[str] = []
    if shown or file.exists():
        found = open_game_file(str(file))
        assert found.is_complete, found.notes
        assert not found.notes, found.notes
        kept = [*found.match.moves]
    assert kept[: len(shown)] == shown, (kept, shown)
    print(len(shown), len(kept), sum(path != file for path in file.parent.iterdir()))


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    play(
        folder / "a.game", os.open(os.devnull, os.O_WRONLY)
    )  # so that no forked process loads anything
    for moment in count(0, int(sys.argv[2])):
        (folder / str(moment)).mkdir()
        if not killed_game(folder / str(moment) / "a.game", moment):
            break
