"""The source that a word names, by its form; look-up by name; the users' files that may be run.

What packages add by entry points is read only for a name that is not built in, or for all names. An
installed package is trusted: its code runs whenever one of its names is used, even in a data file.

Users' files may be run if the user has named them; `games/_files.py` checks that at the one place
where a file is run. What a user types, on the command line, in a form or in Python, is reported
here (`trust_typed_names`). The words of a data file are not, so they can load only what the user
has named as well.
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
"""The word for events that are read from standard input."""
ZIPPED_ENDING = ".gz"
PLAIN_TEXT_ENDING = "txt"
"""The ending that the notations of several games share, so that it names no game."""


class UserCode(NamedTuple):
    """A function in a user's file."""

    file: str
    """The file as it was named."""
    name: str

    @classmethod
    def of(cls, word: str) -> Self | None:
        """Return the parts of a word of the form `FILE.py:NAME`, None for any other word.

        >>> UserCode.of("./mine.py:score"), UserCode.of("killer"), UserCode.of("mine.py:y:score")
        (UserCode(file='./mine.py', name='score'), None, None)
        """
        file, colon, name = word.rpartition(":")
        if colon and file.endswith(".py"):
            return cls(file, name)
        return None


class PlugInSource(StrEnum):
    """The source of a named thing; the value is the ending of the names of such files."""

    NAME = ""
    """The program, or an installed plug-in."""
    RECORDING = ".jsonl"
    """A file of events, which records another program's search; several: `A.jsonl|B.jsonl`."""
    RUN = ".run"
    """A saved run."""
    GAME = ".game"
    GAMES = ".games"
    """One or several games that were played and saved."""
    NOTATION = "notation"
    """One or several games that were played, in a notation with its own ending."""
    FILE = ".py"
    """A game in a Python file."""
    FUNCTION = ".py:"
    """A function in a Python file, `FILE.py:NAME`."""

    @classmethod
    def of(cls, word: str) -> PlugInSource:
        """Return the kind of source that a user's word names, by its ending alone.

        >>> words = ("chess", "./mine.py", "./mine.py:score", "told.jsonl", "lost.ptn")
        >>> [PlugInSource.of(word).name for word in words]
        ['NAME', 'FILE', 'FUNCTION', 'RECORDING', 'NOTATION']
        """
        if word == STANDARD_INPUT or word.endswith(cls.RECORDING + ZIPPED_ENDING):
            return cls.RECORDING
        # The values of these members are endings of files' names.
        for source in (cls.RECORDING, cls.RUN, cls.GAME, cls.GAMES, cls.FILE):
            if word.endswith(source):
                return source
        if UserCode.of(word) is not None:
            return cls.FUNCTION
        if games_of_notation(word):
            return cls.NOTATION
        return cls.NAME

    @property
    def holds_played_games(self) -> bool:
        """Return whether a file contains games that were played."""
        return self in (PlugInSource.GAME, PlugInSource.GAMES, PlugInSource.NOTATION)

    @property
    def is_user_search(self) -> bool:
        """Return whether the word names a user's search: a function, or a recording."""
        return self in (PlugInSource.FUNCTION, PlugInSource.RECORDING)

    @property
    def has_own_position(self) -> bool:
        """Return whether a search from such a source comes with the only position it can have."""
        return self is PlugInSource.RECORDING


def games_of_notation(file: str) -> list[str]:
    """Return the games, by name, whose notation uses the ending of a file.

    Return no game for an ending that any game may use, such as .txt.
    """
    ending = Path(file).suffix.lower().removeprefix(".")
    if ending in ("", PLAIN_TEXT_ENDING, *(source.removeprefix(".") for source in PlugInSource)):
        return []
    broken = games.broken_games()
    names = [name for name in games.game_names() if name not in broken]
    return [name for name in names if ending in endings_of(name)]


def endings_of(game: str) -> tuple[str, ...]:
    """Return the endings of files in a game's notations."""
    return games.load_game(game).transcript.endings


