"""Overview: the whole search as an icicle, each ply a band, with marks painted over it.

Widths come from `icicle`: once the search has finished, in proportion to the nodes visited. Only
as much of the tree is looked at as there are cells to draw.
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
    Ends,
    MergedNodes,
    Share,
    cell_from,
    ends_along,
    final_icicle,
    merged_nodes,
    ply_bands,
    visits_in_subtree,
)
from visualizer.draw.picture.layout.node_words import TURN_SIGNS
from visualizer.explaining.explanation.standings import label_of_mean
from visualizer.explaining.measures.summary import count_in_words, greatest_depth, sampled_rows
from visualizer.look.legend import ANSWER_SOURCE_SIGN, STATE_LOOKS, State
from visualizer.searching.run import Run
from visualizer.trace.labels import lasting_state, mean_caption
from visualizer.trace.rows import DEPTH_OFFSET, ROW_BYTES, MovePath

PlyCells = dict[tuple[int, int], tuple[State | str, str]]
"""The cells painted over a ply: (first cell, end) to (state or sign, style; "" for the usual).

The end is the cell after the last one.
"""

DENSITY_SIGNS = "⡀⣀⣄⣤⣦⣶⣷⣿"
"""Signs for few to many nodes in a cell: the last is for the highest count in a ply."""
MAX_BYTE_PLIES = 256
"""Plies whose numbers fit into a byte; nodes of deeper plies are not counted."""

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
UPPER_LINE_BLOCKS = {
    **STATE_BLOCKS,
    State.CUT: "█",
    State.BEST: "█",
}
"""Blocks of all lines of a band but the last, so that cut nodes are shorter."""
BLOCK_STYLES = {**STATE_STYLE_NAMES, State.PRUNED: "hatch"}
GAP_BLOCKS = {"█": "▌", "▀": "▝"}
"""The first cell of a node beside a sibling of the same state."""
STAR_FILL_BLOCK = "█"
"""The cells after the first of a node on the best line."""

FULL_LEGEND_WIDTH = 84
"""Cells that the legend takes with wide blocks and gaps."""
WORDED_LEGEND_WIDTH = 66
"""Cells that the narrow legend takes with all its entries."""
MIN_TURN_WIDTH = 30
"""Least width with a margin that says whose turn it is in each ply."""
MIN_TURN_WORDS_WIDTH = 60
"""Least width with a margin that names the side to move."""
TURN_SIGN_COLUMNS = 4
"""Columns of the margin without names of sides."""
MAX_SIDE_LETTERS = 8
"""Letters of the longest name of a side that the margin has room for."""

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
"""Words for cells with several nodes, the longest first."""

PathMark = tuple[int, str, str]
"""A mark below the lowest ply: its column, text and style."""
DrawnNodes = list[tuple[int, int, MovePath, State]]
"""The first cell and the end of each node of a ply, its path and its state, from the left."""


def draw_overview(scene: Scene, width: int, height: int) -> Rendering:
    """Draw the icicle below the scene's top, marks under it, and a legend."""
    drawing = OverviewDrawing(scene, width, height)
    drawing.draw_bands()
    drawing.draw_marks()
    lines = [*drawing.grid.lines(), drawing.legend_line()]
    return Rendering(lines[:height], drawing.hits)


def draw_whole_overview(scene: Scene, width: int, height: int) -> Rendering:
    """Draw the icicle of the whole search for a pane."""
    rendering = draw_overview(scene.updated(top=()), width, height)
    rendering.title = "whole search"
    return rendering


