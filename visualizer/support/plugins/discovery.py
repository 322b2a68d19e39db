"""What a word names, told by its form, and finding that by name; which user-supplied files may be run.

What installed packages add by entry points is read only where a name is not built in, or all is asked for. A package
that is installed is trusted: its code runs whenever one of its names is used, also in a file of data.

User-supplied files may be run that a person has named, and no others; `games/_files.py` asks for that at the one place
where a file is run. Whatever a person types, on the command line, in a form or in Python, is told here (`trust_named_by_hand`); the
words of a file of data are not, so they can load what a person has named alone.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Callable, Collection, Iterable, Mapping
from enum import StrEnum
from functools import cached_property
from os import PathLike
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Self, TypeVar

import games
from games import did_you_mean, shorten
from games._files import load_trusted_module, redirect_prints_to_stderr, require_trusted
from visualizer.support.errors import InputError, as_input_error
from visualizer.support.plugins.watchdog import WATCHDOG, describe_error

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

PlugIn = TypeVar("PlugIn")

STANDARD_INPUT = "-"
ZIPPED_ENDING = ".gz"
"""Events that are read from standard input, and the ending of files that are compressed."""
PLAIN_TEXT_ENDING = "txt"
"""The ending of the notation of games that share one; a file does not tell whose it is."""


class UserCode(NamedTuple):
    """A function in a user-supplied file."""

    file: str
    """The file as it was named."""
    name: str

    @classmethod
    def of(cls, word: str) -> Self | None:
        """Return the function that a word names, None for a word of another kind; nothing is loaded.

        >>> UserCode.of("./mine.py:score").name, UserCode.of("killer"), UserCode.of("mine.py:y:score")
        ('score', None, None)
        """
        file, colon, name = word.rpartition(":")
        if colon and file.endswith(".py"):
            return cls(file, name)
        return None


class PlugInSource(StrEnum):
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
    def of(cls, word: str) -> PlugInSource:
        """Return the source of what a word names; nothing is read, so it need not be there.

        >>> [PlugInSource.of(word).name for word in ("chess", "./mine.py", "./mine.py:score", "told.jsonl", "lost.ptn")]
        ['NAME', 'FILE', 'FUNCTION', 'RECORDING', 'NOTATION']
        """
        if word == STANDARD_INPUT or word.endswith(cls.RECORDING + ZIPPED_ENDING):
            return cls.RECORDING
        for each in (cls.RECORDING, cls.RUN, cls.GAME, cls.GAMES, cls.FILE):
            if word.endswith(each):
                return each
        if UserCode.of(word) is not None:
            return cls.FUNCTION
        if games_of_notation(word):
            return cls.NOTATION
        return cls.NAME

    @property
    def is_played(self) -> bool:
        """Return whether it is a file of games that were played."""
        return self in (PlugInSource.GAME, PlugInSource.GAMES, PlugInSource.NOTATION)

    @property
    def is_user_search(self) -> bool:
        """Return whether it is a user-supplied search: a function in a file, or a file of a search's events."""
        return self in (PlugInSource.FUNCTION, PlugInSource.RECORDING)

    @property
    def tells_position(self) -> bool:
        """Return whether such a search comes with its position, so that it can be made of no other one."""
        return self is PlugInSource.RECORDING


def games_of_notation(file: str) -> list[str]:
    """Return the games one of whose notations a file's ending names; none for an ending that any game's may have."""
    ending = Path(file).suffix.lower().removeprefix(".")
    if ending in ("", PLAIN_TEXT_ENDING, *(each.removeprefix(".") for each in PlugInSource)):
        return []
    return [
        name
        for name in games.game_names()
        if name not in games.broken_games() and ending in endings_of(name)
    ]


def endings_of(game: str) -> tuple[str, ...]:
    """Return the endings of files in a game's notations."""
    return games.load_game(game).transcript.endings


def files_in(word: str) -> set[Path]:
    """Return the files that a word may mean: a game's, a function's, or those of several joined by plus signs.

    >>> sorted(map(str, files_in("killer+./mine.py:score"))), files_in("tictactoe")
    (['killer+./mine.py', 'mine.py'], set())
    """
    parts = {
        word,
        *(part.strip() for part in word.split("+")),
    }  # a file's name may have a plus sign
    functions = {Path(code.file) for part in parts if (code := UserCode.of(part)) is not None}
    if word.endswith(".py"):
        return functions | {Path(word)}
    return functions


def trust_user_files(files: Iterable[str | PathLike[str]]) -> None:
    """Let these files be run, in this process, whoever names them; InputError for what is no Python file."""
    for file in files:
        path = Path(file)
        if path.suffix != ".py" or not path.is_file():
            raise InputError(f"there is no Python file {str(file)!r:.200} to trust (FILE.py)")
        games.trust_files([path])


