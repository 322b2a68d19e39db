"""The tree that files of events tell of by labels, in some thirty bytes a node."""

from array import array
from functools import lru_cache

from visualizer.errors import InputError
from visualizer.events.event_log import COUNTED, MAXIMIZING, NONE, Event, Recording, Verb


class LabelTree:
    """Paths of labels from the root, node 0; the children of a node are numbered in the order of their first visit.

    Several recordings may tell of the same tree.
    """

    def __init__(self) -> None:
        """Begin with a root of which nothing is known."""
        self.labels: list[str] = []
        self._label_numbers: dict[str, int] = {}
        self._label = array("i", [NONE])
        self._parent = array("i", [NONE])
        self._number = array("H", [0])
        """A node's number among its siblings."""
        self._first, self._last, self._next = array("i", [NONE]), array("i", [NONE]), array("i", [NONE])
        """The first and the last child of a node, and its next sibling."""
        self._announced = array("H", [0])
        self._turn = bytearray([LEAF_OF_MAX])
        self._said = array("q", [0])
        """Where it was said whose turn it is: the number of the recording, then in 32 bits the line."""
        self._value = array("d", [0.0])
        self._recordings: list[Recording] = []
        self.by_label = lru_cache(maxsize=1024)(self._by_label)
        """Return a node's children by the numbers of their labels; it grows with the tree."""
        self.children = lru_cache(maxsize=1024)(self._children)
        """Return the children of a node; to be asked once the tree is complete."""

    # Asking.

    def label(self, node: int) -> str:
        """Return the label that leads to a node."""
        return self.labels[self._label[node]]

    def number(self, node: int) -> int:
        """Return a node's number among its siblings."""
        return self._number[node]

    def path(self, node: int) -> tuple[str, ...]:
        """Return the labels from the root to a node."""
        labels = []
        while node:
            labels.append(self.label(node))
            node = self._parent[node]
        return tuple(reversed(labels))

    def is_inner(self, node: int) -> bool:
        """Return whether a node was entered, and not only visited as a leaf."""
        return self._turn[node] in (INNER_OF_MIN, INNER_OF_MAX)

    def maximizing(self, node: int) -> bool:
        """Return whether MAX is to move; at a leaf, of which nobody says it, whether it is not MAX above."""
        return self._turn[node] in (INNER_OF_MAX, LEAF_OF_MAX)

    def value(self, node: int) -> float:
        """Return what a leaf was worth, the last time."""
        return self._value[node]

    def move_count(self, node: int) -> int:
        """Return how many children are known: those that were announced, at least those that were visited."""
        return max(self._announced[node], len(self.children(node)))

    def _children(self, node: int) -> tuple[int, ...]:
        found, child = [], self._first[node]
        while child != NONE:
            found.append(child)
            child = self._next[child]
        return tuple(found)

    def _by_label(self, node: int) -> dict[int, int]:
        return {self._label[child]: child for child in self._children(node)}

    def label_numbers(self, recording: Recording) -> list[int]:
        """Return for each word of a recording its number as a label."""
        numbers = self._label_numbers
        found = [numbers.setdefault(word, len(numbers)) for word in recording.log.words]
        self.labels = [*numbers]
        return found

    # Growing.

    def take(self, recording: Recording) -> None:
        """Add what a recording tells; InputError names both places where it is said that it is another's turn."""
        self._recordings.append(recording)
        numbers, node = self.label_numbers(recording), NONE
        path: list[int] = []
        for event in recording.log:
            if event.verb == Verb.LEAVE:
                node = path.pop()
            elif event.verb != Verb.PASS:
                child = 0 if node == NONE else self._grown(node, numbers[event.word])
                if event.verb == Verb.LEAF:
                    self._value[child] = event.value
                    continue
                self._enter(child, event)
                path.append(node)
                node = child

    def _grown(self, node: int, label: int) -> int:
        """Return the child of a node with that label, a new one if there is none."""
        children = self.by_label(node)
        child = children.get(label)
        if child is not None:
            return child
        child = children[label] = len(self._label)
        last = self._last[node]
        if last == NONE:
            self._first[node] = child
        else:
            self._next[last] = child
        self._last[node] = child
        self._label.append(label)
        self._parent.append(node)
        self._number.append(0 if last == NONE else self._number[last] + 1)
        for column in (self._first, self._last, self._next):
            column.append(NONE)
        self._announced.append(0)
        self._turn.append(LEAF_OF_MIN if self.maximizing(node) else LEAF_OF_MAX)
        self._said.append(0)
        self._value.append(0.0)
        return child

    def _enter(self, node: int, event: Event) -> None:
        """Add what the entry of an inner node tells."""
        turn = INNER_OF_MAX if event.flags & MAXIMIZING else INNER_OF_MIN
        if not self.is_inner(node):
            self._turn[node] = turn
            self._said[node] = len(self._recordings) << 32 | event.line
        elif self._turn[node] != turn:
            raise self._conflict(node, event)
        if event.flags & COUNTED:
            self._announced[node] = max(self._announced[node], event.children)

    def _conflict(self, node: int, event: Event) -> InputError:
        """Return the error that names both lines that say whose turn it is at a node."""
        earlier, line = divmod(self._said[node], 1 << 32)
        before, now = self._recordings[earlier - 1].file, self._recordings[-1].file
        where = f"line {line:,}" if before == now else f"{before}, line {line:,},"
        sides = ("MAX", "MIN") if event.flags & MAXIMIZING else ("MIN", "MAX")
        place = " ".join(self.path(node)) or "the root"
        return InputError(
            f"{now}, line {event.line}: {sides[0]} is to move at {place:.200}, and {where} says that it is {sides[1]}"
        )


LEAF_OF_MIN, LEAF_OF_MAX, INNER_OF_MIN, INNER_OF_MAX = range(4)
