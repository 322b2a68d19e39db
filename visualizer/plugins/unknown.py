"""Names of games, searches, settings and such that there are not: refused with those that there are."""

from collections.abc import Collection

from games import did_you_mean, shorten
from visualizer.errors import InputError


def unknown(what: str, word: str, names: Collection[str], behind: str = "") -> InputError:
    """Return the error that a word names nothing, as `what` says: with what there is, and may be meant."""
    hint, there_are = did_you_mean(word, names), " ".join(names) or "none"
    return InputError(f"{what} {shorten(word)}{hint}; there are: {there_are}{behind}")
