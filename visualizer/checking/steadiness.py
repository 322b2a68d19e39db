"""Positions never change, and answer the same whenever they are asked."""

from collections.abc import Iterator

from games import AnyPosition
from visualizer.checking.asking import Fault, Wrong, ask, shown
from visualizer.checking.facts import facts_of
from visualizer.checking.spot import Spot

UNSTEADY = "not the same twice"
"""The name of the mistake that makes all others uncertain."""


def asked_again(spot: Spot) -> Iterator[Fault]:
    """Check that a position gives the same answers twice."""
    if difference := spot.facts.differing(facts_of(spot.position)):
        yield Fault(
            UNSTEADY,
            f"asked twice, {difference}; a position answers the same every time (and keys compare)",
        )


def unchanged(spot: Spot) -> Iterator[Fault]:
    """Check that playing its moves left a position as it was."""
    if difference := spot.facts.differing(facts_of(spot.position)):
        yield Fault(
            "position changed by play()", f"before and after its moves are played, {difference}; return a new position"
        )


def asked_later(spot: Spot) -> Iterator[Fault]:
    """Check that a position gives the same answers after a game has gone on."""
    if difference := spot.facts.differing(facts_of(spot.position)):
        yield Fault(
            "position changed later",
            f"before and after other moves were played, {difference}; positions must share nothing that changes",
        )


def played_again(spot: Spot) -> Iterator[Fault]:
    """Check that the same moves lead to the same position."""
    position = spot.origin.position
    for name in spot.path:
        found = facts_of(position)
        if name not in found.moves:
            yield Fault(
                "chance in play()", f"played once more, {name!r} is no legal move; a move leads to one position"
            )
            return
        if found.moves.count(name) > 1:
            return
        position = child(position, found.legal[found.moves.index(name)])
    if difference := spot.facts.differing(facts_of(position)):
        yield Fault("chance in play()", f"played once more, {difference}; a move leads to one position")


def child(position: AnyPosition, move: object) -> AnyPosition:
    """Return the position after a move; Wrong if it is the one before it."""
    after: AnyPosition = ask("play()", position.play, move)
    if after is position:
        raise Wrong("position changed by play()", "play() returns the position that it was asked of; return a new one")
    if after is None:
        raise Wrong("play() returns nothing", f"play() is {shown(after)}; return the position after the move")
    return after


def behind(spot: Spot, number: int) -> Spot:
    """Return the position after a move."""
    position = child(spot.position, spot.facts.legal[number])
    return Spot(spot.game, spot.origin, (*spot.path, spot.facts.moves[number]), position, facts_of(position))
