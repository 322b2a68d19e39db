"""A board made of the lines that a state of OpenSpiel prints, for any game.

If the lines are rows with the same number of signs or words, these become the cells; else the lines are shown as text.
"""

import re
from dataclasses import dataclass
from itertools import groupby, pairwise

from games import Board, Cell

COLOURS = re.compile(r"\x1b\[[0-9;]*m")
EMPTY = frozenset(".-+_·")
"""Signs for empty cells."""
LONGEST_PART = 3
"""The most letters that fit in a cell."""


@dataclass(frozen=True, slots=True)
class TextLine:
    """A printed line, split at its spaces, or into single signs if it has none."""

    text: str
    indent: int
    parts: tuple[str, ...]


def draw(title: str, text: str) -> Board:
    r"""Make a board of what a state prints.

    >>> [len(row) for row in draw("Tic Tac Toe", "oox\n.x.\n.xo").cells]
    [3, 3, 3]
    """
    plain = [line.rstrip() for line in COLOURS.sub("", text).strip("\n").splitlines()]
    lines = [taken_apart(line) for line in plain if line]
    rows = longest_run(lines)
    rest = [line for line in lines if line not in rows]
    drawn = any("─" <= sign <= "╿" for sign in text) or any(EMPTY & {*line.parts} for line in rest)
    if drawn or len(rows) < 2 or 2 * len(rows) < len(lines):
        return Board(title, (), captions=tuple(plain))
    cells, labels = without_labels([line.parts for line in rows])
    heads = [line for line in rest if len(line.parts) == len(cells[0]) and all(part.isalpha() for part in line.parts)]
    steps = {after.indent - before.indent for before, after in pairwise(rows)}
    return Board(
        title,
        tuple(tuple(Cell() if part in EMPTY else Cell("label", label=part) for part in row) for row in cells),
        columns=heads[0].parts if heads else (),
        rows=labels,
        captions=tuple(line.text.strip() for line in rest if line not in heads),
        slant=len(steps) == 1 and min(steps) > 0,
    )


def taken_apart(text: str) -> TextLine:
    """Split a line into its parts.

    >>> taken_apart(" 9 +++X").parts, taken_apart("oox").parts
    (('9', '+', '+', '+', 'X'), ('o', 'o', 'x'))
    """
    words = text.split()
    if len(words) == 2 and words[0].isdigit():
        words = [words[0], *words[1]]
    return TextLine(text, len(text) - len(text.lstrip()), tuple(words if len(words) > 1 else words[0]))


def longest_run(lines: list[TextLine]) -> list[TextLine]:
    """Return the longest run of lines with the same number of parts, at least two, and no long words in them."""

    def parts(line: TextLine) -> int:
        return len(line.parts) if max(map(len, line.parts)) <= LONGEST_PART else 0

    runs = [[*run] for count, run in groupby(lines, key=parts) if count > 1]
    return max(runs, key=len, default=[])


def without_labels(rows: list[tuple[str, ...]]) -> tuple[list[tuple[str, ...]], tuple[str, ...]]:
    """Remove row numbers, counting up or down, from the beginning of each row, and from the end if they are there too.

    >>> without_labels([("2", "x"), ("1", "o")])
    ([('x',), ('o',)], ('2', '1'))
    """
    labels = tuple(row[0] for row in rows)
    if not all(label.isdigit() for label in labels):
        return rows, ()
    if {int(after) - int(before) for before, after in pairwise(labels)} not in ({1}, {-1}):
        return rows, ()
    last = -1 if all(row[-1] == row[0] for row in rows) else None
    return [row[1:last] for row in rows], labels
