"""The code beside a tree: a person's own at a moment, with the variables of the call, or a search's pseudocode."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from textwrap import wrap

from visualizer.draw.picture.model import CodePane, CodeRow, PagePlan
from visualizer.draw.picture.page.options import MIN_TEXT_SIZE, REFERENCE_PAGE_HEIGHT
from visualizer.draw.picture.shapes.drawing import (
    CODE_INDENT_LETTERS,
    LINE_HEIGHT,
    SAME_CODE_ROW,
    letters_in,
)
from visualizer.explaining.explanation.code_line import code_line_at, code_lines
from visualizer.explaining.explanation.own_code import CallVariable, CodeView
from visualizer.look.text import LETTER_WIDTH
from visualizer.searching.run import Run
from visualizer.trace.line_track import LineTrack
from visualizer.trace.tree_at_step import TreeAtStep

MAX_CODE_SHARE = 0.44
"""The greatest part of a page's width that code takes."""
MIN_CODE_LETTERS = 34
MAX_CODE_LETTERS = 78
"""The fewest and the most letters of a line of code that has room."""
MAX_CODE_ROWS = 34
"""Lines of code on a page that fits."""
CODE_SIZE_FACTOR = 0.82
"""The size of code in sizes of the tree's text."""
LINE_NUMBER_LETTERS = CODE_INDENT_LETTERS + 1
"""Letters that a line of code does not have."""
VARIABLES_DIVISOR = 3
VARIABLE_LETTERS = 16
"""The variables have at most this part of the rows; and about how many letters one takes."""


