"""The screen to play on: the board, the moves and their values beside it, and what is thought."""

import time
from collections.abc import Callable
from functools import partial

from visualizer.apps.actions import fill_in_keys, main_key_of
from visualizer.apps.activities.playing import REPLY_PAUSES, MatchSession
from visualizer.apps.tui.board_screens.board_screen import GAME_BEGINS, BoardScreen
from visualizer.apps.tui.board_screens.dialogs import TypeMoveDialog, make_which_move_dialog
from visualizer.apps.tui.board_screens.panes import (
    describe_value_depths,
    draw_move_list,
    draw_value_curve,
    judging_values,
    match_header,
)
from visualizer.apps.tui.board_screens.review_screen import ReviewScreen
from visualizer.apps.tui.cells.styled_lines import Line, Rendering
from visualizer.apps.tui.screens.dialog import TextDialog
from visualizer.apps.tui.screens.explore import ExploreScreen
from visualizer.apps.tui.terminal.ascii_looks import in_ascii, spelled_for_widget
from visualizer.explaining.explanation.naming import capitalize_sentence
from visualizer.play.playing.game_review import Review
from visualizer.play.playing.match import Match
from visualizer.play.playing.match_words import describe_players, reason_for_move
from visualizer.play.playing.move_squares import MoveSquares
from visualizer.searching.run import Run
from visualizer.support.errors import InputError

STATUS_SECONDS = 0.1
"""Seconds from one painting of what a search says to the next."""


