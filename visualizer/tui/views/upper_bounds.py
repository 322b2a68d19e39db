"""The columns of a search by random games: what is compared at a node, the largest upper bound first.

A bar shows mean and bonus on one scale. Which order the moves stand in is `Scene.rank`.
"""

from __future__ import annotations

from dataclasses import dataclass

from rich.cells import cell_len

from visualizer.explanation.naming import nobody_plays
from visualizer.look.legend import LEGEND, State
from visualizer.look.numbers import decimal
from visualizer.measures.samples import UpperBound, upper_bounds
from visualizer.trace.rows import MovePath
from visualizer.tui.scene import Scene
from visualizer.tui.styled_lines import Hit, Line, clipped, framed, part_shown, width_of
from visualizer.tui.styles import STATE

RANKS = ("upper bound", "visits", "order of expansion")
"""What the moves of a column may be sorted by."""
HEAD = 2
"""Lines above the moves: how often the node was visited, and the titles."""
VISITS, NUMBER = 7, 7
"""Cells of a count, and of each of the numbers."""
SHORTEST_BAR, LONGEST_BAR = 5, 24


@dataclass(frozen=True, slots=True)
class Scale:
    """From which number to which the bars of a column reach, and in how many cells; none for 0."""

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
    """Return what is known of the children of a node, sorted as the person wants it; of equals, the first expanded."""
    bounds = upper_bounds(scene.run, scene.here, node)
    if scene.rank == "visits":
        return sorted(bounds, key=lambda bound: -bound.visits)
    return sorted(bounds, key=lambda bound: -bound.upper) if scene.rank == RANKS[0] else bounds


def draw_bounds(
    scene: Scene, path: MovePath, node: int, chosen: int | None, width: int, height: int
) -> tuple[list[Line], list[Hit]]:
    """Draw a node's moves with its frame; `chosen` is the natural number of the one on the way to the focus."""
    bounds, names, inner = ranked(scene, node), scene.run.choices(path), width - 2
    moves = [scene.run.trace.move(bound.child) for bound in bounds]
    new = [number for number in scene.run.order(path, scene.here) if number not in {*moves}]
    name_width = min(max((cell_len(names[number]) for number in (*moves, *new[:1])), default=2), max(2, inner - 22))
    lines, hits, first_lines = list[Line](), list[Hit](), new_lines(scene, path, new, names)
    numbers, scale = layout(bounds, inner - 3 - name_width)
    for words, number in first_lines:
        hits.append(Hit(len(lines), 0, inner, (*path, number)))
        lines.append(barred(scene, words, (*path, number), chosen == number))
    focus = moves.index(chosen) if chosen in moves else 0
    first, last = part_shown(len(bounds), focus, max(1, height - 2 - HEAD - len(lines)))
    if first:
        lines.append([(f"   … {first:,} above", "dim")])
    for bound, number in zip(bounds[first:last], moves[first:last], strict=True):
        line = move_line(scene, (*path, number), clipped(names[number], name_width), bound, numbers, scale)
        hits.append(Hit(len(lines), 0, inner, (*path, number)))
        lines.append(barred(scene, filled(line, inner), (*path, number), chosen == number))
    if last < len(bounds):
        lines.append([(f"   … {len(bounds) - last:,} more", "dim")])
    titles: Line = [(" " * (3 + name_width), "dim"), (" visits", "dim")]
    titles += [(word.rjust(NUMBER), "dim") for word in numbers]
    style = "active" if chosen is not None and scene.focus == (*path, chosen) else "frame"
    drawn = framed([head_line(scene, node), titles, *lines], width, height, heading(scene, path, node), style)
    return drawn, [Hit(hit.y + HEAD + 1, hit.left + 1, hit.right + 1, hit.path) for hit in hits]


def layout(bounds: list[UpperBound], room: int) -> tuple[list[str], Scale]:
    """Return the titles of the numbers that there is room for beside the visits, and the scale of the bars."""
    numbers, left = ["mean", "upper"], room - VISITS - 2 * NUMBER
    if left >= NUMBER + SHORTEST_BAR + 1:
        numbers, left = ["mean", "+ bonus", "= upper"], left - NUMBER - 2
    cells = min(left - 1, LONGEST_BAR) if left > SHORTEST_BAR else 0
    low = min((bound.mean for bound in bounds), default=0.0)
    high = max((bound.upper for bound in bounds), default=1.0)
    return numbers, Scale(min(0.0, low), high, cells if high > min(0.0, low) else 0)


def new_lines(
    scene: Scene, path: MovePath, new: list[int], names: list[str] | tuple[str, ...]
) -> list[tuple[Line, int]]:
    """Return a line for the move that is being visited for the first time, and one for the next that is new."""
    if not new:
        return []
    running = scene.node((*path, new[0])) is not None
    words: Line = [
        ("▸ " if running else f"{LEGEND[State.TO_COME].glyph} ", STATE[State.CURRENT if running else State.TO_COME])
    ]
    words.append((names[new[0]], STATE[State.CURRENT] if running else "strong"))
    count = f" of {len(new):,} new" if len(new) > 1 else ", the last new one"
    return [([*words, (" new" if running else f" next{count}", "dim")], new[0])]


def move_line(scene: Scene, path: MovePath, name: str, bound: UpperBound, numbers: list[str], scale: Scale) -> Line:
    """Return glyph, name, visits, numbers and bar of a move."""
    state = scene.state(path)
    glyph = LEGEND[state].glyph if state is not State.DONE else " "
    star = path in scene.best_line and state is not State.BEST
    values = {"mean": bound.mean, "+ bonus": round(bound.upper, 2) - round(bound.mean, 2)}
    line: Line = [(f"{glyph} ", STATE[state]), (name, STATE[state]), ("★" if star else " ", "best")]
    line.append((f"{bound.visits:>{VISITS},}", "text"))
    for word in numbers:
        style = "value" if word.endswith("upper") else "text"
        line.append((decimal(values.get(word, bound.upper)).rjust(NUMBER), style))
    return [*line, (" ", "text"), *scale.bar(bound)]


def barred(scene: Scene, line: Line, path: MovePath, chosen: bool) -> Line:
    """Return a line, on a ground of its own where it is on the way to the focus."""
    if not chosen:
        return line
    bar = "bar-current" if path == scene.focus else "bar"
    return [(text, f"{name}+{bar}") for text, name in line]


def filled(line: Line, width: int) -> Line:
    """Return a line that is as wide as the column."""
    return [*line, (" " * max(0, width - width_of(line)), "text")]


def heading(scene: Scene, path: MovePath, node: int) -> str:
    """Return whose turn it is, and after which move."""
    turn, side = (
        ("▲" if scene.here.maximizing(node) else "▼"),
        scene.run.game.side(maximizing=scene.here.maximizing(node)),
    )
    return f"{turn} {side}" + (f" after {scene.run.move_name(path)}" if path else "")


def head_line(scene: Scene, node: int) -> Line:
    """Return how often a node was visited, with what mean for the player to move, and what its moves are sorted by."""
    visits, value = scene.here.returned_count(node), scene.here.value(node)
    if value is None:
        return [("no visit yet", "dim")]
    sign = 1 if scene.here.maximizing(node) else -1
    counted = f"{visits:,} visit{'s' * (visits != 1)}"
    by = "" if scene.rank == RANKS[0] else f", by {scene.rank}"
    mean = "mean" if nobody_plays(scene.run.game) else "its mean"
    return [(counted, "strong"), (f", {mean} ", "dim"), (decimal(sign * value), "value"), (by, "dim")]
