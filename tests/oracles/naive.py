"""The tree at a step, computed from the events alone: slow, obvious, and sharing no code with the
program.

A node is a path. Everything is computed anew for every step, in plain dictionaries.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isnan
from typing import NamedTuple

from tests.oracles.events import Event, Visit

Node = tuple[int, ...]
LEAVES = ("terminal", "limit", "playout")


class Found(NamedTuple):
    """The result of a search: value, bound and best line."""

    value: float | None
    bound: str
    line: list[Node]


class Naive:
    """The state after `step` events; `passes` is "replace", "narrow" or "add"; `windows`: the
    search has windows.
    """

    def __init__(
        self, events: Sequence[Event], step: int, passes: str = "replace", *, windows: bool = True
    ) -> None:
        """Take in the events one by one."""
        self.events = events
        self.step = step
        self.passes = passes
        self.windows = windows
        self.following = events[step] if step < len(events) else None
        self.visits: dict[Node, list[Visit]] = {}
        """The visits of each node in the order of entry; the nodes are in the order of their
        first visits.
        """
        self.entered: list[Visit] = []
        """The visits that have returned, by row."""
        self.below: dict[int, list[Visit]] = {}
        """The visits of a visit's children, by row."""
        self.returned: set[int] = set()
        self.open: list[Visit] = []
        self.roots: list[Visit] = []
        self.current: Node | None = None
        self.entering = False
        for what, visit in events[:step]:
            self.current = visit.path
            self.entering = what == "enter"
            if what == "enter":
                self.visits.setdefault(visit.path, []).append(visit)
                self.entered.append(visit)
                self.below[visit.row] = []
                self.open.append(visit)
                if visit.above is None:
                    self.roots.append(visit)
                else:
                    self.below[visit.above.row].append(visit)
            else:
                self.open.pop()
                self.returned.add(visit.row)

    @property
    def at_end(self) -> bool:
        """Say whether the search has finished."""
        return self.following is None

    # Nodes.

    def latest(self, node: Node) -> Visit:
        """Return the last visit of a node."""
        return self.visits[node][-1]

    def first_tried(self, visits: Sequence[Visit]) -> list[Node]:
        """Return the children of some visits, each once, in the order in which these visits
        first came to them.
        """
        return [*dict.fromkeys(child.path for visit in visits for child in self.below[visit.row])]

    def children(self, node: Node) -> list[Node]:
        """Return the children of the latest visit; where passes add up, of all visits."""
        return self.first_tried(
            self.visits[node] if self.passes == "add" else self.visits[node][-1:]
        )

    def earlier(self, node: Node) -> list[Node]:
        """Return the children of earlier visits that the latest visit has not come to."""
        if self.passes == "add":
            return []
        now = self.children(node)
        return [child for child in self.first_tried(self.visits[node]) if child not in now]

    def parent(self, node: Node) -> Node | None:
        """Return the parent."""
        if node:
            return node[:-1]
        return None

    def is_earlier(self, node: Node) -> bool:
        """Say whether a node, or a node on the path to it, is known only from an earlier pass or
        visit.
        """
        if self.passes == "add":
            return False
        visit = self.latest(node)
        while visit.above is not None:
            visit = visit.above
            if visit is not self.latest(visit.path):
                return True
        return False

    def is_cut(self, visit: Visit) -> bool:
        """Say whether a visit has been cut; this is known from the return of its last visited
        child on.
        """
        seen = self.below[visit.row]
        if visit.kind != "cut" or not seen or len({child.path for child in seen}) == visit.children:
            return False
        if visit.row in self.returned:
            return True
        return self.following == ("return", visit) and seen[-1].row in self.returned

    def status(self, node: Node) -> str:
        """Return the name of a node's status."""
        if node not in self.visits:
            return "to come"
        visit = self.latest(node)
        if self.is_earlier(node):
            return "earlier"
        if self.is_cut(visit):
            return "cut"
        if visit.row not in self.returned:
            return "open"
        return "stopped" if visit.kind == "stopped" else "done"

    # Values.

    def reported(self, visit: Visit) -> bool:
        """Say whether a visit has returned a value."""
        return visit.row in self.returned and not isnan(visit.value)

    def looks(self, visit: Visit) -> Iterator[Visit]:
        """Yield for each child of a visit its last visit, if that has returned and no other has
        begun.
        """
        last = {child.path: child for child in self.below[visit.row]}
        for node, look in last.items():
            asked_again = (
                self.following is not None
                and self.following[0] == "enter"
                and self.following[1].path == node
                and self.following[1].above is visit
                and look is self.below[visit.row][-1]
            )
            if self.reported(look) and not asked_again:
                yield look

    def best_look(self, visit: Visit) -> Visit | None:
        """Return the first of the best children's visits."""
        best: Visit | None = None
        for look in self.looks(visit):
            if best is None or (
                look.value > best.value if visit.maximizing else look.value < best.value
            ):
                best = look
        return best

    def mean(self, node: Node) -> float | None:
        """Return the mean of what the visits of a node returned."""
        values = [visit.value for visit in self.visits[node] if self.reported(visit)]
        if values:
            return sum(values) / len(values)
        return None

    def best(self, node: Node) -> tuple[float, Node] | None:
        """Return the best child and its value; where passes add up, the child with the most
        visits and its mean.
        """
        if self.passes != "add":
            look = self.best_look(self.latest(node))
            if look is None:
                return None
            return (look.value, look.path)
        most = 0
        found = None
        for child in self.children(node):
            count = sum(self.reported(visit) for visit in self.visits[child])
            mean = self.mean(child)
            if count > most and mean is not None:
                most = count
                found = mean, child
        return found

    def value(self, node: Node) -> float | None:
        """Return the value of the latest visit, or its best so far; where passes add up, the
        mean.
        """
        if self.passes == "add":
            return self.mean(node)
        if self.is_narrowed(node):
            return self.result().value
        visit = self.latest(node)
        if self.reported(visit):
            return visit.value
        look = self.best_look(visit)
        return None if look is None else look.value

    def bound(self, node: Node) -> str:
        """Return how a node's value is related to the true one: exact, at least or at most."""
        if self.passes == "add":
            if self.mean(node) is None:
                return ""
            return "≈"
        if self.is_narrowed(node):
            return self.result().bound
        return self.bound_of(self.latest(node))

    def bound_of(self, visit: Visit) -> str:
        """Return how a visit's value is related to the true one: exact, at least or at most."""
        if not self.reported(visit):
            best = self.best_look(visit)
            if best is None:
                return ""
            so_far = "≤…" if visit.maximizing else "≥…"
            return ("≥" if visit.maximizing else "≤") if self.reaches(visit, best) else so_far
        if visit.kind in LEAVES or not self.windows:
            return "="
        if visit.is_leaf and visit.source >= 0:
            return self.bound_of(self.stored(visit))
        if self.proved(visit) == (visit.value, visit.value):
            return "="
        return "≤" if visit.value <= visit.alpha else "≥"

    def proved_below(self, visit: Visit) -> tuple[float, float]:
        """Return between which values the children of a visit prove the true one to be, if it
        has visited them all.
        """
        looks = [*self.looks(visit)]
        seen_all = visit.kind == "full" or (
            visit.kind == "cut"
            and len({child.path for child in self.below[visit.row]}) == visit.children
        )
        if not looks or not seen_all:
            return float("-inf"), float("inf")
        lows, highs = zip(*map(self.proved, looks), strict=True)
        pick = max if visit.maximizing else min
        return pick(lows), pick(highs)

    def proved(self, visit: Visit) -> tuple[float, float]:
        """Return between which values a visit proves the true one to be: by its window, and by
        its children.
        """
        if visit.is_leaf and visit.source >= 0:
            return self.proved(self.stored(visit))
        value = visit.value
        if visit.kind in LEAVES or not self.windows or visit.alpha < value < visit.beta:
            return value, value
        if value >= visit.beta:
            low = value
        else:
            low = float("-inf")
        if value <= visit.alpha:
            high = value
        else:
            high = float("inf")
        below = self.proved_below(visit)
        return max(low, below[0]), min(high, below[1])

    def reaches(self, visit: Visit, look: Visit) -> bool:
        """Say whether the value of a child's visit is exact or a bound that the player to move
        can reach or exceed.
        """
        return self.bound_of(look) in ("=", "≥" if visit.maximizing else "≤")

    def stored(self, visit: Visit) -> Visit:
        """Return the visit that stored a table's answer."""
        return self.entered[visit.source]

    def window(self, node: Node) -> tuple[float, float]:
        """Return the current window of the latest visit."""
        visit = self.latest(node)
        best = self.best_look(visit)
        if best is None or not self.windows:
            return visit.alpha, visit.beta
        if visit.maximizing:
            return max(visit.alpha, best.value), visit.beta
        return visit.alpha, min(visit.beta, best.value)

    def bound_source(self, node: Node, *, lower: bool) -> Node | None:
        """Return the node that set alpha or beta of the latest visit: the parent of the first
        node that had it.
        """
        visit: Visit | None = self.latest(node)
        chain: list[Visit] = []
        while visit is not None:
            chain.insert(0, visit)
            visit = visit.above
        bounds = [each.alpha if lower else each.beta for each in chain]
        place = bounds.index(bounds[-1])
        if place:
            return chain[place - 1].path
        return None

    # The line and the result.

    def line(self, node: Node = ()) -> list[Node]:
        """Return the nodes of the best line from a node on."""
        if self.is_narrowed(node):
            return self.result().line
        if self.passes != "add":
            if node in self.visits:
                return self.line_of(self.latest(node))
            return []
        found: list[Node] = []
        while node in self.visits and (best := self.best(node)) is not None:
            node = best[1]
            found.append(node)
        return found

    def line_shown(self, node: Node = ()) -> list[Node]:
        """Return the line from a node on; where passes add up, to a move with equals, or one
        that lost every game.
        """
        shown: list[Node] = []
        for move in self.line(node):
            above = self.latest(self.parent(move) or ())
            counts = [
                sum(map(self.reported, self.visits[each])) for each in self.children(above.path)
            ]
            results = {visit.value for visit in self.visits[move] if self.reported(visit)}
            if self.passes == "add" and (
                counts.count(max(counts)) > 1 or results == {-1 if above.maximizing else 1}
            ):
                break
            shown.append(move)
        return shown

    def line_of(self, visit: Visit) -> list[Node]:
        """Return the nodes of the best line of a visit; a table's answer has that of the visit
        that stored it.
        """
        if visit.is_leaf:
            if visit.source >= 0 and self.reported(visit):
                return self.line_of(self.stored(visit))
            return []
        best = self.best_look(visit)
        if best is None or not self.reaches(visit, best):
            return []
        return [best.path, *self.line_of(best)]

    def is_narrowed(self, node: Node) -> bool:
        """Say whether a node is the root after passes that narrow its bounds; it then shows the
        result of all.
        """
        return self.passes == "narrow" and self.at_end and not node and bool(self.finished_roots())

    def finished_roots(self) -> list[Visit]:
        """Return the visits of the root that have returned a value."""
        return [visit for visit in self.roots if self.reported(visit)]

    def narrowed(self) -> tuple[float, float]:
        """Return the greatest lower bound and the least upper bound of all passes."""
        low = float("-inf")
        high = float("inf")
        for visit in self.finished_roots():
            bound = self.bound_of(visit)
            if bound in ("=", "≥"):
                low = max(low, visit.value)
            if bound in ("=", "≤"):
                high = min(high, visit.value)
        return low, high

    def result(self) -> Found:
        """Return the result so far."""
        done = self.finished_roots()
        if not self.roots:
            return Found(None, "", [])
        if self.passes == "add":
            best = self.best(())
            value = best[0] if best else self.mean(())
            return Found(value, "" if value is None else "≈", self.line())
        if not done:
            return Found(self.value(()), self.bound(()), self.line())
        if self.passes == "replace":
            return Found(done[-1].value, self.bound_of(done[-1]), self.line_of(done[-1]))
        low, high = self.narrowed()
        raised = [
            visit
            for visit in done
            if (visit.value >= visit.beta if visit.maximizing else visit.value <= visit.alpha)
        ]
        if low == high:
            bound = "="
        else:
            bound = self.bound_of(done[-1])
        return Found(done[-1].value, bound, self.line_of(raised[-1]) if raised else [])

    # Counts.

    def counts(self) -> dict[str, int]:
        """Return all counts."""
        done = [visit for visit in self.entered if visit.row in self.returned]
        cuts = [visit for visit in self.entered if self.is_cut(visit)]
        return {
            "nodes": len(self.entered),
            "leaves": sum(visit.kind in LEAVES for visit in done),
            "cutoffs": len(cuts),
            "pruned": sum(
                visit.children - len({child.path for child in self.below[visit.row]})
                for visit in cuts
            ),
            "table_hits": sum(visit.kind == "table" for visit in done),
            "distinct_nodes": len(self.visits),
            "passes": len(self.roots),
        }

    def ordinal(self) -> int | None:
        """Return the place of the current node, from 1, among the children that its parent has
        tried.
        """
        if not self.current:
            return None
        return self.children(self.current[:-1]).index(self.current) + 1
