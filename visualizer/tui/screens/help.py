"""All keys, by what they are for, and what the signs mean."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Static

from visualizer.actions import ACTIONS, Action, sign
from visualizer.look.legend import LEGEND, State
from visualizer.tui.ascii_looks import in_ascii, stand_ins
from visualizer.tui.screens.dialog import Dialog

GROUPS = {
    "time": "Going through time",
    "selection": "Looking elsewhere (the step stays)",
    "looks": "What is drawn",
    "words": "Words",
    "compare": "Comparing",
    "files": "Files",
    "program": "The program",
}


class HelpDialog(Dialog[None]):
    """Lists actions and the legend."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("q", "leave", show=False)]

    def __init__(self, actions: Sequence[Action] = ACTIONS) -> None:
        """List the explorer's actions, or those given."""
        super().__init__()
        self.actions = actions

    def compose(self) -> ComposeResult:
        """Lay out the text."""
        with VerticalScroll(id="box") as box:
            box.border_title = "keys (escape closes)"
            table = help_text(self.actions)
            if in_ascii(self):
                table.add_row(*map(Text, stand_ins()))
            yield Static(table, id="help")


def help_text(actions: Sequence[Action]) -> Table:
    """Return all keys and the legend as a table."""
    table = Table.grid(padding=(0, 2))
    table.add_column(justify="right", no_wrap=True)
    table.add_column()
    for group, words in GROUPS.items():
        members = [action for action in actions if action.group == group and action.keys]
        if members:
            table.add_row("", Text(words, style="bold underline"))
        for action in members:
            keys = " ".join(sign(key) for key in action.keys)
            table.add_row(Text(keys, style="bold"), Text(action.about))
    table.add_row("", Text("Signs", style="bold underline"))
    for state in State:
        table.add_row(Text(LEGEND[state].glyph, style="bold"), Text(LEGEND[state].word))
    for glyphs, words in (("▲ ▼", "MAX to move, MIN to move"), ("≥3 ≤3", "at least 3, at most 3: a bound"),
                          ("≤3…", "every child so far is at most 3 for the mover"),
                          ("α β", "the window: MAX has α already, MIN has β"),
                          ("▣ ⇠", "known from a table, and where the selected answer is from (s goes there and back)"),
                          ("≠", "side by side: one search visits it and another does not")):  # fmt: skip
        table.add_row(Text(glyphs, style="bold"), Text(words))
    return table
