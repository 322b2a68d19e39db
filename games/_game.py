"""Everything about a game except its rules: notation, presets, options and evaluations."""

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
    """A position worth looking at: its notation, a sentence on why, and measured facts.

    `counts` holds the value of the position and the numbers of nodes of searches to `depth` plies,
    by their names, for example `{"depth": 3, "minimax": 77098}`. `source` cites a publication.
    `title` is the name for users, by default made from `name`.
    """

    name: str
    text: str
    about: str
    settings: Mapping[str, str] = field(default_factory=dict)
    counts: Mapping[str, float] = field(default_factory=dict)
    source: str = ""
    title: str = ""
    evaluation: str = ""
    """The evaluation for the counts, and the default one here; "" for the game's first."""

    def __post_init__(self) -> None:
        """Make the title from the name if it is missing."""
        if self.title:
            return
        words = title_from_name(self.name)
        # A frozen dataclass refuses plain assignments, even here.
        object.__setattr__(self, "title", words[:1].upper() + words[1:])


def measured(**counts: float) -> Mapping[str, float]:
    """Return the measurements of a preset under the names of searches.

    >>> measured(depth=3, alpha_beta=124, value=0)
    {'depth': 3, 'alpha-beta': 124, 'value': 0}
    """
    return {name.replace("_", "-"): count for name, count in counts.items()}


PositionT = TypeVar("PositionT", bound=AnyPosition)

Settings = Mapping[str, Any]
"""The options that were given, by name, as their readers returned them."""

Evaluation = Callable[[Any, float | None], float]
"""Returns the value of a position, given its `outcome()`, which is None while the game goes on.

The value is finite, from MAX's side, and from -2^53 to 2^53.
"""


@dataclass(frozen=True, slots=True)
class MoveScores:
    """A way to score moves: the score of a move is the sum of its components.

    `names` are the names of the components. `components(position, moves)` returns a row for each
    move, with a number for each component, from the side of the player to move. Moves are tried
    from the highest score to the lowest, or from the lowest if `lowest_first(position)` is true.

    `weights` are the constants that users may change, with their defaults. `weighted(weights)`
    returns these scores with new values for all weights; it is None if there are no weights.
    """

    about: str
    names: tuple[str, ...]
    components: Callable[[Any, Sequence[Any]], Sequence[Sequence[float]]]
    lowest_first: Callable[[Any], bool] = lambda position: False
    weights: Mapping[str, float] = field(default_factory=dict)
    factory: "Callable[[Mapping[str, float]], MoveScores] | None" = None

    def with_weights(self, changes: Mapping[str, float]) -> "MoveScores":
        """Return the same scores with new values for some weights.

        ValueError for an unknown weight, or if these scores have no weights that can change.
        """
        if self.factory is None:
            raise ValueError("these scores have no adjustable weights")
        for name in changes:
            if name not in self.weights:
                raise ValueError(
                    f"{shorten(name)} is not a weight of these scores; allowed: "
                    f"{' '.join(self.weights)}"
                )
        return self.factory({**self.weights, **changes})


@dataclass(frozen=True, slots=True)
class NoisyMoves:
    """The moves that may change a position's value suddenly, such as captures.

    A quiescence search tries only these moves. `among(position, moves)` returns their indices in
    `moves`. If they are `compulsory`, a player who has such a move must make one; then a quiescence
    search cannot take the value of the position itself instead.
    """

    about: str
    """The moves in words, for lists: "captures and promotions"."""
    among: Callable[[Any, Sequence[Any]], Sequence[int]]
    compulsory: bool = False


MAX_SUGGESTED_MOVES = 6
"""The greatest number of legal moves that an error message lists in full."""


def find_by_name(
    position: AnyPosition,
    word: str,
    find_violated_rule: Callable[[], str] = lambda: "",
    label: Callable[[Any], str] | None = None,
) -> Any:
    """Return the legal move that is called `word` in a position.

    ValueError if no legal move has this name, or more than one. For an illegal move, the message
    gives the rule that forbids it, if `find_violated_rule` finds one. It also lists legal moves
    with similar names; `label` returns the name of a move for this list, by default as in the
    notation.
    """
    named_moves = [(position.name(move), move) for move in position.moves()]
    matches = [move for name, move in named_moves if name == word]
    if len(matches) > 1:
        raise ValueError(
            f"{shorten(word)} names {len(matches)} legal moves here; each legal move must have "
            "its own name"
        )
    if matches:
        return matches[0]
    if not named_moves:
        raise ValueError(f"{shorten(word)} comes after the end of the game")

    if label is None:
        labels = [name for name, _ in named_moves]
    else:
        labels = [label(move) for _, move in named_moves]
    rule = find_violated_rule()
    reason = f": {rule}" if rule else ""
    legal = suggest_moves(word, labels)
    raise ValueError(f"{shorten(word)} is not a legal move here{reason}; legal: {legal}")


