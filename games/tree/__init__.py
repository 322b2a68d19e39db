"""Textbook trees: written down with the values of their leaves; MAX and MIN move in turn."""

import random
from collections import deque
from collections.abc import Callable
from fractions import Fraction
from itertools import islice, pairwise

from games import Game, Option, Settings, find_by_name, result, shorten, whole_number
from games.tree.names import with_letters
from games.tree.notation import MAX_INLINE_LEAVES, Node, normalized_odds, parse_tree
from games.tree.presets import PRESETS

MAX_LEAF_SIZE = 10_000
"""Nodes that are looked at for a name that is no branch here."""
MAX_RANDOM_DEPTH = 8
"""Moves of a line that is offered instead."""


def find_branch(position: Node, word: str) -> int:
    """Return the branch of a node by name or label, or to a node of that label; ValueError for any other.

    It says by which moves a node of that name is reached from here.
    """
    for place, child in enumerate(position.children):
        if word in (child.edge, child.label):
            return place
    try:
        return int(find_by_name(position, word, label=position.called))
    except ValueError as error:
        line = " ".join(line_to(position, word))
        raise ValueError(f"{error} (did you mean {line}?)" if line else str(error)) from None


def line_to(node: Node, word: str) -> tuple[str, ...]:
    """Return the moves from a node to the nearest one below with that name or label; none if there is none near.

    A number is no name, since every branch has one.
    """
    waiting = deque[tuple[Node, tuple[str, ...]]]([(node, ())])
    for _ in range(0 if word.isdigit() else MAX_LEAF_SIZE):
        if not waiting:
            break
        above, line = waiting.popleft()
        for place, child in enumerate(above.children):
            here = (*line, above.called(place))
            if word in (child.edge, child.label, child.own_name):
                return here
            if len(here) < MAX_RANDOM_DEPTH:
                waiting.append((child, here))
    return ()


MAX_RANDOM_CHILDREN = 50
"""The most children of a node in a random tree."""
MAX_RANDOM_NODES = 2_000_000
"""The most nodes of a random tree."""


def grow_random_tree(  # noqa: PLR0913  the settings of a tree
    least: int,
    most: int,
    depth: int,
    low: int,
    high: int,
    seed: int,
    *,
    irregular: bool,
    chance: int = 0,
) -> Node:
    """Return a random tree with leaves from `low` to `high`; ValueError if it would be too large.

    A node has `most` children; from `least` to `most` if `least` is not 0; in an irregular tree
    from 1 to `most`, and some branches end early. On every `chance`-th ply chance moves, which
    changes neither branches nor leaves.
    """
    expected = sum(most**ply for ply in range(depth + 1))
    if expected > MAX_RANDOM_NODES:
        raise ValueError(
            f"branching {most} and depth {depth} would make {expected:,} nodes; the limit is "
            f"{MAX_RANDOM_NODES:,}"
        )
    dice = random.Random(seed)
    odds = random.Random(f"odds {seed}")
    plies = list[tuple[list[Node], list[int]]]()
    count = 1
    number = 0
    maximizing = True
    for ply in range(depth):
        row = list[Node]()
        widths = list[int]()
        by_chance = bool(chance) and not (ply + 1) % chance
        for _ in range(count):
            if irregular and ply and dice.random() < 0.2:
                widths.append(0)
                continue
            fewest = least or (1 if ply else min(2, most))
            widths.append(dice.randint(fewest, most) if irregular or least else most)
        for place, width in enumerate(widths, number):
            if width:
                if by_chance:
                    shares = random_probabilities(odds, width)
                else:
                    shares = ()
                row.append(Node(place, maximizing, chance=by_chance, odds=shares))
            else:
                row.append(Node(place, maximizing, value=dice.randint(low, high)))
        plies.append((row, widths))
        count, number, maximizing = sum(widths), number + count, maximizing is by_chance
    below = [
        Node(number + place, maximizing, "", dice.randint(low, high)) for place in range(count)
    ]
    for row, widths in reversed(plies):
        rest = iter(below)
        below = [
            node._replace(children=tuple(islice(rest, width))) if width else node
            for node, width in zip(row, widths, strict=True)
        ]
    return below[0]


