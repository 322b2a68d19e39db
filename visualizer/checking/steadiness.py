"""Positions never change, answer the same whenever they are asked, and with equal keys are the same to a table."""

import random
from collections.abc import Hashable, Iterator
from functools import partial

from games import AnyPosition
from visualizer.checking.facts import Fault, Spot, ask, facts_of, shown
from visualizer.checking.values import differing_values

UNSTEADY = "not the same twice"
"""The name of the mistake that makes all others uncertain."""
FUTURES = 300
"""How many pairs of positions that have one key and two texts are played on to the end."""
LONGEST = 200
"""Plies that they are played on."""


def same(spot: Spot, what: str, when: str, hint: str) -> Iterator[Fault]:
    """Check that a position gives the same answers as before; else `what` is wrong."""
    if difference := spot.facts.differing(facts_of(spot.position)):
        yield Fault(what, f"{when}, {difference}; {hint}")


asked_again = partial(
    same, what=UNSTEADY, when="asked twice", hint="a position answers the same every time (and keys compare)"
)
unchanged = partial(
    same,
    what="position changed by play()",
    when="before and after its moves are played",
    hint="return a new position",
)
asked_later = partial(
    same,
    what="position changed later",
    when="before and after other moves were played",
    hint="positions must share nothing that changes",
)


def played_again(spot: Spot) -> Iterator[Fault]:
    """Check that the same moves lead to the same position."""
    position, difference = spot.origin.position, ""
    for name in spot.path:
        found = facts_of(position)
        if found.moves.count(name) > 1:
            return
        if name not in found.moves:
            difference = f"{name!r} is no legal move"
            break
        position = child(position, found.legal[found.moves.index(name)])
    if difference := difference or spot.facts.differing(facts_of(position)):
        yield Fault("chance in play()", f"played once more, {difference}; a move leads to one position")


def child(position: AnyPosition, move: object) -> AnyPosition:
    """Return the position after a move; Fault if it is the one before it."""
    after: AnyPosition = ask("play()", position.play, move)
    if after is position:
        raise Fault("position changed by play()", "play() returns the position that it was asked of; return a new one")
    if after is None:
        raise Fault("play() returns nothing", f"play() is {shown(after)}; return the position after the move")
    return after


def behind(spot: Spot, number: int) -> Spot:
    """Return the position after a move."""
    position = child(spot.position, spot.facts.legal[number])
    return Spot(spot.game, spot.origin, (*spot.path, spot.facts.moves[number]), position, facts_of(position))


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
