"""Random games of Tak for the tests."""

import random
from collections.abc import Iterator

from games.tak import rules
from games.tak.notation import empty_tak_setup


def random_game(size: int, seed: int, spreads: float = 0.5) -> Iterator[rules.Tak]:
    """Play a random game under the rules in Python, in which a part of the moves are spreads if
    there are any.
    """
    chance = random.Random(seed)
    position = rules.make_own_tak(empty_tak_setup(size), 0)
    yield position
    while moves := position.moves():
        of_stacks = [move for move in moves if move not in position.grid.placements]
        position = position.play(
            chance.choice(of_stacks if of_stacks and chance.random() < spreads else moves)
        )
        yield position
