"""Finding by name what is added by adding a file, and what is in user-supplied files; refusing a name there is not."""

import importlib
import inspect
import pkgutil
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

import games
from games import did_you_mean, shorten
from games._files import module_of
from visualizer.errors import InputError, as_input_error
from visualizer.plugins.source import Code, Source
from visualizer.plugins.watchdog import WATCHDOG, described


def constants(package: ModuleType, constant: str) -> dict[str, Any]:
    """Return that constant of the package and of its modules, by its `name`, sorted; a tuple holds several."""
    found: dict[str, Any] = {}
    names = (f"{package.__name__}.{module.name}" for module in pkgutil.iter_modules(package.__path__))
    for module in (package, *map(importlib.import_module, names)):
        held = getattr(module, constant, ())
        found.update((each.name, each) for each in (held if isinstance(held, tuple) else (held,)))
    return dict(sorted(found.items()))


def game_named(name: str) -> games.Game:
    """Return a game by name or file; InputError says which there are."""
    if Source.of(name) is Source.FILE:
        WATCHDOG.stand_by()
    if Source.of(name).is_played:
        raise InputError(f"{name!r:.200} has games that were played, which open, play, review and export take")
    with as_input_error():
        return games.load(name)


def read_settings(game: games.Game, given: Mapping[str, str]) -> dict[str, Any]:
    """Read the settings of a game; InputError names the bad one and what is allowed."""
    options = {option.name: option for option in game.options}
    settings = {}
    for key, text in given.items():
        if key not in options:
            raise unknown(f"{game.name} has no setting", key, options)
        with as_input_error(f"{key}: "):
            settings[key] = options[key].read(text)
    return settings


def takes(function: Callable[..., Any], count: int) -> bool:
    """Return whether a function must be given n arguments."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return False
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return sum(each.kind in kinds and each.default is each.empty for each in parameters) == count


def user_function(name: str, fits: Callable[[object], bool] = callable) -> Any:
    """Return the function, or whatever else `fits`, that `FILE.py:NAME` names; InputError says what is missing."""
    code = Code.of(name)
    if code is None:
        raise InputError(f"{name!r:.200} does not name a function, which is FILE.py:NAME")
    file, attribute = code
    if not Path(file).is_file():
        raise InputError(f"there is no file {shorten(file, 200)} to take {shorten(attribute)} from")
    WATCHDOG.stand_by()
    try:
        module = module_of(Path(file), "_user_")
    except games.NotTrusted as error:
        raise InputError(str(error)) from error
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # whatever a user-supplied file raises must become one sentence
        raise InputError(f"{shorten(file, 200)} cannot be loaded: {described(error)}") from error
    return function_in(module, attribute, file, fits)


def function_in(module: ModuleType, name: str, file: str, fits: Callable[[object], bool] = callable) -> Any:
    """Return the function of a module, or whatever else `fits`; InputError, which names the file, lists what it has."""
    function = getattr(module, name, None)
    if not fits(function):
        has = " ".join(sorted(key for key, value in vars(module).items() if fits(value) and not key.startswith("_")))
        raise InputError(f"{shorten(file, 200)} has no function {shorten(name)}; it has: {has[:300] or 'none'}")
    return function


def unknown(what: str, word: str, names: Collection[str], behind: str = "") -> InputError:
    """Return the error that a word names nothing, as `what` says: with what there is, and may be meant.

    >>> print(unknown("no order", "./m.py", ["killer"], ", FILE.py:FUNCTION"))
    no order './m.py'; a function in that file is named as ./m.py:FUNCTION; there are: killer, FILE.py:FUNCTION
    """
    hint, there_are = did_you_mean(word, names), " ".join(names) or "none"
    if behind and word.endswith(".py"):
        hint = f"; a function in that file is named as {word:.100}:FUNCTION"
    return InputError(f"{what} {shorten(word)}{hint}; there are: {there_are}{behind}")
