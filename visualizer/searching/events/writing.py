"""Writing a search as a file of events."""

from collections.abc import Callable, Iterator, Mapping
from math import inf
from typing import Any

from visualizer.look.numbers import plain
from visualizer.searching.data_files import write_json
from visualizer.searching.events.event_log import LEAF_KINDS
from visualizer.searching.events.event_reader import ENDS
from visualizer.trace.rows import FIRST_ASIDE, LEAVES, NO_REMARK, Detour, Kind, Trace

KINDS = {kind: word for word, kind in LEAF_KINDS.items()}
SHORTEST = 10**6
"""What a fraction's denominator divides if it is written as a decimal fraction."""
ASCII = {"≤": "<=", "≥": ">="}
NameOf = Callable[[int, int], str]
"""From an inner row and the move index there to the move's name."""
PriorOf = Callable[[int], float | None]
"""From a row to the prior of the move to it, of a search by priors; None for none, or where it has been told."""


def lines_of(
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
            yield from _left(trace, path.pop(), name_of)
        if row in passes and (row or passes[row]):
            yield _line({"pass": passes[row]})
        move = _move(trace, parent, row, name_of)
        prior = prior_of(row)
        if prior is None:
            told = {}
        else:
            told = {"prior": plain(prior)}
        if trace.kind(row) in LEAVES or not trace.children(row):
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
                    **_window(trace, row),
                    **_said(trace, row),
                    **told,
                    **_remark(trace, 2 * row),
                }
            )
            if row in trace.stands:
                yield _line({"stand": plain(trace.stands[row])})
            path.append(row)
    is_open = bool(path) and trace.kind(path[0]) is Kind.STOPPED
    while path:
        yield from _left(trace, path.pop(), name_of)
    if trace.said.answer is not None:
        value, answered = trace.said.answer
        yield _line(
            {"result": plain(value), **({} if answered is None else {"best": name_of(0, answered)})}
        )
    elif trace.reason and not is_open:
        yield _line({"pass": passes.get(len(trace), "")})


def _leaf(trace: Trace, row: int, move: str | None) -> dict[str, Any]:
    event = {"leaf": move, "value": plain(trace.value(row)), "kind": KINDS[trace.kind(row)]}
    source = trace.source(row)
    if source >= 0:
        known = {"from": source}
    else:
        known = {}
    told = {**_window(trace, row), **_said(trace, row), **_bound(trace, row)}
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
    if trace.move(row) >= FIRST_ASIDE:
        return trace.said.asides.get(trace.path(row))
    return None


def _move(trace: Trace, parent: int, row: int, name_of: NameOf) -> str | None:
    """Return the move to a visit, None for a root and where no move leads there."""
    if parent < 0:
        return None
    aside = _aside(trace, row)
    if aside is None:
        return name_of(parent, trace.move(row))
    return aside.word


def _said(trace: Trace, row: int) -> dict[str, Any]:
    """Return what an engine has said of a visit on entry: that it is a probe, or its position; its depth and such."""
    said = trace.said
    if trace.move(row) < FIRST_ASIDE and row not in said.plans:
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
        **{name: plain(value) for name, value in said.plans.get(row, {}).items()},
    }


def _bound(trace: Trace, row: int) -> dict[str, str]:
    """Return the bound that a visit has said its value is."""
    if row in trace.said.bounds:
        return {"bound": ASCII[trace.said.bounds[row]]}
    return {}


def _probability(trace: Trace, row: int) -> dict[str, float | str]:
    """Return how probable a child of chance is, as a number, or as a text where that would be no short one."""
    found = trace.probability(row)
    if found is None:
        return {}
    is_number = isinstance(found, float) or SHORTEST % found.denominator == 0
    return {"p": float(found) if is_number else str(found)}


def _left(trace: Trace, row: int, name_of: NameOf) -> Iterator[str]:
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
                "leave": plain(trace.value(row)),
                **known,
                **cut,
                **best,
                **_remark(trace, 2 * row + 1),
            }
        )


def _window(trace: Trace, row: int) -> dict[str, float | str | None]:
    """Return the window of a visit, if it is known."""
    window = trace.window(row)
    if window is None:
        return {}
    return {"alpha": end_told(window[0], -inf), "beta": end_told(window[1], inf)}


def end_told(end: float, is_open: float) -> float | str | None:
    """Return an end of a window for JSON: null where it is open, a word where it is infinite the other way round.

    >>> end_told(3, -inf), end_told(-inf, -inf), end_told(inf, -inf)
    (3, None, 'inf')
    """
    if end == is_open:
        return None
    return next((word for word, value in ENDS.items() if value == end), None) or plain(end)


def _remark(trace: Trace, key: int) -> dict[str, Any]:
    tags, note = trace.remarks.get(key, NO_REMARK)
    return {**({"tags": [*tags]} if tags else {}), **({"note": note} if note else {})}


def _line(event: Mapping[str, Any]) -> str:
    return write_json(event, ascii_only=False)
