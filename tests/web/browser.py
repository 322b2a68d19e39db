"""Chromium without a window, steered through its debugging socket, and what stands on the terminal in its page."""

from __future__ import annotations

import asyncio
import base64
import itertools
import json
import shutil
from asyncio.subprocess import DEVNULL
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyte

from tests.terminal.test_terminal import UNKNOWN

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from aiohttp import ClientSession, ClientWebSocketResponse

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
    "--disable-background-networking", "--disable-component-update", "--remote-debugging-port=0",
)  # fmt: skip
PATIENCE = 60
"""Seconds that a busy machine may take for anything."""
KEYS = {"Enter": 13, "Escape": 27, "Tab": 9, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40}
"""The codes of keys that have a name."""


class Tab:
    """A tab: what it requested, what its console says, and the screen that the page was sent."""

    def __init__(self, name: str, socket: ClientWebSocketResponse) -> None:
        """Follow the tab with a name through its debugging socket."""
        self.name, self.socket = name, socket
        self.requests, self.said = list[str](), list[str]()
        self.screen = pyte.Screen(80, 24)
        self.stream = pyte.ByteStream(self.screen)
        self.news = asyncio.Event()
        self._numbers = itertools.count(1)
        self._answers: dict[int, asyncio.Future[Any]] = {}
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        async for message in self.socket:
            said = message.json()
            if "id" in said:
                self._answers.pop(said["id"]).set_result(said.get("result") or said)
                continue
            match said["method"], said["params"]:
                case "Network.requestWillBeSent", given:
                    self.requests.append(given["request"]["url"])
                case "Network.webSocketFrameReceived", {"response": {"opcode": 2, "payloadData": data}}:
                    self.stream.feed(UNKNOWN.sub(b"", base64.b64decode(data)))
                case "Network.webSocketFrameSent", {"response": {"opcode": 1, "payloadData": text}}:
                    match json.loads(text):
                        case ["resize", {"width": width, "height": height}]:
                            self.screen.resize(height, width)
                case ("Log.entryAdded", {"entry": {"text": text, "level": "error"}}) | (
                    "Runtime.exceptionThrown",
                    {"exceptionDetails": {"text": text}},
                ):
                    self.said.append(text)
            self.news.set()

    async def ask(self, method: str, **given: Any) -> Any:
        """Call a method of the browser and return what it answers."""
        number = next(self._numbers)
        self._answers[number] = asyncio.get_running_loop().create_future()
        await self.socket.send_json({"id": number, "method": method, "params": given})
        return await asyncio.wait_for(self._answers[number], PATIENCE)

    async def value(self, expression: str) -> Any:
        """Return the value of an expression in the page."""
        found = await self.ask("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        return found["result"].get("value")

    def text(self) -> str:
        """Return the screen, line by line."""
        return "\n".join(line.rstrip() for line in self.screen.display)

    async def sees(self, *words: str) -> None:
        """Wait until words stand on the screen."""
        try:
            async with asyncio.timeout(PATIENCE):
                while not all(word in self.text() for word in words):
                    self.news.clear()
                    await self.news.wait()
        except TimeoutError:
            raise AssertionError(f"{words} never came:\n{self.text()}\n{self.said}") from None

    async def shows(self, expression: str) -> None:
        """Wait until something is true in the page."""
        async with asyncio.timeout(PATIENCE):
            while not await self.value(expression):
                await asyncio.sleep(0.05)

    async def press(self, *keys: str) -> None:
        """Press keys: letters, or names as JavaScript has them."""
        for key in keys:
            given = {"key": key, "windowsVirtualKeyCode": KEYS[key]} if key in KEYS else {"key": key, "text": key}
            given |= {"text": "\r"} if key == "Enter" else {}
            await self.ask("Input.dispatchKeyEvent", type="keyDown", **given)
            await self.ask("Input.dispatchKeyEvent", type="keyUp", key=key)

    async def click(self, words: str) -> None:
        """Click in the middle of words on the screen."""
        line, row = next((line, row) for row, line in enumerate(self.screen.display) if words in line)
        width, height = await self.value(
            "(() => { const box = document.querySelector('.xterm-screen').getBoundingClientRect();"
            " return [box.width, box.height] })()"
        )
        x = (line.index(words) + len(words) / 2) * width / self.screen.columns
        place = {"x": x, "y": (row + 0.5) * height / self.screen.lines, "button": "left", "clickCount": 1}
        await self.ask("Input.dispatchMouseEvent", type="mousePressed", **place)
        await self.ask("Input.dispatchMouseEvent", type="mouseReleased", **place)

    async def resize(self, width: int, height: int) -> None:
        """Make the window as large as so many dots."""
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        await self.ask("Emulation.setDeviceMetricsOverride", **metrics)

    async def picture(self, file: Path) -> None:
        """Save what the tab shows as a PNG."""
        shot = await self.ask("Page.captureScreenshot", format="png")
        file.write_bytes(base64.b64decode(shot["data"]))


class Browser:
    """A browser that has been started."""

    def __init__(self, session: ClientSession, port: int) -> None:
        """Steer the browser that listens at a port."""
        self.session, self.port = session, port

    async def open(self, url: str) -> Tab:
        """Open an address in a new tab."""
        async with self.session.put(f"http://127.0.0.1:{self.port}/json/new?about:blank") as answer:
            found = await answer.json()
        tab = Tab(found["id"], await self.session.ws_connect(found["webSocketDebuggerUrl"], max_msg_size=0))
        for domain in ("Network", "Page", "Runtime", "Log"):
            await tab.ask(f"{domain}.enable")
        await tab.ask("Page.navigate", url=url)
        return tab

    async def close(self, tab: Tab) -> None:
        """Close a tab."""
        async with self.session.get(f"http://127.0.0.1:{self.port}/json/close/{tab.name}"):
            await tab.socket.close()


@asynccontextmanager
async def browser(folder: Path, *flags: str) -> AsyncIterator[Browser]:
    """Start Chromium with a profile of its own, and end it."""
    from aiohttp import ClientSession  # a test that is skipped without it has looked before

    profile = folder / "profile"
    process = await asyncio.create_subprocess_exec(
        str(CHROMIUM), *FLAGS, *flags, f"--user-data-dir={profile}", "about:blank", stdout=DEVNULL, stderr=DEVNULL
    )
    try:
        async with asyncio.timeout(PATIENCE):
            while not (profile / "DevToolsActivePort").is_file() or not (profile / "DevToolsActivePort").read_text():
                await asyncio.sleep(0.05)
        port = int((profile / "DevToolsActivePort").read_text().split()[0])
        async with ClientSession() as session:
            yield Browser(session, port)
    finally:
        process.terminate()
        await process.wait()
