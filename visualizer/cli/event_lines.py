"""What a run did, as the lines of a file of events that reads back as the same search."""

from collections.abc import Iterator, Mapping
from functools import cache
from math import inf
from typing import Any

from visualizer.events import writing
from visualizer.events.recordings import header_of
from visualizer.look.numbers import plain
from visualizer.lookup import untold_settings
from visualizer.measures.samples import has_priors, priors_at
from visualizer.plugins.source import Source
from visualizer.run import Run
from visualizer.trace.tree_at_step import TreeAtStep


def event_lines(run: Run) -> Iterator[str]:
    """Go through the lines."""
    header = {"search": run.algorithm.title, **position_of(run), **told_of(run)}
    name_of = lambda row, move: run.written((*run.path(row), move))  # noqa: E731  it is handed over
    return writing.lines_of(run.trace, header, name_of, windows=run.trace.has_window, prior_of=priors_of(run))


def priors_of(run: Run) -> writing.PriorOf:
    """Return what tells the prior of the move to a row, where its node is visited first; nothing of a recording.

    What a recording has told is among the remarks of its rows.
    """
    if run.algorithm.is_recording or not has_priors(run):
        return lambda row: None
    tree = TreeAtStep(run.trace)
    below = cache(lambda node: priors_at(run, tree, node))

    def prior(row: int) -> float | None:
        is_first = run.trace.parent(row) >= 0 and tree.node_of(row) == row
        return below(tree.parent(row)).get(run.trace.move(row)) if is_first else None

    return prior


def position_of(run: Run) -> Mapping[str, Any]:
    """Return game, settings and position as a header has them; files that name no game name none again."""
    where = run.recipe.where
    if Source.of(where.game) is Source.RECORDING:
        return {}
    return {"game": where.game, "settings": untold_settings(run.game, where), "position": run.root.text()}


def told_of(run: Run) -> dict[str, Any]:
    """Return how a run has searched, as far as its algorithm depends on it."""
    search, applies = run.recipe.search, run.applies
    order = header_of(search.algorithm).order if run.algorithm.is_recording else search.ordering
    evaluation = run.algorithm.evaluation or search.evaluation
    told = {
        "evaluation": evaluation if evaluation in run.game.stakes and run.stakes is not None else None,
        "depth": None if search.depth == "all" else search.depth,
        "cut": search.cut if applies("cut") else None,
        "fail": search.fail if applies("fail") else None,
        "order": order,
        "bounds": None if run.trace.limits == (-inf, inf) else [*map(plain, run.trace.limits)],
        "exploration": run.problem.options["exploration"] if run.algorithm.samples else None,
        "selection": "puct" if has_priors(run) else None,
        "solver": True if run.trace.proves else None,
        "windows": None if run.trace.narrows else "handed",
    }
    return {key: value for key, value in told.items() if value is not None}
