"""What was asked for: a position and a search, as words and numbers that can be written down and read again."""

import shlex
from collections.abc import Collection, Container, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Self

from games import shorten
from visualizer.searching.algorithms import (
    Algorithm,
    algorithm,
    algorithm_flags,
    all_options,
    cached_algorithm,
    check_own_options,
    options_for_flags,
    options_of_algorithm,
)
from visualizer.searching.data_files import FileEntry, format_json
from visualizer.searching.events.recordings import SEVERAL_LABELS_MARK, header_of_recording
from visualizer.searching.search_options import (
    ALGORITHM_OPTION,
    COMMON_OPTIONS,
    CUT_OPTION,
    FIRST_OPTION_NAMES,
    MAX_NODES_OPTION,
    CommonOptions,
    SearchOption,
    cut_sign,
    written_option_value,
)
from visualizer.support.errors import InputError, one_of, read_text
from visualizer.support.plugins.discovery import PlugInSource, check_trusted, trust_named_by_hand

NO_CHANGES: Mapping[str, str] = {}
OPTIONS_NAMING_CODE = tuple(option.name for option in COMMON_OPTIONS.values() if option.names_code)
"""The options of a search that may name user-supplied code."""


@dataclass(frozen=True, slots=True)
class PositionSpec:
    """A position: a game, its settings, notation or the name of a preset, and moves played from there."""

    game: str
    position: str | None = None
    moves: str = ""
    settings: Mapping[str, str] = field(default_factory=dict)

    def settings_beside_size(self) -> dict[str, str]:
        """Return the settings that a position's notation does not tell: all but the size."""
        return {key: text for key, text in self.settings.items() if key != "size"}

    def words(self) -> list[str]:
        """Return it as the command line takes it."""
        words = [self.game]
        if self.position is not None:
            words += ["-p", self.position]
        if self.moves:
            words += ["-m", self.moves]
        for key, value in self.settings.items():
            if key == "size":
                words += ["--size", value]
            else:
                words += ["--set", f"{key}={value}"]
        return words


def with_size(settings: dict[str, str], size: str | None) -> dict[str, str]:
    """Return settings with a size, None for none; InputError if they say another."""
    if size is not None and settings.setdefault("size", size) != size:
        raise InputError(
            f"the size {size!r:.60} contradicts the settings' size {settings['size']!r:.60}"
        )
    return settings


