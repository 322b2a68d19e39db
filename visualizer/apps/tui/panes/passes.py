"""The passes of a search: results, visits and times; narrowing bounds are a number line."""

from math import isinf

from visualizer.apps.tui.cells.styled_lines import Hit, Line, Rendering, width_of
from visualizer.apps.tui.scene import Scene
from visualizer.apps.tui.views import View
from visualizer.explaining.measures.summary import PassResult, results_of_passes
from visualizer.look.numbers import format_number
from visualizer.searching.run import Run
from visualizer.trace.rows import Passes
from visualizer.trace.tree_at_step import Bound

SPACE_BETWEEN_PASSES = "   "
STRIP_MARGIN = 4
"""Columns at both ends of the strip: spaces, or the sign that there are passes before it."""
MAX_PASSES_SHOWN = 20
"""The most passes that can ever fit into one line."""
MAX_BOUNDS_SHOWN = 1_000
"""Passes that narrow bounds and are tried: the number line spans the bounds of all of them."""
BOUND_NAME_COLUMNS = 28
"""Columns after a number line for the two bounds with their names."""
MIN_AXIS_COLUMNS = 8
MAX_AXIS_COLUMNS = 60
AXIS_MARGINS = 4
"""Free columns before and after a number line."""
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
    """Draw the last passes of a repeated search, the newest at the end.

    A click on a pass goes to the step where it begins.
    """
    # A pass of such a search narrows the bounds of the root's value; other searches only deepen.
    narrows_bounds = scene.run.trace.passes is Passes.NARROW
    max_passes = MAX_PASSES_SHOWN
    if narrows_bounds:
        max_passes = MAX_BOUNDS_SHOWN
    passes = results_of_passes(scene.tree, max_passes, scene.run.search_seconds)
    if not passes:
        return Rendering([[(scene.spelled(" no pass has begun"), "dim")]])
    if narrows_bounds:
        return draw_pass_number_lines(scene, passes[-height:], width)
    return draw_pass_strip(scene, passes, width)


def draw_pass_strip(scene: Scene, passes: list[PassResult], width: int) -> Rendering:
    """Draw the last passes in one line, as many as fit."""
    shown_passes = passes_that_fit(scene, passes, width)
    # An ellipsis stands for earlier passes that are left out.
    margin = " … "
    if len(shown_passes) == scene.tree.passes:
        margin = " "
    line = [(margin, "dim")]
    hits = []
    for result, summary in shown_passes:
        left = width_of(line)
        line += summary
        step = scene.run.trace.enter_step(result.row)
        hits.append(
            Hit(
                0,
                left,
                width_of(line),
                path=(),
                step=step,
            )
        )
        line.append((SPACE_BETWEEN_PASSES, "dim"))
    return Rendering([line], hits)


def passes_that_fit(
    scene: Scene, passes: list[PassResult], width: int
) -> list[tuple[PassResult, Line]]:
    """Return the last passes that fit into one line, each with its summary."""
    room = width - STRIP_MARGIN
    fitting_passes: list[tuple[PassResult, Line]] = []
    for result in reversed(passes):
        summary = pass_summary(scene, result)
        # The newest pass, shortened if need be, is always shown, the others only in full.
        if fitting_passes and width_of(summary) > room:
            break
        if width_of(summary) > room:
            summary = pass_summary(scene, result, short=True)
        fitting_passes.insert(0, (result, summary))
        room -= width_of(summary) + len(SPACE_BETWEEN_PASSES)
    return fitting_passes


def pass_summary(scene: Scene, result: PassResult, *, short: bool = False) -> Line:
    """Return a pass in a few words: name, visits, best move, and its time if that is known.

    A running pass has the sign `●`. With `short`, only the name and the number of visits remain.
    """
    name = ""
    if result.name:
        name = f"{result.name}: "
    if short:
        return short_pass_summary(scene, result, name)
    nodes = f"{result.nodes:,} nodes"
    if result.nodes == 1:
        nodes = "1 node"
    best = ""
    if result.result.line:
        first_move, *_ = scene.run.line(result.result.line)
        best = scene.spelled(f", best {first_move}")
    if not result.finished:
        running = scene.spelled(f"● {nodes}")
        return [(name, "strong"), (running, "open"), (best, "dim")]
    time = pass_time(scene, result)
    return [(name, "dim"), (f"{nodes}{best}", "done"), (time, "dim")]


def short_pass_summary(scene: Scene, result: PassResult, name: str) -> Line:
    """Return a pass as its name and the number of its visits."""
    visits = f"{result.nodes:,}"
    if not result.finished:
        visits = f"● {visits}"
    return [(name, "dim"), (scene.spelled(visits), "open")]


