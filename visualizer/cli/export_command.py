"""`visualizer export`: write the explored tree as a picture or a file."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import rich_click as click

import exports
from visualizer.cli.options import SEARCH, WHERE, read_recipe, with_options
from visualizer.cli.picture_options import PICTURE, picture_options
from visualizer.cli.running import run_to_end, status
from visualizer.cli.writing import FORCE, may_replace
from visualizer.errors import InputError
from visualizer.exporting import check_names, check_visited, export_to, part_below
from visualizer.look.lines import print_lines
from visualizer.run import Run
from visualizer.search_options import read_count


@click.command(epilog="Example: visualizer export tree -O tree.svg --step 12")
@with_options(WHERE, SEARCH, PICTURE, FORCE)
@click.option(
    "-O",
    "--output",
    "files",
    metavar="FILE",
    multiple=True,
    required=True,
    help="File to write; the ending says the format; repeatable.",
)
@click.option("--step", metavar="N", help="The tree as it is at this step (default the last).")
@click.option("--engine", metavar="NAME", help="Lay out with Graphviz: dot, neato, twopi, circo, fdp or sfdp.")
def command(
    *,
    files: tuple[str, ...],
    step: str | None,
    top: str,
    engine: str | None,
    force: bool,
    **values: Any,
) -> int:
    """Write the explored tree to one or more files."""
    check_names(files, engine, force=True)
    whole = next((name for name in files if exports.format_of(name).needs_graph), None)
    if whole is not None and (top or values["plies"] is not None):
        raise InputError(
            f"{whole!r} takes the whole tree: --root and --plies choose what is drawn, and only in drawings"
        )
    options, values = picture_options(values)
    at = None if step is None else read_count("the step", 0)(step)
    recipe, _ = read_recipe(values)
    path = part_below(Run(recipe), top) if top else ()
    replaced = may_replace(files, force=force)
    run = run_to_end(recipe)
    if at is not None and at > run.trace.last_step:
        raise InputError(f"there is no step {at:,}; the last is {run.trace.last_step:,}")
    check_visited(run, path)
    export_to(files, run, step=at, options=replace(options, top=path), engine=engine, force=replaced)
    print_lines("\n".join(files))
    return status(run)
