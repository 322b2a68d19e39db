"""Overview: the whole search as an icicle, each ply a band, and what is painted over it.

Widths come from `icicle`: once the search has finished, in proportion to the nodes visited. Only as much of
the tree is looked at as there are cells to draw.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from math import ceil

from rich.cells import cell_len

from visualizer.apps.tui.cells.styled_lines import (
    ELLIPSIS,
    Hit,
    Line,
    Rendering,
    first_fitting_text,
    fit_line,
    join_fitting,
    width_of,
)
from visualizer.apps.tui.cells.tree_grid import TextGrid
from visualizer.apps.tui.scene import Scene
from visualizer.apps.tui.themes import STATE_STYLE_NAMES
from visualizer.apps.tui.views import View
from visualizer.apps.tui.views.tree import HORIZON_LINE
from visualizer.draw.picture.charts.icicle import (
    Band,
    MergedNodes,
    Share,
    cell_from,
    ends_along,
    final_icicle,
    merged_nodes,
    ply_bands,
    visits_below,
)
from visualizer.draw.picture.layout.node_words import TURN_SIGNS
from visualizer.explaining.explanation.standings import label_of_mean
from visualizer.explaining.measures.summary import count_in_words, deepest_of, sampled_rows
from visualizer.look.legend import ANSWER_SOURCE_SIGN, STATE_LOOKS, State
from visualizer.searching.run import Run
from visualizer.trace.labels import lasting_state, mean_caption
from visualizer.trace.rows import DEPTH_OFFSET, ROW_BYTES, MovePath

PlyCells = dict[tuple[int, int], tuple[State | str, str]]
"""The first cell and the end of what is painted in a ply, with its state or sign, and a style, "" for the usual one."""


def cells_of_path(scene: Scene, width: int, plies: int) -> list[PlyCells]:
    """Return for each ply a cell for the node of the running path if it has no more, and what this step cuts off."""
    tree = scene.tree
    path = scene.happening
    begin = len(scene.top)
    found: list[PlyCells] = [{} for _ in range(plies)]
    if tree.visits:
        ends = ends_along(scene.run, tree, scene.top, width, path)
    else:
        ends = []
    for ply, (left, right) in enumerate(ends[:plies]):
        node = scene.node(path[: begin + ply])
        if cell_from(right) - cell_from(left) <= 1 and node is not None:
            if cell_from(left) < cell_from(right):
                at = cell_from(left)
            else:
                at = min(int((left + right) / 2), width - 1)
            found[ply][at, at + 1] = lasting_state(tree, node, scene.best_nodes), ""
    cut = scene.cut_now
    if cut is None:
        last = None
    else:
        last = tree.last_child(cut)
    if last is not None and 0 < len(ends) < plies:
        tried = scene.run.trace.move(last)
        first = cell_from(ends_along(scene.run, tree, scene.top, width, (*path, tried))[-1][1])
        end = cell_from(ends[-1][1])
        if first == end:
            first = min(int(sum(ends[-1]) / 2), width - 1)
        found[len(ends)][first, max(end, first + 1)] = State.PRUNED, "cut-off"
    return found


def path_marks(scene: Scene, width: int, plies: int, hidden: int) -> Iterator[tuple[int, str, str]]:
    """Yield column, words and style of the marks under the running point and the selected node, and what is not drawn.

    A mark is below the lowest ply; for a node of another ply it says which.
    """
    here = scene.happening
    marks = list[tuple[int, str, str]]()
    if scene.tree.step:
        if here:
            name = scene.run.full_name(here)
        else:
            name = ""
        sign = f" {STATE_LOOKS[State.CUT].glyph} {name}".rstrip() * (scene.cut_now is not None)
        marks.append(
            (
                middle_of_share(scene, here, width),
                f"▸ here{sign}{ply_in_words(scene, here, plies)}",
                "current",
            )
        )
    if scene.selected is not None and scene.selected != scene.running:
        words = f"△ selected{ply_in_words(scene, scene.selected, plies)}"
        marks.append((middle_of_share(scene, scene.selected, width), words, "active"))
    if scene.source is not None:
        marks.append(
            (middle_of_share(scene, scene.source, width), f"{ANSWER_SOURCE_SIGN} from here", "key")
        )
    left = width - sum(len(text) + 1 for _, text, _ in marks)
    more = (
        f"({count_in_words(hidden, 'more ply', 'more plies')} below)",
        f"(+{count_in_words(hidden, 'ply', 'plies')})",
    )
    marks += [(width, text, "dim") for text in more if hidden and len(text) <= left][:1]
    marks.sort()
    return (
        (begin, text, style)
        for begin, (_, text, style) in zip(spread_marks(marks, width), marks, strict=True)
    )


def spread_marks(marks: Sequence[tuple[int, str, str]], width: int) -> list[int]:
    """Return the column of each mark, as near to its place as the others and the width allow.

    >>> spread_marks([(2, "here", ""), (3, "there", ""), (20, "more", "")], 20)
    [2, 7, 16]
    >>> spread_marks([(8, "here", ""), (9, "there", "")], 10)
    [0, 5]
    """
    begins = []
    at = 0
    for x, text, _ in marks:
        begins.append(max(at, x))
        at = begins[-1] + len(text) + 1
    end = width
    for number in reversed(range(len(marks))):
        begins[number] = max(0, min(begins[number], end - len(marks[number][1])))
        end = begins[number] - 1
    return begins


def ply_in_words(scene: Scene, path: MovePath, plies: int) -> str:
    """Return the ply of a node in words, "" if it is the lowest one drawn."""
    ply = len(path) - len(scene.top)
    if ply == plies - 1:
        return ""
    if not path:
        return ", the root"
    return f", ply {len(path)}"


def middle_of_share(scene: Scene, path: MovePath, width: int) -> int:
    """Return the cell in the middle of a node's share, or of the nearest above it that has one."""
    left, right = (ends_along(scene.run, scene.tree, scene.top, width, path) or [(0.0, 0.0)])[-1]
    return int((left + right) / 2)


