"""Positions (`4,4,4,4,4,4/4,4,4,4,4,4 0-0 S`) and moves, read strictly."""

import re

from games import check_length, shorten
from games._notation import is_first_side

LETTERS = "abcdefghij"
"""Names of the pits, from the left of whose they are."""
FEWEST, USUAL_PITS, MOST = 2, 6, len(LETTERS)
"""How many pits a side may have, and usually has."""
MOST_SEEDS = 200
"""The most seeds of a position: more than any first position has."""
LONGEST_TEXT = 200
"""More characters than any position has; longer texts are refused."""
FORM = "North's pits / South's pits, the stores North-South, the side: 4,4,4,4,4,4/4,4,4,4,4,4 0-0 S"
WHOLE = re.compile(r"(\S+)/(\S+)\s+(\S+)-(\S+)\s+(\S+)")


def read_setup(text: str) -> tuple[list[int], bool]:
    """Read the seeds as they are sown, from South's left, and whether South is to move; ValueError says what is wrong.

    Any number of seeds may lie anywhere.

    >>> read_setup("0,0,1/2,0,0 3-4 N")
    ([2, 0, 0, 4, 1, 0, 0, 3], False)
    """
    check_length(text, LONGEST_TEXT)
    parts = WHOLE.fullmatch(text.strip())
    if parts is None:
        raise ValueError(f"{shorten(text)} is not a position; it is written as {FORM}")
    north, south = (tuple(map(read_seeds, row.split(","))) for row in parts.group(1, 2))
    stores = read_seeds(parts[3]), read_seeds(parts[4])
    if len(north) != len(south):
        raise ValueError(f"North has {len(north)} pits and South {len(south)}; both have as many")
    if not FEWEST <= len(south) <= MOST:
        raise ValueError(f"{len(south)} {'pit' if len(south) == 1 else 'pits'} a side; allowed are {FEWEST} to {MOST}")
    south_moves = is_first_side(parts[5], "S", "N")
    total = sum((*north, *south, *stores))
    if not 0 < total <= MOST_SEEDS:
        raise ValueError(f"a position has 1 to {MOST_SEEDS} seeds, not {total:,}")
    return [*south, stores[1], *north[::-1], stores[0]], south_moves


def read_seeds(text: str) -> int:
    """Read the seeds of a pit or store; ValueError if it is no number of seeds."""
    if not re.fullmatch("[0-9]{1,3}", text):
        raise ValueError(f"{shorten(text)} is not a number of seeds, 0 to {MOST_SEEDS}; a position is {FORM}")
    return int(text)


def read_move(word: str, pits: int) -> int:
    """Return the pit, counted from 0, that a letter names; ValueError if there is no such pit."""
    names = LETTERS[:pits]
    if len(word) != 1 or word.lower() not in names:
        raise ValueError(f"{shorten(word)} is not a pit: {names[0]} to {names[-1]}, from the left of who moves")
    return names.index(word.lower())
