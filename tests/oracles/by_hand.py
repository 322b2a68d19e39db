"""A search made by hand, reckoned anew: which acts are right at each moment, on purpose apart from
the program.

A tree is a leaf's number or a `Branch`, as in `chance.py`. Alpha-beta soft or hard; with chance
Star1 with bounds.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field
from fractions import Fraction
from math import inf
from typing import Any

from tests.oracles.chance import Branch, Tree

Act = tuple[str, float]
Path = tuple[int, ...]
NOTHING = 0.0
NO_BOUNDS = (-inf, inf)


@dataclass
class Stage:
    """Before an act: where one stands, what has come back, the window as typed and as it is, and
    the right acts.

    The first of `acts` must come in the end, the others may be left out or come in any order.
    """

    path: Path
    mover: str
    values: list[Any]
    typed: tuple[Any, Any]
    now: tuple[Any, Any]
    before: tuple[Any, Any]
    left: int
    is_own: bool
    struck: bool = False
    closed: bool = False
    acts: list[Act] = field(default_factory=list)


Steps = Generator[Stage, None, Any]
"""Stages, and at the end what a node returns."""


@dataclass
class Rules:
    """The rules of a search: whether only α > β cuts, whether values are clipped, what leaves
    can be worth.
    """

    strict: bool = False
    hard: bool = False
    bounds: tuple[Any, Any] = NO_BOUNDS

    def meet(self, low: Any, high: Any) -> bool:
        """Return whether a window is closed."""
        return bool(low > high if self.strict else low >= high)


def product(factor: Any, probability: Any) -> Any:
    """Multiply, of which 0 times infinity is 0."""
    return factor * probability if probability else 0


def stages(tree: Branch, rules: Rules) -> Steps:
    """Yield the stages of a search of a tree in order."""
    yield from visit(
        tree,
        (),
        rules.bounds,
        rules.bounds,
        rules,
        is_own=False,
    )


def visit(
    node: Branch, path: Path, window: Any, typed: Any, rules: Rules, *, is_own: bool
) -> Steps:
    """Yield the stages of a node that is entered with a window, while another may still be
    typed; return its value.
    """
    is_max = node.mover == "max"
    count = len(node.children)
    values = list[Any]()
    low, high = entry = window

    def stage(**more: Any) -> Stage:
        left = count - len(values)
        return Stage(
            path,
            node.mover,
            [*values],
            typed,
            (low, high),
            before,
            left,
            is_own and not values,
            **more,
        )

    before = window
    if typed != window:
        differ = [
            (word, float(end))
            for word, end, was in zip(
                ("alpha", "beta"),
                window,
                typed,
                strict=True,
            )
            if end != was
        ]
        yield stage(acts=differ)
        if len(differ) > 1:
            typed = (window[0], typed[1])
            yield stage(acts=differ[1:])
        typed = window
    known: Any = 0
    for number, child in enumerate(node.children):
        yield stage(acts=[("down", NOTHING)])
        is_last = number == count - 1
        if node.mover == "~":
            rest = 0 if is_last else sum(node.odds[number + 1 :], Fraction(0))
            most = product(rules.bounds[1], rest)
            least = product(rules.bounds[0], rest)
            inside = (
                max(rules.bounds[0], (low - known - most) / node.odds[number]),
                min(rules.bounds[1], (high - known - least) / node.odds[number]),
            )
            value = yield from below(
                child, (*path, number), inside, (low, high), rules, is_own=True
            )
            values.append(value)
            known += node.odds[number] * value
            if not is_last:
                for worth, ends in (
                    (known + most, (low, known + most)),
                    (known + least, (known + least, high)),
                ):
                    if rules.meet(*ends):
                        yield stage(acts=[("cut", NOTHING)], closed=True)
                        yield stage(acts=[("return", float(worth))], struck=True)
                        return worth
            continue
        value = yield from below(
            child, (*path, number), (low, high), (low, high), rules, is_own=False
        )
        values.append(value)
        before = (low, high)
        if is_max:
            low = max(low, value)
        else:
            high = min(high, value)
        if (low, high) != before:
            change = [("alpha", float(low)), ("beta", float(high))][not is_max]
        else:
            change = None
        changes = [change] if change else []
        if not is_last and rules.meet(low, high):
            yield stage(acts=[("cut", NOTHING), *changes], closed=True)
            yield stage(
                acts=[
                    (
                        "return",
                        float(
                            result(
                                values,
                                entry,
                                rules,
                                is_max=is_max,
                            )
                        ),
                    )
                ],
                struck=True,
            )
            return result(
                values,
                entry,
                rules,
                is_max=is_max,
            )
        if not is_last:
            if changes:
                yield stage(acts=changes)
            typed = (low, high)
        else:
            worth = result(
                values,
                entry,
                rules,
                is_max=is_max,
            )
            yield stage(acts=[("return", float(worth)), *changes])
            return worth
    yield stage(acts=[("return", float(known))])
    return known


def result(
    values: list[Any],
    entry: Any,
    rules: Rules,
    *,
    is_max: bool,
) -> Any:
    """Return what a player's node returns."""
    if is_max:
        best = max(values)
    else:
        best = min(values)
    if rules.hard:
        return min(max(best, entry[0]), entry[1])
    return best


def below(
    child: Tree,
    path: Path,
    window: Any,
    typed: Any,
    rules: Rules,
    *,
    is_own: bool,
) -> Steps:
    """Yield the stages of a child; return what it returns: a leaf its number."""
    if not isinstance(child, Branch):
        return child
    return (
        yield from visit(
            child,
            path,
            window,
            typed,
            rules,
            is_own=is_own,
        )
    )
