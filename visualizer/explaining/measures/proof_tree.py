"""The smallest proof of a search's value among its visits, and the saving by the best order.

The root is claimed to be worth exactly, at least or at most what was found. This follows from
claims about some of its children, and so on down to leaves. In a cut node (Knuth and Moore's type
2), one child proves the claim. In an all node (type 3), all children are needed. In a PV node (type
1), the claim is an exact value: one child is proved exactly, and a bound of each other child. After
Knuth and Moore, "An analysis of alpha-beta pruning", 1975; the names are Marsland and Popowich's,
1985.

The cheapest proof of the value of a finished minimax is the minimal tree: the fewest nodes that
alpha-beta can visit, with any order of moves, for the rule alpha >= beta. A search is ordered well
if it visits hardly more.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from enum import IntEnum
from math import inf
from typing import NamedTuple

from visualizer.trace.bounds import Bound
from visualizer.trace.counts import counts_in_probes, is_in_probe
from visualizer.trace.rows import Kind, Passes, Trace
from visualizer.trace.tree_at_step import TreeAtStep


class NodeType(IntEnum):
    """The type of a node in a proof, with Knuth and Moore's numbers."""

    PV = 1
    CUT = 2
    ALL = 3

    @property
    def word(self) -> str:
        """The name that programmers use."""
        return NODE_TYPE_WORDS[self]


NODE_TYPE_WORDS = {
    NodeType.PV: "PV",
    NodeType.CUT: "cut",
    NodeType.ALL: "all",
}
"""The names of Marsland and Popowich (1985)."""


class Claim(IntEnum):
    """A claim about a node's value; the number is the index of its costs in `ProofCosts`."""

    AT_LEAST = 0
    AT_MOST = 1
    EXACTLY = 2


CLAIM_OF_BOUND = {Bound.LOWER: Claim.AT_LEAST, Bound.UPPER: Claim.AT_MOST}
"""What a bound claims; any other value is claimed to be exact."""


class ProofTree(NamedTuple):
    """The visits that prove the root's value, and their types, by row."""

    types: dict[int, NodeType]
    visited: int
    """The number of visits of the pass, needed or not."""
    has_unvisited: bool = False
    """Whether the search left moves out: with one of them, a smaller proof may be possible."""
    claim: Claim = Claim.EXACTLY
    """What is proved about the root; a value outside the window proves only a bound."""

    @property
    def type_counts(self) -> str:
        """The number of nodes of each type: `2 PV, 1 cut, 0 all`."""
        types = [*self.types.values()]
        return ", ".join(f"{types.count(kind):,} {kind.word}" for kind in NodeType)


def proof_tree(trace: Trace) -> ProofTree | None:
    """Return the smallest set of visits that proves the value of a finished search.

    After iterative deepening, it proves the value of the last pass. None if the search has chance
    nodes, is by random games or MTD(f), or used answers from a transposition table in its last
    pass.
    """
    if trace.is_complete and len(trace):
        return trace.derived(_smallest_proof)
    return None


def _smallest_proof(trace: Trace) -> ProofTree | None:
    """Compute the proof for `proof_tree`; None if such a proof is not defined."""
    if trace.passes is not Passes.REPLACE or trace.has_chance:
        return None
    root = trace.roots()[-1]
    # The table may have an answer from an earlier pass, whose visits are not in the proof.
    has_answers_in_pass = bool(trace.answered_rows) and trace.answered_rows[-1] >= root
    if has_answers_in_pass:
        return None

    claim = _root_claim(trace, root)
    proofs = ProofCosts(trace, root)
    if proofs.costs[claim][root] == inf:
        return None
    return ProofTree(proofs.types_in_proof(claim), len(trace) - root, proofs.has_unvisited(), claim)


def _root_claim(trace: Trace, root: int) -> Claim:
    """Return what a pass proves about its root: that the value is exact, or only a bound."""
    value = trace.value(root)
    alpha, beta = trace.window(root) or (-inf, inf)
    # For a value outside the window, the search needed only a bound, even if it proved more.
    if value >= beta:
        return Claim.AT_LEAST
    if value <= alpha:
        return Claim.AT_MOST
    tree = TreeAtStep(trace)
    bound = tree.bound(tree.node_of(root))
    return CLAIM_OF_BOUND.get(bound, Claim.EXACTLY)


