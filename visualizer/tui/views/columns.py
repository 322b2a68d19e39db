"""Columns: a node's move list in the order in which the search tries it, one column a ply.

What a cut saves is seen at once: the struck tail of a column. So is what ordering does: the scores that put a move
where it is.
"""

from dataclasses import dataclass

from rich.cells import cell_len

from visualizer.look.legend import ANSWER_FROM, LEGEND, State
from visualizer.look.numbers import show
from visualizer.picture.layout.laid_out import best_path
from visualizer.trace.labels import value_label
from visualizer.trace.rows import MovePath
from visualizer.tui.scene import Scene
from visualizer.tui.styled_lines import Hit, Line, Rendering, beside, clipped, framed, part_shown, width_of
from visualizer.tui.styles import STATE
from visualizer.tui.views import View
from visualizer.tui.views.upper_bounds import MoveRow, barred, draw_bounds, hits_of

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
    is_cut: bool = False
    returned: bool = False
    tried: int = 0
    """How many moves have been visited."""


def draw(scene: Scene, width: int, height: int) -> Rendering:
    """Draw as many columns as fit, the last one that of the node in focus or of its parent."""
    columns, sampling = list_columns(scene), scene.run.algorithm.sampling is not None
    count = max(1, min(width // NARROWEST, max(2, len(columns))))
    share = min(WIDEST, width // count)
    shown = columns[:count] if shows_result(scene) else columns[-count:]
    if sampling and count > 1:
        shown = [columns[0], *shown[1:]]  # every iteration begins there
    rendering = Rendering()
    blocks: list[tuple[list[Line], int]] = []
    for column in shown:
        if sampling:
            lines, hits = draw_bounds(scene, column.path, column.node, column.chosen, share, height)
        else:
            lines, hits = draw_column(scene, column, share, height)
        left = len(blocks) * share
        rendering.hits += [Hit(hit.y, hit.left + left, hit.right + left, hit.path) for hit in hits]
        blocks.append((lines, share))
    rendering.lines = beside([*blocks, ([], width - share * len(blocks))], height)
    return rendering


def shows_result(scene: Scene) -> bool:
    """Say whether the search is at its end and nothing is selected: then the best line is shown."""
    return scene.tree.at_end and scene.selected is None


def list_columns(scene: Scene) -> list[Column]:
    """Return columns for the root and each visited inner node on the way to the focus; at the end, to the best leaf."""
    columns = []
    focus = best_path(scene.run, scene.tree) if shows_result(scene) else scene.focus
    for place in range(len(focus) + 1):
        path = focus[:place]
        node = scene.node(path)
        if node is None or not scene.tree.move_count(node):
            break
        chosen = focus[place] if place < len(focus) else None
        tree = scene.tree
        columns.append(Column(path, node, chosen, tree.is_cut(node), tree.returned(node), tree.tried(node)))
    return columns or [Column((), 0, None)]


def draw_column(scene: Scene, column: Column, width: int, height: int) -> tuple[list[Line], list[Hit]]:
    """Draw one column with its frame."""
    in_focus = column.chosen is not None and scene.focus == (*column.path, column.chosen)
    style = "alarm" if column.is_cut and not column.returned else "active" if in_focus else "frame"
    head = [head_line(scene, column), window_line(scene, column)] if scene.tree.visits else [[], []]
    rows = [*((line, None) for line in head), *move_rows(scene, column, width - 2, height - 2 - HEAD - 1)]
    return framed([line for line, _ in rows], width, height, heading(scene, column), style), hits_of(rows, width)


def heading(scene: Scene, column: Column) -> str:
    """Return whose turn it is, and after which move."""
    if not column.path:
        return turn_of_root(scene)
    turn = "▲ MAX" if scene.tree.maximizing(column.node) else "▼ MIN"
    return f"{turn} after {scene.run.move_name(column.path)}{' · cut' if column.is_cut else ''}"


def turn_of_root(scene: Scene) -> str:
    """Return whose turn it is at the root, by the game's name for the side where it has one."""
    maximizing = scene.run.root.maximizing
    turn, side = "▲ MAX" if maximizing else "▼ MIN", scene.run.game.side(maximizing=maximizing)
    return turn if side in ("MAX", "MIN") else f"{turn} · {side}"


def head_line(scene: Scene, column: Column) -> Line:
    """Return the node's value so far and the move that gives it."""
    value = scene.value(column.path)
    if not value:
        return [("no value yet", "dim")]
    best = scene.tree.best(column.node)
    known = best is not None and scene.tree.reaches(column.node, best[1])
    move = scene.run.move_name(scene.run.path(best[1])) if best and known else ""
    done = "worth " if column.returned else "best "
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


def titles_line(width: int, value_end: int, *, scored: bool) -> Line:
    """Return the line over the moves, with the titles of values and scores as far as they do not touch.

    >>> "".join(text for text, _ in titles_line(24, 15, scored=True))
    '───────── value─── order'
    """
    order = " order" if scored and width - value_end >= len(" order") else ""
    before, after = max(0, value_end - len(" value")), max(0, width - value_end - len(order))
    return [("─" * before, "frame"), (" value", "dim"), ("─" * after, "frame"), (order, "dim")]


def move_rows(scene: Scene, column: Column, width: int, height: int) -> list[MoveRow]:
    """Draw titles, then the part of the move list around the move in focus, and say what is above and below."""
    order, scores = scene.run.order(column.path, scene.tree), scene.run.scored(column.path, scene.tree)[1]
    names = scene.run.choices(column.path)
    focus = order.index(column.chosen) if column.chosen in order else max(0, column.tried - 1)
    best = scene.tree.best(column.node) if column.chosen is None and column.returned else None
    if best is not None:
        focus = order.index(scene.run.trace.move(best[1]))
    first, last = part_shown(len(order), focus, height)
    name_width = min(max((cell_len(names[number]) for number in order[first:last]), default=2), width - 16)
    totals = {number: show(scores[number].total) for number in order[first:last]} if scores else {}
    score_width = max((len(total) for total in totals.values()), default=0)
    score_room = max(score_width + 1, len(" order")) if score_width else 0
    value_end = min(BEFORE_NAME + name_width + STAR + 1 + VALUE, width - score_room)
    rows: list[MoveRow] = [(titles_line(width, value_end, scored=scores is not None), None)]
    if first:
        rows.append(([(f"    … {first:,} above", "dim")], None))
    differing, unvisited = scene.differing(column.path), State.PRUNED if column.is_cut else State.TO_COME
    for place in range(first, last):
        number = order[place]
        path = (*column.path, number)
        node = scene.node(path)
        state = unvisited if node is None else scene.state_of_node(node)
        value = "" if node is None else value_label(scene.tree, node)
        line = move_line(scene, path, place, clipped(names[number], name_width), state)
        line.append((value.rjust(max(0, value_end - width_of(line))), STATE[state] if value else "text"))
        for tag, tag_style in scene.tags(path) if node is not None else ():
            line.append((clipped(f" {tag}", max(0, width - width_of(line) - score_width)).rstrip(), tag_style))
        if number in differing:
            line.append((" ≠", "alpha"))
        if path == scene.source:
            line.append((f" {ANSWER_FROM}", "key"))
        room = width - width_of(line)
        total = totals.get(number, "")
        space = room - len(total) if len(total) < room else room
        line += [(" " * space, "text"), (total[: room - space], "pruned-note" if state is State.PRUNED else "dim")]
        rows.append((barred(scene, line, path, number == column.chosen), path))
    if last < len(order):
        rows.append((rest_line(column, len(order) - last, some_visited=column.tried > last), None))
    return rows


def move_line(scene: Scene, path: MovePath, place: int, name: str, state: State) -> Line:
    """Return place, glyph and name of a move."""
    star = path in scene.best_line and state is not State.BEST
    beside = "pruned-note" if state is State.PRUNED else STATE[state]  # only the name is struck
    bare = name.rstrip()
    return [
        (f"{place + 1:>3} ", beside if state is State.PRUNED else "dim"), (f"{LEGEND[state].glyph} ", beside),
        (bare, STATE[state]), (" " * (len(name) - len(bare)), "text"), (" ★" if star else "  ", "best"),
    ]  # fmt: skip


def rest_line(column: Column, count: int, *, some_visited: bool) -> Line:
    """Say how many moves are below the part shown."""
    if column.is_cut and not some_visited:
        return [(f"    … {count:,} more, all pruned", "pruned-note")]
    more = "more" if column.is_cut or column.returned else "more to try"
    return [(f"    … {count:,} {more}", "dim")]


VIEW = View("columns", draw, "2")
