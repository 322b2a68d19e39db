"""A search that chooses a move: it is advanced a little at a time, and may have to answer before its end."""

import time
from dataclasses import dataclass, replace

from games import AnyPosition
from visualizer.explanation.naming import Naming
from visualizer.explanation.standings import Standings
from visualizer.measures.summary import many
from visualizer.playing.movers import Mover
from visualizer.recipe import Recipe, Where
from visualizer.run import Run
from visualizer.trace.labels import value_label
from visualizer.trace.rows import Passes
from visualizer.trace.tree_at_step import Bound, TreeAtStep


@dataclass(frozen=True, slots=True)
class Thought:
    """What a search has found in a position: the move it plays, and what it expects.

    `value` is from MAX's side, None where nothing was found; `label` writes it with its bound, `words` say what it
    means. `line` is the best line, the move first. `limit` says what an answer before the end of the search rests on,
    "" for one that has ended. `recipe` searches the same again, as far.
    """

    move: str
    value: float | None
    label: str
    words: str
    line: tuple[str, ...]
    nodes: int
    seconds: float
    limit: str
    recipe: Recipe


class Reply:
    """A search for the move of a side; `advance` lets it go on, `thought` is its answer."""

    def __init__(self, where: Where, position: AnyPosition, mover: Mover) -> None:
        """Prepare the search of a position in which the game goes on; InputError says what is wrong with it."""
        self.mover, self.run = mover, run_of(where, position, mover)
        self.waited = 0.0
        """Seconds of waiting for the search so far."""

    @property
    def finished(self) -> bool:
        """Say whether the search has ended."""
        return self.run.trace.finished

    def advance(self, seconds: float | None = None) -> bool:
        """Let the search go on for some seconds, or to its end or the end of its time; return whether it has ended.

        InputError for an error in user-supplied code.
        """
        left = self.mover.seconds - self.waited
        begun = time.perf_counter()
        self.run.advance(seconds=left if seconds is None else min(seconds, left)) if left > 0 else None
        self.waited += time.perf_counter() - begun
        if not self.finished and self.waited >= self.mover.seconds:
            self.hurry(f"{self.mover.seconds:g} seconds were up")
        return self.finished

    def hurry(self, reason: str) -> None:
        """End the search where it stands: it answers with what it has."""
        self.run.stop(reason)

    def thought(self) -> Thought:
        """Return the answer of a search that has ended.

        A search that was stopped answers with its last finished pass, or with the best of the moves that it has
        finished; if it has finished none, with the first in its order.
        """
        run, tree = self.run, TreeAtStep(self.run.trace)
        result = tree.result() if tree.visits else None
        line = result.line if result is not None else []
        best = line[0] if line else (tree.best(0) or (0, None))[1] if tree.visits else None  # no line after a fail low
        number = run.order(())[0] if best is None else run.trace.move(best)
        names = tuple(run.line(line)) if line else (run.position(()).name(run.root.moves()[number]),)
        value = None if result is None or best is None else result.value
        return Thought(
            names[0], value, value_label(tree, valued(tree)) if value is not None else "",
            "" if value is None else said(run, tree, value), names, len(run.trace), run.seconds,
            self.limit(tree), replace(run.recipe, search=replace(run.recipe.search, max_nodes=max(1, len(run.trace)))),
        )  # fmt: skip

    def limit(self, tree: TreeAtStep) -> str:
        """Say why a search was stopped, and what its answer rests on; "" for one that has come to its end."""
        run, reason = self.run, self.run.trace.reason
        if not reason:
            return ""
        if run.algorithm.sampling is not None:
            return f"{reason}; {many(tree.returned_count(0), 'random game was', 'random games were')} played"
        if tree.passes > 1:
            return f"{reason}; {many(tree.passes - 1, 'pass was', 'passes were')} finished"
        count = len(run.root.moves())
        done = sum(tree.returned(child) for child in tree.children(0)) if tree.visits else 0
        return f"{reason}; {done:,} of {many(count, 'move was', 'moves were')} finished"


def here(where: Where, position: AnyPosition) -> Where:
    """Return a position of a game as a recipe names it."""
    return Where(where.game, position.text(), "", where.settings_beside_size())


def run_of(where: Where, position: AnyPosition, mover: Mover) -> Run:
    """Prepare the search by which a side chooses its moves, of a position; InputError says what is wrong with it."""
    assert mover.search is not None
    return Run(Recipe(here(where, position), mover.search), root=position)


def valued(tree: TreeAtStep) -> int:
    """Return the node whose value is the result's: the best move's where samples are added up, else the root."""
    return next(iter(tree.result().line), 0) if tree.trace.passes is Passes.ADD else 0


def said(run: Run, tree: TreeAtStep, value: float) -> str:
    """Return a result in words: `White is a flat ahead`, or `it is worth 3 to White` where the evaluation is silent."""
    standings = Standings(Naming(run, tree))
    standing, bound = standings.of(value, 0), tree.bound(0)
    if standing is not None and bound in (Bound.EXACT, Bound.LOWER, Bound.UPPER):
        return standings.clause(standing, bound)
    return f"it is worth {value_label(tree, valued(tree))} to {run.game.sides[0]}"
