"""Is a search MCTS (UCT)? The judge checks that each playout follows the greatest upper bounds.

All that is known of a search is where it makes each playout, and the results that the tree fixes.
From these follow the statistics of right backups, and so the bounds at each node, under each
permitted convention. A mistake is a judge that is wrong in one place: a search that satisfies this
judge on all trees makes that mistake.

UCT is by Kocsis and Szepesvári (2006); UCB1, its bound, by Auer, Cesa-Bianchi and Fischer (2002).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby, product
from math import inf, log, sqrt
from typing import Any

from games.tree.notation import Node
from visualizer.explaining.measures.summary import count_in_words
from visualizer.trace.rows import MovePath
from visualizer.your_code.grading.answers import GivenAnswer, WrongAnswer
from visualizer.your_code.grading.playouts import PlayoutList
from visualizer.your_code.grading.trees import node_name_at, sentence_names, tree_as_json

UCT_TOLERANCE = 1e-9
"""Bounds that differ by no more count as equal."""
UCT_EXPLORATION = sqrt(2)
ROUNDED_EXPLORATIONS = (1.4, 1.41, 1.414, 1.4142)
"""How programs round the square root of two."""
LONGEST_RUN_SHARE = 0.97
"""A plainer convention is preferred if it explains this share of what the best one does."""
SAMPLING_FAILED = "failure"
WRONG_CHOICE = "choice"
NOT_EXPANDED = "not-expanded"
EXPANDED_TOO_DEEP = "too-deep"
WRONG_SAMPLED_MOVE = "move"


@dataclass(frozen=True, slots=True)
class UctConvention:
    """The details in which right searches differ."""

    exploration: float = UCT_EXPLORATION
    """C, the factor of the exploration term."""
    scale: float = 1.0
    """1 for results from -1 to 1, 0.5 for results from 0 to 1."""
    of_mover: bool = False
    """Whether results count from the side that moved to the playout's node, not from MAX's."""
    of_children: bool = False
    """Whether the logarithm is of the sum of the children's visits, not of the node's visits."""
    at_root: bool = False
    """Whether the first playout is made at the root."""
    reads: int = 1
    """How often the search reads the value of a finished node in each iteration."""

    def __str__(self) -> str:
        least = "-1" if self.scale == 1 else "0"
        side = "the side that moved there" if self.of_mover else "MAX"
        first = "the root" if self.at_root else "a child"
        log_of = "the children's visits" if self.of_children else "the node's visits"
        start = f"with results from {least} to 1 for {side}, first playout at {first}"
        return f"{start}, ln of {log_of}, C = {self.exploration:.5g}"


def possible_conventions(
    exploration: float, plays: Sequence[PlayedTree]
) -> Iterator[UctConvention]:
    """Yield the conventions of UCT that a right search with these playouts may follow.

    A convention is a choice that textbooks leave open, such as where the first playout is made.
    `exploration` is the constant that the search was asked to use. The plainest convention comes
    first.
    """
    constants = [exploration]
    if exploration == UCT_EXPLORATION:
        constants += ROUNDED_EXPLORATIONS

    # Where the first playout is made, and how often an iteration reads the value of a finished
    # node, need not be guessed: the playouts show it. `()` is the path to the root.
    begins_at_root = [play.playouts[:1] == [()] for play in plays]
    at_root = sum(begins_at_root) > len(plays) / 2
    possible_reads = [reads for reads in (1, 2, 3) if has_reads(plays, reads)]
    booleans = (False, True)
    for reads, constant, scale, of_mover, of_children in product(
        possible_reads, constants, (1.0, 0.5), booleans, booleans
    ):
        yield UctConvention(
            constant,
            scale,
            of_mover,
            of_children,
            at_root=at_root,
            reads=reads,
        )


def has_reads(plays: Sequence[PlayedTree], reads: int) -> bool:
    """Return whether a search may read a finished node so often in each iteration."""
    return all(play.iterations(reads) is not None for play in plays)


BackupRule = Callable[["PlayedTree", MovePath], Iterator[tuple[MovePath, int, int]]]
"""Yields the nodes to update after a playout at a node, with the visits to add and a sign.

The sign multiplies the result from MAX's side; 0 adds nothing.
"""
UctBonus = Callable[[int, int, int, bool], float]
"""Returns the factor of C, from the visits of a node and of its child, and the playouts so far.

