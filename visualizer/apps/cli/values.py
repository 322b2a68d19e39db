"""Types of option values: their readers, their names in help, and their completions."""

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping
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
    format_option_value,
)
from visualizer.support.plugins.discovery import PlugInSource, UserCode

Completions = Mapping[str, str]
"""Words that may complete a value, each with a line about it, or ""."""


FindCompletions = Callable[[click.Context, str], Completions]
"""Finds completions by the command line and the beginning of a word.

ValueError if a game cannot be loaded.
"""


@dataclass(eq=False)
class OptionValue(click.ParamType[Any]):
    """A type of value with a name for help, a reader of its text, and completions for a shell.

    `read` may raise InputError.
    """

    metavar: str
    read: Callable[[str], Any] = str
    find_completions: FindCompletions = lambda context, prefix: {}
    takes_files: bool = field(default=False, kw_only=True)

    name = "text"

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str | None:
        """Return the name for help; None leaves it to click."""
        return self.metavar or None

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Read a value."""
        return self.read(value)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Return the completions of a word for the tab key: listed words, and files if allowed."""
        items: list[CompletionItem] = []
        if self.takes_files:
            items.append(CompletionItem(incomplete, type="file"))
        # A game that cannot be loaded has no completions; the command will report it.
        with suppress(ValueError):
            for word, about in self.find_completions(ctx, incomplete).items():
                if word.startswith(incomplete):
                    items.append(CompletionItem(word, help=about or None))
        return items


class ListedValue(OptionValue):
    """A value that is one of some words, listed here or by a function."""

    def __init__(
        self,
        metavar: str,
        choices: Iterable[str] | Callable[[], Iterable[str]],
        read: Callable[[str], Any] = str,
        *,
        takes_files: bool = False,
    ) -> None:
        """Make the type of a value that is one of the `choices`.

        `choices` may also be a function that returns them, which is called only when they are
        needed. `read` turns a choice into its value. With `takes_files`, the tab key also completes
        names of files.
        """

        def find_completions(context: click.Context, prefix: str) -> Completions:
            words = choices() if callable(choices) else choices
            return dict.fromkeys(words, "")

        super().__init__(
            metavar,
            read,
            find_completions,
            takes_files=takes_files,
        )


def whole_number_type(name: str, low: int, high: int = MAX_OPTION_COUNT) -> OptionValue:
    """Make the type of a whole number; errors call it `name`."""
    return OptionValue("N", count_reader(name, low, high))


def file_name_type(metavar: str) -> OptionValue:
    """Make the type of a file's name, or of FILE.py:FUNCTION."""
    return OptionValue(
        metavar,
        find_completions=lambda context, prefix: functions_in_file(prefix),
        takes_files=True,
    )


def game_dependent_type(metavar: str, find_words: Callable[[Game], Completions]) -> OptionValue:
    """Return the type of a value whose completions depend on the game on the command line.

    `find_words` returns the completions for this game.
    """

    def find_completions(context: click.Context, prefix: str) -> Completions:
        game = game_on_command_line(context)
        if game is None:
            return {}
        return find_words(game)

    return OptionValue(metavar, find_completions=find_completions)


def search_option_type(option: SearchOption) -> OptionValue:
    """Make the type of a search option, whose value is read with the rest of the search."""

    def find_completions(context: click.Context, prefix: str) -> Completions:
        return option_value_words(option, prefix, game_on_command_line(context))

    finder = find_searches if option is ALGORITHM_OPTION else find_completions
    return OptionValue(option.metavar, find_completions=finder, takes_files=option.names_code)


def find_positions(context: click.Context, prefix: str) -> Completions:
    """Return the presets of the game, or files after `@`."""
    if prefix.startswith("@"):
        return dict.fromkeys(list_position_files(prefix[1:]), "")
    game = game_on_command_line(context)
    if game is None:
        return {}
    return {preset.name: preset.about for preset in game.presets}


