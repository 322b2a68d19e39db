"""EinStein würfelt nicht! (Ingo Althöfer, 2004): a die says which of six stones moves.

Red, who is MAX, goes from the upper left corner to the lower right one, Blue the other way. Squares
are numbered row by row from the upper left. A position has the square of each stone, Red's 1 to 6
and then Blue's, `CAPTURED_SQUARE` for one that was taken. Before each move the die is rolled, which
is a move of chance: a number from 1 to 6; a player's move is a stone, by its place in that list,
and the square where it goes.
"""

# tests/oracles/games/einstein.py has the same rules, written apart.

import re
from collections.abc import Hashable, Sequence
from typing import NamedTuple

import games

MAKE_TUPLE = tuple.__new__
"""Makes a position in half the time that its class takes."""
EINSTEIN_SIZE = 5
STONES_PER_SIDE = 6
"""Squares along an edge; stones of a side, and faces of the die."""
CAPTURED_SQUARE = EINSTEIN_SIZE * EINSTEIN_SIZE
"""The square of a stone that was taken."""
GOAL_CORNERS = EINSTEIN_SIZE * EINSTEIN_SIZE - 1, 0
"""The corner that Red goes to, and Blue's."""
DIE_ROLLS = range(1, STONES_PER_SIDE + 1)
ROLL_PROBABILITIES = (1 / STONES_PER_SIDE,) * STONES_PER_SIDE
"""What each roll is probable."""
EINSTEIN_COLUMNS = "abcde"
EINSTEIN_ROWS = "12345"
EINSTEIN_SQUARES = tuple(
    f"{EINSTEIN_COLUMNS[square % EINSTEIN_SIZE]}{EINSTEIN_ROWS[square // EINSTEIN_SIZE]}"
    for square in range(EINSTEIN_SIZE * EINSTEIN_SIZE)
)
DIE_COORDINATES: games.Coordinates = (EINSTEIN_SIZE // 2, EINSTEIN_SIZE + 1)
"""The row and the column of the die, beside the board."""


class EinsteinStep(NamedTuple):
    """A stone, by its place in `Einstein.stones`, and the square to which it goes."""

    stone: int
    square: int


def stone_steps(stone: int, square: int) -> Sequence[EinsteinStep]:
    """List where a stone can go from a square: sideways, straight on and diagonally, towards its goal."""
    row, column = divmod(square, EINSTEIN_SIZE)
    by = 1 if stone < STONES_PER_SIDE else -1
    ends = ((row, column + by), (row + by, column), (row + by, column + by))
    return tuple(
        EinsteinStep(stone, y * EINSTEIN_SIZE + x)
        for y, x in ends
        if 0 <= y < EINSTEIN_SIZE and 0 <= x < EINSTEIN_SIZE
    )


STEPS_FROM_SQUARE = tuple(
    tuple(stone_steps(stone, square) for square in range(EINSTEIN_SIZE * EINSTEIN_SIZE))
    for stone in range(2 * STONES_PER_SIDE)
)
"""Where a stone can go, by stone and square."""


class Einstein(NamedTuple):
    """A position: the square of each stone, whether Red moves (also where the die is to be rolled for it), the die.

    `die` is the number that was rolled, 0 where it is to be rolled.
    """

    stones: tuple[int, ...]
    maximizing: bool = True
    die: int = 0

    def probabilities(self) -> Sequence[float] | None:
        """Return what each roll is probable, None once the die is rolled or the game is over."""
        if self.die or self.outcome() is not None:
            return None
        return ROLL_PROBABILITIES

    def moves(self) -> Sequence[int | EinsteinStep]:
        """List the rolls, or the steps of the stone that was rolled, else of the next lower and the next higher one."""
        if self.outcome() is not None:
            return ()
        if not self.die:
            return DIE_ROLLS
        stones = self.stones
        return [
            step for stone in self.movable() for step in STEPS_FROM_SQUARE[stone][stones[stone]]
        ]

    def movable(self) -> Sequence[int]:
        """List the stones of the side to move that the die lets move."""
        first = 0 if self.maximizing else STONES_PER_SIDE
        stones = self.stones
        meant = first + self.die - 1
        if stones[meant] != CAPTURED_SQUARE:
            return (meant,)
        lower = [stone for stone in range(first, meant) if stones[stone] != CAPTURED_SQUARE][-1:]
        return (
            lower
            + [
                stone
                for stone in range(meant + 1, first + STONES_PER_SIDE)
                if stones[stone] != CAPTURED_SQUARE
            ][:1]
        )

    def play(self, move: int | EinsteinStep) -> "Einstein":
        """Roll the die, or move a stone, which takes what stands where it goes."""
        if not isinstance(move, EinsteinStep):
            return MAKE_TUPLE(Einstein, (self.stones, self.maximizing, move))
        stones = [*self.stones]
        stone, square = move
        if square in stones:
            stones[stones.index(square)] = CAPTURED_SQUARE
        stones[stone] = square
        return MAKE_TUPLE(Einstein, (tuple(stones), not self.maximizing, 0))

    def outcome(self) -> float | None:
        """Return 1 once Red is in its corner or Blue has no stone, -1 for Blue; there are no draws."""
        red = self.stones[:STONES_PER_SIDE]
        blue = self.stones[STONES_PER_SIDE:]
        if GOAL_CORNERS[0] in red or all(square == CAPTURED_SQUARE for square in blue):
            return 1
        if GOAL_CORNERS[1] in blue or all(square == CAPTURED_SQUARE for square in red):
            return -1
        return None

    def key(self) -> Hashable:
        """Return the stones, whose turn it is, and the die."""
        return self

    def text(self) -> str:
        """Return the rows from the top, the side, and the die.

        >>> EINSTEIN_START.text()
        '123../45.../6...a/...bc/..def r -'
        """
        signs = ["."] * (CAPTURED_SQUARE + 1)
        for sign, square in zip("123456abcdef", self.stones, strict=True):
            signs[square] = sign
        rows = "/".join(
            "".join(signs[at : at + EINSTEIN_SIZE])
            for at in range(0, CAPTURED_SQUARE, EINSTEIN_SIZE)
        )
        return f"{rows} {'r' if self.maximizing else 'b'} {self.die or '-'}"

    def name(self, move: int | EinsteinStep) -> str:
        """Return the number rolled, or that of the stone and its target."""
        if isinstance(move, EinsteinStep):
            return f"{move.stone % STONES_PER_SIDE + 1}{EINSTEIN_SQUARES[move.square]}"
        return str(move)

    def board(self) -> games.Board:
        """Return the squares, and beside them the die; Red's stones have an R before their number, Blue's a B."""
        cells = [EMPTY_EINSTEIN_CELL] * (CAPTURED_SQUARE + 1)
        for stone, square in enumerate(self.stones):
            cells[square] = EINSTEIN_STONE_CELLS[stone]
        rows = [
            (*cells[at : at + EINSTEIN_SIZE], OFF_BOARD_CELL, OFF_BOARD_CELL)
            for at in range(0, CAPTURED_SQUARE, EINSTEIN_SIZE)
        ]
        rows[DIE_COORDINATES[0]] = (
            *rows[DIE_COORDINATES[0]][:-1],
            games.Cell("die", label=str(self.die or "")),
        )
        over = self.outcome() is not None
        return games.Board(
            title="EinStein würfelt nicht!",
            cells=tuple(rows),
            columns=(*EINSTEIN_COLUMNS, "", "die"),
            rows=tuple(EINSTEIN_ROWS),
            captions=() if over else (f"Die: {self.die or 'to be rolled'}",),
            ground=games.Ground.WOOD,
        )


EMPTY_EINSTEIN_CELL = games.Cell()
OFF_BOARD_CELL = games.Cell(playable=False)
EINSTEIN_STONE_CELLS = tuple(
    games.Cell("stone", owner, label=f"{letter}{number}")
    for owner, letter in ((games.Player.FIRST, "R"), (games.Player.SECOND, "B"))
    for number in DIE_ROLLS
)
EINSTEIN_START = Einstein((0, 1, 2, 5, 6, 10, 14, 18, 19, 22, 23, 24))
"""The first position."""


CAPTURED_DISTANCE = EINSTEIN_SIZE
"""More moves than any stone needs to its corner: the distance of one that is gone."""
MOVES_TO_GOAL = tuple(
    (
        *(
            max(
                abs(square // EINSTEIN_SIZE - goal // EINSTEIN_SIZE),
                abs(square % EINSTEIN_SIZE - goal % EINSTEIN_SIZE),
            )
            for square in range(CAPTURED_SQUARE)
        ),
        CAPTURED_DISTANCE,
    )
    for goal in GOAL_CORNERS
)
"""How many moves a stone needs from a square to its corner, for Red and for Blue."""
EINSTEIN_WIN = 6
"""What a win is worth. A sixth of it is whole, so that a win with every roll is exactly a win."""


def race(position: Einstein, outcome: float | None) -> float:
    """Return by how many moves Red's foremost stone is nearer to its corner than Blue's, -3 to 3; ±6 at the end."""
    if outcome is not None:
        return EINSTEIN_WIN if outcome > 0 else -EINSTEIN_WIN
    red, blue = MOVES_TO_GOAL
    stones = position.stones
    return min(blue[square] for square in stones[STONES_PER_SIDE:]) - min(
        red[square] for square in stones[:STONES_PER_SIDE]
    )


def fastest_stone(stones: Sequence[int], left: Sequence[int]) -> float:
    """Return the best that a side's stones have of this: the rolls that let it move, by the moves it needs; 0 to 6.

    >>> fastest_stone((23, 25, 25, 25, 25, 25), MOVES_TO_GOAL[0]), fastest_stone((12, 25, 25, 13, 25, 25), MOVES_TO_GOAL[0])
    (6.0, 2.5)
    """
    alive = [number for number, square in enumerate(stones) if square != CAPTURED_SQUARE]
    best = 0.0
    for place, number in enumerate(alive):
        if place:
            low = alive[place - 1]
        else:
            low = -1
        if place + 1 < len(alive):
            high = alive[place + 1]
        else:
            high = STONES_PER_SIDE
        best = max(best, (high - low - 1) / left[stones[number]])
    return best


def tempo(position: Einstein, outcome: float | None) -> float:
    """Return by how much Red's best stone is faster than Blue's, a stone that the die seldom lets move being slow.

    It is between -6 and 6, which are a loss and a win.
    """
    if outcome is not None:
        return EINSTEIN_WIN if outcome > 0 else -EINSTEIN_WIN
    return fastest_stone(position.stones[:STONES_PER_SIDE], MOVES_TO_GOAL[0]) - fastest_stone(
        position.stones[STONES_PER_SIDE:], MOVES_TO_GOAL[1]
    )


WINNING_MOVE_SCORE = 100
"""What a move that wins counts in the order of moves: more than all else."""


def score_einstein_moves(
    position: Einstein, moves: Sequence[int | EinsteinStep]
) -> Sequence[Sequence[float]]:
    """Return for each step what it counts as a win, as a capture and as a step; for a roll nothing.

    A stone of the other side that is taken counts 1 to 5, the more the nearer to its corner, a step
    likewise 0 to 4.
    """
    side = 0 if position.maximizing else 1
    mine = MOVES_TO_GOAL[side]
    other = MOVES_TO_GOAL[1 - side]
    if position.maximizing:
        theirs = range(STONES_PER_SIDE, 2 * STONES_PER_SIDE)
    else:
        theirs = range(STONES_PER_SIDE)
    rows = list[Sequence[float]]()
    for move in moves:
        if not isinstance(move, EinsteinStep):
            rows.append((0, 0, 0))
            continue
        if move.square in position.stones:
            taken = position.stones.index(move.square)
        else:
            taken = None
        if taken in theirs:
            takes = EINSTEIN_SIZE - other[move.square]
        else:
            takes = 0
        last = takes and sum(position.stones[stone] != CAPTURED_SQUARE for stone in theirs) == 1
        rows.append(
            (
                WINNING_MOVE_SCORE if last or not mine[move.square] else 0,
                takes,
                EINSTEIN_SIZE - 1 - mine[move.square],
            )
        )
    return rows


ORDERINGS = {
    "scored": games.MoveScores(
        "wins first, then by how near to their corners the captured stone and the moving stone are",
        ("wins", "takes", "near"),
        score_einstein_moves,
    )
}
EINSTEIN_EVALUATIONS = {"race": race, "tempo": tempo}
EINSTEIN_LIMITS = {"race": (-EINSTEIN_WIN, EINSTEIN_WIN), "tempo": (-EINSTEIN_WIN, EINSTEIN_WIN)}
STAKES = {
    "race": games.with_win(
        EINSTEIN_WIN,
        f"1 = one move nearer to the corner, ±{EINSTEIN_WIN} = a win",
        games.counted("a move", "moves"),
    ),
    "tempo": games.with_win(
        EINSTEIN_WIN,
        f"1 = the opponent's best stone needs one roll more than yours, ±{EINSTEIN_WIN} = a win",
        games.counted("a roll", "rolls"),
    ),
}


EINSTEIN_STONE_SIGNS = "123456abcdef"
"""The stones: Red's 1 to 6, then Blue's."""
MAX_EINSTEIN_LENGTH = 100
"""More characters than any position has; longer texts are refused."""
EINSTEIN_NOTATION = (
    "rows from the top, the side (r or b), the die (1 to 6, or - before the roll): "
    "123../45.../6...a/...bc/..def r -"
)


def read_position(text: str) -> Einstein:
    """Read a position; ValueError says what is wrong."""
    games.check_length(text, MAX_EINSTEIN_LENGTH)
    parts = text.split()
    if len(parts) != 3:
        raise ValueError(
            f"{games.shorten(text)} is not a position; write it as {EINSTEIN_NOTATION}"
        )
    board, side, die = parts
    if side not in ("r", "b"):
        raise ValueError(f"{games.shorten(side)} is not a side: write r or b")
    if not re.fullmatch("[1-6-]", die):
        raise ValueError(f"{games.shorten(die)} is not a die: write 1 to 6, or - before the roll")
    here = Einstein(read_stones(board), side == "r", 0 if die == "-" else int(die))
    for name, stones, other in (
        ("Red", here.stones[:STONES_PER_SIDE], 1),
        ("Blue", here.stones[STONES_PER_SIDE:], -1),
    ):
        if {*stones} == {CAPTURED_SQUARE} and here._replace(
            stones=here.stones[::other]
        ).outcome() is None:
            raise ValueError(f"{name} has no stones, and the other side has none either")
    if here.die and here.outcome() is not None:
        raise ValueError(f"the game is over, so no die is rolled: write - in place of {die}")
    return here


def read_stones(board: str) -> tuple[int, ...]:
    """Read the square of each stone; ValueError says what is wrong."""
    rows = board.split("/")
    if len(rows) != EINSTEIN_SIZE or any(len(row) != EINSTEIN_SIZE for row in rows):
        raise ValueError(
            f"{games.shorten(board)} is not {EINSTEIN_SIZE} rows of {EINSTEIN_SIZE} squares, "
            f"separated by /: {EINSTEIN_NOTATION}"
        )
    stones = [CAPTURED_SQUARE] * len(EINSTEIN_STONE_SIGNS)
    for square, sign in enumerate("".join(rows)):
        if sign not in EINSTEIN_STONE_SIGNS + ".":
            raise ValueError(
                f"{games.shorten(sign)} is not a square: write 1 to 6 for Red's stones, a to "
                "f for Blue's, . for none"
            )
        if sign != ".":
            if stones[EINSTEIN_STONE_SIGNS.index(sign)] != CAPTURED_SQUARE:
                raise ValueError(f"the stone {sign} is on the board twice")
            stones[EINSTEIN_STONE_SIGNS.index(sign)] = square
    if {*stones} == {CAPTURED_SQUARE}:
        raise ValueError("there is no stone on the board")
    return tuple(stones)


def find_move(here: Einstein, word: str) -> int | EinsteinStep:
    """Return the roll or the step that a word names; Blue's stones may be called a to f as on the board's notation."""
    if len(word) == 3 and not here.maximizing:
        stone = EINSTEIN_STONE_SIGNS[STONES_PER_SIDE:].find(word[:1].lower()) + 1
    else:
        stone = 0
    named = f"{stone}{word[1:]}" if stone else word
    move: int | EinsteinStep = games.find_by_name(here, named.lower(), lambda: why_not(here))
    return move


def why_not(here: Einstein) -> str:
    """Say which stones may move, or that the die is to be rolled."""
    if not here.die:
        return "the die must be rolled first"
    stones = " or ".join(str(stone % STONES_PER_SIDE + 1) for stone in here.movable())
    return (
        f"after a {here.die}, stone {stones} moves towards "
        f"{'e' if here.maximizing else 'a'}{EINSTEIN_ROWS[-here.maximizing]}"
    )


def read(text: str, settings: games.Settings) -> Einstein:
    """Read a position; ValueError says what is wrong."""
    return read_position(text)


def ending(here: Einstein, outcome: float) -> str:
    """Say how a game has ended: who wins, and by what."""
    if outcome > 0:
        winner = "Red"
        loser = "Blue"
        first = 0
    else:
        winner = "Blue"
        loser = "Red"
        first = 1
    if GOAL_CORNERS[first] in here.stones[first * STONES_PER_SIDE :][:STONES_PER_SIDE]:
        return f"{winner} has reached {EINSTEIN_SQUARES[GOAL_CORNERS[first]]} and wins"
    return f"{loser} has no stone left, and {winner} wins"


def note(here: Einstein) -> str:
    """Say which stones may move after the roll, "" where it is that of the roll itself."""
    if (
        not here.die
        or len(stones := here.movable()) == 1
        and stones[0] % STONES_PER_SIDE + 1 == here.die
    ):
        return ""
    return (
        f"stone {here.die} is gone, so "
        f"{' or '.join(str(stone % STONES_PER_SIDE + 1) for stone in stones)} moves"
    )


PRESETS = (
    games.Preset(
        "opening",
        "123../45.../6...a/...bc/..def r -",
        (
            "the starting position: chance moves first, and each roll lets one stone move to "
            "three squares"
        ),
        counts=games.measured(depth=4, expectiminimax=457, star1=435, value=-0.05555555555555555),
    ),
    games.Preset(
        "looking-ahead",
        "1..3./.4b../6..2a/.5c../.d.ef r 3",
        (
            "at depth 3 (a move and the reply) nothing beats 3e1; at depth 5, 3d2 does, by "
            "staying on the diagonal"
        ),
        counts=games.measured(depth=5, expectiminimax=1336, star1=1228, value=0.05555555555555554),
    ),
    games.Preset(
        "ordering-helps",
        "...../..1../...2a/.b.../...c. r 2",
        (
            "stone 2 is next to its corner; in scored order Star1 saves three times as many "
            "nodes as in natural order"
        ),
        counts=games.measured(depth=7, expectiminimax=11588, star1=10291, value=5.1990740740740735),
    ),
    games.Preset(
        "two-stones",
        "...../...../..12./.ab../..... r -",
        (
            "two stones against two, face to face: a win is worth 6, and at depth 6 rolling "
            "first is worth 4.6"
        ),
        counts=games.measured(depth=6, expectiminimax=6333, star1=6321, value=4.61111111111111),
    ),
    games.Preset(
        "stone-gone",
        "...../..a../.1.2./...b./..... r 2",
        (
            "2d4 captures a blue stone and looks just as good as 2e4, but over the next rolls "
            "2e4 is better"
        ),
        counts=games.measured(depth=3, expectiminimax=76, star1=76, value=0.8333333333333333),
    ),
    games.Preset(
        "small",
        "...../..a../.1.../...b./..2.. r 4",
        (
            "for a slide: after a 4 only stone 2 may move; which roll brings Blue level, and "
            "does it stop Red (-d 5)?"
        ),
        counts=games.measured(depth=3, expectiminimax=26, star1=26, value=0.8333333333333333),
    ),
)
"""Positions of EinStein würfelt nicht! worth looking at, and what was measured on them.

`counts` are nodes with the evaluation race at a depth, rolls counted as plies: expectiminimax,
which visits everything, and star1 in natural order, cutting off at >=. The greatest and the least
value are far from the usual ones, so Star1 saves little; docs/searches.md says how much.
"""


GAME = games.Game(
    name="einstein",
    title="EinStein würfelt nicht!",
    about=(
        "a race with six stones a side on 5×5: a die decides which stone moves, so every other "
        "ply is chance"
    ),
    sides=("Red", "Blue"),
    notation=(
        "rows from the top (1-6 Red, a-f Blue), side r or b, die 1-6 or - before the roll: "
        "123../45.../6...a/...bc/..def r -"
    ),
    depth=4,
    opponents={"easy": "star1,depth=1", "middle": "star1,depth=3", "hard": "star1,depth=5"},
    presets=PRESETS,
    start=lambda settings: EINSTEIN_START,
    read=read,
    evaluations=EINSTEIN_EVALUATIONS,
    limits=EINSTEIN_LIMITS,
    stakes=STAKES,
    orderings=ORDERINGS,
    number_word="roll",
    find_move=find_move,
    target=lambda here, move: (
        divmod(move.square, EINSTEIN_SIZE) if isinstance(move, EinsteinStep) else DIE_COORDINATES
    ),
    ending=ending,
    note=note,
    chance=lambda position: True,
)