The last argument is whether the node is the root.
"""


def usual_bonus(visits: int, child_visits: int, playouts: int, is_root: bool) -> float:
    """Return the exploration term of UCB1 without its constant."""
    return sqrt(log(max(1, visits)) / child_visits)


def sign_of_mover(play: PlayedTree, node: MovePath, end: MovePath) -> int:
    """Return the right sign of a result: that of the player who moved to the node."""
    return play.mover_to(node)


def make_backup_rule(
    sign: Callable[[PlayedTree, MovePath, MovePath], int] = sign_of_mover,
    gains: Callable[[int], bool] = lambda above: True,
    counts: Callable[[int], bool] = lambda above: True,
) -> BackupRule:
    """Return a rule that says how a playout changes the statistics of the nodes above it.

    `sign` is the factor of the result at a node: 1 or -1. `gains` says whether a node adds the
    result, `counts` whether it adds a visit; both get the number of plies from the node down to the
    playout. By default all nodes add both, as in right UCT.
    """

    def back_up(play: PlayedTree, end: MovePath) -> Iterator[tuple[MovePath, int, int]]:
        for ply in range(len(end) + 1):
            node = end[:ply]
            plies_to_playout = len(end) - ply
            added_visits = int(counts(plies_to_playout))
            result_sign = sign(play, node, end) if gains(plies_to_playout) else 0
            yield node, added_visits, result_sign

    return back_up


@dataclass(frozen=True, slots=True)
class UctMistake:
    """The steps of UCT that a mistake may change; the defaults are right."""

    name: str = ""
    does: str = ""
    """What the search does; this ends a sentence that begins with `a search that`."""
    credits: BackupRule = field(default_factory=make_backup_rule)
    bonus: UctBonus = usual_bonus
    deepest: float = inf
    """The most plies below the root at which a playout is made."""
    worth: Callable[[int, float], float] = lambda visits, mean: visits
    """What the returned move maximizes, from a child's visits and its mean for the mover."""


WRONG_BACKUP_SIGNS: tuple[Callable[[PlayedTree, MovePath, MovePath], int], ...] = (
    lambda play, node, end: 1,
    lambda play, node, end: -play.mover_to(()),
    lambda play, node, end: play.mover_to(end),
    lambda play, node, end: -play.mover_to(end),
    lambda play, node, end: -play.mover_to(node),
)
BONUSES_WITHOUT_PARENT: tuple[UctBonus, ...] = (
    lambda visits, child, playouts, is_root: 1 / sqrt(child),
    lambda visits, child, playouts, is_root: sqrt(log(child) / child),
    lambda visits, child, playouts, is_root: sqrt(log(max(1, playouts)) / child),
)
BACKUPS_SHORT_OF_ROOT = (
    make_backup_rule(gains=lambda above: above == 0),
    make_backup_rule(gains=lambda above: above == 0, counts=lambda above: above == 0),
    make_backup_rule(gains=lambda above: above < 2, counts=lambda above: above < 2),
)
UCT_MISTAKES = (
    *(
        UctMistake(
            "sign-forgotten",
            "forgets the sign of the result on its way up, or in the choice of a child",
            make_backup_rule(sign),
        )
        for sign in WRONG_BACKUP_SIGNS
    ),
    UctMistake(
        "no-exploration", "chooses by the means alone, without exploring", bonus=lambda *counts: 0
    ),
    *(
        UctMistake(
            "parent-visits-forgotten",
            "leaves the parent's visits out of the upper bound",
            bonus=bonus,
        )
        for bonus in BONUSES_WITHOUT_PARENT
    ),
    UctMistake(
        "best-mean-returned",
        "returns the move with the best mean, not the one with the most visits",
        worth=lambda visits, mean: mean,
    ),
    UctMistake(
        "least-visited-returned",
        "returns the move with the fewest visits, not the one with the most",
        worth=lambda visits, mean: -visits,
    ),
    *(
        UctMistake("not-expanded", "never expands a node after its first playout", deepest=ply)
        for ply in (1, 0)
    ),
    *(
        UctMistake("result-not-backed-up", "does not back the result up to the root", up)
        for up in BACKUPS_SHORT_OF_ROOT
    ),
    UctMistake(
        "root-not-counted",
        "never counts the visits of the root",
        bonus=lambda visits, child, playouts, is_root: (
            0 if is_root else usual_bonus(visits, child, 0, is_root)
        ),
    ),
)
"""The known mistakes, some of them in several forms."""
RIGHT_UCT = UctMistake()
UCT_MISTAKE_PHRASES = {mistake.name: mistake.does for mistake in UCT_MISTAKES}


