"""`visualizer exercise`: worksheets with solutions, or homework that checks its answers."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

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
from visualizer.draw.picture.page.options import FIT_PAGE, PictureOptions
from visualizer.look.numbers import number_as_typed
from visualizer.publish.homework import MAX_PAGE_TREE_PLIES, HomeworkTree, make_homework
from visualizer.publish.outputs import outputs_of, save_film
from visualizer.searching.lookup import default_search
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
"""The default shape of trees with a deep cut, which takes four plies."""
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
"""Parameters of the command that work with --homework."""


@click.command(
    help="Write sheets of trees to fill in, followed by their solutions: each tree has a cut, and "
    "no two are alike.\n\n"
    "With --homework, write a web page to fill in, with the trees of `visualizer practice` from "
    "--seed on (default 1).",
    epilog="Example: visualizer exercise -n 3 --seed 1 --set branching=2-3 -O sheet.pdf",
)
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
    help="Write a web page, .html, that checks the answers and explains them; or a package for a "
    "course's gradebook (SCORM 1.2), .zip.",
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
    deep: bool,
    homework: bool,
    feature: str | None,
    level: str | None,
    no_score: bool,
    files: tuple[str, ...],
    top: str,
    **values: Any,
) -> int:
    """Write worksheets, or homework as a page or a package."""
    if homework:
        refuse_sheet_options()
    else:
        refuse_homework_options(level, feature, no_score=no_score)
    refuse_empty_values()
    trees = read_exercise_trees(values, is_homework=homework)
    if homework:
        rules = read_rules(level, values["cut"], values["fail"], values["bounds"])
        homework_trees = make_homework_trees(trees, rules, feature)
        written = write_homework(
            homework_trees,
            files,
            values["title"],
            scored=not no_score,
        )
        return print_result(writing.list_file_names(written))
    return write_exercise_sheets(files, top, values, worksheet_searches(trees, values, deep=deep))


class ExerciseTrees(NamedTuple):
    """The trees that exercises are made of: random trees of a shape, or the trees of a file.

    `seed` is the seed of the first random tree, or the first line of the file, from 1. Without a
    `tree_count`, the file is read to its end.
    """

    tree_count: int | None
    seed: int
    file: str | None
    shape: Mapping[str, str]


def read_exercise_trees(values: dict[str, Any], *, is_homework: bool) -> ExerciseTrees:
    """Take the options that choose trees out of a command's values; InputError if they clash."""
    file = values.pop("tasks")
    number = values.pop("number")
    if file is not None:
        refuse_options(OWN_TREES_RULE, "settings", "deep", "feature")
    # Without a number, take all trees of a file.
    tree_count = None
    if number is not None or file is None:
        read_count = count_reader("the number of exercises", 1, MAX_SHEETS)
        tree_count = read_count(number or "10")
    seed = read_first_seed(values.pop("seed"), file, is_homework=is_homework)
    shape = read_setting_options({"settings": values.pop("settings")})
    if "seed" in shape:
        raise InputError("set the seed for exercises with --seed N, not --set seed=N")
    return ExerciseTrees(tree_count, seed, file, shape)


def read_first_seed(text: str | None, file: str | None, *, is_homework: bool) -> int:
    """Read the seed of the first random tree, or the number of the file's first line to use."""
    # Seeds begin at 0, and lines of a file at 1.
    min_seed = 0 if file is None else 1
    # Homework calls its first tree "tree no. 1".
    default_seed = "1" if is_homework or file is not None else "0"
    return count_reader("the seed", min_seed, MAX_TREE_SEED)(text or default_seed)


def refuse_homework_options(level: str | None, feature: str | None, *, no_score: bool) -> None:
    """Raise InputError for an option that works only with --homework."""
    if level is not None:
        raise InputError(
            "--level works only with --homework; on worksheets, -a minimax asks for values alone"
        )
    if no_score:
        raise InputError("--no-score works only with --homework")
    if feature is not None:
        raise InputError(
            "--with works only with --homework; on worksheets, --deep asks for deep cuts"
        )


