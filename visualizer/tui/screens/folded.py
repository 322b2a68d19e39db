"""Folded nodes, which the tree draws as one, as a list from which to go to each."""

from collections.abc import Sequence
from typing import ClassVar

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widgets import OptionList, Static

from visualizer.look.legend import LEGEND
from visualizer.look.numbers import show
from visualizer.picture.layout.node_words import times
from visualizer.trace.rows import MovePath
from visualizer.tui import pane_layout
from visualizer.tui.scene import Scene
from visualizer.tui.screens.dialog import SceneDialog, box
from visualizer.tui.styled_lines import clipped
from visualizer.tui.widgets import Choices

FRAME = 3
"""Columns of the edges and of a scroll bar."""
LONGEST = 24
"""Cells of a move's name."""


class FoldedDialog(SceneDialog[MovePath]):
    """Lists folded nodes in the order in which they are tried, as known at this step."""

    BINDINGS: ClassVar[list[BindingType]] = [("z", "leave")]

    def __init__(self, scene: Scene, paths: Sequence[MovePath]) -> None:
        """List some children of one node."""
        super().__init__(scene)
        self.paths = paths

    def compose(self) -> ComposeResult:
        """Lay out the titles and the list."""
        parent, (titles, *rows) = self.paths[0][:-1], rows_of(self.scene, self.paths)
        heading = f"{len(rows):,} moves {f'after {self.scene.names(parent)}' if parent else 'of the root'}"
        with box(heading, "folded", "enter go, esc close") as framed:
            panes = pane_layout.side_width(self.app.size.width)  # the dialog covers them
            framed.styles.width = max(panes, cell_len(titles) + FRAME)
            yield Static(titles, id="hint", markup=False)
            yield Choices(*rows, id="choices", markup=False)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Go to the one chosen."""
        self.dismiss(self.paths[event.option_index])


def rows_of(scene: Scene, paths: Sequence[MovePath]) -> list[str]:
    """Return titles and a line for each child of a node: place, state, move, what is known of it, and its score."""
    parent = paths[0][:-1]
    scores = scene.run.scored(parent, scene.tree)[1]
    places = {move: str(place) for place, move in enumerate(scene.run.order(parent, scene.tree), 1)}
    names = {path: clipped(scene.run.move_name(path), LONGEST).rstrip() for path in paths}
    rows = [("", "", "move", "value", "order" if scores else "")]
    for path in paths:
        state = scene.state(path)
        node = scene.node(path)
        again = "" if node is None else times(scene.run, scene.tree, node)
        known = f"{scene.value(path)}{again}" or state.value
        score = show(scores[path[-1]].total) if scores else ""
        rows.append((places[path[-1]], LEGEND[state].glyph, names[path], known, score))
    widths = [max(map(cell_len, column)) for column in zip(*rows, strict=True)]
    return [" ".join(aligned(cells, widths)) for cells in rows]


def aligned(cells: Sequence[str], widths: Sequence[int]) -> list[str]:
    """Return cells padded to widths: state and move to the left, numbers to the right."""
    left = {1, 2}
    return [
        cell + " " * (width - cell_len(cell)) if place in left else " " * (width - cell_len(cell)) + cell
        for place, (cell, width) in enumerate(zip(cells, widths, strict=True))
    ]
