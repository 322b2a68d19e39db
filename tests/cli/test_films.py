"""Films and exercises from the command line: what is asked for, what is refused, and that
nothing is half written.
"""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import pytest
from pypdf import PdfReader

from tests.cli.conftest import Call
from tests.cli.test_wrong_input import is_refused
from tests.oracles.textbook import Naive
from tests.oracles.trees import negamax_alpha_beta
from visualizer.draw.picture.film import exercise_film, lay_out_sheet
from visualizer.draw.picture.page.options import PictureOptions
from visualizer.draw.picture.shapes.drawing import lines_in
from visualizer.searching.recipe import SearchSpec
from visualizer.teach.tasks import has_deep_cut, searches_with_cuts
from visualizer.trace.jumps import cut_steps

pytestmark = pytest.mark.usefixtures("folder")


def pages(name: str) -> list[str]:
    """Return the words of a PDF's pages."""
    return [page.extract_text() for page in PdfReader(io.BytesIO(Path(name).read_bytes())).pages]


def test_steps_make_a_film_and_say_what_was_written(call: Call) -> None:
    """A PDF has a page a step, and pictures are a folder; both are named on standard output."""
    result = call("export tree --steps all -O a.pdf -O a.svg")

    assert result.status == 0
    assert result.out.split() == ["a.pdf", "a"]
    assert len(pages("a.pdf")) == 23
    assert len([*Path("a").iterdir()]) == 23


def test_html_is_a_film_without_being_asked(call: Call) -> None:
    """It shows the changes, or the one step that is asked for; a still is written beside it as a
    still.
    """
    assert call("export tree -O a.html -O a.svg").status == 0
    assert call("export tree --step 12 -O b.html").status == 0
    assert Path("a.html").read_text().count('"sentence":') == 13
    assert Path("a.svg").is_file()
    assert Path("b.html").read_text().count('"sentence":') == 1


def test_a_format_may_be_named(call: Call) -> None:
    """--format overrules the ending, which then is a part of the name."""
    assert call("export tree --format pdf -O a.svg").status == 0
    assert Path("a.svg").read_bytes().startswith(b"%PDF")
    assert call("export tree --format svg --steps cuts -O film").out == "film\n"
    assert sorted(path.name for path in Path("film").iterdir()) == ["001.svg", "002.svg", "003.svg"]


def test_an_exercise_is_a_tree_and_its_solution(call: Call) -> None:
    """Two pages, or two files; the first has the leaves and no bound, the second windows and why
    it is cut.
    """
    assert call("export tree --exercise -O a.pdf -O a.svg").status == 0
    task, solution = pages("a.pdf")
    for words, other in (
        (task, solution),
        (Path("a.svg").read_text(), Path("a-solution.svg").read_text()),
    ):
        assert "Exercise" in words
        assert "≤" not in words
        assert "Cut at" not in words
        assert "14" in words
        assert "Solution" in other
        assert "≤2" in other
        assert "Cut at C" in other
    is_refused(call("export tree --exercise -O a.svg"), "'a.svg' already exists")
    Path("a.svg").unlink()
    is_refused(call("export tree --exercise -O a.svg"), "'a-solution.svg' already exists")


def test_options_of_films_without_a_film_are_said(call: Call) -> None:
    """A cover is for a film, and a limit of frames for one of several steps; what does nothing
    is said, once each.
    """
    for options, said in {
        "--step 5 -O a.pdf": ["--cover", "--max-frames"],
        "-O b.svg": ["--cover", "--max-frames"],
        "--step 5 -O c.html": ["--max-frames"],
        "--exercise -O d.pdf": ["--cover", "--max-frames"],
        "--steps cuts -O e.pdf": [],
        "-O f.html": [],
    }.items():
        told = call(f"export tree {options} --cover --max-frames 3").err
        assert re.findall("(--[a-z-]+) works only for films; make one with --steps", told) == said
    assert "works only for films" not in call("export tree --step 5 -O g.pdf").err


