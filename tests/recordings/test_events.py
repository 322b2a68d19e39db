"""A search written elsewhere: its file reads back as it was written, and what cannot be is refused by its line."""

from __future__ import annotations

import json
import math
import re
import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.presets import COMING_BACK, short
from tests.trees import Tree, notation, searches, trees
from visualizer.apps.cli.search_commands import event_lines
from visualizer.apps.tui.cells.styled_lines import width_of
from visualizer.apps.tui.panes import panes
from visualizer.apps.tui.scene import Scene
from visualizer.apps.tui.screens.destinations import find
from visualizer.apps.tui.views import views
from visualizer.explaining.explanation.english.what_if import what_if
from visualizer.explaining.explanation.explainer import explain
from visualizer.explaining.measures.graph import graph
from visualizer.explaining.measures.summary import summary
from visualizer.searching.events.lines import FileLines
from visualizer.searching.events.recordings import Recording
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec, recipe_of_recording
from visualizer.searching.run import Run
from visualizer.support.errors import InputError
from visualizer.trace.rows import Kind
from visualizer.trace.tree_at_step import TreeAtStep

SAME = ("value", "best_move", "principal_variation", "nodes", "distinct_nodes", "passes", "leaves", "cutoffs", "pruned",
        "table_hits", "complete", "position")  # fmt: skip
HEADER = '{"search": "my bot"}'
ROOT = '{"enter": null, "max": true, "children": 2}'


def run_of(lines: list[str], file: Path) -> Run:
    """Return the run of a file with these lines, at its end."""
    file.write_text("\n".join(lines), encoding="utf-8")
    return Run(recipe_of_recording(str(file))).finish()


def written_and_read(run: Run) -> Run:
    """Write a run as a file of events and read it."""
    with TemporaryDirectory() as folder:
        return run_of([*event_lines(run)], Path(folder) / "run.jsonl")


def same(run: Run, again: Run) -> None:
    """Hold two runs against each other: results, and every row but for whether an end is a cutoff's or a sample's."""
    first, second = summary(run), summary(again)
    assert {key: first[key] for key in SAME} == {key: second[key] for key in SAME}
    for row, (one, other) in enumerate(zip(run.trace, again.trace, strict=True)):
        assert one._replace(value=0) == other._replace(value=0), row
        assert one.value == other.value or (math.isnan(one.value) and math.isnan(other.value))


@given(trees(), st.booleans(), searches())
def test_what_was_written_reads_back(tree: Tree, maximizing: bool, search: dict[str, Any]) -> None:
    """A plain search on any tree, with any window, rule and order, reads back row by row."""
    run = Run(Recipe(PositionSpec("tree", notation(tree, maximizing)), SearchSpec(**search))).finish()
    same(run, written_and_read(run))


@pytest.mark.parametrize("name", COMING_BACK)
@pytest.mark.parametrize(
    ("game", "position"), [("tree", "[[[1,5],[2,4]],[[3,6],[4,7]],[[2],[9,8]],5]"), ("tictactoe", "X-O-X-O--")]
)
def test_a_search_that_comes_back_reads_back(name: str, game: str, position: str) -> None:
    """Second looks, passes by name, a table's answers with their source: all of it reads back."""
    run = Run(Recipe(PositionSpec(game, position), SearchSpec(**short(name)))).finish()
    again = written_and_read(run)
    first, second = summary(run), summary(again)
    assert {key: first[key] for key in SAME} == {key: second[key] for key in SAME}
    assert [*run.trace.pass_names] == [*again.trace.pass_names]
    assert [*run.trace.answers] == [*again.trace.answers]


@pytest.mark.parametrize("game", ["tak", "othello", "italian-draughts", "hex", "connect-four"])
def test_real_games_read_back(game: str) -> None:
    """In real games moves are the game's own, and what was pruned is known from the rules."""
    run = Run(Recipe(PositionSpec(game), SearchSpec(depth=2, window=(-3, 4)))).finish()
    same(run, written_and_read(run))


