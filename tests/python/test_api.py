"""The program from Python, as notebooks use it."""

from __future__ import annotations

import importlib
import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from pkgutil import iter_modules
from typing import Any, get_args, get_type_hints
from xml.etree import ElementTree as ET

import pytest

import visualizer.apps.api
from tests.processes import PATIENCE
from visualizer import export, grade, search, start, watch
from visualizer.apps.api import SearchKeywords, WatchedRun
from visualizer.searching.algorithms import all_options
from visualizer.support.errors import InputError


def test_a_preset_in_plain_words() -> None:
    """A preset may be written with spaces; counts, graph, sentences and pictures are those of
    any step.
    """
    run = search(
        "tak",
        preset="ordering helps",
        algorithm="alpha-beta",
        depth=3,
    )

    assert isinstance(run, WatchedRun)
    assert run.counts().nodes == run.summary["nodes"] == len(run.graph()) == 5131
    assert len(run.graph(step=100)) == run.counts(100).nodes < run.counts(200).nodes
    assert run.explain(run.trace.last_step).startswith(
        "Finished: d2+ is best for White, who is a flat ahead after d2+"
    )


def test_it_shows_itself_in_a_notebook() -> None:
    """The picture is SVG, and differs from step to step."""
    run = search("tree")
    pictures = {run.svg(step=step) for step in range(run.trace.last_step + 1)}

    assert len(pictures) > run.trace.last_step / 2
    assert ET.fromstring(run._repr_svg_()).tag.endswith("svg")
    page = ET.fromstring(run._repr_html_())
    sentence = run.explain(run.trace.last_step)
    assert page.tag == "figure"
    assert page[1].text == sentence
    drawn = [text for text in page[0].itertext() if text and text in sentence and len(text) > 20]
    assert "max-width:100%" in page[0].attrib["style"] and not drawn  # it is said once


def test_a_file_that_is_there_is_kept(tmp_path: Path) -> None:
    """`export` writes over a file only with `force`; else it names it and writes none of the
    others.
    """
    run = search("tree")
    old = tmp_path / "old.svg"
    new = tmp_path / "new.svg"
    old.write_bytes(b"old")

    with pytest.raises(InputError, match=r"old\.svg' already exists"):
        export(run, new, old)
    assert old.read_bytes() == b"old"
    assert not new.exists()
    export(
        run,
        new,
        old,
        force=True,
    )
    assert old.read_bytes() == new.read_bytes() != b"old"


def test_a_picture_is_asked_for_as_on_the_command_line(tmp_path: Path) -> None:
    """`export` takes the options of pictures by their names, and says in one sentence what is
    wrong with one.
    """
    run = search("tictactoe", preset="fork", depth=3)
    file = tmp_path / "slide.svg"
    export(
        run, file, step=9, root="b1", page="4:3", node_boards="none", text_size=14, caption="counts"
    )

    assert 'width="720" height="540"' in file.read_text(encoding="utf-8")
    wrong: dict[str, dict[str, Any]] = {
        "'5:4' is not one of 16:9": {"page": "5:4"},
        "no option 'colour'": {"colour": "red"},
        "'yes' cannot be legend, which is True or False": {"legend": "yes"},
        "'big' is not a whole number": {"text_size": "big"},
        "in move 1 of root": {"root": "z9"},
    }
    for sentence, options in wrong.items():
        with pytest.raises(InputError, match=sentence):
            export(run, tmp_path / "wrong.svg", **options)
    assert not (tmp_path / "wrong.svg").exists()


def larger(node: Any) -> int:
    """Search a tree to a depth that nobody asks for."""
    return max(map(larger, node.children)) if node.children else node.value


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: search("tree", moves="z"), "in move 1 of moves"),
        (lambda: export(search("tree"), "t.svg", root="a1 c9"), "in move 2 of root"),
        (
            lambda: export(search("tree"), "t.svg", node_windows="x"),
            "node_windows 'x' is not one of",
        ),
        (lambda: search("tree").film(node_boards="x"), "node_boards 'x' is not one of"),
        (lambda: search("tree").film("lines"), "only code of your own has lines: watch runs it"),
        (lambda: search("tree").svg(step=-1), "there is no step -1; there are 0 to 22"),
        (lambda: search("tree").svg(step=23), "there is no step 23; there are 0 to 22"),
        (lambda: grade(larger, depth=2), "so it cannot be graded with depth 2; add a parameter"),
        (lambda: grade(larger, agents=2), "agents is only for FILE.py:CLASS"),
        (lambda: watch(larger, against="x"), "the search of against 'x' is not one of"),
    ],
)
def test_options_are_called_as_python_does(call: Callable[[], object], sentence: str) -> None:
    """A sentence that is written for the command line has no hyphens here."""
    with pytest.raises(InputError, match=re.escape(sentence)) as error:
        call()
    assert "--" not in str(error.value)


