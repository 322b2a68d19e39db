"""Whole games as text: names of moves, or a format with tags and comments (PGN, PTN, SGF)."""

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
"""Outcomes for the first player by the mark at the end of a game; None where it is unknown."""
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
"""The start of a line with a tag, where the next game may begin."""
PROPERTY_PATTERN = re.compile(
    r"(?P<name>[A-Za-z]+)\s*(?P<values>(?:\[(?:\\.|[^\]\\])*\]\s*)+)|(?P<bracket>[()])|(?P<other>[^\s;])",
    re.DOTALL,
)
PROPERTIES_START_PATTERN = re.compile(r"\s*[0-9]*\s*\(\s*;")
"""The start of a text in SGF or GGF."""
FORM_TAGS = ("gm", "ff", "ca", "ap", "st", "sz")
"""The tags of SGF and GGF about the file or the board; each program that writes sets its own."""
PROPERTY_VALUE_PATTERN = re.compile(r"\[((?:\\.|[^\]\\])*)\]", re.DOTALL)
MOVETEXT_WIDTH = 100


@dataclass
class Movetext:
    """A game as its notation writes it: tags, moves without marks, and the result.

    Names of tags are in lower case. `sides` has the side of each move, in notations that name it.
    `broken` is the reason why the rest of the game could not be read, or "". `passed` counts the
    comments, variations and marks that were left out.
    """

    tags: dict[str, str] = field(default_factory=dict)
    moves: list[str] = field(default_factory=list)
    sides: list[str] = field(default_factory=list)
    result: str = ""
    broken: str = ""
    passed: Counter[str] = field(
        default_factory=lambda: Counter(
            {
                "comment": 0,
                "variation": 0,
                "mark": 0,
            }
        )
    )

    @property
    def final(self) -> str:
        """The result after the moves, else the tag `Result`."""
        return self.result or self.tags.get("result", "")

    @property
    def outcome(self) -> float | None:
        """The outcome from the first player's side; None if the result leaves it open."""
        return OUTCOME_OF_RESULT.get(self.final)

    @property
    def skipped(self) -> tuple[str, ...]:
        """The parts that were left out, in words.

        A tag `Result` is left out if it is unknown, or contradicts the result after the moves.
        """
        counts = counted_words(self.passed)
        tag = self.tags.get("result", "")
        if tag in ("", "?") or OUTCOME_OF_RESULT.get(tag, tag) == self.outcome:
            return counts
        return (*counts, f"the result {shorten(tag)}")

    def record(self, moves: Sequence[str], **fields: Any) -> "GameRecord":
        """Return the record of this game with these moves and other fields."""
        return GameRecord(
            moves,
            skipped=self.skipped,
            broken=self.broken,
            **fields,
        )

    def in_turn(self, first: str, other: str) -> list[str]:
        """Return the moves of the two sides alternately, with a pass where a side moves twice.

        >>> Movetext(moves=["a1", "b2", "c3"], sides=["B", "W", "W"]).in_turn("B", "W")
        ['a1', 'b2', 'pass', 'c3']
        """
        moves: list[str] = []
        for move, side in zip(self.moves, self.sides, strict=True):
            expected = first if len(moves) % 2 == 0 else other
            # Where a side moves twice, the file leaves out a forced pass of the other side.
            if side != expected:
                moves.append("pass")
            moves.append(move)
        return moves


