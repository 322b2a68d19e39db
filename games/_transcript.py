"""Whole games in a text: names of moves, or one of the formats with tags and comments, such as PGN, PTN and SGF."""

import re
import textwrap
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from games._notation import shorten
from games._position import AnyPosition

OUTCOME_OF_RESULT: Mapping[str, float | None] = {
    "1-0": 1,
    "2-0": 1,
    "R-0": 1,
    "F-0": 1,
    "0-1": -1,
    "0-2": -1,
    "0-R": -1,
    "0-F": -1,
    "1/2-1/2": 0,
    "1-2-1-2": 0,
    "1/2": 0,
    "1-1": 0,
    "0-0": None,
    "*": None,
}
"""What the marks at the end of a game say, from the first player's side; None where nobody knows."""
MOVETEXT_TOKEN_PATTERN = re.compile(
    r"""(?P<space>\s+)
    |(?P<tag>\[\s*(?P<name>\w+)\s*"(?P<value>(?:\\["\\]|[^"\n])*)"\s*\])
    |(?P<comment>\{[^}]*\}|;[^\n]*|(?m:^)%[^\n]*)
    |(?P<open>\()|(?P<close>\))
    |(?P<number>[0-9]{1,9}\.+|\.+|--(?=\s|$))
    |(?P<mark>\$[0-9]+|[!?]+(?=\s|$))
    |(?P<word>[^\s\[\]{}();]+)""",
    re.VERBOSE,
)
TAG_LINE_PATTERN = re.compile(r"^\[", re.MULTILINE)
"""Where the tags of a game may begin."""
PROPERTY_PATTERN = re.compile(
    r"(?P<name>[A-Za-z]+)\s*(?P<values>(?:\[(?:\\.|[^\]\\])*\]\s*)+)|(?P<bracket>[()])|(?P<other>[^\s;])",
    re.DOTALL,
)
PROPERTIES_START_PATTERN = re.compile(r"\s*[0-9]*\s*\(\s*;")
"""How a text in SGF or GGF begins."""
FORM_TAGS = ("gm", "ff", "ca", "ap", "st", "sz")
"""The tags of SGF and GGF that are about the file or the board, which whoever writes it chooses anew."""
PROPERTY_VALUE_PATTERN = re.compile(r"\[((?:\\.|[^\]\\])*)\]", re.DOTALL)
MOVETEXT_WIDTH = 100


@dataclass
class Movetext:
    """A game as it is written: its tags, its moves without marks, its result, and how much was passed over.

    Names of tags are in lower case. `sides` has who makes each move, in the forms that tell it.
    `broken` says why it could not be read to its end, "" if it could.
    """

    tags: dict[str, str] = field(default_factory=dict)
    moves: list[str] = field(default_factory=list)
    sides: list[str] = field(default_factory=list)
    result: str = ""
    broken: str = ""
    passed: Counter[str] = field(
        default_factory=lambda: Counter({"comment": 0, "variation": 0, "mark": 0})
    )

    @property
    def final(self) -> str:
        """The result behind the moves, else the tag `Result`."""
        return self.result or self.tags.get("result", "")

    @property
    def outcome(self) -> float | None:
        """What the result says."""
        return OUTCOME_OF_RESULT.get(self.final)

    @property
    def skipped(self) -> tuple[str, ...]:
        """What was passed over, in words; a result that says nothing, or not what the moves end with, is."""
        tag = self.tags.get("result", "")
        is_told = tag not in ("", "?") and OUTCOME_OF_RESULT.get(tag, tag) != self.outcome
        return (*counted_words(self.passed), *([f"the result {shorten(tag)}"] if is_told else []))

    def record(self, moves: Sequence[str], **told: Any) -> "GameRecord":
        """Return the game as it was read, with these moves; `told` are other fields of a record."""
        return GameRecord(moves, skipped=self.skipped, broken=self.broken, **told)

    def in_turn(self, first: str, other: str) -> list[str]:
        """Return the moves of two sides in turn, with a pass where one of them moves twice in a row.

        >>> Movetext(moves=["a1", "b2", "c3"], sides=["B", "W", "W"]).in_turn("B", "W")
        ['a1', 'b2', 'pass', 'c3']
        """
        moves: list[str] = []
        for move, side in zip(self.moves, self.sides, strict=True):
            if side == (first, other)[len(moves) % 2]:
                moves += [move]
            else:
                moves += ["pass", move]
        return moves


