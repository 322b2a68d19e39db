"""`diff` of a search and of a broken one names the visit that is found by laying two flat lists
side by side.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import zip_longest
from math import isnan
from random import Random
from typing import Any

import pytest

from tests.mutants.changed import ALPHA_BETAS, CHANGED, STAR1S
from tests.oracles import chance
from tests.oracles.agreement import listed
from tests.oracles.events import ListRecorder
from tests.presets import FEW
from tests.properties.test_chance import asked
from tests.trees import notation, random_tree
from visualizer.explaining.comparison.parting import find_divergences
from visualizer.explaining.comparison.parting_words import divergences_as_object
from visualizer.searching.algorithms import Algorithm, algorithms
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run

MUTANT = "mutant"
"""What the broken search is called."""
MOST = 400
"""Nodes after which a broken search that does not end is stopped; so is the right one."""
Found = tuple[list[int], list[str], str] | None
"""The numbers of the visit in both, the moves to the innermost node that both have open, and
what differs there.
"""
Entry = tuple[str, int, tuple[int, ...], tuple[float, ...], str]
"""What happens, the number of the visit, its line, its window or its value, and how it was left."""


BROKEN = [(each.name, each.algorithm) for each in (*ALPHA_BETAS, *STAR1S, *CHANGED)]
OPTIONS = {each.name: each.options for each in CHANGED}
each_mutant = pytest.mark.parametrize(("name", "mutant"), BROKEN, ids=[name for name, _ in BROKEN])


Question = tuple[PositionSpec, SearchSpec]


def questions(
    seed: int,
    name: str,
    mutant: Algorithm,
    count: int,
) -> Iterator[Question]:
    """Yield random positions, each with a search of it: trees full of ties, with chance for
    searches of such.

    With a table it is tic-tac-toe, where positions come back.
    """
    dice = Random(seed)
    options = {**FEW.get(mutant.name, {}), **OPTIONS.get(name, {})}
    for number in range(count):
        given: dict[str, Any] = dice.choice(
            [
                {},
                {"depth": 3},
                {"window": (-1, 1)},
                {"window": (0, 1)},
            ]
        )
        tree = random_tree(dice.randrange(10**6), plies=4)
        text = notation(tree, number % 2 == 0)
        if mutant.name == "star1":
            uncertain = chance.random_tree(dice.randrange(10**6))
            text = chance.written(uncertain)
            given = asked(dice.randrange(10**6), uncertain)[1]
        if "table" in options:
            cells = dice.sample(range(9), 4)
            text = "".join(
                "XO"[cells.index(cell) % 2] if cell in cells else "-" for cell in range(9)
            )
        where = PositionSpec("tictactoe" if "table" in options else "tree", text)
        options_given = {**given.pop("options", {}), **options}
        yield (
            where,
            SearchSpec(
                mutant.name, max_nodes=MOST, options=options_given, **{"depth": "all", **given}
            ),
        )


def pair(where: PositionSpec, spec: SearchSpec) -> tuple[Run, Run]:
    """Return the right and the broken search of a position, which have not begun."""
    return Run(Recipe(where, spec)), Run(Recipe(where, replace(spec, algorithm=MUTANT)))


def entries(told: ListRecorder) -> list[Entry]:
    """Return what was told as a flat list.

    A cut that leaves out nothing is none, a visit left without one is full, and the end of a game
    is a leaf.
    """
    flat: list[Entry] = []
    for what, visit in told.events:
        if what == "enter":
            flat.append((what, visit.row + 1, visit.path, (visit.alpha, visit.beta), ""))
        else:
            all_tried = len({each.move for each in visit.tried}) == visit.children
            if visit.kind == "cut" and all_tried:
                how = "full"
            else:
                how = visit.kind
            how = {"sampled": "full", "terminal": "limit"}.get(how, how)
            flat.append((what, visit.row + 1, visit.path, (visit.value,), how))
    return flat


def differ(one: Iterable[float], other: Iterable[float]) -> bool:
    """Return whether some numbers differ; NaN, of a search that was stopped, is unknown."""
    return any(a != b and not isnan(a) and not isnan(b) for a, b in zip(one, other, strict=True))


def naive(one: ListRecorder, other: ListRecorder, run: Run) -> Found:
    """Return where two lists part, going through both from the front; not all searches have
    windows.
    """
    entered = 0
    windows = run.algorithm.uses_window
    for a, b in zip_longest(entries(one), entries(other)):
        if a is None or b is None or (a[0], a[2]) != (b[0], b[2]):
            found = a or b
            assert found is not None
            return place(
                run, entered + 1, found[2][:-1] if found[0] == "enter" else found[2], "move"
            )
        entered += a[0] == "enter"
        if a[0] == "enter" and windows and differ(a[3], b[3]):
            return place(run, a[1], a[2], "window")
        if a[0] == "return" and differ(a[3], b[3]):
            return place(run, a[1], a[2], "value")
        if a[4] != b[4]:
            return place(run, a[1], a[2], "kind")
    return None


def place(
    run: Run,
    visit: int,
    line: tuple[int, ...],
    what: str,
) -> Found:
    """Return where two searches part, with moves as the game writes them."""
    return [visit, visit], words(run, line), what


def words(run: Run, line: tuple[int, ...]) -> list[str]:
    """Return moves as the game writes them, played from the root by its rules."""
    if run.game.name == "tree":
        return [str(number + 1) for number in line]
    position = run.root
    written = list[str]()
    for number in line:
        move = position.moves()[number]
        written.append(position.name(move))
        position = position.play(move)
    return written


def first(told: dict[str, Any]) -> Found:
    """Return the same of what `diff` says."""
    assert told["same"] == (not told["parts"])
    return next(((part["visits"], part["path"], part["what"]) for part in told["parts"]), None)


def has_parted(question: Question) -> bool:
    """Return whether the right and the broken search part; the comparison says the same as the
    lists.
    """
    one, other = (each.finish() for each in pair(*question))
    right, wrong = (listed(each, MOST)[0] for each in pair(*question))
    expected = naive(right, wrong, one)
    assert (
        first(divergences_as_object([*find_divergences(one.trace, other.trace)], (one, other)))
        == expected
    )
    return expected is not None


@each_mutant
def test_a_mutant_parts_where_the_lists_do(
    name: str, mutant: Algorithm, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each broken search of the tests, on two small positions."""
    monkeypatch.setitem(algorithms(), MUTANT, replace(mutant, name=MUTANT))
    for question in questions(1, name, mutant, 2):
        has_parted(question)


UNSEEN = {
    "the passes after the first are not reported as passes": "names of passes are not compared",
    "the root is reported one visit too many": "counts of visits are not compared",
    "an answer is said to be another visit's": "where an answer comes from is not compared",
    "answers are as good however deep": "in tic-tac-toe a position comes back at the same ply",
}
"""What of the broken searches no comparison of lines, windows and values can see."""


@pytest.mark.slow
@each_mutant
def test_a_mutant_parts_somewhere(
    name: str, mutant: Algorithm, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each broken search but those of which that cannot be seen."""
    monkeypatch.setitem(algorithms(), MUTANT, replace(mutant, name=MUTANT))
    if mutant.name == "star1":
        count = 80
    elif OPTIONS.get(name):
        count = 40
    else:
        count = 12
    parted = [has_parted(question) for question in questions(2, name, mutant, count)]

    assert any(parted) == (name not in UNSEEN)
