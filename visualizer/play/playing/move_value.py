"""What a search says of a move (value, bound, depth and line), and how a move stands against the best one."""

from dataclasses import dataclass
from math import inf

from games import AnyPosition, Game, Stakes, Standing
from visualizer.explaining.measures.summary import count_in_words
from visualizer.look.numbers import abbreviate_numbers, format_mean, format_signed
from visualizer.searching.recipe import Recipe

FEW_RANDOM_GAMES = 20
"""Random games for each move, below which they are said to be few."""


@dataclass(frozen=True, slots=True)
class MoveValue:
    """What a search says of a move: `value` is from MAX's side, None where it has found none.

    `bound` is `≥` or `≤` before a value that is only one, else ""; `standing`, `clause` and `label` say what it means,
    the latter two as a clause and beside a move, but not in how many moves it wins. `line` is the best line as people
    call its moves, this one first, empty where the search has none. `recipe` is the search that found it, of
    `searched`: the position where the move is best there, else the one after it; it visited `nodes`. `limit` says what
    an answer before the end of that search rests on, "" for one that has ended. Of moves that win alike, the search
    itself may choose another than the fastest, which is this one.
    """

    move: str
    value: float | None
    bound: str
    standing: Standing | None
    clause: str
    label: str
    how: str
    """How deep the search looked, or how many games it played, `depth 4`, `400 games`; "" if that is not said."""
    depth: int
    """Plies from before the move to the search's leaves; 0 for a search to the game's end or without such a limit."""
    line: tuple[str, ...]
    sampled: bool
    """Whether it is a mean of random games, which proves nothing."""
    maximizing: bool
    """Whether MAX makes the move."""
    nodes: int
    limit: str
    recipe: Recipe
    searched: AnyPosition
    game: Game
    games: int = 0
    """All random games from the position."""
    visits: int = 0
    """Those of them with this move."""
    moves: int = 0
    """In how many moves of the winner's, this one among them if it is, the game is won; 0 where that is not known."""

    @property
    def name(self) -> str:
        """The move in sentences: `e3`, `col 4`."""
        return self.game.called(self.label_of_move)

    @property
    def label_of_move(self) -> str:
        """What people call the move, without the word that stands before a mere number."""
        if self.line:
            return self.line[0].removeprefix(f"{self.game.number_word} ")
        return (
            self.game.label_of(self.searched, self.move) if self.move else ""
        )  # then it is the best one there

    @property
    def is_plain_win(self) -> bool:
        """Whether a side wins, and nothing says how far."""
        return self.standing is not None and self.standing.is_plain_win

    @property
    def wins(self) -> bool:
        """Whether its player wins, and nothing says how far."""
        return (
            self.is_plain_win
            and self.standing is not None
            and (self.standing.side > 0) is self.maximizing
        )

    @property
    def delay(self) -> float:
        """What sorts moves as good for their player: wins by how soon the game is won, losses by how late.

        Where that is not known, it stands behind what is.
        """
        if not self.is_plain_win or not self.moves:
            return inf
        if self.wins:
            return self.moves
        return 0 - self.moves

    @property
    def said_line(self) -> str:
        """The moves that are expected, one after the other."""
        return self.game.in_a_row(self.line)

    @property
    def words(self) -> str:
        """What it means as a clause: `White wins in 2`; "" for no value."""
        return self.clause + f" in {self.moves}" * bool(self.moves)

    @property
    def called(self) -> str:
        """What it means beside a move: `White wins in 2`, `a flat ahead`."""
        return self.label + f" in {self.moves}" * bool(self.moves)

    @property
    def ends(self) -> bool:
        """Whether the move itself wins the game, as far as that is proved."""
        return self.moves == 1 and self.wins

    @property
    def words_after(self) -> str:
        """What it means once the move has been made: `White has won` where the move itself has won the game."""
        return f"{self.game.side(maximizing=self.maximizing)} has won" if self.ends else self.words

    def signed(self) -> str:
        """Return the value from MAX's side with its sign, `+2`, `−1,000`, of a mean `+0.25`; "" for none."""
        if self.value is None:
            return ""
        if self.sampled:
            return format_mean(self.value)
        return f"{self.bound}{format_signed(self.value)}"

    def verdict(self) -> str:
        """Return the value in a few letters, a number from MAX's side; where wins do not differ, `wins` or `loses`."""
        if self.is_plain_win:
            return "wins" if self.wins else "loses"
        return abbreviate_numbers(self.signed())

    @property
    def how_said(self) -> str:
        """How deep it was searched in brackets, ` (depth 4)`; "" if that is not said."""
        return f" ({self.how})" if self.how else ""

    @property
    def said(self) -> str:
        """What it means and how deep it was searched: `White is 2 discs ahead (depth 4)`; "" for no value."""
        return f"{self.words}{self.how_said}" if self.words else ""

    @property
    def few(self) -> str:
        """That the random games are few for the moves there are: `100 games over 25 moves are few`; else ""."""
        if self.sampled:
            moves = len(self.searched.moves())
        else:
            moves = 0
        return describe_few_games(self.games, moves)


