"""A graded search is shown as what it did: its events tell the leaves that it read, its windows, what it returned."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from itertools import count
from math import inf
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.few import one_in
from tests.grading import right, wrong
from tests.grading.here import trees_of
from visualizer.cli.search_commands import event_lines
from visualizer.events.lines import FileLines
from visualizer.events.recordings import Recording
from visualizer.events.replay import Replay
from visualizer.explanation.english.cuts import chain, subject
from visualizer.explanation.explainer import explain_step
from visualizer.explanation.naming import Naming
from visualizer.grading.node import path_of
from visualizer.grading.reference import GradedTask, expected
from visualizer.grading.trees import Asked, parsed
from visualizer.grading.trial import leaves_of, made_of_leaves, tried
from visualizer.look.numbers import show
from visualizer.lookup import resolve
from visualizer.picture.layout.node_words import TreeOptions, window_at
from visualizer.recipe import PositionSpec, recipe_of_recording
from visualizer.run import Run
from visualizer.trace.recorder import Recorder
from visualizer.trace.rows import Kind, MovePath, Trace
from visualizer.trace.tree_at_step import TreeAtStep

FUNCTIONS = [
    *(pytest.param(function, id=function.__name__) for function in right.ALPHA_BETAS),
    *(pytest.param(function, id=f"{name}-{number}") for name, number, function in wrong.mistakes()
      if name not in ("sign-forgotten", "last-child-missed", "one-ply-off")),
]  # fmt: skip


def played(events: tuple[str, ...], text: str) -> tuple[Trace, float]:
    """Return the trace of events on a tree, and the value of the root."""
    trace = Trace(revisits=True)
    header = json.dumps({"search": "theirs", "game": "tree", "position": text, "windows": "handed"})
    recorder = Recorder(trace, lambda visits: visits + 1000, None, revisits=True)
    value = Replay(
        Recording("it", FileLines([header, *events])).read(), resolve(PositionSpec("tree", text))[1], recorder
    ).run()
    recorder.close()
    return trace, value


@pytest.mark.parametrize("function", one_in(3, FUNCTIONS))
def test_events_tell_what_was_done(function: Callable[..., Any]) -> None:
    """Played back, they read the same leaves in the same order, and the root is worth what was returned."""
    movers = function in (right.negamax, right.book)
    for _, tree in trees_of(12):
        limited = Asked(tree)
        answer = tried(function, limited._replace(watch=True, movers=movers))
        trace, value = played(answer.events, tree.text())
        assert leaves_of(trace) == answer.leaves == tried(function, limited).leaves
        if answer.value is not None and abs(answer.value) < inf:
            assert value == (-answer.value if movers and not tree.maximizing else answer.value)


@pytest.mark.parametrize("function", [right.wikipedia, right.negamax, right.fail_hard, right.book])
def test_windows_and_cutoffs_are_those_of_the_right_search(function: Callable[..., Any]) -> None:
    """Where the function names them alpha and beta, each visit has the right search's window and is cut where it is."""
    movers = function in (right.negamax, right.book)
    for _, tree in trees_of(24):
        limited = Asked(tree)
        trace, _ = played(tried(function, limited._replace(watch=True, movers=movers)).events, tree.text())
        wanted = expected(limited.tree, GradedTask()).run.trace
        assert len(trace) == len(wanted)
        for mine, its in zip(trace, wanted, strict=True):
            assert (mine.move, mine.depth, mine.alpha, mine.beta) == (its.move, its.depth, its.alpha, its.beta)
            assert (mine.kind is Kind.CUT) == (its.kind is Kind.CUT)


def test_events_of_leaves_alone() -> None:
    """Of a search of which only the leaves are known, inner nodes are worth the best that was read below them."""
    limited = Asked(parsed("[[3,5],[2,9]]"))
    trace, value = played(tuple(map(json.dumps, made_of_leaves(limited, [(0, 0), (0, 1), (1, 0)], 3))), "[[3,5],[2,9]]")
    assert leaves_of(trace) == ((0, 0), (0, 1), (1, 0))
    assert value == 3
    assert [trace.value(row) for row in range(len(trace))] == [3, 3, 3, 5, 2, 2]


def test_a_search_that_fails_is_shown_as_far_as_it_came() -> None:
    """What it did before it raised an exception is told."""

    def fails(node: Any) -> Any:
        values = [child.value for child in node.children[0]]
        return values[7]

    answer = tried(fails, Asked(parsed("[[3,5],[2,9]]"), None, watch=True))
    trace, _ = played(answer.events, "[[3,5],[2,9]]")
    assert leaves_of(trace) == answer.leaves == ((0, 0), (0, 1))
    assert "IndexError" in answer.failure


