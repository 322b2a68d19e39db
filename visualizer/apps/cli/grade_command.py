"""`visualizer grade`: is this alpha-beta? A search of your own is run on small trees and held against the right one."""

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from os.path import realpath
from pathlib import Path
from secrets import token_hex
from shutil import rmtree
from stat import S_IFMT

import rich_click as click
from click import get_current_context

import exports
from games.tree import GAME
from games.tree.names import with_letters
from games.tree.notation import Node
from visualizer.apps.cli.common_options import (
    JSON_FLAG,
    print_result,
    refuse_empty_values,
    with_common_options,
)
from visualizer.apps.cli.messages import EXIT_DONE, EXIT_STOPPED, add_note
from visualizer.apps.cli.running import progress_line
from visualizer.apps.cli.screen import ScreenChoice, has_screen, show_explorer
from visualizer.apps.cli.values import (
    FILE_TYPE,
    ListedValue,
    OptionValue,
    file_name_type,
    whole_number_type,
)
from visualizer.apps.cli.watch_command import show_watched_code
from visualizer.apps.cli.writing import FORCE_OPTION, may_replace
from visualizer.apps.tui.options import OpeningOptions
from visualizer.explaining.measures.summary import count_in_words
from visualizer.searching.algorithms import algorithm
from visualizer.searching.data_files import format_json, read_json
from visualizer.searching.events.recordings import hand_over
from visualizer.searching.recipe import Recipe, recipe_of_recording
from visualizer.searching.run import Run
from visualizer.searching.search_options import number_reader
from visualizer.support.errors import InputError, RefusedError, as_input_error
from visualizer.teach.tasks import read_tree_lines
from visualizer.your_code.grading.dealing import MAX_TREES
from visualizer.your_code.grading.grading import (
    DEFAULT_TREE_SEED,
    DEFAULT_TREES,
    SECONDS_PER_TREE,
    KindOfTree,
    NotGradedError,
    depth_limit_for,
    make_grading,
    make_trees_for_task,
)
from visualizer.your_code.grading.playouts import MCTS_TASK
from visualizer.your_code.grading.reference import GRADED_TASKS, GradedTask, make_task, right_search
from visualizer.your_code.grading.report import GradeReport, WrongTree
from visualizer.your_code.grading.shapes import (
    ANY_SHAPE,
    DEFAULT_AGENTS,
    MAX_AGENTS,
    MIN_ROOT_KIND,
    TreeShape,
)
from visualizer.your_code.grading.subjects import FileSubject, ProgramSubject, Subject
from visualizer.your_code.grading.trees import (
    MAX_OWN_TREE_NODES,
    count_nodes,
    parse_literal_tree,
    tree_height,
)
from visualizer.your_code.watching.watched import watch_wrong

MAX_TREE_SECONDS = 3_600
MAX_GRADED_PLIES = 20
MAX_POINTS = 1_000
MAX_EXPLORATION = 1_000


