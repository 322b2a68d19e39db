"""The form that PGN, PDN and PTN share: tags, numbered moves, comments, variations, marks, a result."""

import re
import textwrap
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from games._notation import shorten
from games._transcript import counted_words

RESULTS: Mapping[str, float | None] = {
    "1-0": 1, "2-0": 1, "R-0": 1, "F-0": 1,
    "0-1": -1, "0-2": -1, "0-R": -1, "0-F": -1,
    "1/2-1/2": 0, "1-1": 0,
    "0-0": None, "*": None,
}  # fmt: skip
"""What the marks at the end of a game say, from the first player's side; None where nobody knows."""
TOKEN = re.compile(
    r"""(?P<space>\s+)
    |(?P<tag>\[\s*(?P<name>\w+)\s+"(?P<value>[^"\n]*)"\s*\])
    |(?P<comment>\{[^}]*\}|;[^\n]*)
    |(?P<open>\()|(?P<close>\))
    |(?P<number>[0-9]+\.+|\.+|--(?=\s|$))
    |(?P<mark>\$[0-9]+|[!?]+(?=\s|$))
    |(?P<word>[^\s\[\]{}();]+)""",
    re.VERBOSE,
)
WIDTH = 100


@dataclass
class Movetext:
    """A game as it is written: its tags, its moves without marks, its result, and how much was passed over."""

    tags: dict[str, str] = field(default_factory=dict)
    moves: list[str] = field(default_factory=list)
    result: str = ""
    passed: Counter[str] = field(default_factory=lambda: Counter({"comment": 0, "variation": 0, "mark": 0}))

    @property
    def outcome(self) -> float | None:
        """What the result says, else the tag `Result`."""
        return RESULTS.get(self.result or self.tags.get("Result", ""))

    @property
    def skipped(self) -> tuple[str, ...]:
        """What was passed over, in words."""
        return counted_words(self.passed)


def read_movetext(text: str) -> list[Movetext]:
    """Read games, one after the other; ValueError says in which line something is wrong.

    >>> [game] = read_movetext('[Size "5"] 1. a1! {good} e5 (1... d4 2. c3) 2. c3 *')
    >>> game.moves, game.skipped, game.tags["Size"]
    (['a1', 'e5', 'c3'], ('1 comment', '1 variation', '1 mark'), '5')
    """
    games = [Movetext()]
    depth = 0
    for line, token in _tokens(text):
        kind, game = token.lastgroup, games[-1]
        if kind in ("name", "value"):
            kind = "tag"
        word = token[0]
        begins = kind == "tag" or (kind == "word" and not depth)
        if begins and (game.result or (kind == "tag" and game.moves)):
            game = Movetext()
            games.append(game)
        if kind == "open":
            depth += 1
            game.passed["variation"] += depth == 1
        elif kind == "close":
            if not depth:
                raise ValueError(f"line {line} closes a variation, ')', that was not opened")
            depth -= 1
        elif depth or kind in ("space", "number"):
            continue
        elif kind == "tag":
            game.tags[token["name"]] = token["value"]
        elif kind in ("comment", "mark"):
            game.passed[kind] += 1
        elif word in RESULTS:
            game.result = word
        else:
            bare = word.rstrip("!?")
            game.passed["mark"] += bare != word
            game.moves.append(bare)
    if depth:
        raise ValueError("a variation is opened by '(' and not closed")
    return games


def _tokens(text: str) -> Iterator[tuple[int, re.Match[str]]]:
    """Yield the parts of a text, each with the number of its line."""
    place, line = 0, 1
    while place < len(text):
        token = TOKEN.match(text, place)
        if token is None:
            what = "comment" if text[place] == "{" else "tag" if text[place] == "[" else ""
            words = f"begins a {what} that does not end" if what else "closes what was not opened"
            raise ValueError(f"line {line}: {shorten(text[place:].splitlines()[0])} {words}")
        yield line, token
        place, line = token.end(), line + token[0].count("\n")


def write_movetext(
    tags: Mapping[str, str], moves: Sequence[str], result: str, *, first: int = 1, second_begins: bool = False
) -> str:
    """Write a game; its first move has the number `first`, and is the second player's if `second_begins`.

    >>> print(write_movetext({"Size": "5"}, ["a1", "e5", "c3"], "*"))
    [Size "5"]
    <BLANKLINE>
    1. a1 e5 2. c3 *
    """
    words = [f"{first}... {moves[0]}"] if second_begins and moves else []
    rest = moves[len(words) :]
    for number, place in enumerate(range(0, len(rest), 2), first + len(words)):
        words += [f"{number}. {rest[place]}", *rest[place + 1 : place + 2]]
    lines = [f'[{name} "{value.replace(chr(34), chr(39))}"]' for name, value in tags.items()]
    text = textwrap.fill(" ".join([*words, result]), WIDTH, break_long_words=False, break_on_hyphens=False)
    return "\n".join([*lines, "", text])
