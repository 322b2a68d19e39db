"""Who may use the page: a browser that calls the server by its own name, from its own page, and loads nothing else.

A page of anybody's that is open in the same browser can send requests to this machine. Two headers tell them apart,
which no page can set: `Host` is the name by which the server was called (a name of somebody's that leads to this
machine is another one), and `Origin` the page that opens a socket.
"""

from collections.abc import Awaitable, Callable
from typing import Any

from aiohttp import web

from visualizer.tui.web.address import Address

SOURCES = {
    "default-src": "'none'",
    "connect-src": "'self' {sockets}",
    "font-src": "'self'",
    "frame-ancestors": "'none'",
    "img-src": "'self' data:",
    "script-src": "'self' 'unsafe-inline'",
    "style-src": "'self' 'unsafe-inline'",
}
"""From where the page may load what; it may stand in no frame of another. `sockets` are those of the server."""
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def guard(address: Address) -> Any:
    """Return the middleware that refuses other hosts and origins, and tells browsers where the page may load from."""
    names = {*address.names}
    origins = {f"http://{name}" for name in names}
    sockets = " ".join(f"ws://{name}" for name in address.names)
    policy = "; ".join(f"{what} {where}" for what, where in SOURCES.items()).format(sockets=sockets)

    async def check(request: web.Request, handler: Handler) -> web.StreamResponse:
        hosts = {name.lower() for name in request.headers.getall("Host", [""])}
        if not hosts <= names or not {*request.headers.getall("Origin", [])} <= origins:
            return web.Response(status=403, text=f"refused: this is for pages of {address.url} alone\n")
        return await handler(request)

    async def add_policy(_: web.Request, response: web.StreamResponse) -> None:
        response.headers["Content-Security-Policy"] = policy
        response.headers["Cross-Origin-Resource-Policy"] = "same-origin"

    return check, add_policy
