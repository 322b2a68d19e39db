"""The answers of a position that is checked, each tested for its type."""

import shlex
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import isfinite
from numbers import Real
from typing import Any, TypeVar

from games import AnyPosition, Game
from visualizer.searching.recipe import PositionSpec
from visualizer.support.errors import InputError
from visualizer.support.plugins.watchdog import MAX_USER_NUMBER, describe_error

EXCEPTION_PREFIX = "exception in "
"""The beginning of the name of a mistake that raised an exception."""
AnswerType = TypeVar("AnswerType")
COMPARED_ANSWERS = ("maximizing", "outcome", "move_names", "key", "text")
POSITION_METHODS = ("moves", "play", "outcome", "key", "text", "name", "board")
MAX_LEGAL_MOVES = 65_535
"""The most moves of a position that a trace can record."""


class GameFault(Exception):  # noqa: N818  most are yielded, and the search for others goes on
    """A mistake in a game: `what` names the kind of mistake, `why` explains this case.

    A check raises the fault if it cannot go on at this position, and yields it otherwise.
    """

    def __init__(self, what: str, why: str) -> None:
        """Store the name of the mistake and the explanation."""
        super().__init__(what, why)
        self.what = what
        self.why = why


class RaisedFault(GameFault):
    """A function of the game raised an exception, so the check cannot go on at this position."""


def faults_in(
    check: Callable[..., Iterator[GameFault] | None], *arguments: Any
) -> Iterator[GameFault]:
    """Yield the faults that a check yields, and the fault that it raises, if any."""
    try:
        yield from check(*arguments) or ()
    except GameFault as fault:
        yield fault


def ask_game(
    what: str, function: Callable[..., Any], *arguments: Any, may_refuse: bool = False
) -> Any:
    """Call a function of a game, and return its result; `what` names the function in messages.

    RaisedFault if the function raises an exception. With `may_refuse`, a ValueError is not
    converted: functions that read a text raise one to refuse the text.
    """
    try:
        return function(*arguments)
    except (KeyboardInterrupt, GameFault):
        raise
    except BaseException as error:  # whatever a game's code raises must become one sentence
        if may_refuse and isinstance(error, ValueError):
            raise
        # The watchdog over slow games raises an InputError, whose message is already a sentence.
        if isinstance(error, InputError):
            raise RaisedFault(EXCEPTION_PREFIX + what, str(error)) from error
        raise RaisedFault(
            EXCEPTION_PREFIX + what, f"{what} raised {describe_error(error)}"
        ) from error


def require_answer(
    mistake: str,
    subject: str,
    answer: AnswerType,
    is_acceptable: bool,
    advice: str,
) -> AnswerType:
    """Return an answer of a game if it is acceptable; otherwise raise GameFault.

    `mistake` is the name of the fault. Its explanation reads "SUBJECT is ANSWER; ADVICE".
    """
    if not is_acceptable:
        raise GameFault(mistake, f"{subject} is {quoted_value(answer)}; {advice}")
    return answer


def is_usable_number(value: Any) -> bool:
    """Return whether a value is a finite number from -2^53 to 2^53; booleans are not accepted."""
    if isinstance(value, bool) or not isinstance(value, Real):
        return False
    return isfinite(value) and abs(float(value)) <= MAX_USER_NUMBER


def quoted_value(value: Any) -> str:
    """Return the `repr` of a value, in at most 60 characters."""
    words = ask_game("repr()", repr, value)
    return words if len(words) <= 60 else f"{words[:59]}…"


@dataclass(frozen=True, slots=True)
class PositionAnswers:
    """What the methods of a position returned."""

    maximizing: bool
    outcome: float | None
    move_names: tuple[str, ...]
    key: Hashable
    text: str
    moves: tuple[Any, ...] = field(default=(), compare=False)

    def difference_from(self, other: "PositionAnswers", *names: str) -> str:
        """Describe the first answer that differs from another position's; "" if all are equal.

        Only the answers called `names` are compared; all answers if there are no names.

        >>> running = PositionAnswers(True, None, ("a",), 1, "x")
        >>> running.difference_from(PositionAnswers(True, 1, (), 1, "x"))
        'outcome is None and 1'
        """
        for name in names or COMPARED_ANSWERS:
            own_answer = getattr(self, name)
            other_answer = getattr(other, name)
            if own_answer != other_answer:
                subject = "moves are" if name == "move_names" else f"{name} is"
                return f"{subject} {_answer_words(own_answer)} and {_answer_words(other_answer)}"
        return ""


def _answer_words(answer: Any) -> str:
    if isinstance(answer, tuple) and all(isinstance(name, str) for name in answer):
        return quoted_value(" ".join(answer))
    return quoted_value(answer)


def ask_position(position: AnyPosition) -> PositionAnswers:
    """Ask a position for its moves, outcome, side to move, key and text, and return the answers.

    GameFault if an answer is not valid.
    """
    check_methods(position)
    # The outcome comes first, because it decides whether there may be moves.
    outcome = ask_outcome(position)
    moves = ask_moves(position, outcome)
    names = tuple(ask_game("name()", lambda: [position.name(move) for move in moves]))
    side = ask_side(position)
    for name in names:
        is_text = isinstance(name, str) and name != ""
        is_word = is_text and name.isprintable()
        require_answer("name of a move", "name()", name, is_word, advice="return a printable word")
    return PositionAnswers(
        side,
        outcome,
        move_names=names,
        key=ask_key(position),
        text=ask_text(position),
        moves=tuple(moves),
    )


