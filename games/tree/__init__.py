"""Textbook trees: written down with the values of their leaves; MAX and MIN move in turn."""

import random
from collections import deque
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from typing import Any

from games import Board, Cell, Game, Option, Settings, find_by_name, result, shorten, turn_of, whole_number
from games.tree.notation import Node, parse, write
from games.tree.presets import LABELS, PRESETS

MOST = 10_000
"""Nodes that are looked at for a name that is no branch here."""
LONGEST = 8
"""Moves of a line that is offered instead."""


def called(node: Node, place: int) -> str:
    """Return what people call a branch: a book's label, else the child's name or its number, counted from 1."""
    child = node.children[place]
    return child.edge or child.name or str(place + 1)


def find_branch(position: Any, word: str) -> int:
    """Return the branch of a `TreePosition` by name or label, or to a node of that label; ValueError for any other.

    It says by which moves a node of that name is reached from here.
    """
    for place, child in enumerate(position.node.children):
        if word in (child.edge, child.label):
            return place
    try:
        return int(find_by_name(position, word, label=lambda place: called(position.node, place)))
    except ValueError as error:
        line = " ".join(line_to(position.node, word))
        raise ValueError(f"{error} (did you mean {line}?)" if line else str(error)) from None


def line_to(node: Node, word: str) -> tuple[str, ...]:
    """Return the moves from a node to the nearest one below with that name or label; none if there is none near.

    A number is no name, since every branch has one.
    """
    waiting = deque[tuple[Node, tuple[str, ...]]]([(node, ())])
    for _ in range(0 if word.isdigit() else MOST):
        if not waiting:
            break
        above, line = waiting.popleft()
        for place, child in enumerate(above.children):
            here = (*line, called(above, place))
            if word in (child.edge, child.label, child.name):
                return here
            if len(here) < LONGEST:
                waiting.append((child, here))
    return ()


MOST_CHILDREN = 50
"""The most children of a node in a random tree."""
LONGEST_ROW = 24
"""The most children that the board shows; the rest are counted in words."""
LONGEST_LABELLED = 2 * max(map(len, LABELS))
"""More characters than any of these trees is written with."""
MOST_GROWN = 2_000_000
"""The most nodes of a random tree."""


@dataclass(frozen=True, slots=True)
class TreePosition:
    """A node of a written tree, and whose turn it is there; where chance moves, whose turn it will be."""

    node: Node
    maximizing: bool = True
    title: str = field(default="Tree", compare=False)
    """What the tree is called, at its root."""

    def moves(self) -> Sequence[int]:
        """Return the children's numbers, from 0."""
        return range(len(self.node.children))

    def play(self, move: int) -> "TreePosition":
        """Go down to a child."""
        node = self.node
        child = node.children[move]  # what follows is `Node.next_turn`, without its call
        return TreePosition(child, self.maximizing is node.chance if child.maximizing is None else child.maximizing)

    def probabilities(self) -> Sequence[Fraction] | None:
        """Return the children's probabilities where chance moves, else None."""
        return self.node.odds()

    def outcome(self) -> float | None:
        """Return a leaf's value, None for any other node."""
        return None if self.node.children else self.node.value

    def key(self) -> Hashable:
        """Return the node's number in its tree."""
        return self.node.number

    def text(self) -> str:
        """Return the subtree from here in the notation that `read` reads."""
        return write(self.node, maximizing=self.maximizing)

    def name(self, move: int) -> str:
        """Return the child's name, or its number from 1."""
        return self.node.children[move].name or str(move + 1)

    def board(self) -> Board:
        """Return the children in a row: the values of leaves, for others a sign for the player to move there."""
        children = self.node.children
        below = [self.play(move) for move in self.moves()]
        cells = tuple(Cell("label", label="▼▲~"[turn_of(child)] if child.node.children else repr(child.node.value))
                      for child in below)  # fmt: skip
        more = len(children) - LONGEST_ROW
        return Board(
            title=self.title,
            cells=(cells[:LONGEST_ROW],) if children else ((Cell("label", label=repr(self.node.value)),),),
            columns=tuple(move_label(self, move) for move in range(len(children)))[:LONGEST_ROW],
            captions=("a leaf",) if not children else (f"{more:,} more",) if more > 0 else (),
        )


def add_labels(root: Node, text: str) -> None:
    """Name the nodes and edges of a tree that a book has drawn, read from this text; leave any other as it is."""
    found = LABELS.get("".join(text.split())) if len(text) <= LONGEST_LABELLED else None
    if found is None:
        return
    edges, nodes = iter(found["edges"].split()), iter(found.get("nodes", "").split())
    for node in root.nodes():
        node.edge = "" if node is root else next(edges)
        node.label = (next(nodes, "") if node.children else "") or node.edge


def grow(  # noqa: PLR0913  the settings of a tree
    least: int, most: int, depth: int, low: int, high: int, seed: int, *, irregular: bool, chance: int = 0
) -> Node:
    """Return a random tree with leaves from `low` to `high`; ValueError if it would be too large.

    A node has `most` children; from `least` to `most` if `least` is not 0; in an irregular tree from 1 to `most`, and
    some branches end early. On every `chance`-th ply chance moves, which changes neither branches nor leaves.
    """
    expected = sum(most**ply for ply in range(depth + 1))
    if expected > MOST_GROWN:
        raise ValueError(f"branching {most} and depth {depth} make {expected:,} nodes; at most {MOST_GROWN:,}")
    dice = random.Random(seed)
    odds = random.Random(f"odds {seed}")
    root = Node(0)
    row, count = [root], 1
    for ply in range(depth):
        below = []
        for node in row:
            if irregular and ply and dice.random() < 0.2:
                continue
            fewest = least or (1 if ply else min(2, most))
            width = dice.randint(fewest, most) if irregular or least else most
            node.children = [Node(count + place) for place in range(width)]
            count += width
            below += node.children
            node.chance = bool(chance) and not (ply + 1) % chance
            node.probabilities = some_odds(odds, width) if node.chance else ()
        for node in row:
            if not node.children:
                node.value = dice.randint(low, high)
        row = below
    for node in row:
        node.value = dice.randint(low, high)
    return root


