"""The data that courses use is graded: lists, tuples, pairs, dictionaries, and nodes of any name."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.few import one_in
from tests.grading.conftest import Grade
from tests.grading.programs import Program
from visualizer.support.errors import InputError
from visualizer.your_code.grading.course_data import CourseTree, ReadList
from visualizer.your_code.grading.course_names import DataForm
from visualizer.your_code.grading.node import GradedNode, Reads
from visualizer.your_code.grading.subjects import FileSubject
from visualizer.your_code.grading.trees import SearchTask, parse_literal_tree
from visualizer.your_code.watching.tracer import value_for_log
from visualizer.your_code.watching.watched import watch_wrong

SEARCH = """
from math import inf

TREE = {{"A": ["B", "C"], "C": ["D", "E"]}}
VALUES = {{"B": 3, "D": 5, "E": 1}}
MIXED = {{"A": ["B", "C"], "B": 3, "C": ["D", "E"], "D": 5, "E": 1}}
LISTED = {{"A": ["B", 3], "B": [4, 5]}}
SIGNS = {{"max": 1, "min": -1}}

def search({parameters}):
    {leaf}
    best = -inf if {is_max} else inf
    for child in {children}:
        value = {call}
        if {is_max}:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if beta <= alpha:
            break
    return best
"""
WINDOW = "alpha, beta, is_max"
SHAPES = {
    "nested lists": ("node", "if not isinstance(node, list): return node", "node"),
    "a type that is equal": ("node", "if type(node) != list: return node", "node"),
    "an int": ("node", "if type(node) is int: return node", "node"),
    "indices": (
        "node",
        "if isinstance(node, int): return node",
        "(node[i] for i in range(len(node)))",
    ),
    "a slice": ("tree", "if isinstance(tree, (int, float)): return tree", "tree[:]"),
    "tuples": ("node", "if not isinstance(node, tuple): return node", "node"),
    "pairs": ("node", "value, children = node\n    if not children: return value", "children"),
    "pairs by index": ("node", "if not node[1]: return node[0]", "node[1]"),
    "global dictionaries": ("node", "if node in VALUES: return VALUES[node]", "TREE[node]"),
    "a dictionary without leaves": (
        "node",
        "if node not in TREE: return VALUES.get(node)",
        "TREE[node]",
    ),
    "leaves without children": ("node", "if not TREE[node]: return VALUES[node]", "TREE.get(node)"),
    "one dictionary": (
        "node",
        "if isinstance(MIXED[node], int): return MIXED[node]",
        "MIXED[node]",
    ),
    "numbers in a dictionary": ("node", "if node not in LISTED: return node", "LISTED[node]"),
    "dictionaries as parameters": (
        "tree, values, node",
        "if node not in tree: return values[node]",
        "tree[node]",
    ),
    "a dictionary as a parameter": (
        "graph, node",
        "if type(node) is int: return node",
        "graph[node]",
    ),
    "left and right": (
        "node",
        "if node.left is None and node.right is None: return node.value",
        "(node.left, node.right)",
    ),
    "a binary tree with data": (
        "root",
        "if not root.left: return root.data",
        "(root.left, root.right)",
    ),
    "get_children": ("node", "if not node.get_children(): return node.val", "node.get_children()"),
    "children as a method": (
        "node",
        "if not node.children(): return node.score",
        "node.children()",
    ),
    "nodes that are dictionaries": (
        "node",
        'if not node["children"]: return node["value"]',
        'node["children"]',
    ),
    "is_terminal as a method": (
        "state",
        "if state.is_terminal(): return state.evaluate()",
        "state.get_successors()",
    ),
    "is_terminal as an attribute": (
        "state",
        "if state.is_terminal: return state.get_value()",
        "state.children",
    ),
    "a game that is over": (
        "state",
        "if state.game_over(): return state.evaluate()",
        "state.children",
    ),
    **{
        f"an evaluation called {name}": (
            f"node, {name}",
            f"if node.is_leaf: return {name}(node)",
            "node.children",
        )
        for name in ("evaluate", "eval_function", "heuristic", "heuristic_fn", "ev")
    },
    "an evaluation of lists": (
        "node, evaluate",
        "if not isinstance(node, list): return evaluate(node)",
        "node",
    ),
}
"""For each shape: the parameters that hold the tree, the test for a leaf, and the children."""


def program(title: str, *, depth: str = "", step: str = "") -> Program:
    """Return a right alpha-beta for a shape; `depth` is one more parameter, passed on as `step`."""
    tree, leaf, children = SHAPES[title]
    names = tree.split(", ")
    node = next(
        name
        for name in names
        if name in ("node", "tree", "state", "root") and name != "tree" or names == ["tree"]
    )
    turn = [] if depth else ["is_max"]
    passed = ["child" if name == node else name for name in names]
    passed += [step] * bool(step) + ["alpha", "beta"] + ["not is_max"] * (not depth)
    text = SEARCH.format(
        parameters=", ".join([*names, *[depth] * bool(depth), "alpha", "beta", *turn]),
        leaf=leaf,
        is_max=f"{depth} % 2 == 0" if depth else "is_max",
        children=children,
        call=f"search({', '.join(passed)})",
    )
    return Program(title, text, "search")


@pytest.mark.parametrize("title", SHAPES)
def test_a_right_search_of_each_shape_is_right(title: str) -> None:
    """All trees are right, and the first line says in which form the tree was given."""
    report = program(title).graded()

    assert report.is_right, report.text()
    assert report.trees == 60
    assert report.text().startswith("Called with ")


@pytest.mark.parametrize(
    ("old", "new", "mistake"),
    [
        ("if beta <= alpha", "if beta < alpha", "wrong-rule"),
        ("if beta <= alpha", "if beta >= alpha", ""),
        ("            best = max(best, value)\n", "            best = value\n", ""),
        ("            alpha = max(alpha, best)\n", "", "not-updated-max"),
    ],
)
@pytest.mark.parametrize("title", one_in(3, SHAPES))
def test_a_wrong_search_of_each_shape_is_found(
    title: str, old: str, new: str, mistake: str
) -> None:
    """A cut by another rule, a best value that is not kept and a bound that is not raised are found
    on a small tree, although the search is called as a right one is.
    """
    right = program(title)
    report = right.replaced(old, new).graded()

    assert not report.is_right
    assert report.first_wrong is not None
    assert report.given == right.graded().given
    if mistake:
        assert mistake in report.looks_like


@pytest.mark.parametrize("name", ["ply", "level"])
@pytest.mark.parametrize(
    "title", ["nested lists", "pairs", "dictionaries as parameters", "get_children"]
)
def test_a_ply_without_a_turn_begins_with_max(title: str, name: str) -> None:
    """The root is at ply 0 with MAX to move, also where a wrong tree is made smaller."""
    right = program(title, depth=name, step=f"{name} + 1")
    assert right.graded().is_right, right.graded().text()

    wrong = right.replaced("if beta <= alpha", "if beta < alpha").graded()
    assert wrong.first_wrong is not None
    assert wrong.first_wrong.tree.maximizing


def test_a_ply_beside_a_depth_counts_from_zero() -> None:
    """`depth` is the plies left, and `ply` those from the root."""
    text = """
