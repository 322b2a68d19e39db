"""Dialogs that ask where to go: a step, a node found by a move or value, or folded nodes."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import ClassVar

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widgets import Input, Static

from visualizer.apps.actions import bound_keys
from visualizer.apps.tui.cells.styled_lines import clip_to_cells
from visualizer.apps.tui.scene import Scene
from visualizer.apps.tui.screens.dialog import LineDialog, ListDialog, PickDialog, dialog_box
from visualizer.apps.tui.terminal import pane_layout
from visualizer.apps.tui.widgets import Choices, Prompt
from visualizer.draw.picture.layout.node_words import visit_count_words
from visualizer.look.legend import STATE_LOOKS
from visualizer.look.numbers import format_number
from visualizer.searching.run import Run, read_destination
from visualizer.trace.rows import MovePath

MAX_FOUND_NODES = 200
PICK_HINT = "↑ ↓ pick, enter goes there"
MAX_SEARCHED_NODES = 20_000
"""Maximum number of nodes that are looked through while typing; more would make the keys slow."""
NOTHING_FOUND = "no move has this name, and nothing visited so far has this value"
LIST_FRAME_COLUMNS = 3
"""Columns of a list's edges and scroll bar."""
MAX_MOVE_CELLS = 24
"""Maximum cells of a move's name in a list."""


def go_dialog(scene: Scene) -> LineDialog[int | MovePath]:
    """Return a dialog that asks for a step, a share of all steps, or the moves to a node."""
    return LineDialog(
        "go to",
        partial(read_destination, scene.run),
        example="12, 50%, or the moves that lead to a node: e3 a2",
    )


class FindDialog(PickDialog[MovePath]):
    """Finds nodes by a move's name, or by a value known so far."""

    def __init__(self, scene: Scene) -> None:
        """Find nodes of a scene."""
        super().__init__()
        self.scene = scene

    def compose(self) -> ComposeResult:
        """Lay out the field and the list of the nodes found."""
        with dialog_box("find a move or a value"):
            example_move = next(iter(self.scene.run.choices(())), "e3")
            yield Prompt(placeholder=f"{example_move}, or 12", id="field")
            yield Choices(id="choices", markup=False)
            yield Static(PICK_HINT, id="hint")

    def on_input_changed(self, event: Input.Changed) -> None:
        """List the nodes that match the typed text."""
        scene = self.scene
        text = event.value.strip()
        self.found = find_nodes(scene, text)
        lines = [f"{scene.names(path)}  {value_or_first_step(scene, path)}" for path in self.found]
        self.query_one(Choices).list(lines, 0)
        hint = PICK_HINT
        if text and not self.found:
            hint = NOTHING_FOUND
        self.query_one("#hint", Static).update(hint)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Go to the highlighted node."""
        self.query_one(Choices).action_select()


def value_or_first_step(scene: Scene, path: MovePath) -> str:
    """Return a found node's value, or the step that enters the node later."""
    node = scene.run.node_at(path)
    if node is None or scene.tree.entered(node):
        return scene.value(path)
    return f"first at step {scene.run.trace.enter_step(node):,}"


def find_nodes(scene: Scene, text: str) -> list[MovePath]:
    """Return the paths to at most MAX_FOUND_NODES nodes that match a text.

    First come nodes whose name, move, value or tag is the text, then those whose move begins with
    it. In both groups, nodes visited by now come before those visited later, and then the nearest
    to the root. A node visited later is found only by its name and its moves.
    """
    if not text:
        return []
    run = scene.run
    exact_matches = []
    partial_matches = []
    # The root has no move by which it could be found.
    for node in scene.whole_tree.nodes()[1:MAX_SEARCHED_NODES]:
        path = run.path(node)
        if text in findable_words(scene, node) or is_line_of_moves(text, run, path):
            exact_matches.append(path)
        elif run.move_name(path).startswith(text):
            partial_matches.append(path)
    found = [*nearest_first(scene, exact_matches), *nearest_first(scene, partial_matches)]
    return found[:MAX_FOUND_NODES]


def nearest_first(scene: Scene, paths: Sequence[MovePath]) -> list[MovePath]:
    """Sort nodes: those entered by now come first, and the nearest to the root before others."""

    def nearness(path: MovePath) -> tuple[bool, int]:
        is_later = scene.node(path) is None
        return is_later, len(path)

    return sorted(paths, key=nearness)