def test_what_is_told_beside_calls_options_so_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """So do remarks on a run, and whatever else is refused later."""
    assert "; max_lines N follows more" in " ".join(watch(larger, max_lines=5).remarks)
    monkeypatch.setattr("visualizer.publish.explorer.MAX_EXPLORER_VISITS", 5)
    with pytest.raises(InputError, match="limit it with max_nodes or depth"):
        search("tree").explorer()


def test_importing_the_package_loads_nothing() -> None:
    """The command line starts at once; what is for Python is loaded when it is asked for, in any
    order of imports.
    """
    code = (
        "import sys, visualizer\n"
        "assert 'networkx' not in sys.modules\n"
        "import visualizer.searching.algorithms, visualizer.searching.run\n"
        "from visualizer import search\n"
        "assert search('tree').counts().nodes == 11\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=PATIENCE)

    with pytest.raises(AttributeError, match="no attribute 'find'"):
        _ = visualizer.find


def test_what_is_promised_is_no_module() -> None:
    """`from visualizer import explain` gives what `visualizer.apps.api` promises, whatever was
    imported before it.
    """
    assert sorted(visualizer.__all__) == sorted(visualizer.apps.api.__all__)
    modules = [
        module.name
        for module in iter_modules(visualizer.__path__, "visualizer.")
        if "__" not in module.name
    ]
    below = [
        "explaining.explanation.explainer",
        "explaining.measures.summary",
        "explaining.measures.graph",
        "explaining.measures.proof_tree",
        "trace.tree_at_step",
    ]
    code = (
        f"import {', '.join([*modules, *(f'visualizer.{name}' for name in below)])}\n"
        f"from visualizer import {', '.join(visualizer.__all__)}\n"
        f"assert [{', '.join(visualizer.__all__)}] == "
        "[getattr(visualizer.apps.api, name) for name in visualizer.__all__]\n"
        "assert all(map(callable, (explain, graph, minimum, summary)))\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=PATIENCE)


WRONG_OPTIONS = [
    ({"preset": "helps"}, "tak has no preset 'helps'; there are: ordering-helps"),
    (
        {"preset": "opening", "position": "x5/x5/x5/x5/x5 1 1"},
        "give a position or the preset 'opening', not both",
    ),
    ({"position": "nonsense"}, "nonsense"),
    ({"depth": 0}, "the depth '0' is not"),
    ({"depth": 2.5}, "the option depth cannot be 2.5"),
    ({"depth": True}, "the option depth cannot be True"),
    ({"depth": 10**9}, "not a whole number from 1 to 1,000, or all"),
    ({"max_nodes": 0}, "the limit of nodes '0' is not a whole number from 1 to"),
    ({"window": (0,)}, "the window '0' is not two numbers"),
    ({"window": None}, "the option window cannot be None"),
    ({"ordering": max}, "a user-supplied function is named FILE.py:FUNCTION"),
    ({"weights": {"road": "inf"}}, "it must be a finite number"),
    ({"speed": 3}, "there is no option 'speed' (did you mean seed?); there are: algorithm"),
    ({"moves": ["a1"]}, "['a1'] cannot be the moves, which is a text"),
    ({"position": [[3, 12]]}, "cannot be the position, which is a text"),
]


@pytest.mark.parametrize(("options", "sentence"), WRONG_OPTIONS)
def test_an_option_of_the_wrong_kind(options: dict[str, Any], sentence: str) -> None:
    """What no search can be asked is refused with the value, before anything is searched."""
    with pytest.raises(InputError, match=re.escape(sentence)):
        start("tak", **options)


def test_type_checkers_know_every_option() -> None:
    """The keywords of `search` are those of the table of options, and defaults fit them."""
    told = get_type_hints(SearchKeywords)

    assert told.keys() == set(all_options())
    for name, option in all_options().items():
        types = {told[name], *get_args(told[name])}
        if float in types:
            types |= {int}
        elif Sequence[float] in types:
            types |= {tuple}
        else:
            types |= set()

        assert {str, type(option.default)} <= types, name


def test_options_as_texts_or_numbers() -> None:
    """Options may be as on the command line, or as Python has them."""
    as_text: dict[str, Any] = {
        "depth": "2",
        "window": "-1:1",
        "weights": "road=3",
        "max_nodes": "50",
    }
    meant: dict[str, Any] = {
        "depth": 2,
        "window": (-1, 1),
        "weights": {"road": 3},
        "max_nodes": 50,
    }

    assert (
        start("tak", ordering="scored", **as_text).recipe
        == start("tak", ordering="scored", **meant).recipe
    )


def test_a_film_is_saved_and_shows_itself(tmp_path: Path) -> None:
    """`film` takes the steps of the command line and the options of `export`; a notebook gets a
    frame of its own.
    """
    run = search("tree", "[[3,12,8],[2,4,6],[14,5,2]]")
    film = run.film("cuts", theme="dark", title='"><b>')
    film.save(tmp_path / "a.pdf", tmp_path / "a.svg")

    assert (tmp_path / "a.pdf").read_bytes().startswith(b"%PDF")
    assert [*(tmp_path / "a").iterdir()]
    with pytest.raises(InputError, match="already exists"):
        film.save(tmp_path / "a.svg")
    film.save(tmp_path / "a.svg", force=True)
    shown = film._repr_html_()
    assert "aspect-ratio:960/783" in shown
    assert shown.startswith("<iframe ")
    assert shown.count("<") == 2
    assert "data-theme=&quot;dark&quot;" in shown


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"steps": "some"}, "not A-B, all, cuts"),
        ({"steps": 3}, "3 cannot be the steps, which are a text: A-B"),
        ({"steps": "3-99"}, "there is no step 99"),
        ({"max_frames": 0}, "max_frames '0' is not a whole number"),
        ({"root": "9"}, "in move 1 of root"),
        ({"caption": "all"}, "the caption 'all' is not one of"),
        ({"colour": "red"}, "there is no option 'colour'"),
    ],
)
def test_what_cannot_be_a_film_is_refused(wrong: dict[str, Any], sentence: str) -> None:
    """The sentence has the bad value."""
    with pytest.raises(InputError, match=sentence):
        search("tree").film(**wrong)
    with pytest.raises(InputError, match="cannot be a film: json"):
        search("tree").film().save("a.json")


