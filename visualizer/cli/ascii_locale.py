"""What the locale says about the signs that may be written; Python hides it, and takes UTF-8 where it says ASCII."""

import os
import sys
from collections.abc import Mapping

ASCII = ("C", "POSIX")
"""The locales that promise no more than ASCII."""
COERCED = ("C.UTF-8", "C.utf8", "UTF-8")
"""What Python writes into LC_CTYPE at its start if the locale is one of these (PEP 538)."""


def asks_for_ascii(environment: Mapping[str, str] = os.environ, *, replaced: bool = bool(sys.flags.utf8_mode)) -> bool:
    """Say whether a person's locale has ASCII only; where none is set, nothing is known of it.

    `replaced` says whether the locale that Python found at its start was one of ASCII's: then a word for UTF-8 in
    LC_CTYPE is Python's own. Who asks Python for an encoding gets it.

    >>> asks_for_ascii({"LC_ALL": "C"}), asks_for_ascii({"LC_ALL": "C.UTF-8", "LANG": "C"})
    (True, False)
    """
    if environment.get("PYTHONIOENCODING") or environment.get("PYTHONUTF8") == "1":
        return False
    variables = [environment.get(name) for name in ("LC_ALL", "LC_CTYPE", "LANG")]
    if replaced and not variables[0] and variables[1] in COERCED:
        variables[1] = None
    return next(filter(None, variables), "") in ASCII
