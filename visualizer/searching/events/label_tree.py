"""The tree of a recording that names no game: positions are nodes, and moves are labels."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Protocol

from games import Board, Cell, Turn
from visualizer.support.errors import InputError

MAX_LABEL_ROW_WIDTH = 24
LABEL_MAX_TURN = int(Turn.MAX)
LABEL_CHANCE_TURN = int(Turn.CHANCE)
NO_INDEX = -1
"""The index of nodes to which no move leads: the root, probes and passed turns."""


class PositionSource(Protocol):
    """Knows more about the positions in a tree than its labels."""

    def board(self, labels: Sequence[str]) -> Board | None:
        """Return the board at the end of a path of labels, None if it is unknown."""

    def unvisited(self, labels: Sequence[str]) -> Sequence[str]:
        """Return the moves there that were not visited, as far as they are known."""


class LabelPosition:
    """A node of the tree, which is also the move to itself; children are in order of first visit.

    At a leaf, where a file names no mover, the opponent of the parent's mover is to move. Until the
    node of a leaf is needed, only its label and its value are stored.
    """

    __slots__ = (
        "announced_children",
        "chance",
        "child_nodes",
        "child_values",
        "file",
        "index",
        "index_by_label",
        "label",
        "line",
        "listed",
        "maximizing",
        "own_value",
        "parent",
        "probability",
        "source",
    )

    def __init__(
        self, parent: LabelPosition | None = None, label: str = "", index: int = NO_INDEX
    ) -> None:
        """Start as a leaf below `parent`, or as a root if `parent` is None.

        `label` is the move to this node, and `index` its index among the parent's children.
        """
        self.parent = parent
        self.label = label
        self.index = index
        self.maximizing: bool = parent is None or not parent.maximizing
        self.chance = False
        self.announced_children = 0
        """How many children a line announces, 0 for none."""
        self.file = ""
        self.line = 0
        """The number of the line that says who is to move here, 0 for a leaf."""
        self.own_value = 0.0
        """The value, if the parent does not store it."""
        self.probability: Fraction | None = None
        """The reported probability of an outcome of chance, None if unknown."""
        self.child_values: dict[str, float | None] = {}
        """The value that the last visit to each child returned, by label; None while it is open."""
        self.index_by_label: dict[str, int] | None = None
        """The indices of the children by label, None until they are needed."""
        self.child_nodes: dict[str, LabelPosition] | None = None
        """The nodes of the children whose nodes have been needed so far, by label."""
        self.listed: tuple[LabelPosition, ...] = ()
        """The cached result of `moves`."""
        self.source: PositionSource | None = None
        """Knows more about all positions, at a root."""

    def set_turn(self, turn: int, line: int, file: str) -> None:
        """Set who moves here (the number of a `Turn`), as a line of a file says.

        InputError if an earlier line says something else.
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
        """Undo `set_turn` for a line if its visit turns out to be a leaf."""
        if self.line == line:
            self.line = 0
            self.chance = False
            self.announced_children = 0

    def visit(self, label: str, value: float | None) -> int:
        """Record a visit to a child, and return the child's index; a new label adds a child.

        `value` is the value that the child returns, None as long as the visit is open.
        """
        index = self.index_of(label)
        if index is None:
            index = len(self.child_values)
            if self.index_by_label is not None:
                self.index_by_label[label] = index
        self.child_values[label] = value
        return index

    def index_of(self, label: str) -> int | None:
        """Return the index of a child, None if it has not been visited."""
        if self.index_by_label is None or len(self.index_by_label) < len(self.child_values):
            self.index_by_label = {each: index for index, each in enumerate(self.child_values)}
        return self.index_by_label.get(label)

    def child(self, label: str, index: int) -> LabelPosition:
        """Return the node of a child, by its label and index; it is made when first needed."""
        if self.child_nodes is None:
            self.child_nodes = {}
        child = self.child_nodes.get(label)
        if child is None:
            child = LabelPosition(self, label, index)
            self.child_nodes[label] = child
        return child

    # The methods below are those of a position in any game.

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
        if self.index == NO_INDEX or self.parent is None:
            return self.own_value
        return self.parent.child_values.get(self.label) or 0.0

    def moves(self) -> Sequence[LabelPosition]:
        """Return the visited children in order of first visit, then the unvisited children.

        Unvisited children are known because their number was announced. Their labels are `?3` and
        so on.
        """
        visited_count = len(self.child_values)
        is_outdated = len(self.listed) != max(visited_count, self.announced_children)
        # The child that was visited last may be listed as unvisited (`?3`).
        if visited_count and not is_outdated:
            is_outdated = self.listed[visited_count - 1].label[:1] == "?"
        if is_outdated:
            visited = [self.child(label, index) for index, label in enumerate(self.child_values)]
            self.listed = (*visited, *self._unvisited_moves(visited_count))
        return self.listed

    def _unvisited_moves(self, visited_count: int) -> Iterator[LabelPosition]:
        """Yield the announced children after the visited ones, with their names if known."""
        source = self.root.source
        names = source.unvisited(self.path()) if source is not None else ()
        for index in range(visited_count, self.announced_children):
            place = index - visited_count
            label = names[place] if place < len(names) else f"?{index + 1}"
            yield LabelPosition(self, label, index)

    @property
    def root(self) -> LabelPosition:
        """The root of the tree."""
        node = self
        while node.parent is not None:
            node = node.parent
        return node

    def probabilities(self) -> Sequence[Fraction] | None:
        """Return the probabilities of a chance node's children; None at other nodes.

        Children without a reported probability share the rest up to 1 equally. Reported
        probabilities may add up to more or less than 1.
        """
        if not self.chance:
            return None
        reported = [move.probability for move in self.moves()]
        known = [probability for probability in reported if probability is not None]
        unknown_count = len(reported) - len(known)
        if not unknown_count:
            return known
        rest = max(1 - sum(known, Fraction(0)), Fraction(0))
        share = rest / unknown_count
        return [share if probability is None else probability for probability in reported]

    def play(self, move: LabelPosition) -> LabelPosition:
        """Return the child itself, since a move is the node that it leads to."""
        return move

    def outcome(self) -> float | None:
        """Return the value of a leaf, as last reported; None for an inner node."""
        return None if self.line else self.value

    def position_at(self, labels: Iterable[str]) -> LabelPosition:
        """Return the node at the end of a path of labels; ValueError for an unknown label."""
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
        while node.parent is not None:
            labels.append(node.label)
            node = node.parent
        return tuple(reversed(labels))

    def key(self) -> Hashable:
        """Return a key that is different for each position of the tree: its path."""
        return self.path()

    def text(self) -> str:
        """Return the labels of the path, with spaces between them."""
        return " ".join(self.path())

    def name(self, move: LabelPosition) -> str:
        """Return the label of a move, such as `?3` for a child that was never visited."""
        return move.label

    def board(self) -> Board:
        """Return the board recorded with the position, or else its children's labels in a row."""
        source = self.root.source
        board = source.board(self.path()) if source is not None else None
        if board is not None:
            return board
        names = [move.label for move in self.moves()[:MAX_LABEL_ROW_WIDTH]] or ["leaf"]
        return Board("Labels", (tuple(Cell("label", label=name) for name in names),))