def findable_words(scene: Scene, node: int) -> set[str]:
    """Return the words by which a node is found: names and, once entered, value and tags.

    A value such as ≥3 is found by `3` too.
    """
    run = scene.run
    path = run.path(node)
    words = {run.move_name(path), run.notation_of_move(path), run.node_label(path)}
    if not scene.tree.entered(node):
        return words
    # Deep in the tree, an inner node is not found by its value: too many have the same.
    value = ""
    if scene.tree.move_count(node) == 0 or len(path) < 3:
        value = scene.value(path)
    tags, *_ = scene.tree.remark(node)
    return words | {value.strip("≥≤…"), value, *tags}


def is_line_of_moves(text: str, run: Run, path: MovePath) -> bool:
    """Return whether a text is several moves that lead to a node, as named or as written."""
    if " " not in text:
        return False
    return text in (run.moves_to(path), " ".join(run.notation_of_moves(path)))


class FoldedDialog(ListDialog[MovePath]):
    """Lists folded nodes in the order in which they are tried, as known at this step."""

    BINDINGS: ClassVar[list[BindingType]] = [(",".join(["q", *bound_keys("folded")]), "leave")]

    def __init__(self, scene: Scene, paths: Sequence[MovePath]) -> None:
        """List some children of one node, given by their paths."""
        self.titles, *rows = folded_table(scene, paths)
        parent = paths[0][:-1]
        place = "of the root"
        if parent:
            place = f"after {scene.names(parent)}"
        rows_and_answers = [*zip(rows, paths, strict=True)]
        heading = f"{len(rows):,} moves {place}"
        super().__init__(heading, rows_and_answers, "folded", "enter go, esc close")

    def compose(self) -> ComposeResult:
        """Lay out the titles and the list."""
        with self.make_box() as framed:
            # The dialog covers the panes beside the tree, so it is as wide as they are.
            pane_columns = pane_layout.side_width(self.app.size.width)
            list_columns = cell_len(self.titles) + LIST_FRAME_COLUMNS
            framed.styles.width = max(pane_columns, list_columns)
            yield Static(self.titles, id="hint", markup=False)
            yield self.choices()


def folded_table(scene: Scene, paths: Sequence[MovePath]) -> list[str]:
    """Return a line of titles, then a line for each of some siblings.

    A line has the node's place in the order tried, a sign for its state, its move and its value. If
    moves have scores for move ordering, the score comes last.
    """
    parent = paths[0][:-1]
    _, scores = scene.run.order_with_scores(parent, scene.tree)
    order = scene.run.order(parent, scene.tree)
    rows = [("", "", "move", "value", "order" if scores else "")]
    for path in paths:
        move = path[-1]
        name = clip_to_cells(scene.run.move_name(path), MAX_MOVE_CELLS).rstrip()
        glyph = STATE_LOOKS[scene.state(path)].glyph
        score = format_number(scores[move].total) if scores else ""
        place = place_in_order(scene, path, order)
        rows.append((place, glyph, name, value_or_state(scene, path), score))
    return aligned_rows(rows)


def place_in_order(scene: Scene, path: MovePath, order: Sequence[int]) -> str:
    """Return the place of a node's move in the order of its siblings, from 1; "" if hidden."""
    # Where the search hides its order, only visited nodes have a place.
    if scene.run.hides_untried_order and scene.node(path) is None:
        return ""
    return str(order.index(path[-1]) + 1)


def value_or_state(scene: Scene, path: MovePath) -> str:
    """Return a node's value and number of visits, or its state if it has neither."""
    node = scene.node(path)
    visits = ""
    if node is not None:
        visits = visit_count_words(scene.run, scene.tree, node)
    return f"{scene.value(path)}{visits}" or scene.state(path).value


def aligned_rows(rows: Sequence[tuple[str, ...]]) -> list[str]:
    """Return rows of place, state, move, value and score as lines with columns."""
    widths = [max(map(cell_len, column)) for column in zip(*rows, strict=True)]
    # State and move are aligned to the left, numbers to the right.
    aligners: list[Callable[[str, int], str]] = [
        str.rjust,
        clip_to_cells,
        clip_to_cells,
        str.rjust,
        str.rjust,
    ]
    lines = []
    for row in rows:
        cells = zip(aligners, row, widths, strict=True)
        lines.append(" ".join(align(cell, width) for align, cell, width in cells))
    return lines
