"""Tree: drawn as in a book if all of it fits, else along the open path.

Nodes do not move while stepping: a tree that fits is placed once, a larger one along a vertical spine.
"""

from dataclasses import replace

from rich.cells import cell_len

from visualizer.look.legend import ANSWER_FROM, State
from visualizer.picture.layout.laid_out import laid_out, level, states_of
from visualizer.picture.layout.node_measures import USUAL_BESIDE, LayoutLimits
from visualizer.picture.layout.node_words import words_of_node
from visualizer.picture.layout.placed_nodes import PlacedNode, TreeLayout
from visualizer.picture.layout.spine_ruler import deepest_of, longest_of, widest
from visualizer.picture.layout.whole_tree import placed_whole
from visualizer.picture.model import NodeWindow
from visualizer.run import Run
from visualizer.tui.scene import Scene
from visualizer.tui.styled_lines import Hit, Rendering, fitting
from visualizer.tui.styles import STATE
from visualizer.tui.text_grid import TextGrid
from visualizer.tui.views import View
from visualizer.tui.views.around_tree import FACTOR, WITH_SIDES, AroundTree, options_of
from visualizer.tui.views.tree_parts import BOX, BOXES, draw_box, draw_large, meeting, shortened, turning, write_ends

NARROW = 4
"""Columns for whose turn it is, at the left edge: MAX or MIN, and where there is room the side's name."""
LEAST = 24
ROOM_FOR_NAMES = 100
FEWER = 2
"""How many nodes fewer are placed on each side of the spine in a large drawing."""
BOUNDS = {"α": "alpha", "β": "beta"}
"""The styles of the node that set a bound."""
MARK = " ≠"
"""The sign of a node that only some of the compared searches visit."""


def draw(scene: Scene, width: int, height: int) -> Rendering:
    """Draw the tree at a step."""
    layout = layout_of(scene, width, height)
    drawing = TreeDrawing(scene, layout, width, height)
    drawing.draw()
    around = AroundTree(scene, layout, drawing.grid, margin_of(scene, width))
    hits = [*drawing.hits, *around.draw()]
    return Rendering(drawing.grid.lines(), hits)


def margin_of(scene: Scene, width: int) -> int:
    """Return the width of the column that says whose turn it is."""
    if width < LEAST:
        return 0
    return NARROW if width < ROOM_FOR_NAMES or scene.run.game.explicit else WITH_SIDES


def layout_of(scene: Scene, width: int, height: int) -> TreeLayout:
    """Return the places of all nodes; of trees that are compared the roots stand in one row."""
    run, runs = scene.run, (scene.run, *scene.others)
    windowed = scene.windows != "none" and any(map(has_lines_for_windows, runs))
    turned = any(each.algorithm.from_mover for each in runs)
    mark = len(MARK) * (bool(scene.others) + any(each.trace.answered for each in runs))
    limits = LayoutLimits(
        width,
        height - turned,  # a line says so
        margin_of(scene, width),
        windowed,
        scene.windows == "all",
        mark,
        scene.large and not scene.ascii,
        lined=True,
        turned=turned,
        beside=USUAL_BESIDE + 2 * scene.zoom - FEWER * scene.large,
    )
    limits = level(runs, scene.top, limits) if scene.others else limits
    return laid_out(run, scene.tree, scene.top, scene.selected, limits)


def has_lines_for_windows(run: Run) -> bool:
    """Say whether a search may have windows: then those compared with it have lines for theirs, and roots one row."""
    return run.trace.has_window


