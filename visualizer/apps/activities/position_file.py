"""The file that a position is read from: read again once it was saved, and the same place in the search of it."""

from collections.abc import Callable
from pathlib import Path

from visualizer.searching.lookup import resolve_position
from visualizer.searching.recipe import Recipe
from visualizer.searching.run import Run
from visualizer.trace.rows import MovePath
from visualizer.trace.tree_at_step import TreeAtStep

FILE_CHECK_SECONDS = 0.2
"""Seconds between two looks at a file that is followed."""


class PositionFile:
    """The file of `-p @FILE`, which is followed as it is saved if it is to be."""

    def __init__(self, file: str, read: Callable[[], Recipe], *, is_followed: bool = False) -> None:
        """Begin before it is read; `read` makes what is searched of what it holds now."""
        self.file = file
        self.is_followed = is_followed
        self.name = Path(file).name
        self.recipe: Recipe | None = None
        """What was read last."""
        self._read = read
        self._known = self._seen = self._state()

    def _state(self) -> tuple[int, ...]:
        """Return what changes when a file is saved, renamed or given other rights; nothing where there is no file."""
        try:
            found = Path(self.file).stat()
        except (OSError, ValueError):
            return ()
        return found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns

    def is_saved(self) -> bool:
        """Return whether it was saved since this was true last, or since the beginning.

        Editors save in several steps, so it must be the same at two looks.
        """
        before = self._seen
        self._seen = self._state()
        if self._seen != before or before == self._known:
            return False
        self._known = before
        return True

    def read(self) -> Recipe:
        """Return what is searched now; InputError says what is wrong with the file or the position."""
        recipe = self._read()
        resolve_position(recipe.where)  # which a long text takes time for, and nobody again
        self.recipe = recipe
        return recipe


def describe_position_fault(error: Exception, text: str) -> str:
    """Return in few words what is wrong with a position, in the `text` of that name, or with its file."""
    reason = error.__cause__ if type(error.__cause__) is ValueError else error
    return f"{text}: {str(reason).rpartition(' cannot be read: ')[2]}"


def matching_path(before: Run, path: MovePath, now: Run) -> MovePath:
    """Return the path of the same moves in another search, as far as there are any."""
    found: MovePath = ()
    for name in before.all_written(path):
        position = now.position(found)
        if position.outcome() is not None:
            names = []
        else:
            names = [position.name(move) for move in position.moves()]
        if name not in names:
            break
        found = (*found, names.index(name))
    return found


def matching_step(before: Run, step: int, now: Run) -> int:
    """Return the step of the same event in another search: its end, or where the same node is entered or left.

    Where there is none so far, it is the step of the same number, which may not have come yet.
    """
    old = TreeAtStep(before.trace, step)
    new = TreeAtStep(now.trace)
    if old.at_end:
        return now.trace.last_step
    if old.current is not None:
        path = before.path(old.current)
        found = matching_path(before, path, now)
        if len(found) == len(path):
            node = now.node_at(found)
        else:
            node = None
        if node is not None:
            visits = new.visits_to(node)
            row = visits[min(old.visit_count(old.current), len(visits)) - 1]
            there = now.trace.enter_step(row) if old.entering else now.trace.return_step(row)
            return step if there is None else there
    return step
