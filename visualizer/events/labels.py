"""The game that files of events tell of where they name none: positions are paths, moves are the files' labels."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field

from games import Board, Cell, Game, Preset, Settings
from visualizer.events.reading import ENDING, Event, Verb, recording_of

SEVERAL = "|"
"""Stands between the names of files that tell of the same search tree."""
LONGEST_ROW = 24


@dataclass(slots=True)
class LabelNode:
    """What the files say of a path of moves: its children by their labels, how many there are, whose turn it is."""

    labels: tuple[str, ...] = ()
    maximizing: bool = True
    value: float = 0.0
    count: int = 0
    children: dict[str, LabelNode] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class LabelPosition:
    """A path of labels."""

    node: LabelNode

    @property
    def maximizing(self) -> bool:
        """Whether MAX is to move here."""
        return self.node.maximizing

    def moves(self) -> Sequence[int]:
        """List the children's numbers: those that were visited, as they first were, then the others."""
        return range(max(self.node.count, len(self.node.children)))

    def play(self, move: int) -> LabelPosition:
        """Go down to a child; of one that was never visited nothing is known."""
        known = [*self.node.children.values()]
        unknown = LabelNode((*self.node.labels, self.name(move)), not self.node.maximizing)
        return LabelPosition(known[move] if move < len(known) else unknown)

    def outcome(self) -> float | None:
        """Return the value of a leaf."""
        return None if self.moves() else self.node.value

    def key(self) -> Hashable:
        """Return the path."""
        return self.node.labels

    def text(self) -> str:
        """Return the path, which reads back."""
        return " ".join(self.node.labels)

    def name(self, move: int) -> str:
        """Return the label; a child that was never visited has none."""
        known = [*self.node.children]
        return known[move] if move < len(known) else f"?{move + 1}"

    def board(self) -> Board:
        """Return the labels of the children in a row."""
        names = [self.name(move) for move in self.moves()][:LONGEST_ROW] or ["leaf"]
        return Board("Labels", (tuple(Cell("label", label=name) for name in names),))


def game_of(names: str) -> Game:
    """Return the game of one or several files of events, whose labels it unites; InputError if one cannot be read."""
    files = names.split(SEVERAL)
    root = LabelNode()
    for file in files:
        _grow(root, recording_of(file).events)

    def read(text: str, settings: Settings) -> LabelPosition:
        position = LabelPosition(root)
        for label in text.split():
            known = [position.name(move) for move in position.moves()]
            if label not in known:
                raise ValueError(f"{label!r:.60} is not a label there")
            position = position.play(known.index(label))
        return position

    return Game(
        name=names,
        title=" and ".join(recording_of(file).search for file in files),
        about="a search written elsewhere",
        sides=("MAX", "MIN"),
        notation="labels from the root",
        start=lambda settings: LabelPosition(root),
        read=read,
        evaluations={"recorded": lambda position, outcome: outcome or 0.0},
        presets=(Preset("root", "", "where the search began"),),
    )


def is_file(name: str) -> bool:
    """Say whether a name is that of a file of events, or of several."""
    return name.endswith(ENDING)


def _grow(root: LabelNode, events: Iterable[Event]) -> None:
    """Add what events tell."""
    path: list[LabelNode] = []
    for event in events:
        if event.verb is Verb.LEAVE:
            path.pop()
        if event.verb not in (Verb.ENTER, Verb.LEAF):
            continue
        node = root
        if path:
            above, label = path[-1], event.move or ""
            node = above.children.setdefault(label, LabelNode((*above.labels, label), not above.maximizing))
        if event.verb is Verb.LEAF:
            node.value = event.value
            continue
        node.maximizing = event.maximizing
        # Of a visit that was cut it is at least known that a child was left out.
        node.count = max(node.count, event.children or len(event.tried) + event.is_cut)
        path.append(node)
