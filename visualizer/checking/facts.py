"""What a position says of itself, each answer tested for its kind (`Facts`)."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from typing import Any

from games import AnyPosition
from visualizer.checking.asking import Wrong, ask, is_number, shown

COMPARED = ("maximizing", "outcome", "moves", "key", "text")
METHODS = ("moves", "play", "outcome", "key", "text", "name", "board")
MOST_MOVES = 65_535


@dataclass(frozen=True, slots=True)
class Facts:
    """What must be the same whenever a position is asked; `moves` are how the game writes those in `legal`."""

    maximizing: bool
    outcome: float | None
    moves: tuple[str, ...]
    key: Hashable
    text: str
    legal: tuple[Any, ...] = field(default=(), compare=False)

    def differing(self, other: "Facts", *names: str) -> str:
        """Say in which of these answers, by default all, two positions differ; "" in none.

        >>> Facts(True, None, ("a",), 1, "x").differing(Facts(True, 1, (), 1, "x"))
        'outcome is None and 1'
        """
        for name in names or COMPARED:
            one, two = getattr(self, name), getattr(other, name)
            if one != two:
                word = "moves are" if name == "moves" else f"{name} is"
                return f"{word} {_words(one)} and {_words(two)}"
        return ""


def _words(answer: Any) -> str:
    return shown(
        " ".join(answer) if isinstance(answer, tuple) and all(isinstance(one, str) for one in answer) else answer
    )


def facts_of(position: AnyPosition) -> Facts:
    """Ask a position everything; Wrong says which answer is none."""
    for method in METHODS:
        if not callable(getattr(position, method, None)):
            raise Wrong(
                "missing method", f"the position {shown(position)} has no method {method}(), which every one needs"
            )
    outcome = outcome_of(position)
    moves = moves_of(position, outcome)
    names = tuple(ask("name()", lambda: [position.name(move) for move in moves]))
    return Facts(side_of(position), outcome, _all_words(names), key_of(position), text_of(position), tuple(moves))


def side_of(position: AnyPosition) -> bool:
    """Return whether MAX is to move; Wrong if the position does not say so by True or False."""
    maximizing = ask("maximizing", getattr, position, "maximizing")
    if not isinstance(maximizing, bool):
        hint = ", and make it a property or an attribute" if callable(maximizing) else ""
        raise Wrong("side to move", f"maximizing is {shown(maximizing)}; return True or False{hint}")
    return maximizing


def outcome_of(position: AnyPosition) -> float | None:
    """Return a position's outcome; Wrong if it is neither None nor a number."""
    outcome: float | None = ask("outcome()", position.outcome)
    if not (outcome is None or is_number(outcome)):
        raise Wrong(
            "outcome",
            f"outcome() is {shown(outcome)}; return None while the game goes on, else a finite number of at most 2^53",
        )
    return outcome


def moves_of(position: AnyPosition, outcome: float | None) -> Sequence[Any]:
    """Return the moves of a position; Wrong if they are no list, or do not fit its outcome."""
    moves = ask("moves()", position.moves)
    if not (hasattr(moves, "__len__") and hasattr(moves, "__getitem__")) or isinstance(moves, dict | str):
        raise Wrong(
            "list of moves", f"moves() is {shown(moves)}; return a list or a tuple, in the same order every time"
        )
    if not len(moves) and outcome is None:
        raise Wrong(
            "no moves and no outcome",
            "there is no move, and outcome() is None; return the result, or a move that passes where one must",
        )
    if len(moves) and outcome is not None:
        raise Wrong(
            "moves after the end",
            f"the game is over (outcome {shown(outcome)}), and moves() has {len(moves)}; let it return none there, "
            "since perft and --moves would go on",
        )
    if len(moves) > MOST_MOVES:
        raise Wrong("too many moves", f"moves() has {len(moves):,}; at most {MOST_MOVES:,} can be searched")
    found: Sequence[Any] = moves
    return found


def key_of(position: AnyPosition) -> Hashable:
    """Return a position's key; Wrong if it cannot be looked up in a table."""
    key: Hashable = ask("key()", position.key)
    try:
        hash(key)
    except TypeError:
        raise Wrong(
            "key", f"key() is {shown(key)}, which is not hashable; make it of numbers, texts and tuples"
        ) from None
    return key


def text_of(position: AnyPosition) -> str:
    """Return a position's text; Wrong if it is none, or does not fit in a line."""
    text = ask("text()", position.text)
    if not isinstance(text, str):
        raise Wrong("text", f"text() is {shown(text)}; return a string that read() reads back")
    if text.splitlines() not in ([], [text]):
        raise Wrong("text", f"text() is {shown(text)}; write a position in one line")
    return text


def _all_words(names: tuple[Any, ...]) -> tuple[str, ...]:
    for name in names:
        if not isinstance(name, str) or not name or not name.isprintable():
            raise Wrong("name of a move", f"name() is {shown(name)}; return a printable word")
    return names
