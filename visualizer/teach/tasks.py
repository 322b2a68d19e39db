"""What a person practises: the course, random trees with something to learn or a teacher's, one after the other."""

import tomllib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count, islice
from pathlib import Path
from typing import TypeVar

from games import shorten
from visualizer.explaining.explanation.facts.steps import CutFact, cut_of
from visualizer.explaining.explanation.naming import join_words
from visualizer.searching.lookup import usual_search, whole_search
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
"""Give up after n unsuitable trees in a row."""


def searches_with_cuts(
    wanted: int, seed: int, settings: Mapping[str, str], search: SearchSpec, *, deep: bool = False
) -> list[Run]:
    """Return finished searches of random trees, each of which cuts something, with `deep` across several plies.

    A search that never cuts takes every tree.
    Suitable trees are taken in the order of their seeds, from `seed` on; InputError if there are too few of this shape.
    """
    found = dict[str, Run]()
    in_vain = 0
    while len(found) < wanted and in_vain < MAX_TREE_TRIES:
        where = PositionSpec("tree", None, "", {**settings, "seed": str(seed)})
        run = Run(Recipe(where, search)).finish()
        seed += 1
        in_vain += 1
        fits = has_deep_cut(run) if deep else run.trace.cuts or not run.trace.has_window
        if fits and run.root.text() not in found:
            found[run.root.text()] = run
            in_vain = 0
    if len(found) < wanted:
        raise InputError(
            f"only {len(found):,} of the {wanted:,} exercises were found: too few different trees of this shape have "
            f"a {'deep ' if deep else ''}cut; ask for fewer, or for larger trees with --set branching, depth or values"
        )
    return [*found.values()]


def has_deep_cut(run: Run) -> bool:
    """Return whether there is a deep cut: by a bound that was set more than one ply above."""
    return any(plies > 1 for plies in plies_up(run))


def cut_causes(run: Run) -> list[CutFact]:
    """Return why nodes were cut, in the order of the cuts."""
    tree = TreeAtStep(run.trace)
    return [cut_of(run, tree, tree.node_of(row)) for row in run.trace.cuts]


def plies_up(run: Run) -> list[int]:
    """Return how far above each cut the bound was set, of those that reached one of the search itself."""
    return [cut.end.plies_up for cut in cut_causes(run) if cut.end.setter is not None]


@dataclass(frozen=True, slots=True)
class TreeFeature:
    """What an alpha-beta search of a tree may have: its name, the least plies that it takes, and how a run tells it."""

    about: str
    plies: int
    is_in: Callable[[Run], bool]


def search_again(run: Run, search: SearchSpec) -> Run:
    """Return another search of the same tree, finished."""
    return Run(Recipe(run.recipe.where, search)).finish()


def search_without_cuts(run: Run) -> Run:
    """Return a search of the same tree that skips nothing."""
    return search_again(run, whole_search(run.recipe.where))


def minimax_value_reader(run: Run) -> Callable[[MovePath], float]:
    """Return what says of the path to a node what it is worth if nothing is skipped."""
    exact = search_without_cuts(run)
    return lambda path: exact.trace.value(exact.node_at(path) or 0)


def has_tie(run: Run) -> bool:
    """Return whether equal values matter: the other rule of cutting visits other nodes."""
    search = run.recipe.search  # fail-hard visits the nodes of fail-soft, and never cuts by >
    other = search_again(run, replace(search, cut=">" if search.cut == ">=" else ">=", fail="soft"))
    return len(other.trace) != len(run.trace)


def has_bound(run: Run) -> bool:
    """Return whether a visited inner node returns something else than it is worth."""
    value_of = minimax_value_reader(run)
    tree = TreeAtStep(run.trace)
    inner = (node for node in range(len(run.trace)) if tree.move_count(node))
    return any(value_of(run.path(node)) != run.trace.value(node) for node in inner)


def has_second_look(run: Run) -> bool:
    """Return whether PVS searches a node again."""
    other = search_again(run, SearchSpec("pvs", cut=run.recipe.search.cut))
    tree = TreeAtStep(other.trace)
    return any(tree.node_of(row) != row for row in range(len(other.trace)))


TREE_FEATURES = {
    "cut": TreeFeature("a cut", 2, lambda run: bool(run.trace.cuts)),
    "no-cut": TreeFeature("no cut", 1, lambda run: not run.trace.cuts),
    "shallow-cut": TreeFeature("a shallow cut", 2, lambda run: 1 in plies_up(run)),
    "deep-cut": TreeFeature("a deep cut", 4, has_deep_cut),
    "first-child": TreeFeature(
        "a cut after a first child", 2, lambda run: any(cut.tried == 1 for cut in cut_causes(run))
    ),
    "ties": TreeFeature("a tie that matters", 2, has_tie),
    "bound": TreeFeature("a bound that is no value", 2, has_bound),
    "irregular": TreeFeature(
        "leaves at different plies",
        2,
        lambda run: len({len(path) for path in run.all_paths() if not run.is_inner(path)}) > 1,
    ),
    "second-look": TreeFeature("a second look of PVS", 1, has_second_look),
}
"""By the names that people give."""


