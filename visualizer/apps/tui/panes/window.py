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
"""Least cells for long titles."""


def draw_window(scene: Scene, width: int, height: int) -> Rendering:
    """Draw a line for each open node, then the threshold or, at a cut, a number line."""
    tree = scene.tree
    if tree.has_window:
        what = f"window {tree.trace.window_rule}".rstrip()
    else:
        what = "values"
    title = f"{what} on the open path" if width > LONG_TITLES_WIDTH else what
    nodes = [node for node in tree.path if tree.move_count(node)]
    if not nodes:
        return Rendering([[("no node is open", "dim")]] if tree.visits else [], title=title)
    last = nodes[-1]
    cut = tree.is_cut(nodes[-1])
    needed = scene.run.later(
        describe_threshold(scene.naming, last), ""
    )  # it is to be predicted, as who set it
    if cut:
        below = cut_number_line(scene, last, width)
    else:
        below = wrap_words(needed, width)
    if cut and (compared := CutWords(scene.naming, cut_of(scene.run, tree, last)).sum_compared):
        below = wrap_words(scene.spelled(compared), width)
    room = max(2, height - 1 - max(3, len(below)))
    if len(nodes) > room:
        note = f"… {len(nodes) - room} above"
    else:
        note = ""
    lines, hits = open_node_table(scene, nodes[-room:], note, width)
    lines += below
    if tree.has_window:
        lines += scene.run.later(bound_setter_lines(scene, last, width, height - len(lines)), [])
    return Rendering(lines[:height], hits, title)


def open_node_table(
    scene: Scene, nodes: list[int], note: str, room: int
) -> tuple[list[Line], list[Hit]]:
    """Return a line for each open node: turn, move, best and, if there are windows, alpha, beta.

    Where it is narrow, best is left out.
    """
    rows = [open_node_cells(scene, node) for node in nodes]
    if scene.tree.has_window:
        bounds = [scene.spelled(name) if room > LONG_TITLES_WIDTH else name for name in "αβ"]
    else:
        bounds = []
    heads = ["best", *bounds]
    widths = column_widths(heads, rows)
    if len(note) + sum(widths[1:]) + 3 <= room:
        widths[0] = max(widths[0], len(note))
    if sum(widths) + 6 <= room:
        gap = 2
    else:
        gap = 1
    if sum(widths) + 3 > room and scene.tree.has_window:
        heads = bounds
        rows = [[line[0], *line[2:]] for line in rows]
        del widths[1]
        if sum(widths) + 2 > room:
            rows = [
                [line[0], *((abbreviate_numbers(text), style) for text, style in line[1:])]
                for line in rows
            ]
            widths = column_widths(heads, rows)
    first = min(widths[0], max(4, room - sum(wide + gap for wide in widths[1:])))
    lines = []
    for (name, look), *others in [[(each, "dim") for each in (note[:first], *heads)], *rows]:
        columns = zip(others, widths[1:], strict=False)
        lines.append(
            [
                (clip_to_cells(name, first), look),
                *((text.rjust(wide + gap), style) for (text, style), wide in columns),
            ]
        )
    return lines, [Hit(y, 0, room, scene.run.path(node)) for y, node in enumerate(nodes, 1)]


def column_widths(heads: Sequence[str], rows: list[list[Span]]) -> list[int]:
    """Return the width of each column of the table; the first has no title that needs room."""
    return [
        max(len(head), *(len(line[place][0]) for line in rows))
        for place, head in enumerate(["", *heads])
    ]


def open_node_cells(scene: Scene, node: int) -> list[Span]:
    """Return turn and move, value and window of an open node."""
    path = scene.run.path(node)
    turn = TURN_SIGNS[scene.tree.turn(node)]
    if path:
        move = scene.run.full_name(path)
    else:
        move = "root"
    low, high = scene.window(node)
    closed = low >= high and scene.tree.is_cut(node)
    value = scene.value(path) or "?"
    return [
        (f"{len(path)} {turn} {move}", "strong"),
        (scene.spelled(value), "value"),
        (scene.spelled(format_number(low)), "cut" if closed else "alpha"),
        (scene.spelled(format_number(high)), "cut" if closed else "beta"),
    ]


def bound_setter_lines(scene: Scene, node: int, width: int, height: int) -> list[Line]:
    """Say which node set the bound that can cut the innermost node, then the other bound, as far as there is room."""
    lines: list[Line] = []
    if given := what_is_asked(scene.naming, node):
        return wrap_words(
            scene.spelled(f"{'asked: ' * given.startswith('is it')}{given}"), width, "dim"
        )[:height]
    for lower in (False, True) if scene.tree.maximizing(node) else (True, False):
        end = current_window_end(scene.tree, node, lower=lower)
        by = setter_of_end(scene.naming, end)
        child = end.source.child
        source = f"{scene.view(scene.run.path(node)).end(lower=lower)} set by {by}"
        meaning = (
            None if child is None else meaning_by(scene.naming, child, end.value)
        )  # to the players
        if meaning is not None and meaning.label:
            ways = [f"{source}: {meaning.label}"]
        else:
            ways = []
        if ways or by:
            ways += [source]
        else:
            ways += []
        lines += next(
            (
                found
                for way in ways
                if len(lines) + len(found := wrap_words(scene.spelled(way), width, "dim")) <= height
            ),
            [],
        )
    return lines


def cut_number_line(scene: Scene, node: int, width: int) -> list[Line]:
    """Draw alpha and beta on a number line at a cut, where beta is at most alpha, as far as that is known."""
    low, high = scene.window(node)
    if isinf(low) or isinf(high) or not low >= high:
        return []
    inner = max(10, min(width - 4, 36))
    if low > high:
        right = inner - 3
        left = 3
    else:
        right = inner // 2
        left = inner // 2
    axis = [("─", "dim")] * inner
    axis[left] = ("┼", "beta")
    axis[right] = ("┼", "alpha")
    above = place_texts(
        {left: ("β", "beta"), right: ("α" if low > high else "α = β", "alpha")}, width
    )
    apart = {
        left: (fit_text(format_number(high), inner // 2), "beta"),
        right: (fit_text(format_number(low), inner // 2), "alpha"),
    }
    below = place_texts(apart if low > high else {left: (format_number(low), "cut")}, width)
    return [above, [*axis, ("▸", "dim")], below]


def place_texts(texts: dict[int, Span], width: int) -> Line:
    """Put texts around places on a line."""
    grid = TextGrid(width, 1)
    for x, (text, style) in texts.items():
        grid.put(max(0, x - len(text) // 2), 0, text, style)
    return grid.lines()[0]


PANE = View("window", draw_window)
