"""Searches written elsewhere are told as they were: nothing is made up or lost, and no data runs
code.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import games
import visualizer
from games import _files
from tests.few import one_in
from tests.presets import COMING_BACK, short
from tests.processes import PATIENCE
from tests.recordings.reading import read, recorded, sentences, text_of
from tests.trees import Tree, notation, searches, trees
from visualizer.apps.cli.search_commands import recording_lines_of
from visualizer.explaining.measures.estimate import estimate_size
from visualizer.explaining.measures.graph import graph
from visualizer.explaining.measures.summary import summary, visit_counts
from visualizer.searching.events.lines import FileLines
from visualizer.searching.events.recordings import EVENTS_AT_ONCE, Recording, recording_of
from visualizer.searching.lookup import default_search, load_game
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec, recipe_of_recording
from visualizer.searching.run import Run
from visualizer.support.errors import InputError
from visualizer.trace.tree_at_step import TreeAtStep

Write = Callable[..., str]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write a file of events of some lines behind a header, and return its name."""
    seconds = count()

    def write_lines(*lines: str, name: str = "bot.jsonl", **header: Any) -> str:
        file = tmp_path / name
        file.write_text(
            "\n".join([json.dumps({"search": "my bot", **header}), *lines]), encoding="utf-8"
        )
        os.utime(
            file, (0, next(seconds))
        )  # it is another than before, also to a disk whose clock is coarse
        return str(file)

    return write_lines


UNCOUNTED = tuple(text_of("uncounted").splitlines()[1:])
"""A search that does not tell how many children its nodes have."""


# Reading.


def test_from_python_it_is_the_recorded_search(write: Write) -> None:
    """From Python a file of events is the search that it tells, not one of ours over its labels."""
    file = write('{"leaf": null, "value": 0}', '{"pass": "2"}', *UNCOUNTED)
    run = visualizer.search(file)

    assert run.summary["nodes"] == 6
    assert run.summary["passes"] == 2
    assert run.summary["algorithm"] == file
    assert not visualizer.search(file, max_nodes=3).summary["complete"]
    for wrong in (
        {"depth": 3},
        {"position": "a"},
        {"moves": "a"},
        {"preset": "root"},
        {"settings": {"size": 3}},
    ):
        with pytest.raises(
            InputError, match=f"already says what was searched; leave out {next(iter(wrong))}"
        ):
            visualizer.search(file, **wrong)


def test_a_saved_run_from_python(tmp_path: Path) -> None:
    """A saved run is run from Python too, with options changed."""
    file = tmp_path / "mine.run"
    file.write_text(Recipe(PositionSpec("tree"), SearchSpec("minimax")).dumps({}), encoding="utf-8")

    assert (
        visualizer.search(str(file)).counts()
        == visualizer.search("tree", algorithm="minimax").counts()
    )
    assert (
        visualizer.search(str(file), algorithm="alpha-beta").counts()
        == visualizer.search("tree").counts()
    )


def test_unknown_numbers_of_children_stay_unknown(tmp_path: Path) -> None:
    """Where children are not announced, none is made up: neither in counts, nor among moves, nor
    in the graph.
    """
    run = recorded(tmp_path, "uncounted")

    assert visit_counts(TreeAtStep(run.trace)).words() == "5 nodes, 2 leaves, 1 cutoff"
    assert {run.choices(run.path(row)) for row in range(5)} == {
        ("a", "b"),
        ("x",),
        (),
    }
    assert all(
        "pruned" not in str(data)
        for _, data in graph(run).nodes(data=True)
        if data.get("status") == "pruned"
    )
    assert len(graph(run).nodes) == 5


def test_a_recording_can_be_estimated_as_it_runs(write: Write) -> None:
    """Nothing is worked out of the number of children where it is unknown."""
    assert estimate_size(Run(recipe_of_recording(write(*UNCOUNTED))), PATIENCE).is_exact


