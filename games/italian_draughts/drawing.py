"""A position as a board to draw, with the numbers of squares beside its rows and as a heat map."""

from collections.abc import Sequence

from games import Board, Cell, Ground, Player
from games.italian_draughts.notation import Setup
from games.italian_draughts.squares import BITS, NUMBERS, place

LIGHT = Cell(playable=False)
EMPTY = Cell()
PIECES = {
    (player, king): Cell("king" if king else "man", player)
    for player in (Player.FIRST, Player.SECOND)
    for king in (False, True)
}


def draw(setup: Setup, history: Sequence[Setup] | None) -> Board:
    """Return the board; each row is labelled with the number of its first square."""
    white, black, kings, _ = setup
    cells = [[LIGHT] * 8 for _ in range(8)]
    squares: list[list[float | None]] = [[None] * 8 for _ in range(8)]
    for number in NUMBERS:
        row, column = place(number)
        bit = BITS[number]
        owner = Player.FIRST if white & bit else Player.SECOND if black & bit else Player.NOBODY
        cells[row][column] = PIECES[owner, bool(kings & bit)] if owner else EMPTY
        squares[row][column] = None if owner else number
    captions = [f"White {_count(white, kings)}", f"Black {_count(black, kings)}"]
    if history is not None:
        captions.append(f"quiet plies {len(history) - 1} of 80, this position {history.count(setup)} of 3 times")
    return Board(
        title="Italian draughts 8×8",
        cells=tuple(map(tuple, cells)),
        rows=tuple(str(first) for first in NUMBERS[::4]),
        captions=tuple(captions),
        layers={"square": tuple(map(tuple, squares))},
        chequered=True,
        ground=Ground.WOOD,
    )


def _count(pieces: int, kings: int) -> str:
    """Return how many men and kings a side has, in words.

    >>> _count(0b111, 0b100), _count(0b1, 0)
    ('2 men, 1 king', '1 man')
    """
    crowned = (pieces & kings).bit_count()
    men = pieces.bit_count() - crowned
    words = [f"{men} {'man' if men == 1 else 'men'}"] if men or not crowned else []
    return ", ".join([*words, f"{crowned} {'king' if crowned == 1 else 'kings'}"] if crowned else words)