def files_in(word: str) -> set[Path]:
    """Return the Python files that a user's word may name.

    The word may name a game, a function, or several functions joined by plus signs.

    >>> sorted(map(str, files_in("killer+./mine.py:score"))), files_in("tictactoe")
    (['killer+./mine.py', 'mine.py'], set())
    """
    # A file's name may itself have a plus sign, so try the whole word, too.
    parts = {word, *(part.strip() for part in word.split("+"))}
    functions = [function for function in map(UserCode.of, parts) if function is not None]
    files = {Path(function.file) for function in functions}
    if word.endswith(".py"):
        files.add(Path(word))
    return files


def trust_user_files(files: Iterable[str | PathLike[str]]) -> None:
    """Trust Python files: this process may run them. InputError for other files."""
    for file in files:
        path = Path(file)
        if path.suffix != ".py" or not path.is_file():
            raise InputError(f"there is no Python file {str(file)!r:.200} to trust (FILE.py)")
        games.trust_files([path])


def trust_typed_names(*words: str) -> None:
    """Let the files be run that a user has named by typing these words."""
    files = set().union(*map(files_in, words))
    if files:
        games.trust_files(files)


def check_trusted(file: str, *words: str) -> None:
    """Raise InputError if one of the words, which are from `file`, names code that is not trusted.

    Without this early check, the code would be refused only when it is about to run. Words that
    name no existing file are ignored.
    """
    for word in words:
        for path in sorted(files_in(word)):
            try:
                if path.is_file():
                    require_trusted(path)
            except games.NotTrusted as error:
                raise InputError(f"{file!r:.200} names code, {word!r:.200}: {error}") from error


def module_constants(package: ModuleType, constant: str) -> dict[str, Any]:
    """Return the objects that a package and its modules hold in a constant, sorted by name.

    `constant` is the name of the constant. Its value is one object, or a tuple of objects; each
    object has an attribute `name`.
    """
    constants: dict[str, Any] = {}
    for module in (package, *_modules_of(package)):
        value = getattr(module, constant, ())
        values = value if isinstance(value, tuple) else (value,)
        constants |= {each.name: each for each in values}
    return dict(sorted(constants.items()))


def _modules_of(package: ModuleType) -> list[ModuleType]:
    names = [module.name for module in pkgutil.iter_modules(package.__path__)]
    return [importlib.import_module(f"{package.__name__}.{name}") for name in names]


def game_named(name: str) -> games.Game:
    """Return the game with a name, or the game in a Python file.

    InputError lists the names of games if there is no such game.
    """
    source = PlugInSource.of(name)
    # Loading a user's file may hang.
    if source is PlugInSource.FILE:
        WATCHDOG.start_timer()
    if source.holds_played_games:
        raise InputError(
            f"{name!r:.200} contains played games; use it with open, play, review or export"
        )
    with as_input_error():
        return games.load_game(name)


def read_game_settings(game: games.Game, typed_values: Mapping[str, str]) -> dict[str, Any]:
    """Return a game's settings; InputError for an unknown setting or a value that is not allowed.

    `typed_values` maps the name of each setting to its value as the user wrote it.
    """
    options = {option.name: option for option in game.options}
    settings = {}
    for key, typed in typed_values.items():
        if key not in options:
            raise unknown_name_error(f"{game.name} has no setting", key, options)
        with as_input_error(f"{key}: "):
            settings[key] = options[key].read(typed)
    return settings


def takes_arguments(function: Callable[..., Any], count: int) -> bool:
    """Return whether exactly `count` positional parameters of a function have no default."""
    try:
        parameters = inspect.signature(function).parameters.values()
    # Some functions written in C have no signature.
    except (TypeError, ValueError):
        return False
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    positional = [each for each in parameters if each.kind in kinds]
    required = [each for each in positional if each.default is each.empty]
    return len(required) == count


