"""Searches that are wrong in one place: the mistakes that people make, and which of them a graded search makes."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from math import inf
from typing import Any

from games import Turn, turn_of
from games.tree.notation import Node
from visualizer.searching.algorithms import CUT_RULES
from visualizer.trace.rows import OPEN_WINDOW, MovePath, Window
from visualizer.your_code.grading.answers import GivenAnswer, is_same_value
from visualizer.your_code.grading.reference import RANDOM_OPPONENT_TASKS, GradedTask
from visualizer.your_code.grading.tables import TABLE_MISTAKES, TableSearch, policies_making_mistake
from visualizer.your_code.grading.tree_searches import TreeSearch
from visualizer.your_code.grading.trees import MIN_TURN, SearchTask

NEVER_CUT = "never"
MUTANT_CUT_RULES: Mapping[str, Callable[[float, float], bool]] = {
    **CUT_RULES,
    NEVER_CUT: lambda alpha, beta: False,
}
"""When a search cuts."""


@dataclass(frozen=True, slots=True)
class Mutation:
    """How a search goes about it; by default rightly: MAX takes the greatest value, MIN the least."""

    closes: Callable[[float, float], bool]
    """Whether alpha and beta are a reason to leave a node."""
    is_late: bool = False
    """Whether it asks that before the window is narrowed, of the best value; else of the window."""
    first_best: Window = OPEN_WINDOW
    """What the best value of MAX and that of MIN begin with."""
    tried: Callable[[Sequence[int]], Sequence[int]] = lambda moves: moves
    """Which moves are looked at, in their order."""
    updates: Callable[..., bool] = lambda ply, *, maximizing: True
    """Whether the bound of who moves is changed, at a ply, by MAX or by MIN."""
    gives: Callable[..., Window] = lambda window, *, maximizing: window
    """What window a child is given."""
    sign: int = 1
    """What a child's value is multiplied by."""
    is_shared: bool = False
    """Whether there is one window for all nodes."""
    is_exchanged: bool = False
    """Whether MAX takes the least and MIN the greatest."""
    turn_of: Callable[[Node, Node], bool] = lambda node, root: node.maximizing
    """Whether MAX is to move at a node, below a root."""
    turns_leaves: bool = False
    """Whether it takes leaves from the side of who would move there."""
    opponent_is_random: bool = False
    """Whether who does not move at the root makes any move with the same probability, as in expectimax."""
    beyond_limit: int = 0
    """How many plies too many are searched where there is a limit."""


class NoValue(Exception):  # noqa: N818  it says what is the matter
    """The value of an inner node above or below the limit was asked for."""


class MutantSearch(TreeSearch):
    """A search of one tree that is wrong in one place; it fails where it reads a value where there is none."""

    def __init__(self, asked: SearchTask, mutation: Mutation) -> None:
        """Search the tree."""
        super().__init__(asked)
        self.mutation = mutation
        self.shared = OPEN_WINDOW
        if self.limit is not None:
            self.limit += mutation.beyond_limit * (asked.agents or 1)
        self.returned_at_root: dict[int, float] = {}
        try:
            self.finish(self.worth((), *OPEN_WINDOW))
        except NoValue:
            self.recorder.close()
            self.has_failed = True
        self.moves = [move for move, value in self.returned_at_root.items() if value == self.value]

    def inner(self, path: MovePath, alpha: float, beta: float) -> float:
        """Search a node; where a move is made at random, the mean counts."""
        mutation = self.mutation
        node = self.asked.tree.at(path)
        self.enter(path, node, alpha, beta)
        maximizing = mutation.turn_of(node, self.asked.tree) != mutation.is_exchanged
        best = mutation.first_best[0 if maximizing else 1]
        odds = self.odds(node)
        total = 0.0
        for move in mutation.tried(node.moves()):
            if mutation.is_shared:
                alpha, beta = self.shared
            given = mutation.gives((alpha, beta), maximizing=maximizing)
            found = mutation.sign * self.worth((*path, move), *given)
            if not path:
                self.returned_at_root[move] = found
            if mutation.is_shared:
                alpha, beta = self.shared
            if maximizing:
                best = max(best, found)
            else:
                best = min(best, found)
            if odds:
                total += found * odds[move]
            if mutation.is_late and mutation.closes(
                *((best, beta) if maximizing else (alpha, best))
            ):
                break
            if mutation.updates(len(path), maximizing=maximizing):
                alpha, beta = self.narrowed((alpha, beta), best, maximizing=maximizing)
            self.shared = alpha, beta
            if not mutation.is_late and mutation.closes(alpha, beta):
                break
        return self.recorder.leave(total if odds else best)

    def read(self, path: MovePath, alpha: float, beta: float) -> float:
        """Read a leaf; NoValue where there is no value."""
        if not self.asked.is_leaf(path):
            raise NoValue
        value = super().read(path, alpha, beta)
        is_turned = self.mutation.turns_leaves and not self.asked.tree.at(path).maximizing
        return -value if is_turned else value

    def odds(self, node: Node) -> Sequence[float] | None:
        """Return the probabilities of a node's children where nobody chooses, else None."""
        probabilities = node.probabilities()
        if probabilities is not None:
            return [float(each) for each in probabilities]
        if self.mutation.opponent_is_random and turn_of(node) != self.chooser:
            return [1 / len(node.children)] * len(node.children)
        return None

    @property
    def chooser(self) -> Turn:
        """Return who does not move at random: whose turn it is at the root, or MAX."""
        if turn_of(self.asked.tree) == Turn.MIN:
            return Turn.MIN
        return Turn.MAX


