"""A match: positions and the moves between them, with undo, and the searches that choose moves.

A match neither prints nor waits: line mode, the board, contests and reviews all use it. Chance
draws from the seed and the number of turns played, so a replayed game rolls the same outcomes.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from secrets import randbits

import games
from games import AnyPosition, Board, Coordinates
from visualizer.draw.boards.contents import Mark, play_on_board
from visualizer.explaining.explanation.naming import describe_ending, has_no_players
from visualizer.look.numbers import format_number
from visualizer.play.playing.move_analysis import MoveAnalysis
from visualizer.play.playing.move_value import MoveValue
from visualizer.play.playing.movers import HUMAN_MOVER, MOVE_SECONDS, Mover, usual_opponent_for
from visualizer.searching.algorithms.expectiminimax import outcome_for
from visualizer.searching.lookup import resolve_evaluation, resolve_position, stakes_of
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.support.errors import InputError, as_input_error
from visualizer.trace.rows import MovePath


@dataclass(frozen=True, slots=True)
class PlayedTurn:
    """A move that was played, by its name, and the position after it.

    `search_result` is what the search that chose the move has found, None for a person or chance.
    `nodes` is the number of nodes that a search visited until it was stopped early; 0 if it was not
    stopped.
    """

    move: str
    position: AnyPosition
    search_result: MoveValue | None = None
    nodes: int = 0


class Match:
    """A game from any position between two movers: `first` is MAX, `second` is MIN.

    `seed` decides what chance does. If it is None, a game with a person gets a random seed, and a
    game between searches gets the seed 0.
    """

    def __init__(
        self, where: PositionSpec, first: Mover, second: Mover, *, seed: int | str | None = None
    ) -> None:
        """Set up the board at a position; InputError if the position is invalid."""
        self.where = where
        self.movers = first, second
        self.seed = seed
        self.game, self.start = resolve_position(where)
        self.turns: list[PlayedTurn] = []
        self.undone: list[PlayedTurn] = []
        """Turns taken back; the last one is replayed first."""
        self.resigned: bool | None = None
        """Whether MAX has resigned (True) or MIN (False)."""
        self.drawn = ""
        """Why the game is a draw although its rules do not say so, such as threefold repetition."""

    def copy(self) -> "Match":
        """Return a copy of the match, without the turns that were taken back."""
        other = Match(self.where, *self.movers, seed=self.seed)
        other.turns = [*self.turns]
        other.resigned = self.resigned
        other.drawn = self.drawn
        return other

    def is_same_game(self, other: "Match") -> bool:
        """Return whether another match has the same start, the same moves and the same ending."""
        return self.where == other.where and self.moves == other.moves and self.end() == other.end()

    @property
    def position(self) -> AnyPosition:
        """The position on the board."""
        if self.turns:
            return self.turns[-1].position
        return self.start

    def before(self, number: int) -> AnyPosition:
        """Return the position before a turn, by its number from 0."""
        if number:
            return self.turns[number - 1].position
        return self.start

    def where_before(self, number: int) -> PositionSpec:
        """Return the position before a turn, specified by the start of the match and the moves."""
        moves = " ".join(filter(None, (self.where.moves, *self.moves[:number])))
        return PositionSpec(self.where.game, self.where.position, moves, self.where.settings)

    def run_before(self, number: int, search: SearchSpec) -> Run:
        """Prepare a search of the position before a turn; InputError if the search is invalid."""
        return Run(Recipe(self.where_before(number), search), root=self.before(number))

    def marked_board(self, number: int) -> tuple[Board, dict[Coordinates, Mark]]:
        """Return the board after `number` turns, with marks for what the last turn has changed.

        If chance made the last turn, the changes of the player's turn before it are marked, too.
        Before the first turn, nothing is marked.
        """
        if not number:
            return self.start.board(), {}
        # Turns have indices from 0.
        last_turn = number - 1
        earlier_marks: dict[Coordinates, Mark] = {}
        if self.is_turn_of_chance(last_turn):
            _, earlier_marks = self.marked_board(last_turn)
        before = self.before(last_turn)
        move = self.game.find_move(before, self.turns[last_turn].move)
        after, marks = play_on_board(self.game, before, move, before.board())
        return after, earlier_marks | marks

    @property
    def moves(self) -> Sequence[str]:
        """The names of the moves played."""
        return [turn.move for turn in self.turns]

    def label(self, number: int) -> str:
        """Return the bare label of a turn's move: `4`, not `col 4`. Turns are numbered from 0."""
        return self.game.label_of(self.before(number), self.turns[number].move)

    def called(self, number: int) -> str:
        """Return what people call a turn's move: `e3`, `col 4`. Turns are numbered from 0."""
        return self.game.name_with_word(self.label(number))

    @property
    def mover(self) -> Mover:
        """The mover for the side to move; before a roll, the game says whose turn it is."""
        if self.position.maximizing:
            return self.movers[0]
        return self.movers[1]

    @property
    def outcome(self) -> float | None:
        """The result from MAX's side, None before the end; a resignation counts as ±1."""
        if self.resigned is not None:
            return -1 if self.resigned else 1
        if self.drawn:
            return 0
        return self.position.outcome()

    def is_over(self) -> bool:
        """Return whether the game is over."""
        return self.outcome is not None

    def played_by(self, number: int) -> str:
        """Return the name of the side that played a turn, by its number from 0, or of chance."""
        return self.game.mover(games.turn_of(self.before(number)))

    def is_turn_of_chance(self, number: int) -> bool:
        """Return whether chance moves after n turns, in a game that goes on."""
        return games.turn_of(self.before(number)) == games.Turn.CHANCE

    @property
    def by_chance(self) -> bool:
        """Whether chance is to move now."""
        return not self.is_over() and self.is_turn_of_chance(len(self.turns))

    def last_players_turn(self, number: int) -> int:
        """Return the number, from 1, of the last of the first `number` turns that a player made.

        The result is 0 if chance made all of these turns.
        """
        while number and self.is_turn_of_chance(number - 1):
            number -= 1
        return number

    def check_goes_on(self) -> None:
        """Raise InputError if the game is over."""
        if self.is_over():
            raise InputError(f"the game is over: {self.end()}")

    @property
    def side_to_move(self) -> str:
        """The name of the side that is to move, or chance."""
        return self.game.mover(games.turn_of(self.position))

    def side(self, *, maximizing: bool) -> str:
        """Return the name of a side."""
        return self.game.side(maximizing=maximizing)

    def end(self) -> str:
        """Say how the game has ended, with the value if it is needed; "" if the game goes on."""
        if self.resigned is not None:
            loser = self.side(maximizing=self.resigned)
            winner = self.side(maximizing=not self.resigned)
            return f"{loser} resigns and {winner} wins"
        if self.drawn:
            return f"a draw: {self.drawn}"
        outcome = self.position.outcome()
        if outcome is None:
            return ""
        return self._end_by_rules(outcome)

    def _end_by_rules(self, outcome: float) -> str:
        """Say how the game has ended by its rules: `White wins`, with a value `White wins (12)`.

        The value is added to a win in a game where wins differ in size, and to any ending in a game
        that does not say what its values mean.
        """
        _, evaluate = resolve_evaluation(self.game, None)
        value = evaluate(self.position, outcome)
        if has_no_players(self.game):
            return f"this leaf is worth {format_number(value)}"

        ending = describe_ending(self.game, self.position, outcome)
        stakes = stakes_of(self.game, None)
        if stakes is not None:
            standing = stakes.assess(value, self.position, over=True)
            is_win_with_size = standing.won and standing.words != ""
            if not is_win_with_size:
                return ending
        return f"{ending} ({format_number(value)})"

    def words_in(self, texts: Iterable[str]) -> Iterator[str]:
        """Yield the moves, as words of the game's notation, in the texts of a written game."""
        for text in texts:
            yield from self.game.split_moves(text)

    def play(self, word: str, found: MoveValue | None = None) -> Sequence[PlayedTurn]:
        """Play a move in the game's notation and return its turn; InputError if it is not legal.

        If the notation leaves out a forced pass before the move, the pass is played as well, and
        two turns are returned. `found` is the move's value, if a search has chosen the move.
        """
        self.check_goes_on()
        with as_input_error():
            moves = self.game.find_moves(self.position, word)
        for move in moves:
            self.turns.append(PlayedTurn(self.position.name(move), self.position.play(move)))
        if found is not None:
            # A search that was stopped can be repeated only if its number of nodes is known.
            was_stopped = bool(found.limit)
            nodes = found.nodes if was_stopped else 0
            self.turns[-1] = replace(self.turns[-1], search_result=found, nodes=nodes)
        self.undone.clear()
        return self.turns[-len(moves) :]

    def roll(self) -> PlayedTurn:
        """Play a random outcome for chance, which must be to move, and return the turn."""
        odds = games.probabilities(self.position)
        assert odds is not None
        if self.seed is None:
            # Two searches play the same game every time; a person gets another game each time.
            if any(mover.is_person for mover in self.movers):
                self.seed = randbits(32)
            else:
                self.seed = 0
        # Each turn has its own random generator, so that undo and redo do not change later rolls.
        dice = Random(f"{self.seed} {len(self.turns)}")
        number = outcome_for(odds, dice.random())
        move = self.position.moves()[number]
        self.turns.append(PlayedTurn(self.position.name(move), self.position.play(move)))
        self.undone.clear()
        return self.turns[-1]

    def undo(self) -> None:
        """Take back a resignation, a draw or the last move; InputError if no move was made yet.

        In a game of a person against a search, moves are taken back until it is the person's turn.
        A turn of chance is taken back together with the move before.
        """
        if self.resigned is not None or self.drawn:
            self.resigned = None
            self.drawn = ""
            return
        if self.last_players_turn(len(self.turns)) == 0:
            raise InputError("there is no move to take back")
        self._go_to_persons_turn(remaining=self.turns, step=-1)

    def redo(self) -> None:
        """Replay what `undo` took back, up to a person's turn; InputError if there is nothing."""
        if not self.undone:
            raise InputError("there is no move to play again")
        self._go_to_persons_turn(remaining=self.undone, step=1)

    def _go_to_persons_turn(self, remaining: Sequence[PlayedTurn], step: int) -> None:
        """Go forward (`step` is 1) or back (-1) by at least one turn, up to a person's turn.

        `remaining` are the turns left in this direction; without any, stop earlier.
        """
        self.go_to(len(self.turns) + step)
        while remaining and (self.by_chance or self._is_searchs_turn()):
            self.go_to(len(self.turns) + step)

    def _is_searchs_turn(self) -> bool:
        """Return whether a search is to move against a person."""
        return self.is_mixed and not self.mover.is_person

    def go_to(self, number: int) -> None:
        """Undo or redo turns until `number` turns are played, or all turns are redone."""
        while self.turns and len(self.turns) > number:
            self.undone.append(self.turns.pop())
        while self.undone and len(self.turns) < number:
            self.turns.append(self.undone.pop())

    def resign(self) -> None:
        """Resign for the side to move; InputError if the game is over."""
        self.check_goes_on()
        self.resigned = self.position.maximizing

    @property
    def is_mixed(self) -> bool:
        """Whether a person plays against a search."""
        return self.movers[0].is_person != self.movers[1].is_person

    def reply(self, mover: Mover | None = None, *, counts_down: bool = True) -> MoveAnalysis:
        """Prepare the search for the next move; the caller advances it, and `answer` plays.

        `mover` has the search, by default the player whose turn it is. With `counts_down`, the
        search chooses the fastest win or the slowest loss in a decided game. InputError if the game
        is over, or the search is invalid.
        """
        self.check_goes_on()
        mover = mover or self.mover
        assert mover.search is not None
        return MoveAnalysis(
            self.where, self.position, mover.search, mover.seconds, counts_down=counts_down
        )

    def answer(self, reply: MoveAnalysis) -> PlayedTurn:
        """Play the best move that a search has found so far, and return the turn."""
        return self.play(reply.best.move, reply.best)[-1]

    def play_next(self) -> PlayedTurn:
        """Let chance or the search whose turn it is make a move, and return the turn.

        InputError if the game is over, or the search is invalid.
        """
        if self.by_chance:
            return self.roll()
        # Contests compare searches as they are, without help for a faster win.
        reply = self.reply(counts_down=False)
        reply.advance()
        return self.answer(reply)

    def analysis(self, search: SearchSpec, number: int | None = None) -> MoveAnalysis:
        """Prepare a search that judges moves in the position after `number` turns, or after all.

        InputError if the search is invalid.
        """
        position = self.position
        if number is not None:
            position = self.before(number)
        return MoveAnalysis(self.where, position, search)


def match_from(run: Run, path: MovePath) -> Match:
    """Return a match that begins at a node of a search: a person moves first, against this search.

    InputError if the game is over at the node.
    """
    where = run.recipe.where
    position = run.position(path)
    search = run.recipe.search
    # A recorded run has no search that could go on playing.
    if search.has_own_position:
        search = usual_opponent_for(run.game, position)
    opponent = Mover(search, "", MOVE_SECONDS)

    moves = " ".join(run.notation_of_moves(path))
    beginning = replace(where, moves=f"{where.moves} {moves}".strip())
    if position.maximizing:
        match = Match(beginning, HUMAN_MOVER, opponent)
    else:
        match = Match(beginning, opponent, HUMAN_MOVER)
    if match.is_over():
        raise InputError(f"there is nothing to play there: {match.end()}")
    return match
