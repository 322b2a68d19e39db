"""Keys and clicks that come in one batch, as on a slow line: each is for the screen that is
shown when it is due.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from textual.screen import ModalScreen, Screen

from tests.few import one_in
from tests.terminal.hands import Hands, program_on, until
from tests.terminal.walking import key_of, screens
from visualizer.apps.actions import ACTIONS, bound_keys
from visualizer.apps.tui.app import VisualizerApp
from visualizer.apps.tui.palette import Palette
from visualizer.apps.tui.screens.dialog import Dialog
from visualizer.apps.tui.screens.explore import ExploreScreen
from visualizer.apps.tui.widgets import Prompt
from visualizer.play.playing.game_review import Review

SIZE = (100, 30)
EXIT = VisualizerApp.exit
BATCHES = 40
"""How many batches each dialog is sent."""
PRESSED = [
    *"q1a?",
    "enter",
    "escape",
    "space",
    "up",
    "down",
    "left",
    "right",
    "tab",
    "home",
    "backspace",
    "ctrl+p",
]


def has_dialog(hands: Hands) -> bool:
    """Return whether a dialog is on top of the screens."""
    return isinstance(hands.app.screen, ModalScreen)


OPENED = [
    *(
        ("explorer", actions)
        for actions in (
            "palette",
            "help",
            "next_cut why",
            "copy",
            "go",
            "find",
            "export",
            "predict predict",
            "copy palette",
            "open CTRL+N",
        )
    ),
    ("game", "next_cut view_tree folded child"),
    ("sampling", "next_pass next playout"),
    ("own code", "line calls"),
    *(("sides", action) for action in ("differences", "summary", "change")),
    *(("doors", key) for key in "lp"),
    *(("play", action) for action in ("type", "resign")),
    *(("review", action) for action in ("search_by", "export_review")),
    ("steps", "enter_child rule"),
]
"""What is shown, and the actions or keys that open a dialog upon it."""
SHOWN = [
    *(
        "doors",
        "explorer",
        "game",
        "sampling",
        "sides",
        "play",
        "review",
        "practice",
        "lesson 1",
        "own code",
        "steps",
    ),
]
"""Where a hail of keys begins."""


@pytest.fixture(autouse=True)
def stays(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Let nothing end the program, nor open an editor, and let what is written go to a folder
    for it.
    """
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(VisualizerApp, "exit", lambda self, *status: None)
    monkeypatch.setattr(VisualizerApp, "suspend", lambda self: pytest.fail("an editor was opened"))


@asynccontextmanager
async def shown(where: str) -> AsyncIterator[Hands]:
    """Show a screen, that of a review once it is done."""
    what = screens(Path("own.py"))[where]()
    async with program_on(what, SIZE) as hands:
        if isinstance(what, Review):
            await until(hands.pilot, lambda: what.finished)
        yield hands


def kinds(kind: type[Screen[Any]]) -> Iterator[type[Screen[Any]]]:
    """Yield the classes of dialogs that are opened: those from which no other is derived."""
    for each in kind.__subclasses__():
        yield from kinds(each)
    if not kind.__subclasses__():
        yield kind