def read_movetext(text: str) -> list[Movetext]:
    """Read all games of a text; ValueError for an error before a game's first move, with its line.

    A later error breaks off that game alone: the next one begins with its tags.

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
            reader.read_token(line, token)
    if reader.depth:
        reader.break_off(reader.unclosed)
    return reader.games


class MovetextReader:
    """Reads the tokens of a text into games.

    `depth` counts the open variations, and `opened` is the line where the outermost one begins.
    `ply` is twice the number of the next move, plus 1 for the second player; None before the first
    number. `numbered_ply` is the ply that the number in front of the next move states, if any.
    """

    def __init__(self) -> None:
        """Begin with one empty game."""
        self.games: list[Movetext] = []
        self.depth = 0
        self.opened = 0
        self.begin_game()

    def begin_game(self) -> None:
        """Begin the next game."""
        self.games.append(Movetext())
        self.ply: int | None = None
        self.numbered_ply: int | None = None
        self.is_branch = False
        """Whether the numbers have gone back: later moves are no part of the main line."""

    def read_token(self, line: int, token: re.Match[str]) -> None:
        """Read a part of a text; ValueError as for `read_movetext`."""
        kind = token.lastgroup
        game = self.games[-1]
        if kind == "tag":
            value = re.sub(r'\\(["\\])', r"\1", token["value"])
            self.read_tag(token["name"].lower(), value)
        elif game.broken or kind == "space":
            return
        elif kind == "open":
            self.open_variation(line)
        elif kind == "close":
            self.close_variation(line)
        elif self.depth:
            return
        elif kind == "number":
            self.read_number(token[0])
        elif kind == "word":
            self.read_word(line, token[0])
        else:
            game.passed[str(kind)] += 1

    def read_tag(self, name: str, value: str) -> None:
        """Read a tag; a tag behind moves or a result begins the next game."""
        # Variations have no tags, so an open one has no end.
        if self.depth:
            self.break_off(self.unclosed)
        if self.games[-1].result or self.games[-1].moves:
            self.begin_game()
        self.games[-1].tags[name] = value

    def open_variation(self, line: int) -> None:
        """Count a variation, unless it is part of another one."""
        if not self.depth:
            self.opened = line
            self.games[-1].passed["variation"] += 1
        self.depth += 1

    def close_variation(self, line: int) -> None:
        """End the innermost variation."""
        if self.depth:
            self.depth -= 1
        else:
            self.break_off(f"line {line} has a ')' without the '(' that opens a variation")

    def read_number(self, text: str) -> None:
        """Read the number of a move.

        Several dots, or dashes after the number, say that the first player's move is left out.
        """
        if text[0].isdigit():
            has_several_dots = text[-2] == "."
            self.numbered_ply = 2 * int(text.rstrip(".")) + has_several_dots
        elif self.numbered_ply is not None:
            # Dots or dashes apart from their number turn it into the second player's.
            self.numbered_ply |= 1

    def read_word(self, line: int, word: str) -> None:
        """Read a move or a result.

        A move after the result begins the next game, unless its number begins a branch.
        """
        if word in OUTCOME_OF_RESULT:
            self.read_result(word)
            return
        if self.games[-1].result and not (self.is_branch or self.number_goes_back):
            numbered_ply = self.numbered_ply
            self.begin_game()
            self.numbered_ply = numbered_ply

        self.count_ply(line)
        game = self.games[-1]
        if self.is_branch or game.broken:
            return
        move = word.rstrip("!?")
        if move != word:
            game.passed["mark"] += 1
        game.moves.append(move)

    def read_result(self, word: str) -> None:
        """Read a result: the first one of the main line counts."""
        game = self.games[-1]
        if not game.result and not self.is_branch:
            game.result = word

    @property
    def number_goes_back(self) -> bool:
        """Whether the number before the next move is a lower one, which begins a branch.

        A move with the number 1 (plies 2 and 3) begins another game instead.
        """
        if self.numbered_ply is None or self.ply is None:
            return False
        return 3 < self.numbered_ply < self.ply

    def count_ply(self, line: int) -> None:
        """Count a move by its number, or by the move before where it has none."""
        expected = self.ply
        found = self.numbered_ply
        self.numbered_ply = None
        if found is not None:
            self.ply = found
            if expected is not None:
                self.compare_numbers(line, found, expected)
        if self.ply is not None:
            self.ply += 1

    def compare_numbers(self, line: int, found: int, expected: int) -> None:
        """Begin a branch where the number goes back; break off where the number skips a move."""
        if found < expected:
            self.is_branch = True
            self.games[-1].passed["variation"] += 1
        elif found > expected and not self.is_branch:
            dots = "." if expected % 2 == 0 else "..."
            self.break_off(
                f"line {line} has move {found // 2} where {expected // 2}{dots} was expected"
            )

    @property
    def unclosed(self) -> str:
        """The error message for a variation without an end."""
        return f"the '(' in line {self.opened} opens a variation that is never closed"

    def break_off(self, why: str) -> None:
        """End the last game where it cannot be read; ValueError if it has no move yet."""
        game = self.games[-1]
        self.depth = 0
        if not game.moves:
            raise ValueError(why)
        # The first reason is the cause of the later ones.
        game.broken = game.broken or why


def _movetext_tokens(text: str) -> Iterator[tuple[int, re.Match[str] | str]]:
    """Yield the line number and the match of each token, or an error message where none matches.

    After an error, reading goes on with the tags of the next game.
    """
    start = 0
    line = 1
    while start < len(text):
        token = MOVETEXT_TOKEN_PATTERN.match(text, start)
        if token is not None:
            yield line, token
            line += token[0].count("\n")
            start = token.end()
            continue

        sign = text[start]
        quoted = shorten(text[start:].splitlines()[0])
        yield line, f"line {line}: {quoted} {_syntax_error(sign)}"
        # A comment without an end hides all that follows, tags too.
        if sign == "{":
            return
        next_tag = TAG_LINE_PATTERN.search(text, start + 1)
        if next_tag is None:
            return
        line += text.count("\n", start, next_tag.start())
        start = next_tag.start()


def _syntax_error(sign: str) -> str:
    """Say what is wrong with a text that begins with a sign and is no token."""
    if sign == "{":
        return "begins a comment that does not end"
    if sign == "[":
        return "begins a tag that does not end"
    return "closes something that was never opened"


def read_properties(text: str) -> list[Movetext]:
    """Read the main lines of games in SGF or GGF; a text around them is ignored.

    The values of `B` and `W` are moves, those of all other properties are tags. ValueError if the
    text has no game.

    >>> [game] = read_properties("(;GM[11]SZ[3];B[a1](;W[b2];B[c3])(;W[c1]))")
    >>> game.moves, game.sides, game.tags, game.skipped
    (['a1', 'b2', 'c3'], ['B', 'W', 'B'], {'gm': '11', 'sz': '3'}, ('1 variation',))
    """
    reader = PropertiesReader()
    for token in PROPERTY_PATTERN.finditer(text):
        if token["bracket"] == "(":
            reader.open_line()
        elif token["bracket"] == ")":
            reader.close_line()
        elif not reader.is_on_main_line:
            continue
        elif token["name"]:
            reader.read_property(token["name"], token["values"])
        else:
            line = text.count("\n", 0, token.start()) + 1
            quoted = shorten(text[token.start() :].splitlines()[0])
            reader.games[-1].broken = f"line {line}: {quoted} is not a property such as B[a1]"
            # A value without an end hides all that follows.
            break
    if not reader.games:
        raise ValueError("it contains no game, (;...)")
    last = reader.games[-1]
    if reader.depth and not last.broken:
        last.broken = "the game's opening '(' is never closed"
    return reader.games


class PropertiesReader:
    """Reads the tokens of a text in SGF or GGF into games.

    `depth` counts the open brackets. `variation_depth` is the depth at which the variation that is
    being skipped branches off, 0 on the main line. `has_closed` says that the last bracket closed.
    """

    def __init__(self) -> None:
        """Begin without a game."""
        self.games: list[Movetext] = []
        self.depth = 0
        self.variation_depth = 0
        self.has_closed = False

    @property
    def is_on_main_line(self) -> bool:
        """Whether the next property belongs to the main line of a game."""
        return self.depth > 0 and not self.variation_depth

    def open_line(self) -> None:
        """Begin a game, or a line of play in one."""
        if not self.depth:
            self.games.append(Movetext())
        elif self.has_closed and not self.variation_depth:
            # The first line of play after a node is the main line; the lines beside it are not.
            self.games[-1].passed["variation"] += 1
            self.variation_depth = self.depth
        self.has_closed = False
        self.depth += 1

    def close_line(self) -> None:
        """End a game or a line of play; a bracket outside of games is ignored."""
        if not self.depth:
            return
        self.has_closed = True
        self.depth -= 1
        if self.depth <= self.variation_depth:
            self.variation_depth = 0

    def read_property(self, name: str, values: str) -> None:
        """Read a move, a comment or a tag of the main line; only the first of several values."""
        game = self.games[-1]
        value = PROPERTY_VALUE_PATTERN.findall(values)[0]
        if name in ("B", "W"):
            game.moves.append(value.strip())
            game.sides.append(name)
        elif name in ("C", "N"):
            game.passed["comment"] += 1
        else:
            unescaped = re.sub(
                r"\\(.)",
                r"\1",
                value,
                flags=re.DOTALL,
            )
            game.tags[name.lower()] = unescaped.strip()


def write_movetext(
    tags: Mapping[str, str],
    moves: Sequence[str],
    result: str,
    *,
    first: int = 1,
    second_begins: bool = False,
) -> str:
    """Write a game whose first move has the number `first`.

    With `second_begins`, the first move is the second player's.

    >>> print(write_movetext({"Size": "5"}, ["a1", "e5", "c3"], "*"))
    [Size "5"]
    <BLANKLINE>
    1. a1 e5 2. c3 *
    """
    number = first
    words = []
    later_moves = moves
    if second_begins and moves:
        words.append(f"{number}... {moves[0]}")
        later_moves = moves[1:]
        number += 1
    for start in range(0, len(later_moves), 2):
        pair = " ".join(later_moves[start : start + 2])
        words.append(f"{number}. {pair}")
        number += 1

    lines = [_tag_line(name, value) for name, value in tags.items()]
    movetext = " ".join([*words, result]).rstrip()
    # A line may end only between words: a move such as O-O or 3a1>21 stays whole.
    wrapped = textwrap.fill(
        movetext, MOVETEXT_WIDTH, break_long_words=False, break_on_hyphens=False
    )
    return "\n".join([*lines, "", wrapped])


def _tag_line(name: str, value: str) -> str:
    """Return a tag as PGN and PTN write it, with `'` for each quotation mark in its value."""
    quoted = value.replace('"', "'")
    return f'[{name} "{quoted}"]'


CHARACTERS_TO_ESCAPE = re.compile(r"([\\\]])")
"""The bracket that ends a value in SGF, and the backslash that escapes a bracket."""
ESCAPED_CHARACTER = r"\\\1"


def write_properties(
    tags: Mapping[str, str], moves: Sequence[str], first: str, other: str, before: str = ";"
) -> str:
    r"""Write a game in SGF or GGF, with the moves of two sides in turn and `before` each of them.

    >>> write_properties({"GM": "11", "PB": "A [x]"}, ["a1", "b2"], "B", "W")
    '(;GM[11]PB[A [x\\]];B[a1];W[b2])'
    """
    parts = []
    for name, value in tags.items():
        if value:
            escaped = CHARACTERS_TO_ESCAPE.sub(ESCAPED_CHARACTER, value)
            parts.append(f"{name}[{escaped}]")
    for number, move in enumerate(moves):
        side = first if number % 2 == 0 else other
        parts.append(f"{before}{side}[{move}]")
    properties = "".join(parts)
    return f"(;{properties})"


def game_kinds(text: str) -> set[str]:
    """Return the games that a text in SGF or GGF names in its tags GM, in lower case.

    Other texts name none.

    >>> game_kinds("(;FF[4]GM[11]SZ[5];B[a1])"), game_kinds("a1 b2")
    ({'11'}, set())
    """
    if not PROPERTIES_START_PATTERN.match(text):
        return set()
    return {game.tags["gm"].lower() for game in read_properties(text) if "gm" in game.tags}


MOVE_NUMBER_PATTERN = re.compile(r"(?<!\S)([0-9]{1,9})\.+(?=[^\d.]|$)")
"""The number of a move in a list, such as `1.` or `2...`."""


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game to be written: its first and last positions, and the names of the moves between them.

    `result` is from MAX's side: above 0 if MAX has won, None while the game goes on. A side may
    have resigned before the rules end the game. `players` are the names of MAX and of MIN, or "".
    """

    start: AnyPosition
    moves: Sequence[str]
    last: AnyPosition
    result: float | None = None
    settings: Mapping[str, str] = field(default_factory=dict)
    players: tuple[str, str] = ("", "")


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game that was read: texts that hold its moves, and the other facts in its notation.

    `position` is its first position, None for the usual one. `result` is from MAX's side. `skipped`
    names the parts that were left out, "2 comments"; `broken` is the reason why the rest could not
    be read, or "". `players` are the names of MAX and of MIN, "" if unknown. `by_rules` says that
    the notation names the rule by which the game was won.
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
    """The names of tags for which a game has no place, such as the date."""


