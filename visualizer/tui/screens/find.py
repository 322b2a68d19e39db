"""Finding nodes by a move or a value."""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widgets import Input, OptionList, Static

from visualizer.trace.rows import MovePath
from visualizer.tui.scene import Scene
from visualizer.tui.screens.dialog import SceneDialog, box
from visualizer.tui.widgets import Choices, Prompt

MOST_FOUND = 200


class FindDialog(SceneDialog[MovePath]):
    """Finds visited nodes by a move's name or a value, as known so far."""

    BINDINGS: ClassVar[list[BindingType]] = [("down", "pick(1)"), ("up", "pick(-1)")]

    found: Sequence[MovePath] = ()

    def compose(self) -> ComposeResult:
        """Lay out the field and the list of what is found."""
        with box("find a move or a value"):
            yield Prompt(placeholder=f"{next(iter(self.scene.run.choices(())), 'e3')}, or 12", id="field")
            yield Choices(id="choices", markup=False)
            yield Static("↑ ↓ pick, enter goes there", id="hint")

    def on_input_changed(self, event: Input.Changed) -> None:
        """List what fits what is typed."""
        self.found = find(self.scene, event.value.strip())
        lines = [f"{self.scene.names(path)}  {self.scene.value(path)}" for path in self.found]
        self.query_one(Choices).list(lines, 0)
        nothing = event.value.strip() and not self.found
        words = "nothing visited so far has this move or this value" if nothing else "↑ ↓ pick, enter goes there"
        self.query_one("#hint", Static).update(words)

    def action_pick(self, by: int) -> None:
        """Highlight the next (1) or previous (-1) node found; the field keeps the focus."""
        choices = self.query_one(Choices)
        if choices.highlighted is not None:
            choices.highlighted = max(0, min(len(self.found) - 1, choices.highlighted + by))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Go to the highlighted node."""
        self.query_one(Choices).action_select()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Go to the one chosen."""
        self.dismiss(self.found[event.option_index])


def find(scene: Scene, text: str) -> list[MovePath]:
    """Return MOST_FOUND visited nodes whose move, value or tag is the text, then those whose move begins with it.

    Those nearest the root come first.
    """
    run, exact, begun = scene.run, [], []
    if not text:
        return []
    for node in scene.tree.nodes()[1:20_000]:
        path = run.path(node)
        name = run.move_name(path)
        value = scene.value(path) if scene.tree.move_count(node) == 0 or len(path) < 3 else ""
        whole = " " in text and text == " ".join(run.names(path))
        if whole or text in (name, value.strip("≥≤…"), value, *scene.tree.remark(node)[0]):
            exact.append(path)
        elif name.startswith(text):
            begun.append(path)
    return [*sorted(exact, key=len), *sorted(begun, key=len)][:MOST_FOUND]