def search(node, ply, depth, maximizing):
    assert ply + depth == 100
    if depth == 0 or not node.children:
        return node.value
    values = [search(child, ply + 1, depth - 1, not maximizing) for child in node.children]
    return max(values) if maximizing else min(values)
"""
    assert Program("both", text, "search", "minimax").graded().is_right


RESULTS = {
    "a dictionary": ('{"score": %s, "move": %s}', "index", "None"),
    "a dictionary with other keys": ('{"best_move": %s, "value": %s}', "child", "None"),
    "a pair": ("(%s, %s)", "child", "None"),
    "a pair in the other order": ("(%s, %s)", "child.name", "None"),
    "a path of nodes": ("(%s, %s)", "[child, *path]", "[]"),
    "a path of names from the root": ("(%s, %s)", "[node.name, child.name]", "[node.name]"),
    "a path of indices": ("(%s, %s)", "[index]", "[]"),
}


@pytest.mark.parametrize("title", RESULTS)
@pytest.mark.parametrize("is_wrong", [False, True])
def test_results_of_each_form_are_read(title: str, *, is_wrong: bool) -> None:
    """A value and a move in a pair, in a dictionary or as a path are right, and a wrong move is
    found.
    """
    form, move, none = RESULTS[title]
    is_reversed = "other" in title
    read = {"a dictionary": '["score"]', "a dictionary with other keys": '["value"]'}.get(
        title, "[1]" if is_reversed else "[0]"
    )

    def result(value: str, chosen: str) -> str:
        return form % ((chosen, value) if is_reversed else (value, chosen))

    text = f"""
