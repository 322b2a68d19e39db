"""`visualizer open`: step through a search."""

import gc
import os
import sys
from collections.abc import Sequence
from typing import Any

import rich_click as click

from visualizer.cli.game_files import NUMBER, check_no_game, read_game, recipe_at
from visualizer.cli.messages import note, tell_notes
from visualizer.cli.options import SEARCH, WHERE, note_unused, read_recipe, unused_lines, with_options
from visualizer.cli.streams import write_ascii
from visualizer.errors import InputError
from visualizer.playing.game_file import is_game_file
from visualizer.recipe import Search
from visualizer.run import Run
from visualizer.search_options import read_count
from visualizer.trace.step_choices import check_step
from visualizer.tui.beginning import AS_EVER, PIXELS, THEMES, VIEWS, Beginning
from visualizer.tui.web import is_served

NO_LEAVES = "--hide-leaves is for textbook trees: a game's leaves have no numbers before they are visited"
THRESHOLDS = (20_000, 20, 20)
"""How many new objects are looked through for garbage at a time, and how often older ones are."""

pixels_option = click.option(
    "--pixels", metavar="WORD", default="auto", help="Pictures, with the extra `pixels`: auto where they can be, or no."
)


@click.command(epilog="Example: visualizer open tree --plain")
@with_options(WHERE, NUMBER, SEARCH)
@click.option(
    "--move", metavar="N", help="Of a FILE.game: the search of the position before move N (default the last)."
)
@click.option("--plain", is_flag=True, help="Line mode: words only, for plain terminals and screen readers.")
@click.option("--ascii", "ascii_only", is_flag=True, help="Draw with ASCII signs only.")
@click.option("--theme", metavar="NAME", help=f"Colours: {', '.join(THEMES)} (default: as last time).")
@click.option("--view", metavar="NAME", help=f"{', '.join(VIEWS)} (default: what suits the tree).")
@click.option("--step", metavar="N", help="Begin at this step (default 0).")
@pixels_option
@click.option("--hide-leaves", is_flag=True, help="Show the values of a textbook tree's leaves only once visited.")
def command(
    *,
    plain: bool,
    ascii_only: bool,
    theme: str | None,
    view: str | None,
    step: str | None,
    hide_leaves: bool,
    pixels: str,
    number: str,
    move: str | None,
    **values: Any,
) -> int:
    """Step through a search, forwards and backwards."""
    for what, word, allowed in (("theme", theme, THEMES), ("view", view, VIEWS)):
        if word is not None and word not in allowed:
            raise InputError(f"the {what} {word!r:.60} is not one of {' '.join(allowed)}")
    read_pixels(pixels)
    at = 0 if step is None else read_count("the step", 0)(step)
    if is_game_file(values["game"]):
        recipe = recipe_at(read_game(values, number).match, move, values)
    elif move is not None:
        raise InputError("--move is for a game in a file, FILE.game")
    else:
        check_no_game(number)
        recipe, _ = read_recipe(values)
    run = Run(recipe)
    run.advance(step=at)
    check_step(run.trace, at)
    remarks = [NO_LEAVES] if hide_leaves and run.game.name != "tree" else []
    if plain or not has_screen():
        from visualizer.plain import LineMode, lines_read

        given = {"--theme": theme, "--view": view, "--hide-leaves": hide_leaves}
        if idle := [flag for flag, value in given.items() if value]:
            note(f"line mode has no pictures, so {' '.join(idle)} does nothing")
        if ascii_only:
            write_ascii()
        note_unused([(recipe.search, run.recipe.search)])
        tell_notes()
        LineMode(run, step=at).obey(lines_read())
        return 0
    begin = Beginning(theme or "", view or "", at, hide_leaves=hide_leaves, pixels=pixels)
    return explore([run], [recipe.search], begin, remarks, ascii_only=ascii_only or needs_ascii())


def has_screen() -> bool:
    """Say whether a full-screen program can be shown: in a browser, or on a terminal that can move its cursor."""
    return is_served() or sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "") != "dumb"


def needs_ascii() -> bool:
    """Say whether the terminal cannot show more than ASCII."""
    return "utf" not in (sys.stdout.encoding or "").lower() or os.environ.get("TERM", "") == "linux"


def choose(*, ascii_only: bool, pixels: str) -> int:
    """Show the start screen; return the status. InputError where there is no terminal."""
    if not has_screen():
        raise InputError("the start screen needs a terminal; name a command, for example visualizer open tree --plain")
    begin = Beginning(pixels=read_pixels(pixels))
    return run_app(run=None, ascii_only=ascii_only or needs_ascii(), begin=begin)


def read_pixels(word: str) -> str:
    """Return the word of `--pixels`; InputError if it is none that is allowed."""
    if word not in PIXELS:
        raise InputError(f"--pixels {word!r:.60} is not one of {' '.join(PIXELS)}")
    return word


def settle_memory() -> None:
    """Leave what start-up has made out of garbage collection, and collect less often: frames would stutter."""
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)


def explore(
    runs: Sequence[Run], asked: Sequence[Search], begin: Beginning, remarks: Sequence[str] = (), *, ascii_only: bool
) -> int:
    """Show the explorer of a run, or of several side by side; return the status.

    What was asked of the searches and does nothing is a notice there, behind other remarks. An error
    that ends the program is raised, and KeyboardInterrupt where Ctrl-C ended user-supplied code.
    """
    lines = [*remarks, *unused_lines([(search, run.recipe.search) for search, run in zip(asked, runs, strict=True)])]
    notice = " ".join(f"{line[:1].upper()}{line[1:]}." for line in lines)
    shown: dict[str, Any] = {"run": runs[0]} if len(runs) == 1 else {"run": None, "compared": runs}
    return run_app(notice, ascii_only=ascii_only, begin=begin, **shown)


def run_app(notice: str = "", *, ascii_only: bool, begin: Beginning = AS_EVER, **looks: Any) -> int:
    """Run the full-screen program with a notice to begin with; return the status. Errors as for `explore`."""
    os.environ.setdefault("TEXTUAL_DISABLE_KITTY_KEY", "1")  # with it Ctrl-C would be a key like any other, no signal
    from visualizer.tui import remembered  # Textual takes a third of a second to load
    from visualizer.tui.app import VisualizerApp
    from visualizer.tui.pixels import terminal_pixels
    from visualizer.tui.signals import heeded

    settle_memory()
    options, remark = remembered.load()
    notice = " ".join(filter(None, (remark, notice)))
    app = VisualizerApp(remembered=options, notice=notice, ascii_only=ascii_only, begin=begin, **looks)
    if begin.pixels == "auto" and not (app.no_color or app.ascii_filter.enabled or is_served()):
        app.pixels = terminal_pixels()  # asks the terminal, before the app reads what that answers
    with heeded(app):
        app.run()
    if app.interrupted:
        raise KeyboardInterrupt
    if app.failure is not None:
        raise app.failure
    return app.return_code or 0
