"""Games that are played, and looked at afterwards: `play_match`, `match`, `review`."""

import shlex
import sys
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import replace
from typing import Any

import rich_click as click

import exports
from games import Game
from visualizer.apps.cli.common_options import (
    JSON_FLAG,
    is_switch_given,
    print_result,
    with_common_options,
)
from visualizer.apps.cli.messages import (
    EXIT_DONE,
    EXIT_STOPPED,
    add_note,
    print_notes,
    print_to_stderr,
)
from visualizer.apps.cli.position_options import (
    POSITION_OPTIONS,
    SEARCH_OPTIONS,
    SETTING_OPTIONS,
    WHICH_GAME_OPTION,
    note_options_without_effect,
    note_unused_options,
    open_noted_game,
    read_game_file,
    read_position_options,
    read_search_options,
    read_which_game,
)
from visualizer.apps.cli.running import (
    SLICE_SECONDS,
    advance_to_end,
    do_long_work,
    progress_line,
    redirect_stdout_to_stderr,
)
from visualizer.apps.cli.screen import (
    PIXELS_OPTION,
    ScreenChoice,
    has_screen,
    run_app,
    screen_options,
)
from visualizer.apps.cli.values import (
    FILE_TYPE,
    SEARCH_TYPE,
    ListedValue,
    OptionValue,
    file_name_type,
    game_dependent_type,
    whole_number_type,
)
from visualizer.apps.cli.writing import (
    FORCE_OPTION,
    list_file_names,
    may_begin_file,
    may_replace,
    output_option,
)
from visualizer.apps.dialogue.playing import MatchLines
from visualizer.apps.tui.options import OpeningOptions
from visualizer.explaining.measures.summary import count_in_words
from visualizer.play.playing.contest import MAX_CONTEST_MOVES, Contest, ContestScore
from visualizer.play.playing.game_file import OpenedGame
from visualizer.play.playing.game_review import BetterMove, Review, reviewing_search
from visualizer.play.playing.kept import AutosavedMatch, exclusive_game_file, new_autosave_file
from visualizer.play.playing.match import Match
from visualizer.play.playing.movers import (
    HUMAN_MOVER,
    MOVE_SECONDS,
    Mover,
    opponent_named,
    opponents,
    read_opponent,
    usual_opponent_for,
)
from visualizer.play.playing.review_page import review_file_contents
from visualizer.play.playing.review_words import review_text
from visualizer.searching.driver import STOPPED_BY_CTRL_C
from visualizer.searching.lookup import as_beginning, load_game
from visualizer.searching.recipe import SearchSpec
from visualizer.searching.search_options import SEED_OPTION, count_reader
from visualizer.support.errors import InputError, one_of, visible
from visualizer.support.plugins.discovery import PlugInSource
from visualizer.support.pool import MAX_POOL_PROCESSES

HUMAN_SIDES = {
    "first": (True, False),
    "second": (False, True),
    "both": (True, True),
    "none": (False, False),
}
"""Whether persons play MAX and MIN, by the words of `--side`."""
MAX_MOVE_SECONDS = 86_400
"""Seconds."""


def rival_searches(game: Game) -> dict[str, str]:
    """Return the named searches to play against, each as it is typed."""
    return {name: search.to_spec() for name, search in opponents(game).items()}


