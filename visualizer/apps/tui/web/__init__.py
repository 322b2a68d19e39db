"""The program in a browser on the same machine, at an address that only this machine can reach."""

import os
import socket
from contextlib import suppress
from typing import NamedTuple

from visualizer.support.errors import InputError

ALLOWED_HOSTS = (
    "an address that only this machine can reach, such as 127.0.0.1 or ::1: "
    "anyone who opens the page can press keys as you"
)


class Address(NamedTuple):
    """A loopback address and a port."""

    host: str
    port: int

    @property
    def names(self) -> tuple[str, ...]:
        """Return the host names, with the port, by which a local browser may call the server.

        >>> Address("::1", 8000).names, Address("127.0.0.1", 80).names
        (('[::1]:8000', 'localhost:8000'), ('127.0.0.1', 'localhost'))
        """
        # Browsers leave the port 80 out of the headers Host and Origin.
        port = "" if self.port == 80 else f":{self.port}"
        # The brackets separate the colons of IPv6 from the colon of the port.
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}{port}", f"localhost{port}"

    @property
    def url(self) -> str:
        """The address to type into a browser."""
        return f"http://{self.names[0]}/"


def read_host(text: str) -> str:
    """Return the loopback address that a text names; InputError for any other address.

    >>> read_host("localhost"), read_host("127.0.0.2"), read_host("0:0::1")
    ('127.0.0.1', '127.0.0.2', '::1')
    """
    from ipaddress import IPv4Address, ip_address

    word = "127.0.0.1" if text.lower() == "localhost" else text
    with suppress(ValueError):
        address = ip_address(word)
        # ::ffff:127.0.0.1 is a loopback address, too, but browsers do not write it this way.
        is_usual_form = isinstance(address, IPv4Address) or str(address) == "::1"
        if address.is_loopback and is_usual_form:
            return str(address)
    raise InputError(f"the host {text!r:.60} is not {ALLOWED_HOSTS}")


def open_listener(host: str, port: int) -> tuple[socket.socket, Address]:
    """Return a listening socket and its address; port 0 lets the system choose a free port.

    InputError if the port cannot be used.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listener = socket.create_server((host, port), family=family)
    except OSError as error:
        if error.errno:
            reason = os.strerror(error.errno).lower()
        else:
            reason = str(error)
        raise InputError(
            f"port {port} of {host} cannot be used: {reason}; choose another with --port N"
        ) from error
    return listener, Address(host, listener.getsockname()[1])


def is_served() -> bool:
    """Return whether this process is drawn in a browser, by its environment."""
    return os.environ.get("TEXTUAL_DRIVER", "").endswith(":WebDriver")
