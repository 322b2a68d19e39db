"""EinStein würfelt nicht! (Ingo Althöfer, 2004): a die says which of six stones moves.

Red, who is MAX, goes from the upper left corner to the lower right one, Blue the other way. Squares
are numbered row by row from the upper left. A position lists the square of each stone, Red's 1 to 6
and then Blue's; a captured stone has the square `CAPTURED_SQUARE`. Before each move the die is
rolled, which is a move of chance: a number from 1 to 6. A player's move is the index of a stone in
that list and the square to which the stone goes.
"""

# tests/oracles/games/einstein.py has the same rules, written apart.

import re
from collections.abc import Hashable, Sequence
from itertools import pairwise
from typing import NamedTuple

import games
from games._position import MAKE_POSITION

EINSTEIN_SIZE = 5
"""The number of squares along an edge."""
STONES_PER_SIDE = 6
"""The number of a side's stones, and of the faces of the die."""
CAPTURED_SQUARE = EINSTEIN_SIZE * EINSTEIN_SIZE
"""The square of a captured stone."""
GOAL_CORNERS = (EINSTEIN_SIZE * EINSTEIN_SIZE - 1, 0)
"""The corners where Red and Blue win."""
DIE_ROLLS = range(1, STONES_PER_SIDE + 1)
ROLL_PROBABILITIES = (1 / STONES_PER_SIDE,) * STONES_PER_SIDE
"""The probability of each roll."""
EINSTEIN_COLUMNS = "abcde"
EINSTEIN_ROWS = "12345"
EINSTEIN_SQUARES = tuple(
    f"{EINSTEIN_COLUMNS[square % EINSTEIN_SIZE]}{EINSTEIN_ROWS[square // EINSTEIN_SIZE]}"
    for square in range(EINSTEIN_SIZE * EINSTEIN_SIZE)
)
DIE_COORDINATES: games.Coordinates = (EINSTEIN_SIZE // 2, EINSTEIN_SIZE + 1)
"""The row and the column of the die, beside the board."""


class EinsteinStep(NamedTuple):
    """A stone, by its index in `Einstein.stones`, and the square to which it goes."""

    stone: int
    square: int


def stone_steps(stone: int, square: int) -> Sequence[EinsteinStep]:
    """Return the steps of a stone from a square: along the row, the column and the diagonal.

    Red's stones, 0 to 5, go to the right and down, Blue's to the left and up.
    """
    row, column = divmod(square, EINSTEIN_SIZE)
    forward = 1 if stone < STONES_PER_SIDE else -1
    targets = (
        (row, column + forward),
        (row + forward, column),
        (row + forward, column + forward),
    )
    return tuple(
        EinsteinStep(stone, target_row * EINSTEIN_SIZE + target_column)
        for target_row, target_column in targets
        if 0 <= target_row < EINSTEIN_SIZE and 0 <= target_column < EINSTEIN_SIZE
    )


STEPS_FROM_SQUARE = tuple(
    tuple(stone_steps(stone, square) for square in range(EINSTEIN_SIZE * EINSTEIN_SIZE))
    for stone in range(2 * STONES_PER_SIDE)
)
"""The steps of each stone from each square, by stone and then by square."""


class Einstein(NamedTuple):
    """A position: the square of each stone, the side to move, and the die.

    `maximizing` says that Red moves, or that the die is to be rolled for Red. `die` is the number
    rolled, 0 before the roll.
    """

    stones: tuple[int, ...]
    maximizing: bool = True
    die: int = 0

    @property
    def red_stones(self) -> tuple[int, ...]:
        """The squares of Red's stones."""
        return self.stones[:STONES_PER_SIDE]

    @property
    def blue_stones(self) -> tuple[int, ...]:
        """The squares of Blue's stones."""
        return self.stones[STONES_PER_SIDE:]

    def probabilities(self) -> Sequence[float] | None:
        """Return the probability of each roll, or None where a player moves or the game is over."""
        if self.die or self.outcome() is not None:
            return None
        return ROLL_PROBABILITIES

    def moves(self) -> Sequence[int | EinsteinStep]:
        """Return the six rolls of the die, or the steps after a roll; () after the end."""
        if self.outcome() is not None:
            return ()
        if not self.die:
            return DIE_ROLLS
        steps: list[EinsteinStep] = []
        for stone in self.movable_stones():
            steps += STEPS_FROM_SQUARE[stone][self.stones[stone]]
        return steps

    def movable_stones(self) -> Sequence[int]:
        """Return the stones that may move after a roll, by their indices in `stones`.

        Usually this is the stone whose number was rolled. If this stone is captured, the stones on
        the board with the next lower and the next higher number may move.
        """
        stones = self.stones
        first = 0 if self.maximizing else STONES_PER_SIDE
        rolled = first + self.die - 1
        if stones[rolled] != CAPTURED_SQUARE:
            return (rolled,)

        own = range(first, first + STONES_PER_SIDE)
        on_board = [stone for stone in own if stones[stone] != CAPTURED_SQUARE]
        lower = [stone for stone in on_board if stone < rolled]
        higher = [stone for stone in on_board if stone > rolled]
        # Slices instead of indices, since either list may be empty.
        return lower[-1:] + higher[:1]

    def play(self, move: int | EinsteinStep) -> "Einstein":
        """Return the position after a roll of the die, or after a step of a stone.

        A step captures any stone on its target, even the mover's own.
        """
        if not isinstance(move, EinsteinStep):
            return MAKE_POSITION(Einstein, (self.stones, self.maximizing, move))
        stones = [*self.stones]
        stone, target = move
        if target in stones:
            stones[stones.index(target)] = CAPTURED_SQUARE
        stones[stone] = target
        return MAKE_POSITION(Einstein, (tuple(stones), not self.maximizing, 0))

    def outcome(self) -> float | None:
        """Return 1 if Red has won, -1 if Blue has, else None; there are no draws.

        A side wins with a stone in its goal corner, or when the other side has no stone left.
        """
        red_corner, blue_corner = GOAL_CORNERS
        is_blue_gone = all(square == CAPTURED_SQUARE for square in self.blue_stones)
        if is_blue_gone or red_corner in self.red_stones:
            return 1
        is_red_gone = all(square == CAPTURED_SQUARE for square in self.red_stones)
        if is_red_gone or blue_corner in self.blue_stones:
            return -1
        return None

    def key(self) -> Hashable:
        """Return the stones, the side to move and the die."""
        return self

    def text(self) -> str:
        """Return the rows from the top, the side to move and the die.

        >>> EINSTEIN_START.text()
        '123../45.../6...a/...bc/..def r -'
        """
        # The last character, for captured stones, is not written.
        characters = ["."] * (CAPTURED_SQUARE + 1)
        for character, square in zip(EINSTEIN_STONE_CHARACTERS, self.stones, strict=True):
            characters[square] = character
        row_starts = range(0, CAPTURED_SQUARE, EINSTEIN_SIZE)
        rows = "/".join("".join(characters[start : start + EINSTEIN_SIZE]) for start in row_starts)
        side = "r" if self.maximizing else "b"
        die = self.die or "-"
        return f"{rows} {side} {die}"

    def name(self, move: int | EinsteinStep) -> str:
        """Return the number rolled, or the stone's number and its target: `3e1`."""
        if not isinstance(move, EinsteinStep):
            return str(move)
        number = move.stone % STONES_PER_SIDE + 1
        return f"{number}{EINSTEIN_SQUARES[move.square]}"

    def board(self) -> games.Board:
        """Return the board with the die beside it; stones have labels R1 to R6 and B1 to B6."""
        # The last cell, for captured stones, is not drawn.
        cells = [EMPTY_EINSTEIN_CELL] * (CAPTURED_SQUARE + 1)
        for stone, square in enumerate(self.stones):
            cells[square] = EINSTEIN_STONE_CELLS[stone]
        # Each row is extended by two cells; the die takes the last cell of the middle row.
        rows = [
            (*cells[start : start + EINSTEIN_SIZE], OFF_BOARD_CELL, OFF_BOARD_CELL)
            for start in range(0, CAPTURED_SQUARE, EINSTEIN_SIZE)
        ]
        die_row, _ = DIE_COORDINATES
        die_cell = games.Cell("die", label=str(self.die or ""))
        rows[die_row] = (*rows[die_row][:-1], die_cell)
        return games.Board(
            title="EinStein würfelt nicht!",
            cells=tuple(rows),
            columns=(*EINSTEIN_COLUMNS, "", "die"),
            rows=tuple(EINSTEIN_ROWS),
            captions=self._captions(),
            ground=games.Ground.WOOD,
        )

    def _captions(self) -> tuple[str, ...]:
        """Return the state of the die in words; () after the end of the game."""
        if self.outcome() is not None:
            return ()
        rolled = self.die or "to be rolled"
        return (f"Die: {rolled}",)


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
"""The distance of a captured stone; no stone on the board is so far from its goal."""


def moves_between(square: int, goal: int) -> int:
    """Return the number of moves from a square to a goal; a diagonal step is one move."""
    rows = abs(square // EINSTEIN_SIZE - goal // EINSTEIN_SIZE)
    columns = abs(square % EINSTEIN_SIZE - goal % EINSTEIN_SIZE)
    return max(rows, columns)


MOVES_TO_GOAL = tuple(
    (*(moves_between(square, goal) for square in range(CAPTURED_SQUARE)), CAPTURED_DISTANCE)
    for goal in GOAL_CORNERS
)
"""The number of moves from each square to the corner, for Red and for Blue."""
EINSTEIN_WIN = 6
"""The value of a win; a multiple of 6, so that the mean of six won rolls is exactly this value."""


def race(position: Einstein, outcome: float | None) -> float:
    """Return the lead of Red's foremost stone over Blue's, in moves to their goal corners.

    The value is from -3 to 3 during the game, 6 if Red has won and -6 if Blue has.
    """
    if outcome is not None:
        return EINSTEIN_WIN if outcome > 0 else -EINSTEIN_WIN
    red_distances, blue_distances = MOVES_TO_GOAL
    red_moves = min(red_distances[square] for square in position.red_stones)
    blue_moves = min(blue_distances[square] for square in position.blue_stones)
    return blue_moves - red_moves


def speed_of_fastest_stone(stones: Sequence[int], distances: Sequence[int]) -> float:
    """Return the speed of a side's fastest stone, from 0 to 6.

    The speed of a stone is the number of rolls that let it move, divided by the moves to its
    corner. `stones` are the squares of the side's six stones, 25 if captured, and `distances` are
    the moves to the corner from each square.

    >>> red_distances = MOVES_TO_GOAL[0]
    >>> speed_of_fastest_stone((23, 25, 25, 25, 25, 25), red_distances)
    6.0
    >>> speed_of_fastest_stone((12, 25, 25, 13, 25, 25), red_distances)
    2.5
    """
    on_board = [stone for stone, square in enumerate(stones) if square != CAPTURED_SQUARE]
    highest_speed = 0.0
    # A stone moves with its own roll, and with rolls for captured stones next to it: if stones 0, 3
    # and 4 are on the board, stone 3 moves with the rolls for stones 1, 2 and 3.
    previous_stone = -1
    for stone, next_stone in pairwise((*on_board, STONES_PER_SIDE)):
        rolls = next_stone - previous_stone - 1
        highest_speed = max(highest_speed, rolls / distances[stones[stone]])
        previous_stone = stone
    return highest_speed


def tempo(position: Einstein, outcome: float | None) -> float:
    """Return the speed of Red's fastest stone minus the speed of Blue's fastest stone.

    A speed is from 0 to 6 (see `speed_of_fastest_stone`). The value is 6 if Red has won and -6 if
    Blue has.
    """
    if outcome is not None:
        return EINSTEIN_WIN if outcome > 0 else -EINSTEIN_WIN
    red_distances, blue_distances = MOVES_TO_GOAL
    red_speed = speed_of_fastest_stone(position.red_stones, red_distances)
    blue_speed = speed_of_fastest_stone(position.blue_stones, blue_distances)
    return red_speed - blue_speed


WINNING_MOVE_SCORE = 100
"""The score of a winning move, which is more than all others together."""


def score_einstein_moves(
    position: Einstein, moves: Sequence[int | EinsteinStep]
) -> Sequence[Sequence[float]]:
    """Score each step by whether it wins, by the stone it captures and by its target.

    Capturing an opponent's stone scores 5 minus the moves that the stone needed to its goal corner.
    The target of a step scores 4 minus its distance from the mover's goal corner. A roll of the die
    scores 0.
    """
    red_distances, blue_distances = MOVES_TO_GOAL
    if position.maximizing:
        own_distances = red_distances
        other_distances = blue_distances
        other_stones = position.blue_stones
    else:
        own_distances = blue_distances
        other_distances = red_distances
        other_stones = position.red_stones
    other_squares = [square for square in other_stones if square != CAPTURED_SQUARE]

    rows = list[Sequence[float]]()
    for move in moves:
        if not isinstance(move, EinsteinStep):
            rows.append((0, 0, 0))
            continue
        target = move.square
        is_capture = target in other_squares
        capture_score = EINSTEIN_SIZE - other_distances[target] if is_capture else 0
        captures_last_stone = is_capture and len(other_squares) == 1
        wins = captures_last_stone or own_distances[target] == 0
        target_score = EINSTEIN_SIZE - 1 - own_distances[target]
        rows.append((WINNING_MOVE_SCORE if wins else 0, capture_score, target_score))
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


EINSTEIN_STONE_CHARACTERS = "123456abcdef"
"""The characters for Red's stones 1 to 6, then for Blue's."""
MAX_EINSTEIN_LENGTH = 100
"""Longer texts are refused; every position is much shorter."""
EINSTEIN_NOTATION = (
    "rows from the top, the side (r or b), the die (1 to 6, or - before the roll): "
    "123../45.../6...a/...bc/..def r -"
)


def read_position(text: str) -> Einstein:
    """Read a position such as `123../45.../6...a/...bc/..def r -`: rows, side to move and die.

    ValueError for any other text or an impossible position.
    """
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
    rolled = 0 if die == "-" else int(die)
    position = Einstein(read_stones(board), side == "r", rolled)
    if position.die and position.outcome() is not None:
        raise ValueError(f"the game is over, so no die is rolled: write - in place of {die}")
    return position


def read_stones(board: str) -> tuple[int, ...]:
    """Return the square of each stone on a board such as `123../45.../6...a/...bc/..def`.

    ValueError for wrong rows, an unknown character, a stone that occurs twice, or an empty board.
    """
    rows = board.split("/")
    if len(rows) != EINSTEIN_SIZE or any(len(row) != EINSTEIN_SIZE for row in rows):
        raise ValueError(
            f"{games.shorten(board)} is not {EINSTEIN_SIZE} rows of {EINSTEIN_SIZE} squares, "
            f"separated by /: {EINSTEIN_NOTATION}"
        )
    stones = [CAPTURED_SQUARE] * len(EINSTEIN_STONE_CHARACTERS)
    for square, character in enumerate("".join(rows)):
        if character == ".":
            continue
        if character not in EINSTEIN_STONE_CHARACTERS:
            raise ValueError(
                f"{games.shorten(character)} is not a square: write 1 to 6 for Red's stones, a to "
                "f for Blue's, . for none"
            )
        stone = EINSTEIN_STONE_CHARACTERS.index(character)
        if stones[stone] != CAPTURED_SQUARE:
            raise ValueError(f"the stone {character} is on the board twice")
        stones[stone] = square
    if {*stones} == {CAPTURED_SQUARE}:
        raise ValueError("there is no stone on the board")
    return tuple(stones)


def find_move(position: Einstein, word: str) -> int | EinsteinStep:
    """Return the roll with a name such as `3`, or the step with a name such as `3e1`.

    ValueError for any other word.
    """
    name = word.lower()
    is_step = len(name) == 3
    if is_step and not position.maximizing:
        # Blue's stones are letters in positions and numbers in moves; accept a letter here, too.
        blue_characters = EINSTEIN_STONE_CHARACTERS[STONES_PER_SIDE:]
        stone = blue_characters.find(name[0])
        if stone >= 0:
            name = f"{stone + 1}{name[1:]}"
    move: int | EinsteinStep = games.find_by_name(
        position, name, lambda: violated_einstein_rule(position)
    )
    return move


def stone_numbers(stones: Sequence[int]) -> str:
    """Return the numbers on some stones, joined by "or"; `stones` are their indices.

    >>> stone_numbers([1, 3]), stone_numbers([6])
    ('2 or 4', '1')
    """
    return " or ".join(str(stone % STONES_PER_SIDE + 1) for stone in stones)


def violated_einstein_rule(position: Einstein) -> str:
    """Return the rule for the next move: which stones may move, or that the die must be rolled."""
    if not position.die:
        return "the die must be rolled first"
    stones = stone_numbers(position.movable_stones())
    red_corner, blue_corner = GOAL_CORNERS
    corner = EINSTEIN_SQUARES[red_corner if position.maximizing else blue_corner]
    return f"after a {position.die}, stone {stones} moves towards {corner}"


def read(text: str, settings: games.Settings) -> Einstein:
    """Read a position; this game has no settings. See `read_position` for errors."""
    return read_position(text)


def einstein_ending(position: Einstein, outcome: float) -> str:
    """Say who has won a game, and how."""
    red_corner, blue_corner = GOAL_CORNERS
    if outcome > 0 and red_corner in position.red_stones:
        return f"Red has reached {EINSTEIN_SQUARES[red_corner]} and wins"
    if outcome > 0:
        return "Blue has no stone left, and Red wins"
    if blue_corner in position.blue_stones:
        return f"Blue has reached {EINSTEIN_SQUARES[blue_corner]} and wins"
    return "Red has no stone left, and Blue wins"


def target(position: Einstein, move: int | EinsteinStep) -> games.Coordinates:
    """Return the cell to which a stone goes, or the cell of the die for a roll."""
    if isinstance(move, EinsteinStep):
        return divmod(move.square, EINSTEIN_SIZE)
    return DIE_COORDINATES


def note(position: Einstein) -> str:
    """Say which stones may move if the rolled stone is captured; "" if it may move itself."""
    if not position.die:
        return ""
    stones = stone_numbers(position.movable_stones())
    if stones == str(position.die):
        return ""
    return f"stone {position.die} is gone, so {stones} moves"


PRESETS = (
    games.Preset(
        "opening",
        "123../45.../6...a/...bc/..def r -",
        (
            "the starting position: chance moves first, and each roll lets one stone move to "
            "three squares"
        ),
        counts=games.measured(
            depth=4,
            expectiminimax=457,
            star1=435,
            value=-0.05555555555555555,
        ),
    ),
    games.Preset(
        "looking-ahead",
        "1..3./.4b../6..2a/.5c../.d.ef r 3",
        (
            "at depth 3 (a move and the reply) nothing beats 3e1; at depth 5, 3d2 does, by "
            "staying on the diagonal"
        ),
        counts=games.measured(
            depth=5,
            expectiminimax=1336,
            star1=1228,
            value=0.05555555555555554,
        ),
    ),
    games.Preset(
        "ordering-helps",
        "...../..1../...2a/.b.../...c. r 2",
        (
            "stone 2 is next to its corner; in scored order Star1 saves three times as many "
            "nodes as in natural order"
        ),
        counts=games.measured(
            depth=7,
            expectiminimax=11588,
            star1=10291,
            value=5.1990740740740735,
        ),
    ),
    games.Preset(
        "two-stones",
        "...../...../..12./.ab../..... r -",
        (
            "two stones against two, face to face: a win is worth 6, and at depth 6 rolling "
            "first is worth 4.6"
        ),
        counts=games.measured(
            depth=6,
            expectiminimax=6333,
            star1=6321,
            value=4.61111111111111,
        ),
    ),
    games.Preset(
        "stone-gone",
        "...../..a../.1.2./...b./..... r 2",
        (
            "2d4 captures a blue stone and looks just as good as 2e4, but over the next rolls "
            "2e4 is better"
        ),
        counts=games.measured(
            depth=3,
            expectiminimax=76,
            star1=76,
            value=0.8333333333333333,
        ),
    ),
    games.Preset(
        "small",
        "...../..a../.1.../...b./..2.. r 4",
        (
            "for a slide: after a 4 only stone 2 may move; which roll brings Blue level, and "
            "does it stop Red (-d 5)?"
        ),
        counts=games.measured(
            depth=3,
            expectiminimax=26,
            star1=26,
            value=0.8333333333333333,
        ),
    ),
)
"""Positions of EinStein würfelt nicht! worth looking at, with measured numbers of nodes.

The numbers are for the evaluation race at a depth, rolls counted as plies: expectiminimax, which
visits everything, and star1 in natural order, cutting off at >=. The greatest and the least value
are far from the usual ones, so Star1 saves little; docs/searches.md says how much.
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
    opponents={
        "easy": "star1,depth=1",
        "middle": "star1,depth=3",
        "hard": "star1,depth=5",
    },
    presets=PRESETS,
    start=lambda settings: EINSTEIN_START,
    read=read,
    evaluations=EINSTEIN_EVALUATIONS,
    limits=EINSTEIN_LIMITS,
    stakes=STAKES,
    orderings=ORDERINGS,
    number_word="roll",
    find_move=find_move,
    target=target,
    ending=einstein_ending,
    note=note,
    chance=lambda position: True,
)
