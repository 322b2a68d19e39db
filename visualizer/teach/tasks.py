"""The trees to practise with: the course, random trees with a feature, or a teacher's own."""

import tomllib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from games import shorten
from visualizer.explaining.explanation.facts.steps import CutFact, cut_of
from visualizer.explaining.explanation.naming import join_words
from visualizer.explaining.measures.summary import count_in_words
from visualizer.searching.lookup import default_search, exhaustive_search
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.support.errors import InputError, as_input_error, one_of, read_text
from visualizer.teach.by_hand.machine import HandSearch
from visualizer.teach.by_hand.search import ByHand
from visualizer.teach.by_hand.walk import HandWalk
from visualizer.teach.exercise import Exercise, check_exercise_size
from visualizer.teach.rules import (
    BY_HAND_LEVEL,
    EXERCISE_LEVELS,
    USUAL_LEVEL,
    USUAL_RULES,
    ExerciseRules,
)
from visualizer.teach.sheet import FillIn, Sheet, SheetCheck
from visualizer.trace.rows import MovePath
from visualizer.trace.tree_at_step import TreeAtStep

OWN_TREES_RULE = "the trees are those of --tasks"
MAX_TREE_TRIES = 1000
"""After this many unsuitable trees in a row, no more trees are tried."""


def searches_with_cuts(
    wanted: int,
    seed: int,
    settings: Mapping[str, str],
    search: SearchSpec,
    *,
    deep: bool = False,
) -> list[Run]:
    """Return finished searches of `wanted` different random trees, each with at least one cut.

    With `deep`, each search has a deep cut. For an algorithm that never cuts, all trees are
    suitable. Seeds are tried in ascending order, from `seed` on; `settings` give the shape of the
    trees. InputError if too few trees are suitable.
    """
    found = dict[str, Run]()
    failed_tries = 0
    while len(found) < wanted and failed_tries < MAX_TREE_TRIES:
        where = PositionSpec("tree", None, "", {**settings, "seed": str(seed)})
        run = Run(Recipe(where, search)).finish()
        seed += 1
        failed_tries += 1
        text = run.root.text()
        if _is_suitable(run, deep=deep) and text not in found:
            found[text] = run
            failed_tries = 0
    if len(found) < wanted:
        cut = "deep cut" if deep else "cut"
        raise InputError(
            f"only {len(found):,} of the {wanted:,} exercises were found: too few different trees "
            f"of this shape have a {cut}; ask for fewer, or for larger trees with --set branching, "
            "depth or values"
        )
    return [*found.values()]


def _is_suitable(run: Run, *, deep: bool) -> bool:
    """Return whether a search has the cuts that an exercise needs."""
    if deep:
        return has_deep_cut(run)
    return bool(run.trace.cuts) or not run.trace.has_window


def has_deep_cut(run: Run) -> bool:
    """Return whether a search has a deep cut, whose bound was set more than one ply above."""
    return any(plies > 1 for plies in plies_to_bounds(run))


def cut_causes(run: Run) -> list[CutFact]:
    """Return the reasons for all cuts, in order."""
    tree = TreeAtStep(run.trace)
    return [cut_of(run, tree, tree.node_of(row)) for row in run.trace.cuts]


def plies_to_bounds(run: Run) -> list[int]:
    """Return for each cut how many plies above the cut its bound was set.

    Cuts by the initial window are left out.
    """
    return [cut.end.plies_up for cut in cut_causes(run) if cut.end.setter is not None]


@dataclass(frozen=True, slots=True)
class TreeFeature:
    """A property of alpha-beta on a tree: its name, the plies that it takes, and a test."""

    about: str
    plies: int
    """The fewest plies of a tree that can have the feature."""
    is_in: Callable[[Run], bool]


def search_again(run: Run, search: SearchSpec) -> Run:
    """Return another search of the same tree, finished."""
    return Run(Recipe(run.recipe.where, search)).finish()


def search_without_cuts(run: Run) -> Run:
    """Return a search of the same tree that skips nothing."""
    return search_again(run, exhaustive_search(run.recipe.where))


def minimax_value_reader(run: Run) -> Callable[[MovePath], float]:
    """Return a function that takes the path to a node and returns the node's minimax value."""
    exact = search_without_cuts(run)
    return lambda path: exact.trace.value(exact.node_at(path) or 0)


def has_tie(run: Run) -> bool:
    """Return whether equal values matter: cutting by > visits other nodes than cutting by >=."""
    search = run.recipe.search
    other_rule = ">" if search.cut == ">=" else ">="
    # Fail-hard cannot cut by >, and fail-soft visits the same nodes.
    other_run = search_again(run, replace(search, cut=other_rule, fail="soft"))
    return len(other_run.trace) != len(run.trace)


