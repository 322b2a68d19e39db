"""What is searched, in the words of the line on top."""

from __future__ import annotations

from visualizer.lookup import preset_of
from visualizer.run import Run
from visualizer.tui.styled_lines import Line, Span

BETWEEN: Span = ("  │  ", "frame")


def heading(run: Run, *, named: bool = True) -> Line:
    """Return the game, the preset if it is one and is to be named, and whose turn it is."""
    preset = preset_of(run.game, run.recipe.where) if named else None
    side = run.game.side(maximizing=run.root.maximizing)
    name = f"{preset.name}, " if preset is not None else ""
    moved = f"after {run.recipe.where.moves}, " if run.recipe.where.moves and named else ""
    return [(f" {run.root.board().title} ", "title"), (f"{name}{moved}{side} to move", "dim"), BETWEEN]


def depth_line(run: Run) -> Line:
    """Return how deep is searched, by what leaves are worth, and the options that are the algorithm's own."""
    return [(" · ".join(run.recipe.search.headings(("depth", "evaluation"))), "dim")]
