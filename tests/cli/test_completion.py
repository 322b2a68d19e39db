"""What a shell is told may follow on a command line: commands, games, presets, searches, values,
files.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
import rich_click as click

import exports
import games
from tests.cli.conftest import Call
from tests.few import one_in
from visualizer.apps.cli import COMMAND_ROWS, visualizer
from visualizer.apps.cli.completion_command import SHELL_COMPLETIONS
from visualizer.apps.cli.values import ListedValue, OptionValue
from visualizer.look.themes import THEMES
from visualizer.searching import ordering
from visualizer.searching.algorithms import algorithms
from visualizer.support.errors import InputError

VARIABLE = "_VISUALIZER_COMPLETE"
Ask = Callable[..., list[list[str]]]


@pytest.fixture
def ask(call: Call, monkeypatch: pytest.MonkeyPatch, folder: Path) -> Ask:
    """Return what a shell is told for a line up to the cursor: the kind, the word and the help
    of each word.
    """

    def told(line: str, shell: str = "zsh") -> list[list[str]]:
        typed = line.split()
        number = len(typed) - 1 + line.endswith(" ")
        for name, text in (
            (VARIABLE, f"{shell}_complete"),
            ("COMP_WORDS", line),
            ("COMP_CWORD", str(number)),
        ):
            monkeypatch.setitem(os.environ, name, text)
        result = call()
        assert result.status == 0
        assert result.err == ""
        if shell == "bash":
            return [[*row.split(",", 1), ""] for row in result.out.splitlines()]
        rows = [row.replace("\\:", ":") for row in result.out.removesuffix("\n").split("\n")]
        if rows == [""]:
            return []
        return [
            [kind, word, about]
            for kind, word, about in zip(
                rows[::3],
                rows[1::3],
                rows[2::3],
                strict=True,
            )
        ]

    return told


def words(told: list[list[str]]) -> list[str]:
    """Return the words alone."""
    return [word for kind, word, _ in told if kind != "file"]


def takes_files(told: list[list[str]]) -> bool:
    """Return whether any file may follow."""
    return any(kind == "file" for kind, *_ in told)


def test_commands_and_games(ask: Ask) -> None:
    """The first word is a command, told with its line of help; a GAME is one of the list, or a
    file.
    """
    assert words(ask("visualizer ")) == [*COMMAND_ROWS]
    assert ask("visualizer doc")[0][2].startswith("Check what is installed")
    assert words(ask("visualizer open ")) == games.game_names()
    assert words(ask("visualizer open ta")) == ["tak"]
    assert takes_files(ask("visualizer open ta"))
    assert words(ask("visualizer list f")) == ["formats"]
    assert not takes_files(ask("visualizer list f"))


@pytest.mark.parametrize("name", one_in(4, ["tak", "tree", "hex", "connect-four"]))
def test_what_depends_on_the_game(name: str, ask: Ask) -> None:
    """Presets come with their sentence; evaluations, orderings, sizes and settings are the
    game's.
    """
    game = games.load_game(name)

    assert [[word, about] for _, word, about in ask(f"visualizer open {name} -p ")] == [
        [preset.name, preset.about] for preset in game.presets
    ]
    for option, allowed in (
        ("-e", game.evaluations),
        ("-o", ordering.ordering_names(game)),
        ("--size", game.sizes),
    ):
        assert words(ask(f"visualizer search {name} -m x {option} ")) == [*allowed]
    keys = {word.partition("=")[0] for word in words(ask(f"visualizer show {name} --set "))}
    assert keys == {option.name for option in game.options}


def test_values_of_settings_and_combined_orderings(ask: Ask) -> None:
    """What has few values is told with each; behind a plus sign of an ordering another may
    follow.
    """
    assert words(ask("visualizer show hex --set swap=")) == ["swap=on", "swap=off"]
    assert "killer+scored" in words(ask("visualizer search tak -o killer+sc"))


def test_a_search_in_one_word(ask: Ask) -> None:
    """Its name, then its options, then their values; nothing after a name that is none."""
    assert words(ask("visualizer compare tak -s ")) == [*algorithms()]
    assert words(ask("visualizer compare tak -s mcts,sel")) == [
        "mcts,selection=uct",
        "mcts,selection=puct",
    ]
    assert "alpha-beta,max-nodes=2000000" in words(ask("visualizer compare tak -s alpha-beta,max"))
    assert words(ask("visualizer compare tak -s mcts,seed=1,selection=p")) == [
        "mcts,seed=1,selection=puct"
    ]
    assert words(ask("visualizer compare tak -s alpha-beta,evaluation=r")) == [
        "alpha-beta,evaluation=roads"
    ]
    assert words(ask("visualizer compare tak -s no-such,d")) == []


def test_a_value_behind_an_equals_sign(ask: Ask) -> None:
    """`--algorithm=` is completed whole; in bash the script takes away what the shell keeps."""
    assert words(ask("visualizer open tree --algorithm=pv")) == ["--algorithm=pvs"]
    assert words(ask("visualizer open tree --algorithm=pv", "bash")) == ["--algorithm=pvs"]
    assert words(ask("visualizer open tree -a alpha-beta,cut=", "bash")) == [
        "alpha-beta,cut=>=",
        "alpha-beta,cut=>",
    ]


def test_names_of_packages_are_told_without_loading_them(
    ask: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A search, an ordering, a format and a theme that an installed package adds are offered
    like our own.
    """
    for things in (algorithms(), ordering.orderings(), exports.formats(), THEMES):
        point = EntryPoint("zz-added", "no_such_module", f"visualizer.{things.kind}s")
        monkeypatch.setitem(vars(things), "points", {point.name: point})
    for option in ("-a", "-o", "--format", "--theme"):
        assert words(ask(f"visualizer export tree {option} zz")) == ["zz-added"], option


