"""How a whole game is written and read: its moves, where it began, how it ended (`Transcript`)."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from games._position import AnyPosition

NUMBER = re.compile(r"(?<!\S)([0-9]{1,9})\.+(?=[^\d.]|$)")
"""What a move of a list may be numbered with."""


@dataclass(frozen=True, slots=True)
class Played:
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
class Record:
    """A game as it was read: texts that hold its moves, and what else its notation told.

    `position` is where it begins, None for where games begin. `skipped` says what was passed over: "2 comments";
    `broken` why the rest could not be read, "" if all could. `players` are the names of who played, "" if not told.
    """

    moves: Sequence[str]
    position: str | None = None
    settings: Mapping[str, str] = field(default_factory=dict)
    result: float | None = None
    skipped: tuple[str, ...] = ()
    broken: str = ""
    players: tuple[str, str] = ("", "")
    by_rules: bool = False


def write_names(game: Played) -> str:
    """Write the names of the moves with spaces between them."""
    return " ".join(game.moves)


def write_joined(game: Played) -> str:
    """Write the names of the moves without spaces; a pass between two moves, which is forced, is left out.

    The last move is written whatever it is, so that none is lost.
    """
    return "".join(move for number, move in enumerate(game.moves, 1) if move != "pass" or number == len(game.moves))


def read_names(text: str) -> list[Record]:
    """Read one game: the moves in a text; comments (`{...}`, or from `;` to the end of a line) and numbers are skipped.

    >>> read_names("1.f6 2.d4 {good}")[0].moves
    ['f6  d4']
    """
    moves, comments = re.subn(r"\{[^}]*\}|;[^\n]*", " ", text)
    last, broken = 0, ""
    for number in NUMBER.finditer(moves):
        if int(number[1]) < last:
            moves, broken = moves[: number.start()], f"number {number[1]} stands behind number {last}"
            break
        last = int(number[1])
    moves = NUMBER.sub(" ", moves).strip()
    return [Record([moves] if moves else [], skipped=counted_words({"comment": comments}), broken=broken)]


def counted_words(counts: Mapping[str, int]) -> tuple[str, ...]:
    """Say how many there are of each.

    >>> counted_words({"comment": 2, "variation": 1, "mark": 0})
    ('2 comments', '1 variation')
    """
    return tuple(f"{count:,} {what}{'s' if count > 1 else ''}" for what, count in counts.items() if count)


@dataclass(frozen=True, slots=True)
class Transcript:
    """How a game writes and reads whole games.

    `ending` is that of its files. `read` returns the games of a text, one after the other; ValueError says in which
    line something is wrong. What it returns as moves is split by the game's `split_moves`.
    """

    ending: str = "txt"
    write: Callable[[Played], str] = write_names
    read: Callable[[str], Sequence[Record]] = read_names
