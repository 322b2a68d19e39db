"""A frame: the folded tree, laid out once, as it looks at a step."""

from __future__ import annotations

from dataclasses import dataclass, replace

from visualizer.labels import state_of, value_label, window_label
from visualizer.legend import LEGEND, State
from visualizer.numbers import show
from visualizer.picture import Box, Edge, Picture, Shape
from visualizer.picture.fold import Folding, Node, Part, fold
from visualizer.picture.sizes import room_of, size_of
from visualizer.picture.tidy import tidy
from visualizer.playhead import Playhead
from visualizer.run import Run
from visualizer.summary import counts

GAP = 1.0
PITCH = 7.4
SLOPE, STEEPEST = 0.065, 14.0
"""The longer the edges of a level run to the side, the deeper it is, by this part of it and at most this much more."""


@dataclass(frozen=True, slots=True)
class Style:
    """How a picture is to look; `title` replaces the one made from the game and the search."""

    title: str = ""
    theme: str = "light"
    text_size: float = 13
    board: bool = True


class Layout:
    """The folded tree of a run with a place for each node: made once, good for every step."""

    def __init__(self, run: Run, folding: Folding | None = None, style: Style | None = None) -> None:
        """Choose what to draw and lay it out."""
        self.run, self.style = run, style or Style()
        self.nodes = fold(run, folding or Folding())
        self.final = Playhead(run.trace, run.trace.last_step)
        size = self.style.text_size
        boxes = [self._box(node) for node in self.nodes]
        sizes = [self._size(node, box, boxes) for node, box in zip(self.nodes, boxes, strict=True)]
        rooms = [room_of(box, width, size) for box, (width, _) in zip(boxes, sizes, strict=True)]
        places = tidy([node.children for node in self.nodes], rooms, GAP * size)
        tops = _tops(self.nodes, places, size)
        self.boxes = [
            replace(box, x=place, y=tops[box.ply], width=width, height=height)
            for box, place, (width, height) in zip(boxes, places, sizes, strict=True)
        ]
        self.width = max(place + room / 2 for place, room in zip(places, rooms, strict=True))
        self.height = max(box.y + box.height for box in self.boxes)

    def _box(self, node: Node) -> Box:
        """Return a node's box with the words that are the same at every step."""
        run, trace, row = self.run, self.run.trace, node.row
        if node.part is Part.MANY_PRUNED:
            return Box(node.key, Shape.BADGE, State.PRUNED, node.ply, text=f"✕ {node.hidden.children} pruned")
        if node.part is Part.MANY_FOLDED:
            return Box(node.key, Shape.BADGE, State.FOLDED, node.ply, text=_hidden(node))
        path = run.path(row) if node.part is Part.VISIT else (*run.path(row), node.number)
        move = run.move_name(path) if path else ""
        score = self._score(path)
        if node.part is Part.PRUNED:
            return Box(node.key, Shape.LEAF, State.PRUNED, node.ply, move=move, order=node.place, score=score)
        inner = trace.children(row) > 0
        shape = Shape.LEAF if not inner else Shape.MAX if trace.maximizing(row) else Shape.MIN
        note = _hidden(node) if node.hidden.nodes else ""
        value = value_label(self.final, row)
        return Box(node.key, shape, State.DONE, node.ply, move, value, order=node.place, score=score, note=note)

    def _score(self, path: tuple[int, ...]) -> str:
        scores = self.run.scored(path[:-1])[1] if path else None
        return "" if scores is None else show(scores[path[-1]].total)

    def _size(self, node: Node, box: Box, boxes: list[Box]) -> tuple[float, float]:
        """Return a box's width and height, with room for every value that it may show on the way."""
        below = max((len(boxes[child].value.lstrip("≤≥")) + 1 for child in node.children), default=0)
        return size_of(box, self.style.text_size, below)

    def frame(self, step: int) -> Picture:
        """Return the picture at a step."""
        here = Playhead(self.run.trace, step)
        line = here.principal_variation()
        best_line = frozenset((0, *line)) if line else frozenset()
        boxes = tuple(self._at(here, best_line, node, box) for node, box in zip(self.nodes, self.boxes, strict=True))
        edges = tuple(
            Edge(boxes[node.parent].key, box.key, box.state, box.on_best_line)
            for node, box in zip(self.nodes, boxes, strict=True)
            if node.parent >= 0
        )
        used = {box.state for box in boxes}
        return Picture(
            title=self.style.title or self._title(),
            subtitle=self._subtitle(),
            boxes=boxes,
            edges=edges,
            width=self.width,
            height=self.height,
            states=tuple(state for state in LEGEND if state in used),
            captions=self._captions(here),
            board=self.run.root.board() if self.style.board else None,
            theme=self.style.theme,
            text_size=self.style.text_size,
            facts={"command": self.run.recipe.command("search"), "step": str(here.step)},
        )

    def _at(self, here: Playhead, best_line: frozenset[int], node: Node, box: Box) -> Box:
        """Return a box as it looks at a step."""
        if node.part is Part.MANY_FOLDED:
            return box
        if node.part is not Part.VISIT:
            return box if here.is_cut(node.row) else replace(box, state=State.TO_COME)
        state = state_of(here, node.row, best_line)
        row = node.row
        inner_and_open = box.shape is not Shape.LEAF and here.entered(row) and not here.returned(row)
        return replace(
            box,
            state=state,
            value=value_label(here, row) or ("?" if here.entered(row) else ""),
            window=window_label(here, row) if inner_and_open else "",
            on_best_line=row in best_line,
        )

    def _title(self) -> str:
        run = self.run
        turn = run.game.sides[0] if run.root.maximizing else run.game.sides[1]
        return f"{run.root.board().title or run.game.title}, {turn} to move"

    def _subtitle(self) -> str:
        search = self.run.recipe.search
        depth = "to the end" if search.depth == "all" else f"depth {search.depth}"
        cut = f", cut α {'≥' if search.cut == '>=' else '>'} β, fail-{search.fail}"
        rule = cut if self.run.algorithm.uses_window else ""
        return f"{self.run.algorithm.title}, {search.ordering} order, {depth}, {search.evaluation}{rule}"

    def _captions(self, here: Playhead) -> tuple[str, ...]:
        counted, trace = counts(here), self.run.trace
        so_far = "" if here.step == trace.steps else f"step {here.step:,} of {trace.steps:,}: "
        words = so_far + counted.words()
        return (words, f"stopped: {trace.reason}") if trace.reason else (words,)