def tree_with_feature(
    name: str, where: PositionSpec, rules: ExerciseRules
) -> tuple[PositionSpec, int]:
    """Return the first random tree from the seed on that has a feature, and its seed; InputError if there is none.

    Cuts at chance nodes need bounds of leaves; `where` is a random tree with its seed among the settings.
    """
    feature = TREE_FEATURES[one_of("the feature", name, TREE_FEATURES)]
    settings = where.settings
    depth = int(settings.get("depth", "3"))
    if depth < feature.plies:
        plies = "one ply is" if depth == 1 else f"{depth} plies are"
        raise InputError(f"{plies} too few for {feature.about}; it takes {feature.plies}")
    if name == "irregular" and settings.get("shape") != "irregular":
        raise InputError(
            "all leaves of a uniform tree are at the same ply; add --set shape=irregular"
        )
    for seed in islice(count(int(settings["seed"])), MAX_TREE_TRIES):
        there = replace(where, settings={**settings, "seed": str(seed)})
        if feature.is_in(FillIn(there, replace(rules, level="")).run):
            return there, seed
    shape = ", ".join(f"{key} {settings[key]}" for key in settings if key != "seed")
    raise InputError(
        f"none of {MAX_TREE_TRIES:,} trees with {shape} has {feature.about}; try larger ones, or another seed"
    )


@dataclass(frozen=True, slots=True)
class PracticeTask:
    """A tree to practise with: its title, what to look for, and the level.

    A tree of the course has the number of its lesson, from 1, and the key under which progress is kept; `bounds` are
    what its leaves are worth at least and at most, if it is about them.
    """

    title: str
    look: str
    where: PositionSpec
    level: str = ""
    key: str = ""
    lesson: int = 0
    bounds: tuple[float, float] | None = None


_COURSE_ROWS = tomllib.loads(Path(__file__).with_name("course.toml").read_text(encoding="utf-8"))
COURSE_LENGTH = len(_COURSE_ROWS)
"""How many lessons there are."""


COURSE = tuple(
    PracticeTask(
        f"{number} of {COURSE_LENGTH} · {row['title']}",
        row["look"]
        if isinstance(row["look"], str)
        else row["look"][place - 1],  # in all trees, or in each
        PositionSpec("tree", tree),
        row["level"],
        f"{key}-{place}",
        number,
        tuple(row["bounds"]) if "bounds" in row else None,
    )
    for number, (key, row) in enumerate(_COURSE_ROWS.items(), 1)
    for place, tree in enumerate(row["trees"], 1)
)
"""The trees that teach one thing each, in the order in which to learn them."""


def what_to_look_for(level: str) -> str:
    """Return what to look for in a tree of which nothing else is known."""
    return EXERCISE_LEVELS.get(level, EXERCISE_LEVELS[USUAL_LEVEL]).look


TaskSource = Callable[[int], PracticeTask | None]
"""From a number, from 0, to a task; None where there is none."""


MAX_TREE_SEED = 10**12
"""The largest seed of random trees."""
USUAL_TREE_SHAPE = {"branching": "2-3", "depth": "3"}
"""The shape of random trees, unless a person asks for another."""


def random_tree(seed: int, shape: Mapping[str, str]) -> PositionSpec:
    """Return the tree of a seed, with settings of the game `tree` as its shape."""
    return PositionSpec("tree", None, "", {**USUAL_TREE_SHAPE, **shape, "seed": str(seed)})


def course_task(number: int) -> PracticeTask:
    """Return a task of the course by its number, from 0; behind its end follow random trees, without end."""
    if number < len(COURSE):
        return COURSE[number]
    seed = number - len(COURSE) + 1
    return PracticeTask(f"new tree no. {seed:,}", what_to_look_for(""), random_tree(seed, {}))


