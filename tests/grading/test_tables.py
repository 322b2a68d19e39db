"""`--table`: right searches with tables of many kinds are right; a bound kept as exact, a depth
ignored are found.
"""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.few import one_in
from tests.grading import right, tabled
from tests.grading.conftest import Grade
from tests.grading.here import Here, trees_of
from tests.grading.wrong import Replacements, made
from visualizer.support.errors import InputError
from visualizer.your_code.grading.grading import Grading
from visualizer.your_code.grading.reference import GradedTask, make_task
from visualizer.your_code.grading.report import GradeReport
from visualizer.your_code.grading.tables import (
    DEFAULT_TABLE_DEPTH,
    TABLE_KINDS,
    RightTableSearches,
    TableSearch,
    policies_making_mistake,
)
from visualizer.your_code.grading.tree_searches import value_of_tree
from visualizer.your_code.grading.trees import SearchTask, count_nodes, parse_literal_tree


def graded(
    function: Any, depth: int | None = DEFAULT_TABLE_DEPTH, seed: int = 1, task: str = "alpha-beta"
) -> GradeReport:
    """Return the report on a search with a table."""
    trees = trees_of(
        24,
        seed,
        depth,
        task,
        table=True,
    )
    return Grading(Here(function), GradedTask(task, depth=depth, table=True), trees, seed).run()


def depth_of(text: str) -> int | None:
    """Return the limit that a text is searched with: the book's takes none."""
    return None if text == tabled.BOOK else DEFAULT_TABLE_DEPTH


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize(("text", "replacements"), one_in(2, tabled.RIGHT))
def test_a_right_table_is_right(text: str, replacements: Replacements, seed: int) -> None:
    """With bounds or without, with leaves, narrowing, fail-hard, negamax, and answers from the
    same depth or deeper.
    """
    report = graded(made(text, replacements), depth_of(text), seed)
    assert report.text().splitlines()[1] == "24 of 24 trees right."


@pytest.mark.parametrize(
    ("name", "text", "replacements"),
    [(name, *each) for name, texts in tabled.WRONG.items() for each in texts],
)
def test_a_wrong_table_is_found_and_named(name: str, text: str, replacements: Replacements) -> None:
    """Each of the two mistakes, made in several texts, gives another value on some tree, and is
    named.
    """
    report = graded(made(text, replacements), depth_of(text))

    assert report.first_wrong is not None
    assert report.first_wrong.fault.what == "value"
    assert [*report.looks_like] == [name]


@pytest.mark.parametrize(("text", "replacements"), tabled.UNUSED)
def test_a_table_that_is_not_used_is_told(text: str, replacements: Replacements) -> None:
    """Where nothing is stored, or never found again, no tree is right; it is not said that there
    is no table.
    """
    report = graded(made(text, replacements), depth_of(text))

    assert report.right == 0
    assert [*report.looks_like] == []
    assert report.first_wrong is not None
    assert report.first_wrong.why.startswith(
        "Your search goes through B again, although that is the same position as A,"
    )
    found = report.first_wrong.as_object()
    assert found["what"] == "table"
    assert found["at"] == "2.1"
    assert len(found["expected"]) < len(found["got"])


def test_leaves_that_are_skipped_without_a_table_and_the_order_count() -> None:
    """Minimax reads what alpha-beta skips; and from right to left is not from left to right."""
    for text, replacements in (
        (tabled.SOFT, (("if alpha >= beta", "if False"),)),
        (tabled.SOFT, (("in node.children", "in node.children[::-1]"),)),
    ):
        report = graded(made(text, replacements))

        assert report.first_wrong is not None
        assert report.first_wrong.fault.what == "visits"
        assert report.first_wrong.why.startswith("Your search reads ")


def test_minimax_may_remember() -> None:
    """A minimax with a memory is right, and one without it is told so."""
    memory = tabled.SOFT.replace("if alpha >= beta", "if False").replace(
        "alpha = max(alpha, best)", "pass"
    )
    memory = memory.replace("beta = min(beta, best)", "pass")

    assert graded(made(memory), task="minimax").is_right
    assert "a table should answer it there." in graded(right.minimax, task="minimax").text()


