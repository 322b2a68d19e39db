"""Tree: drawn as in a book if all of it fits, else along the open path, with words around it.

Nodes do not move while stepping: a tree that fits is placed once, a larger one along a vertical
spine.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from rich.cells import cell_len

from games import CHANCE_OPPONENT
from visualizer.apps.actions import main_key_of
from visualizer.apps.tui.cells.large_words import enlarge_words
from visualizer.apps.tui.cells.styled_lines import (
    ELLIPSIS,
    Hit,
    Rendering,
    Span,
    clip_to_cells,
    fit_text,
    join_fitting,
    width_of,
    with_ellipsis,
)
from visualizer.apps.tui.cells.tree_grid import (
    NodeLook,
    NodeText,
    TextGrid,
    block_letters,
    draw_tree,
    window_end_texts,
)
from visualizer.apps.tui.scene import Scene
from visualizer.apps.tui.themes import STATE_STYLE_NAMES, style_around_name
from visualizer.apps.tui.views import View
from visualizer.draw.picture.layout import spine
from visualizer.draw.picture.layout.node_words import (
    TURN_SIGNS,
    NodeWords,
    TreeOptions,
    states_of,
    turns_in_row,
    words_of_node,
)
from visualizer.draw.picture.layout.placed_nodes import (
    DEFAULT_PLACES_BESIDE,
    LayoutLimits,
    NodeMeasures,
    PlacedNode,
    TreeLayout,
)
from visualizer.draw.picture.layout.whole_tree import (
    lay_out_tree,
    limits_that_align_roots,
    place_whole_tree,
)
from visualizer.draw.picture.model import BOUND_SIGNS, CUT_SIGN, NodeWindow
from visualizer.explaining.explanation.naming import Perspective
from visualizer.explaining.explanation.standings import label_of_mean, label_of_value
from visualizer.explaining.measures.proof_tree import NODE_TYPE_WIDTH
from visualizer.explaining.measures.summary import greatest_depth, sampled_rows
from visualizer.look.legend import ANSWER_SOURCE_SIGN, State
from visualizer.look.text import shorten_middle
from visualizer.searching.run import Run
from visualizer.trace.labels import SAMPLE_BOUNDS, mean_caption
from visualizer.trace.rows import MovePath
from visualizer.trace.tree_at_step import Bound, TreeAtStep

SIDE_NAME_COLUMNS = 12
"""Columns at the left edge for MAX or MIN and the side's name."""
TURN_COLUMNS = 4
"""Columns at the left edge for MAX or MIN alone."""
MIN_WIDTH_FOR_TURNS = 24
MIN_WIDTH_FOR_SIDES = 100
COLUMNS_BETWEEN_NOTES = 3
LOW_LETTER_LINES = 3
"""Lines of a value in the lowest block letters."""
FEWER_NODES_IN_LARGE = 2
"""How many nodes fewer are placed on each side of the spine in a large drawing."""

SIGN_FACTOR = "−1"
MOVER_VALUES_NOTE = f"for the side to move: each edge changes the sign ({SIGN_FACTOR})"
HORIZON = "horizon"
HORIZON_LINE = "┄"
DIFFERENCE_MARK = " ≠"
"""The sign of a node that only some of the compared searches visit."""

NAMES_BY_TURN = ("MIN", "MAX", CHANCE_OPPONENT)
"""The names of the players by the numbers of their turns."""
BOUND_STYLES = {"α": "alpha", "β": "beta"}
"""The styles of the node that set a bound."""
PLAIN_BOX = ("╭─╮", "│ │", "╰─╯")
DASHED_BOX = ("╭╌╮", "╎ ╎", "╰╌╯")
STRONG_BOX = ("╔═╗", "║ ║", "╚═╝")
STATE_BOXES = {
    State.TO_COME: DASHED_BOX,
    State.PRUNED: DASHED_BOX,
    State.CURRENT: STRONG_BOX,
    State.CUT: STRONG_BOX,
}
"""Boxes are dashed for unvisited nodes, strong for the current and cut ones."""


