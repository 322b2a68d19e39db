"""Is this MCTS (UCT)? The judge of the playouts of a search: their paths must follow from the greatest bound.

Nothing is known of the search but where each playout was made, and what results the tree fixes. From these follow the
statistics that right back-ups give, and so the bounds at each node, under each convention that is allowed. A mistake
is a judge that is wrong in one place; a search that contents it on all trees makes that mistake.
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
"""Bounds that differ by no more are equal."""
UCT_EXPLORATION = sqrt(2)
ROUNDED_EXPLORATIONS = (1.4, 1.41, 1.414, 1.4142)
"""How the square root of two is written in programs, too."""
LONGEST_RUN_SHARE = 0.97
SAMPLING_FAILED = "failure"
WRONG_CHOICE = "choice"
NOT_EXPANDED = "not-expanded"
EXPANDED_TOO_DEEP = "too-deep"
WRONG_SAMPLED_MOVE = "move"


@dataclass(frozen=True, slots=True)
class UctConvention:
    """What right searches may do in one way or another, the same throughout."""

    exploration: float = UCT_EXPLORATION
    scale: float = 1.0
    """1 where results count from -1 to 1, a half where they count from 0 to 1."""
    of_mover: bool = False
    """Whether a number that a playout returns is taken from the side of who moved to its node."""
    of_children: bool = False
    """Whether the logarithm is of the sum of the children's visits, not of the node's own."""
    at_root: bool = False
    """Whether the first playout is made at the root."""
    reads: int = 1
    """How often the value of a finished node is read in each iteration."""

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
    """Yield those that may be a search's, the plainest first; where its first playouts are, is seen."""
    constants = (
        (exploration, *ROUNDED_EXPLORATIONS) if exploration == UCT_EXPLORATION else (exploration,)
    )
    at_root = 2 * sum(play.playouts[:1] == [()] for play in plays) > len(plays)
    reading = [
        reads for reads in (1, 2, 3) if all(play.iterations(reads) is not None for play in plays)
    ]
    either = (False, True)
    for reads, constant, scale, of_mover, of_children in product(
        reading, constants, (1.0, 0.5), either, either
    ):
        yield UctConvention(constant, scale, of_mover, of_children, at_root, reads)


BackupRule = Callable[["PlayedTree", MovePath], Iterator[tuple[MovePath, int, int]]]
"""Yields the nodes that a playout at a node is backed up to, with the visits added, and the sign of the result added.

The sign is +1 where the result counts from MAX's side.
"""
UctBonus = Callable[[int, int, int, bool], float]
"""What C is multiplied by: of a node's visits, the child's visits, all playouts, and whether it is the root."""


def usual_bonus(visits: int, child_visits: int, playouts: int, is_root: bool) -> float:
    """Return what UCT adds, but for its constant."""
    return sqrt(log(max(1, visits)) / child_visits)


def make_backup_rule(
    sign: Callable[[PlayedTree, MovePath, MovePath], int] = lambda play, node, end: play.mover_to(
        node
    ),
    gains: Callable[[int], bool] = lambda above: True,
    counts: Callable[[int], bool] = lambda above: True,
) -> BackupRule:
    """Return a way to back up: by what sign, and how many plies above the playout results and visits get."""

    def back_up(play: PlayedTree, end: MovePath) -> Iterator[tuple[MovePath, int, int]]:
        for ply in range(len(end) + 1):
            node = end[:ply]
            above = len(end) - ply
            yield node, int(counts(above)), sign(play, node, end) if gains(above) else 0

    return back_up


@dataclass(frozen=True, slots=True)
class UctMistake:
    """How a search goes about it; by default rightly."""

    name: str = ""
    does: str = ""
    """The mistake, as the end of a sentence that begins with a search that."""
    credits: BackupRule = field(default_factory=make_backup_rule)
    bonus: UctBonus = usual_bonus
    deepest: float = inf
    """The most plies below the root at which a playout is made."""
    worth: Callable[[int, float], float] = lambda visits, mean: visits
    """What decides on the move that is returned, of a child's visits and its mean for the mover."""


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
"""All that are known, some in several styles."""
RIGHT_UCT = UctMistake()
UCT_MISTAKE_PHRASES = {mistake.name: mistake.does for mistake in UCT_MISTAKES}


