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
    r"(?P<name>[A-Za-z]+)\s*(?P<values>(?:\[(?:\\.|[^\]\\])*\]\s*)+)"
    r"|(?P<bracket>[()])|(?P<other>[^\s;])",
    re.DOTALL,
)
PROPERTIES_START_PATTERN = re.compile(r"\s*[0-9]*\s*\(\s*;")
"""The start of a text in SGF or GGF."""
FORMAT_TAGS = ("gm", "ff", "ca", "ap", "st", "sz")
"""The tags of SGF and GGF that describe the file or the board, not the game."""
PROPERTY_VALUE_PATTERN = re.compile(r"\[((?:\\.|[^\]\\])*)\]", re.DOTALL)
MOVETEXT_WIDTH = 100


@dataclass
class Movetext:
    """A game as its notation writes it: tags, moves without marks, and the result.

    Names of tags are in lower case. `sides` has the side of each move, in notations that name it.
    `broken` is the reason why the rest of the game could not be read, or "". `skipped_counts` are
    the numbers of comments, variations and marks that were left out.
    """

    tags: dict[str, str] = field(default_factory=dict)
    moves: list[str] = field(default_factory=list)
    sides: list[str] = field(default_factory=list)
    result: str = ""
    broken: str = ""
    skipped_counts: Counter[str] = field(
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
        """The result after the moves or, if there is none, in the tag `Result`."""
        return self.result or self.tags.get("result", "")

    @property
    def outcome(self) -> float | None:
        """The outcome from the first player's side, or None if the result does not say who won."""
        return OUTCOME_OF_RESULT.get(self.final)

    @property
    def skipped(self) -> tuple[str, ...]:
        """The parts of the game that were left out, in words: "2 comments".

        The tag `Result` counts as left out if its text is unknown ("Black won"), or contradicts the
        result after the moves.
        """
        counts = counted_words(self.skipped_counts)
        tag = self.tags.get("result", "")
        is_empty = tag in ("", "?")
        agrees = tag in OUTCOME_OF_RESULT and OUTCOME_OF_RESULT[tag] == self.outcome
        if is_empty or agrees:
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

    def moves_in_turn(self, first: str, second: str) -> list[str]:
        """Return the moves, with a pass inserted where the same side moves twice in a row.

        `first` and `second` are the letters of the sides, in the order of moving.

        >>> Movetext(moves=["a1", "b2", "c3"], sides=["B", "W", "W"]).moves_in_turn("B", "W")
        ['a1', 'b2', 'pass', 'c3']
        """
        moves: list[str] = []
        for move, side in zip(self.moves, self.sides, strict=True):
            expected_side = first if len(moves) % 2 == 0 else second
            # Files leave out the forced pass of a side that cannot move.
            if side != expected_side:
                moves.append("pass")
            moves.append(move)
        return moves


def read_movetext(text: str) -> list[Movetext]:
    """Read all games of a text in PGN, PTN or a similar notation.

    ValueError, with the number of the line, for an error before the first move of a game. After any
    later error, the rest of that game is skipped.

    >>> [game] = read_movetext('[Size "5"] 1. a1! {good} e5 (1... d4 2. c3) 2. c3 *')
    >>> game.moves, game.skipped, game.tags["size"]
    (['a1', 'e5', 'c3'], ('1 comment', '1 variation', '1 mark'), '5')

    The program PTN Ninja writes variations after the main line: each begins with a move number that
    is lower than expected.

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
        reader.break_off(reader.unclosed_message)
    return reader.games


class MovetextReader:
    """Reads the tokens of a text into games.

    `depth` counts the variations that are open, and `opening_line` is the line of the text in which
    the outermost of them begins.

    Move 3 of the first player is ply 6, and move 3 of the second player is ply 7. `expected_ply` is
    the ply of the next move by counting, None before the first number. `numbered_ply` is the ply of
    the next move by the number in front of it, None if there is no number.
    """

    def __init__(self) -> None:
        """Begin with one empty game."""
        self.games: list[Movetext] = []
        self.depth = 0
        self.opening_line = 0
        self.begin_game()

    def begin_game(self) -> None:
        """Begin the next game."""
        self.games.append(Movetext())
        self.expected_ply: int | None = None
        self.numbered_ply: int | None = None
        self.in_late_variation = False
        """Whether a variation is being read that is written after the main line."""

    def read_token(self, line: int, token: re.Match[str]) -> None:
        """Read a token in a line; ValueError for an error before the first move of a game."""
        kind = token.lastgroup
        game = self.games[-1]
        if kind == "tag":
            value = re.sub(r'\\(["\\])', r"\1", token["value"])
            self.read_tag(token["name"].lower(), value)
        elif game.broken or kind == "space":
            # After an error, skip everything up to a tag, which begins the next game.
            return
        elif kind == "open":
            self.open_variation(line)
        elif kind == "close":
            self.close_variation(line)
        elif self.depth:
            # Skip the moves of a variation.
            return
        elif kind == "number":
            self.read_number(token[0])
        elif kind == "word":
            self.read_word(line, token[0])
        else:
            game.skipped_counts[str(kind)] += 1

    def read_tag(self, name: str, value: str) -> None:
        """Read a tag; after moves or a result it begins the next game."""
        # Variations have no tags, so the bracket that closes this variation is missing.
        if self.depth:
            self.break_off(self.unclosed_message)
        if self.games[-1].result or self.games[-1].moves:
            self.begin_game()
        self.games[-1].tags[name] = value

    def open_variation(self, line: int) -> None:
        """Begin a variation; variations inside others are not counted."""
        if not self.depth:
            self.opening_line = line
            self.games[-1].skipped_counts["variation"] += 1
        self.depth += 1

    def close_variation(self, line: int) -> None:
        """End the innermost variation."""
        if self.depth:
            self.depth -= 1
        else:
            self.break_off(f"line {line} has a ')' without the '(' that opens a variation")

    def read_number(self, text: str) -> None:
        """Read the number of a move, such as `2.` for the first player, `2...` for the second.

        The second player's number may also be two tokens, `2. ...` or `2. --`.
        """
        if text[0].isdigit():
            # `2.` is ply 4, and `2...` is ply 5.
            self.numbered_ply = 2 * int(text.rstrip("."))
            if text.endswith(".."):
                self.numbered_ply += 1
        elif self.numbered_ply is not None and self.numbered_ply % 2 == 0:
            # The second token of `2. ...`.
            self.numbered_ply += 1

    def read_word(self, line: int, word: str) -> None:
        """Read a move or a result.

        After the result, a move begins the next game, except in a late variation (a variation that
        is written after the main line).
        """
        if word in OUTCOME_OF_RESULT:
            self.read_result(word)
            return
        is_in_variation = self.in_late_variation or self.begins_late_variation
        if self.games[-1].result and not is_in_variation:
            # The number before this move belongs to the new game.
            numbered_ply = self.numbered_ply
            self.begin_game()
            self.numbered_ply = numbered_ply

        self.move_to_next_ply(line)
        game = self.games[-1]
        if self.in_late_variation or game.broken:
            return
        move = word.rstrip("!?")
        if move != word:
            game.skipped_counts["mark"] += 1
        game.moves.append(move)

    def read_result(self, word: str) -> None:
        """Read a result, unless the main line has one already."""
        game = self.games[-1]
        if not game.result and not self.in_late_variation:
            game.result = word

    @property
    def begins_late_variation(self) -> bool:
        """Whether the next move is numbered lower than expected, but not as move 1.

        Move 1 (plies 2 and 3) begins another game instead of a variation.
        """
        if self.numbered_ply is None or self.expected_ply is None:
            return False
        return 3 < self.numbered_ply < self.expected_ply

    def move_to_next_ply(self, line: int) -> None:
        """Count a move that was read, after checking the number in front of it, if it has one."""
        numbered_ply = self.numbered_ply
        if numbered_ply is not None:
            if self.expected_ply is not None:
                self.check_number(line, numbered_ply, self.expected_ply)
            # Count on from the number in the text, even if it was not the expected one.
            self.expected_ply = numbered_ply
            self.numbered_ply = None
        if self.expected_ply is not None:
            self.expected_ply += 1

    def check_number(self, line: int, numbered_ply: int, expected_ply: int) -> None:
        """Check the number before a move against the number that is expected.

        Both are given as plies: `3.` as ply 6, `3...` as ply 7. A number that is too low begins a
        variation, written after the main line. If it is too high, moves are missing, and the rest
        of the game is skipped.
        """
        if numbered_ply < expected_ply:
            self.in_late_variation = True
            self.games[-1].skipped_counts["variation"] += 1
        elif numbered_ply > expected_ply and not self.in_late_variation:
            found_number = numbered_ply // 2
            expected_number = expected_ply // 2
            dots = "." if expected_ply % 2 == 0 else "..."
            self.break_off(
                f"line {line} has move {found_number} where {expected_number}{dots} was expected"
            )

    @property
    def unclosed_message(self) -> str:
        """The error message for a variation that is never closed."""
        return f"the '(' in line {self.opening_line} opens a variation that is never closed"

    def break_off(self, reason: str) -> None:
        """Skip the rest of the last game because of an error; ValueError if it has no move yet."""
        game = self.games[-1]
        self.depth = 0
        if not game.moves:
            raise ValueError(reason)
        # Keep the first error, since later errors may only follow from it.
        game.broken = game.broken or reason


def _movetext_tokens(text: str) -> Iterator[tuple[int, re.Match[str] | str]]:
    """Yield (line number, token) for each token of a text, a match of MOVETEXT_TOKEN_PATTERN.

    For a syntax error, yield an error message (a string) as the token, and continue with the tags
    of the next game.
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

        character = text[start]
        quoted = shorten(text[start:].splitlines()[0])
        yield line, f"line {line}: {quoted} {_syntax_error(character)}"
        # If a comment is never closed, the rest of the text, even its tags, belongs to it.
        if character == "{":
            return
        next_tag = TAG_LINE_PATTERN.search(text, start + 1)
        if next_tag is None:
            return
        line += text.count("\n", start, next_tag.start())
        start = next_tag.start()


def _syntax_error(character: str) -> str:
    """Return what is wrong at a character where no token begins."""
    if character == "{":
        return "begins a comment that does not end"
    if character == "[":
        return "begins a tag that does not end"
    return "closes something that was never opened"


def read_properties(text: str) -> list[Movetext]:
    """Read the main lines of games in SGF or GGF; any text around the games is ignored.

    The properties `B` and `W` are moves, all others are tags. After an error the rest of the text
    is skipped. ValueError if the text has no game.

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
            # If a value is never closed, the rest of the text belongs to it.
            break
    if not reader.games:
        raise ValueError("it contains no game, (;...)")
    last = reader.games[-1]
    if reader.depth and not last.broken:
        last.broken = "the game's opening '(' is never closed"
    return reader.games


class PropertiesReader:
    """Reads the tokens of a text in SGF or GGF into games.

    `depth` is the number of open brackets. While a variation is skipped, `depth_around_variation`
    is the number of open brackets outside it; on the main line, it is 0. `is_after_closing` says
    that the last bracket was a closing one.
    """

    def __init__(self) -> None:
        """Begin without a game."""
        self.games: list[Movetext] = []
        self.depth = 0
        self.depth_around_variation = 0
        self.is_after_closing = False

    @property
    def is_on_main_line(self) -> bool:
        """Whether the next property belongs to the main line of a game."""
        return self.depth > 0 and not self.depth_around_variation

    def open_line(self) -> None:
        """Read an opening bracket: it begins a game, or a line of play within a game."""
        if not self.depth:
            self.games.append(Movetext())
        elif self.is_after_closing and not self.depth_around_variation:
            # The second line in (;B[a1](;W[b2])(;W[c1])) is a variation of the first.
            self.games[-1].skipped_counts["variation"] += 1
            self.depth_around_variation = self.depth
        self.is_after_closing = False
        self.depth += 1

    def close_line(self) -> None:
        """Read a closing bracket: it ends a line of play or the game."""
        # Outside of games, brackets mean nothing.
        if not self.depth:
            return
        self.is_after_closing = True
        self.depth -= 1
        # If this bracket closes the variation, stop skipping.
        if self.depth == self.depth_around_variation:
            self.depth_around_variation = 0

    def read_property(self, name: str, values: str) -> None:
        """Read a property of the main line: a move, a comment or a tag.

        `values` are all its values in brackets, `[a1][b2]`; only the first counts.
        """
        game = self.games[-1]
        value = PROPERTY_VALUE_PATTERN.findall(values)[0]
        if name in ("B", "W"):
            game.moves.append(value.strip())
            game.sides.append(name)
        elif name in ("C", "N"):
            game.skipped_counts["comment"] += 1
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
    first_number: int = 1,
    second_begins: bool = False,
) -> str:
    """Return a game as text with tags and numbered moves, as in PGN and PTN.

    `first_number` is the number of the first move. With `second_begins` that move is the second
    player's, so the text begins with `1...`.

    >>> print(write_movetext({"Size": "5"}, ["a1", "e5", "c3"], "*"))
    [Size "5"]
    <BLANKLINE>
    1. a1 e5 2. c3 *
    """
    number = first_number
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
    tags: Mapping[str, str], moves: Sequence[str], first: str, second: str, move_prefix: str = ";"
) -> str:
    r"""Return a game as text in SGF or GGF.

    `first` and `second` are the letters of the sides, in the order of moving. `move_prefix` comes
    before each move: a semicolon in SGF, nothing in GGF.

    >>> write_properties({"GM": "11", "PB": "A [x]"}, ["a1", "b2"], "B", "W")
    '(;GM[11]PB[A [x\\]];B[a1];W[b2])'
    """
    parts = []
    for name, value in tags.items():
        if value:
            escaped = CHARACTERS_TO_ESCAPE.sub(ESCAPED_CHARACTER, value)
            parts.append(f"{name}[{escaped}]")
    for number, move in enumerate(moves):
        side = first if number % 2 == 0 else second
        parts.append(f"{move_prefix}{side}[{move}]")
    properties = "".join(parts)
    return f"(;{properties})"


def game_kinds(text: str) -> set[str]:
    """Return the kinds of the games in a text in SGF or GGF: their tags GM, in lower case.

    The set is empty for any other text.

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

    `result` is from MAX's side: above 0 if MAX has won, None while the game goes on. A game with a
    result may be unfinished by the rules: then a side has resigned, or a draw was agreed. `players`
    are the names of MAX and of MIN, "" if unknown.
    """

    start: AnyPosition
    moves: Sequence[str]
    last: AnyPosition
    result: float | None = None
    settings: Mapping[str, str] = field(default_factory=dict)
    players: tuple[str, str] = ("", "")


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game that was read: its moves and other facts.

    A string in `moves` may hold several moves. `position` is the first position, None for the usual
    first position. `result` is from MAX's side. `skipped` names the parts that were left out, "2
    comments". `broken` is the reason why the rest could not be read, or "". `players` are the names
    of MAX and of MIN, "" if unknown. `by_rules` says that the notation names the rule that ended
    the game.
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
    """The names of the tags that are ignored, such as the date."""


def read_tagged_games(
    games: Iterable[Movetext],
    player_tags: tuple[str, str],
    read: Callable[[Movetext], GameRecord],
    known_tags: Collection[str] = (),
) -> list[GameRecord]:
    """Return the records of games that have tags; empty games are skipped.

    `read` makes a record from a game; it raises ValueError if the game cannot be played here.
    `player_tags` are the tags with the names of the two players. All other tags are listed in
    `other_tags`, except `known_tags`.
    """
    records = []
    for game in games:
        if not (game.tags or game.moves or game.broken):
            continue
        try:
            record = read(game)
        except ValueError as error:
            # Keep the players and the other tags of a game that cannot be played.
            record = GameRecord((), broken=str(error))
        first, second = player_tags
        players = (game.tags.get(first, ""), game.tags.get(second, ""))
        other_tags = _other_tags(game, {first, second, *known_tags})
        records.append(replace(record, players=players, other_tags=other_tags))
    return records


def _other_tags(game: Movetext, known_tags: Collection[str]) -> tuple[str, ...]:
    """Return the names, in upper case, of the tags that have a value and are not known."""
    return tuple(
        name.upper()
        for name, value in game.tags.items()
        if name not in known_tags and value not in ("", "?")
    )


def write_without_spaces(game: PlayedGame) -> str:
    """Return the moves of a game without spaces between them: `f5d6c3`.

    Passes are left out, since they are forced. Only a pass at the end is written: no later move
    shows that it was played.
    """
    *earlier, last = game.moves or [""]
    return "".join(move for move in earlier if move != "pass") + last


def read_move_list(text: str) -> list[GameRecord]:
    """Read a game that is only a list of moves; return its record, or [] if the list is empty.

    Comments (`{...}`, or from `;` to the end of a line) and move numbers are skipped. The record
    has all moves in one string, which `Game.split_moves` splits.

    >>> read_move_list("1.f6 2.d4 {good}")[0].moves
    ['f6  d4']
    """
    uncommented, comment_count = re.subn(r"\{[^}]*\}|;[^\n]*", " ", text)
    numbered_moves, broken = _cut_at_wrong_number(uncommented)
    moves = MOVE_NUMBER_PATTERN.sub(" ", numbered_moves).strip()
    if not (moves or broken):
        return []
    parts = [moves] if moves else []
    skipped = counted_words({"comment": comment_count})
    return [GameRecord(parts, skipped=skipped, broken=broken)]


def _cut_at_wrong_number(text: str) -> tuple[str, str]:
    """Return the text before the first move number that is out of order, and an error message.

    If all numbers are in order, return the whole text and "".
    """
    previous = 0
    for number in MOVE_NUMBER_PATTERN.finditer(text):
        if int(number[1]) < previous:
            return text[: number.start()], f"number {number[1]} follows number {previous}"
        previous = int(number[1])
    return text, ""


def counted_words(counts: Mapping[str, int]) -> tuple[str, ...]:
    """Return counts in words, with their nouns: `2 comments`; counts of 0 are left out.

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

    `ending` is the extension of its files. `read` returns the games of a text in order, in any of
    the notations; ValueError names the line with an error. The moves of a record are strings that
    `Game.split_moves` splits.

    `others` has the functions that write other notations, by the extension of their files;
    ValueError for a game that the notation cannot express. `recognizes` returns whether a text of
    unknown origin can only be of this game.
    """

    ending: str = "txt"
    write: Callable[[PlayedGame], str] = lambda game: " ".join(game.moves)
    read: Callable[[str], Sequence[GameRecord]] = read_move_list
    others: Mapping[str, Callable[[PlayedGame], str]] = field(default_factory=dict)
    recognizes: Callable[[str], bool] = lambda text: False

    @property
    def endings(self) -> tuple[str, ...]:
        """The file extensions of all notations of the game."""
        return (self.ending, *self.others)
