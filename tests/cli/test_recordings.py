"""Files of events on the command line: every command that shows a search takes them, and says
what is to be said.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import games
from games import _files
from tests.cli.conftest import Call
from tests.few import one_in

pytestmark = pytest.mark.filterwarnings("always:.*unknown in leaf")
ROOT = Path(__file__).parents[2]
UNCOUNTED = [
    '{"search": "my bot"}',
    '{"enter": null, "max": true}',
    '{"leaf": "x", "value": 3, "tag": "a"}',
    '{"leaf": "y", "value": 2, "tag": "b"}',
    '{"leave": 3}',
]


@pytest.fixture
def bot(tmp_path: Path) -> str:
    """Write a file of events with a key that is unknown."""
    file = tmp_path / "bot.jsonl"
    file.write_text("\n".join(UNCOUNTED), encoding="utf-8")
    return str(file)


@pytest.mark.parametrize("command", ["search", "explain", "open --plain", "compare"])
def test_each_command_says_unknown_keys_once(command: str, bot: str, call: Call) -> None:
    """An unknown key is said once on standard error, by every command; the search is shown."""
    name, *options = command.split()
    found = call(
        name,
        bot,
        *options,
        stdin="next\n",
    )

    assert found.status == 0
    assert found.err.count("the key 'tag' is unknown in leaf") == 1
    assert found.out


def test_what_is_unknown_is_not_printed(bot: str, call: Call) -> None:
    """The number of pruned children is null in JSON where it is unknown, and no line of the
    table.
    """
    assert call(f"search {bot} --json").json["pruned"] is None
    assert "pruned" not in call(f"search {bot}").out
    assert ",3,=,x,3,2,0,,,,," in call(f"compare {bot} --csv").out


def test_an_export_shows_no_child_that_nobody_told_of(bot: str, call: Call, tmp_path: Path) -> None:
    """A picture has the nodes that were visited, and no pruned or folded child beside them."""
    file = tmp_path / "tree.dot"

    assert call(f"export {bot} -O {file}").status == 0
    drawn = file.read_text(encoding="utf-8")
    assert drawn.count(" -> ") == 2
    assert "pruned" not in drawn


@pytest.mark.parametrize("command", ["search", "explain", "open --plain", "moves", "compare"])
def test_code_in_data_is_run_only_if_trusted(
    command: str, tmp_path: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game's file that a file of events names is loaded with --trust, behind or before the
    command, and only so.
    """
    games.load_game.cache_clear()
    monkeypatch.setattr(_files, "_TRUSTED", set())
    code = tmp_path / "code.py"
    events = tmp_path / "bot.jsonl"
    code.write_text("from games.tree import GAME\n", encoding="utf-8")
    events.write_text(
        f'{{"search": "x", "game": "{code.as_posix()}"}}\n{{"leaf": null, "value": 1}}',
        encoding="utf-8",
    )
    name, *options = command.split()
    refused = call(name, str(events), *options)

    assert refused.status == 2
    assert refused.out == ""
    assert "add --trust" in refused.err
    assert refused.err.count("\n") == 1
    assert call(f"--trust {code} {name} {events}", *options).status == 0
    monkeypatch.setattr(_files, "_TRUSTED", set())
    assert call(name, str(events), *options, "--trust", str(code)).status == 0


@pytest.mark.parametrize("name", one_in(2, ["games", "exports"]))
def test_a_file_that_hides_a_package_is_named(name: str, tmp_path: Path) -> None:
    """A user's file with the name of one of our packages is named in a sentence; the command
    line ignores it.
    """
    (tmp_path / f"{name}.py").write_text("VALUE = 1\n", encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT)])}
    script = [sys.executable, "-c", "from visualizer import search"]
    found = subprocess.run(
        script, env=environment, cwd=tmp_path, capture_output=True, text=True, check=False
    )
    sentence = f"{tmp_path / name}.py hides the visualizer's package '{name}'; rename that file"

    assert found.stderr.splitlines()[-1] == f"ImportError: {sentence}"
    command = [sys.executable, "-m", "visualizer", "search", "tree"]
    hidden = subprocess.run(
        command, env=environment, cwd="/", capture_output=True, text=True, check=False
    )
    assert hidden.returncode == 2
    assert hidden.stderr == f"visualizer: {sentence}\n"
    beside = {**os.environ, "PYTHONPATH": str(ROOT)}
    works = subprocess.run(
        command, env=beside, cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert works.returncode == 0
