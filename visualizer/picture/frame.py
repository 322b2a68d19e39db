"""A frame: the folded tree, laid out once, as it looks at a step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from visualizer.boards.text import side_of
from visualizer.look.legend import LEGEND, State
from visualizer.look.numbers import show
from visualizer.measures.summary import counts, many
from visualizer.picture import Box, BoxShape, Edge, Picture
from visualizer.picture.fold import FoldedNode, Folding, NodeKind, fold, hidden_at
from visualizer.picture.room import children_values, longest_value, longest_window
from visualizer.picture.sizes import TRIANGLE_HEIGHT, TRIANGLES, below_size, size_of
from visualizer.picture.so_far import fullest, holds, words_at
from visualizer.picture.tidy import tidy
from visualizer.run import Run
from visualizer.trace.labels import state_of, value_label, window_label
from visualizer.trace.playhead import Playhead
from visualizer.trace.rows import MovePath

GAP = 1.0
BAND = 3.6
"""Room for the edges between two levels."""
SLOPE, STEEPEST = 0.065, 14.0
"""The longer the edges of a level run to the side, the deeper it is, by this part of it and at most this much more."""


@dataclass(frozen=True, slots=True)
class Style:
    """How a picture is to look; `title` replaces the one made from the game and the search."""

    title: str = ""
    theme: str = "light"
    text_size: float = 13
    board: bool = True


@dataclass(frozen=True, slots=True)
class Measured:
    """A node's box before it has a place, and the room it takes: its own size, and the height of what hangs below it.

    `below` is the width that it takes on the level below it: that of what hangs there, or its own if it is high. Edges
    of its neighbours then keep clear of it, as they end beside that room.
    """

    node: FoldedNode
    box: Box
    width: float
    height: float
    hanging_height: float
    below: float

    @property
    def size(self) -> tuple[float, float]:
        """Its own width and height."""
        return self.width, self.height

    def room(self, gap: float) -> float:
        """Return the width that it takes among its neighbours, which stand so far apart."""
        return max(self.width, self.below - 2 * gap)


class Layout:
    """The folded tree of a run with a place for each node: made once, good for every step."""

    def __init__(self, run: Run, folding: Folding | None = None, style: Style | None = None) -> None:
        """Choose what to draw and lay it out."""
        self.run, self.style = run, style or Style()
        self.nodes = fold(run, folding or Folding())
        self.final = Playhead(run.trace)
        paths: list[MovePath] = []
        measured: list[Measured] = []
        for node in self.nodes:
            paths.append(run.path(node.row) if node.parent < 0 else (*paths[node.parent], node.number))
            measured.append(self._measured(node, paths[-1]))
        gap = GAP * self.style.text_size
        rooms = [each.room(gap) for each in measured]
        middles = tidy([node.children for node in self.nodes], rooms, gap, [each.below for each in measured])
        tops = _tops(measured, middles, self.style.text_size)
        self.boxes = [
            each.box.placed(middle, tops[each.box.ply], each.size, max(room, each.below))
            for each, middle, room in zip(measured, middles, rooms, strict=True)
        ]
        self.width = max(box.x + box.room / 2 for box in self.boxes)
        self.height = max(tops[each.box.ply] + each.height + each.hanging_height for each in measured)

    def _measured(self, node: FoldedNode, path: MovePath) -> Measured:
        """Return a node's box and how much room it takes at most, at any step."""
        box, (width, height) = self._box(node, path)
        hanging_width, hanging_height = below_size(box, self.style.text_size)
        is_high = height > TRIANGLE_HEIGHT * self.style.text_size
        below = max(width, hanging_width) if is_high else hanging_width
        return Measured(node, box, width, height, hanging_height, below)

    def _box(self, node: FoldedNode, path: MovePath) -> tuple[Box, tuple[float, float]]:
        """Return a node's box, with words that are the same at every step or as long as any, and its size."""
        run, final, row = self.run, self.final, node.row
        if node.kind in (NodeKind.MANY_PRUNED, NodeKind.MANY_FOLDED):
            state = State.PRUNED if node.kind is NodeKind.MANY_PRUNED else State.FOLDED
            return self._sized(Box(node.key, BoxShape.BADGE, state, node.ply, text=fullest(node)))
        move = run.move_name(path) if path else ""
        score = self._score(path)
        if node.kind is NodeKind.PRUNED:
            box = Box(node.key, self._shape(path), State.PRUNED, node.ply, move=move, order=node.place, score=score)
            return self._sized(box)
        inner = final.move_count(row) > 0
        shape = BoxShape.LEAF if not inner else BoxShape.MAX if final.maximizing(row) else BoxShape.MIN
        values = children_values(self.final, row) if inner else []
        window = longest_window(self.final, row, values) if inner and run.algorithm.uses_window else ""
        value, note = value_label(self.final, row), fullest(node)
        box = Box(node.key, shape, State.DONE, node.ply, move, value, window, node.place, score, note)
        return self._sized(box, longest_value(values))

    def _shape(self, path: MovePath) -> BoxShape:
        """Return the shape of a node that was never visited: that of an inner one, if it would have been one."""
        if not self.run.is_inner(path):
            return BoxShape.LEAF
        return BoxShape.MAX if self.run.position(path).maximizing else BoxShape.MIN

    def _sized(self, box: Box, longest: int = 0) -> tuple[Box, tuple[float, float]]:
        """Return a box and its size, with room for values of so many letters."""
        return box, size_of(box, self.style.text_size, longest)

    def _score(self, path: MovePath) -> str:
        scores = self.run.scored(path[:-1])[1] if path else None
        return "" if scores is None else show(scores[path[-1]].total)

    def frame(self, step: int) -> Picture:
        """Return the picture at a step."""
        here = Playhead(self.run.trace, step)
        line = here.principal_variation()
        best_line = frozenset((0, *line)) if line else frozenset()
        running = _line_to(here)
        boxes = tuple(
            self._at(here, best_line, holds(node, running), node, box)
            for node, box in zip(self.nodes, self.boxes, strict=True)
        )
        edges = tuple(
            Edge(boxes[node.parent].key, box.key, box.drawn_as, box.on_best_line)
            for node, box in zip(self.nodes, boxes, strict=True)
            if node.parent >= 0
        )
        used = {box.state for box in boxes}
        used |= {State.CURRENT} if any(box.running for box in boxes) else set()
        used |= {State.FOLDED} if any(box.note for box in boxes) else set()
        return Picture(
            title=self.style.title or self._title(),
            subtitle=self._subtitle(),
            boxes=boxes,
            edges=edges,
            width=self.width,
            height=self.height,
            states=tuple(state for state in LEGEND if state in used),
            captions=self._captions(here),
            board=self.run.position(self._path()).board() if self.style.board else None,
            theme=self.style.theme,
            text_size=self.style.text_size,
        )

    def _at(self, here: Playhead, best_line: frozenset[int], running: bool, node: FoldedNode, box: Box) -> Box:
        """Return a box as it looks at a step; `running` says that the last event is in what it hides."""
        row = node.row
        if node.kind is NodeKind.PRUNED:
            return box if here.is_cut(row) else replace(box, state=State.TO_COME)
        if node.kind is not NodeKind.VISIT:
            return self._badge_at(here, running, node, box)
        state = state_of(here, row, best_line)
        if state is State.TO_COME and (above := here.parent(row)) >= 0 and here.entered(above) and here.is_cut(above):
            state = State.PRUNED  # a later visit of its parent will come to it
        returned = here.returned(row)
        inner_and_open = box.shape is not BoxShape.LEAF and here.entered(row) and not returned
        last = returned and not self.run.trace.revisits
        value = (box.value if last else value_label(here, row)) or ("?" if here.entered(row) else "")
        window = window_label(here, row) if inner_and_open and self.run.algorithm.uses_window else ""
        note = words_at(here, node)
        return box.looking(state, value, window, note, on_best_line=row in best_line, running=running)

    def _badge_at(self, here: Playhead, running: bool, node: FoldedNode, box: Box) -> Box:
        """Return a badge as it looks at a step, as large as its words: what is to be pruned is not known to be."""
        to_come = node.kind is NodeKind.MANY_PRUNED and not here.is_cut(node.row)
        state = State.TO_COME if to_come else box.state
        said = replace(box, text=words_at(here, node), state=state, running=running)
        return said.placed(box.x, box.y, size_of(said, self.style.text_size), box.room)

    def _path(self) -> MovePath:
        """Return the moves to the topmost node drawn, by their numbers."""
        return self.run.path(self.nodes[0].row)

    def _title(self) -> str:
        run, path = self.run, self._path()
        position = run.position(path)
        board = position.board()
        title = board.title or run.game.title
        after = f", after {' '.join(run.names(path))}" if path else ""
        if position.outcome() is not None:
            return f"{title}{after}"
        return f"{title}{after}, {side_of(run.game, board, first=position.maximizing)} to move"

    def _subtitle(self) -> str:
        return ", ".join([self.run.algorithm.title, *self.run.recipe.search.headings()])

    def _captions(self, here: Playhead) -> tuple[str, ...]:
        counted, trace = counts(here), self.run.trace
        so_far = "" if here.step == trace.steps else f"step {here.step:,} of {trace.steps:,}: "
        captions = [so_far + counted.words()]
        if top := self.nodes[0].row:
            below = hidden_at(here, [top])
            part = f"{many(below.nodes, 'node', 'nodes')}, {many(below.cutoffs, 'cutoff', 'cutoffs')}"
            captions = [f"from {' '.join(self.run.names(self._path()))} on: {part}", f"the whole search: {captions[0]}"]
        return (*captions, f"stopped: {trace.reason}") if trace.reason else tuple(captions)


def _line_to(here: Playhead) -> frozenset[int]:
    """Return the row of the last event and those above it; none before the first step and after the last."""
    return frozenset() if here.at_end or here.current is None else frozenset(here.line_to(here.current))


def _tops(measured: Sequence[Measured], middles: Sequence[float], size: float) -> list[float]:
    """Return how far down each level begins: levels with long edges get more room, so that these do not lie flat."""
    levels = max(each.box.ply for each in measured) + 1
    spans, highest = [0.0] * levels, [TRIANGLE_HEIGHT * size] * levels
    for each, middle in zip(measured, middles, strict=True):
        ply = each.box.ply
        if each.node.parent >= 0:
            spans[ply] = max(spans[ply], abs(middle - middles[each.node.parent]))
        if each.box.shape in TRIANGLES:
            highest[ply] = max(highest[ply], each.height)
    tops = [0.0]
    for height, span in zip(highest, spans[1:], strict=False):
        tops.append(tops[-1] + height + BAND * size + min(SLOPE * span, STEEPEST * size))
    return [round(top, 2) for top in tops]
