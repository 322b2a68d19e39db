"""`visualizer moves`: list the legal moves in search order, with the ordering's scores."""

from typing import Any

import rich_click as click

from visualizer.cli.options import SEARCH, WHERE, answer, note_unused, read_recipe, with_options
from visualizer.cli.running import aside
from visualizer.look import numbers
from visualizer.look.table import Table
from visualizer.run import Run


@click.command(epilog="Example: visualizer moves tictactoe -o scored")
@with_options(WHERE, SEARCH)
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list.")
def command(**values: Any) -> int:
    """List the legal moves in the order in which a search tries them, with the ordering's scores."""
    recipe, _ = read_recipe(values)
    with aside():
        run = Run(recipe)
        listed = moves(run)
    note_unused([(recipe.search, run.recipe.search)])
    if not listed:
        return answer("the game is over: there is no move", listed)
    names = [*listed[0]["components"]] if len(listed[0]["components"]) > 1 else []
    rows = tuple(
        (place, move["move"], move["score"], *(move["components"][name] for name in names))
        for place, move in enumerate(listed, 1)
    )
    return answer(Table(("", "move", "score", *names), rows).text(), listed)


def moves(run: Run) -> list[dict[str, Any]]:
    """Return the moves of the root in the ordering's order, with scores from the mover's side."""
    order, scores = run.scored(())
    listed = []
    for number in order:
        score = scores[number] if scores is not None else None
        components = {name: numbers.plain(part) for name, part in score.components.items()} if score else {}
        total = numbers.plain(score.total) if score else None
        listed.append({"move": run.written((number,)), "score": total, "components": components})
    return listed
