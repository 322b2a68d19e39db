"""The text of a person's board, whatever it is: their own print of it, or rows of its list."""

import dataclasses
import reprlib
from collections.abc import Callable, Hashable, Sequence
from contextlib import redirect_stdout, suppress
from io import StringIO
from math import isqrt
from typing import Any

MAX_STATE_TEXT = 2_000
"""Longer texts of a board are cut, to so many characters."""
MAX_CELL_WIDTH = 2
"""A list whose items are at most so many characters wide may be the squares of a board."""
MIN_SQUARE_SIDE = 3
EMPTY_CELL = "."
"""How an item that prints as nothing or as a space is shown."""
MAX_SQUARE_WIDTH = 3
"""The longest text that is drawn in a square."""
DATACLASS_FILES = (dataclasses.__file__, reprlib.__file__)
"""Where Python keeps the method by which each dataclass prints as code."""
OBJECT_TEXT: Any = object.__str__
OBJECT_FORM: Any = object.__repr__
IMMUTABLE_TYPES = (int, float, str, bytes, bool, type(None), frozenset)

SquareTexts = tuple[tuple[str, ...], ...]
"""The texts of a board's squares, by row."""


def key_function(state: Any) -> Callable[[Any], Hashable]:
    """Return a function that makes a key of such a state.

    The key changes whenever the state changes in a visible way. For a list of numbers or signs it
    is much cheaper to make than the text.
    """
    kind = type(state)
    if kind in IMMUTABLE_TYPES:
        return itself
    if hasattr(state, "tobytes"):
        # An array of numpy.
        return lambda state: state.tobytes()
    is_list = kind is list or kind is tuple
    if is_list and state and all(type(item) in IMMUTABLE_TYPES for item in state):
        return tuple
    is_of_rows = is_list and state and all(type(item) is list for item in state)
    if is_of_rows and all(type(cell) in IMMUTABLE_TYPES for row in state for cell in row):
        return rows_key
    is_node = has_others_like_it(state) and not has_own_text(state) and board_in(state) is None
    # A node of a tree has no board: it is itself, whatever it holds.
    return itself if is_node else state_text


def itself(state: Any) -> Any:
    """Return the state as its own key."""
    return state


def rows_key(rows: Sequence[Sequence[Any]]) -> Hashable:
    """Return a key for a list of lists of numbers or signs."""
    return tuple(map(tuple, rows))


def state_text(state: Any) -> str:
    """Return the state of a search as lines of text, cut if they are long; "" if unknown.

    An object that prints itself is shown as it prints, lists as rows, and any other object by the
    first of its attributes that is a list or an array.
    """
    text = ""
    # The methods of a person's class may raise any error, and what they print is not the program's.
    with suppress(Exception), redirect_stdout(StringIO()):
        text = whole_state_text(state)
    if len(text) > MAX_STATE_TEXT:
        return f"{text[:MAX_STATE_TEXT]}…"
    return text


def state_squares(state: Any) -> SquareTexts:
    """Return the squares of a state that is a list or holds one, as rows; else ()."""
    with suppress(Exception), redirect_stdout(StringIO()):
        part = shown_part(state)
        if isinstance(part, list | tuple):
            return squares_of(part)
    return ()


def whole_state_text(state: Any) -> str:
    """Return the state of a search as lines of text, however long."""
    part = shown_part(state)
    if part is None:
        return ""
    if isinstance(part, list | tuple):
        return list_text(part)
    if isinstance(part, dict):
        return "\n".join(f"{key}: {value}" for key, value in part.items())
    if has_own_text(part):
        return str(part).expandtabs().strip("\n")
    pairs = [
        f"{name} = {value}"
        for name, value in attributes_of(part).items()
        if value not in (None, []) and prints_itself(value) and not holds_type(value, type(part))
    ]
    return "\n".join(pairs)


def shown_part(state: Any) -> Any:
    """Return what is shown of a state: itself, or its list, its board or the like."""
    if hasattr(state, "tolist"):
        return state.tolist()
    if isinstance(state, dict):
        keys = [*state]
        is_numbered = keys in ([*range(len(keys))], [*range(1, len(keys) + 1)])
        return [*state.values()] if is_numbered else state
    if isinstance(state, list | tuple) or has_own_text(state):
        return state
    part = board_in(state)
    return state if part is None else shown_part(part)


def board_in(owner: Any) -> Any:
    """Return the attribute of an object that holds its board, None if none seems to.

    That is its first list, dictionary or array, then its first tuple, or else an object that prints
    itself or has such a list, as `self.game` of a player has. The children of a node are no board.
    """
    kind = type(owner)
    values = [value for value in attributes_of(owner).values() if not holds_type(value, kind)]
    lists = [value for value in values if is_list(value)]
    tuples = [value for value in values if isinstance(value, tuple)]
    for group in (lists, tuples):
        if any(len(value) > 0 for value in group):
            return group[0]
    objects = [value for value in values if is_object(value)]
    for value in objects:
        if has_own_text(value) or has_list(value):
            return value
    return None


