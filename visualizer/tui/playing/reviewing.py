"""What the keys of a review do: from move to move, finding a better one, the search of a move, another search."""

from functools import partial

from visualizer.errors import InputError
from visualizer.playing.better_move import BetterMove
from visualizer.playing.game_review import Review
from visualizer.playing.review_words import how_far, turning_point
from visualizer.recipe import Recipe, SearchSpec
from visualizer.run import Run
from visualizer.tui.ascii_looks import spelled
from visualizer.tui.playing import doing, looking
from visualizer.tui.playing.dialogs import LineDialog, ReviewExport
from visualizer.tui.playing.review_base import Reviewed
from visualizer.tui.screens.dialog import TextDialog
from visualizer.tui.screens.explore import ExploreScreen
from visualizer.tui.screens.viewing import Chosen

# From move to move.


def point(screen: Reviewed, arrow: str) -> None:
    """Point at the next square while a move is looked for; else up and down the list, or one move back or on."""
    if screen.can_move:
        looking.point(screen, arrow)
    elif arrow in ("up", "down"):
        screen.next_listed(-1 if arrow == "up" else 1)
    else:
        screen.is_led = False
        screen.table.view(screen.table.shown + (-1 if arrow == "left" else 1))


do_point_up = partial(point, arrow="up")
do_point_down = partial(point, arrow="down")
do_point_left = partial(point, arrow="left")
do_point_right = partial(point, arrow="right")


def do_at_length(screen: Reviewed) -> None:
    """Say all of what a move gave away, and what was better."""
    judged = screen.review.known(number_of(screen))
    if judged is None:
        raise InputError("this move is not judged yet")
    text = (
        screen.trial.words if screen.trial is not None and screen.trial.words else turning_point(screen.review, judged)
    )
    screen.app.push_screen(TextDialog("what it gave away (escape closes)", spelled(screen, text)))


def number_of(screen: Reviewed) -> int:
    """Return the number of the move in hand; InputError at the first position."""
    if not screen.number:
        raise InputError("this is before the first move; ↓ goes down the list")
    return screen.number


# Finding a better move.


def do_better(screen: Reviewed) -> None:
    """Set up the position before the move in hand, or for another try in its place."""
    screen.is_led = False
    screen.begin(number_of(screen))


def do_show_best(screen: Reviewed) -> None:
    """Show the search's best move and its line."""
    screen.is_led = False
    trial = BetterMove(screen.review, number_of(screen))
    trial.show_best()
    screen.show(trial)


def do_choose(screen: Reviewed) -> None:
    """Choose the square that is pointed at, or open the search of what is shown."""
    if screen.can_move:
        doing.do_choose(screen)
    elif screen.thinking.question is None:
        open_search(screen)


def do_type(screen: Reviewed) -> None:
    """Ask for a move by its name, to be tried."""
    if screen.trial is None or screen.trial.words:
        do_better(screen)
    doing.ask_move(screen, "")


def open_search(screen: Reviewed) -> None:
    """Open the search of the position before the move in hand, or of the one after a try that has been answered."""
    review, number = screen.review, number_of(screen)
    if screen.trial is not None and (told := screen.trial.told) is not None:
        recipe, root = told.recipe, told.searched
    else:
        recipe, root = Recipe(review.match.where_before(number - 1), review.search), review.match.before(number - 1)
    screen.app.push_screen(ExploreScreen(Run(recipe, root=root), leads_back=True))


# The review itself.


def do_pause(screen: Reviewed) -> None:
    """Stop judging moves, or go on."""
    if screen.review.finished:
        raise InputError("all moves are judged")
    screen.thinking.paused = not screen.thinking.paused


def do_search_by(screen: Reviewed) -> None:
    """Ask for another search to review the game by."""
    hint = "such as ordered-alpha-beta,depth=3 or mcts,iterations=400; enter reviews anew"
    ask = LineDialog("review by which search?", screen.review.search.to_spec(), hint, partial(read, screen.review))
    screen.app.push_screen(ask, partial(review_by, screen))


def read(review: Review, text: str) -> SearchSpec:
    """Read a search to review a game by; InputError says what is wrong with it."""
    search = SearchSpec.typed(text, shown=review.search)
    Run(Recipe(review.match.where_before(0), search), review.match.start)
    return search


def review_by(screen: Reviewed, text: str | None) -> None:
    """Review the game anew by another search."""
    if text is not None:
        screen.review = Review(screen.review.match, read(screen.review, text))
        screen.is_led = True
        screen.show(None)


def do_export_review(screen: Reviewed) -> None:
    """Ask for a file and write the review as a page."""
    if not screen.review.finished:
        raise InputError(f"there is no page yet: {how_far(screen.review)}")

    def tell(name: str | None) -> None:
        if name is not None:
            screen.note = f"wrote {name}"
            screen.paint()

    screen.app.push_screen(ReviewExport(screen.review, screen.file), tell)


def do_play_from(screen: Reviewed) -> None:
    """Play on from the position before the move in hand."""
    number_of(screen)
    screen.post_message(Chosen("play", ""))


def do_back(screen: Reviewed) -> None:
    """Stop a try, drop the move begun, leave the position in which a move is looked for; else go back."""
    if screen.thinking.question is not None:
        screen.thinking.question = None
    elif screen.table.chosen is not None:
        screen.table.chosen = None
    elif screen.trial is not None:
        screen.show(None)
    elif screen.leads_back:
        screen.dismiss()
    else:
        screen.note = "q leaves"
