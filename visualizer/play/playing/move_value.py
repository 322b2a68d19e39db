"""The value that a search gives a move, and the comparison of a move with the best one."""

from dataclasses import dataclass
from math import inf

from games import AnyPosition, Game, Stakes, Standing
from visualizer.explaining.measures.summary import count_in_words
from visualizer.look.numbers import abbreviate_numbers, format_mean, format_signed
from visualizer.searching.recipe import Recipe

FEW_RANDOM_GAMES = 20
"""Fewer random games than this for each move are reported as few."""


@dataclass(frozen=True, slots=True)
class MoveValue:
    """The value that a search gives a move, with its meaning in words.

    `value` is from MAX's side, None if the search has found no value. `bound` is `≥` or `≤` for a
    value that is only a bound, else "". `standing` is the meaning of the value; `clause` and
    `label` put it into words, without the number of moves to a win. `line` is the best line, this
    move first, with moves as people write them; it is empty if the search has found no line.

    `recipe` is the search that found the value. It visited `nodes`, and began at
    `searched_position`: before the move if the move is the best one there, else after the move. If
    the search was stopped early, `limit` says why, and what it had finished; else it is "".
    """

    move: str
    value: float | None
    bound: str
    standing: Standing | None
    clause: str
    label: str
    effort: str
    """How far the search looked, `depth 4` or `400 games`; "" if it had no depth."""
    depth: int
    """Plies from before the move to the search's leaves; 0 if the search had no depth."""
    line: tuple[str, ...]
    is_mean: bool
    """Whether the value is a mean of random games, which proves nothing."""
    maximizing: bool
    """Whether MAX makes the move."""
    nodes: int
    limit: str
    recipe: Recipe
    searched_position: AnyPosition
    game: Game
    games: int = 0
    """How many random games began at the searched position."""
    visits: int = 0
    """How many of these games began with this move."""
    moves_to_win: int = 0
    """In how many moves the winner wins; its own move in `move` counts. 0 if unknown."""

    @property
    def name(self) -> str:
        """The move in sentences: `e3`, `col 4`."""
        return self.game.name_with_word(self.move_label)

    @property
    def move_label(self) -> str:
        """The move as people write it, but a mere number without a word: `4`, not `col 4`."""
        if self.line:
            return self.line[0].removeprefix(f"{self.game.number_word} ")
        # If there is no line, the search began before the move.
        if self.move:
            return self.game.label_of(self.searched_position, self.move)
        return ""

    @property
    def is_plain_win(self) -> bool:
        """Whether a side wins, in a game where wins do not differ in size."""
        return self.standing is not None and self.standing.is_plain_win

    @property
    def wins(self) -> bool:
        """Whether the player of the move wins, in a game where wins do not differ in size."""
        if self.standing is None or not self.is_plain_win:
            return False
        return (self.standing.side > 0) is self.maximizing

    @property
    def delay(self) -> float:
        """The sort key for moves of equal value, which puts fast wins and slow losses first.

        A win in 3 moves has the key 3, a loss in 3 moves -3, and an unknown number infinity.
        """
        if not self.is_plain_win or not self.moves_to_win:
            return inf
        if self.wins:
            return self.moves_to_win
        return -self.moves_to_win

    @property
    def line_text(self) -> str:
        """The expected moves, one after the other."""
        return self.game.join_moves(self.line)

    @property
    def words(self) -> str:
        """The meaning as a clause: `White wins in 2`; "" without a value."""
        return f"{self.clause}{self._in_moves()}"

    @property
    def label_with_distance(self) -> str:
        """The meaning as a label that follows the move: `White wins in 2`, `a flat ahead`."""
        return f"{self.label}{self._in_moves()}"

    def _in_moves(self) -> str:
        """Return the number of moves to a win as the end of a clause, "" if unknown."""
        if not self.moves_to_win:
            return ""
        return f" in {self.moves_to_win}"

    @property
    def wins_game(self) -> bool:
        """Whether the move itself is known to win the game."""
        return self.moves_to_win == 1 and self.wins

    @property
    def words_after_move(self) -> str:
        """The meaning once the move has been made: `White has won` if the move itself wins."""
        if self.wins_game:
            return f"{self.game.side(maximizing=self.maximizing)} has won"
        return self.words

    def signed(self) -> str:
        """Return the value from MAX's side: `+2`, `−1,000`, a mean `+0.25`; "" without a value."""
        if self.value is None:
            return ""
        if self.is_mean:
            return format_mean(self.value)
        return f"{self.bound}{format_signed(self.value)}"

    def brief_value(self) -> str:
        """Return the value in a few letters: `+2` from MAX's side, or who wins.

        A plain win is `wins` or `loses`, from the point of view of the player who moves.
        """
        if not self.is_plain_win:
            return abbreviate_numbers(self.signed())
        if self.wins:
            return "wins"
        return "loses"

    @property
    def effort_in_brackets(self) -> str:
        """How far the search looked, in brackets: ` (depth 4)`; "" if it had no depth."""
        if not self.effort:
            return ""
        return f" ({self.effort})"

    @property
    def words_with_effort(self) -> str:
        """The meaning and the depth: `White is 2 discs ahead (depth 4)`; "" without a value."""
        if not self.words:
            return ""
        return f"{self.words}{self.effort_in_brackets}"

    @property
    def few_games_warning(self) -> str:
        """A warning that random games are few, `100 games over 25 moves are few`, or ""."""
        if not self.is_mean:
            return ""
        return describe_few_games(self.games, len(self.searched_position.moves()))


