"""`visualizer exercise`: sheets of trees to fill in with their solutions, or a page that checks what is filled in."""

from typing import Any

import rich_click as click

from visualizer.algorithms.star1 import read_bounds
from visualizer.cli.homework import OWN_TREES, check_options, homework_trees, tree_lines, write_homework
from visualizer.cli.messages import DONE, STOPPED
from visualizer.cli.options import SEARCH, answer, read_search, read_settings, refuse, refuse_empty, with_options
from visualizer.cli.writing import FORCE, PICTURE, listed, makeable, may_write, note_films, output, picture_options
from visualizer.errors import InputError
from visualizer.exercises.by_hand.machine import LEVEL
from visualizer.exercises.fields import LEVELS
from visualizer.exercises.tasks import FEATURES, MOST_SEED, USUAL, exercises
from visualizer.lookup import usual_search
from visualizer.picture.film.exercise import exercise_film, sheet_of
from visualizer.picture.page.options import FIT
from visualizer.publishing.outputs import outputs_of, save_film
from visualizer.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.run import Run
from visualizer.search_options import read_count

DEEP = {"branching": "2", "depth": "4"}
"""The usual shape of trees with a deep cut, which takes four plies."""
PAGE = "a4"
MOST = 500


@click.command(epilog="Example: visualizer exercise -n 3 --seed 1 --set branching=2-3 -O sheet.pdf")
@click.option("-n", "--number", metavar="N",
              help="How many trees (default 10, or all of --tasks); another --seed deals others.")  # fmt: skip
@click.option("--set", "settings", metavar="KEY=VALUE", multiple=True,
              help="Shape of the trees: branching (default 2-3), depth (default 3), values, chance.")  # fmt: skip
@click.option(
    "--tasks", metavar="FILE", help="Your own trees: a file with a tree on each line; --seed N begins at line N."
)
@click.option("--deep", is_flag=True, help="Only trees with a deep cut, by a bound set more than a ply above.")
@click.option("--homework", is_flag=True, help="Write a page, .html, that checks what is filled in and gives reasons; "
              "or a package for a course's gradebook (SCORM 1.2), .zip.")  # fmt: skip
@click.option("--with", "feature", metavar="FEATURE", help=f"For homework, only trees with {', '.join(FEATURES)}.")
@click.option("--level", metavar="LEVEL", help=f"What homework asks: {', '.join((*LEVELS, LEVEL))} (default all).")
@click.option("--no-score", is_flag=True, help="A package reports no score, only that all is right in the end.")
@output("File to write; its extension chooses the format; repeatable.")
@with_options(SEARCH, PICTURE, FORCE)
def command(
    *,
    number: str | None,
    settings: tuple[str, ...],
    tasks: str | None,
    deep: bool,
    homework: bool,
    feature: str | None,
    level: str | None,
    no_score: bool,
    files: tuple[str, ...],
    top: str,
    **values: Any,
) -> int:
    """Write sheets of trees to fill in, followed by their solutions: each tree has a cut, and no two are alike.

    With --homework, write a web page to fill in, with the trees of `visualizer practice` from --seed on
    (default 1).
    """
    if homework:
        check_options()
    elif level is not None:
        raise InputError("--level is for --homework; on sheets, -a minimax asks for values alone")
    elif no_score:
        raise InputError("--no-score is for --homework")
    elif feature is not None:
        raise InputError("--with is for --homework; on sheets, --deep asks for deep cuts")
    refuse_empty()
    if tasks is not None:
        refuse(OWN_TREES, "settings", "deep", "feature")
    wanted = None if number is None and tasks else read_count("the number of exercises", 1, MOST)(number or "10")
    seed = read_count("the seed", 1 if tasks else 0, MOST_SEED)(
        values.pop("seed") or ("1" if tasks or homework else "0")
    )
    shape = read_settings({"settings": settings})
    if "seed" in shape:
        raise InputError("the seed of exercises is --seed N, not --set seed=N")
    if homework:
        bounds = None if values["bounds"] is None else read_bounds(values["bounds"])
        rules = {
            "level": level or "", "cut": values["cut"] or ">=", "fail": values["fail"] or "soft", "bounds": bounds
        }  # fmt: skip
        trees = homework_trees(seed, wanted, tasks, shape, rules, feature)
        return answer(listed(write_homework(trees, files, values["title"], scored=not no_score)))
    made = makeable(files)
    outputs = outputs_of(made, film=True)
    options = picture_options(values)
    if options.page == FIT or top:
        raise InputError("all exercises have one page: give --page 16:9, 4:3, a4 or WxH, and no --root")
    options = options.on(PAGE)
    replaced = may_write(outputs)
    if tasks is not None:
        sheet = lambda line, where: sheet_of(solved(values, where), options)  # noqa: E731  handed over
        pages = [*tree_lines(tasks, sheet, seed, wanted)]
    else:
        shape = {**(DEEP if deep else USUAL), **shape}
        search = search_on_paper(values, PositionSpec("tree", None, "", shape))
        runs = exercises(wanted or 0, seed, shape, search, deep=deep)
        pages = [sheet_of(run, options) for run in runs]
    written = save_film(exercise_film(pages), outputs, force=replaced)
    note_films(outputs)
    return answer(listed(written), status=DONE if len(made) == len(files) else STOPPED)


def solved(values: dict[str, Any], where: PositionSpec) -> Run:
    """Return the finished search of a tree on paper."""
    return Run(Recipe(where, search_on_paper(values, where))).finish()


def search_on_paper(values: dict[str, Any], where: PositionSpec) -> SearchSpec:
    """Return the search that is asked for, else the usual one; with chance values alone if there are no bounds."""
    usual = usual_search(where)
    if usual != SearchSpec() and values["bounds"] is None:
        usual = SearchSpec("expectiminimax")
    return read_search({**values}, usual)