class PlayedTree:
    """The playouts of a search on a tree, with their results, and the move that it returned."""

    def __init__(self, tree: Node, answer: GivenAnswer) -> None:
        """Take a search's answer on a tree; its `leaves` are the nodes at which playouts began."""
        self.tree = tree
        self.answer = answer
        self.playouts = list(answer.leaves)
        results = PlayoutList(tree)
        self.results = [results.next_result(path) for path in self.playouts]
        self.children: dict[MovePath, list[MovePath]] = {}
        self.signs: dict[MovePath, int] = {}
        for path, node in tree.paths():
            self.children[path] = [(*path, move) for move in node.moves()]
            self.signs[path] = 1 if node.maximizing else -1

    @property
    def has_playout(self) -> bool:
        """Whether any playout was made at an inner node; a read at a leaf is none."""
        return any(self.children[path] for path in self.playouts)

    @property
    def has_inner_child(self) -> bool:
        """Whether any child of the root is an inner node."""
        return any(self.children[child] for child in self.children[()])

    def mover_to(self, path: MovePath) -> int:
        """Return +1 if MAX moved to a node, else -1; the root counts as the opponent's move."""
        if not path:
            return -self.signs[()]
        return self.signs[path[:-1]]

    def iterations(self, reads: int) -> list[tuple[MovePath, float]] | None:
        """Return the path to the node of each iteration, with the result there.

        One iteration at a finished node may read its value `reads` times, and each read was
        recorded as a playout. Return None if the number of reads in a row is not a multiple of
        `reads`.
        """
        pairs = list(zip(self.playouts, self.results, strict=True))
        if reads == 1:
            return pairs

        iterations: list[tuple[MovePath, float]] = []
        for path, group in groupby(pairs, key=lambda pair: pair[0]):
            repeats = list(group)
            # Only reads at finished nodes come in groups: each `playout()` is an iteration.
            is_finished_node = not self.children[path]
            if is_finished_node:
                if len(repeats) % reads:
                    return None
                repeats = repeats[::reads]
            iterations += repeats
        return iterations


@dataclass(frozen=True, slots=True)
class SamplingFault:
    """What is wrong, in which iteration, and at which node."""

    what: str
    iteration: int = 0
    """The number of the iteration, from 1; 0 for the returned move."""
    node: MovePath = ()
    bounds: Mapping[MovePath, float] = field(default_factory=dict)
    """The bounds of the node's children, for a choice; their visits, for the returned move."""
    got: MovePath | None = None
    """The child that the search chose or returned."""


