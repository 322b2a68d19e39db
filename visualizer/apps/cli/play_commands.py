"""Games that are played, and looked at afterwards: `play`, `match`, `review`."""

import shlex
import sys
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import replace
from typing import Any

import rich_click as click

import exports
from games import Game
from visualizer.apps.cli.common_options import JSON, answer, asked, with_options
from visualizer.apps.cli.messages import DONE, STOPPED, note, say, tell_notes
from visualizer.apps.cli.position_options import (
    SEARCH,
    SETTINGS,
    WHERE,
    WHICH,
    game_in,
    note_idle,
    note_unused,
    read_game,
    read_search,
    read_where,
    read_which,
)
from visualizer.apps.cli.running import SLICE, aside, go_on, long_work, progress
from visualizer.apps.cli.screen import Screen, has_screen, pixels_option, run_app, screen_options
from visualizer.apps.cli.values import (
    FILE,
    SPEC,
    ListedValue,
    OptionValue,
    file_name,
    of_game,
    whole,
)
from visualizer.apps.cli.writing import FORCE, listed, may_begin, may_replace, output
from visualizer.apps.dialogue.playing import MatchLines
from visualizer.apps.tui.options import Beginning
from visualizer.explaining.measures.summary import many
from visualizer.play.playing.contest import LONGEST, Contest, ContestScore
from visualizer.play.playing.game_file import Opened
from visualizer.play.playing.game_review import BetterMove, Review, reviewer
from visualizer.play.playing.kept import Kept, alone, new_file
from visualizer.play.playing.match import Match
from visualizer.play.playing.movers import (
    PERSON,
    SECONDS,
    Mover,
    named_or_read,
    opponent,
    opponents,
    usual_for,
)
from visualizer.play.playing.review_page import contents
from visualizer.play.playing.review_words import text
from visualizer.searching.driver import BY_HAND
from visualizer.searching.lookup import beginning, load_game
from visualizer.searching.recipe import SearchSpec
from visualizer.searching.search_options import SEED, read_count
from visualizer.support.errors import InputError, one_of, visible
from visualizer.support.plugins.discovery import Source
from visualizer.support.pool import MOST

SIDES = {
    "first": (True, False),
    "second": (False, True),
    "both": (True, True),
    "none": (False, False),
}
"""Whether persons play MAX and MIN, by the words of `--side`."""
LONGEST_THOUGHT = 86_400
"""Seconds."""


def rivals(game: Game) -> dict[str, str]:
    """Return the named searches to play against, each as it is typed."""
    return {name: search.to_spec() for name, search in opponents(game).items()}


