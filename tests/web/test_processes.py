"""Processes of visitors: each has one, which ends with its tab, with the server, or by force."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.processes import PATIENCE, is_gone, waits_until
from tests.web.conftest import Served

aiohttp = pytest.importorskip("aiohttp", reason="textual-serve is not installed")
pytest.importorskip("textual_serve", reason="it is not installed")
if TYPE_CHECKING:
    from aiohttp import ClientWebSocketResponse

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="children are looked up in /proc"
)

Serve = Callable[..., Served]
Visit = Callable[["ClientWebSocketResponse"], Awaitable[None]]


def visit(served: Served, then: Visit) -> None:
    """Open the page's socket, wait until something is drawn, and do something then."""

    async def both() -> None:
        async with aiohttp.ClientSession() as session:
            headers = {"Origin": served.url[:-1]}
            async with session.ws_connect(
                f"{served.url}ws?width=100&height=30", headers=headers
            ) as socket:
                async with asyncio.timeout(PATIENCE):
                    await drawn(socket, "MAX")
                    await then(socket)

    asyncio.run(both())


async def drawn(socket: ClientWebSocketResponse, word: str) -> None:
    """Wait until a word is drawn."""
    seen = ""
    while word not in seen:
        seen += (await socket.receive_bytes()).decode("utf-8", "replace")


async def closed(socket: ClientWebSocketResponse) -> None:
    """Wait until the server has closed the socket."""
    async for _ in socket:
        pass


@pytest.mark.slow  # two visitors and three processes take their time
def test_a_process_ends_with_its_tab(serve: Serve) -> None:
    """Two visitors have a process each; the one who stays keeps it."""
    served = serve("open", "tree")

    async def leave(first: ClientWebSocketResponse) -> None:
        async with (
            aiohttp.ClientSession() as session,
            session.ws_connect(f"{served.url}ws") as second,
        ):
            await drawn(second, "MAX")
            both = served.children()

            assert len(both) == 2
            await first.close()
            await asyncio.to_thread(waits_until, lambda: len(served.children()) == 1)
            await second.send_json(["stdin", "x"])
            await drawn(second, "Cut")
            await second.send_str("no message")
            await second.send_str("[" * 100_000)
            await second.send_json({"nor": "this"})
            await second.send_json(["stdin", "?"])
            await drawn(second, "escape closes")

    visit(served, leave)
    waits_until(lambda: served.children() == [])

    assert served.ends() == (
        0,
        b"",
        b"visualizer: open this address in a browser on this machine; Ctrl-C ends it\n",
    )


@pytest.mark.slow
def test_what_ends_by_itself_closes_the_socket(serve: Serve) -> None:
    """After `q` the page is told; also if the process was killed."""
    served = serve("open", "tree")

    async def leave(socket: ClientWebSocketResponse) -> None:
        await socket.send_json(["stdin", "q"])
        await closed(socket)

    async def be_killed(socket: ClientWebSocketResponse) -> None:
        os.kill(served.children()[0], signal.SIGKILL)
        await closed(socket)

    visit(served, leave)
    visit(served, be_killed)
    waits_until(lambda: served.children() == [])


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_server_ends_in_order(serve: Serve, number: signal.Signals) -> None:
    """Status 0, the sockets are closed, and no process is left."""
    served = serve("open", "tree")
    children: list[int] = []

    async def end(socket: ClientWebSocketResponse) -> None:
        children.extend(served.children())
        served.process.send_signal(number)
        await closed(socket)

    visit(served, end)

    assert served.process.wait(PATIENCE) == 0
    assert len(children) == 1
    assert is_gone(children[0])


@pytest.mark.slow
def test_a_killed_server_leaves_no_process(serve: Serve) -> None:
    """The visitor's process sees that nobody writes to it any more."""
    served = serve("open", "tree")
    children: list[int] = []

    async def kill(_: ClientWebSocketResponse) -> None:
        children.extend(served.children())
        served.process.kill()

    visit(served, kill)

    assert len(children) == 1
    waits_until(lambda: is_gone(children[0]))


@pytest.mark.slow
async def test_a_process_that_hears_nothing_is_ended_by_force(
    serve: Serve, user_file: Callable[[str], Path], tmp_path: Path
) -> None:
    """Code of a user's that never returns keeps no process when the visitor goes."""
    file = user_file(
        "from pathlib import Path\n\n"
        "def value(position, outcome):\n"
        f"    Path({str(tmp_path / 'stuck')!r}).touch()\n"
        "    return sum(range(10**12))\n"
    )
    served = serve("open", "tree", "-e", f"{file}:value")
    async with aiohttp.ClientSession() as session, session.ws_connect(f"{served.url}ws"):
        await asyncio.to_thread(waits_until, (tmp_path / "stuck").exists)
    waits_until(lambda: served.children() == [])


@pytest.mark.slow
async def test_what_the_program_says_at_its_end_stands_in_the_servers_terminal(
    serve: Serve,
) -> None:
    """A wrong input is one sentence there, and the page is told that the program has ended."""
    served = serve("open", "tree", "-p", "[[3")
    async with aiohttp.ClientSession() as session, session.ws_connect(f"{served.url}ws") as socket:
        async with asyncio.timeout(PATIENCE):
            await closed(socket)
    status, out, err = served.ends()

    assert status == 0
    assert out == b""
    assert b"[[3" in err.splitlines()[1]
    assert len(err.splitlines()) == 2
