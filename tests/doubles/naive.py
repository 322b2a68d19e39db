"""What is known after some events, worked out from the events alone: slow, obvious, and sharing nothing.

A node is a path. Everything is built anew for every step, in plain dictionaries.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isnan
from typing import NamedTuple

from tests.doubles.events import Event, Visit

Node = tuple[int, ...]
LEAVES = ("terminal", "limit", "playout")


class Found(NamedTuple):
    """What a search has found."""

    value: float | None
    bound: str
    line: list[Node]


class Naive:
    """The state after `step` events; `passes` is "replace", "narrow" or "add", `windows` says whether there are any."""

    def __init__(self, events: Sequence[Event], step: int, passes: str = "replace", *, windows: bool = True) -> None:
        """Go through the events one after the other."""
        self.events, self.step, self.passes, self.windows = events, step, passes, windows
        self.following = events[step] if step < len(events) else None
        self.visits: dict[Node, list[Visit]] = {}
        """By node, in the order of entry; the nodes stand in the order of their first visits."""
        self.entered: list[Visit] = []
        """By row."""
        self.below: dict[int, list[Visit]] = {}
        """The visits made from a row."""
        self.returned: set[int] = set()
        self.open: list[Visit] = []
        self.roots: list[Visit] = []
        self.current: Node | None = None
        self.entering = False
        for what, visit in events[:step]:
            self.current, self.entering = visit.path, what == "enter"
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
        """Say whether nothing follows."""
        return self.following is None

    # Nodes.

    def latest(self, node: Node) -> Visit:
        """Return the last visit of a node."""
        return self.visits[node][-1]

    def first_tried(self, visits: Sequence[Visit]) -> list[Node]:
        """Return the nodes below some visits, each once, in the order of their first visits from these."""
        return [*dict.fromkeys(child.path for visit in visits for child in self.below[visit.row])]

    def children(self, node: Node) -> list[Node]:
        """Return the children of the latest visit; where passes add, of all."""
        return self.first_tried(self.visits[node] if self.passes == "add" else self.visits[node][-1:])

    def earlier(self, node: Node) -> list[Node]:
        """Return the children of visits before the latest that the latest has not visited."""
        if self.passes == "add":
            return []
        now = self.children(node)
        return [child for child in self.first_tried(self.visits[node]) if child not in now]

    def parent(self, node: Node) -> Node | None:
        """Return the node above."""
        return node[:-1] if node else None

    def is_earlier(self, node: Node) -> bool:
        """Say whether a node is known from a pass or a look that is over, on some ply of the way to it."""
        if self.passes == "add":
            return False
        visit = self.latest(node)
        while visit.above is not None:
            visit = visit.above
            if visit is not self.latest(visit.path):
                return True
        return False

    def is_cut(self, visit: Visit) -> bool:
        """Say whether a visit has been left with children left: known from the return of its last child on."""
        seen = self.below[visit.row]
        if visit.kind != "cut" or not seen or len({child.path for child in seen}) == visit.children:
            return False
        if visit.row in self.returned:
            return True
        return self.following == ("return", visit) and seen[-1].row in self.returned

    def status(self, node: Node) -> str:
        """Return the word for what a node is."""
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
        """Give for each child that a visit has looked at the last look, if it has returned and is not asked again."""
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
        """Return the first of the best looks."""
        best: Visit | None = None
        for look in self.looks(visit):
            if best is None or (look.value > best.value if visit.maximizing else look.value < best.value):
                best = look
        return best

    def mean(self, node: Node) -> float | None:
        """Return the mean of what the visits of a node returned."""
        values = [visit.value for visit in self.visits[node] if self.reported(visit)]
        return sum(values) / len(values) if values else None

    def best(self, node: Node) -> tuple[float, Node] | None:
        """Return the best child and its value; where passes add, the one visited most and its mean."""
        if self.passes != "add":
            look = self.best_look(self.latest(node))
            return None if look is None else (look.value, look.path)
        most, found = 0, None
        for child in self.children(node):
            count = sum(self.reported(visit) for visit in self.visits[child])
            mean = self.mean(child)
            if count > most and mean is not None:
                most, found = count, (mean, child)
        return found

    def value(self, node: Node) -> float | None:
        """Return what the latest visit returned, or its best so far; where passes add, the mean."""
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
        """Return what the value says of the true one."""
        if self.passes == "add":
            return "" if self.mean(node) is None else "≈"
        if self.is_narrowed(node):
            return self.result().bound
        return self.bound_of(self.latest(node))

    def bound_of(self, visit: Visit) -> str:
        """Return what a visit's value says of the true one."""
        if not self.reported(visit):
            best = self.best_look(visit)
            if best is None:
                return ""
            return ("≥" if visit.maximizing else "≤") if self.reaches(visit, best) else "≤…"
        if visit.kind in LEAVES or not self.windows:
            return "="
        if visit.is_leaf and visit.source >= 0:
            return self.bound_of(self.stored(visit))
        if visit.alpha < visit.value < visit.beta or self.is_best_of_all(visit):
            return "="
        return "≤" if visit.value <= visit.alpha else "≥"

    def is_best_of_all(self, visit: Visit) -> bool:
        """Say whether all children were seen, the best is known exactly, and none of the others can be better."""
        best = self.best_look(visit)
        seen_all = visit.kind == "full" or (
            visit.kind == "cut" and len({child.path for child in self.below[visit.row]}) == visit.children
        )
        if best is None or not seen_all or best.value != visit.value or self.bound_of(best) != "=":
            return False
        no_better = "≤" if visit.maximizing else "≥"
        return all(self.bound_of(look) in ("=", no_better) for look in self.looks(visit))

    def reaches(self, visit: Visit, look: Visit) -> bool:
        """Say whether the player to move gets the value of a look, or better."""
        return self.bound_of(look) in ("=", "≥" if visit.maximizing else "≤")

    def stored(self, visit: Visit) -> Visit:
        """Return the visit whose answer a table gave."""
        return self.entered[visit.source]

    def window(self, node: Node) -> tuple[float, float]:
        """Return the window as the latest visit sees it now."""
        visit = self.latest(node)
        best = self.best_look(visit)
        if best is None or not self.windows:
            return visit.alpha, visit.beta
        if visit.maximizing:
            return max(visit.alpha, best.value), visit.beta
        return visit.alpha, min(visit.beta, best.value)

    def bound_source(self, node: Node, *, lower: bool) -> Node | None:
        """Return the node that set the alpha or beta of the latest visit: the parent of the first node that had it."""
        visit: Visit | None = self.latest(node)
        chain: list[Visit] = []
        while visit is not None:
            chain.insert(0, visit)
            visit = visit.above
        bounds = [each.alpha if lower else each.beta for each in chain]
        place = bounds.index(bounds[-1])
        return chain[place - 1].path if place else None

    # The line and the result.

    def line(self, node: Node = ()) -> list[Node]:
        """Return the nodes of the best line from a node on."""
        if self.is_narrowed(node):
            return self.result().line
        if self.passes != "add":
            return self.line_of(self.latest(node)) if node in self.visits else []
        found: list[Node] = []
        while node in self.visits and (best := self.best(node)) is not None:
            node = best[1]
            found.append(node)
        return found

    def line_of(self, visit: Visit) -> list[Node]:
        """Return the nodes of the best line of a visit; a table's answer has that of the visit that stored it."""
        if visit.is_leaf:
            return self.line_of(self.stored(visit)) if visit.source >= 0 and self.reported(visit) else []
        best = self.best_look(visit)
        return [] if best is None or not self.reaches(visit, best) else [best.path, *self.line_of(best)]

    def is_narrowed(self, node: Node) -> bool:
        """Say whether a node is the root at the end of passes that narrow its bounds: then it shows what all found."""
        return self.passes == "narrow" and self.at_end and not node and bool(self.finished_roots())

    def finished_roots(self) -> list[Visit]:
        """Return the visits of the root that have returned a value."""
        return [visit for visit in self.roots if self.reported(visit)]

    def narrowed(self) -> tuple[float, float]:
        """Return the greatest lower and the least upper bound that the passes have found."""
        low, high = float("-inf"), float("inf")
        for visit in self.finished_roots():
            bound = self.bound_of(visit)
            if bound in ("=", "≥"):
                low = max(low, visit.value)
            if bound in ("=", "≤"):
                high = min(high, visit.value)
        return low, high

    def result(self) -> Found:
        """Return what the search has found."""
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
            visit for visit in done if (visit.value >= visit.beta if visit.maximizing else visit.value <= visit.alpha)
        ]
        bound = "=" if low == high else self.bound_of(done[-1])
        return Found(done[-1].value, bound, self.line_of(raised[-1]) if raised else [])

    # Counts.

    def counts(self) -> dict[str, int]:
        """Count everything that is counted."""
        done = [visit for visit in self.entered if visit.row in self.returned]
        cuts = [visit for visit in self.entered if self.is_cut(visit)]
        return {
            "nodes": len(self.entered),
            "leaves": sum(visit.kind in LEAVES for visit in done),
            "cutoffs": len(cuts),
            "pruned": sum(visit.children - len({child.path for child in self.below[visit.row]}) for visit in cuts),
            "table_hits": sum(visit.kind == "table" for visit in done),
            "distinct_nodes": len(self.visits),
            "passes": len(self.roots),
        }

    def ordinal(self) -> int | None:
        """Return the place, from 1, of the current node among those its parent has tried."""
        if not self.current:
            return None
        return self.children(self.current[:-1]).index(self.current) + 1
