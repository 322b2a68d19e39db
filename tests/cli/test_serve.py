"""`visualizer serve`: what cannot be served is one sentence."""

from __future__ import annotations

import pytest

from tests.cli.conftest import Call
from visualizer.apps.cli import open_commands
from visualizer.apps.tui.web import listening


@pytest.mark.parametrize(
    "host", ["0.0.0.0", "::", "192.168.1.5", "10.0.0.1", "example.com", "", "127.1", "::ffff:127.0.0.1", "fe80::1%lo"]
)
def test_addresses_that_others_reach_are_refused(call: Call, host: str) -> None:
    """One sentence with the address and what is allowed."""
    result = call("serve", "--host", host)
    assert (result.status, result.out, result.err.count("\n")) == (2, "", 1)
    assert f"the host {host!r} is not an address that only this machine can reach, such as 127.0.0.1" in result.err


def test_a_port_in_use_is_one_sentence(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    """It says how another is chosen."""
    monkeypatch.setattr(open_commands, "find_spec", lambda _: True)
    taken, address = listening("127.0.0.1", 0)
    with taken:
        result = call("serve", "--port", str(address.port))
    said = f"visualizer: port {address.port} of 127.0.0.1 cannot be used: address already in use; "
    assert (result.status, result.out, result.err) == (2, "", f"{said}choose another with --port N\n")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["search", "tree"], "'search' has no screen to serve"),
        (["open", "tree", "--plain"], "--plain has no screen"),
        (["--port", "70000"], "'70000' is not a whole number from 0 to 65,535"),
    ],
)
def test_what_cannot_be_served_is_refused(call: Call, words: list[str], said: str) -> None:
    """Before anything is served."""
    result = call("serve", *words)
    assert (result.status, result.out, result.err.count("\n")) == (2, "", 1)
    assert said in result.err


def test_without_the_extra_a_sentence_says_how_to_get_it(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    """Status 2, nothing is served."""
    monkeypatch.setattr(open_commands, "find_spec", lambda _: None)
    result = call("serve", "--port", "0")
    said = "visualizer: serving the page needs textual-serve; install it with pip install textual-serve\n"
    assert (result.status, result.out, result.err) == (2, "", said)