def read_movetext(text: str) -> list[Movetext]:
    """Read games, one after the other; ValueError says in which line something is wrong before a game's first move.

    What is wrong later breaks off that game alone: the next one begins with its tags.

    >>> [game] = read_movetext('[Size "5"] 1. a1! {good} e5 (1... d4 2. c3) 2. c3 *')
    >>> game.moves, game.skipped, game.tags["size"]
    (['a1', 'e5', 'c3'], ('1 comment', '1 variation', '1 mark'), '5')

    A number that goes back begins a variation, too, as PTN Ninja writes its branches behind the
    main line.

    >>> read_movetext("1. a1 e5 2. c3 {2w1} 2. d4 e4")[0].moves
    ['a1', 'e5', 'c3']
    """
    reader = MovetextReader()
    for line, token in _movetext_tokens(text):
        if isinstance(token, str):
            reader.break_off(token)
        else:
            reader.take(line, token)
    if reader.depth:
        reader.break_off(reader.unclosed)
    return reader.games


class MovetextReader:
    """Games as far as they have been read; `depth` is that of variations, `opened` the line where the outer begins.

    Moves are counted as they are numbered: `ply` is twice the number of the next one, plus 1 for
    the second player's; None where none has been numbered yet. `numbered` is what the number says
    that stands before it, None without one.
    """

    def __init__(self) -> None:
        """Begin with a game that has nothing yet."""
        self.games: list[Movetext] = []
        self.depth = self.opened = 0
        self.begin()

    def begin(self) -> None:
        """Begin the next game."""
        self.games.append(Movetext())
        self.ply: int | None = None
        self.numbered: int | None = None
        self.is_branch = False
        """Whether the numbers have gone back: what follows is no part of the main line."""

    def take(self, line: int, token: re.Match[str]) -> None:
        """Read a part of a text; ValueError as for `read_movetext`."""
        kind = token.lastgroup
        game = self.games[-1]
        if kind in ("name", "value", "tag"):
            self.tag(token["name"].lower(), re.sub(r'\\(["\\])', r"\1", token["value"]))
        elif game.broken or kind == "space":
            return
        elif kind == "open":
            self.opened = self.opened if self.depth else line
            game.passed["variation"] += not self.depth
            self.depth += 1
        elif kind == "close" and not self.depth:
            self.break_off(f"line {line} has a ')' without the '(' that opens a variation")
        elif kind == "close":
            self.depth -= 1
        elif self.depth:
            return
        elif kind == "number":
            self.number(token[0])
        elif kind == "word":
            self.word(line, token[0])
        else:
            game.passed[str(kind)] += 1

    def tag(self, name: str, value: str) -> None:
        """Read a tag, which begins a game behind one that has moves."""
        if self.depth:
            self.break_off(self.unclosed)
        if self.games[-1].result or self.games[-1].moves:
            self.begin()
        self.games[-1].tags[name] = value

    def number(self, text: str) -> None:
        """Read the number of a move; several dots, or dashes behind it, stand for the first player's move."""
        if text[0].isdigit():
            self.numbered = 2 * int(text.rstrip(".")) + (text[-2] == ".")
        elif self.numbered is not None:
            self.numbered |= 1

    def word(self, line: int, word: str) -> None:
        """Read a move or a result; a move behind a result begins another game, unless its number only goes back."""
        game = self.games[-1]
        bare = word.rstrip("!?")
        if word in OUTCOME_OF_RESULT:
            game.result = game.result or ("" if self.is_branch else word)
            return
        goes_back = (
            self.numbered is not None and self.ply is not None and 3 < self.numbered < self.ply
        )
        if game.result and not (self.is_branch or goes_back):
            numbered = self.numbered
            self.begin()
            game = self.games[-1]
            self.numbered = numbered
        self.place(line)
        if not (self.is_branch or game.broken):
            game.passed["mark"] += bare != word
            game.moves.append(bare)

    def place(self, line: int) -> None:
        """Count a move, and hold its number against those before it: it may go back to begin a branch, but not on."""
        found = self.numbered
        expected = self.ply
        self.numbered = None
        self.ply = expected if found is None else found
        if found is not None and expected is not None and found < expected:
            self.is_branch = True
            self.games[-1].passed["variation"] += 1
        elif found is not None and expected is not None and found > expected and not self.is_branch:
            dots = "." if expected % 2 == 0 else "..."
            self.break_off(
                f"line {line} has move {found // 2} where {expected // 2}{dots} was expected"
            )
        if self.ply is not None:
            self.ply += 1

    @property
    def unclosed(self) -> str:
        """Say where a variation begins that does not end."""
        return f"the '(' in line {self.opened} opens a variation that is never closed"

    def break_off(self, why: str) -> None:
        """End the last game where it cannot be read; ValueError if it has no move yet."""
        game = self.games[-1]
        self.depth = 0
        if not game.moves:
            raise ValueError(why)
        game.broken = game.broken or why