class PlayedTree:
    """A tree, the playouts that a search has made there with their results, and the move that it returned."""

    def __init__(self, tree: Node, answer: GivenAnswer) -> None:
        """Take an answer."""
        self.tree = tree
        self.answer = answer
        self.playouts = [*answer.leaves]
        results = PlayoutList(tree)
        self.results = [results.following(path) for path in self.playouts]
        self.children: dict[MovePath, list[MovePath]] = {}
        self.signs: dict[MovePath, int] = {}
        for path, node in tree.paths():
            self.children[path] = [(*path, move) for move in node.moves()]
            self.signs[path] = 1 if node.maximizing else -1

    def mover_to(self, path: MovePath) -> int:
        """Return +1 where MAX has moved to a node, else -1; to the root it is who does not move there."""
        if path:
            return self.signs[path[:-1]]
        return -self.signs[()]

    def iterations(self, reads: int) -> list[tuple[MovePath, float]] | None:
        """Return the playouts with their results, where each finished node is read so often; None where it is not."""
        pairs = [*zip(self.playouts, self.results, strict=True)]
        if reads == 1:
            return pairs
        found = list[tuple[MovePath, float]]()
        for path, run in groupby(pairs, key=lambda pair: pair[0]):
            same = [*run]
            if not self.children[path]:
                if len(same) % reads:
                    return None
                same = same[::reads]
            found += same
        return found


@dataclass(frozen=True, slots=True)
class SamplingFault:
    """What is wrong, in which iteration (from 1, 0 for none), and at which node."""

    what: str
    iteration: int = 0
    node: MovePath = ()
    bounds: Mapping[MovePath, float] = field(default_factory=dict)
    """Of all children of the node, for a choice; their visits, for the move that is returned."""
    got: MovePath | None = None


def first_sampling_fault(
    play: PlayedTree, how: UctConvention, wrong: UctMistake = RIGHT_UCT
) -> SamplingFault | None:
    """Return the first thing that a search by a convention does not do; None if there is nothing."""
    if play.answer.failure:
        return SamplingFault(SAMPLING_FAILED)
    made = play.iterations(how.reads)
    if made is None:
        return SamplingFault(NOT_EXPANDED)
    visits = Counter[MovePath]()
    own = Counter[MovePath]()
    totals = defaultdict[MovePath, float](float)

    def bound(parent: MovePath, child: MovePath) -> float:
        if not visits[child]:
            return 0.0 if child in own else inf
        count = visits[parent] - (own[parent] if how.of_children else 0)
        bonus = wrong.bonus(count, visits[child], sum(own.values()), not parent)
        return how.scale * totals[child] / visits[child] + how.exploration * bonus

    for number, (path, result) in enumerate(made, 1):
        for ply in range(len(path)):
            node = path[:ply]
            child = path[: ply + 1]
            if node not in own and ply:
                return SamplingFault(EXPANDED_TOO_DEEP, number, node, got=path)
            bounds = {each: bound(node, each) for each in play.children[node]}
            if bounds[child] < max(bounds.values()) - UCT_TOLERANCE:
                return SamplingFault(WRONG_CHOICE, number, node, bounds, child)
        is_first = number == 1 and how.at_root
        if len(path) > wrong.deepest:
            return SamplingFault(EXPANDED_TOO_DEEP, number, path)
        goes_on = (path in own or not path) and play.children[path] and len(path) < wrong.deepest
        if path and is_first or (goes_on and not is_first):
            return SamplingFault(NOT_EXPANDED, number, path)
        own[path] += 1
        value = result * (play.mover_to(path) if how.of_mover else 1)
        for node, count, sign in wrong.credits(play, path):
            visits[node] += count
            totals[node] += sign * value
    return check_sampled_move(play, wrong, visits, totals)


def check_sampled_move(
    play: PlayedTree, wrong: UctMistake, visits: Counter[MovePath], totals: Mapping[MovePath, float]
) -> SamplingFault | None:
    """Return what is wrong with the move that is returned, None for nothing."""
    if play.answer.move is None:
        return None
    children = [child for child in play.children[()] if visits[child]] or play.children[()]
    worths = {
        each: wrong.worth(visits[each], totals.get(each, 0) / max(1, visits[each]))
        for each in children
    }
    got = (play.answer.move,)
    if got in worths and worths[got] >= max(worths.values()) - UCT_TOLERANCE:
        return None
    return SamplingFault(
        WRONG_SAMPLED_MOVE, 0, (), {child: visits[child] for child in play.children[()]}, got
    )


