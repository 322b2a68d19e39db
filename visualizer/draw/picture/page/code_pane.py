"""The code beside a tree: a user's own, with the variables of the call, or pseudocode."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
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
"""The least width of code."""
MAX_CODE_LETTERS = 78
"""The greatest width of code; longer lines are wrapped."""
MAX_CODE_ROWS = 34
"""The most rows of code on a page that fits."""
CODE_SIZE_FACTOR = 0.82
"""The size of code in units of the tree's text size."""
LINE_NUMBER_LETTERS = CODE_INDENT_LETTERS + 1
"""Letters of a row that are not for code."""
VARIABLES_DIVISOR = 3
"""Variables take at most one row in so many."""
VARIABLE_LETTERS = 16
"""About the width of a variable."""
MIN_WRAPPED_LETTERS = 10
"""The least width of code behind its indentation."""
VARIABLE_ROW = -1
"""The number of a row of variables."""


@dataclass(frozen=True)
class CodeSource:
    """The code of a run."""

    run: Run

    @property
    def track(self) -> LineTrack | None:
        """Return the lines that a user's own code has run, None for pseudocode."""
        return self.run.track

    @cached_property
    def texts(self) -> Sequence[str]:
        """Return all lines of code that may be shown."""
        if self.track is None:
            if self.run.algorithm.pseudocode:
                return code_lines(self.run)
            return []
        lines: list[str] = []
        for file in self.track.files:
            lines += map(halve_indentation, file.lines)
        return lines

    @cached_property
    def letters(self) -> int:
        """Return the letters of a row of code."""
        longest = max([MIN_CODE_LETTERS, *map(len, self.texts)])
        return LINE_NUMBER_LETTERS + min(MAX_CODE_LETTERS, longest)

    @cached_property
    def variables(self) -> int:
        """Return the greatest number of variables of a call."""
        if self.track is None:
            return 0
        counts = (len(call.values) for call in self.track.calls)
        return max(counts, default=0)

    def room(self, page: tuple[float, float] | None, size: float) -> tuple[float, float]:
        """Return the width and height for code on a page, None for a page that fits its tree.

        The height is 0 where code is as high as the tree.
        """
        code_size = code_text_size(page, size)
        width = self.letters * LETTER_WIDTH * code_size
        if page is not None:
            return min(width, MAX_CODE_SHARE * page[0]), 0.0
        rows = 1 + min(MAX_CODE_ROWS, len(self.texts))
        if self.variables:
            rows += 3
        return width, rows * LINE_HEIGHT * code_size

    def pane(
        self, tree: TreeAtStep, moment: int | None, plan: PagePlan, page: tuple[float, float] | None
    ) -> CodePane:
        """Return as much of the code as has room, at a step or at a moment of the track."""
        size = code_text_size(page, plan.size)
        letters = letters_in(size, plan.board.width)
        height = max(plan.board.height, plan.tree.height)
        rows = int(height / (LINE_HEIGHT * size)) - 1
        if self.track is None:
            return self.pseudocode(tree, size, letters, rows)
        if moment is None:
            moment = self.track.at_step(tree.step)
        return self.own_code(CodeView(self.run, moment), size, letters, rows)

    def own_code(
        self,
        view: CodeView,
        size: float,
        letters: int,
        rows: int,
    ) -> CodePane:
        """Return a user's own code with the variables of a call, in at most `rows` rows."""
        needed = 1 + self.variables * VARIABLE_LETTERS // letters
        most_variable_rows = min(max(2, rows // VARIABLES_DIVISOR), needed)
        lines = [*map(halve_indentation, view.code)]
        all_rows = sum(len(rows_of_line(0, line, letters)) for line in lines)
        code_rows = min(rows - 1 - most_variable_rows, all_rows)
        code = visible_code_rows(
            lines,
            view.line,
            view.first_line,
            doing=view.action_words,
            letters=letters,
            rows=code_rows,
        )
        # Variables keep their place below the code, however few rows it takes.
        padding = [CodeRow()] * (code_rows + 1 - len(code))
        variables = variable_rows(view.variables, letters, most_variable_rows)
        title = self._title(view)[: letters - 1]
        return CodePane(title, size, (*code, *padding, *variables))

    def _title(self, view: CodeView) -> str:
        """Return the title above a user's own code: the call, the file and the line."""
        assert self.track is not None
        file = self.track.files[view.call.file].name
        return f"{view.title}  {file}, line {view.line}"

    def pseudocode(
        self,
        tree: TreeAtStep,
        size: float,
        letters: int,
        rows: int,
    ) -> CodePane:
        """Return the pseudocode with the line of a step."""
        line, values = code_line_at(self.run, tree)
        now = 0 if line is None else line + 1
        shown = visible_code_rows(
            self.texts,
            now,
            1,
            doing=values,
            letters=letters,
            rows=rows,
        )
        return CodePane(self.run.algorithm.title, size, tuple(shown))


def code_text_size(page: tuple[float, float] | None, size: float) -> float:
    """Return the size of code beside a tree: a little smaller, but not below the smallest."""
    least: float = MIN_TEXT_SIZE
    if page is not None:
        _, height = page
        least = MIN_TEXT_SIZE * (height / REFERENCE_PAGE_HEIGHT)
    return round(min(size, max(least, CODE_SIZE_FACTOR * size)), 2)


def halve_indentation(line: str) -> str:
    """Return a line of code with two columns for every four of its indentation.

    >>> halve_indentation("        return 3 ")
    '    return 3'
    """
    line = line.expandtabs(4).rstrip()
    bare = line.lstrip()
    return " " * ((len(line) - len(bare)) // 2) + bare


def visible_code_rows(
    lines: Sequence[str], now: int, first: int, *, doing: str, letters: int, rows: int
) -> list[CodeRow]:
    """Return `rows` rows around line `now`, or from line `first` on if that leaves `now` visible.

    Lines are counted from 1, and a long line takes several rows. `doing` says what the call does
    in the current line.
    """
    if not lines:
        return []
    first_line = lines[first - 1]
    margin = first_line[: len(first_line) - len(first_line.lstrip())]
    found = list[CodeRow]()
    last = 0  # the last row of the current line
    for number, line in enumerate(lines[first - 1 :], first):
        without_margin = line.removeprefix(margin)
        if number == now:
            found += current_line_rows(number, without_margin, doing, letters)
            last = len(found) - 1
        else:
            found += rows_of_line(number, without_margin, letters)
    # If the code must scroll, the current line is two thirds down.
    begin = 0 if last < rows else last - rows * 2 // 3
    begin = max(0, min(begin, len(found) - rows))
    return found[begin:][:rows]


def rows_of_line(number: int, line: str, letters: int) -> list[CodeRow]:
    """Return the rows of a line of code, wrapped behind its indentation."""
    bare = line.lstrip()
    indent = len(line) - len(bare)
    width = max(MIN_WRAPPED_LETTERS, letters - LINE_NUMBER_LETTERS - indent)
    # An empty line has a row, too.
    wrapped = wrap(bare, width, subsequent_indent="  ") or [""]
    first, *others = [" " * indent + part for part in wrapped]
    return [CodeRow(number, first), *(CodeRow(0, text) for text in others)]


def current_line_rows(number: int, line: str, doing: str, letters: int) -> list[CodeRow]:
    """Return the marked rows of the current line.

    What the call does there (`doing`) stands behind the line, or below it if it is long.
    """
    rows = [row._replace(mark="now") for row in rows_of_line(number, line, letters)]
    if not doing:
        return rows
    last = rows[-1]
    if len(last.text) + len(doing) + 2 <= letters - LINE_NUMBER_LETTERS:
        rows[-1] = last._replace(remark=doing)
    else:
        rows.append(CodeRow(0, "", "now", doing))
    return rows


def variable_rows(variables: Sequence[CallVariable], letters: int, most: int) -> Sequence[CodeRow]:
    """Return variables in at most `most` rows, with the values before the last change.

    If not all have room, those that have just changed come first.
    """
    rows = flow_variables(variables, letters)
    needed = sum(row.number == VARIABLE_ROW for row in rows)
    if needed > most:
        changed_first = sorted(variables, key=lambda variable: not variable.is_changed)
        rows = flow_variables(changed_first, letters)
    shown = []
    for row in rows:
        if row.number == VARIABLE_ROW:
            most -= 1
        if most < 0:
            break
        shown.append(row)
    return shown


def flow_variables(variables: Sequence[CallVariable], letters: int) -> list[CodeRow]:
    """Return variables one after the other, in as few rows as they need."""
    rows = list[CodeRow]()
    left = letters  # the first variable begins a row
    for variable in variables:
        text = variable_text(variable, letters)
        number = SAME_CODE_ROW
        if left + len(text) >= letters:
            number = VARIABLE_ROW
            left = 0
        mark = "changed" if variable.is_changed else ""
        rows.append(CodeRow(number, left * " " + text, mark))
        left += len(text) + 3
    return rows


def variable_text(variable: CallVariable, letters: int) -> str:
    """Return a variable's name and value, with the value before a change, cut to a row."""
    text = f"{variable.name} {variable.value}"
    if variable.before:
        text += f" (was {variable.before})"
    if len(text) >= letters:
        text = f"{text[: letters - 2]}…"
    return text
