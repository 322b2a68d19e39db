"""The random trees that a search is graded on: their kinds, and trees of these kinds by a seed."""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import log, sqrt

from games import Turn, turn_of
from games.tree.notation import Node, normalized_odds
from visualizer.trace.rows import MovePath
from visualizer.your_code.grading.playouts import PlayoutList, iterations_on
from visualizer.your_code.grading.shapes import TreeShape
from visualizer.your_code.grading.tree_searches import needs_bound
from visualizer.your_code.grading.trees import (
    MAX_TURN,
    MIN_TURN,
    chance_node_for_turn,
    count_nodes,
)

MAX_GRADED_TREE_NODES = 60
MAX_TREES = 2_000
MAX_RETRIES = 101
"""The number of unsuitable trees in a row after which the last one is taken."""
MAX_RETRIES_RECURRING = 2_000
"""The same number for trees with repeated positions, which are suitable less often."""


@dataclass(frozen=True, slots=True)
class TreeKind:
    """A kind of random tree."""

    title: str
    plies: int
    widths: Sequence[int]
    """The possible numbers of children."""
    leaf_probability: float
    """The probability that a node before the last ply is a leaf."""
    values: Sequence[int]
    """The possible values of leaves."""
    chance: float = 0
    """The probability that an inner node is a chance node."""
    weights: Sequence[int] = (1,)
    """The possible weights of a chance node's outcomes."""
    leaf_probability_left: float | None = None
    """The same probability for all children but the last, if different."""
    repeat_probability: float = 0
    """The probability that a node repeats a position further left."""
    is_suitable: Callable[[Node], bool] = lambda tree: True
    """Whether a tree shows the mistakes that its kind is for."""


TREE_KINDS = (
    TreeKind(
        "two plies",
        2,
        (2, 3),
        0,
        values=range(1, 5),
    ),
    TreeKind(
        "ties",
        3,
        (2,),
        0,
        values=range(1, 4),
    ),
    TreeKind(
        "deep cutoffs",
        4,
        (2,),
        0,
        values=range(1, 4),
    ),
    TreeKind(
        "irregular",
        4,
        (1, 2, 2, 3),
        0.25,
        values=range(1, 5),
    ),
    TreeKind(
        "negative values",
        3,
        (1, 2, 3),
        0.15,
        values=range(-3, 3),
    ),
    TreeKind(
        "five plies",
        plies=5,
        widths=(2,),
        leaf_probability=0.1,
        values=range(1, 6),
        leaf_probability_left=0.5,
        is_suitable=partial(needs_bound, of_root=False),
    ),
    TreeKind(
        "deep on the right",
        plies=6,
        widths=(1, 2, 2),
        leaf_probability=0,
        values=range(1, 5),
        leaf_probability_left=0.6,
        is_suitable=partial(needs_bound, of_root=True),
    ),
    TreeKind(
        "many children",
        3,
        (2, 4, 5),
        0.4,
        values=range(1, 6),
    ),
    TreeKind(
        "large values",
        3,
        (1, 2, 3),
        0.2,
        values=range(10, 51),
    ),
    TreeKind(
        "large negative values",
        3,
        (1, 2, 3),
        0.2,
        values=range(-50, -9),
    ),
)

CHANCE_KINDS = (
    TreeKind(
        "without chance",
        2,
        (2, 3),
        0,
        values=range(1, 5),
    ),
    TreeKind(
        "equally likely outcomes",
        3,
        (2, 3),
        0,
        values=range(1, 7),
        chance=0.5,
    ),
    TreeKind(
        "uneven outcomes",
        3,
        (2, 3),
        0,
        values=range(1, 7),
        chance=0.5,
        weights=(1, 2, 3),
    ),
    TreeKind(
        "irregular",
        4,
        (1, 2, 2, 3),
        0.25,
        values=range(1, 7),
        chance=0.4,
        weights=(1, 1, 3),
    ),
    TreeKind(
        "negative values", 3, (1, 2, 3), 0.15, values=range(-4, 4), chance=0.5, weights=(1, 2)
    ),
    TreeKind(
        "much chance",
        3,
        (2,),
        0.1,
        values=range(1, 9),
        chance=0.8,
        weights=(1, 4),
    ),
)
"""The kinds of trees for expectiminimax."""


