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
"""The number of nodes among which a name is searched that no branch has."""
MAX_SUGGESTED_LINE = 8
"""The greatest length of a suggested line, in moves."""


def find_branch(position: Node, word: str) -> int:
    """Return the index of the child that a word names: by the move to it, or by its own label.

    ValueError for any other word. If a node further down has that name, the error suggests the
    moves that lead to it.
    """
    for place, child in enumerate(position.children):
        if word in (child.edge, child.label):
            return place
    try:
        return int(find_by_name(position, word, label=position.branch_label))
    except ValueError as error:
        line = " ".join(line_to_name(position, word))
        hint = f" (did you mean {line}?)" if line else ""
        raise ValueError(f"{error}{hint}") from None


def line_to_name(node: Node, word: str) -> tuple[str, ...]:
    """Return the moves to the nearest descendant with a name or label.

    The tuple is empty if no near descendant has that name: the search is limited.
    """
    # A number names no node, since every branch has a number.
    if word.isdigit():
        return ()

    # A breadth-first search, so the shortest line is found first.
    waiting = deque[tuple[Node, tuple[str, ...]]]([(node, ())])
    for _ in range(MAX_SEARCHED_NODES):
        if not waiting:
            break
        parent, line = waiting.popleft()
        for place, child in enumerate(parent.children):
            line_to_child = (*line, parent.branch_label(place))
            if word in (child.edge, child.label, child.own_name):
                return line_to_child
            if len(line_to_child) < MAX_SUGGESTED_LINE:
                waiting.append((child, line_to_child))
    return ()


