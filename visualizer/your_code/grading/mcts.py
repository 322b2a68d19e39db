"""Decide whether a search is MCTS (UCT): each playout must follow the greatest upper bounds.

A search shows only from which node it makes each playout. The tree fixes the results of playouts.
So the statistics of a right search can be computed under each convention, and with them the upper
bounds at each node. To find a known mistake, the same is done with statistics that contain the
mistake: if they explain the playouts on all trees, the search makes it.

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
    """The details of UCT in which right searches may differ."""

    exploration: float = UCT_EXPLORATION
    """C, the factor of the exploration term."""
    scale: float = 1.0
    """1 for results from -1 to 1, 0.5 for results from 0 to 1."""
    of_mover: bool = False
    """Whether results are from the side that moved to the playout's node, instead of MAX's."""
    sums_children: bool = False
    """Whether the logarithm is of the sum of the children's visits, not of the node's visits."""
    starts_at_root: bool = False
    """Whether the first playout is made at the root, not at a child of the root."""
    reads_per_iteration: int = 1
    """How often an iteration that ends at a finished node reads the node's value."""

    def __str__(self) -> str:
        least = "-1" if self.scale == 1 else "0"
        side = "the side that moved there" if self.of_mover else "MAX"
        first = "the root" if self.starts_at_root else "a child"
        log_of = "the children's visits" if self.sums_children else "the node's visits"
        start = f"with results from {least} to 1 for {side}, first playout at {first}"
        return f"{start}, ln of {log_of}, C = {self.exploration:.5g}"


def possible_conventions(
    exploration: float, plays: Sequence[PlayedTree]
) -> Iterator[UctConvention]:
    """Yield the conventions of UCT that a right search may follow, the most usual one first.

    A convention settles the details that textbooks leave open; `plays` rules some of them out.
    `exploration` is the constant that the search was asked to use.
    """
    constants = [exploration]
    if exploration == UCT_EXPLORATION:
        constants += ROUNDED_EXPLORATIONS

    # The playouts show whether a search makes the first one at the root, whose path is `()`.
    plays_from_root = [play for play in plays if play.playouts[:1] == [()]]
    starts_at_root = len(plays_from_root) > len(plays) / 2
    # They also show how often an iteration that ends at a finished node may read its value.
    possible_reads = [reads for reads in (1, 2, 3) if may_read_finished_nodes(plays, reads)]
    booleans = (False, True)
    for reads, constant, scale, of_mover, sums_children in product(
        possible_reads, constants, (1.0, 0.5), booleans, booleans
    ):
        yield UctConvention(
            constant,
            scale,
            of_mover,
            sums_children,
            starts_at_root=starts_at_root,
            reads_per_iteration=reads,
        )


def may_read_finished_nodes(plays: Sequence[PlayedTree], times: int) -> bool:
    """Return whether a search may read a finished node `times` times in each iteration."""
    return all(play.iterations(times) is not None for play in plays)


BackupRule = Callable[["PlayedTree", MovePath], Iterator[tuple[MovePath, int, int]]]
"""Yields the nodes to update after a playout, each with the visits to add and a factor.

The arguments are the playouts on the tree, and the node at which the playout began. The factor of
the result from MAX's side is 1 or -1, or 0 if the node does not get the result.
"""
UctBonus = Callable[[int, int, int, bool], float]
"""Returns the exploration term of an upper bound, without the constant C.

The arguments are the visits of a node, the visits of its child, the number of playouts so far, and
whether the node is the root.
"""


def usual_bonus(visits: int, child_visits: int, playouts: int, is_root: bool) -> float:
    """Return the exploration term of UCB1 without its constant."""
    return sqrt(log(max(1, visits)) / child_visits)


def sign_of_mover(play: PlayedTree, node: MovePath, end: MovePath) -> int:
    """Return the right sign of a result at a node: 1 if MAX moved to the node, -1 if MIN did."""
    return play.mover_to(node)