def find_best_convention(plays: Sequence[PlayedTree], exploration: float) -> UctConvention:
    """Return a convention by which all trees are right; else the plainest by which it goes well for nearly longest."""
    lengths = dict[UctConvention, int]()
    for how in possible_conventions(exploration, plays):
        faults = [first_sampling_fault(play, how) for play in plays]
        if not any(faults):
            return how
        lengths[how] = sum(
            fault.iteration
            if fault is not None and fault.what != WRONG_SAMPLED_MOVE
            else len(play.playouts)
            for play, fault in zip(plays, faults, strict=True)
        )
    return next(
        how
        for how, length in lengths.items()
        if length >= LONGEST_RUN_SHARE * max(lengths.values())
    )


def find_uct_mistakes(plays: Sequence[PlayedTree], exploration: float) -> dict[str, UctConvention]:
    """Return the known mistakes with which a search of ours makes the same choices on all trees, each by a convention.

    Trees on which it failed do not count.
    """
    tried = [play for play in plays if not play.answer.failure]
    hows = [*possible_conventions(exploration, tried)]
    found = dict[str, UctConvention]()
    for mistake in UCT_MISTAKES if tried else ():
        fits = (
            how
            for how in hows
            if all(first_sampling_fault(play, how, mistake) is None for play in tried)
        )
        if mistake.name not in found and (how := next(fits, None)):
            found[mistake.name] = how
    return found


class WrongSampling(WrongAnswer):
    """A tree on which a search is no MCTS: what it has done, and what is wrong."""

    def __init__(self, play: PlayedTree, fault: SamplingFault) -> None:
        """Take a tree that goes wrong."""
        super().__init__(play.tree, play.answer)
        self.play = play
        self.fault = fault

    def name(self, path: MovePath) -> str:
        """Return what a node is called."""
        if path:
            return super().name(path)
        return "the root"

    @property
    def greatest(self) -> list[MovePath]:
        """The children that may be chosen, or returned."""
        most = max(self.fault.bounds.values(), default=inf)
        return [
            child for child, bound in self.fault.bounds.items() if bound >= most - UCT_TOLERANCE
        ]

    @cached_property
    def why(self) -> str:
        """The sentence."""
        fault = self.fault
        where = self.name(self.fault.node)
        if fault.what == SAMPLING_FAILED:
            return f"Your search {self.answer.failure}."
        if (
            fault.what == NOT_EXPANDED
            and fault.node in self.play.children
            and self.play.children[fault.node]
        ):
            again = " again" if fault.iteration > 1 else ""
            return (
                f"In iteration {fault.iteration} your search starts a playout at {where}{again}; it should go "
                f"on to a child."
            )
        if fault.what == NOT_EXPANDED:
            return "Your search does not read the value of a finished node the same number of times in each iteration."
        if fault.what == EXPANDED_TOO_DEEP:
            end = self.name(fault.got or ())
            return (
                f"In iteration {fault.iteration} your search starts a playout at {end}, but there has been none at "
                f"{where} yet; each iteration should add only one node to the tree."
            )
        assert fault.got is not None
        got = self.name(fault.got)
        greatest = self.greatest
        bound = fault.bounds[fault.got]
        if fault.what == WRONG_SAMPLED_MOVE:
            told = f"but {self.name(greatest[0])} has {fault.bounds[greatest[0]]:g}"
            after = f"After {count_in_words(sum(map(int, fault.bounds.values())), 'playout', 'playouts')} below the root"
            return f"{after}, your search returns {got} with {count_in_words(int(bound), 'visit', 'visits')}, {told}."
        begins = f"In iteration {fault.iteration} your search chooses {got} at {where}, but "
        if fault.bounds[greatest[0]] == inf:
            return f"{begins}{self.name(greatest[0])} has not been visited yet."
        bounds = ", ".join(
            f"{sentence_names(self.tree)[child]}: {each:.4f}"
            for child, each in fault.bounds.items()
        )
        return f"{begins}the upper bound of {self.name(greatest[0])} is greater ({bounds})."

    def as_object(self) -> dict[str, Any]:
        """Return it for JSON."""
        fault = self.fault
        told = {
            node_name_at(self.tree, child): "inf" if each == inf else each
            for child, each in fault.bounds.items()
        }
        return {
            **tree_as_json(self.tree),
            "at": node_name_at(self.tree, fault.node) if fault.iteration else "",
            "expected": [node_name_at(self.tree, child) for child in self.greatest],
            "got": None if fault.got is None else node_name_at(self.tree, fault.got),
            "why": self.why,
            "what": fault.what,
            "iteration": fault.iteration or None,
            "bounds": told if fault.what == WRONG_CHOICE else None,
        }
