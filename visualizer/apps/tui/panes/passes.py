"""The passes of a search: what each has found and taken; where they narrow the bounds, on a number line."""

from math import isinf

from visualizer.apps.tui.cells.styled_lines import Hit, Line, Rendering, width_of
from visualizer.apps.tui.scene import Scene
from visualizer.apps.tui.views import View
from visualizer.explaining.measures.summary import PassResult, passes_at
from visualizer.look.numbers import format_number
from visualizer.searching.run import Run
from visualizer.trace.rows import Passes
from visualizer.trace.tree_at_step import Bound

SPACE_BETWEEN_PASSES = "   "
STRIP_MARGIN = 4
"""Columns for the spaces at both ends of the strip, or for the sign that there are passes before it."""
MAX_PASSES_SHOWN = 20
"""Passes in a line that are looked at: no more have room."""
BOUND_NAME_COLUMNS = 28
"""Columns behind a number line for the two bounds with their names."""
MIN_SHOWN_SECONDS = 0.1
"""Least seconds of a pass whose time is shown."""


def pass_pane_height(run: Run, height: int) -> int:
    """Return the lines that the passes of a run take on a screen: one, more on a number line, none for one pass."""
    if not run.trace.shown_passes:
        return 0
    if run.trace.passes is Passes.REPLACE:
        return 1
    if height < 30:
        return 3
    return 6


def draw_passes(scene: Scene, width: int, height: int) -> Rendering:
    """Draw the last passes, the newest at the end; a click goes to the beginning of one."""
    narrows = scene.run.trace.passes is Passes.NARROW
    most = 1_000 if narrows else MAX_PASSES_SHOWN  # bounds are those of all passes
    passes = passes_at(scene.tree, most, scene.run.search_seconds)
    if not passes:
        return Rendering([[(scene.spelled(" no pass has begun"), "dim")]])
    if narrows:
        return draw_pass_number_lines(scene, passes[-height:], width)
    return draw_pass_strip(scene, passes, width)


def draw_pass_strip(scene: Scene, passes: list[PassResult], width: int) -> Rendering:
    """Draw the last passes in one line, as many as there is room for."""
    shown: list[tuple[PassResult, Line]] = []
    for each in reversed(passes):
        spans = pass_summary(scene, each)
        if not shown and width_of(spans) + STRIP_MARGIN > width:
            spans = pass_summary(scene, each, short=True)
        if (
            shown
            and sum(width_of(line) + len(SPACE_BETWEEN_PASSES) for _, line in shown)
            + width_of(spans)
            + STRIP_MARGIN
            > width
        ):
            break
        shown.insert(0, (each, spans))
    line = [(" " if len(shown) == scene.tree.passes else " … ", "dim")]
    hits = []
    for each, spans in shown:
        left = width_of(line)
        line += spans
        hits.append(Hit(0, left, width_of(line), (), scene.run.trace.enter_step(each.row)))
        line.append((SPACE_BETWEEN_PASSES, "dim"))
    return Rendering([line], hits)


def pass_summary(scene: Scene, each: PassResult, *, short: bool = False) -> Line:
    """Return a pass in a few words: name, visits, best move, its time if it took any; the running one has a sign.

    `short` leaves out all but its name and the number of its visits.
    """
    line = each.found.line
    if line:
        best = scene.spelled(f", best {scene.run.line(line)[0]}")
    else:
        best = ""
    nodes = f"{each.nodes:,} node{'s' * (each.nodes != 1)}"
    name = f"{each.name}: " if each.name else ""
    if short:
        return [
            (name, "dim"),
            (scene.spelled(f"{'' if each.finished else '● '}{each.nodes:,}"), "open"),
        ]
    if each.finished:
        if (each.seconds or 0) >= MIN_SHOWN_SECONDS:
            time = scene.spelled(f", {each.seconds or 0:.1f} s")
        else:
            time = ""
        return [(name, "dim"), (f"{nodes}{best}", "done"), (time, "dim")]
    return [(name, "strong"), (scene.spelled(f"● {nodes}"), "open"), (best, "dim")]


def draw_pass_number_lines(scene: Scene, passes: list[PassResult], width: int) -> Rendering:
    """Draw a line for each pass: its question, its answer, and the interval left between the two bounds."""
    heads = align_pass_heads([pass_heading(scene, each) for each in passes])
    wide = max(map(width_of, heads))
    inner = max(8, min(width - wide - 4 - BOUND_NAME_COLUMNS, 60))
    ends = [end for each in passes for end in (each.lower, each.upper) if not isinf(end)]
    if ends:
        low = min(ends)
        high = max(ends)
    else:
        low = 0.0
        high = 0.0
    lines = list[Line]()
    hits = list[Hit]()
    for y, (each, head) in enumerate(zip(passes, heads, strict=True)):
        lines.append(
            [
                *head,
                (" " * (wide - width_of(head) + 2), "text"),
                *draw_pass_axis(scene, each, (low, high), inner),
            ]
        )
        hits.append(Hit(y, 0, width, (), scene.run.trace.enter_step(each.row)))
    return Rendering(lines, hits)


def align_pass_heads(heads: list[Line]) -> list[Line]:
    """Put names, visits and answers below each other."""
    wide = [max(len(head[place][0]) for head in heads) for place in range(3)]
    return [
        [
            (name.ljust(wide[0]), style),
            (f"  {nodes:>{wide[1]}}", visited),
            (f"  {answer:<{wide[2]}}", found),
        ]
        for (name, style), (nodes, visited), (answer, found) in heads
    ]


def pass_heading(scene: Scene, each: PassResult) -> Line:
    """Return a pass's name, its visits and its answer."""
    name = scene.spelled(f" {each.name}")
    value = each.found.value
    if not each.finished or value is None:
        return [(name, "strong"), (scene.spelled(f"● {each.nodes:,}"), "open"), ("", "text")]
    sign = {Bound.LOWER: "≥", Bound.UPPER: "≤"}.get(each.found.bound, "")
    return [
        (name, "dim"),
        (f"{each.nodes:,}", "done"),
        (scene.spelled(f"{sign}{format_number(value)}"), "value"),
    ]


def draw_pass_axis(scene: Scene, each: PassResult, ends: tuple[float, float], width: int) -> Line:
    """Draw the interval between the bounds, on a scale from the least known bound to the greatest.

    An unknown bound is beyond the end.
    """
    low, high = ends
    room = width - 5

    def place(value: float) -> int:
        if high == low:
            share = 0.5
        else:
            share = (min(max(value, low), high) - low) / (high - low)
        return 2 + round(share * (room - 1))

    if isinf(each.lower):
        left = 0
    else:
        left = place(each.lower)
    if isinf(each.upper):
        right = width - 1
    else:
        right = place(each.upper)
    if each.lower == each.upper:
        both = scene.spelled(f" lower = upper = {format_number(each.lower)}")
        return [("─" * left, "dim"), ("●", "best"), (both, "value")]
    drawn = [("━", "open") if left <= x <= right else ("─", "dim") for x in range(width)]
    drawn[left] = ("◂" if isinf(each.lower) else "├", "alpha")
    drawn[right] = ("▸" if isinf(each.upper) else "┤", "beta")
    names = f"  lower {format_number(each.lower)}", f"  upper {format_number(each.upper)}"
    return [*drawn, (scene.spelled(names[0]), "alpha"), (scene.spelled(names[1]), "beta")]


PANE = View("passes", draw_passes)