def make_backup_rule(
    sign: Callable[[PlayedTree, MovePath, MovePath], int] = sign_of_mover,
    adds_result: Callable[[int], bool] = lambda plies: True,
    adds_visit: Callable[[int], bool] = lambda plies: True,
) -> BackupRule:
    """Return a rule that says how a playout changes the statistics on the path from the root.

    `sign` returns the factor of the result at a node, 1 or -1. `adds_result` and `adds_visit` say
    whether a node gets the result and a visit, given the number of plies from the node down to the
    playout. The defaults are for UCT without a mistake.
    """

    def back_up(play: PlayedTree, end: MovePath) -> Iterator[tuple[MovePath, int, int]]:
        for ply in range(len(end) + 1):
            node = end[:ply]
            plies_to_playout = len(end) - ply
            added_visits = int(adds_visit(plies_to_playout))
            factor = sign(play, node, end) if adds_result(plies_to_playout) else 0
            yield node, added_visits, factor

    return back_up


@dataclass(frozen=True, slots=True)
class UctMistake:
    """How a search with a mistake does each step of UCT; the defaults are the right way."""

    name: str = ""
    does: str = ""
    """What the search does; this ends a sentence that begins with `a search that`."""
    backup_rule: BackupRule = field(default_factory=make_backup_rule)
    bonus: UctBonus = usual_bonus
    max_playout_ply: float = inf
    """The greatest depth at which a playout begins."""
    final_score: Callable[[int, float], float] = lambda visits, mean: visits
    """What the returned move maximizes, given a child's visits and its mean for the mover."""


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
    make_backup_rule(adds_result=lambda plies: plies == 0),
    make_backup_rule(adds_result=lambda plies: plies == 0, adds_visit=lambda plies: plies == 0),
    make_backup_rule(adds_result=lambda plies: plies < 2, adds_visit=lambda plies: plies < 2),
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
        final_score=lambda visits, mean: mean,
    ),
    UctMistake(
        "least-visited-returned",
        "returns the move with the fewest visits, not the one with the most",
        final_score=lambda visits, mean: -visits,
    ),
    *(
        UctMistake(
            "not-expanded", "never expands a node after its first playout", max_playout_ply=ply
        )
        for ply in (1, 0)
    ),
    *(
        UctMistake("result-not-backed-up", "does not back the result up to the root", rule)
        for rule in BACKUPS_SHORT_OF_ROOT
    ),
    UctMistake(
        "root-not-counted",
        "never counts the visits of the root",
        bonus=lambda visits, child, playouts, is_root: (
            0 if is_root else usual_bonus(visits, child, 0, is_root)
        ),
    ),
)
"""The known mistakes; the forms of a mistake have the same name."""
RIGHT_UCT = UctMistake()
UCT_MISTAKE_PHRASES = {mistake.name: mistake.does for mistake in UCT_MISTAKES}