@click.command(epilog="Example: visualizer grade visualizer.searching.algorithms.negamax:negamax")
@click.argument("function", type=file_name_type("FILE.py:FUNCTION"), required=False, default="")
@click.option(
    "--program", metavar="COMMAND", help="A program in any language that answers line by line."
)
@click.option(
    "--task",
    type=ListedValue("NAME", GRADED_TASKS),
    default=GRADED_TASKS[0],
    help=f"What the code is meant to be: {', '.join(GRADED_TASKS)} (default {GRADED_TASKS[0]}).",
)
@click.option(
    "--cut",
    metavar="RULE",
    help="Whether a value equal to the bound cuts: >= (default, it does) or >.",
)
@click.option(
    "--exploration",
    type=OptionValue("C", number_reader("the exploration", 0, MAX_EXPLORATION)),
    help="For mcts: the exploration constant (default: the square root of 2).",
)
@click.option(
    "--depth",
    "-d",
    type=whole_number_type("the depth", 1, MAX_GRADED_PLIES),
    help="Depth limit in plies (default: to the end).",
)
@click.option(
    "--table",
    is_flag=True,
    help="For a search with a table: positions repeat, and each node has a key.",
)
@click.option(
    "--trees",
    type=whole_number_type("the number of trees", 1, MAX_TREES),
    help=f"How many trees (default {DEFAULT_TREES}, or all of --tasks).",
)
@click.option(
    "--seed",
    type=whole_number_type("the seed", 0),
    help=f"Seed that chooses the trees (default {DEFAULT_TREE_SEED}).",
)
@click.option(
    "--agents",
    type=whole_number_type("the number of agents", 2, MAX_AGENTS),
    help=f"How many agents take turns, for a Berkeley agent, FILE.py:CLASS (default {DEFAULT_AGENTS}).",
)
@click.option("--tasks", type=FILE_TYPE, help="Your own trees: a file with one tree per line.")
@click.option(
    "--seconds",
    default=f"{SECONDS_PER_TREE:g}",
    type=whole_number_type("--seconds", 1, MAX_TREE_SECONDS),
    help=f"Time limit for each tree in seconds (default {SECONDS_PER_TREE:g}).",
)
@click.option(
    "--gradescope",
    type=FILE_TYPE,
    help="Write Gradescope's results.json, with one test for each kind of tree.",
)
@click.option(
    "--points",
    type=whole_number_type("the points", 1, MAX_POINTS),
    help="Total of Gradescope's max_score (default: one point for each tree).",
)
@click.option(
    "--open",
    "side_by_side",
    is_flag=True,
    help="Show the graded code beside the correct search, at the first wrong visit.",
)
@JSON_FLAG
@with_common_options(FORCE_OPTION)
def grade_command(
    *,
    function: str,
    program: str | None,
    task: str,
    cut: str | None,
    depth: int | None,
    exploration: float | None,
    table: bool,
    trees: int | None,
    seed: int | None,
    agents: int | None,
    tasks: str | None,
    seconds: int,
    gradescope: str | None,
    points: int | None,
    side_by_side: bool,
) -> int:
    """Check whether your search is alpha-beta: its leaves are compared, in order, with those of a correct search.

    The names of a function's parameters say what it is given: node, depth, alpha, beta, maximizing, or state and
    game. FILE.py:CLASS is a Berkeley agent, FILE.py:CLASS.METHOD a method. docs/grading.md is a half-hour introduction.
    """
    refuse_empty_values()
    check_grade_options()
    make_task(task, cut, depth, exploration, table=table)  # options are wrong before code is
    subject_of = make_subject_factory(function, program, seconds, task)
    depth = depth_limit_for(subject_of, depth, table=table)
    asked = make_task(task, cut, depth, exploration, table=table)
    if side_by_side and program is not None and asked.revisits:
        raise InputError(f"--open cannot show {task}, which reads leaves twice; leave it out")
    if tasks is None and seed is None:
        seed = DEFAULT_TREE_SEED
    if tasks is None:
        own = None
    else:
        own = TreeFile(tasks, trees)

    def trees_on(shape: TreeShape) -> tuple[GradedTask, list[KindOfTree]]:
        graded = asked.on(shape.with_agents(agents), cut=cut)
        return graded, make_trees_for_task(
            graded, trees or DEFAULT_TREES, seed or 0
        ) if own is None else own.for_task(graded)

    # before the code is loaded, so that what is wrong with the trees is said first
    graded_task, graded_trees = trees_on(TreeShape(DEFAULT_AGENTS) if agents else ANY_SHAPE)
    place = GradescopeFile(gradescope, points)
    none_right = [(kind, False) for kind, _ in graded_trees]
    unread = GradeReport(function or str(program), asked, seed, none_right)
    with place.written_on_error(unread), closing(subject_of(depth)) as subject:
        if agents or subject.shape != ANY_SHAPE:
            graded_task, graded_trees = trees_on(subject.shape)
        grading = make_grading(subject, graded_task, graded_trees, seed)
        with progress_line() as tell:
            report = grading.run(
                lambda done: tell(f"{done} of {len(graded_trees)} trees (Ctrl-C stops) ")
            )
    if own is not None:
        report = replace(report, skipped=own.skipped)
    place.write(report)
    if report.printed:
        add_note(f"it printed {report.printed!r:.200}, which does not count")
    wrong = report.first_wrong
    if side_by_side and isinstance(wrong, WrongTree) and (function or wrong.answer.events):
        return show_wrong_visit(function, wrong, grading.style)
    text = report.text()
    if not side_by_side and can_show_wrong_visit(report, is_program=program is not None):
        text += "\n--open shows it beside the correct search, at this visit."
    return print_result(text, report.as_object(), EXIT_DONE if report.is_right else EXIT_STOPPED)


