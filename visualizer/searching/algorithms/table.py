"""The transposition table: values of positions that were searched before."""

# tests/oracles/laws.py has the law of when a table answers, and with what.

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
    left_out_values=(False,),
    in_heading="with a table".format,
    in_name="table".format,
)
TABLE_BY_DEFAULT_OPTION = replace(
    TABLE_OPTION,
    default=True,
    left_out_values=(True,),
    in_heading="without a table".format,
    in_name="no table".format,
)
"""The same option, on by default."""


StoredNode = tuple[float, float, float, int, int]
"""An inner node as it is stored: value, alpha and beta on entry, plies left below it, and row.

The value is from MAX's side, and a bound if it is outside alpha and beta. The row belongs to the
visit that stored the node. A plain tuple is fast: one is made at every visit."""
PLIES_LEFT_INDEX = 3
"""The index of the plies left in a stored node."""


class TranspositionTable:
    """Stored nodes by the keys of their positions; a later node replaces an earlier one."""

    def __init__(self, *, stores_best_moves: bool = False) -> None:
        """Start empty.

        If `stores_best_moves` is true, the search also stores the best move of each position, and
        the visits that reached the depth limit.
        """
        self.entries: dict[Any, StoredNode] = {}
        self.stores_best_moves = stores_best_moves
        self.best: dict[Any, int] = {}
        """The index of the best move in the last search of each position, by the position's key."""
        self.limit_count = 0
        """The number of leaves so far whose values depend on the depth limit."""
        self.limited: set[int] = set()
        """The rows of the visits whose values depend on the depth limit."""


def problem_with_table(problem: Problem) -> Problem:
    """Return the problem, with a new table if it asks for a table and has none."""
    if problem.table is None and problem.options.get("table"):
        return replace(problem, table=TranspositionTable())
    return problem


def with_table_lookup(
    problem: Problem, recorder: Recorder, to_max: Callable[[Any], Any] = lambda search: search
) -> Callable[[VisitFunction], VisitFunction]:
    """Return a decorator that makes a recursive search use the problem's table, if it has one.

    A finished inner node is stored; its value is a bound if it lies outside the window on entry.
    The table answers a visit to a stored position if as many plies are left as before, and if the
    stored value is exact or a bound that closes the window.

    The table needs a search with a window and with values from MAX's side. `to_max` converts the
    search to such a search, and the decorated search back: `negated` changes signs, and
    `windowless` accepts a window and ignores it. After Plaat, Schaeffer, Pijls and de Bruin,
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

    def decorate(search: VisitFunction) -> VisitFunction:
        """Return the search with the table."""
        search = to_max(search)

        def visit(
            position: Any, depth: int, number: int, alpha: float = -inf, beta: float = inf
        ) -> float:
            """Return a position's value from the table, or else search it and store its value."""
            # Without a limit, all entries are equally deep, since every visit searches to the end.
            plies_left = limit if limit == NO_DEPTH_LIMIT else limit - depth
            if not plies_left:
                return search(position, depth, number, alpha, beta)

            key = position.key()
            entry = entries.get(key)
            # Inlined: calling a function here made a whole search 1 % slower.
            if entry is not None and entry[PLIES_LEFT_INDEX] == plies_left:
                stored, stored_alpha, stored_beta, _, source = entry
                is_lower_bound = stored > stored_alpha
                is_upper_bound = stored < stored_beta
                # An exact value answers any window, a bound only a window that it closes.
                if (
                    (is_lower_bound and is_upper_bound)
                    or (is_lower_bound and cut(stored, beta))
                    or (is_upper_bound and cut(alpha, stored))
                ):
                    return leaf(number, stored, TABLE, alpha, beta, source)

            row = visited()
            value = search(position, depth, number, alpha, beta)
            has_children = visited() > row + 1
            if has_children:
                entries[key] = value, alpha, beta, plies_left, row
            return value

        extended = visit
        if table.stores_best_moves:
            extended = with_best_moves(visit, table, limit, visited)
        decorated: VisitFunction = to_max(extended)
        return decorated

    return decorate


def windowless(search: Callable[[Any, int, int], float]) -> Callable[..., float]:
    """Return a function that calls `search` and ignores its own window."""

    def visit(
        position: Any, depth: int, number: int, alpha: float = -inf, beta: float = inf
    ) -> float:
        return search(position, depth, number)

    return visit


def with_best_moves(
    visit: Callable[..., float], table: TranspositionTable, limit: int, visited: Callable[[], int]
) -> Callable[..., float]:
    """Return a search that also stores the best moves, and which visits reached the depth limit.

    `visit` is the search to extend, and `limit` is the depth limit. `visited` returns the number of
    visits so far, which is the row of the next visit.
    """
    returned: list[tuple[int, float]] = []
    """The move index and value of each child that has returned to an open node, as a stack."""

    def visit_and_store(position: Any, depth: int, number: int, *window: float) -> float:
        """Visit a node, and store its best move and whether its value depends on the limit."""
        row = visited()
        children_start = len(returned)
        count_before = table.limit_count
        value = visit(position, depth, number, *window)
        has_children = visited() > row + 1
        if depth < limit and has_children:
            children = returned[children_start:]
            best = next(child for child, child_value in children if child_value == value)
            table.best[position.key()] = best
            if table.limit_count > count_before:
                table.limited.add(row)
            # The children of this node are popped from the stack.
            del returned[children_start:]
        elif depth < limit:
            # The game is over, or the table has answered with the value of an earlier visit.
            entry = table.entries.get(position.key())
            if entry is not None:
                source_row = entry[-1]
                if source_row in table.limited:
                    table.limit_count += 1
        returned.append((number, value))
        return value

    return visit_and_store


def code_with_table(pseudocode: str) -> str:
    """Return the pseudocode of a search, extended so that it looks up and stores nodes in a table.

    In pseudocode, the comment at the end of a line names the event that the line stands for.

    >>> print(code_with_table("    return best # leave").rstrip())
        return store(node, best) # leave
    """
    window = ", alpha, beta" if "alpha" in pseudocode else ""
    look_up = f"    if knows(node{window}): return known(node) "
    lines = []
    for line in pseudocode.splitlines():
        code, mark, comment = line.partition("#")
        event = comment.strip()
        returns_value = event in ("leave", "cut") and "return" in code
        if returns_value:
            before, _, value = code.rstrip().rpartition("return")
            # Padded, so that the comments stay aligned.
            code = f"{before}return store(node,{value}) ".ljust(len(code))
        lines.append(code + mark + comment)
        if event == "leaf":
            lines.append(look_up.ljust(len(code)) + mark + " table")
    return "\n".join(lines) + "\n"
