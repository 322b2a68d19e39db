"""Overview: the whole search as an icicle, each ply a band.

Widths come from `icicle`: once the search has finished, in proportion to the nodes visited. Only as much of
the tree is looked at as there are cells to draw.
"""

from collections.abc import Mapping, Sequence

from rich.cells import cell_len

from games import CHANCE
from visualizer.explanation.standings import label_of
from visualizer.look.legend import State
from visualizer.picture.charts.icicle import Band, Share, bands, crowds, final_icicle, visits_below
from visualizer.picture.layout.node_words import TURNS
from visualizer.picture.layout.spine import deepest_of, sampled
from visualizer.trace.labels import whose_mean
from visualizer.trace.rows import MovePath
from visualizer.tui.cells.styled_lines import ELLIPSIS, Hit, Line, Rendering, as_many, fitted, width_of
from visualizer.tui.cells.styles import STATE
from visualizer.tui.cells.tree_grid import TextGrid
from visualizer.tui.scene import Scene
from visualizer.tui.views import View
from visualizer.tui.views.around_tree import HORIZON_LINE
from visualizer.tui.views.overview_marks import DENSITY, cells_of_path, counts, dense_cells, depths, marker

BLOCKS = {
    State.TO_COME: "░",
    State.OPEN: "▓",
    State.DONE: "█",
    State.BEST: "★",
    State.CUT: "▀",
    State.PRUNED: "╱",
    State.STOPPED: "▒",
    State.EARLIER: "◦",
    State.PROBE: "◇",
}


ABOVE_LAST = {**BLOCKS, State.CUT: "█", State.BEST: "█"}
"""Blocks of all lines of a band but the last, so that cut nodes are shorter."""
STATE_STYLES = {**STATE, State.PRUNED: "hatch"}
GAPS = {"█": "▌", "▀": "▝"}
"""The first cell of a node beside a sibling of the same state."""
BEHIND_STAR = "█"
"""The cells after the first of a node on the best line."""
ROOMY = 84
"""Cells that the legend takes with all its spaces."""
WORDY = 66
"""Cells that it takes with all its words; with fewer the best line, which has a sign everywhere, is left out for what
only some searches have."""
NARROW, WIDE, SHORT_TURN, LONGEST_SIDE = 30, 60, 4, 8
"""Least columns for rows that say whose turn it is, and in words; columns of a sign; letters of a side's name."""

LEGEND_WORDS = (
    (State.DONE, ("visited",)), (State.CUT, ("cut",)), (State.OPEN, ("open",)), (State.BEST, ("best line",)),
    (State.PRUNED, ("pruned",)), (State.TO_COME, ("to come",)), (State.EARLIER, ("earlier",)),
    (State.PROBE, ("probe",)),
)  # fmt: skip
SEVERAL = ("few to many in a cell", "few, many", "many")
"""Words for cells with several nodes."""
Nodes = list[tuple[int, int, MovePath, State]]
"""The first cell and the end of each node of a ply, its path and its state, from the left."""


def nodes_of(shares: Sequence[tuple[Share, State]]) -> Nodes:
    """Return the nodes drawn, of neighbouring shares of one node only one."""
    nodes: Nodes = []
    for share, state in shares:
        first = nodes.pop()[0] if nodes and nodes[-1][2] == share.path else share.first
        nodes.append((first, share.last, share.path, state))
    return nodes


def draw(scene: Scene, width: int, height: int) -> Rendering:
    """Draw the icicle from the scene's top, a marker under the running point, and a line of legend."""
    hits, room, y = list[Hit](), max(1, height - 2), 0
    known = max(1, deepest_of(scene.run, sampled(scene.run)) + 1 - len(scene.top))
    plies = min(room, known)
    tall = (room - 1) // max(1, plies - 1)  # the root has one line
    margin = margin_of(scene, width)
    inner, grid = width - margin, TextGrid(width, 2 + (plies - 1) * max(1, tall))
    drawn = bands(scene.run, scene.tree, scene.top, inner, plies, scene.best_nodes)
    if scene.node(scene.top) is None:
        drawn[0].shares.append((Share(0, 0, inner, scene.top, None, None), State.TO_COME))
    running, several = cells_of_path(scene, inner, plies), dense_cells(scene, inner, plies)
    for ply, band in enumerate(drawn):
        nodes, lines = nodes_of(band.shares), max(1, tall) if ply else 1
        heads = [turn(scene, len(scene.top) + ply, band, margin), ""]
        movers = drawn[ply - 1].turns
        if lines > 1 and margin > SHORT_TURN and len(movers) == 1:  # whose moves lead here
            whose = f"{scene.run.game.mover(next(iter(movers)))}'s"
            heads = [f"{len(scene.top) + ply} {whose}", f" {heads[0].partition(' ')[2]}"]
        for down, head in enumerate(heads):
            grid.put(0, y + down, head[:margin], "dim")
        hits += [Hit(y, left + margin, right + margin, path, lines=lines) for left, right, path, _ in nodes]
        if lines > 1:
            put_labels(scene, grid, band, margin, y)
            if scene.tree.horizon is not None and len(scene.top) + ply == scene.tree.horizon + 1:
                grid.fill(margin, y, HORIZON_LINE, "key")
        for row, blocks in ((y + 1, ABOVE_LAST), (y + lines - 1, BLOCKS))[lines < 3 :]:
            put_blocks(grid, margin, row, nodes, blocks)
            for (first, last), (sign, style) in (several[ply] | running[ply]).items():
                block, usual = (blocks[sign], STATE_STYLES[sign]) if isinstance(sign, State) else (sign, "text")
                grid.across(margin + first, margin + last - 1, row, block, style or usual)
        grid.cells[y + 2 : y + lines - 1] = grid.cells[y + 1 : y + 2] * (lines - 3)
        if scene.kinds:
            put_kinds(scene, grid, band, margin, y + (lines > 1))
        y += lines
    end = 0
    for x, text, style in marker(scene, inner, plies, known - plies):
        end = grid.put(max(margin + x, end), y, text, style)
    means: Line = (
        [(f"{whose_mean(scene.run.trace)}   ", "dim")] if scene.run.trace.adds and tall > 1 else []
    )  # labels have values
    last_line = [*means, *legend(scene, width - width_of(means), plies)]
    return Rendering([*grid.lines(), fitted(last_line, width)][:height], hits)


