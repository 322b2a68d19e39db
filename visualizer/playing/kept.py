"""A match that is kept: its file is written at every change, before the change is shown.

Games that nobody has named are kept in the folder that the system has for state, or in the folder that the variable
VISUALIZER_STATE names.
"""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from secrets import token_hex

from platformdirs import user_state_dir

import exports
from visualizer.errors import InputError
from visualizer.playing.game_file import written
from visualizer.playing.locks import locked
from visualizer.playing.match import Match
from visualizer.plugins.source import Source

VARIABLE = "VISUALIZER_STATE"
PROGRAM = "search-tree-visualizer"


class Kept:
    """Writes a match to a file; a call writes the whole game, so that a program killed at any moment has lost none.

    `trouble` is why the last call could not write, "" if it could.
    """

    def __init__(self, match: Match, file: str) -> None:
        """Keep this match in this file, which is replaced."""
        self.match, self.file, self.trouble = match, file, ""

    def __call__(self) -> None:
        """Write the game."""
        self.trouble = ""
        try:
            Path(self.file).parent.mkdir(parents=True, exist_ok=True)
            exports.save(self.file, written(self.match).encode(), force=True)
        except OSError as error:
            self.trouble = f"its folder cannot be made: {error.strerror}"
        except InputError as error:
            self.trouble = str(error)

    def said(self) -> str:
        """Write the game; return the sentence that has to be said if it could not be written, else ""."""
        self()
        return f"The game is not kept: {self.trouble}" if self.trouble else ""


@contextmanager
def alone(file: str) -> Iterator[None]:
    """Keep other programs from playing a file's game until the block ends; InputError if one plays it now."""
    with locked(file, folder().parent) as ours:
        if not ours:
            raise InputError(
                f"{file!r:.200} is in use: another program is playing this game; end it, or --save another"
            )
        yield


def folder() -> Path:
    """Return the folder of games that nobody has named."""
    return Path(os.environ.get(VARIABLE) or user_state_dir(PROGRAM, appauthor=False)) / "games"


def new_file(match: Match) -> str:
    """Return a name for a new game's file, by game and time; another in the same second differs by chance.

    No file is there before the first move, so it cannot be seen which names others have taken.
    """
    name = re.sub("[^a-z0-9]+", "-", match.game.name.lower()).strip("-")
    moment = f"{datetime.now():%Y-%m-%d-%H%M%S}"  # noqa: DTZ005  a person's own clock
    return str(folder() / f"{name}-{moment}-{token_hex(4)}{Source.GAME}")
