"""Kalah: sow around the board, move again after a last seed in the own store, capture from an empty pit.

South, who is MAX, sits below the board, North above. Pits and stores are numbered as seeds are
sown, counter-clockwise: South's pits from South's left, South's store, North's pits from North's
left, North's store. A move is a pit, counted from 0 at the mover's left. The rules are those of
Geoffrey Irving, Jeroen Donkers and Jos Uiterwijk, "Solving Kalah", ICGA Journal 23(3), 2000.
"""

# tests/oracles/games/kalah.py has the same rules, written apart.

import re
from collections.abc import Hashable, Sequence
from typing import NamedTuple

import games
from games._notation import is_first_side

PIT_LETTERS = "abcdefghij"
"""Names of the pits, from the left of whose they are."""
MIN_PITS = 2
USUAL_PITS = 6
MAX_PITS = len(PIT_LETTERS)
"""How many pits a side may have, and usually has."""
MAX_KALAH_SEEDS = 200
"""The most seeds of a position: more than any first position has."""
MAX_KALAH_LENGTH = 200
"""More characters than any position has; longer texts are refused."""
KALAH_NOTATION = (
    "North's pits / South's pits, the stores North-South, the side: 4,4,4,4,4,4/4,4,4,4,4,4 0-0 S"
)
KALAH_PATTERN = re.compile(r"(\S+)/(\S+)\s+(\S+)-(\S+)\s+(\S+)")


def read_kalah(text: str) -> tuple[list[int], bool]:
    """Read the seeds as they are sown, from South's left, and whether South is to move; ValueError says what is wrong.

    Any number of seeds may lie anywhere.

    >>> read_kalah("0,0,1/2,0,0 3-4 N")
    ([2, 0, 0, 4, 1, 0, 0, 3], False)
    """
    games.check_length(text, MAX_KALAH_LENGTH)
    parts = KALAH_PATTERN.fullmatch(text.strip())
    if parts is None:
        raise ValueError(f"{games.shorten(text)} is not a position; write it as {KALAH_NOTATION}")
    north, south = (tuple(map(read_seeds, row.split(","))) for row in parts.group(1, 2))
    stores = read_seeds(parts[3]), read_seeds(parts[4])
    if len(north) != len(south):
        raise ValueError(
            f"North has {len(north)} pits and South {len(south)}; they must have the same number"
        )
    if not MIN_PITS <= len(south) <= MAX_PITS:
        raise ValueError(
            f"{len(south)} {'pit' if len(south) == 1 else 'pits'} a side; allowed are "
            f"{MIN_PITS} to {MAX_PITS}"
        )
    south_moves = is_first_side(parts[5], "S", "N")
    total = sum((*north, *south, *stores))
    if not 0 < total <= MAX_KALAH_SEEDS:
        raise ValueError(f"a position has 1 to {MAX_KALAH_SEEDS} seeds, not {total:,}")
    return [*south, stores[1], *north[::-1], stores[0]], south_moves


def read_seeds(text: str) -> int:
    """Read the seeds of a pit or store; ValueError if it is no number of seeds."""
    if not re.fullmatch("[0-9]{1,3}", text):
        raise ValueError(
            f"{games.shorten(text)} is not a number of seeds from 0 to {MAX_KALAH_SEEDS}; "
            f"write a position as {KALAH_NOTATION}"
        )
    return int(text)


def read_pit(word: str, pits: int) -> int:
    """Return the pit, counted from 0, that a letter names; ValueError if there is no such pit."""
    names = PIT_LETTERS[:pits]
    if len(word) != 1 or word.lower() not in names:
        raise ValueError(
            f"{games.shorten(word)} is not a pit: the pits are {names[0]} to {names[-1]}, "
            "from the mover's left"
        )
    return names.index(word.lower())


