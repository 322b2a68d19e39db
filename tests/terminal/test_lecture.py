"""Lecture mode: a tree as large as it goes, a sentence that the last row can read, nothing else."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from operator import contains

import pytest

from tests.few import one_in
from tests.terminal.hands import (
    AIMA,
    TAK,
    USUAL_SIZES,
    explored,
    in_lecture,
    letters_of,
    picture_of,
)
from tests.terminal.searches import recipe_of, searched
from visualizer.apps.activities.exploring import CUT_REST_SECONDS
from visualizer.apps.tui.cells.large_words import LOW_LETTER_DOTS, enlarge_words, large_letter
from visualizer.apps.tui.cells.tree_grid import block_letters
from visualizer.apps.tui.scene import Scene
from visualizer.apps.tui.screens.lecture import draw_large_sentence
from visualizer.apps.tui.views import views
from visualizer.draw.picture.layout.placed_nodes import LETTER_COLUMNS, LayoutLimits
from visualizer.draw.picture.layout.whole_tree import whole_tree
from visualizer.explaining.explanation.english.cuts import summarize_cut
from visualizer.explaining.explanation.facts.steps import cut_of
from visualizer.explaining.explanation.naming import Naming
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.trace.jumps import cut_steps
from visualizer.trace.labels import value_label
from visualizer.trace.tree_at_step import TreeAtStep

CUT = 12
SENTENCE = "Cut: MIN can hold MAX to 2 here; MAX already has 3 with a1."


def styles_of(scene: Scene, width: int = 100, height: int = 24) -> set[str]:
    """Return the styles of a tree that is drawn."""
    return {style for line in views()["tree"].draw(scene, width, height).lines for _, style in line}


@pytest.mark.parametrize(
    "size",
    one_in(
        3,
        zip(
            [
                (60, 16),
                (80, 24),
                (120, 40),
            ]
        ),
    ),
)
async def test_the_screen_shows_a_tree_a_sentence_and_how_to_go_on(size: tuple[int, int]) -> None:
    """At the cut the sentence stands there, large where it has room; there is no pane, no header
    and no footer.
    """
    async with explored(AIMA, size) as hands:
        await hands.see("x", "l")
        in_lecture(hands.app.screen)
        words = hands.words()
        drawn = enlarge_words("Cut: MIN can", 3 if size[1] < 40 else 5)[0].rstrip()

        assert SENTENCE in " ".join(words.split()) if size[1] < 24 else drawn in words
        assert f"step {CUT} of 22" in words
        assert "l closes" in words
        assert not any(word in words for word in ("window", "counts", "why", "quit", "alpha-beta"))


async def test_the_explorer_goes_on_where_the_lecture_has_come_to() -> None:
    """Steps made in lecture mode are kept when it is closed, by its key or by escape."""
    async with explored(AIMA) as hands:
        await hands.press("x", "l", "right", "l")

        assert hands.explorer.place == "explorer"
        assert hands.scene.step == CUT + 1
        await hands.press("l", "left", "escape")
        assert hands.explorer.place == "explorer"
        assert hands.scene.step == CUT


async def test_playing_is_slow_and_rests_at_a_cut_until_space() -> None:
    """It goes one event a second in a game's tree too, rests at the cut, and space goes on at
    once.
    """
    async with explored(TAK) as hands:
        await hands.see("l")
        screen = in_lecture(hands.app.screen)
        for timer in [*screen._timers]:
            timer.stop()
        await hands.press("space")
        for second in range(7):
            screen.session.tick(1 if second else 0)

        assert screen.session.step == 7
        screen.session.tick(CUT_REST_SECONDS / 2)
        screen.show()
        await hands.rest()
        assert screen.session.step == 7
        assert "space goes on" in hands.words()
        await hands.press("space")
        screen.session.tick(0.01)
        assert screen.session.step == 8


def test_what_is_cut_off_stands_out_in_that_step_alone() -> None:
    """In the step of a cut, what hangs below the cut edge has a style of its own, and not before
    or after.
    """
    run = Run(AIMA).finish()
    for enlarged in (False, True):
        assert [
            step for step in range(23) if "cut-off" in styles_of(Scene(run, step, large=enlarged))
        ] == [CUT]


def test_what_is_cut_off_stands_out_along_a_spine_too() -> None:
    """The folded nodes of a game's pruned moves stand out in the step of every cut."""
    run = Run(TAK).finish()
    for row in run.trace.cuts[:20]:
        step = run.trace.cut_step(row)

        assert step is not None
        assert "cut-off" in styles_of(Scene(run, step))
        assert "cut-off" not in styles_of(Scene(run, step + 1))