def check_methods(position: AnyPosition) -> None:
    """Raise GameFault if a position lacks one of the methods that every position needs."""
    for method in POSITION_METHODS:
        if not callable(getattr(position, method, None)):
            raise GameFault(
                "missing method",
                f"the position {quoted_value(position)} has no method {method}(), which every "
                "position needs",
            )


def ask_outcome(position: AnyPosition) -> float | None:
    """Return the result of the game for MAX, or None while the game goes on.

    GameFault if the position returns anything but None or a usable number.
    """
    outcome: float | None = ask_game("outcome()", position.outcome)
    is_outcome = outcome is None or is_usable_number(outcome)
    return require_answer(
        "outcome",
        "outcome()",
        outcome,
        is_outcome,
        advice="return None while the game goes on, and then a finite number of at most 2^53",
    )


def ask_side(position: AnyPosition) -> bool:
    """Return whether MAX is to move; GameFault if the answer is not True or False."""
    maximizing: bool = ask_game("maximizing", getattr, position, "maximizing")
    hint = ", and make it a property or an attribute" if callable(maximizing) else ""
    is_side = isinstance(maximizing, bool)
    return require_answer(
        "side to move", "maximizing", maximizing, is_side, advice=f"return True or False{hint}"
    )


def ask_moves(position: AnyPosition, outcome: float | None) -> Sequence[Any]:
    """Return the moves of a position with this outcome, which is None while the game goes on.

    GameFault if the moves are not a list, or if their number contradicts the outcome.
    """
    moves: Sequence[Any] = ask_game("moves()", position.moves)
    # Not `isinstance(moves, Sequence)`, which is false for the arrays of NumPy and other libraries.
    has_items = hasattr(moves, "__len__") and hasattr(moves, "__getitem__")
    is_list = has_items and not isinstance(moves, dict | str)
    require_answer(
        "list of moves",
        "moves()",
        moves,
        is_list,
        advice="return a list or a tuple, in the same order every time",
    )
    check_move_count(len(moves), outcome)
    return moves


def check_move_count(count: int, outcome: float | None) -> None:
    """Raise GameFault if the number of moves contradicts the outcome, or is too large.

    While the game goes on (outcome None), there must be moves; after its end, there must be none.
    """
    if not count and outcome is None:
        raise GameFault(
            "no moves and no outcome",
            "there are no moves, but outcome() is None; return the result, or a pass if the player "
            "must pass",
        )
    if count and outcome is not None:
        raise GameFault(
            "moves after the end",
            f"the game is over (outcome {quoted_value(outcome)}), but moves() has {count}; "
            "return no moves there, or perft and --moves would play on",
        )
    if count > MAX_LEGAL_MOVES:
        raise GameFault(
            "too many moves",
            f"moves() has {count:,}; at most {MAX_LEGAL_MOVES:,} can be searched",
        )


def ask_key(position: AnyPosition) -> Hashable:
    """Return a position's key; GameFault if it is not hashable."""
    key: Hashable = ask_game("key()", position.key)
    try:
        hash(key)
    except TypeError:
        raise GameFault(
            "key",
            f"key() is {quoted_value(key)}, which is not hashable; build it from numbers, strings "
            "and tuples",
        ) from None
    return key


def ask_text(position: AnyPosition) -> str:
    """Return a position's text; GameFault if it is not a string, or has more than one line."""
    text: str = ask_game("text()", position.text)
    is_text = isinstance(text, str)
    require_answer("text", "text()", text, is_text, advice="return a string that read() reads back")
    # `splitlines()` returns [] for an empty text, which is allowed.
    is_line = text.splitlines() in ([], [text])
    return require_answer(
        "text",
        "text()",
        text,
        is_line,
        advice="write a position in one line",
    )


PositionPlace = tuple[int, Hashable, str]
"""The `id` of an origin, and the key and the text of a position."""


@dataclass(frozen=True, slots=True)
class GameOrigin:
    """A position in which games begin, with the settings that its text does not contain.

    `spec` describes the position as on the command line.
    """

    spec: PositionSpec
    position: AnyPosition
    settings: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class CheckedPosition:
    """A position after the moves of `path` from an origin, with its answers."""

    game: Game
    origin: GameOrigin
    path: tuple[str, ...]
    position: AnyPosition
    answers: PositionAnswers

    @property
    def place(self) -> PositionPlace:
        """A key that is the same whichever moves led to the position."""
        return id(self.origin), self.answers.key, self.answers.text


def position_arguments(origin: GameOrigin, path: tuple[str, ...]) -> str:
    """Return the position after a path as arguments of the command `visualizer show`."""
    start = origin.spec
    spec = PositionSpec(start.game, start.position, " ".join(path), start.settings)
    return shlex.join(spec.words())