MAKE_NAMED_TUPLE = tuple.__new__
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
        return [
            pit for pit, seeds in enumerate(self.south if self.maximizing else self.north) if seeds
        ]

    def play(self, move: int) -> "Kalah":
        """Sow a pit; who drops the last seed into the own store stays to move."""
        seeds, last, _ = self.sow(move)
        return sweep_if_over(seeds, self.maximizing is (last == self.store))

    def passed(self) -> "Kalah":
        """Return the position after a turn that is passed, which the rules do not allow."""
        return Kalah(self.seeds, not self.maximizing)

    @property
    def store(self) -> int:
        """The number of the mover's store."""
        if self.maximizing:
            return self.pits
        return len(self.seeds) - 1

    def sow(self, move: int) -> tuple[list[int], int, int]:
        """Sow a pit and capture, with the rest of the board left where it is even if that ends the game.

        Return the seeds everywhere, where the last one fell, and how many were captured in the pit
        opposite, without the seed that captured them.

        >>> Kalah((1, 0, 0, 5, 0, 0)).sow(0)
        ([0, 0, 6, 0, 0, 0], 1, 5)
        """
        seeds = [*self.seeds]
        own = self.store
        count = len(self.seeds)
        other = (own + count // 2) % count
        last = own - self.pits + move
        left = seeds[last]
        seeds[last] = 0
        while left:
            last = (last + 1) % count
            if last != other:
                seeds[last] += 1
                left -= 1
        across = count - 2 - last
        captured = 0
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
        return (
            f"{north}/{south} {self.seeds[-1]}-{self.seeds[self.pits]} "
            f"{'S' if self.maximizing else 'N'}"
        )

    def name(self, move: int) -> str:
        """Return the pit's letter."""
        return PIT_LETTERS[move]

    def cell(self, move: int) -> games.Coordinates:
        """Return the row and the column of a pit of the mover's."""
        if self.maximizing:
            return (1, 1 + move)
        return (0, self.pits - move)

    def board(self) -> games.Board:
        """Return North's pits above South's and each store at its owner's right; the letters are the mover's."""
        rows = (self.south, games.Player.FIRST), (self.north[::-1], games.Player.SECOND)
        south, north = (
            [
                games.Cell("label", side, label=str(seeds)) if seeds else EMPTY_PIT_CELL
                for seeds in row
            ]
            for row, side in rows
        )
        first, second = (
            games.Cell("label", side, label=str(seeds))
            for side, seeds in zip(
                (games.Player.FIRST, games.Player.SECOND), self.stores, strict=True
            )
        )
        letters = PIT_LETTERS[: self.pits]
        return games.Board(
            title="Kalah" if self.pits == USUAL_PITS else f"Kalah, {self.pits} pits a side",
            cells=((second, *north, UNUSED_KALAH_CELL), (UNUSED_KALAH_CELL, *south, first)),
            columns=("", *(letters if self.maximizing else letters[::-1]), ""),
            rows=("N", "S"),
            captions=("Stores: South {}  North {}".format(*self.stores),),
            ground=games.Ground.WOOD,
        )


UNUSED_KALAH_CELL = games.Cell(playable=False)
EMPTY_PIT_CELL = games.Cell()


def sweep_if_over(seeds: list[int], maximizing: bool) -> Kalah:
    """Return a position; where a side's pits are empty, what lies in the other's goes to its owner's store."""
    pits = len(seeds) // 2 - 1
    south = sum(seeds[:pits])
    north = sum(seeds[pits + 1 : -1])
    if not south or not north:
        seeds = [*[0] * pits, seeds[pits] + south, *[0] * pits, seeds[-1] + north]
    return MAKE_NAMED_TUPLE(Kalah, (tuple(seeds), maximizing))


def make_kalah(pits: int, seeds: int) -> Kalah:
    """Return the first position."""
    side = (*[seeds] * pits, 0)
    return Kalah((*side, *side))


FURTHER_MOVE_SCORE = 10
"""What a further move counts in the order of moves, in seeds: more than nearly every capture."""


def store_lead(position: Kalah, outcome: float | None) -> float:
    """Return the seeds in South's store less those in North's; at the end of the game that is the result."""
    south, north = position.stores
    return south - north


def store_lead_with_tempo(position: Kalah, outcome: float | None) -> float:
    """Return the difference of the stores, and a seed more to the side to move for each pit that moves again.

    At the end of the game only the stores count.
    """
    value = store_lead(position, outcome)
    if outcome is not None:
        return value
    if position.maximizing:
        return value + count_moves_again(position)
    return value - count_moves_again(position)


def count_moves_again(position: Kalah) -> int:
    """Count the mover's pits whose last seed would fall into the own store.

    >>> count_moves_again(Kalah((2, 1, 0, 4, 4, 0)))
    2
    """
    lap = len(position.seeds) - 1
    if position.maximizing:
        row = position.south
    else:
        row = position.north
    return sum(seeds % lap == position.pits - pit for pit, seeds in enumerate(row))


def score_kalah_moves(position: Kalah, moves: Sequence[int]) -> Sequence[Sequence[float]]:
    """Return for each move what a further move counts if there is one, the seeds captured, and those put in store."""
    own = position.store
    rows = []
    for move in moves:
        seeds, last, captured = position.sow(move)
        rows.append(
            (FURTHER_MOVE_SCORE if last == own else 0, captured, seeds[own] - position.seeds[own])
        )
    return rows


ORDERINGS = {
    "scored": games.MoveScores(
        "moves that give another move first, then by seeds captured and stored",
        ("again", "captured", "stored"),
        score_kalah_moves,
    )
}


BY_SEEDS = games.counted("a seed", "seeds", "", "by ")
STAKES = {
    "stores": games.Stakes(
        about="1 = one more seed in the store",
        ahead=games.counted("a seed", "seeds"),
        by=BY_SEEDS,
        most=lambda position: sum(position.seeds),
        slight=2,
    ),
    "again": games.Stakes(
        about=(
            "1 = one more seed in the store, or a pit that gives another move; at the end 1 = "
            "one more seed"
        ),
        ahead=games.counted("a point", "points"),
        by=BY_SEEDS,
        slight=2,
    ),
}


USUAL_PIT_SEEDS = 4
MAX_PIT_SEEDS = 10
"""The seeds that usually lie in each pit at first, and the most."""


def read(text: str, settings: games.Settings) -> Kalah:
    """Read a position, which implies the pits; ValueError says what is wrong, or what contradicts the settings."""
    here = sweep_if_over(*read_kalah(text))
    pits = settings.get("pits", here.pits)
    each = settings.get("seeds")
    if here.pits != pits:
        raise ValueError(f"the position has {here.pits} pits a side, but you asked for {pits}")
    if each is not None and sum(here.seeds) != 2 * pits * each:
        raise ValueError(
            f"the position has {sum(here.seeds)} seeds, but seeds={each} makes {2 * pits * each}"
        )
    return here


def find_move(here: Kalah, word: str) -> int:
    """Return the legal move that a letter names, in either case; ValueError if there is none."""
    move = read_pit(word, here.pits)
    return int(games.find_by_name(here, here.name(move), lambda: "the pit is empty"))


def ending(here: Kalah, outcome: float) -> str:
    """Say how a game has ended: who wins, and with how many seeds."""
    south, north = here.stores
    if not outcome:
        return f"both sides have {south} seeds: a draw"
    return (
        f"{'South' if outcome > 0 else 'North'} wins by {max(south, north)} seeds to "
        f"{min(south, north)}"
    )


PRESETS = (
    games.Preset(
        "opening",
        "4,4,4,4,4,4/4,4,4,4,4,4 0-0 S",
        (
            "the starting position: the last seed of c falls in South's store, so c gives "
            "another move and is tried first"
        ),
        counts=games.measured(
            depth=4, minimax=1169, alpha_beta=390, ordered_alpha_beta=116, value=1
        ),
    ),
    games.Preset(
        "ordering-helps",
        "1,7,1,7,0,2/8,1,1,2,7,1 5-5 S",
        (
            "f gives another move: scored order tries it first of six, natural order last, with "
            "seven times the nodes"
        ),
        counts=games.measured(
            depth=4, minimax=1028, alpha_beta=475, ordered_alpha_beta=67, value=2
        ),
    ),
    games.Preset(
        "ordering-hurts",
        "4,0,0,0,0,0/1,0,1,5,1,1 17-18 S",
        (
            "searched to the end: a needs few nodes; f gives another move and wins as much, but "
            "needs ten times the nodes"
        ),
        counts=games.measured(depth=40, alpha_beta=2429, ordered_alpha_beta=25931, value=12),
    ),
    games.Preset(
        "end-game",
        "5,0,1,0,4,1/0,1,0,0,0,2 13-21 N",
        (
            "the last fourteen seeds, searched to the end: North wins only with d; a draws, b "
            "and f lose"
        ),
        counts=games.measured(depth=40, alpha_beta=2240, ordered_alpha_beta=748, value=-4),
    ),
    games.Preset(
        "moves-again",
        "0,0,2/1,2,2 2-3 S",
        (
            "for a slide: b gives another move, so MAX follows MAX; below c, a MIN node under a "
            "MIN node is cut"
        ),
        counts=games.measured(depth=4, minimax=28, alpha_beta=24, ordered_alpha_beta=21, value=3),
    ),
    games.Preset(
        "whole-game",
        "2,2/2,2 0-0 S",
        (
            "two pits with two seeds each: the whole game has 26 nodes, and North wins it by 5 "
            "seeds to 3"
        ),
        counts=games.measured(depth=8, minimax=26, alpha_beta=17, ordered_alpha_beta=24, value=-2),
    ),
    games.Preset(
        "small",
        "3,2,0/0,1,1 3-2 N",
        (
            "a whole endgame on a slide: 26 nodes with minimax, 9 with alpha-beta, 6 in the "
            "scored order"
        ),
        counts=games.measured(depth=8, minimax=26, alpha_beta=9, ordered_alpha_beta=6, value=2),
    ),
)
"""Positions of Kalah worth looking at, and what was measured on them.

`counts` are nodes with the evaluation stores at a depth, or to the end where no game lasts longer:
minimax where that was small enough, alpha-beta in natural order and in the order scored, cutting
off at >=.
"""


GAME = games.Game(
    name="kalah",
    title="Kalah",
    about=(
        "sow seeds around the board: a last seed in your store lets you move again, so turns do "
        "not alternate"
    ),
    sides=("South", "North"),
    notation=(
        "North's pits as South sees them from the left, /, South's pits, the stores (North's "
        "first), side S or N: "
        "4,4,4,4,4,4/4,4,4,4,4,4 0-0 S"
    ),
    depth=4,
    presets=PRESETS,
    start=lambda settings: make_kalah(
        settings.get("pits", USUAL_PITS), settings.get("seeds", USUAL_PIT_SEEDS)
    ),
    read=read,
    evaluations={"stores": store_lead, "again": store_lead_with_tempo},
    stakes=STAKES,
    orderings=ORDERINGS,
    options=(
        games.Option(
            "pits",
            f"pits a side, {MIN_PITS} to {MAX_PITS}",
            str(USUAL_PITS),
            games.whole_number(MIN_PITS, MAX_PITS),
        ),
        games.Option(
            "seeds",
            f"seeds in each pit, 1 to {MAX_PIT_SEEDS}",
            str(USUAL_PIT_SEEDS),
            games.whole_number(1, MAX_PIT_SEEDS),
        ),
    ),
    find_move=find_move,
    target=Kalah.cell,
    ending=ending,
)
