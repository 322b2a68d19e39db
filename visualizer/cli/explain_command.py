"""`visualizer explain`: tell a search in sentences."""

from __future__ import annotations

import sys
from typing import Any

import rich_click as click

from visualizer.cli.options import SEARCH, WHERE, read_recipe, with_options
from visualizer.cli.running import run_to_end, status
from visualizer.errors import InputError
from visualizer.explanation.events import explain
from visualizer.run import Run


@click.command(epilog="Example: visualizer explain tree --cuts")
@with_options(WHERE, SEARCH)
@click.option("--step", metavar="N", help="Only this step.")
@click.option("--steps", metavar="A-B", help="Only these steps.")
@click.option("--cuts", is_flag=True, help="Only the cutoffs.")
def command(*, step: str | None, steps: str | None, cuts: bool, **values: Any) -> int:
    """Tell a search in sentences, every step or some."""
    if sum((step is not None, steps is not None, cuts)) > 1:
        raise InputError("--step, --steps and --cuts exclude each other; give one")
    recipe, _ = read_recipe(values)
    run = run_to_end(recipe)
    last = run.trace.last_step
    if cuts and not run.trace.cuts:
        print("visualizer: there is no cutoff", file=sys.stderr)
    for number in cut_steps(run) if cuts else chosen(step, steps, last):
        print(f"{number:>{len(str(last))}}  {explain(run, number)}")
    return status(run)


def cut_steps(run: Run) -> list[int]:
    """Return the steps in which a cutoff happens."""
    return [step for row in run.trace.cuts if (step := run.trace.cut_step(row)) is not None]


def chosen(step: str | None, steps: str | None, last: int) -> range:
    """Return the steps asked for; InputError says which there are."""
    if step is None and steps is None:
        return range(last + 1)
    text = steps or step or ""
    low, dash, high = text.partition("-") if steps is not None else (text, "-", text)
    if not (dash and all(part.isascii() and part.isdigit() and len(part) < 16 for part in (low, high))):
        raise InputError(f"the steps {text!r:.60} are not {'A-B' if steps is not None else 'a number'}")
    if int(low) > int(high):
        raise InputError(f"the steps {text!r} run backwards; write {high}-{low}")
    if int(high) > last:
        raise InputError(f"the steps {text!r} are not from 0 to {last:,}")
    return range(int(low), int(high) + 1)
