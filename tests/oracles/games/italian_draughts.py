"""Italian draughts once more, from the text of the rules alone and as simply as can be.

The board is a dictionary from (row, column) to a piece; row 0 is at the top, where Black begins. A
piece is one of the letters `o O` (White's man and king) and `x X` (Black's). Nothing here is taken
from the game under test. The rules are those that the Federazione Italiana Dama publishes as "Le 10
regole per giocare a dama italiana", and its rules of play.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

Place = tuple[int, int]
Pieces = dict[Place, str]

DARK = [(row, column) for row in range(8) for column in range(8) if (row + column) % 2 == 0]
NUMBER = {place: number for number, place in enumerate(DARK, 1)}
PLACE = dict(enumerate(DARK, 1))


class Simple(NamedTuple):
    """A position: the pieces by place, and the side to move, `o` (White) or `x` (Black)."""

    pieces: Pieces
    side: str


class Way(NamedTuple):
    """A way to move: the places stood on, from first to last, and the places captured, in the
    order met.
    """

    stood: tuple[Place, ...]
    met: tuple[Place, ...] = ()


def start() -> Simple:
    """Each side has twelve men on its first three rows, and White moves."""
    pieces = {place: "x" for place in DARK if place[0] < 3} | {
        place: "o" for place in DARK if place[0] > 4
    }
    return Simple(pieces, "o")


def directions(piece: str) -> list[Place]:
    """A man goes forward, a king goes both ways; always diagonally."""
    ways = {"o": [-1], "x": [1]}.get(piece, [-1, 1])
    return [(down, across) for down in ways for across in (-1, 1)]


def steps(position: Simple) -> list[Way]:
    """Men and kings move one square, onto an empty one."""
    found = []
    for place, piece in position.pieces.items():
        if piece.lower() == position.side:
            for down, across in directions(piece):
                there = (place[0] + down, place[1] + across)
                if there in NUMBER and there not in position.pieces:
                    found.append(Way((place, there)))
    return found


def jumps(position: Simple, piece: str, way: Way) -> list[Way]:
    """A piece jumps over an opponent's onto the empty square behind it, and goes on from there as
    long as it can.

    A man never takes a king. What was jumped stays until the end, and is not jumped twice; the
    square that the piece came from is empty.
    """
    here = way.stood[-1]
    longer = []
    for down, across in directions(piece):
        over = here[0] + down, here[1] + across
        there = here[0] + 2 * down, here[1] + 2 * across
        victim = position.pieces.get(over, "")
        if not victim or victim.lower() == position.side or over in way.met:
            continue
        if piece.islower() and victim.isupper():
            continue
        if there not in NUMBER or there in position.pieces and there != way.stood[0]:
            continue
        longer += jumps(position, piece, Way((*way.stood, there), (*way.met, over)))
    return longer or ([way] if way.met else [])


def keep(ways: list[Way], worth: dict[Way, object]) -> list[Way]:
    """Return the ways that are worth most."""
    most = max((worth[way] for way in ways), default=None)  # type: ignore[type-var]
    return [way for way in ways if worth[way] == most]


def captures(position: Simple) -> list[Way]:
    """List the captures that are allowed, after the four priorities, one after another."""
    pieces = position.pieces
    ways = [
        way
        for place, piece in pieces.items()
        if piece.lower() == position.side
        for way in jumps(position, piece, Way((place,)))
    ]
    ways = keep(ways, {way: len(way.met) for way in ways})
    ways = keep(ways, {way: pieces[way.stood[0]].isupper() for way in ways})
    ways = keep(ways, {way: sum(pieces[place].isupper() for place in way.met) for way in ways})
    return keep(
        ways,
        {
            way: "".join("K" if pieces[place].isupper() else "." for place in way.met)
            for way in ways
        },
    )


def ways(position: Simple) -> list[Way]:
    """A player who can capture must do so."""
    return captures(position) or steps(position)


def after(position: Simple, way: Way) -> Simple:
    """Move the piece, remove what it captured, crown a man on the last row."""
    piece = position.pieces[way.stood[0]]
    pieces = {
        place: other
        for place, other in position.pieces.items()
        if place not in (way.stood[0], *way.met)
    }
    here = way.stood[-1]
    if here[0] == (0 if piece == "o" else 7 if piece == "x" else -1):
        pieces[here] = piece.upper()
    else:
        pieces[here] = piece
    return Simple(pieces, "x" if position.side == "o" else "o")


def result(position: Simple) -> int | None:
    """A player who cannot move has lost; a win of White is 1."""
    if ways(position):
        return None
    if position.side == "o":
        return -1
    return 1


def fen(position: Simple) -> str:
    """Write side, White's and Black's squares, ascending."""

    def squares(side: str) -> str:
        own = sorted(
            (NUMBER[place], piece)
            for place, piece in position.pieces.items()
            if piece.lower() == side
        )
        return ",".join("K" * piece.isupper() + str(number) for number, piece in own)

    return f"{'W' if position.side == 'o' else 'B'}:W{squares('o')}:B{squares('x')}"


def long_name(way: Way) -> str:
    """Write every square stood on."""
    return ("x" if way.met else "-").join(str(NUMBER[place]) for place in way.stood)


def identity(way: Way) -> tuple[int, int, tuple[int, ...]]:
    """Return what a move is: from, to and the captured squares, whatever the path."""
    return (
        NUMBER[way.stood[0]],
        NUMBER[way.stood[-1]],
        tuple(sorted(NUMBER[place] for place in way.met)),
    )


def names(position: Simple) -> list[str]:
    """Name the moves in natural order, by (from, to, captured): with the squares on the way
    where ends are shared.
    """
    by_identity: dict[tuple[int, int, tuple[int, ...]], list[Way]] = {}
    for way in ways(position):
        by_identity.setdefault(identity(way), []).append(way)
    ends = [key[:2] for key in by_identity]
    named = []
    for key in sorted(by_identity):
        first = min(by_identity[key], key=lambda way: [NUMBER[place] for place in way.stood])
        sign = "x" if first.met else "-"
        named.append(long_name(first) if ends.count(key[:2]) > 1 else f"{key[0]}{sign}{key[1]}")
    return named


def perft(position: Simple, depth: int) -> int:
    """Return the number of ways to play that many plies; every path counts."""
    if depth == 0:
        return 1
    return sum(perft(after(position, way), depth - 1) for way in ways(position))


def random_game(seed: int, plies: int = 150) -> Iterator[Simple]:
    """Yield the positions of a random game."""
    chance = random.Random(seed)
    position = start()
    yield position
    for _ in range(plies):
        if not (allowed := ways(position)):
            return
        position = after(position, chance.choice(allowed))
        yield position


def random_position(seed: int) -> Simple:
    """Return a random position of up to twelve pieces a side, many of them kings, so that
    captures are long.
    """
    chance = random.Random(seed)
    places = chance.sample(DARK, chance.randint(2, 24))
    kings = chance.choice((0.1, 0.4, 0.8))
    cut = chance.randint(1, len(places) - 1)
    cut = min(max(cut, len(places) - 12), 12)
    pieces: Pieces = {}
    for number, place in enumerate(places):
        man = "o" if number < cut else "x"
        last_row = place[0] == (0 if man == "o" else 7)
        if last_row or chance.random() < kings:
            pieces[place] = man.upper()
        else:
            pieces[place] = man
    return Simple(pieces, chance.choice("ox"))


def random_tangle(seed: int) -> Simple:
    """Put many of one side's pieces on inner squares and few kings of the other, whose captures
    are long.
    """
    chance = random.Random(seed)
    inner = [place for place in DARK if 0 < place[0] < 7 and 0 < place[1] < 7]
    mover = chance.choice("ox")
    theirs = "x" if mover == "o" else "o"
    kings = chance.choice((0, 0, 0.1, 0.5))
    if chance.random() < 0.5:  # with these on rows of one kind, a king can go round on the others
        parity = chance.randint(0, 1)
        inner = [place for place in inner if place[0] % 2 == parity]
    pieces = dict.fromkeys(chance.sample(inner, min(chance.randint(4, 11), len(inner))), theirs)
    pieces = {
        place: piece.upper() if chance.random() < kings else piece
        for place, piece in pieces.items()
    }
    for place in chance.sample(
        [place for place in DARK if place not in pieces], chance.randint(1, 3)
    ):
        last_row = place[0] == (0 if mover == "o" else 7)
        if last_row or chance.random() < 0.7:
            pieces[place] = mover.upper()
        else:
            pieces[place] = mover
    return Simple(pieces, mover)


def read(text: str) -> Simple:
    """Read a FEN that is known to be correct."""
    side, white, black = text.split(":")
    pieces: Pieces = {}
    for man, squares in (("o", white[1:]), ("x", black[1:])):
        for square in filter(None, squares.split(",")):
            if square.startswith("K"):
                pieces[PLACE[int(square.lstrip("K"))]] = man.upper()
            else:
                pieces[PLACE[int(square.lstrip("K"))]] = man
    return Simple(pieces, "o" if side == "W" else "x")


def turned(position: Simple) -> Simple:
    """Return the position turned by half a turn, with the colours exchanged."""
    swap = str.maketrans("oxOX", "xoXO")
    pieces = {
        (7 - row, 7 - column): piece.translate(swap)
        for (row, column), piece in position.pieces.items()
    }
    return Simple(pieces, position.side.translate(swap))


def material(position: Simple) -> int:
    """Return White's men and twice its kings minus Black's; ±1000 if a player has lost."""
    if (won := result(position)) is not None:
        return 1000 * won
    return sum(
        {
            "o": 1,
            "O": 2,
            "x": -1,
            "X": -2,
        }[piece]
        for piece in position.pieces.values()
    )


def minimax(position: Simple, depth: int) -> int:
    """Return the minimax value by material, that many plies deep."""
    allowed = ways(position)
    if not depth or not allowed:
        return material(position)
    return (max if position.side == "o" else min)(
        minimax(after(position, way), depth - 1) for way in allowed
    )
