"""The game that files of events tell of where they name none: positions are nodes of a tree, moves their labels."""

from __future__ import annotations

import gc
from collections.abc import Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction

from games import Board, Cell, Game, Preset, Settings, Turn, turn_of
from visualizer.errors import InputError
from visualizer.events.event_log import COUNTED, LEAF, PACKED, Event, Verb
from visualizer.events.reading import Recording, recording_of

SEVERAL = "|"
"""Stands between the names of files that tell of the same search tree."""
LONGEST_ROW = 24
ENTER, LEAVE = int(Verb.ENTER), int(Verb.LEAVE)
NO_PLACE = -1
"""The place of the root, and of what is no child: a probe, a turn that is passed."""


class _Inner:
    """What is known of an inner node. Of a child that is a leaf only the value is kept, until it is asked for."""

    __slots__ = ("announced", "chance", "listed", "made", "places", "said", "values")

    def __init__(self) -> None:
        self.announced, self.chance = 0, False
        self.places: dict[str, int] = {}
        """The place of each child that was visited, by its label."""
        self.values: list[float] = []
        """By places: the last value of each as a leaf."""
        self.made: dict[int, LabelPosition] = {}
        """By places: the children that were asked for."""
        self.listed: tuple[LabelPosition, ...] = ()
        """The children as they were listed the last time."""
        self.said: tuple[str, int] | None = None
        """The file and the line that said whose turn it is."""

    def visit(self, label: str, value: float | None = None) -> int:
        """Return the place of a child, a new one for a new label; with a value it is a leaf's visit."""
        place = self.places.get(label)
        if place is None:
            place = self.places[label] = len(self.values)
            self.values.append(0.0 if value is None else value)
        elif value is not None:
            self.values[place] = value
        return place


class LabelPosition:
    """A node of the tree, which is the move to itself; its children are in the order of their first visit.

    A leaf is taken for one of the side whose turn it is not above, since nobody says it.
    """

    __slots__ = ("above", "alone", "inner", "label", "maximizing", "place", "probability")

    def __init__(self, above: LabelPosition | None = None, label: str = "", place: int = NO_PLACE) -> None:
        """Begin with a leaf of which nothing is known; `place` is its own among the children above, from 0."""
        self.above, self.label, self.place = above, label, place
        self.maximizing: bool = above is None or not above.maximizing
        self.inner: _Inner | None = None
        """What is known of an inner node, None for a leaf."""
        self.alone = 0.0
        """The value of a leaf that has no place above."""
        self.probability: Fraction | None = None
        """How probable it is as an outcome of chance, if that is told."""

    @property
    def labels(self) -> Iterable[str]:
        """The labels of the children that were visited, in the order of their first visit."""
        return () if self.inner is None else self.inner.places

    @property
    def value(self) -> float:
        """The value of a leaf, the last one that was told."""
        if self.place == NO_PLACE or self.above is None:
            return self.alone
        values = self.above.known().values
        return values[self.place] if self.place < len(values) else 0.0

    def tell(self, value: float) -> None:
        """Say what a leaf is worth."""
        if self.place == NO_PLACE or self.above is None:
            self.alone = value
        else:
            self.above.known().values[self.place] = value

    def known(self) -> _Inner:
        """Return what is known of an inner node; a leaf becomes one."""
        if self.inner is None:
            self.inner = _Inner()
        return self.inner

    def child(self, label: str) -> LabelPosition:
        """Return a child, a new one if there is none."""
        inner = self.inner or self.known()
        place = inner.visit(label)
        if (found := inner.made.get(place)) is None:
            found = inner.made[place] = LabelPosition(self, label, place)
        return found

    def moves(self) -> Sequence[LabelPosition]:
        """List the children: those that were visited, as they first were, then others that were announced.

        The tree may still grow.
        """
        if (inner := self.inner) is None:
            return ()
        visited, listed = len(inner.places), inner.listed
        if len(listed) != max(visited, inner.announced) or (visited and listed[visited - 1].label[:1] == "?"):
            others = (LabelPosition(self, f"?{place + 1}", place) for place in range(visited, inner.announced))
            inner.listed = (*map(self.child, inner.places), *others)
        return inner.listed

    def probabilities(self) -> Sequence[Fraction] | None:
        """Return how probable the children are where chance moves, else None.

        Those of which it is not told share the rest. Nothing checks that they add up to 1.
        """
        if self.inner is None or not self.inner.chance:
            return None
        told = [move.probability for move in self.moves()]
        rest = 1 - sum((each for each in told if each is not None), Fraction(0))
        return [max(rest, Fraction(0)) / told.count(None) if each is None else each for each in told]

    def play(self, move: LabelPosition) -> LabelPosition:
        """Go down to a child."""
        return move

    def outcome(self) -> float | None:
        """Return the value of a leaf, the last one that was told."""
        return self.value if self.inner is None or self.inner.said is None else None

    def path(self) -> tuple[str, ...]:
        """Return the labels from the root to here."""
        labels, node = list[str](), self
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
        names = [move.label for move in self.moves()[:LONGEST_ROW]] or ["leaf"]
        return Board("Labels", (tuple(Cell("label", label=name) for name in names),))


