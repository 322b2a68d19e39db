"""A tree to play with in words: what each line does, and that it does what the keys of the
screen do.
"""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from tests.terminal.hands import TICTACTOE
from tests.trees import AIMA, prepared
from visualizer.apps.actions import LINE_COMMANDS
from visualizer.apps.dialogue.edit import EditLines
from visualizer.apps.dialogue.lesson import LessonLines
from visualizer.apps.dialogue.stepping import StepLines
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.support.errors import InputError
from visualizer.teach.lessons import read_lesson


def edited(*lines: str, run: Run | None = None) -> tuple[EditLines, list[str]]:
    """Return the dialogue after some lines, and what it has said since its greeting."""
    said: list[str] = []
    mode = EditLines(run or prepared(AIMA), (), said.append)
    mode.greet()
    said.clear()
    for line in lines:
        try:
            mode.obey(line)
        except InputError as error:
            said.append(f"! {error}")
    return mode, said


def test_a_cut_vanishes_and_comes_back() -> None:
    """A leaf that moves lead to is given another value, and it is said why nothing is cut there;
    undo takes it back.
    """
    mode, said = edited("a2 c1", "4")

    assert (
        "At C nothing is cut any more: with 4 it is more than alpha, 3, which MAX would like"
        in " ".join(said)
    )
    assert said[-1] == "c1 is 4. At 3 or less C is also cut."
    mode.obey("undo")
    assert len(mode.tree.run.trace.cuts) == 1
    mode.obey("redo")
    assert not mode.tree.run.trace.cuts
    mode.obey("up")
    mode.obey("<")
    assert mode.tree.run.root.text().startswith("A(C(c1=4")
    for line in ("add", "-3"):
        mode.obey(line)
    assert "c3=6,c4=-3)" in mode.tree.run.root.text()


def test_moves_lead_to_a_node_also_where_the_first_is_a_letter_of_a_command() -> None:
    """`C` alone sets off a challenge, `C c1` is a place; an only outcome's probability cannot be
    typed, others' can.
    """
    dice = Run(
        Recipe(PositionSpec("tree", "star1-cut"), SearchSpec("star1", options={"bounds": (0, 10)}))
    )
    mode, said = edited(
        "C",
        "C c1",
        "remove",
        "C c3",
        run=dice,
    )

    assert said[0] == "! there is no challenge; c sets one"
    assert said[1] == "c1 is 0. Its probability is 1/2; type another one, such as 1/3 or 30%."
    assert said[-2] == "c2 is 9. Its probability is 1."
    assert [*mode.tree.run.names(mode.tree.selected_path)] == ["C", "c2"]
    assert said[-1] == "! 'C' takes nothing after it; 'c3' was not expected"


def test_challenges_are_set_judged_and_followed_by_others() -> None:
    """As on the screen; the sentences say what to type."""
    _, said = edited("show", "challenge", "+", "undo")

    assert said[0] == "! there is no challenge; c sets one"
    wanted = "Reorder until only 5 leaves are visited."
    assert said[1] == f"{wanted} Type challenge for another, or show to solve it."
    assert (
        f"{wanted} Change only the order for this; u takes a change back. "
        "Type challenge for another, or show to solve it." in said
    )
    mode, said = edited("challenge", "show")
    assert f"{wanted} This is one way. Type challenge for the next one." in said
    assert mode.tree.challenge is not None
    assert mode.tree.challenge.is_met(mode.tree.run)
    _, said = edited("challenge", "show", "undo", "up", "right", "right", "sort")
    assert (
        f"{wanted} Done. Type challenge for the next one." in said
    )  # by the person, in another way than was shown


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["x5"], "! 'x5' is not a legal move here"),
        (["a1", "5"], "! this is a branch: its value comes from below; go to a leaf to change it"),
        (["1/3"], "! only a branch below a chance node has a probability"),
        (["4x"], "! "),
        (["undo"], "! nothing has been changed"),
        (["add 3"], "! 'add' takes nothing after it; '3' was not expected"),
        (["up", "up", "d"], "! this is the root, which has no siblings"),
        (["go"], "! "),
    ],
)
def test_what_cannot_be_done_is_said(lines: list[str], said: str) -> None:
    """In one sentence, and nothing is changed."""
    mode, told = edited(*lines)

    assert told[-1].startswith(said)
    assert mode.tree.run.root.text() == prepared(AIMA).root.text()


