"""`visualizer play`: play against a search."""

from dataclasses import replace
from typing import Any

import rich_click as click

from visualizer.cli.messages import tell_notes
from visualizer.cli.open_command import has_screen, needs_ascii, run_app
from visualizer.cli.options import SEARCH, WHERE, note_unused, read_recipe, with_options
from visualizer.cli.running import aside
from visualizer.cli.streams import write_ascii
from visualizer.errors import InputError
from visualizer.lookup import load_game
from visualizer.plain import lines_read
from visualizer.playing.lines import MatchLines
from visualizer.playing.match import Match
from visualizer.playing.movers import PERSON, SECONDS, USUAL, Mover, opponent
from visualizer.recipe import Search
from visualizer.run import Run
from visualizer.tui.beginning import THEMES, Beginning

SIDES = {"first": (True, False), "second": (False, True), "both": (True, True), "none": (False, False)}
"""Whether persons play MAX and MIN, by the words of `--side`."""
LONGEST = 86_400
"""Seconds."""


@click.command(epilog="Example: visualizer play tictactoe -p corner")
@with_options(WHERE, SEARCH)
@click.option("--side", metavar="SIDE", help=f"The side that you play: {', '.join(SIDES)} (default first).")
@click.option("--second", is_flag=True, help="The same as --side second.")
@click.option("--opponent", "name", metavar="NAME", help="Play against a search with a name, as `list games` has them.")
@click.option("--a", metavar="SEARCH", help="With --side none: the search that plays the first side.")
@click.option("--b", metavar="SEARCH", help="With --side none: the search that plays the second side.")
@click.option("--seconds", metavar="N", help=f"How long the search may think about a move (default {SECONDS:g}).")
@click.option("--plain", is_flag=True, help="Line mode: words only, for plain terminals and screen readers.")
@click.option("--ascii", "ascii_only", is_flag=True, help="Draw with ASCII signs only.")
@click.option("--theme", metavar="NAME", help=f"Colours: {', '.join(THEMES)} (default: as last time).")
def command(
    *,
    side: str | None,
    second: bool,
    name: str | None,
    a: str | None,
    b: str | None,
    seconds: str | None,
    plain: bool,
    ascii_only: bool,
    theme: str | None,
    **values: Any,
) -> int:
    """Play against a search, on a board or in words: it replies with the best it finds."""
    if theme is not None and theme not in THEMES:
        raise InputError(f"the theme {theme!r:.60} is not one of {' '.join(THEMES)}")
    recipe, _ = read_recipe(values, USUAL)
    with aside():
        persons = read_side(side, second=second)
        limit = SECONDS if seconds is None else read_seconds(seconds)
        mover = Mover(recipe.search, "", limit) if name is None else opponent(load_game(recipe.where.game), name)
        if name is not None and recipe.search != USUAL:
            raise InputError(f"the opponent {name} has its own search; leave out the options of the search")
        if (a or b) and any(persons):
            raise InputError("--a and --b are for --side none, where searches play both sides")
        own = [mover if words is None else Mover(Search.from_grammar(words), "", limit) for words in (a, b)]
        movers = [PERSON if person else other for person, other in zip(persons, own, strict=True)]
        searches = [each.search for each in movers if each.search is not None]
        match = Match(recipe.where, movers[0], movers[1])
        note_unused([(search, Run(replace(recipe, search=search)).recipe.search) for search in searches])
    tell_notes()
    if not plain and has_screen():
        return run_app(run=match, ascii_only=ascii_only or needs_ascii(), begin=Beginning(theme or ""))
    if ascii_only:
        write_ascii()
    MatchLines(match).play(lines_read())
    return 0


def read_seconds(text: str) -> float:
    """Read the seconds for a move; InputError if they are no positive number of at most a day."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0
    if not 0 < seconds <= LONGEST:
        raise InputError(f"the number of seconds {text!r:.40} is not a number above 0 and up to {LONGEST:,}")
    return seconds


def read_side(side: str | None, *, second: bool) -> tuple[bool, bool]:
    """Return whether persons play MAX and MIN; InputError lists what is allowed."""
    if second and side not in (None, "second"):
        raise InputError(f"--second contradicts --side {side}")
    word = side or ("second" if second else "first")
    if word not in SIDES:
        raise InputError(f"the side {word!r:.60} is not one of {' '.join(SIDES)}")
    return SIDES[word]
