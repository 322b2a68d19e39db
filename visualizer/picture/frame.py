"""A frame: the folded tree, laid out once, as it looks at a step."""

from __future__ import annotations

from dataclasses import dataclass, replace

from visualizer.labels import state_of, value_label, window_label
from visualizer.legend import LEGEND, State
from visualizer.numbers import show
from visualizer.picture import Box, Edge, Picture, Shape
from visualizer.picture.fold import Folding, Node, Part, fold
from visualizer.picture.tidy import tidy
from visualizer.playhead import Playhead
from visualizer.run import Run
from visualizer.summary import counts

LETTER = 0.602
"""Width of a letter of the drawing's type (monospaced) in units of its size."""
GAP = 1.0
PITCH = 6.2
LEAF_HEIGHT = 2.9
TRIANGLE_HEIGHT = 3.9
BADGE_HEIGHT = 1.9


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
        self._plain = [self._box(node) for node in self.nodes]
        boxes = [self._measured(box) for box in self._plain]
        places = tidy([node.children for node in self.nodes], [box.width for box in boxes], GAP * size)
        self.boxes = [
            replace(box, x=place, y=node.ply * PITCH * size)
            for box, node, place in zip(boxes, self.nodes, places, strict=True)
        ]
        self.width = max(box.x + box.width / 2 for box in self.boxes)
        self.height = max(box.y + box.height for box in self.boxes)

    def _box(self, node: Node) -> Box:
        """Return a node's box with the words that are the same at every step."""
        run, trace, row = self.run, self.run.trace, node.row
        if node.part is Part.MANY_PRUNED:
            return Box(node.key, Shape.BADGE, State.PRUNED, node.ply, text=f"{node.hidden.children} pruned")
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

    def _measured(self, box: Box) -> Box:
        """Return the box with its width and height."""
        size = self.style.text_size
        letters = max(len(box.move), len(box.value) + 1, len(box.text) * 0.85, len(box.note) * 0.75, 2)
        if box.shape is Shape.LEAF:
            width, height = letters * LETTER * size + 0.9 * size, LEAF_HEIGHT * size
        elif box.shape is Shape.BADGE:
            width, height = letters * LETTER * size + 1.2 * size, BADGE_HEIGHT * size
        else:
            width, height = max(letters * LETTER * size * 1.5 + 1.2 * size, 4.4 * size), TRIANGLE_HEIGHT * size
        return replace(box, width=round(width, 2), height=round(height, 2))

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
        words = (
            f"{so_far}{counted.nodes:,} nodes, {counted.leaves:,} leaves, {counted.cutoffs:,} cutoffs, "
            f"{counted.pruned:,} pruned"
        )
        return (words, f"stopped: {trace.reason}") if trace.reason else (words,)


def _hidden(node: Node) -> str:
    """Say what is folded."""
    hidden = node.hidden
    cutoffs = f", {hidden.cutoffs:,} cutoff{'s' if hidden.cutoffs != 1 else ''}" if hidden.cutoffs else ""
    if node.part is Part.MANY_FOLDED:
        moves = f"{hidden.children:,} more"
        return moves if hidden.nodes == hidden.children else f"{moves}, {hidden.nodes:,} nodes{cutoffs}"
    return f"+{hidden.nodes:,} below{cutoffs}"