def read_seconds(text: str) -> float:
    """Read the seconds for a move; InputError if they are no positive number of at most a day."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0
    if not 0 < seconds <= LONGEST_THOUGHT:
        raise InputError(
            f"the time {text!r:.40} is not a number of seconds greater than 0 and at most {LONGEST_THOUGHT:,}"
        )
    return seconds


@click.command(epilog="Example: visualizer play tictactoe -p corner")
@with_options(WHERE, WHICH, SEARCH, FORCE)
@click.option(
    "--side",
    type=ListedValue("SIDE", SIDES),
    help=f"The side that you play: {', '.join(SIDES)} (default first).",
)
@click.option("--second", is_flag=True, help="The same as --side second.")
@click.option(
    "--opponent",
    type=of_game("NAME", rivals),
    help="Play against a named search; `list games` has the names.",
)
@click.option("--a", type=SPEC, help="With --side none: the search that plays the first side.")
@click.option("--b", type=SPEC, help="With --side none: the search that plays the second side.")
@click.option(
    "--seconds",
    type=OptionValue("N", read_seconds),
    help=f"How long the search may think about a move (default {SECONDS:g}).",
)
@screen_options
@pixels_option
@click.option(
    "--save",
    type=file_name("FILE.game"),
    help="Save the game to this file (default: a new file in your state folder).",
)
@click.option("--load", type=FILE, help="Continue a game written in the notation of GAME.")
def play_command(
    *,
    which: tuple[str, ...],
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
        return play(screen, save, values, which=which, load=load)


def play(
    screen: Screen,
    save: str | None,
    values: dict[str, Any],
    *,
    which: tuple[str, ...],
    load: str | None,
) -> int:
    """Play the game asked for, and keep it; return the status."""
    file = values["game"]
    with aside():
        found = game_asked_for(values, which, load)
        match = found.match
        if match.game.chance(match.start) and values["seed"] is not None:
            match.seed = int(
                values["seed"]
            )  # of what chance brings; a search that is asked for has the same
            if values["algorithm"] is None:
                values["seed"] = None
        loaded = match.movers
        if asked := asked_movers(match, values, known=found.known):
            match.movers = asked
        goes_on = save is None and Source.of(file) is Source.GAME and found.whole
        if save is not None:
            may_replace([save])
    kept = Kept(match, file if goes_on else save or new_file(match))
    if save is not None or (match.turns and not goes_on):
        playing = match.movers
        match.movers = named_until_played(loaded, playing)
        kept()
        match.movers = playing
        if save is not None and kept.trouble:
            raise InputError(kept.trouble)
    is_new = not match.turns and not sys.stderr.isatty()  # then nobody is there to be told
    if save is not None or goes_on or is_new:
        told = [kept.file]
    else:
        told = []
    tell_notes()
    waits = bool(match.turns) and not sys.stdin.isatty()
    lines = MatchLines(match, changed=lambda: keep(kept, told), waits=waits)
    status = screen.show(match, lines, changed=kept.said, file=kept.file)
    if match.turns and screen.is_full():
        keep(kept, [])
    if match.turns and match.is_over() and not kept.trouble and sys.stderr.isatty():
        say(f"{shlex.join(['visualizer', 'review', kept.file])} says what each move gave away")
    return status


def named_until_played(
    loaded: Sequence[Mover], playing: tuple[Mover, Mover]
) -> tuple[Mover, Mover]:
    """Return who plays as a file is to say it before anything is played: people keep their names."""
    first, second = (
        who if who.is_person and who.name else now for who, now in zip(loaded, playing, strict=True)
    )
    return first, second


def keep(kept: Kept, told: list[str]) -> None:
    """Keep a match; say once where it is kept if nobody has said where, or why it cannot be."""
    kept()
    words = (
        f"the game was not saved: {kept.trouble}"
        if kept.trouble
        else f"the game is saved in {kept.file}"
    )
    if (kept.trouble or not told) and words not in told:
        told.append(words)
        say(words)


def game_asked_for(values: dict[str, Any], which: tuple[str, ...], load: str | None) -> Opened:
    """Take the game to play out of a command's values: that in a file, or a new one."""
    if load is None and (found := read_game(values, which)) is not None:
        return found
    if load is not None and Source.of(values["game"]).is_played:
        raise InputError(f"{values['game']!r:.200} is a game already; leave out --load")
    where = read_where(values)
    if load is not None:
        return game_in(load, read_which(which).number, where)
    return Opened(Match(beginning(where), PERSON, PERSON))


def asked_movers(
    match: Match, values: dict[str, Any], *, known: bool
) -> tuple[Mover, Mover] | None:
    """Return who plays, as the options say; None if it is known and they say nothing. InputError for what cannot be."""
    side, second, name, seconds = (
        values.pop(key) for key in ("side", "second", "opponent", "seconds")
    )
    own = [values.pop(key) for key in ("a", "b")]
    before = next((mover.search for mover in match.movers if mover.search is not None), None)
    before = before or usual_for(match.game, match.start)
    search = read_search(values, before)
    if known and search == before and not any((side, second, name, seconds, *own)):
        return None
    if second and side not in (None, "second"):
        raise InputError(f"--second contradicts --side {side}")
    persons = SIDES[one_of("the side", side or ("second" if second else "first"), SIDES)]
    limit = seconds or SECONDS
    if name is None:
        usual = Mover(search, "", limit)
    else:
        usual = opponent(match.game, name)
    if name is not None and search != before:
        raise InputError(
            f"the opponent {name} has its own search; leave out the options of the search"
        )
    if any(own) and any(persons):
        raise InputError("--a and --b work only with --side none, where searches play both sides")
    others = [usual if words is None else named_or_read(match.game, words, limit) for words in own]
    people = [
        mover if mover.is_person else PERSON for mover in match.movers
    ]  # they keep their names
    first, last = (
        who if person else other for person, who, other in zip(persons, people, others, strict=True)
    )
    searches = [each.search for each in (first, last) if each.search is not None]
    if match.seed is not None:  # the seed is used by chance
        searches = [replace(each, seed=SearchSpec().seed) for each in searches]
    note_idle(match.where, searches, match.start)
    return first, last


