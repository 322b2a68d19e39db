"""Columns: a node's move list in the order in which the search tries it, one column a ply.

The struck tail of a column shows the savings of a cut; scores show why the ordering puts a move
where it is.
"""

from typing import NamedTuple

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
from visualizer.explaining.explanation.naming import STANDING_PAT, has_no_players
from visualizer.explaining.explanation.standings import label_of_value
from visualizer.explaining.measures.summary import greatest_depth, sampled_rows
from visualizer.look.numbers import format_number

MIN_SAMPLES_COLUMN_WIDTH = 27
"""The least width of a column of a search by random games."""
MAX_COLUMN_WIDTH = 46
COLUMN_HEAD_LINES = 2
"""Lines above the moves: the node's value so far, and its window."""


def draw_columns(scene: Scene, width: int, height: int) -> Rendering:
    """Draw the move lists along the path to the focus side by side, as many as fit.

    The last column lists the moves of the node in focus or, if that is a leaf, of its parent.
    """
    columns = list_columns(scene)
    count = number_of_columns(scene, columns, width)
    # The count usually suits the deepest path, so that columns keep their places while stepping.
    column_width = min(MAX_COLUMN_WIDTH, width // count)

    blocks: list[tuple[list[Line], int]] = []
    hits: list[Hit] = []
    for column in columns_shown(scene, columns, count):
        left = len(blocks) * column_width
        rendering = draw_column(scene, column, column_width, height)
        blocks.append((rendering.lines, column_width))
        hits += [
            hit._replace(left=hit.left + left, right=hit.right + left) for hit in rendering.hits
        ]
    # The columns may not fill the width.
    blocks.append(([], width - column_width * len(blocks)))
    return Rendering(join_blocks(blocks, height), hits)


def number_of_columns(scene: Scene, columns: list[MoveColumn], width: int) -> int:
    """Return how many columns fit into a width, at most as many as are useful.

    One column for each ply of the search is useful. In a search by random games, whose tree grows
    unevenly, only the given `columns` are useful.
    """
    if scene.run.style.ranks:
        least_width = MIN_SAMPLES_COLUMN_WIDTH
        useful_columns = len(columns)
    else:
        least_width = min_column_width(scene)
        useful_columns = greatest_depth(scene.run, sampled_rows(scene.run))
    return max(1, min(width // least_width, max(2, useful_columns)))


def draw_column(scene: Scene, column: MoveColumn, width: int, height: int) -> Rendering:
    """Draw a column in its frame; the places to click are relative to the frame's upper left."""
    draw_rows = draw_samples_list if scene.run.style.ranks else draw_column_rows
    rows, title = draw_rows(scene, column, width - 2, height - 2)
    hits = []
    for y, (_, path) in enumerate(rows, 1):
        if path is not None:
            hits.append(Hit(y, 1, width - 1, path))
    lines = [line for line, _ in rows]
    framed = put_in_frame(
        lines,
        width,
        height,
        title,
        style=frame_style(scene, column),
    )
    return Rendering(framed, hits)


def frame_style(scene: Scene, column: MoveColumn) -> str:
    """Return the style of a column's frame: "alarm" at a cut, "active" in focus, else "frame"."""
    if column.is_cut and not column.returned:
        return "alarm"
    is_in_focus = column.chosen is not None and scene.focus == (*column.path, column.chosen)
    return "active" if is_in_focus else "frame"


def columns_shown(scene: Scene, columns: list[MoveColumn], count: int) -> list[MoveColumn]:
    """Return at most `count` columns to show: the last ones, and before them an important one.

    At a cut, the important column has the move that set the bound. In a search by random games, it
    is the root's column, since each iteration begins at the root. At the end of the search, return
    the first columns instead.
    """
    if shows_result(scene):
        return columns[:count]
    last_columns = columns[-count:]
    important = next((column for column in columns if column.setter is not None), None)
    if scene.run.style.begins_at_root:
        important = columns[0]
    if important is None or important in last_columns or count == 1:
        return last_columns
    others = count - 1
    return [important, *columns_down_to_cut(scene, columns)[-others:]]


def columns_down_to_cut(scene: Scene, columns: list[MoveColumn]) -> list[MoveColumn]:
    """Return the columns from the root to the cut in focus; all columns if no cut is in focus.

    Columns below the cut show nodes that the search has left.
    """
    for number, column in enumerate(columns, 1):
        if column.node == scene.cut_in_focus:
            return columns[:number]
    return columns


def shows_result(scene: Scene) -> bool:
    """Return whether the best line is shown: at the end, while nothing is selected."""
    return scene.tree.at_end and scene.selected is None


def list_columns(scene: Scene) -> list[MoveColumn]:
    """Return a column for each visited inner node from the root to the focus.

    At the end of the search, with nothing selected, the columns follow the best line instead.
    Before the first visit, the only column is an empty one for the root.
    """
    tree = scene.tree
    focus = tree.best_path() if shows_result(scene) else scene.focus
    columns = []
    for depth in range(len(focus) + 1):
        path = focus[:depth]
        node = scene.node(path)
        if node is None or not tree.move_count(node):
            break
        chosen = focus[depth] if depth < len(focus) else None
        column = MoveColumn(
            path,
            node,
            chosen=chosen,
            is_cut=tree.is_cut(node),
            returned=tree.returned(node),
            tried=tree.tried_count(node),
        )
        columns.append(column)
    if not columns:
        return [MoveColumn((), 0, None)]
    if tree.at_end:
        return columns
    return mark_bound_setter(scene, columns)


def mark_bound_setter(scene: Scene, columns: list[MoveColumn]) -> list[MoveColumn]:
    """Return the columns, one of them with the move that set a bound as its `setter`.

    It is the bound at which the cut in focus happened. Without a cut in focus, it is the bound at
    which the node of the last column can be cut. If no move set it, no column has a `setter`.
    """
    node = scene.cut_in_focus
    if node is None:
        node = columns[-1].node
    setter = scene.path_to_setter(node)
    if setter is None:
        return columns
    *parent, move = setter
    marked_columns = []
    for column in columns:
        if column.path == tuple(parent):
            marked_columns.append(column._replace(setter=move))
        else:
            marked_columns.append(column)
    return marked_columns


def draw_column_rows(
    scene: Scene, column: MoveColumn, width: int, height: int
) -> tuple[list[MoveRow], str]:
    """Return the rows of a column and its title: the node's value, its window, its moves."""
    top_lines: list[Line] = [[], []]
    if scene.tree.visits:
        top_lines = [node_value_line(scene, column, width), window_line(scene, column, width)]
    rows: list[MoveRow] = [(line, None) for line in top_lines]
    titles_lines = 1
    rows += draw_move_rows(scene, column, width, height - COLUMN_HEAD_LINES - titles_lines)
    return rows, column_heading(scene, column, width - 3)


def column_heading(scene: Scene, column: MoveColumn, width: int) -> str:
    """Return whose turn it is at a column's node and after which move: `▲ MAX after e4`.

    Without enough room, the side is left out, and then the word "after".
    """
    has_begun = scene.tree.visits
    mover = scene.tree.turn(column.node) if has_begun else scene.run.turn(column.path)
    sign = TURN_SIGNS[mover]
    turn = f"{sign} {TURN_SHAPES[mover]}"
    # No move leads to the root: its column has room for the game's name of the side.
    if not column.path:
        side = scene.run.mover(column.path, mover)
        has_name = side not in ("MAX", "MIN", CHANCE_OPPONENT)
        return f"{turn} · {side}" if has_name else turn

    words = move_words(scene, column, width - cell_len(f"{sign} "))
    # The moves of a written tree are names of nodes, where nobody plays.
    after = "at" if has_no_players(scene.run.game) else "after"
    choices = (f"{turn} {after} {words}", f"{sign} {after} {words}", f"{sign} {words}")
    return first_fitting_text(choices, width) or choices[-1]


def move_words(scene: Scene, column: MoveColumn, room: int) -> str:
    """Return the move that leads to a column's node, with notes: `e4 · cut`, `┄ e4`.

    The dash says that the node's moves are beyond the horizon. If `room` allows, words say so, too.
    """
    words = scene.run.full_name(column.path)
    if column.is_cut:
        words += " · cut"
    horizon = scene.tree.horizon
    if horizon is None or len(column.path) < horizon:
        return words
    with_dash = f"{HORIZON_LINE} {words}"
    with_explanation = f"{with_dash} {HORIZON_LINE} beyond the {HORIZON}"
    return with_explanation if cell_len(with_explanation) <= room else with_dash


def node_value_line(scene: Scene, column: MoveColumn, width: int) -> Line:
    """Return the line above a node's moves: its value, the move that gives it, what it means.

    For example "best 3 with e4", or "worth 3 with e4: White wins" once the value is final. A chance
    node has its sum so far instead. In a narrow column, words around the value are left out.
    """
    value = scene.value(column.path)
    if not value:
        return [("no value yet", "dim")]
    if not column.returned:
        total = scene.spelled(sum_of(scene.naming, column.node))
        if total:
            # The sum is written with its terms or, in a narrow column, only as its value.
            sums = [[("sum ", "dim"), (text, "value")] for text in (total, value)]
            return first_fitting_line(sums, width)

    word = "worth " if column.returned else "best "
    line = [(word, "dim"), (value, "value"), (best_move_words(scene, column.node), "text")]
    # In a narrow column, the words before the value are left out, and then those after it.
    choices = [line, line[1:], line[1:2]]
    if column.returned:
        meaning = scene.spelled(label_of_value(scene.naming, column.node))
        if meaning:
            choices.insert(0, [*line, (f": {meaning}", "dim")])
    return first_fitting_line(choices, width)


def best_move_words(scene: Scene, node: int) -> str:
    """Return which move gives a node's value, such as " with e4".

    In quiescence search, the value may be the node's own evaluation: " with standing pat". The
    result is "" if no move gives the value for certain.
    """
    best = scene.tree.best(node)
    if best is None:
        return ""
    _, child = best
    # The child may only have a bound, so that its exact value is not known to reach the node.
    if not scene.tree.is_value_certain(node, child):
        return ""
    move = STANDING_PAT if child is None else scene.run.move_name(scene.run.path(child))
    return f" with {move}"


def window_line(scene: Scene, column: MoveColumn, width: int) -> Line:
    """Return a node's window as narrowed by now: `α 3   β 5`; [] if it has none.

    At a cut, the window is closed: `α 5 ≥ β 4`. In a narrow column, it is shortened.
    """
    if scene.tree.window_at(column.node) is None:
        return []
    low, high = scene.window(column.node)
    is_closed = low >= high and column.is_cut
    parts = WindowParts("α ", format_number(low), "   ", "β ", format_number(high))
    if is_closed:
        parts = parts._replace(between=" ≥ ")
    parts = shorten_window(parts, scene, width)
    styles = ("dim", "alpha", "dim", "dim", "beta")
    if is_closed:
        styles = ("dim", "cut", "cut", "dim", "cut")
    return [*zip(parts, styles, strict=True)]


class WindowParts(NamedTuple):
    """The words of a window, from left to right."""

    low_name: str
    low: str
    between: str
    high_name: str
    high: str

    @property
    def words(self) -> str:
        """All parts in one line."""
        return "".join(self)


def shorten_window(parts: WindowParts, scene: Scene, width: int) -> WindowParts:
    """Return the parts of a window, shortened to fit `width` cells.

    First the space in the middle shrinks to one letter, then the numbers are shortened.
    """
    # In ASCII, the names of the bounds are words. Part of a word would look like a move.
    if scene.ascii and len(scene.spelled(parts.words)) > width:
        parts = parts._replace(low_name="", high_name="")
    if len(parts.words) > width:
        middle_letter = parts.between[1:2]
        parts = parts._replace(between=middle_letter)
    if len(parts.words) <= width:
        return parts
    room = width - len(parts.low_name + parts.high_name + parts.between)
    low = fit_text(parts.low, room // 2)
    high = fit_text(parts.high, room // 2)
    return parts._replace(low=low, high=high)


VIEW = View("columns", draw_columns, "2")
