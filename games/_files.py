"""Loading a user-supplied Python file: one that a person has named, and no other."""

import sys
from collections.abc import Iterable
from contextlib import redirect_stdout, suppress
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from os import PathLike
from pathlib import Path
from shlex import quote
from types import ModuleType


class NotTrusted(ValueError):  # noqa: N818  it says what is the matter
    """A file of code that nobody has named in this process: its name stands in a file of data, for example."""


_TRUSTED: set[Path] = set()


def trust(files: Iterable[str | PathLike[str]]) -> None:
    """Let the code in these files be run in this process, by whatever names they are called, through links too."""
    for file in files:
        with suppress(OSError, ValueError, RuntimeError):  # a name that cannot be that of a file, or links in a circle
            _TRUSTED.add(Path(file).resolve())


def trusted() -> frozenset[Path]:
    """Return the files whose code may be run."""
    return frozenset(_TRUSTED)


def trusted_file(path: Path) -> Path:
    """Return the very file, behind all links, that a path leads to; NotTrusted if nobody has named it."""
    file = path.resolve()
    if file not in _TRUSTED:
        raise NotTrusted(
            f"the code in {str(path)!r:.200} is run only if it is trusted; if you trust it, add "
            f"--trust {quote(str(path)):.200} (from Python trust=[{str(path)!r:.200}])"
        )
    return file


def module_of(path: Path, prefix: str) -> ModuleType:
    """Run a file and return its module, named `prefix` + the file's name; raises whatever the file raises.

    This is the only place where a file of a user is run, and a file that is not trusted is not: NotTrusted. The file is
    read anew each time, since Python's cache does not notice a change within one second. It can import files beside it.
    What it prints goes to standard error, so that it cannot mix with a result.
    """
    file = trusted_file(path)
    loader = SourceFileLoader(f"{prefix}{path.stem}", str(path))
    spec = spec_from_loader(loader.name, loader, origin=str(path))
    assert spec is not None  # there is a loader
    module = module_from_spec(spec)
    module.__file__ = str(path)
    sys.modules[loader.name] = module  # dataclasses look there for the module that they are made in
    if str(file.parent) not in sys.path:
        sys.path.append(str(file.parent))
    with redirect_stdout(sys.stderr):
        exec(loader.source_to_code(file.read_bytes(), str(path)), module.__dict__)  # noqa: S102  it is what was asked for
    return module
