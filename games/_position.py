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

    `piece` is one of `""` (empty), `"stone"`, `"flat"`, `"wall"`, `"capstone"`, `"man"`, `"king"`,
    `"cross"`, `"nought"`, `"label"` (then `label` is the text to print) or `"die"` (then it is the
    number rolled, `""` before the roll). A stone may have a `label` written on it, which has to
    tell whose it is. `stack` holds the owners of a pile's pieces, from bottom to top, in games with
    piles. `playable` is False for cells that the game never uses. `figure` is the chess piece that
    pictures draw for a label: `"pawn"`, `"knight"`, `"bishop"`, `"rook"`, `"queen"` or `"king"`.
    ValueError for any other piece or figure.

    Stones, men, kings and Tak's pieces have two colours, and text tells them by `W` and `B` or the
    board's `signs`: a `wall` is `WS`, and its owner called dark or light. A line between cells, as
    in Dots and Boxes, is a label such as `"|"`.
    """

    piece: str = ""
    owner: Player = Player.NOBODY
    stack: tuple[Player, ...] = ()
    label: str = ""
    playable: bool = True
    figure: str = ""

    def __post_init__(self) -> None:
        """Refuse what no picture could draw."""
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
    """A grid of cells, the labels of its edges, and what is written beside it.

    `cells` are rows from the top, each from the left. `columns` and `rows` label the edges in the
    same order, or are empty. `captions` are lines below the board, `spoken` the same for a screen
    reader, if signs stand for words there. `slant` shifts every row half a cell to the right of the
    one above (a rhombus of hexagons). `edges` are the owners of the upper and lower edge, and of
    the left and right one. `dark` is the player with the dark pieces. `layers` are heat maps by
    name: a number for each cell, or None for none, in the shape of `cells`. `chequered` shades
    every other cell: the playable ones where some are not, else beginning with the second cell of
    the top row. `ground` is the material of the squares. `signs` are the letters that text writes
    for the pieces of the first and of the second player, where these are not `W` for the light and
    `B` for the dark ones.
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
    """Who moves at a node: MIN, MAX or chance. MIN and MAX have the numbers of `maximizing`."""

    MIN = 0
    MAX = 1
    CHANCE = 2


class Position(Protocol[Move]):
    """A position of a game between two players, MAX (who moves first in the game) and MIN.

    Positions are immutable: `play` returns a new one. A move can be any value that only its game
    has to understand; the rest of the program calls it by its *move index*, its place in `moves()`
    from 0, or by its name. All values are from MAX's side.

    A position in which chance moves, of a game that has such, says so by a method of its own,
    `probabilities()`: for each of `moves()`, its outcomes, one that is above 0, and they add up to
    1; None where a player moves. `maximizing` then says nothing. See `Game.chance`.
    """

    @property
    def maximizing(self) -> bool:
        """Whether MAX is to move, also once the game is over. Turns need not alternate."""

    def moves(self) -> Sequence[Move]:
        """Return the legal moves in natural order, the same every time.

        No moves means that the game is over, and the other way round. A forced pass is a move. At
        most 65,535 moves can be searched.
        """

    def play(self, move: Move) -> Self:
        """Return the position after one of `moves()`; the result is undefined for other moves."""

    def outcome(self) -> float | None:
        """Return the result if the game is over, else None.

        It is from MAX's side: above 0 if MAX has won, below 0 if MIN has, 0 for a draw. It is
        finite and at most 2^53 either way.
        """

    def key(self) -> Hashable:
        """Return a value that identifies the position and whose turn it is.

        Positions with equal keys have the same moves, results and values from here on, however they
        were reached: a transposition table takes one for the other.
        """

    def text(self) -> str:
        """Return the position in the game's canonical notation, in one line.

        `Game.read` reads it back to a position with an equal key, but for what `Game.untold` says.
        """

    def name(self, move: Move) -> str:
        """Return the move as the game writes it, unique among the moves of this position.

        It has no spaces in it, unless the game's `split_moves` allows them.
        """

    def board(self) -> Board:
        """Return the position as a board to draw."""


AnyPosition = Position[Any]


def probabilities(position: AnyPosition) -> Probabilities | None:
    """Return the probability of each move at a chance node, or None where a player chooses."""
    method = getattr(position, "probabilities", None)
    return None if method is None else method()


def position_after_pass(position: AnyPosition) -> AnyPosition | None:
    """Return the position after a null move, as engines try it, or None where that is impossible.

    A game supports null moves by a method `passed` of its positions.
    """
    method = getattr(position, "passed", None)
    return None if method is None else method()


def as_unfinished(position: AnyPosition) -> AnyPosition | None:
    """Return a finished position as one where the game goes on, or None where that is impossible.

    An engine that does not know this end of a game searches it so. A game supports this by a method
    `unfinished` of its positions.
    """
    method = getattr(position, "unfinished", None)
    return None if method is None else method()


def turn_of(position: AnyPosition) -> Turn:
    """Return who moves in a position."""
    if probabilities(position) is not None:
        return Turn.CHANCE
    return Turn(bool(position.maximizing))
