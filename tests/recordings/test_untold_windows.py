"""A search that tells no window is not credited with one; and a search of one's own may be a
whole `Algorithm`.
"""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable, Iterator
from math import inf, isnan
from pathlib import Path
from typing import Any

import pytest

import exports
from tests.recordings.reading import recorded
from tests.test_examples import EXAMPLES
from visualizer import search
from visualizer.apps.cli import visualizer
from visualizer.apps.cli.messages import run_command
from visualizer.apps.cli.search_commands import recording_lines_of
from visualizer.apps.tui.panes import panes
from visualizer.apps.tui.scene import Scene
from visualizer.apps.tui.views import views
from visualizer.draw.picture.page.tree_page import TreePage
from visualizer.explaining.explanation.english.cuts import window_chain
from visualizer.explaining.explanation.english.what_if import describe_pruned_children
from visualizer.explaining.explanation.explainer import explain
from visualizer.explaining.measures.graph import graph
from visualizer.explaining.measures.summary import summary
from visualizer.publish.outputs import render_output
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.support.errors import InputError
from visualizer.teach.predicting.quiz import possible_kinds

UserFile = Callable[..., Path]
CREDITED = re.compile(r"[αβ]|\balpha\b|\bbeta\b|[Ww]indow|fail-")
TREE = PositionSpec("tree", "[[1,-1,1],[0,1],[-1,[1,0]]]")


@pytest.fixture
def files(tmp_path: Path, user_file: UserFile) -> Path:
    """Return a folder with the searches of the docs."""
    for kind, name in (
        ("search", "first"),
        ("second looks", "scout"),
        ("option", "aspiration"),
    ):
        user_file(EXAMPLES[kind], f"{name}.py")
    return tmp_path


def told(run: Run) -> Iterator[str]:
    """Yield what is said and shown of a finished run at each step, and its drawings at the end."""
    yield from run.headings()
    yield from recording_lines_of(run)
    for step in range(run.trace.last_step + 1):
        yield from (
            explain(run, step),
            window_chain(run, step),
            describe_pruned_children(run, step),
        )
        scene = Scene(run, step)
        for view in (*views().values(), *panes().values()):
            drawn = view.draw(scene, 100, 30)
            yield from (text for line in drawn.lines for text, _ in line)
            yield drawn.title
    page = TreePage(run)
    for name in ("txt", "svg", "dot", "tex", "json", "graphml"):
        yield render_output(page, exports.formats()[name], run.trace.last_step).decode()


@pytest.mark.parametrize("name", ["first_win", "ALGORITHM"])
def test_a_search_that_tells_no_window_is_credited_with_none(files: Path, name: str) -> None:
    """No sentence, heading, pane, view, picture or event of it speaks of α, β, a window or a way
    to fail.
    """
    run = Run(Recipe(TREE, SearchSpec(f"{files / 'first.py'}:{name}"))).finish()

    assert run.trace.cuts
    said = [
        text
        for text in told(run)
        if CREDITED.search(re.sub(r'"(alpha|beta)(_now)?": (null|None)', "", text))
    ]
    assert said == []
    assert possible_kinds(run) == {"what goes up"}


def test_its_attributes_are_empty(files: Path) -> None:
    """In the graph and in JSON what it has not told is None."""
    run = Run(Recipe(TREE, SearchSpec(f"{files / 'first.py'}:first_win"))).finish()
    for _, node in graph(run).nodes(data=True):
        assert {node[key] for key in ("alpha", "beta", "alpha_now", "beta_now")} == {None}

    assert {summary(run)[key] for key in ("cut", "fail", "window")} == {None}


@pytest.mark.parametrize("name", ["minimax", "mcts"])
def test_searches_of_ours_without_a_window_have_none_in_the_graph(name: str) -> None:
    """The graph of minimax and of MCTS knows of no α and β, whatever their rows hold."""
    run = Run(
        Recipe(PositionSpec("tictactoe", "corner"), SearchSpec(name, max_nodes=300, depth=2))
    ).finish()
    assert {
        node[key]
        for _, node in graph(run).nodes(data=True)
        for key in ("alpha", "beta", "beta_now")
    } == {None}


