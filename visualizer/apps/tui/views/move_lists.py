"""The moves of a node, a line each, for a column as narrow as that.

A move has its place, state, value and score. In a search by random games it has visits, mean and upper bound instead,
and a bar that shows mean and bonus on one scale; `Scene.rank` is what they are sorted by.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from rich.cells import cell_len

from visualizer.apps.tui.cells.styled_lines import (
    ELLIPSIS,
    Line,
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
GLYPH_CELLS = 2
STAR_CELLS = 2
BOUND_CELLS = 2
MARK_CELLS = 2
"""Cells of a move's glyph, of the star or the bound behind its name, of the signs of a bound beside its value, and of
a mark behind that."""
MIN_NAME_CELLS = 3
MAX_ENGINE_SIGN_CELLS = 8
"""Cells that are kept for what engines say of a move."""
OTHERS_NOT_RECORDED = "    … others: not told"
"""Said of a search written elsewhere, where it does not say how many moves a node has."""
MIN_COLUMN_WIDTH = 20
"""The least width of a column, so that its heading has its words."""


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
    """Natural number of the move that set the bound that cuts, or may cut, the node of the last column."""


def min_column_width(scene: Scene) -> int:
    """Return the width that a column needs for its moves and their values, the same at every step."""
    names = scene.run.choices(())
    name = odds_width(scene.run) + min(MAX_ROW_NAME_LENGTH, max(map(cell_len, names), default=2))
    value = max(
        len(" value"), longest_value_letters(scene.run, sampled_rows(scene.run)) + BOUND_CELLS
    )
    mark = (
        MARK_CELLS if scene.others or scene.run.trace.answered else 0
    ) + NODE_TYPE_WIDTH * scene.kinds
    mark += min(scene.run.trace.said.widest(), MAX_ENGINE_SIGN_CELLS)
    return max(
        MIN_COLUMN_WIDTH,
        2 + number_width(len(names)) + GLYPH_CELLS + name + STAR_CELLS + value + mark,
    )


def number_width(moves: int) -> int:
    """Return the cells of the number of a move, of n moves, with the space behind it."""
    return len(str(moves)) + 1


def titles_line(width: int, value_end: int, *, scored: bool) -> Line:
    """Return the line over the moves, with the titles of values and scores as far as they do not touch.

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
    """The cells of a move's row: those of its number, its name, its score, and where its value ends."""

    number: int
    name: int
    value_end: int
    score: int


def measure_rows(
    scene: Scene, names: Sequence[str], totals: Sequence[str], width: int
) -> RowMeasures:
    """Return the measures of the rows of a node's moves; scores, if there are any, give way first."""
    number = number_width(len(names))
    score = max((len(total) for total in totals), default=0)
    room = width - number - GLYPH_CELLS - STAR_CELLS
    value = max(
        len(" value"),
        min(
            longest_value_letters(scene.run, sampled_rows(scene.run)) + BOUND_CELLS,
            room - MIN_NAME_CELLS,
        ),
    )
    signs = min(scene.run.trace.said.widest(), MAX_ENGINE_SIGN_CELLS)
    longest = max(map(cell_len, names), default=2)
    left = room - value
    name = max(
        2, min(longest, max(left - signs, min(MAX_ROW_NAME_LENGTH, left), MIN_NAME_CELLS))
    )  # signs give way to names
    end = number + GLYPH_CELLS + name + STAR_CELLS + value
    if max(score + 1, len(" order")) > width - end - NODE_TYPE_WIDTH * scene.kinds:
        score = 0
    return RowMeasures(number, name, end + (end < width - score), score)


