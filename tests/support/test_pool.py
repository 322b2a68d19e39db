"""A pool of processes does its work, and ends with the block that it was made for."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import pytest

from tests.processes import PATIENCE, waits_until
from visualizer.support import pool, processes


def test_work_is_done_in_other_processes() -> None:
    """Each piece of work returns its result, and is done by a process of the pool."""
    with pool.process_pool(2) as executor:
        found = list(executor.map(abs, [-1, -2, -3]))
        workers = {executor.submit(os.getpid).result() for _ in range(4)}

    assert found == [1, 2, 3]
    assert os.getpid() not in workers


@pytest.mark.skipif(
    not processes.CAN_TRACK_DESCENDANTS, reason="this system does not list descendants"
)
def test_an_error_ends_the_processes() -> None:
    """An error in the block ends work that would go on for minutes."""
    before = set(processes.descendants_of(os.getpid()))
    begun = time.monotonic()

    def fail() -> None:
        with pool.process_pool(1) as executor:
            executor.submit(time.sleep, 600)
            executor.submit(time.sleep, 600)
            raise ValueError("enough")

    with pytest.raises(ValueError, match="enough"):
        fail()

    waits_until(lambda: set(processes.descendants_of(os.getpid())) <= before)
    assert time.monotonic() - begun < PATIENCE


def test_modules_of_the_current_folder_are_ignored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A user's file with the name of a standard module does not become part of the pool."""
    (tmp_path / "random.py").write_text("raise SystemExit('the wrong one')")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv(pool.SAFE_PATH, raising=False)

    with pool.ignoring_modules_in_current_folder():
        assert os.environ[pool.SAFE_PATH] == "1"

    assert pool.SAFE_PATH not in os.environ


def test_a_setting_of_the_user_is_put_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever has set the variable finds it as it was."""
    monkeypatch.setenv(pool.SAFE_PATH, "yes")

    with pool.ignoring_modules_in_current_folder():
        pass

    assert os.environ[pool.SAFE_PATH] == "yes"


def test_a_signal_is_handled_only_in_the_block() -> None:
    """Within the block a signal raises; afterwards it is handled as before."""
    before = signal.getsignal(signal.SIGTERM)

    with (
        pytest.raises(KeyboardInterrupt),
        pool.handling_signal(signal.SIGTERM, pool._interrupt),
    ):
        signal.raise_signal(signal.SIGTERM)

    assert signal.getsignal(signal.SIGTERM) is before
