"""The moves of a node, a line each, for a narrow column.

A move has its place, state, value and score. In a search by random games it has visits, mean and
upper bound instead, and a bar that shows mean and bonus on one scale; `Scene.rank` is what the
moves are sorted by.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf
from operator import attrgetter
from typing import NamedTuple, Self

from rich.cells import cell_len

from visualizer.apps.tui.cells.styled_lines import (
    ELLIPSIS,
    Line,
    Span,
    clip_to_cells,
    first_fitting_line,
    fit_line,
    fit_text,
    join_fitting,
    visible_range,
    width_of,
)
from visualizer.apps.tui.scene import Scene
from visualizer.apps.tui.themes import STATE_STYLE_NAMES, style_around_name
from visualizer.draw.picture.layout.node_words import TURN_SIGNS, odds_width, with_odds
from visualizer.draw.picture.layout.spine import longest_value_letters
from visualizer.explaining.explanation.naming import has_no_players
from visualizer.explaining.explanation.standings import label_of_value
from visualizer.explaining.measures.proof_tree import NODE_TYPE_WIDTH
from visualizer.explaining.measures.sampling import UpperBound, upper_bounds
from visualizer.explaining.measures.summary import count_in_words, sampled_rows
from visualizer.look.legend import ANSWER_SOURCE_SIGN, STATE_LOOKS, State
from visualizer.look.numbers import format_decimal, format_mean, format_number
from visualizer.searching.run import Run
from visualizer.searching.styles import SAMPLE_STYLE
from visualizer.trace.bounds import Bound
from visualizer.trace.rows import RECORDED_MIN_TURN, MovePath

MAX_ROW_NAME_LENGTH = 8
"""Every column has room for names of this many letters."""
MIN_NAME_CELLS = 3
GLYPH_CELLS = 2
STAR_CELLS = 2
"""Cells of the star or the bound after a move's name."""
BOUND_CELLS = 2
"""Cells of the signs of a bound beside a value."""
MARK_CELLS = 2
"""Cells of a mark after a value: for a difference between searches, or for a table's answer."""
MAX_ENGINE_SIGN_CELLS = 8
"""Cells that are reserved for the remarks of engines on a move."""
MIN_COLUMN_WIDTH = 20
"""The least width of a column, with room for the words of its heading."""
OTHERS_NOT_RECORDED = "    … others: not told"
"""Ends a list if the recording does not say how many moves the node has."""

RANK_BY_UPPER_BOUND, RANK_BY_VISITS, RANK_AS_EXPANDED = SAMPLE_STYLE.ranks
CELLS_BEFORE_NAME = 2
"""Cells for the glyph before a move's name in a search by random games."""
CELLS_AFTER_NAME = 1
"""Cells for a star after that name."""
WIDE_NUMBER_CELLS = 7
"""Cells of a number in a wide column."""
NARROW_NUMBER_CELLS = 6
"""Cells of a number in a narrow column, and of a count."""
MIN_BAR_CELLS = 5
MAX_BAR_CELLS = 24

MoveRow = tuple[Line, MovePath | None]
"""A line of a column, and the path to its node if it stands for one."""


class MoveColumn(NamedTuple):
    """The move list of one node."""

    path: MovePath
    node: int
    chosen: int | None
    """The index (in the game's own order) of the move on the path to the focus."""
    is_cut: bool = False
    returned: bool = False
    tried: int = 0
    """How many moves have been visited."""
    setter: int | None = None
    """The index of the move that set the bound of a cut, in its column alone."""


def min_column_width(scene: Scene) -> int:
    """Return the least width of a column for moves, values and marks, the same at every step."""
    names = scene.run.choices(())
    longest = max(map(cell_len, names), default=2)
    name = odds_width(scene.run) + min(MAX_ROW_NAME_LENGTH, longest)
    marks = engine_sign_cells(scene)
    if scene.shows_node_types:
        marks += NODE_TYPE_WIDTH
    if scene.others or scene.run.trace.answered_rows:
        marks += MARK_CELLS
    frame = 2
    before_name = frame + number_width(len(names)) + GLYPH_CELLS
    needed = before_name + name + STAR_CELLS + value_cells(scene) + marks
    return max(MIN_COLUMN_WIDTH, needed)


