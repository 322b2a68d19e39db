"""An engine that does all that engines do, and keeps its own books of it."""

from __future__ import annotations

import io
from collections import Counter
from importlib.resources import files
from math import inf
from random import Random
from types import ModuleType
from typing import NamedTuple

Found = tuple[float, list[str]]
"""What a node is worth to who is to move, and the line that leads there."""
BEYOND = 2
"""Plies that noisy moves are searched beyond the depth limit."""


class Node(NamedTuple):
    """A node of a random tree, with what would follow if its turn were passed; without children
    it is a leaf.
    """

    name: str
    static: int
    """Its value for who is to move, without looking on."""
    children: tuple[Node, ...]
    passed: Node | None


def helper() -> ModuleType:
    """Return the helper for Python as a module."""
    module = ModuleType("tell")
    exec(
        (files("visualizer") / "apps" / "cli" / "helpers" / "python.txt").read_text(
            encoding="utf-8"
        ),
        module.__dict__,
    )
    return module


class Engine:
    """A fail-soft negamax with null moves, ProbCut, internal deepening, a table, reductions,
    extensions, standing pat.

    `books` counts what it does, each by a name, and what the program counts, too, by the program's
    names.
    """

    def __init__(self, out: io.StringIO) -> None:
        """Begin with empty books."""
        self.tell = helper().Tell(out, search="an engine", cut=">=")
        self.books = Counter[str]()
        self.table: dict[tuple[int, int], float] = {}
        self.probing = 0
        self.per_pass = list[int]()
        self.values = list[float]()

    def book(self, what: str, number: int = 1) -> None:
        """Count what is only counted outside of probes; of visits in them there is a count of
        its own.
        """
        if not self.probing:
            self.books[what] += number
            self.per_pass[-1] += number * (what == "nodes")
        elif what == "nodes":
            self.books["probe_nodes"] += number

    def visit(
        self,
        node: Node,
        move: str | None,
        depth: int,
        window: tuple[float, float],
        *,
        white: bool,
        **more: object,
    ) -> Found:
        """Search a node, and tell of it."""
        self.book("nodes")
        self.book("quiescence_nodes", depth < 0)
        if (id(node), depth) in self.table and move is not None:
            self.book("table_hits")
            self.books["the table knows it"] += 1
            return self.tell.leaf(
                move, self.table[id(node), depth], max=white, kind="table", **more
            ) or (self.table[id(node), depth], [])
        if depth > 0:
            tried = node.children
        else:
            tried = self.noisy(node, depth)
        if not tried:
            self.book("leaves")
            self.tell.leaf(
                move,
                node.static,
                max=white,
                **more,
            )
            return node.static, []
        alpha, beta = window
        self.tell.enter(
            move,
            max=white,
            alpha=alpha,
            beta=beta,
            children=len(tried),
            **more,
        )
        best = -inf
        line = list[str]()
        if depth <= 0:
            self.tell.stand(node.static)
            best = node.static
            alpha = max(alpha, node.static)
            self.books["it stands pat, which cuts" if alpha >= beta else "it stands pat"] += 1
        elif self.is_cut_by_probe(
            node,
            depth,
            beta,
            white=white,
        ):
            return self.left(
                beta,
                [],
                len(tried),
                bound=">=",
            )
        for place, child in enumerate(tried):
            if alpha >= beta:
                self.books["cut"] += place > 0
                return self.left(best, line, len(tried) - place)
            value, below = self.child(
                child,
                place,
                depth,
                (alpha, beta),
                white=white,
            )
            if value > best:
                best = value
                line = [child.name, *below]
            alpha = max(alpha, best)
        self.books["closed too late"] += alpha >= beta
        if window[0] < best < window[1] and not self.probing and depth > 0:
            self.table[id(node), depth] = best
        self.tell.leave(best, cut=alpha >= beta)  # as engines say it, though nothing is left
        return best, line

    def left(self, value: float, line: list[str], pruned: int, **more: str) -> Found:
        """Leave a node by a cutoff."""
        self.book("cutoffs")
        self.book("pruned", pruned)
        self.tell.leave(value, cut=True, **more)
        return value, line

    def noisy(self, node: Node, depth: int) -> tuple[Node, ...]:
        """Return the moves that are tried beyond the limit."""
        if depth > -BEYOND:
            return tuple(child for child in node.children if abs(child.static) > 4)
        return ()

    def child(
        self, child: Node, place: int, depth: int, window: tuple[float, float], *, white: bool
    ) -> Found:
        """Search a child: one that is tried late less deep at first, one without brothers
        deeper.
        """
        alpha, beta = window
        if place > 1 and depth > 2:
            changed = {"reduced": 1}
        elif child.static == 9 and depth > 1:
            changed = {"extended": 1}
        else:
            changed = {}
        for name in changed:
            self.books[name] += 1
        less = changed.get("reduced", 0) - changed.get("extended", 0)
        value, line = self.visit(
            child, child.name, depth - 1 - less, (-beta, -alpha), white=not white, **changed
        )
        if "reduced" in changed and -value > alpha:
            self.books["again"] += 1
            value, line = self.visit(
                child,
                child.name,
                depth - 1,
                (-beta, -alpha),
                white=not white,
            )
        return -value, line

    def is_cut_by_probe(
        self,
        node: Node,
        depth: int,
        beta: float,
        *,
        white: bool,
    ) -> bool:
        """Return whether a probe shows that a node is worth beta at least."""
        self.probing += 1
        found = -inf
        if depth > 3 and node.static > 5:
            self.books["deepening"] += 1
            self.visit(
                node,
                "iid",
                depth - 2,
                (-inf, inf),
                white=white,
                probe="internal deepening",
            )
        if node.passed is not None and beta < inf:
            self.books["null move"] += 1
            window = -beta, -beta + 1
            found = -self.visit(
                node.passed, "null", depth - 2, window, white=not white, probe="null move"
            )[0]
        elif depth > 2 and beta < inf and node.static > 3:
            self.books["ProbCut"] += 1
            window = -beta - 2, -beta - 1
            child = node.children[0]
            found = (
                -self.visit(
                    child,
                    child.name,
                    depth - 3,
                    window,
                    white=not white,
                    probe="ProbCut",
                )[0]
                - 2
            )
        self.probing -= 1
        self.books["cut by a probe"] += found >= beta
        return found >= beta

    def think(self, tree: Node, depth: int) -> Found:
        """Search deeper and deeper, each time with a window around the value before."""
        value = 0.0
        line = list[str]()
        for limit in range(1, depth + 1):
            if limit > 1:
                low = value - 2
                high = value + 2
            else:
                low = -inf
                high = inf
            while True:
                self.tell.begin_pass(f"depth {limit}")
                self.per_pass.append(0)
                self.table.clear()
                value, line = self.visit(
                    tree,
                    None,
                    limit,
                    (low, high),
                    white=True,
                )
                self.values.append(value)
                if low < value < high:
                    break
                self.books["fails low" if value <= low else "fails high"] += 1
                low = -inf if value <= low else low
                high = inf if value >= high else high
        self.tell.result(value, best=line[0])
        return value, line


def random_graph(seed: int, plies: int = 6, width: int = 6) -> Node:
    """Return a root from which several ways lead to the same node."""
    dice = Random(seed)
    layers = list[list[Node]]()
    for ply in range(plies + 1):
        if ply:
            below = layers[-1]
        else:
            below = []
        if ply > 1:
            passed = layers[-2]
        else:
            passed = []
        layers.append([])
        for number in range(width):
            if below:
                children = tuple(dice.sample(below, dice.randint(1, 4)))
            else:
                children = ()
            if passed and dice.random() < 0.3:
                skipped = dice.choice(passed)
            else:
                skipped = None
            layers[-1].append(Node(f"n{number}", dice.randint(-9, 9), children, skipped))
    return layers[-1][0]


def told(seed: int) -> tuple[Engine, Found, str]:
    """Return an engine that has searched a random graph, what it found and what it told."""
    out = io.StringIO()
    engine = Engine(out)
    found = engine.think(random_graph(seed), 4)
    return engine, found, out.getvalue()
