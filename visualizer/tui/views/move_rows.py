"""The moves of a node, each in a line with its place, state, value, and score, for a column as narrow as that."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.cells import cell_len

from visualizer.explanation.standings import label_of
from visualizer.look.legend import ANSWER_FROM, LEGEND, State
from visualizer.look.numbers import show
from visualizer.measures.proof_tree import WIDEST
from visualizer.picture.layout.spine import longest_of, sampled
from visualizer.picture.layout.whole_tree import edge_words
from visualizer.trace.rows import MovePath
from visualizer.tui.cells.styled_lines import ELLIPSIS, Line, as_many, clipped, fitted, fitting, part_shown, width_of
from visualizer.tui.cells.styles import STATE, unstruck
from visualizer.tui.scene import Scene

LONGEST_NAME = 8
"""The most letters of a name for which every column has room."""
GLYPH, STAR, BOUND, MARK = 2, 2, 2, 2
"""Cells of a move's glyph, of the star or the bound behind its name, of the signs of a bound beside its value, and of
a mark behind that."""
SHORTEST_NAME = 3
MOST_SIGNS = 8
"""Cells that are kept for what engines say of a move."""
LIKELY = len("1/36 ")
"""Cells of a probability before a name."""
UNTOLD = "    … others: not told"
"""Said of a search written elsewhere, where it does not say how many moves a node has."""
LEAST = 20
"""The least width of a column, so that its heading has its words."""


MoveRow = tuple[Line, MovePath | None]
"""A line of a column, and the path to its node if it stands for one."""


@dataclass(frozen=True, slots=True)
class MoveColumn:
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


def narrowest(scene: Scene) -> int:
    """Return the width that a column needs for its moves and their values, the same at every step."""
    names = scene.run.choices(())
    likely = LIKELY * scene.run.has_chance
    name = likely + min(LONGEST_NAME, max(map(cell_len, names), default=2))
    value = max(len(" value"), longest_of(scene.run, sampled(scene.run)) + BOUND)
    mark = (MARK if scene.others or scene.run.trace.answered else 0) + WIDEST * scene.kinds
    mark += min(scene.run.trace.said.widest(), MOST_SIGNS)
    return max(LEAST, 2 + number_width(len(names)) + GLYPH + name + STAR + value + mark)


def number_width(moves: int) -> int:
    """Return the cells of the number of a move, of n moves, with the space behind it."""
    return len(str(moves)) + 1


def titles_line(width: int, value_end: int, *, scored: bool) -> Line:
    """Return the line over the moves, with the titles of values and scores as far as they do not touch.

    >>> "".join(text for text, _ in titles_line(24, 15, scored=True))
    '───────── value─── order'
    """
    order = " order" if scored and width - value_end >= len(" order") else ""
    before, after = max(0, value_end - len(" value")), max(0, width - value_end - len(order))
    return [("─" * before, "frame"), (" value", "dim"), ("─" * after, "frame"), (order, "dim")]


@dataclass(frozen=True, slots=True)
class RowMeasures:
    """The cells of a move's row: those of its number, its name, its score, and where its value ends."""

    number: int
    name: int
    value_end: int
    score: int


def measured(scene: Scene, names: Sequence[str], totals: Sequence[str], width: int) -> RowMeasures:
    """Return the measures of the rows of a node's moves; scores, if there are any, give way first."""
    number, score = number_width(len(names)), max((len(total) for total in totals), default=0)
    room = width - number - GLYPH - STAR
    value = max(len(" value"), min(longest_of(scene.run, sampled(scene.run)) + BOUND, room - SHORTEST_NAME))
    signs = min(scene.run.trace.said.widest(), MOST_SIGNS)
    longest, left = max(map(cell_len, names), default=2), room - value
    name = max(2, min(longest, max(left - signs, min(LONGEST_NAME, left), SHORTEST_NAME)))  # signs give way to names
    end = number + GLYPH + name + STAR + value
    if max(score + 1, len(" order")) > width - end - WIDEST * scene.kinds:
        score = 0
    return RowMeasures(number, name, end + (end < width - score), score)


