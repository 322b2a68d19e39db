"""All keys, by what they are for, and what the signs mean."""

from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from visualizer.actions import Action, sign
from visualizer.look.legend import LEGEND, State
from visualizer.tui.ascii_looks import stand_ins

GROUPS = {
    "lesson": "The lesson",
    "time": "Going through time",
    "selection": "Looking elsewhere (the step stays)",
    "looks": "What is drawn",
    "playing": "Playing",
    "practice": "Practising",
    "edit": "A tree to play with",
    "words": "Words",
    "sides": "Comparing",
    "compare": "Comparing",
    "files": "Files",
    "program": "The program",
}


def help_text(actions: Sequence[Action], *, ascii_only: bool) -> Table:
    """Return all keys and the legend as a table; with `ascii_only`, the signs that replace others too."""
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
    states = [(LEGEND[state].glyph, LEGEND[state].word) for state in State]
    for glyphs, words in (*states, ("▲ ▼", "MAX to move, MIN to move"), ("≥3 ≤3", "at least 3, at most 3: a bound"),
                          ("≤3…", "every child so far is at most 3 for the mover"),
                          ("α β", "the window: MAX has α already, MIN has β"),
                          ("▣ ⇠", "known from a table, and where the selected answer is from (s goes there and back)"),
                          ("≠", "side by side: one search visits it and another does not")):  # fmt: skip
        table.add_row(Text(glyphs, style="bold"), Text(words))
    if ascii_only:
        table.add_row(*map(Text, stand_ins()))
    return table