class TreeDrawing:
    """A tree being drawn."""

    def __init__(self, scene: Scene, layout: TreeLayout, width: int, height: int) -> None:
        """Begin with empty space."""
        self.scene, self.layout, self.measures = scene, layout, layout.measures
        self.grid = TextGrid(width, height)
        self.hits: list[Hit] = []
        self.states = states_of(scene.tree, layout, scene.best_nodes)
        self.cut_off: list[bool] = []
        """Whether each placed node is cut off in this very step, which is highlighted."""
        for placed, state in zip(layout.nodes, self.states, strict=True):
            self.cut_off.append(state is State.PRUNED and self.hangs_below_cut(placed))

    def hangs_below_cut(self, placed: PlacedNode) -> bool:
        """Say whether a node's parent is cut, or an ancestor cut off, in this step."""
        cut = self.scene.cut_now
        return cut is not None and (placed.above == cut or (placed.parent >= 0 and self.cut_off[placed.parent]))

    def style(self, number: int) -> str:
        """Return the style of the frame and edge of a placed node."""
        if bound := self.bound_set_at(self.layout.nodes[number]):
            return BOUNDS[bound]
        return "cut-off" if self.cut_off[number] else unstruck(self.states[number])

    def bound_set_at(self, placed: PlacedNode) -> str:
        """Return α or β for the node, or the folded nodes, that set the bound at the cut in focus, else ""."""
        path, bound = self.scene.setter or ((), "")
        moves = placed.path[-1:] if placed.folded is None else placed.folded.moves
        return bound if path and path[:-1] == placed.path[:-1] and path[-1] in moves else ""

    def draw(self) -> None:
        """Draw edges, then nodes."""
        families: dict[tuple[int, int], list[int]] = {}
        for number, placed in enumerate(self.layout.nodes):
            if placed.ply:
                families.setdefault((placed.parent, placed.top), []).append(number)
        for (parent, _), children in families.items():
            self.draw_edges(parent, children)
        for number in range(len(self.layout.nodes)):
            self.draw_node(number)
        for placed in self.layout.nodes:
            self.draw_standing(placed)

    def draw_edges(self, parent: int, children: list[int]) -> None:
        """Draw the edges from a node to its children: solid once visited, dashed if not, in the child's style."""
        nodes, grid = self.layout.nodes, self.grid
        x, lower = self.layout.stem, len(self.layout.upper) if self.layout.lined else 1
        if parent >= 0:
            x, lower = nodes[parent].x, nodes[parent].top + self.measures.window
        own = STATE[self.states[parent]] if parent >= 0 else STATE[State.OPEN]
        ends = sorted(children, key=lambda child: -abs(nodes[child].x - x))
        y = nodes[ends[0]].top
        for line in range(lower, y):
            grid.put(x, line, "│", own)
        for child in ends:
            dashed = self.states[child] in (State.TO_COME, State.PRUNED)
            letter = "╱" if self.cut_off[child] else "╌" if dashed else "─"
            grid.across(min(x, nodes[child].x), max(x, nodes[child].x), y, letter, self.style(child))
        columns = [nodes[child].x for child in ends]
        left, right = min(x, *columns), max(x, *columns)
        for child in ends:
            grid.put(nodes[child].x, y, turning(nodes[child].x, left, right), self.style(child))
        grid.put(x, y, meeting(x, left, right, goes_on=x in columns), own)
        if self.scene.from_mover:
            self.draw_factors(x, y, columns)

    def draw_factors(self, x: int, y: int, columns: list[int]) -> None:
        """Write on each edge with room that it turns the sign, beside where it turns down to the child."""
        for column in columns:
            left = column - len(FACTOR) if column > x else column + 1
            if column != x or not any(0 < other - x <= 2 * len(FACTOR) + 1 for other in columns):
                self.grid.put(left, y, FACTOR, "key")

    def draw_node(self, number: int) -> None:
        """Write a node: its move on the edge, its value, its window; or how many are folded."""
        placed, state = self.layout.nodes[number], self.states[number]
        words = words_of_node(self.scene.run, self.scene.tree, placed, state, options_of(self.scene))
        is_node, measures = placed.folded is None, self.measures
        if bound := self.bound_set_at(placed):
            apart = cell_len(words.sign + words.label) + len(" α") + 2 * measures.boxed <= placed.width
            words = replace(words, after=f" {bound}" if apart and measures.spare == 1 else bound)
        is_selected = placed.path == (self.scene.folded or self.scene.focus) and is_node == (self.scene.folded is None)
        style = STATE[state]
        beside = self.style(number)
        if not is_node:
            style = beside
        elif self.cut_off[number]:
            style = f"{style}+{beside}"
        style = "selected" if is_selected else style
        if measures.boxed and is_node:
            draw_box(self.grid, placed, measures, beside, BOXES.get(state, BOX))
        if words.window is not None and measures.windowed:
            self.draw_window(placed, words.window)
        if placed.ply and words.name:
            differs = is_node and placed.path[-1] in self.scene.differing(placed.path[:-1])
            is_source = is_node and placed.path == self.scene.source
            after = words.again + MARK * differs + f" {ANSWER_FROM}" * is_source
            name = words.name
            if cell_len(name) + 2 * len(after) > placed.width:  # then the words behind it are a part of it
                name, after = shortened(name + after, placed.width), ""
            self.write(placed, measures.name, ("", name, after), style, beside)
        space = " " * (measures.spare - 1)
        if is_node and measures.letter > 1:
            large = draw_large(self.grid, placed, measures, words, style if is_selected else beside)
            self.hits += large
            if large:
                return
        sign = words.sign + space if words.sign and words.label else words.sign
        room = placed.width - cell_len(sign + words.after)
        value = fitting(words.label if cell_len(words.label) <= room else words.value, room)
        line = measures.value if is_node else measures.name + 1
        if words.book_label and self.layout.is_whole:
            sign = f"{words.book_label} {sign}"
        self.write(placed, line, (sign, value, space + words.after if words.after else ""), style, beside)

    def write(self, placed: PlacedNode, line: int, parts: tuple[str, str, str], style: str, beside: str) -> None:
        """Write a text in the middle of a placed node, with signs before and behind it that do not move it."""
        before, text, after = parts
        y, x = placed.top + line, placed.x - cell_len(text) // 2
        if not text:
            x -= bool(before + after)
        left = x - cell_len(before)
        self.grid.put(left, y, before, beside)
        self.grid.put(x, y, text, style)
        self.grid.put(x + cell_len(text), y, after, beside)
        right = x + cell_len(text + after)
        if left < right:
            moves = () if placed.folded is None else placed.folded.moves
            self.hits.append(Hit(y, left, right, placed.path, folded=moves))

    def draw_window(self, placed: PlacedNode, window: NodeWindow) -> None:
        """Write alpha on the left and beta on the right of the way down from a node."""
        y, room = placed.top + self.measures.window, placed.width // 2 - 1
        if self.scene.windows != "all":  # beside the only one of a ply there is room
            room = max(room, min(placed.x, self.grid.width - placed.x) - 2)
        low, between, high = window.parts
        write_ends(self.grid, (low, high), placed.x, y, room)
        if between:
            self.grid.put(placed.x, y, between, "cut")

    def draw_standing(self, placed: PlacedNode) -> None:
        """Write below a node that is finished what its value means to the players, where there is room."""
        node, y = placed.node, placed.top + self.measures.value + self.measures.boxed + 1
        if placed.folded is not None or node is None or not self.scene.tree.returned(node) or y >= self.grid.height - 1:
            return
        words = self.scene.spelled(self.scene.standings.of_node(node))
        x = placed.x - cell_len(words) // 2
        if words and self.grid.is_free(x - 1, x + cell_len(words) + 1, y):
            self.grid.put(x, y, words, "dim")


def unstruck(state: State) -> str:
    """Return the style for the surroundings of a name in a state, without strike-through."""
    return "pruned-note" if state is State.PRUNED else STATE[state]


VIEW = View(
    "tree", draw, "1", (placed_whole.cache_clear, widest.cache_clear, deepest_of.cache_clear, longest_of.cache_clear)
)
