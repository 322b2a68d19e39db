"""`visualizer diff` and `visualizer lint`: what they print, and their status."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Call
from visualizer.apps.cli import compare_commands
from visualizer.apps.cli.compare_commands import NO_FINDINGS
from visualizer.explaining.comparison.parting import Divergence, find_divergences
from visualizer.searching.run import Run

AIMA = "[[3,12,8],[2,4,6],[14,5,2]]"
HEADER = '{"search": "engine"}'
ROOT = '{"enter": null, "max": true, "alpha": -5, "beta": 5, "children": 4}'


def told(path: Path, events: str, header: str = HEADER) -> str:
    """Write a file of events."""
    path.write_text(f"{header}\n{events}\n", encoding="utf-8")
    return str(path)


def test_two_searches_that_part_are_status_1(call: Call) -> None:
    """The JSON names the visit, the path and what each does; of the one that returns, null."""
    result = call("diff tree -s alpha-beta -s minimax --json")

    assert result.status == 1
    assert result.json == {
        "same": False,
        "visits": [11, 13],
        "parts": [
            {
                "visits": [8, 8],
                "steps": [13, 13],
                "path": ["2"],
                "what": "move",
                "a": None,
                "b": "2",
            }
        ],
    }


def test_the_same_run_is_status_0(call: Call, tmp_path: Path) -> None:
    """A file of events, a saved run and the search itself are the same."""
    events = str(tmp_path / "a.jsonl")
    run = str(tmp_path / "b.run")

    assert call(f"search tree --events {events} --save {run}").status == 0
    for words in (
        (events, run),
        (run, "-s", "alpha-beta"),
        (events, "-s", "alpha-beta"),
        (events, events),
    ):
        result = call("diff", *words, "--json")

        assert result.status == 0
        assert result.json == {
            "same": True,
            "visits": [11, 11],
            "parts": [],
        }


def test_labels_of_two_files_are_compared_by_name(call: Call, tmp_path: Path) -> None:
    """Also where the two files meet them in another order."""
    e4 = '{"leaf": "e4", "value": 1}'
    d4 = '{"leaf": "d4", "value": 2}'
    old = told(tmp_path / "old.jsonl", f'{ROOT}\n{e4}\n{d4}\n{{"leave": 2}}')
    new = told(tmp_path / "new.jsonl", f'{ROOT}\n{d4}\n{e4}\n{{"leave": 2}}')
    result = call(f"diff {old} {new}")

    assert result.status == 1
    assert result.out == (
        "The first difference is at visit 2 (step 2): at the root, old.jsonl tries e4 first, "
        "but new.jsonl d4 first.\n"
    )


def twins(tmp_path: Path, one: str, other: str) -> str:
    """Write two files of events below the same root, which goes on alike, and return the command
    that compares them.
    """
    last = '{"leaf": "d4", "value": 6}\n{"leave": 6, "cut": true}'
    first = told(tmp_path / "one.jsonl", f"{ROOT}\n{one}\n{last}")
    second = told(tmp_path / "two.jsonl", f"{ROOT}\n{other}\n{last}")
    return f"diff {first} {second}"


UPPER = """
{"leaf": "a1", "value": 0, "bound": "<="}
{"leaf": "e4", "value": 1, "bound": "<="}
"""


def test_bounds_that_both_tell_are_compared(call: Call, tmp_path: Path) -> None:
    """The same value returned as another bound is a part; where only one tells bounds, that is
    none.
    """
    lower = twins(tmp_path, UPPER, UPPER.replace('1, "bound": "<="', '1, "bound": ">="'))
    result = call(f"{lower} --json")

    assert result.status == 1
    assert result.json["parts"] == [
        {
            "visits": [3, 3],
            "steps": [5, 5],
            "path": ["e4"],
            "what": "bound",
            "a": "≤",
            "b": "≥",
        }
    ]
    assert call(lower).out == (
        "The first difference is at visit 3 (step 5): at e4, "
        "one.jsonl returns an upper bound, but two.jsonl a lower bound.\n"
    )
    exact = twins(tmp_path, UPPER, UPPER.replace('1, "bound": "<="', "1"))
    assert [part["b"] for part in call(f"{exact} --json").json["parts"]] == ["="]
    assert call(twins(tmp_path, UPPER, UPPER.replace(', "bound": "<="', ""))).status == 0


LAST_CHILD = """
{"enter": null, "max": true, "children": 3}
{"enter": "1", "max": false, "children": 2, "alpha": null, "beta": null}
{"leaf": "1", "value": 3}
{"leaf": "2", "value": 4}
{"leave": 3}
{"enter": "2", "max": false, "children": 2, "alpha": 3, "beta": null}
{"leaf": "1", "value": 5}
{"leaf": "2", "value": 2}
{"leave": 2, "cut": true}
{"leaf": "3", "value": 1}
{"leave": 3}
"""


@pytest.mark.parametrize("known", [LAST_CHILD, re.sub(r', "children": \d', "", LAST_CHILD)])
def test_a_cut_at_the_last_child_is_no_part(call: Call, tmp_path: Path, known: str) -> None:
    """An engine tells of a cut wherever the window closes, and not where games end; our search
    is the same.
    """
    header = '{"search": "engine", "game": "tree", "position": "[[3,4],[5,2],1]"}'
    file = told(tmp_path / "told.jsonl", known, header)

    assert call(f"diff {file} -s alpha-beta --json").json["parts"] == []


def test_probes_that_both_tell_are_compared(call: Call, tmp_path: Path) -> None:
    """A probe that finds another value is a part; where only one engine tells of probes, they
    are left out.
    """
    probe = (
        '{"enter": "null", "max": false, "probe": "null move"}\n{"leaf": "x", "value": '
        '3}\n{"leave": 3}'
    )
    command = twins(tmp_path, probe, probe.replace("3", "4"))

    assert [
        (part["what"], part["visits"], part["a"], part["b"])
        for part in call(f"{command} --json").json["parts"]
    ] == [
        ("value", [3, 3], 3, 4),
        ("value", [2, 2], 3, 4),
    ]
    assert call(twins(tmp_path, probe, "")).status == 0
    assert call(twins(tmp_path, probe, probe)).status == 0


WRONG = """
{"enter": "a", "max": false}
{"leaf": "x", "value": 3}
{"leaf": "y", "value": 5}
{"leave": 4}
"""


def test_lint_keeps_to_what_is_asked_for(call: Call, tmp_path: Path) -> None:
    """Below a move, to a ply, of a pass: of four doubts those that lie there."""
    root = '{"enter": null, "max": true}'
    first = f'{{"pass": "1"}}\n{root}\n{WRONG}\n{{"leave": 7}}'
    second = f'{{"pass": "2"}}\n{root}\n{WRONG}\n{{"leave": 4}}'
    file = told(tmp_path / "wrong.jsonl", f"{first}\n{second}")

    def found(options: str = "") -> list[int]:
        return [each["visit"] for each in call(f"lint {file} {options} --json").json]

    assert found() == [1, 2, 6]
    assert found("--below a") == [2, 6]
    assert found("--to-ply 0") == [1]
    assert found("--pass 2") == [6]
    assert found("--pass 1 --to-ply 1 --below a") == [2]


def test_ctrl_c_ends_a_comparison_honestly(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    """What has been found is shown, that one run was stopped is no difference, and nothing is
    said to be the same.
    """
    advance = Run.advance

    def impatient(run: Run, **how: Any) -> bool:
        if run.recipe.search.max_nodes == 99:
            advance(run, step=12)
            raise KeyboardInterrupt
        return advance(run, **how)

    monkeypatch.setattr(Run, "advance", impatient)
    result = call("diff tree -s minimax,max-nodes=99 -s minimax --json")

    assert result.status == 1
    assert result.json == {
        "same": None,
        "complete": False,
        "visits": [8, 13],
        "parts": [],
    }
    assert "stopped by Ctrl-C" in result.err
    result = call("diff tree -s minimax,max-nodes=99 -s minimax")
    assert result.status == 1
    assert result.out == "Stopped by Ctrl-C before all was compared: there may be differences.\n"


def test_ctrl_c_while_parts_are_looked_for(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those found so far are shown, and that there may be more."""

    def impatient(*what: Any) -> Iterator[Divergence]:
        yield next(find_divergences(*what))
        raise KeyboardInterrupt

    monkeypatch.setattr(compare_commands, "find_divergences", impatient)
    result = call("diff tree -s alpha-beta -s minimax --json")

    assert result.status == 1
    assert len(result.json["parts"]) == 1
    assert result.json["same"] is False
    assert result.json["complete"] is False
    assert call("diff tree -s alpha-beta -s minimax").out.splitlines()[1:] == [
        "Stopped by Ctrl-C before all was compared: there may be more differences."
    ]


