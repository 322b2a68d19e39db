"""Prints a random sample of the sentences that users see, to be read aloud.

`python tools/sentences.py [NUMBER] [SEED]`. The help of commands, the texts in the code (errors
among them) and the pages of docs/ give up to a fifth each; the rest is the output of commands. Of
sentences that differ only in numbers and names of moves, one is chosen.
"""

import ast
import io
import random
import re
import shlex
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any
from unittest.mock import patch

import click

from visualizer.apps.cli import visualizer
from visualizer.apps.cli.messages import run_command

ROOT = Path(__file__).parents[1]
SEARCHES = [
    "alpha-beta",
    "ordered-alpha-beta",
    "minimax",
    "mtdf",
    "pvs",
    "iterative-deepening -d 3",
]
SAMPLED = ["mcts --iterations 60", "mcts --selection puct --iterations 60"]
GAMES = ["tictactoe", "connect-four", "othello", "hex", "tak", "italian-draughts", "kalah"]
COMMANDS = [
    *(f"explain {game} -p small -a {search}" for game in GAMES for search in [*SEARCHES, *SAMPLED]),
    *(f"explain tree -a {search}" for search in SEARCHES),
    *(
        f"explain tree -p '[~[2, 4, ~[-1, 5]], ~[[3, 1], 6], 2]' -a {kind}"
        for kind in ("star1 --bounds -9,9", "expectimax")
    ),
    *(f"explain einstein -p opening -d 2 -a {search}" for search in ("star1", "expectiminimax")),
    *(f"compare {game} -p small" for game in GAMES),
    *(f"review {game} -p whole-game -d 2" for game in ("connect-four", "kalah")),
]
TALKS = {
    "open": [
        f"{game} -p small -a {search} --plain"
        for game in GAMES
        for search in (SEARCHES[0], SAMPLED[0])
    ],
    "lesson": [f"{number} --plain" for number in range(1, 10)],
    "practice": [
        f"--seed {seed} --level {level} --plain"
        for seed in (1, 2)
        for level in ("values", "cuts", "windows")
    ],
    "play": [f"{game} -d 2 --seed 1 --plain" for game in ("connect-four", "tictactoe", "othello")],
}
"""Commands that wait for answers; `TYPED` has the answers."""
TYPED = {
    "open": "next\nnext cut\nwhy\nnext cut\nwhy\nhelp\npredict\n3\nquit\n",
    "lesson": "next\n" * 3 + "7\nhint\n" + "next\n" * 4 + "9\nnext\nnext\nwhy\nquit\n",
    "practice": "a1 99\nhint\nhint\ncheck\nhelp\nsolution\nquit\n",
    "play": "hint\nvalues\nwhy not\n1\nb3\nhelp\nundo\nquit\n",
}
LINES = 12
"""How many lines of one command are used, at most."""
SHAPE = re.compile(r"\b[A-Z]?[a-z]?\d+\b|[\d½∞−+.-]+")
MARKUP = re.compile(
    r"""</?[a-zA-Z!?][^<>]*>|/>|\\|=["']|@media|\w=\w+ …\w|\w\[\[?\w+[\[,] |[a-z]\([a-z]+[(=]"""
    r"""|\w\|[\w^]|\S\n.|^[a-z ]*_[\w ]*$"""
)
"""What code, markup and lists of names have."""
TORN = re.compile(
    r"^\s*(?:[,;:)(·/]|(?:and|but|so|than|nor)\b)|^\s+[a-z…]|(?:,|\b(?:an?|the|and|or|than|with|at))\s*$"
)
"""How a text begins or ends that code puts together with another: nobody reads it alone."""
PLAIN = re.compile(r"[A-Za-z']{2,},? [a-z]{2,}\b")
"""Two words in a row: a sentence has them, a position or a list of moves has not."""


def of_runs(dice: random.Random) -> Iterator[str]:
    """Yield what commands say, a few lines of each."""
    commands = [(command, "") for command in COMMANDS]
    commands += [(f"{name} {rest}", TYPED[name]) for name, rests in TALKS.items() for rest in rests]
    for command, typed in dice.sample(commands, len(commands)):
        out = io.StringIO()
        with (
            redirect_stdout(out),
            redirect_stderr(out),
            patch.object(sys, "stdin", io.StringIO(typed)),
        ):
            run_command(visualizer, ["--no-color", *shlex.split(command)])
        lines = out.getvalue().splitlines()
        yield from dice.sample(lines, min(LINES, len(lines)))


def of_help(command: click.Command) -> Iterator[str]:
    """Yield the help of a command, its options and the commands below it."""
    yield command.help or ""
    for parameter in command.params:
        yield " ".join((getattr(parameter, "help", "") or "").split())
    for other in vars(command).get("commands", {}).values():
        yield from of_help(other)
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            if name not in vars(command).get("commands", {}):
                yield from of_help(command.get_command(context, name) or click.Command(None))


def template(text: ast.AST) -> str:
    """Return a text as it stands in the code, with … for what is filled in."""
    if isinstance(text, ast.Constant) and isinstance(text.value, str):
        return text.value
    if isinstance(text, ast.JoinedStr):
        return "".join(template(part) or "…" for part in text.values)
    return ""


def of_code() -> Iterator[str]:
    """Yield whole sentences in the code, such as errors, without docstrings and markup."""
    for file in sorted(
        path for room in ("games", "exports", "visualizer") for path in (ROOT / room).rglob("*.py")
    ):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        inner = {
            id(part)
            for text in ast.walk(tree)
            if isinstance(text, ast.JoinedStr)
            for part in ast.walk(text)
        }
        inner |= {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            if isinstance(node, ast.JoinedStr) or id(node) not in inner:
                text = template(node)
            else:
                text = ""
            if PLAIN.search(text) and not MARKUP.search(text) and not TORN.search(text):
                yield text


def of_pages() -> Iterator[str]:
    """Yield the sentences of README and docs/, without code, tables and captions of pictures."""
    for page in (ROOT / "README.md", *sorted((ROOT / "docs").glob("**/*.md"))):
        left_out = r"^```.*?^```|!\[[^\]]*\]\([^)]*\)|^[|#<].*?$"
        text = re.sub(
            left_out, "\n", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL
        )
        for paragraph in text.split("\n\n"):
            yield from re.split(r"(?<=[.?!])\s", " ".join(paragraph.split()))


def drawn(sentences: Iterator[str] | list[str], number: int, dice: random.Random) -> list[str]:
    """Return some sentences of at least five words, one of each shape."""
    found: dict[Any, str] = {}
    for sentence in sentences:
        if len(re.findall(r"[^\W\d_]{2,}", sentence)) >= 5:
            found.setdefault(SHAPE.sub("#", sentence), sentence.strip())
    return dice.sample(list(found.values()), min(number, len(found)))


def main(number: int = 200, seed: int = 1) -> None:
    """Print the sentences, numbered, with where they come from."""
    dice = random.Random(seed)
    part = number // 5
    places = {
        "help": drawn(of_help(visualizer), part, dice),
        "code": drawn(of_code(), part, dice),
        "page": drawn(of_pages(), part, dice),
    }
    places["said"] = drawn(of_runs(dice), number - sum(map(len, places.values())), dice)
    for place, (where, sentence) in enumerate(
        ((where, one) for where, some in places.items() for one in some), 1
    ):
        print(f"{place:3} [{where}] {sentence}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
