"""From the command line to a search: options of positions, searches and games in files, and the recipe they give."""

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
    HELP_PANELS,
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
from visualizer.searching.lookup import MAX_POSITION_LENGTH, FileText, usual_search
from visualizer.searching.recipe import (
    PositionSpec,
    Recipe,
    SearchSpec,
    recorded_recipe,
    search_texts,
    with_size,
)
from visualizer.searching.run import Run
from visualizer.searching.search_options import (
    ALGORITHM_OPTION,
    QUESTION_OPTION_NAMES,
    SearchOption,
    count_reader,
    written_option_value,
)
from visualizer.support.errors import InputError, print_lines, read_text
from visualizer.support.plugins.discovery import PlugInSource, game_named, trust_named_by_hand

if TYPE_CHECKING:
    from visualizer.play.playing.game_file import OpenedGame
    from visualizer.play.playing.match import Match


def make_search_flag(option: SearchOption) -> Decorator:
    """Make the flag of a search's option; that of an algorithm's own is offered wherever searches are."""
    about = option.sentence()
    panel = HELP_PANELS[1]
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
    """Take the options of a search out of a command's values; what is not given is as in `base`.

    The algorithm may be a whole search in one word, in which the other options then change what they name. Another
    algorithm than that of `base` takes over what it has a use for.
    """
    given = {
        name: written_option_value(value)
        for name in all_options()
        if (value := values.pop(name, None)) is not None
    }
    word = given.pop(ALGORITHM_OPTION.name, None)
    base = base or SearchSpec()
    if word is not None:
        texts = search_texts(word)
        if base.algorithm != texts[ALGORITHM_OPTION.name]:
            known = {
                option.name for option in options_of_algorithm(texts[ALGORITHM_OPTION.name])
            } - {ALGORITHM_OPTION.name}
            base = SearchSpec().given(
                {name: text for name, text in base.changes().items() if name in known}
            )
        base = base.typing(texts).having(texts)
    return base.typing(given)


def note_unused_options(searches: Sequence[tuple[SearchSpec, SearchSpec]]) -> None:
    """Say on standard error which options were given and do nothing; each search is as asked for, and as it is run."""
    for line in describe_unused_options(searches):
        add_note(line)


def note_options_without_effect(
    where: PositionSpec, searches: Iterable[SearchSpec], root: AnyPosition | None = None
) -> None:
    """Say which options of searches were given and do nothing in a position, as `note_unused_options`."""
    note_unused_options(
        [(search, Run(Recipe(where, search), root).recipe.search) for search in searches]
    )


def describe_unused_options(searches: Sequence[tuple[SearchSpec, SearchSpec]]) -> list[str]:
    """Return sentences about what was given and does nothing.

    Of several searches that were given the same, it is enough that one depends on it, unless it is part of what is
    asked, as the depth is: then each that does not is named. A search that is run several times, say in several games,
    depends on what any of these runs depends on.

    >>> describe_unused_options([(SearchSpec("tutorial-bot", depth=5, cut=">"), SearchSpec("tutorial-bot", depth=2)),
    ...               (SearchSpec(depth=5, cut=">"), SearchSpec(depth=5, cut=">"))])
    ['no effect on tutorial-bot: -d 5']
    """
    asked: dict[SearchSpec, set[str]] = {}
    for search, used in searches:
        lost = set(search.unused(used))
        asked[search] = asked.get(search, lost) & lost
    given: dict[tuple[str, str], list[tuple[str, bool]]] = {}
    for search, lost in asked.items():
        for name, text in search.changes().items():
            given.setdefault((name, text), []).append((search.algorithm, name in lost))
    lines: dict[str, list[str]] = {}
    for (name, text), by in given.items():
        idle = [algorithm for algorithm, lost in by if lost]
        if not idle or (len(idle) < len(by) and name not in QUESTION_OPTION_NAMES):
            continue
        if len(asked) == 1:
            everywhere = "this search"
        else:
            everywhere = "these searches"
        if len(idle) == len(asked):
            who = everywhere
        else:
            who = " and ".join(dict.fromkeys(idle))
        lines.setdefault(who, []).extend(all_options()[name].words(text))
    return [f"no effect on {who}: {' '.join(words)}" for who, words in lines.items()]


OTHER_GAMES_HELP = (
    "or a file of your own, ./mygame.py. A saved or recorded search, FILE.run or FILE.jsonl, brings its own position "
    "and search."
)
"""The end of the help for GAME, behind the names of games."""


