"""`visualizer lesson` and `practice`: lessons in ten frames; trees to fill in or to search by hand, as tasks, too."""

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
    trees_by_hand,
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
            read = progress.describe_lesson_progress(each.number, len(each.frames))
            print_lines(f"{each.number}  {each.title}: {each.about}  {read}".rstrip())
        return 0
    lesson = lessons.read_lesson(
        count_reader("the number of the lesson", 1, max(lessons.lesson_numbers()))(number)
    )
    return screen.show(lesson, LessonLines(lesson, moved=progress.keep_frame))


@click.command(epilog="Example: visualizer practice --seed 7 --with deep-cut --set depth=4 --plain")
@click.option("--task", is_flag=True, help="Print the task as JSON and quit.")
@click.option(
    "--answers", type=FILE_TYPE, help="Grade the answers in a JSON file and explain the grades."
)
@click.option(
    "-p",
    "--position",
    type=OptionValue("TREE", find=POSITION_TYPE.find),
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
    help=f"What to ask: {', '.join(EXERCISE_LEVELS)} (default all), or {BY_HAND_LEVEL}: you are the search.",
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
    level: str | None,
    cut: str | None,
    fail: str | None,
    bounds: str | None,
    **values: Any,
) -> int:
    """Fill in trees: which branches are skipped, windows on entry, and values returned; wrong answers are explained.

    By default it is a course that remembers what you have solved.
    """
    refuse_empty_values()
    rules = read_rules(level, cut, fail, bounds)
    if task or answers is not None:
        _, where, seed = next(read_asked_trees(values, rules))
        if values["tasks"] and values["seed"] and seed != int(values["seed"]):
            file = values["tasks"]
            line = values["seed"]
            raise InputError(
                f"{file!r:.200} has no tree on line {line}; the next one is on line {seed:,}"
            )
        asked = make_exercise(where, rules)
        if answers is None:
            found = questions_as_object(asked, seed)
        else:
            found = grade_answers(asked, read_answers(answers))
        print_lines(format_json(found, ascii_only=False))
        if found.get("wrong") or found.get("open"):
            return 1
        return 0
    source = read_task_source(values, rules)
    if level == BY_HAND_LEVEL:
        by_hand = SearchPractice(source or trees_by_hand, rules)
        return screen.show(by_hand, ByHandLines(by_hand))
    if source is None:  # then it is the course
        practice = Practice(
            rules=rules, solved=(*progress.solved_trees(),), changed=progress.keep_solved
        )
    else:
        practice = Practice(source, rules)
    return screen.show(practice, PracticeLines(practice))


def read_task_source(values: dict[str, Any], rules: ExerciseRules) -> TaskSource | None:
    """Return the trees that are asked for, None for none; InputError if the first cannot be practised with."""
    if not any(values.values()):
        return None
    trees = read_asked_trees(values, rules)
    tasks = (PracticeTask(title, what_to_look_for(rules.level), where) for title, where, _ in trees)
    known = [next(tasks)]
    read_exercise_tree(known[0].where)
    if rules.level in EXERCISE_LEVELS:
        FillIn(known[0].where, rules)  # a level that it cannot have is refused

    def task(number: int) -> PracticeTask | None:
        with suppress(InputError, StopIteration):  # no further tree has what is asked for
            while number >= len(known):
                known.append(next(tasks))
        if number in range(len(known)):
            return known[number]
        return None

    return task


def read_asked_trees(
    values: dict[str, Any], rules: ExerciseRules
) -> Iterator[tuple[str, PositionSpec, int | None]]:
    """Yield the trees asked for: their titles, and their seeds or lines, None for one that is written out.

    InputError for a bad one, and for options that do not go together.
    """
    position, seed, feature = (values[key] for key in ("position", "seed", "feature"))
    settings = read_setting_options({"settings": values["settings"]})
    if values["tasks"]:
        refuse_options(OWN_TREES_RULE, "position", "feature", "settings")
        file = values["tasks"]
        first = count_reader("the seed", 1)(seed or "1")
        found = [
            *read_tree_lines(file, lambda line, tree: (line, read_exercise_tree(tree)), first, None)
        ]
        yield from ((f"line {line:,} of {visible(file)}", tree, line) for line, tree in found)
    elif position is not None:
        refuse_options("-p already gives the tree", "seed", "feature")
        yield "your tree", PositionSpec("tree", read_position_text(position), "", settings), None
    else:
        if "seed" in settings:
            raise InputError("set the seed for random trees with --seed N, not --set seed=N")
        trees = random_trees(
            count_reader("the seed", 0, MAX_TREE_SEED)(seed or "1"), settings, rules, feature
        )
        yield from ((f"tree no. {number:,}", tree, number) for tree, number in trees)


def questions_as_object(asked: Exercise, seed: int | None) -> dict[str, Any]:
    """Return the questions as JSON."""
    questions = [{"node": node, "question": kind} for node, kind in asked.questions()]
    return {"tree": asked.run.root.text(), **asked.settings(), "seed": seed, "questions": questions}


def grade_answers(asked: Exercise, answers: Sequence[SubmittedAnswer]) -> dict[str, Any]:
    """Judge answers in the order given, and count what is missing, for scripts; InputError for no question."""
    judged, still_open = asked.mark(answers)
    rows = [
        {**answer.found, "right": found.right, "why": fill_in_keys(found.why)}
        for answer, found in zip(answers, judged, strict=True)
    ]
    right = sum(found.right for found in judged)
    return {"right": right, "wrong": len(rows) - right, "open": still_open, "answers": rows}