class TaskSequence(ABC):
    """Goes from one task to the next, by rules that hold for all; `number` is that of the task at hand, from 0."""

    def __init__(
        self, source: TaskSource, rules: ExerciseRules = USUAL_RULES, number: int = 0
    ) -> None:
        """Begin with a task; InputError for what it cannot be done with."""
        self.source = source
        self.rules = rules
        self.begin(number)

    def rules_of(self, task: PracticeTask) -> ExerciseRules:
        """Return the rules of a task: a tree of the course about bounds has its own, and Star1 does not fail hard."""
        if task.bounds is None:
            return self.rules
        return replace(self.rules, bounds=task.bounds, fail="soft")

    take: Callable[[PracticeTask], None]
    """Begins with a task."""

    @property
    @abstractmethod
    def exercise(self) -> Exercise:
        """Return what is asked at hand."""

    @property
    def run(self) -> Run:
        """Return the search that is asked about."""
        return self.exercise.run

    def title(self) -> str:
        """Return which task it is, and the rules that hold."""
        return f"{self.task.title} · {self.exercise.describe_rules()}"

    def begin(self, number: int) -> None:
        """Take the task of a number; InputError where there is none."""
        if number >= 0:
            task = self.source(number)
        else:
            task = None
        if task is None:
            raise InputError("that was the last tree" if number > 0 else "this is the first tree")
        self.take(task)
        self.task = task
        self.number = number

    def move(self, by: int) -> None:
        """Go to another task; InputError where there is none."""
        self.begin(self.number + by)

    def has_next(self) -> bool:
        """Return whether another task follows."""
        return self.source(self.number + 1) is not None


class Practice(TaskSequence):
    """Sheets to fill in, one after the other.

    `solved` are the keys of the tasks of the course that were solved; `changed` is called when one is added.
    """

    def __init__(
        self,
        source: TaskSource = course_task,
        rules: ExerciseRules = USUAL_RULES,
        *,
        solved: Sequence[str] = (),
        changed: Callable[[frozenset[str]], None] = lambda solved: None,
    ) -> None:
        """Begin with the first task that is not solved yet; InputError for what is no tree, or rules that clash."""
        self.solved = frozenset(solved)
        self.changed = changed
        number = 0
        while (task := source(number)) is not None and task.key in self.solved:
            number += 1
        super().__init__(source, rules, number)

    def take(self, task: PracticeTask) -> None:
        """Take a sheet; a tree that cannot be asked about at the level that was chosen has its own."""
        rules = self.rules_of(task)
        if rules.level in rules.levels(task.where):
            level = rules.level
        else:
            level = task.level
        self.sheet = Sheet(FillIn(task.where, replace(rules, level=level)))

    def use(self, **changed: str) -> None:
        """Change the level or a rule; what is filled in stays. InputError for rules that clash, and then none does."""
        rules = replace(self.rules, **changed)  # type: ignore[arg-type]
        level = rules.level or self.task.level
        bounds = self.task.bounds or rules.bounds
        self.sheet.change(FillIn(self.task.where, replace(rules, level=level, bounds=bounds)))
        self.rules = rules

    def check(self) -> SheetCheck:
        """Check the sheet; a task of the course that is solved without an answer shown is remembered."""
        found = self.sheet.check()
        if (
            found.solved
            and self.task.key
            and not self.sheet.shown
            and self.task.key not in self.solved
        ):
            self.solved |= {self.task.key}
            self.changed(self.solved)
        return found

    @property
    def exercise(self) -> FillIn:
        """Return the fields of the tree at hand."""
        return self.sheet.exercise

    @property
    def look(self) -> str:
        """What to look for in the tree at hand."""
        if self.task.key:
            return self.task.look
        return self.exercise.look_by_chance or self.task.look

    def done(self) -> str:
        """Say how much of the course is solved; "" outside it."""
        return (
            f"{COURSE_LENGTH - len(self.unsolved())} of {COURSE_LENGTH} solved"
            if self.task.key
            else ""
        )

    def unsolved(self) -> list[int]:
        """Return the numbers of the lessons of the course of which a tree is not solved yet, in order."""
        return sorted({each.lesson for each in COURSE if each.key not in self.solved})

    def ending(self) -> str:
        """Say after a tree that it was the last one, or the last of the course; "" where more of the same follow."""
        following = self.source(self.number + 1)
        if following is None:
            return "That was the last tree."
        if not self.task.key or following.key:
            return ""
        left = [str(number) for number in self.unsolved()]
        if not left:
            return (
                "That was the end of the course, and you have solved all of it. New trees follow."
            )
        return (
            f"That was the end of the course; still unsolved: {join_words(left)}. New trees follow."
        )

    def after(self, found: SheetCheck) -> str:
        """Say what a check has found, in words that tell nothing of what is missing."""
        if found.solved and not found.right:
            edges = self.exercise.edges
            return f"Right: nothing needs to be {edges.name if edges else 'filled in'} here. {self.ending()}".strip()
        if found.solved:
            shown = f", {self.sheet.shown} of them shown" if self.sheet.shown else ""
            counted = ""
            if shown and self.task.key not in self.solved | {""}:
                counted = ", so the tree does not count as solved"
            return f"All {found.right} are right{shown}{counted}. {self.ending()}".strip()
        wrong = f"{len(found.wrong)} wrong" if found.wrong else "nothing wrong so far"
        return f"{found.right} right, {wrong}{'; some fields are still empty' if found.missing else ''}."


