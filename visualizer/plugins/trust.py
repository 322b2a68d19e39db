"""Which user-supplied files a file of data may have loaded: those that a person has named, and no others."""

from collections.abc import Iterable
from os import PathLike
from pathlib import Path

from visualizer.errors import InputError

_TRUSTED: set[Path] = set()


def trust(files: Iterable[str | PathLike[str]]) -> None:
    """Let files of data load the code in these files, in this process; InputError for what is no Python file."""
    for file in files:
        path = Path(file)
        if path.suffix != ".py" or not path.is_file():
            raise InputError(f"there is no file {str(file)!r:.200} to trust, or it is not Python, FILE.py")
        _TRUSTED.add(path.resolve())


def check_trusted(name: str, data: str) -> None:
    """Raise InputError if a file of `data` names code, in a file that there is, which nobody has said to trust.

    The name may be that of a game, `FILE.py`, of a function, `FILE.py:NAME`, or of several joined by plus signs.
    """
    for part in (name, *name.split("+")):
        file = part.strip() if part.strip().endswith(".py") else part.strip().rpartition(":")[0]
        if file.endswith(".py") and Path(file).is_file() and Path(file).resolve() not in _TRUSTED:
            raise InputError(
                f"{data!r:.200} names code, {name!r:.200}, and a file of data runs none that is not trusted; if you "
                f"trust it, add --trust {file} (from Python trust=[{file!r}])"
            )