def test_a_stopped_search_reads_back(tmp_path: Path) -> None:
    """A search that was stopped leaves visits open; its file ends early, and says so."""
    run = Run(Recipe(PositionSpec("tictactoe"), SearchSpec(max_nodes=50))).finish()
    again = run_of([*event_lines(run)], tmp_path / "run.jsonl")
    assert again.trace.reason.endswith("ends early, after line " + str(len([*event_lines(run)])))
    assert not summary(again)["complete"]
    assert len(again.trace) == 50


BOT = [
    '{"search": "my bot", "depth": 2}',
    '{"enter": null, "max": true, "children": 3}',
    '{"enter": "a", "max": false, "children": 2, "tags": ["hash move"]}',
    '{"leaf": "x", "value": 3}',
    '{"leaf": "y", "value": 12, "tags": ["killer", "reduced 2"], "note": "as in the other branch"}',
    '{"leave": 3, "tags": ["exact"]}',
    '{"enter": "b", "max": false, "alpha": 3}',
    '{"leaf": "x", "value": 2}',
    '{"leave": 2, "cut": true, "best": "x"}',
    '{"enter": "c", "max": false, "children": 1, "alpha": 3}',
    '{"leaf": "z", "value": 5}',
    '{"leave": 7}',
    '{"leave": 7}',
]


def test_labels_without_a_game(tmp_path: Path) -> None:
    """Without a game moves are labels; what is not told is not made up: unknown children make `pruned` unknown."""
    run = run_of(BOT, tmp_path / "bot.jsonl")
    found = summary(run)
    assert (found["value"], found["best_move"], found["nodes"], found["leaves"]) == (7, "c", 8, 4)
    assert (found["cutoffs"], found["pruned"]) == (1, None)
    assert run.names(run.path(4)) == ["b"]


def test_tags_and_notes(tmp_path: Path) -> None:
    """Tags are known from their event on: in sentences, the graph, the counts, and where one looks for them."""
    run = run_of(BOT, tmp_path / "bot.jsonl")
    assert explain(run, 2).endswith("Tagged hash move.")
    assert explain(run, 6).endswith("Tagged killer, reduced 2. Note: as in the other branch")
    before, after = (TreeAtStep(run.trace, step) for step in (6, 7))
    assert (before.remark(1)[0], after.remark(1)[0]) == (("hash move",), ("hash move", "exact"))
    assert before.tag_counts() == {"hash move": 1, "killer": 1, "reduced 2": 1, "exact": 0, "unlike its children": 0}
    assert graph(run).nodes[3]["tags"] == "killer, reduced 2"
    assert find(Scene(run, run.trace.last_step), "killer") == [(0, 1)]


def test_the_command_that_does_the_same(tmp_path: Path) -> None:
    """The command that the explorer offers to copy names the file, which tells all the rest."""
    run = run_of(BOT, tmp_path / "bot.jsonl")
    assert run.recipe.command("open") == f"visualizer open {tmp_path / 'bot.jsonl'}"
    limited = Recipe(run.recipe.where, SearchSpec(str(tmp_path / "bot.jsonl"), max_nodes=5))
    assert limited.command("search").endswith("bot.jsonl --max-nodes 5")


def test_tags_on_the_screen(tmp_path: Path) -> None:
    """A tag stands beside its move, and with its number among the counts, in a style of its own."""
    scene = Scene(run_of(BOT, tmp_path / "bot.jsonl"), 7)
    lines = views()["columns"].draw(scene, 160, 20).lines
    styled = {(text, style.partition("+")[0]) for line in lines for text, style in line}
    assert (" hash move", "tag-1") in styled
    counted = [part for line in panes()["counts"].draw(scene, 32, 4).lines for part in line]
    assert [part for part in counted if part[1].startswith("tag-")] == [
        ("hash move 1", "tag-1"), ("killer 1", "tag-2"), ("reduced 2 1", "tag-3"), ("exact 1", "tag-4"),
        ("unlike its children 0", "tag-1"),
    ]  # fmt: skip
    assert all(width_of(line) <= 32 for line in panes()["counts"].draw(scene, 32, 9).lines)