def draw_tree_view(scene: Scene, width: int, height: int) -> Rendering:
    """Draw the tree at a step, with the words around it, and record where each node is."""
    layout = lay_out_scene(scene, width, height)
    grid = TextGrid(width, height)
    tree_looks = TreeLooks(scene, layout, width)
    looks = [tree_looks.look(index) for index in range(len(layout.nodes))]
    # Values seen from the side to move change their sign from ply to ply: each edge says so.
    factor = SIGN_FACTOR if scene.perspective is Perspective.MOVER else ""

    hits = list[Hit]()
    for placed, y, left, right in draw_tree(grid, layout, looks, factor):
        folded = placed.folded.moves if placed.folded else ()
        hits.append(
            Hit(
                y,
                left,
                right,
                placed.path,
                folded=folded,
            )
        )
    hits += tree_looks.boxes
    # Meanings and notes come last: they take the room that the tree leaves.
    draw_value_meanings(scene, layout, grid)
    hits += AroundTree(scene, layout, grid, turn_margin(scene, width)).draw()
    return Rendering(grid.lines(), hits)


def turn_margin(scene: Scene, width: int) -> int:
    """Return the width of the margin that says whose turn it is, 0 in a very narrow view.

    The margin is wider where it names the sides of the game in addition to MAX and MIN.
    """
    if width < MIN_WIDTH_FOR_TURNS:
        return 0
    if width < MIN_WIDTH_FOR_SIDES or not scene.run.game.spoken_sides:
        return TURN_COLUMNS
    return SIDE_NAME_COLUMNS


def tree_options_of_scene(scene: Scene) -> TreeOptions:
    """Return which values and windows a scene shows."""
    return TreeOptions(
        hide_leaves=scene.hide_leaves, windows=scene.windows, perspective=scene.perspective
    )


def lay_out_scene(scene: Scene, width: int, height: int) -> TreeLayout:
    """Place the nodes of a scene; the roots of trees that are compared are in the same line."""
    run = scene.run
    # The roots are level only if all trees keep room free for what one of them needs.
    runs = (run, *scene.others)
    has_windows = scene.windows != "none" and any(other.trace.has_window for other in runs)
    shows_mover_values = Perspective.MOVER in map(Perspective.of, runs)
    has_note = shows_mover_values or any(mean_caption(other.trace) for other in runs)
    note_lines = int(has_note)
    perspective = Perspective.MOVER if shows_mover_values else Perspective.MAX
    limits = LayoutLimits(
        width,
        height - note_lines,
        margin=turn_margin(scene, width),
        windowed=has_windows,
        all_windows=scene.windows == "all",
        mark_letters=mark_columns(scene),
        large=scene.large and not scene.ascii,
        breadcrumb_per_line=True,
        perspective=perspective,
        places_beside=places_beside_spine(scene),
        top=scene.top,
    )
    if scene.others:
        limits = limits_that_align_roots(runs, limits)
    return lay_out_tree(run, scene.tree, scene.selected, limits)


def places_beside_spine(scene: Scene) -> int:
    """Return how many places for nodes each side of the spine has; zooming changes this."""
    places = DEFAULT_PLACES_BESIDE + 2 * scene.zoom
    if scene.large:
        places -= FEWER_NODES_IN_LARGE
    return places


def mark_columns(scene: Scene) -> int:
    """Return the greatest width of the marks after a node's name, in columns.

    The marks are: signs of an engine, ≠ for a difference between searches, the sign of a node whose
    value a transposition table has returned, and the type of the node.
    """
    columns = scene.run.trace.engine_notes.max_sign_width(1)
    if scene.others:
        columns += len(DIFFERENCE_MARK)
    if any(run.trace.answered_rows for run in (scene.run, *scene.others)):
        columns += len(f" {ANSWER_SOURCE_SIGN}")
    if scene.shows_node_types:
        columns += NODE_TYPE_WIDTH
    return columns


