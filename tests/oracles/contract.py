"""The contract of a search: what it tells is true, and what is shown of it is what a naive
replay says.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import isnan

from tests.oracles.agreement import checked, differences, listed, some_steps, summary_faults
from tests.oracles.laws import broken_laws
from visualizer.explaining.measures.summary import summary
from visualizer.searching.run import Run
from visualizer.support.errors import InputError

LIMIT = 5_000
"""No search that is asked here visits so many nodes, unless it does not end."""


def faults(run: Run, plain: Run, steps: int = 12) -> list[str]:
    """Return all that is wrong with a search; the two runs are of the same question and have not
    begun.
    """
    reported, value = listed(plain, LIMIT)
    if isnan(value):
        return ["the search does not end"]
    if broken := broken_laws(run.algorithm.name, plain.problem, reported, value):
        return sorted(broken)
    try:
        checked(run)
    except InputError as error:
        return [str(error)]
    shown = differences(run, reported, some_steps(run.trace.last_step, steps))
    return [*shown, *summary_faults(run, reported), *faults_at_the_end(run, plain)]


def faults_at_the_end(run: Run, plain: Run) -> Iterator[str]:
    """Give what is wrong beside: the recorder that checks writes other rows, or the best line
    cannot be played.
    """
    told = slice(
        None if run.trace.has_window else -2
    )  # the checking recorder knows that a window was not told
    if [visit[told] for visit in plain.finish().trace] != [visit[told] for visit in run.trace]:
        yield "the recorder that checks writes other rows than the one that does not"
    position = run.root
    for name in summary(run)["principal_variation"]:
        moves = {position.name(move): move for move in position.moves()}
        if name not in moves:
            yield f"{name} is on the best line and is no move there"
            return
        position = position.play(moves[name])
