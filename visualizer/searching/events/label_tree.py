"""The tree of a recording that names no game: positions are nodes, and moves are labels."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from fractions import Fraction
from typing import Protocol

from games import Board, Cell, Turn
from visualizer.support.errors import InputError

MAX_LABEL_ROW_WIDTH = 24
LABEL_MAX_TURN = int(Turn.MAX)
LABEL_CHANCE_TURN = int(Turn.CHANCE)
NO_PLACE = -1
"""The place of the root, and of detours: probes and passed turns."""


class BoardSource(Protocol):
    """Knows the boards of the positions in a tree."""

    def board(self, labels: Sequence[str]) -> Board | None:
        """Return the board at the end of a path of labels, None if it is unknown."""


class LabelPosition:
    """A node of the tree, which is also the move to itself; children are in order of first visit.

    No file says who is to move at a leaf, so it is the side that does not move above it. Until a
    leaf is asked for, only its label and its value are stored.
    """

    __slots__ = (
        "above",
        "announced",
        "boards",
        "chance",
        "child_nodes",
        "children",
        "file",
        "label",
        "line",
        "listed",
        "maximizing",
        "own_value",
        "place",
        "places",
        "probability",
    )

    def __init__(
        self, above: LabelPosition | None = None, label: str = "", place: int = NO_PLACE
    ) -> None:
        """Start as a leaf below `above`, None for a root; `place` is its index among the children.

        `label` is the move that leads here.
        """
        self.above = above
        self.label = label
        self.place = place
        self.maximizing: bool = above is None or not above.maximizing
        self.chance = False
        self.announced = 0
        self.file = ""
        self.line = 0
        """The line that says whose turn it is, 0 for none, as for a leaf."""
        self.own_value = 0.0
        """The value of a leaf that has no place above."""
        self.probability: Fraction | None = None
        """The probability as an outcome of chance, if reported."""
        self.children: dict[str, float | None] = {}
        """The value that the last visit of each child returned, by label; None while open."""
        self.places: dict[str, int] | None = None
        """The indices of the children by label, None until they are needed."""
        self.child_nodes: dict[str, LabelPosition] | None = None
        """The children that have been made, by label."""
        self.listed: tuple[LabelPosition, ...] = ()
        """The children as last listed."""
        self.boards: BoardSource | None = None
        """Where the boards of all positions come from, at a root."""

    def set_turn(self, turn: int, line: int, file: str) -> None:
        """Set who moves here, by the number of a `Turn`.

        `line` and `file` are the place that says so, for errors. InputError if an earlier line gave
        the turn to another player.
        """
        if not self.line:
            self.file = file
            self.line = line
            self.chance = turn == LABEL_CHANCE_TURN
            self.maximizing = turn == LABEL_MAX_TURN
            return
        if turn == self.turn:
            return

        earlier_line = f"{self.file}, line {self.line:,},"
        if self.file == file:
            earlier_line = f"line {self.line:,}"
        names = ("MIN", "MAX", "chance")
        node = self.text() or "the root"
        raise InputError(
            f"{file}, line {line}: {names[turn]} is to move at {node:.200}, "
            f"but {earlier_line} says that it is {names[self.turn]}"
        )

    def clear_turn(self, line: int) -> None:
        """Undo `set_turn` for a line whose visit turned out to be a leaf."""
        if self.line == line:
            self.line = 0
            self.chance = False
            self.announced = 0

    def visit(self, label: str, value: float | None) -> int:
        """Record a visit to a child, and return the child's index; a new label adds a child.

        `value` is None until the child returns.
        """
        place = self.place_of(label)
        if place is None:
            place = len(self.children)
            if self.places is not None:
                self.places[label] = place
        self.children[label] = value
        return place

    def place_of(self, label: str) -> int | None:
        """Return the index of a child, None if it has not been visited."""
        if self.places is None or len(self.places) < len(self.children):
            self.places = {each: place for place, each in enumerate(self.children)}
        return self.places.get(label)

    def child(self, label: str, place: int) -> LabelPosition:
        """Return the node of a child by its label and index; it is made at the first call."""
        if self.child_nodes is None:
            self.child_nodes = {}
        child = self.child_nodes.get(label)
        if child is None:
            child = LabelPosition(self, label, place)
            self.child_nodes[label] = child
        return child

    # From here on, the methods that every game's position has.

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
        """The value of a leaf, as last reported."""
        if self.place == NO_PLACE or self.above is None:
            return self.own_value
        return self.above.children.get(self.label) or 0.0

    def moves(self) -> Sequence[LabelPosition]:
        """Return the visited children in order of first visit, then those only announced.

        Children that were announced, but never visited, have labels such as `?3`. The list is made
        anew if the tree has grown.
        """
        visited_count = len(self.children)
        listed = self.listed
        is_complete = len(listed) == max(visited_count, self.announced)
        # A child that was listed as `?3` may have been visited since.
        is_outdated = is_complete and visited_count and listed[visited_count - 1].label[:1] == "?"
        if not is_complete or is_outdated:
            visited = [self.child(label, place) for place, label in enumerate(self.children)]
            unvisited_places = range(visited_count, self.announced)
            unvisited = [LabelPosition(self, f"?{place + 1}", place) for place in unvisited_places]
            self.listed = (*visited, *unvisited)
        return self.listed

    def probabilities(self) -> Sequence[Fraction] | None:
        """Return the probabilities of a chance node's children; None at other nodes.

        The reported probabilities may add up to less than 1. Children without a reported
        probability share the rest equally. Nothing checks that the sum of all is 1.
        """
        if not self.chance:
            return None
        reported = [move.probability for move in self.moves()]
        known = [probability for probability in reported if probability is not None]
        unknown = len(reported) - len(known)
        if not unknown:
            return known
        missing = max(1 - sum(known, Fraction(0)), Fraction(0))
        share = missing / unknown
        return [share if probability is None else probability for probability in reported]

    def play(self, move: LabelPosition) -> LabelPosition:
        """Go down to a child."""
        return move

    def outcome(self) -> float | None:
        """Return the value of a leaf, as last reported, None for an inner node."""
        return None if self.line else self.value

    def position_at(self, labels: Iterable[str]) -> LabelPosition:
        """Return the position at a path from here; ValueError for a label that is not there."""
        position = self
        for label in labels:
            children = {move.label: move for move in position.moves()}
            if label not in children:
                raise ValueError(f"{label!r:.60} is not a label there")
            position = children[label]
        return position

    def path(self) -> tuple[str, ...]:
        """Return the labels from the root to here."""
        labels = list[str]()
        node = self
        while node.above is not None:
            labels.append(node.label)
            node = node.above
        return tuple(reversed(labels))

    def key(self) -> Hashable:
        """Return what distinguishes the position from others of the same tree."""
        return self.path()

    def text(self) -> str:
        """Return the path, which reads back."""
        return " ".join(self.path())

    def name(self, move: LabelPosition) -> str:
        """Return the label; a child that was never visited has a number instead."""
        return move.label

    def board(self) -> Board:
        """Return the board that was recorded with the position, or the children's labels in a row."""
        root = self
        while root.above is not None:
            root = root.above
        board = root.boards.board(self.path()) if root.boards is not None else None
        if board is not None:
            return board
        names = [move.label for move in self.moves()[:MAX_LABEL_ROW_WIDTH]] or ["leaf"]
        return Board("Labels", (tuple(Cell("label", label=name) for name in names),))


def united_label_tree(trees: Iterable[LabelPosition]) -> LabelPosition:
    """Return a new tree with all the nodes that some trees have.

    InputError if the trees differ in the turn at a node.
    """
    root = LabelPosition()
    for tree in trees:
        # Each node of the new tree is paired with the same node of the other tree.
        pairs = [(root, tree)]
        for mine, other in pairs:  # the loop appends to the list that it runs over
            merge_label_tree(mine, other)
            for label, child in (other.child_nodes or {}).items():
                pairs.append((visited_child(mine, label), child))
    return root


def merge_label_tree(mine: LabelPosition, other: LabelPosition) -> None:
    """Add to the node `mine` what the same node of another tree has.

    InputError if the turns at a node differ.
    """
    if other.line:
        mine.set_turn(other.turn, other.line, other.file)
        mine.announced = max(mine.announced, other.announced)
    mine.own_value = other.own_value
    mine.probability = other.probability or mine.probability
    for label, value in other.children.items():
        mine.visit(label, value)


def visited_child(node: LabelPosition, label: str) -> LabelPosition:
    """Return a child that has been visited."""
    place = node.place_of(label)
    assert place is not None
    return node.child(label, place)
