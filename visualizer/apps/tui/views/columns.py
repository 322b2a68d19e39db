"""Columns: a node's move list in the order in which the search tries it, one column a ply.

What a cut saves is seen at once: the struck tail of a column. So is what ordering does: the scores that put a move
where it is.
"""

from rich.cells import cell_len

from games import CHANCE_OPPONENT
from visualizer.apps.tui.cells.styled_lines import (
    Hit,
    Line,
    Rendering,
    first_fitting_line,
    first_fitting_text,
    fit_text,
    join_blocks,
    put_in_frame,
)
from visualizer.apps.tui.scene import Scene
from visualizer.apps.tui.views import View
from visualizer.apps.tui.views.move_lists import (
    MoveColumn,
    MoveRow,
    draw_move_rows,
    draw_samples_list,
    min_column_width,
)
from visualizer.apps.tui.views.tree import HORIZON, HORIZON_LINE
from visualizer.draw.picture.layout.node_words import TURN_SIGNS
from visualizer.draw.picture.model import TURN_SHAPES
from visualizer.explaining.explanation.english.windows import sum_of
from visualizer.explaining.explanation.naming import STANDING_PAT, nobody_plays
from visualizer.explaining.explanation.standings import label_of_value
from visualizer.explaining.measures.summary import deepest_of, sampled_rows
from visualizer.look.numbers import format_number

MIN_SAMPLES_COLUMN_WIDTH = 27
"""The least width of a column of a search by random games."""
MAX_COLUMN_WIDTH = 46
COLUMN_HEAD_LINES = 2
"""Lines above the moves: the node's value so far, and its window."""


