"""The algorithm's pseudocode, the line of this step marked, with the values beside it."""

from __future__ import annotations

from math import isinf

from visualizer.algorithms.table import code_with_table
from visualizer.explanation.sampling import in_sum
from visualizer.look.numbers import show
from visualizer.measures.samples import Phase, phase, upper_bounds
from visualizer.run import Run
from visualizer.trace.playhead import Playhead
from visualizer.trace.rows import Kind
from visualizer.tui.panes import Pane
from visualizer.tui.scene import Scene
from visualizer.tui.styled_lines import Line, Rendering

INDENTS = (4, 2, 1)
"""Spaces for each level of the code: as many as there is room for."""


def event(scene: Scene) -> str:
    """Return the name of the event that this step is, as the comments in the pseudocode have it."""
    here, node = scene.here, scene.here.current
    if node is None:
        return ""
    if scene.run.algorithm.sampling is not None:
        return event_of_sampling(here, node)
    if here.entering:
        if here.kind(node) is Kind.TABLE:
            return "table"
        return "leaf?" if not here.move_count(node) else "enter"
    parent = here.parent(node)
    if here.kind(node) is Kind.STOPPED or parent < 0:
        return "leave"
    if here.is_cut(parent):
        return "cut"
    if here.looked_again(node):
        return "again"
    best = here.best(parent)
    if best is not None and best[1] == node:
        return "best"
    return "child"


def event_of_sampling(here: Playhead, node: int) -> str:
    """Return the same for a search by random games: the part of the iteration that it is in."""
    now = phase(here)
    if here.entering and here.parent(node) < 0:
        return "begin"
    if not here.entering and here.kind(node) is Kind.TERMINAL:
        return "over"
    return "" if now is None else now.value


def values(scene: Scene, name: str) -> str:
    """Return the values that belong beside the marked line."""
    here, node = scene.here, scene.here.current
    if node is None:
        return ""
    if name in ("over", Phase.PLAY_OUT.value, Phase.BACK_UP.value):
        return show(round(here.returned_value(node), 4))
    if name == Phase.SELECT.value:
        bounds = upper_bounds(scene.run, here, here.parent(node))
        return next((in_sum(bound) for bound in bounds if bound.child == node), "")
    if name == "enter":
        low, high = here.window(node)
        return f"α {show(low)}  β {show(high)}" if scene.run.algorithm.uses_window else ""
    if name in ("leave", "child", "again"):
        return show(here.returned_value(node))
    if name == "cut":
        low, high = here.window(here.parent(node))
        if isinf(low) or isinf(high):
            return show(here.returned_value(node))
        return f"{show(low)} {'≥' if scene.run.recipe.search.cut == '>=' else '>'} {show(high)}"
    best = here.best(here.parent(node)) if name == "best" else None
    return show(best[0]) if best else ""


def code_of(run: Run) -> str:
    """Return the pseudocode of a run's search, with its table if it has one."""
    search = run.recipe.search
    code = run.algorithm.code(search.fail)
    return code_with_table(code) if search.options.get("table") else code


def draw(scene: Scene, width: int, height: int) -> Rendering:
    """Draw the part of the pseudocode around the marked line."""
    text = code_of(scene.run).rstrip().split("\n")
    parts = [line.partition("#") for line in text]
    now = event(scene)
    tag = now.rstrip("?")
    marked = [number for number, (_, _, comment) in enumerate(parts) if tag and comment.strip() == tag]
    if len(marked) > 1:
        marked = [marked[0] if maximizing(scene) else marked[-1]]
    first = max(0, min(marked[0] - height // 2 if marked else 0, len(parts) - height))
    lines: list[Line] = []
    lengths = {by: max(len(pretty(indented(code.rstrip(), by))) for code, _, _ in parts) for by in INDENTS}
    indent = next((by for by in INDENTS if lengths[by] + 2 <= width), INDENTS[-1])
    beside = scene.spelled(values(scene, tag)) if now != "leaf?" else "value?"
    for number, (code, _, _) in enumerate(parts[first : first + height], first):
        here = number in marked
        shown = scene.spelled(pretty(indented(code.rstrip(), indent)))
        lines += marked_line(shown, beside, width) if here else [[(f"  {shown}", "code")]]
    return Rendering(lines[:height], title=f"code · {scene.run.algorithm.title}")


def indented(code: str, by: int) -> str:
    """Return a line of code with so many spaces for each of its levels.

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
    return [[(f"▸ {code}".ljust(width), "code-now")], *below]


def maximizing(scene: Scene) -> bool:
    """Say whether the node that this step's line speaks of is MAX's."""
    here, node = scene.here, scene.here.current
    if node is None:
        return True
    parent = here.parent(node)
    return here.maximizing(parent if parent >= 0 else node)


def pretty(code: str) -> str:
    """Return code with the field's signs for its names.

    >>> pretty("best = max(best, alpha)")
    'best = max(best, α)'
    """
    return code.replace("alpha_beta", "alpha\0beta").replace("alpha", "α").replace("beta", "β").replace(
        "α\0β", "alpha_beta").replace("-inf", "−∞").replace("inf", "∞")  # fmt: skip


PANE = Pane("code", "the pseudocode, the line of this step marked", draw)
