"""Positions (`123../45.../6...a/...bc/..def r -`) and moves (`3b4`), read strictly."""

import re

from games import check_length, find_by_name, shorten
from games.einstein.rules import GONE, ROWS, SIZE, STONES, Einstein, Step

SIGNS = "123456abcdef"
"""The stones: Red's 1 to 6, then Blue's."""
LONGEST_TEXT = 100
"""More characters than any position has; longer texts are refused."""
FORM = "rows from the top, the side (r or b), the die (1 to 6, - to be rolled): 123../45.../6...a/...bc/..def r -"


def read_position(text: str) -> Einstein:
    """Read a position; ValueError says what is wrong."""
    check_length(text, LONGEST_TEXT)
    parts = text.split()
    if len(parts) != 3:
        raise ValueError(f"{shorten(text)} is not a position; it is written as {FORM}")
    board, side, die = parts
    if side not in ("r", "b"):
        raise ValueError(f"{shorten(side)} is not a side: r or b")
    if not re.fullmatch("[1-6-]", die):
        raise ValueError(f"{shorten(die)} is no die: 1 to 6, or - where it is to be rolled")
    here = Einstein(read_stones(board), side == "r", 0 if die == "-" else int(die))
    for name, stones, other in (("Red", here.stones[:STONES], 1), ("Blue", here.stones[STONES:], -1)):
        if {*stones} == {GONE} and here._replace(stones=here.stones[::other]).outcome() is None:
            raise ValueError(f"{name} has no stone, and neither has the other side")
    if here.die and here.outcome() is not None:
        raise ValueError(f"the game is over, so no die is rolled: write - in place of {die}")
    return here


def read_stones(board: str) -> tuple[int, ...]:
    """Read the square of each stone; ValueError says what is wrong."""
    rows = board.split("/")
    if len(rows) != SIZE or any(len(row) != SIZE for row in rows):
        raise ValueError(f"{shorten(board)} is not {SIZE} rows of {SIZE} squares with / between them: {FORM}")
    stones = [GONE] * len(SIGNS)
    for square, sign in enumerate("".join(rows)):
        if sign not in SIGNS + ".":
            raise ValueError(f"{shorten(sign)} is no square: 1 to 6 for Red's stones, a to f for Blue's, . for none")
        if sign != ".":
            if stones[SIGNS.index(sign)] != GONE:
                raise ValueError(f"the stone {sign} stands on the board twice")
            stones[SIGNS.index(sign)] = square
    if {*stones} == {GONE}:
        raise ValueError("there is no stone on the board")
    return tuple(stones)


def find_move(here: Einstein, word: str) -> int | Step:
    """Return the roll or the step that a word names; Blue's stones may be called a to f as on the board's notation."""
    stone = SIGNS[STONES:].find(word[:1].lower()) + 1 if len(word) == 3 and not here.maximizing else 0
    named = f"{stone}{word[1:]}" if stone else word
    move: int | Step = find_by_name(here, named.lower(), lambda: why_not(here))
    return move


def why_not(here: Einstein) -> str:
    """Say which stones may move, or that the die is to be rolled."""
    if not here.die:
        return "the die is to be rolled"
    stones = " or ".join(str(stone % STONES + 1) for stone in here.movable())
    return f"after a {here.die} stone {stones} moves, towards {'e' if here.maximizing else 'a'}{ROWS[-here.maximizing]}"