def has_bound(run: Run) -> bool:
    """Return whether a visited inner node returns a bound instead of its minimax value."""
    value_of = minimax_value_reader(run)
    tree = TreeAtStep(run.trace)
    # A leaf always returns its value.
    inner = (node for node in range(len(run.trace)) if tree.move_count(node))
    return any(value_of(run.path(node)) != run.trace.value(node) for node in inner)


def has_leaves_at_different_plies(run: Run) -> bool:
    """Return whether some leaves are deeper than others."""
    plies = {len(path) for path in run.all_paths() if not run.is_inner(path)}
    return len(plies) > 1


def cuts_after_first_child(run: Run) -> bool:
    """Return whether the first child of some node causes a cut."""
    return any(cut.tried == 1 for cut in cut_causes(run))


def has_second_look(run: Run) -> bool:
    """Return whether PVS searches a node again."""
    pvs_run = search_again(run, SearchSpec("pvs", cut=run.recipe.search.cut))
    tree = TreeAtStep(pvs_run.trace)
    # A node is numbered like the row of its first visit, so any other row is a repeated visit.
    return any(tree.node_of(row) != row for row in range(len(pvs_run.trace)))


TREE_FEATURES = {
    "cut": TreeFeature("a cut", 2, lambda run: bool(run.trace.cuts)),
    "no-cut": TreeFeature("no cut", 1, lambda run: not run.trace.cuts),
    "shallow-cut": TreeFeature("a shallow cut", 2, lambda run: 1 in plies_to_bounds(run)),
    "deep-cut": TreeFeature("a deep cut", 4, has_deep_cut),
    "first-child": TreeFeature("a cut after a first child", 2, cuts_after_first_child),
    "ties": TreeFeature("a tie that matters", 2, has_tie),
    "bound": TreeFeature("a bound that is no value", 2, has_bound),
    "irregular": TreeFeature("leaves at different plies", 2, has_leaves_at_different_plies),
    "second-look": TreeFeature("a second look of PVS", 1, has_second_look),
}
"""The features by the names that people type."""


def tree_with_feature(
    name: str, where: PositionSpec, rules: ExerciseRules
) -> tuple[PositionSpec, int]:
    """Return the first random tree that has a feature, and the seed of the tree.

    `name` is a key of `TREE_FEATURES`. The settings of `where` give the shape of the trees and the
    first seed; seeds are tried in ascending order. InputError if no tree is found.
    """
    feature = TREE_FEATURES[one_of("the feature", name, TREE_FEATURES)]
    settings = where.settings
    check_tree_shape(name, feature, settings)

    first_seed = int(settings["seed"])
    for seed in range(first_seed, first_seed + MAX_TREE_TRIES):
        candidate = replace(where, settings={**settings, "seed": str(seed)})
        exercise = FillIn(candidate, replace(rules, level=""))
        if feature.is_in(exercise.run):
            return candidate, seed

    shape = ", ".join(f"{key} {settings[key]}" for key in settings if key != "seed")
    raise InputError(
        f"none of {MAX_TREE_TRIES:,} trees with {shape} has {feature.about}; try larger ones, or "
        "another seed"
    )


def check_tree_shape(name: str, feature: TreeFeature, settings: Mapping[str, str]) -> None:
    """Raise InputError if a random tree with these settings cannot have the feature `name`."""
    depth = int(settings.get("depth", "3"))
    if depth < feature.plies:
        plies = "one ply is" if depth == 1 else f"{depth} plies are"
        raise InputError(f"{plies} too few for {feature.about}; it takes {feature.plies}")
    if name == "irregular" and settings.get("shape") != "irregular":
        raise InputError(
            "all leaves of a uniform tree are at the same ply; add --set shape=irregular"
        )


@dataclass(frozen=True, slots=True)
class PracticeTask:
    """A tree to practise with: its title, a hint what to look for, and the level.

    A tree of the course has the number of its lesson, from 1, and a key under which progress is
    saved. `bounds` are the least and the greatest value of a leaf; None if Star1 is not needed.
    """

    title: str
    hint: str
    where: PositionSpec
    level: str = ""
    key: str = ""
    lesson: int = 0
    bounds: tuple[float, float] | None = None


_COURSE_FILE = Path(__file__).with_name("course.toml")
_COURSE_ROWS = tomllib.loads(_COURSE_FILE.read_text(encoding="utf-8"))
COURSE_LENGTH = len(_COURSE_ROWS)
"""The number of lessons of the course."""


