"""Finding things that are added by adding a file: modules of a package that hold a certain constant."""

import importlib
import importlib.util
import pkgutil
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

from visualizer.errors import InputError


def constants(package: ModuleType, constant: str) -> dict[str, Any]:
    """Return that constant of every module of the package that has it, by the constant's `name`, sorted."""
    found = {}
    for module in pkgutil.iter_modules(package.__path__):
        held = getattr(importlib.import_module(f"{package.__name__}.{module.name}"), constant, None)
        if held is not None:
            found[held.name] = held
    return dict(sorted(found.items()))


def is_own(name: str) -> bool:
    """Say whether a name means a function in a file of one's own, as in `./mine.py:score`."""
    return ".py:" in name


def own_function(name: str) -> Callable[..., Any]:
    """Return the function that `FILE.py:NAME` names; InputError says what is missing."""
    file, _, attribute = name.rpartition(":")
    path = Path(file)
    if not path.is_file():
        raise InputError(f"there is no file {file!r} to take {attribute!r} from")
    spec = importlib.util.spec_from_file_location(f"_own_{path.stem}", path)
    if spec is None or spec.loader is None:
        raise InputError(f"{file!r} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:  # whatever another person's file raises must become one sentence
        raise InputError(f"{file!r} cannot be loaded: {type(error).__name__}: {error}") from error
    function = getattr(module, attribute, None)
    if not callable(function):
        functions = sorted(key for key, value in vars(module).items() if callable(value) and not key.startswith("_"))
        raise InputError(f"{file!r} has no function {attribute!r}; it has: {' '.join(functions) or 'none'}")
    checked: Callable[..., Any] = function
    return checked
