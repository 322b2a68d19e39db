"""`visualizer diff` and `visualizer lint`: what they print, and their status."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Call
from visualizer.apps.cli import compare_commands
from visualizer.apps.cli.compare_commands import NOTHING
from visualizer.explaining.comparison.parting import Part, parts
from visualizer.searching.run import Run

AIMA = "[[3,12,8],[2,4,6],[14,5,2]]"
HEADER = {"search": "engine"}
ROOT = {"enter": None, "max": True}


def told(path: Path, *events: Mapping[str, object], **header: object) -> str:
    """Write a file of events."""
    path.write_text("".join(f"{json.dumps(each)}\n" for each in ({**HEADER, **header}, *events)), encoding="utf-8")
    return str(path)


def test_two_searches_that_part_are_status_1(call: Call) -> None:
    """The JSON names the visit, the path and what each does; of the one that returns, null."""
    result = call("diff tree -s alpha-beta -s minimax --json")
    assert result.status == 1
    assert result.json == {
        "same": False, "visits": [11, 13],
        "parts": [{"visits": [8, 8], "steps": [13, 13], "path": ["2"], "what": "move", "a": None, "b": "2"}],
    }  # fmt: skip


def test_the_same_run_is_status_0(call: Call, tmp_path: Path) -> None:
    """A file of events, a saved run and the search itself are the same."""
    events, run = str(tmp_path / "a.jsonl"), str(tmp_path / "b.run")
    assert call(f"search tree --events {events} --save {run}").status == 0
    for words in ((events, run), (run, "-s", "alpha-beta"), (events, "-s", "alpha-beta"), (events, events)):
        result = call("diff", *words, "--json")
        assert (result.status, result.json) == (0, {"same": True, "visits": [11, 11], "parts": []})


def test_labels_of_two_files_are_compared_by_name(call: Call, tmp_path: Path) -> None:
    """Also where the two files meet them in another order."""
    e4, d4 = {"leaf": "e4", "value": 1}, {"leaf": "d4", "value": 2}
    old = told(tmp_path / "old.jsonl", ROOT, e4, d4, {"leave": 2})
    new = told(tmp_path / "new.jsonl", ROOT, d4, e4, {"leave": 2})
    result = call(f"diff {old} {new}")
    assert (result.status, result.out) == (
        1, ("The first difference is at visit 2 (step 2): at the root, "
         "old.jsonl tries e4 first, but new.jsonl d4 first.\n"),
    )  # fmt: skip


WINDOW = {"alpha": -5, "beta": 5}
NULL = {"enter": "null", "max": False, "probe": "null move"}
LAST = {"leaf": "d4", "value": 6}


def twins(
    tmp_path: Path, one: Sequence[Mapping[str, object]], other: Sequence[Mapping[str, object]]
) -> tuple[str, str]:
    """Write two files of events below the same root, which goes on alike."""
    root = {**ROOT, **WINDOW, "children": 4}
    return (
        told(tmp_path / "one.jsonl", root, *one, LAST, {"leave": 6, "cut": True}),
        told(tmp_path / "two.jsonl", root, *other, LAST, {"leave": 6, "cut": True}),
    )


def test_bounds_that_both_tell_are_compared(call: Call, tmp_path: Path) -> None:
    """The same value returned as another bound is a part; where only one tells bounds, that is none."""

    def bounded(sign: str | None) -> list[Mapping[str, object]]:
        return [
            {"leaf": "a1", "value": 0, "bound": "<="},
            {"leaf": "e4", "value": 1, **({"bound": sign} if sign else {})},
        ]

    files = twins(tmp_path, bounded("<="), bounded(">="))
    result = call("diff", *files, "--json")
    assert result.status == 1
    assert result.json["parts"] == [
        {"visits": [3, 3], "steps": [5, 5], "path": ["e4"], "what": "bound", "a": "≤", "b": "≥"}
    ]
    assert call("diff", *files).out == (
        "The first difference is at visit 3 (step 5): at e4, "
        "one.jsonl returns an upper bound, but two.jsonl a lower bound.\n"
    )
    files = twins(tmp_path, bounded("<="), bounded(None))
    assert [part["b"] for part in call("diff", *files, "--json").json["parts"]] == ["="]
    plain = [{"leaf": "a1", "value": 0}, {"leaf": "e4", "value": 1}]
    assert call("diff", *twins(tmp_path, bounded("<="), plain)).status == 0


@pytest.mark.parametrize("known", [True, False])
def test_a_cut_at_the_last_child_is_no_part(call: Call, tmp_path: Path, known: bool) -> None:
    """An engine tells of a cut wherever the window closes, and not where games end; our search is the same."""
    events: list[dict[str, object]] = [
        {"enter": None, "max": True, "children": 3},
        {"enter": "1", "max": False, "children": 2, "alpha": None, "beta": None},
        {"leaf": "1", "value": 3}, {"leaf": "2", "value": 4}, {"leave": 3},
        {"enter": "2", "max": False, "children": 2, "alpha": 3, "beta": None},
        {"leaf": "1", "value": 5}, {"leaf": "2", "value": 2}, {"leave": 2, "cut": True},
        {"leaf": "3", "value": 1}, {"leave": 3},
    ]  # fmt: skip
    told_of = [each if known else {key: each[key] for key in each if key != "children"} for each in events]
    file = told(tmp_path / "told.jsonl", *told_of, game="tree", position="[[3,4],[5,2],1]")
    assert call(f"diff {file} -s alpha-beta --json").json["parts"] == []


def test_probes_that_both_tell_are_compared(call: Call, tmp_path: Path) -> None:
    """A probe that finds another value is a part; where only one engine tells of probes, they are left out."""

    def probed(value: int) -> list[Mapping[str, object]]:
        return [NULL, {"leaf": "x", "value": value}, {"leave": value}]

    result = call("diff", *twins(tmp_path, probed(3), probed(4)), "--json")
    assert [(part["what"], part["visits"], part["a"], part["b"]) for part in result.json["parts"]] == [
        ("value", [3, 3], 3, 4), ("value", [2, 2], 3, 4),
    ]  # fmt: skip
    assert call("diff", *twins(tmp_path, probed(3), [])).status == 0
    assert call("diff", *twins(tmp_path, probed(3), probed(3))).status == 0


def test_lint_keeps_to_what_is_asked_for(call: Call, tmp_path: Path) -> None:
    """Below a move, to a ply, of a pass: of four doubts those that lie there."""
    wrong = ({"enter": "a", "max": False}, {"leaf": "x", "value": 3}, {"leaf": "y", "value": 5}, {"leave": 4})
    file = told(
        tmp_path / "wrong.jsonl",
        {"pass": "1"}, ROOT, *wrong, {"leave": 7},
        {"pass": "2"}, ROOT, *wrong, {"leave": 4},
    )  # fmt: skip

    def found(*words: str) -> list[int]:
        return [each["visit"] for each in call(f"lint {file}", *words, "--json").json]

    assert found() == [1, 2, 6]
    assert found("--below", "a") == [2, 6]
    assert found("--to-ply", "0") == [1]
    assert found("--pass", "2") == [6]
    assert found("--pass", "1", "--to-ply", "1", "--below", "a") == [2]


def test_ctrl_c_ends_a_comparison_honestly(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    """What has been found is shown, that one run was stopped is no difference, and nothing is said to be the same."""
    advance = Run.advance

    def impatient(run: Run, **how: Any) -> bool:
        if run.recipe.search.max_nodes == 99:
            advance(run, step=12)
            raise KeyboardInterrupt
        return advance(run, **how)

    monkeypatch.setattr(Run, "advance", impatient)
    result = call("diff tree -s minimax,max-nodes=99 -s minimax --json")
    assert (result.status, result.json) == (
        1, {"same": None, "complete": False, "visits": [8, 13], "parts": []},
    )  # fmt: skip
    assert "stopped by Ctrl-C" in result.err
    result = call("diff tree -s minimax,max-nodes=99 -s minimax")
    assert (result.status, result.out) == (1, "Stopped by Ctrl-C before all was compared: there may be differences.\n")


def test_ctrl_c_while_parts_are_looked_for(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those found so far are shown, and that there may be more."""

    def impatient(*what: Any) -> Iterator[Part]:
        yield next(parts(*what))
        raise KeyboardInterrupt

    monkeypatch.setattr(compare_commands, "parts", impatient)
    result = call("diff tree -s alpha-beta -s minimax --json")
    assert (result.status, len(result.json["parts"]), result.json["same"], result.json["complete"]) == (
        1,
        1,
        False,
        False,
    )
    assert call("diff tree -s alpha-beta -s minimax").out.splitlines()[1:] == [
        "Stopped by Ctrl-C before all was compared: there may be more differences."
    ]