def read_move_seconds(text: str) -> float:
    """Read the seconds for a move; InputError if they are no positive number of at most a day."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0
    if not 0 < seconds <= MAX_MOVE_SECONDS:
        raise InputError(
            f"the time {text!r:.40} is not a number of seconds greater than 0 and at most {MAX_MOVE_SECONDS:,}"
        )
    return seconds


@click.command(epilog="Example: visualizer play tictactoe -p corner")
@with_common_options(POSITION_OPTIONS, WHICH_GAME_OPTION, SEARCH_OPTIONS, FORCE_OPTION)
@click.option(
    "--side",
    type=ListedValue("SIDE", HUMAN_SIDES),
    help=f"The side that you play: {', '.join(HUMAN_SIDES)} (default first).",
)
@click.option("--second", is_flag=True, help="The same as --side second.")
@click.option(
    "--opponent",
    type=game_dependent_type("NAME", rival_searches),
    help="Play against a named search; `list games` has the names.",
)
@click.option(
    "--a", type=SEARCH_TYPE, help="With --side none: the search that plays the first side."
)
@click.option(
    "--b", type=SEARCH_TYPE, help="With --side none: the search that plays the second side."
)
@click.option(
    "--seconds",
    type=OptionValue("N", read_move_seconds),
    help=f"How long the search may think about a move (default {MOVE_SECONDS:g}).",
)
@screen_options
@PIXELS_OPTION
@click.option(
    "--save",
    type=file_name_type("FILE.game"),
    help="Save the game to this file (default: a new file in your state folder).",
)
@click.option("--load", type=FILE_TYPE, help="Continue a game written in the notation of GAME.")
def play_command(
    *,
    which: tuple[str, ...],
    screen: ScreenChoice,
    save: str | None,
    load: str | None,
    **values: Any,
) -> int:
    """Play against a search, on a board or in words; GAME may be a saved FILE.game."""
    file = values["game"]
    if save is not None and PlugInSource.of(save) is not PlugInSource.GAME:
        raise InputError(f"the file {save!r:.200} of a saved game must end in {PlugInSource.GAME}")
    written = save or (file if PlugInSource.of(file) is PlugInSource.GAME else None)
    with exclusive_game_file(written) if written is not None else nullcontext():
        return play_match(screen, save, values, which=which, load=load)


def play_match(
    screen: ScreenChoice,
    save: str | None,
    values: dict[str, Any],
    *,
    which: tuple[str, ...],
    load: str | None,
) -> int:
    """Play the game asked for, and keep it; return the status."""
    file = values["game"]
    with redirect_stdout_to_stderr():
        found = open_asked_game(values, which, load)
        match = found.match
        if match.game.chance(match.start) and values["seed"] is not None:
            match.seed = int(
                values["seed"]
            )  # of what chance brings; a search that is asked for has the same
            if values["algorithm"] is None:
                values["seed"] = None
        loaded = match.movers
        if asked := read_movers(match, values, known=found.known):
            match.movers = asked
        goes_on = save is None and PlugInSource.of(file) is PlugInSource.GAME and found.whole
        if save is not None:
            may_replace([save])
    kept = AutosavedMatch(match, file if goes_on else save or new_autosave_file(match))
    if save is not None or (match.turns and not goes_on):
        playing = match.movers
        match.movers = movers_to_save(loaded, playing)
        kept()
        match.movers = playing
        if save is not None and kept.trouble:
            raise InputError(kept.trouble)
    is_new = not match.turns and not sys.stderr.isatty()  # then nobody is there to be told
    if save is not None or goes_on or is_new:
        told = [kept.file]
    else:
        told = []
    print_notes()
    waits = bool(match.turns) and not sys.stdin.isatty()
    lines = MatchLines(match, changed=lambda: save_match(kept, told), waits=waits)
    status = screen.show(match, lines, changed=kept.said, file=kept.file)
    if match.turns and screen.is_full():
        save_match(kept, [])
    if match.turns and match.is_over() and not kept.trouble and sys.stderr.isatty():
        print_to_stderr(
            f"{shlex.join(['visualizer', 'review', kept.file])} says what each move gave away"
        )
    return status


def movers_to_save(loaded: Sequence[Mover], playing: tuple[Mover, Mover]) -> tuple[Mover, Mover]:
    """Return who plays as a file is to say it before anything is played: people keep their names."""
    first, second = (
        who if who.is_person and who.name else now for who, now in zip(loaded, playing, strict=True)
    )
    return first, second


def save_match(kept: AutosavedMatch, told: list[str]) -> None:
    """Keep a match; say once where it is kept if nobody has said where, or why it cannot be."""
    kept()
    words = (
        f"the game was not saved: {kept.trouble}"
        if kept.trouble
        else f"the game is saved in {kept.file}"
    )
    if (kept.trouble or not told) and words not in told:
        told.append(words)
        print_to_stderr(words)


def open_asked_game(values: dict[str, Any], which: tuple[str, ...], load: str | None) -> OpenedGame:
    """Take the game to play out of a command's values: that in a file, or a new one."""
    if load is None and (found := read_game_file(values, which)) is not None:
        return found
    if load is not None and PlugInSource.of(values["game"]).is_played:
        raise InputError(f"{values['game']!r:.200} is a game already; leave out --load")
    where = read_position_options(values)
    if load is not None:
        return open_noted_game(load, read_which_game(which).number, where)
    return OpenedGame(Match(as_beginning(where), HUMAN_MOVER, HUMAN_MOVER))


