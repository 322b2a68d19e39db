"""The command line called in this process, with what it printed and its status."""

from __future__ import annotations

import io
import json
import os
import shlex
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from visualizer.apps.cli import visualizer
from visualizer.apps.cli.messages import run_command


@dataclass(frozen=True)
class Result:
    """What a call of the command line did."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """Return standard output as JSON, as strict as the standard: no NaN, no Infinity."""

        def refuse(constant: str) -> Any:
            raise AssertionError(f"{constant} is not JSON")

        return json.loads(self.out, parse_constant=refuse)


Call = Callable[..., Result]


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Call:
    """Call the command line with a line as it is typed, further words, and text or bytes for its
    standard input.
    """
    monkeypatch.setattr(os, "environ", os.environ.copy())

    def run(line: str = "", *words: str, stdin: str | bytes = "") -> Result:
        typed = shlex.split(line.replace("\\", "\\\\"))
        if isinstance(stdin, str):
            data = stdin.encode()
        else:
            data = stdin
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))
        capsys.readouterr()
        status = run_command(visualizer, [*typed, *words])
        captured = capsys.readouterr()
        return Result(status, captured.out, captured.err)

    return run


@pytest.fixture
def done(call: Call) -> Call:
    """Call the command line and check that it succeeded, without a word on standard error."""

    def run(*words: str, stdin: str | bytes = "") -> Result:
        result = call(*words, stdin=stdin)
        assert result.status == 0
        assert result.err == ""
        return result

    return run


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stand in a folder of one's own."""
    monkeypatch.chdir(tmp_path)
    return tmp_path
