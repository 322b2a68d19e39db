"""The server as a process of its own, its children, and a socket of its page."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.processes import PATIENCE, start


class Served:
    """A server that has been started."""

    def __init__(self, folder: Path, *words: str) -> None:
        """Serve at a free port, with some words of the command line behind."""
        self.process = start(
            "serve",
            "--port",
            "0",
            *words,
            folder=folder,
        )
        assert self.process.stdout is not None
        self.url = self.process.stdout.readline().decode().strip()
        assert self.url.startswith("http://127.0.0.1:"), self.process.communicate()

    def children(self) -> list[int]:
        """Return the processes of its visitors."""
        found = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return [*map(int, found.read_text().split())]

    def ends(self) -> tuple[int, bytes, bytes]:
        """Interrupt it; return the status, and what it wrote besides its address."""
        self.process.send_signal(signal.SIGINT)
        out, err = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, out, err


@pytest.fixture
def serve(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Served]]:
    """Start servers, which are ended after the test with all their processes."""
    monkeypatch.setenv("VISUALIZER_CONFIG", str(tmp_path / "settings"))
    started: list[Served] = []

    def begin(*words: str) -> Served:
        started.append(Served(tmp_path, *words))
        return started[-1]

    yield begin
    for each in started:
        if each.process.poll() is None:
            each.process.send_signal(signal.SIGINT)
        try:
            each.process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            os.killpg(each.process.pid, signal.SIGKILL)
            raise