def node_types(trace: Trace) -> Mapping[int, NodeType]:
    """Return the types of the nodes in the smallest proof; empty if there is no proof."""
    proof = proof_tree(trace)
    if proof is None:
        return {}
    if trace.revisits:
        return trace.derived(_types_by_node)
    return proof.types


def _types_by_node(trace: Trace) -> Mapping[int, NodeType]:
    """Return the types by node, not by visit, in a search that revisits nodes."""
    proof = proof_tree(trace)
    if proof is None:
        return {}
    tree = TreeAtStep(trace)
    return {tree.node_of(row): node_type for row, node_type in proof.types.items()}


class ProofCosts:
    """The number of nodes it takes to prove each claim about each visit of a pass."""

    def __init__(self, trace: Trace, root: int = 0) -> None:
        """Compute what proofs cost in a pass; `root` is the row of its root."""
        self.trace = trace
        self.root = root
        self.moves = trace.column("move")
        self.turns = trace.column("turn")
        self.child_counts = trace.column("children")
        self.values = trace.column("value")
        self.children = defaultdict[int, list[int]](list)
        for row, parent in enumerate(trace.column("parent")[root:], root):
            self.children[parent].append(row)
        self.compute_costs(1)

    def compute_costs(self, inner_cost: float) -> None:
        """Compute the cost of each claim about each visit: the size of its cheapest proof.

        The three claims are that the node is worth at least, at most or exactly the root's value.
        The size is the number of nodes, where a leaf counts 1 and an inner node `inner_cost`.
        """
        root_value = self.values[self.root]
        at_least = [1.0 if value >= root_value else inf for value in self.values]
        at_most = [1.0 if value <= root_value else inf for value in self.values]
        # A leaf has exactly the root's value if it proves both bounds.
        exactly = [*map(max, at_least, at_most)]
        self.costs = (at_least, at_most, exactly)

        sources = dict(zip(self.trace.answered_rows, self.trace.answer_sources, strict=True))
        for row in self._rows_from_leaves_up(sources):
            source = sources.get(row)
            if source is None:
                at_least[row], at_most[row], exactly[row] = self._inner_costs(row, inner_cost)
                continue
            # A table's answer costs as much as the visit that stored it.
            for costs in self.costs:
                costs[row] = costs[source]

    def _rows_from_leaves_up(self, sources: Mapping[int, int]) -> list[int]:
        """Return the rows of inner nodes and of table answers, children before parents.

        `sources` maps the row of each table answer to the row of the visit that stored the answer.
        This visit comes before the answer in the result.
        """
        last = len(self.values) - 1
        # Children have later rows than their parent.
        rows_backwards = range(last, self.root - 1, -1)
        rows = [row for row in rows_backwards if self.child_counts[row] or row in sources]
        if sources:
            # A source has an earlier row than its answer, so sort by the order of return.
            rows.sort(key=self.trace.column("end").__getitem__)
        return rows

    def _inner_costs(self, row: int, inner_cost: float) -> tuple[float, float, float]:
        """Return the costs of the three claims about an inner node: at least, at most and exactly.

        A cost is the size of the cheapest proof, or infinite if the visits do not prove the claim.
        """
        # "At least 3" for MAX to move needs one child worth 3 or more, and "at most 3" needs all
        # children to be worth 3 or less. For MIN to move, the two are exchanged.
        mover_claim, opponent_claim = self._claims_by_player(row)
        one_child = self._cost_of_one_child(row, mover_claim)
        all_children = self._cost_of_all_children(row, opponent_claim)
        # The exact value needs the bound of all children, and the exact value of one of them.
        surcharge = min(self._surcharges(row, opponent_claim), default=inf)

        # Standing pat is like one more child, whose value is known at no cost.
        stand = self.trace.stand_pat_values.get(row)
        if stand is not None:
            if self._supports(stand, mover_claim):
                one_child = 0
            if not self._supports(stand, opponent_claim):
                all_children = inf
            if stand == self.values[self.root]:
                surcharge = 0

        exactly = inner_cost + all_children + surcharge
        if mover_claim is Claim.AT_LEAST:
            return (inner_cost + one_child, inner_cost + all_children, exactly)
        return (inner_cost + all_children, inner_cost + one_child, exactly)

    def _cost_of_one_child(self, row: int, claim: Claim) -> float:
        """Return the cost of a claim about one child, for the child where it is cheapest."""
        costs = map(self.costs[claim].__getitem__, self._cheapest_visits(row, claim))
        return min(costs, default=inf)

    def _cost_of_all_children(self, row: int, claim: Claim) -> float:
        """Return the cost of a claim about every child; infinite if moves were left out."""
        children = self._cheapest_visits(row, claim)
        if len(children) < self.child_counts[row]:
            return inf
        return sum(map(self.costs[claim].__getitem__, children))

    def _claims_by_player(self, row: int) -> tuple[Claim, Claim]:
        """Return the claim for which one child is enough, and the claim that needs all children.

        For MAX to move, one child is enough for "at least".
        """
        if self.turns[row]:
            return (Claim.AT_LEAST, Claim.AT_MOST)
        return (Claim.AT_MOST, Claim.AT_LEAST)

    def _supports(self, value: float, claim: Claim) -> bool:
        """Return whether a value is at least, or at most, the root's."""
        root_value: float = self.values[self.root]
        if claim is Claim.AT_LEAST:
            return value >= root_value
        return value <= root_value

    def _surcharges(self, row: int, bound_claim: Claim) -> list[float]:
        """Return for each tried move how many more nodes prove its exact value than its bound.

        `bound_claim` says which bound: at least or at most the root's value.
        """
        exact_costs = self.costs[Claim.EXACTLY]
        bound_costs = self.costs[bound_claim]
        surcharges = []
        exact_visits = self._cheapest_visits(row, Claim.EXACTLY)
        bound_visits = self._cheapest_visits(row, bound_claim)
        for exact_visit, bound_visit in zip(exact_visits, bound_visits, strict=True):
            if exact_costs[exact_visit] < inf:
                surcharges.append(exact_costs[exact_visit] - bound_costs[bound_visit])
            else:
                surcharges.append(inf)
        return surcharges

    def has_unvisited(self) -> bool:
        """Return whether any visit left moves out."""
        for row, children in self.children.items():
            tried = {self.moves[child] for child in children}
            if row >= 0 and len(tried) < self.child_counts[row]:
                return True
        return False

    def _cheapest_visits(self, row: int, claim: Claim) -> Sequence[int]:
        """Return for each tried move the visit that proves a claim with the fewest nodes.

        Visits are rows. The moves are in the order in which they were first tried.
        """
        # Without revisits, each move has a single visit.
        if not self.trace.revisits:
            return self.children[row]
        costs = self.costs[claim]
        cheapest: dict[int, int] = {}
        for child in self.children[row]:
            move = self.moves[child]
            earlier = cheapest.setdefault(move, child)
            if costs[child] < costs[earlier]:
                cheapest[move] = child
        return [*cheapest.values()]

    def types_in_proof(self, root_claim: Claim) -> dict[int, NodeType]:
        """Return the type of each node in the cheapest proof of a claim about the root, by row."""
        types = dict[int, NodeType]()
        claims_left = [(self.root, root_claim, NodeType.PV)]
        while claims_left:
            row, claim, leaf_type = claims_left.pop()
            # Nobody is to move at a leaf, so its type depends on its parent's type.
            if not self.trace.children(row):
                types[row] = NodeType.PV if claim is Claim.EXACTLY else leaf_type
                continue
            types[row] = self._inner_type(row, claim)
            # A leaf below a cut node counts as an all node, and any other leaf as a cut node.
            child_leaf_type = NodeType.CUT
            if types[row] is NodeType.CUT:
                child_leaf_type = NodeType.ALL
            for child, child_claim in self._premises(row, claim):
                claims_left.append((child, child_claim, child_leaf_type))
        return types

    def _inner_type(self, row: int, claim: Claim) -> NodeType:
        """Return the type of an inner node in the proof of a claim about the node."""
        mover_claim, _ = self._claims_by_player(row)
        if claim is Claim.EXACTLY:
            return NodeType.PV
        if claim is mover_claim:
            return NodeType.CUT
        return NodeType.ALL

    def _premises(self, row: int, claim: Claim) -> Sequence[tuple[int, Claim]]:
        """Return the children in the cheapest proof of a claim, each with the claim to prove there.

        The claim is about the visit `row`.
        """
        mover_claim, opponent_claim = self._claims_by_player(row)
        # "At least 3" for MAX to move needs one child worth 3 or more, and "at most 3" needs all
        # children to be worth 3 or less.
        if claim is mover_claim:
            return self._cheapest_premise(row, mover_claim)
        premises = [(child, opponent_claim) for child in self._cheapest_visits(row, opponent_claim)]
        if claim is not Claim.EXACTLY:
            return premises
        # If the value of standing pat is the exact value, no child needs to have this value.
        can_stand_pat = row in self.trace.stand_pat_values
        if can_stand_pat and self.costs[claim][row] == self.costs[opponent_claim][row]:
            return premises
        # Otherwise, prove one exact value, of the child for which this adds the fewest nodes.
        surcharges = self._surcharges(row, opponent_claim)
        index = surcharges.index(min(surcharges))
        exact_child = self._cheapest_visits(row, Claim.EXACTLY)[index]
        premises[index] = (exact_child, Claim.EXACTLY)
        return premises

    def _cheapest_premise(self, row: int, claim: Claim) -> Sequence[tuple[int, Claim]]:
        """Return the child that proves a claim with the fewest nodes, if one child is enough.

        The result is a list, as for `_premises`: empty if standing pat alone proves the claim.
        """
        costs = self.costs[claim]
        # A cost of 1 is the node itself, so no child is needed.
        if row in self.trace.stand_pat_values and costs[row] == 1:
            return []
        cheapest = min(self._cheapest_visits(row, claim), key=costs.__getitem__, default=None)
        if cheapest is None:
            return []
        return [(cheapest, claim)]