BAD = """
{"enter": null, "max": true, "children": 4, "alpha": null, "beta": null}
{"enter": "a", "max": false, "children": 2, "alpha": null, "beta": null}
{"leaf": "x", "value": 3}
{"leaf": "y", "value": 5}
{"leave": 5}
{"enter": "b", "max": false, "children": 3, "alpha": 5, "beta": null}
{"leaf": "x", "value": 7}
{"leave": 7, "cut": true}
{"enter": "c", "max": false, "children": 2, "alpha": 7, "beta": null}
{"leaf": "x", "value": 4}
{"leave": 4, "cut": true}
{"enter": "d", "max": false, "children": 1, "alpha": 7, "beta": null}
{"leaf": "x", "value": 9}
{"leave": 8}
{"leave": 8, "best": "c"}
"""


def test_what_cannot_be_right_is_found(call: Call, tmp_path: Path) -> None:
    """Each kind of doubt, with its visit, its path and a reason."""
    file = told(tmp_path / "bad.jsonl", BAD)
    result = call(f"lint {file} --json")

    assert result.status == 1
    assert [(each["visit"], each["step"], each["path"], each["what"]) for each in result.json] == [
        (1, 20, [], "best-is-bound"),
        (2, 7, ["a"], "wrong-side"),
        (5, 11, ["b"], "open-cut"),
        (9, 19, ["d"], "alien-value"),
    ]
    assert (
        "visit 5 (step 11), b: it is cut although its value 7 is above α = 5 (open-cut)"
        in call(f"lint {file}").out
    )
    assert [each["visit"] for each in call(f"lint {file} --below d --json").json] == [9]


