"""What the keys of playing do: moving, taking back, pointing, values, why, why not; `do_NAME` for each action."""

from functools import partial
from typing import Any

from visualizer.apps.activities.playing import PACES, Playing
from visualizer.apps.tui.board_screens.board import ARROWS, PlayBoard
from visualizer.apps.tui.board_screens.board_screen import BoardScreen
from visualizer.apps.tui.board_screens.dialogs import TypeDialog, which
from visualizer.apps.tui.screens.dialog import ListDialog, TextDialog
from visualizer.explaining.actions import key_of, with_keys
from visualizer.play.playing.move_squares import MoveSquares
from visualizer.support.errors import InputError

# Moving.


def do_choose(screen: BoardScreen[Any]) -> None:
    """Choose the square that is pointed at; in the list of moves, open the search of the one shown."""
    if screen.table.viewed is not None:
        screen.open_search()
        return
    check_turn(screen)
    moves = screen.table.choose(screen.table.pointer)
    if len(moves) == 1:
        screen.play(moves[0].name)
    elif moves:
        screen.ask_for(which(screen.table.moves, moves), screen.play)


def check_turn(screen: BoardScreen[Any]) -> None:
    """Raise InputError where no person can move now."""
    match = screen.match
    match.check_goes_on()
    if match.by_chance:
        raise InputError("it is chance's turn, and chance moves by itself")
    if not match.mover.is_person:
        raise InputError(f"it is {match.side_to_move}'s turn ({match.mover.called}); {key_of('hurry')} makes it answer")
    screen.table.viewed = None


def do_type(screen: BoardScreen[Any]) -> None:
    """Ask for a move by its name."""
    check_turn(screen)
    screen.ask_move("")


def do_undo(screen: BoardScreen[Playing]) -> None:
    """Take back."""
    screen.activity.undo()


def do_redo(screen: BoardScreen[Playing]) -> None:
    """Play again what was taken back."""
    screen.activity.redo()


def do_resign(screen: BoardScreen[Playing]) -> None:
    """Resign, once that is confirmed."""
    check_turn(screen)
    side = screen.match.side_to_move
    lines = [("no, play on", False), (f"yes, {side} resigns", True)]
    screen.ask_for(ListDialog(f"{side} resigns?", lines), lambda yes: screen.activity.resign() if yes else None)


def do_let_search(screen: BoardScreen[Playing]) -> None:
    """Let the search move for the person."""
    check_turn(screen)
    screen.activity.ask_to_move()
    screen.then = lambda _: None


def do_hint(screen: BoardScreen[Playing]) -> None:
    """Say what the search would play, and point there."""
    check_turn(screen)
    screen.activity.ask_hint()
    analysis = screen.activity.analysed()

    def point_there(words: str) -> None:
        screen.note = f"Hint: {words}"
        found = next((move for move in screen.table.moves.all() if move.name == analysis.best.move), None)
        if found is not None and found.begin is not None:
            screen.table.pointer = found.begin

    screen.then = point_there


# Thinking.


def do_hurry(screen: BoardScreen[Playing]) -> None:
    """Let the search answer at once; searches that pause go on."""
    if screen.activity.paused:
        screen.activity.paused = False
    elif not screen.activity.hurry("asked to answer"):
        screen.note = "no search is thinking"


def do_pause(screen: BoardScreen[Playing]) -> None:
    """Let the searches pause, or go on."""
    screen.activity.paused = not screen.activity.paused
    screen.note = f"The searches pause; {key_of('pause')} goes on." if screen.activity.paused else ""


def change_pace(screen: BoardScreen[Playing], by: int) -> None:
    """Let more (1) or less (-1) time pass between moves of searches."""
    screen.activity.pace = max(0, min(len(PACES) - 1, screen.activity.pace + by))
    screen.note = f"At least {PACES[screen.activity.pace]:g} seconds between moves of searches."


do_pace_slower = partial(change_pace, by=1)
do_pace_faster = partial(change_pace, by=-1)

# Where one looks.


def point(screen: BoardScreen[Any], arrow: str) -> None:
    """Point at the next square, or in the list of moves show the next one."""
    if screen.table.viewed is None:
        screen.table.begins = False
        screen.table.pointer = screen.query_one(PlayBoard).beside(screen.table.pointer, arrow)
    else:
        screen.table.view(screen.table.shown + (1 if arrow in ("down", "right") else -1))


do_point_up, do_point_down, do_point_left, do_point_right = (partial(point, arrow=arrow) for arrow in ARROWS)


def do_record(screen: BoardScreen[Any]) -> None:
    """Go to the list of moves, or back to the board."""
    screen.table.view(len(screen.match.turns) if screen.table.viewed is None else None)


def do_turn_board(screen: BoardScreen[Any]) -> None:
    """Turn the board."""
    screen.table.turned = not screen.table.turned


# What a search thinks.


def do_values(screen: BoardScreen[Playing]) -> None:
    """Show what the search thinks of each move, or no longer."""
    screen.activity.wants_values = not screen.activity.wants_values
    if screen.activity.wants_values:
        screen.note = "" if screen.can_move else "The values appear when it is your turn."


def do_reason(screen: BoardScreen[Playing]) -> None:
    """Say why the search played its last move, of those shown."""
    screen.activity.ask_reasons(screen.table.shown)
    tell(screen, with_keys("\n\nIts search, step by step: <record>, then <choose>."))


def tell(screen: BoardScreen[Playing], more: str = "") -> None:
    """Show the answer to the question, and more words, in a dialog."""
    title = screen.activity.question.about if screen.activity.question is not None else ""
    screen.then = lambda words: screen.app.push_screen(TextDialog(title, f"{words}{more}"))


def do_not_mine(screen: BoardScreen[Playing]) -> None:
    """Compare a move with the search's: a person's turn in the list, else the move pointed at, else one to be named."""
    match, table = screen.match, screen.table
    if table.viewed is not None or not screen.can_move:
        if not table.shown:
            raise InputError("no move has been played there")
        turn = match.turns[table.shown - 1]
        ask = compare if turn.thought is None else ask_instead
        ask(screen, table.shown - 1, turn.move)
        return
    number, moves = len(match.turns), table.reached().get(table.pointer, [])
    if len(moves) == 1:
        compare(screen, number, moves[0].name)
    elif moves:
        screen.ask_for(which(table.moves, moves), partial(compare, screen, number))
    else:
        ask_instead(screen, number, "")


def ask_instead(screen: BoardScreen[Playing], number: int, best: str) -> None:
    """Ask for the move to compare with the one that the search plays after n turns, `best` if it has played."""
    moves = MoveSquares(screen.match.game, screen.match.before(number))
    heading = f"which move instead of {best}?" if best else "compare with which move?"
    screen.ask_for(TypeDialog(moves, heading=heading, takes_first=True), partial(compare, screen, number))


def compare(screen: BoardScreen[Playing], number: int, mine: str) -> None:
    """Compare a move after n turns with the search's."""
    screen.activity.ask_why_not(mine, number)
    tell(screen)
    screen.paint()
