"""The trees that a search is graded on: written, dealt by a seed, and made smaller as long as a search goes wrong."""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from itertools import permutations
from math import floor, inf
from typing import Any, NamedTuple

from games import Turn, turn_of
from games.tree.editing import arranged
from games.tree.names import lettered
from games.tree.notation import Node, odds_of, parse, write
from visualizer.trace.rows import MovePath

MIN, MAX = Turn.MIN, Turn.MAX
DEEPENING = "iterative-deepening"
"""The task in which inner nodes have a value, too."""
HandedWindow = tuple[float, float]
"""Alpha and beta as a call is handed them."""
OPEN: HandedWindow = (-inf, inf)
MOST_OWN = 500
"""The most nodes of a person's own tree."""


def parsed(text: str) -> Node:
    """Read a tree in the notation of the game `tree`; ValueError says what is wrong.

    >>> parsed("min [[3,5],2]").text()
    'min [[3,5],2]'
    """
    return with_turn(parse(text), maximizing=True)


def with_turn(node: Node, *, maximizing: bool) -> Node:
    """Return a chance node that stands where this side would take its turn; below it the same sides move as before.

    Any other node is returned as it is.
    """
    if not node.chance or node.maximizing == maximizing:
        return node
    below = tuple(with_turn(child, maximizing=maximizing) for child in node.children)
    return node._replace(maximizing=maximizing, children=below)


def name_at(tree: Node, path: MovePath) -> str:
    """Return what the node at a path is called: its own name, else its number at each ply from 1, as in 2.1."""
    return tree.at(path).own_name or ".".join(str(place + 1) for place in path) or "root"


@lru_cache(64)
def book_names(tree: Node) -> dict[MovePath, str]:
    """Return what sentences call each node of a tree: its own name, else letters as in books.

    >>> book_names(parsed("[[3,5],2]"))
    {(): 'root', (0,): 'A', (0, 0): 'a1', (0, 1): 'a2', (1,): '2'}
    """
    return {path: node.own_name or node.label or name_at(tree, path) for path, node in lettered(tree).paths()}


def count_nodes(tree: Node) -> int:
    """Return how many nodes a tree has."""
    return sum(1 for _ in tree.nodes())


def as_sent(tree: Node) -> dict[str, Any]:
    """Return a tree as programs are given it.

    That is numbers in lists of lists; where these do not tell who moves, it is a text.
    """
    plain = all(turn_of(child) == 1 - turn_of(node) for node in tree.nodes() for child in node.children)
    return {"tree": nested(tree) if plain else write(tree, for_programs=True), "max": tree.maximizing}


def nested(node: Node) -> Any:
    """Return a node as numbers in lists of lists, as JSON has it."""
    return [*map(nested, node.children)] if node.children else node.value


def estimate(node: Node) -> int:
    """Return the mean of the leaves below a node, rounded down.

    >>> estimate(parsed("[[1,2],4]"))
    2
    """
    leaves = [each.value for each in node.nodes() if not each.children]
    return floor(sum(leaves) / len(leaves))


def estimated(node: Node, outcome: float | None) -> float:
    """Return the value of a leaf, or the estimate of a node above: an evaluation of each node of a tree."""
    return float(estimate(node) if node.children else node.value)


def height(tree: Node) -> int:
    """Return how many plies a tree has."""
    return max(len(path) for path, _ in tree.paths())


class Asked(NamedTuple):
    """What a search is asked: a tree, how deep, and the rule of cutting, which a search as ours are is told."""

    tree: Node
    depth: int | None = None
    """The number of plies, None for all."""
    cut: str = ">="
    watch: bool = False
    """Whether the events of a program are wanted."""
    exploration: float | None = None
    """The constant of MCTS, which then is what is asked; None for any other search."""
    estimates: bool = False
    """Whether inner nodes have a value, too: the estimate of a search that goes deeper step by step."""
    style: int = 0
    """Which of several things that may stand for MAX and MIN the search is given."""
    agents: int = 0
    """How many agents move in turn, where there are such."""
    of_mover: bool = False
    """Whether values are read from the side of who is to move at a node, not from MAX's."""

    def is_leaf(self, path: MovePath) -> bool:
        """Return whether a search that goes down to this node may read a value there."""
        return self.estimates or not self.tree.at(path).children or len(path) == self.depth

    def read(self, path: MovePath) -> float:
        """Return the value that is read at a node: that of a leaf, an estimate, or 0."""
        node = self.tree.at(path)
        value = (estimate(node) if self.estimates else 0) if node.children else node.value
        return 0 - value if self.of_mover and not node.maximizing else value


MOST_NODES = 60
"""The most nodes of a tree that is dealt."""
MOST = 2_000
"""The most trees."""
MOST_DEALT, MOST_RECURRING = 101, 2_000
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


