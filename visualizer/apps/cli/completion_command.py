"""Completion in bash, zsh and fish: `completion`, which prints a shell's script, and what the script asks for.

A script hands over the command line up to the cursor. It gets a line for each word that may follow: its kind, the word
as it is to be typed, and what it is about, with tabs between them. The kind `file` stands for any file, `more` for a
word that goes on behind its end.
"""

import ast
import os
import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import Any

import rich_click as click
from click.shell_completion import CompletionItem, ShellComplete, add_completion_class, split_arg_string

import games
from games import Game
from visualizer.apps.cli.messages import DONE
from visualizer.apps.cli.options import with_options
from visualizer.searching import ordering
from visualizer.searching.algorithms import algorithms, all_options, options_of
from visualizer.searching.search_options import ALGORITHM, DEPTH, EVALUATION, ORDERING, SearchOption
from visualizer.support.errors import one_of
from visualizer.support.harmless_text import print_lines, visible
from visualizer.support.plugins.discovery import Code, Source
from visualizer.support.plugins.installed import Extensible

SHELLS = ("bash", "zsh", "fish")
CURSOR = "\0"
"""Stands for the cursor, so that the last word is there also if nothing of it is typed."""
Words = Mapping[str, str]
"""Words that may follow, each with what it is about, or ""."""


@click.command(epilog="Example: visualizer completion bash")
@with_options()
@click.argument("shell", metavar=f"[{'|'.join(SHELLS)}]")
def completion_command(*, shell: str) -> int:
    """Print the script that lets a shell complete commands, options, games, presets, searches and files.

    Let the shell read it at its start: `eval "$(visualizer completion bash)"` in .bashrc, the same with zsh in .zshrc;
    for fish, save it as ~/.config/fish/completions/visualizer.fish.
    """
    print_lines(script(one_of("the shell", shell, SHELLS)))
    return DONE


def script(shell: str) -> str:
    """Return the script of a shell."""
    return (files("visualizer") / "apps" / "cli" / "shells" / f"{shell}.txt").read_text(encoding="utf-8").rstrip("\n")


class Completion(ShellComplete):
    """What a shell's script asks for."""

    name = SHELLS[0]

    def source(self) -> str:
        """Return the script of the shell."""
        return script(os.environ[self.complete_var].partition("_")[0]) + "\n"

    def get_completion_args(self) -> tuple[list[str], str]:
        """Return the words before the cursor, and what is typed of the last one."""
        words = split_arg_string(os.environ["COMP_WORDS"] + CURSOR)
        return words[1:-1], words[-1].removesuffix(CURSOR)

    def complete(self) -> str:
        """Return the lines for the script, of nothing but one if a word is a flag that is given its value by `=`."""
        arguments, start = self.get_completion_args()
        flag = re.match("--[^=]*=|", start)[0]  # type: ignore[index]  # it matches anything
        return "\n".join(self.line(item, start, flag) for item in self.get_completions(arguments, start))

    def line(self, item: CompletionItem[str], start: str, flag: str) -> str:
        """Return the line for a word; bash replaces only what it has told, which is behind `=` or `:`."""
        word, kind = flag + item.value, item.type
        if kind == "plain" and re.search(r"\w[=/]$", word):
            kind = "more"
        if os.environ[self.complete_var].startswith("bash"):
            replaced = "".join(split_arg_string(os.environ.get("COMP_CWORD", "")))
            word = word.removeprefix(start.removesuffix(replaced)) if start.endswith(replaced) else word
            word = re.sub(r"([^\w@%+=:,./~-])", r"\\\1", word)
        return f"{kind}\t{word}\t{visible(item.help or '')}"


for _shell in SHELLS:
    add_completion_class(Completion, _shell)


