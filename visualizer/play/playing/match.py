"""A match: positions and the moves between them, with undo, and the searches that choose moves.

It neither prints nor waits: line mode, board, contests of searches and reviews are four uses of it. What chance brings
is drawn by a seed and the number of turns, whatever they were.
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
    """A move that was played, by its name, the position after it, and what the search thought that chose it, if any.

    `nodes` is how many that search visited if it was stopped before its end, else 0.
    """

    move: str
    position: AnyPosition
    thought: MoveValue | None = None
    nodes: int = 0


class Match:
    """A game from a position on; `first` and `second` choose the moves of MAX and of MIN, and `seed` those of chance.

    Without a seed a person's game has one of its own, and one of searches 0.
    """

    def __init__(
        self, where: PositionSpec, first: Mover, second: Mover, *, seed: int | str | None = None
    ) -> None:
        """Set up the board; InputError says what is wrong."""
        self.where = where
        self.movers = first, second
        self.seed = seed
        self.game, self.start = resolve_position(where)
        self.turns: list[PlayedTurn] = []
        self.undone: list[PlayedTurn] = []
        """Turns that were taken back, the next to play again last."""
        self.resigned: bool | None = None
        """Whether MAX has resigned (True) or MIN (False)."""
        self.drawn = ""
        """Why the game is a draw that goes on by the rules, say threefold repetition."""

    def copy(self) -> "Match":
        """Return a match that stands where this one does, with nothing to play again."""
        other = Match(self.where, *self.movers, seed=self.seed)
        other.turns = [*self.turns]
        other.resigned = self.resigned
        other.drawn = self.drawn
        return other

    def stands_like(self, other: "Match") -> bool:
        """Return whether as many of the same moves have been played in another match, and it has ended alike."""
        return self.where == other.where and self.moves == other.moves and self.end() == other.end()

    # What is known.

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
        """Return that position as the one where the match began, and the moves since."""
        moves = " ".join(filter(None, (self.where.moves, *self.moves[:number])))
        return PositionSpec(self.where.game, self.where.position, moves, self.where.settings)

    def run_before(self, number: int, search: SearchSpec) -> Run:
        """Prepare the run of a search of that position; InputError says what is wrong with the search."""
        return Run(Recipe(self.where_before(number), search), root=self.before(number))

    def marked(self, number: int) -> tuple[Board, dict[Coordinates, Mark]]:
        """Return the board after a turn, by its number from 1, and what the turn did to each square; nothing for 0.

        What a player's move did is still marked after the turn of chance that follows it.
        """
        if not number:
            return self.start.board(), {}
        if self.is_chances(number - 1):
            earlier = self.marked(number - 1)[1]
        else:
            earlier = {}
        before = self.before(number - 1)
        move = self.game.find_move(before, self.turns[number - 1].move)
        after, found = play_on_board(self.game, before, move, before.board())
        return after, earlier | found

    @property
    def moves(self) -> Sequence[str]:
        """The names of the moves played."""
        return [turn.move for turn in self.turns]

    def label(self, number: int) -> str:
        """Return what people call the move of a turn, by its number from 0; a number without a word before it."""
        return self.game.label_of(self.before(number), self.turns[number].move)

    def called(self, number: int) -> str:
        """Return what people call the move of a turn, by its number from 0: `e3`, `col 4`."""
        return self.game.called(self.label(number))

    @property
    def mover(self) -> Mover:
        """Who is to move; where chance is, whose turn the game says it is."""
        return self.movers[0 if self.position.maximizing else 1]

    @property
    def outcome(self) -> float | None:
        """The result from MAX's side as the game counts it, -1 or 1 after a resignation; None while it goes on."""
        if self.resigned is not None:
            return -1 if self.resigned else 1
        if self.drawn:
            return 0
        return self.position.outcome()

    def is_over(self) -> bool:
        """Return whether the game is over."""
        return self.outcome is not None

    def played_by(self, number: int) -> str:
        """Return the name of who played a turn, by its number from 0: a side, or chance."""
        return self.game.mover(games.turn_of(self.before(number)))

    def is_chances(self, number: int) -> bool:
        """Return whether chance moves after n turns, in a game that goes on."""
        return games.turn_of(self.before(number)) == games.Turn.CHANCE

    @property
    def by_chance(self) -> bool:
        """Whether chance is to move now."""
        return not self.is_over() and self.is_chances(len(self.turns))

    def players_turn(self, number: int) -> int:
        """Return the number of the last of n turns that a player made, 0 if there is none."""
        while number and self.is_chances(number - 1):
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
        """Say how the game has ended, and by its value how far it was won if wins differ; "" while it goes on."""
        if self.resigned is not None:
            return f"{self.side(maximizing=self.resigned)} resigns and {self.side(maximizing=not self.resigned)} wins"
        if self.drawn:
            return f"a draw: {self.drawn}"
        outcome = self.position.outcome()
        if outcome is None:
            return ""
        value = resolve_evaluation(self.game, None)[1](self.position, outcome)
        stakes = stakes_of(self.game, None)
        if nobody_plays(self.game):
            return f"this leaf is worth {format_number(value)}"
        if stakes is None:
            standing = None
        else:
            standing = stakes.standing(value, self.position, over=True)
        says_more = standing is None or (standing.won and standing.words)
        return describe_ending(
            self.game, self.position, outcome
        ) + f" ({format_number(value)})" * bool(says_more)

    # Moving.

    def words_in(self, texts: Iterable[str]) -> Iterator[str]:
        """Yield the words for moves in the parts of a game that was written down."""
        for text in texts:
            yield from self.game.split_moves(text)

    def play(self, word: str, thought: MoveValue | None = None) -> Sequence[PlayedTurn]:
        """Play a move as the game writes it; return the turn, and before it a forced pass that was left out.

        InputError says why it is not allowed.
        """
        self.check_goes_on()
        with as_input_error():
            moves = self.game.find_moves(self.position, word)
        for move in moves:
            name = self.position.name(move)
            position = self.position
            self.turns.append(PlayedTurn(name, position.play(move)))
        if thought is not None:
            self.turns[-1] = replace(
                self.turns[-1], thought=thought, nodes=thought.nodes if thought.limit else 0
            )
        self.undone.clear()
        return self.turns[-len(moves) :]

    def roll(self) -> PlayedTurn:
        """Play an outcome where chance is to move, drawn by the seed and the number of turns; return the turn."""
        odds = games.probabilities(self.position)
        assert odds is not None
        if self.seed is None:
            if any(mover.is_person for mover in self.movers):
                self.seed = randbits(32)
            else:
                self.seed = 0
        number = outcome_for(odds, Random(f"{self.seed} {len(self.turns)}").random())
        move = self.position.moves()[number]
        self.turns.append(PlayedTurn(self.position.name(move), self.position.play(move)))
        self.undone.clear()
        return self.turns[-1]

    def undo(self) -> None:
        """Take back a resignation or draw, or moves up to a person's last one; InputError if there is none.

        Where only searches or only persons play, it is one move. Turns of chance are taken back with the moves before.
        """
        if self.resigned is not None or self.drawn:
            self.resigned = None
            self.drawn = ""
            return
        if not self.players_turn(len(self.turns)):
            raise InputError("there is no move to take back")
        self.go_on(self.turns, -1)

    def redo(self) -> None:
        """Play moves that were taken back again, up to a person's turn; InputError if there are none."""
        if not self.undone:
            raise InputError("there is no move to play again")
        self.go_on(self.undone, 1)

    def go_on(self, left: Sequence[PlayedTurn], by: int) -> None:
        """Play one of the turns that are left again (1) or take it back (-1), and more up to a person's turn."""
        self.go_to(len(self.turns) + by)
        while left and (self.by_chance or (self.is_mixed and not self.mover.is_person)):
            self.go_to(len(self.turns) + by)

    def go_to(self, number: int) -> None:
        """Take moves back, or play them again, until n are played, as far as there are any."""
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
        """Whether a person plays a search."""
        return self.movers[0].is_person != self.movers[1].is_person

    # Thinking.

    def reply(self, mover: Mover | None = None, *, counts_down: bool = True) -> MoveAnalysis:
        """Prepare the search that chooses the next move, by default that of the side to move; InputError if it cannot.

        The caller advances it, and plays its answer by `answer`. Unless it `counts_down` to the end of a decided game,
        it answers with the search's own choice among moves that are as good.
        """
        self.check_goes_on()
        mover = mover or self.mover
        assert mover.search is not None
        return MoveAnalysis(
            self.where, self.position, mover.search, mover.seconds, counts_down=counts_down
        )

    def answer(self, reply: MoveAnalysis) -> PlayedTurn:
        """Play what a search has found, which may have been stopped; return the turn."""
        return self.play(reply.best.move, reply.best)[-1]

    def move_on(self) -> PlayedTurn:
        """Let chance, or the search that is to move, play at once; return the turn. InputError as of `reply`.

        It is the search's own choice: searches are compared as they are.
        """
        if self.by_chance:
            return self.roll()
        reply = self.reply(counts_down=False)
        reply.advance()
        return self.answer(reply)

    def analysis(self, search: SearchSpec, number: int | None = None) -> MoveAnalysis:
        """Prepare to judge moves after n turns, by default now; InputError says what is wrong with the search."""
        if number is None:
            position = self.position
        else:
            position = self.before(number)
        return MoveAnalysis(self.where, position, search)


def match_from(run: Run, path: MovePath) -> Match:
    """Return a match from a position of a search on, a person to move against that search.

    InputError where the game is over there.
    """
    where = run.recipe.where
    moves = " ".join(run.all_written(path))
    here = run.position(path)
    if run.recipe.search.tells_position:
        search = usual_opponent_for(run.game, here)
    else:
        search = run.recipe.search
    movers = HUMAN_MOVER, Mover(search, "", MOVE_SECONDS)
    maximizing = here.maximizing
    match = Match(
        replace(where, moves=f"{where.moves} {moves}".strip()),
        *(movers if maximizing else movers[::-1]),
    )
    if match.is_over():
        raise InputError(f"there is nothing to play there: {match.end()}")
    return match