def engine_sign_cells(scene: Scene) -> int:
    """Return the cells that are reserved for the remarks of an engine on a move."""
    return min(scene.run.trace.engine_notes.max_sign_width(), MAX_ENGINE_SIGN_CELLS)


def value_cells(scene: Scene, room: float = inf) -> int:
    """Return the width of values in cells: at most `room`, at least the width of their title."""
    longest = longest_value_letters(scene.run, sampled_rows(scene.run)) + BOUND_CELLS
    return int(max(len(" value"), min(longest, room)))


def number_width(moves: int) -> int:
    """Return the cells of the number of any of `moves` moves, with the space after it."""
    return len(str(moves)) + 1


def titles_line(width: int, value_end: int, *, scored: bool) -> Line:
    """Return the line above the moves: the title of the values and, if `scored`, of the scores.

    The title of the values ends in column `value_end`. The title of the scores follows if there is
    room for it.

    >>> "".join(text for text, _ in titles_line(24, 15, scored=True))
    '───────── value─── order'
    """
    order = " order"
    if not scored or width - value_end < len(order):
        order = ""
    before = max(0, value_end - len(" value"))
    after = max(0, width - value_end - len(order))
    return [("─" * before, "frame"), (" value", "dim"), ("─" * after, "frame"), (order, "dim")]


class RowMeasures(NamedTuple):
    """The cells of the parts of a move's row."""

    number: int
    name: int
    value_end: int
    """The column after the value."""
    score: int
    """The cells of the score, 0 if scores are left out."""
    width: int
    """All cells of the row."""


class ListedMove(NamedTuple):
    """A move that has a row: its place in the order, from 0, and its score as it is written."""

    move: int
    place: int
    score: str


def measure_rows(
    scene: Scene, names: Sequence[str], scores: Sequence[str], width: int
) -> RowMeasures:
    """Return the widths of the parts of a row about a move, in a column of `width` cells.

    `names` has all moves, `scores` only the moves shown. Where not everything fits, scores are left
    out first, then names and values are shortened.
    """
    number = number_width(len(names))
    room = width - number - GLYPH_CELLS - STAR_CELLS
    value = value_cells(scene, room - MIN_NAME_CELLS)
    name = name_cells(scene, names, room - value)
    value_end = number + GLYPH_CELLS + name + STAR_CELLS + value
    score = max(map(len, scores), default=0)
    room_for_score = width - value_end
    if scene.shows_node_types:
        room_for_score -= NODE_TYPE_WIDTH
    if max(score + 1, len(" order")) > room_for_score:
        score = 0
    # Values are easier to read with a free cell before them, if there is one.
    if value_end < width - score:
        value_end += 1
    return RowMeasures(
        number,
        name,
        value_end=value_end,
        score=score,
        width=width,
    )


def name_cells(scene: Scene, names: Sequence[str], room: int) -> int:
    """Return the width of the names of a node's moves, at most `room` cells if possible."""
    longest = max(map(cell_len, names), default=2)
    # Remarks of engines get the room that names of the usual length leave.
    usual = min(MAX_ROW_NAME_LENGTH, room)
    limit = max(room - engine_sign_cells(scene), usual, MIN_NAME_CELLS)
    return max(2, min(longest, limit))


def draw_move_rows(scene: Scene, column: MoveColumn, width: int, height: int) -> list[MoveRow]:
    """Draw the titles, the moves around the move in focus, and how many are left out at each end.

    `height` is the number of rows for moves. If the move that set the bound of a cut is above the
    rows that fit, its row replaces the number of moves left out at the beginning.
    """
    order = scene.run.order(column.path, scene.tree)
    visible_indices = indices_shown(scene, column, order, height)
    listed_rows = listed_moves(scene, column, order, visible_indices)
    names = [move_name_in_row(scene.run, (*column.path, move)) for move in order]
    measures = measure_rows(scene, names, [row.score for row in listed_rows], width)
    titles = titles_line(width, measures.value_end, scored=measures.score > 0)
    rows: list[MoveRow] = [(titles, None)]
    moves_above = order[: visible_indices.start]
    if moves_above and column.setter not in moves_above:
        rows.append(([(f"    … {len(moves_above):,} above", "dim")], None))
    rows += [draw_scored_row(scene, column, row, measures) for row in listed_rows]
    return rows + end_of_list(
        scene,
        column,
        count=len(order),
        end=visible_indices.stop,
        width=width,
    )


