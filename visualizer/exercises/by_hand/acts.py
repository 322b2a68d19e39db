"""What a person does who makes a search by hand: enters a child, cuts, changes α or β, returns a value."""

from dataclasses import dataclass
from enum import Enum

from visualizer.errors import InputError
from visualizer.look import numbers
from visualizer.look.numbers import alike, show
from visualizer.trace.rows import MovePath


class ActKind(Enum):
    """What can be done; the values are its words, the first of which files and pages use."""

    DOWN = ("down", "d", "↓")
    CUT = ("cut", "x")
    ALPHA = ("alpha", "a", "α")
    BETA = ("beta", "b", "β")
    RETURN = ("return", "r")

    @property
    def word(self) -> str:
        """Return what files and pages call it."""
        words: tuple[str, ...] = self.value
        return words[0]

    @property
    def takes_number(self) -> bool:
        """Return whether a number belongs to it."""
        return self in NUMBERED


NUMBERED = frozenset({ActKind.ALPHA, ActKind.BETA, ActKind.RETURN})
WORDS = {word: kind for kind in ActKind for word in kind.value}
NAMES = {ActKind.DOWN: "going down", ActKind.CUT: "cuts", ActKind.ALPHA: "α", ActKind.BETA: "β",
         ActKind.RETURN: "values returned"}  # fmt: skip
"""What was done, in the report at the end."""
SIGNS = {ActKind.DOWN: "↓", ActKind.CUT: "x", ActKind.ALPHA: "α", ActKind.BETA: "β", ActKind.RETURN: "return"}


@dataclass(frozen=True, slots=True)
class Act:
    """One thing that is done: with a number from MAX's side, or going down with the node to be entered, None: the next.

    Going down to a leaf reads it, and it returns at once.
    """

    kind: ActKind
    number: float = 0
    path: MovePath | None = None

    def is_like(self, other: "Act") -> bool:
        """Return whether it is the same, its number as it is shown, any node or none being entered."""
        return self.kind is other.kind and (not self.kind.takes_number or alike(self.number, other.number))

    @property
    def says(self) -> str:
        """Return it as it is written: `↓`, `x`, `α 3`, `return 3`."""
        return f"{SIGNS[self.kind]} {show(self.number)}" if self.kind.takes_number else SIGNS[self.kind]


def read_act(text: str) -> Act:
    """Read what is to be done: `down`, `x`, `alpha 3`, a number for what is returned; InputError for else.

    >>> read_act("b -inf").says, read_act("12").says, read_act("X").says
    ('β −∞', 'return 12', 'x')
    """
    word, _, rest = text.strip().lower().replace("=", " ").partition(" ")
    kind = WORDS.get(word)
    if kind is None:
        return Act(ActKind.RETURN, read_number(text, text))
    if not kind.takes_number:
        if rest.strip():
            raise InputError(f"{word!r} stands alone; {rest!r:.40} was not expected")
        return Act(kind)
    return Act(kind, read_number(rest, text))


def read_number(text: str, whole: str) -> float:
    """Read the number of an act; InputError names what can be done."""
    try:
        return numbers.read_shown(text, "")
    except InputError as error:
        known = "down, x, a number to return it, alpha or beta and a number"
        raise InputError(f"{whole.strip()!r:.40} is none of {known}") from error