BY_HAND_COURSE = tuple(task for task in COURSE if task.level == USUAL_LEVEL)
"""The trees of the course that are searched by alpha-beta, or by Star1."""


def trees_by_hand(number: int) -> PracticeTask:
    """Return the trees of the course that alpha-beta searches, then random ones without end."""
    if number < len(BY_HAND_COURSE):
        title = BY_HAND_COURSE[number].title.partition(" · ")[2]
        return PracticeTask(
            f"tree {number + 1} of {len(BY_HAND_COURSE)} · {title}",
            "",
            BY_HAND_COURSE[number].where,
            bounds=BY_HAND_COURSE[number].bounds,
        )
    return course_task(number - len(BY_HAND_COURSE) + len(COURSE))


class SearchPractice(TaskSequence):
    """Searches that are made by hand, one after the other; `walk` is the one at hand."""

    def __init__(
        self,
        source: TaskSource = trees_by_hand,
        rules: ExerciseRules = USUAL_RULES,
        search: Callable[[Recipe], Run] = Run,
    ) -> None:
        """Begin with the first tree; InputError for what cannot be searched by hand.

        By default nodes without names get letters.
        """
        self.search = search
        super().__init__(source, rules)

    def take(self, task: PracticeTask) -> None:
        """Stand at the root of a tree."""
        self.walk = HandWalk(ByHand(task.where, self.rules_of(task), self.search))

    @property
    def exercise(self) -> HandSearch:
        """Return the search that is made by hand."""
        return self.walk.hand

    def use(self, **changed: str) -> None:
        """Change a rule, and begin again; InputError for rules that clash, and then nothing changes."""
        before, self.rules = self.rules, replace(self.rules, **changed)  # type: ignore[arg-type]
        try:
            self.take(self.task)
        except InputError:
            self.rules = before
            raise


AnyPractice = TypeVar("AnyPractice", bound=Practice | SearchPractice)


def practice_with(run: Run) -> SearchPractice:
    """Return the practice with the tree of a search, its names and its rules, where those can be.

    InputError for no tree.
    """
    search = run.recipe.search
    rules = ExerciseRules(cut=search.cut, fail=search.fail, bounds=search.options.get("bounds"))
    task = PracticeTask("your tree", "", run.recipe.where)
    return SearchPractice(lambda number: None if number else task, rules, run.beside)


# Trees that a person asks for.


def make_exercise(where: PositionSpec, rules: ExerciseRules) -> Exercise:
    """Return what is asked of a tree: its fields, or the search of it by hand; InputError as these raise it."""
    if rules.level == BY_HAND_LEVEL:
        return ByHand(where, rules)
    return FillIn(where, rules)


TreeResult = TypeVar("TreeResult")


def read_tree_lines(
    file: str, make: Callable[[int, PositionSpec], TreeResult], first: int, most: int | None
) -> Iterator[TreeResult]:
    """Yield what is made of the trees of a file, n or all, from a line on, and of the numbers of their lines.

    Empty lines count as lines and are left out. InputError if the file cannot be read, or has fewer, and for a tree
    that cannot be read or searched.
    """
    lines = read_text(file, f"the file of tasks {shorten(file, 200)}").splitlines()
    found = [
        (number, text)
        for number, line in enumerate(lines, 1)
        if number >= first and (text := line.strip())
    ]
    if not found or len(found) < (most or 0):
        asked = "no tree" if not found else f"{len(found):,} of the {most:,} trees"
        from_line = f" from line {first:,} on" if first > 1 else ""
        raise InputError(
            f"{file!r:.200} has {asked}{from_line}; it has {len(lines):,} {'line' if len(lines) == 1 else 'lines'}"
        )
    for number, text in found[:most]:
        with as_input_error(f"line {number:,} of {file!r:.200}: "):
            made = make(number, PositionSpec("tree", text))
        yield made


def read_exercise_tree(where: PositionSpec) -> PositionSpec:
    """Return a tree; InputError for one that cannot be read, has nothing to fill in, or too much."""
    run = Run(Recipe(where, usual_search(where)))
    if not run.is_inner(()):
        raise InputError("the tree is just a leaf, so there is nothing to fill in")
    check_exercise_size(run)
    return where


def random_trees(
    seed: int, settings: Mapping[str, str], rules: ExerciseRules, feature: str | None
) -> Iterator[tuple[PositionSpec, int]]:
    """Yield random trees from a seed on, each with its seed, those with a `feature` if one is asked for."""
    while True:
        where = random_tree(seed, settings)
        if feature is not None:
            where, seed = tree_with_feature(feature, where, rules)
        yield where, seed
        seed += 1
