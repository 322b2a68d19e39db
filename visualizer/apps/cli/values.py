"""The types of values that options and arguments take: how help calls them, how they are read and completed by shells.

Code of a person's own is never run to complete a line.
"""

import ast
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import rich_click as click
from click.shell_completion import CompletionItem

import games
from games import Game
from visualizer.searching.algorithms import options_of_algorithm
from visualizer.searching.choices import option_values
from visualizer.searching.recipe import quote_value
from visualizer.searching.search_options import (
    ALGORITHM_OPTION,
    MAX_OPTION_COUNT,
    ORDERING_OPTION,
    SearchOption,
    count_reader,
    written_option_value,
)
from visualizer.support.plugins.discovery import PlugInSource, UserCode

Completions = Mapping[str, str]
"""Words that may follow, each with a line about it, or ""."""


FindCompletions = Callable[[click.Context, str], Completions]
"""Finds words by the line before the cursor and the beginning of the word; ValueError if a game cannot be loaded."""


@dataclass(eq=False)
class OptionValue(click.ParamType[Any]):
    """A value that `read` makes of a text, for which it may raise InputError; help calls it as `metavar` says.

    A shell is told the words that `find` finds, and perhaps any file.
    """

    metavar: str
    read: Callable[[str], Any] = str
    find: FindCompletions = lambda context, start: {}
    takes_files: bool = field(default=False, kw_only=True)

    name = "text"

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str | None:
        """Return what help calls it, None for a text."""
        return self.metavar or None

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Read it."""
        return self.read(value)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Return the words that begin like the one that is typed, and perhaps any file."""
        if self.takes_files:
            items = [CompletionItem(incomplete, type="file")]
        else:
            items = []
        with suppress(ValueError):
            for word, about in self.find(ctx, incomplete).items():
                if word.startswith(incomplete):
                    items.append(CompletionItem(word, help=about or None))
        return items


class ListedValue(OptionValue):
    """One of some words, or of those that a function lists when it is asked; `read` says what else is allowed."""

    def __init__(
        self,
        metavar: str,
        listed: Iterable[str] | Callable[[], Iterable[str]],
        read: Callable[[str], Any] = str,
        *,
        takes_files: bool = False,
    ) -> None:
        """Take these words."""

        def find(context: click.Context, start: str) -> Completions:
            return dict.fromkeys(listed() if callable(listed) else listed, "")

        super().__init__(metavar, read, find, takes_files=takes_files)


def whole_number_type(what: str, low: int, high: int = MAX_OPTION_COUNT) -> OptionValue:
    """Make the type of a whole number; InputError, which calls it `what`, for any other."""
    return OptionValue("N", count_reader(what, low, high))


def file_name_type(metavar: str) -> OptionValue:
    """Make the type of the name of a file, or of a function in one where the metavar says so."""
    return OptionValue(
        metavar, find=lambda context, start: functions_in_file(start), takes_files=True
    )


def game_dependent_type(metavar: str, words: Callable[[Game], Completions]) -> OptionValue:
    """Make the type of what depends on the game that is named on the line."""

    def find(context: click.Context, start: str) -> Completions:
        game = game_named_on_line(context)
        if game is None:
            return {}
        return words(game)

    return OptionValue(metavar, find=find)


def search_option_type(option: SearchOption) -> OptionValue:
    """Make the type of the value of an option of a search, which is read with the rest of the search."""

    def find(context: click.Context, start: str) -> Completions:
        return option_value_words(option, start, game_named_on_line(context))

    words = find_searches if option is ALGORITHM_OPTION else find
    return OptionValue(option.metavar, find=words, takes_files=option.names_code)


def find_positions(context: click.Context, start: str) -> Completions:
    """Return the presets of the game, or behind `@` the files that a position may stand in."""
    if start.startswith("@"):
        folder = Path(f"{start[1:]}_").parent
        return {
            f"@{path}/" if path.is_dir() else f"@{path}": "" for path in sorted(folder.glob("*"))
        }
    game = game_named_on_line(context)
    if game is None:
        return {}
    return {preset.name: preset.about for preset in game.presets}


def find_searches(context: click.Context, start: str) -> Completions:
    """Return the searches in one word, or behind a comma the options of one, each with its values or its default."""
    before, comma, last = start.rpartition(",")
    game = game_named_on_line(context)
    if not comma:
        return option_value_words(ALGORITHM_OPTION, start, game)
    value = last.partition("=")[2]
    found = {}
    for option in options_of_algorithm(before.partition(",")[0]):
        if option is ALGORITHM_OPTION:
            continue
        for word in option_value_words(option, value, game) or [
            written_option_value(option.default)
        ]:
            found[f"{before},{option.key}={quote_value(word)}"] = option.about
    return found


def option_value_words(option: SearchOption, start: str, game: Game | None) -> Completions:
    """Return the words that an option of a search takes; behind the plus sign of an ordering another may follow."""
    words = option_values(option, game, load=False) or dict.fromkeys(option.hints, "")
    if option is ORDERING_OPTION:
        before, plus, _ = start.rpartition("+")
        words = {f"{before}{plus}{word}": about for word, about in words.items()}
    return {**words, **functions_in_file(start)}


def game_named_on_line(context: click.Context) -> Game | None:
    """Return the game that is named on the line, textbook trees where a command knows no other; None for a file.

    Arguments are not assigned where the line ends with an option's name.
    """
    arguments = [each.name for each in context.command.params if isinstance(each, click.Argument)]
    given = dict(zip(arguments, context.args, strict=False)) or context.params
    of_file = [word for word in context.params.get("which") or () if not word.isdigit()]
    word = next(iter(of_file), given.get("game") or "tree")
    if PlugInSource.of(word) is PlugInSource.NAME:
        return games.load_game(word)
    return None


def functions_in_file(start: str) -> Completions:
    """Return the functions that a file of Python defines, behind its name and a colon; it is read, and not run."""
    code = UserCode.of(start)
    if code is None or not Path(code.file).is_file():
        return {}
    with suppress(OSError, ValueError, SyntaxError, RecursionError, MemoryError):
        found = [
            each
            for each in ast.parse(Path(code.file).read_bytes()).body
            if isinstance(each, ast.FunctionDef)
        ]
        return {
            f"{code.file}:{each.name}": (ast.get_docstring(each) or "").partition("\n")[0]
            for each in found
        }
    return {}


def setting_words(game: Game) -> Completions:
    """Return the settings of a game, each with the values it may have if these are few, else its default."""
    return {
        f"{each.name}={value}": each.about
        for each in game.options
        for value in each.choices or (each.default,)
    }


FILE_TYPE = file_name_type("FILE")
SEARCH_TYPE = OptionValue("SEARCH", find=find_searches, takes_files=True)
GAME_NAME_TYPE = ListedValue("GAME", games.game_names, takes_files=True)
SETTING_TYPE = game_dependent_type("KEY=VALUE", setting_words)
SIZE_TYPE = game_dependent_type("N", lambda game: dict.fromkeys(game.sizes, ""))
POSITION_TYPE = OptionValue("TEXT", find=find_positions)
