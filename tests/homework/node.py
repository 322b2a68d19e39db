"""The scripts of a page of homework, run in Node."""

from __future__ import annotations

import json
import shutil
import subprocess
from typing import Any

import pytest

from visualizer.publish.homework import HOMEWORK_PARTS

NODE = shutil.which("node")
needs_node = pytest.mark.skipif(NODE is None, reason="there is no node, which runs JavaScript")


def run_scripts(names: str, program: str, given: object = None) -> Any:
    """Return the JSON that a program behind some of the page's scripts prints for the JSON that
    it reads.
    """
    script = "".join(
        (HOMEWORK_PARTS / f"{name}.js").read_text(encoding="utf-8") for name in names.split()
    )
    data = json.dumps(given).replace(": Infinity", ": 1e400").encode()
    done = subprocess.run(
        [str(NODE), "-e", script + program], input=data, capture_output=True, check=False
    )
    assert not done.stderr, done.stderr.decode()
    return json.loads(done.stdout)