def test_a_deck_says_that_it_is_compiled_twice(call: Call) -> None:
    """Wherever a deck for beamer is written that is said on standard error; a still has its
    place at once.
    """
    twice = "compile a beamer deck twice"
    for line in (
        "export tree --steps cuts",
        "export tree --exercise",
        "compare tree --film",
        "exercise -n 1",
    ):
        done = call(f"{line} -O a.tex --force")

        assert f"a.tex: {twice}" in done.err
        assert twice not in done.out

    assert twice not in call("export tree -O still.tex").err


@pytest.mark.filterwarnings("default")
def test_ghosts_that_are_not_seen_are_said(call: Call) -> None:
    """Along one path with nothing pruned beside it, and in the overview, a remark says so; else
    there is none.
    """
    tak = "export tak -p ordering-helps -d 2 --ghosts"

    assert "--ghosts shows nothing at step 1,978" in call(f"{tak} -O a.svg").err
    assert "--ghosts does nothing in the overview" in call(f"{tak} --view overview -O c.svg").err
    cut = call(f"{tak} -a ordered-alpha-beta --step 93 -O d.svg")
    assert not cut.err
    assert cut.status == 0
    assert not call("export tree --ghosts -O b.svg").err


def test_exercises_differ_and_each_has_a_cut() -> None:
    """No two trees are alike; each is cut at least once, with `deep` by a bound from further up."""
    runs = searches_with_cuts(12, 1, {"branching": "2-3", "depth": "3"}, SearchSpec())

    assert len({run.root.text() for run in runs}) == 12
    for run in runs:
        assert cut_steps(run.trace)
        assert len(run.trace) == len(negamax_alpha_beta(json.loads(run.root.text())).nodes)
    assert all(
        map(
            has_deep_cut,
            searches_with_cuts(
                3,
                1,
                {"branching": "2", "depth": "4"},
                SearchSpec(),
                deep=True,
            ),
        )
    )
    assert not any(map(has_deep_cut, runs))


def test_a_solution_has_the_windows_that_the_sheet_asks_for() -> None:
    """They are those on entry, as in homework and practice; the heading has the rule, and no
    words of programmers.
    """
    for run in searches_with_cuts(6, 1, {"branching": "2-3", "depth": "3"}, SearchSpec()):
        task, solution = exercise_film([lay_out_sheet(run, PictureOptions(page="a4"))])

        assert "its α and β on entry" in task.sentence
        assert task.picture.subtitle == (
            f"alpha-beta, from left to right, cut where α ≥ β · Name: {'_' * 28} · Points: "
            f"{'_' * 6}"
        )
        assert lines_in(task.picture.subtitle, 12, 500)[-1].startswith("Name: ____")
        assert solution.picture.subtitle == "alpha-beta, from left to right, cut where α ≥ β"
        notes = Naive(
            json.loads(run.root.text()), maximizing=True, level="all", cut=">=", fail="soft"
        ).notes
        inner = {note.path: (note.alpha, note.beta) for note in notes if note.looks}
        windows = {box.key: box.window for box in solution.picture.boxes if box.window is not None}
        nodes = {f"n{run.node_at(path)}": ends for path, ends in inner.items()}
        assert {key: (window.alpha, window.beta) for key, window in windows.items()} == nodes


def test_sheets_have_all_trees_and_then_all_solutions(call: Call) -> None:
    """The same seed is the same sheet, another seed another one."""
    sheet = ["exercise", "-n", "3", "--set", "branching=2-3", "--set", "depth=3"]

    assert call(*sheet, "--seed", "1", "-O", "a.pdf").status == 0
    words = pages("a.pdf")
    assert [page.split("\n")[0].split(":")[0] for page in words] == [
        "Exercise 1",
        "Exercise 2",
        "Exercise 3",
        "Solution 1",
        "Solution 2",
        "Solution 3",
    ]
    assert (
        call(*sheet, "--seed", "1", "-O", "b.pdf").status
        == call(*sheet, "--seed", "500", "-O", "c.pdf").status
        == 0
    )
    assert Path("a.pdf").read_bytes() == Path("b.pdf").read_bytes()
    assert pages("c.pdf") != words


