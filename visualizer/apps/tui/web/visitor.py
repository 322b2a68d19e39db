"""One visitor's program: a process of its own, drawn and controlled through a socket.

Textual's `WebDriver` draws in the process. Packets go both ways, each preceded by a letter and a
length: D for drawings and typed keys, M for any other message, in JSON. A fixed line comes before
the first packet.
"""

import asyncio
from asyncio.subprocess import PIPE, Process
from collections.abc import Sequence
from contextlib import suppress

from aiohttp import web

from visualizer.searching.data_files import format_json, read_json
from visualizer.support.processes import own_python_command

EXIT_SECONDS = 3.0
"""Seconds for a process to exit by itself once its visitor has gone."""
MAX_SCREEN_CELLS = 1_000
"""A screen has at most so many columns, and so many lines."""
BROWSER_ENVIRONMENT = {
    "TEXTUAL_DRIVER": "textual.drivers.web_driver:WebDriver",
    "TEXTUAL_FPS": "60",
    "TEXTUAL_COLOR_SYSTEM": "truecolor",
    "TERM": "xterm-256color",
    "PYTHONUTF8": "1",
}
"""Variables for the process: its screen is a page, which shows all colours and signs."""
FIRST_PACKET_LINE = b"__GANGLION__\n"
"""The line before the first packet."""


class Visitor:
    """A process of the program, from the first to the last message of one socket."""

    def __init__(self, process: Process, socket: web.WebSocketResponse) -> None:
        """Begin to send what a process draws to a socket, which is closed when the process ends."""
        # The process was started with pipes.
        assert process.stdin is not None
        assert process.stdout is not None
        self._process = process
        self._socket = socket
        self._stdin = process.stdin
        self._stdout = process.stdout
        self._drawing = asyncio.create_task(self._draw())

    async def _draw(self) -> None:
        """Send what the process draws to the page, and close the socket when the process ends.

        The process writes packets: one letter for the kind (D for what is drawn), the size of the
        payload in four bytes, and the payload.
        """
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
        # The process may have ended.
        with suppress(ConnectionError):
            self._stdin.write(kind + len(payload).to_bytes(4) + payload)
            await self._stdin.drain()

    async def pass_on(self, text: str) -> None:
        """Pass a message of the page on to the process: keys, a new size, or a change of focus.

        Other messages are ignored.
        """
        with suppress(ValueError):
            match read_json(text):
                case ["stdin", str(typed)]:
                    await self._send(b"D", typed.encode("utf-8", "ignore"))
                case ["resize", {"width": int(width), "height": int(height)}]:
                    await self._send_message(
                        type="resize",
                        width=clamp_screen_cells(width),
                        height=clamp_screen_cells(height),
                    )
                case ["focus" | "blur" as change]:
                    await self._send_message(type=change)

    async def _send_message(self, **message: str | int) -> None:
        await self._send(b"M", format_json(message).encode())

    async def stop(self) -> None:
        """Ask the process to end, and wait until it does. After some seconds, kill it."""
        loop = asyncio.get_running_loop()
        delayed_kill = loop.call_later(EXIT_SECONDS, kill_process, self._process)
        try:
            await self._send_message(type="quit")
            await self._process.wait()
            await self._drawing
        finally:
            delayed_kill.cancel()


async def start_program(arguments: Sequence[str], width: int, height: int) -> Process:
    """Start the program for a visitor, on a screen of `width` times `height` cells.

    The program gets `arguments` on its command line. Its errors appear on the server's terminal.
    """
    command, environment = own_python_command("visualizer", *arguments)
    size = {"COLUMNS": str(width), "ROWS": str(height)}
    return await asyncio.create_subprocess_exec(
        *command,
        stdin=PIPE,
        stdout=PIPE,
        env=environment | BROWSER_ENVIRONMENT | size,
        # In its own session, so that Ctrl-C in the server's terminal does not reach the process.
        start_new_session=True,
    )


def kill_process(process: Process) -> None:
    """Kill a process, unless it has ended."""
    with suppress(ProcessLookupError):
        process.kill()


def clamp_screen_cells(cells: int) -> int:
    """Limit a number of columns or lines to 1 to MAX_SCREEN_CELLS."""
    return max(1, min(cells, MAX_SCREEN_CELLS))
