"""Any turn-based two-player game of OpenSpiel without hidden information, with dice or without: `openspiel:NAME`.

OpenSpiel (Lanctot et al., "OpenSpiel: A Framework for Reinforcement Learning in Games", 2019) is loaded when a position
is asked for. Names and parameters are OpenSpiel's own, as in `openspiel:hex(board_size=5)`.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import inf
from typing import Any

import games
from games.openspiel.drawing import draw
from games.openspiel.library import fitting

FAMILY = "openspiel:"
DEFAULT = "tic_tac_toe"
SHORT = 9
"""Games of at most this many plies are searched to the end by default."""
PLIES = 3
"""The default depth for all others."""
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
        """Return the legal actions, or what chance may bring, in the library's order; none once the game is over."""
        if self.state.is_chance_node():
            return [action for action, odds in self.state.chance_outcomes() if odds > 0]
        actions: Sequence[int] = () if self.state.is_terminal() else self.state.legal_actions()
        return actions

    def probabilities(self) -> Sequence[float] | None:
        """Return what each outcome is probable where chance moves, None where a player does."""
        if not self.state.is_chance_node():
            return None
        return [odds for _, odds in self.state.chance_outcomes() if odds > 0]

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

    def board(self) -> games.Board:
        """Return a board made of the lines that the state prints."""
        return draw(self.state.get_game().get_type().long_name, str(self.state))


def find_move(position: OpenSpiel, word: str) -> int:
    """Return the legal move with that name; ValueError if there is none."""
    if len(word) > LONGEST_WORD:
        raise ValueError(f"{word[:40]!r}... is longer than any move")
    return int(games.find_by_name(position, word))


def read_moves(game: Any, text: str) -> OpenSpiel:
    """Play moves from the start of a game; ValueError names the first one that is not legal."""
    position = OpenSpiel(game.new_initial_state())
    for word in text.split():
        position = position.play(find_move(position, word))
    return position


def ends(position: OpenSpiel, moves: Sequence[int]) -> Sequence[Sequence[float]]:
    """Return for each move that ends the game what the mover wins by it, for any other 0."""
    sign = 1 if position.maximizing else -1
    return [(sign * games.result(after, after.outcome()),) for after in map(position.play, moves)]


scored = games.MoveScores("moves that win at once, and last those that lose at once", ("result",), ends)


def has_dice(game: Any) -> bool:
    """Return whether chance has a part in a game of OpenSpiel."""
    kind = game.get_type()
    return bool(kind.chance_mode != type(kind).ChanceMode.DETERMINISTIC)


def chosen(settings: games.Settings) -> Any:
    """Return the first position of the game in the settings."""
    return fitting(settings.get("game", DEFAULT))


def game(name: str) -> games.Game:
    """Return the game `openspiel:NAME`; GameNotFound if there is none, or none that can be searched."""
    try:
        found = fitting(name.removeprefix(FAMILY))
    except games.NotInstalled as error:
        raise games.GameNotFound(str(error)) from error
    except ValueError as error:
        raise games.GameNotFound(f"there is no game {name[:60]!r}: {error}") from error
    title = found.get_type().long_name
    return replace(
        GAME,
        name=name,
        title=title,
        about=f"{title}, by OpenSpiel",
        start=lambda settings: OpenSpiel(found.new_initial_state()),
        read=lambda text, settings: read_moves(found, text),
        options=(),
        presets=(games.Preset("start", "", "the start of the game"),),
        depth=None if found.max_game_length() <= SHORT else PLIES,
        opponents={},
        chance=(lambda position: True) if has_dice(found) else games.never,
        limits={"result": (min(0.0, found.min_utility()), max(0.0, found.max_utility()))},
    )


GAME = games.Game(
    **games.described(__file__),
    start=lambda settings: OpenSpiel(chosen(settings).new_initial_state()),
    read=lambda text, settings: read_moves(chosen(settings), text),
    evaluations={"result": games.result},
    stakes={"result": replace(games.WIN_OR_DRAW, most=inf)},
    orderings={"scored": scored},
    options=(games.Option("game", "a game of OpenSpiel and its parameters", DEFAULT, str),),  # looked up when loaded
    find_move=find_move,
    chance=lambda position: has_dice(position.state.get_game()),
    opponents={
        name: f"ordered-alpha-beta,depth={depth}" for name, depth in (("easy", 1), ("middle", 3), ("hard", "all"))
    },
    engine=partial(games.library_version, "OpenSpiel", "open_spiel"),
)
