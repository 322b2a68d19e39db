"""What a game offers besides its rules: notation, presets, options, evaluations and scores for moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any, TypeVar

from games._board import Coordinates
from games._position import AnyPosition
from games._stakes import Stakes

Played = TypeVar("Played", bound=AnyPosition)

Settings = Mapping[str, Any]
"""The options a person gave, by name, already read; those that were not given are absent."""

Evaluation = Callable[[Any, float | None], float]
"""From a position and its `outcome()` (None: the game goes on) to a value from MAX's side, at most 2^53 either way."""


def title_of(name: str) -> str:
    """Return a name in words.

    >>> title_of("half_komi"), title_of("ordering-helps")
    ('half komi', 'ordering helps')
    """
    return name.replace("-", " ").replace("_", " ")


@dataclass(frozen=True, slots=True)
class Option:
    """A setting of a game, given as KEY=VALUE; its `title` is its name for people, made from the name if none is given.

    `read` turns the text into a value and raises ValueError with a sentence that says what is allowed.
    """

    name: str
    about: str
    default: str
    read: Callable[[str], Any]
    title: str = ""

    def __post_init__(self) -> None:
        """Make the title."""
        object.__setattr__(self, "title", self.title or title_of(self.name))


@dataclass(frozen=True, slots=True)
class Preset:
    """A position worth looking at: its notation, why it is interesting, and what is known of it.

    `counts` holds measured facts, for example `{"depth": 3, "minimax": 77098}`; `source` cites a publication. `title`
    is the name for people, made from the name if none is given.
    """

    name: str
    text: str
    about: str
    settings: Mapping[str, str] = field(default_factory=dict)
    counts: Mapping[str, float] = field(default_factory=dict)
    source: str = ""
    title: str = ""

    def __post_init__(self) -> None:
        """Make the title."""
        words = title_of(self.name)
        object.__setattr__(self, "title", self.title or words[:1].upper() + words[1:])


@dataclass(frozen=True, slots=True)
class MoveScores:
    """A game's idea of a good move, as a sum of named components, from the mover's side.

    `components(position, moves)` gives for each move one number per name. Moves are tried from the highest sum to the
    lowest, or the other way round where `lowest_first(position)` is true. `weights` are the constants of the sum that
    may be changed, by name, as they are by default; `weighted(weights)` makes the same scores with others, and is told
    all of them. A game whose scores have nothing to change leaves both out.
    """

    about: str
    names: tuple[str, ...]
    components: Callable[[Any, Sequence[Any]], Sequence[Sequence[float]]]
    lowest_first: Callable[[Any], bool] = lambda position: False
    weights: Mapping[str, float] = field(default_factory=dict)
    weighted: Callable[[Mapping[str, float]], MoveScores] | None = None

    def changed(self, changes: Mapping[str, float]) -> MoveScores:
        """Return the scores with some weights changed; a ValueError says which there are."""
        if self.weighted is None:
            raise ValueError("these scores have no weights to change")
        for name in changes:
            if name not in self.weights:
                raise ValueError(f"{name!r} is not a weight of these scores; allowed: {' '.join(self.weights)}")
        return self.weighted({**self.weights, **changes})


class NotInstalled(ValueError):  # noqa: N818  it says what is the matter
    """A game needs a library that is not installed; the sentence says how to get it."""


def find_by_name(position: AnyPosition, word: str) -> Any:
    """Return the legal move with that name; a ValueError says which there are."""
    named = {position.name(move): move for move in position.moves()}
    if word in named:
        return named[word]
    if not named:
        raise ValueError(f"{word!r} comes after the end of the game")
    near = get_close_matches(word, named, n=3, cutoff=0.5) or list(named)[:6]
    rest = "" if len(near) == len(named) else " ..."
    raise ValueError(f"{word!r} is not a legal move here; legal: {' '.join(near)}{rest}")


