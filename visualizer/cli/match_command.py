"""`visualizer match`: two searches play many games, and the score says which is stronger, if it shows that."""

import shlex
from typing import Any

import rich_click as click

from visualizer.cli.messages import DONE, STOPPED
from visualizer.cli.options import WHERE, answer, asked, note_idle, read_where, reading, whole, with_options
from visualizer.cli.running import aside, long_work
from visualizer.cli.writing import FORCE, may_begin
from visualizer.errors import InputError
from visualizer.harmless_text import visible
from visualizer.lookup import load_game
from visualizer.measures.summary import many
from visualizer.playing.contest import LONGEST, Contest, ContestScore
from visualizer.playing.movers import Mover, named_or_read
from visualizer.plugins.source import Source
from visualizer.search_options import SEED, read_count
from visualizer.sweeping.long_work import MOST

MOST_GAMES = 1_000_000


def read_games(text: str) -> int:
    """Read the number of games; InputError if it is odd."""
    games = read_count("the number of games", 2, MOST_GAMES)(text)
    if games % 2:
        raise InputError(f"the number of games {games:,} is odd, and each opening is played twice; play {games + 1:,}")
    return games


@click.command(epilog="Example: visualizer match tictactoe --a easy --b hard --games 20 --seed 1")
@with_options(WHERE, FORCE)
@click.option("--a", metavar="SEARCH", help="NAME[,key=value...], or an opponent's name (`list games`).")
@click.option("--b", metavar="SEARCH", help="The search that it plays against.")
@click.option(
    "--games", "count", metavar="N", default="100", callback=reading(read_games), help="An even number (default 100)."
)
@click.option("--seed", metavar="N", default="0", callback=reading(SEED.value), help="Draws the openings (default 0).")
@click.option("--opening-plies", "plies", metavar="N", callback=whole("the number of opening plies", 0, LONGEST),
              help="Plies before the searches begin (default the fewest, 2 "
              "or more, after which there are enough positions).")  # fmt: skip
@click.option("-O", "--output", "file", metavar="FILE", help=f"File of the games to write, {Source.GAMES}.")
@click.option("--resume", is_flag=True, help="Continue the file where the match was interrupted.")
@click.option("--processes", metavar="N", callback=whole("the number of processes", 1, MOST),
              help="Processes at once (default: one for each processor).")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print the score as JSON.")
def command(
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

    Games start from the initial position, unless -p and so on say otherwise. The result is the same whatever the number
    of processes.
    """
    if Source.of(values["game"]).is_played:
        raise InputError(
            f"{values['game']!r:.200} has games that were played; match lets searches play new ones of a GAME, and "
            "review, open and play take FILE.games with --game N"
        )
    if a is None or b is None:
        raise InputError(f"missing option '--{'b' if a else 'a'}'; see visualizer match --help")
    if file is None and (resume or asked("force")):
        raise InputError(f"{'--resume' if resume else '--force'} is for the file of -O FILE.games, and none is given")
    if file is not None and not file.lower().endswith(Source.GAMES):
        raise InputError(f"the games are written as {Source.GAMES}, not as {file!r:.80}")
    where = read_where(values)
    with aside():
        movers = [named_or_read(load_game(where.game), words) for words in (a, b)]
        contest = Contest(where, movers[0], movers[1], count, seed, plies)
    replace = file is not None and may_begin(file, resume=resume)
    finished = long_work(
        "games",
        lambda watch: contest.play(file, resume=resume, force=replace, processes=processes, progress=watch),
        file,
    )
    with aside():
        note_idle(contest.tasks[0].opening, [mover.search for mover in movers if mover.search is not None])
    score = contest.score()
    if score is not None:
        offer = "" if file is None or not finished else point_to_game(score, file)
        words = "\n".join(filter(None, (in_words(contest, score, movers), offer)))
        answer(words, contest.as_object(score, seed), ascii_only=False)
    return DONE if finished else STOPPED


def in_words(contest: Contest, score: ContestScore, movers: list[Mover]) -> str:
    """Return what came out, for a person."""
    pairs = many(len(score.pairs), "opening", "openings")
    lines = [f"{contest.tasks[0].opening.game}: {pairs} of {many(contest.plies, 'ply', 'plies')}, each with both sides"]
    for letter, mover in zip("AB", movers, strict=True):
        assert mover.search is not None
        lines.append(f"{letter}  {mover.search.to_spec()}" + (f"  ({mover.name})" if mover.name else ""))
    return "\n".join([*lines, *score.sentences()])


def point_to_game(score: ContestScore, file: str) -> str:
    """Return the sentence that says which game of a file of all games to look at, "" where nobody is ahead."""
    place = score.decisive()
    if place is None:
        return ""
    command = shlex.join(["visualizer", "review", file, "--game", str(place + 1)])
    return f"{visible(command)} shows a decisive game"
