"""A search that goes on while one looks at it: stepped from its first event, never waited for,
honest at its end.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from tests.few import one_in
from tests.terminal.hands import explored, moments, slices
from tests.terminal.playing_hands import playing
from tests.terminal.searches import recipe_of
from tests.test_examples import EXAMPLES
from visualizer.apps.dialogue.playing import MatchLines
from visualizer.apps.tui.screens.watch import REPAINT_SECONDS
from visualizer.play.playing.match import Match
from visualizer.play.playing.movers import HUMAN_MOVER, Mover
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.trace.visits import visits_of

ENDLESS = recipe_of("tak", "opening", "minimax,depth=8")
FLUID = 0.03
"""Seconds that the search may have at a time, so that the screen stays fluid."""


async def test_an_endless_search_is_stepped_from_its_first_event() -> None:
    """The explorer opens at once, each key is one step, and the total is told as a lower bound."""
    async with explored(ENDLESS, finished=False) as hands:
        for step in range(1, 6):
            await hands.press("right")
            assert hands.scene.step == step
        await hands.rest()

        assert "step 5 of ≥" in hands.words()
        assert "searching" in hands.words()


async def test_a_key_goes_first() -> None:
    """Behind a key the search waits a moment, unless the key waits for it; then it goes on."""
    async with explored(ENDLESS, finished=False) as hands:
        explorer = hands.explorer
        await hands.press("right")

        assert 0 < explorer._key_time <= time.monotonic()
        for later, jump, searches in (
            (1_000, "", 0),
            (1_000, "next_cut", 1),
            (-1_000, "", 1),
        ):
            explorer._key_time = time.monotonic() + later
            explorer.session.waiting_jump = jump
            explorer._is_outdated = False
            with slices() as given:
                explorer.clock.beat()

            assert bool(given) == bool(searches)


async def test_a_tick_searches_or_paints() -> None:
    """A key waits for a slice of searching or for a frame, never for both; and a frame finds
    every visit indexed.
    """
    recipe = recipe_of("connect-four", "", "iterative-deepening,depth=12")
    async with explored(recipe, finished=False) as hands:
        explorer = hands.explorer
        explorer._is_outdated = False
        done = list[tuple[bool, bool]]()
        index = visits_of(explorer.run.trace)
        for _ in range(12):
            frames = list[int]()
            with slices() as given, pytest.MonkeyPatch.context() as patch:
                patch.setattr(explorer, "paint", partial(frames.append, 1))
                explorer._frame_time = time.monotonic() - REPAINT_SECONDS
                explorer.clock.beat()
            done.append((bool(given), bool(frames)))

            assert len(index._node_of_row) == len(explorer.run.trace)  # type: ignore[union-attr]  # it comes back to nodes

        assert done == [(True, False), (False, True)] * 6


@pytest.mark.parametrize("keys", one_in(2, [(("x",),), (("colon", *"100000000", "enter"),)]))
async def test_a_far_jump_waits_and_can_be_ended(keys: tuple[str, ...]) -> None:
    """A jump to what has not been reached yet says so, freezes nothing, and ends with `space`
    where it began.
    """
    async with explored(ENDLESS, finished=False) as hands:
        await hands.press("right", "right")
        with slices() as given:
            await hands.press(*keys)
            for _ in range(5):
                hands.tick()

        assert len(given) >= 5
        assert max(given) < FLUID
        await hands.rest()
        assert "looking for it" in hands.words()
        assert "looking for it" not in await hands.see("space")
        assert hands.scene.step == 2
        assert hands.session.playing == 0
        await hands.press("right")
        assert hands.scene.step == 3


async def test_end_follows_the_search() -> None:
    """The newest step is shown again and again, until `space` stops there; the search goes on
    meanwhile.
    """
    async with explored(ENDLESS, finished=False) as hands:
        explorer = hands.explorer
        shown = list[int]()
        await hands.press("end")
        for _ in range(5):
            hands.tick()

            assert explorer.scene.step == explorer.run.trace.last_step
            shown.append(explorer.scene.step)

        assert sorted({*shown}) == shown
        await hands.rest()
        assert "following the search" in hands.words()
        assert "following" not in await hands.see("space")
        assert explorer.session.waiting_jump == ""
        assert explorer.session.playing == 0
        assert explorer.scene.step >= shown[-1]


async def test_a_jump_arrives_once_the_search_is_there() -> None:
    """A jump to a cutoff that takes a while arrives by itself, at the first cutoff there is."""
    recipe = recipe_of("tak", "opening", "alpha-beta,depth=4")
    async with explored(recipe, finished=False) as hands:
        await hands.press("x")
        for _ in moments():
            if not hands.session.waiting_jump:
                break
            hands.tick()
        scene = hands.scene

        assert scene.run.trace.cut_count(scene.step) == 1
        assert scene.run.trace.cut_count(scene.step - 1) == 0


async def test_the_limit_of_nodes_is_said() -> None:
    """A search that was stopped says so below, and at its end why."""
    recipe = recipe_of("tak", "opening", "minimax,depth=8,max-nodes=500")
    async with explored(recipe, (120, 40), finished=False) as hands:
        while not hands.explorer.run.trace.finished:
            hands.tick()

        assert "stopped at 500 nodes" in await hands.see("end")
        assert "--max-nodes" in hands.text_of("#why")


TIRED = """
calls = 0
def score(position, move):
    global calls
    calls += 1
    if calls > 400:
        raise ValueError("I am tired")
    return 0
