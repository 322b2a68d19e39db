"""The screen to play on: the board, the moves with their values, and the search's thoughts."""

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
    match_header,
    values_of_turns,
)
from visualizer.apps.tui.board_screens.review_screen import ReviewScreen
from visualizer.apps.tui.cells.styled_lines import Line, Rendering
from visualizer.apps.tui.screens.dialog import TextDialog
from visualizer.apps.tui.screens.explore import ExploreScreen
from visualizer.apps.tui.terminal.ascii_looks import in_ascii, spelled_for_widget
from visualizer.explaining.explanation.naming import capitalize_node_name
from visualizer.play.playing.game_review import Review
from visualizer.play.playing.match import Match
from visualizer.play.playing.match_words import describe_players, reason_for_move
from visualizer.play.playing.move_squares import MoveSquares
from visualizer.searching.run import Run
from visualizer.support.errors import InputError

STATUS_SECONDS = 0.1
"""Seconds between two updates of a running search's status."""


class PlayScreen(BoardScreen[MatchSession]):
    """Shows a match, and advances its searches.

    `changed` is called after each change of the match, before it is shown, and returns a note for
    the user, such as why the match could not be saved.
    """

    place = "play"

    reviewed: Review | None = None
    """The last review that the user opened."""

    def __init__(
        self, match: Match, changed: Callable[[], str] = lambda: "", *, file: str = ""
    ) -> None:
        """Show the current position of a match."""
        super().__init__(match, MatchSession(match, self.show_change), file)
        self.changed = changed

    def draw_header(self, width: int) -> Line:
        """Draw the players, and the side to move."""
        return match_header(self.match, width, spelled_for_widget(self, self.describe_state()))

    def draw_moves(self, width: int, height: int) -> Rendering:
        """Draw the list of moves, with values of the searches that chose them."""
        title = "moves"
        depths = describe_value_depths(self.match)
        if depths:
            title = f"moves · {depths}"
        lines = draw_move_list(self.match, self.table.turns_shown, width, height)
        # An alarming frame shows that arrows now go through the list, not over the board.
        frame = "frame" if self.table.viewed is None else "alarm"
        return Rendering(lines, title=title, frame=frame)

    def draw_curve(self, width: int, height: int) -> list[Line]:
        """Draw the value of each move as a bar, or say why there are no values."""
        values = values_of_turns(self.match)
        empty_text = "no search has thought yet"
        if values:
            empty_text = f"no values yet; {main_key_of('review')} reviews the game"
        return draw_value_curve(
            values,
            self.table.turns_shown,
            width,
            height,
            ascii_only=in_ascii(self),
            empty_text=empty_text,
        )

    def describe_state(self) -> str:
        """Return the number of the next move, and the side to move."""
        match = self.match
        if not self.table.shows_latest:
            return f"after move {self.table.turns_shown} of {len(match.turns)}"
        if match.is_over():
            return "the game is over"
        return f"move {len(match.turns) + 1} · {self.describe_turn()}"

    def describe_turn(self) -> str:
        """Return the side to move, or the search that is thinking."""
        match = self.match
        if match.by_chance:
            return "chance moves"
        if match.mover.is_person and match.is_mixed:
            return "your turn"
        if match.mover.is_person:
            return f"{match.side_to_move} to move"
        if self.activity.paused:
            return "paused"
        return f"{match.side_to_move} is thinking"

    def describe_events(self) -> tuple[str, str]:
        """Return title and text about the last move shown, or about the search that is thinking."""
        match = self.match
        table = self.table
        # The last turn of a side that the board shows, not of chance. Counted from 1; 0 for none.
        number = match.last_players_turn(table.turns_shown)
        text = self.describe_result_of(number)
        if table.shows_latest and match.is_over():
            return "the game is over", f"{capitalize_node_name(match.end())}. {text}"

        title = GAME_BEGINS
        if number:
            title = f"{match.played_by(number - 1)} played {match.called(number - 1)}"
        activity = self.activity
        if table.shows_latest and activity.is_search_to_move:
            doing = "pauses" if activity.paused else "is thinking"
            title = f"{match.side_to_move} {doing}"
            if activity.reply is not None:
                best_so_far = activity.describe_reply()
                return title, f"{text}{best_so_far} {main_key_of('hurry')}: answer now"
        if number:
            text += self.describe_reason(number)
        return title, text

    def describe_result_of(self, number: int) -> str:
        """Return what a turn did, by its number from 1; for the number 0, name the players.

        Later outcomes of chance that are on the board come first.
        """
        match = self.match
        if number:
            text = self.table.describe_effects(number)
        else:
            text = f"{describe_players(match)} "
        outcomes = [match.label(turn) for turn in range(number, self.table.turns_shown)]
        if outcomes:
            return f"Chance: {' '.join(outcomes)}. {text}"
        return text

    def describe_reason(self, number: int) -> str:
        """Return why a search made the turn `number`, counted from 1.

        For a person's move, return the value that the answering search found, but only while the
        user goes through the list of moves.
        """
        match = self.match
        turn = match.turns[number - 1]
        if turn.search_result is not None:
            keys = fill_in_keys("<record>, <choose>")
            return f"{reason_for_move(match, turn)} {keys}: its search"

        # While the user plays, an opinion on the last move would be a hint.
        if self.table.viewed is None:
            return ""
        first, second = match.movers
        mover = first if match.before(number - 1).maximizing else second
        if not mover.is_person:
            return ""
        opinion = "no search chose it"
        value = values_of_turns(match)[number - 1]
        if value is not None:
            opinion = f"the search that answered it found that {value.words_with_effort}"
        return (
            f"A person's move: {opinion}. {main_key_of('choose')}: what a search thinks of the "
            "position before it"
        )

    def describe_choices(self) -> str:
        """Say which keys work now."""
        if self.table.viewed is not None:
            return fill_in_keys(
                "<point_up> <point_down> another move, <choose> opens its search, "
                "<not_mine> why not mine, <record> goes back"
            )
        if self.match.is_over():
            return fill_in_keys(
                "<review> reviews it, <undo> takes back the last move, <record> goes through the "
                "moves"
            )
        if not self.can_move:
            return fill_in_keys("<hurry>: answer now, <pause>: pause, <undo>: take back")
        choices = self.table.describe_choices()
        if not self.activity.wants_values:
            return choices.strip()
        return f"{choices} {self.activity.ranking(3)}".strip()

    def is_idle(self, name: str) -> bool:
        """Return whether an action does nothing now."""
        if name in ("type", "hint", "choose"):
            return self.is_move_idle(name)
        if name == "not_mine":
            # A turn on the board can be compared, or the move that the user is about to play.
            is_about_to_play = self.can_move and self.table.viewed is None
            return not (self.table.turns_shown or is_about_to_play)
        # As functions, so that only the condition of this action is computed.
        idle_conditions: dict[str, Callable[[], bool]] = {
            "hurry": lambda: not (self.activity.is_busy or self.activity.paused),
            "undo": lambda: not self.can_undo(),
            "review": lambda: not self.match.turns,
            "reason": lambda: not self.has_turn_of_search(),
        }
        condition = idle_conditions.get(name)
        return condition is not None and condition()

    def has_turn_of_search(self) -> bool:
        """Return whether a search made one of the turns on the board."""
        turns = self.match.turns[: self.table.turns_shown]
        return any(turn.search_result is not None for turn in turns)

    def is_move_idle(self, name: str) -> bool:
        """Return whether an action about a move does nothing: it is not the user's turn."""
        match = self.match
        if name == "choose" and self.table.viewed is not None:
            return not self.table.turns_shown
        return match.is_over() or match.by_chance or not match.mover.is_person

    def can_undo(self) -> bool:
        """Return whether there is a move, a resignation or a draw to take back."""
        match = self.match
        if match.resigned is not None or match.drawn:
            return True
        return bool(match.last_players_turn(len(match.turns)))

    def show_progress(self, words: str) -> None:
        """Show the status of searches now and then, and their results as soon as they come."""
        now = time.monotonic()
        is_result = bool(words) or not self.activity.is_busy
        if is_result or now - self._paint_time > STATUS_SECONDS:
            self._paint_time = now
            self.paint()

    def move(self, name: str) -> None:
        """Play a move by its name."""
        self.activity.play(name)

    def show_change(self) -> None:
        """Show the match after a change, with the note about it."""
        self.note = self.changed()
        self.table.show_current()
        self.paint()

    def open_search(self) -> None:
        """Open the search that chose the last move on the board.

        For a person's move, open a new search of the position before the move.
        """
        number = self.table.turns_shown
        if not number:
            raise InputError("before the first move nothing was searched")
        result = self.match.turns[number - 1].search_result
        if result is None:
            recipe = self.activity.analysis_after(number - 1).run.recipe
        else:
            recipe = result.recipe
        position = self.match.before(number - 1)
        self.app.push_screen(ExploreScreen(Run(recipe, root=position)))

    def action_review(self) -> None:
        """Review the moves played so far, or continue an earlier review of the same moves."""
        if not self.match.turns:
            raise InputError("there is no move to review yet")
        if self.reviewed is None or not self.reviewed.match.is_same_game(self.match):
            # The review is of a copy, since the game may go on meanwhile.
            self.reviewed = Review(self.match.copy())
        screen = ReviewScreen(self.reviewed, file=self.file, turned=self.table.turned)
        self.app.push_screen(screen)

    def action_undo(self) -> None:
        """Take back a move."""
        self.activity.undo()

    def action_redo(self) -> None:
        """Play a move again that was taken back."""
        self.activity.redo()

    def action_resign(self) -> None:
        """Resign, after confirmation."""
        self.check_turn()
        side = self.match.side_to_move
        self.confirm(f"{side} resigns?", "play on", f"{side} resigns", self.activity.resign)

    def action_let_search(self) -> None:
        """Let the search move for the user."""
        self.check_turn()
        self.activity.ask_to_move()
        # The move itself is the answer: `show_change` shows it.
        self.on_answer = lambda _: None

    def action_hint(self) -> None:
        """Ask a search for its best move. When it answers, name it, and point at its square."""
        self.check_turn()
        self.activity.ask_hint()
        analysis = self.activity.analysis_after()

        def point_at_hint(words: str) -> None:
            self.note = f"Hint: {words}"
            begin_square = self.table.begin_square_of(analysis.best.move)
            if begin_square is not None:
                self.table.pointer = begin_square

        self.on_answer = point_at_hint

    def action_hurry(self) -> None:
        """Let the search answer immediately, or resume searches that pause."""
        if self.activity.paused:
            self.activity.paused = False
        elif not self.activity.hurry("asked to answer"):
            self.note = "no search is thinking"

    def action_pause(self) -> None:
        """Pause the searches, or resume them."""
        self.activity.paused = not self.activity.paused
        self.note = ""
        if self.activity.paused:
            self.note = f"The searches pause; {main_key_of('pause')} goes on."

    def change_pace(self, by: int) -> None:
        """Let more (1) or less (-1) time pass between moves of searches."""
        pace = max(0, min(len(REPLY_PAUSES) - 1, self.activity.pace + by))
        self.activity.pace = pace
        self.note = f"At least {REPLY_PAUSES[pace]:g} seconds between moves of searches."

    def action_pace_slower(self) -> None:
        """Let more time pass between moves of searches."""
        self.change_pace(1)

    def action_pace_faster(self) -> None:
        """Let less time pass between moves of searches."""
        self.change_pace(-1)

    def action_record(self) -> None:
        """Go to the list of moves, or back to the board."""
        if self.table.viewed is None:
            self.table.view(len(self.match.turns))
        else:
            self.table.view(None)

    def action_values(self) -> None:
        """Show or hide the search's value of each move."""
        self.activity.wants_values = not self.activity.wants_values
        if not self.activity.wants_values:
            return
        self.note = ""
        if not self.can_move:
            self.note = "The values appear when it is your turn."

    def action_reason(self) -> None:
        """Say why the search played its last move up to the one shown."""
        self.activity.ask_reasons(self.table.turns_shown)
        self.show_answer(fill_in_keys("\n\nIts search, step by step: <record>, then <choose>."))

    def show_answer(self, more: str = "") -> None:
        """Show the answer to the open question in a dialog, followed by `more`."""
        title = ""
        if self.activity.question is not None:
            title = self.activity.question.about
        self.on_answer = lambda words: self.app.push_screen(TextDialog(title, f"{words}{more}"))

    def action_not_mine(self) -> None:
        """Explain why the search does not choose a certain move.

        It is the move at the pointer or, in the list of moves, a past turn. If there is not exactly
        one move at the pointer, the user is asked for the move.
        """
        table = self.table
        if table.viewed is not None or not self.can_move:
            self.compare_turn_shown()
            return
        number = len(self.match.turns)
        moves = table.moves_by_square().get(table.pointer, [])
        if len(moves) == 1:
            self.compare(number, moves[0].name)
        elif moves:
            self.ask_for(make_which_move_dialog(table.moves, moves), partial(self.compare, number))
        else:
            self.ask_instead(number, "")

    def compare_turn_shown(self) -> None:
        """Compare the last turn shown with the search's choice, if a person made it.

        If a search made it, ask the user for another move to compare with it.
        """
        # The last turn on the board, counted from 0.
        number = self.table.turns_shown - 1
        if number < 0:
            raise InputError("no move has been played there")
        turn = self.match.turns[number]
        if turn.search_result is None:
            self.compare(number, turn.move)
        else:
            self.ask_instead(number, turn.move)

    def ask_instead(self, number: int, best: str) -> None:
        """Ask which move to compare after n turns; `best` is the search's move if it has played."""
        moves = MoveSquares(self.match.game, self.match.before(number))
        heading = "compare with which move?"
        if best:
            heading = f"which move instead of {best}?"
        dialog = TypeMoveDialog(moves, heading=heading, takes_first=True)
        self.ask_for(dialog, partial(self.compare, number))

    def compare(self, number: int, mine: str) -> None:
        """Explain why the search does not choose the move `mine` after `number` turns."""
        self.activity.ask_why_not(mine, number)
        self.show_answer()
        self.paint()