def proof_words(proof: ProofTree | None) -> str:
    """Say how many nodes prove the value, and how many a better order of moves would save.

    >>> types = {0: NodeType.PV, 1: NodeType.PV, 2: NodeType.CUT}
    >>> proof_words(ProofTree(types, 5))
    '3 of 5 nodes prove the value (2 PV, 1 cut, 0 all): alpha-beta that tries them first saves 2'
    >>> proof_words(ProofTree(types, 3))
    'all 3 nodes are needed to prove the value (2 PV, 1 cut, 0 all): no order of moves saves any'
    >>> proof_words(ProofTree(types, 3, has_unvisited=True)).partition("; ")[2]
    'with a move that the search left out, fewer might do'
    """
    if proof is None:
        return NO_PROOF
    needed = len(proof.types)
    counts = proof.type_counts
    claim_words = "the value" if proof.claim is Claim.EXACTLY else "the bound"
    if needed < proof.visited:
        saved = f"alpha-beta that tries them first saves {proof.visited - needed:,}"
        return f"{needed:,} of {proof.visited:,} nodes prove {claim_words} ({counts}): {saved}"
    if proof.has_unvisited:
        fewer = "with a move that the search left out, fewer might do"
        return f"all {needed:,} nodes visited are needed ({counts}); {fewer}"
    all_needed = f"all {needed:,} nodes are needed to prove {claim_words} ({counts})"
    return f"{all_needed}: no order of moves saves any"


