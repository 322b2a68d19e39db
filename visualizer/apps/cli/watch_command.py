"""Code of one's own that searches: `watch` runs it, and shows its lines and variables beside its tree."""

from typing import Any

import rich_click as click

from visualizer.apps.cli.common_options import (
    JSON,
    PANELS,
    answer,
    asked,
    refuse_empty,
    with_options,
)
from visualizer.apps.cli.messages import note
from visualizer.apps.cli.position_options import (
    WHERE,
    GameArgument,
    flag_of,
    read_search,
    read_where,
)
from visualizer.apps.cli.running import progress
from visualizer.apps.cli.screen import Screen, explore, screen_options
from visualizer.apps.cli.values import GAME_NAME, SPEC, OptionValue, file_name, whole
from visualizer.apps.tui.options import Beginning
from visualizer.searching.lookup import usual_search
from visualizer.searching.recipe import Recipe
from visualizer.searching.search_options import CUT, DEPTH, EVALUATION, ORDERING
from visualizer.support.errors import InputError
from visualizer.your_code.watching.watched import (
    MAX_LINES,
    MAX_NODES,
    WATCHED_SECONDS,
    CodeLimits,
    WatchedCode,
    as_object,
    watch_file,
    words_of,
)

DONE = 0
DIFFERS = 1


@click.command(epilog="Example: visualizer watch mine.py:alphabeta --against alpha-beta")
@click.argument("function", type=file_name("FILE.py:FUNCTION"))
@with_options(WHERE[1:], tuple(map(flag_of, (DEPTH, ORDERING, EVALUATION, CUT))))
@click.argument(
    "game",
    cls=GameArgument,
    type=GAME_NAME,
    required=False,
    default="tree",
    help="or a file of your own, ./mygame.py.",
    panel=PANELS[0],
)
@click.option("--seed", type=whole("the seed", 0), help="A random tree with this seed.")
@click.option(
    "--against",
    type=OptionValue("NAME", find=SPEC.find, takes_files=True),
    help="Stop where this search would do something else, such as alpha-beta.",
)
@click.option(
    "--max-lines",
    default=str(MAX_LINES),
    type=whole("--max-lines", 1),
    help=f"Follow this many lines (default {MAX_LINES:,}).",
)
@click.option(
    "--max-nodes",
    default=str(MAX_NODES),
    type=whole("--max-nodes", 1),
    help=f"Draw this many nodes (default {MAX_NODES:,}).",
)
@click.option(
    "--seconds",
    default=f"{WATCHED_SECONDS:g}",
    type=whole("--seconds", 1, 3_600),
    help=f"Seconds that the code may take (default {WATCHED_SECONDS:g}).",
)
@screen_options
@JSON
def watch_command(
    *,
    function: str,
    screen: Screen,
    seed: int | None,
    against: str | None,
    max_lines: int,
    max_nodes: int,
    seconds: int,
    **values: Any,
) -> int:
    """Watch a search of your own: its lines and variables beside the tree that it searches.

    The function is given what its parameters say by their names, as `grade` does. Without a GAME it searches a textbook
    tree; with --against, and no position, the smallest tree that it gets wrong.
    """
    refuse_empty()
    recipe = asked_recipe(values, seed)
    limits = CodeLimits(max_lines, max_nodes, seconds)
    with progress() as tell:
        tell(f"running {function} (Ctrl-C stops) ")
        watched = watch_file(function, recipe, limits, against)
    return shown(watched, screen)


def asked_recipe(values: dict[str, Any], seed: int | None) -> Recipe:
    """Take the position and what holds of its search out of a command's values."""
    if seed is not None:
        if values["game"] != "tree" or values["position"] is not None:
            raise InputError(
                f"--seed {seed} is for a random tree; leave it out, or leave out the game and its position"
            )
        values["settings"] = (*values["settings"], f"seed={seed}")
    where = read_where(values)
    base = usual_search(where)
    return Recipe(where, read_search({"algorithm": None, **values}, base))


def shown(watched: WatchedCode, screen: Screen) -> int:
    """Show what code has done, on the screen, by lines or as data; return the status."""
    is_wrong = watched.is_wrong or watched.difference is not None
    status = DIFFERS if watched.stopped or is_wrong else DONE
    if watched.log.printed:
        note(f"it printed {watched.log.printed!r:.200}")
    if asked("as_json"):
        answer("", as_object(watched))
        return status
    begin = watched.difference_moment or None
    if not screen.is_full():
        from visualizer.apps.dialogue.stepping import StepLines

        for line in words_of(watched):
            note(line)
        screen.hold(StepLines(watched.run, moment=begin))
        return status
    beginning = Beginning(screen.theme or "", moment=begin, pixels=screen.pixels, is_kept=False)
    if watched.track.said:
        remarks = [*filter(None, [watched.remark])]
    else:
        remarks = words_of(watched)
    explore(
        [watched.run], [watched.run.recipe.search], beginning, remarks, ascii_only=screen.ascii_only
    )
    return status