@dataclass(frozen=True, slots=True)
class SearchSpec(CommonOptions):
    """A search, in the words of the command line; None stands for the default of the algorithm or the game.

    `depth` is the limit in plies, or "all"; `options` holds what is given of the options that are an algorithm's own.
    The window is from MAX's side. InputError if no search can be so: an unknown algorithm, an empty window ...
    """

    options: Mapping[str, Any] = field(default_factory=dict, hash=False)
    code: tuple[str, ...] = ()
    """Of what a person's own code did, the words that make it again: `FILE.py:NAME`, then as for `watch`."""

    def __post_init__(self) -> None:
        """Check that such a search can exist."""
        one_of("the cut", self.cut, CUT_OPTION.choices)
        source = PlugInSource.of(self.algorithm)
        known = cached_algorithm(self.algorithm)
        if known is not None and not known.is_function:  # its file may have changed since
            check_fails(known, self.fail)
        if self.cut == ">" and self.fail == "hard" and source is not PlugInSource.RECORDING:
            raise InputError(
                "the cut > with fail hard never cuts: a clipped value does not exceed its bound; use >="
            )
        if not self.window[0] < self.window[1]:
            ends = written_option_value(self.window)
            raise InputError(
                f"the window {ends} is empty; the first number must be less than the second"
            )
        for name in self.options:
            if name in COMMON_OPTIONS or name not in options_for_flags(
                self.algorithm, self.options
            ):
                raise InputError(f"no algorithm has an option called {name!r:.60}")

    @property
    def name(self) -> str:
        """Return what people call it: the algorithm, or the person's own code; its recording is soon gone."""
        if self.code and self.tells_position:
            return self.code[0]
        return self.algorithm

    @property
    def tells_position(self) -> bool:
        """Return whether it comes with its position, so that it can be made of no other one."""
        return PlugInSource.of(self.algorithm).tells_position

    @property
    def cut_sign(self) -> str:
        """The sign between α and β by which it cuts: ≥ or >."""
        return cut_sign(self.cut)

    @property
    def changeable(self) -> Collection[str]:
        """The options that may be changed: of a search written elsewhere only where it is to stop."""
        if self.tells_position:
            return (MAX_NODES_OPTION.name,)
        return all_options()

    def given(self, texts: Mapping[str, str]) -> Self:
        """Return the search with some options changed, by name, each as it is typed; InputError says what is wrong."""
        table = options_for_flags(texts.get("algorithm", self.algorithm), texts)
        values = {name: table[name].value(text) for name, text in texts.items()}
        own = {name: value for name, value in values.items() if name not in COMMON_OPTIONS}
        common = {name: value for name, value in values.items() if name in COMMON_OPTIONS}
        return replace(self, **common, options={**self.options, **own})

    def value(self, option: SearchOption) -> Any:
        """Return the value of an option: as given, else its default."""
        if option.name in COMMON_OPTIONS:
            return getattr(self, option.name)
        return self.options.get(option.name, option.default)

    def as_json(self, option: SearchOption) -> Any:
        """Return the value of an option as JSON has it."""
        return option.as_json(self.value(option))

    def changes(self) -> dict[str, str]:
        """Return what differs from the default search, each as it is typed."""
        table = options_for_flags(self.algorithm, self.options)
        of_others = {name: option for name, option in table.items() if name in self.options}
        own = {
            option.name: option
            for option in options_of_algorithm(self.algorithm)
            if option.name not in COMMON_OPTIONS
        }
        changed = {}
        for name, option in {**COMMON_OPTIONS, **of_others, **own}.items():
            value = self.value(option)
            if value != option.default or (name in of_others and name not in own):
                changed[name] = written_option_value(value)
        return changed

    def applicable_changes(self) -> dict[str, str]:
        """Return what differs from the default search, without what a user-supplied search is known not to have."""
        found = cached_algorithm(self.algorithm)
        if found is None or not found.is_function:
            return self.changes()
        has = COMMON_OPTIONS.keys() | {option.name for option in found.options}
        return {name: text for name, text in self.changes().items() if name in has}

    def words(self) -> list[str]:
        """Return it as the command line takes it, leaving out defaults.

        >>> SearchSpec("./mine.py:SEARCH", depth=3, options={"half_width": 2}).words()
        ['-a', './mine.py:SEARCH,half-width=2', '-d', '3']
        """
        return search_words(self.algorithm, self.applicable_changes())

    def to_spec(self) -> str:
        """Return it as one word, `NAME[,key=value...]`, which reads back.

        >>> SearchSpec("minimax", depth=3).to_spec()
        'minimax,depth=3'
        """
        return search_spec_of(self.algorithm, self.applicable_changes())

    @classmethod
    def from_spec(cls, text: str, base: Self | None = None) -> Self:
        """Read `NAME[,key=value...]`; what it leaves out is as in `base`. InputError says what cannot be read.

        >>> SearchSpec.from_spec("minimax,depth=3").depth
        3
        """
        return (base or cls()).given(search_texts(text))

    @classmethod
    def typed(cls, text: str, base: Self | None = None, shown: Self | None = None) -> Self:
        """Read `NAME[,key=value...]` as a person has typed it, where a search may have been `shown` to begin with.

        Code that a person names by this is trusted. InputError for a key that a user-supplied search does not have.
        """
        texts = search_texts(text)
        return (base or cls()).typing(texts, shown).having(texts)

    def having(self, names: Collection[str]) -> Self:
        """Return the search, if it has the options of these names; InputError for one that a user-supplied one lacks.

        Its file is loaded for that, so the code must be trusted.
        """
        if (
            PlugInSource.of(self.algorithm) is PlugInSource.FUNCTION
            and {*names} - COMMON_OPTIONS.keys()
        ):
            check_own_options(algorithm(self.algorithm), names)
        return self

    def typing(self, texts: Mapping[str, str], shown: Self | None = None) -> Self:
        """Return the search with some options changed by a person, as by `given`; code that they name is trusted."""
        before = () if shown is None else [getattr(shown, name) for name in OPTIONS_NAMING_CODE]
        trust_named_by_hand(
            *(
                text
                for name, text in texts.items()
                if name in OPTIONS_NAMING_CODE and text not in before
            )
        )
        return self.given(texts)

    def names(self) -> list[str]:
        """Return the names in it that may be those of user-supplied code."""
        return [*filter(None, (getattr(self, name) for name in OPTIONS_NAMING_CODE))]

    def unused(self, used: "SearchSpec") -> dict[str, str]:
        """Return what was given and makes no difference: `used` is the same search as it was run.

        The own options of a user-supplied search are not among it, since no other search has them.

        >>> SearchSpec("minimax", cut=">", depth=2).unused(SearchSpec("minimax", depth=2))
        {'cut': '>'}
        """
        kept = used.changes()
        return {
            name: text
            for name, text in self.changes().items()
            if name in all_options() and kept.get(name) != text
        }

    def as_object(self) -> dict[str, Any]:
        """Return its options as JSON has them: all that are common, then the algorithm's own.

        What a search written elsewhere does not say of itself is None.
        """
        own = {option.name: option for option in options_of_algorithm(self.algorithm)}
        unknown = COMMON_OPTIONS.keys() - own.keys() if self.tells_position else ()
        told = {
            name: None if name in unknown else self.as_json(option)
            for name, option in {**COMMON_OPTIONS, **own}.items()
        }
        return {**told, ALGORITHM_OPTION.name: self.name}

    def headings(
        self, common: Container[str] = COMMON_OPTIONS, instead: Mapping[str, str] = NO_CHANGES
    ) -> list[str]:
        """Return what a heading says of these common options and of the algorithm's own; all defaults are filled in.

        Of some options, by their names, something else may be said `instead`, or nothing.

        >>> SearchSpec("minimax", "natural", evaluation="value", depth="all").headings()
        ['natural order', 'to the end', 'value']
        """
        options = {option.name: option for option in options_of_algorithm(self.algorithm)}
        ranked = dict.fromkeys(
            [*(name for name in FIRST_OPTION_NAMES if name in options), *options]
        )
        named = [options[name] for name in ranked if name in common or name not in COMMON_OPTIONS]
        known = cached_algorithm(self.algorithm)
        if known is not None and "ordering" in common:
            said = known.said
        else:
            said = ()
        words = (instead.get(option.name, option.heading(self.as_json(option))) for option in named)
        return [*said, *filter(None, words)]


