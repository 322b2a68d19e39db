"""The random trees that a search is graded on: kinds of trees, and trees of these kinds by a seed."""

import random
from collections import Counter
from collections.abc import Callable, Sequence
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
from visualizer.your_code.grading.trees import MAX_TURN, MIN_TURN, chance_node_for_turn, count_nodes

MAX_GRADED_TREE_NODES = 60
"""The most nodes of a tree that is dealt."""
MAX_TREES = 2_000
"""The most trees."""
MAX_RETRIES = 101
MAX_RETRIES_RECURRING = 2_000
"""Of so many in a row that are too large or have been dealt, the last is taken; of more where positions come again."""


@dataclass(frozen=True, slots=True)
class TreeKind:
    """A kind of tree: how many plies, how many children a node has, where leaves come early, and their values."""

    title: str
    plies: int
    widths: Sequence[int]
    early: float
    """How often a branch ends before the last ply."""
    values: Sequence[int]
    chance: float = 0
    """How often chance moves at a node."""
    weights: Sequence[int] = (1,)
    """In which proportions its outcomes may be probable."""
    early_left: float | None = None
    """How often a branch ends early that is not the last of its node; None for as often as the last."""
    again: float = 0
    """How often what stands further left comes again."""
    tells: Callable[[Node], bool] = lambda tree: True
    """Whether a tree shows what its kind is for; another is dealt where it does not."""


TREE_KINDS = (
    TreeKind("two plies", 2, (2, 3), 0, range(1, 5)),
    TreeKind("ties", 3, (2,), 0, range(1, 4)),
    TreeKind("deep cutoffs", 4, (2,), 0, range(1, 4)),
    TreeKind("irregular", 4, (1, 2, 2, 3), 0.25, range(1, 5)),
    TreeKind("negative values", 3, (1, 2, 3), 0.15, range(-3, 3)),
    TreeKind(
        "five plies",
        5,
        (2,),
        0.1,
        range(1, 6),
        early_left=0.5,
        tells=partial(needs_bound, of_root=False),
    ),
    TreeKind(
        "deep on the right",
        6,
        (1, 2, 2),
        0,
        range(1, 5),
        early_left=0.6,
        tells=partial(needs_bound, of_root=True),
    ),
    TreeKind("many children", 3, (2, 4, 5), 0.4, range(1, 6)),
    TreeKind("large values", 3, (1, 2, 3), 0.2, range(10, 51)),
    TreeKind("large negative values", 3, (1, 2, 3), 0.2, range(-50, -9)),
)

CHANCE_KINDS = (
    TreeKind("without chance", 2, (2, 3), 0, range(1, 5)),
    TreeKind("equally likely outcomes", 3, (2, 3), 0, range(1, 7), 0.5),
    TreeKind("uneven outcomes", 3, (2, 3), 0, range(1, 7), 0.5, (1, 2, 3)),
    TreeKind("irregular", 4, (1, 2, 2, 3), 0.25, range(1, 7), 0.4, (1, 1, 3)),
    TreeKind("negative values", 3, (1, 2, 3), 0.15, range(-4, 4), 0.5, (1, 2)),
    TreeKind("much chance", 3, (2,), 0.1, range(1, 9), 0.8, (1, 4)),
)
"""Those of the task that is about chance."""


def is_misleading_for_uct(tree: Node) -> bool:
    """Return whether right UCT visits a move most that has not the best mean for who moves at the root."""
    results = PlayoutList(tree)
    visits = Counter[MovePath]()
    sums = dict[MovePath, float]()

    def mean(path: MovePath) -> float:
        return sums[path] / visits[path] * (1 if tree.at(path[:-1]).maximizing else -1)

    def best(path: MovePath) -> MovePath:
        below = [(*path, move) for move in tree.at(path).moves()]
        new = [child for child in below if not visits[child]]
        logarithm = log(max(1, visits[path]))
        if new:
            return new[0]
        return max(below, key=lambda child: mean(child) + sqrt(2 * logarithm / visits[child]))

    for _ in range(iterations_on(tree)):
        path: MovePath = ()
        while tree.at(path).children and (not path or visits[path]):
            path = best(path)
        result = results.following(path)
        for ply in range(len(path) + 1):
            visits[path[:ply]] += 1
            sums[path[:ply]] = sums.get(path[:ply], 0) + result
    moves = [(move,) for move in tree.moves()]
    return visits[max(moves, key=mean)] < max(visits[move] for move in moves)


PLAYOUT_KINDS = (
    *TREE_KINDS[:5],
    TreeKind("five plies", 5, (1, 2, 2), 0.1, range(1, 6)),
    TreeKind("misleading means", 2, (3, 4, 5), 0, range(1, 4), tells=is_misleading_for_uct),
)
"""The kinds of trees for MCTS: of leaves that are all large each playout would be won."""