DENSITY_SIGNS = "⡀⣀⣄⣤⣦⣶⣷⣿"
"""Signs from few nodes to as many as any cell of that ply has in the end."""
MAX_BYTE_PLIES = 256
"""Plies whose numbers take a byte; in deeper trees nothing is counted."""


def dense_cells(scene: Scene, width: int, plies: int) -> list[PlyCells]:
    """Return for each ply the cells that several nodes share; where the best line goes through, it has its star."""
    if not merged_nodes(scene.run, scene.top, width, plies):
        return [{} for _ in range(plies)]
    return [
        cells_of_ply(scene, len(scene.top) + ply, counted)
        for ply, counted in enumerate(count_merged_cells(scene.run, scene.top, width, plies))
    ]


def cells_of_ply(scene: Scene, depth: int, counted: Sequence[tuple[MergedNodes, int]]) -> PlyCells:
    """Return the signs of the cells that several nodes of a depth share, for those that have been visited."""
    found = PlyCells()
    most = max((number for _, number in counted), default=1)
    visits = scene.tree.visits
    best = next((node for node in scene.best_nodes if scene.run.trace.depth(node) == depth), -1)
    for crowd, number in counted:
        cell = crowd.cell, crowd.cell + 1
        rows = crowd.rows
        if rows.stop <= visits:
            visited = number
        else:
            visited = count_visits_at_depth(scene.run, rows.start, visits, depth)
        if best in rows:
            found[cell] = State.BEST, ""
        elif visited:
            found[cell] = (
                DENSITY_SIGNS[ceil(visited * len(DENSITY_SIGNS) / most) - 1],
                STATE_STYLE_NAMES[State.DONE],
            )
    return found


@lru_cache(maxsize=8)
def count_merged_cells(
    run: Run, top: MovePath, width: int, plies: int
) -> Sequence[Sequence[tuple[MergedNodes, int]]]:
    """Return for each ply of a finished search the cells that several nodes share, with the number of these nodes."""
    found: list[list[tuple[MergedNodes, int]]] = [[] for _ in range(plies)]
    for crowd in merged_nodes(run, top, width, plies):
        for ply in range(crowd.ply, plies):
            number = count_visits_at_depth(run, crowd.rows.start, crowd.rows.stop, len(top) + ply)
            if number:
                found[ply].append((crowd, number))
    return found


def count_visits_at_depth(run: Run, first: int, end: int, depth: int) -> int:
    """Return how many visits from `first` to `end` (exclusive) are at a depth."""
    if first < end and depth < MAX_BYTE_PLIES:
        return visit_depths(run).count(depth, first, end)
    return 0


@lru_cache(maxsize=2)
def visit_depths(run: Run) -> bytes:
    """Return the depth of each visit of a finished search, a byte each; nothing where one is too deep for that."""
    low, high = (run.trace.rows[at::ROW_BYTES] for at in (DEPTH_OFFSET, DEPTH_OFFSET + 1))
    if any(high):
        return b""
    return bytes(low)