LOW = """
{"enter": null, "max": true, "alpha": 5, "beta": 9, "children": 1}
{"enter": "a", "max": false, "alpha": 5, "beta": 9, "children": 2}
{"leaf": "x", "value": 3}
{"leave": 3, "cut": true}
{"leave": 3, "best": "a"}
"""


def test_a_best_move_where_all_fail_low_is_no_doubt(call: Call, tmp_path: Path) -> None:
    """Engines name the move to be tried first another time: that it is only a bound is so of all
    moves there.
    """
    wide = LOW.replace('true, "alpha": 5', 'true, "alpha": 1')
    for events in (LOW, wide):
        assert call("lint", told(tmp_path / "low.jsonl", events)).out == f"{NO_FINDINGS}\n"
    two = wide.replace('"children": 1', '"children": 2')
    known = two.replace('{"leave": 3, "best"', '{"leaf": "b", "value": 2}\n{"leave": 3, "best"')

    assert call("lint", told(tmp_path / "known.jsonl", known)).status == 1


TABLE = """
{"enter": null, "max": true}
{"leaf": "b1", "value": 1, "kind": "table"}
{"enter": "b1", "max": false}
{"leaf": "c1", "value": 0}
{"leave": 0}
{"leave": 0}
"""


def test_a_later_search_contradicts_a_table(call: Call, tmp_path: Path) -> None:
    """Of the same position, to the same depth in the same pass."""
    header = '{"search": "engine", "game": "tictactoe", "position": "X---O----", "depth": 2}'
    result = call("lint", told(tmp_path / "table.jsonl", TABLE, header), "--json")
    [found] = [each for each in result.json if each["what"] == "table-contradicted"]

    assert found["visit"] == 2
    assert found["why"] == "a table answers 1, but visit 3 (step 7) of the same position finds 0"


@pytest.mark.parametrize(
    "search", ["alpha-beta,table=yes", "pvs", "mtdf", "iterative-deepening", "alpha-beta,fail=hard"]
)
def test_in_a_right_search_there_is_nothing_to_doubt(
    call: Call, tmp_path: Path, search: str
) -> None:
    """Not at nodes visited twice, nor at answers of a table."""
    file = str(tmp_path / "told.jsonl")

    assert call(f"search othello -d 3 -a {search} --events {file}").status == 0
    result = call(f"lint {file}")
    assert result.status == 0
    assert result.out.splitlines()[0] == NO_FINDINGS
