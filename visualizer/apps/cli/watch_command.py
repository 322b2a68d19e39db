"""`visualizer watch`: the lines and variables of a user's own search, with its tree."""

from typing import Any

import rich_click as click
from click import get_current_context
from click.core import ParameterSource

from visualizer.apps.cli.common_options import (
    JSON_FLAG,
    POSITION_PANEL,
    is_switch_given,
    print_result,
    refuse_empty_values,
    with_common_options,
    with_option_groups,
)
from visualizer.apps.cli.messages import add_note
from visualizer.apps.cli.position_options import (
    POSITION_OPTIONS,
    GameArgument,
    make_search_flag,
    read_position_options,
    read_search_options,
)
from visualizer.apps.cli.program_options import (
    MAX_PROGRAM_NODES,
    PROGRAM_OPTIONS,
    ProgramOptions,
    is_program,
    run_program,
    show_program,
)
from visualizer.apps.cli.running import progress_line
from visualizer.apps.cli.screen import ScreenChoice, screen_options, show_explorer
from visualizer.apps.cli.values import (
    GAME_NAME_TYPE,
    SEARCH_TYPE,
    OptionValue,
    file_name_type,
    whole_number_type,
)
from visualizer.apps.tui.options import OpeningOptions
from visualizer.searching.lookup import default_search
from visualizer.searching.recipe import Recipe
from visualizer.searching.search_options import (
    CUT_OPTION,
    DEPTH_OPTION,
    EVALUATION_OPTION,
    ORDERING_OPTION,
)
from visualizer.support.errors import InputError
from visualizer.your_code.watching.watched import (
    MAX_WATCHED_LINES,
    MAX_WATCHED_NODES,
    WATCHED_SECONDS,
    CodeLimits,
    WatchedCode,
    describe_watched,
    watch_file,
    watched_as_json,
)

EXIT_SAME = 0
EXIT_DIFFERENT = 1
FUNCTION_FLAGS = (
    "--position",
    "--moves",
    "--size",
    "--set",
    "--trust",
    "--depth",
    "--ordering",
    "--evaluation",
    "--cut",
    "--seed",
)
"""The options of a function that is called on positions of a game."""


@click.command(epilog="Example: visualizer watch mine.py:alphabeta --against alpha-beta")
@click.argument("function", type=file_name_type("FILE.py[:FUNCTION]"))
@with_common_options(
    POSITION_OPTIONS[1:],
    tuple(map(make_search_flag, (DEPTH_OPTION, ORDERING_OPTION, EVALUATION_OPTION, CUT_OPTION))),
)
@click.argument(
    "game",
    cls=GameArgument,
    type=GAME_NAME_TYPE,
    required=False,
    default="tree",
    help="or a file of your own, ./mygame.py.",
    panel=POSITION_PANEL,
)
@click.argument("arguments", nargs=-1)
@click.option("--seed", type=whole_number_type("the seed", 0), help="A random tree with this seed.")
@click.option(
    "--against",
    type=OptionValue("NAME", find_completions=SEARCH_TYPE.find_completions, takes_files=True),
    help="Stop where this search would do something else, such as alpha-beta.",
)
@click.option(
    "--max-lines",
    default=str(MAX_WATCHED_LINES),
    type=whole_number_type("--max-lines", 1),
    help=f"Follow this many lines (default {MAX_WATCHED_LINES:,}).",
)
@click.option(
    "--max-nodes",
    type=whole_number_type("--max-nodes", 1),
    help=f"Draw this many nodes (default {MAX_WATCHED_NODES:,}; of a program "
    f"{MAX_PROGRAM_NODES:,}).",
)
@click.option(
    "--seconds",
    default=f"{WATCHED_SECONDS:g}",
    type=whole_number_type("--seconds", 1, 3_600),
    help=f"Seconds that the code may take (default {WATCHED_SECONDS:g}).",
)
@with_option_groups(PROGRAM_OPTIONS)
@screen_options
@JSON_FLAG
def watch_command(
    *,
    function: str,
    screen: ScreenChoice,
    seed: int | None,
    against: str | None,
    max_lines: int,
    max_nodes: int | None,
    seconds: int,
    arguments: tuple[str, ...],
    **values: Any,
) -> int:
    """Watch a search of your own: its lines and variables beside the tree that it searches.

    The function is given what its parameters say by their names, as `grade` does. Without a GAME it
    searches a textbook tree; with --against, and no position, the smallest tree that it gets wrong.

    A FILE.py without a FUNCTION is run as Python runs it, with the ARGUMENTS after --, and its
    recursive search becomes the tree; --against uncut holds it against itself without its cuts.
    """
    refuse_empty_values()
    program_options = ProgramOptions.taken_from(values)
    if is_program(function):
        refuse_options_of_functions(function)
        request = program_options.request(
            function,
            arguments_of_program(values, arguments),
            max_lines=max_lines,
            max_nodes=max_nodes or MAX_PROGRAM_NODES,
            seconds=seconds,
        )
        return show_program(run_program(request, program_options.search, against=against), screen)
    refuse_program_options(function, program_options, arguments)
    recipe = read_watched_recipe(values, seed)
    limits = CodeLimits(max_lines, max_nodes or MAX_WATCHED_NODES, seconds)
    with progress_line() as show_progress:
        show_progress(f"running {function} (Ctrl-C stops) ")
        watched = watch_file(function, recipe, limits, against)
    return show_watched_code(watched, screen)


