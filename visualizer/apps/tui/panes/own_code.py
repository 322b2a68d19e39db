"""A student's own code: its lines around the current one, and the variables of the call."""

from __future__ import annotations

from dataclasses import dataclass

from visualizer.apps.tui.cells.styled_lines import (
    Line,
    Rendering,
    join_blocks,
    width_of,
    with_ellipsis,
    wrap_words,
)
from visualizer.apps.tui.scene import Scene
from visualizer.apps.tui.views import View
from visualizer.explaining.explanation.own_code import CallVariable, CodeView, line_track_of
from visualizer.searching.run import Run

MIN_WIDTH_FOR_VARIABLES = 72
"""Minimum columns of a pane with the variables beside the code."""
VARIABLES_SHARE = 3
"""Below the code, the variables take at most one line in three."""
MIN_OWN_CODE_COLUMNS = 52
"""Minimum columns of the code with its line numbers, on a screen that is wide enough."""
OWN_CODE_INDENTS = (4, 2)
"""Columns to show for four columns of indentation: the first that fit, else the last."""


def draw_own_code(scene: Scene, width: int, height: int) -> Rendering:
    """Draw the code of the call in view, with its line marked, and its variables."""
    view = scene.code
    if view is None:
        return Rendering()
    if width >= MIN_WIDTH_FOR_VARIABLES:
        lines = code_beside_variables(scene, view, width, height)
    else:
        lines = code_above_variables(scene, view, width, height)
    title = scene.spelled(f"{view.title} · line {view.line}")
    frame = "frame"
    if scene.code_sentence:
        frame = "alarm"
    return Rendering(lines, title=title, frame=frame)


def code_beside_variables(scene: Scene, view: CodeView, width: int, height: int) -> list[Line]:
    """Draw the code, and the variables in a column at its right."""
    column_width = width * 3 // 10
    code_width = width - column_width - 2
    code = draw_code_lines(scene, view, code_width, height)
    variables = []
    for variable in view.variables:
        spans = variable_spans(scene, variable)
        variables.append(with_ellipsis(spans, column_width))
    return join_blocks([(code, code_width), ([], 2), (variables, column_width)], height)


