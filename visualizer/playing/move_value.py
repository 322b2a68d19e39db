"""What a search says of a move: value, bound, depth and line."""

from dataclasses import dataclass

from games import AnyPosition, Game, Standing
from visualizer.look.numbers import brief, signed, with_sign
from visualizer.measures.summary import many
from visualizer.recipe import Recipe

FEW = 20
"""Random games for each move, below which they are said to be few."""


@dataclass(frozen=True, slots=True)
class MoveValue:
    """What a search says of a move: `value` is from MAX's side, None where it has found none.

    `bound` is `≥` or `≤` before a value that is only one, else ""; `standing`, `clause` and `label` say what it means,
    the latter two as a clause and beside a move, but not in how many moves it wins. `line` is the best line as people
    call its moves, this one first, empty where the search has none. `recipe` is the search that found it, of
    `searched`: the position where the move is best there, else the one after it; it visited `nodes`. `limit` says what
    an answer before the end of that search rests on, "" for one that has ended.
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
        """The move in sentences: `e3`, `column 4`."""
        return self.game.called(self.move)

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
        return self.moves == 1 and self.standing is not None and (self.standing.side > 0) == self.maximizing

    @property
    def words_after(self) -> str:
        """What it means once the move has been made: `White has won` where the move itself has won the game."""
        return f"{self.game.side(maximizing=self.maximizing)} has won" if self.ends else self.words

    def signed(self) -> str:
        """Return the value from MAX's side with its sign, `+2`, `−1,000`, of a mean `+0.25`; "" for none."""
        if self.value is None:
            return ""
        return with_sign(self.value) if self.sampled else f"{self.bound}{signed(self.value)}"

    def verdict(self) -> str:
        """Return the value in a few letters, a number from MAX's side; where wins do not differ, `wins` or `loses`."""
        if self.standing is not None and self.standing.is_plain_win:
            return "wins" if (self.standing.side > 0) == self.maximizing else "loses"
        return brief(self.signed())

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
        moves = len(self.searched.moves()) if self.sampled else 0
        return few(self.games, moves)


def few(games: int, moves: int) -> str:
    """Say of random games over some moves that they are few; "" if they are not.

    >>> few(100, 25), few(1000, 25)
    ('100 games over 25 moves are few', '')
    """
    return f"{many(games, 'game', 'games')} over {many(moves, 'move', 'moves')} are few" if games < FEW * moves else ""
