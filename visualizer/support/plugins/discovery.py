"""What a word names, told by its form, and finding that by name; which user-supplied files may be run.

User-supplied files may be run that a person has named, and no others; `games/_files.py` asks for that at the one place
where a file is run. Whatever a person types, on the command line, in a form or in Python, is told here (`by_hand`); the
words of a file of data are not, so they can load what a person has named alone.
"""

import importlib
import inspect
import pkgutil
from collections.abc import Callable, Collection, Iterable, Mapping
from enum import StrEnum
from os import PathLike
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple, Self

import games
from games import did_you_mean, shorten
from games._files import module_of, trusted_file
from visualizer.support.errors import InputError, as_input_error
from visualizer.support.plugins.watchdog import WATCHDOG, described

STANDARD_INPUT, ZIPPED = "-", ".gz"
"""Events that are read from standard input, and the ending of files that are compressed."""
PLAIN = "txt"
"""The ending of the notation of games that share one; a file does not tell whose it is."""


class Code(NamedTuple):
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


class Source(StrEnum):
    """Where what a word names comes from; the value is how names of such files end."""

    NAME = ""
    """The program, or a plug-in that is installed."""
    RECORDING = ".jsonl"
    """A file of events, which tells of a search written elsewhere, or several: `FILE.jsonl|OTHER.jsonl`."""
    RUN = ".run"
    """A saved run."""
    GAME = ".game"
    GAMES = ".games"
    """One or several games that were played and saved."""
    NOTATION = "notation"
    """One or several games that were played, in a notation with an ending of its own."""
    FILE = ".py"
    """A game in a Python file."""
    FUNCTION = ".py:"
    """A function in a Python file, `FILE.py:NAME`."""

    @classmethod
    def of(cls, word: str) -> "Source":
        """Return the source of what a word names; nothing is read, so it need not be there.

        >>> [Source.of(word).name for word in ("chess", "./mine.py", "./mine.py:score", "told.jsonl", "lost.ptn")]
        ['NAME', 'FILE', 'FUNCTION', 'RECORDING', 'NOTATION']
        """
        if word == STANDARD_INPUT or word.endswith(cls.RECORDING + ZIPPED):
            return cls.RECORDING
        for each in (cls.RECORDING, cls.RUN, cls.GAME, cls.GAMES, cls.FILE):
            if word.endswith(each):
                return each
        if Code.of(word) is not None:
            return cls.FUNCTION
        return cls.NOTATION if games_of_notation(word) else cls.NAME

    @property
    def is_played(self) -> bool:
        """Return whether it is a file of games that were played."""
        return self in (Source.GAME, Source.GAMES, Source.NOTATION)

    @property
    def is_user_search(self) -> bool:
        """Return whether it is a user-supplied search: a function in a file, or a file of a search's events."""
        return self in (Source.FUNCTION, Source.RECORDING)

    @property
    def tells_position(self) -> bool:
        """Return whether such a search comes with its position, so that it can be made of no other one."""
        return self is Source.RECORDING


def games_of_notation(file: str) -> list[str]:
    """Return the games one of whose notations a file's ending names; none for an ending that any game's may have."""
    ending = Path(file).suffix.lower().removeprefix(".")
    if ending in ("", PLAIN, *(each.removeprefix(".") for each in Source)):
        return []
    return [name for name in games.names() if name not in games.broken() and ending in endings_of(name)]


def endings_of(game: str) -> tuple[str, ...]:
    """Return the endings of files in a game's notations."""
    return games.load(game).transcript.endings


def files_in(word: str) -> set[Path]:
    """Return the files that a word may mean: a game's, a function's, or those of several joined by plus signs.

    >>> sorted(map(str, files_in("killer+./mine.py:score"))), files_in("tictactoe")
    (['killer+./mine.py', 'mine.py'], set())
    """
    parts = {word, *(part.strip() for part in word.split("+"))}  # a file's name may have a plus sign
    functions = {Path(code.file) for part in parts if (code := Code.of(part)) is not None}
    return functions | {Path(word)} if word.endswith(".py") else functions


def trust(files: Iterable[str | PathLike[str]]) -> None:
    """Let these files be run, in this process, whoever names them; InputError for what is no Python file."""
    for file in files:
        path = Path(file)
        if path.suffix != ".py" or not path.is_file():
            raise InputError(f"there is no Python file {str(file)!r:.200} to trust (FILE.py)")
        games.trust([path])


def by_hand(*words: str) -> None:
    """Let the files be run that words name which a person has typed as a game, search, ordering or evaluation."""
    files = set().union(*map(files_in, words))
    if files:
        games.trust(files)


def check_trusted(data: str, *words: str) -> None:
    """Raise InputError if words in a file of `data` name code that there is, and that is not trusted.

    This is a kindness: without it such a file is refused later, when its code is about to be run.
    """
    for word in words:
        for path in sorted(files_in(word)):
            try:
                if path.is_file():
                    trusted_file(path)
            except games.NotTrusted as error:
                raise InputError(f"{data!r:.200} names code, {word!r:.200}: {error}") from error


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
        raise InputError(f"{name!r:.200} contains played games; use it with open, play, review or export")
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
        raise InputError(f"{name!r:.200} does not name a function; write FILE.py:NAME")
    file, attribute = code
    if not Path(file).is_file():
        raise InputError(f"there is no file {shorten(file, 200)} to load {shorten(attribute)} from")
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
    no order './m.py'; to name a function in that file, write ./m.py:FUNCTION; there are: killer, FILE.py:FUNCTION
    """
    hint, there_are = did_you_mean(word, names), " ".join(names) or "none"
    if behind and word.endswith(".py"):
        hint = f"; to name a function in that file, write {word:.100}:FUNCTION"
    return InputError(f"{what} {shorten(word)}{hint}; there are: {there_are}{behind}")
