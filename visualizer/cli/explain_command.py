"""`visualizer explain`: tell a search in sentences."""

from functools import partial
from typing import Any

import rich_click as click

from visualizer.cli.messages import note
from visualizer.cli.options import SEARCH, WHERE, read_recipe, whole, with_options
from visualizer.cli.running import run_to_end, status
from visualizer.errors import InputError
from visualizer.explanation.explainer import explain
from visualizer.explanation.node_types import told_types
from visualizer.look.lines import print_lines
from visualizer.trace.counts import cutoffs_in_all
from visualizer.trace.jumps import CHANGES, all_steps, cut_steps, new_cut_steps, read_steps, steps_between
from visualizer.trace.jumps import WORDS as STEP_WORDS

MANY = 20
"""The most cutoffs that are told without a word on how to be told fewer."""


@click.command(epilog="Example: visualizer explain tree --cuts")
@with_options(WHERE, SEARCH)
@click.option("--step", metavar="N", callback=whole("the step", 0), help="Only this step.")
@click.option("--steps", metavar="WHICH", help=f"Only these steps: {STEP_WORDS}; {CHANGES}.")
@click.option("--cuts", is_flag=True, help="Only the cutoffs.")
@click.option("--kinds", is_flag=True, help="Then PV, cut and all nodes: what had to be searched (Knuth and Moore).")
def command(*, step: int | None, steps: str | None, cuts: bool, kinds: bool, **values: Any) -> int:
    """Explain a search in sentences, all steps or some."""
    if sum((step is not None, steps is not None, cuts)) > 1:
        raise InputError("--step, --steps and --cuts exclude each other; give one")
    choice = cut_steps if cuts else all_steps if steps is None else read_steps(steps)
    if step is not None:
        choice = partial(steps_between, low=step, high=step)
    recipe, _ = read_recipe(values)
    run = run_to_end(recipe)
    last = run.trace.last_step
    if choice is cut_steps and not run.trace.cuts:
        note("there is no cutoff")
    if choice is cut_steps and len(run.trace.cuts) > MANY:
        fewer = len(new_cut_steps(run.trace))
        aside = ", those in probes too" * (cutoffs_in_all(run.trace) < len(run.trace.cuts))
        note(f"{len(run.trace.cuts):,} cutoffs{aside}; --steps cuts:new counts repeated ones once: {fewer:,}")
    types = [*told_types(run)] if kinds else []
    for number in choice(run.trace):
        print_lines(f"{number:>{len(str(last))}}  {explain(run, number)}")
    for line in types:
        print_lines(line)
    return status(run)