def test_code_of_ones_own_is_not_run(ask: Ask) -> None:
    """The functions of a file are read; a game in a file has no presets for a shell."""
    Path("mine.py").write_text(
        'open("ran", "w").close()\ndef score(position, move):\n    """Like it."""\n',
        encoding="utf-8",
    )

    assert ask("visualizer search tak -o mine.py:") == [
        ["file", "mine.py:", "_"],
        ["plain", "mine.py:score", "Like it."],
    ]
    assert words(ask("visualizer watch mine.py:s")) == ["mine.py:score"]
    assert words(ask("visualizer open ./mine.py -p ")) == []
    assert not Path("ran").exists()
    Path("mine.py").write_bytes(b"\xff\x00 def")
    assert words(ask("visualizer watch mine.py:s")) == []


def test_files(ask: Ask) -> None:
    """Where a file belongs any may follow; a position may be in a file behind `@`."""
    Path("trees").mkdir()
    Path("trees/first.txt").touch()
    for line in (
        "export tree -O ",
        "lint ",
        "plot ",
        "play --load ",
        "practice --tasks ",
        "--trust ",
    ):
        assert takes_files(ask(f"visualizer {line}")) is (line != "--trust "), line

    assert words(ask("visualizer show tree -p @t")) == ["@trees/"]
    assert words(ask("visualizer show tree -p @trees/")) == ["@trees/first.txt"]


def test_nothing_follows_what_cannot_be_read(ask: Ask) -> None:
    """A game that is none, a number and a text of one's own are left to the person."""
    for line in ("open no-such-game -p ", "open tree --step ", "export tree --title "):
        assert ask(f"visualizer {line}") == [], line


def parameters() -> dict[str, click.Parameter]:
    """Return the arguments and options of all commands, by name and metavar."""
    context = visualizer.make_context("visualizer", ["list"])
    found = {}
    for name, (_, file, _) in COMMAND_ROWS.items():
        command = getattr(import_module(f"visualizer.apps.cli.{file}"), f"{name}_command")
        for each in command.params:
            found[f"{max(each.opts, key=len)} {each.make_metavar(context).strip('[]')}"] = each
    return found


UNLISTED = ("--format NAME", "--game WHICH", "--games NAMES", "--theme NAME", "--with FEATURE")
"""Options whose help is too short to name all words."""


@pytest.mark.parametrize(
    "place", [place for place, each in parameters().items() if isinstance(each.type, ListedValue)]
)
def test_words_that_are_told_are_taken(place: str) -> None:
    """The reader of an option or argument takes every word that a shell is told, and the help
    names it.
    """
    parameter = parameters()[place]

    assert isinstance(parameter.type, ListedValue)
    told = parameter.type.find_completions(visualizer.make_context("visualizer", ["list"]), "")
    assert told
    for word in told:
        parameter.type.read(word)
        assert (
            isinstance(parameter, click.Argument)
            or word in str(parameter.help)
            or place in UNLISTED
        )


def test_few_words_are_told_wherever_an_option_has_them() -> None:
    """An option whose reader names the words that it takes is one whose words a shell is told."""
    refused = 0
    for parameter in parameters().values():
        if isinstance(parameter.type, OptionValue) and not isinstance(parameter.type, ListedValue):
            with suppress(InputError):
                parameter.type.read("no-such-word")
                continue
            refused += 1
            with pytest.raises(InputError, match=r"^(?!.*is not one of)"):
                parameter.type.read("no-such-word")

    assert refused > 20


# In the shells.


@pytest.mark.parametrize("shell", SHELL_COMPLETIONS)
def test_the_script_is_printed(shell: str, done: Call) -> None:
    """`completion SHELL` prints the shell's script, which asks for what may follow."""
    said = done(f"completion {shell}").out

    assert VARIABLE in said
    assert f"{shell}_complete" in said


IN_SHELLS = {
    "bash": """
eval "$(visualizer completion bash)"
compopt() { :; }
COMP_LINE="$1" COMP_POINT=${#1}
_visualizer_completion visualizer "$2" ""
printf '%s\\n' "${COMPREPLY[@]}"
""",
    "zsh": """
compdef() { :; }
compadd() { while [[ $1 != -- ]]; do shift; done; print -r -- $2; }
_files() { :; }
eval "$(visualizer completion zsh)"
words=(${(z)1}) CURRENT=${#words}
_visualizer_completion
""",
    "fish": """
visualizer completion fish | source
complete --do-complete $argv[1] | string replace -r '\\t.*' ''
""",
}


@pytest.mark.parametrize("shell", SHELL_COMPLETIONS)
@pytest.mark.parametrize(
    ("line", "replaced", "told"),
    [
        ("visualizer open tak -p win", "win", "win-in-one"),
        ("visualizer show hex --set swap=of", "of", "swap=off"),
    ],
)
def test_the_script_works_in_the_shell(
    shell: str, line: str, replaced: str, told: str, tmp_path: Path
) -> None:
    """The shell itself runs it and gets the one word that may follow."""
    program = shutil.which(shell)
    if program is None:
        pytest.skip(f"there is no {shell}")
    (tmp_path / "script").write_text(IN_SHELLS[shell], encoding="utf-8")
    folder = Path(sys.executable).parent
    quiet = {
        "bash": ["--norc"],
        "zsh": ["-f"],
        "fish": ["--no-config"],
    }[shell]
    result = subprocess.run(
        [program, *quiet, tmp_path / "script", line, replaced],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        env={**os.environ, "PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"},
    )

    assert result.stdout.split() == [told.removeprefix("swap=") if shell == "bash" else told], (
        result.stderr
    )
