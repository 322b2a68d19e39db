"""The transposition table: values of positions that were searched before."""

# When a table answers, and with what, is a law of tests/oracles/laws.py.

from collections.abc import Callable
from dataclasses import replace
from math import inf
from typing import Any

from visualizer.searching.algorithms import NO_DEPTH_LIMIT, Problem, VisitFunction
from visualizer.searching.search_options import SearchOption, read_yes_or_no
from visualizer.trace.recorder import TABLE, Recorder

TABLE_OPTION = SearchOption(
    "table",
    "Store positions in a table and look them up when they come up again.",
    False,
    read_yes_or_no,
    unsaid=(False,),
    in_heading="with a table".format,
    in_name="table".format,
)
TABLE_BY_DEFAULT_OPTION = replace(
    TABLE_OPTION,
    default=True,
    unsaid=(True,),
    in_heading="without a table".format,
    in_name="no table".format,
)
"""The same option, on by default."""


StoredNode = tuple[float, float, float, int, int]
"""An inner node's value, from MAX's side; alpha and beta on entry, outside of which the value is a bound; the plies
left below it; the row of the visit. A plain tuple, since one is made at every visit."""


class TranspositionTable:
    """Stored nodes by the keys of their positions; a later entry replaces an earlier one."""

    def __init__(self, *, ranks: bool = False) -> None:
        """Begin empty; with `ranks` it also keeps each position's best move, and which visits met the depth limit."""
        self.entries: dict[Any, StoredNode] = {}
        self.ranks = ranks
        self.best: dict[Any, int] = {}
        """By position, the move index of the first child that returned the best value, whatever the depth."""
        self.limits = 0
        """How often the depth limit was met: by a leaf, or below the visit that stored an answer."""
        self.limited: set[int] = set()
        """The rows of visits below which the limit was met."""


def problem_with_table(problem: Problem) -> Problem:
    """Return the problem, with an empty table if its option asks for one and it has none."""
    wanted = problem.table is None and problem.options.get("table")
    if wanted:
        return replace(problem, table=TranspositionTable())
    return problem


def with_table_lookup(
    problem: Problem, recorder: Recorder, turned: Callable[[Any], Any] = lambda search: search
) -> Callable[[VisitFunction], VisitFunction]:
    """Return a decorator that makes a recursive search use the problem's table; without a table it changes nothing.

    A finished inner node is stored; its value is a bound if it is not inside the window on entry. A stored position is
    not searched again if as many plies are left below it and the entry is exact or a bound that closes the window.
    Values and windows are from MAX's side. `turned` converts a search to that side and back: `turned` of `negamax` for
    one from the mover's side, `windowless` for one without windows. After Plaat, Schaeffer, Pijls and de Bruin,
    "Best-first fixed-depth minimax algorithms", 1996, figure 1.
    """
    table = problem_with_table(problem).table
    limit = problem.depth
    cut = problem.cut
    if table is None:
        return lambda search: search
    entries = table.entries
    leaf = recorder.leaf
    visited = recorder.visited

    def remember(search: VisitFunction) -> VisitFunction:
        search = turned(search)

        def visit(
            position: Any, depth: int, number: int, alpha: float = -inf, beta: float = inf
        ) -> float:
            remaining = limit if limit == NO_DEPTH_LIMIT else limit - depth
            if not remaining:
                return search(position, depth, number, alpha, beta)
            key = position.key()
            if (known := entries.get(key)) is not None and known[3] == remaining:
                value, low, high, _, source = known
                if (value > low and (value < high or cut(value, beta))) or (
                    value < high and cut(alpha, value)
                ):
                    return leaf(number, value, TABLE, alpha, beta, source)
            row = visited()
            value = search(position, depth, number, alpha, beta)
            if visited() > row + 1:  # it is not a leaf
                entries[key] = value, alpha, beta, remaining, row
            return value

        remembering: VisitFunction = turned(
            with_best_moves(visit, table, limit, visited) if table.ranks else visit
        )
        return remembering  # it has the signature of the search

    return remember


def windowless(search: Callable[[Any, int, int], float]) -> Callable[..., float]:
    """Give a search without a window the parameters of one, or take them away; it ignores them either way."""

    def visit(
        position: Any, depth: int, number: int, alpha: float = -inf, beta: float = inf
    ) -> float:
        return search(position, depth, number)

    return visit


def with_best_moves(
    visit: Callable[..., float], table: TranspositionTable, limit: int, visited: Callable[[], int]
) -> Callable[..., float]:
    """Make a search store each position's best move, and whether the depth limit was met below it."""
    returned: list[tuple[int, float]] = []
    """The children of open nodes that have returned: number and value."""

    def visit_and_rank(position: Any, depth: int, number: int, *window: float) -> float:
        row = visited()
        first = len(returned)
        limits = table.limits
        value = visit(position, depth, number, *window)
        if depth < limit and visited() > row + 1:
            table.best[position.key()] = next(
                child for child, below in returned[first:] if below == value
            )
            if table.limits > limits:
                table.limited.add(row)
            del returned[first:]
        elif depth < limit and (known := table.entries.get(position.key())) is not None:
            table.limits += known[-1] in table.limited
        returned.append((number, value))
        return value

    return visit_and_rank


def code_with_table(pseudocode: str) -> str:
    """Return pseudocode with the lines of a table: a known node is answered, and every value is stored.

    >>> print(code_with_table("    return best # leave").rstrip())
        return store(node, best) # leave
    """
    lines = []
    for line in pseudocode.splitlines():
        code, mark, comment = line.partition("#")
        event = comment.strip()
        if event in ("leave", "cut") and "return" in code:
            before, _, value = code.rstrip().rpartition("return")
            code = f"{before}return store(node,{value}) ".ljust(len(code))
        lines.append(code + mark + comment)
        if event == "leaf":
            window = ", alpha, beta" if "alpha" in pseudocode else ""
            lines.append(
                f"    if knows(node{window}): return known(node) ".ljust(len(code))
                + mark
                + " table"
            )
    return "\n".join(lines) + "\n"
