"""The game that files of events tell of where they name none: the labels of one or several files are its moves."""

from __future__ import annotations

from games import Game, Preset, Settings
from visualizer.events.label_tree import LabelPosition, united
from visualizer.events.recordings import labels_of

SEVERAL = "|"
"""Stands between the names of files that tell of the same search tree."""


def game_of(names: str) -> Game:
    """Return the game of one or several files of events, whose labels it unites; InputError if one cannot be read."""
    recordings = [labels_of(file) for file in names.split(SEVERAL)]
    trees = [recording.tree for recording in recordings if recording.tree is not None]
    root = trees[0] if len(trees) == 1 else united(trees)

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
        title=" and ".join(recording.header.search for recording in recordings),
        about="a search written elsewhere",
        sides=("MAX", "MIN"),
        notation="labels from the root",
        start=lambda settings: root,
        read=read,
        chance=lambda position: any(recording.log.has_chance for recording in recordings),
        evaluations={"recorded": lambda position, outcome: outcome or 0.0},
        presets=(Preset("root", "", "where the search began"),),
    )
