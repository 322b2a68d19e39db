"""What is drawn, before any format: boxes with places, edges, words. An exporter takes a picture and nothing else.

Lengths are in points of a drawing whose text is `text_size` high; x grows to the right, y downwards.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from games import Board
from visualizer.look.legend import State


class BoxShape(Enum):
    """The outline of a box."""

    MAX = "triangle up"
    MIN = "triangle down"
    LEAF = "rectangle"
    BADGE = "badge"
    """Stands for what is folded or for pruned children; `text` says how many."""


@dataclass(frozen=True, slots=True)
class Box:
    """A node as drawn; `x` is the middle, `y` the top.

    `move` leads to the node, `value` carries its bound ("≥3"), `window` is "α 3  β +∞" or empty, `order` is the place
    (from 1) in which the node is tried, `note` is what is folded below ("+312 below, 4 cutoffs"), `text` is a badge's.
    `running` says that the last event of the step is in what the note or badge stands for. `room` is the width that it
    and what stands below it take at most, at any step.
    """

    key: str
    shape: BoxShape
    state: State
    ply: int
    move: str = ""
    value: str = ""
    window: str = ""
    order: int = 0
    score: str = ""
    note: str = ""
    text: str = ""
    on_best_line: bool = False
    running: bool = False
    x: float = 0
    y: float = 0
    width: float = 0
    height: float = 0
    room: float = 0

    @property
    def drawn_as(self) -> State:
        """Return the state by which it looks: a badge that hides the last event is where the search is."""
        return State.CURRENT if self.running and self.shape is BoxShape.BADGE else self.state

    def placed(self, x: float, y: float, size: tuple[float, float], room: float) -> Box:
        """Return the box at a place, with its width, height and room; written out, as there are thousands of them."""
        return Box(
            self.key, self.shape, self.state, self.ply, self.move, self.value, self.window, self.order, self.score,
            self.note, self.text, self.on_best_line, self.running, x, y, *size, room,
        )  # fmt: skip

    def looking(self, state: State, value: str, window: str, note: str, *, on_best_line: bool, running: bool) -> Box:
        """Return the box with what changes from step to step; written out, as there are thousands of them."""
        return Box(
            self.key, self.shape, state, self.ply, self.move, value, window, self.order, self.score,
            note, self.text, on_best_line, running, self.x, self.y, self.width, self.height, self.room,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Edge:
    """A line from a box to one below it, by their keys."""

    source: str
    target: str
    state: State
    on_best_line: bool = False


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing of a tree at a step.

    `title` and `subtitle` stand above, `captions` below, then one line of legend for each of `states` (those that
    occur). `board` is the root position, if it is to be drawn. `width` and `height` are those of the tree alone, with
    room for every note and window that comes at some step.
    """

    title: str
    subtitle: str
    boxes: tuple[Box, ...]
    edges: tuple[Edge, ...]
    width: float
    height: float
    states: tuple[State, ...]
    captions: tuple[str, ...] = ()
    board: Board | None = None
    theme: str = "light"
    text_size: float = 13


def seen(picture: Picture) -> Picture:
    """Return a picture without the nodes that had not been visited."""
    boxes = tuple(box for box in picture.boxes if box.state is not State.TO_COME)
    keys = {box.key for box in boxes}
    edges = tuple(edge for edge in picture.edges if edge.target in keys)
    states = tuple(state for state in picture.states if state is not State.TO_COME)
    return replace(picture, boxes=boxes, edges=edges, states=states)
