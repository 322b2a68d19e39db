"""Tree: drawn as in a book if all of it fits, else along the open path, and what stands around it.

Nodes do not move while stepping: a tree that fits is placed once, a larger one along a vertical spine.
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
    movers_of,
    states_of,
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
    place_whole_tree,
    with_level_roots,
)
from visualizer.draw.picture.model import BOUND_SIGNS, CUT_SIGN, NodeWindow
from visualizer.explaining.explanation.naming import Perspective
from visualizer.explaining.explanation.standings import label_of_mean, label_of_value
from visualizer.explaining.measures.proof_tree import NODE_TYPE_WIDTH
from visualizer.explaining.measures.summary import deepest_of, sampled_rows
from visualizer.look.legend import ANSWER_SOURCE_SIGN, State
from visualizer.look.text import shorten_middle
from visualizer.searching.run import Run
from visualizer.trace.labels import SAMPLE_BOUNDS, mean_caption
from visualizer.trace.tree_at_step import Bound, TreeAtStep

SIDE_NAME_COLUMNS = 12
"""Columns at the left edge for MAX or MIN and the side's name."""
COLUMNS_BETWEEN_NOTES = 3
LOW_LETTER_LINES = 3
"""Lines of a value in the lowest block letters."""
SIGN_FACTOR = "−1"
MOVER_VALUES_NOTE = f"for the side to move: each edge changes the sign ({SIGN_FACTOR})"


HORIZON = "horizon"
HORIZON_LINE = "┄"


