"""`visualizer open`: step through a search."""

from __future__ import annotations

from typing import Any

import rich_click as click

from visualizer.cli.options import SEARCH, WHERE, read_recipe, with_options
from visualizer.plain import step_through
from visualizer.run import Run


@click.command(epilog="Example: visualizer open tree --plain")
@with_options(WHERE, SEARCH)
@click.option("--plain", is_flag=True, help="Line mode: words only, for plain terminals and screen readers.")
def command(*, plain: bool, **values: Any) -> None:
    """Step through a search, forwards and backwards. GAME may also be a saved FILE.run."""
    recipe, _ = read_recipe(values)
    step_through(Run(recipe))
