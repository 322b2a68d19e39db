"""One square of a drawn board: its piece, drawn with block elements or as one sign, and its rows on a ground."""

from games import Cell
from visualizer.boards.text import UNROLLED
from visualizer.look.shapes import clip
from visualizer.tui.cells.styled_lines import Line, cropped, joined, width_of

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


PIPS = {
    "1": ("     ", "  ●  ", "     "),
    "2": ("●    ", "     ", "    ●"),
    "3": ("●    ", "  ●  ", "    ●"),
    "4": ("●   ●", "     ", "●   ●"),
    "5": ("●   ●", "  ●  ", "●   ●"),
    "6": ("●   ●", "●   ●", "●   ●"),
}
"""The faces of a die, in three lines."""
INSIDE = {"light": "dark", "dark": "light"}
"""The style of a label on a disc of a style."""
BETWEEN = ("▟▙", "▜▛"), ("▟█▙", "▜█▛")
"""A disc in two lines between the signs of a mark, of two and of three."""


def art(cell: Cell, lines: int, width: int, *, marked: bool = False) -> tuple[str, ...] | None:
    """Return a piece's lines for a square of this size; None if it is a single sign, or a label, there.

    A disc in a marked square is round between the signs of the mark, which take the outer columns. One with a label
    has room for it in three lines.

    >>> art(Cell("stone"), 2, 4), art(Cell("stone"), 2, 4, marked=True)
    (('▗██▖', '▝██▘'), ('▟▙', '▜▛'))
    """
    if cell.piece == "die" and lines > 2:
        return PIPS.get(cell.label)
    if cell.piece not in ART or lines < 2 or (cell.label and not (cell.piece == "stone" and lines > 2)):
        return None
    if marked and lines == 2 and ART[cell.piece] is DISC:
        return BETWEEN[width % 2]
    large, even, odd = ART[cell.piece]
    return large if lines > 2 else odd if width % 2 else even


def labelled(words: str, label: str, style: str) -> Line:
    """Return the middle line of a disc, in its style, with a label in it.

    >>> labelled("▐█████▌", "R6", "light")
    [('▐█', 'light'), ('R6', 'dark+light'), ('██▌', 'light')]
    """
    label = clip(label, len(words) - 4)
    begin = (len(words) - len(label)) // 2
    return [(words[:begin], style), (label, f"{INSIDE[style]}+{style}"), (words[begin + len(label) :], style)]


def sign(cell: Cell, *, dark: bool) -> str:
    """Return a piece as one sign, or the label that stands for it.

    >>> sign(Cell("stone"), dark=True), sign(Cell("stone"), dark=False), sign(Cell("cross"), dark=False)
    ('●', '○', 'X')
    >>> sign(Cell("label", figure="rook"), dark=True), sign(Cell("label", figure="rook"), dark=False)
    ('♜', '♖')
    """
    if cell.figure in FIGURES:
        return FIGURES[cell.figure][not dark]
    if cell.label or cell.piece == "die":
        return cell.label or UNROLLED
    full = DARK.get(cell.piece)
    return (full if dark else LIGHT.get(cell.piece, full)) or cell.label


CORNERS = ("╔", "╗"), ("╚", "╝")
"""The first and the last line of the square that is pointed at, left and right."""


def centred(name: str, width: int, lines: int) -> str:
    """Return a column's name, placed above the pieces: in squares of one line they have a space before them, if any.

    >>> centred("e", 3, 1), centred("die", 3, 1)
    (' e ', 'die')
    """
    return clip(name, width).center(width) if lines > 1 else clip(f" {name}"[len(name) >= width :], width).ljust(width)


def padded(row: Line, width: int, mark: str, *, flush: bool) -> Line:
    """Return a row of a square as wide as the square, between the two signs of a mark if there is one."""
    free = width - width_of(row)
    if free < 0:
        return [(" " * width, "on-board")]
    before = min(1, free) if flush else free // 2
    left, right = " " * before, " " * (free - before)
    if mark and flush:
        left, right = mark[0] * before, (mark[1] + right[1:]) * bool(right)
    line: Line = [(left, "on-board"), *row, (right, "on-board")]
    if not mark or flush:
        return line
    spans = [(letter, style) for words, style in line for letter in words]
    for place, sign in ((0, mark[0]), (-1, mark[1])):
        if not spans[place][0].isalnum() and spans[place][0] not in "+−":  # a number stays whole
            spans[place] = (sign, "on-board")
    return spans


def pointed(rows: list[Line]) -> list[Line]:
    """Return the rows of a square with its corners shown, as far as they are free."""
    ends = [("[", "]")] if len(rows) == 1 else [CORNERS[0], *[("", "")] * (len(rows) - 2), CORNERS[1]]
    return [[(left, "pointer"), *cropped(row, 1, width_of(row) - 2), (right, "pointer")] if left else row
            for row, (left, right) in zip(rows, ends, strict=True)]  # fmt: skip


def on_ground(row: Line, ground: str) -> Line:
    """Return a row on a ground style, with neighbours of one style merged; what has a ground already keeps it."""
    return joined(
        (text, f"{name}+{ground}" if ground and "+" not in name else name if ground else "text")
        for text, name in row
        if text
    )