def check_fails(found: Algorithm, fail: str) -> None:
    """Raise InputError for a way to fail that an algorithm does not have."""
    if fail not in found.fail and found.applies("fail"):
        raise InputError(
            f"{shorten(fail)} is not a way to fail for {found.name}; allowed: {' '.join(found.fail)}"
        )


def search_spec_of(search: str, changes: Mapping[str, str]) -> str:
    """Return an algorithm with some changes, each as it is typed, as one word."""
    rest = {
        name.replace("_", "-"): text
        for name, text in changes.items()
        if name != ALGORITHM_OPTION.name
    }
    return ",".join(
        [quote_value(search), *(f"{key}={quote_value(text)}" for key, text in rest.items())]
    )


def search_words(search: str, changes: Mapping[str, str]) -> list[str]:
    """Return an algorithm with some changes, each as it is typed, as the command line takes them.

    The own options of a user-supplied search, and of a package's, stand in its word, whether or not another search has
    a flag of that name.
    """
    flags = algorithm_flags(search)
    if own := {name: text for name, text in changes.items() if name not in flags}:
        changes = {**changes, ALGORITHM_OPTION.name: search_spec_of(search, own)}
    return [
        word for name, text in changes.items() if name in flags for word in flags[name].words(text)
    ]


def search_texts(text: str) -> dict[str, str]:
    """Return the options in `NAME[,key=value...]`, each as it is typed; InputError says what cannot be read."""
    pieces = text.split(
        '"'
    )  # every other one stands outside of quotation marks; a doubled mark begins and ends at once
    pieces[::2] = [piece.replace(",", "\0") for piece in pieces[::2]]
    name, *pairs = '"'.join(pieces).split("\0")
    values = {"algorithm": unquote_value(name)}
    is_users = PlugInSource.of(values["algorithm"]) is PlugInSource.FUNCTION
    known = (COMMON_OPTIONS if is_users else options_for_flags(values["algorithm"], ())).values()
    named = {option.key: option.name for option in known if option.name != "algorithm"}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        key = key.strip().replace("_", "-")
        if equals and is_users and key.replace("-", "_").isidentifier():
            named.setdefault(
                key, key.replace("-", "_")
            )  # its file says later whether it has such an option
        if not equals or key not in named:
            raise InputError(
                f"{shorten(pair)} in the search {shorten(text)} is not KEY=VALUE with a key of: {' '.join(named)}"
            )
        if named[key] in values:
            raise InputError(
                f"{key} is given twice in the search {shorten(text)}; give it only once"
            )
        values[named[key]] = unquote_value(value)
    return values