def user_function(name: str, fits: Callable[[object], bool] = callable) -> Any:
    """Load the function that `FILE.py:NAME` names; InputError if that is impossible.

    `fits` tells whether the object found is of the right kind, by default a function.
    """
    code = UserCode.of(name)
    if code is None:
        raise InputError(f"{name!r:.200} does not name a function; write FILE.py:NAME")
    file, attribute = code
    if not Path(file).is_file():
        raise InputError(f"there is no file {shorten(file, 200)} to load {shorten(attribute)} from")
    WATCHDOG.start_timer()
    try:
        module = load_trusted_module(Path(file), "_user_")
    except games.NotTrusted as error:
        raise InputError(str(error)) from error
    except KeyboardInterrupt:
        raise
    # Whatever users' code raises must become one sentence.
    except BaseException as error:
        raise InputError(
            f"{shorten(file, 200)} cannot be loaded: {describe_error(error)}"
        ) from error
    return function_in(module, attribute, file, fits)


def function_in(
    module: ModuleType, name: str, file: str, fits: Callable[[object], bool] = callable
) -> Any:
    """Return a function of a module by name; InputError lists the functions it has.

    `fits` tells whether the object found is of the right kind, by default a function. The error
    names `file`, the file of the module.
    """
    function = getattr(module, name, None)
    if fits(function):
        return function
    public = {key: value for key, value in vars(module).items() if not key.startswith("_")}
    names = sorted(key for key, value in public.items() if fits(value))
    shown_names = " ".join(names)[:300] or "none"
    raise InputError(f"{shorten(file, 200)} has no function {shorten(name)}; it has: {shown_names}")


def unknown_name_error(
    complaint: str, word: str, names: Collection[str], also_allowed: str = ""
) -> InputError:
    """Return an InputError for a word that is not in `names`, with a similar name as a hint.

    The sentence of the error begins with `complaint`. The list of names in it ends with
    `also_allowed`, which says what else may be written.

    >>> print(unknown_name_error("no order", "./m.py", ["killer"], ", FILE.py:FUNCTION"))
    ... # doctest: +NORMALIZE_WHITESPACE
    no order './m.py'; to name a function in that file, write ./m.py:FUNCTION;
    there are: killer, FILE.py:FUNCTION
    """
    hint = did_you_mean(word, names)
    shown_names = " ".join(names) or "none"
    # Where FILE.py:FUNCTION is allowed, too, the user may have forgotten the second part.
    if also_allowed and word.endswith(".py"):
        hint = f"; to name a function in that file, write {word:.100}:FUNCTION"
    return InputError(f"{complaint} {shorten(word)}{hint}; there are: {shown_names}{also_allowed}")


