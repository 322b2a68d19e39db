"""Searches with one mistake each, to find the mistakes that explain a graded search."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
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
    """How a search with a mistake does each step; the defaults are the right way."""

    is_cutoff: Callable[[float, float], bool]
    """Whether a node with this alpha and beta is cut off."""
    tests_before_narrowing: bool = False
    """Whether it tests the best value for a cutoff before it narrows the window."""
    first_best: Window = OPEN_WINDOW
    """The best values that MAX and MIN start with."""
    moves_to_try: Callable[[Sequence[int]], Sequence[int]] = lambda moves: moves
    """The moves that it tries, in order."""
    narrows_window: Callable[..., bool] = lambda ply, *, maximizing: True
    """Whether the player to move narrows the window of a node at this depth."""
    passed_window: Callable[..., Window] = lambda window, *, maximizing: window
    """The window that it passes to a child."""
    sign: int = 1
    """The factor by which the value of a child is multiplied; -1 in a negamax."""
    shares_window: bool = False
    """Whether all nodes share one window, which is never widened again."""
    swaps_sides: bool = False
    """Whether MAX takes the smallest value and MIN the largest."""
    is_max_turn: Callable[[Node, Node], bool] = lambda node, root: node.maximizing
    """Whether MAX is to move at a node of the tree below a root."""
    negates_leaves: bool = False
    """Whether the values of leaves are from the side of the player to move there."""
    opponent_is_random: bool = False
    """Whether the moves of one player are equally likely, as in expectimax."""
    extra_plies: int = 0
    """The number of plies that it searches beyond the depth limit; negative if it stops before."""


class NoValue(Exception):  # noqa: N818  it says what is the matter
    """A search read the value of an inner node, which has no value."""


class MutantSearch(TreeSearch):
    """A search of one tree with one mistake; it fails if it reads a value where there is none."""

    def __init__(self, search_task: SearchTask, mutation: Mutation) -> None:
        """Search the tree of a task with the mistake that `mutation` makes."""
        super().__init__(search_task)
        self.mutation = mutation
        self.shared_window = OPEN_WINDOW
        # Agents count depth in rounds, with one ply for every agent.
        if self.limit is not None:
            self.limit += mutation.extra_plies * (search_task.agents or 1)

        self.root_values: dict[int, float] = {}
        try:
            self.finish(self.search_node((), *OPEN_WINDOW))
        except NoValue:
            self.recorder.close()
            self.has_failed = True
        self.moves = [move for move, value in self.root_values.items() if value == self.value]

    def search_inner_node(self, path: MovePath, alpha: float, beta: float) -> float:
        """Search the children of a node like alpha-beta, but with the mistake of this search.

        Return the best value, or the mean value if moves are random at the node.
        """
        mutation = self.mutation
        node = self.search_task.tree.at(path)
        self.enter(path, node, alpha, beta)

        # One loop serves all mistakes, because each of them changes one of its steps.
        maximizing = self.is_maximized(node)
        best_of = max if maximizing else min
        best = self.first_best(maximizing=maximizing)
        odds = self.odds(node)
        mean = 0.0
        window = (alpha, beta)
        for move in mutation.moves_to_try(node.moves()):
            value = self.child_value((*path, move), window, maximizing=maximizing)
            # The search of the child may have narrowed a shared window.
            if mutation.shares_window:
                window = self.shared_window
            best = best_of(best, value)
            if odds:
                mean += value * odds[move]
            # A search may test for a cutoff before narrowing the window or after; both are right.
            if self.is_early_cutoff(window, best, maximizing=maximizing):
                break
            if mutation.narrows_window(len(path), maximizing=maximizing):
                window = self.narrowed_window(window, best, maximizing=maximizing)
            self.shared_window = window
            if not mutation.tests_before_narrowing and mutation.is_cutoff(*window):
                break

        returned = mean if odds else best
        return self.recorder.leave(returned)

    def is_maximized(self, node: Node) -> bool:
        """Return whether the search takes the greatest value at a node, not the smallest."""
        is_max_turn = self.mutation.is_max_turn(node, self.search_task.tree)
        if self.mutation.swaps_sides:
            return not is_max_turn
        return is_max_turn

    def first_best(self, *, maximizing: bool) -> float:
        """Return the best value before the first child; in a right search −∞ for MAX, ∞ for MIN."""
        for_max, for_min = self.mutation.first_best
        return for_max if maximizing else for_min

    def child_value(self, path: MovePath, window: Window, *, maximizing: bool) -> float:
        """Search the child at a path, and return its value from the parent's point of view.

        `window` is the window of the parent. A mistake may give the child another one.
        """
        if self.mutation.shares_window:
            window = self.shared_window
        child_window = self.mutation.passed_window(window, maximizing=maximizing)
        value = self.mutation.sign * self.search_node(path, *child_window)
        # The best moves of the search follow from the values of the root's children.
        if len(path) == 1:
            self.root_values[path[0]] = value
        return value

    def is_early_cutoff(self, window: Window, best: float, *, maximizing: bool) -> bool:
        """Return whether the best value causes a cutoff before it narrows the window.

        Return False for a search that narrows the window first, and tests for a cutoff afterwards.
        """
        if not self.mutation.tests_before_narrowing:
            return False
        alpha, beta = window
        if maximizing:
            return self.mutation.is_cutoff(best, beta)
        return self.mutation.is_cutoff(alpha, best)

    def read(self, path: MovePath, alpha: float, beta: float) -> float:
        """Return the value of a leaf, negated for MIN if the search is a negamax.

        NoValue for an inner node: a search that goes too deep may ask for its value.
        """
        if not self.search_task.is_leaf(path):
            raise NoValue

        value = super().read(path, alpha, beta)
        if self.mutation.negates_leaves and not self.search_task.tree.at(path).maximizing:
            return -value
        return value

    def odds(self, node: Node) -> Sequence[float] | None:
        """Return the probabilities of a node's children, or None if a player chooses one."""
        probabilities = node.probabilities()
        if probabilities is not None:
            return [float(probability) for probability in probabilities]
        if self.mutation.opponent_is_random and turn_of(node) != self.chooser:
            return [1 / len(node.children)] * len(node.children)
        return None

    @property
    def chooser(self) -> Turn:
        """The player who does not move at random, which is the player to move at the root.

        If the root is a chance node, this is MAX.
        """
        return Turn.MIN if turn_of(self.search_task.tree) == Turn.MIN else Turn.MAX


