"""`visualizer play`: play against a search."""

from typing import Any

import rich_click as click

from visualizer.cli.messages import tell_notes
from visualizer.cli.options import SEARCH, WHERE, note_unused, read_recipe, with_options
from visualizer.cli.running import aside
from visualizer.plain import lines_read
from visualizer.play import Match
from visualizer.run import Run


@click.command(epilog="Example: visualizer play tictactoe -p corner")
@with_options(WHERE, SEARCH)
@click.option("--second", is_flag=True, help="Let the search move first.")
def command(*, second: bool, **values: Any) -> None:
    """Play against a search: type moves, it replies with the best it finds."""
    recipe, _ = read_recipe(values)
    with aside():
        note_unused([(recipe.search, Run(recipe).recipe.search)])
    tell_notes()
    Match(recipe.where, recipe.search, second=second).play(lines_read())
