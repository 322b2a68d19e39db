"""How the app looks: theme, signs and motion, as they are remembered, and filters for terminals that can show less."""

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from textual.app import App
from textual.filter import LineFilter, Monochrome

from visualizer.tui.cycling import turned
from visualizer.tui.options import remembered as memory
from visualizer.tui.options.remembered import Remembered
from visualizer.tui.terminal import no_colour
from visualizer.tui.terminal.ascii_looks import AsciiFilter
from visualizer.tui.terminal.no_colour import ColourlessFilter, VisibleFilter
from visualizer.tui.themes import THEMES


class LooksApp(App[None]):
    """Looks as is asked for, else as is remembered; without `remembered` as by default, and no file is written."""

    def __init__(self, remembered: Remembered | None, theme: str, *, ascii_only: bool) -> None:
        """Begin with a theme, "" for the remembered one, and perhaps with ASCII signs alone."""
        super().__init__()
        self.keeps = remembered is not None
        self.remembered = remembered or Remembered()
        self.no_color = bool(os.environ.get("NO_COLOR"))  # Textual takes the empty word for a yes
        self.ascii_filter = AsciiFilter(enabled=ascii_only or self.remembered.ascii)
        self.colourless_filter = ColourlessFilter(enabled=self.no_color)
        self.own_filters = VisibleFilter(), self.colourless_filter, self.ascii_filter
        for each in THEMES.values():
            self.register_theme(each)
        wanted = no_colour.THEME if self.no_color else theme or self.remembered.theme
        self.theme = wanted if wanted in THEMES else "dark"
        if self.remembered.reduced_motion:
            self.animation_level = "none"

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return the filters of every line on its way to the screen."""
        filters = [each for each in super().get_line_filters() if not isinstance(each, Monochrome)]
        return [*filters, *(each for each in self.own_filters if each.enabled)]

    @property
    def looks(self) -> Mapping[str, str]:
        """Return the word for each way in which things look now."""
        return {
            "theme": self.theme,
            "signs": "ascii" if self.ascii_filter.enabled else "unicode",
            "motion": "reduced" if self.animation_level == "none" else "full",
        }

    def action_signs(self, word: str) -> None:
        """Show everything in `ascii`, or in `unicode`."""
        self.ascii_filter.enabled = word == "ascii"
        self.remember(lambda kept: replace(kept, ascii=word == "ascii"))
        for screen in self.screen_stack:
            for widget in screen.walk_children(with_self=True):
                widget.refresh()

    def action_motion(self, word: str) -> None:
        """Let things blink and glide, or not where motion is `reduced`."""
        self.animation_level = "none" if word == "reduced" else "full"
        self.remember(lambda kept: replace(kept, reduced_motion=word == "reduced"))

    def action_theme(self, name: str = "") -> None:
        """Use a theme, the next one if none is named; without colours there is only `mono`."""
        if self.no_color:
            return
        self.theme = name if name in THEMES else turned(THEMES, self.theme)
        self.remember(lambda kept: replace(kept, theme=self.theme))

    def remember(self, change: Callable[[Remembered], Remembered]) -> None:
        """Remember a change of the options from now on."""
        self.remembered = change(self.remembered)
        if self.keeps:
            memory.keep(change)

    def refresh_css(self, animate: bool = True) -> None:
        """Show the colours of the theme; before the first screen no style sheet need be parsed for that."""
        if self.screen_stack:
            super().refresh_css(animate)
        else:
            self.stylesheet.set_variables(self.get_css_variables())
