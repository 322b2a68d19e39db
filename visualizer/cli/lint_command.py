"""`visualizer lint`: what cannot be right in a recorded search."""

import rich_click as click

from visualizer.cli.diff_command import EXTENT, extent_of
from visualizer.cli.messages import DONE, STOPPED
from visualizer.cli.options import JSON, TRUST, answer, with_options
from visualizer.cli.running import run_to_end
from visualizer.comparison.lint import doubts
from visualizer.errors import InputError
from visualizer.recipe import told_by

NOTHING = (
    "Nothing found that cannot be right. Looked for: cuts by values that do not reach the end of the window, windows "
    "not passed on, values that no child has or that are the other side's best, best moves that are only bounds, "
    "and answers of a table that a later search denies."
)


@click.command(epilog="Example: visualizer search tree --events t.jsonl && visualizer lint t.jsonl")
@with_options((click.argument("file", metavar="FILE"), TRUST), EXTENT)
@JSON
def command(*, file: str, below: str, to_ply: int | None, number: int | None) -> int:
    """Say what cannot be right in a file of events: a cut with an open window, a value that no child has ...

    The status is 1 if anything is found.
    """
    told = told_by(file)
    if told is None:
        raise InputError(f"{file!r:.200} is no file of events and no saved run, which end in .jsonl and .run")
    run = run_to_end(told[0])
    extent = extent_of((run,), below, to_ply, number)
    found = [each for each in doubts(run) if extent.has(run.trace, each.row)]
    words = [
        f"visit {each.row + 1:,} (step {each.step(run.trace):,}), "
        f"{' '.join(run.names(run.path(each.row))) or 'the root'}: {each.why} ({each.what})"
        for each in found
    ]
    status = STOPPED if found else DONE
    return answer("\n".join(words) or NOTHING, [each.as_object(run) for each in found], status)