def list_position_files(prefix: str) -> Iterator[str]:
    """Yield the files and folders next to a beginning of a path, as values of -p."""
    # With the added character, the parent of "folder/" is the folder itself, not what holds it.
    folder = Path(f"{prefix}_").parent
    for path in sorted(folder.glob("*")):
        yield f"@{path}/" if path.is_dir() else f"@{path}"


def find_searches(context: click.Context, prefix: str) -> Completions:
    """Return the completions of a search such as "alpha-beta,depth=3".

    Before a comma, these are names of algorithms; after a comma, options of the algorithm.
    """
    typed_part, comma, unfinished_option = prefix.rpartition(",")
    game = game_on_command_line(context)
    if not comma:
        return option_value_words(ALGORITHM_OPTION, prefix, game)
    _, _, value = unfinished_option.partition("=")
    algorithm, _, _ = typed_part.partition(",")
    completions = {}
    for option in options_of_algorithm(algorithm):
        if option is ALGORITHM_OPTION:
            continue
        words = [*option_value_words(option, value, game)]
        # An option without listed values, such as a number, is shown with its default.
        for word in words or [format_option_value(option.default)]:
            completions[f"{typed_part},{option.key}={quote_value(word)}"] = option.about
    return completions


def option_value_words(option: SearchOption, prefix: str, game: Game | None) -> Completions:
    """Return the values of a search option; orderings can be chained with plus signs."""
    words = option_values(option, game, load=False) or dict.fromkeys(option.hints, "")
    if option is ORDERING_OPTION:
        before, plus, _ = prefix.rpartition("+")
        words = {f"{before}{plus}{word}": about for word, about in words.items()}
    return {**words, **functions_in_file(prefix)}


def game_on_command_line(context: click.Context) -> Game | None:
    """Return the game that the command line names, or None if GAME is a file.

    A command line without a GAME is about the game of textbook trees.
    """
    # The values of --game are the number of a game in a file, the name of the game, or both.
    which_values = context.params.get("which") or ()
    names = [word for word in which_values if not word.isdigit()]
    if names:
        word = names[0]
    else:
        word = assigned_arguments(context).get("game") or "tree"
    if PlugInSource.of(word) is PlugInSource.NAME:
        return games.load_game(word)
    return None


def assigned_arguments(context: click.Context) -> Mapping[Any, Any]:
    """Return the arguments on the command line, by the names of their parameters."""
    options = context.command.params
    names = [option.name for option in options if isinstance(option, click.Argument)]
    # Click has not assigned arguments yet if the line ends with the name of an option.
    return dict(zip(names, context.args, strict=False)) or context.params


def functions_in_file(prefix: str) -> Completions:
    """Return completions FILE.py:FUNCTION for a word that begins with the name of a Python file.

    The help of a completion is the first line of the function's docstring. The file is parsed and
    never run, because pressing tab must not run a stranger's code.
    """
    code = UserCode.of(prefix)
    if code is None or not Path(code.file).is_file():
        return {}
    completions = {}
    with suppress(OSError, ValueError, SyntaxError, RecursionError, MemoryError):
        for statement in ast.parse(Path(code.file).read_bytes()).body:
            if isinstance(statement, ast.FunctionDef):
                first_line, _, _ = (ast.get_docstring(statement) or "").partition("\n")
                completions[f"{code.file}:{statement.name}"] = first_line
    return completions


def setting_words(game: Game) -> Completions:
    """Return the settings of a game with their choices, or with their default."""
    completions = {}
    for option in game.options:
        for value in option.choices or (option.default,):
            completions[f"{option.name}={value}"] = option.about
    return completions


FILE_TYPE = file_name_type("FILE")
SEARCH_TYPE = OptionValue("SEARCH", find_completions=find_searches, takes_files=True)
GAME_NAME_TYPE = ListedValue("GAME", games.game_names, takes_files=True)
SETTING_TYPE = game_dependent_type("KEY=VALUE", setting_words)
SIZE_TYPE = game_dependent_type("N", lambda game: dict.fromkeys(game.sizes, ""))
POSITION_TYPE = OptionValue("TEXT", find_completions=find_positions)