def trust_named_by_hand(*words: str) -> None:
    """Let the files be run that words name which a person has typed as a game, search, ordering or evaluation."""
    files = set().union(*map(files_in, words))
    if files:
        games.trust_files(files)


def check_trusted(data: str, *words: str) -> None:
    """Raise InputError if words in a file of `data` name code that there is, and that is not trusted.

    This is a kindness: without it such a file is refused later, when its code is about to be run.
    """
    for word in words:
        for path in sorted(files_in(word)):
            try:
                if path.is_file():
                    require_trusted(path)
            except games.NotTrusted as error:
                raise InputError(f"{data!r:.200} names code, {word!r:.200}: {error}") from error


def module_constants(package: ModuleType, constant: str) -> dict[str, Any]:
    """Return that constant of the package and of its modules, by its `name`, sorted; a tuple holds several."""
    found: dict[str, Any] = {}
    names = (
        f"{package.__name__}.{module.name}" for module in pkgutil.iter_modules(package.__path__)
    )
    for module in (package, *map(importlib.import_module, names)):
        held = getattr(module, constant, ())
        found.update((each.name, each) for each in (held if isinstance(held, tuple) else (held,)))
    return dict(sorted(found.items()))


def game_named(name: str) -> games.Game:
    """Return a game by name or file; InputError says which there are."""
    if PlugInSource.of(name) is PlugInSource.FILE:
        WATCHDOG.stand_by()
    if PlugInSource.of(name).is_played:
        raise InputError(
            f"{name!r:.200} contains played games; use it with open, play, review or export"
        )
    with as_input_error():
        return games.load_game(name)


def read_game_settings(game: games.Game, given: Mapping[str, str]) -> dict[str, Any]:
    """Read the settings of a game; InputError names the bad one and what is allowed."""
    options = {option.name: option for option in game.options}
    settings = {}
    for key, text in given.items():
        if key not in options:
            raise unknown_name_error(f"{game.name} has no setting", key, options)
        with as_input_error(f"{key}: "):
            settings[key] = options[key].read(text)
    return settings