def indices_shown(scene: Scene, column: MoveColumn, order: Sequence[int], height: int) -> range:
    """Return the indices in `order` of the moves to show in `height` rows, around the focus."""
    focus = index_of_focus(scene, column, order)
    first, last = visible_range(len(order), focus, height)
    # In a column that is too low, this range may go beyond the list.
    return range(max(0, first), min(last, len(order)))


def listed_moves(
    scene: Scene, column: MoveColumn, order: Sequence[int], visible_indices: range
) -> list[ListedMove]:
    """Return the moves with a row: those at `visible_indices` of `order`.

    If the move that set the bound of a cut is above these moves, it is added as the first one.
    """
    indices = [*visible_indices]
    if column.setter in order[: visible_indices.start]:
        indices.insert(0, order.index(column.setter))
    _, scores = scene.run.order_with_scores(column.path, scene.tree)
    moves = []
    for index in indices:
        move = order[index]
        score = format_number(scores[move].total) if scores else ""
        moves.append(ListedMove(move, index, score))
    return moves


def draw_scored_row(
    scene: Scene, column: MoveColumn, listed: ListedMove, measures: RowMeasures
) -> MoveRow:
    """Draw the row of a move: its number, name and value, remarks, and its score if it fits."""
    line = draw_move_row(scene, column, listed, measures)
    score = listed.score.rjust(measures.score) if measures.score else ""
    path = (*column.path, listed.move)
    room_before_score = measures.width - measures.score
    line = with_remarks_and_score(
        scene,
        line,
        path,
        score=score,
        room=room_before_score,
    )
    return row_of_move(scene, column, listed.move, line)


def index_of_focus(scene: Scene, column: MoveColumn, order: Sequence[int]) -> int:
    """Return the index in `order` of the move that must be visible in the list.

    This is the move on the path to the focus. Without such a move, it is the best move of a
    finished node, or the move tried last at any other node.
    """
    if column.chosen in order:
        return order.index(column.chosen)
    if column.chosen is None and column.returned:
        _, best_child = scene.tree.best(column.node) or (None, None)
        if best_child is not None:
            return order.index(scene.run.trace.move(best_child))
    return max(0, column.tried - 1)


def marks_of_move(scene: Scene, path: MovePath) -> Line:
    """Return the marks after a move's value.

    `≠` says that only some of the compared searches visit the move. Another sign says that a
    transposition table has returned the value of its node for the node in focus.
    """
    marks: Line = []
    if path[-1] in scene.differing_moves(path[:-1]):
        marks.append((" ≠", "alpha"))
    if path == scene.answer_source:
        marks.append((f" {ANSWER_SOURCE_SIGN}", "key"))
    return marks


def end_of_list(
    scene: Scene,
    column: MoveColumn,
    count: int,
    end: int,
    width: int,
) -> list[MoveRow]:
    """Return the row below the last move shown, if any is needed.

    The row says how many of the node's `count` known moves are left out, from the index `end` on.
    If none are left out, but a recording does not tell whether the node has more moves, the row
    says so.
    """
    if end < count:
        some_visited = column.tried > end
        line = omitted_moves_line(column, count - end, width, some_visited=some_visited)
        return [(line, None)]
    # A node that returned without a cut has visited all its moves.
    may_have_others = scene.tree.visits and (column.is_cut or not column.returned)
    if may_have_others and scene.tree.known_move_count(column.node) is None:
        return [([(OTHERS_NOT_RECORDED, "dim")], None)]
    return []


