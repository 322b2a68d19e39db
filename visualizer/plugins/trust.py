"""Which user-supplied files may be run: those that a person has named, and no others.

`games/_files.py` asks this at the one place where a file is run. Whatever a person types, on the command line, in a
form or in Python, is told here; the words of a file of data are not, so they can load what a person has named alone.
"""

from collections.abc import Iterable
from os import PathLike
from pathlib import Path

import games
from games._files import trusted_file
from visualizer.errors import InputError
from visualizer.plugins.source import files_in


def trust(files: Iterable[str | PathLike[str]]) -> None:
    """Let these files be run, in this process, whoever names them; InputError for what is no Python file."""
    for file in files:
        path = Path(file)
        if path.suffix != ".py" or not path.is_file():
            raise InputError(f"there is no file {str(file)!r:.200} to trust, or it is not Python, FILE.py")
        games.trust([path])


def by_hand(*words: str) -> None:
    """Let the files be run that words name which a person has typed as a game, search, ordering or evaluation."""
    for word in words:
        games.trust(files_in(word))


def check_trusted(data: str, *words: str) -> None:
    """Raise InputError if words in a file of `data` name code that there is, and that is not trusted.

    This is a kindness: without it such a file is refused later, when its code is about to be run.
    """
    for word in words:
        for path in sorted(files_in(word)):
            try:
                if path.is_file():
                    trusted_file(path)
            except games.NotTrusted as error:
                raise InputError(f"{data!r:.200} names code, {word!r:.200}: {error}") from error