class TreeLooks:
    """How the nodes of a placed tree look at a step."""

    def __init__(self, scene: Scene, layout: TreeLayout, width: int) -> None:
        """Compute the state of each node, and which nodes this step cuts off."""
        self.scene = scene
        self.layout = layout
        self.measures = layout.measures
        self.width = width
        self.options = tree_options_of_scene(scene)._replace(
            letter_columns=self.measures.letter_columns
        )
        self.states = states_of(scene.tree, layout, scene.best_nodes)
        self.boxes: list[Hit] = []
        """The places of the large boxes."""
        self.cut_off: list[bool] = []
        """For each node of the layout, whether this step cuts it off: it is then highlighted."""
        for placed, state in zip(layout.nodes, self.states, strict=True):
            is_child_of_cut = scene.cut_now is not None and placed.parent_node == scene.cut_now
            # A layout lists parents before their children, so the parent has its entry already.
            is_below_cut_off = placed.parent_index >= 0 and self.cut_off[placed.parent_index]
            is_below_cut = is_child_of_cut or is_below_cut_off
            self.cut_off.append(state is State.PRUNED and is_below_cut)

    def look(self, index: int) -> NodeLook[PlacedNode]:
        """Return how the node `index` of the layout looks: its edge, its words and its box.

        Folded nodes share one look, without a box.
        """
        placed = self.layout.nodes[index]
        state = self.states[index]
        bound = self.bound_set_by(placed)
        edge_style = self.style_of_edge(index, bound)
        style = self.style_of_text(index, edge_style)
        texts = self.texts(placed, self.words_of(placed, state, bound), style, edge_style)
        if self.measures.letter_lines > 1:
            texts = with_folded_counts(self.with_large_names(texts), placed, self.measures)
        has_box = self.measures.frame_lines and placed.folded is None
        box = STATE_BOXES.get(state, PLAIN_BOX) if has_box else ()
        edge = (self.edge_letter(index), edge_style)
        return NodeLook(edge, STATE_STYLE_NAMES[state], [*texts], box)

    def bound_set_by(self, placed: PlacedNode) -> str:
        """Return the bound that a node set at the cut in focus, "" for none."""
        if self.scene.cut_bound_setter is None:
            return ""
        path, bound = self.scene.cut_bound_setter
        return bound if placed.stands_for(path) else ""

    def style_of_edge(self, index: int, bound: str) -> str:
        """Return the style of the edge to a node, and of the signs beside its name and value.

        `bound` is the bound that the node set at the cut in focus, or "".
        """
        if bound:
            return BOUND_STYLES[bound]
        if self.cut_off[index]:
            return "cut-off"
        return style_around_name(self.states[index])

    def style_of_text(self, index: int, edge_style: str) -> str:
        """Return the style of a node's name and value.

        Folded nodes have the style of their edge instead of one for their state.
        """
        placed = self.layout.nodes[index]
        is_folded = placed.folded is not None
        has_selected_path = placed.path == (self.scene.folded or self.scene.focus)
        # Folded nodes have the path of the first of them, which may also be drawn by itself. Then
        # only one of the two is selected: the folded nodes, if the scene selects folded nodes.
        selects_folded = self.scene.folded is not None
        if has_selected_path and is_folded == selects_folded:
            return "selected"
        if is_folded:
            return edge_style
        state_style = STATE_STYLE_NAMES[self.states[index]]
        return f"{state_style}+{edge_style}" if self.cut_off[index] else state_style

    def edge_letter(self, index: int) -> str:
        """Return the letter with which the edge to a node is drawn."""
        if self.cut_off[index]:
            return "╱"
        if self.states[index] in (State.TO_COME, State.PRUNED):
            return "╌"
        return "─"

    def words_of(self, placed: PlacedNode, state: State, bound: str) -> NodeWords:
        """Return the words of a node, with the sign of a bound after its value.

        `bound` is the bound that the node set at the cut in focus, or "". A space is added before
        the sign if there is room.
        """
        words = words_of_node(
            self.scene.run, self.scene.tree, placed, state=state, options=self.options
        )
        if not bound:
            return words
        frame = 2 * self.measures.frame_lines
        needed = cell_len(words.before_value + words.label) + len(" α") + frame
        # With more spare letters, `value_text` writes a space before all signs after a value.
        needs_space = self.measures.spare == 1
        glyph = bound
        if needs_space and needed <= placed.width:
            glyph = f" {bound}"
        # The bound replaces the sign of a cut.
        signs = (sign for sign in words.signs if sign != CUT_SIGN)
        return replace(words, signs=(*signs, BOUND_SIGNS[bound]._replace(glyph=glyph)))

    def texts(
        self, placed: PlacedNode, words: NodeWords, style: str, edge_style: str
    ) -> Iterator[NodeText[PlacedNode]]:
        """Yield the texts of a node: its window, its move, and its value.

        Move and value have the style `style`, and the signs beside them the style of the edge. In a
        large box, the value is written in block letters.
        """
        measures = self.measures
        if words.window is not None and measures.window_lines:
            yield from self.window_texts(placed, words.window)
        if placed.ply and words.name:
            yield self.name_text(placed, words, style, edge_style)

        large_value: list[NodeText[PlacedNode]] = []
        if measures.value_letter_columns > 1 and placed.folded is None:
            large_style = "selected" if style == "selected" else edge_style
            large_value = block_letter_texts(placed, measures, words, large_style)
        # A value that is too wide for its box in block letters stays small.
        if large_value:
            self.boxes.append(self.hit_of_large_box(placed))
            yield from large_value
        else:
            yield self.value_text(placed, words, style, edge_style)

    def hit_of_large_box(self, placed: PlacedNode) -> Hit:
        """Return the area of a large box, where a click selects the node."""
        half = placed.width // 2
        frame_lines = self.measures.frame_lines
        top = placed.top + self.measures.value - frame_lines
        return Hit(
            top,
            placed.x - half,
            placed.x + half + 1,
            placed.path,
            lines=2 * frame_lines + 1,
        )

    def name_text(
        self, placed: PlacedNode, words: NodeWords, style: str, edge_style: str
    ) -> NodeText[PlacedNode]:
        """Return the text of a node's move, with the signs after it.

        In a drawing with large letters, a text on the first line of the name is enlarged later. A
        name that does not fit in large letters stays small, on the last line of the name.
        If it does not fit in small letters either, it is shortened.
        """
        name = words.name
        first_line = self.measures.name
        room = placed.width
        large_letters = room // self.measures.letter_columns
        signs = self.signs_after_name(placed, words, large_letters)
        # The name stays in the middle, so the signs after it need room on both sides; with
        # folded siblings it is moved aside.
        sides = 1 if placed.folded_siblings else 2
        if cell_len(name) + sides * len(signs) <= large_letters:
            return NodeText(
                first_line,
                (name, style),
                after=[(signs, edge_style)],
                target=placed,
            )
        if cell_len(name) + 2 * len(signs) > room:
            name = shorten_middle(name + signs, room)
            signs = ""
        last_line = first_line + self.measures.letter_lines - 1
        return NodeText(
            last_line,
            (name, style),
            after=[(signs, edge_style)],
            target=placed,
        )

    def signs_after_name(self, placed: PlacedNode, words: NodeWords, room: int) -> str:
        """Return the signs and marks after a node's name, and as many remarks as fit.

        The name and all signs together should take at most `room` letters.
        """
        signs = words.after_name + self.marks(placed)
        free = room - cell_len(words.name + signs)
        remarks = [*map(self.scene.spelled, words.if_room)]
        return signs + join_fitting(remarks, free, self.scene.spelled(ELLIPSIS))

    def marks(self, placed: PlacedNode) -> str:
        """Return the marks after a node's name, "" for folded nodes.

        `≠` marks a node that only some of the compared searches visit. Another sign marks the node
        whose value a transposition table has returned for the node in focus. The last mark is the
        node's type: PV, cut or all.
        """
        if placed.folded is not None:
            return ""
        marks = ""
        if placed.path[-1] in self.scene.differing_moves(placed.path[:-1]):
            marks += DIFFERENCE_MARK
        if placed.path == self.scene.answer_source:
            marks += f" {ANSWER_SOURCE_SIGN}"
        return marks + self.scene.node_type_words(placed.node)

    def value_text(
        self, placed: PlacedNode, words: NodeWords, style: str, edge_style: str
    ) -> NodeText[PlacedNode]:
        """Return a node's value, with the signs before and after it.

        The value is in the middle of the node, or a little aside if signs would touch its box. For
        folded nodes, which have no box, it is below the line with their number.
        """
        measures = self.measures
        is_node = placed.folded is None
        # A value has `spare` letters free on each side: one for a sign, the others for space.
        space = " " * (measures.spare - 1)
        before = words.before_value
        if before and words.label:
            before += space
        after = space + words.after_value if words.after_value else ""
        # A label that does not fit is replaced by the value without the sign of the side to move.
        room = placed.width - cell_len(before + words.after_value)
        value = words.label if cell_len(words.label) <= room else words.value
        value = fit_text(value, room)
        if words.book_label and self.layout.is_whole:
            before = f"{words.book_label} {before}"

        shift = 0
        if measures.frame_lines and is_node:
            shift = shift_within_box(placed.width, before, value, after)
        line_below_number = measures.name + measures.letter_lines
        line = measures.value if is_node else line_below_number
        return NodeText(
            line,
            (value, style),
            before=[(before, edge_style)],
            after=[(after, edge_style)],
            target=placed,
            offset=shift,
        )

    def window_texts(
        self, placed: PlacedNode, window: NodeWindow
    ) -> Iterator[NodeText[PlacedNode]]:
        """Yield the texts of a window: alpha and beta on both sides of the line down from a node.

        A closed window (`5 ≥ 4`), and the question of a null window (`3 < ?`), have a sign in the
        middle, which replaces the line.
        """
        room = placed.width // 2 - 1
        low, between, high = window.parts
        if self.scene.windows != "all":
            # Only one node of a ply has a window: it may be as wide as the view allows.
            room_to_edges = min(placed.x, self.width - placed.x) - 2
            room = max(room, room_to_edges)
        line = self.measures.window
        letter_columns = self.measures.letter_columns  # large letters take several columns
        yield from window_end_texts(
            line,
            (low, high),
            room // letter_columns,
            extra_gap=letter_columns // 2,
        )
        if between:
            yield NodeText(line, (between, "cut"))

    def with_large_names(
        self, texts: Iterable[NodeText[PlacedNode]]
    ) -> Iterator[NodeText[PlacedNode]]:
        """Yield the texts of a node with its name and window in large letters."""
        for text in texts:
            if text.line in (self.measures.name, self.measures.window):
                yield from self.enlarged(text)
            else:
                yield text

    def enlarged(self, text: NodeText[PlacedNode]) -> Iterator[NodeText[PlacedNode]]:
        """Yield a text in large letters, as one text for each of their lines."""
        height = self.measures.letter_lines

        def line_of_letters(spans: Sequence[Span], line: int) -> list[Span]:
            return [(enlarge_words(words, height)[line], style) for words, style in spans]

        for line in range(height):
            (middle,) = line_of_letters([text.text], line)
            yield replace(
                text,
                line=text.line + line,
                text=middle,
                before=line_of_letters(text.before, line),
                after=line_of_letters(text.after, line),
            )