class AroundTree(NamedTuple):
    """A drawn tree in its rectangle, with columns at the left edge that say whose turn it is."""

    scene: Scene
    layout: TreeLayout
    grid: TextGrid
    margin: int

    def draw(self) -> Iterator[Hit]:
        """Draw all that stands around the tree; yield the places of the upper plies."""
        draw_turns(self.grid, self.scene.run, self.scene.tree, self.layout, self.margin)
        self.draw_sides_of_means()
        self.draw_horizon()
        self.draw_note()
        yield from self.draw_lines() if self.layout.lined else self.draw_upper()

    def draw_sides_of_means(self) -> None:
        """Say once for each ply below the root for whom its means are, if that is one side's: left of its moves."""
        found: dict[int, set[str]] = {}
        for placed in self.layout.nodes:
            if (
                placed.node is not None
                and placed.ply
                and self.scene.tree.bound(placed.node) in SAMPLE_BOUNDS
            ):
                words = f"≈{self.scene.naming.view_of_mean(placed.node).whose}"
                found.setdefault(placed.top, set()).add(words)
        measures = self.layout.measures
        for top, sides in found.items():
            for x, y in ((0, top + measures.name), (self.margin + 1, top + measures.value)):
                words = min(sides)
                if len(sides) == 1 and self.grid.is_free(x, x + cell_len(words) + 1, y):
                    self.grid.put(x, y, words, "dim")
                    break

    def draw_horizon(self) -> None:
        """Draw a line across the tree above the first ply beyond the depth limit, where noisy moves alone are tried."""
        horizon = self.scene.tree.horizon
        lines = [
            each.top
            for each in self.layout.nodes
            if horizon is not None and len(each.path) == horizon + 1
        ]
        if lines and lines[0] >= 0:
            if self.grid.is_free(0, len(HORIZON) + 1, lines[0]):
                self.grid.put(0, lines[0], HORIZON, "key")
            self.grid.fill(0, lines[0], HORIZON_LINE, "key")

    @property
    def setter(self) -> spine.BoundSetter | None:
        """Return the upper node whose child set the bound at the cut in focus, and that child with its value."""
        scene = self.scene
        return spine.setter_in_line(
            scene.run, scene.tree, self.layout.upper, scene.setter, scene.perspective
        )

    def draw_lines(self) -> Iterator[Hit]:
        """Write each of the upper plies that have no rows of their own in a line: alpha, move and value, beta.

        The move that set the bound at a cut stands in place of the bound where it has no row.
        """
        scene = self.scene
        run = self.scene.run
        stem = self.layout.stem
        names = [run.move_name(path) if path else spine.ROOT_NAME for path in self.layout.upper]
        width = (
            max(map(cell_len, names), default=0)
            + len(" ▲ ≥")
            + spine.longest_value_letters(run, sampled_rows(run))
            + 2 * COLUMNS_BETWEEN_NOTES
        )
        room = (self.grid.width - self.margin - width) // 2 - 1
        setter = self.setter
        for y, (path, name) in enumerate(zip(self.layout.upper, names, strict=True)):
            node = scene.node(path)
            state = scene.state(path)
            words = words_of_node(
                run,
                scene.tree,
                PlacedNode(path, node, None, len(path)),
                state,
                tree_options_of_scene(scene),
            )
            if node is None:
                whose = ""
            else:
                whose = label_of_mean(scene.naming, node)
            value = f"{words.before_value}{words.label}{words.after_value}"
            text = f"{name}{words.after_name} {value} {whose}".rstrip()
            x = stem - cell_len(text) // 2
            self.grid.put(
                x,
                y,
                text,
                "selected"
                if (path, scene.folded) == (scene.focus, None)
                else STATE_STYLE_NAMES[state],
            )
            yield Hit(y, x, x + cell_len(text), path)
            if words.window is None:
                low = ""
                between = ""
                high = ""
            else:
                low, between, high = words.window.parts
            ends = (
                ("", f"{low} {between} {high}") if between else (low, high)
            )  # a question is read in one
            if setter is not None and setter[0] == path and cell_len(setter[1]) <= room:
                if setter[1].endswith("α"):
                    ends = (setter[1], ends[1])
                else:
                    ends = (ends[0], setter[1])
            for end in window_end_texts(0, ends, room, width // 2):
                end.write(self.grid, stem, y)

    def draw_upper(self) -> Iterator[Hit]:
        """Write the upper plies that have no rows of their own in one line, shortened in its middle."""
        scene = self.scene
        words = {
            path: spine.node_in_line(scene.run, scene.tree, path, scene.perspective)
            for path in self.layout.upper
        }
        parts = [(path, text, STATE_STYLE_NAMES[scene.state(path)]) for path, text in words.items()]
        for (path, text, style), x in (
            spine.upper_line(parts, self.grid.width, self.setter) if parts else ()
        ):
            self.grid.put(x, 0, text, style)
            if text != spine.PATH_ARROW:
                yield Hit(0, x, x + cell_len(text), path)

    def draw_note(self) -> None:
        """Write the best line known, and the root of the drawing, in the last line."""
        scene = self.scene
        notes = list[Span]()
        if not self.layout.is_whole and (best := scene.tree.best_path()):
            notes.append(
                (f"★ best {'line' if scene.tree.at_end else 'so far'}: {scene.names(best)}", "best")
            )
        if means := mean_caption(scene.run.trace):
            notes.insert(0, (means, "dim"))
        if scene.perspective is Perspective.MOVER:
            notes.append((MOVER_VALUES_NOTE, "dim"))
        if scene.top:
            notes.append(
                (f"below {scene.names(scene.top)} ({main_key_of('unroot')} goes back)", "dim")
            )
        x = 0
        for note in notes:
            for text, style in with_ellipsis([note], self.grid.width - x):
                x = self.grid.put(x, self.grid.height - 1, text, style)
            x += COLUMNS_BETWEEN_NOTES


def tree_options_of_scene(scene: Scene) -> TreeOptions:
    """Return which values and windows a scene shows."""
    return TreeOptions(
        hide_leaves=scene.hide_leaves, windows=scene.windows, perspective=scene.perspective
    )


def draw_turns(grid: TextGrid, run: Run, tree: TreeAtStep, layout: TreeLayout, margin: int) -> None:
    """Say once for each ply whose turn it is there, in n columns at the left edge."""
    if not margin:
        return
    deepest = deepest_of(run, sampled_rows(run)) or 1
    written = {
        len(placed.path) for placed in layout.nodes if run.written_turn(placed.path) is not None
    }
    upper = layout.upper if layout.lined else []
    rows = {
        y: [PlacedNode(path, tree.node_at(path), None, len(path))] for y, path in enumerate(upper)
    }
    for placed in layout.nodes:
        rows.setdefault(placed.top + layout.measures.value, []).append(placed)
    for y, nodes in rows.items():
        if (
            len(nodes[0].path) < deepest or len(nodes[0].path) in written
        ):  # below there are leaves only
            grid.put(
                0,
                y,
                clip_to_cells(turn_words(run, movers_of(run, tree, nodes), margin), margin - 1),
                "dim",
            )


def turn_words(run: Run, movers: Sequence[int], margin: int) -> str:
    """Say whose turn it is in a row: one side's or chance's, or that it is that of several."""
    names = [("MIN", "MAX", CHANCE_OPPONENT)[each] for each in movers]
    if len(movers) > 1:
        words = " · ".join(names)
        if len(words) < margin:
            return words
        return "".join(TURN_SIGNS[each] for each in movers)
    if names[0] == CHANCE_OPPONENT:
        if margin == SIDE_NAME_COLUMNS:
            return CHANCE_OPPONENT
        return TURN_SIGNS[movers[0]]
    side = f" {run.game.mover(movers[0])}" if margin == SIDE_NAME_COLUMNS else ""
    return names[0] + side


TURN_COLUMNS = 4
"""Columns for whose turn it is, at the left edge: MAX or MIN, and where there is room the side's name."""
MIN_WIDTH_FOR_TURNS = 24
MIN_WIDTH_FOR_SIDES = 100
FEWER_NODES_IN_LARGE = 2
"""How many nodes fewer are placed on each side of the spine in a large drawing."""
BOUND_STYLES = {"α": "alpha", "β": "beta"}
"""The styles of the node that set a bound."""
PLAIN_BOX = "╭─╮", "│ │", "╰─╯"
DASHED_BOX = "╭╌╮", "╎ ╎", "╰╌╯"
STRONG_BOX = "╔═╗", "║ ║", "╚═╝"
STATE_BOXES = {
    State.TO_COME: DASHED_BOX,
    State.PRUNED: DASHED_BOX,
    State.CURRENT: STRONG_BOX,
    State.CUT: STRONG_BOX,
}
"""Boxes are dashed for unvisited nodes, strong for the current and cut ones."""
DIFFERENCE_MARK = " ≠"
"""The sign of a node that only some of the compared searches visit."""


def draw_tree_view(scene: Scene, width: int, height: int) -> Rendering:
    """Draw the tree at a step."""
    layout = lay_out_scene(scene, width, height)
    grid = TextGrid(width, height)
    looks = TreeLooks(scene, layout, width)
    if scene.perspective is Perspective.MOVER:
        factor = SIGN_FACTOR
    else:
        factor = ""
    found = draw_tree(grid, layout, [*map(looks.look, range(len(layout.nodes)))], factor)
    hits = [
        Hit(y, left, right, placed.path, folded=placed.folded.moves if placed.folded else ())
        for placed, y, left, right in found
    ]
    draw_value_meanings(scene, layout, grid)
    hits += [*looks.boxes, *AroundTree(scene, layout, grid, turn_margin(scene, width)).draw()]
    return Rendering(grid.lines(), hits)


def turn_margin(scene: Scene, width: int) -> int:
    """Return the width of the column that says whose turn it is."""
    if width < MIN_WIDTH_FOR_TURNS:
        return 0
    if width < MIN_WIDTH_FOR_SIDES or not scene.run.game.spoken_sides:
        return TURN_COLUMNS
    return SIDE_NAME_COLUMNS


def lay_out_scene(scene: Scene, width: int, height: int) -> TreeLayout:
    """Return the places of all nodes; of trees that are compared the roots stand in one row."""
    run = scene.run
    runs = scene.run, *scene.others
    windowed = scene.windows != "none" and any(
        each.trace.has_window for each in runs
    )  # roots stand in one row
    if Perspective.MOVER in map(Perspective.of, runs):
        perspective = Perspective.MOVER
    else:
        perspective = Perspective.MAX
    says_whose = perspective is Perspective.MOVER or any(mean_caption(each.trace) for each in runs)
    mark = (
        len(DIFFERENCE_MARK) * (bool(scene.others) + any(each.trace.answered for each in runs))
        + NODE_TYPE_WIDTH * scene.kinds
    )
    mark += run.trace.said.widest(1)
    limits = LayoutLimits(
        width,
        height - says_whose,  # which takes a line
        turn_margin(scene, width),
        windowed,
        scene.windows == "all",
        mark,
        scene.large and not scene.ascii,
        lined=True,
        perspective=perspective,
        beside=DEFAULT_PLACES_BESIDE + 2 * scene.zoom - FEWER_NODES_IN_LARGE * scene.large,
        top=scene.top,
    )
    if scene.others:
        limits = with_level_roots(runs, limits)
    return lay_out_tree(run, scene.tree, scene.selected, limits)


class TreeLooks:
    """How the nodes of a placed tree look at a step."""

    def __init__(self, scene: Scene, layout: TreeLayout, width: int) -> None:
        """Find out the states of all of them."""
        self.scene = scene
        self.layout = layout
        self.measures = layout.measures
        self.width = width
        self.options = tree_options_of_scene(scene)._replace(wide=self.measures.wide)
        self.states = states_of(scene.tree, layout, scene.best_nodes)
        self.cut_off: list[bool] = []
        """Whether each placed node is cut off in this very step, which is highlighted."""
        self.boxes: list[Hit] = []
        """The places of the large boxes."""
        if scene.cut_now is None:
            cut = -1
        else:
            cut = scene.cut_now
        for placed, state in zip(layout.nodes, self.states, strict=True):
            hangs_below = placed.above == cut or (
                placed.parent >= 0 and self.cut_off[placed.parent]
            )
            self.cut_off.append(state is State.PRUNED and hangs_below)

    def look(self, number: int) -> NodeLook[PlacedNode]:
        """Return how a node looks: its move on the edge, its value, its window; or how many are folded."""
        placed = self.layout.nodes[number]
        state = self.states[number]
        cut_off = self.cut_off[number]
        setter = self.scene.setter
        is_node = placed.folded is None
        if setter is not None and placed.stands_for(setter[0]):
            bound = setter[1]
        else:
            bound = ""
        if bound:
            beside = BOUND_STYLES[bound]
        elif cut_off:
            beside = "cut-off"
        else:
            beside = style_around_name(state)
        if not is_node:
            style = beside
        elif cut_off:
            style = f"{STATE_STYLE_NAMES[state]}+{beside}"
        else:
            style = STATE_STYLE_NAMES[state]
        if placed.path == (self.scene.folded or self.scene.focus) and is_node == (
            self.scene.folded is None
        ):
            style = "selected"
        if cut_off:
            letter = "╱"
        elif state in (State.TO_COME, State.PRUNED):
            letter = "╌"
        else:
            letter = "─"
        box = STATE_BOXES.get(state, PLAIN_BOX) if self.measures.boxed and is_node else ()
        texts = self.texts(placed, self.words(placed, state, bound), style, beside)
        if self.measures.words > 1:
            lines = (self.measures.name, self.measures.window)
            texts = (
                each
                for text in texts
                for each in (self.enlarged(text) if text.line in lines else [text])
            )
            texts = with_folded_counts(texts, placed, self.measures)
        return NodeLook((letter, beside), STATE_STYLE_NAMES[state], [*texts], box)

    def words(self, placed: PlacedNode, state: State, bound: str) -> NodeWords:
        """Return the words of a node, with the bound that it set at the cut in focus."""
        words = words_of_node(self.scene.run, self.scene.tree, placed, state, self.options)
        if not bound:
            return words
        apart = (
            cell_len(words.before_value + words.label) + len(" α") + 2 * self.measures.boxed
            <= placed.width
        )
        if apart and self.measures.spare == 1:
            glyph = f" {bound}"
        else:
            glyph = bound
        signs = (
            *(sign for sign in words.signs if sign != CUT_SIGN),
            BOUND_SIGNS[bound]._replace(glyph=glyph),
        )
        return replace(words, signs=signs)

    def texts(
        self, placed: PlacedNode, words: NodeWords, style: str, beside: str
    ) -> Iterator[NodeText[PlacedNode]]:
        """Yield the texts of a node: its window, its move, its value, which is as large as a large box if that fits."""
        measures = self.measures
        if words.window is not None and measures.windowed:
            yield from self.window(placed, words.window)
        if placed.ply and words.name:
            yield self.name(placed, words, style, beside)
        is_large = measures.letter > 1 and placed.folded is None
        if is_large:
            number = block_letter_texts(
                placed, measures, words, "selected" if style == "selected" else beside
            )
        else:
            number = []
        if number:
            left = placed.x - placed.width // 2
            right = placed.x + placed.width // 2 + 1
            top = placed.top + measures.value - measures.boxed
            self.boxes.append(Hit(top, left, right, placed.path, lines=2 * measures.boxed + 1))
        yield from number or [self.value(placed, words, style, beside)]

    def name(
        self, placed: PlacedNode, words: NodeWords, style: str, beside: str
    ) -> NodeText[PlacedNode]:
        """Return a node's move, how often it was visited, and whether only some searches do or an answer is from it."""
        is_node = placed.folded is None
        name = words.name
        differs = is_node and placed.path[-1] in self.scene.differing(placed.path[:-1])
        is_source = is_node and placed.path == self.scene.source
        if is_node:
            kind = self.scene.kind(placed.node)
        else:
            kind = ""
        after = (
            words.after_name
            + DIFFERENCE_MARK * differs
            + f" {ANSWER_SOURCE_SIGN}" * is_source
            + kind
        )
        room = placed.width
        line = self.measures.name
        last = self.measures.words - 1
        free = room // self.measures.wide - cell_len(name + after)
        after += join_fitting(
            [*map(self.scene.spelled, words.if_room)], free, self.scene.spelled(ELLIPSIS)
        )
        both = (1 if placed.more else 2) * len(after)  # a short one leaves the move in the middle
        if cell_len(name) + both <= room // self.measures.wide:
            return NodeText(line, (name, style), (), [(after, beside)], placed)
        if cell_len(name) + 2 * len(after) > room:  # then the words behind it are a part of it
            name = shorten_middle(name + after, room)
            after = ""
        return NodeText(
            line + last, (name, style), (), [(after, beside)], placed
        )  # above the box in small letters

    def value(
        self, placed: PlacedNode, words: NodeWords, style: str, beside: str
    ) -> NodeText[PlacedNode]:
        """Return a node's value with its signs."""
        measures = self.measures
        space = " " * (self.measures.spare - 1)
        sign = words.before_value
        after = words.after_value
        sign += space if sign and words.label else ""
        room = placed.width - cell_len(sign + after)
        value = fit_text(words.label if cell_len(words.label) <= room else words.value, room)
        if placed.folded is None:
            line = measures.value
        else:
            line = measures.name + measures.words
        if words.book_label and self.layout.is_whole:
            sign = f"{words.book_label} {sign}"
        after = space + after if after else ""
        letters = cell_len(value)
        within = placed.width // 2 - 1
        aside = 0
        if measures.boxed and placed.folded is None:  # nothing stands on the frame
            left = letters // 2 + cell_len(sign)
            right = (letters - 1) // 2 + cell_len(after)
            aside = max(0, left - within) or min(0, within - right)
        return NodeText(line, (value, style), [(sign, beside)], [(after, beside)], placed, aside)

    def window(self, placed: PlacedNode, window: NodeWindow) -> Iterator[NodeText[PlacedNode]]:
        """Yield alpha and beta for the left and right of the way down from a node, and what stands between them."""
        room = placed.width // 2 - 1
        low, between, high = window.parts
        if self.scene.windows != "all":  # beside the only one of a ply there is room
            room = max(room, min(placed.x, self.width - placed.x) - 2)
        letter = self.measures.wide
        yield from window_end_texts(
            self.measures.window, (low, high), room // letter, apart=letter // 2
        )
        if between:
            yield NodeText(self.measures.window, (between, "cut"))

    def enlarged(self, text: NodeText[PlacedNode]) -> list[NodeText[PlacedNode]]:
        """Return a text in large letters, a line each."""
        high = self.measures.words

        def row(spans: Sequence[Span], line: int) -> list[Span]:
            return [(enlarge_words(words, high)[line], style) for words, style in spans]

        return [
            replace(
                text,
                line=text.line + line,
                text=row([text.text], line)[0],
                before=row(text.before, line),
                after=row(text.after, line),
            )
            for line in range(high)
        ]


def with_folded_counts(
    texts: Iterable[NodeText[PlacedNode]], placed: PlacedNode, measures: NodeMeasures
) -> Iterator[NodeText[PlacedNode]]:
    """Yield texts with what is folded into a node in small lines beside its large name: how many, how many games."""
    if placed.more is None:
        games = ""
    else:
        games = placed.more.games(placed.width)
    if placed.more is not None and games:
        rest = [f" {len(placed.more.moves):,} more", f" {games}"]
    else:
        rest = []
    for text in texts:
        line = text.line - measures.name
        if rest and 0 <= line < measures.words:
            after = [*text.after, *((words, "text") for words in rest[line : line + 1])]
            yield replace(
                text, after=after, aside=-(width_of(text.after) + max(map(len, rest))) // 2
            )
        else:
            yield text


def block_letter_texts(
    placed: PlacedNode, measures: NodeMeasures, words: NodeWords, style: str
) -> list[NodeText[PlacedNode]]:
    """Return a value as large as its box, with its signs in the frame; nothing where it is too wide.

    The sign of a mean is one of these: in block letters it would look like another sign.
    """
    half = placed.width // 2
    number = words.value.removeprefix(Bound.MEAN.value)
    sizes = [
        block_letters(number, high) for high in (2 * measures.boxed - 1, LOW_LETTER_LINES)
    ]  # +∞ is wider than its two letters
    lines = next((lines for lines in sizes if lines and len(lines[0]) < 2 * half), [])
    if words.value and not lines:
        return []
    if words.turn is None:
        turn = ""
    else:
        turn = TURN_SIGNS[words.turn]
    if number != words.value:
        about = Bound.MEAN.value
    else:
        about = ""
    before = " ".join(filter(None, (words.book_label, words.before_value, turn, about)))
    texts = [
        NodeText[PlacedNode](y, (line, style))
        for y, line in enumerate(lines, measures.value - len(lines) // 2)
    ]
    for x, sign in ((2 - half, before), (half - 2, words.after_value)):
        if sign:
            texts.append(
                NodeText(measures.value - measures.boxed, after=[(f" {sign} ", style)], aside=x)
            )
    return texts


def draw_value_meanings(scene: Scene, layout: TreeLayout, grid: TextGrid) -> None:
    """Write below the nodes that are finished what their values mean to the players, where there is room.

    Of means it is said once for each ply.
    """
    for placed in layout.nodes:
        node = placed.node
        y = placed.top + layout.measures.value + layout.measures.boxed + 1
        if placed.folded is not None or node is None or y >= grid.height - 1:
            continue
        if scene.tree.returned(node) and scene.tree.bound(node) not in SAMPLE_BOUNDS:
            words = scene.spelled(label_of_value(scene.naming, node))
            x = placed.x - cell_len(words) // 2
            if words and grid.is_free(x - 1, x + cell_len(words) + 1, y):
                grid.put(x, y, words, "dim")


VIEW = View(
    "tree",
    draw_tree_view,
    "1",
    (
        place_whole_tree.cache_clear,
        spine.widest_label_letters.cache_clear,
        deepest_of.cache_clear,
        spine.longest_recorded_letters.cache_clear,
    ),
)
