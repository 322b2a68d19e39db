"""What engines do has its sentence, its sign in all three views and in files, and is heard."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import exports
from exports import tex
from tests.recordings.reading import recorded
from tests.terminal.hands import letters_of
from visualizer.apps.dialogue.edit import describe_tree_nodes
from visualizer.apps.tui.scene import Scene
from visualizer.apps.tui.views import views
from visualizer.draw.picture.page.options import PictureOptions
from visualizer.draw.picture.page.tree_page import TreePage
from visualizer.explaining.explanation.explainer import describe_node, explain
from visualizer.explaining.explanation.naming import Naming
from visualizer.explaining.measures.graph import graph
from visualizer.publish.outputs import render_output
from visualizer.searching.run import Run, read_path
from visualizer.trace.tree_at_step import TreeAtStep

TOLD = {
    "prior": ("P0.42", "A policy gives it probability 0.42."),
    "visits": ("N17", "It has been visited 17 times before."),
    "depth": ("↧5", "5 plies are left to search."),
    "no depth": ("↧0", "No ply is left to search."),
    "reduced": ("↓2", "A reduction: it is searched 2 plies shallower."),
    "extended": ("↑1", "An extension: it is searched 1 ply deeper."),
    "passing": ("--", "A probe after d3: White passes"),
    "probe": ("◇", "A probe (ProbCut) after d3: White tries e3"),
    "stand pat": ("⌂", "standing pat is already worth 0"),
    "bound": ("≥4", "is worth at least 4"),
    "answer": ("⇒", "In the end the search answers 5 with c4."),
}
"""The sign of each, and the beginning of what is said of it."""


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Return the recording, played back to its end."""
    return recorded(tmp_path_factory.mktemp("told"), "signs")


@pytest.fixture(scope="module")
def drawn(run: Run) -> dict[str, set[str]]:
    """Return all that each view draws, at every step and with each of some nodes selected."""
    return {
        name: {
            letters_of(*view.draw(Scene(run, step, selected=path), 170, 45).lines)
            for step in range(run.trace.last_step + 1)
            for path in (None, (0,), (0, 0))
        }
        for name, view in views().items()
    }


@pytest.mark.parametrize("what", TOLD)
def test_each_has_its_sentence_and_its_sign(
    run: Run, drawn: dict[str, set[str]], what: str
) -> None:
    """The sentence is said as it happens, and once; the sign is in tree, columns and overview at
    some step.
    """
    sign, sentence = TOLD[what]
    said = [step for step in range(run.trace.last_step + 1) if sentence in explain(run, step)]

    assert len(said) >= 1
    assert len(said) == 1 or what == "bound"
    for name, texts in drawn.items():
        assert any(sign in text for text in texts), name


@pytest.mark.parametrize("view", ["tree", "columns", "overview"])
def test_what_has_no_room_is_hinted_at(view: str, tmp_path: Path) -> None:
    """Of several signs the first stand as far as there is room, then dots; who asks hears all."""
    run = recorded(tmp_path, "many signs")
    all_signs = "↓2 ↑1 ↧5 P0.42 N17"
    seen = set()
    for width in range(40, 200, 4):
        text = letters_of(
            *views()[view].draw(Scene(run, run.trace.last_step, selected=(0,)), width, 20).lines
        )
        for shown, more in re.findall(r"((?: (?:↓2|↑1|↧5|P0\.42|N17))+| (?=…))(…?)", text):
            assert all_signs.startswith(shown.strip()), (width, text)
            assert (more == "…") == (shown.strip() != all_signs), (width, text)
            seen.add(shown.strip())

    assert seen and (
        view == "tree" or all_signs in seen
    )  # of a tree each node is as wide as the first sign needs


def test_signs_are_in_pictures_and_words_by_ear(run: Run) -> None:
    """A drawing, text, DOT and TeX have the signs; data and the tree in words say the words."""
    page = TreePage(run, PictureOptions())
    for name in ("svg", "txt", "dot"):
        text = render_output(page, exports.format_named(name), run.trace.last_step).decode()
        for what, (sign, _) in TOLD.items():
            assert sign in text, (name, what)
    in_tex = render_output(page, exports.format_named("tex"), run.trace.last_step).decode()
    for what, (sign, _) in TOLD.items():
        assert tex.escape_tex(sign) in in_tex, what

    assert (
        "\\other{" not in in_tex.partition("\\begin{document}")[2]
    )  # what not all programs of TeX can set
    heard = describe_tree_nodes(run, run.trace.last_step)
    for words in (
        "prior 0.42",
        "visits 17",
        "depth 5",
        "reduced 2",
        "extended 1",
        "probe (ProbCut)",
        "standing pat",
    ):
        assert words in heard or words == "standing pat"
    data = {each["move"]: each for _, each in graph(run).nodes(data=True)}
    assert data["f5"]["prior"] == 0.42
    assert data["e6"]["told_visits"] == 17
    assert data["d3"]["depth_left"] == 5
    assert data["c5"]["reduced"] == 2
    assert data["c3"]["extended"] == 1
    assert data["e3"]["probe"] == "ProbCut"
    assert data["c5"]["tags"] == ""
    assert data["c4"]["stand"] == 0


def test_a_selected_node_is_told_with_what_was_said_of_it(run: Run) -> None:
    """Who asks about a node later hears it, too."""
    end = Naming(run, TreeAtStep(run.trace))
    assert "A policy gives it probability 0.42." in describe_node(
        end, run.node_at(read_path(run, "f5")) or 0
    )
