"""The command palette: all actions, each found by its words."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from textual import events
from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.command import CommandList, CommandPalette, DiscoveryHit, Hit, Hits, Provider
from textual.content import Content
from textual.widgets import OptionList

from visualizer.apps.actions import Action, actions_of, bound_actions, key_sign
from visualizer.apps.tui.screens.action_screen import ActionScreen
from visualizer.apps.tui.screens.foreground import ForegroundScreen
from visualizer.apps.tui.widgets.inputs import Choices, has_pages


class PaletteList(CommandList, Choices):
    """The palette's list, without the faults of Textual's lists."""


class Palette(CommandPalette, ForegroundScreen[None]):
    """The palette, without some faults of Textual 8.2.

    Textual's own palette fails when a list without room turns pages, when a search goes on while
    the palette is being closed (its list is removed first), at a click outside the screen, and at a
    click on a line that has been removed.
    """

    def compose(self) -> ComposeResult:
        """Lay out the widgets, with our own list."""
        for widget in super().compose():
            if isinstance(widget, CommandList):
                yield PaletteList()
            else:
                yield widget

    def dismiss(self, result: Any = None) -> AwaitComplete:
        """Close, and stop the timers that would show something later."""
        self._stop_busy_countdown()
        self._stop_no_matches_countdown()
        return super().dismiss(result)

    def _gather_commands(self, search_value: str) -> Any:
        """Begin to search, unless the palette is being closed."""
        if self.is_in_front:
            return super()._gather_commands(search_value)
        return None

    def _watch__list_visible(self) -> None:
        """Show or hide the list, unless the palette is being closed."""
        if self.is_in_front:
            super()._watch__list_visible()

    async def _watch__show_busy(self) -> None:
        """Show or hide the progress of the search, unless the palette is being closed."""
        if self.is_in_front:
            await super()._watch__show_busy()

    def on_click(self, event: events.Click) -> None:
        """Ignore a click that a resize has left outside, where Textual fails to find a widget."""
        if not self.region.contains(event.screen_x, event.screen_y):
            event.prevent_default()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Disable paging while there is nothing to page through."""
        if action == "command_list":
            listed = self.query(OptionList)
            return bool(listed) and has_pages(listed.first())
        return super().check_action(action, parameters)


class ActionProvider(Provider):
    """Offers the actions of the screen below the palette."""

    def actions(self) -> Iterator[tuple[Action, Callable[[], Any]]]:
        """Yield the actions of this screen, each with the function that performs it."""
        screen = self.screen
        # On the start screen, the app itself does the actions.
        if isinstance(screen, ActionScreen):
            for action in actions_of(screen.place):
                yield action, partial(screen.perform, action.name)
        else:
            for action in actions_of("start"):
                yield action, partial(self.app.run_action, f"app.{action.name}")

    async def discover(self) -> Hits:
        """List everything before anything is typed."""
        for action, command in self.actions():
            content = content_with_keys(Content(action.about), action)
            yield DiscoveryHit(content, command, action.about)

    async def search(self, query: str) -> Hits:
        """List the actions whose name or words match the typed text."""
        matcher = self.matcher(query)
        for action, command in self.actions():
            name = action.name.replace("_", " ")
            score = max(matcher.match(action.about), matcher.match(name))
            if score > 0:
                content = content_with_keys(matcher.highlight(action.about), action)
                yield Hit(score, content, command, action.about)


def shown_keys(action: Action) -> str:
    """Return an action's keys as they are shown."""
    return " ".join(map(key_sign, action.keys))


def content_with_keys(words: Content, action: Action) -> Content:
    """Return the words about an action, after a column with its keys."""
    # As wide as the longest keys of all actions, so that the words line up.
    width = max(len(shown_keys(other)) for other in bound_actions())
    return Content.assemble((f"{shown_keys(action):<{width}}  ", "dim"), words)
