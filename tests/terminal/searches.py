"""Searches of positions, in the words of the command line."""

from __future__ import annotations

from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run


def recipe_of(game: str, position: str | None = None, search: str = "", **settings: str) -> Recipe:
    """Return what is asked for by a game, a position and a search such as `mcts,iterations=40`."""
    where = PositionSpec(game, position, "", settings)
    if search:
        return Recipe(where, SearchSpec.from_spec(search))
    return Recipe(where)


def searched(game: str, position: str | None = None, search: str = "", **settings: str) -> Run:
    """Return that search once it is finished."""
    return Run(
        recipe_of(
            game,
            position,
            search,
            **settings,
        )
    ).finish()
