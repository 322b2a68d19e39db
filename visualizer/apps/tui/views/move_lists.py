"""The moves of a node, a line each, for a narrow column.

A move has its place, state, value and score. In a search by random games it has visits, mean and
upper bound instead, and a bar that shows mean and bonus on one scale; `Scene.rank` is what the
moves are sorted by.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf
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
from visualizer.explaining.explanation.naming import nobody_plays
from visualizer.explaining.explanation.standings import label_of_value
from visualizer.explaining.measures.proof_tree import NODE_TYPE_WIDTH
from visualizer.explaining.measures.sampling import UpperBound, upper_bounds
from visualizer.explaining.measures.summary import sampled_rows
from visualizer.look.legend import ANSWER_SOURCE_SIGN, STATE_LOOKS, State
from visualizer.look.numbers import format_decimal, format_mean, format_number
from visualizer.searching.run import Run
from visualizer.searching.styles import SAMPLE_STYLE
from visualizer.trace.bounds import Bound
from visualizer.trace.rows import MovePath

MAX_ROW_NAME_LENGTH = 8
"""The most letters of a name for which every column has room."""
MIN_NAME_CELLS = 3
GLYPH_CELLS = 2
STAR_CELLS = 2
"""Cells of the star or the bound behind a move's name."""
BOUND_CELLS = 2
"""Cells of the signs of a bound beside a value."""
MARK_CELLS = 2
"""Cells of a mark behind a value: the search differs here, or a table's answer is from here."""
MAX_ENGINE_SIGN_CELLS = 8
"""Cells that are reserved for what engines say of a move."""
MIN_COLUMN_WIDTH = 20
"""The least width of a column, so that its heading has its words."""
OTHERS_NOT_RECORDED = "    … others: not told"
"""Ends a list where the recording does not say how many moves the node has."""

RANK_BY_UPPER_BOUND, RANK_BY_VISITS, RANK_AS_EXPANDED = SAMPLE_STYLE.ranks
CELLS_BEFORE_NAME = 2
"""Cells for the glyph before a move's name in a search by random games."""
CELLS_AFTER_NAME = 1
"""Cells for a star behind that name."""
WIDE_NUMBER_CELLS = 7
"""Cells of a number where there is room."""
NARROW_NUMBER_CELLS = 6
"""Cells of a number where there is little room, and of a count."""
MIN_BAR_CELLS = 5
MAX_BAR_CELLS = 24

MoveRow = tuple[Line, MovePath | None]
"""A line of a column, and the path to its node if it stands for one."""


class MoveColumn(NamedTuple):
    """The move list of one node."""

    path: MovePath
    node: int
    chosen: int | None
    """Natural number of the move on the path to the focus."""
    is_cut: bool = False
    returned: bool = False
    tried: int = 0
    """How many moves have been visited."""
    setter: int | None = None
    """Natural number of the move that set the bound at the last column's node."""


def min_column_width(scene: Scene) -> int:
    """Return the width that a column needs for its moves and values, the same at every step."""
    names = scene.run.choices(())
    longest = max(map(cell_len, names), default=2)
    name = odds_width(scene.run) + min(MAX_ROW_NAME_LENGTH, longest)
    marks = NODE_TYPE_WIDTH * scene.kinds + engine_sign_cells(scene)
    if scene.others or scene.run.trace.answered:
        marks += MARK_CELLS
    before_name = 2 + number_width(len(names)) + GLYPH_CELLS
    return max(MIN_COLUMN_WIDTH, before_name + name + STAR_CELLS + value_cells(scene) + marks)


def engine_sign_cells(scene: Scene) -> int:
    """Return the cells that are reserved for what an engine says of a move."""
    return min(scene.run.trace.said.widest(), MAX_ENGINE_SIGN_CELLS)


def value_cells(scene: Scene, room: float = inf) -> int:
    """Return the cells of the values of a search, in `room` cells if possible."""
    longest = longest_value_letters(scene.run, sampled_rows(scene.run)) + BOUND_CELLS
    return int(max(len(" value"), min(longest, room)))


def number_width(moves: int) -> int:
    """Return the cells of a move's number among so many, with the space behind it."""
    return len(str(moves)) + 1


