"""A Tak position as a board to draw."""

from games import Board, Cell, Ground, Player
from games.tak.counts import road_counts
from games.tak.notation import in_flats, reserves_left

PIECES = {"S": "wall", "C": "capstone"}
OWNERS = {"1": Player.FIRST, "2": Player.SECOND}


def cell(stack: str) -> Cell:
    """Return the cell of one stack in TPS.

    >>> cell("12S").piece
    'wall'
    """
    if not stack:
        return Cell()
    owners = tuple(OWNERS[piece] for piece in stack.rstrip("SC"))
    return Cell(PIECES.get(stack[-1], "flat"), owners[-1], owners)


def draw(squares: tuple[str, ...], size: int, ply: int, half_komi: int) -> Board:
    """Return the board, with the reserves below it and the heat map "road": the counts of `road_counts`."""
    cells = tuple(map(cell, squares))
    counts = road_counts(squares, size, ply)
    roads = tuple(None if stack else count for stack, count in zip(squares, counts, strict=True))
    white, black = reserves_left(squares, size)
    top_down = range(size - 1, -1, -1)
    return Board(
        title=f"Tak {size}×{size}" + (f", komi {in_flats(half_komi)}" if half_komi else ""),
        cells=tuple(cells[row::size] for row in top_down),
        columns=tuple("abcdefgh"[:size]),
        rows=tuple(str(row + 1) for row in top_down),
        spoken=(in_words("White", white), in_words("Black", black)),
        captions=(f"White {white[0]}+{white[1]}  Black {black[0]}+{black[1]}",),
        ground=Ground.WOOD,
        layers={"road": tuple(roads[row::size] for row in top_down)},
    )


def in_words(side: str, left: tuple[int, int]) -> str:
    """Say how many stones and capstones a side has left to place.

    >>> in_words("White", (16, 0)), in_words("Black", (1, 1))
    ('White has 16 stones and no capstone left', 'Black has 1 stone and 1 capstone left')
    """
    stones, capstones = (
        f"{count or 'no'} {piece}{'s' * (count > 1)}" for count, piece in zip(left, ("stone", "capstone"), strict=True)
    )
    return f"{side} has {stones} and {capstones} left"
