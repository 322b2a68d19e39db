"""Textbook trees: written down with the values of their leaves; MAX and MIN move in turn."""

import random
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice, pairwise

from games import Game, Option, Settings, find_by_name, result, shorten, whole_number
from games.tree.names import with_letters
from games.tree.notation import MAX_INLINE_LEAVES, Node, normalized_odds, parse_tree, turn_after
from games.tree.presets import PRESETS

MAX_SEARCHED_NODES = 10_000
"""The greatest number of nodes that are searched for a name."""
MAX_SUGGESTED_LINE = 8
"""The greatest number of moves to a node that is suggested."""


def find_branch(position: Node, word: str) -> int:
    """Return the index of the child that `word` names, by its own name or the name of its move.

    ValueError for any other word. If a node further down has that name, the message suggests the
    moves that lead to it.
    """
    for move, child in enumerate(position.children):
        if word in (child.move_name, child.label):
            return move
    try:
        return int(find_by_name(position, word, label=position.branch_label))
    except ValueError as error:
        line = " ".join(moves_to_name(position, word))
        hint = f" (did you mean {line}?)" if line else ""
        raise ValueError(f"{error}{hint}") from None


def moves_to_name(node: Node, word: str) -> tuple[str, ...]:
    """Return the moves to the nearest descendant that is called `word`; () if none is near."""
    # Any node may have a branch 2, so a number names no node.
    if word.isdigit():
        return ()

    # A breadth-first search finds the nearest descendant first.
    queue = deque[tuple[Node, tuple[str, ...]]]([(node, ())])
    for _ in range(MAX_SEARCHED_NODES):
        if not queue:
            break
        parent, line = queue.popleft()
        for move, child in enumerate(parent.children):
            line_to_child = (*line, parent.branch_label(move))
            if word in (child.move_name, child.label, child.own_name):
                return line_to_child
            if len(line_to_child) < MAX_SUGGESTED_LINE:
                queue.append((child, line_to_child))
    return ()


