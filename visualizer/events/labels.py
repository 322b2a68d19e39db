"""The game that files of events tell of where they name none: positions are paths, moves are the files' labels."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from games import Board, Cell, Game, Preset, Settings
from visualizer.events.label_tree import LabelTree
from visualizer.events.reading import recording_of

SEVERAL = "|"
"""Stands between the names of files that tell of the same search tree."""
LONGEST_ROW = 24


@dataclass(frozen=True, slots=True)
class LabelPosition:
    """A node of the tree; or, of a node, a child that was announced and never visited, by its number."""

    tree: LabelTree
    node: int
    unvisited: int | None = None

    @property
    def maximizing(self) -> bool:
        """Whether MAX is to move here."""
        return self.tree.maximizing(self.node) == (self.unvisited is None)

    def moves(self) -> Sequence[int]:
        """List the children's numbers: those that were visited, as they first were, then others that were announced."""
        return range(0 if self.unvisited is not None else self.tree.move_count(self.node))

    def play(self, move: int) -> "LabelPosition":
        """Go down to a child; of one that was never visited nothing is known."""
        known = self.tree.children(self.node)
        return LabelPosition(self.tree, known[move]) if move < len(known) else LabelPosition(self.tree, self.node, move)

    def outcome(self) -> float | None:
        """Return the value of a leaf."""
        if self.unvisited is not None:
            return 0.0
        return None if self.tree.is_inner(self.node) else self.tree.value(self.node)

    def key(self) -> Hashable:
        """Return what tells it from other positions of the same tree."""
        return self.node, self.unvisited

    def text(self) -> str:
        """Return the path, which reads back."""
        beyond = () if self.unvisited is None else (unvisited(self.unvisited),)
        return " ".join((*self.tree.path(self.node), *beyond))

    def name(self, move: int) -> str:
        """Return the label; a child that was never visited has none."""
        known = self.tree.children(self.node)
        return self.tree.label(known[move]) if move < len(known) else unvisited(move)

    def board(self) -> Board:
        """Return the labels of the children in a row."""
        names = [self.name(move) for move in self.moves()[:LONGEST_ROW]] or ["leaf"]
        return Board("Labels", (tuple(Cell("label", label=name) for name in names),))


def unvisited(move: int) -> str:
    """Return what stands for the label of a child that was never visited."""
    return f"?{move + 1}"


def game_of(names: str) -> Game:
    """Return the game of one or several files of events, whose labels it unites; InputError if one cannot be read."""
    tree, recordings = LabelTree(), [recording_of(file) for file in names.split(SEVERAL)]
    for recording in recordings:
        tree.take(recording)
    root = LabelPosition(tree, 0)

    def read(text: str, settings: Settings) -> LabelPosition:
        position = root
        for label in text.split():
            known = [position.name(move) for move in position.moves()]
            if label not in known:
                raise ValueError(f"{label!r:.60} is not a label there")
            position = position.play(known.index(label))
        return position

    return Game(
        name=names,
        title=" and ".join(recording.search for recording in recordings),
        about="a search written elsewhere",
        sides=("MAX", "MIN"),
        notation="labels from the root",
        start=lambda settings: root,
        read=read,
        evaluations={"recorded": lambda position, outcome: outcome or 0.0},
        presets=(Preset("root", "", "where the search began"),),
    )