def put_blocks(grid: TextGrid, margin: int, y: int, nodes: Nodes, blocks: Mapping[State, str]) -> None:
    """Draw nodes as blocks; a gap tells a node from its left sibling of the same state."""
    end, before = 0, None
    for first, last, _, state in nodes:
        block = blocks[state]
        begin = GAPS.get(block, block) if (first, state) == (end, before) else block
        rest = BEHIND_STAR if state is State.BEST else block
        grid.put(margin + first, y, begin + rest * (last - first - 1), STATE_STYLES[state])
        end, before = last, state


def put_kinds(scene: Scene, grid: TextGrid, band: Band, margin: int, y: int) -> None:
    """Write the types of nodes that prove the value on their blocks, where they fit, else their first letters."""
    for share, _ in band.shares:
        word = scene.kind(share.node).strip()
        grid.put(margin + share.first, y, word if len(word) < share.last - share.first else word[:1], "key")


def margin_of(scene: Scene, width: int) -> int:
    """Return how many columns on the left say ply and turn of a row, 0 where it is very narrow."""
    if width < NARROW:
        return 0
    names = (*scene.run.game.sides, *[CHANCE] * scene.run.has_chance)
    longest = max(map(len, names))
    return SHORT_TURN + (longest + 1 if width >= WIDE and longest <= LONGEST_SIDE else 0)


def turn(scene: Scene, ply: int, band: Band, margin: int) -> str:
    """Return the ply of a row, and whose turn it is at the nodes drawn: one side's, both sides', of leaves nobody's.

    Both signs are left out where they do not fit.
    """
    words = f"{ply} "
    if len(band.turns) == 1:
        number = next(iter(band.turns))
        words += TURNS[number]
        words += f" {scene.run.game.mover(number)}" if margin > SHORT_TURN else ""
    elif band.turns and len(words) + len(band.turns) <= margin:
        words += "".join(sign for number, sign in TURNS.items() if number in band.turns)
    return words


def put_labels(scene: Scene, grid: TextGrid, band: Band, margin: int, y: int) -> None:
    """Write the move and the value of each node where they fit."""
    for share, _ in band.shares:
        text = label(scene, share, share.last - share.first - 1)
        grid.put(margin + share.first, y, text, "selected" if share.path == scene.focus else "dim")


def label(scene: Scene, share: Share, room: int) -> str:
    """Return a node's move and value, or its move, if there is room for it."""
    name, node = scene.run.move_name(share.path), share.node
    value = scene.value(share.path) if node is not None and scene.tree.entered(node) else ""
    both = scene.spelled(f"{name} {value}".rstrip())
    whose = f"{both} {label_of(scene.naming, node)}" if value and node is not None and scene.run.trace.adds else both
    signs = [*map(scene.spelled, scene.tree.signs(node))] if value and node is not None else []
    told = both + as_many(signs, room - cell_len(both), scene.spelled(ELLIPSIS)) if signs else whose
    return next((text for text in (told, both, name) if cell_len(text) <= room), "")


def legend(scene: Scene, width: int, plies: int) -> Line:
    """Return the legend of the blocks, closer together where it is narrow; without cuts for random games."""
    blocks, gap = (2, 3) if width >= ROOMY else (1, 1)
    trace = scene.run.trace
    crowded = crowds(scene.run, scene.top, width - margin_of(scene, width), plies)
    absent = set[State]() if trace.revisits else {State.EARLIER}
    if width < WORDY and (trace.revisits or crowded):
        absent.add(State.BEST)
    if trace.adds:
        absent = {State.CUT, State.PRUNED, State.EARLIER}
    if not trace.said.probes:
        absent.add(State.PROBE)
    entries: list[tuple[str, str, tuple[str, ...]]] = [
        (BLOCKS[state] * blocks, STATE_STYLES[state], words) for state, words in LEGEND_WORDS if state not in absent
    ]
    if crowded:
        entries.append((DENSITY[1] + DENSITY[-1], STATE_STYLES[State.DONE], SEVERAL))
    line: Line = []
    for signs, style, words in entries:
        room = width - width_of(line) - cell_len(signs) - 1
        word = next((word for word in words if len(word) <= room), None)
        if word is not None:
            line += [(signs, style), (f" {word}", "dim"), (" " * gap, "dim")]
    return line


def draw_whole(scene: Scene, width: int, height: int) -> Rendering:
    """Draw the icicle of the whole search for a pane."""
    rendering = draw(scene.changed(top=()), width, height)
    rendering.title = "whole search"
    return rendering


VIEW = View(
    "overview", draw, "3", tuple(each.cache_clear for each in (deepest_of, final_icicle, visits_below, counts, depths))
)