OPPOSITE_STRICTNESS = {">=": ">", ">": ">="}


@dataclass(frozen=True, slots=True)
class UsualMistake:
    """A common mistake, and the mutations that make it."""

    name: str
    does: str
    """What the search does; this ends a sentence that begins with `a search that`."""
    changes: tuple[dict[str, Any], ...] = ({},)
    """The changed fields of `Mutation`; each dictionary is one form of the mistake."""
    needs_negamax: bool = False
    """Whether only a negamax can make it."""
    needs_pruning: bool = False
    """Whether only a search that prunes can make it."""
    needs_limit: bool = False
    """Whether only a search with a depth limit can make it."""


ChildWindow = Callable[[float, float], Window]
NEGAMAX_CHILD_WINDOWS: Mapping[str, ChildWindow] = {
    "right": lambda alpha, beta: (-beta, -alpha),
    "unchanged": lambda alpha, beta: (alpha, beta),
    "unswapped": lambda alpha, beta: (-alpha, -beta),
}
"""How a negamax makes a child's window from α and β: the right way, and two wrong ones."""


def negamax_changes(
    sign: int, child_window: ChildWindow, *, negates_leaves: bool = True
) -> dict[str, Any]:
    """Return the changes that turn alpha-beta into a negamax, as fields of a `Mutation`.

    In a negamax every node maximizes. `sign` is the factor for the values of children, which should
    be -1. `child_window` makes a child's window from α and β. `negates_leaves` says whether the
    values of leaves are from the side of the player to move, as they should be.
    """
    return {
        "sign": sign,
        "is_max_turn": lambda node, root: True,
        "negates_leaves": negates_leaves,
        "passed_window": lambda window, *, maximizing: child_window(*window),
    }


