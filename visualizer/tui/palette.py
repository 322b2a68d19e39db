"""The command palette: the table of actions, each to be found by its words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from textual.command import DiscoveryHit, Hit, Hits, Provider

from visualizer.actions import ACTIONS, Action, sign
from visualizer.tui.screens.explore import ExploreScreen

ANYWHERE = frozenset({"theme", "quit"})
"""Actions that need no explorer."""


class ActionProvider(Provider):
    """Offers what the screen below the palette can do: the whole table in the explorer."""

    def actions(self) -> Iterator[tuple[Action, Callable[[], Any]]]:
        """Return the actions that can be done here, and how."""
        screen = self.screen
        for action in ACTIONS:
            if isinstance(screen, ExploreScreen):
                yield action, partial(do, screen, action.name)
            elif action.name in ANYWHERE:
                yield action, partial(self.app.run_action, f"app.{action.name}")

    async def discover(self) -> Hits:
        """List everything before anything is typed."""
        for action, command in self.actions():
            yield DiscoveryHit(words(action), command, help=keys(action))

    async def search(self, query: str) -> Hits:
        """List what fits what is typed."""
        matcher = self.matcher(query)
        for action, command in self.actions():
            score = matcher.match(words(action))
            if score > 0:
                yield Hit(score, matcher.highlight(words(action)), command, words(action), keys(action))


async def do(screen: ExploreScreen, name: str) -> None:
    """Do an action of the explorer."""
    if name == "palette":
        screen.app.action_command_palette()
    elif hasattr(screen, f"do_{name}") or not name.startswith(("tree", "board")):
        screen.action_act(name)


def words(action: Action) -> str:
    """Return what an action is called in the list."""
    return f"{action.name.replace('_', ' ')}: {action.about}"


def keys(action: Action) -> str:
    """Return the keys of an action."""
    return " ".join(map(sign, action.keys))
