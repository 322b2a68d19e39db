"""Numbers on the screen: each is whole, or short with its unit, however narrow the view or pane."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from itertools import product

import pytest

from tests.few import crossed, one_in
from tests.terminal.hands import letters_of
from tests.terminal.searches import recipe_of
from tests.terminal.test_drawing import DRAWN
from visualizer.apps.tui.cells.styled_lines import fit_line, with_ellipsis
from visualizer.apps.tui.scene import Scene
from visualizer.look.numbers import abbreviate_numbers, format_number
from visualizer.searching.run import Run

LEAVES = (
    -7898987,
    8799878,
    987978987,
    -98789,
    7987.878,
    89898,
    -878987989,
    97897,
    7879879,
    8978978,
    798,
    -99878,
)
TREE = str(
    [
        [*LEAVES[:4]],
        [*LEAVES[4:8]],
        [*LEAVES[8:]],
    ]
)
RECIPES = {
    "tree": recipe_of("tree", TREE),
    "minimax": recipe_of("tak", "ordering-helps", "minimax,depth=3"),
    "mcts": recipe_of("tictactoe", search="mcts,iterations=1300"),
    "mtdf": recipe_of("tree", TREE, "mtdf"),
}
NUMBER = re.compile(r"\d(?:[\d,.]*\d)?[kMGTP]?")
HEIGHT = 30


@cache
def run_of(name: str) -> Run:
    return Run(RECIPES[name]).finish()


def numbers_in(scene: Scene, what: str, width: int) -> set[str]:
    drawn = DRAWN[what](scene, width, HEIGHT)
    return set(NUMBER.findall(letters_of(*(fit_line(line, width) for line in drawn.lines))))


@pytest.mark.parametrize(
    ("what", "name"), one_in(2, crossed([what for what in DRAWN if what != "pane board"], RECIPES))
)
def test_no_digit_is_cut_off(what: str, name: str, usually: Callable[[int], int]) -> None:
    """At every width each number that is shown is one that is shown where there is room, whole
    or short.
    """
    run = run_of(name)
    last = run_of(name).trace.last_step
    if len(run.trace) > 1000:
        steps = (last // 3, last)
    else:
        steps = (*range(1, last, 13), last)
    for step in steps:
        scene = Scene(run, step)
        if "tree" in (name, run.game.name):
            known = {format_number(abs(value)) for value in LEAVES}
        else:
            known = set[str]()
        known |= numbers_in(scene, what, 400)
        known |= {abbreviate_numbers(number) for number in known}
        if name != "tree":  # how many moves are above and below the part shown depends on the room
            known |= {str(number) for number in range(1000)}
        if what.startswith("view"):
            least = 20
        else:
            least = 8
        for width in (
            (*range(least, 70, 2 // usually(2)), *range(70, 160, 7))
            if step == last
            else range(least, 160, 11)
        ):
            assert numbers_in(scene, what, width) <= known, (step, width)


def test_lines_of_words_end_before_a_number_that_has_no_room() -> None:
    """Header, timeline and titles too are cut before a number, and not within it."""
    words = "step 123,456 of ≥ 987,654,321, searching · 0.5321"
    numbers = {"123,456", "987,654,321", "0.5321"}
    for width, cut in product(range(60), (fit_line, with_ellipsis)):
        line = cut([(words, "dim")], width)
        assert set(NUMBER.findall(letters_of(line))) <= numbers
