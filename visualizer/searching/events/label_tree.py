"""The tree that a file of events tells where it names no game: positions are its nodes, moves their labels."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from fractions import Fraction

from games import Board, Cell, Turn
from visualizer.support.errors import InputError

MAX_LABEL_ROW_WIDTH = 24
LABEL_MAX_TURN = int(Turn.MAX)
LABEL_CHANCE_TURN = int(Turn.CHANCE)
NO_PLACE = -1
"""The place of the root, and of what is no child: a probe, a turn that is passed."""


class LabelPosition:
    """A node of the tree, which is the move to itself; its children are in the order of their first visit.

    A leaf is taken for one of the side whose turn it is not above, since nobody says it. Of a child that is a leaf only
    its label and value are kept, until it is asked for.
    """

    __slots__ = (
        "above",
        "alone",
        "announced",
        "chance",
        "children",
        "file",
        "label",
        "line",
        "listed",
        "made",
        "maximizing",
        "place",
        "places",
        "probability",
    )

    def __init__(
        self, above: LabelPosition | None = None, label: str = "", place: int = NO_PLACE
    ) -> None:
        """Begin with a leaf of which nothing is known; `place` is its own among the children above, from 0."""
        self.above = above
        self.label = label
        self.place = place
        self.maximizing: bool = above is None or not above.maximizing
        self.chance = False
        self.announced = 0
        self.file = ""
        self.line = 0
        """Where it is said whose turn it is: 0 for nowhere, as of a leaf."""
        self.alone = 0.0
        """The value of a leaf that has no place above."""
        self.probability: Fraction | None = None
        """How probable it is as an outcome of chance, if that is told."""
        self.children: dict[str, float | None] = {}
        """What the last visit of each child returned, by its label; None while that is open."""
        self.places: dict[str, int] | None = None
        """The places of the children by their labels, as far as they were asked for."""
        self.made: dict[str, LabelPosition] | None = None
        """The children that were asked for, by their labels."""
        self.listed: tuple[LabelPosition, ...] = ()
        """The children as they were listed the last time."""

    # What is told of it.

    def tell_turn(self, turn: int, line: int, file: str) -> None:
        """Say who moves here; InputError names both places where it is said that it is another's turn."""
        if not self.line:
            self.file = file
            self.line = line
            self.chance = turn == LABEL_CHANCE_TURN
            self.maximizing = turn == LABEL_MAX_TURN
        elif turn != self.turn:
            where = (
                f"line {self.line:,}" if self.file == file else f"{self.file}, line {self.line:,},"
            )
            sides = [("MIN", "MAX", "chance")[each] for each in (turn, self.turn)]
            place = self.text() or "the root"
            raise InputError(
                f"{file}, line {line}: {sides[0]} is to move at {place:.200}, but {where} says that it is {sides[1]}"
            )

    def take_turn_back(self, line: int) -> None:
        """Say that what this line has told is a leaf."""
        if self.line == line:
            self.line = 0
            self.chance = False
            self.announced = 0

    def visit(self, label: str, value: float | None) -> int:
        """Return the place of a child that is visited, a new one for a new label."""
        place = self.place_of(label)
        if place is None:
            place = len(self.children)
            if self.places is not None:
                self.places[label] = place
        self.children[label] = value
        return place

    def place_of(self, label: str) -> int | None:
        """Return the place of a child, None if it has not been visited."""
        if self.places is None or len(self.places) < len(self.children):
            self.places = {each: place for place, each in enumerate(self.children)}
        return self.places.get(label)

    def child(self, label: str, place: int) -> LabelPosition:
        """Return a child by its label and its place."""
        if self.made is None:
            self.made = {}
        found = self.made.get(label)
        if found is None:
            found = self.made[label] = LabelPosition(self, label, place)
        return found

    # What a position is asked for.

    @property
    def turn(self) -> Turn:
        """Who moves here."""
        if self.chance:
            return Turn.CHANCE
        if self.maximizing:
            return Turn.MAX
        return Turn.MIN

    @property
    def value(self) -> float:
        """The value of a leaf, the last one that was told."""
        if self.place == NO_PLACE or self.above is None:
            return self.alone
        return self.above.children.get(self.label) or 0.0

    def moves(self) -> Sequence[LabelPosition]:
        """List the children: those that were visited, as they first were, then others that were announced.

        The tree may still grow.
        """
        visited = len(self.children)
        listed = self.listed
        if len(listed) != max(visited, self.announced) or (
            visited and listed[visited - 1].label[:1] == "?"
        ):
            others = (
                LabelPosition(self, f"?{place + 1}", place)
                for place in range(visited, self.announced)
            )
            known = (self.child(label, place) for place, label in enumerate(self.children))
            self.listed = (*known, *others)
        return self.listed

    def probabilities(self) -> Sequence[Fraction] | None:
        """Return how probable the children are where chance moves, else None.

        Those of which it is not told share the rest. Nothing checks that they add up to 1.
        """
        if not self.chance:
            return None
        told = [move.probability for move in self.moves()]
        rest = 1 - sum((each for each in told if each is not None), Fraction(0))
        return [
            max(rest, Fraction(0)) / told.count(None) if each is None else each for each in told
        ]

    def play(self, move: LabelPosition) -> LabelPosition:
        """Go down to a child."""
        return move

    def outcome(self) -> float | None:
        """Return the value of a leaf, the last one that was told."""
        return None if self.line else self.value

    def path(self) -> tuple[str, ...]:
        """Return the labels from the root to here."""
        labels = list[str]()
        node = self
        while node.above is not None:
            labels.append(node.label)
            node = node.above
        return tuple(reversed(labels))

    def key(self) -> Hashable:
        """Return what tells it from other positions of the same tree."""
        return self.path()

    def text(self) -> str:
        """Return the path, which reads back."""
        return " ".join(self.path())

    def name(self, move: LabelPosition) -> str:
        """Return the label; a child that was never visited has a number for one."""
        return move.label

    def board(self) -> Board:
        """Return the labels of the children in a row."""
        names = [move.label for move in self.moves()[:MAX_LABEL_ROW_WIDTH]] or ["leaf"]
        return Board("Labels", (tuple(Cell("label", label=name) for name in names),))


def united_label_tree(trees: Iterable[LabelPosition]) -> LabelPosition:
    """Return a tree that tells what all of some trees tell; InputError for a node with another side to move in one."""
    root = LabelPosition()
    for tree in trees:
        pairs = [(root, tree)]
        for mine, other in pairs:  # which grows on the way
            merge_label_tree(mine, other)
            pairs += [
                (visited_child(mine, label), child) for label, child in (other.made or {}).items()
            ]
    return root


def merge_label_tree(mine: LabelPosition, other: LabelPosition) -> None:
    """Add to a node what another tree tells of it; InputError for another side to move."""
    if other.line:
        mine.tell_turn(other.turn, other.line, other.file)
        mine.announced = max(mine.announced, other.announced)
    mine.alone = other.alone
    mine.probability = other.probability or mine.probability
    for label, value in other.children.items():
        mine.visit(label, value)


def visited_child(node: LabelPosition, label: str) -> LabelPosition:
    """Return a child that has been visited."""
    place = node.place_of(label)
    assert place is not None
    return node.child(label, place)