def draw_columns(scene: Scene, width: int, height: int) -> Rendering:
    """Draw as many columns as fit, the last one that of the node in focus or of its parent."""
    columns = list_columns(scene)
    is_sorted = bool(scene.run.style.ranks)
    least = MIN_SAMPLES_COLUMN_WIDTH if is_sorted else min_column_width(scene)
    if is_sorted:
        most = len(columns)
    else:
        most = deepest_of(scene.run, sampled_rows(scene.run))
    count = max(1, min(width // least, max(2, most)))
    share = min(MAX_COLUMN_WIDTH, width // count)
    rendering = Rendering()
    blocks = list[tuple[list[Line], int]]()
    for place, column in enumerate(columns_shown(scene, columns, count)):
        rows, title = (draw_samples_list if is_sorted else column_rows)(
            scene, column, share - 2, height - 2
        )
        left = place * share + 1
        right = (place + 1) * share - 1
        rendering.hits += [
            Hit(y, left, right, path) for y, (_, path) in enumerate(rows, 1) if path is not None
        ]
        in_focus = column.chosen is not None and scene.focus == (*column.path, column.chosen)
        if column.is_cut and not column.returned:
            style = "alarm"
        elif in_focus:
            style = "active"
        else:
            style = "frame"
        blocks.append(
            (put_in_frame([line for line, _ in rows], share, height, title, style), share)
        )
    rendering.lines = join_blocks([*blocks, ([], width - share * len(blocks))], height)
    return rendering


def columns_shown(scene: Scene, columns: list[MoveColumn], count: int) -> list[MoveColumn]:
    """Return as many of the columns as there is room for: the last ones, and the one whose move set the bound."""
    if shows_result(scene):
        return columns[:count]
    shown = columns[-count:]
    first = next((column for column in columns if column.setter is not None), None)
    if scene.run.style.begins_at_root:
        first = columns[0]
    if first is None or first in shown or count == 1:
        return shown
    cut = next(
        (place for place, column in enumerate(columns, 1) if column.node == scene.cut_in_focus),
        len(columns),
    )
    return [first, *columns[:cut][1 - count :]]


def shows_result(scene: Scene) -> bool:
    """Return whether the search is at its end and nothing is selected: then the best line is shown."""
    return scene.tree.at_end and scene.selected is None


def list_columns(scene: Scene) -> list[MoveColumn]:
    """Return columns for the root and each visited inner node on the way to the focus; at the end, to the best leaf."""
    columns = []
    if shows_result(scene):
        focus = scene.tree.best_path()
    else:
        focus = scene.focus
    for place in range(len(focus) + 1):
        path = focus[:place]
        node = scene.node(path)
        if node is None or not scene.tree.move_count(node):
            break
        if place < len(focus):
            chosen = focus[place]
        else:
            chosen = None
        tree = scene.tree
        columns.append(
            MoveColumn(path, node, chosen, tree.is_cut(node), tree.returned(node), tree.tried(node))
        )
    if not columns or scene.tree.at_end:
        return columns or [MoveColumn((), 0, None)]
    setter = scene.set_by(columns[-1].node if scene.cut_in_focus is None else scene.cut_in_focus)
    if setter is not None:
        columns = [
            each._replace(setter=setter[-1]) if each.path == setter[:-1] else each
            for each in columns
        ]
    return columns


def column_rows(
    scene: Scene, column: MoveColumn, width: int, height: int
) -> tuple[list[MoveRow], str]:
    """Return the rows of a column, and its title."""
    if scene.tree.visits:
        head = [node_value_line(scene, column, width), window_line(scene, column, width)]
    else:
        head = [[], []]
    rows = [
        *((line, None) for line in head),
        *draw_move_rows(scene, column, width, height - COLUMN_HEAD_LINES - 1),
    ]
    return rows, column_heading(scene, column, width - 3)


def column_heading(scene: Scene, column: MoveColumn, width: int) -> str:
    """Return whose turn it is, and after which move or at which node; the less room, the fewer words."""
    if scene.tree.visits:
        number = scene.tree.turn(column.node)
    else:
        number = scene.run.turn(column.path)
    turn = f"{TURN_SIGNS[number]} {TURN_SHAPES[number]}"
    side = scene.run.mover(column.path, number)
    if not column.path:  # by the game's name for the side where it has one
        if side in ("MAX", "MIN", CHANCE_OPPONENT):
            return turn
        return f"{turn} · {side}"
    words = f"{scene.run.full_name(column.path)}{' · cut' * column.is_cut}"
    horizon = scene.tree.horizon
    if horizon is not None and len(column.path) >= horizon:
        words = f"{HORIZON_LINE} {words}"
        long = f"{words} {HORIZON_LINE} beyond the {HORIZON}"
        if cell_len(f"{turn[0]} {long}") <= width:
            words = long
    if nobody_plays(scene.run.game):
        where = "at"
    else:
        where = "after"
    ways = (f"{turn} {where} {words}", f"{turn[0]} {where} {words}", f"{turn[0]} {words}")
    return first_fitting_text(ways, width) or ways[-1]


def node_value_line(scene: Scene, column: MoveColumn, width: int) -> Line:
    """Return the node's value so far and the move that gives it, and what that means to the players."""
    value = scene.value(column.path)
    if not value:
        return [("no value yet", "dim")]
    if not column.returned and (total := scene.spelled(sum_of(scene.naming, column.node))):
        return first_fitting_line(
            [[("sum ", "dim"), (total, "value")], [("sum ", "dim"), (value, "value")]], width
        )
    best = scene.tree.best(column.node)
    known = best is not None and scene.tree.reaches(column.node, best[1])
    if best is None or best[1] is None:
        way = STANDING_PAT
    else:
        way = scene.run.move_name(scene.run.path(best[1]))
    move = f" with {way}" if best and known else ""
    line = [("worth " if column.returned else "best ", "dim"), (value, "value"), (move, "text")]
    if column.returned:
        words = scene.spelled(label_of_value(scene.naming, column.node))
    else:
        words = ""
    if words:
        longer = [[*line, (f": {words}", "dim")]]
    else:
        longer = []
    return first_fitting_line([*longer, line, line[1:], line[1:2]], width)


def window_line(scene: Scene, column: MoveColumn, width: int) -> Line:
    """Return the window as the node sees it now."""
    if scene.tree.window_at(column.node) is None:
        return []
    low, high = scene.window(column.node)
    closed = low >= high and column.is_cut
    ends = format_number(low), format_number(high)
    between = " ≥ " if closed else "   "
    names = ("α ", "β ")
    if scene.ascii and len(scene.spelled("".join((*names, *ends, between)))) > width:
        names = ("", "")  # one letter would look like a move
    if len("".join((*names, *ends, between))) > width:
        between = between[1:2]
    room = width - len("".join(names)) - len(between)
    if len("".join(ends)) <= room:
        alpha, beta = ends
    else:
        alpha, beta = (fit_text(end, room // 2) for end in ends)
    return [
        (names[0], "dim"),
        (alpha, "cut" if closed else "alpha"),
        (between, "cut" if closed else "dim"),
        (names[1], "dim"),
        (beta, "cut" if closed else "beta"),
    ]


VIEW = View("columns", draw_columns, "2")
