"""Letters of trees on the command line: texts have them, options take them, and JSON keeps its
numbers.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Call

TREE = "[[[7,2],3],[4,[1,6]]]"
"""Below the root A and B; below A C and a2, below B b1 and D."""


@pytest.mark.parametrize(
    ("words", "numbers", "names"),
    [
        (("search", "--json", "-a", "minimax", "-m"), "1 1", "A C"),
        (("show", "-m"), "2 2", "B D"),
        (("diff", "-s", "minimax", "-s", "alpha-beta", "--below"), "2", "B"),
    ],
)
def test_options_take_numbers_and_names(
    call: Call, words: tuple[str, ...], numbers: str, names: str
) -> None:
    """The moves to a node are its numbers or its letters; where a node is asked for, its name
    alone will do.
    """
    command, *options = words
    told = [call(command, "tree", "-p", TREE, *options, path) for path in (numbers, names)]

    assert told[0].err == told[1].err == ""
    assert told[0].out
    if "--json" in words:
        first, second = ({**json.loads(each.out), "seconds": 0} for each in told)
        assert first == second
    else:
        assert told[0].out == told[1].out


def test_a_part_of_a_picture_is_named(done: Call, tmp_path: Path) -> None:
    """By numbers, by letters, or by the name of its node alone."""
    pictures = set[str]()
    for path in ("2 2", "B D", "D"):
        done(f"export tree -p {TREE} -a minimax --root '{path}' -O {tmp_path}/d.txt --force")
        pictures.add((tmp_path / "d.txt").read_text(encoding="utf-8"))
    (picture,) = pictures

    assert "d1  1" in picture
    assert "d2  6" in picture


def test_lists_have_letters_where_json_has_numbers(done: Call) -> None:
    """Of moves, of counted positions, and of the best line."""
    where = ("tree", "-p", TREE)

    assert [line.split()[1] for line in done("moves", *where).out.splitlines()[1:]] == ["A", "B"]
    assert [each["move"] for each in json.loads(done("moves", *where, "--json").out)] == ["1", "2"]
    assert done("perft", *where, "-d", "2", "--divide").out.split() == ["A", "2", "B", "2", "4"]
    assert json.loads(done("perft", *where, "-d", "2", "--divide", "--json").out)["divide"] == {
        "1": 2,
        "2": 2,
    }
    assert "best line  B b1\n" in done("search", *where).out
    assert done("search", *where, "--leaves").out.splitlines()[-2:] == ["B D d1", "B D d2"]
    assert json.loads(done("search", *where, "--json").out)["principal_variation"] == ["2", "1"]