MAX_RANDOM_CHILDREN = 50
"""The greatest number of children of a node in a random tree."""
MAX_RANDOM_NODES = 2_000_000
"""The greatest number of nodes in a random tree."""
EARLY_LEAF_PROBABILITY = 0.2
"""The probability that a branch of an irregular tree ends before the last ply."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RandomTreeShape:
    """The shape of a random tree, with leaves from `low` to `high`.

    A node has `most` children, or from `least` to `most` if `least` is not 0. In an irregular tree
    a node has 1 to `most` children, and some branches end early. Chance moves on every `chance`-th
    ply; with 0, chance never moves.
    """

    most: int
    depth: int
    low: int
    high: int
    seed: int
    least: int = 0
    irregular: bool = False
    chance: int = 0

    def random_widths(self, dice: random.Random, ply: int, count: int) -> list[int]:
        """Return a random number of children, 0 for a leaf, for each of `count` nodes of a ply."""
        if ply == self.depth:
            return [0] * count
        if not self.irregular and not self.least:
            return [self.most] * count
        return [self._random_width(dice, ply) for _ in range(count)]

    def _random_width(self, dice: random.Random, ply: int) -> int:
        """Return a random number of children for a node above the last ply; 0 means a leaf."""
        # Only an irregular tree has leaves above the last ply, and its root is never a leaf.
        may_end_early = self.irregular and ply > 0
        if may_end_early and dice.random() < EARLY_LEAF_PROBABILITY:
            return 0
        if self.least:
            return dice.randint(self.least, self.most)
        # A root with one child would leave nothing to choose.
        fewest = 1 if ply else min(2, self.most)
        return dice.randint(fewest, self.most)


def grow_random_tree(shape: RandomTreeShape) -> Node:
    """Return a random tree of a shape; ValueError if the tree could be too large."""
    most_nodes = sum(shape.most**ply for ply in range(shape.depth + 1))
    if most_nodes > MAX_RANDOM_NODES:
        raise ValueError(
            f"branching {shape.most} and depth {shape.depth} would make {most_nodes:,} nodes; the "
            f"limit is {MAX_RANDOM_NODES:,}"
        )
    grower = _TreeGrower(shape)
    # From the last ply up: each node takes its children from the finished nodes of the next ply.
    children: list[Node] = []
    for row, widths in reversed(grower.grow_plies()):
        remaining = iter(children)
        children = [
            node._replace(children=tuple(islice(remaining, width))) if width else node
            for node, width in zip(row, widths, strict=True)
        ]
    return children[0]


class _TreeGrower:
    """Draws the nodes of a random tree, ply by ply."""

    def __init__(self, shape: RandomTreeShape) -> None:
        """Begin with the dice of a seed."""
        self.shape = shape
        self.dice = random.Random(shape.seed)
        # Separate dice: chance plies change neither the branches nor the leaves of a seed.
        self.odds_dice = random.Random(f"odds {shape.seed}")
        self.number = 0

    def grow_plies(self) -> list[tuple[list[Node], list[int]]]:
        """Return the nodes of each ply, still without children, and their numbers of children."""
        plies = []
        count = 1
        maximizing = True
        for ply in range(self.shape.depth + 1):
            widths = self.shape.random_widths(self.dice, ply, count)
            by_chance = self.shape.chance > 0 and (ply + 1) % self.shape.chance == 0
            plies.append(
                (self.grow_row(widths, maximizing=maximizing, by_chance=by_chance), widths)
            )
            count = sum(widths)
            maximizing = turn_after(maximizing=maximizing, chance=by_chance)
        return plies

    def grow_row(self, widths: Sequence[int], *, maximizing: bool, by_chance: bool) -> list[Node]:
        """Return the nodes of a ply, still without children.

        `widths` are the numbers of children that the nodes will get. Nodes with a width of 0 are
        leaves with random values. In all other nodes chance moves if `by_chance` is true, else MAX
        or MIN.
        """
        low = self.shape.low
        high = self.shape.high
        random_value = self.dice.randint
        row = []
        for number, width in enumerate(widths, self.number):
            if not width:
                # By position: keywords would make most of the nodes a third slower to create.
                row.append(Node(number, maximizing, "", random_value(low, high)))
                continue
            odds = random_probabilities(self.odds_dice, width) if by_chance else ()
            row.append(
                Node(
                    number,
                    maximizing,
                    chance=by_chance,
                    odds=odds,
                )
            )
        self.number += len(widths)
        return row


def random_probabilities(dice: random.Random, count: int) -> tuple[Fraction, ...]:
    """Return random probabilities for the children of a chance node; () means all are equal.

    Half of the nodes have equal probabilities. The others have probabilities that are easy to
    calculate with: multiples of 1/4 for two or three children, of 1/8 for four to seven, and so on.
    """
    if count < 2 or dice.random() < 0.5:
        return ()
    # Cut a line of `parts` equal parts at random places: the pieces are the probabilities.
    parts = 1 << count.bit_length()
    cuts = sorted(dice.sample(range(1, parts), count - 1))
    ends = [0, *cuts, parts]
    return normalized_odds([Fraction(end - begin, parts) for begin, end in pairwise(ends)])


def start(settings: Settings) -> Node:
    """Return a random tree of the shape in the settings."""
    low, high = settings.get("values", (0, 9))
    # A number of children, or the least and the greatest number.
    branching = settings.get("branching", 3)
    least, most = branching if isinstance(branching, tuple) else (0, branching)
    shape = RandomTreeShape(
        most=most,
        depth=settings.get("depth", 3),
        low=low,
        high=high,
        seed=settings.get("seed", 0),
        least=least,
        irregular=settings.get("shape") == "irregular",
        chance=settings.get("chance", 0),
    )
    return with_letters(grow_random_tree(shape))


def read(text: str, settings: Settings) -> Node:
    """Read a tree, or return a random one with these settings if the text is `random`.

    ValueError names the character where a text is wrong. Settings are allowed only with `random`.
    """
    if text.strip() == "random":
        return start(settings)
    if settings:
        raise ValueError(
            f"the setting {shorten(next(iter(settings)))} is for random trees, but this tree "
            "is written out"
        )
    return with_letters(parse_tree(text))


def leaf_result(root: Node) -> Callable[[float], float]:
    """Return a function that maps the leaf values of a tree to results of games, from -1 to 1.

    The least value of any leaf becomes -1, the greatest 1, and the others are in proportion. If all
    leaves are equal, they become 0.
    """
    leaves = [node.value for node in root.nodes() if not node.children]
    low = min(leaves)
    high = max(leaves)
    if low == high:
        return lambda outcome: 0
    return lambda outcome: 2 * (outcome - low) / (high - low) - 1


def has_chance(root: Node) -> bool:
    """Return whether chance moves anywhere in a tree."""
    return any(node.chance for node in root.nodes())


def read_branching(text: str) -> int | tuple[int, int]:
    """Read the number of children of a node: `3`, or `2-3` for two or three.

    ValueError for any other text.

    >>> read_branching("3"), read_branching("2-3")
    (3, (2, 3))
    """
    low, dash, high = text.partition("-")
    read_number = whole_number(1, MAX_RANDOM_CHILDREN)
    # A dash at the beginning is a minus sign, which the reader of one number refuses.
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
    counting=leaf_result,
    target=lambda position, move: (0, move) if move < MAX_INLINE_LEAVES else None,
)
