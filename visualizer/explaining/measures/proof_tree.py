"""The smallest proof of a search's value among its visits, and what the best order would save.

A claim about the root, that it is worth exactly, at least or at most what was found, follows from
claims about some of the children, and so on down to leaves. A node that its player settles with one
child is a cut node (Knuth and Moore's type 2), one that needs all of its children an all node (type
3), and one whose exact value is claimed a PV node (type 1): one child is exact there, and all
others are bounded. After Knuth and Moore, "An analysis of alpha-beta pruning", 1975; the names are
Marsland and Popowich's, 1985.

The cheapest proof of the value of a finished minimax is the minimal tree: the least that alpha-beta
can visit, over all orders, for the rule alpha >= beta. How near a search has come to it is the
quality of its ordering.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from enum import Enum, IntEnum
from math import inf
from typing import NamedTuple

from visualizer.trace.bounds import Bound
from visualizer.trace.counts import counts_in_probes, is_in_probe
from visualizer.trace.rows import Kind, Passes, Trace
from visualizer.trace.tree_at_step import TreeAtStep


class NodeType(IntEnum):
    """What a node is in a proof, by Knuth and Moore's numbers."""

    PV = 1
    CUT = 2
    ALL = 3

    @property
    def word(self) -> str:
        """The name that programmers use."""
        return ("PV", "cut", "all")[self - 1]


class Claim(Enum):
    """What is claimed of a node's value, by the place of its cost."""

    AT_LEAST = 0
    AT_MOST = 1
    EXACTLY = 2


CLAIM_OF_BOUND = {Bound.LOWER: Claim.AT_LEAST, Bound.UPPER: Claim.AT_MOST}
"""What bounds claim; any other value is claimed exactly."""


class ProofTree(NamedTuple):
    """The visits that prove the root's value, by row, with their types, out of `visited` in all.

    `has_unvisited` says that moves were left out there: what begins with one of them might be a
    smaller proof. `claim` is what is proved of the root: of a value that meets an end of the given
    window, only that it does.
    """

    types: dict[int, NodeType]
    visited: int
    has_unvisited: bool = False
    claim: Claim = Claim.EXACTLY

    @property
    def kinds(self) -> str:
        """How many of its nodes are of each type, `2 PV, 1 cut, 0 all`."""
        types = [*self.types.values()]
        return ", ".join(f"{types.count(kind):,} {kind.word}" for kind in NodeType)


def proof_tree(trace: Trace) -> ProofTree | None:
    """Return the smallest proof of a finished search's value among its visits; None for none.

    Of a search in several passes it is that of the last. There is none where chance moves, where
    passes add up or narrow bounds, and where a table's answers stand for what was visited
    elsewhere.
    """
    if trace.is_complete and len(trace):
        return trace.derived(_smallest_proof)
    return None


def _smallest_proof(trace: Trace) -> ProofTree | None:
    """Return the smallest proof of a search that has finished."""
    if trace.passes is not Passes.REPLACE or trace.has_chance:
        return None
    first = trace.roots()[-1]
    if trace.answered and trace.answered[-1] >= first:
        return None
    tree = TreeAtStep(trace)
    claim = CLAIM_OF_BOUND.get(tree.bound(tree.node_of(first)), Claim.EXACTLY)
    value = trace.value(first)
    alpha, beta = trace.window(first) or (-inf, inf)
    if value >= beta:
        claim = (
            Claim.AT_LEAST
        )  # all children may prove more of it than a search with that window needs
    elif value <= alpha:
        claim = Claim.AT_MOST
    found = ProofCosts(trace, first)
    if found.costs[claim.value][first] == inf:
        return None
    return ProofTree(found.types(claim), len(trace) - first, found.has_unvisited(), claim)


def node_types(trace: Trace) -> Mapping[int, NodeType]:
    """Return the types of the nodes in the smallest proof; empty if there is no proof."""
    found = proof_tree(trace)
    if found is None:
        return {}
    if trace.revisits:
        return trace.derived(_types_by_node)
    return found.types


