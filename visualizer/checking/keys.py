"""Keys: positions with equal keys are the same to a search with a table."""

import random
from collections.abc import Hashable, Iterator

from visualizer.checking.asking import Fault
from visualizer.checking.spot import Spot
from visualizer.checking.steadiness import behind
from visualizer.checking.values import differing_values

FUTURES = 300
"""How many pairs of positions that have one key and two texts are played on to the end."""
LONGEST = 200
"""Plies that they are played on."""


class Keys:
    """The positions of each origin by their keys."""

    def __init__(self) -> None:
        """Know none yet."""
        self._known: dict[tuple[int, Hashable], Spot] = {}
        self._played = 0

    def faults(self, spot: Spot) -> Iterator[Fault]:
        """Compare a position with the first that had an equal key."""
        first = self._known.setdefault((id(spot.origin), spot.facts.key), spot)
        if first is spot:
            return
        difference = differing(first, spot)
        if not difference and first.facts.text != spot.facts.text and self._played < FUTURES:
            self._played += 1
            difference = differing_future(first, spot, random.Random(self._played))
        if difference:
            yield Fault(
                "equal keys",
                f"key() is the same as after {' '.join(first.path) or 'no move'}, but {difference}; "
                "put all that the future depends on into it",
            )


def differing(one: Spot, two: Spot) -> str:
    """Say in what two positions differ that a table takes for one; "" for nothing."""
    difference = one.facts.differing(two.facts, "maximizing", "outcome", "moves")
    return difference or differing_values(one.game, one.position, two.position, two.facts.outcome)


def differing_future(one: Spot, two: Spot, dice: random.Random) -> str:
    """Play a game from two positions that do not differ, by the same moves; say in what they come to differ."""
    plies = 0
    while one.facts.moves and plies < LONGEST:
        number, plies = dice.randrange(len(one.facts.moves)), plies + 1
        one, two = (behind(spot, number) for spot in (one, two))
        if difference := differing(one, two):
            return f"{difference} after {' '.join(one.path[-plies:])} from both"
    return ""
