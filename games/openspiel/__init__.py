"""Any turn-based two-player game of OpenSpiel without chance or hidden information: `openspiel:NAME`.

OpenSpiel (Lanctot et al., "OpenSpiel: A Framework for Reinforcement Learning in Games", 2019) is loaded when a position
is asked for. Names and parameters are OpenSpiel's own, as in `openspiel:hex(board_size=5)`.
"""

from dataclasses import replace
from functools import partial
from math import inf
from typing import Any

import games
from games.openspiel.library import fitting
from games.openspiel.position import OpenSpiel, find_move, read_moves, scored

FAMILY = "openspiel:"
DEFAULT = "tic_tac_toe"
SHORT = 9
"""Games of at most this many plies are searched to the end by default."""
PLIES = 3
"""The default depth for all others."""


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
    engine=partial(games.library_version, "OpenSpiel", "open_spiel"),
)
