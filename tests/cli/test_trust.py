"""No command runs code that stands in a file of data and that nobody has named."""

import json
from itertools import product
from pathlib import Path

import pytest

from tests.cli.conftest import Call
from tests.few import one_in
from tests.properties.test_trust import EMPTY, beside, ran

WAYS = (
    {"second": "alpha-beta,evaluation=x.py:y:value"},
    {"second": 'alpha-beta,evaluation=" x/x.py:value"'},
    {"second": "link.py:value"},
    {"game": " x/x.py"},
)
"""What a saved game may say to have code run: by a colon or a space in a file's name, by
quotation marks, by a link.
"""


def written(folder: Path, way: dict[str, str]) -> None:
    """Write a saved game, several, a saved run and a file of events that name code."""
    usual = {
        "game": "tictactoe",
        "settings": {},
        "position": EMPTY,
        "first": "person",
        "second": "person",
    }
    head = usual | {"result": None} | way
    search = "minimax" if head["second"] == "person" else head["second"]
    run = {
        "where": {"game": head["game"], "position": EMPTY},
        "search": search,
        "counts": {},
    }
    (folder / "a.game").write_text(f"; {json.dumps(head)}\na1 b2\n", encoding="utf-8")
    (folder / "a.games").write_text(f"; {json.dumps(head)}\na1 b2\n", encoding="utf-8")
    (folder / "a.run").write_text(json.dumps(run), encoding="utf-8")
    events = json.dumps(
        {
            "search": "x",
            "game": head["game"],
            "evaluation": search,
        }
    )
    (folder / "a.jsonl").write_text(f'{events}\n{{"leaf": null, "value": 1}}', encoding="utf-8")


COMMANDS = [
    ("review", "game games"),
    ("play --plain", "game games"),
    ("open --plain", "game games run jsonl"),
    ("search", "run jsonl"),
    ("explain", "run jsonl"),
    ("export -O a.svg --force", "run jsonl game"),
    ("compare", "jsonl"),
    ("moves", "run"),
    ("match tictactoe --a easy --b easy --games 2 --resume -O", "games"),
]
"""Commands, and which files they read."""


@pytest.mark.parametrize(
    ("command", "files", "way"),
    one_in(5, ((*command, way) for command, way in product(COMMANDS, WAYS))),
)
def test_no_command_runs_it(
    command: str,
    files: str,
    way: dict[str, str],
    tmp_path: Path,
    call: Call,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """No command runs code that a file of data names, in any of the ways in which once one did."""
    folder = beside(tmp_path, ("x.py", "x.py:y", " x/x.py"))
    monkeypatch.chdir(folder)
    written(folder, way)
    name, *options = command.split()
    for ending in files.split():
        file = f"a.{ending}"
        call(
            name,
            *([*options, file] if name == "match" else [file, *options]),
            stdin="a2\nnext\nquit\n",
        )

    assert ran(tmp_path) == []
