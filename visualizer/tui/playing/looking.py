"""What the keys of playing do to look: pointing, the list of moves, values, why, why not."""

from collections.abc import Sequence
from functools import partial

from visualizer.errors import InputError
from visualizer.explanation.naming import capital
from visualizer.playing.move_analysis import MoveAnalysis
from visualizer.playing.move_squares import BoardMove, MoveSquares
from visualizer.playing.said import judge, reason
from visualizer.playing.verdict_words import compared
from visualizer.run import Run
from visualizer.tui.ascii_looks import spelled
from visualizer.tui.playing.board import PlayBoard
from visualizer.tui.playing.dialogs import TypeDialog, which
from visualizer.tui.playing.played import Played
from visualizer.tui.playing.thinking import Asking
from visualizer.tui.screens.dialog import TextDialog
from visualizer.tui.screens.explore import ExploreScreen
from visualizer.tui.screens.viewing import Chosen

# Where one looks.


def point(screen: Played, arrow: str) -> None:
    """Point at the next square, or in the list of moves show the next one."""
    if screen.table.viewed is None:
        screen.table.pointer = screen.query_one(PlayBoard).beside(screen.table.pointer, arrow)
    else:
        view(screen, screen.table.shown + (1 if arrow in ("down", "right") else -1))


do_point_up = partial(point, arrow="up")
do_point_down = partial(point, arrow="down")
do_point_left = partial(point, arrow="left")
do_point_right = partial(point, arrow="right")


def do_record(screen: Played) -> None:
    """Go to the list of moves, or back to the board."""
    if screen.table.viewed is None:
        view(screen, len(screen.match.turns))
    else:
        view(screen, None)


def view(screen: Played, shown: int | None) -> None:
    """Show the position after n turns, or with None where the game stands."""
    screen.table.view(shown)


def do_turn_board(screen: Played) -> None:
    """Turn the board."""
    screen.table.turned = not screen.table.turned


# What a search thinks.


def do_values(screen: Played) -> None:
    """Show what the search thinks of each move, or no longer."""
    screen.thinking.wants_values = not screen.thinking.wants_values
    if screen.thinking.wants_values:
        screen.note = "" if screen.can_move else "The values come when it is your turn."


def do_reason(screen: Played) -> None:
    """Say why the search played its last move, of those shown."""
    number = thought_before(screen)
    turn = screen.match.turns[number - 1]
    assert turn.thought is not None
    thought = turn.thought
    parts = [
        f"{screen.match.played_by(number - 1)} played {turn.move}.",
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
    recipe = match.analysis(judge(match), shown - 1).run.recipe if turn.thought is None else turn.thought.recipe
    screen.app.push_screen(ExploreScreen(Run(recipe, root=before), leads_back=True))


def do_review(screen: Played) -> None:
    """Open the review of the game so far."""
    if not screen.match.turns:
        raise InputError("there is no move to review yet")
    screen.post_message(Chosen("review", ""))


def do_not_mine(screen: Played) -> None:
    """Compare a move with the search's: a person's turn in the list, else the move pointed at, else one to be named."""
    match, table = screen.match, screen.table
    if table.viewed is not None or not screen.can_move:
        if not table.shown:
            raise InputError("no move has been played there")
        turn = match.turns[table.shown - 1]
        if turn.thought is None:
            compare(screen, table.shown - 1, turn.move)
        else:
            ask_instead(screen, table.shown - 1, turn.move)
        return
    moves: Sequence[BoardMove] = table.reached().get(table.pointer, [])
    if len(moves) == 1:
        compare(screen, len(match.turns), moves[0].name)
    elif moves:
        screen.app.push_screen(which(table.moves, moves), partial(compare, screen, len(match.turns)))
    else:
        ask_instead(screen, len(match.turns), "")


def ask_instead(screen: Played, number: int, best: str) -> None:
    """Ask for the move to compare with the one that the search plays after n turns, `best` if it has played."""
    moves = MoveSquares(screen.match.game, screen.match.before(number))
    heading = f"which move instead of {best}?" if best else "why not which move?"
    screen.app.push_screen(TypeDialog(moves, heading=heading), partial(compare, screen, number))


def compare(screen: Played, number: int, mine: str | None) -> None:
    """Compare a move after n turns with the search's."""
    if mine is None:
        return
    before = screen.match.before(number)
    mine = before.name(screen.match.game.find_move(before, mine))
    analysis = screen.thinking.analysed(number)
    analysis.ask(mine)
    told = partial(show_comparison, screen, analysis, mine)
    screen.thinking.question = Asking(f"why not {mine}?", analysis, (mine,), told)
    screen.paint()


def show_comparison(screen: Played, analysis: MoveAnalysis, mine: str) -> None:
    """Show how a move compares with the best one."""
    text = compared(analysis.verdict(mine), screen.match.game)
    screen.app.push_screen(TextDialog(f"why not {mine}? (escape closes)", spelled(screen, text)))
