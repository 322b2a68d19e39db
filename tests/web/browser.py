"""The program's page in Chromium, and what stands on the terminal in it."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pyte

from tests.chromium import Tab
from tests.processes import waits_until
from tests.terminal.test_terminal import UNKNOWN

if TYPE_CHECKING:
    from pyte import Screen


class TerminalTab(Tab):
    """A tab with the program in it: the screen is drawn from what the page was sent."""

    def __init__(self, reading: int, writing: int) -> None:
        """Talk through two files."""
        self.screen: Screen = pyte.Screen(80, 24)
        self.stream = pyte.ByteStream(self.screen)
        super().__init__(reading, writing)

    def _hear(self, method: str | None, given: Any) -> None:
        super()._hear(method, given)
        if isinstance(given, dict):
            frame = given.get("response", {})
        else:
            frame = {}
        if method == "Network.webSocketFrameReceived" and frame["opcode"] == 2:
            self.stream.feed(UNKNOWN.sub(b"", base64.b64decode(frame["payloadData"])))
        elif method == "Network.webSocketFrameSent" and frame["opcode"] == 1:
            what, *said = json.loads(frame["payloadData"])
            if what == "resize":
                self.screen.resize(said[0]["height"], said[0]["width"])

    def visit(self, url: str) -> None:
        """Go to an address."""
        self.ask("Page.navigate", url=url)

    def text(self) -> str:
        """Return the screen, line by line."""
        return "\n".join(line.rstrip() for line in self.screen.display)

    def waits_until(self, what: Callable[[], object]) -> None:
        """Wait until something is true, of the screen or in the page."""

        def holds() -> object:
            self.value("0")  # which hears what was said in between
            return what()

        waits_until(holds, lambda: f"{self.text()}\n{self.errors}")

    def sees(self, *words: str) -> None:
        """Wait until words stand on the screen."""
        self.waits_until(lambda: all(word in self.text() for word in words))

    def click_on(self, words: str) -> None:
        """Click in the middle of words on the screen."""
        line, row = next(
            (line, row) for row, line in enumerate(self.screen.display) if words in line
        )
        width, height = self.value(
            "(() => { const box = document.querySelector('.xterm-screen').getBoundingClientRect();"
            " return [box.width, box.height] })()"
        )
        x = (line.index(words) + len(words) / 2) * width / self.screen.columns
        y = (row + 0.5) * height / self.screen.lines
        for kind in ("mousePressed", "mouseReleased"):
            self.ask(
                "Input.dispatchMouseEvent",
                type=kind,
                x=x,
                y=y,
                button="left",
                clickCount=1,
            )
