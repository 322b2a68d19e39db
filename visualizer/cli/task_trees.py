"""Trees to fill in: random ones by their seeds, and a teacher's own, a tree on each line of a file."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from visualizer.errors import InputError, as_input_error, read_text
from visualizer.explanation.questions.sheet import check_size
from visualizer.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.run import Run

Made = TypeVar("Made")


@dataclass(frozen=True, slots=True)
class TreeLine:
    """A line of a file, numbered from 1, with the tree on it."""

    file: str
    number: int
    where: PositionSpec

    @property
    def title(self) -> str:
        """Return where the tree stands."""
        return f"line {self.number:,} of {self.file}"

    def make(self, of: Callable[[PositionSpec], Made]) -> Made:
        """Return what is made of the tree; InputError names the line of a tree that cannot be read or searched."""
        with as_input_error(f"line {self.number:,} of {self.file!r:.200}: "):
            return of(self.where)


def tree_lines(file: str, first: int = 1, wanted: int | None = None) -> list[TreeLine]:
    """Return n trees of a file, by default all, from a line on; empty lines count as lines and are left out.

    InputError if the file cannot be read, or has fewer.
    """
    lines = read_text(file, f"the file of tasks {file!r}").splitlines()
    found = [TreeLine(file, number, PositionSpec("tree", text)) for number, line in enumerate(lines, 1)
             if number >= first and (text := line.strip())]  # fmt: skip
    if not found or len(found) < (wanted or 0):
        asked = "no tree" if not found else f"{len(found):,} of the {wanted:,} trees"
        from_line = f" from line {first:,} on" if first > 1 else ""
        raise InputError(f"{file!r:.200} has {asked}{from_line}; it has {len(lines):,} lines")
    return found[:wanted]


def check_tree(where: PositionSpec) -> None:
    """Raise InputError for a tree that cannot be read, has nothing to fill in, or too much."""
    run = Run(Recipe(where, SearchSpec()))
    if not run.is_inner(()):
        raise InputError("the tree is a mere leaf, in which there is nothing to fill in")
    check_size(run)