def read_movers(match: Match, values: dict[str, Any], *, known: bool) -> tuple[Mover, Mover] | None:
    """Return who plays, as the options say; None if it is known and they say nothing. InputError for what cannot be."""
    side, second, name, seconds = (
        values.pop(key) for key in ("side", "second", "opponent", "seconds")
    )
    own = [values.pop(key) for key in ("a", "b")]
    before = next((mover.search for mover in match.movers if mover.search is not None), None)
    before = before or usual_opponent_for(match.game, match.start)
    search = read_search_options(values, before)
    if known and search == before and not any((side, second, name, seconds, *own)):
        return None
    if second and side not in (None, "second"):
        raise InputError(f"--second contradicts --side {side}")
    persons = HUMAN_SIDES[
        one_of("the side", side or ("second" if second else "first"), HUMAN_SIDES)
    ]
    limit = seconds or MOVE_SECONDS
    if name is None:
        usual = Mover(search, "", limit)
    else:
        usual = opponent_named(match.game, name)
    if name is not None and search != before:
        raise InputError(
            f"the opponent {name} has its own search; leave out the options of the search"
        )
    if any(own) and any(persons):
        raise InputError("--a and --b work only with --side none, where searches play both sides")
    others = [usual if words is None else read_opponent(match.game, words, limit) for words in own]
    people = [
        mover if mover.is_person else HUMAN_MOVER for mover in match.movers
    ]  # they keep their names
    first, last = (
        who if person else other for person, who, other in zip(persons, people, others, strict=True)
    )
    searches = [each.search for each in (first, last) if each.search is not None]
    if match.seed is not None:  # the seed is used by chance
        searches = [replace(each, seed=SearchSpec().seed) for each in searches]
    note_options_without_effect(match.where, searches, match.start)
    return first, last


def read_game_count(text: str) -> int:
    """Read the number of games; InputError if it is odd."""
    games = count_reader("the number of games", 2, 1_000_000)(text)
    if games % 2:
        raise InputError(
            f"{games:,} games are an odd number, but each opening is played twice; play {games + 1:,}"
        )
    return games


