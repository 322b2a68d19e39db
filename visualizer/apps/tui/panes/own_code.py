"""A person's own code: its lines around the current one, and the variables of the call, beside them or below."""

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
"""Below the code the variables have at most the SHARE-th part of the lines."""
MIN_OWN_CODE_COLUMNS = 52
"""Columns that code takes at least, with its numbers, where there is room."""
OWN_CODE_INDENTS = (4, 2)
"""Of four columns of indentation how many are shown: all where there is room."""


def draw_own_code(scene: Scene, width: int, height: int) -> Rendering:
    """Draw the code of the call that is seen, with its line marked, and its variables."""
    view = scene.code
    if view is None:
        return Rendering()
    if width >= MIN_WIDTH_FOR_VARIABLES:
        column = [variable_spans(scene, each) for each in view.variables]
        taken = width * 3 // 10
        code = draw_code_lines(scene, view, width - taken - 2, height)
        lines = join_blocks(
            [
                (code, width - taken - 2),
                ([[]] * height, 2),
                ([with_ellipsis(line, taken) for line in column], taken),
            ],
            height,
        )
    else:
        below = lay_out_variables(scene, view.variables, width, max(2, height // VARIABLES_SHARE))
        room = height - len(below) - bool(below)
        code = draw_code_lines(scene, view, width, room)
        if below:
            rule = [[("─" * width, "frame")]]
        else:
            rule = []
        lines = [*code, *[[] for _ in range(room - len(code))], *rule, *below]
    return Rendering(
        lines,
        title=scene.spelled(f"{view.title} · line {view.line}"),
        frame="alarm" if scene.said else "frame",
    )


def variable_spans(scene: Scene, variable: CallVariable) -> Line:
    """Return a variable with its value; one that has just been changed has a star, and what it was before."""
    name = variable.name
    value = scene.spelled(variable.value)
    if not variable.is_changed:
        return [(f" {name} ", "dim"), (value, "text")]
    before = f" (was {scene.spelled(variable.before)})" if variable.before else ""
    return [("*", "key"), (f"{name} ", "strong"), (value, "code-now"), (before, "dim")]


def lay_out_variables(
    scene: Scene, variables: list[CallVariable], width: int, most: int
) -> list[Line]:
    """Put variables one behind the other into some lines at most; where they are too many, the last stay unsaid.

    What has just been changed is shown before all others.
    """
    shown = [*variables]
    while True:
        items = [variable_spans(scene, each) for each in shown]
        if len(shown) < len(variables):
            items += [[(f" … {len(variables) - len(shown)} more", "dim")]]
        else:
            items += []
        rows: list[Line] = []
        for item in items:
            if rows and width_of(rows[-1]) + width_of(item) < width:
                rows[-1] = [*rows[-1], (" ", "text"), *item]
            else:
                rows.append(with_ellipsis(item, width))
        if len(rows) <= most or not shown:
            return rows
        shown.remove(next((each for each in reversed(shown) if not each.is_changed), shown[-1]))


def draw_code_lines(scene: Scene, view: CodeView, width: int, height: int) -> list[Line]:
    """Draw the lines of the file around the current one: from the beginning of the function on, if it has room."""
    digits = len(str(len(view.code)))
    begin = view.first_line - 1
    now = view.line - 1
    if begin < len(view.code):
        margin = indent_of(view.code[begin])
    else:
        margin = 0
    room = max(8, width - digits - 3)
    texts = [source_line(line, margin) for line in view.code[begin : begin + 3 * height]]
    share = next(
        (
            by
            for by in OWN_CODE_INDENTS
            if max((len(shrink_indent(text, by)) for text in texts), default=0) <= room
        ),
        OWN_CODE_INDENTS[-1],
    )
    current = marked_lines(
        scene, view, shrink_indent(source_line(view.source_line, margin), share), room, digits
    )
    before = max(0, height - len(current))
    if now - begin <= before:
        first = begin
    else:
        first = now - before * 2 // 3
    lines = []
    for number in range(max(0, first), len(view.code)):
        if number == now:
            lines += current
        else:
            text = scene.spelled(shrink_indent(source_line(view.code[number], margin), share))
            lines.append(
                with_ellipsis([(f"  {number + 1:>{digits}} ", "frame"), (text, "code")], width)
            )
    return lines[:height]


def marked_lines(scene: Scene, view: CodeView, text: str, room: int, digits: int) -> list[Line]:
    """Return the current line, in several where it is long, with what the call does beside it or below."""
    indent = " " * indent_of(text)
    style = "code-now" if view.is_current else "code"
    parts = [
        indent + part[0][0]
        for part in wrap_words(scene.spelled(text.strip()), room - len(indent), style)
    ]
    head = f"▸ {view.line:>{digits}} "
    lines = [
        [(head if not number else " " * len(head), "key"), (part.ljust(room), style)]
        for number, part in enumerate(parts)
    ]
    doing = scene.spelled(view.doing)
    if doing and len(parts[-1]) + len(doing) + 2 <= room:
        lines[-1] = [
            lines[-1][0],
            (parts[-1].ljust(room - len(doing) - 1), style),
            (f"{doing} ", "value"),
        ]
    elif doing:
        lines.append(
            with_ellipsis([(f"{doing} ".rjust(len(head) + room), "value")], len(head) + room)
        )
    return lines


def source_line(line: str, margin: int) -> str:
    """Return a line of code without the indentation of its function, or what it has of that."""
    line = line.expandtabs(4).rstrip()
    return line[min(margin, indent_of(line)) :]


def indent_of(line: str) -> int:
    """Return how many spaces a line begins with."""
    line = line.expandtabs(4)
    return len(line) - len(line.lstrip())


def shrink_indent(line: str, by: int) -> str:
    """Return a line with n columns for every four of its indentation.

    >>> shrink_indent("        return best", 1)
    '  return best'
    """
    indent = indent_of(line)
    return " " * (indent * by // 4) + line[indent:]


def own_code_columns(run: Run) -> int:
    """Return how many columns the code takes, with numbers and mark, and shrunk by half where it is indented."""
    lines = line_track_of(run).files[0].lines
    return max(
        [
            MIN_OWN_CODE_COLUMNS,
            *(
                len(shrink_indent(line, OWN_CODE_INDENTS[-1])) + len(str(len(lines))) + 3
                for line in lines
            ),
        ]
    )


PANE = View("own code", draw_own_code)
