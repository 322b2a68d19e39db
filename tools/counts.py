"""Measures the tables of counts in docs/searches.md again: `python tools/counts.py`."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import games
from games import Preset
from visualizer.explaining.measures.summary import SearchResult, summary
from visualizer.look.numbers import format_decimal
from visualizer.look.table import Table
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.support.errors import RefusedError

PAGE = Path(__file__).parents[1] / "docs" / "searches.md"
MARK = "<!-- counts -->\n"
SEARCHES = ("alpha-beta", "alpha-beta,table=yes", "negamax", "pvs", "mtdf", "iterative-deepening")
TITLES = ("alpha-beta", "with a table", "negamax", "PVS", "MTD(f)", "deepening")
SAMPLES = "<!-- samples -->\n"
ITERATIONS = "mcts,iterations=1000,seed=1"
EXACT = SearchSpec(ordering="natural", options={"table": True})
INTRODUCTION = """\
The second table is for MCTS with 1,000 iterations, in natural order, with seed 1: the nodes it \
visits, the move it
chooses, and that move's mean from the first player's side. The last column says whether \
alpha-beta to the usual depth
also finds no better move. Unless that depth reaches the end of the game, neither search can \
judge the other.
"""
REFUSED = "refused"
ELSEWHERE = ("chess", "openspiel")
"""Games that need optional packages."""


def presets() -> Iterator[tuple[str, Preset]]:
    """Yield every preset without chance of every game that needs no optional package."""
    for name in games.game_names():
        if name not in ELSEWHERE:
            game = games.load_game(name)
            for preset in game.presets:
                if game.chance is games.never or not game.chance(game.read(preset.text, {})):
                    yield name, preset


def counts(game: str, preset: str) -> list[int | None]:
    """Return the number of nodes that each search visits, None where it refuses the game."""
    recipes = (
        Recipe(PositionSpec(game, preset), SearchSpec.from_spec(f"{search},ordering=natural"))
        for search in SEARCHES
    )
    return [nodes(recipe) for recipe in recipes]


def nodes(recipe: Recipe) -> int | None:
    """Return the number of nodes that a search visits, None where it refuses the game."""
    try:
        return len(Run(recipe).finish().trace)
    except RefusedError:
        return None


def shown(count: int | None) -> str:
    """Write a number of nodes."""
    return REFUSED if count is None else f"{count:,}"


def sampled(game: str, preset: str) -> tuple[str, ...]:
    """Return the nodes, move and mean of MCTS, and whether alpha-beta finds no better move."""
    where = PositionSpec(game, preset)
    run = Run(Recipe(where, SearchSpec.from_spec(ITERATIONS))).finish()
    made = summary(run)
    move = SearchResult(run).labels[0]
    exact = summary(Run(Recipe(where, EXACT)).finish())
    if exact["depth"] is None:
        depth = "all"
    else:
        depth = max(1, exact["depth"] - 1)
    after = Recipe(replace(where, moves=made["best_move"]), replace(EXACT, depth=depth))
    is_best = summary(Run(after).finish())["value"] == exact["value"]
    return f"{made['nodes']:,}", move, format_decimal(made["value"]), "yes" if is_best else "no"


def tables(counted: Sequence[Sequence[str]], samples: Sequence[Sequence[str]]) -> str:
    """Return both tables in Markdown, each after its mark."""
    titles = ("game", "position", "nodes", "move", "mean", "alpha-beta finds none better")
    first = Table(("game", "position", *TITLES), tuple(map(tuple, counted))).markdown()
    second = Table(titles, tuple(map(tuple, samples))).markdown()
    return f"{first.rstrip()}\n\n{INTRODUCTION}\n{SAMPLES}\n{second}"


def main() -> None:
    """Write the tables."""
    before = PAGE.read_text(encoding="utf-8").partition(MARK)[0]
    counted = []
    samples = []
    for game, preset in presets():
        counted.append((game, preset.name, *map(shown, counts(game, preset.name))))
        samples.append((game, preset.name, *sampled(game, preset.name)))
    PAGE.write_text(f"{before}{MARK}\n{tables(counted, samples).rstrip()}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
