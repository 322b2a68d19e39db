"""Tree: drawn as in a book if all of it fits, else along the open path.

Nodes do not move while stepping: a tree that fits is placed once, a larger one along a vertical spine.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rich.cells import cell_len

from visualizer.explanation.naming import Perspective
from visualizer.explanation.standings import label_of
from visualizer.look.legend import ANSWER_FROM, State
from visualizer.measures.proof_tree import WIDEST
from visualizer.picture.layout.laid_out import laid_out, level, states_of
from visualizer.picture.layout.node_words import TURNS, NodeWords, words_of_node
from visualizer.picture.layout.placed_nodes import USUAL_BESIDE, LayoutLimits, NodeMeasures, PlacedNode, TreeLayout
from visualizer.picture.layout.spine import deepest_of, longest_among, widest
from visualizer.picture.layout.whole_tree import placed_whole
from visualizer.picture.model import NodeWindow
from visualizer.picture.shapes.nodes import shortened
from visualizer.trace.tree_at_step import Bound
from visualizer.tui.cells.large_words import large
from visualizer.tui.cells.styled_lines import ELLIPSIS, Hit, Rendering, Span, as_many, fitting
from visualizer.tui.cells.styles import STATE, unstruck
from visualizer.tui.cells.tree_grid import NodeLook, NodeText, TextGrid, big, draw_tree, ends_of
from visualizer.tui.scene import Scene
from visualizer.tui.views import View
from visualizer.tui.views.around_tree import FACTOR, WITH_SIDES, AroundTree, options_of

NARROW = 4
"""Columns for whose turn it is, at the left edge: MAX or MIN, and where there is room the side's name."""
LEAST = 24
ROOM_FOR_NAMES = 100
FEWER = 2
"""How many nodes fewer are placed on each side of the spine in a large drawing."""
BOUNDS = {"α": "alpha", "β": "beta"}
"""The styles of the node that set a bound."""
BOX, DASHED, STRONG = ("╭─╮", "│ │", "╰─╯"), ("╭╌╮", "╎ ╎", "╰╌╯"), ("╔═╗", "║ ║", "╚═╝")
BOXES = {State.TO_COME: DASHED, State.PRUNED: DASHED, State.CURRENT: STRONG, State.CUT: STRONG}
"""Boxes are dashed for unvisited nodes, strong for the current and cut ones."""
MARK = " ≠"
"""The sign of a node that only some of the compared searches visit."""


def draw(scene: Scene, width: int, height: int) -> Rendering:
    """Draw the tree at a step."""
    layout = layout_of(scene, width, height)
    grid, looks = TextGrid(width, height), TreeLooks(scene, layout, width)
    factor = FACTOR if scene.perspective is Perspective.MOVER else ""
    found = draw_tree(grid, layout, [*map(looks.look, range(len(layout.nodes)))], factor)
    hits = [Hit(y, left, right, placed.path, folded=placed.folded.moves if placed.folded else ())
            for placed, y, left, right in found]  # fmt: skip
    if not scene.run.trace.adds:  # of means it is said once for each ply
        draw_standing(scene, layout, grid)
    hits += [*looks.boxes, *AroundTree(scene, layout, grid, margin_of(scene, width)).draw()]
    return Rendering(grid.lines(), hits)


def margin_of(scene: Scene, width: int) -> int:
    """Return the width of the column that says whose turn it is."""
    if width < LEAST:
        return 0
    return NARROW if width < ROOM_FOR_NAMES or scene.run.game.explicit else WITH_SIDES


def layout_of(scene: Scene, width: int, height: int) -> TreeLayout:
    """Return the places of all nodes; of trees that are compared the roots stand in one row."""
    run, runs = scene.run, (scene.run, *scene.others)
    windowed = scene.windows != "none" and any(each.trace.has_window for each in runs)  # roots stand in one row
    perspective = Perspective.MOVER if Perspective.MOVER in map(Perspective.of, runs) else Perspective.MAX
    says_whose = perspective is Perspective.MOVER or any(each.trace.adds for each in runs)
    mark = len(MARK) * (bool(scene.others) + any(each.trace.answered for each in runs)) + WIDEST * scene.kinds
    mark += run.trace.said.widest(1)
    limits = LayoutLimits(
        width,
        height - says_whose,  # which takes a line
        margin_of(scene, width),
        windowed,
        scene.windows == "all",
        mark,
        scene.large and not scene.ascii,
        lined=True,
        perspective=perspective,
        beside=USUAL_BESIDE + 2 * scene.zoom - FEWER * scene.large,
    )
    limits = level(runs, scene.top, limits) if scene.others else limits
    return laid_out(run, scene.tree, scene.top, scene.selected, limits)


