"""Overview: the whole search as an icicle, each ply a band.

Once the search has finished, a node is as wide as nodes were visited below it, at every step; what was pruned together
counts as one. While it runs, a node divides its width equally among all its children, since nothing else is known.
Only as much of the tree is looked at as there are cells to draw.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import accumulate, count, groupby
from math import ceil

from rich.cells import cell_len

from visualizer.look.legend import ANSWER_FROM, State
from visualizer.measures.summary import many
from visualizer.run import Run
from visualizer.trace.labels import lasting_state
from visualizer.trace.rows import DEPTH_OFFSET, SIZE, MovePath
from visualizer.tui.scene import Scene
from visualizer.tui.styled_lines import Hit, Line, Rendering, fitted
from visualizer.tui.styles import STATE
from visualizer.tui.views import View

BLOCKS = {
    State.TO_COME: "░",
    State.OPEN: "▓",
    State.DONE: "█",
    State.BEST: "★",
    State.CUT: "▀",
    State.PRUNED: "╱",
    State.STOPPED: "▒",
    State.EARLIER: "◦",
}


STATE_STYLES = {**STATE, State.PRUNED: "hatch"}
GAPS = {"█": "▌", "▀": "▝"}
"""What the first cell of a node looks like beside a sibling of the same state."""
BEHIND_STAR = "█"
"""What follows the first cell of a node on the best line."""
ROOMY = 84
"""Cells that the legend takes with all its spaces."""
SHORTEST = 1
"""Columns that a node's words take at least."""
TALLEST = 4
"""Lines of a ply where there is room for more, the first one for words; the root, which is all of it, takes one."""
NARROW, WIDE, SHORT_TURN, LONGEST_SIDE = 30, 60, 4, 8
"""From how many columns on rows say whose turn it is, and in words; columns of a sign; letters of a side's name."""


@dataclass(slots=True)
class Band:
    """One ply: for each cell the state of the node there and its path, None where there is no node."""

    states: list[State | None]
    paths: list[MovePath | None]
    turns: set[bool] = field(default_factory=set)
    """Whose turn it is at the inner nodes drawn, MAX's or MIN's."""