@dataclass(frozen=True)
class CodeSource:
    """Where the code of a run is taken from."""

    run: Run

    @property
    def track(self) -> LineTrack | None:
        """Return the lines of a person's own code, None where it is pseudocode."""
        return self.run.track

    @cached_property
    def texts(self) -> Sequence[str]:
        """Return all lines of code that may be shown."""
        if self.track is None:
            return [line for line in code_lines(self.run) if self.run.algorithm.pseudocode]
        return [halve_indentation(line) for file in self.track.files for line in file.lines]

    @cached_property
    def letters(self) -> int:
        """Return how many letters a line of code needs."""
        return LINE_NUMBER_LETTERS + min(
            MAX_CODE_LETTERS, max([MIN_CODE_LETTERS, *map(len, self.texts)])
        )

    @cached_property
    def variables(self) -> int:
        """Return the greatest number of variables of a call."""
        if self.track is not None:
            return max((len(call.values) for call in self.track.calls), default=0)
        return 0

    def room(self, page: tuple[float, float] | None, size: float) -> tuple[float, float]:
        """Return width and height for it on a page, or on one that fits; no height where it has what the tree has."""
        wide = self.letters * LETTER_WIDTH * (size := code_text_size(page, size))
        if page is not None:
            return min(wide, MAX_CODE_SHARE * page[0]), 0.0
        return wide, (
            1 + min(MAX_CODE_ROWS, len(self.texts)) + (3 if self.variables else 0)
        ) * LINE_HEIGHT * size

    def pane(
        self, tree: TreeAtStep, moment: int | None, plan: PagePlan, page: tuple[float, float] | None
    ) -> CodePane:
        """Return the code at a step, or at a moment of the track, as much as has room."""
        size = code_text_size(page, plan.size)
        letters = letters_in(size, plan.board.width)
        rows = int(max(plan.board.height, plan.tree.height) / (LINE_HEIGHT * size)) - 1
        if self.track is None:
            return self.pseudocode(tree, size, letters, rows)
        view = CodeView(self.run, self.track.at_step(tree.step) if moment is None else moment)
        most = min(
            max(2, rows // VARIABLES_DIVISOR), 1 + self.variables * VARIABLE_LETTERS // letters
        )
        lines = [*map(halve_indentation, view.code)]
        kept = min(
            rows - 1 - most, sum(len(rows_of_line(0, line, 1, "", letters)) for line in lines)
        )
        shown = visible_code_rows(lines, view.line, view.first_line, view.doing, letters, kept)
        variables = variable_rows(view.variables, letters, most)
        file = self.track.files[view.call.file].name
        title = f"{view.title}  {file}, line {view.line}"
        return CodePane(
            title[: letters - 1], size, (*shown, *[CodeRow()] * (kept + 1 - len(shown)), *variables)
        )

    def pseudocode(self, tree: TreeAtStep, size: float, letters: int, rows: int) -> CodePane:
        """Return the pseudocode with the line of a step."""
        line, values = code_line_at(self.run, tree)
        shown = visible_code_rows(
            self.texts, 0 if line is None else line + 1, 1, values, letters, rows
        )
        return CodePane(self.run.algorithm.title, size, tuple(shown))


def code_text_size(page: tuple[float, float] | None, size: float) -> float:
    """Return the size of code beside a tree with text of a size: a little smaller, but not below the smallest."""
    least = MIN_TEXT_SIZE * (page[1] / REFERENCE_PAGE_HEIGHT if page is not None else 1)
    return round(min(size, max(least, CODE_SIZE_FACTOR * size)), 2)


def halve_indentation(line: str) -> str:
    """Return a line of code with two columns for every four of its indentation."""
    line = line.expandtabs(4).rstrip()
    bare = line.lstrip()
    return " " * ((len(line) - len(bare)) // 2) + bare


def visible_code_rows(
    lines: Sequence[str], now: int, first: int, doing: str, letters: int, rows: int
) -> list[CodeRow]:
    """Return the lines around the current one, from the first on if it has room; a long one takes several rows."""
    if lines:
        margin = lines[first - 1][: -len(lines[first - 1].lstrip())]
    else:
        margin = ""
    found = [
        (number, row)
        for number, line in enumerate(lines, 1)
        if number >= first
        for row in rows_of_line(number, line.removeprefix(margin), now, doing, letters)
    ]
    last = max((place for place, (number, _) in enumerate(found) if number == now), default=0)
    if last < rows:
        begin = 0
    else:
        begin = last - rows * 2 // 3
    return [row for _, row in found[max(0, min(begin, len(found) - rows)) :][:rows]]


def rows_of_line(number: int, line: str, now: int, doing: str, letters: int) -> list[CodeRow]:
    """Return the rows of a line; what the call does there stands behind it, or below it."""
    bare = line.lstrip()
    mark = "now" if number == now else ""
    indent = len(line) - len(bare)
    wide = letters - LINE_NUMBER_LETTERS
    parts = wrap(bare, max(10, wide - indent), subsequent_indent="  ") or [""]
    rows = [
        CodeRow(0 if place else number, indent * " " + part, mark)
        for place, part in enumerate(parts)
    ]
    if mark and doing:
        is_beside = indent + len(parts[-1]) + len(doing) + 2 <= wide
        if is_beside:
            rows[-1:] = [rows[-1]._replace(aside=doing)]
        else:
            rows[-1:] = [rows[-1], CodeRow(0, "", mark, doing)]
    return rows


def variable_rows(variables: Sequence[CallVariable], letters: int, most: int) -> Sequence[CodeRow]:
    """Return variables in a few rows, with what they were before where they have just been changed.

    Where there are more than have room, those that have been changed come first.
    """
    found = flow_variables(variables, letters)
    if [row.number for row in found].count(-1) > most:
        found = flow_variables(sorted(variables, key=lambda each: not each.is_changed), letters)
    return found[: [*accumulate(row.number == -1 for row in found), most + 1].index(most + 1)]


def flow_variables(variables: Sequence[CallVariable], letters: int) -> list[CodeRow]:
    """Return variables one behind the other in as few rows as they need."""
    found = list[CodeRow]()
    left = letters
    for each in variables:
        text = f"{each.name} {each.value}{f' (was {each.before})' if each.before else ''}"
        if not (len(text) < letters):
            text = f"{text[: letters - 2]}…"
        goes_on = left + len(text) < letters
        left = left if goes_on else 0
        found.append(
            CodeRow(
                SAME_CODE_ROW if goes_on else -1,
                left * " " + text,
                "changed" if each.is_changed else "",
            )
        )
        left += len(text) + 3
    return found
