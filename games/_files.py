"""Loading a user-supplied Python file: one that a person has named, and no other."""

import importlib
import inspect
import io
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from os import PathLike
from pathlib import Path
from shlex import quote
from types import ModuleType
from typing import Any, TextIO


class NotTrusted(ValueError):  # noqa: N818  it says what is the matter
    """A file of code that nobody has named in this process: its name stands in a file of data, for example."""


_TRUSTED: set[Path] = set()
IMPORT_MACHINERY = {__file__, importlib.__file__}
"""Files of code that imports for others; what is in no file is skipped, too."""


def trust_files(files: Iterable[str | PathLike[str]]) -> None:
    """Let the code in these files be run in this process, by whatever names they are called, through links too."""
    for file in files:
        with suppress(
            OSError, ValueError, RuntimeError
        ):  # a name that cannot be that of a file, or links in a circle
            _TRUSTED.add(Path(file).resolve())


def trusted_files() -> frozenset[Path]:
    """Return the files whose code may be run."""
    return frozenset(_TRUSTED)


def require_trusted(path: Path) -> Path:
    """Return the very file, behind all links, that a path leads to; NotTrusted if nobody has named it."""
    file = path.resolve()
    if file not in _TRUSTED:
        raise NotTrusted(
            f"the code in {str(path)!r:.200} runs only if you trust it; if you do, add --trust "
            f"{quote(str(path)):.200} (in Python, trust=[{str(path)!r:.200}])"
        )
    return file


class SiblingImporter:
    """Finds the modules that lie beside a user's files, for those files and for what they import from there alone."""

    def __init__(self) -> None:
        """Begin with no file."""
        self.folders = dict[str, str]()
        """The folder in which to look, by the files, and folders of packages, whose code imports."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return where a module lies beside the code that imports it; None for a part of a package."""
        code = importing_file()
        folder = next(
            (
                self.folders[each]
                for each in (code, *map(str, Path(code).parents))
                if each in self.folders
            ),
            "",
        )
        if folder and path is None:
            found = PathFinder.find_spec(fullname, [folder], target)
        else:
            found = None
        if found is not None:
            where = found.submodule_search_locations or filter(None, [found.origin])
            self.folders.update(dict.fromkeys(where, folder))
        return found


SIBLING_IMPORTER = SiblingImporter()


def importing_file() -> str:
    """Return the file of the code that imports a module at this moment, "" for none."""
    frame = inspect.currentframe()
    while frame is not None:
        name = frame.f_code.co_filename
        if name not in IMPORT_MACHINERY and not name.startswith("<"):
            return name
        frame = frame.f_back
    return ""


class SanitizedOutput(io.TextIOBase):
    """A stream for what code from outside prints: no control character in it reaches the stream behind it."""

    def __init__(self, behind: TextIO) -> None:
        """Write to a stream that people read."""
        self.behind = behind

    def write(self, text: str) -> int:
        """Write a text with a visible sign in place of each that would steer a terminal."""
        self.behind.write(
            "".join(sign if sign.isprintable() or sign in "\n\t" else "�" for sign in text)
        )
        return len(text)

    def flush(self) -> None:
        """Write what is held back."""
        self.behind.flush()

    def fileno(self) -> int:
        """Return the number of the stream behind, for what asks for the size of a terminal."""
        return self.behind.fileno()

    def __getattr__(self, name: str) -> Any:
        """Return whatever else the stream behind has."""
        return getattr(self.behind, name)


@contextmanager
def redirect_prints_to_stderr() -> Iterator[None]:
    """Redirect what code from outside prints while it is loaded to standard error: it is no part of any result."""
    stream = SanitizedOutput(sys.stderr)
    with redirect_stdout(stream), redirect_stderr(stream):
        yield


def load_trusted_module(path: Path, prefix: str) -> ModuleType:
    """Run a file and return its module, named `prefix` + the file's name; raises whatever the file raises.

    This is the only place where a file of a user is run, and a file that is not trusted is not:
    NotTrusted. The file is read anew each time, since Python's cache does not notice a change
    within one second. It can import files beside it; for others these are no modules, also where a
    library that they look for is missing. What it prints goes to standard error, so that it cannot
    mix with a result.
    """
    file = require_trusted(path)
    loader = SourceFileLoader(f"{prefix}{path.stem}", str(path))
    spec = spec_from_loader(loader.name, loader, origin=str(path))
    assert spec is not None  # there is a loader
    module = module_from_spec(spec)
    module.__file__ = str(path)
    sys.modules[loader.name] = module  # dataclasses look there for the module that they are made in
    SIBLING_IMPORTER.folders[str(path)] = str(file.parent)
    if SIBLING_IMPORTER not in sys.meta_path:
        sys.meta_path.append(SIBLING_IMPORTER)
    with redirect_prints_to_stderr():
        exec(loader.source_to_code(file.read_bytes(), str(path)), module.__dict__)  # noqa: S102  it is what was asked for
    return module
