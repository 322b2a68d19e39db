"""Tree: the drawing from the book, root on top, laid out once so that nothing moves while stepping.

Of a big tree it shows what fits best under a chosen node; the rest is folded into badges that say how much is there.
Only where the search runs in what is folded, that place is laid out too.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache

from rich.cells import cell_len

from visualizer.look.legend import LEGEND, State
from visualizer.picture.fold import FoldedNode, Folding, NodeKind, fold
from visualizer.picture.tidy import tidy
from visualizer.run import Run
from visualizer.trace.labels import value_label
from visualizer.trace.playhead import Playhead
from visualizer.trace.rows import MovePath
from visualizer.tui.scene import Scene
from visualizer.tui.styled_lines import Hit, Line, Rendering, fitted
from visualizer.tui.styles import STATE
from visualizer.tui.views import View

PITCHES = (6, 5, 4)
"""Lines from one ply to the next: move, value, window, stem where there is room, branches."""
MARK = 2
"""Columns of the sign of a node that another search does not visit, or only another one."""
GAPS = (12, 8, 5, 2)
"""Columns between neighbours, as many as there is room for."""
FEW = 6
"""So many siblings of the node where the search runs are shown with it."""
LIMITS = (12, 24, 48, 96, 200, 400, 1000)
"""How many nodes to draw at each zoom, from far to near."""
USUAL = 3


@dataclass(frozen=True, slots=True)
class PlacedNode:
    """A node of the drawing: its middle and its line."""

    node: FoldedNode
    path: MovePath
    x: int
    y: int
    width: int


@dataclass(slots=True)
class TreeLayout:
    """The laid-out part of a tree."""

    places: list[PlacedNode] = field(default_factory=list)
    pitch: int = PITCHES[-1]
    plies: int = 0
    width: int = 0
    height: int = 0
    at: dict[MovePath, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be laid out: the tree that is known (so many rows) below a node, with room for a mark beside moves."""

    run: Run
    known: int
    top: MovePath
    limit: int
    unfolded: frozenset[MovePath]
    mark: int
    running: MovePath | None = None
    """A node to show whatever is folded, with its siblings if they are few."""


def roomy(wanted: Wanted, width: int, height: int) -> TreeLayout:
    """Lay out a tree with as much space in it as there is room for: made once, good for every step."""
    made = plan(wanted, GAPS[-1], PITCHES[-1])
    if made.width > width and wanted.mark:
        return roomy(replace(wanted, mark=0), width, height)  # marks then stand in the gaps
    if made.width > width or not made.places:
        return made
    pitch = next((pitch for pitch in PITCHES if made.plies * pitch <= height - 2), PITCHES[-1])
    plans = (plan(wanted, gap, pitch) for gap in GAPS)
    return next((spread for spread in plans if spread.width <= width), made)


