"""What a person can do while stepping: one table for keys, footer, help, palette, line mode and README."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Action:
    """One thing to do.

    `keys` are those of the explorer, the first one shown; `line` is what line mode reads. Either may be missing.
    `label` is the word in the footer, if it stands there.
    """

    name: str
    group: str
    about: str
    keys: Sequence[str] = ()
    line: str = ""
    label: str = ""
    shown: str = ""
    """What stands in the footer for the key, if it is not the first key's own sign."""


ACTIONS, COMPARING = (
    tuple(Action(name, group, **said) for group, rows in groups.items() for name, said in rows.items())
    for groups in tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")).values()
)
"""What there is while stepping, and what there is beside when searches are compared."""

LINES = {action.line: action for action in ACTIONS if action.line}

SIGNS = {
    "space": "space", "right": "→", "left": "←", "up": "↑", "down": "↓", "colon": ":", "slash": "/", "plus": "+",
    "minus": "-", "equals_sign": "=", "full_stop": ".", "question_mark": "?", "left_square_bracket": "[",
    "right_square_bracket": "]", "left_parenthesis": "(", "right_parenthesis": ")", "left_curly_bracket": "{",
    "right_curly_bracket": "}", "enter": "enter", "backspace": "⌫", "home": "home", "end": "end", "tab": "tab",
}  # fmt: skip


def sign(key: str) -> str:
    """Return how a key is written for a person.

    >>> sign("right"), sign("x")
    ('→', 'x')
    """
    return SIGNS.get(key, key)
