"""`visualizer diff`: where two runs part."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import rich_click as click

from visualizer.cli.compare_command import check_same
from visualizer.cli.messages import DONE, STOPPED, note
from visualizer.cli.open_command import explore
from visualizer.cli.options import (
    JSON,
    OF_POSITION,
    PANELS,
    SEARCH,
    WHERE,
    answer,
    read_search,
    read_where,
    refuse,
    whole,
    with_options,
)
from visualizer.cli.running import run_to_end
from visualizer.cli.screen import has_screen, pixels_option
from visualizer.comparison.parting import Extent, Part, parts
from visualizer.comparison.parting_words import as_object, sentences
from visualizer.driver import BY_HAND
from visualizer.errors import InputError, as_input_error
from visualizer.plugins.source import Source
from visualizer.recipe import Recipe, SearchSpec, told_by
from visualizer.run import Run, path_of
from visualizer.trace.rows import Kind
from visualizer.tui.options.first_looks import Beginning

EXTENT = (
    click.option("--below", metavar="MOVES", default="", help="Only the node that these moves lead to, and below it."),
    click.option("--to-ply", metavar="N", callback=whole("--to-ply", 0), help="Only the first plies of the tree."),
    click.option("--pass", "number", metavar="N", callback=whole("--pass", 1), help="Only this pass, from 1."),
)
"""Which visits are looked at."""
FIRST = click.argument(
    "game", metavar="[A]", required=False, panel=PANELS[0],
    help="A game, whose searches --search names; or a file of events or a saved run.",
)  # fmt: skip

TWO = "name two files, a file and --search, or a game and --search twice"


@click.command(epilog="Example: visualizer diff tictactoe -p corner -s alpha-beta -s negamax")
@with_options((FIRST, *WHERE[1:]), SEARCH, EXTENT)
@click.argument("other", metavar="[B]", required=False)
@click.option("-s", "--search", "searches", metavar="SEARCH", multiple=True, help="NAME[,key=value...]; once or twice.")
@click.option("--parts", "most", metavar="N", default="10", callback=whole("--parts", 1),
              help="At most N places (default 10).")  # fmt: skip
@JSON
@click.option("--open", "side_by_side", is_flag=True, help="Show both side by side in the explorer, at the first.")
@pixels_option
def command(
    *,
    other: str | None,
    searches: tuple[str, ...],
    most: int,
    below: str,
    to_ply: int | None,
    number: int | None,
    side_by_side: bool,
    pixels: str,
    **values: Any,
) -> int:
    """Say where two runs differ: two files of events or saved runs, two searches of a position, or one of each.

    Names the first visit that differs, then the next one after that node, and so on. The status is 1 if they differ.
    """
    recipes, names = named(values, other, searches)
    if side_by_side and not has_screen():
        raise InputError("--open needs a terminal; leave it out to print where the runs part")
    one, two = runs = run_to_end(recipes[0]), run_to_end(recipes[1])
    if one.root.key() != two.root.key():
        raise InputError(f"{names[1]!r:.200} is of another position than {names[0]!r:.200}")
    shown, is_whole = list[Part](), True
    try:
        for part in certain(parts(one.trace, two.trace, extent_of(runs, below, to_ply, number)), runs):
            if len(shown) == most:
                note(f"the runs part in more places than {most:,}; --parts N shows more")
                break
            shown.append(part)
    except KeyboardInterrupt:
        is_whole = False
    is_whole = is_whole and BY_HAND not in (one.trace.reason, two.trace.reason)
    words = [*sentences(shown, runs, names, is_whole=is_whole)]
    if side_by_side:
        step = shown[0].steps[0] if shown else 0
        fresh = [Run(recipe) for recipe in recipes]
        begin = Beginning(step=step, pixels=pixels, align="step")  # to the first part both take the same steps
        return explore(fresh, [recipe.search for recipe in recipes], begin, [words[0].removesuffix(".")])
    return answer(
        "\n".join(words), as_object(shown, runs, is_whole=is_whole), STOPPED if shown or not is_whole else DONE
    )


def certain(found: Iterator[Part], runs: tuple[Run, Run]) -> Iterator[Part]:
    """Yield where two runs part, as long as that is not by Ctrl-C, which has ended one of them."""
    for part in found:
        for side, run in enumerate(runs):
            is_end = part.visits[side] > len(run.trace) or part.has[side] is Kind.STOPPED
            if run.trace.reason == BY_HAND and is_end:
                return
        yield part


def named(
    values: dict[str, Any], other: str | None, searches: tuple[str, ...]
) -> tuple[tuple[Recipe, Recipe], tuple[str, str]]:
    """Return the two runs that are asked for, and what they are called; InputError says what is wrong with them."""
    files = [file for file in (values["game"], other) if file is not None]
    told = [told_by(file, [each for each in files if each != file]) for file in files]
    found = [(Path(file).name, each[0]) for file, each in zip(files, told, strict=True) if each is not None]
    if other is not None and len(found) < len(files):
        wrong = files[[each is None for each in told].index(True)]
        raise InputError(f"{wrong!r:.200} is no file of events and no saved run, which end in .jsonl and .run")
    if not files:
        raise InputError(f"no run is named: {TWO}")
    if found:
        refuse(f"{files[0]!r:.200} says itself what was searched", *OF_POSITION)
        depth = Run(found[0][1]).recipe.search.depth if searches else None
        where, base = found[0][1].where, SearchSpec(depth=depth)
    else:
        where, base = read_where(values), read_search(values)
    found += [(text, Recipe(where, SearchSpec.typed(text, base))) for text in searches]
    if len(found) != 2:
        raise InputError(f"two runs are compared, not {len(found)}: {TWO}")
    recordings = [file for file in files if Source.of(file) is Source.RECORDING]
    (one, first), (two, second) = found
    if len(recordings) == 2:
        check_same(where, recordings)
        second = replace(second, where=where)  # whose labels are numbered as in the first
    return (first, second), (one, two) if one != two else (files[0], str(other))


def extent_of(runs: tuple[Run, ...], below: str, ply: int | None, number: int | None) -> Extent:
    """Return which visits are looked at; InputError for moves or a pass that there are not."""
    passes = min(len(run.trace.roots()) for run in runs)
    if number is not None and number > passes:
        raise InputError(f"--pass {number}: there {'is 1 pass' if passes == 1 else f'are {passes:,} passes'}")
    with as_input_error("--below: "):
        return Extent(path_of(runs[0], below), ply, number)