def result(position: AnyPosition, outcome: float | None) -> float:
    """Value a finished game by its outcome, an unfinished one as 0: for games that are searched to their end."""
    return 0 if outcome is None else outcome


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """Everything the rest of the program needs to know of a game.

    `sides` names MAX and MIN. `read` turns notation into a position and `start` makes the first one; both take the
    given settings and raise ValueError with a sentence. The first of `evaluations` and of `presets` is the default.
    `depth` is the default depth in plies, None for "to the end". `target` is the cell (row, column) of `board()` where
    a move lands, for marks and heat maps. `paths` lists the moves with those kept apart that a search takes for one
    because they lead to the same position; only a game where that happens has it. `unwritten` returns the move that may
    be left out where moves are written down, such as a forced pass, or None. `ending` says of a position that is over,
    given its outcome, who has won and how, `X has three in a row and wins`; without it, who wins is all that is said.
    `stakes` says what the values of evaluations mean, by their names; those of others are shown as bare numbers.
    """

    name: str
    title: str
    about: str
    sides: tuple[str, str]
    notation: str
    start: Callable[[Settings], AnyPosition]
    read: Callable[[str, Settings], AnyPosition]
    evaluations: Mapping[str, Evaluation]
    presets: tuple[Preset, ...]
    stakes: Mapping[str, Stakes] = field(default_factory=dict)
    orderings: Mapping[str, MoveScores] = field(default_factory=dict)
    options: tuple[Option, ...] = ()
    depth: int | None = None
    sizes: tuple[str, ...] = ()
    move_word: str = "move"
    split_moves: Callable[[str], Sequence[str]] = str.split
    find_move: Callable[[Any, str], Any] = find_by_name
    target: Callable[[Any, Any], Coordinates | None] = lambda position, move: None
    paths: Callable[[Any], Sequence[Any]] | None = None
    unwritten: Callable[[Any], Any] = lambda position: None
    ending: Callable[[Any, float], str] | None = None
    engine: Callable[[], str] = lambda: "built-in rules"

    def side(self, *, maximizing: bool) -> str:
        """Return the name of MAX or of MIN."""
        return self.sides[0 if maximizing else 1]

    def find_moves(self, position: AnyPosition, word: str) -> tuple[Any, ...]:
        """Return the legal moves that a word stands for: the one it names, and before it one left unwritten.

        A ValueError says which there are.
        """
        skipped = self.unwritten(position)
        try:
            return (self.find_move(position, word),)
        except ValueError:
            if skipped is None:
                raise
            return (skipped, self.find_move(position.play(skipped), word))

    def played(self, position: Played, text: str, of: str = "") -> Iterator[tuple[Played, Any, Played]]:
        """Play the moves that a text names: the position before each, the move, the position after it.

        ValueError says what is wrong with which move, `of` what.
        """
        for place, word in enumerate(self.split_moves(text), 1):
            try:
                for move in self.find_moves(position, word):
                    before, position = position, position.play(move)
                    yield before, move, position
            except ValueError as error:
                raise ValueError(f"{error}, in move {place}{of}") from error


def whole_number(low: int, high: int) -> Callable[[str], int]:
    """Make a reader of whole numbers from `low` to `high`; it raises ValueError for anything else.

    >>> whole_number(3, 8)("5")
    5
    """

    def read(text: str) -> int:
        sign, digits = (-1, text[1:]) if text[:1] == "-" else (1, text)
        if not (digits.isascii() and digits.isdigit() and len(digits) < 16 and low <= sign * int(digits) <= high):
            raise ValueError(f"{text!r} is not a whole number from {low} to {high}")
        return sign * int(digits)

    return read


def choice(*allowed: str) -> Callable[[str], str]:
    """Make a reader of one of a few words; it raises ValueError for any other."""

    def read(text: str) -> str:
        if text not in allowed:
            raise ValueError(f"{text!r} is not one of {', '.join(allowed)}")
        return text

    return read


def size_option(low: int, high: int, default: int) -> Option:
    """Make the usual option for the side of a square board."""
    if low == high:
        return Option("size", f"side of the board, always {low}", str(low), choice(str(low)))
    return Option("size", f"side of the board, {low} to {high}", str(default), whole_number(low, high))