def titles_line(width: int, value_end: int, *, scored: bool) -> Line:
    """Return the line over the moves, with the titles of values and scores if they do not touch.

    >>> "".join(text for text, _ in titles_line(24, 15, scored=True))
    '───────── value─── order'
    """
    if scored and width - value_end >= len(" order"):
        order = " order"
    else:
        order = ""
    before = max(0, value_end - len(" value"))
    after = max(0, width - value_end - len(order))
    return [("─" * before, "frame"), (" value", "dim"), ("─" * after, "frame"), (order, "dim")]


class RowMeasures(NamedTuple):
    """The cells of a move's row: of its number, name and score, and where its value ends."""

    number: int
    name: int
    value_end: int
    score: int


def measure_rows(
    scene: Scene, names: Sequence[str], totals: Sequence[str], width: int
) -> RowMeasures:
    """Return the measures of the rows of a node's moves; scores are the first to be left out."""
    number = number_width(len(names))
    room = width - number - GLYPH_CELLS - STAR_CELLS
    value = value_cells(scene, room - MIN_NAME_CELLS)
    longest = max(map(cell_len, names), default=2)
    room_for_name = room - value
    # What engines say gives way to names of the usual length.
    usual = min(MAX_ROW_NAME_LENGTH, room_for_name)
    least = max(room_for_name - engine_sign_cells(scene), usual, MIN_NAME_CELLS)
    name = max(2, min(longest, least))

    value_end = number + GLYPH_CELLS + name + STAR_CELLS + value
    score = max(map(len, totals), default=0)
    if max(score + 1, len(" order")) > width - value_end - NODE_TYPE_WIDTH * scene.kinds:
        score = 0
    if value_end < width - score:
        value_end += 1  # a free cell before the values, if there is one
    return RowMeasures(number, name, value_end, score)


def draw_move_rows(scene: Scene, column: MoveColumn, width: int, height: int) -> list[MoveRow]:
    """Draw titles and the moves around the one in focus, and say how many are above and below.

    The move that set the bound stands above them if it is not among them.
    """
    order = scene.run.order(column.path, scene.tree)
    first, last = visible_range(len(order), place_in_focus(scene, column, order), height)
    first = max(0, first)
    if column.setter in order[:first]:
        pinned = [order.index(column.setter)]
    else:
        pinned = []
    places = [*pinned, *range(first, min(last, len(order)))]

    _, scores = scene.run.scored(column.path, scene.tree)
    totals = [format_number(scores[order[place]].total) if scores else "" for place in places]
    names = [move_name_in_row(scene.run, (*column.path, move)) for move in order]
    measures = measure_rows(scene, names, totals, width)
    titles = titles_line(width, measures.value_end, scored=measures.score > 0)
    rows: list[MoveRow] = [(titles, None)]
    # The pinned move takes the line that would say how many are above.
    if first and not pinned:
        rows.append(([(f"    … {first:,} above", "dim")], None))
    for place, total in zip(places, totals, strict=True):
        line = draw_move_row(scene, column, order[place], place, measures)
        if measures.score:
            score = total.rjust(measures.score)
        else:
            score = ""
        line = with_score(scene, line, (*column.path, order[place]), score, width - measures.score)
        rows.append(row_of_move(scene, column, order[place], line))
    return rows + end_of_list(scene, column, len(order), last, width)


def place_in_focus(scene: Scene, column: MoveColumn, order: Sequence[int]) -> int:
    """Return the place of the move around which the list is shown.

    It is the move on the path to the focus, else the best one, else the one tried last.
    """
    if column.chosen in order:
        return order.index(column.chosen)
    if column.chosen is None and column.returned:
        best = scene.tree.best(column.node)
        if best is not None and best[1] is not None:
            return order.index(scene.run.trace.move(best[1]))
    return max(0, column.tried - 1)


def marks_of_move(scene: Scene, path: MovePath) -> Line:
    """Return the marks behind a move's value.

    They say that other searches skip or add the move, and that a table's answer is from here.
    """
    marks: Line = []
    if path[-1] in scene.differing(path[:-1]):
        marks.append((" ≠", "alpha"))
    if path == scene.source:
        marks.append((f" {ANSWER_SOURCE_SIGN}", "key"))
    return marks