def proof_in_short(proof: ProofTree) -> str:
    """Say in a few words how many nodes the value needs.

    >>> proof_in_short(ProofTree({0: NodeType.PV, 1: NodeType.PV, 2: NodeType.CUT}, 5))
    'needed: 3 of 5 nodes (2 PV, 1 cut, 0 all)'
    """
    return f"needed: {len(proof.types):,} of {proof.visited:,} nodes ({proof.type_counts})"


NODE_TYPE_WIDTH = max(len(f" {kind.word}") for kind in NodeType)
"""The width of the longest mark behind a move, with its space."""

NO_PROOF = (
    "node types are known only for a finished single-pass search "
    "without chance, random games or table answers"
)


class Minimum(NamedTuple):
    """The fewest leaves, and the fewest nodes in all, that a search visits with the best order."""

    leaves: int
    nodes: int


def minimum(trace: Trace) -> Minimum | None:
    """Return the fewest nodes and leaves that prove the value of a finished minimax search.

    None for any other search. A table's answer counts as many nodes as the visit that stored it.
    """
    if not trace.finished or trace.reason or not len(trace):
        return None
    is_minimax = not (len(trace.cuts) or trace.revisits or trace.has_chance)
    if not is_minimax:
        return None
    # The subtree of an answer without a source is unknown.
    if trace.column("kind").count(Kind.TABLE) != len(trace.answered_rows):
        return None
    proofs = ProofCosts(trace)
    nodes = proofs.costs[Claim.EXACTLY][0]
    # If inner nodes cost nothing, the cost is the number of leaves.
    proofs.compute_costs(0)
    leaves = proofs.costs[Claim.EXACTLY][0]
    return Minimum(int(leaves), int(nodes))


