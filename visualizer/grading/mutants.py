"""Searches that are wrong in one place: the mistakes that people make, and which of them a graded search makes."""

import operator
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from math import inf
from typing import Any

from games import turn_of
from visualizer.grading.answers import GivenAnswer, same
from visualizer.grading.node import GradedNode, Reads
from visualizer.grading.reference import OPPONENT_AT_RANDOM, GradedTask
from visualizer.grading.tables import TABLE_MISTAKES, TableManner, TableSearch, manners
from visualizer.grading.trees import MIN, OPEN, Asked, HandedWindow
from visualizer.trace.rows import MovePath

NEVER = "never"
RULES: dict[str, Callable[[float, float], bool]] = {
    ">=": operator.ge, ">": operator.gt, NEVER: lambda alpha, beta: False,
}  # fmt: skip
"""When a search cuts."""


@dataclass(frozen=True, slots=True)
class Mutation:
    """How a search goes about it; by default rightly."""

    closes: Callable[[float, float], bool]
    """Whether alpha and beta are a reason to leave a node."""
    first_best: HandedWindow = OPEN
    """What the best value of MAX and that of MIN begin with."""
    tried: Callable[[Sequence[GradedNode]], Sequence[GradedNode]] = lambda children: children
    """Which children are looked at, in their order."""
    updates: Callable[..., bool] = lambda ply, *, maximizing: True
    """Whether the bound of who moves is changed, at a ply, by MAX or by MIN."""
    gives: Callable[..., HandedWindow] = lambda window, *, maximizing: window
    """What window a child is given."""
    is_shared: bool = False
    """Whether there is one window for all nodes."""
    is_exchanged: bool = False
    """Whether MAX takes the least and MIN the greatest."""
    turn_of: Callable[[GradedNode, GradedNode], bool | None] = lambda node, root: node.maximizing
    """Whether MAX is to move at a node, below a root."""
    opponent_is_random: bool = False
    """Whether who does not move at the root makes any move with the same probability, as in expectimax."""
    beyond_limit: int = 0
    """How many plies too many are searched where there is a limit."""


@dataclass(frozen=True, slots=True)
class MutantOutcome:
    """What a mutant does with a tree; `value` is None where it reads a value where there is none."""

    leaves: tuple[MovePath, ...]
    value: float | None
    moves: tuple[int, ...]
    """The children of the root that have returned that value."""


MutantStyle = Callable[["MutantSearch", GradedNode, HandedWindow, int], float]
"""Searches a node at a ply within a window, with what a mutant does; returns the value."""


class NoValue(Exception):  # noqa: N818  it says what is the matter
    """The value of an inner node above or below the limit was asked for."""


class MutantSearch:
    """A search of one tree that is wrong in one place; the two styles of searching are made of its parts."""

    def __init__(self, mutation: Mutation, asked: Asked) -> None:
        """Stand at the root."""
        self.mutation, self.limit, self.reads = mutation, asked.depth, Reads()
        self.root = GradedNode(asked, self.reads)
        self.beyond = mutation.beyond_limit * (asked.agents or 1)
        self.shared = OPEN
        self.found: list[tuple[int, float]] = []
        """What the root's children have returned."""

    def outcome(self, style: MutantStyle) -> MutantOutcome:
        """Search in a style, and return what was done."""
        try:
            value = style(self, self.root, OPEN, 0)
        except NoValue:
            return MutantOutcome(tuple(self.reads.leaves), None, ())
        return MutantOutcome(
            tuple(self.reads.leaves), value, tuple(move for move, found in self.found if found == value)
        )

    def is_leaf(self, node: GradedNode, ply: int) -> bool:
        """Return whether the search takes a node for a leaf."""
        return not node.children or (self.limit is not None and ply == self.limit + self.beyond)

    def value(self, node: GradedNode) -> float:
        """Read a value."""
        found = node.value
        if found is None:
            raise NoValue
        return float(found)

    def odds(self, node: GradedNode) -> Sequence[float] | None:
        """Return the probabilities of a node's children where nobody chooses, else None."""
        if node.maximizing is None:
            return node.probabilities
        chooses = self.root.maximizing is not False
        if self.mutation.opponent_is_random and node.maximizing != chooses:
            return [1 / len(node.children)] * len(node.children)
        return None

    def below(self, node: GradedNode) -> Sequence[tuple[int, GradedNode]]:
        """Return the children that are looked at, with their places."""
        places = {id(child): place for place, child in enumerate(node.children)}
        return [(places[id(child)], child) for child in self.mutation.tried(node.children)]

    def keep(self, place: int, value: float, ply: int) -> float:
        """Keep what a child of the root has returned; return it."""
        if ply == 0:
            self.found.append((place, value))
        return value


