"""What a person may be asked to practise with, and the course: trees that teach one thing each, in order."""

import tomllib
from dataclasses import dataclass
from pathlib import Path

from visualizer.explanation.practice import LEVELS
from visualizer.recipe import Where


@dataclass(frozen=True, slots=True)
class PracticeTask:
    """A tree to practise with: its title, what to look for, and the level.

    A tree of the course has the number of its lesson, from 1, and the key under which progress is kept.
    """

    title: str
    look: str
    where: Where
    level: str = LEVELS[0]
    key: str = ""
    lesson: int = 0


_ROWS = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
LESSONS = len(_ROWS)
"""How many lessons there are."""


def look_at(look: str | list[str], place: int) -> str:
    """Return what to look for in a tree of a lesson, by its place from 1: the same in all, or a sentence for each."""
    return look if isinstance(look, str) else look[place - 1]


COURSE = tuple(
    PracticeTask(f"{number} of {LESSONS} · {row['title']}", look_at(row["look"], place), Where("tree", tree),
                 row["level"], f"{key}-{place}", number)
    for number, (key, row) in enumerate(_ROWS.items(), 1)
    for place, tree in enumerate(row["trees"], 1)
)  # fmt: skip