class GameArgument(click.RichArgument):
    """The argument GAME, whose help lists the games only when it is read: plug-ins are slow to find."""

    def get_rich_table_row(self, *arguments: Any, **named: Any) -> Any:
        """Return the row of the help, which ends as the argument says, if it does."""
        ending = self.help
        self.help = f"{', '.join(games.game_names())}, {self.help or OTHER_GAMES_HELP}"
        row = super().get_rich_table_row(*arguments, **named)
        self.help = ending
        return row


_position_option = partial(click.option, panel=HELP_PANELS[0])

TRUST_OPTION: Decorator = _position_option(
    "--trust",
    "trusted",
    type=file_name_type("FILE.py"),
    multiple=True,
    help="Which code a data file is allowed to run.",
)

GAME_ARGUMENT: Decorator = click.argument(
    "game", cls=GameArgument, type=GAME_NAME_TYPE, panel=HELP_PANELS[0]
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
    _position_option("-m", "--moves", metavar="TEXT", default="", help="Moves played from there."),
    *SETTING_OPTIONS,
)

POSITION_OPTION_NAMES = ("position", "moves", "size", "settings")


def read_setting_options(values: dict[str, Any]) -> dict[str, str]:
    """Take the settings of a game out of a command's values; InputError says which of them cannot be read."""
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
    """Take the options of a position out of a command's values; InputError says which of them cannot be read."""
    settings = read_setting_options(values)
    trust_named_by_hand(values["game"])
    return PositionSpec(
        values.pop("game"),
        read_position_text(values.pop("position")),
        values.pop("moves"),
        settings,
    )


def read_position_text(text: str | None) -> str | None:
    """Return a position's text; `-` stands for what standard input holds, and `@FILE` for what a file holds.

    InputError says what is wrong with that.
    """
    if text is not None and text.startswith("@"):
        found = read_text(
            text[1:], f"the file {text[1:]!r:.200} of -p", most=4 * MAX_POSITION_LENGTH
        )
        if len(found) > MAX_POSITION_LENGTH:
            raise InputError(
                f"the position in {text[1:]!r:.200} has more than {MAX_POSITION_LENGTH:,} characters"
            )
        position = FileText(found.rstrip("\n"))  # an error names the line that an editor shows
        position.file = text[1:]
        return position
    if text != "-":
        return text
    if sys.stdin.isatty():
        print_lines(
            "visualizer: reading the position from the keyboard; end with Ctrl-D", sys.stderr
        )
    try:
        read = sys.stdin.read(MAX_POSITION_LENGTH + 1)
    except UnicodeDecodeError as error:
        raise InputError(f"standard input is not text: {error.reason}") from error
    if len(read) > MAX_POSITION_LENGTH:
        raise InputError(
            f"the position on standard input has more than {MAX_POSITION_LENGTH:,} characters"
        )
    return read.removeprefix("\ufeff").strip("\n")


def read_recipe(
    values: dict[str, Any], others: Sequence[str] = ()
) -> tuple[Recipe, Mapping[str, Any]]:
    """Take a whole recipe out of a command's values, whose GAME may be a file that is its own position and search.

    Returns the counts that a saved run had, to check against if nothing is changed, else nothing. Files of events that
    name no game tell of the same tree as all `others`. InputError says what cannot be read, or is asked beside a file.
    """
    told = recorded_recipe(values["game"], others)
    if told is None:
        where = read_position_options(values)
        return Recipe(where, read_search_options(values, usual_search(where))), {}
    recipe, counts = told
    fixed = all_options().keys() - recipe.search.changeable
    refuse_options(
        f"{values['game']!r:.200} already says what was searched", *POSITION_OPTION_NAMES, *fixed
    )
    search = read_search_options(values, recipe.search)
    return replace(recipe, search=search), counts if search == recipe.search else {}


RELOAD_OPTION: tuple[Decorator, ...] = (
    click.option(
        "--reload",
        is_flag=True,
        help="Follow the file of -p @FILE: read it again whenever it is saved.",
    ),
)


def read_position_file(values: dict[str, Any], *, reload: bool) -> PositionFile | None:
    """Return the file that `-p @FILE` names, to be read; None for any other position.

    InputError for one that is to be followed and cannot be.
    """
    text = values["position"] or ""
    again = dict(values)
    if reload and not text.startswith("@"):
        raise InputError("--reload works only with -p @FILE, a position in a file")
    if not text.startswith("@") or PlugInSource.of(values["game"]).tells_position:
        return None
    return PositionFile(text[1:], lambda: read_recipe({**again})[0], is_followed=reload)


FOLLOW_OPTION: tuple[Decorator, ...] = (
    click.option(
        "--follow",
        is_flag=True,
        help="For a growing FILE.jsonl: keep waiting for more until the result comes.",
    ),
)