def code_above_variables(scene: Scene, view: CodeView, width: int, height: int) -> list[Line]:
    """Draw the code, and the variables in rows below a rule."""
    max_rows = max(2, height // VARIABLES_SHARE)
    rows = lay_out_variables(scene, view.variables, width, max_rows)
    room = height
    if rows:
        # The rule takes a line.
        room = height - len(rows) - 1
    code = pad_lines(draw_code_lines(scene, view, width, room), room)
    if not rows:
        return code
    return [*code, [("─" * width, "frame")], *rows]


def pad_lines(lines: list[Line], height: int) -> list[Line]:
    """Return lines, followed by empty lines up to a height."""
    return [*lines, *([] for _ in range(height - len(lines)))]


def variable_spans(scene: Scene, variable: CallVariable) -> Line:
    """Return a variable and its value.

    If the value has just changed, a star and the previous value are added.
    """
    value = scene.spelled(variable.value)
    if not variable.is_changed:
        return [(f" {variable.name} ", "dim"), (value, "text")]
    previous = ""
    if variable.before:
        previous = f" (was {scene.spelled(variable.before)})"
    name = (f"{variable.name} ", "strong")
    return [("*", "key"), name, (value, "code-now"), (previous, "dim")]


def lay_out_variables(
    scene: Scene, variables: list[CallVariable], width: int, max_rows: int
) -> list[Line]:
    """Return variables in at most `max_rows` rows, several in a row.

    If they do not fit, variables that this step has not changed are left out, and then the others.
    In both groups, the last variable is left out first.
    """
    shown_variables = [*variables]
    while True:
        omitted = len(variables) - len(shown_variables)
        rows = rows_of_variables(scene, shown_variables, omitted, width)
        if len(rows) <= max_rows or not shown_variables:
            return rows
        unchanged = (variable for variable in reversed(shown_variables) if not variable.is_changed)
        shown_variables.remove(next(unchanged, shown_variables[-1]))


def rows_of_variables(
    scene: Scene, variables: list[CallVariable], omitted: int, width: int
) -> list[Line]:
    """Return rows with as many variables as fit into each.

    `omitted` is the number of variables left out; if it is not 0, it is named at the end.
    """
    items = [variable_spans(scene, variable) for variable in variables]
    if omitted:
        items.append([(f" … {omitted} more", "dim")])
    rows: list[Line] = []
    for item in items:
        if rows and width_of(rows[-1]) + width_of(item) < width:
            rows[-1] += [(" ", "text"), *item]
        else:
            rows.append(with_ellipsis(item, width))
    return rows


@dataclass(frozen=True)
class CodeLayout:
    """The layout of the lines of a file: their columns and their indentation."""

    room: int
    """Columns of a line of code."""
    digits: int
    """Columns of the line numbers."""
    margin: int
    """Spaces before the function, which are left out."""
    indent: int
    """Columns to show for four of indentation."""

    @classmethod
    def of(cls, view: CodeView, width: int, height: int) -> CodeLayout:
        """Lay out the function of a call in a pane of this size."""
        digits = len(str(len(view.code)))
        room = max(8, width - digits - 3)
        function_line = view.first_line - 1
        margin = 0
        # Line numbers of generated code may lie past the end of its file.
        if function_line < len(view.code):
            margin = indent_of(view.code[function_line])
        # The indentation must suit more lines than are in view, so that it seldom changes.
        nearby = view.code[function_line : function_line + 3 * height]
        indent = fitting_indent([source_line(line, margin) for line in nearby], room)
        return cls(room, digits, margin, indent)

    def shown(self, line: str) -> str:
        """Return a line of the file as it is shown."""
        return shrink_indent(source_line(line, self.margin), self.indent)


def draw_code_lines(scene: Scene, view: CodeView, width: int, height: int) -> list[Line]:
    """Draw the lines of the file around the current one.

    The drawing begins with the function's first line, if the current line is then still in view.
    """
    layout = CodeLayout.of(view, width, height)
    current = current_lines(scene, view, layout)
    # The view counts lines from 1, the code from 0.
    current_line = view.line - 1
    first = first_line_in_view(view, height - len(current))
    lines: list[Line] = []
    for index in range(first, len(view.code)):
        if index == current_line:
            lines += current
            continue
        line_number = (f"  {index + 1:>{layout.digits}} ", "frame")
        text = scene.spelled(layout.shown(view.code[index]))
        lines.append(with_ellipsis([line_number, (text, "code")], width))
    return lines[:height]


def first_line_in_view(view: CodeView, room: int) -> int:
    """Return the index of the first line of code to show.

    It is the first line of the function, unless the current line would then be out of view. `room`
    is the number of lines that fit in addition to the current line.
    """
    # The view counts lines from 1, the code from 0.
    function_line = view.first_line - 1
    current_line = view.line - 1
    room = max(0, room)
    if current_line - function_line <= room:
        return max(0, function_line)
    # Two thirds of the lines come before the current one, since they have just been executed.
    return max(0, current_line - room * 2 // 3)


def fitting_indent(texts: list[str], room: int) -> int:
    """Return the columns to show for four of indentation, so that all lines fit if possible."""
    for indent in OWN_CODE_INDENTS:
        if all(len(shrink_indent(text, indent)) <= room for text in texts):
            return indent
    return OWN_CODE_INDENTS[-1]


def current_lines(scene: Scene, view: CodeView, layout: CodeLayout) -> list[Line]:
    """Return the current line of code, wrapped if it is long.

    A note on what the call is doing, such as returning, is added at the right if there is room, or
    else in a line below.
    """
    style = "code"
    if view.is_current:
        style = "code-now"
    line_number = f"▸ {view.line:>{layout.digits}} "
    margin = " " * len(line_number)
    lines: list[Line] = []
    parts = wrapped_source(scene.spelled(layout.shown(view.source_line)), layout.room)
    for part in parts:
        lines.append([(margin if lines else line_number, "key"), (part.ljust(layout.room), style)])

    note = scene.spelled(view.action_words)
    if not note:
        return lines
    room = layout.room - len(note) - 1
    last_part = parts[-1] if parts else ""
    # The note is written beside the last part of the line if a space is left between them.
    if lines and len(last_part) < room:
        line_beginning, *_ = lines[-1]
        lines[-1] = [line_beginning, (last_part.ljust(room), style), (f"{note} ", "value")]
    else:
        width = len(line_number) + layout.room
        lines.append(with_ellipsis([(f"{note} ".rjust(width), "value")], width))
    return lines


def wrapped_source(text: str, room: int) -> list[str]:
    """Return a line of code in parts of at most `room` columns, each with its indentation."""
    indent = " " * indent_of(text)
    parts = []
    for line in wrap_words(text.strip(), room - len(indent)):
        words, _ = line[0]
        parts.append(indent + words)
    return parts


def source_line(line: str, margin: int) -> str:
    """Return a line of code with at most `margin` columns of its indentation removed."""
    line = line.expandtabs(4).rstrip()
    return line[min(margin, indent_of(line)) :]


def indent_of(line: str) -> int:
    """Return the number of spaces before a line; a tab counts up to the next multiple of 4."""
    line = line.expandtabs(4)
    return len(line) - len(line.lstrip())


def shrink_indent(line: str, columns: int) -> str:
    """Return a line with `columns` columns for every four of its indentation.

    >>> shrink_indent("        return best", 1)
    '  return best'
    """
    indent = indent_of(line)
    return " " * (indent * columns // 4) + line[indent:]


def own_code_columns(run: Run) -> int:
    """Return the columns that the code takes with the least indentation, numbers and the mark."""
    lines = line_track_of(run).files[0].lines
    digits = len(str(len(lines)))
    narrowest = [shrink_indent(line, OWN_CODE_INDENTS[-1]) for line in lines]
    longest = max(map(len, narrowest), default=0)
    return max(MIN_OWN_CODE_COLUMNS, longest + digits + 3)


PANE = View("own code", draw_own_code)