def test_a_search_that_tells_a_window_has_it(files: Path) -> None:
    """A function that hands its window over is shown with it, and with the rule that it was
    given.
    """
    run = Run(Recipe(TREE, SearchSpec(f"{files / 'scout.py'}:scout"))).finish()

    assert run.trace.has_window
    assert "cut α ≥ β" in run.headings()
    assert summary(run)["cut"] == ">="
    assert summary(run)["fail"] == "soft"
    assert any("β" in explain(run, step) for step in range(run.trace.last_step))


def test_an_algorithm_from_a_file_has_its_options(
    files: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`FILE.py:ALGORITHM,key=value` runs it with that value, in JSON and in the command that
    runs it again.
    """
    named = f"{files / 'aspiration.py'}:ALGORITHM"

    assert (
        run_command(
            visualizer,
            ["search", "tree", "-p", "[[3,5],[2]]", "-a", f"{named},half-width=3", "--json"],
        )
        == 0
    )
    found = json.loads(capsys.readouterr().out)
    assert found["half_width"] == 3
    assert found["passes"] == 2
    assert found["value"] == 3
    run = Run(
        Recipe(PositionSpec("tree", "[[3,5],[2]]"), SearchSpec.from_spec(f"{named},half-width=4"))
    ).finish()
    assert run.algorithm.title == "aspiration search"
    assert run.trace.alpha(0) == -4
    assert "half width 4" in run.headings()
    again = shlex.split(run.recipe.command("search"))
    assert run_command(visualizer, [*again[1:], "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["half_width"] == 4
    own: Any = {"half_width": 4}
    assert (
        search(
            "tree",
            "[[3,5],[2]]",
            algorithm=named,
            **own,
        ).summary["passes"]
        == 1
    )
    with pytest.raises(InputError, match="half_width: '0' is not a whole number from 1 to"):
        search("tree", algorithm=named, **(own | {"half_width": 0}))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("ALGORITHM,width=3", "has no option 'width'; its options are: half-width"),
        ("ALGORITHM,half-width=0", "half-width: '0' is not a whole number from 1 to"),
        ("aspiration,half-width=3", "has no option 'half-width'; its options are: none"),
        ("ALGORITHM,fail=hard", "'hard' is not a way to fail for"),
        ("NOTHING", "has no function 'NOTHING'; it has: ALGORITHM"),
    ],
)
def test_an_algorithm_from_a_file_refuses_what_it_does_not_have(
    files: Path, words: str, said: str
) -> None:
    """An unknown option, a value that cannot be, and a name that is not there are one sentence."""
    with pytest.raises(InputError, match=re.escape(said)):
        Run(Recipe(TREE, SearchSpec.typed(f"{files / 'aspiration.py'}:{words}")))


def test_a_leaf_without_a_window_is_not_credited_with_one(
    tmp_path: Path, user_file: UserFile
) -> None:
    """Where the windows of inner nodes alone are told, those of leaves are None, and said to be
    untold.
    """
    run = recorded(tmp_path, "windows of inner nodes")
    nodes = dict(graph(run).nodes(data=True))

    assert [nodes[row]["alpha"] for row in range(4)] == [-inf, None, 3, None]
    for step in range(run.trace.last_step + 1):
        said = window_chain(run, step)

        assert re.search(r"leaf\): (?!its window is not recorded)", said) is None
        assert all(pane.draw(Scene(run, step), 100, 30) for pane in panes().values())
    told = [json.loads(line) for line in recording_lines_of(run)]
    assert all("alpha" not in event for event in told if "leaf" in event)
    text = EXAMPLES["second looks"].replace("kind, alpha, beta)", "kind)")
    scout = Run(Recipe(TREE, SearchSpec(f"{user_file(text)}:scout"))).finish()
    assert [isnan(row.alpha) for row in scout.trace] == [not row.children for row in scout.trace]