@dataclass(frozen=True, slots=True)
class InTurns:
    """MAX takes the greatest, MIN the least; where a move is made at random, the mean counts."""

    late: bool
    """Whether it asks for the cutoff before the window is narrowed, by the value; else whether that is closed."""

    def __call__(self, search: MutantSearch, node: GradedNode, window: HandedWindow, ply: int) -> float:
        """Search a node; the value is from MAX's side."""
        if search.is_leaf(node, ply):
            return search.value(node)
        mutation = search.mutation
        maximizing = mutation.turn_of(node, search.root) != mutation.is_exchanged
        (alpha, beta), best, odds, total = window, mutation.first_best[0 if maximizing else 1], search.odds(node), 0.0
        for place, child in search.below(node):
            if mutation.is_shared:
                alpha, beta = search.shared
            given = mutation.gives((alpha, beta), maximizing=maximizing)
            found = search.keep(place, self(search, child, given, ply + 1), ply)
            if mutation.is_shared:
                alpha, beta = search.shared
            best = max(best, found) if maximizing else min(best, found)
            total += found * odds[place] if odds else 0
            if self.late and mutation.closes(*((best, beta) if maximizing else (alpha, best))):
                break
            if mutation.updates(ply, maximizing=maximizing):
                alpha, beta = (max(alpha, best), beta) if maximizing else (alpha, min(beta, best))
            search.shared = alpha, beta
            if not self.late and mutation.closes(alpha, beta):
                break
        return total if odds else best


@dataclass(frozen=True, slots=True)
class Negamax:
    """Negamax with a wrong sign, of a child's value, its window or the leaves of MIN, or with ends not exchanged."""

    sign: int
    """What a child's value is multiplied by."""
    hands: Callable[[float, float], HandedWindow]
    """What window a child is handed."""
    leaves: str
    """From whose side leaves are: of the `mover` or `max`."""
    late: bool
    """Whether it asks for the cutoff before the window is narrowed."""

    def __call__(self, search: MutantSearch, node: GradedNode, window: HandedWindow, ply: int) -> float:
        """Search a node; the value is from the mover's side, as far as signs are there."""
        if search.is_leaf(node, ply):
            value = search.value(node)
            return -value if self.leaves == "mover" and not node.maximizing else value
        (alpha, beta), best = window, search.mutation.first_best[0]
        for place, child in search.below(node):
            found = self.sign * self(search, child, self.hands(alpha, beta), ply + 1)
            best = max(best, search.keep(place, found, ply))
            if self.late and search.mutation.closes(best, beta):
                break
            alpha = max(alpha, best)
            if not self.late and search.mutation.closes(alpha, beta):
                break
        return best


OTHER_RULE = {">=": ">", ">": ">="}


@dataclass(frozen=True, slots=True)
class Mistake:
    """A mistake by its name, what a search does that makes it, and what to look at."""

    name: str
    does: str
    """The end of a sentence that begins with `a search that`."""
    changes: tuple[dict[str, Any], ...] = ({},)
    """What a mutant does in place of what is right; one of several."""
    styles: tuple[MutantStyle, ...] = (InTurns(late=False), InTurns(late=True))
    is_of_pruning: bool = False
    """Whether only a search that prunes can make it."""
    needs_limit: bool = False


def negated(alpha: float, beta: float) -> HandedWindow:
    """Return a window with both signs turned, and its ends not exchanged."""
    return -alpha, -beta


