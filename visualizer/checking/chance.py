"""Chance: probabilities that are some, that add up, and that a game admits to have; values within their limits."""

from collections.abc import Iterator, Sequence
from math import isclose
from typing import Any

from games import probabilities
from visualizer.checking.facts import Fault, Spot, ask, fitting, is_number, shown
from visualizer.checking.values import value_of


def odds(spot: Spot) -> Iterator[Fault]:
    """Check that where chance moves each outcome has a probability above 0, that they add up to 1, and that it may."""
    found: Any = ask("probabilities()", probabilities, spot.position)
    if found is None:
        return
    count = len(spot.facts.legal)
    if spot.facts.outcome is not None:
        raise Fault("chance after the end", "the game is over, and probabilities() is not None; return None there")
    is_list = isinstance(found, Sequence) and not isinstance(found, str)
    fitting(
        "probabilities", "probabilities()", found, is_list, "return a list or a tuple, or None where a player moves"
    )
    if len(found) != count:
        raise Fault("probabilities", f"there are {len(found)} for {count} outcomes in moves(); return one for each")
    are_some = all(is_number(each) and each > 0 for each in found)
    fitting("probabilities", "probabilities()", found, are_some, "each is a number above 0")
    if not isclose(sum(found), 1, abs_tol=1e-9):
        raise Fault("probabilities", f"probabilities() is {shown(found)}, which adds up to {shown(float(sum(found)))}")
    if not ask("the game's chance", spot.game.chance, spot.origin.position):
        yield Fault("chance", "chance moves here, and the game's `chance` says of the beginning that it never does")


def limits(spot: Spot) -> Iterator[Fault]:
    """Check that no value is beyond the least and the greatest that the game says there are."""
    for name, (least, most) in spot.game.limits.items():
        if name not in spot.game.evaluations:
            raise Fault("limits", f"limits has {shown(name)}, which is no evaluation of the game")
        value = value_of(name, spot.game.evaluations[name], spot.position, spot.facts.outcome)
        if not least <= value <= most:
            yield Fault(
                f"limits of {name}", f"the evaluation {name} is {shown(value)}, and limits says {least} to {most}"
            )
