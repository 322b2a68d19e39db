"""Random games of Othello for the tests, played by the simple version."""

import random
from collections.abc import Iterator

from tests.oracles.games import othello as simple


def random_game(size: int, seed: int) -> Iterator[tuple[str, str, str]]:
    """Yield board, side to move and the move chosen there, empty at the end of the game."""
    chance = random.Random(seed)
    board = simple.start(size)
    sign = "X"
    while choices := simple.moves(board, sign):
        move = chance.choice(choices)
        yield board, sign, move
        board, sign = simple.after(board, sign, move)
    yield board, sign, ""


def random_position(size: int, seed: int) -> tuple[str, str]:
    """Return one board of a random game, and the side to move."""
    board, sign, _ = random.Random(seed).choice([*random_game(size, seed)])
    return board, sign


def scattered(size: int, seed: int) -> tuple[str, str]:
    """Return a board that no game need lead to, with discs anywhere, and a side to move."""
    chance = random.Random(seed)
    signs = "".join(
        chance.choices("XO-", weights=[chance.random() + 0.01 for _ in "XO-"], k=size * size)
    )
    return signs, chance.choice("XO")


def exchanged(text: str) -> str:
    """Return a position with the colours exchanged."""
    return text.translate(str.maketrans("XO", "OX"))
