"""Moves: steps, and the captures that the four priorities leave.

A capture is known by where it begins and ends and what it takes. Two paths with the same three are one move; the
squares on the way are part of its name only where they are needed to tell it from others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from games.italian_draughts.squares import BITS, BOTH, DOWN, NUMBER_OF, NUMBERS, UP, numbers, reached


class Move(NamedTuple):
    """A move: two squares by number, the captured squares as a set, and the squares on the way if the name has them."""

    source: int
    target: int
    captured: int = 0
    via: tuple[int, ...] = ()

    def name(self) -> str:
        """Write the move as PDN does.

        >>> Move(21, 17).name(), Move(2, 18, BITS[7] | BITS[15], (11,)).name()
        ('21-17', '2x11x18')
        """
        if not self.captured:
            return f"{self.source}-{self.target}"
        return "x".join(map(str, (self.source, *self.via, self.target)))


class CapturePath(NamedTuple):
    """A capture as it is made: the squares stood on, then those captured, both as bits in the order met."""

    stood: tuple[int, ...]
    met: tuple[int, ...] = ()

    @property
    def squares(self) -> tuple[int, ...]:
        """The numbers of the squares stood on."""
        return tuple(NUMBER_OF[bit] for bit in self.stood)


Steps = Mapping[int, tuple[tuple[int, Move], ...]]
"""For each square the squares one step away, each with the move that goes there."""

Jumps = Mapping[int, tuple[tuple[int, int], ...]]
"""For each square the pairs of a square beside it and the one behind that."""


def _steps(rows: tuple[int, ...]) -> Steps:
    return {
        BITS[number]: tuple((BITS[there], Move(number, there)) for there in reached(number, rows))
        for number in NUMBERS
    }  # fmt: skip


def _jumps(rows: tuple[int, ...]) -> Jumps:
    def over(number: int, there: int) -> int:
        (between,) = {*reached(number, BOTH)} & {*reached(there, BOTH)}
        return BITS[between]

    return {
        BITS[number]: tuple((over(number, there), BITS[there]) for there in reached(number, rows, 2))
        for number in NUMBERS
    }


WHITE_STEPS, BLACK_STEPS, KING_STEPS = _steps(UP), _steps(DOWN), _steps(BOTH)
WHITE_JUMPS, BLACK_JUMPS, KING_JUMPS = _jumps(UP), _jumps(DOWN), _jumps(BOTH)


def steps(movers: int, table: Steps, empty: int) -> list[Move]:
    """List the steps of pieces onto empty squares."""
    found = []
    while movers:
        bit = movers & -movers
        movers ^= bit
        for there, move in table[bit]:
            if there & empty:
                found.append(move)
    return found


def jumpers(movers: int, victims: int, empty: int, *, upwards: bool) -> int:
    """Return those pieces that can jump over one of the victims, up the board or down."""
    if upwards:
        return movers & ((empty << 4 & victims) << 4 | (empty << 5 & victims) << 5)
    return movers & ((empty >> 4 & victims) >> 4 | (empty >> 5 & victims) >> 5)


def paths(movers: int, table: Jumps, victims: int, empty: int) -> list[CapturePath]:
    """List every way of the pieces to jump over victims for as long as there is another to jump over.

    What was jumped stays on the board to the end, so it is no longer a victim and not empty either; the square that
    the piece came from is empty.
    """
    found: list[CapturePath] = []

    def go_on(here: int, left: int, free: int, stood: tuple[int, ...], met: tuple[int, ...]) -> None:
        last = True
        for over, there in table[here]:
            if over & left and there & free:
                last = False
                go_on(there, left ^ over, free, (*stood, there), (*met, over))
        if last and met:
            found.append(CapturePath(stood, met))

    while movers:
        bit = movers & -movers
        movers ^= bit
        go_on(bit, victims, empty | bit, (bit,), ())
    return found


def choose(by_kings: list[CapturePath], by_men: list[CapturePath], their_kings: int) -> list[CapturePath]:
    """Keep the captures that the priorities allow, in their order.

    The most pieces; with a king rather than a man; the most kings taken; the kings met earliest, compared one after
    another.
    """
    most = max(len(path.met) for path in (*by_kings, *by_men))
    kings = [path for path in by_kings if len(path.met) == most]
    if not kings:
        return [path for path in by_men if len(path.met) == most]
    if len(kings) == 1 or not their_kings:
        return kings
    worth = [[bool(over & their_kings) for over in path.met] for path in kings]
    best = max(worth, key=lambda met: (sum(met), met))
    return [path for path, met in zip(kings, worth, strict=True) if met == best]


def as_moves(allowed: Sequence[CapturePath], *, apart: bool = False) -> list[Move]:
    """Turn captures into moves in natural order: by (from, to, captured squares), then by the way.

    Paths with these three in common are one move, or stay `apart`.
    """
    if len(allowed) == 1:
        stood, met = allowed[0]
        return [Move(NUMBER_OF[stood[0]], NUMBER_OF[stood[-1]], sum(met))]
    by_order = {}
    for path in allowed:
        squares, captured = path.squares, sum(path.met)
        by_order[(squares[0], squares[-1], numbers(captured), squares)] = captured
    found: list[Move] = []
    for (source, target, _, squares), captured in sorted(by_order.items()):
        if apart or not found or found[-1][:3] != (source, target, captured):
            found.append(Move(source, target, captured, squares[1:-1]))
    ends = Counter(move[:2] for move in found)
    return [move if ends[move[:2]] > 1 else move._replace(via=()) for move in found]