def read_tagged_games(
    games: Iterable[Movetext],
    players: tuple[str, str],
    read: Callable[[Movetext], GameRecord],
    known: Collection[str] = (),
) -> list[GameRecord]:
    """Return the records of games that were written with tags, skipping empty games.

    `players` are the tags with the names of the two players, in lower case. `known` are the other
    tags that `read` understands, or that are about the file alone. A game for which `read` raises
    ValueError, since it cannot be played here, is broken off before its first move.
    """
    records = []
    for game in games:
        if not (game.tags or game.moves or game.broken):
            continue
        try:
            record = read(game)
        except ValueError as error:
            record = GameRecord((), broken=str(error))
        first, second = players
        names = (game.tags.get(first, ""), game.tags.get(second, ""))
        other_tags = _other_tags(game, {first, second, *known})
        records.append(replace(record, players=names, other_tags=other_tags))
    return records


def _other_tags(game: Movetext, known: Collection[str]) -> tuple[str, ...]:
    """Return the names of the unknown tags that have a value, in upper case."""
    return tuple(
        name.upper()
        for name, value in game.tags.items()
        if name not in known and value not in ("", "?")
    )


def write_joined(game: PlayedGame) -> str:
    """Write the names of the moves without spaces, leaving out passes, which are forced.

    The last move is written even if it is a pass: nothing after it shows that it was played.
    """
    *earlier, last = game.moves or [""]
    return "".join(move for move in earlier if move != "pass") + last


