"""What a person practises: the course, random trees or a teacher's, and the sheet that is being filled in."""

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from visualizer.errors import InputError
from visualizer.explanation.naming import listed
from visualizer.explanation.questions.exercise import Exercise, levels_of
from visualizer.explanation.questions.sheet import Sheet, SheetCheck
from visualizer.recipe import PositionSpec


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


_ROWS = tomllib.loads(Path(__file__).with_name("course.toml").read_text(encoding="utf-8"))
LESSONS = len(_ROWS)
"""How many lessons there are."""


COURSE = tuple(
    PracticeTask(f"{number} of {LESSONS} · {row['title']}",
                 row["look"] if isinstance(row["look"], str) else row["look"][place - 1],  # in all trees, or in each
                 PositionSpec("tree", tree), row["level"], f"{key}-{place}", number,
                 tuple(row["bounds"]) if "bounds" in row else None)
    for number, (key, row) in enumerate(_ROWS.items(), 1)
    for place, tree in enumerate(row["trees"], 1)
)  # fmt: skip
"""The trees that teach one thing each, in the order in which to learn them."""
USUAL_LOOK = "From left to right, as alpha-beta visits it: what is skipped, and what is known at each node?"
LOOKS = {
    "values": "Begin at the leaves: MAX takes the greatest value below a node, MIN the least.",
    "looks": "PVS only asks of a later branch whether it is better. Mark what it looks at again.",
}
WITH_CHANCE = {
    "values": "From the leaves up: MAX takes the greatest value, MIN the least, chance the sum of probability × value.",
}
USUAL_WITH_CHANCE = "From left to right, as Star1 visits it: what can still be worth enough, and what is skipped?"


def look_of(level: str, *, has_chance: bool = False) -> str:
    """Return what to look for in a tree of which nothing else is known."""
    return WITH_CHANCE.get(level, USUAL_WITH_CHANCE) if has_chance else LOOKS.get(level, USUAL_LOOK)


TaskSource = Callable[[int], PracticeTask | None]
"""From a number, from 0, to a task; None where there is none."""


MOST_SEED = 10**12
"""The largest seed of random trees."""
USUAL = {"branching": "2-3", "depth": "3"}
"""The shape of random trees, unless a person asks for another."""


def random_tree(seed: int, shape: Mapping[str, str]) -> PositionSpec:
    """Return the tree of a seed, with settings of the game `tree` as its shape."""
    return PositionSpec("tree", None, "", {**USUAL, **shape, "seed": str(seed)})


def course(number: int) -> PracticeTask:
    """Return a task of the course by its number, from 0; behind its end follow random trees, without end."""
    if number < len(COURSE):
        return COURSE[number]
    seed = number - len(COURSE) + 1
    return PracticeTask(f"a new tree, seed {seed:,}", USUAL_LOOK, random_tree(seed, {}))


class TaskSequence:
    """Goes from one task to the next, by rules that hold for all; `number` is that of the task at hand, from 0."""

    def __init__(
        self, source: TaskSource, number: int = 0, *, cut: str = ">=", fail: str = "soft",
        bounds: tuple[float, float] | None = None,
    ) -> None:  # fmt: skip
        """Begin with a task; InputError for what it cannot be done with."""
        self.source, self.cut, self.fail, self.bounds = source, cut, fail, bounds
        self.begin(number)

    def take(self, task: PracticeTask) -> None:
        """Begin with a task; NotImplementedError unless a practice defines it."""
        raise NotImplementedError

    def begin(self, number: int) -> None:
        """Take the task of a number; InputError where there is none."""
        task = self.source(number)
        if task is None:
            raise InputError("that was the last tree" if number else "this is the first tree")
        self.take(task)
        self.task, self.number = task, number

    def move(self, by: int) -> None:
        """Go to another task; InputError where there is none."""
        if self.number + by < 0:
            raise InputError("this is the first tree")
        self.begin(self.number + by)

    def has_next(self) -> bool:
        """Return whether another task follows."""
        return self.source(self.number + 1) is not None


class Practice(TaskSequence):
    """Sheets to fill in, one after the other.

    `solved` are the keys of the tasks of the course that were solved; `changed` is called when one is added.
    """

    def __init__(
        self, source: TaskSource = course, *, level: str = "", solved: Sequence[str] = (),
        changed: Callable[[frozenset[str]], None] = lambda solved: None, **rules: Any,
    ) -> None:  # fmt: skip
        """Begin with the first task that is not solved yet; InputError for what is no tree, or rules that clash."""
        self.level, self.solved, self.changed = level, frozenset(solved), changed
        number = 0
        while (task := source(number)) is not None and task.key in self.solved:
            number += 1
        super().__init__(source, number, **rules)

    def take(self, task: PracticeTask) -> None:
        """Take a sheet; a tree that cannot be asked about at the level that was chosen has its own."""
        bounds = task.bounds or self.bounds
        level = self.level if self.level in levels_of(task.where, bounds) else task.level
        fail = "soft" if task.bounds else self.fail
        self.sheet = Sheet(Exercise(task.where, level=level, cut=self.cut, fail=fail, bounds=bounds))

    def use(self, *, level: str | None = None, cut: str | None = None, fail: str | None = None) -> None:
        """Change a rule; what is filled in stays. InputError for rules that clash, and then nothing changes."""
        level, cut, fail = level or self.level, cut or self.cut, fail or self.fail
        level_now = level or self.task.level
        bounds = self.task.bounds or self.bounds
        self.sheet.change(Exercise(self.task.where, level=level_now, cut=cut, fail=fail, bounds=bounds))
        self.level, self.cut, self.fail = level, cut, fail

    def check(self) -> SheetCheck:
        """Check the sheet; a task of the course that is solved without an answer shown is remembered."""
        found = self.sheet.check()
        if found.solved and self.task.key and not self.sheet.shown and self.task.key not in self.solved:
            self.solved |= {self.task.key}
            self.changed(self.solved)
        return found

    @property
    def look(self) -> str:
        """What to look for in the tree at hand."""
        exercise = self.sheet.exercise
        return look_of(exercise.level, has_chance=True) if exercise.has_chance and not self.task.key else self.task.look

    def title(self) -> str:
        """Return what stands above the sheet: which task it is, and the rules that hold."""
        return f"{self.task.title} · {self.sheet.exercise.rules()}"

    def done(self) -> str:
        """Say how much of the course is solved; "" outside it."""
        return f"{LESSONS - len(self.unsolved())} of {LESSONS} solved" if self.task.key else ""

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
            return "That was the course, and all of it is solved; new trees follow."
        return f"That was the end of the course; not solved yet: {listed(left)}. New trees follow."

    def after(self, found: SheetCheck) -> str:
        """Say what a check has found, in words that tell nothing of what is missing."""
        if found.solved and not found.right:
            edges = self.sheet.exercise.edges
            return f"Right: nothing is to be {edges.name if edges else 'filled in'} here. {self.ending()}".strip()
        if found.solved:
            shown = f", {self.sheet.shown} of them shown" if self.sheet.shown else ""
            counted = ", so it is not counted as solved" if shown and self.task.key not in self.solved | {""} else ""
            return f"All {found.right} are right{shown}{counted}. {self.ending()}".strip()
        wrong = f"{len(found.wrong)} wrong" if found.wrong else "so far nothing is wrong"
        return f"{found.right} right, {wrong}{'; not all is filled in yet' if found.missing else ''}."
