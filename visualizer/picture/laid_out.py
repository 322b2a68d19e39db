"""Which layout a tree has: it is placed whole where it fits, and along a spine where not; for explorer and exports."""

from __future__ import annotations

from dataclasses import replace

from visualizer.look.legend import State
from visualizer.picture.slots import SlotLayout
from visualizer.picture.spine import along
from visualizer.picture.whole_tree import Paper, whole_tree
from visualizer.run import Run
from visualizer.trace.labels import state_of
from visualizer.trace.playhead import Playhead
from visualizer.trace.rows import MovePath


def laid_out(run: Run, here: Playhead, top: MovePath, selected: MovePath | None, paper: Paper) -> SlotLayout:
    """Return the places of all that is drawn below a node at a step; `selected` is the path a person looks at."""
    below = paper.form.note * bool(top)  # a line says where the drawing begins
    whole = whole_tree(run, top, replace(paper, rows=paper.rows - below) if below else paper)
    return whole if whole is not None else along(run, here, top, spine_of(run, here, top, selected), paper)


def spine_of(run: Run, here: Playhead, top: MovePath, selected: MovePath | None = None) -> MovePath:
    """Return the path that is drawn straight down: to the selected node, to the running point, or the best line."""
    if selected is not None:
        path = selected
    elif here.at_end:
        path = best_path(run, here)
    else:
        path = () if here.current is None else run.path(here.current)
    return path if path[: len(top)] == top else top


def best_path(run: Run, here: Playhead) -> MovePath:
    """Return the moves of the best line known."""
    return tuple(run.trace.move(node) for node in here.principal_variation())


def states_of(here: Playhead, layout: SlotLayout, best: frozenset[int]) -> list[State]:
    """Return the state of each slot's node, or of those in its wedge; `best` are the nodes of the best line."""
    states: list[State] = []
    for slot in layout.slots:
        if slot.wedge is not None and slot.wedge.visited:
            states.append(State.DONE)
        elif slot.node is not None and here.entered(slot.node):
            states.append(state_of(here, slot.node, best))
        elif slot.above is not None and here.entered(slot.above):
            states.append(State.PRUNED if here.is_cut(slot.above) else State.TO_COME)
        elif slot.parent >= 0:
            states.append(State.PRUNED if states[slot.parent] is State.PRUNED else State.TO_COME)
        else:
            states.append(unvisited(here, slot.path))
    return states


def unvisited(here: Playhead, path: MovePath) -> State:
    """Return whether a node not visited is still to come or has been pruned, itself or with an ancestor."""
    while path:
        path = path[:-1]
        node = here.node_at(path)
        if node is not None:
            return State.PRUNED if here.is_cut(node) else State.TO_COME
    return State.TO_COME