def end_of_list(
    scene: Scene,
    column: MoveColumn,
    count: int,
    last: int,
    width: int,
) -> list[MoveRow]:
    """Say how many of `count` moves are below the last one shown, or that this is not recorded."""
    if last < count:
        some_visited = column.tried > last
        return [(rest_line(column, count - last, width, some_visited=some_visited), None)]
    is_open = scene.tree.visits and (column.is_cut or not column.returned)
    if is_open and scene.tree.known_move_count(column.node) is None:
        return [([(OTHERS_NOT_RECORDED, "dim")], None)]
    return []


def draw_move_row(
    scene: Scene,
    column: MoveColumn,
    move: int,
    place: int,
    measures: RowMeasures,
) -> Line:
    """Return place, glyph and name of a move, a star or the bound that it set, and its value."""
    path = (*column.path, move)
    node = scene.node(path)
    state = scene.state(path)
    beside = style_around_name(state)  # only the name is struck
    # Where the order is not recorded, a move that has not been tried has no place.
    has_place = node is not None or not scene.run.hides_order
    if has_place:
        place_text = str(place + 1)
    else:
        place_text = ""
    number = f"{place_text:>{measures.number - 1}} "
    glyph = glyph_of_move(scene, path)
    name = clip_to_cells(move_name_in_row(scene.run, path), measures.name)
    bare_name = name.rstrip()
    line: Line = [
        (number, beside if state is State.PRUNED else "dim"),
        (f"{glyph} ", beside),
        (bare_name, STATE_STYLE_NAMES[state]),
        (" " * (len(name) - len(bare_name)), "text"),
        star_of_move(scene, path),
    ]

    value = scene.value(path, at=column.path)
    room = max(0, measures.value_end - width_of(line))
    line.append((fit_text(value, room).rjust(room), STATE_STYLE_NAMES[state] if value else "text"))
    kind = scene.kind(node)
    if kind:
        line.append((kind, "key"))
    return line + marks_of_move(scene, path)


def glyph_of_move(scene: Scene, path: MovePath) -> str:
    """Return the sign of a move's state: of a cut probe, that it is a probe."""
    node = scene.node(path)
    state = scene.state(path)
    if node is not None and state is State.CUT and scene.tree.probe(node) is not None:
        state = State.PROBE
    return STATE_LOOKS[state].glyph


def star_of_move(scene: Scene, path: MovePath) -> Span:
    """Return the sign behind a move's name: the bound that it set, or a star on the best line."""
    if scene.setter is not None and path == scene.setter[0]:
        return (f" {scene.setter[1]}", "cut")
    if scene.node(path) in scene.best_nodes and scene.state(path) is not State.BEST:
        return (" ★", "best")
    return ("  ", "text")


def move_name_in_row(run: Run, path: MovePath) -> str:
    """Return what a row calls a move: with the name of its node, and an outcome's probability."""
    return with_odds(run, path, run.full_name(path))


def with_score(
    scene: Scene,
    line: Line,
    path: MovePath,
    score: str,
    room: int,
) -> Line:
    """Add tags and what the value means to the line of a move; its score stands behind `room`."""
    node = scene.node(path)
    if node is not None:
        signs = [*map(scene.spelled, scene.tree.signs(node))]
        remark = join_fitting(signs, room - width_of(line), scene.spelled(ELLIPSIS))
        if remark:
            line.append((remark, "dim"))
        for tag, tag_style in scene.tags(node):
            free = max(0, room - width_of(line))
            line.append((clip_to_cells(f" {tag}", free).rstrip(), tag_style))
        if scene.tree.returned(node):
            meaning = label_of_value(scene.naming, node)
            if meaning and width_of(line) + cell_len(meaning) + 1 < room:
                line.append((scene.spelled(f" {meaning}"), "dim"))
    if scene.state(path) is State.PRUNED:
        score_style = "pruned-note"
    else:
        score_style = "dim"
    return [*fit_line(line, room), (score, score_style)]


def rest_line(column: MoveColumn, count: int, width: int, *, some_visited: bool) -> Line:
    """Say how many moves are below those shown."""
    style = "dim"
    if column.is_cut and not some_visited:
        ways = ["more, all pruned", "pruned"]
        style = "pruned-note"
    elif column.is_cut or column.returned:
        ways = ["more"]
    else:
        ways = ["more to try", "to try"]
    return first_fitting_line([[(f"    … {count:,} {words}", style)] for words in ways], width)


