"""The protocol that every game's positions implement, and the board on which they are drawn."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from fractions import Fraction
from typing import Any, Protocol, Self, TypeVar


class Player(IntEnum):
    """The owner of a piece; FIRST is MAX, who moves first in the game."""

    NOBODY = 0
    FIRST = 1
    SECOND = 2


class Ground(StrEnum):
    """The material of a board, which decides its colours."""

    WOOD = "wood"
    GREEN = "green"
    GREY = "grey"


PIECE_NAMES = (
    "",
    "stone",
    "flat",
    "wall",
    "capstone",
    "man",
    "king",
    "cross",
    "nought",
    "label",
    "die",
)
CHESS_FIGURES = ("", "pawn", "knight", "bishop", "rook", "queen", "king")


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a board.

    `piece` is `""` (empty), `"stone"`, `"flat"`, `"wall"`, `"capstone"`, `"man"`, `"king"`,
    `"cross"`, `"nought"`, `"label"` or `"die"`. `label` is the text of a label, the number on a die
    (`""` before the roll), or the text on a stone, which must show the owner of the stone. `stack`
    holds the owners of a pile's pieces, from bottom to top, in games with piles. `playable` is
    False for cells that the game never uses. `figure` is the chess piece that pictures draw for a
    label: `"pawn"`, `"knight"`, `"bishop"`, `"rook"`, `"queen"` or `"king"`. ValueError for any
    other piece or figure.

    Stones, men, kings and Tak's pieces have two colours. Text writes them with `W` and `B`, or with
    the board's `signs`: a white `wall` is `WS`. A line between cells, as in Dots and Boxes, is a
    label such as `"|"`.
    """

    piece: str = ""
    owner: Player = Player.NOBODY
    stack: tuple[Player, ...] = ()
    label: str = ""
    playable: bool = True
    figure: str = ""

    def __post_init__(self) -> None:
        """Raise ValueError for an unknown piece or figure."""
        if self.piece not in PIECE_NAMES:
            raise ValueError(
                f"{self.piece!r} is not a piece; allowed: {' '.join(filter(None, PIECE_NAMES))} "
                "(a chess piece is a label with a figure)"
            )
        if self.figure not in CHESS_FIGURES:
            raise ValueError(
                f"{self.figure!r} is not a figure; allowed: {' '.join(filter(None, CHESS_FIGURES))}"
            )


Coordinates = tuple[int, int]
"""The row and the column of a cell of a board, from 0."""


@dataclass(frozen=True, slots=True)
class Board:
    """A grid of cells, the labels of its edges, and the captions below it.

    `cells` are rows from the top, each from the left. `columns` and `rows` label the edges in the
    same order, or are empty. `captions` are lines below the board; `spoken` are the same lines for
    a screen reader, if the captions use signs in place of words. `slant` shifts every row half a
    cell to the right of the row above (a rhombus of hexagons). `edges` are two owners: of the top
    and bottom edges, and of the left and right edges. `dark` is the player with the dark pieces.
    `layers` are heat maps by name, in the shape of `cells`: a number for each cell, or None.
    `chequered` shades the playable cells if some are not playable, and otherwise every other cell,
    beginning with the second cell of the top row. `ground` is the material of the squares. `signs`
    are the letters that text writes for the pieces of the first and of the second player, if not
    `W` for the light and `B` for the dark pieces.
    """

    title: str
    cells: tuple[tuple[Cell, ...], ...]
    columns: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()
    captions: tuple[str, ...] = ()
    spoken: tuple[str, ...] = ()
    slant: bool = False
    edges: tuple[Player, Player] = (Player.NOBODY, Player.NOBODY)
    dark: Player = Player.SECOND
    layers: Mapping[str, tuple[tuple[float | None, ...], ...]] = field(default_factory=dict)
    chequered: bool = False
    ground: Ground = Ground.GREY
    signs: tuple[str, str] | tuple[()] = ()


Move = TypeVar("Move")

Probabilities = Sequence[Fraction | float]
"""The probability of each move at a chance node, in natural order.

Exact fractions in a written tree, floating-point numbers in a game.
"""


class Turn(IntEnum):
    """The side that moves at a node, or chance; `Turn(maximizing)` is MIN or MAX."""

    MIN = 0
    MAX = 1
    CHANCE = 2


class Position(Protocol[Move]):
    """A position of a game between two players, MAX (who moves first in the game) and MIN.

    Positions are immutable: `play` returns a new one. A move can be any value that its game
    understands; the rest of the program identifies it by its *move index*, its place in `moves()`
    from 0, or by its name. All values are from MAX's side.

    The positions of a game with chance have another method, `probabilities()`. Where chance moves,
    it returns the probability of each of `moves()`, which are the outcomes of chance: all are above
    0 and add up to 1, and `maximizing` has no meaning. Where a player moves, it returns None. See
    `Game.chance`.
    """

    @property
    def maximizing(self) -> bool:
        """Whether MAX is to move, also once the game is over. Turns need not alternate."""

    def moves(self) -> Sequence[Move]:
        """Return the legal moves in natural order, the same every time.

        The list is empty if and only if the game is over. A forced pass is a move. At most 65,535
        moves can be searched.
        """

    def play(self, move: Move) -> Self:
        """Return the position after one of `moves()`; the result is undefined for other moves."""

    def outcome(self) -> float | None:
        """Return the result if the game is over, else None.

        The result is from MAX's side: above 0 if MAX has won, below 0 if MIN has, 0 for a draw. It
        is finite and from -2^53 to 2^53.
        """

    def key(self) -> Hashable:
        """Return a value that identifies the position and the side to move.

        Positions with equal keys have the same moves, results and values from here on, however they
        were reached: a transposition table treats them as the same position.
        """

    def text(self) -> str:
        """Return the position in the game's canonical notation, in one line.

        `Game.read` turns the text into a position with an equal key, except for the part that
        `Game.untold` names.
        """

    def name(self, move: Move) -> str:
        """Return the name of a move, unique among the moves of this position.

        A name has no spaces, unless the game's `split_moves` allows them.
        """

    def board(self) -> Board:
        """Return the position as a board to draw."""


AnyPosition = Position[Any]

MAKE_POSITION = tuple.__new__
"""`MAKE_POSITION(Kalah, (seeds, True))` takes half the time of the call `Kalah(seeds, True)`."""


def probabilities(position: AnyPosition) -> Probabilities | None:
    """Return the probability of each move at a chance node, or None where a player chooses."""
    # Only games with chance have the method, so the protocol does not require it.
    method = getattr(position, "probabilities", None)
    return None if method is None else method()


def position_after_pass(position: AnyPosition) -> AnyPosition | None:
    """Return the position after a null move, or None if a null move is impossible.

    Positions of games that support null moves have a method `passed`.
    """
    method = getattr(position, "passed", None)
    return None if method is None else method()


def as_unfinished(position: AnyPosition) -> AnyPosition | None:
    """Return a finished position as one where the game goes on, or None if this is impossible.

    This is for engines that do not know the rule by which the game has ended. Positions of games
    that can go on have a method `unfinished`.
    """
    method = getattr(position, "unfinished", None)
    return None if method is None else method()


def turn_of(position: AnyPosition) -> Turn:
    """Return the side that moves in a position, or chance."""
    # Where chance moves, `maximizing` has no meaning.
    if probabilities(position) is not None:
        return Turn.CHANCE
    return Turn(bool(position.maximizing))