def draw_move_rows(scene: Scene, column: MoveColumn, width: int, height: int) -> list[MoveRow]:
    """Draw titles, then the part of the move list around the move in focus, and say what is above and below.

    The move that set the bound stands before that part where it is not in it.
    """
    order = scene.run.order(column.path, scene.tree)
    scores = scene.run.scored(column.path, scene.tree)[1]
    if column.chosen in order:
        focus = order.index(column.chosen)
    else:
        focus = max(0, column.tried - 1)
    if column.chosen is None and column.returned:
        best = scene.tree.best(column.node)
    else:
        best = None
    if best is not None and best[1] is not None:
        focus = order.index(scene.run.trace.move(best[1]))
    first, last = visible_range(len(order), focus, height)
    if column.setter in order[: max(0, first)]:
        pinned = [order.index(column.setter)]
    else:
        pinned = []
    places = [*pinned, *range(max(0, first), min(last, len(order)))]
    totals = [format_number(scores[order[place]].total) if scores else "" for place in places]
    names = [move_name_in_row(scene.run, (*column.path, move)) for move in order]
    measures = measure_rows(scene, names, totals, width)
    rows: list[MoveRow] = [
        (titles_line(width, measures.value_end, scored=measures.score > 0), None)
    ]
    if first and not pinned:
        rows.append(([(f"    … {first:,} above", "dim")], None))
    differing = scene.differing(column.path)
    for place, total in zip(places, totals, strict=True):
        path = (*column.path, order[place])
        line = draw_move_row(scene, column, path, place, measures)
        if order[place] in differing:
            line.append((" ≠", "alpha"))
        if path == scene.source:
            line.append((f" {ANSWER_SOURCE_SIGN}", "key"))
        line = with_score(
            scene,
            line,
            path,
            total.rjust(measures.score) if measures.score else "",
            width - measures.score,
        )
        rows.append((highlight_on_path(scene, line, path, path[-1] == column.chosen), path))
    is_open = scene.tree.visits and (column.is_cut or not column.returned)
    if last < len(order):
        rows.append(
            (rest_line(column, len(order) - last, width, some_visited=column.tried > last), None)
        )
    elif is_open and scene.tree.known_move_count(column.node) is None:
        rows.append(([(OTHERS_NOT_RECORDED, "dim")], None))
    return rows


def draw_move_row(
    scene: Scene, column: MoveColumn, path: MovePath, place: int, measures: RowMeasures
) -> Line:
    """Return place, glyph and name of a move, a star or the bound that it set, and its value.

    Where the order is not told, a move that has not been tried has no place.
    """
    node = scene.node(path)
    has_place = node is not None or not scene.run.hides_order
    state = scene.state(path)
    if node in scene.best_nodes and state is not State.BEST:
        star = (" ★", "best")
    else:
        star = ("  ", "text")
    if scene.setter is not None and path == scene.setter[0]:
        star = (f" {scene.setter[1]}", "cut")
    beside = style_around_name(state)  # only the name is struck
    name = clip_to_cells(move_name_in_row(scene.run, path), measures.name)
    bare = name.rstrip()
    number = f"{place + 1 if has_place else '':>{measures.number - 1}} "
    is_probe = (
        node is not None and state is State.CUT and scene.tree.probe(node) is not None
    )  # which says more
    glyph = STATE_LOOKS[State.PROBE if is_probe else state].glyph
    line: Line = [
        (number, beside if state is State.PRUNED else "dim"),
        (f"{glyph} ", beside),
        (bare, STATE_STYLE_NAMES[state]),
        (" " * (len(name) - len(bare)), "text"),
        star,
    ]
    value = scene.value(path, at=column.path)
    room = max(0, measures.value_end - width_of(line))
    line.append((fit_text(value, room).rjust(room), STATE_STYLE_NAMES[state] if value else "text"))
    if kind := scene.kind(node):
        return [*line, (kind, "key")]
    return line


def move_name_in_row(run: Run, path: MovePath) -> str:
    """Return what a row calls a move: with what the node is called, and an outcome's probability."""
    return with_odds(run, path, run.full_name(path))


def with_score(scene: Scene, line: Line, path: MovePath, total: str, room: int) -> Line:
    """Return the line of a move with its tags, what its value means and, from the cell `room` on, its score."""
    node = scene.node(path)
    if node is not None:
        signs = [*map(scene.spelled, scene.tree.signs(node))]
        told = join_fitting(signs, room - width_of(line), scene.spelled(ELLIPSIS))
        line += [(told, "dim")] * bool(told)
        for tag, tag_style in scene.tags(node):
            line.append(
                (clip_to_cells(f" {tag}", max(0, room - width_of(line))).rstrip(), tag_style)
            )
    if node is not None and scene.tree.returned(node):
        words = label_of_value(scene.naming, node)
    else:
        words = ""
    if words and width_of(line) + cell_len(words) + 1 < room:
        line.append((scene.spelled(f" {words}"), "dim"))
    return [
        *fit_line(line, room),
        (total, "pruned-note" if scene.state(path) is State.PRUNED else "dim"),
    ]