def _tops(nodes: list[Node], places: list[float], size: float) -> list[float]:
    """Return how far down each level begins: levels with long edges get more room, so that these do not lie flat."""
    spans = [0.0] * (max(node.ply for node in nodes) + 1)
    for node, place in zip(nodes, places, strict=True):
        if node.parent >= 0:
            spans[node.ply] = max(spans[node.ply], abs(place - places[node.parent]))
    tops = [0.0]
    for span in spans[1:]:
        tops.append(tops[-1] + PITCH * size + min(SLOPE * span, STEEPEST * size))
    return [round(top, 2) for top in tops]


def _many(count: int, one: str, several: str = "") -> str:
    """Write a number and what it counts.

    >>> _many(1, "cutoff"), _many(7, "leaf", "leaves")
    ('1 cutoff', '7 leaves')
    """
    return f"{count:,} {one if count == 1 else several or one + 's'}"


def _hidden(node: Node) -> str:
    """Say what is folded."""
    hidden = node.hidden
    cutoffs = f", {_many(hidden.cutoffs, 'cutoff')}" if hidden.cutoffs else ""
    if node.part is Part.MANY_FOLDED:
        moves = f"{hidden.children:,} more"
        return moves if hidden.nodes == hidden.children else f"{moves}, {_many(hidden.nodes, 'node')}{cutoffs}"
    return f"+{hidden.nodes:,} below{cutoffs}"
