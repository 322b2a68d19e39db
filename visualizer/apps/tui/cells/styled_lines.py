"""Drawings: lines of styled text, with places on them that can be clicked for a node."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from rich.cells import cell_len, chop_cells

from visualizer.look.numbers import abbreviate_numbers
from visualizer.look.text import split_words
from visualizer.trace.rows import MovePath

Span = tuple[str, str]
"""Text and the name of its style, as in `themes.py`."""

Line = list[Span]

NUMBER_PATTERN = re.compile(r"[−≥≤≈<>=~+-]*\d(?:[\d,.]*\d)?[kMGTP⁺⁻]?")
"""A number with its signs, which is shown whole or not at all."""
ELLIPSIS = "…"
JOINER = "\u200d"
"""Joins the letters on both sides to one; at the end of a text it would swallow the next space."""


class Hit(NamedTuple):
    """A place on the screen that can be clicked for its node: columns `left` to `right`, exclusive.

    It is `lines` lines high, from line `y` on. For folded nodes, `folded` has their moves, and
    `path` leads to the first of them.
    """

    y: int
    left: int
    right: int
    path: MovePath
    step: int | None = None
    """The step to go to, for a place that means a moment of the search."""
    folded: tuple[int, ...] = ()
    lines: int = 1

    def contains(self, x: int, y: int) -> bool:
        """Return whether a cell belongs to this place."""
        return self.y <= y < self.y + self.lines and self.left <= x < self.right


@dataclass(slots=True)
class Rendering:
    """Lines from the top, the places that can be clicked, and title and style of the frame."""

    lines: list[Line] = field(default_factory=list)
    hits: list[Hit] = field(default_factory=list)
    title: str = ""
    frame: str = "frame"


def width_of(line: Iterable[Span]) -> int:
    """Return the number of cells of a line."""
    return sum(cell_len(text) for text, _ in line)


def merge_spans(spans: Iterable[Span]) -> Line:
    """Merge neighbours of one style.

    >>> merge_spans([("a", "dim"), ("b", "dim"), ("c", "text")])
    [('ab', 'dim'), ('c', 'text')]
    """
    groups = groupby(spans, itemgetter(1))
    return [("".join(text for text, _ in group), style) for style, group in groups]


def clip_to_cells(text: str, width: int) -> str:
    """Return a text cut off, or padded with spaces, to exactly `width` cells.

    A number is shown whole or left out.

    >>> clip_to_cells("取取取", 5), clip_to_cells("leaves 94,423", 12)
    ('取取 ', 'leaves …    ')
    """
    clipped = text[:width]
    if not text.isascii():
        clipped = truncate_text(text, width)
    if len(clipped) < len(text):
        clipped = without_partial_number(text, len(clipped))
    return clipped + " " * (width - cell_len(clipped))


def without_partial_number(text: str, length: int) -> str:
    """Return the first `length` letters of a text; a number that is cut off there becomes `…`."""
    # A number without its last digits would be read as another number.
    for number in NUMBER_PATTERN.finditer(text):
        if number.end() > length:
            if number.start() < length:
                return f"{text[: number.start()]}…"
            break
    return text[:length]


def truncate_text(text: str, width: int) -> str:
    """Return as many letters of a text as have room."""
    if width <= 0:
        return ""
    first_part = next(iter(chop_cells(text, width)), "")
    return first_part.rstrip(JOINER)


def fit_text(text: str, width: int) -> str:
    """Return a text in at most `width` cells.

    A text that is too long gets abbreviated numbers; if that is not enough, it is cut off.

    >>> fit_text("≥94,423", 7), fit_text("≥94,423", 6), fit_text("≥94,423", 3)
    ('≥94,423', '≥94k', '…')
    """
    if cell_len(text) <= width:
        return text
    text = abbreviate_numbers(text)
    if cell_len(text) <= width:
        return text
    return clip_to_cells(text, width).rstrip()


def join_fitting(words: Sequence[str], room: int, more: str) -> str:
    """Return as many of the words as fit, each after a space, and `more` if some do not fit.

    >>> words = ["↓2", "P0.5"]
    >>> join_fitting(words, 8, "…"), join_fitting(words, 7, "…"), join_fitting(["↓2"], 2, "…")
    (' ↓2 P0.5', ' ↓2…', ' …')
    """
    text = "".join(f" {word}" for word in words)
    wordings = [text]
    for count in range(len(words) - 1, -1, -1):
        text = "".join(f" {word}" for word in words[:count])
        wordings.append(f"{text or ' '}{more}")
    return first_fitting_text(wordings, room)


def fit_line(line: Line, width: int, style: str = "text") -> Line:
    """Return a line cut off, or padded with spaces in `style`, to exactly `width` cells."""
    spans: Line = []
    room = width
    for text, name in line:
        cells = cell_len(text)
        if cells < room:
            spans.append((text, name))
            room -= cells
            continue
        if cells == room:
            spans.append((text, name))
        elif room > 0:
            spans.append((clip_to_cells(text, room), name))
        return spans
    spans.append((" " * room, style))
    return spans


def crop_line(line: Line, left: int, width: int) -> Line:
    """Return `width` cells of a line of narrow letters, from the cell `left` on.

    >>> crop_line([("abc", "text"), ("def", "dim")], 2, 3)
    [('c', 'text'), ('de', 'dim')]
    """
    cropped = []
    for text, style in line:
        visible_part = text[max(0, left) : max(0, left + width)]
        # From here on, `left` is counted from the beginning of the next text.
        left -= len(text)
        if visible_part:
            cropped.append((visible_part, style))
    return cropped


def with_ellipsis(line: Line, width: int) -> Line:
    """Return a line that ends in an ellipsis if it is longer than `width` cells.

    >>> with_ellipsis([("Connect ", "title"), ("Four", "dim")], 10)
    [('Connect ', 'title'), ('F', 'dim'), ('…', 'dim')]
    """
    if width_of(line) <= width:
        return line
    _, last_style = line[-1]
    return [*fit_line(line, max(0, width - 1)), ("…", last_style)]


def first_fitting_line(wordings: Sequence[Line], width: int) -> Line:
    """Return the first of several wordings of a line that fits, else the last.

    >>> first_fitting_line([[("Tic-tac-toe", "title")], [("a game", "title")]], 8)
    [('a game', 'title')]
    """
    return next((line for line in wordings if width_of(line) <= width), wordings[-1])


def first_fitting_text(texts: Iterable[str], width: int) -> str:
    """Return the first text that fits, "" if none does."""
    return next((text for text in texts if cell_len(text) <= width), "")


def header_with_state(headings: Sequence[Line], state: str, width: int, style: str = "key") -> Line:
    """Return a header with a heading at the left and the text `state`, in `style`, at the right.

    `headings` are wordings of the heading, the longest first; the first that fits is taken.

    >>> header_with_state([[("Tic-tac-toe", "title")], [("a game", "title")]], "won", 14)
    [('a game', 'title'), ('    ', 'dim'), ('won ', 'key')]
    """
    left = first_fitting_line(headings, width - len(state) - 2)
    gap = max(1, width - width_of(left) - len(state) - 1)
    return [*left, (" " * gap, "dim"), (f"{state} ", style)]


def visible_range(count: int, focus: int, height: int) -> tuple[int, int]:
    """Return which of `count` lines to show: the index of the first, and of the end.

    The line with the index `focus` is among them. At each end where lines are left out, one of the
    `height` lines is kept free for a note.

    >>> visible_range(10, 0, 20), visible_range(40, 0, 10), visible_range(40, 39, 10)
    ((0, 10), (0, 9), (31, 40))
    """
    if count <= height:
        return 0, count
    # The line in focus is at two thirds of the height, if the list is long enough.
    room = max(1, height - 2)
    first = max(0, min(focus - room * 2 // 3, count - room))
    if first == 0:
        return 0, height - 1
    if first + room < count:
        return first, first + room
    return count - height + 1, count


def join_blocks(blocks: list[tuple[list[Line], int]], height: int) -> list[Line]:
    """Put blocks side by side, all of one height; a block is its lines and its width."""
    lines = []
    for y in range(height):
        line: Line = []
        for block, width in blocks:
            line += fit_line(line_at(block, y), width)
        lines.append(line)
    return lines


def line_at(lines: list[Line], y: int) -> Line:
    """Return a line by its number, an empty one below the last."""
    if y < len(lines):
        return lines[y]
    return []


def put_in_frame(
    lines: list[Line],
    width: int,
    height: int,
    title: str = "",
    style: str = "frame",
) -> list[Line]:
    """Draw a frame with a title around lines."""
    inner_width = width - 2
    framed_lines = [upper_frame_line(title, inner_width, style)]
    for y in range(height - 2):
        line = fit_line(line_at(lines, y), inner_width)
        framed_lines.append([("│", style), *line, ("│", style)])
    framed_lines.append([("╰" + "─" * inner_width + "╯", style)])
    return framed_lines


def upper_frame_line(title: str, inner_width: int, style: str) -> Line:
    """Return the upper edge of a frame with `inner_width` columns between its corners."""
    padded_title = ""
    if title:
        padded_title = f" {title} "
    # A title never hides the corner: one letter of the rule is always left before it.
    padded_title = clip_to_cells(padded_title, min(cell_len(padded_title), max(0, inner_width - 1)))
    rule = "─" * (inner_width - cell_len(padded_title))
    return [(f"╭{rule[:1]}", style), (padded_title, f"{style}-title"), (f"{rule[1:]}╮", style)]


def truncate_lines(lines: list[Line], width: int, height: int, end: str = " …") -> list[Line]:
    """Return the first `height` lines. If there are more, the last one ends in `end`."""
    if len(lines) <= height or not height:
        return lines[:height]
    # These lines have one span each.
    ((words, style),) = lines[height - 1]
    room = max(1, width - cell_len(end))
    if cell_len(words) > room:
        shortened, _, _ = words[:room].rpartition(" ")
        # A single long word is cut.
        words = shortened or words[:room]
    return [*lines[: height - 1], [(f"{words}{end}", style)]]


def wrap_words(text: str, width: int, style: str = "text") -> list[Line]:
    """Break a text into lines of at most `width` cells, at its spaces and line breaks."""
    # Most texts are short, and this is called for every line of every pane.
    if text.strip() and "\n" not in text and cell_len(text) <= width:
        return [[(text, style)]]
    lines: list[Line] = []
    current = ""
    for word in split_words(text):
        longer = word
        if current:
            longer = f"{current} {word}"
        if current and cell_len(longer) > width:
            lines.append([(current, style)])
            longer = word
        current = longer
    if current:
        lines.append([(current, style)])
    return lines