def needs_bound(tree: Node, *, of_root: bool = True) -> bool:
    """Return whether alpha-beta must keep a bound where a later node has found less: of the root, or who moves below.

    A search that puts a node's best value in the place of a bound that is better reads more leaves there.

    >>> needs_bound(parsed("[3,[[1,[2,4]]]]")), needs_bound(parsed("[3,[1,4]]"))
    (True, False)
    """
    turn = turn_of(tree) if of_root else Turn(1 - turn_of(tree))
    return leaves_read(tree) != leaves_read(tree, overwritten=turn)


def leaves_read(tree: Node, overwritten: Turn | None = None) -> int:
    """Return how many leaves alpha-beta reads; the bound of `overwritten` becomes the best value whatever it was."""
    read = 0

    def worth(node: Node, alpha: float, beta: float) -> float:
        nonlocal read
        if not node.children:
            read += 1
            return node.value
        ends, end, better = [alpha, beta], int(not node.maximizing), max if node.maximizing else min
        best = OPEN[end]
        for child in node.children:
            best = better(best, worth(child, *ends))
            ends[end] = best if overwritten == turn_of(node) else better(ends[end], best)
            if ends[0] >= ends[1]:
                break
        return best

    worth(tree, *OPEN)
    return read


KINDS = (
    TreeKind("two plies", 2, (2, 3), 0, range(1, 5)),
    TreeKind("ties", 3, (2,), 0, range(1, 4)),
    TreeKind("deep cutoffs", 4, (2,), 0, range(1, 4)),
    TreeKind("irregular", 4, (1, 2, 2, 3), 0.25, range(1, 5)),
    TreeKind("negative values", 3, (1, 2, 3), 0.15, range(-3, 3)),
    TreeKind("five plies", 5, (2,), 0.1, range(1, 6), early_left=0.5, tells=partial(needs_bound, of_root=False)),
    TreeKind(
        "deep on the right", 6, (1, 2, 2), 0, range(1, 5), early_left=0.6, tells=partial(needs_bound, of_root=True)
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


def grown(dice: Dice, kind: TreeKind, turn: Turn, before: list[Node], ply: int = 0, *, is_last: bool = True) -> Node:
    """Return a random tree of a kind; `is_last` says whether it is the last child of the node above it.

    What has been grown further left is in `before`, if it may come again.
    """
    early = kind.early if is_last or kind.early_left is None else kind.early_left
    if ply == kind.plies or (ply > 0 and dice.happens(early)):
        return Node(0, turn == MAX, value=dice.one_of(kind.values))
    known = [node for node in before if turn_of(node) == turn] if ply and kind.again else []
    if known and dice.happens(kind.again):
        return known[dice.below(len(known))]
    width = dice.one_of(kind.widths) if ply else max(2, dice.one_of(kind.widths))
    chance, odds = bool(kind.chance and dice.happens(kind.chance)), tuple[Fraction, ...]()
    if chance:
        odds = odds_of([Fraction(dice.one_of(kind.weights)) for _ in range(width)])
    following = turn if chance else Turn(1 - turn)
    children = tuple(
        grown(dice, kind, following, before, ply + 1, is_last=place == width - 1) for place in range(width)
    )
    before.append(tree := Node(0, turn == MAX, children=children, chance=chance, odds=odds))
    return tree if ply else with_turn(tree, maximizing=True)


def deeper(kind: TreeKind, depth: int | None) -> TreeKind:
    """Return a kind whose trees go on below a limit of depth."""
    if depth is None or depth < kind.plies:
        return kind
    plies = depth + 2
    narrow = plies > 5
    widths, early = (1, 1, 2) if narrow else (1, 2), max(kind.early, 0.1)
    return TreeKind(kind.title, plies, widths, early, kind.values, kind.chance, kind.weights)


def dealt(
    number: int,
    seed: int,
    depth: int | None = None,
    kinds: Sequence[TreeKind] = KINDS,
    turns: Sequence[Turn] = (MAX, MIN),
) -> list[tuple[TreeKind, Node]]:
    """Return n trees with their kinds, no two alike; the `turns` at the root take turns."""
    dice, seen, found = Dice(seed), set[tuple[Turn, Node]](), list[tuple[TreeKind, Node]]()
    for place in range(number):
        kind, turn = deeper(kinds[place % len(kinds)], depth), turns[place // len(kinds) % len(turns)]
        tree, tries = grown(dice, kind, turn, []), 1
        most = MOST_RECURRING if kind.again else MOST_DEALT
        while (count_nodes(tree) > MOST_NODES or (turn, tree) in seen or not kind.tells(tree)) and tries < most:
            tree, tries = grown(dice, kind, turn, []), tries + 1
        seen.add((turn, tree))
        found.append((kind, tree))
    return found


MOST_TRIES = 2_000
MOST_SPREAD = 5
"""The most leaves that are given other values in all orders."""

TreeSize = tuple[int, float]


def size_of(tree: Node) -> TreeSize:
    """Return by what trees are compared: first their nodes, then how far their leaves are from 1."""
    nodes = [*tree.nodes()]
    uneven = sum(bool(node.odds) for node in nodes)
    return len(nodes), uneven * 100 + sum(cost(node.value) for node in nodes if not node.children)


def cost(value: float) -> float:
    """Return how little a value helps the eye: 1 is best, then 2, 3 ..., then 0 and numbers below."""
    return value - 1 if value >= 1 else 20 - value


def shrunk(tree: Node, is_wrong: Callable[[Node], bool]) -> tuple[Node, bool]:
    """Return a smaller tree that is wrong, too, and whether no step from it leads to another; there may be too many."""
    seen, tries = {tree.text()}, 0
    while True:
        for smaller in smaller_than(tree):
            text = smaller.text()
            if text in seen or size_of(smaller) >= size_of(tree):
                continue
            seen.add(text)
            tries += 1
            if tries > MOST_TRIES:
                return tree, False
            if is_wrong(smaller):
                tree = smaller
                break
        else:
            return tree, True


def with_fewer_nodes(tree: Node, is_wrong: Callable[[Node], bool]) -> Node | None:
    """Return a tree that is wrong, too, and has fewer nodes, None if no step leads to one."""
    most = count_nodes(tree)
    return next((each for each in smaller_than(tree) if count_nodes(each) < most and is_wrong(each)), None)


def spread(tree: Node, is_wrong: Callable[[Node], bool]) -> Node:
    """Return a tree of the same shape whose leaves all differ and that is wrong, too; else the tree itself.

    Where there is one, ties are not what the search gets wrong, and a reader is not to be led to think so.
    """
    leaves = [(path, node) for path, node in tree.paths() if not node.children]
    if len(leaves) > MOST_SPREAD or any(leaf.value < 0 for _, leaf in leaves):
        return tree
    for values in permutations(range(1, len(leaves) + 1)):
        other = tree
        for (path, leaf), value in zip(leaves, values, strict=True):
            other = other.put(path, leaf._replace(value=value))
        if is_wrong(other):
            return other
    return tree


def smaller_than(tree: Node) -> Iterator[Node]:
    """Yield trees that are a little smaller, those first that are much smaller; the root stays an inner node."""
    nodes = [*tree.paths()]
    inner = [(path, here) for path, here in nodes if here.children]
    for path, here in inner:
        for other in here.nodes():  # one below it, in its place; at the root any inner one
            if other is not here and (other.children if not path else turn_of(other) == turn_of(here)):
                yield tree.put(path, with_turn(other, maximizing=not path or here.maximizing))
    for path, here in inner:
        yield from (tree.put(path, shorter) for shorter in shorter_branches(here))
    for path, here in inner[1:]:  # a leaf in its place, with a value from below
        for value in dict.fromkeys(node.value for node in here.nodes() if not node.children):
            yield tree.put(path, Node(0, here.maximizing, here.own_name, value))
    for path, here in inner:  # one of several children taken away
        places = here.moves() if len(here.children) > 1 else ()
        for out in places:
            yield tree.put(path, arranged(here, [place for place in places if place != out]))
    for path, here in nodes:
        yield from (tree.put(path, plainer) for plainer in plainer_nodes(here))


def shorter_branches(node: Node) -> Iterator[Node]:
    """Yield a node with the children of one further below, where the same side moves, in the place of a branch there.

    >>> [each.text() for each in shorter_branches(parsed("[3,[[1,[2,4]]]]"))]
    ['[3,1,[2,4]]']
    """
    if node.chance:
        return
    for place, child in enumerate(node.children):
        for below in child.nodes():
            if below.children and turn_of(below) == turn_of(node):
                children = (*node.children[:place], *below.children, *node.children[place + 1 :])
                yield node._replace(children=children)


def plainer_nodes(node: Node) -> Iterator[Node]:
    """Yield a node of chance with equally likely outcomes, or a leaf with easier values."""
    if node.odds:
        yield node._replace(odds=())
    for value in () if node.children else easier(node.value):
        yield node._replace(value=value)


def easier(value: float) -> list[float]:
    """Return values to put in the place of another: small whole numbers.

    >>> easier(4), easier(1), easier(0)
    ([1, 2, 3], [], [1, 2, 3])
    """
    return [each for each in (1, 2, 3) if cost(each) < cost(value)]
