"""What the keys of playing do: moving, taking back, pointing, values, why, why not; `do_NAME` for each action."""

from functools import partial

from visualizer.errors import InputError
from visualizer.playing.game_review import helper
from visualizer.playing.match_words import compared, hint, last_chosen, reasons
from visualizer.playing.move_squares import MoveSquares
from visualizer.run import Run
from visualizer.tui.board_screens.board import ARROWS, PlayBoard
from visualizer.tui.board_screens.board_screen import BoardScreen
from visualizer.tui.board_screens.dialogs import TypeDialog, which
from visualizer.tui.board_screens.thinking import PACES, Asking
from visualizer.tui.screens.dialog import ListDialog, TextDialog
from visualizer.tui.screens.explore import ExploreScreen

# Moving.


def do_choose(screen: BoardScreen) -> None:
    """Choose the square that is pointed at; in the list of moves, open the search of the one shown."""
    if screen.table.viewed is not None:
        open_search(screen)
        return
    check_turn(screen)
    moves = screen.table.choose(screen.table.pointer)
    if len(moves) == 1:
        screen.play(moves[0].name)
    elif moves:
        screen.ask_for(which(screen.table.moves, moves), screen.play)


def check_turn(screen: BoardScreen) -> None:
    """Raise InputError where no person can move now."""
    match = screen.match
    match.check_goes_on()
    if match.by_chance:
        raise InputError("it is chance's turn, which moves by itself")
    if not match.mover.is_person:
        raise InputError(f"it is {match.side_to_move}'s turn, who is {match.mover.called}; space makes it answer")
    screen.table.viewed = None


def do_type(screen: BoardScreen) -> None:
    """Ask for a move by its name."""
    check_turn(screen)
    screen.ask_move("")


def do_undo(screen: BoardScreen) -> None:
    """Take back; where only searches play, they pause."""
    screen.match.undo()
    screen.thinking.paused = screen.thinking.nobody_watches
    screen.moved()


def do_redo(screen: BoardScreen) -> None:
    """Play again what was taken back."""
    screen.match.redo()
    screen.moved()


def do_resign(screen: BoardScreen) -> None:
    """Resign, once that is confirmed."""
    check_turn(screen)

    def resign(yes: bool) -> None:
        if yes:
            screen.match.resign()
            screen.moved()

    side = screen.match.side_to_move
    lines = [("no, play on", False), (f"yes, {side} resigns", True)]
    screen.ask_for(ListDialog(f"{side} resigns?", lines), resign)


def do_let_search(screen: BoardScreen) -> None:
    """Let the search move for the person."""
    check_turn(screen)
    reply = screen.match.reply(helper(screen.match))

    def told() -> None:
        screen.match.answer(reply)
        screen.moved()

    screen.thinking.question = Asking("the search moves for you", reply, (), told)


def do_hint(screen: BoardScreen) -> None:
    """Say what the search would play, and point there."""
    check_turn(screen)
    analysis = screen.thinking.analysed()

    def told() -> None:
        best = analysis.best
        screen.note = f"Hint: {hint(best)}"
        found = next((move for move in screen.table.moves.all() if move.name == best.move), None)
        if found is not None and found.begin is not None:
            screen.table.pointer = found.begin

    screen.thinking.question = Asking("a hint", analysis, (), told)


# Thinking.


def do_hurry(screen: BoardScreen) -> None:
    """Let the search answer at once; searches that pause go on."""
    if screen.thinking.paused:
        screen.thinking.paused = False
    elif not screen.thinking.hurry("asked to answer"):
        screen.note = "no search is thinking"


def do_pause(screen: BoardScreen) -> None:
    """Let the searches pause, or go on."""
    screen.thinking.paused = not screen.thinking.paused
    screen.note = "The searches pause; p goes on." if screen.thinking.paused else ""


def change_pace(screen: BoardScreen, by: int) -> None:
    """Let more (1) or less (-1) time pass between moves of searches."""
    screen.thinking.pace = max(0, min(len(PACES) - 1, screen.thinking.pace + by))
    screen.note = f"At least {PACES[screen.thinking.pace]:g} seconds between moves of searches."


do_pace_slower = partial(change_pace, by=1)
do_pace_faster = partial(change_pace, by=-1)

# Where one looks.


def point(screen: BoardScreen, arrow: str) -> None:
    """Point at the next square, or in the list of moves show the next one."""
    if screen.table.viewed is None:
        screen.table.begins = False
        screen.table.pointer = screen.query_one(PlayBoard).beside(screen.table.pointer, arrow)
    else:
        screen.table.view(screen.table.shown + (1 if arrow in ("down", "right") else -1))


do_point_up, do_point_down, do_point_left, do_point_right = (partial(point, arrow=arrow) for arrow in ARROWS)


def do_record(screen: BoardScreen) -> None:
    """Go to the list of moves, or back to the board."""
    screen.table.view(len(screen.match.turns) if screen.table.viewed is None else None)


def do_turn_board(screen: BoardScreen) -> None:
    """Turn the board."""
    screen.table.turned = not screen.table.turned


# What a search thinks.


def do_values(screen: BoardScreen) -> None:
    """Show what the search thinks of each move, or no longer."""
    screen.thinking.wants_values = not screen.thinking.wants_values
    if screen.thinking.wants_values:
        screen.note = "" if screen.can_move else "The values come when it is your turn."


def do_reason(screen: BoardScreen) -> None:
    """Say why the search played its last move, of those shown."""
    number, analysis = last_chosen(screen.match, screen.table.shown)

    def told() -> None:
        text = "\n\n".join([*reasons(screen.match, number, analysis), "Its search, step by step: tab, then enter."])
        screen.app.push_screen(TextDialog("why", text))

    screen.thinking.question = Asking("why", analysis, analysis.names, told)


def open_search(screen: BoardScreen) -> None:
    """Open the search of the turn that is shown in the explorer: that of its mover, or for a person the helper's."""
    match, shown = screen.match, screen.table.shown
    if not shown:
        raise InputError("before the first move nothing was searched")
    before, turn = match.before(shown - 1), match.turns[shown - 1]
    thought = turn.thought
    recipe = screen.thinking.analysed(shown - 1).run.recipe if thought is None else thought.recipe
    screen.app.push_screen(ExploreScreen(Run(recipe, root=before)))


def do_not_mine(screen: BoardScreen) -> None:
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


def ask_instead(screen: BoardScreen, number: int, best: str) -> None:
    """Ask for the move to compare with the one that the search plays after n turns, `best` if it has played."""
    moves = MoveSquares(screen.match.game, screen.match.before(number))
    heading = f"which move instead of {best}?" if best else "why not which move?"
    screen.ask_for(TypeDialog(moves, heading=heading, takes_first=True), partial(compare, screen, number))


def compare(screen: BoardScreen, number: int, mine: str) -> None:
    """Compare a move after n turns with the search's."""
    before = screen.match.before(number)
    mine = before.name(screen.match.game.find_move(before, mine))
    analysis = screen.thinking.analysed(number)
    analysis.ask(mine)
    title = f"why not {mine}?"

    def told() -> None:
        screen.app.push_screen(TextDialog(title, compared(analysis.verdict(mine), screen.match.game)))

    screen.thinking.question = Asking(title, analysis, (mine,), told)
    screen.paint()