def suggest_moves(word: str, labels: Sequence[str]) -> str:
    """Suggest legal moves in place of a wrong word: return their labels, separated by spaces.

    If there are many legal moves, return only the labels most similar to the word, and "...".
    """
    if len(labels) <= MAX_SUGGESTED_MOVES:
        return " ".join(labels)

    similar = get_close_matches(
        word,
        labels,
        n=3,
        cutoff=0.5,
    )
    suggested = " ".join(similar or labels[:MAX_SUGGESTED_MOVES])
    return f"{suggested} ..."


def result(position: AnyPosition, outcome: float | None) -> float:
    """Return the outcome of a finished game, and 0 while the game goes on.

    This evaluation is for games that are searched to their end.
    """
    return 0 if outcome is None else outcome


def by_sign(root: AnyPosition) -> Callable[[float], float]:
    """Return a function that scores outcomes: 1 if MAX has won, -1 if MIN has, 0 for a draw.

    The score is the same in a search from any root.
    """
    return lambda outcome: (outcome > 0) - (outcome < 0)


CHANCE_OPPONENT = "chance"
"""The name of the mover where neither side moves."""


def never(position: AnyPosition) -> bool:
    """Return False: the default `Game.chance`, for games without chance."""
    return False


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """Everything that the rest of the program needs to know about a game.

    The constant GAME of a game's file is such an object. Only the fields without a default are
    needed. Functions that read a text raise ValueError with one sentence that shows the bad text
    and the allowed ones.
    """

    name: str
    """One word, in lower case."""
    title: str
    about: str
    """One line for lists: a description of the game, and why it is worth searching."""
    sides: tuple[str, str]
    """The names of MAX, who moves first in the game, and of MIN."""
    written_sides: tuple[str, str] | None = None
    """The names of the sides in JSON, if these are other names."""
    notation: str
    """One line on how a position is written."""
    untold: str = ""
    """The part of a position's key that the notation leaves out, such as the moves for a rule."""
    start: Callable[[Settings], AnyPosition]
    """Returns the first position of a game."""
    read: Callable[[str, Settings], AnyPosition]
    """Reads a position."""
    evaluations: Mapping[str, Evaluation]
    """Evaluations of a leaf, by name; the first is the default, unless a preset names another."""
    presets: tuple[Preset, ...]
    """At least one; the first is the default position."""
    stakes: Mapping[str, Stakes] = field(default_factory=dict)
    """The meaning of values, by the name of the evaluation; others are shown as plain numbers."""
    reviewed_by: str = ""
    """The evaluation for reviews, if the default one knows only the winner."""
    orderings: Mapping[str, MoveScores] = field(default_factory=dict)
    """Scores for moves, by name; `scored` is used by `ordered-alpha-beta` and MCTS."""
    noisy: NoisyMoves | None = None
    """The moves that a quiescence search (`--quiescence`) tries beyond the depth limit."""
    options: tuple[Option, ...] = ()
    opponents: Mapping[str, str] = field(default_factory=dict)
    """Searches to play against, by name, each as the command line takes it after `-s`.

    `easy`, `middle` and `hard` are made from the default depth unless they are given.
    """
    depth: int | None = None
    """The default depth in plies; None searches to the end of the game."""
    sizes: tuple[str, ...] = ()
    """The values of the option `size` that lists offer."""
    move_word: str = "move"
    """The noun for a move whose name is only a number."""
    number_word: str = ""
    """The word in front of such a name, if not `move_word`: `col`."""
    split_moves: Callable[[str], Sequence[str]] = str.split
    """Splits a text into the names of moves."""
    find_move: Callable[[Any, str], Any] = find_by_name
    """Returns the legal move with a given name."""
    transcript: Transcript = field(default_factory=Transcript)
    """Writes and reads whole games; by default names of moves, with spaces, in `.txt` files."""
    move_label: Callable[[Any, Any], str] | None = None
    """Returns the name of a move for people, if the notation has another one; both can be read."""
    node_label: Callable[[Any], str] | None = None
    """Returns the name of a position, such as a node of a book's tree, or ""."""
    target: Callable[[Any, Any], Coordinates | None] = lambda position, move: None
    """Returns the cell of `board()` to mark for a move: where it lands, or the pit that it sows."""
    paths: Callable[[Any], Sequence[Any]] | None = None
    """Lists all moves, also those that `moves()` merges because they lead to the same position."""
    unwritten: Callable[[Any], Any] = lambda position: None
    """Returns the move that may be left out in writing, such as a forced pass, or None."""
    note: Callable[[Any], str] = lambda position: ""
    """Returns a hint on the next move, such as "you place a flat of Black's", or ""."""
    moves_left: Callable[[Any], int | None] = lambda position: None
    """Returns the greatest number of moves left, without forced passes; None if unknown.

    In a game that fills the board, this is the number of empty squares. Reviews search to the end
    if few moves are left.
    """
    turns_board: bool = False
    """Whether the second player sees the board from the other side, as in chess."""
    explicit: bool = False
    """Whether a position is a whole tree, written out.

    The nodes of such a tree and the values of its leaves are known without a search.
    """
    counting: Callable[[Any], Callable[[float], float]] = by_sign
    """Returns a function that scores outcomes of random games, -1 to 1, in a search from a root."""
    ending: Callable[[Any, float], str] | None = None
    """Says how a game has ended, from its last position and its outcome.

    For example "X has three in a row and wins". Without this function, reports name only the
    winner.
    """
    chance: Callable[[Any], bool] = never
    """Returns whether chance may move from a position on; then positions have `probabilities()`."""
    limits: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    """The least and the greatest value of an evaluation, by its name, if they are known."""
    engine: Callable[[], str] = lambda: "built-in rules"
    """Returns the source of the rules: a library and its version."""

    def side(self, *, maximizing: bool) -> str:
        """Return the name of MAX or of MIN."""
        first, second = self.sides
        return first if maximizing else second

    def written_side(self, side: str) -> str:
        """Return the name of a side in JSON; `chance`, which is not a side, is returned as is."""
        if self.written_sides is None or side not in self.sides:
            return side
        return self.written_sides[self.sides.index(side)]

    @property
    def spoken_sides(self) -> tuple[str, ...]:
        """The names of the sides, or () for a written tree, whose sides are just MAX and MIN."""
        if self.explicit:
            return ()
        return self.sides

    @property
    def position_word(self) -> str:
        """The word for a position: "tree" if a position is a whole tree."""
        return "tree" if self.explicit else "position"

    @property
    def drawing_style(self) -> str:
        """The style in which trees are drawn: `book` or `game`."""
        return "book" if self.explicit else "game"

    @property
    def involves_chance(self) -> bool:
        """Whether chance is part of the rules of the game; False for written trees."""
        return self.chance is not never and not self.explicit

    def as_written_tree(self, root: PositionT) -> PositionT | None:
        """Return the root if it is a written tree, else None.

        The notation of other positions is complete, but the notation of a tree lacks its letters.
        """
        return root if self.explicit else None

    def join_moves(self, names: Sequence[str]) -> str:
        """Return the names of moves as one text: `e3 a2`.

        Numbers share the word in front of them: `cols 4 4` for two moves called `col 4`.
        """
        if not self.number_word or not names:
            return " ".join(names)
        numbers = [name.removeprefix(f"{self.number_word} ") for name in names]
        if not all(number.isdigit() for number in numbers):
            return " ".join(names)
        plural = "s" if len(names) > 1 else ""
        return f"{self.number_word}{plural} {' '.join(numbers)}"

    def name_with_word(self, move: str) -> str:
        """Return the name of a move, with the word in front if the name is a number: `col 4`."""
        if not move.isdigit():
            return move
        word = self.number_word or self.move_word
        return f"{word} {move}"

    def label(self, position: AnyPosition, move: Any) -> str:
        """Return the name of a move as people read it, `4` instead of `col 4`."""
        if self.move_label is None:
            label = position.name(move)
        else:
            label = self.move_label(position, move)
        return label.removeprefix(f"{self.number_word} ")

    def label_of(self, position: AnyPosition, name: str) -> str:
        """Return the label of a move, given its name in the notation."""
        # Without `move_label`, a move's label is its name, so the move need not be found.
        if self.move_label is None:
            return name
        return self.label(position, self.find_move(position, name))

    def mover(self, turn: int) -> str:
        """Return the name of the side to move, or `chance`; `turn` is the number of a `Turn`."""
        if turn == Turn.CHANCE:
            return CHANCE_OPPONENT
        return self.side(maximizing=turn == Turn.MAX)

    def find_moves(self, position: AnyPosition, word: str) -> tuple[Any, ...]:
        """Return the moves to play for a name: one move, or a forced pass and the move after it.

        Some notations leave out forced passes. ValueError if no legal move has this name, and no
        move after a forced pass either.
        """
        forced_pass = self.unwritten(position)
        try:
            return (self.find_move(position, word),)
        except ValueError:
            if forced_pass is None:
                raise
            return (forced_pass, self.find_move(position.play(forced_pass), word))

    def after(self, position: PositionT, text: str, source: str = "") -> PositionT:
        """Return the position after the moves in a text; see `play_moves` for errors."""
        for _, _, after in self.play_moves(position, text, source):
            position = after
        return position

    def play_moves(
        self, position: PositionT, text: str, source: str = ""
    ) -> Iterator[tuple[PositionT, Any, PositionT]]:
        """Play the moves in a text; yield (position before, move, position after) for each.

        ValueError for a wrong move names its place: ", in move 3 of the transcript" if `source` is
        " of the transcript".
        """
        for number, word in enumerate(self.split_moves(text), 1):
            try:
                for move in self.find_moves(position, word):
                    before = position
                    position = position.play(move)
                    yield before, move, position
            except ValueError as error:
                raise ValueError(f"{error}, in move {number}{source}") from error
