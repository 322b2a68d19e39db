"""Loading a user-supplied Python file."""

import sys
from contextlib import redirect_stdout
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType


def module_of(path: Path, prefix: str) -> ModuleType:
    """Run a file and return its module, named `prefix` + the file's name; raises whatever the file raises.

    The file is read anew each time, since Python's cache does not notice a change within one second. It can import
    files beside it. What it prints goes to standard error, so that it cannot mix with a result.
    """
    loader = SourceFileLoader(f"{prefix}{path.stem}", str(path))
    spec = spec_from_loader(loader.name, loader, origin=str(path))
    assert spec is not None  # there is a loader
    module = module_from_spec(spec)
    module.__file__ = str(path)
    sys.modules[loader.name] = module  # dataclasses look there for the module that they are made in
    beside = str(path.resolve().parent)
    if beside not in sys.path:
        sys.path.append(beside)
    with redirect_stdout(sys.stderr):
        exec(loader.source_to_code(path.read_bytes(), str(path)), module.__dict__)  # noqa: S102  it is what was asked for
    return module
