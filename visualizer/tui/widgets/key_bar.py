"""The footer."""

from textual import events

from visualizer.tui.styled_lines import Line
from visualizer.tui.widgets.painted import Painted

FooterKey = tuple[str, str, str]
"""A key, its word, and the action that it and a click do, if any."""


class KeyBar(Painted):
    """The footer: as many keys with their words as fit; each can be clicked."""

    def __init__(self, keys: list[FooterKey], *, id: str | None = None) -> None:  # noqa: A002  Textual's name
        """Show keys."""
        super().__init__(id=id)
        self.keys = keys

    def lines(self) -> list[Line]:
        """Return the only line."""
        line: Line = [(" ", "text")]
        for key, word, _ in self.fitting():
            line += [(key, "key"), (f" {word}  ", "dim")]
        return [line]

    def fitting(self) -> list[FooterKey]:
        """Return the keys that fit; the last two always do."""
        always, shown = self.keys[-2:], list[FooterKey]()
        room = self.size.width - 1 - sum(cells_of(key, word) for key, word, _ in always)
        for key, word, action in self.keys[:-2]:
            if cells_of(key, word) <= room:
                room -= cells_of(key, word)
                shown.append((key, word, action))
        return [*shown, *always]

    async def on_click(self, event: events.Click) -> None:
        """Do the action of the key under the mouse."""
        at = 1
        for key, word, action in self.fitting():
            if at <= event.x < at + cells_of(key, word) and action:
                await self.run_action(action)
            at += cells_of(key, word)


def leading_back(keys: list[FooterKey]) -> list[FooterKey]:
    """Return a footer whose last key leads back to where a screen was opened; quitting gives way to it.

    >>> leading_back([("x", "cut", ""), ("?", "help", ""), ("q", "quit", "")])[-2:]
    [('?', 'help', ''), ('esc', 'back', "screen.act('back')")]
    """
    *others, helped, left = keys
    return [*others, left, helped, ("esc", "back", "screen.act('back')")]


def cells_of(key: str, word: str) -> int:
    """Return how many cells a key and its word take, with the spaces."""
    return len(key) + len(word) + 3
