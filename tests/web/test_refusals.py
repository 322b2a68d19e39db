"""Who is refused: whoever calls the server by another name, or from another page."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable
from itertools import product
from typing import TYPE_CHECKING

import pytest

from visualizer.apps.tui.web import Address, open_listener

aiohttp = pytest.importorskip("aiohttp", reason="textual-serve is not installed")
pytest.importorskip("textual_serve", reason="it is not installed")

from aiohttp import web  # noqa: E402  only where it is installed

from visualizer.apps.tui.web.server import web_application  # noqa: E402  as above

if TYPE_CHECKING:
    from aiohttp import ClientSession

Talk = Callable[["ClientSession", Address], Awaitable[None]]
PLACES = (
    "/",
    "/static/js/textual.js",
    "/static/fonts/RobotoMono-VariableFont_wght.ttf",
    "/ws",
    "/nowhere",
)


def talk(to: Talk, host: str = "127.0.0.1") -> None:
    """Serve at a free port, without a process, and talk to the server."""

    async def both() -> None:
        listener, address = open_listener(host, 0)
        runner = web.AppRunner(web_application(["--version"], address))
        await runner.setup()
        await web.SockSite(runner, listener).start()
        try:
            async with aiohttp.ClientSession() as session:
                await to(session, address)
        finally:
            await runner.cleanup()

    asyncio.run(both())


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "evil.example"},
        {"Host": "evil.example:{port}"},
        {"Host": "127.0.0.1"},
        {"Host": "127.0.0.1.evil.example:{port}"},
        {"Host": ""},
        {"Origin": "http://evil.example"},
        {"Origin": "http://localhost:1"},
        {"Origin": "https://localhost:{port}"},
        {"Origin": "null"},
        {"Origin": ""},
        {"Host": "evil.example:{port}", "Origin": "http://evil.example:{port}"},
    ],
    ids=str,
)
def test_other_hosts_and_origins_are_refused(headers: dict[str, str]) -> None:
    """Whatever is asked for: the answer is 403 with one line, also where a socket is asked for."""
    upgrade = {
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Version": "13",
    }
    upgrade |= {"Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA=="}

    async def ask(session: ClientSession, address: Address) -> None:
        given = {name: value.format(port=address.port) for name, value in headers.items()}
        for place, more in product(PLACES, ({}, upgrade)):
            async with session.get(f"{address.url[:-1]}{place}", headers=given | more) as answer:
                assert answer.status == 403
                assert await answer.text() == f"refused: only pages of {address.url} may use this\n"

    talk(ask)


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost", "LOCALHOST"])
def test_the_servers_own_names_are_served(name: str) -> None:
    """By its address and as localhost, with the page's own origin; nothing of the page comes
    from elsewhere.
    """

    async def ask(session: ClientSession, address: Address) -> None:
        given = {
            "Host": f"{name}:{address.port}",
            "Origin": f"http://{name.lower()}:{address.port}",
        }
        for place in PLACES[:3]:
            async with session.get(f"{address.url[:-1]}{place}", headers=given) as answer:
                assert answer.status == 200
                assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
                assert place != "/" or "://" not in await answer.text()
        async with session.get(f"{address.url}nowhere", headers=given) as answer:
            assert answer.status == 404
        async with session.ws_connect(f"{address.url}ws", headers=given) as opened:
            assert (
                await opened.receive()
            ).type is aiohttp.WSMsgType.CLOSE  # --version ends at once

    talk(ask)


@pytest.mark.skipif(not socket.has_ipv6, reason="there is no IPv6")
def test_ipv6_is_served() -> None:
    """`::1` stands in brackets."""

    async def ask(session: ClientSession, address: Address) -> None:
        assert address.url == f"http://[::1]:{address.port}/"
        async with session.get(address.url) as answer:
            assert answer.status == 200
        async with session.get(
            address.url, headers={"Host": f"127.0.0.1:{address.port}"}
        ) as answer:
            assert answer.status == 403

    try:
        open_listener("::1", 0)[0].close()
    except ValueError:
        pytest.skip("::1 is not set up here")
    talk(ask, "::1")
