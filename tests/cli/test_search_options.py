"""A search's options stand once: all that asks for them, or tells them, follows from the one
table.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from tests import narrow
from tests.cli.conftest import Call
from tests.few import one_in
from visualizer import search
from visualizer.apps.cli.screen import show_explorer
from visualizer.apps.dialogue.stepping import StepLines
from visualizer.apps.tui.options import OpeningOptions
from visualizer.draw.picture.page.tree_page import TreePage
from visualizer.explaining.comparison.compare import search_titles
from visualizer.explaining.measures.summary import summary
from visualizer.searching.algorithms import algorithms, all_options
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.searching.search_options import COMMON_OPTIONS, SearchOption, format_option_value
from visualizer.support.errors import InputError


@pytest.fixture(autouse=True)
def _narrow_is_added() -> Iterator[None]:
    with narrow.added():
        yield


def as_run(**options: Any) -> Run:
    """Return a finished search by the algorithm that has options of its own."""
    return Run(
        Recipe(PositionSpec("tictactoe", "corner"), SearchSpec("narrow", options=options))
    ).finish()


# The table.


def test_the_table_has_every_field_of_a_search() -> None:
    """No option of a search stands outside of the table, and each has its default from there;
    `code` is no option.
    """
    common = [field for field in fields(SearchSpec) if field.name not in ("options", "code")]

    assert [field.name for field in common] == [*COMMON_OPTIONS]
    assert all(field.default == COMMON_OPTIONS[field.name].default for field in common)


def test_every_option_has_a_flag_a_key_and_a_sentence(call: Call) -> None:
    """What stands in the table is offered by every command that searches."""
    for command in ("open", "search", "explain", "compare", "export", "moves", "play"):
        words = " ".join(re.sub(r"[│╭╮╰╯─]", " ", call(command, "--help").out).split())
        for option in all_options().values():
            assert re.search(rf"--{option.key}[ /]", words), (command, option.key)
            assert option.about[:20] in words, (command, option.key)


def test_an_options_name_means_one_thing() -> None:
    """No algorithm's own option is called like a common one or a result; where several have one,
    it is the same.
    """
    run = Run(Recipe(PositionSpec("tree"))).finish()
    results = summary(run).keys() - run.recipe.search.as_object().keys() | COMMON_OPTIONS.keys()
    for algorithm in algorithms().values():
        for option in algorithm.options:
            assert option.name not in results
            assert re.fullmatch(r"[a-z]+(_[a-z]+)*", option.name)
            assert option.read == all_options()[option.name].read
        assert {*algorithm.ignores} <= {*COMMON_OPTIONS} - {"algorithm"}


@pytest.mark.parametrize("option", [*all_options().values()], ids=lambda option: option.name)
def test_a_default_reads_back(option: SearchOption) -> None:
    """A default, written as it is typed, is read as itself."""
    if option.default is not None:
        assert option.value(format_option_value(option.default)) == option.default


# An algorithm's own options.


def test_a_flag_sets_it(done: Call) -> None:
    """The search gets the value as its reader made it, and JSON tells it."""
    words = ["search", "tictactoe", "-p", "corner", "-a", "narrow", "--json"]

    assert {
        "width": 2,
        "bold": False,
        "weight": 1.0,
    }.items() <= done(*words).json.items()
    found = done(*words, "--width", "3", "--bold", "--weight", "0.5").json
    assert {
        "width": 3,
        "bold": True,
        "weight": 0.5,
        "depth": None,
        "evaluation": None,
    }.items() <= found.items()
    assert narrow.SEEN.problems[-1].options == {
        "width": 3,
        "bold": True,
        "weight": 0.5,
    }
    assert done(*words, "--no-bold").json["nodes"] > found["nodes"]


def test_other_searches_have_it_not(done: Call) -> None:
    """JSON of another algorithm does not tell it."""
    assert "width" not in done("search tree --json").json


def test_the_grammar_has_it() -> None:
    """In one word it reads back, in a saved run too; as words of the command line defaults are
    left out.
    """
    asked = SearchSpec.from_spec("narrow,width=3,bold=yes")

    assert asked == SearchSpec("narrow", options={"width": 3, "bold": True})
    assert SearchSpec.from_spec(asked.to_spec()) == asked
    recipe = Recipe(PositionSpec("tree"), asked)
    assert Recipe.loads(recipe.dumps({}), "a.run")[0] == recipe
    assert recipe.command("search") == "visualizer search tree -a narrow --width 3 --bold"
    assert SearchSpec("narrow", options={"width": 2, "bold": False}).words() == ["-a", "narrow"]


def test_python_has_it() -> None:
    """It is a keyword, and takes text or what Python has for it."""
    as_text: Any = {
        "width": "3",
        "bold": "yes",
        "weight": "0.5",
    }
    as_python: Any = {
        "width": 3,
        "bold": True,
        "weight": 0.5,
    }
    by_name, meant = (
        search(
            "tictactoe",
            "corner",
            algorithm="narrow",
            **own,
        )
        for own in (as_text, as_python)
    )

    assert by_name.recipe == meant.recipe
    assert meant.summary["width"] == 3


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"width": 0}, "width: '0' is not a whole number from 1 to 99"),
        ({"width": 1.5}, "the option width cannot be 1.5"),
        ({"width": True}, "the option width cannot be True"),
        ({"bold": "perhaps"}, "bold: 'perhaps' is not yes or no"),
        ({"weight": None}, "the option weight cannot be None"),
        ({"breadth": 1}, "there is no option 'breadth'; there are: algorithm"),
    ],
)
def test_a_wrong_value_is_refused(options: dict[str, Any], sentence: str) -> None:
    """The sentence of its reader names the option and the bad value."""
    with pytest.raises(InputError, match=re.escape(sentence)):
        search("tree", algorithm="narrow", **options)


def test_a_wrong_value_on_the_command_line(call: Call) -> None:
    """One sentence, status 2, in flag and grammar."""
    sentence = "visualizer: width: 'x' is not a whole number from 1 to 99\n"
    for words in (["search", "tree", "--width", "x"], ["compare", "tree", "-s", "narrow,width=x"]):
        result = call(*words)

        assert result.status == 2
        assert result.out == ""
        assert result.err == sentence


def test_headings_tell_it(done: Call, capsys: pytest.CaptureFixture[str]) -> None:
    """Diagrams, line mode and the result of a search say it; what the search ignores, they do
    not.
    """
    run = as_run(width=3)

    assert (
        TreePage(run).frame(0).subtitle
        == "narrow minimax, natural order, width 3, bold no, weight 1"
    )
    printed = done("search tictactoe -p corner -a narrow --width 3").out
    assert "narrow minimax, natural order, width 3, bold no, weight 1\n" in printed
    StepLines(run).greet()
    assert "narrow minimax, natural order, width 3, bold no, weight 1.\n" in capsys.readouterr().out


def test_comparisons_name_it(done: Call) -> None:
    """A search is named by it where it is not the usual one."""
    runs = [
        as_run(),
        as_run(width=3),
        as_run(bold=True),
    ]
    names = ["narrow", "narrow, width 3", "narrow, bold yes"]

    assert search_titles([run.recipe.search for run in runs]) == names
    searches = [
        word for text in ("narrow", "narrow,width=3", "narrow,bold=yes") for word in ("-s", text)
    ]
    table = done("compare tictactoe -p corner", *searches, "--csv").out
    assert all(name in table for name in names)


def test_a_sweep_takes_it(done: Call, tmp_path: Path) -> None:
    """A sweep has it in the word for a search."""
    file = tmp_path / "results.csv"
    done(f"sweep --games tree -s narrow,width=1 -s narrow --processes 1 -O {file}")

    assert '"narrow,width=1"' in file.read_text(encoding="utf-8")


# What does nothing.

UNUSED = [
    ("search tictactoe -p corner --width 3", "this search: --width 3"),
    ("search tictactoe -p corner --bold", "this search: --bold"),
    ("search tree -a narrow -d 2 -e leaf --cut >", "this search: -e leaf -d 2 --cut >"),
    ("explain tree -a tutorial-bot -d 5", "this search: -d 5"),
    ("export tree -a minimax --window 1,9 -O {tree.txt}", "this search: --window 1,9"),
    ("search tictactoe -p corner -o scored --weights a=1", "this search: --weights a=1"),
    ("compare tictactoe -p corner --weights a=1", "these searches: --weights a=1"),
    ("open tree --weights a=1 --plain", "this search: --weights a=1"),
    ("play tictactoe -a tutorial-bot -d 5", "this search: -d 5"),
    ("moves tictactoe --weights a=1", "this search: --weights a=1"),
    ("compare tree -s minimax -s alpha-beta --weights a=1", "these searches: --weights a=1"),
    ("compare tictactoe -p corner -s tutorial-bot -s minimax -d 3", "tutorial-bot: -d 3"),
    ("compare tree -s minimax,cut=> -s alpha-beta", "minimax: --cut >"),
    (
        "sweep --games tree --depths 1-4 -s tutorial-bot -s minimax -O {out.csv}",
        "tutorial-bot: -d 3 -d 4",
    ),
    (
        "sweep --games tree,tak --depths 1 -s alpha-beta,weights=a=1 -O {out.csv}",
        "this search: --weights a=1",
    ),
]


@pytest.mark.parametrize(("words", "sentence"), one_in(4, UNUSED))
def test_what_was_given_and_does_nothing_is_said(
    call: Call, tmp_path: Path, words: str, sentence: str
) -> None:
    """Every command says it in one line; of several searches one that depends on it is enough,
    but for the question.
    """
    typed = [
        re.sub(r"{(.*)}", lambda found: str(tmp_path / found[1]), word) for word in words.split()
    ]
    result = call(*typed, stdin="q\n")
    lines = [line for line in result.err.splitlines() if "no effect on" in line]

    assert result.status == 0
    assert lines == [f"visualizer: no effect on {sentence}"]


@pytest.mark.parametrize(
    "words",
    [
        "compare tree --cut >",
        "compare tak -d 1 --weights road=3",
        pytest.param("sweep --games tree -s tutorial-bot -O {out.csv}", marks=pytest.mark.slow),
        "search tree -a narrow --width 2",
    ],
)
def test_what_one_search_depends_on_is_not_said(done: Call, tmp_path: Path, words: str) -> None:
    """Nothing is said of what one of the searches takes, nor of a depth that nobody gave."""
    done(
        *[re.sub(r"{(.*)}", lambda found: str(tmp_path / found[1]), word) for word in words.split()]
    )


def test_the_explorer_says_it_in_a_notice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Standard error is not seen behind a full screen, so the sentence is said on it."""
    notices = []

    class Shown:
        failure = None
        return_code = 0
        interrupted = False
        no_color = True

        def __init__(self, run: Run | None, *, notice: str, **options: Any) -> None:
            notices.append(notice)

        def run(self) -> None:
            """Show nothing."""

    monkeypatch.setattr("visualizer.apps.tui.app.VisualizerApp", Shown)
    asked = SearchSpec("minimax", cut=">")

    assert (
        show_explorer(
            [Run(Recipe(PositionSpec("tree"), asked))], [asked], OpeningOptions(), ascii_only=False
        )
        == 0
    )
    assert notices == ["No effect on this search: --cut >."]