STATE_BLOCKS = {
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


UPPER_LINE_BLOCKS = {**STATE_BLOCKS, State.CUT: "█", State.BEST: "█"}
"""Blocks of all lines of a band but the last, so that cut nodes are shorter."""
BLOCK_STYLES = {**STATE_STYLE_NAMES, State.PRUNED: "hatch"}
GAP_BLOCKS = {"█": "▌", "▀": "▝"}
"""The first cell of a node beside a sibling of the same state."""
STAR_FILL_BLOCK = "█"
"""The cells after the first of a node on the best line."""
FULL_LEGEND_WIDTH = 84
"""Cells that the legend takes with all its spaces."""
WORDED_LEGEND_WIDTH = 66
"""Cells that it takes with all its words; with fewer the best line, which has a sign everywhere, is left out for what
only some searches have."""
MIN_TURN_WIDTH = 30
MIN_TURN_WORDS_WIDTH = 60
TURN_SIGN_COLUMNS = 4
MAX_SIDE_LETTERS = 8
"""Least columns for rows that say whose turn it is, and in words; columns of a sign; letters of a side's name."""

LEGEND_WORDS = {
    State.DONE: "visited",
    State.CUT: "cut",
    State.OPEN: "open",
    State.BEST: "best line",
    State.PRUNED: "pruned",
    State.TO_COME: "to come",
    State.EARLIER: "earlier",
    State.PROBE: "probe",
}
SHARED_CELL_WORDS = ["few to many in a cell", "few, many", "many"]
"""Words for cells with several nodes."""
DrawnNodes = list[tuple[int, int, MovePath, State]]
"""The first cell and the end of each node of a ply, its path and its state, from the left."""


def merge_shares(shares: Sequence[tuple[Share, State]]) -> DrawnNodes:
    """Return the nodes drawn, of neighbouring shares of one node only one."""
    nodes: DrawnNodes = []
    for share, state in shares:
        if nodes and nodes[-1][2] == share.path:
            first = nodes.pop()[0]
        else:
            first = share.first
        nodes.append((first, share.last, share.path, state))
    return nodes


def draw_overview(scene: Scene, width: int, height: int) -> Rendering:
    """Draw the icicle from the scene's top, a marker under the running point, and a line of legend."""
    hits = list[Hit]()
    room = max(1, height - 2)
    y = 0
    known = max(1, deepest_of(scene.run, sampled_rows(scene.run)) + 1 - len(scene.top))
    plies = min(room, known)
    tall = (room - 1) // max(1, plies - 1)  # the root has one line
    margin = overview_margin(scene, width)
    inner = width - margin
    grid = TextGrid(width, 2 + (plies - 1) * max(1, tall))
    drawn = ply_bands(scene.run, scene.tree, scene.top, inner, plies, scene.best_nodes)
    if scene.node(scene.top) is None:
        drawn[0].shares.append((Share(0, 0, inner, scene.top, None, None), State.TO_COME))
    running = cells_of_path(scene, inner, plies)
    several = dense_cells(scene, inner, plies)
    for ply, band in enumerate(drawn):
        nodes = merge_shares(band.shares)
        if ply:
            lines = max(1, tall)
        else:
            lines = 1
        heads = [ply_and_turn(scene, len(scene.top) + ply, band, margin), ""]
        movers = drawn[ply - 1].turns
        if lines > 1 and margin > TURN_SIGN_COLUMNS and len(movers) == 1:  # whose moves lead here
            whose = f"{scene.run.game.mover(next(iter(movers)))}'s"
            heads = [f"{len(scene.top) + ply} {whose}", f" {heads[0].partition(' ')[2]}"]
        for down, head in enumerate(heads):
            grid.put(0, y + down, head[:margin], "dim")
        hits += [
            Hit(y, left + margin, right + margin, path, lines=lines)
            for left, right, path, _ in nodes
        ]
        if lines > 1:
            for share, _ in band.shares:
                text = block_label(scene, share, share.last - share.first - 1)
                grid.put(
                    margin + share.first,
                    y,
                    text,
                    "selected" if share.path == scene.focus else "dim",
                )
            if scene.tree.horizon is not None and len(scene.top) + ply == scene.tree.horizon + 1:
                grid.fill(margin, y, HORIZON_LINE, "key")
        for row, blocks in ((y + 1, UPPER_LINE_BLOCKS), (y + lines - 1, STATE_BLOCKS))[lines < 3 :]:
            put_blocks(grid, margin, row, nodes, blocks)
            for (first, last), (sign, style) in (several[ply] | running[ply]).items():
                if isinstance(sign, State):
                    block = blocks[sign]
                    usual = BLOCK_STYLES[sign]
                else:
                    block = sign
                    usual = "text"
                grid.across(margin + first, margin + last - 1, row, block, style or usual)
        grid.cells[y + 2 : y + lines - 1] = grid.cells[y + 1 : y + 2] * (lines - 3)
        for share, _ in (
            band.shares if scene.kinds else ()
        ):  # in whole where it fits, else its first letter
            kind = scene.kind(share.node).strip()
            if not (len(kind) < share.last - share.first):
                kind = kind[:1]
            grid.put(margin + share.first, y + (lines > 1), kind, "key")
        y += lines
    end = 0
    for x, text, style in path_marks(scene, inner, plies, known - plies):
        end = grid.put(max(margin + x, end), y, text, style)
    whose = mean_caption(scene.run.trace) * (tall > 1)  # then labels have values
    if whose:
        means = [(f"{whose}   ", "dim")]
    else:
        means = []
    last_line = [*means, *overview_legend(scene, width - width_of(means), plies)]
    return Rendering([*grid.lines(), fit_line(last_line, width)][:height], hits)


def put_blocks(
    grid: TextGrid, margin: int, y: int, nodes: DrawnNodes, blocks: Mapping[State, str]
) -> None:
    """Draw nodes as blocks; a gap tells a node from its left sibling of the same state."""
    end = 0
    before = None
    for first, last, _, state in nodes:
        block = blocks[state]
        if (first, state) == (end, before):
            begin = GAP_BLOCKS.get(block, block)
        else:
            begin = block
        rest = STAR_FILL_BLOCK if state is State.BEST else block
        grid.put(margin + first, y, begin + rest * (last - first - 1), BLOCK_STYLES[state])
        end = last
        before = state


def overview_margin(scene: Scene, width: int) -> int:
    """Return how many columns on the left say ply and turn of a row, 0 where it is very narrow."""
    if width < MIN_TURN_WIDTH:
        return 0
    longest = max(map(len, scene.run.movers(scene.run.game.sides)))
    return TURN_SIGN_COLUMNS + (
        longest + 1 if width >= MIN_TURN_WORDS_WIDTH and longest <= MAX_SIDE_LETTERS else 0
    )


def ply_and_turn(scene: Scene, ply: int, band: Band, margin: int) -> str:
    """Return the ply of a row, and whose turn it is at the nodes drawn: one side's, both sides', of leaves nobody's.

    Both signs are left out where they do not fit.
    """
    words = f"{ply} "
    if len(band.turns) == 1:
        number = next(iter(band.turns))
        words += TURN_SIGNS[number]
        words += f" {scene.run.game.mover(number)}" if margin > TURN_SIGN_COLUMNS else ""
    elif band.turns and len(words) + len(band.turns) <= margin:
        words += "".join(sign for number, sign in TURN_SIGNS.items() if number in band.turns)
    return words


def block_label(scene: Scene, share: Share, room: int) -> str:
    """Return a node's move and value, or its move, if there is room for it."""
    name = scene.run.move_name(share.path)
    node = scene.node(share.path)
    value = scene.value(share.path)
    told = both = scene.spelled(f"{name} {value}".rstrip())
    if value and node is not None:
        if signs := [*map(scene.spelled, scene.tree.signs(node))]:
            told += join_fitting(signs, room - cell_len(both), scene.spelled(ELLIPSIS))
        elif mean := label_of_mean(scene.naming, node):
            told += f" {mean}"
    return first_fitting_text((told, both, name), room)


def overview_legend(scene: Scene, width: int, plies: int) -> Line:
    """Return the legend of the blocks, closer together where it is narrow; without cuts for random games."""
    if width >= FULL_LEGEND_WIDTH:
        blocks = 2
        gap = 3
    else:
        blocks = 1
        gap = 1
    trace = scene.run.trace
    crowded = merged_nodes(scene.run, scene.top, width - overview_margin(scene, width), plies)
    if trace.revisits:
        absent = set[State]()
    else:
        absent = {State.EARLIER}
    if width < WORDED_LEGEND_WIDTH and (trace.revisits or crowded):
        absent.add(State.BEST)
    if trace.adds:
        absent = {State.CUT, State.PRUNED, State.EARLIER}
    if not trace.said.probes:
        absent.add(State.PROBE)
    entries = [
        (STATE_BLOCKS[state] * blocks, BLOCK_STYLES[state], [word])
        for state, word in LEGEND_WORDS.items()
        if state not in absent
    ]
    if crowded:
        entries.append(
            (DENSITY_SIGNS[1] + DENSITY_SIGNS[-1], BLOCK_STYLES[State.DONE], SHARED_CELL_WORDS)
        )
    line: Line = []
    for signs, style, words in entries:
        room = width - width_of(line) - cell_len(signs) - 1
        if word := first_fitting_text(words, room):
            line += [(signs, style), (f" {word}", "dim"), (" " * gap, "dim")]
    return line


def draw_whole_overview(scene: Scene, width: int, height: int) -> Rendering:
    """Draw the icicle of the whole search for a pane."""
    rendering = draw_overview(scene.changed(top=()), width, height)
    rendering.title = "whole search"
    return rendering


VIEW = View(
    "overview",
    draw_overview,
    "3",
    tuple(
        each.cache_clear
        for each in (deepest_of, final_icicle, visits_below, count_merged_cells, visit_depths)
    ),
)