def read_names(text: str) -> list[GameRecord]:
    """Read the moves of one game; an empty list if there are none.

    Comments (`{...}`, or from `;` to the end of a line) and move numbers are skipped.

    >>> read_names("1.f6 2.d4 {good}")[0].moves
    ['f6  d4']
    """
    moves, comment_count = re.subn(r"\{[^}]*\}|;[^\n]*", " ", text)
    moves, broken = _until_number_goes_back(moves)
    moves = MOVE_NUMBER_PATTERN.sub(" ", moves).strip()
    if not (moves or broken):
        return []
    parts = [moves] if moves else []
    skipped = counted_words({"comment": comment_count})
    return [GameRecord(parts, skipped=skipped, broken=broken)]


def _until_number_goes_back(text: str) -> tuple[str, str]:
    """Return the text before the first move number that goes back, and why the text ends there."""
    last = 0
    for number in MOVE_NUMBER_PATTERN.finditer(text):
        if int(number[1]) < last:
            return text[: number.start()], f"number {number[1]} follows number {last}"
        last = int(number[1])
    return text, ""


def counted_words(counts: Mapping[str, int]) -> tuple[str, ...]:
    """Return each number that is above 0 with its noun.

    >>> counted_words({"comment": 2, "variation": 1, "mark": 0})
    ('2 comments', '1 variation')
    """
    words = []
    for noun, count in counts.items():
        plural = "s" if count > 1 else ""
        if count:
            words.append(f"{count:,} {noun}{plural}")
    return tuple(words)


@dataclass(frozen=True, slots=True)
class Transcript:
    """The functions with which a game writes and reads whole games.

    `ending` is the ending of its files. `read` returns the games of a text in order; ValueError
    names the line with an error. The moves of a record are texts that the game's `split_moves`
    splits.

    `others` are functions that write other notations, by the endings of their files; they raise
    ValueError for a game that such a notation cannot express, and `read` understands them, too.
    `tells` returns whether a text shows by itself that it holds this game.
    """

    ending: str = "txt"
    write: Callable[[PlayedGame], str] = lambda game: " ".join(game.moves)
    read: Callable[[str], Sequence[GameRecord]] = read_names
    others: Mapping[str, Callable[[PlayedGame], str]] = field(default_factory=dict)
    recognizes: Callable[[str], bool] = lambda text: False

    @property
    def endings(self) -> tuple[str, ...]:
        """The endings of files in all notations of the game."""
        return (self.ending, *self.others)