class UctJudge:
    """Follows the playouts of a search, and keeps the statistics of a right one.

    With a mistake, these are the statistics of a search that makes it.
    """

    def __init__(self, play: PlayedTree, convention: UctConvention, mistake: UctMistake) -> None:
        """Prepare to follow a search; `mistake` has the steps that it may do otherwise."""
        self.play = play
        self.convention = convention
        self.mistake = mistake
        self.visits = Counter[MovePath]()
        self.own_playouts = Counter[MovePath]()
        """The number of playouts that began at each node."""
        self.totals = defaultdict[MovePath, float](float)

    def first_fault(self) -> SamplingFault | None:
        """Return the first difference from UCT in the playouts or the returned move, or None."""
        if self.play.answer.failure:
            return SamplingFault(SAMPLING_FAILED)
        iterations = self.play.iterations(self.convention.reads)
        if iterations is None:
            return SamplingFault(NOT_EXPANDED)

        for number, (path, result) in enumerate(iterations, 1):
            fault = self.fault_above_playout(number, path) or self.fault_of_playout(number, path)
            if fault is not None:
                return fault
            self.back_up(path, result)
        return self.fault_of_move()

    def fault_above_playout(self, number: int, path: MovePath) -> SamplingFault | None:
        """Return the first wrong choice on the way from the root to a playout, or None.

        `number` is the iteration, from 1, and `path` leads to the playout. A choice is wrong if
        another child has a greater upper bound.
        """
        for ply in range(len(path)):
            node = path[:ply]
            # Each node but the root gets a playout of its own before one of its children does.
            is_root = ply == 0
            if not is_root and node not in self.own_playouts:
                return SamplingFault(EXPANDED_TOO_DEEP, number, node, got=path)

            chosen = path[: ply + 1]
            bounds = {child: self.bound(node, child) for child in self.play.children[node]}
            if bounds[chosen] < max(bounds.values()) - UCT_TOLERANCE:
                return SamplingFault(
                    WRONG_CHOICE,
                    number,
                    node,
                    bounds=bounds,
                    got=chosen,
                )
        return None

    def fault_of_playout(self, number: int, path: MovePath) -> SamplingFault | None:
        """Return a fault if iteration `number` should not make its playout at this node, or None.

        If the node already had a playout, the search should go on to one of its children instead.
        """
        deepest_ply = self.mistake.deepest
        if len(path) > deepest_ply:
            return SamplingFault(EXPANDED_TOO_DEEP, number, path)

        is_root = not path
        is_first_at_root = number == 1 and self.convention.at_root
        if is_first_at_root:
            is_right = is_root
        else:
            was_played = path in self.own_playouts or is_root
            can_go_on = self.play.children[path] and len(path) < deepest_ply
            is_right = not (was_played and can_go_on)
        return None if is_right else SamplingFault(NOT_EXPANDED, number, path)

    def bound(self, parent: MovePath, child: MovePath) -> float:
        """Return the upper confidence bound of a child; infinity if it was never visited."""
        child_visits = self.visits[child]
        if not child_visits:
            # A search that forgets to count visits cannot divide by them: its bound is 0.
            return 0.0 if child in self.own_playouts else inf

        # By some conventions, the parent's own playouts do not count as visits to its children.
        visits = self.visits[parent]
        if self.convention.of_children:
            visits -= self.own_playouts[parent]
        playouts = self.own_playouts.total()
        is_root = not parent
        bonus = self.mistake.bonus(visits, child_visits, playouts, is_root)
        mean = self.convention.scale * self.totals[child] / child_visits
        return mean + self.convention.exploration * bonus

    def back_up(self, path: MovePath, result: float) -> None:
        """Count a playout in the statistics of the nodes above it."""
        self.own_playouts[path] += 1
        if self.convention.of_mover:
            result *= self.play.mover_to(path)
        for node, count, sign in self.mistake.credits(self.play, path):
            self.visits[node] += count
            self.totals[node] += sign * result

    def fault_of_move(self) -> SamplingFault | None:
        """Return a fault if the returned move is not the most visited one, or None.

        A search with a certain mistake may choose by another number, such as the mean; then its
        move must have the largest of these numbers.
        """
        if self.play.answer.move is None:
            return None

        children = self.play.children[()]
        visited = [child for child in children if self.visits[child]]
        candidates = visited or children
        value_by_child = {child: self.final_choice_value(child) for child in candidates}
        chosen = (self.play.answer.move,)
        least_right = max(value_by_child.values()) - UCT_TOLERANCE
        if chosen in value_by_child and value_by_child[chosen] >= least_right:
            return None
        # The report compares moves by their visits, so these take the place of bounds.
        visits = {child: self.visits[child] for child in children}
        return SamplingFault(WRONG_SAMPLED_MOVE, bounds=visits, got=chosen)

    def final_choice_value(self, child: MovePath) -> float:
        """Return the number by which a move is chosen in the end; in right UCT, its visits."""
        visits = self.visits[child]
        mean = self.totals.get(child, 0) / max(1, visits)
        return self.mistake.worth(visits, mean)


def first_sampling_fault(
    play: PlayedTree, convention: UctConvention, mistake: UctMistake = RIGHT_UCT
) -> SamplingFault | None:
    """Return the first way in which a search differs from UCT, or from UCT with a mistake."""
    return UctJudge(play, convention, mistake).first_fault()


def find_best_convention(plays: Sequence[PlayedTree], exploration: float) -> UctConvention:
    """Return the first convention of UCT under which the searches of all trees are right.

    If there is none, count for each convention how many iterations the searches follow it before
    their first faults. Return the first convention whose count is close to the largest.
    """
    right_lengths: dict[UctConvention, int] = {}
    for convention in possible_conventions(exploration, plays):
        faults = [first_sampling_fault(play, convention) for play in plays]
        if not any(faults):
            return convention
        right_lengths[convention] = sum(map(right_iterations, plays, faults))

    enough = LONGEST_RUN_SHARE * max(right_lengths.values())
    return next(convention for convention, length in right_lengths.items() if length >= enough)


def right_iterations(play: PlayedTree, fault: SamplingFault | None) -> int:
    """Return how many iterations a search went on before its first fault."""
    if fault is None or fault.what == WRONG_SAMPLED_MOVE:
        return len(play.playouts)
    return fault.iteration


def find_uct_mistakes(plays: Sequence[PlayedTree], exploration: float) -> dict[str, UctConvention]:
    """Return the names of the known mistakes that explain every choice of a search.

    Each name comes with the convention of UCT under which the mistake explains the choices. Trees
    on which the search failed are left out.
    """
    tried = [play for play in plays if not play.answer.failure]
    if not tried:
        return {}

    conventions = list(possible_conventions(exploration, tried))
    mistakes: dict[str, UctConvention] = {}
    for mistake in UCT_MISTAKES:
        # Another form of the same mistake explains the choices already.
        if mistake.name in mistakes:
            continue
        for convention in conventions:
            if all(first_sampling_fault(play, convention, mistake) is None for play in tried):
                mistakes[mistake.name] = convention
                break
    return mistakes


