"""Side by side: a walk through a comparison, what its keys do, and random keys."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import islice
from pathlib import Path
from threading import Event

import pytest
from textual.widgets import Static

from tests.terminal.hands import AIMA, TAK, Hands, explored, grid, program_on, started, until
from tests.terminal.searches import recipe_of
from visualizer.apps.cli.search_commands import recording_lines_of
from visualizer.apps.tui.app import VisualizerApp
from visualizer.apps.tui.cells.large_words import enlarge_words
from visualizer.apps.tui.scene import Scene
from visualizer.apps.tui.screens.compare import CompareScreen
from visualizer.apps.tui.screens.compare_dialogs import (
    ChangeDialog,
    SummaryDialog,
    usual_counterpart,
)
from visualizer.apps.tui.screens.dialog import ListDialog
from visualizer.apps.tui.widgets import Choices
from visualizer.draw.picture.charts.race import race_sentence
from visualizer.draw.picture.layout.placed_nodes import LETTER_COLUMNS
from visualizer.explaining.comparison.compare import Comparison
from visualizer.explaining.comparison.parting import find_divergences
from visualizer.explaining.measures.summary import visit_counts
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec, recipe_of_recording
from visualizer.searching.run import Run


@asynccontextmanager
async def comparing(
    size: tuple[int, int] = (120, 40), recipe: Recipe = TAK
) -> AsyncIterator[tuple[Hands, CompareScreen]]:
    """Open two searches of a position side by side."""
    runs = [Run(recipe).finish(), Run(usual_counterpart(recipe)).finish()]
    async with program_on(runs, size) as hands:
        assert isinstance(hands.app.screen, CompareScreen)
        yield hands, hands.app.screen


def is_large(said: str, hands: Hands) -> bool:
    """Return whether a sentence begins in letters of several lines below the searches."""
    drawn = hands.text_of("#why")
    return any(
        all(line.strip() in drawn for line in enlarge_words(said[:9], high))
        for high in LETTER_COLUMNS
        if high > 1
    )


def lectures(screen: CompareScreen) -> bool:
    return screen.lectures


@pytest.mark.parametrize(
    "size",
    [
        (80, 24),
        (120, 40),
        (200, 60),
    ],
)
@pytest.mark.parametrize("view", ["tree", "overview"])
async def test_a_class_sees_names_and_counts_in_large_letters_and_the_leading_sentence(
    size: tuple[int, int], view: str
) -> None:
    """So many nodes as each has visited stand below its name; below is the sentence; l and
    escape show all again.
    """
    async with comparing(size, AIMA) as (hands, screen):
        await hands.see(*["3"] * (view == "overview"), "x", "l")
        words = hands.words()
        name_lines, count_lines = screen.letter_lines()

        assert name_lines == count_lines == (3 if size[1] < 40 else 5)
        for side, name in zip(screen.sides, screen.sides.names, strict=True):
            nodes = f"{visit_counts(side.scene.tree).nodes} nodes"
            for text in (name, nodes):
                assert all(line.rstrip() in words for line in enlarge_words(text, name_lines)), text
        assert not any(shown in words for shown in ("AIMA", "l lecture", "q quit"))
        lead = screen.sides.leader.scene
        if view == "overview":
            said = race_sentence(lead.run, lead.tree, screen.sides.names[0])
        else:
            said = "Cut: MIN can hold"
        assert is_large(said, hands)
        await hands.press("tab")
        assert screen.sides.leader_index == 1
        assert lectures(screen)
        words = await hands.see("l")
        assert not lectures(screen)
        assert screen.sides.names[0] in words
        assert "quit" in words
        await hands.press("l", "escape")
        assert hands.app.screen is screen
        assert not lectures(screen)
        assert screen.session.chosen_speed is None


async def test_a_narrow_lecture_says_what_the_others_have_visited() -> None:
    """Where three trees have no room beside each other, the others' names and counts stand in a
    line.
    """
    runs = [
        Run(Recipe(TAK.where, SearchSpec(name, depth=2))).finish()
        for name in ("negamax", "pvs", "alpha-beta")
    ]
    async with program_on(runs) as hands:
        await hands.see("x", "l")
        screen = hands.app.screen

        assert isinstance(screen, CompareScreen)
        assert not screen.all_fit
        others = zip(screen.sides.names[1:], screen.sides[1:], strict=True)
        assert (
            " · ".join(
                f"{name}: {visit_counts(side.scene.tree).nodes} nodes" for name, side in others
            )
            in hands.words()
        )


async def test_a_lecture_of_a_race_ends_on_the_verdict() -> None:
    """At the end of all the comparison's first sentence takes the place of the leading search's."""
    async with comparing((120, 40), TAK) as (hands, screen):
        await hands.press("3", "l", "end")
        await until(hands.pilot, lambda: bool(screen.verdict.strip()))
        await hands.rest()

        assert is_large(screen.verdict, hands)


@pytest.mark.parametrize("swapped", [False, True])
async def test_the_explorer_behind_a_comparison_stands_where_it_was_left(swapped: bool) -> None:
    """Whichever side leads, and on whichever side the search is that the explorer shows."""
    async with comparing(recipe=AIMA) as (hands, screen):
        await hands.press(*["S", "tab"] * swapped, "x", "x", "right")
        steps = {side.run: side.scene.step for side in screen.sides}
        await hands.see("escape")
        step = steps[hands.explorer.run]

        assert 0 < hands.scene.step == hands.session.step == step


async def test_recordings_part_first(tmp_path: Path) -> None:
    """Of searches written elsewhere the places where they part are listed first, with the files'
    names; enter leads on.

    There the first stands at the step in which they part, and the other below the same node.
    """
    runs = []
    for name, ordering in (("old.jsonl", "natural"), ("new.jsonl", "weights")):
        run = Run(Recipe(PositionSpec("othello"), SearchSpec(ordering=ordering, depth=3))).finish()
        (tmp_path / name).write_text(
            "".join(f"{line}\n" for line in recording_lines_of(run)), encoding="utf-8"
        )
        runs.append(Run(recipe_of_recording(str(tmp_path / name))).finish())
    found = [*islice(find_divergences(runs[0].trace, runs[1].trace), 2)]
    app = VisualizerApp(None, compared=runs)
    async with started(app, Hands, (120, 40)) as hands:
        await hands.press("d")
        await hands.app.workers.wait_for_complete()
        await hands.rest()
        dialog = hands.app.screen

        assert isinstance(dialog, ListDialog)
        place = "The first difference is at visit 4 (step 4): after d3 c3"
        sentence = f"{place}, old.jsonl tries b3 first, but new.jsonl c4 first."
        assert dialog.lines[0][0] == sentence
        assert str(tmp_path) not in grid(hands.app)
        await hands.see("down", "enter")
        assert isinstance(hands.app.screen, CompareScreen)
        assert hands.app.screen.sides.leader.scene.step == found[1].steps[0]
        path = found[1].path
        assert all(side.scene.focus[: len(path)] == path for side in hands.app.screen.sides)


async def test_the_other_side_leads_and_sides_swap() -> None:
    """`tab` lets the other search lead; `S` swaps the sides, and the same search goes on
    leading.
    """
    async with comparing() as (hands, screen):
        await hands.see("tab", "x")

        assert screen.session.run is screen.sides.runs[1]
        assert screen.sides[1].scene.step == screen.session.step > 0
        await hands.see("S")
        assert screen.sides.leader_index == 0
        assert screen.session.run is screen.sides.runs[0]


async def test_searches_that_disagree_are_told_of() -> None:
    """What the comparison refuses is a sentence in the dialog; leaving the dialog before it
    comes does no harm.
    """
    async with comparing() as (hands, screen):
        await hands.press("s", "escape")
        await hands.app.workers.wait_for_complete()
        await hands.rest()

        assert hands.app.screen is screen
        screen.sides.runs[0].trace.rows[16:24] = b"\0" * 8  # the root's value
        await hands.press("s")
        await until(hands.pilot, lambda: isinstance(hands.app.screen, SummaryDialog))
        words = hands.app.screen.query_one("#sentence", Static)
        await until(
            hands.pilot, lambda: "one of them, or the game, is wrong" in str(words.render())
        )


async def test_to_a_step_of_the_longest_search() -> None:
    """`:` counts the steps of the common timeline, also behind the end of the search that leads."""
    async with comparing() as (hands, screen):
        await hands.see("a", "a", "colon", *"5000", "enter")
        assert [side.scene.step for side in screen.sides] == [758, 5000]


@pytest.mark.slow
async def test_the_common_timeline_ends_with_the_longest_search() -> None:
    """Aligned by step, the shorter search ends first and waits; at the end of playing, the
    numbers come.
    """
    async with comparing() as (hands, screen):
        short, long = screen.sides
        await hands.press("a", "a", "end")

        assert (
            short.scene.step
            == short.run.trace.last_step
            < long.scene.step
            == long.run.trace.last_step
        )
        await hands.press("left")
        assert short.scene.tree.at_end is True
        assert long.scene.tree.at_end is False
        screen.seek(long.run.trace.last_step - 1)
        await hands.press("space")
        await until(hands.pilot, lambda: isinstance(hands.app.screen, SummaryDialog))


async def test_each_side_has_a_view_of_its_own() -> None:
    """`V` changes the view of the side that leads, `v` and the numbers those of all; they swap
    with their sides.
    """
    async with comparing() as (hands, screen):
        await hands.press("V")

        assert [side.view for side in screen.sides] == ["overview", "columns"]
        await hands.press("S", "tab", "V")
        assert [side.view for side in screen.sides] == ["overview", "overview"]
        await hands.press("V", "1")
        assert [side.view for side in screen.sides] == ["tree", "tree"]


async def test_a_comparison_that_comes_too_late_is_no_error() -> None:
    """Whoever closes the numbers before they are there, or leaves the program, is not told of
    them.
    """
    async with comparing() as (hands, screen):
        begun = Event()
        goes_on = Event()
        found = screen.sides.comparison()

        def late() -> Comparison:
            begun.set()
            goes_on.wait()
            return found

        screen.sides.comparison = late  # type: ignore[method-assign]  # takes as long as the test wants
        await hands.press("s")
        await until(hands.pilot, begun.is_set)
        await hands.press("escape")
        goes_on.set()
        await hands.rest()

        assert hands.app.screen is screen
        assert hands.app.is_running


@pytest.mark.slow
async def test_a_side_is_changed_in_place() -> None:
    """Another search takes a side; that it is the same one is said in a sentence."""
    async with comparing() as (hands, screen):
        where = screen.sides.runs[0].recipe.where
        screen.replace_search(
            Run(Recipe(where, SearchSpec.from_spec("alpha-beta,ordering=killer+scored,depth=3")))
        )
        await hands.rest()

        assert screen.sides.runs[0].recipe.search.ordering == "killer+scored"
        screen.attempt(screen.replace_search, Run(screen.sides.runs[1].recipe))
        assert screen.session.note == "this search is already shown"


async def test_a_side_is_changed_by_choosing() -> None:
    """The searches are listed in words, beginning at the one there is; enter takes another, as
    deep as before.
    """
    async with comparing() as (hands, screen):
        await hands.see("c")
        dialog = hands.app.screen

        assert isinstance(dialog, ChangeDialog)
        words = [*dialog.lines_by_spec.values()]
        assert len({*words}) == len(words)
        assert "Alpha-beta, in killer order" in words
        assert (
            words[dialog.query_one(Choices).highlighted or 0]
            == "Ordered alpha-beta, ordered by score"
        )
        place = words.index("Minimax, in natural order")
        await hands.see("home", *["down"] * place, "enter")
        changed = screen.sides.leader.run.recipe.search
        assert changed.algorithm == "minimax"
        assert changed.depth == 3


async def test_a_side_without_cutoffs_leaves_x_to_the_other() -> None:
    """Minimax never cuts, so `x` goes to a cutoff of the search beside it, which then leads."""
    async with comparing(recipe=recipe_of("tree", search="minimax")) as (hands, screen):
        assert screen.sides.leader.run.recipe.search.algorithm == "minimax"
        await hands.press("x")
        assert screen.sides.leader.run.recipe.search.algorithm == "alpha-beta"
        assert screen.session.step == screen.scene.step == 12


async def test_only_what_one_visited_and_the_other_did_not_is_marked() -> None:
    """Where both have been and are done, exactly the moves that one search alone has looked at;
    and a line says so.
    """
    async with comparing(recipe=recipe_of("tree", search="minimax")) as (hands, screen):
        minimax, pruning = screen.sides
        for side in (minimax, pruning):
            assert side.scene.differing_moves((1,)) == {1, 2}
            assert not side.scene.differing_moves(())
            assert not side.scene.differing_moves((1, 1))
        unfinished = Scene(minimax.run, others=(Run(pruning.run.recipe),))

        assert not unfinished.differing_moves((1,))
        assert any("visited by one search only" in line for line in grid(hands.app).splitlines())


def test_what_star1_is_compared_with_has_its_own_options() -> None:
    """On a tree without chance Star1 may have bounds; the alpha-beta beside it has no use for
    them, and gets none.
    """
    recipe = Recipe(PositionSpec("tree"), SearchSpec("star1", options={"bounds": (0, 20)}))
    other = Run(usual_counterpart(Run(recipe).recipe)).finish()

    assert other.algorithm.name == "alpha-beta"
    assert "bounds" not in other.recipe.search.options


async def test_a_comparison_begins_where_one_stood() -> None:
    """What `c` opens stands at the cut that was seen; beside it minimax, at the end of the same
    node.
    """
    async with explored(AIMA) as hands:
        await hands.see("x", "c")
        screen = hands.app.screen

        assert isinstance(screen, CompareScreen)
        await until(hands.pilot, lambda: [side.scene.step for side in screen.sides] == [12, 17])
        assert "Cut at C" in hands.words()


@pytest.mark.parametrize(
    ("algorithm", "other"),
    [
        ("star1", "expectiminimax"),
        ("expectiminimax", "star1"),
        ("expectimax", "expectiminimax"),
    ],
)
def test_c_compares_with_a_search_that_can_where_chance_moves(algorithm: str, other: str) -> None:
    """Star1 is held against expectiminimax, which visits everything, and that against Star1."""
    recipe = recipe_of("tree", "star1-cut", algorithm)
    assert Run(usual_counterpart(Run(recipe).recipe)).finish().algorithm.name == other
