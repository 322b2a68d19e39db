"""From a run to a file: picks the step, the part to draw and the format."""

from __future__ import annotations

from collections.abc import Sequence

import exports
from visualizer.errors import InputError
from visualizer.picture.frame import Layout
from visualizer.picture.options import PictureOptions
from visualizer.run import Run, path_of
from visualizer.trace.rows import MovePath


def check_names(names: Sequence[str], engine: str | None = None, *, force: bool = False) -> None:
    """Raise ExportError for what cannot be written, so that no search runs in vain; `force`: a file may be there."""
    for name in names:
        found = exports.format_of(name)
        exports.check(name, force=force)
        if engine is not None:
            from exports.engines import check_engine

            check_engine(engine, found.name)


def part_below(run: Run, moves: str) -> MovePath:
    """Return the path that moves from the root are; InputError says which is not legal."""
    try:
        return path_of(run, moves)
    except ValueError as error:
        raise InputError(f"{error} of --root") from error


def check_visited(run: Run, path: MovePath) -> None:
    """Raise InputError, which says where the search did not go, for a path that it did not take."""
    for place in range(1, len(path) + 1):
        if run.node_at(path[:place]) is None:
            raise InputError(f"the search did not visit {run.move_name(path[:place])!r}, move {place} of --root")


def rendered(layout: Layout, name: str, step: int, engine: str | None = None) -> bytes:
    """Return the tree at a step as the bytes of a file, in the format that its name's ending says; or ExportError.

    An engine is one of Graphviz's layouts, such as "dot". ExportWarning says what is not quite as asked for.
    """
    found = exports.format_of(name)
    picture = layout.frame(step)
    if engine is not None:
        from exports.engines import render

        source = exports.format_of("tree.dot").bytes_of(picture, lambda: None)
        return render(source.decode(), engine, found.name)
    return found.bytes_of(picture, lambda: _graph(layout.run, step))


def _graph(run: Run, step: int) -> object:
    from visualizer.measures.graph import graph  # networkx takes a third of a second to load

    return graph(run, step)


def export_to(
    names: Sequence[str],
    run: Run,
    *,
    step: int | None = None,
    options: PictureOptions | None = None,
    engine: str | None = None,
    force: bool = False,
) -> None:
    """Write the tree at a step (by default the last known) to files; no file is touched before all are made.

    Only with `force` are files replaced that are there already. ExportError says which cannot be made or written.
    """
    check_names(names, engine, force=force)
    layout = Layout(run, options)
    at = run.trace.last_step if step is None else step
    exports.save_all({name: rendered(layout, name, at, engine) for name in names}, force=force)