def rest_line(column: MoveColumn, count: int, width: int, *, some_visited: bool) -> Line:
    """Say how many moves are below the part shown."""
    if column.is_cut and not some_visited:
        ways = ["more, all pruned", "pruned"]
        style = "pruned-note"
    else:
        if column.is_cut or column.returned:
            ways = ["more"]
        else:
            ways = ["more to try", "to try"]
        style = "dim"
    return first_fitting_line([[(f"    … {count:,} {words}", style)] for words in ways], width)


def highlight_on_path(scene: Scene, line: Line, path: MovePath, chosen: bool) -> Line:
    """Return a line, highlighted if it is on the path to the focus."""
    if not chosen:
        return line
    bar = "bar-current" if path == scene.focus else "bar"
    return [(text, f"{name}+{bar}") for text, name in line]


RANK_BY_UPPER_BOUND, RANK_BY_VISITS, RANK_AS_EXPANDED = SAMPLE_STYLE.ranks
CELLS_BEFORE_NAME = 2
CELLS_AFTER_NAME = 1
"""Cells before a move's name, for its glyph, and behind it, for a star."""
WIDE_NUMBER_CELLS = 7
NARROW_NUMBER_CELLS = 6
"""Cells of a number where there is room and where there is little; a count takes the latter."""
MIN_BAR_CELLS = 5
MAX_BAR_CELLS = 24


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
        mean, upper = (
            round((end - self.low) / (self.high - self.low) * self.cells)
            for end in (bound.mean, bound.upper)
        )
        return [("▓" * mean, "done"), ("▒" * (upper - mean), "to-come")]


def ranked_children(scene: Scene, node: int) -> list[UpperBound]:
    """Return what is known of the children of a node, sorted as `Scene.rank` says; of equals, the first expanded."""
    bounds = upper_bounds(scene.run, scene.tree, node)
    rank = rank_in_use(scene)
    if rank == RANK_BY_VISITS:
        return sorted(bounds, key=lambda bound: -bound.visits)
    if rank == RANK_BY_UPPER_BOUND:
        return sorted(bounds, key=lambda bound: bound.rank)
    return sorted(
        bounds, key=lambda bound: bound.child < 0
    )  # as they were expanded; those without visits come last


def rank_in_use(scene: Scene) -> str:
    """Return what the moves are sorted by: by visits at the end, where bounds no longer matter, else as chosen.

    While the selection is to be predicted, they stand in the order of expansion.
    """
    if scene.rank == RANK_BY_UPPER_BOUND and scene.tree.at_end:
        rank = RANK_BY_VISITS
    else:
        rank = scene.rank
    return scene.run.later(rank, RANK_AS_EXPANDED)