def _types_by_node(trace: Trace) -> Mapping[int, NodeType]:
    """Return the types by node of a search that comes back to nodes."""
    found = proof_tree(trace)
    tree = TreeAtStep(trace)
    if found is None:
        return {}
    return {tree.node_of(row): kind for row, kind in found.types.items()}


class ProofCosts:
    """The cost of proving each claim about each visit of a pass; every node needed costs 1."""

    def __init__(self, trace: Trace, first: int = 0) -> None:
        """Look at the pass that begins at a row."""
        self.trace = trace
        self.first = first
        self.moves = trace.column("move")
        self.turns = trace.column("turn")
        self.counts = trace.column("children")
        self.values = trace.column("value")
        self.children = defaultdict[int, list[int]](list)
        for row, parent in enumerate(trace.column("parent")[first:], first):
            self.children[parent].append(row)
        self.price(1)

    def price(self, inner: float) -> None:
        """Compute costs from the leaves up; a table's answer costs as much as its source."""
        goal = self.values[self.first]
        sources = dict(zip(self.trace.answered, self.trace.answers, strict=True))
        at_least = [1.0 if value >= goal else inf for value in self.values]
        at_most = [1.0 if value <= goal else inf for value in self.values]
        self.costs = at_least, at_most, [*map(max, at_least, at_most)]
        rows = [
            row
            for row in range(len(self.values) - 1, self.first - 1, -1)
            if self.counts[row] or row in sources
        ]
        if sources:  # as they returned, so that an answer comes behind its source
            rows.sort(key=self.trace.column("end").__getitem__)
        for row in rows:
            source = sources.get(row)
            if source is None:
                found = self._inner(row, inner)
            else:
                found = [costs[source] for costs in self.costs]
            at_least[row], at_most[row], self.costs[2][row] = found

    def _inner(self, row: int, inner: float) -> Sequence[float]:
        """Return the costs of an inner node's claims, infinite where nothing visited proves one.

        What not moving on is worth costs nothing.
        """
        goal = self.values[self.first]
        if self.turns[row]:
            own = 0
            other = 1
        else:
            own = 1
            other = 0
        exact, bounded = (
            [*map(self.costs[claim].__getitem__, self._best(row, claim))] for claim in (2, other)
        )
        one = min(map(self.costs[own].__getitem__, self._best(row, own)), default=inf)
        if len(bounded) == self.counts[row]:
            each = sum(bounded)
        else:
            each = inf
        dearer = min(
            (cost - less for cost, less in zip(exact, bounded, strict=True) if cost < inf),
            default=inf,
        )
        stand = self.trace.stands.get(row)
        if stand is not None:
            if stand >= goal if own == 0 else stand <= goal:
                one = 0
            if not (stand <= goal if own == 0 else stand >= goal):
                each = inf
            dearer = 0 if stand == goal else dearer
        if each < inf:
            exactly = inner + each + dearer
        else:
            exactly = inf
        if own == 0:
            return (inner + one, inner + each, exactly)
        return (inner + each, inner + one, exactly)

    def has_unvisited(self) -> bool:
        """Return whether moves were left out at some visit."""
        below = self.children.items()
        return any(
            len({self.moves[child] for child in visited}) < self.counts[row]
            for row, visited in below
            if row >= 0
        )

    def _cost(self, row: int, claim: int) -> float:
        """Return what a claim about a visit costs."""
        return self.costs[claim][row]

    def _best(self, row: int, claim: int) -> Sequence[int]:
        """Return each tried move's cheapest visit for a claim, in the order first tried."""
        if not self.trace.revisits:
            return self.children[row]
        chosen: dict[int, int] = {}
        for child in self.children[row]:
            before = chosen.setdefault(self.moves[child], child)
            if self._cost(child, claim) < self._cost(before, claim):
                chosen[self.moves[child]] = child
        return [*chosen.values()]

    def types(self, claim: Claim) -> dict[int, NodeType]:
        """Return the types of the visits in the cheapest proof of a claim about the root."""
        found = dict[int, NodeType]()
        waiting = [(self.first, claim, NodeType.PV)]
        while waiting:
            row, claim, usual = waiting.pop()
            is_inner = bool(self.trace.children(row))
            if self.turns[row]:
                own = Claim.AT_LEAST
            else:
                own = Claim.AT_MOST
            found[row] = kind = (
                NodeType.PV
                if claim is Claim.EXACTLY
                else usual
                if not is_inner
                else NodeType.CUT
                if claim is own
                else NodeType.ALL
            )
            if is_inner:
                if kind is NodeType.CUT:
                    below = NodeType.ALL
                else:
                    below = NodeType.CUT
                waiting += ((child, each, below) for child, each in self._below(row, claim, own))
        return found

    def _below(self, row: int, claim: Claim, own: Claim) -> Sequence[tuple[int, Claim]]:
        """Return the children that a claim about a visit rests on, each with its own claim."""
        if own is Claim.AT_LEAST:
            other = Claim.AT_MOST
        else:
            other = Claim.AT_LEAST
        stand = self.trace.stands.get(row)
        cost = self._cost(row, claim.value)
        if claim is own:
            children = self._best(row, own.value)
            least = min(children, key=lambda child: self._cost(child, own.value), default=None)
            if least is None or (stand is not None and cost == 1):
                return []
            return [(least, own)]
        bounded = [(child, other) for child in self._best(row, other.value)]
        if claim is not Claim.EXACTLY or (
            stand is not None and cost == self._cost(row, other.value)
        ):
            return bounded
        exact = self._best(row, Claim.EXACTLY.value)
        extra = [
            self._cost(child, 2) - self._cost(each, other.value)
            if self._cost(child, 2) < inf
            else inf
            for child, (each, _) in zip(exact, bounded, strict=True)
        ]
        place = extra.index(min(extra))
        bounded[place] = (exact[place], Claim.EXACTLY)
        return bounded


