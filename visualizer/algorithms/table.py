"""The transposition table: what was found out about a position, for whenever it comes up again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import inf
from typing import Any, NamedTuple, TypeVar

from games import AnyPosition
from visualizer.algorithms import TO_THE_END, Problem
from visualizer.search_options import SearchOption, yes_or_no
from visualizer.trace.recorder import TABLE, Recorder

Search = TypeVar("Search", bound=Callable[..., float])
"""Called with a position, the plies above it, the number of its move and its window, if there is one."""

OPTION = SearchOption(
    "table", "Whether a position met again is answered by what was found out about it before.", False, yes_or_no,
    in_heading=lambda on: "with a table" if on else "", in_name=lambda on: "table" if on else "",
)  # fmt: skip
USUAL = replace(
    OPTION, default=True,
    in_heading=lambda on: "" if on else "without a table", in_name=lambda on: "" if on else "no table",
)  # fmt: skip
"""The same for searches that are meant to have one."""


class Entry(NamedTuple):
    """What an inner node returned, from MAX's side, and whether its true value is at least or at most that."""

    value: float
    at_least: bool
    at_most: bool
    remaining: int
    """The plies that it was looked ahead."""
    best: int
    """The natural number of the first child that returned the value, -1 for none."""
    row: int
    """The visit that found it out."""
    limited: bool
    """Whether the depth limit was met below."""


class Table:
    """Entries by a position's key; a later one replaces an earlier one."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.entries: dict[Any, Entry] = {}
        self.limits = 0
        """How often the depth limit was met, in a search that counts it: by a leaf, or below the source of an answer."""

    def best(self, position: AnyPosition) -> int:
        """Return the natural number of a position's best move, whatever the depth, -1 if none is known."""
        known = self.entries.get(position.key())
        return -1 if known is None else known.best


def with_table(problem: Problem) -> Problem:
    """Return the problem with an empty table, if it is to have one and has none yet."""
    wanted = problem.table is None and problem.options.get("table")
    return replace(problem, table=Table()) if wanted else problem


def remembered(problem: Problem, recorder: Recorder, *, negated: bool = False) -> Callable[[Search], Search]:
    """Make a search answer from the problem's table what it has found out before; without a table it stays as it is.

    A finished inner node is stored, with its value as a bound if that is not inside the window that it was entered
    with. A position that is stored is not searched if it is as far from the depth limit and the entry is exact or a
    bound that closes the window. After Plaat, Schaeffer, Pijls and de Bruin, "Best-first fixed-depth minimax
    algorithms", 1996, figure 1. With `negated`, values and windows are from the side of who is to move.
    """
    table, limit, cut = with_table(problem).table, problem.depth, problem.cut
    if table is None:
        return lambda search: search
    entries, leaf, visited = table.entries, recorder.leaf, recorder.visited
    returned: list[tuple[int, float]] = []
    """The children of open nodes that have returned: number and value."""

    def remember(search: Search) -> Search:
        def visit(position: Any, depth: int, number: int, *window: float) -> float:
            turned = negated and not position.maximizing
            sign = -1 if turned else 1
            if depth == limit:
                value = sign * search(position, depth, number, *window)
                returned.append((number, value))
                return sign * value
            low, high = window or (-inf, inf)
            alpha, beta = (-high, -low) if turned else (low, high)
            key, remaining = position.key(), limit if limit == TO_THE_END else limit - depth
            known = entries.get(key)
            if known is not None and known.remaining == remaining and is_enough(known, alpha, beta, cut):
                table.limits += known.limited
                value = leaf(number, known.value, TABLE, alpha, beta, known.row)
            else:
                row, first, limits = visited(), len(returned), table.limits
                value = sign * search(position, depth, number, *window)
                if visited() > row + 1:  # it is no leaf
                    best = next((child for child, below in returned[first:] if below == value), -1)
                    limited = table.limits > limits
                    entries[key] = Entry(value, value > alpha, value < beta, remaining, best, row, limited)
                    del returned[first:]
            returned.append((number, value))
            return sign * value

        return visit  # type: ignore[return-value]  # it is called as the search is

    return remember


def is_enough(known: Entry, alpha: float, beta: float, cut: Callable[[float, float], bool]) -> bool:
    """Say whether an entry is exact, or a bound at which nothing remains of a window."""
    value, at_least, at_most = known[:3]
    return (at_least and (at_most or cut(value, beta))) or (at_most and cut(alpha, value))


def code_with_table(pseudocode: str) -> str:
    """Return pseudocode with what a table adds to it: the node may be known, and what it returns is stored.

    >>> print(code_with_table("def f(node):\\n    if is_leaf(node): return 1 # leaf\\n    return best # leave\\n"))
    def f(node):
        if is_leaf(node): return 1 # leaf
        if knows(node): return known(node) # table
        return store(node, best) # leave
    <BLANKLINE>
    """
    lines = []
    for line in pseudocode.splitlines():
        code, mark, event = line.partition("#")
        if event in (" leave", " cut") and "return " in code:
            before, _, value = code.rstrip().rpartition("return ")
            line = f"{before}return store(node, {value}) ".ljust(len(code)) + mark + event
        lines.append(line)
        if event == " leaf":
            window = ", alpha, beta" if "alpha" in pseudocode else ""
            lines.append(f"    if knows(node{window}): return known(node) ".ljust(len(code)) + mark + " table")
    return "\n".join(lines) + "\n"
