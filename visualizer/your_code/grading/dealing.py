"""The random trees that a search is graded on: their kinds, and how they are made from a seed."""

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
from visualizer.your_code.grading.tree_searches import reveals_overwriting
from visualizer.your_code.grading.trees import (
    MAX_TURN,
    MIN_TURN,
    chance_node_for_turn,
    count_nodes,
)

MAX_GRADED_TREE_NODES = 60
MAX_TREES = 2_000
MAX_TRIES = 101
"""The number of tries to make a suitable tree, after which an unsuitable one is taken."""
MAX_TRIES_REPEATING = 2_000
"""The same for trees in which positions repeat, because fewer of them are suitable."""


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
    """The same probability for all children except the last, if it differs."""
    repeat_probability: float = 0
    """The probability that a node is a copy of an inner node further left."""
    is_suitable: Callable[[Node], bool] = lambda tree: True
    """Whether a tree shows the mistake that this kind of tree is made to show."""


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
        is_suitable=partial(reveals_overwriting, by_root_player=False),
    ),
    TreeKind(
        "deep on the right",
        plies=6,
        widths=(1, 2, 2),
        leaf_probability=0,
        values=range(1, 5),
        leaf_probability_left=0.6,
        is_suitable=partial(reveals_overwriting, by_root_player=True),
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
    """A right UCT search of a tree; the results of its playouts are fixed by the tree."""

    def __init__(self, tree: Node) -> None:
        """Begin before the first iteration."""
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
        """Return the path to the child to visit next.

        It is the first child without a visit, or else the child with the greatest UCB1 bound.
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
        """Make one iteration of UCT: select a node, make a playout there, back up the result."""
        path: MovePath = ()
        while self.tree.at(path).children:
            # A new node gets a playout. The root, whose path is (), never does.
            if path and not self.visits[path]:
                break
            path = self.select(path)

        result = self.results.next_result(path)
        for ply in range(len(path) + 1):
            ancestor = path[:ply]
            self.visits[ancestor] += 1
            self.sums[ancestor] = self.sums.get(ancestor, 0) + result


def is_misleading_for_uct(tree: Node) -> bool:
    """Return whether, after UCT, the move with the best mean is not the most visited move.

    Such a tree shows whether a search chooses its move by the mean or by the visits.
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
"""The kinds of trees for MCTS.

Kinds with large values are left out, because every playout would have the same result.
"""


MAX_ARRAY_LEAVES = 32
"""The most leaves of a complete tree, for code that gets them as an array."""


def complete_tree_kinds(shape: TreeShape) -> list[TreeKind]:
    """Return the kinds of complete trees for code that takes the leaves as an array.

    Each inner node has `shape.width` children. All leaves are at depth `shape.plies`, or at the
    usual depth of the kind if `shape.plies` is 0.
    """
    # Six plies are enough for deep cutoffs; wide trees get fewer, so that they stay small.
    max_plies = 6
    while max_plies > 1 and shape.width**max_plies > MAX_ARRAY_LEAVES:
        max_plies -= 1

    def make_kind(title: str, usual_plies: int, values: Sequence[int]) -> TreeKind:
        """Return a kind of complete trees; `usual_plies` is the depth if the shape allows any."""
        plies = shape.plies or min(usual_plies, max_plies)
        return TreeKind(
            title,
            plies,
            (shape.width,),
            leaf_probability=0,
            values=values,
        )

    return [
        make_kind("different values", 2, range(1, 10)),
        make_kind("ties", 3, range(1, 4)),
        make_kind("deep cutoffs", max_plies, range(1, 6)),
        make_kind("negative values", 3, range(-5, 5)),
    ]


class Dice:
    """Random numbers from a seed, the same in every version of Python.

    They use only `random()`, because Python may change its other random functions.
    """

    def __init__(self, seed: int) -> None:
        """Begin the sequence of numbers that belongs to a seed."""
        self._generator = random.Random(seed)

    def below(self, limit: int) -> int:
        """Return a random integer from 0 to limit - 1."""
        return int(self._generator.random() * limit)

    def choose(self, choices: Sequence[int]) -> int:
        """Return one of some numbers at random."""
        return choices[self.below(len(choices))]

    def happens(self, probability: float) -> bool:
        """Return True with this probability, otherwise False."""
        return self._generator.random() < probability


class TreeMaker:
    """Makes a random tree of a kind.

    A seed must give the same trees in every version of the program, so the order in which the dice
    are used must not change.
    """

    def __init__(self, dice: Dice, kind: TreeKind) -> None:
        """Begin without nodes."""
        self.dice = dice
        self.kind = kind
        self.inner_nodes: list[Node] = []
        """The inner nodes that are finished, which may be repeated."""

    def make(self, turn: Turn) -> Node:
        """Return a random tree with `turn` to move at the root."""
        root = self.make_inner_node(turn, 0)
        return chance_node_for_turn(root, maximizing=True)

    def make_node(self, turn: Turn, ply: int, *, is_last: bool) -> Node:
        """Return a random node with the tree below it, where `turn` is to move.

        If positions repeat in this kind of tree, the node may be one that was made before. `ply` is
        the depth of the node, 0 for the root. `is_last` says whether the node is the last child of
        its parent.
        """
        if self.is_leaf(ply, is_last=is_last):
            value = self.dice.choose(self.kind.values)
            return Node(0, turn == MAX_TURN, value=value)

        # If no positions repeat, the dice are not rolled here: a roll would change all later nodes.
        if self.kind.repeat_probability:
            repeatable = [node for node in self.inner_nodes if turn_of(node) == turn]
            if repeatable and self.dice.happens(self.kind.repeat_probability):
                return repeatable[self.dice.below(len(repeatable))]
        return self.make_inner_node(turn, ply)

    def is_leaf(self, ply: int, *, is_last: bool) -> bool:
        """Decide by the dice whether a node at a depth is a leaf; in the last ply, it always is."""
        if ply == self.kind.plies:
            return True
        if is_last or self.kind.leaf_probability_left is None:
            return self.dice.happens(self.kind.leaf_probability)
        return self.dice.happens(self.kind.leaf_probability_left)

    def make_inner_node(self, turn: Turn, ply: int) -> Node:
        """Return an inner node at depth `ply` with random children, where `turn` is to move.

        The root, at depth 0, has at least two children.
        """
        kind = self.kind
        width = self.dice.choose(kind.widths)
        if ply == 0:
            width = max(2, width)

        is_chance = bool(kind.chance) and self.dice.happens(kind.chance)
        odds = self.roll_odds(width) if is_chance else ()
        # A chance event does not use up the turn of the player who is to move.
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
        self.inner_nodes.append(node)
        return node

    def roll_odds(self, width: int) -> tuple[Fraction, ...]:
        """Return random probabilities for the `width` outcomes of a chance node."""
        weights = [Fraction(self.dice.choose(self.kind.weights)) for _ in range(width)]
        return normalized_odds(weights)


def with_more_plies(kind: TreeKind, limit: int | None) -> TreeKind:
    """Return `kind`, or a deeper kind if its trees end above a depth limit.

    `limit` is the number of plies, or None.
    """
    if limit is None or limit < kind.plies:
        return kind

    # Deep trees stay small if many nodes have only one child.
    plies = limit + 2
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
    """Return `number` random trees, each with its kind; all different, if possible.

    Each round has one tree of each of `kinds`. The side to move at the root changes from round to
    round: first `turns[0]`, then `turns[1]`, and so on. All trees are deeper than the limit
    `depth`, unless it is None.
    """
    dice = Dice(seed)
    made = set[tuple[Turn, Node]]()
    trees: list[tuple[TreeKind, Node]] = []
    for index in range(number):
        kind = with_more_plies(kinds[index % len(kinds)], depth)
        round_number = index // len(kinds)
        turn = turns[round_number % len(turns)]
        # Take the first good candidate. If the loop ends without one, `tree` is the last candidate.
        for tree in candidate_trees(dice, kind, turn):
            # `is_suitable` comes last, because it may search the tree, which is slow.
            is_new = (turn, tree) not in made
            is_small = count_nodes(tree) <= MAX_GRADED_TREE_NODES
            if is_new and is_small and kind.is_suitable(tree):
                break
        made.add((turn, tree))
        trees.append((kind, tree))
    return trees


def candidate_trees(dice: Dice, kind: TreeKind, turn: Turn) -> Iterator[Node]:
    """Yield random trees of a kind, as many as may be tried to find a suitable one."""
    tries = MAX_TRIES_REPEATING if kind.repeat_probability else MAX_TRIES
    for _ in range(tries):
        yield TreeMaker(dice, kind).make(turn)
