"""What a person can do while stepping: one table for keys, footer, help, palette, line mode and documentation."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from visualizer.trace.jumps import TO_CUTS
from visualizer.trace.rows import Trace


@dataclass(frozen=True, slots=True)
class Action:
    """One thing to do.

    `keys` are those of the screens, the first one shown, and `where` are the screens on which it works: `explorer`,
    `sides` (a comparison side by side), `lecture`, `play`, `review`, `practice`, `edit`, `lesson`, `start`. `lines` are
    the letters and words that the line mode of each of them reads, the first two shown, with an `argument` behind them
    or none. Either may be missing.
    """

    name: str
    group: str
    about: str
    where: Sequence[str] = ()
    keys: Sequence[str] = ()
    lines: Mapping[str, Sequence[str]] = field(default_factory=dict)
    argument: bool = False
    heard: str = ""
    """What the help of line mode says, if it is not what the screens say."""
    label: str = ""
    """The word in the footer, if it stands there."""
    shown: str = ""
    """What stands in the footer for the key, if it is not the first key's own sign."""
    quiet: Sequence[str] = ()
    """The screens in whose footer it does not stand in spite of its label."""
    late: bool = False
    """Whether it stands in the footer only where there is room for all that is not."""
    nowhere: str = ""
    """What to say where it leads nowhere, if it is a jump."""
    sampling: str = ""
    """The action whose place in the footer it takes for a search by random games, and only there."""


ACTIONS = tuple(
    Action(name, group, **fields)
    for group, rows in tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")).items()
    for name, fields in rows.items()
)
UPON = {"lesson": "explorer"}
"""The screens on which those keys work, too, that are not their own."""
NOWHERE = {action.name: action.nowhere for action in ACTIONS if action.nowhere}


def nowhere(trace: Trace, name: str) -> str:
    """Say why a jump, by the name of its action, leads nowhere."""
    if trace.adds and name in TO_CUTS:
        return "random games cut nothing; } goes to the next iteration"
    return NOWHERE.get(name, NOWHERE["next"])


def actions_of(screen: str) -> tuple[Action, ...]:
    """Return the actions that work on a screen, in the order of the table, its own first where it is upon another.

    >>> [action.name for action in actions_of("start")]
    ['theme', 'quit']
    """
    own = tuple(action for action in ACTIONS if screen in action.where)
    taken = {key for action in own for key in action.keys}
    below = actions_of(UPON[screen]) if screen in UPON else ()
    return own + tuple(action for action in below if not taken & {*action.keys})


def commands_at(place: str) -> tuple[Action, ...]:
    """Return the actions of a line mode, in the order of the table.

    >>> [action.name for action in commands_at("lesson")]
    ['go_on', 'go_back', 'quit']
    """
    return tuple(action for action in ACTIONS if place in action.lines)


def footer_of(screen: str, *, sampling: bool) -> list[Action]:
    """Return the actions in a screen's footer, help and quit last; a search by random games has some of its own."""
    labelled = [action for action in actions_of(screen) if action.label and screen not in action.quiet]
    instead = {action.sampling: action for action in labelled if action.sampling}
    shown = [instead.get(action.name, action) if sampling else action for action in labelled if not action.sampling]
    return sorted(shown, key=lambda action: (action.group == "program", action.late))


SIGNS = {
    "right": "→", "left": "←", "up": "↑", "down": "↓", "colon": ":", "slash": "/", "plus": "+",
    "minus": "-", "equals_sign": "=", "full_stop": ".", "question_mark": "?", "left_square_bracket": "[",
    "right_square_bracket": "]", "left_parenthesis": "(", "right_parenthesis": ")", "left_curly_bracket": "{",
    "right_curly_bracket": "}", "backspace": "⌫",
}  # fmt: skip


def sign(key: str) -> str:
    """Return how a key is written for a person.

    >>> sign("right"), sign("x")
    ('→', 'x')
    """
    return SIGNS.get(key, key)
