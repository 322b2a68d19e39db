"""The passes of a search: what each has found and taken; narrowing bounds are a number line."""

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
"""Columns at both ends of the strip: spaces, or the sign that there are passes before it."""
MAX_PASSES_SHOWN = 20
"""Passes that are tried for one line: no more have room."""
BOUND_NAME_COLUMNS = 28
"""Columns behind a number line for the two bounds with their names."""
MIN_SHOWN_SECONDS = 0.1
"""Least seconds of a pass whose time is shown."""


def pass_pane_height(run: Run, height: int) -> int:
    """Return the lines for the passes of a run: 0 for one pass, more than 1 for a number line."""
    if not run.trace.shown_passes:
        return 0
    if run.trace.passes is Passes.REPLACE:
        return 1
    return 3 if height < 30 else 6


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
    """Draw the last passes in one line, as many as fit."""
    shown = passes_that_fit(scene, passes, width)
    is_complete = len(shown) == scene.tree.passes
    line = [(" " if is_complete else " … ", "dim")]
    hits = []
    for result, summary in shown:
        left = width_of(line)
        line += summary
        step = scene.run.trace.enter_step(result.row)
        hits.append(Hit(0, left, width_of(line), (), step))
        line.append((SPACE_BETWEEN_PASSES, "dim"))
    return Rendering([line], hits)


def passes_that_fit(
    scene: Scene, passes: list[PassResult], width: int
) -> list[tuple[PassResult, Line]]:
    """Return as many of the last passes as fit into a line, each with its words."""
    room = width - STRIP_MARGIN
    shown: list[tuple[PassResult, Line]] = []
    for result in reversed(passes):
        summary = pass_summary(scene, result)
        # The newest pass is shown in any case, the others only in whole.
        if shown and width_of(summary) > room:
            break
        if width_of(summary) > room:
            summary = pass_summary(scene, result, short=True)
        shown.insert(0, (result, summary))
        room -= width_of(summary) + len(SPACE_BETWEEN_PASSES)
    return shown


def pass_summary(scene: Scene, result: PassResult, *, short: bool = False) -> Line:
    """Return a pass in a few words: name, visits, best move, and its time if it took any.

    The running pass has a sign. `short` leaves out all but its name and the number of its visits.
    """
    if result.name:
        name = f"{result.name}: "
    else:
        name = ""
    if short:
        sign = "" if result.finished else "● "
        return [(name, "dim"), (scene.spelled(f"{sign}{result.nodes:,}"), "open")]
    if result.nodes == 1:
        nodes = f"{result.nodes:,} node"
    else:
        nodes = f"{result.nodes:,} nodes"
    best = ""
    if result.found.line:
        first_move, *_ = scene.run.line(result.found.line)
        best = scene.spelled(f", best {first_move}")
    if not result.finished:
        return [(name, "strong"), (scene.spelled(f"● {nodes}"), "open"), (best, "dim")]
    seconds = result.seconds or 0
    if seconds >= MIN_SHOWN_SECONDS:
        time = scene.spelled(f", {seconds:.1f} s")
    else:
        time = ""
    return [(name, "dim"), (f"{nodes}{best}", "done"), (time, "dim")]


def draw_pass_number_lines(scene: Scene, passes: list[PassResult], width: int) -> Rendering:
    """Draw a line for each pass: its question, its answer, and the interval left for the value."""
    heads = align_pass_heads([pass_heading(scene, result) for result in passes])
    head_width = max(map(width_of, heads))
    axis_width = max(8, min(width - head_width - 4 - BOUND_NAME_COLUMNS, 60))
    bounds = [bound for result in passes for bound in (result.lower, result.upper)]
    known = [bound for bound in bounds if not isinf(bound)]
    if known:
        ends = (min(known), max(known))
    else:
        ends = (0.0, 0.0)
    rendering = Rendering()
    for y, (result, head) in enumerate(zip(passes, heads, strict=True)):
        gap = (" " * (head_width - width_of(head) + 2), "text")
        rendering.lines.append([*head, gap, *draw_pass_axis(scene, result, ends, axis_width)])
        step = scene.run.trace.enter_step(result.row)
        rendering.hits.append(Hit(y, 0, width, (), step))
    return rendering


def align_pass_heads(heads: list[Line]) -> list[Line]:
    """Put names, visits and answers below each other."""
    name_width, visits_width, answer_width = (
        max(len(head[place][0]) for head in heads) for place in range(3)
    )
    aligned = []
    for (name, name_style), (visits, visits_style), (answer, answer_style) in heads:
        aligned.append(
            [
                (name.ljust(name_width), name_style),
                (f"  {visits:>{visits_width}}", visits_style),
                (f"  {answer:<{answer_width}}", answer_style),
            ]
        )
    return aligned


def pass_heading(scene: Scene, result: PassResult) -> Line:
    """Return a pass's name, its visits and its answer."""
    name = scene.spelled(f" {result.name}")
    value = result.found.value
    if not result.finished or value is None:
        return [(name, "strong"), (scene.spelled(f"● {result.nodes:,}"), "open"), ("", "text")]
    sign = {Bound.LOWER: "≥", Bound.UPPER: "≤"}.get(result.found.bound, "")
    answer = scene.spelled(f"{sign}{format_number(value)}")
    return [(name, "dim"), (f"{result.nodes:,}", "done"), (answer, "value")]


def draw_pass_axis(scene: Scene, result: PassResult, ends: tuple[float, float], width: int) -> Line:
    """Draw the interval between the bounds, on a scale from the least known bound to the greatest.

    An unknown bound is beyond the end.
    """
    lower, upper = result.lower, result.upper
    if isinf(lower):
        left = 0
    else:
        left = axis_column(lower, ends, width)
    if isinf(upper):
        right = width - 1
    else:
        right = axis_column(upper, ends, width)
    if lower == upper:
        both = scene.spelled(f" lower = upper = {format_number(lower)}")
        return [("─" * left, "dim"), ("●", "best"), (both, "value")]
    axis = [("━", "open") if left <= x <= right else ("─", "dim") for x in range(width)]
    axis[left] = ("◂" if isinf(lower) else "├", "alpha")
    axis[right] = ("▸" if isinf(upper) else "┤", "beta")
    lower_name = scene.spelled(f"  lower {format_number(lower)}")
    upper_name = scene.spelled(f"  upper {format_number(upper)}")
    return [*axis, (lower_name, "alpha"), (upper_name, "beta")]


def axis_column(value: float, ends: tuple[float, float], width: int) -> int:
    """Return the column of a value on an axis, which leaves room for unknown bounds at its ends."""
    low, high = ends
    if high == low:
        share = 0.5
    else:
        share = (min(max(value, low), high) - low) / (high - low)
    return 2 + round(share * (width - 6))


PANE = View("passes", draw_passes)
