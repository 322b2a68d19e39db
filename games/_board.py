"""A board as data: cells, pieces and labels, drawn the same way for every game."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum


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


PIECES = ("", "stone", "flat", "wall", "capstone", "man", "king", "cross", "nought", "label", "die")
FIGURES = ("", "pawn", "knight", "bishop", "rook", "queen", "king")


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a board.

    `piece` is one of `""` (empty), `"stone"`, `"flat"`, `"wall"`, `"capstone"`, `"man"`, `"king"`, `"cross"`,
    `"nought"`, `"label"` (then `label` is the text to print) or `"die"` (then it is the number rolled, `""` before the
    roll). A stone may have a `label` written on it, which has to tell whose it is. `stack` holds the owners of a pile's
    pieces, from bottom to top, in games with piles. `playable` is False for cells that the game never uses. `figure` is
    the chess piece that pictures draw for a label: `"pawn"`, `"knight"`, `"bishop"`, `"rook"`, `"queen"` or `"king"`.
    ValueError for any other piece or figure.

    Stones, men, kings and Tak's pieces have two colours, and text tells them by `W` and `B`: a `wall` is `WS`, and its
    owner called dark or light. A line between cells, as in Dots and Boxes, is a label such as `"|"`.
    """

    piece: str = ""
    owner: Player = Player.NOBODY
    stack: tuple[Player, ...] = ()
    label: str = ""
    playable: bool = True
    figure: str = ""

    def __post_init__(self) -> None:
        """Refuse what no picture could draw."""
        if self.piece not in PIECES:
            raise ValueError(
                f"{self.piece!r} is not a piece; allowed: {' '.join(filter(None, PIECES))} "
                "(a chess piece is a label with a figure)"
            )
        if self.figure not in FIGURES:
            raise ValueError(f"{self.figure!r} is not a figure; allowed: {' '.join(filter(None, FIGURES))}")


Coordinates = tuple[int, int]
"""The row and the column of a cell of a board, from 0."""


@dataclass(frozen=True, slots=True)
class Board:
    """A grid of cells, the labels of its edges, and what is written beside it.

    `cells` are rows from the top, each from the left. `columns` and `rows` label the edges in the same order, or
    are empty. `captions` are lines below the board, `spoken` the same for a screen reader, if signs stand for words
    there. `slant` shifts every row half a cell to the right of the one above (a rhombus of hexagons). `edges` are
    the owners of the upper and lower edge, and of the left and right one. `dark` is the player with the dark
    pieces. `layers` are heat maps by name: a number for each cell, or None for none, in the shape of `cells`.
    `chequered` shades every other cell: the playable ones where some are not, else beginning with the second cell
    of the top row. `ground` is the material of the squares.
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