def can_show_wrong_visit(report: GradeReport, *, is_program: bool) -> bool:
    """Return whether --open can show what is wrong."""
    wrong = report.first_wrong
    if not isinstance(wrong, WrongTree) or (is_program and report.task.revisits):
        return False
    return bool(wrong.answer.leaves) and not wrong.answer.is_endless


def show_wrong_visit(function: str, wrong: WrongTree, style: int) -> int:
    """Show what is wrong: a program beside the right search, a function with its lines; return the status."""
    if function:
        show_watched_code(
            watch_wrong(function, wrong, style),
            ScreenChoice(plain=False, ascii_only=False, theme=None),
        )
    else:
        show_beside_right_search(wrong)
    return EXIT_STOPPED


def check_grade_options() -> None:
    """Raise InputError for options of this command that do not go together."""
    given = get_current_context().params
    is_program = given["program"] is not None
    is_shown = given["side_by_side"]
    points = given["points"]
    if bool(given["function"]) == is_program:
        raise InputError("say what to grade: either FILE.py:FUNCTION or --program COMMAND")
    if given["tasks"] is not None and given["seed"] is not None:
        raise InputError("the trees come from --tasks; leave out --seed")
    if is_shown and not has_screen():
        raise InputError("--open needs a terminal; leave it out to print the report")
    if given["task"] == MCTS_TASK and (is_program or is_shown):
        left_out = "--program" if is_program else "--open"
        raise InputError(
            f"{left_out} cannot be used with --task {MCTS_TASK}; grade FILE.py:FUNCTION, and read the report"
        )
    if points is not None and given["gradescope"] is None:
        raise InputError(
            f"--points {points} is for Gradescope; say where to write its results with --gradescope FILE"
        )


def make_subject_factory(
    function: str, program: str | None, seconds: float, task: str
) -> Callable[[int | None], Subject]:
    """Return what makes a subject of who is graded, given the limit of depth."""
    if program is not None:
        return lambda limit: ProgramSubject(program, seconds)
    return lambda limit: FileSubject(function, seconds, limit, task)


class GradescopeFile:
    """Where the results for Gradescope are written, whatever the graded code puts there."""

    def __init__(self, file: str | None, points: int | None) -> None:
        """Note what lies there, None for nowhere; InputError if it may not be replaced or cannot be written."""
        self.file = file
        self.points = points
        if file is not None:
            may_replace([file])
        places = () if file is None else (Path(file), Path(realpath(file)))
        self.before = {place: self.lies_at(place) for place in places}

    @staticmethod
    def lies_at(place: Path) -> tuple[int, int, int] | None:
        """Return what lies at a place, so that it can be told whether the same lies there later; None for nothing."""
        try:
            found = place.lstat()
        except OSError:
            return None
        return found.st_dev, found.st_ino, S_IFMT(found.st_mode)

    @contextmanager
    def written_on_error(self, report: GradeReport) -> Iterator[None]:
        """Write a report on which no tree is right if this block ends without another one, with the reason."""
        try:
            yield
        except InputError as error:
            kinds = [] if isinstance(error, NotGradedError) else report.kinds
            self.write(replace(report, kinds=kinds, error=str(error)))
            raise
        except BaseException as error:
            is_stopped = isinstance(error, KeyboardInterrupt)
            why = "it was stopped" if is_stopped else f"{type(error).__name__}: {error}"
            self.write(replace(report, error=f"grading ended without a result ({why})"))
            raise

    def write(self, report: GradeReport) -> None:
        """Write the report in place of what lies there, be it a link, or a folder; ExportError says why not."""
        if self.file is None:
            return
        for place, before in self.before.items():
            with suppress(OSError):
                place.parent.mkdir(parents=True, exist_ok=True)
                if self.lies_at(place) == before:
                    continue
                if place.is_dir() and not place.is_symlink():
                    aside = place.with_name(f".visualizer-{token_hex(6)}.part")
                    place.rename(aside)  # whatever is in it
                    rmtree(aside, ignore_errors=True)
                else:
                    place.unlink(missing_ok=True)
        results = format_json(report.gradescope(self.points), ascii_only=False, indent=2)
        exports.save_file(self.file, f"{results}\n".encode(), force=True)