def draw(scene: Scene, width: int, height: int) -> Rendering:
    """Draw the icicle from the scene's top, a marker under the running point, and a line of legend."""
    rendering = Rendering()
    node = scene.node(scene.top)
    room = max(1, height - 2)
    rows = rows_known(scene)
    known = max(1, (plies_known(scene.run, rows) if rows else 1) - len(scene.top))
    plies = min(room, known)
    tall = min(TALLEST, (room - 1) // max(1, plies - 1))
    margin = margin_of(scene, width)
    inner = width - margin
    bands = [Band([None] * inner, [None] * inner) for _ in range(plies)]
    if node is None:
        bands[0].states = [State.TO_COME] * inner
    else:
        fill(scene, bands, scene.top, node, 0.0, float(inner), 0)
        fill_turns(scene, bands, node)
    for ply, band in enumerate(bands, len(scene.top)):
        line, runs = band_line(band), band_runs(band)
        lines = [line] if ply == len(scene.top) or tall == 1 else [labels(scene, runs, inner), *[line] * (tall - 1)]
        for place, drawn in enumerate(lines):
            y = len(rendering.lines)
            rendering.lines.append([(turn(scene, ply, band, margin) if place == 0 else " " * margin, "dim"), *drawn])
            rendering.hits += [Hit(y, left + margin, right + margin, path) for left, right, path in runs]
    marks: Line = [(" " * margin, "text"), *marker(scene, inner, plies, known - plies)]
    rendering.lines = [*rendering.lines, fitted(marks, width), fitted(legend(scene, width), width)][:height]
    return rendering


def margin_of(scene: Scene, width: int) -> int:
    """Return the columns on the left that say which ply a row is and whose turn: none where it is very narrow."""
    if width < NARROW:
        return 0
    longest = max(len(scene.run.game.side(maximizing=maximizing)) for maximizing in (True, False))
    return SHORT_TURN + (longest + 1 if width >= WIDE and longest <= LONGEST_SIDE else 0)


def turn(scene: Scene, ply: int, band: Band, margin: int) -> str:
    """Return which ply a row is, and whose turn it is there if that is the same for all that is rendering.

    In a row of leaves it is nobody's.
    """
    if not margin:
        return ""
    words = f"{ply} "
    if len(band.turns) == 1:
        maximizing = next(iter(band.turns))
        words += "▲" if maximizing else "▼"
        words += f" {scene.run.game.side(maximizing=maximizing)}" if margin > SHORT_TURN else ""
    return f"{words[:margin]:<{margin}}"


def rows_known(scene: Scene) -> int:
    """Return how many rows decide about the room for each ply: all, or while the search goes on a power of two."""
    trace = scene.run.trace
    return len(trace) if trace.finished else 1 << (len(trace).bit_length() - 1)


@lru_cache(maxsize=16)
def plies_known(run: Run, rows: int) -> int:
    """Return how many plies so many rows take, the root's own among them."""
    storage = run.trace.rows[: rows * SIZE]
    high, low = storage[DEPTH_OFFSET + 1 :: SIZE], storage[DEPTH_OFFSET::SIZE]
    deepest = max(low) if not any(high) else max(map(run.trace.depth, range(rows)))
    return deepest + 1


def fill(scene: Scene, bands: list[Band], path: MovePath, node: int, left: float, right: float, ply: int) -> None:
    """Fill the cells whose middle lies within the node's share, and go on below as far as there are cells."""
    first, last = cell(left), cell(right)
    if first >= last or ply >= len(bands):
        return
    put(bands[ply], first, last, lasting_state(scene.here, node, scene.best_nodes), path)
    moves = scene.here.move_count(node)
    if moves:
        bands[ply].turns.add(scene.here.maximizing(node))
    if not moves or ply + 1 >= len(bands):
        return
    known, edges = known_ever(scene, node), edges_of(scene, node, left, right)
    for child, begin, end in zip(known, edges, edges[1:], strict=False):
        first_below, last_below = cell(begin), cell(end)
        if first_below < last_below:
            below = (*path, scene.run.trace.move(child))
            if scene.here.entered(child):
                fill(scene, bands, below, child, begin, end, ply + 1)
            else:
                put(bands[ply + 1], first_below, last_below, State.TO_COME, below)
    rest_from = cell(edges[-1])
    if rest_from < last and len(known) < moves:
        state = State.PRUNED if scene.here.is_cut(node) else State.TO_COME
        if scene.run.trace.finished:
            put(bands[ply + 1], rest_from, last, state, (*path, first_unvisited(scene, known)))
        else:
            put_rest(scene, bands[ply + 1], path, (left, (right - left) / moves), (rest_from, last), state)


def known_ever(scene: Scene, node: int) -> Sequence[int]:
    """Return the children that have places of their own: those visited by now, or ever once the search has finished."""
    return (scene.whole if scene.run.trace.finished else scene.here).known_children(node)


def edges_of(scene: Scene, node: int, left: float, right: float) -> list[float]:
    """Return where the shares of these children begin, and where the last one ends."""
    known, moves = known_ever(scene, node), scene.whole.move_count(node)
    if not scene.run.trace.finished:
        return [left + (right - left) * place / moves for place in range(len(known) + 1)]
    weights = [visits_below(scene, child) for child in known]
    total = sum(weights) + (len(known) < moves)
    return [left + (right - left) * before / total for before in accumulate(weights, initial=0)]


def visits_below(scene: Scene, node: int) -> int:
    """Return how many visits a finished search has made at a node and below it."""
    return sum(scene.run.trace.end(row) - row + 1 for row in scene.whole.visits_to(node))


def first_unvisited(scene: Scene, known: Sequence[int]) -> int:
    """Return the natural number of a node's first move that is never tried, all that are being known."""
    tried = {scene.run.trace.move(child) for child in known}
    return next(number for number in count() if number not in tried)


def fill_turns(scene: Scene, bands: list[Band], node: int) -> None:
    """Note whose turn it is in plies too narrow to be drawn yet: as on the line that was tried first."""
    for band in bands:
        if not band.turns and scene.here.move_count(node):
            band.turns.add(scene.here.maximizing(node))
        inner = (child for child in scene.here.known_children(node) if scene.here.move_count(child))
        if (first := next(inner, None)) is None:
            return
        node = first


def cell(x: float) -> int:
    """Return the first cell whose middle is not left of x."""
    return ceil(x - 0.5)


def put(band: Band, first: int, last: int, state: State, path: MovePath) -> None:
    """Give cells to a node."""
    for x in range(first, last):
        band.states[x] = state
        band.paths[x] = path


def put_rest(
    scene: Scene, band: Band, path: MovePath, within: tuple[float, float], cells: tuple[int, int], state: State
) -> None:
    """Give cells to the children that have not been visited; what is below them is not known and stays empty."""
    order = places_of(scene, path)
    left, share = within
    for x in range(*cells):
        place = min(len(order) - 1, int((x + 0.5 - left) / share))
        while cell(left + place * share) > x:  # where the middle of a cell is on the edge, the same as in `fill`
            place -= 1
        band.states[x] = state
        band.paths[x] = (*path, order[place])


def places_of(scene: Scene, path: MovePath) -> Sequence[int]:
    """Return the natural numbers of a node's moves in the order of their places: as first visited, then the rest."""
    order = scene.run.order(path, scene.here)
    if not scene.run.trace.revisits:
        return order
    node = scene.node(path)
    known = [] if node is None else [scene.run.trace.move(child) for child in scene.here.known_children(node)]
    return [*known, *(number for number in order if number not in known)]


def band_line(band: Band) -> Line:
    """Return a band's cells as text, runs of one state together; a gap tells a node from its left sibling."""
    line: Line = []
    before: MovePath | None = None
    for state, cells in groupby(range(len(band.states)), key=band.states.__getitem__):
        if state is None:
            line.append((" " * len([*cells]), "text"))
            before = None
            continue
        block, signs = BLOCKS[state], list[str]()
        for x in cells:
            path = band.paths[x]
            fresh = path != before
            again = BEHIND_STAR if state is State.BEST else block
            signs.append((GAPS.get(block, block) if signs else block) if fresh else again)
            before = path
        line.append(("".join(signs), STATE_STYLES[state]))
    return line


def band_runs(band: Band) -> list[tuple[int, int, MovePath]]:
    """Return where each of the band's nodes begins and ends, and its path."""
    runs: list[tuple[int, int, MovePath]] = []
    for path, cells in groupby(range(len(band.paths)), key=band.paths.__getitem__):
        if path is not None:
            places = [*cells]
            runs.append((places[0], places[-1] + 1, path))
    return runs


def labels(scene: Scene, runs: Sequence[tuple[int, int, MovePath]], width: int) -> Line:
    """Return a line with the move and the value of each node where they fit."""
    line: Line = []
    at = 0
    for left, right, path in runs:
        text, style = label(scene, path, right - left - 1)
        if text:
            line += [(" " * (left - at), "text"), (text, style)]
            at = left + cell_len(text)
    return fitted(line, width)


def label(scene: Scene, path: MovePath, width: int) -> tuple[str, str]:
    """Return a node's move and value, or its move, if there is room for it, and their style."""
    if width < SHORTEST:
        return "", ""
    style = "selected" if path == scene.focus else "dim"
    name = scene.run.move_name(path)
    return next((text for text in (f"{name} {scene.value(path)}".rstrip(), name) if cell_len(text) <= width), ""), style


def marker(scene: Scene, width: int, plies: int, hidden: int) -> Line:
    """Return a line with a mark under the running point and one under the selected node, and how much is not rendering.

    A mark stands below the lowest ply: where it is about a node of another one, it says which.
    """
    marks = [(middle(scene, scene.running, width), f"▸ here{ply_of(scene, scene.running, plies)}", "current")]
    if not scene.here.step:
        marks = []
    if scene.selected is not None and scene.selected != scene.running:
        words = f"△ selected{ply_of(scene, scene.selected, plies)}"
        marks.append((middle(scene, scene.selected, width), words, "active"))
    if scene.source is not None:
        marks.append((middle(scene, scene.source, width), f"{ANSWER_FROM} from here", "key"))
    left = width - sum(len(text) + 1 for _, text, _ in marks)
    more = (f"({many(hidden, 'more ply', 'more plies')} below)", f"(+{many(hidden, 'ply', 'plies')})")
    marks += [(width, text, "dim") for text in more if hidden and len(text) <= left][:1]
    marks.sort()
    line: Line = []
    at = 0
    for begin, (_, text, style) in zip(spread(marks, width), marks, strict=True):
        line += [(" " * (begin - at), "text"), (text, style)]
        at = begin + len(text)
    return line


def spread(marks: Sequence[tuple[int, str, str]], width: int) -> list[int]:
    """Return where each mark begins: as near to its place as the others and the width allow.

    >>> spread([(2, "here", ""), (3, "there", ""), (20, "more", "")], 20)
    [2, 7, 16]
    >>> spread([(8, "here", ""), (9, "there", "")], 10)
    [0, 5]
    """
    begins, at = [], 0
    for x, text, _ in marks:
        begins.append(max(at, x))
        at = begins[-1] + len(text) + 1
    end = width
    for number in reversed(range(len(marks))):
        begins[number] = max(0, min(begins[number], end - len(marks[number][1])))
        end = begins[number] - 1
    return begins


def ply_of(scene: Scene, path: MovePath, plies: int) -> str:
    """Say which ply a node stands in, if it is not the lowest one rendering."""
    ply = len(path) - len(scene.top)
    return "" if ply == plies - 1 else ", the root" if not path else f", ply {len(path)}"


def middle(scene: Scene, path: MovePath, width: int) -> int:
    """Return the cell in the middle of a node's share."""
    if path[: len(scene.top)] != scene.top:
        return 0
    left, right = 0.0, float(width)
    for place in range(len(scene.top), len(path)):
        node, move = scene.node(path[:place]), path[place]
        if node is None:
            break
        edges, moves = edges_of(scene, node, left, right), [*map(scene.run.trace.move, known_ever(scene, node))]
        if move in moves:
            left, right = edges[moves.index(move)], edges[moves.index(move) + 1]
        elif scene.run.trace.finished:
            left = edges[-1]
        else:
            share = (right - left) / scene.here.move_count(node)
            left += places_of(scene, path[:place]).index(move) * share
            right = left + share
    return int((left + right) / 2)


def legend(scene: Scene, width: int) -> Line:
    """Return what the blocks mean, closer together where it is narrow."""
    blocks, gap = (2, 3) if width >= ROOMY else (1, 1)
    line: Line = []
    for state, word in (
        (State.DONE, "visited"), (State.CUT, "cut"), (State.OPEN, "open"), (State.BEST, "best line"),
        (State.PRUNED, "pruned"), (State.TO_COME, "to come"), (State.EARLIER, "earlier"),
    ):  # fmt: skip
        if state is not State.EARLIER or scene.run.trace.revisits:
            line += [(BLOCKS[state] * blocks, STATE_STYLES[state]), (f" {word}{' ' * gap}", "dim")]
    return line


def draw_whole(scene: Scene, width: int, height: int) -> Rendering:
    """Draw the icicle of the whole search for a pane."""
    rendering = draw(scene.at(top=()), width, height)
    rendering.title = "whole search"
    return rendering


VIEW = View("overview", "3", "the whole search at a glance, pruned parts hatched", draw, plies_known.cache_clear)
