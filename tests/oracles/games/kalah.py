"""Kalah once more, as simply as can be: a row of pits for each side, sown a seed at a time around a
ring of names.

Written from the rules alone, and sharing nothing with the fast version.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

OTHER = {"S": "N", "N": "S"}


@dataclass(frozen=True)
class Simple:
    """Seeds by place, `S0` to `S5` from South's left, `N0` from North's left, `S` and `N` the
    stores; and who moves.
    """

    seeds: tuple[tuple[str, int], ...]
    side: str = "S"

    @classmethod
    def begin(cls, pits: int = 6, each: int = 4) -> Simple:
        """Return the first position."""
        return cls(tuple((place, 0 if len(place) == 1 else each) for place in ring(pits)))

    @property
    def pits(self) -> int:
        """How many pits each side has."""
        return len(self.seeds) // 2 - 1

    def row(self, side: str) -> list[int]:
        """Return a side's pits from its left."""
        return [seeds for place, seeds in self.seeds if place[0] == side and len(place) > 1]

    def moves(self) -> list[str]:
        """Return the letters of the pits that can be sown; none once a side's pits are empty."""
        if not sum(self.row("S")) or not sum(self.row("N")):
            return []
        return [
            letter
            for letter, seeds in zip("abcdefghij", self.row(self.side), strict=False)
            if seeds
        ]

    def play(self, letter: str) -> Simple:
        """Sow a pit, capture, and share out what is left if that ends the game."""
        places = ring(self.pits)
        seeds = dict(self.seeds)
        at = f"{self.side}{'abcdefghij'.index(letter)}"
        hand = seeds[at]
        seeds[at] = 0
        while hand:
            at = places[(places.index(at) + 1) % len(places)]
            if at != OTHER[self.side]:
                seeds[at] += 1
                hand -= 1
        if len(at) > 1:
            across = f"{OTHER[self.side]}{self.pits - 1 - int(at[1:])}"
        else:
            across = ""
        if at[0] == self.side and across and seeds[at] == 1 and seeds[across]:
            seeds[self.side] += 1 + seeds[across]
            seeds[at] = seeds[across] = 0
        after = Simple(tuple(seeds.items()), self.side if at == self.side else OTHER[self.side])
        if after.moves() or sum(after.row("S")) and sum(after.row("N")):
            return after
        rest = {side: seeds[side] + sum(after.row(side)) for side in "SN"}
        return Simple(tuple((place, rest.get(place, 0)) for place in places), after.side)

    def result(self) -> int | None:
        """Return South's seeds less North's once the game is over, else None."""
        seeds = dict(self.seeds)
        if self.moves():
            return None
        return seeds["S"] - seeds["N"]

    def text(self) -> str:
        """Return the position as people write it."""
        seeds = dict(self.seeds)
        north, south = (",".join(map(str, row)) for row in (self.row("N")[::-1], self.row("S")))
        return f"{north}/{south} {seeds['N']}-{seeds['S']} {self.side}"


@cache
def ring(pits: int) -> tuple[str, ...]:
    """Return all places, counter-clockwise."""
    return (*(f"S{pit}" for pit in range(pits)), "S", *(f"N{pit}" for pit in range(pits)), "N")


@cache
def value(board: Simple) -> int:
    """Return the value of a small board with best play by both."""
    result = board.result()
    if result is not None:
        return result
    return (max if board.side == "S" else min)(
        value(board.play(letter)) for letter in board.moves()
    )