class PlayedTree:
    """The playouts of a search on a tree, with their results, and the move that it returned."""

    def __init__(self, tree: Node, answer: GivenAnswer) -> None:
        """Compute the results of the playouts that a search made, from its answer on a tree."""
        self.tree = tree
        self.answer = answer
        self.playouts = list(answer.leaves)
        """The path to the node at which each playout began."""
        results = PlayoutList(tree)
        self.results = [results.next_result(path) for path in self.playouts]
        self.children: dict[MovePath, list[MovePath]] = {}
        self.signs: dict[MovePath, int] = {}
        """1 for a node where MAX is to move, -1 for MIN."""
        for path, node in tree.paths():
            self.children[path] = [(*path, move) for move in node.moves()]
            self.signs[path] = 1 if node.maximizing else -1

    @property
    def has_playout(self) -> bool:
        """Whether any playout began at an inner node, so that it was not just a read of a value."""
        return any(self.children[path] for path in self.playouts)

    @property
    def has_inner_child(self) -> bool:
        """Whether any child of the root is an inner node."""
        return any(self.children[child] for child in self.children[()])

    def mover_to(self, path: MovePath) -> int:
        """Return 1 if MAX moved to the node at a path, -1 if MIN did.

        The opponent of the player to move at the root counts as the player who moved to the root.
        """
        if not path:
            return -self.signs[()]
        return self.signs[path[:-1]]

    def iterations(self, reads_per_iteration: int) -> list[tuple[MovePath, float]] | None:
        """Return the node of each iteration, as a path, with the result of its playout.

        At a finished node, an iteration reads the value `reads_per_iteration` times, and each of
        these reads was recorded as a playout. Return None if their number does not fit: with two
        reads per iteration, there cannot be three in a row.
        """
        pairs = list(zip(self.playouts, self.results, strict=True))
        if reads_per_iteration == 1:
            return pairs

        iterations: list[tuple[MovePath, float]] = []
        for path, group in groupby(pairs, key=lambda pair: pair[0]):
            repeats = list(group)
            # At other nodes, each playout is an iteration.
            is_finished_node = not self.children[path]
            if is_finished_node:
                if len(repeats) % reads_per_iteration:
                    return None
                repeats = repeats[::reads_per_iteration]
            iterations += repeats
        return iterations


@dataclass(frozen=True, slots=True)
class SamplingFault:
    """What is wrong with a search, in which iteration, and at which node."""

    what: str
    iteration: int = 0
    """The number of the iteration, from 1; 0 if the returned move is wrong."""
    node: MovePath = ()
    scores: Mapping[MovePath, float] = field(default_factory=dict)
    """The children's upper bounds for a wrong choice, their visits for a wrong returned move."""
    chosen: MovePath | None = None
    """The child that the search chose or returned, or the node of a playout that is too deep."""


