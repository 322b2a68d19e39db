"""`visualizer open`: step through a search."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence
from typing import Any

import rich_click as click

from visualizer.cli.manners import tell_notes, write_ascii
from visualizer.cli.options import SEARCH, WHERE, note_unused, read_recipe, unused_lines, with_options
from visualizer.errors import InputError
from visualizer.recipe import Search
from visualizer.run import Run


@click.command(epilog="Example: visualizer open tree --plain")
@with_options(WHERE, SEARCH)
@click.option("--plain", is_flag=True, help="Line mode: words only, for plain terminals and screen readers.")
@click.option("--ascii", "ascii_only", is_flag=True, help="Draw with ASCII signs only.")
def command(*, plain: bool, ascii_only: bool, **values: Any) -> int:
    """Step through a search, forwards and backwards. GAME may also be a saved FILE.run."""
    recipe, _ = read_recipe(values)
    run = Run(recipe)
    if plain or not has_screen():
        from visualizer.plain import step_through

        if ascii_only:
            write_ascii()
        note_unused([(recipe.search, run.recipe.search)])
        tell_notes()
        step_through(run)
        return 0
    return explore(run, ascii_only=ascii_only or needs_ascii(), asked=[recipe.search])


def has_screen() -> bool:
    """Say whether a full-screen program can be shown: on a terminal that can move its cursor."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "") != "dumb"


def needs_ascii() -> bool:
    """Say whether the terminal cannot show more than ASCII."""
    return "utf" not in (sys.stdout.encoding or "").lower() or os.environ.get("TERM", "") == "linux"


def choose(*, ascii_only: bool) -> int:
    """Show the start screen; return the status."""
    if not has_screen():
        raise InputError("the start screen needs a terminal; name a command, for example visualizer open tree --plain")
    return explore(None, ascii_only=ascii_only or needs_ascii())


def explore(run: Run | None, *, ascii_only: bool, compared: Sequence[Run] = (), asked: Sequence[Search] = ()) -> int:
    """Show the explorer of a run or of several side by side, or the start screen; return the status.

    What was asked of the searches and does nothing is a notice there.
    """
    os.environ.setdefault("TEXTUAL_DISABLE_KITTY_KEY", "1")  # with it Ctrl-C would be a key like any other, no signal
    from visualizer.tui import remembered  # Textual takes a third of a second to load
    from visualizer.tui.app import VisualizerApp
    from visualizer.tui.signals import heeded

    gc.freeze()  # what start-up made stays: looking through it again and again would make frames stutter
    options, notice = remembered.load()
    used = [each.recipe.search for each in (compared or filter(None, [run]))]
    lines = unused_lines([*zip(asked, used, strict=False)])
    notice = " ".join(filter(None, [notice, *(f"{line[:1].upper()}{line[1:]}." for line in lines)]))
    app = VisualizerApp(run, ascii_only=ascii_only, remembered=options, notice=notice, compared=compared)
    with heeded(app):
        app.run()
    if app.failure is not None:
        raise app.failure
    return app.return_code or 0
