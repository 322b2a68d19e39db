"""From a run to a file: picks the step, the part to draw and the format."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import exports
from visualizer.picture.fold import Folding
from visualizer.picture.frame import Layout, Style
from visualizer.run import Run


def rendered(
    name: str,
    run: Run,
    *,
    step: int | None = None,
    folding: Folding | None = None,
    style: Style | None = None,
    engine: str | None = None,
) -> bytes:
    """Return the tree at a step (by default the last known) in the format that the file's ending names."""
    layout = Layout(run, folding, style)
    return _in_format(name, layout, run.trace.last_step if step is None else step, engine)


def _in_format(name: str, layout: Layout, step: int, engine: str | None) -> bytes:
    found = exports.format_of(Path(name))
    if engine is not None:
        return found.through(layout.frame(step), engine)
    if found.write_graph is not None:
        from visualizer.graph import graph  # networkx takes a third of a second to load

        return found.write_graph(graph(layout.run, step))
    return found.write(layout.frame(step))


def export_to(
    names: Sequence[str],
    run: Run,
    *,
    step: int | None = None,
    folding: Folding | None = None,
    style: Style | None = None,
    engine: str | None = None,
) -> list[Path]:
    """Write the tree to files, one format each, and return their paths; all are made before the first is written."""
    layout = Layout(run, folding, style)
    at = run.trace.last_step if step is None else step
    made = [(Path(name), _in_format(name, layout, at, engine)) for name in names]
    for path, data in made:
        exports.save(path, data)
    return [path for path, _ in made]
