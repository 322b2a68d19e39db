"""What the keys of playing do: `do_NAME` for each action of the table."""

from collections.abc import Sequence
from functools import partial

from visualizer.errors import InputError
from visualizer.explanation.naming import capital
from visualizer.playing.move_squares import BoardMove, MoveSquares
from visualizer.playing.opinions import here
from visualizer.playing.reply import Reply
from visualizer.playing.said import helper, reason
from visualizer.playing.why_not import WhyNot
from visualizer.recipe import Recipe
from visualizer.run import Run
from visualizer.tui.ascii_looks import spelled
from visualizer.tui.playing.board import PlayBoard
from visualizer.tui.playing.dialogs import TypeDialog, really, which
from visualizer.tui.playing.played import Played
from visualizer.tui.playing.thinking import PACES, Question
from visualizer.tui.screens.dialog import TextDialog
from visualizer.tui.screens.explore import ExploreScreen

# Moving.


def do_choose(screen: Played) -> None:
    """Choose the square that is pointed at; in the list of moves, open the search of the one shown."""
    if screen.table.viewed is not None:
        open_search(screen)
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
        raise InputError(f"it is {side}'s turn, who is {match.mover}; space makes it answer")
    screen.table.viewed = None


def play(screen: Played, name: str | None) -> None:
    """Play a move by its name, if one was chosen."""
    if name is not None:
        try:
            screen.match.play(name)
        except InputError as error:
            screen.note = str(error)
            screen.paint()
        else:
            screen.moved()


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

    screen.thinking.question = Question("the search moves for you", reply, told)


def do_hint(screen: Played) -> None:
    """Say what the search would play, and point there."""
    check_turn(screen)
    reply = screen.match.reply(helper(screen.match))

    def told() -> None:
        thought = reply.thought()
        screen.note = f"Hint: {thought.move}{f', {thought.words}' * bool(thought.words)}."
        found = next((move for move in screen.table.moves.all() if move.name == thought.move), None)
        if found is not None and found.begin is not None:
            screen.table.pointer = found.begin

    screen.thinking.question = Question("a hint", reply, told)


# Looking.


def point(screen: Played, arrow: str) -> None:
    """Point at the next square, or in the list of moves show the next one."""
    if screen.table.viewed is None:
        screen.table.pointer = screen.query_one(PlayBoard).beside(screen.table.pointer, arrow)
    else:
        view(screen, screen.table.shown + (1 if arrow in ("down", "right") else -1))


def do_point_up(screen: Played) -> None:
    """Point upwards."""
    point(screen, "up")


def do_point_down(screen: Played) -> None:
    """Point downwards."""
    point(screen, "down")


def do_point_left(screen: Played) -> None:
    """Point to the left."""
    point(screen, "left")


def do_point_right(screen: Played) -> None:
    """Point to the right."""
    point(screen, "right")


def do_record(screen: Played) -> None:
    """Go to the list of moves, or back to the board."""
    if screen.table.viewed is None:
        view(screen, len(screen.match.turns))
    else:
        view(screen, None)


def view(screen: Played, shown: int | None) -> None:
    """Show the position after so many turns, or with None where the game stands."""
    screen.table.view(shown)
    screen.paint()


def do_turn_board(screen: Played) -> None:
    """Turn the board."""
    screen.table.turned = not screen.table.turned


def do_back(screen: Played) -> None:
    """Stop a question, drop the move begun, leave the list of moves; else go back."""
    if screen.thinking.question is not None:
        screen.thinking.question = None
    elif screen.table.chosen is not None:
        screen.table.chosen = None
    elif screen.table.viewed is not None:
        view(screen, None)
    elif screen.leads_back:
        screen.dismiss()
    else:
        screen.note = "q leaves"


def do_quit(screen: Played) -> None:
    """Leave."""
    screen.app.exit()


# Thinking.


def do_hurry(screen: Played) -> None:
    """Let the search answer at once; searches that pause go on."""
    if screen.thinking.paused:
        screen.thinking.paused = False
    elif screen.thinking.question is not None and isinstance(search := screen.thinking.question.search, Reply):
        search.hurry("asked to answer")
    elif screen.thinking.reply is not None:
        screen.thinking.reply.hurry("asked to answer")
    else:
        screen.note = "no search is thinking"


def do_pause(screen: Played) -> None:
    """Let the searches pause, or go on."""
    screen.thinking.paused = not screen.thinking.paused
    screen.note = "The searches pause; p goes on." if screen.thinking.paused else ""