def send_one(hands: Hands, dice: random.Random, keys: list[str]) -> bool:
    """Send one key or click, and wait for nothing; return whether it was the key that leads
    back.
    """
    width, height = hands.app.size
    if dice.random() < 0.3:
        hands.send_click(
            *dice.choice(
                [
                    (0, 0),
                    (width // 2, height // 2),
                    (dice.randrange(width), dice.randrange(height)),
                ]
            )
        )
        return False
    key = dice.choice(keys)
    hands.send_key(key)
    return key == "escape"


@pytest.mark.parametrize(("where", "actions"), OPENED)
async def test_a_dialog_closes_only_itself(
    where: str, actions: str, usually: Callable[[int], int]
) -> None:
    """Two to five keys and clicks in one batch, some of them before it is shown, close nothing
    below a dialog.

    Only the key that leads back does, one screen each time; and below the first screen there is
    nothing to see.
    """
    dice = random.Random(f"{where} {actions}")
    for count in range(usually(BATCHES)):
        async with shown(where) as hands:
            *way, last = map(key_of, actions.split())
            await hands.see(*way)
            below = [each for each in hands.app.screen_stack if not isinstance(each, ModalScreen)]
            hands.send_key(last)
            if count % 2:
                await until(hands.pilot, partial(has_dialog, hands))
                await hands.rest()
            alike = dice.choice([None, *PRESSED])
            keys = PRESSED if alike is None else [alike]
            back = sum(send_one(hands, dice, keys) for _ in range(dice.randint(2, 5)))
            await hands.rest()
            await hands.rest()
            left = hands.app.screen_stack

            assert len(left) > 1
            assert left[:2] == below[:2]
            same = sum(before is after for before, after in zip(below, left, strict=False))
            assert same >= len(below) - back


async def test_every_kind_of_dialog_is_opened_here() -> None:
    """The test above is about each class of dialog."""
    opened = set[type[Screen[Any]]]()
    for where, actions in OPENED:
        async with shown(where) as hands:
            for key in map(key_of, actions.split()):
                await hands.see(key)
            await until(hands.pilot, lambda hands=hands: isinstance(hands.app.screen, ModalScreen))  # type: ignore[misc]
            opened.add(type(hands.app.screen))

    assert opened >= {*kinds(Dialog), Palette}


async def hail(hands: Hands, dice: random.Random, count: int) -> None:
    """Send so many keys, clicks and sizes in batches of one to five."""
    keys = sorted(
        {key for action in ACTIONS for key in bound_keys(action.name)} - set(bound_keys("editor"))
    )
    while count > 0:
        size = dice.randint(1, 5)
        count -= size
        for _ in range(size):
            if dice.random() < 0.05:
                hands.send_size(dice.randint(1, 150), dice.randint(1, 50))
            else:
                send_one(hands, dice, dice.choice([keys, PRESSED]))
        await hands.settle()
        if dice.random() < 0.1:
            await hands.rest()


@pytest.mark.parametrize(
    ("name", "seed"), one_in(10, [(name, seed) for seed in range(4) for name in SHOWN])
)
async def test_a_hail_of_keys_and_sizes(
    name: str, seed: int, usually: Callable[[int], int]
) -> None:
    """20,000 random keys, clicks and sizes in batches raise nothing, on whatever screen they
    come.
    """
    async with shown(name) as hands:
        first = hands.app.screen_stack[:1]
        await hail(hands, random.Random(f"{name} {seed}"), usually(500))
        await hands.rest()

        assert hands.app.screen_stack[:1] == first
        assert len(hands.app.screen_stack) > 1


# Many keys that wait, and one that leaves.

MANY = 4_000


@pytest.fixture
def moved(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """List the jumps that explorers do, and let the program end."""
    done = list[str]()
    monkeypatch.setattr(VisualizerApp, "exit", EXIT)
    monkeypatch.setattr(ExploreScreen, "travel", lambda self, name: done.append(name))
    return done


async def test_a_key_that_leaves_goes_before_keys_that_move(moved: list[str]) -> None:
    """Of thousands of arrow keys that wait, none is done any more."""
    async with shown("game") as hands:
        for key in ["right", "left", "end", "x"] * (MANY // 4):
            hands.send_key(key)
        hands.send_key("q")

        assert hands.app.is_leaving
    assert not moved


async def test_a_signal_goes_before_keys_that_wait(moved: list[str]) -> None:
    """What a signal asks for is done between two keys, not behind all of them."""
    async with shown("game") as hands:
        for _ in range(MANY):
            hands.send_key("right")
        asyncio.get_running_loop().call_soon_threadsafe(hands.app.exit)
        while not hands.app.is_leaving:
            await asyncio.sleep(0)
    assert len(moved) < MANY // 100


async def test_a_letter_behind_a_key_that_asks_is_written(moved: list[str]) -> None:
    """The key that leaves does not where another waits before it that opens a line to type in."""
    async with shown("explorer") as hands:
        for key in ("right", "slash", "q"):
            hands.send_key(key)
        await hands.rest()

        assert not hands.app.is_leaving
        assert hands.app.screen.query_one(Prompt).value == "q"
    assert moved == ["next"]


@pytest.mark.parametrize(
    "keys", ["c q", "e ctrl+c", "o ctrl+c", "ctrl+p ctrl+c", "slash ctrl+c", "w ctrl+c"]
)
async def test_leaving_while_a_screen_opens(moved: list[str], keys: str) -> None:
    """It is no error that the screen has no widgets yet."""
    async with shown("explorer") as hands:
        for key in keys.split():
            hands.send_key(key)
        while hands.app.is_running:
            await asyncio.sleep(0.01)

        assert hands.app.failure is None
    assert not moved


async def test_a_line_that_is_typed_at_once_is_taken() -> None:
    """What comes just behind the key that opens a line is written into it, and enter takes it."""
    async with shown("explorer") as hands:
        for key in ("colon", "1", "2", "enter", "right"):
            hands.send_key(key)
        await hands.rest()

        assert hands.app.screen is hands.explorer
        assert hands.scene.step in (12, 13)
