"""From calls to a tree: its events tell the leaves read, the windows handed, and what was
returned; nothing else.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from itertools import pairwise
from math import inf
from pathlib import Path
from types import FrameType, SimpleNamespace
from typing import Any

import pytest

from tests.few import one_in
from tests.grading import right, tabled, wrong
from tests.grading.here import trees_of
from tests.watching.heard import heard_here, module_of, request_of, watched
from visualizer.apps.cli.search_commands import recording_lines_of
from visualizer.draw.picture.layout.node_words import TreeOptions, window_at
from visualizer.explaining.explanation.english.cuts import node_to_explain, window_chain
from visualizer.explaining.explanation.explainer import explain_step
from visualizer.explaining.explanation.naming import Naming
from visualizer.look.numbers import format_number
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec, recipe_of_recording
from visualizer.searching.run import Run
from visualizer.trace.rows import Kind, MovePath
from visualizer.trace.tree_at_step import TreeAtStep
from visualizer.your_code.grading.node import graded_node_path
from visualizer.your_code.grading.reference import GradedTask, right_search
from visualizer.your_code.grading.trees import parse_literal_tree
from visualizer.your_code.watching import visits
from visualizer.your_code.watching.log import CodeLog, LoggedEvent
from visualizer.your_code.watching.visits import VisitsOfCalls, search_of_reads
from visualizer.your_code.watching.watched import CodeLimits, WatchedCode, watch_function

TREE = "[[3,5],[2,9]]"
ALPHA_BETAS = [each for each in right.ALPHA_BETAS if each is not right.ours]


def searched(folder: Path, text: str, tree: str = TREE, **asked: Any) -> WatchedCode:
    """Return what the function `search` of a text does with a tree."""
    return watched(
        module_of(f"from math import inf\n{text}", folder / "mine.py")["search"], tree, **asked
    )


FUNCTIONS = [
    *(pytest.param(function, id=function.__name__) for function in ALPHA_BETAS),
    *(
        pytest.param(function, id=f"{name}-{number}")
        for name, number, function in wrong.mistakes()
        if name not in ("sign-forgotten", "last-child-missed", "one-ply-off")
    ),
]


@pytest.mark.parametrize("function", one_in(3, FUNCTIONS))
def test_events_tell_what_was_done(function: Callable[..., Any]) -> None:
    """Played back, they read the same leaves in the same order, and the root is worth what was
    returned.
    """
    for _, tree in trees_of(8):
        seen = watched(function, tree.text())
        trace = seen.run.trace
        value = seen.log.value
        read = seen.log.reads

        assert trace.leaf_paths() == tuple(
            path for before, path in pairwise([None, *read]) if before != path
        )
        if value is not None and abs(value) < inf and seen.has_search_in_calls:
            assert abs(trace.value(0)) == abs(value)


@pytest.mark.parametrize("function", [right.wikipedia, right.negamax, right.fail_hard, right.book])
def test_windows_and_cutoffs_are_those_of_the_right_search(function: Callable[..., Any]) -> None:
    """Where the function names them alpha and beta, each visit has the right search's window and
    is cut where it is.
    """
    for _, tree in trees_of(16):
        trace = watched(function, tree.text()).run.trace
        wanted = right_search(tree, GradedTask()).run.trace

        assert len(trace) == len(wanted)
        for mine, its in zip(trace, wanted, strict=True):
            assert mine.move == its.move
            assert mine.depth == its.depth
            assert mine.alpha == its.alpha
            assert mine.beta == its.beta
            assert (mine.kind is Kind.CUT) == (its.kind is Kind.CUT)


def test_reads_alone() -> None:
    """Where only the leaves are known, inner nodes are worth the best that was read below them."""
    reads = [
        LoggedEvent("read", -1, 0, path)
        for path in (
            (0, 0),
            (0, 1),
            (1, 0),
        )
    ]
    search = search_of_reads(request_of(TREE).run(), CodeLog(events=reads, value=3))

    assert [(search.paths[row], returns) for row, returns in search.trace.events()] == [
        ((), False),
        ((0,), False),
        ((0, 0), False),
        ((0, 0), True),
        ((0, 1), False),
        ((0, 1), True),
        ((0,), True),
        ((1,), False),
        ((1, 0), False),
        ((1, 0), True),
        ((1,), True),
        ((), True),
    ]
    seen = watched(right.with_a_stack, TREE)
    assert not seen.has_search_in_calls
    assert seen.run.trace.leaf_paths() == (
        (0, 0),
        (0, 1),
        (1, 0),
    )
    assert [seen.run.trace.value(row) for row in range(6)] == [3, 3, 3, 5, 2, 2]


def test_an_error_ends_the_tree(tmp_path: Path) -> None:
    """What a search did before it raised an exception is told; nothing came of the calls that it
    went through.
    """
    seen = searched(
        tmp_path,
        "def search(node):\n    values = [child.value for child in node.children[0]]\n"
        "    return values[7]\n",
    )

    assert seen.run.trace.leaf_paths() == ((0, 0), (0, 1)) == tuple(seen.log.reads)
    assert "IndexError" in seen.run.trace.reason
    assert seen.stopped.endswith("in search (mine.py, line 4)")
    assert seen.track.lines[seen.track.end] == 4
    assert seen.track.event(seen.track.end).value == "raise"


NOTING = (
    (wrong.WINDOW, 1, ()),
    (wrong.WINDOW, 1, (("beta = min(beta, best)", "pass"),)),
    (wrong.WINDOW, 1, (("alpha = max(alpha, best)", "pass"),)),
    (wrong.WINDOW, 1, (("depth - 1, alpha, beta, False", "depth - 1, alpha, inf, False"),)),
    (wrong.WINDOW, 1, (("depth - 1, alpha, beta,", "depth - 1, beta, alpha,"),)),
    (wrong.WINDOW, 1, (("depth - 1, alpha, beta, True", "depth - 1, 2, 10**400, True"),)),
    (wrong.NEGAMAX, -1, ()),
    (wrong.NEGAMAX, -1, (("-beta, -alpha", "-alpha, -beta"),)),
)
"""Texts of searches, -1 for those whose windows are from the mover's side, and what is changed
in them.
"""


@pytest.mark.parametrize(("text", "turn", "changes"), NOTING)
def test_a_window_that_is_shown_was_handed_down(
    text: str, turn: int, changes: wrong.Replacements
) -> None:
    """At each step each node has the window of its call, be it empty, or none: whatever its
    children have returned.

    What `why` says of it are the same two numbers, and nothing is said to rise or fall.
    """
    first = "    if depth == 0 or" if turn > 0 else "    if not node.children:"
    function = wrong.made(text, (*changes, (first, f"    noted(node, alpha, beta)\n{first}")))
    shown = 0
    for _, tree in trees_of(8):
        handed: dict[MovePath, tuple[float, float]] = {}

        def noted(
            node: Any,
            alpha: float,
            beta: float,
            handed: Any = handed,
        ) -> None:
            turned = turn < 0 and not node.maximizing
            if turned:
                handed[graded_node_path(node)] = (-beta, -alpha)
            else:
                handed[graded_node_path(node)] = (alpha, beta)

        function.__globals__["noted"] = noted
        run = watched(function, tree.text()).run
        for step in range(1, run.trace.last_step + 1):
            at = TreeAtStep(run.trace, step)
            said = window_chain(run, step).splitlines()[1:]

            assert not re.search("rises|falls|closed|cut here", explain_step(Naming(run, at)))
            for node in at.nodes():
                window = handed[run.path(node)]
                if any(abs(end) > 1e300 and end not in (inf, -inf) for end in window):
                    assert at.window_at(node) is None
                    continue

                assert at.window(node) == window
                shown += 1
                if at.move_count(node):
                    placed = SimpleNamespace(node=node, path=run.path(node))
                    drawn = window_at(run, at, placed, TreeOptions(windows="all"))  # type: ignore[arg-type]
                    assert drawn is not None
                    assert (drawn.alpha, drawn.beta) == window
            for line, node in zip(said, at.line_to(node_to_explain(at, None) or 0), strict=False):
                if at.window_at(node) is None:
                    numbers = "handed no window"
                else:
                    numbers = "handed α {} and β {}".format(*map(format_number, at.window(node)))
                assert numbers in line

    assert shown > 60


def test_a_node_without_a_window_shows_none(tmp_path: Path) -> None:
    """A root that has a loop of its own is handed none; its children are, and the root's is not
    made of theirs.
    """
    run = watched(right.best_action, TREE).run
    at = TreeAtStep(run.trace, run.trace.last_step)
    first, second = at.children(0)

    assert at.window_at(0) is None
    assert at.window(first) == (-inf, inf)
    assert at.window(second) == (3, inf)
    assert "The root (MAX): handed no window" in window_chain(run, 4)
    kept = [*recording_lines_of(run)]
    assert json.loads(kept[0])["windows"] == "handed"
    file = tmp_path / "kept.jsonl"
    file.write_text("\n".join(kept), encoding="utf-8")
    assert [*recording_lines_of(Run(recipe_of_recording(str(file))).finish())] == kept


def test_memory_answers_are_visits_of_kind_table(tmp_path: Path) -> None:
    """A call that returns a number for a position that was finished, without a read, is a
    table's answer.
    """
    seen = searched(tmp_path, tabled.SOFT, "[[3,5],[3,5],[2,9]]")
    kinds = [(row.kind, seen.run.trace.path(number)) for number, row in enumerate(seen.run.trace)]

    assert [path for kind, path in kinds if kind is Kind.TABLE] == [(1,)]
    assert seen.run.trace.leaf_paths() == tuple(seen.log.reads)


DEEPENING = """
def search(root, depth):
    for limit in range(1, depth + 1):
        value = below(root, limit, -inf, inf, root.maximizing)
    return value
