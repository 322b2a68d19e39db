"""`visualizer exercise`: sheets of trees to fill in with their solutions, or a page that checks what is filled in."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import rich_click as click
from click import get_current_context

import exports
from visualizer.apps.cli import writing
from visualizer.apps.cli.common_options import (
    list_given_options,
    print_result,
    refuse_empty_values,
    refuse_options,
    with_common_options,
)
from visualizer.apps.cli.messages import EXIT_DONE, EXIT_STOPPED
from visualizer.apps.cli.position_options import (
    SEARCH_OPTIONS,
    read_search_options,
    read_setting_options,
)
from visualizer.apps.cli.values import FILE_TYPE, SETTING_TYPE, ListedValue
from visualizer.draw.picture.film import exercise_film, lay_out_sheet
from visualizer.draw.picture.page.options import FIT_PAGE
from visualizer.look.numbers import number_as_typed
from visualizer.publish.homework import MAX_PAGE_TREE_PLIES, HomeworkTree, make_homework
from visualizer.publish.outputs import outputs_of, save_film
from visualizer.searching.lookup import usual_search
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.searching.search_options import count_reader
from visualizer.support.errors import InputError
from visualizer.teach.exercise import MAX_EXERCISE_NODES
from visualizer.teach.rules import BY_HAND_LEVEL, EXERCISE_LEVELS, ExerciseRules, read_rules
from visualizer.teach.tasks import (
    MAX_TREE_SEED,
    OWN_TREES_RULE,
    TREE_FEATURES,
    USUAL_TREE_SHAPE,
    make_exercise,
    random_trees,
    read_exercise_tree,
    read_tree_lines,
    searches_with_cuts,
)

DEEP_TREE_SETTINGS = {"branching": "2", "depth": "4"}
"""The usual shape of trees with a deep cut, which takes four plies."""
SHEET_PAGE = "a4"
MAX_SHEETS = 500
SCORM_SUFFIX = ".zip"
HOMEWORK_SUFFIXES = (".html", ".htm", SCORM_SUFFIX)
HOMEWORK_OPTIONS = (
    "number",
    "seed",
    "settings",
    "tasks",
    "feature",
    "level",
    "cut",
    "fail",
    "bounds",
    "title",
    "files",
    "no_score",
    "force",
)
"""The options that mean something for homework, by their names in Python."""


@click.command(epilog="Example: visualizer exercise -n 3 --seed 1 --set branching=2-3 -O sheet.pdf")
@click.option(
    "-n",
    "--number",
    metavar="N",
    help="How many trees (default 10, or all of --tasks); another --seed gives different ones.",
)
@click.option(
    "--set",
    "settings",
    type=SETTING_TYPE,
    multiple=True,
    help="Shape of the trees: branching (default 2-3), depth (default 3), values, chance.",
)
@click.option(
    "--tasks",
    type=FILE_TYPE,
    help="Your own trees: a file with one tree per line; --seed N starts at line N.",
)
@click.option(
    "--deep",
    is_flag=True,
    help="Only trees with a deep cut: its bound was set more than one ply above.",
)
@click.option(
    "--homework",
    is_flag=True,
    help="Write a web page, .html, that checks the answers and explains "
    "them; or a package for a course's gradebook (SCORM "
    "1.2), .zip.",
)
@click.option(
    "--with",
    "feature",
    type=ListedValue("FEATURE", TREE_FEATURES),
    help=f"Homework only: choose trees with {', '.join(TREE_FEATURES)}.",
)
@click.option(
    "--level",
    type=ListedValue("LEVEL", (*EXERCISE_LEVELS, BY_HAND_LEVEL)),
    help=f"What homework asks: {', '.join((*EXERCISE_LEVELS, BY_HAND_LEVEL))} (default all).",
)
@click.option(
    "--no-score",
    is_flag=True,
    help="Let a package report no score, only that everything is solved.",
)
@writing.output_option("File to write; its extension chooses the format; repeatable.")
@with_common_options(SEARCH_OPTIONS, writing.PICTURE_CLICK_OPTIONS, writing.FORCE_OPTION)
def exercise_command(
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
        refuse_sheet_options()
    elif level is not None:
        raise InputError(
            "--level works only with --homework; on worksheets, -a minimax asks for values alone"
        )
    elif no_score:
        raise InputError("--no-score works only with --homework")
    elif feature is not None:
        raise InputError(
            "--with works only with --homework; on worksheets, --deep asks for deep cuts"
        )
    refuse_empty_values()
    first = "1" if homework else "0"
    least = 0
    if tasks is not None:
        refuse_options(OWN_TREES_RULE, "settings", "deep", "feature")
        first = "1"
        least = 1
    wanted = None
    if number is not None or tasks is None:
        wanted = count_reader("the number of exercises", 1, MAX_SHEETS)(number or "10")
    seed = count_reader("the seed", least, MAX_TREE_SEED)(values.pop("seed") or first)
    shape = read_setting_options({"settings": settings})
    if "seed" in shape:
        raise InputError("set the seed for exercises with --seed N, not --set seed=N")
    if homework:
        rules = read_rules(level, values["cut"], values["fail"], values["bounds"])
        trees = make_homework_trees(seed, wanted, tasks, shape, rules, feature)
        return print_result(
            writing.list_file_names(
                write_homework(trees, files, values["title"], scored=not no_score)
            )
        )
    if tasks is None:
        shape = {**(DEEP_TREE_SETTINGS if deep else USUAL_TREE_SHAPE), **shape}
        search = read_paper_search(values, PositionSpec("tree", None, "", shape))
        return write_exercise_sheets(
            files,
            top,
            values,
            lambda: searches_with_cuts(wanted or 0, seed, shape, search, deep=deep),
        )

    def searched(line: int, where: PositionSpec) -> Run:
        return Run(Recipe(where, read_paper_search(values, where))).finish()

    return write_exercise_sheets(
        files, top, values, lambda: read_tree_lines(tasks, searched, seed, wanted)
    )


def refuse_sheet_options() -> None:
    """Raise InputError for an option that means nothing for homework."""
    for unused in list_given_options(*HOMEWORK_OPTIONS, "homework", "no_color"):
        known = (
            each for each in get_current_context().command.params if each.name in HOMEWORK_OPTIONS
        )
        flags = ", ".join(each.opts[0] for each in known)
        raise InputError(f"{unused.opts[-1]} does not work with --homework, which takes {flags}")


def write_exercise_sheets(
    files: Sequence[str], top: str, values: dict[str, Any], search: Callable[[], Iterable[Run]]
) -> int:
    """Write worksheets of searches, and their solutions; nothing is searched for files that cannot be written."""
    made = writing.drop_unmakeable(files)
    outputs = outputs_of(made, film=True)
    options = writing.read_picture_options(values)
    if options.page == FIT_PAGE or top:
        raise InputError(
            "all exercises share one page size: give --page 16:9, 4:3, a4 or WxH, and leave out --root"
        )
    options = options.on(SHEET_PAGE)
    replaced = writing.may_write_outputs(outputs)
    pages = [lay_out_sheet(run, options) for run in search()]
    written = save_film(exercise_film(pages), outputs, force=replaced)
    writing.note_films(outputs)
    return print_result(
        writing.list_file_names(written),
        status=EXIT_DONE if len(made) == len(files) else EXIT_STOPPED,
    )


def read_paper_search(values: dict[str, Any], where: PositionSpec) -> SearchSpec:
    """Return the search that is asked for, else the usual one; with chance values alone if there are no bounds."""
    usual = usual_search(where)
    if usual != SearchSpec() and values["bounds"] is None:
        usual = SearchSpec("expectiminimax")
    return read_search_options({**values}, usual)


def write_homework(
    trees: Iterator[HomeworkTree], files: Sequence[str], title: str, *, scored: bool
) -> list[str]:
    """Write the page, or the package of it, to files and return their names.

    `scored` says whether a package reports a score. InputError for what cannot be a page, or may not be replaced.
    """
    for file in files:
        if Path(file).suffix.lower() not in HOMEWORK_SUFFIXES:
            raise InputError(
                f"the file name {file!r:.200} does not end in a format for homework: {' '.join(HOMEWORK_SUFFIXES)}"
            )
    if not scored and not any(map(is_scorm_package, files)):
        raise InputError(
            f"--no-score works only for a package, whose name ends in {SCORM_SUFFIX}; a page reports no score anyway"
        )
    replaced = writing.may_replace(files)
    found = list[HomeworkTree]()
    nodes = 0
    for tree in trees:
        found.append(tree)
        nodes += len([*tree[1].run.all_paths()])
        if nodes > MAX_EXERCISE_NODES:
            raise InputError(
                f"the trees have more than {MAX_EXERCISE_NODES:,} nodes, the limit for one page; ask for fewer with -n"
            )
    made = make_homework(found, title)
    contents = {
        packed: made.package(scored=scored) if packed else made.page()
        for packed in {*map(is_scorm_package, files)}
    }
    exports.save_files({file: contents[is_scorm_package(file)] for file in files}, force=replaced)
    return [*files]


def is_scorm_package(file: str) -> bool:
    """Return whether a file is a package for a gradebook, by its name."""
    return Path(file).suffix.lower() == SCORM_SUFFIX


def make_homework_trees(
    seed: int,
    wanted: int | None,
    file: str | None,
    settings: Mapping[str, str],
    rules: ExerciseRules,
    feature: str | None,
) -> Iterator[HomeworkTree]:
    """Yield n trees, of a file those from the line `seed` on; InputError for a bad setting, rule or line.

    `settings` is the shape of random trees, where it is not the usual one, and `feature` what each of them has.
    """
    low, high = rules.bounds or (0, 0)
    leaf = number_as_typed(max(low, min(0, high)))
    _homework_tree(
        rules, "", PositionSpec("tree", f"[{leaf},{leaf}]")
    )  # what clashes is refused before any tree is named
    if file is not None:

        def asked(line: int, where: PositionSpec) -> HomeworkTree:
            nonlocal rules  # all trees of a page are asked about at the level of the first
            source, tree = _homework_tree(rules, f"line {line}", where)
            rules = replace(rules, level=tree.rules.level)
            return source, tree

        yield from read_tree_lines(file, asked, seed, wanted)
        return
    shape = (
        f" ({', '.join(f'{key}={value}' for key, value in settings.items())})" if settings else ""
    )
    for where, found in islice(random_trees(seed, settings, rules, feature), wanted or 0):
        yield _homework_tree(rules, f"tree no. {found}{shape}", where)


def _homework_tree(rules: ExerciseRules, source: str, where: PositionSpec) -> HomeworkTree:
    run = Run(Recipe(read_exercise_tree(where), usual_search(where)))
    if (plies := max(map(len, run.all_paths()))) > MAX_PAGE_TREE_PLIES:
        raise InputError(
            f"the tree has {plies:,} plies; a page shows at most {MAX_PAGE_TREE_PLIES}"
        )
    return source, make_exercise(where, rules)
