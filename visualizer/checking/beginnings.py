"""Where games begin: at the start, at each preset, in each size, with each setting at its default."""

from collections.abc import Callable, Iterator

import games
from games import AnyPosition, Game
from visualizer import lookup
from visualizer.checking.asking import Fault, Wrong, ask
from visualizer.checking.facts import facts_of
from visualizer.checking.spot import Origin, Spot
from visualizer.errors import InputError
from visualizer.recipe import PositionSpec


def beginnings(name: str, game: Game, tell: Callable[[Fault, PositionSpec], None]) -> list[Spot]:
    """Return the positions in which games begin, all different; that of a game without settings is the first.

    What cannot be read is told. InputError where the game needs a library that is not installed.
    """
    found: list[Spot] = []
    for what, where in _wheres(name, game):
        try:
            spot = _spot(game, where, what)
        except Wrong as wrong:
            tell(wrong.fault, where)
            continue
        if what == "default" and found and (difference := found[0].facts.differing(spot.facts)):
            tell(Fault("default", f"with the default of {next(iter(where.settings))} {difference}"), where)
        if all(each.facts != spot.facts for each in found):
            found.append(spot)
    return found


def _wheres(name: str, game: Game) -> Iterator[tuple[str, PositionSpec]]:
    yield "start", PositionSpec(name)
    for preset in game.presets:
        yield f"preset {preset.name}", PositionSpec(name, preset.name)
    for size in game.sizes:
        yield f"size {size}", PositionSpec(name, settings={"size": size})
    for option in game.options:
        yield "default", PositionSpec(name, settings={option.name: option.default})


def _spot(game: Game, where: PositionSpec, what: str) -> Spot:
    """Return a beginning; Wrong if it cannot be had."""
    try:
        if what == "start":
            position = ask("start()", game.start, {}, may_refuse=True)
            facts = facts_of(position)
            return Spot(game, Origin(PositionSpec(where.game, facts.text), position, {}), (), position, facts)
        position = ask(f"read() of the {what}", _resolved, where, may_refuse=True)
        settings = lookup.read_settings(game, lookup.untold_settings(game, where))
        return Spot(game, Origin(where, position, settings), (), position, facts_of(position))
    except games.NotInstalled as error:
        raise InputError(str(error)) from error
    except ValueError as error:
        if isinstance(error.__cause__, games.NotInstalled):
            raise
        raise Wrong(what, f"the {what} cannot be read: {error}") from error


def _resolved(where: PositionSpec) -> AnyPosition:
    return lookup.resolve(where)[1]
