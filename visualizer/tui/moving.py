"""Where selecting leads, where playing stops, and what a screen asks of the app."""

from __future__ import annotations

from dataclasses import dataclass

from textual.message import Message

from visualizer.playhead import Playhead
from visualizer.stepping import next_cut, previous_cut
from visualizer.tui.drawn import Path
from visualizer.tui.scene import Scene


@dataclass
class Chosen(Message):
    """A person chose something that is remembered, or that the app does."""

    what: str
    value: str


def sibling(scene: Scene, by: int) -> Path | None:
    """Return the sibling so many places after the one in focus, in the order tried; the focus itself at an end."""
    focus = scene.focus
    if not focus:
        return None if scene.selected is None else focus
    order = scene.run.scored(focus[:-1])[0]
    place = order.index(focus[-1]) + by
    return (*focus[:-1], order[place]) if 0 <= place < len(order) else focus


def first_child(scene: Scene) -> Path | None:
    """Return the first child of the node in focus, in the order tried, if it has been visited and has any."""
    row = row_ever(scene, scene.focus)
    if row is None or not scene.run.trace.children(row):
        return None
    return (*scene.focus, scene.run.scored(scene.focus)[0][0])


def row_ever(scene: Scene, path: Path) -> int | None:
    """Return the row of a path, visited now or later, as far as the search has gone."""
    trace = scene.run.trace
    return Scene(scene.run, trace.last_step).row(path) if len(trace) else None


def heat_maps(scene: Scene) -> list[str]:
    """Return the names of the heat maps for the board in focus: the ordering's scores, then the game's own."""
    position = scene.run.position(board_path(scene))
    scores = ["scores"] if scene.run.scored(board_path(scene))[1] is not None else []
    return [*scores, *position.board().layers]


def board_path(scene: Scene) -> Path:
    """Return the path of the position to draw."""
    return scene.focus


def breakpoint_between(scene: Scene, step: int, target: int, *, cuts: bool) -> int | None:
    """Return the first step on the way that has a breakpoint, if any."""
    trace, found = scene.run.trace, []
    forwards = target > step
    if cuts:
        cut = next_cut(trace, step) if forwards else previous_cut(trace, step)
        if cut is not None:
            found.append(cut)
    whole = Playhead(trace, trace.last_step)
    for path in scene.breakpoints:
        row = row_ever(scene, path)
        if row is not None and whole.entered(row):
            found += [trace.enter_step(row), trace.return_step(row) or 0]
    between = [at for at in found if (step < at <= target if forwards else target <= at < step)]
    return (min if forwards else max)(between, default=None)