def row_of_move(scene: Scene, column: MoveColumn, move: int, line: Line) -> MoveRow:
    """Return the row of a move, highlighted if the move is on the path to the focus."""
    path = (*column.path, move)
    if move == column.chosen:
        if path == scene.focus:
            bar = "bar-current"
        else:
            bar = "bar"
        line = [(text, f"{name}+{bar}") for text, name in line]
    return line, path


class BarScale(NamedTuple):
    """The range of numbers that the bars of a column cover, and their cells; 0 for no bars."""

    low: float
    high: float
    cells: int

    def bar(self, bound: UpperBound) -> Line:
        """Return mean and bonus as one bar.

        >>> BarScale(0, 1, 10).bar(UpperBound(0, 5, 0.3, 0.5))
        [('▓▓▓', 'done'), ('▒▒▒▒▒', 'to-come')]
        """
        if not self.cells:
            return []
        mean = self.cells_up_to(bound.mean)
        bonus = self.cells_up_to(bound.upper) - mean
        return [("▓" * mean, "done"), ("▒" * bonus, "to-come")]

    def cells_up_to(self, number: float) -> int:
        """Return the cells from the lowest number to this one."""
        return round((number - self.low) / (self.high - self.low) * self.cells)


def ranked_children(scene: Scene, node: int) -> list[UpperBound]:
    """Return what is known of a node's children, sorted as `Scene.rank` says, then as expanded."""
    bounds = upper_bounds(scene.run, scene.tree, node)
    rank = rank_in_use(scene)
    if rank == RANK_BY_VISITS:
        return sorted(bounds, key=lambda bound: -bound.visits)
    if rank == RANK_BY_UPPER_BOUND:
        return sorted(bounds, key=lambda bound: bound.rank)
    return sorted(bounds, key=lambda bound: bound.child < 0)  # those without visits come last


def rank_in_use(scene: Scene) -> str:
    """Return what the moves are sorted by: at the end by visits, when bounds no longer matter.

    While the selection is to be predicted, they stand in the order of expansion.
    """
    rank = scene.rank
    if rank == RANK_BY_UPPER_BOUND and scene.tree.at_end:
        rank = RANK_BY_VISITS
    return scene.run.later(rank, RANK_AS_EXPANDED)


def draw_samples_list(
    scene: Scene, column: MoveColumn, width: int, height: int
) -> tuple[list[MoveRow], str]:
    """Return the rows of a column in a search by random games, and its title."""
    path = column.path
    names = scene.run.choices(path)
    bounds = ranked_children(scene, column.node)
    new_moves = moves_not_visited(scene, path, bounds)
    around_name = CELLS_BEFORE_NAME + CELLS_AFTER_NAME
    listed = [*(bound.move for bound in bounds), *new_moves[:1]]
    longest = max((cell_len(names[move]) for move in listed), default=2)
    name_width = min(longest, max(2, width - around_name - 4 * NARROW_NUMBER_CELLS))
    with_wins = not nobody_plays(scene.run.game)
    layout = lay_out_samples_row(bounds, width - around_name - name_width, with_wins=with_wins)
    layout = scene.run.later(layout, layout.without_sums())  # sums say what is selected

    titles = layout.titles_line(around_name + name_width)
    rows: list[MoveRow] = [(samples_head_line(scene, column.node, width), None), (titles, None)]
    if new_moves:
        line = unvisited_move_line(scene, path, new_moves, names)
        rows.append(row_of_move(scene, column, new_moves[0], fit_line(line, width)))

    def line_of(bound: UpperBound) -> Line:
        name = clip_to_cells(names[bound.move], name_width)
        line = [*move_with_glyph(scene, (*path, bound.move), name), *layout.cells(bound)]
        return fit_line(line, width)

    rows += samples_rows(scene, column, bounds, line_of, max(1, height - len(rows)))
    if path:
        after = f" after {scene.names(path)}"
    else:
        after = ""
    return rows, f"{TURN_SIGNS[scene.run.turn(path)]} {scene.run.mover(path)}{after}"