def draw_move_row(
    scene: Scene, column: MoveColumn, listed: ListedMove, measures: RowMeasures
) -> Line:
    """Return a row of a move: number, glyph, name, star or the bound that it set, and value.

    For example `3 ★ e4 α    5`. The type of the node and other marks follow the value.
    """
    path = (*column.path, listed.move)
    state = scene.state(path)
    sign_style = style_around_name(state)  # only the name of a pruned move is struck through
    number = number_in_order(scene, path, listed.place).rjust(measures.number - 1)
    name = clip_to_cells(move_name_in_row(scene.run, path), measures.name)
    bare_name = name.rstrip()
    number_style = sign_style if state is State.PRUNED else "dim"
    line: Line = [
        (f"{number} ", number_style),
        (f"{glyph_of_move(scene, path)} ", sign_style),
        (bare_name, STATE_STYLE_NAMES[state]),
        (" " * (len(name) - len(bare_name)), "text"),
        sign_after_name(scene, path),
    ]

    room = max(0, measures.value_end - width_of(line))
    line.append(value_of_move(scene, column, path, room))
    kind = scene.node_type_words(scene.node(path))
    if kind:
        line.append((kind, "key"))
    return line + marks_of_move(scene, path)


def number_in_order(scene: Scene, path: MovePath, index: int) -> str:
    """Return a move's number in the order of the moves, from 1; "" if the order is not known.

    `index` is the move's index in the list, from 0.
    """
    # Some recordings have no order of moves: it is only known for visited moves.
    if scene.node(path) is None and scene.run.hides_untried_order:
        return ""
    return str(index + 1)


def value_of_move(scene: Scene, column: MoveColumn, path: MovePath, room: int) -> Span:
    """Return the value of a move, right-aligned in `room` cells."""
    value = scene.value(path, seen_from=column.path)
    style = STATE_STYLE_NAMES[scene.state(path)] if value else "text"
    return (fit_text(value, room).rjust(room), style)


def glyph_of_move(scene: Scene, path: MovePath) -> str:
    """Return the sign of a move's state; a probe that is cut has the sign of a probe."""
    node = scene.node(path)
    state = scene.state(path)
    if node is not None and state is State.CUT and scene.tree.probe(node) is not None:
        state = State.PROBE
    return STATE_LOOKS[state].glyph


def sign_after_name(scene: Scene, path: MovePath) -> Span:
    """Return the bound that a move set, a star if it is on the best line, or two spaces."""
    if scene.cut_bound_setter is not None:
        setter_path, bound = scene.cut_bound_setter
        if path == setter_path:
            return (f" {bound}", "cut")
    # Moves in the state BEST have a star before the name.
    if scene.node(path) in scene.best_nodes and scene.state(path) is not State.BEST:
        return (" ★", "best")
    return ("  ", "text")


def move_name_in_row(run: Run, path: MovePath) -> str:
    """Return a move's name in a row: with its node's name, and an outcome's probability."""
    return with_odds(run, path, run.full_name(path))


def with_remarks_and_score(
    scene: Scene,
    line: Line,
    path: MovePath,
    score: str,
    room: int,
) -> Line:
    """Return the line of a move with remarks and, at its end, the score.

    The line is cut or padded to `room` cells before the score.
    """
    node = scene.node(path)
    if node is not None:
        line += remarks_on_move(scene, node, line, room)
    is_pruned = scene.state(path) is State.PRUNED
    score_style = "pruned-note" if is_pruned else "dim"
    return [*fit_line(line, room), (score, score_style)]


def remarks_on_move(scene: Scene, node: int, line: Line, room: int) -> Line:
    """Return the remarks to write after the line of a visited move, as many as fit.

    First come the signs of an engine, then tags, then the meaning of a final value. The line and
    the remarks together have `room` cells.
    """
    remarks: Line = []
    free = room - width_of(line)
    signs = [*map(scene.spelled, scene.tree.signs(node))]
    signs_text = join_fitting(signs, free, scene.spelled(ELLIPSIS))
    if signs_text:
        remarks.append((signs_text, "dim"))
    for tag, tag_style in scene.tags(node):
        free_for_tag = max(0, free - width_of(remarks))
        remarks.append((clip_to_cells(f" {tag}", free_for_tag).rstrip(), tag_style))
    if scene.tree.returned(node):
        meaning = label_of_value(scene.naming, node)
        if meaning and width_of(remarks) + cell_len(meaning) + 1 < free:
            remarks.append((scene.spelled(f" {meaning}"), "dim"))
    return remarks