OPPOSITE_STRICTNESS = {">=": ">", ">": ">="}


@dataclass(frozen=True, slots=True)
class PlantedMistake:
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


WindowHandover = Callable[[float, float], Window]
WINDOW_HANDOVERS: Mapping[str, WindowHandover] = {
    "right": lambda alpha, beta: (-beta, -alpha),
    "unturned": lambda alpha, beta: (alpha, beta),
    "unexchanged": lambda alpha, beta: (-alpha, -beta),
}
"""What window a negamax hands on, rightly, and with signs or ends as they were."""


def negamax_changes(
    sign: int, hands: WindowHandover, *, turns_leaves: bool = True
) -> dict[str, Any]:
    """Return what makes a search a negamax: the sign of a child's value, its window, and from whose side leaves are."""
    return {
        "sign": sign,
        "turn_of": lambda node, root: True,
        "turns_leaves": turns_leaves,
        "gives": lambda window, *, maximizing: hands(*window),
    }


KNOWN_MISTAKES = (
    PlantedMistake(
        "no-pruning", "never cuts", ({"closes": MUTANT_CUT_RULES[NEVER_CUT]},), is_of_pruning=True
    ),
    PlantedMistake(
        "wrong-rule",
        "cuts by the other rule, α > β instead of α ≥ β or vice versa",
        is_of_pruning=True,
    ),
    PlantedMistake(
        "not-updated-max",
        "never raises α",
        ({"updates": lambda ply, *, maximizing: not maximizing},),
        is_of_pruning=True,
    ),
    PlantedMistake(
        "not-updated-min",
        "never lowers β",
        ({"updates": lambda ply, *, maximizing: maximizing},),
        is_of_pruning=True,
    ),
    PlantedMistake(
        "not-passed-down",
        "passes no window down, so every node starts with an open window",
        ({"gives": lambda window, *, maximizing: OPEN_WINDOW},),
        is_of_pruning=True,
    ),
    PlantedMistake(
        "shallow-only",
        "passes down only the parent's bound, so there are no deep cutoffs",
        (
            {
                "gives": lambda window, *, maximizing: (
                    (window[0], inf) if maximizing else (-inf, window[1])
                )
            },
        ),
        is_of_pruning=True,
    ),
    PlantedMistake(
        "leaks",
        "shares one window among all nodes, so bounds stay in force after a branch is finished",
        ({"is_shared": True},),
        is_of_pruning=True,
    ),
    PlantedMistake(
        "sides-exchanged",
        "lets MAX take the smallest value and MIN the largest",
        ({"is_exchanged": True},),
    ),
    PlantedMistake(
        "turn-not-changed",
        "does not change sides when it goes down a ply",
        tuple(
            {"turn_of": below}
            for below in (
                lambda node, root: root.maximizing,
                lambda node, root: root.maximizing if node is root else True,
                lambda node, root: root.maximizing if node is root else False,
            )
        ),
    ),
    PlantedMistake(
        "root-forgotten",
        "does not raise α at the root (or lower β, if MIN moves there)",
        ({"updates": lambda ply, *, maximizing: ply > 0},),
        is_of_pruning=True,
    ),
    PlantedMistake(
        "begins-at-zero",
        "starts with 0 as the best value",
        ({"first_best": (0, 0)}, {"first_best": (0, inf)}, {"first_best": (-inf, 0)}),
    ),
    PlantedMistake(
        "first-child-only", "looks only at the first child", ({"tried": lambda moves: moves[:1]},)
    ),
    PlantedMistake(
        "last-child-missed",
        "skips the last child",
        ({"tried": lambda moves: moves[:-1]}, {"tried": lambda moves: moves[:-1] or moves}),
    ),
    PlantedMistake(
        "right-to-left",
        "visits the children from right to left",
        ({"tried": lambda moves: moves[::-1]},),
    ),
    PlantedMistake(
        "sign-forgotten",
        "forgets a minus sign of negamax",
        tuple(
            negamax_changes(1, hands, turns_leaves=turns)
            for hands in WINDOW_HANDOVERS.values()
            for turns in (True, False)
        ),
        is_of_negamax=True,
    ),
    PlantedMistake(
        "window-not-exchanged",
        "hands down (−α, −β) where negamax hands down (−β, −α)",
        (negamax_changes(-1, WINDOW_HANDOVERS["unexchanged"]),),
        is_of_pruning=True,
        is_of_negamax=True,
    ),
    PlantedMistake(
        "one-ply-off",
        "searches one ply too many or one too few",
        ({"beyond_limit": 1}, {"beyond_limit": -1}),
        needs_limit=True,
    ),
)
KNOWN_MISTAKE_BY_NAME = {mistake.name: mistake for mistake in KNOWN_MISTAKES}


