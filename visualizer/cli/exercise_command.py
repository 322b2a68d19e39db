"""`visualizer exercise`: sheets of trees to fill in, with their solutions."""

from typing import Any

import rich_click as click

from visualizer.cli.options import SEARCH, read_search, read_where, with_options
from visualizer.cli.picture_options import PICTURE, picture_options
from visualizer.cli.writing import FORCE, may_write, output
from visualizer.errors import InputError
from visualizer.explanation.exercises import exercises
from visualizer.exporting.outputs import outputs_of, save_film
from visualizer.look.lines import print_lines
from visualizer.picture.film.exercise import exercise_film, sheet_of
from visualizer.picture.page.options import FIT
from visualizer.search_options import read_count

USUAL, DEEP = {"branching": "2-3", "depth": "3"}, {"branching": "2", "depth": "4"}
"""The shape of the trees, unless a person asks for another; a deep cut takes four plies."""
PAGE = "a4"
MOST = 500


@click.command(epilog="Example: visualizer exercise -n 3 --seed 1 --set branching=2-3 -O sheet.pdf")
@click.option(
    "-n", "--number", metavar="N", default="10", help="How many trees (default 10); another --seed deals others."
)
@click.option("--set", "settings", metavar="KEY=VALUE", multiple=True,
              help="Shape of the trees: branching (default 2-3), depth (default 3), values, shape.")  # fmt: skip
@click.option("--deep", is_flag=True, help="Only trees with a deep cut, by a bound set more than a ply above.")
@output("File to write; the ending says the format; repeatable.")
@with_options(SEARCH, PICTURE, FORCE)
def command(
    *, number: str, settings: tuple[str, ...], deep: bool, files: tuple[str, ...], top: str, force: bool, **values: Any
) -> int:
    """Write sheets of trees to fill in, and behind them their solutions: each tree has a cut, and no two are alike."""
    outputs = outputs_of(files, film=True)
    wanted = read_count("the number of exercises", 1, MOST)(number)
    options = picture_options(values)
    if options.page == FIT or top:
        raise InputError("all exercises have one page: give --page 16:9, 4:3, a4 or WxH, and no --root")
    options = options.on(PAGE)
    seed = read_count("the seed", 0)(values.pop("seed") or "0")
    shape = read_where({"game": "tree", "position": None, "moves": "", "settings": settings}).settings
    if "seed" in shape:
        raise InputError("the seed of exercises is --seed N, not --set seed=N")
    replaced = may_write(outputs, force=force)
    runs = exercises(wanted, seed, {**(DEEP if deep else USUAL), **shape}, read_search(values), deep=deep)
    film = exercise_film([sheet_of(run, options) for run in runs])
    print_lines("\n".join(save_film(film, outputs, force=replaced)))
    return 0