@contextmanager
def without_collection() -> Iterator[None]:
    """Look for no garbage while very much is made that is none: that would take half of the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


@without_collection()
def grow(root: LabelPosition, recording: Recording) -> None:
    """Add what a recording tells; InputError names both places where it is said that it is another's turn."""
    words, path = recording.log.words, list[LabelPosition]()
    probes, probabilities, aside = recording.log.probes, recording.log.probabilities, 0
    values = dict[float, float]()
    for place, fields in enumerate(PACKED.iter_unpack(recording.log.packed)):
        verb, _, word, value, *_ = fields
        if aside or place in probes:  # a probe is no part of the tree
            aside += (verb == ENTER) - (verb == LEAVE)
        elif verb == LEAF:
            value = values.setdefault(value, value)  # one number for all that are equal
            if not path:
                root.tell(value)
                continue
            path[-1].known().visit(words[word], value)
            if place in probabilities:
                path[-1].child(words[word]).probability = probabilities[place]
        elif verb == LEAVE:
            path.pop()
        elif verb == ENTER:
            node = path[-1].child(words[word]) if path else root
            node.probability = probabilities.get(place, node.probability)
            enter(node, Event._make(fields), recording.file)
            path.append(node)


def enter(node: LabelPosition, event: Event, file: str) -> None:
    """Add what the entry of an inner node tells."""
    inner = node.known()
    if inner.said is None:
        inner.said, inner.chance = (file, event.line), event.turn == Turn.CHANCE
        node.maximizing = event.turn == Turn.MAX
    elif turn_of(node) != event.turn:
        before, line = inner.said
        where = f"line {line:,}" if before == file else f"{before}, line {line:,},"
        sides = [("MIN", "MAX", "chance")[turn] for turn in (event.turn, turn_of(node))]
        place = node.text() or "the root"
        raise InputError(
            f"{file}, line {event.line}: {sides[0]} is to move at {place:.200}, and {where} says that it is {sides[1]}"
        )
    if event.flags & COUNTED:
        inner.announced = max(inner.announced, event.children)


def game_of(names: str) -> Game:
    """Return the game of one or several files of events, whose labels it unites; InputError if one cannot be read."""
    root, recordings = LabelPosition(), [recording_of(file) for file in names.split(SEVERAL)]
    for recording in recordings:
        if not recording.is_live:
            grow(root, recording)

    def read(text: str, settings: Settings) -> LabelPosition:
        position = root
        for label in text.split():
            found = next((move for move in position.moves() if move.label == label), None)
            if found is None:
                raise ValueError(f"{label!r:.60} is not a label there")
            position = found
        return position

    return Game(
        name=names,
        title=" and ".join(recording.search for recording in recordings),
        about="a search written elsewhere",
        sides=("MAX", "MIN"),
        notation="labels from the root",
        start=lambda settings: root,
        read=read,
        chance=lambda position: any(recording.log.has_chance for recording in recordings),
        evaluations={"recorded": lambda position, outcome: outcome or 0.0},
        presets=(Preset("root", "", "where the search began"),),
    )