def some_odds(dice: random.Random, count: int) -> tuple[Fraction, ...]:
    """Return probabilities that are easy to reckon with, none where all are equal: halves and quarters of two or three.

    Half of the nodes have equal ones; the others have parts of the first power of two that is more than `count`.
    """
    if count < 2 or dice.random() < 0.5:
        return ()
    whole = 1 << count.bit_length()
    ends = [0, *sorted(dice.sample(range(1, whole), count - 1)), whole]
    parts = [Fraction(high - low, whole) for low, high in pairwise(ends)]
    return tuple(parts) if len({*parts}) > 1 else ()


def start(settings: Settings) -> TreePosition:
    """Return a random tree of the shape in the settings."""
    low, high = settings.get("values", (0, 9))
    branching = settings.get("branching", 3)
    least, most = branching if isinstance(branching, tuple) else (0, branching)
    depth, seed, irregular = settings.get("depth", 3), settings.get("seed", 0), settings.get("shape") == "irregular"
    chance = settings.get("chance", 0)
    return TreePosition(grow(least, most, depth, low, high, seed, irregular=irregular, chance=chance))


def read(text: str, settings: Settings) -> TreePosition:
    """Read a tree in either notation, or `random` for one by the settings; ValueError says where the text is wrong."""
    if text.strip() == "random":
        return start(settings)
    if settings:
        raise ValueError(
            f"the setting {shorten(next(iter(settings)))} is for random trees, and here a tree is written out"
        )
    root, maximizing = parse(text)
    add_labels(root, text)
    return TreePosition(root, maximizing)


def node_label(position: TreePosition) -> str:
    """Return what a book calls a node, "" for nothing."""
    return position.node.label


def move_label(position: TreePosition, move: int) -> str:
    """Return what a book calls a branch; its name where the book says nothing."""
    return called(position.node, move)


def place_among_leaves(root: TreePosition) -> Callable[[float], float]:
    """Return what a leaf counts in a random game: its place from the least leaf, -1, to the greatest, 1.

    Where all leaves are equal, they count 0.
    """
    leaves = [node.value for node in root.node.nodes() if not node.children]
    low, high = min(leaves), max(leaves)
    return lambda outcome: 2 * (outcome - low) / (high - low) - 1 if low < high else 0


def has_chance(root: TreePosition) -> bool:
    """Return whether chance moves anywhere in a tree."""
    return any(node.chance for node in root.node.nodes())


def read_branching(text: str) -> int | tuple[int, int]:
    """Read the number of children of a node: `3`, or `2-3` for two or three; ValueError for anything else.

    >>> read_branching("3"), read_branching("2-3")
    (3, (2, 3))
    """
    low, dash, high = text.partition("-")
    number = whole_number(1, MOST_CHILDREN)
    if not (dash and low):
        return number(text)
    if number(low) > number(high):
        raise ValueError(f"{shorten(text)} is empty; the smaller number comes first, as in 2-3")
    return number(low), number(high)


def read_values(text: str) -> tuple[int, int]:
    """Read the range of leaf values: `9` for 0 to 9, or `-5..5`; ValueError for anything else."""
    low, dots, high = text.partition("..")
    number = whole_number(-1_000_000, 1_000_000)
    bounds = (number(low), number(high)) if dots else (0, number(text))
    if bounds[0] > bounds[1]:
        raise ValueError(
            f"{shorten(text)} is empty, from {bounds[0]} to {bounds[1]}; the smaller number comes first, as in -5..5"
        )
    return bounds


GAME = Game(
    name="tree",
    title="Tree",
    about="trees from textbooks, and your own: [[3,12,8],[2,4,6],[14,5,2]]",
    sides=("MAX", "MIN"),
    notation=(
        "[[3,12,8],[2,4,6]] or A(B(3,12), C(2,4)), any shape; max or min before a branch says who moves there, ~ "
        "that chance does: ~[1/3: 4, 2/3: 9]"
    ),
    move_word="branch",
    untold="the number of a node in its tree",
    presets=PRESETS,
    start=start,
    read=read,
    evaluations={"leaf": result},
    options=(
        Option("branching", f"children of a node, 1 to {MOST_CHILDREN}, or 2-3 for two or three", "3", read_branching),
        Option("depth", "plies, 1 to 20", "3", whole_number(1, 20)),
        Option("values", "range of the leaves, 9 for 0 to 9 or -5..5", "9", read_values),
        Option("seed", "a whole number", "0", whole_number(-(10**12), 10**12)),
        Option("shape", "uniform or irregular", "uniform", choices=("uniform", "irregular")),
        Option("chance", "every n-th ply is chance, 0 for none", "0", whole_number(0, 20)),
    ),
    find_move=find_branch,
    move_label=move_label,
    node_label=node_label,
    explicit=True,
    chance=has_chance,
    counting=place_among_leaves,
    target=lambda position, move: (0, move) if move < LONGEST_ROW else None,
)
