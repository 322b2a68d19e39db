"""The server: the page, the check of its requests, and a process of the program for each socket.

Any page that is open in the same browser can send requests to this machine. Two headers, which no
page can set, reveal such requests: `Host` is the name by which the server was called, even if a
foreign domain leads to this machine, and `Origin` is the page that opens a socket.
"""

import logging
import os
import socket
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

import textual_serve
from aiohttp import WSMsgType, web

from visualizer.apps.tui.web import Address
from visualizer.apps.tui.web.visitor import Visitor, clamp_screen_cells, start_program

PAGE_FILE = Path(__file__).with_name("page.html")
STATIC_FOLDER = Path(str(textual_serve.__file__)).parent / "static"
HEARTBEAT_SECONDS = 15.0
"""Seconds between two checks whether the visitor is still there."""
SHUTDOWN_SECONDS = 5.0
"""Seconds for the visitors' processes to exit once the server ends."""
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


def serve(arguments: Sequence[str], listener: socket.socket, address: Address) -> None:
    """Serve the program in a web page until Ctrl-C or SIGTERM, then end all visitors' processes.

    Each visitor has a process of the program, with these `arguments` on its command line.
    """
    # Without a handler, the library would write tracebacks on the terminal.
    if not os.environ.get("VISUALIZER_DEBUG"):
        logging.getLogger("aiohttp").addHandler(logging.NullHandler())
    web.run_app(
        web_application(arguments, address),
        sock=listener,
        print=None,
        access_log=None,
        shutdown_timeout=SHUTDOWN_SECONDS,
    )


def web_application(arguments: Sequence[str], address: Address) -> web.Application:
    """Return the application that answers requests to `address`.

    Each visitor's process has the `arguments` on its command line.
    """
    visits = Visits(arguments)
    guard = RequestGuard(address)
    app = web.Application()
    app.middlewares.append(guard.check)
    app.on_response_prepare.append(guard.add_policy)
    app.on_shutdown.append(visits.close_sockets)
    app.router.add_get("/", send_page)
    app.router.add_get("/ws", visits.visit)
    app.router.add_static("/static", STATIC_FOLDER)
    return app


async def send_page(_: web.Request) -> web.StreamResponse:
    """Answer with the page, which opens a socket."""
    return web.FileResponse(PAGE_FILE)


class Visits:
    """Runs a process of the program for each socket, with arguments of the command line."""

    def __init__(self, arguments: Sequence[str]) -> None:
        """Begin without visitors."""
        self.arguments = arguments
        self.sockets: set[web.WebSocketResponse] = set()

    async def visit(self, request: web.Request) -> web.StreamResponse:
        """Start a process for a visitor, and show it in the page until the socket closes."""
        visitor_socket = web.WebSocketResponse(heartbeat=HEARTBEAT_SECONDS)
        await visitor_socket.prepare(request)
        width = requested_size(request, "width", 80)
        height = requested_size(request, "height", 24)
        visitor = Visitor(await start_program(self.arguments, width, height), visitor_socket)
        self.sockets.add(visitor_socket)
        try:
            async for message in visitor_socket:
                if message.type is WSMsgType.TEXT:
                    await visitor.pass_on(message.data)
        finally:
            self.sockets.discard(visitor_socket)
            # If the server ends, the process must end, too: it would run on without a screen.
            await visitor.stop()
        return visitor_socket

    async def close_sockets(self, _: web.Application) -> None:
        """Close all sockets, which ends their visits."""
        # A copy, because each visit that ends removes its socket.
        for each in [*self.sockets]:
            await each.close()


def requested_size(request: web.Request, name: str, default: int) -> int:
    """Return the number of columns or lines that a request asks for, by default `default`."""
    text = request.query.get(name, "")
    # Python would refuse to read thousands of digits.
    is_number = text.isascii() and text.isdigit() and len(text) < 10
    if is_number:
        return clamp_screen_cells(int(text))
    return default


class RequestGuard:
    """Refuses requests from other hosts and origins, and sends the content security policy."""

    def __init__(self, address: Address) -> None:
        """Allow only the names of an address on this machine."""
        self.url = address.url
        self.names = {*address.names}
        self.origins = {f"http://{name}" for name in self.names}
        sockets = " ".join(f"ws://{name}" for name in address.names)
        rules = [f"{kind} {sources}" for kind, sources in ALLOWED_SOURCES.items()]
        self.policy = "; ".join(rules).format(sockets=sockets)

    @web.middleware
    async def check(self, request: web.Request, handler: RequestHandler) -> web.StreamResponse:
        """Answer a request by its handler. Refuse it if another site's page may have sent it."""
        # Host names ignore case. A request without a Host counts as one for "", which is refused.
        hosts = {name.lower() for name in request.headers.getall("Host", [""])}
        # Browsers send an Origin with each request of a page's script; other requests have none.
        origins = {*request.headers.getall("Origin", [])}
        if hosts <= self.names and origins <= self.origins:
            return await handler(request)
        return web.Response(status=403, text=f"refused: only pages of {self.url} may use this\n")

    async def add_policy(self, _: web.Request, response: web.StreamResponse) -> None:
        """Add the policy to a response."""
        response.headers["Content-Security-Policy"] = self.policy
        response.headers["Cross-Origin-Resource-Policy"] = "same-origin"
