"""Options of position, search and file that several commands share, and how they are read."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import rich_click as click

import games
from games import AnyPosition
from visualizer.apps.activities.position_file import PositionFile
from visualizer.apps.cli.common_options import (
    POSITION_PANEL,
    SEARCH_PANEL,
    Decorator,
    list_given_options,
    refuse_options,
)
from visualizer.apps.cli.messages import add_note
from visualizer.apps.cli.values import (
    GAME_NAME_TYPE,
    POSITION_TYPE,
    SETTING_TYPE,
    SIZE_TYPE,
    ListedValue,
    file_name_type,
    search_option_type,
)
from visualizer.searching.algorithms import all_options, options_of_algorithm
from visualizer.searching.events.recordings import follow_growing_file
from visualizer.searching.lookup import MAX_POSITION_LENGTH, FileText, default_search
from visualizer.searching.recipe import (
    PositionSpec,
    Recipe,
    SearchSpec,
    parse_search_spec,
    recorded_recipe,
    with_size,
)
from visualizer.searching.run import Run
from visualizer.searching.search_options import (
    ALGORITHM_OPTION,
    QUESTION_OPTION_NAMES,
    SearchOption,
    count_reader,
    format_option_value,
)
from visualizer.support.errors import InputError, print_lines, read_text
from visualizer.support.plugins.discovery import PlugInSource, game_named, trust_typed_names

if TYPE_CHECKING:
    from visualizer.play.playing.game_file import OpenedGame
    from visualizer.play.playing.match import Match


def make_search_flag(option: SearchOption) -> Decorator:
    """Return the decorator that gives a command the flag of a search option.

    A switch has two flags, such as --table and --no-table.
    """
    about = option.sentence()
    panel = SEARCH_PANEL
    if option.is_switch:
        return click.option(
            f"--{option.key}/--no-{option.key}", option.name, default=None, help=about, panel=panel
        )
    names = filter(None, (option.short, f"--{option.key}"))
    return click.option(
        *names, option.name, type=search_option_type(option), help=about, panel=panel
    )


SEARCH_OPTIONS: tuple[Decorator, ...] = tuple(map(make_search_flag, all_options().values()))


def read_search_options(values: dict[str, Any], base: SearchSpec | None = None) -> SearchSpec:
    """Take the search out of a command's values; options that are not given stay as in `base`.

    --algorithm may be a whole search, such as "alpha-beta,depth=3", which the other options change.
    If it changes the algorithm, options that the new algorithm does not have are dropped.
    """
    given_options = {}
    for name in all_options():
        value = values.pop(name, None)
        if value is not None:
            given_options[name] = format_option_value(value)
    base = base or SearchSpec()
    spec_text = given_options.pop(ALGORITHM_OPTION.name, None)
    if spec_text is not None:
        spec_texts = parse_search_spec(spec_text)
        algorithm = spec_texts[ALGORITHM_OPTION.name]
        if base.algorithm != algorithm:
            base = options_that_fit(base, algorithm)
        base = base.with_typed_options(spec_texts).checked_options(spec_texts)
    return base.with_typed_options(given_options)


def options_that_fit(base: SearchSpec, algorithm: str) -> SearchSpec:
    """Return a search with only those options of `base` that another algorithm has as well."""
    known_names = {option.name for option in options_of_algorithm(algorithm)}
    known_names.discard(ALGORITHM_OPTION.name)
    return SearchSpec().with_options(
        {name: text for name, text in base.changes().items() if name in known_names}
    )


def note_unused_options(given_and_used: Sequence[tuple[SearchSpec, SearchSpec]]) -> None:
    """Note options that were given and have no effect, as in `describe_unused_options`."""
    for line in describe_unused_options(given_and_used):
        add_note(line)


def note_options_without_effect(
    where: PositionSpec, searches: Iterable[SearchSpec], root: AnyPosition | None = None
) -> None:
    """Note options of searches that have no effect in a position."""
    note_unused_options(
        [(search, Run(Recipe(where, search), root).recipe.search) for search in searches]
    )


def describe_unused_options(given_and_used: Sequence[tuple[SearchSpec, SearchSpec]]) -> list[str]:
    """Return sentences about options that the user gave but that have no effect.

    `given_and_used` has a pair for each run: the search as the user gave it, and the search with
    the options that the run used. An option has no effect if all runs that got it ignore it.

    Options that say what to search, such as the depth, must have an effect on each search: they are
    reported even if only some of the searches ignore them.

    >>> bot = (SearchSpec("tutorial-bot", depth=5, cut=">"), SearchSpec("tutorial-bot", depth=2))
    >>> alpha_beta = SearchSpec(depth=5, cut=">")
    >>> describe_unused_options([bot, (alpha_beta, alpha_beta)])
    ['no effect on tutorial-bot: -d 5']
    """
    unused_by_search = find_unused_options(given_and_used)
    words_by_subject: dict[str, list[str]] = {}
    for (name, text), receivers in find_receivers_of_options(unused_by_search).items():
        ignoring = [receiver.algorithm for receiver in receivers if receiver.ignores_option]
        if not ignoring:
            continue
        is_part_of_question = name in QUESTION_OPTION_NAMES
        is_used_by_some = len(ignoring) < len(receivers)
        if is_used_by_some and not is_part_of_question:
            continue
        subject = name_searches_that_ignore(ignoring, len(unused_by_search))
        words = all_options()[name].words(text)
        words_by_subject.setdefault(subject, []).extend(words)
    return [
        f"no effect on {subject}: {' '.join(words)}" for subject, words in words_by_subject.items()
    ]


def name_searches_that_ignore(algorithms: Sequence[str], search_count: int) -> str:
    """Name the searches that ignore an option, such as "minimax", or "these searches" for all.

    `algorithms` has an algorithm for each search that ignores the option. `search_count` is the
    number of all searches.
    """
    if len(algorithms) < search_count:
        return " and ".join(dict.fromkeys(algorithms))
    if search_count == 1:
        return "this search"
    return "these searches"


def find_unused_options(
    given_and_used: Sequence[tuple[SearchSpec, SearchSpec]],
) -> dict[SearchSpec, set[str]]:
    """Return for each search the names of the options that all of its runs ignore.

    `given_and_used` has a pair for each run: the search as the user gave it, which is the key in
    the result, and the search with the options that the run used.
    """
    unused_by_search: dict[SearchSpec, set[str]] = {}
    for given, used in given_and_used:
        unused_in_run = set(given.unused(used))
        unused_so_far = unused_by_search.get(given, unused_in_run)
        unused_by_search[given] = unused_so_far & unused_in_run
    return unused_by_search


class OptionReceiver(NamedTuple):
    """A search to which the user gave an option."""

    algorithm: str
    ignores_option: bool


def find_receivers_of_options(
    unused_by_search: Mapping[SearchSpec, set[str]],
) -> dict[tuple[str, str], list[OptionReceiver]]:
    """Return which searches the user gave each option; a key is the option's name and value.

    `unused_by_search` has the names of the options that each search ignores.
    """
    receivers: dict[tuple[str, str], list[OptionReceiver]] = {}
    for search, unused in unused_by_search.items():
        for name, text in search.changes().items():
            receiver = OptionReceiver(search.algorithm, name in unused)
            receivers.setdefault((name, text), []).append(receiver)
    return receivers


OTHER_GAMES_HELP = (
    "or a file of your own, ./mygame.py. A saved or recorded search, FILE.run or FILE.jsonl, "
    "brings its own position and search."
)
"""The end of the help for GAME, after the names of the games."""


class GameArgument(click.RichArgument):
    """The argument GAME, whose help lists the games only when it is read.

    Finding plug-ins is slow, and most commands never print their help.
    """

    def get_rich_table_row(self, *arguments: Any, **named: Any) -> Any:
        """Return the row of the help, with the names of the games in front."""
        # The argument is shared by all commands, so its own help is put back.
        own_help = self.help
        self.help = f"{', '.join(games.game_names())}, {own_help or OTHER_GAMES_HELP}"
        row = super().get_rich_table_row(*arguments, **named)
        self.help = own_help
        return row


_position_option = partial(click.option, panel=POSITION_PANEL)

TRUST_OPTION: Decorator = _position_option(
    "--trust",
    "trusted",
    type=file_name_type("FILE.py"),
    multiple=True,
    help="Which code a data file is allowed to run.",
)

GAME_ARGUMENT: Decorator = click.argument(
    "game", cls=GameArgument, type=GAME_NAME_TYPE, panel=POSITION_PANEL
)

SETTING_OPTIONS: tuple[Decorator, ...] = (
    _position_option("--size", type=SIZE_TYPE, help="Size of the board."),
    _position_option(
        "--set", "settings", type=SETTING_TYPE, multiple=True, help="Any setting of the game."
    ),
    TRUST_OPTION,
)

POSITION_OPTIONS: tuple[Decorator, ...] = (
    GAME_ARGUMENT,
    _position_option(
        "-p",
        "--position",
        type=POSITION_TYPE,
        help="Notation or the name of a preset; - reads standard input, @FILE a file.",
    ),
    _position_option(
        "-m",
        "--moves",
        metavar="TEXT",
        default="",
        help="Moves played from there.",
    ),
    *SETTING_OPTIONS,
)

POSITION_OPTION_NAMES = ("position", "moves", "size", "settings")


def read_setting_options(values: dict[str, Any]) -> dict[str, str]:
    """Take the settings of a game, --set KEY=VALUE and --size, out of a command's values.

    InputError for a setting that is not in the form KEY=VALUE.
    """
    settings = {}
    for pair in values.pop("settings", ()):
        key, equals, value = pair.partition("=")
        if not equals or not key:
            raise InputError(
                f"--set {games.shorten(pair)} is not KEY=VALUE, for example half_komi=4"
            )
        settings[key] = value
    return with_size(settings, values.pop("size", None))


def read_position_options(values: dict[str, Any]) -> PositionSpec:
    """Take the position out of a command's values; InputError for options that cannot be read.

    A Python file that the user names as the game is trusted: its code may run.
    """
    settings = read_setting_options(values)
    trust_typed_names(values["game"])
    return PositionSpec(
        values.pop("game"),
        read_position_text(values.pop("position")),
        values.pop("moves"),
        settings,
    )


def read_position_text(text: str | None) -> str | None:
    """Return the text of the position that -p names: "-" is standard input, "@FILE" is a file.

    Any other text is the position itself. InputError for a text that is too long or cannot be read.
    """
    if text is not None and text.startswith("@"):
        return read_position_in_file(text[1:])
    if text == "-":
        return read_position_from_stdin()
    return text


def read_position_in_file(file: str) -> FileText:
    """Return the text of a position in a file; errors about it can name the file and the line."""
    # The limit is in bytes, and a character has at most four.
    text = read_text(file, f"the file {file!r:.200} of -p", most=4 * MAX_POSITION_LENGTH)
    if len(text) > MAX_POSITION_LENGTH:
        raise InputError(
            f"the position in {file!r:.200} has more than {MAX_POSITION_LENGTH:,} characters"
        )
    # Only the end is stripped, so that errors count the lines from the beginning of the file.
    position = FileText(text.rstrip("\n"))
    position.file = file
    return position


def read_position_from_stdin() -> str:
    """Return the text of the position that is written to standard input.

    InputError for a text that is too long or cannot be read.
    """
    if sys.stdin.isatty():
        print_lines(
            "visualizer: reading the position from the keyboard; end with Ctrl-D", sys.stderr
        )
    try:
        text = sys.stdin.read(MAX_POSITION_LENGTH + 1)
    except UnicodeDecodeError as error:
        raise InputError(f"standard input is not text: {error.reason}") from error
    if len(text) > MAX_POSITION_LENGTH:
        raise InputError(
            f"the position on standard input has more than {MAX_POSITION_LENGTH:,} characters"
        )
    # Editors on Windows begin a file with a byte order mark.
    return text.removeprefix("\ufeff").strip("\n")


def read_recipe(
    values: dict[str, Any], others: Sequence[str] = ()
) -> tuple[Recipe, Mapping[str, Any]]:
    """Take position and search out of a command's values; GAME may be a saved or recorded run.

    Return the recipe, and the counts that a saved run had: {} if GAME is not a saved run, or if
    options change its search. `others` are recordings that will be compared with GAME. InputError
    for options that cannot be read, or that contradict the file.
    """
    # Recordings that name no game are read together, so that they share one tree of labels.
    recorded = recorded_recipe(values["game"], others)
    if recorded is None:
        where = read_position_options(values)
        return Recipe(where, read_search_options(values, default_search(where))), {}

    recipe, counts = recorded
    # Options can change any part of a saved search, but only the limits of a recorded one.
    fixed_names = all_options().keys() - recipe.search.changeable
    reason = f"{values['game']!r:.200} already says what was searched"
    refuse_options(reason, *POSITION_OPTION_NAMES, *fixed_names)
    search = read_search_options(values, recipe.search)
    if search != recipe.search:
        counts = {}
    return replace(recipe, search=search), counts


RELOAD_OPTION: tuple[Decorator, ...] = (
    click.option(
        "--reload",
        is_flag=True,
        help="Follow the file of -p @FILE: read it again whenever it is saved.",
    ),
)


def read_position_file(values: dict[str, Any], *, reload: bool) -> PositionFile | None:
    """Return the file of `-p @FILE`, or None if the position is not in a file.

    With `reload`, the file is followed; InputError if there is none.
    """
    text = values["position"] or ""
    names_file = text.startswith("@")
    if reload and not names_file:
        raise InputError("--reload works only with -p @FILE, a position in a file")
    # With a game that has its own position, -p is refused elsewhere.
    if not names_file or PlugInSource.of(values["game"]).has_own_position:
        return None
    # Reading takes options out of its values, so keep a copy of them for later readings.
    original_values = dict(values)

    def read_again() -> Recipe:
        recipe, _ = read_recipe(dict(original_values))
        return recipe

    return PositionFile(text[1:], read_again, is_followed=reload)


FOLLOW_OPTION: tuple[Decorator, ...] = (
    click.option(
        "--follow",
        is_flag=True,
        help="For a growing FILE.jsonl: keep waiting for more until the result comes.",
    ),
)


def follow_recording(file: str) -> None:
    """Read a recording while it grows; InputError for a GAME that is not a recording."""
    if PlugInSource.of(file) is not PlugInSource.RECORDING:
        raise InputError(
            "--follow works only for a file of events that is still being written, not for "
            f"{file!r:.200}"
        )
    follow_growing_file(file)


WHICH_GAME_OPTION: tuple[Decorator, ...] = (
    click.option(
        "--game",
        "which",
        type=ListedValue("WHICH", games.game_names),
        multiple=True,
        panel=POSITION_PANEL,
        help="Which game of a file: its number (default 1), or the game's name if the file does "
        "not tell it.",
    ),
)


class GameInFile(NamedTuple):
    """One game of a file: its number from 1, and the name of the game being played.

    The name is "" if the file names the game.
    """

    number: int = 1
    name: str = ""


def read_which_game(values: Sequence[str]) -> GameInFile:
    """Read the values of `--game`: a game's number in a file, the name of the game played, or both.

    Examples are "2" and "chess". InputError for other values.
    """
    # A word such as -1 counts as a number, and is refused below.
    numbers = [value for value in values if value[:1].isdigit() or value[:1] == "-"]
    names = [value for value in values if value not in numbers]
    if len(numbers) > 1 or len(names) > 1:
        raise InputError(
            f"--game {values[1]:.40} is one too many; give a number, the name of a game, or one of "
            "each"
        )
    number = 1
    if numbers:
        number = count_reader("the game", 1)(numbers[0])
    if not names:
        return GameInFile(number)
    return GameInFile(number, full_game_name(names[0]))


def full_game_name(text: str) -> str:
    """Return the name of a game as its author spells it, or a file; InputError if unknown."""
    trust_typed_names(text)
    if PlugInSource.of(text) is PlugInSource.NAME:
        return game_named(text).name
    return text


def read_game_file(
    values: dict[str, Any], which_values: Sequence[str], *, takes_position: bool = False
) -> OpenedGame | None:
    """Open the played game in a file, if a command's GAME is such a file; otherwise return None.

    `which_values` are the values of --game. With `takes_position`, the file may also hold a
    position instead of a game. InputError for a file that cannot be read, or for options that
    contradict the file.
    """
    which = read_which_game(which_values)
    file = values["game"]
    if not (which.name or is_game_file(file)):
        if which_values:
            raise InputError(
                f"--game {which_values[0]:.40} works only for a file with several games, FILE.games"
            )
        return None

    reason = f"{file!r:.200} is a game, which brings its own positions"
    refuse_options(reason, "position", "moves")
    where = None
    if which.name:
        where = PositionSpec(which.name, None, "", read_setting_options(values))
    else:
        refuse_options(reason, "size", "settings")
    return open_game_with_notes(
        file,
        which.number,
        where,
        takes_position=takes_position,
    )


def is_game_file(file: str) -> bool:
    """Return whether a command's GAME is a file of played games.

    The file's extension decides. With an unknown extension, a file must exist, and no game may have
    its name.
    """
    source = PlugInSource.of(file)
    if source.holds_played_games:
        return True
    if source is not PlugInSource.NAME or not Path(file).is_file():
        return False
    # Asked last, because it is slow to find the games of installed packages.
    return file not in games.game_names()


def refuse_search_options(file: str, *allowed: str) -> None:
    """Raise InputError for an option that has no meaning for a game in a file."""
    for option in list_given_options(*allowed, "trusted", "no_color"):
        raise InputError(f"{file!r:.200} is a game, not a search; leave out {option.opts[-1]}")


def open_game_with_notes(
    file: str, number: int, where: PositionSpec | None = None, *, takes_position: bool = False
) -> OpenedGame:
    """Open game `number` of a file, counted from 1, and note which parts of it were skipped.

    `where` is the opening position, if the file does not contain it. With `takes_position`, the
    file may hold a position instead of a game.
    """
    from visualizer.play.playing.game_file import open_game_file

    opened_game = open_game_file(file, number, where, takes_position=takes_position)
    for sentence in opened_game.notes:
        add_note(sentence)
    return opened_game


def recipe_before_move(match: Match, move: int | None, values: dict[str, Any]) -> Recipe:
    """Return the recipe of a search for a move of a game, in the position before the move.

    `move` is the number of the move, from 1; None is the last move. The search is the player's own,
    or the default search for a person; options in `values` change it. InputError if the move does
    not exist.
    """
    turn_count = len(match.turns)
    # A game without moves has a position before move 1, too.
    last_number = max(1, turn_count)
    number = last_number if move is None else move
    # The move after the last one can also be searched, unless the game is over.
    is_next_move = number == last_number + 1 and not match.is_over()
    if number > last_number and not is_next_move:
        raise InputError(f"there is no move {number:,}; the last is {turn_count:,}")
    search = read_search_options(values, search_at_move(match, number))
    return Recipe(match.where_before(number - 1), search)


def search_at_move(match: Match, number: int) -> SearchSpec:
    """Return the search that chose move `number`, from 1, or that is to choose it next.

    If a person chose the move, return the default search.
    """
    is_max_to_move = match.before(number - 1).maximizing
    mover = match.movers[0] if is_max_to_move else match.movers[1]
    if mover.search is None:
        return SearchSpec()
    is_next_move = number > len(match.turns)
    if is_next_move:
        return mover.search
    # A turn tells the number of nodes only if its search was stopped: stop there again.
    node_limit = match.turns[number - 1].nodes
    return replace(mover.search, max_nodes=node_limit) if node_limit else mover.search