def united_label_tree(trees: Iterable[LabelPosition]) -> LabelPosition:
    """Return a new tree with the nodes of all trees.

    InputError if the trees disagree about who is to move at a node.
    """
    root = LabelPosition()
    for tree in trees:
        # Each node of the new tree is paired with the same node of an old tree.
        pairs = [(root, tree)]
        for new_node, old_node in pairs:  # the loop appends to the list that it runs over
            copy_into_node(new_node, old_node)
            for label, child in (old_node.child_nodes or {}).items():
                pairs.append((visited_child(new_node, label), child))
    return root


def copy_into_node(new_node: LabelPosition, old_node: LabelPosition) -> None:
    """Copy the turn, values and children of a node to the same node of another tree.

    InputError if both nodes name a mover, but not the same one.
    """
    if old_node.line:
        new_node.set_turn(old_node.turn, old_node.line, old_node.file)
        new_node.announced_children = max(new_node.announced_children, old_node.announced_children)
    new_node.own_value = old_node.own_value
    new_node.probability = old_node.probability or new_node.probability
    for label, value in old_node.child_values.items():
        new_node.visit(label, value)


def visited_child(node: LabelPosition, label: str) -> LabelPosition:
    """Return a child by its label; it must have been visited."""
    index = node.index_of(label)
    assert index is not None
    return node.child(label, index)
