"""Recipes: a position and a search as strings that can be saved and read again."""

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
    format_option_value,
)
from visualizer.support.errors import InputError, one_of, read_text
from visualizer.support.plugins.discovery import PlugInSource, check_trusted, trust_typed_names

NO_CHANGES: Mapping[str, str] = {}
OPTIONS_NAMING_CODE = tuple(option.name for option in COMMON_OPTIONS.values() if option.names_code)
"""The options of a search that may name a user's code."""


@dataclass(frozen=True, slots=True)
class PositionSpec:
    """A position: a game, settings, notation or a preset's name, and moves from there."""

    game: str
    position: str | None = None
    moves: str = ""
    settings: Mapping[str, str] = field(default_factory=dict)

    def settings_except_size(self) -> dict[str, str]:
        """Return the settings that are not in the notation of a position: all except the size."""
        return {key: text for key, text in self.settings.items() if key != "size"}

    def words(self) -> list[str]:
        """Return the command-line words that name the position, such as `hex -p start`."""
        words = [self.game]
        # The empty notation is a position, too: the start of a recording's tree.
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
    """Add a size, if one is given, to settings; InputError if they have another size."""
    if size is None:
        return settings
    known_size = settings.setdefault("size", size)
    if known_size != size:
        raise InputError(f"the size {size!r:.60} contradicts the settings' size {known_size!r:.60}")
    return settings


