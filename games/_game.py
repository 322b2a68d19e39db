"""What a game offers besides its rules: notation, presets, options, evaluations and scores for moves (`Game`)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any, TypeVar

from games._notation import Option, shorten, title_from_name
from games._position import AnyPosition, Coordinates, Turn
from games._stakes import Stakes
from games._transcript import Transcript


@dataclass(frozen=True, slots=True)
class Preset:
    """A position worth looking at: its notation, a sentence on why, and what is known about it.

    `counts` holds measured facts: the value, and the nodes of searches by their names to `depth`
    plies, for example `{"depth": 3, "minimax": 77098}`. `source` cites a publication. `title` is
    the name shown to users, made from `name` if it is not given.
    """

    name: str
    text: str
    about: str
    settings: Mapping[str, str] = field(default_factory=dict)
    counts: Mapping[str, float] = field(default_factory=dict)
    source: str = ""
    title: str = ""
    evaluation: str = ""
    """The evaluation by which it was measured, and is searched where none is named; "" is the game's first one."""

    def __post_init__(self) -> None:
        """Make the title."""
        words = title_from_name(self.name)
        object.__setattr__(self, "title", self.title or words[:1].upper() + words[1:])


def measured(**counts: float) -> Mapping[str, float]:
    """Return what was measured on a preset, by the names of searches.

    >>> measured(depth=3, alpha_beta=124, value=0)
    {'depth': 3, 'alpha-beta': 124, 'value': 0}
    """
    return {name.replace("_", "-"): count for name, count in counts.items()}


PositionT = TypeVar("PositionT", bound=AnyPosition)

Settings = Mapping[str, Any]
"""The options that were given, by name, as their readers returned them; the others are absent."""

Evaluation = Callable[[Any, float | None], float]
"""From a position and its `outcome()` (None: not over) to a finite value from MAX's side, at most 2^53 either way."""


@dataclass(frozen=True, slots=True)
class MoveScores:
    """Scores for moves: a sum of named components, from the side of the player to move.

    `components(position, moves)` returns a row for each move, and in it a number for each of
    `names`. Moves are tried from the highest sum to the lowest, or from the lowest where
    `lowest_first(position)` is true. `weights` are the constants of the sum that users may change,
    with their defaults; `weighted(weights)` makes the same scores with a full set of other weights.
    Scores without such constants leave both out.
    """

    about: str
    names: tuple[str, ...]
    components: Callable[[Any, Sequence[Any]], Sequence[Sequence[float]]]
    lowest_first: Callable[[Any], bool] = lambda position: False
    weights: Mapping[str, float] = field(default_factory=dict)
    weighted: "Callable[[Mapping[str, float]], MoveScores] | None" = None

    def changed(self, changes: Mapping[str, float]) -> "MoveScores":
        """Return the scores with some weights changed; ValueError for an unknown weight."""
        if self.weighted is None:
            raise ValueError("these scores have no adjustable weights")
        for name in changes:
            if name not in self.weights:
                raise ValueError(
                    f"{shorten(name)} is not a weight of these scores; allowed: "
                    f"{' '.join(self.weights)}"
                )
        return self.weighted({**self.weights, **changes})


@dataclass(frozen=True, slots=True)
class NoisyMoves:
    """The moves that may change a position's value at once, such as captures: searches may go on with them alone.

    `among(position, moves)` returns the indices of those among a position's moves. Where they are
    `compulsory`, a player who has one must make one of them, and the position's own value says
    nothing.
    """

    about: str
    """What they are, for lists: "captures and promotions"."""
    among: Callable[[Any, Sequence[Any]], Sequence[int]]
    compulsory: bool = False


MAX_SUGGESTED_MOVES = 6
"""Moves that are all listed where a word names none of them."""


def find_by_name(
    position: AnyPosition,
    word: str,
    why: Callable[[], str] = str,
    label: Callable[[Any], str] | None = None,
) -> Any:
    """Return the legal move with that name; ValueError lists the legal ones most alike, or says that it names two.

    `why` is asked by which rule a move is not legal, "" for no more to say. `label` returns how
    people call a move, where that is not its name.
    """
    named = [(position.name(move), move) for move in position.moves()]
    meant = [move for name, move in named if name == word]
    if len(meant) > 1:
        raise ValueError(
            f"{shorten(word)} names {len(meant)} legal moves here; each legal move must have "
            "its own name"
        )
    if meant:
        return meant[0]
    if not named:
        raise ValueError(f"{shorten(word)} comes after the end of the game")
    known = [name if label is None else label(move) for name, move in named]
    if len(known) <= MAX_SUGGESTED_MOVES:
        near = known
    else:
        near = get_close_matches(word, known, n=3, cutoff=0.5) or known[:MAX_SUGGESTED_MOVES]
    if len(near) == len(known):
        rest = ""
    else:
        rest = " ..."
    if words := why():
        rule = f": {words}"
    else:
        rule = ""
    raise ValueError(
        f"{shorten(word)} is not a legal move here{rule}; legal: {' '.join(near)}{rest}"
    )


