"""Noisy moves, which quiescence follows: some of the legal ones, each once, and the same when asked again."""

from collections.abc import Collection, Iterator
from typing import Any

from games import probabilities
from visualizer.checking.facts import Fault, Spot, ask, fitting, shown

WHAT = "noisy moves"


def noisy(spot: Spot) -> Iterator[Fault]:
    """Check the moves that a game calls noisy."""
    if spot.game.noisy is None or spot.facts.outcome is not None or probabilities(spot.position) is not None:
        return
    count = len(spot.facts.legal)
    found, again = (_among(spot) for _ in range(2))
    if found != again:
        yield Fault(
            f"chance in the {WHAT}",
            f"the {WHAT} are {shown(found)}, and asked again {shown(again)}; of a position they are always the same",
        )
    if not all(isinstance(move, int) and not isinstance(move, bool) and 0 <= move < count for move in found):
        yield Fault(
            WHAT, f"the {WHAT} are {shown(found)} where there are {count} moves; return indices of these, from 0"
        )
    elif len({*found}) != len(found):
        yield Fault(WHAT, f"the {WHAT} are {shown(found)}; name each move once")
    elif spot.game.noisy.compulsory and 0 < len(found) < count:
        yield Fault(
            f"compulsory {WHAT}",
            f"they are compulsory, and {count - len(found)} of {count} legal moves are not among them",
        )


def _among(spot: Spot) -> list[Any]:
    assert spot.game.noisy is not None  # nothing is asked of a game without
    found = ask(f"the {WHAT}", spot.game.noisy.among, spot.position, spot.facts.legal)
    is_some = isinstance(found, Collection) and not isinstance(found, str)
    need = "return the indices of some of the moves, such as a list"
    return [*fitting(WHAT, f"the answer for the {WHAT}", found, is_some, need)]
