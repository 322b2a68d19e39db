"""The open path with its windows, which node set each bound, and what would cut here."""

from collections.abc import Sequence
from math import isinf

from visualizer.apps.tui.cells.styled_lines import (
    Hit,
    Line,
    Rendering,
    Span,
    clip_to_cells,
    fit_text,
    wrap_words,
)
from visualizer.apps.tui.cells.tree_grid import TextGrid
from visualizer.apps.tui.scene import Scene
from visualizer.apps.tui.views import View
from visualizer.draw.picture.layout.node_words import TURN_SIGNS
from visualizer.explaining.explanation.english.cuts import CutWords
from visualizer.explaining.explanation.english.windows import setter_of_end, what_is_asked
from visualizer.explaining.explanation.explainer import describe_threshold
from visualizer.explaining.explanation.facts.steps import current_window_end, cut_of
from visualizer.explaining.explanation.standings import meaning_by
from visualizer.look.numbers import abbreviate_numbers, format_number

LONG_TITLES_WIDTH = 26
"""Cells above which titles are long."""


def draw_window(scene: Scene, width: int, height: int) -> Rendering:
    """Draw a line for each open node, then the threshold or, at a cut, a number line."""
    tree = scene.tree
    if tree.has_window:
        what = f"window {tree.trace.window_rule}".rstrip()
    else:
        what = "values"
    if width > LONG_TITLES_WIDTH:
        title = f"{what} on the open path"
    else:
        title = what
    nodes = [node for node in tree.path if tree.move_count(node)]
    if not nodes:
        return Rendering([[("no node is open", "dim")]] if tree.visits else [], title=title)

    last = nodes[-1]
    below = threshold_lines(scene, last, width)
    # Three lines are always left below the table: the number line at a cut takes as many.
    room = max(2, height - 1 - max(3, len(below)))
    if len(nodes) > room:
        note = f"… {len(nodes) - room} above"
    else:
        note = ""
    lines, hits = open_node_table(scene, nodes[-room:], note, width)
    lines += below
    if tree.has_window:
        # Who set the bounds would give away what is to be predicted.
        setters = bound_setter_lines(scene, last, width, height - len(lines))
        lines += scene.run.later(setters, [])
    return Rendering(lines[:height], hits, title)


def threshold_lines(scene: Scene, node: int, width: int) -> list[Line]:
    """Return what would cut a node or, at a cut, the bounds that crossed."""
    if not scene.tree.is_cut(node):
        threshold = describe_threshold(scene.naming, node)
        return wrap_words(scene.run.later(threshold, ""), width)
    fact = cut_of(scene.run, scene.tree, node)
    compared = CutWords(scene.naming, fact).sum_compared
    if compared:
        return wrap_words(scene.spelled(compared), width)
    return cut_number_line(scene, node, width)


def open_node_table(
    scene: Scene, nodes: list[int], note: str, room: int
) -> tuple[list[Line], list[Hit]]:
    """Return a line for each open node: turn, move, best and, if there are windows, α and β.

    Where the pane is narrow, best is left out, then numbers are abbreviated.
    """
    has_window = scene.tree.has_window
    bounds: list[str] = []
    if has_window:
        bounds = [scene.spelled(name) if room > LONG_TITLES_WIDTH else name for name in "αβ"]
    heads = ["best", *bounds]
    rows = [open_node_cells(scene, node) for node in nodes]
    widths = column_widths(heads, rows)
    if len(note) + sum(widths[1:]) + 3 <= room:
        widths[0] = max(widths[0], len(note))
    gap = 2 if sum(widths) + 6 <= room else 1
    if has_window and sum(widths) + 3 > room:
        heads = bounds
        rows = [[name, *ends] for name, _, *ends in rows]
        del widths[1]
        if sum(widths) + 2 > room:
            rows = [with_brief_numbers(row) for row in rows]
            widths = column_widths(heads, rows)

    widths[0] = min(widths[0], max(4, room - sum(width + gap for width in widths[1:])))
    title = [(text, "dim") for text in (note[: widths[0]], *heads)]
    lines = [align_cells(row, widths, gap) for row in (title, *rows)]
    hits = [Hit(y, 0, room, scene.run.path(node)) for y, node in enumerate(nodes, 1)]
    return lines, hits