def move_rows(scene: Scene, column: MoveColumn, width: int, height: int) -> list[MoveRow]:
    """Draw titles, then the part of the move list around the move in focus, and say what is above and below.

    The move that set the bound stands before that part where it is not in it.
    """
    order, scores = scene.run.order(column.path, scene.tree), scene.run.scored(column.path, scene.tree)[1]
    focus = order.index(column.chosen) if column.chosen in order else max(0, column.tried - 1)
    best = scene.tree.best(column.node) if column.chosen is None and column.returned else None
    if best is not None and best[1] is not None:
        focus = order.index(scene.run.trace.move(best[1]))
    first, last = part_shown(len(order), focus, height)
    pinned = [order.index(column.setter)] if column.setter in order[: max(0, first)] else []
    places = [*pinned, *range(max(0, first), min(last, len(order)))]
    totals = [show(scores[order[place]].total) if scores else "" for place in places]
    names = [edge_words(scene.run, (*column.path, move)) for move in order]
    measures = measured(scene, names, totals, width)
    rows: list[MoveRow] = [(titles_line(width, measures.value_end, scored=measures.score > 0), None)]
    if first and not pinned:
        rows.append(([(f"    … {first:,} above", "dim")], None))
    differing = scene.differing(column.path)
    for place, total in zip(places, totals, strict=True):
        path = (*column.path, order[place])
        line = move_line(scene, column, path, place, measures)
        if order[place] in differing:
            line.append((" ≠", "alpha"))
        if path == scene.source:
            line.append((f" {ANSWER_FROM}", "key"))
        line = with_score(
            scene, line, path, total.rjust(measures.score) if measures.score else "", width - measures.score
        )
        rows.append((barred(scene, line, path, path[-1] == column.chosen), path))
    if last < len(order):
        rows.append((rest_line(column, len(order) - last, width, some_visited=column.tried > last), None))
    elif scene.tree.visits and not scene.tree.is_counted(column.node) and (column.is_cut or not column.returned):
        rows.append(([(UNTOLD, "dim")], None))
    return rows


def move_line(scene: Scene, column: MoveColumn, path: MovePath, place: int, measures: RowMeasures) -> Line:
    """Return place, glyph and name of a move, a star or the bound that it set, and its value."""
    node = scene.node(path)
    state = scene.state_of_node(node) if node is not None else State.PRUNED if column.is_cut else State.TO_COME
    star = (" ★", "best") if path in scene.best_line and state is not State.BEST else ("  ", "text")
    if scene.setter is not None and path == scene.setter[0]:
        star = (f" {scene.setter[1]}", "cut")
    beside = unstruck(state)  # only the name is struck
    name = clipped(edge_words(scene.run, path), measures.name)
    bare, number = name.rstrip(), f"{place + 1:>{measures.number - 1}} "
    is_probe = node is not None and state is State.CUT and scene.tree.probe(node) is not None  # which says more
    glyph = LEGEND[State.PROBE if is_probe else state].glyph
    line: Line = [
        (number, beside if state is State.PRUNED else "dim"), (f"{glyph} ", beside),
        (bare, STATE[state]), (" " * (len(name) - len(bare)), "text"), star,
    ]  # fmt: skip
    value, room = scene.value(path, at=column.path), max(0, measures.value_end - width_of(line))
    line.append((fitting(value, room).rjust(room), STATE[state] if value else "text"))
    return [*line, (kind, "key")] if (kind := scene.kind(node)) else line


def with_score(scene: Scene, line: Line, path: MovePath, total: str, room: int) -> Line:
    """Return the line of a move with its tags, what its value means and, from the cell `room` on, its score."""
    node = scene.node(path)
    if node is not None:
        signs = [*map(scene.spelled, scene.tree.signs(node))]
        told = as_many(signs, room - width_of(line), scene.spelled(ELLIPSIS))
        line += [(told, "dim")] * bool(told)
        for tag, tag_style in scene.tags(node):
            line.append((clipped(f" {tag}", max(0, room - width_of(line))).rstrip(), tag_style))
    words = label_of(scene.naming, node) if node is not None and scene.tree.returned(node) else ""
    if words and width_of(line) + cell_len(words) + 1 < room:
        line.append((scene.spelled(f" {words}"), "dim"))
    return [*fitted(line, room), (total, "pruned-note" if scene.state(path) is State.PRUNED else "dim")]


def rest_line(column: MoveColumn, count: int, width: int, *, some_visited: bool) -> Line:
    """Say how many moves are below the part shown."""
    if column.is_cut and not some_visited:
        ways = [(f"    … {count:,} {words}", "pruned-note") for words in ("more, all pruned", "pruned")]
    else:
        words = ("more",) if column.is_cut or column.returned else ("more to try", "to try")
        ways = [(f"    … {count:,} {each}", "dim") for each in words]
    return [next((way for way in ways if cell_len(way[0]) <= width), ways[-1])]


def barred(scene: Scene, line: Line, path: MovePath, chosen: bool) -> Line:
    """Return a line, highlighted if it is on the path to the focus."""
    if not chosen:
        return line
    bar = "bar-current" if path == scene.focus else "bar"
    return [(text, f"{name}+{bar}") for text, name in line]