ENGINE = """
import json
import random

dice = random.Random(1)

def tell(**event):
    out.write(json.dumps(event) + "\\n")

def search(move, depth, alpha, beta, maximizing):
    tell(enter=move, max=maximizing, alpha=alpha, beta=beta)
    value = plain_search(depth, alpha, beta, maximizing)
    tell(leave=value)
    return value

def plain_search(depth, alpha, beta, maximizing):
    if depth == 0:
        return dice.randrange(-50, 50)
    best = -999 if maximizing else 999
    for move in "abcd":
        value = search(move, depth - 1, alpha, beta, not maximizing)
        if maximizing:
            best, alpha = max(best, value), max(alpha, value)
        else:
            best, beta = min(best, value), min(beta, value)
        if alpha >= beta:
            break
    return best

tell(search="minimal patch")
found = search(None, 4, -1000, 1000, True)
"""


def test_the_smallest_patch_of_an_engine(tmp_path: Path) -> None:
    """An engine is watched with two lines around its search function, one before and one after."""
    file = tmp_path / "engine.jsonl"
    with file.open("w", encoding="utf-8") as out:
        held: dict[str, Any] = {"out": out}
        exec(ENGINE, held)
    run = Run(recipe_of_recording(str(file))).finish()
    found = summary(run)

    assert found["value"] == held["found"]
    assert found["complete"] is True
    assert found["pruned"] is None
    assert found["leaves"] + found["nodes"] > 100
    assert len(run.line(TreeAtStep(run.trace).result().line)) == 4
    assert not any("unlike its children" in tags for tags, _ in run.trace.remarks.values())


def test_a_conflict_of_sides_names_both_lines(write: Write) -> None:
    """Where a node is entered with another side to move than before, both lines are named, in
    two files too.
    """
    again = '{"enter": null, "max": false}', '{"leaf": "a", "value": 1}', '{"leave": 1}'
    file = write(
        *UNCOUNTED, '{"pass": "2"}', '{"enter": null, "max": true}', '{"enter": "b", "max": true}'
    )

    with pytest.raises(
        InputError,
        match=r"bot\.jsonl, line 12: MAX is to move at b, but line 6 says that it is MIN$",
    ):
        load_game(file)
    one = write(*UNCOUNTED)
    other = write(*again, name="other.jsonl")
    with pytest.raises(
        InputError,
        match=r"other\.jsonl, line 2: MIN .* the root, but .*bot\.jsonl, line 2, says .* MAX",
    ):
        load_game(f"{one}|{other}")


def test_a_byte_order_mark_is_no_part_of_the_first_line(tmp_path: Path) -> None:
    """A file that begins with a byte order mark, as some editors write it, is read like any
    other.
    """
    file = tmp_path / "bot.jsonl"
    file.write_text(
        "\ufeff" + '{"search": "my bot"}\n\n{"leaf": null, "value": 1}\n', encoding="utf-8"
    )

    assert len(recording_of(str(file)).log) == 1


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
@pytest.mark.parametrize("ending", ["jsonl", "run"])
def test_a_pipe_is_refused(ending: str, tmp_path: Path) -> None:
    """A pipe is not waited for: it is said that it is no regular file."""
    os.mkfifo(tmp_path / f"pipe.{ending}")
    with pytest.raises(InputError, match="not a regular file"):
        visualizer.search(str(tmp_path / f"pipe.{ending}"))


def test_plies_over_the_limit_are_refused_where_they_begin() -> None:
    """The first line that is deeper than 1,000 plies is refused, whatever comes behind it."""

    def lines() -> Iterator[str]:
        yield '{"search": "deep"}'
        yield '{"enter": null, "max": true}'
        for ply in range(1, 1_002 + EVENTS_AT_ONCE):
            yield f'{{"enter": "a", "max": {"true" if ply % 2 else "false"}}}'
        raise AssertionError("it reads on")

    with pytest.raises(
        InputError, match="line 1003: ply 1,001 begins here; at most 1,000 plies are allowed"
    ):
        Recording("deep.jsonl", FileLines(lines())).read()