def search(node, maximizing):
    if not node.children:
        return {result("node.value", none)}
    best, worst, chosen, path = None, None, None, []
    for index, child in enumerate(node.children):
        value = search(child, not maximizing){read}
        if best is None or (value > best if maximizing else value < best):
            best = value
            chosen = {move}
        if worst is None or (value < worst if maximizing else value > worst):
            worst = value
            bad = {move}
    return {result("best", "bad" if is_wrong else "chosen")}
"""
    report = Program(title, text, "search", "minimax").graded()

    assert report.has_moves
    assert report.is_right is not is_wrong, report.text()


def test_the_first_line_says_what_was_given() -> None:
    """A tree that is not made of our nodes is named where the parameters are."""
    lines = {
        "nested lists": "Called with node as nested lists, alpha, beta, is_max.",
        "tuples": "Called with node as nested tuples, alpha, beta, is_max.",
        "pairs": "Called with node as [value, children], alpha, beta, is_max.",
        "global dictionaries": "Called with node as a name in TREE and VALUES, alpha, beta, is_max.",
        "left and right": "Called with node as a node with left and right, alpha, beta, is_max.",
        "get_children": "Called with node, alpha, beta, is_max.",
    }
    for title, line in lines.items():
        assert program(title).graded().text().splitlines()[0] == line


@pytest.mark.parametrize("sign", ["-", ""])
def test_a_negamax_of_lists_is_given_leaves_of_the_mover(sign: str) -> None:
    """It is right if it negates throughout, and the first line says from whose side leaves are."""
    text = f"""
def negamax(node, alpha, beta):
    if not isinstance(node, list):
        return node
    best = -1000
    for child in node:
        best = max(best, {sign}negamax(child, -beta, -alpha))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best
