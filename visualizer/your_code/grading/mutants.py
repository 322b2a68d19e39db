"""Searches that are wrong in one place: the mistakes that people make, and which of them a graded search makes."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import product
from math import inf
from typing import Any

from games import turn_of
from visualizer.searching.algorithms import CUTS
from visualizer.your_code.grading.answers import GivenAnswer, same
from visualizer.your_code.grading.node import GradedNode, Reads
from visualizer.your_code.grading.reference import OPPONENT_AT_RANDOM, GradedTask
from visualizer.your_code.grading.tables import TABLE_MISTAKES, TableSearch, manners
from visualizer.your_code.grading.trees import MIN, OPEN, Asked, HandedWindow

Children = Sequence[tuple[int, GradedNode]]
"""Children of a node with their places."""
NEVER = "never"
RULES: Mapping[str, Callable[[float, float], bool]] = {**CUTS, NEVER: lambda alpha, beta: False}
"""When a search cuts."""


@dataclass(frozen=True, slots=True)
class Mutation:
    """How a search goes about it; by default rightly: MAX takes the greatest value, MIN the least."""

    closes: Callable[[float, float], bool]
    """Whether alpha and beta are a reason to leave a node."""
    is_late: bool = False
    """Whether it asks that before the window is narrowed, of the best value; else of the window."""
    first_best: HandedWindow = OPEN
    """What the best value of MAX and that of MIN begin with."""
    tried: Callable[[Children], Children] = lambda children: children
    """Which children are looked at, in their order."""
    updates: Callable[..., bool] = lambda ply, *, maximizing: True
    """Whether the bound of who moves is changed, at a ply, by MAX or by MIN."""
    gives: Callable[..., HandedWindow] = lambda window, *, maximizing: window
    """What window a child is given."""
    sign: int = 1
    """What a child's value is multiplied by."""
    is_shared: bool = False
    """Whether there is one window for all nodes."""
    is_exchanged: bool = False
    """Whether MAX takes the least and MIN the greatest."""
    turn_of: Callable[[GradedNode, GradedNode], bool | None] = lambda node, root: node.maximizing
    """Whether MAX is to move at a node, below a root."""
    turns_leaves: bool = False
    """Whether it takes leaves from the side of who would move there."""
    opponent_is_random: bool = False
    """Whether who does not move at the root makes any move with the same probability, as in expectimax."""
    beyond_limit: int = 0
    """How many plies too many are searched where there is a limit."""


class NoValue(Exception):  # noqa: N818  it says what is the matter
    """The value of an inner node above or below the limit was asked for."""


class MutantSearch:
    """A search of one tree that is wrong in one place: the leaves that it has read, and its value.

    The value is None where it reads one where there is none; `moves` are the root's children that have returned it.
    """

    def __init__(self, asked: Asked, mutation: Mutation) -> None:
        """Search the tree."""
        self.mutation, self.reads, self.shared = mutation, Reads(), OPEN
        self.limit = None if asked.depth is None else asked.depth + mutation.beyond_limit * (asked.agents or 1)
        self.root = GradedNode(asked, self.reads)
        self.returned: list[tuple[int, float]] = []
        """What the root's children have returned."""
        self.value: float | None = None
        with suppress(NoValue):
            self.value = self._worth(self.root, OPEN, 0)
        self.leaves = tuple(self.reads.leaves)
        self.moves = [move for move, value in self.returned if value == self.value]

    def _worth(self, node: GradedNode, window: HandedWindow, ply: int) -> float:
        """Search a node; where a move is made at random, the mean counts."""
        mutation = self.mutation
        if not node.children or ply == self.limit:
            return self._read(node)
        maximizing = mutation.turn_of(node, self.root) != mutation.is_exchanged
        (alpha, beta), best, odds, total = window, mutation.first_best[0 if maximizing else 1], self._odds(node), 0.0
        for place, child in mutation.tried([*enumerate(node.children)]):
            if mutation.is_shared:
                alpha, beta = self.shared
            given = mutation.gives((alpha, beta), maximizing=maximizing)
            found = mutation.sign * self._worth(child, given, ply + 1)
            if ply == 0:
                self.returned.append((place, found))
            if mutation.is_shared:
                alpha, beta = self.shared
            best = max(best, found) if maximizing else min(best, found)
            total += found * odds[place] if odds else 0
            if mutation.is_late and mutation.closes(*((best, beta) if maximizing else (alpha, best))):
                break
            if mutation.updates(ply, maximizing=maximizing):
                alpha, beta = (max(alpha, best), beta) if maximizing else (alpha, min(beta, best))
            self.shared = alpha, beta
            if not mutation.is_late and mutation.closes(alpha, beta):
                break
        return total if odds else best

    def _read(self, node: GradedNode) -> float:
        value = node.value
        if value is None:
            raise NoValue
        return -float(value) if self.mutation.turns_leaves and not node.maximizing else float(value)

    def _odds(self, node: GradedNode) -> Sequence[float] | None:
        """Return the probabilities of a node's children where nobody chooses, else None."""
        if node.maximizing is None:
            return node.probabilities
        chooses = self.root.maximizing is not False
        if self.mutation.opponent_is_random and node.maximizing != chooses:
            return [1 / len(node.children)] * len(node.children)
        return None


