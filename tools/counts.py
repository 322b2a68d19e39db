"""Measures the table of counts in docs/searches.md anew: `python tools/counts.py`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import games
from games import Preset
from visualizer.look.table import Table
from visualizer.recipe import Recipe, Search, Where
from visualizer.run import Run

PAGE = Path(__file__).parents[1] / "docs" / "searches.md"
MARK = "<!-- counts -->\n"
SEARCHES = ("alpha-beta", "alpha-beta,table=yes", "negamax", "pvs", "mtdf", "iterative-deepening")
TITLES = ("alpha-beta", "with a table", "negamax", "PVS", "MTD(f)", "deepening")
ELSEWHERE = ("chess", "openspiel")
"""Games that need what is not always installed."""


def presets() -> Iterator[tuple[str, Preset]]:
    """Go through every preset of every game that is always there."""
    for name in games.names():
        if name not in ELSEWHERE:
            yield from ((name, preset) for preset in games.load(name).presets)


def counts(game: str, preset: str) -> list[int]:
    """Return the nodes that each search visits."""
    recipes = (Recipe(Where(game, preset), Search.from_grammar(f"{search},ordering=natural")) for search in SEARCHES)
    return [len(Run(recipe).finish().trace) for recipe in recipes]


def table(rows: Sequence[tuple[str, str, Sequence[int]]]) -> str:
    """Return the table in Markdown."""
    cells = tuple((game, preset, *(f"{count:,}" for count in found)) for game, preset, found in rows)
    return Table(("game", "position", *TITLES), cells).markdown()


def main() -> None:
    """Write the table."""
    before = PAGE.read_text(encoding="utf-8").partition(MARK)[0]
    rows = [(game, preset.name, counts(game, preset.name)) for game, preset in presets()]
    PAGE.write_text(f"{before}{MARK}\n{table(rows).rstrip()}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
