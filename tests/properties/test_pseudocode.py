"""The pseudocode that a person reads is what runs."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from fractions import Fraction
from math import inf, nextafter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.few import one_in
from tests.merged import prepared
from tests.trees import WINDOWS, Tree, children, subtree, trees
from visualizer.explaining.explanation.code_line import pseudocode_of
from visualizer.searching.algorithms import algorithms
from visualizer.searching.run import Run

Path = tuple[int, ...]
WAYS = [
    (name, fail, table)
    for name, each in algorithms().items()
    if each.pseudocode and each.sampling is None
    for fail in each.fail
    for table in (
        (False, True) if any(option.name == "table" for option in each.options) else (None,)
    )
]


class Words:
    """What pseudocode speaks of, on a tree in which a node is a path: also a table, told what it
    is to remember.
    """

    def __init__(
        self,
        tree: Tree,
        run: Run,
        *,
        maximizing: bool,
        strict: bool,
    ) -> None:
        """Begin with nothing visited and nothing remembered."""
        self.tree = tree
        self.run = run
        self.maximizing = maximizing
        self.cut: Callable[[float, float], bool] = operator.gt if strict else operator.ge
        self.limit = inf
        self.visited: list[Path] = []
        self.window: dict[Path, tuple[float, float]] = {}
        self.stored: dict[Any, tuple[float, bool, bool, float, int]] = {}
        self.tried: dict[Path, list[Path]] = {}
        self.found: dict[Path, float] = {}

    def is_max(self, path: Path) -> bool:
        return self.maximizing == (len(path) % 2 == 0)

    def is_chance(self, path: Path) -> bool:
        return False

    def is_random(self, path: Path) -> bool:
        return self.is_max(path) != self.maximizing

    def p(self, path: Path) -> Fraction:
        return Fraction(1, len(children(subtree(self.tree, path[:-1]))))

    def sign(self, path: Path) -> int:
        if self.is_max(path):
            return 1
        return -1

    def is_leaf(self, path: Path) -> bool:
        self.visited.append(path)
        for above in (path[:-1],) if path else ():
            self.tried.setdefault(above, []).append(path)
        self.tried[path] = []
        return len(path) == self.limit or not children(subtree(self.tree, path))

    def is_over(self, path: Path) -> bool:
        over = not children(subtree(self.tree, path))
        return over and self.is_leaf(path)

    def value(self, path: Path) -> float:
        node = subtree(self.tree, path)
        if isinstance(node, list):
            self.found[path] = 0
        else:
            self.found[path] = node
        return self.found[path]

    def won(self, path: Path, ply: int) -> int:
        node = subtree(self.tree, path)
        if isinstance(node, list):
            winner = 0
        else:
            winner = (node > 0) - (node < 0)
        if ply == 2 and winner == (1 if self.maximizing else -1):
            return 0
        return winner

    def ordered(self, path: Path) -> list[Path]:
        return [(*path, number) for number in range(len(children(subtree(self.tree, path))))]

    def best_first(self, path: Path) -> list[Path]:
        known = self.stored.get(self.key(path))
        return sorted(
            self.ordered(path), key=lambda child: known is not None and child[-1] != known[4]
        )

    def null(
        self,
        path: Path,
        child: Path,
        alpha: float,
        beta: float,
    ) -> tuple[float, float]:
        if child[-1] == 0:
            return alpha, beta
        if self.is_max(path):
            return (alpha, nextafter(alpha, inf))
        return (nextafter(beta, -inf), beta)

    def key(self, path: Path) -> Any:
        return repr(subtree(self.tree, path)), self.is_max(path)

    def knows(
        self,
        path: Path,
        alpha: float = -inf,
        beta: float = inf,
    ) -> bool:
        self.window[path] = alpha, beta
        value, at_least, at_most, remaining, _ = self.stored.get(
            self.key(path), (0, False, False, -1, 0)
        )
        if remaining != self.limit - len(path):
            return False
        enough = at_least and at_most
        return (
            enough or (at_least and self.cut(value, beta)) or (at_most and self.cut(alpha, value))
        )

    def known(self, path: Path) -> float:
        self.found[path] = self.stored[self.key(path)][0]
        return self.found[path]

    def store(self, path: Path, value: float) -> float:
        alpha, beta = self.window[path]
        self.found[path] = value
        best = next((child[-1] for child in self.tried[path] if self.found[child] == value), -1)
        self.stored[self.key(path)] = (
            value,
            value > alpha,
            value < beta,
            self.limit - len(path),
            best,
        )
        return value

    def depths(self) -> Iterator[int]:
        return iter(range(1, len(self.run.trace.roots()) + 1))

    def set_limit(self, depth: int) -> None:
        self.limit = depth


@pytest.mark.parametrize(("name", "fail", "table"), one_in(3, WAYS), ids=str)
@given(
    tree=trees(plies=4),
    maximizing=st.booleans(),
    window=WINDOWS,
    strict=st.booleans(),
)
@settings(max_examples=40)
def test_pseudocode_is_what_runs(
    name: str,
    fail: str,
    table: bool | None,
    tree: Tree,
    maximizing: bool,
    window: tuple[float, float],
    strict: bool,
) -> None:
    """The pseudocode that a person reads, run as it stands, visits the same nodes and returns
    the same value.
    """
    asked: dict[str, Any] = {
        "window": window,
        "fail": fail,
        "options": {} if table is None else {"table": table},
    }
    strict = strict and fail == "soft"
    run = prepared(
        tree, maximizing, algorithm=name, ordering="natural", cut=">" if strict else ">=", **asked
    ).finish()
    words = Words(
        tree,
        run,
        maximizing=maximizing,
        strict=strict,
    )
    space: dict[str, Any] = {
        word: getattr(words, word) for word in dir(words) if not word.startswith("_")
    }
    if not table:
        del space["best_first"]  # nothing is remembered
    space |= {
        "inf": inf,
        "value": words.value,
        "children": words.ordered,
    }
    space |= {
        "above": lambda number: nextafter(number, inf),
        "below": lambda number: nextafter(number, -inf),
    }
    exec(pseudocode_of(run), space)
    if name != "negamax" or maximizing:
        low, high = window
    else:
        low = -window[1]
        high = -window[0]
    arguments: tuple[float, ...] = (low, high) if run.algorithm.uses_window else ()
    if name == "mtdf":
        arguments = (min(max(0, low), high), low, high)
    value = space[name.replace("ordered-", "").replace("-", "_")]((), *arguments)
    if name == "negamax" and not maximizing:
        turned = -1
    else:
        turned = 1

    assert float(turned * value) == run.trace.value(run.trace.roots()[-1])
    assert words.visited == [run.path(row) for row in range(len(run.trace))]
