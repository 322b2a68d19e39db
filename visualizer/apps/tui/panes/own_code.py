"""A student's own code: its lines around the current one, and the variables of the call."""

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
"""Columns from which on the variables stand beside the code."""
VARIABLES_SHARE = 3
"""Below the code the variables have at most one line in so many."""
MIN_OWN_CODE_COLUMNS = 52
"""Columns that code takes at least, with its numbers, where there is room."""
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
    return Rendering(lines, title=title, frame="alarm" if scene.said else "frame")


def code_beside_variables(scene: Scene, view: CodeView, width: int, height: int) -> list[Line]:
    """Draw the code, and the variables in a column at its right."""
    column_width = width * 3 // 10
    code_width = width - column_width - 2
    code = draw_code_lines(scene, view, code_width, height)
    variables = [
        with_ellipsis(variable_spans(scene, variable), column_width) for variable in view.variables
    ]
    return join_blocks([(code, code_width), ([], 2), (variables, column_width)], height)


def code_above_variables(scene: Scene, view: CodeView, width: int, height: int) -> list[Line]:
    """Draw the code, and the variables in rows below a rule."""
    most = max(2, height // VARIABLES_SHARE)
    rows = lay_out_variables(scene, view.variables, width, most)
    if not rows:
        return pad_lines(draw_code_lines(scene, view, width, height), height)
    room = height - len(rows) - 1
    code = pad_lines(draw_code_lines(scene, view, width, room), room)
    return [*code, [("─" * width, "frame")], *rows]


def pad_lines(lines: list[Line], height: int) -> list[Line]:
    """Return lines with empty ones behind them, up to a height."""
    return [*lines, *([] for _ in range(height - len(lines)))]


def variable_spans(scene: Scene, variable: CallVariable) -> Line:
    """Return a variable and its value; one just changed has a star and its former value."""
    value = scene.spelled(variable.value)
    if not variable.is_changed:
        return [(f" {variable.name} ", "dim"), (value, "text")]
    if variable.before:
        before = f" (was {scene.spelled(variable.before)})"
    else:
        before = ""
    name = (f"{variable.name} ", "strong")
    return [("*", "key"), name, (value, "code-now"), (before, "dim")]


def lay_out_variables(
    scene: Scene, variables: list[CallVariable], width: int, most: int
) -> list[Line]:
    """Put variables one behind the other into at most `most` lines.

    Where they are too many, the last ones are left out, and those just changed last of all.
    """
    shown = [*variables]
    while True:
        rows = rows_of_variables(scene, shown, len(variables) - len(shown), width)
        if len(rows) <= most or not shown:
            return rows
        unchanged = (variable for variable in reversed(shown) if not variable.is_changed)
        shown.remove(next(unchanged, shown[-1]))


def rows_of_variables(
    scene: Scene, variables: list[CallVariable], left_out: int, width: int
) -> list[Line]:
    """Return rows of variables, as many in each as fit, and how many are left out."""
    items = [variable_spans(scene, variable) for variable in variables]
    if left_out:
        items.append([(f" … {left_out} more", "dim")])
    rows: list[Line] = []
    for item in items:
        if rows and width_of(rows[-1]) + width_of(item) < width:
            rows[-1] = [*rows[-1], (" ", "text"), *item]
        else:
            rows.append(with_ellipsis(item, width))
    return rows


def draw_code_lines(scene: Scene, view: CodeView, width: int, height: int) -> list[Line]:
    """Draw the lines of the file around the current one.

    They begin with the function if the current line is then in view.
    """
    digits = len(str(len(view.code)))
    function_line = view.first_line - 1
    current_line = view.line - 1
    if function_line < len(view.code):
        margin = indent_of(view.code[function_line])
    else:
        margin = 0
    room = max(8, width - digits - 3)
    # More lines than are in view decide on the indentation, so that it seldom changes.
    nearby = view.code[function_line : function_line + 3 * height]
    indent = fitting_indent([source_line(line, margin) for line in nearby], room)

    source = shrink_indent(source_line(view.source_line, margin), indent)
    current = marked_lines(scene, view, source, room, digits)
    room_before = max(0, height - len(current))
    first = function_line
    if current_line - function_line > room_before:
        first = current_line - room_before * 2 // 3
    lines: list[Line] = []
    for number in range(max(0, first), len(view.code)):
        if number == current_line:
            lines += current
            continue
        text = shrink_indent(source_line(view.code[number], margin), indent)
        head = (f"  {number + 1:>{digits}} ", "frame")
        lines.append(with_ellipsis([head, (scene.spelled(text), "code")], width))
    return lines[:height]


def fitting_indent(texts: list[str], room: int) -> int:
    """Return the columns to show for four of indentation, so that all lines fit if possible."""
    for indent in OWN_CODE_INDENTS:
        if all(len(shrink_indent(text, indent)) <= room for text in texts):
            return indent
    return OWN_CODE_INDENTS[-1]


def marked_lines(scene: Scene, view: CodeView, text: str, room: int, digits: int) -> list[Line]:
    """Return the current line, wrapped if it is long, with what the call does beside or below."""
    indent = " " * indent_of(text)
    if view.is_current:
        style = "code-now"
    else:
        style = "code"
    head = f"▸ {view.line:>{digits}} "
    margin = " " * len(head)
    lines: list[Line] = []
    part = ""
    for wrapped in wrap_words(scene.spelled(text.strip()), room - len(indent), style):
        part = indent + wrapped[0][0]
        lines.append([(margin if lines else head, "key"), (part.ljust(room), style)])

    doing = scene.spelled(view.doing)
    if doing and len(part) + len(doing) + 2 <= room:
        code = (part.ljust(room - len(doing) - 1), style)
        lines[-1] = [lines[-1][0], code, (f"{doing} ", "value")]
    elif doing:
        width = len(head) + room
        lines.append(with_ellipsis([(f"{doing} ".rjust(width), "value")], width))
    return lines


def source_line(line: str, margin: int) -> str:
    """Return a line of code without the indentation of its function, as far as it has it."""
    line = line.expandtabs(4).rstrip()
    return line[min(margin, indent_of(line)) :]


def indent_of(line: str) -> int:
    """Return how many spaces a line begins with."""
    line = line.expandtabs(4)
    return len(line) - len(line.lstrip())


def shrink_indent(line: str, columns: int) -> str:
    """Return a line with so many columns for every four of its indentation.

    >>> shrink_indent("        return best", 1)
    '  return best'
    """
    indent = indent_of(line)
    return " " * (indent * columns // 4) + line[indent:]


def own_code_columns(run: Run) -> int:
    """Return the columns that the code takes with the least indentation, numbers and the mark."""
    lines = line_track_of(run).files[0].lines
    digits = len(str(len(lines)))
    longest = max((len(shrink_indent(line, OWN_CODE_INDENTS[-1])) for line in lines), default=0)
    return max(MIN_OWN_CODE_COLUMNS, longest + digits + 3)


PANE = View("own code", draw_own_code)