@pytest.mark.parametrize("name", [*algorithms(), "narrow"])
def test_what_was_run_is_asked_for_again_without_a_word(name: str) -> None:
    """A run's recipe has nothing in it that does nothing, in whichever way the search was asked
    for.
    """
    given = SearchSpec(
        name, weights="a=1", evaluation="leaf", depth=5, cut=">", window=(0, 3), seed=2
    )
    for asked in (SearchSpec(name), given):
        used = Run(Recipe(PositionSpec("tree"), asked)).recipe
        again = Run(Recipe(used.where, SearchSpec.from_spec(used.search.to_spec()))).recipe

        assert again == used
        assert used.search.unused(again.search) == {}


def test_the_list_of_algorithms_has_their_options(done: Call) -> None:
    """An option stands below its algorithm with its sentence; JSON has it by name."""
    found = done("list algorithms").out

    assert re.search(
        r"narrow +minimax of the first moves\n +--width +How many moves .* \(default 2\)\.", found
    )
    options = done("list algorithms --json").json["narrow"]["options"]
    assert options["bold"] == "Whether only the first move is looked at (default no)."


def test_a_search_of_ones_own_has_the_common_options_only(
    call: Call, user_file: Callable[[str], Path]
) -> None:
    """It is given no others, and what was given of them is said."""
    told = "recorder.leaf(0, 1, alpha=problem.alpha)"
    file = user_file(
        f"def look(problem, recorder):\n    assert not problem.options\n    return {told}\n"
    )
    result = call(f"search tree -a {file}:look --width 3 --cut > --json")

    assert result.err == "visualizer: no effect on this search: --width 3\n"
    assert "width" not in result.json
    assert result.json["cut"] == ">"


