"""Kalah: sow around the board, move again after a last seed in your store, and capture.

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
from games._position import MAKE_POSITION

PIT_LETTERS = "abcdefghij"
"""The names of a side's pits, from its owner's left."""
MIN_PITS = 2
"""The least number of pits a side."""
USUAL_PITS = 6
MAX_PITS = len(PIT_LETTERS)
MAX_KALAH_SEEDS = 200
"""The greatest number of seeds in a position; every first position has fewer."""
MAX_KALAH_LENGTH = 200
"""Longer texts are refused; every position is shorter."""
KALAH_NOTATION = (
    "North's pits / South's pits, the stores North-South, the side: 4,4,4,4,4,4/4,4,4,4,4,4 0-0 S"
)
KALAH_PATTERN = re.compile(r"(\S+)/(\S+)\s+(\S+)-(\S+)\s+(\S+)")


def read_kalah(text: str) -> tuple[list[int], bool]:
    """Read a position: return the seeds in all pits and stores, and whether South is to move.

    The seeds are in the order of sowing: South's pits from South's left, South's store, North's
    pits from North's left, North's store. Any pit may hold any number of seeds. ValueError for any
    other text.

    >>> read_kalah("0,0,1/2,0,0 3-4 N")
    ([2, 0, 0, 4, 1, 0, 0, 3], False)
    """
    games.check_length(text, MAX_KALAH_LENGTH)
    parts = KALAH_PATTERN.fullmatch(text.strip())
    if parts is None:
        raise ValueError(f"{games.shorten(text)} is not a position; write it as {KALAH_NOTATION}")
    north = [read_seeds(pit) for pit in parts[1].split(",")]
    south = [read_seeds(pit) for pit in parts[2].split(",")]
    north_store = read_seeds(parts[3])
    south_store = read_seeds(parts[4])
    _check_pits(len(north), len(south))
    south_moves = is_first_side(parts[5], "S", "N")
    # North's row is written from right to left, as South sees it.
    seeds = [*south, south_store, *reversed(north), north_store]
    if not 0 < sum(seeds) <= MAX_KALAH_SEEDS:
        raise ValueError(f"a position has 1 to {MAX_KALAH_SEEDS} seeds, not {sum(seeds):,}")
    return seeds, south_moves


def _check_pits(north: int, south: int) -> None:
    """Raise ValueError if the sides have different numbers of pits, or too few or too many."""
    if north != south:
        raise ValueError(
            f"North has {north} pits and South {south}; they must have the same number"
        )
    if not MIN_PITS <= south <= MAX_PITS:
        pits = "pit" if south == 1 else "pits"
        raise ValueError(f"{south} {pits} a side; allowed are {MIN_PITS} to {MAX_PITS}")


def read_seeds(text: str) -> int:
    """Read the seeds of a pit or a store; ValueError for any other text."""
    if not re.fullmatch("[0-9]{1,3}", text):
        raise ValueError(
            f"{games.shorten(text)} is not a number of seeds from 0 to {MAX_KALAH_SEEDS}; "
            f"write a position as {KALAH_NOTATION}"
        )
    return int(text)


def read_pit(word: str, pits: int) -> int:
    """Return the index of the pit that a letter names, from 0; ValueError for any other word.

    `pits` is the number of pits of a side.
    """
    names = PIT_LETTERS[:pits]
    if len(word) != 1 or word.lower() not in names:
        raise ValueError(
            f"{games.shorten(word)} is not a pit: the pits are {names[0]} to {names[-1]}, "
            "from the mover's left"
        )
    return names.index(word.lower())


class Kalah(NamedTuple):
    """The seeds in all pits and stores, in the order of sowing, and whether South is to move."""

    seeds: tuple[int, ...]
    maximizing: bool = True

    @property
    def pits(self) -> int:
        """The number of pits of each side."""
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
        """Return the mover's pits that have seeds, from the mover's left; () after the end."""
        if self.outcome() is not None:
            return ()
        row = self.south if self.maximizing else self.north
        return [pit for pit, seeds in enumerate(row) if seeds]

    def play(self, move: int) -> "Kalah":
        """Return the position after sowing the mover's pit `move`.

        A player whose last seed falls into their store moves again.
        """
        seeds, last, _ = self.sow(move)
        moves_again = last == self.store_index
        maximizing = self.maximizing if moves_again else not self.maximizing
        return sweep_if_over(seeds, maximizing)

    def passed(self) -> "Kalah":
        """Return the position after a null move, which the rules do not allow."""
        return Kalah(self.seeds, not self.maximizing)

    @property
    def store_index(self) -> int:
        """The index of the mover's store in `seeds`."""
        if self.maximizing:
            return self.pits
        return len(self.seeds) - 1

    def sow(self, move: int) -> tuple[list[int], int, int]:
        """Sow the mover's pit `move` and make the capture, if there is one.

        Return the new numbers of seeds, the index of the pit or store that got the last seed, and
        the number of seeds captured from the opposite pit. If the game is over, `sweep_if_over`
        must follow.

        >>> Kalah((1, 0, 0, 5, 0, 0)).sow(0)
        ([0, 0, 6, 0, 0, 0], 1, 5)
        """
        # Pits and stores form a circle: one side's pits and store, then the other side's.
        seeds = [*self.seeds]
        store = self.store_index
        first_pit = store - self.pits
        count = len(seeds)
        opponents_store = (store + count // 2) % count
        place = first_pit + move
        in_hand = seeds[place]
        seeds[place] = 0
        while in_hand:
            place = (place + 1) % count
            if place != opponents_store:
                seeds[place] += 1
                in_hand -= 1

        # If the last seed falls into an empty pit of the mover, the seeds in the opposite pit are
        # captured. The indices of opposite pits add up to the same number: with 6 pits, to 12.
        opposite = count - 2 - place
        is_own_pit = first_pit <= place < store
        was_empty = seeds[place] == 1
        captured = 0
        if is_own_pit and was_empty:
            captured = seeds[opposite]
        if captured:
            # The capturing seed goes into the store, too.
            seeds[store] += captured + 1
            seeds[place] = 0
            seeds[opposite] = 0
        return seeds, place, captured

    def outcome(self) -> float | None:
        """Return South's stored seeds minus North's once the pits of a side are empty, else None.

        By then the other side has stored all its seeds (see `sweep_if_over`).
        """
        if any(self.south) and any(self.north):
            return None
        south, north = self.stores
        return south - north

    def key(self) -> Hashable:
        """Return the seeds and the side to move."""
        return self

    def text(self) -> str:
        """Return North's row, South's row, North's store, South's store and the side to move.

        Both rows are written as South sees them, from South's left.

        >>> Kalah((4, 4, 0, 3, 3, 1)).text()
        '3,3/4,4 1-0 S'
        """
        north = ",".join(map(str, self.north[::-1]))
        south = ",".join(map(str, self.south))
        south_store, north_store = self.stores
        side = "S" if self.maximizing else "N"
        return f"{north}/{south} {north_store}-{south_store} {side}"

    def name(self, move: int) -> str:
        """Return the pit's letter."""
        return PIT_LETTERS[move]

    def cell(self, move: int) -> games.Coordinates:
        """Return the row and the column on the drawn board of the mover's pit `move`."""
        if self.maximizing:
            return (1, 1 + move)
        # North's left is on the right of the board.
        return (0, self.pits - move)

    def board(self) -> games.Board:
        """Return the board: North's pits above South's, and each store at its owner's right.

        The columns are labelled with the letters of the mover's pits.
        """
        south_store, north_store = self.stores
        south = _row_of_pits(self.south, games.Player.FIRST)
        north = _row_of_pits(self.north[::-1], games.Player.SECOND)
        south_cell = games.Cell("label", games.Player.FIRST, label=str(south_store))
        north_cell = games.Cell("label", games.Player.SECOND, label=str(north_store))
        letters = PIT_LETTERS[: self.pits]
        if not self.maximizing:
            letters = letters[::-1]
        title = "Kalah"
        if self.pits != USUAL_PITS:
            title += f", {self.pits} pits a side"
        return games.Board(
            title=title,
            cells=(
                (north_cell, *north, UNUSED_KALAH_CELL),
                (UNUSED_KALAH_CELL, *south, south_cell),
            ),
            columns=("", *letters, ""),
            rows=("N", "S"),
            captions=(f"Stores: South {south_store}  North {north_store}",),
            ground=games.Ground.WOOD,
        )


UNUSED_KALAH_CELL = games.Cell(playable=False)
EMPTY_PIT_CELL = games.Cell()


def _row_of_pits(row: Sequence[int], owner: games.Player) -> list[games.Cell]:
    """Return the drawn cells of a row of pits; `row` has the number of seeds in each pit."""
    cells = []
    for seeds in row:
        if seeds:
            cells.append(games.Cell("label", owner, label=str(seeds)))
        else:
            cells.append(EMPTY_PIT_CELL)
    return cells


def sweep_if_over(seeds: list[int], maximizing: bool) -> Kalah:
    """Return the position with these seeds, after the final sweep if the game is over.

    The game is over when all pits of one side are empty. The other side then sweeps the seeds in
    its pits into its store.
    """
    pits = len(seeds) // 2 - 1
    south = sum(seeds[:pits])
    north = sum(seeds[pits + 1 : -1])
    if not south or not north:
        seeds = [*[0] * pits, seeds[pits] + south, *[0] * pits, seeds[-1] + north]
    return MAKE_POSITION(Kalah, (tuple(seeds), maximizing))


def make_kalah(pits: int, seeds: int) -> Kalah:
    """Return the first position, with `seeds` in each of the pits and empty stores."""
    side = (*[seeds] * pits, 0)
    return Kalah((*side, *side))


FURTHER_MOVE_SCORE = 10
"""The score of a move that gives another move, compared with 1 for each seed captured."""


def store_lead(position: Kalah, outcome: float | None) -> float:
    """Return South's stored seeds minus North's; at the end of the game this is the result."""
    south, north = position.stores
    return south - north


def store_lead_with_tempo(position: Kalah, outcome: float | None) -> float:
    """Return South's lead in stored seeds, with a bonus for the side to move.

    The bonus is one seed for each pit that would give another move. At the end of the game only the
    stores count.
    """
    value = store_lead(position, outcome)
    if outcome is not None:
        return value
    if position.maximizing:
        return value + count_moves_again(position)
    return value - count_moves_again(position)


def count_moves_again(position: Kalah) -> int:
    """Count the mover's pits that would give another move: their last seed falls into the store.

    >>> count_moves_again(Kalah((2, 1, 0, 4, 4, 0)))
    2
    """
    # A lap around the board leaves out the opponent's store.
    lap = len(position.seeds) - 1
    row = position.south if position.maximizing else position.north
    count = 0
    for pit, seeds in enumerate(row):
        distance_to_store = position.pits - pit
        if seeds % lap == distance_to_store:
            count += 1
    return count


def score_kalah_moves(position: Kalah, moves: Sequence[int]) -> Sequence[Sequence[float]]:
    """Score each move by whether it gives another move, by seeds captured and by seeds stored."""
    store = position.store_index
    rows = []
    for move in moves:
        seeds, last, captured = position.sow(move)
        again_score = FURTHER_MOVE_SCORE if last == store else 0
        stored = seeds[store] - position.seeds[store]
        rows.append((again_score, captured, stored))
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
"""The usual number of seeds in each pit of the first position."""
MAX_PIT_SEEDS = 10
"""The greatest number of seeds in each pit of a first position."""


def read(text: str, settings: games.Settings) -> Kalah:
    """Read a position; ValueError if its numbers of pits or seeds contradict the settings."""
    seeds, maximizing = read_kalah(text)
    # In the text of a finished game, the remaining seeds may not be stored yet.
    position = sweep_if_over(seeds, maximizing)
    pits = settings.get("pits", position.pits)
    seeds_per_pit = settings.get("seeds")
    if position.pits != pits:
        raise ValueError(f"the position has {position.pits} pits a side, but you asked for {pits}")
    total = sum(position.seeds)
    if seeds_per_pit is not None and total != 2 * pits * seeds_per_pit:
        raise ValueError(
            f"the position has {total} seeds, but seeds={seeds_per_pit} makes "
            f"{2 * pits * seeds_per_pit}"
        )
    return position


def find_move(position: Kalah, word: str) -> int:
    """Return the legal move that a letter names; ValueError for any other word."""
    move = read_pit(word, position.pits)
    return int(games.find_by_name(position, position.name(move), lambda: "the pit is empty"))


def kalah_ending(position: Kalah, outcome: float) -> str:
    """Say who has won a game, and with how many seeds."""
    south, north = position.stores
    if not outcome:
        return f"both sides have {south} seeds: a draw"
    if outcome > 0:
        return f"South wins by {south} seeds to {north}"
    return f"North wins by {north} seeds to {south}"


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
        counts=games.measured(
            depth=40,
            alpha_beta=2429,
            ordered_alpha_beta=25931,
            value=12,
        ),
    ),
    games.Preset(
        "end-game",
        "5,0,1,0,4,1/0,1,0,0,0,2 13-21 N",
        (
            "the last fourteen seeds, searched to the end: North wins only with d; a draws, b "
            "and f lose"
        ),
        counts=games.measured(
            depth=40,
            alpha_beta=2240,
            ordered_alpha_beta=748,
            value=-4,
        ),
    ),
    games.Preset(
        "moves-again",
        "0,0,2/1,2,2 2-3 S",
        (
            "for a slide: b gives another move, so MAX follows MAX; below c, a MIN node under a "
            "MIN node is cut"
        ),
        counts=games.measured(
            depth=4,
            minimax=28,
            alpha_beta=24,
            ordered_alpha_beta=21,
            value=3,
        ),
    ),
    games.Preset(
        "whole-game",
        "2,2/2,2 0-0 S",
        (
            "two pits with two seeds each: the whole game has 26 nodes, and North wins it by 5 "
            "seeds to 3"
        ),
        counts=games.measured(
            depth=8,
            minimax=26,
            alpha_beta=17,
            ordered_alpha_beta=24,
            value=-2,
        ),
    ),
    games.Preset(
        "small",
        "3,2,0/0,1,1 3-2 N",
        (
            "a whole endgame on a slide: 26 nodes with minimax, 9 with alpha-beta, 6 in the "
            "scored order"
        ),
        counts=games.measured(
            depth=8,
            minimax=26,
            alpha_beta=9,
            ordered_alpha_beta=6,
            value=2,
        ),
    ),
)
"""Positions of Kalah worth looking at, with measured numbers of nodes.

The numbers are for the evaluation stores at a depth, or to the end where no game lasts longer:
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
    ending=kalah_ending,
)
