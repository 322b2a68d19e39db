"""The course of practice: trees that teach one thing each, in the order in which to learn them."""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from visualizer.explanation.practice import Exercise
from visualizer.recipe import Where


@dataclass(frozen=True, slots=True)
class CourseTree:
    """One tree of a lesson: the lesson's number from 1 and its title, what to look for, and what the tree has.

    `key` names the tree where progress is kept. `has` and `lacks` are names of features.
    """

    key: str
    number: int
    title: str
    look: str
    tree: str
    level: str
    has: Sequence[str]
    lacks: Sequence[str]

    def exercise(self, level: str = "", cut: str = ">=", fail: str = "soft") -> Exercise:
        """Return the questions about the tree, at its own level unless another is given."""
        return Exercise(Where("tree", self.tree), level=level or self.level, cut=cut, fail=fail)


def look_at(look: str | list[str], place: int) -> str:
    """Return what to look for in a tree of a lesson, by its place from 1: the same in all, or a sentence for each."""
    return look if isinstance(look, str) else look[place - 1]


COURSE = tuple(
    CourseTree(f"{key}-{place}", number, row["title"], look_at(row["look"], place), tree,
               row["level"], row["has"], row["lacks"])
    for number, (key, row) in enumerate(
        tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")).items(), 1
    )
    for place, tree in enumerate(row["trees"], 1)
)  # fmt: skip
LESSONS = COURSE[-1].number
"""How many lessons there are."""