def test_boxes_are_as_large_as_there_is_room() -> None:
    """With room to spare a box has several lines; with less it has fewer; everything that fits
    fits as before.
    """
    run = Run(AIMA).finish()
    heights = []
    for width, height in (
        (56, 10),
        (80, 18),
        (120, 32),
        (160, 50),
    ):
        layout = whole_tree(
            run,
            LayoutLimits(
                width,
                height,
                margin=4,
                large=True,
            ),
        )

        assert layout is not None
        assert layout.is_whole
        assert all(0 <= placed.top + layout.measures.value < height for placed in layout.nodes)
        heights.append(layout.measures.frame_lines)

    assert heights == sorted(heights)
    assert heights[0] == 0
    assert heights[-1] == 3


def rows_of(scene: Scene, width: int, height: int) -> list[str]:
    """Return the lines of a tree that is drawn, without styles."""
    return [letters_of(line) for line in views()["tree"].draw(scene, width, height).lines]


def is_drawn(rows: list[str], block: Sequence[str]) -> bool:
    """Return whether the lines of a block stand below each other somewhere."""
    parts = [line.strip() for line in block]
    tops = range(len(rows) - len(parts) + 1)
    return any(all(map(contains, rows[y:], parts)) for y in tops)


def large_values(
    recipe: Recipe,
    step: int,
    size: tuple[int, int],
    lines: int,
) -> set[str]:
    """Return which values of a tree drawn large are written in so many lines of block letters."""
    scene = Scene(Run(recipe).finish(), step, large=True)
    rows = rows_of(scene, *size)
    return {
        value
        for value in ("3", "12", "≥3", "≤2", "14", "−1,000", "≤−1,000", "≥1", "999")
        if is_drawn(rows, block_letters(value, lines))
    }


@pytest.mark.parametrize(("size", "lines"), [((120, 32), 3), ((200, 50), 5)])
def test_numbers_are_as_large_as_their_boxes(size: tuple[int, int], lines: int) -> None:
    """All numbers of a textbook's tree have as many lines as their boxes, three or five, with
    the signs of bounds.
    """
    assert large_values(AIMA, CUT, size, lines) == {"3", "12", "≥3", "≤2", "14"}


@pytest.mark.parametrize("size", [(120, 32), (200, 50)])
def test_what_a_chance_node_can_still_be_is_large(size: tuple[int, int]) -> None:
    """From the least to the most, and fractions, are in block letters; the sign of chance is in
    the frame.
    """
    dice = Recipe(
        PositionSpec("tree", "A(~B(1/3:4, 2/3:8), ~C(0,9))"),
        SearchSpec("star1", options={"bounds": (0, 9)}),
    )
    run = Run(dice).finish()
    for step, value in ((4, "4/3 … 22/3"), (6, "20/3")):
        drawn = picture_of("tree", Scene(run, step, large=True), *size)

        assert f"(~ {value})" not in drawn
        assert all(
            line.strip() in drawn for line in block_letters(value, 3 if size[0] == 120 else 5)
        )


def test_large_means_are_said_to_be_means() -> None:
    """The number is in block letters, the sign for `about` in the frame: as blocks it would be
    read as `equals`.
    """
    run = searched("hex", search="mcts,iterations=99", size="5")
    drawn = picture_of("tree", Scene(run, run.trace.last_step, large=True), 120, 32)
    value = value_label(TreeAtStep(run.trace), 0)

    assert value.startswith("≈")
    assert "╭ ▲ ≈ ─" in drawn
    assert all(part.strip() in drawn for part in block_letters(value[1:], 3))


def test_numbers_of_a_game_are_as_large_as_their_boxes() -> None:
    """Along a spine, too, and as far as four figures; what the box has no room for is written in
    one line.
    """
    assert {"−1,000", "≥1"} <= large_values(TAK, 7, (120, 32), 3)
    assert {"−1,000", "≤−1,000", "≥1"} <= large_values(TAK, 7, (110, 48), 3)
    assert not large_values(TAK, 7, (60, 16), 3)


@pytest.mark.parametrize("size", USUAL_SIZES)
def test_the_board_stands_beside_the_tree_of_a_game(size: tuple[int, int]) -> None:
    """All of it is seen, on at most a third of the screen; a textbook's tree, which has none,
    has all the width.
    """

    async def walk(recipe: Recipe) -> tuple[int, str]:
        async with explored(recipe, size) as hands:
            await hands.see("x", "l")
            return hands.app.screen.query_one("Lecture #view").size.width, hands.text_of(
                "Lecture #board"
            )

    width, board = asyncio.run(walk(TAK))

    assert size[0] * 2 // 3 - 4 <= width < size[0]
    assert "Black to move" in board
    assert all(name in board for name in "abcde12345")
    assert "a part of" not in board
    assert asyncio.run(walk(AIMA)) == (size[0], "")


