"""Names of games, searches, settings and such that there are not: refused with those that there are."""

from collections.abc import Collection

from games import did_you_mean, shorten
from visualizer.errors import InputError


def unknown(what: str, word: str, names: Collection[str], behind: str = "") -> InputError:
    """Return the error that a word names nothing, as `what` says: with what there is, and may be meant.

    >>> print(unknown("no order", "./m.py", ["killer"], ", FILE.py:FUNCTION"))
    no order './m.py'; a function in that file is named as ./m.py:FUNCTION; there are: killer, FILE.py:FUNCTION
    """
    hint, there_are = did_you_mean(word, names), " ".join(names) or "none"
    if behind and word.endswith(".py"):
        hint = f"; a function in that file is named as {word:.100}:FUNCTION"
    return InputError(f"{what} {shorten(word)}{hint}; there are: {there_are}{behind}")
