"""Orderings put together: the first decides, the next only between equals, whatever each of them
tries first.
"""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import pytest

from games import load_game
from visualizer.apps.cli.position_commands import root_moves_as_objects
from visualizer.explaining.measures.summary import summary
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run

OF_GAMES = [
    (game, name)
    for game in ("connect-four", "hex", "italian-draughts", "othello", "tak", "tictactoe")
    for name in load_game(game).orderings
]


def positions(game: str, count: int) -> list[PositionSpec]:
    """Return the game's presets that go on, and those a few random moves after them."""
    dice = random.Random(game)
    found = list[PositionSpec]()
    for preset in load_game(game).presets:
        position = Run(Recipe(PositionSpec(game, preset.name))).root
        played = list[str]()
        while position.outcome() is None and len(played) < 4 and len(found) < count:
            found.append(PositionSpec(game, preset.name, " ".join(played)))
            move = dice.choice([*position.moves()])
            played.append(position.name(move))
            position = position.play(move)
    return found


@pytest.mark.parametrize(("game", "name"), OF_GAMES)
def test_natural_order_behind_another_changes_nothing(game: str, name: str) -> None:
    """Equal moves are in natural order already, also where the lowest score is tried first, as
    in Tak's first plies.
    """
    for where in positions(game, 12):
        alone = Run(Recipe(where, SearchSpec("alpha-beta", ordering=name, depth=1)))
        both = Run(Recipe(where, SearchSpec("alpha-beta", ordering=f"{name}+natural", depth=1)))

        assert alone.order_with_scores(())[0] == both.order_with_scores(())[0], where
        assert alone.finish().trace.column("move") == both.finish().trace.column("move")


@pytest.mark.parametrize("second", ["killer", "history", "reverse"])
def test_the_first_decides(second: str) -> None:
    """Tak's first plies try the lowest score first, in a combination too; its totals fall from
    move to move.
    """
    where = PositionSpec("tak", "opening")
    run = Run(Recipe(where, SearchSpec("alpha-beta", ordering=f"scored+{second}", depth=2)))
    alone = {
        move["move"]: move["score"]
        for move in root_moves_as_objects(Run(Recipe(where, SearchSpec(ordering="scored"))))
    }
    tried = root_moves_as_objects(run)

    assert [alone[move["move"]] for move in tried] == sorted(alone.values())
    assert all(
        first["score"] >= then["score"]
        for first, then in pairwise(tried)
        if then["score"] is not None
    )


@pytest.mark.parametrize(
    "ordering", ["killer+scored", "history+scored", "scored+killer", "killer", "history"]
)
def test_moves_are_listed_as_the_search_will_try_them(ordering: str) -> None:
    """At the root an ordering with memory remembers nothing yet, so its other parts decide;
    scores are shown.
    """
    for where in (
        PositionSpec("tak", "ordering-helps"),
        PositionSpec("othello", "ordering-helps"),
        PositionSpec("tictactoe", "fork"),
    ):
        if (
            ordering.partition("+")[2] == "scored"
            and "scored" not in load_game(where.game).orderings
        ):
            continue
        run = Run(Recipe(where, SearchSpec("alpha-beta", ordering=ordering, depth=2)))
        listed = root_moves_as_objects(run)

        assert all(move["score"] is not None for move in listed)
        full = Run(Recipe(where, SearchSpec("minimax", ordering=ordering, depth=1))).finish()
        tried = [full.move_name((full.trace.move(row),)) for row in range(1, len(full.trace))]
        assert [move["move"] for move in listed] == tried


def test_components_of_one_name(user_file: Any) -> None:
    """Two functions of one name count both."""
    first = user_file("def score(position, move): return 2\n", "first.py")
    second = user_file("def score(position, move): return 3\n", "second.py")
    run = Run(
        Recipe(PositionSpec("tictactoe"), SearchSpec(ordering=f"{first}:score+{second}:score"))
    )

    assert root_moves_as_objects(run)[0]["components"] == {"score": 2_000_000, "score 2": 3}
    assert root_moves_as_objects(run)[0]["score"] == 2_000_003


def test_a_bound_is_told_beside_the_value() -> None:
    """A summary says whether the value is one, or a bound because it lies outside the window."""
    windows = {
        (5.0, 6.0): "≤",
        (0.0, 1.0): "≥",
        (0.0, 5.0): "=",
    }
    for window, bound in windows.items():
        assert (
            summary(Run(Recipe(PositionSpec("tree"), SearchSpec(window=window))).finish())["bound"]
            == bound
        )


def test_a_file_is_not_run_before_it_is_needed(
    user_file: Any, capfd: pytest.CaptureFixture[str]
) -> None:
    """A search that names a user-supplied file can be written, read and remembered without
    running it.
    """
    file = user_file(
        "print('run')\nfrom games.tictactoe import GAME\n\ndef search(problem, recorder): pass\n"
    )
    search = SearchSpec(f"{file}:search")

    assert SearchSpec.from_spec(search.to_spec()) == search
    named = SearchSpec("./a,b.py:search", depth=3)
    assert SearchSpec.from_spec(named.to_spec()) == named
    assert "run" not in capfd.readouterr().err
    Run(Recipe(PositionSpec("tictactoe"), search))
    assert "run" in capfd.readouterr().err


def test_a_file_may_have_dataclasses(user_file: Any) -> None:
    """Such as look up the module that they are made in."""
    head = "from __future__ import annotations\nfrom dataclasses import dataclass\n"
    best = "@dataclass\nclass Best:\n    value: int\n"
    file = user_file(f"{head}\n{best}\ndef score(position, move): return Best(3).value\n")

    assert (
        root_moves_as_objects(
            Run(Recipe(PositionSpec("tictactoe"), SearchSpec(ordering=f"{file}:score")))
        )[0]["score"]
        == 3
    )


def test_a_thousand_plies_deep() -> None:
    """Any position that a search can reach can be looked at, whatever Python's limit of
    recursion.
    """
    run = Run(Recipe(PositionSpec("italian-draughts", "W:WK21,K22:BK1,K5"), SearchSpec(depth=1)))
    path: list[int] = []
    position: Any = run.root
    while len(path) < 999:  # two kings of each side walk to and fro
        names = [position.name(move) for move in position.moves()]
        wanted = ("21-17", "5-2", "17-21", "2-5")[len(path) % 4]
        path.append(names.index(wanted))
        position = position.play(position.moves()[path[-1]])

    assert run.position(tuple(path)) == position
