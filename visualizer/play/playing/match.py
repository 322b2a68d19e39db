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
from visualizer.explaining.explanation.naming import describe_ending, nobody_plays
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

    `thought` is what the search that chose the move has found, None for a person or chance.
    `nodes` is how many nodes that search visited if it was stopped before its end, else 0.
    """

    move: str
    position: AnyPosition
    thought: MoveValue | None = None
    nodes: int = 0


class Match:
    """A game from any position: `first` moves for MAX, `second` for MIN, and `seed` for chance.

    Without a seed, a game with a person gets a random one, and a game between searches gets 0.
    """

    def __init__(
        self, where: PositionSpec, first: Mover, second: Mover, *, seed: int | str | None = None
    ) -> None:
        """Set up the board at a position; InputError says what is wrong with the position."""
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
        """Why an umpire called a draw that the rules do not, such as threefold repetition."""

    def copy(self) -> "Match":
        """Return a match at the same point, with nothing to redo."""
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
        """Return the position before a turn as its beginning and the moves since."""
        moves = " ".join(filter(None, (self.where.moves, *self.moves[:number])))
        return PositionSpec(self.where.game, self.where.position, moves, self.where.settings)

    def run_before(self, number: int, search: SearchSpec) -> Run:
        """Prepare a search of the position before a turn; InputError if the search is invalid."""
        return Run(Recipe(self.where_before(number), search), root=self.before(number))

    def marked_board(self, number: int) -> tuple[Board, dict[Coordinates, Mark]]:
        """Return the board after a number of turns, and the marks of the last turn's changes.

        Before the first turn there are no marks. After a turn of chance, the marks of the player's
        turn before it are included.
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
        """Return the bare label of the move of a turn, by its number from 0: `4`, not `col 4`."""
        return self.game.label_of(self.before(number), self.turns[number].move)

    def called(self, number: int) -> str:
        """Return what people call the move of a turn, by its number from 0: `e3`, `col 4`."""
        return self.game.name_with_word(self.label(number))

    @property
    def mover(self) -> Mover:
        """Who is to move; at a chance node, the mover whose turn the game says it is."""
        if self.position.maximizing:
            return self.movers[0]
        return self.movers[1]

    @property
    def outcome(self) -> float | None:
        """The result from MAX's side: the game's own, ±1 after a resignation, None if not over."""
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
        """Return the number of the last of n turns that a player made, 0 if there is none."""
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
        """Say how the game has ended, with its value unless the words say it; "" if it goes on."""
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
        """Say how the game has ended by its rules, with the value where the words do not say it."""
        _, evaluate = resolve_evaluation(self.game, None)
        value = evaluate(self.position, outcome)
        if nobody_plays(self.game):
            return f"this leaf is worth {format_number(value)}"

        ending = describe_ending(self.game, self.position, outcome)
        stakes = stakes_of(self.game, None)
        # The value is only needed where wins differ in size.
        if stakes is not None:
            standing = stakes.standing(value, self.position, over=True)
            is_win_with_size = standing.won and standing.words
            if not is_win_with_size:
                return ending
        return f"{ending} ({format_number(value)})"

    def words_in(self, texts: Iterable[str]) -> Iterator[str]:
        """Yield the words for moves in the parts of a written game."""
        for text in texts:
            yield from self.game.split_moves(text)

    def play(self, word: str, thought: MoveValue | None = None) -> Sequence[PlayedTurn]:
        """Play a move in the game's notation and return its turn; InputError if it is not legal.

        If the notation leaves out a forced pass before the move, return the turns of both.
        `thought` is what the search that chose the move found.
        """
        self.check_goes_on()
        with as_input_error():
            moves = self.game.find_moves(self.position, word)
        for move in moves:
            name = self.position.name(move)
            position = self.position
            self.turns.append(PlayedTurn(name, position.play(move)))
        if thought is not None:
            # A search that was stopped can be repeated only if its number of nodes is known.
            nodes = thought.nodes if thought.limit else 0
            self.turns[-1] = replace(self.turns[-1], thought=thought, nodes=nodes)
        self.undone.clear()
        return self.turns[-len(moves) :]

    def roll(self) -> PlayedTurn:
        """Play a random outcome where chance is to move, and return the turn."""
        odds = games.probabilities(self.position)
        assert odds is not None
        if self.seed is None:
            # Two searches without a seed play the same game every time; a person gets a new one.
            if any(mover.is_person for mover in self.movers):
                self.seed = randbits(32)
            else:
                self.seed = 0
        # A generator per turn, so that undo and redo do not change what is rolled later.
        dice = Random(f"{self.seed} {len(self.turns)}")
        number = outcome_for(odds, dice.random())
        move = self.position.moves()[number]
        self.turns.append(PlayedTurn(self.position.name(move), self.position.play(move)))
        self.undone.clear()
        return self.turns[-1]

    def undo(self) -> None:
        """Take back a resignation, a draw, or moves; InputError if there is nothing to take back.

        In a game of a person against a search, moves are taken back until it is the person's turn,
        in other games one move is. A turn of chance is taken back together with the move before.
        """
        if self.resigned is not None or self.drawn:
            self.resigned = None
            self.drawn = ""
            return
        if not self.last_players_turn(len(self.turns)):
            raise InputError("there is no move to take back")
        self._go_to_persons_turn(self.turns, -1)

    def redo(self) -> None:
        """Replay moves taken back, up to a person's turn; InputError if there are none left."""
        if not self.undone:
            raise InputError("there is no move to play again")
        self._go_to_persons_turn(self.undone, 1)

    def _go_to_persons_turn(self, remaining: Sequence[PlayedTurn], step: int) -> None:
        """Go forward (`step` is 1) or back (-1), by a turn and then on until it is a person's turn.

        `remaining` are the turns that are left in this direction; stop if there are none.
        """
        self.go_to(len(self.turns) + step)
        while remaining and (self.by_chance or self._is_searchs_turn()):
            self.go_to(len(self.turns) + step)

    def _is_searchs_turn(self) -> bool:
        """Return whether a search is to move against a person."""
        return self.is_mixed and not self.mover.is_person

    def go_to(self, number: int) -> None:
        """Undo or redo turns until `number` turns are played, or there are none left to redo."""
        while self.turns and len(self.turns) > number:
            self.undone.append(self.turns.pop())
        while self.undone and len(self.turns) < number:
            self.turns.append(self.undone.pop())

    def resign(self) -> None:
        """Give up the game for the side to move; InputError if it is over."""
        self.check_goes_on()
        self.resigned = self.position.maximizing

    @property
    def is_mixed(self) -> bool:
        """Whether a person plays against a search."""
        return self.movers[0].is_person != self.movers[1].is_person

    def reply(self, mover: Mover | None = None, *, counts_down: bool = True) -> MoveAnalysis:
        """Prepare the search for the next move.

        It is the search of `mover`, by default of the mover for the side to move.
        The caller must advance the search, and then plays the move that it chose with `answer`.
        With `counts_down`, the fastest win or the slowest loss is chosen in a decided game.
        InputError if the game is over or the search cannot be made.
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

        InputError as from `reply`. Searches play their own choice even in a decided game, because a
        contest compares them as they are.
        """
        if self.by_chance:
            return self.roll()
        reply = self.reply(counts_down=False)
        reply.advance()
        return self.answer(reply)

    def analysis(self, search: SearchSpec, number: int | None = None) -> MoveAnalysis:
        """Prepare a search to judge the moves after `number` turns, by default after the last.

        InputError if the search cannot be made.
        """
        position = self.position
        if number is not None:
            position = self.before(number)
        return MoveAnalysis(self.where, position, search)


def match_from(run: Run, path: MovePath) -> Match:
    """Return a match from a position of a search: a person, who is to move, against this search.

    InputError if the game is over at the position.
    """
    where = run.recipe.where
    position = run.position(path)
    search = run.recipe.search
    # A recording has no search that could play on.
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
