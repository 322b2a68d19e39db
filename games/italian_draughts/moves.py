"""Moves: steps, and the captures that the four priorities allow.

A capture is identified by its first square, its last square and what it takes: paths with the same three are one move.
The squares on the way are part of its name only where they are needed to tell it from others.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from games.italian_draughts.squares import BITS, BOTH, DOWN, FULL, NUMBER_OF, NUMBERS, UP, numbers, reached


class Move(NamedTuple):
    """A move: two square numbers, the set of captured squares, and the squares on the way if they are in its name."""

    source: int
    target: int
    captured: int = 0
    via: tuple[int, ...] = ()

    def name(self) -> str:
        """Return the move in PDN.

        >>> Move(21, 17).name(), Move(2, 18, BITS[7] | BITS[15], (11,)).name()
        ('21-17', '2x11x18')
        """
        if not self.captured:
            return f"{self.source}-{self.target}"
        return "x".join(map(str, (self.source, *self.via, self.target)))


class CapturePath(NamedTuple):
    """A capture as it is made: the squares the piece stands on, and the captured squares, as bits in order."""

    stood: tuple[int, ...]
    met: tuple[int, ...] = ()

    @property
    def squares(self) -> tuple[int, ...]:
        """The numbers of the squares stood on."""
        return tuple(NUMBER_OF[bit] for bit in self.stood)


Steps = Mapping[int, tuple[tuple[int, Move], ...]]
"""For each square the squares one step away, each with the move to it."""

Jumps = Mapping[int, tuple[tuple[int, int], ...]]
"""For each square the pairs of a neighbouring square and the square behind it."""


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


def steps(own: int, kings: int, empty: int, *, upwards: bool) -> list[Move]:
    """Return the steps of a side's pieces to empty squares, in natural order; its men go up or down the board."""
    found = []
    men = own & ~kings
    while own:
        bit = own & -own
        own ^= bit
        for there, move in (WHITE_STEPS if upwards else BLACK_STEPS)[bit] if men & bit else KING_STEPS[bit]:
            if there & empty:
                found.append(move)
    return found


def captures(own: int, other: int, kings: int, *, upwards: bool) -> list[CapturePath]:
    """Return every path of the captures that the priorities allow a side, whose men go up or down the board."""
    empty = FULL & ~(own | other)
    men, own_kings = jumpers(own & ~kings, other & ~kings, empty, upwards=upwards), own & kings
    if own_kings:
        up, down = (jumpers(own_kings, other, empty, upwards=upwards) for upwards in (True, False))
        own_kings = up | down
    if not men and not own_kings:
        return []
    by_men = paths(men, WHITE_JUMPS if upwards else BLACK_JUMPS, other & ~kings, empty)
    return choose(paths(own_kings, KING_JUMPS, other, empty), by_men, other & kings)


def jumpers(movers: int, victims: int, empty: int, *, upwards: bool) -> int:
    """Return the pieces that can jump over one of the victims, up or down the board."""
    if upwards:
        return movers & ((empty << 4 & victims) << 4 | (empty << 5 & victims) << 5)
    return movers & ((empty >> 4 & victims) >> 4 | (empty >> 5 & victims) >> 5)


def paths(movers: int, table: Jumps, victims: int, empty: int) -> list[CapturePath]:
    """Return every path on which a piece jumps over victims until there is no other to jump over.

    A captured piece stays on the board until the end of the move: it cannot be jumped again, and its square is not
    empty. The square that the piece came from is empty.
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
    """Return the captures that the four priorities allow.

    They are, in this order: most pieces taken; by a king rather than a man; most kings taken; kings taken earliest.
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
    """Return captures as moves in natural order: by (from, to, captured squares), then by the squares on the way.

    Paths with these three in common become one move, or one each if `apart`.
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
