"""Compares the fact of a step with the naive replay: players, moves, numbers and cuts."""

from __future__ import annotations

from math import inf, isclose, isinf, isnan, log, nextafter, sqrt
from typing import Any

from tests.oracles.events import Visit
from tests.oracles.naive import Naive
from visualizer.explaining.explanation.explainer import explain_step
from visualizer.explaining.explanation.facts.steps import (
    CutBound,
    CutFact,
    Entered,
    Fact,
    Finished,
    Returned,
    ReturnedToParent,
    Stopped,
    fact_of_step,
)
from visualizer.explaining.explanation.naming import Naming
from visualizer.searching.run import Run
from visualizer.trace.tree_at_step import TreeAtStep

NODES = ("node", "parent", "child")
"""The fields that name a node; they are compared as paths."""
Wanted = tuple[type, dict[str, Any]]
"""What a fact is, and what some of its fields hold."""


def fact_faults(run: Run, naive: Naive) -> list[str]:
    """Return what is wrong with the fact of a step, in words; of its sentence only that there is
    one.
    """
    tree = TreeAtStep(run.trace, naive.step)
    said = explain_step(Naming(run, tree))
    fact = fact_of_step(run, tree)
    return faults(run, naive, fact) + (
        [] if is_sentence(said, is_cut=isinstance(fact, CutFact)) else [said]
    )


def is_sentence(said: str, *, is_cut: bool) -> bool:
    """Return whether a text is one line that ends as a sentence does, and begins with the cut if
    there is one.
    """
    has_all = not any(text in said for text in ("\n", "  ", "nan", "None", "although"))
    return (
        has_all
        and said == said.strip()
        and said[-1] in ".)"
        and said.startswith(("Cut ", "Deep cut ")) == is_cut
    )


def faults(run: Run, naive: Naive, fact: Fact | None) -> list[str]:
    """Return what is wrong with a fact, in words."""
    kind, fields = wanted(run, naive)
    if not isinstance(fact, kind):
        return [f"{fact} is no {kind.__name__}"]
    found = {name: seen(run, name, getattr(fact, name)) for name in fields}
    wrong = [
        f"{name} is {found[name]}, not {value}"
        for name, value in fields.items()
        if found[name] != value
    ]
    return wrong + (
        faults_of_bounds(run, naive, fact)
        if isinstance(fact, Entered) and fact.compared_bounds
        else []
    )


def seen(run: Run, name: str, value: Any) -> Any:
    """Return a field of a fact in the terms of the replay."""
    if name in NODES:
        return None if value is None else run.path(value) if value >= 0 else None
    if name == "question":
        return value and (value.sign, value.bound)
    if name == "window":
        return value and value.bound
    if isinstance(value, CutBound):
        if value.setter is None or run.trace.revisits:
            return value.value, value.plies_up
        return value.value, value.plies_up, run.path(value.rejected), run.path(value.setter)
    if name == "closed_window":
        return value is not None
    if name == "best_before":
        return value and value[0]
    return (run.path(value.node), value.value) if name == "returned" else value


def wanted(run: Run, naive: Naive) -> Wanted:
    """Return what happens in a step."""
    if naive.current is None:
        return type(None), {}
    visit = naive.latest(naive.current)
    above = visit.above
    if naive.entering:
        return entered(naive, visit)
    if isnan(visit.value):
        return Stopped, {"node": visit.path}
    if above is None:
        return Finished, {"at_end": naive.at_end}
    if naive.passes == "add":
        return Returned, {"value": visit.value}
    return (
        cut(run, naive, visit, above)
        if naive.is_cut(above)
        else returned_to_parent(run, naive, visit, above)
    )


def asked(visit: Visit) -> tuple[str, float] | None:
    """Return what a null window asks: whether the value is more than alpha, or for MIN less than
    beta.
    """
    low = visit.alpha
    high = visit.beta
    if isinf(low) or high != nextafter(low, inf):
        return None
    if len(repr(low)) < len(repr(high)):  # the end that is a number of a person's
        return ">", low
    above = visit.above
    while above is not None and above.beta == nextafter(above.alpha, inf):
        above = above.above
    return ("≥" if above is None else "<"), high