def follow_recording(file: str) -> None:
    """Read a command's GAME, a file of events, as it grows; InputError for any other."""
    if PlugInSource.of(file) is not PlugInSource.RECORDING:
        raise InputError(
            f"--follow works only for a file of events that is still being written, not for {file!r:.200}"
        )
    follow_growing_file(file)


WHICH_GAME_OPTION: tuple[Decorator, ...] = (
    click.option(
        "--game",
        "which",
        type=ListedValue("WHICH", games.game_names),
        multiple=True,
        panel=HELP_PANELS[0],
        help="Which game of a file: its number (default 1), or the game's name if the file does not tell it.",
    ),
)


class GameInFile(NamedTuple):
    """Which game of a file is meant: its number from 1, and the name of the game, "" where the file is to tell it."""

    number: int = 1
    name: str = ""


def read_which_game(words: Sequence[str]) -> GameInFile:
    """Read the values of `--game`: a number, the name of a game, or one of each; InputError for anything else."""
    numbers = [word for word in words if word[:1].isdigit() or word[:1] == "-"]
    names = [word for word in words if word not in numbers]
    if len(numbers) > 1 or len(names) > 1:
        raise InputError(
            f"--game {words[1]:.40} is one too many; give a number, the name of a game, or one of each"
        )
    if numbers:
        number = count_reader("the game", 1)(numbers[0])
    else:
        number = 1
    if not names:
        return GameInFile(number)
    trust_named_by_hand(names[0])
    return GameInFile(
        number,
        game_named(names[0]).name if PlugInSource.of(names[0]) is PlugInSource.NAME else names[0],
    )


def read_game_file(
    values: dict[str, Any], words: Sequence[str], *, takes_position: bool = False
) -> OpenedGame | None:
    """Read the game in a file that is a command's GAME; what was passed over is noted. None for another GAME.

    InputError says what is wrong with it, and what was asked beside it.
    """
    which = read_which_game(words)
    file = values["game"]
    if not (which.name or is_game_file(file)):
        if words:
            raise InputError(
                f"--game {words[0]:.40} works only for a file with several games, FILE.games"
            )
        return None
    refuse_options(f"{file!r:.200} is a game, which brings its own positions", "position", "moves")
    if not which.name:
        refuse_options(
            f"{file!r:.200} is a game, which brings its own positions", "size", "settings"
        )
    if which.name:
        where = PositionSpec(which.name, None, "", read_setting_options(values))
    else:
        where = None
    return open_noted_game(file, which.number, where, takes_position=takes_position)


def is_game_file(file: str) -> bool:
    """Return whether a command's GAME is a file of games: by its ending, or as no game has such a name."""
    if PlugInSource.of(file).is_played:
        return True
    # The names come last: looking for games of installed packages is slow, and nearly always there is no such file.
    return (
        PlugInSource.of(file) is PlugInSource.NAME
        and Path(file).is_file()
        and file not in games.game_names()
    )


def refuse_search_options(file: str, *allowed: str) -> None:
    """Raise InputError if an option is given that a game in a file has no use for."""
    for each in list_given_options(*allowed, "trusted", "no_color"):
        raise InputError(f"{file!r:.200} is a game, not a search; leave out {each.opts[-1]}")


def open_noted_game(
    file: str, number: int, where: PositionSpec | None = None, *, takes_position: bool = False
) -> OpenedGame:
    """Return a game of a file, as `opened`; what was passed over is noted."""
    from visualizer.play.playing.game_file import open_game_file

    found = open_game_file(file, number, where, takes_position=takes_position)
    for sentence in found.notes:
        add_note(sentence)
    return found


def recipe_at(match: Match, move: int | None, values: dict[str, Any]) -> Recipe:
    """Return the search of the position before a move, by its number from 1; None is the last one.

    It is that of whoever played there, as far as it came; for a person, and for what is asked beside it, the options of
    a search. InputError if there is no such move.
    """
    last = max(1, len(match.turns))
    number = last if move is None else move
    if number > last and not (number == last + 1 and not match.is_over()):
        raise InputError(f"there is no move {number:,}; the last is {len(match.turns):,}")
    position = match.before(number - 1)
    mover = match.movers[0 if position.maximizing else 1]
    search = mover.search or SearchSpec()
    if mover.search is not None and number <= len(match.turns) and match.turns[number - 1].nodes:
        search = replace(search, max_nodes=match.turns[number - 1].nodes)  # as far as it came
    search = read_search_options(values, search)
    return Recipe(match.where_before(number - 1), search)
