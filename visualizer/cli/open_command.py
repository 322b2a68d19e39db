"""`visualizer open`: step through a search."""

from collections.abc import Sequence
from functools import partial
from typing import Any

import rich_click as click

from visualizer.cli.game_files import NUMBER, read_game, recipe_at
from visualizer.cli.messages import note
from visualizer.cli.options import (
    FOLLOW,
    SEARCH,
    WHERE,
    follow_file,
    note_unused,
    read_gradually,
    read_recipe,
    reading,
    unused_lines,
    whole,
    with_options,
)
from visualizer.cli.screen import Screen, has_screen, pixels_option, read_pixels, run_app, screen_options
from visualizer.errors import InputError, one_of
from visualizer.events.lines import take_keys_from_terminal
from visualizer.explanation.naming import capitalized
from visualizer.plugins.source import STANDARD_INPUT
from visualizer.recipe import SearchSpec
from visualizer.run import Run
from visualizer.trace.jumps import check_step
from visualizer.tui.options.first_looks import VIEWS, Beginning

BEFORE = 0.2
"""Seconds that a step is waited for before the window opens, of a search that another program still tells."""
NO_LEAVES = "--hide-leaves is for textbook trees: a game's leaves have no numbers before they are visited"


@click.command(epilog="Example: visualizer open tree --plain")
@with_options(WHERE, NUMBER, SEARCH, FOLLOW)
@click.option(
    "--move",
    metavar="N",
    callback=whole("the move", 1),
    help="For a FILE.game: the search of the position before move N (default the last).",
)
@screen_options
@click.option("--view", metavar="NAME", callback=reading(partial(one_of, "the view", words=VIEWS)),
              help=f"{', '.join(VIEWS)} (default: what suits the tree).")  # fmt: skip
@click.option("--step", metavar="N", default="0", callback=whole("the step", 0), help="Begin at this step (default 0).")
@pixels_option
@click.option("--hide-leaves", is_flag=True, help="Show the values of a textbook tree's leaves only once visited.")
def command(
    *,
    screen: Screen,
    view: str | None,
    step: int,
    hide_leaves: bool,
    follow: bool,
    number: str,
    move: int | None,
    **values: Any,
) -> int:
    """Step through a search, forwards and backwards."""
    if follow:
        follow_file(values["game"])
    else:
        read_gradually(values["game"])
    if (found := read_game(values, number)) is not None:
        recipe = recipe_at(found.match, move, values)
    elif move is not None:
        raise InputError("--move is for a game in a file, FILE.game")
    else:
        is_piped = values["game"] == STANDARD_INPUT
        recipe, _ = read_recipe(values)
        if is_piped:
            take_keys_from_terminal()
    run = Run(recipe)
    waits = run.is_live and screen.is_full()  # the step may come much later
    run.advance(step=step, seconds=BEFORE if waits else None)
    if run.trace.finished or not waits:
        check_step(run.trace, step)
    remarks = [NO_LEAVES] if hide_leaves and run.game.name != "tree" else []
    if not screen.is_full():
        from visualizer.dialogue.stepping import StepLines

        given = {"--theme": screen.theme, "--view": view, "--hide-leaves": hide_leaves}
        if idle := [flag for flag, value in given.items() if value]:
            note(f"line mode has no pictures, so {' '.join(idle)} does nothing")
        note_unused([(recipe.search, run.recipe.search)])
        screen.hold(StepLines(run, step=step))
        return 0
    begin = Beginning(screen.theme or "", view or "", step, hide_leaves=hide_leaves, pixels=screen.pixels)
    return explore([run], [recipe.search], begin, remarks, ascii_only=screen.ascii_only)


def choose(*, ascii_only: bool, pixels: str) -> int:
    """Show the start screen; return the status. InputError where there is no terminal."""
    if not has_screen():
        raise InputError("the start screen needs a terminal; name a command, for example visualizer open tree --plain")
    return run_app(Beginning(pixels=read_pixels(pixels)), ascii_only=ascii_only, run=None)


def explore(
    runs: Sequence[Run],
    asked: Sequence[SearchSpec],
    begin: Beginning,
    remarks: Sequence[str] = (),
    *,
    ascii_only: bool = False,
) -> int:
    """Show the explorer of a run, or of several side by side; return the status, errors as for `run_app`.

    What was asked of the searches and does nothing is a notice there, behind other remarks.
    """
    lines = [*remarks, *unused_lines([(search, run.recipe.search) for search, run in zip(asked, runs, strict=True)])]
    notice = " ".join(f"{capitalized(line)}." for line in lines)
    shown: dict[str, Any] = {"run": runs[0]} if len(runs) == 1 else {"run": None, "compared": runs}
    return run_app(begin, notice, ascii_only=ascii_only, **shown)
