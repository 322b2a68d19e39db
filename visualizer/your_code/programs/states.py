"""The text of a person's board, whatever it is: their own print of it, or rows of its list."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from contextlib import suppress
from math import isqrt
from typing import Any

MAX_STATE_TEXT = 2_000
"""Longer texts of a board are cut, to so many characters."""
MAX_CELL_WIDTH = 2
"""A list whose items are at most so many characters wide may be the squares of a board."""
MIN_SQUARE_SIDE = 3
EMPTY_CELL = "."
"""How an item that prints as nothing or as a space is shown."""
OBJECT_TEXT: Any = object.__str__
OBJECT_FORM: Any = object.__repr__
IMMUTABLE_TYPES = (int, float, str, bytes, bool, type(None), frozenset)


def key_function(state: Any) -> Callable[[Any], Hashable]:
    """Return a function that makes a key of such a state.

    The key changes whenever the state changes in a visible way. For a list of numbers or signs it
    is much cheaper to make than the text.
    """
    kind = type(state)
    if kind in IMMUTABLE_TYPES:
        return lambda state: state
    if hasattr(state, "tobytes"):
        # An array of numpy.
        return lambda state: state.tobytes()
    if kind is list or kind is tuple:
        if state and all(type(item) in IMMUTABLE_TYPES for item in state):
            return tuple
        is_of_rows = state and all(type(item) is list for item in state)
        if is_of_rows and all(type(cell) in IMMUTABLE_TYPES for row in state for cell in row):
            return rows_key
    return state_text


def rows_key(rows: Sequence[Sequence[Any]]) -> Hashable:
    """Return a key for a list of lists of numbers or signs."""
    return tuple(map(tuple, rows))


def state_text(state: Any) -> str:
    """Return the state of a search as lines of text, cut if they are long.

    An object that prints itself is shown as it prints, lists as rows, and any other object by the
    first of its attributes that is a list or an array.
    """
    text = ""
    # The methods of a person's class may raise any error.
    with suppress(Exception):
        text = whole_state_text(state)
    if len(text) > MAX_STATE_TEXT:
        return f"{text[:MAX_STATE_TEXT]}…"
    return text


def whole_state_text(state: Any) -> str:
    """Return the state of a search as lines of text, however long."""
    if hasattr(state, "tolist"):
        return rows_text(state.tolist())
    if isinstance(state, list | tuple):
        return rows_text(state)
    if isinstance(state, dict):
        return mapping_text(state)
    if prints_itself(state):
        return str(state).expandtabs().strip("\n")
    part = board_in(state)
    if part is not None:
        return whole_state_text(part)
    attributes = attributes_of(state)
    pairs = [f"{name} = {value}" for name, value in attributes.items() if prints_itself(value)]
    return "\n".join(pairs) or type(state).__name__


def board_in(owner: Any) -> Any:
    """Return the attribute of an object that holds its board, None if none seems to.

    That is its first list, dictionary or array, or else an object that prints itself or has such a
    list, as `self.game` of a player has.
    """
    values = [*attributes_of(owner).values()]
    for value in values:
        if isinstance(value, list | dict) or hasattr(value, "tolist"):
            return value
    objects = [value for value in values if is_object(value)]
    for value in objects:
        if prints_itself(value) or has_list(value):
            return value
    return None


def is_object(value: Any) -> bool:
    """Return whether a value is an object of a class that is not Python's own."""
    return type(value).__module__ not in ("builtins", "collections") and not callable(value)


def has_list(value: Any) -> bool:
    """Return whether one of an object's attributes is a list, a dictionary or an array."""
    return any(
        isinstance(part, list | dict) or hasattr(part, "tolist")
        for part in attributes_of(value).values()
    )


def prints_itself(value: Any) -> bool:
    """Return whether an object prints as more than its class and its address."""
    has_own_text = type(value).__str__ is not OBJECT_TEXT
    has_own_form = type(value).__repr__ is not OBJECT_FORM
    return has_own_text or has_own_form


def attributes_of(value: Any) -> dict[str, Any]:
    """Return the attributes of an object that are stored in itself, by name."""
    names = [*getattr(value, "__dict__", ())]
    for kind in type(value).__mro__:
        slots = getattr(kind, "__slots__", ())
        names += [slots] if isinstance(slots, str) else slots
    return {name: getattr(value, name) for name in names if hasattr(value, name)}


def rows_text(items: Sequence[Any]) -> str:
    """Return a list of lists as rows, and the squares of a board in one list as a square.

    >>> print(rows_text(["X", " ", "O", 1, 2, 3, 4, 5, 6]))
    X . O
    1 2 3
    4 5 6
    """
    if items and all(isinstance(item, list | tuple) for item in items):
        return "\n".join(cells_text(item) for item in items)
    side = isqrt(len(items))
    is_square = side >= MIN_SQUARE_SIDE and side * side == len(items)
    is_narrow = all(len(str(item)) <= MAX_CELL_WIDTH for item in items)
    if not is_square or not is_narrow:
        return cells_text(items)
    begins = range(0, len(items), side)
    return "\n".join(cells_text(items[begin : begin + side]) for begin in begins)


def cells_text(items: Sequence[Any]) -> str:
    """Return the items of one row, with a space between them."""
    return " ".join(str(item).strip() or EMPTY_CELL for item in items)


def mapping_text(mapping: Mapping[Any, Any]) -> str:
    """Return a dictionary: its values as squares if its keys only number them, else its pairs."""
    keys = [*mapping]
    if keys in ([*range(len(keys))], [*range(1, len(keys) + 1)]):
        return rows_text([*mapping.values()])
    return "\n".join(f"{key}: {value}" for key, value in mapping.items())


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
