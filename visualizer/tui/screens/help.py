"""All keys, by what they are for, and what the signs mean."""

from __future__ import annotations

from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Static

from visualizer.actions import ACTIONS, sign
from visualizer.legend import LEGEND, State
from visualizer.tui.screens.dialog import Dialog
from visualizer.tui.widgets import Painted

GROUPS = {
    "time": "Going through time",
    "selection": "Looking elsewhere (the step stays)",
    "looks": "What is drawn",
    "words": "Words",
    "files": "Files",
    "program": "The program",
}


class HelpDialog(Dialog[None]):
    """Lists the table of actions and the legend."""

    def compose(self) -> ComposeResult:
        """Lay out the text."""
        with VerticalScroll(id="box") as box:
            box.border_title = "keys (escape closes)"
            yield Static(help_text(Painted.translate), id="help")


def help_text(translate: object) -> Table:
    """Return all keys and the legend as a table."""
    say = translate if callable(translate) else str
    table = Table.grid(padding=(0, 2))
    table.add_column(justify="right", no_wrap=True)
    table.add_column()
    for group, words in GROUPS.items():
        table.add_row("", Text(words, style="bold underline"))
        for action in ACTIONS:
            if action.group == group and action.keys:
                keys = " ".join(str(say(sign(key))) for key in action.keys)
                table.add_row(Text(keys, style="bold"), Text(str(say(action.about))))
    table.add_row("", Text("Signs", style="bold underline"))
    for state in State:
        table.add_row(Text(str(say(LEGEND[state].glyph)), style="bold"), Text(LEGEND[state].word))
    for glyphs, words in (("▲ ▼", "MAX to move, MIN to move"), ("≥3 ≤3", "at least 3, at most 3: a bound"),
                          ("≤3…", "every child so far is at most 3 for the mover"),
                          ("α β", "the window: MAX has α already, MIN has β")):  # fmt: skip
        table.add_row(Text(str(say(glyphs)), style="bold"), Text(str(say(words))))
    return table