def omitted_moves_line(column: MoveColumn, count: int, width: int, *, some_visited: bool) -> Line:
    """Return a line with the number of moves left out at the end: `… 12 more to try`.

    `some_visited` says whether some of these moves have been visited. If not, a cut has pruned all
    of them.
    """
    style = "dim"
    if column.is_cut and not some_visited:
        choices = ["more, all pruned", "pruned"]
        style = "pruned-note"
    elif column.is_cut or column.returned:
        choices = ["more"]
    else:
        choices = ["more to try", "to try"]
    lines: list[Line] = [[(f"    … {count:,} {words}", style)] for words in choices]
    return first_fitting_line(lines, width)


def row_of_move(scene: Scene, column: MoveColumn, move: int, line: Line) -> MoveRow:
    """Return the row of a move and the path to its node.

    A move on the path to the focus is highlighted, and more strongly if it is the last of the path.
    """
    path = (*column.path, move)
    if move != column.chosen:
        return line, path
    bar = "bar-current" if path == scene.focus else "bar"
    return [(text, f"{style}+{bar}") for text, style in line], path


class BarScale(NamedTuple):
    """The range of numbers that the bars of a column cover, and their cells; 0 for no bars."""

    low: float
    high: float
    cells: int

    def bar(self, bound: UpperBound) -> Line:
        """Return a bar of two parts: the mean of a move, and the bonus that makes its upper bound.

        >>> BarScale(0, 1, 10).bar(UpperBound(0, 5, 0.3, 0.5))
        [('▓▓▓', 'done'), ('▒▒▒▒▒', 'to-come')]
        """
        if not self.cells:
            return []
        mean = self.cells_up_to(bound.mean)
        bonus = self.cells_up_to(bound.upper) - mean
        return [("▓" * mean, "done"), ("▒" * bonus, "to-come")]

    def cells_up_to(self, number: float) -> int:
        """Return how many cells a bar has that goes from the lowest number to `number`."""
        return round((number - self.low) / (self.high - self.low) * self.cells)


NO_BARS = BarScale(0, 0, 0)
UPPER_BOUND_TITLES = ("=upper", "upper")
"""The titles of the column of upper bounds: where mean and bonus are shown, it is their sum."""


def ranked_children(scene: Scene, node: int) -> list[UpperBound]:
    """Return the upper bounds of a node's children, sorted by the scene's rank.

    Equal children stay in the order in which they were expanded.
    """
    bounds = upper_bounds(scene.run, scene.tree, node)
    rank = rank_in_use(scene)
    if rank == RANK_BY_VISITS:
        return sorted(bounds, key=attrgetter("visits"), reverse=True)
    if rank == RANK_BY_UPPER_BOUND:
        return sorted(bounds, key=attrgetter("rank"))
    # False sorts before True: children without visits, whose node is -1, come last.
    return sorted(bounds, key=lambda bound: bound.child < 0)


def rank_in_use(scene: Scene) -> str:
    """Return what the moves are sorted by: the scene's rank, with two exceptions.

    At the end of the search, moves are sorted by visits, since upper bounds no longer matter. While
    the user is asked to predict the next selection, they are in the order of expansion, which does
    not give the answer away.
    """
    rank = scene.rank
    if rank == RANK_BY_UPPER_BOUND and scene.tree.at_end:
        rank = RANK_BY_VISITS
    return scene.run.unless_steps_hidden(rank, RANK_AS_EXPANDED)


def draw_samples_list(
    scene: Scene, column: MoveColumn, width: int, height: int
) -> tuple[list[MoveRow], str]:
    """Return the rows of a column in a search by random games, and its title.

    Each visited move has a row with its numbers. All moves that have not been visited yet share one
    row above.
    """
    path = column.path
    names = scene.run.choices(path)
    bounds = ranked_children(scene, column.node)
    new_moves = moves_not_visited(scene, path, bounds)
    # Only the first of the new moves is named.
    named_moves = [*(bound.move for bound in bounds), *new_moves[:1]]
    name_width = samples_name_width([names[move] for move in named_moves], width)
    before_numbers = CELLS_BEFORE_NAME + name_width + CELLS_AFTER_NAME
    layout = samples_layout_of_scene(scene, bounds, width - before_numbers)

    titles = layout.titles_line(before_numbers)
    rows = samples_head_rows(scene, column, new_moves, titles, width)

    def line_of(bound: UpperBound) -> Line:
        name = clip_to_cells(names[bound.move], name_width)
        move = move_with_glyph(scene, (*path, bound.move), name)
        return fit_line([*move, *layout.cells(bound)], width)

    room = max(1, height - len(rows))
    rows += samples_rows(
        scene,
        column,
        bounds,
        line_of=line_of,
        height=room,
    )
    return rows, samples_title(scene, path)