class TreeLooks:
    """How the nodes of a placed tree look at a step."""

    def __init__(self, scene: Scene, layout: TreeLayout, width: int) -> None:
        """Find out the states of all of them."""
        self.scene, self.layout, self.measures, self.width = scene, layout, layout.measures, width
        self.options = replace(options_of(scene), wide=self.measures.wide)
        self.states = states_of(scene.tree, layout, scene.best_nodes)
        self.cut_off: list[bool] = []
        """Whether each placed node is cut off in this very step, which is highlighted."""
        self.boxes: list[Hit] = []
        """The places of the large boxes."""
        cut = -1 if scene.cut_now is None else scene.cut_now
        for placed, state in zip(layout.nodes, self.states, strict=True):
            hangs_below = placed.above == cut or (placed.parent >= 0 and self.cut_off[placed.parent])
            self.cut_off.append(state is State.PRUNED and hangs_below)

    def look(self, number: int) -> NodeLook[PlacedNode]:
        """Return how a node looks: its move on the edge, its value, its window; or how many are folded."""
        placed, state, cut_off = self.layout.nodes[number], self.states[number], self.cut_off[number]
        setter, is_node = self.scene.setter, placed.folded is None
        bound = setter[1] if setter is not None and placed.stands_for(setter[0]) else ""
        beside = BOUNDS[bound] if bound else "cut-off" if cut_off else unstruck(state)
        style = beside if not is_node else f"{STATE[state]}+{beside}" if cut_off else STATE[state]
        if placed.path == (self.scene.folded or self.scene.focus) and is_node == (self.scene.folded is None):
            style = "selected"
        letter = "╱" if cut_off else "╌" if state in (State.TO_COME, State.PRUNED) else "─"
        box = BOXES.get(state, BOX) if self.measures.boxed and is_node else ()
        texts = self.texts(placed, self.words(placed, state, bound), style, beside)
        if self.measures.words > 1:
            lines = (self.measures.name, self.measures.window)
            texts = (each for text in texts for each in (self.enlarged(text) if text.line in lines else [text]))
        return NodeLook((letter, beside), STATE[state], [*texts], box)

    def words(self, placed: PlacedNode, state: State, bound: str) -> NodeWords:
        """Return the words of a node, with the bound that it set at the cut in focus."""
        words = words_of_node(self.scene.run, self.scene.tree, placed, state, self.options)
        if not bound:
            return words
        apart = cell_len(words.sign + words.label) + len(" α") + 2 * self.measures.boxed <= placed.width
        return replace(words, after=f" {bound}" if apart and self.measures.spare == 1 else bound)

    def texts(self, placed: PlacedNode, words: NodeWords, style: str, beside: str) -> Iterator[NodeText[PlacedNode]]:
        """Yield the texts of a node: its window, its move, its value, which is as large as a large box if that fits."""
        measures = self.measures
        if words.window is not None and measures.windowed:
            yield from self.window(placed, words.window)
        if placed.ply and words.name:
            yield self.name(placed, words, style, beside)
        is_large = measures.letter > 1 and placed.folded is None
        number = large_texts(placed, measures, words, "selected" if style == "selected" else beside) if is_large else []
        if number:
            left, right = placed.x - placed.width // 2, placed.x + placed.width // 2 + 1
            top = placed.top + measures.value - measures.boxed
            self.boxes.append(Hit(top, left, right, placed.path, lines=2 * measures.boxed + 1))
        yield from number or [self.value(placed, words, style, beside)]

    def name(self, placed: PlacedNode, words: NodeWords, style: str, beside: str) -> NodeText[PlacedNode]:
        """Return a node's move, how often it was visited, and whether only some searches do or an answer is from it."""
        is_node, name = placed.folded is None, words.name
        differs = is_node and placed.path[-1] in self.scene.differing(placed.path[:-1])
        is_source = is_node and placed.path == self.scene.source
        kind = self.scene.kind(placed.node) if is_node else ""
        after = words.again + MARK * differs + f" {ANSWER_FROM}" * is_source + kind
        room, line, last = placed.width, self.measures.name, self.measures.words - 1
        free = room // self.measures.wide - cell_len(name + after)
        after += as_many([*map(self.scene.spelled, words.told)], free, self.scene.spelled(ELLIPSIS))
        both = (1 if placed.more else 2) * len(after)  # a short one leaves the move in the middle
        if cell_len(name) + both <= room // self.measures.wide:
            return NodeText(line, (name, style), (), [(after, beside)], placed)
        if cell_len(name) + 2 * len(after) > room:  # then the words behind it are a part of it
            name, after = shortened(name + after, room), ""
        return NodeText(line + last, (name, style), (), [(after, beside)], placed)  # above the box in small letters

    def value(self, placed: PlacedNode, words: NodeWords, style: str, beside: str) -> NodeText[PlacedNode]:
        """Return a node's value with its signs."""
        measures, space = self.measures, " " * (self.measures.spare - 1)
        sign = words.sign + space if words.sign and words.label else words.sign
        room = placed.width - cell_len(sign + words.after)
        value = fitting(words.label if cell_len(words.label) <= room else words.value, room)
        line = measures.value if placed.folded is None else measures.name + measures.words
        if words.book_label and self.layout.is_whole:
            sign = f"{words.book_label} {sign}"
        after = space + words.after if words.after else ""
        return NodeText(line, (value, style), [(sign, beside)], [(after, beside)], placed)

    def window(self, placed: PlacedNode, window: NodeWindow) -> Iterator[NodeText[PlacedNode]]:
        """Yield alpha and beta for the left and right of the way down from a node, and what stands between them."""
        room, (low, between, high) = placed.width // 2 - 1, window.parts
        if self.scene.windows != "all":  # beside the only one of a ply there is room
            room = max(room, min(placed.x, self.width - placed.x) - 2)
        letter = self.measures.wide
        yield from ends_of(self.measures.window, (low, high), room // letter, apart=letter // 2)
        if between:
            yield NodeText(self.measures.window, (between, "cut"))

    def enlarged(self, text: NodeText[PlacedNode]) -> list[NodeText[PlacedNode]]:
        """Return a text in large letters, a line each."""
        high = self.measures.words

        def row(spans: Sequence[Span], line: int) -> list[Span]:
            return [(large(words, high)[line], style) for words, style in spans]

        return [
            replace(text, line=text.line + line, text=row([text.text], line)[0],
                    before=row(text.before, line), after=row(text.after, line))
            for line in range(high)
        ]  # fmt: skip


def large_texts(placed: PlacedNode, measures: NodeMeasures, words: NodeWords, style: str) -> list[NodeText[PlacedNode]]:
    """Return a value as large as its box, with its signs in the frame; nothing where it is too wide.

    The sign of a mean is one of these: in block letters it would look like another sign.
    """
    half, number = placed.width // 2, words.value.removeprefix(Bound.MEAN.value)
    lines = big(number, 2 * measures.boxed - 1)
    if words.value and (not lines or len(lines[0]) > 2 * half - 1):
        return []
    turn = "" if words.turn is None else TURNS[words.turn]
    about = Bound.MEAN.value if number != words.value else ""
    before = " ".join(filter(None, (words.book_label, words.sign, turn, about)))
    texts = [NodeText[PlacedNode](y, (line, style)) for y, line in enumerate(lines, measures.value - len(lines) // 2)]
    for x, sign in ((2 - half, before), (half - 2, words.after)):
        if sign:
            texts.append(NodeText(measures.value - measures.boxed, after=[(f" {sign} ", style)], aside=x))
    return texts


def draw_standing(scene: Scene, layout: TreeLayout, grid: TextGrid) -> None:
    """Write below the nodes that are finished what their values mean to the players, where there is room."""
    for placed in layout.nodes:
        node, y = placed.node, placed.top + layout.measures.value + layout.measures.boxed + 1
        if placed.folded is None and node is not None and scene.tree.returned(node) and y < grid.height - 1:
            words = scene.spelled(label_of(scene.naming, node))
            x = placed.x - cell_len(words) // 2
            if words and grid.is_free(x - 1, x + cell_len(words) + 1, y):
                grid.put(x, y, words, "dim")


VIEW = View(
    "tree", draw, "1", (placed_whole.cache_clear, widest.cache_clear, deepest_of.cache_clear, longest_among.cache_clear)
)
