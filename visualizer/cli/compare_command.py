"""`visualizer compare`: several searches of one position in numbers."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import rich_click as click

from visualizer.cli.manners import DONE, STOPPED
from visualizer.cli.options import SEARCH, WHERE, read_search, read_where, with_options
from visualizer.cli.running import run_to_end
from visualizer.compare import DEFAULT, Comparison, compare, sentence, table
from visualizer.errors import InputError
from visualizer.recipe import Search


@click.command(epilog="Example: visualizer compare tictactoe -p corner -s minimax -s alpha-beta,ordering=scored")
@with_options(WHERE, SEARCH)
@click.option("-s", "--search", "searches", metavar="SEARCH", multiple=True, help="NAME[,key=value...]; repeatable.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--csv", "as_csv", is_flag=True, help="Print comma-separated values.")
@click.option("--markdown", is_flag=True, help="Print a Markdown table.")
def command(*, searches: tuple[str, ...], as_json: bool, as_csv: bool, markdown: bool, **values: Any) -> int:
    """Compare searches of one position: by default minimax, alpha-beta and ordered alpha-beta."""
    if as_json + as_csv + markdown > 1:
        raise InputError("--json, --csv and --markdown exclude each other; give one")
    where, base = read_where(values), read_search(values)
    found = compare(where, chosen(searches, base), run_to_end)
    print(shown(found, as_json=as_json, as_csv=as_csv, markdown=markdown))
    return DONE if all(part["complete"] for part in found.searches) else STOPPED


def chosen(searches: tuple[str, ...], base: Search) -> list[Search]:
    """Return the searches asked for; the same one twice is refused."""
    if not searches and base.algorithm != Search().algorithm:
        searches = (base.algorithm,)
    if searches:
        asked = [Search.from_grammar(text, base) for text in searches]
    else:
        ordered = base.ordering
        asked = [replace(base, algorithm=name, ordering=ordered if name == DEFAULT[-1] else None) for name in DEFAULT]
    for place, search in enumerate(asked):
        if search in asked[:place]:
            raise InputError(f"the search {search.grammar()!r} is named twice; name different ones")
    return asked


def shown(found: Comparison, *, as_json: bool, as_csv: bool, markdown: bool) -> str:
    """Return the comparison in the form asked for."""
    if as_json:
        return json.dumps(found.as_object())
    if as_csv:
        return table(found).csv()
    if markdown:
        return table(found).markdown()
    return "\n".join(part for part in (table(found).text(), "", sentence(found)) if part or sentence(found))
