"""The columns of a search by random games: the moves of a node with visits, mean and upper bound.

A bar shows mean and bonus on one scale. `Scene.rank` is what the moves are sorted by.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from rich.cells import cell_len

from visualizer.explanation.naming import nobody_plays
from visualizer.look.legend import LEGEND, State
from visualizer.look.numbers import decimal, format_mean
from visualizer.measures.samples import UpperBound, has_priors, upper_bounds
from visualizer.picture.layout.node_words import TURNS
from visualizer.trace.bounds import Bound
from visualizer.trace.rows import MovePath
from visualizer.tui.cells.styled_lines import Line, clipped, fitted, part_shown, width_of
from visualizer.tui.cells.styles import STATE
from visualizer.tui.scene import Scene
from visualizer.tui.views.move_rows import MoveColumn, MoveRow, barred

RANKS = ("upper bound", "visits", "order of expansion")
"""What the moves of a column may be sorted by."""
BEFORE, AFTER = 2, 1
"""Cells before a move's name, for its glyph, and behind it, for a star."""
ROOMY, TIGHT = 7, 6
"""Cells of a number where there is room and where there is little; a count takes the latter."""
SHORTEST_BAR, LONGEST_BAR = 5, 24


@dataclass(frozen=True, slots=True)
class Scale:
    """The range of numbers that the bars of a column cover, and their cells; 0 for no bars."""

    low: float
    high: float
    cells: int

    def bar(self, bound: UpperBound) -> Line:
        """Return mean and bonus as one bar.

        >>> Scale(0, 1, 10).bar(UpperBound(0, 5, 0.3, 0.5))
        [('▓▓▓', 'done'), ('▒▒▒▒▒', 'to-come')]
        """
        if not self.cells:
            return []
        mean, upper = (
            round((end - self.low) / (self.high - self.low) * self.cells) for end in (bound.mean, bound.upper)
        )
        return [("▓" * mean, "done"), ("▒" * (upper - mean), "to-come")]


def ranked(scene: Scene, node: int) -> list[UpperBound]:
    """Return what is known of the children of a node, sorted as `Scene.rank` says; of equals, the first expanded."""
    bounds = upper_bounds(scene.run, scene.tree, node)
    rank = rank_of(scene)
    if rank == "visits":
        return sorted(bounds, key=lambda bound: -bound.visits)
    if rank == RANKS[0]:
        return sorted(bounds, key=lambda bound: bound.rank)
    return sorted(bounds, key=lambda bound: bound.child < 0)  # as they were expanded; those without visits come last


def rank_of(scene: Scene) -> str:
    """Return what the moves are sorted by: by visits at the end, where bounds no longer matter, else as chosen.

    While the selection is to be predicted, they stand in the order of expansion.
    """
    if scene.run.is_held:
        return RANKS[2]
    return "visits" if scene.rank == RANKS[0] and scene.tree.at_end else scene.rank


def bound_rows(scene: Scene, column: MoveColumn, width: int, height: int) -> tuple[list[MoveRow], str]:
    """Return the rows of a column, and its title."""
    path, node, chosen = column.path, column.node, column.chosen
    bounds, names = ranked(scene, node), scene.run.choices(path)
    moves = [bound.move for bound in bounds]
    new = [number for number in scene.run.order(path, scene.tree) if number not in {*moves}]
    if has_priors(scene.run):
        new = []  # they are compared like the others
    widest = max((cell_len(names[number]) for number in (*moves, *new[:1])), default=2)
    name_width = min(widest, max(2, width - BEFORE - AFTER - 4 * TIGHT))
    beside = row_layout(bounds, width - BEFORE - name_width - AFTER, won=not nobody_plays(scene.run.game))
    if scene.run.is_held:  # the sums say what is selected
        titles = tuple(title for title in beside.titles if title in ("prior", "mean"))
        beside = replace(beside, titles=titles, scale=Scale(0, 0, 0))
    head = head_line(scene, node, width), beside.titles_line(BEFORE + name_width + AFTER)
    rows: list[MoveRow] = [(line, None) for line in head]

    def add(number: int, line: Line) -> None:
        rows.append((barred(scene, fitted(line, width), (*path, number), number == chosen), (*path, number)))

    if new:
        add(new[0], new_line(scene, path, new, names))
    first, last = part_shown(len(bounds), moves.index(chosen) if chosen in moves else 0, max(1, height - len(rows)))
    if first:
        rows.append(([(f"   … {first:,} above", "dim")], None))
    for bound, number in zip(bounds[first:last], moves[first:last], strict=True):
        name = move_name(scene, (*path, number), clipped(names[number], name_width))
        add(number, [*name, *beside.cells(bound)])
    if last < len(bounds):
        rows.append(([(f"   … {len(bounds) - last:,} more", "dim")], None))
    after = f" after {scene.names(path)}" if path else ""
    return rows, f"{TURNS[scene.run.turn(path)]} {scene.run.mover(path)}{after}"


