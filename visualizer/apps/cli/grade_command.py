"""`visualizer grade`: check a student's search against a correct one on small trees."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from os.path import realpath
from pathlib import Path
from secrets import token_hex
from shutil import rmtree
from stat import S_IFMT
from typing import Any, NoReturn

import rich_click as click
from click import get_current_context

import exports
from games.tree import GAME
from games.tree.names import with_letters
from games.tree.notation import Node
from visualizer.apps.cli.common_options import (
    JSON_FLAG,
    is_switch_given,
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
from visualizer.searching.recipe import PositionSpec, Recipe, recipe_of_recording
from visualizer.searching.run import Run
from visualizer.searching.search_options import number_reader
from visualizer.support.errors import InputError, RefusedError, as_input_error
from visualizer.teach.tasks import read_tree_lines
from visualizer.your_code.grading.dealing import MAX_TREES
from visualizer.your_code.grading.grading import (
    DEFAULT_TREE_SEED,
    DEFAULT_TREES,
    SECONDS_PER_TREE,
    Grading,
    NotGradedError,
    TitledTree,
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


@click.command(
    help="Check whether your search is alpha-beta: its leaves are compared, in order, with those "
    "of a correct search.\n\n"
    "The names of a function's parameters say what it is given: node, depth, alpha, beta, "
    "maximizing, or state and game. FILE.py:CLASS is a Berkeley agent, FILE.py:CLASS.METHOD a "
    "method. docs/grading.md is a half-hour introduction.",
    epilog="Example: visualizer grade visualizer.searching.algorithms.negamax:negamax",
)
@click.argument(
    "function",
    type=file_name_type("FILE.py:FUNCTION"),
    required=False,
    default="",
)
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
    help="How many agents take turns, for a Berkeley agent, FILE.py:CLASS "
    f"(default {DEFAULT_AGENTS}).",
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
    seconds: int,
    gradescope: str | None,
    points: int | None,
    side_by_side: bool,
    **values: Any,
) -> int:
    """Grade a function or a program, and print or show the report."""
    refuse_empty_values()
    check_grade_options()
    is_program = program is not None
    make_subject = make_subject_factory(function, program, seconds, values["task"])
    task = read_graded_task(values, make_subject)
    if side_by_side and is_program and task.revisits:
        raise InputError(f"--open cannot show {task.name}, which reads leaves twice; leave it out")
    chooser = read_tree_chooser(values, task)

    # Look at the file before the grading: the student's code could replace it.
    results_file = GradescopeFile(gradescope, points)
    code_name = function or str(program)
    # If the grading fails, every tree counts as wrong.
    report_without_result = GradeReport(
        code_name, task, chooser.source.seed, chooser.all_trees_wrong()
    )
    with (
        results_file.written_on_error(report_without_result),
        closing(make_subject(task.depth)) as subject,
    ):
        fitted_task, trees = chooser.fit_to_subject(subject)
        grading = make_grading(subject, fitted_task, trees, chooser.source.seed)
        report = run_grading(grading, len(chooser.trees))
    report = replace(report, skipped=chooser.source.skipped)
    results_file.write(report)
    return show_report(
        report,
        grading.style,
        function,
        is_program=is_program,
    )


def read_graded_task(
    values: dict[str, Any], make_subject: Callable[[int | None], Subject]
) -> GradedTask:
    """Return the task that a command's values describe; InputError for options it does not have.

    `make_subject` starts the graded code. Without --depth, it is called to see whether the code has
    a parameter for a depth limit.
    """

    def task_with_depth(limit: int | None) -> GradedTask:
        return make_task(
            values["task"], values["cut"], limit, values["exploration"], table=values["table"]
        )

    depth = values["depth"]
    # Refuse wrong options first, because the next line may run the student's code.
    task_with_depth(depth)
    return task_with_depth(depth_limit_for(make_subject, depth, table=values["table"]))


def read_tree_chooser(values: dict[str, Any], task: GradedTask) -> GradedTreeChooser:
    """Return an object that chooses the trees for grading, from a file or at random.

    InputError for a file that cannot be read, or with trees that do not suit the task.
    """
    count = values["trees"]
    agents = values["agents"]
    source: RandomTrees | TreeFile
    if values["tasks"] is None:
        source = RandomTrees(count or DEFAULT_TREES, values["seed"])
    else:
        source = TreeFile(values["tasks"], count)
    chooser = GradedTreeChooser(task, values["cut"], agents, source)
    # The code is not loaded yet, so choose trees as if it could search every shape of tree.
    chooser.choose(TreeShape(DEFAULT_AGENTS) if agents else ANY_SHAPE)
    return chooser


def run_grading(grading: Grading, tree_count: int) -> GradeReport:
    """Grade all trees with a line of progress."""
    with progress_line() as show_progress:
        return grading.run(
            lambda done: show_progress(f"{done} of {tree_count} trees (Ctrl-C stops) ")
        )


def show_report(report: GradeReport, call_style: int, function: str, *, is_program: bool) -> int:
    """Print the report, or with --open show the first wrong visit; return the exit status.

    `call_style` is the index of the call style, which says what values the function gets for MAX
    and MIN. `function` is FILE.py:FUNCTION, or "" for a program.
    """
    if report.printed:
        add_note(f"it printed {report.printed!r:.200}, which does not count")

    mistake = report.first_wrong
    asks_to_open = is_switch_given("side_by_side")
    # A program can be shown only if it has printed events.
    if asks_to_open and isinstance(mistake, WrongTree) and (function or mistake.answer.events):
        return show_wrong_visit(function, mistake, call_style)

    text = report.text()
    if not asks_to_open and can_show_wrong_visit(report, is_program=is_program):
        text += "\n--open shows it beside the correct search, at this visit."
    status = EXIT_DONE if report.is_right else EXIT_STOPPED
    return print_result(text, report.as_object(), status)


def can_show_wrong_visit(report: GradeReport, *, is_program: bool) -> bool:
    """Return whether --open can show the first wrong visit."""
    mistake = report.first_wrong
    if not isinstance(mistake, WrongTree) or (is_program and report.task.revisits):
        return False
    return bool(mistake.answer.leaves) and not mistake.answer.is_endless


def show_wrong_visit(function: str, wrong: WrongTree, call_style: int) -> int:
    """Show how the graded code gets a tree wrong; return the exit status.

    A function is shown with its lines. A program (`function` is "") is shown next to the right
    search. `call_style` is the index of the function's call style.
    """
    if function:
        watched = watch_wrong(function, wrong, call_style)
        screen = ScreenChoice(plain=False, ascii_only=False, theme=None)
        show_watched_code(watched, screen)
    else:
        # A program's lines cannot be followed, only the events that it prints.
        show_with_right_search(wrong)
    return EXIT_STOPPED


def check_grade_options() -> None:
    """Raise InputError for options of `grade` that exclude each other."""
    given_values = get_current_context().params
    points = given_values["points"]
    has_function = bool(given_values["function"])
    has_program = given_values["program"] is not None
    if has_function == has_program:
        raise InputError("say what to grade: either FILE.py:FUNCTION or --program COMMAND")
    if given_values["tasks"] is not None and given_values["seed"] is not None:
        raise InputError("the trees come from --tasks; leave out --seed")
    if given_values["side_by_side"] and not has_screen():
        raise InputError("--open needs a terminal; leave it out to print the report")
    if given_values["task"] == MCTS_TASK:
        check_mcts_options(given_values)
    if points is not None and given_values["gradescope"] is None:
        raise InputError(
            f"--points {points} is for Gradescope; say where to write its results with "
            "--gradescope FILE"
        )


def check_mcts_options(given_values: Mapping[str, Any]) -> None:
    """Raise InputError for options that cannot be used to grade MCTS.

    The refused options compare visits one by one, but MCTS may visit nodes in many right orders.
    """
    if given_values["program"] is not None:
        flag = "--program"
    elif given_values["side_by_side"]:
        flag = "--open"
    else:
        return
    raise InputError(
        f"{flag} cannot be used with --task {MCTS_TASK}; grade FILE.py:FUNCTION, and read "
        "the report"
    )


def make_subject_factory(
    function: str, program: str | None, seconds: float, task: str
) -> Callable[[int | None], Subject]:
    """Return a function that starts the graded code, given the depth limit in plies."""
    if program is not None:
        return lambda limit: ProgramSubject(program, seconds)
    return lambda limit: FileSubject(function, seconds, limit, task)


class GradescopeFile:
    """The results file for Gradescope; it replaces any file that the graded code puts there."""

    def __init__(self, file: str | None, points: int | None) -> None:
        """Note which file exists at the path `file` before the graded code runs.

        If `file` is None, no results are written. InputError for a file that must not be replaced.
        """
        self.file = file
        self.points = points
        paths: tuple[Path, ...] = ()
        if file is not None:
            may_replace([file])
            # The graded code may replace a symbolic link as well as the file that it leads to.
            paths = (Path(file), Path(realpath(file)))
        self.identity_before = {path: self.identity_of(path) for path in paths}

    @staticmethod
    def identity_of(path: Path) -> tuple[int, int, int] | None:
        """Return device, inode and kind of the file at a path, or None if nothing is there."""
        try:
            status = path.lstat()
        except OSError:
            return None
        return status.st_dev, status.st_ino, S_IFMT(status.st_mode)

    @contextmanager
    def written_on_error(self, report: GradeReport) -> Iterator[None]:
        """Write `report`, with the reason, if the body of the `with` block raises an error.

        Without a results file, Gradescope would tell the student nothing.
        """
        try:
            yield
        except InputError as error:
            kinds = [] if isinstance(error, NotGradedError) else report.kinds
            self.write(replace(report, kinds=kinds, error=str(error)))
            raise
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt):
                reason = "it was stopped"
            else:
                reason = f"{type(error).__name__}: {error}"
            self.write(replace(report, error=f"grading ended without a result ({reason})"))
            raise

    def write(self, report: GradeReport) -> None:
        """Write the report, and replace any file that the graded code has put at its path.

        ExportError if the file cannot be written.
        """
        if self.file is None:
            return
        for path, identity_before in self.identity_before.items():
            # An error here is ignored: saving the file will report it in better words.
            with suppress(OSError):
                path.parent.mkdir(parents=True, exist_ok=True)
                if self.identity_of(path) != identity_before:
                    remove_planted_file(path)
        results = format_json(report.gradescope(self.points), ascii_only=False, indent=2)
        exports.save_file(self.file, f"{results}\n".encode(), force=True)


def remove_planted_file(path: Path) -> None:
    """Remove a file, link or folder that the graded code has put at the path of the results."""
    is_real_folder = path.is_dir() and not path.is_symlink()
    if is_real_folder:
        # Move the folder out of the way first, because perhaps not all of it can be removed.
        renamed = path.with_name(f".visualizer-{token_hex(6)}.part")
        path.rename(renamed)
        rmtree(renamed, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)


def show_with_right_search(wrong: WrongTree) -> None:
    """Show a program's search and the right one side by side, at the program's first mistake."""
    right_task = wrong.right.task
    depth = right_task.depth or tree_height(wrong.tree)
    # The recording stays in memory as long as this object lives.
    recording = hand_over(make_recording_lines(wrong, depth))
    program_recipe = recipe_of_recording(recording.file)
    right_spec = replace(right_task.search_spec(), depth=depth)
    right_recipe = Recipe(wrong.right.run.recipe.where, right_spec)

    root = with_letters(wrong.tree)
    runs = [Run(recipe, root).finish() for recipe in (program_recipe, right_recipe)]
    searches = [run.recipe.search for run in runs]
    options = OpeningOptions(
        "",
        "tree",
        wrong.first_wrong_step(runs[0].trace),
        align="step",
        is_kept=False,
    )
    show_explorer(runs, searches, options, [wrong.why.removesuffix(".")])


def make_recording_lines(wrong: WrongTree, depth: int) -> list[str]:
    """Return the lines of a recording of what a program printed: a header, then its events.

    `depth` is the depth of the search in plies.
    """
    first_line, *events = [line.rstrip("\n") for line in wrong.answer.events]
    header_of_program = read_json(first_line)
    if "search" not in header_of_program:
        # The program wrote no header: its first line is an event.
        header_of_program = {}
        events = [first_line, *events]
    # The student's header may name another position, so these values come last.
    header = {
        **header_of_program,
        "search": "yours",
        "game": "tree",
        "position": wrong.tree.text(),
        "depth": depth,
        "evaluation": "leaf",
        "windows": "handed",
    }
    return [format_json(header), *events]


class RandomTrees:
    """Trees that the program makes itself, from a seed."""

    skipped = 0

    def __init__(self, count: int, seed: int | None) -> None:
        """Make `count` trees; None is the default seed."""
        self.count = count
        self.seed: int | None = DEFAULT_TREE_SEED if seed is None else seed

    def trees_for_task(self, task: GradedTask) -> list[TitledTree]:
        """Return trees that suit a task."""
        return make_trees_for_task(task, self.count, self.seed or 0)


class TreeFile:
    """Trees that a teacher wrote, one a line in a file that is read once."""

    seed = None

    def __init__(self, file: str, max_trees: int | None) -> None:
        """Read at most `max_trees` trees, None for all; InputError names an unreadable line."""
        self.file = file
        self.skipped = 0
        self.trees = list(read_tree_lines(file, self._read_line, 1, max_trees))

    @staticmethod
    def _read_line(line: int, where: PositionSpec) -> tuple[int, Node]:
        return line, parse_literal_tree(where.position or "")

    def trees_for_task(self, task: GradedTask) -> list[TitledTree]:
        """Return the trees of the file that suit the task, each named after its line.

        If the graded code begins with MAX, leave out trees with MIN at the root, and count them in
        `skipped`. InputError if no tree remains, or for a tree that the task cannot search.
        """
        usable = [
            (line, tree) for line, tree in self.trees if not task.shape.begins_with_wrong_side(tree)
        ]
        self.skipped = len(self.trees) - len(usable)
        if not usable:
            self._refuse_min_roots()
        for line, tree in usable:
            with as_input_error(f"line {line:,} of {self.file!r:.200}: "):
                check_tree_for_task(tree, task)
        return [(f"line {line}", tree) for line, tree in usable]

    def _refuse_min_roots(self) -> NoReturn:
        """Raise InputError because MIN is to move in all trees of the file."""
        if self.skipped > 1:
            which = f"all {self.skipped:,} trees"
        else:
            which = "the only tree"
        raise InputError(
            f"{MIN_ROOT_KIND} of {which} of {self.file!r:.200}, but this code begins with "
            "MAX; give it a tree with MAX at the root"
        )


class GradedTreeChooser:
    """Chooses trees for the shape that the graded code can read.

    The shape is known only once the code is loaded. Trees are chosen before that, too, so that
    mistakes in a file of trees are reported first.
    """

    def __init__(
        self,
        task: GradedTask,
        cut: str | None,
        agents: int | None,
        source: RandomTrees | TreeFile,
    ) -> None:
        """Prepare to choose trees from a `source`.

        `cut` and `agents` are the values of --cut and --agents, None if not given.
        """
        self.requested_task = task
        self.cut = cut
        self.agents = agents
        self.source = source
        self.task = task
        """The requested task, fitted to the shape of the trees."""
        self.trees: list[TitledTree] = []

    def choose(self, shape: TreeShape) -> None:
        """Choose trees of a shape, and fit the task to that shape."""
        self.task = self.requested_task.for_shape(shape.with_agents(self.agents), cut=self.cut)
        self.trees = self.source.trees_for_task(self.task)

    def fit_to_subject(self, subject: Subject) -> tuple[GradedTask, list[TitledTree]]:
        """Return the task and the trees, fitted to the shape that the loaded code can read."""
        # Code that reads any shape keeps the trees that were chosen before it was loaded.
        if self.agents or subject.shape != ANY_SHAPE:
            self.choose(subject.shape)
        return self.task, self.trees

    def all_trees_wrong(self) -> list[tuple[str, bool]]:
        """Return the results of code that cannot be run: each tree is wrong."""
        return [(kind, False) for kind, _ in self.trees]


def check_tree_for_task(tree: Node, task: GradedTask) -> None:
    """Raise InputError for a tree that is too small or large, or that the task cannot search."""
    check_tree_size(tree)
    reason = task.shape.why_unsuitable(tree)
    if reason:
        raise InputError(f"the tree cannot be searched here: {reason}")
    if not task.suits_tree(tree):
        raise InputError(
            f"MIN is to move at the root; in {task.name} it must be MAX or chance, since MIN moves "
            "at random"
        )
    check_chance_nodes(tree, task)


def check_tree_size(tree: Node) -> None:
    """Raise InputError for a single leaf, or for more nodes than a grading searches."""
    node_count = count_nodes(tree)
    if not 1 < node_count <= MAX_OWN_TREE_NODES:
        nodes = count_in_words(node_count, "node", "nodes")
        raise InputError(f"the tree has {nodes}; allowed are 2 to {MAX_OWN_TREE_NODES:,}")


def check_chance_nodes(tree: Node, task: GradedTask) -> None:
    """Raise InputError if a tree has chance nodes but the search of the task cannot handle them."""
    if task.name == MCTS_TASK:
        if GAME.chance(tree):
            raise InputError(
                f"the tree has chance nodes, but {MCTS_TASK} is graded on trees without them"
            )
        return
    # Let the right search try: it refuses chance nodes that it cannot handle.
    try:
        right_search(tree, task)
    except RefusedError:
        suitable_tasks = ", ".join(tasks_with_chance())
        raise InputError(
            f"the tree has chance nodes; the tasks for those are {suitable_tasks}, not {task.name}"
        ) from None


def tasks_with_chance() -> list[str]:
    """Return the names of the tasks whose searches handle chance nodes."""
    names = []
    for name in GRADED_TASKS:
        if name == MCTS_TASK:
            continue
        algorithm_name = GradedTask(name).variant.algorithm
        if algorithm_name and algorithm(algorithm_name).chance:
            names.append(name)
    return names
