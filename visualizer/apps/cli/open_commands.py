"""Ways to the screen: `open`, and `serve` for the same in a browser."""

import sys
from functools import partial
from importlib.util import find_spec
from typing import Any

import rich_click as click

from visualizer.apps.activities.position_file import PositionFile
from visualizer.apps.cli.common_options import with_common_options
from visualizer.apps.cli.messages import EXIT_DONE, add_note, print_to_stderr
from visualizer.apps.cli.position_options import (
    FOLLOW_OPTION,
    POSITION_OPTIONS,
    RELOAD_OPTION,
    SEARCH_OPTIONS,
    WHICH_GAME_OPTION,
    follow_recording,
    note_unused_options,
    read_game_file,
    read_position_file,
    read_recipe,
    recipe_before_move,
)
from visualizer.apps.cli.screen import PIXELS_OPTION, ScreenChoice, screen_options, show_explorer
from visualizer.apps.cli.values import ListedValue, OptionValue, whole_number_type
from visualizer.apps.tui.options import VIEW_NAMES, OpeningOptions
from visualizer.apps.tui.web import open_listener, read_host
from visualizer.searching.events.lines import take_keys_from_terminal
from visualizer.searching.events.recordings import read_gradually
from visualizer.searching.recipe import Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.support.errors import InputError, one_of, print_lines
from visualizer.support.plugins.discovery import STANDARD_INPUT, PlugInSource
from visualizer.trace.tree_at_step import check_step_in_trace

FIRST_STEP_SECONDS = 0.2
"""How long the window waits for --step: another program may record it much later."""


@click.command(epilog="Example: visualizer open tree --plain")
@with_common_options(
    POSITION_OPTIONS, WHICH_GAME_OPTION, SEARCH_OPTIONS, FOLLOW_OPTION, RELOAD_OPTION
)
@click.option(
    "--move",
    type=whole_number_type("the move", 1),
    help="For a FILE.game: show the search of the position before move N (default: the last).",
)
@screen_options
@click.option(
    "--view",
    type=ListedValue("NAME", VIEW_NAMES, partial(one_of, "the view", words=VIEW_NAMES)),
    help=f"{', '.join(VIEW_NAMES)} (default: whichever suits the tree).",
)
@click.option(
    "--step",
    default="0",
    type=whole_number_type("the step", 0),
    help="Start at this step (default 0).",
)
@PIXELS_OPTION
@click.option(
    "--hide-leaves",
    is_flag=True,
    help="Show the values of a textbook tree's leaves only once they are visited.",
)
def open_command(
    *,
    screen: ScreenChoice,
    view: str | None,
    step: int,
    hide_leaves: bool,
    follow: bool,
    reload: bool,
    which: tuple[str, ...],
    move: int | None,
    **values: Any,
) -> int:
    """Step through a search, forwards and backwards."""
    prepare_recording(values["game"], follow=follow)
    file = read_position_file(values, reload=reload)
    if reload and not screen.is_full():
        raise InputError("line mode does not follow a file; leave out --reload")
    recipe = read_opened_recipe(values, which, move, file)
    run = Run(recipe)
    advance_to_first_step(run, step, is_full=screen.is_full())

    if not screen.is_full():
        note_options_of_pictures(screen, view, hide_leaves=hide_leaves)
        return step_in_line_mode(screen, run, recipe.search, step)
    opening_options = OpeningOptions(
        screen.theme or "",
        view or "",
        step,
        hide_leaves=hide_leaves,
        pixels=screen.pixels,
        read_from=file,
    )
    remarks = remarks_on_leaves(run, hide_leaves=hide_leaves)
    return show_explorer(
        [run],
        [recipe.search],
        opening_options,
        remarks,
        ascii_only=screen.ascii_only,
    )


def prepare_recording(game: str | None, *, follow: bool) -> None:
    """If GAME is a recording, prepare to read it in slices, or with `follow` while it grows.

    InputError for `follow` without a recording.
    """
    if follow:
        follow_recording(game or "")
    elif PlugInSource.of(game or "") is PlugInSource.RECORDING:
        read_gradually(game or "")


def step_in_line_mode(screen: ScreenChoice, run: Run, given: SearchSpec, step: int) -> int:
    """Step through a search in line mode; `given` is the search as the user gave it."""
    from visualizer.apps.dialogue.stepping import StepLines

    note_unused_options([(given, run.recipe.search)])
    screen.run_in_line_mode(StepLines(run, step=step))
    return 0