def describe_few_games(games: int, moves: int) -> str:
    """Warn that random games are few for the number of moves; "" if they are enough.

    >>> describe_few_games(100, 25), describe_few_games(1000, 25)
    ('100 games over 25 moves are few', '')
    """
    if games >= FEW_RANDOM_GAMES * moves:
        return ""
    game_count = count_in_words(games, "game", "games")
    move_count = count_in_words(moves, "move", "moves")
    return f"{game_count} over {move_count} are few"


ROUNDING_ERROR = 1e-9
"""Two means with a smaller difference are taken as equal."""


def value_difference(value: float, other: float) -> float:
    """Return a value minus another value, or 0 if the difference is only a rounding error.

    >>> value_difference(0.1 + 0.2, 0.3), value_difference(3, 1)
    (0, 2)
    """
    difference = value - other
    if abs(difference) < ROUNDING_ERROR:
        return 0
    return difference


@dataclass(frozen=True, slots=True)
class Verdict:
    """A move compared with the best move, or an outcome of chance with the expected value.

    For an outcome of chance, `best` has the expected value and no move.
    """

    move: MoveValue
    best: MoveValue
    maximizing_after: bool
    """Whether MAX is to move after the move: turns need not alternate."""
    sides: tuple[str, str]
    """The names of MAX and MIN."""
    stakes: Stakes | None
    """The meaning of values, None if they are mere numbers."""
    by_chance: bool = False
    """Whether the move is an outcome of chance, which gives nothing away."""
    is_over: bool = False
    """Whether the game is over after the move."""
    number: int = 0
    """The move's number in a game, from 1."""
    depth: int = 0
    """How many plies ahead the player looked who chose the move; 0 if this is unknown."""

    @property
    def maximizing(self) -> bool:
        """Whether MAX makes the move."""
        return self.best.maximizing

    @property
    def is_best(self) -> bool:
        """Whether the move is the search's best move itself."""
        return self.best.line != () and self.move.move == self.best.move

    @property
    def value_lost(self) -> float | None:
        """How much worse the move is for its player than the best move, at least 0.

        None if a value is unknown, or if the move is an outcome of chance.
        """
        if self.move.value is None or self.best.value is None or self.by_chance:
            return None
        difference = value_difference(self.best.value, self.move.value)
        if not self.maximizing:
            difference = -difference
        return max(0, difference)

    @property
    def given_away(self) -> float | None:
        """How much the move gives away: `value_lost`, or 0 for a slight loss.

        A slight loss is ignored, because evaluations are not that exact. But every loss counts if
        the best move or this move decides the game, or if the values are means of random games.
        """
        if self.value_lost is None or self.stakes is None or self.best.is_mean:
            return self.value_lost
        standings = (self.best.standing, self.move.standing)
        is_decided = any(standing is not None and standing.won for standing in standings)
        if is_decided or self.value_lost >= self.stakes.slight:
            return self.value_lost
        return 0

    @property
    def is_slower(self) -> bool:
        """Whether the move has the best value, but wins later or loses sooner than the best."""
        return self.value_lost == 0 and self.best.is_plain_win and self.best.delay < self.move.delay

    @property
    def wins_at_once(self) -> bool:
        """Whether the move itself ends the game with the best possible win."""
        if not self.is_over or self.value_lost != 0 or self.move.value is None:
            return False
        if self.maximizing:
            return self.move.value > 0
        return self.move.value < 0

    @property
    def luck(self) -> float | None:
        """How much better for MAX than expected an outcome of chance is; None for a move."""
        if not self.by_chance or self.move.value is None or self.best.value is None:
            return None
        return value_difference(self.move.value, self.best.value)

    @property
    def refutation(self) -> tuple[str, ...]:
        """The expected moves after the move, as far as they were searched."""
        return self.move.line[1:]

    @property
    def unseen_move(self) -> str:
        """The first expected move that the player's search, `depth` plies deep, could not see.

        "" if the player could see the whole line, or has played the best move.
        """
        is_line_longer = 0 < self.depth < len(self.move.line)
        if self.is_best or not is_line_longer:
            return ""
        return self.move.game.name_with_word(self.move.line[self.depth])