MAX_ARRAY_LEAVES = 32
"""The most leaves of a complete tree, for which code keeps them in an array."""


def complete_tree_kinds(shape: TreeShape) -> list[TreeKind]:
    """Return the kinds of complete trees of a shape."""
    deepest = 6
    while deepest > 1 and shape.width**deepest > MAX_ARRAY_LEAVES:
        deepest -= 1

    def kind(title: str, plies: int, values: Sequence[int]) -> TreeKind:
        return TreeKind(title, shape.plies or min(plies, deepest), (shape.width,), 0, values)

    return [
        kind("different values", 2, range(1, 10)),
        kind("ties", 3, range(1, 4)),
        kind("deep cutoffs", deepest, range(1, 6)),
        kind("negative values", 3, range(-5, 5)),
    ]


class Dice:
    """Numbers by a seed, made from the one method of Python's generator whose results never change."""

    def __init__(self, seed: int) -> None:
        """Take a seed."""
        self._generator = random.Random(seed)

    def below(self, most: int) -> int:
        """Return a whole number from 0 to one less than `most`."""
        return int(self._generator.random() * most)

    def one_of(self, choices: Sequence[int]) -> int:
        """Return one of some numbers."""
        return choices[self.below(len(choices))]

    def happens(self, chance: float) -> bool:
        """Return whether something of that probability happens."""
        return self._generator.random() < chance


def make_random_tree(
    dice: Dice,
    kind: TreeKind,
    turn: Turn,
    before: list[Node],
    ply: int = 0,
    *,
    is_last: bool = True,
) -> Node:
    """Return a random tree of a kind; `is_last` says whether it is the last child of the node above it.

    What has been grown further left is in `before`, if it may come again.
    """
    if is_last or kind.early_left is None:
        early = kind.early
    else:
        early = kind.early_left
    if ply == kind.plies or (ply > 0 and dice.happens(early)):
        return Node(0, turn == MAX_TURN, value=dice.one_of(kind.values))
    if ply and kind.again:
        known = [node for node in before if turn_of(node) == turn]
    else:
        known = []
    if known and dice.happens(kind.again):
        return known[dice.below(len(known))]
    if ply:
        width = dice.one_of(kind.widths)
    else:
        width = max(2, dice.one_of(kind.widths))
    chance = bool(kind.chance and dice.happens(kind.chance))
    odds = tuple[Fraction, ...]()
    if chance:
        odds = normalized_odds([Fraction(dice.one_of(kind.weights)) for _ in range(width)])
    if chance:
        following = turn
    else:
        following = Turn(1 - turn)
    children = tuple(
        make_random_tree(dice, kind, following, before, ply + 1, is_last=place == width - 1)
        for place in range(width)
    )
    before.append(tree := Node(0, turn == MAX_TURN, children=children, chance=chance, odds=odds))
    if ply:
        return tree
    return chance_node_for_turn(tree, maximizing=True)


def with_depth_below_limit(kind: TreeKind, depth: int | None) -> TreeKind:
    """Return a kind whose trees go on below a limit of depth."""
    if depth is None or depth < kind.plies:
        return kind
    plies = depth + 2
    narrow = plies > 5
    widths = (1, 1, 2) if narrow else (1, 2)
    early = max(kind.early, 0.1)
    return TreeKind(kind.title, plies, widths, early, kind.values, kind.chance, kind.weights)


def make_random_trees(
    number: int,
    seed: int,
    depth: int | None = None,
    kinds: Sequence[TreeKind] = TREE_KINDS,
    turns: Sequence[Turn] = (MAX_TURN, MIN_TURN),
) -> list[tuple[TreeKind, Node]]:
    """Return n trees with their kinds, no two alike; the `turns` at the root take turns."""
    dice = Dice(seed)
    seen = set[tuple[Turn, Node]]()
    found = list[tuple[TreeKind, Node]]()
    for place in range(number):
        kind = with_depth_below_limit(kinds[place % len(kinds)], depth)
        turn = turns[place // len(kinds) % len(turns)]
        tree = make_random_tree(dice, kind, turn, [])
        tries = 1
        most = MAX_RETRIES_RECURRING if kind.again else MAX_RETRIES
        while (
            count_nodes(tree) > MAX_GRADED_TREE_NODES
            or (turn, tree) in seen
            or not kind.tells(tree)
        ) and tries < most:
            tree = make_random_tree(dice, kind, turn, [])
            tries = tries + 1
        seen.add((turn, tree))
        found.append((kind, tree))
    return found
