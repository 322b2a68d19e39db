"""Line mode of playing: a game in lines of words, for screen readers, plain terminals and pipes."""

from collections.abc import Callable, Iterable

from visualizer.boards.text import draw, side_of
from visualizer.boards.words import words_of
from visualizer.errors import InputError, as_input_error
from visualizer.explanation.naming import nobody_plays
from visualizer.look.lines import print_lines
from visualizer.look.spoken import spoken
from visualizer.measures.summary import many
from visualizer.playing.game_review import Review
from visualizer.playing.match import Match
from visualizer.playing.move_analysis import MoveAnalysis
from visualizer.playing.movers import Mover
from visualizer.playing.review_lines import ReviewLines
from visualizer.playing.said import helper, judge, reason, who
from visualizer.playing.verdict_words import compared, worth

HELP = (
    "A move as the game writes it; moves lists them, hint shows the search's, values says what it thinks of each of "
    "yours, undo and redo, why tells its last move, why and a move compares that with the search's, board lists the "
    "pieces, search moves for you, review says what each move gave away, resign, quit."
)
LETTERS = {"?": "help", "m": "moves", "u": "undo", "s": "search", "q": "quit", "h": "hint", "w": "why", "v": "review"}
MOST = 8
"""Moves whose values are said."""
AFTERWARDS = "Type review to see what each move gave away, undo to take back, quit to end."


class MatchLines:
    """Plays a match by lines of words; `say` prints, and `changed` is told after each move, to keep the game."""

    def __init__(
        self, match: Match, say: Callable[[str], None] = print_lines, changed: Callable[[], None] = lambda: None
    ) -> None:
        """Take a match, begun or not."""
        self.match, self.say, self.changed = match, say, changed
        self.review: ReviewLines | None = None
        self._analysis: MoveAnalysis | None = None

    def play(self, lines: Iterable[str]) -> None:
        """Play on, a line of a person's at a time, until `quit`, or the end of the lines.

        Where no person plays, or a tree is gone down, it ends with the game.
        """
        self.greet()
        self.show()
        self.reply()
        for line in () if self.has_ended else lines:
            word = line.strip()
            if self.review is None and LETTERS.get(word, word) == "quit":
                return
            try:
                if self.review is None:
                    self.obey(LETTERS.get(word, word))
                elif not self.review.obey(word):
                    self.review = None
                    self.show()
            except InputError as error:
                self.say(f"! {error}")
            if self.has_ended:
                return

    @property
    def has_ended(self) -> bool:
        """Say whether the game is over and no person is there who could look back."""
        match = self.match
        alone = nobody_plays(match.game) or not any(mover.is_person for mover in match.movers)
        return match.is_over() and alone

    def greet(self) -> None:
        """Say who plays whom, and how to move."""
        match = self.match
        moves = match.position.moves()
        how = f" Type a move such as {match.position.name(moves[0])}; help lists the rest." if moves else ""
        self.say(f"{who(match)}{how}")

    def obey(self, word: str) -> None:
        """Do what a line says; InputError says why it cannot be done."""
        match = self.match
        doing: dict[str, Callable[[], object]] = {
            "moves": lambda: self.say(" ".join(match.position.name(move) for move in match.position.moves())),
            "undo": lambda: self.turn(match.undo),
            "redo": lambda: self.turn(match.redo),
            "resign": lambda: self.turn(match.resign),
            "search": self.move_by_search,
            "hint": self.hint,
            "values": self.values,
            "why": self.why,
            "review": self.begin_review,
            "board": lambda: self.say(spoken("\n".join(words_of(match.position.board(), match.game.sides)))),
        }
        first, _, mine = word.partition(" ")
        if word in ("", "help"):
            self.say(HELP)
        elif mine and LETTERS.get(first, first) == "why":
            self.why_not(mine.strip())
        elif word in doing:
            doing[word]()
        else:
            match.play(word)
            self.moved()

    def turn(self, change: Callable[[], None]) -> None:
        """Change the match, keep it and show it."""
        change()
        self.moved()

    def moved(self) -> None:
        """Keep and show the position, and let the search move if it is its turn."""
        self.changed()
        self.show()
        self.reply()

    def move_by_search(self) -> None:
        """Let a search move for the side to move."""
        self.think(helper(self.match))
        self.reply()

    def hint(self) -> None:
        """Say what a search would play, and what it expects."""
        best = self.analysed().best
        self.say(spoken(f"{best.move}: {best.words}" if best.words else best.move))

    def why(self) -> None:
        """Tell the last move that a search chose; InputError if none did."""
        turn = next((turn for turn in reversed(self.match.turns) if turn.thought is not None), None)
        if turn is None:
            raise InputError("no search has moved yet")
        self.say(spoken(reason(self.match, turn)))

    def values(self) -> None:
        """Say what a search thinks of the moves there are, the best first."""
        position = self.match.position
        ranked = self.analysed(*(position.name(move) for move in position.moves())).ranked()
        more = [f"{many(len(ranked) - MOST, 'other is', 'others are')} no better."] if len(ranked) > MOST else []
        self.say("\n".join([*(spoken(worth(each)) for each in ranked[:MOST]), *more]))

    def why_not(self, mine: str) -> None:
        """Compare a move with what a search plays; InputError if it is not legal."""
        match = self.match
        match.check_goes_on()
        with as_input_error():
            name = match.position.name(match.game.find_move(match.position, mine))
        self.say(spoken(compared(self.analysed(name).verdict(name), match.game)))

    def analysed(self, *names: str) -> MoveAnalysis:
        """Return the analysis of the position, with the best move and some others; InputError if the game is over."""
        match = self.match
        match.check_goes_on()
        if self._analysis is None or self._analysis.position is not match.position:
            self._analysis = match.analysis(judge(match))
        self._analysis.ask(*names)
        self._analysis.advance()
        return self._analysis

    def begin_review(self) -> None:
        """Review the game so far; the lines that follow are about it, if a move gave something away."""
        if not self.match.turns:
            raise InputError("there is no move to review yet")
        review = ReviewLines(Review(self.match.copy()), self.say)
        self.review = review if review.begin() else None

    def reply(self) -> None:
        """Let searches move while it is their turn."""
        while not self.match.is_over() and not self.match.mover.is_person:
            self.think(self.match.mover)

    def think(self, mover: Mover) -> None:
        """Let a search move."""
        match = self.match
        reply = match.reply(mover)
        reply.advance()
        turn = match.answer(reply)
        self.changed()
        side = match.played_by(len(match.turns) - 1)
        self.say(f"{side} ({mover.called}) plays {turn.move}. {reason(match, turn)}")
        self.show()

    def show(self) -> None:
        """Draw the board and say whose turn it is, or how the game ended."""
        match = self.match
        board = match.position.board()
        turn = f"{side_of(match.game, board, first=match.position.maximizing)} to move"
        if end := match.end():
            turn = f"The {'end' if nobody_plays(match.game) else 'game is over'}: {end}."
            turn += "" if self.has_ended else f" {AFTERWARDS}"
        self.say("\n".join(["", *draw(board), turn]))