def test_what_cannot_be_right_is_found(call: Call, tmp_path: Path) -> None:
    """Each kind of doubt, with its visit, its path and a reason."""
    window = {"alpha": None, "beta": None}
    bad = told(
        tmp_path / "bad.jsonl",
        {"enter": None, "max": True, "children": 4, **window},
        {"enter": "a", "max": False, "children": 2, **window},
        {"leaf": "x", "value": 3}, {"leaf": "y", "value": 5}, {"leave": 5},
        {"enter": "b", "max": False, "children": 3, "alpha": 5, "beta": None},
        {"leaf": "x", "value": 7}, {"leave": 7, "cut": True},
        {"enter": "c", "max": False, "children": 2, "alpha": 7, "beta": None},
        {"leaf": "x", "value": 4}, {"leave": 4, "cut": True},
        {"enter": "d", "max": False, "children": 1, "alpha": 7, "beta": None},
        {"leaf": "x", "value": 9}, {"leave": 8},
        {"leave": 8, "best": "c"},
    )  # fmt: skip
    result = call(f"lint {bad} --json")
    assert result.status == 1
    assert [(each["visit"], each["step"], each["path"], each["what"]) for each in result.json] == [
        (1, 20, [], "best-is-bound"), (2, 7, ["a"], "wrong-side"),
        (5, 11, ["b"], "open-cut"), (9, 19, ["d"], "alien-value"),
    ]  # fmt: skip
    assert "visit 5 (step 11), b: it is cut although its value 7 is above α = 5 (open-cut)" in call(f"lint {bad}").out
    assert [each["visit"] for each in call(f"lint {bad} --below d --json").json] == [9]


