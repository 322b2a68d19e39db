"""`visualizer serve`: what cannot be served is one sentence."""

from __future__ import annotations

import pytest

from tests.cli.conftest import Call
from visualizer.apps.cli import open_commands
from visualizer.apps.tui.web import open_listener


def test_a_port_in_use_is_one_sentence(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    """It says how another is chosen."""
    monkeypatch.setattr(open_commands, "find_spec", lambda _: True)
    taken, address = open_listener("127.0.0.1", 0)
    with taken:
        result = call("serve --port", str(address.port))
    said = f"visualizer: port {address.port} of 127.0.0.1 cannot be used: address already in use; "

    assert result.status == 2
    assert result.out == ""
    assert result.err == f"{said}choose another with --port N\n"


def test_without_the_extra_a_sentence_says_how_to_get_it(
    call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Status 2, nothing is served."""
    monkeypatch.setattr(open_commands, "find_spec", lambda _: None)
    result = call("serve --port 0")
    said = (
        "visualizer: serving the page needs textual-serve; install it with pip install "
        "textual-serve\n"
    )

    assert result.status == 2
    assert result.out == ""
    assert result.err == said
