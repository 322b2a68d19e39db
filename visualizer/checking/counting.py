"""Perft, ply by ply, as far as it goes in a second or two."""

import time

from games import AnyPosition
from visualizer.checking.asking import Wrong, ask
from visualizer.measures.perft import perft

MOST_PLAYED = 30_000
"""Ways to the ply before the last that is counted: those of the last ply are counted and not played."""
SECONDS = 1.0
"""After so long no further ply is counted."""
DEEPEST = 100


def counts(position: AnyPosition) -> list[int]:
    """Return the ways to play 1, 2, 3 ... plies; none further where the game fails, ends or gets too wide."""
    found, until = [1], time.monotonic() + SECONDS
    try:
        while found[-1] and found[-1] <= MOST_PLAYED and len(found) <= DEEPEST and time.monotonic() < until:
            found.append(ask("perft", perft, position, len(found)))
    except Wrong:
        pass  # the findings say why
    return found[1:]
