"""Columns: a node's move list in the order in which the search tries it, one column a ply.

What a cut saves is seen at once: the struck tail of a column. So is what ordering does: the scores that put a move
where it is.
"""

from __future__ import annotations

from dataclasses import dataclass

from rich.cells import cell_len

from visualizer.look.legend import ANSWER_FROM, LEGEND, State
from visualizer.look.numbers import show
from visualizer.picture.layout.laid_out import best_path
from visualizer.trace.rows import MovePath
from visualizer.tui.scene import Scene
from visualizer.tui.styled_lines import Hit, Line, Rendering, beside, clipped, framed, part_shown, width_of
from visualizer.tui.styles import STATE
from visualizer.tui.views import View
from visualizer.tui.views.upper_bounds import draw_bounds

NARROWEST = 27
WIDEST = 46
BEFORE_NAME, STAR, VALUE = 6, 2, 7
"""Columns of a move's number and glyph, of the star behind its name, and of its value."""
HEAD = 2
"""Lines above the moves: the node's value so far, and its window."""


@dataclass(frozen=True, slots=True)
class Column:
    """The move list of one node."""

    path: MovePath
    node: int
    chosen: int | None
    """Natural number of the move on the path to the focus."""


def draw(scene: Scene, width: int, height: int) -> Rendering:
    """Draw as many columns as fit, the last one that of the node in focus or of its parent."""
    columns, sampling = list_columns(scene), scene.run.algorithm.sampling is not None
    count = max(1, min(width // NARROWEST, max(2, len(columns))))
    share = min(WIDEST, width // count)
    shown = columns[-count:] if len(columns) > count else columns
    if shows_result(scene):
        shown = columns[:count]
    elif shown and sampling and count > 1:
        shown = [columns[0], *shown[1:]]  # every iteration begins there
    rendering = Rendering()
    blocks: list[tuple[list[Line], int]] = []
    for column in shown:
        if not sampling:
            lines, hits = draw_column(scene, column, share, height)
        else:
            lines, hits = draw_bounds(scene, column.path, column.node, column.chosen, share, height)
        left = len(blocks) * share
        rendering.hits += [Hit(hit.y, hit.left + left, hit.right + left, hit.path) for hit in hits]
        blocks.append((lines, share))
    rendering.lines = beside([*blocks, ([], width - share * len(blocks))], height)
    if not columns:
        lines = draw_bounds(scene, (), 0, None, share, height)[0] if sampling else draw_to_come(scene, share, height)
        rendering.lines = beside([(lines, share), ([], width - share)], height)
    return rendering


def draw_to_come(scene: Scene, width: int, height: int) -> list[Line]:
    """Draw the root's moves before the first step, in the order in which they will be tried."""
    (order, scores), names = scene.run.scored(()), scene.run.choices(())
    room, inner = max(0, height - 2 - HEAD - 1), width - 2
    shown = order if len(order) <= room else order[: max(0, room - 1)]
    style, glyph = STATE[State.TO_COME], LEGEND[State.TO_COME].glyph
    totals = [show(scores[number].total) for number in shown] if scores else []
    name_width = min(max((cell_len(names[number]) for number in shown), default=2), inner - 16)
    score_width = max(map(len, totals), default=0)
    lines: list[Line] = []
    for place, number in enumerate(shown, 1):
        line: Line = [(f"{place:>3} ", "dim"), (f"{glyph} ", style)]
        total = show(scores[number].total) if scores else ""
        name = clipped(names[number], max(1, inner - BEFORE_NAME - len(total) - 1)).rstrip()
        gap = inner - BEFORE_NAME - cell_len(name) - len(total)
        lines.append([*line, (name, style), (" " * gap + total if gap > 0 else "", "dim")])
    if len(shown) < len(order):
        lines.append([(f"    … {len(order) - len(shown):,} more to try", "dim")])
    titles = titles_line(inner, value_end_of(name_width, score_width, inner), scored=bool(scores))
    return framed([[], [], titles, *lines], width, height, turn_of_root(scene), "frame")


def shows_result(scene: Scene) -> bool:
    """Say whether the search is at its end and nothing is selected: then the best line is shown."""
    return scene.tree.at_end and scene.selected is None


def list_columns(scene: Scene) -> list[Column]:
    """Return a column for each visited inner node from the root to the focus; at the end, along the best line."""
    columns = []
    focus = best_path(scene.run, scene.tree) if shows_result(scene) else scene.focus
    for place in range(len(focus) + 1):
        path = focus[:place]
        node = scene.node(path)
        if node is None or not scene.tree.move_count(node):
            break
        columns.append(Column(path, node, focus[place] if place < len(focus) else None))
    return columns


def draw_column(scene: Scene, column: Column, width: int, height: int) -> tuple[list[Line], list[Hit]]:
    """Draw one column with its frame."""
    cut = scene.tree.is_cut(column.node)
    in_focus = column.chosen is not None and scene.focus == (*column.path, column.chosen)
    style = "alarm" if cut and not scene.tree.returned(column.node) else "active" if in_focus else "frame"
    body, hits, value_end = draw_moves(scene, column, width - 2, height - 2 - HEAD - 1)
    scored = scene.run.scored(column.path, scene.tree)[1] is not None
    titles = titles_line(width - 2, value_end, scored=scored)
    head = [head_line(scene, column, width - 2), window_line(scene, column), titles]
    lines = framed([*head, *body], width, height, heading(scene, column, cut=cut), style)
    return lines, [Hit(hit.y + HEAD + 2, hit.left + 1, hit.right + 1, hit.path) for hit in hits]


def heading(scene: Scene, column: Column, *, cut: bool) -> str:
    """Return whose turn it is, and after which move."""
    if not column.path:
        return turn_of_root(scene)
    turn = "▲ MAX" if scene.tree.maximizing(column.node) else "▼ MIN"
    return f"{turn} after {scene.run.move_name(column.path)}{' · cut' if cut else ''}"


def turn_of_root(scene: Scene) -> str:
    """Return whose turn it is at the root, by the game's name for the side where it has one."""
    maximizing = scene.run.root.maximizing
    turn, side = "▲ MAX" if maximizing else "▼ MIN", scene.run.game.side(maximizing=maximizing)
    return turn if side in ("MAX", "MIN") else f"{turn} · {side}"


def head_line(scene: Scene, column: Column, width: int) -> Line:
    """Return the node's value so far and the move that gives it."""
    value = scene.value(column.path)
    if not value:
        return [("no value yet", "dim")]
    best = scene.tree.best(column.node)
    known = best is not None and scene.tree.reaches(column.node, best[1])
    move = scene.run.move_name(scene.run.path(best[1])) if best and known else ""
    done = "worth " if scene.tree.returned(column.node) else "best "
    return [(done, "dim"), (value, "value"), (f" with {move}" if move else "", "text")]


def window_line(scene: Scene, column: Column) -> Line:
    """Return the window as the node sees it now."""
    if not scene.has_window:
        return []
    low, high = scene.tree.window(column.node)
    closed = low >= high
    between = " ≥ " if closed else "   "
    return [
        ("α ", "dim"), (show(low), "cut" if closed else "alpha"), (between, "cut" if closed else "dim"),
        ("β ", "dim"), (show(high), "cut" if closed else "beta"),
    ]  # fmt: skip


def value_end_of(name_width: int, score_width: int, width: int) -> int:
    """Return the column where the values end, given the widths of names, of scores, and of the whole column."""
    score_room = max(score_width + 1, len(" order")) if score_width else 0
    return min(BEFORE_NAME + name_width + STAR + 1 + VALUE, width - score_room)


def titles_line(width: int, value_end: int, *, scored: bool) -> Line:
    """Return the line over the moves, with the titles of values and scores as far as they do not touch.

    >>> "".join(text for text, _ in titles_line(24, 15, scored=True))
    '───────── value─── order'
    """
    order = " order" if scored and width - value_end >= len(" order") else ""
    before, after = max(0, value_end - len(" value")), max(0, width - value_end - len(order))
    return [("─" * before, "frame"), (" value", "dim"), ("─" * after, "frame"), (order, "dim")]


def draw_moves(scene: Scene, column: Column, width: int, height: int) -> tuple[list[Line], list[Hit], int]:
    """Draw the part of the move list around the move in focus, and say what is above and below.

    Values are right-aligned; the column where they end is returned too.
    """
    order, scores = scene.run.order(column.path, scene.tree), scene.run.scored(column.path, scene.tree)[1]
    names = scene.run.choices(column.path)
    tried = [scene.run.trace.move(child) for child in scene.tree.children(column.node)]
    visited = {*tried, *(scene.run.trace.move(child) for child in scene.tree.earlier(column.node))}
    focus = order.index(column.chosen) if column.chosen in order else max(0, len(tried) - 1)
    best = scene.tree.best(column.node) if column.chosen is None and scene.tree.returned(column.node) else None
    if best is not None:
        focus = order.index(scene.run.trace.move(best[1]))
    first, last = part_shown(len(order), focus, height)
    name_width = min(max((cell_len(names[number]) for number in order[first:last]), default=2), width - 16)
    totals = {number: show(scores[number].total) for number in order[first:last]} if scores else {}
    score_width = max((len(total) for total in totals.values()), default=0)
    value_end = value_end_of(name_width, score_width, width)
    lines: list[Line] = []
    hits: list[Hit] = []
    differing = scene.differing(column.path)
    if first:
        lines.append([(f"    … {first:,} above", "dim")])
    for place in range(first, last):
        number = order[place]
        path = (*column.path, number)
        line = move_line(scene, path, place, clipped(names[number], name_width), visited=number in visited)
        value = scene.value(path) if number in visited else ""
        state, style = line_style(scene, column, path, number in visited)
        line.append((value.rjust(max(0, value_end - width_of(line))), style if value else "text"))
        for tag, tag_style in scene.tags(path) if number in visited else ():
            line.append((clipped(f" {tag}", max(0, width - width_of(line) - score_width)).rstrip(), tag_style))
        if number in differing:
            line.append((" ≠", "alpha"))
        if path == scene.source:
            line.append((f" {ANSWER_FROM}", "key"))
        room = width - width_of(line)
        total = totals.get(number, "")
        order_style = "pruned-note" if state is State.PRUNED else "dim"
        space = room - len(total) if len(total) < room else room
        line += [(" " * space, "text"), (total[: room - space], order_style)]
        if number == column.chosen:
            bar = "bar-current" if path == scene.focus else "bar"
            line = [(text, f"{name}+{bar}") for text, name in line]
        hits.append(Hit(len(lines), 0, width, path))
        lines.append(line)
    if last < len(order):
        lines.append(rest_line(scene, column, len(order) - last, len(tried) > last))
    return lines, hits, value_end


def line_style(scene: Scene, column: Column, path: MovePath, visited: bool) -> tuple[State, str]:
    """Return a move's state and style."""
    unvisited = State.PRUNED if scene.tree.is_cut(column.node) else State.TO_COME
    state = scene.state(path) if visited else unvisited
    return state, STATE[state]


def move_line(scene: Scene, path: MovePath, place: int, name: str, *, visited: bool) -> Line:
    """Return place, glyph and name of a move."""
    state = scene.state(path) if visited else scene.unvisited(path)
    style = STATE[state]
    glyph = LEGEND[state].glyph
    star = path in scene.best_line and state is not State.BEST
    beside = "pruned-note" if state is State.PRUNED else style  # only the name is struck
    bare = name.rstrip()
    return [(f"{place + 1:>3} ", beside if state is State.PRUNED else "dim"), (f"{glyph} ", beside), (bare, style),
            (" " * (len(name) - len(bare)), "text"), (" ★" if star else "  ", "best")]  # fmt: skip


def rest_line(scene: Scene, column: Column, count: int, some_visited: bool) -> Line:
    """Say how many moves are below the part shown."""
    if scene.tree.is_cut(column.node):
        if some_visited:
            return [(f"    … {count:,} more", "dim")]
        return [(f"    … {count:,} more, all pruned", "pruned-note")]
    more = "more" if scene.tree.returned(column.node) else "more to try"
    return [(f"    … {count:,} {more}", "dim")]


VIEW = View("columns", "2", draw)