def read_games(text: str) -> int:
    """Read the number of games; InputError if it is odd."""
    games = read_count("the number of games", 2, 1_000_000)(text)
    if games % 2:
        raise InputError(
            f"{games:,} games are an odd number, but each opening is played twice; play {games + 1:,}"
        )
    return games


@click.command(epilog="Example: visualizer match tictactoe --a easy --b hard --games 20 --seed 1")
@with_options(WHERE, FORCE)
@click.option("--a", type=SPEC, help="NAME[,key=value...], or an opponent's name (`list games`).")
@click.option("--b", type=SPEC, help="The search that it plays against.")
@click.option(
    "--games",
    "count",
    default="100",
    type=OptionValue("N", read_games),
    help="An even number (default 100).",
)
@click.option(
    "--seed",
    default="0",
    type=OptionValue("N", SEED.value),
    help="Seed that chooses the openings (default 0).",
)
@click.option(
    "--opening-plies",
    "plies",
    type=whole("the number of opening plies", 0, LONGEST),
    help="Opening plies before the searches begin (default: as "
    "few as give enough positions, at least 2).",
)
@click.option(
    "-O", "--output", "file", type=FILE, help=f"File to write the games to, {Source.GAMES}."
)
@click.option("--resume", is_flag=True, help="Continue the file where the match was interrupted.")
@click.option(
    "--processes",
    type=whole("the number of processes", 1, MOST),
    help="Processes at once (default: one for each processor).",
)
@click.option("--json", "as_json", is_flag=True, help="Print the score as JSON.")
def match_command(
    *,
    a: str | None,
    b: str | None,
    count: int,
    seed: int,
    plies: int | None,
    file: str | None,
    resume: bool,
    processes: int | None,
    **values: Any,
) -> int:
    """Let two searches play many games: different openings, each twice, with the sides exchanged.

    Games start from the initial position, unless options such as -p say otherwise. The number of processes does not
    change the result.
    """
    if Source.of(values["game"]).is_played:
        raise InputError(
            f"{values['game']!r:.200} has games that are already played; match plays new ones of a GAME. To look at "
            "one, use review, open or play with --game N"
        )
    if a is None or b is None:
        raise InputError(f"missing option '--{'b' if a else 'a'}'; see visualizer match --help")
    if file is None and (resume or asked("force")):
        raise InputError(f"{'--resume' if resume else '--force'} needs a file, -O FILE.games")
    if file is not None and not file.lower().endswith(Source.GAMES):
        raise InputError(f"the games are written as {Source.GAMES}, not as {file!r:.80}")
    where = read_where(values)
    with aside():
        movers = [named_or_read(load_game(where.game), words) for words in (a, b)]
        contest = Contest(where, movers[0], movers[1], count, seed, plies)
    replace = file is not None and may_begin(file, resume=resume)
    finished = long_work(
        "games",
        lambda watch: contest.play(
            file, resume=resume, force=replace, processes=processes, progress=watch
        ),
        file,
    )
    with aside():
        note_idle(
            contest.tasks[0].opening, [mover.search for mover in movers if mover.search is not None]
        )
    score = contest.score()
    if score is not None:
        if file is None or not finished:
            offer = ""
        else:
            offer = point_to_game(score, file)
        words = "\n".join(filter(None, (match_in_words(contest, score, movers), offer)))
        answer(words, contest.as_object(score, seed), ascii_only=False)
    return DONE if finished else STOPPED


def match_in_words(contest: Contest, score: ContestScore, movers: list[Mover]) -> str:
    """Return what came out, for a person."""
    pairs = many(len(score.pairs), "opening", "openings")
    lines = [
        f"{contest.tasks[0].opening.game}: {pairs} of {many(contest.plies, 'ply', 'plies')}, each with both sides"
    ]
    for letter, mover in zip("AB", movers, strict=True):
        assert mover.search is not None
        lines.append(
            f"{letter}  {mover.search.to_spec()}" + (f"  ({mover.name})" if mover.name else "")
        )
    return "\n".join([*lines, *score.sentences()])