@dataclass(frozen=True, slots=True)
class SearchSpec(CommonOptions):
    """A search as on the command line; None stands for the default of the algorithm or the game.

    `depth` is the limit in plies, or "all". `options` has the given values of an algorithm's own
    options, by name. The window is from MAX's side. InputError for a search that cannot exist, for
    example with an unknown algorithm or an empty window.
    """

    options: Mapping[str, Any] = field(default_factory=dict, hash=False)
    code: tuple[str, ...] = ()
    """For a recording of a user's code, the arguments of `watch` that record the code again."""

    def __post_init__(self) -> None:
        """Raise InputError if a search with these options cannot exist."""
        one_of("the cut", self.cut, CUT_OPTION.choices)
        self._check_fail_and_cut()
        if not self.window[0] < self.window[1]:
            ends = format_option_value(self.window)
            raise InputError(
                f"the window {ends} is empty; the first number must be less than the second"
            )
        known = options_for_flags(self.algorithm, self.options)
        for name in self.options:
            if name in COMMON_OPTIONS or name not in known:
                raise InputError(f"no algorithm has an option called {name!r:.60}")

    def _check_fail_and_cut(self) -> None:
        """Raise InputError if the algorithm has no fail-soft or fail-hard variant, as requested.

        Also raise InputError if fail-hard is combined with a rule that then never cuts.
        """
        known = cached_algorithm(self.algorithm)
        # A user's search is checked when it is run, since its file may change until then.
        if known is not None and not known.is_function:
            check_fails(known, self.fail)
        is_recording = PlugInSource.of(self.algorithm) is PlugInSource.RECORDING
        if self.cut == ">" and self.fail == "hard" and not is_recording:
            raise InputError(
                "the cut > with fail hard never cuts: "
                "a clipped value does not exceed its bound; use >="
            )

    @property
    def name(self) -> str:
        """Return the name of the algorithm or, for a recording of a user's code, of the code."""
        if self.code and self.has_own_position:
            return self.code[0]
        return self.algorithm

    @property
    def has_own_position(self) -> bool:
        """Return whether the search is a recording, which contains its position."""
        return PlugInSource.of(self.algorithm).has_own_position

    @property
    def cut_sign(self) -> str:
        """The sign between α and β at a cutoff: ≥ or >."""
        return cut_sign(self.cut)

    @property
    def changeable(self) -> Collection[str]:
        """The names of the options that may be changed; in a recording, only the node limit."""
        if self.has_own_position:
            return (MAX_NODES_OPTION.name,)
        return all_options()

    def with_options(self, typed_values: Mapping[str, str]) -> Self:
        """Return the search with new values of some options.

        `typed_values` maps names of options to values, as a user types them. InputError for a value
        that is not allowed.
        """
        algorithm_name = typed_values.get("algorithm", self.algorithm)
        options = options_for_flags(algorithm_name, typed_values)
        common_values = dict[str, Any]()
        own_values = dict(self.options)
        for name, text in typed_values.items():
            value = options[name].value(text)
            if name in COMMON_OPTIONS:
                common_values[name] = value
            else:
                own_values[name] = value
        return replace(self, **common_values, options=own_values)

    def value(self, option: SearchOption) -> Any:
        """Return the value of an option: the given one, or else the default."""
        if option.name in COMMON_OPTIONS:
            return getattr(self, option.name)
        return self.options.get(option.name, option.default)

    def as_json(self, option: SearchOption) -> Any:
        """Return the value of an option for JSON."""
        return option.as_json(self.value(option))

    def changes(self) -> dict[str, str]:
        """Return the options that differ from their defaults: their values as typed, by name.

        Options that were given although the algorithm does not have them are always included.
        """
        own_options = {**COMMON_OPTIONS}
        for option in options_of_algorithm(self.algorithm):
            own_options.setdefault(option.name, option)
        options = options_for_flags(self.algorithm, self.options)
        given = {name: option for name, option in options.items() if name in self.options}
        changed = {}
        # `own_options` come last, since another algorithm's option of the same name may have
        # another default.
        for name, option in {**COMMON_OPTIONS, **given, **own_options}.items():
            value = self.value(option)
            if value != option.default or name not in own_options:
                changed[name] = format_option_value(value)
        return changed

    def applicable_changes(self) -> dict[str, str]:
        """Return `changes`; if a user's search is loaded, without options that it does not have."""
        changes = self.changes()
        known = cached_algorithm(self.algorithm)
        if known is None or not known.is_function:
            return changes
        applicable = COMMON_OPTIONS.keys() | {option.name for option in known.options}
        return {name: text for name, text in changes.items() if name in applicable}

    def words(self) -> list[str]:
        """Return the command-line words for the search, without options that have their defaults.

        >>> SearchSpec("./mine.py:SEARCH", depth=3, options={"half_width": 2}).words()
        ['-a', './mine.py:SEARCH,half-width=2', '-d', '3']
        """
        return search_words(self.algorithm, self.applicable_changes())

    def to_spec(self) -> str:
        """Return the search as one word, `NAME[,key=value...]`, which `from_spec` can read.

        >>> SearchSpec("minimax", depth=3).to_spec()
        'minimax,depth=3'
        """
        return search_spec_of(self.algorithm, self.applicable_changes())

    @classmethod
    def from_spec(cls, text: str, base: Self | None = None) -> Self:
        """Read `NAME[,key=value...]`; options that are not given have the values in `base`.

        InputError for text that cannot be read.

        >>> SearchSpec.from_spec("minimax,depth=3").depth
        3
        """
        return (base or cls()).with_options(parse_search_spec(text))

    @classmethod
    def typed(cls, text: str, base: Self | None = None, shown: Self | None = None) -> Self:
        """Read `NAME[,key=value...]` that a user has typed, and trust the code that it names.

        Options that are not given have the values in `base`. If the user has edited the text of a
        search, `shown` is the search before the edit: a name of code that is in `shown` is not
        trusted, since the user did not type it. InputError for a key that a user's search does not
        have.
        """
        typed_values = parse_search_spec(text)
        return (base or cls()).with_typed_options(typed_values, shown).checked_options(typed_values)

    def checked_options(self, names: Collection[str]) -> Self:
        """Return the search itself; InputError if a user's search lacks an option in `names`.

        This loads the user's file, so its code must be trusted.
        """
        is_users_search = PlugInSource.of(self.algorithm) is PlugInSource.FUNCTION
        own_names = {*names} - COMMON_OPTIONS.keys()
        if is_users_search and own_names:
            check_own_options(algorithm(self.algorithm), names)
        return self

    def with_typed_options(
        self, typed_values: Mapping[str, str], shown: Self | None = None
    ) -> Self:
        """Return the search with new values of some options, and trust the code that they name.

        `typed_values` maps names of options to values, as a user has typed them. If the user has
        edited the text of a search, `shown` is the search before the edit: a name of code that is
        in `shown` is not trusted, since the user did not type it.
        """
        shown_code = () if shown is None else [getattr(shown, name) for name in OPTIONS_NAMING_CODE]
        named_code = [text for name, text in typed_values.items() if name in OPTIONS_NAMING_CODE]
        trust_typed_names(*(code for code in named_code if code not in shown_code))
        return self.with_options(typed_values)

    def names(self) -> list[str]:
        """Return the values in the search that may name a user's code."""
        values = [getattr(self, name) for name in OPTIONS_NAMING_CODE]
        return [value for value in values if value]

    def unused(self, run_search: "SearchSpec") -> dict[str, str]:
        """Return the given options that a run did not use: their values as typed, by name.

        `run_search` has the options that the run used. Options that only a user's search has are
        left out.

        >>> SearchSpec("minimax", cut=">", depth=2).unused(SearchSpec("minimax", depth=2))
        {'cut': '>'}
        """
        used = run_search.changes()
        built_in = all_options()
        given = {name: text for name, text in self.changes().items() if name in built_in}
        return {name: text for name, text in given.items() if used.get(name) != text}

    def as_object(self) -> dict[str, Any]:
        """Return the values of all options for JSON, the common options first.

        The value is None if a recording does not tell it.
        """
        applicable = {option.name: option for option in options_of_algorithm(self.algorithm)}
        values = dict[str, Any]()
        for name, option in {**COMMON_OPTIONS, **applicable}.items():
            is_unknown = self.has_own_position and name not in applicable
            values[name] = None if is_unknown else self.as_json(option)
        values[ALGORITHM_OPTION.name] = self.name
        return values

    def headings(
        self, common: Container[str] = COMMON_OPTIONS, replacements: Mapping[str, str] = NO_CHANGES
    ) -> list[str]:
        """Return the values of options in words for a heading, such as "depth 3".

        `common` has the names of the common options to include; the algorithm's own options are
        always included. `replacements` has other words for some options, by name; "" omits an
        option. No value may be None.

        >>> SearchSpec("minimax", "natural", evaluation="value", depth="all").headings()
        ['natural order', 'to the end', 'value']
        """
        options = {option.name: option for option in options_of_algorithm(self.algorithm)}
        first_names = [name for name in FIRST_OPTION_NAMES if name in options]
        names = dict.fromkeys([*first_names, *options])
        headings = list[str]()
        known = cached_algorithm(self.algorithm)
        # `heading_words` name the move order of a recording, which may be no known ordering.
        if known is not None and "ordering" in common:
            headings += known.heading_words
        for name in names:
            is_own = name not in COMMON_OPTIONS
            if is_own or name in common:
                option = options[name]
                usual_words = option.heading(self.as_json(option))
                headings.append(replacements.get(name, usual_words))
        return [words for words in headings if words]