def test_the_sentence_of_a_cut_in_a_game_has_its_stakes() -> None:
    """It says who wins and who is ahead by what, and no number."""
    lines = letters_of(*draw_large_sentence(Scene(Run(TAK).finish(), 7), 110, 5).lines)
    assert "White is at least a flat ahead here (d4), and Black already wins with e3" in " ".join(
        lines.split()
    )


def test_the_short_sentence_says_first_what_it_refers_to() -> None:
    """Where nobody can have more than the other has already, that comes first."""
    run = searched("connect-four", "small")
    cuts = ((row, TreeAtStep(run.trace, run.trace.cut_step(row))) for row in run.trace.cuts)
    said = [summarize_cut(Naming(run, tree), cut_of(run, tree, row)) for row, tree in cuts]
    first = "Cut: Yellow already wins with col 2, and nothing is better than a win"

    assert f"{first}, so Yellow has no reason to play col 3" in said


def test_a_sentence_too_long_for_its_lines_is_set_closer() -> None:
    """Empty lines between the lines of a sentence go where there is no room for them; no word is
    lost.
    """
    scene = Scene(Run(TAK).finish(), 291)
    for height in (2, 3, 8):
        drawn = draw_large_sentence(scene.at(selected=()), 60, height).lines
        assert len(drawn) <= height


@pytest.mark.parametrize(
    ("width", "height", "high"),
    [
        (200, 15, 5),
        (120, 10, 5),
        (120, 9, 3),
        (79, 6, 3),
    ],
)
def test_the_sentence_is_as_large_as_there_is_room(width: int, height: int, high: int) -> None:
    """Read back letter by letter, the large sentence of the first cut is the whole one."""
    run = searched("tree")
    rows = []
    wide = LETTER_COLUMNS[high]
    for row in map(
        letters_of, filter(None, draw_large_sentence(Scene(run, 12), width, height).lines)
    ):
        long = next(
            each for each in range(0, width, wide) if (width - each) // 2 + each == len(row)
        )
        rows.append(row[(width - long) // 2 :])
    signs = {large_letter(sign, high): sign for sign in map(chr, range(32, 127))}
    words = []
    for at in range(0, len(rows), high):
        block = rows[at : at + high]
        words.append(
            "".join(
                signs[*(row[x : x + wide] for row in block)] for x in range(0, len(block[0]), wide)
            )
        )

    assert " ".join(words) == "Cut: MIN can hold MAX to 2 here; MAX already has 3 with a1."


@pytest.mark.parametrize(
    ("recipe", "sizes", "high", "low", "small"),
    [
        (
            AIMA,
            [
                (200, 43),
                (200, 42),
                (200, 26),
            ],
            ["a1", "c3", "d2", "α 3", "β 2"],
            ["c3", "α 3", "β 2"],
            ["α 3 ≥ β 2"],
        ),
        (
            recipe_of("othello"),
            [
                (150, 48),
                (120, 28),
                (80, 20),
            ],
            ["b1", "c4", "e3", "α −2", "β −2"],
            ["c4", "e3", "α −2", "β −2"],
            ["α −2 ≥ β −2", " c4 "],
        ),
    ],
    ids=["whole", "spine"],
)
def test_names_and_windows_grow_with_the_numbers(
    recipe: Recipe, sizes: list[tuple[int, int]], high: list[str], low: list[str], small: list[str]
) -> None:
    """At a cut the window and the moves beside it are large, lower with less room, and with
    little in one line.
    """
    run = Run(recipe).finish()
    scene = Scene(run, cut_steps(run.trace)[0], large=True)
    larger, lower, smallest = (rows_of(scene, *size) for size in sizes)
    for words in high:
        assert is_drawn(larger, enlarge_words(words)[:4]), words
    for words in low:
        assert is_drawn(lower, enlarge_words(words, 3)), words

    assert all(words in "\n".join(smallest) for words in small)


def test_no_two_low_letters_look_alike() -> None:
    """Letters of three lines can be told apart, but for the apostrophes and dashes; each has
    some dots.
    """
    drawn: dict[tuple[str, ...], set[str]] = {}
    for sign in LOW_LETTER_DOTS:
        drawn.setdefault(large_letter(sign, 3), set()).add(sign)

    assert {frozenset(signs) for signs in drawn.values() if len(signs) > 1} == {
        frozenset("'’"),
        frozenset("-−–"),
        frozenset("×✕"),
    }
    assert not any("".join(rows).isspace() for rows in drawn)
