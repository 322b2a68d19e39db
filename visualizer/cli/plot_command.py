"""`visualizer plot`: draw what a sweep has found."""

from pathlib import Path

import rich_click as click

import exports
from visualizer.cli.options import answer, with_options
from visualizer.cli.writing import FORCE, listed, may_replace, output
from visualizer.sweeping import plots
from visualizer.sweeping.plots import EXAMPLE, read


@click.command(epilog=f"Example: visualizer plot {EXAMPLE} -O growth.svg")
@with_options(FORCE)
@click.argument("results", metavar="FILE")
@output("Plot to write: .svg, .png or .pdf; may be given several times.")
@click.option("--kind", metavar="KIND", help="growth: nodes by depth; saving: by game; distribution: over positions; "
              "choice: how often a best move is chosen.")  # fmt: skip
@click.option("--theme", metavar="NAME", default="light", help="light (default), dark, mono or contrast.")
@click.option("--title", default="", help="Title of the plot.")
def command(*, results: str, files: tuple[str, ...], kind: str | None, theme: str, title: str) -> int:
    """Draw the results of a sweep, finished or not, large enough for a slide.

    Without --kind, choice if some searches play random games, else growth if there are several depths, else saving if
    there are several games. FILE may be the word
    "example": a sweep that comes with the program.
    """
    for file in files:
        plots.check(file, theme, kind)
    replace = may_replace(files)
    found = read(results)
    kind = kind or plots.usual_kind(found)
    drawn = {file: plots.draw(found, Path(file).suffix.lower(), kind, theme, title) for file in files}
    exports.save_all(drawn, force=replace)
    return answer(listed(drawn))