def do_pace_slower(screen: Played) -> None:
    """Let more time pass between moves of searches."""
    set_pace(screen, screen.thinking.pace + 1)


def do_pace_faster(screen: Played) -> None:
    """Let less time pass between moves of searches."""
    set_pace(screen, screen.thinking.pace - 1)


def set_pace(screen: Played, pace: int) -> None:
    """Set the least time between moves of searches, by its place among the paces."""
    screen.thinking.pace = max(0, min(len(PACES) - 1, pace))
    screen.note = f"At least {PACES[screen.thinking.pace]:g} seconds between moves of searches."


def do_values(screen: Played) -> None:
    """Show what the search thinks of each move, or no longer."""
    screen.thinking.wants_opinions = not screen.thinking.wants_opinions
    if screen.thinking.wants_opinions:
        screen.note = "" if screen.can_move else "The values come when it is your turn."


def do_reason(screen: Played) -> None:
    """Say why the search played its last move, of those shown."""
    number = thought_before(screen)
    turn = screen.match.turns[number - 1]
    assert turn.thought is not None
    thought = turn.thought
    parts = [
        f"{screen.match.side(maximizing=not turn.position.maximizing)} played {turn.move}.",
        capital(reason(screen.match, turn)),
        f"What it expects: {' '.join(thought.line)}.",
        f"It took {thought.seconds:.1f} s. Its search, step by step: tab, then enter; or\n{thought.recipe.command()}",
    ]
    screen.app.push_screen(TextDialog("why (escape closes)", spelled(screen, "\n\n".join(parts))))


def thought_before(screen: Played) -> int:
    """Return the number of the last turn shown that a search chose; InputError if there is none."""
    turns = screen.match.turns[: screen.table.shown]
    found = next((number for number in range(len(turns), 0, -1) if turns[number - 1].thought is not None), None)
    if found is None:
        raise InputError("no search has moved yet")
    return found


def open_search(screen: Played) -> None:
    """Open the search of the turn that is shown in the explorer: that of its mover, or for a person the helper's."""
    match, shown = screen.match, screen.table.shown
    if not shown:
        raise InputError("before the first move nothing was searched")
    before, turn = match.before(shown - 1), match.turns[shown - 1]
    search = helper(match).search
    assert search is not None
    recipe = Recipe(here(match.where, before), search) if turn.thought is None else turn.thought.recipe
    screen.app.push_screen(ExploreScreen(Run(recipe, root=before), leads_back=True))


def do_not_mine(screen: Played) -> None:
    """Compare a move with the search's: a person's turn in the list, else the move pointed at, else one to be named."""
    match, table = screen.match, screen.table
    if table.viewed is not None or not screen.can_move:
        if not table.shown:
            raise InputError("no move has been played there")
        turn = match.turns[table.shown - 1]
        if turn.thought is None:
            compare(screen, table.shown - 1, "", turn.move)
        else:
            ask_instead(screen, table.shown - 1, turn.move)
        return
    moves: Sequence[BoardMove] = table.reached().get(table.pointer, [])
    if len(moves) == 1:
        compare(screen, len(match.turns), "", moves[0].name)
    elif moves:
        screen.app.push_screen(which(table.moves, moves), partial(compare, screen, len(match.turns), ""))
    else:
        ask_instead(screen, len(match.turns), "")


def ask_instead(screen: Played, number: int, best: str) -> None:
    """Ask for the move to compare with what the search plays after so many turns."""
    moves = MoveSquares(screen.match.game, screen.match.before(number))
    heading = f"which move instead of {best}?" if best else "why not which move?"
    screen.app.push_screen(TypeDialog(moves, heading=heading), partial(compare, screen, number, best))


def compare(screen: Played, number: int, best: str, mine: str | None) -> None:
    """Compare a move after so many turns with the search's, which is searched if it is not known."""
    if mine is None:
        return
    match = screen.match
    before = match.before(number)
    mine = before.name(match.game.find_move(before, mine))
    question = WhyNot(match.where, before, helper(match), mine, best)
    told = partial(show_comparison, screen, question)
    screen.thinking.question = Question(f"why not {mine}?", question, told)
    screen.paint()


def show_comparison(screen: Played, question: WhyNot) -> None:
    """Show how the two moves compare."""
    screen.app.push_screen(TextDialog(f"why not {question.mine}? (escape closes)", spelled(screen, question.text())))