""" + wrong.WINDOW.replace("search(", "below(")


def test_passes_of_a_search_that_deepens(tmp_path: Path) -> None:
    """Each call at the root begins a pass; the call around them is no visit, and inner leaves
    are read.
    """
    seen = searched(
        tmp_path,
        DEEPENING,
        "[[[3,5],[2,9]],[[4,1],7]]",
        estimates=True,
    )
    trace = seen.run.trace

    assert seen.has_search_in_calls
    assert not seen.stopped
    assert len(trace.roots()) == 3
    assert (
        seen.log.value
        == trace.value(trace.roots()[-1])
        == parsed_value("[[[3,5],[2,9]],[[4,1],7]]")
    )


def parsed_value(tree: str) -> float:
    """Return the value of a tree."""
    return right_search(parse_literal_tree(tree), GradedTask()).run.trace.value(0)


def test_a_leaf_read_in_its_parent(tmp_path: Path) -> None:
    """It is a visit at the line that reads it, and the call's own variables are those of its
    parent.
    """
    seen = searched(
        tmp_path,
        """
def search(node):
    values = []
    for child in node.children:
        if child.children:
            values.append(search(child))
        else:
            values.append(child.value)
    return max(values) if node.maximizing else min(values)
""",
    )

    assert seen.has_search_in_calls
    assert seen.run.trace.leaf_paths() == (
        (0, 0),
        (0, 1),
        (1, 0),
        (1, 1),
    )
    leaves = [row for row in range(len(seen.search.trace)) if seen.search.trace.is_leaf(row)]
    assert {seen.search.calls[row] for row in leaves} == {-1}
    assert {seen.track.lines[seen.search.end_moments[row]] for row in leaves} == {9}


def test_calls_without_a_node(tmp_path: Path) -> None:
    """A board that is changed in place: the tree is made of what was read, and the lines are
    there.
    """
    seen = searched(
        tmp_path,
        """
