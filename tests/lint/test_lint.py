"""What an engine does is doubted only if it is surely wrong: no table and no window of one that
reduces rightly.
"""

from __future__ import annotations

import json
from math import inf
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest

from tests.few import one_in
from tests.oracles.engine import told
from tests.recordings.reading import read
from visualizer.explaining.comparison.lint import findings_in_run
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run

Entry = tuple[int, float, str]
"""What a table keeps: the depth, the value for who is to move, which bound it is."""
RIGHT = ""
DEPTH_OF_PARENT = "an answer is said to be one ply deeper than it is"
ANY_DEPTH = "an answer is good however deep it is asked for"
OTHER_BOUND = "a lower bound is answered as an upper one"
FOUR = PositionSpec("connect-four", None, "", {"size": "4x4"})
WINDOW_KEPT = "the end of the window is not passed on"
WRONG = (DEPTH_OF_PARENT, ANY_DEPTH, OTHER_BOUND)


class Engine:
    """A negamax of Connect Four with reductions of late moves, null windows and a table, which
    may be wrong.
    """

    def __init__(
        self,
        start: Any,
        seed: int,
        mistake: str,
    ) -> None:
        """Take a position and what the values of others are made from; `mistake` is what it does
        wrong.
        """
        self.start = start
        self.seed = seed
        self.mistake = mistake
        self.table: dict[object, Entry] = {}
        self.told: list[dict[str, Any]] = []

    def think(self, depth: int) -> Engine:
        """Search deeper and deeper."""
        for limit in range(1, depth + 1):
            self.told.append({"pass": f"depth {limit}"})
            self.visit(self.start, None, limit, -inf, inf)
        return self

    def answer(
        self, position: Any, depth: int, alpha: float, beta: float
    ) -> tuple[float, str] | None:
        """Return what the table knows, and which bound that is; only at a null window, as
        engines do.
        """
        stored, value, bound = self.table.get(position.key(), (-1, 0.0, "="))
        if beta - alpha > 1 or not (stored >= depth or (self.mistake == ANY_DEPTH and stored >= 0)):
            return None
        if self.mistake == OTHER_BOUND:
            bound = {">=": "<="}.get(bound, bound)
        if (value >= beta and bound != "<=") or (value <= alpha and bound != ">="):
            return (value, bound)
        return None

    def visit(
        self,
        position: Any,
        move: str | None,
        depth: int,
        alpha: float,
        beta: float,
        reduced: int = 0,
    ) -> float:
        """Search a position, and tell of it."""
        beside = {"depth": depth} | ({"reduced": reduced} if reduced else {})
        outcome = position.outcome()
        white = position.maximizing
        if outcome is not None or depth == 0:
            value = static(position, self.seed)
            self.told.append(
                {
                    "leaf": move,
                    "value": value if white else -value,
                    **beside,
                }
            )
            return value
        if move is None:
            known = None
        else:
            known = self.answer(position, depth, alpha, beta)
        if known is not None:
            value, bound = known
            if bound != "=":
                said = {"bound": bound if white else {"<=": ">=", ">=": "<="}[bound]}
            else:
                said = {}
            self.told.append(
                {
                    "leaf": move,
                    "value": value if white else -value,
                    "kind": "table",
                    **said,
                    **beside,
                }
            )
            return value
        if white:
            ends = (alpha, beta)
        else:
            ends = (-beta, -alpha)
        window = dict(
            zip(("alpha", "beta"), (None if abs(end) == inf else end for end in ends), strict=True)
        )
        moves = sorted(position.moves(), key=lambda each: abs(each - 1.5))
        self.told.append(
            {
                "enter": move,
                "max": white,
                "children": len(moves),
                **window,
                **beside,
            }
        )
        best = -inf
        low = alpha
        tried = 0
        for place, each in enumerate(moves):
            tried += 1
            best = max(best, self.child(position, each, place, depth, low, beta))
            low = max(low, best)
            if low >= beta:
                break
        if best <= alpha:
            bound = "<="
        elif best >= beta:
            bound = ">="
        else:
            bound = "="
        self.table[position.key()] = (depth + (self.mistake == DEPTH_OF_PARENT), best, bound)
        self.told.append({"leave": best if white else -best, "cut": tried < len(moves)})
        return best

    def child(
        self, position: Any, move: int, place: int, depth: int, low: float, beta: float
    ) -> float:
        """Search a child: late ones less deep at first, all but the first with a null window."""
        name = position.name(move)
        after = position.play(move)
        if self.mistake == WINDOW_KEPT:
            beta = 99
        if place == 0:
            return -self.visit(after, name, depth - 1, -beta, -low)
        if place > 1 and depth > 2:
            reduced = 1
        else:
            reduced = 0
        value = -self.visit(after, name, depth - 1 - reduced, -low - 1, -low, reduced)
        if reduced and value > low:
            value = -self.visit(after, name, depth - 1, -low - 1, -low)
        if low < value < beta:
            return -self.visit(after, name, depth - 1, -beta, -low)
        return value