class UctJudge:
    """Follows the playouts of a search, and computes the statistics that a right search has.

    With a mistake, these are the statistics of a search that makes the mistake.
    """

    def __init__(self, play: PlayedTree, convention: UctConvention, mistake: UctMistake) -> None:
        """Prepare to follow a search under a convention; `mistake` may be `RIGHT_UCT` (none)."""
        self.play = play
        self.convention = convention
        self.mistake = mistake
        self.visits = Counter[MovePath]()
        self.own_playouts = Counter[MovePath]()
        """The number of playouts that began at each node."""
        self.result_sums = defaultdict[MovePath, float](float)

    def first_fault(self) -> SamplingFault | None:
        """Return the first fault in the playouts or the returned move, or None."""
        if self.play.answer.failure:
            return SamplingFault(SAMPLING_FAILED)
        iterations = self.play.iterations(self.convention.reads_per_iteration)
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

        A choice is wrong if another child has a greater upper bound. `number` is the number of the
        iteration, from 1, and `path` leads to the playout's node.
        """
        for ply in range(len(path)):
            node = path[:ply]
            # A node has a playout before its children have one; only the root needs none.
            if ply > 0 and node not in self.own_playouts:
                return SamplingFault(EXPANDED_TOO_DEEP, number, node, chosen=path)

            chosen = path[: ply + 1]
            bounds = {child: self.bound(node, child) for child in self.play.children[node]}
            if bounds[chosen] < max(bounds.values()) - UCT_TOLERANCE:
                return SamplingFault(
                    WRONG_CHOICE,
                    number,
                    node,
                    scores=bounds,
                    chosen=chosen,
                )
        return None

    def fault_of_playout(self, number: int, path: MovePath) -> SamplingFault | None:
        """Return a fault if iteration `number` should not make its playout at this node, or None.

        From the root, or a node that has had a playout, the search should go on to a child.
        """
        max_ply = self.mistake.max_playout_ply
        if len(path) > max_ply:
            return SamplingFault(EXPANDED_TOO_DEEP, number, path)

        is_root = not path
        if number == 1 and self.convention.starts_at_root:
            is_right = is_root
        else:
            is_expanded = is_root or path in self.own_playouts
            can_go_on = self.play.children[path] and len(path) < max_ply
            is_right = not is_expanded or not can_go_on
        return None if is_right else SamplingFault(NOT_EXPANDED, number, path)

    def bound(self, parent: MovePath, child: MovePath) -> float:
        """Return the upper confidence bound of a child; infinity if it was never visited."""
        child_visits = self.visits[child]
        if not child_visits:
            # A search with a mistake may not count the visit for a playout. The mean of 0 visits
            # is not defined, so assume a bound of 0.
            return 0.0 if child in self.own_playouts else inf

        # A visit to the parent is also a visit to a child, unless the playout began at the parent.
        visits = self.visits[parent]
        if self.convention.sums_children:
            visits -= self.own_playouts[parent]
        playouts = self.own_playouts.total()
        is_root = not parent
        bonus = self.mistake.bonus(visits, child_visits, playouts, is_root)
        mean = self.convention.scale * self.result_sums[child] / child_visits
        return mean + self.convention.exploration * bonus

    def back_up(self, path: MovePath, result: float) -> None:
        """Add a playout to the statistics of its node and the nodes above."""
        self.own_playouts[path] += 1
        if self.convention.of_mover:
            result *= self.play.mover_to(path)
        for node, added_visits, factor in self.mistake.backup_rule(self.play, path):
            self.visits[node] += added_visits
            self.result_sums[node] += factor * result

    def fault_of_move(self) -> SamplingFault | None:
        """Return a fault if the search returned the wrong move, otherwise None.

        UCT returns the move with the most visits. A search with a mistake may return the move that
        is best by another score.
        """
        if self.play.answer.move is None:
            return None

        children = self.play.children[()]
        visited = [child for child in children if self.visits[child]]
        # A search with a mistake may not count visits, so that no child has any.
        candidates = visited or children
        scores = {child: self.final_score(child) for child in candidates}
        returned = (self.play.answer.move,)
        best_score = max(scores.values())
        if scores.get(returned, -inf) >= best_score - UCT_TOLERANCE:
            return None
        # The report explains the fault by the visits, whatever score the search uses.
        visits = {child: self.visits[child] for child in children}
        return SamplingFault(WRONG_SAMPLED_MOVE, scores=visits, chosen=returned)

    def final_score(self, child: MovePath) -> float:
        """Return the score of a child in the choice of the returned move; in UCT, its visits."""
        visits = self.visits[child]
        mean = self.result_sums.get(child, 0) / max(1, visits)
        return self.mistake.final_score(visits, mean)


def first_sampling_fault(
    play: PlayedTree, convention: UctConvention, mistake: UctMistake = RIGHT_UCT
) -> SamplingFault | None:
    """Return the first fault of a search under a convention, or None.

    With a `mistake`, return the first difference from a search that makes it.
    """
    return UctJudge(play, convention, mistake).first_fault()


def find_best_convention(plays: Sequence[PlayedTree], exploration: float) -> UctConvention:
    """Return the first convention of UCT under which the search is right on all trees.

    If there is none, count for each convention the iterations before the first fault, over all
    trees. Return the first convention whose count is close to the largest.
    """
    iteration_counts: dict[UctConvention, int] = {}
    for convention in possible_conventions(exploration, plays):
        faults = [first_sampling_fault(play, convention) for play in plays]
        if not any(faults):
            return convention
        iteration_counts[convention] = sum(map(iterations_before, faults, plays))

    least_count = LONGEST_RUN_SHARE * max(iteration_counts.values())
    return next(
        convention for convention, count in iteration_counts.items() if count >= least_count
    )


def iterations_before(fault: SamplingFault | None, play: PlayedTree) -> int:
    """Return how many iterations of a search end with its first fault; all if there is no fault."""
    if fault is None or fault.what == WRONG_SAMPLED_MOVE:
        return len(play.playouts)
    return fault.iteration


def find_uct_mistakes(plays: Sequence[PlayedTree], exploration: float) -> dict[str, UctConvention]:
    """Return the known mistakes that explain every choice of a search.

    The keys are the names of the mistakes; the values are the conventions of UCT under which they
    explain the choices. Trees on which the search failed are ignored.
    """
    tried = [play for play in plays if not play.answer.failure]
    if not tried:
        return {}

    conventions = list(possible_conventions(exploration, tried))
    mistakes: dict[str, UctConvention] = {}
    for mistake in UCT_MISTAKES:
        # Another form of this mistake already explains the choices.
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
        """Store the playouts on a tree, and their first fault."""
        super().__init__(play.tree, play.answer)
        self.play = play
        self.fault = fault

    def name(self, path: MovePath) -> str:
        """Return the name of a node."""
        return super().name(path) if path else "the root"

    @property
    def best_children(self) -> list[MovePath]:
        """The children with the greatest score, which a right search may choose or return."""
        scores = self.fault.scores
        greatest = max(scores.values(), default=inf)
        return [child for child, score in scores.items() if score >= greatest - UCT_TOLERANCE]

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
        """Say which node should have had a playout before a node below it had one."""
        playout_node = self.name(self.fault.chosen or ())
        return (
            f"In iteration {self.fault.iteration} your search starts a playout at {playout_node}, "
            f"but there has been none at {self.name(self.fault.node)} yet; each iteration should "
            "add only one node to the tree."
        )

    def describe_repeated_playout(self) -> str:
        """Say where a playout was made although the search should have gone on to a child.

        At a finished node, which has no children, say instead that some iterations read its value
        more often than others.
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
        """Say how often the returned move was visited, and how often the most visited move."""
        visits = self.fault.scores
        move = self.fault.chosen
        assert move is not None
        best = self.best_children[0]
        total = sum(map(int, visits.values()))
        playouts = count_in_words(total, "playout", "playouts")
        move_visits = count_in_words(int(visits[move]), "visit", "visits")
        return (
            f"After {playouts} below the root, your search returns {self.name(move)} with "
            f"{move_visits}, but {self.name(best)} has {visits[best]:g}."
        )

    def describe_choice(self) -> str:
        """Say which child should be chosen: it has a greater upper bound, or no visit yet."""
        fault = self.fault
        assert fault.chosen is not None
        best = self.best_children[0]
        choice = (
            f"In iteration {fault.iteration} your search chooses {self.name(fault.chosen)} at "
            f"{self.name(fault.node)}"
        )
        if fault.scores[best] == inf:
            return f"{choice}, but {self.name(best)} has not been visited yet."

        names = sentence_names(self.tree)
        bounds = ", ".join(f"{names[child]}: {bound:.4f}" for child, bound in fault.scores.items())
        return f"{choice}, but the upper bound of {self.name(best)} is greater ({bounds})."

    def as_object(self) -> dict[str, Any]:
        """Return the tree and its first fault as a JSON object."""
        fault = self.fault
        at = ""
        if fault.iteration:
            at = node_name_at(self.tree, fault.node)
        got = None
        if fault.chosen is not None:
            got = node_name_at(self.tree, fault.chosen)
        # Only the scores at a wrong choice are upper bounds.
        bounds = None
        if fault.what == WRONG_CHOICE:
            bounds = self.bounds_as_json()
        return {
            **tree_as_json(self.tree),
            "at": at,
            "expected": [node_name_at(self.tree, child) for child in self.best_children],
            "got": got,
            "why": self.why,
            "what": fault.what,
            "iteration": fault.iteration or None,
            "bounds": bounds,
        }

    def bounds_as_json(self) -> dict[str, Any]:
        """Return the upper bounds at a wrong choice by the names of the children."""
        bounds: dict[str, Any] = {}
        for child, bound in self.fault.scores.items():
            bounds[node_name_at(self.tree, child)] = "inf" if bound == inf else bound
        return bounds