def _course_tasks() -> Iterator[PracticeTask]:
    """Yield the tasks of `course.toml` in order."""
    for number, (key, row) in enumerate(_COURSE_ROWS.items(), 1):
        yield from _lesson_tasks(number, key, row)


def _lesson_tasks(number: int, key: str, row: Mapping[str, Any]) -> Iterator[PracticeTask]:
    """Yield a task for each tree of a lesson; `row` is the lesson's table in `course.toml`."""
    bounds = None
    if "bounds" in row:
        least, greatest = row["bounds"]
        bounds = (least, greatest)
    for tree_number, tree in enumerate(row["trees"], 1):
        # A lesson has one hint for all its trees, or a list with a hint for each tree.
        hint = row["look"]
        if isinstance(hint, list):
            hint = hint[tree_number - 1]
        yield PracticeTask(
            title=f"{number} of {COURSE_LENGTH} · {row['title']}",
            hint=hint,
            where=PositionSpec("tree", tree),
            level=row["level"],
            key=f"{key}-{tree_number}",
            lesson=number,
            bounds=bounds,
        )


COURSE = tuple(_course_tasks())
"""The trees of the course, each about one new thing, in the order in which to learn them."""


def what_to_look_for(level: str) -> str:
    """Return the hint of a level, for a tree that has no hint."""
    return EXERCISE_LEVELS.get(level, EXERCISE_LEVELS[USUAL_LEVEL]).hint


TaskSource = Callable[[int], PracticeTask | None]
"""A function that returns the task with a number, counted from 0, or None after the last task."""


def only_task(task: PracticeTask) -> TaskSource:
    """Return a source with a single task."""
    return lambda number: None if number else task


MAX_TREE_SEED = 10**12
"""The largest seed of random trees."""
USUAL_TREE_SHAPE = {"branching": "2-3", "depth": "3"}
"""The shape of random trees, unless a person asks for another."""


def random_tree(seed: int, shape: Mapping[str, str]) -> PositionSpec:
    """Return the random tree with a seed; `shape` are settings that replace the usual ones."""
    return PositionSpec(
        "tree",
        None,
        "",
        {
            **USUAL_TREE_SHAPE,
            **shape,
            "seed": str(seed),
        },
    )


def course_task(number: int) -> PracticeTask:
    """Return the task with a number, from 0: first the course, then random trees without end."""
    if number < len(COURSE):
        return COURSE[number]
    seed = number - len(COURSE) + 1
    return PracticeTask(f"new tree no. {seed:,}", what_to_look_for(""), random_tree(seed, {}))


class TaskSequence(ABC):
    """Goes from one task to the next with the same rules.

    `task` is the current task, and `number` is its number, from 0.
    """

    def __init__(
        self, source: TaskSource, rules: ExerciseRules = USUAL_RULES, number: int = 0
    ) -> None:
        """Begin with the task `number`; InputError if the rules do not allow this task."""
        self.source = source
        self.rules = rules
        self.begin(number)

    def rules_of(self, task: PracticeTask) -> ExerciseRules:
        """Return the rules for a task, with the bounds of the task if it has any."""
        if task.bounds is None:
            return self.rules
        # With bounds, the search is Star1, which does not fail hard.
        return replace(self.rules, bounds=task.bounds, fail="soft")

    take: Callable[[PracticeTask], None]
    """Makes the exercise of a task."""

    @property
    @abstractmethod
    def exercise(self) -> Exercise:
        """Return the current exercise."""

    @property
    def run(self) -> Run:
        """Return the search that the exercise is about."""
        return self.exercise.run

    def title(self) -> str:
        """Return the title of the task, with the rules."""
        return f"{self.task.title} · {self.exercise.describe_rules()}"

    def begin(self, number: int) -> None:
        """Begin the task with a number, counted from 0; InputError if there is no such task."""
        task = self.source(number) if number >= 0 else None
        if task is None:
            if number > 0:
                raise InputError("that was the last tree")
            raise InputError("this is the first tree")
        self.take(task)
        self.task = task
        self.number = number

    def move(self, by: int) -> None:
        """Go `by` tasks forward, or back if negative; InputError if there is no such task."""
        self.begin(self.number + by)

    def has_next(self) -> bool:
        """Return whether another task follows."""
        return self.source(self.number + 1) is not None


