"""The open path with its windows, who set each bound, and what would cut here."""

from __future__ import annotations

from math import isinf

from visualizer.explain import Explainer
from visualizer.labels import value_label
from visualizer.numbers import show
from visualizer.tui.drawn import Drawn, Hit, Line, wrapped
from visualizer.tui.panes import Pane
from visualizer.tui.scene import Scene


def draw(scene: Scene, width: int, height: int) -> Drawn:
    """Draw a line for each open node, then the threshold or, at a cut, a number line."""
    here, told = scene.here, Explainer(scene.run, scene.here)
    drawn = Drawn(title="window on the open path")
    if not here.path:
        drawn.lines = [[("no node is open", "dim")]]
        return drawn
    rows = [row for row in here.path if scene.run.trace.children(row)]
    room = max(2, height - 4)
    if len(rows) > room:
        drawn.lines.append([(f"⋮ {len(rows) - room} above", "dim")])
    shown = rows[-room:]
    for row in shown:
        path = scene.run.path(row)
        drawn.hits.append(Hit(len(drawn.lines), 0, width, path))
        drawn.lines.append(path_line(scene, row))
    last = shown[-1] if shown else None
    if last is not None:
        drawn.lines += number_line(scene, last, width) if here.is_cut(last) else thresholds(scene, told, last, width)
    drawn.lines = drawn.lines[:height]
    return drawn


def path_line(scene: Scene, row: int) -> Line:
    """Return ply, turn, move, value and window of an open node."""
    trace, path = scene.run.trace, scene.run.path(row)
    turn = "▲" if trace.maximizing(row) else "▼"
    move = scene.run.move_name(path) if path else "root"
    low, high = scene.here.window(row)
    closed = low >= high
    value = value_label(scene.here, row) or "?"
    return [
        (f"{trace.depth(row)} {turn} ", "dim"), (f"{move:<5}", "strong"), (f"{value:>7} ", "value"),
        ("α ", "dim"), (show(low), "cut" if closed else "alpha"), (" β ", "dim"),
        (show(high), "cut" if closed else "beta"),
    ]  # fmt: skip


def thresholds(scene: Scene, told: Explainer, row: int, width: int) -> list[Line]:
    """Say who set the bounds of the innermost node, and which value would cut it."""
    lines: list[Line] = []
    for name, lower in (("α", True), ("β", False)):
        by = told.set_by(row, lower=lower)
        if by:
            lines += wrapped(f"{name} set by {by}", width, "dim")
    text = told.threshold(row)
    return lines + (wrapped(text, width, "text") if text else [])


def number_line(scene: Scene, row: int, width: int) -> list[Line]:
    """Draw beta at or below alpha on a line, at a cut."""
    low, high = scene.here.window(row)
    if isinf(low) or isinf(high):
        return []
    inner = max(10, min(width - 4, 36))
    right, left = (inner - 3, 3) if low > high else (inner // 2, inner // 2)
    signs = {left: ("●", "beta"), right: ("●", "alpha")}
    axis: Line = [signs.get(x, ("─", "dim")) for x in range(inner)]
    above = place({left: ("β", "beta"), right: ("α" if low > high else "α = β", "alpha")})
    apart = {left: (show(high), "beta"), right: (show(low), "alpha")}
    below = place(apart if low > high else {left: (show(low), "cut")})
    return [above, [*axis, ("▸", "dim")], below]


def place(texts: dict[int, tuple[str, str]]) -> Line:
    """Put texts around places on a line."""
    line: Line = []
    at = 0
    for x, (text, style) in sorted(texts.items()):
        begin = max(at, x - len(text) // 2)
        line += [(" " * (begin - at), "text"), (text, style)]
        at = begin + len(text)
    return line


PANE = Pane("window", "the windows of the open path, and who set them", draw)
