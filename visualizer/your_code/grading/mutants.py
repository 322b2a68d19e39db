"""Searches with one mistake each, to find those that answer as the graded search does."""

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


@dataclass(frozen=True, slots=True)
class Mutation:
    """The steps of a search that a mistake may change; the defaults are right."""

    closes: Callable[[float, float], bool]
    """Whether alpha and beta are a reason to leave a node."""
    is_late: bool = False
    """Whether it tests the best value for a cutoff before it narrows the window."""
    first_best: Window = OPEN_WINDOW
    """The best values that MAX and MIN start with."""
    tried: Callable[[Sequence[int]], Sequence[int]] = lambda moves: moves
    """The moves that it tries, in order."""
    updates: Callable[..., bool] = lambda ply, *, maximizing: True
    """Whether MAX, or MIN, narrows the window at a ply."""
    gives: Callable[..., Window] = lambda window, *, maximizing: window
    """The window that it passes to a child."""
    sign: int = 1
    """The factor for the value of a child."""
    is_shared: bool = False
    """Whether all nodes share one window."""
    is_exchanged: bool = False
    """Whether MAX takes the smallest value and MIN the largest."""
    turn_of: Callable[[Node, Node], bool] = lambda node, root: node.maximizing
    """Whether MAX is to move at a node of the tree below a root."""
    turns_leaves: bool = False
    """Whether it reads leaves from the mover's side."""
    opponent_is_random: bool = False
    """Whether the moves of one player are equally likely, as in expectimax."""
    beyond_limit: int = 0
    """The number of plies that it searches beyond the depth limit."""


class NoValue(Exception):  # noqa: N818  it says what is the matter
    """A search read the value of an inner node that has none."""


class MutantSearch(TreeSearch):
    """A search of one tree with one mistake; it fails if it reads a value where there is none."""

    def __init__(self, search_task: SearchTask, mutation: Mutation) -> None:
        """Search the tree."""
        super().__init__(search_task)
        self.mutation = mutation
        self.shared = OPEN_WINDOW
        if self.limit is not None:
            self.limit += mutation.beyond_limit * (search_task.agents or 1)

        self.root_values: dict[int, float] = {}
        try:
            self.finish(self.search_node((), *OPEN_WINDOW))
        except NoValue:
            self.recorder.close()
            self.has_failed = True
        self.moves = [move for move, value in self.root_values.items() if value == self.value]

    def search_inner_node(self, path: MovePath, alpha: float, beta: float) -> float:
        """Search the children of a node; if its moves are made at random, return their mean."""
        mutation = self.mutation
        node = self.search_task.tree.at(path)
        self.enter(path, node, alpha, beta)

        # One loop for all mistakes: each changes a step of it, and the steps stay in this order.
        maximizing = mutation.turn_of(node, self.search_task.tree) != mutation.is_exchanged
        best_of = max if maximizing else min
        best = self.first_best(maximizing=maximizing)
        odds = self.odds(node)
        mean = 0.0
        window = (alpha, beta)
        for move in mutation.tried(node.moves()):
            value = self.child_value((*path, move), window, maximizing=maximizing)
            if mutation.is_shared:
                window = self.shared  # the child may have narrowed it
            best = best_of(best, value)
            if odds:
                mean += value * odds[move]
            if mutation.is_late and self.closes_late(window, best, maximizing=maximizing):
                break
            if mutation.updates(len(path), maximizing=maximizing):
                window = self.narrowed_window(window, best, maximizing=maximizing)
            self.shared = window
            if not mutation.is_late and mutation.closes(*window):
                break

        returned = mean if odds else best
        return self.recorder.leave(returned)

    def first_best(self, *, maximizing: bool) -> float:
        """Return the best value with which a side starts: −∞ for MAX, unless by a mistake."""
        for_max, for_min = self.mutation.first_best
        return for_max if maximizing else for_min

    def child_value(self, path: MovePath, window: Window, *, maximizing: bool) -> float:
        """Search a child, and return its value as its parent uses it."""
        if self.mutation.is_shared:
            window = self.shared
        child_window = self.mutation.gives(window, maximizing=maximizing)
        value = self.mutation.sign * self.search_node(path, *child_window)
        if len(path) == 1:
            self.root_values[path[0]] = value
        return value

    def closes_late(self, window: Window, best: float, *, maximizing: bool) -> bool:
        """Return whether a best value that has not narrowed the window yet is a cutoff."""
        alpha, beta = window
        if maximizing:
            return self.mutation.closes(best, beta)
        return self.mutation.closes(alpha, best)

    def read(self, path: MovePath, alpha: float, beta: float) -> float:
        """Read a leaf; NoValue if it has no value."""
        if not self.search_task.is_leaf(path):
            raise NoValue

        value = super().read(path, alpha, beta)
        if self.mutation.turns_leaves and not self.search_task.tree.at(path).maximizing:
            return -value
        return value

    def odds(self, node: Node) -> Sequence[float] | None:
        """Return the probabilities of a node's children, or None if a player chooses."""
        probabilities = node.probabilities()
        if probabilities is not None:
            return [float(probability) for probability in probabilities]
        if self.mutation.opponent_is_random and turn_of(node) != self.chooser:
            return [1 / len(node.children)] * len(node.children)
        return None

    @property
    def chooser(self) -> Turn:
        """The player who chooses in expectimax: the one to move at the root, by default MAX."""
        return Turn.MIN if turn_of(self.search_task.tree) == Turn.MIN else Turn.MAX


OPPOSITE_STRICTNESS = {">=": ">", ">": ">="}


