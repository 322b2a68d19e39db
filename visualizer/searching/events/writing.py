"""Writing a search as a file of events."""

from collections.abc import Callable, Iterator, Mapping
from math import inf
from typing import Any

from visualizer.look.numbers import json_number
from visualizer.searching.data_files import format_json
from visualizer.searching.events.event_log import LEAF_KIND_BY_WORD
from visualizer.searching.events.event_reader import INFINITE_ENDS
from visualizer.trace.rows import (
    FIRST_DETOUR_INDEX,
    NO_REMARK,
    READ_LEAF_KINDS,
    Detour,
    Kind,
    Trace,
)

LEAF_WORD_BY_KIND = {kind: word for word, kind in LEAF_KIND_BY_WORD.items()}
MAX_SHORT_NUMBER = 10**6
"""A fraction is written as a decimal number if its denominator divides this."""
ASCII_BOUND_SIGNS = {"≤": "<=", "≥": ">="}
NameOf = Callable[[int, int], str]
"""Returns the name of a move, given the row of the visit that tries it, and the move index."""
PriorOf = Callable[[int], float | None]
"""Returns the prior of the move to a row, None if it is unknown or already in the trace's notes."""


def event_lines(
    trace: Trace, header: Mapping[str, Any], name_of: NameOf, prior_of: PriorOf = lambda row: None
) -> Iterator[str]:
    """Yield the lines of a file of events with everything that a trace contains.

    `header` has the values for the first line, except the kind of passes. If a search was stopped,
    the visits that were open do not return in the file.
    """
    yield _line({**header, "passes": trace.passes.value})
    pass_names = dict(zip(trace.pass_rows, trace.pass_names, strict=True))
    open_rows: list[int] = []
    for row in range(len(trace)):
        parent = trace.parent(row)
        while open_rows and open_rows[-1] != parent:
            yield from _return_lines(trace, open_rows.pop(), name_of)
        # The first pass has a line only if it has a name.
        is_first_pass = row == 0
        if row in pass_names and (not is_first_pass or pass_names[row]):
            yield _line({"pass": pass_names[row]})
        yield from _visit_lines(trace, row, _move_name(trace, row, name_of), prior_of(row))
        if not _is_single_event(trace, row):
            open_rows.append(row)

    yield from _end_lines(trace, open_rows, name_of)


def _end_lines(trace: Trace, open_rows: list[int], name_of: NameOf) -> Iterator[str]:
    """Yield the lines after the last visit: the returns of `open_rows`, and the answer if any.

    If the search was stopped between two passes, the file ends with a pass without visits, to show
    that it is incomplete.
    """
    is_stopped_inside = bool(open_rows) and trace.kind(open_rows[0]) is Kind.STOPPED
    for row in reversed(open_rows):
        yield from _return_lines(trace, row, name_of)
    if trace.engine_notes.answer is not None:
        yield _line(_answer_event(trace.engine_notes.answer, name_of))
    elif trace.reason and not is_stopped_inside:
        yield _line({"pass": _name_of_next_pass(trace)})


def _name_of_next_pass(trace: Trace) -> str:
    """Return the name of the pass that begins after the last visit, "" if it has no name."""
    if trace.pass_rows and trace.pass_rows[-1] == len(trace):
        return trace.pass_names[-1]
    return ""


def _is_single_event(trace: Trace, row: int) -> bool:
    """Return whether a visit is written as a single event, as a leaf or a table's answer is."""
    return trace.kind(row) in READ_LEAF_KINDS or not trace.children(row)


def _visit_lines(trace: Trace, row: int, move: str | None, prior: float | None) -> Iterator[str]:
    """Yield the line of a leaf, or the lines of an inner node's entry and its standing pat.

    `move` is the name of the move that leads to the node, None if there is no such move. `prior` is
    the prior of this move, None if it has none.
    """
    notes = {} if prior is None else {"prior": json_number(prior)}
    if _is_single_event(trace, row):
        yield _line({**_leaf_event(trace, row, move), **notes})
        return
    yield _line(
        {
            **_entry_event(trace, row, move),
            **notes,
            **_remark(trace, 2 * row),
        }
    )
    if row in trace.stand_pat_values:
        yield _line({"stand": json_number(trace.stand_pat_values[row])})


def _answer_event(answer: tuple[float, int | None], name_of: NameOf) -> dict[str, Any]:
    """Return the event with an engine's final answer."""
    value, move_index = answer
    event: dict[str, Any] = {"result": json_number(value)}
    if move_index is not None:
        event["best"] = name_of(0, move_index)
    return event


def _entry_event(trace: Trace, row: int, move: str | None) -> dict[str, Any]:
    """Return the event that enters an inner node, without its prior and its remark."""
    moves = trace.move_count(row)
    children = {} if moves is None else {"children": moves}
    return {
        "enter": move,
        **trace.written_turn(row),
        **_probability(trace, row),
        **children,
        **_window(trace, row),
        **_entry_notes(trace, row),
    }


