"""Programs that sample a tree, as students write them: right ones by several conventions, and
texts of wrong ones.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from typing import Any


class Wrapped:
    """A node of a textbook's object-oriented MCTS; wins are of who has moved here."""

    def __init__(self, state: Any, parent: Wrapped | None = None) -> None:
        self.state = state
        self.parent = parent
        self.children: list[Wrapped] = []
        self.untried = list(state.children)
        self.wins = 0.0
        self.visits = 0

    def best(self, c: float) -> Wrapped:
        return max(
            self.children,
            key=lambda x: x.wins / x.visits + c * math.sqrt(math.log(self.visits) / x.visits),
        )


def objects(root: Any, iterations: int, exploration: float = 1.41) -> str:
    """Select, expand, simulate, back up; results from -1 to 1, visits of the node, the first
    playout at a child.
    """
    top = Wrapped(root)
    for _ in range(iterations):
        node = top
        while not node.untried and node.children:
            node = node.best(exploration)
        if node.untried:
            child = Wrapped(node.untried.pop(), node)
            node.children.append(child)
            node = child
        if node.state.is_terminal:
            result = node.state.value
        else:
            result = node.state.playout()
        while node is not None:
            node.visits += 1
            if node.parent is not None:
                if node.parent.state.maximizing:
                    node.wins += result
                else:
                    node.wins += -result
            node = node.parent  # type: ignore[assignment]
    return str(max(top.children, key=lambda x: x.visits).state.name)


def wins_from_zero(root: Any, iterations: int) -> Any:
    """Recursive; results from 0 to 1, a dictionary of counts, the first playout at the root, a
    written 1.4.
    """
    visits: dict[str, int] = {}
    wins: dict[str, float] = {}

    def visit(node: Any) -> float:
        if node.is_terminal or node.name not in visits:
            visits.setdefault(node.name, 0)
            wins.setdefault(node.name, 0)
            result: float = (node.playout() + 1) / 2
        else:
            fresh = [child for child in node.children if child.name not in visits]
            if fresh:
                result = visit(fresh[0])
            else:

                def bound(child: Any) -> float:
                    mean = wins[child.name] / visits[child.name]
                    mean = mean if node.maximizing else 1 - mean
                    return float(
                        mean + 1.4 * math.sqrt(math.log(visits[node.name]) / visits[child.name])
                    )

                result = visit(max(node.children, key=bound))
        visits[node.name] += 1
        wins[node.name] += result
        return result

    for _ in range(iterations):
        visit(root)
    return max(root.children, key=lambda child: visits[child.name])


def negated(node: Any, n: int = 50, seed: int = 0) -> tuple[int, float]:
    """Negamax-like: a playout counts for who moved there, and changes its sign at each ply; the
    first expands all.
    """
    dice = random.Random(seed)
    q: dict[Any, float] = {}
    counts: dict[Any, int] = {}
    expanded = {node}

    def simulate(here: Any) -> float:
        """Return the result for who moved to this node."""
        if here not in expanded:
            expanded.add(here)
            result = here.playout()
        elif here.is_terminal:
            result = here.value
        else:
            unseen = [child for child in here.children if child not in counts]
            if unseen:
                child = dice.choice(unseen)
            else:
                total = sum(counts[child] for child in here.children)
                child = max(
                    here.children,
                    key=lambda x: q[x] / counts[x] + math.sqrt(2 * math.log(total) / counts[x]),
                )
            result = -simulate(child)
        counts[here] = counts.get(here, 0) + 1
        q[here] = q.get(here, 0) + result
        return float(result)

    for _ in range(n):
        simulate(node)
    best = max(range(len(node.children)), key=lambda place: counts.get(node.children[place], 0))
    return best, q[node.children[best]] / counts[node.children[best]]


def rollout_then_expand(root: Any, iterations: int) -> Any:
    """The style of a known video: an unvisited leaf is played out, a visited one is expanded;
    value read twice.
    """
    n: dict[Any, int] = {root: 0}
    t: dict[Any, float] = {root: 0.0}
    tree: dict[Any, Any] = {}

    def ucb(parent: Any, child: Any) -> float:
        if n[child] == 0:
            return math.inf
        mean = t[child] / n[child]
        return (mean if parent.maximizing else -mean) + math.sqrt(2) * math.sqrt(
            math.log(n[parent]) / n[child]
        )

    for _ in range(iterations):
        path = [root]
        while path[-1] in tree:
            parent = path[-1]
            path.append(max(tree[parent], key=lambda child: ucb(parent, child)))
        leaf = path[-1]
        if n[leaf] > 0 and leaf.children:
            tree[leaf] = leaf.children
            for child in leaf.children:
                n[child] = 0
                t[child] = 0.0
            path.append(leaf.children[0])
            leaf = path[-1]
        if leaf.value is not None:
            result = leaf.value
        else:
            result = leaf.playout()
        for each in path:
            n[each] += 1
            t[each] += result
    return max(root.children, key=lambda child: n.get(child, 0)).name