class WrongSampling(WrongAnswer):
    """A tree on which a search is not MCTS, with the first fault."""

    def __init__(self, play: PlayedTree, fault: SamplingFault) -> None:
        """Take a wrong tree."""
        super().__init__(play.tree, play.answer)
        self.play = play
        self.fault = fault

    def name(self, path: MovePath) -> str:
        """Return the name of a node."""
        return super().name(path) if path else "the root"

    @property
    def greatest(self) -> list[MovePath]:
        """The children that the search may choose or return."""
        bounds = self.fault.bounds
        greatest = max(bounds.values(), default=inf)
        return [child for child, bound in bounds.items() if bound >= greatest - UCT_TOLERANCE]

    @cached_property
    def why(self) -> str:
        """Why the search is not MCTS on this tree, in one sentence for its author."""
        what = self.fault.what
        if what == SAMPLING_FAILED:
            return f"Your search {self.answer.failure}."
        if what == NOT_EXPANDED:
            return self.describe_repeated_playout()
        if what == EXPANDED_TOO_DEEP:
            return self.describe_skipped_node()
        if what == WRONG_SAMPLED_MOVE:
            return self.describe_move()
        return self.describe_choice()

    def describe_skipped_node(self) -> str:
        """Say which node has had no playout before one below it."""
        end = self.name(self.fault.got or ())
        return (
            f"In iteration {self.fault.iteration} your search starts a playout at {end}, but "
            f"there has been none at {self.name(self.fault.node)} yet; each iteration should "
            "add only one node to the tree."
        )

    def describe_repeated_playout(self) -> str:
        """Say at which node a playout was made although the search should go on to a child.

        A finished node has no child: there, the fault is that its value is read more often at one
        time than at another.
        """
        fault = self.fault
        if not self.play.children.get(fault.node):
            return (
                "Your search does not read the value of a finished node the same number of times "
                "in each iteration."
            )
        again = " again" if fault.iteration > 1 else ""
        return (
            f"In iteration {fault.iteration} your search starts a playout at "
            f"{self.name(fault.node)}{again}; it should go on to a child."
        )

    def describe_move(self) -> str:
        """Say how often the returned move was visited, and how often the most visited one."""
        visits = self.fault.bounds
        move = self.fault.got
        assert move is not None
        best = self.greatest[0]
        total = sum(map(int, visits.values()))
        playouts = count_in_words(total, "playout", "playouts")
        move_visits = count_in_words(int(visits[move]), "visit", "visits")
        return (
            f"After {playouts} below the root, your search returns {self.name(move)} with "
            f"{move_visits}, but {self.name(best)} has {visits[best]:g}."
        )

    def describe_choice(self) -> str:
        """Say which child should be chosen: the one whose upper bound is greater, or infinite."""
        fault = self.fault
        assert fault.got is not None
        best = self.greatest[0]
        choice = (
            f"In iteration {fault.iteration} your search chooses {self.name(fault.got)} at "
            f"{self.name(fault.node)}"
        )
        if fault.bounds[best] == inf:
            return f"{choice}, but {self.name(best)} has not been visited yet."

        names = sentence_names(self.tree)
        bounds = ", ".join(f"{names[child]}: {bound:.4f}" for child, bound in fault.bounds.items())
        return f"{choice}, but the upper bound of {self.name(best)} is greater ({bounds})."

    def as_object(self) -> dict[str, Any]:
        """Return the tree and its first fault as a JSON object."""
        fault = self.fault
        at = ""
        if fault.iteration:
            at = node_name_at(self.tree, fault.node)
        got = None
        if fault.got is not None:
            got = node_name_at(self.tree, fault.got)
        # For a returned move, `bounds` holds visits, which are no bounds.
        bounds = None
        if fault.what == WRONG_CHOICE:
            bounds = self.bounds_as_json()
        return {
            **tree_as_json(self.tree),
            "at": at,
            "expected": [node_name_at(self.tree, child) for child in self.greatest],
            "got": got,
            "why": self.why,
            "what": fault.what,
            "iteration": fault.iteration or None,
            "bounds": bounds,
        }

    def bounds_as_json(self) -> dict[str, Any]:
        """Return the bounds of a choice by the names of the children."""
        bounds: dict[str, Any] = {}
        for child, bound in self.fault.bounds.items():
            bounds[node_name_at(self.tree, child)] = "inf" if bound == inf else bound
        return bounds