def proof_words(found: ProofTree | None) -> str:
    """Say how many nodes the value needs, and what a better order of moves would save.

    >>> types = {0: NodeType.PV, 1: NodeType.PV, 2: NodeType.CUT}
    >>> proof_words(ProofTree(types, 5))
    '3 of 5 nodes prove the value (2 PV, 1 cut, 0 all): alpha-beta that tries them first saves 2'
    >>> proof_words(ProofTree(types, 3))
    'all 3 nodes are needed to prove the value (2 PV, 1 cut, 0 all): no order of moves saves any'
    >>> proof_words(ProofTree(types, 3, has_unvisited=True)).partition("; ")[2]
    'with a move that the search left out, fewer might do'
    """
    if found is None:
        return NO_PROOF
    needed = len(found.types)
    what = "the value" if found.claim is Claim.EXACTLY else "the bound"
    if needed == found.visited:
        if found.has_unvisited:
            fewer = "with a move that the search left out, fewer might do"
            return f"all {needed:,} nodes visited are needed ({found.kinds}); {fewer}"
        all_needed = f"all {needed:,} nodes are needed to prove {what} ({found.kinds})"
        return f"{all_needed}: no order of moves saves any"
    saved = f"alpha-beta that tries them first saves {found.visited - needed:,}"
    return f"{needed:,} of {found.visited:,} nodes prove {what} ({found.kinds}): {saved}"


def proof_in_short(found: ProofTree) -> str:
    """Say the same in a few words.

    >>> proof_in_short(ProofTree({0: NodeType.PV, 1: NodeType.PV, 2: NodeType.CUT}, 5))
    'needed: 3 of 5 nodes (2 PV, 1 cut, 0 all)'
    """
    return f"needed: {len(found.types):,} of {found.visited:,} nodes ({found.kinds})"


NODE_TYPE_WIDTH = max(len(f" {kind.word}") for kind in NodeType)
"""The letters of the longest mark behind a move."""
NO_PROOF = (
    "node types are known only for a finished single-pass search "
    "without chance, random games or table answers"
)


class Minimum(NamedTuple):
    """The fewest leaves and nodes (leaves and root included) that any order of moves can visit."""

    leaves: int
    nodes: int