def test_a_probability_is_typed_as_on_the_screen() -> None:
    """Below a chance node a number with a sign is the probability of the branch at hand."""
    run = Run(
        Recipe(PositionSpec("tree", "[~[1/2: 4,1/2: 8],~[0,9]]"), SearchSpec("expectiminimax"))
    )
    mode, said = edited("go 1 1", "25%", run=run)

    assert mode.tree.run.root.text().startswith("[~[1/4: 4, 3/4: 8]")
    assert said[-1].endswith("Its probability is 1/4; type another one, such as 1/3 or 30%.")


def test_it_is_opened_from_the_explorer_and_leads_back() -> None:
    """With practice inside; explore goes on with the changed tree, quit with the one that was."""
    said: list[str] = []
    StepLines(prepared(AIMA), said.append).carry_out(
        ["edit", "a2 c1", "4", "practise", "quit", "quit", "last"]
    )
    text = "\n".join(said)

    assert "your tree, cut when" in text
    assert "Back to the tree to play with." in text
    assert "step 22 of 22, 1 of 1 cutoff so far" in text
    said.clear()
    StepLines(prepared(AIMA), said.append).carry_out(["m", "a2 c1", "4", "explore", "last"])
    assert "step 0 of 26, 0 of 0 cutoffs so far" in "\n".join(said)
    assert "Finished: MAX's best is a2" in said[-1]
    said.clear()
    StepLines(Run(TICTACTOE), said.append).carry_out(["edit"])
    assert "! you can change only a tree that is written out leaf by leaf" in said[-1]


def test_it_is_heard_without_signs() -> None:
    """What is said has words in place of the signs that screens show."""
    _, said = edited("challenge", "show", "undo", "a2 c1", "4", "tree", "hint", "help")
    assert not {*"✓✂≤≥αβ−·"} & {*"".join(said)}


def test_random_lines_break_nothing(usually: Callable[[int], int]) -> None:
    """Whatever is typed, there is a tree, and the node at hand is one of it."""
    words = [
        word
        for name, its in LINE_COMMANDS["edit"].items()
        for word in its
        if name != "practise_tree"
    ]
    dice = random.Random(6)
    for _ in range(usually(6)):
        lines = [
            dice.choice([*words, "3", "-7", "1/3", "go 1", "", "b1", "a1 b1", "."])
            for _ in range(12)
        ]
        mode, _ = edited(*lines)

        assert (
            mode.tree.selected_path == ()
            or len(mode.tree.run.choices(mode.tree.selected_path[:-1]))
            > mode.tree.selected_path[-1]
        )


def test_a_mere_leaf_can_be_changed_but_not_practised() -> None:
    """There is nothing to fill in, which is said; with a branch below it there is."""
    leaf = Run(Recipe(PositionSpec("tree", "3")))
    mode, said = edited(
        "practise",
        "7",
        "add below",
        "practise",
        run=leaf,
    )

    assert said[0] == "! the tree is just a leaf, so there is nothing to fill in"
    assert mode.inner is not None
    assert "your tree" in " ".join(said[1:])


def test_in_a_lesson_the_lines_are_those_of_the_tree_until_it_is_left() -> None:
    """There < exchanges branches, and quit leads back to the frame."""
    said: list[str] = []
    LessonLines(read_lesson(2), said.append).carry_out(["edit", "right", "<", "quit", ""])
    text = "\n".join(said)

    assert "A tree to play with." in text
    assert "! " not in text
    assert text.index("1 of ") < text.index("The tree is worth") < text.index("\n2 of ")
