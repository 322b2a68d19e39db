"""A line to type in."""

from textual import events
from textual.widgets import Input

EDITING = frozenset({"backspace", "delete", "ctrl+u", "ctrl+k", "ctrl+w", "ctrl+d", "ctrl+h", "ctrl+x", "ctrl+v"})
"""Keys that change a text without being letters."""


class Prompt(Input):
    """A line to type in that handles deleting keys at once.

    Textual deletes only when the key has travelled up to the app and back: letters typed just
    behind it would be gone too.
    """

    async def on_key(self, event: events.Key) -> None:
        """Change the text before the next key is handled."""
        if event.key in EDITING:
            event.stop()
            event.prevent_default()
            for binding in self._bindings.key_to_bindings.get(event.key, [])[:1]:
                await self.run_action(binding.action)
