"""The rules of Kalah: sow around the board, move again after a last seed in the own store, capture from an empty pit.

South, who is MAX, sits below the board, North above. Pits and stores are numbered as seeds are sown, counter-clockwise:
South's pits from South's left, South's store, North's pits from North's left, North's store. A move is a pit, counted
from 0 at the mover's left. The rules are those of Geoffrey Irving, Jeroen Donkers and Jos Uiterwijk, "Solving Kalah",
ICGA Journal 23(3), 2000.
"""

from collections.abc import Hashable, Sequence
from typing import NamedTuple

from games import Board, Cell, Coordinates, Ground, Player
from games.kalah.notation import LETTERS, USUAL_PITS

NEW = tuple.__new__
"""Makes a position in half the time that its class takes."""


class Kalah(NamedTuple):
    """A position: the seeds in all pits and stores, and whether South is to move."""

    seeds: tuple[int, ...]
    maximizing: bool = True

    @property
    def pits(self) -> int:
        """How many pits each side has."""
        return len(self.seeds) // 2 - 1

    @property
    def south(self) -> tuple[int, ...]:
        """South's pits, from South's left."""
        return self.seeds[: self.pits]

    @property
    def north(self) -> tuple[int, ...]:
        """North's pits, from North's left."""
        return self.seeds[self.pits + 1 : -1]

    @property
    def stores(self) -> tuple[int, int]:
        """The seeds in South's store and in North's."""
        return self.seeds[self.pits], self.seeds[-1]

    def moves(self) -> Sequence[int]:
        """List the mover's pits with seeds in them, from the mover's left; none once the game is over."""
        if self.outcome() is not None:
            return ()
        return [pit for pit, seeds in enumerate(self.south if self.maximizing else self.north) if seeds]

    def play(self, move: int) -> "Kalah":
        """Sow a pit; who drops the last seed into the own store stays to move."""
        seeds, last, _ = self.sow(move)
        return swept(seeds, self.maximizing is (last == self.store))

    def passed(self) -> "Kalah":
        """Return the position after a turn that is passed, which the rules do not allow."""
        return Kalah(self.seeds, not self.maximizing)

    @property
    def store(self) -> int:
        """The number of the mover's store."""
        return self.pits if self.maximizing else len(self.seeds) - 1

    def sow(self, move: int) -> tuple[list[int], int, int]:
        """Sow a pit and capture, with the rest of the board left where it is even if that ends the game.

        Return the seeds everywhere, where the last one fell, and how many were captured in the pit opposite, without
        the seed that captured them.

        >>> Kalah((1, 0, 0, 5, 0, 0)).sow(0)
        ([0, 0, 6, 0, 0, 0], 1, 5)
        """
        seeds, own, count = [*self.seeds], self.store, len(self.seeds)
        other, last = (own + count // 2) % count, own - self.pits + move
        left, seeds[last] = seeds[last], 0
        while left:
            last = (last + 1) % count
            if last != other:
                seeds[last] += 1
                left -= 1
        across, captured = count - 2 - last, 0
        if own - self.pits <= last < own and seeds[last] == 1 and seeds[across]:
            captured = seeds[across]
            seeds[own] += captured + 1
            seeds[last] = seeds[across] = 0
        return seeds, last, captured

    def outcome(self) -> float | None:
        """Return South's seeds less North's once the pits of a side are empty."""
        if any(self.south) and any(self.north):
            return None
        south, north = self.stores
        return south - north

    def key(self) -> Hashable:
        """Return the seeds, and whose turn it is."""
        return self

    def text(self) -> str:
        """Return North's pits from South's left, South's, the stores and the side.

        >>> Kalah((4, 4, 0, 3, 3, 1)).text()
        '3,3/4,4 1-0 S'
        """
        north, south = (",".join(map(str, row)) for row in (self.north[::-1], self.south))
        return f"{north}/{south} {self.seeds[-1]}-{self.seeds[self.pits]} {'S' if self.maximizing else 'N'}"

    def name(self, move: int) -> str:
        """Return the pit's letter."""
        return LETTERS[move]

    def cell(self, move: int) -> Coordinates:
        """Return the row and the column of a pit of the mover's."""
        return (1, 1 + move) if self.maximizing else (0, self.pits - move)

    def board(self) -> Board:
        """Return North's pits above South's and each store at its owner's right; the letters are the mover's."""
        south, north = ([Cell("label", side, label=str(seeds)) if seeds else EMPTY for seeds in row] for row, side in (
            (self.south, Player.FIRST), (self.north[::-1], Player.SECOND)
        ))  # fmt: skip
        first, second = (Cell("label", side, label=str(seeds)) for side, seeds in
                         zip((Player.FIRST, Player.SECOND), self.stores, strict=True))  # fmt: skip
        letters = LETTERS[: self.pits]
        return Board(
            title="Kalah" if self.pits == USUAL_PITS else f"Kalah, {self.pits} pits a side",
            cells=((second, *north, NOTHING), (NOTHING, *south, first)),
            columns=("", *(letters if self.maximizing else letters[::-1]), ""),
            rows=("N", "S"),
            captions=("Stores: South {}  North {}".format(*self.stores),),
            ground=Ground.WOOD,
        )


NOTHING, EMPTY = Cell(playable=False), Cell()


def swept(seeds: list[int], maximizing: bool) -> Kalah:
    """Return a position; where a side's pits are empty, what lies in the other's goes to its owner's store."""
    pits = len(seeds) // 2 - 1
    south, north = sum(seeds[:pits]), sum(seeds[pits + 1 : -1])
    if not south or not north:
        seeds = [*[0] * pits, seeds[pits] + south, *[0] * pits, seeds[-1] + north]
    return NEW(Kalah, (tuple(seeds), maximizing))


def start(pits: int, seeds: int) -> Kalah:
    """Return the first position."""
    side = (*[seeds] * pits, 0)
    return Kalah((*side, *side))
