"""Dialogs that ask where to go: to a step, to a node found by a move or a value, or to one of folded nodes."""

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
from visualizer.searching.run import read_destination
from visualizer.trace.rows import MovePath

MAX_FOUND_NODES = 200
PICK_HINT = "↑ ↓ pick, enter goes there"
NOTHING_FOUND = "no move has this name, and nothing visited so far has this value"
LIST_FRAME_COLUMNS = 3
"""Columns of the edges and of a scroll bar."""
MAX_MOVE_CELLS = 24
"""Cells of a move's name."""


def go_dialog(scene: Scene) -> LineDialog[int | MovePath]:
    """Return a dialog that asks for a step, a share of all steps, or the moves to a node."""
    return LineDialog(
        "go to",
        partial(read_destination, scene.run),
        example="12, 50%, or the moves that lead to a node: e3 a2",
    )


class FindDialog(PickDialog[MovePath]):
    """Finds visited nodes by a move's name or a value, as known so far."""

    def __init__(self, scene: Scene) -> None:
        """Find nodes of a scene."""
        super().__init__()
        self.scene = scene

    def compose(self) -> ComposeResult:
        """Lay out the field and the list of what is found."""
        with dialog_box("find a move or a value"):
            yield Prompt(
                placeholder=f"{next(iter(self.scene.run.choices(())), 'e3')}, or 12", id="field"
            )
            yield Choices(id="choices", markup=False)
            yield Static(PICK_HINT, id="hint")

    def on_input_changed(self, event: Input.Changed) -> None:
        """List what fits what is typed."""
        self.found = find_nodes(self.scene, event.value.strip())
        lines = [
            f"{self.scene.names(path)}  {value_or_first_step(self.scene, path)}"
            for path in self.found
        ]
        self.query_one(Choices).list(lines, 0)
        nothing = event.value.strip() and not self.found
        self.query_one("#hint", Static).update(NOTHING_FOUND if nothing else PICK_HINT)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Go to the highlighted node."""
        self.query_one(Choices).action_select()


def value_or_first_step(scene: Scene, path: MovePath) -> str:
    """Return a found node's value, or where it comes first if that is later."""
    node = scene.run.node_at(path)
    if node is None or scene.tree.entered(node):
        return scene.value(path)
    return f"first at step {scene.run.trace.enter_step(node):,}"


def find_nodes(scene: Scene, text: str) -> list[MovePath]:
    """Return MOST_FOUND nodes whose name, move, value or tag is the text, then those whose move begins with it.

    Those visited by now come before those that come later, and of each the nearest to the root first; nothing of what
    comes later is searched for but its moves.
    """
    run = scene.run
    exact = []
    begun = []
    if not text:
        return []
    for node in scene.whole.nodes()[1:20_000]:
        path = run.path(node)
        names = {run.move_name(path), run.written(path), run.node_label(path)}
        known_now = set[str]()
        if scene.tree.entered(node):
            if scene.tree.move_count(node) == 0 or len(path) < 3:
                value = scene.value(path)
            else:
                value = ""
            known_now = {value.strip("≥≤…"), value, *scene.tree.remark(node)[0]}
        if text in names | known_now or (
            " " in text and text in (run.moves_to(path), " ".join(run.all_written(path)))
        ):
            exact.append(path)
        elif run.move_name(path).startswith(text):
            begun.append(path)

    def place(path: MovePath) -> tuple[bool, int]:
        return scene.node(path) is None, len(path)

    return [*sorted(exact, key=place), *sorted(begun, key=place)][:MAX_FOUND_NODES]


class FoldedDialog(ListDialog[MovePath]):
    """Lists folded nodes in the order in which they are tried, as known at this step."""

    BINDINGS: ClassVar[list[BindingType]] = [(",".join(["q", *bound_keys("folded")]), "leave")]

    def __init__(self, scene: Scene, paths: Sequence[MovePath]) -> None:
        """List some children of one node."""
        parent, (self.titles, *rows) = paths[0][:-1], folded_table(scene, paths)
        heading = (
            f"{len(rows):,} moves {f'after {scene.names(parent)}' if parent else 'of the root'}"
        )
        super().__init__(heading, [*zip(rows, paths, strict=True)], "folded", "enter go, esc close")

    def compose(self) -> ComposeResult:
        """Lay out the titles and the list."""
        with self.box() as framed:
            panes = pane_layout.side_width(self.app.size.width)  # the dialog covers them
            framed.styles.width = max(panes, cell_len(self.titles) + LIST_FRAME_COLUMNS)
            yield Static(self.titles, id="hint", markup=False)
            yield self.choices()


def folded_table(scene: Scene, paths: Sequence[MovePath]) -> list[str]:
    """Return titles and a line for each child of a node: place, state, move, what is known of it, and its score."""
    parent = paths[0][:-1]
    scores = scene.run.scored(parent, scene.tree)[1]
    places = {move: str(place) for place, move in enumerate(scene.run.order(parent, scene.tree), 1)}
    names = {
        path: clip_to_cells(scene.run.move_name(path), MAX_MOVE_CELLS).rstrip() for path in paths
    }
    rows = [("", "", "move", "value", "order" if scores else "")]
    for path in paths:
        state = scene.state(path)
        node = scene.node(path)
        if node is None:
            again = ""
        else:
            again = visit_count_words(scene.run, scene.tree, node)
        known = f"{scene.value(path)}{again}" or state.value
        if scores:
            score = format_number(scores[path[-1]].total)
        else:
            score = ""
        has_place = node is not None or not scene.run.hides_order
        rows.append(
            (
                places[path[-1]] if has_place else "",
                STATE_LOOKS[state].glyph,
                names[path],
                known,
                score,
            )
        )
    widths = [max(map(cell_len, column)) for column in zip(*rows, strict=True)]
    # State and move to the left, numbers to the right.
    aligned: list[Callable[[str, int], str]] = [
        str.rjust,
        clip_to_cells,
        clip_to_cells,
        str.rjust,
        str.rjust,
    ]
    return [
        " ".join(
            align(cell, width) for align, cell, width in zip(aligned, cells, widths, strict=True)
        )
        for cells in rows
    ]
