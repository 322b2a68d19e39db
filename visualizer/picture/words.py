"""A node in words, for tooltips and screen readers."""

from __future__ import annotations

from visualizer.look.legend import LEGEND, State
from visualizer.look.shapes import clip
from visualizer.picture.model import Box, BoxShape

IS_HERE = "here: the last event"
ROLES = {BoxShape.MAX: "MAX", BoxShape.MIN: "MIN", BoxShape.LEAF: "leaf"}


def words_of(box: Box) -> str:
    """Describe a box in words."""
    state = LEGEND[box.state].word
    inside = f"; {IS_HERE}" if box.running else ""
    if box.shape is BoxShape.FOLDED:
        return f"{clip(', '.join(box.lines))} ({state}){inside}"
    unseen = box.state in (State.PRUNED, State.TO_COME)
    said = (clip(box.move) or "root") + box.looks
    if not unseen:  # MAX, MIN or leaf is unknown before a node is visited
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
