"""Chromium without a window, steered through a pipe: it is pressed and looked at as a person
does.
"""

from __future__ import annotations

import base64
import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--remote-debugging-pipe",
)
needs_chromium = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed"),
]
"""Marks of a parameter of a test that starts it."""
CODES = {
    "Enter": 13,
    "Tab": 9,
    " ": 32,
    "PageUp": 33,
    "PageDown": 34,
    "End": 35,
    "Home": 36,
    "ArrowLeft": 37,
    "ArrowUp": 38,
    "ArrowRight": 39,
    "ArrowDown": 40,
    "Backspace": 8,
    "Escape": 27,
}
"""The codes of keys that do something by themselves."""
TEXTS = {"Enter": "\r", " ": " "}


class Tab:
    """A page, and what was said of it: the addresses that it asked for, and its errors."""

    def __init__(self, reading: int, writing: int) -> None:
        """Talk through two files, and open an empty page."""
        self.reading = reading
        self.writing = writing
        self.session = ""
        self.number = 0
        self.rest = b""
        self.requests = list[str]()
        self.errors = list[str]()
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.ask(f"{domain}.enable")

    def ask(self, method: str, **given: Any) -> Any:
        """Call a method of the browser and return what it answers."""
        self.number += 1
        request = {
            "id": self.number,
            "method": method,
            "params": given,
        }
        os.write(
            self.writing,
            json.dumps(request | ({"sessionId": self.session} if self.session else {})).encode()
            + b"\0",
        )
        while (said := self._next()).get("id") != self.number:
            self._hear(said.get("method"), said.get("params", {}))
        assert "error" not in said, said
        return said["result"]

    def _next(self) -> Any:
        """Return the next message."""
        while b"\0" not in self.rest:
            got = os.read(self.reading, 1 << 16)
            assert got, "the browser has ended"
            self.rest += got
        message, _, self.rest = self.rest.partition(b"\0")
        return json.loads(message)

    def _hear(self, method: str | None, given: Any) -> None:
        if method == "Network.requestWillBeSent":
            self.requests.append(given["request"]["url"])
        elif method == "Runtime.exceptionThrown":
            self.errors.append(
                given["exceptionDetails"].get("exception", {}).get("description", "an error")
            )
        elif method == "Log.entryAdded" and given["entry"]["level"] == "error":
            self.errors.append(given["entry"]["text"])

    def open(self, file: Path) -> None:
        """Open a file and wait until it is there."""
        self.ask("Page.navigate", url=file.as_uri())
        while (
            self.value("document.readyState") != "complete"
            or self.value("location.href") != file.as_uri()
        ):
            pass

    def value(self, expression: str) -> Any:
        """Return the value of an expression in the page."""
        found = self.ask(
            "Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True
        )
        assert "exceptionDetails" not in found, found
        return found["result"].get("value")

    def press(self, *keys: str, shift: bool = False) -> None:
        """Press keys: letters, or names as JavaScript has them."""
        for key in keys:
            text = TEXTS.get(key, "" if key in CODES else key)
            code = CODES.get(key) or (ord(key.upper()) if key.isalnum() else 0)
            given = {
                "key": key,
                "windowsVirtualKeyCode": code,
                "modifiers": 8 * shift,
            }
            self.ask(
                "Input.dispatchKeyEvent",
                type="keyDown" if text else "rawKeyDown",
                text=text,
                **given,
            )
            self.ask("Input.dispatchKeyEvent", type="keyUp", **given)

    def click(self, selector: str) -> None:
        """Click in the middle of an element."""
        x, y = self.value(f"""(() => {{
            const it = document.querySelector({json.dumps(selector)});
            it.scrollIntoView({{block: "center"}});
            const box = it.getBoundingClientRect();
            return [box.x + box.width / 2, box.y + box.height / 2];
        }})()""")
        for kind in ("mousePressed", "mouseReleased"):
            self.ask(
                "Input.dispatchMouseEvent",
                type=kind,
                x=x,
                y=y,
                button="left",
                clickCount=1,
            )

    def look(
        self,
        width: int,
        height: int,
        *,
        dark: bool = False,
    ) -> None:
        """Make the page so many dots large, light or dark."""
        self.ask(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=False,
        )
        features = [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]
        self.ask("Emulation.setEmulatedMedia", features=features)

    def picture(self, file: Path, *, whole: bool = False) -> None:
        """Save what is seen as a PNG."""
        shot = self.ask("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        file.write_bytes(base64.b64decode(shot["data"]))


@contextmanager
def chromium(folder: Path) -> Iterator[Tab]:
    """Start Chromium with a profile of its own and an empty tab, and end it."""
    with started(folder) as files:
        yield Tab(*files)


@contextmanager
def started(folder: Path, *flags: str) -> Iterator[tuple[int, int]]:
    """Start Chromium with more flags, and end it; yield the files to read from it and to write
    to it.
    """
    its_reading, writing = os.pipe()
    reading, its_writing = os.pipe()
    files = [(os.POSIX_SPAWN_DUP2, its_reading, 3), (os.POSIX_SPAWN_DUP2, its_writing, 4)]
    words = [str(CHROMIUM), *FLAGS, *flags, f"--user-data-dir={folder / 'profile'}", "about:blank"]
    null = [(os.POSIX_SPAWN_OPEN, each, os.devnull, os.O_WRONLY, 0) for each in (1, 2)]
    process = os.posix_spawn(
        words[0],
        words,
        os.environ,
        file_actions=[*files, *null],
    )
    os.close(its_reading)
    os.close(its_writing)
    try:
        yield reading, writing
    finally:
        with suppress(OSError):
            os.write(writing, b'{"id":0,"method":"Browser.close"}\0')
        os.close(writing)
        os.waitpid(process, 0)
        os.close(reading)
