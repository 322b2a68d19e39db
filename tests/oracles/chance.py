"""Trees with chance, searched slowly and exactly: on purpose apart from the program.

A tree is a leaf's number, or a `Branch`. All is fractions; an infinity is a float. What a node can
still be is an interval, from what its children can be; a search goes on only where some value of
the next child keeps the node's own within its window, and no window without a value in it is ever
entered.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from math import inf
from typing import Any

Path = tuple[int, ...]
Interval = tuple[Any, Any]
FREE: Interval = (-inf, inf)
ENDS = {
    ">=": ("cannot exceed", "cannot be less than"),
    ">": ("must be less than", "must be more than"),
}
"""What is said of a chance node that is left at either end of its window, by the rule of the
cut.
"""


@dataclass
class Branch:
    """An inner node: who moves, `max`, `min` or `~`, its children, and the probabilities of an
    outcome of chance.
    """

    mover: str
    children: list[Any]
    odds: list[Fraction] = field(default_factory=list)


Tree = Any


def random_tree(
    seed: int,
    plies: int = 4,
    widest: int = 3,
    low: int = 0,
    high: int = 3,
) -> Tree:
    """Return an irregular tree full of ties, in which anybody may move anywhere; values may be
    halves.
    """
    dice = random.Random(seed)

    def node(left: int) -> Tree:
        if not left or (left < plies and dice.random() < 0.2):
            value = dice.randint(2 * low, 2 * high)
            if dice.random() < 0.3:
                return Fraction(value, 2)
            return Fraction(value // 2)
        mover = dice.choice(["max", "min", "~", "~"])
        children = [node(left - 1) for _ in range(dice.randint(1, widest))]
        shares = [dice.randint(1, 3) if dice.random() < 0.5 else 1 for _ in children]
        return Branch(
            mover, children, [Fraction(share, sum(shares)) for share in shares] * (mover == "~")
        )

    return node(plies)


def written(tree: Tree) -> str:
    """Write a tree with everything said that can be said."""
    if not isinstance(tree, Branch):
        if tree.denominator > 1:
            return str(float(tree))
        return str(tree)
    below = [written(child) for child in tree.children]
    if tree.mover == "~":
        return (
            f"max ~[{', '.join(f'{p}: {each}' for p, each in zip(tree.odds, below, strict=True))}]"
        )
    return f"{tree.mover}[{', '.join(below)}]"


def leaves(tree: Tree) -> list[Fraction]:
    """Return the values of all leaves."""
    if isinstance(tree, Branch):
        return [value for child in tree.children for value in leaves(child)]
    return [tree]


def true_value(tree: Tree, random_side: str = "") -> Any:
    """Return what a node is worth on average; `random_side`, if any, makes all its moves with
    the same probability.
    """
    if not isinstance(tree, Branch):
        return tree
    values = [true_value(child, random_side) for child in tree.children]
    if tree.mover == random_side:
        return sum(values, Fraction(0)) / len(values)
    if tree.mover == "~":
        return sum((p * value for p, value in zip(tree.odds, values, strict=True)), Fraction(0))
    if tree.mover == "max":
        return max(values)
    return min(values)


@dataclass
class Visit:
    """What a search does at a node: its window, the children that it visits in order, and what
    it returns.
    """

    path: Path
    tree: Tree
    window: Interval
    tried: list[Visit] = field(default_factory=list)
    value: Any = None
    cut: bool = False

    @property
    def all(self) -> Iterator[Visit]:
        """Go through this visit and those below it, in order."""
        yield self
        for child in self.tried:
            yield from child.all


def star1(
    tree: Tree, window: Interval = FREE, limits: Interval = FREE, rule: str = ">=", order: int = 1
) -> Visit:
    """Search a tree from left to right, or with `order` -1 from right to left, and return the
    root's visit.
    """

    def closed(low: Any, high: Any) -> bool:
        """Whether nothing of interest is from low to high."""
        return bool(low >= high if rule == ">=" else low > high)

    def visit(
        node: Tree,
        path: Path,
        low: Any,
        high: Any,
    ) -> Visit:
        assert low < high or (rule == ">" and low == high), "an empty window is entered"
        made = Visit(path, node, (low, high))
        if not isinstance(node, Branch):
            made.value = node
            return made
        places = [*range(len(node.children))][::order]
        if node.mover == "~":
            chance(made, places)
            return made
        best = None
        for place in places:
            child = visit(node.children[place], (*path, place), low, high)
            made.tried.append(child)
            if best is None or (child.value > best if node.mover == "max" else child.value < best):
                best = child.value
            if node.mover == "max":
                low = max(low, best)
            else:
                high = min(high, best)
            if closed(low, high) and len(made.tried) < len(places):
                made.cut = True
                break
        made.value = best
        return made

    def chance(made: Visit, places: list[int]) -> None:
        """Visit the outcomes one by one, as long as the node may still be worth something inside
        of its window.
        """
        for done, place in enumerate(places):
            later = places[done + 1 :]
            seen = zip(places, made.tried, strict=False)
            known = sum(
                (made.tree.odds[before] * visit.value for before, visit in seen), Fraction(0)
            )

            def can_be(
                value: Any,
                end: Any,
                known: Any = known,
                place: int = place,
                later: list[int] = later,
            ) -> Any:
                """What the node is worth if this child is worth a value, and all later ones one
                of the ends.
                """
                return (
                    known
                    + made.tree.odds[place] * value
                    + sum(made.tree.odds[each] * end for each in later)
                )

            # The child's value for which the node, with the best or the worst to come, just touches
            # its window.
            share = made.tree.odds[place]
            low = (made.window[0] - can_be(0, limits[1])) / share
            high = (made.window[1] - can_be(0, limits[0])) / share
            child = visit(
                made.tree.children[place],
                (*made.path, place),
                max(limits[0], low),
                min(limits[1], high),
            )
            made.tried.append(child)
            most = can_be(child.value, limits[1])
            least = can_be(child.value, limits[0])
            if later and closed(made.window[0], most):
                made.value = most
                made.cut = True
                return
            if later and closed(least, made.window[1]):
                made.value = least
                made.cut = True
                return
            made.value = least

    return visit(tree, (), max(window[0], limits[0]), min(window[1], limits[1]))


def pruned(visit: Visit) -> int:
    """Return how many children are left out by cutoffs."""
    return sum(len(each.tree.children) - len(each.tried) for each in visit.all if each.cut)


def proved(visit: Visit, limits: Interval) -> Interval:
    """Return between which values what a finished visit has seen leaves its node: by its leaves,
    and by its window.
    """
    if not isinstance(visit.tree, Branch):
        return visit.value, visit.value
    low, high = combined(visit, [proved(child, limits) for child in visit.tried], limits)
    if visit.value > visit.window[0]:
        low = max(low, visit.value)
    if visit.value < visit.window[1]:
        high = min(high, visit.value)
    return low, high


def combined(visit: Visit, below: list[Interval], limits: Interval) -> Interval:
    """Return between which values a node is, given those of the children seen; others may be
    anything.
    """
    order = [child.path[-1] for child in visit.tried[: len(below)]]
    missing = [place for place in range(len(visit.tree.children)) if place not in order]
    every = [*zip(order, below, strict=True), *((place, limits) for place in missing)]
    if visit.tree.mover == "~":
        return tuple(
            sum(visit.tree.odds[place] * ends[side] for place, ends in every) for side in (0, 1)
        )
    if visit.tree.mover == "max":
        best = max
    else:
        best = min
    return best(ends[0] for _, ends in every), best(ends[1] for _, ends in every)


def number(value: Any) -> str:
    """Write a number as people do: a short decimal fraction, else a fraction with small numbers,
    else about.
    """
    value = Fraction(value)
    if 10**6 % value.denominator == 0:
        return f"{float(value):.10g}".replace("-", "−")
    if value.denominator <= 99:
        return f"{value.numerator}/{value.denominator}".replace("-", "−")
    return f"≈{float(value):.4g}".replace("-", "−")


def label(
    visit: Visit,
    limits: Interval,
    returned: set[Path],
    left: bool,
) -> str:
    """Return what is shown of a node when the visits at some paths have `returned`; `left`: it
    returns next, cut.
    """
    if visit.path in returned or (left and visit.cut and visit.tree.mover == "~"):
        low, high = proved(visit, limits)
        if low == high or not isinstance(visit.tree, Branch):
            return number(visit.value)
        return ("≤" if visit.value <= visit.window[0] else "≥") + number(visit.value)
    if not isinstance(visit.tree, Branch):
        return ""
    back = [child for child in visit.tried if child.path in returned]
    if not back:
        return ""
    if visit.tree.mover == "~":
        low, high = combined(visit, [bounded(child, limits) for child in back], limits)
        if low == high:
            return number(low)
        if (low, high) == FREE:
            known = sum(visit.tree.odds[child.path[-1]] * child.value for child in back)
            return f"{number(known)}+…"
        if inf in (abs(low), abs(high)):
            return f"≤{number(high)}" if low == -inf else f"≥{number(low)}"
        return f"{number(low)} … {number(high)}"
    maximizes = visit.tree.mover == "max"
    best = (max if maximizes else min)(back, key=lambda child: child.value)
    low, high = bounded(best, limits)
    if maximizes:
        proves = low == best.value
    else:
        proves = high == best.value
    sign = "≥" if proves is maximizes else "≤"
    return f"{sign}{number(best.value)}" + ("" if proves else "…")


def bounded(visit: Visit, limits: Interval) -> Interval:
    """Return between which values a finished node is, of which its value with its sign is known
    and no more.
    """
    low, high = proved(visit, limits)
    if low == high:
        return low, high
    if visit.value <= visit.window[0]:
        return (limits[0], visit.value)
    return (visit.value, limits[1])


def bracketed(value: Any) -> str:
    """Write a factor: in brackets where it is negative."""
    if value < 0:
        return f"({number(value)})"
    return number(value)


def added(
    visit: Visit,
    seen: list[Visit],
    worth: Any,
    rest: Interval = (0, 0),
) -> str:
    """Write a chance node's sum: each outcome seen, and perhaps (probability, value) of the
    rest.
    """
    terms = [f"{visit.tree.odds[child.path[-1]]} · {bracketed(child.value)}" for child in seen]
    if rest[0]:
        terms += [f"{rest[0]} · {bracketed(rest[1])}"]
    else:
        terms += []
    result = number(worth)
    return f"{' + '.join(terms)} " + (
        f"≈ {result[1:]}" if result.startswith("≈") else f"= {result}"
    )


def sentence(
    visit: Visit,
    child: Visit,
    limits: Interval,
    rule: str,
    place: str,
) -> str:
    """Return a part of what is said when a child of a chance node returns; `place` is what that
    node is called.
    """
    seen = visit.tried[: visit.tried.index(child) + 1]
    known = sum((visit.tree.odds[each.path[-1]] * each.value for each in seen), Fraction(0))
    rest = 1 - sum(visit.tree.odds[each.path[-1]] for each in seen)
    name = place[:1].upper() + place[1:]
    if child is visit.tried[-1] and visit.cut:
        high = visit.value >= visit.window[1]
        limit = limits[0 if high else 1]
        sign = {">=": "≥≤", ">": "><"}[rule][0 if high else 1]
        if visit.value == visit.window[1 if high else 0]:
            sign = "≥" if high else "≤"
        end = f"{'β' if high else 'α'} = {number(visit.window[1 if high else 0])}"
        return f"({added(visit, seen, visit.value, (rest, limit))} {sign} {end})"
    low, high = combined(visit, [bounded(each, limits) for each in seen], limits)
    if not rest:
        only = {(True, False): "at most ", (False, True): "at least "}.get(
            (low < known, high > known), ""
        )
        return f"{name} is worth {only}{added(visit, seen, known)}."
    known_words = f"The sum for {place} so far: {added(visit, seen, known)}"
    if (low, high) == FREE:
        return f"{known_words}."
    if inf in (abs(low), abs(high)):
        end = f"at most {number(high)}" if low == -inf else f"at least {number(low)}"
        return f"{known_words}; the full sum will be {end}."
    return f"{known_words}; the full sum will lie between {number(low)} and {number(high)}."