MINUSES = tuple(
    Negamax(1, hands, leaves, late)
    for hands in (lambda alpha, beta: (-beta, -alpha), lambda alpha, beta: (alpha, beta), negated)
    for leaves, late in product(("mover", "max"), (False, True))
)
UNEXCHANGED = tuple(Negamax(-1, negated, "mover", late) for late in (False, True))
MISTAKES = (
    Mistake("no-pruning", "never cuts", ({"closes": RULES[NEVER]},), is_of_pruning=True),
    Mistake("wrong-rule", "cuts by the other rule, α > β instead of α ≥ β or vice versa", is_of_pruning=True),
    Mistake("not-updated-max", "never raises α", ({"updates": lambda ply, *, maximizing: not maximizing},),
            is_of_pruning=True),
    Mistake("not-updated-min", "never lowers β", ({"updates": lambda ply, *, maximizing: maximizing},),
            is_of_pruning=True),
    Mistake("not-passed-down", "passes no window down, so every node starts with an open window",
            ({"gives": lambda window, *, maximizing: OPEN},), is_of_pruning=True),
    Mistake("shallow-only", "passes down only the parent's bound, so there are no deep cutoffs",
            ({"gives": lambda window, *, maximizing: (window[0], inf) if maximizing else (-inf, window[1])},),
            is_of_pruning=True),
    Mistake("leaks", "shares one window among all nodes, so bounds stay in force after a branch is finished",
            ({"is_shared": True},), is_of_pruning=True),
    Mistake("sides-exchanged", "lets MAX take the smallest value and MIN the largest", ({"is_exchanged": True},)),
    Mistake("turn-not-changed", "does not change sides when it goes down a ply",
            tuple({"turn_of": below} for below in (
                lambda node, root: root.maximizing,
                lambda node, root: root.maximizing if node is root else True,
                lambda node, root: root.maximizing if node is root else False,
            ))),
    Mistake("root-forgotten", "does not raise α at the root (or lower β, if MIN moves there)",
            ({"updates": lambda ply, *, maximizing: ply > 0},), is_of_pruning=True),
    Mistake("begins-at-zero", "starts with 0 as the best value",
            ({"first_best": (0, 0)}, {"first_best": (0, inf)}, {"first_best": (-inf, 0)})),
    Mistake("first-child-only", "looks only at the first child", ({"tried": lambda children: children[:1]},)),
    Mistake("last-child-missed", "skips the last child",
            ({"tried": lambda children: children[:-1]}, {"tried": lambda children: children[:-1] or children})),
    Mistake("right-to-left", "visits the children from right to left", ({"tried": lambda children: children[::-1]},)),
    Mistake("sign-forgotten", "is a negamax with a missing minus sign", styles=MINUSES),
    Mistake("window-not-exchanged", "is a negamax that passes down (−α, −β) instead of (−β, −α)", styles=UNEXCHANGED,
            is_of_pruning=True),
    Mistake("one-ply-off", "searches one ply too many or one too few",
            ({"beyond_limit": 1}, {"beyond_limit": -1}), needs_limit=True),
)  # fmt: skip
BY_NAME = {mistake.name: mistake for mistake in MISTAKES}


def mutants_of(mistake: Mistake, task: GradedTask) -> Iterator[tuple[MutantStyle, Mutation]]:
    """Yield the mutants that make a mistake in a task."""
    if (mistake.is_of_pruning and not task.prunes) or (mistake.needs_limit and task.depth is None):
        return
    rule = OTHER_RULE[task.cut] if mistake.name == "wrong-rule" else task.cut
    closes = RULES[rule if task.prunes else NEVER]
    is_by_chance = task.name in (*OPPONENT_AT_RANDOM, "expectiminimax")
    styles = () if is_by_chance and isinstance(mistake.styles[0], Negamax) else mistake.styles
    for style, change in product(styles, mistake.changes):
        yield style, Mutation(**{"closes": closes, "opponent_is_random": task.name in OPPONENT_AT_RANDOM, **change})


def looks_like(answers: Sequence[tuple[Asked, GivenAnswer]], task: GradedTask) -> list[str]:
    """Return the mistakes that visit and return the same as a search on every tree."""
    searches: dict[str, Iterable[Callable[[Asked], MutantOutcome]]] = {
        mistake.name: (partial(mutant_outcome, *each) for each in mutants_of(mistake, task)) for mistake in MISTAKES
    }
    if task.table:
        searches = {name: (partial(table_outcome, manner, task) for manner in manners(name)) for name in TABLE_MISTAKES}
    return [name for name, of_it in searches.items() if any(is_like(answers, search) for search in of_it)]


def mutant_outcome(style: MutantStyle, mutation: Mutation, asked: Asked) -> MutantOutcome:
    """Return what a mutant does with a tree."""
    return MutantSearch(mutation, asked).outcome(style)


def table_outcome(manner: TableManner, task: GradedTask, asked: Asked) -> MutantOutcome:
    """Return what a search does with a tree that uses its table in a manner."""
    found = TableSearch(asked, manner, prunes=task.prunes)
    return MutantOutcome(tuple(found.leaves), found.value, tuple(asked.tree.moves()))


def is_like(answers: Sequence[tuple[Asked, GivenAnswer]], search: Callable[[Asked], MutantOutcome]) -> bool:
    """Return whether a search of ours does the same on every tree, with its value from MAX's or the mover's side.

    It reads the same leaves, and fails or returns a move as the graded search does.
    """
    signs = {1, -1}
    for limited, answer in answers:
        if answer.is_endless:
            return False
        outcome = search(limited)
        if answer.leaves != outcome.leaves or bool(answer.failure) != (outcome.value is None):
            return False
        if answer.value is None and answer.move is not None and answer.move not in outcome.moves:
            return False
        if answer.value is not None and outcome.value is not None:
            turned = -1 if turn_of(limited.tree) == MIN else 1
            signs &= {sign for sign in (1, -1) if same(answer.value, outcome.value * (turned if sign < 0 else 1))}
        if not signs:
            return False
    return True