def remarks_on_leaves(run: Run, *, hide_leaves: bool) -> list[str]:
    """Return remarks on --hide-leaves: a sentence if the option has no effect, or nothing."""
    if not hide_leaves or run.game.name == "tree":
        return []
    return [
        (
            "--hide-leaves works only for textbook trees: a game's leaves have no values before "
            "they are visited"
        )
    ]


def read_opened_recipe(
    values: dict[str, Any], which: tuple[str, ...], move: int | None, file: PositionFile | None
) -> Recipe:
    """Return the recipe of the search to open: for a move of a played game, or from the options.

    `which` are the values of --game, and `move` is the number of the move. `file` is the file of
    -p @FILE, or None.
    """
    opened_game = read_game_file(values, which)
    if opened_game is not None:
        return recipe_before_move(opened_game.match, move, values)
    if move is not None:
        raise InputError("--move works only for a game in a file, FILE.game")
    # `read_recipe` will take the game out of the values.
    is_piped = values["game"] == STANDARD_INPUT
    if file is None:
        recipe, _ = read_recipe(values)
    else:
        recipe = file.read()
    if is_piped:
        take_keys_from_terminal()
    return recipe


def advance_to_first_step(run: Run, step: int, *, is_full: bool) -> None:
    """Search up to a step; InputError if the search ends before it."""
    # The full screen does not wait long: it can show a search that is still running.
    seconds = run.limit_if_live(FIRST_STEP_SECONDS) if is_full else None
    run.advance(step=step, seconds=seconds)
    if run.trace.finished or seconds is None:
        check_step_in_trace(run.trace, step)


def note_options_of_pictures(screen: ScreenChoice, view: str | None, *, hide_leaves: bool) -> None:
    """Note options that have no effect in line mode."""
    values_by_flag = {
        "--theme": screen.theme,
        "--view": view,
        "--hide-leaves": hide_leaves,
    }
    unused_flags = [flag for flag, value in values_by_flag.items() if value]
    if unused_flags:
        add_note(f"line mode has no pictures, so {' '.join(unused_flags)} does nothing")


SERVED_COMMANDS = ("open", "play", "review", "practice", "lesson")
"""The commands that a visitor can begin with."""
TEXTUAL_SERVE_HINT = (
    "serving the page needs textual-serve; install it with pip install textual-serve"
)


@click.command(
    epilog="Example: visualizer serve --port 8080",
    context_settings={"allow_interspersed_args": False},  # options behind COMMAND are its own
)
@click.option(
    "--port",
    default="8000",
    type=whole_number_type("the port", 0, 65_535),
    help="The port (default 8000); 0 picks a free one.",
)
@click.option(
    "--host",
    default="127.0.0.1",
    type=OptionValue("A", read_host),
    help="A loopback address (default 127.0.0.1).",
)
@with_common_options()
@click.argument(
    "words", nargs=-1, type=ListedValue("COMMAND", SERVED_COMMANDS), metavar="[COMMAND]"
)
@click.pass_context
def serve_command(context: click.Context, *, port: int, host: str, words: tuple[str, ...]) -> int:
    """Show the program in a browser on this machine, with one process per visitor.

    A visitor begins at the start screen, or with a COMMAND such as `open tree`.
    """
    check_served_command(words)
    program_options = options_before_command(context)
    listener, address = open_listener(host, port)
    from visualizer.apps.cli.running import redirect_stdout_to_stderr
    from visualizer.apps.tui.web.server import serve

    print_lines(address.url)
    sys.stdout.flush()
    print_to_stderr("open this address in a browser on this machine; Ctrl-C ends it")
    with listener, redirect_stdout_to_stderr():
        serve([*program_options, *words], listener, address)
    return EXIT_DONE


def check_served_command(words: tuple[str, ...]) -> None:
    """Raise InputError if the command for visitors has no screen, or if no page can be served.

    `words` are the command that each visitor of the web page runs, and its arguments.
    """
    if words and words[0] not in SERVED_COMMANDS:
        raise InputError(
            f"{words[0]!r:.60} has no screen to serve; these have one: {' '.join(SERVED_COMMANDS)}"
        )
    if "--plain" in words:
        raise InputError("--plain has no screen to serve")
    if find_spec("textual_serve") is None:
        raise InputError(TEXTUAL_SERVE_HINT)


def options_before_command(context: click.Context) -> list[str]:
    """Return the options written before `serve`, which are passed on to each visitor's process."""
    if context.parent is None:
        return []
    given_values = context.parent.params
    options = ["--ascii"] if given_values.get("ascii_only") else []
    for file in given_values.get("trusted", ()):
        options += ["--trust", file]
    return options