class CompletedWord(click.ParamType[Any]):
    """The type of an argument or option while a shell completes it."""

    name = "text"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem[str]]:
        """Return the words that begin like the one that is typed, and perhaps any file."""
        with suppress(ValueError):  # such as a game that cannot be loaded
            has_files, words = offered(ctx, param, incomplete)
            found = [CompletionItem(word, help=about) for word, about in words.items() if word.startswith(incomplete)]
            return [*([CompletionItem(incomplete, type="file")] if has_files else []), *found]
        return []


def complete_values(command: click.Command) -> None:
    """Let the values of a command's arguments and options be completed."""
    for each in command.params:
        if not getattr(each, "is_flag", False):
            each.type = CompletedWord()


def named(words: Iterable[str]) -> Words:
    """Return words that speak for themselves."""
    return dict.fromkeys(words, "")


def known(things: Extensible[Any]) -> Words:
    """Return names, each with what it is about; those of packages, which are not loaded for it, without."""
    return {**named(things.names()), **{name: each.about for name, each in things.items()}}


def offered(context: click.Context, parameter: click.Parameter, start: str) -> tuple[bool, Words]:
    """Return whether a value may be a file, and the words it may be; ValueError if a game cannot be loaded.

    Code of a person's own is never run for it.
    """
    flag, metavar = max(parameter.opts, key=len), parameter.metavar or ""
    if metavar.startswith("["):  # as in [bash|zsh|fish], or one that may be left out
        metavar = metavar[1:].partition("]")[0]
    search = next((each for each in all_options().values() if f"--{each.key}" == flag), None)
    if "|" in metavar:
        return False, named(metavar.split("|"))
    if metavar in ("GAME", "A", "B"):
        return True, named(games.names())
    if "FILE" in metavar:
        return True, functions_in(start) if "FUNCTION" in metavar else {}
    if search is ALGORITHM or metavar == "SEARCH" or flag == "--against":
        return "," not in start, searches(start, game_of(context))
    if search is not None and parameter.help == search.sentence():
        return search in (ORDERING, EVALUATION), {**values_of(search, start, game_of(context)), **functions_in(start)}
    if flag in OF_GAMES:
        game = game_of(context)
        return False, {**files_behind(start), **(OF_GAMES[flag](game) if game is not None else {})}
    place = PLACES.get(f"{flag} {metavar}")
    return flag == "--positions", {} if place is None else words_in(place)


def game_of(context: click.Context) -> Game | None:
    """Return the game that is named on the line, textbook trees where a command knows no other; None for a file.

    Arguments are not assigned where the line ends with an option's name.
    """
    arguments = [each.name for each in context.command.params if isinstance(each, click.Argument)]
    given = dict(zip(arguments, context.args, strict=False)) or context.params
    of_file = [word for word in context.params.get("which") or () if not word.isdigit()]
    word = next(iter(of_file), given.get("game") or "tree")
    return games.load(word) if Source.of(word) is Source.NAME else None


def settings(game: Game) -> Words:
    """Return the settings of a game, each with the values it may have if these are few."""
    return {f"{each.name}={value}": each.about for each in game.options for value in each.choices or ("",)}


def rivals(game: Game) -> Words:
    """Return the named searches to play against."""
    from visualizer.play.playing.movers import opponents

    return named(opponents(game))


OF_GAMES: Mapping[str, Callable[[Game], Words]] = {
    "--position": lambda game: {preset.name: preset.about for preset in game.presets},
    "--set": settings,
    "--size": lambda game: named(game.sizes),
    "--opponent": rivals,
}
"""The options whose values depend on the game alone."""


def values_of(option: SearchOption, start: str, game: Game | None) -> Words:
    """Return the values of an option of a search, as far as they are words."""
    if option is ORDERING:
        before, plus, _ = start.rpartition("+")
        own = {} if game is None else {name: each.about for name, each in game.orderings.items()}
        return {f"{before}{plus}{name}": about for name, about in {**known(ordering.orderings()), **own}.items()}
    if option is EVALUATION:
        return named(game.evaluations if game is not None else ())
    return named(("all",) if option is DEPTH else ("yes", "no") if option.is_switch else option.choices)