def test_only_some_tasks_know_a_table() -> None:
    """Any other is refused in a sentence."""
    with pytest.raises(
        InputError, match=r"^--table is for alpha-beta and minimax, not for expectimax$"
    ):
        make_task("expectimax", table=True)


def test_each_tree_shows_what_its_kind_is_for() -> None:
    """In each a position comes again whose value is known; bounds and depths go wrong where they
    are to.
    """
    mistakes = {kind.title: mistake for kind, mistake in TABLE_KINDS}
    trees = trees_of(
        24,
        3,
        DEFAULT_TABLE_DEPTH,
        table=True,
    )

    assert len({tree for _, tree in trees}) == 24
    for title, tree in trees:
        facts = RightTableSearches(SearchTask(tree, DEFAULT_TABLE_DEPTH), prunes=True)

        assert facts.shows(mistakes[title])
        assert count_nodes(tree) <= 60
        assert (
            trees_of(
                24,
                3,
                DEFAULT_TABLE_DEPTH,
                table=True,
            )
            == trees
        )


def test_the_smallest_witness_of_a_bound_kept_as_exact() -> None:
    """On it that mistake makes 3 of 1; a right table searches the position again."""
    asked = SearchTask(parse_literal_tree("min [[3,[3,1]],[[3,1]]]"))

    assert value_of_tree(asked) == 1
    assert TableSearch(asked, policies_making_mistake("bound-as-exact")[0]).value == 3
    assert RightTableSearches(asked, prunes=True).with_minimal_table.value == 1


def test_the_command_grades_a_file_with_a_table(tmp_path: Path, run: Grade) -> None:
    """A search that takes a depth is limited, one that takes none is not; both are right, and a
    wrong one is not.
    """
    for name, text, status in (
        ("soft", tabled.SOFT, 0),
        ("book", tabled.BOOK, 0),
        ("wrong", tabled.SOFT.replace('if flag == "exact"', "if flag"), 1),
    ):
        file = tmp_path / f"{name}.py"
        file.write_text(f"from math import inf\n{text}", encoding="utf-8")
        ended, said, _ = run(f"{file}:search --table --trees 6")

        assert ended == status
        assert ("keeps a bound in its table as if it were the exact value" in said) == bool(status)


PROGRAM = """
import json, sys
def search(node, move, maximizing, alpha, beta, left):
    if left == 0 or not isinstance(node, list):
        value, kind = (0, "limit") if isinstance(node, list) else (node, "terminal")
        print(json.dumps({"leaf": move, "value": value, "kind": kind}))
        return value
    key = json.dumps([node, maximizing])
    if key in table and table[key][0] == left:
        print(json.dumps({"leaf": move, "value": table[key][1], "kind": "table"}))
        return table[key][1]
    print(json.dumps({"enter": move, "max": maximizing, "children": len(node)}))
    values, low, high = [], alpha, beta
    for number, child in enumerate(node, 1):
        values.append(search(child, str(number), not maximizing, low, high, left - 1))
        best = (max if maximizing else min)(values)
        low, high = (max(low, best), high) if maximizing else (low, min(high, best))
        if low >= high:
            break
    if EXACT:
        table[key] = left, best
    print(json.dumps({"leave": best, "cut": len(values) < len(node)}))
    return best
for line in sys.stdin:
    asked, table = json.loads(line), {}
    search(asked["tree"], None, asked["max"], float("-inf"), float("inf"), asked["depth"])
    print(flush=True)
"""


@pytest.mark.parametrize(
    ("exact", "named"), [("alpha < best < beta", []), ("True", ["bound-as-exact"])]
)
def test_a_program_with_a_table_is_graded(
    tmp_path: Path, run: Grade, exact: str, named: list[str]
) -> None:
    """It is sent the limit, and tells what its table answers as a leaf of the kind `table`."""
    file = tmp_path / "bot.py"
    file.write_text(PROGRAM.replace("EXACT", exact), encoding="utf-8")
    status, out, _ = run(
        "--table --trees 12 --json --program", shlex.join([sys.executable, str(file)])
    )

    assert status == bool(named)
    found = json.loads(out)
    assert found["looks_like"] == named
    assert found["depth"] == DEFAULT_TABLE_DEPTH