def draw_samples_list(
    scene: Scene, column: MoveColumn, width: int, height: int
) -> tuple[list[MoveRow], str]:
    """Return the rows of a column, and its title."""
    path = column.path
    node = column.node
    chosen = column.chosen
    bounds = ranked_children(scene, node)
    names = scene.run.choices(path)
    moves = [bound.move for bound in bounds]
    new = [number for number in scene.run.order(path, scene.tree) if number not in {*moves}]
    if scene.run.has_priors:
        new = []  # they are compared like the others
    widest = max((cell_len(names[number]) for number in (*moves, *new[:1])), default=2)
    name_width = min(
        widest, max(2, width - CELLS_BEFORE_NAME - CELLS_AFTER_NAME - 4 * NARROW_NUMBER_CELLS)
    )
    beside = lay_out_samples_row(
        bounds,
        width - CELLS_BEFORE_NAME - name_width - CELLS_AFTER_NAME,
        won=not nobody_plays(scene.run.game),
    )
    beside = scene.run.later(beside, beside.without_sums())  # which say what is selected
    head = (
        samples_head_line(scene, node, width),
        beside.titles_line(CELLS_BEFORE_NAME + name_width + CELLS_AFTER_NAME),
    )
    rows: list[MoveRow] = [(line, None) for line in head]

    def add(number: int, line: Line) -> None:
        rows.append(
            (
                highlight_on_path(scene, fit_line(line, width), (*path, number), number == chosen),
                (*path, number),
            )
        )

    if new:
        add(new[0], unvisited_move_line(scene, path, new, names))
    first, last = visible_range(
        len(bounds), moves.index(chosen) if chosen in moves else 0, max(1, height - len(rows))
    )
    if first:
        rows.append(([(f"   … {first:,} above", "dim")], None))
    for bound, number in zip(bounds[first:last], moves[first:last], strict=True):
        name = move_with_glyph(scene, (*path, number), clip_to_cells(names[number], name_width))
        add(number, [*name, *beside.cells(bound)])
    if last < len(bounds):
        rows.append(([(f"   … {len(bounds) - last:,} more", "dim")], None))
    after = f" after {scene.names(path)}" if path else ""
    return rows, f"{TURN_SIGNS[scene.run.turn(path)]} {scene.run.mover(path)}{after}"


@dataclass(frozen=True, slots=True)
class SamplesRowLayout:
    """The columns beside a move's name: titles and widths of the numbers, and the bars."""

    titles: tuple[str, ...]
    wide: int
    scale: BarScale
    counts: Mapping[int, str]
    """What is counted of each child, by its move: `44/73`, its wins of its visits, or its visits alone."""
    count: str
    """The title of what is counted."""
    counted: int
    """Its width."""

    def without_sums(self) -> "SamplesRowLayout":
        """Return the same without bounds and bars."""
        titles = tuple(title for title in self.titles if title in ("prior", "mean"))
        return replace(self, titles=titles, scale=BarScale(0, 0, 0))

    def titles_line(self, before: int) -> Line:
        """Return the line of titles, indented by n cells."""
        words = (self.count.rjust(self.counted), *(word.rjust(self.wide) for word in self.titles))
        bar = [(" ▓", "done"), (" mean ", "dim"), ("▒", "to-come"), (" bonus", "dim")]
        if self.scale.cells >= width_of(bar):
            key = bar
        else:
            key = []
        return [(" " * before, "dim"), ("".join(words), "dim"), *key]

    def cells(self, bound: UpperBound) -> Line:
        """Return visits, numbers and bar of a move."""
        if bound.sum_sign() == "≈":
            about = "≈"
        else:
            about = ""
        words = {
            "prior": format_decimal(bound.prior or 0),
            "mean": format_mean(bound.mean),
            "+bonus": format_decimal(bound.bonus),
            "=upper": f"{about}{format_decimal(bound.upper)}",  # below "=", which holds unless the cell says otherwise
            "upper": format_decimal(bound.upper),
        }
        line = [(self.counts[bound.move].rjust(self.counted), "text" if bound.visits else "dim")]
        if bound.proven is not None:
            proven = f"{Bound.PROVEN.value} {('drawn', 'won', 'lost')[int(bound.proven)]}"
            return [
                *line,
                (
                    proven.rjust(self.wide * len(self.titles)),
                    "best" if bound.proven > 0 else "value",
                ),
            ]
        for word in self.titles:
            if word.endswith("upper"):
                style = "value"
            elif bound.visits:
                style = "text"
            else:
                style = "dim"
            line.append((words[word].rjust(self.wide), style))
        return [*line, (" ", "text"), *self.scale.bar(bound)]