@pytest.mark.parametrize(
    ("game", "size"),
    [
        ("hex", 4),
        ("othello", "4"),
        ("connect-four", "4x4"),
        ("tak", 4),
    ],
)
def test_a_size_is_a_setting(game: str, size: int | str) -> None:
    """`size=4` asks what `--size 4` asks, beside other settings or without."""
    asked: dict[str, Any] = {"depth": 1, "max_nodes": 50}
    found = search(game, size=size, **asked)

    assert found.recipe == search(game, settings={"size": size}, **asked).recipe
    assert (
        found.recipe
        == search(
            game,
            size=size,
            settings={"size": str(size)},
            **asked,
        ).recipe
    )


@pytest.mark.parametrize(
    ("game", "options", "says"),
    [
        ("hex", {"size": 99}, "is not a whole number from 2 to"),
        (
            "hex",
            {"size": 4, "settings": {"size": 5}},
            "the size '4' contradicts the settings' size '5'",
        ),
        ("hex", {"size": [4]}, "cannot be the size, which is a number or a text"),
        ("hex", {"size": True}, "cannot be the size"),
        ("kalah", {"size": 4}, "kalah has no setting 'size'"),
    ],
)
def test_a_wrong_size_is_refused(game: str, options: dict[str, Any], says: str) -> None:
    """One sentence says what is wrong with it, or that the game has none."""
    with pytest.raises(InputError) as caught:
        search(game, **options)
    assert says in str(caught.value)


ENGINE = """
def best(node, is_max):
    if isinstance(node, int):
        return node
    values = [best(child, not is_max) for child in node]
    return max(values) if is_max else min(values)
"""


@pytest.mark.parametrize(
    "text",
    [
        "import engine\n\nstart = lambda: engine.best([[3, 5], [2, 9]], True)\n",
        "from engine import best\n\nstart = lambda: best([[3, 5], [2, 9]], True)\n",
        f"{ENGINE}\n\ndef start():\n    return best([[3, 5], [2, 9]], True)\n",
    ],
)
def test_a_watched_search_may_be_imported(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The function that starts it may be in another module than the search."""
    (tmp_path / "engine.py").write_text(ENGINE, encoding="utf-8")
    (tmp_path / "starting.py").write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    for name in ("engine", "starting"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    run = watch(importlib.import_module("starting").start)

    assert run.counts().nodes == 7
    assert run.trace.value(run.trace.roots()[-1]) == 3
