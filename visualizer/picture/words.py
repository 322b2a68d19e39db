"""A node in words, for who points at it or cannot see it."""

from __future__ import annotations

from visualizer.look.legend import LEGEND, State
from visualizer.look.shapes import clip
from visualizer.picture import Box, BoxShape, Picture

IN_FOLD = "here, in what is folded: the last event"
ROLES = {BoxShape.MAX: "MAX", BoxShape.MIN: "MIN", BoxShape.LEAF: "leaf"}


def words_of(box: Box) -> str:
    """Say in words what a box is, for who points at it or cannot see it."""
    state = LEGEND[box.state].word
    inside = f"; {IN_FOLD}" if box.running else ""
    if box.shape is BoxShape.BADGE:
        return f"{clip(box.text)} ({state}){inside}"
    unseen = box.state in (State.PRUNED, State.TO_COME)
    said = clip(box.move) or "root"
    if not unseen:  # what a node is that was not visited, nobody knows
        said += f", {ROLES[box.shape]}"
    if box.value:
        said += f"; value {clip(box.value)}"
    said += f"; {state}"
    if box.window:
        said += f"; window {clip(box.window)}"
    if box.order:
        said += f"; number {box.order} in the order" if unseen else f"; tried as number {box.order}"
    if box.score:
        said += f"; score {clip(box.score)}"
    return f"{said}; {clip(box.note)}{inside}" if box.note else said


def meaning_of(state: State, picture: Picture) -> str:
    """Say in the legend what a state is; where the last event is in something folded, that is what is marked."""
    hidden = state is State.CURRENT and any(box.running for box in picture.boxes)
    return IN_FOLD if hidden else LEGEND[state].word