def lay_out_samples_row(bounds: list[UpperBound], room: int, *, won: bool) -> SamplesRowLayout:
    """Return the columns that fit beside the names: at least visits, with the wins if `won`, mean and upper bound."""
    prior = ("prior",) if any(bound.prior is not None for bound in bounds) else ()
    titles = (*prior, "mean", "+bonus", "=upper")
    wide = WIDE_NUMBER_CELLS
    counts = {bound.move: format_wins(bound) if won else f"{bound.visits:,}" for bound in bounds}
    if counts:
        counted = max(NARROW_NUMBER_CELLS, *(len(words) + 1 for words in counts.values()))
    else:
        counted = NARROW_NUMBER_CELLS
    if room < counted + len(titles) * WIDE_NUMBER_CELLS:
        titles = *prior, "mean", "upper"
        wide = NARROW_NUMBER_CELLS
    if prior and counted + wide * len(titles) > room:
        titles = ("prior", "upper")
    if won and counted + wide * len(titles) > room:
        return lay_out_samples_row(bounds, room, won=False)
    left = room - counted - wide * len(titles) - 1
    low = min(0.0, *(bound.mean for bound in bounds)) if bounds else 0.0
    high = max((bound.upper for bound in bounds), default=low)
    if left >= MIN_BAR_CELLS and high > low:
        cells = min(left, MAX_BAR_CELLS)
    else:
        cells = 0
    return SamplesRowLayout(
        titles, wide, BarScale(low, high, cells), counts, "wins" if won else "visits", counted
    )


def format_wins(bound: UpperBound) -> str:
    """Return the wins of the visits; a draw is half a win.

    >>> format_wins(UpperBound(0, 73, 15 / 73, 0)), format_wins(UpperBound(0, 4, 0.25, 0)), format_wins(UpperBound(-1, 0, 0.25, 0))
    ('44/73', '2.5/4', '–')
    """
    if not bound.visits:
        return "–"
    return f"{bound.wins:,.10g}/{bound.visits:,}"


def unvisited_move_line(
    scene: Scene, path: MovePath, new: Sequence[int], names: Sequence[str]
) -> Line:
    """Return a line for the move that is being visited for the first time, or for the next that will be."""
    running = scene.node((*path, new[0])) is not None
    state = State.CURRENT if running else State.TO_COME
    if len(new) > 1:
        left = f" next, of {len(new):,} new"
    else:
        left = " next, the last new move"
    left = scene.run.later(left, f" is new, as {len(new):,} in all")
    words = " new: a random game" if running else left
    return [
        (f"{STATE_LOOKS[state].glyph} ", STATE_STYLE_NAMES[state]),
        (names[new[0]], STATE_STYLE_NAMES[state]),
        (words, "dim"),
    ]


def move_with_glyph(scene: Scene, path: MovePath, name: str) -> Line:
    """Return glyph and name of a move."""
    state = scene.state(path)
    if state is not State.DONE:
        glyph = STATE_LOOKS[state].glyph
    else:
        glyph = " "
    star = scene.node(path) in scene.best_nodes and state is not State.BEST
    return [
        (f"{glyph} ", STATE_STYLE_NAMES[state]),
        (name, STATE_STYLE_NAMES[state]),
        ("★" if star else " ", "best"),
    ]


def samples_head_line(scene: Scene, node: int, width: int) -> Line:
    """Return the visits of a node, for whom the means below are, at the root its own, and what the moves are sorted by.

    The mean of another node stands in the column before, for who has moved there.
    """
    value = scene.tree.mean(node)
    proof = scene.naming.proof(node)
    if value is None:
        return [("no visit yet", "dim")]
    visits = scene.tree.returned_count(node)
    if scene.tree.turn(node) == 0:
        sign = -1
    else:
        sign = 1
    counted = f"{visits:,} visit{'s' * (visits != 1)}"
    if rank_in_use(scene) == RANK_BY_UPPER_BOUND:
        by = ""
    else:
        by = f", by {rank_in_use(scene)}"
    mean = [(f"mean{'s' if node else ''} for {scene.run.game.side(maximizing=sign > 0)}", "dim")]
    if node:
        mean += []
    else:
        mean += [(f" {format_mean(sign * value)}", "value")]
    line = [(counted, "strong"), (", ", "dim"), *mean]
    if proof:
        proved = [(f"{Bound.PROVEN.value} ", "value"), (proof, "strong")]
        longer = [*proved, (", ", "dim"), (counted, "dim")]
        return first_fitting_line([longer, proved], width)
    return first_fitting_line([[*line, (by, "dim")], line, mean], width)