def check_fails(chosen: Algorithm, fail: str) -> None:
    """Raise InputError if an algorithm has no variant that fails this way: soft or hard."""
    if fail not in chosen.fail and chosen.applies("fail"):
        allowed = " ".join(chosen.fail)
        raise InputError(
            f"{shorten(fail)} is not a way to fail for {chosen.name}; allowed: {allowed}"
        )


def search_spec_of(search: str, changes: Mapping[str, str]) -> str:
    """Return an algorithm with changed options as one word, `NAME[,key=value...]`.

    `changes` maps names of options to values, as typed.

    >>> search_spec_of("minimax", {"depth": "3", "max_nodes": "100"})
    'minimax,depth=3,max-nodes=100'
    """
    words = [quote_value(search)]
    for name, text in changes.items():
        if name != ALGORITHM_OPTION.name:
            words.append(f"{name.replace('_', '-')}={quote_value(text)}")
    return ",".join(words)


def search_words(search: str, changes: Mapping[str, str]) -> list[str]:
    """Return an algorithm with changed options as words of a command line.

    `changes` maps names of options to values, as typed. Options that only a user's or a package's
    search has follow its name, as in `./mine.py:SEARCH,half-width=2`: they have no flags.
    """
    flags = algorithm_flags(search)
    without_flag = {name: text for name, text in changes.items() if name not in flags}
    if without_flag:
        changes = {**changes, ALGORITHM_OPTION.name: search_spec_of(search, without_flag)}
    words = list[str]()
    for name, text in changes.items():
        if name in flags:
            words += flags[name].words(text)
    return words