def entered(naive: Naive, visit: Visit) -> Wanted:
    """Return which move is tried, which one of how many it is, or that it is tried again, and
    what would cut there.
    """
    above = visit.above
    fields = dict[str, Any]({"node": visit.path, "parent": visit.above and visit.above.path})
    if naive.windows:
        if above and asked(above):
            fields["question"] = None
        else:
            fields["question"] = asked(visit)
    if above is not None:
        looks = sum(child.path == visit.path for child in naive.below[above.row])
        fields["is_revisited"] = looks > 1 or (
            naive.passes == "add" and len(naive.visits[visit.path]) > 1
        )
        if not fields["is_revisited"]:
            fields |= {"ordinal": naive.ordinal(), "sibling_count": above.children}
    if visit.is_leaf or not visit.children:
        return Entered, {**fields, "move_count": 0}
    if naive.windows:
        bound = naive.window(visit.path)[1 if visit.maximizing else 0]
        if isinf(bound) or visit.children < 2:
            fields["window"] = None
        else:
            fields["window"] = bound
    return Entered, {**fields, "move_count": visit.children}


def returned_to_parent(
    run: Run,
    naive: Naive,
    visit: Visit,
    above: Visit,
) -> Wanted:
    """Return whose turn it is above, what was best there before, and how that changes the
    window.
    """
    before = Naive(
        naive.events,
        naive.step - 1,
        naive.passes,
        windows=naive.windows,
    )
    best = before.best_look(above)
    fields: dict[str, Any] = {
        "parent": above.path,
        "maximizing": above.maximizing,
        "returned": (visit.path, visit.value),
        "best_before": best and best.value,
    }
    if naive.windows and not run.trace.revisits:
        own = int(not above.maximizing)
        now = naive.window(above.path)
        fields["end_change"] = before.window(above.path)[own], now[own]
        fields["closed_window"] = run.problem.cut(*now)
    return ReturnedToParent, fields


def cut(
    run: Run,
    naive: Naive,
    visit: Visit,
    above: Visit,
) -> Wanted:
    """Return how many moves a cut leaves out, whose they are, the bound, which move set it, and
    how far up.
    """
    tried = len({child.path for child in naive.below[above.row]})
    fields: dict[str, Any] = {
        "node": above.path,
        "maximizing": above.maximizing,
        "child": visit.path,
        "value": visit.value,
        "tried": tried,
        "skipped_count": above.children - tried,
    }
    if naive.windows:
        source = naive.bound_source(above.path, lower=not above.maximizing)
        if above.maximizing:
            bound = above.beta
        else:
            bound = above.alpha
        fields["end"] = bound, 0 if source is None else len(above.path) - len(source)
        if source is not None:
            setter = naive.best_look(naive.latest(source))
        else:
            setter = None
        if setter and not run.trace.revisits:
            fields["end"] += (above.path[: len(setter.path)], setter.path)
            fields["strict"] = run.recipe.search.cut == ">"
    return CutFact, fields


def faults_of_bounds(run: Run, naive: Naive, fact: Entered) -> list[str]:
    """Return which means and upper bounds do not follow from the visits before."""
    path = run.path(fact.parent)
    before = Naive(
        naive.events, naive.step - len(run.path(fact.node)) - 1, naive.passes, windows=False
    )
    if naive.latest(path).maximizing:
        sign = 1
    else:
        sign = -1
    visits = len(before.visits[path])
    faults = list[str]()
    exploration = run.problem.options["exploration"]
    for bound in fact.compared_bounds:
        values = [each.value for each in before.visits[run.path(bound.child)]]
        mean = sign * sum(values) / len(values)
        bonus = exploration * sqrt(log(max(1, visits)) / len(values))
        if not (
            isclose(bound.mean, mean, abs_tol=1e-9)
            and isclose(bound.upper, mean + bonus, abs_tol=1e-9)
        ):
            faults.append(f"{bound} is not {mean} and {bonus}")
    return faults + (
        ["a child has no upper bound"]
        if len(fact.compared_bounds) != len(before.children(path))
        else []
    )
