"""What stands around a drawn tree: whose turn it is, the upper plies without rows, the best line."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.cells import cell_len

from games import CHANCE
from visualizer.explanation.naming import Perspective
from visualizer.explanation.standings import label_of
from visualizer.picture.layout.laid_out import ARROW, ROOT, Setter, best_path, node_in_line, setter_in_line, upper_line
from visualizer.picture.layout.node_words import TURNS, TreeOptions, movers_of, words_of_node
from visualizer.picture.layout.placed_nodes import PlacedNode, TreeLayout
from visualizer.picture.layout.spine import deepest_of, longest_of, sampled
from visualizer.run import Run
from visualizer.trace.labels import whose_mean
from visualizer.trace.tree_at_step import TreeAtStep
from visualizer.tui.cells.styled_lines import Hit, Span, clipped, ellipsed
from visualizer.tui.cells.styles import STATE
from visualizer.tui.cells.tree_grid import TextGrid, ends_of
from visualizer.tui.scene import Scene

WITH_SIDES = 12
"""Columns at the left edge for MAX or MIN and the side's name."""
BETWEEN = 3
FACTOR = "−1"
FOR_MOVER = f"for who is to move: an edge turns the sign ({FACTOR})"


HORIZON, HORIZON_LINE = "horizon", "┄"