def searches(start: str, game: Game | None) -> Words:
    """Return the searches, or behind the comma of one its options and their values; InputError for an unknown one.

    >>> searches("alpha-beta,depth=3,fail=h", None)
    {'alpha-beta,depth=3,fail=soft': '', 'alpha-beta,depth=3,fail=hard': ''}
    """
    before, comma, last = start.rpartition(",")
    if not comma:
        return {**known(algorithms()), **functions_in(start)}
    options = {option.key: option for option in options_of(before.partition(",")[0]) if option is not ALGORITHM}
    key, equals, value = last.partition("=")
    if not equals:
        return {f"{before},{option.key}=": option.about for option in options.values()}
    found = values_of(options[key], value, game) if key in options else {}
    return {f"{before},{key}={word}": about for word, about in found.items()}


def functions_in(start: str) -> Words:
    """Return the functions that a file of Python defines, behind its name and a colon; it is read, and not run."""
    code = Code.of(start)
    if code is None or not Path(code.file).is_file():
        return {}
    with suppress(OSError, ValueError, SyntaxError, RecursionError, MemoryError):
        found = [each for each in ast.parse(Path(code.file).read_bytes()).body if isinstance(each, ast.FunctionDef)]
        return {f"{code.file}:{each.name}": (ast.get_docstring(each) or "").partition("\n")[0] for each in found}
    return {}


def files_behind(start: str) -> Words:
    """Return the files and folders that `@` and the beginning of a name may mean."""
    if not start.startswith("@"):
        return {}
    shown, _, typed = start[1:].rpartition("/")
    shown = start[1:].removesuffix(typed)
    found = sorted(Path(shown or ".").glob("*")) if Path(shown or ".").is_dir() else []
    return named(f"@{shown}{path.name}{'/' if path.is_dir() else ''}" for path in found)


def words_in(place: str) -> Words:
    """Return the words that a constant or function `MODULE:NAME` holds; the module is loaded now."""
    module, _, name = place.partition(":")
    held = getattr(import_module(module), name)
    found = held() if callable(held) else held
    return named(found.names() if isinstance(found, Extensible) else map(str, found))


PLACES: Mapping[str, str] = {
    "--caption WHAT": "visualizer.draw.picture.page.options:CAPTIONS",
    "--engine NAME": "exports.dot:ENGINES",
    "--format NAME": "exports:formats",
    "--game WHICH": "games:names",
    "--games NAMES": "games:names",
    "--kind KIND": "visualizer.play.sweeping.plots:KINDS",
    "--level LEVEL": "visualizer.teach.exercises.rules:LEVELS",
    "--node-boards WHICH": "visualizer.draw.picture.page.options:BOARDS",
    "--node-windows WHICH": "visualizer.draw.picture.page.options:WINDOWS",
    "--page PAGE": "visualizer.draw.picture.page.options:PAGES",
    "--pixels WORD": "visualizer.apps.tui.options:PIXELS",
    "--side SIDE": "visualizer.apps.cli.play_commands:SIDES",
    "--steps WHICH": "visualizer.trace.jumps:CHOICES",
    "--task NAME": "visualizer.your_code.grading.reference:TASKS",
    "--theme NAME": "visualizer.look.themes:THEMES",
    "--view NAME": "visualizer.apps.tui.options:VIEWS",
    "--view VIEW": "visualizer.draw.picture.page.options:VIEWS",
    "--with FEATURE": "visualizer.teach.exercises.tasks:FEATURES",
    "number N": "visualizer.teach.exercises.lessons:numbers",
    "language LANGUAGE": "visualizer.apps.cli.own_code_commands:LANGUAGES",
    "words COMMAND": "visualizer.apps.cli.open_commands:SERVED",
}
"""Where the words stand that other options and arguments take, by name and metavar."""
