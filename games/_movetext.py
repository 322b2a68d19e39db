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
TAGS = re.compile(r"^\[", re.MULTILINE)
"""Where the tags of a game may begin."""
WIDTH = 100


@dataclass
class Movetext:
    """A game as it is written: its tags, its moves without marks, its result, and how much was passed over.

    `broken` says why it could not be read to its end, "" if it could.
    """

    tags: dict[str, str] = field(default_factory=dict)
    moves: list[str] = field(default_factory=list)
    result: str = ""
    broken: str = ""
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
    """Read games, one after the other; ValueError says in which line something is wrong before a game's first move.

    What is wrong later breaks off that game alone: the next one begins with its tags.

    >>> [game] = read_movetext('[Size "5"] 1. a1! {good} e5 (1... d4 2. c3) 2. c3 *')
    >>> game.moves, game.skipped, game.tags["Size"]
    (['a1', 'e5', 'c3'], ('1 comment', '1 variation', '1 mark'), '5')
    """
    reader = Reader()
    for line, token in _tokens(text):
        if isinstance(token, str):
            reader.break_off(token)
        else:
            reader.take(line, token)
    if reader.depth:
        reader.break_off(reader.unclosed)
    return reader.games


class Reader:
    """Games as far as they have been read; `depth` is that of variations, `opened` the line where the outer begins."""

    def __init__(self) -> None:
        """Begin with a game that has nothing yet."""
        self.games = [Movetext()]
        self.depth = self.opened = 0

    def take(self, line: int, token: re.Match[str]) -> None:
        """Read a part of a text; ValueError as for `read_movetext`."""
        kind, game = token.lastgroup, self.games[-1]
        if kind in ("name", "value", "tag"):
            self.tag(token["name"], token["value"])
        elif game.broken or kind in ("space", "number"):
            return
        elif kind == "open":
            self.opened = self.opened if self.depth else line
            game.passed["variation"] += not self.depth
            self.depth += 1
        elif kind == "close" and not self.depth:
            self.break_off(f"line {line} closes a variation, ')', that was not opened")
        elif kind == "close":
            self.depth -= 1
        elif kind == "word" and not self.depth:
            self.word(token[0])
        elif not self.depth:
            game.passed[str(kind)] += 1

    def tag(self, name: str, value: str) -> None:
        """Read a tag, which begins a game behind one that has moves."""
        if self.depth:
            self.break_off(self.unclosed)
        if self.games[-1].result or self.games[-1].moves:
            self.games.append(Movetext())
        self.games[-1].tags[name] = value

    def word(self, word: str) -> None:
        """Read a move or a result; a move behind a result begins another game."""
        if self.games[-1].result:
            self.games.append(Movetext())
        game, bare = self.games[-1], word.rstrip("!?")
        if word in RESULTS:
            game.result = word
        else:
            game.passed["mark"] += bare != word
            game.moves.append(bare)

    @property
    def unclosed(self) -> str:
        """Say where a variation begins that does not end."""
        return f"a variation is opened by '(' in line {self.opened} and not closed"

    def break_off(self, why: str) -> None:
        """End the last game where it cannot be read; ValueError if it has no move yet."""
        game, self.depth = self.games[-1], 0
        if not game.moves:
            raise ValueError(why)
        game.broken = game.broken or why


def _tokens(text: str) -> Iterator[tuple[int, re.Match[str] | str]]:
    """Yield the parts of a text, each with the number of its line; in place of a broken line what is wrong with it."""
    place, line = 0, 1
    while place < len(text):
        token = TOKEN.match(text, place)
        if token is None:
            what = "comment" if text[place] == "{" else "tag" if text[place] == "[" else ""
            words = f"begins a {what} that does not end" if what else "closes what was not opened"
            yield line, f"line {line}: {shorten(text[place:].splitlines()[0])} {words}"
            after = None if text[place] == "{" else TAGS.search(text, place + 1)
            if after is None:  # and a comment that does not end has all that follows
                return
            place, line = after.start(), line + text.count("\n", place, after.start())
            continue
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
