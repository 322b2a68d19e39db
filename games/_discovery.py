"""The list of all games: modules of this folder, installed plug-ins, and files of users."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

import games
from games._files import NotTrusted, load_trusted_module, redirect_prints_to_stderr
from games._game import Game
from games._notation import shorten

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GAMES_ENTRY_POINT = "visualizer.games"
USER_GAME = "_user_game_"
"""The prefix of the module names of user-supplied files."""


class GameNotFound(ValueError):  # noqa: N818  it says what is the matter
    """No game has a given name, or the game cannot be loaded."""


@cache
def _built_in_games() -> tuple[str, ...]:
    """Return the names of the games in this folder, sorted."""
    modules = (module.name for module in pkgutil.iter_modules(games.__path__))
    return tuple(sorted(name.replace("_", "-") for name in modules if not name.startswith("_")))


@cache
def _plugins() -> dict[str, EntryPoint]:
    """Return the games that other installed packages offer, by name.

    Plug-ins with the name of a built-in game are left out. Of two plug-ins with the same name, only
    the first counts.
    """
    from importlib.metadata import entry_points  # slow to load

    built_in = _built_in_games()
    # In reverse, so that the first of two plug-ins with the same name replaces the second.
    points = reversed([*entry_points(group=GAMES_ENTRY_POINT)])
    return {point.name: point for point in points if point.name not in built_in}


def game_names() -> list[str]:
    """Return the names of all games, sorted, without loading any."""
    return sorted([*_built_in_games(), *_plugins()])


def package_of_game(name: str) -> str | None:
    """Return the package of a plug-in; None for a built-in game and for a user's file."""
    point = _plugins().get(name)
    if point is None:
        return None
    if point.dist is not None:
        return point.dist.name
    return point.value


def _game_of(module: ModuleType, where: str) -> Game:
    """Return a module's constant GAME; GameNotFound if it is missing or incomplete.

    `where` names the module in the message.
    """
    game = getattr(module, "GAME", None)
    if not isinstance(game, Game):
        hint = "; --call EXPRESSION runs it as a program" if where.endswith(".py") else ""
        raise GameNotFound(f"{where} has no constant GAME of the type games.Game{hint}")
    if not game.presets or not game.evaluations:
        raise GameNotFound(f"{where} needs at least one preset and one evaluation")
    return game


def _game_of_family(name: str) -> Game:
    """Return the game `FAMILY:NAME`, which the module FAMILY makes by its function `game`.

    GameNotFound if there is no such function, or if it does not return a game.
    """
    family = name.partition(":")[0]
    module = _import_game_module(family)
    make_game = getattr(module, "game", None)
    if not callable(make_game):
        raise GameNotFound(
            f"there is no family of games called {shorten(family)}, so there is no game "
            f"{shorten(name)}"
        )
    with redirect_prints_to_stderr():
        game = make_game(name)
    if not isinstance(game, Game):
        raise GameNotFound(f"the family {family} cannot make a game from {shorten(name)}")
    return game


def _import_game_module(name: str) -> ModuleType | None:
    """Return the module of a built-in game or of a plug-in; None if the name is unknown."""
    if name in _built_in_games():
        return importlib.import_module(f"games.{name.replace('-', '_')}")
    if name not in _plugins():
        return None
    with redirect_prints_to_stderr():
        loaded: ModuleType = _plugins()[name].load()
    return loaded


def _load_file(path: Path) -> Game:
    """Load a game from a user-supplied Python file; GameNotFound if it is missing or wrong."""
    if not path.is_file():
        raise GameNotFound(f"there is no file {shorten(str(path), 200)}")
    game = _game_of(load_trusted_module(path, USER_GAME), str(path))
    # The names in `stakes` are names of evaluations. An unknown name is an error only if it looks
    # like a misspelling: the game may be a copy of another game with more evaluations.
    evaluations_without_stakes = game.evaluations.keys() - game.stakes.keys()
    for name in game.stakes.keys() - game.evaluations.keys():
        hint = did_you_mean(name, evaluations_without_stakes)
        if hint:
            raise GameNotFound(
                f"{path} has stakes for {shorten(name)}, which is not one of its evaluations{hint}"
            )
    return game


@cache
def load_game(name: str) -> Game:
    """Return a game by its name: `NAME`, `FAMILY:NAME`, or `FILE.py` for a user's file.

    GameNotFound lists the games, or says why this one cannot be loaded. NotTrusted if the user has
    not allowed the file to run.
    """
    try:
        if name.endswith(".py"):
            return _load_file(Path(name))
        if ":" in name:
            return _game_of_family(name)
        module = _import_game_module(name)
        if module is not None:
            return _game_of(module, f"the game {name}")
    except (GameNotFound, NotTrusted, KeyboardInterrupt):
        raise
    except BaseException as error:  # whatever a user-supplied file raises must become one sentence
        reason = " ".join(str(error).split())
        raise GameNotFound(
            f"the game {name} cannot be loaded: {type(error).__name__}: {reason}"
        ) from error
    raise GameNotFound(
        f"there is no game called {shorten(name)}{did_you_mean(name, game_names())}; the "
        f"games are: {' '.join(game_names())}"
    )


def did_you_mean(name: str, known_names: Iterable[str]) -> str:
    """Return a hint to append to an unknown name, such as " (did you mean hex?)", or "".

    >>> did_you_mean("ches", ["chess", "hex"])
    ' (did you mean chess?)'
    """
    similar = get_close_matches(name, known_names, n=1)
    return f" (did you mean {similar[0]}?)" if similar else ""


def is_built_in(game: Game) -> bool:
    """Return whether a game is one of this program's own, whose values need not be checked."""
    return game.name in _built_in_games() and load_game(game.name) is game


def broken_games() -> dict[str, str]:
    """Return the games that cannot be loaded, with the reason for each."""
    reasons = {}
    for name in game_names():
        try:
            load_game(name)
        except GameNotFound as error:
            reasons[name] = str(error)
    return reasons
