"""Overview: the whole search as an icicle, each ply a band.

Widths come from `icicle`: once the search has finished, in proportion to the nodes visited. Only as much of
the tree is looked at as there are cells to draw.
"""

from collections.abc import Mapping, Sequence

from rich.cells import cell_len

from visualizer.look.legend import State
from visualizer.picture.charts.icicle import Band, Share, bands, crowds, final_icicle, visits_below
from visualizer.picture.layout.spine_ruler import deepest_of, sampled
from visualizer.trace.labels import WHOSE_MEAN, value_label
from visualizer.trace.rows import MovePath
from visualizer.tui.cells.styled_lines import Hit, Line, Rendering, Span, fitted, joined, placed, width_of
from visualizer.tui.cells.styles import STATE
from visualizer.tui.scene import Scene
from visualizer.tui.views import View
from visualizer.tui.views.overview_marks import DENSITY, Cells, cells_of_path, counts, dense_cells, depths, marker

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


def blocks_of(nodes: Nodes, blocks: Mapping[State, str] = BLOCKS) -> Line:
    """Return nodes as blocks; a gap tells a node from its left sibling of the same state."""
    line, end, before = list[Span](), 0, None
    for first, last, _, state in nodes:
        block = blocks[state]
        begin = GAPS.get(block, block) if (first, state) == (end, before) else block
        rest = (BEHIND_STAR if state is State.BEST else block) * (last - first - 1)
        line += [(" " * (first - end), "text")] * (first > end) + [(begin + rest, STATE_STYLES[state])]
        end, before = last, state
    return joined(line)


def draw(scene: Scene, width: int, height: int) -> Rendering:
    """Draw the icicle from the scene's top, a marker under the running point, and a line of legend."""
    rendering, room = Rendering(), max(1, height - 2)
    known = max(1, deepest_of(scene.run, sampled(scene.run)) + 1 - len(scene.top))
    plies = min(room, known)
    tall = (room - 1) // max(1, plies - 1)  # the root has one line
    margin = margin_of(scene, width)
    inner = width - margin
    drawn = bands(scene.run, scene.tree, scene.top, inner, plies, scene.best_nodes)
    if scene.node(scene.top) is None:
        drawn[0].shares.append((Share(0, 0, inner, scene.top, None, None), State.TO_COME))
    running, marks = cells_of_path(scene, inner, plies), marker(scene, inner, plies, known - plies)
    narrow = [several | mine for several, mine in zip(dense_cells(scene, inner, plies), running, strict=True)]
    for ply, band in enumerate(drawn, len(scene.top)):
        nodes, cells, above = nodes_of(band.shares), narrow[ply - len(scene.top)], list[Line]()
        if ply > len(scene.top) and tall > 1:
            middle = painted(blocks_of(nodes, ABOVE_LAST), cells, ABOVE_LAST)
            above = [labels(scene, band, inner), *[middle] * (tall - 2)]
        begin, lines = len(rendering.lines), [*above, painted(blocks_of(nodes), cells, BLOCKS)]
        heads = [turn(scene, ply, band, margin), *[" " * margin] * len(above)]
        rendering.lines += [[(head, "dim"), *line] for head, line in zip(heads, lines, strict=True)]
        rendering.hits += [
            Hit(begin, left + margin, right + margin, path, lines=len(lines)) for left, right, path, _ in nodes
        ]
    below: Line = [(" " * margin, "text"), *marks]
    means: Line = [(f"{WHOSE_MEAN}   ", "dim")] if scene.run.trace.adds and tall > 1 else []  # labels have values
    last = [*means, *legend(scene, width - width_of(means), plies)]
    rendering.lines = [*rendering.lines, fitted(below, width), fitted(last, width)][:height]
    return rendering


def painted(line: Line, cells: Cells, blocks: Mapping[State, str]) -> Line:
    """Return a line of blocks with some of its cells painted over."""
    if not cells:
        return line
    found: Line = [(sign, style) for text, style in line for sign in text]
    found += [(" ", "text")] * (max(last for _, last in cells) - len(found))
    for (first, last), (sign, style) in cells.items():
        block, usual = (blocks[sign], STATE_STYLES[sign]) if isinstance(sign, State) else (sign, "text")
        found[first:last] = [(block, style or usual)] * (last - first)
    return joined(found)


def margin_of(scene: Scene, width: int) -> int:
    """Return how many columns on the left say ply and turn of a row, 0 where it is very narrow."""
    if width < NARROW:
        return 0
    longest = max(len(scene.run.game.side(maximizing=maximizing)) for maximizing in (True, False))
    return SHORT_TURN + (longest + 1 if width >= WIDE and longest <= LONGEST_SIDE else 0)


def turn(scene: Scene, ply: int, band: Band, margin: int) -> str:
    """Return the ply of a row, and whose turn it is at the nodes drawn: one side's, both sides', of leaves nobody's.

    Both signs are left out where they do not fit.
    """
    if not margin:
        return ""
    words = f"{ply} "
    if len(band.turns) == 1:
        maximizing = next(iter(band.turns))
        words += "▲" if maximizing else "▼"
        words += f" {scene.run.game.side(maximizing=maximizing)}" if margin > SHORT_TURN else ""
    elif band.turns and len(words) + len("▲▼") <= margin:
        words += "▲▼"
    return f"{words[:margin]:<{margin}}"


def labels(scene: Scene, band: Band, width: int) -> Line:
    """Return a line with the move and the value of each node where they fit."""
    texts = list[tuple[int, Span]]()
    for share, _ in band.shares:
        room = share.last - share.first - 1
        text = label(scene, share, room) if room > 0 else ""
        if text:
            texts.append((share.first, (text, "selected" if share.path == scene.focus else "dim")))
    return fitted(placed(texts), width)


def label(scene: Scene, share: Share, room: int) -> str:
    """Return a node's move and value, or its move, if there is room for it."""
    name, node = scene.run.move_name(share.path), share.node
    value = value_label(scene.tree, node) if node is not None and scene.tree.entered(node) else ""
    both = scene.spelled(f"{name} {value}".rstrip())
    whose = f"{both} {scene.standings.label_of(node)}" if value and node is not None and scene.run.trace.adds else both
    return next((text for text in (whose, both, name) if cell_len(text) <= room), "")


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