"""
    report = Program("negamax", text, "negamax").graded()

    assert report.is_right is bool(sign)
    if sign:
        first_line = report.text().splitlines()[0]
        assert "as nested lists, with leaf values from the mover's side" in first_line


def test_a_leaf_is_read_when_it_is_taken() -> None:
    """Slices and copies take nothing; what is taken twice in a row is read once."""
    task = SearchTask(parse_literal_tree("[[3,5],2,4]"))
    reads = Reads()
    root = CourseTree(GradedNode(task, reads), DataForm("lists"), reads, task).root
    assert isinstance(root, ReadList) and isinstance(root, list)
    assert type(root) == list  # noqa: E721  as people write it
    assert len(root[1:].copy()) == 2
    assert reads.leaves == []
    assert value_for_log(root) == {"n": ()}
    assert reads.leaves == []

    assert root[1] == 2
    assert root[1:][0] == 2
    assert reads.leaves == [(1,)]
    assert [*reversed(root[0])] == [5, 3]
    assert reads.leaves == [(1,), (0, 1), (0, 0)]
    assert root.pop() == 4
    assert root == [[3, 5], 2]
    assert reads.leaves[-1] == (2,)


def test_the_dictionaries_of_a_module_are_its_own_again() -> None:
    """They are replaced only while the function runs."""
    function = program("global dictionaries").made()
    before = dict(function.__globals__["TREE"])
    assert program("global dictionaries").graded().is_right
    assert function.__globals__["TREE"] == before


@pytest.mark.parametrize("limit", [1, 2])
@pytest.mark.parametrize("title", ["nested lists", "pairs", "dictionaries as parameters"])
def test_a_depth_limit_ends_the_data(title: str, limit: int) -> None:
    """Below the limit there are no nodes, and a node at the limit is worth 0."""
    made = program(title)
    text = made.text.replace(", alpha, beta, is_max)", ", depth, alpha, beta, is_max)")
    text = text.replace("alpha, beta, not is_max)", "depth - 1, alpha, beta, not is_max)")
    assert Program(title, text, "search", depth=limit).graded().is_right


def notebook(folder: Path, text: str) -> str:
    """Write a notebook whose cells have some code, and return its name."""
    first, second = text.split("\n\n", 1)
    cells = [
        {"cell_type": "markdown", "source": ["# Alpha-beta"]},
        {"cell_type": "code", "source": ["%matplotlib inline\n", first]},
        {"cell_type": "code", "source": second.splitlines(keepends=True)},
    ]
    file = folder / "mine.ipynb"
    file.write_text(json.dumps({"cells": cells}), encoding="utf-8")
    return str(file)


def test_a_notebook_is_read(tmp_path: Path, run: Grade) -> None:
    """FILE.ipynb:FUNCTION is graded as a function of a file is, and its lines can be watched."""
    file = notebook(tmp_path, program("nested lists").text)
    assert run(f"{file}:search --trees 6") == (
        0,
        "Called with node as nested lists, alpha, beta, is_max.\n6 of 6 trees right.\n",
        "",
    )
    status, _, _ = run(f"{file}:nothing")
    assert status == 2
    with pytest.raises(InputError, match="there is no file"):
        FileSubject(f"{tmp_path}/other.ipynb:search", 1, None)


@pytest.mark.parametrize("title", ["left and right", "pairs", "global dictionaries"])
def test_right_code_of_a_shape_is_watched(tmp_path: Path, title: str) -> None:
    """Without a position, code for binary trees is watched on one; its calls have their nodes."""
    from visualizer import watch

    file = tmp_path / "mine.py"
    file.write_text(program(title).text, encoding="utf-8")
    run = watch(f"{file}:search", against="alpha-beta")

    assert not run.trace.reason
    assert run.trace.leaf_paths()


def test_wrong_code_for_lists_is_watched_at_its_line(tmp_path: Path) -> None:
    """The nodes of its calls are known, although they are lists."""
    from visualizer import grade

    wrong = program("nested lists").replaced("if beta <= alpha", "if beta >= alpha")
    file = tmp_path / "mine.py"
    file.write_text(wrong.text, encoding="utf-8")
    report = grade(f"{file}:search", trees=12)
    watched = watch_wrong(f"{file}:search", report.first_wrong, 0)  # type: ignore[arg-type]

    assert watched.difference is not None
    assert watched.track.calls[0].node == ()


@pytest.mark.parametrize("results", [False, True])
def test_what_is_not_graded_says_how_to_see_its_search(
    tmp_path: Path, run: Grade, *, results: bool
) -> None:
    """The sentence says what was given, what was done with it, and what shows the search; there are
    no points.
    """
    file = tmp_path / "mine.py"
    file.write_text("def minimax(node):\n    return node.board[0]\n", encoding="utf-8")
    scores = tmp_path / "results.json"
    words = ["--gradescope", str(scores)] if results else []
    status, out, err = run(f"{file}:minimax --trees 4", *words)

    assert (status, out, err.count("\n")) == (2, "", 1)
    assert "cannot be graded: node is a node with" in err
    assert "raised AttributeError: a node has no 'board'" in err
    assert err.endswith("; `visualizer watch FILE --call …` shows its own search\n")
    if results:
        found = json.loads(scores.read_text(encoding="utf-8"))
        assert (found["score"], found["tests"]) == (0, [])
        assert found["output"] == err.strip().removeprefix("visualizer: ")
