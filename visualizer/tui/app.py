"""The app: themes, remembered options, and which screen is shown."""

from __future__ import annotations

from typing import ClassVar

from textual.app import App
from textual.binding import BindingType

from visualizer.run import Run
from visualizer.tui import widgets
from visualizer.tui.ascii_looks import single
from visualizer.tui.moving import Chosen
from visualizer.tui.screens.explore import ExploreScreen
from visualizer.tui.themes import THEMES


class VisualizerApp(App[None]):
    """Shows the explorer of a run."""

    CSS_PATH = "explorer.tcss"
    TITLE = "visualizer"
    ENABLE_COMMAND_PALETTE = True
    BINDINGS: ClassVar[list[BindingType]] = []

    def __init__(self, run: Run | None, *, ascii_only: bool = False, theme: str = "dark", view: str = "") -> None:
        """Explore a run."""
        super().__init__()
        self.first_run, self.first_view = run, view
        if ascii_only:
            widgets.Painted.translate = staticmethod(single)
        for each in THEMES.values():
            self.register_theme(each)
        self.theme = theme

    def on_mount(self) -> None:
        """Show the first screen."""
        if self.first_run is not None:
            self.push_screen(ExploreScreen(self.first_run, self.first_view))

    def on_chosen(self, message: Chosen) -> None:
        """Do or remember what a screen chose."""
        if message.what == "theme":
            names = [*THEMES]
            self.theme = names[(names.index(self.theme) + 1) % len(names)] if self.theme in names else names[0]
