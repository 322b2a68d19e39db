"""`visualizer lesson` and `practice`: lessons, and trees to fill in or to search by hand."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

import rich_click as click

from visualizer.apps.actions import fill_in_keys
from visualizer.apps.cli.common_options import (
    refuse_empty_values,
    refuse_options,
    with_common_options,
)
from visualizer.apps.cli.messages import EXIT_DONE, EXIT_STOPPED
from visualizer.apps.cli.position_options import (
    make_search_flag,
    read_position_text,
    read_setting_options,
)
from visualizer.apps.cli.screen import ScreenChoice, screen_options
from visualizer.apps.cli.values import (
    FILE_TYPE,
    POSITION_TYPE,
    SETTING_TYPE,
    ListedValue,
    OptionValue,
)
from visualizer.apps.dialogue.lesson import LessonLines
from visualizer.apps.dialogue.practising import ByHandLines, PracticeLines
from visualizer.play.playing import progress
from visualizer.searching.algorithms import all_options
from visualizer.searching.data_files import format_json
from visualizer.searching.recipe import PositionSpec
from visualizer.searching.search_options import CUT_OPTION, FAIL_OPTION, count_reader
from visualizer.support.errors import InputError, print_lines, visible
from visualizer.teach import lessons
from visualizer.teach.exercise import Exercise, SubmittedAnswer, read_answers
from visualizer.teach.rules import BY_HAND_LEVEL, EXERCISE_LEVELS, ExerciseRules, read_rules
from visualizer.teach.sheet import FillIn
from visualizer.teach.tasks import (
    MAX_TREE_SEED,
    OWN_TREES_RULE,
    TREE_FEATURES,
    Practice,
    PracticeTask,
    SearchPractice,
    TaskSource,
    make_exercise,
    random_trees,
    read_exercise_tree,
    read_tree_lines,
    task_by_hand,
    what_to_look_for,
)


@click.command(epilog="Example: visualizer lesson 1 --plain")
@click.argument(
    "number", type=ListedValue("N", lambda: map(str, lessons.lesson_numbers())), required=False
)
@screen_options
@with_common_options()
def lesson_command(*, number: str | None, screen: ScreenChoice) -> int:
    """Learn how game searches think, from the first tree on; without a number, list the lessons."""
    if number is None:
        for each in map(lessons.read_lesson, lessons.lesson_numbers()):
            frames_read = progress.describe_lesson_progress(each.number, len(each.frames))
            print_lines(f"{each.number}  {each.title}: {each.about}  {frames_read}".rstrip())
        return 0
    last_number = max(lessons.lesson_numbers())
    read_number = count_reader("the number of the lesson", 1, last_number)
    lesson = lessons.read_lesson(read_number(number))
    return screen.show(lesson, LessonLines(lesson, moved=progress.keep_frame))


@click.command(
    help="Fill in trees: which branches are skipped, windows on entry, and values returned; wrong "
    "answers are explained.\n\nBy default it is a course that remembers what you have solved.",
    epilog="Example: visualizer practice --seed 7 --with deep-cut --set depth=4 --plain",
)
@click.option("--task", is_flag=True, help="Print the task as JSON and quit.")
@click.option(
    "--answers", type=FILE_TYPE, help="Grade the answers in a JSON file and explain the grades."
)
@click.option(
    "-p",
    "--position",
    type=OptionValue("TREE", find_completions=POSITION_TYPE.find_completions),
    help="The tree, or the name of a preset (default: the course).",
)
@click.option(
    "--seed",
    metavar="N",
    help="Use random trees, starting with this seed; or start at this line of --tasks.",
)
@click.option(
    "--set",
    "settings",
    type=SETTING_TYPE,
    multiple=True,
    help="Shape of random trees: branching (default 2-3), depth (default 3), values, chance.",
)
@click.option(
    "--tasks", type=FILE_TYPE, help="A file with one tree per line; --seed N takes line N."
)
@click.option(
    "--with",
    "feature",
    type=ListedValue("FEATURE", TREE_FEATURES),
    help=f"Only random trees with {', '.join(TREE_FEATURES)}.",
)
@click.option(
    "--level",
    type=ListedValue("LEVEL", (*EXERCISE_LEVELS, BY_HAND_LEVEL)),
    help=f"What to ask: {', '.join(EXERCISE_LEVELS)} (default all), or {BY_HAND_LEVEL}: you are "
    "the search.",
)
@with_common_options(
    (
        make_search_flag(CUT_OPTION),
        make_search_flag(FAIL_OPTION),
        make_search_flag(all_options()["bounds"]),
    )
)
@screen_options
def practice_command(
    *,
    task: bool,
    answers: str | None,
    screen: ScreenChoice,
    **values: Any,
) -> int:
    """Practise on the screen or in line mode, or print or grade a task as JSON."""
    refuse_empty_values()
    rules = read_rules(
        values.pop("level"), values.pop("cut"), values.pop("fail"), values.pop("bounds")
    )
    if task or answers is not None:
        return print_task_as_json(values, rules, answers)
    source = read_task_source(values, rules)
    if rules.level == BY_HAND_LEVEL:
        by_hand = SearchPractice(source or task_by_hand, rules)
        return screen.show(by_hand, ByHandLines(by_hand))
    if source is None:
        # Only the course remembers what was solved: its trees are the same each time.
        solved = tuple(progress.solved_trees())
        practice = Practice(rules=rules, solved=solved, changed=progress.keep_solved)
    else:
        practice = Practice(source, rules)
    return screen.show(practice, PracticeLines(practice))


def print_task_as_json(values: dict[str, Any], rules: ExerciseRules, answers: str | None) -> int:
    """Print the questions about the first tree, or the judgement of the answers in a file.

    `answers` is the name of the file, or None for the questions. Return the exit status: 1 if an
    answer is wrong or missing.
    """
    _, where, seed = next(read_practice_trees(values, rules))
    check_line_of_tree(values["tasks"], values["seed"], seed)
    exercise = make_exercise(where, rules)
    if answers is None:
        print_lines(format_json(questions_as_object(exercise, seed), ascii_only=False))
        return EXIT_DONE
    judgement = grade_answers(exercise, read_answers(answers))
    print_lines(format_json(judgement, ascii_only=False))
    return EXIT_STOPPED if judgement["wrong"] or judgement["open"] else EXIT_DONE


def check_line_of_tree(file: str | None, line: str | None, found_line: int | None) -> None:
    """Raise InputError if the line that --seed names has no tree."""
    # Lines without a tree are skipped, so the next tree may be on a later line.
    if file and line and found_line != int(line):
        raise InputError(
            f"{file!r:.200} has no tree on line {line}; the next one is on line {found_line:,}"
        )


def read_task_source(values: dict[str, Any], rules: ExerciseRules) -> TaskSource | None:
    """Return a function that finds the tasks chosen by options, or None for the usual course.

    The function gets the number of a task, from 0; it returns None after the last task. InputError
    if the first tree does not suit the rules.
    """
    if not any(values.values()):
        return None
    hint = what_to_look_for(rules.level)
    trees = read_practice_trees(values, rules)
    remaining_tasks = (PracticeTask(title, hint, where) for title, where, _ in trees)
    # Random trees never end, so a tree is made only when the user reaches it.
    made_tasks = [next(remaining_tasks)]
    first_where = made_tasks[0].where
    read_exercise_tree(first_where)
    if rules.level in EXERCISE_LEVELS:
        # Raises an error if the tree does not suit the level.
        FillIn(first_where, rules)

    def find_task(number: int) -> PracticeTask | None:
        # InputError if no further random tree has the feature of --with: the practice then ends.
        with suppress(InputError, StopIteration):
            while number >= len(made_tasks):
                made_tasks.append(next(remaining_tasks))
        if 0 <= number < len(made_tasks):
            return made_tasks[number]
        return None

    return find_task


PracticeTree = tuple[str, PositionSpec, int | None]
"""A tree with its title, and its seed or its line in a file; None for a tree given with -p."""


def read_practice_trees(values: dict[str, Any], rules: ExerciseRules) -> Iterator[PracticeTree]:
    """Yield the trees that the options choose: each with title, position, and line or seed.

    The options choose the trees of a file, a single tree, or random trees without end. InputError
    for a tree that cannot be read, and for options that exclude each other.
    """
    settings = read_setting_options({"settings": values["settings"]})
    position = values["position"]
    seed = values["seed"]
    if values["tasks"]:
        yield from trees_in_file(values["tasks"], seed)
    elif position is not None:
        refuse_options("-p already gives the tree", "seed", "feature")
        yield "your tree", PositionSpec("tree", read_position_text(position), "", settings), None
    else:
        if "seed" in settings:
            raise InputError("set the seed for random trees with --seed N, not --set seed=N")
        first_seed = count_reader("the seed", 0, MAX_TREE_SEED)(seed or "1")
        for tree, number in random_trees(first_seed, settings, rules, values["feature"]):
            yield f"tree no. {number:,}", tree, number


def trees_in_file(file: str, seed: str | None) -> Iterator[PracticeTree]:
    """Yield the trees of a file, from the line that --seed names."""
    refuse_options(OWN_TREES_RULE, "position", "feature", "settings")
    first_line = count_reader("the seed", 1)(seed or "1")
    # The whole file is read first, so that a bad line is reported at the start.
    trees = [*read_tree_lines(file, _numbered_tree, first_line, None)]
    for line, tree in trees:
        yield f"line {line:,} of {visible(file)}", tree, line


def _numbered_tree(line: int, where: PositionSpec) -> tuple[int, PositionSpec]:
    return line, read_exercise_tree(where)


def questions_as_object(exercise: Exercise, seed: int | None) -> dict[str, Any]:
    """Return the questions about a tree, as data for scripts.

    `seed` is the seed of a random tree, or the line of a tree in a file.
    """
    questions = [{"node": node, "question": kind} for node, kind in exercise.questions()]
    tree = exercise.run.root.text()
    return {
        "tree": tree,
        **exercise.settings(),
        "seed": seed,
        "questions": questions,
    }


def grade_answers(exercise: Exercise, answers: Sequence[SubmittedAnswer]) -> dict[str, Any]:
    """Return the judgements of answers, in their order, as data for scripts.

    The key "open" counts questions without an answer. InputError for an answer that belongs to no
    question.
    """
    judgements, missing_count = exercise.mark(answers)
    rows = [
        {
            **answer.found,
            "right": judgement.right,
            "why": fill_in_keys(judgement.why),
        }
        for answer, judgement in zip(answers, judgements, strict=True)
    ]
    right_count = sum(judgement.right for judgement in judgements)
    return {
        "right": right_count,
        "wrong": len(rows) - right_count,
        "open": missing_count,
        "answers": rows,
    }