def describe_few_games(games: int, moves: int) -> str:
    """Say of random games over some moves that they are few; "" if they are not.

    >>> describe_few_games(100, 25), describe_few_games(1000, 25)
    ('100 games over 25 moves are few', '')
    """
    if games < FEW_RANDOM_GAMES * moves:
        return f"{count_in_words(games, 'game', 'games')} over {count_in_words(moves, 'move', 'moves')} are few"
    return ""


ROUNDING_ERROR = 1e-9
"""Means that differ by less are equal but for rounding."""


def value_difference(value: float, other: float) -> float:
    """Return a value less another one, 0 where rounding alone makes a difference.

    >>> value_difference(0.1 + 0.2, 0.3), value_difference(3, 1)
    (0, 2)
    """
    difference = value - other
    if abs(difference) < ROUNDING_ERROR:
        return 0
    return difference


@dataclass(frozen=True, slots=True)
class Verdict:
    """A move held against the best one of its position, or an outcome of chance against what was expected (`best`)."""

    move: MoveValue
    best: MoveValue
    maximizing_after: bool
    """Whether MAX is to move after it: turns need not alternate."""
    sides: tuple[str, str]
    """The names of MAX and of MIN."""
    stakes: Stakes | None
    """What the values mean; None where they are only numbers."""
    by_chance: bool = False
    """Whether chance moves, which gives nothing away."""
    is_over: bool = False
    """Whether the game is over after it."""
    number: int = 0
    """The move's number in a game, from 1."""
    depth: int = 0
    """How many plies the search saw that played the move; 0 where that is not known."""

    @property
    def maximizing(self) -> bool:
        """Return whether MAX moves."""
        return self.best.maximizing

    @property
    def is_best(self) -> bool:
        """Return whether it is the search's best move itself."""
        return self.best.line != () and self.move.move == self.best.move

    @property
    def lost(self) -> float | None:
        """What the move gives away, from the side of its player, never below 0; None where a value is not known.

        It is None for chance, too.
        """
        if self.move.value is None or self.best.value is None or self.by_chance:
            return None
        return max(
            0, value_difference(self.best.value, self.move.value) * (1 if self.maximizing else -1)
        )

    @property
    def given_away(self) -> float | None:
        """What the move gives away that counts: 0 for less than the evaluation can tell in a game that goes on."""
        if self.lost is None or self.stakes is None or self.best.sampled:
            return self.lost
        is_won = any(
            each.standing is not None and each.standing.won for each in (self.best, self.move)
        )
        if is_won or self.lost >= self.stakes.slight:
            return self.lost
        return 0

    @property
    def is_slower(self) -> bool:
        """Return whether the move gives nothing away, but wins later than the best one or loses sooner."""
        return self.lost == 0 and self.best.is_plain_win and self.best.delay < self.move.delay

    @property
    def wins_at_once(self) -> bool:
        """Return whether the move itself wins the game and gives nothing away, whichever winning move is the best."""
        return (
            self.is_over
            and self.lost == 0
            and self.move.value is not None
            and (self.move.value > 0 if self.maximizing else self.move.value < 0)
        )

    @property
    def luck(self) -> float | None:
        """What an outcome of chance is worth more than was expected, from MAX's side; None for a player's move."""
        if not self.by_chance or self.move.value is None or self.best.value is None:
            return None
        return value_difference(self.move.value, self.best.value)

    @property
    def refutation(self) -> tuple[str, ...]:
        """The line that answers the move, as far as it was searched."""
        return self.move.line[1:]

    @property
    def unseen(self) -> str:
        """The move of that line which came too late for the search that played this one; "" for none."""
        late = not self.is_best and 0 < self.depth < len(self.move.line)
        if late:
            return self.move.game.called(self.move.line[self.depth])
        return ""