def static(position: Any, seed: int) -> float:
    """Return a value for who is to move that has nothing to do with the position's neighbours."""
    value = crc32(f"{seed} {position.key()[1:]}".encode()) % 41 - 20
    return value if position.maximizing else -value


def run_of(tmp_path: Path, events: list[dict[str, Any]], **header: Any) -> Run:
    """Return the run of a file of events, played back to its end."""
    return read(
        tmp_path,
        [
            {
                "search": "engine",
                "cut": ">=",
                **header,
            },
            *events,
        ],
    )


def found(tmp_path: Path, seed: int, mistake: str) -> list[str]:
    """Return what is doubted of an engine that has searched 4×4 Connect Four with random values."""
    root = Run(Recipe(FOUR, SearchSpec())).root
    told = Engine(root, seed, mistake).think(5).told
    run = run_of(
        tmp_path,
        told,
        game=FOUR.game,
        settings=FOUR.settings,
    )
    return [each.error for each in findings_in_run(run)]


def test_a_right_engine_that_reduces_is_not_doubted(tmp_path: Path) -> None:
    """Though at other depths, and even at the same one, its searches find other values than its
    table has.
    """
    assert [found(tmp_path, seed, RIGHT) for seed in range(16)] == [[]] * 16


@pytest.mark.parametrize("mistake", WRONG)
def test_a_table_that_answers_what_nobody_found_is_doubted(tmp_path: Path, mistake: str) -> None:
    """Where a later search shows it, in one of some random games."""
    assert any("table-contradicted" in found(tmp_path, seed, mistake) for seed in range(4))


def test_a_window_that_is_not_passed_on_is_doubted(tmp_path: Path) -> None:
    """At once, in every game."""
    assert all({*found(tmp_path, seed, WINDOW_KEPT)} == {"wide-window"} for seed in range(4))


@pytest.mark.parametrize("seed", one_in(10, [33, *range(29)]))
def test_an_engine_that_probes_is_not_doubted(tmp_path: Path, seed: int) -> None:
    """With null moves, ProbCut, aspiration and quiescence; it tells of reductions, and not how
    deep it searches.
    """
    events = [json.loads(line) for line in told(seed)[2].splitlines()]
    assert [*findings_in_run(run_of(tmp_path, events[1:], values="mover"))] == []


def at(place: int, *window: float, **more: Any) -> list[dict[str, Any]]:
    """Return the events of a line of four nodes, of which one has the window given, and more;
    all others (0, 10).
    """
    events: list[dict[str, Any]] = []
    for number in range(4):
        if number == place:
            alpha, beta = window
        else:
            alpha = 0
            beta = 10
        beside = more if number == place else {}
        events.append(
            {
                "enter": f"n{number}" if number else None,
                "max": True,
                "alpha": alpha,
                "beta": beta,
                **beside,
            }
        )
    return [*events, {"leaf": "x", "value": 5}, *[{"leave": 5}] * 4]


@pytest.mark.parametrize(
    ("place", "window", "more", "is_wide"),
    [
        (2, (0, 21), {}, True),
        (3, (-21, 0), {}, True),
        (2, (0, 20), {}, False),
        (3, (90, 91), {}, False),
        (2, (None, None), {}, False),
        (2, (None, 10), {}, True),
        (1, (-50, 50), {}, False),
        (2, (-50, 50), {"probe": "verification"}, False),
    ],
)
def test_a_window_is_wide_if_more_than_twice_as_wide(
    tmp_path: Path, place: int, window: tuple[Any, Any], more: dict[str, Any], is_wide: bool
) -> None:
    """Not at a move of the root, nor where a probe begins, nor if it may not have been told."""
    found = [
        each
        for each in findings_in_run(run_of(tmp_path, at(place, *window, **more)))
        if each.error == "wide-window"
    ]
    assert [each.row for each in found] == [place] * is_wide
