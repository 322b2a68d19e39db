"""Pieces drawn with block elements, for squares of two or three lines, and as one sign each."""

from games import Cell

DARK = {"stone": "●", "man": "●", "king": "♛", "flat": "■", "wall": "▮", "capstone": "◆", "cross": "X", "nought": "O"}
LIGHT = {"stone": "○", "man": "○", "king": "♕", "flat": "□", "wall": "▯", "capstone": "◇"}
"""Pieces as one sign each: dark ones are full, light ones outlines."""
FIGURES = {"king": "♚♔", "queen": "♛♕", "rook": "♜♖", "bishop": "♝♗", "knight": "♞♘", "pawn": "♟♙"}
"""Figures of chess, each dark and light: full and as an outline."""
DISC = (" ▄███▄ ", "▐█████▌", " ▀███▀ "), ("▗██▖", "▝██▘"), ("▗███▖", "▝███▘")
"""As round as cells twice as high as wide allow: six wide where it is three high."""
ART: dict[str, tuple[tuple[str, ...], ...]] = {
    "stone": DISC,
    "man": DISC,
    "king": (("▙▗█▖▟", "█████", "▜███▛"), ("▙▟▙▟", "▜██▛"), ("▙█▟", "▜█▛")),
    "flat": (("▗▄▄▄▖", "▐███▌", "▝▀▀▀▘"), ("▗▄▄▖", "▝▀▀▘"), ("▄▄▄", "▀▀▀")),
    "wall": (("  █  ", "  █  ", "  █  "), (" ▐▌ ", " ▐▌ "), (" █ ", " █ ")),
    "capstone": DISC,
    "cross": (("▝▙ ▟▘", "  █  ", "▗▛ ▜▖"), ("▝▙▟▘", "▗▛▜▖"), ("▚▄▞", "▞▀▚")),
    "nought": (("▗▛▀▜▖", "▐▌ ▐▌", "▝▙▄▟▘"), ("▗▛▜▖", "▝▙▟▘"), ("▛▀▜", "▙▄▟")),
}
"""Each piece in three lines of five or seven; in two of four; in two of three or five, for squares of an odd width."""


BETWEEN = ("▟▙", "▜▛"), ("▟█▙", "▜█▛")
"""A disc in two lines between the signs of a mark, of two and of three."""


def art(cell: Cell, lines: int, width: int, *, marked: bool = False) -> tuple[str, ...] | None:
    """Return a piece's lines for a square of this size; None if it is a single sign there.

    A disc in a marked square is round between the signs of the mark, which take the outer columns.

    >>> art(Cell("stone"), 2, 4), art(Cell("stone"), 2, 4, marked=True)
    (('▗██▖', '▝██▘'), ('▟▙', '▜▛'))
    """
    if cell.piece not in ART or lines < 2:
        return None
    if marked and lines == 2 and ART[cell.piece] is DISC:
        return BETWEEN[width % 2]
    large, even, odd = ART[cell.piece]
    return large if lines > 2 else odd if width % 2 else even


def sign(cell: Cell, *, dark: bool) -> str:
    """Return a piece as one sign, or the label that stands for it.

    >>> sign(Cell("stone"), dark=True), sign(Cell("stone"), dark=False), sign(Cell("cross"), dark=False)
    ('●', '○', 'X')
    >>> sign(Cell("label", figure="rook"), dark=True), sign(Cell("label", figure="rook"), dark=False)
    ('♜', '♖')
    """
    if cell.figure in FIGURES:
        return FIGURES[cell.figure][not dark]
    full = DARK.get(cell.piece)
    return (full if dark else LIGHT.get(cell.piece, full)) or cell.label