def only_own_bound(window: Window, *, maximizing: bool) -> Window:
    """Return a window without the bound of the opponent of the player to move."""
    alpha, beta = window
    return (alpha, inf) if maximizing else (-inf, beta)


KNOWN_MISTAKES = (
    UsualMistake(
        "no-pruning",
        "never cuts",
        ({"is_cutoff": MUTANT_CUT_RULES[NEVER_CUT]},),
        needs_pruning=True,
    ),
    UsualMistake(
        "wrong-rule",
        "cuts by the other rule, α > β instead of α ≥ β or vice versa",
        needs_pruning=True,
    ),
    UsualMistake(
        "not-updated-max",
        "never raises α",
        ({"narrows_window": lambda ply, *, maximizing: not maximizing},),
        needs_pruning=True,
    ),
    UsualMistake(
        "not-updated-min",
        "never lowers β",
        ({"narrows_window": lambda ply, *, maximizing: maximizing},),
        needs_pruning=True,
    ),
    UsualMistake(
        "not-passed-down",
        "passes no window down, so every node starts with an open window",
        ({"passed_window": lambda window, *, maximizing: OPEN_WINDOW},),
        needs_pruning=True,
    ),
    UsualMistake(
        "shallow-only",
        "passes down only the parent's bound, so there are no deep cutoffs",
        ({"passed_window": only_own_bound},),
        needs_pruning=True,
    ),
    UsualMistake(
        "leaks",
        "shares one window among all nodes, so bounds stay in force after a branch is finished",
        ({"shares_window": True},),
        needs_pruning=True,
    ),
    UsualMistake(
        "sides-exchanged",
        "lets MAX take the smallest value and MIN the largest",
        ({"swaps_sides": True},),
    ),
    UsualMistake(
        "turn-not-changed",
        "does not change sides when it goes down a ply",
        (
            {"is_max_turn": lambda node, root: root.maximizing},
            {"is_max_turn": lambda node, root: root.maximizing if node is root else True},
            {"is_max_turn": lambda node, root: root.maximizing if node is root else False},
        ),
    ),
    UsualMistake(
        "root-forgotten",
        "does not raise α at the root (or lower β, if MIN moves there)",
        ({"narrows_window": lambda ply, *, maximizing: ply > 0},),
        needs_pruning=True,
    ),
    UsualMistake(
        "begins-at-zero",
        "starts with 0 as the best value",
        ({"first_best": (0, 0)}, {"first_best": (0, inf)}, {"first_best": (-inf, 0)}),
    ),
    UsualMistake(
        "first-child-only",
        "looks only at the first child",
        ({"moves_to_try": lambda moves: moves[:1]},),
    ),
    UsualMistake(
        "last-child-missed",
        "skips the last child",
        # The first form skips an only child as well, the second never does.
        (
            {"moves_to_try": lambda moves: moves[:-1]},
            {"moves_to_try": lambda moves: moves[:-1] or moves},
        ),
    ),
    UsualMistake(
        "right-to-left",
        "visits the children from right to left",
        ({"moves_to_try": lambda moves: moves[::-1]},),
    ),
    UsualMistake(
        "sign-forgotten",
        "forgets a minus sign of negamax",
        tuple(
            negamax_changes(1, child_window, negates_leaves=negates_leaves)
            for child_window, negates_leaves in product(
                NEGAMAX_CHILD_WINDOWS.values(), (True, False)
            )
        ),
        needs_negamax=True,
    ),
    UsualMistake(
        "window-not-exchanged",
        "hands down (−α, −β) where negamax hands down (−β, −α)",
        (negamax_changes(-1, NEGAMAX_CHILD_WINDOWS["unswapped"]),),
        needs_pruning=True,
        needs_negamax=True,
    ),
    UsualMistake(
        "one-ply-off",
        "searches one ply too many or one too few",
        ({"extra_plies": 1}, {"extra_plies": -1}),
        needs_limit=True,
    ),
)
KNOWN_MISTAKE_BY_NAME = {mistake.name: mistake for mistake in KNOWN_MISTAKES}