def search(node):
    here = [node]

    def best(maximizing):
        if not here[-1].children:
            return here[-1].value
        found = []
        for child in here[-1].children:
            here.append(child)
            found.append(best(not maximizing))
            here.pop()
        return max(found) if maximizing else min(found)

    return best(True)
""",
    )

    assert not seen.has_search_in_calls
    assert seen.log.value == 3 == seen.run.trace.value(0)
    assert [call.function for call in seen.track.calls] == ["search", *["best"] * 7]


def test_lines_beyond_the_most(tmp_path: Path) -> None:
    """Behind --max-lines the function goes on, and so does the tree; behind --max-nodes the
    function alone does.
    """
    whole = searched(tmp_path, wrong.WINDOW)
    few = searched(tmp_path, wrong.WINDOW, max_lines=12)

    assert len(few.track) == 12
    assert few.log.value == whole.log.value == 3
    assert [*few.track.rows()] == [*whole.track.rows()][:12]
    assert [*map(str, few.run.trace)] == [*map(str, whole.run.trace)]
    assert len(few.track.calls) == len(whole.track.calls)
    assert (
        few.stopped
        == "12 lines were followed, and not those after them; --max-lines N follows more"
    )
    small = searched(tmp_path, wrong.WINDOW, max_nodes=3)
    assert len(small.run.trace) == 3
    assert small.log.value == 3
    assert (
        small.stopped
        == small.run.trace.reason
        == ("3 nodes were followed, and not those after them; --max-nodes N follows more")
    )


def test_nothing_read(tmp_path: Path) -> None:
    """Code that reads no value has lines, and a root that it has not left."""
    seen = searched(tmp_path, "def search(node):\n    return 3\n")

    assert len(seen.track) == 3
    assert len(seen.run.trace) == 1
    assert seen.run.trace.reason == "yours has read no value"
    assert not seen.stopped


def lines_run(work: Callable[[], object], file: str) -> int:
    """Return how many lines of a file are run by some work."""
    count = 0

    def hear(frame: FrameType, event: str, _: object) -> Any:
        nonlocal count
        count += event == "line"
        if frame.f_code.co_filename == file:
            return hear
        return None

    before = sys.gettrace()
    sys.settrace(hear)
    try:
        work()
    finally:
        sys.settrace(before)
    return count


def test_deep_recursion_costs_as_much_a_call_as_flat_one(tmp_path: Path) -> None:
    """Twice as many calls in each other, all of them one visit, take twice the work."""
    text = (
        "def search(node, ply={}):\n    return search(node, ply - 1) if ply else "
        "node.children[0].children[0].value\n"
    )
    found = []
    for plies in (200, 400):
        search = module_of(text.format(plies), tmp_path / "mine.py")["search"]
        log = heard_here(search, request_of(TREE))

        assert len(log.track.calls) == plies + 1

        def told(log: CodeLog = log) -> None:
            VisitsOfCalls(request_of(TREE).run(), log).find_search()

        found.append(lines_run(told, visits.__file__))

    assert found[0] > 1_000
    assert found[1] < 2.1 * found[0]


def test_calls_without_end(tmp_path: Path) -> None:
    """Python's own limit ends them; all are left by the error, the outermost last, and listening
    takes none of them.
    """
    seen = searched(tmp_path, "def search(node, ply=0):\n    return search(node, ply + 1)\n")

    assert "RecursionError: maximum recursion depth exceeded" in seen.stopped
    assert 970 < len(seen.track.calls) <= 1_000  # the program itself takes a few frames
    events = [event.value for _, _, event, _ in seen.track.rows()]
    assert events[-len(seen.track.calls) :] == ["raise"] * len(seen.track.calls)


def test_a_random_tree_and_moves_played_are_watched_as_they_are_asked_for() -> None:
    """A tree that settings deal, and a position behind moves from the start, are those that the
    search is shown on.
    """
    dealt = PositionSpec("tree", settings={"seed": "3"})
    behind = PositionSpec("tictactoe", moves="a1 b2 c3 a2")
    for where in (dealt, behind):
        seen = watch_function(right.wikipedia, Recipe(where, SearchSpec(depth=2)), CodeLimits())
        assert seen.run.root.text() == seen.reference.root.text() == Run(Recipe(where)).root.text()