def takes_arguments(function: Callable[..., Any], count: int) -> bool:
    """Return whether a function must be given n arguments."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return False
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return sum(each.kind in kinds and each.default is each.empty for each in parameters) == count


def user_function(name: str, fits: Callable[[object], bool] = callable) -> Any:
    """Return the function, or whatever else `fits`, that `FILE.py:NAME` names; InputError says what is missing."""
    code = UserCode.of(name)
    if code is None:
        raise InputError(f"{name!r:.200} does not name a function; write FILE.py:NAME")
    file, attribute = code
    if not Path(file).is_file():
        raise InputError(f"there is no file {shorten(file, 200)} to load {shorten(attribute)} from")
    WATCHDOG.stand_by()
    try:
        module = load_trusted_module(Path(file), "_user_")
    except games.NotTrusted as error:
        raise InputError(str(error)) from error
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # whatever a user-supplied file raises must become one sentence
        raise InputError(
            f"{shorten(file, 200)} cannot be loaded: {describe_error(error)}"
        ) from error
    return function_in(module, attribute, file, fits)


def function_in(
    module: ModuleType, name: str, file: str, fits: Callable[[object], bool] = callable
) -> Any:
    """Return the function of a module, or whatever else `fits`; InputError, which names the file, lists what it has."""
    function = getattr(module, name, None)
    if not fits(function):
        has = " ".join(
            sorted(
                key
                for key, value in vars(module).items()
                if fits(value) and not key.startswith("_")
            )
        )
        raise InputError(
            f"{shorten(file, 200)} has no function {shorten(name)}; it has: {has[:300] or 'none'}"
        )
    return function


def unknown_name_error(
    what: str, word: str, names: Collection[str], behind: str = ""
) -> InputError:
    """Return the error that a word names nothing, as `what` says: with what there is, and may be meant.

    >>> print(unknown_name_error("no order", "./m.py", ["killer"], ", FILE.py:FUNCTION"))
    no order './m.py'; to name a function in that file, write ./m.py:FUNCTION; there are: killer, FILE.py:FUNCTION
    """
    hint = did_you_mean(word, names)
    there_are = " ".join(names) or "none"
    if behind and word.endswith(".py"):
        hint = f"; to name a function in that file, write {word:.100}:FUNCTION"
    return InputError(f"{what} {shorten(word)}{hint}; there are: {there_are}{behind}")


class Extensible(dict[str, PlugIn], Generic[PlugIn]):
    """Things by name: as a dictionary those that are built in; a name also finds a person's own and a package's.

    `kind` names the group of entry points, `visualizer.KINDs`. An entry point names a thing that `fits`, of which
    `adapt` makes what is used.
    """

    def __init__(
        self,
        kind: str,
        built_in: Mapping[str, PlugIn],
        fits: Callable[[Any], bool],
        adapt: Callable[[str, Any], PlugIn] = lambda name, found: found,
        own: Callable[[], Mapping[str, PlugIn]] = dict,
        reserved: Collection[str] = (),
    ) -> None:
        """Begin with what is built in; `own` are those of a person, which go before a package's.

        Names that are `reserved` mean something else, so a package's thing of that name is not used.
        """
        super().__init__(built_in)
        self.kind = kind
        self.fits = fits
        self.adapt = adapt
        self.own = own
        self.taken = {*built_in, *reserved}
        self._loaded = dict[str, PlugIn]()
        self._broken = dict[str, str]()

    @cached_property
    def all_points(self) -> list[EntryPoint]:
        """The entry points of all packages."""
        from importlib.metadata import entry_points  # slow to load

        return [*entry_points(group=f"visualizer.{self.kind}s")]

    @cached_property
    def points(self) -> dict[str, EntryPoint]:
        """The entry points by name, without those whose name is taken; of several with one name, the first."""
        found = reversed(self.all_points)
        return {point.name: point for point in found if point.name not in self.taken}

    def unused(self) -> list[str]:
        """Return a sentence about each entry point whose name is built in, or is that of another package, too."""
        others = {
            point: self.package(point.name)
            for point in self.all_points
            if self.points.get(point.name) is not point
        }
        return [
            f"the {self.kind} {point.name} of the package {package_of_entry_point(point)} is not used: "
            f"{f'the package {other} has one, too' if other else 'that name is built in'}"
            for point, other in others.items()
        ]

    def __contains__(self, name: object) -> bool:
        return super().__contains__(name) or name in self.own() or name in self.points

    def __missing__(self, name: str) -> PlugIn:
        """Return a thing that is not built in; InputError says why a package's cannot be loaded."""
        if (own := self.own().get(name)) is not None:
            return own
        if name in self._broken:
            raise InputError(self._broken[name])
        if name not in self._loaded:
            try:
                self._loaded[name] = self._load(self.points[name])
            except InputError as error:
                self._broken[name] = str(error)
                raise
        return self._loaded[name]

    def get(self, name: str, default: Any = None) -> Any:
        """Return a thing by name, else the default."""
        return self[name] if name in self else default  # noqa: SIM401  this is that method

    def is_added(self, name: str) -> bool:
        """Return whether a name is known and not built in."""
        return not super().__contains__(name) and name in self

    def names(self) -> list[str]:
        """Return all names, those built in first."""
        return [*dict.fromkeys([*self, *self.own(), *self.points])]

    def package(self, name: str) -> str | None:
        """Return the package that a name comes from, None for one that is built in or a person's own."""
        is_added = not super().__contains__(name) and name not in self.own() and name in self.points
        if is_added:
            return package_of_entry_point(self.points[name])
        return None

    def everything(self) -> tuple[dict[str, PlugIn], dict[str, str]]:
        """Return all things by name, and a sentence for each that cannot be loaded."""
        found = dict[str, PlugIn]()
        broken = dict[str, str]()
        for name in self.names():
            try:
                found[name] = self[name]
            except InputError as error:
                broken[name] = str(error)
        return found, broken

    def lines(self, line: Callable[[PlugIn], str], *, load: bool = True) -> dict[str, str]:
        """Return a line about each thing by name; of one that cannot be loaded, why.

        Unless they are to be loaded, those of packages have no line.
        """
        if not load:
            return dict.fromkeys(self.names(), "") | {
                name: line(each) for name, each in self.items()
            }
        found, broken = self.everything()
        return {name: line(each) for name, each in found.items()} | broken

    def _load(self, point: EntryPoint) -> PlugIn:
        WATCHDOG.stand_by()
        where = f"the {self.kind} {point.name} of the package {package_of_entry_point(point)}"
        try:
            with redirect_prints_to_stderr():
                found = point.load()
            fits = self.fits(found)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # whatever a package raises must become one sentence
            raise InputError(f"{where} cannot be loaded: {describe_error(error)}") from error
        if not fits:
            raise InputError(
                f"{where} cannot be used: {point.value} is not what docs/extending.md says of it"
            )
        return self.adapt(point.name, found)


def unused_games() -> list[str]:
    """Return a sentence about each game of a package that is not used, as of all other things."""
    built_in = [name for name in games.game_names() if games.package_of_game(name) is None]
    return Extensible("game", dict.fromkeys(built_in), bool).unused()


def package_of_entry_point(point: EntryPoint) -> str:
    """Return the name of the package that an entry point belongs to."""
    if point.dist is not None:
        return point.dist.name
    return point.value.partition(":")[0]
