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
"""What a fraction's denominator divides if it is written as a decimal fraction."""
ASCII_BOUND_SIGNS = {"≤": "<=", "≥": ">="}
NameOf = Callable[[int, int], str]
"""From an inner row and the move index there to the move's name."""
PriorOf = Callable[[int], float | None]
"""From a row to the prior of the move to it, of a search by priors; None for none, or where it has been told."""


def written_event_lines(
    trace: Trace, header: Mapping[str, Any], name_of: NameOf, prior_of: PriorOf = lambda row: None
) -> Iterator[str]:
    """Go through the lines of a file that tells all that a trace holds.

    What a stopped search had open is left open; if that was nothing, a pass is begun that does not come.
    """
    yield _line({**header, "passes": trace.passes.value})
    passes = dict(zip(trace.pass_rows, trace.pass_names, strict=True))
    path: list[int] = []
    for row in range(len(trace)):
        parent = trace.parent(row)
        while path and path[-1] != parent:
            yield from _skipped_moves(trace, path.pop(), name_of)
        if row in passes and (row or passes[row]):
            yield _line({"pass": passes[row]})
        move = _written_move(trace, parent, row, name_of)
        prior = prior_of(row)
        if prior is None:
            told = {}
        else:
            told = {"prior": json_number(prior)}
        if trace.kind(row) in READ_LEAF_KINDS or not trace.children(row):
            yield _line({**_leaf(trace, row, move), **told})
        else:
            if (moves := trace.move_count(row)) is None:
                children = {}
            else:
                children = {"children": moves}
            turn = trace.written_turn(row)
            event = {"enter": move, **turn, **_probability(trace, row), **children}
            yield _line(
                {
                    **event,
                    **_written_window(trace, row),
                    **_written_entry_notes(trace, row),
                    **told,
                    **_remark(trace, 2 * row),
                }
            )
            if row in trace.stands:
                yield _line({"stand": json_number(trace.stands[row])})
            path.append(row)
    is_open = bool(path) and trace.kind(path[0]) is Kind.STOPPED
    while path:
        yield from _skipped_moves(trace, path.pop(), name_of)
    if trace.said.answer is not None:
        value, answered = trace.said.answer
        yield _line(
            {
                "result": json_number(value),
                **({} if answered is None else {"best": name_of(0, answered)}),
            }
        )
    elif trace.reason and not is_open:
        yield _line({"pass": passes.get(len(trace), "")})


def _leaf(trace: Trace, row: int, move: str | None) -> dict[str, Any]:
    event = {
        "leaf": move,
        "value": json_number(trace.value(row)),
        "kind": LEAF_WORD_BY_KIND[trace.kind(row)],
    }
    source = trace.source(row)
    if source >= 0:
        known = {"from": source}
    else:
        known = {}
    told = {**_written_window(trace, row), **_written_entry_notes(trace, row), **_bound(trace, row)}
    return {
        **event,
        **_turn_kept(trace, row),
        **_probability(trace, row),
        **known,
        **told,
        **_remark(trace, 2 * row),
    }


def _turn_kept(trace: Trace, row: int) -> dict[str, bool]:
    """Return who moves at a leaf that no move leads to, if that is who moves above: by default the turn is passed."""
    aside = _aside(trace, row)
    if aside is None or aside.passes or aside.word is not None or aside.text is not None:
        return {}
    above = trace.parent(row)
    if trace.is_chance(above):
        return {}
    return trace.written_turn(above)


def _aside(trace: Trace, row: int) -> Detour | None:
    """Return what is known of a visit that no move leads to, None for others."""
    if trace.move(row) >= FIRST_DETOUR_INDEX:
        return trace.said.asides.get(trace.path(row))
    return None


def _written_move(trace: Trace, parent: int, row: int, name_of: NameOf) -> str | None:
    """Return the move to a visit, None for a root and where no move leads there."""
    if parent < 0:
        return None
    aside = _aside(trace, row)
    if aside is None:
        return name_of(parent, trace.move(row))
    return aside.word


def _written_entry_notes(trace: Trace, row: int) -> dict[str, Any]:
    """Return what an engine has said of a visit on entry: that it is a probe, or its position; its depth and such."""
    said = trace.said
    if trace.move(row) < FIRST_DETOUR_INDEX and row not in said.plans:
        return {}
    if (name := said.probe(row)) is None:
        probe = {}
    else:
        probe = {"probe": name}
    aside = _aside(trace, row)
    if aside is None or aside.text is None:
        position = {}
    else:
        position = {"position": aside.text}
    return {
        **probe,
        **position,
        **{name: json_number(value) for name, value in said.plans.get(row, {}).items()},
    }


def _bound(trace: Trace, row: int) -> dict[str, str]:
    """Return the bound that a visit has said its value is."""
    if row in trace.said.bounds:
        return {"bound": ASCII_BOUND_SIGNS[trace.said.bounds[row]]}
    return {}


def _probability(trace: Trace, row: int) -> dict[str, float | str]:
    """Return how probable a child of chance is, as a number, or as a text where that would be no short one."""
    found = trace.probability(row)
    if found is None:
        return {}
    is_number = isinstance(found, float) or MAX_SHORT_NUMBER % found.denominator == 0
    return {"p": float(found) if is_number else str(found)}


def _skipped_moves(trace: Trace, row: int, name_of: NameOf) -> Iterator[str]:
    """Write that a visit returns, unless the search was stopped in it."""
    if trace.kind(row) is not Kind.STOPPED:
        if trace.kind(row) is Kind.CUT:
            cut = {"cut": True}
        else:
            cut = {}
        if row in trace.named_best:
            best = {"best": name_of(row, trace.named_best[row])}
        else:
            best = {}
        known = {
            **_bound(trace, row),
            **({"proven": True} if trace.kind(row) is Kind.PROVEN else {}),
        }
        yield _line(
            {
                "leave": json_number(trace.value(row)),
                **known,
                **cut,
                **best,
                **_remark(trace, 2 * row + 1),
            }
        )


def _written_window(trace: Trace, row: int) -> dict[str, float | str | None]:
    """Return the window of a visit, if it is known."""
    window = trace.window(row)
    if window is None:
        return {}
    return {
        "alpha": written_window_end(window[0], -inf),
        "beta": written_window_end(window[1], inf),
    }


def written_window_end(end: float, is_open: float) -> float | str | None:
    """Return an end of a window for JSON: null where it is open, a word where it is infinite the other way round.

    >>> written_window_end(3, -inf), written_window_end(-inf, -inf), written_window_end(inf, -inf)
    (3, None, 'inf')
    """
    if end == is_open:
        return None
    return next(
        (word for word, value in INFINITE_ENDS.items() if value == end), None
    ) or json_number(end)


def _remark(trace: Trace, key: int) -> dict[str, Any]:
    tags, note = trace.remarks.get(key, NO_REMARK)
    return {**({"tags": [*tags]} if tags else {}), **({"note": note} if note else {})}


def _line(event: Mapping[str, Any]) -> str:
    return format_json(event, ascii_only=False)
