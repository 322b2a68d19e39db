"""The program as one visitor has it: a process of its own, drawn and steered through a socket."""

import asyncio
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from aiohttp import web
from textual_serve.app_service import AppService
from textual_serve.download_manager import DownloadManager

from visualizer import strict_json

ROOT = Path(__file__).parents[3]
"""The folder with the package, which the process is to import, too."""
PATIENCE = 3.0
"""Seconds that a process has to end by itself once its visitor has gone."""
LARGEST = 1_000
"""Columns and lines of a screen."""


class Visitor(AppService):
    """A process of the program, from the first to the last message of one socket."""

    def __init__(self, words: Sequence[str], socket: web.WebSocketResponse, downloads: DownloadManager) -> None:
        """Run the program with some words of the command line, drawn through a socket."""

        async def close() -> None:
            await socket.close()

        super().__init__(
            "visualizer",
            write_bytes=socket.send_bytes,
            write_str=socket.send_str,
            close=close,
            download_manager=downloads,
        )
        self._process: Process | None = None
        self._words = [sys.executable, "-P", "-m", "visualizer", *words]

    def _build_environment(self, width: int = 80, height: int = 24) -> dict[str, str]:
        """Return the environment of the process: a screen of that size which can show everything."""
        paths = filter(None, (str(ROOT), os.environ.get("PYTHONPATH")))
        inherited: dict[str, str] = super()._build_environment(width, height)
        ours = {"PYTHONPATH": os.pathsep.join(paths), "PYTHONUTF8": "1", "TERM": "xterm-256color"}
        return inherited | ours

    async def _open_app_process(self, width: int = 80, height: int = 24) -> Process:
        """Start the process: without a shell between, and in a group that Ctrl-C in the server's terminal spares.

        What it has to say at its end it says in that terminal.
        """
        process = await asyncio.create_subprocess_exec(
            *self._words,
            stdin=PIPE,
            stdout=PIPE,
            env=self._build_environment(width, height),
            start_new_session=True,
        )
        process.stderr = asyncio.StreamReader()  # which is read
        process.stderr.feed_eof()
        self._process, self._stdin = process, process.stdin
        return process

    async def run(self) -> None:
        """Draw what the process writes until it ends; then the socket is closed."""
        await super().run()
        await self.remote_close()

    async def obey(self, text: str) -> None:
        """Pass on a message of the page; one that is none is ignored."""
        with suppress(ValueError):
            match strict_json.read(text):
                case ["stdin", str(typed)]:
                    await self.send_bytes(typed.encode("utf-8", "ignore"))
                case ["resize", {"width": int(width), "height": int(height)}]:
                    await self.set_terminal_size(within(width), within(height))
                case ["focus"]:
                    await self.focus()
                case ["blur"]:
                    await self.blur()

    async def stop(self) -> None:
        """Ask the process to end; after some seconds end it by force."""
        process = self._process
        if process is None:
            return
        by_force = asyncio.get_running_loop().call_later(PATIENCE, kill, process)
        try:
            await super().stop()
            await process.wait()
        finally:
            by_force.cancel()


def kill(process: Process) -> None:
    """End a process that has not ended yet."""
    with suppress(ProcessLookupError):
        process.kill()


def within(cells: int) -> int:
    """Return a number of columns or lines that a screen can have."""
    return max(1, min(cells, LARGEST))