def samples_rows(
    scene: Scene,
    column: MoveColumn,
    bounds: Sequence[UpperBound],
    line_of: Callable[[UpperBound], Line],
    height: int,
) -> list[MoveRow]:
    """Return the rows around the move in focus, and say how many are above and below."""
    moves = [bound.move for bound in bounds]
    if column.chosen in moves:
        focus = moves.index(column.chosen)
    else:
        focus = 0
    first, last = visible_range(len(moves), focus, height)
    rows: list[MoveRow] = []
    if first:
        rows.append(([(f"   … {first:,} above", "dim")], None))
    shown = bounds[first:last]
    rows += [row_of_move(scene, column, bound.move, line_of(bound)) for bound in shown]
    if last < len(moves):
        rows.append(([(f"   … {len(moves) - last:,} more", "dim")], None))
    return rows


def moves_not_visited(scene: Scene, path: MovePath, bounds: Sequence[UpperBound]) -> list[int]:
    """Return the moves to be visited once before any other is visited again, the next one first."""
    if scene.run.has_priors:
        return []  # they are compared like the others
    visited = {bound.move for bound in bounds}
    return [move for move in scene.run.order(path, scene.tree) if move not in visited]


@dataclass(frozen=True, slots=True)
class SamplesRowLayout:
    """The columns beside a move's name: titles and widths of the numbers, and the bars."""

    titles: tuple[str, ...]
    number_cells: int
    scale: BarScale
    counts: Mapping[int, str]
    """What is counted of each child, by its move: wins of visits (`44/73`), or visits."""
    count_title: str
    count_cells: int

    @property
    def width(self) -> int:
        """The cells of all numbers, without bars."""
        return self.count_cells + self.number_cells * len(self.titles)

    def without_sums(self) -> Self:
        """Return the same without bounds and bars."""
        titles = tuple(title for title in self.titles if title in ("prior", "mean"))
        return replace(self, titles=titles, scale=BarScale(0, 0, 0))

    def titles_line(self, before: int) -> Line:
        """Return the line of titles, indented by so many cells."""
        titles = [title.rjust(self.number_cells) for title in self.titles]
        words = self.count_title.rjust(self.count_cells) + "".join(titles)
        line = [(" " * before, "dim"), (words, "dim")]
        legend = [(" ▓", "done"), (" mean ", "dim"), ("▒", "to-come"), (" bonus", "dim")]
        if self.scale.cells >= width_of(legend):
            return [*line, *legend]
        return line

    def cells(self, bound: UpperBound) -> Line:
        """Return visits, numbers and bar of a move."""
        if bound.visits:
            visited_style = "text"
        else:
            visited_style = "dim"
        line = [(self.counts[bound.move].rjust(self.count_cells), visited_style)]
        if bound.proven is not None:
            result = ("drawn", "won", "lost")[int(bound.proven)]
            proven = f"{Bound.PROVEN.value} {result}"
            if bound.proven > 0:
                style = "best"
            else:
                style = "value"
            return [*line, (proven.rjust(self.number_cells * len(self.titles)), style)]
        numbers = numbers_of(bound)
        for title in self.titles:
            if title.endswith("upper"):
                style = "value"
            else:
                style = visited_style
            line.append((numbers[title].rjust(self.number_cells), style))
        return [*line, (" ", "text"), *self.scale.bar(bound)]


def numbers_of(bound: UpperBound) -> dict[str, str]:
    """Return the numbers of a move by their titles."""
    # The title "=upper" says that mean and bonus add up, unless the number says otherwise.
    about = "≈" if bound.sum_sign() == "≈" else ""
    return {
        "prior": format_decimal(bound.prior or 0),
        "mean": format_mean(bound.mean),
        "+bonus": format_decimal(bound.bonus),
        "=upper": f"{about}{format_decimal(bound.upper)}",
        "upper": format_decimal(bound.upper),
    }