def random_probabilities(dice: random.Random, count: int) -> tuple[Fraction, ...]:
    """Return probabilities that are easy to reckon with, none where all are equal: halves and quarters of two or three.

    Half of the nodes have equal ones; the others have parts of the first power of two that is more
    than `count`.
    """
    if count < 2 or dice.random() < 0.5:
        return ()
    whole = 1 << count.bit_length()
    ends = [0, *sorted(dice.sample(range(1, whole), count - 1)), whole]
    return normalized_odds([Fraction(high - low, whole) for low, high in pairwise(ends)])


def start(settings: Settings) -> Node:
    """Return a random tree of the shape in the settings."""
    low, high = settings.get("values", (0, 9))
    branching = settings.get("branching", 3)
    if isinstance(branching, tuple):
        least, most = branching
    else:
        least = 0
        most = branching
    depth = settings.get("depth", 3)
    seed = settings.get("seed", 0)
    irregular = settings.get("shape") == "irregular"
    chance = settings.get("chance", 0)
    return with_letters(
        grow_random_tree(least, most, depth, low, high, seed, irregular=irregular, chance=chance)
    )


def read(text: str, settings: Settings) -> Node:
    """Read a tree in either notation, or `random` for one by the settings; ValueError says where the text is wrong."""
    if text.strip() == "random":
        return start(settings)
    if settings:
        raise ValueError(
            f"the setting {shorten(next(iter(settings)))} is for random trees, but this tree "
            "is written out"
        )
    return with_letters(parse_tree(text))


def leaf_result(root: Node) -> Callable[[float], float]:
    """Return what a leaf counts in a random game: its place from the least leaf, -1, to the greatest, 1.

    Where all leaves are equal, they count 0.
    """
    leaves = [node.value for node in root.nodes() if not node.children]
    low = min(leaves)
    high = max(leaves)
    return lambda outcome: 2 * (outcome - low) / (high - low) - 1 if low < high else 0


def has_chance(root: Node) -> bool:
    """Return whether chance moves anywhere in a tree."""
    return any(node.chance for node in root.nodes())


def read_branching(text: str) -> int | tuple[int, int]:
    """Read the number of children of a node: `3`, or `2-3` for two or three; ValueError for anything else.

    >>> read_branching("3"), read_branching("2-3")
    (3, (2, 3))
    """
    low, dash, high = text.partition("-")
    number = whole_number(1, MAX_RANDOM_CHILDREN)
    if not (dash and low):
        return number(text)
    if number(low) > number(high):
        raise ValueError(f"{shorten(text)} is empty; put the smaller number first, as in 2-3")
    return number(low), number(high)


def read_values(text: str) -> tuple[int, int]:
    """Read the range of leaf values: `9` for 0 to 9, or `-5..5`; ValueError for anything else."""
    low, dots, high = text.partition("..")
    number = whole_number(-1_000_000, 1_000_000)
    if dots:
        bounds = (number(low), number(high))
    else:
        bounds = (0, number(text))
    if bounds[0] > bounds[1]:
        raise ValueError(
            f"{shorten(text)} goes from {bounds[0]} down to {bounds[1]}; put the smaller "
            "number first, as in -5..5"
        )
    return bounds


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
        Option("shape", "uniform or irregular", "uniform", choices=("uniform", "irregular")),
        Option("chance", "make every n-th ply a chance ply; 0 for none", "0", whole_number(0, 20)),
    ),
    find_move=find_branch,
    move_label=Node.called,
    node_label=lambda position: position.label,
    explicit=True,
    chance=has_chance,
    counting=leaf_result,
    target=lambda position, move: (0, move) if move < MAX_INLINE_LEAVES else None,
)