def result(position: AnyPosition, outcome: float | None) -> float:
    """Evaluate a finished game by its outcome, an unfinished one as 0; for games that are searched to their end."""
    return 0 if outcome is None else outcome


def by_sign(root: AnyPosition) -> Callable[[float], float]:
    """Return what an outcome counts in a random game: 1 if MAX has won, -1 if MIN has, 0 for a draw."""
    return lambda outcome: (outcome > 0) - (outcome < 0)


CHANCE_OPPONENT = "chance"
"""What it is called where neither side moves."""


def never(position: AnyPosition) -> bool:
    """Say that chance has no part in a game."""
    return False


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """Everything that the rest of the program needs to know about a game; a file's constant GAME is one.

    Only the fields without a default are needed. Functions that read a text raise ValueError with
    one sentence: the bad text, and what is allowed.
    """

    name: str
    """One word, in lower case."""
    title: str
    about: str
    """One line for lists: what the game is, and why it is worth searching."""
    sides: tuple[str, str]
    """The names of MAX, who moves first in the game, and of MIN."""
    written_sides: tuple[str, str] | None = None
    """What JSON calls the two, where those are not their names."""
    notation: str
    """One line on how a position is written."""
    untold: str = ""
    """What a position's key holds and the notation cannot tell, such as moves counted for a rule."""
    start: Callable[[Settings], AnyPosition]
    """Makes the first position of a game."""
    read: Callable[[str, Settings], AnyPosition]
    """Reads a position."""
    evaluations: Mapping[str, Evaluation]
    """What a leaf is worth, by name; the first is the default, where a preset has none of its own."""
    presets: tuple[Preset, ...]
    """At least one; the first is the default position."""
    stakes: Mapping[str, Stakes] = field(default_factory=dict)
    """What the values of evaluations mean, by the evaluations' names; the values of others are shown as numbers."""
    reviewed_by: str = ""
    """The evaluation by which games are reviewed, where the default one knows only who has won."""
    orderings: Mapping[str, MoveScores] = field(default_factory=dict)
    """Scores for moves, by name; `scored` is used by `ordered-alpha-beta` and MCTS."""
    noisy: NoisyMoves | None = None
    """The moves with which a search may go on beyond its depth limit (`--quiescence`)."""
    options: tuple[Option, ...] = ()
    opponents: Mapping[str, str] = field(default_factory=dict)
    """Searches to play against, by name, each as the command line takes it after `-s`; `easy`, `middle` and `hard` are
    made from the default depth where they are not among them."""
    depth: int | None = None
    """The default depth in plies; None searches to the end of the game."""
    sizes: tuple[str, ...] = ()
    """The values of the option `size` that lists offer."""
    move_word: str = "move"
    """What a move is called where its name is only a number."""
    number_word: str = ""
    """What stands before such a name, if that is not `move_word`: `col`."""
    split_moves: Callable[[str], Sequence[str]] = str.split
    """Splits a text into the names of moves."""
    find_move: Callable[[Any, str], Any] = find_by_name
    """Returns the legal move that a name stands for in a position."""
    transcript: Transcript = field(default_factory=Transcript)
    """Writes and reads whole games: names of moves with spaces between them, in files `.txt`."""
    move_label: Callable[[Any, Any], str] | None = None
    """What people call a move in a position, where that is not its name in the notation; reading allows both."""
    node_label: Callable[[Any], str] | None = None
    """What people call a position itself, such as a node of a book's tree; "" for nothing."""
    target: Callable[[Any, Any], Coordinates | None] = lambda position, move: None
    """The cell of `board()` that stands for a move, for marks and heat maps: where it lands, or which it sows."""
    paths: Callable[[Any], Sequence[Any]] | None = None
    """Lists the moves of a position, with those kept apart that `moves()` lists as one since they lead to the same
    position; None where there are none."""
    unwritten: Callable[[Any], Any] = lambda position: None
    """Returns the move that may be left out when moves are written, such as a forced pass; None for none."""
    note: Callable[[Any], str] = lambda position: ""
    """Says what a player has to know of the very next move: "you place a flat of Black's"; "" for nothing."""
    moves_left: Callable[[Any], int | None] = lambda position: None
    """Returns how many moves can still be made at most, forced passes aside, where that is known: in a game that fills
    the board, how many squares are free. Reviews search to the end where they are few."""
    turns_board: bool = False
    """Whether the second player sees the board turned round: pieces have a direction, and the players sit opposite each
    other, as in chess."""
    explicit: bool = False
    """Whether a position is a whole tree, written out: its nodes and the values of its leaves are known without a
    search."""
    counting: Callable[[Any], Callable[[float], float]] = by_sign
    """From the root of a search to a function that says what an outcome counts in a random game, from -1 to 1."""
    ending: Callable[[Any, float], str] | None = None
    """Says how a game has ended, from its last position and its outcome: "X has three in a row and wins". Without it,
    only the winner is named."""
    chance: Callable[[Any], bool] = never
    """Says whether chance may move in a game from a position on; then positions have `probabilities()`."""
    limits: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    """The least and the greatest value that an evaluation can have, by the evaluations' names, where that is known."""
    engine: Callable[[], str] = lambda: "built-in rules"
    """Says whose rules are used: a library and its version."""

    def side(self, *, maximizing: bool) -> str:
        """Return the name of MAX or of MIN."""
        return self.sides[0 if maximizing else 1]

    def written_side(self, side: str) -> str:
        """Return what JSON calls a side, or chance."""
        if side in self.sides:
            return (self.written_sides or self.sides)[self.sides.index(side)]
        return side

    @property
    def spoken_sides(self) -> tuple[str, ...]:
        """Return the names of the sides that say more than MAX and MIN: none for a written tree."""
        if self.explicit:
            return ()
        return self.sides

    @property
    def position_word(self) -> str:
        """Return what a position is called: a whole tree where it is written out."""
        return "tree" if self.explicit else "position"

    @property
    def drawn_like(self) -> str:
        """Return what its trees are drawn like, as it is remembered: those of a `book`, or of a `game`."""
        return "book" if self.explicit else "game"

    @property
    def rolls(self) -> bool:
        """Return whether chance has a part in the game itself, and not only in some of its written trees."""
        return self.chance is not never and not self.explicit

    def tree_of(self, root: PositionT) -> PositionT | None:
        """Return the root of a written tree, which holds more than its notation; None for a position of a game."""
        return root if self.explicit else None

    def in_a_row(self, names: Sequence[str]) -> str:
        """Return moves one after the other: `e3 a2`; mere numbers share the word in front of them, `cols 4 4`."""
        numbers = [name.removeprefix(f"{self.number_word} ") for name in names]
        if self.number_word and names and all(number.isdigit() for number in numbers):
            return f"{self.number_word}{'s' * (len(names) > 1)} {' '.join(numbers)}"
        return " ".join(names)

    def called(self, move: str) -> str:
        """Return a move's name; in front of one that is only a number, what it is a number of: `col 4`."""
        return f"{self.number_word or self.move_word} {move}" if move.isdigit() else move

    def label(self, position: AnyPosition, move: Any) -> str:
        """Return what people call a move, without the word that stands before a mere number."""
        label: str = (
            position.name(move) if self.move_label is None else self.move_label(position, move)
        )
        return label.removeprefix(f"{self.number_word} ")

    def label_of(self, position: AnyPosition, name: str) -> str:
        """Return the label of a move by its name; what has no other label is not looked for."""
        if self.move_label is None:
            return name
        return self.label(position, self.find_move(position, name))

    def mover(self, turn: int) -> str:
        """Return the name of who moves, by the number of a `Turn`: a side, or chance."""
        if turn == Turn.CHANCE:
            return CHANCE_OPPONENT
        return self.side(maximizing=turn == Turn.MAX)

    def find_moves(self, position: AnyPosition, word: str) -> tuple[Any, ...]:
        """Return the legal moves that a word stands for: the move it names, and before it one that was left out.

        ValueError if there is no such move.
        """
        skipped = self.unwritten(position)
        try:
            return (self.find_move(position, word),)
        except ValueError:
            if skipped is None:
                raise
            return (skipped, self.find_move(position.play(skipped), word))

    def after(self, position: PositionT, text: str, of: str = "") -> PositionT:
        """Return the position after the moves in a text; ValueError as for `played`."""
        for _, _, after in self.played(position, text, of):
            position = after
        return position

    def played(
        self, position: PositionT, text: str, of: str = ""
    ) -> Iterator[tuple[PositionT, Any, PositionT]]:
        """Play the moves in a text; yield for each the position before it, the move, and the position after it.

        ValueError says which move is wrong and why; `of` follows its number, as in " of the
        transcript".
        """
        for place, word in enumerate(self.split_moves(text), 1):
            try:
                for move in self.find_moves(position, word):
                    before = position
                    position = position.play(move)
                    yield before, move, position
            except ValueError as error:
                raise ValueError(f"{error}, in move {place}{of}") from error