def lay_out_samples_row(
    bounds: list[UpperBound], room: int, *, with_wins: bool
) -> SamplesRowLayout:
    """Return the columns that fit beside the names: at least visits and upper bound."""
    if with_wins:
        count_title = "wins"
    else:
        count_title = "visits"
    counts = {each.move: format_wins(each) if with_wins else f"{each.visits:,}" for each in bounds}
    longest = max(map(len, counts.values()), default=0)
    if counts:
        count_cells = max(NARROW_NUMBER_CELLS, longest + 1)
    else:
        count_cells = NARROW_NUMBER_CELLS
    no_bars = BarScale(0, 0, 0)

    def layout(titles: tuple[str, ...], number_cells: int) -> SamplesRowLayout:
        return SamplesRowLayout(titles, number_cells, no_bars, counts, count_title, count_cells)

    has_priors = any(bound.prior is not None for bound in bounds)
    prior = ("prior",) if has_priors else ()
    chosen = layout((*prior, "mean", "+bonus", "=upper"), WIDE_NUMBER_CELLS)
    if chosen.width > room:
        chosen = layout((*prior, "mean", "upper"), NARROW_NUMBER_CELLS)
    # A search with priors compares upper bounds of all moves: the mean is the first to go.
    if has_priors and chosen.width > room:
        chosen = layout(("prior", "upper"), NARROW_NUMBER_CELLS)
    if with_wins and chosen.width > room:
        return lay_out_samples_row(bounds, room, with_wins=False)
    return replace(chosen, scale=bar_scale(bounds, room - chosen.width - 1))


def bar_scale(bounds: Sequence[UpperBound], room: int) -> BarScale:
    """Return one scale for the bars of all moves, in at most `room` cells."""
    if bounds:
        low = min(0.0, *(bound.mean for bound in bounds))
    else:
        low = 0.0
    high = max((bound.upper for bound in bounds), default=low)
    has_bars = room >= MIN_BAR_CELLS and high > low
    return BarScale(low, high, min(room, MAX_BAR_CELLS) if has_bars else 0)


def format_wins(bound: UpperBound) -> str:
    """Return the wins of the visits; a draw is half a win.

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
    """Return a line for the move that is visited for the first time, or for the next to be."""
    count = len(new_moves)
    is_running = scene.node((*path, new_moves[0])) is not None
    if is_running:
        state = State.CURRENT
    else:
        state = State.TO_COME
    style = STATE_STYLE_NAMES[state]
    if is_running:
        words = " new: a random game"
    else:
        if count > 1:
            words = f" next, of {count:,} new"
        else:
            words = " next, the last new move"
        words = scene.run.later(words, f" is new, as {count:,} in all")
    return [(f"{STATE_LOOKS[state].glyph} ", style), (names[new_moves[0]], style), (words, "dim")]


def move_with_glyph(scene: Scene, path: MovePath, name: str) -> Line:
    """Return glyph and name of a move in a search by random games, and a star on the best line."""
    state = scene.state(path)
    style = STATE_STYLE_NAMES[state]
    if state is not State.DONE:
        glyph = STATE_LOOKS[state].glyph
    else:
        glyph = " "
    has_star = scene.node(path) in scene.best_nodes and state is not State.BEST
    return [(f"{glyph} ", style), (name, style), ("★" if has_star else " ", "best")]


def samples_head_line(scene: Scene, node: int, width: int) -> Line:
    """Return a node's visits, for whom the means below are, and what the moves are sorted by.

    The root's own mean stands here; that of another node stands in the column before, from the
    side of the player who moved there.
    """
    value = scene.tree.mean(node)
    if value is None:
        return [("no visit yet", "dim")]
    count = scene.tree.returned_count(node)
    if count == 1:
        visits = f"{count:,} visit"
    else:
        visits = f"{count:,} visits"
    proof = scene.naming.proof(node)
    if proof:
        proved = [(f"{Bound.PROVEN.value} ", "value"), (proof, "strong")]
        longer = [*proved, (", ", "dim"), (visits, "dim")]
        return first_fitting_line([longer, proved], width)

    is_max = scene.tree.turn(node) != 0
    side = scene.run.game.side(maximizing=is_max)
    means = [(f"means for {side}", "dim")]
    if not node:
        means = [
            (f"mean for {side}", "dim"),
            (f" {format_mean(value if is_max else -value)}", "value"),
        ]
    line = [(visits, "strong"), (", ", "dim"), *means]
    rank = rank_in_use(scene)
    if rank == RANK_BY_UPPER_BOUND:
        by = ""
    else:
        by = f", by {rank}"
    return first_fitting_line([[*line, (by, "dim")], line, means], width)