@lru_cache(maxsize=64)
def plan(wanted: Wanted, gap: int, pitch: int) -> TreeLayout:
    """Lay out a tree with so much space in it."""
    made = TreeLayout(pitch=pitch)
    nodes, paths, widths = chosen(wanted)
    if not nodes:
        return made
    middles = tidy([node.children for node in nodes], widths, gap)
    for node, path, middle, width in zip(nodes, paths, middles, widths, strict=True):
        if node.kind in (NodeKind.VISIT, NodeKind.PRUNED):
            made.at[path] = len(made.places)
        made.places.append(PlacedNode(node, path, round(middle), node.ply * pitch, width))
    made.width = max(place.x + place.width // 2 + 2 for place in made.places)
    made.plies = max(place.node.ply for place in made.places) + 1
    made.height = made.plies * pitch
    return made


@lru_cache(maxsize=16)
def chosen(wanted: Wanted) -> tuple[list[FoldedNode], list[MovePath], list[int]]:
    """Choose what to draw of a tree, however much space there will be in it: nodes, their paths and their widths."""
    run = wanted.run
    whole = Playhead(run.trace)
    scene = Scene(run, whole.step)
    row = scene.node(wanted.top)
    if row is None or wanted.known == 0:
        return [], [], []
    keep = frozenset(found for path in wanted.unfolded if (found := scene.node(path)) is not None)
    children = frozenset(child for kept in keep for child in whole.known_children(kept))
    if wanted.running is not None and (running := scene.node(wanted.running)) is not None:
        siblings = whole.known_children(whole.parent(running)) if wanted.running else []
        children |= {running, *(siblings if len(siblings) <= FEW else ())}
    nodes = fold(run, Folding(row, None, wanted.limit, keep=keep | children))
    paths: list[MovePath] = []
    for node in nodes:
        base = run.path(node.row)
        paths.append((*base, node.number) if node.kind is NodeKind.PRUNED else base)
    return nodes, paths, [label_width(wanted, whole, node, path) for node, path in zip(nodes, paths, strict=True)]


def label_width(wanted: Wanted, whole: Playhead, node: FoldedNode, path: MovePath) -> int:
    """Return how many cells a node's words take at most over all steps."""
    if node.kind is NodeKind.MANY_PRUNED:
        return len(f"✕ +{node.hidden.children:,}")
    if node.kind is NodeKind.MANY_FOLDED:
        return len(f"▾ +{node.hidden.children:,}")
    name = len(wanted.run.move_name(path)) + 2 + wanted.mark if path else 0
    value = len(value_label(whole, node.row)) + 3 if node.kind is NodeKind.VISIT else 0
    badge = len(badge_text(node))
    return max(name, value, badge, 3)


def badge_text(node: FoldedNode) -> str:
    """Say how much is folded below a node."""
    return f"▾ +{node.hidden.nodes:,}" if node.hidden.nodes else ""


def draw(scene: Scene, width: int, height: int) -> Rendering:
    """Draw the part of the laid-out tree around the focus."""
    limit = LIMITS[max(0, min(len(LIMITS) - 1, USUAL + scene.zoom))]
    trace = scene.run.trace
    known = len(trace) if trace.finished else (1 << (len(trace).bit_length() - 1) if len(trace) else 0)
    wanted = Wanted(scene.run, known, scene.top, limit, scene.unfolded, MARK if scene.rivals else 0)
    made = roomy(wanted, width, height)
    if scene.here.visits and scene.running not in made.at and scene.running[: len(scene.top)] == scene.top:
        made = roomy(replace(wanted, running=scene.running), width, height)
    drawn = Rendering()
    if not made.places or scene.here.visits == 0 and scene.top:
        return drawn
    grid = TextGrid(width, height, *corner(scene, made, width, height))
    states = [state_at(scene, place) for place in made.places]
    for place, state in zip(made.places, states, strict=True):
        if -made.pitch < place.y - grid.top < grid.height:  # by its lines only, for branches are wide
            draw_branches(made, place, state, states, grid)
            draw_node(scene, place, state, grid, drawn)
    drawn.lines = grid.lines()
    drawn.lines += [[] for _ in range(height - len(drawn.lines))]
    note = outside(scene, made, grid)
    if note and height:
        drawn.lines[-1] = fitted([(note, "dim")], width)
    return drawn


def corner(scene: Scene, made: TreeLayout, width: int, height: int) -> tuple[int, int]:
    """Return the left top corner of the part to show: all of it, or what lies around the focus."""
    focus = scene.focus
    while focus not in made.at and focus:
        focus = focus[:-1]
    place = made.places[made.at.get(focus, 0)]
    fits_across, fits_down = made.width <= width, made.height <= height
    left = -((width - made.width) // 2) if fits_across else jumpless(place.x, made.width, width)
    top = -((height - made.height) // 4) if fits_down else made.pitch * first_ply(place.node.ply, made, height)
    return left, top


def first_ply(focus: int, made: TreeLayout, height: int) -> int:
    """Return the first ply of a window that has the focus and its parent in it, and moves by half of its plies."""
    plies = max(1, height // made.pitch)
    hop = max(1, plies // 2)
    return max(0, min(focus // hop * hop - (plies - hop), made.plies - plies))


def jumpless(focus: int, size: int, room: int) -> int:
    """Return the beginning of a window on something larger that has the focus in it and moves in half windows."""
    half = max(1, room // 2)
    return max(0, min((focus // half) * half - half // 2, size - room))


class TextGrid:
    """A rectangle of cells to write on, a window on something larger."""

    def __init__(self, width: int, height: int, left: int, top: int) -> None:
        """Begin empty."""
        self.width, self.height, self.left, self.top = width, height, left, top
        self.cells: list[list[tuple[str, str]]] = [[(" ", "text")] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, style: str) -> None:
        """Write a text from a place on."""
        y -= self.top
        if not 0 <= y < self.height:
            return
        x -= self.left
        for letter in text:
            if 0 <= x < self.width:
                self.cells[y][x] = (letter, style)
            x += cell_len(letter)

    def lines(self) -> list[Line]:
        """Return the rows, cells of one style together."""
        lines = []
        for row in self.cells:
            line: Line = []
            for letter, style in row:
                if line and line[-1][1] == style:
                    line[-1] = (line[-1][0] + letter, style)
                else:
                    line.append((letter, style))
            lines.append(line)
        return lines


def state_at(scene: Scene, place: PlacedNode) -> State:
    """Return the state of a node of the drawing."""
    node = place.node
    if node.kind is NodeKind.MANY_FOLDED:
        return State.FOLDED
    if node.kind is NodeKind.VISIT:
        if scene.here.entered(node.row):
            return scene.state_of_node(node.row)
        return scene.unvisited(place.path)
    return State.PRUNED if scene.here.is_cut(node.row) else State.TO_COME


def draw_node(scene: Scene, place: PlacedNode, state: State, grid: TextGrid, drawn: Rendering) -> None:
    """Write a node: its move, its value with a sign for whose turn it is, its window while it is open."""
    node = place.node
    if not -place.width - 20 < place.x - grid.left < grid.width + place.width + 20:
        return
    selected = place.path == scene.focus and node.kind in (NodeKind.VISIT, NodeKind.PRUNED)
    texts = node_texts(scene, place, state)
    for line, (text, name) in enumerate(texts):
        shown = name if not selected or line > 1 else "selected"
        padded = f" {text} " if selected and line < 2 and text else text
        x = place.x - cell_len(padded) // 2
        grid.put(x, place.y + line, padded, shown)
        if text:
            left = x - grid.left
            drawn.hits.append(Hit(place.y + line - grid.top, left, left + cell_len(padded), place.path))


def node_texts(scene: Scene, place: PlacedNode, state: State) -> list[tuple[str, str]]:
    """Return a node's lines: move, value, then window or badge."""
    node, style = place.node, STATE[state]
    glyph = LEGEND[state].glyph
    if node.kind is NodeKind.MANY_PRUNED:
        return [(f"{glyph} +{node.hidden.children:,}", style)]
    if node.kind is NodeKind.MANY_FOLDED:
        return [(f"▾ +{node.hidden.children:,}", style)]
    name = scene.run.move_name(place.path) if place.path else ""
    if place.path and place.path[-1] in scene.differing(place.path[:-1]):
        name += " ≠"
    if node.kind is NodeKind.PRUNED:
        turn = "▲" if scene.run.position(place.path).maximizing else "▼"
        seen = state is State.TO_COME and scene.run.is_inner(place.path)
        return [(f"{glyph} {name}", style), (turn if seen else "", style)]
    row = node.row
    turn = "" if not scene.here.move_count(row) else "▲ " if scene.here.maximizing(row) else "▼ "
    value = value_label(scene.here, row)
    first = f"{glyph} {name}" if name else ""
    lines = [(first, style), (f"{turn}{value}", style)]
    if scene.has_window and state in (State.OPEN, State.CUT, State.CURRENT) and turn and not scene.here.returned(row):
        low, high = scene.window(row)
        lines.append((f"α {low}  β {high}", "dim"))
    elif node.hidden.nodes:
        lines.append((badge_text(node), "dim"))
    return lines


def draw_branches(made: TreeLayout, place: PlacedNode, own: State, states: list[State], grid: TextGrid) -> None:
    """Draw the branches from a node to its children: solid once visited, dashed if not, in the child's style."""
    children = [(made.places[child], states[child]) for child in place.node.children]
    if not children:
        return
    y = place.y + made.pitch - 1
    for stem in range(place.y + 3, y):
        grid.put(place.x, stem, "│", STATE[own])
    left, right = min(place.x, children[0][0].x), max(place.x, children[-1][0].x)
    for child, state in reversed(children):
        solid = state not in (State.TO_COME, State.PRUNED, State.FOLDED)
        low, high = sorted((place.x, child.x))
        low, high = max(low, grid.left), min(high, grid.left + grid.width)
        grid.put(low, y, ("─" if solid else "╌") * (high - low + 1), STATE[state])
    for child, state in children:
        corner_sign = "│" if left == right else "╭" if child.x == left else "╮" if child.x == right else "┬"
        grid.put(child.x, y, corner_sign, STATE[state])
    above = {left: "├", right: "┤"}.get(place.x, "┴")
    below_it = any(child.x == place.x for child, _ in children)
    grid.put(place.x, y, "│" if left == right else "┼" if below_it else above, STATE[own])


def outside(scene: Scene, made: TreeLayout, grid: TextGrid) -> str:
    """Say what is not on the screen, and where there is room how to see it."""
    hidden = sum(place.node.hidden.nodes for place in made.places)
    notes = []
    if hidden:
        notes.append((f"{hidden:,} nodes folded", " (enter unfolds, + draws more)"))
    if made.width > grid.width or made.height > grid.height:
        notes.append(("more beyond the edge", " (↑↓ select, - draws less)"))
    if scene.top:
        notes.append((f"below {scene.names(scene.top)}", " (u goes back)"))
    with_keys = " · ".join(what + how for what, how in notes)
    return with_keys if len(with_keys) <= grid.width else " · ".join(what for what, _ in notes)


def forget() -> None:
    """Let go of the runs that were laid out."""
    plan.cache_clear()
    chosen.cache_clear()


VIEW = View("tree", "1", "the drawing from the book", draw, forget)
