"""`visualizer export`: write the explored tree as a picture or a file."""

from __future__ import annotations

from typing import Any

import rich_click as click

import exports
from visualizer.cli.options import SEARCH, WHERE, read_recipe, with_options
from visualizer.cli.running import run_to_end, status
from visualizer.cli.writing import FORCE, may_replace
from visualizer.errors import InputError
from visualizer.exporting import check_names, export_to
from visualizer.look.legend import THEMES
from visualizer.look.lines import print_lines
from visualizer.picture.fold import SLIDE, Folding
from visualizer.picture.frame import Style
from visualizer.run import Run, path_of
from visualizer.search_options import read_count
from visualizer.trace.rows import MovePath


@click.command(epilog="Example: visualizer export tree -O tree.svg --step 12")
@with_options(WHERE, SEARCH, FORCE)
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
@click.option("--root", "top", metavar="MOVES", default="", help="Draw only what is below these moves.")
@click.option("--plies", metavar="N", help="Draw only so many plies.")
@click.option("--pruned/--no-pruned", default=True, help="Draw pruned branches (default) or not.")
@click.option("--fold", metavar="N", default=str(SLIDE), help=f"Draw about N nodes, fold the rest (default {SLIDE}).")
@click.option("--title", default="", help="Title of the drawing.")
@click.option("--theme", metavar="NAME", default="light", help="light (default), dark, mono or contrast.")
@click.option("--text-size", metavar="N", default="13", help="Size of the text (default 13).")
@click.option("--board/--no-board", default=True, help="Draw the position too (default) or not.")
@click.option("--engine", metavar="NAME", help="Lay out with Graphviz: dot, neato, twopi, circo, fdp or sfdp.")
def command(
    *,
    files: tuple[str, ...],
    step: str | None,
    top: str,
    plies: str | None,
    pruned: bool,
    fold: str,
    title: str,
    theme: str,
    text_size: str,
    board: bool,
    engine: str | None,
    force: bool,
    **values: Any,
) -> int:
    """Write the explored tree to one or more files."""
    check_names(files, engine, force=True)
    whole = next((name for name in files if exports.format_of(name).needs_graph), None)
    if whole is not None and (top or plies is not None):
        raise InputError(
            f"{whole!r} takes the whole tree: --root and --plies choose what is drawn, and only in drawings"
        )
    if theme not in THEMES:
        raise InputError(f"the theme {theme!r} is not one of {' '.join(THEMES)}")
    size = read_count("the text size", 4, 200)(text_size)
    plies_shown = None if plies is None else read_count("the number of plies", 0)(plies)
    limit, at = read_count("the number of nodes", 1)(fold), None if step is None else read_count("the step", 0)(step)
    recipe, _ = read_recipe(values)
    if top:
        path_below(Run(recipe), top)
    replace = may_replace(files, force=force)
    run = run_to_end(recipe)
    if at is not None and at > run.trace.last_step:
        raise InputError(f"there is no step {at:,}; the last is {run.trace.last_step:,}")
    folding = Folding(node_at(run, top), plies_shown, limit, pruned=pruned)
    style = Style(title, theme, size, board=board)
    export_to(files, run, step=at, folding=folding, style=style, engine=engine, force=replace)
    print_lines("\n".join(files))
    return status(run)


def path_below(run: Run, moves: str) -> MovePath:
    """Return the path that moves from the root are; InputError says which is not legal."""
    try:
        return path_of(run, moves)
    except ValueError as error:
        raise InputError(f"{error} of --root") from error


def node_at(run: Run, moves: str) -> int:
    """Return the node that moves from the root lead to; InputError says where the search did not go."""
    path = path_below(run, moves)
    for place in range(1, len(path) + 1):
        if run.node_at(path[:place]) is None:
            raise InputError(f"the search did not visit {run.move_name(path[:place])!r}, move {place} of --root")
    return run.node_at(path) or 0