def test_a_game_of_labels_looks_at_no_child_twice(write: Write) -> None:
    """The children of a node are gone through once, not once for each of them."""
    leaves = [f'{{"leaf": "m{move}", "value": {move}}}' for move in range(8_000)]
    game = load_game(
        write('{"enter": null, "max": true, "children": 8001}', *leaves, '{"leave": 7999}')
    )
    root: Any = game.start({})
    names = [root.name(move) for move in root.moves()]

    assert names[7_999:] == ["m7999", "?8001"]
    assert [root.play(root.moves()[place]).outcome() for place in (0, 7_999, 8_000)] == [
        0,
        7_999,
        0,
    ]
    assert root.moves() is root.moves()


# Samples.


def test_each_pass_is_an_iteration(write: Write) -> None:
    """Where the first pass evaluates the root itself, as OpenSpiel's does, it is an iteration
    like the others.
    """
    dice = Random(1)
    lines = ['{"pass": ""}', '{"leaf": null, "value": 1, "kind": "playout"}']
    for _ in range(29):
        lines += ['{"pass": ""}', '{"enter": null, "max": true, "children": 3}']
        lines += [
            f'{{"leaf": "{dice.choice("abc")}", "value": 1, "kind": "playout"}}',
            '{"leave": 1}',
        ]
    found = summary(Run(recipe_of_recording(write(*lines, passes="add"))).finish())

    assert found["iterations"] == 30
    assert found["passes"] == 30
    assert found["leaves"] == 30
    assert sum(move["visits"] for move in found["root_moves"]) == 29


# Writing.

SAME = (
    "game",
    "position",
    "to_move",
    "value",
    "bound",
    "best_move",
    "principal_variation",
    "nodes",
    "distinct_nodes",
    "passes",
    "leaves",
    "cutoffs",
    "pruned",
    "table_hits",
    "complete",
    "depth",
)


def same_when_read_back(run: Run, tmp_path: Path) -> Run:
    """Write a run, read it, and hold results and sentences against each other, but for what
    random games were.
    """
    again = read(tmp_path, "\n".join(recording_lines_of(run)))
    one = summary(run)
    other = summary(again)
    assert {key: one[key] for key in SAME} == {key: other[key] for key in SAME}
    assert one.get("root_moves") == other.get("root_moves")
    assert [*run.trace.answer_sources] == [*again.trace.answer_sources]
    if run.algorithm.applies("cut"):
        assert one["cut"] == other["cut"]
        assert one["fail"] == other["fail"]
    for mine, once_more in zip(sentences(run), sentences(again), strict=True):
        is_random = "random game" in mine and "random game" in once_more.lower()
        assert (
            mine == once_more
            or is_random
            or "stopped here" in mine
            or mine.startswith("A random game")
        )
    return again


def test_a_leaf_that_is_searched_again_reads_back(write: Write, tmp_path: Path) -> None:
    """It is the mover's turn as above, so it is no turn that was passed."""
    again = (
        '{"leaf": null, "value": 1, "max": false}',
        '{"enter": null, "max": false}',
        '{"leave": 1}',
    )
    entered = (
        '{"enter": null, "max": true}',
        '{"enter": "a1", "max": false}',
        '{"leaf": "b1", "value": 0}',
    )
    run = Run(
        recipe_of_recording(
            write(
                *entered,
                *again,
                '{"leave": 0}',
                '{"leave": 0}',
                game="tictactoe",
            )
        )
    ).finish()
    read_back = same_when_read_back(run, tmp_path)

    assert [run.names(run.path(3)), read_back.names(read_back.path(3))] == [["a1", "(again)"]] * 2