def pass_time(scene: Scene, result: PassResult) -> str:
    """Return the seconds that a pass took, "" if they are few or unknown."""
    seconds = result.seconds or 0
    if seconds < MIN_SHOWN_SECONDS:
        return ""
    return scene.spelled(f", {seconds:.1f} s")


def draw_pass_number_lines(scene: Scene, passes: list[PassResult], width: int) -> Rendering:
    """Draw a line for each pass: its question, its answer, and the interval left for the value."""
    headings = align_pass_headings([pass_heading(scene, result) for result in passes])
    heading_width = max(map(width_of, headings))
    room = width - heading_width - AXIS_MARGINS - BOUND_NAME_COLUMNS
    axis_width = max(MIN_AXIS_COLUMNS, min(room, MAX_AXIS_COLUMNS))
    # One scale for all lines shows how the interval shrinks from pass to pass.
    ends = range_of_bounds(passes)
    rendering = Rendering()
    for y, (result, heading) in enumerate(zip(passes, headings, strict=True)):
        gap = " " * (heading_width - width_of(heading) + 2)
        axis = draw_pass_axis(scene, result, ends, axis_width)
        rendering.lines.append([*heading, (gap, "text"), *axis])
        step = scene.run.trace.enter_step(result.row)
        rendering.hits.append(
            Hit(
                y,
                0,
                width,
                path=(),
                step=step,
            )
        )
    return rendering


def range_of_bounds(passes: list[PassResult]) -> tuple[float, float]:
    """Return the least and the greatest finite bound of several passes; zeros without any."""
    bounds = []
    for result in passes:
        bounds += [result.lower, result.upper]
    finite_bounds = [bound for bound in bounds if not isinf(bound)]
    if not finite_bounds:
        return (0.0, 0.0)
    return (min(finite_bounds), max(finite_bounds))


def align_pass_headings(headings: list[Line]) -> list[Line]:
    """Pad the names, visits and answers of passes, so that they form three columns."""
    name_width = max(len(name) for (name, _), _, _ in headings)
    visits_width = max(len(visits) for _, (visits, _), _ in headings)
    answer_width = max(len(answer) for _, _, (answer, _) in headings)
    aligned_headings = []
    for (name, name_style), (visits, visits_style), (answer, answer_style) in headings:
        heading = [
            (name.ljust(name_width), name_style),
            (f"  {visits:>{visits_width}}", visits_style),
            (f"  {answer:<{answer_width}}", answer_style),
        ]
        aligned_headings.append(heading)
    return aligned_headings


def pass_heading(scene: Scene, result: PassResult) -> Line:
    """Return three texts about a pass: its name, its visits, and its answer such as `≥3`.

    The answer is "" while the pass is running.
    """
    name = scene.spelled(f" {result.name}")
    value = result.result.value
    if not result.finished or value is None:
        visits = scene.spelled(f"● {result.nodes:,}")
        return [(name, "strong"), (visits, "open"), ("", "text")]
    sign = ""
    if result.result.bound is Bound.LOWER:
        sign = "≥"
    elif result.result.bound is Bound.UPPER:
        sign = "≤"
    answer = scene.spelled(f"{sign}{format_number(value)}")
    return [(name, "dim"), (f"{result.nodes:,}", "done"), (answer, "value")]


def draw_pass_axis(scene: Scene, result: PassResult, ends: tuple[float, float], width: int) -> Line:
    """Draw the interval between a pass's bounds on a number line.

    `ends` are the numbers at the left and the right end of the line. A bound that is not known yet
    (infinite) is drawn as an arrow at its end.
    """
    lower = result.lower
    upper = result.upper
    left = 0 if isinf(lower) else axis_column(lower, ends, width)
    if lower == upper:
        both = scene.spelled(f" lower = upper = {format_number(lower)}")
        return [("─" * left, "dim"), ("●", "best"), (both, "value")]
    right = width - 1 if isinf(upper) else axis_column(upper, ends, width)

    axis = [("─", "dim")] * width
    axis[left:right] = [("━", "open")] * (right - left)
    axis[left] = ("◂" if isinf(lower) else "├", "alpha")
    # If both bounds fall on one column, the sign of the upper one replaces that of the lower.
    axis[right] = ("▸" if isinf(upper) else "┤", "beta")
    lower_name = scene.spelled(f"  lower {format_number(lower)}")
    upper_name = scene.spelled(f"  upper {format_number(upper)}")
    return [*axis, (lower_name, "alpha"), (upper_name, "beta")]


def axis_column(value: float, ends: tuple[float, float], width: int) -> int:
    """Return the column of a value on an axis, which leaves room for unknown bounds at its ends."""
    low, high = ends
    share = 0.5
    if high != low:
        inside = min(max(value, low), high)
        share = (inside - low) / (high - low)
    return 2 + round(share * (width - 6))


PANE = View("passes", draw_passes)
