"""The algorithm's pseudocode, the line of this step marked, with the values beside it."""

from visualizer.explanation.code_line import code_line, code_lines, seen_from
from visualizer.run import Run
from visualizer.tui.cells.styled_lines import Line, Rendering, ellipsed
from visualizer.tui.scene import Scene
from visualizer.tui.views import View

INDENTS = (4, 2, 1)
"""Spaces for each level of the code: as many as there is room for; where even the least do not do, the second."""


def draw(scene: Scene, width: int, height: int) -> Rendering:
    """Draw the part of the pseudocode around the marked line."""
    code, now = code_lines(scene.run), code_line(scene.run, scene.tree)
    first = max(0, min(0 if now.number is None else now.number - height // 2, len(code) - height))
    indent = next((by for by in INDENTS if max(len(indented(line, by)) for line in code) + 2 <= width), INDENTS[1])
    lines: list[Line] = []
    for number, line in enumerate(code[first : first + height], first):
        shown = scene.spelled(indented(line, indent))
        marked = number == now.number
        values = scene.spelled(now.values)
        lines += marked_line(shown, values, width) if marked else [ellipsed([(f"  {shown}", "code")], width)]
    side = seen_from(scene.run, scene.tree)
    seen = f" · from {side}'s side" if side else ""
    return Rendering(lines[:height], title=f"code · {scene.run.algorithm.title}{seen}")


def width_of(run: Run) -> int:
    """Return how many columns the code takes, with the mark before it."""
    return max(len(indented(line, INDENTS[1])) for line in code_lines(run)) + 2


def indented(code: str, by: int) -> str:
    """Return a line of code with n spaces for each of its levels.

    >>> indented("        return best", 1)
    '  return best'
    """
    bare = code.lstrip()
    return " " * ((len(code) - len(bare)) // 4 * by) + bare


def marked_line(code: str, beside: str, width: int) -> list[Line]:
    """Return the line of this step with its values beside it, or below it where it is narrow."""
    if len(code) + len(beside) + 4 <= width:
        return [[(f"▸ {code}".ljust(width - len(beside) - 1), "code-now"), (f"{beside} ", "value")]]
    below: list[Line] = [[(f"{beside} ".rjust(width), "value")]] if beside else []
    return [ellipsed([(f"▸ {code}".ljust(width), "code-now")], width), *below]


PANE = View("code", draw)