def worksheet_searches(
    trees: ExerciseTrees, values: dict[str, Any], *, deep: bool
) -> Callable[[], Iterable[Run]]:
    """Return a function that searches the trees for worksheets and returns the runs.

    InputError for bad options of the search. The options for trees of a file depend on the trees,
    and are read only when the function is called.
    """
    if trees.file is not None:
        return partial(search_tree_file, trees.file, trees, values)
    usual_shape = DEEP_TREE_SETTINGS if deep else USUAL_TREE_SHAPE
    shape = {**usual_shape, **trees.shape}
    search = read_worksheet_search(values, PositionSpec("tree", None, "", shape))
    return partial(
        searches_with_cuts,
        trees.tree_count or 0,
        trees.seed,
        shape,
        search,
        deep=deep,
    )


def search_tree_file(file: str, trees: ExerciseTrees, values: dict[str, Any]) -> Iterable[Run]:
    """Search the trees of a file; InputError names a line that cannot be read."""

    def search_line(line: int, where: PositionSpec) -> Run:
        recipe = Recipe(where, read_worksheet_search(values, where))
        return Run(recipe).finish()

    return read_tree_lines(file, search_line, trees.seed, trees.tree_count)


def refuse_sheet_options() -> None:
    """Raise InputError for an option that does not work with --homework."""
    for unused in list_given_options(*HOMEWORK_OPTIONS, "homework", "no_color"):
        parameters = get_current_context().command.params
        flags = [option.opts[0] for option in parameters if option.name in HOMEWORK_OPTIONS]
        raise InputError(
            f"{unused.opts[-1]} does not work with --homework, which takes {', '.join(flags)}"
        )


def write_exercise_sheets(
    files: Sequence[str],
    top: str,
    values: dict[str, Any],
    make_runs: Callable[[], Iterable[Run]],
) -> int:
    """Write worksheets of searches with their solutions; return the exit status.

    `make_runs` searches, and is called only after the files have been checked. `top` is the text of
    --root.
    """
    writable_files = writing.drop_unwritable(files)
    outputs = outputs_of(writable_files, film=True)
    options = read_sheet_options(values, top)
    may_replace_existing = writing.may_write_outputs(outputs)

    pages = [lay_out_sheet(run, options) for run in make_runs()]
    written = save_film(exercise_film(pages), outputs, force=may_replace_existing)
    writing.note_films(outputs)
    status = EXIT_DONE if len(writable_files) == len(files) else EXIT_STOPPED
    return print_result(writing.list_file_names(written), status=status)


def read_sheet_options(values: dict[str, Any], top: str) -> PictureOptions:
    """Read the options for drawing worksheets; the default page is SHEET_PAGE.

    InputError for a subtree (`top` is the text of --root), because a worksheet shows a whole tree,
    and for a page as large as its tree.
    """
    options = writing.read_picture_options(values)
    if options.page == FIT_PAGE or top:
        raise InputError(
            "all exercises share one page size: give --page 16:9, 4:3, a4 or WxH, and leave out "
            "--root"
        )
    return options.with_default_page(SHEET_PAGE)


def read_worksheet_search(values: dict[str, Any], where: PositionSpec) -> SearchSpec:
    """Return the search of the options, or the usual one of a position."""
    usual = default_search(where)
    # Without bounds, Star1 cannot cut at chance nodes: the sheet then asks for values alone.
    if usual != SearchSpec() and values["bounds"] is None:
        usual = SearchSpec("expectiminimax")
    return read_search_options({**values}, usual)


def write_homework(
    trees: Iterator[HomeworkTree], files: Sequence[str], title: str, *, scored: bool
) -> list[str]:
    """Write homework as web pages, or packages for a learning platform; return the file names.

    `scored` says whether a package reports a score to the platform. InputError for another format,
    for too many nodes, or for a file that must not be replaced.
    """
    check_homework_files(files, scored=scored)
    may_replace_existing = writing.may_replace(files)

    homework = make_homework(collect_trees_for_page(trees), title)
    contents: dict[str, bytes] = {}
    for file in files:
        if is_scorm_package(file):
            contents[file] = homework.package(scored=scored)
        else:
            contents[file] = homework.page()
    exports.save_files(contents, force=may_replace_existing)
    return [*files]