class PlayScreen(BoardScreen[MatchSession]):
    """Shows a match, and lets time pass for its searches.

    `changed` is called after each change of the match, before it is shown, and returns what has to be said of it.
    """

    place = "play"

    reviewed: Review | None = None
    """The last review that was opened here."""

    def __init__(
        self, match: Match, changed: Callable[[], str] = lambda: "", *, file: str = ""
    ) -> None:
        """Show where a match stands."""
        super().__init__(match, MatchSession(match, self.moved), file)
        self.changed = changed

    # Painting.

    def draw_header(self, width: int) -> Line:
        """Write who plays whom, and whose turn it is."""
        return match_header(self.match, width, spelled_for_widget(self, self.state()))

    def draw_moves(self, width: int, height: int) -> Rendering:
        """Draw the moves with their values, which are of the searches that moved, a line for each number."""
        title = " · ".join(filter(None, ("moves", describe_value_depths(self.match))))
        lines = draw_move_list(self.match, self.table.shown, width, height)
        return Rendering(
            lines, title=title, frame="frame" if self.table.viewed is None else "alarm"
        )

    def draw_curve(self, width: int, height: int) -> list[Line]:
        """Draw what the searches thought of each position."""
        worth = judging_values(self.match)
        nothing = (
            f"no values yet; {main_key_of('review')} reviews the game"
            if worth
            else "no search has thought yet"
        )
        return draw_value_curve(
            worth, self.table.shown, width, height, ascii_only=in_ascii(self), nothing=nothing
        )

    # What is said.

    def state(self) -> str:
        """Say what is waited for."""
        match = self.match
        table = self.table
        if not table.shows_latest:
            return f"after move {table.shown} of {len(match.turns)}"
        if match.is_over():
            return "the game is over"
        if match.by_chance:
            doing = "chance moves"
        elif not match.mover.is_person:
            doing = "paused" if self.activity.paused else f"{match.side_to_move} is thinking"
        else:
            doing = "your turn" if match.is_mixed else f"{match.side_to_move} to move"
        return f"move {len(match.turns) + 1} · {doing}"

    def said(self) -> tuple[str, str]:
        """Say what is thought, or what the last move did and why a search played it."""
        playing = self.activity
        match = self.match
        table = self.table
        shown = match.players_turn(table.shown)
        if shown:
            text = table.happened(shown)
        else:
            text = f"{describe_players(match)} "
        if brought := [match.label(number) for number in range(shown, table.shown)]:
            text = f"Chance: {' '.join(brought)}. {text}"
        if table.shows_latest and match.is_over():
            return "the game is over", f"{capitalize_sentence(match.end())}. {text}"
        title = (
            f"{match.played_by(shown - 1)} played {match.called(shown - 1)}"
            if shown
            else GAME_BEGINS
        )
        if table.shows_latest and playing.is_searchs_turn:
            title = f"{match.side_to_move} {'pauses' if playing.paused else 'is thinking'}"
            if playing.reply is not None:
                return title, f"{text}{playing.line()} {main_key_of('hurry')}: answer now"
        if shown and match.turns[shown - 1].thought is not None:
            text += f"{reason_for_move(match, match.turns[shown - 1])} {fill_in_keys('<record>, <choose>')}: its search"
        elif (
            shown
            and table.viewed is not None
            and match.movers[not match.before(shown - 1).maximizing].is_person
        ):
            found = judging_values(match)[shown - 1]
            worth = (
                "no search chose it"
                if found is None
                else f"the search that answered it found that {found.said}"
            )
            text += f"A person's move: {worth}. {main_key_of('choose')}: what a search thinks of the position before it"
        return title, text

    def may(self) -> str:
        """Say what can be done now."""
        if self.table.viewed is not None:
            return fill_in_keys(
                "<point_up> <point_down> another move, <choose> opens its search, "
                "<not_mine> why not mine, <record> goes back"
            )
        if self.match.is_over():
            return fill_in_keys(
                "<review> reviews it, <undo> takes back the last move, <record> goes through the moves"
            )
        if not self.can_move:
            return fill_in_keys("<hurry>: answer now, <pause>: pause, <undo>: take back")
        if self.activity.wants_values:
            ranked = self.activity.ranking(3)
        else:
            ranked = ""
        return f"{self.table.may()} {ranked}".strip()

    def is_idle(self, name: str) -> bool:
        """Return whether an action does nothing now: it is not a person's turn, or nothing was played yet."""
        match = self.match
        shown = self.table.shown
        is_persons_turn = not (match.is_over() or match.by_chance) and match.mover.is_person
        match name:
            case "type" | "hint":
                return not is_persons_turn
            case "choose":
                return not is_persons_turn if self.table.viewed is None else not shown
            case "hurry":
                return not (self.activity.is_busy or self.activity.paused)
            case "undo":
                return (
                    match.resigned is None
                    and not match.drawn
                    and not match.players_turn(len(match.turns))
                )
            case "review":
                return not match.turns
            case "reason":
                return all(turn.thought is None for turn in match.turns[:shown])
            case "not_mine":
                return not (self.can_move and self.table.viewed is None) and not shown
        return False

    # Time.

    def searched(self, words: str) -> None:
        """Show how far searches are, now and then, and at once what has come of them."""
        now = time.monotonic()
        if words or not self.activity.is_busy or now - self._painted > STATUS_SECONDS:
            self._painted = now
            self.paint()

    # What a person does.

    def move(self, name: str) -> None:
        """Play a move by its name."""
        self.activity.play(name)

    def moved(self) -> None:
        """Keep the match and show where it stands now."""
        self.note = self.changed()
        self.table.renew()
        self.paint()

    def open_search(self) -> None:
        """Open the search of the turn that is shown: that of its mover, or for a person the helper's."""
        match = self.match
        shown = self.table.shown
        if not shown:
            raise InputError("before the first move nothing was searched")
        before = match.before(shown - 1)
        turn = match.turns[shown - 1]
        if turn.thought is None:
            recipe = self.activity.analysed(shown - 1).run.recipe
        else:
            recipe = turn.thought.recipe
        self.app.push_screen(ExploreScreen(Run(recipe, root=before)))

    def action_review(self) -> None:
        """Review the game as far as it has been played; one of the same moves is shown again as far as it was."""
        if not self.match.turns:
            raise InputError("there is no move to review yet")
        if self.reviewed is None or not self.reviewed.match.stands_like(self.match):
            self.reviewed = Review(self.match.copy())
        shown = ReviewScreen(self.reviewed, file=self.file, turned=self.table.turned)
        self.app.push_screen(shown)

    # What keys do.

    def action_undo(self) -> None:
        """Take back."""
        self.activity.undo()

    def action_redo(self) -> None:
        """Play again what was taken back."""
        self.activity.redo()

    def action_resign(self) -> None:
        """Resign, once that is confirmed."""
        self.check_turn()
        side = self.match.side_to_move
        self.confirm(f"{side} resigns?", "play on", f"{side} resigns", self.activity.resign)

    def action_let_search(self) -> None:
        """Let the search move for the person."""
        self.check_turn()
        self.activity.ask_to_move()
        self.then = lambda _: None

    def action_hint(self) -> None:
        """Say what the search would play, and point there."""
        self.check_turn()
        self.activity.ask_hint()
        analysis = self.activity.analysed()

        def point_there(words: str) -> None:
            self.note = f"Hint: {words}"
            found = next(
                (move for move in self.table.moves.all() if move.name == analysis.best.move), None
            )
            if found is not None and found.begin is not None:
                self.table.pointer = found.begin

        self.then = point_there

    def action_hurry(self) -> None:
        """Let the search answer at once; searches that pause go on."""
        if self.activity.paused:
            self.activity.paused = False
        elif not self.activity.hurry("asked to answer"):
            self.note = "no search is thinking"

    def action_pause(self) -> None:
        """Let the searches pause, or go on."""
        self.activity.paused = not self.activity.paused
        self.note = (
            f"The searches pause; {main_key_of('pause')} goes on." if self.activity.paused else ""
        )

    def change_pace(self, by: int) -> None:
        """Let more (1) or less (-1) time pass between moves of searches."""
        self.activity.pace = max(0, min(len(REPLY_PAUSES) - 1, self.activity.pace + by))
        self.note = (
            f"At least {REPLY_PAUSES[self.activity.pace]:g} seconds between moves of searches."
        )

    def action_pace_slower(self) -> None:
        """Let more time pass between moves of searches."""
        self.change_pace(1)

    def action_pace_faster(self) -> None:
        """Let less time pass between moves of searches."""
        self.change_pace(-1)

    def action_record(self) -> None:
        """Go to the list of moves, or back to the board."""
        self.table.view(len(self.match.turns) if self.table.viewed is None else None)

    def action_values(self) -> None:
        """Show what the search thinks of each move, or no longer."""
        self.activity.wants_values = not self.activity.wants_values
        if self.activity.wants_values:
            self.note = "" if self.can_move else "The values appear when it is your turn."

    def action_reason(self) -> None:
        """Say why the search played its last move, of those shown."""
        self.activity.ask_reasons(self.table.shown)
        self.tell(fill_in_keys("\n\nIts search, step by step: <record>, then <choose>."))

    def tell(self, more: str = "") -> None:
        """Show the answer to the question, and more words, in a dialog."""
        if self.activity.question is not None:
            title = self.activity.question.about
        else:
            title = ""
        self.then = lambda words: self.app.push_screen(TextDialog(title, f"{words}{more}"))

    def action_not_mine(self) -> None:
        """Compare a move with the search's: a turn in the list, else the move pointed at, else one to be named."""
        match = self.match
        table = self.table
        if table.viewed is not None or not self.can_move:
            if not table.shown:
                raise InputError("no move has been played there")
            turn = match.turns[table.shown - 1]
            ask = self.compare if turn.thought is None else self.ask_instead
            ask(table.shown - 1, turn.move)
            return
        number = len(match.turns)
        moves = table.reached().get(table.pointer, [])
        if len(moves) == 1:
            self.compare(number, moves[0].name)
        elif moves:
            self.ask_for(make_which_move_dialog(table.moves, moves), partial(self.compare, number))
        else:
            self.ask_instead(number, "")

    def ask_instead(self, number: int, best: str) -> None:
        """Ask for the move to compare with the one that the search plays after n turns, `best` if it has played."""
        moves = MoveSquares(self.match.game, self.match.before(number))
        heading = f"which move instead of {best}?" if best else "compare with which move?"
        self.ask_for(
            TypeMoveDialog(moves, heading=heading, takes_first=True), partial(self.compare, number)
        )

    def compare(self, number: int, mine: str) -> None:
        """Compare a move after n turns with the search's."""
        self.activity.ask_why_not(mine, number)
        self.tell()
        self.paint()
