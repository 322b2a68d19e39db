"""Play games, let searches play each other, and review games: `play`, `match`, `review`."""

import shlex
import sys
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import replace
from typing import Any, NamedTuple

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
    open_game_with_notes,
    read_game_file,
    read_position_options,
    read_search_options,
    read_which_game,
)
from visualizer.apps.cli.running import (
    SLICE_SECONDS,
    ReportProgress,
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
from visualizer.searching.lookup import load_game, opening_position
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
"""For each word of `--side`, whether a person plays MAX and whether one plays MIN."""
MAX_MOVE_SECONDS = 86_400
"""A day."""


def named_opponents(game: Game) -> dict[str, str]:
    """Return the named opponents of a game, each as the search that a user would type."""
    return {name: search.to_spec() for name, search in opponents(game).items()}


def read_move_seconds(text: str) -> float:
    """Read the seconds for a move; InputError unless they are positive and at most a day."""
    try:
        seconds = float(text)
    except ValueError:
        # Refused below, like any number that is not positive.
        seconds = 0
    if not 0 < seconds <= MAX_MOVE_SECONDS:
        raise InputError(
            f"the time {text!r:.40} is not a number of seconds greater than 0 and at most "
            f"{MAX_MOVE_SECONDS:,}"
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
    type=game_dependent_type("NAME", named_opponents),
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
    saved_to = save
    if not save and PlugInSource.of(file) is PlugInSource.GAME:
        saved_to = file
    # Two programs that save to one file would overwrite each other's moves.
    with exclusive_game_file(saved_to) if saved_to is not None else nullcontext():
        autosave, is_file_known = begin_match(
            values,
            save,
            which=which,
            load=load,
        )
        return play_match(screen, autosave, is_file_known=is_file_known)


def begin_match(
    values: dict[str, Any],
    save: str | None,
    *,
    which: tuple[str, ...],
    load: str | None,
) -> tuple[AutosavedMatch, bool]:
    """Return a new or loaded match to play, and whether the user knows in which file it is saved.

    `save` and `load` are the files of --save and --load. `which` are the values of --game.
    """
    file = values["game"]
    is_game_file = PlugInSource.of(file) is PlugInSource.GAME
    with redirect_stdout_to_stderr():
        opened_game = open_requested_game(values, which, load)
        match = opened_game.match
        use_seed_for_dice(match, values)
        loaded_movers = match.movers
        chosen_movers = read_movers(match, values, names_players=opened_game.names_players)
        match.movers = chosen_movers or loaded_movers
        if save is not None:
            # Raises an error if the file exists and must not be replaced.
            may_replace([save])

    # A file of which only a part could be read must not be replaced by this part.
    saves_to_loaded_file = save is None and is_game_file and opened_game.is_complete
    if saves_to_loaded_file:
        return AutosavedMatch(match, file), True

    autosave = AutosavedMatch(match, save or new_autosave_file(match))
    if save is not None or match.turns:
        save_before_play(autosave, loaded_movers)
        # Without --save the game can still be played; the user is told of the error later.
        if save is not None and autosave.save_error:
            raise InputError(autosave.save_error)
    return autosave, save is not None


def play_match(screen: ScreenChoice, autosave: AutosavedMatch, *, is_file_known: bool) -> int:
    """Play a match and save it after each move; return the exit status.

    `is_file_known` says that the user knows in which file the match is saved.
    """
    match = autosave.match
    # Without a terminal, nobody would read in which file a new match is saved.
    has_no_reader = not match.turns and not sys.stderr.isatty()
    printed_sentences: list[str] = []
    if is_file_known or has_no_reader:
        # Any entry keeps `save_match` from printing the name of the file.
        printed_sentences.append(autosave.file)
    print_notes()
    # A script may give commands before the search plays the next move of a loaded match.
    waits_for_line = bool(match.turns) and not sys.stdin.isatty()
    lines = MatchLines(
        match,
        changed=lambda: save_match(autosave, printed_sentences),
        waits_for_line=waits_for_line,
    )
    status = screen.show(
        match,
        lines,
        changed=autosave.save_or_explain,
        file=autosave.file,
    )
    # Messages about saving could not be seen behind the full screen, so print them now.
    if match.turns and screen.is_full():
        save_match(autosave, [])
    suggest_review(autosave)
    return status


def use_seed_for_dice(match: Match, values: dict[str, Any]) -> None:
    """In a game with chance, use --seed for the dice.

    With --algorithm, the search uses the seed as well; otherwise the seed is taken out of `values`.
    """
    if not match.game.chance(match.start) or values["seed"] is None:
        return
    match.seed = int(values["seed"])
    if values["algorithm"] is None:
        values["seed"] = None


def save_before_play(autosave: AutosavedMatch, loaded_movers: Sequence[Mover]) -> None:
    """Write a match to a new file before anything is played, keeping the names of people."""
    match = autosave.match
    chosen_movers = match.movers
    match.movers = movers_to_save(loaded_movers, chosen_movers)
    autosave()
    match.movers = chosen_movers


def suggest_review(autosave: AutosavedMatch) -> None:
    """Print the command that reviews a finished game, for a user at a terminal."""
    match = autosave.match
    if match.turns and match.is_over() and not autosave.save_error and sys.stderr.isatty():
        command = shlex.join(["visualizer", "review", autosave.file])
        print_to_stderr(f"{command} says what each move gave away")


def movers_to_save(loaded: Sequence[Mover], chosen: tuple[Mover, Mover]) -> tuple[Mover, Mover]:
    """Return the chosen movers, but with the named people of the loaded file in their places."""
    movers = []
    for old, new in zip(loaded, chosen, strict=True):
        is_named_person = old.is_person and bool(old.name)
        movers.append(old if is_named_person else new)
    return movers[0], movers[1]


def save_match(autosave: AutosavedMatch, printed_sentences: list[str]) -> None:
    """Save a match, and print in which file, or why it cannot be saved.

    `printed_sentences` has the sentences printed so far, and gets the new one. No error is printed
    twice. The name of the file is printed only as the first sentence.
    """
    autosave()
    if autosave.save_error:
        sentence = f"the game was not saved: {autosave.save_error}"
        is_new = sentence not in printed_sentences
    else:
        sentence = f"the game is saved in {autosave.file}"
        is_new = not printed_sentences
    if is_new:
        printed_sentences.append(sentence)
        print_to_stderr(sentence)


def open_requested_game(
    values: dict[str, Any], which: tuple[str, ...], load: str | None
) -> OpenedGame:
    """Open the game in a file (GAME or --load), or begin a new one."""
    if load is None:
        opened_game = read_game_file(values, which)
        if opened_game is not None:
            return opened_game
    elif PlugInSource.of(values["game"]).holds_played_games:
        raise InputError(f"{values['game']!r:.200} is a game already; leave out --load")
    where = read_position_options(values)
    if load is not None:
        return open_game_with_notes(load, read_which_game(which).number, where)
    return OpenedGame(Match(opening_position(where), HUMAN_MOVER, HUMAN_MOVER))


def read_movers(
    match: Match, values: dict[str, Any], *, names_players: bool
) -> tuple[Mover, Mover] | None:
    """Return the movers of MAX and MIN that the options choose.

    Return None if the file of the match names its players (`names_players`) and no option changes
    them. InputError for options that exclude each other.
    """
    options = MoverOptions(
        values.pop("side"), values.pop("second"), values.pop("opponent"), values.pop("seconds")
    )
    search_texts = [values.pop("a"), values.pop("b")]
    # Options that are not given stay as in the file, so a continued game keeps its opponent.
    default_search = first_search(match) or usual_opponent_for(match.game, match.start)
    search = read_search_options(values, default_search)
    changes_players = search != default_search or any(options) or any(search_texts)
    if names_players and not changes_players:
        return None

    is_human_side = read_human_sides(options.side, is_second=options.is_second)
    default_mover = make_default_mover(match.game, options, search, default_search)
    if any(search_texts) and any(is_human_side):
        raise InputError("--a and --b work only with --side none, where searches play both sides")
    return movers_of_sides(
        match,
        is_human_side,
        search_texts,
        default_mover=default_mover,
        seconds=options.seconds or MOVE_SECONDS,
    )


def movers_of_sides(
    match: Match,
    is_human_side: tuple[bool, bool],
    search_texts: Sequence[str | None],
    *,
    default_mover: Mover,
    seconds: float,
) -> tuple[Mover, Mover]:
    """Return the movers of MAX and MIN: a person, the search of --a or --b, or `default_mover`.

    `is_human_side` says for MAX and MIN whether a person plays. `search_texts` are --a and --b,
    None if not given; these searches have `seconds` for a move.
    """
    sides = []
    for is_human, text, mover in zip(
        is_human_side,
        search_texts,
        match.movers,
        strict=True,
    ):
        if is_human:
            # People keep the names that the file gives them.
            sides.append(mover if mover.is_person else HUMAN_MOVER)
        elif text is None:
            sides.append(default_mover)
        else:
            sides.append(read_opponent(match.game, text, seconds))
    note_unused_options_of_movers(match, sides)
    return sides[0], sides[1]


class MoverOptions(NamedTuple):
    """The options for the players; each is None or False if it is not given."""

    side: str | None
    is_second: bool
    opponent: str | None
    seconds: float | None


def first_search(match: Match) -> SearchSpec | None:
    """Return the search of the first mover that is a search, or None if people play both sides."""
    for mover in match.movers:
        if mover.search is not None:
            return mover.search
    return None


def make_default_mover(
    game: Game, options: MoverOptions, search: SearchSpec, default_search: SearchSpec
) -> Mover:
    """Return the mover that plays a side by default: the named opponent, or else `search`.

    `search` is the `default_search` with the changes of the user's options. InputError if both
    --opponent and such options are given.
    """
    if options.opponent is None:
        return Mover(search, "", options.seconds or MOVE_SECONDS)
    opponent = opponent_named(game, options.opponent)
    if search != default_search:
        raise InputError(
            f"the opponent {options.opponent} has its own search; leave out the options of the "
            "search"
        )
    return opponent


def read_human_sides(side: str | None, *, is_second: bool) -> tuple[bool, bool]:
    """Return whether people play MAX and MIN, by --side and --second."""
    if is_second and side not in (None, "second"):
        raise InputError(f"--second contradicts --side {side}")
    default_side = "second" if is_second else "first"
    return HUMAN_SIDES[one_of("the side", side or default_side, HUMAN_SIDES)]


def note_unused_options_of_movers(match: Match, movers: Sequence[Mover]) -> None:
    """Note search options that have no effect in this game."""
    searches = [mover.search for mover in movers if mover.search is not None]
    if match.seed is not None:
        # The dice use the seed, so --seed always has an effect.
        searches = [replace(search, seed=SearchSpec().seed) for search in searches]
    note_options_without_effect(match.where, searches, match.start)


def read_game_count(text: str) -> int:
    """Read the number of games; InputError if it is odd."""
    games = count_reader("the number of games", 2, 1_000_000)(text)
    if games % 2:
        raise InputError(
            f"{games:,} games are an odd number, but each opening is played twice; play "
            f"{games + 1:,}"
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
    help="Opening plies before the searches begin (default: as few as give enough positions, "
    "at least 2).",
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
@click.option(
    "--json",
    "as_json",
    is_flag=True,
    help="Print the score as JSON.",
)
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

    Games start from the initial position, unless options such as -p say otherwise. The number of
    processes does not change the result.
    """
    opponent_texts = check_match_options(values["game"], a, b)
    check_games_file(file, resume=resume)

    where = read_position_options(values)
    with redirect_stdout_to_stderr():
        movers = [read_opponent(load_game(where.game), text) for text in opponent_texts]
        contest = Contest(
            where,
            movers[0],
            movers[1],
            games=count,
            seed=seed,
            plies=plies,
        )
    # Asked before the match, so that hours of games do not end with a refusal.
    may_replace_existing = file is not None and may_begin_file(file, resume=resume)

    def play_contest(report: ReportProgress) -> None:
        contest.play(
            file,
            resume=resume,
            force=may_replace_existing,
            processes=processes,
            progress=report,
        )

    is_finished = do_long_work("games", play_contest, file)
    note_unused_options_of_contest(contest, movers)
    reviewed_file = file if is_finished else None
    print_score(contest, movers, seed, reviewed_file)
    return EXIT_DONE if is_finished else EXIT_STOPPED


def check_match_options(game: str, a: str | None, b: str | None) -> tuple[str, str]:
    """Return the texts of --a and --b.

    InputError if one is missing, or if GAME is a file of games that are already played.
    """
    if PlugInSource.of(game).holds_played_games:
        raise InputError(
            f"{game!r:.200} has games that are already played; match plays new ones of a "
            "GAME. To look at one, use review, open or play with --game N"
        )
    if a is None or b is None:
        missing = "b" if a else "a"
        raise InputError(f"missing option '--{missing}'; see visualizer match --help")
    return a, b


def note_unused_options_of_contest(contest: Contest, movers: Sequence[Mover]) -> None:
    """Note search options that have no effect in the first opening."""
    searches = [mover.search for mover in movers if mover.search is not None]
    with redirect_stdout_to_stderr():
        note_options_without_effect(contest.tasks[0].opening, searches)


def print_score(contest: Contest, movers: list[Mover], seed: int, file: str | None) -> None:
    """Print the score of a match, unless not even the first pair of games is finished.

    `file` holds the games, and is named in the advice on how to review a decisive game. It is None
    if no file was written, or if the match was stopped: no advice is then given.
    """
    score = contest.score()
    if score is None:
        return
    lines = contest_lines(contest, score, movers)
    if file is not None:
        lines += decisive_game_lines(score, file)
    print_result("\n".join(lines), contest.as_object(score, seed), ascii_only=False)


def check_games_file(file: str | None, *, resume: bool) -> None:
    """Raise InputError for a file with the wrong extension, or for options that need a file."""
    if file is None and (resume or is_switch_given("force")):
        option = "--resume" if resume else "--force"
        raise InputError(f"{option} needs a file, -O FILE.games")
    if file is not None and not file.lower().endswith(PlugInSource.GAMES):
        raise InputError(f"the games are written as {PlugInSource.GAMES}, not as {file!r:.80}")


def contest_lines(contest: Contest, score: ContestScore, movers: list[Mover]) -> list[str]:
    """Return the lines of a match's result: the openings, the two searches, and the score."""
    game = contest.tasks[0].opening.game
    openings = count_in_words(len(score.pairs), "opening", "openings")
    plies = count_in_words(contest.plies, "ply", "plies")
    lines = [f"{game}: {openings} of {plies}, each with both sides"]
    for letter, mover in zip("AB", movers, strict=True):
        assert mover.search is not None
        name = f"  ({mover.name})" if mover.name else ""
        lines.append(f"{letter}  {mover.search.to_spec()}{name}")
    return [*lines, *score.sentences()]


def decisive_game_lines(score: ContestScore, file: str) -> list[str]:
    """Return a line on how to review a decisive game, if one search is ahead."""
    index = score.decisive_game()
    if index is None:
        return []
    command = shlex.join(["visualizer", "review", file, "--game", str(index + 1)])
    return [f"{visible(command)} shows a decisive game"]


@click.command(
    help="Say what each move of a game gave away, worst first, as a search sees it; in a terminal, "
    "find better moves.",
    epilog="Example: visualizer review example.game -a ordered-alpha-beta -d 3",
)
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
    """Review a game on the screen, in words, as a page, or one move of it."""
    is_trial = tried is not None or move is not None
    prints_words = not (is_switch_given("as_json") or files)
    is_on_screen = has_screen() and prints_words and not (plain or is_trial)
    with redirect_stdout_to_stderr():
        review = start_review(file, which, values)
        # Called without a review to raise the error of an unknown format before the search.
        for name in files:
            review_file_contents(None, name)
        may_replace_existing = may_replace(files)
        trial = None
        all_judged = False
        if is_trial:
            trial = try_better_move(review, tried, move, prints_words=prints_words)
        elif not is_on_screen:
            all_judged = judge_all_moves(review)
    if is_on_screen:
        return run_app(OpeningOptions(file=file), run=review)

    note_stopped_searches(review)
    if trial is not None:
        return print_trial(trial)
    pages = {name: review_file_contents(review, name) for name in files}
    if pages:
        exports.save_files(pages, force=may_replace_existing)
    status = EXIT_DONE if all_judged and not review.stopped else EXIT_STOPPED
    return print_result(list_file_names(files) or review_text(review), review.as_object(), status)


def start_review(file: str, which: tuple[str, ...], values: dict[str, Any]) -> Review:
    """Return the review of a game in a file, in which no move is judged yet.

    Moves will be judged by the search of the options, or else by the usual search for reviews.
    """
    # `read_game_file` returns None if the file's extension does not say that it holds games.
    opened_game = read_game_file({"game": file, **values}, which) or open_game_with_notes(file, 1)
    match = opened_game.match
    # The options of the usual search for reviews would not suit another algorithm.
    default_search = SearchSpec() if values["algorithm"] else reviewing_search(match)
    review = Review(match, read_search_options(values, default_search))
    if not match.turns:
        reason = f": {opened_game.broken}" if opened_game.broken else ""
        raise InputError(f"{file!r:.200} has no move to review{reason}")
    used_search = match.run_before(0, review.search).recipe.search
    note_unused_options([(review.search, used_search)])
    return review


def print_trial(trial: BetterMove) -> int:
    """Print whether a move is better than the one that was played; return the exit status."""
    text = f"Move {trial.number:,}, {trial.move} was played. {trial.words}"
    status = EXIT_DONE if trial.accepted else EXIT_STOPPED
    return print_result(text, status=status)


def note_stopped_searches(review: Review) -> None:
    """Add a note on how many searches of a review were stopped, and why."""
    if not review.stopped:
        return
    if len(review.stopped) == 1:
        subject = "1 search was"
    else:
        subject = f"{len(review.stopped):,} searches were"
    add_note(f"{subject} stopped: {review.stopped[0]}; the review uses what was known by then")


def try_better_move(
    review: Review, tried: str | None, move: int | None, *, prints_words: bool
) -> BetterMove:
    """Search whether the move `tried` is better than the move that was played.

    `move` is the number of the played move; None is the move that gave away most. InputError for a
    move that does not exist, or without `prints_words`, since the result exists only in words.
    """
    if tried is None:
        raise InputError("--move works only with --try MOVE, which says whether MOVE is better")
    if not prints_words:
        raise InputError("--try answers only in words; leave out --json and -O")
    trial = BetterMove(review, number_of_replaced_move(review, move))
    name = trial.attempt(tried)
    with progress_line() as show_progress:
        while not trial.analysis.advance(SLICE_SECONDS):
            show_progress("searching ")
    review.stopped += trial.analysis.stopped
    trial.answer(name)
    return trial


def number_of_replaced_move(review: Review, move: int | None) -> int:
    """Return the number of the played move that --try replaces: `move`, by default the worst move.

    The worst move is found by judging all moves. InputError if no move has the number.
    """
    if move is None:
        judge_all_moves(review)
        if not review.worst:
            raise InputError("no move gave anything away; --move N says which one --try replaces")
        return review.worst[0].number
    count = len(review.match.turns)
    if move > count:
        raise InputError(f"there is no move {move:,}; the last is {count:,}")
    return move


def judge_all_moves(review: Review) -> bool:
    """Judge the moves one after the other, with a line of progress, until Ctrl-C.

    Return whether all moves were judged.
    """
    count = len(review.match.turns)

    def progress() -> str:
        return f"move {len(review.judged) + 1:,} of {count:,} (Ctrl-C stops) "

    if not advance_to_end(review.advance, progress):
        add_note(f"{STOPPED_BY_CTRL_C}; {len(review.judged):,} of {count:,} moves are judged")
    return review.finished
