"""`visualizer compare`: several searches of one position in numbers."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import rich_click as click

from visualizer.cli.messages import DONE, STOPPED, note
from visualizer.cli.open_command import explore
from visualizer.cli.options import (
    JSON,
    SEARCH,
    WHERE,
    answer,
    asked,
    note_idle,
    read_recipe,
    read_search,
    read_where,
    whole,
    with_options,
)
from visualizer.cli.running import aside, run_to_end
from visualizer.cli.screen import has_screen, pixels_option
from visualizer.cli.writing import FORCE, makeable, may_replace, may_write, note_films, output
from visualizer.comparison.compare import DEFAULT, WITH_CHANCE, Comparison, compare
from visualizer.comparison.report import across, down
from visualizer.comparison.sentences import sentences
from visualizer.errors import InputError
from visualizer.events.recordings import header_of
from visualizer.lookup import resolve
from visualizer.picture.charts.race_page import check_race
from visualizer.picture.page.options import read_options
from visualizer.plugins.source import Source
from visualizer.publishing.comparisons import check_plots, save_comparison
from visualizer.publishing.outputs import check_drawn, outputs_of
from visualizer.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.run import Run
from visualizer.tui.options.first_looks import Beginning


@click.command(epilog="Example: visualizer compare tictactoe -p corner -s minimax -s alpha-beta,ordering=killer+scored")
@with_options(WHERE, SEARCH, FORCE)
@click.argument("files", metavar="[FILE.jsonl]...", nargs=-1)
@click.option("-s", "--search", "searches", metavar="SEARCH", multiple=True, help="NAME[,key=value...]; repeatable.")
@click.option("--repeat", metavar="N", default="1", callback=whole("the number of repeats", 1),
              help="Run each N times; seconds are the median.")  # fmt: skip
@JSON
@click.option("--csv", "as_csv", is_flag=True, help="Print comma-separated values.")
@click.option("--markdown", is_flag=True, help="Print a Markdown table.")
@click.option("--open", "side_by_side", is_flag=True, help="Show two or three searches side by side in the explorer.")
@pixels_option
@click.option("--plot", "plots", metavar="FILE", multiple=True,
              help="Draw the nodes as bars, linear and logarithmic: .svg, .png or .pdf; repeatable.")  # fmt: skip
@output("Draw two or three searches side by side, ply by ply on one scale; the extension is the format; repeatable.",
        "files_out", required=False)  # fmt: skip
@click.option("--film", is_flag=True, help="Make that a film, also in formats for stills.")
@click.option("--page", metavar="PAGE", help="Its page: 16:9 (default), 4:3, a4 or WxH in points.")
@click.option("--theme", metavar="NAME", help="Of pictures: light (default), dark, mono or contrast.")
def command(
    *,
    files: tuple[str, ...],
    searches: tuple[str, ...],
    repeat: int,
    as_csv: bool,
    markdown: bool,
    side_by_side: bool,
    pixels: str,
    plots: tuple[str, ...],
    files_out: tuple[str, ...],
    film: bool,
    page: str | None,
    theme: str | None,
    **values: Any,
) -> int:
    """Compare searches of one position: by default minimax, alpha-beta and ordered alpha-beta."""
    if asked("as_json") + as_csv + markdown > 1:
        raise InputError("--json, --csv and --markdown exclude each other; give one")
    check_plots(plots)
    if theme is not None and not (plots or files_out):
        raise InputError(f"--theme {theme} is of pictures, and none is asked for; add --plot FILE or -O FILE")
    if (film or page) and not files_out:
        raise InputError(f"--{'film' if film else 'page'} is of a picture, and none is asked for; add -O FILE")
    made = makeable(files_out)
    options, outputs = read_options({"theme": theme, "page": page}), outputs_of(made, film=film)
    check_drawn(outputs, "searches side by side")
    if searches and values["algorithm"]:
        raise InputError(f"--algorithm {values['algorithm']} does nothing beside --search; name it as a --search too")
    searches = searches or tuple(filter(None, [values["algorithm"]]))
    if files or Source.of(values["game"]) is Source.RECORDING:
        recordings = (values["game"], *files)
        recording, _ = read_recipe(values, files)
        check_same(recording.where, recordings)
        searches = (*recordings, *searches)
        where, base = recording.where, SearchSpec(depth=Run(recording).recipe.search.depth)
    else:
        where, base = read_where(values), read_search(values)
    if side_by_side:
        return open_side_by_side(where, chosen(where, searches, base), given=bool(searches), pixels=pixels)
    if outputs:
        check_race(options, len(searches) or len(DEFAULT))
    replacing, runs = may_replace(plots) | may_write(outputs), dict[str, Run]()

    def search(recipe: Recipe) -> Run:
        run = run_to_end(recipe, notes=False)
        if outputs:
            runs.setdefault(recipe.search.to_spec(), run)
        return run

    with aside():
        named = chosen(where, searches, base)
        found = compare(where, named, search, repeat)
        note_idle(where, named)
    if plots or outputs:
        for path in save_comparison(found, where, [*runs.values()], plots, outputs, options, force=replacing):
            note(f"wrote {path}")
        note_films(outputs)
    words = shown(found, as_csv=as_csv, markdown=markdown)
    is_whole = len(made) == len(files_out) and all(each.complete for each in found.searches)
    return answer(words, found.as_object(), DONE if is_whole else STOPPED)


def check_same(where: PositionSpec, files: Sequence[str]) -> None:
    """Refuse what is no file of events, or of another position than the first: InputError names it."""
    for file in files:
        if Source.of(file) is not Source.RECORDING:
            ends = f"which ends in {Source.RECORDING}; a search is named by -s"
            raise InputError(f"{file!r:.200} is not a file of events, {ends}")
        found = header_of(file)
        same = Source.of(where.game) is Source.RECORDING if found.game is None else found.game == where.game
        told = found.position, " ".join(found.moves), found.settings
        if not same or told != (where.position, where.moves, where.settings):
            raise InputError(f"{file!r:.200} tells of another game or position than the first file")


def chosen(where: PositionSpec, searches: tuple[str, ...], base: SearchSpec) -> list[SearchSpec]:
    """Return the searches asked for; the same one twice is refused, and several orders in one search."""
    order = base.ordering or ""
    if "," in order and Source.of(order) is not Source.FUNCTION:
        each = " ".join(f"-s alpha-beta,ordering={name}" for name in order.split(","))
        raise InputError(f"--ordering is one order, not {order!r:.60}; several are compared by {each:.200}")
    if searches:
        asked = [SearchSpec.typed(text, base) for text in searches]
    else:
        ordered = base.ordering
        game, root = resolve(where)
        names = WITH_CHANCE if game.chance(root) else DEFAULT
        asked = [replace(base, algorithm=name, ordering=ordered if name == names[-1] else None) for name in names]
    filled: list[SearchSpec] = []
    for search in asked:
        full = Run(Recipe(where, search)).recipe.search
        if full in filled:
            twin = asked[filled.index(full)].to_spec()
            same = "" if twin == search.to_spec() else f", as {twin!r}"
            raise InputError(f"the search {search.to_spec()!r} is named twice{same}; name different ones")
        filled.append(full)
    return asked


def shown(found: Comparison, *, as_csv: bool, markdown: bool) -> str:
    """Return the comparison in the form asked for."""
    if as_csv:
        return down(found, plain=True).csv()
    if markdown:
        return down(found).markdown()
    words = sentences(found)
    return across(found).text() + (f"\n\n{words}" if words else "")


def open_side_by_side(where: PositionSpec, searches: list[SearchSpec], *, given: bool, pixels: str) -> int:
    """Show searches side by side: those asked for, else the two alpha-betas and, last, minimax.

    InputError if there are not two or three, or no terminal.
    """
    shown_searches = searches if given else [*searches[1:], searches[0]]
    if len(shown_searches) not in (2, 3):
        raise InputError(f"--open shows two or three searches side by side, not {len(shown_searches)}")
    if not has_screen():
        raise InputError("--open needs a terminal; leave it out to print the comparison")
    runs = [Run(Recipe(where, search)) for search in shown_searches]
    return explore(runs, shown_searches, Beginning(pixels=pixels))