@dataclass(frozen=True, slots=True)
class AroundTree:
    """A drawn tree in its rectangle, with columns at the left edge that say whose turn it is."""

    scene: Scene
    layout: TreeLayout
    grid: TextGrid
    margin: int

    def draw(self) -> Iterator[Hit]:
        """Draw all that stands around the tree; yield the places of the upper plies."""
        draw_turns(self.grid, self.scene.run, self.scene.tree, self.layout, self.margin)
        if self.scene.run.trace.adds:
            self.draw_sides_of_means()
        self.draw_horizon()
        self.draw_note()
        yield from self.draw_lines() if self.layout.lined else self.draw_upper()

    def draw_sides_of_means(self) -> None:
        """Say once for each ply below the root for whom its means are, if that is one side's: left of its moves."""
        found: dict[int, set[str]] = {}
        for placed in self.layout.nodes:
            if placed.node is not None and placed.ply and self.scene.tree.mean(placed.node) is not None:
                words = f"≈{self.scene.naming.view_of_mean(placed.node).whose}"
                found.setdefault(placed.top, set()).add(words)
        measures = self.layout.measures
        for top, sides in found.items():
            for x, y in ((0, top + measures.name), (self.margin + 1, top + measures.value)):
                words = min(sides)
                if len(sides) == 1 and self.grid.is_free(x, x + cell_len(words) + 1, y):
                    self.grid.put(x, y, words, "dim")
                    break

    def draw_horizon(self) -> None:
        """Draw a line across the tree above the first ply beyond the depth limit, where noisy moves alone are tried."""
        horizon = self.scene.tree.horizon
        lines = [each.top for each in self.layout.nodes if horizon is not None and len(each.path) == horizon + 1]
        if lines and lines[0] >= 0:
            if self.grid.is_free(0, len(HORIZON) + 1, lines[0]):
                self.grid.put(0, lines[0], HORIZON, "key")
            self.grid.fill(0, lines[0], HORIZON_LINE, "key")

    @property
    def setter(self) -> Setter | None:
        """Return the upper node whose child set the bound at the cut in focus, and that child with its value."""
        scene = self.scene
        return setter_in_line(scene.run, scene.tree, self.layout.upper, scene.setter, scene.perspective)

    def draw_lines(self) -> Iterator[Hit]:
        """Write each of the upper plies that have no rows of their own in a line: alpha, move and value, beta.

        The move that set the bound at a cut stands in place of the bound where it has no row.
        """
        scene, run, stem = self.scene, self.scene.run, self.layout.stem
        names = [run.move_name(path) if path else ROOT for path in self.layout.upper]
        width = max(map(cell_len, names), default=0) + len(" ▲ ≥") + longest_of(run, sampled(run)) + 2 * BETWEEN
        room, setter = (self.grid.width - self.margin - width) // 2 - 1, self.setter
        for y, (path, name) in enumerate(zip(self.layout.upper, names, strict=True)):
            node, state = scene.node(path), scene.state(path)
            words = words_of_node(run, scene.tree, PlacedNode(path, node, None, len(path)), state, options_of(scene))
            whose = f" {label_of(scene.naming, node)}" if run.trace.adds and node is not None else ""
            text = f"{name}{words.again} {words.sign}{words.label}{words.after}{whose}".rstrip()
            x = stem - cell_len(text) // 2
            self.grid.put(x, y, text, "selected" if (path, scene.folded) == (scene.focus, None) else STATE[state])
            yield Hit(y, x, x + cell_len(text), path)
            low, between, high = ("", "", "") if words.window is None else words.window.parts
            ends = ("", f"{low} {between} {high}") if between else (low, high)  # a question is read in one
            if setter is not None and setter[0] == path and cell_len(setter[1]) <= room:
                ends = (setter[1], ends[1]) if setter[1].endswith("α") else (ends[0], setter[1])
            for end in ends_of(0, ends, room, width // 2):
                end.write(self.grid, stem, y)

    def draw_upper(self) -> Iterator[Hit]:
        """Write the upper plies that have no rows of their own in one line, shortened in its middle."""
        scene = self.scene
        words = {path: node_in_line(scene.run, scene.tree, path, scene.perspective) for path in self.layout.upper}
        parts = [(path, text, STATE[scene.state(path)]) for path, text in words.items()]
        for (path, text, style), x in upper_line(parts, self.grid.width, self.setter) if parts else ():
            self.grid.put(x, 0, text, style)
            if text != ARROW:
                yield Hit(0, x, x + cell_len(text), path)

    def draw_note(self) -> None:
        """Write the best line known, and the root of the drawing, in the last line."""
        scene, notes = self.scene, list[Span]()
        if not self.layout.is_whole and (best := best_path(scene.run, scene.tree)):
            notes.append((f"★ best {'line' if scene.tree.at_end else 'so far'}: {scene.names(best)}", "best"))
        if scene.run.trace.adds:
            notes.insert(0, (whose_mean(scene.run.trace), "dim"))
        if scene.perspective is Perspective.MOVER:
            notes.append((FOR_MOVER, "dim"))
        if scene.top:
            notes.append((f"below {scene.names(scene.top)} (u goes back)", "dim"))
        x = 0
        for note in notes:
            for text, style in ellipsed([note], self.grid.width - x):
                self.grid.put(x, self.grid.height - 1, text, style)
                x += cell_len(text)
            x += BETWEEN


def options_of(scene: Scene) -> TreeOptions:
    """Return which values and windows a scene shows."""
    return TreeOptions(hide_leaves=scene.hide_leaves, windows=scene.windows, perspective=scene.perspective)


def draw_turns(grid: TextGrid, run: Run, tree: TreeAtStep, layout: TreeLayout, margin: int) -> None:
    """Say once for each ply whose turn it is there, in n columns at the left edge."""
    deepest = deepest_of(run, sampled(run)) or 1
    paths = [placed.path for placed in layout.nodes] if run.game.explicit else []
    written = {len(path) for path in paths if run.is_inner(path)}  # known before it is visited
    upper = [PlacedNode(path, tree.node_at(path), None, len(path)) for path in layout.upper if layout.lined]
    rows = {y: [placed] for y, placed in enumerate(upper)}
    for placed in layout.nodes if margin else ():
        rows.setdefault(placed.top + layout.measures.value, []).append(placed)
    for y, nodes in rows.items() if margin else ():
        if len(nodes[0].path) < deepest or len(nodes[0].path) in written:  # below there are leaves only
            grid.put(0, y, clipped(turn(run, movers_of(run, tree, nodes), margin), margin - 1), "dim")


def turn(run: Run, movers: Sequence[int], margin: int) -> str:
    """Say whose turn it is in a row: one side's or chance's, or that it is that of several."""
    names = [("MIN", "MAX", CHANCE)[each] for each in movers]
    if len(movers) > 1:
        words = " · ".join(names)
        return words if len(words) < margin else "".join(TURNS[each] for each in movers)
    if names[0] == CHANCE:
        return CHANCE if margin == WITH_SIDES else TURNS[movers[0]]
    side = f" {run.game.mover(movers[0])}" if margin == WITH_SIDES else ""
    return names[0] + side
