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
    """A file of code may not run, since the user has not named it as trusted.

    If only a file of data contains the name, for example, this is not enough to run the code.
    """


_TRUSTED: set[Path] = set()
IMPORT_MACHINERY = {__file__, importlib.__file__}
"""The files that carry out imports of other files."""


def trust_files(files: Iterable[str | PathLike[str]]) -> None:
    """Allow the code in some files to run in this process, also when reached through links."""
    for file in files:
        # There may be no such file, or links may lead in a circle.
        with suppress(OSError, ValueError, RuntimeError):
            _TRUSTED.add(Path(file).resolve())


def trusted_files() -> frozenset[Path]:
    """Return the files whose code may be run."""
    return frozenset(_TRUSTED)


def require_trusted(path: Path) -> Path:
    """Return a code file's path without symbolic links; NotTrusted if the file may not run."""
    file = path.resolve()
    if file not in _TRUSTED:
        raise NotTrusted(
            f"the code in {str(path)!r:.200} runs only if you trust it; if you do, add --trust "
            f"{quote(str(path)):.200} (in Python, trust=[{str(path)!r:.200}])"
        )
    return file


class SiblingImporter:
    """Lets a user's file import modules from its own folder.

    The imported modules may import from the folder, too. Other code does not find them.
    """

    def __init__(self) -> None:
        """Begin without files."""
        self.folders = dict[str, str]()
        """The folder to search for the imports of each file or package folder."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Find the module `fullname` in the folder of the user's file that imports it.

        `import` calls this method. Return None if no user's file is importing, or if its folder has
        no such module.
        """
        # Only modules inside a package have a path, and Python finds these by itself.
        if path is not None:
            return None
        folder = self.folder_of(importing_file())
        if not folder:
            return None
        spec = PathFinder.find_spec(fullname, [folder], target)
        if spec is None:
            return None

        # Let this module import from the same folder, too.
        if spec.submodule_search_locations:
            for location in spec.submodule_search_locations:
                self.folders[location] = folder
        elif spec.origin:
            self.folders[spec.origin] = folder
        return spec

    def folder_of(self, file: str) -> str:
        """Return the folder to search for the imports of a file, "" if it is not a user's file."""
        for path in (file, *map(str, Path(file).parents)):
            if path in self.folders:
                return self.folders[path]
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
    """A stream that writes to another, `target`, but replaces control characters."""

    def __init__(self, target: TextIO) -> None:
        """Write to a stream that people read."""
        self.target = target

    def write(self, text: str) -> int:
        """Write a text, with a replacement character for each control character."""
        harmless = (
            character if character.isprintable() or character in "\n\t" else "�"
            for character in text
        )
        self.target.write("".join(harmless))
        return len(text)

    def flush(self) -> None:
        """Write everything that is buffered."""
        self.target.flush()

    def fileno(self) -> int:
        """Return the target's file number, by which user code can ask for the terminal's size."""
        return self.target.fileno()

    def __getattr__(self, name: str) -> Any:
        """Return any other attribute of the target."""
        return getattr(self.target, name)


@contextmanager
def redirect_prints_to_stderr() -> Iterator[None]:
    """Send everything that user code prints to standard error, away from the results."""
    stream = SanitizedOutput(sys.stderr)
    with redirect_stdout(stream), redirect_stderr(stream):
        yield


def load_trusted_module(path: Path, prefix: str) -> ModuleType:
    """Run a user's file and return its module, named `prefix` + the file's name.

    The file may import modules from its folder. What it prints goes to standard error, so that it
    does not mix with results. NotTrusted if the user has not named the file as trusted; exceptions
    that the file raises are not caught.
    """
    file = require_trusted(path)
    loader = SourceFileLoader(f"{prefix}{path.stem}", str(path))
    spec = spec_from_loader(loader.name, loader, origin=str(path))
    # With a loader, the function always returns a spec.
    assert spec is not None
    module = module_from_spec(spec)
    module.__file__ = str(path)
    # Dataclasses look up the module in which they are defined.
    sys.modules[loader.name] = module
    SIBLING_IMPORTER.folders[str(path)] = str(file.parent)
    if SIBLING_IMPORTER not in sys.meta_path:
        sys.meta_path.append(SIBLING_IMPORTER)
    with redirect_prints_to_stderr():
        # Without Python's cache of compiled files, which misses changes within one second.
        code = loader.source_to_code(file.read_bytes(), str(path))
        exec(code, module.__dict__)  # noqa: S102  it is what was asked for
    return module