def test_nothing_is_made_up_of_what_was_pruned(tmp_path: Path) -> None:
    """Of children that a search written elsewhere has left out nothing is worked out: their values are not known."""
    run = run_of(BOT, tmp_path / "bot.jsonl")
    assert explain(run, 10).startswith("Cut at b: ")
    assert what_if(run, 10) == ""


def test_a_value_that_is_not_its_childrens(tmp_path: Path) -> None:
    """A value that is neither the best of the children's nor that clipped to the window is tagged, not refused."""
    run = run_of(BOT, tmp_path / "bot.jsonl")
    tagged = [row for row in range(len(run.trace)) if "unlike its children" in TreeAtStep(run.trace, 99).remark(row)[0]]
    assert [run.names(run.path(row)) for row in tagged] == [["c"]]


def test_a_named_best_move_counts(tmp_path: Path) -> None:
    """Of equal children the one that the bot names is its best, not the first."""
    lines = [
        HEADER,
        '{"enter": null, "max": true, "children": 2}',
        '{"leaf": "a", "value": 1}',
        '{"leaf": "b", "value": 1}',
    ]
    named, unnamed = (
        summary(run_of([*lines, last], tmp_path / f"{number}.jsonl"))["best_move"]
        for number, last in enumerate(['{"leave": 1, "best": "b"}', '{"leave": 1}'])
    )
    assert (named, unnamed) == ("b", "a")


WRONG = {
    "no header": (["[]"], "bot.jsonl contains no search: no line begins with {, as events do"),
    "no search": (["{}"], "line 1: 'search' is missing; it is a text"),
    "no visit": ([HEADER], "it records no visit"),
    "not JSON": ([HEADER, "{enter}"], "line 2: '{enter}' is not a JSON object"),
    "two verbs": ([HEADER, '{"enter": null, "leaf": null}'], ("line 2: an event must be one of enter, leaf, "
                                                             "stand, leave")),
    "no turn": ([HEADER, '{"enter": null}'], "line 2: 'max' is missing; it is true or false"),
    "infinite": ([HEADER, '{"leaf": null, "value": Infinity}'], "line 2: Infinity is not a finite number"),
    "large": ([HEADER, '{"leaf": null, "value": 1e300}'], "line 2: 'value' is 1e+300; allowed is a number from -2^53"),
    "no value": ([HEADER, '{"leaf": null}'], "line 2: 'value' is missing"),
    "a kind": ([HEADER, '{"leaf": null, "value": 1, "kind": "guess"}'], "line 2: 'kind' is 'guess'; allowed is limit"),
    "a root with a move": ([HEADER, '{"leaf": "a", "value": 1}'], "line 2: no visit is open, so this must be a root"),
    "a root within": ([HEADER, ROOT, '{"leaf": null, "value": 1}'], "line 3: null is the move of a root"),
    "leave first": ([HEADER, '{"leave": 1}'], "line 2: there are more leaves than enters"),
    "a source": ([HEADER, '{"leaf": null, "value": 1, "from": 0}'], (
        "line 2: 'from' is allowed only in a leaf of "
        "the kind table"
    )),
    "too many": (
        [HEADER, ROOT, *(f'{{"leaf": "{move}", "value": 1}}' for move in "abc")],
        "line 5: a visit with 2 children, as announced in line 2, visits one more",
    ),
    "a best": ([HEADER, ROOT, '{"leaf": "a", "value": 1}', '{"leave": 1, "best": "b"}'], "line 4: 'best' is 'b'"),
    "a pass within": ([HEADER, ROOT, '{"pass": "again"}'], "line 3: a pass can begin only when no visit is open"),
    "passes": (['{"search": "x", "passes": "mix"}', ROOT], "line 1: 'passes' is 'mix'; allowed is replace narrow add"),
}  # fmt: skip


@pytest.mark.parametrize(("lines", "words"), WRONG.values(), ids=WRONG.keys())
def test_what_cannot_be_is_refused(lines: list[str], words: str) -> None:
    """A line that cannot stand there is refused with its number."""
    with pytest.raises(
        InputError, match=re.escape(f"bot.jsonl{'' if 'no visit' in words or 'no search' in words else ', '}")
    ) as caught:
        Recording("bot.jsonl", FileLines(lines)).read()
    assert words in str(caught.value)