@dataclass(frozen=True, slots=True)
class PlantedMistake:
    """A mistake that people make, and the mutations that make it."""

    name: str
    does: str
    """What the search does; this ends a sentence that begins with `a search that`."""
    changes: tuple[dict[str, Any], ...] = ({},)
    """The changed fields of `Mutation`; each dictionary is one way to make the mistake."""
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
"""The window that a negamax passes to a child: the right one, and two wrong ones."""


def negamax_changes(
    sign: int, handover: WindowHandover, *, turns_leaves: bool = True
) -> dict[str, Any]:
    """Return the changes that make alpha-beta a negamax: every node maximizes."""
    return {
        "sign": sign,
        "turn_of": lambda node, root: True,
        "turns_leaves": turns_leaves,
        "gives": lambda window, *, maximizing: handover(*window),
    }


def parents_bound(window: Window, *, maximizing: bool) -> Window:
    """Return a window with only the bound of the player to move."""
    alpha, beta = window
    return (alpha, inf) if maximizing else (-inf, beta)


KNOWN_MISTAKES = (
    PlantedMistake(
        "no-pruning",
        "never cuts",
        ({"closes": MUTANT_CUT_RULES[NEVER_CUT]},),
        is_of_pruning=True,
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
        ({"gives": parents_bound},),
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
        (
            {"turn_of": lambda node, root: root.maximizing},
            {"turn_of": lambda node, root: root.maximizing if node is root else True},
            {"turn_of": lambda node, root: root.maximizing if node is root else False},
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
        "first-child-only",
        "looks only at the first child",
        ({"tried": lambda moves: moves[:1]},),
    ),
    PlantedMistake(
        "last-child-missed",
        "skips the last child",
        # An only child is skipped, too, or not.
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
            negamax_changes(1, handover, turns_leaves=turns_leaves)
            for handover, turns_leaves in product(WINDOW_HANDOVERS.values(), (True, False))
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


def is_possible_in(mistake: PlantedMistake, task: GradedTask) -> bool:
    """Return whether a search for a task can make a mistake."""
    if mistake.is_of_pruning and not task.prunes:
        return False
    if mistake.needs_limit and task.depth is None:
        return False
    # With chance, the sides do not alternate as a negamax needs it.
    has_chance = task.name in RANDOM_OPPONENT_TASKS or task.name == "expectiminimax"
    return not (mistake.is_of_negamax and has_chance)


def mutants_of(mistake: PlantedMistake, task: GradedTask) -> Iterator[Mutation]:
    """Yield the mutations that make a mistake in a task; none if the task cannot have it."""
    if not is_possible_in(mistake, task):
        return
    rule = task.cut if task.prunes else NEVER_CUT
    if mistake.name == "wrong-rule":
        rule = OPPOSITE_STRICTNESS[task.cut]
    is_random = task.name in RANDOM_OPPONENT_TASKS
    defaults = {"closes": MUTANT_CUT_RULES[rule], "opponent_is_random": is_random}
    # A search that tests for a cutoff before it narrows the window makes the same mistakes.
    for is_late, changes in product((False, True), mistake.changes):
        yield Mutation(
            **{
                **defaults,
                "is_late": is_late,
                **changes,
            }
        )


def mistakes_that_fit(
    answers: Sequence[tuple[SearchTask, GivenAnswer]], task: GradedTask
) -> list[str]:
    """Return the names of mistakes that explain all answers.

    One variant of the task that prunes and one that does not are tried.
    """
    # The mutants of a variant depend only on whether it prunes.
    variants = {variant.prunes: variant for variant in task.variants}
    names = TABLE_MISTAKES if task.table else KNOWN_MISTAKE_BY_NAME
    fitting: dict[str, None] = {}
    for variant in variants.values():
        for name in names:
            searches = searches_making_mistake(name, variant)
            if any(answers_like_search(answers, search) for search in searches):
                fitting[name] = None
    return list(fitting)


def searches_making_mistake(
    name: str, task: GradedTask
) -> Iterator[Callable[[SearchTask], TreeSearch]]:
    """Yield searches that make a mistake in a task."""
    if task.table:
        for policy in policies_making_mistake(name):
            yield partial(TableSearch, policy=policy, prunes=task.prunes)
        return

    for mutation in mutants_of(KNOWN_MISTAKE_BY_NAME[name], task):
        yield partial(MutantSearch, mutation=mutation)


def answers_like_search(
    answers: Sequence[tuple[SearchTask, GivenAnswer]],
    make_search: Callable[[SearchTask], TreeSearch],
) -> bool:
    """Return whether a search of ours gives the same answers.

    It must read the same leaves, fail on the same trees, and return the same values, all from MAX's
    or all from the mover's side, or one of its best moves.
    """
    # The signs that values may have if MIN is to move; the first tree with one leaves only one.
    signs = {1, -1}
    for search_task, answer in answers:
        if answer.is_endless:
            return False

        search = make_search(search_task)
        if answer.leaves != search.leaves or bool(answer.failure) != search.has_failed:
            return False
        if answer.value is not None:
            signs = {sign for sign in signs if has_same_value(answer, search, sign)}
            if not signs:
                return False
        elif answer.move is not None and answer.move not in search.moves:
            return False
    return True


def has_same_value(answer: GivenAnswer, search: TreeSearch, sign: int) -> bool:
    """Return whether values are equal, if the code's have this sign when MIN is to move."""
    assert answer.value is not None
    expected = search.value
    if turn_of(search.search_task.tree) == MIN_TURN:
        expected *= sign
    return is_same_value(answer.value, expected)
