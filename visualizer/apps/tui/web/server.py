"""The server: the page, who may use it, and a process of the program for every socket.

Any page that is open in the same browser can send requests to this machine. Two headers, which no
page can set, tell such requests apart: `Host` is the name by which the server was called (another
one, if somebody's domain leads to this machine), and `Origin` the page that opens a socket.
"""

import logging
import os
import socket
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

import textual_serve
from aiohttp import WSMsgType, web

from visualizer.apps.tui.web import Address
from visualizer.apps.tui.web.visitor import Visitor, clamp_screen_cells, start_program

PAGE_FILE = Path(__file__).with_name("page.html")
STATIC_FOLDER = Path(str(textual_serve.__file__)).parent / "static"
HEARTBEAT_SECONDS = 15.0
"""Seconds between two checks whether the visitor is still there."""
SHUTDOWN_SECONDS = 5.0
"""Seconds that the visitors' processes have to end once the server ends."""
ALLOWED_SOURCES = {
    "default-src": "'none'",
    "connect-src": "'self' {sockets}",
    "font-src": "'self'",
    "frame-ancestors": "'none'",
    "img-src": "'self' data:",
    "script-src": "'self' 'unsafe-inline'",
    "style-src": "'self' 'unsafe-inline'",
}
"""The page's content security policy; `sockets` are those of the server."""
RequestHandler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def serve(words: Sequence[str], listener: socket.socket, address: Address) -> None:
    """Serve the program with words of the command line until Ctrl-C or SIGTERM.

    Then end all its processes.
    """
    if not os.environ.get("VISUALIZER_DEBUG"):
        logging.getLogger("aiohttp").addHandler(logging.NullHandler())  # it would write tracebacks
    web.run_app(
        web_application(words, address),
        sock=listener,
        print=None,
        access_log=None,
        shutdown_timeout=SHUTDOWN_SECONDS,
    )


def web_application(words: Sequence[str], address: Address) -> web.Application:
    """Return the application that answers requests."""
    sockets = set()

    async def index(_: web.Request) -> web.StreamResponse:
        return web.FileResponse(PAGE_FILE)

    async def visit(request: web.Request) -> web.StreamResponse:
        found = web.WebSocketResponse(heartbeat=HEARTBEAT_SECONDS)
        await found.prepare(request)
        width = requested_size(request, "width", 80)
        height = requested_size(request, "height", 24)
        visitor = Visitor(await start_program(words, width, height), found)
        sockets.add(found)
        try:
            async for message in found:
                if message.type is WSMsgType.TEXT:
                    await visitor.obey(message.data)
        finally:
            sockets.discard(found)
            await visitor.stop()
        return found

    async def close_sockets(_: web.Application) -> None:
        for each in [*sockets]:
            await each.close()

    app = web.Application()
    check, add_policy = guard_requests(address)
    app.middlewares.append(web.middleware(check))
    app.on_response_prepare.append(add_policy)
    app.on_shutdown.append(close_sockets)
    app.router.add_get("/", index)
    app.router.add_get("/ws", visit)
    app.router.add_static("/static", STATIC_FOLDER)
    return app


def requested_size(request: web.Request, name: str, usual: int) -> int:
    """Return the columns or lines that a request asks for, else the usual number."""
    text = request.query.get(name, "")
    is_number = text.isascii() and text.isdigit() and len(text) < 10
    if is_number:
        return clamp_screen_cells(int(text))
    return usual


def guard_requests(address: Address) -> Any:
    """Return the middleware that refuses other hosts and origins, and what adds the policy."""
    names = {*address.names}
    origins = {f"http://{name}" for name in names}
    sockets = " ".join(f"ws://{name}" for name in address.names)
    policy = "; ".join(f"{what} {where}" for what, where in ALLOWED_SOURCES.items()).format(
        sockets=sockets
    )

    async def check(request: web.Request, handler: RequestHandler) -> web.StreamResponse:
        hosts = {name.lower() for name in request.headers.getall("Host", [""])}
        if not hosts <= names or not {*request.headers.getall("Origin", [])} <= origins:
            return web.Response(
                status=403, text=f"refused: only pages of {address.url} may use this\n"
            )
        return await handler(request)

    async def add_policy(_: web.Request, response: web.StreamResponse) -> None:
        response.headers["Content-Security-Policy"] = policy
        response.headers["Cross-Origin-Resource-Policy"] = "same-origin"

    return check, add_policy
