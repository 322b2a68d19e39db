"""One visitor's program: a process of its own, drawn and steered through a socket.

Textual's `WebDriver` draws there. Packets go to and fro, each behind a letter and a length: D for
what is drawn or typed, M for anything else, in JSON. A line of its own comes before the first.
"""

import asyncio
from asyncio.subprocess import PIPE, Process
from collections.abc import Sequence
from contextlib import suppress

from aiohttp import web

from visualizer.searching.data_files import format_json, read_json
from visualizer.support.processes import own_python_command

EXIT_SECONDS = 3.0
"""Seconds that a process has to end by itself once its visitor has gone."""
MAX_SCREEN_CELLS = 1_000
"""Columns and lines of a screen."""
BROWSER_ENVIRONMENT = {
    "TEXTUAL_DRIVER": "textual.drivers.web_driver:WebDriver",
    "TEXTUAL_FPS": "60",
    "TEXTUAL_COLOR_SYSTEM": "truecolor",
    "TERM": "xterm-256color",
    "PYTHONUTF8": "1",
}
"""Variables that tell the process that its screen is a page, which can show everything."""
FIRST_PACKET_LINE = b"__GANGLION__\n"
"""The line before the first packet."""


class Visitor:
    """A process of the program, from the first to the last message of one socket."""

    def __init__(self, process: Process, socket: web.WebSocketResponse) -> None:
        """Draw what a process writes through a socket, which is closed when the process ends."""
        assert process.stdin is not None  # it is a pipe, as is its output
        assert process.stdout is not None
        self._process = process
        self._socket = socket
        self._stdin = process.stdin
        self._stdout = process.stdout
        self._drawing = asyncio.create_task(self._draw())

    async def _draw(self) -> None:
        with suppress(asyncio.IncompleteReadError, asyncio.LimitOverrunError, ConnectionError):
            await self._stdout.readuntil(FIRST_PACKET_LINE)
            while True:
                kind = await self._stdout.readexactly(1)
                size = await self._stdout.readexactly(4)
                payload = await self._stdout.readexactly(int.from_bytes(size))
                if kind == b"D":
                    await self._socket.send_bytes(payload)
        await self._socket.close()

    async def _send(self, kind: bytes, payload: bytes) -> None:
        with suppress(ConnectionError):  # it has ended
            self._stdin.write(kind + len(payload).to_bytes(4) + payload)
            await self._stdin.drain()

    async def obey(self, text: str) -> None:
        """Pass on a message of the page; anything else is ignored."""
        with suppress(ValueError):
            match read_json(text):
                case ["stdin", str(typed)]:
                    await self._send(b"D", typed.encode("utf-8", "ignore"))
                case ["resize", {"width": int(width), "height": int(height)}]:
                    await self._tell(
                        type="resize",
                        width=clamp_screen_cells(width),
                        height=clamp_screen_cells(height),
                    )
                case ["focus" | "blur" as change]:
                    await self._tell(type=change)

    async def _tell(self, **what: str | int) -> None:
        await self._send(b"M", format_json(what).encode())

    async def stop(self) -> None:
        """Ask the process to end; after some seconds end it by force."""
        by_force = asyncio.get_running_loop().call_later(EXIT_SECONDS, kill_process, self._process)
        try:
            await self._tell(type="quit")
            await self._process.wait()
            await self._drawing
        finally:
            by_force.cancel()


async def start_program(words: Sequence[str], width: int, height: int) -> Process:
    """Run the program with words of the command line, on a screen of that size.

    It has a session of its own, so that Ctrl-C in the server's terminal does not end it; what it
    prints at its end appears there.
    """
    command, environment = own_python_command("visualizer", *words)
    size = {"COLUMNS": str(width), "ROWS": str(height)}
    return await asyncio.create_subprocess_exec(
        *command,
        stdin=PIPE,
        stdout=PIPE,
        env=environment | BROWSER_ENVIRONMENT | size,
        start_new_session=True,
    )


def kill_process(process: Process) -> None:
    """End a process that has not ended yet."""
    with suppress(ProcessLookupError):
        process.kill()


def clamp_screen_cells(cells: int) -> int:
    """Limit a number of columns or lines to what a screen can have."""
    return max(1, min(cells, MAX_SCREEN_CELLS))
