"""`visualizer explain`: tell a search in sentences."""

from __future__ import annotations

from typing import Any

import rich_click as click

from visualizer.cli.manners import note
from visualizer.cli.options import SEARCH, WHERE, read_recipe, with_options
from visualizer.cli.running import run_to_end, status
from visualizer.errors import InputError
from visualizer.explanation.events import explain
from visualizer.look.lines import print_lines
from visualizer.run import Run
from visualizer.search_options import read_count


@click.command(epilog="Example: visualizer explain tree --cuts")
@with_options(WHERE, SEARCH)
@click.option("--step", metavar="N", help="Only this step.")
@click.option("--steps", metavar="A-B", help="Only these steps.")
@click.option("--cuts", is_flag=True, help="Only the cutoffs.")
def command(*, step: str | None, steps: str | None, cuts: bool, **values: Any) -> int:
    """Tell a search in sentences, every step or some."""
    if sum((step is not None, steps is not None, cuts)) > 1:
        raise InputError("--step, --steps and --cuts exclude each other; give one")
    asked = read_steps(step, steps)
    recipe, _ = read_recipe(values)
    run = run_to_end(recipe)
    last = run.trace.last_step
    if cuts and not run.trace.cuts:
        note("there is no cutoff")
    for number in cut_steps(run) if cuts else chosen(asked, last):
        print_lines(f"{number:>{len(str(last))}}  {explain(run, number)}")
    return status(run)


def cut_steps(run: Run) -> list[int]:
    """Return the steps in which a cutoff happens."""
    return [step for row in run.trace.cuts if (step := run.trace.cut_step(row)) is not None]


def read_steps(step: str | None, steps: str | None) -> range | None:
    """Read the options `--step N` and `--steps A-B`, None if neither is given; InputError says what is wrong."""
    if step is not None:
        number = read_count("the step", 0)(step)
        return range(number, number + 1)
    if steps is None:
        return None
    low, dash, high = steps.partition("-")
    if not (dash and all(part.isascii() and part.isdigit() and len(part) < 16 for part in (low, high))):
        raise InputError(f"the steps {steps!r:.60} are not A-B, for example 3-12")
    if int(low) > int(high):
        raise InputError(f"the steps {steps!r} run backwards; write {high}-{low}")
    return range(int(low), int(high) + 1)


def chosen(asked: range | None, last: int) -> range:
    """Return the steps asked for, by default all; InputError says which there are."""
    if asked is not None and asked[-1] > last:
        raise InputError(f"there is no step {asked[-1]:,}; the last is {last:,}")
    return range(last + 1) if asked is None else asked