def knuth_moore_leaves(branching: int, depth: int) -> int:
    """Return the fewest leaves that prove the value of a uniform tree.

    This is b^ceil(d/2) + b^floor(d/2) - 1. Knuth and Moore, "An analysis of alpha-beta pruning",
    1975, corollary 1.

    >>> knuth_moore_leaves(3, 3), knuth_moore_leaves(10, 4)
    (11, 199)
    """
    return int(branching ** ((depth + 1) // 2) + branching ** (depth // 2)) - 1


class OrderingQuality(NamedTuple):
    """How well a search ordered its moves; None without cutoffs, or without plies, to measure."""

    first_move_cutoffs: float | None
    """The share, from 0 to 1, of cutoffs that the first move tried made."""
    mean_cutoff_place: float | None
    """The mean place, from 1, of the move that made the cutoff."""
    effective_branching: float | None
    """The branching factor of a uniform tree with as many nodes."""


def ordering_quality(trace: Trace) -> OrderingQuality:
    """Measure how well a search ordered its moves; probes (side searches) do not count.

    The search may still be running.
    """
    nodes = len(trace) - counts_in_probes(trace, trace.last_step).nodes
    branching = effective_branching(nodes, deepest_visit(trace))
    cut_places = []
    # For each cut, the trace has the total number of children pruned so far.
    pruned_before = 0
    for row, pruned_so_far in zip(trace.cuts, trace.pruned, strict=True):
        pruned_here = pruned_so_far - pruned_before
        pruned_before = pruned_so_far
        # Place 2 means a cut by the second move, and place 0 a cut by standing pat.
        place = trace.children(row) - pruned_here
        if place and not is_in_probe(trace, row):
            cut_places.append(place)
    if not cut_places:
        return OrderingQuality(None, None, branching)
    first_move_share = cut_places.count(1) / len(cut_places)
    mean_place = sum(cut_places) / len(cut_places)
    return OrderingQuality(first_move_share, mean_place, branching)


def deepest_visit(trace: Trace) -> int:
    """Return the depth of the deepest visit outside probes."""
    depths = trace.column("depth")
    if trace.engine_notes.outermost_probes:
        depths = [depth for row, depth in enumerate(depths) if not is_in_probe(trace, row)]
    return max(depths, default=0)


def effective_branching(nodes: int, depth: int) -> float | None:
    """Return the branching factor of a uniform tree with a depth and a number of nodes.

    The factor b solves nodes = 1 + b + ... + b^depth. None if the depth is 0. After Nilsson, and
    Russell and Norvig, section 3.6.1.

    >>> round(effective_branching(53, 5), 2)
    1.92
    """
    if depth < 1:
        return None
    if nodes <= depth + 1:
        return 1.0
    low = 1.0
    high = float(nodes)
    # A float has fewer than 100 bits, so 100 halvings are enough.
    for _ in range(100):
        middle = (low + high) / 2
        if _has_more_nodes(middle, depth, nodes):
            high = middle
        else:
            low = middle
    return low


def _has_more_nodes(branching: float, depth: int, nodes: int) -> bool:
    """Return whether a uniform tree with this branching factor and depth has more than `nodes`."""
    size = 1.0
    breadth = 1.0
    for _ in range(depth):
        breadth *= branching
        size += breadth
        if size > nodes:
            return True
    return False


def uniform_branching(trace: Trace) -> tuple[int, int] | None:
    """Return the branching factor and depth of a trace's tree; None if it is not uniform.

    In a uniform tree all inner nodes have equally many moves, all leaves are equally deep, and the
    players take turns.
    """
    if trace.has_chance:
        return None
    branching_factors = set()
    leaf_depths = set()
    turn_patterns = set()
    columns = (trace.column(name) for name in ("depth", "turn", "children"))
    for depth, turn, count in zip(*columns, strict=True):
        if count:
            branching_factors.add(count)
            # If the players take turns, the same side moves at all even plies.
            turn_patterns.add(depth % 2 == turn)
        else:
            leaf_depths.add(depth)
    is_regular = len(branching_factors) == 1 and len(leaf_depths) == 1
    if is_regular and len(turn_patterns) == 1:
        return (branching_factors.pop(), leaf_depths.pop())
    return None