def minimum(trace: Trace) -> Minimum | None:
    """Return the minimum for the tree of a finished minimax search; None for any other trace.

    It is that of searches without a table: a table's answer is expanded as the visit that stored
    it.
    """
    if not trace.finished or trace.reason or not len(trace) or len(trace.cuts) or trace.revisits:
        return None
    if trace.has_chance or trace.column("kind").count(Kind.TABLE) != len(trace.answered):
        return None  # the subtree of an answer without a source is unknown
    proofs = ProofCosts(trace)
    nodes = proofs.costs[Claim.EXACTLY.value][0]
    proofs.price(0)
    return Minimum(int(proofs.costs[Claim.EXACTLY.value][0]), int(nodes))


def knuth_moore_leaves(branching: int, depth: int) -> int:
    """Return the fewest leaves of a uniform tree: b^ceil(d/2) + b^floor(d/2) - 1.

    Knuth and Moore, "An analysis of alpha-beta pruning", 1975, corollary 1.

    >>> knuth_moore_leaves(3, 3), knuth_moore_leaves(10, 4)
    (11, 199)
    """
    return int(branching ** ((depth + 1) // 2) + branching ** (depth // 2)) - 1


class OrderingQuality(NamedTuple):
    """Measures of an ordering; None where there are no cutoffs, or no plies, to measure.

    `first_move_cutoffs` is the share (0 to 1) of cutoffs made by the first move tried,
    `mean_cutoff_place` the mean place (from 1) of the move that made the cutoff,
    `effective_branching` the branching of a uniform tree of as many nodes.
    """

    first_move_cutoffs: float | None
    mean_cutoff_place: float | None
    effective_branching: float | None


def ordering_quality(trace: Trace) -> OrderingQuality:
    """Return how good the ordering was in a trace, finished or not; probes say nothing of it."""
    branching = effective_branching(
        len(trace) - counts_in_probes(trace, trace.last_step).nodes, deepest_visit(trace)
    )
    places = []
    before = 0
    for row, pruned in zip(trace.cuts, trace.pruned, strict=True):
        place = trace.children(row) - (pruned - before)
        if place and not is_in_probe(
            trace, row
        ):  # what not moving on is worth, or a probe, cuts before any move
            places.append(place)
        before = pruned
    if not places:
        return OrderingQuality(None, None, branching)
    return OrderingQuality(places.count(1) / len(places), sum(places) / len(places), branching)


def deepest_visit(trace: Trace) -> int:
    """Return how deep the deepest visit is that is in no probe."""
    depths = trace.column("depth")
    if trace.said.outer:
        depths = [depth for row, depth in enumerate(depths) if not is_in_probe(trace, row)]
    return max(depths, default=0)


def effective_branching(nodes: int, depth: int) -> float | None:
    """Return b such that a uniform tree of that depth has as many nodes: 1 + b + ... + b^depth.

    After Nilsson, and Russell and Norvig, section 3.6.1. None if there is no ply.

    >>> round(effective_branching(53, 5), 2)
    1.92
    """
    if depth < 1 or nodes <= depth + 1:
        return None if depth < 1 else 1.0
    low = 1.0
    high = float(nodes)
    for _ in range(100):
        middle = (low + high) / 2
        total = 1.0
        power = 1.0
        for _ in range(depth):
            power *= middle
            total += power
            if total > nodes:
                break
        if total > nodes:
            high = middle
        else:
            low = middle
    return low


def uniform_branching(trace: Trace) -> tuple[int, int] | None:
    """Return branching and depth of a uniform tree in which turns alternate; else None."""
    depths, turns, children = (trace.column(name) for name in ("depth", "turn", "children"))
    alternating = {
        depth % 2 == turn
        for depth, turn, count in zip(depths, turns, children, strict=True)
        if count
    }
    if trace.has_chance or len(alternating) > 1:
        return None
    branching = {count for count in children if count}
    leaves_at = {depth for depth, count in zip(depths, children, strict=True) if not count}
    if len(branching) == len(leaves_at) == 1:
        return (branching.pop(), leaves_at.pop())
    return None
