"""A position of a game of OpenSpiel: a state that is never changed. Moves are OpenSpiel's numbers for actions."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any

from games import Board, MoveScores, find_by_name, result
from games.openspiel.drawing import draw

LONGEST_WORD = 100
"""More characters than the name of any move has; longer words are refused."""


@dataclass(frozen=True, slots=True)
class OpenSpiel:
    """A state of OpenSpiel. Player 0 is MAX, even where player 1 moves first."""

    state: Any

    @property
    def maximizing(self) -> bool:
        """Whether player 0 is to move."""
        return bool(self.state.current_player() == 0)

    def moves(self) -> Sequence[int]:
        """Return the legal actions, in the order of their numbers; none once the game is over."""
        actions: Sequence[int] = () if self.state.is_terminal() else self.state.legal_actions()
        return actions

    def play(self, move: int) -> "OpenSpiel":
        """Return the position after an action; it is applied to a copy of the state."""
        after = self.state.clone()
        after.apply_action(move)
        return OpenSpiel(after)

    def outcome(self) -> float | None:
        """Return what player 0 has won if the game is over, else None."""
        return float(self.state.returns()[0]) if self.state.is_terminal() else None

    def key(self) -> Hashable:
        """Return the moves played, since only the game knows what else of a state matters."""
        return tuple(self.state.history())

    def text(self) -> str:
        """Return the moves played, by name."""
        position, names = OpenSpiel(self.state.get_game().new_initial_state()), []
        for move in self.state.history()[len(position.state.history()) :]:
            names.append(position.name(move))
            position = position.play(move)
        return " ".join(names)

    def name(self, move: int) -> str:
        """Return an action as its game writes it, with _ in place of spaces."""
        return "_".join(self.state.action_to_string(self.state.current_player(), move).split())

    def board(self) -> Board:
        """Return a board made of the lines that the state prints."""
        return draw(self.state.get_game().get_type().long_name, str(self.state))


def find_move(position: OpenSpiel, word: str) -> int:
    """Return the legal move with that name; ValueError if there is none."""
    if len(word) > LONGEST_WORD:
        raise ValueError(f"{word[:40]!r}... is longer than any move")
    return int(find_by_name(position, word))


def read_moves(game: Any, text: str) -> OpenSpiel:
    """Play moves from the start of a game; ValueError names the first one that is not legal."""
    position = OpenSpiel(game.new_initial_state())
    for word in text.split():
        position = position.play(find_move(position, word))
    return position


def ends(position: OpenSpiel, moves: Sequence[int]) -> Sequence[Sequence[float]]:
    """Return for each move that ends the game what the mover wins by it, for any other 0."""
    sign = 1 if position.maximizing else -1
    return [(sign * result(after, after.outcome()),) for after in map(position.play, moves)]


scored = MoveScores("moves that win at once, and last those that lose at once", ("result",), ends)
