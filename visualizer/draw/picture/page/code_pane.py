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
"""Variables take at most one row out of this many."""
VARIABLE_LETTERS = 16
"""About the width of a variable."""
MIN_WRAPPED_LETTERS = 10
"""The smallest width of code after its indentation."""
VARIABLE_ROW = -1
"""In place of a line number: a variable that begins a row of variables."""


@dataclass(frozen=True)
class CodeSource:
    """The code of a run."""

    run: Run

    @property
    def track(self) -> LineTrack | None:
        """Return the lines that a user's own code has run, None for pseudocode."""
        return self.run.track

    @cached_property
    def all_lines(self) -> Sequence[str]:
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
    def row_letters(self) -> int:
        """Return the width of a row of code in letters, with its line number."""
        longest = max([MIN_CODE_LETTERS, *map(len, self.all_lines)])
        return LINE_NUMBER_LETTERS + min(MAX_CODE_LETTERS, longest)

    @cached_property
    def max_variables(self) -> int:
        """Return the greatest number of variables that a call has, 0 for pseudocode."""
        if self.track is None:
            return 0
        counts = (len(call.values) for call in self.track.calls)
        return max(counts, default=0)

    def size_on_page(self, page: tuple[float, float] | None, size: float) -> tuple[float, float]:
        """Return the width and height that code takes on a page, in points.

        `page` is the size of the page, None for a page that fits its contents, and `size` is the
        text size of the tree. On a page of a given size, the height is 0: the code is then as high
        as the tree.
        """
        code_size = code_text_size(page, size)
        width = self.row_letters * LETTER_WIDTH * code_size
        if page is not None:
            page_width, _ = page
            return min(width, MAX_CODE_SHARE * page_width), 0.0
        title_rows = 1
        rows = title_rows + min(MAX_CODE_ROWS, len(self.all_lines))
        if self.max_variables:
            rows += 3  # an empty row, and two rows of variables
        return width, rows * LINE_HEIGHT * code_size

    def pane(
        self, tree: TreeAtStep, moment: int | None, plan: PagePlan, page: tuple[float, float] | None
    ) -> CodePane:
        """Return the part of the code that fits the page, with the current line marked.

        A user's own code may run many lines in a step. `moment` says which of them is current,
        counting all lines run in the search from 0; None for the first line of the step.
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
        """Return a user's own code around the current line, with the call's variables below.

        There is room for `rows` rows of `letters` letters.
        """
        # All calls get the same number of rows for variables, so that the page stays the same.
        max_variable_rows = max(2, rows // VARIABLES_DIVISOR)
        needed_variable_rows = 1 + self.max_variables * VARIABLE_LETTERS // letters
        variable_row_count = min(max_variable_rows, needed_variable_rows)
        lines = [*map(halve_indentation, view.code)]
        needed_code_rows = sum(len(rows_of_line(0, line, letters)) for line in lines)
        empty_rows = 1  # between code and variables
        code_rows = min(rows - empty_rows - variable_row_count, needed_code_rows)
        code = visible_code_rows(
            lines,
            view.line,
            view.first_line,
            remark=view.action_words,
            letters=letters,
            rows=code_rows,
        )
        # Empty rows keep the variables in the same place, however few rows of code are shown.
        padding = [CodeRow()] * (code_rows + empty_rows - len(code))
        variables = variable_rows(view.variables, letters, variable_row_count)
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
        """Return the pseudocode with the current line marked, and the values used there beside it.

        There is room for `rows` rows of `letters` letters. `size` is the text size in points.
        """
        index, values = code_line_at(self.run, tree)
        current_line = 0 if index is None else index + 1  # counted from 1, 0 for no line
        visible_rows = visible_code_rows(
            self.all_lines,
            current_line,
            1,
            remark=values,
            letters=letters,
            rows=rows,
        )
        return CodePane(self.run.algorithm.title, size, tuple(visible_rows))


def code_text_size(page: tuple[float, float] | None, size: float) -> float:
    """Return the text size of code: a little smaller than `size`, the text size of the tree.

    `page` is the size of the page, None for a page that fits its contents. Code is not made smaller
    than the smallest allowed text.
    """
    min_size: float = MIN_TEXT_SIZE
    if page is not None:
        _, height = page
        min_size = MIN_TEXT_SIZE * (height / REFERENCE_PAGE_HEIGHT)
    return round(min(size, max(min_size, CODE_SIZE_FACTOR * size)), 2)


def halve_indentation(line: str) -> str:
    """Return a line of code, indented by two columns instead of four on each level.

    >>> halve_indentation("        return 3 ")
    '    return 3'
    """
    line = line.expandtabs(4).rstrip()
    bare = line.lstrip()
    return " " * ((len(line) - len(bare)) // 2) + bare


def visible_code_rows(
    lines: Sequence[str], current: int, first: int, *, remark: str, letters: int, rows: int
) -> list[CodeRow]:
    """Return at most `rows` rows of code, scrolled so that the current line is visible.

    `lines` are all lines of a file. The code begins at line number `first`, and `current` is the
    number of the current line, 0 for no line. `remark` is written beside it. A line that is longer
    than `letters` letters takes several rows.
    """
    if not lines:
        return []
    first_line = lines[first - 1]
    # All lines of a method, for example, share the indentation of its first line.
    indentation = first_line[: len(first_line) - len(first_line.lstrip())]
    all_rows = list[CodeRow]()
    current_row = 0
    for number, line in enumerate(lines[first - 1 :], first):
        text = line.removeprefix(indentation)
        if number == current:
            all_rows += current_line_rows(number, text, remark, letters)
            current_row = len(all_rows) - 1
        else:
            all_rows += rows_of_line(number, text, letters)
    if current_row < rows:
        return all_rows[:rows]
    # The code scrolls until the current line is two thirds down, or the last row is visible.
    hidden_rows = len(all_rows) - rows
    rows_above = max(0, min(current_row - rows * 2 // 3, hidden_rows))
    return all_rows[rows_above:][:rows]


def rows_of_line(number: int, line: str, letters: int) -> list[CodeRow]:
    """Return the rows of a line of code, wrapped to `letters` letters with the line number.

    The first row has the line's number, the others 0. All rows keep the line's indentation.
    """
    bare = line.lstrip()
    indent = len(line) - len(bare)
    width = max(MIN_WRAPPED_LETTERS, letters - LINE_NUMBER_LETTERS - indent)
    # An empty line has a row, too.
    wrapped = wrap(bare, width, subsequent_indent="  ") or [""]
    first, *others = [" " * indent + part for part in wrapped]
    return [CodeRow(number, first), *(CodeRow(0, text) for text in others)]


def current_line_rows(number: int, line: str, remark: str, letters: int) -> list[CodeRow]:
    """Return the rows of the current line, all marked, with a remark on what the code does there.

    The remark, if not "", is beside the last row of the line, or below it for lack of room.
    """
    rows = [row._replace(mark="now") for row in rows_of_line(number, line, letters)]
    if not remark:
        return rows
    last = rows[-1]
    needed = len(last.text) + len("  ") + len(remark)
    if needed <= letters - LINE_NUMBER_LETTERS:
        rows[-1] = last._replace(remark=remark)
    else:
        rows.append(CodeRow(0, "", "now", remark))
    return rows


def variable_rows(
    variables: Sequence[CallVariable], letters: int, max_rows: int
) -> Sequence[CodeRow]:
    """Return the variables of a call that fit `max_rows` rows of `letters` letters.

    If not all fit, the variables that the last line has changed come first.
    """
    flowed = flow_variables(variables, letters)
    needed_rows = sum(variable.number == VARIABLE_ROW for variable in flowed)
    if needed_rows > max_rows:
        changed_first = sorted(variables, key=lambda variable: not variable.is_changed)
        flowed = flow_variables(changed_first, letters)
    fitting = []
    row_count = 0
    for variable in flowed:
        # A variable with another number continues the row.
        if variable.number == VARIABLE_ROW:
            row_count += 1
        if row_count > max_rows:
            break
        fitting.append(variable)
    return fitting


def flow_variables(variables: Sequence[CallVariable], letters: int) -> list[CodeRow]:
    """Return a `CodeRow` for each variable; several of them share a row of `letters` letters.

    A variable that begins a row has the number `VARIABLE_ROW`. A variable that continues the row
    has the number `SAME_CODE_ROW`, and its text is indented to its place.
    """
    flowed = list[CodeRow]()
    column = letters  # no room is left, so that the first variable begins a row
    for variable in variables:
        text = variable_text(variable, letters)
        number = SAME_CODE_ROW
        if column + len(text) >= letters:
            number = VARIABLE_ROW
            column = 0
        mark = "changed" if variable.is_changed else ""
        flowed.append(CodeRow(number, column * " " + text, mark))
        column += len(text) + 3
    return flowed


def variable_text(variable: CallVariable, letters: int) -> str:
    """Return a variable's name, value and value before a change, shortened to fit a row."""
    text = f"{variable.name} {variable.value}"
    if variable.before:
        text += f" (was {variable.before})"
    if len(text) >= letters:
        text = f"{text[: letters - 2]}…"
    return text