def mutants_of(mistake: PlantedMistake, task: GradedTask) -> Iterator[Mutation]:
    """Yield the mutants that make a mistake in a task."""
    is_random = task.name in RANDOM_OPPONENT_TASKS
    if (mistake.is_of_pruning and not task.prunes) or (mistake.needs_limit and task.depth is None):
        return
    if mistake.is_of_negamax and (is_random or task.name == "expectiminimax"):
        return
    if mistake.name == "wrong-rule":
        rule = OPPOSITE_STRICTNESS[task.cut]
    else:
        rule = task.cut
    closes = MUTANT_CUT_RULES[rule if task.prunes else NEVER_CUT]
    for is_late, change in product((False, True), mistake.changes):
        yield Mutation(
            **{"closes": closes, "is_late": is_late, "opponent_is_random": is_random, **change}
        )


def mistakes_that_fit(
    answers: Sequence[tuple[SearchTask, GivenAnswer]], task: GradedTask
) -> list[str]:
    """Return the mistakes that visit and return the same as a search on every tree.

    They are made in a variant of the task that prunes, or in one that does not.
    """
    found: dict[str, None] = {}
    for variant in {variant.prunes: variant for variant in task.variants}.values():
        for mistake in TABLE_MISTAKES if task.table else KNOWN_MISTAKE_BY_NAME:
            if any(
                answers_like_search(answers, search)
                for search in searches_making_mistake(mistake, variant)
            ):
                found[mistake] = None
    return [*found]


def searches_making_mistake(
    mistake: str, task: GradedTask
) -> Iterator[Callable[[SearchTask], TreeSearch]]:
    """Yield searches that make a mistake in a task."""
    if task.table:
        for manner in policies_making_mistake(mistake):
            yield partial(TableSearch, manner=manner, prunes=task.prunes)
    else:
        for mutation in mutants_of(KNOWN_MISTAKE_BY_NAME[mistake], task):
            yield partial(MutantSearch, mutation=mutation)


def answers_like_search(
    answers: Sequence[tuple[SearchTask, GivenAnswer]], search: Callable[[SearchTask], TreeSearch]
) -> bool:
    """Return whether a search of ours does the same on every tree, with its value from MAX's or the mover's side.

    It reads the same leaves, and fails or returns a move as the graded search does.
    """
    signs = {1, -1}
    for asked, answer in answers:
        if answer.is_endless:
            return False
        outcome = search(asked)
        if answer.leaves != outcome.leaves or bool(answer.failure) != outcome.has_failed:
            return False
        if answer.value is not None:
            is_min = turn_of(asked.tree) == MIN_TURN
            signs = {
                sign
                for sign in signs
                if is_same_value(answer.value, sign * outcome.value if is_min else outcome.value)
            }
        elif answer.move is not None and answer.move not in outcome.moves:
            return False
        if not signs:
            return False
    return True