def _movetext_tokens(text: str) -> Iterator[tuple[int, re.Match[str] | str]]:
    """Yield the parts of a text, each with the number of its line; in place of a broken line what is wrong with it."""
    place = 0
    line = 1
    while place < len(text):
        token = MOVETEXT_TOKEN_PATTERN.match(text, place)
        if token is None:
            if text[place] == "{":
                what = "comment"
            elif text[place] == "[":
                what = "tag"
            else:
                what = ""
            words = (
                f"begins a {what} that does not end"
                if what
                else "closes something that was never opened"
            )
            yield line, f"line {line}: {shorten(text[place:].splitlines()[0])} {words}"
            if text[place] == "{":
                after = None
            else:
                after = TAG_LINE_PATTERN.search(text, place + 1)
            if after is None:  # and a comment that does not end has all that follows
                return
            place, line = after.start(), line + text.count("\n", place, after.start())
            continue
        yield line, token
        place = token.end()
        line = line + token[0].count("\n")


def read_properties(text: str) -> list[Movetext]:
    """Read the main lines of games in SGF or GGF, one after the other; what stands around them is no part of them.

    The moves are the values of `B` and `W`, those of all other properties are tags. ValueError for
    none.

    >>> [game] = read_properties("(;GM[11]SZ[3];B[a1](;W[b2];B[c3])(;W[c1]))")
    >>> game.moves, game.sides, game.tags, game.skipped
    (['a1', 'b2', 'c3'], ['B', 'W', 'B'], {'gm': '11', 'sz': '3'}, ('1 variation',))
    """
    games: list[Movetext] = []
    closed, depth, aside = (
        False,
        0,
        0,
    )  # was a line closed; how many are open; how deep is a variation
    for token in PROPERTY_PATTERN.finditer(text):
        name = token["name"] or ""
        if games:
            game = games[-1]
        else:
            game = Movetext()
        if token["bracket"] == "(":
            if not depth:
                games.append(Movetext())
            elif closed and not aside:
                game.passed["variation"] += 1
                aside = depth
            closed = False
            depth = depth + 1
        elif token["bracket"] == ")" and depth:
            closed = True
            depth = depth - 1
            aside = 0 if depth <= aside else aside
        elif not depth or aside:
            continue
        elif not name:
            line = text.count("\n", 0, token.start()) + 1
            game.broken = (
                f"line {line}: {shorten(text[token.start() :].splitlines()[0])} is not a "
                "property such as B[a1]"
            )
            break  # a value that does not end has all that follows
        elif name in ("B", "W"):
            game.moves.append(PROPERTY_VALUE_PATTERN.findall(token["values"])[0].strip())
            game.sides.append(name)
        elif name in ("C", "N"):
            game.passed["comment"] += 1
        else:
            game.tags[name.lower()] = re.sub(
                r"\\(.)", r"\1", PROPERTY_VALUE_PATTERN.findall(token["values"])[0], flags=re.DOTALL
            ).strip()
    if depth and not games[-1].broken:
        games[-1].broken = "the game's opening '(' is never closed"
    if not games:
        raise ValueError("it contains no game, (;...)")
    return games