@click.command(epilog="Example: visualizer match tictactoe --a easy --b hard --games 20 --seed 1")
@with_common_options(POSITION_OPTIONS, FORCE_OPTION)
@click.option(
    "--a", type=SEARCH_TYPE, help="NAME[,key=value...], or an opponent's name (`list games`)."
)
@click.option("--b", type=SEARCH_TYPE, help="The search that it plays against.")
@click.option(
    "--games",
    "count",
    default="100",
    type=OptionValue("N", read_game_count),
    help="An even number (default 100).",
)
@click.option(
    "--seed",
    default="0",
    type=OptionValue("N", SEED_OPTION.value),
    help="Seed that chooses the openings (default 0).",
)
@click.option(
    "--opening-plies",
    "plies",
    type=whole_number_type("the number of opening plies", 0, MAX_CONTEST_MOVES),
    help="Opening plies before the searches begin (default: as "
    "few as give enough positions, at least 2).",
)
@click.option(
    "-O",
    "--output",
    "file",
    type=FILE_TYPE,
    help=f"File to write the games to, {PlugInSource.GAMES}.",
)
@click.option("--resume", is_flag=True, help="Continue the file where the match was interrupted.")
@click.option(
    "--processes",
    type=whole_number_type("the number of processes", 1, MAX_POOL_PROCESSES),
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
    if PlugInSource.of(values["game"]).is_played:
        raise InputError(
            f"{values['game']!r:.200} has games that are already played; match plays new ones of a GAME. To look at "
            "one, use review, open or play with --game N"
        )
    if a is None or b is None:
        raise InputError(f"missing option '--{'b' if a else 'a'}'; see visualizer match --help")
    if file is None and (resume or is_switch_given("force")):
        raise InputError(f"{'--resume' if resume else '--force'} needs a file, -O FILE.games")
    if file is not None and not file.lower().endswith(PlugInSource.GAMES):
        raise InputError(f"the games are written as {PlugInSource.GAMES}, not as {file!r:.80}")
    where = read_position_options(values)
    with redirect_stdout_to_stderr():
        movers = [read_opponent(load_game(where.game), words) for words in (a, b)]
        contest = Contest(where, movers[0], movers[1], count, seed, plies)
    replace = file is not None and may_begin_file(file, resume=resume)
    finished = do_long_work(
        "games",
        lambda watch: contest.play(
            file, resume=resume, force=replace, processes=processes, progress=watch
        ),
        file,
    )
    with redirect_stdout_to_stderr():
        note_options_without_effect(
            contest.tasks[0].opening, [mover.search for mover in movers if mover.search is not None]
        )
    score = contest.score()
    if score is not None:
        if file is None or not finished:
            offer = ""
        else:
            offer = suggest_game_to_review(score, file)
        words = "\n".join(filter(None, (describe_contest(contest, score, movers), offer)))
        print_result(words, contest.as_object(score, seed), ascii_only=False)
    return EXIT_DONE if finished else EXIT_STOPPED


def describe_contest(contest: Contest, score: ContestScore, movers: list[Mover]) -> str:
    """Return what came out, for a person."""
    pairs = count_in_words(len(score.pairs), "opening", "openings")
    lines = [
        f"{contest.tasks[0].opening.game}: {pairs} of {count_in_words(contest.plies, 'ply', 'plies')}, each with both sides"
    ]
    for letter, mover in zip("AB", movers, strict=True):
        assert mover.search is not None
        lines.append(
            f"{letter}  {mover.search.to_spec()}" + (f"  ({mover.name})" if mover.name else "")
        )
    return "\n".join([*lines, *score.sentences()])


def suggest_game_to_review(score: ContestScore, file: str) -> str:
    """Return the sentence that says which game of a file of all games to look at, "" where nobody is ahead."""
    place = score.decisive()
    if place is None:
        return ""
    command = shlex.join(["visualizer", "review", file, "--game", str(place + 1)])
    return f"{visible(command)} shows a decisive game"


@click.command(epilog="Example: visualizer review example.game -a ordered-alpha-beta -d 3")
@click.argument("file", type=file_name_type("FILE.game"))
@with_common_options(SETTING_OPTIONS, WHICH_GAME_OPTION, SEARCH_OPTIONS, FORCE_OPTION)
@click.option("--plain", is_flag=True, help="Print the review in words, even in a terminal.")
@JSON_FLAG
@click.option(
    "--try",
    "tried",
    metavar="MOVE",
    help="With --move: check whether this move is better than the one that was played.",
)
@click.option(
    "--move",
    type=whole_number_type("the move", 1),
    help="The move that --try replaces (default the one that gave away most).",
)
@output_option("Write the review as a page, .html or .md; repeatable.", required=False)
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
    on_screen = has_screen() and not (plain or is_switch_given("as_json") or files or trying)
    with redirect_stdout_to_stderr():
        found = read_game_file({"game": file, **values}, which) or open_noted_game(file, 1)
        match = found.match
        review = Review(
            match,
            read_search_options(
                values, SearchSpec() if values["algorithm"] else reviewing_search(match)
            ),
        )
        if not match.turns:
            raise InputError(
                f"{file!r:.200} has no move to review{f': {found.broken}' * bool(found.broken)}"
            )
        note_unused_options([(review.search, match.run_before(0, review.search).recipe.search)])
        for name in files:
            review_file_contents(None, name)
        replaced = may_replace(files)
        if trying:
            better = try_better_move(
                review, tried, move, alone=not (is_switch_given("as_json") or files)
            )
        else:
            better = None
        stopped = not (trying or on_screen or judge_all_moves(review))
    if on_screen:
        return run_app(OpeningOptions(file=file), run=review)
    if review.stopped:
        if len(review.stopped) == 1:
            were = "1 search was"
        else:
            were = f"{len(review.stopped):,} searches were"
        add_note(f"{were} stopped: {review.stopped[0]}; the review uses what was known by then")
    if better is not None:
        words = f"Move {better.number:,}, {better.move} was played. {better.words}"
        return print_result(words, status=EXIT_DONE if better.accepted else EXIT_STOPPED)
    if files:
        exports.save_files(
            {name: review_file_contents(review, name) for name in files}, force=replaced
        )
    ended = EXIT_STOPPED if stopped or review.stopped else EXIT_DONE
    return print_result(list_file_names(files) or review_text(review), review.as_object(), ended)


def try_better_move(
    review: Review, tried: str | None, move: int | None, *, alone: bool
) -> BetterMove:
    """Judge whether another move is better than the one that was played; InputError for what cannot be tried."""
    if tried is None:
        raise InputError("--move works only with --try MOVE, which says whether MOVE is better")
    if not alone:
        raise InputError("--try answers only in words; leave out --json and -O")
    count = len(review.match.turns)
    if move is None:
        judge_all_moves(review)
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
    with progress_line() as tell:
        while not trial.analysis.advance(SLICE_SECONDS):
            tell("searching ")
    review.stopped += trial.analysis.stopped
    trial.answer(name)
    return trial


def judge_all_moves(review: Review) -> bool:
    """Judge all moves, or until Ctrl-C; return whether all were."""
    count = len(review.match.turns)
    if not advance_to_end(
        review.advance, lambda: f"move {len(review.judged) + 1:,} of {count:,} (Ctrl-C stops) "
    ):
        add_note(f"{STOPPED_BY_CTRL_C}; {len(review.judged):,} of {count:,} moves are judged")
    return review.finished
