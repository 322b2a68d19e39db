"""Compares the sentence of a step with the naive replay: players, moves, numbers and cuts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import inf, isclose, isinf, isnan, log, nextafter, sqrt

from tests.oracles.events import Visit
from tests.oracles.naive import Naive
from visualizer.explanation.explainer import explain
from visualizer.look.numbers import show
from visualizer.run import Run

ORDINAL = re.compile(r"(?P<side>\w+) tries .+?, (?P<place>[\d,]+) of (?P<of>[\d,]+): ")
MORE = r"more than .+'s (?P<less>\S+)|as much as .+|the only move"
SUM = rf"(?P<mean>\S+) \+ (?P<bonus>\S+) = (?P<upper>\S+), (?:{MORE})"
AGAIN = re.compile(rf"(?P<side>\w+) tries .+? again(?: \({SUM}\))?: ")
NUMBER = r"more than \S+|less than \S+|\S+ or more|\S+ or less"
CUTS = re.compile(rf"(?:A value of (?P<value>{NUMBER})|.+ \((?P<beside>{NUMBER})\)) would cut here\.")
EXTREME = re.compile(
    r"(?:Only a win for (?P<win>\w+)|Anything but a win for (?P<but>\w+)|"
    r"With a win for (?P<has>\w+) already, any value) would cut here\."
)
SKIPPED = re.compile(r" (?P<side>\w+)'s (?:(?P<left>[\d,]+) )?(?:other|remaining) \w+(?: there)? (?:is|are) skipped\.")
QUESTION = re.compile(r"only asks whether it is (?P<asked>.+?)(?: \([^)]+\))?: (?P<answer>yes|no)\.")
COMPARED = re.compile(r"\((?P<value>\S+) (?P<sign>[≥≤<>]) (?P<name>[αβ]) = (?P<bound>\S+)\)$")


def sentence_faults(run: Run, naive: Naive) -> list[str]:
    """Return what is wrong with the sentence of a step, in words."""
    said = explain(run, naive.step)
    return [f"{said!r}: {fault}" for fault in faults(run, naive, said)]


def faults(run: Run, naive: Naive, said: str) -> Iterator[str]:
    """Yield what is wrong."""
    if said.startswith("Finished") and not naive.at_end:
        yield "the search goes on"
    if naive.current is None:
        return
    visit = naive.latest(naive.current)
    if naive.windows:
        yield from faults_of_question(naive, visit, said)
    if naive.entering and visit.above is not None:
        yield from faults_entering(run, naive, visit, visit.above, said)
    elif not naive.entering and visit.above is not None and not isnan(visit.value):
        yield from faults_returning(run, naive, visit, visit.above, said)
    if naive.entering and not visit.is_leaf and naive.windows:
        yield from faults_of_threshold(run, naive, visit, said)


def side(run: Run, visit: Visit, *, moves: bool = True) -> str:
    """Return the name of the player to move at an inner node, or of the other player."""
    return run.game.side(maximizing=visit.maximizing == moves)


def asked(visit: Visit) -> str:
    """Return what a null window asks: whether the value is more than alpha, or for MIN less than beta."""
    low, high = visit.alpha, visit.beta
    if isinf(low) or high != nextafter(low, inf):
        return ""
    if show(high).endswith("⁺"):
        return f"more than {show(low)}"
    above = visit.above
    while above is not None and above.beta == nextafter(above.alpha, inf):
        above = above.above
    return f"{'at least' if above is None else 'less than'} {show(high)}"


def faults_of_question(naive: Naive, visit: Visit, said: str) -> Iterator[str]:
    """A null window is a question where it is first used, and nowhere else; the answer is said at the cut."""
    question, above = asked(visit), visit.above
    begins = naive.entering and question and (above is None or not asked(above))
    if (f"is it {question}?" if begins else "is it") not in said and begins:
        yield f"it is asked whether it is {question}"
    if not begins and "is it " in said:
        yield "nothing is asked here"
    found = QUESTION.search(said)
    if found and above is not None:
        low, high = visit.value <= above.alpha, visit.value >= above.beta
        answer = low if found["asked"].startswith("less") else high
        if found["asked"] != asked(above) or (found["answer"] == "yes") != answer:
            yield f"{asked(above)} is what is asked"


def faults_entering(run: Run, naive: Naive, visit: Visit, above: Visit, said: str) -> Iterator[str]:
    """Who tries a move, which one of how many it is, or that it is tried again."""
    looks = sum(child.path == visit.path for child in naive.below[above.row])
    visits = len(naive.visits[visit.path])
    again, first = AGAIN.search(said), ORDINAL.search(said)
    found = again or first
    if found is None or found["side"] != side(run, above):
        yield f"{side(run, above)} tries it"
    elif (looks > 1 or (naive.passes == "add" and visits > 1)) != (again is not None):
        yield f"it is look {looks} and visit {visits}"
    elif again and naive.passes == "add":
        yield from faults_of_sum(run, naive, visit, above, again)
    elif first and (first["place"], first["of"]) != (f"{naive.ordinal():,}", f"{above.children:,}"):
        yield f"it is {naive.ordinal()} of {above.children}"


def faults_of_sum(run: Run, naive: Naive, visit: Visit, above: Visit, said: re.Match[str]) -> Iterator[str]:
    """The mean, the upper bound and the next best upper bound follow from the visits before."""
    before = Naive(naive.events, naive.step - len(visit.path) - 1, naive.passes, windows=False)
    sign, visits = 1 if above.maximizing else -1, len(before.visits[above.path])
    sums = {}
    for child in before.children(above.path):
        values = [each.value for each in before.visits[child]]
        bonus = run.problem.options["exploration"] * sqrt(log(max(1, visits)) / len(values))
        sums[child] = sign * sum(values) / len(values), sign * sum(values) / len(values) + bonus
    mean, upper = sums.pop(visit.path)
    runner_up = max((found for _, found in sums.values()), default=None)
    written = {"mean": mean, "upper": upper, **({"less": runner_up} if runner_up is not None and said["less"] else {})}
    for name, number in written.items():
        if not isclose(float(said[name].replace("−", "-")), number, abs_tol=0.0051):
            yield f"{name} is {number}"
    if (runner_up is None or isclose(runner_up, upper)) != (said["less"] is None):
        yield f"the next best is {runner_up}"


def faults_of_threshold(run: Run, naive: Naive, visit: Visit, said: str) -> Iterator[str]:
    """The value that would cut a node is said on entry wherever there is one, and nowhere else."""
    low, high = naive.window(visit.path)
    bound, word = (high, "more") if visit.maximizing else (low, "less")
    value = f"{word} than {show(bound)}" if run.recipe.search.cut == ">" else f"{show(bound)} or {word}"
    if value.endswith(f"{'⁺' if visit.maximizing else '⁻'} or {word}"):
        value = f"{word} than {show(bound)[:-1]}"
    expected = None if isinf(bound) or visit.children < 2 else value
    found, extreme = CUTS.search(said), EXTREME.search(said)
    if extreme:
        stakes = run.stakes
        most = inf if stakes is None else stakes.greatest(run.root)
        favoured = visit.maximizing if extreme["win"] else not visit.maximizing
        named = extreme["win"] or extreme["but"] or extreme["has"]
        wins = bound == (most if favoured else -most) and named == run.game.side(maximizing=favoured)
        if not wins or (extreme["but"] is None) == (run.recipe.search.cut == ">") or expected is None:
            yield f"what would cut is {expected}"
    elif (found and (found["value"] or found["beside"])) != expected:
        yield f"what would cut is {expected}"


def faults_returning(run: Run, naive: Naive, visit: Visit, above: Visit, said: str) -> Iterator[str]:
    """The value is said, and what follows from it: a cut with what it skips, a first value, or a comparison."""
    if show(round(visit.value, 4)) not in said and show(visit.value) not in said:
        yield f"the value is {show(visit.value)}"
    if naive.passes == "add":
        return
    cut = said.startswith(("Cut ", "Deep cut ", "Left early "))
    if cut != naive.is_cut(above):
        yield f"that it is a cut is {naive.is_cut(above)}"
    elif cut:
        yield from faults_of_cut(run, naive, visit, above, said)
    elif "once more" not in said:
        before = Naive(naive.events, naive.step - 1, naive.passes, windows=naive.windows).best_look(above)
        if ("he first value for " in said) != (before is None):
            yield f"the best before was {before and show(before.value)}"
        elif not re.search(rf"\b(?:{side(run, above)})\b", said):
            yield f"it is {side(run, above)} who chooses"


def faults_of_cut(run: Run, naive: Naive, visit: Visit, above: Visit, said: str) -> Iterator[str]:
    """A cut says how many moves it skips, whose they are, and the bound; it is deep only if set further up."""
    left = above.children - len({child.path for child in naive.below[above.row]})
    skipped, compared = SKIPPED.search(said), COMPARED.search(said)
    if not skipped or (skipped["side"], skipped["left"]) != (side(run, above), f"{left:,}" if left > 1 else None):
        yield f"{side(run, above)}'s {left} are skipped"
    bound = above.beta if above.maximizing else above.alpha
    source = naive.bound_source(above.path, lower=not above.maximizing) if naive.windows else None
    if isinf(bound) or said.startswith("Left early"):
        return
    if not compared or (compared["value"], compared["bound"]) != (show(visit.value), show(bound)):
        yield f"{show(visit.value)} is compared with {show(bound)}"
    plies = 0 if source is None else len(above.path) - len(source)
    if f"{side(run, above, moves=False)} can have " in said and said.startswith("Deep") != (plies > 1):
        yield f"the bound was set {plies} plies up"