def shift_within_box(width: int, before: str, value: str, after: str) -> int:
    """Return how many columns to the right a value must move to keep its signs inside its box.

    A negative number of columns is a move to the left, away from signs after the value. `width` is
    the width of the box.

    >>> shift_within_box(9, "✂ ", "−12", ""), shift_within_box(9, "", "−12", " ✂✂")
    (0, -1)
    """
    letters = cell_len(value)
    room_on_each_side = width // 2 - 1  # from the middle of the box to its frame
    excess_at_left = letters // 2 + cell_len(before) - room_on_each_side
    excess_at_right = (letters - 1) // 2 + cell_len(after) - room_on_each_side
    if excess_at_left > 0:
        return excess_at_left
    return -max(0, excess_at_right)


def with_folded_counts(
    texts: Iterable[NodeText[PlacedNode]], placed: PlacedNode, measures: NodeMeasures
) -> Iterator[NodeText[PlacedNode]]:
    """Yield the texts of a node, with counts in small letters beside its large name.

    The number of siblings folded into the node is beside the first line of the name, and the number
    of their random games is beside the second. Without folded siblings, the texts stay the same.
    """
    siblings = placed.folded_siblings
    games = "" if siblings is None else siblings.games(placed.width)
    if siblings is None or not games:
        yield from texts
        return
    counts = [f" {len(siblings.moves):,} more", f" {games}"]
    width = max(map(len, counts))
    for text in texts:
        line_of_name = text.line - measures.name
        if not 0 <= line_of_name < measures.letter_lines:
            yield text
            continue
        after = [*text.after]
        if line_of_name < len(counts):
            after.append((counts[line_of_name], "text"))
        # The name moves to the left, so that name and counts together are in the middle.
        shift = -(width_of(text.after) + width) // 2
        yield replace(text, after=after, offset=shift)