def arguments_of_program(values: dict[str, Any], arguments: tuple[str, ...]) -> tuple[str, ...]:
    """Return the arguments of a program: those after --, the first of which is read as a GAME."""
    source = get_current_context().get_parameter_source("game")
    if source is ParameterSource.COMMANDLINE:
        return (values["game"], *arguments)
    return arguments


def refuse_options_of_functions(file: str) -> None:
    """Raise InputError for a position or a search: a program has its own."""
    context = get_current_context()
    for parameter in context.command.params:
        flag = max(parameter.opts, key=len)
        is_given = context.get_parameter_source(parameter.name) is ParameterSource.COMMANDLINE
        if is_given and flag in FUNCTION_FLAGS:
            raise InputError(f"{flag} has no effect on {file:.200}, a whole program; leave it out")


def refuse_program_options(
    function: str, options: ProgramOptions, arguments: tuple[str, ...]
) -> None:
    """Raise InputError for what works only with a program, and not with a function."""
    if arguments:
        raise InputError(f"{arguments[0]!r:.200} is one argument too many")
    given = options.given()
    if given:
        raise InputError(
            f"--{given[0]} is for a whole program, FILE.py; leave it out, or leave out the "
            f"function in {function!r:.200}"
        )


def read_watched_recipe(values: dict[str, Any], seed: int | None) -> Recipe:
    """Take position and search out of a command's values.

    With a `seed`, the position is a random tree. InputError for a seed and another position.
    """
    if seed is not None:
        if values["game"] != "tree" or values["position"] is not None:
            raise InputError(
                f"--seed {seed} is for a random tree; leave it out, or leave out the game and its "
                "position"
            )
        values["settings"] = (*values["settings"], f"seed={seed}")
    where = read_position_options(values)
    base = default_search(where)
    # The code itself is the algorithm, so this command has no such option.
    return Recipe(where, read_search_options({"algorithm": None, **values}, base))


def show_watched_code(watched: WatchedCode, screen: ScreenChoice) -> int:
    """Show a run of the user's code on the screen, in line mode or as data.

    Return the exit status, which says whether the code is wrong or was stopped.
    """
    if watched.log.printed:
        add_note(f"it printed {watched.log.printed!r:.200}")
    # Moment 0 is no special place: begin at the first step.
    first_moment = watched.first_moment_to_show or None
    if is_switch_given("as_json"):
        print_result("", watched_as_json(watched))
    elif screen.is_full():
        explore_watched_code(watched, screen, first_moment)
    else:
        step_through_watched_code(watched, screen, first_moment)
    is_wrong = watched.is_wrong or watched.difference is not None
    return EXIT_DIFFERENT if watched.stopped or is_wrong else EXIT_SAME


def step_through_watched_code(
    watched: WatchedCode, screen: ScreenChoice, first_moment: int | None
) -> None:
    """Step through a run of the user's code in line mode; without a moment, from the first step."""
    from visualizer.apps.dialogue.stepping import StepLines

    for line in describe_watched(watched):
        add_note(line)
    screen.run_in_line_mode(StepLines(watched.run, moment=first_moment))


def explore_watched_code(
    watched: WatchedCode, screen: ScreenChoice, first_moment: int | None
) -> None:
    """Show a run of the user's code in the explorer; without a moment, begin at the first step."""
    options = OpeningOptions(
        screen.theme or "",
        moment=first_moment,
        pixels=screen.pixels,
        is_kept=False,
    )
    # Notes at the lines describe the difference already.
    if watched.track.notes:
        remarks = [*filter(None, [watched.remark])]
    else:
        remarks = describe_watched(watched)
    run = watched.run
    show_explorer(
        [run],
        [run.recipe.search],
        options,
        remarks,
        ascii_only=screen.ascii_only,
    )