OTHER_RULE = {">=": ">", ">": ">="}


@dataclass(frozen=True, slots=True)
class Mistake:
    """A mistake by its name, what a search does that makes it, and what to look at."""

    name: str
    does: str
    """The end of a sentence that begins with `a search that`."""
    changes: tuple[dict[str, Any], ...] = ({},)
    """What a mutant does in place of what is right; one of several."""
    is_of_negamax: bool = False
    """Whether only a negamax can make it."""
    is_of_pruning: bool = False
    """Whether only a search that prunes can make it."""
    needs_limit: bool = False


Handing = Callable[[float, float], HandedWindow]
HANDED: Mapping[str, Handing] = {
    "right": lambda alpha, beta: (-beta, -alpha),
    "unturned": lambda alpha, beta: (alpha, beta),
    "unexchanged": lambda alpha, beta: (-alpha, -beta),
}
"""What window a negamax hands on, rightly, and with signs or ends as they were."""


def negamax(sign: int, hands: Handing, *, turns_leaves: bool = True) -> dict[str, Any]:
    """Return what makes a search a negamax: the sign of a child's value, its window, and from whose side leaves are."""
    return {
        "sign": sign, "turn_of": lambda node, root: True, "turns_leaves": turns_leaves,
        "gives": lambda window, *, maximizing: hands(*window),
    }  # fmt: skip


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
    Mistake("sign-forgotten", "forgets a minus sign of negamax",
            tuple(negamax(1, hands, turns_leaves=turns) for hands in HANDED.values() for turns in (True, False)),
            is_of_negamax=True),
    Mistake("window-not-exchanged", "hands down (−α, −β) where negamax hands down (−β, −α)",
            (negamax(-1, HANDED["unexchanged"]),), is_of_pruning=True, is_of_negamax=True),
    Mistake("one-ply-off", "searches one ply too many or one too few",
            ({"beyond_limit": 1}, {"beyond_limit": -1}), needs_limit=True),
)  # fmt: skip
BY_NAME = {mistake.name: mistake for mistake in MISTAKES}


def mutants_of(mistake: Mistake, task: GradedTask) -> Iterator[Mutation]:
    """Yield the mutants that make a mistake in a task."""
    is_random = task.name in OPPONENT_AT_RANDOM
    if (mistake.is_of_pruning and not task.prunes) or (mistake.needs_limit and task.depth is None):
        return
    if mistake.is_of_negamax and (is_random or task.name == "expectiminimax"):
        return
    rule = OTHER_RULE[task.cut] if mistake.name == "wrong-rule" else task.cut
    closes = RULES[rule if task.prunes else NEVER]
    for is_late, change in product((False, True), mistake.changes):
        yield Mutation(**{"closes": closes, "is_late": is_late, "opponent_is_random": is_random, **change})


WrongSearch = Callable[[Asked], MutantSearch | TableSearch]


def looks_like(answers: Sequence[tuple[Asked, GivenAnswer]], task: GradedTask) -> list[str]:
    """Return the mistakes that visit and return the same as a search on every tree.

    They are made in a variant of the task that prunes, or in one that does not.
    """
    found = dict[str, None]()
    for each in {variant.prunes: variant for variant in task.variants}.values():
        searches: dict[str, Iterator[WrongSearch]] = {
            mistake.name: (partial(MutantSearch, mutation=mutation) for mutation in mutants_of(mistake, each))
            for mistake in MISTAKES
        }
        if task.table:
            searches = {name: (partial(TableSearch, manner=manner, prunes=each.prunes) for manner in manners(name))
                        for name in TABLE_MISTAKES}  # fmt: skip
        found |= dict.fromkeys(name for name, like in searches.items() if any(is_like(answers, one) for one in like))
    return [*found]


def is_like(answers: Sequence[tuple[Asked, GivenAnswer]], search: WrongSearch) -> bool:
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