def test_explain_takes_the_same_words(call: Call) -> None:
    """The steps of a film are those that are told in sentences."""
    told = call("explain tree --steps changes").out.splitlines()

    assert [int(line.split()[0]) for line in told] == [1, 2, 4, 6, 8, 9, 10, 12, 14, 16, 18, 20, 22]
    assert call("explain tree --steps cuts").out == call("explain tree --cuts").out


RACE = "compare tree -s minimax -s alpha-beta"


def test_searches_are_drawn_side_by_side(call: Call) -> None:
    """A still and a film are written beside the table, with counts and the sentence; the table
    is printed as ever.
    """
    result = call(f"{RACE} -O race.svg -O race.html --theme dark")

    assert result.status == 0
    assert result.out == call(RACE).out
    assert [*map(str, sorted(Path().iterdir()))] == ["race.html", "race.svg"]
    still = Path("race.svg").read_text()
    assert re.search(r">11</text>.*>nodes with the root, done</text>", still, re.DOTALL)
    assert "pruning cuts the work by a factor of 1.2" in still
    assert "alpha-beta" in still
    assert call(f"{RACE} --race --page 16:9 -O race.pdf").status == 0
    assert len(pages("race.pdf")) > 5
    film = Path("race.pdf").read_bytes()
    assert call(f"{RACE} --film --force -O race.pdf").status == 0
    assert Path("race.pdf").read_bytes() == film
    first, *_, before, last = [" ".join(words.split()) for words in pages("race.pdf")]
    assert "Alpha-beta is at the root. Minimax is at the root." in first
    assert "pruning cuts the work" in last
    assert (
        "Alpha-beta has its answer (a1, worth 3) after 11 nodes. Minimax is at first move 3 of 3."
        in before
    )


def test_the_overview_is_written_as_a_still_and_as_a_film(call: Call) -> None:
    """It has its own words and its own page, as wide as a slide."""
    result = call("export tree --view overview --steps all -O a.pdf -O a.svg")

    assert result.status == 0
    assert len(pages("a.pdf")) > 10
    assert 'width="960"' in Path("a/001.svg").read_text()


def test_the_words_below_the_title_are_chosen_once(call: Call) -> None:
    """They are replaced, or left out."""
    for option, lines in {"--subtitle 'Lecture 3'": ["Lecture 3"], "--no-subtitle": []}.items():
        assert call(f"export tree -O a.txt --force {option}").status == 0
        assert Path("a.txt").read_text("utf-8").split("\n\n")[0].splitlines()[1:] == lines


def test_a_deck_of_markdown_is_a_file_and_a_folder(call: Call) -> None:
    """Neither file nor folder is replaced without --force."""
    steps = "export tree --steps cuts"
    result = call(f"{steps} -O a.md --format marp")

    assert result.status == 0
    assert result.out.split() == ["a.md", "a"]
    assert "(a/001.svg)" in Path("a.md").read_text("utf-8")
    assert Path("a/001.svg").read_text("utf-8").startswith("<?xml")
    is_refused(call(f"{steps} -O a.slidev.md"), "'a' already exists")
    assert not Path("a.slidev.md").exists()
    assert call(f"{steps} -O a.slidev.md --force").out.split() == ["a.slidev.md", "a"]
    Path("b").mkdir()
    Path("b/mine.txt").write_text("mine", "utf-8")
    is_refused(call(f"{steps} -O b.marp.md --force"), "is a folder but not a film")
    assert not Path("b.marp.md").exists()
    assert Path("b/mine.txt").exists()
