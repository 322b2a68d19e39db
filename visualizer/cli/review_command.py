"""`visualizer review`: where a game was lost."""

from typing import Any

import rich_click as click

import exports
from visualizer.cli.game_files import NUMBER, game_in
from visualizer.cli.messages import DONE, STOPPED, note
from visualizer.cli.options import JSON, SEARCH, TRUST, answer, asked, note_unused, read_search, whole, with_options
from visualizer.cli.running import SLICE, aside, go_on, progress
from visualizer.cli.screen import has_screen, run_app
from visualizer.cli.writing import FORCE, listed, may_replace, output
from visualizer.driver import BY_HAND
from visualizer.errors import InputError
from visualizer.playing.game_review import BetterMove, Review, reviewer
from visualizer.playing.review_page import contents
from visualizer.playing.review_words import text
from visualizer.recipe import SearchSpec
from visualizer.tui.options.first_looks import Beginning


@click.command(epilog="Example: visualizer review example.game -a ordered-alpha-beta -d 3")
@click.argument("file", metavar="FILE.game")
@with_options((TRUST,), NUMBER, SEARCH, FORCE)
@click.option("--plain", is_flag=True, help="In words, also in a terminal.")
@JSON
@click.option("--try", "tried", metavar="MOVE", help="With --move: is this move better than the one that was played?")
@click.option("--move", metavar="N", callback=whole("the move", 1),
              help="The move that --try replaces (default the one that gave away most).")  # fmt: skip
@output("Write the review as a page, .html or .md; repeatable.", required=False)
def command(
    *,
    file: str,
    number: str,
    plain: bool,
    tried: str | None,
    move: int | None,
    files: tuple[str, ...],
    **values: Any,
) -> int:
    """Say what each move of a game gave away by a search, worst first; in a terminal, find better ones on a board."""
    trying = tried is not None or move is not None
    on_screen = has_screen() and not (plain or asked("as_json") or files or trying)
    with aside():
        match = game_in(file, number).match
        review = Review(match, read_search(values, SearchSpec() if values["algorithm"] else reviewer(match)))
        if not match.turns:
            raise InputError(f"{file!r:.200} has no move to review")
        note_unused([(review.search, match.run_before(0, review.search).recipe.search)])
        for name in files:
            contents(None, name)
        replaced = may_replace(files)
        better = find_better(review, tried, move, alone=not (asked("as_json") or files)) if trying else None
        stopped = not (trying or on_screen or judge(review))
    if on_screen:
        return run_app(Beginning(file=file), run=review)
    if review.stopped:
        were = "1 search was" if len(review.stopped) == 1 else f"{len(review.stopped):,} searches were"
        note(f"{were} stopped: {review.stopped[0]}; what was known by then counts")
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
        raise InputError("--move is for --try MOVE, which says whether that is better")
    if not alone:
        raise InputError("--try answers in words; leave out --json and -O")
    count = len(review.match.turns)
    place = worst_of(review) if move is None else move
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


def worst_of(review: Review) -> int:
    """Return the number of the move that gave away most; InputError if none gave anything away."""
    judge(review)
    if not review.worst:
        raise InputError("no move gave anything away; --move N says which one --try replaces")
    return review.worst[0].number


def judge(review: Review) -> bool:
    """Judge all moves, or until Ctrl-C; return whether all were."""
    count = len(review.match.turns)
    if not go_on(review.advance, lambda: f"move {len(review.judged) + 1:,} of {count:,} (Ctrl-C stops) "):
        note(f"{BY_HAND}; {len(review.judged):,} of {count:,} moves are judged")
    return review.finished