class Practice(TaskSequence):
    """Sheets to fill in, one after the other.

    `solved` has the keys of the tasks of the course that were solved. Whenever another task is
    solved, `changed` is called with all these keys.
    """

    def __init__(
        self,
        source: TaskSource = course_task,
        rules: ExerciseRules = USUAL_RULES,
        *,
        solved: Sequence[str] = (),
        changed: Callable[[frozenset[str]], None] = lambda solved: None,
    ) -> None:
        """Begin with the first task that is not solved yet.

        `solved` has the keys of the tasks that were solved earlier. `changed` is called with all
        keys whenever another task is solved. InputError if the game is not a tree, or if rules
        contradict each other.
        """
        self.solved = frozenset(solved)
        self.on_solved = changed
        number = 0
        task = source(number)
        while task is not None and task.key in self.solved:
            number += 1
            task = source(number)
        super().__init__(source, rules, number)

    def take(self, task: PracticeTask) -> None:
        """Begin a new sheet for a task, at the level of the rules if its tree allows that level.

        A tree with chance does not allow every level; it is then asked at the task's own level.
        """
        rules = self.rules_of(task)
        is_allowed = rules.level in rules.levels(task.where)
        level = rules.level if is_allowed else task.level
        self.sheet = Sheet(FillIn(task.where, replace(rules, level=level)))

    def use(self, **changed: str) -> None:
        """Change the level or a rule, and keep the answers; InputError for a contradiction."""
        rules = replace(self.rules, **changed)  # type: ignore[arg-type]
        level = rules.level or self.task.level
        bounds = self.task.bounds or rules.bounds
        self.sheet.change(FillIn(self.task.where, replace(rules, level=level, bounds=bounds)))
        # Set last, so that the old rules stay if the new ones are refused.
        self.rules = rules

    def check(self) -> SheetCheck:
        """Check the sheet; a task of the course counts as solved if no answer was shown."""
        result = self.sheet.check()
        key = self.task.key
        if result.solved and key and not self.sheet.shown and key not in self.solved:
            self.solved |= {key}
            self.on_solved(self.solved)
        return result

    @property
    def exercise(self) -> FillIn:
        """Return the fields of the current tree."""
        return self.sheet.exercise

    @property
    def look(self) -> str:
        """The hint what to look for in the current tree."""
        if self.task.key:
            return self.task.hint
        return self.exercise.look_by_chance or self.task.hint

    def course_progress(self) -> str:
        """Say how much of the course is solved; "" for a task outside the course."""
        if not self.task.key:
            return ""
        return f"{COURSE_LENGTH - len(self.unsolved())} of {COURSE_LENGTH} solved"

    def unsolved(self) -> list[int]:
        """Return the numbers of the lessons with an unsolved tree, in order."""
        return sorted({task.lesson for task in COURSE if task.key not in self.solved})

    def ending(self) -> str:
        """Say that this tree was the last of the course, or the last of all; "" for other trees."""
        next_task = self.source(self.number + 1)
        if next_task is None:
            return "That was the last tree."
        # Tasks outside the course have no key.
        is_last_of_course = self.task.key and not next_task.key
        if not is_last_of_course:
            return ""
        unsolved = [str(number) for number in self.unsolved()]
        if not unsolved:
            return (
                "That was the end of the course, and you have solved all of it. New trees follow."
            )
        lessons = join_words(unsolved)
        return f"That was the end of the course; still unsolved: {lessons}. New trees follow."

    def describe_check(self, result: SheetCheck) -> str:
        """Describe the result of a check, without telling which fields are missing."""
        if result.solved:
            return f"{self._praise(result)} {self.ending()}".strip()
        wrong = f"{len(result.wrong)} wrong" if result.wrong else "nothing wrong so far"
        missing = "; some fields are still empty" if result.missing else ""
        return f"{result.right} right, {wrong}{missing}."

    def _praise(self, result: SheetCheck) -> str:
        """Praise a solved sheet, and say how many answers the program had to show."""
        # Nothing had to be filled in: no branch is skipped, or none is searched again.
        if not result.right:
            edges = self.exercise.edges
            done = edges.name if edges else "filled in"
            return f"Right: nothing needs to be {done} here."
        if not self.sheet.shown:
            return f"All {result.right} are right."
        consequence = ""
        if self.task.key and self.task.key not in self.solved:
            consequence = ", so the tree does not count as solved"
        return f"All {result.right} are right, {self.sheet.shown} of them shown{consequence}."


BY_HAND_COURSE = tuple(task for task in COURSE if task.level == USUAL_LEVEL)
"""The trees of the course that are searched by alpha-beta or Star1."""


def task_by_hand(number: int) -> PracticeTask:
    """Return a task for searching by hand, given its number from 0.

    The trees of the course that suit alpha-beta or Star1 come first, then random trees.
    """
    if number >= len(BY_HAND_COURSE):
        number_after_course = number - len(BY_HAND_COURSE)
        return course_task(len(COURSE) + number_after_course)
    task = BY_HAND_COURSE[number]
    title = task.title.partition(" · ")[2]
    return PracticeTask(
        title=f"tree {number + 1} of {len(BY_HAND_COURSE)} · {title}",
        hint="",
        where=task.where,
        bounds=task.bounds,
    )


