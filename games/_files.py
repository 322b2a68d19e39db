"""Loading user-supplied Python files, but only those that the user has named."""

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
    """Nobody has named this file of code in the running process.

    A file of data may contain the name, for example, which is not enough to run the code.
    """


_TRUSTED: set[Path] = set()
IMPORT_MACHINERY = {__file__, importlib.__file__}
"""The files that import on behalf of others."""


def trust_files(files: Iterable[str | PathLike[str]]) -> None:
    """Allow the code in these files to run in this process, also when reached through links."""
    for file in files:
        # The name may be that of no file at all, or links may lead in a circle.
        with suppress(OSError, ValueError, RuntimeError):
            _TRUSTED.add(Path(file).resolve())


def trusted_files() -> frozenset[Path]:
    """Return the files whose code may be run."""
    return frozenset(_TRUSTED)


def require_trusted(path: Path) -> Path:
    """Return the file that a path leads to through all links.

    NotTrusted if the user has not named that file as one whose code may run.
    """
    file = path.resolve()
    if file not in _TRUSTED:
        raise NotTrusted(
            f"the code in {str(path)!r:.200} runs only if you trust it; if you do, add --trust "
            f"{quote(str(path)):.200} (in Python, trust=[{str(path)!r:.200}])"
        )
    return file


class SiblingImporter:
    """Lets a user's file import modules from its own folder.

    These modules, too, may import from the folder. All other code does not find them.
    """

    def __init__(self) -> None:
        """Begin without files."""
        self.folders = dict[str, str]()
        """The folder to search for the imports of each file or package folder."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return a module in the folder of the user's file that imports it; None for any other.

        `fullname` is the name of the module. `path` is given only for a part of a package, which
        Python finds by itself.
        """
        if path is not None:
            return None
        folder = self.folder_of(importing_file())
        if not folder:
            return None
        spec = PathFinder.find_spec(fullname, [folder], target)
        if spec is None:
            return None

        # The code of this module may import from the same folder, too.
        if spec.submodule_search_locations:
            for location in spec.submodule_search_locations:
                self.folders[location] = folder
        elif spec.origin:
            self.folders[spec.origin] = folder
        return spec

    def folder_of(self, code: str) -> str:
        """Return the folder to search for a file of code, or "" if the file is not a user's."""
        for place in (code, *map(str, Path(code).parents)):
            if place in self.folders:
                return self.folders[place]
        return ""


SIBLING_IMPORTER = SiblingImporter()


def importing_file() -> str:
    """Return the file that contains the `import` now being executed, or "" if there is none."""
    frame = inspect.currentframe()
    while frame is not None:
        file_name = frame.f_code.co_filename
        # Python's own importers have names such as <frozen importlib._bootstrap>.
        if file_name not in IMPORT_MACHINERY and not file_name.startswith("<"):
            return file_name
        frame = frame.f_back
    return ""


class SanitizedOutput(io.TextIOBase):
    """A stream that passes texts of user code on to a target, without control characters."""

    def __init__(self, target: TextIO) -> None:
        """Write to a stream that people read."""
        self.target = target

    def write(self, text: str) -> int:
        """Write a text, with a replacement sign for each character that would steer a terminal."""
        harmless = (sign if sign.isprintable() or sign in "\n\t" else "�" for sign in text)
        self.target.write("".join(harmless))
        return len(text)

    def flush(self) -> None:
        """Write everything that is buffered."""
        self.target.flush()

    def fileno(self) -> int:
        """Return the target's file number, with which programs ask for the size of a terminal."""
        return self.target.fileno()

    def __getattr__(self, name: str) -> Any:
        """Return any other attribute of the target."""
        return getattr(self.target, name)


@contextmanager
def redirect_prints_to_stderr() -> Iterator[None]:
    """Send what user code prints while it is loaded to standard error, away from the results."""
    stream = SanitizedOutput(sys.stderr)
    with redirect_stdout(stream), redirect_stderr(stream):
        yield


def load_trusted_module(path: Path, prefix: str) -> ModuleType:
    """Run a file and return its module, named `prefix` + the file's name.

    Every run of a user's file goes through here. NotTrusted if the user has not named the file.
    Any exception that the file raises is passed on. The file can import modules from its folder;
    these are hidden from all other code. Its output goes to standard error, so that it cannot mix
    with a result.
    """
    file = require_trusted(path)
    loader = SourceFileLoader(f"{prefix}{path.stem}", str(path))
    spec = spec_from_loader(loader.name, loader, origin=str(path))
    # With a loader, the function always returns a spec.
    assert spec is not None
    module = module_from_spec(spec)
    module.__file__ = str(path)
    # A dataclass in the file looks for its module in this table.
    sys.modules[loader.name] = module
    SIBLING_IMPORTER.folders[str(path)] = str(file.parent)
    if SIBLING_IMPORTER not in sys.meta_path:
        sys.meta_path.append(SIBLING_IMPORTER)
    with redirect_prints_to_stderr():
        # The file is read anew: Python's cache does not notice a change within one second.
        code = loader.source_to_code(file.read_bytes(), str(path))
        exec(code, module.__dict__)  # noqa: S102  it is what was asked for
    return module