class UctOnTree:
    """A right UCT on the fixed playouts of a tree."""

    def __init__(self, tree: Node) -> None:
        """Make no playout yet."""
        self.tree = tree
        self.results = PlayoutList(tree)
        self.visits = Counter[MovePath]()
        self.sums: dict[MovePath, float] = {}
        """The sums of results from MAX's side."""

    def mean(self, path: MovePath) -> float:
        """Return a node's mean result from the side of the player who moved there."""
        sign = 1 if self.tree.at(path[:-1]).maximizing else -1
        return self.sums[path] / self.visits[path] * sign

    def select(self, path: MovePath) -> MovePath:
        """Return the path to the child to visit next: the first without a visit.

        If all children were visited, this is the child with the largest UCB1 bound.
        """
        children = [(*path, move) for move in self.tree.at(path).moves()]
        for child in children:
            if not self.visits[child]:
                return child

        logarithm = log(max(1, self.visits[path]))

        def upper_bound(child: MovePath) -> float:
            return self.mean(child) + sqrt(2 * logarithm / self.visits[child])

        return max(children, key=upper_bound)

    def iterate(self) -> None:
        """Make one iteration of UCT: select a node, make a playout there, and back it up."""
        path: MovePath = ()
        while self.tree.at(path).children:
            is_root = not path
            if not is_root and not self.visits[path]:
                break
            path = self.select(path)

        result = self.results.next_result(path)
        for ply in range(len(path) + 1):
            ancestor = path[:ply]
            self.visits[ancestor] += 1
            self.sums[ancestor] = self.sums.get(ancestor, 0) + result


def is_misleading_for_uct(tree: Node) -> bool:
    """Return whether UCT visits one move of the root most, but another has the best mean.

    On such a tree, a search shows which of the two moves it returns.
    """
    search = UctOnTree(tree)
    for _ in range(iterations_on(tree)):
        search.iterate()

    moves = [(move,) for move in tree.moves()]
    best_by_mean = max(moves, key=search.mean)
    return search.visits[best_by_mean] < max(search.visits[move] for move in moves)


PLAYOUT_KINDS = (
    *TREE_KINDS[:5],
    TreeKind(
        "five plies",
        5,
        (1, 2, 2),
        0.1,
        values=range(1, 6),
    ),
    TreeKind(
        "misleading means", 2, (3, 4, 5), 0, values=range(1, 4), is_suitable=is_misleading_for_uct
    ),
)
"""The kinds of trees for MCTS; without large values, as every playout would be won."""


MAX_ARRAY_LEAVES = 32
"""The most leaves of a complete tree, which code keeps in an array."""


def complete_tree_kinds(shape: TreeShape) -> list[TreeKind]:
    """Return the kinds of complete trees for code that takes the leaves as an array.

    Each inner node has `shape.width` children. `shape.plies` is the depth of the trees, 0 for any.
    """
    # Six plies are enough for deep cutoffs; wide trees get fewer, so that they stay small.
    max_plies = 6
    while max_plies > 1 and shape.width**max_plies > MAX_ARRAY_LEAVES:
        max_plies -= 1

    def kind(title: str, usual_plies: int, values: Sequence[int]) -> TreeKind:
        """Return a kind of complete trees; the shape may prescribe another number of plies."""
        plies = shape.plies or min(usual_plies, max_plies)
        return TreeKind(
            title,
            plies,
            (shape.width,),
            0,
            values=values,
        )

    return [
        kind("different values", 2, range(1, 10)),
        kind("ties", 3, range(1, 4)),
        kind("deep cutoffs", max_plies, range(1, 6)),
        kind("negative values", 3, range(-5, 5)),
    ]


class Dice:
    """Random numbers by a seed, the same in every version of Python.

    Only `random()` of Python's generator is sure to stay the same.
    """

    def __init__(self, seed: int) -> None:
        """Take a seed."""
        self._generator = random.Random(seed)

    def below(self, limit: int) -> int:
        """Return a whole number from 0 to limit - 1."""
        return int(self._generator.random() * limit)

    def one_of(self, choices: Sequence[int]) -> int:
        """Return one of some numbers."""
        return choices[self.below(len(choices))]

    def happens(self, probability: float) -> bool:
        """Return whether an event with this probability happens."""
        return self._generator.random() < probability


