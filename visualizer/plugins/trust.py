"""Which user-supplied files a file of data may have loaded: those that a person has named, and no others."""

from collections.abc import Iterable
from pathlib import Path

from visualizer.errors import InputError

_TRUSTED: set[Path] = set()


def trust(files: Iterable[str]) -> None:
    """Let files of data load the code in these files, in this process; InputError for what is no Python file."""
    for file in files:
        if not file.endswith(".py") or not Path(file).is_file():
            raise InputError(f"{file!r:.200} cannot be trusted: it is not a Python file that there is, FILE.py")
        _TRUSTED.add(Path(file).resolve())


def check_trusted(name: str, data: str) -> None:
    """Raise InputError if a file of `data` names code, `FILE.py` or `FILE.py:NAME`, that nobody has said to trust."""
    file = name if name.endswith(".py") else name.rpartition(":")[0]
    if Path(file).resolve() not in _TRUSTED:
        raise InputError(
            f"{data!r:.200} names code, {name!r:.200}, and data runs no code that is not trusted: if you trust it, add "
            f"--trust {file} (from Python trust=[{file!r}])"
        )
