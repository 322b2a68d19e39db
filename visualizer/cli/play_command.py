"""`visualizer play`: play against a search."""

import shlex
import sys
from contextlib import nullcontext
from dataclasses import replace
from typing import Any

import rich_click as click

from visualizer.cli.game_files import NUMBER, game_in, read_game
from visualizer.cli.messages import say, tell_notes
from visualizer.cli.options import SEARCH, WHERE, note_idle, read_search, read_where, reading, with_options
from visualizer.cli.running import aside
from visualizer.cli.screen import Screen, pixels_option, screen_options
from visualizer.cli.writing import FORCE, may_replace
from visualizer.dialogue.playing import MatchLines
from visualizer.errors import InputError, one_of
from visualizer.lookup import beginning
from visualizer.playing.game_file import Opened
from visualizer.playing.kept import Kept, alone, new_file
from visualizer.playing.match import Match
from visualizer.playing.movers import PERSON, SECONDS, Mover, named_or_read, opponent, usual_for
from visualizer.plugins.source import Source
from visualizer.recipe import SearchSpec

SIDES = {"first": (True, False), "second": (False, True), "both": (True, True), "none": (False, False)}
"""Whether persons play MAX and MIN, by the words of `--side`."""
LONGEST = 86_400
"""Seconds."""


def read_seconds(text: str) -> float:
    """Read the seconds for a move; InputError if they are no positive number of at most a day."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0
    if not 0 < seconds <= LONGEST:
        raise InputError(f"the number of seconds {text!r:.40} is not a number above 0 and up to {LONGEST:,}")
    return seconds


@click.command(epilog="Example: visualizer play tictactoe -p corner")
@with_options(WHERE, NUMBER, SEARCH, FORCE)
@click.option("--side", metavar="SIDE", help=f"The side that you play: {', '.join(SIDES)} (default first).")
@click.option("--second", is_flag=True, help="The same as --side second.")
@click.option("--opponent", metavar="NAME", help="Play against a named search; `list games` has the names.")
@click.option("--a", metavar="SEARCH", help="With --side none: the search that plays the first side.")
@click.option("--b", metavar="SEARCH", help="With --side none: the search that plays the second side.")
@click.option(
    "--seconds",
    metavar="N",
    callback=reading(read_seconds),
    help=f"How long the search may think about a move (default {SECONDS:g}).",
)
@screen_options
@pixels_option
@click.option("--save", metavar="FILE.game", help="Keep the game there (default: a new file in your state folder).")
@click.option("--load", metavar="FILE", help="Continue a game written in the notation of GAME.")
def command(
    *,
    number: str,
    screen: Screen,
    save: str | None,
    load: str | None,
    **values: Any,
) -> int:
    """Play against a search, on a board or in words; GAME may be a saved FILE.game."""
    file = values["game"]
    if save is not None and Source.of(save) is not Source.GAME:
        raise InputError(f"the file {save!r:.200} of a saved game must end in {Source.GAME}")
    written = save or (file if Source.of(file) is Source.GAME else None)
    with alone(written) if written is not None else nullcontext():
        return play(screen, save, values, number=number, load=load)


def play(screen: Screen, save: str | None, values: dict[str, Any], *, number: str, load: str | None) -> int:
    """Play the game asked for, and keep it; return the status."""
    file = values["game"]
    with aside():
        found = game_asked_for(values, number, load)
        match = found.match
        take_seed(match, values)
        if asked := asked_movers(match, values, known=found.known):
            match.movers = asked
        goes_on = save is None and Source.of(file) is Source.GAME and found.whole
        if save is not None:
            may_replace([save])
    kept = Kept(match, file if goes_on else save or new_file(match))
    if save is not None or (match.turns and not goes_on):
        kept()
        if save is not None and kept.trouble:
            raise InputError(kept.trouble)
    is_new = not match.turns and not sys.stderr.isatty()  # then nobody is there to be told
    told = [kept.file] if save is not None or goes_on or is_new else []
    tell_notes()
    lines = MatchLines(match, changed=lambda: keep(kept, told))
    status = screen.show(match, lines, changed=kept.said, file=kept.file)
    if match.turns and screen.is_full():
        keep(kept, [])
    if match.turns and match.is_over() and not kept.trouble and sys.stderr.isatty():
        say(f"{shlex.join(['visualizer', 'review', kept.file])} says what each move gave away")
    return status


def keep(kept: Kept, told: list[str]) -> None:
    """Keep a match; say once where it is kept if nobody has said where, or why it cannot be."""
    kept()
    words = f"the game is not kept: {kept.trouble}" if kept.trouble else f"the game is kept in {kept.file}"
    if (kept.trouble or not told) and words not in told:
        told.append(words)
        say(words)


def game_asked_for(values: dict[str, Any], number: str, load: str | None) -> Opened:
    """Take the game to play out of a command's values: that in a file, or a new one."""
    if load is None and (found := read_game(values, number)) is not None:
        return found
    if load is not None and Source.of(values["game"]).is_played:
        raise InputError(f"{values['game']!r:.200} is a game already; leave out --load")
    where = read_where(values)
    if load is not None:
        return game_in(load, number, where)
    return Opened(Match(beginning(where), PERSON, PERSON), known=False, whole=True, notes=())


def take_seed(match: Match, values: dict[str, Any]) -> None:
    """Take the seed of what chance brings, where it moves; a search that is asked for has the same."""
    if match.game.chance(match.start) and values["seed"] is not None:
        match.seed = int(values["seed"])
        if values["algorithm"] is None:
            values["seed"] = None


def asked_movers(match: Match, values: dict[str, Any], *, known: bool) -> tuple[Mover, Mover] | None:
    """Return who plays, as the options say; None if it is known and they say nothing. InputError for what cannot be."""
    side, second, name, seconds = (values.pop(key) for key in ("side", "second", "opponent", "seconds"))
    own = [values.pop(key) for key in ("a", "b")]
    before = next((mover.search for mover in match.movers if mover.search is not None), None)
    before = before or usual_for(match.game, match.start)
    search = read_search(values, before)
    if known and search == before and not any((side, second, name, seconds, *own)):
        return None
    persons = read_side(side, second=second)
    limit = seconds or SECONDS
    usual = Mover(search, "", limit) if name is None else opponent(match.game, name)
    if name is not None and search != before:
        raise InputError(f"the opponent {name} has its own search; leave out the options of the search")
    if any(own) and any(persons):
        raise InputError("--a and --b are for --side none, where searches play both sides")
    others = [usual if words is None else named_or_read(match.game, words, limit) for words in own]
    people = [mover if mover.is_person else PERSON for mover in match.movers]  # they keep their names
    first, last = (who if person else other for person, who, other in zip(persons, people, others, strict=True))
    searches = [each.search for each in (first, last) if each.search is not None]
    if match.seed is not None:  # the seed is used by chance
        searches = [replace(each, seed=SearchSpec().seed) for each in searches]
    note_idle(match.where, searches, match.start)
    return first, last


def read_side(side: str | None, *, second: bool) -> tuple[bool, bool]:
    """Return whether persons play MAX and MIN; InputError lists what is allowed."""
    if second and side not in (None, "second"):
        raise InputError(f"--second contradicts --side {side}")
    word = side or ("second" if second else "first")
    return SIDES[one_of("the side", word, SIDES)]