def _leaf_event(trace: Trace, row: int, move: str | None) -> dict[str, Any]:
    """Return the event of a leaf, without its prior."""
    event = {
        "leaf": move,
        "value": json_number(trace.value(row)),
        "kind": LEAF_WORD_BY_KIND[trace.kind(row)],
    }
    source = trace.source(row)
    origin = {"from": source} if source >= 0 else {}
    return {
        **event,
        **_turn_of_unchanged_position(trace, row),
        **_probability(trace, row),
        **origin,
        **_window(trace, row),
        **_entry_notes(trace, row),
        **_bound(trace, row),
        **_remark(trace, 2 * row),
    }


def _turn_of_unchanged_position(trace: Trace, row: int) -> dict[str, bool]:
    """Return the field that says who is to move at a leaf with the same position as its parent.

    Without this field, the leaf would be read as a passed turn. {} for any other leaf.
    """
    detour = _detour(trace, row)
    if detour is None or detour.passes:
        return {}
    has_move_or_text = detour.word is not None or detour.text is not None
    if has_move_or_text:
        return {}
    parent = trace.parent(row)
    # A leaf cannot say that it is the turn of chance.
    if trace.is_chance(parent):
        return {}
    return trace.written_turn(parent)


def _detour(trace: Trace, row: int) -> Detour | None:
    """Return the detour of a visit that no legal move leads to, None for any other visit."""
    if trace.move(row) >= FIRST_DETOUR_INDEX:
        return trace.engine_notes.detours.get(trace.path(row))
    return None


def _move_name(trace: Trace, row: int, name_of: NameOf) -> str | None:
    """Return the name of the move that leads to a visit, None if there is no such move."""
    parent = trace.parent(row)
    if parent < 0:
        return None
    detour = _detour(trace, row)
    if detour is None:
        return name_of(parent, trace.move(row))
    # A passed turn has no move, but a child after the end of the game has.
    return detour.word


def _entry_notes(trace: Trace, row: int) -> dict[str, Any]:
    """Return the fields with an engine's notes on a visit: probe, position, depth and so on."""
    notes = trace.engine_notes
    is_detour = trace.move(row) >= FIRST_DETOUR_INDEX
    if not is_detour and row not in notes.entry_notes:
        return {}
    fields = dict[str, Any]()
    probe = notes.probe(row)
    if probe is not None:
        fields["probe"] = probe
    detour = _detour(trace, row)
    if detour is not None and detour.text is not None:
        fields["position"] = detour.text
    for name, value in notes.entry_notes.get(row, {}).items():
        fields[name] = json_number(value)
    return fields


def _bound(trace: Trace, row: int) -> dict[str, str]:
    """Return the field that says whether the value of a visit is a bound, {} if none does."""
    if row in trace.engine_notes.bounds:
        return {"bound": ASCII_BOUND_SIGNS[trace.engine_notes.bounds[row]]}
    return {}


def _probability(trace: Trace, row: int) -> dict[str, float | str]:
    """Return the field with the probability of a visit, {} if it has none.

    A probability such as 1/3, which has no short decimal form, is written as the string "1/3".
    """
    probability = trace.probability(row)
    if probability is None:
        return {}
    if isinstance(probability, float):
        return {"p": probability}
    has_short_decimal = MAX_SHORT_NUMBER % probability.denominator == 0
    if has_short_decimal:
        return {"p": float(probability)}
    return {"p": str(probability)}


def _return_lines(trace: Trace, row: int, name_of: NameOf) -> Iterator[str]:
    """Yield the line of a visit's return, no line if the search was stopped inside the visit."""
    kind = trace.kind(row)
    if kind is Kind.STOPPED:
        return
    event = {"leave": json_number(trace.value(row)), **_bound(trace, row)}
    if kind is Kind.PROVEN:
        event["proven"] = True
    if kind is Kind.CUT:
        event["cut"] = True
    if row in trace.named_best:
        event["best"] = name_of(row, trace.named_best[row])
    # Remarks on returns have odd keys.
    yield _line({**event, **_remark(trace, 2 * row + 1)})


def _window(trace: Trace, row: int) -> dict[str, float | str | None]:
    """Return the fields with the window of a visit, if it is known."""
    window = trace.window(row)
    if window is None:
        return {}
    return {
        "alpha": json_window_end(window[0], -inf),
        "beta": json_window_end(window[1], inf),
    }


def json_window_end(end: float, default: float) -> float | str | None:
    """Return an end of a window for JSON; `default` is the end of an open window, -∞ or ∞.

    The default becomes null, and the other infinity becomes a word.

    >>> json_window_end(3, -inf), json_window_end(-inf, -inf), json_window_end(inf, -inf)
    (3, None, 'inf')
    """
    if end == default:
        return None
    for word, value in INFINITE_ENDS.items():
        if value == end:
            return word
    return json_number(end)


def _remark(trace: Trace, key: int) -> dict[str, Any]:
    """Return the fields with the tags and the note of an event.

    `key` is the event's key in `Trace.remarks`: 2 * row, or 2 * row + 1 for the return of a visit.
    """
    tags, note = trace.remarks.get(key, NO_REMARK)
    remark = dict[str, Any]()
    if tags:
        remark["tags"] = [*tags]
    if note:
        remark["note"] = note
    return remark


def _line(event: Mapping[str, Any]) -> str:
    return format_json(event, ascii_only=False)