RunOf = Callable[[Sequence[str], str], Run]


@pytest.fixture
def run_of(tmp_path: Path) -> RunOf:
    """Return what makes a run of events on a tree, as `grade --open` does."""
    numbers = count()

    def made(events: Sequence[str], text: str) -> Run:
        file = tmp_path / f"{next(numbers)}.jsonl"
        header = json.dumps({"search": "yours", "game": "tree", "position": text, "windows": "handed"})
        file.write_text("\n".join([header, *events]), encoding="utf-8")
        return Run(recipe_of_recording(str(file))).finish()

    return made


def placed(run: Run, node: int) -> Any:
    """Return what stands for the place of a node."""
    return SimpleNamespace(node=node, path=run.path(node))


NOTING = (
    (wrong.WINDOW, 1, ()),
    (wrong.WINDOW, 1, (("beta = min(beta, best)", "pass"),)),
    (wrong.WINDOW, 1, (("alpha = max(alpha, best)", "pass"),)),
    (wrong.WINDOW, 1, (("depth - 1, alpha, beta, False", "depth - 1, alpha, inf, False"),)),
    (wrong.WINDOW, 1, (("depth - 1, alpha, beta,", "depth - 1, beta, alpha,"),)),
    (wrong.WINDOW, 1, (("depth - 1, alpha, beta, True", "depth - 1, 2, 10**400, True"),)),
    (wrong.NEGAMAX, -1, ()),
    (wrong.NEGAMAX, -1, (("-beta, -alpha", "-alpha, -beta"),)),
)  # fmt: skip
"""Texts of searches, -1 for those whose windows are from the mover's side, and what is changed in them."""


@pytest.mark.parametrize(("text", "turn", "changes"), NOTING)
def test_a_window_that_is_shown_was_handed_down(
    run_of: RunOf, text: str, turn: int, changes: wrong.Replacements
) -> None:
    """At each step each node has the window of its call, be it empty, or none: whatever its children have returned.

    What `why` says of it are the same two numbers, and nothing is said to rise or fall.
    """
    first = "    if depth == 0 or" if turn > 0 else "    if not node.children:"
    function = wrong.made(text, (*changes, (first, f"    noted(node, alpha, beta)\n{first}")))
    shown = 0
    for _, tree in trees_of(12):
        handed: dict[MovePath, tuple[float, float]] = {}

        def noted(node: Any, alpha: float, beta: float, handed: Any = handed) -> None:
            turned = turn < 0 and not node.maximizing
            handed[path_of(node)] = (-beta, -alpha) if turned else (alpha, beta)

        function.__globals__["noted"] = noted
        answer = tried(function, Asked(tree, None, watch=True, movers=turn < 0))
        run = run_of(answer.events, tree.text())
        for step in range(1, run.trace.last_step + 1):
            at = TreeAtStep(run.trace, step)
            said = chain(run, step).splitlines()[1:]
            assert not re.search("rises|falls|closed|cut here", explain_step(Naming(run, at)))
            for node in at.nodes():
                window = handed[run.path(node)]
                if any(abs(end) > 1e300 and end not in (inf, -inf) for end in window):
                    assert at.window_at(node) is None
                    continue
                assert at.window(node) == window
                shown += 1
                if at.move_count(node):
                    drawn = window_at(run, at, placed(run, node), TreeOptions(windows="all"))
                    assert drawn is not None and (drawn.alpha, drawn.beta) == window
            for line, node in zip(said, at.line_to(subject(at, None) or 0), strict=False):
                numbers = "handed no window" if at.window_at(node) is None else "handed α {} and β {}".format(
                    *map(show, at.window(node)))  # fmt: skip
                assert numbers in line
    assert shown > 100


def test_a_node_without_a_window_shows_none(run_of: RunOf) -> None:
    """A root that has a loop of its own is handed none; its children are, and the root's is not made of theirs."""
    tree = "[[3,5],[2,9]]"
    run = run_of(tried(right.best_action, Asked(parsed(tree), None, watch=True)).events, tree)
    at = TreeAtStep(run.trace, run.trace.last_step)
    first, second = at.children(0)
    assert at.window_at(0) is None and window_at(run, at, placed(run, 0), TreeOptions(windows="all")) is None
    assert (at.window(first), at.window(second)) == ((-inf, inf), (3, inf))
    assert "The root (MAX): handed no window" in chain(run, 4)
    kept = [*event_lines(run)]
    assert json.loads(kept[0])["windows"] == "handed"
    assert [*event_lines(run_of(kept[1:], tree))][1:] == kept[1:]