@dataclass(frozen=True, slots=True)
class RowLayout:
    """The columns beside a move's name: titles and widths of the numbers, and the bars."""

    titles: tuple[str, ...]
    wide: int
    scale: Scale
    counts: Mapping[int, str]
    """What is counted of each child, by its move: `44/73`, its wins of its visits, or its visits alone."""
    count: str
    """The title of what is counted."""
    counted: int
    """Its width."""

    def titles_line(self, before: int) -> Line:
        """Return the line of titles, indented by n cells."""
        words = (self.count.rjust(self.counted), *(word.rjust(self.wide) for word in self.titles))
        bar: Line = [(" ▓", "done"), (" mean ", "dim"), ("▒", "to-come"), (" bonus", "dim")]
        key = bar if self.scale.cells >= width_of(bar) else []
        return [(" " * before, "dim"), ("".join(words), "dim"), *key]

    def cells(self, bound: UpperBound) -> Line:
        """Return visits, numbers and bar of a move."""
        mean, upper = round(bound.mean, 2), round(bound.upper, 2)
        values = {"+bonus": upper - mean, "prior": bound.prior or 0}
        line: Line = [(self.counts[bound.move].rjust(self.counted), "text" if bound.visits else "dim")]
        if bound.proven is not None:
            words = f"{Bound.PROVEN.value} {('drawn', 'won', 'lost')[int(bound.proven)]}"
            return [*line, (words.rjust(self.wide * len(self.titles)), "best" if bound.proven > 0 else "value")]
        for word in self.titles:
            style = "value" if word.endswith("upper") else "text" if bound.visits else "dim"
            number = format_mean(mean) if word == "mean" else decimal(values.get(word, upper))
            line.append((number.rjust(self.wide), style))
        return [*line, (" ", "text"), *self.scale.bar(bound)]


def row_layout(bounds: list[UpperBound], room: int, *, won: bool) -> RowLayout:
    """Return the columns that fit beside the names: at least visits, with the wins if `won`, mean and upper bound."""
    prior = ("prior",) if any(bound.prior is not None for bound in bounds) else ()
    titles: tuple[str, ...] = (*prior, "mean", "+bonus", "=upper")
    wide, counts = ROOMY, {bound.move: won_of(bound) if won else f"{bound.visits:,}" for bound in bounds}
    counted = max(TIGHT, *(len(words) + 1 for words in counts.values())) if counts else TIGHT
    if room < counted + len(titles) * ROOMY:
        titles, wide = (*prior, "mean", "upper"), TIGHT
    if prior and counted + wide * len(titles) > room:
        titles = ("prior", "upper")
    if won and counted + wide * len(titles) > room:
        return row_layout(bounds, room, won=False)
    left = room - counted - wide * len(titles) - 1
    low = min(0.0, *(bound.mean for bound in bounds)) if bounds else 0.0
    high = max((bound.upper for bound in bounds), default=low)
    cells = min(left, LONGEST_BAR) if left >= SHORTEST_BAR and high > low else 0
    return RowLayout(titles, wide, Scale(low, high, cells), counts, "wins" if won else "visits", counted)


def won_of(bound: UpperBound) -> str:
    """Return the wins of the visits; a draw is half a win.

    >>> won_of(UpperBound(0, 73, 15 / 73, 0)), won_of(UpperBound(0, 4, 0.25, 0)), won_of(UpperBound(-1, 0, 0.25, 0))
    ('44/73', '2.5/4', '–')
    """
    if not bound.visits:
        return "–"
    return f"{bound.wins:,.10g}/{bound.visits:,}"


def new_line(scene: Scene, path: MovePath, new: Sequence[int], names: Sequence[str]) -> Line:
    """Return a line for the move that is being visited for the first time, or for the next that will be."""
    running = scene.node((*path, new[0])) is not None
    state = State.CURRENT if running else State.TO_COME
    left = f" next, of {len(new):,} new" if len(new) > 1 else " next, the last new one"
    left = f" is new, as {len(new):,} in all" if scene.run.is_held else left
    words = " new: a random game" if running else left
    return [(f"{LEGEND[state].glyph} ", STATE[state]), (names[new[0]], STATE[state]), (words, "dim")]


def move_name(scene: Scene, path: MovePath, name: str) -> Line:
    """Return glyph and name of a move."""
    state = scene.state(path)
    glyph = LEGEND[state].glyph if state is not State.DONE else " "
    star = path in scene.best_line and state is not State.BEST
    return [(f"{glyph} ", STATE[state]), (name, STATE[state]), ("★" if star else " ", "best")]


def head_line(scene: Scene, node: int, width: int) -> Line:
    """Return the visits of a node, for whom the means below are, at the root its own, and what the moves are sorted by.

    The mean of another node stands in the column before, for who has moved there.
    """
    value, proof = scene.tree.mean(node), scene.naming.proof(node)
    if value is None:
        return [("no visit yet", "dim")]
    visits = scene.tree.returned_count(node)
    sign = -1 if scene.tree.turn(node) == 0 else 1
    counted = f"{visits:,} visit{'s' * (visits != 1)}"
    by = "" if rank_of(scene) == RANKS[0] else f", by {rank_of(scene)}"
    mean: Line = [(f"mean{'s' if node else ''} for {scene.run.game.side(maximizing=sign > 0)}", "dim")]
    mean += [] if node else [(f" {format_mean(sign * value)}", "value")]
    line: Line = [(counted, "strong"), (", ", "dim"), *mean]
    if proof:
        proved: Line = [(f"{Bound.PROVEN.value} ", "value"), (proof, "strong")]
        longer: Line = [*proved, (", ", "dim"), (counted, "dim")]
        return longer if width_of(longer) <= width else proved
    if width_of(line) > width:
        return mean
    return [*line, (by, "dim")] if width_of(line) + len(by) <= width else line