def sums_of_children(root: Any, *, iterations: int, exploration: float) -> Any:
    """A loop with lists; results from 0 to 1 for MAX, ln of the children's sum."""
    stats: dict[Any, list[float]] = {}
    for _ in range(iterations):
        here = root
        path = [root]
        while here.children:
            new = [child for child in here.children if child not in stats]
            if new:
                here = new[-1]
                path.append(here)
                break
            log_total = math.log(sum(stats[child][0] for child in here.children))
            sign = 1 if here.maximizing else -1
            scores = [
                sign * stats[c][1] / stats[c][0] + exploration * (log_total / stats[c][0]) ** 0.5
                for c in here.children
            ]
            here = here.children[scores.index(max(scores))]
            path.append(here)
        result = 0.5 + here.playout() / 2
        for each in path[1:]:
            stat = stats.setdefault(each, [0, 0.0])
            stat[0] += 1
            stat[1] += result
    return root.children.index(
        max(root.children, key=lambda child: stats[child][0] if child in stats else 0)
    )


def only_a_root(root: Any) -> Any:
    """It takes nothing but the root, and is otherwise `objects`."""
    return objects(root, 60, 1.4142)


RIGHT: list[Callable[..., Any]] = [
    objects,
    wins_from_zero,
    negated,
    rollout_then_expand,
    sums_of_children,
    only_a_root,
]

PLAIN = """
def mcts(root, iterations, exploration):
    n, w, known = {}, {}, {root}
    for _ in range(iterations):
        path = [root]
        while path[-1] in known and path[-1].children:
            here = path[-1]
            new = [child for child in here.children if child not in n]
            sign = 1 if here.maximizing else -1
            path.append(new[0] if new else max(here.children, key=lambda child:
                sign * w[child] / n[child] + exploration * math.sqrt(math.log(n[here]) / n[child])))
        known.add(path[-1])
        result = path[-1].playout()
        for node in path:
            n[node] = n.get(node, 0) + 1
            w[node] = w.get(node, 0) + result
    return max(root.children, key=lambda child: n.get(child, 0)).name
"""
"""Statistics from MAX's side, in a loop."""
DEEP = """
def mcts(root, iterations, exploration):
    n, q = {}, {}
    def best(node):
        new = [child for child in node.children if child not in n]
        if new:
            return new[-1]
        return max(node.children, key=lambda c: -q[c] / n[c] + exploration * (math.log(n[node]) / n[c]) ** 0.5)
    def visit(node):
        "Return the result for who is to move at the node."
        if node.is_terminal or node not in n and node is not root:
            result = node.playout()
            if not node.maximizing:
                result = -result
        else:
            result = -visit(best(node))
        n[node] = n.get(node, 0) + 1
        q[node] = q.get(node, 0) + result
        return result
    for _ in range(iterations):
        visit(root)
    return max(root.children, key=lambda c: n.get(c, 0))
"""
"""A negamax, with values of who is to move."""
TEXTS: dict[str, list[tuple[str, str, str]]] = {
    "sign-forgotten": [
        (PLAIN, "1 if here.maximizing else -1", "1"),
        (DEEP, "-visit(best", "visit(best"),
        (DEEP, "-q[c]", "q[c]"),
    ],
    "no-exploration": [
        (PLAIN, "exploration *", "0 *"),
        (DEEP, "+ exploration * (math.log(n[node]) / n[c]) ** 0.5", ""),
    ],
    "parent-visits-forgotten": [
        (PLAIN, "math.log(n[here]) / n", "1 / n"),
        (DEEP, "n[node]) / n", "n[c]) / n"),
        (DEEP, "n[node]) / n", "n[root]) / n"),
    ],
    "best-mean-returned": [
        (
            PLAIN,
            "n.get(child, 0)).name",
            "(1 if root.maximizing else -1) * w.get(child, 0) / n.get(child, 1)).name",
        ),
        (DEEP, "key=lambda c: n.get(c, 0)", "key=lambda c: -q.get(c, 0) / n.get(c, 1)"),
    ],
    "least-visited-returned": [
        (PLAIN, "return max", "return min"),
        (DEEP, "n.get(c, 0))", "-n.get(c, 0))"),
    ],
    "not-expanded": [
        (PLAIN, "known.add(path[-1])", ""),
        (DEEP, "node not in n and node is", "node is"),
    ],
    "result-not-backed-up": [
        (PLAIN, "w.get(node, 0) + result", "w.get(node, 0) + (result if node is path[-1] else 0)"),
        (PLAIN, "for node in path:", "for node in path[-2:]:"),
        (DEEP, "result = -visit(best(node))", "result = -visit(best(node)) * 0"),
    ],
    "root-not-counted": [
        (PLAIN, "math.log(n[here])", "math.log(n[here] if here is not root else 1)"),
        (DEEP, "math.log(n[node])", "math.log(n[node] if node is not root else 1)"),
    ],
}
"""A known mistake: texts, what is replaced there, and by what."""


def made(text: str, old: str = "", new: str = "") -> Callable[..., Any]:
    """Return the function of a text in which something has been replaced."""
    assert old in text, (old, text)
    space: dict[str, Any] = {"math": math}
    exec(text.replace(old, new, 1) if old else text, space)
    return space["mcts"]  # type: ignore[no-any-return]