def samples_head_rows(
    scene: Scene,
    column: MoveColumn,
    new_moves: Sequence[int],
    titles: Line,
    width: int,
) -> list[MoveRow]:
    """Return the rows above the visited moves: the node's visits, titles, the next new move.

    `new_moves` are the moves without visits, the next one first. If there are none, the row of the
    next new move is left out.
    """
    rows: list[MoveRow] = [(samples_head_line(scene, column.node, width), None), (titles, None)]
    if new_moves:
        names = scene.run.choices(column.path)
        line = unvisited_move_line(scene, column.path, new_moves, names)
        rows.append(row_of_move(scene, column, new_moves[0], fit_line(line, width)))
    return rows


def samples_layout_of_scene(scene: Scene, bounds: list[UpperBound], room: int) -> SamplesRowLayout:
    """Return the columns of numbers beside the names of moves, in `room` cells.

    Upper bounds are left out while the next selection, which they give away, is to be predicted.
    """
    with_wins = not has_no_players(scene.run.game)
    layout = lay_out_samples_row(bounds, room, with_wins=with_wins)
    return scene.run.unless_steps_hidden(layout, layout.without_sums())


def samples_name_width(names: Sequence[str], width: int) -> int:
    """Return the width of the names of moves in a column, with room for four numbers beside."""
    longest = max(map(cell_len, names), default=2)
    numbers = 4 * NARROW_NUMBER_CELLS
    room = width - CELLS_BEFORE_NAME - CELLS_AFTER_NAME - numbers
    return min(longest, max(2, room))


def samples_title(scene: Scene, path: MovePath) -> str:
    """Return who is to move in a column, and after which moves."""
    title = f"{TURN_SIGNS[scene.run.turn(path)]} {scene.run.mover(path)}"
    if path:
        title += f" after {scene.names(path)}"
    return title


def samples_rows(
    scene: Scene,
    column: MoveColumn,
    bounds: Sequence[UpperBound],
    line_of: Callable[[UpperBound], Line],
    height: int,
) -> list[MoveRow]:
    """Return the rows of moves around the move in focus, and how many are left out at each end.

    `bounds` are the moves in their order, `line_of` draws the line of a move, and `height` is the
    number of rows for moves.
    """
    moves = [bound.move for bound in bounds]
    focus = moves.index(column.chosen) if column.chosen in moves else 0
    first, last = visible_range(len(moves), focus, height)
    visible = bounds[first:last]
    rows = [row_of_move(scene, column, bound.move, line_of(bound)) for bound in visible]
    if first:
        rows.insert(0, ([(f"   … {first:,} above", "dim")], None))
    if last < len(moves):
        rows.append(([(f"   … {len(moves) - last:,} more", "dim")], None))
    return rows


def moves_not_visited(scene: Scene, path: MovePath, bounds: Sequence[UpperBound]) -> list[int]:
    """Return the moves that have not been visited, the next one first.

    A search visits all of them before it visits any move again. A search with priors has no such
    moves: it compares all moves by their bounds from the beginning.
    """
    if scene.run.has_priors:
        return []
    visited = {bound.move for bound in bounds}
    return [move for move in scene.run.order(path, scene.tree) if move not in visited]


