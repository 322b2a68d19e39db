"""Line mode: every command, what it says of wrong ones, and that one can go to the end and back."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.few import one_in
from tests.trees import AIMA, Tree, notation, prepared, searched, searches, trees
from visualizer.apps.actions import LINE_COMMANDS, line_mode_help
from visualizer.apps.dialogue.dialogue import Dialogue
from visualizer.apps.dialogue.lesson import LessonLines
from visualizer.apps.dialogue.stepping import StepLines
from visualizer.explaining.explanation.explainer import explain
from visualizer.look.spoken import as_spoken
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.support.errors import InputError
from visualizer.teach.lessons import read_lesson


def obeyed(run: Run, lines: list[str]) -> list[str]:
    """Return what line mode says, one text each."""
    said: list[str] = []
    StepLines(run, said.append).carry_out(lines)
    return said


def screens(run: Run, lines: list[str]) -> list[str]:
    """Return what each command says, the greeting with the first screen in front."""
    said: list[str] = []
    mode = StepLines(run, said.append)

    def one_by_one() -> Any:
        marks.append(len(said))
        for line in lines:
            yield line
            marks.append(len(said))

    marks: list[int] = [0]
    mode.carry_out(one_by_one())
    return [
        "\n".join(said[low:high]) for low, high in zip(marks, [*marks[1:], len(said)], strict=True)
    ][: len(lines) + 1]


def step_of(screen: str) -> int:
    """Return the step that a screen shows."""
    line = next(line for line in screen.splitlines() if line.startswith("step "))
    return int(line.split()[1].replace(",", ""))


def without_totals(screen: str) -> list[str]:
    """Return a screen without what changes as the search goes on: how many steps and cutoffs
    there are in all.
    """
    return [line for line in screen.splitlines() if line and not line.startswith("step ")]


def shown_after(line: str, *before: str, run: Run | None = None) -> str:
    """Return the screen after the last of some commands on figure 5.2."""
    return screens(run or prepared(AIMA), [*before, line])[-1]


def test_greeting() -> None:
    """The first screen says what is searched, draws the position, and stands at step 0."""
    said = "\n".join(obeyed(prepared(AIMA), []))

    assert "MAX to move: alpha-beta, natural order, to the end" in said
    assert step_of(said) == 0
    assert as_spoken(explain(searched(AIMA), 0)) in said


@pytest.mark.parametrize(
    ("lines", "where"),
    [
        ([], "step 0, the search has not begun"),
        (["n"], "step 1 of at least 2, no cutoffs so far"),
        (["n", "p"], "step 0"),
        (["n"] * 12, "step 12 of at least 13, 1 cutoff so far"),
        ([">"], "step 22 of 22, 1 of 1 cutoff so far"),
        ([">", "<"], "step 0 of 22, 0 of 1 cutoff so far"),
    ],
)
def test_where_one_stands(lines: list[str], where: str) -> None:
    """What is not known yet, as all is before the search has begun, is not told in numbers."""
    assert where in screens(prepared(AIMA), lines)[-1].splitlines()


@pytest.mark.parametrize(
    ("lines", "step"),
    [
        (["n"], 1),
        ([""], 1),
        (["n", "n", "n"], 3),
        (["n", "n", "p"], 1),
        (["x"], 12),
        ([">", "X"], 12),
        (["n", "n", "o"], 4),
        (["n", "o"], 9),
        (["n", "n", "n", "f"], 4),
        (["n", "n", "n", "n", "f"], 9),
        (["o"], 22),
        ([">"], 22),
        ([">", "<"], 0),
        ([": 7"], 7),
        ([":7"], 7),
        ([": 22"], 22),
        ([": 50%"], 11),
        ([": 0%"], 0),
        ([": 100%"], 22),
        (["  n  "], 1),
        (["next"], 1),
        (["Next"], 1),
        (["12"], 12),
        (["50%"], 11),
        (["go 7"], 7),
        (["next cut"], 12),
        (["cut"], 12),
        (["last"], 22),
        (["last", "first"], 0),
        (["last", "previous cut"], 12),
        (["next", "next", "back"], 1),
        (["next", "over"], 9),
        (["next", "next", "next", "finish"], 4),
    ],
)
def test_moving(lines: list[str], step: int) -> None:
    """Each command leads to its step, whose sentence is printed."""
    screen = shown_after(lines[-1], *lines[:-1])

    assert step_of(screen) == step
    assert as_spoken(explain(searched(AIMA), step)) in screen


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["p"], "this is the beginning"),
        (["X"], "no cutoff before"),
        ([">", "n"], "the last step"),
        ([">", "o"], "the last step"),
        ([">", "f"], "no node is open"),
        ([">", "x"], "no further cutoff"),
        (["z"], "'z' is not a command"),
        (["\x1b[31m"], "is not a command"),
        (["[b]"], "'[b]' is not a command"),
        (["nexts"], "'nexts' is not a command"),
        (["23"], "the last is 22"),
        (["back forth"], "'back' takes nothing after it; 'forth' was not expected"),
        (["go"], "type a step"),
        (["export"], "no file is named"),
        (["n 3"], "takes nothing after it"),
        ([":"], "type a step"),
        ([": -1"], "is not a step"),
        ([": 1.5"], "is not a step"),
        ([": ²"], "is not a step"),
        ([": " + "9" * 5000], "is not a step"),
        ([": 23"], "the last is 22"),
        ([": 101%"], "more than 100%"),
        ([": %"], "is not a step"),
        (["e"], "no file is named"),
    ],
)
def test_wrong_commands(lines: list[str], said: str) -> None:
    """A wrong command is one short line behind an exclamation mark, and the step stays."""
    screen = shown_after(lines[-1], *lines[:-1])

    assert screen.startswith("! ")
    assert said in screen
    assert "\n" not in screen
    assert "\x1b" not in screen
    assert len(screen) < 200


def test_the_step_stays_after_a_wrong_command() -> None:
    """What was wrong changes nothing: the next command goes on from where one was."""
    assert step_of(shown_after("n", "n", "n", "zz", ": 99", "e")) == 3


def test_why() -> None:
    """At the cutoff of figure 5.2, `w` tells who set the bounds, how deep the cut is, and the
    counts; nothing twice.
    """
    screen = shown_after("w", "x")

    assert shown_after("why", "x") == screen
    assert "MAX has 3 with a1 (alpha 3, beta infinity)" in screen
    assert "a shallow cut." in screen
    assert "So far 7 nodes, 4 leaves, 1 cutoff, 2 pruned" in screen
    assert not {*screen.splitlines()} & {*shown_after("x").splitlines()}


def test_minimax_has_no_window() -> None:
    """What a search does not have is not said by `w`: alpha-beta has a window, and minimax has
    only values.
    """
    for algorithm, shown in (
        ("minimax", False),
        ("tutorial-bot", False),
        ("alpha-beta", True),
    ):
        run = Run(Recipe(PositionSpec("tictactoe"), SearchSpec(algorithm, depth=3)))
        screen = screens(run, ["n", "n", "n", "n", "w"])[-1]

        assert ("alpha" in screen) is shown, screen
        assert "  The root" in screen


def test_board_and_help() -> None:
    """`b` says where one is, whose turn it is and where the pieces are; `?` lists every command
    by letter and word.
    """
    assert shown_after("b") == "The root: MAX to move.\na1: MIN, a2: MIN, a3: MIN"
    assert shown_after("board", "n", "n", "n") == "b1: a leaf.\n3\na leaf"
    run = Run(Recipe(PositionSpec("tictactoe", "small")))
    assert screens(run, ["3", "b"])[-1] == "a2 a3: X to move.\nX: a1, c1, a2, b3\nO: b1, b2, c2, a3"
    screen = shown_after("?")
    assert shown_after("help") == screen
    for name, (letter, *_) in LINE_COMMANDS["explorer"].items():
        assert f"  {letter} or {name.replace('_', ' ')}: {line_mode_help(name)}" in screen


@pytest.mark.parametrize("algorithm", one_in(2, ["minimax", "alpha-beta", "tutorial-bot"]))
@pytest.mark.parametrize(
    "game", ["tree", "tictactoe", "connect-four", "hex", "othello", "italian-draughts", "tak"]
)
def test_words_for_signs(game: str, algorithm: str) -> None:
    """Whatever is said can be said aloud: there is no letter or sign that is not on every
    keyboard, and no drawing.
    """
    depth = "all" if game == "tree" else 2
    run = Run(Recipe(PositionSpec(game), SearchSpec(algorithm, depth=depth)))
    lines = [
        "n",
        "n",
        "n",
        "n",
        "t",
        "b",
        "w",
        "x",
        "w",
        "t",
        "b",
        "o",
        "f",
        "?",
        ">",
        "w",
        "t",
        "b",
    ]
    said = "\n".join(obeyed(run, lines))

    assert said.isascii(), [letter for letter in said if not letter.isascii()]
    assert not any(sign in said for sign in ("<=", ">=", "|", "^", "✂"))


@given(trees(plies=3), st.booleans(), searches())
@settings(max_examples=60)
def test_a_window_is_words_too(tree: Tree, maximizing: bool, search: dict[str, Any]) -> None:
    """In every step of every search of a tree the sentence has words for its signs."""
    run = searched(tree, maximizing, **search)
    for step in range(run.trace.last_step + 1):
        words = as_spoken(explain(run, step))

        assert words.isascii()
        assert " = " not in words
        assert "  " not in words


def test_the_tree_is_a_list() -> None:
    """`t` lists the nodes by ply, each behind its parent, with whose turn it is, the value, and
    what it is.
    """
    assert shown_after("t", "x").splitlines() == [
        "ply 0: the root, MAX to move, at least 3, open",
        "ply 1: B (a1), MIN to move, 3, on the best line",
        "ply 2: b1, leaf, 3, on the best line",
        "ply 2: b2, leaf, 12, finished",
        "ply 2: b3, leaf, 8, finished",
        "ply 1: C (a2), MIN to move, at most 2, cut",
        "ply 2: c1, leaf, 2, here",
        "ply 2: c2, 4, pruned",
        "ply 2: c3, 6, pruned",
    ]


@pytest.mark.parametrize("step", [4, 7, 33, 100])
def test_the_tree_has_the_current_node_and_what_values_mean(step: int) -> None:
    """Also of a search that has gone no further than this step; in a game each value is said in
    words, too.
    """
    recipe = Recipe(PositionSpec("tak", "ordering-helps"), SearchSpec("ordered-alpha-beta"))
    listed = shown_after("t", str(step), run=Run(recipe)).splitlines()

    assert [line.endswith(", here") for line in listed].count(True) == 1
    finished = [line for line in listed if line.endswith((", finished", ", cut"))]
    assert all(re.search(r"\d \(((White|Black) \w|level).*\), ", line) for line in finished)
    if step == 7:
        assert "ply 2: e3, leaf, minus 1,000 (Black wins), finished" in listed


def test_export(tmp_path: Path) -> None:
    """`e FILE` writes the tree and says so; a wrong ending or a missing folder is said, and the
    program goes on.
    """
    file = tmp_path / "tree.svg"

    assert str(file) in shown_after(f"e {file}", "x")
    assert file.read_bytes().startswith(b"<")
    for wrong in (tmp_path / "tree.xyz", tmp_path / "no" / "tree.svg", tmp_path):
        said = screens(prepared(AIMA), [f"e {wrong}", "n"])

        assert said[1].startswith("! ")
        assert step_of(said[2]) == 1
    assert [*tmp_path.iterdir()] == [file]


def test_a_file_that_is_there_is_replaced_at_the_second_word(tmp_path: Path) -> None:
    """`e FILE` says first that the file is there; the same again at once replaces it, after
    another command it asks.
    """
    file = tmp_path / "tree.svg"
    file.write_bytes(b"old")
    said = screens(prepared(AIMA), [f"e {file}", "n", f"e {file}"])

    assert "already exists" in said[1]
    assert "already exists" in said[3]
    assert file.read_bytes() == b"old"
    said = screens(prepared(AIMA), ["n", f"e {file}", f"e {file}"])
    assert "already exists" in said[2]
    assert said[3] == f"wrote {file}"
    assert file.read_bytes().startswith(b"<")


def test_quit() -> None:
    """After `q` nothing more is read."""
    run = prepared(AIMA)
    assert "step 1 " not in "\n".join(obeyed(run, ["q", "n"]))


@given(trees(plies=3), st.booleans(), st.sampled_from(["minimax", "alpha-beta"]))
@settings(max_examples=25)
def test_to_the_end_and_back(tree: Tree, maximizing: bool, algorithm: str) -> None:
    """Stepping to the end and back to 0 shows every screen again, the first one last."""
    steps = searched(tree, maximizing, algorithm=algorithm).trace.last_step
    forward = screens(prepared(tree, maximizing, algorithm=algorithm), ["n"] * steps)
    both = screens(prepared(tree, maximizing, algorithm=algorithm), ["n"] * steps + ["p"] * steps)

    assert both[: steps + 1] == forward
    back = [without_totals(screen) for screen in reversed(both[steps:])]
    assert back[1:] == [without_totals(screen) for screen in forward[1:]]
    assert "\n".join(back[0]) in "\n".join(without_totals(forward[0]))
    assert step_of(both[-1]) == 0


@given(
    trees(plies=3),
    st.lists(
        st.sampled_from(["n", "p", "x", "X", "o", "f", ">", "<", ": 3", "w", "b"]), max_size=30
    ),
)
@settings(max_examples=60)
def test_live_is_as_finished(tree: Tree, lines: list[str]) -> None:
    """Commands lead to the same steps and sentences, whether the search has finished before or
    goes on as needed.
    """
    live = screens(prepared(tree), lines)
    done = screens(searched(tree), lines)

    assert [without_totals(screen) for screen in live] == [
        without_totals(screen) for screen in done
    ]


def test_the_first_steps_do_not_wait_for_the_whole_search() -> None:
    """On a search of 549,946 nodes, the first steps come at once, and no more is searched than
    is shown.
    """
    run = Run(Recipe(PositionSpec("tictactoe"), SearchSpec("minimax", depth="all")))
    said = "\n".join(obeyed(run, ["n"] * 30 + ["p", "w", "b", ": 1000", "f"]))

    assert "of at least" in said
    assert not run.trace.finished
    assert len(run.trace) < 5_000


def test_stopped_by_the_limit_of_nodes() -> None:
    """With a limit of nodes, the end says that the search was stopped, and stepping back still
    works.
    """
    said = screens(prepared(AIMA, max_nodes=5), [">", "p", "<", "x"])

    assert "stopped" in said[1]
    assert step_of(said[1]) == 10
    assert step_of(said[2]) == 9
    assert said[4].startswith("! ")


@pytest.mark.parametrize(
    "lines",
    [
        [">"],
        ["n"],
        ["x"],
    ],
)
def test_an_ordering_that_fails(user_file: Callable[..., Path], lines: list[str]) -> None:
    """What goes wrong in a user-supplied ordering is said in one line."""
    file = user_file("def score(position, move): raise KeyError('no such move')\n")
    recipe = Recipe(PositionSpec("tree", notation(AIMA)), SearchSpec(ordering=f"{file}:score"))
    said = screens(Run(recipe), [*lines, "n", "q"])

    assert any(
        screen.startswith("! the ordering") and "no such move" in screen for screen in said[1:3]
    )


def test_to_a_node() -> None:
    """`:` leads to the step that enters the node that moves lead to, however far the search has
    to go on for it.
    """
    assert "tries b2" in shown_after(": 1 2")
    assert "tries d3" in shown_after(": 3 3")
    assert "'2 2' has not been visited" in shown_after(": 2 2")


def test_random_games_are_told_in_their_own_words() -> None:
    """A step says its iteration; there are no cutoffs to count or to go to; sums and playouts
    are sentences.
    """
    run = Run(
        Recipe(
            PositionSpec("hex", None, "", {"size": "3"}),
            SearchSpec("mcts", options={"iterations": 20}),
        )
    )
    greeting, *said = screens(run, ["next", "12", "x", "why", "playout"])

    assert "next pass for the next iteration" in greeting
    assert "next cut," not in greeting
    assert "a1 and 2 other moves have been visited equally often (1 game each)." in said[1]
    assert "iteration 1 of 20" in said[0]
    assert "cutoff" not in " ".join([*said[:2], *said[3:]])
    assert said[2] == "! searches by random games cut nothing; } goes to the next iteration"
    assert "plus 1.4142 times the square root of: the logarithm of " in said[3]
    assert not {*"+·√/"} & {*said[3]}
    assert "random games, " in said[3]
    assert said[4].startswith("The random game from ")


def test_reserves_of_tak_are_said_in_words() -> None:
    """`16+0` is for the eye; what is listened to names stones and capstones."""
    (greeting,) = screens(
        Run(Recipe(PositionSpec("tak", "ordering-helps"), SearchSpec(depth=1))), []
    )

    assert "White has 16 stones and no capstone left" in greeting
    assert "16+0" not in greeting


def test_totals_are_said_when_they_change_and_not_before_every_sentence() -> None:
    """A step that counts nothing new has its number and its sentence alone."""
    run = Run(Recipe(PositionSpec("tree", "aima-5.2"), SearchSpec("alpha-beta"))).finish()
    said = [
        screen.strip().splitlines()[0] for screen in screens(run, ["1", "n", "x", "n", "n"])[1:]
    ]

    assert said == ["step 1", "step 2", "step 12 of 22, 1 of 1 cutoff so far", "step 13", "step 14"]


# Predicting.


def test_predicting_by_ear() -> None:
    """The first question comes at once, its answers have letters; two wrong ones earn the rule
    and where to look.
    """
    said = screens(
        Run(Recipe(PositionSpec("tree", "aima-5.2"))),
        ["predict", "n", "7", "a", "c", "a", "n", "predict"],
    )

    assert step_of(said[1]) == 11
    assert (
        "What is skipped then? Type a for nothing, b for c2 and c3, c for only c2, d for a3, "
        "or show."
    ) in said[1]
    assert said[2] == (
        "! answer the question first; type `show` for the answer, or `predict off` to "
        "stop predicting"
    )
    assert said[3] == "! the answer '7' is not one of a b c d"
    assert said[4].startswith("No: A node's other children are skipped")
    assert "Cut at C" not in said[4]
    assert said[5].startswith("No: Compare 2 with alpha at C, which is 3.")
    assert "Cut at C" not in said[5]
    assert said[6].startswith("No: 2 ")
    assert "Cut at C" in said[6]
    assert said[6].splitlines()[0].endswith("0 of 1 right.")
    assert step_of(said[6]) == 12
    assert step_of(said[7]) == 13
    assert said[8] == "0 of 1 right; missed most: what is skipped (1 of 1)."


@pytest.mark.parametrize("line", [">", "50%", "a2 c1", "x", "f", "20", "w"])
def test_no_command_goes_past_the_question(line: str) -> None:
    """Whatever the command, the step shown is at most that of the question, and nothing of what
    follows is said.
    """
    said = "\n".join(
        screens(Run(Recipe(PositionSpec("tree", "aima-5.2"))), ["predict cuts", "x", line, line])[
            1:
        ]
    )

    assert max(int(word) for word in re.findall(r"step (\d+)", said)) == 11
    assert "Cut at C" not in said
    assert "Finished" not in said
    assert " of 22" not in said


def test_what_was_missed_is_asked_again_by_ear() -> None:
    """`predict again` asks at the step of the question missed; `predict off` says the score and
    gives the run back.
    """
    run = Run(Recipe(PositionSpec("tree", "aima-5.2")))
    said = screens(run, ["predict cuts", "show", "predict again", "b", "predict off", ">"])

    assert step_of(said[3]) == 11
    assert "What is skipped then?" in said[3]
    assert said[4].startswith("Right. Cut at C")
    assert said[5].startswith("1 of 2 right")
    assert step_of(said[6]) == 22


def test_predicting_is_ended_before_the_tree_is_changed() -> None:
    """A tree that is played with, and explored then, is never one of which only a part may be
    seen.
    """
    lines = ["predict", "show", "edit", "predict off", "edit", "explore", "predict", "n"]
    said = screens(Run(Recipe(PositionSpec("tree", "aima-5.2"))), lines)

    assert said[3] == "! not while predicting; type `predict off` to end it"
    assert "A tree to play with." in said[5]
    assert step_of(said[6]) == 0
    assert step_of(said[7]) == 11
    assert said[8] == (
        "! answer the question first; type `show` for the answer, or `predict off` to "
        "stop predicting"
    )


@pytest.mark.slow  # quickly, the one walk above
def test_a_walk_between_all_line_modes_comes_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is typed in the explorer, its quiz, the tree to play with and lessons, no search
    is asked for ever.
    """
    search = StepLines.search
    dice = random.Random(8)
    modes = set[str]()
    stuck = 0

    def search_on(mode: StepLines, step: int | None, seconds: float | None = None) -> None:
        nonlocal stuck
        before = mode.run.trace.last_step
        search(mode, step, seconds)
        if mode.run.trace.finished or mode.run.trace.last_step > before:
            stuck = 0
        else:
            stuck = stuck + 1
        assert stuck < 20, (mode.run, step, seconds)

    monkeypatch.setattr(StepLines, "search", search_on)
    places = ("explorer", "edit", "practice", "lesson")
    words = [
        word
        for place in places
        for name, its in LINE_COMMANDS[place].items()
        for word in its
        if name not in ("export", "quit", "help")
    ]
    words += ["show", "predict off", "predict all", "a", "b", "3", "-7", "50%", "a2 c1"]
    often = ["edit", "explore", "practise", "predict", "show", "next"]
    for number in range(60):
        run = Run(Recipe(PositionSpec("tree", dice.choice(["aima-5.2", "winston"]))))
        mode: Dialogue = (
            StepLines(run, lambda text: None)
            if number % 3
            else LessonLines(read_lesson(2), lambda text: None)
        )
        mode.greet()
        for _ in range(40):
            stuck = 0
            inner = mode
            with suppress(InputError):
                mode.obey(dice.choice(often if dice.random() < 0.7 else words))
            while inner.inner is not None:
                inner = inner.inner
            is_asked = isinstance(inner, StepLines) and inner.session.quiz is not None
            modes |= {inner.screen, *["quiz"] * is_asked}
            if mode.has_ended:
                break

    assert modes >= {"explorer", "quiz", "edit", "practice", "lesson"}


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (
            ["predict everything"],
            "! 'everything' is not one of all cuts values order, again and off",
        ),
        (["predict off"], "! you are not predicting; type `predict` to begin"),
        (
            ["predict order"],
            "! the level 'order' asks nothing about alpha-beta; allowed are all cuts values",
        ),
        (["predict", "predict again"], "! you have not missed any question"),
    ],
)
def test_wrong_words_for_predicting(lines: list[str], words: str) -> None:
    """The error says what is allowed."""
    assert screens(Run(Recipe(PositionSpec("tree", "aima-5.2"))), lines)[-1] == words


def test_predicting_in_words_only() -> None:
    """Questions and judgements of every kind can be said aloud."""
    for recipe in (
        Recipe(PositionSpec("tree", "aima-5.2"), SearchSpec("pvs")),
        Recipe(PositionSpec("tak", "ordering-helps"), SearchSpec("ordered-alpha-beta", depth=2)),
        Recipe(PositionSpec("hex"), SearchSpec("mcts", options={"iterations": 50})),
    ):
        said = "\n".join(
            obeyed(Run(recipe), ["predict", *[">", "a", ">", "show", ">", "b"] * 4, "predict off"])
        )

        assert "What " in said
        assert " right." in said
        assert said.isascii(), [letter for letter in said if not letter.isascii()]
        assert not any(sign in said for sign in ("<=", ">=", "|", "^", "✂"))