def point_to_game(score: ContestScore, file: str) -> str:
    """Return the sentence that says which game of a file of all games to look at, "" where nobody is ahead."""
    place = score.decisive()
    if place is None:
        return ""
    command = shlex.join(["visualizer", "review", file, "--game", str(place + 1)])
    return f"{visible(command)} shows a decisive game"


@click.command(epilog="Example: visualizer review example.game -a ordered-alpha-beta -d 3")
@click.argument("file", type=file_name("FILE.game"))
@with_options(SETTINGS, WHICH, SEARCH, FORCE)
@click.option("--plain", is_flag=True, help="Print the review in words, even in a terminal.")
@JSON
@click.option(
    "--try",
    "tried",
    metavar="MOVE",
    help="With --move: check whether this move is better than the one that was played.",
)
@click.option(
    "--move",
    type=whole("the move", 1),
    help="The move that --try replaces (default the one that gave away most).",
)
@output("Write the review as a page, .html or .md; repeatable.", required=False)
def review_command(
    *,
    file: str,
    which: tuple[str, ...],
    plain: bool,
    tried: str | None,
    move: int | None,
    files: tuple[str, ...],
    **values: Any,
) -> int:
    """Say what each move of a game gave away, worst first, as a search sees it; in a terminal, find better moves."""
    trying = tried is not None or move is not None
    on_screen = has_screen() and not (plain or asked("as_json") or files or trying)
    with aside():
        found = read_game({"game": file, **values}, which) or game_in(file, 1)
        match = found.match
        review = Review(
            match, read_search(values, SearchSpec() if values["algorithm"] else reviewer(match))
        )
        if not match.turns:
            raise InputError(
                f"{file!r:.200} has no move to review{f': {found.broken}' * bool(found.broken)}"
            )
        note_unused([(review.search, match.run_before(0, review.search).recipe.search)])
        for name in files:
            contents(None, name)
        replaced = may_replace(files)
        if trying:
            better = find_better(review, tried, move, alone=not (asked("as_json") or files))
        else:
            better = None
        stopped = not (trying or on_screen or judge(review))
    if on_screen:
        return run_app(Beginning(file=file), run=review)
    if review.stopped:
        if len(review.stopped) == 1:
            were = "1 search was"
        else:
            were = f"{len(review.stopped):,} searches were"
        note(f"{were} stopped: {review.stopped[0]}; the review uses what was known by then")
    if better is not None:
        words = f"Move {better.number:,}, {better.move} was played. {better.words}"
        return answer(words, status=DONE if better.accepted else STOPPED)
    if files:
        exports.save_all({name: contents(review, name) for name in files}, force=replaced)
    ended = STOPPED if stopped or review.stopped else DONE
    return answer(listed(files) or text(review), review.as_object(), ended)


def find_better(review: Review, tried: str | None, move: int | None, *, alone: bool) -> BetterMove:
    """Judge whether another move is better than the one that was played; InputError for what cannot be tried."""
    if tried is None:
        raise InputError("--move works only with --try MOVE, which says whether MOVE is better")
    if not alone:
        raise InputError("--try answers only in words; leave out --json and -O")
    count = len(review.match.turns)
    if move is None:
        judge(review)
        if not review.worst:
            raise InputError("no move gave anything away; --move N says which one --try replaces")
    if move is None:
        place = review.worst[0].number
    else:
        place = move
    if place > count:
        raise InputError(f"there is no move {place:,}; the last is {count:,}")
    trial = BetterMove(review, place)
    name = trial.attempt(tried)
    with progress() as tell:
        while not trial.analysis.advance(SLICE):
            tell("searching ")
    review.stopped += trial.analysis.stopped
    trial.answer(name)
    return trial


def judge(review: Review) -> bool:
    """Judge all moves, or until Ctrl-C; return whether all were."""
    count = len(review.match.turns)
    if not go_on(
        review.advance, lambda: f"move {len(review.judged) + 1:,} of {count:,} (Ctrl-C stops) "
    ):
        note(f"{BY_HAND}; {len(review.judged):,} of {count:,} moves are judged")
    return review.finished