class SearchPractice(TaskSequence):
    """Searches to be made by hand, one after the other; `walk` is the current one."""

    def __init__(
        self,
        source: TaskSource = task_by_hand,
        rules: ExerciseRules = USUAL_RULES,
        search: Callable[[Recipe], Run] = Run,
    ) -> None:
        """Begin with the first tree of the source; InputError if it cannot be searched by hand.

        `search` makes the run of a recipe. By default, nodes without names get letters.
        """
        self.search = search
        super().__init__(source, rules)

    def take(self, task: PracticeTask) -> None:
        """Begin the search of the task's tree at the root."""
        self.walk = HandWalk(ByHand(task.where, self.rules_of(task), self.search))

    @property
    def exercise(self) -> HandSearch:
        """Return the search that is made by hand."""
        return self.walk.hand

    def use(self, **changed: str) -> None:
        """Change some rules, and begin the current tree again.

        The keywords are fields of `ExerciseRules`. If the new rules contradict each other,
        InputError is raised and the old rules stay.
        """
        old_rules = self.rules
        self.rules = replace(old_rules, **changed)  # type: ignore[arg-type]
        try:
            self.take(self.task)
        except InputError:
            self.rules = old_rules
            raise


AnyPractice = TypeVar("AnyPractice", bound=Practice | SearchPractice)


def practice_with(run: Run) -> SearchPractice:
    """Return a practice in which a person repeats the search of `run` by hand, on the same tree.

    The practice keeps the rules and the names of nodes. InputError if the game is not a tree.
    """
    search = run.recipe.search
    rules = ExerciseRules(cut=search.cut, fail=search.fail, bounds=search.options.get("bounds"))
    task = PracticeTask("your tree", "", run.recipe.where)
    return SearchPractice(only_task(task), rules, run.run_of_same_position)


def make_exercise(where: PositionSpec, rules: ExerciseRules) -> Exercise:
    """Return an exercise about a tree: a search by hand at its level, fields to fill in at others.

    InputError if the tree or the rules do not suit the exercise.
    """
    if rules.level == BY_HAND_LEVEL:
        return ByHand(where, rules)
    return FillIn(where, rules)


TreeResult = TypeVar("TreeResult")


def read_tree_lines(
    file: str, make: Callable[[int, PositionSpec], TreeResult], first: int, count: int | None
) -> Iterator[TreeResult]:
    """Read a file with one tree on each line, and yield `make(line_number, tree)` for each tree.

    Read `count` trees (None: all) from the line `first` on. Lines are counted from 1, including
    empty lines. InputError if the file has no trees there, or fewer than `count`. If `make` raises
    InputError, the line number is added to its message.
    """
    lines = read_text(file, f"the file of tasks {shorten(file, 200)}").splitlines()
    trees = [
        (number, line.strip())
        for number, line in enumerate(lines, 1)
        if line.strip() and number >= first
    ]
    if not trees or len(trees) < (count or 0):
        has = "no tree" if not trees else f"{len(trees):,} of the {count:,} trees"
        from_line = f" from line {first:,} on" if first > 1 else ""
        length = count_in_words(len(lines), "line", "lines")
        raise InputError(f"{file!r:.200} has {has}{from_line}; it has {length}")

    for number, text in trees[:count]:
        with as_input_error(f"line {number:,} of {file!r:.200}: "):
            result = make(number, PositionSpec("tree", text))
        # Not within the block above, which would blame the line for errors of the caller.
        yield result


def read_exercise_tree(where: PositionSpec) -> PositionSpec:
    """Return `where`; InputError if it is not a tree with neither too few nor too many nodes."""
    run = Run(Recipe(where, default_search(where)))
    if not run.is_inner(()):
        raise InputError("the tree is just a leaf, so there is nothing to fill in")
    check_exercise_size(run)
    return where


def random_trees(
    seed: int, settings: Mapping[str, str], rules: ExerciseRules, feature: str | None
) -> Iterator[tuple[PositionSpec, int]]:
    """Yield random trees, each with its seed, for ever; the seeds ascend from `seed` on.

    `feature` is a key of `TREE_FEATURES` that all trees must have, or None for any trees.
    """
    while True:
        tree = random_tree(seed, settings)
        # The first tree with the feature may have a larger seed.
        if feature is not None:
            tree, seed = tree_with_feature(feature, tree, rules)
        yield tree, seed
        seed += 1
