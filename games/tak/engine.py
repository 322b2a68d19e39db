"""Chooses the rules of Tak: takpy's where it is installed and works, else ours in Python, with the same results.

The environment variable VISUALIZER_TAK forces one of them: `own` or `takpy`.
"""

import os

from games import AnyPosition, library_version, shorten
from games.tak import rules, takpy_rules
from games.tak.notation import Setup

VARIABLE = "VISUALIZER_TAK"


def uses_takpy() -> bool:
    """Return whether takpy is used; ValueError if the forced choice is not possible."""
    forced = os.environ.get(VARIABLE, "")
    if forced not in ("", "own", "takpy"):
        raise ValueError(f"{VARIABLE} is {shorten(forced)}, not own or takpy")
    if forced == "takpy" and takpy_rules.takpy() is None:
        raise ValueError(f"{VARIABLE} is takpy, but takpy is not installed or does not work")
    return forced != "own" and takpy_rules.takpy() is not None


def position(setup: Setup, half_komi: int) -> AnyPosition:
    """Set up a position under the rules in use."""
    return takpy_rules.position(setup, half_komi) if uses_takpy() else rules.position(setup, half_komi)


def name() -> str:
    """Return the name of the rules in use; a forced choice that is not possible is ignored."""
    try:
        return library_version("takpy", "takpy") if uses_takpy() else "built-in rules"
    except ValueError:
        return "built-in rules"