def block_letter_texts(
    placed: PlacedNode, measures: NodeMeasures, words: NodeWords, style: str
) -> list[NodeText[PlacedNode]]:
    """Return the texts of a value in block letters, and of its signs in the frame of its box.

    The result is empty if the value is too wide for the box even in the smallest block letters.
    """
    half_width = placed.width // 2
    # In block letters, the sign of a mean would look like another sign: it goes into the frame.
    number = words.value.removeprefix(Bound.MEAN.value)
    lines = largest_block_letters(number, measures, width=2 * half_width)
    if words.value and not lines:
        return []
    first_line = measures.value - len(lines) // 2
    texts = [NodeText[PlacedNode](y, (line, style)) for y, line in enumerate(lines, first_line)]
    mean_sign = Bound.MEAN.value if number != words.value else ""
    before = signs_in_frame(words, mean_sign)
    top_line = measures.value - measures.frame_lines
    # Offsets are counted from the middle of the box: two columns inside its corners.
    for offset, sign in ((2 - half_width, before), (half_width - 2, words.after_value)):
        if sign:
            texts.append(NodeText(top_line, after=[(f" {sign} ", style)], offset=offset))
    return texts


def largest_block_letters(number: str, measures: NodeMeasures, width: int) -> list[str]:
    """Return the lines of a number in the largest block letters narrower than `width` columns.

    The result is empty if even the lowest letters are too wide, or if a character of the number has
    no block letter.
    """
    lines_inside_box = 2 * measures.frame_lines - 1
    for height in (lines_inside_box, LOW_LETTER_LINES):
        lines = block_letters(number, height)
        if lines and len(lines[0]) < width:
            return lines
    return []


