"""Walks the main screens by the keys of config.toml: a process of its own, since classes bind them
as they are made.

`python -m tests.terminal.walking` prints a list of pairs: what was pressed, and the screen with the
keys of its footer.
"""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from visualizer.apps.actions import bound_keys, use_keys
from visualizer.look.config import config

if TYPE_CHECKING:
    from tests.terminal.hands import Hands

WALKS = {
    "doors": "theme C",
    "explorer": """next_cut why ESCAPE break_cuts break_cuts next_pass source folded kinds child reroot view reroot
        nearer view_overview view_tree unroot go ESCAPE find ESCAPE copy ESCAPE export ESCAPE lecture play play back
        play play last next first previous running""",
    "predicting": "predict compare next play_on SPACE predict",
    "help": "help ESCAPE",
    "palette": "palette ESCAPE",
    "edit": "edit challenge show_way add_leaf 5 choose_value help ESCAPE",
    "edit anew": "edit show_way exchange_after challenge sort_worst",
    "by hand": """be_the_search take_number cut_rest clue type_alpha 7 take_number enter_child cut_rest show_answer
        show_answer show_answer enter_child help ESCAPE back""",
    "game": "edit be_the_search view_tree folded child ESCAPE rank heat",
    "sampling": "next_cut next_pass playout ESCAPE last rank why ESCAPE",
    "sides": """next_cut differences ESCAPE change ESCAPE summary ESCAPE align side lecture play lecture
        help ESCAPE""",
    "side": "side next_cut align next_cut play",
    "own code": "line calls ESCAPE out",
    "lesson": "next go_on compare go_on A" + 11 * " go_on" + " A B C D go_on",
    "play": """values choose choose hurry pause point_up record point_up choose back record undo review
        help ESCAPE""",
    "searches": "pause",
    "over": "undo undo redo record",
    "review": "point_up point_left better show_best back better type ESCAPE back",
    "practice": """strike field_next strike 5 level level rule clue check show_answer É watch_search back
        help ESCAPE""",
    "steps": "type_beta 5 erase_number",
}
"""What is pressed on each screen; capitals are keys of a dialog, or answers."""
SIZES = {
    "predicting": (100, 30),
    "help": (120, 120),
    "palette": (120, 60),
    "edit anew": (100, 30),
    "side": (60, 24),
}
SEEN: list[tuple[str, str]] = []


async def look(hands: Hands, where: str, *names: str) -> None:
    """Note the screen as it is, and after the key of each action, without dialogs."""
    from textual.screen import ModalScreen

    await hands.rest()
    for name in ("", *names):
        if name:
            await hands.press(key_of(name))
            await hands.rest()
        if not isinstance(screen := hands.app.screen, ModalScreen):
            footer = " ".join(key for key, _, _ in getattr(screen, "footer", list)())
            SEEN.append((f"{where}: {name}", f"{hands.words()}\n{footer}"))


@asynccontextmanager
async def opened(shown: Any, size: tuple[int, int] = (120, 40)) -> AsyncIterator[Hands]:
    """Open the program, with its clocks stopped."""
    from tests.terminal import hands as by_hand

    async with by_hand.program_on(shown, size) as hands:
        for timer in [*hands.app.screen._timers]:
            timer.stop()
        yield hands


def screens(own: Path) -> dict[str, Callable[[], Any]]:
    """Return what is shown on each screen, made anew each time; `own` is a file for a search of
    a person's own.
    """
    from tests.terminal.hands import AIMA, TAK
    from tests.terminal.searches import searched
    from tests.terminal.test_own_code import FIGURE, MINE
    from visualizer.play.playing.game_review import Review
    from visualizer.play.playing.match import Match
    from visualizer.play.playing.movers import HUMAN_MOVER, Mover
    from visualizer.searching.recipe import PositionSpec, SearchSpec
    from visualizer.searching.run import Run
    from visualizer.teach.lessons import read_lesson
    from visualizer.teach.tasks import Practice, practice_with
    from visualizer.your_code.watching.watched import CodeLimits, watch_file

    own.write_text(MINE, encoding="utf-8")
    match = PositionSpec("tictactoe")
    easy = Mover(SearchSpec(depth=1), "easy")

    def book() -> Run:
        return Run(AIMA).finish()

    def over() -> Match:
        played = Match(match, HUMAN_MOVER, HUMAN_MOVER)
        for move in "a1 b1 a2 b2 a3".split():  # noqa: SIM905
            played.play(move)
        return played

    return {
        "doors": lambda: None,
        **dict.fromkeys(
            ("explorer", "predicting", "help", "palette", "edit", "edit anew", "by hand"), book
        ),
        "game": lambda: Run(TAK).finish(),
        "sampling": lambda: searched("tictactoe", "only-move", "mcts,iterations=30"),
        "sides": lambda: [book(), book()],
        "side": lambda: [searched("tree", "aima-5.2", "minimax"), book()],
        "own code": lambda: watch_file(f"{own}:alphabeta", FIGURE, CodeLimits()).run,
        **{f"lesson {number}": partial(read_lesson, number) for number in (1, 2, 3)},
        "play": lambda: Match(match, HUMAN_MOVER, easy),
        "searches": lambda: Match(match, easy, easy),
        "over": over,
        "review": lambda: Review(over()),
        "practice": Practice,
        "steps": lambda: practice_with(book()),
    }


def walk_on(where: str) -> list[str]:
    """Return what is pressed on a screen."""
    return (WALKS.get(where) or WALKS["lesson"]).split()


def key_of(name: str) -> str:
    """Return the key of an action, or that of a dialog or an answer."""
    if name.isupper():
        return name.lower()
    if len(name) == 1:
        return name
    return bound_keys(name)[0]


async def walk(own: Path) -> None:
    """Go from screen to screen; `own` is a file for a search of a person's own."""
    for where, make in screens(own).items():
        async with opened(make(), SIZES.get(where, (120, 40))) as hands:
            await look(hands, where, *walk_on(where))


if __name__ == "__main__":
    assert not use_keys(config().table("keys"))
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(walk(Path(folder) / "own.py"))
    json.dump(SEEN, sys.stdout)