MAX_RANDOM_CHILDREN = 50
"""The greatest number of children of a node in a random tree."""
MAX_RANDOM_NODES = 2_000_000
"""The greatest number of nodes in a random tree."""
EARLY_LEAF_PROBABILITY = 0.2
"""The probability that a branch of an irregular tree ends before the last ply."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RandomTreeShape:
    """The shape of a random tree, with values of leaves from `low` to `high`.

    With `min_children`, an inner node has a random number of children, from `min_children` to
    `max_children`. With None, it has exactly `max_children` or, in an irregular tree, from one to
    `max_children`. In an irregular tree some branches end before the last ply. Chance moves on
    every `chance_period`-th ply; with 0, chance never moves.
    """

    max_children: int
    depth: int
    low: int
    high: int
    seed: int
    min_children: int | None = None
    irregular: bool = False
    chance_period: int = 0

    def random_child_counts(self, rng: random.Random, ply: int, node_count: int) -> list[int]:
        """Return a random number of children, 0 for a leaf, for each node of a ply."""
        if ply == self.depth:
            return [0] * node_count
        if not self.irregular and self.min_children is None:
            return [self.max_children] * node_count
        return [self._random_child_count(rng, ply) for _ in range(node_count)]

    def _random_child_count(self, rng: random.Random, ply: int) -> int:
        """Return a random number of children for a node above the last ply; 0 means a leaf."""
        # The root is never a leaf.
        may_be_leaf = self.irregular and ply > 0
        if may_be_leaf and rng.random() < EARLY_LEAF_PROBABILITY:
            return 0
        if self.min_children is not None:
            return rng.randint(self.min_children, self.max_children)
        # The root gets two children if possible, since one would leave nothing to choose.
        fewest = 1 if ply else min(2, self.max_children)
        return rng.randint(fewest, self.max_children)


def grow_random_tree(shape: RandomTreeShape) -> Node:
    """Return a random tree of the given shape; ValueError if the tree could be too large."""
    max_nodes = sum(shape.max_children**ply for ply in range(shape.depth + 1))
    if max_nodes > MAX_RANDOM_NODES:
        raise ValueError(
            f"branching {shape.max_children} and depth {shape.depth} would make {max_nodes:,} "
            f"nodes; the limit is {MAX_RANDOM_NODES:,}"
        )
    grower = _TreeGrower(shape)
    # Work upwards from the last ply: each node takes its children from the ply below, in order.
    finished: list[Node] = []
    for nodes, child_counts in reversed(grower.grow_plies()):
        remaining = iter(finished)
        finished = [
            node._replace(children=tuple(islice(remaining, count))) if count else node
            for node, count in zip(nodes, child_counts, strict=True)
        ]
    return finished[0]


class _TreeGrower:
    """Makes the nodes of a random tree, ply by ply."""

    def __init__(self, shape: RandomTreeShape) -> None:
        """Begin without nodes, and with a random number generator for the seed."""
        self.shape = shape
        self.rng = random.Random(shape.seed)
        # With a generator for chance alone, chance does not change the branches and leaves.
        self.odds_rng = random.Random(f"odds {shape.seed}")
        self.next_number = 0

    def grow_plies(self) -> list[tuple[list[Node], list[int]]]:
        """Return (nodes, child counts) for each ply; `grow_random_tree` adds the children."""
        plies = []
        node_count = 1
        maximizing = True
        period = self.shape.chance_period
        for ply in range(self.shape.depth + 1):
            child_counts = self.shape.random_child_counts(self.rng, ply, node_count)
            chance = period > 0 and (ply + 1) % period == 0
            nodes = self.grow_ply(child_counts, maximizing=maximizing, chance=chance)
            plies.append((nodes, child_counts))
            node_count = sum(child_counts)
            maximizing = turn_after(maximizing=maximizing, chance=chance)
        return plies

    def grow_ply(
        self, child_counts: Sequence[int], *, maximizing: bool, chance: bool
    ) -> list[Node]:
        """Return the nodes of a ply, still without their children.

        `child_counts` says how many children each node will have; a node with 0 is a leaf and gets
        a random value. `maximizing` and `chance` say who moves at the other nodes.
        """
        low = self.shape.low
        high = self.shape.high
        randint = self.rng.randint
        nodes = []
        for number, child_count in enumerate(child_counts, self.next_number):
            if not child_count:
                # Most nodes are leaves, and keywords would make them a third slower to create.
                nodes.append(Node(number, maximizing, "", randint(low, high)))
                continue
            odds = random_probabilities(self.odds_rng, child_count) if chance else ()
            nodes.append(
                Node(
                    number,
                    maximizing,
                    chance=chance,
                    odds=odds,
                )
            )
        self.next_number += len(child_counts)
        return nodes


def random_probabilities(rng: random.Random, count: int) -> tuple[Fraction, ...]:
    """Return random probabilities for `count` children of a chance node; () if all are equal.

    Half of the nodes have equal probabilities. The others have probabilities that are easy to
    calculate with: multiples of 1/4 for two or three children, of 1/8 for four to seven, and so on.
    """
    if count < 2 or rng.random() < 0.5:
        return ()
    # Divide 1 into `parts` equal parts, and cut between them at random places.
    parts = 1 << count.bit_length()
    cuts = sorted(rng.sample(range(1, parts), count - 1))
    bounds = [0, *cuts, parts]
    return normalized_odds([Fraction(end - start, parts) for start, end in pairwise(bounds)])


def start(settings: Settings) -> Node:
    """Return a random tree of the shape in the settings."""
    low, high = settings.get("values", (0, 9))
    # The setting is one number of children, or a tuple of the least and the greatest number.
    branching = settings.get("branching", 3)
    min_children, max_children = branching if isinstance(branching, tuple) else (None, branching)
    shape = RandomTreeShape(
        max_children=max_children,
        depth=settings.get("depth", 3),
        low=low,
        high=high,
        seed=settings.get("seed", 0),
        min_children=min_children,
        irregular=settings.get("shape") == "irregular",
        chance_period=settings.get("chance", 0),
    )
    return with_letters(grow_random_tree(shape))


def read(text: str, settings: Settings) -> Node:
    """Read a tree, or return a random tree for the text `random`.

    ValueError names the character where a text is wrong. Settings are allowed only for a random
    tree.
    """
    if text.strip() == "random":
        return start(settings)
    if settings:
        raise ValueError(
            f"the setting {shorten(next(iter(settings)))} is for random trees, but this tree "
            "is written out"
        )
    return with_letters(parse_tree(text))


def leaf_value_scaler(root: Node) -> Callable[[float], float]:
    """Return a function that scales the values of a tree's leaves to scores from -1 to 1.

    The least value becomes -1 and the greatest 1. If all leaves have the same value, every score is
    0.
    """
    values = [node.value for node in root.nodes() if not node.children]
    low = min(values)
    high = max(values)
    if low == high:
        return lambda value: 0
    return lambda value: 2 * (value - low) / (high - low) - 1


def has_chance(root: Node) -> bool:
    """Return whether chance moves anywhere in a tree."""
    return any(node.chance for node in root.nodes())


def read_branching(text: str) -> int | tuple[int, int]:
    """Read a number of children, `3`, or a range, `2-3`; ValueError for any other text.

    >>> read_branching("3"), read_branching("2-3")
    (3, (2, 3))
    """
    low, dash, high = text.partition("-")
    read_number = whole_number(1, MAX_RANDOM_CHILDREN)
    # In a negative number, nothing comes before the dash, so it is not a range.
    is_range = dash and low
    if not is_range:
        return read_number(text)
    if read_number(low) > read_number(high):
        raise ValueError(f"{shorten(text)} is empty; put the smaller number first, as in 2-3")
    return read_number(low), read_number(high)


def read_values(text: str) -> tuple[int, int]:
    """Read the range of leaf values: `9` for 0 to 9, or `-5..5`; ValueError for any other text."""
    first, dots, last = text.partition("..")
    read_number = whole_number(-1_000_000, 1_000_000)
    if dots:
        low = read_number(first)
        high = read_number(last)
    else:
        low = 0
        high = read_number(text)
    if low > high:
        raise ValueError(
            f"{shorten(text)} goes from {low} down to {high}; put the smaller number first, as in "
            "-5..5"
        )
    return low, high


GAME = Game(
    name="tree",
    title="Tree",
    about="trees from textbooks, and your own: [[3,12,8],[2,4,6],[14,5,2]]",
    sides=("MAX", "MIN"),
    notation=(
        "[[3,12,8],[2,4,6]] or A(B(3,12), C(2,4)), of any shape; max or min before a branch "
        "says who moves "
        "there, ~ marks chance: ~[1/3: 4, 2/3: 9]"
    ),
    move_word="branch",
    untold="the number of a node in its tree",
    presets=PRESETS,
    start=start,
    read=read,
    evaluations={"leaf": result},
    options=(
        Option(
            "branching",
            f"number of children per node, 1 to {MAX_RANDOM_CHILDREN}, or 2-3 for two or three",
            "3",
            read_branching,
        ),
        Option("depth", "plies, 1 to 20", "3", whole_number(1, 20)),
        Option(
            "values", "range of the leaf values, such as 9 for 0 to 9, or -5..5", "9", read_values
        ),
        Option("seed", "a whole number", "0", whole_number(-(10**12), 10**12)),
        Option(
            "shape",
            "uniform or irregular",
            "uniform",
            choices=("uniform", "irregular"),
        ),
        Option("chance", "make every n-th ply a chance ply; 0 for none", "0", whole_number(0, 20)),
    ),
    find_move=find_branch,
    move_label=Node.branch_label,
    node_label=lambda position: position.label,
    explicit=True,
    chance=has_chance,
    counting=leaf_value_scaler,
    target=lambda position, move: (0, move) if move < MAX_INLINE_LEAVES else None,
)
