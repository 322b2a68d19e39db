"""Checks a recorded alpha-beta against the textbook: its windows, cuts, values and labels.

Nothing here uses the code under test: everything follows from the tree, the cut rule and the order
of the rows.
"""

from __future__ import annotations

import operator
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Any

from tests.oracles.trees import minimax
from tests.trees import FULL, Tree, Window, limit, subtree
from visualizer.trace.rows import Kind, Row, Trace


@dataclass(frozen=True)
class Question:
    """What was searched, and how."""

    tree: Tree
    maximizing: bool = True
    rule: str = ">="
    window: Window = FULL
    plies: float = inf
    hard: bool = False


@dataclass
class Checker:
    """Replays a trace with its own windows, and collects what is wrong in `found`."""

    question: Question
    trace: Trace
    found: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.rows: Sequence[Row] = [*self.trace]
        self.below: dict[int, list[int]] = {row: [] for row in range(-1, len(self.rows))}
        for number, row in enumerate(self.rows):
            self.below[row.parent].append(number)
        if self.question.rule == ">=":
            self.closes = operator.ge
        else:
            self.closes = operator.gt

    def check(self) -> set[str]:
        """Return the names of everything that is wrong."""
        question = self.question
        self.root_value()
        if len(self.below[-1]) == 1:
            self.node(0, (), question.tree, question.maximizing, *question.window)
        else:
            self.found.add("passes")
        return self.found

    def root_value(self) -> None:
        """A value inside the window is exact; outside, it is a bound on the right side."""
        question = self.question
        value = self.rows[0].value
        true = minimax(question.tree, question.maximizing, question.plies)
        low, high = question.window
        leaf = not isinstance(question.tree, list)
        if question.hard and not leaf:
            right = value == min(max(true, low), high)
        elif low < true < high or leaf:
            right = value == true
        else:
            if true <= low:
                right = true <= value <= low
            else:
                right = high <= value <= true
        if not right:
            self.found.add("root value")

    def node(
        self, number: int, path: tuple[int, ...], tree: Tree, turn: bool, low: float, high: float
    ) -> None:
        """Check a visit, given the window that follows from its finished ancestors and their
        children.
        """
        row = self.rows[number]
        plies = self.question.plies
        if (row.alpha, row.beta) != (low, high):
            self.found.add("window")
        if row.depth != len(path):
            self.found.add("depth")
        self.label(row, minimax(tree, turn, plies - len(path)))
        if not isinstance(tree, list) or len(path) >= plies:
            self.leaf(number, tree)
            return
        if row.maximizing != turn or row.children != len(tree):
            self.found.add("turn or children")
        seen = []
        best = -inf if turn else inf
        closed = False
        for child in self.below[number]:
            if closed:
                self.found.add("cut too late")
            move = self.rows[child].move
            if move in seen or move >= len(tree):
                self.found.add("moves")
                return
            seen.append(move)
            self.node(child, (*path, move), tree[move], not turn, low, high)
            value = self.rows[child].value
            if turn:
                best = max(best, value)
            else:
                best = min(best, value)
            if turn:
                low = max(low, value)
            else:
                high = min(high, value)
            closed = bool(self.closes(low, high))
        self.ending(
            row,
            best,
            closed=closed,
            left=len(tree) - len(seen),
        )

    def leaf(self, number: int, tree: Tree) -> None:
        """A leaf has its own value, or 0 at the depth limit, and no children."""
        row = self.rows[number]
        if self.below[number]:
            self.found.add("depth")
        elif isinstance(tree, list):
            if row.value != 0 or row.kind is not Kind.LIMIT:
                self.found.add("leaf")
        elif row.value != tree or row.kind is not Kind.TERMINAL:
            self.found.add("leaf")

    def ending(
        self,
        row: Row,
        best: float,
        *,
        closed: bool,
        left: int,
    ) -> None:
        """A node is cut if and only if its window closed with a child left; it returns its best,
        clipped if hard.
        """
        if left and not closed:
            self.found.add("cut too early")
        if (row.kind is Kind.CUT) != (closed and left > 0):
            self.found.add("kind")
        if row.value != (min(max(best, row.alpha), row.beta) if self.question.hard else best):
            self.found.add("value returned")

    def label(self, row: Row, true: float) -> None:
        """A visit's value and bound must be true of the node: exact, at most or at least."""
        if row.kind in (Kind.TERMINAL, Kind.LIMIT):
            right = row.value == true
        else:
            at_most = row.value <= row.alpha
            at_least = row.value >= row.beta
            right = (true <= row.value or not at_most) and (true >= row.value or not at_least)
            right = right and (at_most or at_least or true == row.value)
        if not right:
            self.found.add("label")


def wrong(question: Question, trace: Trace) -> set[str]:
    """Return the names of everything that is wrong with a trace as an answer to a question."""
    return Checker(question, trace).check()


def true_value(question: Question, path: tuple[int, ...]) -> float:
    """Return the minimax value of the node at a path, within the question's depth limit."""
    turn = question.maximizing == (len(path) % 2 == 0)
    return minimax(subtree(question.tree, path), turn, question.plies - len(path))


def question_of(tree: Tree, maximizing: bool, search: dict[str, Any]) -> Question:
    """Return what a search was asked, for the checker."""
    return Question(
        tree,
        maximizing,
        search["cut"],
        search["window"],
        limit(search),
        hard=search["fail"] == "hard",
    )