@given(tree=trees(), maximizing=st.booleans(), search=searches())
def test_what_was_written_reads_back(
    tmp_path: Path, tree: Tree, maximizing: bool, search: dict[str, Any]
) -> None:
    """A plain search on any tree, with any window, rule and order, reads back row by row."""
    run = Run(
        Recipe(PositionSpec("tree", notation(tree, maximizing)), SearchSpec(**search))
    ).finish()
    again = read(tmp_path, "\n".join(recording_lines_of(run)))

    assert bytes(again.trace.rows) == bytes(run.trace.rows)
    one = summary(run)
    other = summary(again)
    assert {key: one[key] for key in SAME if key != "depth"} == {
        key: other[key] for key in SAME if key != "depth"
    }


def presets() -> Iterator[tuple[str, str]]:
    """Go through the first presets of every game, and that of Hex with the swap rule."""
    for name in sorted({*games.game_names()} - {"openspiel", "chess"}):
        listed = [preset.name for preset in games.load_game(name).presets]
        yield from (
            (name, preset) for preset in {*listed[:3], *(["swap"] if name == "hex" else [])}
        )


@pytest.mark.parametrize(("game", "preset"), one_in(5, sorted(presets())))
def test_each_game_reads_back(game: str, preset: str, tmp_path: Path) -> None:
    """A search of any game's presets, stopped or not, reads back with its sentences."""
    where = PositionSpec(game, preset)
    search = replace(default_search(where), depth=3, max_nodes=150)
    same_when_read_back(Run(Recipe(where, search)).finish(), tmp_path)


WRITTEN = {
    "proofs": (
        PositionSpec("tictactoe", "only-move"),
        SearchSpec("mcts", options={"iterations": 1_000, "solver": True}),
    ),
    "hex with swap": (
        PositionSpec("hex", None, "a1", {"swap": "on", "size": "3"}),
        SearchSpec(depth=2),
    ),
    "hex swapped": (
        PositionSpec("hex", None, "a1 swap", {"swap": "on", "size": "3"}),
        SearchSpec(depth=2),
    ),
    "a random tree": (PositionSpec("tree", None, "", {"seed": "5"}), SearchSpec()),
    "the strict rule": (PositionSpec("tree", "[[3,12,8],[3,4,6],[14,5,3]]"), SearchSpec(cut=">")),
    "fail-hard": (
        PositionSpec("tree", "[[3,12,8],[2,4,6],[14,5,2]]"),
        SearchSpec(fail="hard", window=(4, 6)),
    ),
    "half a point": (
        PositionSpec("tak", None, "", {"half_komi": "4", "size": "3"}),
        SearchSpec(depth=2, ordering="scored"),
    ),
    "the least algorithm": (PositionSpec("tictactoe", "X-O-X-O--"), SearchSpec("minimax")),
    "killers": (PositionSpec("connect-four", "4x4"), SearchSpec(depth=3, ordering="killer+scored")),
    "a game that is over": (PositionSpec("tictactoe", "XXXOO----"), SearchSpec()),
    **{
        name: (PositionSpec("tictactoe", "X-O-X-O--"), SearchSpec(**short(name)))
        for name in COMING_BACK
    },
}


@pytest.mark.parametrize(("where", "search"), one_in(2, WRITTEN.values()), ids=WRITTEN.keys())
def test_what_a_search_depends_on_is_written(
    where: PositionSpec, search: SearchSpec, tmp_path: Path
) -> None:
    """Settings, rule, way to fail, order and passes are in the file, as far as the search
    depends on them.
    """
    again = same_when_read_back(Run(Recipe(where, search)).finish(), tmp_path)
    same_when_read_back(again, tmp_path)  # what was read can be written once more


