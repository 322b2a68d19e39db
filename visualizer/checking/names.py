"""Names of moves: each is one word, means one move, and is read back as it."""

from collections.abc import Iterator

from games import Game
from visualizer.checking.asking import Fault, ask, shown
from visualizer.checking.facts import facts_of
from visualizer.checking.spot import Spot


def different(spot: Spot) -> Iterator[Fault]:
    """Check that two moves of a position have two names."""
    names = spot.facts.moves
    for number, name in enumerate(names):
        if names.index(name) != number:
            yield Fault(
                "two moves with one name",
                f"two moves are named {name!r}, so that neither can be played by its name; let name() tell them apart",
            )
            return


def words(spot: Spot) -> Iterator[Fault]:
    """Check that a name is one word to whoever splits a text into moves."""
    for name in spot.facts.moves:
        split = ask("split_moves()", _split, spot.game, name)
        if split != [name]:
            yield Fault(
                "name of several words",
                f"the move {name!r} is read as {shown(split)}; write it without spaces, or let split_moves allow them",
            )
            return


def _split(game: Game, name: str) -> list[str]:
    return [*game.split_moves(name)]


def read_back(spot: Spot, name: str) -> Iterator[Fault]:
    """Check that a name stands for the move that has it: both lead to the same position."""
    if spot.facts.moves.count(name) > 1:
        return
    position = spot.position
    meant = ask("play()", position.play, spot.facts.legal[spot.facts.moves.index(name)])
    try:
        found = ask("find_move()", spot.game.find_moves, position, name, may_refuse=True)
    except ValueError as error:
        yield Fault(
            "name not read back", f"the legal move {name!r} is refused ({error}); let find_move find each name()"
        )
        return
    for move in found:
        position = ask("play()", position.play, move)
    if difference := facts_of(meant).differing(facts_of(position)):
        yield Fault("name not read back", f"the move {name!r} is read as another one: after them {difference}")