def signs_in_frame(words: NodeWords, mean_sign: str) -> str:
    """Return the signs at the left of the frame of a large value; `mean_sign` is "" or "≈"."""
    turn = "" if words.turn is None else TURN_SIGNS[words.turn]
    return " ".join(filter(None, (words.book_label, words.before_value, turn, mean_sign)))


def draw_value_meanings(scene: Scene, layout: TreeLayout, grid: TextGrid) -> None:
    """Write below finished nodes what their values mean for the players, where the words fit.

    Nodes with a mean of random games are left out: `AroundTree` writes once for each ply which side
    its means are for.
    """
    line_below_box = layout.measures.value + layout.measures.frame_lines + 1
    for placed in layout.nodes:
        node = placed.node
        y = placed.top + line_below_box
        # The last line of the grid is for notes.
        if placed.folded is not None or node is None or y >= grid.height - 1:
            continue
        if not scene.tree.returned(node) or scene.tree.bound(node) in SAMPLE_BOUNDS:
            continue
        words = scene.spelled(label_of_value(scene.naming, node))
        left = placed.x - cell_len(words) // 2
        right = left + cell_len(words)
        if words and grid.is_free(left - 1, right + 1, y):
            grid.put(left, y, words, "dim")


class AroundTree(NamedTuple):
    """The words around a drawn tree: turns at the left edge, upper nodes, horizon and notes.

    Upper nodes are the ancestors of the drawn nodes that are only named, above the drawing.
    """

    scene: Scene
    layout: TreeLayout
    grid: TextGrid
    margin: int

    def draw(self) -> Iterator[Hit]:
        """Draw all words around the tree; yield the places where upper nodes can be clicked."""
        draw_turns(
            self.grid, self.scene.run, self.scene.tree, layout=self.layout, margin=self.margin
        )
        self.draw_mean_labels()
        self.draw_horizon()
        self.draw_notes()
        if self.layout.breadcrumb_per_line:
            yield from self.draw_upper_nodes_in_lines()
        else:
            yield from self.draw_upper_nodes_in_one_line()

    def draw_mean_labels(self) -> None:
        """Write at the left of each ply which side its means are for: `≈White`.

        Nothing is written if a ply has no means, or means for several sides.
        """
        measures = self.layout.measures
        for top, labels in self.mean_labels_by_row().items():
            if len(labels) > 1:
                continue
            (words,) = labels
            # Preferably at the left edge, in the line of the moves. If the tree leaves no room
            # there, then in the line of the values, after the margin that says whose turn it is.
            beside_moves = (0, top + measures.name)
            beside_values = (self.margin + 1, top + measures.value)
            for x, y in (beside_moves, beside_values):
                if self.grid.is_free(x, x + cell_len(words) + 1, y):
                    self.grid.put(x, y, words, "dim")
                    break

    def mean_labels_by_row(self) -> dict[int, set[str]]:
        """Return for each row of nodes the labels of its means, such as `≈White`, without the root.

        A mean is a value from the point of view of one side, which its label names. The keys are
        the first lines of the rows.
        """
        labels: dict[int, set[str]] = {}
        for placed in self.layout.nodes:
            if placed.node is None or not placed.ply:
                continue
            if self.scene.tree.bound(placed.node) in SAMPLE_BOUNDS:
                side = self.scene.naming.view_of_mean(placed.node).for_player
                labels.setdefault(placed.top, set()).add(f"≈{side}")
        return labels

    def draw_horizon(self) -> None:
        """Draw a dashed line above the first ply beyond the depth limit, if that ply is drawn.

        Below that line, only noisy moves such as captures are searched.
        """
        horizon = self.scene.tree.horizon
        if horizon is None:
            return
        tops = (placed.top for placed in self.layout.nodes if len(placed.path) == horizon + 1)
        top = next(tops, -1)
        # The ply is not drawn (-1), or the drawing begins with it: a topmost node has no edge from
        # above, and its `top` is a line outside the grid.
        if top < 0:
            return
        if self.grid.is_free(0, len(HORIZON) + 1, top):
            self.grid.put(0, top, HORIZON, "key")
        self.grid.fill(0, top, HORIZON_LINE, "key")

    @property
    def bound_setter(self) -> spine.BoundSetter | None:
        """The upper node whose child set the bound at the cut in focus, and words for the child.

        None if no cut is in focus, if no child of an upper node set the bound, or if the child is
        drawn.
        """
        scene = self.scene
        return spine.note_on_bound_setter(
            scene.run,
            scene.tree,
            upper=self.layout.breadcrumbs,
            setter=scene.cut_bound_setter,
            perspective=scene.perspective,
        )

    def draw_upper_nodes_in_lines(self) -> Iterator[Hit]:
        """Write each upper node on a separate line: alpha, move and value, beta.

        Yield the place of each move and value.
        """
        names = [self.upper_name(path) for path in self.layout.breadcrumbs]
        # The middle of a line is for move and value; alpha and beta have the room on both sides.
        width = max(map(cell_len, names), default=0) + self.upper_value_width()
        room = (self.grid.width - self.margin - width) // 2 - 1
        for y, (path, name) in enumerate(zip(self.layout.breadcrumbs, names, strict=True)):
            placed = PlacedNode(
                path,
                node=self.scene.node(path),
                parent_node=None,
                ply=len(path),
            )
            words = self.upper_words(placed)
            yield self.draw_upper_node(y, placed, words, name)
            ends = self.upper_window_ends(path, words, room)
            for end in window_end_texts(0, ends, room, width // 2):
                end.write(self.grid, self.layout.stem, y)

    def upper_name(self, path: MovePath) -> str:
        """Return the name of an upper node: its move or, for the root, a word."""
        if path:
            return self.scene.run.move_name(path)
        return spine.ROOT_NAME

    def upper_value_width(self) -> int:
        """Return the columns for the longest value of an upper node, with gaps on both sides."""
        run = self.scene.run
        longest = spine.longest_value_letters(run, sampled_rows(run))
        return len(" ▲ ≥") + longest + 2 * COLUMNS_BETWEEN_NOTES

    def upper_words(self, placed: PlacedNode) -> NodeWords:
        """Return the words of an upper node, with the values and windows that the scene shows."""
        scene = self.scene
        return words_of_node(
            scene.run,
            scene.tree,
            placed,
            state=scene.state(placed.path),
            options=tree_options_of_scene(scene),
        )

    def draw_upper_node(
        self,
        y: int,
        placed: PlacedNode,
        words: NodeWords,
        name: str,
    ) -> Hit:
        """Write the move and the value of an upper node into line `y`; return their place."""
        scene = self.scene
        path = placed.path
        mean = "" if placed.node is None else label_of_mean(scene.naming, placed.node)
        value = f"{words.before_value}{words.label}{words.after_value}"
        text = f"{name}{words.after_name} {value} {mean}".rstrip()
        left = self.layout.stem - cell_len(text) // 2
        is_selected = path == scene.focus and scene.folded is None
        style = "selected" if is_selected else STATE_STYLE_NAMES[scene.state(path)]
        self.grid.put(left, y, text, style)
        return Hit(y, left, left + cell_len(text), path)

    def upper_window_ends(self, path: MovePath, words: NodeWords, room: int) -> tuple[str, str]:
        """Return alpha and beta of an upper node, to be written at its left and right.

        Both are "" without a window. If a child that is not drawn set the bound at the cut in
        focus, the words for this child replace the bound if `room` allows.
        """
        low = ""
        high = ""
        if words.window is not None:
            low, between, high = words.window.parts
            if between:
                # The question of a null window, `3 < ?`, is not split: all of it is at the right.
                high = f"{low} {between} {high}"
                low = ""
        setter = self.bound_setter
        if setter is None or self.scene.cut_bound_setter is None:
            return low, high
        parent_path, child_words = setter
        if parent_path != path or cell_len(child_words) > room:
            return low, high
        _, bound = self.scene.cut_bound_setter
        if bound == "α":
            return (child_words, high)
        return (low, child_words)

    def draw_upper_nodes_in_one_line(self) -> Iterator[Hit]:
        """Write all upper nodes into the first line, shortened if they do not fit.

        Yield the place of each node in this line.
        """
        scene = self.scene
        if not self.layout.breadcrumbs:
            return
        parts = []
        for path in self.layout.breadcrumbs:
            text = spine.breadcrumb_words(scene.run, scene.tree, path, scene.perspective)
            parts.append((path, text, STATE_STYLE_NAMES[scene.state(path)]))
        for (path, text, style), x in spine.place_breadcrumbs(
            parts, self.grid.width, self.bound_setter
        ):
            self.grid.put(x, 0, text, style)
            if text != spine.PATH_ARROW:
                yield Hit(0, x, x + cell_len(text), path)

    def draw_notes(self) -> None:
        """Write the notes into the last line, shortened where they do not fit."""
        y = self.grid.height - 1
        x = 0
        for note in self.notes():
            for text, style in with_ellipsis([note], self.grid.width - x):
                x = self.grid.put(x, y, text, style)
            x += COLUMNS_BETWEEN_NOTES

    def notes(self) -> Iterator[Span]:
        """Yield the notes that apply, to be written below the tree.

        They explain means of random games, name the best line, say from whose side values are seen,
        and name the root of the drawn subtree.
        """
        scene = self.scene
        caption = mean_caption(scene.run.trace)
        if caption:
            yield (caption, "dim")
        best = scene.tree.best_path()
        # A drawing of the whole tree marks the nodes of the best line.
        if best and not self.layout.is_whole:
            title = "best line" if scene.tree.at_end else "best so far"
            yield (f"★ {title}: {scene.names(best)}", "best")
        if scene.perspective is Perspective.MOVER:
            yield (MOVER_VALUES_NOTE, "dim")
        if scene.top:
            key = main_key_of("unroot")
            yield (f"below {scene.names(scene.top)} ({key} goes back)", "dim")


def draw_turns(
    grid: TextGrid,
    run: Run,
    tree: TreeAtStep,
    layout: TreeLayout,
    margin: int,
) -> None:
    """Write whose turn it is at each ply into the margin, the first `margin` columns of the grid.

    The lowest ply has only leaves, where nobody moves: its line stays empty, unless the author of a
    written tree says whose turn it is there.
    """
    if not margin:
        return
    deepest = greatest_depth(run, sampled_rows(run)) or 1
    depths_with_written_turn = {
        len(placed.path) for placed in layout.nodes if run.written_turn(placed.path) is not None
    }
    for y, nodes in rows_of_nodes(tree, layout).items():
        depth = len(nodes[0].path)
        if depth < deepest or depth in depths_with_written_turn:
            words = turn_words(run, turns_in_row(run, tree, nodes), margin)
            grid.put(0, y, clip_to_cells(words, margin - 1), "dim")


def rows_of_nodes(tree: TreeAtStep, layout: TreeLayout) -> dict[int, list[PlacedNode]]:
    """Return the nodes of each row of the drawing; the keys are the lines of the nodes' values.

    An upper node is the only node of its row, if the upper nodes are written one below the other.
    """
    rows: dict[int, list[PlacedNode]] = {}
    if layout.breadcrumb_per_line:
        for y, path in enumerate(layout.breadcrumbs):
            node = tree.node_at(path)
            rows[y] = [
                PlacedNode(
                    path,
                    node=node,
                    parent_node=None,
                    ply=len(path),
                )
            ]
    for placed in layout.nodes:
        rows.setdefault(placed.top + layout.measures.value, []).append(placed)
    return rows


def turn_words(run: Run, turns: Sequence[int], margin: int) -> str:
    """Return whose turn it is in a row, in words or signs that fit a margin.

    `turns` are the numbers of the players to move in the row, as in `NAMES_BY_TURN`. One player is
    named `MAX White` or `MAX`, several are `MAX · MIN` or their signs.
    """
    names = [NAMES_BY_TURN[turn] for turn in turns]
    if len(turns) > 1:
        words = " · ".join(names)
        if len(words) < margin:
            return words
        return "".join(TURN_SIGNS[turn] for turn in turns)
    (turn,) = turns
    (name,) = names
    if margin == SIDE_NAME_COLUMNS:
        if name == CHANCE_OPPONENT:
            return name
        return f"{name} {run.game.mover(turn)}"
    # The name of chance is too long for a narrow margin.
    if name == CHANCE_OPPONENT:
        return TURN_SIGNS[turn]
    return name


VIEW = View(
    "tree",
    draw_tree_view,
    "1",
    (
        place_whole_tree.cache_clear,
        spine.widest_label_letters.cache_clear,
        greatest_depth.cache_clear,
        spine.longest_recorded_letters.cache_clear,
    ),
)