def collect_trees_for_page(trees: Iterator[HomeworkTree]) -> list[HomeworkTree]:
    """Return all trees; InputError as soon as they have more nodes than a page can show."""
    collected: list[HomeworkTree] = []
    node_count = 0
    # Counted while trees are made, because a file of trees may be of any length.
    for tree in trees:
        collected.append(tree)
        _, exercise = tree
        node_count += len(list(exercise.run.all_paths()))
        if node_count > MAX_EXERCISE_NODES:
            raise InputError(
                f"the trees have more than {MAX_EXERCISE_NODES:,} nodes, the limit for one page; "
                "ask for fewer with -n"
            )
    return collected


def check_homework_files(files: Sequence[str], *, scored: bool) -> None:
    """Raise InputError for files in other formats, or for --no-score without a package."""
    for file in files:
        if Path(file).suffix.lower() not in HOMEWORK_SUFFIXES:
            raise InputError(
                f"the file name {file!r:.200} does not end in a format for homework: "
                f"{' '.join(HOMEWORK_SUFFIXES)}"
            )
    if not scored and not any(map(is_scorm_package, files)):
        raise InputError(
            f"--no-score works only for a package, whose name ends in {SCORM_SUFFIX}; a page "
            "reports no score anyway"
        )


def is_scorm_package(file: str) -> bool:
    """Return whether a file is a package for a gradebook, by its extension."""
    return Path(file).suffix.lower() == SCORM_SUFFIX


def make_homework_trees(
    trees: ExerciseTrees, rules: ExerciseRules, feature: str | None
) -> Iterator[HomeworkTree]:
    """Yield homework for the trees of a file, or for random trees.

    `feature` is what every random tree must have, such as a cut. InputError for a bad setting,
    rule, or line of the file.
    """
    check_rules(rules)
    if trees.file is not None:
        yield from homework_trees_in_file(trees.file, trees, rules)
        return
    shape_words = ""
    if trees.shape:
        settings = ", ".join(f"{key}={value}" for key, value in trees.shape.items())
        shape_words = f" ({settings})"
    random_positions = random_trees(trees.seed, trees.shape, rules, feature)
    for where, number in islice(random_positions, trees.tree_count or 0):
        yield _homework_tree(rules, f"tree no. {number}{shape_words}", where)


def check_rules(rules: ExerciseRules) -> None:
    """Raise InputError for rules that contradict each other, by trying them on a tiny tree.

    With a tree of the user's, the error would blame the tree and not the rules.
    """
    low, high = rules.bounds or (0, 0)
    # All leaves must be within the bounds: take the value nearest to 0.
    leaf = number_as_typed(max(low, min(0, high)))
    _homework_tree(rules, "", PositionSpec("tree", f"[{leaf},{leaf}]"))


def homework_trees_in_file(
    file: str, trees: ExerciseTrees, rules: ExerciseRules
) -> Iterator[HomeworkTree]:
    """Yield homework for the trees of a file, all at the same level.

    If the rules have no level, the exercise with the first tree chooses the level for all.
    """

    def homework_on_line(line: int, where: PositionSpec) -> HomeworkTree:
        nonlocal rules
        source, tree = _homework_tree(rules, f"line {line}", where)
        # Keep the level that the exercise may have chosen.
        rules = replace(rules, level=tree.rules.level)
        return source, tree

    yield from read_tree_lines(file, homework_on_line, trees.seed, trees.tree_count)


def _homework_tree(rules: ExerciseRules, source: str, where: PositionSpec) -> HomeworkTree:
    run = Run(Recipe(read_exercise_tree(where), default_search(where)))
    plies = max(map(len, run.all_paths()))
    if plies > MAX_PAGE_TREE_PLIES:
        raise InputError(
            f"the tree has {plies:,} plies; a page shows at most {MAX_PAGE_TREE_PLIES}"
        )
    return source, make_exercise(where, rules)