def has_others_like_it(owner: Any) -> bool:
    """Return whether an object holds others of its class, as a node of a tree does."""
    return any(holds_type(value, type(owner)) for value in attributes_of(owner).values())


def holds_type(value: Any, kind: type) -> bool:
    """Return whether a value is of a class, or a list or the like with such items."""
    if isinstance(value, dict):
        return any(type(item) is kind for item in value.values())
    if isinstance(value, list | tuple):
        return any(type(item) is kind for item in value)
    return type(value) is kind


def is_object(value: Any) -> bool:
    """Return whether a value is an object of a class that is not Python's own."""
    return type(value).__module__ not in ("builtins", "collections") and not callable(value)


def has_list(value: Any) -> bool:
    """Return whether one of an object's attributes is a list, a dictionary or an array."""
    return any(map(is_list, attributes_of(value).values()))


def is_list(value: Any) -> bool:
    """Return whether a value is a list, a dictionary or an array."""
    return isinstance(value, list | dict) or bool(getattr(value, "shape", ()))


def prints_itself(value: Any) -> bool:
    """Return whether an object prints as more than its class and its address."""
    kind = type(value)
    return kind.__str__ is not OBJECT_TEXT or kind.__repr__ is not OBJECT_FORM


def has_own_text(value: Any) -> bool:
    """Return whether an object prints itself, and not only as every dataclass does."""
    kind = type(value)
    code = getattr(kind.__repr__, "__code__", None)
    is_generated = code is not None and code.co_filename in DATACLASS_FILES
    if is_generated and kind.__str__ is OBJECT_TEXT:
        return False
    return prints_itself(value)


def attributes_of(value: Any) -> dict[str, Any]:
    """Return the attributes of an object that are stored in itself, by name."""
    names = [*getattr(value, "__dict__", ())]
    for kind in type(value).__mro__:
        slots = getattr(kind, "__slots__", ())
        names += [slots] if isinstance(slots, str) else slots
    return {name: getattr(value, name) for name in names if hasattr(value, name)}


def list_text(items: Sequence[Any]) -> str:
    """Return a list of lists as rows, the squares of a board as a square, and other lists as code.

    >>> print(list_text(["X", " ", "O", 1, 2, 3, 4, 5, 6]))
    X . O
    1 2 3
    4 5 6
    >>> list_text([[3, [5, 1]], [2, 9]]), list_text([])
    ('[[3, [5, 1]], [2, 9]]', '[]')
    """
    rows = rows_of(items)
    if not rows:
        return str(items)
    return "\n".join(" ".join(row) or "[]" for row in rows)


def rows_of(items: Sequence[Any]) -> SquareTexts:
    """Return the rows of a list of lists, or of a list of squares; () for lists in these."""
    rows = items
    if not all(isinstance(item, list | tuple) for item in items):
        rows = [items]
        side = isqrt(len(items))
        is_narrow = all(len(cell_text(item)) <= MAX_CELL_WIDTH for item in items)
        if side >= MIN_SQUARE_SIDE and side * side == len(items) and is_narrow:
            rows = [items[begin : begin + side] for begin in range(0, len(items), side)]
    if any(isinstance(cell, list | tuple) for row in rows for cell in row):
        return ()
    return tuple(tuple(map(cell_text, row)) for row in rows)


def squares_of(items: Sequence[Any]) -> SquareTexts:
    """Return the rows of a list whose items can be squares of a board; () for another list.

    >>> squares_of(["X", None, "O"]), squares_of([[1, 2], [3]])
    ((('X', '.', 'O'),), ())
    """
    rows = rows_of(items)
    is_narrow = all(len(cell) <= MAX_SQUARE_WIDTH for row in rows for cell in row)
    if is_narrow and len(set(map(len, rows))) == 1:
        return rows
    return ()


def cell_text(item: Any) -> str:
    """Return an item as a square of a board shows it."""
    if item is None:
        return EMPTY_CELL
    if not prints_itself(item):
        return type(item).__name__
    return str(item).strip() or EMPTY_CELL


def restore_state(state: Any, saved: Any) -> None:
    """Make a state what a copy of it was when it was saved; states that never change stay."""
    if type(state) in IMMUTABLE_TYPES or isinstance(state, tuple):
        return
    if isinstance(state, list):
        state[:] = saved
    elif isinstance(state, dict | set):
        state.clear()
        state.update(saved)
    elif hasattr(state, "tobytes"):
        state[...] = saved
    elif hasattr(state, "__dict__"):
        vars(state).clear()
        vars(state).update(vars(saved))
