"""The file of a position: read again when it is saved, and shown at the same event as before."""

from collections.abc import Callable
from pathlib import Path

from visualizer.searching.lookup import resolve_position
from visualizer.searching.recipe import Recipe
from visualizer.searching.run import Run
from visualizer.trace.rows import MovePath
from visualizer.trace.tree_at_step import TreeAtStep

FILE_CHECK_SECONDS = 0.2
"""Seconds between two checks of a file that is followed."""


class PositionFile:
    """The file of `-p @FILE`, which may be followed: read again whenever it is saved."""

    def __init__(self, file: str, read: Callable[[], Recipe], *, is_followed: bool = False) -> None:
        """Begin before the file is read; `read` makes a recipe of its current contents."""
        self.file = file
        self.is_followed = is_followed
        self.name = Path(file).name
        self.recipe: Recipe | None = None
        """The recipe that was read last."""
        self._read = read
        self._stable_state = self._state()
        self._last_state = self._stable_state

    def _state(self) -> tuple[int, ...]:
        """Return data that changes whenever the file is saved, renamed or gets other rights.

        The data are () if the file does not exist.
        """
        try:
            status = Path(self.file).stat()
        except (OSError, ValueError):
            return ()
        return status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns

    def is_saved(self) -> bool:
        """Return whether the file was saved since this was true last, or since the beginning."""
        before = self._last_state
        self._last_state = self._state()
        # Editors save in several steps, so the file must be the same at two checks.
        if self._last_state != before or before == self._stable_state:
            return False
        self._stable_state = before
        return True

    def read(self) -> Recipe:
        """Return the recipe; InputError says what is wrong with the file or the position."""
        recipe = self._read()
        # A long text takes a while to resolve; the result is cached, so nobody waits for it again.
        resolve_position(recipe.where)
        self.recipe = recipe
        return recipe


def describe_position_fault(error: Exception, text: str) -> str:
    """Return in few words the error of a file or of a position, which is called `text`."""
    # The cause is the rules' own sentence, without the position that it quotes.
    reason = error.__cause__ if type(error.__cause__) is ValueError else error
    _, _, fault = str(reason).rpartition(" cannot be read: ")
    return f"{text}: {fault}"


def matching_path(old_run: Run, path: MovePath, new_run: Run) -> MovePath:
    """Return the path of the same moves in another search, as far as they exist there."""
    matching: MovePath = ()
    for name in old_run.notation_of_moves(path):
        position = new_run.position(matching)
        names = []
        if position.outcome() is None:
            names = [position.name(move) for move in position.moves()]
        if name not in names:
            break
        matching = (*matching, names.index(name))
    return matching


def matching_step(old_run: Run, step: int, new_run: Run) -> int:
    """Return the step of the same event in another search: its end, or entering or leaving a node.

    If the other search has no such event so far, return the same number, which that search may
    still reach.
    """
    old_tree = TreeAtStep(old_run.trace, step)
    if old_tree.at_end:
        return new_run.trace.last_step
    if old_tree.current is None:
        return step
    row = matching_visit(old_run, old_tree.current, old_tree.visit_count(old_tree.current), new_run)
    if row is None:
        return step
    if old_tree.entering:
        return new_run.trace.enter_step(row)
    return_step = new_run.trace.return_step(row)
    return step if return_step is None else return_step


def matching_visit(old_run: Run, node: int, visit: int, new_run: Run) -> int | None:
    """Return the row of the same visit in another search, None if it does not visit the node.

    `visit` counts the visits of a node from 1; the last one is taken if the other search has fewer.
    """
    path = old_run.path(node)
    matching = matching_path(old_run, path, new_run)
    if len(matching) < len(path):
        return None
    new_node = new_run.node_at(matching)
    if new_node is None:
        return None
    visits = TreeAtStep(new_run.trace).visits_to(new_node)
    return visits[min(visit, len(visits)) - 1]
