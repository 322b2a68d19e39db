"""A node in words, for who points at it or cannot see it."""

from __future__ import annotations

from visualizer.ink import clip
from visualizer.legend import LEGEND
from visualizer.picture import Box, Shape

ROLES = {Shape.MAX: "MAX", Shape.MIN: "MIN", Shape.LEAF: "leaf"}


def words_of(box: Box) -> str:
    """Say in words what a box is, for who points at it or cannot see it."""
    state = LEGEND[box.state].word
    if box.shape is Shape.BADGE:
        return f"{clip(box.text)} ({state})"
    said = f"{clip(box.move) or 'root'}, {ROLES[box.shape]}"
    if box.value:
        said += f"; value {clip(box.value)}"
    said += f"; {state}"
    if box.window:
        said += f"; window {clip(box.window)}"
    if box.order:
        said += f"; tried as number {box.order}"
    if box.score:
        said += f"; score {clip(box.score)}"
    return f"{said}; {clip(box.note)}" if box.note else said
