"""The list of all keys in groups, with the signs of the legend."""

from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from visualizer.apps.actions import Action, actions_of, key_sign, main_key_of
from visualizer.apps.tui.screens.dialog import TextDialog
from visualizer.apps.tui.terminal.ascii_looks import explain_single_characters
from visualizer.look.legend import STATE_LOOKS, State

ACTION_GROUP_TITLES = {
    "lesson": "The lesson",
    "time": "Going through time",
    "selection": "Looking elsewhere (the current step does not change)",
    "looks": "What is drawn",
    "code": "Your own code, with visualizer watch",
    "playing": "Playing",
    "practice": "Practising",
    "steps": "Being the search",
    "edit": "A tree to play with",
    "words": "Words",
    "sides": "Comparing",
    "compare": "Comparing",
    "files": "Files",
    "program": "The program",
}
"""The titles of the groups of actions in the list of keys."""


def help_dialog(place: str, *, ascii_only: bool) -> TextDialog:
    """Return a dialog that lists the keys of a screen."""
    return TextDialog("keys", help_text(actions_of(place), ascii_only=ascii_only))


def help_text(actions: Sequence[Action], *, ascii_only: bool) -> Table:
    """Return a table with the keys of some actions, by group, and the legend of signs.

    With `ascii_only`, the table also explains the ASCII signs that replace others.
    """
    table = Table.grid(padding=(0, 2))
    table.add_column(justify="right", no_wrap=True)
    table.add_column()
    for group, title in ACTION_GROUP_TITLES.items():
        members = [action for action in actions if action.group == group and action.keys]
        if members:
            add_title(table, title)
        for action in members:
            add_row(table, " ".join(map(key_sign, action.keys)), action.about)
    add_title(table, "Signs")
    for state in State:
        look = STATE_LOOKS[state]
        add_row(table, look.glyph, look.word)
    for glyphs, words in sign_explanations():
        add_row(table, glyphs, words)
    if ascii_only:
        table.add_row(*map(Text, explain_single_characters()))
    return table


def add_title(table: Table, title: str) -> None:
    """Add the title of a group of rows."""
    table.add_row("", Text(title, style="bold underline"))


def add_row(table: Table, signs: str, words: str) -> None:
    """Add a row with keys or signs, and their meaning."""
    table.add_row(Text(signs, style="bold"), Text(words))


def sign_explanations() -> Sequence[tuple[str, str]]:
    """Return the signs that do not show a node's state, each with its meaning."""
    source_words = (
        "known from a table, and where the selected answer comes from "
        f"({main_key_of('source')} goes there and back)"
    )
    return (
        ("▲ ▼", "MAX to move, MIN to move"),
        ("≥3 ≤3", "'at least 3' or 'at most 3': only a bound"),
        ("≤3…", "so far every child is worth at most 3 to the side to move"),
        ("α β", "the window: MAX already has α, MIN already has β"),
        ("▣ ⇠", source_words),
        ("⌂ 3", "stopping there is best: stand pat"),
        ("≠", "side by side: one search visits it, but another does not"),
    )