@dataclass(frozen=True, slots=True)
class SamplesRowLayout:
    """The columns beside a move's name: titles and widths of the numbers, and the bars."""

    titles: tuple[str, ...]
    number_cells: int
    scale: BarScale
    counts: Mapping[int, str]
    """The count of each child, by its move: wins of visits (`44/73`), or visits."""
    count_title: str
    count_cells: int

    @property
    def width(self) -> int:
        """The cells of all numbers, without bars."""
        return self.count_cells + self.number_cells * len(self.titles)

    def without_sums(self) -> Self:
        """Return the layout without bars, and without the columns of bonuses and upper bounds."""
        titles = tuple(title for title in self.titles if title in ("prior", "mean"))
        return replace(self, titles=titles, scale=NO_BARS)

    def titles_line(self, before: int) -> Line:
        """Return the line of titles, after `before` empty cells.

        If the bars are long enough, a legend of their two parts is written above them.
        """
        titles = [title.rjust(self.number_cells) for title in self.titles]
        words = self.count_title.rjust(self.count_cells) + "".join(titles)
        line = [(" " * before, "dim"), (words, "dim")]
        legend = [(" ▓", "done"), (" mean ", "dim"), ("▒", "to-come"), (" bonus", "dim")]
        if self.scale.cells >= width_of(legend):
            return [*line, *legend]
        return line

    def cells(self, bound: UpperBound) -> Line:
        """Return the count, the numbers and the bar of a move, or its count and proven result."""
        style = "text" if bound.visits else "dim"
        count = (self.counts[bound.move].rjust(self.count_cells), style)
        if bound.proven is not None:
            return [count, self.proof(bound.proven)]
        numbers = numbers_of(bound)
        line = [count]
        for title in self.titles:
            number_style = "value" if title in UPPER_BOUND_TITLES else style
            line.append((numbers[title].rjust(self.number_cells), number_style))
        return [*line, (" ", "text"), *self.scale.bar(bound)]

    def proof(self, proven: float) -> Span:
        """Return the words for a proven result, in the place of the numbers.

        `proven` is 1 for a win, 0 for a draw and -1 for a loss of the player to move.
        """
        result = {0: "drawn", 1: "won", -1: "lost"}[int(proven)]
        words = f"{Bound.PROVEN.value} {result}"
        width = self.number_cells * len(self.titles)
        style = "best" if proven > 0 else "value"
        return (words.rjust(width), style)


def numbers_of(bound: UpperBound) -> dict[str, str]:
    """Return the numbers of a move, as they are written below each title."""
    # "=upper" says that mean and bonus add up; where rounding makes them differ, the number has ≈.
    sign = "≈" if bound.sum_sign() == "≈" else ""
    return {
        "prior": format_decimal(bound.prior or 0),
        "mean": format_mean(bound.mean),
        "+bonus": format_decimal(bound.bonus),
        "=upper": f"{sign}{format_decimal(bound.upper)}",
        "upper": format_decimal(bound.upper),
    }


def lay_out_samples_row(
    bounds: list[UpperBound], room: int, *, with_wins: bool
) -> SamplesRowLayout:
    """Return the columns of numbers that fit `room` cells beside the names of moves.

    The widest layout has prior, mean, bonus and their sum, the narrowest only the upper bound. Each
    layout begins with a count: if `with_wins`, the wins of the visits (`44/73`) where they fit,
    else the visits. Bars fill the room that is left.
    """
    counts = {bound.move: format_count(bound, with_wins=with_wins) for bound in bounds}
    longest = max(map(len, counts.values()), default=0)
    count_title = "wins" if with_wins else "visits"

    def make_layout(titles: tuple[str, ...], number_cells: int) -> SamplesRowLayout:
        return SamplesRowLayout(
            titles=titles,
            number_cells=number_cells,
            scale=NO_BARS,
            counts=counts,
            count_title=count_title,
            count_cells=max(NARROW_NUMBER_CELLS, longest + 1),
        )

    has_priors = any(bound.prior is not None for bound in bounds)
    prior = ("prior",) if has_priors else ()
    # From the widest: each step leaves something out.
    row_layout = make_layout((*prior, "mean", "+bonus", "=upper"), WIDE_NUMBER_CELLS)
    if row_layout.width > room:
        row_layout = make_layout((*prior, "mean", "upper"), NARROW_NUMBER_CELLS)
    # PUCT selects by upper bounds from the first visit on, so the mean is left out before them.
    if has_priors and row_layout.width > room:
        row_layout = make_layout(("prior", "upper"), NARROW_NUMBER_CELLS)
    if with_wins and row_layout.width > room:
        return lay_out_samples_row(bounds, room, with_wins=False)
    return replace(row_layout, scale=bar_scale(bounds, room - row_layout.width - 1))


def format_count(bound: UpperBound, *, with_wins: bool) -> str:
    """Return the wins of the visits to a move, or its visits alone."""
    if with_wins:
        return format_wins(bound)
    return f"{bound.visits:,}"


