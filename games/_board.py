"""A board as data: what a drawer needs to know, whatever the game."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum


class Player(IntEnum):
    """Whose piece it is; FIRST is MAX, who moves first in the game."""

    NOBODY = 0
    FIRST = 1
    SECOND = 2


class Ground(StrEnum):
    """What a board is made of."""

    WOOD = "wood"
    GREEN = "green"
    GREY = "grey"


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a board.

    `piece` is one of `""` (empty), `"stone"`, `"flat"`, `"wall"`, `"capstone"`, `"man"`, `"king"`, `"cross"`,
    `"nought"` or `"label"` (then `label` is the text to print). `stack` holds the owners of a pile's pieces from
    bottom to top where a game has piles. `playable` is False for the cells that a game never uses. `figure` is the
    piece of chess that pictures draw for a label: `"pawn"`, `"knight"`, `"bishop"`, `"rook"`, `"queen"`, `"king"`.
    """

    piece: str = ""
    owner: Player = Player.NOBODY
    stack: tuple[Player, ...] = ()
    label: str = ""
    playable: bool = True
    figure: str = ""


Coordinates = tuple[int, int]
"""The row and the column of a cell of a board, from 0."""


@dataclass(frozen=True, slots=True)
class Board:
    """A grid of cells, its edges and what is written beside it.

    `cells` are rows from the top, each from the left. `columns` and `rows` label the edges, in the same order.
    `slant` shifts every row half a cell to the right of the one above (a rhombus of hexagons). `dark` says whose
    pieces are the dark ones. `layers` are named numbers for each cell (None: nothing), in the shape of `cells`, for a
    heat map. `chequered` shades every other cell: those that are playable where some are not, else beginning with the
    second of the uppermost row. `ground` is what its squares are made of.
    """

    title: str
    cells: tuple[tuple[Cell, ...], ...]
    columns: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()
    captions: tuple[str, ...] = ()
    slant: bool = False
    dark: Player = Player.SECOND
    layers: Mapping[str, tuple[tuple[float | None, ...], ...]] = field(default_factory=dict)
    chequered: bool = False
    ground: Ground = Ground.GREY
