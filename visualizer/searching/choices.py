"""The words that an option of a search takes in a game, each with a line about it: for lists, forms and shells."""

from collections.abc import Callable
from inspect import getdoc
from operator import attrgetter
from typing import Any

from games import Game
from visualizer.searching import ordering
from visualizer.searching.algorithms import algorithms
from visualizer.searching.lookup import added_evaluations, evaluations_of_packages
from visualizer.searching.search_options import (
    ALGORITHM_OPTION,
    EVALUATION_OPTION,
    ORDERING_OPTION,
    SearchOption,
)

about_of = attrgetter("about")


def option_values(option: SearchOption, game: Game | None, *, load: bool = True) -> dict[str, str]:
    """Return the words that an option takes, each with a line about it or ""; none where something else is typed.

    `load` says whether what packages add is loaded for its line.
    """
    if option is ALGORITHM_OPTION:
        return algorithms().lines(about_of, load=load)
    if option is ORDERING_OPTION:
        of_game = {} if game is None else game.orderings
        return ordering.orderings().lines(about_of, load=load) | {
            name: each.about for name, each in of_game.items()
        }
    if option is EVALUATION_OPTION:
        if game is None:
            return {}
        return evaluations_for(game, load=load)
    return dict.fromkeys(option.allowed, "")


def evaluations_for(game: Game, *, load: bool) -> dict[str, str]:
    """Return the evaluations of a game, those of packages too, each with the first line of its docstring."""
    lines = {name: first_line(each, name) for name, each in game.evaluations.items()}
    added = added_evaluations().lines(
        lambda each: first_line(each, "a function of a package"), load=load
    )
    for name, point in evaluations_of_packages(game).items():
        lines[name] = added[point]
    return lines


def first_line(function: Callable[..., Any], otherwise: str) -> str:
    """Return the first line of a function's docstring, or other words if it has none."""
    return (getdoc(function) or otherwise).splitlines()[0]