def quote_value(value: str) -> str:
    """Put a value in quotation marks where it would not read back without them; those in it are doubled.

    >>> quote_value("killer"), quote_value('a,"b".py:f')
    ('killer', '"a,""b"".py:f"')
    """
    plain = value == value.strip() and "," not in value and '"' not in value
    if plain:
        return value
    return '"' + value.replace('"', '""') + '"'


def unquote_value(text: str) -> str:
    """Return the value that a text stands for, in quotation marks or without.

    >>> unquote_value(' "a,""b"".py:f" ')
    'a,"b".py:f'
    """
    value = text.strip()
    if len(value) > 1 and value[0] == value[-1] == '"':
        return value[1:-1].replace('""', '"')
    return value


@dataclass(frozen=True, slots=True)
class Recipe:
    """A position and a search: makes the same trace again, whenever and wherever it is run."""

    where: PositionSpec
    search: SearchSpec = field(default_factory=SearchSpec)

    def command(self, command: str = "open") -> str:
        """Return the command line that asks for this; a file of events tells position and search by itself."""
        if self.search.tells_position and self.search.code:
            return shlex.join(["visualizer", "watch", *self.search.code])
        return command_line(
            command, self.where, self.search.algorithm, self.search.applicable_changes()
        )

    def as_object(self) -> dict[str, Any]:
        """Return it as a saved run has it."""
        where = {
            key: value
            for key, value in asdict(self.where).items()
            if value or (key, value) == ("position", "")
        }
        return {"where": where, "search": self.search.to_spec()}

    def dumps(self, counts: Mapping[str, Any]) -> str:
        """Return the text of a saved run: the recipe, and the counts as a check."""
        return format_json({**self.as_object(), "counts": dict(counts)}, indent=2) + "\n"

    @classmethod
    def loads(cls, text: str, name: str) -> tuple[Self, dict[str, Any]]:
        """Read a saved run: the recipe and the counts it had. InputError, with the file's `name`, if it is none.

        User-supplied code that it names must be trusted.
        """
        saved = FileEntry.parsed(f"{shorten(name, 200)}, a saved run", 0, text)
        found = cls.read(saved)
        counts = saved.entry("counts").found
        check_trusted(name, found.where.game, *found.search.names())
        found.search.having(found.search.options)
        return found, counts

    @classmethod
    def read(cls, saved: FileEntry) -> Self:
        """Return the recipe of a saved run; InputError if it is none."""
        where = saved.entry("where")
        where.check_keys("game", "position", "moves", "settings")
        game = where.word("game", needed=True) or ""
        moves = where.word("moves") or ""
        spec = PositionSpec(game, where.word("position"), moves, where.settings("settings"))
        return cls(spec, SearchSpec.from_spec(saved.word("search", needed=True) or ""))


def command_line(command: str, where: PositionSpec, search: str, changes: Mapping[str, str]) -> str:
    """Return the command line that asks for an algorithm with some changes, each as it is typed, in a position.

    A search written elsewhere is named by its file, which tells its position; only where it is to stop is added.
    """
    if PlugInSource.of(search).tells_position:
        limit = changes.get(MAX_NODES_OPTION.name)
        words = [search, *(MAX_NODES_OPTION.words(limit) if limit else [])]
    else:
        words = [*where.words(), *search_words(search, changes)]
    return shlex.join(["visualizer", command, *words])


def recorded_recipe(
    file: str, others: Sequence[str] = ()
) -> tuple[Recipe, Mapping[str, Any]] | None:
    """Return what a saved run or a file of events says, and the counts that it had; None for what is neither.

    InputError if it cannot be read. `others` are as for `recipe_of_recording`.
    """
    if PlugInSource.of(file) is PlugInSource.RUN:
        return Recipe.loads(read_text(file, f"the saved run {shorten(file, 200)}"), file)
    if PlugInSource.of(file) is PlugInSource.RECORDING:
        return (recipe_of_recording(file, others), {})
    return None


def recipe_of_recording(file: str, others: Sequence[str] = ()) -> Recipe:
    """Return the recipe of a search written elsewhere; InputError for a file that cannot be read.

    Where files name no game, the labels of all `others` belong to the same tree.
    """
    found = header_of_recording(file)
    if found.game is None:
        game = SEVERAL_LABELS_MARK.join((file, *others))
    else:
        game = found.game
    return Recipe(
        PositionSpec(game, found.position, " ".join(found.moves), found.settings), SearchSpec(file)
    )