def test_a_best_move_where_all_fail_low_is_no_doubt(call: Call, tmp_path: Path) -> None:
    """Engines name the move to be tried first another time: that it is only a bound is so of all moves there."""
    events: list[dict[str, object]] = [
        {"enter": None, "max": True, "alpha": 5, "beta": 9, "children": 1},
        {"enter": "a", "max": False, "alpha": 5, "beta": 9, "children": 2},
        {"leaf": "x", "value": 3}, {"leave": 3, "cut": True}, {"leave": 3, "best": "a"},
    ]  # fmt: skip
    assert call("lint", told(tmp_path / "low.jsonl", *events)).out == f"{NOTHING}\n"
    wide = {**events[0], "alpha": 1}
    assert call("lint", told(tmp_path / "wide.jsonl", wide, *events[1:])).out == f"{NOTHING}\n"
    known, two = {"leaf": "b", "value": 2}, {**wide, "children": 2}
    assert call("lint", told(tmp_path / "known.jsonl", two, *events[1:-1], known, events[-1])).status == 1


def test_a_later_search_contradicts_a_table(call: Call, tmp_path: Path) -> None:
    """Of the same position, to the same depth in the same pass."""
    bad = told(
        tmp_path / "table.jsonl",
        ROOT,
        {"leaf": "b1", "value": 1, "kind": "table"},
        {"enter": "b1", "max": False}, {"leaf": "c1", "value": 0}, {"leave": 0},
        {"leave": 0},
        game="tictactoe", position="X---O----", depth=2,
    )  # fmt: skip
    result = call(f"lint {bad} --json")
    contradicted = [each for each in result.json if each["what"] == "table-contradicted"]
    assert [each["visit"] for each in contradicted] == [2]
    assert contradicted[0]["why"] == "a table answers 1, but visit 3 (step 7) of the same position finds 0"


@pytest.mark.parametrize(
    "search", ["alpha-beta,table=yes", "pvs", "mtdf", "iterative-deepening", "alpha-beta,fail=hard"]
)
def test_in_a_right_search_there_is_nothing_to_doubt(call: Call, tmp_path: Path, search: str) -> None:
    """Not at nodes visited twice, nor at answers of a table."""
    file = str(tmp_path / "told.jsonl")
    assert call(f"search othello -d 3 -a {search} --events {file}").status == 0
    result = call(f"lint {file}")
    assert (result.status, result.out.splitlines()[0]) == (0, NOTHING)