def write_movetext(
    tags: Mapping[str, str],
    moves: Sequence[str],
    result: str,
    *,
    first: int = 1,
    second_begins: bool = False,
) -> str:
    """Write a game; its first move has the number `first`, and is the second player's if `second_begins`.

    >>> print(write_movetext({"Size": "5"}, ["a1", "e5", "c3"], "*"))
    [Size "5"]
    <BLANKLINE>
    1. a1 e5 2. c3 *
    """
    if second_begins and moves:
        words = [f"{first}... {moves[0]}"]
    else:
        words = []
    rest = moves[len(words) :]
    for number, place in enumerate(range(0, len(rest), 2), first + len(words)):
        words += [f"{number}. {rest[place]}", *rest[place + 1 : place + 2]]
    lines = [f'[{name} "{value.replace(chr(34), chr(39))}"]' for name, value in tags.items()]
    text = textwrap.fill(
        " ".join([*words, result]).rstrip(),
        MOVETEXT_WIDTH,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return "\n".join([*lines, "", text])


CHARACTERS_TO_ESCAPE = re.compile(r"([\\\]])")
"""What ends a value in SGF unless a backslash stands before it, and that backslash."""
ESCAPED_CHARACTER = r"\\\1"


def write_properties(
    tags: Mapping[str, str], moves: Sequence[str], first: str, other: str, before: str = ";"
) -> str:
    r"""Write a game in SGF or GGF; its moves belong to two sides in turn, and have `before` in front of each.

    >>> write_properties({"GM": "11", "PB": "A [x]"}, ["a1", "b2"], "B", "W")
    '(;GM[11]PB[A [x\\]];B[a1];W[b2])'
    """
    written = "".join(
        f"{name}[{CHARACTERS_TO_ESCAPE.sub(ESCAPED_CHARACTER, value)}]"
        for name, value in tags.items()
        if value
    )
    played = "".join(
        f"{before}{(first, other)[number % 2]}[{move}]" for number, move in enumerate(moves)
    )
    return f"(;{written}{played})"


def game_kinds(text: str) -> set[str]:
    """Return the games that a text in SGF or GGF names (GM), in lower case; none for other texts.

    >>> game_kinds("(;FF[4]GM[11]SZ[5];B[a1])"), game_kinds("a1 b2")
    ({'11'}, set())
    """
    if not PROPERTIES_START_PATTERN.match(text):
        return set()
    return {game.tags["gm"].lower() for game in read_properties(text) if "gm" in game.tags}


MOVE_NUMBER_PATTERN = re.compile(r"(?<!\S)([0-9]{1,9})\.+(?=[^\d.]|$)")
"""What a move of a list may be numbered with."""


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game to be written: its first and last positions, the moves between them, its settings, who played.

    `result` is from MAX's side: above 0 if MAX has won, None while the
    game goes on; it may have been given up before the rules end it.
    """

    start: AnyPosition
    moves: Sequence[str]
    last: AnyPosition
    result: float | None = None
    settings: Mapping[str, str] = field(default_factory=dict)
    players: tuple[str, str] = ("", "")


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game as it was read: texts that hold its moves, and what else its notation told.

    `position` is where it begins, None for where games begin. `skipped` says what was passed over:
    "2 comments"; `broken` why the rest could not be read, "" if all could. `players` are the names
    of who played, "" if not told.
    """

    moves: Sequence[str]
    position: str | None = None
    settings: Mapping[str, str] = field(default_factory=dict)
    result: float | None = None
    skipped: tuple[str, ...] = ()
    broken: str = ""
    players: tuple[str, str] = ("", "")
    by_rules: bool = False
    other_tags: tuple[str, ...] = ()
    """The names of the tags that say what no game keeps, such as when it was played."""


def read_tagged_games(
    games: Iterable[Movetext],
    players: tuple[str, str],
    read: Callable[[Movetext], GameRecord],
    known: Collection[str] = (),
) -> list[GameRecord]:
    """Read games that were written with tags; `players` are the tags that name the two, in lower case.

    `known` are the other tags that `read` reads, or that are about the file alone. Where `read`
    raises ValueError, since a game cannot be played here, it is broken off before its first move.
    Where there are neither tags nor moves, there is no game.
    """
    found = []
    for game in games:
        if not (game.tags or game.moves or game.broken):
            continue
        try:
            record = read(game)
        except ValueError as error:
            record = GameRecord((), broken=str(error))
        names = (game.tags.get(players[0], ""), game.tags.get(players[1], ""))
        others = (
            tag
            for tag in game.tags
            if tag not in {*players, *known} and game.tags[tag] not in ("", "?")
        )
        found.append(replace(record, players=names, other_tags=tuple(map(str.upper, others))))
    return found


def write_joined(game: PlayedGame) -> str:
    """Write the names of the moves without spaces; a pass between two moves, which is forced, is left out.

    The last move is written whatever it is, so that none is lost.
    """
    return "".join(
        move
        for number, move in enumerate(game.moves, 1)
        if move != "pass" or number == len(game.moves)
    )


def read_names(text: str) -> list[GameRecord]:
    """Read the game whose moves a text has, if it has any.

    Comments (`{...}`, or from `;` to the end of a line) and numbers are skipped.

    >>> read_names("1.f6 2.d4 {good}")[0].moves
    ['f6  d4']
    """
    moves, comments = re.subn(r"\{[^}]*\}|;[^\n]*", " ", text)
    last = 0
    broken = ""
    for number in MOVE_NUMBER_PATTERN.finditer(moves):
        if int(number[1]) < last:
            moves = moves[: number.start()]
            broken = f"number {number[1]} follows number {last}"
            break
        last = int(number[1])
    moves = MOVE_NUMBER_PATTERN.sub(" ", moves).strip()
    if not (moves or broken):
        return []
    return [
        GameRecord(
            [moves] if moves else [], skipped=counted_words({"comment": comments}), broken=broken
        )
    ]


def counted_words(counts: Mapping[str, int]) -> tuple[str, ...]:
    """Say how many there are of each.

    >>> counted_words({"comment": 2, "variation": 1, "mark": 0})
    ('2 comments', '1 variation')
    """
    return tuple(
        f"{count:,} {what}{'s' if count > 1 else ''}" for what, count in counts.items() if count
    )


@dataclass(frozen=True, slots=True)
class Transcript:
    """How a game writes and reads whole games.

    `ending` is that of its files. `read` returns the games of a text, one after the other;
    ValueError says in which line something is wrong. What it returns as moves is split by the
    game's `split_moves`.

    `others` write other notations that `read` reads as well, by the endings of their files;
    ValueError for a game that such a notation cannot tell. `tells` says whether a text says by
    itself that it holds this game.
    """

    ending: str = "txt"
    write: Callable[[PlayedGame], str] = lambda game: " ".join(game.moves)
    read: Callable[[str], Sequence[GameRecord]] = read_names
    others: Mapping[str, Callable[[PlayedGame], str]] = field(default_factory=dict)
    tells: Callable[[str], bool] = lambda text: False

    @property
    def endings(self) -> tuple[str, ...]:
        """The endings of files in the game's notations."""
        return (self.ending, *self.others)
