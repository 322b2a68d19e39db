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

    `bound` is `≥` or `≤` before a value that is only one, else ""; `standing`, `words` and `called` say what it means,
    the latter two as a clause and beside a move. `line` is the best line as people call its moves, this one first,
    empty where the search has none. `recipe` is the search that found it, of `searched`: the position where the move is
    best there, else the one after it; it visited `nodes`. `limit` says what an answer before the end of
    that search rests on, "" for one that has ended.
    """

    move: str
    value: float | None
    bound: str
    standing: Standing | None
    words: str
    called: str
    how: str
    """How deep the search looked, or how many games it played, `depth 4`, `400 games`; "" if that is not said."""
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
    """All random games from the position, of which `how` counts those with this move."""

    @property
    def name(self) -> str:
        """The move in sentences: `e3`, `column 4`."""
        return self.game.called(self.move)

    def signed(self) -> str:
        """Return the value with its sign, `+2`, `−1,000`; a mean, from the side that moves, `+0.25`; "" for none."""
        if self.value is None:
            return ""
        if self.sampled:
            return with_sign(self.value if self.maximizing else 0 - self.value)
        return f"{self.bound}{signed(self.value)}"

    def verdict(self) -> str:
        """Return the value in a few letters; where wins do not differ, `wins` or `loses` for the mover."""
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
