"""A node in words, for who points at it or cannot see it."""

from __future__ import annotations

from visualizer.look.legend import LEGEND, State
from visualizer.look.shapes import clip
from visualizer.picture.model import Box, BoxShape

IN_FOLDED = "here: the last event"
ROLES = {BoxShape.MAX: "MAX", BoxShape.MIN: "MIN", BoxShape.LEAF: "leaf"}


def words_of(box: Box) -> str:
    """Say in words what a box is, for who points at it or cannot see it."""
    state = LEGEND[box.state].word
    inside = f"; {IN_FOLDED}" if box.running else ""
    if box.shape is BoxShape.FOLDED:
        return f"{clip(', '.join(box.lines))} ({state}){inside}"
    unseen = box.state in (State.PRUNED, State.TO_COME)
    said = (clip(box.move) or "root") + box.looks
    if not unseen:  # what a node is that was not visited, nobody knows
        said += f", {ROLES[box.shape]}"
    if box.value:
        said += f"; value {clip(box.value)}"
    said += f"; {state}"
    if box.window is not None:
        said += f"; window {clip(box.window.words)}"
    if box.order:
        said += f"; tried as number {box.order}"
    if box.score:
        said += f"; score {clip(box.score)}"
    return f"{said}; {clip(', '.join(box.tags))}" if box.tags else said


def meaning_of(state: State) -> str:
    """Say in the legend what a state is."""
    return LEGEND[state].word
