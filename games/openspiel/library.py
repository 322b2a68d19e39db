"""Loads OpenSpiel when it is needed, and says which of its games can be searched here."""

import subprocess
import sys
from functools import cache
from importlib import import_module
from typing import Any

from games import NotInstalled, did_you_mean, how_to_install
from games._notation import shorten

HOW_TO_GET_IT = f"this game needs OpenSpiel, which is not installed: {how_to_install('open_spiel')}"
LONGEST_NAME = 200
PATIENCE = 20
"""Seconds that trying a game may take."""
TRIAL = """
import random, sys
import pyspiel

state = pyspiel.load_game(sys.argv[1]).new_initial_state()
str(state)
plies = 0
while not state.is_terminal() and plies < 100:
    actions = state.legal_actions()
    if not actions:
        sys.exit("OpenSpiel exception: it has a position without moves")
    state = state.clone()
    state.apply_action(random.choice(actions))
    plies += 1
"""
"""A program that loads a game and plays some moves, since OpenSpiel may crash on unexpected parameters."""


@cache
def library() -> Any:
    """Return OpenSpiel; NotInstalled says how to get it."""
    try:
        return import_module("pyspiel")
    except ImportError as error:
        raise NotInstalled(HOW_TO_GET_IT) from error


@cache
def fitting(name: str) -> Any:
    """Return a game by its name and parameters; ValueError says why it cannot be searched here."""
    names = library().registered_names()
    if len(name) > LONGEST_NAME or not (name.isascii() and name.isprintable()):
        raise ValueError(f"{name[:40]!r}... is no name and parameters of a game of OpenSpiel")
    bare = name.partition("(")[0]
    if bare not in names:
        raise ValueError(f"OpenSpiel has no game {shorten(bare)}{did_you_mean(bare, names)}")
    if wrong := unfit_as_it_is(bare) if name == bare else trouble(name):
        raise ValueError(f"{name} {wrong}")
    found = library().load_game(name)
    if wrong := unfit(found.get_type()) or ("" if found.num_players() == 2 else "is not for two players"):
        raise ValueError(f"{name} {wrong}")
    return found


def unfit_as_it_is(bare: str) -> str:
    """Say why a game without parameters cannot be searched here, before it is loaded; "" if it can."""
    kind = next(kind for kind in library().registered_games() if kind.short_name == bare)
    return unfit(kind) if kind.default_loadable else "needs parameters"


def unfit(kind: Any) -> str:
    """Say why games of a kind cannot be searched here, in words that follow a name; "" if they can."""
    types = library().GameType
    if not kind.min_num_players <= 2 <= kind.max_num_players:
        return "is not for two players"
    if kind.dynamics != types.Dynamics.SEQUENTIAL:
        return "is not played in turn"
    if kind.chance_mode == types.ChanceMode.SAMPLED_STOCHASTIC:
        return "does not say how probable what chance brings is"
    if kind.information != types.Information.PERFECT_INFORMATION:
        return "hides something from the players"
    if kind.utility not in (types.Utility.ZERO_SUM, types.Utility.CONSTANT_SUM):
        return "lets both players win"
    return ""


def trouble(name: str) -> str:
    """Try a game in a separate process and say what went wrong, in words that follow its name; "" if it works.

    So a crash becomes a sentence, and what OpenSpiel prints is not shown.
    """
    try:
        done = subprocess.run(  # noqa: S603  this Python, and a name of a game
            [sys.executable, "-P", "-c", TRIAL, name], check=False, capture_output=True, timeout=PATIENCE
        )
    except subprocess.TimeoutExpired:
        return "takes too long to load"
    if done.returncode == 0:
        return ""
    said = done.stderr.decode(errors="replace").splitlines()
    reason = next((line.partition(": ")[2] for line in said if line.startswith("OpenSpiel exception: ")), "it crashes")
    return f"cannot be loaded: {reason}"