def bar_scale(bounds: Sequence[UpperBound], room: int) -> BarScale:
    """Return one scale for the bars of all moves, which has no cells if `room` is too small.

    The scale begins at 0, or at the least mean if this is negative.
    """
    low = min([0.0, *(bound.mean for bound in bounds)])
    high = max((bound.upper for bound in bounds), default=low)
    if room < MIN_BAR_CELLS or high <= low:
        return BarScale(low, high, 0)
    return BarScale(low, high, min(room, MAX_BAR_CELLS))


def format_wins(bound: UpperBound) -> str:
    """Return a move's wins and its visits, such as `44/73`; a draw is half a win.

    >>> format_wins(UpperBound(0, 73, 15 / 73, 0)), format_wins(UpperBound(0, 4, 0.25, 0))
    ('44/73', '2.5/4')
    >>> format_wins(UpperBound(-1, 0, 0.25, 0))
    '–'
    """
    if not bound.visits:
        return "–"
    return f"{bound.wins:,.10g}/{bound.visits:,}"


def unvisited_move_line(
    scene: Scene, path: MovePath, new_moves: Sequence[int], names: Sequence[str]
) -> Line:
    """Return a line for the first of `new_moves`, the moves that have no visits yet.

    Before the visit, the line says that this move is next, and how many new moves there are. During
    the visit, it says that a random game is played.
    """
    first = new_moves[0]
    count = len(new_moves)
    # The search is at a move once its node exists; the visit counts when its result is known.
    if scene.node((*path, first)) is not None:
        state = State.CURRENT
        words = " new: a random game"
    else:
        state = State.TO_COME
        words = f" next, of {count:,} new" if count > 1 else " next, the last new move"
        # While the user predicts the next selection, the line does not say which move comes next.
        words = scene.run.unless_steps_hidden(words, f" is new, as {count:,} in all")
    style = STATE_STYLE_NAMES[state]
    return [(f"{STATE_LOOKS[state].glyph} ", style), (names[first], style), (words, "dim")]


def move_with_glyph(scene: Scene, path: MovePath, name: str) -> Line:
    """Return the glyph of a move's state, its name, and a star or a space after the name.

    The star says that the move is on the best line.
    """
    state = scene.state(path)
    style = STATE_STYLE_NAMES[state]
    # Nearly all moves are done: with a sign on each of them, other signs would be overlooked.
    glyph = " " if state is State.DONE else STATE_LOOKS[state].glyph
    has_star = scene.node(path) in scene.best_nodes and state is not State.BEST
    star = "★" if has_star else " "
    return [(f"{glyph} ", style), (name, style), (star, "best")]


def samples_head_line(scene: Scene, node: int, width: int) -> Line:
    """Return the line above the titles: a node's visits, the side of its means, and the order.

    For example `73 visits, means for White, by visits`. A proven node has its result instead.
    """
    value = scene.tree.mean(node)
    if value is None:
        return [("no visit yet", "dim")]
    visits = count_in_words(scene.tree.returned_count(node), "visit", "visits")
    proof = scene.naming.proof(node)
    if proof:
        proof_spans = [(f"{Bound.PROVEN.value} ", "value"), (proof, "strong")]
        proof_with_visits = [*proof_spans, (", ", "dim"), (visits, "dim")]
        return first_fitting_line([proof_with_visits, proof_spans], width)

    means = means_line(scene, node, value)
    line = [(visits, "strong"), (", ", "dim"), *means]
    rank = rank_in_use(scene)
    sorted_by = "" if rank == RANK_BY_UPPER_BOUND else f", by {rank}"
    return first_fitting_line([[*line, (sorted_by, "dim")], line, means], width)


def means_line(scene: Scene, node: int, mean: float) -> Line:
    """Say which side the means of a node's moves are for: the player to move.

    At the root, the node's own mean is added, for the same side. (Any other node's mean is listed
    with its move, in the column of its parent.) `mean` is from the point of view of MAX.
    """
    # Means at a chance node are for MAX, too.
    is_max = scene.tree.turn(node) != RECORDED_MIN_TURN
    side = scene.run.game.side(maximizing=is_max)
    is_root = node == 0
    if not is_root:
        return [(f"means for {side}", "dim")]
    root_mean = mean if is_max else -mean
    return [(f"mean for {side}", "dim"), (f" {format_mean(root_mean)}", "value")]