def parse_search_spec(text: str) -> dict[str, str]:
    """Read `NAME[,key=value...]`, and return the options' values as typed (strings), by name.

    InputError if a part is not KEY=VALUE, or if a key is unknown or repeated.

    >>> parse_search_spec("minimax,depth=3")
    {'algorithm': 'minimax', 'depth': '3'}
    """
    algorithm_text, *pairs = _split_at_commas(text)
    values = {"algorithm": unquote_value(algorithm_text)}
    is_users_search = PlugInSource.of(values["algorithm"]) is PlugInSource.FUNCTION
    name_by_key = _option_names_by_key(values["algorithm"], is_users_search=is_users_search)
    for pair in pairs:
        key, equals, value = pair.partition("=")
        key = key.strip().replace("_", "-")
        possible_name = key.replace("-", "_")
        if equals and is_users_search and possible_name.isidentifier():
            # Whether the user's search has this option is checked when its file is loaded.
            name_by_key.setdefault(key, possible_name)
        if not equals or key not in name_by_key:
            raise InputError(
                f"{shorten(pair)} in the search {shorten(text)} is not KEY=VALUE "
                f"with a key of: {' '.join(name_by_key)}"
            )
        name = name_by_key[key]
        if name in values:
            raise InputError(
                f"{key} is given twice in the search {shorten(text)}; give it only once"
            )
        values[name] = unquote_value(value)
    return values


def _option_names_by_key(search: str, *, is_users_search: bool) -> dict[str, str]:
    """Return the names of the options that may follow the name of an algorithm, by key.

    For a user's search, return only the common options: its own options are not known yet.
    """
    options = COMMON_OPTIONS if is_users_search else options_for_flags(search, ())
    names = {option.key: option.name for option in options.values()}
    del names[ALGORITHM_OPTION.key]
    return names


def _split_at_commas(text: str) -> list[str]:
    """Split a string at the commas outside quotation marks.

    >>> _split_at_commas('a,"b,c".py:f')
    ['a', '"b,c".py:f']
    """
    # The pieces 0, 2, 4 … are outside quotation marks (a doubled mark closes and reopens a
    # quotation). Their commas become null characters, at which the string is split.
    pieces = text.split('"')
    pieces[::2] = [piece.replace(",", "\0") for piece in pieces[::2]]
    return '"'.join(pieces).split("\0")


def quote_value(value: str) -> str:
    """Return a value in quotation marks if `unquote_value` could not read it without them.

    In quotation marks, each quotation mark of the value is doubled.

    >>> quote_value("killer"), quote_value('a,"b".py:f')
    ('killer', '"a,""b"".py:f"')
    """
    needs_quotes = value != value.strip() or "," in value or '"' in value
    if not needs_quotes:
        return value
    return '"' + value.replace('"', '""') + '"'


def unquote_value(text: str) -> str:
    """Return a value without its quotation marks and the spaces around it, if any.

    >>> unquote_value(' "a,""b"".py:f" ')
    'a,"b".py:f'
    """
    value = text.strip()
    if len(value) > 1 and value[0] == value[-1] == '"':
        return value[1:-1].replace('""', '"')
    return value


