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
        """Return all lines of code that may be shown: the pseudocode, or a user's own files."""
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
        """Return the width and height that code takes on a page, in points.

        `page` is the size of the page, None for one that fits its contents, and `size` the text
        size of the tree. On a page of a given size, code is as high as the tree: the height is 0.
        """
        code_size = code_text_size(page, size)
        width = self.letters * LETTER_WIDTH * code_size
        if page is not None:
            page_width, _ = page
            return min(width, MAX_CODE_SHARE * page_width), 0.0
        title_rows = 1
        rows = title_rows + min(MAX_CODE_ROWS, len(self.texts))
        if self.variables:
            rows += 3  # an empty row, and two rows of variables
        return width, rows * LINE_HEIGHT * code_size

    def pane(
        self, tree: TreeAtStep, moment: int | None, plan: PagePlan, page: tuple[float, float] | None
    ) -> CodePane:
        """Return as much of the code as has room, at a step.

        A user's own code may run many lines in a step: `moment` is the number of the line run, from
        0 in the whole search, that is shown; None for the first of the step.
        """
        size = code_text_size(page, plan.size)
        letters = letters_in(size, plan.board.width)
        height = max(plan.board.height, plan.tree.height)
        title_rows = 1
        rows = int(height / (LINE_HEIGHT * size)) - title_rows
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
        """Return a user's own code, and below it the variables of a call.

        There is room for `rows` rows of `letters` letters. The code is scrolled to the current
        line.
        """
        # Variables get the rows that the call with the most of them needs, up to a third of all.
        needed = 1 + self.variables * VARIABLE_LETTERS // letters
        most_variable_rows = min(max(2, rows // VARIABLES_DIVISOR), needed)
        lines = [*map(halve_indentation, view.code)]
        all_rows = sum(len(rows_of_line(0, line, letters)) for line in lines)
        empty_rows = 1  # between code and variables
        code_rows = min(rows - empty_rows - most_variable_rows, all_rows)
        code = visible_code_rows(
            lines,
            view.line,
            view.first_line,
            doing=view.action_words,
            letters=letters,
            rows=code_rows,
        )
        # Variables keep their place below the code, however few rows it takes.
        padding = [CodeRow()] * (code_rows + empty_rows - len(code))
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
        """Return the pseudocode with the line of a step marked, and with its values.

        There is room for `rows` rows of `letters` letters, in text of a `size` in points.
        """
        index, values = code_line_at(self.run, tree)
        current_line = 0 if index is None else index + 1  # from 1, 0 for none
        shown = visible_code_rows(
            self.texts,
            current_line,
            1,
            doing=values,
            letters=letters,
            rows=rows,
        )
        return CodePane(self.run.algorithm.title, size, tuple(shown))


def code_text_size(page: tuple[float, float] | None, size: float) -> float:
    """Return the text size of code beside a tree with text of a `size`: a little smaller.

    Code is not smaller than the smallest text of a page, unless the tree's text is, too.
    """
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
    lines: Sequence[str], current: int, first: int, *, doing: str, letters: int, rows: int
) -> list[CodeRow]:
    """Return at most `rows` rows of code, so that the current line is visible.

    The rows begin with line `first` if the current line is visible then. Lines are counted from 1,
    and a long one takes several rows of `letters` letters. `current` is 0 for no current line;
    `doing` says what the code does there.
    """
    if not lines:
        return []
    first_line = lines[first - 1]
    # The indentation of a method, for example, which all its lines share.
    margin = first_line[: len(first_line) - len(first_line.lstrip())]
    all_rows = list[CodeRow]()
    current_row = 0  # the index of the last row of the current line
    for number, line in enumerate(lines[first - 1 :], first):
        without_margin = line.removeprefix(margin)
        if number == current:
            all_rows += current_line_rows(number, without_margin, doing, letters)
            current_row = len(all_rows) - 1
        else:
            all_rows += rows_of_line(number, without_margin, letters)
    # If the code must scroll, the current line is two thirds down.
    first_row = 0 if current_row < rows else current_row - rows * 2 // 3
    first_row = max(0, min(first_row, len(all_rows) - rows))
    return all_rows[first_row:][:rows]


def rows_of_line(number: int, line: str, letters: int) -> list[CodeRow]:
    """Return the rows of a line of code, wrapped to rows of `letters` letters.

    Some of these letters are for line numbers. The first row has the line's number, the others 0;
    all keep the indentation.
    """
    bare = line.lstrip()
    indent = len(line) - len(bare)
    width = max(MIN_WRAPPED_LETTERS, letters - LINE_NUMBER_LETTERS - indent)
    # An empty line has a row, too.
    wrapped = wrap(bare, width, subsequent_indent="  ") or [""]
    first, *others = [" " * indent + part for part in wrapped]
    return [CodeRow(number, first), *(CodeRow(0, text) for text in others)]


def current_line_rows(number: int, line: str, doing: str, letters: int) -> list[CodeRow]:
    """Return the rows of the current line, all marked.

    What the code does there (`doing`) follows the line's last row, or has a row below if there is
    no room.
    """
    rows = [row._replace(mark="now") for row in rows_of_line(number, line, letters)]
    if not doing:
        return rows
    last = rows[-1]
    needed = len(last.text) + len("  ") + len(doing)
    if needed <= letters - LINE_NUMBER_LETTERS:
        rows[-1] = last._replace(remark=doing)
    else:
        rows.append(CodeRow(0, "", "now", doing))
    return rows


def variable_rows(variables: Sequence[CallVariable], letters: int, most: int) -> Sequence[CodeRow]:
    """Return the rows of a call's variables, at most `most` of them.

    If not all variables fit, those that the last line has changed come first.
    """
    rows = flow_variables(variables, letters)
    # Of the variables that share a row on the page, only the first begins a new row.
    needed = sum(row.number == VARIABLE_ROW for row in rows)
    if needed > most:
        changed_first = sorted(variables, key=lambda variable: not variable.is_changed)
        rows = flow_variables(changed_first, letters)
    shown = []
    rows_begun = 0
    for row in rows:
        if row.number == VARIABLE_ROW:
            rows_begun += 1
        if rows_begun > most:
            break
        shown.append(row)
    return shown


def flow_variables(variables: Sequence[CallVariable], letters: int) -> list[CodeRow]:
    """Return variables one behind the other, in rows of `letters` letters.

    Each variable is a `CodeRow` of its own. If a variable continues a row on the page, its text is
    indented to its place, and its number is `SAME_CODE_ROW`.
    """
    rows = list[CodeRow]()
    column = letters  # a full row, so that the first variable begins a new one
    for variable in variables:
        text = variable_text(variable, letters)
        number = SAME_CODE_ROW
        if column + len(text) >= letters:
            number = VARIABLE_ROW
            column = 0
        mark = "changed" if variable.is_changed else ""
        rows.append(CodeRow(number, column * " " + text, mark))
        column += len(text) + 3
    return rows


def variable_text(variable: CallVariable, letters: int) -> str:
    """Return a variable's name and value, with the value before a change, cut to a row."""
    text = f"{variable.name} {variable.value}"
    if variable.before:
        text += f" (was {variable.before})"
    if len(text) >= letters:
        text = f"{text[: letters - 2]}…"
    return text