class OverviewDrawing:
    """An icicle on a grid: the margin at the left, a band for each ply, and a line of marks."""

    def __init__(self, scene: Scene, width: int, height: int) -> None:
        """Compute how many plies fit, and how many lines each ply gets."""
        self.scene = scene
        self.width = width
        self.margin = overview_margin(scene, width)
        self.inner_width = width - self.margin

        room = max(1, height - 2)  # two lines below the bands are for the marks and the legend
        deepest = greatest_depth(scene.run, sampled_rows(scene.run))
        self.known_plies = max(1, deepest + 1 - len(scene.top))
        self.plies = min(room, self.known_plies)
        # The root has one line; the other plies share what is left.
        self.band_lines = max(1, (room - 1) // max(1, self.plies - 1))

        # The root's line, the bands of the other plies, and the line of marks.
        grid_height = 1 + (self.plies - 1) * self.band_lines + 1
        self.grid = TextGrid(width, grid_height)
        self.hits: list[Hit] = []

    def draw_bands(self) -> None:
        """Draw the bands of all plies, from the top down, and record where their nodes are."""
        bands = self.bands()
        # Both kinds of cells are painted over the nodes, the path over the shared cells.
        shared_cells = shared_cells_by_ply(self.scene, self.inner_width, self.plies)
        path_cells = path_cells_by_ply(self.scene, self.inner_width, self.plies)
        y = 0
        for ply, band in enumerate(bands):
            # The topmost ply is a single node, for which one line is enough.
            lines = self.band_lines if ply else 1
            self.draw_ply_heading(y, ply, bands)
            nodes = merge_shares(band.shares)
            for first, end, path, _ in nodes:
                self.hits.append(
                    Hit(
                        y,
                        first + self.margin,
                        end + self.margin,
                        path,
                        lines=lines,
                    )
                )
            if lines > 1:
                self.draw_labels(y, ply, band)
            self.draw_blocks(y, lines, nodes, shared_cells[ply] | path_cells[ply])
            if self.scene.shows_node_types:
                self.draw_node_types(y, lines, band)
            y += lines

    def bands(self) -> list[Band]:
        """Return the band of each ply, with the nodes known at this step."""
        scene = self.scene
        bands = ply_bands(
            scene.run,
            scene.tree,
            scene.top,
            width=self.inner_width,
            plies=self.plies,
            best=scene.best_nodes,
        )
        if scene.node(scene.top) is None:
            # Before the first visit, the root of the drawn subtree takes the whole width.
            whole = Share(
                0,
                0,
                self.inner_width,
                path=scene.top,
                node=None,
                parent_node=None,
            )
            bands[0].shares.append((whole, State.TO_COME))
        return bands

    def draw_ply_heading(self, y: int, ply: int, bands: Sequence[Band]) -> None:
        """Write a ply's number and whose turn it is into the margin, from line `y` on.

        In a band of several lines, the first line says whose moves lead to this ply: `3 White's`.
        """
        depth = len(self.scene.top) + ply
        room = self.margin - len(f"{depth} ")
        turn = turn_in_band(self.scene, bands[ply], room, self.margin)
        heading = [f"{depth} {turn}"]
        movers = bands[ply - 1].turns if ply else ()
        has_names = self.margin > TURN_SIGN_COLUMNS
        if self.band_lines > 1 and has_names and len(movers) == 1:
            (mover,) = movers
            heading = [f"{depth} {self.scene.run.game.mover(mover)}'s", f" {turn}"]
        for line, text in enumerate(heading):
            self.grid.put(0, y + line, text[: self.margin], "dim")

    def draw_labels(self, y: int, ply: int, band: Band) -> None:
        """Write moves and values into the first line of a band.

        In the first ply beyond the horizon, a dashed line fills the cells without labels.
        """
        scene = self.scene
        for share, _ in band.shares:
            room = share.end - share.first - 1  # a cell stays free before the next label
            text = block_label(scene, share, room)
            style = "selected" if share.path == scene.focus else "dim"
            self.grid.put(self.margin + share.first, y, text, style)
        horizon = scene.tree.horizon
        if horizon is not None and len(scene.top) + ply == horizon + 1:
            self.grid.fill(self.margin, y, HORIZON_LINE, "key")

    def draw_blocks(
        self,
        y: int,
        lines: int,
        nodes: DrawnNodes,
        painted: PlyCells,
    ) -> None:
        """Draw the nodes of a band as blocks, in all lines of the band that have no labels.

        `y` is the first line of the band. It has the labels if the band has several lines.
        `painted` has the cells to paint over the nodes.
        """
        last_line = y + lines - 1
        if lines > 2:
            self.draw_block_line(y + 1, nodes, painted, UPPER_LINE_BLOCKS)
        self.draw_block_line(last_line, nodes, painted, STATE_BLOCKS)
        if lines > 3:
            # All lines but the first and the last are the same list as line y + 1: what is written
            # into this line later appears in all of them.
            upper = self.grid.cells[y + 1]
            self.grid.cells[y + 2 : last_line] = [upper] * (lines - 3)

    def draw_block_line(
        self, y: int, nodes: DrawnNodes, painted: PlyCells, blocks: Mapping[State, str]
    ) -> None:
        """Draw one line of a band: its nodes, and over them the cells in `painted`.

        `blocks` has the letter for a node in each state.
        """
        put_blocks(self.grid, self.margin, y, nodes, blocks)
        for (first, end), (sign, style) in painted.items():
            # A state is drawn like a node in this state, any other sign as it is.
            block: str = sign
            usual_style = "text"
            if isinstance(sign, State):
                block = blocks[sign]
                usual_style = BLOCK_STYLES[sign]
            left = self.margin + first
            last = self.margin + end - 1
            self.grid.write_across(
                left,
                last,
                y,
                block,
                style=style or usual_style,
            )

    def draw_node_types(self, y: int, lines: int, band: Band) -> None:
        """Write whether nodes are PV, cut or all nodes, in one letter if the word is too long.

        The band has `lines` lines and begins at line `y`.
        """
        # The first of several lines has the labels: the types go into the next one.
        if lines > 1:
            y += 1
        for share, _ in band.shares:
            kind = self.scene.node_type_words(share.node).strip()
            if len(kind) >= share.end - share.first:
                kind = kind[:1]
            self.grid.put(self.margin + share.first, y, kind, "key")

    def draw_marks(self) -> None:
        """Write the marks that point at nodes into the last line of the grid."""
        end = 0  # the column after the last mark written
        hidden = self.known_plies - self.plies
        for x, text, style in path_marks(self.scene, self.inner_width, self.plies, hidden):
            left = max(self.margin + x, end)
            end = self.grid.put(left, self.grid.height - 1, text, style)

    def legend_line(self) -> Line:
        """Return the legend as a line, after a note on means if labels show means."""
        means: Line = []
        if self.band_lines > 1:
            caption = mean_caption(self.scene.run.trace)
            if caption:
                means.append((f"{caption}   ", "dim"))
        legend = overview_legend(self.scene, self.width - width_of(means), self.plies)
        return fit_line([*means, *legend], self.width)


def merge_shares(shares: Sequence[tuple[Share, State]]) -> DrawnNodes:
    """Return the nodes to draw in a ply, with neighbouring shares of the same node merged.

    While a search runs, an unvisited child has a share for each of its cells.
    """
    nodes: DrawnNodes = []
    for share, state in shares:
        first = share.first
        if nodes:
            first_before, _, path_before, _ = nodes[-1]
            if path_before == share.path:
                first = first_before
                nodes.pop()
        nodes.append((first, share.end, share.path, state))
    return nodes


def put_blocks(
    grid: TextGrid,
    margin: int,
    y: int,
    nodes: DrawnNodes,
    blocks: Mapping[State, str],
) -> None:
    """Draw a line of nodes as blocks: `blocks` has the letter for each state.

    The first cell of a node is narrower if its left neighbour has the same state, so that a gap
    separates the two.
    """
    end_before = 0
    state_before = None
    for first, end, _, state in nodes:
        block = blocks[state]
        first_block = block
        if first == end_before and state is state_before:
            first_block = GAP_BLOCKS.get(block, block)
        # One star is enough for a node of the best line.
        rest = STAR_FILL_BLOCK if state is State.BEST else block
        cells = first_block + rest * (end - first - 1)
        grid.put(margin + first, y, cells, BLOCK_STYLES[state])
        end_before = end
        state_before = state


def overview_margin(scene: Scene, width: int) -> int:
    """Return the width of the margin that says each ply's number and whose turn it is.

    The margin is 0 in a very narrow view; a wide view has room for the names of the sides.
    """
    if width < MIN_TURN_WIDTH:
        return 0
    longest = max(map(len, scene.run.movers(scene.run.game.sides)))
    if width < MIN_TURN_WORDS_WIDTH or longest > MAX_SIDE_LETTERS:
        return TURN_SIGN_COLUMNS
    return TURN_SIGN_COLUMNS + longest + 1


def turn_in_band(scene: Scene, band: Band, room: int, margin: int) -> str:
    """Return whose turn it is at the nodes drawn in a band, "" if all of them are leaves.

    If it is one side's turn, return its sign and, in a wide margin, its name. For several sides
    return their signs, or "" if these take more than `room` columns.
    """
    if len(band.turns) == 1:
        (mover,) = band.turns
        sign = TURN_SIGNS[mover]
        if margin > TURN_SIGN_COLUMNS:
            return f"{sign} {scene.run.game.mover(mover)}"
        return sign
    if band.turns and len(band.turns) <= room:
        return "".join(sign for mover, sign in TURN_SIGNS.items() if mover in band.turns)
    return ""


def block_label(scene: Scene, share: Share, room: int) -> str:
    """Return a node's move, its value and remarks on it, as many of these as fit `room` cells."""
    name = scene.run.move_name(share.path)
    value = scene.value(share.path)
    name_and_value = scene.spelled(f"{name} {value}".rstrip())
    remark = ""
    node = scene.node(share.path)
    if value and node is not None:
        remark = remark_on_node(scene, node, room - cell_len(name_and_value))
    return first_fitting_text((name_and_value + remark, name_and_value, name), room)


def remark_on_node(scene: Scene, node: int, room: int) -> str:
    """Return an engine's remarks on a node, as many as fit.

    If there are no remarks, return which player the node's mean is for, or "" if it has no mean.
    """
    signs = [*map(scene.spelled, scene.tree.signs(node))]
    if signs:
        return join_fitting(signs, room, scene.spelled(ELLIPSIS))
    mean = label_of_mean(scene.naming, node)
    return f" {mean}" if mean else ""


def overview_legend(scene: Scene, width: int, plies: int) -> Line:
    """Return the legend of the blocks, with wide samples and gaps if there is room for them.

    An entry is left out if none of its words fit.
    """
    is_wide = width >= FULL_LEGEND_WIDTH
    gap = "   " if is_wide else " "
    line: Line = []
    for signs, style, words in legend_entries_of_blocks(
        scene,
        width,
        plies,
        is_wide=is_wide,
    ):
        room = width - width_of(line) - cell_len(signs) - 1
        word = first_fitting_text(words, room)
        if word:
            line += [(signs, style), (f" {word}", "dim"), (gap, "dim")]
    return line


def legend_entries_of_blocks(
    scene: Scene, width: int, plies: int, *, is_wide: bool
) -> Iterator[tuple[str, str, Sequence[str]]]:
    """Yield the entries of the legend: sample blocks, their style, and words, the longest first."""
    inner_width = width - overview_margin(scene, width)
    has_shared_cells = bool(merged_nodes(scene.run, scene.top, inner_width, plies))
    # In a narrow legend, rarer entries replace that of the best line, whose star all views share.
    has_extra_entries = has_shared_cells or scene.run.trace.revisits
    names_best_line = width >= WORDED_LEGEND_WIDTH or not has_extra_entries
    block_width = 2 if is_wide else 1
    for state in states_in_legend(scene.run, names_best_line=names_best_line):
        yield STATE_BLOCKS[state] * block_width, BLOCK_STYLES[state], [LEGEND_WORDS[state]]
    if has_shared_cells:
        signs = DENSITY_SIGNS[1] + DENSITY_SIGNS[-1]
        yield signs, BLOCK_STYLES[State.DONE], SHARED_CELL_WORDS


def states_in_legend(run: Run, *, names_best_line: bool) -> list[State]:
    """Return the states with an entry in the legend, in the order of the entries.

    These are the states that nodes of the search can have. Without `names_best_line`, the best line
    is left out, except in a search by random games, whose legend is short.
    """
    trace = run.trace
    absent = set[State]()
    if trace.is_sampled:
        absent |= {State.CUT, State.PRUNED, State.EARLIER}  # random games cut nothing off
    else:
        if not trace.revisits:
            absent.add(State.EARLIER)
        if not names_best_line:
            absent.add(State.BEST)
    if not trace.engine_notes.probes:
        absent.add(State.PROBE)
    return [state for state in LEGEND_WORDS if state not in absent]


def path_cells_by_ply(scene: Scene, width: int, plies: int) -> list[PlyCells]:
    """Return the cells to paint in each ply: narrow nodes of the running path, and moves cut off.

    A node at most one cell wide may share this cell with other nodes, which would hide it. If the
    node is on the path, the cell is painted over them. Wider nodes are visible as they are drawn.
    """
    tree = scene.tree
    cells_by_ply: list[PlyCells] = [{} for _ in range(plies)]
    if not tree.visits:
        return cells_by_ply
    ends = ends_along(
        scene.run,
        tree,
        scene.top,
        width=width,
        path=scene.path_of_step,
    )
    for ply, share in enumerate(ends[:plies]):
        depth = len(scene.top) + ply
        node = scene.node(scene.path_of_step[:depth])
        first, end = map(cell_from, share)
        is_wide = end - first > 1
        if node is None or is_wide:
            continue
        if first == end:
            first = cell_in_middle(share, width)
        cells = (first, first + 1)
        cells_by_ply[ply][cells] = lasting_state(tree, node, scene.best_nodes), ""

    # The moves that are cut off lie in the ply below the path.
    ply_below = len(ends)
    if 0 < ply_below < plies:
        cells_by_ply[ply_below] = cells_cut_off(scene, width, ends[-1])
    return cells_by_ply


def cells_cut_off(scene: Scene, width: int, share: Ends) -> PlyCells:
    """Return the cells of the moves that this step cuts off, {} if this step cuts nothing.

    The cells lie in the ply below the cut node, to the right of the last move tried. `share` is the
    beginning and the end of the cut node's share of the width.
    """
    if scene.cut_now is None:
        return {}
    last_tried = scene.tree.last_child(scene.cut_now)
    if last_tried is None:
        return {}
    path = (*scene.path_of_step, scene.run.trace.move(last_tried))
    ends = ends_along(
        scene.run,
        scene.tree,
        scene.top,
        width=width,
        path=path,
    )
    _, end_of_tried = ends[-1]
    _, end_of_node = share
    first = cell_from(end_of_tried)
    end = cell_from(end_of_node)
    if first == end:
        first = cell_in_middle(share, width)
    return {(first, max(end, first + 1)): (State.PRUNED, "cut-off")}


def cell_in_middle(share: Ends, width: int) -> int:
    """Return the cell in the middle of a share that is narrower than a cell."""
    left, right = share
    return min(int((left + right) / 2), width - 1)


def path_marks(scene: Scene, width: int, plies: int, hidden: int) -> Iterator[tuple[int, str, str]]:
    """Yield column, text and style of each mark below the lowest ply, from the left.

    Marks point at the node where the search is, at the selected node, and at a node whose value a
    transposition table has returned. If `hidden` plies below the drawing have no room, the last
    mark says how many.
    """
    marks = [*marks_at_nodes(scene, width, plies)]
    if hidden:
        room = width - sum(len(text) + 1 for _, text, _ in marks)
        words = hidden_plies_in_words(hidden, room)
        if words:
            marks.append((width, words, "dim"))
    # Marks that are moved aside keep their order.
    marks.sort()
    columns = spread_marks(marks, width)
    for column, (_, text, style) in zip(columns, marks, strict=True):
        yield column, text, style


def marks_at_nodes(scene: Scene, width: int, plies: int) -> Iterator[PathMark]:
    """Yield the marks that point at nodes, each at the column in the middle of its node.

    They point at the node where the search is, at the selected node, and at a node whose value a
    transposition table has returned for the node in focus.
    """
    if scene.tree.step:
        column = middle_of_share(scene, scene.path_of_step, width)
        yield column, running_mark(scene, plies), "current"
    if scene.selected is not None and scene.selected != scene.running_path:
        text = f"△ selected{ply_in_words(scene, scene.selected, plies)}"
        yield middle_of_share(scene, scene.selected, width), text, "active"
    if scene.answer_source is not None:
        text = f"{ANSWER_SOURCE_SIGN} from here"
        yield middle_of_share(scene, scene.answer_source, width), text, "key"


def hidden_plies_in_words(hidden: int, room: int) -> str:
    """Say how many plies are hidden in at most `room` cells, "" if no words fit."""
    long = f"({count_in_words(hidden, 'more ply', 'more plies')} below)"
    short = f"(+{count_in_words(hidden, 'ply', 'plies')})"
    for words in (long, short):
        if len(words) <= room:
            return words
    return ""


def running_mark(scene: Scene, plies: int) -> str:
    """Return the text of the mark under the node where the search is: `▸ here ✂ e4, ply 2`.

    At a cutoff, the text has the sign of a cut and the move to the cut node; at other steps, it has
    neither. The ply is left out if it is the lowest one drawn.
    """
    path = scene.path_of_step
    cut = ""
    if scene.cut_now is not None:
        # The root has no move.
        name = scene.run.full_name(path) if path else ""
        cut = f" {STATE_LOOKS[State.CUT].glyph} {name}".rstrip()
    return f"▸ here{cut}{ply_in_words(scene, path, plies)}"


def spread_marks(marks: Sequence[PathMark], width: int) -> list[int]:
    """Return the column of each mark, moved aside where marks would touch or go beyond the edge.

    `marks` are sorted by column.

    >>> spread_marks([(2, "here", ""), (3, "there", ""), (20, "more", "")], 20)
    [2, 7, 16]
    >>> spread_marks([(8, "here", ""), (9, "there", "")], 10)
    [0, 5]
    """
    columns: list[int] = []
    # From the left: a mark begins after the mark before it, with a space between.
    first_free = 0
    for x, text, _ in marks:
        column = max(first_free, x)
        columns.append(column)
        first_free = column + len(text) + 1

    # From the right: marks beyond the edge are moved to the left, and push earlier marks.
    end = width
    for index in reversed(range(len(marks))):
        _, text, _ = marks[index]
        columns[index] = max(0, min(columns[index], end - len(text)))
        end = columns[index] - 1
    return columns


def ply_in_words(scene: Scene, path: MovePath, plies: int) -> str:
    """Return the ply of a node in words, "" if it is the lowest one drawn."""
    if len(path) - len(scene.top) == plies - 1:
        return ""
    if path:
        return f", ply {len(path)}"
    return ", the root"


def middle_of_share(scene: Scene, path: MovePath, width: int) -> int:
    """Return the cell in the middle of a node's share of the width.

    For a node without a share, return the middle of its nearest ancestor that has one. For a node
    outside the drawn subtree, return 0.
    """
    ends = ends_along(
        scene.run,
        scene.tree,
        scene.top,
        width=width,
        path=path,
    )
    if not ends:
        return 0
    left, right = ends[-1]
    return int((left + right) / 2)


def shared_cells_by_ply(scene: Scene, width: int, plies: int) -> list[PlyCells]:
    """Return the cells to paint in each ply because several nodes share them."""
    if not merged_nodes(scene.run, scene.top, width, plies):
        return [{} for _ in range(plies)]
    cells_and_counts = count_merged_cells(scene.run, scene.top, width, plies)
    return [
        signs_of_shared_cells(scene, len(scene.top) + ply, cells)
        for ply, cells in enumerate(cells_and_counts)
    ]


def signs_of_shared_cells(
    scene: Scene, depth: int, shared_cells: Sequence[tuple[MergedNodes, int]]
) -> PlyCells:
    """Return signs for the cells of a ply that several nodes share: the more visited, the denser.

    Each of `shared_cells` is a cell and the final number of its visited nodes at `depth`. A cell on
    the best line has a star instead, and a cell without a visited node has no sign.
    """
    signs: PlyCells = {}
    highest_count = max((count for _, count in shared_cells), default=1)
    # The best line has at most one node in each ply.
    best_at_depth = (node for node in scene.best_nodes if scene.run.trace.depth(node) == depth)
    best = next(best_at_depth, -1)
    for merged, count in shared_cells:
        visited = visited_in_cell(scene, merged.rows, count, depth)
        cells = (merged.cell, merged.cell + 1)
        if best in merged.rows:
            signs[cells] = State.BEST, ""
        elif visited:
            # A cell with `highest_count` visited nodes has the densest sign, the last one.
            density = ceil(visited * len(DENSITY_SIGNS) / highest_count) - 1
            signs[cells] = DENSITY_SIGNS[density], STATE_STYLE_NAMES[State.DONE]
    return signs


def visited_in_cell(scene: Scene, rows: range, count: int, depth: int) -> int:
    """Return how many nodes at `depth` have been visited in a shared cell by this step.

    `rows` are the numbers of all visits to the cell's nodes and to nodes below them. `count` of
    these visits are at `depth` when the search has ended.
    """
    visits = scene.tree.visits
    # If the last visit to this cell is over, the count for the whole search is right already. So
    # at most one cell of a ply has to be counted at each step.
    if rows.stop <= visits:
        return count
    return count_visits_at_depth(scene.run, rows.start, visits, depth)


@lru_cache(maxsize=8)
def count_merged_cells(
    run: Run, top: MovePath, width: int, plies: int
) -> Sequence[Sequence[tuple[MergedNodes, int]]]:
    """Return the shared cells of each ply of a finished search, and how many nodes share each.

    If several nodes share a cell, the nodes below them share the cell as well.
    """
    counts_by_ply: list[list[tuple[MergedNodes, int]]] = [[] for _ in range(plies)]
    for merged in merged_nodes(run, top, width, plies):
        rows = merged.rows
        for ply in range(merged.ply, plies):
            count = count_visits_at_depth(run, rows.start, rows.stop, len(top) + ply)
            if count:
                counts_by_ply[ply].append((merged, count))
    return counts_by_ply


def count_visits_at_depth(run: Run, first: int, end: int, depth: int) -> int:
    """Return how many visits from `first` to `end` (exclusive) are at a depth."""
    if first >= end or depth >= MAX_BYTE_PLIES:
        return 0
    return visit_depths(run).count(depth, first, end)


@lru_cache(maxsize=2)
def visit_depths(run: Run) -> bytes:
    """Return the depth of each visit of a finished search as a byte, b"" if one is too deep.

    Counting bytes is fast enough for searches of millions of visits.
    """
    # A visit is a row of bytes, two of which are its depth: the low byte comes first.
    low_bytes = run.trace.rows[DEPTH_OFFSET::ROW_BYTES]
    high_bytes = run.trace.rows[DEPTH_OFFSET + 1 :: ROW_BYTES]
    if any(high_bytes):
        return b""
    return bytes(low_bytes)


VIEW = View(
    "overview",
    draw_overview,
    "3",
    (
        greatest_depth.cache_clear,
        final_icicle.cache_clear,
        visits_in_subtree.cache_clear,
        count_merged_cells.cache_clear,
        visit_depths.cache_clear,
    ),
)