class PlugInRegistry(dict[str, PlugIn], Generic[PlugIn]):
    """Plug-ins by name. The dictionary itself contains the built-in plug-ins.

    Looking up a name also finds the plug-ins of the user and of installed packages.

    `kind` names the group of entry points, `visualizer.KINDs`. An entry point must name an
    object that `fits` accepts; `adapt` turns this object into a plug-in.
    """

    def __init__(
        self,
        kind: str,
        built_in: Mapping[str, PlugIn],
        fits: Callable[[Any], bool],
        adapt: Callable[[str, Any], PlugIn] = lambda name, found: found,
        *,
        own: Callable[[], Mapping[str, PlugIn]] = dict,
        reserved: Collection[str] = (),
    ) -> None:
        """Start with the built-in plug-ins of a kind, such as "theme".

        `fits` checks an object that a package offers. `adapt` takes the name and that object, and
        returns the plug-in. `own` returns the user's plug-ins, by default none; they take
        precedence over plug-ins of packages. `reserved` names have another meaning, so packages
        cannot use them.
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
        # Imported late, since it is slow to load.
        from importlib.metadata import entry_points

        return [*entry_points(group=f"visualizer.{self.kind}s")]

    @cached_property
    def points(self) -> dict[str, EntryPoint]:
        """The entry points that are used, by name: no taken names, and each name only once."""
        usable = [point for point in self.all_points if point.name not in self.taken]
        # The first point with a name is used. A dictionary keeps the last, hence the reversal.
        return {point.name: point for point in reversed(usable)}

    def unused_sentences(self) -> list[str]:
        """Return a sentence for each package's plug-in that is unused because its name is taken."""
        sentences = []
        for point in self.all_points:
            # `points` has only the plug-ins that are used.
            if self.points.get(point.name) is point:
                continue
            reason = "that name is built in"
            other_package = self.package(point.name)
            if other_package:
                reason = f"the package {other_package} has one, too"
            plug_in = f"the {self.kind} {point.name} of the package {package_of_entry_point(point)}"
            sentences.append(f"{plug_in} is not used: {reason}")
        return sentences

    def __contains__(self, name: object) -> bool:
        return super().__contains__(name) or name in self.own() or name in self.points

    def __missing__(self, name: str) -> PlugIn:
        """Return a plug-in that is not built in: the user's plug-in, or else a package's.

        KeyError if there is no plug-in of this name; InputError if it cannot be loaded.
        """
        own = self.own()
        if name in own:
            return own[name]
        if name in self._broken:
            raise InputError(self._broken[name])
        # Loading runs the package's code, so it is done once, even if it fails.
        if name not in self._loaded:
            try:
                self._loaded[name] = self._load(self.points[name])
            except InputError as error:
                self._broken[name] = str(error)
                raise
        return self._loaded[name]

    def get(self, name: str, default: Any = None) -> Any:
        """Return a plug-in by name, or the default."""
        return self[name] if name in self else default  # noqa: SIM401  this is that method

    def is_added(self, name: str) -> bool:
        """Return whether a name is known and not built in."""
        return not super().__contains__(name) and name in self

    def names(self) -> list[str]:
        """Return all names, built-in ones first."""
        return [*dict.fromkeys([*self, *self.own(), *self.points])]

    def package(self, name: str) -> str | None:
        """Return the package that a name comes from, None for built-in and the user's own names."""
        if super().__contains__(name) or name in self.own() or name not in self.points:
            return None
        return package_of_entry_point(self.points[name])

    def load_all(self) -> tuple[dict[str, PlugIn], dict[str, str]]:
        """Return the plug-ins that can be loaded, and why others cannot, both by name."""
        plug_ins = dict[str, PlugIn]()
        faults = dict[str, str]()
        for name in self.names():
            try:
                plug_ins[name] = self[name]
            except InputError as error:
                faults[name] = str(error)
        return plug_ins, faults

    def lines(self, describe: Callable[[PlugIn], str], *, load: bool = True) -> dict[str, str]:
        """Return a line about each plug-in, by name: its description, or why it cannot be loaded.

        `describe` returns a plug-in's description. Without `load`, only built-in plug-ins are
        described; the lines of all others are empty, and nothing is loaded.
        """
        if not load:
            lines = dict.fromkeys(self.names(), "")
            return lines | {name: describe(plug_in) for name, plug_in in self.items()}
        plug_ins, faults = self.load_all()
        return {name: describe(plug_in) for name, plug_in in plug_ins.items()} | faults

    def _load(self, point: EntryPoint) -> PlugIn:
        """Load a package's plug-in; InputError if loading fails or it is not of this kind."""
        WATCHDOG.start_timer()
        plug_in = f"the {self.kind} {point.name} of the package {package_of_entry_point(point)}"
        try:
            with redirect_prints_to_stderr():
                found = point.load()
            fits = self.fits(found)
        except KeyboardInterrupt:
            raise
        # Whatever a package raises must become one sentence.
        except BaseException as error:
            raise InputError(f"{plug_in} cannot be loaded: {describe_error(error)}") from error
        if not fits:
            raise InputError(
                f"{plug_in} cannot be used: {point.value} is not what docs/extending.md says of it"
            )
        return self.adapt(point.name, found)


def unused_games() -> list[str]:
    """Return a sentence about each package's game that is not used."""
    built_in = [name for name in games.game_names() if games.package_of_game(name) is None]
    return PlugInRegistry("game", dict.fromkeys(built_in), bool).unused_sentences()


def package_of_entry_point(point: EntryPoint) -> str:
    """Return the name of the package that an entry point belongs to."""
    if point.dist is not None:
        return point.dist.name
    return point.value.partition(":")[0]