"""


@pytest.mark.parametrize("view", one_in(3, ["1", "2", "3"]))
async def test_what_a_persons_own_ordering_raises_is_one_sentence(
    user_file: Callable[[str], Path], view: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The search ends there, the sentence is on the screen, and all keys go on working, whatever
    the view.
    """
    file = user_file(TIRED)
    monkeypatch.chdir(file.parent)
    recipe = Recipe(
        PositionSpec("tak", "ordering-helps"),
        SearchSpec("alpha-beta", f"{file.name}:score", depth=3),
    )
    async with explored(
        Run(recipe),
        (120, 40),
        finished=False,
        notes=True,
    ) as hands:
        while not hands.explorer.run.trace.finished:
            hands.tick()
        await hands.rest()

        assert "the search cannot go on" in hands.words()
        assert all(words in hands.words() for words in ("raised", "ValueError", "tired", "line 7"))
        assert "Traceback" not in hands.words()
        await hands.press(
            view,
            "right",
            "n",
            "x",
            "down",
            "enter",
            "h",
            "i",
            "r",
            "u",
            "end",
            "home",
            "right",
            "right",
        )
        assert hands.scene.step == 2


async def test_finding_and_going_in_a_game_that_is_over() -> None:
    """Where there is no move, dialogs open all the same."""
    async with explored(recipe_of("tictactoe", "XXXOO----")) as hands:
        for key in ("slash", "colon", "w", "y", "e"):
            await hands.press(key)
            await hands.press("escape")
        assert hands.app.screen is hands.explorer


LATE = EXAMPLES["game"].replace(
    "        return range(1,",
    "        if self.left == 2:\n            raise KeyError('late')\n        return range(1,",
)


async def test_what_a_persons_own_game_raises_in_a_search_leaves_the_screen_open(
    user_file: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the explorer the search ends there, while playing searches pause; both say it in a
    sentence and go on.
    """
    file = user_file(LATE)
    monkeypatch.chdir(file.parent)
    where = PositionSpec(f"./{file.name}", "7")
    async with explored(
        Run(Recipe(where, SearchSpec())), (120, 40), finished=False, notes=True
    ) as hands:
        while not hands.explorer.run.trace.finished:
            hands.tick()
        await hands.rest()

        assert all(
            words in hands.words() for words in ("the search cannot go on", "KeyError", "mine.py")
        )
        await hands.press("home", "right")
        assert hands.scene.step == 1
    async with playing(Match(where, HUMAN_MOVER, Mover(SearchSpec()))) as hands:
        hands.match.play("3")
        hands.screen.activity.changed()
        await hands.think()

        assert "KeyError: 'late'" in hands.prose()
        await hands.press("u")
        assert not hands.match.turns


def test_what_a_persons_own_game_raises_by_ear_is_one_line(
    user_file: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Line mode goes on, whether a search of the game or the game itself fails."""
    file = user_file(LATE)
    monkeypatch.chdir(file.parent)
    match = Match(PositionSpec(f"./{file.name}", "5"), HUMAN_MOVER, HUMAN_MOVER)
    said: list[str] = []
    MatchLines(match, said.append).carry_out(("search", "3", "moves", "undo"))
    failed = [
        line
        for line in said
        if line.startswith("! a user-supplied function failed (KeyError: 'late', in ")
    ]

    assert len(failed) == 2
    assert not match.turns