class TreeMaker:
    """Makes a random tree of a kind.

    The dice are rolled in a fixed order, so that a seed gives the same trees in every version.
    """

    def __init__(self, dice: Dice, kind: TreeKind) -> None:
        """Begin with no nodes."""
        self.dice = dice
        self.kind = kind
        self.made: list[Node] = []
        """The finished inner nodes, which may come again."""

    def make(self, turn: Turn) -> Node:
        """Return a tree with a player to move at the root."""
        root = self.make_inner_node(turn, 0)
        return chance_node_for_turn(root, maximizing=True)

    def make_node(self, turn: Turn, ply: int, *, is_last: bool) -> Node:
        """Return a random node with the tree below it, where `turn` is to move.

        `ply` is the depth of the node, 0 for the root. `is_last` says whether the node is the last
        child of its parent.
        """
        if self.is_leaf(ply, is_last=is_last):
            value = self.dice.one_of(self.kind.values)
            return Node(0, turn == MAX_TURN, value=value)

        # Kinds without repetitions must not roll the dice here, or old seeds give other trees.
        if self.kind.repeat_probability:
            known = [node for node in self.made if turn_of(node) == turn]
            if known and self.dice.happens(self.kind.repeat_probability):
                return known[self.dice.below(len(known))]
        return self.make_inner_node(turn, ply)

    def is_leaf(self, ply: int, *, is_last: bool) -> bool:
        """Decide whether a node is a leaf."""
        if ply == self.kind.plies:
            return True
        if is_last or self.kind.leaf_probability_left is None:
            return self.dice.happens(self.kind.leaf_probability)
        return self.dice.happens(self.kind.leaf_probability_left)

    def make_inner_node(self, turn: Turn, ply: int) -> Node:
        """Return an inner node with random children, where `turn` is to move at depth `ply`.

        The root (ply 0) has at least two children.
        """
        kind = self.kind
        width = self.dice.one_of(kind.widths)
        if ply == 0:
            width = max(2, width)

        is_chance = bool(kind.chance) and self.dice.happens(kind.chance)
        odds = self.roll_odds(width) if is_chance else ()
        # Below a chance node the same side moves, because chance has taken nobody's turn.
        child_turn = turn if is_chance else Turn(1 - turn)
        children = tuple(
            self.make_node(child_turn, ply + 1, is_last=index == width - 1)
            for index in range(width)
        )
        node = Node(
            0,
            turn == MAX_TURN,
            children=children,
            chance=is_chance,
            odds=odds,
        )
        self.made.append(node)
        return node

    def roll_odds(self, width: int) -> tuple[Fraction, ...]:
        """Return random probabilities for some outcomes of chance."""
        weights = [Fraction(self.dice.one_of(self.kind.weights)) for _ in range(width)]
        return normalized_odds(weights)


def with_depth_below_limit(kind: TreeKind, depth: int | None) -> TreeKind:
    """Return a kind of trees like `kind`, but deeper than the depth limit (None for no limit)."""
    if depth is None or depth < kind.plies:
        return kind

    # Deep trees must be narrow to stay small: some nodes have only one child.
    plies = depth + 2
    widths = (1, 1, 2) if plies > 5 else (1, 2)
    return TreeKind(
        kind.title,
        plies,
        widths,
        leaf_probability=max(kind.leaf_probability, 0.1),
        values=kind.values,
        chance=kind.chance,
        weights=kind.weights,
    )


def make_random_trees(
    number: int,
    seed: int,
    depth: int | None = None,
    kinds: Sequence[TreeKind] = TREE_KINDS,
    turns: Sequence[Turn] = (MAX_TURN, MIN_TURN),
) -> list[tuple[TreeKind, Node]]:
    """Return a number of different random trees, each with its kind.

    The kinds take turns. After each round of all kinds, the next side in `turns` is to move at the
    roots. Trees are deeper than the limit `depth`, if there is one.
    """
    dice = Dice(seed)
    known = set[tuple[Turn, Node]]()
    trees: list[tuple[TreeKind, Node]] = []
    for index in range(number):
        kind = with_depth_below_limit(kinds[index % len(kinds)], depth)
        round_number = index // len(kinds)
        turn = turns[round_number % len(turns)]
        # If no candidate is suitable, the last one is taken all the same.
        for tree in candidate_trees(dice, kind, turn):
            # The test of the kind comes last, because it searches the tree.
            is_new = (turn, tree) not in known
            is_small = count_nodes(tree) <= MAX_GRADED_TREE_NODES
            if is_new and is_small and kind.is_suitable(tree):
                break
        known.add((turn, tree))
        trees.append((kind, tree))
    return trees


def candidate_trees(dice: Dice, kind: TreeKind, turn: Turn) -> Iterator[Node]:
    """Yield random trees, as many as may be tried for one."""
    tries = MAX_RETRIES_RECURRING if kind.repeat_probability else MAX_RETRIES
    for _ in range(tries):
        yield TreeMaker(dice, kind).make(turn)
