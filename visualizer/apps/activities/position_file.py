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
        """Note the state of the file, without reading it.

        `read` returns the recipe of the file's contents whenever it is called. `is_followed` says
        that the user wants the file to be read again whenever it is saved.
        """
        self.file = file
        self.is_followed = is_followed
        self.name = Path(file).name
        self.recipe: Recipe | None = None
        """The recipe that was read last."""
        self._read = read
        self._stable_state = self._state()
        """The state of the file when it was saved last."""
        self._last_state = self._stable_state
        """The state at the last check, perhaps in the middle of saving."""

    def _state(self) -> tuple[int, ...]:
        """Return numbers that change with the file, or () if it does not exist."""
        try:
            status = Path(self.file).stat()
        except (OSError, ValueError):
            return ()
        return status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns

    def notice_save(self) -> bool:
        """Check the file; return True once each time that it has been saved.

        Editors save in several steps, so a change counts only when the next call finds the file in
        the same state.
        """
        earlier_state = self._last_state
        self._last_state = self._state()
        is_settled = self._last_state == earlier_state
        has_changed = earlier_state != self._stable_state
        if not is_settled or not has_changed:
            return False
        self._stable_state = earlier_state
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
    """Return the path in `new_run` that has the same moves as `path` has in `old_run`.

    The two searches may number the moves differently. The path ends before the first move that
    does not exist in the new run.
    """
    new_path: MovePath = ()
    for name in old_run.notation_of_moves(path):
        position = new_run.position(new_path)
        names = []
        if position.outcome() is None:
            names = [position.name(move) for move in position.moves()]
        if name not in names:
            break
        new_path = (*new_path, names.index(name))
    return new_path


def matching_step(old_run: Run, step: int, new_run: Run) -> int:
    """Return the step of `new_run` that corresponds to `step` in `old_run`.

    Both steps enter the same node, or leave the same node, or end the search. If the new run has
    no such step so far, return the number `step` itself, which the new run may still reach.
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


def matching_visit(old_run: Run, old_node: int, visit_number: int, new_run: Run) -> int | None:
    """Return the row of the visit in `new_run` that corresponds to a visit in `old_run`.

    The old visit is number `visit_number`, from 1, of the visits to `old_node`. If the new run has
    visited the node less often, take its last visit; return None if there is no visit.
    """
    old_path = old_run.path(old_node)
    new_path = matching_path(old_run, old_path, new_run)
    if len(new_path) < len(old_path):
        return None
    new_node = new_run.node_at(new_path)
    if new_node is None:
        return None
    visits = TreeAtStep(new_run.trace).visits_to(new_node)
    return visits[min(visit_number, len(visits)) - 1]
