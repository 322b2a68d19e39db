"""Names of user-supplied code: `FILE.py` for a game, `FILE.py:NAME` for a function."""

from dataclasses import dataclass
from pathlib import Path
from typing import Self


@dataclass(frozen=True, slots=True)
class Code:
    """A function in a user-supplied file."""

    file: str
    """The file as it was named."""
    name: str

    @classmethod
    def of(cls, word: str) -> Self | None:
        """Return the function that a word names, None for a word of another kind; nothing is loaded.

        >>> Code.of("./mine.py:score").name, Code.of("killer"), Code.of("mine.py:y:score")
        ('score', None, None)
        """
        file, colon, name = word.rpartition(":")
        return cls(file, name) if colon and file.endswith(".py") else None

    @property
    def path(self) -> Path:
        """The file."""
        return Path(self.file)


def files_in(word: str) -> set[Path]:
    """Return the files that a word may mean: a game's, a function's, or those of several joined by plus signs.

    >>> sorted(map(str, files_in("killer+./mine.py:score"))), files_in("tictactoe")
    (['killer+./mine.py', 'mine.py'], set())
    """
    parts = {word, *(part.strip() for part in word.split("+"))}  # a file's name may have a plus sign
    functions = {code.path for part in parts if (code := Code.of(part)) is not None}
    return functions | {Path(word)} if word.endswith(".py") else functions
