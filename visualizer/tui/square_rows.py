"""The rows of one square of a drawn board: filled to its width, between signs, on a ground."""

from visualizer.look.shapes import clip
from visualizer.tui.styled_lines import Line, cropped, joined, width_of

CORNERS = ("╔", "╗"), ("╚", "╝")
"""The first and the last line of the square that is pointed at, left and right."""


def centred(name: str, width: int, lines: int) -> str:
    """Return a column's name, placed above the pieces: in squares of one line they have one space before them."""
    return clip(name, width).center(width) if lines > 1 else f" {name}".ljust(width)[:width]


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
    return with_ends(line, mark) if mark and not flush else line


def with_ends(line: Line, mark: str) -> Line:
    """Replace the first and the last cell of a line by the signs of a mark."""
    spans = [(letter, style) for words, style in line for letter in words]
    return [(mark[0], "on-board"), *spans[1:-1], (mark[1], "on-board")]


def pointed(rows: list[Line]) -> list[Line]:
    """Return the rows of a square with its corners shown, as far as they are free."""
    ends = [("[", "]")] if len(rows) == 1 else [CORNERS[0], *[("", "")] * (len(rows) - 2), CORNERS[1]]
    return [[(left, "pointer"), *cropped(row, 1, width_of(row) - 2), (right, "pointer")] if left else row
            for row, (left, right) in zip(rows, ends, strict=True)]  # fmt: skip


def on_ground(row: Line, ground: str) -> Line:
    """Return a row on a ground style, with neighbours of one style merged."""
    return joined((text, f"{name}+{ground}" if ground else "text") for text, name in row if text)