def is_possible_in(mistake: UsualMistake, task: GradedTask) -> bool:
    """Return whether a search for a task can make a mistake."""
    if mistake.needs_pruning and not task.prunes:
        return False
    if mistake.needs_limit and task.depth is None:
        return False
    # A negamax needs sides that alternate from ply to ply, so it cannot search chance nodes.
    has_chance = task.name in RANDOM_OPPONENT_TASKS or task.name == "expectiminimax"
    return not mistake.needs_negamax or not has_chance


def mutations_making(mistake: UsualMistake, task: GradedTask) -> Iterator[Mutation]:
    """Yield the mutations that make a mistake in a search for a task, one for each form of it.

    Yield nothing if such a search cannot make the mistake.
    """
    if not is_possible_in(mistake, task):
        return
    rule = task.cut if task.prunes else NEVER_CUT
    if mistake.name == "wrong-rule":
        rule = OPPOSITE_STRICTNESS[task.cut]
    is_random = task.name in RANDOM_OPPONENT_TASKS
    right_search = Mutation(MUTANT_CUT_RULES[rule], opponent_is_random=is_random)
    # Each form exists twice, because a search may test for a cutoff before or after narrowing.
    for tests_before_narrowing, changes in product((False, True), mistake.changes):
        yield replace(right_search, tests_before_narrowing=tests_before_narrowing, **changes)


def mistakes_that_fit(
    answers: Sequence[tuple[SearchTask, GivenAnswer]], task: GradedTask
) -> list[str]:
    """Return the names of the known mistakes that explain all answers to a task.

    A mistake explains the answers if a search that makes it gives the same answers.
    """
    # For a search with a mistake, variants differ only in whether they prune. So one variant that
    # prunes and one that does not are enough.
    variants = {variant.prunes: variant for variant in task.variants}
    names = TABLE_MISTAKES if task.table else KNOWN_MISTAKE_BY_NAME
    # A dictionary as an ordered set.
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
    """Yield functions that run a search for a task with the mistake called `name`."""
    if task.table:
        for policy in policies_making_mistake(name):
            yield partial(TableSearch, policy=policy, prunes=task.prunes)
        return

    for mutation in mutations_making(KNOWN_MISTAKE_BY_NAME[name], task):
        yield partial(MutantSearch, mutation=mutation)


def answers_like_search(
    answers: Sequence[tuple[SearchTask, GivenAnswer]],
    make_search: Callable[[SearchTask], TreeSearch],
) -> bool:
    """Return whether one of our searches gives the same answers as the graded code, on all trees.

    Both must read the same leaves, and either both or neither must fail. Their values must be
    equal; an answer with only a move must have a best move of the search.
    """
    # With MIN to move at the root, all values of the code may be from MIN's side, and so negated.
    # Each answer may rule out one of the two signs.
    possible_signs = {1, -1}
    for search_task, answer in answers:
        if answer.is_endless:
            return False

        search = make_search(search_task)
        if answer.leaves != search.leaves or bool(answer.failure) != search.has_failed:
            return False
        if answer.value is not None:
            possible_signs = {
                sign for sign in possible_signs if has_same_value(answer, search, sign)
            }
            if not possible_signs:
                return False
        elif answer.move is not None and answer.move not in search.moves:
            return False
    return True


def has_same_value(answer: GivenAnswer, search: TreeSearch, sign: int) -> bool:
    """Return whether an answer has the search's value, times `sign` if MIN moves at the root."""
    assert answer.value is not None
    expected = search.value
    if turn_of(search.search_task.tree) == MIN_TURN:
        expected *= sign
    return is_same_value(answer.value, expected)
