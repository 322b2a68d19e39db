"""`visualizer lesson` and `practice`: lessons in ten frames; trees to fill in or to search by hand, as tasks, too."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

import rich_click as click

from visualizer.apps.actions import with_keys
from visualizer.apps.cli.common_options import refuse, refuse_empty, with_options
from visualizer.apps.cli.position_options import flag_of, read_input, read_settings
from visualizer.apps.cli.screen import Screen, screen_options
from visualizer.apps.cli.values import FILE, POSITION, SETTING, ListedValue, OptionValue
from visualizer.apps.dialogue.lesson import LessonLines
from visualizer.apps.dialogue.practising import ByHandLines, PracticeLines
from visualizer.play.playing import progress
from visualizer.searching.algorithms import all_options
from visualizer.searching.data_files import write_json
from visualizer.searching.recipe import PositionSpec
from visualizer.searching.search_options import CUT, FAIL, read_count
from visualizer.support.errors import InputError, print_lines, visible
from visualizer.teach import lessons
from visualizer.teach.exercise import Exercise, SubmittedAnswer, read_answers
from visualizer.teach.rules import LEVELS, STEPS, Rules, read_rules
from visualizer.teach.sheet import FillIn
from visualizer.teach.tasks import (
    FEATURES,
    MOST_SEED,
    OWN_TREES,
    Practice,
    PracticeTask,
    SearchPractice,
    TaskSource,
    checked_tree,
    exercise_of,
    look_of,
    random_trees,
    tree_lines,
    trees_by_hand,
)


@click.command(epilog="Example: visualizer lesson 1 --plain")
@click.argument(
    "number", type=ListedValue("N", lambda: map(str, lessons.numbers())), required=False
)
@screen_options
@with_options()
def lesson_command(*, number: str | None, screen: Screen) -> int:
    """Learn how game searches think, from the first tree on; without a number, list the lessons."""
    if number is None:
        for each in map(lessons.lesson, lessons.numbers()):
            read = progress.how_far(each.number, len(each.frames))
            print_lines(f"{each.number}  {each.title}: {each.about}  {read}".rstrip())
        return 0
    lesson = lessons.lesson(
        read_count("the number of the lesson", 1, max(lessons.numbers()))(number)
    )
    return screen.show(lesson, LessonLines(lesson, moved=progress.keep_frame))


@click.command(epilog="Example: visualizer practice --seed 7 --with deep-cut --set depth=4 --plain")
@click.option("--task", is_flag=True, help="Print the task as JSON and quit.")
@click.option(
    "--answers", type=FILE, help="Grade the answers in a JSON file and explain the grades."
)
@click.option(
    "-p",
    "--position",
    type=OptionValue("TREE", find=POSITION.find),
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
    type=SETTING,
    multiple=True,
    help="Shape of random trees: branching (default 2-3), depth (default 3), values, chance.",
)
@click.option("--tasks", type=FILE, help="A file with one tree per line; --seed N takes line N.")
@click.option(
    "--with",
    "feature",
    type=ListedValue("FEATURE", FEATURES),
    help=f"Only random trees with {', '.join(FEATURES)}.",
)
@click.option(
    "--level",
    type=ListedValue("LEVEL", (*LEVELS, STEPS)),
    help=f"What to ask: {', '.join(LEVELS)} (default all), or {STEPS}: you are the search.",
)
@with_options((flag_of(CUT), flag_of(FAIL), flag_of(all_options()["bounds"])))
@screen_options
def practice_command(
    *,
    task: bool,
    answers: str | None,
    screen: Screen,
    level: str | None,
    cut: str | None,
    fail: str | None,
    bounds: str | None,
    **values: Any,
) -> int:
    """Fill in trees: which branches are skipped, windows on entry, and values returned; wrong answers are explained.

    By default it is a course that remembers what you have solved.
    """
    refuse_empty()
    rules = read_rules(level, cut, fail, bounds)
    if task or answers is not None:
        _, where, seed = next(asked_trees(values, rules))
        if values["tasks"] and values["seed"] and seed != int(values["seed"]):
            file = values["tasks"]
            line = values["seed"]
            raise InputError(
                f"{file!r:.200} has no tree on line {line}; the next one is on line {seed:,}"
            )
        asked = exercise_of(where, rules)
        if answers is None:
            found = task_of(asked, seed)
        else:
            found = grades_of(asked, read_answers(answers))
        print_lines(write_json(found, ascii_only=False))
        if found.get("wrong") or found.get("open"):
            return 1
        return 0
    source = source_of(values, rules)
    if level == STEPS:
        by_hand = SearchPractice(source or trees_by_hand, rules)
        return screen.show(by_hand, ByHandLines(by_hand))
    if source is None:  # then it is the course
        practice = Practice(rules=rules, solved=(*progress.solved(),), changed=progress.keep_solved)
    else:
        practice = Practice(source, rules)
    return screen.show(practice, PracticeLines(practice))


def source_of(values: dict[str, Any], rules: Rules) -> TaskSource | None:
    """Return the trees that are asked for, None for none; InputError if the first cannot be practised with."""
    if not any(values.values()):
        return None
    trees = asked_trees(values, rules)
    tasks = (PracticeTask(title, look_of(rules.level), where) for title, where, _ in trees)
    known = [next(tasks)]
    checked_tree(known[0].where)
    if rules.level in LEVELS:
        FillIn(known[0].where, rules)  # a level that it cannot have is refused

    def task(number: int) -> PracticeTask | None:
        with suppress(InputError, StopIteration):  # no further tree has what is asked for
            while number >= len(known):
                known.append(next(tasks))
        if number in range(len(known)):
            return known[number]
        return None

    return task


def asked_trees(
    values: dict[str, Any], rules: Rules
) -> Iterator[tuple[str, PositionSpec, int | None]]:
    """Yield the trees asked for: their titles, and their seeds or lines, None for one that is written out.

    InputError for a bad one, and for options that do not go together.
    """
    position, seed, feature = (values[key] for key in ("position", "seed", "feature"))
    settings = read_settings({"settings": values["settings"]})
    if values["tasks"]:
        refuse(OWN_TREES, "position", "feature", "settings")
        file = values["tasks"]
        first = read_count("the seed", 1)(seed or "1")
        found = [*tree_lines(file, lambda line, tree: (line, checked_tree(tree)), first, None)]
        yield from ((f"line {line:,} of {visible(file)}", tree, line) for line, tree in found)
    elif position is not None:
        refuse("-p already gives the tree", "seed", "feature")
        yield "your tree", PositionSpec("tree", read_input(position), "", settings), None
    else:
        if "seed" in settings:
            raise InputError("set the seed for random trees with --seed N, not --set seed=N")
        trees = random_trees(
            read_count("the seed", 0, MOST_SEED)(seed or "1"), settings, rules, feature
        )
        yield from ((f"tree no. {number:,}", tree, number) for tree, number in trees)


def task_of(asked: Exercise, seed: int | None) -> dict[str, Any]:
    """Return the questions as JSON."""
    questions = [{"node": node, "question": kind} for node, kind in asked.questions()]
    return {"tree": asked.run.root.text(), **asked.settings(), "seed": seed, "questions": questions}


def grades_of(asked: Exercise, answers: Sequence[SubmittedAnswer]) -> dict[str, Any]:
    """Judge answers in the order given, and count what is missing, for scripts; InputError for no question."""
    judged, still_open = asked.mark(answers)
    rows = [
        {**answer.found, "right": found.right, "why": with_keys(found.why)}
        for answer, found in zip(answers, judged, strict=True)
    ]
    right = sum(found.right for found in judged)
    return {"right": right, "wrong": len(rows) - right, "open": still_open, "answers": rows}
