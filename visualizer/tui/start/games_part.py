"""The first part of the start screen: which game, by its name or from a file."""

from __future__ import annotations

import textwrap
from collections.abc import Callable

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Input, OptionList

from visualizer.tui.start import catalog, messages
from visualizer.tui.start.catalog import RECENT
from visualizer.tui.start.fields import Pick, TextField, entry
from visualizer.tui.start.model import Model

WIDE, WIDEST = 29, 39
"""Columns for a game's line at two sizes."""


class GamesPart(Vertical):
    """Lists the games, what was opened last before them; `edited` is called when one is taken."""

    def __init__(self, model: Model, edited: Callable[[], None]) -> None:
        """Pick a game for a model."""
        super().__init__(id="games-part", classes="part")
        self.border_title = "1 game"
        self.model, self.edited = model, edited
        self._shown: tuple[tuple[str, ...], int] | None = None

    def compose(self) -> ComposeResult:
        """Lay out the list, and the field for a file."""
        yield Pick(id="games", markup=False)
        yield TextField("file", "", hint="my.py or a .run", id="file")

    def paint(self) -> None:
        """List the games, each with its line where there is room, unless they are listed so already."""
        width = WIDEST if self.screen.has_class("-widest") else WIDE if self.screen.has_class("-wide") else 0
        games = self.model.games
        if self._shown == (shown := ((*games,), width)):
            return
        self._shown = shown
        lines = [indented(self.about_line(name), width) if width else "" for name in games]
        titles = ["Opened last" if name == RECENT else catalog.title_of_game(name) for name in games]
        options = [
            entry(title, line, "\n", faint=name in self.model.missing)
            for name, title, line in zip(games, titles, lines, strict=True)
        ]
        self.query_one(Pick).list(options, games.index(self.model.listed))

    def about_line(self, name: str) -> str:
        """Return the line about a game."""
        if name == RECENT:
            return f"{len(self.model.recent)} to go on with"
        return self.model.missing.get(name) or catalog.about_game(name)

    def about(self) -> str:
        """Return a sentence about the game whose positions are listed."""
        name = self.model.listed
        return messages.sentence(self.about_line(name) if name else "what you opened last, the latest first")

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Take the game that was picked."""
        event.stop()
        name = self.model.games[event.option_index]
        if name != self.model.listed:
            self.model.turn_to(name)
            self.edited()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Wait for enter."""
        event.stop()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Load the file that was named; without a name, enter starts."""
        name = event.value.strip()
        if not name:
            return
        event.stop()
        loaded = self.model.open(name)
        self.edited()
        if loaded:
            self.screen.query_one("#positions").focus()


def indented(about: str, width: int) -> str:
    """Break a sentence into lines that stand in a little."""
    return textwrap.fill(about, width, initial_indent="  ", subsequent_indent="  ")
