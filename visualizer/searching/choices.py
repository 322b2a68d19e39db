"""The words that an option of a search accepts in a game, each described in a line."""

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
    """Return a line about each word that an option accepts, by word; the line may be "".

    The result is empty if the option accepts any text. If `load` is true, additions by packages are
    loaded, so that they can be described.
    """
    if option is ALGORITHM_OPTION:
        return algorithms().lines(about_of, load=load)
    if option is ORDERING_OPTION:
        lines = ordering.orderings().lines(about_of, load=load)
        # A game's own ordering replaces a general ordering of the same name.
        if game is not None:
            lines |= {name: each.about for name, each in game.orderings.items()}
        return lines
    if option is EVALUATION_OPTION:
        if game is None:
            return {}
        return evaluations_for(game, load=load)
    return dict.fromkeys(option.allowed, "")


def evaluations_for(game: Game, *, load: bool) -> dict[str, str]:
    """Return a line about each evaluation of a game, by name.

    Evaluations of packages are included; if `load` is true, they are loaded, so that they can be
    described.
    """
    lines = {name: first_line(each, name) for name, each in game.evaluations.items()}
    added = added_evaluations().lines(
        lambda each: first_line(each, "a function of a package"), load=load
    )
    for name, point in evaluations_of_packages(game).items():
        lines[name] = added[point]
    return lines


def first_line(function: Callable[..., Any], default: str) -> str:
    """Return the first line of a function's docstring, or `default` if it has none."""
    return (getdoc(function) or default).splitlines()[0]
