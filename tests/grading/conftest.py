"""The grade command called in this process."""

from __future__ import annotations

import shlex
from collections.abc import Callable

import pytest

from visualizer.apps.cli import visualizer
from visualizer.apps.cli.messages import run_command

Grade = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Grade:
    """Return what runs the command with a line and further words, and returns its status, output
    and errors.
    """

    def command(line: str, *words: str) -> tuple[int, str, str]:
        status = run_command(visualizer, ["grade", *shlex.split(line), *words])
        said = capsys.readouterr()
        return status, said.out, said.err

    return command