def show_beside_right_search(wrong: WrongTree) -> None:
    """Show what a program has done beside the right search, at the first wrong visit."""
    search = wrong.right.task.search()
    depth = wrong.right.task.depth or tree_height(wrong.tree)
    yours = hand_over(make_recording_lines(wrong, depth))
    right = Recipe(wrong.right.run.recipe.where, replace(search, depth=depth))
    runs = [
        Run(recipe, with_letters(wrong.tree)).finish()
        for recipe in (recipe_of_recording(yours.file), right)
    ]
    begin = OpeningOptions("", "tree", wrong.step_in(runs[0].trace), align="step", is_kept=False)
    show_explorer(runs, [run.recipe.search for run in runs], begin, [wrong.why.removesuffix(".")])


def make_recording_lines(wrong: WrongTree, depth: int) -> list[str]:
    """Return what a program has done as the lines of a recording, which says first what was searched."""
    first, *events = [line.rstrip("\n") for line in wrong.answer.events]
    own_header = read_json(first)
    if "search" not in own_header:
        own_header = {}
        events = [first, *events]
    header = {
        **own_header,
        "search": "yours",
        "game": "tree",
        "position": wrong.tree.text(),
        "depth": depth,
        "evaluation": "leaf",
        "windows": "handed",
    }
    return [format_json(header), *events]


class TreeFile:
    """A person's own trees: a file with a tree on each line, which is read once."""

    def __init__(self, file: str, most: int | None) -> None:
        """Read all trees, or so many; InputError for a file or a line that cannot be read."""
        self.file = file
        self.skipped = 0
        self.trees = [
            *read_tree_lines(
                file, lambda line, where: (line, parse_literal_tree(where.position or "")), 1, most
            )
        ]

    def for_task(self, task: GradedTask) -> list[KindOfTree]:
        """Return those that a task can have; InputError for one that it cannot, or if there are none.

        Trees with MIN at the root are left out, and counted, for code that begins with MAX.
        """
        kept = [(line, tree) for line, tree in self.trees if not task.shape.has_other_root(tree)]
        self.skipped = len(self.trees) - len(kept)
        if not kept:
            all_of_them = f"all {self.skipped:,} trees" if self.skipped > 1 else "the only tree"
            raise InputError(
                f"{MIN_ROOT_KIND} of {all_of_them} of {self.file!r:.200}, but this code begins with MAX; give it a tree "
                "with MAX at the root"
            )
        for line, tree in kept:
            with as_input_error(f"line {line:,} of {self.file!r:.200}: "):
                check_tree_for_task(tree, task)
        return [(f"line {line}", tree) for line, tree in kept]


def check_tree_for_task(tree: Node, task: GradedTask) -> None:
    """Raise InputError for a tree that has nothing to search or too much, or has chance in vain."""
    if not 1 < (count := count_nodes(tree)) <= MAX_OWN_TREE_NODES:
        nodes = count_in_words(count, "node", "nodes")
        raise InputError(f"the tree has {nodes}; allowed are 2 to {MAX_OWN_TREE_NODES:,}")
    if why := task.shape.why_not(tree):
        raise InputError(f"the tree cannot be searched here: {why}")
    if not task.takes(tree):
        raise InputError(
            f"MIN is to move at the root; in {task.name} it must be MAX or chance, since MIN moves at random"
        )
    if task.name == MCTS_TASK:
        if GAME.chance(tree):
            raise InputError(
                f"the tree has chance nodes, but {MCTS_TASK} is graded on trees without them"
            )
        return
    try:
        right_search(tree, task)
    except RefusedError:
        found = {
            name: GradedTask(name).variant.algorithm for name in GRADED_TASKS if name != MCTS_TASK
        }
        able = ", ".join(name for name, own in found.items() if own and algorithm(own).chance)
        raise InputError(
            f"the tree has chance nodes; the tasks for those are {able}, not {task.name}"
        ) from None