@dataclass(frozen=True, slots=True)
class Recipe:
    """A position and a search, which make the same trace whenever and wherever they are run."""

    where: PositionSpec
    search: SearchSpec = field(default_factory=SearchSpec)

    def command(self, command: str = "open") -> str:
        """Return the command line for a command with this recipe, such as `visualizer open hex`."""
        if self.search.has_own_position and self.search.code:
            return shlex.join(["visualizer", "watch", *self.search.code])
        return command_line(
            command, self.where, self.search.algorithm, self.search.applicable_changes()
        )

    def as_object(self) -> dict[str, Any]:
        """Return the recipe for a saved run."""
        where = {key: value for key, value in asdict(self.where).items() if value}
        # The empty notation is a position, but None is not.
        if self.where.position == "":
            where["position"] = ""
        return {"where": where, "search": self.search.to_spec()}

    def dumps(self, counts: Mapping[str, Any]) -> str:
        """Return the text of a saved run: the recipe, and counts to check a rerun."""
        return format_json({**self.as_object(), "counts": dict(counts)}, indent=2) + "\n"

    @classmethod
    def loads(cls, text: str, name: str) -> tuple[Self, dict[str, Any]]:
        """Read the text of a saved run, and return its recipe and its counts.

        `name` is the name of the file. InputError if the text is not a saved run, or if it names a
        user's code that is not trusted.
        """
        saved = FileEntry.parsed(f"{shorten(name, 200)}, a saved run", 0, text)
        recipe = cls.read(saved)
        counts = saved.entry("counts").values
        check_trusted(name, recipe.where.game, *recipe.search.names())
        recipe.search.checked_options(recipe.search.options)
        return recipe, counts

    @classmethod
    def read(cls, saved: FileEntry) -> Self:
        """Return the recipe in a saved run; InputError for an incomplete one."""
        where = saved.entry("where")
        where.check_keys("game", "position", "moves", "settings")
        game = where.word("game", needed=True) or ""
        moves = where.word("moves") or ""
        spec = PositionSpec(game, where.word("position"), moves, where.settings("settings"))
        return cls(spec, SearchSpec.from_spec(saved.word("search", needed=True) or ""))


def command_line(command: str, where: PositionSpec, search: str, changes: Mapping[str, str]) -> str:
    """Return the command line for a search of a position.

    `changes` maps names of options to values, as typed.
    """
    # A recording contains its position and the options of its search.
    if PlugInSource.of(search).has_own_position:
        words = [search]
        if changes.get(MAX_NODES_OPTION.name):
            words += MAX_NODES_OPTION.words(changes[MAX_NODES_OPTION.name])
    else:
        words = [*where.words(), *search_words(search, changes)]
    return shlex.join(["visualizer", command, *words])


def recorded_recipe(
    file: str, others: Sequence[str] = ()
) -> tuple[Recipe, Mapping[str, Any]] | None:
    """Return the recipe and the counts in a saved run or a file of events; None for other files.

    The counts, such as the number of nodes, were saved with the run; a file of events has none.
    `others` are further files of events that record the same tree. InputError if the file cannot be
    read.
    """
    if PlugInSource.of(file) is PlugInSource.RUN:
        return Recipe.loads(read_text(file, f"the saved run {shorten(file, 200)}"), file)
    if PlugInSource.of(file) is PlugInSource.RECORDING:
        return (recipe_of_recording(file, others), {})
    return None


def recipe_of_recording(file: str, others: Sequence[str] = ()) -> Recipe:
    """Return the recipe of a recording; InputError for a file that cannot be read.

    If the file names no game, the game is the tree of its moves, united with the trees of the files
    `others`.
    """
    header = header_of_recording(file)
    if header.game is None:
        game = SEVERAL_LABELS_MARK.join((file, *others))
    else:
        game = header.game
    where = PositionSpec(game, header.position, " ".join(header.moves), header.settings)
    return Recipe(where, SearchSpec(file))
