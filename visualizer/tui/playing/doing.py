"""What the keys of playing do: moving, taking back, searches that move; `do_NAME` for each action of the table."""

from functools import partial

from visualizer.errors import InputError
from visualizer.playing.said import helper
from visualizer.tui.playing import looking
from visualizer.tui.playing.dialogs import TypeDialog, really, which
from visualizer.tui.playing.played import Played
from visualizer.tui.playing.thinking import PACES, Asking

# Moving.


def do_choose(screen: Played) -> None:
    """Choose the square that is pointed at; in the list of moves, open the search of the one shown."""
    if screen.table.viewed is not None:
        looking.open_search(screen)
        return
    check_turn(screen)
    moves = screen.table.choose(screen.table.pointer)
    if len(moves) == 1:
        play(screen, moves[0].name)
    elif moves:
        screen.app.push_screen(which(screen.table.moves, moves), partial(play, screen))


def check_turn(screen: Played) -> None:
    """Raise InputError where no person can move now."""
    match = screen.match
    if match.is_over():
        raise InputError(f"the game is over: {match.end()}")
    if not match.mover.is_person:
        side = match.side(maximizing=match.position.maximizing)
        raise InputError(f"it is {side}'s turn, who is {match.mover.called}; space makes it answer")
    screen.table.viewed = None


def play(screen: Played, name: str | None) -> None:
    """Play a move by its name, if one was chosen."""
    if name is not None:
        try:
            screen.move(name)
        except InputError as error:
            screen.note = str(error)
            screen.paint()


def do_type(screen: Played) -> None:
    """Ask for a move by its name."""
    check_turn(screen)
    ask_move(screen, "")


def ask_move(screen: Played, begun: str) -> None:
    """Ask for a move that may have been begun to type."""
    screen.app.push_screen(TypeDialog(screen.table.moves, begun), partial(play, screen))


def do_undo(screen: Played) -> None:
    """Take back; where only searches play, they pause."""
    screen.match.undo()
    screen.thinking.paused = screen.thinking.nobody_watches
    screen.moved()


def do_redo(screen: Played) -> None:
    """Play again what was taken back."""
    screen.match.redo()
    screen.moved()


def do_resign(screen: Played) -> None:
    """Resign, once that is confirmed."""
    check_turn(screen)

    def resign(yes: bool | None) -> None:
        if yes:
            screen.match.resign()
            screen.moved()

    screen.app.push_screen(really(screen.match.side(maximizing=screen.match.position.maximizing)), resign)


def do_let_search(screen: Played) -> None:
    """Let the search move for the person."""
    check_turn(screen)
    reply = screen.match.reply(helper(screen.match))

    def told() -> None:
        screen.match.answer(reply)
        screen.moved()

    screen.thinking.question = Asking("the search moves for you", reply, (), told)


def do_hint(screen: Played) -> None:
    """Say what the search would play, and point there."""
    check_turn(screen)
    analysis = screen.thinking.analysed()

    def told() -> None:
        best = analysis.best
        screen.note = f"Hint: {best.move}{f', {best.words}' * bool(best.words)}."
        found = next((move for move in screen.table.moves.all() if move.name == best.move), None)
        if found is not None and found.begin is not None:
            screen.table.pointer = found.begin

    screen.thinking.question = Asking("a hint", analysis, (), told)


# Going back.


def do_back(screen: Played) -> None:
    """Stop a question, drop the move begun, leave the list of moves; else go back."""
    if screen.thinking.question is not None:
        screen.thinking.question = None
    elif screen.table.chosen is not None:
        screen.table.chosen = None
    elif screen.table.viewed is not None:
        looking.view(screen, None)
    elif screen.leads_back:
        screen.dismiss()
    else:
        screen.note = "q leaves"


# Thinking.


def do_hurry(screen: Played) -> None:
    """Let the search answer at once; searches that pause go on."""
    if screen.thinking.paused:
        screen.thinking.paused = False
    elif not screen.thinking.hurry("asked to answer"):
        screen.note = "no search is thinking"


def do_pause(screen: Played) -> None:
    """Let the searches pause, or go on."""
    screen.thinking.paused = not screen.thinking.paused
    screen.note = "The searches pause; p goes on." if screen.thinking.paused else ""


def change_pace(screen: Played, by: int) -> None:
    """Let more (1) or less (-1) time pass between moves of searches."""
    screen.thinking.pace = max(0, min(len(PACES) - 1, screen.thinking.pace + by))
    screen.note = f"At least {PACES[screen.thinking.pace]:g} seconds between moves of searches."


do_pace_slower = partial(change_pace, by=1)
do_pace_faster = partial(change_pace, by=-1)