@pytest.mark.parametrize("nodes", range(40, 46))
def test_a_stopped_search_by_samples_stays_incomplete(nodes: int, tmp_path: Path) -> None:
    """Wherever MCTS was stopped, within an iteration or between two, what was written is
    incomplete.
    """
    run = Run(Recipe(PositionSpec("tictactoe"), SearchSpec("mcts", max_nodes=nodes))).finish()
    assert not summary(same_when_read_back(run, tmp_path))["complete"]


# Trust.

CODE = (
    "from games.tree import GAME\nimport "
    "pathlib\npathlib.Path(__file__).with_suffix('.ran').touch()\n"
)
CODE += (
    "def score(position, move): return 0\ndef value(position): return 0\ndef "
    "search(problem, recorder): return 0\n"
)


@pytest.fixture
def code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Write a file of code that leaves a trace when it is run, and trust none."""
    monkeypatch.setattr(_files, "_TRUSTED", set())
    games.load_game.cache_clear()
    file = tmp_path / "code.py"
    file.write_text(CODE, encoding="utf-8")
    return file


def saved(tmp_path: Path, game: str, search: str) -> str:
    """Write a saved run and return its name."""
    file = tmp_path / "mine.run"
    file.write_text(
        json.dumps(
            {
                "where": {"game": game},
                "search": search,
                "counts": {},
            }
        ),
        encoding="utf-8",
    )
    return str(file)


NAMING_CODE: dict[str, Callable[[str, Path, Write], str]] = {
    "the game of events": lambda code, folder, write: write(
        '{"leaf": null, "value": 1}', game=code
    ),
    "the game of a run": lambda code, folder, write: saved(folder, code, "minimax"),
    "an ordering": lambda code, folder, write: saved(
        folder, "tree", f"alpha-beta,ordering={code}:score"
    ),
    "part of one": lambda code, folder, write: saved(
        folder, "tree", f"alpha-beta,ordering=killer+{code}:score"
    ),
    "an evaluation": lambda code, folder, write: saved(
        folder, "tree", f"alpha-beta,evaluation={code}:value"
    ),
    "a search": lambda code, folder, write: saved(folder, "tree", f"{code}:search"),
    "events in a run": lambda code, folder, write: saved(
        folder, "tree", write('{"leaf": null, "value": 1}', game=code)
    ),
}


@pytest.mark.parametrize("naming", NAMING_CODE.values(), ids=NAMING_CODE.keys())
def test_data_runs_no_code(
    naming: Callable[[str, Path, Write], str], code: Path, tmp_path: Path, write: Write
) -> None:
    """A file of data that names code is refused before the code is run; the sentence says how to
    trust it.
    """
    with pytest.raises(InputError, match=r"names code.*add --trust .*code\.py \(in Python, trust="):
        visualizer.search(naming(str(code), tmp_path, write))
    assert not code.with_suffix(".ran").exists()


@pytest.mark.parametrize("naming", [*NAMING_CODE.values()][:5], ids=[*NAMING_CODE.keys()][:5])
def test_trusted_code_is_run(
    naming: Callable[[str, Path, Write], str], code: Path, tmp_path: Path, write: Write
) -> None:
    """What is named to be trusted is loaded; another file is not."""
    file = naming(str(code), tmp_path, write)
    other = tmp_path / "other.py"
    other.touch()

    with pytest.raises(InputError, match="names code"):
        visualizer.search(file, trust=[other])
    assert visualizer.search(file, trust=[code]).summary["complete"]
    assert code.with_suffix(".ran").exists()


def test_only_a_python_file_can_be_trusted(tmp_path: Path) -> None:
    """A name that is no file of Python is refused: it would be trusted for nothing."""
    with pytest.raises(InputError, match=r"there is no Python file .*missing\.py' to trust"):
        visualizer.search("tree", trust=str(tmp_path / "missing.py"))


def test_what_is_typed_needs_no_trust(code: Path) -> None:
    """A file that a person names by hand, not a file of data, is loaded as ever."""
    assert visualizer.search(str(code)).game.title == games.load_game("tree").title