@pytest.mark.parametrize(
    "line",
    [
        "search tree -a {}",
        "compare tree -s minimax -s {}",
        "diff tree -s minimax -s {}",
        "match tictactoe --a {} --b easy --games 2",
        "sweep --games tree -s {} -O out.csv",
    ],
)
@pytest.mark.parametrize("option", ["first=3", "exploration=3", "table=yes", "depht=3"])
def test_options_in_the_word_of_a_search_of_ones_own_are_its_own(
    call: Call, user_file: Callable[[str], Path], line: str, option: str
) -> None:
    """What stands in one word with a function that has no options is refused, also where other
    searches have it.
    """
    name = f"{user_file('def look(problem, recorder): return recorder.leaf(0, 1)')}:look"
    result = call(line.format(f"{name},{option}"))
    key = option.partition("=")[0]

    assert result.status == 2
    assert result.out == ""
    assert (
        result.err
        == f"visualizer: the search {name} has no option {key!r}; its options are: none\n"
    )
    given: Any = {key: "3"}
    with pytest.raises(InputError, match=f"has no option {key!r}; its options are: none"):
        search("tree", algorithm=name, **given)


def test_an_option_of_ones_own_may_be_called_like_another(
    call: Call, user_file: Callable[[str], Path]
) -> None:
    """It is read by the search's own reader, not as the option of another search that has its
    name.
    """
    file = user_file(
        "from visualizer.searching.algorithms import Algorithm\n"
        "from visualizer.searching.search_options import SearchOption\n"
        "def look(problem, recorder): return recorder.leaf(0, len(problem.options['table']))\n"
        "SEARCH = Algorithm('mine', 'mine', '', {'soft': look}, '', "
        "options=(SearchOption('table', '', 'oak', str),))\n"
    )

    assert call(f"search tree -a {file}:SEARCH,table=walnut --json").json["value"] == 6
    asked = SearchSpec(f"{file}:SEARCH", options={"table": "walnut"})
    assert asked.words() == ["-a", f"{file}:SEARCH,table=walnut"]


def test_a_saved_run_of_a_search_of_ones_own_has_its_own_options_only(
    done: Call, call: Call, user_file: Callable[[str], Path], tmp_path: Path
) -> None:
    """What does nothing is not saved, and what another search has is refused like what none has."""
    name = f"{user_file('def look(problem, recorder): return recorder.leaf(0, 1)')}:look"
    saved = tmp_path / "a.run"

    assert call(f"search tree -a {name} --width 3 --save {saved}").status == 0
    text = saved.read_text(encoding="utf-8")
    assert "width" not in text
    assert done(f"search {saved} --json").json["value"] == 1
    for option in ("width=3", "breadth=3"):
        saved.write_text(text.replace(name, f"{name},{option}"), encoding="utf-8")
        key = option.partition("=")[0]

        assert (
            call(f"search {saved}").err
            == f"visualizer: the search {name} has no option {key!r}; its options are: none\n"
        )