ILLEGAL = {
    "an illegal move": ('{"enter": "9", "max": false}', "line 3: "),
    "the other's turn": ('{"enter": "1", "max": true}', "line 3: 'max' says that it is MAX's turn, but by"),
    "the other's turn at a leaf": (
        '{"enter": "1", "max": true}\n{"leave": 0}', "line 3: 'max' says that it is MAX's turn, but by",
    ),
    "more children than moves": (
        '{"enter": "1", "max": false, "children": 50}',
        "line 3: 50 children are announced, but the position has 4 moves",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("line", "words"), ILLEGAL.values(), ids=ILLEGAL.keys())
def test_a_known_game_is_kept_to(line: str, words: str, tmp_path: Path) -> None:
    """Where the game is known, moves are legal, the turn is right, and there are not more children than moves."""
    lines = ['{"search": "x", "game": "connect-four", "position": "4x4"}', '{"enter": null, "max": true}', line]
    with pytest.raises(InputError, match=re.escape(words)):
        run_of(lines, tmp_path / "bot.jsonl")


def test_samples_add_up(tmp_path: Path) -> None:
    """With passes that add up a value is the mean of its samples, and the best move the one most visited."""
    lines = ['{"search": "x", "passes": "add"}']
    for move, value in (("a", 1), ("b", 0), ("b", 1)):
        lines += ['{"pass": "playout"}', '{"enter": null, "max": true, "children": 2}']
        lines += [f'{{"leaf": "{move}", "value": {value}, "kind": "playout"}}', f'{{"leave": {value}}}']
    run = run_of(lines, tmp_path / "bot.jsonl")
    found = summary(run)
    assert (found["passes"], found["best_move"], found["value"], found["cutoffs"]) == (3, "b", 0.5, 0)
    assert {run.trace.kind(row) for row in run.trace.roots()} == {Kind.SAMPLED}


def example() -> str:
    """Return the program in docs/bots.md."""
    text = (Path(__file__).parents[2] / "docs" / "bots.md").read_text(encoding="utf-8")
    found = re.search(r"<!-- example: bot\.js -->\n```js\n(.*?)```", text, re.DOTALL)
    assert found is not None
    return found[1]


@pytest.mark.skipif(shutil.which("node") is None, reason="Node.js is not installed")
def test_the_example_runs(tmp_path: Path) -> None:
    """The bot of docs/bots.md finds in its tree what alpha-beta finds, with the same cutoff."""
    (tmp_path / "bot.js").write_text(example(), encoding="utf-8")
    lines = subprocess.run(
        ["node", "bot.js"], cwd=tmp_path, capture_output=True, text=True, check=True
    ).stdout.splitlines()
    assert all(isinstance(json.loads(line), dict) for line in lines)
    found, ours = (
        summary(run_of(lines, tmp_path / "bot.jsonl")),
        summary(Run(Recipe(PositionSpec("tree"), SearchSpec())).finish()),
    )
    keys = ("value", "best_move", "principal_variation", "nodes", "leaves", "cutoffs", "pruned")
    assert {key: found[key] for key in keys} == {key: ours[key] for key in keys}


def test_files_of_one_tree_share_their_labels(tmp_path: Path) -> None:
    """Labels that two files have are the same moves, whichever was looked at first."""
    orders = [[("a", 1), ("b", 2)], [("b", 2), ("a", 1)]]
    files = []
    for number, order in enumerate(orders):
        leaves = [f'{{"leaf": "{move}", "value": {value}}}' for move, value in order]
        file = tmp_path / f"{number}.jsonl"
        file.write_text("\n".join([HEADER, ROOT, *leaves, '{"leave": 2}']), encoding="utf-8")
        files.append(str(file))
    runs = [Run(Recipe(PositionSpec("|".join(files)), SearchSpec(file, depth="all"))).finish() for file in files]
    assert [summary(run)["best_move"] for run in runs] == ["b", "b"]
    assert len({TreeAtStep(run.trace, 9).result().line[0] for run in runs}) == 2
    assert len({run.path(TreeAtStep(run.trace, 9).result().line[0]) for run in runs}) == 1