def with_brief_numbers(row: list[Span]) -> list[Span]:
    """Return the cells of an open node with abbreviated numbers."""
    name, *numbers = row
    return [name, *((abbreviate_numbers(text), style) for text, style in numbers)]


def align_cells(row: list[Span], widths: Sequence[int], gap: int) -> Line:
    """Return cells below each other: the first at the left, the others at the right."""
    (name, name_style), *others = row
    line = [(clip_to_cells(name, widths[0]), name_style)]
    for (text, style), width in zip(others, widths[1:], strict=False):
        line.append((text.rjust(width + gap), style))
    return line


def column_widths(heads: Sequence[str], rows: list[list[Span]]) -> list[int]:
    """Return the width of each column of the table; the first has no title that needs room."""
    widths = []
    for place, head in enumerate(["", *heads]):
        lengths = (len(row[place][0]) for row in rows)
        widths.append(max(len(head), *lengths))
    return widths


def open_node_cells(scene: Scene, node: int) -> list[Span]:
    """Return turn and move, value and window of an open node."""
    path = scene.run.path(node)
    turn = TURN_SIGNS[scene.tree.turn(node)]
    if path:
        move = scene.run.full_name(path)
    else:
        move = "root"
    value = scene.value(path) or "?"
    low, high = scene.window(node)
    is_closed = low >= high and scene.tree.is_cut(node)
    return [
        (f"{len(path)} {turn} {move}", "strong"),
        (scene.spelled(value), "value"),
        (scene.spelled(format_number(low)), "cut" if is_closed else "alpha"),
        (scene.spelled(format_number(high)), "cut" if is_closed else "beta"),
    ]


def bound_setter_lines(scene: Scene, node: int, width: int, height: int) -> list[Line]:
    """Say which node set the bound that can cut the innermost node, then the other bound.

    Each is left out where it has no room. Of a null window its question is said.
    """
    question = what_is_asked(scene.naming, node)
    if question:
        if question.startswith("is it"):
            asked = f"asked: {question}"
        else:
            asked = question
        return wrap_words(scene.spelled(asked), width, "dim")[:height]
    cutting_end_is_lower = not scene.tree.maximizing(node)
    lines: list[Line] = []
    for lower in (cutting_end_is_lower, not cutting_end_is_lower):
        for words in setter_ways(scene, node, lower=lower):
            wrapped = wrap_words(scene.spelled(words), width, "dim")
            if len(lines) + len(wrapped) <= height:
                lines += wrapped
                break
    return lines


def setter_ways(scene: Scene, node: int, *, lower: bool) -> list[str]:
    """Return ways to say which node set α (`lower`) or β, the longest first; [] for none."""
    end = current_window_end(scene.tree, node, lower=lower)
    setter = setter_of_end(scene.naming, end)
    bound = scene.view(scene.run.path(node)).end(lower=lower)
    source = f"{bound} set by {setter}"
    child = end.source.child
    if child is None:
        meaning = None
    else:
        meaning = meaning_by(scene.naming, child, end.value)
    if meaning is not None and meaning.label:
        return [f"{source}: {meaning.label}", source]
    return [source] if setter else []


def cut_number_line(scene: Scene, node: int, width: int) -> list[Line]:
    """Draw α and β on a number line at a cut, where β is at most α, as far as that is known."""
    low, high = scene.window(node)
    if isinf(low) or isinf(high) or not low >= high:
        return []
    inner = max(10, min(width - 4, 36))
    axis = [("─", "dim")] * inner
    if low > high:
        left, right = 3, inner - 3
        names = {left: ("β", "beta"), right: ("α", "alpha")}
        numbers = {
            left: (fit_text(format_number(high), inner // 2), "beta"),
            right: (fit_text(format_number(low), inner // 2), "alpha"),
        }
    else:
        left = right = inner // 2
        names = {right: ("α = β", "alpha")}
        numbers = {left: (format_number(low), "cut")}
    axis[left] = ("┼", "beta")
    axis[right] = ("┼", "alpha")
    return [place_texts(names, width), [*axis, ("▸", "dim")], place_texts(numbers, width)]


def place_texts(texts: dict[int, Span], width: int) -> Line:
    """Put texts around places on a line."""
    grid = TextGrid(width, 1)
    for x, (text, style) in texts.items():
        grid.put(max(0, x - len(text) // 2), 0, text, style)
    return grid.lines()[0]


PANE = View("window", draw_window)
